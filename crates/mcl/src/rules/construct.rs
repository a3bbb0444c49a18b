//! Construction: which list, struct or map do given parts make?
//!
//! One of the wanted type, each part of which is converted to the type that the container
//! has for it.

use crate::rules::convert::convert;
use crate::types::shape::{Shape, require_mcl};
use crate::values::build::{check_key, sorted_map};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// A list of the type `ty`, a list type, with these elements.
///
/// # Errors
/// [`Code::Type`] where `ty` is no list type of mcl's; else as [`typed`](crate::typed).
pub fn new_list(ty: &Type, elements: impl IntoIterator<Item = Value>) -> Result<Value> {
    let Some(Shape::List(element)) = Shape::of(ty) else {
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

/// A struct of the type `ty`, a struct type, with a value for each field in the order
/// of the type.
///
/// # Errors
/// [`Code::Type`] where `ty` is no struct type of mcl's;
/// [`Code::InvalidArgument`] for another number of values than of fields; else as
/// [`typed`](crate::typed).
pub fn new_struct(ty: &Type, values: impl IntoIterator<Item = Value>) -> Result<Value> {
    let Some(Shape::Struct(fields)) = Shape::of(ty) else {
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
        return Err(Error::new(Code::InvalidArgument, message).with_wanted(ty));
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

/// A map of the type `ty`, a map type, with these entries; of equal keys the last one
/// counts.
///
/// # Errors
/// [`Code::Type`] where `ty` is no map type of mcl's, or values of its key type cannot
/// be keys; else as [`typed`](crate::typed).
pub fn new_map(ty: &Type, entries: impl IntoIterator<Item = (Value, Value)>) -> Result<Value> {
    let Some(Shape::Map(key, element)) = Shape::of(ty) else {
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
