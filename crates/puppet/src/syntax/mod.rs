//! Parsing of manifests, templates and expressions.
//!
//! - `tree`: the syntax tree, a [`Program`](tree::Program)
//! - `diagnostic`: Puppet's diagnostics before evaluation
//! - `notation`: the notations of texts
//! - `scan`: text to tokens
//! - `decode`: the values of literals
//! - `grammar`: tokens to the tree
//! - `recover`: the trees of damaged texts, and the tokens of any text
//! - `format`: the layout of manifests
//! - `walk`: the parts of expressions
//! - `validate`: the checks of texts that follow the grammar

pub(crate) mod decode;
pub mod diagnostic;
mod format;
mod grammar;
mod notation;
mod read;
mod recover;
mod scan;
pub(crate) mod text_error;
pub mod tree;
mod validate;
mod walk;

pub use crate::depth::MAX_PROGRAM_NESTING;
pub use format::format;
pub use notation::Notation;
pub use read::parse_program;
pub(crate) use read::{Tree, parse_tree, scan};
pub use recover::{Lexeme, LexemeKind, Recovered, lexemes, parse_recovering};
pub(crate) use scan::{Kind, Token};
pub use validate::{validate, validate_in_module};

#[cfg(test)]
mod tests;
