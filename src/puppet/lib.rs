//! Puppet: its notation of types and literals.
//!
//! A type is read with [`parse_type`] and written with [`format_type`]; aliases
//! are defined with [`Aliases`]. What Puppet shares with the other languages is
//! the shared constructor (`Array` a list, `Hash` a map, `Struct` an object,
//! `Variant` a union, `Callable` a function, `Undef` none, `Numeric` a number);
//! what only Puppet has goes through [`nominal`].
//!
//! ```
//! use polycty_puppet::{Aliases, Detail, Mode, format_type, parse_type};
//! let aliases = Aliases::define([("Tree", "Variant[Integer, Array[Tree]]")]).unwrap();
//! let ty = parse_type("Array[Tree, 1, default]", &aliases, Mode::Current).unwrap();
//! assert_eq!(format_type(&ty, Detail::Canonical), "Array[Tree, 1]");
//! ```
//!
//! Every verb is today's language's; [`Mode`] has them as the early specification
//! answers them too. What a value is where a condition, an arithmetic operator, a
//! string or a match wants something else say [`truth`], [`to_numeric`],
//! [`arithmetic`](fn@arithmetic), [`to_string`] and [`to_regexp`].
//!
//! Encodings that the names do not say: `Optional` without a parameter is the
//! optional of Unit ([`nominal::optional_any`]), the type of one string is a
//! literal type of strings, the empty array and hash have Unit as element,
//! `Callable[1, 2]` has one parameter of the type Unit, and an early range that
//! descends is a type of its own ([`nominal::Name::Descending`]) around the range.

#![forbid(unsafe_code)]

pub mod alias;
mod arithmetic;
mod assignable;
mod base64;
mod build;
mod build_callable;
mod build_nominal;
mod coercion;
mod common;
mod compare;
mod constructors;
mod data;
mod detailed;
mod early;
mod fault;
mod fold;
mod format;
mod generalize;
mod infer;
mod instance;
mod iterate;
mod lexer;
mod literal;
pub mod mismatch;
mod mode;
mod new;
pub mod nominal;
pub mod normal;
mod normalize;
mod object;
mod object_type;
mod parser;
mod pattern;
mod pcore;
mod regexp;
mod resources;
mod rules;
pub mod semver;
mod text;
mod time;
mod undef;
pub mod uri;
pub mod value;

pub use alias::Aliases;
pub use arithmetic::{Operator, arithmetic};
pub use assignable::{assignable, try_assignable};
pub use build_nominal::sensitive;
pub use coercion::{to_numeric, to_regexp, to_string, truth};
pub use common::{common_type, common_type_of};
pub use compare::{Comparison, compare, equal, same};
pub use data::read_json;
pub use detailed::detailed_type;
pub use format::{Detail, format_type, short_name, write_type};
pub use generalize::generalize;
pub use infer::{infer, infer_common, infer_detailed, infer_general};
pub use instance::instance;
pub use iterate::{TypeValues, iterate};
pub use literal::{format_value, write_value};
pub use mode::Mode;
pub use new::new_instance;
pub use normalize::normalize;
use polycty_core::{codec, dialect, number, source, types, values};
pub use rules::Puppet;
pub use text::float_text;
pub use time::{timespan_text, timestamp_text};
pub use undef::accepts_undef;
pub use value::Special;

use crate::source::Result;
use crate::types::Type;
use crate::values::Value;
use build::Scope;
use parser::{Goal, What};

/// Reads a type.
///
/// # Errors
/// With the messages of Puppet's own parser of types, the byte, line and column
/// of the fault, and the code [`Syntax`](crate::source::Code::Syntax) for
/// what does not follow the grammar.
pub fn parse_type(text: &str, aliases: &Aliases, mode: Mode) -> Result<Type> {
    let scope = Scope {
        mode,
        aliases: aliases.types(),
        pending: &[],
    };
    let fault = match parser::parse(text, &scope, Goal::Type) {
        Ok(arg) => match arg.what {
            What::Type(ty) => return Ok(ty),
            _ => parser::invalid(text, arg.start, arg.end),
        },
        Err(fault) => fault,
    };
    Err(fault.into_error("type", text))
}

/// Reads a type, or several: `File['a', 'b']` says a type for each title, `Class[a,
/// b]` one for each name.
///
/// # Errors
/// As [`parse_type`].
pub fn parse_types(text: &str, aliases: &Aliases, mode: Mode) -> Result<Vec<Type>> {
    let scope = Scope {
        mode,
        aliases: aliases.types(),
        pending: &[],
    };
    let fault = match parser::parse(text, &scope, Goal::Types) {
        Ok(arg) => match arg.what {
            What::Type(ty) => return Ok(vec![ty]),
            What::Types(types) => return Ok(types.into()),
            _ => parser::invalid(text, arg.start, arg.end),
        },
        Err(fault) => fault,
    };
    Err(fault.into_error("type", text))
}

/// Reads a value: a literal, or a type that is called with literals.
///
/// # Errors
/// As [`parse_type`]; [`Unsupported`](crate::source::Code::Unsupported) for
/// a call that says no literal value.
pub fn parse_value(text: &str, aliases: &Aliases, mode: Mode) -> Result<Value> {
    let scope = Scope {
        mode,
        aliases: aliases.types(),
        pending: &[],
    };
    parser::parse(text, &scope, Goal::Value)
        .and_then(|arg| literal::value_of(text, &arg))
        .map_err(|fault| fault.into_error("value", text))
}
