//! Values: operators.
//!
//! The rules are those of cty. The result has the marks of the operands. If an operand is unknown
//! or of the type any, the result is an unknown of the operator's type that is not null. An operand
//! of another type is PCTY_ERROR_TYPE with the operand's index as the argument; a null is
//! PCTY_ERROR_NULL if every operand is known.

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

/// Charges a value that is traversed, if it is large: most values are compared in less time than it
/// takes to count them.
fn looked_at(value: &Value) -> Result<()> {
    if cost::is_large(value) {
        calling(|budget| Ok(cost::look_at_value(value, budget)?))
    } else {
        Ok(())
    }
}

/// Charges two values that are compared: each is read at most up to the size of the other.
fn compared(a: &Value, b: &Value) -> Result<()> {
    looked_at(if a.size() <= b.size() { a } else { b })
}

/// An operator with two operands.
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
/// Whether a number is less than the other: a bool.
pub const PCTY_OPERATOR_LESS_THAN: pcty_binary_operator = 6;
/// Whether a number is greater than the other: a bool.
pub const PCTY_OPERATOR_GREATER_THAN: pcty_binary_operator = 7;
/// Whether a number is less than or equal to the other: a bool.
pub const PCTY_OPERATOR_LESS_THAN_OR_EQUAL: pcty_binary_operator = 8;
/// Whether a number is greater than or equal to the other: a bool.
pub const PCTY_OPERATOR_GREATER_THAN_OR_EQUAL: pcty_binary_operator = 9;
/// Whether both bools are true.
pub const PCTY_OPERATOR_AND: pcty_binary_operator = 10;
/// Whether one of the bools is true.
pub const PCTY_OPERATOR_OR: pcty_binary_operator = 11;
/// Whether two values are equal in the language: a bool with the marks of both values at any depth.
/// It is unknown if the result is not known yet. Values of different types are not equal.
/// `pcty_value_equal` compares two values exactly, unknowns and marks included.
pub const PCTY_OPERATOR_EQUAL_TO: pcty_binary_operator = 12;
/// The negation of PCTY_OPERATOR_EQUAL_TO.
pub const PCTY_OPERATOR_NOT_EQUAL_TO: pcty_binary_operator = 13;
/// The element of a list or tuple at a position, or of a map under a key; null if a map does not
/// have the key. PCTY_ERROR_TYPE for other values and for a key of another type;
/// PCTY_ERROR_NOT_FOUND for a position past the end; PCTY_ERROR_NULL for a null.
pub const PCTY_OPERATOR_INDEX: pcty_binary_operator = 14;
/// Whether a list, map or tuple has an element at a position or under a key: a bool.
/// PCTY_ERROR_TYPE for other values; PCTY_ERROR_NULL for a null.
pub const PCTY_OPERATOR_HAS_INDEX: pcty_binary_operator = 15;
/// Whether a set contains an element: a bool. PCTY_ERROR_TYPE for other values; PCTY_ERROR_NULL for
/// a null; PCTY_ERROR_MARKED for an element with marks inside.
pub const PCTY_OPERATOR_HAS_ELEMENT: pcty_binary_operator = 16;

/// An operator with one operand.
pub type pcty_unary_operator = u32;

/// The number with the opposite sign.
pub const PCTY_OPERATOR_NEGATE: pcty_unary_operator = 1;
/// The absolute value of a number.
pub const PCTY_OPERATOR_ABSOLUTE: pcty_unary_operator = 2;
/// The negation of a bool.
pub const PCTY_OPERATOR_NOT: pcty_unary_operator = 3;
/// The number of elements of a list, set, map, tuple or object, as a number; an unknown number
/// within bounds if elements are unknown. PCTY_ERROR_TYPE for other values; PCTY_ERROR_NULL for a
/// null. (`pcty_value_length` returns the number of stored elements.)
pub const PCTY_OPERATOR_LENGTH: pcty_unary_operator = 4;
/// The value with a null in place of each unknown part, at any depth.
pub const PCTY_OPERATOR_UNKNOWN_AS_NULL: pcty_unary_operator = 5;

/// Applies an operator to two values.
///
/// Errors: see the head of the section; PCTY_ERROR_ARITHMETIC if arithmetic has no result, such as
/// for zero divided by zero, zero times infinity, and the sum of infinities of different signs;
/// PCTY_ERROR_INVALID_ARGUMENT for an operator without a constant.
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
            PCTY_OPERATOR_INDEX => left.index(right),
            PCTY_OPERATOR_HAS_INDEX => left.has_index(right),
            PCTY_OPERATOR_HAS_ELEMENT => {
                looked_at(left)?;
                left.has_element(right)
            }
            other => Err(unnamed("operator_", other)),
        }
    })
}

/// Applies an operator to one value.
///
/// Errors: see the head of the section; PCTY_ERROR_INVALID_ARGUMENT for an operator without a
/// constant.
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
            PCTY_OPERATOR_LENGTH => value.length(),
            PCTY_OPERATOR_UNKNOWN_AS_NULL => calling(|budget| {
                if !value.is_wholly_known() {
                    cost::remake_value(value, budget)?;
                }
                value.unknown_as_null()
            }),
            other => Err(unnamed("operator_", other)),
        }
    })
}

/// Returns the part of a value at a path, with the marks of the values around it.
///
/// Errors: the error of the first step that cannot be taken, with the path to the value before this
/// step: PCTY_ERROR_TYPE, PCTY_ERROR_NOT_FOUND, PCTY_ERROR_NULL.
/// Ownership: the caller owns `*out`. (`pcty_value_element_at` and similar functions return
/// borrowed parts.)
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
