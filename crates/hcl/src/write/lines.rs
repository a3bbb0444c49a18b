//! Lines of a text that is inserted into other lines.
//!
//! The inserted lines use the line endings and the indentation of the lines around them. The
//! contents of heredocs and comments are kept unchanged.

use super::format::{UNIT, joins_blanks};
use super::parse::TemporaryCharges;
use super::text::{Piece, Text};
use crate::syntax::{Kind, Span, tokens};
use polycty_core::calls::Budget;
use polycty_core::source::Result;

/// The line style of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineStyle {
    /// The indentation of one level.
    pub(super) unit: String,
    pub(super) newline: &'static str,
}

/// Whether a value counts as one line; the lines of a heredoc do not count.
pub(super) fn is_in_line(value: &str) -> bool {
    value.starts_with("<<") || !value.contains('\n')
}

/// The lines of a text that are indented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// All lines.
    Indented,
    /// All lines, and the line that continues after the text.
    Lead,
    /// All lines but the first, which continues the text before it.
    Continued,
}

/// Returns `count` spaces.
#[expect(
    clippy::disallowed_methods,
    reason = "the count is at most the columns of a line of the text, or was charged"
)]
pub(super) fn spaces(count: usize) -> String {
    " ".repeat(count)
}

/// Repeats the text that opens or closes a level, once for each level.
#[expect(
    clippy::disallowed_methods,
    reason = "levels are limited by the nesting of a text"
)]
pub(super) fn for_levels(text: &str, levels: usize) -> String {
    text.repeat(levels)
}

/// Returns a formatted text with the indentation and the line endings of a file.
#[expect(clippy::string_slice, reason = "blanks are ASCII")]
pub(super) fn in_lines(
    text: &str,
    indentation: &str,
    style: &LineStyle,
    first: First,
    budget: &Budget,
) -> Result<String> {
    let change = |blanks: &str| {
        // In formatted text, a level has two spaces.
        let levels = blanks.len() / UNIT.len();
        let rest = &blanks[levels * UNIT.len()..];
        [indentation, &for_levels(&style.unit, levels), rest].concat()
    };
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut put = |piece: Piece<'_>| match piece {
        Piece::New(new) => out.push_str(new),
        Piece::Kept(span) => out.push_str(span.slice(text)),
    };
    let newline = Some(style.newline);
    each_line(text, first, newline, indentation, &change, budget, &mut put)?;
    Ok(out)
}

/// Returns a span of a text, of whole lines or a part of one, with the indentation `from` replaced
/// with `to`.
pub(super) fn moved(
    all: &Text,
    span: Span,
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
                start: span.start + start,
                end: span.start + end,
            },
        ),
    };
    let text = span.slice(all);
    each_line(text, first, None, "", &change, budget, &mut put)?;
    Ok(out)
}

/// Passes a text to `put` with changed indentation and line endings, except those of heredoc
/// contents and comments. `shift` is put before each line of a heredoc whose common indentation is
/// removed by the parser.
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
    let temporary = TemporaryCharges::new(budget);
    budget.hold(text.len() as u64)?;
    // A heredoc at the end of the text is complete only if a newline follows.
    let whole = [text, "\n"].concat();
    let mut starts_line = first != First::Continued;
    // For each enclosing heredoc, the outermost first, whether its lines are shifted.
    let mut heredocs: Vec<bool> = Vec::new();
    let mut starts_text = false;
    let can_shift = !shift.is_empty() && text.contains("<<-") && !text.lines().any(joins_blanks);
    let mut charged = 0;
    let mut put = |piece: Piece<'_>| {
        let bytes = match piece {
            Piece::New(new) => new.len() as u64,
            Piece::Kept(span) => u64::from(span.end - span.start),
        };
        charged += bytes;
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
                // At the end of the text, the line continues.
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
    drop(temporary);
    budget.hold(charged)?;
    Ok(())
}
