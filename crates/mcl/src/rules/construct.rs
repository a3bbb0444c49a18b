//! Construction of lists, maps and structs from their parts.
//!
//! The result has the requested type; each part is converted to the type that the container has for
//! it.

use crate::rules::convert::convert;
use crate::types::view::{MclType, require_mcl};
use crate::values::build::{check_key, sorted_map};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// Returns a list of the list type `ty` with these elements.
///
/// # Errors
/// [`Code::Type`] if `ty` is not a list type of mcl; otherwise the errors of
/// [`typed`](crate::typed).
pub fn new_list(ty: &Type, elements: impl IntoIterator<Item = Value>) -> Result<Value> {
    let Some(MclType::List(element)) = MclType::of(ty) else {
        return Err(not_a("list", ty));
    };
    require_mcl(ty)?;
    let elements: Result<Vec<Value>> = elements
        .into_iter()
        .enumerate()
        .map(|(at, part)| convert(&part, element).map_err(|error| error.in_index(at)))
        .collect();
    Value::sequence(ty.clone(), elements?)
}

/// Returns a struct of the struct type `ty` with a value for each field, in the order of the type.
///
/// # Errors
/// - [`Code::Type`] if `ty` is not a struct type of mcl.
/// - [`Code::InvalidArgument`] if the number of values differs from the number of fields.
/// - The errors of [`typed`](crate::typed).
pub fn new_struct(ty: &Type, values: impl IntoIterator<Item = Value>) -> Result<Value> {
    let Some(MclType::Struct(fields)) = MclType::of(ty) else {
        return Err(not_a("struct", ty));
    };
    require_mcl(ty)?;
    let values: Vec<Value> = values.into_iter().collect();
    if values.len() != fields.len() {
        let message = format!(
            "the struct has {} fields, not {}",
            fields.len(),
            values.len()
        );
        return Err(Error::new(Code::InvalidArgument, message).with_expected(ty));
    }
    let parts: Result<Vec<Value>> = values
        .iter()
        .zip(fields)
        .map(|(part, field)| {
            convert(part, field.ty()).map_err(|error| error.in_attribute(field.name()))
        })
        .collect();
    Value::object_with_type(ty.clone(), parts?)
}

/// Returns a map of the map type `ty` with these entries. The last of several equal keys is kept.
///
/// # Errors
/// [`Code::Type`] if `ty` is not a map type of mcl or its key type is not hashable; otherwise the
/// errors of [`typed`](crate::typed).
pub fn new_map(ty: &Type, entries: impl IntoIterator<Item = (Value, Value)>) -> Result<Value> {
    let Some(MclType::Map(key, element)) = MclType::of(ty) else {
        return Err(not_a("map", ty));
    };
    require_mcl(ty)?;
    check_key(key)?;
    let entries: Result<Vec<(Value, Value)>> = entries
        .into_iter()
        .map(|(k, v)| {
            let inside = |error: Error| error.in_index(k.to_key());
            let value = convert(&v, element).map_err(inside)?;
            Ok((convert(&k, key).map_err(inside)?, value))
        })
        .collect();
    sorted_map(ty, entries?)
}

#[cold]
fn not_a(kind: &str, ty: &Type) -> Error {
    Error::new(Code::Type, format!("a {kind} type of mcl is required")).with_found(ty)
}
