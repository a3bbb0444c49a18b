//! Stops: the reasons why an evaluation does not continue with the next expression.
//!
//! It failed, or it was told to go elsewhere: to the end of an iteration, a lambda, a
//! function. What a function or an operator says is not wrong is told once, by the expression
//! that has a name for it ("Error while evaluating a Function Call, ..."), with its place;
//! what has been told passes through everything as it is.

use crate::eval::running::Running;
use polycty_core::calls::Spent;
use polycty_core::source::{Code, Error, Fault, Reporter, Span};
use polycty_core::types::TypeError;
use polycty_core::values::Value;
use std::rc::Rc;

/// What an evaluation gives. The box keeps it as small as a value.
pub(crate) type Eval<T> = Result<T, Box<Stop>>;

/// Why it does not go on.
#[derive(Debug)]
pub(crate) enum Stop {
    /// What went wrong below the language, without a place.
    Raised(Error),
    /// An error of the language.
    Reported(Report),
    /// What is wrong with a text that was loaded, with its place there.
    Unread(Error),
    /// A default asks for a parameter that has no value yet: what is said of it. Whoever binds the
    /// parameters tells whose they are.
    TooEarly(String),
    Next(Value, Place),
    Return(Value, Place),
    Break(Place),
}

/// An error of the language: what is said, and where.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) code: Code,
    pub(crate) message: String,
    pub(crate) place: Option<Place>,
}

/// A byte of a text.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) running: Rc<Running>,
    pub(crate) byte: u32,
}

/// What a text of a type or an expression may not say is no argument of the host's, but what the
/// program does wrong.
impl From<Error> for Box<Stop> {
    #[cold]
    fn from(error: Error) -> Self {
        Box::new(Stop::Raised(match error.code() {
            Code::InvalidArgument | Code::Value => error.with_code(Code::Diagnostics),
            _ => error,
        }))
    }
}

/// What a host says is told as it is.
#[cold]
pub(crate) fn of_host(error: Error) -> Box<Stop> {
    Box::new(Stop::Raised(error))
}

impl From<Spent> for Box<Stop> {
    #[cold]
    fn from(spent: Spent) -> Self {
        Box::new(Stop::Raised(spent.into()))
    }
}

impl From<TypeError> for Box<Stop> {
    #[cold]
    fn from(error: TypeError) -> Self {
        Box::new(Stop::Raised(error.into()))
    }
}

/// What a function says is wrong.
#[cold]
pub(crate) fn raised(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::Raised(Error::new(Code::Diagnostics, message)))
}

/// That something is of another type than is wanted.
#[cold]
pub(crate) fn mistyped(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::Raised(Error::new(Code::Type, message)))
}

/// That something is more than is allowed.
#[cold]
pub(crate) fn limit(message: impl Into<String>) -> Box<Stop> {
    Box::new(Stop::Raised(Error::new(Code::Limit, message)))
}

impl Place {
    pub(crate) fn new(running: &Rc<Running>, byte: u32) -> Place {
        Place {
            running: running.clone(),
            byte,
        }
    }

    /// An error of the language here.
    #[cold]
    pub(crate) fn fail(self, code: Code, message: impl Into<String>) -> Box<Stop> {
        Box::new(Stop::Reported(Report {
            code,
            message: format!("Evaluation Error: {}", message.into()),
            place: Some(self),
        }))
    }
}

/// Whether a failure is the operation's and not the program's: it reads the same wherever it
/// is met.
pub(crate) fn is_the_operations(code: Code) -> bool {
    matches!(
        code,
        Code::Limit | Code::Cancelled | Code::Callback | Code::Misbehaved | Code::Internal
    )
}

/// Whether nothing goes on after a failure.
pub(crate) fn ends_the_operation(stop: &Stop) -> bool {
    match stop {
        Stop::Raised(error) | Stop::Unread(error) => is_the_operations(error.code()),
        Stop::Reported(report) => is_the_operations(report.code),
        Stop::TooEarly(_) | Stop::Next(..) | Stop::Return(..) | Stop::Break(..) => false,
    }
}

impl Report {
    pub(crate) fn into_error(self) -> Error {
        let Some(Place { running, byte }) = self.place else {
            return Error::new(self.code, self.message);
        };
        let text = running.tree.text();
        let fault = Fault::new(self.code, self.message, Span::at(byte as usize))
            .reported_by(Reporter::Puppet);
        let offset = text.position(byte).byte;
        Error::from_diagnostics(self.code, vec![fault.diagnose(text)]).with_offset(offset)
    }
}

impl Stop {
    /// The error that it is where nothing else can be done with it.
    pub(crate) fn into_error(self) -> Error {
        let illegal = |name: &str, place: Place| Report {
            code: Code::Diagnostics,
            message: format!("{name}() from context where this is illegal"),
            place: Some(place),
        };
        match self {
            Stop::Raised(error) | Stop::Unread(error) => error,
            Stop::Reported(report) => report.into_error(),
            Stop::TooEarly(what) => Error::new(Code::Diagnostics, what),
            Stop::Next(_, place) => illegal("next", place).into_error(),
            Stop::Return(_, place) => illegal("return", place).into_error(),
            Stop::Break(place) => illegal("break", place).into_error(),
        }
    }
}
