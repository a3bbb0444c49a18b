//! Values: visiting and rewriting their parts.
//!
//! Both enter marked values, and treat nulls and unknowns as values without parts. A path leads
//! from the value to the visited part.

use super::value::pcty_value;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, answered_or_none, make_charged, need, run_charged, unnamed};
use crate::ffi::reentry::during;
use crate::ffi::types::parts::{PCTY_VISIT_DESCEND, PCTY_VISIT_SKIP, PCTY_VISIT_STOP, pcty_visit};
use crate::source::{Code, Path, PathStep};
use crate::types::Visit;
use std::ffi::c_void;
use std::mem::MaybeUninit;

/// Called for a value and each of its parts, from the outside in. The path and the part are valid
/// during the call only.
pub type pcty_value_visitor = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: *const pcty_path,
        part: *const pcty_value,
    ) -> pcty_visit,
>;

/// Called for each part of a value and then for the value itself, each with its parts already
/// rewritten. The path and the part are valid during the call only.
///
/// On success the callback returns PCTY_OK. It either stores a value in `*out`, which the library
/// then owns and which replaces the part, or leaves `*out` unchanged to keep the part. On failure
/// it returns another status and may store an error in `*error`, which the library then owns.
pub type pcty_value_rewriter = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: *const pcty_path,
        part: *const pcty_value,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

fn path_to(steps: &[PathStep]) -> Path {
    steps.iter().cloned().collect()
}

/// Visits a value and its parts, each with the path to it: depth first and in order.
///
/// Errors: PCTY_ERROR_MISBEHAVED if a visit returns a number without a constant.
/// Ownership: none is transferred; `user_data` is passed to each visit.
/// NULL: `user_data` and `error` may be NULL.
/// Threads: the visits run on this thread before the function returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_walk(
    value: Option<&pcty_value>,
    visit: pcty_value_visitor,
    user_data: *mut c_void,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        // A callback may free the value.
        let value = need(value, "value")?.0.clone();
        let visit = need(visit, "visit")?;
        value.walk(&mut |steps, part| {
            budget.charge(1 + steps.len() as u64)?;
            let path = path_to(steps);
            let answer = during(budget, || {
                // SAFETY: the host passed the callback for this data.
                Ok(unsafe {
                    visit(
                        user_data,
                        pcty_path::borrowed(&path),
                        pcty_value::borrowed(part),
                    )
                })
            })?;
            match answer {
                PCTY_VISIT_DESCEND => Ok(Visit::Into),
                PCTY_VISIT_SKIP => Ok(Visit::Over),
                PCTY_VISIT_STOP => Ok(Visit::Stop),
                other => Err(unnamed("visit", other).with_code(Code::Misbehaved)),
            }
        })
    })
}

/// Returns a value whose parts a callback has rewritten, from the inside out. Containers take the
/// types of their new parts; unchanged parts keep their types. The marks of a part remain on it
/// unless the callback replaces the part.
///
/// Errors: the errors of the callback; PCTY_ERROR_TYPE and PCTY_ERROR_LIMIT for parts that do not
/// form a container.
/// Ownership: the caller owns `*out`; `user_data` is passed to each call.
/// NULL: `user_data` and `error` may be NULL.
/// Threads: the calls run on this thread before the function returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_transform(
    value: Option<&pcty_value>,
    rewrite: pcty_value_rewriter,
    user_data: *mut c_void,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // A callback may free the value.
        let value = need(value, "value")?.0.clone();
        let rewrite = need(rewrite, "rewrite")?;
        crate::calls::cost::remake_value(&value, budget)?;
        value.transform(&mut |steps, part| {
            budget.charge(1 + steps.len() as u64)?;
            let path = path_to(steps);
            let rewritten = during(budget, || {
                let mut out = std::ptr::null_mut();
                let mut error = std::ptr::null_mut();
                let (path, borrowed) = (pcty_path::borrowed(&path), pcty_value::borrowed(&part));
                // SAFETY: the host passed the callback for this data.
                let status =
                    unsafe { rewrite(user_data, path, borrowed, &raw mut out, &raw mut error) };
                // SAFETY: the outputs of the callback are NULL or owned.
                unsafe { answered_or_none(status, out, error) }
            })?;
            Ok(rewritten.map_or(part, |rewritten| *rewritten))
        })
    })
}
