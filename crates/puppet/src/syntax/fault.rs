//! Diagnostics of the text of a type or literal.
//!
//! The messages are those of Puppet's parser of types, which point at one byte and
//! need no detail.

use super::finding::Finding;
use polycty_core::source::{self, Code, Error, Reporter, Source, Span};
use polycty_core::types::TypeError;

/// A fault of a source text. A pointer, so that a `Result` is small.
#[derive(Debug)]
pub(crate) struct Fault(source::Fault);

impl Fault {
    #[cold]
    pub(crate) fn new(code: Code, at: usize, message: impl Into<String>) -> Fault {
        let fault = source::Fault::new(code, message.into(), Span::at(at));
        Fault(fault.reported_by(Reporter::Puppet))
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
    pub(crate) fn of_type(at: usize, error: TypeError) -> Fault {
        let error = Error::from(error);
        Fault::new(error.code(), at, error.message())
    }

    /// What the grammar refuses. Of what is missing at the end, the place is the end.
    #[cold]
    pub(crate) fn of_finding(finding: Finding) -> Fault {
        let at = finding.at.map_or(usize::MAX, |at| at.start as usize);
        Fault::new(finding.code, at, finding.message)
    }

    /// The fault of a text that stands for itself: one that follows the grammar and is no type or
    /// value has this code. Within a program it is a fault of the program.
    #[cold]
    pub(crate) fn of_text(self, code: Code) -> Fault {
        match self.0.code() {
            Code::InvalidArgument => Fault(self.0.with_code(code)),
            _ => self,
        }
    }

    /// The error with the place in the text, which messages call by a name.
    #[cold]
    pub(crate) fn into_error(self, name: &str, text: &str) -> Error {
        self.0.into_error(Source::new(name, text))
    }
}
