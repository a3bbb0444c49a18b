//! Construction of values: zero values, and maps from entries.
//!
//! A map with string keys is an ordinary map (`Value::map_with_type`). Any other map is an ordered
//! map (`Value::ordered_map`) in ascending order of its keys. The zero value of a function type is
//! the null of that type: a function without a body.

use crate::types::format::format_type;
use crate::types::view::{MclType, is_hashable};
use crate::values::order::value_cmp;
use polycty_core::sort::sort_by;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, Type};
use polycty_core::values::{MAX_PARTS, Value, sort_entries};
use std::cmp::Ordering;

/// Builds a map from entries that are known to fit its type.
pub fn sorted_map(ty: &Type, mut entries: Vec<(Value, Value)>) -> Result<Value> {
    if ty.key().is_some_and(Type::is_string) {
        let entries = sort_entries(entries)?;
        return Value::map_with_type(ty.clone(), entries.into_iter());
    }
    sort_by(&mut entries, |a, b| value_cmp(&a.0, &b.0));
    // The last of several equal keys is kept.
    entries.reverse();
    entries.dedup_by(|a, b| value_cmp(&a.0, &b.0) == Ordering::Equal);
    entries.reverse();
    Value::ordered_map(ty.clone(), entries)
}

/// Returns an error if the type is not hashable.
pub(crate) fn check_key(key: &Type) -> Result<()> {
    if is_hashable(key) {
        return Ok(());
    }
    let name = format_type(key)?;
    let message = format!("map key type {name} is not hashable");
    Err(Error::new(Code::Type, message).with_found(key))
}

/// Returns the zero value of a type: `false`, the empty string, `0`, the empty list or map, a
/// struct of zero values, or a function without a body.
///
/// # Errors
/// - [`Code::Type`] for `variant`, for a type with variables, and for a map whose key type is not
///   hashable.
/// - [`Code::Unsupported`] for a type that mcl does not have.
/// - [`Code::Limit`] if the value has too many parts.
pub fn zero(ty: &Type) -> Result<Value> {
    if ty.has(Flags::VARIABLE) {
        return Err(no_value("unification", ty));
    }
    let mut left = MAX_PARTS;
    zero_of(ty, &mut left)
}

/// Returns the zero value with at most `left` parts.
pub(crate) fn zero_of(ty: &Type, left: &mut u32) -> Result<Value> {
    *left = left
        .checked_sub(1)
        .ok_or_else(|| Error::new(Code::Limit, "the zero value has too many parts"))?;
    match MclType::require(ty)? {
        MclType::Bool => Ok(Value::bool(false)),
        MclType::Str => Ok(Value::string("")),
        MclType::Int => Ok(Value::from_integer(0i64.into())),
        MclType::Float => Ok(Value::from_double(0.0)),
        MclType::List(_) => Value::sequence(ty.clone(), Vec::new()),
        MclType::Map(key, _) => {
            check_key(key)?;
            sorted_map(ty, Vec::new())
        }
        MclType::Struct(fields) => {
            let parts: Result<Vec<Value>> = fields
                .iter()
                .map(|field| {
                    zero_of(field.ty(), left).map_err(|error| error.in_attribute(field.name()))
                })
                .collect();
            Value::object_with_type(ty.clone(), parts?)
        }
        MclType::Func(..) | MclType::Nil => Ok(Value::null(ty.clone())),
        open @ (MclType::Variant | MclType::Variable(..)) => Err(no_value(open.kind_name(), ty)),
    }
}

/// Returns the error for a type without values of its own.
#[cold]
pub(crate) fn no_value(kind: &str, ty: &Type) -> Error {
    Error::new(Code::Type, format!("{kind} type")).with_found(ty)
}
