//! Edits that format a document.

use crate::answer::TextEdit;
use crate::language::Context;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result, Span};
use polycty_core::types::Type;

/// The edits that format the lines of a part of a document. There are none if the formatter refuses the
/// document for errors of syntax or for its nesting.
#[cfg_attr(
    not(any(feature = "mcl", feature = "pcl", feature = "puppet")),
    expect(dead_code, reason = "HCL formats parsed files")
)]
pub(crate) fn formatted(
    context: &Context<'_>,
    within: Span,
    format: impl FnOnce(&[u8], &str, Option<Span>, &Budget) -> Result<String>,
) -> Result<Vec<TextEdit>> {
    let (text, path) = (context.document.text(), context.document.path());
    let is_whole = within.start == 0 && within.end as usize >= text.len();
    let part = (!is_whole).then_some(within);
    match format(text.as_bytes(), path, part, context.budget) {
        Ok(formatted) => Ok(edits(text, &formatted)),
        Err(error) => no_edits(error, context.budget),
    }
}

/// No edits for a text that a formatter refuses, unless the budget is exceeded. Diagnostics report the
/// reason.
pub(crate) fn no_edits(error: Error, budget: &Budget) -> Result<Vec<TextEdit>> {
    match error.code() {
        Code::Cancelled => Err(error),
        Code::Limit if budget.finish().is_err() => Err(error),
        _ => Ok(Vec::new()),
    }
}

/// The edits from one text to another, in whole lines.
pub(crate) fn edits(before: &str, after: &str) -> Vec<TextEdit> {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    if old.len() == new.len() {
        let mut found = Vec::new();
        let mut at = 0;
        for (old, new) in old.iter().zip(&new) {
            let end = at + old.len();
            if old != new {
                found.push(trimmed(at, old, new));
            }
            at = end;
        }
        return found;
    }
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[same..], &new[same..]);
    let pairs = old_rest.iter().rev().zip(new_rest.iter().rev());
    let same_end = pairs.take_while(|(a, b)| a == b).count();
    let start: usize = old[..same].iter().map(|line| line.len()).sum();
    let removed = old_rest[..old_rest.len() - same_end].concat();
    let added = new_rest[..new_rest.len() - same_end].concat();
    vec![TextEdit {
        span: Span::new(start, start + removed.len()),
        text: added,
    }]
}

/// The edit of a part of a text without the characters that stay at both ends.
fn trimmed(at: usize, old: &str, new: &str) -> TextEdit {
    let pairs = old.chars().zip(new.chars()).take_while(|(a, b)| a == b);
    let start: usize = pairs.map(|(c, _)| c.len_utf8()).sum();
    let (old, new) = (
        old.get(start..).unwrap_or_default(),
        new.get(start..).unwrap_or_default(),
    );
    let pairs = old.chars().rev().zip(new.chars().rev());
    let end: usize = pairs
        .take_while(|(a, b)| a == b)
        .map(|(c, _)| c.len_utf8())
        .sum();
    TextEdit {
        span: Span::new(at + start, at + start + old.len() - end),
        text: new.get(..new.len() - end).unwrap_or_default().to_owned(),
    }
}

/// The most nodes of a type that is shown. The text of a type whose parts are shared may be
/// exponential in the text of the program.
const MAX_NODES: u32 = 4_000;

/// The text of a type, or `…` for one that is too large to be read.
pub(crate) fn type_text<E>(
    ty: &Type,
    format: impl FnOnce(&Type) -> Result<String, E>,
) -> Result<String, E> {
    match ty.size() <= MAX_NODES {
        true => format(ty),
        false => Ok("…".to_owned()),
    }
}

/// The longest name that others are aligned with. The blanks are not a multiple of the names then,
/// and the width of a format must fit into 16 bits.
const MAX_ALIGNED: usize = 60;

/// The width of a column of names.
pub(crate) fn aligned(lengths: impl Iterator<Item = usize>) -> usize {
    lengths.max().unwrap_or(0).min(MAX_ALIGNED)
}

/// The line breaks of a text, for spans that contain one another: a search in each span would be
/// quadratic.
#[cfg(any(feature = "mcl", feature = "puppet"))]
#[derive(Debug)]
pub(crate) struct LineBreaks(Vec<u32>);

#[cfg(any(feature = "mcl", feature = "puppet"))]
impl LineBreaks {
    pub(crate) fn of(text: &str) -> LineBreaks {
        let breaks = text.match_indices('\n');
        LineBreaks(breaks.map(|(at, _)| Span::at(at).start).collect())
    }

    /// Whether a span contains a line break.
    pub(crate) fn any_in(&self, span: Span) -> bool {
        let next = self.0.partition_point(|at| *at < span.start);
        self.0.get(next).is_some_and(|at| *at < span.end)
    }
}
