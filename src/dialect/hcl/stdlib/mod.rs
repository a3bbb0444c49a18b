//! Which functions does HCL have at hand?
//!
//! cty's standard library: functions under cty's names in lower case. Each is
//! a [`Standard`] in the table of [`standard_functions`], to be called through the
//! protocol of [`crate::function`], and a plain Rust function of this module that
//! makes the same call.
//!
//! A file is a family: logic, numbers, strings, … Where a result could grow out
//! of proportion to the arguments it is bounded: [`MAX_TEXT`].
//!
//! ```
//! use polycty::dialect::hcl::stdlib;
//! use polycty::values::Value;
//! let upper = stdlib::standard_function("upper").unwrap();
//! let text = Value::string("é");
//! assert_eq!(upper.call(&[&text]).unwrap(), Value::string("É"));
//! assert_eq!(stdlib::upper(&text).unwrap(), Value::string("É"));
//! ```

#[macro_use]
mod define;

mod bool;
mod number;
mod string;
mod string_case;
mod string_replace;

pub use self::bool::{and, not, or};
pub use number::{
    absolute, add, ceil, divide, floor, greaterthan, greaterthanorequalto, int, lessthan,
    lessthanorequalto, log, max, min, modulo, multiply, negate, parseint, pow, signum, subtract,
};
pub use string::{
    chomp, indent, join, reverse, sort, split, strlen, substr, trim, trimprefix, trimspace,
    trimsuffix,
};
pub use string_case::{lower, title, upper};
pub use string_replace::replace;

pub use define::{MAX_TEXT, Standard};

/// The table: every function, by ascending names.
static FUNCTIONS: [&Standard; 39] = [
    &number::ABSOLUTE,
    &number::ADD,
    &self::bool::AND,
    &number::CEIL,
    &string::CHOMP,
    &number::DIVIDE,
    &number::FLOOR,
    &number::GREATERTHAN,
    &number::GREATERTHANOREQUALTO,
    &string::INDENT,
    &number::INT,
    &string::JOIN,
    &number::LESSTHAN,
    &number::LESSTHANOREQUALTO,
    &number::LOG,
    &string_case::LOWER,
    &number::MAX,
    &number::MIN,
    &number::MODULO,
    &number::MULTIPLY,
    &number::NEGATE,
    &self::bool::NOT,
    &self::bool::OR,
    &number::PARSEINT,
    &number::POW,
    &string_replace::REPLACE,
    &string::REVERSE,
    &number::SIGNUM,
    &string::SORT,
    &string::SPLIT,
    &string::STRLEN,
    &string::SUBSTR,
    &number::SUBTRACT,
    &string_case::TITLE,
    &string::TRIM,
    &string::TRIMPREFIX,
    &string::TRIMSPACE,
    &string::TRIMSUFFIX,
    &string_case::UPPER,
];

/// All functions of the standard library by ascending names.
#[must_use]
pub fn standard_functions() -> &'static [&'static Standard] {
    &FUNCTIONS
}

/// The function of the standard library under a name.
#[must_use]
pub fn standard_function(name: &str) -> Option<&'static Standard> {
    let at = FUNCTIONS
        .binary_search_by(|have| have.name().cmp(name))
        .ok()?;
    Some(FUNCTIONS[at])
}
