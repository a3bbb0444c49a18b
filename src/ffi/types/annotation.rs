//! Types: what a host says of them.
//!
//! An annotation is data of the host's that goes with a type: where it was declared, the
//! schema that it came from. Annotations say nothing about values: types that differ in them
//! alone are equal and have one text. What is made of a type by rewriting its parts keeps
//! them; PCL's unification keeps those of both types that it makes one of.

use super::constructors::pcty_type;
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{make, need, quiet};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// The type with one more annotation, behind those that it has.
///
/// Ownership: `*out` is the caller's. `data` is the library's from here on, also on failure:
/// `destroy` releases it exactly once, with the last type that has it.
/// Errors: none but NULL.
/// NULL: `data`, `destroy` (then nothing is released) and `error` may be.
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
        // The whole of it, not its fields, so that it is dropped in any case.
        let data = data;
        Ok(need(ty, "type")?.0.annotated([Arc::new(data) as _]))
    })
}

fn annotations(ty: Option<&pcty_type>) -> impl Iterator<Item = *mut c_void> + '_ {
    let all = ty.map_or(&[][..], |ty| ty.0.annotations());
    all.iter()
        .filter_map(|one| Some(one.downcast_ref::<Owned>()?.data))
}

/// The number of annotations of a type. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_annotation_count(ty: Option<&pcty_type>) -> usize {
    quiet(0, || annotations(ty).count())
}

/// The data of an annotation by its position, from 0.
///
/// Ownership: lent as long as `ty`. NULL: gives NULL, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_annotation_at(ty: Option<&pcty_type>, index: usize) -> *mut c_void {
    quiet(ptr::null_mut(), || {
        annotations(ty).nth(index).unwrap_or(ptr::null_mut())
    })
}
