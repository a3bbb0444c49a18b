//! Descriptions of declarations and functions.

use super::Terraform;
use super::folder::Folder;
use super::sites::Name;
use crate::hcl::describe::shown;
use crate::language::Context;
use polycty_core::source::Result;
use polycty_core::values::Value;
use polycty_hcl::{NotationPolicy, format_value_within};

/// The most bytes of a value that are shown.
const MAX_VALUE: usize = 400;

/// The description of something.
pub(super) struct Description {
    /// One line, such as `variable "a": string`.
    pub(super) line: String,
    /// Further text in Markdown.
    pub(super) text: String,
}

impl Description {
    /// The description in Markdown.
    pub(super) fn markdown(&self) -> String {
        let code = format!("```terraform\n{}\n```", self.line);
        if self.text.is_empty() {
            code
        } else {
            format!("{code}\n\n{}", self.text)
        }
    }
}

/// The text of a value that is not too long.
pub(super) fn value_text(context: &Context<'_>, value: &Value) -> Result<Option<String>> {
    match format_value_within(value, NotationPolicy::Withheld, context.budget) {
        Ok(text) if text.len() <= MAX_VALUE => Ok(Some(text)),
        Ok(_) => Ok(None),
        Err(error) if error.code().is_refusal() => Err(error),
        Err(_) => Ok(None),
    }
}

/// Adds a paragraph to a text.
fn add(text: &mut String, paragraph: &str) {
    if !paragraph.is_empty() {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(paragraph);
    }
}

impl Terraform {
    /// The description of a declaration, or `None` if it does not exist.
    pub(super) fn describe(
        &self,
        context: &Context<'_>,
        folder: &Folder,
        name: &Name,
    ) -> Result<Option<Description>> {
        let inventory = folder.module.inventory();
        let mut text = String::new();
        let ty = |found: Option<polycty_core::types::Type>| {
            found.map_or_else(|| "any".to_owned(), |ty| shown(&ty))
        };
        let line = match name {
            Name::Variable(wanted) => {
                let mut variables = inventory.variables.iter();
                let Some(variable) = variables.find(|one| *one.name == **wanted) else {
                    return Ok(None);
                };
                add(
                    &mut text,
                    variable.description.as_deref().unwrap_or_default(),
                );
                if variable.is_sensitive() {
                    add(&mut text, "Sensitive.");
                } else if let Some(default) = &variable.default
                    && !folder.hides_values
                    && !variable.is_ephemeral()
                    && let Some(shown) = value_text(context, default)?
                {
                    add(
                        &mut text,
                        &format!("Default: `{}`", shown.replace('\n', " ")),
                    );
                }
                if let Some(message) = &variable.deprecated {
                    add(&mut text, &format!("Deprecated: {message}"));
                }
                format!("var.{wanted}: {}", shown(variable.ty()))
            }
            Name::Output(wanted) => {
                let mut outputs = inventory.outputs.iter();
                let Some(output) = outputs.find(|one| *one.name == **wanted) else {
                    return Ok(None);
                };
                add(&mut text, output.description.as_deref().unwrap_or_default());
                if output.is_sensitive() {
                    add(&mut text, "Sensitive.");
                }
                let found = self.type_of(context, folder, name)?;
                format!("output \"{wanted}\": {}", ty(found))
            }
            Name::Local(wanted) => {
                if !inventory.locals.iter().any(|one| *one.name == **wanted) {
                    return Ok(None);
                }
                format!(
                    "local.{wanted}: {}",
                    ty(self.type_of(context, folder, name)?)
                )
            }
            Name::Module(wanted) => {
                let mut calls = inventory.calls.iter();
                let Some(call) = calls.find(|one| *one.name == **wanted) else {
                    return Ok(None);
                };
                if let Some(version) = &call.version {
                    add(&mut text, &format!("Version: `{version}`"));
                }
                let source = call.source.as_deref().unwrap_or_default();
                format!("module \"{wanted}\" ({source})")
            }
            Name::Resource(mode, of, wanted) => {
                let mut resources = inventory.resources.iter();
                let found = resources.find(|one| {
                    one.mode == *mode && *one.resource_type == **of && *one.name == **wanted
                });
                let Some(resource) = found else {
                    return Ok(None);
                };
                if let Some(schema) = self.resource_schema(context, inventory, resource)? {
                    add(&mut text, schema.description());
                }
                format!("{} \"{of}\" \"{wanted}\"", mode.keyword())
            }
        };
        if let Some(value) = self.value_of(context, folder, name)?
            && let Some(shown) = value_text(context, &value)?
        {
            add(&mut text, &format!("Value: `{}`", shown.replace('\n', " ")));
        }
        Ok(Some(Description { line, text }))
    }
}
