//! Equality and order of types, as the operators of the language compare them.
//!
//! `==` is true for types that are the same or accept each other; `a < b` is true if b accepts a
//! and is not equal to it.

use crate::rules::assignable::assignable;
use crate::types::same::same_within;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::Type;

/// Whether two types are equal in the language: the same, or accepting each other.
///
/// # Errors
/// As [`assignable`].
pub fn equal(a: &Type, b: &Type, budget: &Budget) -> Result<bool> {
    equal_by(assignable, a, b, budget)
}

/// An assignability rule: that of the current language, or of the early specification.
pub(crate) type Accepts = fn(&Type, &Type, &Budget) -> Result<bool>;

/// Whether two types are the same, or accept each other.
pub(crate) fn equal_by(accepts: Accepts, a: &Type, b: &Type, budget: &Budget) -> Result<bool> {
    Ok(same_within(a, b, budget)? || (accepts(b, a, budget)? && accepts(a, b, budget)?))
}

/// An operator that compares types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`: the right type is wider.
    Less,
    /// `<=`: the right type accepts the left one.
    LessOrEqual,
    /// `>`: the left type is wider.
    Greater,
    /// `>=`: the left type accepts the right one.
    GreaterOrEqual,
}

/// Applies an operator of the language to two types.
///
/// # Errors
/// As [`assignable`].
pub fn compare(operator: Comparison, left: &Type, right: &Type, budget: &Budget) -> Result<bool> {
    compare_by(assignable, operator, left, right, budget)
}

/// Applies an operator to two types; a narrower type is less.
pub(crate) fn compare_by(
    accepts: Accepts,
    operator: Comparison,
    left: &Type,
    right: &Type,
    budget: &Budget,
) -> Result<bool> {
    let equal = || equal_by(accepts, left, right, budget);
    match operator {
        Comparison::Equal => equal(),
        Comparison::NotEqual => equal().map(|equal| !equal),
        Comparison::Less => Ok(accepts(left, right, budget)? && !equal()?),
        Comparison::LessOrEqual => accepts(left, right, budget),
        Comparison::Greater => Ok(accepts(right, left, budget)? && !equal()?),
        Comparison::GreaterOrEqual => accepts(right, left, budget),
    }
}
