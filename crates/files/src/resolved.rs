//! Files below a folder on systems where folders cannot be opened: paths are resolved, compared
//! with the root, opened, and compared again.

use crate::{Access, Entry, Kind, MAX_LINKS, OpenError, canonical, kind_of};
use std::ffi::OsString;
use std::fs::{DirEntry, File, OpenOptions, ReadDir};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug)]
pub(crate) struct Root {
    path: PathBuf,
}

impl Root {
    pub(crate) fn new(path: &Path) -> io::Result<Root> {
        let path = canonical(path)?;
        Ok(Root { path })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn open(&self, names: &[OsString], access: Access) -> Result<File, OpenError> {
        let path = self.resolved(names)?;
        // Opening a pipe would wait for its writer.
        match kind_of(&path.symlink_metadata()?) {
            Kind::File => {}
            Kind::Folder => return Err(OpenError::IsFolder),
            Kind::Other => return Err(OpenError::NotRegular),
        }
        let write = access == Access::Write;
        let file = OpenOptions::new().read(true).write(write).open(&path)?;
        if self.resolved(names)? == path {
            Ok(file)
        } else {
            Err(OpenError::Outside)
        }
    }

    pub(crate) fn kind(&self, names: &[OsString]) -> Result<Kind, OpenError> {
        Ok(kind_of(&self.resolved(names)?.symlink_metadata()?))
    }

    pub(crate) fn list(&self, names: &[OsString]) -> Result<Entries, OpenError> {
        Ok(list_anywhere(&self.resolved(names)?)?)
    }

    /// The path with all links followed.
    fn resolved(&self, names: &[OsString]) -> Result<PathBuf, OpenError> {
        let mut path = self.path.clone();
        path.extend(names);
        let (real, refused) = match path.canonicalize() {
            Ok(real) => (real, None),
            Err(error) => (destination(&path), Some(error)),
        };
        match refused {
            _ if !real.starts_with(&self.path) => Err(OpenError::Outside),
            Some(error) => Err(error.into()),
            None => Ok(real),
        }
    }
}

/// The entries of a folder.
pub(crate) struct Entries(ReadDir);

impl Iterator for Entries {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let typed = |entry: DirEntry| {
            let kind = match entry.file_type()? {
                kind if kind.is_symlink() => None,
                kind if kind.is_file() => Some(Kind::File),
                kind if kind.is_dir() => Some(Kind::Folder),
                _ => Some(Kind::Other),
            };
            let name = entry.file_name();
            Ok(Entry { name, kind })
        };
        self.0.next().map(|entry| entry.and_then(typed))
    }
}

/// The entries of a folder at any path.
pub(crate) fn list_anywhere(path: &Path) -> io::Result<Entries> {
    std::fs::read_dir(path).map(Entries)
}

/// Follows the links of an absolute path that cannot be resolved completely. A name that does not
/// exist is not a link.
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

/// Opens a file at any path. A pipe is opened only if it has a writer.
#[cfg(not(unix))]
pub(crate) fn open_anywhere(path: &Path, access: Access) -> io::Result<File> {
    let write = access == Access::Write;
    OpenOptions::new().read(true).write(write).open(path)
}

#[cfg(not(unix))]
pub(crate) fn set_blocking(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn is_pipe(_: &Path) -> bool {
    false
}
