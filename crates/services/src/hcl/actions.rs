//! Actions: suggested edits of diagnostics, missing arguments, and quoted keys.

use super::file::File;
use super::place::attributes;
use crate::answer::{Action, ActionKind, FileEdit, TextEdit};
use crate::language::{Context, FileReport};
use crate::layout::aligned;
use polycty_core::calls::GrowingText;
use polycty_core::source::{Result, Span};
use polycty_core::types::Type;
use polycty_hcl::syntax::{Block, ObjectItem};
use std::collections::HashSet;
use std::fmt::Write as _;

/// An action that edits the document.
pub(crate) fn action(
    context: &Context<'_>,
    title: String,
    kind: ActionKind,
    edits: Vec<TextEdit>,
) -> Action {
    Action {
        title,
        kind,
        edits: vec![FileEdit {
            path: context.document.path().to_owned(),
            edits,
        }],
    }
}

/// The suggested edits of the diagnostics of the document that touch a part of it.
pub(crate) fn suggestions(
    context: &Context<'_>,
    reports: Vec<FileReport>,
    span: Span,
) -> Vec<Action> {
    let mut found = Vec::new();
    let path = context.document.path();
    let own = reports.into_iter().filter(|report| report.path == path);
    for diagnostic in own.flat_map(|report| report.diagnostics) {
        let Some(subject) = diagnostic.subject else {
            continue;
        };
        let (start, end) = (subject.start.byte, subject.end.byte);
        if end < span.start as usize || (span.end as usize) < start {
            continue;
        }
        for (range, text) in diagnostic.edits() {
            let title = match text {
                "" => "Remove".to_owned(),
                text => format!("Change to \"{}\"", text.trim()),
            };
            let edit = TextEdit {
                span: Span::new(range.start.byte, range.end.byte),
                text: text.to_owned(),
            };
            found.push(action(context, title, ActionKind::QuickFix, vec![edit]));
        }
    }
    found
}

/// The action that adds the required arguments that a block does not set.
pub(crate) fn missing(
    context: &Context<'_>,
    file: &File,
    block: &Block,
    depth: usize,
    mut required: Vec<(String, Type)>,
) -> Result<Option<Action>> {
    let tree = &*file.tree;
    let set = attributes(tree, block.body).map(|attribute| tree.text(attribute.name));
    let set: HashSet<&str> = set.collect();
    required.retain(|(name, _)| !set.contains(&**name));
    if required.is_empty() {
        return Ok(None);
    }
    let edit = insertion(context, file, block, depth, &required)?;
    let names: Vec<&str> = required.iter().map(|(name, _)| &**name).collect();
    let title = format!("Add missing arguments: {}", names.join(", "));
    let kind = ActionKind::QuickFix;
    Ok(Some(action(context, title, kind, vec![edit])))
}

/// The edit that adds arguments at the end of a block.
#[expect(
    clippy::disallowed_methods,
    reason = "the depth is limited by the nesting of a text"
)]
fn insertion(
    context: &Context<'_>,
    file: &File,
    block: &Block,
    depth: usize,
    required: &[(String, Type)],
) -> Result<TextEdit> {
    let close = file.outer(block.close).start;
    let before = file.text.get(..close as usize).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let own_line = line.trim().is_empty();
    let indent = "  ".repeat(depth);
    let width = aligned(required.iter().map(|(name, _)| name.len()));
    let mut text = GrowingText::new(context.budget);
    for (name, ty) in context.budget.charged(required)? {
        let value = if ty.is_string() {
            "\"\""
        } else if ty.is_bool() {
            "false"
        } else if ty.is_number() {
            "0"
        } else if ty.is_list() || ty.is_set() || ty.is_tuple() {
            "[]"
        } else if ty.is_map() || ty.is_object() {
            "{}"
        } else {
            "null"
        };
        text.write(|text| writeln!(text, "{indent}{name:width$} = {value}"))?
            .unwrap_or_default();
    }
    if own_line {
        let start = before.len() - line.len();
        return Ok(TextEdit {
            span: Span::at(start).at_end(),
            text: text.into_string(),
        });
    }
    let outer = "  ".repeat(depth.saturating_sub(1));
    let start = before.trim_end().len();
    Ok(TextEdit {
        span: Span::new(start, close as usize),
        text: format!("\n{}{outer}", &*text),
    })
}

/// The action that quotes the keys of an object that are names.
pub(crate) fn quoted_keys(
    context: &Context<'_>,
    file: &File,
    items: &[ObjectItem],
) -> Option<Action> {
    let tree = &*file.tree;
    let bare = items.iter().filter(|item| item.literal_key.is_some());
    let edits: Vec<TextEdit> = bare
        .map(|item| tree[item.key].span)
        .filter(|span| !tree.slice(*span).starts_with('"'))
        .map(|span| TextEdit {
            text: format!("\"{}\"", tree.slice(span)),
            span: file.outer(span),
        })
        .collect();
    let title = "Quote keys".to_owned();
    (!edits.is_empty()).then(|| action(context, title, ActionKind::Rewrite, edits))
}
