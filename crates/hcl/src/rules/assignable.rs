//! Assignability: which values does a type take as they are?
//!
//! Those whose type conforms to it (cty's `TestConformance`): an equal type, with `any`
//! in the target for whatever there is. [`Type::conforms_to`] decides, which stands with
//! the universe because the codecs and the call protocol ask it, too.

use polycty_core::types::Type;

/// Whether every value of the source type is one of the target type, as it is.
#[must_use]
pub fn assignable(source: &Type, target: &Type) -> bool {
    source.conforms_to(target)
}
