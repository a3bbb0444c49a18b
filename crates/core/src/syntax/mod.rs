//! Parts of front ends that do not depend on a grammar.
//!
//! - [`Arena`]: the nodes of a tree, which refer to each other by number ([`Id`], [`List`])
//! - [`TextCursor`], [`Modes`]: reading of texts, for scanners and for notations without scanners
//! - [`Cursor`]: reading of tokens, and error recovery
//! - [`layout`]: the indentation of lines and the alignment of arrows
//! - [`Nesting`]: the nesting of a text
//! - [`yaml`]: the events of YAML documents
//!
//! Errors in a text are [`SourceError`](crate::source::SourceError)s. Each language defines its grammar and its
//! messages.

mod arena;
mod cursor;
pub mod layout;
mod nesting;
mod text;
pub mod yaml;

pub use arena::{Arena, Id, List, SPARE};
pub use cursor::{Bracket, Cursor, Newlines, Token, TokenKind};
pub use nesting::{MAX_NESTING, Nesting};
pub use text::{Modes, TextCursor};
