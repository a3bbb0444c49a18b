//! HCL: the types and rules of cty, and the language that uses them.
//!
//! The modules, from the lowest layer up:
//!
//! - [`syntax`]: parsing, in the native syntax and in JSON
//! - types: [`parse_type`], [`format_type`], the [`Defaults`] of a type
//! - rules: [`assignable`], [`conversion_kind`] and [`converter`], [`convert`], [`unify`],
//!   [`mismatch`] (why there is no conversion), [`check`] (all parts of a value that do not
//!   convert), [`extraneous`] (the parts that a conversion drops)
//! - values: [`to_json`], [`to_msgpack`], [`format_value`]
//! - [`functions`]: the functions of the language
//! - [`eval`]: evaluation of expressions
//! - [`body`]: bodies in either syntax, read by a schema
//! - [`decode`]: decoding of bodies to values, by a specification
//! - [`mod@write`]: formatting, editing and creation of texts

#![forbid(unsafe_code)]
#![deny(clippy::string_slice)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod body;
pub mod decode;
pub mod eval;
pub mod functions;
mod rules;
pub mod syntax;
mod types;
mod values;
pub mod write;

pub use eval::{
    Evaluated, FunctionSet, Scope, TypeNotation, can_function, convert_function, evaluate,
    parse_type, parse_type_expression, read_type, try_function, type_argument_type,
    type_of_argument,
};
pub use polycty_core::dialect::{ConversionKind, Converter, Safety, Unified};
pub use rules::{
    Conversions, Hcl, MAX_DIAGNOSTICS, assignable, check, conversion_kind, convert, converter,
    extraneous, mismatch, mismatch_message, unify,
};
pub use types::{
    Children, Defaults, TypeExpression, format_constraint, format_type, is_type_constraint,
};
pub use values::{
    NotationPolicy, format_value, format_value_within, public_type, to_json, to_json_within,
    to_msgpack, to_msgpack_within,
};
