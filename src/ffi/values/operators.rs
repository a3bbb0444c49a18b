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
use crate::ffi::guard::{make, make_charged, need};
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

/// The sum of two numbers, at the greater of their precisions.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer, such as
/// for infinities of different signs.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_add(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.add(b)
    })
}

/// The difference of two numbers.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_subtract(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.subtract(b)
    })
}

/// The product of two numbers.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer, such as
/// for zero and an infinity.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_multiply(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.multiply(b)
    })
}

/// The quotient of two numbers; that of a number and zero is infinite.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer, such as
/// for zero and zero.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_divide(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.divide(b)
    })
}

/// What is left of a number when as many whole times of another one as possible are taken
/// off; it has the sign of the first.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_modulo(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.modulo(b)
    })
}

/// The number with the other sign.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_negate(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(value, "value")?.0.negate())
}

/// The number without its sign.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_absolute(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(value, "value")?.0.absolute())
}

/// Whether a number is less than another one: a bool.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_less_than(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.less_than(b)
    })
}

/// Whether a number is greater than another one: a bool.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_greater_than(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.greater_than(b)
    })
}

/// Whether a number is less than or equal to another one: a bool.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_less_than_or_equal(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.less_than_or_equal(b)
    })
}

/// Whether a number is greater than or equal to another one: a bool.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_greater_than_or_equal(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.greater_than_or_equal(b)
    })
}

/// Whether both bools are true.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_and(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.and(b)
    })
}

/// Whether one of the bools is true.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_or(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        a.or(b)
    })
}

/// The other bool.
///
/// Ownership: `*out` is the caller's.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_not(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(value, "value")?.0.not())
}

/// Whether two values are equal as the language sees it: a bool, unknown where that cannot be
/// said yet, with the marks of both at any depth. Values of different types are not equal.
/// (`pcty_value_equal` tells whether they are the very same value, unknowns and marks
/// included.)
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_equal_to(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        compared(a, b)?;
        a.equals(b)
    })
}

/// The contrary of `pcty_value_equal_to`.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_not_equal_to(
    a: Option<&pcty_value>,
    b: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        compared(a, b)?;
        a.not_equal(b)
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
