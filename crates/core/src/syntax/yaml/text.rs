//! Scalars: blocks, quoted and plain.
//!
//! Folding replaces a line break between two lines of text by a space. If more line breaks follow,
//! the first is removed and the others are kept. The two line breaks of Unicode are never folded.

use super::cursor::{Cursor, is_blank, is_break};
use super::error::{Mark, SyntaxError};
use super::token::{Style, Token, TokenKind};
use crate::text::escape::{control_of, leading_hexadecimal};

fn scalar(text: String, style: Style, start: Mark, end: Mark) -> Token {
    Token {
        kind: TokenKind::Scalar { text, style },
        start,
        end,
    }
}

/// The treatment of line breaks at the end of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Strip,
    /// One is kept.
    Clip,
    Keep,
}

/// Scans a block, at its `|` or `>`, within a block of an indentation.
pub(super) fn block(cursor: &mut Cursor<'_>, outer: Option<usize>) -> Result<Token, SyntaxError> {
    let start = cursor.mark;
    let is_folded = cursor.skip() == Some('>');
    let (mut chomping, mut increment) = (None, None);
    while let Some(c) = cursor.peek() {
        match c {
            '+' if chomping.is_none() => chomping = Some(Chomping::Keep),
            '-' if chomping.is_none() => chomping = Some(Chomping::Strip),
            '0' if increment.is_none() => {
                let problem = "found an indentation indicator equal to 0";
                return Err(cursor.error(problem, start));
            }
            '1'..='9' if increment.is_none() => increment = c.to_digit(10),
            _ => break,
        }
        cursor.skip();
    }
    let chomping = chomping.unwrap_or(Chomping::Clip);
    cursor.skip_comment();
    if !cursor.ends_line(0) {
        return Err(cursor.error("did not find expected comment or line break", start));
    }
    cursor.line_break();
    let indent = increment.map(|increment| outer.unwrap_or(0) + increment as usize);
    let (mut text, mut leading, mut trailing) = (String::new(), "", String::new());
    let mut end = cursor.mark;
    let least = outer.map_or(1, |outer| outer + 1);
    let indent = blank_lines(cursor, indent, least, &mut trailing, &mut end, start)?;
    let mut was_blank = false;
    while cursor.mark.column == indent && !cursor.is_end() {
        let is_blank = cursor.peek().is_some_and(is_blank);
        if !is_folded || leading != "\n" || was_blank || is_blank {
            text.push_str(leading);
        } else if trailing.is_empty() {
            text.push(' ');
        }
        text.push_str(&trailing);
        trailing.clear();
        was_blank = is_blank;
        text.push_str(cursor.take_while(|c| !is_break(c)));
        leading = cursor.line_break();
        blank_lines(cursor, Some(indent), least, &mut trailing, &mut end, start)?;
    }
    if chomping != Chomping::Strip {
        text.push_str(leading);
    }
    if chomping == Chomping::Keep {
        text.push_str(&trailing);
    }
    Ok(scalar(text, Style::Block, start, end))
}

/// Skips lines that contain only indentation. Returns `indent`, or the widest indentation of these
/// lines (at least `least`) if it is `None`.
fn blank_lines(
    cursor: &mut Cursor<'_>,
    indent: Option<usize>,
    least: usize,
    breaks: &mut String,
    end: &mut Mark,
    start: Mark,
) -> Result<usize, SyntaxError> {
    let mut widest = 0;
    *end = cursor.mark;
    loop {
        let is_within = |cursor: &Cursor<'_>| indent.is_none_or(|most| cursor.mark.column < most);
        while is_within(cursor) && cursor.is_at(' ') {
            cursor.skip();
        }
        widest = widest.max(cursor.mark.column);
        if is_within(cursor) && cursor.is_at('\t') {
            let problem = "found a tab character where an indentation space is expected";
            return Err(cursor.error(problem, start));
        }
        match cursor.line_break() {
            "" => return Ok(indent.unwrap_or(widest.max(least))),
            broken => breaks.push_str(broken),
        }
        *end = cursor.mark;
    }
}

/// Blanks and line breaks between words, until it is known whether they are part of the text.
#[derive(Default)]
struct Between {
    blanks: String,
    /// The first line break, or empty if there is none or it was escaped.
    leading: &'static str,
    trailing: String,
    has_break: bool,
}

impl Between {
    fn line_break(&mut self, broken: &'static str) {
        if self.has_break {
            self.trailing.push_str(broken)
        } else {
            self.blanks.clear();
            self.leading = broken;
            self.has_break = true;
        }
    }

    /// Adds them to a text by the rules of folding, and clears them.
    fn fold_into(&mut self, text: &mut String) {
        if !self.has_break {
            text.push_str(&self.blanks);
        } else if self.leading == "\n" && self.trailing.is_empty() {
            text.push(' ');
        } else {
            if self.leading != "\n" {
                text.push_str(self.leading);
            }
            text.push_str(&self.trailing);
        }
        self.blanks.clear();
        self.trailing.clear();
        (self.leading, self.has_break) = ("", false);
    }
}

/// Scans a quoted scalar, at the first quote.
pub(super) fn quoted(cursor: &mut Cursor<'_>) -> Result<Token, SyntaxError> {
    let start = cursor.mark;
    let quote = cursor.skip();
    let is_single = quote == Some('\'');
    let (mut text, mut between) = (String::new(), Between::default());
    loop {
        if cursor.is_document_mark() {
            return Err(cursor.error("found unexpected document indicator", start));
        }
        if cursor.is_end() {
            return Err(cursor.error("found unexpected end of stream", start));
        }
        while let Some(c) = cursor.peek().filter(|c| !is_blank(*c) && !is_break(*c)) {
            if is_single && c == '\'' && cursor.peek_at(1) == Some('\'') {
                text.push('\'');
                cursor.skip();
                cursor.skip();
            } else if Some(c) == quote {
                break;
            } else if !is_single && c == '\\' {
                if cursor.peek_at(1).is_some_and(is_break) {
                    cursor.skip();
                    cursor.line_break();
                    between.has_break = true;
                    break;
                }
                text.push(escape(cursor, start)?);
            } else {
                text.push(c);
                cursor.skip();
            }
        }
        if quote == cursor.peek() {
            break;
        }
        while let Some(c) = cursor.peek() {
            if is_blank(c) {
                cursor.skip();
                if !between.has_break {
                    between.blanks.push(c);
                }
            } else if is_break(c) {
                between.line_break(cursor.line_break());
            } else {
                break;
            }
        }
        between.fold_into(&mut text);
    }
    cursor.skip();
    Ok(scalar(text, Style::Quoted, start, cursor.mark))
}

/// Scans an escape, at its backslash, and returns its character.
fn escape(cursor: &mut Cursor<'_>, start: Mark) -> Result<char, SyntaxError> {
    let digits = match cursor.peek_at(1) {
        Some('x') => 2,
        Some('u') => 4,
        Some('U') => 8,
        other => {
            let c = other.and_then(|c| {
                Some(match c {
                    '0' => '\0',
                    'e' => '\x1b',
                    '\t' => c,
                    ' ' | '"' | '\'' | '\\' => c,
                    'N' => '\u{85}',
                    '_' => '\u{a0}',
                    'L' => '\u{2028}',
                    'P' => '\u{2029}',
                    letter => return control_of(letter),
                })
            });
            let c = c.ok_or_else(|| cursor.error("found unknown escape character", start))?;
            cursor.skip();
            cursor.skip();
            return Ok(c);
        }
    };
    cursor.skip();
    cursor.skip();
    let (code, count) = leading_hexadecimal(cursor.rest().as_bytes(), digits);
    if count != digits {
        return Err(cursor.error("did not find expected hexdecimal number", start));
    }
    let c = char::from_u32(code)
        .ok_or_else(|| cursor.error("found invalid Unicode character escape code", start))?;
    for _ in 0..digits {
        cursor.skip();
    }
    Ok(c)
}

/// Scans a plain scalar. Also returns whether the next token begins a line.
pub(super) fn plain(
    cursor: &mut Cursor<'_>,
    outer: Option<usize>,
    is_flow: bool,
) -> Result<(Token, bool), SyntaxError> {
    let start = cursor.mark;
    let least = outer.map_or(0, |outer| outer + 1);
    let (mut text, mut between, mut end) = (String::new(), Between::default(), start);
    while !cursor.is_document_mark() && !cursor.is_at('#') {
        while let Some(c) = cursor.peek().filter(|c| !is_blank(*c) && !is_break(*c)) {
            let ends = match c {
                ':' => cursor.ends_word(1),
                ',' | '?' | '[' | ']' | '{' | '}' => is_flow,
                _ => false,
            };
            if ends {
                break;
            }
            between.fold_into(&mut text);
            text.push(c);
            cursor.skip();
            end = cursor.mark;
        }
        if !cursor.peek().is_some_and(|c| is_blank(c) || is_break(c)) {
            break;
        }
        while let Some(c) = cursor.peek() {
            if is_blank(c) {
                if between.has_break && cursor.mark.column < least && c == '\t' {
                    let problem = "found a tab character that violates indentation";
                    return Err(cursor.error(problem, start));
                }
                cursor.skip();
                if !between.has_break {
                    between.blanks.push(c);
                }
            } else if is_break(c) {
                between.line_break(cursor.line_break());
            } else {
                break;
            }
        }
        if !is_flow && cursor.mark.column < least {
            break;
        }
    }
    Ok((scalar(text, Style::Plain, start, end), between.has_break))
}
