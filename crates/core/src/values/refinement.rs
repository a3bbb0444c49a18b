//! Refinements: what is known of an unknown value?
//!
//! A refinement narrows the values that an unknown may turn out to be: that it is
//! not null, how a string begins, between which bounds a number or a length lies.
//! Building one, with the rules by which it collapses into a known value, is in
//! [`super::refine`].

use crate::number::Number;
use crate::types::{Str, Type};

/// A bound of a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// The bound.
    pub value: Number,
    /// Whether the bound itself is possible.
    pub inclusive: bool,
}

/// What is known of an unknown value besides its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Refinement {
    /// It is not null.
    pub not_null: bool,
    /// What is known by the kind of its type.
    pub detail: Detail,
}

/// What is known by the kind of the type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Detail {
    /// Nothing.
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
        /// The least length.
        min: u64,
        /// The greatest length, if there is one.
        max: Option<u64>,
    },
}

impl Refinement {
    /// Nothing is known.
    pub const NONE: Refinement = Refinement {
        not_null: false,
        detail: Detail::Nothing,
    };

    /// Not null, and nothing else is known.
    pub const NOT_NULL: Refinement = Refinement {
        not_null: true,
        detail: Detail::Nothing,
    };

    /// Whether nothing is known.
    #[must_use]
    #[inline]
    pub fn is_none(&self) -> bool {
        !self.not_null && self.detail == Detail::Nothing
    }
}

/// An unknown value of which something is known.
pub(crate) struct Refined {
    pub(crate) ty: Type,
    pub(crate) refinement: Refinement,
}
