//! Marks of deprecated values, and where their messages are reported.

use super::walk::{Site, Walk};
use crate::module::Release;
use crate::module::sink::{DiagnosticSink, Location};
use polycty_core::source::{Diagnostic, Key, Path, PathStep, Result};
use polycty_core::types::Str;
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::eval::Expr;

/// The beginning of the marks. After it come the origin and the message.
const PREFIX: &str = "deprecated\u{1f}";

/// The mark of a value with a message. Marks of one origin are reported once.
pub(crate) fn mark(message: &str, origin: &str) -> String {
    format!("{PREFIX}{origin}\u{1f}{message}")
}

/// The message of a mark, `None` if the mark is not one of deprecation.
pub(crate) fn message(mark: &str) -> Option<&str> {
    let rest = mark.strip_prefix(PREFIX)?;
    Some(rest.split_once('\u{1f}')?.1)
}

/// The warning about a value with a mark, `None` if the mark is not one of deprecation. `path` leads
/// to the part of the value that has the mark.
fn warning(
    mark: &str,
    path: &[PathStep],
    place: &Location,
    release: Release,
) -> Option<Diagnostic> {
    let rest = mark.strip_prefix(PREFIX)?;
    let (origin, message) = rest.split_once('\u{1f}')?;
    if !release.is_tofu() {
        return Some(place.warning("Deprecated value used", message));
    }
    let what = match path {
        [] => "This value is".to_owned(),
        path => {
            let path = path.iter().cloned().collect::<Path>().to_string();
            format!("This value's attribute {} is", path.trim_start_matches('.'))
        }
    };
    Some(place.warning(
        "Value derived from a deprecated source",
        format!("{what} derived from {origin}, which is deprecated with the following message:\n\n{message}"),
    ))
}

/// Which marks are reported and removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Those of the value as a whole.
    Top,
    /// Those of its parts, too.
    Deep,
}

fn split(marks: &MarkSet) -> (MarkSet, Vec<Str>) {
    let (mut kept, mut found) = (Vec::new(), Vec::new());
    for mark in marks.as_slice() {
        match message(mark) {
            Some(_) => found.push(mark.clone()),
            None => kept.push(mark.clone()),
        }
    }
    (kept.into_iter().collect(), found)
}

/// A mark and the path to the part that has it.
type Marked = (Vec<PathStep>, Str);

/// A value without marks of deprecation, and those that it had, with the paths to them.
fn taken(value: &Value, depth: Depth, sink: &DiagnosticSink<'_>) -> Result<(Value, Vec<Marked>)> {
    if !value.contains_marked() {
        return Ok((value.clone(), Vec::new()));
    }
    let mut found: Vec<Marked> = Vec::new();
    if depth == Depth::Top {
        let (bare, marks) = value.unmark();
        let (kept, gone) = split(&marks);
        found.extend(gone.into_iter().map(|mark| (Vec::new(), mark)));
        return Ok((bare.with_marks(&kept), found));
    }
    let (bare, all) = value.unmark_deep_with_paths(sink.budget)?;
    let mut kept = Vec::new();
    for (path, marks) in all {
        let (rest, gone) = split(&marks);
        found.extend(
            gone.into_iter()
                .map(|mark| (path.steps().cloned().collect(), mark)),
        );
        if !rest.is_empty() {
            kept.push((path, rest));
        }
    }
    Ok((bare.mark_with_paths(&kept, sink.budget)?, found))
}

/// The most exact part of an expression that constructs the value at a path.
fn nearest(expr: &Expr, path: &[PathStep]) -> Expr {
    let mut at = expr.clone();
    for step in path {
        let next = match step {
            PathStep::Index(Key::Number(number)) => number
                .to_i64()
                .and_then(|index| at.as_list()?.get(index as usize).cloned()),
            PathStep::Attr(name) | PathStep::Index(Key::String(name)) => {
                let pairs = at.as_map();
                pairs.and_then(|pairs| {
                    let named = |key: &Expr| {
                        key.keyword().is_some_and(|word| word == *name)
                            || key.evaluate(None).value.as_str() == Some(name)
                    };
                    pairs
                        .into_iter()
                        .find(|(key, _)| named(key))
                        .map(|(_, value)| value)
                })
            }
            PathStep::Index(_) => None,
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    at
}

impl Walk<'_> {
    /// Reports the deprecations of a value, each once, and returns it without them.
    pub(crate) fn report_deprecations(
        &self,
        value: &Value,
        depth: Depth,
        expr: &Expr,
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Value> {
        let (bare, found) = taken(value, depth, sink)?;
        if self.states[at.module][at.instance].ignores_deprecations {
            return Ok(bare);
        }
        let mut seen: Vec<Str> = Vec::new();
        for (path, mark) in found {
            if seen.contains(&mark) {
                continue;
            }
            let part = nearest(expr, &path);
            let source = part.source().unwrap_or_else(|| at.source());
            let place = Location::new(source, part.range());
            if let Some(warning) = warning(&mark, &path, &place, sink.release) {
                sink.report_verbatim(warning)?;
            }
            seen.push(mark);
        }
        Ok(bare)
    }

    /// Reports the deprecations of a value at a place, each once.
    pub(crate) fn report_at(
        &self,
        value: &Value,
        place: &Location,
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        if self.states[at.module][at.instance].ignores_deprecations {
            return Ok(());
        }
        let mut seen: Vec<Str> = Vec::new();
        for (path, mark) in taken(value, Depth::Deep, sink)?.1 {
            if let Some(warning) = warning(&mark, &path, place, sink.release)
                && !seen.contains(&mark)
            {
                sink.report_verbatim(warning)?;
                seen.push(mark);
            }
        }
        Ok(())
    }

    /// A value without marks of deprecation. None of them is reported.
    pub(crate) fn without_deprecations(
        &self,
        value: &Value,
        sink: &DiagnosticSink<'_>,
    ) -> Result<Value> {
        Ok(taken(value, Depth::Deep, sink)?.0)
    }
}
