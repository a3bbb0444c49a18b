//! Source texts: where in one something is, what is wrong there, and how that is reported.
//!
//! - `place`: bytes ([`Span`]), lines and columns ([`Position`], [`Range`])
//! - `lines`: a text ([`Source`]), and on which line a byte stands ([`SourceText`])
//! - `fault`: what a parser finds wrong ([`Fault`], [`Faults`])
//! - `suggest`: which name a misspelt one may have meant
//! - `diagnostic`: what people are told ([`Diagnostic`]), and how many of it ([`Diagnostics`])
//! - `id`: the stable identifier of a diagnostic, and the part of the library that reports it
//!   ([`Reporter`])
//! - `error`: the one failure of the whole library ([`Error`]); `code`: its kind ([`Code`])
//! - `path`: the way to the part of a value at fault ([`Path`])
//! - `render`, `sarif`: an error as text, as JSON and as SARIF
//!
//! A fault of any language's text takes one road: a [`Fault`] at some bytes becomes a
//! [`Diagnostic`] with lines and columns, and one or more of these an [`Error`].

mod code;
mod diagnostic;
mod error;
mod fault;
mod id;
mod lines;
mod path;
mod place;
mod render;
mod sarif;
mod suggest;

pub use code::Code;
pub use diagnostic::{Diagnostic, Diagnostics, Edit, MAX_FAULTS, Related, Severity, in_source};
pub use error::{Error, Quotes};
pub use fault::{Fault, Faults};
pub use id::Reporter;
pub use lines::{BOM, Columns, Source, SourceName, SourceText};
pub use path::{Key, KeyValue, Path, PathStep};
pub use place::{Position, Range, Span};
pub use render::Style;
pub use suggest::{did_you_mean, suggest};

/// A result whose failure is this library's error.
pub type Result<T, E = Error> = std::result::Result<T, E>;
