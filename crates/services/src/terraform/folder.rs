//! Folders of modules: their files, their declarations, and the calls between them.

use super::path::{folder, join, name};
use super::{Terraform, locked};
use crate::hcl::file::File;
use crate::language::Context;
use crate::workspace::Workspace;
use polycty_core::calls::Budget;
use polycty_core::source::{Error, Result};
use polycty_core::types::Str;
use polycty_core::values::Value;
use polycty_terraform::module::{Dialect, Module, ModuleFile, Release, module_files, role_of_as};
use polycty_terraform::project::{LocalOnly, Manifest, ModuleNames, Project};
use polycty_terraform::{Entry, FileError, FileKind, Files, Host};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The most folders of a workspace that are searched for modules.
const MAX_FOLDERS: usize = 20_000;

/// A folder with the files of a module.
#[derive(Debug)]
pub(super) struct Folder {
    /// The path.
    pub(super) path: String,
    /// The paths of the files of the module.
    pub(super) files: Vec<String>,
    /// The paths of the files of values.
    pub(super) values: Vec<String>,
    /// The release whose rules apply.
    pub(super) release: Release,
    /// The declarations of the repaired texts.
    pub(super) module: Module,
    /// Whether a damaged statement may declare a value as sensitive, so that no values are shown.
    pub(super) hides_values: bool,
}

/// Which texts of files with errors of syntax are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Texts {
    /// The texts as they are.
    Written,
    /// The repaired texts.
    Repaired,
    /// The repaired texts, in which the values that were replaced fail to evaluate.
    Failing,
}

/// The files below a folder, with the texts of open documents.
pub(super) struct ModuleFiles<'c> {
    pub(super) terraform: &'c Terraform,
    pub(super) workspace: &'c Workspace,
    pub(super) base: &'c str,
    pub(super) texts: Texts,
}

impl Files for ModuleFiles<'_> {
    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError> {
        let path = join(self.base, path);
        let document = self.workspace.document(&path);
        if let (Some(document), Texts::Written) = (document, self.texts) {
            let text = document.text().as_bytes();
            budget.text(text.len()).map_err(Error::from)?;
            return Ok(text.to_vec());
        }
        if is_module_file(&path) || is_values_file(&path) {
            let file = self
                .terraform
                .files
                .file_in(self.workspace, &path, budget)?;
            let file = file.ok_or(FileError::NotFound)?;
            let failing;
            let text = match (&file.repaired, self.texts) {
                (Some(repaired), Texts::Repaired) => &*repaired.text,
                (Some(repaired), Texts::Failing) => {
                    failing = repaired.failing();
                    &*failing
                }
                _ => &*file.text,
            };
            budget.hold(text.len() as u64).map_err(Error::from)?;
            return Ok(text.as_bytes().to_vec());
        }
        let content = self.workspace.content(&path, budget)?;
        content.ok_or(FileError::NotFound)
    }

    fn kind(&self, path: &str, budget: &Budget) -> Result<FileKind, FileError> {
        let path = join(self.base, path);
        let list = |path: &str| self.terraform.list_in(self.workspace, path, budget);
        let siblings = list(folder(&path))?;
        if siblings.contains(&path) {
            return Ok(FileKind::File);
        }
        match list(&path)?.is_empty() {
            true => Err(FileError::NotFound),
            false => Ok(FileKind::Folder),
        }
    }

    fn list(&self, path: &str, budget: &Budget) -> Result<Vec<Entry>, FileError> {
        let path = join(self.base, path);
        let paths = self.terraform.list_in(self.workspace, &path, budget)?;
        budget.charge(paths.len() as u64).map_err(Error::from)?;
        if paths.is_empty() {
            return Err(FileError::NotFound);
        }
        let entry = |path: &String| {
            let is_folder = path.ends_with('/');
            Entry {
                name: name(path.trim_end_matches('/')).to_owned(),
                kind: if is_folder {
                    FileKind::Folder
                } else {
                    FileKind::File
                },
            }
        };
        Ok(paths.iter().map(entry).collect())
    }
}

/// The files that functions of a project read.
pub(super) struct HostFiles {
    pub(super) files: Arc<dyn crate::Files>,
    pub(super) base: String,
}

impl Files for HostFiles {
    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError> {
        let content = self.files.read(&join(&self.base, path), budget)?;
        content.ok_or(FileError::NotFound)
    }

    fn kind(&self, path: &str, budget: &Budget) -> Result<FileKind, FileError> {
        let path = join(&self.base, path);
        if self.files.list(folder(&path), budget)?.contains(&path) {
            return Ok(FileKind::File);
        }
        match self.files.list(&path, budget)?.is_empty() {
            true => Err(FileError::NotFound),
            false => Ok(FileKind::Folder),
        }
    }

    fn list(&self, path: &str, budget: &Budget) -> Result<Vec<Entry>, FileError> {
        let paths = self.files.list(&join(&self.base, path), budget)?;
        let entry = |path: String| Entry {
            kind: if path.ends_with('/') {
                FileKind::Folder
            } else {
                FileKind::File
            },
            name: name(path.trim_end_matches('/')).to_owned(),
        };
        Ok(paths.into_iter().map(entry).collect())
    }
}

/// Whether a file is part of a module by its name.
pub(super) fn is_module_file(path: &str) -> bool {
    role_of_as(name(path), Dialect::OpenTofu).is_some()
}

/// Whether a file sets variables by its name.
pub(super) fn is_values_file(path: &str) -> bool {
    path.ends_with(".tfvars") || path.ends_with(".tfvars.json")
}

impl Terraform {
    /// The paths in a folder.
    pub(super) fn list(&self, context: &Context<'_>, path: &str) -> Result<Arc<Vec<String>>> {
        self.list_in(context.workspace, path, context.budget)
    }

    fn list_in(
        &self,
        workspace: &Workspace,
        path: &str,
        budget: &Budget,
    ) -> Result<Arc<Vec<String>>> {
        if let Some(found) = locked(&self.lists).get(path) {
            budget.charge(1 + found.len() as u64)?;
            return Ok(found.clone());
        }
        let found = Arc::new(workspace.list(path, budget)?);
        locked(&self.lists).insert(path.to_owned(), found.clone());
        Ok(found)
    }

    /// Returns the folder of a path, or `None` if it has no files of a module.
    pub(super) fn folder(&self, context: &Context<'_>, path: &str) -> Result<Option<Arc<Folder>>> {
        context.budget.charge(1)?;
        if let Some(found) = locked(&self.folders).get(path) {
            return Ok(found.clone());
        }
        let paths = self.list(context, path)?;
        let of = |is: fn(&str) -> bool| -> Vec<String> {
            paths.iter().filter(|path| is(path)).cloned().collect()
        };
        let module = ModuleFiles {
            terraform: self,
            workspace: context.workspace,
            base: path,
            texts: Texts::Repaired,
        };
        let release = match paths.is_empty() {
            true => self.options.release,
            false => self.options.release_of(&module, ".", context.budget)?,
        };
        let files = module_files(of(is_module_file), release.dialect());
        let values = of(is_values_file);
        let mut found = None;
        if !files.is_empty() {
            let mut texts = Vec::new();
            let mut hides_values = false;
            for path in &files {
                if let Some(file) = self.files.file(context, path)? {
                    hides_values |= file.may_hide_secrets();
                    let text = match &file.repaired {
                        Some(repaired) => &*repaired.text,
                        None => &*file.text,
                    };
                    context.budget.hold(text.len() as u64)?;
                    texts.push(ModuleFile {
                        name: path.clone(),
                        text: text.as_bytes().to_vec(),
                    });
                }
            }
            let read = Module::read_as(&texts, release, context.budget)?;
            found = Some(Arc::new(Folder {
                path: path.to_owned(),
                files,
                values,
                release,
                module: read.module,
                hides_values,
            }));
        }
        locked(&self.folders).insert(path.to_owned(), found.clone());
        Ok(found)
    }

    /// The folder of the document of a question.
    pub(super) fn own_folder(&self, context: &Context<'_>) -> Result<Option<Arc<Folder>>> {
        self.folder(context, folder(context.document.path()))
    }

    /// The folder that a call leads to.
    pub(super) fn called(
        &self,
        context: &Context<'_>,
        caller: &Folder,
        call: &str,
    ) -> Result<Option<Arc<Folder>>> {
        let mut calls = caller.module.inventory().calls.iter();
        let Some(found) = calls.find(|one| *one.name == *call) else {
            return Ok(None);
        };
        match &found.source {
            Some(source) => self.called_at(context, caller, call, source),
            None => Ok(None),
        }
    }

    /// The module that a call with a source calls, as [`Terraform::called`] returns it.
    pub(super) fn called_at(
        &self,
        context: &Context<'_>,
        caller: &Folder,
        call: &str,
        source: &str,
    ) -> Result<Option<Arc<Folder>>> {
        if source.starts_with("./") || source.starts_with("../") {
            return self.folder(context, &join(&caller.path, source));
        }
        let manifest = join(&caller.path, Manifest::PATH);
        let Some(text) = context.workspace.text(&manifest, context.budget)? else {
            return Ok(None);
        };
        let Ok(manifest) = Manifest::read(&text, context.budget) else {
            context.budget.finish()?;
            return Ok(None);
        };
        match manifest.directory(call) {
            Some(directory) => self.folder(context, &join(&caller.path, directory)),
            None => Ok(None),
        }
    }

    /// The folders of the workspace that have a module, in the order of their paths, without those
    /// in hidden folders.
    pub(super) fn all_folders(&self, context: &Context<'_>) -> Result<Vec<Arc<Folder>>> {
        let mut open: Vec<String> = context.workspace.folders().to_vec();
        open.push(folder(context.document.path()).to_owned());
        let mut seen = std::collections::BTreeSet::new();
        let mut found = BTreeMap::new();
        while let Some(path) = open.pop() {
            let path = path.trim_end_matches('/').to_owned();
            if seen.len() >= MAX_FOLDERS || !seen.insert(path.clone()) {
                continue;
            }
            let paths = self.list(context, &path)?;
            let inner = paths.iter().filter(|path| path.ends_with('/'));
            let shown = inner.filter(|path| !name(path.trim_end_matches('/')).starts_with('.'));
            open.extend(shown.cloned());
            if let Some(folder) = self.folder(context, &path)? {
                found.insert(path, folder);
            }
        }
        Ok(found.into_values().collect())
    }

    /// The calls of a folder in the workspace: the calling folder and the name of the call.
    pub(super) fn callers(
        &self,
        context: &Context<'_>,
        called: &Folder,
    ) -> Result<Vec<(Arc<Folder>, String)>> {
        let mut found = Vec::new();
        for caller in self.all_folders(context)? {
            for call in context.budget.charged(&caller.module.inventory().calls)? {
                let local = call
                    .source
                    .as_ref()
                    .filter(|source| source.starts_with('.'));
                if local.is_some_and(|source| join(&caller.path, source) == called.path) {
                    found.push((caller.clone(), call.name.to_string()));
                }
            }
        }
        Ok(found)
    }

    /// The options of the project in a folder.
    pub(super) fn options_in(
        &self,
        context: &Context<'_>,
        base: &str,
    ) -> polycty_terraform::project::ProjectOptions {
        let mut options = self.options.clone();
        if options.host.files.is_none() {
            options.host = Host {
                files: Some(Arc::new(HostFiles {
                    files: context.workspace.files().clone(),
                    base: base.to_owned(),
                })),
                ..options.host
            };
        }
        options
    }

    /// The values of the names of the module in a folder, as a root module. `None` if there is no
    /// such module or its errors prevent an evaluation.
    pub(super) fn names(&self, context: &Context<'_>, base: &str) -> Result<Option<Arc<Names>>> {
        if let Some(found) = locked(&self.names).get(base) {
            return Ok(found.clone());
        }
        let files = ModuleFiles {
            terraform: self,
            workspace: context.workspace,
            base,
            texts: Texts::Repaired,
        };
        let options = self.options_in(context, base);
        let budget = context.budget;
        let manifest = Manifest::open(&files, ".", budget).unwrap_or_default();
        budget.finish()?;
        let loaded = Project::load_with_errors(&files, ".", &manifest, &options, budget);
        let mut found = None;
        match loaded {
            Ok(loaded) => {
                let names = loaded.project.names(budget)?;
                let mut modules = loaded.project.modules();
                if let (Some(root), Some(values)) = (modules.next(), names.into_iter().next()) {
                    found = Some(Arc::new(Names::new(root.module, values)));
                }
            }
            Err(error) if error.code().is_refusal() => return Err(error),
            Err(_) => {}
        }
        locked(&self.names).insert(base.to_owned(), found.clone());
        Ok(found)
    }

    /// The parsed files of a folder in native syntax.
    pub(super) fn native_files(
        &self,
        context: &Context<'_>,
        folder: &Folder,
    ) -> Result<Vec<Arc<File>>> {
        let mut found = Vec::new();
        for path in folder.files.iter().chain(&folder.values) {
            found.extend(self.files.file(context, path)?);
        }
        Ok(found)
    }
}

/// No sources of modules but local ones, for projects without a manifest.
pub(super) const LOCAL: LocalOnly = LocalOnly;

/// The values of the names of a module.
#[derive(Debug)]
pub(super) struct Names {
    locals: HashMap<Str, Value>,
    outputs: HashMap<Str, Value>,
}

impl Names {
    fn new(module: &Module, values: ModuleNames) -> Names {
        let all = module.inventory();
        let locals = all.locals.iter().zip(values.locals);
        let outputs = all.outputs.iter().zip(values.outputs);
        Names {
            locals: locals
                .filter_map(|(local, value)| Some((local.name.clone(), value?)))
                .collect(),
            outputs: outputs
                .filter_map(|(output, value)| Some((output.name.clone(), value?)))
                .collect(),
        }
    }

    /// The value of a local value.
    pub(super) fn local(&self, name: &str) -> Option<&Value> {
        self.locals.get(name)
    }

    /// The value of an output.
    pub(super) fn output(&self, name: &str) -> Option<&Value> {
        self.outputs.get(name)
    }
}
