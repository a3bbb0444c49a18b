//! Refinements of unknown values.
//!
//! A refinement narrows the possible results of an unknown value: that it is not null, the prefix
//! of a string, the bounds of a number or of a length. [`super::refine`] builds refinements and has
//! the rules for collapsing to a known value.

use crate::number::Number;
use crate::types::{Str, Type};

/// A bound of a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// The bound.
    pub value: Number,
    /// Whether the bound includes its value.
    pub inclusive: bool,
}

/// The constraints on an unknown value in addition to its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Refinement {
    /// Whether the value is not null.
    pub not_null: bool,
    /// The constraints by the kind of the type.
    pub detail: Detail,
}

/// The constraints by the kind of the type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Detail {
    /// No constraints.
    #[default]
    Nothing,
    /// The string begins with these characters.
    Prefix(Str),
    /// The number lies within these bounds.
    Number {
        /// The lower bound.
        min: Option<Bound>,
        /// The upper bound.
        max: Option<Bound>,
    },
    /// The list, set or map has a length between these, inclusive.
    Length {
        /// The minimum length.
        min: u64,
        /// The maximum length, if there is one.
        max: Option<u64>,
    },
}

impl Refinement {
    /// No constraints.
    pub const NONE: Refinement = Refinement {
        not_null: false,
        detail: Detail::Nothing,
    };

    /// Not null, without further constraints.
    pub const NOT_NULL: Refinement = Refinement {
        not_null: true,
        detail: Detail::Nothing,
    };

    /// Whether there are no constraints.
    #[must_use]
    #[inline]
    pub fn is_none(&self) -> bool {
        !self.not_null && self.detail == Detail::Nothing
    }
}

/// An unknown value with a refinement.
pub(crate) struct Refined {
    pub(crate) ty: Type,
    pub(crate) refinement: Refinement,
}
