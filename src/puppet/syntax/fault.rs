//! What is wrong with a text, and where?
//!
//! A fault is found with a byte of the source; it becomes an
//! [`Error`](polycty_core::source::Error) with line and column when it leaves the
//! parser. The messages are those of Puppet's parser of types.

use polycty_core::source::{Code, Diagnostic, Error, Position, Range, Source};
use polycty_core::types::TypeError;

/// A fault of a source text. Boxed, so that a `Result` is small.
#[derive(Debug)]
pub(crate) struct Fault(Box<Found>);

#[derive(Debug)]
struct Found {
    code: Code,
    at: usize,
    message: String,
}

impl Fault {
    #[cold]
    pub(crate) fn new(code: Code, at: usize, message: impl Into<String>) -> Fault {
        Fault(Box::new(Found {
            code,
            at,
            message: message.into(),
        }))
    }

    /// The text does not follow the grammar.
    #[cold]
    pub(crate) fn syntax(at: usize, message: impl Into<String>) -> Fault {
        Fault::new(Code::Syntax, at, message)
    }

    /// The text follows the grammar and says no type or value.
    #[cold]
    pub(crate) fn argument(at: usize, message: impl Into<String>) -> Fault {
        Fault::new(Code::InvalidArgument, at, message)
    }

    #[cold]
    pub(crate) fn limit(at: usize, message: impl Into<String>) -> Fault {
        Fault::new(Code::Limit, at, message)
    }

    #[cold]
    pub(crate) fn of_type(at: usize, error: TypeError) -> Fault {
        let error = Error::from(error);
        Fault::new(error.code(), at, error.message())
    }

    pub(crate) fn is_syntax(&self) -> bool {
        self.0.code == Code::Syntax
    }

    /// Whether a limit was passed, which no other fault outranks.
    pub(crate) fn is_limit(&self) -> bool {
        self.0.code == Code::Limit
    }

    /// The error with the place in the text.
    #[cold]
    pub(crate) fn into_error(self, text: &str) -> Error {
        let Found { code, at, message } = *self.0;
        let start = Position::locate(text, at);
        Error::new(code, message.clone())
            .with_offset(start.byte)
            .with_diagnostic(
                Diagnostic::error(message.clone(), message)
                    .with_subject(Range { start, end: start }),
            )
            .with_source(Source::new("", text))
    }
}
