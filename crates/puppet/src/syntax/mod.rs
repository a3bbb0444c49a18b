//! Parsing of manifests, templates and expressions.
//!
//! - `tree`: what has been read, a [`Program`](tree::Program)
//! - `finding`: what Puppet says of a text before it evaluates it
//! - `notation`: what a text is
//! - `scan`: the text to tokens
//! - `decode`: what literals stand for
//! - `grammar`: the tokens to the tree
//! - `walk`: the parts of expressions
//! - `validate`: what follows the grammar and is refused all the same

pub(crate) mod decode;
pub(crate) mod fault;
pub mod finding;
mod grammar;
mod notation;
mod read;
mod scan;
pub mod tree;
mod validate;
mod walk;

pub use crate::depth::MAX_NESTING;
pub use notation::Notation;
pub use read::parse_program;
pub(crate) use read::{Tree, parse_tree, scan};
pub(crate) use scan::{Kind, Token};
pub use validate::{validate, validate_in_module};

#[cfg(test)]
mod tests;
