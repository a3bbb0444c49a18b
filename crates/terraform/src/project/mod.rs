//! Projects: a root module and the modules that it calls.
//!
//! [`Project::load`] reads the tree of modules, as `terraform init` and the loading part of
//! `terraform validate` do. [`Project::validate`] checks it without values for the variables of the
//! root module, and [`Project::plan`] evaluates it with values on an empty state. Neither needs
//! providers: schemas that `terraform providers schema -json` has written are enough.
//!
//! - `tree`: the modules, and the evaluation of source addresses; `early`: that of OpenTofu;
//!   `source`: their syntax;
//!   [`Manifest`]: the modules that `terraform init` has installed
//! - [`Schemas`], `json`: schemas of providers, read as far as they are used; `schema_blocks`: their
//!   nested blocks; `schema_view`: schemas as an editor shows them
//! - `providers`: their addresses and configurations; `links`: configurations between modules
//! - `inputs`: values of files and texts for variables; `outputs`: the values of a result as JSON
//! - `nodes`: the graph of all modules; `prepare`: checks before the walk; `walk`: the
//!   order of evaluation, calls and outputs; `names`: values of names for an editor
//! - `scope`: references of expressions; `steps`: those to resources; `values`: their values; `deprecation`: deprecated values
//! - `secrets`: source lines that are not shown
//! - `bodies`: bodies by the schemas; `resources`: resources, actions and providers;
//!   `lists`: list resources of query files; `changes`: imports, and actions that resources trigger

#[cfg(test)]
mod api_tests;
mod bodies;
mod builtin;
mod changes;
mod deprecation;
mod early;
mod inputs;
mod json;
mod links;
mod lists;
mod manifest;
mod names;
mod nodes;
mod outputs;
mod planning;
mod prepare;
mod providers;
mod provisioners;
mod resources;
mod schema_blocks;
mod schema_view;
mod schemas;
mod scope;
mod secrets;
#[cfg(test)]
mod secrets_tests;
mod source;
mod steps;
#[cfg(test)]
pub(crate) mod tests;
#[cfg(test)]
mod tofu_tests;
mod tree;
mod values;
mod walk;

pub(crate) use bodies::argument as call_argument;
pub(crate) use json::Json;
pub use manifest::Manifest;
pub(crate) use schema_blocks::blocks_of;
pub use schema_view::{AttributeView, BodySchema, NestedView, SchemaTable};
pub use schemas::Schemas;
pub(crate) use schemas::{
    Attribute as SchemaAttribute, Block as SchemaBlock, Nesting, Schema, SchemaKind, named,
    read_type,
};
pub(crate) use source::{SourceAddress, is_local};
pub(crate) use tree::ModuleNode;

use crate::host::{Files, Host};
use crate::module::{Dialect, Location, Module, Release, Strictness, dialect_of};
use inputs::RootValues;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Reporter, Result};
use polycty_core::types::Str;
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::Scope;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use tree::Loader;
use walk::{OutputTypes, Phase};

/// Directories of modules that are not local, such as those of a registry.
pub trait ModuleSources: Send + Sync {
    /// Returns the directory of a module, relative to the base of the files, or `None` if it is not
    /// available. Then the outputs of the call are unknown, and its arguments are not checked.
    ///
    /// # Errors
    /// Errors of the source, which end the loading of the project.
    fn directory(&self, request: &ModuleRequest<'_>, budget: &Budget) -> Result<Option<String>>;
}

/// A call of a module that is not local.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ModuleRequest<'r> {
    /// The names of the calls from the root module to this one, joined with `.`.
    pub key: &'r str,
    /// The source address.
    pub source: &'r str,
    /// The version constraint.
    pub version: Option<&'r str>,
}

/// No module but local ones.
pub struct LocalOnly;

impl ModuleSources for LocalOnly {
    fn directory(&self, _: &ModuleRequest<'_>, _: &Budget) -> Result<Option<String>> {
        Ok(None)
    }
}

/// Which computed attributes of managed resources are unknown in a plan if a configuration does not
/// set them. Only the provider knows; these are two assumptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Computed {
    /// All of them: a value that a provider may set is never taken for null.
    #[default]
    All,
    /// Those that a configuration cannot set, as in Terraform's proposed new values. The others are
    /// null.
    NotOptional,
}

/// The settings of a project.
#[derive(Clone, Default)]
pub struct ProjectOptions {
    /// The release of Terraform.
    pub release: Release,
    /// The program whose language applies. If none is set, it is OpenTofu if the folder of the root
    /// module has a file that only OpenTofu reads, such as `main.tofu`.
    pub dialect: Option<Dialect>,
    /// The schemas of the providers. Without them, checks that depend on a schema are left out.
    pub schemas: Option<Schemas>,
    /// Whether query files (`.tfquery.hcl`) of the root module are checked, too.
    pub queries: bool,
    /// Which attributes a plan has as unknown.
    pub computed: Computed,
    /// Files, time and random numbers of functions.
    pub host: Host,
    /// The value of `terraform.workspace`; `default` if none is set.
    pub workspace: Option<Str>,
    /// The diagnostics in addition to Terraform's own.
    pub strictness: Strictness,
}

impl std::fmt::Debug for ProjectOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProjectOptions")
            .field("release", &self.release)
            .field("schemas", &self.schemas)
            .finish_non_exhaustive()
    }
}

impl ProjectOptions {
    /// The release whose rules apply to the root module in a folder.
    ///
    /// # Errors
    /// Errors of reading the folder, if they depend on its files.
    pub fn release_of(&self, files: &dyn Files, root: &str, budget: &Budget) -> Result<Release> {
        let dialect = match self.dialect {
            Some(dialect) => dialect,
            None if self.release.is_tofu() => Dialect::OpenTofu,
            None => {
                let names = crate::module::names_in(files, root, budget)?;
                dialect_of(names.iter().map(String::as_str))
            }
        };
        Ok(match dialect {
            Dialect::OpenTofu => Release::OpenTofu1_13,
            Dialect::Terraform if self.release.is_tofu() => Release::default(),
            Dialect::Terraform => self.release,
        })
    }
}

/// A root module with the modules that it calls. Never changes; cheap to clone.
#[derive(Clone, Debug)]
pub struct Project {
    pub(crate) modules: Arc<[ModuleNode]>,
    files: Arc<[Str]>,
    options: ProjectOptions,
    functions: Scope,
    is_loaded: bool,
}

/// A project as it was read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedProject {
    /// The project, as far as it could be read.
    pub project: Project,
    /// The diagnostics of all modules.
    pub diagnostics: Vec<Diagnostic>,
    /// The calls of modules that are not available.
    pub missing: Vec<MissingModule>,
}

/// A call of a module that is not local and whose directory [`ModuleSources`] did not return.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MissingModule {
    /// The address of the call, such as `module.network.module.subnets`.
    pub address: String,
    /// The source address.
    pub source: Str,
    /// The declaration of the call.
    pub place: Location,
}

impl MissingModule {
    /// The warning that the module is not available.
    #[must_use]
    pub fn warning(&self) -> Diagnostic {
        let detail = format!(
            "{} ({}) is not installed in this folder. Its arguments are not checked, and its outputs \
             are unknown. Run \"terraform init\" to install it.",
            self.address, self.source
        );
        let warning = Reporter::Terraform.warning("Module not installed", detail);
        let mut warning = warning.with_subject(self.place.range);
        warning.source = Some(self.place.source.clone());
        warning
    }
}

impl Project {
    /// Reads the root module in a directory and the modules that it calls. The values given are
    /// those of root variables with `const`.
    ///
    /// # Errors
    /// [`Code::NotFound`](polycty_core::source::Code::NotFound) if the root module cannot be read;
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn load(
        files: &dyn Files,
        root: &str,
        given: &BTreeMap<Str, Value>,
        sources: &dyn ModuleSources,
        options: &ProjectOptions,
        budget: &Budget,
    ) -> Result<LoadedProject> {
        Project::loaded(
            files,
            root,
            RootValues::Values(given),
            sources,
            options,
            budget,
        )
    }

    /// Reads a project as [`Project::load`] does, for [`Project::names`] and an editor: the calls of
    /// modules with errors are followed, too.
    ///
    /// # Errors
    /// As [`Project::load`].
    pub fn load_with_errors(
        files: &dyn Files,
        root: &str,
        sources: &dyn ModuleSources,
        options: &ProjectOptions,
        budget: &Budget,
    ) -> Result<LoadedProject> {
        let options = &ProjectOptions {
            release: options.release_of(files, root, budget)?,
            ..options.clone()
        };
        let functions = Project::functions(options)?;
        let mut loader = Loader::new(files, sources, options, functions, budget);
        loader.follows_all = true;
        loader.load(root, RootValues::Values(&BTreeMap::new()))
    }

    fn functions(options: &ProjectOptions) -> Result<Scope> {
        let mut functions = Scope::new();
        functions.allow_variables();
        for (name, function) in crate::table::functions_of(&options.host, options.release) {
            functions.set_function(name, function)?;
        }
        Ok(functions)
    }

    fn loaded(
        files: &dyn Files,
        root: &str,
        given: RootValues<'_>,
        sources: &dyn ModuleSources,
        options: &ProjectOptions,
        budget: &Budget,
    ) -> Result<LoadedProject> {
        let options = &ProjectOptions {
            release: options.release_of(files, root, budget)?,
            ..options.clone()
        };
        let functions = Project::functions(options)?;
        let loader = Loader::new(files, sources, options, functions, budget);
        loader.load(root, given)
    }

    /// Returns the modules of the project, a module after the one that calls it. A directory that
    /// several calls lead to is a module for each of them.
    pub fn modules(&self) -> impl ExactSizeIterator<Item = ProjectModule<'_>> {
        self.modules.iter().map(|node| ProjectModule {
            address: node.address(),
            directory: &node.directory,
            source: &node.source,
            module: &node.module,
            call: node.parent.map(|(parent, call)| {
                let calls = &self.modules[parent].module.inventory().calls;
                &calls[call].declared.place
            }),
        })
    }

    /// The paths of the files of all modules, in the order in which they were read.
    #[must_use]
    pub fn files(&self) -> &[Str] {
        &self.files
    }

    /// The release whose rules apply.
    #[must_use]
    pub fn release(&self) -> Release {
        self.options.release
    }

    /// Whether all modules were read without an error.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.is_loaded
    }

    /// Checks the project without values for the variables of the root module.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn validate(&self, budget: &Budget) -> Result<Vec<Diagnostic>> {
        Ok(self
            .walk_without_values(OutputTypes::Declared, budget)?
            .diagnostics)
    }

    /// Checks the project as [`Project::validate`] does, for an editor: an error hides no errors of
    /// other parts. A part whose value has errors is unknown to the parts that depend on it. The
    /// project may have been read with errors.
    ///
    /// # Errors
    /// As [`Project::validate`].
    pub fn validate_all(&self, budget: &Budget) -> Result<Vec<Diagnostic>> {
        Ok(walk::walk_all(self, budget)?.diagnostics)
    }

    /// Checks the project as [`Project::validate`] does, and returns the outputs of its modules,
    /// too. Each module has one instance. Variables of the root module are unknown; an output has
    /// the type that follows from all modules, and its value as far as it is known. `count` gives a
    /// list of objects, and `for_each` a map of objects.
    ///
    /// # Errors
    /// As [`Project::validate`].
    pub fn infer(&self, budget: &Budget) -> Result<Planned> {
        let mut found = self.walk_without_values(OutputTypes::Declared, budget)?;
        if self.modules.len() > 1 {
            // Its diagnostics are dropped: with more exact types there can be errors that a
            // validation does not find.
            let inferred = self.walk_without_values(OutputTypes::Inferred, budget)?;
            let mut inferred: HashMap<String, PlannedOutput> = inferred
                .outputs
                .into_iter()
                .map(|output| (output.address.clone(), output))
                .collect();
            for output in &mut found.outputs {
                if let Some(exact) = inferred.remove(&output.address) {
                    *output = exact;
                }
            }
        }
        Ok(found)
    }

    /// Returns the values of the names in each module of [`Project::modules`], as far as they are
    /// known without values for the variables of the root module. An unknown value has the type
    /// that follows from all modules, and the type `any` if it depends on a value with errors.
    ///
    /// # Errors
    /// As [`Project::validate`].
    pub fn names(&self, budget: &Budget) -> Result<Vec<ModuleNames>> {
        names::names(self, budget)
    }

    fn walk_without_values(&self, types: OutputTypes, budget: &Budget) -> Result<Planned> {
        walk::walk(self, Phase::Validate, types, &BTreeMap::new(), budget)
    }

    /// Evaluates the project with values for the variables of the root module, on an empty state.
    ///
    /// # Errors
    /// As [`Project::validate`].
    pub fn plan(&self, given: &BTreeMap<Str, Value>, budget: &Budget) -> Result<Planned> {
        walk::walk(self, Phase::Plan, OutputTypes::Declared, given, budget)
    }
}

/// A module of a project.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProjectModule<'p> {
    /// The address of its call, such as `module.network.module.subnets`; empty for the root module.
    pub address: String,
    /// Its directory, relative to the base of the files.
    pub directory: &'p str,
    /// The source address of its call; empty for the root module.
    pub source: &'p str,
    /// Its declarations.
    pub module: &'p Module,
    /// The declaration of its call; none for the root module.
    pub call: Option<&'p Location>,
}

/// The outputs of a project, from a plan on an empty state or from a validation.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Planned {
    /// The outputs of all instances of modules that could be evaluated.
    pub outputs: Vec<PlannedOutput>,
    /// The diagnostics.
    pub diagnostics: Vec<Diagnostic>,
}

/// The values of the names of a module, by their numbers in its inventory. A name whose value has
/// errors has none.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ModuleNames {
    /// The local values.
    pub locals: Vec<Option<Value>>,
    /// The outputs, without the marks that their declarations add.
    pub outputs: Vec<Option<Value>>,
    /// The resources.
    pub resources: Vec<Option<Value>>,
}

/// An output of an instance of a module.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlannedOutput {
    /// Its name.
    pub name: Str,
    /// Its address: `module.m["k"].output.y`, and for the root module the name alone.
    pub address: String,
    /// The address of the instance of the module, such as `module.m["k"]`; empty for the root
    /// module.
    pub module: String,
    /// Its value, with the marks of its parts.
    pub value: Value,
    /// The marks that its declaration adds to the value: `sensitive` and `ephemeral`.
    pub declared: MarkSet,
}
