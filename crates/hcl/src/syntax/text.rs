//! Escapes: the text of a token.
//!
//! Between quotes, a backslash starts an escape; elsewhere it is an ordinary character. A doubled
//! sign before a brace always means a single one. The rules are those of the specification's
//! "Template Literals" and "Quoted Template Expressions".

use super::parser::Parser;
use super::scan::{Kind, Token};
use polycty_core::source::{SourceError, Span};
use polycty_core::text::Quoted;
use polycty_core::text::escape::leading_hexadecimal;
use std::borrow::Cow;

impl<'s> Parser<'s> {
    /// Returns the unescaped text of a text token.
    pub(super) fn unescape(&mut self, token: Token) -> Cow<'s, str> {
        let text = self.tokens.slice(token.span);
        match token.kind {
            Kind::QuotedText if text.contains('\\') => self.unescape_quoted(token.span.start, text),
            _ if text.starts_with("$${") || text.starts_with("%%{") => {
                Cow::Borrowed(text.split_at(1).1)
            }
            // Such a token has further text only where HCL's scanner stops.
            Kind::PlainText if text.starts_with('\r') => Cow::Owned(unescape_rest(text)),
            _ => Cow::Borrowed(text),
        }
    }

    #[cold]
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find` and `len_utf8`"
    )]
    fn unescape_quoted(&mut self, start: u32, text: &'s str) -> Cow<'s, str> {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            let from = (text.len() - rest.len() + at) as u32 + start;
            let escape = &rest[at + 1..];
            let Some(selector) = escape.chars().next() else {
                break;
            };
            let len = match selector {
                'n' | 'r' | 't' | '"' | '\\' => {
                    out.push(match selector {
                        'n' => '\n',
                        'r' => '\r',
                        't' => '\t',
                        plain => plain,
                    });
                    1
                }
                'u' => self.unescape_hex(&mut out, escape, from, 4),
                'U' => self.unescape_hex(&mut out, escape, from, 8),
                other => {
                    let len = other.len_utf8();
                    let end = from + 1 + len as u32;
                    self.report(SourceError::syntax(
                        "Invalid escape sequence",
                        format!(
                            "The symbol {} is not a valid escape sequence selector.",
                            Quoted(&escape[..len])
                        ),
                        Span { start: from, end },
                    ));
                    out.push(other);
                    len
                }
            };
            rest = &escape[len..];
        }
        out.push_str(rest);
        Cow::Owned(out)
    }

    /// Adds the character of a hexadecimal escape with `digits` digits, or the escape itself if it
    /// is not valid. Returns the length of the escape without the backslash.
    #[expect(clippy::string_slice, reason = "the escape has only ASCII digits")]
    fn unescape_hex(&mut self, out: &mut String, escape: &str, from: u32, digits: usize) -> usize {
        let (number, found) = leading_hexadecimal(&escape.as_bytes()[1..], digits);
        let len = 1 + found;
        let end = from + 1 + len as u32;
        let subject = Span { start: from, end };
        let detail = if found < digits {
            match digits {
                4 => Cow::Borrowed(
                    "The \\u escape sequence must be followed by four hexadecimal digits.",
                ),
                _ => Cow::Borrowed(
                    "The \\U escape sequence must be followed by eight hexadecimal digits.",
                ),
            }
        } else if let Some(character) = char::from_u32(number) {
            out.push(character);
            return len;
        } else {
            Cow::Owned(format!("Cannot encode character U+{number:04x} in UTF-8."))
        };
        self.report(SourceError::syntax(
            "Invalid escape sequence",
            detail,
            subject,
        ));
        out.push('\\');
        out.push_str(&escape[..len]);
        len
    }
}

/// Unescapes doubled signs before braces anywhere in a plain text. The doubled signs themselves
/// start no sequence.
#[cold]
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find` and lengths of suffixes"
)]
fn unescape_rest(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['$', '%']) {
        let sign = &rest[at..=at];
        let after = rest[at..].trim_start_matches(sign);
        let signs = rest.len() - at - after.len();
        let doubled = signs.is_multiple_of(2) && after.starts_with('{');
        let kept = if doubled { signs - 1 } else { signs };
        out.push_str(&rest[..at + kept]);
        rest = after;
    }
    out.push_str(rest);
    out
}
