//! Unifiers: the types of variables that make types equal.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, handle, make, need, owned, quiet, run};
use crate::ffi::types::constructors::pcty_type;
use crate::inference::{Mismatch, Unifier};
use crate::source::{Code, Error};
use std::mem::MaybeUninit;
use std::ptr;

/// Equations between types with variables, and their most general solution. One thread at a time.
///
/// ```c
/// static pcty_type *what_a_list_holds(const pcty_type *list) {
///     pcty_infer_unifier *unifier = pcty_infer_unifier_new();
///     pcty_type *element = pcty_infer_unifier_fresh(unifier), *wanted = NULL, *found = NULL;
///     if (pcty_type_list(element, NULL, &wanted, NULL) == PCTY_OK &&
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

/// Creates a unifier without equations.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_unifier_new() -> *mut pcty_infer_unifier {
    quiet(ptr::null_mut(), || pcty_infer_unifier::own(Unifier::new()))
}

owned! {
    /// Frees a unifier.
    fn pcty_infer_unifier_free(unifier: pcty_infer_unifier);
}

/// Returns a new variable that is not used anywhere.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_unifier_fresh(
    unifier: Option<&mut pcty_infer_unifier>,
) -> *mut pcty_type {
    quiet(ptr::null_mut(), || {
        unifier.map_or(ptr::null_mut(), |unifier| pcty_type::own(unifier.0.fresh()))
    })
}

/// Returns a copy of a type in which each variable is replaced by a new one.
///
/// Errors: none except for NULL.
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

/// Makes two types equal by the most general substitution of their variables and of the variables
/// of earlier calls. If this is not possible, nothing changes.
///
/// Errors: PCTY_ERROR_TYPE if they cannot be equal, with the two conflicting parts as the expected
/// and the found type.
/// Ownership: changes `unifier`; the types remain owned by the caller.
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
        unifier
            .unify(left, right)
            .map_err(|mismatch| refused(&mismatch))
    })
}

/// Returns a type in which all variables are replaced by their current types.
///
/// Errors: PCTY_ERROR_LIMIT for a type that would be too deep or too large.
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

fn refused(mismatch: &Mismatch) -> Error {
    Error::new(Code::Type, mismatch.to_string())
        .with_expected(&mismatch.left)
        .with_found(&mismatch.right)
}
