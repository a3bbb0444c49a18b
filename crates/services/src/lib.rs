//! Language services: answers to the questions that an editor asks about a text.
//!
//! A [`Workspace`] holds folders, open documents and one [`Language`] for each kind of file. Each
//! question is about one document, and most are about a byte of it. Answers name parts of documents
//! by path and by bytes; [`Document`] converts bytes to the positions of an editor.
//!
//! A language reads the other files of the workspace through [`Context`], which returns the text of
//! an open document in place of its file. All work is charged to the budget of the question.

// A slice at an offset that is not a character boundary panics, so each slice states the reason why
// its offset is one.
#![deny(clippy::string_slice)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod answer;
mod chunks;
mod document;
mod files;
mod hcl;
mod language;
mod languages;
mod layout;
#[cfg(feature = "lsp")]
pub mod lsp;
#[cfg(feature = "mcl")]
pub mod mcl;
#[cfg(feature = "pcl")]
pub mod pcl;
#[cfg(feature = "puppet")]
mod puppet;
#[cfg(feature = "terraform")]
mod terraform;
mod workspace;

pub use answer::{
    Action, ActionKind, Completion, CompletionKind, FileEdit, Fold, FoldKind, Hint, HintKind,
    Hover, Location, Parameter, Signature, Signatures, Symbol, SymbolKind, TextEdit, Token,
    TokenKind,
};
pub use document::{Change, Document, Encoding, LinePosition};
pub use files::{FolderFiles, MemoryFiles};
pub use hcl::hcl;
pub use language::{Context, FileReport, Files, Language, LanguageId};
pub use languages::{
    HclSpecification, OptionError, Options, TerraformProduct, checked_languages, languages,
};
#[cfg(feature = "puppet")]
pub use puppet::{PuppetOptions, puppet};
#[cfg(feature = "terraform")]
pub use terraform::terraform;
pub use workspace::{Workspace, add_diagnostics};
