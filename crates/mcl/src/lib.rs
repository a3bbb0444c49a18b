//! mcl, the language of mgmt: its types, its values, and programs that run.
//!
//! | mcl | type of the core |
//! |---|---|
//! | `bool`, `str`, `float` | booleans, plain strings, doubles |
//! | `int` | exact integers of 64 bits, [`int`] |
//! | `[]T` | a list |
//! | `map{K: V}` | a map |
//! | `struct{a T; b U}` | an object, whose fields keep their order |
//! | `func(a T, U) R` | a function with positional parameters |
//! | `variant` | any |
//! | `nil` | none |
//! | `?1` | a variable of the scope that the caller passes |
//!
//! [`parse_type`] parses a type and [`format_type`] formats it. [`compare`] and [`complex_compare`]
//! compare two types and [`unify`] makes them equal. Values are created with [`new_list`],
//! [`new_map`], [`new_struct`], [`zero`] and [`decode_json`], or with [`typed`] from values of
//! another language that have the same content. [`format_value`] formats values and [`value_cmp`]
//! orders them.
//!
//! ```
//! use polycty_core::types::VariableScope;
//! use polycty_mcl::{self as mcl, Fields};
//! let ty = mcl::parse_type("map{str: []int}", VariableScope::new())?;
//! let ports = mcl::decode_json(br#"{"web": [443, 80], "ssh": [22]}"#, &ty, Fields::Exact)?;
//! assert_eq!(mcl::format_value(&ports)?, r#"{"ssh": [22], "web": [443, 80]}"#);
//! assert_eq!(mcl::type_of(&ports)?, ty);
//! assert_eq!(mcl::format_value(&mcl::zero(&ty)?)?, "{}");
//! # Ok::<(), polycty_core::source::Error>(())
//! ```
//!
//! A program passes through stages, and each stage fails as the same stage of mgmt does:
//! [`syntax::parse`] parses a text, [`scope::build`] reads all files of a program and resolves
//! names, [`typing::unify`] infers types, and [`graph::graph`] builds the graph of functions.
//! Errors are [`CompileError`]s with a [`Stage`] and locations. A [`host::Environment`] supplies
//! files, functions and kinds of resources. The core functions are in [`functions::Core`], which
//! uses a [`functions::Host`] for access to the system.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::source::Source;
//! use polycty_mcl::syntax::parse;
//! let source = Source::new("/main.mcl", "$ports = [80 443]\n");
//! let error = parse(source, &Budget::standard()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "parser: `syntax error: unexpected INTEGER, expecting CLOSE_BRACK or COMMA`: \
//!      /main.mcl @ 1:14-1:15",
//! );
//! ```
//!
//! [`Program::compile`] runs all stages, and [`Program::start`] runs the program. The host steps
//! the [`Runtime`] whenever functions have announced a change; the runtime then has the current
//! [`resources::ResourceGraph`] of the program.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::types::{Str, VariableScope};
//! use polycty_mcl::functions::{Core, NoHost};
//! use polycty_mcl::host::{Environment, Files};
//! use polycty_mcl::resources::{ResourceField, ResourceKind, ResourceKinds};
//! use polycty_mcl::{Program, parse_type};
//! use std::sync::Arc;
//!
//! struct Text(&'static str);
//! impl Files for Text {
//!     fn read(&self, path: &str) -> Option<Str> {
//!         (path == "/main.mcl").then(|| self.0.into())
//!     }
//! }
//!
//! let message = ResourceField {
//!     name: "msg".into(),
//!     stored: "Msg".into(),
//!     ty: parse_type("str", VariableScope::new())?,
//!     storage: "string".into(),
//! };
//! let print = ResourceKind {
//!     fields: [message].into_iter().collect(),
//!     ..ResourceKind::default()
//! };
//! let text = "for $i, $name in [\"a\", \"b\"] {\n\tprint \"${name}\" {\n\t\tmsg => $name + \"!\",\n\t}\n}\n";
//! let environment = Environment {
//!     files: Arc::new(Text(text)),
//!     library: Arc::new(Core::new(Arc::new(NoHost))),
//!     kinds: Arc::new(ResourceKinds([("print".into(), print)].into_iter().collect())),
//! };
//! let budget = Budget::standard();
//! let program = Arc::new(Program::compile(environment, "/main.mcl", &budget)?);
//! let mut runtime = program.start(&budget)?;
//! assert!(runtime.step(&budget)?.changed);
//! let graph = runtime.resources().expect("a step was complete");
//! assert_eq!(graph.to_string(), "Vertex: print[a]\nVertex: print[b]\n");
//! assert_eq!(graph.resources()[1].field("msg").and_then(|msg| msg.as_str()), Some("b!"));
//! # Ok::<(), polycty_core::source::Error>(())
//! ```
//!
//! The modules, from the lowest layer up: `area`, `compile_error`, `types`, `values`, `rules`,
//! `syntax` (text to trees), `diagnose`, `resources` (kinds and graphs), `host` (the interface to
//! the host), `scope` (names), `typing` (types of expressions), `graph`, `functions`, `run`.
//! `graphviz` formats both kinds of graphs.

#![forbid(unsafe_code)]
// A slice at an offset that is not a character boundary panics, so each slice states the reason why
// its offset is one.
#![deny(clippy::string_slice)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod area;
mod compile_error;
mod diagnose;
pub mod functions;
pub mod graph;
mod graphviz;
pub mod host;
pub mod resources;
mod rules;
mod run;
pub mod scope;
pub mod syntax;
mod types;
pub mod typing;
mod values;

pub use area::Area;
pub use compile_error::{CompileError, Location, Stage};
pub use polycty_engine::{Failure, Sender, Severity};
pub use rules::Mcl;
pub use rules::assignable::assignable;
pub use rules::construct::{new_list, new_map, new_struct};
pub use rules::convert::typed;
pub use rules::equal::{Match, compare, complex_compare};
pub use rules::infer::type_of;
pub use rules::unify::{unify, unify_all};
pub use run::{Program, Progress, Runtime};
pub use types::format::{format_type, write_type};
pub use types::parse::parse_type;
pub use types::view::{MclType, int, is_field_name, is_hashable, is_mcl};
pub use values::access::{list_element, map_element, struct_field};
pub use values::build::{sorted_map, zero};
pub use values::format::format_value;
pub use values::json::{Fields, decode_json};
pub use values::order::value_cmp;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod tests;
