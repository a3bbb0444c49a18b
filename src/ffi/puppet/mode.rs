//! Puppet: whose rules answer, and values where another kind is wanted.
//!
//! The verbs that the early specification answers otherwise than today's language, with
//! the mode as an argument: there undef goes everywhere, the type of a value keeps nothing
//! of the value, and types have its names. A type is the same for both, whichever notation
//! it was read in. An early text that says several types, such as `File['a', 'b']`, is a
//! value: an array of types. Then what a value is where a condition, an arithmetic
//! operator, a string or a match wants something else. Values with marks and unknown values
//! are PCTY_ERROR_UNSUPPORTED, with the path to the first.

use super::notation::{mode_of, pcty_puppet_mode};
use crate::calls::cost;
use crate::dialect::puppet::{Operator, arithmetic, to_numeric, to_regexp, to_string, truth};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_string};
use crate::ffi::guard::{answer, answer_charged, make, make_charged, need, unnamed};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use std::mem::MaybeUninit;

/// An operator between two numbers.
pub type pcty_puppet_operator = u32;

/// `+`
pub const PCTY_PUPPET_ADD: pcty_puppet_operator = 1;
/// `-`
pub const PCTY_PUPPET_SUBTRACT: pcty_puppet_operator = 2;
/// `*`
pub const PCTY_PUPPET_MULTIPLY: pcty_puppet_operator = 3;
/// `/`
pub const PCTY_PUPPET_DIVIDE: pcty_puppet_operator = 4;
/// `%`, of integers alone.
pub const PCTY_PUPPET_MODULO: pcty_puppet_operator = 5;
/// `<<`, of integers alone.
pub const PCTY_PUPPET_SHIFT_LEFT: pcty_puppet_operator = 6;
/// `>>`, of integers alone.
pub const PCTY_PUPPET_SHIFT_RIGHT: pcty_puppet_operator = 7;

/// Whether a value of the source type may go where the target is wanted.
///
/// Ownership: `*out` is plain data.
/// Errors: PCTY_ERROR_LIMIT when recursive types take too long.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_type_assignable(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (source, target) = (need(source, "source")?, need(target, "target")?);
        mode_of(mode, "mode")?.assignable(&source.0, &target.0, budget)
    })
}

/// Whether a value is an instance of a type.
///
/// Ownership: `*out` is plain data.
/// Errors: see the section's head; PCTY_ERROR_LIMIT when recursive types take too long.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_is_instance(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (value, ty) = (need(value, "value")?, need(ty, "type")?);
        mode_of(mode, "mode")?.instance(&value.0, &ty.0, budget)
    })
}

/// Whether a condition takes a value for true: all but undef and false, and early all but
/// the empty string too.
///
/// Ownership: `*out` is plain data.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_truth(
    value: Option<&pcty_value>,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        truth(&need(value, "value")?.0, mode_of(mode, "mode")?)
    })
}

/// The number that a value says: a number itself, or a string such as `' -0x1f '` or
/// `'1.5e3'`.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head; PCTY_ERROR_CONVERSION for what says no number;
/// PCTY_ERROR_LIMIT for too many digits.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_to_numeric(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || to_numeric(&need(value, "value")?.0))
}

/// The text of a value as it stands inside of an interpolated string: `[1, a]`. What a
/// Sensitive holds is not in it.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head; PCTY_ERROR_UNSUPPORTED for a type that the early
/// specification cannot say, too; PCTY_ERROR_LIMIT for a text that grows too long.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_to_string(
    value: Option<&pcty_value>,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = &need(value, "value")?.0;
        cost::remake_value(value, budget)?;
        Ok(OwnedText::new(to_string(value, mode_of(mode, "mode")?)?))
    })
}

/// The regular expression that a value says on the right side of a match: an expression
/// itself, or a string. Early, `\A` and `\Z` are left out of a string.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head; PCTY_ERROR_CONVERSION for other values,
/// PCTY_ERROR_VALUE for a string that is not a regular expression.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_to_regexp(
    value: Option<&pcty_value>,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        to_regexp(&need(value, "value")?.0, mode_of(mode, "mode")?)
    })
}

/// What an operator makes of two values as numbers; what arrays, hashes and times make is
/// not answered here. Today integers have 64 bits, and a string is an error even where it
/// says a number, unless it is converted before; early, strings are numbers and integers
/// never overflow.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head; PCTY_ERROR_CONVERSION, with the operand's index, for an
/// operand that is no number; PCTY_ERROR_ARITHMETIC for a division by zero, an overflow, an
/// infinite result, or floats where the operator knows none; PCTY_ERROR_LIMIT for an integer
/// of too many bits.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_arithmetic(
    left: Option<&pcty_value>,
    right: Option<&pcty_value>,
    operator: pcty_puppet_operator,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (left, right) = (&need(left, "left")?.0, &need(right, "right")?.0);
        let operator = match operator {
            PCTY_PUPPET_ADD => Operator::Add,
            PCTY_PUPPET_SUBTRACT => Operator::Subtract,
            PCTY_PUPPET_MULTIPLY => Operator::Multiply,
            PCTY_PUPPET_DIVIDE => Operator::Divide,
            PCTY_PUPPET_MODULO => Operator::Modulo,
            PCTY_PUPPET_SHIFT_LEFT => Operator::ShiftLeft,
            PCTY_PUPPET_SHIFT_RIGHT => Operator::ShiftRight,
            other => return Err(unnamed("operator_", other)),
        };
        arithmetic(operator, left, right, mode_of(mode, "mode")?)
    })
}
