//! Modules: declarations of a folder of files, and their evaluation.
//!
//! [`Module::read`] reads a module as Terraform does: the files of a folder and their overrides
//! become one [`Inventory`] with the position of each declaration. [`Module::evaluate`] evaluates
//! it with values for its variables. It converts these to their types and reports all errors at
//! once, evaluates local values and outputs after their dependencies, and checks rules. Values that
//! only a plan knows (resources, data sources, child modules) are unknown, and so are the values
//! that depend on them. There is no plan, no provider and no state.
//!
//! - `read`: [`Module`], read from files; `options`: options of an evaluation
//! - `files`: selection of a module's files; `declare`: declarations of one file; `merge`: one
//!   module from several files, with duplicates and overrides; [`Inventory`]: the declarations
//! - [`Given`], `variables`: values from outside, and the values of variables
//! - `address`: the subject of a reference; `references`: checks that it exists; `graph`: order of
//!   evaluation
//! - `evaluate`: local values, outputs and all other nodes in order; `rules`: conditions
//! - [`check_tests`]: files of tests
//! - `report`: inventory and values as JSON; `document`: inputs and outputs as a document, and files
//!   of values to fill in
//!
//! Diagnostics have Terraform's texts and positions.
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

pub(crate) mod address;
mod check_tests;
pub(crate) mod declare;
mod document;
mod evaluate;
mod files;
mod given;
pub(crate) mod graph;
pub(crate) mod ignored;
pub(crate) mod inventory;
pub(crate) mod merge;
pub(crate) mod options;
mod read;
pub(crate) mod references;
mod release;
pub(crate) mod repetition;
pub(crate) mod report;
pub(crate) mod rules;
pub(crate) mod secrets;
pub(crate) mod sink;
pub(crate) mod strictness;
#[cfg(test)]
mod strictness_tests;
#[cfg(test)]
mod tests;
pub(crate) mod variables;

pub use check_tests::check_tests;
pub use evaluate::Evaluation;
pub use files::{
    FileRole, ModuleFile, dialect_of, module_files, names_in, read_file, read_folder,
    read_folder_as, role_of, role_of_as, values_files,
};
pub(crate) use files::{is_query, read_folder_with_queries, syntax_errors};
pub use given::{Given, TextFrom};
pub use inventory::{
    Backend, Change, ChangeKind, Check, Constraint, Declared, Dependency, Inventory, Local,
    ModuleCall, Output, ProviderConfig, ProviderRequirement, Repetition, Resource, ResourceMode,
    Rule, Settings, Variable,
};
pub use options::{Options, Unset};
pub use read::{Module, ReadModule};
pub use release::{Dialect, Release};
pub use sink::Location;
pub use strictness::Strictness;
