//! Actions: suggested edits of diagnostics, missing arguments, quoted keys, and optional attributes.

use super::Terraform;
use crate::answer::{Action, ActionKind, FileEdit, TextEdit};
use crate::hcl::file::File;
use crate::hcl::place::{Part, Place, attributes, each_expression, touches};
use crate::language::Context;
use polycty_core::source::{Result, Span};
use polycty_core::types::Type;
use polycty_hcl::syntax::{Block, ExprKind};

/// An action that edits the document.
fn action(context: &Context<'_>, title: String, kind: ActionKind, edits: Vec<TextEdit>) -> Action {
    Action {
        title,
        kind,
        edits: vec![FileEdit {
            path: context.document.path().to_owned(),
            edits,
        }],
    }
}

impl Terraform {
    pub(super) fn all_actions(&self, context: &Context<'_>, span: Span) -> Result<Vec<Action>> {
        let file = self.files.document(context)?;
        let mut found = self.suggestions(context, span)?;
        if context.document.path().ends_with(".json") {
            return Ok(found);
        }
        let place = Place::find(&file, file.inner(span.start));
        self.missing(context, &file, &place, &mut found)?;
        rewrites(context, &file, &place, span, &mut found);
        Ok(found)
    }

    /// The suggested edits of the diagnostics of the document.
    fn suggestions(&self, context: &Context<'_>, span: Span) -> Result<Vec<Action>> {
        let mut found = Vec::new();
        let path = context.document.path();
        let reports = self.reports(context)?;
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
        Ok(found)
    }

    /// The required arguments that a block does not set.
    fn missing(
        &self,
        context: &Context<'_>,
        file: &File,
        place: &Place<'_>,
        found: &mut Vec<Action>,
    ) -> Result<()> {
        let tree = &*file.tree;
        let mut blocks = place.blocks.clone();
        if let Part::BlockType(block) | Part::Label(block, _) = place.part {
            blocks.push(block);
        }
        let Some(block) = blocks.last().copied() else {
            return Ok(());
        };
        let mut required: Vec<(String, Type)> = Vec::new();
        let is_call = blocks.len() == 1 && tree.text(block.block_type) == "module";
        let label = tree[block.labels].first();
        if let (true, Some(label), Some(folder)) = (is_call, label, self.own_folder(context)?) {
            if let Some(called) = self.called(context, &folder, tree.text(label.text))? {
                let variables = called.module.inventory().variables.iter();
                let missing = variables.filter(|variable| variable.is_required());
                required.extend(missing.map(|one| (one.name.to_string(), one.ty().clone())));
            }
        } else if let Some(schema) = self.body_schema(context, tree, &blocks)? {
            let all = schema.attributes().filter(|attribute| attribute.required);
            required.extend(all.map(|one| (one.name.to_owned(), one.ty.clone())));
        }
        let is_set = |name: &str| {
            attributes(tree, block.body).any(|attribute| tree.text(attribute.name) == name)
        };
        required.retain(|(name, _)| !is_set(name));
        if required.is_empty() {
            return Ok(());
        }
        let edit = insertion(file, block, blocks.len(), &required);
        let names: Vec<&str> = required.iter().map(|(name, _)| &**name).collect();
        let title = format!("Add missing arguments: {}", names.join(", "));
        found.push(action(context, title, ActionKind::QuickFix, vec![edit]));
        Ok(())
    }
}

/// The edit that adds arguments at the end of a block.
fn insertion(file: &File, block: &Block, depth: usize, required: &[(String, Type)]) -> TextEdit {
    let close = file.outer(block.close).start;
    let before = file.text.get(..close as usize).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let own_line = line.trim().is_empty();
    let indent = "  ".repeat(depth);
    let width = required
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (name, ty) in required {
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
        text.push_str(&format!("{indent}{name:width$} = {value}\n"));
    }
    if own_line {
        let start = before.len() - line.len();
        return TextEdit {
            span: Span::at(start).at_end(),
            text,
        };
    }
    let outer = "  ".repeat(depth.saturating_sub(1));
    let start = before.trim_end().len();
    TextEdit {
        span: Span::new(start, close as usize),
        text: format!("\n{text}{outer}"),
    }
}

/// Rewrites of the value at a position.
fn rewrites(
    context: &Context<'_>,
    file: &File,
    place: &Place<'_>,
    span: Span,
    found: &mut Vec<Action>,
) {
    let tree = &*file.tree;
    let Part::Value(attribute) = place.part else {
        return;
    };
    let inner = file.inner(span.start);
    let mut object = None;
    each_expression(tree, attribute.value, &mut |id| {
        if let ExprKind::Object(items) = tree[id].kind
            && touches(tree[id].span, inner)
        {
            object = Some(&tree[items]);
        }
    });
    let Some(items) = object else {
        return;
    };
    let is_type = tree.text(attribute.name) == "type"
        && matches!(&*place.blocks, [block] if tree.text(block.block_type) == "variable");
    if is_type {
        let at = |span: Span| touches(span, inner);
        let mut items = items.iter();
        let item = items.find(|item| at(tree[item.key].span.to(tree[item.value].span)));
        if let Some(item) = item {
            let value = &tree[item.value];
            let is_optional = tree
                .static_call(item.value)
                .is_some_and(|call| call.name == "optional");
            if !is_optional {
                let edit = TextEdit {
                    span: file.outer(value.span),
                    text: format!("optional({})", tree.slice(value.span)),
                };
                let title = "Wrap in \"optional\"".to_owned();
                found.push(action(context, title, ActionKind::Rewrite, vec![edit]));
            }
        }
        return;
    }
    let bare = items.iter().filter(|item| item.literal_key.is_some());
    let edits: Vec<TextEdit> = bare
        .map(|item| tree[item.key].span)
        .filter(|span| !tree.slice(*span).starts_with('"'))
        .map(|span| TextEdit {
            text: format!("\"{}\"", tree.slice(span)),
            span: file.outer(span),
        })
        .collect();
    if !edits.is_empty() {
        found.push(action(
            context,
            "Quote keys".to_owned(),
            ActionKind::Rewrite,
            edits,
        ));
    }
}
