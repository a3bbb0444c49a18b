//! The standard library: the functions of HCL, by cty's names.
//!
//! A function is an ordinary `pcty_function`: it has a description and parameters, and can be called
//! and used wherever a function is accepted. The names are listed by position, in ascending order.
//! docs/reference/functions.md describes the result of each function and the limits on its size.
//! Positions differ between versions of the library; names do not.
//!
//! Two of the functions work on bytes, a capsule type of the library.

use super::function::pcty_function;
use crate::dialect::hcl::functions::{
    Standard, as_bytes, bytes, bytes_type, standard_function_index, standard_functions,
};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, answer, make, need, quiet, slice, text};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error};
use crate::types::Type;
use std::mem::MaybeUninit;
use std::sync::LazyLock;

/// Returns the number of functions.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_stdlib_count() -> usize {
    quiet(0, || standard_functions().len())
}

/// Returns the name of a function by its position, from 0.
///
/// Returns: no text past the end.
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_stdlib_name_at(index: usize) -> pcty_str {
    quiet(pcty_str::NONE, || {
        numbered(index).map_or(pcty_str::NONE, |found| pcty_str::borrowed(found.name()))
    })
}

/// Returns the function with a name. It can be inspected and called like any function.
///
/// Returns: NULL for a name without a function.
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_stdlib_get(name: pcty_str) -> *const pcty_function {
    quiet(std::ptr::null(), || {
        let index = text(&name, "name").ok().and_then(standard_function_index);
        index.and_then(numbered).map_or(std::ptr::null(), |found| {
            pcty_function::borrowed(found.function())
        })
    })
}

/// Returns the capsule type of bytes.
///
/// Ownership: static lifetime; do not free.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_stdlib_bytes_type() -> *const pcty_type {
    static BYTES: LazyLock<Type> = LazyLock::new(|| Type::capsule(bytes_type().clone()));
    quiet(std::ptr::null(), || pcty_type::borrowed(&BYTES))
}

/// Creates a capsule with a copy of these bytes. It equals every other capsule with the same bytes.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT.
/// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_stdlib_bytes(
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `bytes` has `count` bytes.
        Ok(copied(unsafe { slice(bytes, count, "bytes") }?))
    })
}

/// Returns the bytes in a capsule of bytes.
///
/// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN, and PCTY_ERROR_TYPE for other
/// values.
/// Ownership: `*out` is owned by `value` and valid while it lives; the bytes need not be UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_stdlib_as_bytes(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<pcty_str>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let value = &need(value, "value")?.0;
        let bytes = as_bytes(value).filter(|_| !value.is_marked());
        let bytes = bytes.ok_or_else(|| {
            let (code, message) = match value {
                value if value.is_marked() => (Code::Marked, "the value is marked"),
                value if value.is_null() => (Code::Null, "the value is null"),
                value if !value.is_known() => (Code::Unknown, "the value is unknown"),
                _ => (Code::Type, "the value is not a capsule of bytes"),
            };
            Error::new(code, message).with_found(value.ty())
        })?;
        Ok(pcty_str::borrowed_bytes(bytes))
    })
}

fn numbered(index: usize) -> Option<&'static Standard> {
    standard_functions().get(index).copied()
}

fn copied(content: &[u8]) -> crate::values::Value {
    bytes(content.into())
}
