//! Texts to trees: what does a manifest, a template or an expression say?
//!
//! - `tree`: what has been read, a [`Program`](tree::Program)
//! - `finding`: what Puppet says of a text before it evaluates it
//! - `places`: lines and columns as Puppet counts them

pub(crate) mod argument;
pub(crate) mod fault;
pub mod finding;
pub(crate) mod lexer;
pub(crate) mod parser;
mod places;
mod read;
pub mod tree;

pub use read::{Notation, parse_program};
