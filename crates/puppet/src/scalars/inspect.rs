//! Ruby's `inspect` of text and bytes.
//!
//! The result is a double-quoted text that Ruby parses back: C's escapes for control characters,
//! `\e`, a backslash before the start of an interpolation, and numeric escapes for characters that
//! cannot be printed.

use polycty_core::text::escape::letter_of;
use std::fmt::Write;

/// Returns a text as Ruby's `inspect` writes it.
pub(crate) fn inspected(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if push_escaped(&mut out, c, chars.peek().copied()) {
            continue;
        }
        if c.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&c) {
            push_code(&mut out, c);
        } else {
            out.push(c);
        }
    }
    out.push('"');
    out
}

/// The maximum length of [`inspected`] for this text.
pub(crate) fn inspected_length(text: &str) -> usize {
    const LONGEST: usize = "\\u{10FFFF}".len();
    let plain = |byte: &&u8| matches!(byte, 0x20..=0x7e) && !matches!(byte, b'"' | b'\\' | b'#');
    let written = text.as_bytes().iter().filter(plain).count();
    let letters = |byte: &&u8| !plain(byte) && (**byte & 0xc0) != 0x80;
    written + LONGEST * text.as_bytes().iter().filter(letters).count() + 2
}

/// Returns bytes as Ruby's `inspect` writes a binary string.
pub(crate) fn inspected_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    out.push('"');
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).map(|&next| char::from(next));
        if push_escaped(&mut out, char::from(byte), next) {
            continue;
        }
        match byte {
            0x20..=0x7e => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\x{byte:02X}");
            }
        }
    }
    out.push('"');
    out
}

/// Appends a character by its number.
pub(crate) fn push_code(out: &mut String, c: char) {
    let code = u32::from(c);
    let _ = match code {
        0..=0xffff => write!(out, "\\u{code:04X}"),
        _ => write!(out, "\\u{{{code:X}}}"),
    };
}

fn push_escaped(out: &mut String, c: char, next: Option<char>) -> bool {
    let escaped = match c {
        '"' | '\\' => c,
        '#' if matches!(next, Some('{' | '$' | '@')) => c,
        '\x1b' => 'e',
        _ => match letter_of(c) {
            Some(letter) => letter,
            None => return false,
        },
    };
    out.push('\\');
    out.push(escaped);
    true
}
