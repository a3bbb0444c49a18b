//! Regular expressions of the early specification.
//!
//! It does not support the anchors `\A` and `\Z`, which are removed. It does not support options,
//! which are rejected after an expression and inside it.

use super::regexp;
use std::borrow::Cow;

/// The error for options.
pub(crate) const NO_OPTIONS: &str = "a regular expression takes no options";

/// Returns the error for an expression that the specification rejects.
pub(crate) fn syntax_error(source: &str) -> Option<String> {
    if says_options(source) {
        return Some(NO_OPTIONS.to_owned());
    }
    let kept = unanchored(source);
    regexp::syntax_error(&kept).map(|what| format!("{what}: /{kept}/"))
}

/// Returns an expression without the anchors.
pub(crate) fn unanchored(source: &str) -> Cow<'_, str> {
    if source.contains("\\A") || source.contains("\\Z") {
        Cow::Owned(without_anchors(source))
    } else {
        Cow::Borrowed(source)
    }
}

fn without_anchors(source: &str) -> String {
    let mut kept = String::with_capacity(source.len());
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            kept.push(c);
            continue;
        }
        match chars.next() {
            Some('A' | 'Z') => {}
            Some(escaped) => {
                kept.push(c);
                kept.push(escaped);
            }
            None => kept.push(c),
        }
    }
    kept
}

/// Whether a group of an expression turns options on or off, like `(?m)` and `(?i:a)`.
fn says_options(source: &str) -> bool {
    let bytes = source.as_bytes();
    let mut in_class = 0usize;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'[' => in_class += 1,
            b']' => in_class = in_class.saturating_sub(1),
            b'(' if in_class == 0 && bytes.get(at + 1) == Some(&b'?') => {
                let rest = &bytes[at + 2..];
                let letters = rest
                    .iter()
                    .take_while(|b| b.is_ascii_lowercase() || **b == b'-')
                    .count();
                if letters > 0 && matches!(rest.get(letters), Some(b':' | b')')) {
                    return true;
                }
            }
            _ => {}
        }
        at += 1;
    }
    false
}
