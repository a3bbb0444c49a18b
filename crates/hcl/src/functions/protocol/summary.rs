//! Type summaries: sets of values that conform to a type, by their representation.
//!
//! Most calls have arguments with which the protocol has nothing to do: known, not null, unmarked,
//! and of a type that the representation of the value determines. A set of such representations is
//! one byte.

use polycty_core::types::{Kind, StringConstraint, Type};
use polycty_core::values::{Value, ValueSummary};

/// A set of type summaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TypeSummaries(u8);

impl TypeSummaries {
    /// The empty set.
    pub(super) const NONE: TypeSummaries = TypeSummaries(0);
    const BOOL: TypeSummaries = TypeSummaries(ValueSummary::Bool as u8);
    const NUMBER: TypeSummaries = TypeSummaries(ValueSummary::Number as u8);
    const STRING: TypeSummaries = TypeSummaries(ValueSummary::String as u8);
    const ALL: TypeSummaries = TypeSummaries(
        ValueSummary::Bool as u8
            | ValueSummary::Number as u8
            | ValueSummary::String as u8
            | ValueSummary::Other as u8,
    );

    /// Returns the summaries whose values all conform to a type.
    #[inline]
    pub(super) fn conforming_to(ty: &Type) -> TypeSummaries {
        match ty.kind() {
            Kind::Any => TypeSummaries::ALL,
            Kind::Bool(None) => TypeSummaries::BOOL,
            Kind::Number => TypeSummaries::NUMBER,
            Kind::String(StringConstraint::Plain) => TypeSummaries::STRING,
            _ => TypeSummaries::NONE,
        }
    }

    /// Whether the summary of a value is in the set. Nulls, unknown values and marked values are in
    /// no set.
    #[inline(always)]
    pub(super) fn include(self, value: &Value) -> bool {
        self.0 & value.summary() as u8 != 0
    }
}
