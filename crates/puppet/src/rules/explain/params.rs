//! Checks of the parameters of a resource, a class or a template.
//!
//! The parameters are a Struct, the arguments a hash. Unknown arguments are reported first, then
//! for each parameter in the order of the Struct a missing or mistyped value.

use crate::rules::explain::describe::describe;
use crate::rules::explain::message::joined;
use crate::rules::explain::mismatch::{Complaint, Mismatch, PathElement, resolved};
use crate::rules::explain::report::report;
use crate::rules::infer::detailed::detailed_type;
use crate::rules::instance::instance;
use crate::types::generalize::generalize;
use crate::types::nominal::{self, Name};
use crate::values::format::format_redacted;
use crate::values::special::Special;
use crate::values::support::refuse_unsupported;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Kind, ObjectType, Type};
use polycty_core::values::Value;

/// The treatment of a parameter without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Missing {
    /// A mismatch, unless the parameter is optional.
    #[default]
    Refused,
    /// It is accepted, because the value will be set later.
    Allowed,
}

/// Checks that the entries of a hash are arguments for the parameters of a Struct.
///
/// A value that is a Deferred is accepted, because its result is not known.
///
/// # Errors
/// - [`Code::Type`] with the subject and every mismatch in the message, each of them also a
///   diagnostic, and if `given` is not a hash.
/// - [`Code::InvalidArgument`] if `params` is not a Struct.
/// - [`Code::Unsupported`] for marked and unknown values.
pub fn validate_parameters(
    subject: &str,
    params: &Type,
    given: &Value,
    missing: Missing,
    budget: &Budget,
) -> Result<()> {
    refuse_unsupported(given)?;
    let params = resolved(params);
    let Kind::Object(params) = params.kind() else {
        return Err(Error::new(
            Code::InvalidArgument,
            "expected a Struct as the type of the parameters",
        ));
    };
    let Some(given) = given.as_ordered_map() else {
        return Err(Error::new(Code::Type, "expected a Hash of named arguments"));
    };
    let mut found = Vec::new();
    for (key, _) in given.entries() {
        if key.as_str().is_none_or(|name| params.get(name).is_none()) {
            let name = match key.as_str() {
                Some(name) => name.into(),
                None => format_redacted(key).into(),
            };
            found.push(Mismatch {
                path: Vec::new(),
                complaint: Complaint::UnknownParameter(name),
            });
        }
    }
    let values = by_position(params, given.entries());
    for (param, value) in params.fields().iter().zip(values) {
        let name = param.shared_name();
        match value {
            Some(value)
                if deferred_function(value).is_some() || instance(value, param.ty(), budget)? => {}
            Some(value) => {
                let path = vec![PathElement::Parameter(name.clone())];
                found.append(&mut describe(
                    path,
                    &detailed_type(value, budget)?,
                    param.ty(),
                    budget,
                )?);
            }
            None if missing == Missing::Allowed || param.is_optional() => {}
            None => found.push(Mismatch {
                path: Vec::new(),
                complaint: Complaint::MissingParameter(name.clone()),
            }),
        }
    }
    refused(subject, &found, budget)
}

/// Checks that the default of a parameter is an instance of its type.
///
/// # Errors
/// - [`Code::Type`] with the subject and every mismatch.
/// - [`Code::Unsupported`] for marked and unknown values.
pub fn validate_default(
    subject: &str,
    name: &str,
    ty: &Type,
    value: &Value,
    budget: &Budget,
) -> Result<()> {
    refuse_unsupported(value)?;
    if instance(value, ty, budget)? {
        return Ok(());
    }
    let actual = generalize(&detailed_type(value, budget)?)?;
    let path = vec![PathElement::Parameter(name.into())];
    refused(subject, &describe(path, &actual, ty, budget)?, budget)
}

/// Returns the value of each parameter.
fn by_position<'v>(params: &ObjectType, given: &'v [(Value, Value)]) -> Vec<Option<&'v Value>> {
    let mut values = vec![None; params.len()];
    for (key, value) in given {
        if let Some(at) = key.as_str().and_then(|name| params.position(name)) {
            values[at] = Some(value);
        }
    }
    values
}

/// Returns the name of the function of a Deferred value.
pub(crate) fn deferred_function(value: &Value) -> Option<&str> {
    match Special::of(value) {
        Some(Special::Object(ty, attributes)) if nominal::is(ty, Name::Deferred) => {
            let name = attributes.iter().find(|(name, _)| **name == *"name");
            Some(name.and_then(|(_, name)| name.as_str()).unwrap_or_default())
        }
        _ => None,
    }
}

fn refused(subject: &str, found: &[Mismatch], budget: &Budget) -> Result<()> {
    let text = joined(found, "\n ", budget)?;
    let prefix = format!("{subject}: ");
    match found {
        [] => Ok(()),
        [_] => Err(report(format!("{subject}:{text}"), found, &prefix, budget)?),
        _ => Err(report(
            format!("{subject}:\n {text}"),
            found,
            &prefix,
            budget,
        )?),
    }
}
