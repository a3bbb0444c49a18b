//! Messages about two mcl types that cannot be unified.
//!
//! The messages are mgmt's: `type error: A != B` with the names of the kinds, where the value of a
//! variable is on the left; the difference between structs or functions; `directly in the same set`
//! if a type would contain itself.

use crate::types::view::MclType;
use polycty_core::inference::{Mismatch, Rule};
use polycty_core::source::{Code, Error};
use polycty_core::types::Type;
use polycty_core::values::path_into;

/// Returns the error for two types that cannot be unified.
#[cold]
pub(crate) fn explain(mismatch: &Mismatch, a: &Type, b: &Type) -> Error {
    let kind = |ty| MclType::of(ty).map_or("unknown", MclType::kind_name);
    let message = match mismatch.rule {
        Rule::FieldCount => "struct field count differs".to_owned(),
        Rule::FieldNames => "struct fields differ".to_owned(),
        Rule::ParameterCount => "func arg count differs".to_owned(),
        Rule::Occurs => "directly in the same set".to_owned(),
        Rule::Constructor => {
            format!(
                "type error: {} != {}",
                kind(&mismatch.left),
                kind(&mismatch.right)
            )
        }
        // The remaining difference of mcl types: only one of two functions has a result type.
        other => other.reason().to_owned(),
    };
    Error::new(Code::Type, message)
        .with_path(path_into(a, &mismatch.path))
        .with_expected(a)
        .with_found(b)
}
