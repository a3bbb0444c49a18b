//! Modules: declarations of a folder of files, and their evaluation.
//!
//! A module is read as Terraform reads it ([`Module::read`]): the files of a folder with their
//! overrides become one [`Inventory`], with the place of everything. Then it is looked at with some
//! values for its variables ([`Module::evaluate`]): these are brought to their types, with every
//! fault at once; local values and outputs are evaluated, each after what it needs; rules are
//! checked. What only a plan knows — resources, what is read, other modules — is unknown, and
//! what follows from it is unknown as far as it has to be. There is no plan, no provider and no
//! state.
//!
//! - `read`: [`Module`], of files; `options`: what it is looked at with
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

pub(crate) mod address;
pub(crate) mod declare;
mod evaluate;
mod files;
pub(crate) mod findings;
mod given;
pub(crate) mod graph;
pub(crate) mod inventory;
pub(crate) mod merge;
pub(crate) mod options;
mod read;
pub(crate) mod references;
mod release;
pub(crate) mod repetition;
mod report;
pub(crate) mod rules;
#[cfg(test)]
mod tests;
pub(crate) mod variables;

pub use evaluate::Evaluation;
pub use files::{FileRole, ModuleFile, names_in, read_file, read_folder, role_of, values_files};
pub(crate) use files::{read_folder_with_queries, syntax_errors};
pub use findings::Place;
pub use given::{Given, TextFrom};
pub use inventory::{
    Backend, Change, ChangeKind, Check, Constraint, Declared, Dependency, Inventory, Local,
    ModuleCall, Output, ProviderConfig, ProviderRequirement, Repetition, Resource, ResourceMode,
    Rule, Settings, Variable,
};
pub use options::{Options, Unset};
pub use read::{Module, ReadModule};
pub use release::Release;
