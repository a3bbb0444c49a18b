//! The files of a workspace that are not open: those of folders of the system, or texts in memory.

use crate::language::Files;
use polycty_core::calls::{Budget, Limits};
use polycty_core::source::Result;
use polycty_files::{Kind, Root};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

/// The maximum number of bytes of a file.
const MAX_BYTES: u64 = Limits::STANDARD.bytes;

/// The files below some folders of the system. Paths are absolute and use `/`. A file is read only
/// below one of the folders: neither `..` nor a link leads out of it.
#[derive(Default)]
pub struct FolderFiles(RwLock<Vec<(String, Root)>>);

impl FolderFiles {
    /// Replaces the folders. A folder that cannot be opened has no files.
    pub fn set_folders(&self, folders: &[String]) {
        let roots = folders.iter().filter_map(|folder| {
            let root = Root::new(folder).ok()?;
            Some((folder.clone(), root))
        });
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = roots.collect();
    }

    /// The roots that may contain a path, and the path below each.
    fn below(&self, path: &str) -> Vec<(Root, PathBuf)> {
        let roots = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let below = roots.iter().filter_map(|(folder, root)| {
            let below = path.strip_prefix(folder.trim_end_matches('/'))?;
            let is_inside = below.is_empty() || below.starts_with('/');
            is_inside.then(|| (root.clone(), PathBuf::from(below.trim_start_matches('/'))))
        });
        below.collect()
    }
}

impl Files for FolderFiles {
    fn read(&self, path: &str, budget: &Budget) -> Result<Option<Vec<u8>>> {
        for (root, below) in self.below(path) {
            if let Ok(bytes) = root.read(below, MAX_BYTES) {
                budget.text(bytes.len())?;
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    fn list(&self, folder: &str, budget: &Budget) -> Result<Vec<String>> {
        let folder = folder.trim_end_matches('/');
        for (root, below) in self.below(folder) {
            let Ok(entries) = root.list(&below) else {
                continue;
            };
            let mut paths = Vec::new();
            for entry in budget.each(entries.flatten()) {
                let entry = entry?;
                let Some(name) = entry.name.to_str() else {
                    continue;
                };
                let kind = match entry.kind {
                    Some(kind) => Some(kind),
                    None => root.kind(below.join(name)).ok(),
                };
                match kind {
                    Some(Kind::File) => paths.push(format!("{folder}/{name}")),
                    Some(Kind::Folder) => paths.push(format!("{folder}/{name}/")),
                    Some(Kind::Other) | None => {}
                }
            }
            budget.sort(&mut paths)?;
            return Ok(paths);
        }
        Ok(Vec::new())
    }
}

/// Files in memory. They can change while a workspace uses them, which then needs
/// [`Workspace::changed`](crate::Workspace::changed).
#[derive(Default)]
pub struct MemoryFiles(RwLock<BTreeMap<String, Vec<u8>>>);

impl MemoryFiles {
    /// Files with paths and contents.
    pub fn new<P: Into<String>, C: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (P, C)>,
    ) -> MemoryFiles {
        let files = files.into_iter();
        let files = files.map(|(path, content)| (path.into(), content.into()));
        MemoryFiles(RwLock::new(files.collect()))
    }

    /// Adds or replaces a file.
    pub fn set(&self, path: impl Into<String>, content: impl Into<Vec<u8>>) {
        let mut files = self.0.write().unwrap_or_else(PoisonError::into_inner);
        files.insert(path.into(), content.into());
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &str, budget: &Budget) -> Result<Option<Vec<u8>>> {
        let files = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let Some(content) = files.get(path) else {
            return Ok(None);
        };
        budget.text(content.len())?;
        Ok(Some(content.clone()))
    }

    fn list(&self, folder: &str, budget: &Budget) -> Result<Vec<String>> {
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let files = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let below = files.range(prefix.clone()..);
        let below = below.map_while(|(path, _)| path.strip_prefix(&prefix));
        let mut found: Vec<String> = Vec::new();
        for path in budget.each(below) {
            let path = path?;
            found.push(match path.split_once('/') {
                Some((inner, _)) => format!("{prefix}{inner}/"),
                None => format!("{prefix}{path}"),
            });
        }
        found.dedup();
        Ok(found)
    }
}
