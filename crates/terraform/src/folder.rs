//! The files below a folder of the system.
//!
//! No path leads out of one that is [new](Folder::new), neither by `..` nor through a link; nor
//! does an answer tell what is there outside: what a path leads to decides, whether that is there
//! or not. One that is [open](Folder::open) is where paths begin, and no more than that.

use crate::host::{Entry, FileError, FileKind, Files};
use crate::path::clean;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

/// The bytes of an entry of a folder, besides its name.
const ENTRY: u64 = 64;

/// The steps of an entry of a folder: the system is asked what it is.
const ENTRY_STEPS: u64 = 64;

/// The steps of a name of a path that the system follows for a link.
const NAME_STEPS: u64 = 32;

/// The bytes that are read at once of a file that is longer than the system says.
const CHUNK: u64 = 1 << 12;

/// The most links of a path that is not there.
const MAX_LINKS: usize = 40;

/// The files below a folder. No path leads out of it, neither by `..` nor through a link, unless
/// it is [open](Folder::open).
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    reach: Reach,
}

/// Where paths may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Below,
    Anywhere,
}

/// Why a path does not lead to something inside.
enum Astray {
    Outside,
    System(std::io::Error),
}

impl From<Astray> for FileError {
    #[cold]
    fn from(astray: Astray) -> FileError {
        match astray {
            Astray::Outside => {
                let message = "the path leads out of the folder whose files functions may read";
                FileError::Other(Error::new(Code::NotFound, message))
            }
            Astray::System(error) => of_system(&error),
        }
    }
}

impl Folder {
    /// The files below a folder, which has to be there.
    ///
    /// # Errors
    /// [`Code::NotFound`] where the folder cannot be read.
    pub fn new(path: impl AsRef<Path>) -> Result<Folder> {
        Folder::reaching(path.as_ref(), Reach::Below)
    }

    /// All files of the system, whose relative paths begin at a folder, which has to be there:
    /// for who may read what this process may, such as the user of a command line.
    ///
    /// # Errors
    /// [`Code::NotFound`] where the folder cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Folder> {
        Folder::reaching(path.as_ref(), Reach::Anywhere)
    }

    fn reaching(path: &Path, reach: Reach) -> Result<Folder> {
        let root = path.canonicalize().ok().filter(|root| root.is_dir());
        let missing = || {
            Error::new(
                Code::NotFound,
                format!("there is no folder {}", path.display()),
            )
        };
        Ok(Folder {
            root: root.ok_or_else(missing)?,
            reach,
        })
    }

    /// The absolute path of the folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a path leads, with all links followed.
    fn inside(&self, path: &str) -> Result<PathBuf, Astray> {
        if path.contains('\0') {
            return Err(Astray::System(ErrorKind::NotFound.into()));
        }
        if self.reach == Reach::Anywhere {
            let real = self.root.join(clean(path)).canonicalize();
            return real.map_err(Astray::System);
        }
        // `..` takes the name before it away, whatever that is: what is there outside must not
        // be told by which way back there is.
        let mut lexically = self.root.clone();
        for name in Path::new(&clean(path)).components() {
            match name {
                Component::ParentDir => {
                    lexically.pop();
                }
                Component::CurDir => {}
                name => lexically.push(name),
            }
        }
        if !lexically.starts_with(&self.root) {
            return Err(Astray::Outside);
        }
        let (real, refused) = match lexically.canonicalize() {
            Ok(real) => (real, None),
            Err(error) => (destination(&lexically), Some(error)),
        };
        match refused {
            _ if !real.starts_with(&self.root) => Err(Astray::Outside),
            Some(error) => Err(Astray::System(error)),
            None => Ok(real),
        }
    }
}

/// Where an absolute path leads that cannot be followed to its end: what is not there is no
/// link.
fn destination(path: &Path) -> PathBuf {
    let names = |path: &Path| -> Vec<OsString> {
        let names = path.components().rev();
        names.map(|name| name.as_os_str().to_owned()).collect()
    };
    let (mut at, mut rest, mut links) = (PathBuf::new(), names(path), 0);
    while let Some(name) = rest.pop() {
        if name == ".." {
            at.pop();
            continue;
        }
        at.push(name);
        let target = (links < MAX_LINKS).then(|| at.read_link().ok()).flatten();
        if let Some(target) = target {
            links += 1;
            at.pop();
            rest.extend(names(&target));
        }
    }
    at
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

fn kind_of(metadata: &std::fs::Metadata) -> FileKind {
    match metadata {
        metadata if metadata.is_file() => FileKind::File,
        metadata if metadata.is_dir() => FileKind::Folder,
        _ => FileKind::Other,
    }
}

/// All bytes of a file. The length that the system tells is a hint: some files have more than
/// that, and some change while they are read.
fn whole(mut file: File, length: u64, budget: &Budget) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let mut room = length;
    loop {
        budget.hold(room).map_err(Error::from)?;
        let read = (&mut file)
            .take(room)
            .read_to_end(&mut bytes)
            .map_err(|error| of_system(&error))? as u64;
        if read < room {
            budget.release(room - read);
            return Ok(bytes);
        }
        room = CHUNK;
    }
}

impl Files for Folder {
    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError> {
        let real = self.inside(path)?;
        // Whoever opens a pipe waits for somebody to write to it.
        let metadata = real.metadata().map_err(|error| of_system(&error))?;
        match kind_of(&metadata) {
            FileKind::File => {}
            FileKind::Folder => return Err(FileError::IsFolder),
            FileKind::Other => {
                return Err(Error::new(Code::NotFound, "not a regular file").into());
            }
        }
        let file = File::open(real).map_err(|error| of_system(&error))?;
        whole(file, metadata.len(), budget)
    }

    fn kind(&self, path: &str, _: &Budget) -> Result<FileKind, FileError> {
        let metadata = self.inside(path)?.metadata();
        Ok(kind_of(&metadata.map_err(|error| of_system(&error))?))
    }

    fn list(&self, path: &str, budget: &Budget) -> Result<Vec<Entry>, FileError> {
        let folder = match self.inside(path) {
            Ok(folder) => folder,
            // What the system does not follow, such as a link that leads to itself, has nothing.
            Err(Astray::System(_)) => return Err(FileError::NotFound),
            Err(outside) => return Err(outside.into()),
        };
        let names = path.split('/').count() as u64;
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(|_| FileError::NotFound)? {
            let entry = entry.map_err(|error| of_system(&error))?;
            // A name that is no text is no name that an expression could say.
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            budget.charge(ENTRY_STEPS).map_err(Error::from)?;
            budget
                .hold(ENTRY + name.len() as u64)
                .map_err(Error::from)?;
            let kind = match entry.file_type() {
                Ok(kind) if kind.is_file() => FileKind::File,
                Ok(kind) if kind.is_dir() => FileKind::Folder,
                Ok(kind) if kind.is_symlink() => {
                    budget.charge(names * NAME_STEPS).map_err(Error::from)?;
                    // Where a link leads out, or nowhere, what is there is not told.
                    let kind = self.kind(&format!("{path}/{name}"), budget);
                    kind.unwrap_or(FileKind::Other)
                }
                Ok(_) => FileKind::Other,
                Err(_) => continue,
            };
            entries.push(Entry { name, kind });
        }
        Ok(entries)
    }
}

#[cfg(test)]
mod tests;
