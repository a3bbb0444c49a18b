//! Type errors: why can two types of mcl not be equal?
//!
//! The reference's words: `type error: A != B` with the names of the kinds, where a
//! variable's value stands on the left; what differs between structs and functions;
//! `directly in the same set` where a type would contain itself.

use crate::types::shape::Shape;
use polycty_core::inference::{Clash, Rule};
use polycty_core::source::{Code, Error};
use polycty_core::types::Type;
use polycty_core::values::path_into;

/// The fault of two types that unification could not make equal.
#[cold]
pub(crate) fn explain(clash: &Clash, a: &Type, b: &Type) -> Error {
    let kind = |ty| Shape::of(ty).map_or("unknown", Shape::kind_name);
    let message = match clash.rule {
        Rule::FieldCount => "struct field count differs".to_owned(),
        Rule::FieldNames => "struct fields differ".to_owned(),
        Rule::ParameterCount => "func arg count differs".to_owned(),
        Rule::Occurs => "directly in the same set".to_owned(),
        Rule::Constructor => {
            format!(
                "type error: {} != {}",
                kind(&clash.left),
                kind(&clash.right)
            )
        }
        // What else two types of mcl may differ in: whether a function says its result.
        other => other.reason().to_owned(),
    };
    Error::new(Code::Type, message)
        .with_path(path_into(a, &clash.path))
        .with_wanted(a)
        .with_found(b)
}
