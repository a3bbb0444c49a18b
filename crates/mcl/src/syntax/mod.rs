//! Parsing of programs.
//!
//! - `tree`: the syntax tree, a [`Tree`](tree::Tree); `children`: the direct parts of its nodes
//! - `scan`: tokens of a text
//! - `lalr`: generation of parser tables from a grammar at build time; `mcl.grammar` is the grammar
//!   and `tables` contains its tables
//! - `parse`: the parser; `reduce`: the actions of the rules
//! - `format`: the layout of programs
//! - `interpolate`: interpolation of strings and nesting of classes
//!
//! The terminals that a message lists as expected are those of an LALR(1) automaton with default
//! reductions. Only such an automaton produces the same lists as mgmt.

pub mod children;
mod format;
pub mod interpolate;
#[cfg(test)]
mod lalr;
mod parse;
mod reduce;
mod scan;
mod tables;
pub mod tree;

pub use format::format;
pub use interpolate::{Interpolated, interpolate};
pub use parse::parse;
pub(crate) use scan::end_of;
pub use scan::{check_name, is_name};

/// The maximum nesting of a text.
pub const MAX_SYNTAX_NESTING: u32 = 256;

#[cfg(test)]
mod tests;
