//! Puppet: values that other dialects do not have.
//!
//! - undef is the null of the type any.
//! - Integers and floats are created by `pcty_value_integer_from_int64` and `pcty_value_float`.
//! - Strings are ordinary strings.
//! - Types are created by `pcty_value_from_type`.
//!
//! All other values are created by the functions below, by `pcty_puppet_value_parse` or by
//! `pcty_puppet_value_new`. `pcty_value_length`, `pcty_value_element_at`, `pcty_value_entry_key_at`
//! and `pcty_value_get` also read hashes, whose order is preserved.

use crate::calls::cost;
use crate::dialect::puppet::{Special, array, hash, read_json, timespan_text, timestamp_text};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    Handle, answer, clones, make, make_charged, quiet, slice, text, write_found,
};
use crate::ffi::reading::readable;
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error};
use crate::values::Value;
use std::mem::MaybeUninit;
use std::ptr;

/// The kind of a value that only Puppet has.
pub type pcty_puppet_kind = u32;

/// None: a value that other dialects also have, or a value with marks.
pub const PCTY_PUPPET_NONE: pcty_puppet_kind = 0;
/// `default`.
pub const PCTY_PUPPET_DEFAULT: pcty_puppet_kind = 1;
/// A Hash: keys of any kind, in their order.
pub const PCTY_PUPPET_HASH: pcty_puppet_kind = 2;
/// A Regexp.
pub const PCTY_PUPPET_REGEXP: pcty_puppet_kind = 3;
/// A Sensitive.
pub const PCTY_PUPPET_SENSITIVE: pcty_puppet_kind = 4;
/// A SemVer.
pub const PCTY_PUPPET_SEMVER: pcty_puppet_kind = 5;
/// A SemVerRange.
pub const PCTY_PUPPET_SEMVER_RANGE: pcty_puppet_kind = 6;
/// A Timespan.
pub const PCTY_PUPPET_TIMESPAN: pcty_puppet_kind = 7;
/// A Timestamp.
pub const PCTY_PUPPET_TIMESTAMP: pcty_puppet_kind = 8;
/// A Binary.
pub const PCTY_PUPPET_BINARY: pcty_puppet_kind = 9;
/// A URI.
pub const PCTY_PUPPET_URI: pcty_puppet_kind = 10;
/// An Iterator.
pub const PCTY_PUPPET_ITERATOR: pcty_puppet_kind = 11;
/// An object.
pub const PCTY_PUPPET_OBJECT: pcty_puppet_kind = 12;

/// A duration, or a point in time as the duration since 1970 in UTC.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_time {
    /// Whole seconds, rounded down, also for negative values.
    pub seconds: i64,
    /// Nanoseconds to add, from 0 to 999999999.
    pub nanoseconds: u32,
}

/// Borrowed bytes: a pointer and a length.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_bytes {
    /// The bytes; never NULL in a result.
    pub data: *const u8,
    /// The number of bytes.
    pub len: usize,
}

/// Returns the special value, unless there is none or it has marks.
fn special(value: Option<&pcty_value>) -> Option<&Special> {
    value
        .map(|value| &value.0)
        .filter(|value| !value.is_marked())
        .and_then(Special::of)
}

#[cold]
fn other(value: &Value, wanted: &str) -> Error {
    Error::new(Code::Type, format!("{wanted} is required")).with_found(value.ty())
}

/// Returns the kind of a value that only Puppet has.
///
/// NULL: returns PCTY_PUPPET_NONE.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_kind(value: Option<&pcty_value>) -> pcty_puppet_kind {
    quiet(PCTY_PUPPET_NONE, || match special(value) {
        Some(Special::Default) => PCTY_PUPPET_DEFAULT,
        Some(Special::Regexp(_)) => PCTY_PUPPET_REGEXP,
        Some(Special::Sensitive(_)) => PCTY_PUPPET_SENSITIVE,
        Some(Special::SemVer(_)) => PCTY_PUPPET_SEMVER,
        Some(Special::SemVerRange(_)) => PCTY_PUPPET_SEMVER_RANGE,
        Some(Special::Timespan(_)) => PCTY_PUPPET_TIMESPAN,
        Some(Special::Timestamp(_)) => PCTY_PUPPET_TIMESTAMP,
        Some(Special::Binary(_)) => PCTY_PUPPET_BINARY,
        Some(Special::Uri(_)) => PCTY_PUPPET_URI,
        Some(Special::Iterator(_)) => PCTY_PUPPET_ITERATOR,
        Some(Special::Object(..)) => PCTY_PUPPET_OBJECT,
        None => value
            .filter(|value| !value.0.is_marked() && value.0.as_ordered_map().is_some())
            .map_or(PCTY_PUPPET_NONE, |_| PCTY_PUPPET_HASH),
    })
}

/// Returns the text of a SemVer, SemVerRange, Timespan, Timestamp or URI, or the source of a
/// Regexp.
///
/// Errors: PCTY_ERROR_TYPE for other values; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
/// PCTY_ERROR_UNKNOWN.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_as_text(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let value = readable(value)?;
        let text = match Special::of(value) {
            Some(Special::Regexp(source)) => source.to_string(),
            Some(Special::SemVer(version)) => version.to_string(),
            Some(Special::SemVerRange(range)) => range.text().to_owned(),
            Some(Special::Timespan(nanos)) => timespan_text(*nanos),
            Some(Special::Timestamp(nanos)) => timestamp_text(*nanos),
            Some(Special::Uri(components)) => components.text(),
            _ => return Err(other(value, "a Regexp, version, time or URI")),
        };
        Ok(OwnedText::new(text))
    })
}

/// Returns the duration of a Timespan or a Timestamp.
///
/// Errors: PCTY_ERROR_CONVERSION if the seconds are out of range; PCTY_ERROR_TYPE for other values;
/// PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_time(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<pcty_puppet_time>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    const SECOND: i128 = 1_000_000_000;
    answer(out, error, || {
        let value = readable(value)?;
        let (Some(Special::Timespan(nanos)) | Some(Special::Timestamp(nanos))) = Special::of(value)
        else {
            return Err(other(value, "a Timespan or Timestamp"));
        };
        let seconds = i64::try_from(nanos.div_euclid(SECOND))
            .map_err(|_| Error::new(Code::Conversion, "the seconds do not fit into 64 bits"))?;
        Ok(pcty_puppet_time {
            seconds,
            nanoseconds: nanos.rem_euclid(SECOND) as u32,
        })
    })
}

/// Returns the bytes of a Binary.
///
/// Errors: PCTY_ERROR_TYPE for other values; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
/// PCTY_ERROR_UNKNOWN.
/// Ownership: the bytes in `*out` are owned by `value` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_bytes(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<pcty_bytes>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let value = readable(value)?;
        match Special::of(value) {
            Some(Special::Binary(bytes)) => Ok(pcty_bytes {
                data: bytes.as_ptr(),
                len: bytes.len(),
            }),
            _ => Err(other(value, "a Binary")),
        }
    })
}

/// The data of a Sensitive, an Iterator or an object of Puppet.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_value_data {
    /// The content of a Sensitive; otherwise NULL.
    pub content: *const pcty_value,
    /// The type of the elements of an Iterator, or the type of an object; otherwise NULL.
    pub part_type: *const pcty_type,
    /// The number of elements of an Iterator, or of attributes of an object:
    /// `pcty_puppet_value_part_at`. It is 0 for an Iterator over 65,536 integers or more, whose
    /// elements are created one by one.
    pub part_count: usize,
}

/// Writes the data of a Sensitive, an Iterator or an object.
///
/// Returns: false for other values.
/// Ownership: the content and the type in `*out` are owned by `value` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_info(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<pcty_puppet_value_data>>,
) -> bool {
    quiet(false, || {
        let mut data = pcty_puppet_value_data {
            content: ptr::null(),
            part_type: ptr::null(),
            part_count: 0,
        };
        match special(value) {
            Some(Special::Sensitive(content)) => data.content = pcty_value::borrowed(content),
            Some(Special::Iterator(sequence)) => {
                data.part_type = pcty_type::borrowed(&sequence.element);
                data.part_count = sequence.items.len();
            }
            Some(Special::Object(ty, attributes)) => {
                data.part_type = pcty_type::borrowed(ty);
                data.part_count = attributes.len();
            }
            _ => return false,
        }
        write_found(Some(data), out)
    })
}

/// An element of an Iterator, or an attribute of an object.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_part {
    /// The name of the attribute; no text for an element.
    pub name: pcty_str,
    /// The element, or the value of the attribute.
    pub value: *const pcty_value,
}

/// Writes an element of an Iterator, or an attribute of an object, by its position, from 0.
///
/// Returns: false for other values and past the end.
/// Ownership: the members of `*out` are owned by `value` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_part_at(
    value: Option<&pcty_value>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_puppet_part>>,
) -> bool {
    quiet(false, || {
        let part = match special(value) {
            Some(Special::Iterator(sequence)) => {
                sequence.items.get(index).map(|item| (pcty_str::NONE, item))
            }
            Some(Special::Object(_, attributes)) => attributes
                .get(index)
                .map(|(name, part)| (pcty_str::borrowed(name), part)),
            _ => None,
        };
        let part = part.map(|(name, part)| pcty_puppet_part {
            name,
            value: pcty_value::borrowed(part),
        });
        write_found(part, out)
    })
}

/// Returns the element of a hash under a key of any kind. `0.0` and `-0.0` are different keys.
///
/// Returns: NULL for other values, and for a key that the hash does not have.
/// Ownership: the result is owned by `value` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_get(
    value: Option<&pcty_value>,
    key: Option<&pcty_value>,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        value
            .filter(|value| !value.0.is_marked())
            .zip(key)
            .and_then(|(value, key)| value.0.as_ordered_map()?.get(&key.0))
            .map_or(ptr::null(), pcty_value::borrowed)
    })
}

/// Creates an array of values of any kinds.
///
/// Errors: PCTY_ERROR_LIMIT if it is nested too deep.
/// Ownership: `*out` is owned by the caller; the elements remain owned by the caller.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_value_array(
    elements: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has `count` elements.
        array(unsafe { clones(elements, count, "elements") }?)
    })
}

/// Creates a hash, in the order of its entries. For equal keys the last element applies, at the
/// position of the first key.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for marks and unknown values; PCTY_ERROR_LIMIT if it is nested
/// too deep.
/// Ownership: `*out` is owned by the caller; the keys and elements remain owned by the caller.
/// NULL: `keys`, `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_value_hash(
    keys: *const *const pcty_value,
    elements: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `keys` has `count` elements.
        let keys = unsafe { clones(keys, count, "keys") }?;
        // SAFETY: by the header's contract `elements` has `count` elements.
        hash(
            keys.into_iter()
                .zip(unsafe { clones(elements, count, "elements") }?),
        )
    })
}

/// Creates a Binary.
///
/// Errors: none except for NULL.
/// Ownership: `*out` is owned by the caller; the bytes are copied.
/// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_value_binary(
    bytes: *const u8,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `bytes` has `count` elements.
        Special::Binary(unsafe { slice(bytes, count, "bytes") }?.into()).into_value()
    })
}

/// Parses a JSON document as Hiera does: objects become hashes in the document's order, null
/// becomes undef, a number without fraction and exponent becomes an Integer, and any other number
/// becomes a Float.
///
/// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_LIMIT for a document that is
/// nested too deep and for numbers of too many digits; PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_from_json(
    json: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let json = text(&json, "json")?;
        cost::read(json, budget)?;
        read_json(json)
    })
}
