//! Types, values and the parts that the front ends and rules of all languages share.
//!
//! The modules, in order of dependency (a module uses only those above it):
//!
//! - [`number`]: cty's numbers with explicit precision, and exact integers
//! - [`sort`]: a stable sort that is compiled once
//! - [`text`]: printf, calendars and escapes
//! - [`types`]: types and their constructors
//! - [`source`]: texts, spans and lines; diagnostics, errors and paths, and their rendering
//! - [`syntax`]: arenas of nodes, cursors over texts and tokens, bounded nesting
//! - `budget`: limits of operations, exported by [`calls`]
//! - [`values`]: values and their operators
//! - [`scope`]: nested frames of names
//! - [`calls`]: signatures, callables and their costs
//! - [`codec`]: JSON, MessagePack and YAML; positions in documents
//! - [`inference`]: unification, and a solver of invariants over expressions
//! - [`dialect`]: the interface that every language implements

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
