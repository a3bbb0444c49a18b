//! Texts to trees: what does a program say?
//!
//! - `tree`: what has been read, a [`Tree`](tree::Tree); `children`: what stands in each of its nodes
//! - `scan`: the text to tokens
//! - `lalr`: how tables are made of a grammar, when the crate is built; `mcl.grammar` is the
//!   language's, `tables` are its
//! - `parse`: the tokens to the tree; `reduce`: what each rule makes
//! - `interpolate`: what strings say, and which classes stand inside of others
//!
//! The lists of what a message says was expected are those of an automaton that reduces what it
//! can before it looks; nothing but that automaton gives them, so there is one.

pub mod children;
pub mod interpolate;
#[cfg(test)]
mod lalr;
mod parse;
mod reduce;
mod scan;
mod tables;
pub mod tree;

pub use interpolate::{Interpolated, interpolate};
pub use parse::parse;
pub(crate) use scan::end_of;
pub use scan::{check_name, is_name};

/// The deepest nesting of a text.
pub const MAX_NESTING: u32 = 256;

#[cfg(test)]
mod tests;
