//! Outcomes of solving: solved, ambiguous, a conflict, undecided.

use super::invariant::{Expr, InvariantId};
use super::unifier::Clash;
use crate::source::Error;
use crate::types::{KeyedMap, Type, TypeError};
use std::sync::Arc;

/// How solving ended.
#[derive(Clone, Debug)]
// Exhaustive: the C ABI maps every variant.
pub enum Outcome {
    /// Every expression has one type.
    Solved(Types),
    /// Some expressions may have several.
    Ambiguous(Box<Ambiguity>),
    /// The invariants cannot all hold.
    Conflict(Box<Conflict>),
    /// The budget of the search ended first.
    Undecided(Box<Undecided>),
}

/// The types of all expressions, in the order in which they were first named.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub(super) types: Vec<(Expr, Result<Type, TypeError>)>,
    pub(super) index: Arc<KeyedMap<Expr, u32>>,
}

impl Types {
    /// The type of an expression; none for one that no invariant names.
    ///
    /// # Errors
    /// [`TypeError::TooDeep`] or [`TypeError::TooLarge`] for a type past the limits; other
    /// expressions have theirs all the same.
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

/// Which expressions are not determined, and what would determine them.
#[derive(Clone, Debug, PartialEq)]
pub struct Ambiguity {
    /// What is known of the type of each expression that is not determined, with variables
    /// for what is not; in the order in which they were first named.
    pub undetermined: Vec<(Expr, Type)>,
    /// Expressions whose annotation would determine all of them.
    pub settled_by: Vec<Annotation>,
}

/// An annotation that is missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The expression.
    pub expr: Expr,
    /// What is known of its type.
    pub known: Type,
    /// The types that it may have by the alternatives left: some of them where there are
    /// many, none where no alternatives restrict it.
    pub candidates: Vec<Type>,
}

/// Why the invariants cannot all hold.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// One of two invariants that cannot both hold.
    pub first: InvariantId,
    /// The other; the same where it is at odds with itself.
    pub second: InvariantId,
    /// The rule that is broken, and the types on each side: `left` comes from the first,
    /// `right` from the second.
    pub clash: Clash,
    /// The invariants that lead from the first to the second, both included.
    pub chain: Vec<InvariantId>,
    /// Where alternatives are all refuted: why each of them is, in order.
    pub refuted: Vec<Refutation>,
    /// What a signature's rule said of a call.
    pub reported: Option<Error>,
}

/// Why an alternative cannot hold.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Its position among the alternatives of its invariant.
    pub alternative: usize,
    /// The rule that is broken, and the types on each side.
    pub clash: Clash,
    /// The invariants that lead there.
    pub chain: Vec<InvariantId>,
}

/// What was left when the budget ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// Each invariant with several alternatives that may hold, and which these are.
    pub remaining: Vec<(InvariantId, Vec<usize>)>,
    /// How many steps the search was allowed.
    pub budget: u64,
}
