//! Spaces between two tokens of a line.
//!
//! The first rule that matches the two tokens applies.

use crate::syntax::{Kind, Token};

/// The number of brackets that a token opens, minus those that it closes. Quotes and heredocs do
/// not count.
#[inline]
pub(super) fn brackets(kind: Kind) -> i32 {
    match kind {
        Kind::OpenBrace
        | Kind::OpenBracket
        | Kind::OpenParen
        | Kind::Interpolation
        | Kind::Directive => 1,
        Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen | Kind::SequenceEnd => -1,
        _ => 0,
    }
}

/// Whether a space separates `token` and `next` in a cell. `before` is the token before both in the
/// cell.
#[inline]
pub(super) fn is_spaced(text: &str, before: Option<Kind>, token: Token, next: Token) -> bool {
    use Kind::*;
    match (token.kind, next.kind) {
        (_, Newline) => false,
        // A name and its arguments.
        (Ident, OpenParen) => false,
        (Dot, Number | Ident) if before == Some(Number) => joins_number(text, next),
        (Dot | DoubleColon, _) | (_, Dot | DoubleColon) => false,
        (_, Comma | Ellipsis) => false,
        (Comma, _) => true,
        // Templates are not changed.
        (QuotedText | PlainText | OpenQuote | OpenHeredoc, _)
        | (_, QuotedText | PlainText | CloseQuote | CloseHeredoc) => false,
        // `in` is the keyword of a `for` here, not an indexed variable.
        (Ident, _) if before == Some(Ident) && slice(text, token) == "in" => true,
        (Ident | Number, OpenBracket) => false,
        (kind, OpenBracket) if brackets(kind) < 0 => false,
        (Bang, _) => false,
        (Minus, _) => before.is_some_and(ends_operand),
        (OpenBrace, CloseBrace) => false,
        (OpenBrace, _) | (_, CloseBrace) => true,
        (Interpolation | Directive, OpenBrace) | (CloseBrace, SequenceEnd) => true,
        (SequenceEnd, Interpolation | Directive) => false,
        (kind, next) => brackets(kind) <= 0 && brackets(next) >= 0,
    }
}

/// Whether a token ends an operand, so that a minus after it is binary.
fn ends_operand(kind: Kind) -> bool {
    use Kind::*;
    !matches!(
        kind,
        OpenParen
            | OpenBrace
            | OpenBracket
            | Equal
            | Colon
            | Comma
            | Question
            | Plus
            | Star
            | Slash
            | Percent
            | Minus
            | EqualEqual
            | NotEqual
            | Greater
            | GreaterOrEqual
            | Less
            | LessOrEqual
            | And
            | Or
            | Bang
    )
}

/// Whether digits, a dot and this token would be read as one number. In `a.0. 1` they are not.
#[cold]
fn joins_number(text: &str, next: Token) -> bool {
    let text = slice(text, next);
    let mut bytes = text.bytes();
    match bytes.next() {
        Some(b'0'..=b'9') => true,
        Some(b'e' | b'E') => bytes
            .next()
            .is_some_and(|byte| byte.is_ascii_digit() || byte == b'-'),
        _ => false,
    }
}

#[inline]
fn slice(text: &str, token: Token) -> &str {
    token.span.slice(text)
}
