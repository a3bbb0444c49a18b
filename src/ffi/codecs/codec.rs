//! Codecs: values as JSON and MessagePack.
//!
//! Both formats are those of cty and encode typed values. Decoding follows the given type, or the
//! type that the document implies. For the type any, the document contains the type next to the
//! value. Encoding first converts a value that does not conform to the given type by the rules of
//! HCL. A decoded value has no marks, and a value with marks is not encoded. Only MessagePack can
//! contain unknown values.

use crate::codec::{json, msgpack};
use crate::dialect::hcl;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{make_charged, need, slice, text};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use std::mem::MaybeUninit;

/// Decodes JSON text as a value of a type, or of the type that the text implies.
///
/// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
/// and the byte of the document; PCTY_ERROR_LIMIT if the text is nested too deep and for numbers
/// beyond the limits; PCTY_ERROR_INVALID_UTF8.
/// NULL: `ty` (then the implied type) and `error` may be NULL.
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

/// Encodes a value as JSON text for a type, or for the value's own type.
///
/// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type; PCTY_ERROR_MARKED,
/// PCTY_ERROR_UNKNOWN, and PCTY_ERROR_UNSUPPORTED for values that JSON does not have, with the path
/// to the part; PCTY_ERROR_LIMIT for numbers of too many digits.
/// NULL: `ty` (then the value's own type) and `error` may be NULL.
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

/// Returns the type that JSON text implies: objects are objects, arrays are tuples, and null is of
/// the type any.
///
/// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_LIMIT if the text is nested
/// too deep; PCTY_ERROR_INVALID_UTF8.
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

/// Decodes a MessagePack document as a value of a type, or of the type that the document implies.
///
/// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
/// and the byte of the document; PCTY_ERROR_LIMIT if the document is nested too deep and for
/// numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
/// NULL: `bytes` (if `count` is 0), `ty` (then the implied type) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_from_msgpack(
    bytes: *const u8,
    count: usize,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `bytes` has `count` elements.
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

/// Encodes a value as MessagePack for a type, or for the value's own type. The encoding includes
/// the refinements of unknown values.
///
/// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type; PCTY_ERROR_MARKED,
/// and PCTY_ERROR_UNSUPPORTED for values that MessagePack does not have, with the path to the part;
/// PCTY_ERROR_LIMIT for numbers of too many digits.
/// Ownership: the caller owns `*out`: bytes, which are not UTF-8.
/// NULL: `ty` (then the value's own type) and `error` may be NULL.
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

/// Returns the type that a MessagePack document implies: maps are objects, arrays are tuples, and
/// nil and unknown values are of the type any.
///
/// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_UNSUPPORTED for binary data;
/// PCTY_ERROR_LIMIT if the document is nested too deep.
/// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_implied_by_msgpack(
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `bytes` has `count` elements.
        msgpack::implied_type_within(unsafe { slice(bytes, count, "bytes") }?, budget)
    })
}
