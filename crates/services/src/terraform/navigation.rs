//! Definitions, references and renames.

use super::damage::names;
use super::folder::{Folder, LOCAL, ModuleFiles, Texts, is_values_file};
use super::path::{folder, join};
use super::sites::{Name, Site, sites};
use super::{Terraform, locked};
use crate::answer::{FileEdit, Location, TextEdit};
use crate::hcl::file::File;
use crate::hcl::place::{Part, Place, inside_quotes, touches};
use crate::language::Context;
use polycty_core::source::{Code, Error, Result, Span};
use polycty_hcl::syntax::is_identifier;
use polycty_terraform::project::{Manifest, ModuleSources};
use polycty_terraform::refactor::{RenameOptions, rename as refactored};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most calls between a root module and the module of a renamed declaration.
const MAX_DEPTH: usize = 32;

/// A declaration: the folder of its module, and its name.
pub(super) struct Target {
    pub(super) folder: Arc<Folder>,
    pub(super) name: Name,
}

impl Terraform {
    /// The sites of a file.
    pub(super) fn sites(&self, file: &Arc<File>) -> Arc<Vec<Site>> {
        if let Some((of, found)) = locked(&self.sites).get(&file.path)
            && Arc::ptr_eq(of, file)
        {
            return found.clone();
        }
        let found = Arc::new(sites(file, is_values_file(&file.path)));
        let entry = (file.clone(), found.clone());
        locked(&self.sites).insert(file.path.clone(), entry);
        found
    }

    /// The site at a byte of the document.
    pub(super) fn site(&self, context: &Context<'_>, byte: u32) -> Result<Option<Site>> {
        let file = self.files.document(context)?;
        let sites = self.sites(&file);
        let sites = context.budget.charged(&*sites)?;
        let mut found = sites.filter(|site| touches(site.span, byte));
        Ok(found.next_back().cloned())
    }

    /// The declaration that a site of the document is of.
    pub(super) fn target(&self, context: &Context<'_>, site: &Site) -> Result<Option<Target>> {
        let Some(own) = self.own_folder(context)? else {
            return Ok(None);
        };
        let folder = match &site.call {
            Some(call) => match self.called(context, &own, call)? {
                Some(folder) => folder,
                None => return Ok(None),
            },
            None => own,
        };
        let name = site.name.clone();
        Ok(Some(Target { folder, name }))
    }

    /// The places of a declaration in the workspace.
    fn places(&self, context: &Context<'_>, target: &Target) -> Result<Vec<(Location, bool)>> {
        let mut found = BTreeMap::new();
        let mut add = |terraform: &Terraform, folder: &Folder, call: Option<&str>| -> Result<()> {
            for file in terraform.native_files(context, folder)? {
                let sites = terraform.sites(&file);
                for site in context.budget.charged(&*sites)? {
                    if site.name == target.name && site.call.as_deref() == call {
                        let location = Location {
                            path: file.path.clone(),
                            span: site.span,
                        };
                        context
                            .budget
                            .insert(&mut found, 0, location, site.is_declaration)?;
                    }
                }
            }
            Ok(())
        };
        add(self, &target.folder, None)?;
        if matches!(target.name, Name::Variable(_) | Name::Output(_)) {
            for (caller, call) in self.callers(context, &target.folder)? {
                add(self, &caller, Some(&call))?;
            }
        }
        Ok(found.into_iter().collect())
    }

    pub(super) fn find_definitions(
        &self,
        context: &Context<'_>,
        byte: u32,
    ) -> Result<Vec<Location>> {
        if let Some(site) = self.site(context, byte)? {
            let Some(target) = self.target(context, &site)? else {
                return Ok(Vec::new());
            };
            let mut found = Vec::new();
            for file in self.native_files(context, &target.folder)? {
                let sites = self.sites(&file);
                let declared = context.budget.charged(&*sites)?.filter(|site| {
                    site.is_declaration && site.call.is_none() && site.name == target.name
                });
                found.extend(declared.map(|site| Location {
                    path: file.path.clone(),
                    span: site.span,
                }));
            }
            return Ok(found);
        }
        self.called_file(context, byte)
    }

    /// The first file of the module that a `source` leads to.
    fn called_file(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Location>> {
        let file = self.files.document(context)?;
        let tree = &*file.tree;
        let place = Place::find(&file, file.inner(byte));
        let (Part::Value(attribute), [block]) = (place.part, &*place.blocks) else {
            return Ok(Vec::new());
        };
        let label = tree[block.labels].first();
        let is_source =
            tree.text(block.block_type) == "module" && tree.text(attribute.name) == "source";
        let (true, Some(label), Some(own)) = (is_source, label, self.own_folder(context)?) else {
            return Ok(Vec::new());
        };
        let called = self.called(context, &own, tree.text(label.text))?;
        let path = called.and_then(|called| {
            let main = called.files.iter().find(|path| path.ends_with("/main.tf"));
            main.or(called.files.first()).cloned()
        });
        let location = |path| Location {
            path,
            span: Span::default(),
        };
        Ok(path.into_iter().map(location).collect())
    }

    pub(super) fn find_references(
        &self,
        context: &Context<'_>,
        byte: u32,
        declarations: bool,
    ) -> Result<Vec<Location>> {
        let Some(site) = self.site(context, byte)? else {
            return Ok(Vec::new());
        };
        let Some(target) = self.target(context, &site)? else {
            return Ok(Vec::new());
        };
        let places = self.places(context, &target)?.into_iter();
        let shown = places.filter(|(_, is_declaration)| declarations || !is_declaration);
        Ok(shown.map(|(location, _)| location).collect())
    }

    pub(super) fn find_renameable(&self, context: &Context<'_>, byte: u32) -> Result<Option<Span>> {
        let Some(site) = self.site(context, byte)? else {
            return Ok(None);
        };
        let Some(target) = self.target(context, &site)? else {
            return Ok(None);
        };
        let places = self.places(context, &target)?;
        let is_declared = places.iter().any(|(_, is_declaration)| *is_declaration);
        let is_own = !target
            .folder
            .path
            .split('/')
            .any(|name| name.starts_with('.'));
        Ok((is_declared && is_own).then_some(site.span))
    }

    /// The edits of a rename. If the project can be loaded, they include `moved` blocks.
    pub(super) fn edits_of_rename(
        &self,
        context: &Context<'_>,
        byte: u32,
        new: &str,
    ) -> Result<Vec<FileEdit>> {
        let refused = |message: &str| Err(Error::new(Code::Value, message));
        let Some(site) = self.site(context, byte)? else {
            return refused("this name cannot be renamed");
        };
        if self.find_renameable(context, byte)?.is_none() {
            return refused("the declaration of this name is not part of the workspace");
        }
        if !is_identifier(new) {
            return Err(Error::new(
                Code::Value,
                format!("{new:?} is not a valid name"),
            ));
        }
        let Some(target) = self.target(context, &site)? else {
            return refused("this name cannot be renamed");
        };
        let mut files: BTreeMap<String, BTreeMap<Span, String>> = BTreeMap::new();
        let mut is_loaded = true;
        for (root, calls) in self.roots(context, &target.folder)? {
            let adapter = ModuleFiles {
                terraform: self,
                workspace: context.workspace,
                base: &root,
                texts: Texts::Written,
            };
            let options = RenameOptions {
                project: self.options_in(context, &root),
                ..RenameOptions::default()
            };
            let calls = calls.iter().map(|call| format!("module.{call}."));
            let from = format!("{}{}", calls.collect::<String>(), target.name.address());
            let manifest = Manifest::open(&adapter, ".", context.budget).ok();
            let sources: &dyn ModuleSources = match &manifest {
                Some(manifest) => manifest,
                None => &LOCAL,
            };
            let found = refactored(&adapter, ".", sources, &from, new, &options, context.budget);
            match found {
                Ok(found) => {
                    for edit in found.edits {
                        let of_file = files.entry(join(&root, &edit.file)).or_default();
                        for replacement in edit.replacements {
                            of_file.insert(replacement.span, replacement.text);
                        }
                    }
                }
                Err(error) if error.code() == Code::Diagnostics => {
                    // A name in use is refused; a project with errors is searched for the name.
                    let in_use = self.is_declared(&target, new);
                    if in_use {
                        return Err(error);
                    }
                    // Without its `moved` block, the object would be destroyed and created again.
                    if target.name.can_move() {
                        return refused(&format!(
                            "a resource or a module is renamed with a moved block, which needs a project \
                             without errors: {error}"
                        ));
                    }
                    is_loaded = false;
                }
                // A name that is not valid can only be replaced.
                Err(error) if matches!(error.code(), Code::Syntax | Code::InvalidArgument) => {
                    is_loaded = false;
                }
                Err(error) => return Err(error),
            }
        }
        if !is_loaded {
            files.clear();
            for (location, _) in self.places(context, &target)? {
                let of_file = files.entry(location.path).or_default();
                of_file.insert(location.span, new.to_owned());
            }
            if let Some(path) = self.hidden_use(context, &target, &files)? {
                return refused(&format!(
                    "{path} has an error of syntax, and may use {} in the damaged statement",
                    target.name.address()
                ));
            }
        }
        let edit = |(path, edits): (String, BTreeMap<Span, String>)| FileEdit {
            path,
            edits: edits
                .into_iter()
                .map(|(span, text)| TextEdit { span, text })
                .collect(),
        };
        Ok(files.into_iter().map(edit).collect())
    }

    /// A file with an error of syntax whose text has the name of a target more often than it is found
    /// there.
    fn hidden_use(
        &self,
        context: &Context<'_>,
        target: &Target,
        found: &BTreeMap<String, BTreeMap<Span, String>>,
    ) -> Result<Option<String>> {
        let mut folders = vec![target.folder.clone()];
        if matches!(target.name, Name::Variable(_) | Name::Output(_)) {
            let callers = self.callers(context, &target.folder)?;
            folders.extend(callers.into_iter().map(|(caller, _)| caller));
        }
        for path in folders.iter().flat_map(|folder| &folder.files) {
            let Some(file) = self.files.file(context, path)? else {
                continue;
            };
            if file.diagnostics.is_empty() {
                continue;
            }
            context.budget.charge(file.text.len() as u64 / 8)?;
            let uses = names(&file.text).filter(|name| *name == target.name.own());
            let uses = uses.count();
            if uses > found.get(path).map_or(0, BTreeMap::len) {
                return Ok(Some(path.clone()));
            }
        }
        Ok(None)
    }

    /// Whether a declaration with the kind of a target and another name exists.
    fn is_declared(&self, target: &Target, new: &str) -> bool {
        let all = target.folder.module.inventory();
        match &target.name {
            Name::Variable(_) => all.variables.iter().any(|one| &*one.name == new),
            Name::Local(_) => all.locals.iter().any(|one| &*one.name == new),
            Name::Output(_) => all.outputs.iter().any(|one| &*one.name == new),
            Name::Module(_) => all.calls.iter().any(|one| &*one.name == new),
            Name::Resource(mode, of, _) => all
                .resources
                .iter()
                .any(|one| one.mode == *mode && *one.resource_type == **of && &*one.name == new),
        }
    }

    /// The folders of the root modules that lead to a folder, each with the calls on one way to it.
    fn roots(
        &self,
        context: &Context<'_>,
        called: &Arc<Folder>,
    ) -> Result<Vec<(String, Vec<String>)>> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![(called.clone(), Vec::new())];
        while let Some((folder, calls)) = open.pop() {
            if !seen.insert(folder.path.clone()) || calls.len() > MAX_DEPTH {
                continue;
            }
            let callers = self.callers(context, &folder)?;
            if callers.is_empty() {
                found.push((folder.path.clone(), calls));
                continue;
            }
            for (caller, call) in callers {
                let mut longer = vec![call];
                longer.extend(calls.iter().cloned());
                open.push((caller, longer));
            }
        }
        if found.is_empty() {
            found.push((called.path.clone(), Vec::new()));
        }
        Ok(found)
    }
}

/// The name of a block at a byte, with the span of its label.
pub(super) fn label_at(file: &File, byte: u32) -> Option<(Place<'_>, Span)> {
    let place = Place::find(file, file.inner(byte));
    let Part::Label(block, label) = place.part else {
        return None;
    };
    let span = inside_quotes(&file.tree, file.tree[block.labels].get(label)?.span);
    let span = file.outer(span);
    Some((place, span))
}

/// The folder of a document.
pub(super) fn folder_of<'c>(context: &Context<'c>) -> &'c str {
    folder(context.document.path())
}
