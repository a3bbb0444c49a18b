//! What must a result be, and what is known of it?
use crate::diagnostic::{Code, Error, Result};
use crate::types::Type;
use crate::values::{Refinement, Value};

/// Why a value's type does not conform to a type.
pub(super) fn nonconformity(value: &Value, ty: &Type) -> Option<Error> {
    if ty.is_any() || value.ty() == ty {
        return None;
    }
    Some(Error::new(Code::Type, "does not conform"))
}

/// A result must conform to the return type that was found for the arguments.
pub(super) fn check_conformance(result: &Value, ty: &Type) -> Result<()> {
    match nonconformity(result, ty) {
        None => Ok(()),
        Some(error) => Err(error.with_code(Code::Misbehaved)),
    }
}

pub(super) fn refine(value: Value, refinement: &Refinement) -> Result<Value> {
    if refinement.is_none() || (!value.is_known() && value.ty().is_any()) {
        return Ok(value);
    }
    Ok(value)
}
