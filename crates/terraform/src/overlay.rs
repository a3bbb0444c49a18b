//! Texts of a program in place of files, such as the unsaved texts of an editor.

use crate::host::{Entry, FileError, FileKind, Files};
use crate::path::clean;
use polycty_core::calls::Budget;
use polycty_core::source::{Error, Result};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound;
use std::sync::Arc;

/// The bytes of an entry of a folder, without its name.
const ENTRY: usize = 64;

/// Texts by their paths, over other files. A path that has a text is a file with this text, and
/// the folders in the path exist. All other paths are those of the files below.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_terraform::{Files, Overlay};
/// let mut files = Overlay::default();
/// files.set("network/main.tf", "locals {}");
/// assert_eq!(files.read("./network/main.tf", &Budget::standard()).unwrap(), b"locals {}");
/// assert_eq!(files.list("network", &Budget::standard()).unwrap()[0].name, "main.tf");
/// ```
#[derive(Clone, Default)]
pub struct Overlay {
    below: Option<Arc<dyn Files>>,
    texts: BTreeMap<String, Arc<[u8]>>,
}

impl Overlay {
    /// No texts yet, over some files.
    #[must_use]
    pub fn new(below: Arc<dyn Files>) -> Overlay {
        Overlay {
            below: Some(below),
            texts: BTreeMap::new(),
        }
    }

    /// Replaces the files below the texts.
    pub fn set_below(&mut self, below: Arc<dyn Files>) {
        self.below = Some(below);
    }

    /// Sets the text of a path. It replaces an earlier text.
    pub fn set(&mut self, path: &str, text: impl AsRef<[u8]>) {
        self.texts.insert(clean(path), text.as_ref().into());
    }

    /// Removes the text of a path, so that the file below applies. Returns whether there was one.
    pub fn remove(&mut self, path: &str) -> bool {
        self.texts.remove(&clean(path)).is_some()
    }

    /// The number of texts.
    #[must_use]
    pub fn count(&self) -> usize {
        self.texts.len()
    }

    /// The paths and texts inside of a folder, at any depth. The paths are relative to the folder.
    fn inside<'t>(&'t self, folder: &str) -> impl Iterator<Item = &'t str> + use<'t> {
        let prefix = match folder {
            "." => String::new(),
            "/" => "/".to_owned(),
            _ => format!("{folder}/"),
        };
        let start = (Bound::Included(prefix.clone()), Bound::Unbounded);
        let paths = self.texts.range(start).map(|(path, _)| path.as_str());
        paths.map_while(move |path| path.strip_prefix(prefix.as_str()))
    }

    fn below(&self) -> Result<&dyn Files, FileError> {
        self.below.as_deref().ok_or(FileError::NotFound)
    }
}

impl Files for Overlay {
    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError> {
        if self.texts.is_empty() {
            return self.below()?.read(path, budget);
        }
        let cleaned = clean(path);
        if let Some(text) = self.texts.get(&cleaned) {
            budget.hold(text.len() as u64).map_err(Error::from)?;
            return Ok(text.to_vec());
        }
        match self.below() {
            Ok(below) => below.read(path, budget),
            Err(_) if self.inside(&cleaned).next().is_some() => Err(FileError::IsFolder),
            Err(error) => Err(error),
        }
    }

    fn kind(&self, path: &str, budget: &Budget) -> Result<FileKind, FileError> {
        if self.texts.is_empty() {
            return self.below()?.kind(path, budget);
        }
        let cleaned = clean(path);
        if self.texts.contains_key(&cleaned) {
            return Ok(FileKind::File);
        }
        if self.inside(&cleaned).next().is_some() {
            return Ok(FileKind::Folder);
        }
        self.below()?.kind(path, budget)
    }

    fn list(&self, path: &str, budget: &Budget) -> Result<Vec<Entry>, FileError> {
        if self.texts.is_empty() {
            return self.below()?.list(path, budget);
        }
        let mut own: BTreeMap<&str, FileKind> = BTreeMap::new();
        for inner in self.inside(&clean(path)) {
            let (name, kind) = match inner.split_once('/') {
                Some((folder, _)) => (folder, FileKind::Folder),
                None => (inner, FileKind::File),
            };
            let bytes = ENTRY + name.len();
            budget
                .insert(&mut own, bytes, name, kind)
                .map_err(Error::from)?;
        }
        let below = self.below().and_then(|below| below.list(path, budget));
        let mut entries = match below {
            Ok(entries) => entries,
            Err(FileError::NotFound | FileError::NotAFolder) if !own.is_empty() => Vec::new(),
            Err(error) => return Err(error),
        };
        entries.retain(|entry| !own.contains_key(entry.name.as_str()));
        entries.extend(own.into_iter().map(|(name, kind)| Entry {
            name: name.to_owned(),
            kind,
        }));
        Ok(entries)
    }
}

impl fmt::Debug for Overlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Overlay")
            .field("texts", &self.texts.len())
            .field("below", &self.below.is_some())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget() -> Budget {
        Budget::standard()
    }

    fn names(files: &Overlay, path: &str) -> Vec<(String, FileKind)> {
        let mut found: Vec<(String, FileKind)> = files
            .list(path, &budget())
            .unwrap()
            .into_iter()
            .map(|entry| (entry.name, entry.kind))
            .collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    #[test]
    fn texts_replace_files_and_add_folders() {
        let mut below = Overlay::default();
        below.set("a.tf", "below");
        below.set("b.tf", "below");
        below.set("m/x.tf", "below");
        let mut files = Overlay::new(Arc::new(below));
        assert_eq!(names(&files, "."), names(&files, "./"));
        files.set("./a.tf", "above");
        files.set("m/n/y.tf", "above");
        files.set("m/n/z.tf", "above");
        let (file, folder) = (FileKind::File, FileKind::Folder);
        let root = [("a.tf", file), ("b.tf", file), ("m", folder)];
        assert_eq!(
            names(&files, "."),
            root.map(|(name, kind)| (name.to_owned(), kind))
        );
        let inner = [("n", folder), ("x.tf", file)];
        assert_eq!(
            names(&files, "m/"),
            inner.map(|(name, kind)| (name.to_owned(), kind))
        );
        assert_eq!(files.read("a.tf", &budget()).unwrap(), b"above");
        assert_eq!(files.read("b.tf", &budget()).unwrap(), b"below");
        assert_eq!(files.kind("m/n", &budget()).unwrap(), folder);
        assert!(files.remove("a.tf") && !files.remove("a.tf"));
        assert_eq!(files.read("a.tf", &budget()).unwrap(), b"below");
    }

    #[test]
    fn names_that_begin_alike_are_not_in_the_folder() {
        let mut files = Overlay::default();
        files.set("m-1/a.tf", "");
        files.set("m.tf", "");
        files.set("m/a.tf", "");
        files.set("ma/a.tf", "");
        assert_eq!(names(&files, "m"), [("a.tf".to_owned(), FileKind::File)]);
        assert!(matches!(
            files.list("n", &budget()),
            Err(FileError::NotFound)
        ));
        assert!(matches!(
            files.read("m", &budget()),
            Err(FileError::IsFolder)
        ));
        assert!(matches!(
            files.read("n", &budget()),
            Err(FileError::NotFound)
        ));
        assert!(files.kind("m-", &budget()).is_err());
    }
}
