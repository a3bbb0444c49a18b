//! Unifications: the common target type of several types.

use super::converter::pcty_converter;
use super::dialect::{pcty_dialect, pcty_safety, rules, safety};
use crate::dialect::Unified;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, handle, make_charged, owned, quiet, refs, write_found};
use crate::ffi::types::constructors::pcty_type;
use crate::source::{Code, Error};
use std::mem::MaybeUninit;

/// A unification: the common type of several types, and the converters to it. Never changes; any
/// number of threads may use it at once.
///
/// ```c
/// static pcty_type *common_type(const pcty_type *a, const pcty_type *b) {
///     const pcty_type *types[2];
///     types[0] = a, types[1] = b;
///     pcty_unification *unified = NULL;
///     pcty_type *common = NULL;
///     if (pcty_type_unify(types, 2, PCTY_DIALECT_HCL, PCTY_SAFETY_UNSAFE, &unified, NULL) ==
///         PCTY_OK) {
///         pcty_unification_data data;
///         pcty_unification_info(unified, &data);
///         common = pcty_type_clone(data.type);
///     }
///     pcty_unification_free(unified);
///     return common;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_unification(Unified);

handle!(pcty_unification, Unified);

/// Finds a common type: every one of the given types converts to it.
///
/// Errors: PCTY_ERROR_CONVERSION if there is none, also for an empty array; PCTY_ERROR_UNSUPPORTED.
/// NULL: `types` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_unify(
    types: *const *const pcty_type,
    count: usize,
    dialect: pcty_dialect,
    safety: pcty_safety,
    out: Option<&mut MaybeUninit<*mut pcty_unification>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `types` has `count` elements.
        let types = unsafe { refs(types, count, "types") }?;
        let safety = self::safety(safety)?;
        rules(dialect)?
            .unify(types, safety, budget)?
            .ok_or_else(|| Error::new(Code::Conversion, "the types have no common type"))
    })
}

/// The data of a unification.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_unification_data {
    /// The common type.
    pub ty: *const pcty_type,
    /// The number of the types that were unified: `pcty_unification_converter_at`.
    pub count: usize,
}

/// Writes the common type of a unification and the number of its types.
///
/// Ownership: the type in `*out` is owned by `unification` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_unification_info(
    unification: Option<&pcty_unification>,
    out: Option<&mut MaybeUninit<pcty_unification_data>>,
) -> bool {
    quiet(false, || {
        let data = unification.map(|unification| pcty_unification_data {
            ty: pcty_type::borrowed(&unification.0.ty),
            count: unification.0.converters.len(),
        });
        write_found(data, out)
    })
}

/// Returns the converter from the type at a position, from 0, to the common type.
///
/// Returns: NULL for a position past the end and for a type whose values need no conversion. In
/// PCL, which also joins types that do not all convert, NULL also for a type that does not convert;
/// `pcty_type_conversion` distinguishes these cases.
/// Ownership: the result is owned by the unification and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_unification_converter_at(
    unification: Option<&pcty_unification>,
    index: usize,
) -> *const pcty_converter {
    quiet(std::ptr::null(), || {
        unification
            .and_then(|unification| unification.0.converters.get(index)?.as_ref())
            .map_or(std::ptr::null(), pcty_converter::borrowed)
    })
}

owned! {
    /// Frees a unification.
    fn pcty_unification_free(unification: pcty_unification);
}
