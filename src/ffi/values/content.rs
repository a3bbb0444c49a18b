//! Values: reading scalars.
//!
//! These functions fail with a matching status for a value that carries marks, is null, is unknown
//! or is of another type. A number that the result cannot represent exactly is
//! PCTY_ERROR_CONVERSION, unless the function specifies otherwise.

use super::value::pcty_value;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::{PCTY_OK, pcty_status};
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{Handle, answer, buffer, make, quiet, run, write_found};
use crate::ffi::reading::{Numeric, numeric, other_type, readable};
use crate::ffi::types::constructors::pcty_type;
use crate::number::{Integer, Number};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use crate::values::Value;
use std::mem::MaybeUninit;

#[cold]
fn lossy(what: &str) -> Error {
    Error::new(
        Code::Conversion,
        format!("the number cannot be represented exactly as {what}"),
    )
}

/// Returns the value as an exact integer.
fn whole(value: &Value, what: &str) -> Result<Integer> {
    match numeric(value)? {
        Numeric::Number(number) => number.to_integer(),
        Numeric::Integer(integer) => Some(integer),
        Numeric::Double(double) => Integer::from_f64(double),
    }
    .ok_or_else(|| lossy(what))
}

/// Returns a bool.
///
/// Errors: see the head of the section.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_as_bool(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let value = readable(value)?;
        value
            .as_bool()
            .ok_or_else(|| other_type(value, Type::bool(), "a bool"))
    })
}

/// Returns the content of a small whole number without further checks: most reads need only this.
#[inline]
fn small(value: Option<&pcty_value>) -> Option<i64> {
    value?.0.as_small_whole()
}

/// Returns a whole number, integer or whole double in the range of `int64_t`.
///
/// Errors: see the head of the section.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_as_int64(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<i64>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let out = match (small(value), out) {
        (Some(int), Some(out)) => {
            out.write(int);
            return PCTY_OK;
        }
        (_, out) => out,
    };
    answer(out, error, || {
        const WHAT: &str = "a 64-bit integer";
        whole(readable(value)?, WHAT)?
            .to_i64()
            .ok_or_else(|| lossy(WHAT))
    })
}

/// Returns a whole number, integer or whole double in the range of `uint64_t`.
///
/// Errors: see the head of the section.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_as_uint64(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<u64>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        const WHAT: &str = "a 64-bit unsigned integer";
        whole(readable(value)?, WHAT)?
            .to_u64()
            .ok_or_else(|| lossy(WHAT))
    })
}

/// Returns the double nearest to a number, integer or double, and whether it is exactly that value.
///
/// Errors: see the head of the section; a number that is not a double is PCTY_ERROR_CONVERSION only
/// if `exact` is NULL.
/// Ownership: `*out` and `*exact` are plain data.
/// NULL: `exact` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_as_double(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<f64>>,
    exact: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let (double, is_exact) = match numeric(readable(value)?)? {
            Numeric::Number(number) => number.to_f64(),
            Numeric::Integer(integer) => integer.to_f64(),
            Numeric::Double(double) => (double, true),
        };
        if exact.is_none() && !is_exact {
            return Err(lossy("a double"));
        }
        write_found(Some(is_exact), exact);
        Ok(double)
    })
}

/// Returns the minimum number of bytes for a whole number or integer as big-endian two's
/// complement.
///
/// Errors: see the head of the section.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_byte_length(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let integer = whole(readable(value)?, "bytes")?;
        Ok(integer.to_be_bytes().len())
    })
}

/// Writes a whole number or integer as big-endian bytes in two's complement, in exactly `count`
/// bytes: leading bytes are filled with the sign.
///
/// Errors: see the head of the section; PCTY_ERROR_CONVERSION also if the value does not fit into
/// `count` bytes.
/// Ownership: fills the caller's `bytes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_as_bytes(
    value: Option<&pcty_value>,
    bytes: *mut u8,
    count: usize,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        // SAFETY: by the header's contract `bytes` has `count` bytes and belongs to the caller.
        let bytes = unsafe { buffer(bytes, count, "bytes") }?;
        let integer = whole(readable(value)?, "bytes")?;
        let digits = integer.to_be_bytes();
        let Some(padding) = count.checked_sub(digits.len()) else {
            return Err(lossy(&format!("{count} bytes")));
        };
        let fill = if integer.signum() < 0 { 0xff } else { 0 };
        bytes[..padding].fill(MaybeUninit::new(fill));
        for (to, digit) in bytes[padding..].iter_mut().zip(digits) {
            to.write(digit);
        }
        Ok(())
    })
}

/// Returns the decimal text of a number, integer or double: the shortest text that distinguishes it
/// from its neighbors of the same precision, without an exponent; `Infinity` and `-Infinity`, and
/// `NaN` for a double.
///
/// Errors: see the head of the section; PCTY_ERROR_LIMIT for too many digits.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_number_to_text(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let text = match numeric(readable(value)?)? {
            Numeric::Number(number) => number.to_text()?,
            Numeric::Integer(integer) => integer.to_text_radix(10),
            Numeric::Double(double) => match Number::from_f64(double) {
                Some(number) => number.to_text()?,
                None => "NaN".to_owned(),
            },
        };
        Ok(OwnedText::new(text))
    })
}

/// Returns the precision of a number: the width of its mantissa in bits.
///
/// Errors: see the head of the section; integers and doubles are not numbers here.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_number_precision(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<u32>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let value = readable(value)?;
        match value.as_number() {
            Some(number) => Ok(number.precision()),
            None => Err(other_type(value, Type::number(), "a number")),
        }
    })
}

/// Returns the text of a string.
///
/// Errors: see the head of the section.
/// Ownership: `*out` is owned by the value and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_as_string(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<pcty_str>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let value = readable(value)?;
        value
            .as_str_bytes()
            .map(pcty_str::borrowed_bytes)
            .ok_or_else(|| other_type(value, Type::string(), "a string"))
    })
}

/// Returns the type that a type value contains.
///
/// Returns: NULL for a value that is not a known, unmarked type.
/// Ownership: the result is owned by the value and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_as_type(value: Option<&pcty_value>) -> *const pcty_type {
    quiet(std::ptr::null(), || {
        value
            .filter(|value| !value.0.is_marked())
            .and_then(|value| value.0.as_type())
            .map_or(std::ptr::null(), pcty_type::borrowed)
    })
}
