//! The type of a value.
//!
//! A container carries its type if mcl made it. A container of a different language carries a type
//! of that language; its mcl type is inferred from its parts, which must all have the same type.

use crate::types::view::{int, is_mcl, unsupported};
use crate::values::foreign::{no_such_value, refuse_foreign, too_wide};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Field, Type};
use polycty_core::values::Value;

/// Returns the type of a value: the type that a container carries, if mcl has it, otherwise the
/// common type of its parts.
///
/// # Errors
/// [`Code::Unsupported`] with the path to a part that is not a value of mcl.
pub fn type_of(value: &Value) -> Result<Type> {
    refuse_foreign(value)?;
    infer(value)
}

/// Infers like [`type_of`]; the caller has checked that mcl has the value.
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

/// Returns the common type of the parts with these keys.
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

/// Returns the declared part type of an empty container, if mcl has it.
fn declared(ty: Option<&Type>) -> Result<Type> {
    match ty {
        Some(ty) if is_mcl(ty) => Ok(ty.clone()),
        Some(ty) => Err(unsupported(ty)),
        None => Err(Error::new(Code::Internal, "a container has no parts")),
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
                "the parts of an mcl container must have the same type",
            )
            .with_expected(first)
            .with_found(&ty));
        }
    }
    Ok(())
}
