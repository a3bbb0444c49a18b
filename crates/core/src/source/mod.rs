//! Source texts, locations in them, diagnostics and errors.
//!
//! - `position`: bytes ([`Span`]), lines and columns ([`Position`], [`Range`])
//! - `lines`: texts ([`Source`]) and their tables of lines ([`SourceText`])
//! - `source_error`: diagnostics of parsers, without lines and columns ([`SourceError`], [`SourceErrors`])
//! - `suggest`: suggestions for misspelled names
//! - `diagnostic`: diagnostics ([`Diagnostic`]) and lists of them ([`Diagnostics`])
//! - `id`: the stable identifier of a diagnostic, and the part of the library that reports it
//!   ([`Reporter`])
//! - `error`: the error type of the whole library ([`Error`]); `code`: its kind ([`Code`])
//! - `path`: the path to the invalid part of a value ([`Path`])
//! - `render`, `sarif`: errors as text, as JSON and as SARIF
//!
//! All languages report errors in a text in the same way: a [`SourceError`] at some bytes becomes a
//! [`Diagnostic`] with lines and columns, and one or more diagnostics become an [`Error`].

mod code;
mod diagnostic;
mod error;
mod id;
mod lines;
mod path;
mod position;
mod render;
mod sarif;
mod source_error;
mod suggest;

pub use code::Code;
pub use diagnostic::{
    Diagnostic, Diagnostics, Edit, MAX_DIAGNOSTICS, Related, Severity, in_source,
};
pub use error::{Error, Quotes};
pub use id::Reporter;
pub use lines::{BOM, Columns, Source, SourceName, SourceText};
pub use path::{DocumentStep, Key, KeyValue, Path, PathStep};
pub use position::{Position, Range, Span};
pub use render::Style;
pub use source_error::{SourceError, SourceErrors};
pub use suggest::{did_you_mean, suggest};

/// A result with the error type of this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;
