//! Expressions to values.
//!
//! Literals and the types that are called with them ([`literal`]), what operators make
//! of numbers ([`arithmetic`](mod@arithmetic)), and what a value is where a condition, a
//! number, a string or an expression is wanted ([`coercion`]).

pub(crate) mod arithmetic;
pub(crate) mod coercion;
pub(crate) mod literal;
