//! Modules: what does a folder of Terraform's files declare, and what is it worth?
//!
//! A module is read as Terraform reads it ([`Module::read`]): the files of a folder with their
//! overrides become one [`Inventory`], with the place of everything. Then it is looked at with some
//! values for its variables ([`Module::evaluate`]): these are brought to their types, with every
//! fault at once; local values and outputs are evaluated, each after what it needs; rules are
//! checked. What only a plan knows — resources, what is read, other modules — is unknown, and
//! what follows from it is unknown as far as it has to be. There is no plan, no provider and no
//! state.
//!
//! - `files`: which files are a module's; `declare`: what one file declares; `merge`: one module
//!   of several files, with duplicates and overrides; [`Inventory`]: what there is
//! - [`Given`], `variables`: what variables are given, and what they become
//! - `address`: what a reference refers to; `references`: whether there is such a thing;
//!   `graph`: what comes before what
//! - `evaluate`: local values, outputs and all else in order; `rules`: conditions
//! - `report`: inventory and values as JSON
//!
//! What is wrong is told in Terraform's words and at its places.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::values::Value;
//! use polycty_terraform::module::{Given, Module, ModuleFile, Options};
//! let text = r#"
//!   variable "name" {
//!     type = string
//!   }
//!   output "greeting" {
//!     value = "hello ${var.name}"
//!   }
//! "#;
//! let file = ModuleFile { name: "main.tf".into(), text: text.into() };
//! let budget = Budget::standard();
//! let read = Module::read(&[file], &budget).unwrap();
//! let mut given = Given::default();
//! given.value("name", Value::string("world"));
//! let found = read.module.evaluate(&given, &Options::default(), &budget).unwrap();
//! assert!(found.diagnostics.is_empty());
//! assert_eq!(found.outputs[0].as_ref().unwrap().as_str(), Some("hello world"));
//! ```

mod address;
mod declare;
mod evaluate;
mod files;
mod given;
mod graph;
mod inventory;
mod merge;
mod references;
mod report;
mod rules;
#[cfg(test)]
mod tests;
mod told;
mod variables;

pub use files::{FileRole, ModuleFile, names_in, read_file, read_folder, role_of, values_files};
pub use given::{Given, TextFrom};
pub use inventory::{
    Backend, Change, ChangeKind, Check, Constraint, Declared, Dependency, Inventory, Local, Mode,
    ModuleCall, Output, ProviderConfig, ProviderRequirement, Repetition, Resource, Rule, Settings,
    Variable,
};
pub use told::Place;

use crate::host::{Files, Host};
use merge::{Merged, Places};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Result, Severity};
use polycty_core::types::Str;
use polycty_core::values::Value;
use polycty_hcl::Scope;
use std::sync::{Arc, LazyLock};
use told::Told;

/// A module. Never changes; cheap to clone.
#[derive(Clone, Debug)]
pub struct Module {
    inventory: Arc<Inventory>,
    places: Arc<Places>,
    /// Whether it was read without an error.
    is_sound: bool,
}

/// A module as it was read.
#[derive(Clone, Debug)]
pub struct ReadModule {
    /// What could be read.
    pub module: Module,
    /// What is wrong, in the order in which it was found.
    pub diagnostics: Vec<Diagnostic>,
}

/// What a module is looked at with, besides the values of its variables.
#[derive(Clone, Debug)]
pub struct Options {
    /// The functions that expressions can call: Terraform's, of [`Options::new`].
    functions: Scope,
    /// What a variable is that has no default and is given nothing.
    pub unset: Unset,
    /// What `path.module` is: a path from the working directory. Where it is not said, it is not
    /// known.
    pub module_path: Option<Str>,
    /// What `path.root` is, likewise.
    pub root_path: Option<Str>,
    /// What `path.cwd` is, likewise: an absolute path.
    pub working_directory: Option<Str>,
    /// What `terraform.workspace` is.
    pub workspace: Str,
}

/// What a variable is that has no default and is given nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unset {
    /// A value of its type that is not known: for a module that others call.
    Unknown,
    /// A fault, as it is for Terraform when it plans.
    Fault,
}

impl Options {
    /// Functions that have what a host gives them. They are made once, for any number of
    /// evaluations.
    #[must_use]
    pub fn new(host: &Host) -> Options {
        static BARE: LazyLock<Scope> = LazyLock::new(|| functions(&Host::default()));
        Options {
            functions: match host.is_bare() {
                true => BARE.clone(),
                false => functions(host),
            },
            unset: Unset::Unknown,
            module_path: None,
            root_path: None,
            working_directory: host.working_directory.clone(),
            workspace: "default".into(),
        }
    }
}

/// A scope of all functions.
fn functions(host: &Host) -> Scope {
    let mut functions = Scope::new();
    functions.allow_variables();
    for (name, function) in crate::functions(host) {
        // The names are those of functions.
        let _ = functions.set_function(name, function);
    }
    functions
}

impl Default for Options {
    fn default() -> Options {
        Options::new(&Host::default())
    }
}

/// What a module is worth with some values for its variables. The lists are those of its
/// [`Inventory`]; there is none in place of a value that is wrong or follows from what is.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// The values of the variables, marked as they are declared.
    pub variables: Vec<Option<Value>>,
    /// Whether the value of each variable is of its type and keeps the variable's rules, as far as
    /// these can be known.
    pub are_right: Vec<bool>,
    /// The local values.
    pub locals: Vec<Option<Value>>,
    /// The outputs; what is declared sensitive is marked so.
    pub outputs: Vec<Option<Value>>,
    /// What is wrong, in the order of the texts.
    pub diagnostics: Vec<Diagnostic>,
}

impl Evaluation {
    /// Whether something is so wrong that there is no use in the values.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        let mut all = self.diagnostics.iter();
        all.any(|found| found.severity == Severity::Error)
    }
}

impl Module {
    /// Reads the files of a module, in whichever order they come: they are read in the order of
    /// their names, those that change others last. A file that is none of a module's by its name
    /// is left out.
    ///
    /// # Errors
    /// What is spent.
    pub fn read(files: &[ModuleFile], budget: &Budget) -> Result<ReadModule> {
        let mut told = Told::new(budget);
        let mut sorted: Vec<(FileRole, &ModuleFile)> = files
            .iter()
            .filter_map(|file| Some((role_of(&file.name)?, file)))
            .collect();
        sorted.sort_by_key(|(role, file)| (*role == FileRole::Override, &*file.name));
        let mut declared = Vec::with_capacity(sorted.len());
        for (role, file) in sorted {
            declared.push((role, declare::declarations(file, role, &mut told)?));
        }
        let mut merged = Merged::default();
        for (role, file) in declared {
            match role {
                FileRole::Primary => merged.append(file, &mut told)?,
                FileRole::Override => merged.change(file, &mut told)?,
            }
        }
        merge::check_backends(&merged.whole.settings, &mut told)?;
        Ok(ReadModule {
            module: Module {
                inventory: Arc::new(merged.whole),
                places: Arc::new(merged.places),
                is_sound: !told.failed_since(0),
            },
            diagnostics: told.into_vec(),
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

    /// What it is worth with some values for its variables.
    ///
    /// Of a module that was not read without an error nothing is evaluated but what its variables
    /// are given.
    ///
    /// # Errors
    /// What is spent: then there is no half of an answer.
    pub fn evaluate(
        &self,
        given: &Given,
        options: &Options,
        budget: &Budget,
    ) -> Result<Evaluation> {
        evaluate::evaluate(self, given, options, budget)
    }
}
