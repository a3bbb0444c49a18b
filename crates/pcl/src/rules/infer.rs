//! The type of a value.
//!
//! A value carries its type, except null, which always has the type `none`.

use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;

/// Returns the type of a value. Null has the type `none`, also as a part of a tuple or object.
///
/// # Errors
/// Errors of the limits of types, and `Code::Limit` if the budget is exceeded.
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

/// Returns the type of a value without a look at its parts: `none` for null.
pub(crate) fn own_type(value: &Value) -> Type {
    if value.is_null() {
        Type::none().clone()
    } else {
        value.ty().clone()
    }
}
