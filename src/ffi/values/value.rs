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
use crate::types::{Flags, Kind, Type};
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
        Ok(Value::from_type(need(ty, "ty")?.0.clone())?)
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
pub(super) fn state(value: &Value) -> pcty_state {
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

/// About how many bytes a value keeps alive, its type and the texts of its parts aside: known
/// without looking into it, and each part counted as often as it stands there, whoever else holds
/// it, too. A string counts its text. An element that stands together with its neighbours keeps them
/// alive, too, which are not counted: `docs/ownership.md` says how many. For a collector that has to
/// be told of memory that it does not see. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_footprint(value: Option<&pcty_value>) -> u64 {
    quiet(0, || {
        value.map_or(0, |value| {
            let text = value.0.as_str_bytes().map_or(0, <[u8]>::len);
            u64::from(value.0.size()) * size_of::<Value>() as u64 + text as u64
        })
    })
}

/// Whether a value keeps no more than so many bytes alive, its type and the neighbours that it stands
/// together with aside and the texts of all its parts among them, and nothing that could be the host's: no capsule, no function, and nothing that
/// comes later. For a host that frees many such values at once. It looks at no more parts than the
/// bytes have room for. NULL: gives true.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_is_light(value: Option<&pcty_value>, bytes: u64) -> bool {
    quiet(false, || {
        value.is_none_or(|value| value.0.is_in_place() || is_light(&value.0, bytes))
    })
}

fn is_light(value: &Value, bytes: u64) -> bool {
    let ty = value.ty();
    if ty.has(Flags::CAPSULE) || ty.has(Flags::EVENTUAL) {
        return false;
    }
    // The size counts 16 bytes of a text as one, and leaves out what is less: so it is more than half
    // of the whole. Where the type tells that no part is a function, that may be enough.
    let hides = [Flags::ANY, Flags::FUNC, Flags::REFERENCE, Flags::VARIABLE];
    let most = 2 * size_of::<Value>() as u64 * u64::from(value.size());
    let mut room = bytes;
    most <= bytes && !hides.iter().any(|&flag| ty.has(flag)) || fits(value, &mut room)
}

/// Takes what a value keeps alive off the room for it; false where that ends. The limit of depth
/// bounds the recursion.
fn fits(value: &Value, room: &mut u64) -> bool {
    if value.is_in_place() {
        // Most parts are, and nothing else is to be asked of them.
        return takes(size_of::<Value>(), room);
    }
    let value = value.unmarked();
    let text = value.as_str_bytes().map_or(0, <[u8]>::len);
    if !takes(size_of::<Value>() + text, room) {
        return false;
    }
    if let Some(parts) = value.parts() {
        parts.iter().all(|part| fits(part, room))
    } else if let Some(entries) = value.entries() {
        entries
            .iter()
            .all(|entry| takes(entry.key_bytes().len(), room) && fits(entry.value(), room))
    } else if let Some(hash) = value.as_ordered_map() {
        hash.entries()
            .iter()
            .all(|(key, part)| fits(key, room) && fits(part, room))
    } else {
        !matches!(value.ty().kind(), Kind::Func(_))
    }
}

/// Takes bytes off a room; false where it has not so many.
#[inline]
fn takes(bytes: usize, room: &mut u64) -> bool {
    let rest = room.checked_sub(bytes as u64);
    *room = rest.unwrap_or(*room);
    rest.is_some()
}

/// Room for a value of two words. What is in them is the library's own; bytes that it does not use
/// are left as they come.
#[repr(C)]
pub struct pcty_small {
    /// The first word.
    pub first: u64,
    /// The second word.
    pub second: u64,
}

/// Copies a value that is all in two words and refers to nothing, as known bools, whole numbers and
/// integers of 64 bits, doubles and strings of up to 14 bytes are, if no marks are on them. A pointer
/// to the copy is then a `const pcty_value *` as good as `value`, as long as the copy stays where and
/// as it is; it may be copied on, and is never to be freed. Of what `pcty_value_number_from_int64`,
/// `pcty_value_integer_from_int64` and, of a whole number that `int64_t` has,
/// `pcty_value_number_from_text` make, the second word is the number, and the first is as good as
/// that of any other number that the same function makes. Whether a value is of this kind may else
/// change between versions of the library.
///
/// Ownership: `*out` is plain data. NULL: gives false, as does any other value; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_small(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<pcty_small>>,
) -> bool {
    const { assert!(size_of::<pcty_small>() == size_of::<Value>()) };
    const { assert!(align_of::<pcty_small>() >= align_of::<Value>()) };
    quiet(false, || {
        let found = value.filter(|value| value.0.is_in_place());
        // SAFETY: both are 16 bytes that may be uninitialised in part, and are aligned the same; who
        // reads the copy as a value reads one that is in place, which owns nothing, so that two of it
        // are as good as one, whether they are dropped or not.
        let copy = found.map(|value| unsafe {
            std::ptr::from_ref(value)
                .cast::<MaybeUninit<pcty_small>>()
                .read()
        });
        match (copy, out) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(copy), Some(out)) => {
                *out = copy;
                true
            }
        }
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
