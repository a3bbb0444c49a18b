//! The standard library of functions.
//!
//! These are the functions of cty's standard library, under cty's names in lower case. Each is a
//! [`Standard`] in the table of [`standard_functions`], to be called through the protocol of
//! [`Function`], and a plain Rust function of this module that makes the same call.
//!
//! `try`, `can` and `convert` receive expressions or types and are part of the evaluator:
//! [`crate::eval::try_function`] and its siblings.
//!
//! Each file contains one family: logic, numbers, strings, … Results that could be out of
//! proportion to the arguments are limited: [`MAX_RESULT_BYTES`].
//!
//! ```
//! use polycty_hcl::functions;
//! use polycty_core::values::Value;
//! let upper = functions::standard_function("upper").unwrap();
//! let text = Value::string("é");
//! assert_eq!(upper.call(&[&text]).unwrap(), Value::string("É"));
//! assert_eq!(functions::upper(&text).unwrap(), Value::string("É"));
//! ```

#[macro_use]
pub mod define;

mod bool;
mod bytes;
mod collection;
mod conversion;
mod csv;
mod datetime;
mod format;
mod general;
mod json;
mod mapping;
mod number;
mod product;
mod protocol;
mod regexp;
mod sequence;
mod set;
mod string;
mod string_case;
mod string_replace;

pub use self::bool::{and, not, or};
pub use self::bytes::{as_bytes, bytes, bytes_type, byteslen, bytesslice};
pub use collection::{
    chunklist, coalescelist, compact, contains, distinct, element, flatten, hasindex, index,
    length, reverselist, slice,
};
pub use conversion::{assertnotnull, tobool, tolist, tomap, tonumber, toset, tostring};
pub use csv::csvdecode;
pub use datetime::{formatdate, instant, timeadd};
pub use format::{format, formatlist};
pub use general::{coalesce, equal, notequal};
pub use json::{jsondecode, jsonencode};
pub use mapping::{keys, lookup, merge, values, zipmap};
pub use number::{
    absolute, add, ceil, divide, floor, greaterthan, greaterthanorequalto, int, lessthan,
    lessthanorequalto, log, max, min, modulo, multiply, negate, parseint, pow, signum, subtract,
};
pub use product::setproduct;
pub use protocol::{Cost, Function, ReturnType};
pub use regexp::{regex, regexall, regexreplace};
pub use sequence::{concat, range};
pub use set::{sethaselement, setintersection, setsubtract, setsymmetricdifference, setunion};
pub use string::{
    chomp, indent, join, reverse, sort, split, strlen, substr, trim, trimprefix, trimspace,
    trimsuffix,
};
pub use string_case::{lower, title, upper};
pub use string_replace::replace;

pub use define::{MAX_ELEMENTS, MAX_RESULT_BYTES, Standard};
pub use format::MAX_WIDTH;

/// The table: all functions in ascending order of their names.
static FUNCTIONS: [&Standard; 86] = [
    &number::ABSOLUTE,
    &number::ADD,
    &self::bool::AND,
    &conversion::ASSERTNOTNULL,
    &self::bytes::BYTESLEN,
    &self::bytes::BYTESSLICE,
    &number::CEIL,
    &string::CHOMP,
    &collection::CHUNKLIST,
    &general::COALESCE,
    &collection::COALESCELIST,
    &collection::COMPACT,
    &sequence::CONCAT,
    &collection::CONTAINS,
    &csv::CSVDECODE,
    &collection::DISTINCT,
    &number::DIVIDE,
    &collection::ELEMENT,
    &general::EQUAL,
    &collection::FLATTEN,
    &number::FLOOR,
    &format::FORMAT,
    &datetime::FORMATDATE,
    &format::FORMATLIST,
    &number::GREATERTHAN,
    &number::GREATERTHANOREQUALTO,
    &collection::HASINDEX,
    &string::INDENT,
    &collection::INDEX,
    &number::INT,
    &string::JOIN,
    &json::JSONDECODE,
    &json::JSONENCODE,
    &mapping::KEYS,
    &collection::LENGTH,
    &number::LESSTHAN,
    &number::LESSTHANOREQUALTO,
    &number::LOG,
    &mapping::LOOKUP,
    &string_case::LOWER,
    &number::MAX,
    &mapping::MERGE,
    &number::MIN,
    &number::MODULO,
    &number::MULTIPLY,
    &number::NEGATE,
    &self::bool::NOT,
    &general::NOTEQUAL,
    &self::bool::OR,
    &number::PARSEINT,
    &number::POW,
    &sequence::RANGE,
    &regexp::REGEX,
    &regexp::REGEXALL,
    &regexp::REGEXREPLACE,
    &string_replace::REPLACE,
    &string::REVERSE,
    &collection::REVERSELIST,
    &set::SETHASELEMENT,
    &set::SETINTERSECTION,
    &product::SETPRODUCT,
    &set::SETSUBTRACT,
    &set::SETSYMMETRICDIFFERENCE,
    &set::SETUNION,
    &number::SIGNUM,
    &collection::SLICE,
    &string::SORT,
    &string::SPLIT,
    &string::STRLEN,
    &string::SUBSTR,
    &number::SUBTRACT,
    &datetime::TIMEADD,
    &string_case::TITLE,
    &conversion::TOBOOL,
    &conversion::TOLIST,
    &conversion::TOMAP,
    &conversion::TONUMBER,
    &conversion::TOSET,
    &conversion::TOSTRING,
    &string::TRIM,
    &string::TRIMPREFIX,
    &string::TRIMSPACE,
    &string::TRIMSUFFIX,
    &string_case::UPPER,
    &mapping::VALUES,
    &mapping::ZIPMAP,
];

/// All functions of the standard library in ascending order of their names.
#[must_use]
pub fn standard_functions() -> &'static [&'static Standard] {
    &FUNCTIONS
}

/// Returns the function of the standard library with a name.
#[must_use]
pub fn standard_function(name: &str) -> Option<&'static Standard> {
    Some(FUNCTIONS[standard_function_index(name)?])
}

/// Returns the index of the function with a name in [`standard_functions`].
#[must_use]
pub fn standard_function_index(name: &str) -> Option<usize> {
    FUNCTIONS
        .binary_search_by(|have| have.name().cmp(name))
        .ok()
}

#[cfg(test)]
mod tests;
