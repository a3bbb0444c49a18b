//! Writing native syntax: how is a text laid out, changed and made?
//!
//! - [`format`](fn@format): a whole text, or lines of it, laid out
//! - [`File`]: a text whose items are found, changed, moved and made; what is not touched comes
//!   out byte for byte
//! - [`Expr`]: expressions that are made, of values, names and parts
//! - [`body_as_json`], [`value_as_json`]: the same body, the same value, in JSON syntax
//!
//! A file is made of the tree of the reader and the lossless [`tokens`](crate::syntax::tokens)
//! between its items: there is no second grammar.

mod edit;
mod expression;
mod file;
mod format;
mod inside;
mod json;
mod lines;
mod list;
mod nodes;
mod parse;
mod read;
mod surroundings;
mod text;

pub use edit::Place;
pub use expression::{Arguments, Expr, Texts};
pub use file::{File, ItemKind};
pub use format::{Style, format};
pub use json::{body_as_json, value_as_json};
pub use nodes::{Body, Item};
