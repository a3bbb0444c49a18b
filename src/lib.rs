//! Types, values and languages of HCL, Terraform, PCL, Puppet and mgmt's mcl.
//!
//! One universe of types and values, a dialect for each language, the same operations for all:
//! parse a type, check and convert a value, evaluate an expression, infer a type, translate to
//! another language. The C ABI in `ffi` exposes the same operations to other languages.
//!
//! # Quick start
//!
//! ```
//! use polycty::calls::Budget;
//! use polycty::codec::json;
//! use polycty::dialect::hcl::syntax::parse_expression;
//! use polycty::dialect::hcl::{Hcl, Scope, evaluate, functions, to_json};
//! use polycty::dialect::Dialect;
//! use polycty::source::{Code, Error, Position};
//!
//! # fn main() -> Result<(), Error> {
//! // A budget bounds the time and the memory of an operation on untrusted input.
//! let budget = Budget::standard();
//!
//! // Parse a type, and convert a document to it.
//! let ty = Hcl.parse_type("object({ name = string, ports = list(number) })", &budget)?;
//! let document = br#"{"name": "db", "ports": [5432, "6432"]}"#;
//! let value = json::decode(document, &json::implied_type(document)?)?;
//! let server = Hcl.convert(&value, &ty, &budget)?;
//! assert_eq!(to_json(&server, &ty)?, r#"{"name":"db","ports":[5432,6432]}"#);
//!
//! // A value that does not convert: the error has the path to the part that does not convert.
//! let document = br#"{"name": "db", "ports": [5432, "none"]}"#;
//! let value = json::decode(document, &json::implied_type(document)?)?;
//! let error = Hcl.convert(&value, &ty, &budget).unwrap_err();
//! assert_eq!(error.path().to_string(), ".ports[1]");
//! assert_eq!(error.message(), "a number is required");
//!
//! // Evaluate an expression with variables and functions.
//! let mut scope = Scope::new();
//! scope.set_variable("server", server)?;
//! for function in functions::standard_functions() {
//!     scope.set_function(function.name(), function.function().clone())?;
//! }
//! let text = r#"[for port in server.ports : "${upper(server.name)}:${port}"]"#;
//! let parsed = parse_expression(text.as_bytes(), "main.hcl", Position::START);
//! let found = evaluate(&parsed.expression(), Some(&scope));
//! assert!(parsed.diagnostics.is_empty() && found.diagnostics.is_empty());
//! assert_eq!(to_json(&found.value, found.value.ty())?, r#"["DB:5432","DB:6432"]"#);
//!
//! // Print the diagnostics of an expression with the line of its source.
//! let parsed = parse_expression(b"server.prots", "main.hcl", Position::START);
//! let found = evaluate(&parsed.expression(), Some(&scope));
//! let error = Error::from_diagnostics(Code::Diagnostics, found.diagnostics);
//! println!("{}", error.render_text());
//! # let printed = "error: Unsupported attribute\n  on main.hcl line 1, column 7:\n      1 | server.prots\n        |       ^^^^^^\n  This object does not have an attribute named \"prots\".";
//! # assert_eq!(error.render_text(), printed);
//! # Ok(())
//! # }
//! ```
//!
//! It prints:
//!
//! ```text
//! error: Unsupported attribute
//!   on main.hcl line 1, column 7:
//!       1 | server.prots
//!         |       ^^^^^^
//!   This object does not have an attribute named "prots".
//! ```
//!
//! More programs are in `examples`: a configuration in HCL, conversion with all errors, data for a
//! Puppet class, an mcl program and its graph, translation and JSON Schema.
//!
//! # Modules
//!
//! Each module uses only the ones above it:
//!
//! - from `polycty-core`, shared by the languages:
//!   - [`number`]: cty's numbers with their own precision, exact integers
//!   - [`types`]: types, their equality and order
//!   - [`source`]: source texts, ranges, diagnostics, errors and paths
//!   - [`values`]: values, marks, refinements and operators
//!   - [`scope`]: nested frames of names
//!   - [`calls`]: signatures, callables and budgets
//!   - [`codec`]: JSON and MessagePack
//!   - [`inference`]: unification, and a solver of constraints on the types of expressions
//! - [`dialect`]: the languages: [`dialect::hcl`], [`dialect::pcl`] and [`dialect::terraform`] on
//!   top of it, [`dialect::puppet`], [`dialect::mcl`]
//! - [`translate`]: types and values of one language in another
//! - [`schema`]: JSON Schema for types, and types for JSON Schema
//! - [`services`]: completion, hover, references and diagnostics for editors
//! - [`allocator`]: an allocator that bounds calls by their real memory
//! - `ffi`: the C ABI

#![deny(unsafe_code)]

#[allow(
    unsafe_code,
    reason = "the trait of allocators is unsafe; the C library has one of its own"
)]
#[path = "ffi/allocator.rs"]
pub mod allocator;
pub mod dialect;
#[cfg(feature = "ffi")]
#[allow(
    unsafe_code,
    reason = "the C ABI is the one place that meets raw pointers"
)]
pub mod ffi;

pub use polycty_core::{calls, codec, inference, number, scope, source, types, values};
#[cfg(feature = "schema")]
pub use polycty_schema as schema;
#[cfg(feature = "services")]
pub use polycty_services as services;
#[cfg(feature = "translate")]
pub use polycty_translate as translate;
