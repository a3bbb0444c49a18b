//! Terraform's functions and modules, based on HCL.
//!
//! The functions of Terraform 1.11, each under its name and under `core::` and its name, in
//! addition to cty's standard library ([`polycty_hcl::functions`]). A function that differs from
//! cty's function of the same name has Terraform's behavior. Functions read files, the clock and
//! random numbers through a [`Host`]. A function that needs a part of the host that is not set
//! fails with a message that names the part.
//!
//! This is a separate crate because its dependencies (hashes, compression, encodings, YAML) are not
//! needed by programs that only use HCL.
//!
//! - [`functions`], [`define`]: the functions, and their definition in a scope
//! - [`Host`]: the environment of functions; [`Folder`]: files below a folder;
//!   [`Overlay`]: texts of a program in place of files
//! - [`module`]: declarations and values of one folder of files
//! - [`project`]: a module with the modules that it calls and the schemas of providers
//! - [`plan`]: plans and states in their JSON form
//! - [`refactor`]: changes of the text of a project; [`notation`]: conversion between native and JSON
//!   syntax
//! - `table`: the table of functions; `own`: the definition of a function
//! - one file for each family: `collection`, `text`, `encoding`, `hash`, `rsa`, `cidr`, `time`,
//!   `path`, `file`, `fileset`, `template`, `sensitive`, `yaml`, `tofu` (those of OpenTofu)
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
pub mod notation;
mod overlay;
mod own;
mod path;
mod pattern;
pub mod plan;
pub mod project;
pub mod refactor;
mod rsa;
mod sensitive;
mod table;
mod template;
mod text;
mod time;
mod tofu;
mod yaml;

pub use folder::Folder;
pub use host::{Entry, FileError, FileKind, Files, Host};
pub use overlay::Overlay;
pub use sensitive::{EPHEMERAL, SENSITIVE};
pub use table::{define, functions, functions_of_release};

#[cfg(test)]
mod console_tests;
#[cfg(test)]
mod tests;
