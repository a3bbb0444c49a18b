//! Placeholder until the numbers arrive.
#![allow(missing_docs)]
use std::fmt;
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Integer(i64);
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(i64,i64);
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNumberError { #[error("a number is required")] Syntax, #[error("too large")] TooLarge }
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("x")]
pub struct ArithmeticError;
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("x")]
pub struct DigitsLimit;
impl Number {
  pub fn from_u64(v: u64) -> Number { Number(v as i64, 64) }
  pub fn from_i64(v: i64) -> Number { Number(v, 64) }
  pub fn to_i64(&self) -> Option<i64> { Some(self.0) }
}
impl fmt::Display for Number { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { self.0.fmt(f) } }
impl fmt::Display for Integer { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { self.0.fmt(f) } }
