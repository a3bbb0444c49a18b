//! Diagnostics of the text of a type or literal.
//!
//! The messages are those of Puppet's type parser; each has one byte as its position.

use super::diagnostic::SyntaxDiagnostic;
use polycty_core::source::{self, Code, Error, Reporter, Source, Span};
use polycty_core::types::TypeError;

/// An error in a source text. Boxed, so that a `Result` is small.
#[derive(Debug)]
pub(crate) struct TextError(source::SourceError);

impl TextError {
    #[cold]
    pub(crate) fn new(code: Code, at: usize, message: impl Into<String>) -> TextError {
        let error = source::SourceError::new(code, message.into(), Span::at(at));
        TextError(error.reported_by(Reporter::Puppet))
    }

    /// The text does not follow the grammar.
    #[cold]
    pub(crate) fn syntax(at: usize, message: impl Into<String>) -> TextError {
        TextError::new(Code::Syntax, at, message)
    }

    /// The text follows the grammar but is not a valid type or value.
    #[cold]
    pub(crate) fn argument(at: usize, message: impl Into<String>) -> TextError {
        TextError::new(Code::InvalidArgument, at, message)
    }

    #[cold]
    pub(crate) fn of_type(at: usize, error: TypeError) -> TextError {
        let error = Error::from(error);
        TextError::new(error.code(), at, error.message())
    }

    /// An error of the grammar. If something is missing at the end, the position is the end.
    #[cold]
    pub(crate) fn of_diagnostic(diagnostic: SyntaxDiagnostic) -> TextError {
        let at = diagnostic.at.map_or(usize::MAX, |at| at.start as usize);
        TextError::new(diagnostic.code, at, diagnostic.message)
    }

    /// Sets the code of an error in a text that is not part of a program, if the text follows the
    /// grammar and is not a valid type or value. Within a program such an error keeps its code.
    #[cold]
    pub(crate) fn of_text(self, code: Code) -> TextError {
        match self.0.code() {
            Code::InvalidArgument => TextError(self.0.with_code(code)),
            _ => self,
        }
    }

    /// Returns the error with its position in the text; messages use `name` for the text.
    #[cold]
    pub(crate) fn into_error(self, name: &str, text: &str) -> Error {
        self.0.into_error(Source::new(name, text))
    }
}
