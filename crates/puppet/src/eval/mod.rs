//! Expressions to values.
//!
//! Literals and the types that are called with them ([`literal`]), what operators make
//! of numbers ([`arithmetic`](mod@arithmetic)), and what a value is where a condition, a
//! number, a string or an expression is wanted ([`coercion`]).
//!
//! A program is lowered to its code ([`lower`], [`code`]) and run by an
//! [`interpreter`]: what expressions do stands by their names, in [`operators`],
//! [`mod@compare`], [`matching`], [`access`], [`specialize`], [`statement`], [`text`],
//! [`resource`] and [`call`]. What a [`function`] of the language is, and which calls fit a
//! [`dispatch`] of it, is known here, and what each does above. What the host brings are the
//! [`environment`] and the [`host`]; what is read when it is named, [`load`]. Why something ends
//! says [`stop`]. [`program`] is the door, [`template`] that for templates, and [`parameters`] that
//! for data which is to fit a class, converted as its [`lookup_options`] want it; what a class reads of
//! its parent is in [`class_scope`]. What is kept
//! beside values stands in [`annotations`].

pub(crate) mod access;
mod annotations;
pub(crate) mod arithmetic;
pub(crate) mod call;
mod class_scope;
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
pub(crate) mod program;
mod resource;
pub(crate) mod running;
pub(crate) mod specialize;
mod statement;
pub(crate) mod stop;
pub(crate) mod template;
mod text;

#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod tests;
