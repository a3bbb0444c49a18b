//! The universe of types and values, and what every language's front end and rules share.
//!
//! The map, from the ground up; a module uses only what stands before it:
//!
//! - [`number`]: cty's numbers with a precision of their own, exact integers
//! - [`sort`]: a stable sort that is compiled once
//! - [`text`]: what printf, calendars and escapes of every language share
//! - [`types`]: the universe of types
//! - [`source`]: texts, spans and lines; faults, errors, paths, and how they read
//! - [`syntax`]: arenas of nodes, cursors over texts and tokens, bounded nesting
//! - `budget`: what an operation may take, shown by [`calls`]
//! - [`values`]: the universe's inhabitants and their operators
//! - [`scope`]: nested frames of names
//! - [`calls`]: the one signature, callables, what they take
//! - [`codec`]: JSON and MessagePack
//! - [`inference`]: unification, and a solver of invariants over expressions
//! - [`dialect`]: the questions that every language answers

#![forbid(unsafe_code)]
#![deny(clippy::string_slice)]

mod budget;
pub mod calls;
pub mod codec;
pub mod dialect;
pub mod inference;
pub mod number;
pub mod scope;
pub mod sort;
pub mod source;
pub mod syntax;
pub mod text;
pub mod types;
pub mod values;
