//! Renamed declarations.
//!
//! The declaration, the references in its module, and where it is visible from outside also the
//! calls of its module, files of values, and addresses in `import` and `removed` blocks get the new
//! name. A `moved` block makes Terraform keep the objects of a renamed resource or module call.

use super::address::{Address, Kind};
use super::moved::{self, MovedBlock};
use super::project::{SourceFile, Workspace};
use super::sites::{AddressIn, PlacedStep, Site, visit};
use super::{FileEdit, Refactoring, Replacement};
use crate::host::Files;
use crate::module::{Dialect, FileRole, Inventory, Location, ResourceMode, names_in, role_of_as};
use crate::path::clean;
use crate::project::{ModuleSources, ProjectOptions};
use polycty_core::calls::{Budget, cost};
use polycty_core::source::{
    Code, Diagnostic, Error, MAX_DIAGNOSTICS, Reporter, Result, Span, did_you_mean,
};
use polycty_hcl::syntax::is_identifier;
use std::collections::{BTreeMap, BTreeSet};

/// The bytes charged for a replacement.
const REPLACEMENT: u64 = 100;

/// The settings of [`rename`].
#[derive(Clone, Debug, Default)]
pub struct RenameOptions {
    /// The settings of the project.
    pub project: ProjectOptions,
    /// Files of values for the variables of the root module, in addition to those in its directory
    /// whose names end in `.tfvars` or `.tfvars.json`.
    pub values_files: Vec<String>,
    /// Whether `moved` blocks are left out.
    pub without_moved: bool,
}

/// Returns the edits that rename a declaration in all files of a project. `to` is a name, or the
/// address of `from` with a different name.
///
/// # Errors
/// - [`Code::InvalidArgument`] if an address or the new name is not valid.
/// - [`Code::NotFound`] if the declaration does not exist.
/// - [`Code::Diagnostics`] with diagnostics if the project cannot be loaded, or the new name is in
///   use.
/// - [`Code::Unsupported`] if the module of the declaration is not part of the project.
/// - [`Code::Limit`] if the budget is exceeded.
pub fn rename(
    files: &dyn Files,
    root: &str,
    sources: &dyn ModuleSources,
    from: &str,
    to: &str,
    options: &RenameOptions,
    budget: &Budget,
) -> Result<Refactoring> {
    let from = Address::parse(from)?;
    let to = renamed(&from, to)?;
    let workspace = Workspace::load(files, root, sources, &options.project, budget)?;
    let at = workspace.at(&from.path)?;
    if !workspace.is_own(at) {
        let message = format!("{from}: its module is not part of the project");
        return Err(Error::new(Code::Unsupported, message));
    }
    check_names(workspace.nodes()[at].module.inventory(), &from, &to, budget)?;
    let mut rename = Rename {
        directory: &workspace.nodes()[at].directory,
        workspace: &workspace,
        from: &from,
        to: &to,
        edits: BTreeMap::new(),
        warnings: Vec::new(),
    };
    rename.configurations(!options.without_moved)?;
    if from.kind == Kind::Variable && rename.directory == workspace.nodes()[0].directory {
        rename.values(&options.values_files)?;
    }
    Ok(rename.finish())
}

/// The address with the new name.
fn renamed(from: &Address, to: &str) -> Result<Address> {
    let invalid = |message| Err(Error::new(Code::InvalidArgument, message));
    let to = if to.contains('.') {
        let to = Address::parse(to)?;
        if (&to.path, &to.kind) != (&from.path, &from.kind) {
            return invalid(format!(
                "{to}: expected the address of a {} in the same module as {from}",
                from.kind.noun()
            ));
        }
        to
    } else {
        Address {
            name: to.to_owned(),
            ..from.clone()
        }
    };
    /// The arguments of a module call that cannot be variables.
    const RESERVED: [&str; 8] = [
        "source",
        "version",
        "providers",
        "count",
        "for_each",
        "lifecycle",
        "depends_on",
        "locals",
    ];
    if !is_identifier(&to.name) {
        return invalid(format!("{:?} is not a valid name", to.name));
    }
    if from.kind == Kind::Variable && RESERVED.contains(&&*to.name) {
        let message = format!(
            "{:?} is reserved and cannot be the name of a variable",
            to.name
        );
        return invalid(message);
    }
    if to.name == from.name {
        return invalid(format!("{from}: the new name is the old one"));
    }
    Ok(to)
}

/// The names of the declarations of a kind with their positions.
fn declared<'i>(
    inventory: &'i Inventory,
    kind: &'i Kind,
) -> Box<dyn Iterator<Item = (&'i str, &'i Location)> + 'i> {
    match kind {
        Kind::Variable => {
            let all = inventory.variables.iter();
            Box::new(all.map(|one| (&*one.name, &one.declared.place)))
        }
        Kind::Local => Box::new(inventory.locals.iter().map(|one| (&*one.name, &one.place))),
        Kind::Output => {
            let all = inventory.outputs.iter();
            Box::new(all.map(|one| (&*one.name, &one.declared.place)))
        }
        Kind::Module => {
            let all = inventory.calls.iter();
            Box::new(all.map(|one| (&*one.name, &one.declared.place)))
        }
        Kind::Resource(mode, of) => {
            let all = inventory.resources.iter();
            let all = all.filter(move |one| one.mode == *mode && *one.resource_type == **of);
            Box::new(all.map(|one| (&*one.name, &one.declared.place)))
        }
    }
}

/// Checks that the declaration exists and that the new name is free.
fn check_names(inventory: &Inventory, from: &Address, to: &Address, budget: &Budget) -> Result<()> {
    let all = || declared(inventory, &from.kind);
    budget.charge(2 * all().count() as u64)?;
    if !all().any(|(name, _)| name == from.name) {
        let meant = cost::suggest(&from.name, all().map(|(name, _)| name), budget);
        let message = format!(
            "{from}: the {} is not declared.{}",
            from.kind.noun(),
            did_you_mean(meant)
        );
        return Err(Error::new(Code::NotFound, message));
    }
    match all().find(|(name, _)| *name == to.name) {
        None => Ok(()),
        Some((_, place)) => {
            let detail = format!("{to} is declared here, so {from} cannot get this name.");
            let diagnostic = place.error("Name in use", detail);
            Err(Error::from_diagnostics(Code::Diagnostics, vec![diagnostic]))
        }
    }
}

type Replacements = BTreeSet<(u32, u32, String)>;

struct Rename<'r> {
    workspace: &'r Workspace<'r>,
    /// The directory of the module of the declaration.
    directory: &'r str,
    from: &'r Address,
    to: &'r Address,
    /// By file, its text and the replacements as start, end and text.
    edits: BTreeMap<String, (Vec<u8>, Replacements)>,
    warnings: Vec<Diagnostic>,
}

/// The relation of a directory to the module of the declaration.
#[derive(Default)]
struct Relation {
    is_own: bool,
    /// The calls of the module.
    calls: BTreeSet<String>,
    /// The paths of calls from the directory to the module.
    paths: BTreeSet<Vec<String>>,
}

impl<'r> Rename<'r> {
    /// The directories whose files may name the declaration.
    fn relations(&self) -> Result<BTreeMap<&'r str, Relation>> {
        let nodes = self.workspace.nodes();
        let mut found: BTreeMap<&str, Relation> = BTreeMap::new();
        let seen_outside = matches!(self.from.kind, Kind::Variable | Kind::Output);
        let has_address = matches!(
            self.from.kind,
            Kind::Module | Kind::Resource(ResourceMode::Managed, _)
        );
        found.entry(self.directory).or_default().is_own = true;
        for node in nodes.iter().filter(|node| node.directory == self.directory) {
            let mut path = Vec::new();
            if has_address {
                found
                    .entry(self.directory)
                    .or_default()
                    .paths
                    .insert(Vec::new());
            }
            let mut parent = node.parent;
            while let Some((at, call)) = parent {
                let caller = &nodes[at];
                let name = &caller.module.inventory().calls[call].name;
                self.workspace.budget.charge(1 + path.len() as u64)?;
                self.workspace
                    .budget
                    .hold(name.len() as u64 + REPLACEMENT)?;
                if seen_outside {
                    let relation = found.entry(&*caller.directory).or_default();
                    relation.calls.insert(name.to_string());
                    break;
                }
                if !has_address {
                    break;
                }
                path.insert(0, name.to_string());
                let relation = found.entry(&*caller.directory).or_default();
                relation.paths.insert(path.clone());
                parent = caller.parent;
            }
        }
        let own = self.workspace.directories()?;
        found.retain(|directory, _| own.contains(directory));
        Ok(found)
    }

    /// Edits the configuration files of all modules.
    fn configurations(&mut self, adds_moved: bool) -> Result<()> {
        let has_state = match &self.from.kind {
            Kind::Module => true,
            Kind::Resource(mode, _) => *mode == ResourceMode::Managed,
            _ => false,
        };
        for (directory, relation) in self.relations()? {
            let files = self.workspace.read(directory)?;
            let visible = self.workspace.visible(directory)?;
            let mut moved = Vec::new();
            let mut declaration = None;
            for (number, file) in files.iter().enumerate() {
                let declared = self.file(file, directory, &relation, &mut moved, number)?;
                let role = role_of_as(&file.name, Dialect::OpenTofu);
                if role != Some(FileRole::Override) && visible.contains(&file.name) {
                    declaration = declaration.or(declared.map(|span| (number, span)));
                }
            }
            if let (true, true, true, Some(declaration)) =
                (adds_moved, has_state, relation.is_own, declaration)
            {
                let added = moved::edits(&files, &moved, declaration, self.from, self.to)?;
                for (number, replacement) in added {
                    let file = &files[number];
                    self.replace(file, replacement.span, &replacement.text)?;
                }
            }
        }
        Ok(())
    }

    /// Edits a file. Returns the bytes of the block that declares what is renamed.
    fn file(
        &mut self,
        file: &SourceFile,
        directory: &str,
        relation: &Relation,
        moved: &mut Vec<MovedBlock>,
        number: usize,
    ) -> Result<Option<Span>> {
        let nodes = self.workspace.nodes();
        let node = nodes.iter().find(|node| node.directory == directory);
        let Some(node) = node else {
            return Ok(None);
        };
        let mut declared = None;
        let from = self.from;
        let budget = self.workspace.budget;
        visit(&file.document, &node.module, budget, &mut |site| {
            match site {
                Site::Label(block, label) if relation.is_own => {
                    let matches = label.text == from.name
                        && match &from.kind {
                            Kind::Variable => block.block_type == "variable",
                            Kind::Output => block.block_type == "output",
                            Kind::Module => block.block_type == "module",
                            Kind::Local => false,
                            Kind::Resource(mode, of) => {
                                let first = block.labels.first();
                                block.block_type == mode.keyword()
                                    && first.is_some_and(|label| label.text == *of)
                            }
                        };
                    if matches {
                        declared = declared.or(Some(block.span));
                        self.replace(file, label.span, &self.to.name)?;
                    }
                }
                Site::Local(name)
                    if relation.is_own && from.kind == Kind::Local && name.text == from.name =>
                {
                    self.replace(file, name.span, &self.to.name)?;
                }
                Site::Argument { call, name }
                    if from.kind == Kind::Variable
                        && relation.calls.contains(call)
                        && name.text == from.name =>
                {
                    self.replace(file, name.span, &self.to.name)?;
                }
                Site::Output { call, name, span }
                    if from.kind == Kind::Output
                        && relation.calls.contains(call)
                        && name == from.name =>
                {
                    self.replace(file, span, &self.to.name)?;
                }
                Site::Whole { call, span }
                    if from.kind == Kind::Output && relation.calls.contains(call) =>
                {
                    self.warn_of_whole(file, call, span)?;
                }
                Site::Reference(steps) if relation.is_own && from.kind != Kind::Output => {
                    if let Some(name) = from.name_in(steps) {
                        self.replace(file, name.span, &self.to.name)?;
                    }
                }
                Site::Address { block, used, steps } => match used {
                    AddressIn::MovedFrom | AddressIn::MovedTo if relation.is_own => {
                        budget.hold(steps.len() as u64 * REPLACEMENT)?;
                        moved::add(moved, number, block, used, steps);
                    }
                    AddressIn::Import | AddressIn::Removed => {
                        let mut paths = relation.paths.iter();
                        let found = paths.find_map(|path| from.name_in(after(path, steps)?));
                        if let Some(name) = found {
                            self.replace(file, name.span, &self.to.name)?;
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
            Ok(())
        })?;
        Ok(declared)
    }

    /// Edits files of values of the root module.
    fn values(&mut self, more: &[String]) -> Result<()> {
        let workspace = self.workspace;
        let names = names_in(workspace.files, self.directory, workspace.budget)?;
        let endings = [".tfvars", ".tfvars.json"];
        let is_values = |name: &&String| {
            !name.starts_with('.') && endings.iter().any(|ending| name.ends_with(ending))
        };
        let mut read = BTreeSet::new();
        let mut files = Vec::new();
        for name in names.iter().filter(is_values) {
            files.push(workspace.file(self.directory, name)?);
        }
        for name in more {
            files.push(workspace.file("", name)?);
        }
        for file in files {
            if !read.insert(clean(&file.name)) {
                continue;
            }
            let (arguments, _) = file.document.body().items(&[], workspace.budget)?;
            for argument in arguments {
                if argument.name.text == self.from.name {
                    self.replace(&file, argument.name.span, &self.to.name)?;
                }
            }
        }
        Ok(())
    }

    fn replace(&mut self, file: &SourceFile, span: Span, text: &str) -> Result<()> {
        let budget = self.workspace.budget;
        budget.parts(1, REPLACEMENT + text.len() as u64)?;
        if !self.edits.contains_key(&file.name) {
            budget.hold(file.text.len() as u64)?;
            let edit = (file.text.clone(), BTreeSet::new());
            self.edits.insert(file.name.clone(), edit);
        }
        if let Some((_, replacements)) = self.edits.get_mut(&file.name) {
            replacements.insert((span.start, span.end, text.to_owned()));
        }
        Ok(())
    }

    fn warn_of_whole(&mut self, file: &SourceFile, call: &str, span: Span) -> Result<()> {
        if self.warnings.len() >= MAX_DIAGNOSTICS {
            return Ok(());
        }
        let (source, range) = file.document.location(span);
        let detail = format!(
            "module.{call} is used as a whole. If its output {:?} is accessed through this value, change the name there.",
            self.from.name
        );
        let warning = Reporter::Terraform
            .warning("Indirect access to outputs", detail)
            .with_subject(range);
        let mut warning = warning;
        warning.source = Some(source);
        let budget = self.workspace.budget;
        Ok(budget.push_owning(&mut self.warnings, warning.memory(), warning)?)
    }

    fn finish(self) -> Refactoring {
        let edits = self
            .edits
            .into_iter()
            .map(|(file, (before, replacements))| {
                let replacements = replacements.into_iter();
                FileEdit {
                    file,
                    before,
                    is_new: false,
                    replacements: replacements
                        .map(|(start, end, text)| Replacement {
                            span: Span { start, end },
                            text,
                        })
                        .collect(),
                }
            });
        Refactoring {
            edits: edits.collect(),
            warnings: self.warnings,
        }
    }
}

/// Returns the steps after a path of module calls with optional instance keys.
pub(super) fn after<'s>(path: &[String], mut steps: &'s [PlacedStep]) -> Option<&'s [PlacedStep]> {
    for call in path {
        let [module, name, rest @ ..] = steps else {
            return None;
        };
        if module.name.as_deref() != Some("module") || name.name.as_deref() != Some(call) {
            return None;
        }
        steps = match rest {
            [key, rest @ ..] if key.name.is_none() => rest,
            rest => rest,
        };
    }
    Some(steps)
}
