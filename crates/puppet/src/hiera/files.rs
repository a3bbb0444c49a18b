//! The files that Hiera reads.

use super::resolutions::Resolutions;
use polycty_core::calls::Limits;
use polycty_core::source::{Code, Error, Result};
use polycty_files::{Kind, OpenError, Root};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileKind {
    /// A file with data.
    File,
    /// A folder.
    Folder,
}

/// The files of an environment, by absolute path with `/` between the names.
pub trait DataFiles: Send + Sync {
    /// Returns the type of the file at a path, or `None` if there is no file.
    ///
    /// # Errors
    /// Any error ends the evaluation.
    fn kind(&self, path: &str) -> Result<Option<FileKind>>;

    /// Returns the content of a file, or `None` if there is no file.
    ///
    /// # Errors
    /// Any error ends the evaluation.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>>;

    /// Returns the content of a file, or `None` if there is no file. A content that is the same
    /// allocation as an earlier one is not compared with it.
    ///
    /// # Errors
    /// Any error ends the evaluation.
    fn read_shared(&self, path: &str) -> Result<Option<Arc<[u8]>>> {
        Ok(self.read(path)?.map(Arc::from))
    }

    /// Returns the names in a folder, in any order.
    ///
    /// # Errors
    /// Any error ends the evaluation.
    fn list(&self, folder: &str) -> Result<Vec<String>>;

    /// Returns the table of what evaluations derive from the files, or `None` if the files may
    /// change.
    fn resolutions(&self) -> Option<&Resolutions> {
        None
    }
}

/// Files in memory.
///
/// ```
/// use polycty_puppet::hiera::{DataFiles, FileKind, MemoryFiles};
/// let files = MemoryFiles::new([("/e/data/common.yaml", "k: 1")]);
/// assert_eq!(files.kind("/e/data")?, Some(FileKind::Folder));
/// assert_eq!(files.list("/e")?, ["data"]);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(BTreeMap<String, Vec<u8>>);

impl MemoryFiles {
    /// Creates the files from paths and contents.
    pub fn new<P: Into<String>, C: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (P, C)>,
    ) -> MemoryFiles {
        let files = files.into_iter();
        MemoryFiles(
            files
                .map(|(path, text)| (normal(&path.into()), text.into()))
                .collect(),
        )
    }

    fn below(&self, folder: &str) -> impl Iterator<Item = &str> {
        let prefix = format!("{}/", normal(folder).trim_end_matches('/'));
        let all = self.0.range(prefix.clone()..);
        all.map_while(move |(path, _)| path.strip_prefix(&prefix))
    }
}

impl DataFiles for MemoryFiles {
    fn kind(&self, path: &str) -> Result<Option<FileKind>> {
        Ok(if self.0.contains_key(&normal(path)) {
            Some(FileKind::File)
        } else {
            self.below(path).next().map(|_| FileKind::Folder)
        })
    }

    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.0.get(&normal(path)).cloned())
    }

    fn list(&self, folder: &str) -> Result<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for path in self.below(folder) {
            let name = path.split('/').next().unwrap_or_default();
            if names.last().is_none_or(|last| last != name) {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }
}

/// Folders of the system. Paths outside of them are those of files that do not exist.
#[derive(Clone, Debug, Default)]
pub struct FolderFiles(Vec<(String, Root)>);

impl FolderFiles {
    /// No folders.
    #[must_use]
    pub fn new() -> FolderFiles {
        FolderFiles::default()
    }

    /// Adds a folder, which is shown at a path in messages. Links that lead out of it are not
    /// followed.
    ///
    /// # Errors
    /// [`Code::NotFound`] if there is no such folder.
    pub fn folder(mut self, shown: &str, folder: impl AsRef<Path>) -> Result<FolderFiles> {
        let folder = folder.as_ref();
        let root = Root::new(folder).map_err(|error| {
            Error::new(Code::NotFound, format!("{}: {error}", folder.display()))
        })?;
        self.0.push((normal(shown), root));
        Ok(self)
    }

    /// Runs a function for the root and the path below it.
    fn within<T>(
        &self,
        path: &str,
        run: impl Fn(&Root, &Path) -> Result<T, OpenError>,
    ) -> Result<Option<T>> {
        let path = normal(path);
        for (shown, root) in &self.0 {
            let Some(below) = path.strip_prefix(shown.as_str()) else {
                continue;
            };
            let below = match below.strip_prefix('/') {
                Some(below) => below,
                None if below.is_empty() => ".",
                None => continue,
            };
            match run(root, Path::new(below)) {
                Ok(found) => return Ok(Some(found)),
                Err(OpenError::Outside | OpenError::IsFolder | OpenError::NotRegular) => {}
                Err(error) if error.is_not_found() => {}
                Err(error) => {
                    let code = if error.is_too_large() {
                        Code::Limit
                    } else {
                        Code::Value
                    };
                    return Err(Error::new(code, format!("{path}: {error}")));
                }
            }
        }
        Ok(None)
    }
}

impl DataFiles for FolderFiles {
    fn kind(&self, path: &str) -> Result<Option<FileKind>> {
        let found = self.within(path, |root, path| root.kind(path));
        // A name below a file does not exist.
        Ok(found.unwrap_or_default().and_then(|kind| match kind {
            Kind::File => Some(FileKind::File),
            Kind::Folder => Some(FileKind::Folder),
            Kind::Other => None,
        }))
    }

    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        self.within(path, |root, path| root.read(path, Limits::STANDARD.bytes))
    }

    fn list(&self, folder: &str) -> Result<Vec<String>> {
        let names = self.within(folder, |root, path| {
            let mut names = Vec::new();
            for entry in root.list(path)? {
                names.extend(entry?.name.into_string());
            }
            Ok(names)
        })?;
        Ok(names.unwrap_or_default())
    }
}

/// A path without empty names, `.` and `..`.
fn normal(path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    format!("/{}", names.join("/"))
}

/// Returns a path relative to a folder, as Ruby's `Pathname` joins them.
pub(super) fn joined(folder: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut folder = folder.trim_end_matches('/');
    if !folder.is_empty() && !path.is_empty() && !path.starts_with('.') {
        return [folder, path].join("/");
    }
    let mut path = path;
    loop {
        let (name, rest) = path.split_once('/').unwrap_or((path, ""));
        match name {
            "." | "" if !path.is_empty() => path = rest,
            ".." => {
                folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
                path = rest;
            }
            _ => break,
        }
    }
    match (folder, path) {
        ("", path) => format!("/{path}"),
        (folder, "") => folder.to_owned(),
        (folder, path) => format!("{folder}/{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_as_pathname_joins_them() {
        for (folder, path, whole) in [
            ("/e/data", "x.yaml", "/e/data/x.yaml"),
            ("/e/data", "../x.yaml", "/e/x.yaml"),
            ("/e/data", "./a/../x.yaml", "/e/data/a/../x.yaml"),
            ("/e", "/abs", "/abs"),
            ("/e", "", "/e"),
            ("/e", "../../x", "/x"),
        ] {
            assert_eq!(joined(folder, path), whole, "{folder} {path}");
        }
    }

    #[test]
    fn files_in_memory_have_folders() {
        let files = MemoryFiles::new([("/e/a/b.yaml", "1"), ("/e/a/c/d.yaml", "2")]);
        assert_eq!(files.list("/e/a").unwrap(), ["b.yaml", "c"]);
        assert_eq!(files.kind("/e/a/c").unwrap(), Some(FileKind::Folder));
        assert_eq!(files.kind("/e/x").unwrap(), None);
        assert_eq!(files.read("/e/a/../a/b.yaml").unwrap().unwrap(), b"1");
    }
}
