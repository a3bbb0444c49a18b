//! What do the operators that compare types answer?
//!
//! `==` holds for types that are [equal](mod@crate::rules::equal); `a < b` says that b
//! accepts a and is not equal to it.

use crate::rules::assignable::try_assignable;
use crate::rules::equal::same;
use polycty_core::source::Result;
use polycty_core::types::Type;

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
/// As [`try_assignable`].
pub fn compare(operator: Comparison, left: &Type, right: &Type) -> Result<bool> {
    let equal = || -> Result<bool> {
        Ok(same(left, right) || (try_assignable(left, right)? && try_assignable(right, left)?))
    };
    match operator {
        Comparison::Equal => equal(),
        Comparison::NotEqual => equal().map(|equal| !equal),
        Comparison::Less => Ok(try_assignable(right, left)? && !equal()?),
        Comparison::LessOrEqual => try_assignable(right, left),
        Comparison::Greater => Ok(try_assignable(left, right)? && !equal()?),
        Comparison::GreaterOrEqual => try_assignable(left, right),
    }
}
