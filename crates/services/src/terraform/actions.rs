//! Actions: suggested edits of diagnostics, missing arguments, quoted keys, and optional attributes.

use super::Terraform;
use crate::answer::{Action, ActionKind, TextEdit};
use crate::hcl::actions::{action, missing, quoted_keys, suggestions};
use crate::hcl::file::File;
use crate::hcl::place::{Part, Place, each_expression, touches};
use crate::language::Context;
use polycty_core::source::{Result, Span};
use polycty_core::types::Type;
use polycty_hcl::syntax::{Block, ExprKind};

impl Terraform {
    pub(super) fn all_actions(&self, context: &Context<'_>, span: Span) -> Result<Vec<Action>> {
        let file = self.files.document(context)?;
        let mut found = suggestions(context, self.reports(context)?, span);
        if context.document.path().ends_with(".json") {
            return Ok(found);
        }
        let place = Place::find(&file, file.inner(span.start));
        let blocks = Place::blocks_at(&file, file.inner(span.start));
        self.missing(context, &file, &blocks, &mut found)?;
        rewrites(context, &file, &place, span, &mut found);
        Ok(found)
    }

    /// The required arguments that a block does not set.
    fn missing(
        &self,
        context: &Context<'_>,
        file: &File,
        blocks: &[&Block],
        found: &mut Vec<Action>,
    ) -> Result<()> {
        let tree = &*file.tree;
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
        } else if let Some(schema) = self.body_schema(context, tree, blocks)? {
            let all = schema.attributes().filter(|attribute| attribute.required);
            required.extend(all.map(|one| (one.name.to_owned(), one.ty.clone())));
        }
        found.extend(missing(context, file, block, blocks.len(), required)?);
        Ok(())
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
    found.extend(quoted_keys(context, file, items));
}
