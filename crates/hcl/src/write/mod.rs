//! Formatting, editing and construction of native syntax.
//!
//! - [`format`](fn@format): formats a whole text or some of its lines
//! - [`File`]: a text whose items can be found, changed, moved and created; everything else is
//!   written byte for byte
//! - [`Expr`]: expressions built from values, names and other expressions
//! - [`body_as_json`], [`value_as_json`]: convert a body or a value to JSON syntax;
//!   [`config_as_json`]: a text by the rules of a language, with its comments
//!
//! A file is built from the syntax tree of the parser and the lossless
//! [`tokens`](crate::syntax::tokens) between its items. There is no second grammar.

mod edit;
mod expression;
mod file;
mod format;
mod inside;
mod json;
mod json_comments;
mod lines;
mod list;
mod nodes;
mod parse;
mod read;
mod surroundings;
mod text;

pub use edit::InsertPosition;
pub use expression::{Arguments, Expr, Texts};
pub use file::{File, ItemKind};
pub use format::{Alignment, FORMAT_WIDTHS, FormatOptions, Heredocs, Order, Style, format};
pub use json::{JsonForm, JsonForms, body_as_json, config_as_json, on_one_line, value_as_json};
pub use nodes::{Body, Item};
