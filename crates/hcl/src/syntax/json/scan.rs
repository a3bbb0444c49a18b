//! The scanner of JSON syntax.
//!
//! The scanner is lenient: it scans text that was probably meant as one token as one token, and the
//! parser reports its errors.

use crate::syntax::scanned::Scanned;
use polycty_core::calls::Budget;
use polycty_core::source::Span;
use polycty_core::syntax::{Bracket, TokenKind};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    BraceOpen,
    BraceClose,
    BracketOpen,
    BracketClose,
    Comma,
    Colon,
    Equals,
    Keyword,
    String,
    Number,
    Invalid,
    End,
}

/// A token and its span.
pub(super) type Token = polycty_core::syntax::Token<Kind>;

impl TokenKind for Kind {
    const END: Kind = Kind::End;
    const NEWLINE: Option<Kind> = None;

    fn bracket(self) -> Bracket<Kind> {
        match self {
            Kind::BraceOpen | Kind::BracketOpen => Bracket::Opens(self),
            Kind::BraceClose => Bracket::Closes(Kind::BraceOpen),
            Kind::BracketClose => Bracket::Closes(Kind::BracketOpen),
            _ => Bracket::None,
        }
    }
}

/// The size of a token in bytes.
const TOKEN_BYTES: usize = size_of::<Token>();

/// Returns the tokens of a text of less than four gigabytes. In a string, a byte that is not valid
/// UTF-8 is an ordinary character; `bad` contains the positions of these bytes. If the budget is
/// exceeded, the end token is before the end of the text.
pub(super) fn scan(text: &str, bad: &[u32], budget: &Budget) -> Scanned<Token> {
    let bytes = text.as_bytes();
    // Real files have about one token for every five bytes.
    let mut capacity = text.len() / 5 + 2;
    let mut readable = budget.hold((capacity * TOKEN_BYTES) as u64).is_ok();
    let mut tokens = Vec::with_capacity(if readable { capacity } else { 1 });
    let mut breaks = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at).filter(|_| readable) {
        let start = at;
        if tokens.len() + 1 >= capacity {
            readable = budget.hold((capacity * TOKEN_BYTES) as u64).is_ok();
            capacity *= 2;
            continue;
        }
        let kind = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b'{' => Kind::BraceOpen,
            b'}' => Kind::BraceClose,
            b'[' => Kind::BracketOpen,
            b']' => Kind::BracketClose,
            b',' => Kind::Comma,
            b':' => Kind::Colon,
            b'=' => Kind::Equals,
            b'"' => Kind::String,
            b'-' | b'+' | b'.' | b'0'..=b'9' => Kind::Number,
            b'a'..=b'z' | b'A'..=b'Z' => Kind::Keyword,
            _ => Kind::Invalid,
        };
        let run = |part: fn(&u8) -> bool| {
            let rest = &bytes[start..];
            start
                + rest
                    .iter()
                    .position(|byte| !part(byte))
                    .unwrap_or(rest.len())
        };
        at = match kind {
            Kind::String => string_end(bytes, bad, start, &mut breaks),
            Kind::Number => {
                run(|byte| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9'))
            }
            Kind::Keyword => run(|byte| matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'_')),
            // For a character that forms no token, the first byte is used.
            _ => start + 1,
        };
        tokens.push(Token {
            kind,
            span: Span::new(start, at),
        });
        // Text after a character that forms no token is not scanned.
        if kind == Kind::Invalid {
            break;
        }
    }
    tokens.push(Token {
        kind: Kind::End,
        span: Span::new(at, at),
    });
    Scanned {
        tokens,
        breaks,
        charged: (capacity * TOKEN_BYTES) as u64,
    }
}

/// Returns the end of a string that starts at a quote: the byte after the closing quote, or the
/// position of a control character.
fn string_end(bytes: &[u8], bad: &[u32], start: usize, breaks: &mut Vec<u32>) -> usize {
    let mut at = start + 1;
    let mut escaping = false;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' if !escaping => return at + 1,
            0..32 if bad.binary_search(&(at as u32)).is_err() => break,
            _ => {}
        }
        // A combining mark after a quote or an escape has a column of its own.
        if *byte >= 0x80 && matches!(bytes[at - 1], b'"' | b'\\') {
            breaks.push(at as u32);
        }
        escaping = *byte == b'\\' && !escaping;
        at += 1;
    }
    at
}
