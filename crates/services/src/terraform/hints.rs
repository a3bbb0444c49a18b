//! Inferred types of local values and outputs.

use super::Terraform;
use super::sites::Name;
use crate::answer::{Hint, HintKind};
use crate::hcl::describe::shown;
use crate::hcl::place::attributes;
use crate::language::{Context, LanguageId};
use polycty_core::source::{Result, Span};

/// The most characters of a type in a hint.
const MAX_TYPE: usize = 60;

impl Terraform {
    pub(super) fn type_hints(&self, context: &Context<'_>, within: Span) -> Result<Vec<Hint>> {
        let mut found = Vec::new();
        let Some(folder) = self.own_folder(context)? else {
            return Ok(found);
        };
        if context.document.language() != LanguageId::Terraform {
            return Ok(found);
        }
        let file = self.files.document(context)?;
        let tree = &*file.tree;
        let mut add = |name: Name, after: Span| -> Result<()> {
            let after = file.outer(after);
            if after.end < within.start || within.end < after.end {
                return Ok(());
            }
            context.budget.charge(1)?;
            if let Some(ty) = self.type_of(context, &folder, &name)? {
                let text = shown(&ty);
                context.budget.text(text.len())?;
                let label = short(&text);
                found.push(Hint {
                    byte: after.end,
                    label: format!(": {label}"),
                    kind: HintKind::Type,
                });
            }
            Ok(())
        };
        for block in &tree[tree[file.root].blocks] {
            match tree.text(block.block_type) {
                "locals" => {
                    for attribute in attributes(tree, block.body) {
                        let name = tree.text(attribute.name).to_owned();
                        add(Name::Local(name), attribute.name_span)?;
                    }
                }
                "output" => {
                    if let Some(label) = tree[block.labels].first() {
                        let name = tree.text(label.text).to_owned();
                        add(Name::Output(name), label.span)?;
                    }
                }
                _ => {}
            }
        }
        Ok(found)
    }
}

/// A type on one line that is not too long.
fn short(ty: &str) -> String {
    let line: Vec<&str> = ty.split_whitespace().collect();
    let line = line.join(" ");
    if line.chars().count() <= MAX_TYPE {
        return line;
    }
    let start: String = line.chars().take(MAX_TYPE - 1).collect();
    format!("{start}…")
}
