//! Equality and order of types, as the operators of the language compare them.
//!
//! `==` holds for types that are the same, or that each accept the other; `a < b` says
//! that b accepts a and is not equal to it.

use crate::rules::assignable::assignable;
use crate::types::same::same_within;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::Type;

/// Whether two types are equal in the language: the same, or each accepts the
/// other.
///
/// # Errors
/// As [`assignable`].
pub fn equal(a: &Type, b: &Type, budget: &Budget) -> Result<bool> {
    equal_by(assignable, a, b, budget)
}

/// Which type accepts which: today's rules, or the early specification's.
pub(crate) type Accepts = fn(&Type, &Type, &Budget) -> Result<bool>;

/// Whether two types are the same, or each accepts the other.
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

/// What an operator of the language answers for two types.
///
/// # Errors
/// As [`assignable`].
pub fn compare(operator: Comparison, left: &Type, right: &Type, budget: &Budget) -> Result<bool> {
    compare_by(assignable, operator, left, right, budget)
}

/// What an operator answers for two types: one within another is less.
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
