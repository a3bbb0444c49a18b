//! What is a value, at a glance?
//!
//! Most calls have arguments with which the protocol has nothing to do: known,
//! not null, free of marks, and of a type that is told by how the value is kept.
//! A shape says that much in one byte, without touching the value's type.

use crate::types::{Kind, StringConstraint, Type};
use crate::values::{Repr, Value};

/// A set of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shapes(u8);

impl Shapes {
    /// The shape of a null, an unknown, and of what carries a mark anywhere.
    pub(super) const NONE: Shapes = Shapes(0);
    const BOOL: Shapes = Shapes(1);
    const NUMBER: Shapes = Shapes(2);
    const STRING: Shapes = Shapes(4);
    /// Any other known value without marks that is not null.
    pub(super) const OTHER: Shapes = Shapes(8);
    const ALL: Shapes = Shapes(15);

    /// The shape of a value: exactly one, or none.
    #[inline(always)]
    pub(super) fn of(value: &Value) -> Shapes {
        match &value.0 {
            Repr::SmallNumber { .. } | Repr::BigNumber(_) => Shapes::NUMBER,
            Repr::Short(_) | Repr::Long(_) => Shapes::STRING,
            Repr::Bool(_) => Shapes::BOOL,
            Repr::Null(_) | Repr::Unknown(_) | Repr::Refined(_) | Repr::Marked(_) => Shapes::NONE,
            Repr::Sequence(facts, _)
            | Repr::Set(facts, _)
            | Repr::Map(facts, _)
            | Repr::Object(facts, _) => {
                if facts.marked() {
                    Shapes::NONE
                } else {
                    Shapes::OTHER
                }
            }
            Repr::Row(at, table) => {
                if table.facts(*at).marked() {
                    Shapes::NONE
                } else {
                    Shapes::OTHER
                }
            }
            Repr::SmallInteger(_)
            | Repr::BigInteger(_)
            | Repr::Double(_)
            | Repr::Capsule(_)
            | Repr::Extension(_) => Shapes::OTHER,
        }
    }

    /// The shapes whose values all conform to a type.
    #[inline]
    pub(super) fn conforming_to(ty: &Type) -> Shapes {
        match ty.kind() {
            Kind::Any => Shapes::ALL,
            Kind::Bool(None) => Shapes::BOOL,
            Kind::Number => Shapes::NUMBER,
            Kind::String(StringConstraint::Plain) => Shapes::STRING,
            _ => Shapes::NONE,
        }
    }

    /// Whether a shape is in the set; no set contains [`Shapes::NONE`].
    #[inline]
    pub(super) fn includes(self, shape: Shapes) -> bool {
        self.0 & shape.0 != 0
    }
}
