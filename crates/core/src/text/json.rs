//! Quoting and escaping of JSON strings.
//!
//! Strings have either the escapes that JSON requires, or those of Go's `encoding/json`, which also
//! make a document safe inside HTML.

use super::Sink;
use super::hexadecimal::LOWER;

/// The characters that are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escaping {
    /// Quotes, backslashes and control characters.
    Needed,
    /// Also `<`, `>`, `&`, U+2028 and U+2029.
    Html,
}

/// The classes of bytes for the writer of a string.
const PLAIN: u8 = 0;
const ESCAPED: u8 = 1;
/// A byte that may begin U+2028 or U+2029.
const SEPARATOR: u8 = 2;

type Classes = [u8; 256];

static NEEDED: Classes = {
    let mut classes = [PLAIN; 256];
    let mut byte = 0;
    while byte < 0x20 {
        classes[byte] = ESCAPED;
        byte += 1;
    }
    classes[b'"' as usize] = ESCAPED;
    classes[b'\\' as usize] = ESCAPED;
    classes
};

static HTML: Classes = {
    let mut classes = NEEDED;
    classes[b'<' as usize] = ESCAPED;
    classes[b'>' as usize] = ESCAPED;
    classes[b'&' as usize] = ESCAPED;
    classes[0xe2] = SEPARATOR;
    classes
};

/// Appends a string in quotes.
#[inline(always)]
pub fn write_string(text: &[u8], escaping: Escaping, out: &mut impl Sink) {
    let classes = match escaping {
        Escaping::Needed => &NEEDED,
        Escaping::Html => &HTML,
    };
    out.push_bytes(b"\"");
    if text.iter().all(|byte| classes[usize::from(*byte)] == PLAIN) {
        out.push_bytes(text);
    } else {
        write_escaped(text, classes, out);
    }
    out.push_bytes(b"\"");
}

/// The maximum length of a text that fits in two words with its quotes.
pub const SHORT: usize = 14;

/// The maximum length of a key that fits in two words with the byte before and the colon after it.
const SHORT_KEY: usize = SHORT - 2;

const QUOTE: u128 = b'"' as u128;

/// Appends a text of at most [`SHORT`] bytes in quotes, with the escapes of HTML, as
/// [`write_string`] does, if it needs no escape. Returns whether it was appended. The text must be
/// padded with zeros.
///
/// It is written as two words, since most strings of documents are that short, and copying a
/// variable number of bytes is a function call.
#[inline(always)]
pub fn write_short(text: [u8; SHORT], len: usize, out: &mut Vec<u8>) -> bool {
    if !is_plain(&text[..len]) {
        return false;
    }
    let close = QUOTE << (8 * len + 8);
    push_word(word_of(text) << 8 | QUOTE | close, len + 2, out);
    true
}

/// Appends a key as [`write_short`] does a string, after a byte and before a colon. Returns `false`
/// for keys that are too long for this.
#[inline(always)]
pub fn write_short_key(lead: u8, text: [u8; SHORT], len: usize, out: &mut Vec<u8>) -> bool {
    const OPEN: u128 = QUOTE << 8;
    const CLOSE: u128 = (b':' as u128) << 8 | QUOTE;
    if len > SHORT_KEY || !is_plain(&text[..len]) {
        return false;
    }
    let close = CLOSE << (8 * len + 16);
    let word = word_of(text) << 16 | OPEN | u128::from(lead) | close;
    push_word(word, len + 4, out);
    true
}

/// Appends the first bytes of a word, the least significant one first.
#[inline(always)]
pub fn push_word(word: u128, len: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&word.to_le_bytes());
    out.truncate(out.len() + len - size_of::<u128>());
}

#[inline(always)]
fn is_plain(text: &[u8]) -> bool {
    text.iter().all(|byte| HTML[usize::from(*byte)] == PLAIN)
}

#[inline(always)]
fn word_of(text: [u8; SHORT]) -> u128 {
    let mut word = [0; 16];
    word[..SHORT].copy_from_slice(&text);
    u128::from_le_bytes(word)
}

#[inline(never)]
fn write_escaped(text: &[u8], classes: &Classes, out: &mut impl Sink) {
    let mut from = 0;
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let escape: &[u8] = match classes[usize::from(*byte)] {
            PLAIN => {
                at += 1;
                continue;
            }
            SEPARATOR => match text.get(at + 1..at + 3) {
                Some([0x80, 0xa8]) => b"\\u2028",
                Some([0x80, 0xa9]) => b"\\u2029",
                _ => {
                    at += 1;
                    continue;
                }
            },
            _ => match byte {
                b'"' => b"\\\"",
                b'\\' => b"\\\\",
                b'\n' => b"\\n",
                b'\r' => b"\\r",
                b'\t' => b"\\t",
                0x08 => b"\\b",
                0x0c => b"\\f",
                _ => &[
                    b'\\',
                    b'u',
                    b'0',
                    b'0',
                    LOWER[usize::from(*byte >> 4)],
                    LOWER[usize::from(*byte & 15)],
                ],
            },
        };
        out.push_bytes(&text[from..at]);
        out.push_bytes(escape);
        at += if *byte == 0xe2 { 3 } else { 1 };
        from = at;
    }
    out.push_bytes(&text[from..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_escapes_are_written() {
        let text = "<é&\"\\\n\u{1}\u{8}\u{c}\u{2028}\u{2027}>";
        for (escaping, wanted) in [
            (
                Escaping::Needed,
                "\"<é&\\\"\\\\\\n\\u0001\\b\\f\u{2028}\u{2027}>\"",
            ),
            (
                Escaping::Html,
                "\"\\u003cé\\u0026\\\"\\\\\\n\\u0001\\b\\f\\u2028\u{2027}\\u003e\"",
            ),
        ] {
            let (mut out, mut bytes) = (String::new(), Vec::new());
            write_string(text.as_bytes(), escaping, &mut out);
            write_string(text.as_bytes(), escaping, &mut bytes);
            assert_eq!(out, wanted);
            assert_eq!(bytes, wanted.as_bytes());
        }
    }

    #[test]
    fn short_and_general_writers_agree() {
        for byte in 0..=u8::MAX {
            for len in 0..=SHORT {
                let mut text = [0; SHORT];
                text[..len].fill(b'a');
                if let Some(last) = text[..len].last_mut() {
                    *last = byte;
                }
                let (mut any, mut short) = (vec![b'x'], vec![b'x']);
                write_string(&text[..len], Escaping::Html, &mut any);
                let is_written = write_short(text, len, &mut short);
                let is_plain = len == 0 || HTML[usize::from(byte)] == PLAIN;
                assert_eq!(is_written, is_plain, "{byte} {len}");
                assert_eq!(short, if is_plain { any.clone() } else { vec![b'x'] });
                let mut key = Vec::new();
                let is_written = write_short_key(b'x', text, len, &mut key);
                assert_eq!(is_written, is_plain && len <= SHORT_KEY);
                any.push(b':');
                assert_eq!(key, if is_written { any } else { Vec::new() });
            }
        }
    }
}
