//! Puppet: rules with a mode, and conversions of values.
//!
//! The functions whose results differ between the current language and the early specification take
//! the mode as a parameter. In the early mode undef is assignable to every type, the inferred type
//! of a value contains no information about the value, and types have the names of the early
//! specification. A type is the same in both modes, independent of its original notation. A text of
//! the early mode that denotes several types, such as `File['a', 'b']`, is a value: an array of
//! types.
//!
//! The other functions convert values for conditions, arithmetic operators, strings and matches.
//! Values with marks and unknown values cause PCTY_ERROR_UNSUPPORTED, with the path to the first.

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
/// `%`, only for integers.
pub const PCTY_PUPPET_MODULO: pcty_puppet_operator = 5;
/// `<<`, only for integers.
pub const PCTY_PUPPET_SHIFT_LEFT: pcty_puppet_operator = 6;
/// `>>`, only for integers.
pub const PCTY_PUPPET_SHIFT_RIGHT: pcty_puppet_operator = 7;

/// Checks whether values of the source type are assignable to the target type.
///
/// Errors: PCTY_ERROR_LIMIT if recursive types take too long.
/// Ownership: `*out` is plain data.
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

/// Checks whether a value is an instance of a type.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values; PCTY_ERROR_LIMIT if
/// recursive types take too long.
/// Ownership: `*out` is plain data.
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

/// Checks whether a value is true as a condition. undef and false are not; in the early mode the
/// empty string is not, either.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values.
/// Ownership: `*out` is plain data.
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

/// Converts a value to a number. The value is a number, or a string such as `' -0x1f '` or
/// `'1.5e3'`.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
/// PCTY_ERROR_CONVERSION for a value that does not denote a number; PCTY_ERROR_LIMIT for too many
/// digits.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_to_numeric(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || to_numeric(&need(value, "value")?.0))
}

/// Converts a value to its text in an interpolated string: `[1, a]`. The content of a Sensitive is
/// not shown.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values, and for a type that
/// the early specification cannot express; PCTY_ERROR_LIMIT for a text that becomes too long.
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

/// Converts a value to the regular expression on the right side of a match. The value is a regular
/// expression or a string. In the early mode `\A` and `\Z` are removed from a string.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
/// PCTY_ERROR_CONVERSION for other values; PCTY_ERROR_VALUE for a string that is not a regular
/// expression.
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

/// Computes the result of an operator for two numbers. Operators on arrays, hashes and times are
/// not supported. In the current mode integers have 64 bits, and a string is an error even if it
/// denotes a number; convert it first. In the early mode strings are converted to numbers, and
/// integers never overflow.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
/// PCTY_ERROR_CONVERSION, with the operand's index, for an operand that is not a number;
/// PCTY_ERROR_ARITHMETIC for a division by zero, an overflow, an infinite result, or floats with an
/// operator that is only defined for integers; PCTY_ERROR_LIMIT for an integer of too many bits.
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
