//! Modules that are read from the files of a folder.

use super::declare::{declarations, query};
use super::files::{FileRole, ModuleFile, is_query, read_folder, role_of};
use super::findings::Findings;
use super::inventory::Inventory;
use super::merge::{Merged, Places, check_backends};
use super::release::Release;
use crate::host::Files;
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::{Diagnostic, Result};
use std::sync::Arc;

/// A module. Never changes; cheap to clone.
#[derive(Clone, Debug)]
pub struct Module {
    pub(crate) inventory: Arc<Inventory>,
    pub(crate) places: Arc<Places>,
    /// Whether it was read without an error.
    is_sound: bool,
    /// The release by which it was read.
    pub(crate) release: Release,
}

/// A module as it was read.
#[derive(Clone, Debug)]
pub struct ReadModule {
    /// What could be read.
    pub module: Module,
    /// What is wrong, in the order in which it was found.
    pub diagnostics: Vec<Diagnostic>,
}

impl Module {
    /// Reads the files of a module, in whichever order they come: they are read in the order of
    /// their names, those that change others last. A file that is none of a module's by its name
    /// is left out.
    ///
    /// # Errors
    /// What is spent.
    pub fn read(files: &[ModuleFile], budget: &Budget) -> Result<ReadModule> {
        Module::read_as(files, Release::V1_11, budget)
    }

    /// Reads the files of a module as a release of Terraform does. Query files (`.tfquery.hcl`) are
    /// read, too, if some are given.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn read_as(files: &[ModuleFile], release: Release, budget: &Budget) -> Result<ReadModule> {
        let mut findings = Findings::new(release, budget);
        let mut sorted: Vec<(FileRole, &ModuleFile)> = files
            .iter()
            .filter_map(|file| Some((role_of(&file.name)?, file)))
            .collect();
        sort_by_key(&mut sorted, |(role, file)| {
            (*role == FileRole::Override, &*file.name)
        });
        let mut declared = Vec::with_capacity(sorted.len());
        for (role, file) in sorted {
            declared.push((role, declarations(file, role, &mut findings)?));
        }
        for file in files.iter().filter(|file| is_query(&file.name)) {
            declared.push((FileRole::Primary, query(file, &mut findings)?));
        }
        let mut merged = Merged::default();
        for (role, file) in declared {
            match role {
                FileRole::Primary => merged.append(file, &mut findings)?,
                FileRole::Override => merged.change(file, &mut findings)?,
            }
        }
        check_backends(&merged.whole.settings, &mut findings)?;
        Ok(ReadModule {
            module: Module {
                inventory: Arc::new(merged.whole),
                places: Arc::new(merged.places),
                is_sound: !findings.failed_since(0),
                release,
            },
            diagnostics: findings.into_vec(),
        })
    }

    /// Reads a module that is a folder of these files; messages call its files by the folder's
    /// path before their names, unless it is `.`.
    ///
    /// # Errors
    /// [`Code::NotFound`](polycty_core::source::Code::NotFound) where there is no such folder or
    /// a file cannot be read; what is spent.
    pub fn read_folder(files: &dyn Files, folder: &str, budget: &Budget) -> Result<ReadModule> {
        Module::read(&read_folder(files, folder, budget)?, budget)
    }

    /// What it declares.
    #[must_use]
    pub fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// Whether it was read without an error.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.is_sound
    }
}
