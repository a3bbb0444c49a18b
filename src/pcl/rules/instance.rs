//! Instances: is a value one of a type, as it is?
//!
//! By the rules of assignable types, part by part, with what only a value can tell: which
//! member of a union it is of, and whether it is the value of a constant. What is not
//! there yet goes by its type.

use crate::rules::assignable::assignable;
use crate::rules::infer::own_type;
use crate::types::equal::same_value;
use crate::types::shape::{Shape, shape, unfolded};
use crate::values::{Eventual, MAX_DEPTH, too_deep};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Scalar, Type};
use polycty_core::values::Value;

/// Whether a value is one of a type, as it is.
///
/// # Errors
/// As [`assignable`].
pub fn is_instance(value: &Value, ty: &Type, budget: &Budget) -> Result<bool> {
    instance(value, ty, 0, budget)
}

fn instance(value: &Value, ty: &Type, depth: usize, budget: &Budget) -> Result<bool> {
    if depth >= MAX_DEPTH {
        return Err(too_deep());
    }
    budget.charge(1)?;
    let Some(unfolded) = unfolded(ty) else {
        return Ok(false);
    };
    if value.is_null() {
        // Of what may be null the constant null alone is not assignable from its type.
        match shape(&unfolded) {
            Shape::Const(_, None) => return Ok(true),
            Shape::Union(members) => {
                for member in members {
                    if instance(value, member, depth + 1, budget)? {
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            Shape::Promise(inner) | Shape::Output(inner) => {
                return instance(value, inner, depth + 1, budget);
            }
            _ => {}
        }
    }
    if value.is_null() || !value.is_known() || Eventual::of(value).is_some() {
        return assignable(&own_type(value), &unfolded, budget);
    }
    let value = value.unmarked();
    let all = |parts: &mut dyn Iterator<Item = (&Value, &Type)>| -> Result<bool> {
        for (part, ty) in parts {
            if !instance(part, ty, depth + 1, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    match shape(&unfolded) {
        Shape::Union(members) => {
            for member in members {
                if instance(value, member, depth + 1, budget)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Shape::Promise(inner) | Shape::Output(inner) => instance(value, inner, depth + 1, budget),
        Shape::Const(inner, wanted) => {
            Ok(instance(value, inner, depth + 1, budget)? && is_constant(value, wanted))
        }
        Shape::Enum { ty, values, .. } => {
            Ok(instance(value, ty, depth + 1, budget)? && is_one_of(value, values))
        }
        // There is no other value of it than a text.
        Shape::Id => Ok(value.as_str().is_some()),
        Shape::List(element) if value.ty().is_list() || value.ty().is_tuple() => all(&mut value
            .parts()
            .unwrap_or_default()
            .iter()
            .map(|part| (part, element))),
        Shape::Set(element) if value.ty().is_set() => all(&mut value
            .parts()
            .unwrap_or_default()
            .iter()
            .map(|part| (part, element))),
        Shape::Map(element) if value.ty().is_map() => {
            let entries = value.entries().unwrap_or_default();
            all(&mut entries.iter().map(|entry| (entry.value(), element)))
        }
        Shape::Map(element) if value.ty().is_object() => all(&mut value
            .parts()
            .unwrap_or_default()
            .iter()
            .map(|part| (part, element))),
        Shape::Object(object) if value.ty().is_object() => {
            let null = Value::null(Type::none().clone());
            all(&mut object
                .fields()
                .iter()
                .map(|field| (value.attribute(field.name()).unwrap_or(&null), field.ty())))
        }
        Shape::Tuple(elements) if value.ty().is_tuple() => {
            let null = Value::null(Type::none().clone());
            let parts = value.parts().unwrap_or_default();
            all(&mut elements
                .iter()
                .enumerate()
                .map(|(at, ty)| (parts.get(at).unwrap_or(&null), ty)))
        }
        _ => assignable(value.ty(), &unfolded, budget),
    }
}

/// Whether a value of a constant's type is the constant's; no scalar stands for null.
pub(crate) fn is_constant(value: &Value, wanted: Option<&Scalar>) -> bool {
    same_value(scalar(value).as_ref(), wanted)
}

/// Whether a value of an enumeration's type is one of the enumeration's.
pub(crate) fn is_one_of(value: &Value, values: &[Scalar]) -> bool {
    let own = scalar(value);
    values
        .iter()
        .any(|known| same_value(own.as_ref(), Some(known)))
}

/// A value that a type can name.
fn scalar(value: &Value) -> Option<Scalar> {
    if let Some(value) = value.as_bool() {
        return Some(Scalar::Bool(value));
    }
    if let Some(text) = value.as_str() {
        return Some(Scalar::String(text.into()));
    }
    if let Some(integer) = value.as_integer() {
        return Some(Scalar::Integer(integer));
    }
    value.as_number().map(Scalar::Number)
}
