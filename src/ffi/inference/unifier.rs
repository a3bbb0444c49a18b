//! Unifiers: what variables stand for, if types are to be equal.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, handle, make, need, quiet, release, run};
use crate::ffi::types::constructors::pcty_type;
use crate::inference::{Clash, Unifier};
use crate::source::{Code, Error};
use std::mem::MaybeUninit;
use std::ptr;

/// Equations between types with variables, and their most general solution. One thread at
/// a time.
///
/// ```c
/// static pcty_type *what_a_list_holds(const pcty_type *list) {
///     pcty_infer_unifier *unifier = pcty_infer_unifier_new();
///     pcty_type *element = pcty_infer_unifier_fresh(unifier), *wanted = NULL, *found = NULL;
///     if (pcty_type_list(element, &wanted, NULL) == PCTY_OK &&
///         pcty_infer_unifier_unify(unifier, wanted, list, NULL) == PCTY_OK) {
///         must(pcty_infer_unifier_resolve(unifier, element, &found, NULL));
///     }
///     pcty_type_free(wanted);
///     pcty_type_free(element);
///     pcty_infer_unifier_free(unifier);
///     return found;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_unifier(Unifier);

handle!(pcty_infer_unifier, Unifier);

/// A unifier without equations.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_unifier_new() -> *mut pcty_infer_unifier {
    quiet(ptr::null_mut(), || pcty_infer_unifier::own(Unifier::new()))
}

/// Frees a unifier. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_unifier_free(unifier: Option<Box<pcty_infer_unifier>>) {
    release(unifier)
}

/// A variable that no one has yet.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_unifier_fresh(
    unifier: Option<&mut pcty_infer_unifier>,
) -> *mut pcty_type {
    quiet(ptr::null_mut(), || {
        unifier.map_or(ptr::null_mut(), |unifier| pcty_type::own(unifier.0.fresh()))
    })
}

/// A copy of a type with fresh variables in place of its own, one for each.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but those of NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_unifier_instantiate(
    unifier: Option<&mut pcty_infer_unifier>,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let unifier = &mut need(unifier, "unifier")?.0;
        Ok(unifier.instantiate(&need(ty, "type")?.0))
    })
}

/// Makes two types equal: their variables, and those of types before, take the most general
/// types that do so. Where that cannot be, nothing changes.
///
/// Ownership: nothing is given.
/// Errors: PCTY_ERROR_TYPE where they cannot be equal, with the two parts that clash as the
/// wanted and the found type.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_unifier_unify(
    unifier: Option<&mut pcty_infer_unifier>,
    left: Option<&pcty_type>,
    right: Option<&pcty_type>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let unifier = &mut need(unifier, "unifier")?.0;
        let (left, right) = (&need(left, "left")?.0, &need(right, "right")?.0);
        unifier.unify(left, right).map_err(|clash| refused(&clash))
    })
}

/// A type with what its variables stand for in their place.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_LIMIT for a type that would be too deep or too large.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_unifier_resolve(
    unifier: Option<&mut pcty_infer_unifier>,
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let unifier = &mut need(unifier, "unifier")?.0;
        Ok(unifier.resolve(&need(ty, "type")?.0)?)
    })
}

fn refused(clash: &Clash) -> Error {
    Error::new(Code::Type, clash.to_string())
        .with_wanted(&clash.left)
        .with_found(&clash.right)
}
