//! Files that are read once.

use super::files::{DataFiles, FileKind};
use super::resolutions::Resolutions;
use polycty_core::source::Result;
use polycty_core::types::KeyedMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum number of bytes of paths and contents. Files beyond it are read each time.
const MAX_BYTES: usize = 64 << 20;

/// Files that are read once: later changes are not seen. The answers take memory for up to 64 MiB of
/// paths and contents. Evaluations share the hierarchies of Hiera that they resolve.
///
/// ```
/// use polycty_puppet::hiera::{DataFiles, MemoryFiles, SnapshotFiles};
/// let files = SnapshotFiles::new(MemoryFiles::new([("/e/data/common.yaml", "k: 1")]));
/// assert_eq!(files.read("/e/data/common.yaml")?.as_deref(), Some(&b"k: 1"[..]));
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub struct SnapshotFiles<F> {
    files: F,
    resolutions: Resolutions,
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    kinds: KeyedMap<String, Option<FileKind>>,
    contents: KeyedMap<String, Option<Arc<[u8]>>>,
    names: KeyedMap<String, Arc<[String]>>,
    bytes: usize,
}

impl Tables {
    /// Counts the bytes of an answer; returns whether it can be kept.
    fn fits(&mut self, path: &str, bytes: usize) -> bool {
        let bytes = path.len() + bytes;
        let fits = bytes <= MAX_BYTES - self.bytes;
        if fits {
            self.bytes += bytes;
        }
        fits
    }
}

impl<F: DataFiles> SnapshotFiles<F> {
    /// Creates a snapshot of files, which are read when they are first needed.
    pub fn new(files: F) -> SnapshotFiles<F> {
        SnapshotFiles {
            files,
            resolutions: Resolutions::default(),
            tables: Mutex::default(),
        }
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        // A panic leaves the tables complete.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<F: DataFiles> DataFiles for SnapshotFiles<F> {
    fn kind(&self, path: &str) -> Result<Option<FileKind>> {
        if let Some(known) = self.tables().kinds.get(path) {
            return Ok(*known);
        }
        let found = self.files.kind(path)?;
        let mut tables = self.tables();
        if tables.fits(path, 0) {
            tables.kinds.insert(path.to_owned(), found);
        }
        Ok(found)
    }

    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let content = self.read_shared(path)?;
        Ok(content.map(|content| content.to_vec()))
    }

    fn read_shared(&self, path: &str) -> Result<Option<Arc<[u8]>>> {
        let known = self.tables().contents.get(path).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = self.files.read_shared(path)?;
        let mut tables = self.tables();
        if tables.fits(path, found.as_ref().map_or(0, |content| content.len())) {
            tables.contents.insert(path.to_owned(), found.clone());
        }
        Ok(found)
    }

    fn list(&self, folder: &str) -> Result<Vec<String>> {
        let known = self.tables().names.get(folder).cloned();
        if let Some(known) = known {
            return Ok(known.to_vec());
        }
        let found = self.files.list(folder)?;
        let mut tables = self.tables();
        if tables.fits(folder, found.iter().map(String::len).sum()) {
            let names = found.as_slice().into();
            tables.names.insert(folder.to_owned(), names);
        }
        Ok(found)
    }

    fn resolutions(&self) -> Option<&Resolutions> {
        Some(&self.resolutions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hiera::MemoryFiles;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Files that count their reads.
    struct Counted<'c>(MemoryFiles, &'c AtomicUsize);

    impl DataFiles for Counted<'_> {
        fn kind(&self, path: &str) -> Result<Option<FileKind>> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.kind(path)
        }

        fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.read(path)
        }

        fn list(&self, folder: &str) -> Result<Vec<String>> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.list(folder)
        }
    }

    #[test]
    fn files_are_read_once() {
        let count = AtomicUsize::new(0);
        let files = MemoryFiles::new([("/e/a", "1")]);
        let files = SnapshotFiles::new(Counted(files, &count));
        for _ in 0..2 {
            assert_eq!(files.kind("/e/a").unwrap(), Some(FileKind::File));
            assert_eq!(files.read("/e/a").unwrap().unwrap(), b"1");
            assert_eq!(files.read("/e/b").unwrap(), None);
            assert_eq!(files.list("/e").unwrap(), ["a"]);
        }
        assert_eq!(count.load(Ordering::Relaxed), 4);
    }

    #[test]
    fn an_answer_that_is_too_large_is_not_kept() {
        let mut tables = Tables::default();
        assert!(tables.fits("abc", MAX_BYTES - 3));
        assert!(!tables.fits("a", 0));
    }
}
