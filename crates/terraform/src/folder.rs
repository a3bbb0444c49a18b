//! The files below a folder of the system.
//!
//! No path leads out of a [new](Folder::new) folder, neither by `..` nor through a link, even if
//! another process changes the folder at the same time ([`polycty_files::Root`]). A path that leads
//! out is refused whether or not the file exists. In an [open](Folder::open) folder, relative paths
//! are based on the folder and may lead anywhere.

use crate::host::{Entry, FileError, FileKind, Files};
use crate::path::clean;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_files::{Access, Kind, OpenError, Root};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The bytes charged for an entry of a folder, in addition to its name.
const ENTRY: u64 = 64;

/// The steps charged for an entry of a folder, whose kind is requested from the system.
const ENTRY_STEPS: u64 = 64;

/// The steps charged for a name of a path that the system resolves.
const NAME_STEPS: u64 = 32;

/// The bytes that are read at once from a file that is longer than its reported length.
const CHUNK: u64 = 1 << 12;

/// The files below a folder. No path leads out of it, neither by `..` nor through a link, unless
/// it is [open](Folder::open).
#[derive(Clone, Debug)]
pub struct Folder {
    root: Root,
    reach: Reach,
}

/// The extent of permitted paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Below,
    Anywhere,
}

impl Folder {
    /// The files below an existing folder.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the folder cannot be read.
    pub fn new(path: impl AsRef<Path>) -> Result<Folder> {
        Folder::reaching(path.as_ref(), Reach::Below)
    }

    /// All files of the system, with relative paths based on an existing folder. Use it for users
    /// who may read every file that the process can read, such as the user of a command line.
    ///
    /// # Errors
    /// [`Code::NotFound`] if the folder cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Folder> {
        Folder::reaching(path.as_ref(), Reach::Anywhere)
    }

    fn reaching(path: &Path, reach: Reach) -> Result<Folder> {
        let missing = |_| {
            Error::new(
                Code::NotFound,
                format!("there is no folder {}", path.display()),
            )
        };
        Ok(Folder {
            root: Root::new(path).map_err(missing)?,
            reach,
        })
    }

    /// The absolute path of the folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        self.root.path()
    }

    /// The path in the system.
    fn anywhere(&self, path: &str) -> PathBuf {
        self.root().join(clean(path))
    }

    fn open_file(&self, path: &str) -> Result<File, OpenError> {
        match self.reach {
            Reach::Below => self.root.open(clean(path), Access::Read),
            Reach::Anywhere => polycty_files::open(self.anywhere(path)),
        }
    }
}

#[cold]
fn refused(error: OpenError) -> FileError {
    let message = match error {
        OpenError::Outside => {
            "the path is outside the folder whose files functions may read".to_owned()
        }
        OpenError::IsFolder => return FileError::IsFolder,
        OpenError::NotRegular => "not a regular file".to_owned(),
        OpenError::System(error) => return of_system(&error),
    };
    Error::new(Code::NotFound, message).into()
}

#[cold]
fn of_system(error: &std::io::Error) -> FileError {
    match error.kind() {
        ErrorKind::NotFound => FileError::NotFound,
        ErrorKind::IsADirectory => FileError::IsFolder,
        ErrorKind::NotADirectory => FileError::NotAFolder,
        _ => FileError::Other(Error::new(Code::NotFound, error.to_string())),
    }
}

fn file_kind(kind: Kind) -> FileKind {
    match kind {
        Kind::File => FileKind::File,
        Kind::Folder => FileKind::Folder,
        Kind::Other => FileKind::Other,
    }
}

/// Reads all bytes of a file. The reported length is a hint: some files are longer, and some change
/// while they are read.
fn whole(mut file: File, length: u64, budget: &Budget) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let mut chunk = length;
    loop {
        budget.hold(chunk).map_err(Error::from)?;
        let read = (&mut file)
            .take(chunk)
            .read_to_end(&mut bytes)
            .map_err(|error| of_system(&error))? as u64;
        if read < chunk {
            budget.release(chunk - read);
            return Ok(bytes);
        }
        chunk = CHUNK;
    }
}

impl Files for Folder {
    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError> {
        let file = self.open_file(path).map_err(refused)?;
        let length = file.metadata().map_err(|error| of_system(&error))?.len();
        whole(file, length, budget)
    }

    fn kind(&self, path: &str, _: &Budget) -> Result<FileKind, FileError> {
        let kind = match self.reach {
            Reach::Below => self.root.kind(clean(path)),
            Reach::Anywhere => polycty_files::kind(self.anywhere(path)),
        };
        kind.map(file_kind).map_err(refused)
    }

    fn list(&self, path: &str, budget: &Budget) -> Result<Vec<Entry>, FileError> {
        let listed = match self.reach {
            Reach::Below => self.root.list(Path::new(&clean(path))),
            Reach::Anywhere => polycty_files::list(&self.anywhere(path)),
        };
        let listed = match listed {
            Ok(listed) => listed,
            Err(OpenError::Outside) => return Err(refused(OpenError::Outside)),
            // A folder that the system cannot open, such as a link to itself, has no entries.
            Err(_) => return Err(FileError::NotFound),
        };
        let names = path.split('/').count() as u64;
        let mut entries = Vec::new();
        for entry in listed {
            let entry = entry.map_err(|error| of_system(&error))?;
            // No expression can contain a name that is not UTF-8.
            let Ok(name) = entry.name.into_string() else {
                continue;
            };
            budget.charge(ENTRY_STEPS).map_err(Error::from)?;
            budget
                .hold(ENTRY + name.len() as u64)
                .map_err(Error::from)?;
            let kind = match entry.kind {
                Some(kind) => file_kind(kind),
                None => {
                    budget.charge(names * NAME_STEPS).map_err(Error::from)?;
                    // A link that leads out or is broken has the kind `Other`.
                    let kind = self.kind(&format!("{path}/{name}"), budget);
                    kind.unwrap_or(FileKind::Other)
                }
            };
            entries.push(Entry { name, kind });
        }
        Ok(entries)
    }
}

#[cfg(test)]
mod tests;
