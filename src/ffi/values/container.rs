//! Containers: lists, sets, tuples, maps and objects.
//!
//! Elements are borrowed: the result is a pointer into the container, without an allocation. The
//! functions that borrow return no element if the container is null, unknown or marked;
//! `pcty_value_state` and `pcty_value_has` distinguish these cases. The keys of maps and the
//! names of attributes are converted to Unicode normal form C, as in HCL and PCL.

use super::value::{double_number, pcty_value};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, clones, make, need, quiet, slice, text, write_found};
use crate::ffi::types::constructors::pcty_type;
use crate::source::Result;
use crate::types::{Str, Type};
use crate::values::{Entry, Value, nfc};
use std::mem::MaybeUninit;
use std::ptr;

/// Creates a list of at least one element. All elements have one type, except that a null or
/// unknown of the type any takes the type of the others.
///
/// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT;
/// PCTY_ERROR_INVALID_ARGUMENT for no elements.
/// Ownership: the caller owns `*out` and keeps the elements.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_list(
    elements: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has `count` elements.
        Value::list(unsafe { clones(elements, count, "elements") }?)
    })
}

/// Creates a list of an element type, empty or not.
///
/// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out` and keeps the elements.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_list_of(
    element: Option<&pcty_type>,
    elements: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let element = &need(element, "element")?.0;
        // SAFETY: by the header's contract `elements` has `count` elements.
        Value::list_of(element, unsafe { clones(elements, count, "elements") }?)
    })
}

/// Creates a set of at least one element. Equal elements count once, and the marks of the elements
/// move to the set.
///
/// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT;
/// PCTY_ERROR_INVALID_ARGUMENT for no elements.
/// Ownership: the caller owns `*out` and keeps the elements.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_set(
    elements: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has `count` elements.
        Value::set(unsafe { clones(elements, count, "elements") }?)
    })
}

/// Creates a set of an element type, empty or not.
///
/// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out` and keeps the elements.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_set_of(
    element: Option<&pcty_type>,
    elements: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let element = &need(element, "element")?.0;
        // SAFETY: by the header's contract `elements` has `count` elements.
        Value::set_of(element, unsafe { clones(elements, count, "elements") }?)
    })
}

/// Creates a tuple; its type follows from the elements.
///
/// Errors: PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out` and keeps the elements.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_tuple(
    elements: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has `count` elements.
        Value::tuple(unsafe { clones(elements, count, "elements") }?)
    })
}

/// Creates a map of at least one entry. All elements have one type, as in `pcty_value_list`. A
/// later entry with the same key replaces the earlier one.
///
/// Errors: PCTY_ERROR_TYPE, with the key, for an element of another type; PCTY_ERROR_LIMIT;
/// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for no entries.
/// Ownership: the caller owns `*out` and keeps the elements; keys are copied.
/// NULL: `keys`, `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_map(
    keys: *const pcty_str,
    values: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `keys` and `values` have `count` elements.
        Value::map(unsafe { entries(keys, values, count) }?)
    })
}

/// Creates a map of an element type, empty or not.
///
/// Errors: PCTY_ERROR_TYPE, with the key, for an element of another type; PCTY_ERROR_LIMIT;
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out` and keeps the elements; keys are copied.
/// NULL: `keys`, `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_map_of(
    element: Option<&pcty_type>,
    keys: *const pcty_str,
    values: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let element = &need(element, "element")?.0;
        // SAFETY: by the header's contract `keys` has `count` elements.
        Value::map_of(element, unsafe { entries(keys, values, count) }?)
    })
}

/// Returns the keys, as strings, and the values of a map.
///
/// # Safety
/// Both arrays are NULL or have `count` valid elements.
unsafe fn entries(
    keys: *const pcty_str,
    values: *const *const pcty_value,
    count: usize,
) -> Result<Vec<(Value, Value)>> {
    // SAFETY: this function has the same contract.
    let keys = unsafe { slice(keys, count, "keys") }?;
    // SAFETY: this function has the same contract.
    let values = unsafe { clones(values, count, "values") }?;
    let mut entries = Vec::with_capacity(count);
    for (key, value) in keys.iter().zip(values) {
        entries.push((Value::nfc_string(text(key, "keys")?), value));
    }
    Ok(entries)
}

/// Creates an object; its type follows from the attributes, in ascending order of their names. A
/// later attribute with the same name replaces the earlier one.
///
/// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out` and keeps the values; names are copied.
/// NULL: `names`, `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_object(
    names: *const pcty_str,
    values: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `names` has `count` elements.
        let names = unsafe { slice(names, count, "names") }?;
        // SAFETY: by the header's contract `values` has `count` elements.
        let values = unsafe { clones(values, count, "values") }?;
        let mut attributes = Vec::with_capacity(count);
        for (&name, value) in names.iter().zip(values) {
            attributes.push((Str::from(nfc(text(&name, "names")?)), value));
        }
        Value::object(attributes)
    })
}

/// Creates a list of numbers, empty or not, from an array of whole numbers.
///
/// Errors: PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`; the array is copied.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_list_from_int64(
    elements: *const i64,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has `count` elements.
        numbers(unsafe { slice(elements, count, "elements") }?, |&element| {
            Ok(Value::from_i64(element))
        })
    })
}

/// Creates a list of numbers, empty or not, from an array of doubles.
///
/// Errors: PCTY_ERROR_ARITHMETIC, with the index, for NaN; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`; the array is copied.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_list_from_double(
    elements: *const f64,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has `count` elements.
        numbers(unsafe { slice(elements, count, "elements") }?, |&element| {
            double_number(element).map(Value::from_number)
        })
    })
}

/// Creates a list of strings, empty or not, from an array of texts, in Unicode normal form C.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`; the texts are copied.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_list_from_str(
    elements: *const pcty_str,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has `count` elements.
        let texts = unsafe { slice(elements, count, "elements") }?;
        let string = |(at, &each): (usize, &pcty_str)| {
            let text = text(&each, "elements").map_err(|error| error.in_index(at))?;
            Ok(Value::nfc_string(text))
        };
        let strings = texts
            .iter()
            .enumerate()
            .map(string)
            .collect::<Result<_>>()?;
        Value::list_of(Type::string(), strings)
    })
}

fn numbers<T>(given: &[T], number: impl Fn(&T) -> Result<Value>) -> Result<Value> {
    let numbers = given
        .iter()
        .enumerate()
        .map(|(at, each)| number(each).map_err(|error| error.in_index(at)))
        .collect::<Result<_>>()?;
    Value::list_of(Type::number(), numbers)
}

/// Returns the container, if its parts can be borrowed.
fn open(value: Option<&pcty_value>) -> Option<&Value> {
    value
        .map(|value| &value.0)
        .filter(|value| !value.is_marked())
}

/// The parts of a container, in any representation.
#[derive(Clone, Copy)]
pub(in crate::ffi) enum Parts<'a> {
    /// Elements or attributes.
    Values(&'a [Value]),
    /// The entries of a map.
    Entries(&'a [Entry]),
    /// The entries of a Puppet hash.
    Pairs(&'a [(Value, Value)]),
}

impl<'a> Parts<'a> {
    /// Returns the parts of a known container, with or without marks.
    #[inline]
    pub(in crate::ffi) fn of(value: &'a Value) -> Option<Parts<'a>> {
        match (value.parts(), value.entries()) {
            (Some(values), _) => Some(Parts::Values(values)),
            (None, Some(entries)) => Some(Parts::Entries(entries)),
            (None, None) => Some(Parts::Pairs(value.as_ordered_map()?.entries())),
        }
    }

    #[inline]
    pub(in crate::ffi) fn len(self) -> usize {
        match self {
            Parts::Values(values) => values.len(),
            Parts::Entries(entries) => entries.len(),
            Parts::Pairs(pairs) => pairs.len(),
        }
    }

    #[inline]
    pub(in crate::ffi) fn get(self, at: usize) -> Option<&'a Value> {
        match self {
            Parts::Values(values) => values.get(at),
            Parts::Entries(entries) => entries.get(at).map(Entry::value),
            Parts::Pairs(pairs) => pairs.get(at).map(|(_, part)| part),
        }
    }

    /// Returns the parts from a position, up to a maximum number.
    pub(in crate::ffi) fn slice(self, from: usize, count: usize) -> Parts<'a> {
        let from = from.min(self.len());
        let to = from.saturating_add(count).min(self.len());
        match self {
            Parts::Values(values) => Parts::Values(&values[from..to]),
            Parts::Entries(entries) => Parts::Entries(&entries[from..to]),
            Parts::Pairs(pairs) => Parts::Pairs(&pairs[from..to]),
        }
    }
}

fn borrowed(value: Option<&Value>) -> *const pcty_value {
    value.map_or(ptr::null(), pcty_value::borrowed)
}

/// Writes the number of elements of a list, set or tuple, entries of a map or hash, or attributes
/// of an object.
///
/// Returns: whether the value is a known container without marks.
/// Ownership: `*out` is plain data.
/// NULL: returns false; `out` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_length(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<usize>>,
) -> bool {
    quiet(false, || {
        write_found(open(value).and_then(Parts::of).map(Parts::len), out)
    })
}

/// Returns the part of a container at a position, from 0: an element of a list, set or tuple; an
/// element of a map, in ascending order of the keys; an element of a Puppet hash, in its order; or
/// an attribute of an object, in the order of its type's fields.
///
/// Returns: NULL for a position past the end.
/// Ownership: the result is owned by `value` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_element_at(
    value: Option<&pcty_value>,
    index: usize,
) -> *const pcty_value {
    quiet(std::ptr::null(), || {
        let parts = open(value).and_then(Parts::of);
        borrowed(parts.and_then(|parts| parts.get(index)))
    })
}

/// Returns the key of a map's entry, or the name of an object's attribute, at the position that
/// `pcty_value_element_at` takes.
///
/// Returns: no text for other values, for a position past the end, and for a key of a hash that is
/// not a string.
/// Ownership: the result is owned by `value` and valid while it lives.
/// NULL: returns no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_key_at(value: Option<&pcty_value>, index: usize) -> pcty_str {
    quiet(pcty_str::NONE, || {
        let key = open(value).and_then(|value| match value.entries() {
            Some(entries) => entries.get(index).map(Entry::key_bytes),
            None => match value.as_ordered_map() {
                Some(map) => map.entries().get(index)?.0.as_str_bytes(),
                None => {
                    value.parts()?;
                    let field = value.ty().fields().get(index)?;
                    Some(field.name().as_bytes())
                }
            },
        });
        key.map_or(pcty_str::NONE, pcty_str::borrowed_bytes)
    })
}

/// Returns the key of a map's or hash's entry as a value, which need not be a string, at the
/// position that `pcty_value_element_at` takes.
///
/// Returns: NULL for other values and for a position past the end.
/// Ownership: the result is owned by `value` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_entry_key_at(
    value: Option<&pcty_value>,
    index: usize,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        borrowed(open(value).and_then(|value| match value.entries() {
            Some(entries) => entries.get(index).map(Entry::key),
            None => Some(&value.as_ordered_map()?.entries().get(index)?.0),
        }))
    })
}

/// Returns the attribute of an object by its name.
///
/// Returns: NULL for other values and for a name that the object does not have.
/// Ownership: the result is owned by `value` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_attribute_get(
    value: Option<&pcty_value>,
    name: pcty_str,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        let name = text(&name, "name").ok();
        borrowed(
            open(value)
                .zip(name)
                .and_then(|(value, name)| value.attribute(name)),
        )
    })
}

/// Returns the element of a map or hash under a key that is a string.
///
/// Returns: NULL for other values and for a key that the map does not have.
/// Ownership: the result is owned by `value` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_get(value: Option<&pcty_value>, key: pcty_str) -> *const pcty_value {
    quiet(ptr::null(), || {
        let key = text(&key, "key").ok();
        borrowed(
            open(value)
                .zip(key)
                .and_then(|(value, key)| match value.as_ordered_map() {
                    Some(map) => map.get(&Value::string(key)),
                    None => value.element(key),
                }),
        )
    })
}
