//! Foreign values: values that mcl does not have.
//!
//! mcl has no unknown values and no marks. Its only nulls are functions without a body and `nil`.
//! Integers have 64 bits.

use crate::types::view::{MclType, unsupported};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

/// Returns an error if a value contains an unknown, a mark or a foreign null.
///
/// # Errors
/// [`Code::Unsupported`] with the path to the first such part.
pub(crate) fn refuse_foreign(value: &Value) -> Result<()> {
    let what = if value.is_marked() {
        "marks"
    } else if !value.is_known() {
        "unknown values"
    } else if value.is_null()
        && !matches!(
            MclType::of(value.ty()),
            Some(MclType::Func(..) | MclType::Nil)
        )
    {
        "null"
    } else {
        return refuse_foreign_parts(value);
    };
    Err(Error::new(Code::Unsupported, format!("mcl has no {what}")).with_found(value.ty()))
}

fn refuse_foreign_parts(value: &Value) -> Result<()> {
    if let Some(parts) = value.parts() {
        for (at, part) in parts.iter().enumerate() {
            refuse_foreign(part).map_err(|error| match value.ty().fields().get(at) {
                Some(field) => error.in_attribute(field.name()),
                None => error.in_index(at),
            })?;
        }
    } else if let Some(entries) = value.entries() {
        for entry in entries {
            let inside = |error: Error| error.in_index(entry.key().to_key());
            refuse_foreign(entry.value()).map_err(inside)?;
        }
    } else if let Some(map) = value.as_ordered_map() {
        for (key, part) in map.entries() {
            let inside = |error: Error| error.in_index(key.to_key());
            refuse_foreign(key).map_err(inside)?;
            refuse_foreign(part).map_err(inside)?;
        }
    }
    Ok(())
}

/// Returns the error for an integer that does not fit in 64 bits.
#[cold]
pub(crate) fn too_wide() -> Error {
    Error::new(Code::Unsupported, "integers of mcl have 64 bits")
}

/// Returns the error for a value of a kind that mcl does not have.
#[cold]
pub(crate) fn no_such_value(ty: &Type) -> Error {
    unsupported(ty).with_message("mcl has no such value")
}
