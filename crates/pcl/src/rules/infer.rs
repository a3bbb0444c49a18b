//! The type of a value.
//!
//! A value carries its type. Null, though, is of the type `none`, whatever type it was made
//! with.

use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;

/// The type of a value: null is of the type `none`, also as a part of a tuple or an
/// object.
///
/// # Errors
/// The limits of types; what is spent.
pub fn type_of(value: &Value, budget: &Budget) -> Result<Type> {
    budget.charge(1)?;
    if value.is_null() {
        return Ok(Type::none().clone());
    }
    let ty = value.ty();
    let mut parts = match (value.parts(), ty.is_tuple() || ty.is_object()) {
        (Some(parts), true) => parts.iter(),
        _ => return Ok(ty.clone()),
    };
    let mut failure = None;
    let found = ty.map_parts(
        &mut |part| match parts.next().map(|part| type_of(part, budget)) {
            Some(Ok(ty)) => Ok(ty),
            Some(Err(error)) => {
                failure = Some(error);
                Ok(part.clone())
            }
            None => Ok(part.clone()),
        },
    )?;
    failure.map_or(Ok(found), Err)
}

/// The type of a value before its parts are looked at: null is of the type `none`.
pub(crate) fn own_type(value: &Value) -> Type {
    match value.is_null() {
        true => Type::none().clone(),
        false => value.ty().clone(),
    }
}
