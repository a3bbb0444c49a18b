//! HCL: type expressions and defaults.
//!
//! A type is written as an expression that is not evaluated. Its optional attributes may have
//! defaults, `optional(number, 80)`: these are put in the place of what a value leaves out,
//! before the value is converted to the type.

use super::error::pcty_error;
use super::findings::sound;
use super::guard::{Handle, handle, make, need, null, peek, quiet, run, unnamed};
use super::hcl_expression::{pcty_hcl_expression, pcty_hcl_syntax, read};
use super::status::pcty_status;
use super::string::pcty_str;
use super::types::pcty_type;
use super::value::pcty_value;
use crate::diagnostic::{Code, Error, Result};
use crate::dialect::hcl::body::Expr;
use crate::dialect::hcl::{Defaults, Mode, TypeExpression};
use std::ptr;
use std::sync::Arc;

/// The defaults inside a type. Never changes; any number of threads may use it at once.
///
/// ```c
/// // The value with its defaults, as one of the type; NULL if it is none.
/// static pcty_value *complete(pcty_str type_text, const pcty_value *given) {
///     pcty_type *type = NULL;
///     pcty_hcl_defaults *defaults = NULL;
///     pcty_value *filled = NULL, *converted = NULL;
///     if (pcty_hcl_type_parse(PCTY_HCL_NATIVE, PCTY_STR("type"), type_text,
///                             PCTY_HCL_TYPE_DEFAULTS, &type, &defaults, NULL) == PCTY_OK &&
///         pcty_hcl_defaults_apply(defaults, given, &filled, NULL) == PCTY_OK) {
///         pcty_value_convert(filled, PCTY_DIALECT_HCL, type, &converted, NULL);
///     }
///     pcty_value_free(filled);
///     pcty_hcl_defaults_free(defaults);
///     pcty_type_free(type);
///     return converted;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_defaults(pub(super) Arc<Defaults>);

handle!(pcty_hcl_defaults, Arc<Defaults>);

/// What a type expression may say.
pub type pcty_hcl_type_mode = u32;

/// An exact type.
pub const PCTY_HCL_TYPE_EXACT: pcty_hcl_type_mode = 1;
/// A type constraint: also `any`, and `optional(T)` for an attribute.
pub const PCTY_HCL_TYPE_CONSTRAINT: pcty_hcl_type_mode = 2;
/// A type constraint whose optional attributes may have defaults, `optional(T, default)`.
pub const PCTY_HCL_TYPE_DEFAULTS: pcty_hcl_type_mode = 3;

fn type_of(expression: &Expr, mode: pcty_hcl_type_mode) -> Result<TypeExpression> {
    let mode = match mode {
        PCTY_HCL_TYPE_EXACT => Mode::Type,
        PCTY_HCL_TYPE_CONSTRAINT => Mode::Constraint,
        PCTY_HCL_TYPE_DEFAULTS => Mode::Defaults,
        other => return Err(unnamed("mode", other)),
    };
    let read = expression.as_type(mode);
    read.map_err(|faults| Error::from_diagnostics(Code::Type, faults))
}

/// Gives out a type and its defaults.
///
/// # Safety
/// `out`, `defaults` and `error` are NULL or writable.
unsafe fn give(
    out: *mut *mut pcty_type,
    defaults: *mut *mut pcty_hcl_defaults,
    error: *mut *mut pcty_error,
    body: impl FnOnce() -> Result<TypeExpression>,
) -> pcty_status {
    // SAFETY: this function has the same contract; both outputs are written last.
    unsafe {
        run(error, || {
            if out.is_null() {
                return Err(null("out"));
            }
            let read = body()?;
            out.write(pcty_type::own(read.ty));
            if !defaults.is_null() {
                let inside = read.defaults.map(Arc::new);
                defaults.write(inside.map_or(ptr::null_mut(), pcty_hcl_defaults::own));
            }
            Ok(())
        })
    }
}

/// The type that an expression says, without evaluating it, and the defaults inside it. In
/// JSON it is a string that holds a type expression of native syntax.
///
/// Ownership: `*out` is the caller's, and so is `*defaults`, which is NULL where there are
/// none.
/// Errors: PCTY_ERROR_TYPE with a diagnostic for each fault.
/// NULL: `defaults` and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_expression_type(
    expression: Option<&pcty_hcl_expression>,
    mode: pcty_hcl_type_mode,
    out: *mut *mut pcty_type,
    defaults: *mut *mut pcty_hcl_defaults,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: pointers keep the header's contract.
    unsafe {
        give(out, defaults, error, || {
            type_of(&need(expression, "expression")?.0, mode)
        })
    }
}

/// The type that a text says, and the defaults inside it. `file` is what diagnostics call
/// the text.
///
/// Ownership: `*out` is the caller's, and so is `*defaults`, which is NULL where there are
/// none.
/// Errors: PCTY_ERROR_SYNTAX for what is no expression and PCTY_ERROR_TYPE for what is no
/// type, with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`.
/// NULL: `defaults` and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_type_parse(
    syntax: pcty_hcl_syntax,
    file: pcty_str,
    source_text: pcty_str,
    mode: pcty_hcl_type_mode,
    out: *mut *mut pcty_type,
    defaults: *mut *mut pcty_hcl_defaults,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: pointers keep the header's contract.
    unsafe {
        give(out, defaults, error, || {
            let (expression, diagnostics) = read(syntax, file, source_text)?;
            type_of(&sound(Code::Syntax, expression, diagnostics)?, mode)
        })
    }
}

/// A value with the defaults in place of attributes that are missing or null. Its type may
/// be another one than before; where it is of another shape than the type of the defaults,
/// nothing is put in, and a conversion to that type tells why.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_LIMIT for what nests too deep.
/// NULL: `defaults` (then there are none, and the value stays as it is) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_defaults_apply(
    defaults: Option<&pcty_hcl_defaults>,
    value: Option<&pcty_value>,
    out: *mut *mut pcty_value,
    error: *mut *mut pcty_error,
) -> pcty_status {
    // SAFETY: pointers keep the header's contract.
    unsafe {
        make(out, error, || {
            let value = &need(value, "value")?.0;
            match defaults {
                Some(defaults) => defaults.0.apply(value),
                None => Ok(value.clone()),
            }
        })
    }
}

/// The type that the defaults are inside of.
///
/// Ownership: lent as long as the defaults. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_defaults_type(defaults: Option<&pcty_hcl_defaults>) -> *const pcty_type {
    peek(ptr::null(), || {
        defaults.map_or(ptr::null(), |defaults| pcty_type::lend(defaults.0.ty()))
    })
}

/// Another handle of the same defaults; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_defaults_clone(
    defaults: Option<&pcty_hcl_defaults>,
) -> *mut pcty_hcl_defaults {
    quiet(ptr::null_mut(), || {
        defaults.map_or(ptr::null_mut(), |defaults| {
            pcty_hcl_defaults::own(defaults.0.clone())
        })
    })
}

/// Frees defaults. NULL: no-op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_defaults_free(defaults: *mut pcty_hcl_defaults) {
    // SAFETY: by the header's contract NULL, or owned by the caller.
    unsafe { pcty_hcl_defaults::release(defaults) }
}
