//! Answers in the form of the language server protocol 3.17, as JSON.
//!
//! [`Converter::answer`] answers the requests about documents, and [`SymbolIndex`] the request
//! `workspace/symbol`. The server itself, with its messages and its order of work, is a part of the
//! command-line tool.

mod arguments;
mod capabilities;
mod convert;
mod requests;
mod symbols;
mod token_data;
mod uri;

pub use arguments::{Arguments, specifications};
pub use capabilities::capabilities;
pub use convert::{Client, Converter};
pub use symbols::SymbolIndex;
pub use uri::{of_path, to_path};
