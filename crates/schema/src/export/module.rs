//! Modules of Terraform: the schema of the values of variables.
//!
//! The documents are the content of a `.tfvars.json` file: an object of variables by name, where
//! variables with a default are optional. If a variable is not nullable, null means the default, so
//! null is only refused by a variable without a default.

use super::rules::constraints;
use super::{Details, Export, Exported, Null, Waiting, details_of};
use crate::document::pointer_step;
use crate::fits::Question;
use crate::model::{Node, Types};
use crate::notes::Mismatch;
use crate::values::document_of;
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::source::{PathStep, Result};
use polycty_core::types::{Field, Type};
use polycty_terraform::module::{Module, Variable};

/// Returns the schema of the documents that a Terraform module accepts as the values of its
/// variables, with descriptions and with the defaults of variables that are not sensitive or
/// ephemeral. With [`Question::IsValue`], the members have the variables' exact types, and there
/// are no additional members. With [`Question::Converts`], the schema accepts all documents that
/// Terraform accepts: it converts values and ignores names that are not variables. The type is the
/// object of the variables.
///
/// The schema contains the rules of variables as far as it can express them: comparisons with a
/// number, and `contains` and `can(regex(…))` with constants. A note reports the other rules.
///
/// # Errors
/// As [`export`](super::export).
pub fn export_module(
    module: &Module,
    question: Question,
    budget: &Budget,
) -> Result<(Type, Exported)> {
    let variables = &module.inventory().variables;
    let all: Vec<Details> = (variables.iter())
        .map(|variable| details(variable, budget))
        .collect::<Result<_>>()?;
    let mut export = Export::new(DialectId::Hcl, question, budget)?;
    let root = export.reserve()?;
    let mut node = Node::of(Types::OBJECT);
    for (variable, details) in variables.iter().zip(&all) {
        let place = format!("/properties{}", pointer_step(&variable.name));
        let part = export.reserve()?;
        let step = PathStep::Attr(variable.name.clone());
        export.nodes[part.0 as usize].place = place.as_str().into();
        let mut constraints = constraints(variable, question, budget)?;
        // Null means the default if the variable is not nullable.
        let refuses_null = if variable.is_nullable() {
            constraints.refuses_null
        } else {
            variable.is_required()
        };
        if !constraints.is_exact {
            export.path = vec![step.clone()];
            let why = "a schema cannot express all validation rules of the variable";
            let hints = std::mem::take(&mut constraints.hints);
            export.note(&place, Mismatch::Wider, why, hints);
        }
        export.waiting.push_back(Waiting {
            ty: variable.ty().clone(),
            null: refuses_null.then_some(Null::Excluded),
            node: part,
            path: vec![step],
            details,
            constraints: Some(constraints),
        });
        if variable.is_required() {
            node.required.push(variable.name.clone());
        }
        node.properties.push((variable.name.clone(), part));
    }
    if question == Question::IsValue {
        let others = "/additionalProperties".to_owned();
        node.additional = Some(export.add(Node::of(Types::NONE), others)?);
    }
    export.put(root, node, String::new());
    let fields = variables.iter().map(|variable| {
        let (name, ty) = (variable.name.clone(), variable.ty().clone());
        if variable.is_required() {
            Field::new(name, ty)
        } else {
            Field::optional(name, ty)
        }
    });
    let mut fields: Vec<Field> = fields.collect();
    Field::sort_by_name(&mut fields);
    let ty = Type::object(fields)?;
    Ok((ty, export.finished(root)?))
}

/// The annotations of a variable.
fn details(variable: &Variable, budget: &Budget) -> Result<Details> {
    budget.charge(1)?;
    let constraint = variable.constraint.as_ref();
    let defaults = constraint.and_then(|constraint| constraint.defaults.as_ref());
    let within = match defaults {
        Some(defaults) => details_of(defaults, budget)?,
        None => Details::default(),
    };
    let is_secret = variable.is_sensitive() || variable.is_ephemeral();
    let default = match &variable.default {
        Some(default) if !is_secret => {
            // A default that cannot be written as a document, or is too large, is omitted.
            let document = document_of(default, DialectId::Hcl, budget);
            budget.finish()?;
            document.ok()
        }
        _ => None,
    };
    Ok(Details {
        description: variable.description.clone(),
        default,
        ..within
    })
}
