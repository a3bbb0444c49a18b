//! The guard around the body of every export.
//!
//! Each export runs its body in one of [`run`], [`make`], [`answer`] or [`quiet`]. These catch
//! panics (`panics`), check that outputs are not NULL before any work is done, write outputs only
//! on success, and turn an error into its status. The variants named `_charged` pass the budget of
//! the thread. An output is an `Option<&mut MaybeUninit<T>>`: a pointer that may be NULL and need
//! not be initialized. A handle to be freed is an `Option<Box<H>>`. This is sound by the contract
//! of the header: a pointer is NULL or valid as its function requires.

use super::base::handles::pcty_error;
use super::base::status::{PCTY_OK, code_of, pcty_status, status_of};
use super::panics::caught;
use super::reentry::{calling, change, is_bounded};
use crate::calls::Budget;
use crate::source::{Code, Error, Result};
use std::mem::MaybeUninit;
use std::ptr;

pub(crate) use super::arguments::{
    Handle, buffer, changed, clones, copied, handle, invalid, need, need_pointer, null, owned,
    refs, sized, slice, unnamed, versioned, versioned_slice,
};
pub(crate) use super::base::text::{text, texts};
pub(crate) use super::panics::quiet;

/// Drops an owned handle and its content, whose destructor may be a callback of the host.
pub(crate) fn release<H: Handle>(handle: Option<Box<H>>) {
    quiet((), || drop(handle));
}

/// Returns another handle of the same content, or NULL for NULL.
#[inline]
pub(crate) fn cloned<H: Handle<Inner: Clone>>(handle: Option<&H>) -> *mut H {
    quiet(ptr::null_mut(), || {
        handle.map_or(ptr::null_mut(), |handle| H::own(handle.inner().clone()))
    })
}

/// The output of an export; `None` for NULL.
pub(crate) type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

/// The error output of an export; `None` for NULL.
pub(crate) type OutError<'a> = Out<'a, *mut pcty_error>;

/// Runs the body of an export that can fail and has no outputs, or writes them as its last step.
/// Callbacks that release data removed by the body run after it.
#[inline]
pub(crate) fn run(error: OutError<'_>, body: impl FnOnce() -> Result<()>) -> pcty_status {
    match caught(|| change(body).err()) {
        None => PCTY_OK,
        Some(failure) => refuse(error, failure),
    }
}

/// Runs the body of an export that makes a handle.
#[inline]
pub(crate) fn make<H: Handle>(
    out: Out<'_, *mut H>,
    error: OutError<'_>,
    body: impl FnOnce() -> Result<H::Inner>,
) -> pcty_status {
    answer(out, error, || body().map(H::own))
}

/// Runs the body of an export that writes one output.
#[inline]
pub(crate) fn answer<T>(
    out: Out<'_, T>,
    error: OutError<'_>,
    body: impl FnOnce() -> Result<T>,
) -> pcty_status {
    let Some(out) = out else {
        return refuse(error, null("out"));
    };
    // Written inside of the closure, which saves a move of the result.
    let written = || match body() {
        Ok(made) => {
            out.write(made);
            None
        }
        Err(failure) => Some(failure),
    };
    match caught(written) {
        None => PCTY_OK,
        Some(failure) => refuse(error, failure),
    }
}

/// Runs the body of an export that makes a handle, within the budget of this thread.
#[inline]
pub(crate) fn make_charged<H: Handle>(
    out: Out<'_, *mut H>,
    error: OutError<'_>,
    body: impl FnOnce(&Budget) -> Result<H::Inner>,
) -> pcty_status {
    make(out, error, || calling(body))
}

/// Runs the body of an export that writes one output, within the budget of this thread.
#[inline]
pub(crate) fn answer_charged<T>(
    out: Out<'_, T>,
    error: OutError<'_>,
    body: impl FnOnce(&Budget) -> Result<T>,
) -> pcty_status {
    answer(out, error, || calling(body))
}

/// Writes the result of a charged export if a quick check of a few fields is sufficient, and
/// returns whether it was. The check needs no budget. If the thread is inside of a budget, which
/// may be exceeded, the quick check is skipped. The rest of the export is a separate function, so
/// that the quick check does not allocate its stack frame.
#[inline]
pub(crate) fn answered_quickly<T>(out: &mut Out<'_, T>, quick: impl FnOnce() -> Option<T>) -> bool {
    if let Some(out) = out
        && !is_bounded()
        && let Some(told) = quiet(None, quick)
    {
        out.write(told);
        return true;
    }
    false
}

/// Runs the body of an export that has no outputs, within the budget of this thread.
#[inline]
pub(crate) fn run_charged(
    error: OutError<'_>,
    body: impl FnOnce(&Budget) -> Result<()>,
) -> pcty_status {
    run(error, || calling(body))
}

/// Writes a result if there is one and an output for it; returns whether there is one.
pub(crate) fn write_found<T>(found: Option<T>, out: Out<'_, T>) -> bool {
    let is_found = found.is_some();
    if let (Some(found), Some(out)) = (found, out) {
        out.write(found);
    }
    is_found
}

/// Writes an error and returns its status.
#[cold]
fn refuse(error: OutError<'_>, failure: Error) -> pcty_status {
    let status = status_of(failure.code());
    if let Some(error) = error {
        error.write(pcty_error::own(failure));
    }
    status
}

/// Returns the result of a callback: a handle, or an error. An output that does not belong to the
/// status is freed.
///
/// # Safety
/// `out` and `error` are NULL or owned handles.
#[inline]
pub(crate) unsafe fn answered<H: Handle>(
    status: pcty_status,
    out: *mut H,
    error: *mut pcty_error,
) -> Result<Box<H::Inner>> {
    // SAFETY: this function has the same contract.
    match unsafe { answered_or_none(status, out, error) }? {
        Some(made) => Ok(made),
        None => Err(without_result()),
    }
}

/// Returns the result of a callback that may succeed without a handle. An output that does not
/// belong to the status is freed.
///
/// # Safety
/// `out` and `error` are NULL or owned handles.
#[inline]
pub(crate) unsafe fn answered_or_none<H: Handle>(
    status: pcty_status,
    out: *mut H,
    error: *mut pcty_error,
) -> Result<Option<Box<H::Inner>>> {
    // SAFETY: not NULL, so owned by this function's contract; a handle is its `Inner` in memory.
    let made = (!out.is_null()).then(|| unsafe { Box::from_raw(out.cast::<H::Inner>()) });
    // SAFETY: this function has the same contract. The handle of a failed call is dropped.
    unsafe { finished(status, error) }.map(|()| made)
}

/// Returns the result of a callback without an output. An error that does not belong to the status
/// is freed.
///
/// # Safety
/// `error` is NULL or an owned handle.
#[inline]
pub(crate) unsafe fn finished(status: pcty_status, error: *mut pcty_error) -> Result<()> {
    if status == PCTY_OK && error.is_null() {
        return Ok(());
    }
    // SAFETY: this function has the same contract.
    unsafe { failed(status, error) }
}

/// Returns the error of a callback that must return a handle and returned none.
#[cold]
pub(crate) fn without_result() -> Error {
    Error::new(
        Code::Misbehaved,
        "the callback returned PCTY_OK without a result",
    )
}

/// # Safety
/// `error` is NULL or an owned handle.
#[cold]
unsafe fn failed(status: pcty_status, error: *mut pcty_error) -> Result<()> {
    // SAFETY: not NULL, so owned by this function's contract.
    let error = (!error.is_null()).then(|| *unsafe { Box::from_raw(error.cast::<Error>()) });
    if status == PCTY_OK {
        return Ok(());
    }
    Err(error.unwrap_or_else(|| match code_of(status) {
        Some(code) => Error::new(code, "the callback failed without an error"),
        None => Error::new(
            Code::Misbehaved,
            format!("the callback returned the unknown status {status}"),
        ),
    }))
}

/// Runs the body of an export that fills a struct of the caller with a size member; the body
/// receives the size that the caller set.
///
/// # Safety
/// `out` is NULL or points to a struct that begins with its `u32` size and has this size.
pub(crate) unsafe fn fill<T>(
    out: *mut T,
    error: OutError<'_>,
    body: impl FnOnce(u32) -> Result<T>,
) -> pcty_status {
    run(error, || {
        if out.is_null() {
            return Err(null("out"));
        }
        // SAFETY: not NULL, so by this function's contract it begins with the size.
        let struct_size = unsafe { out.cast::<u32>().read() };
        sized(struct_size, size_of::<T>(), "out")?;
        let made = body(struct_size)?;
        // SAFETY: the struct has at least our size and belongs to the caller.
        unsafe { out.write(made) };
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::Limits;
    use crate::ffi::base::status::{PCTY_ERROR_INTERNAL, PCTY_ERROR_INVALID_ARGUMENT};
    use crate::ffi::reentry::{BudgetState, enter, leave};
    use std::cell::Cell;
    use std::rc::Rc;
    use std::sync::Arc;

    fn failed(body: impl FnOnce() -> Result<u32>) -> (pcty_status, String, u32) {
        let mut out = MaybeUninit::new(7);
        let mut error = MaybeUninit::new(ptr::null_mut::<pcty_error>());
        let status = answer(Some(&mut out), Some(&mut error), body);
        // SAFETY: the output was a number before; a failed call stores an error that the caller
        // owns.
        let (out, error) = unsafe { (out.assume_init(), Box::from_raw(error.assume_init())) };
        (status, error.0.message().to_owned(), out)
    }

    #[test]
    fn a_panic_becomes_an_internal_error() {
        let (status, message, out) = failed(|| panic!("number {}", 3));
        assert_eq!(status, PCTY_ERROR_INTERNAL);
        assert_eq!(message, "internal error: number 3");
        assert_eq!(out, 7);
        assert_eq!(
            failed(|| std::panic::panic_any(3)).1,
            "internal error: no message"
        );
        assert_eq!(quiet(5, || panic!()), 5);
    }

    #[test]
    fn a_panic_of_a_destructor_is_caught() {
        struct Destroyed(Rc<Cell<bool>>);

        impl Drop for Destroyed {
            fn drop(&mut self) {
                self.0.set(true);
                panic!("not printed by the C library");
            }
        }

        handle!(Destroyed, Destroyed);
        let ran = Rc::new(Cell::new(false));
        release(Some(Box::new(Destroyed(ran.clone()))));
        assert!(ran.get());
    }

    #[test]
    fn a_limited_budget_has_no_quick_answer() {
        let mut out = MaybeUninit::new(7);
        let mut told = |quick| answered_quickly(&mut Some(&mut out), || quick);
        assert!(told(Some(3)) && !told(None));
        let budget_state = Arc::new(BudgetState::new(Limits::STANDARD));
        enter(budget_state.clone()).unwrap();
        assert!(!told(Some(4)));
        leave(&budget_state).unwrap();
        assert!(!answered_quickly(&mut None, || Some(5)));
        // SAFETY: the output was a number before.
        assert_eq!(unsafe { out.assume_init() }, 3);
    }

    #[test]
    fn outputs_are_checked_before_any_work() {
        let mut error = MaybeUninit::new(ptr::null_mut::<pcty_error>());
        let status = answer::<u32>(None, Some(&mut error), || unreachable!());
        assert_eq!(status, PCTY_ERROR_INVALID_ARGUMENT);
        // SAFETY: a failed call stores an error that the caller owns.
        drop(unsafe { Box::from_raw(error.assume_init()) });
    }
}
