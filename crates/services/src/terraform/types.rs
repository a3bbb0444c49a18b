//! Types of references, and schemas of bodies.

use super::Terraform;
use super::folder::Folder;
use super::navigation::folder_of;
use super::sites::{Name, mode_of};
use crate::language::Context;
use polycty_core::sort::sort;
use polycty_core::source::{Code, Result};
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;
use polycty_hcl::syntax::{Block, Tree};
use polycty_terraform::module::{Inventory, Repetition, Resource};
use polycty_terraform::project::{BodySchema, SchemaTable};

/// A step into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Into {
    /// `.name` or `["name"]`
    Field(String),
    /// `[…]` with any other key, or a splat.
    Element,
}

/// The type at the end of some steps.
pub(super) fn type_within(ty: &Type, steps: &[Into]) -> Option<Type> {
    let mut ty = ty.clone();
    for step in steps {
        ty = match step {
            Into::Field(name) => match ty.field(name) {
                Some(field) => field.ty().clone(),
                None => ty.element().filter(|_| ty.is_map())?.clone(),
            },
            Into::Element => match ty.element() {
                Some(element) => element.clone(),
                None => ty.elements()?.first()?.clone(),
            },
        };
    }
    Some(ty)
}

impl Terraform {
    /// The schema of a resource.
    pub(super) fn resource_schema(
        &self,
        context: &Context<'_>,
        inventory: &Inventory,
        resource: &Resource,
    ) -> Result<Option<BodySchema>> {
        let provider = resource.provider.as_ref().map(|(name, _)| &**name);
        let table = SchemaTable::Resource(resource.mode);
        self.schema(context, inventory, table, &resource.resource_type, provider)
    }

    fn schema(
        &self,
        context: &Context<'_>,
        inventory: &Inventory,
        table: SchemaTable,
        name: &str,
        provider: Option<&str>,
    ) -> Result<Option<BodySchema>> {
        let Some(schemas) = &self.options.schemas else {
            return Ok(None);
        };
        match schemas.body(inventory, table, name, provider, context.budget) {
            Err(error) if error.code() == Code::Syntax => Ok(None),
            found => found,
        }
    }

    /// The schema of the body of the innermost of some blocks.
    pub(super) fn body_schema(
        &self,
        context: &Context<'_>,
        tree: &Tree,
        blocks: &[&Block],
    ) -> Result<Option<BodySchema>> {
        let Some(folder) = self.folder(context, folder_of(context))? else {
            return Ok(None);
        };
        let inventory = folder.module.inventory();
        let blocks = match blocks {
            [check, rest @ ..] if tree.text(check.block_type) == "check" => rest,
            blocks => blocks,
        };
        let Some((first, inner)) = blocks.split_first() else {
            return Ok(None);
        };
        let block_type = tree.text(first.block_type);
        let labels: Vec<&str> = tree[first.labels]
            .iter()
            .map(|label| tree.text(label.text))
            .collect();
        let found = match (block_type, &*labels) {
            ("provider", [name, ..]) => {
                self.schema(context, inventory, SchemaTable::Provider, name, None)?
            }
            (block_type, [of, rest @ ..]) => {
                let Some(mode) = mode_of(block_type) else {
                    return Ok(None);
                };
                let mut resources = inventory.resources.iter();
                let resource = resources.find(|one| {
                    one.mode == mode
                        && *one.resource_type == **of
                        && rest.first().is_some_and(|name| *one.name == **name)
                });
                match resource {
                    Some(resource) => self.resource_schema(context, inventory, resource)?,
                    None => {
                        self.schema(context, inventory, SchemaTable::Resource(mode), of, None)?
                    }
                }
            }
            _ => None,
        };
        let Some(mut schema) = found else {
            return Ok(None);
        };
        let mut dynamic: Option<&str> = None;
        for block in inner {
            let block_type = tree.text(block.block_type);
            let name = match (block_type, dynamic.take()) {
                ("dynamic", _) => {
                    dynamic = tree[block.labels]
                        .first()
                        .map(|label| tree.text(label.text));
                    continue;
                }
                ("content", Some(name)) => name,
                (name, _) => name,
            };
            match schema.nested(name) {
                Some(nested) => schema = nested,
                None => return Ok(None),
            }
        }
        Ok(dynamic.is_none().then_some(schema))
    }

    /// The type of a declaration as references see it.
    pub(super) fn type_of(
        &self,
        context: &Context<'_>,
        folder: &Folder,
        name: &Name,
    ) -> Result<Option<Type>> {
        let inventory = folder.module.inventory();
        Ok(match name {
            Name::Variable(name) => {
                let mut variables = inventory.variables.iter();
                let found = variables.find(|variable| *variable.name == **name);
                found.map(|variable| variable.ty().clone())
            }
            Name::Local(name) => {
                let names = self.names(context, &folder.path)?;
                let value = names.as_ref().and_then(|names| names.local(name));
                value.map(|value| value.ty().clone())
            }
            Name::Output(name) => self.output_type(context, folder, name)?,
            Name::Module(call) => self.call_type(context, folder, call)?,
            Name::Resource(mode, of, name) => {
                let mut resources = inventory.resources.iter();
                let found = resources.find(|one| {
                    one.mode == *mode && *one.resource_type == **of && *one.name == **name
                });
                let Some(resource) = found else {
                    return Ok(None);
                };
                let Some(schema) = self.resource_schema(context, inventory, resource)? else {
                    return Ok(None);
                };
                Some(repeated(schema.ty()?, &resource.repetition)?)
            }
        })
    }

    fn output_type(
        &self,
        context: &Context<'_>,
        folder: &Folder,
        name: &str,
    ) -> Result<Option<Type>> {
        let mut outputs = folder.module.inventory().outputs.iter();
        let Some(output) = outputs.find(|output| *output.name == *name) else {
            return Ok(None);
        };
        if let Some(constraint) = &output.constraint {
            return Ok(Some(constraint.ty.clone()));
        }
        let names = self.names(context, &folder.path)?;
        let value = names.as_ref().and_then(|names| names.output(name));
        Ok(value.map(|value| value.ty().clone()))
    }

    fn call_type(
        &self,
        context: &Context<'_>,
        folder: &Folder,
        name: &str,
    ) -> Result<Option<Type>> {
        let mut calls = folder.module.inventory().calls.iter();
        let call = calls.find(|call| *call.name == *name);
        let (Some(call), Some(child)) = (call, self.called(context, folder, name)?) else {
            return Ok(None);
        };
        let mut fields = Vec::new();
        for output in context.budget.charged(&child.module.inventory().outputs)? {
            let ty = self.output_type(context, &child, &output.name)?;
            let ty = ty.unwrap_or_else(|| Type::any().clone());
            fields.push(Field::new(output.name.clone(), ty));
        }
        sort(&mut fields);
        let object = Type::object(fields)?;
        Ok(Some(repeated(object, &call.repetition)?))
    }

    /// The value of a declaration, if it is known and may be shown.
    pub(super) fn value_of(
        &self,
        context: &Context<'_>,
        folder: &Folder,
        name: &Name,
    ) -> Result<Option<Value>> {
        let names = match name {
            _ if folder.hides_values => None,
            Name::Local(_) | Name::Output(_) => self.names(context, &folder.path)?,
            _ => None,
        };
        let Some(names) = names else {
            return Ok(None);
        };
        let value = match name {
            Name::Local(name) => names.local(name),
            Name::Output(name) => {
                let mut outputs = folder.module.inventory().outputs.iter();
                let output = outputs.find(|output| *output.name == **name);
                if output.is_none_or(|output| output.is_sensitive() || output.is_ephemeral()) {
                    return Ok(None);
                }
                names.output(name)
            }
            _ => None,
        };
        Ok(value
            .filter(|value| value.is_wholly_known() && value.unmark_deep().1.is_empty())
            .cloned())
    }
}

/// The type of a reference to something that may have several instances.
fn repeated(ty: Type, repetition: &Repetition) -> Result<Type> {
    Ok(match repetition {
        Repetition::Count(_) => Type::list(ty)?,
        Repetition::ForEach(_) => Type::map(ty)?,
        _ => ty,
    })
}
