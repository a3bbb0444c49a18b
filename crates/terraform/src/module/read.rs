//! Modules that are read from the files of a folder.

use super::declare::{declarations, query};
use super::files::{FileRole, ModuleFile, hiding_name, is_query, read_folder, role_of_as};
use super::inventory::Inventory;
use super::merge::{Merged, Places, check_backends};
use super::release::{Dialect, Release};
use super::secrets::SecretLines;
use super::sink::DiagnosticSink;
use crate::host::Files;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Result};
use std::collections::HashSet;
use std::sync::Arc;

/// A module. It is immutable and cheap to clone.
#[derive(Clone, Debug)]
pub struct Module {
    pub(crate) inventory: Arc<Inventory>,
    pub(crate) places: Arc<Places>,
    /// Whether it was read without errors.
    is_sound: bool,
    /// The release whose rules apply.
    pub(crate) release: Release,
}

/// A module and the diagnostics of reading it.
#[derive(Clone, Debug)]
pub struct ReadModule {
    /// The module, as far as it could be read.
    pub module: Module,
    /// The diagnostics, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
}

impl Module {
    /// Reads the files of a module, in any order. They are processed in the order of their names,
    /// override files last. Files that are not part of a module by their names are ignored.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn read(files: &[ModuleFile], budget: &Budget) -> Result<ReadModule> {
        Module::read_as(files, Release::V1_11, budget)
    }

    /// Reads the files of a module by the rules of a release of Terraform or OpenTofu. Query files
    /// (`.tfquery.hcl`) are read, too, if `files` contains some.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn read_as(files: &[ModuleFile], release: Release, budget: &Budget) -> Result<ReadModule> {
        let mut sink = DiagnosticSink::new(release, budget);
        let dialect = release.dialect();
        let mut sorted: Vec<(FileRole, &ModuleFile)> = files
            .iter()
            .filter_map(|file| Some((role_of_as(&file.name, dialect)?, file)))
            .collect();
        if dialect == Dialect::OpenTofu {
            let names: HashSet<&str> = files.iter().map(|file| &*file.name).collect();
            sorted.retain(|(_, file)| {
                hiding_name(&file.name).is_none_or(|name| !names.contains(&*name))
            });
        }
        budget.sort_by_key(&mut sorted, |(role, file)| {
            (*role == FileRole::Override, &*file.name)
        })?;
        let mut declared = Vec::with_capacity(sorted.len());
        for (role, file) in sorted {
            declared.push((role, declarations(file, role, &mut sink)?));
        }
        for file in files.iter().filter(|file| is_query(&file.name)) {
            declared.push((FileRole::Primary, query(file, &mut sink)?));
        }
        let mut merged = Merged::default();
        for (role, file) in declared {
            match role {
                FileRole::Primary => merged.append(file, &mut sink)?,
                FileRole::Override => merged.change(file, &mut sink)?,
            }
        }
        check_backends(&merged.whole.settings, &mut sink)?;
        let module = Module {
            inventory: Arc::new(merged.whole),
            places: Arc::new(merged.places),
            is_sound: !sink.failed_since(0),
            release,
        };
        let mut diagnostics = sink.into_vec();
        module.hide_secrets(&mut diagnostics, budget)?;
        Ok(ReadModule {
            module,
            diagnostics,
        })
    }

    /// Reads a module from a folder. Messages name its files by the folder's path and their names,
    /// or by their names alone if the path is `.`.
    ///
    /// # Errors
    /// - [`Code::NotFound`](polycty_core::source::Code::NotFound) if the folder does not exist or a
    ///   file cannot be read.
    /// - [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn read_folder(files: &dyn Files, folder: &str, budget: &Budget) -> Result<ReadModule> {
        Module::read(&read_folder(files, folder, budget)?, budget)
    }

    /// The declarations.
    #[must_use]
    pub fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// Hides the lines of defaults that are secrets in diagnostics.
    pub(crate) fn hide_secrets(
        &self,
        diagnostics: &mut [Diagnostic],
        budget: &Budget,
    ) -> Result<()> {
        if diagnostics.is_empty() {
            return Ok(());
        }
        let mut secrets = SecretLines::default();
        secrets.add_defaults(&self.inventory, self.is_sound, budget)?;
        secrets.hide(diagnostics);
        Ok(())
    }

    /// Whether it was read without errors.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.is_sound
    }
}
