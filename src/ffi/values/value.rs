//! Values: making scalars, comparing, and the state of any value.
//!
//! A function that makes a value out of others never takes these away. A value that
//! carries marks keeps its content to itself: whoever wants to read it takes the marks
//! off first, with `pcty_value_unmarked`.

pub use crate::ffi::base::handles::pcty_value;

use crate::ffi::base::handles::{pcty_error, pcty_type};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, make, need, quiet, release, slice, text};
use crate::number::{Integer, Number, ParseIntegerError};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use crate::values::{Value, total_cmp};
use std::mem::MaybeUninit;

/// Whether a value is there.
pub type pcty_state = u32;

/// There is no value: the argument was NULL.
pub const PCTY_STATE_NONE: pcty_state = 0;
/// The value is known; its parts may not be.
pub const PCTY_STATE_KNOWN: pcty_state = 1;
/// The value is known to be null.
pub const PCTY_STATE_NULL: pcty_state = 2;
/// The value is not known yet. It may turn out to be null.
pub const PCTY_STATE_UNKNOWN: pcty_state = 3;

/// Another handle of the same value; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_clone(value: Option<&pcty_value>) -> *mut pcty_value {
    quiet(std::ptr::null_mut(), || {
        value.map_or(std::ptr::null_mut(), |value| {
            pcty_value::own(value.0.clone())
        })
    })
}

/// Frees a value. NULL: no-op.
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

/// The null of a type.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_null(ty: Option<&pcty_type>) -> *mut pcty_value {
    of_type(ty, Value::null)
}

/// The unknown value of a type, of which nothing else is known.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_unknown(ty: Option<&pcty_type>) -> *mut pcty_value {
    of_type(ty, Value::unknown)
}

/// The unknown value of an unknown type.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_dynamic() -> *mut pcty_value {
    fresh(Value::dynamic)
}

/// A bool.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_bool(value: bool) -> *mut pcty_value {
    fresh(|| Value::bool(value))
}

/// A number.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_number_from_int64(value: i64) -> *mut pcty_value {
    fresh(|| Value::from_i64(value))
}

/// A number.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_number_from_uint64(value: u64) -> *mut pcty_value {
    fresh(|| Value::from_u64(value))
}

/// The number that a double is exactly.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_ARITHMETIC for NaN; the infinities are numbers.
/// NULL: `error` may be.
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

/// The number that a decimal text means: a sign, digits with at most one point, and an
/// exponent; with 512 bits of precision.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// The whole number that big-endian bytes in two's complement mean; none at all are 0.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
/// NULL: `bytes` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_number_from_bytes(
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `bytes` has as many elements as the call says.
        let integer = Integer::from_be_bytes(unsafe { slice(bytes, count, "bytes") }?);
        let integer = integer.map_err(not_an_integer)?;
        Ok(Value::from_number(Number::from_integer(&integer)))
    })
}

/// An exact integer, which is of another type than a number.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_integer_from_int64(value: i64) -> *mut pcty_value {
    fresh(|| Value::from_integer(Integer::from(value)))
}

/// An exact integer, which is of another type than a number.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_integer_from_uint64(value: u64) -> *mut pcty_value {
    fresh(|| Value::from_integer(Integer::from(value)))
}

/// The exact integer that a text of a sign and decimal digits means.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// The exact integer that big-endian bytes in two's complement mean; none at all are 0.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
/// NULL: `bytes` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_integer_from_bytes(
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `bytes` has as many elements as the call says.
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

/// A double, of the type float. NaN equals itself, and -0 differs from 0.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_float(value: f64) -> *mut pcty_value {
    fresh(|| Value::from_double(value))
}

/// A string in Unicode normal form C, as HCL and PCL have them.
///
/// Ownership: `*out` is the caller's; the text is copied.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// A string exactly as given, as Puppet and mcl have them.
///
/// Ownership: `*out` is the caller's; the text is copied.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_string_verbatim(
    content: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || Ok(Value::string(text(&content, "content")?)))
}

/// A type as a value; its type is the meta type of it.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_LIMIT when the type is as deep as a type may be.
/// NULL: `error` may be.
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

/// The value's own exact type, marks or not.
///
/// Ownership: lent as long as the value. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_type(value: Option<&pcty_value>) -> *const pcty_type {
    quiet(std::ptr::null(), || {
        value.map_or(std::ptr::null(), |value| pcty_type::lend(value.0.ty()))
    })
}

/// Whether the value is known, null or unknown, marks or not. NULL: gives
/// PCTY_STATE_NONE.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_state(value: Option<&pcty_value>) -> pcty_state {
    quiet(PCTY_STATE_NONE, || {
        value.map_or(PCTY_STATE_NONE, |value| state(&value.0))
    })
}

/// Whether the value is known, null or unknown.
#[inline]
pub(in crate::ffi) fn state(value: &Value) -> pcty_state {
    match value {
        value if value.is_null() => PCTY_STATE_NULL,
        value if value.is_known() => PCTY_STATE_KNOWN,
        _ => PCTY_STATE_UNKNOWN,
    }
}

/// Whether the value and all its parts, at any depth, are known. NULL: gives false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_is_wholly_known(value: Option<&pcty_value>) -> bool {
    quiet(false, || {
        value.is_some_and(|value| value.0.is_wholly_known())
    })
}

/// Whether no part of the value has the type any, the type itself included. NULL: gives
/// false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_has_wholly_known_type(value: Option<&pcty_value>) -> bool {
    quiet(false, || {
        value.is_some_and(|value| value.0.has_wholly_known_type())
    })
}

/// Whether two values are exactly the same: type, state, refinement, marks at each level
/// and content; numbers compare as numbers, whatever their precision. NULL: equals NULL
/// alone.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_equal(a: Option<&pcty_value>, b: Option<&pcty_value>) -> bool {
    quiet(false, || a.map(|a| &a.0) == b.map(|b| &b.0))
}

/// The total order of values: -1, 0 or 1. The same in every process, save where
/// capsules, scopes and groups decide. NULL: comes first.
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

/// A hash that agrees with `pcty_value_equal`, another one in each process. NULL: gives 0.
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
