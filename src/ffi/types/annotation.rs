//! Types: annotations of the host.
//!
//! An annotation is data that the host attaches to a type, such as the position of its declaration
//! or the source schema. Annotations do not affect values: types that differ only in them are equal
//! and have the same text. A type made from another by rewriting its parts keeps the annotations;
//! PCL's unification of two types keeps those of both.

use super::constructors::pcty_type;
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{make, need, quiet};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// Returns the type with one more annotation, after the existing ones.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
/// Ownership: the caller owns `*out`. `data` is owned by the library from this call on, also on
/// failure: `destroy` releases it exactly once, with the last type that has it.
/// NULL: `data`, `destroy` (then the data is not released) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_type_annotate(
    ty: Option<&pcty_type>,
    data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let data = Owned::new(data, destroy);
    make(out, error, move || {
        // The closure captures the whole struct, not its fields, so that it is dropped in any case.
        let data = data;
        Ok(need(ty, "type")?.0.annotated([Arc::new(data) as _]))
    })
}

fn annotations(ty: Option<&pcty_type>) -> impl Iterator<Item = *mut c_void> + '_ {
    let all = ty.map_or(&[][..], |ty| ty.0.annotations());
    all.iter()
        .filter_map(|one| Some(one.downcast_ref::<Owned>()?.data))
}

/// Returns the number of annotations of a type.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_annotation_count(ty: Option<&pcty_type>) -> usize {
    quiet(0, || annotations(ty).count())
}

/// Returns the data of an annotation by its position, from 0.
///
/// Returns: NULL for a position past the end.
/// Ownership: the result is owned by `ty` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_annotation_at(ty: Option<&pcty_type>, index: usize) -> *mut c_void {
    quiet(ptr::null_mut(), || {
        annotations(ty).nth(index).unwrap_or(ptr::null_mut())
    })
}
