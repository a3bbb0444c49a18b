//! Evaluation of expressions.
//!
//! A program is lowered to code ([`lower`], [`code`]) and run by an [`interpreter`]. Expressions
//! are evaluated in [`operators`], [`mod@compare`], [`matching`], [`access`], [`specialize`],
//! [`statement`], [`text`], [`resource`] and [`call`].
//!
//! - [`literal`]: literals, and calls of types with literals
//! - [`arithmetic`](mod@arithmetic): operators on numbers
//! - [`coercion`]: values as conditions, numbers, strings and regular expressions
//! - [`function`], [`dispatch`]: built-in functions and their signatures
//! - [`environment`], [`host`]: the interface to the host
//! - [`load`]: definitions that are loaded at their first use
//! - [`parsed`]: parsed files, which evaluations share
//! - [`stop`]: the reasons why an evaluation stops
//! - [`program`], [`template`]: the entry points for programs and templates
//! - [`parameters`]: data for the parameters of a class
//! - [`lookup_options`]: conversions of that data
//! - [`class_scope`]: the variables that a class inherits
//! - [`annotations`]: annotations of values

pub(crate) mod access;
mod annotations;
pub(crate) mod arithmetic;
pub(crate) mod call;
pub(crate) mod class_scope;
pub(crate) mod code;
pub(crate) mod coercion;
pub(crate) mod compare;
pub(crate) mod cost;
pub(crate) mod dispatch;
pub(crate) mod environment;
pub(crate) mod function;
pub(crate) mod host;
pub(crate) mod host_text;
pub(crate) mod interpreter;
pub(crate) mod label;
pub(crate) mod literal;
pub(crate) mod load;
mod lookup_options;
pub(crate) mod lower;
pub(crate) mod matching;
pub(crate) mod memory;
pub(crate) mod modules;
pub(crate) mod object;
pub(crate) mod operators;
pub(crate) mod parameters;
pub(crate) mod parsed;
pub(crate) mod program;
pub(crate) mod resource;
pub(crate) mod running;
pub(crate) mod specialize;
pub(crate) mod statement;
pub(crate) mod stop;
pub(crate) mod template;
pub(crate) mod text;

#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod tests;
