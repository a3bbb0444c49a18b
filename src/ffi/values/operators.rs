//! Values: the operators.
//!
//! The rules are those of cty. Marks of the operands go on the result. An operand that is
//! unknown, or of the type any, makes the result unknown, of the operator's type and not
//! null. An operand of another type is PCTY_ERROR_TYPE with the operand's index as the
//! argument; a null is PCTY_ERROR_NULL where every operand is known.

use super::value::pcty_value;
use crate::calls::cost;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{make, make_charged, need, unnamed};
use crate::ffi::reentry::calling;
use crate::source::Result;
use crate::values::Value;
use std::mem::MaybeUninit;

/// Counts a value that is gone through, where it is large: nearly all are compared sooner than
/// counted.
fn looked_at(value: &Value) -> Result<()> {
    match cost::is_large(value) {
        true => calling(|budget| Ok(cost::look_at_value(value, budget)?)),
        false => Ok(()),
    }
}

/// Counts two values that are compared: no more of the one is looked at than the other has.
fn compared(a: &Value, b: &Value) -> Result<()> {
    looked_at(match a.size() <= b.size() {
        true => a,
        false => b,
    })
}

/// An operator between two values.
pub type pcty_binary_operator = u32;

/// The sum of two numbers, with the greater of their precisions.
pub const PCTY_OPERATOR_ADD: pcty_binary_operator = 1;
/// The difference of two numbers.
pub const PCTY_OPERATOR_SUBTRACT: pcty_binary_operator = 2;
/// The product of two numbers.
pub const PCTY_OPERATOR_MULTIPLY: pcty_binary_operator = 3;
/// The quotient of two numbers. A number divided by zero is infinite.
pub const PCTY_OPERATOR_DIVIDE: pcty_binary_operator = 4;
/// The remainder of a division of two numbers, with the sign of the first.
pub const PCTY_OPERATOR_MODULO: pcty_binary_operator = 5;
/// Whether a number is less than another one: a bool.
pub const PCTY_OPERATOR_LESS_THAN: pcty_binary_operator = 6;
/// Whether a number is greater than another one: a bool.
pub const PCTY_OPERATOR_GREATER_THAN: pcty_binary_operator = 7;
/// Whether a number is less than or equal to another one: a bool.
pub const PCTY_OPERATOR_LESS_THAN_OR_EQUAL: pcty_binary_operator = 8;
/// Whether a number is greater than or equal to another one: a bool.
pub const PCTY_OPERATOR_GREATER_THAN_OR_EQUAL: pcty_binary_operator = 9;
/// Whether both bools are true.
pub const PCTY_OPERATOR_AND: pcty_binary_operator = 10;
/// Whether one of the bools is true.
pub const PCTY_OPERATOR_OR: pcty_binary_operator = 11;
/// Whether two values are equal in the language: a bool, which is unknown where the answer is not
/// known yet, with the marks of both values at any depth. Values of different types are not equal.
/// `pcty_value_equal` answers whether two values are identical, unknowns and marks included.
pub const PCTY_OPERATOR_EQUAL_TO: pcty_binary_operator = 12;
/// The negation of PCTY_OPERATOR_EQUAL_TO.
pub const PCTY_OPERATOR_NOT_EQUAL_TO: pcty_binary_operator = 13;

/// An operator of one value.
pub type pcty_unary_operator = u32;

/// The number with the opposite sign.
pub const PCTY_OPERATOR_NEGATE: pcty_unary_operator = 1;
/// The number without its sign.
pub const PCTY_OPERATOR_ABSOLUTE: pcty_unary_operator = 2;
/// The negation of a bool.
pub const PCTY_OPERATOR_NOT: pcty_unary_operator = 3;

/// Applies an operator to two values.
///
/// Errors: see the head of the section; PCTY_ERROR_ARITHMETIC where arithmetic has no result, such
/// as for zero divided by zero, zero times infinity, and the sum of infinities of different signs;
/// PCTY_ERROR_INVALID_ARGUMENT for an operator without a constant.
/// Ownership: `*out` is the caller's.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_binary(
    left: Option<&pcty_value>,
    right: Option<&pcty_value>,
    operator: pcty_binary_operator,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (left, right) = (&need(left, "left")?.0, &need(right, "right")?.0);
        match operator {
            PCTY_OPERATOR_ADD => left.add(right),
            PCTY_OPERATOR_SUBTRACT => left.subtract(right),
            PCTY_OPERATOR_MULTIPLY => left.multiply(right),
            PCTY_OPERATOR_DIVIDE => left.divide(right),
            PCTY_OPERATOR_MODULO => left.modulo(right),
            PCTY_OPERATOR_LESS_THAN => left.less_than(right),
            PCTY_OPERATOR_GREATER_THAN => left.greater_than(right),
            PCTY_OPERATOR_LESS_THAN_OR_EQUAL => left.less_than_or_equal(right),
            PCTY_OPERATOR_GREATER_THAN_OR_EQUAL => left.greater_than_or_equal(right),
            PCTY_OPERATOR_AND => left.and(right),
            PCTY_OPERATOR_OR => left.or(right),
            PCTY_OPERATOR_EQUAL_TO => {
                compared(left, right)?;
                left.equals(right)
            }
            PCTY_OPERATOR_NOT_EQUAL_TO => {
                compared(left, right)?;
                left.not_equal(right)
            }
            other => Err(unnamed("operator_", other)),
        }
    })
}

/// Applies an operator to one value.
///
/// Errors: see the head of the section; PCTY_ERROR_INVALID_ARGUMENT for an operator without a
/// constant.
/// Ownership: `*out` is the caller's.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_unary(
    value: Option<&pcty_value>,
    operator: pcty_unary_operator,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let value = &need(value, "value")?.0;
        match operator {
            PCTY_OPERATOR_NEGATE => value.negate(),
            PCTY_OPERATOR_ABSOLUTE => value.absolute(),
            PCTY_OPERATOR_NOT => value.not(),
            other => Err(unnamed("operator_", other)),
        }
    })
}

/// The element of a list or tuple at a position, or of a map under a key; null where a map
/// does not have the key.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_TYPE for a value without elements by key and for a key of another type;
/// PCTY_ERROR_NOT_FOUND for a position past the end; PCTY_ERROR_NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_index(
    value: Option<&pcty_value>,
    key: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (value, key) = (&need(value, "value")?.0, &need(key, "key")?.0);
        value.index(key)
    })
}

/// Whether there is an element at a position or under a key: a bool.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_TYPE for what is no list, map or tuple; PCTY_ERROR_NULL for a null.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_has_index(
    value: Option<&pcty_value>,
    key: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (value, key) = (&need(value, "value")?.0, &need(key, "key")?.0);
        value.has_index(key)
    })
}

/// Whether a set has an element: a bool.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_TYPE for what is no set; PCTY_ERROR_NULL for a null; PCTY_ERROR_MARKED for
/// an element with marks inside.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_has_element(
    value: Option<&pcty_value>,
    element: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (value, element) = (&need(value, "value")?.0, &need(element, "element")?.0);
        looked_at(value)?;
        value.has_element(element)
    })
}

/// The number of elements of a list, set, map, tuple or object as a number; an unknown one
/// within bounds where elements are not known. (`pcty_value_length` reads the number of
/// elements that are there.)
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_TYPE for what has no elements; PCTY_ERROR_NULL for a null.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_length_value(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(value, "value")?.0.length())
}

/// The value with a null in place of each unknown part, at any depth.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_unknown_as_null(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = &need(value, "value")?.0;
        if !value.is_wholly_known() {
            cost::remake_value(value, budget)?;
        }
        value.unknown_as_null()
    })
}

/// The part of a value that a path leads to, with the marks of what is around it.
///
/// Ownership: `*out` is the caller's. (`pcty_value_element_at` and its like lend.)
/// Errors: what is wrong with the first step that cannot be taken, with the path to where it
/// would have begun: PCTY_ERROR_TYPE, PCTY_ERROR_NOT_FOUND, PCTY_ERROR_NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_apply_path(
    value: Option<&pcty_value>,
    path: Option<&pcty_path>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let (value, path) = (&need(value, "value")?.0, &need(path, "path")?.0);
        budget.charge(path.len() as u64)?;
        value.path_apply(path)
    })
}
