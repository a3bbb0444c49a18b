//! mcl, the language of mgmt: its types and values.
//!
//! | mcl | the universe |
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
//! A type is read with [`parse_type`] and written with [`format_type`]; two are compared
//! with [`compare`] and [`complex_compare`], made equal with [`unify`]. Values are made
//! with [`new_list`], [`new_map`], [`new_struct`], [`zero`] and [`decode_json`], or from
//! values of another language that have the same content with [`typed`]; they are
//! written with [`format_value`] and ordered by [`value_cmp`].
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

#![forbid(unsafe_code)]

mod compare;
mod format;
mod json;
mod order;
mod parse;
mod relate;
mod rules;
mod shape;
mod value;

pub use compare::{Match, compare, complex_compare};
pub use format::{format_type, write_type};
pub use json::{Fields, decode_json};
pub use order::{format_value, value_cmp};
pub use parse::parse_type;
use polycty_core::{codec, dialect, inference, number, source, types, values};
pub use relate::{assignable, unify, unify_all};
pub use rules::Mcl;
pub use shape::{Shape, int, is_field_name, is_hashable, is_mcl};
pub use value::{
    list_element, map_element, new_list, new_map, new_struct, sorted_map, struct_field, type_of,
    typed, zero,
};
