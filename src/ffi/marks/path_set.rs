//! Path sets.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, handle, need, quiet, release, run, run_charged, unnamed};
use crate::ffi::reentry::{change, during};
use crate::ffi::types::parts::{PCTY_VISIT_DESCEND, PCTY_VISIT_SKIP, PCTY_VISIT_STOP, pcty_visit};
use crate::source::Code;
use crate::values::PathSet;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// A set of paths. One thread at a time while it changes.
///
/// ```c
/// static bool was_seen(pcty_path_set *seen, const pcty_path *path) {
///     if (pcty_path_set_contains(seen, path)) {
///         return true;
///     }
///     must(pcty_path_set_insert(seen, path, NULL));
///     return false;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_path_set(PathSet);

handle!(pcty_path_set, PathSet);

/// Called for each path of a set. The path is lent for the call. PCTY_VISIT_SKIP means the
/// same as PCTY_VISIT_DESCEND.
pub type pcty_path_visitor =
    Option<unsafe extern "C" fn(user_data: *mut c_void, path: *const pcty_path) -> pcty_visit>;

/// The set without paths.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_new() -> *mut pcty_path_set {
    quiet(ptr::null_mut(), || pcty_path_set::own(PathSet::new()))
}

/// A set of the same paths.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_clone(set: Option<&pcty_path_set>) -> *mut pcty_path_set {
    quiet(ptr::null_mut(), || {
        set.map_or(ptr::null_mut(), |set| pcty_path_set::own(set.0.clone()))
    })
}

/// Frees a set of paths. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_free(set: Option<Box<pcty_path_set>>) {
    release(set)
}

/// Adds a path.
///
/// Ownership: changes `set`; the path is copied.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_insert(
    set: Option<&mut pcty_path_set>,
    path: Option<&pcty_path>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need(set, "set")?.0.insert(need(path, "path")?.0.clone());
        Ok(())
    })
}

/// Adds a path and every path on the way to it, the one without steps included.
///
/// Ownership: changes `set`; the path is copied.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_insert_with_prefixes(
    set: Option<&mut pcty_path_set>,
    path: Option<&pcty_path>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need(set, "set")?
            .0
            .insert_with_prefixes(&need(path, "path")?.0);
        Ok(())
    })
}

/// Removes a path, and whether it was there. NULL: gives false.
///
/// Ownership: changes `set`.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_remove(
    set: Option<&mut pcty_path_set>,
    path: Option<&pcty_path>,
) -> bool {
    quiet(false, || {
        set.zip(path)
            .is_some_and(|(set, path)| change(|| set.0.remove(&path.0)))
    })
}

/// Whether a path is in the set. NULL: gives false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_contains(
    set: Option<&pcty_path_set>,
    path: Option<&pcty_path>,
) -> bool {
    quiet(false, || {
        set.zip(path)
            .is_some_and(|(set, path)| set.0.contains(&path.0))
    })
}

/// The number of paths. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_count(set: Option<&pcty_path_set>) -> usize {
    quiet(0, || set.map_or(0, |set| set.0.len()))
}

/// Whether two sets have the same paths. NULL: equals NULL alone.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_equal(
    a: Option<&pcty_path_set>,
    b: Option<&pcty_path_set>,
) -> bool {
    quiet(false, || a.map(|a| &a.0) == b.map(|b| &b.0))
}

fn combined(
    a: Option<&pcty_path_set>,
    b: Option<&pcty_path_set>,
    combine: impl FnOnce(&PathSet, &PathSet) -> PathSet,
) -> *mut pcty_path_set {
    quiet(ptr::null_mut(), || match a.zip(b) {
        Some((a, b)) => pcty_path_set::own(combine(&a.0, &b.0)),
        None => ptr::null_mut(),
    })
}

/// The paths in either set.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_union(
    a: Option<&pcty_path_set>,
    b: Option<&pcty_path_set>,
) -> *mut pcty_path_set {
    combined(a, b, PathSet::union)
}

/// The paths in both sets.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_intersection(
    a: Option<&pcty_path_set>,
    b: Option<&pcty_path_set>,
) -> *mut pcty_path_set {
    combined(a, b, PathSet::intersection)
}

/// The paths in the first set and not in the second.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_difference(
    a: Option<&pcty_path_set>,
    b: Option<&pcty_path_set>,
) -> *mut pcty_path_set {
    combined(a, b, PathSet::difference)
}

/// Visits the paths of a set, in no particular order.
///
/// Ownership: nothing changes hands; `user_data` goes to each visit.
/// Errors: PCTY_ERROR_MISBEHAVED for a visit's answer without a constant.
/// NULL: `user_data` and `error` may be.
/// Threads: the visits run on this thread before the function returns. If one changes or frees the
/// set, the others still get the paths that the set had before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_path_set_walk(
    set: Option<&pcty_path_set>,
    visit: pcty_path_visitor,
    user_data: *mut c_void,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        // The visits may change or free the set.
        let set = need(set, "set")?.0.clone();
        let visit = need(visit, "visit")?;
        for path in set.iter() {
            let answer = during(budget, || {
                // SAFETY: the host gave the callback for this data.
                Ok(unsafe { visit(user_data, pcty_path::lend(path)) })
            })?;
            match answer {
                PCTY_VISIT_DESCEND | PCTY_VISIT_SKIP => {}
                PCTY_VISIT_STOP => break,
                other => return Err(unnamed("visit", other).with_code(Code::Misbehaved)),
            }
        }
        Ok(())
    })
}
