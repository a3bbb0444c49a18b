//! The folders and files of a project.

use super::document::Document;
use super::sites::Calls;
use crate::host::Files;
use crate::module::{Dialect, Module, is_query, module_files, names_in, read_file, role_of_as};
use crate::path::joined;
use crate::project::{ModuleNode, ModuleSources, Project, ProjectOptions, is_local};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use std::collections::{BTreeMap, BTreeSet};

/// A project whose text is to be changed.
pub(super) struct Workspace<'w> {
    pub(super) files: &'w dyn Files,
    pub(super) project: Project,
    pub(super) budget: &'w Budget,
}

/// A file that is part of a folder of a project.
pub(super) struct SourceFile {
    pub(super) name: String,
    pub(super) text: Vec<u8>,
    pub(super) document: Document,
}

impl<'w> Workspace<'w> {
    /// Loads a project.
    ///
    /// # Errors
    /// [`Code::Diagnostics`] with the diagnostics of a project that cannot be loaded.
    pub(super) fn load(
        files: &'w dyn Files,
        root: &str,
        sources: &dyn ModuleSources,
        options: &ProjectOptions,
        budget: &'w Budget,
    ) -> Result<Workspace<'w>> {
        let loaded = Project::load(files, root, &BTreeMap::new(), sources, options, budget)?;
        if !loaded.project.is_loaded() {
            return Err(Error::from_diagnostics(
                Code::Diagnostics,
                loaded.diagnostics,
            ));
        }
        Ok(Workspace {
            files,
            project: loaded.project,
            budget,
        })
    }

    pub(super) fn nodes(&self) -> &[ModuleNode] {
        &self.project.modules
    }

    /// The number of the module at the end of a path of calls.
    ///
    /// # Errors
    /// [`Code::NotFound`] if a call of the path does not exist or its module was not read.
    pub(super) fn at(&self, path: &[String]) -> Result<usize> {
        let mut at = 0;
        for (depth, name) in self.budget.charged(path.iter().enumerate())? {
            let node = &self.nodes()[at];
            let mut calls = node.module.inventory().calls.iter();
            let call = calls.position(|call| *call.name == **name);
            let address = || format!("module.{}", path[..=depth].join(".module."));
            let call = call.ok_or_else(|| {
                let message = format!("{}: the module call is not declared", address());
                Error::new(Code::NotFound, message)
            })?;
            at = node.children[call].ok_or_else(|| {
                let message = format!("{}: the called module is not available", address());
                Error::new(Code::NotFound, message)
            })?;
        }
        Ok(at)
    }

    /// Whether a module and all modules on the path to it have local sources.
    pub(super) fn is_own(&self, mut at: usize) -> bool {
        while let Some((parent, _)) = self.nodes()[at].parent {
            if !is_local(&self.nodes()[at].source) {
                return false;
            }
            at = parent;
        }
        true
    }

    /// The directories of the modules that belong to the project itself.
    pub(super) fn directories(&self) -> Result<BTreeSet<&str>> {
        let mut found = BTreeSet::new();
        for (at, node) in self.nodes().iter().enumerate() {
            self.budget.charge(1 + node.path.len() as u64)?;
            if self.is_own(at) {
                found.insert(&*node.directory);
            }
        }
        Ok(found)
    }

    /// Reads the configuration files of a directory, including query files.
    ///
    /// # Errors
    /// [`Code::Syntax`] with diagnostics if a file cannot be parsed.
    pub(super) fn read(&self, directory: &str) -> Result<Vec<SourceFile>> {
        let mut found = Vec::new();
        for name in names_in(self.files, directory, self.budget)? {
            // A module may have files of Terraform and of OpenTofu: both are changed.
            if role_of_as(&name, Dialect::OpenTofu).is_some() || is_query(&name) {
                found.push(self.file(directory, &name)?);
            }
        }
        Ok(found)
    }

    /// The names of the files of a directory that the project consists of.
    pub(super) fn visible(&self, directory: &str) -> Result<BTreeSet<String>> {
        let names = names_in(self.files, directory, self.budget)?;
        let names = module_files(names, self.project.release().dialect());
        Ok(names.iter().map(|name| joined(directory, name)).collect())
    }

    /// Reads a file of a directory.
    pub(super) fn file(&self, directory: &str, name: &str) -> Result<SourceFile> {
        let file = read_file(self.files, directory, name, self.budget)?;
        let document = Document::parse(&file.name, &file.text, self.budget)?;
        Ok(SourceFile {
            name: file.name,
            text: file.text,
            document,
        })
    }
}

impl Calls for Module {
    fn is_repeated(&self, call: &str) -> bool {
        let mut calls = self.inventory().calls.iter();
        let found = calls.find(|one| *one.name == *call);
        found.is_some_and(|call| call.repetition.has_keys())
    }
}
