//! The definitions of all files of a workspace.
//!
//! Files are found by their folders: a module is a folder with one of the folders `manifests`,
//! `functions`, `types` or `lib/puppet`. The folders of an environment's `modulepath` and those of
//! the options are searched, too. Each file is read once for each text; a change drops the files that changed, and the list
//! of files only if a path is new or gone.

use super::facts;
use super::file::{Defined, DefinedKind, File};
use super::ruby::{RubyType, ruby_type};
use crate::language::{Context, LanguageId};
use polycty_core::calls::Budget;
use polycty_core::sort::sort;
use polycty_core::source::{Result, Source};
use polycty_puppet::resource_types::read_resource_type;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The maximum number of files of a workspace. Further files are ignored.
const MAX_FILES: usize = 20_000;

/// The maximum depth of folders below that of the workspace.
const MAX_DEPTH: usize = 12;

/// The steps that one path of a folder costs.
const PATH_STEPS: u64 = 8;

/// Folders without manifests.
const SKIPPED: [&str; 7] = [
    "node_modules",
    "vendor",
    "pkg",
    "target",
    "coverage",
    "fixtures",
    "__pycache__",
];

/// The kinds of definitions that files of modules contain.
const FOLDERS: [&str; 4] = ["manifests", "functions", "types", "plans"];

/// A definition with its file.
pub(super) type Found<'i> = (&'i Arc<File>, &'i Defined);

/// The state of the services: files and the index of their definitions.
#[derive(Default)]
pub(super) struct State {
    /// The folders of modules outside of the workspace.
    modules: Vec<String>,
    listing: Option<Arc<Listing>>,
    folders: Vec<String>,
    files: BTreeMap<String, Arc<File>>,
    types: BTreeMap<String, Arc<RubyType>>,
    index: Option<Arc<Index>>,
}

/// The paths of the files of a workspace.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// Manifests.
    manifests: BTreeSet<String>,
    /// Templates in EPP.
    templates: BTreeSet<String>,
    /// Files of data.
    data: BTreeSet<String>,
    /// Files in Ruby that add facts.
    facts: BTreeSet<String>,
    /// Whether a module has files of external facts, whose names are not known.
    pub(super) has_external_facts: bool,
    /// Types written in Ruby, and files of `.resource_types`.
    types: BTreeSet<String>,
    /// The functions written in Ruby, by name.
    functions: BTreeMap<String, String>,
    /// The folders of modules by name.
    pub(super) modules: BTreeMap<String, String>,
}

/// The steps of finding one class of a lineage.
const LINEAGE_STEPS: u64 = 8;

/// The definitions of a workspace by name.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) listing: Arc<Listing>,
    pub(super) files: BTreeMap<String, Arc<File>>,
    names: BTreeMap<(DefinedKind, String), Vec<(String, usize)>>,
    /// The manifests that set the variables of the top scope.
    top: BTreeMap<String, String>,
    /// The variables of nodes.
    nodes: BTreeSet<String>,
    /// The facts that files in Ruby add.
    pub(super) facts: BTreeSet<String>,
    /// Types that are not written in Puppet's language.
    pub(super) types: BTreeMap<String, Arc<RubyType>>,
}

impl State {
    /// The state without files, for a workspace that uses folders of modules.
    pub(super) fn new(modules: Vec<String>) -> State {
        State {
            modules,
            ..State::default()
        }
    }

    /// Drops what is known of paths.
    pub(super) fn changed(&mut self, paths: &[&str]) {
        for path in paths {
            self.index = None;
            let known = self.files.remove(*path).is_some() | self.types.remove(*path).is_some();
            let listed = self
                .listing
                .as_ref()
                .is_some_and(|listing| listing.has(path));
            if !known && !listed {
                self.listing = None;
            }
        }
    }

    /// Returns the file of a path; `None` if there is none.
    pub(super) fn file(&mut self, context: &Context<'_>, path: &str) -> Result<Option<Arc<File>>> {
        if let Some(file) = self.files.get(path) {
            return Ok(Some(file.clone()));
        }
        let Some(text) = context.workspace.text(path, context.budget)? else {
            return Ok(None);
        };
        let file = Arc::new(File::read(path, text, context.budget)?);
        self.files.insert(path.to_owned(), file.clone());
        Ok(Some(file))
    }

    /// Returns the index of the workspace.
    pub(super) fn index(&mut self, context: &Context<'_>) -> Result<Arc<Index>> {
        if self.folders != context.workspace.folders() {
            self.folders = context.workspace.folders().to_vec();
            self.listing = None;
            self.index = None;
        }
        if let Some(index) = &self.index {
            return Ok(index.clone());
        }
        let listing = match &self.listing {
            Some(listing) => listing.clone(),
            None => {
                let listing = Arc::new(Listing::of(context, &self.modules)?);
                self.listing = Some(listing.clone());
                listing
            }
        };
        let mut index = Index {
            listing: listing.clone(),
            ..Index::default()
        };
        let open = context.workspace.documents();
        let open = open
            .filter(|document| matches!(document.language(), LanguageId::Puppet | LanguageId::Epp));
        let open: Vec<&str> = open.map(crate::Document::path).collect();
        let paths = listing.manifests.iter().chain(&listing.templates);
        let mut paths: Vec<&str> = paths.map(String::as_str).chain(open).collect();
        sort(&mut paths);
        paths.dedup();
        for path in paths {
            if let Some(file) = self.file(context, path)? {
                context.budget.charge(1 + file.definitions.len() as u64)?;
                index.add(file);
            }
        }
        for path in &listing.types {
            let known = self.types.get(path).cloned();
            let found = match known {
                Some(found) => Some(found),
                None => resource_type(context, path)?.map(Arc::new),
            };
            if let Some(found) = found {
                self.types.insert(path.clone(), found.clone());
                index.types.insert(found.name.clone(), found);
            }
        }
        for path in &listing.facts {
            if let Some(text) = context.workspace.text(path, context.budget)? {
                context.budget.parts(text.len() as u64, 1)?;
                index.facts.extend(facts::added(&text).map(str::to_owned));
            }
        }
        let index = Arc::new(index);
        self.index = Some(index.clone());
        Ok(index)
    }
}

impl Index {
    fn add(&mut self, file: Arc<File>) {
        for (at, defined) in file.definitions.iter().enumerate() {
            let key = (defined.kind, defined.name.clone());
            self.names
                .entry(key)
                .or_default()
                .push((file.path.clone(), at));
            if defined.kind == DefinedKind::Node {
                let scope = file.scopes.get(defined.scope);
                let variables = scope.into_iter().flat_map(|scope| &scope.variables);
                self.nodes.extend(variables.map(|one| one.name.clone()));
            }
        }
        let top = file.scopes.first();
        let is_manifest = file.path.ends_with(".pp");
        for variable in top.into_iter().flat_map(|top| &top.variables) {
            if is_manifest && !self.top.contains_key(&variable.name) {
                self.top.insert(variable.name.clone(), file.path.clone());
            }
        }
        self.files.insert(file.path.clone(), file);
    }

    /// Returns the path of the first manifest that sets a variable of the top scope.
    pub(super) fn top_variable(&self, name: &str) -> Option<&str> {
        self.top.get(name).map(String::as_str)
    }

    /// The variables of the top scope that manifests set.
    pub(super) fn top_variables(&self) -> impl Iterator<Item = &str> {
        self.top.keys().map(String::as_str)
    }

    /// Whether a node sets a variable.
    pub(super) fn is_node_variable(&self, name: &str) -> bool {
        self.nodes.contains(name)
    }

    /// Returns the definitions with a lowercase name.
    pub(super) fn all(&self, kind: DefinedKind, name: &str) -> impl Iterator<Item = Found<'_>> {
        let found = self.names.get(&(kind, name.to_owned()));
        found.into_iter().flatten().filter_map(|(path, at)| {
            let file = self.files.get(path)?;
            Some((file, file.definitions.get(*at)?))
        })
    }

    /// Returns the first definition with a lowercase name.
    pub(super) fn get(&self, kind: DefinedKind, name: &str) -> Option<Found<'_>> {
        self.all(kind, name).next()
    }

    /// Returns all definitions of a kind in the order of their names.
    pub(super) fn of_kind(&self, kind: DefinedKind) -> impl Iterator<Item = Found<'_>> {
        let start = (kind, String::new());
        let all = self
            .names
            .range(start..)
            .take_while(move |((of, _), _)| *of == kind);
        all.filter_map(|(_, found)| {
            let (path, at) = found.first()?;
            let file = self.files.get(path)?;
            Some((file, file.definitions.get(*at)?))
        })
    }

    /// The path of a function written in Ruby.
    pub(super) fn ruby_function(&self, name: &str) -> Option<&str> {
        self.listing.functions.get(name).map(String::as_str)
    }

    /// The names of functions written in Ruby.
    pub(super) fn ruby_functions(&self) -> impl Iterator<Item = &str> {
        self.listing.functions.keys().map(String::as_str)
    }

    /// The paths of files of data.
    pub(super) fn data(&self) -> impl Iterator<Item = &str> {
        self.listing.data.iter().map(String::as_str)
    }

    /// Whether the workspace has the module of a qualified name.
    pub(super) fn has_module_of(&self, name: &str) -> bool {
        let module = name.split("::").next().unwrap_or(name);
        self.listing.modules.contains_key(module)
    }

    /// Returns the path of a file of a module: `module/rest` in a folder.
    pub(super) fn module_file(&self, name: &str, folder: &str) -> Option<String> {
        let (module, rest) = name.split_once('/')?;
        let is_inside = |part: &str| !matches!(part, "" | "." | "..");
        let module = self.listing.modules.get(module)?;
        rest.split('/')
            .all(is_inside)
            .then(|| format!("{module}/{folder}/{rest}"))
    }

    /// The classes whose variables are those of a class: itself and its ancestors.
    pub(super) fn lineage<'i>(&'i self, name: &str, budget: &Budget) -> Vec<Found<'i>> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut next = Some(name.to_owned());
        while let Some(name) = next {
            if budget.charge(LINEAGE_STEPS).is_err() || !seen.insert(name.clone()) {
                break;
            }
            let Some(class) = self.get(DefinedKind::Class, &name) else {
                break;
            };
            next = class.1.inherits.clone();
            found.push(class);
        }
        found
    }
}

/// Reads a type that is not written in Puppet's language.
fn resource_type(context: &Context<'_>, path: &str) -> Result<Option<RubyType>> {
    let Some(text) = context.workspace.text(path, context.budget)? else {
        return Ok(None);
    };
    let Some(name) = stem(path) else {
        return Ok(None);
    };
    context.budget.charge(text.len() as u64)?;
    if path.ends_with(".rb") {
        return Ok(Some(ruby_type(name, path, &text)));
    }
    let budget = context.budget;
    let read = read_resource_type(Source::new(path, &*text), name, budget);
    budget.finish()?;
    Ok(read.ok().map(|read| {
        let attributes = read.attributes();
        RubyType {
            name: name.to_owned(),
            path: path.to_owned(),
            attributes: attributes
                .map(|name| (name.to_owned(), String::new()))
                .collect(),
            is_complete: true,
            documentation: String::new(),
        }
    }))
}

/// The name of a file without its folder and ending.
pub(super) fn stem(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next()?;
    name.rsplit_once('.').map(|(stem, _)| stem)
}

impl Listing {
    fn of(context: &Context<'_>, modules: &[String]) -> Result<Listing> {
        let mut listing = Listing::default();
        let mut seen = BTreeSet::new();
        for folder in context.workspace.folders().iter().chain(modules) {
            let folder = folder.trim_end_matches('/');
            listing.walk(context, folder, &mut seen)?;
        }
        let open = context.workspace.documents();
        let open: Vec<&str> = open.map(crate::Document::path).collect();
        for path in open {
            listing.add(path, context.budget)?;
            // A document outside the folders brings its module with it.
            if let Some(module) = module_of(path)
                && !seen.contains(module)
            {
                listing.walk(context, module, &mut seen)?;
            }
        }
        listing.name_modules(context)?;
        Ok(listing)
    }

    fn has(&self, path: &str) -> bool {
        self.manifests.contains(path)
            || self.templates.contains(path)
            || self.data.contains(path)
            || self.types.contains(path)
            || self.facts.contains(path)
    }

    fn len(&self) -> usize {
        self.manifests.len()
            + self.templates.len()
            + self.data.len()
            + self.types.len()
            + self.facts.len()
    }

    /// Adds the files below a folder.
    fn walk(
        &mut self,
        context: &Context<'_>,
        folder: &str,
        seen: &mut BTreeSet<String>,
    ) -> Result<()> {
        let mut open = vec![(folder.to_owned(), 0)];
        while let Some((folder, depth)) = open.pop() {
            if depth > MAX_DEPTH || self.len() > MAX_FILES || !seen.insert(folder.clone()) {
                continue;
            }
            let paths = context.workspace.list(&folder, context.budget)?;
            context.budget.charge(PATH_STEPS * paths.len() as u64)?;
            // Programs of PCL have the same ending as manifests.
            if paths.iter().any(|path| path.ends_with("/Pulumi.yaml")) {
                continue;
            }
            for path in &paths {
                let Some(inner) = path.strip_suffix('/') else {
                    if path.ends_with("/environment.conf") {
                        let others = module_path(context, path, &folder)?;
                        open.extend(others.into_iter().map(|other| (other, 1)));
                    }
                    self.add(path, context.budget)?;
                    continue;
                };
                let name = inner.rsplit('/').next().unwrap_or(inner);
                let hidden = name.starts_with('.') && name != ".resource_types";
                if !hidden && !SKIPPED.contains(&name) {
                    open.push((inner.to_owned(), depth + 1));
                }
            }
        }
        Ok(())
    }

    /// Adds a file by its path.
    fn add(&mut self, path: &str, budget: &Budget) -> Result<()> {
        let Some((folder, name)) = path.rsplit_once('/') else {
            return Ok(());
        };
        let inside = |part: &str| folder.split('/').any(|each| each == part);
        budget.hold(path.len() as u64 * 2)?;
        if let Some(module) = module_of(path) {
            let name = module.rsplit('/').next().unwrap_or(module);
            self.modules
                .entry(name.to_owned())
                .or_insert_with(|| module.to_owned());
        }
        self.has_external_facts |= folder.ends_with("/facts.d");
        match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "pp" if folder.ends_with("/.resource_types") => {
                self.types.insert(path.to_owned());
            }
            "pp" => {
                self.manifests.insert(path.to_owned());
            }
            "epp" => {
                self.templates.insert(path.to_owned());
            }
            "rb" if folder.ends_with("/lib/puppet/type") => {
                self.types.insert(path.to_owned());
            }
            "rb" if folder.ends_with("/lib/facter") => {
                self.facts.insert(path.to_owned());
            }
            "rb" => {
                let function = ["/lib/puppet/functions/", "/lib/puppet/parser/functions/"];
                let name = function.into_iter().find_map(|at| path.split_once(at));
                if let Some(name) = name.and_then(|(_, name)| name.strip_suffix(".rb")) {
                    self.functions
                        .insert(name.replace('/', "::"), path.to_owned());
                }
            }
            "yaml" | "yml" | "json" if inside("data") || inside("hieradata") => {
                self.data.insert(path.to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// Uses the names of `metadata.json` for modules whose folder has a different name.
    fn name_modules(&mut self, context: &Context<'_>) -> Result<()> {
        for folder in self.modules.values().cloned().collect::<Vec<_>>() {
            let path = format!("{folder}/metadata.json");
            let Some(text) = context.workspace.text(&path, context.budget)? else {
                continue;
            };
            context.budget.charge(text.len() as u64)?;
            let Ok(metadata) = polycty_puppet::read_json(&text) else {
                context.budget.finish()?;
                continue;
            };
            let mut entries = metadata
                .as_ordered_map()
                .into_iter()
                .flat_map(|map| map.entries());
            let name = entries.find(|(key, _)| key.as_str() == Some("name"));
            let name = name.and_then(|(_, name)| name.as_str());
            if let Some((_, name)) = name.and_then(|name| name.rsplit_once(['-', '/'])) {
                self.modules.entry(name.to_owned()).or_insert(folder);
            }
        }
        Ok(())
    }
}

/// Returns the folder of the module that contains a file, by the folders of modules.
pub(super) fn module_of(path: &str) -> Option<&str> {
    let mut end = path.rfind('/')?;
    let mut found = None;
    loop {
        let folder = path.get(..end)?;
        let (parent, name) = folder.rsplit_once('/')?;
        if FOLDERS.contains(&name) && path.ends_with(".pp") && name != "plans" {
            found = Some(parent);
        }
        if matches!(name, "templates" | "files") && found.is_none() {
            found = Some(parent);
        }
        if folder.ends_with("/lib/puppet") {
            found = Some(parent.strip_suffix("/lib").unwrap_or(parent));
        }
        if found.is_some() || parent.is_empty() {
            return found;
        }
        end = parent.len();
    }
}

/// Returns the folders of the `modulepath` of an `environment.conf`.
fn module_path(context: &Context<'_>, path: &str, folder: &str) -> Result<Vec<String>> {
    let Some(text) = context.workspace.text(path, context.budget)? else {
        return Ok(Vec::new());
    };
    context.budget.charge(text.len() as u64)?;
    let setting = |line: &'_ str| -> Option<String> {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "modulepath").then(|| value.trim().to_owned())
    };
    let Some(value) = text.lines().find_map(setting) else {
        return Ok(Vec::new());
    };
    let folders = value
        .split(':')
        .filter(|each| !each.is_empty() && !each.starts_with('$'));
    Ok(folders.map(|each| joined(folder, each)).collect())
}

/// Returns a path relative to a folder, without `.` and `..`.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = if path.starts_with('/') {
        Vec::new()
    } else {
        folder.split('/').collect()
    };
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
