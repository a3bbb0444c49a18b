//! HCL: type expressions and defaults.
//!
//! A type is written as an expression that is not evaluated. Its optional attributes may have
//! defaults: `optional(number, 80)`. Defaults replace missing parts of a value before the value is
//! converted to the type. They are read from type expressions, or built from the innermost type
//! outward.

use super::expression::{pcty_hcl_expression, pcty_hcl_syntax, read};
use crate::calls::{Budget, HeldBytes, cost};
use crate::dialect::hcl::eval::Expr;
use crate::dialect::hcl::{Children, Defaults, TypeExpression, TypeNotation};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::diagnosed::sound;
use crate::ffi::guard::{
    Handle, Out, OutError, handle, invalid, make, make_charged, need, null, owned, quiet, run,
    slice, text, unnamed, write_found,
};
use crate::ffi::reentry::calling;
use crate::ffi::types::constructors::{pcty_type, strs};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Position, Result};
use std::collections::BTreeMap;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// The defaults inside a type. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Returns the value with its defaults, converted to the type, or NULL if that fails.
/// static pcty_value *complete(pcty_str type_text, const pcty_value *given) {
///     pcty_type *type = NULL;
///     pcty_hcl_defaults *defaults = NULL;
///     pcty_value *filled = NULL, *converted = NULL;
///     if (pcty_hcl_type_parse(type_text, PCTY_STR("type"), PCTY_HCL_NATIVE,
///                             PCTY_HCL_TYPE_DEFAULTS, &type, &defaults, NULL) == PCTY_OK &&
///         pcty_hcl_defaults_apply(defaults, given, &filled, NULL) == PCTY_OK) {
///         must(pcty_value_convert(filled, type, PCTY_DIALECT_HCL, &converted, NULL));
///     }
///     pcty_value_free(filled);
///     pcty_hcl_defaults_free(defaults);
///     pcty_type_free(type);
///     return converted;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_defaults(pub(crate) Arc<Defaults>);

handle!(pcty_hcl_defaults, Arc<Defaults>);

/// The defaults of an attribute of an object.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_attribute_defaults {
    /// The value that replaces a missing one; NULL if there is none.
    pub value: *const pcty_value,
    /// The defaults inside the attribute's type; NULL if there are none.
    pub inside: *const pcty_hcl_defaults,
}

/// The notation that a type expression may use.
pub type pcty_hcl_type_mode = u32;

/// An exact type.
pub const PCTY_HCL_TYPE_EXACT: pcty_hcl_type_mode = 1;
/// A type constraint: an exact type that may also contain `any`, and `optional(T)` for an
/// attribute.
pub const PCTY_HCL_TYPE_CONSTRAINT: pcty_hcl_type_mode = 2;
/// A type constraint whose optional attributes may have defaults, `optional(T, default)`.
pub const PCTY_HCL_TYPE_DEFAULTS: pcty_hcl_type_mode = 3;

fn type_of(expression: &Expr, mode: pcty_hcl_type_mode, budget: &Budget) -> Result<TypeExpression> {
    let mode = match mode {
        PCTY_HCL_TYPE_EXACT => TypeNotation::Exact,
        PCTY_HCL_TYPE_CONSTRAINT => TypeNotation::Constraint,
        PCTY_HCL_TYPE_DEFAULTS => TypeNotation::Defaults,
        other => return Err(unnamed("mode", other)),
    };
    let read = expression.as_type_within(mode, budget);
    read.map_err(|faults| Error::from_diagnostics(Code::Type, faults))
}

/// Writes a type and its defaults to the outputs.
fn give(
    out: Out<'_, *mut pcty_type>,
    defaults: Out<'_, *mut pcty_hcl_defaults>,
    error: OutError<'_>,
    body: impl FnOnce(&Budget) -> Result<TypeExpression>,
) -> pcty_status {
    run(error, || {
        let out = need(out, "out")?;
        let read = calling(body)?;
        out.write(pcty_type::own(read.ty));
        if let Some(defaults) = defaults {
            let inside = read.defaults;
            defaults.write(inside.map_or(ptr::null_mut(), pcty_hcl_defaults::own));
        }
        Ok(())
    })
}

/// Reads an expression as a type, without evaluating it, and the defaults inside the type. In JSON
/// the expression is a string that holds a type expression in native syntax.
///
/// Errors: PCTY_ERROR_TYPE with all diagnostics.
/// Ownership: the caller owns `*out` and `*defaults`.
/// NULL: `defaults` and `error` may be NULL. `*defaults` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_type(
    expression: Option<&pcty_hcl_expression>,
    mode: pcty_hcl_type_mode,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    defaults: Option<&mut MaybeUninit<*mut pcty_hcl_defaults>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    give(out, defaults, error, |budget| {
        type_of(&need(expression, "expression")?.0, mode, budget)
    })
}

/// Parses a text as a type, and the defaults inside the type. `file` is the name of the text in
/// diagnostics.
///
/// Errors: PCTY_ERROR_SYNTAX for a text that is not an expression, and PCTY_ERROR_TYPE for an
/// expression that is not a type, with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`.
/// Ownership: the caller owns `*out` and `*defaults`.
/// NULL: `defaults` and `error` may be NULL. `*defaults` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_type_parse(
    source_text: pcty_str,
    file: pcty_str,
    syntax: pcty_hcl_syntax,
    mode: pcty_hcl_type_mode,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    defaults: Option<&mut MaybeUninit<*mut pcty_hcl_defaults>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    give(out, defaults, error, |budget| {
        let (read, _held) = HeldBytes::of(budget, || {
            read(syntax, &file, &source_text, Position::START, budget)
        });
        let (expression, diagnostics) = read?;
        type_of(&sound(Code::Syntax, expression, diagnostics)?, mode, budget)
    })
}

/// Creates the defaults inside an object type. For each name, `values` has the default value of the
/// attribute, and `inside` has the defaults inside the attribute's type; each may be NULL. A value
/// should be of the attribute's type. If a name occurs twice, its last value applies.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that is not an
/// attribute, and for defaults whose type is not the attribute's type.
/// Ownership: the caller owns `*out`, and still owns types, values and defaults.
/// NULL: `names` (if `count` is 0), `values`, `inside` (each if there are none) and `error` may be
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_defaults_object(
    ty: Option<&pcty_type>,
    names: *const pcty_str,
    values: *const *const pcty_value,
    inside: *const *const pcty_hcl_defaults,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_defaults>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let ty = &need(ty, "type")?.0;
        // SAFETY: by the header's contract `names` has `count` elements.
        let names = unsafe { strs(names, count, "names") }?;
        // SAFETY: by the header's contract `values` has `count` elements.
        let values = unsafe { maybe_all(values, count, "values") }?;
        // SAFETY: by the header's contract `inside` has `count` elements.
        let inside = unsafe { maybe_all(inside, count, "inside") }?;
        let values = names.iter().cloned().zip(values);
        let values = values.filter_map(|(name, value)| Some((name, value?)));
        let children = names.iter().cloned().zip(inside);
        let children = children.filter_map(|(name, inside)| Some((name, inside?)));
        let children = Children::Attributes(children.collect());
        Defaults::new(ty.clone(), values.collect(), children).map(Arc::new)
    })
}

/// Creates the defaults inside the types of elements. For a tuple type, `inside` has the defaults
/// of the first `count` elements. For a list, set or map type, `count` is 1, and `inside` has the
/// defaults of every element.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for defaults whose type is not the element's type, and for a
/// `count` other than 1 if the type is not a tuple.
/// Ownership: the caller owns `*out`, and still owns the type and the defaults.
/// NULL: `inside` (if `count` is 0) and `error` may be NULL. The defaults of an element of a tuple
/// may be NULL, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_defaults_elements(
    ty: Option<&pcty_type>,
    inside: *const *const pcty_hcl_defaults,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_defaults>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let ty = &need(ty, "type")?.0;
        if inside.is_null() && count > 0 {
            return Err(null("inside"));
        }
        // SAFETY: by the header's contract `inside` has `count` elements.
        let mut all = unsafe { maybe_all(inside, count, "inside") }?;
        let children = if ty.is_collection() {
            if count != 1 {
                return Err(invalid(
                    "`inside` must have one element for a collection type",
                ));
            }
            Children::Element(all.next().flatten().ok_or_else(|| null("inside"))?)
        } else {
            let each = all
                .enumerate()
                .filter_map(|(at, inside)| Some((at, inside?)));
            Children::Positions(each.collect())
        };
        Defaults::new(ty.clone(), BTreeMap::new(), children).map(Arc::new)
    })
}

/// Returns the inner values of an array of handles, with `None` for a NULL handle. A NULL array is
/// empty.
///
/// # Safety
/// `data` is NULL or points to `count` pointers, each NULL or a valid handle, that outlive `'a`.
unsafe fn maybe_all<'a, H: Handle<Inner: Clone> + 'a>(
    data: *const *const H,
    count: usize,
    name: &str,
) -> Result<impl Iterator<Item = Option<H::Inner>> + use<'a, H>> {
    let count = if data.is_null() { 0 } else { count };
    // SAFETY: this function has the same contract.
    let handles: &'a [*const H] = unsafe { slice(data, count, name) }?;
    // SAFETY: each is NULL or valid, and is its `Inner` in memory.
    let inner = |&handle: &*const H| unsafe { handle.cast::<H::Inner>().as_ref() }.cloned();
    Ok(handles.iter().map(inner))
}

/// Creates a copy of a value in which defaults replace attributes that are missing or null. The
/// type of the result may differ from the type of the value. If the value does not match the type
/// of the defaults, no default is applied; a conversion to that type reports the reason.
///
/// Errors: PCTY_ERROR_LIMIT if the value is nested too deep.
/// NULL: `defaults` (the value is unchanged) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_defaults_apply(
    defaults: Option<&pcty_hcl_defaults>,
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = &need(value, "value")?.0;
        cost::remake_value(value, budget)?;
        match defaults {
            Some(defaults) => defaults.0.apply_within(value, budget),
            None => Ok(value.clone()),
        }
    })
}

/// Returns the type that the defaults belong to.
///
/// Ownership: owned by `defaults` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_defaults_type(defaults: Option<&pcty_hcl_defaults>) -> *const pcty_type {
    quiet(ptr::null(), || {
        defaults.map_or(ptr::null(), |defaults| pcty_type::borrowed(defaults.0.ty()))
    })
}

fn borrowed(inside: Option<&Arc<Defaults>>) -> *const pcty_hcl_defaults {
    inside.map_or(ptr::null(), pcty_hcl_defaults::borrowed)
}

/// Writes the defaults of an attribute of an object.
///
/// Returns: whether the attribute has any.
/// Ownership: the pointers in `*out` are owned by `defaults` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_defaults_attribute_get(
    defaults: Option<&pcty_hcl_defaults>,
    name: pcty_str,
    out: Option<&mut MaybeUninit<pcty_hcl_attribute_defaults>>,
) -> bool {
    quiet(false, || {
        let both = defaults.zip(text(&name, "name").ok());
        let found = both.and_then(|(pcty_hcl_defaults(defaults), name)| {
            let value = defaults.values().get(name);
            let inside = match defaults.children() {
                Children::Attributes(parts) => parts.get(name),
                _ => None,
            };
            let has_any = value.is_some() || inside.is_some();
            has_any.then(|| pcty_hcl_attribute_defaults {
                value: value.map_or(ptr::null(), pcty_value::borrowed),
                inside: borrowed(inside),
            })
        });
        write_found(found, out)
    })
}

/// Returns the defaults inside the type of an element. For a tuple, `index` is the position of the
/// element, from 0. For a list, set or map, the defaults are the same at every position.
///
/// Ownership: owned by `defaults` and valid while it lives.
/// NULL: returns NULL. Also returns NULL for a position without defaults.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_defaults_element_at(
    defaults: Option<&pcty_hcl_defaults>,
    index: usize,
) -> *const pcty_hcl_defaults {
    quiet(ptr::null(), || {
        borrowed(defaults.and_then(|defaults| match defaults.0.children() {
            Children::Positions(parts) => parts.get(&index),
            Children::Element(inside) => Some(inside),
            _ => None,
        }))
    })
}

owned! {
    /// Returns a new handle of the same defaults. Only a reference count changes.
    fn pcty_hcl_defaults_clone(defaults: &pcty_hcl_defaults);
    /// Frees defaults.
    fn pcty_hcl_defaults_free(defaults: pcty_hcl_defaults);
}
