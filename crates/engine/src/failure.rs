//! Failures: why has a function no value, and may something catch that?

use crate::ids::VertexId;
use polycty_core::calls::Spent;
use polycty_core::source::{Code, Error};
use std::fmt;

/// Whether something may catch a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It stands in the place of a value until a function that catches has it at an input.
    Catchable,
    /// Nothing goes on.
    Fatal,
    /// There is no value yet, as before a first call: whoever reads it waits.
    Pending,
}

/// Why a function has no value.
#[derive(Clone)]
pub struct Failure {
    /// What went wrong.
    pub error: Error,
    /// Whether something may catch it.
    pub severity: Severity,
    /// The vertex whose function said so first, and that function's tag; none before the engine
    /// has seen it.
    pub origin: Option<(VertexId, u64)>,
}

impl Failure {
    /// A failure that may be caught.
    pub fn catchable(error: Error) -> Failure {
        Failure {
            error,
            severity: Severity::Catchable,
            origin: None,
        }
    }

    /// What a streaming function says that has no value yet, and will announce one.
    #[must_use]
    pub fn pending() -> Failure {
        Failure {
            error: Error::new(Code::Unknown, "there is no value yet"),
            severity: Severity::Pending,
            origin: None,
        }
    }

    /// A failure that ends everything.
    pub fn fatal(error: Error) -> Failure {
        Failure {
            error,
            severity: Severity::Fatal,
            origin: None,
        }
    }
}

impl From<Error> for Failure {
    /// One that nothing catches.
    #[cold]
    fn from(error: Error) -> Failure {
        Failure::fatal(error)
    }
}

impl From<Spent> for Failure {
    #[cold]
    fn from(spent: Spent) -> Failure {
        Failure::fatal(spent.into())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.severity, self.error)
    }
}
