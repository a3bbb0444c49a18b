//! Failures of functions, and their severities.

use crate::ids::VertexId;
use polycty_core::calls::BudgetError;
use polycty_core::source::{Code, Error};
use std::fmt;

/// Whether a failure can be caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It takes the place of a value until it is an input of a function that catches.
    Catchable,
    /// The evaluation ends.
    Fatal,
    /// There is no value yet, as before a first call. Readers wait for it.
    Pending,
}

/// The reason why a function has no value.
#[derive(Clone)]
pub struct Failure {
    /// The error.
    pub error: Error,
    /// Whether the failure can be caught.
    pub severity: Severity,
    /// The vertex whose function reported it first, and that function's tag; `None` before the
    /// engine has processed it.
    pub origin: Option<(VertexId, u64)>,
}

impl Failure {
    /// Creates a failure that can be caught.
    pub fn catchable(error: Error) -> Failure {
        Failure {
            error,
            severity: Severity::Catchable,
            origin: None,
        }
    }

    /// Creates the failure of a streaming function that has no value yet and will announce one.
    #[must_use]
    pub fn pending() -> Failure {
        Failure {
            error: Error::new(Code::Unknown, "there is no value yet"),
            severity: Severity::Pending,
            origin: None,
        }
    }

    /// Creates a failure that ends the evaluation.
    pub fn fatal(error: Error) -> Failure {
        Failure {
            error,
            severity: Severity::Fatal,
            origin: None,
        }
    }
}

impl From<Error> for Failure {
    /// Converts to a failure that cannot be caught.
    #[cold]
    fn from(error: Error) -> Failure {
        Failure::fatal(error)
    }
}

impl From<BudgetError> for Failure {
    #[cold]
    fn from(spent: BudgetError) -> Failure {
        Failure::fatal(spent.into())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.severity, self.error)
    }
}
