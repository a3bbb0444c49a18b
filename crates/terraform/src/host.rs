//! The host of Terraform's functions: files, clock, random numbers and base folders.
//!
//! Nothing is taken from the process. A function that needs a part of the host that is not set
//! fails with a message that names the missing part.

use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Str;
use std::fmt;
use std::sync::Arc;

/// The environment of Terraform's functions. The default has none of its parts.
#[derive(Clone, Default)]
pub struct Host {
    /// The files, for `file`, `fileset`, `templatefile` and similar functions.
    pub files: Option<Arc<dyn Files>>,
    /// The absolute path that relative paths are based on, for `abspath`. It is not checked that
    /// the path is absolute.
    pub working_directory: Option<Str>,
    /// The absolute path of the folder that `~` stands for, for `pathexpand`. It is not checked
    /// that the path is absolute.
    pub home: Option<Str>,
    /// The current time in seconds since the beginning of 1970, in UTC, for `timestamp`, which
    /// fails outside of the years 0 to 9999.
    pub clock: Option<Arc<Clock>>,
    /// The time of the plan, for `plantimestamp`, in the same unit and range.
    pub plan_time: Option<i64>,
    /// Fills bytes with random values, for `uuid` and the salt of `bcrypt`.
    pub random: Option<Arc<Random>>,
}

/// A clock. It charges the budget of the call.
type Clock = dyn Fn(&Budget) -> Result<i64> + Send + Sync;

/// A source of random bytes. It charges the budget of the call.
type Random = dyn Fn(&mut [u8], &Budget) -> Result<()> + Send + Sync;

/// Access to files by path. The path is the one in the expression: `/` separates names, and a path
/// that does not begin with `/` is relative to the base of the files.
pub trait Files: Send + Sync {
    /// Returns the content of a file, charged to the budget before it is read.
    ///
    /// # Errors
    /// [`FileError`].
    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError>;

    /// Returns the kind of the object at a path, with links resolved. Reads that are needed for
    /// this are charged to the budget.
    ///
    /// # Errors
    /// [`FileError`].
    fn kind(&self, path: &str, budget: &Budget) -> Result<FileKind, FileError>;

    /// Returns the entries of a folder, in any order, charged to the budget.
    ///
    /// # Errors
    /// [`FileError`].
    fn list(&self, path: &str, budget: &Budget) -> Result<Vec<Entry>, FileError>;
}

/// The kind of an object at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// Anything else: a device, a pipe, a broken link or a link to an inaccessible object.
    Other,
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The kind, with links resolved.
    pub kind: FileKind,
}

/// The reason why a file cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// No object exists at the path.
    NotFound,
    /// The object at the path is a folder.
    IsFolder,
    /// A parent in the path is not a folder.
    NotAFolder,
    /// Any other reason, with an error that does not contain the path.
    Other(Error),
}

impl From<Error> for FileError {
    fn from(error: Error) -> FileError {
        FileError::Other(error)
    }
}

impl Host {
    /// Returns whether no part is set.
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

    /// The files, or an error that they are missing.
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
    let message = format!("the host does not provide {what}");
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
