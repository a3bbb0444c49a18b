//! Codecs: values as JSON and MessagePack.
//!
//! Both as cty has them: straight into and out of typed values. Decoding follows the given
//! type, or the one that the document implies; where the given one is any, the document says
//! the type beside the value. Encoding converts
//! by the rules of HCL first what does not conform to the given type. A decoded value has no
//! marks, and a value with marks is not encoded; unknown values travel in MessagePack alone.

use crate::codec::{json, msgpack};
use crate::dialect::hcl;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{make_charged, need, slice, text};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use std::mem::MaybeUninit;

/// The value that JSON text means, read as a value of a type, or of the type that the text
/// implies.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
/// at fault and the byte of the document; PCTY_ERROR_LIMIT for what nests too deep and for
/// numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
/// NULL: `ty` (then the implied one) and `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_from_json(
    json: pcty_str,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let document = text(&json, "json")?;
        match ty {
            Some(ty) => json::decode_within(document.as_bytes(), &ty.0, budget),
            None => {
                let implied = json::implied_type_within(document.as_bytes(), budget)?;
                json::decode_within(document.as_bytes(), &implied, budget)
            }
        }
    })
}

/// A value as JSON text for a type, or for the value's own type.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type;
/// PCTY_ERROR_MARKED, PCTY_ERROR_UNKNOWN, and PCTY_ERROR_UNSUPPORTED for what JSON does not have,
/// with the path to the part at fault; PCTY_ERROR_LIMIT for numbers of too many digits.
/// NULL: `ty` (then the value's own) and `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_to_json(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = &need(value, "value")?.0;
        let ty = ty.map_or(value.ty(), |ty| &ty.0);
        Ok(OwnedText::new(hcl::to_json_within(value, ty, budget)?))
    })
}

/// The type that JSON text implies: objects are objects, arrays tuples, and null is of the
/// type any.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_LIMIT for what nests too
/// deep; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_implied_by_json(
    json: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        json::implied_type_within(text(&json, "json")?.as_bytes(), budget)
    })
}

/// The value that a MessagePack document means, read as a value of a type, or of the type
/// that the document implies.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
/// at fault and the byte of the document; PCTY_ERROR_LIMIT for what nests too deep and for
/// numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
/// NULL: `bytes` (if `count` is 0), `ty` (then the implied one) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_from_msgpack(
    bytes: *const u8,
    count: usize,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `bytes` has as many elements as the call says.
        let document = unsafe { slice(bytes, count, "bytes") }?;
        match ty {
            Some(ty) => msgpack::decode_within(document, &ty.0, budget),
            None => {
                let implied = msgpack::implied_type_within(document, budget)?;
                msgpack::decode_within(document, &implied, budget)
            }
        }
    })
}

/// A value as MessagePack for a type, or for the value's own type. What is known of unknown
/// values goes along.
///
/// Ownership: `*out` is the caller's: bytes, which are not UTF-8.
/// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type;
/// PCTY_ERROR_MARKED, and PCTY_ERROR_UNSUPPORTED for what MessagePack does not have, with the
/// path to the part at fault; PCTY_ERROR_LIMIT for numbers of too many digits.
/// NULL: `ty` (then the value's own) and `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_to_msgpack(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = &need(value, "value")?.0;
        let ty = ty.map_or(value.ty(), |ty| &ty.0);
        Ok(OwnedText::from_bytes(hcl::to_msgpack_within(
            value, ty, budget,
        )?))
    })
}

/// The type that a MessagePack document implies: maps are objects, arrays tuples, and nil is of
/// the type any, as is an unknown value.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_UNSUPPORTED for binary
/// data; PCTY_ERROR_LIMIT for what nests too deep.
/// NULL: `bytes` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_implied_by_msgpack(
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `bytes` has as many elements as the call says.
        msgpack::implied_type_within(unsafe { slice(bytes, count, "bytes") }?, budget)
    })
}
