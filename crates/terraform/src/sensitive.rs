//! The marks of sensitive and ephemeral values.

use crate::own::{Own, own};
use polycty_core::calls::{Allow, Call, Parameter, Signature, cost};
use polycty_core::text::Quoted;
use polycty_core::types::Type;
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::functions::{Cost, Function, ReturnType};

/// The mark of sensitive values.
pub const SENSITIVE: &str = "sensitive";

/// The mark of ephemeral values.
pub const EPHEMERAL: &str = "ephemeral";

/// The text that replaces a sensitive value in a message.
pub(crate) const WITHHELD: &str = "(sensitive value)";

fn of_a_value(
    change: impl Fn(&Value) -> Value + Send + Sync + 'static,
    description: &str,
) -> Function {
    let change = std::sync::Arc::new(change);
    let signature = Signature::new()
        .describe(description)
        .parameter(Parameter::new("value", Type::any().clone()).allow(Allow::ALL));
    let returns = ReturnType::found(|args| Ok(args[0].ty().clone()));
    Function::new(signature, returns, move |args: &[&Value], _: &_| {
        Ok(change(args[0]))
    })
}

/// The marks except one.
fn without(marks: &MarkSet, mark: &str) -> MarkSet {
    marks
        .as_slice()
        .iter()
        .filter(|have| &***have != mark)
        .cloned()
        .collect()
}

pub(crate) fn functions() -> Vec<Own> {
    let sensitive = of_a_value(|value| value.mark(SENSITIVE), "Marks a value as sensitive.");
    let nonsensitive = of_a_value(
        |value| {
            let (bare, marks) = value.unmark();
            bare.with_marks(&without(&marks, SENSITIVE))
        },
        "Removes the sensitive mark from a value.",
    );
    let ephemeral = Function::new(
        Signature::new()
            .describe("Replaces ephemeral values with null.")
            .parameter(Parameter::new("value", Type::any().clone()).allow(Allow::ALL)),
        ReturnType::found(|args| Ok(args[0].ty().clone())),
        |args: &[&Value], call: &Call<'_>| {
            if args[0].contains_marked() {
                cost::remake_value(args[0], call.budget)?;
            }
            as_null(args[0])
        },
    );
    let is_sensitive = Function::new(
        Signature::new()
            .describe("Returns whether a value is marked as sensitive.")
            .parameter(Parameter::new("value", Type::any().clone()).allow(Allow::ALL)),
        Type::bool().clone(),
        |args: &[&Value], _: &_| {
            let marked = args[0].marks().contains(SENSITIVE);
            Ok(if marked || args[0].unmarked().is_known() {
                Value::bool(marked)
            } else {
                Value::unknown(Type::bool().clone())
            })
        },
    );
    vec![
        own("sensitive", Cost::Constant, sensitive),
        own("nonsensitive", Cost::Constant, nonsensitive),
        own("issensitive", Cost::Constant, is_sensitive),
        own("ephemeralasnull", Cost::Linear, ephemeral),
    ]
}

/// Replaces ephemeral values by nulls. The recursion is as deep as the value, whose depth is
/// limited.
fn as_null(value: &Value) -> polycty_core::source::Result<Value> {
    if !value.contains_marked() {
        return Ok(value.clone());
    }
    let (bare, marks) = value.unmark();
    if marks.contains(EPHEMERAL) {
        return Ok(Value::null(bare.ty().clone()).with_marks(&without(&marks, EPHEMERAL)));
    }
    let changed = match bare.ty() {
        ty if ty.is_map() => {
            let entries = bare.entries().unwrap_or_default().iter();
            let pairs: Result<Vec<_>, _> = entries
                .map(|entry| Ok((entry.key().clone(), as_null(entry.value())?)))
                .collect::<polycty_core::source::Result<_>>();
            Value::map_with_type(ty.clone(), pairs?.into_iter())?
        }
        ty if ty.is_object() => {
            let attributes: polycty_core::source::Result<Vec<_>> = ty
                .fields()
                .iter()
                .filter_map(|field| Some((field, bare.attribute(field.name())?)))
                .map(|(field, part)| Ok((field.shared_name().clone(), as_null(part)?)))
                .collect();
            Value::object(attributes?)?
        }
        ty => match bare.parts() {
            Some(parts) => {
                let parts: polycty_core::source::Result<Vec<_>> =
                    parts.iter().map(as_null).collect();
                Value::sequence(ty.clone(), parts?)?
            }
            None => bare.clone(),
        },
    };
    Ok(changed.with_marks(&marks))
}

#[cfg(test)]
mod tests;

/// Formats a text for a message.
pub(crate) fn shown(text: &str, marks: &MarkSet) -> String {
    if marks.is_empty() {
        Quoted(text).to_string()
    } else {
        WITHHELD.to_owned()
    }
}
