//! Puppet's types and language.
//!
//! [`parse_type`] parses types and [`format_type`] formats them; [`Aliases`] defines aliases. Types
//! that Puppet shares with the other languages are shared constructors (`Array` is a list, `Hash` a
//! map, `Struct` an object, `Variant` a union, `Callable` a function, `Undef` none, `Numeric` a
//! number). The types that only Puppet has are in [`nominal`].
//!
//! ```
//! use polycty_puppet::{Aliases, Detail, Mode, format_type, parse_type};
//! let aliases = Aliases::define([("Tree", "Variant[Integer, Array[Tree]]")]).unwrap();
//! let ty = parse_type("Array[Tree, 1, default]", &aliases, Mode::Current).unwrap();
//! assert_eq!(format_type(&ty, Detail::Canonical), "Array[Tree, 1]");
//! ```
//!
//! All operations follow the current language; the methods of [`Mode`] also follow the early
//! specification. [`truth`], [`to_numeric`], [`arithmetic`](fn@arithmetic), [`to_string`] and
//! [`to_regexp`] coerce values in conditions, arithmetic, strings and matches.
//!
//! A program is prepared once ([`Prepared`]) and run by [`evaluate`], a template by [`render`], in
//! an [`Environment`], which contains the variables, functions and types of the host, the source of
//! definitions, and the log. [`class_parameters`] checks data against the classes of manifests.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::source::Source;
//! use polycty_puppet::{Environment, Prepared, Strict, evaluate, format_value};
//! let budget = Budget::new().limit_steps(10_000);
//! let source = Source::new("sum.pp", "[1, 2, 3].reduce |$sum, $x| { $sum + $x }");
//! let program = Prepared::manifest(source, Strict::Error, &budget).unwrap();
//! let value = evaluate(&program, &Environment::new(), &budget).unwrap();
//! assert_eq!(format_value(&value), "6");
//! ```
//!
//! The modules, from the lowest layer up:
//!
//! - `scalars`: versions, times, URIs and regular expressions
//! - `syntax`: text to tokens to trees
//! - `types`: Puppet's types, parsed and formatted
//! - `values`: the values that only Puppet has
//! - [`resource_types`]: the attributes and keys of resource types
//! - `rules`: the relations and operations of types and values
//! - `eval`: expressions to values
//! - `functions`: the functions of the language
//! - [`hiera`]: data by key
//! - `prepare`: texts to programs that can call these functions
//! - `outline`: the definitions and uses of a manifest
//! - [`strings`]: the documentation in comments
//! - [`catalog`]: the catalog of a node
//!
//! Encodings that the names do not show:
//!
//! - `Optional` without a parameter is the optional of Unit ([`nominal::optional_any`]).
//! - The type of one string is a literal type of strings.
//! - The empty array and hash have the element type Unit.
//! - `Callable[1, 2]` has one parameter of the type Unit.
//! - An early descending range is a type of its own ([`nominal::Name::Descending`]) around the
//!   range.

#![forbid(unsafe_code)]
#![deny(clippy::string_slice)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod catalog;
mod depth;
mod eval;
mod functions;
pub mod hiera;
mod mode;
pub mod outline;
mod prepare;
pub mod resource_types;
mod rules;
mod scalars;
pub mod strings;
pub mod syntax;
mod types;
mod values;
mod words;

pub use eval::arithmetic::{Operator, arithmetic};
pub use eval::coercion::{to_numeric, to_regexp, to_string, truth};
pub use eval::environment::{Definitions, Environment, Level, Resources, Unknown};
pub use eval::host::{Host, HostCall, HostFunction, Lookup, NoHost};
pub use eval::literal::parse_value;
pub use eval::modules::Modules;
pub use eval::parameters::{class_parameters, class_type, path_in_data};
pub use eval::program::{Prepared, evaluate};
pub use eval::template::render;
pub use functions::stdlib::names as stdlib_function_names;
pub use functions::{call_mismatch, names as function_names, signatures as function_signatures};
pub use mode::{Mode, Strict};
pub use rules::Puppet;
pub use rules::assignable::{assignable, quick_assignable};
pub use rules::convert::new_instance;
pub use rules::equal::{Comparison, compare, equal};
pub use rules::explain;
pub use rules::infer::detailed::detailed_type;
pub use rules::infer::{infer, infer_common, infer_detailed, infer_general};
pub use rules::instance::{instance, quick_instance};
pub use rules::unify::common_type;
pub use rules::unify::fold::common_type_of;
pub use scalars::text::float_text;
pub use scalars::time::{timespan_text, timestamp_text};
pub use scalars::{semver, uri};
pub use types::alias::Aliases;

pub use types::format::{Detail, format_type, short_name, write_type};
pub use types::generalize::{generalize, sensitive};
pub use types::normalize::normalize;
pub use types::parse::{parse_type, parse_types};
pub use types::same::same;
pub use types::undef::accepts_undef;
pub use types::{data, nominal, normal_form};
pub use values::format::{format_redacted, format_value, write_value};
pub use values::iterate::{TypeValues, iterate};
pub use values::json::read_json;
pub use values::special::{Order, Sequence, Special, array, array_of, hash, undef};

#[cfg(test)]
mod tests;
