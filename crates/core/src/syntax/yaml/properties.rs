//! Directives, anchors, aliases and tags.

use super::cursor::{Cursor, is_blank, is_break, is_name};
use super::error::{Mark, SyntaxError};
use super::token::{Token, TokenKind};

/// The maximum number of digits in a part of a version.
const MAX_DIGITS: usize = 2;

fn token(kind: TokenKind, start: Mark, cursor: &Cursor<'_>) -> Token {
    let end = cursor.mark;
    Token { kind, start, end }
}

/// Scans a directive, at its `%`.
pub(super) fn directive(cursor: &mut Cursor<'_>) -> Result<Token, SyntaxError> {
    let start = cursor.mark;
    cursor.skip();
    let name = cursor.take_while(is_name);
    if name.is_empty() {
        return Err(cursor.error("could not find expected directive name", start));
    }
    if !cursor.ends_word(0) {
        return Err(cursor.error("found unexpected non-alphabetical character", start));
    }
    let kind = match name {
        "YAML" => {
            cursor.skip_while(is_blank);
            let major = version_number(cursor, start)?;
            if !cursor.is_at('.') {
                let problem = "did not find expected digit or '.' character";
                return Err(cursor.error(problem, start));
            }
            cursor.skip();
            let minor = version_number(cursor, start)?;
            TokenKind::Version { major, minor }
        }
        "TAG" => {
            cursor.skip_while(is_blank);
            let handle = handle(cursor, start)?;
            if !handle.ends_with('!') {
                return Err(cursor.error("did not find expected '!'", start));
            }
            if !cursor.peek().is_some_and(is_blank) {
                return Err(cursor.error("did not find expected whitespace", start));
            }
            cursor.skip_while(is_blank);
            let prefix = uri(cursor, start, "")?;
            ends_word(cursor, start)?;
            TokenKind::TagDirective { handle, prefix }
        }
        _ => return Err(cursor.error("found unknown directive name", start)),
    };
    let directive = token(kind, start, cursor);
    cursor.skip_comment();
    if !cursor.ends_line(0) {
        return Err(cursor.error("did not find expected comment or line break", start));
    }
    cursor.line_break();
    Ok(directive)
}

fn version_number(cursor: &mut Cursor<'_>, start: Mark) -> Result<u32, SyntaxError> {
    let (mut number, mut length) = (0, 0);
    while let Some(digit) = cursor.peek().and_then(|c| c.to_digit(10)) {
        length += 1;
        if length > MAX_DIGITS {
            return Err(cursor.error("found extremely long version number", start));
        }
        number = number * 10 + digit;
        cursor.skip();
    }
    match length {
        0 => Err(cursor.error("did not find expected version number", start)),
        _ => Ok(number),
    }
}

fn ends_word(cursor: &Cursor<'_>, start: Mark) -> Result<(), SyntaxError> {
    if cursor.ends_word(0) {
        Ok(())
    } else {
        Err(cursor.error("did not find expected whitespace or line break", start))
    }
}

/// Scans an alias or an anchor, at its `*` or `&`.
pub(super) fn alias(cursor: &mut Cursor<'_>) -> Result<Token, SyntaxError> {
    let start = cursor.mark;
    let sign = cursor.skip();
    let name = cursor.take_while(is_name);
    let ends = |c| is_blank(c) || is_break(c) || "?:,]}%@`".contains(c);
    if name.is_empty() || !cursor.peek().is_none_or(ends) {
        let problem = "did not find expected alphabetic or numeric character";
        return Err(cursor.error(problem, start));
    }
    let kind = match sign {
        Some('*') => TokenKind::Alias(name.to_owned()),
        _ => TokenKind::Anchor(name.to_owned()),
    };
    Ok(token(kind, start, cursor))
}

/// Scans a tag, at its `!`.
pub(super) fn tag(cursor: &mut Cursor<'_>) -> Result<Token, SyntaxError> {
    let start = cursor.mark;
    let (handle, suffix) = match cursor.peek_at(1) {
        Some('<') => {
            cursor.skip();
            cursor.skip();
            let suffix = uri(cursor, start, "")?;
            if !cursor.is_at('>') {
                return Err(cursor.error("did not find the expected '>'", start));
            }
            cursor.skip();
            (String::new(), suffix)
        }
        _ => {
            let handle = handle(cursor, start)?;
            if handle.len() > 1 && handle.ends_with('!') {
                let suffix = uri(cursor, start, "")?;
                (handle, suffix)
            } else {
                // The text is not a handle but the beginning of the suffix.
                match uri(cursor, start, &handle)? {
                    suffix if suffix.is_empty() => (String::new(), "!".to_owned()),
                    suffix => ("!".to_owned(), suffix),
                }
            }
        }
    };
    ends_word(cursor, start)?;
    Ok(token(TokenKind::Tag { handle, suffix }, start, cursor))
}

/// Scans a handle: `!`, or a name between two `!`. The second `!` may be missing.
fn handle(cursor: &mut Cursor<'_>, start: Mark) -> Result<String, SyntaxError> {
    if !cursor.is_at('!') {
        return Err(cursor.error("did not find expected '!'", start));
    }
    cursor.skip();
    let mut handle = format!("!{}", cursor.take_while(is_name));
    if cursor.is_at('!') {
        cursor.skip();
        handle.push('!');
    }
    Ok(handle)
}

/// Scans a URI that begins with a text that was scanned as a handle.
fn uri(cursor: &mut Cursor<'_>, start: Mark, handle: &str) -> Result<String, SyntaxError> {
    let mut uri = handle.get(1..).unwrap_or_default().to_owned();
    let mut is_there = !handle.is_empty();
    while let Some(c) = cursor.peek() {
        match c {
            '%' => uri.push(escaped(cursor, start)?),
            c if is_name(c) || ";/?:@&=+$,.!~*'()[]".contains(c) => {
                uri.push(c);
                cursor.skip();
            }
            _ => break,
        }
        is_there = true;
    }
    if is_there {
        Ok(uri)
    } else {
        Err(cursor.error("did not find expected tag URI", start))
    }
}

/// Scans a character whose bytes are escaped.
fn escaped(cursor: &mut Cursor<'_>, start: Mark) -> Result<char, SyntaxError> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut width = 1;
    while bytes.len() < width {
        let digit = |at| cursor.peek_at(at).and_then(|c| c.to_digit(16));
        let (true, Some(high), Some(low)) = (cursor.is_at('%'), digit(1), digit(2)) else {
            return Err(cursor.error("did not find URI escaped octet", start));
        };
        let octet = (high << 4 | low) as u8;
        width = match (bytes.is_empty(), octet) {
            (true, 0..0x80) => 1,
            (true, 0xc0..0xe0) => 2,
            (true, 0xe0..0xf0) => 3,
            (true, 0xf0..0xf8) => 4,
            (true, _) => {
                let problem = "found an incorrect leading UTF-8 octet";
                return Err(cursor.error(problem, start));
            }
            (false, 0x80..0xc0) => width,
            (false, _) => return Err(cursor.error(TRAILING, start)),
        };
        bytes.push(octet);
        (0..3).for_each(|_| {
            cursor.skip();
        });
    }
    let text = std::str::from_utf8(&bytes).ok();
    let c = text.and_then(|text| text.chars().next());
    c.ok_or_else(|| cursor.error(TRAILING, start))
}

const TRAILING: &str = "found an incorrect trailing UTF-8 octet";
