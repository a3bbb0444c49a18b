//! Assignability: the values that a type accepts without conversion.
//!
//! A type accepts the values whose type conforms to it (cty's `TestConformance`): an equal type,
//! where `any` in the target matches any type. The implementation is [`Type::conforms_to`] in the
//! core crate, because the codecs and the call protocol use it, too.

use polycty_core::types::Type;

/// Whether every value of the source type is a value of the target type without conversion.
#[must_use]
pub fn assignable(source: &Type, target: &Type) -> bool {
    source.conforms_to(target)
}
