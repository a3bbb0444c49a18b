//! PCL: the type that steps into a value lead to.
//!
//! The type is known before there is a value. A step that fails is a diagnostic and leads to
//! `dynamic`, and the traversal continues from there. A step into a promise or an output leads to a
//! promise or an output. A step into a union applies to each member that has it.

use crate::calls::Budget;
use crate::dialect::pcl::{self, Splat, TypeStep};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::diagnosed::make_diagnosed;
use crate::ffi::guard::{need, text, unnamed, versioned_slice};
use crate::ffi::reentry::calling;
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Diagnostic, Result};
use crate::types::Type;
use std::mem::MaybeUninit;

/// The kind of a step.
pub type pcty_pcl_step_kind = u32;

/// To an attribute: `.name`.
pub const PCTY_PCL_STEP_ATTRIBUTE: pcty_pcl_step_kind = 1;
/// To the element at a key or position: `[key]`. Of an unknown key only the type is used.
pub const PCTY_PCL_STEP_INDEX: pcty_pcl_step_kind = 2;
/// To each element: `[*]`. The steps after it apply to each element, and the result is a list. A
/// value that is not a collection is its only element.
pub const PCTY_PCL_STEP_SPLAT: pcty_pcl_step_kind = 3;

/// A step into a value whose type is known. Start from PCTY_PCL_STEP_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_pcl_step {
    /// The size of this struct; the same in each element of an array.
    pub struct_size: u32,
    /// The kind of the step.
    pub kind: pcty_pcl_step_kind,
    /// The name, for PCTY_PCL_STEP_ATTRIBUTE.
    pub name: pcty_str,
    /// The key, for PCTY_PCL_STEP_INDEX: a string, number, integer or bool, a null, or an unknown
    /// value. It is ignored for other kinds.
    pub key: *const pcty_value,
}

/// # Safety
/// `steps` is NULL or points to `count` steps that keep the header's contract.
unsafe fn traversed(
    ty: Option<&pcty_type>,
    steps: *const pcty_pcl_step,
    count: usize,
    budget: &Budget,
) -> Result<(Type, Vec<Diagnostic>)> {
    let mut ty = need(ty, "type")?.0.clone();
    let mut diagnostics = Vec::new();
    // The splats that the current step is inside of, from the outermost to the innermost.
    let mut around = Vec::new();
    // SAFETY: this function has the same contract.
    for given in unsafe { versioned_slice(steps, count, "steps") }? {
        // SAFETY: each step keeps the header's contract.
        let key = || need(unsafe { given.key.as_ref() }, "steps->key");
        let step = match given.kind {
            PCTY_PCL_STEP_ATTRIBUTE => TypeStep::Attr(text(&given.name, "steps->name")?.into()),
            PCTY_PCL_STEP_INDEX => TypeStep::of_key(&key()?.0),
            PCTY_PCL_STEP_SPLAT => {
                let splat = Splat::new(&ty, budget)?;
                ty = splat.element().clone();
                around.push(splat);
                continue;
            }
            other => return Err(unnamed("steps->kind", other)),
        };
        let next = pcl::traverse(&ty, &step, budget)?;
        ty = next.ty;
        diagnostics.extend(next.diagnostics);
    }
    while let Some(splat) = around.pop() {
        ty = splat.of_each(ty)?;
    }
    Ok((ty, diagnostics))
}

/// Writes the type that steps lead to, applied one after the other. The diagnostics have no
/// positions.
///
/// Returns: the type; with `diagnostics`, `dynamic` after a step that fails.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, and for a kind
/// of step that is not one of the constants; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out` and `*diagnostics`, and still owns the keys.
/// NULL: `steps` (if `count` is 0), `diagnostics` and `error` may be NULL. `*diagnostics` is NULL
/// if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_type_traverse(
    ty: Option<&pcty_type>,
    steps: *const pcty_pcl_step,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        calling(|budget| {
            // SAFETY: by the header's contract `steps` has `count` elements.
            let (ty, diagnostics) = unsafe { traversed(ty, steps, count, budget) }?;
            mode.settle(Code::Diagnostics, ty, diagnostics)
        })
    })
}
