//! The type of a value.
//!
//! That which a container carries, where it is one of mcl's. A container that another
//! language made carries a type of its own; there the parts decide, and all of them have to
//! be of one type.

use crate::types::shape::{int, is_mcl, unsupported};
use crate::values::foreign::{no_such_value, refuse_foreign, too_wide};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;

/// The type of a value: that which a container carries, if mcl has it, else the one
/// that its parts have in common.
///
/// # Errors
/// [`Code::Unsupported`] with the path to a part that is no value of mcl's.
pub fn type_of(value: &Value) -> Result<Type> {
    refuse_foreign(value)?;
    infer(value)
}

/// [`type_of`] for a value that mcl has.
pub(crate) fn infer(value: &Value) -> Result<Type> {
    if let Some(integer) = value.as_integer() {
        return match integer.to_i64() {
            Some(_) => Ok(int().clone()),
            None => Err(too_wide()),
        };
    }
    let ty = value.ty();
    if is_mcl(ty) {
        return Ok(ty.clone());
    }
    if let Some(map) = value.as_ordered_map() {
        let entries = || map.entries().iter();
        let key = common_type(ty.key(), entries().map(|(key, _)| (key, key)))?;
        let element = common_type(ty.element(), entries().map(|(key, value)| (key, value)))?;
        return Ok(Type::map_of(key, element, None)?);
    }
    if let Some(entries) = value.entries() {
        let parts = entries.iter().map(|entry| (entry.key(), entry.value()));
        return Ok(Type::map(common_type(ty.element(), parts)?)?);
    }
    match value.parts() {
        Some(parts) if ty.is_list() => {
            let mut found: Option<Type> = None;
            for (at, part) in parts.iter().enumerate() {
                agree(&mut found, part).map_err(|error| error.in_index(at))?;
            }
            let element = found.map_or_else(|| declared(ty.element()), Ok)?;
            Ok(Type::list(element)?)
        }
        Some(parts) if ty.is_object() => {
            let fields: Result<Vec<Field>> = ty
                .fields()
                .iter()
                .zip(parts)
                .map(|(field, part)| {
                    let ty = infer(part).map_err(|error| error.in_attribute(field.name()))?;
                    Ok(Field::new(field.shared_name().clone(), ty))
                })
                .collect();
            Ok(Type::object(fields?)?)
        }
        _ => Err(no_such_value(ty)),
    }
}

/// The one type of what stands under some keys.
fn common_type<'a>(
    of: Option<&Type>,
    parts: impl Iterator<Item = (&'a Value, &'a Value)>,
) -> Result<Type> {
    let mut found: Option<Type> = None;
    for (key, part) in parts {
        agree(&mut found, part).map_err(|error| error.in_index(key.to_key()))?;
    }
    found.map_or_else(|| declared(of), Ok)
}

/// The type of an empty container's parts, where it says one of mcl's.
fn declared(ty: Option<&Type>) -> Result<Type> {
    match ty {
        Some(ty) if is_mcl(ty) => Ok(ty.clone()),
        Some(ty) => Err(unsupported(ty)),
        None => Err(Error::new(Code::Internal, "a container without parts")),
    }
}

fn agree(found: &mut Option<Type>, part: &Value) -> Result<()> {
    let ty = infer(part)?;
    match found {
        None => *found = Some(ty),
        Some(first) if *first == ty => {}
        Some(first) => {
            return Err(Error::new(
                Code::Unsupported,
                "a container of mcl has one type of parts",
            )
            .with_wanted(first)
            .with_found(&ty));
        }
    }
    Ok(())
}
