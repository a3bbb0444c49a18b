//! Solutions of invariants: solved, ambiguous, a conflict, undecided.

use super::invariant::{Expr, InvariantId};
use super::unifier::Mismatch;
use crate::source::Error;
use crate::types::{KeyedMap, Type, TypeError};
use std::sync::Arc;

/// The result of solving.
#[derive(Clone, Debug)]
// Exhaustive: the C ABI maps every variant.
pub enum Solution {
    /// Every expression has one type.
    Solved(Types),
    /// Some expressions may have several types.
    Ambiguous(Box<Ambiguity>),
    /// The invariants cannot all hold.
    Conflict(Box<Conflict>),
    /// The budget of the search was exceeded.
    Undecided(Box<Undecided>),
}

/// The types of all expressions, in insertion order.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub(super) types: Vec<(Expr, Result<Type, TypeError>)>,
    pub(super) index: Arc<KeyedMap<Expr, u32>>,
}

impl Types {
    /// Returns the type of an expression; `None` if no invariant contains it.
    ///
    /// # Errors
    /// [`TypeError::TooDeep`] or [`TypeError::TooLarge`] for a type past the limits; this does not
    /// affect other expressions.
    #[must_use]
    pub fn get(&self, expr: Expr) -> Option<Result<&Type, TypeError>> {
        let at = *self.index.get(&expr)?;
        Some(self.types[at as usize].1.as_ref().map_err(Clone::clone))
    }

    /// All expressions with their types.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Expr, Result<&Type, TypeError>)> {
        self.types
            .iter()
            .map(|(expr, ty)| (*expr, ty.as_ref().map_err(Clone::clone)))
    }

    /// The number of expressions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are no expressions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}

/// The undetermined expressions, and the annotations that would determine them.
#[derive(Clone, Debug, PartialEq)]
pub struct Ambiguity {
    /// The known part of the type of each undetermined expression, with variables for unknown
    /// parts, in insertion order.
    pub undetermined: Vec<(Expr, Type)>,
    /// Expressions whose annotation would determine all of them.
    pub settled_by: Vec<Annotation>,
}

/// A missing annotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The expression.
    pub expr: Expr,
    /// The known part of its type.
    pub known: Type,
    /// The possible types by the remaining alternatives: some of them if there are many, none if no
    /// alternatives restrict it.
    pub candidates: Vec<Type>,
}

/// The reason why the invariants contradict each other.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// One of two invariants that cannot both hold.
    pub first: InvariantId,
    /// The other one; equal to `first` if that contradicts itself.
    pub second: InvariantId,
    /// The violated rule, and the types on each side: `left` is from the first invariant, `right`
    /// from the second.
    pub mismatch: Mismatch,
    /// The invariants between the first and the second, including both.
    pub chain: Vec<InvariantId>,
    /// If all alternatives are refuted, the reason for each of them, in order.
    pub refuted: Vec<Refutation>,
    /// The error of a signature's rule.
    pub reported: Option<Error>,
}

/// The reason why an alternative cannot hold.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Its index in the alternatives of its invariant.
    pub alternative: usize,
    /// The violated rule, and the types on each side.
    pub mismatch: Mismatch,
    /// The invariants that cause it.
    pub chain: Vec<InvariantId>,
}

/// The remaining choices when the budget was exceeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// Each invariant with several possible alternatives, and the indices of these.
    pub remaining: Vec<(InvariantId, Vec<usize>)>,
    /// The step limit of the search.
    pub budget: u64,
}
