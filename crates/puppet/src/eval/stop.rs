//! Stops: the reasons why an evaluation does not continue with the next expression.
//!
//! A stop is an error, or a jump to the end of an iteration, a lambda or a function. An error of a
//! function or an operator is reported once, with its position, by the innermost expression that
//! has a name for it ("Error while evaluating a Function Call, ..."). A reported error is
//! propagated unchanged.

use crate::catalog::state::Place;
use crate::eval::running::Running;
use polycty_core::calls::BudgetError;
use polycty_core::source::{Code, Error, Reporter, SourceError, Span};
use polycty_core::types::TypeError;
use polycty_core::values::Value;
use std::borrow::Cow;
use std::rc::Rc;

/// The result of an evaluation. The box keeps it as small as a value.
pub(crate) type Eval<T> = Result<T, Box<Stop>>;

/// The reason for a stop.
#[derive(Debug)]
pub(crate) enum Stop {
    /// An error from below the language, without a position.
    Raised(Error),
    /// An error of the language.
    Reported(Report),
    /// An error in a loaded text, with its position there.
    Unread(Error),
    /// The error for a default that refers to a parameter without a value. The code that binds the
    /// parameters adds the name of the callee.
    TooEarly(String),
    Next(Value, Location),
    Return(Value, Location),
    Break(Location),
}

/// An error of the language: message and position.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) location: Option<Location>,
    /// The position at the end of the message, if there is no location.
    pub(crate) place: Place,
    /// The name of this kind of error, the second part of the identifier of its diagnostic.
    pub(crate) name: Option<&'static str>,
    /// The error of a function that caused this one.
    pub(crate) cause: Option<Error>,
}

/// A position in a text.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub(crate) running: Rc<Running>,
    pub(crate) byte: u32,
}

/// An invalid text of a type or an expression is an error of the program, not an invalid argument
/// of the host.
impl From<Error> for Box<Stop> {
    #[cold]
    fn from(error: Error) -> Self {
        Box::new(Stop::Raised(match error.code() {
            Code::InvalidArgument | Code::Value => error.with_code(Code::Diagnostics),
            _ => error,
        }))
    }
}

/// Returns an error of the host unchanged.
#[cold]
pub(crate) fn of_host(error: Error) -> Box<Stop> {
    Box::new(Stop::Raised(error))
}

impl From<BudgetError> for Box<Stop> {
    #[cold]
    fn from(spent: BudgetError) -> Self {
        Box::new(Stop::Raised(spent.into()))
    }
}

impl From<TypeError> for Box<Stop> {
    #[cold]
    fn from(error: TypeError) -> Self {
        Box::new(Stop::Raised(error.into()))
    }
}

/// The error of a function.
#[cold]
pub(crate) fn raised(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::Raised(Error::new(Code::Diagnostics, message)))
}

/// The error for a value of the wrong type.
#[cold]
pub(crate) fn mistyped(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::Raised(Error::new(Code::Type, message)))
}

/// The error for an exceeded limit.
#[cold]
pub(crate) fn limit(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::Raised(Error::new(Code::Limit, message)))
}

impl Location {
    pub(crate) fn new(running: &Rc<Running>, byte: u32) -> Location {
        Location {
            running: running.clone(),
            byte,
        }
    }

    /// Returns an error of the language at this position.
    #[cold]
    pub(crate) fn fail(self, code: Code, message: impl Into<String>) -> Box<Stop> {
        Report::at(self, code, format!("Evaluation Error: {}", message.into()))
    }
}

/// Whether an error belongs to the operation and not to the program; its message does not depend on
/// the position.
pub(crate) fn is_the_operations(code: Code) -> bool {
    matches!(
        code,
        Code::Limit | Code::Cancelled | Code::Callback | Code::Misbehaved | Code::Internal
    )
}

/// Whether a stop ends the whole operation.
pub(crate) fn ends_the_operation(stop: &Stop) -> bool {
    match stop {
        Stop::Raised(error) | Stop::Unread(error) => is_the_operations(error.code()),
        Stop::Reported(report) => is_the_operations(report.code),
        Stop::TooEarly(_) | Stop::Next(..) | Stop::Return(..) | Stop::Break(..) => false,
    }
}

impl Report {
    /// Returns the stop of an error with this message at a position.
    #[cold]
    pub(crate) fn at(location: Location, code: Code, message: String) -> Box<Stop> {
        Box::new(Stop::Reported(Report {
            code,
            message,
            location: Some(location),
            place: Place::default(),
            name: None,
            cause: None,
        }))
    }

    pub(crate) fn into_error(self) -> Error {
        let Some(Location { running, byte }) = self.location else {
            let mut diagnostic = Reporter::Puppet
                .error(&*self.message, "")
                .with_code(self.code);
            diagnostic.name = self.name.map(Cow::Borrowed);
            return Error::summing_up(self.code, self.message, vec![diagnostic]);
        };
        let text = running.tree.text();
        let error = SourceError::new(self.code, self.message, Span::at(byte as usize))
            .reported_by(Reporter::Puppet);
        let offset = text.position(byte).byte;
        let mut diagnostic = error.diagnose(text);
        if let Some(cause) = &self.cause {
            diagnostic = diagnostic.caused_by(cause);
        }
        Error::from_diagnostics(self.code, vec![diagnostic]).with_offset(offset)
    }
}

impl Stop {
    /// Returns the error that a stop is outside of all functions and iterations.
    pub(crate) fn into_error(self) -> Error {
        let illegal = |name: &str, location: Location| {
            let message = format!("{name}() from context where this is illegal");
            Report::at(location, Code::Diagnostics, message).into_error()
        };
        match self {
            Stop::Raised(error) | Stop::Unread(error) => error,
            Stop::Reported(report) => report.into_error(),
            Stop::TooEarly(what) => Error::new(Code::Diagnostics, what),
            Stop::Next(_, location) => illegal("next", location),
            Stop::Return(_, location) => illegal("return", location),
            Stop::Break(location) => illegal("break", location),
        }
    }
}
