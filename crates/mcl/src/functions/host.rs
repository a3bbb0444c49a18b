//! The host of functions: what do they ask of the world?
//!
//! [`Host`] has a question for each kind of thing that a function cannot know by itself.
//! Whoever has no answer says so, as [`NoHost`] does, and the call fails with words that name
//! the function.

use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_engine::{Failure, Sender};
use std::time::Duration;

/// A time zone at a point in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// How many seconds its clocks are ahead of UTC.
    pub offset: i32,
    /// What it is called, as `CEST`.
    pub name: String,
}

impl Zone {
    /// UTC.
    #[must_use]
    pub fn utc() -> Zone {
        Zone {
            offset: 0,
            name: "UTC".to_owned(),
        }
    }
}

/// What functions ask of the world.
pub trait Host: Send + Sync {
    /// What a function gives that only the host knows: those of `os`, `sys`, `value`, `world`
    /// and others, by their names as `os.readfile`. The value has to be of the type `returns`.
    /// None where the host has no answer to it.
    ///
    /// # Errors
    /// What is [`reported`] so.
    fn answer(
        &self,
        function: &str,
        arguments: &[&Value],
        returns: &Type,
    ) -> Result<Option<Value>> {
        let _ = (function, arguments, returns);
        Ok(None)
    }

    /// Begins to announce through the sender when the answer to a question changes; called again
    /// when the arguments have, which ends what was asked before through the same sender.
    ///
    /// # Errors
    /// Whatever ends the program.
    fn subscribe(&self, function: &str, arguments: &[&Value], sender: &Sender) -> Result<()> {
        let _ = (arguments, sender);
        Err(absent(&format!("following {function}")))
    }

    /// Ends what was begun for the sender.
    fn unsubscribe(&self, sender: &Sender) {
        let _ = sender;
    }

    /// Announces once through the sender, after so much time.
    ///
    /// # Errors
    /// Whatever ends the program.
    fn wake(&self, after: Duration, sender: &Sender) -> Result<()> {
        let _ = (after, sender);
        Err(absent("waiting for a time"))
    }

    /// The milliseconds since the beginning of 1970.
    ///
    /// # Errors
    /// Whatever ends the program.
    fn now(&self) -> Result<i64> {
        Err(absent("telling the time"))
    }

    /// The time zone that the host is in, so many seconds after the beginning of 1970.
    ///
    /// # Errors
    /// Whatever ends the program.
    fn zone(&self, seconds: i64) -> Result<Zone> {
        let _ = seconds;
        Ok(Zone::utc())
    }

    /// A number that nobody can tell before, for each call another one.
    ///
    /// # Errors
    /// Whatever ends the program.
    fn random(&self) -> Result<u64> {
        Err(absent("a random number"))
    }

    /// The content of a file of the deploy by its absolute path, if there is one.
    ///
    /// # Errors
    /// Whatever ends the program.
    fn deploy_file(&self, path: &str) -> Result<Option<Vec<u8>>> {
        Err(absent(&format!("reading the file {path} of the deploy")))
    }

    /// Whether the deploy has a file or a folder at an absolute path.
    ///
    /// # Errors
    /// Whatever ends the program.
    fn deploy_has(&self, path: &str) -> Result<bool> {
        Err(absent(&format!("looking for {path} in the deploy")))
    }

    /// The variables of the environment and their values.
    ///
    /// # Errors
    /// Whatever ends the program.
    fn environment(&self) -> Result<Vec<(String, String)>> {
        Err(absent("reading the environment"))
    }
}

/// The failure that an error of a host's is: what was not found, and what a callback reports
/// ([`Code::NotFound`], [`Code::Callback`]), stands in the place of the value, and `<|>` recovers
/// from it; any other ends the program.
#[must_use]
#[cold]
pub fn reported(error: Error) -> Failure {
    match error.code() {
        Code::NotFound | Code::Callback => Failure::catchable(error),
        _ => Failure::fatal(error),
    }
}

/// A host that has nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {}

#[cold]
fn absent(what: &str) -> Error {
    Error::new(Code::Unsupported, format!("{what} needs a host that can"))
}
