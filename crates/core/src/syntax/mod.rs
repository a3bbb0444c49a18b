//! Syntax: what does every front end need, whatever its grammar?
//!
//! - [`Arena`]: the nodes of a tree, which know each other by number ([`Id`], [`List`])
//! - [`TextCursor`], [`Modes`]: moving over a text, for scanners and for notations that
//!   need none
//! - [`Cursor`]: moving over tokens, and on to where reading makes sense again
//! - [`Nesting`]: how deep a text nests
//!
//! What is wrong with a text is a [`Fault`](crate::source::Fault). Grammars, and what
//! their faults are called, are each language's own.

mod arena;
mod cursor;
mod nesting;
mod text;

pub use arena::{Arena, Id, List, SPARE};
pub use cursor::{Bracket, Cursor, Newlines, Token, TokenKind};
pub use nesting::{MAX_NESTING, Nesting};
pub use text::{Modes, TextCursor};
