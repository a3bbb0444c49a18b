//! Terraform's functions and modules, over HCL.
//!
//! A set beside cty's standard library ([`polycty_hcl::functions`]): the functions of Terraform
//! 1.11, each by its name and as `core::` and its name, with Terraform's meaning where cty has
//! another function of that name. What is not an expression's own — files, the clock, random
//! numbers — comes from a [`Host`]; a function whose part of it is missing fails with a sentence
//! that says which.
//!
//! A crate of its own: it stands over HCL as a program does that evaluates, and what it needs of
//! hashes, compression, encodings and YAML weighs on nobody who only wants HCL.
//!
//! - [`functions`], [`define`]: the set, and the set in a scope
//! - [`Host`]: what functions ask for; [`Folder`]: files below a folder
//! - [`module`]: what a folder of files declares, and what it is worth
//! - [`project`]: a module with those that it calls and the schemas of providers
//! - `table`: which functions there are, and which of them are cty's; `own`: how one is defined
//! - a file a family: `collection`, `text`, `encoding`, `hash`, `rsa`, `cidr`, `time`, `path`,
//!   `file`, `fileset`, `template`, `sensitive`, `yaml`
//!
//! ```
//! use polycty_core::source::Position;
//! use polycty_hcl::{Scope, evaluate, syntax};
//! use polycty_terraform::Host;
//! let mut scope = Scope::new();
//! polycty_terraform::define(&mut scope, &Host::default()).unwrap();
//! let text = br#"cidrsubnet("10.0.0.0/8", 8, length(["a", "b"]))"#;
//! let parsed = syntax::parse_expression(text, "example", Position::START);
//! let subnet = evaluate(&parsed.expression(), Some(&scope)).value;
//! assert_eq!(subnet.as_str(), Some("10.2.0.0/16"));
//! ```

#![forbid(unsafe_code)]
#![deny(clippy::string_slice)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod cidr;
mod collection;
mod encoding;
mod file;
mod fileset;
mod folder;
mod hash;
mod host;
pub mod module;
mod newer;
mod own;
mod path;
mod pattern;
pub mod project;
mod rsa;
mod sensitive;
mod table;
mod template;
mod text;
mod time;
mod yaml;

pub use folder::Folder;
pub use host::{Entry, FileError, FileKind, Files, Host};
pub use sensitive::{EPHEMERAL, SENSITIVE};
pub use table::{define, functions};

#[cfg(test)]
mod console_tests;
#[cfg(test)]
mod tests;
