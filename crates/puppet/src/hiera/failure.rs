//! Failures of a lookup.
//!
//! Puppet has several kinds of errors here, and they differ in how they are reported. A lookup
//! error is reported unchanged. Any other error is reported with the position of the call, unless
//! it passes a provider or an interpolation, which turns errors of Puppet into lookup errors.

use crate::eval::stop::{Stop, ends_the_operation};
use polycty_core::calls::BudgetError;
use polycty_core::source::{Code, Error, Position, Range, Reporter, Source};

/// The reason why a lookup has no result.
#[derive(Debug)]
pub(crate) enum Failure {
    /// There is no value.
    NotFound,
    /// A lookup error.
    Lookup(Box<Problem>),
    /// Any other error of Puppet.
    Puppet(Error),
    /// An error of the runtime, such as one about an argument.
    Runtime(Error),
    /// An error of evaluated code.
    Stop(Box<Stop>),
}

/// The result of a part of a lookup.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// A lookup error.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) message: String,
    /// Puppet's name of the kind of error.
    pub(crate) issue: Option<&'static str>,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<u32>,
}

impl Problem {
    pub(crate) fn new(message: impl Into<String>) -> Problem {
        Problem {
            message: message.into(),
            issue: None,
            file: None,
            line: None,
        }
    }

    /// The message with the location.
    pub(crate) fn text(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{} (file: {file}, line: {line})", self.message),
            (Some(file), None) => format!("{} (file: {file})", self.message),
            _ => self.message.clone(),
        }
    }

    /// The error of the library.
    pub(crate) fn into_error(self) -> Error {
        let place = self.file.map(|file| (file, self.line));
        named(self.message, self.issue.unwrap_or("hiera"), place)
    }
}

/// An error with a diagnostic that names the kind of error and the location.
fn named(message: String, issue: &'static str, place: Option<(String, Option<u32>)>) -> Error {
    let mut diagnostic = Reporter::Puppet.error(message, "").with_name(issue);
    if let Some((file, line)) = place {
        diagnostic.source = Some(Source::new(file.as_str(), ""));
        diagnostic.subject = line.map(|line| {
            let start = Position {
                line,
                ..Position::START
            };
            Range { start, end: start }
        });
    }
    Error::from_diagnostics(Code::Diagnostics, vec![diagnostic])
}

impl From<Box<Stop>> for Failure {
    #[cold]
    fn from(stop: Box<Stop>) -> Self {
        Failure::Stop(stop)
    }
}

impl From<Error> for Failure {
    #[cold]
    fn from(error: Error) -> Self {
        Failure::Stop(error.into())
    }
}

impl From<BudgetError> for Failure {
    #[cold]
    fn from(error: BudgetError) -> Self {
        Failure::Stop(error.into())
    }
}

/// A lookup error without a location.
#[cold]
pub(crate) fn lookup_error(message: impl Into<String>) -> Failure {
    Failure::Lookup(Box::new(Problem::new(message)))
}

/// A lookup error of a named kind.
#[cold]
pub(crate) fn issue(issue: &'static str, message: impl Into<String>) -> Failure {
    Failure::Lookup(Box::new(Problem {
        issue: Some(issue),
        ..Problem::new(message)
    }))
}

/// An error of Puppet that is not a lookup error.
#[cold]
pub(crate) fn puppet_error(message: impl Into<String>) -> Failure {
    Failure::Puppet(Error::new(Code::Diagnostics, message))
}

/// An error of the runtime.
#[cold]
pub(crate) fn runtime_error(message: impl Into<String>) -> Failure {
    Failure::Runtime(Error::new(Code::Diagnostics, message))
}

impl Failure {
    /// The failure outside of a provider or an interpolation: errors of Puppet become lookup errors
    /// with the location in their message.
    pub(crate) fn checked(self) -> Failure {
        match self {
            Failure::Puppet(error) => lookup_error(placed_message(&error)),
            Failure::Stop(stop) if ends_the_operation(&stop) => Failure::Stop(stop),
            Failure::Stop(stop) => match *stop {
                Stop::Raised(_) => Failure::Stop(stop),
                stop => lookup_error(placed_message(&stop.into_error())),
            },
            other => other,
        }
    }

    /// The error of the library.
    pub(crate) fn into_error(self) -> Error {
        match self {
            Failure::NotFound => Error::new(Code::NotFound, "there is no value"),
            Failure::Lookup(problem) => problem.into_error(),
            Failure::Puppet(error) | Failure::Runtime(error) => error,
            Failure::Stop(stop) => stop.into_error(),
        }
    }

    /// The message, without a location of its own.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Failure::Lookup(problem) => Some(&problem.message),
            Failure::Puppet(error) | Failure::Runtime(error) => Some(error.message()),
            Failure::Stop(stop) => match &**stop {
                Stop::Raised(error) | Stop::Unread(error) => Some(error.message()),
                Stop::Reported(report) => Some(&report.message),
                _ => None,
            },
            Failure::NotFound => None,
        }
    }
}

/// The message of an error with the location, as Puppet's own errors have it.
pub(crate) fn placed_message(error: &Error) -> String {
    let place = error.diagnostics().first().and_then(|diagnostic| {
        let range = diagnostic.subject?;
        let file = diagnostic
            .source
            .as_ref()
            .map(|source| source.name.to_string());
        Some((file.filter(|file| !file.is_empty()), range.start))
    });
    match place {
        Some((Some(file), at)) => format!(
            "{} (file: {file}, line: {}, column: {})",
            error.message(),
            at.line,
            at.column
        ),
        Some((None, at)) => format!(
            "{} (line: {}, column: {})",
            error.message(),
            at.line,
            at.column
        ),
        None => error.message().to_owned(),
    }
}
