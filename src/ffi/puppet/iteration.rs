//! Puppet: iteration over the values of a type.
//!
//! A range of integers is iterated in ascending order. In the early mode, a descending range is
//! iterated in descending order. An Enum is iterated over its strings, and an alias as its
//! definition.

use crate::dialect::puppet::{TypeValues, iterate};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, handle, make, need, owned, quiet};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use std::mem::MaybeUninit;
use std::ptr;

/// The remaining values of a type, which can be taken from both ends. Values are created on request.
/// One thread at a time.
///
/// ```c
/// static size_t count_of(const pcty_type *type) {
///     pcty_puppet_iteration *values = NULL;
///     size_t count = 0;
///     if (pcty_puppet_iteration_new(type, &values, NULL) == PCTY_OK) {
///         pcty_value *value;
///         while ((value = pcty_puppet_iteration_next(values, PCTY_PUPPET_FRONT)) != NULL) {
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

/// Starts an iteration over a type.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for a type that cannot be iterated, and for a range of integers
/// without a lower or an upper bound.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_iteration_new(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_puppet_iteration>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || iterate(&need(ty, "type")?.0))
}

/// Returns an independent iteration at the same position.
///
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

owned! {
    /// Frees an iteration.
    fn pcty_puppet_iteration_free(iteration: pcty_puppet_iteration);
}

/// An end of an iteration.
pub type pcty_puppet_end = u32;

/// The first of the remaining values.
pub const PCTY_PUPPET_FRONT: pcty_puppet_end = 1;
/// The last of the remaining values, in the order of `reverse_each`.
pub const PCTY_PUPPET_BACK: pcty_puppet_end = 2;

/// Returns the next value from an end of the iteration.
///
/// Returns: NULL at the end of the iteration, and for an end without a constant.
/// NULL: returns NULL.
/// Threads: `iteration` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_iteration_next(
    iteration: Option<&mut pcty_puppet_iteration>,
    end: pcty_puppet_end,
) -> *mut pcty_value {
    quiet(ptr::null_mut(), || {
        let values = iteration.map(|iteration| &mut iteration.0);
        let value = values.and_then(|values| match end {
            PCTY_PUPPET_FRONT => values.next(),
            PCTY_PUPPET_BACK => values.next_back(),
            _ => None,
        });
        value.map_or(ptr::null_mut(), pcty_value::own)
    })
}
