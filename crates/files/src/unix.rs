//! Files below a folder on Unix: opened relative to the open folder.
//!
//! [`Root::walk`] defines the result: it opens one name after the other without following links and
//! reads each link itself. `openat2` has the same result with one call, unless a link has an
//! absolute path or leads through the root's parents.

use crate::{Access, Entry, Kind, MAX_LINKS, OpenError, canonical};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, readlinkat, statat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileTypeExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A folder is opened only for its names, which on Linux needs no permission to list it.
#[cfg(any(target_os = "linux", target_os = "android"))]
const THROUGH: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const THROUGH: OFlags = OFlags::RDONLY;

/// Opening does not wait for pipes and does not set the terminal of the process.
const OPENED: OFlags = OFlags::NONBLOCK
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// The maximum number of folders that are open at the same time for one path.
const MAX_FOLDERS: usize = 256;

/// The maximum number of names of a path, including those of links that are followed.
const MAX_NAMES: usize = 1 << 12;

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

#[derive(Clone, Debug)]
pub(crate) struct Root {
    folder: Arc<OwnedFd>,
    path: PathBuf,
    /// The original absolute path of the root, which links may contain.
    alias: PathBuf,
}

impl Root {
    pub(crate) fn new(path: &Path) -> io::Result<Root> {
        let alias = std::path::absolute(path)?;
        let path = canonical(path)?;
        let folder = openat(CWD, &path, THROUGH | FOLDER, Mode::empty())?;
        Ok(Root {
            folder: Arc::new(folder),
            path,
            alias,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn open(&self, names: &[OsString], access: Access) -> Result<File, OpenError> {
        match self.opened(names, flags_of(access)) {
            Ok(file) => Ok(file.into()),
            Err(OpenError::System(error)) => Err(self.refused(names, error)),
            Err(error) => Err(error),
        }
    }

    /// Returns the reason why a file that may not be regular cannot be opened: folders cannot be
    /// written to, sockets cannot be opened.
    fn refused(&self, names: &[OsString], error: io::Error) -> OpenError {
        let errno = Errno::from_io_error(&error);
        match errno {
            Some(Errno::ISDIR) => OpenError::IsFolder,
            Some(Errno::NXIO | Errno::OPNOTSUPP | Errno::NODEV) => match self.kind(names) {
                Ok(Kind::Other) => OpenError::NotRegular,
                _ => error.into(),
            },
            _ => error.into(),
        }
    }

    pub(crate) fn kind(&self, names: &[OsString]) -> Result<Kind, OpenError> {
        #[cfg(any(target_os = "linux", target_os = "android"))]
        if let Some(file) = self.beneath(names, OFlags::PATH | OFlags::CLOEXEC)? {
            let status = rustix::fs::fstat(file).map_err(io::Error::from)?;
            return Ok(kind_of(FileType::from_raw_mode(status.st_mode)).unwrap_or(Kind::Other));
        }
        self.walk(names, |folder, name| {
            let status = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
            kind_of(FileType::from_raw_mode(status.st_mode)).ok_or(Errno::LOOP)
        })
    }

    pub(crate) fn list(&self, names: &[OsString]) -> Result<Entries, OpenError> {
        let folder = self.opened(names, OFlags::RDONLY | OFlags::NONBLOCK | FOLDER)?;
        let dir = Dir::new(folder).map_err(io::Error::from)?;
        Ok(Entries(dir))
    }

    /// Opens the file at these names.
    fn opened(&self, names: &[OsString], flags: OFlags) -> Result<OwnedFd, OpenError> {
        #[cfg(any(target_os = "linux", target_os = "android"))]
        if let Some(file) = self.beneath(names, flags)? {
            return Ok(file);
        }
        self.walk(names, |folder, name| {
            openat(folder, name, flags | OFlags::NOFOLLOW, Mode::empty())
        })
    }

    /// Opens the file at these names with one call. Returns `None` if the kernel does not have it,
    /// or refuses for a reason that [`Root::walk`] determines.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn beneath(&self, names: &[OsString], flags: OFlags) -> Result<Option<OwnedFd>, OpenError> {
        use rustix::fs::{ResolveFlags, openat2};
        let path: PathBuf = match names {
            [] => ".".into(),
            names => names.iter().collect(),
        };
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        match openat2(&self.folder, path, flags, Mode::empty(), resolve) {
            Ok(file) => Ok(Some(file)),
            Err(Errno::NOENT) => Err(io::Error::from(Errno::NOENT).into()),
            Err(_) => Ok(None),
        }
    }

    /// Follows the names from the root, and calls `finish` with the last folder and the last name.
    /// `finish` does not follow a link, and fails if there is one.
    ///
    /// The names above the root are compared with the path of the root and never opened.
    pub(crate) fn walk<T>(
        &self,
        names: &[OsString],
        mut finish: impl FnMut(BorrowedFd<'_>, &OsStr) -> Result<T, Errno>,
    ) -> Result<T, OpenError> {
        let own: Vec<OsString> = names_of(&self.path);
        let mut rest: Vec<OsString> = names.iter().rev().cloned().collect();
        let mut folders: Vec<OwnedFd> = Vec::new();
        // The number of names of the root's own path that are missing to return to it.
        let mut above = 0;
        let mut links = 0;
        while let Some(name) = rest.pop() {
            if rest.len() > MAX_NAMES || folders.len() > MAX_FOLDERS {
                return Err(io::Error::from(Errno::NAMETOOLONG).into());
            }
            if name == ".." {
                if folders.pop().is_none() {
                    above = own.len().min(above + 1);
                }
                continue;
            }
            if above > 0 {
                if own[own.len() - above] != name {
                    return Err(OpenError::Outside);
                }
                above -= 1;
                continue;
            }
            let folder = folders.last().unwrap_or(&self.folder).as_fd();
            let refused = if rest.is_empty() {
                match finish(folder, &name) {
                    Ok(found) => return Ok(found),
                    Err(refused) => refused,
                }
            } else {
                let flags = THROUGH | FOLDER | OFlags::NOFOLLOW;
                match openat(folder, &name, flags, Mode::empty()) {
                    Ok(inner) => {
                        folders.push(inner);
                        continue;
                    }
                    Err(refused) => refused,
                }
            };
            // Systems report different errors for a link that is not followed.
            if !matches!(refused, Errno::LOOP | Errno::NOTDIR | Errno::MLINK) {
                return Err(io::Error::from(refused).into());
            }
            links += 1;
            if links > MAX_LINKS {
                return Err(io::Error::from(Errno::LOOP).into());
            }
            match readlinkat(folder, &name, Vec::new()) {
                Ok(target) => {
                    let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
                    let target = if let Ok(below) = target.strip_prefix(&self.alias) {
                        folders.clear();
                        below
                    } else {
                        if target.is_absolute() {
                            folders.clear();
                            above = own.len();
                        }
                        &target
                    };
                    rest.extend(names_of(target).into_iter().rev());
                }
                // It has been replaced and is not a link any more.
                Err(Errno::INVAL) if refused != Errno::NOTDIR => rest.push(name),
                Err(Errno::INVAL) => return Err(io::Error::from(refused).into()),
                Err(error) => return Err(io::Error::from(error).into()),
            }
        }
        if above > 0 {
            return Err(OpenError::Outside);
        }
        let folder = folders.last().unwrap_or(&self.folder).as_fd();
        let found = finish(folder, OsStr::new("."));
        found.map_err(|error| io::Error::from(error).into())
    }
}

fn flags_of(access: Access) -> OFlags {
    let access = match access {
        Access::Read => OFlags::RDONLY,
        Access::Write => OFlags::RDWR,
    };
    access | OPENED
}

/// The names of a path, without `.` and the root.
fn names_of(path: &Path) -> Vec<OsString> {
    let names = path.components().filter_map(|name| match name {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    });
    names.collect()
}

/// The type of a file; `None` for a link.
fn kind_of(file_type: FileType) -> Option<Kind> {
    match file_type {
        FileType::RegularFile => Some(Kind::File),
        FileType::Directory => Some(Kind::Folder),
        FileType::Symlink => None,
        _ => Some(Kind::Other),
    }
}

/// The entries of an open folder.
pub(crate) struct Entries(Dir);

impl Iterator for Entries {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        loop {
            let entry = match self.0.read()? {
                Ok(entry) => entry,
                Err(error) => return Some(Err(error.into())),
            };
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name == "." || name == ".." {
                continue;
            }
            let file_type = match entry.file_type() {
                FileType::Unknown => self.0.fd().and_then(|folder| {
                    let status = statat(folder, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW)?;
                    Ok(FileType::from_raw_mode(status.st_mode))
                }),
                known => Ok(known),
            };
            return match file_type {
                Ok(file_type) => Some(Ok(Entry {
                    name: name.to_owned(),
                    kind: kind_of(file_type),
                })),
                // The file was removed meanwhile.
                Err(Errno::NOENT) => continue,
                Err(error) => Some(Err(error.into())),
            };
        }
    }
}

/// Opens a file at any path without waiting.
pub(crate) fn open_anywhere(path: &Path, access: Access) -> io::Result<File> {
    let file = openat(CWD, path, flags_of(access), Mode::empty())?;
    Ok(file.into())
}

/// The entries of a folder at any path.
pub(crate) fn list_anywhere(path: &Path) -> io::Result<Entries> {
    let folder = openat(CWD, path, OFlags::RDONLY | FOLDER, Mode::empty())?;
    Ok(Entries(Dir::new(folder)?))
}

/// Makes reads of an open pipe wait for its writer.
pub(crate) fn set_blocking(file: &File) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(file)?;
    rustix::fs::fcntl_setfl(file, flags - OFlags::NONBLOCK)?;
    Ok(())
}

/// Whether a path is a named pipe, in contrast to an anonymous pipe of a process.
pub(crate) fn is_pipe(path: &Path) -> bool {
    path.canonicalize()
        .and_then(|path| path.symlink_metadata())
        .is_ok_and(|metadata| metadata.file_type().is_fifo())
}
