//! Values: creating scalars, comparing, and the state of any value.
//!
//! A function that makes a value from others never takes ownership of them. The content of a marked
//! value is not readable; remove the marks first with `pcty_value_unmarked`.

pub use crate::ffi::base::handles::pcty_value;

use crate::ffi::base::handles::{pcty_error, pcty_type};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, make, need, owned, quiet, release, slice, text};
use crate::number::{Integer, Number, ParseIntegerError};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use crate::values::{Value, total_cmp};
use std::mem::MaybeUninit;

/// The state of a value.
pub type pcty_state = u32;

/// No value: the argument was NULL.
pub const PCTY_STATE_NONE: pcty_state = 0;
/// The value is known; its parts may be unknown.
pub const PCTY_STATE_KNOWN: pcty_state = 1;
/// The value is known to be null.
pub const PCTY_STATE_NULL: pcty_state = 2;
/// The value is not known yet. It may turn out to be null.
pub const PCTY_STATE_UNKNOWN: pcty_state = 3;

owned! {
    /// Creates another handle of the same value; only a reference is counted.
    fn pcty_value_clone(value: &pcty_value);
}

/// Frees a value.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_free(value: Option<Box<pcty_value>>) {
    match value {
        Some(value) if value.0.is_in_place() => quiet((), || drop(value)),
        other => release(other),
    }
}

fn of_type(ty: Option<&pcty_type>, make: impl FnOnce(Type) -> Value) -> *mut pcty_value {
    quiet(std::ptr::null_mut(), || {
        ty.map_or(std::ptr::null_mut(), |ty| {
            pcty_value::own(make(ty.0.clone()))
        })
    })
}

fn fresh(make: impl FnOnce() -> Value) -> *mut pcty_value {
    quiet(std::ptr::null_mut(), || pcty_value::own(make()))
}

/// Creates the null of a type.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_null(ty: Option<&pcty_type>) -> *mut pcty_value {
    of_type(ty, Value::null)
}

/// Creates the unknown value of a type, without refinements.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_unknown(ty: Option<&pcty_type>) -> *mut pcty_value {
    of_type(ty, Value::unknown)
}

/// Creates the unknown value of an unknown type.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_dynamic() -> *mut pcty_value {
    fresh(Value::dynamic)
}

/// Creates a bool.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_bool(value: bool) -> *mut pcty_value {
    fresh(|| Value::bool(value))
}

/// Creates a number.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_number_from_int64(value: i64) -> *mut pcty_value {
    fresh(|| Value::from_i64(value))
}

/// Creates a number.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_number_from_uint64(value: u64) -> *mut pcty_value {
    fresh(|| Value::from_u64(value))
}

/// Creates the number that equals a double exactly.
///
/// Errors: PCTY_ERROR_ARITHMETIC for NaN; the infinities are numbers.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_number_from_double(
    value: f64,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || double_number(value).map(Value::from_number))
}

pub(crate) fn double_number(value: f64) -> Result<Number> {
    Number::from_f64(value).ok_or_else(|| Error::new(Code::Arithmetic, "NaN is not a number"))
}

/// Creates the number of a decimal text: a sign, digits with at most one point, and an exponent;
/// with 512 bits of precision.
///
/// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_number_from_text(
    digits: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let number = Number::parse(text(&digits, "digits")?)?;
        Ok(Value::from_number(number))
    })
}

/// Creates the whole number of big-endian bytes in two's complement; no bytes mean 0.
///
/// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
/// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_number_from_bytes(
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `bytes` has `count` elements.
        let integer = Integer::from_be_bytes(unsafe { slice(bytes, count, "bytes") }?);
        let integer = integer.map_err(not_an_integer)?;
        Ok(Value::from_number(Number::from_integer(&integer)))
    })
}

/// Creates an exact integer, whose type differs from that of numbers.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_integer_from_int64(value: i64) -> *mut pcty_value {
    fresh(|| Value::from_integer(Integer::from(value)))
}

/// Creates an exact integer, whose type differs from that of numbers.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_integer_from_uint64(value: u64) -> *mut pcty_value {
    fresh(|| Value::from_integer(Integer::from(value)))
}

/// Creates the exact integer of a text of a sign and decimal digits.
///
/// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_integer_from_text(
    digits: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let integer = Integer::parse(text(&digits, "digits")?).map_err(not_an_integer)?;
        Ok(Value::from_integer(integer))
    })
}

/// Creates the exact integer of big-endian bytes in two's complement; no bytes mean 0.
///
/// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
/// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_integer_from_bytes(
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `bytes` has `count` elements.
        let integer = Integer::from_be_bytes(unsafe { slice(bytes, count, "bytes") }?);
        Ok(Value::from_integer(integer.map_err(not_an_integer)?))
    })
}

fn not_an_integer(error: ParseIntegerError) -> Error {
    let code = match error {
        ParseIntegerError::TooLarge => Code::Limit,
        _ => Code::Conversion,
    };
    Error::new(code, error.to_string())
}

/// Creates a double, of the type float. NaN equals itself, and -0 differs from 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_float(value: f64) -> *mut pcty_value {
    fresh(|| Value::from_double(value))
}

/// Creates a string in Unicode normal form C, as in HCL and PCL.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_string(
    content: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Value::nfc_string(text(&content, "content")?))
    })
}

/// Creates a string without normalization, as in Puppet and mcl.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`; the text is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_string_verbatim(
    content: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || Ok(Value::string(text(&content, "content")?)))
}

/// Creates a value from a type; the type of the value is the meta type of the given type.
///
/// Errors: PCTY_ERROR_LIMIT if the type already has the maximum nesting depth.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_from_type(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Value::from_type(need(ty, "type")?.0.clone())?)
    })
}

/// Returns the value's own exact type, with or without marks.
///
/// Ownership: the result is owned by the value and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_type(value: Option<&pcty_value>) -> *const pcty_type {
    quiet(std::ptr::null(), || {
        value.map_or(std::ptr::null(), |value| pcty_type::borrowed(value.0.ty()))
    })
}

/// Returns whether the value is known, null or unknown, with or without marks.
///
/// NULL: returns PCTY_STATE_NONE.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_state(value: Option<&pcty_value>) -> pcty_state {
    quiet(PCTY_STATE_NONE, || {
        value.map_or(PCTY_STATE_NONE, |value| state(&value.0))
    })
}

/// Returns whether the value is known, null or unknown.
#[inline]
pub(in crate::ffi) fn state(value: &Value) -> pcty_state {
    match value {
        value if value.is_null() => PCTY_STATE_NULL,
        value if value.is_known() => PCTY_STATE_KNOWN,
        _ => PCTY_STATE_UNKNOWN,
    }
}

/// A property of a value and its parts.
pub type pcty_value_property = u32;

/// The value and all its parts, at any depth, are known.
pub const PCTY_VALUE_WHOLLY_KNOWN: pcty_value_property = 1;
/// No part of the value has the type any, including the type of the value itself.
pub const PCTY_VALUE_WHOLLY_TYPED: pcty_value_property = 2;
/// The value itself carries marks.
pub const PCTY_VALUE_MARKED: pcty_value_property = 3;
/// The value or any part of it, at any depth, carries marks.
pub const PCTY_VALUE_CONTAINS_MARK: pcty_value_property = 4;

/// Returns whether a value has a property.
///
/// Returns: false for a property without a constant.
/// NULL: returns false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_has(
    value: Option<&pcty_value>,
    property: pcty_value_property,
) -> bool {
    quiet(false, || {
        let Some(pcty_value(value)) = value else {
            return false;
        };
        match property {
            PCTY_VALUE_WHOLLY_KNOWN => value.is_wholly_known(),
            PCTY_VALUE_WHOLLY_TYPED => value.has_wholly_known_type(),
            PCTY_VALUE_MARKED => value.is_marked(),
            PCTY_VALUE_CONTAINS_MARK => value.contains_marked(),
            _ => false,
        }
    })
}

/// Returns whether two values are identical: type, state, refinement, marks at each level and
/// content. Numbers compare by their numeric value, independent of precision.
///
/// NULL: NULL is equal only to NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_equal(a: Option<&pcty_value>, b: Option<&pcty_value>) -> bool {
    quiet(false, || a.map(|a| &a.0) == b.map(|b| &b.0))
}

/// Compares two values in the total order of values: -1, 0 or 1. The order is the same in every
/// process, except between capsules, scopes and groups.
///
/// NULL: NULL sorts first.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_compare(a: Option<&pcty_value>, b: Option<&pcty_value>) -> i32 {
    quiet(0, || {
        let order = match (a, b) {
            (Some(a), Some(b)) => total_cmp(&a.0, &b.0),
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        order as i32
    })
}

/// Returns a hash that agrees with `pcty_value_equal`. The hashes differ between processes.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_hash(value: Option<&pcty_value>) -> u64 {
    use std::hash::{Hash, Hasher};
    quiet(0, || {
        value.map_or(0, |value| {
            let mut state = crate::types::keyed_hasher();
            value.0.hash(&mut state);
            state.finish()
        })
    })
}
