//! mcl: its types and values, beyond what every dialect answers.
//!
//! Booleans, strings and floats are those of `pcty_value_bool`, `pcty_value_string_verbatim`
//! and `pcty_value_float`; ints are those of `pcty_value_integer_from_int64`. Lists, maps and
//! structs carry their exact type, so they are made here, with the type that
//! `pcty_type_parse` or `pcty_mcl_type_parse` gives, or from a value of another language that
//! has the same content with `pcty_value_convert`. There are neither unknowns nor marks, and
//! no nulls: PCTY_ERROR_UNSUPPORTED, with the path, is the answer to one anywhere inside.

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

/// What two types needed to be taken for the same; constants or-ed together.
pub type pcty_mcl_match = u32;

/// Nothing: they are plainly equal.
pub const PCTY_MCL_MATCH_PLAIN: pcty_mcl_match = 0;
/// Somewhere a type is missing on one side.
pub const PCTY_MCL_MATCH_PARTIAL: pcty_mcl_match = 1;
/// Somewhere one side is `variant`.
pub const PCTY_MCL_MATCH_VARIANT: pcty_mcl_match = 2;

/// Which members the object has to have that stands for a struct in JSON.
pub type pcty_mcl_fields = u32;

/// Those of the fields, no fewer and no more.
pub const PCTY_MCL_FIELDS_EXACT: pcty_mcl_fields = 0;
/// Any: what is missing is zero, what has no field is left aside.
pub const PCTY_MCL_FIELDS_FLEXIBLE: pcty_mcl_fields = 1;

/// The type that a text stands for in mcl's notation; its variables, `?1` and so on, are
/// those of the scope with these numbers. `pcty_type_parse` gives each text a scope of its
/// own.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_SYNTAX, and PCTY_ERROR_TYPE for a name that no type has, with a
/// diagnostic; PCTY_ERROR_LIMIT for what nests too deep; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// Whether two types are equal, and if not, how they differ. Variables may have other
/// names as long as they correspond one to one; the names of arguments do not count.
///
/// Ownership: makes nothing.
/// Errors: PCTY_ERROR_TYPE if they differ, in the language's words; PCTY_ERROR_UNSUPPORTED for
/// a type that mcl does not have.
/// NULL: `error` may be.
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

/// Whether two types are the same where both are known and neither is `variant`, and what
/// that needed.
///
/// Ownership: `*out` is plain data.
/// Errors: as `pcty_mcl_type_check_equal`.
/// NULL: `a`, `b` (a type that is not known) and `error` may be.
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

/// A type under the most general substitution of variables that makes two types equal:
/// `of` may be one of the two, or any type whose variables are asked for.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_TYPE if there is no such substitution, in the language's words, with the
/// path and both types; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have;
/// PCTY_ERROR_LIMIT.
/// NULL: `error` may be.
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

/// Whether values of a type may be keys of maps: bools, strings, ints, floats, and structs
/// all of whose fields may. NULL: gives false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_type_is_hashable(ty: Option<&pcty_type>) -> bool {
    quiet(false, || ty.is_some_and(|ty| mcl::is_hashable(&ty.0)))
}

/// The value that a type begins with: false, the empty string, 0, the empty list or map, a
/// struct of such values, a function without a body.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_TYPE for `variant`, a type with variables, and a map whose keys are of a
/// type that cannot be; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_value_zero(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || mcl::zero(&need(ty, "type")?.0))
}

/// A list of a list type.
///
/// Ownership: `*out` is the caller's; so stay the elements.
/// Errors: PCTY_ERROR_TYPE for a type of another kind; PCTY_ERROR_CONVERSION, with the index,
/// for an element of another type; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
/// NULL: `elements` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_value_list(
    ty: Option<&pcty_type>,
    elements: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `elements` has as many elements as the call says.
        let elements = unsafe { clones(elements, count, "elements") }?;
        mcl::new_list(&need(ty, "type")?.0, elements)
    })
}

/// A struct of a struct type, with a value for each field in the order of the type.
///
/// Ownership: `*out` is the caller's; so stay the values.
/// Errors: as `pcty_mcl_value_list`, with the name of the field;
/// PCTY_ERROR_INVALID_ARGUMENT for another number of values than of fields.
/// NULL: `values` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_value_struct(
    ty: Option<&pcty_type>,
    values: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `values` has as many elements as the call says.
        let values = unsafe { clones(values, count, "values") }?;
        mcl::new_struct(&need(ty, "type")?.0, values)
    })
}

/// A map of a map type, with a value for each key; of equal keys the last one counts.
///
/// Ownership: `*out` is the caller's; so stay keys and values.
/// Errors: as `pcty_mcl_value_list`, with the key; PCTY_ERROR_TYPE for a type whose keys
/// cannot be keys, too.
/// NULL: `keys`, `values` (if `count` is 0) and `error` may be.
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
        // Both arrays are looked at before either is copied.
        // SAFETY: by the header's contract `keys` has as many elements as the call says.
        unsafe { slice(keys, count, "keys") }?;
        // SAFETY: by the header's contract `values` has as many elements as the call says.
        unsafe { slice(values, count, "values") }?;
        // SAFETY: by the header's contract `keys` has as many elements as the call says.
        let keys = unsafe { clones(keys, count, "keys") }?;
        // SAFETY: by the header's contract `values` has as many elements as the call says.
        let values = unsafe { clones(values, count, "values") }?;
        mcl::new_map(ty, keys.into_iter().zip(values))
    })
}

/// The value of a type that JSON text stands for. Kinds have to be exactly those of the
/// type: no point in an int, no null, objects alone for maps and structs. Only the first
/// value of the text is read.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_SYNTAX for what is no JSON; PCTY_ERROR_TYPE with the path and the byte of
/// what does not fit; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have;
/// PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// A value as the language prints it: `struct{name: "a"; ports: [80, 443]}`.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_UNSUPPORTED with the path to what is no value of mcl's.
/// NULL: `error` may be.
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

/// The order of two values of one type: -1, 0 or 1. False comes before true, numbers go by
/// size, strings by their bytes, lists element by element and then by length; 0 says that
/// they are one key. NULL: comes first.
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

/// The value under a key of a map; keys are one where `pcty_mcl_value_compare` gives 0, as `0.0`
/// and `-0.0` are. `pcty_value_entry_key_at` gives the keys, `pcty_value_element_at` the elements
/// of lists, `pcty_value_attribute_get` the fields of structs.
///
/// Ownership: lent as long as `map`. NULL: gives NULL, as do other values and a key that the
/// map does not have.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_value_get(
    map: Option<&pcty_value>,
    key: Option<&pcty_value>,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        map.zip(key)
            .and_then(|(map, key)| mcl::map_element(&map.0, &key.0))
            .map_or(ptr::null(), pcty_value::lend)
    })
}
