//! Puppet: iterations, of what a type gives.
//!
//! A range of integers gives its integers in ascending order, an early descending one the
//! other way; an Enum gives its strings.

use crate::dialect::puppet::{TypeValues, iterate};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, handle, make, need, quiet, release};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::values::Value;
use std::mem::MaybeUninit;
use std::ptr;

/// What a type still has to give, at both ends. Values are made as they are asked for. One
/// thread at a time.
///
/// ```c
/// static size_t count_of(const pcty_type *type) {
///     pcty_puppet_iteration *values = NULL;
///     size_t count = 0;
///     if (pcty_puppet_iteration_new(type, &values, NULL) == PCTY_OK) {
///         pcty_value *value;
///         while ((value = pcty_puppet_iteration_next(values)) != NULL) {
///             pcty_value_free(value);
///             count++;
///         }
///     }
///     pcty_puppet_iteration_free(values);
///     return count;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_puppet_iteration(TypeValues);

handle!(pcty_puppet_iteration, TypeValues);

/// Begins to iterate a type.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_UNSUPPORTED for a type that gives nothing, and for a range of integers
/// without a smallest or a largest.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_iteration_new(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_puppet_iteration>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || iterate(&need(ty, "type")?.0))
}

/// An iteration of its own that has come equally far.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
/// Threads: `iteration` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_iteration_clone(
    iteration: Option<&pcty_puppet_iteration>,
) -> *mut pcty_puppet_iteration {
    quiet(ptr::null_mut(), || {
        iteration.map_or(ptr::null_mut(), |iteration| {
            pcty_puppet_iteration::own(iteration.0.clone())
        })
    })
}

/// Frees an iteration. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_iteration_free(iteration: Option<Box<pcty_puppet_iteration>>) {
    release(iteration)
}

fn taken(
    iteration: Option<&mut pcty_puppet_iteration>,
    take: impl FnOnce(&mut TypeValues) -> Option<Value>,
) -> *mut pcty_value {
    iteration
        .and_then(|iteration| take(&mut iteration.0))
        .map_or(ptr::null_mut(), pcty_value::own)
}

/// The next value from the front.
///
/// Ownership: the result is the caller's. NULL: gives NULL, as does an iteration at its end.
/// Threads: `iteration` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_iteration_next(
    iteration: Option<&mut pcty_puppet_iteration>,
) -> *mut pcty_value {
    quiet(ptr::null_mut(), || taken(iteration, Iterator::next))
}

/// The next value from the back, as `reverse_each` goes.
///
/// Ownership: the result is the caller's. NULL: gives NULL, as does an iteration at its end.
/// Threads: `iteration` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_iteration_next_back(
    iteration: Option<&mut pcty_puppet_iteration>,
) -> *mut pcty_value {
    quiet(ptr::null_mut(), || {
        taken(iteration, DoubleEndedIterator::next_back)
    })
}
