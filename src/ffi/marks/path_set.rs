//! Path sets: sets of paths.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{Handle, handle, invalid, need, owned, quiet, run_charged, unnamed};
use crate::ffi::reentry::{change, during};
use crate::ffi::types::parts::{PCTY_VISIT_DESCEND, PCTY_VISIT_SKIP, PCTY_VISIT_STOP, pcty_visit};
use crate::source::{Code, Result};
use crate::values::PathSet;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::{Arc, RwLock, TryLockError};

/// A set of paths. One thread at a time while it changes.
///
/// Capsules inside paths call the host back while a set is searched. In these callbacks, a call
/// that changes the set is refused, and so is every call for a set that is being changed: it fails
/// with PCTY_ERROR_INVALID_ARGUMENT or returns its result for NULL. A set that is freed there
/// remains until the calls that use it end.
///
/// ```c
/// static bool was_seen(pcty_path_set *seen, const pcty_path *path) {
///     if (pcty_path_set_contains(seen, path)) {
///         return true;
///     }
///     must(pcty_path_set_insert(seen, path, false, NULL));
///     return false;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_path_set(Shared);

handle!(pcty_path_set, Shared);

/// A set that a callback may use, change or free while a call uses it. No call waits for the lock.
type Shared = Arc<RwLock<PathSet>>;

fn own(set: PathSet) -> *mut pcty_path_set {
    pcty_path_set::own(Arc::new(RwLock::new(set)))
}

/// Called for each path of a set. The path is valid during the call only. PCTY_VISIT_SKIP means the
/// same as PCTY_VISIT_DESCEND.
pub type pcty_path_visitor =
    Option<unsafe extern "C" fn(user_data: *mut c_void, path: *const pcty_path) -> pcty_visit>;

/// Searches a set. Returns `None` if a running call changes it.
fn searched<T>(set: Option<&pcty_path_set>, search: impl FnOnce(&PathSet) -> T) -> Option<T> {
    // A callback may free the handle.
    let set = set?.0.clone();
    match set.try_read() {
        Ok(set) => Some(search(&set)),
        Err(TryLockError::Poisoned(set)) => Some(search(&set.into_inner())),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Changes a set.
///
/// # Errors
/// [`Code::InvalidArgument`] for NULL, and if a running call uses the set.
///
/// # Safety
/// `set` is NULL or valid.
unsafe fn changed<T>(set: *mut pcty_path_set, change: impl FnOnce(&mut PathSet) -> T) -> Result<T> {
    // SAFETY: this function has the same contract; only shared references are made, as a callback
    // may use the handle too.
    let set = need(unsafe { set.as_ref() }, "set")?.0.clone();
    match set.try_write() {
        Ok(mut set) => Ok(change(&mut set)),
        Err(TryLockError::Poisoned(set)) => Ok(change(&mut set.into_inner())),
        Err(TryLockError::WouldBlock) => Err(invalid(
            "`set` is in use by the call that runs this callback",
        )),
    }
}

/// Creates the set without paths.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_new() -> *mut pcty_path_set {
    quiet(ptr::null_mut(), || own(PathSet::new()))
}

/// Creates a set of the same paths.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_clone(set: Option<&pcty_path_set>) -> *mut pcty_path_set {
    quiet(ptr::null_mut(), || {
        searched(set, PathSet::clone).map_or(ptr::null_mut(), own)
    })
}

owned! {
    /// Frees a set of paths.
    fn pcty_path_set_free(set: pcty_path_set);
}

/// Adds a path, and optionally all its prefixes, including the path without steps.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT while a running call uses the set; PCTY_ERROR_LIMIT if the
/// prefixes exceed the budget, and then some of them may have been added.
/// Ownership: changes `set`; the path is copied.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_path_set_insert(
    set: *mut pcty_path_set,
    path: Option<&pcty_path>,
    with_prefixes: bool,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let path = &need(path, "path")?.0;
        let insert = |set: &mut PathSet| {
            if with_prefixes {
                return set.insert_with_prefixes(path, budget);
            }
            set.insert(path.clone());
            Ok(())
        };
        // SAFETY: by the header's contract `set` is NULL or valid.
        unsafe { changed(set, insert) }?
    })
}

/// Removes a path.
///
/// Returns: whether the path was in the set.
/// Ownership: changes `set`.
/// NULL: returns false.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_path_set_remove(
    set: *mut pcty_path_set,
    path: Option<&pcty_path>,
) -> bool {
    quiet(false, || {
        path.is_some_and(|path| {
            // SAFETY: by the header's contract `set` is NULL or valid.
            let removed = || unsafe { changed(set, |set| set.remove(&path.0)) };
            change(removed).unwrap_or(false)
        })
    })
}

/// Returns whether a path is in the set.
///
/// NULL: returns false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_contains(
    set: Option<&pcty_path_set>,
    path: Option<&pcty_path>,
) -> bool {
    quiet(false, || {
        path.is_some_and(|path| searched(set, |set| set.contains(&path.0)) == Some(true))
    })
}

/// Returns the number of paths.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_count(set: Option<&pcty_path_set>) -> usize {
    quiet(0, || searched(set, PathSet::len).unwrap_or(0))
}

/// Returns whether two sets have the same paths.
///
/// NULL: NULL is equal only to NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_equal(
    a: Option<&pcty_path_set>,
    b: Option<&pcty_path_set>,
) -> bool {
    quiet(false, || match (a, b) {
        (Some(_), Some(_)) => searched(a, |a| searched(b, |b| a == b)).flatten() == Some(true),
        (None, None) => true,
        _ => false,
    })
}

fn combined(
    a: Option<&pcty_path_set>,
    b: Option<&pcty_path_set>,
    combine: impl FnOnce(&PathSet, &PathSet) -> PathSet,
) -> *mut pcty_path_set {
    quiet(ptr::null_mut(), || {
        let combined = searched(a, |a| searched(b, |b| combine(a, b)));
        combined.flatten().map_or(ptr::null_mut(), own)
    })
}

/// An operation on two sets of paths.
pub type pcty_path_set_operation = u32;

/// The paths in either set.
pub const PCTY_PATH_SET_UNION: pcty_path_set_operation = 1;
/// The paths in both sets.
pub const PCTY_PATH_SET_INTERSECTION: pcty_path_set_operation = 2;
/// The paths in the first set and not in the second.
pub const PCTY_PATH_SET_DIFFERENCE: pcty_path_set_operation = 3;

/// Combines two sets of paths.
///
/// Returns: NULL for an operation without a constant.
/// NULL: returns NULL if a set is NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_set_combine(
    a: Option<&pcty_path_set>,
    b: Option<&pcty_path_set>,
    operation: pcty_path_set_operation,
) -> *mut pcty_path_set {
    match operation {
        PCTY_PATH_SET_UNION => combined(a, b, PathSet::union),
        PCTY_PATH_SET_INTERSECTION => combined(a, b, PathSet::intersection),
        PCTY_PATH_SET_DIFFERENCE => combined(a, b, PathSet::difference),
        _ => ptr::null_mut(),
    }
}

/// Visits the paths of a set, in no particular order.
///
/// Errors: PCTY_ERROR_MISBEHAVED if a visit returns a number without a constant.
/// Ownership: none is transferred; `user_data` is passed to each visit.
/// NULL: `user_data` and `error` may be NULL.
/// Threads: the visits run on this thread before the function returns. If one changes or frees the
/// set, the remaining visits still receive the paths from before the change.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_path_set_walk(
    set: Option<&pcty_path_set>,
    visit: pcty_path_visitor,
    user_data: *mut c_void,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        // The visits may change or free the set.
        let set = need(set, "set")?;
        let set = searched(Some(set), PathSet::clone)
            .ok_or_else(|| invalid("`set` is being changed by the call that runs this callback"))?;
        let visit = need(visit, "visit")?;
        for path in set.iter() {
            let answer = during(budget, || {
                // SAFETY: the host passed the callback for this data.
                Ok(unsafe { visit(user_data, pcty_path::borrowed(path)) })
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
