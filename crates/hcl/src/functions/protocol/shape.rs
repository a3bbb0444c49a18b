//! Shapes: which values conform to a type, by how they are kept?
//!
//! Most calls have arguments with which the protocol has nothing to do: known, not null,
//! free of marks, and of a type that is told by how the value is kept. A set of shapes says
//! in one byte which of those a parameter takes.

use polycty_core::types::{Kind, StringConstraint, Type};
use polycty_core::values::{Glance, Value};

/// A set of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shapes(u8);

impl Shapes {
    /// No shape.
    pub(super) const NONE: Shapes = Shapes(0);
    const BOOL: Shapes = Shapes(Glance::Bool as u8);
    const NUMBER: Shapes = Shapes(Glance::Number as u8);
    const STRING: Shapes = Shapes(Glance::String as u8);
    const ALL: Shapes = Shapes(
        Glance::Bool as u8 | Glance::Number as u8 | Glance::String as u8 | Glance::Other as u8,
    );

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

    /// Whether a value is of a shape in the set. Nulls, unknowns and marked values are of
    /// none.
    #[inline(always)]
    pub(super) fn include(self, value: &Value) -> bool {
        self.0 & value.glance() as u8 != 0
    }
}
