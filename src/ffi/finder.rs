//! Calls of callbacks that find a text by its name.

use super::base::callback::Owned;
use super::base::error::pcty_error;
use super::base::status::{PCTY_OK, pcty_status};
use super::base::string::{OwnedText, pcty_str, pcty_string};
use super::guard::{answered_or_none, finished};
use super::reentry::during;
use crate::calls::Budget;
use crate::source::Result;
use std::ffi::c_void;
use std::ptr;

/// A callback that finds the text of a path.
pub(crate) type Finder = unsafe extern "C" fn(
    user_data: *mut c_void,
    path: pcty_str,
    out: *mut *mut pcty_string,
    error: *mut *mut pcty_error,
) -> pcty_status;

/// Returns the text that a callback finds, charged to the budget, or `None` if it finds none.
pub(crate) fn found_by(
    finder: Finder,
    given: &Owned,
    path: &str,
    budget: &Budget,
) -> Result<Option<Box<OwnedText>>> {
    called_for_text(budget, |out, error| {
        // SAFETY: the host registered the callback with this data; both outputs are writable.
        unsafe { finder(given.data, pcty_str::borrowed(path), out, error) }
    })
}

/// Calls a callback within the budget of the running operation, and returns the text that it stores,
/// charged to the budget, or `None` if it stores none.
pub(crate) fn called_for_text(
    budget: &Budget,
    callback: impl FnOnce(*mut *mut pcty_string, *mut *mut pcty_error) -> pcty_status,
) -> Result<Option<Box<OwnedText>>> {
    let mut out: *mut pcty_string = ptr::null_mut();
    let called = called(budget, |error| callback(&raw mut out, error));
    // SAFETY: the callback stores NULL or a string that it owns; it is freed if the call failed.
    let found = unsafe { answered_or_none(PCTY_OK, out, ptr::null_mut()) }?;
    called?;
    if let Some(found) = &found {
        budget.hold(found.bytes().len() as u64)?;
    }
    Ok(found)
}

/// Calls a callback within the budget of the running operation, and returns its error.
pub(crate) fn called(
    budget: &Budget,
    callback: impl FnOnce(*mut *mut pcty_error) -> pcty_status,
) -> Result<()> {
    during(budget, || {
        let mut error = ptr::null_mut();
        let status = callback(&raw mut error);
        // SAFETY: the callback stores NULL or an error that it owns.
        unsafe { finished(status, error) }
    })
}
