//! The host of the core functions: access to the system.
//!
//! [`Host`] has a method for each kind of request. The default of a method is an error, as in
//! [`NoHost`]; the call then fails with a message that names the function.

use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_engine::{Failure, Sender};
use std::time::Duration;

/// A time zone at a point in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// The offset from UTC in seconds; positive east of Greenwich.
    pub offset: i32,
    /// The abbreviation, for example `CEST`.
    pub name: String,
}

impl Zone {
    /// Returns UTC.
    #[must_use]
    pub fn utc() -> Zone {
        Zone {
            offset: 0,
            name: "UTC".to_owned(),
        }
    }
}

/// The requests of core functions.
pub trait Host: Send + Sync {
    /// Returns the result of a function that only the host can implement: those of `os`, `sys`,
    /// `value`, `world` and others, by name, for example `os.readfile`. The result must have the
    /// type `returns`. `None` means that the host does not implement the function.
    ///
    /// # Errors
    /// Errors are converted by [`reported`].
    fn answer(
        &self,
        function: &str,
        arguments: &[&Value],
        returns: &Type,
    ) -> Result<Option<Value>> {
        let _ = (function, arguments, returns);
        Ok(None)
    }

    /// Subscribes the sender to changes of an answer. It is called again when the arguments change;
    /// a new subscription of a sender replaces the previous one.
    ///
    /// # Errors
    /// Any error ends the program.
    fn subscribe(&self, function: &str, arguments: &[&Value], sender: &Sender) -> Result<()> {
        let _ = (arguments, sender);
        Err(absent(&format!("subscriptions to {function}")))
    }

    /// Ends the subscription of the sender.
    fn unsubscribe(&self, sender: &Sender) {
        let _ = sender;
    }

    /// Notifies the sender once, after this duration.
    ///
    /// # Errors
    /// Any error ends the program.
    fn wake(&self, after: Duration, sender: &Sender) -> Result<()> {
        let _ = (after, sender);
        Err(absent("timers"))
    }

    /// Returns the milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    /// Any error ends the program.
    fn now(&self) -> Result<i64> {
        Err(absent("the current time"))
    }

    /// Returns the host's time zone at a time, in seconds since 1970-01-01 UTC.
    ///
    /// # Errors
    /// Any error ends the program.
    fn zone(&self, seconds: i64) -> Result<Zone> {
        let _ = seconds;
        Ok(Zone::utc())
    }

    /// Returns an unpredictable random number.
    ///
    /// # Errors
    /// Any error ends the program.
    fn random(&self) -> Result<u64> {
        Err(absent("random numbers"))
    }

    /// Returns the content of a file of the deploy by its absolute path, if it exists.
    ///
    /// # Errors
    /// Any error ends the program.
    fn deploy_file(&self, path: &str) -> Result<Option<Vec<u8>>> {
        Err(absent(&format!("reading the file {path} of the deploy")))
    }

    /// Returns whether the deploy has a file or folder at an absolute path.
    ///
    /// # Errors
    /// Any error ends the program.
    fn deploy_has(&self, path: &str) -> Result<bool> {
        Err(absent(&format!("looking for {path} in the deploy")))
    }

    /// Returns the environment variables and their values.
    ///
    /// # Errors
    /// Any error ends the program.
    fn environment(&self) -> Result<Vec<(String, String)>> {
        Err(absent("reading the environment"))
    }
}

/// Converts a host's error to a failure. [`Code::NotFound`] and [`Code::Callback`] become failures
/// that `<|>` recovers from; any other error ends the program.
#[must_use]
#[cold]
pub fn reported(error: Error) -> Failure {
    match error.code() {
        Code::NotFound | Code::Callback => Failure::catchable(error),
        _ => Failure::fatal(error),
    }
}

/// A host that implements no requests.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {}

#[cold]
fn absent(what: &str) -> Error {
    Error::new(
        Code::Unsupported,
        format!("the host does not support {what}"),
    )
}
