//! Spaces between two tokens of a line.
//!
//! The first rule that speaks of the two decides.

use crate::syntax::{Kind, Token};

/// How many brackets a token opens, less those that it closes. Quotes and heredocs are none.
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

/// Whether a space stands between `token` and the `next` one of a cell, where `before` is
/// what stands before both in the cell.
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
        // Templates are kept together.
        (QuotedText | PlainText | OpenQuote | OpenHeredoc, _)
        | (_, QuotedText | PlainText | CloseQuote | CloseHeredoc) => false,
        // The keyword of a `for`, and no variable that is indexed.
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

/// Whether a minus after a token takes it for its left operand.
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

/// Whether digits, a dot and this would be read as one number: in `a.0. 1` they are not.
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
