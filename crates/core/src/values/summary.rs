//! Classification of values by their representation.
//!
//! Most arguments of functions are known, not null, unmarked, and have a type that their
//! representation determines. A [`ValueSummary`] classifies such values without reading their type.

use super::{Repr, Value};

/// The class of a value. The variants are bits, so that sets of them are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum ValueSummary {
    /// A null, an unknown, or a value with a mark at any depth.
    Special = 0,
    /// A boolean.
    Bool = 1,
    /// A cty number.
    Number = 2,
    /// A string.
    String = 4,
    /// Any other known value without marks that is not null.
    Other = 8,
}

impl Value {
    /// Returns the class of the value.
    #[must_use]
    #[inline(always)]
    pub fn summary(&self) -> ValueSummary {
        let unless_marked = |marked: bool| {
            if marked {
                ValueSummary::Special
            } else {
                ValueSummary::Other
            }
        };
        match &self.0 {
            Repr::SmallNumber { .. } | Repr::BigNumber(_) => ValueSummary::Number,
            Repr::Short(_) | Repr::Long(_) => ValueSummary::String,
            Repr::Bool(_) => ValueSummary::Bool,
            Repr::Null(_) | Repr::Unknown(_) | Repr::Refined(_) | Repr::Marked(_) => {
                ValueSummary::Special
            }
            Repr::Sequence(facts, _)
            | Repr::Set(facts, _)
            | Repr::Map(facts, _)
            | Repr::Object(facts, _) => unless_marked(facts.marked()),
            Repr::Row(at, table) => unless_marked(table.facts(*at).marked()),
            Repr::MapRow(at, table) => unless_marked(table.facts(*at).marked()),
            Repr::SmallInteger(_)
            | Repr::BigInteger(_)
            | Repr::Double(_)
            | Repr::Capsule(_)
            | Repr::Extension(_) => ValueSummary::Other,
        }
    }
}
