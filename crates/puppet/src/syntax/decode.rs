//! Decoding of literals.

use super::diagnostic::SyntaxDiagnostic;
use super::scan::{Escapes, Heredoc};
use polycty_core::source::Span;
use polycty_core::text::escape::leading_char;
use std::borrow::Cow;

/// Returns the digits of a number without its radix prefix, and the radix.
#[inline]
#[expect(clippy::string_slice, reason = "only ASCII characters are skipped")]
pub(crate) fn digits(text: &str) -> (&str, u32) {
    match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'0'..=b'7', ..] => (text, 8),
        _ => (text, 10),
    }
}

/// Returns the number if it is a 64-bit integer.
#[inline]
pub(crate) fn integer(text: &str) -> Option<i64> {
    let (digits, radix) = digits(text);
    i64::from_str_radix(digits, radix).ok()
}

/// Returns the number if it has a fraction or an exponent and is finite as a double.
#[inline]
pub(crate) fn float(text: &str) -> Option<f64> {
    let (digits, radix) = digits(text);
    if radix != 10 || digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// Decodes the text between single quotes.
#[inline]
pub(crate) fn single_quoted(raw: &str) -> Cow<'_, str> {
    if !raw.as_bytes().contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match (c, chars.as_str().as_bytes().first()) {
            ('\\', Some(&next @ (b'\'' | b'\\'))) => {
                text.push(char::from(next));
                chars.next();
            }
            _ => text.push(c),
        }
    }
    Cow::Owned(text)
}

/// Decodes the source of a regular expression between its slashes.
#[inline]
pub(crate) fn regexp(raw: &str) -> Cow<'_, str> {
    if raw.contains("\\/") {
        Cow::Owned(raw.replace("\\/", "/"))
    } else {
        Cow::Borrowed(raw)
    }
}

/// Decodes the text of a template between its tags.
pub(super) fn template_text(raw: &str) -> Cow<'_, str> {
    if raw.contains("<%%") || raw.contains("%%>") {
        Cow::Owned(raw.replace("<%%", "<%").replace("%%>", "%>"))
    } else {
        Cow::Borrowed(raw)
    }
}

/// Decodes a piece of a double-quoted string without its quotes; `end` is the position of Puppet's
/// warnings.
pub(crate) fn double_quoted<'s>(
    raw: &'s str,
    end: usize,
    warnings: &mut Vec<SyntaxDiagnostic>,
) -> Cow<'s, str> {
    if !raw.as_bytes().contains(&b'\\') {
        return Cow::Borrowed(raw);
    }
    let warn = |message: String| warnings.push(SyntaxDiagnostic::warning(Span::at(end), message));
    Cow::Owned(unescape(raw, Escapes::ALL, Quotes::Escaped, warn))
}

/// Decodes a piece of a heredoc.
pub(super) fn heredoc<'s>(text: &'s str, span: Span, of: &Heredoc) -> Cow<'s, str> {
    let raw = span.slice(text);
    let margin = of.margin.slice(text);
    let mut piece = Cow::Borrowed(raw);
    if !margin.is_empty() {
        let mut kept = String::with_capacity(raw.len());
        let mut first = span.start == of.text.start;
        for line in raw.split_inclusive('\n') {
            let begins = std::mem::replace(&mut first, true);
            let line = match line.strip_prefix(margin) {
                Some(rest) if begins => rest,
                _ => line,
            };
            kept.push_str(line);
        }
        piece = Cow::Owned(kept);
    }
    if of.escapes.is_empty() || !piece.contains('\\') {
        return piece;
    }
    Cow::Owned(unescape(&piece, of.escapes, Quotes::Kept, |_| {}))
}

/// The result of a backslash before a quote.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// The quote alone.
    Escaped,
    /// The backslash and the quote.
    Kept,
}

#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len` and `len_utf8`"
)]
fn unescape(raw: &str, escapes: Escapes, quotes: Quotes, mut warn: impl FnMut(String)) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(next) = rest.chars().next() else {
            text.push('\\');
            break;
        };
        let plain = match next {
            '\\' => Some("\\"),
            '$' if escapes.has(b'$') => Some("$"),
            '\'' if quotes == Quotes::Escaped => Some("'"),
            '"' if quotes == Quotes::Escaped => Some("\""),
            'n' if escapes.has(b'n') => Some("\n"),
            't' if escapes.has(b't') => Some("\t"),
            'r' if escapes.has(b'r') => Some("\r"),
            's' if escapes.has(b's') => Some(" "),
            '\n' if escapes.has(b'L') => Some(""),
            '\r' if escapes.has(b'L') && rest.starts_with("\r\n") => {
                rest = &rest[1..];
                Some("")
            }
            _ => None,
        };
        if let Some(plain) = plain {
            text.push_str(plain);
            rest = &rest[1..];
            continue;
        }
        if next == 'u' && escapes.has(b'u') {
            if let Some((c, len)) = code_point(&rest[1..]) {
                text.push(c);
                rest = &rest[1 + len..];
                continue;
            }
            warn(
                "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} \
                 or was > 10ffff"
                    .into(),
            );
        } else {
            warn(format!("Unrecognized escape sequence '\\{next}'"));
        }
        text.push('\\');
        text.push(next);
        rest = &rest[next.len_utf8()..];
    }
    text.push_str(rest);
    text
}

/// Returns the character of the digits after `\u` (four hexadecimal digits, or up to six in braces)
/// and their length.
fn code_point(rest: &str) -> Option<(char, usize)> {
    match rest.strip_prefix('{') {
        Some(braced) => {
            let end = braced.find('}').filter(|end| (1..=6).contains(end))?;
            Some((leading_char(braced.as_bytes(), end)?, end + 2))
        }
        None => Some((leading_char(rest.as_bytes(), 4)?, 4)),
    }
}
