//! Texts to trees: what does a manifest, a template or an expression say?
//!
//! - `tree`: what has been read, a [`Program`](tree::Program)
//! - `finding`: what Puppet says of a text before it evaluates it
//! - `places`: lines and columns as Puppet counts them
//! - `scan`: the text to tokens
//! - `decode`: what literals stand for
//! - `grammar`: the tokens to the tree
//! - `walk`: the parts of expressions
//! - `validate`: what follows the grammar and is refused all the same

pub(crate) mod decode;
pub(crate) mod fault;
pub mod finding;
mod grammar;
mod places;
mod read;
mod scan;
pub mod tree;
mod validate;
mod walk;

pub use read::{Notation, parse_program};
pub(crate) use read::{Tree, parse_tree, scan};
pub(crate) use scan::{Kind, Token};
pub use validate::validate;

/// The deepest nesting of a text, and of the tree that is made of it.
pub const MAX_NESTING: u32 = 256;

#[cfg(test)]
mod tests;
