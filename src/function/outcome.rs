//! What must a result be, and what is known of it?

use crate::diagnostic::{Code, Error, Result};
use crate::types::Type;
use crate::values::{Detail, Refinement, Value, path_into};

/// The first place where a value's type does not conform to a type, as an error
/// with the path to it.
pub(super) fn nonconformity(value: &Value, ty: &Type) -> Option<Error> {
    let found = value.ty();
    if found.conforms_to(ty) {
        return None;
    }
    let first = found.nonconformities(ty).into_iter().next();
    let error = match first {
        Some(first) => {
            Error::new(Code::Type, first.message).with_path(path_into(found, &first.path))
        }
        None => Error::new(Code::Type, "unsuitable type"),
    };
    Some(error.with_wanted(ty).with_found(found))
}

/// A result must conform to the return type that was found for the arguments.
pub(super) fn check_conformance(result: &Value, ty: &Type) -> Result<()> {
    match nonconformity(result, ty) {
        None => Ok(()),
        Some(error) => Err(misbehaved(
            "the function returned a value that does not conform to its return type",
            &error,
        )),
    }
}

/// The result with what its signature promises of every result. Of an unknown of
/// the type `any` nothing can be known yet.
pub(super) fn refine(result: Value, promise: &Refinement) -> Result<Value> {
    if promise.is_none() || !result.is_known() && result.ty().is_any() {
        return Ok(result);
    }
    narrow(result, promise).map_err(|error| {
        misbehaved(
            "the function returned a value other than it promises",
            &error,
        )
    })
}

/// The value with this much known of it.
fn narrow(value: Value, promise: &Refinement) -> Result<Value> {
    let (bare, marks) = value.unmark();
    let wrong = |what: &str| Err(Error::new(Code::Type, what));
    let fits = match &promise.detail {
        Detail::Nothing => true,
        Detail::Prefix(_) => bare.ty().is_string(),
        Detail::Number { .. } => bare.ty().is_number(),
        Detail::Length { .. } => bare.ty().is_collection(),
    };
    if !fits {
        return wrong("the value is of another type");
    }
    if bare.is_null() && promise.not_null {
        return wrong("the value is null");
    }
    if bare.is_known() {
        if let (Some(text), Detail::Prefix(prefix)) = (bare.as_str(), &promise.detail)
            && !text.starts_with(&**prefix)
        {
            return wrong("the string begins otherwise");
        }
        return Ok(value);
    }
    let mut refinement = bare.refinement().cloned().unwrap_or_default();
    refinement.not_null |= promise.not_null;
    if promise.detail != Detail::Nothing {
        refinement.detail = promise.detail.clone();
    }
    Ok(Value::refined(bare.ty().clone(), refinement).with_marks(&marks))
}

#[cold]
fn misbehaved(how: &str, error: &Error) -> Error {
    let message = format!("{how}: {}", error.message());
    error
        .clone()
        .with_message(message)
        .with_code(Code::Misbehaved)
}
