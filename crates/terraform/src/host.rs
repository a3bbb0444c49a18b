//! Hosts: what do functions ask of whoever embeds them?
//!
//! Files, the clock, random numbers and the folders that paths begin at: nothing of it is taken
//! from the process. A function that needs what is not there fails and says what is missing.

use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Str;
use std::fmt;
use std::sync::Arc;

/// What the functions of Terraform ask for. The default has nothing.
#[derive(Clone, Default)]
pub struct Host {
    /// Files, for `file`, `fileset`, `templatefile` and the like.
    pub files: Option<Arc<dyn Files>>,
    /// The absolute path of the folder that relative paths begin at, for `abspath`. Nobody checks
    /// that it is one.
    pub working_directory: Option<Str>,
    /// The absolute path of the folder that `~` stands for, for `pathexpand`. Nobody checks that
    /// it is one.
    pub home: Option<Str>,
    /// The time now in seconds since the beginning of 1970, in UTC, for `timestamp`, which fails
    /// outside of the years 0 to 9999.
    pub clock: Option<Arc<Clock>>,
    /// The time of the plan, in the same seconds and years, for `plantimestamp`.
    pub plan_time: Option<i64>,
    /// Fills bytes with random ones, for `uuid` and the salt of `bcrypt`.
    pub random: Option<Arc<Random>>,
}

/// A clock, asked out of the budget of the call.
type Clock = dyn Fn(&Budget) -> Result<i64> + Send + Sync;

/// A source of random bytes, asked out of the budget of the call.
type Random = dyn Fn(&mut [u8], &Budget) -> Result<()> + Send + Sync;

/// Files by their paths, which are as an expression says them: `/` separates names, and what
/// does not begin with one is relative to where the files are kept.
pub trait Files: Send + Sync {
    /// The content of a file, charged in the budget before it is read.
    ///
    /// # Errors
    /// [`FileError`].
    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError>;

    /// What stands at a path, links followed; what is read to find that is charged in the budget.
    ///
    /// # Errors
    /// [`FileError`].
    fn kind(&self, path: &str, budget: &Budget) -> Result<FileKind, FileError>;

    /// What a folder has, in any order, charged in the budget.
    ///
    /// # Errors
    /// [`FileError`].
    fn list(&self, path: &str, budget: &Budget) -> Result<Vec<Entry>, FileError>;
}

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// Anything else: a device, a pipe, a link that leads nowhere or where nobody may look.
    Other,
}

/// What stands in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// What it is, links followed.
    pub kind: FileKind,
}

/// Why a file is not read.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// There is nothing at the path.
    NotFound,
    /// A folder stands there.
    IsFolder,
    /// The path leads through something that is no folder.
    NotAFolder,
    /// Anything else, with a reason that does not name the path.
    Other(Error),
}

impl From<Error> for FileError {
    fn from(error: Error) -> FileError {
        FileError::Other(error)
    }
}

impl Host {
    /// Whether it gives nothing at all.
    pub(crate) fn is_bare(&self) -> bool {
        let Host {
            files,
            working_directory,
            home,
            clock,
            plan_time,
            random,
        } = self;
        files.is_none()
            && working_directory.is_none()
            && home.is_none()
            && clock.is_none()
            && plan_time.is_none()
            && random.is_none()
    }

    /// The files, for a function.
    pub(crate) fn files(&self) -> Result<&dyn Files> {
        self.files.as_deref().ok_or_else(|| missing("files"))
    }

    pub(crate) fn now(&self, budget: &Budget) -> Result<i64> {
        match self.clock.as_deref() {
            Some(clock) => clock(budget),
            None => Err(missing("a clock")),
        }
    }

    pub(crate) fn plan_time(&self) -> Result<i64> {
        self.plan_time.ok_or_else(|| missing("the time of a plan"))
    }

    pub(crate) fn fill(&self, bytes: &mut [u8], budget: &Budget) -> Result<()> {
        match self.random.as_deref() {
            Some(random) => random(bytes, budget),
            None => Err(missing("random numbers")),
        }
    }

    pub(crate) fn working_directory(&self) -> Result<&str> {
        let directory = self.working_directory.as_deref();
        directory.ok_or_else(|| missing("a working directory"))
    }

    pub(crate) fn home(&self) -> Result<&str> {
        self.home.as_deref().ok_or_else(|| missing("a home folder"))
    }
}

#[cold]
fn missing(what: &str) -> Error {
    let message =
        format!("the program that evaluates this gives its functions no access to {what}");
    Error::new(Code::Unsupported, message)
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("files", &self.files.is_some())
            .field("working_directory", &self.working_directory)
            .field("home", &self.home)
            .field("clock", &self.clock.is_some())
            .field("plan_time", &self.plan_time)
            .field("random", &self.random.is_some())
            .finish()
    }
}
