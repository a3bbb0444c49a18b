//! Known prefixes of unknown strings: the part that following text cannot change.
//!
//! Following text can change the last character, by normalization (`e` and a combining accent
//! become `é`) or by joining its grapheme cluster. So a known prefix ends before the last character
//! that could combine. If there is no such character, it ends before its last cluster, unless that
//! is a delimiter that certainly ends a cluster. (Unicode Standard Annex 15, section "Buffering
//! with Unicode Normalization", and Annex 29.)

use std::sync::LazyLock;
use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};
use unicode_normalization::{IsNormalized, is_nfc_quick};
use unicode_segmentation::UnicodeSegmentation;

/// Characters that certainly end their cluster if they are alone in it.
const DELIMITERS: &str = "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'";

/// The maximum number of combining characters in a row, by the Stream-Safe Text Format; further
/// ones are separate text.
const MAX_NON_STARTERS: usize = 30;

/// Returns the longest part of a prefix in normal form C that following text cannot change.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `char_indices` and `grapheme_indices`"
)]
pub(crate) fn safe_prefix(prefix: &str) -> &str {
    if let Some(end) = last_boundary(prefix).filter(|end| *end < prefix.len()) {
        return &prefix[..end];
    }
    if let Some(end) = lone_line_end(prefix) {
        return &prefix[..end];
    }
    let Some((start, last)) = prefix.grapheme_indices(true).next_back() else {
        return prefix;
    };
    let mut chars = last.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if DELIMITERS.contains(c) => prefix,
        _ => &prefix[..start],
    }
}

/// Returns the first line feed or carriage return that is not part of a `\r\n`. go-cty's scanner of
/// clusters stops there unless it is at the end of the text.
fn lone_line_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().position(|(at, byte)| match byte {
        b'\n' => at == 0 || bytes[at - 1] != b'\r',
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    })
}

/// Returns the last position in a text that normalization does not cross.
fn last_boundary(text: &str) -> Option<usize> {
    if is_inert(text.chars().next_back()?) {
        return Some(text.len());
    }
    let mut non_starters = 0;
    for (start, c) in text.char_indices().rev() {
        non_starters += trailing_non_starters(c);
        if non_starters > MAX_NON_STARTERS {
            return Some(start + c.len_utf8());
        }
        if !begins_with_non_starter(c) {
            return Some(start);
        }
    }
    None
}

/// Whether normalization neither changes a character nor combines it.
fn is_inert(c: char) -> bool {
    if c.is_ascii() {
        // ASCII letters combine with accents, and `<`, `=`, `>` with a stroke.
        return !c.is_ascii_alphabetic() && !matches!(c, '<' | '=' | '>');
    }
    canonical_combining_class(c) == 0
        && !combines_backward(c)
        && !decomposes(c)
        && !BACKWARD.iter().any(|next| compose(c, *next).is_some())
}

/// The characters that combine with the previous character. All are in this range.
static BACKWARD: LazyLock<Vec<char>> = LazyLock::new(|| {
    ('\u{300}'..'\u{20000}')
        .filter(|c| combines_backward(*c))
        .collect()
});

fn combines_backward(c: char) -> bool {
    is_nfc_quick(std::iter::once(c)) == IsNormalized::Maybe
}

fn decomposes(c: char) -> bool {
    let mut same = true;
    decompose_canonical(c, |part| same &= part == c);
    !same
}

fn is_non_starter(c: char) -> bool {
    canonical_combining_class(c) != 0 || combines_backward(c)
}

fn begins_with_non_starter(c: char) -> bool {
    let mut first = None;
    decompose_canonical(c, |part| {
        first.get_or_insert(part);
    });
    first.is_some_and(is_non_starter)
}

fn trailing_non_starters(c: char) -> usize {
    let mut count = 0;
    decompose_canonical(c, |part| {
        count = if is_non_starter(part) { count + 1 } else { 0 };
    });
    count
}
