//! mcl: rules of its types and values that other dialects do not have.
//!
//! Booleans, strings and floats are created by `pcty_value_bool`, `pcty_value_string_verbatim` and
//! `pcty_value_float`, ints by `pcty_value_integer_from_int64`. Lists, maps and structs contain
//! their exact type. They are created by the functions below, with a type from `pcty_type_parse` or
//! `pcty_mcl_type_parse`, or by `pcty_value_convert` from a value of a different language with the
//! same content. mcl has no unknown values, marks or nulls: a value that contains one causes
//! PCTY_ERROR_UNSUPPORTED, with the path.

use crate::calls::cost;
use crate::dialect::mcl::{self, Fields};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    Handle, answer_charged, clones, make, make_charged, need, quiet, run_charged, slice, text,
    unnamed,
};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::types::group::pcty_variable_scope;
use crate::ffi::values::value::pcty_value;
use std::mem::MaybeUninit;
use std::ptr;

/// The conditions under which two types match; constants combined with bitwise or.
pub type pcty_mcl_match = u32;

/// No condition: the types are equal.
pub const PCTY_MCL_MATCH_PLAIN: pcty_mcl_match = 0;
/// A type is missing on one side at some position.
pub const PCTY_MCL_MATCH_PARTIAL: pcty_mcl_match = 1;
/// One side is `variant` at some position.
pub const PCTY_MCL_MATCH_VARIANT: pcty_mcl_match = 2;

/// The required members of a JSON object for a struct.
pub type pcty_mcl_fields = u32;

/// Exactly the fields of the struct.
pub const PCTY_MCL_FIELDS_EXACT: pcty_mcl_fields = 0;
/// Any members: missing fields are set to zero values, and members without a field are ignored.
pub const PCTY_MCL_FIELDS_FLEXIBLE: pcty_mcl_fields = 1;

/// Parses a type in mcl's notation. Variables, written `?1` and so on, are those of the given scope
/// with these numbers. `pcty_type_parse` uses a new scope for each text.
///
/// Errors: PCTY_ERROR_SYNTAX, and PCTY_ERROR_TYPE for an unknown type name, with a diagnostic;
/// PCTY_ERROR_LIMIT for a text that is nested too deep; PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_type_parse(
    notation: pcty_str,
    scope: Option<&pcty_variable_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let scope = need(scope, "scope")?.variables();
        let notation = text(&notation, "notation")?;
        cost::read(notation, budget)?;
        mcl::parse_type(notation, scope)
    })
}

/// Checks that two types are equal, and reports how they differ. Variables may have different names
/// if they correspond one to one; the names of arguments are ignored.
///
/// Errors: PCTY_ERROR_TYPE if they differ, with mcl's message; PCTY_ERROR_UNSUPPORTED for a type
/// that mcl does not have.
/// Ownership: changes no handle and creates none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_type_check_equal(
    a: Option<&pcty_type>,
    b: Option<&pcty_type>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let (a, b) = (&need(a, "a")?.0, &need(b, "b")?.0);
        cost::look_at_types([a, b], budget)?;
        mcl::compare(a, b)
    })
}

/// Checks that two types are equal at all positions where both are known and neither is `variant`.
/// `*out` is set to the conditions of the match.
///
/// Errors: as `pcty_mcl_type_check_equal`.
/// Ownership: `*out` is plain data.
/// NULL: `a`, `b` (a type that is not known) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_type_match(
    a: Option<&pcty_type>,
    b: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<pcty_mcl_match>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (a, b) = (a.map(|a| &a.0), b.map(|b| &b.0));
        cost::look_at_types(a.into_iter().chain(b), budget)?;
        let found = mcl::complex_compare(a, b)?;
        let flag = |is: bool, flag| if is { flag } else { PCTY_MCL_MATCH_PLAIN };
        Ok(flag(found.partial, PCTY_MCL_MATCH_PARTIAL)
            | flag(found.variant, PCTY_MCL_MATCH_VARIANT))
    })
}

/// Applies the most general substitution of variables that makes two types equal to a type. `of`
/// may be one of the two types, or any other type.
///
/// Errors: PCTY_ERROR_TYPE if there is no such substitution, with mcl's message, the path and both
/// types; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have; PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_type_unify(
    a: Option<&pcty_type>,
    b: Option<&pcty_type>,
    of: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let of = need(of, "of")?;
        let mut substitution = mcl::unify(&need(a, "a")?.0, &need(b, "b")?.0)?;
        Ok(substitution.resolve(&of.0)?)
    })
}

/// Returns whether values of a type may be keys of maps: bools, strings, ints, floats, and structs
/// whose fields may all be keys.
///
/// NULL: returns false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_type_is_hashable(ty: Option<&pcty_type>) -> bool {
    quiet(false, || ty.is_some_and(|ty| mcl::is_hashable(&ty.0)))
}

/// Returns the zero value of a type: false, the empty string, 0, the empty list or map, a struct of
/// zero values, a function without a body.
///
/// Errors: PCTY_ERROR_TYPE for `variant`, a type with variables, and a map with an invalid key
/// type; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_value_zero(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || mcl::zero(&need(ty, "type")?.0))
}

/// Creates a list of a list type.
///
/// Errors: PCTY_ERROR_TYPE for a type that is not a list type; PCTY_ERROR_CONVERSION, with the
/// index, for an element of a different type; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
/// Ownership: `*out` is owned by the caller; the elements remain owned by the caller.
/// NULL: `elements` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_value_list(
    ty: Option<&pcty_type>,
    elements: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has `count` elements.
        let elements = unsafe { clones(elements, count, "elements") }?;
        mcl::new_list(&need(ty, "type")?.0, elements)
    })
}

/// Creates a struct of a struct type, with a value for each field in the order of the type.
///
/// Errors: as `pcty_mcl_value_list`, with the name of the field; PCTY_ERROR_INVALID_ARGUMENT if the
/// numbers of values and fields differ.
/// Ownership: `*out` is owned by the caller; the values remain owned by the caller.
/// NULL: `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_value_struct(
    ty: Option<&pcty_type>,
    values: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `values` has `count` elements.
        let values = unsafe { clones(values, count, "values") }?;
        mcl::new_struct(&need(ty, "type")?.0, values)
    })
}

/// Creates a map of a map type, with a value for each key. The last of several equal keys applies.
///
/// Errors: as `pcty_mcl_value_list`, with the key; also PCTY_ERROR_TYPE for an invalid key type.
/// Ownership: `*out` is owned by the caller; the keys and values remain owned by the caller.
/// NULL: `keys`, `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_value_map(
    ty: Option<&pcty_type>,
    keys: *const *const pcty_value,
    values: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let ty = &need(ty, "type")?.0;
        // Both arrays are checked before either is copied.
        // SAFETY: by the header's contract `keys` has `count` elements.
        unsafe { slice(keys, count, "keys") }?;
        // SAFETY: by the header's contract `values` has `count` elements.
        unsafe { slice(values, count, "values") }?;
        // SAFETY: by the header's contract `keys` has `count` elements.
        let keys = unsafe { clones(keys, count, "keys") }?;
        // SAFETY: by the header's contract `values` has `count` elements.
        let values = unsafe { clones(values, count, "values") }?;
        mcl::new_map(ty, keys.into_iter().zip(values))
    })
}

/// Parses JSON text as a value of a type. The JSON kinds must match the type exactly: an int has no
/// decimal point, null is not allowed, and maps and structs are objects. Only the first value of
/// the text is parsed.
///
/// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON; PCTY_ERROR_TYPE with the path and the
/// byte of a mismatch; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have; PCTY_ERROR_LIMIT,
/// PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_value_from_json(
    json: pcty_str,
    ty: Option<&pcty_type>,
    fields: pcty_mcl_fields,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let fields = match fields {
            PCTY_MCL_FIELDS_EXACT => Fields::Exact,
            PCTY_MCL_FIELDS_FLEXIBLE => Fields::Flexible,
            other => return Err(unnamed("fields", other)),
        };
        let json = text(&json, "json")?;
        cost::read(json, budget)?;
        mcl::decode_json(json.as_bytes(), &need(ty, "type")?.0, fields)
    })
}

/// Formats a value as the language prints it: `struct{name: "a"; ports: [80, 443]}`.
///
/// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is not a value of mcl.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_value_format(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let value = &need(value, "value")?.0;
        Ok(OwnedText::new(mcl::format_value(value)?))
    })
}

/// Compares two values of one type, and returns -1, 0 or 1. False precedes true. Numbers are
/// ordered by size, strings by their bytes, lists by their elements and then by length. The result
/// 0 means that the values are the same key.
///
/// NULL: precedes all values.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_value_compare(a: Option<&pcty_value>, b: Option<&pcty_value>) -> i32 {
    quiet(0, || {
        let order = match (a, b) {
            (Some(a), Some(b)) => mcl::value_cmp(&a.0, &b.0),
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        order as i32
    })
}

/// Returns the value under a key of a map. Two keys are the same if `pcty_mcl_value_compare`
/// returns 0, as for `0.0` and `-0.0`. Use `pcty_value_entry_key_at` for the keys,
/// `pcty_value_element_at` for the elements of lists, and `pcty_value_attribute_get` for the fields
/// of structs.
///
/// Returns: NULL for values that are not maps, and for a key that the map does not have.
/// Ownership: the result is owned by `map` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_value_get(
    map: Option<&pcty_value>,
    key: Option<&pcty_value>,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        map.zip(key)
            .and_then(|(map, key)| mcl::map_element(&map.0, &key.0))
            .map_or(ptr::null(), pcty_value::borrowed)
    })
}
