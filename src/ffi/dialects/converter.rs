//! Converters: conversion of values from one type to another.
//!
//! Marks are preserved at every level; unknowns remain unknown, and nulls remain null. A missing
//! optional attribute becomes null. The type any in the target is replaced by the type of the value
//! at that position. To convert many values of one type, one converter is the fastest way.

use super::dialect::{pcty_dialect, pcty_safety, rules, safety};
use crate::dialect::Converter;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, handle, make_charged, need, owned, quiet, write_found};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error};
use std::mem::MaybeUninit;

/// A conversion from one type to another, compiled once. Never changes; any number of
/// threads may use it at once.
///
/// ```c
/// static pcty_value *number_of(const pcty_value *text) {
///     pcty_converter *converter = NULL;
///     pcty_value *number = NULL;
///     if (pcty_converter_new(pcty_type_string(), pcty_type_number(), PCTY_DIALECT_HCL,
///                            PCTY_SAFETY_UNSAFE, &converter, NULL) == PCTY_OK) {
///         must(pcty_converter_apply(converter, text, &number, NULL));
///     }
///     pcty_converter_free(converter);
///     return number;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_converter(pub(crate) Converter);

handle!(pcty_converter, Converter);

/// All errors of a value, each with its path. Never changes; any number of threads may use it at
/// once.
///
/// ```c
/// static size_t report(const pcty_value *value, const pcty_type *wanted) {
///     pcty_error_list *faults = NULL;
///     if (pcty_value_check(value, wanted, PCTY_DIALECT_HCL, &faults, NULL) != PCTY_OK) {
///         return 0;
///     }
///     size_t count = pcty_error_list_count(faults);
///     for (size_t i = 0; i < count; i++) {
///         const pcty_error *fault = pcty_error_list_at(faults, i);
///         pcty_string *line = pcty_error_format(fault, PCTY_NOTATION_LINE);
///         puts(pcty_string_cstr(line));
///         pcty_string_free(line);
///     }
///     pcty_error_list_free(faults);
///     return count;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_error_list(Vec<Error>);

handle!(pcty_error_list, Vec<Error>);

/// Creates the conversion between two types.
///
/// Errors: PCTY_ERROR_CONVERSION if there is none of this safety, with the reason, the expected and
/// the found type; PCTY_ERROR_UNSUPPORTED.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_converter_new(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    dialect: pcty_dialect,
    safety: pcty_safety,
    out: Option<&mut MaybeUninit<*mut pcty_converter>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let (source, target) = (&need(source, "source")?.0, &need(target, "target")?.0);
        let safety = self::safety(safety)?;
        let rules = rules(dialect)?;
        if let Some(converter) = rules.converter(source, target, safety, budget)? {
            return Ok(converter);
        }
        Err(match rules.explain(source, target, budget)? {
            Some(why) => why,
            None => {
                let names = (source.friendly_name(), target.friendly_name());
                let why = format!("not every {} converts to {}", names.0, names.1);
                Error::new(Code::Conversion, why)
                    .with_expected(target)
                    .with_found(source)
            }
        })
    })
}

owned! {
    /// Creates another handle of the same converter; only a reference is counted.
    fn pcty_converter_clone(converter: &pcty_converter);
    /// Frees a converter.
    fn pcty_converter_free(converter: pcty_converter);
}

/// The data of a converter.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_converter_data {
    /// The type of the values that the converter takes.
    pub source: *const pcty_type,
    /// The target type passed to `pcty_converter_new`. A result's own type has no optional
    /// attributes, and an exact type in place of the type any.
    pub target: *const pcty_type,
}

/// Writes the two types of a converter.
///
/// Ownership: the types in `*out` are owned by `converter` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_converter_info(
    converter: Option<&pcty_converter>,
    out: Option<&mut MaybeUninit<pcty_converter_data>>,
) -> bool {
    quiet(false, || {
        let data = converter.map(|converter| pcty_converter_data {
            source: pcty_type::borrowed(converter.0.source()),
            target: pcty_type::borrowed(converter.0.target()),
        });
        write_found(data, out)
    })
}

/// Converts a value of the type that the converter takes, or a null or unknown of the type any.
///
/// Errors: PCTY_ERROR_CONVERSION with the path to the part that does not convert; PCTY_ERROR_TYPE
/// for a value of another type.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_converter_apply(
    converter: Option<&pcty_converter>,
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let converter = &need(converter, "converter")?.0;
        converter.apply(&need(value, "value")?.0, budget)
    })
}

/// Converts a value to a type, by any existing conversion, safe or not.
///
/// Errors: PCTY_ERROR_CONVERSION with the path to the part that does not convert, or with the
/// expected and the found type if no value converts; PCTY_ERROR_UNSUPPORTED.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_convert(
    value: Option<&pcty_value>,
    target: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let (value, target) = (need(value, "value")?, need(target, "target")?);
        rules(dialect)?.convert(&value.0, &target.0, budget)
    })
}

/// Returns every reason why a value does not convert to a type, in the order of its parts; an empty
/// list if it converts. At most 1000.
///
/// Errors: PCTY_ERROR_UNSUPPORTED.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_check(
    value: Option<&pcty_value>,
    target: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_error_list>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let (value, target) = (need(value, "value")?, need(target, "target")?);
        rules(dialect)?.check(&value.0, &target.0, budget)
    })
}

/// Returns the number of errors.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_list_count(list: Option<&pcty_error_list>) -> usize {
    quiet(0, || list.map_or(0, |list| list.0.len()))
}

/// Returns an error by its position, from 0.
///
/// Returns: NULL for a position past the end.
/// Ownership: the result is owned by the list and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_list_at(
    list: Option<&pcty_error_list>,
    index: usize,
) -> *const pcty_error {
    quiet(std::ptr::null(), || {
        list.and_then(|list| list.0.get(index))
            .map_or(std::ptr::null(), pcty_error::borrowed)
    })
}

owned! {
    /// Frees a list with its errors.
    fn pcty_error_list_free(list: pcty_error_list);
}
