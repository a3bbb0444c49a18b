//! Glances: what is a value, without a look at its type?
//!
//! Most values that a function is called with are known, not null, free of marks, and of a
//! type that is told by how the value is kept. A glance says that much without touching the
//! value's type.

use super::{Repr, Value};

/// What how a value is kept tells of it. Each is a bit, so that sets of them are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Glance {
    /// A null, an unknown, or what carries a mark anywhere.
    Special = 0,
    /// A boolean.
    Bool = 1,
    /// A number of cty's.
    Number = 2,
    /// A string.
    String = 4,
    /// Any other known value without marks that is not null.
    Other = 8,
}

impl Value {
    /// What the value is, at a glance.
    #[must_use]
    #[inline(always)]
    pub fn glance(&self) -> Glance {
        let unless_marked = |marked: bool| match marked {
            true => Glance::Special,
            false => Glance::Other,
        };
        match &self.0 {
            Repr::SmallNumber { .. } | Repr::BigNumber(_) => Glance::Number,
            Repr::Short(_) | Repr::Long(_) => Glance::String,
            Repr::Bool(_) => Glance::Bool,
            Repr::Null(_) | Repr::Unknown(_) | Repr::Refined(_) | Repr::Marked(_) => {
                Glance::Special
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
            | Repr::Extension(_) => Glance::Other,
        }
    }
}
