//! Lines of a text that is inserted into other lines.
//!
//! Its own lines end and are indented as those do that it comes to stand among, but for what a
//! heredoc or a comment says of itself: their lines are left as they are.

use super::format::{UNIT, joins_blanks};
use super::parse::Meanwhile;
use super::text::{Piece, Text};
use crate::syntax::{Kind, Span, tokens};
use polycty_core::calls::Budget;
use polycty_core::source::Result;

/// How the lines of a file look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Look {
    /// What a level is indented by.
    pub(super) unit: String,
    pub(super) newline: &'static str,
}

/// Whether a value begins and ends in one line, as the lines of a heredoc count.
pub(super) fn is_in_line(value: &str) -> bool {
    value.starts_with("<<") || !value.contains('\n')
}

/// Which lines of a text are indented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// All.
    Indented,
    /// All, and the one that goes on behind the text.
    Lead,
    /// All but the first, which goes on from what stands before it.
    Continued,
}

/// So many spaces.
#[expect(
    clippy::disallowed_methods,
    reason = "the count is at most the columns of a line of the text, or was charged"
)]
pub(super) fn spaces(count: usize) -> String {
    " ".repeat(count)
}

/// The text that opens or closes a level, for each of some levels.
#[expect(
    clippy::disallowed_methods,
    reason = "levels are limited by the nesting of a text"
)]
pub(super) fn for_levels(text: &str, levels: usize) -> String {
    text.repeat(levels)
}

/// A text that was laid out by itself, in lines that look like others.
#[expect(clippy::string_slice, reason = "blanks are ASCII")]
pub(super) fn in_lines(
    text: &str,
    indentation: &str,
    look: &Look,
    first: First,
    budget: &Budget,
) -> Result<String> {
    let change = |blanks: &str| {
        // Laid out, a level has two spaces.
        let levels = blanks.len() / UNIT.len();
        let rest = &blanks[levels * UNIT.len()..];
        [indentation, &for_levels(&look.unit, levels), rest].concat()
    };
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut put = |piece: Piece<'_>| match piece {
        Piece::New(new) => out.push_str(new),
        Piece::Kept(span) => out.push_str(span.slice(text)),
    };
    let newline = Some(look.newline);
    each_line(text, first, newline, indentation, &change, budget, &mut put)?;
    Ok(out)
}

/// A stretch of a text, whole lines or a part of one, with another indentation in place of one
/// that its lines have.
pub(super) fn moved(
    all: &Text,
    stretch: Span,
    from: &str,
    to: &str,
    first: First,
    budget: &Budget,
) -> Result<Text> {
    let change = |blanks: &str| match blanks.strip_prefix(from) {
        Some(rest) => [to, rest].concat(),
        None => blanks.to_owned(),
    };
    let mut out = Text::default();
    let mut put = |piece: Piece<'_>| match piece {
        Piece::New(new) => out.push_str(new),
        Piece::Kept(Span { start, end }) => out.push(
            all,
            Span {
                start: stretch.start + start,
                end: stretch.start + end,
            },
        ),
    };
    let text = stretch.slice(all);
    each_line(text, first, None, "", &change, budget, &mut put)?;
    Ok(out)
}

/// Hands out a text with what its lines begin with changed, but for those of heredocs and
/// comments, and with other newlines. The lines of heredocs that are read without the white space
/// that they have in common get `shift` before them.
#[expect(clippy::string_slice, reason = "offsets are ends of tokens")]
fn each_line(
    text: &str,
    first: First,
    newline: Option<&str>,
    shift: &str,
    change: &dyn Fn(&str) -> String,
    budget: &Budget,
    put: &mut dyn FnMut(Piece<'_>),
) -> Result<()> {
    let meanwhile = Meanwhile::new(budget);
    budget.hold(text.len() as u64)?;
    // A heredoc at the end is one only where a newline follows.
    let whole = [text, "\n"].concat();
    let mut starts_line = first != First::Continued;
    // Of each heredoc around, the outermost first, whether it is shifted.
    let mut heredocs: Vec<bool> = Vec::new();
    let mut starts_text = false;
    let can_shift = !shift.is_empty() && text.contains("<<-") && !text.lines().any(joins_blanks);
    let mut held = 0;
    let mut put = |piece: Piece<'_>| {
        let bytes = match piece {
            Piece::New(new) => new.len() as u64,
            Piece::Kept(span) => u64::from(span.end - span.start),
        };
        held += bytes;
        put(piece);
        budget.hold(bytes)
    };
    for token in tokens(whole.as_bytes(), budget)? {
        let Span { start, end } = token.span;
        if start as usize >= text.len() {
            break;
        }
        let end = end.min(text.len() as u32);
        let (word, token_text) = (
            Piece::Kept(Span { start, end }),
            &whole[start as usize..end as usize],
        );
        if starts_text && heredocs.last() == Some(&true) {
            let line = whole[start as usize..].lines().next().unwrap_or_default();
            if !line.trim().is_empty() {
                put(Piece::New(shift))?;
            }
        }
        match token.kind {
            Kind::OpenHeredoc => heredocs.push(can_shift && token_text.starts_with("<<-")),
            Kind::CloseHeredoc => drop(heredocs.pop()),
            _ => {}
        }
        starts_text = match token.kind {
            Kind::OpenHeredoc => true,
            Kind::PlainText => !heredocs.is_empty() && token_text.ends_with('\n'),
            _ => false,
        };
        match token.kind {
            Kind::Newline => put(newline.map_or(word, Piece::New))?,
            Kind::Blank if starts_line => {
                let next = whole[end as usize..].bytes().next();
                // At the end of the text a line goes on.
                if end as usize == text.len() || !matches!(next, Some(b'\n' | b'\r')) {
                    put(Piece::New(&change(token_text)))?;
                }
            }
            _ => {
                if starts_line {
                    put(Piece::New(&change("")))?;
                }
                put(word)?;
            }
        }
        starts_line = token.kind == Kind::Newline;
    }
    if starts_line && first == First::Lead {
        put(Piece::New(&change("")))?;
    }
    drop(meanwhile);
    budget.hold(held)?;
    Ok(())
}
