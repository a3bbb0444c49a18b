//! Texts of strings and floats.
//!
//! Strings are in single quotes with only the quote escaped; strings with control characters are in
//! double quotes. Floats have the shortest digits that parse back to the same value, always with a
//! fraction, and with an exponent from 1e15 up and below 1e-4.

use polycty_core::number::{Decimal, write_shortest};
use polycty_core::text::notation::Point;
use std::fmt::Write;

/// Appends a quoted string that can be parsed again: a backslash that would otherwise escape the
/// next character is doubled.
pub(crate) fn push_quoted(out: &mut String, text: &str) {
    let plain = |byte: u8| byte >= 0x20 && byte != b'\'' && byte != b'\\';
    if !text.bytes().all(plain) {
        return push_escaped(out, text);
    }
    out.reserve(text.len() + 2);
    out.push('\'');
    out.push_str(text);
    out.push('\'');
}

#[cold]
fn push_escaped(out: &mut String, text: &str) {
    if text.bytes().any(|byte| byte < 0x20) {
        return push_double_quoted(out, text);
    }
    out.push('\'');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek();
        if c == '\'' || c == '\\' && next.is_none_or(|next| matches!(next, '\'' | '\\')) {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('\'');
}

/// Appends a quoted string as Puppet's formats write it, which may not parse back: only quotes are
/// escaped, and a quote after a backslash is assumed to be escaped already.
pub(crate) fn push_formatted(out: &mut String, text: &str) {
    if text.bytes().any(|byte| byte < 0x20) {
        return push_double_quoted(out, text);
    }
    out.push('\'');
    let mut escaped = false;
    for c in text.chars() {
        if c == '\'' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    out.push('\'');
}

#[cold]
pub(crate) fn push_double_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '"' => out.push_str("\\\""),
            '$' => out.push_str("\\$"),
            '\\' => out.push_str("\\\\"),
            c if u32::from(c) < 0x20 => {
                let _ = write!(out, "\\u{{{:X}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The text of a float.
#[must_use]
pub fn float_text(value: f64) -> String {
    let mut out = String::new();
    push_float(&mut out, value);
    out
}

/// Appends the text of a float.
pub(crate) fn push_float(out: &mut String, value: f64) {
    if value.is_nan() {
        out.push_str("NaN");
        return;
    }
    if value.is_infinite() {
        out.push_str(if value < 0.0 { "-Infinity" } else { "Infinity" });
        return;
    }
    let size = value.abs();
    // A number of sixteen digits is written in full if it has a fraction.
    if size == 0.0
        || (1e-4..1e15).contains(&size)
        || (size < 1e16 && size > 1.0 && size.fract() != 0.0)
    {
        write_shortest(value, out);
        if value.fract() == 0.0 {
            out.push_str(".0");
        }
        return;
    }
    if value < 0.0 {
        out.push('-');
    }
    let decimal = Decimal::shortest_double(value);
    let behind = decimal.digits.len().max(2) - 1;
    decimal.write_exponent(behind, Point::Always, b'e', out);
}
