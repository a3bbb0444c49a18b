//! Reading of files whose paths are untrusted, or that are listed in a folder.
//!
//! - [`Root`]: the files below a folder. Paths cannot leave the folder, neither by `..` nor through
//!   a link, even if another process replaces files by links meanwhile.
//! - [`open`]: a file at any path of the system.
//! - [`read_named`]: a file that the user of a command line specifies, which may be a pipe.
//!
//! `Root` and `open` read regular files only and do not wait for the writer of a pipe.
//!
//! On Unix, a path below a root is opened by `openat2` with `RESOLVE_BENEATH` if the kernel has it,
//! otherwise name by name relative to open folders without following links; links are followed by
//! this crate. The type of a file is read from the opened file. On other systems the path is
//! resolved, compared with the root, opened and compared again; a process that changes the folder
//! at the same time can defeat this comparison.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
// A slice at an offset that is not a character boundary panics.
#![deny(clippy::string_slice)]

#[cfg(any(not(unix), test))]
mod resolved;
#[cfg(unix)]
mod unix;

#[cfg(all(test, unix))]
mod tests;

use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

#[cfg(not(unix))]
use resolved as system;
#[cfg(unix)]
use unix as system;

/// The maximum number of links in the resolution of one path, as on Linux.
const MAX_LINKS: usize = 40;

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// Any other type: a device, a pipe, a socket.
    Other,
}

/// The entries of a folder.
pub struct Entries(system::Entries);

impl Iterator for Entries {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        self.0.next()
    }
}

/// The reason why a file cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The path leads out of the root.
    Outside,
    /// The path leads to a folder.
    IsFolder,
    /// The path leads to a device, a pipe or a socket.
    NotRegular,
    /// An error of the system.
    System(io::Error),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::System(error)
    }
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpenError::Outside => f.write_str("the path is outside the folder"),
            OpenError::IsFolder => f.write_str("is a directory"),
            OpenError::NotRegular => f.write_str("not a regular file"),
            OpenError::System(error) => error.fmt(f),
        }
    }
}

impl OpenError {
    /// Whether there is no file at the path.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        matches!(self, OpenError::System(error) if error.kind() == ErrorKind::NotFound)
    }

    /// Whether the file has more bytes than the limit.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        matches!(self, OpenError::System(error) if error.kind() == ErrorKind::FileTooLarge)
    }
}

/// Access to an opened file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading.
    Read,
    /// Reading and writing; the file is not truncated.
    Write,
}

/// An entry of a folder.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub name: OsString,
    /// Its type; `None` for a symbolic link.
    pub kind: Option<Kind>,
}

/// The files below a folder. Cheap to clone.
///
/// On Unix it holds the folder open, so that it keeps referring to the folder that had the path
/// when the root was made.
#[derive(Clone, Debug)]
pub struct Root {
    system: system::Root,
}

impl Root {
    /// The files below a folder.
    ///
    /// # Errors
    /// An error of the system, also if the path does not lead to a folder.
    pub fn new(path: impl AsRef<Path>) -> io::Result<Root> {
        let system = system::Root::new(path.as_ref())?;
        Ok(Root { system })
    }

    /// The absolute path of the folder without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.system.path()
    }

    /// Opens a regular file. A relative path begins at the root.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open(&self, path: impl AsRef<Path>, access: Access) -> Result<File, OpenError> {
        let file = self.system.open(&self.names(path.as_ref())?, access);
        file.and_then(regular)
    }

    /// The type of the file at a path, with links followed.
    ///
    /// # Errors
    /// [`OpenError::Outside`], [`OpenError::System`].
    pub fn kind(&self, path: impl AsRef<Path>) -> Result<Kind, OpenError> {
        self.system.kind(&self.names(path.as_ref())?)
    }

    /// The entries of a folder, in no particular order.
    ///
    /// # Errors
    /// [`OpenError::Outside`], [`OpenError::System`].
    pub fn list(&self, path: &Path) -> Result<Entries, OpenError> {
        self.system.list(&self.names(path)?).map(Entries)
    }

    /// The bytes of a regular file.
    ///
    /// # Errors
    /// [`OpenError`]; [`ErrorKind::FileTooLarge`] if the file has more bytes than `limit`.
    pub fn read(&self, path: impl AsRef<Path>, limit: u64) -> Result<Vec<u8>, OpenError> {
        let file = self.open(path, Access::Read)?;
        Ok(read_within(file, limit)?)
    }

    /// The names of a path below the root. `..` removes the name before it without reading the
    /// files: otherwise the result would depend on folders outside of the root.
    fn names(&self, path: &Path) -> Result<Vec<OsString>, OpenError> {
        possible(path)?;
        let mut whole = self.path().to_owned();
        for name in path.components() {
            match name {
                Component::ParentDir => {
                    whole.pop();
                }
                Component::CurDir => {}
                name => whole.push(name),
            }
        }
        match whole.strip_prefix(self.path()) {
            Ok(below) => Ok(below.iter().map(OsString::from).collect()),
            Err(_) => Err(OpenError::Outside),
        }
    }
}

/// Opens a regular file at any path.
///
/// # Errors
/// [`OpenError`], except [`OpenError::Outside`].
pub fn open(path: impl AsRef<Path>) -> Result<File, OpenError> {
    possible(path.as_ref())?;
    regular(system::open_anywhere(path.as_ref(), Access::Read)?)
}

/// Opens a regular file at any path for reading and writing; the file is not truncated.
///
/// # Errors
/// [`OpenError`], except [`OpenError::Outside`].
pub fn open_to_write(path: impl AsRef<Path>) -> Result<File, OpenError> {
    let path = path.as_ref();
    // The type of the file is a better reason than a missing permission to write.
    regular(system::open_anywhere(path, Access::Read)?)?;
    regular(system::open_anywhere(path, Access::Write)?)
}

/// The type of the file at any path, with links followed.
///
/// # Errors
/// [`OpenError::System`].
pub fn kind(path: impl AsRef<Path>) -> Result<Kind, OpenError> {
    possible(path.as_ref())?;
    Ok(kind_of(&std::fs::metadata(path)?))
}

/// The entries of a folder at any path, in no particular order.
///
/// # Errors
/// [`OpenError::System`].
pub fn list(path: &Path) -> Result<Entries, OpenError> {
    possible(path)?;
    Ok(Entries(system::list_anywhere(path)?))
}

/// The bytes of a regular file at any path.
///
/// # Errors
/// [`OpenError`], except [`OpenError::Outside`]; [`ErrorKind::FileTooLarge`] if the file has more
/// bytes than `limit`.
pub fn read(path: impl AsRef<Path>, limit: u64) -> Result<Vec<u8>, OpenError> {
    Ok(read_within(open(path)?, limit)?)
}

/// The bytes of a file that a user specifies: a regular file, a device, or a pipe that has a
/// writer, such as `/dev/fd/63` of a shell's process substitution.
///
/// # Errors
/// An error of the system, also for a named pipe without a writer; [`ErrorKind::FileTooLarge`] if
/// there are more bytes than `limit`.
pub fn read_named(path: impl AsRef<Path>, limit: u64) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    let file = system::open_anywhere(path, Access::Read)?;
    let metadata = file.metadata()?;
    if metadata.is_file() {
        return read_within(file, limit);
    }
    system::set_blocking(&file)?;
    let bytes = read_within(file, limit)?;
    if bytes.is_empty() && system::is_pipe(path) {
        return Err(io::Error::other("the pipe has no writer"));
    }
    Ok(bytes)
}

/// The rest of a stream.
///
/// # Errors
/// An error of the system; [`ErrorKind::FileTooLarge`] if there are more bytes than `limit`.
pub fn read_within(stream: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        Err(io::Error::new(
            ErrorKind::FileTooLarge,
            format!("more than {limit} bytes"),
        ))
    } else {
        Ok(bytes)
    }
}

/// Fails for a path that no file can have, as if the file did not exist.
fn possible(path: &Path) -> io::Result<()> {
    if path.as_os_str().as_encoded_bytes().contains(&0) {
        Err(ErrorKind::NotFound.into())
    } else {
        Ok(())
    }
}

fn regular(file: File) -> Result<File, OpenError> {
    match kind_of(&file.metadata()?) {
        Kind::File => Ok(file),
        Kind::Folder => Err(OpenError::IsFolder),
        Kind::Other => Err(OpenError::NotRegular),
    }
}

fn kind_of(metadata: &Metadata) -> Kind {
    match metadata {
        metadata if metadata.is_file() => Kind::File,
        metadata if metadata.is_dir() => Kind::Folder,
        _ => Kind::Other,
    }
}

/// The canonical path of a folder.
fn canonical(path: &Path) -> io::Result<PathBuf> {
    let path = path.canonicalize()?;
    if path.is_dir() {
        Ok(path)
    } else {
        Err(ErrorKind::NotADirectory.into())
    }
}
