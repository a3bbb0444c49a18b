//! The files of a workspace's folders, for language services.
//!
//! Paths are absolute and use `/`. A file is read only below a folder of the workspace, neither `..`
//! nor a link leads out of it.

use crate::process::MAX_BYTES;
use polycty::calls::Budget;
use polycty::source::Result;
use polycty_files::{Kind, Root};
use polycty_services::{Files, LanguageId};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

/// The maximum number of files and folders that a search visits.
const MAX_FOUND: usize = 20_000;

/// The files below some folders.
#[derive(Default)]
pub struct WorkspaceFiles(RwLock<Vec<(String, Root)>>);

impl WorkspaceFiles {
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

    /// Returns the files of known languages in a folder and its subfolders, in order. Hidden
    /// folders and folders of dependencies are left out.
    pub fn find(&self, folder: &str, budget: &Budget) -> Result<Vec<String>> {
        let mut found = Vec::new();
        let mut folders = vec![folder.trim_end_matches('/').to_owned()];
        let mut visited = 0;
        while let Some(folder) = folders.pop() {
            for path in self.list(&folder, budget)? {
                visited += 1;
                if visited > MAX_FOUND {
                    break;
                }
                match path.strip_suffix('/') {
                    Some(inner) => {
                        let name = inner.rsplit('/').next().unwrap_or_default();
                        if !name.starts_with('.') && name != "node_modules" {
                            folders.push(inner.to_owned());
                        }
                    }
                    None if LanguageId::of_path(&path, "").is_some() => found.push(path),
                    None => {}
                }
            }
        }
        found.sort();
        Ok(found)
    }
}

impl Files for WorkspaceFiles {
    fn read(&self, path: &str, budget: &Budget) -> Result<Option<Arc<str>>> {
        for (root, below) in self.below(path) {
            if let Ok(bytes) = root.read(below, MAX_BYTES) {
                budget.charge(1 + bytes.len() as u64 / 64)?;
                budget.hold(bytes.len() as u64)?;
                return Ok(String::from_utf8(bytes).ok().map(Into::into));
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
            for entry in entries.flatten() {
                budget.charge(1)?;
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
            paths.sort();
            return Ok(paths);
        }
        Ok(Vec::new())
    }
}

/// The path of a file or folder of the system with `/`, if it is UTF-8.
pub fn path_text(path: &Path) -> Option<String> {
    let text = path.to_str()?;
    Some(if cfg!(windows) {
        text.trim_start_matches(r"\\?\").replace('\\', "/")
    } else {
        text.to_owned()
    })
}
