//! What stands between C and Rust at every export?
//!
//! One of [`run`], [`make`], [`answer`], [`quiet`] or [`peek`]: it catches panics, checks
//! the outputs for NULL before any work is done, writes them only on success and
//! turns an error into its status. What may take long is `_charged` to the budget of the thread. Outputs come in as `Option<&mut MaybeUninit<T>>`, which
//! is a pointer that may be NULL and need not point to anything yet; handles to be freed
//! as `Option<Box<H>>`. The contract that makes this sound, and the few unsafe parts, is
//! the header's: a pointer is NULL or valid for what its function says.

use super::base::error::pcty_error;
use super::base::status::{PCTY_OK, code_of, pcty_status, status_of};
use super::base::string::pcty_str;
use super::reentry::calling;
use crate::calls::Budget;
use crate::source::{Code, Error, Result};
use std::any::Any;
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// A handle of the C ABI and what it stands for.
///
/// # Safety
/// The handle is a transparent wrapper of `Inner`, so that a pointer to the one
/// is a pointer to the other.
pub(crate) unsafe trait Handle: Sized {
    /// What the handle stands for.
    type Inner;

    /// An owned handle: the caller of the library has to free it.
    fn own(inner: Self::Inner) -> *mut Self {
        Box::into_raw(Box::new(inner)).cast()
    }

    /// A lent handle, valid as long as `inner` stays where it is.
    fn lend(inner: &Self::Inner) -> *const Self {
        std::ptr::from_ref(inner).cast()
    }
}

/// Drops an owned handle, and with it what it stands for. Its destructor may be the host's.
pub(crate) fn release<H: Handle>(handle: Option<Box<H>>) {
    peek((), || drop(handle));
}

/// Declares a handle: a transparent wrapper that cbindgen takes for opaque.
macro_rules! handle {
    ($handle:ident, $inner:ty) => {
        // SAFETY: the struct is declared transparent over the same type.
        unsafe impl $crate::ffi::guard::Handle for $handle {
            type Inner = $inner;
        }
    };
}
pub(crate) use handle;

/// Where an export writes what it makes; none for NULL.
pub(crate) type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

/// Where an export puts its error; none for NULL.
pub(crate) type OutError<'a> = Out<'a, *mut pcty_error>;

/// Runs the body of an export that can fail and has no outputs, or writes them
/// itself as its last act.
#[inline]
pub(crate) fn run(error: OutError<'_>, body: impl FnOnce() -> Result<()>) -> pcty_status {
    match caught(|| body().err()) {
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
    // Written inside, so that what is made does not pass through one more hand.
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

/// Runs the body of an export that makes a handle, out of the budget that this thread has for it.
#[inline]
pub(crate) fn make_charged<H: Handle>(
    out: Out<'_, *mut H>,
    error: OutError<'_>,
    body: impl FnOnce(&Budget) -> Result<H::Inner>,
) -> pcty_status {
    make(out, error, || calling(body))
}

/// Runs the body of an export that writes one output, out of the budget that this thread has for
/// it.
#[inline]
pub(crate) fn answer_charged<T>(
    out: Out<'_, T>,
    error: OutError<'_>,
    body: impl FnOnce(&Budget) -> Result<T>,
) -> pcty_status {
    answer(out, error, || calling(body))
}

/// Runs the body of an export that has no outputs, out of the budget that this thread has for it.
#[inline]
pub(crate) fn run_charged(
    error: OutError<'_>,
    body: impl FnOnce(&Budget) -> Result<()>,
) -> pcty_status {
    run(error, || calling(body))
}

/// Writes what was found, if anything was and it is wanted; answers whether it was found.
pub(crate) fn write_found<T>(found: Option<T>, out: Out<'_, T>) -> bool {
    let is_found = found.is_some();
    if let (Some(found), Some(out)) = (found, out) {
        out.write(found);
    }
    is_found
}

/// Runs the body of an export that cannot fail; `fallback` is the answer should
/// it panic all the same.
#[inline]
pub(crate) fn quiet<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    let inside = Inside::enter();
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    drop(inside);
    result.unwrap_or(fallback)
}

/// Runs the body of an export that only reads a field or makes a scalar. Such
/// calls cost a nanosecond or two, which noting them for the panic hook would
/// double.
#[inline]
pub(crate) fn peek<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// Gives out an error and returns its status.
#[cold]
fn refuse(error: OutError<'_>, failure: Error) -> pcty_status {
    let status = status_of(failure.code());
    if let Some(error) = error {
        error.write(pcty_error::own(failure));
    }
    status
}

/// Runs a body that says how it failed; a panic is an internal error.
#[inline]
fn caught(body: impl FnOnce() -> Option<Error>) -> Option<Error> {
    let inside = Inside::enter();
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    drop(inside);
    result.unwrap_or_else(|payload| Some(internal(&*payload)))
}

#[cold]
fn internal(payload: &(dyn Any + Send)) -> Error {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    Error::new(Code::Internal, format!("internal error: {text}"))
}

/// What a callback answers: a handle, or an error.
///
/// # Safety
/// On PCTY_OK `out`, else `error`, is NULL or an owned handle.
#[inline]
pub(crate) unsafe fn answered<H: Handle>(
    status: pcty_status,
    out: *mut H,
    error: *mut pcty_error,
) -> Result<Box<H::Inner>> {
    if status == PCTY_OK && !out.is_null() {
        // SAFETY: not NULL, so owned by this function's contract.
        return Ok(unsafe { Box::from_raw(out.cast()) });
    }
    // SAFETY: this function has the same contract.
    Err(unsafe { failed(status, error) })
}

/// # Safety
/// Unless `status` is PCTY_OK, `error` is NULL or an owned handle.
#[cold]
pub(crate) unsafe fn failed(status: pcty_status, error: *mut pcty_error) -> Error {
    if status == PCTY_OK {
        return Error::new(Code::Misbehaved, "the callback succeeded without a result");
    }
    if !error.is_null() {
        // SAFETY: not NULL, so owned by this function's contract.
        return *unsafe { Box::from_raw(error.cast::<Error>()) };
    }
    match code_of(status) {
        Some(code) => Error::new(code, "the callback failed without saying why"),
        None => Error::new(
            Code::Misbehaved,
            format!("the callback returned the status {status}, which has no constant"),
        ),
    }
}

thread_local! {
    /// How many exports are running on this thread.
    static EXPORTS: Cell<u32> = const { Cell::new(0) };
}

/// While one lives, a panic of its thread prints nothing: the error carries the
/// message.
struct Inside;

impl Inside {
    fn enter() -> Inside {
        static HOOK: Once = Once::new();
        // A host of Rust may come here first while it unwinds, when hooks cannot change.
        if !HOOK.is_completed() && !std::thread::panicking() {
            HOOK.call_once(|| {
                let previous = panic::take_hook();
                panic::set_hook(Box::new(move |info| {
                    if EXPORTS.try_with(Cell::get).unwrap_or(0) == 0 {
                        previous(info);
                    }
                }));
            });
        }
        let _ = EXPORTS.try_with(|running| running.set(running.get() + 1));
        Inside
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let _ = EXPORTS.try_with(|running| running.set(running.get() - 1));
    }
}

/// The error for a pointer that may not be NULL.
#[cold]
pub(crate) fn null(name: &str) -> Error {
    invalid(format!("`{name}` is NULL"))
}

/// The error for an argument that no call may have.
#[cold]
pub(crate) fn invalid(message: impl Into<String>) -> Error {
    Error::new(Code::InvalidArgument, message)
}

/// The error for a number that no constant of its enumeration has.
#[cold]
pub(crate) fn unnamed(name: &str, number: u32) -> Error {
    invalid(format!("`{name}` has no constant for {number}"))
}

/// An argument that may not be NULL.
#[inline]
pub(crate) fn need<T>(argument: Option<T>, name: &str) -> Result<T> {
    argument.ok_or_else(|| null(name))
}

/// An array of plain data.
///
/// # Safety
/// `data` is NULL or points to `count` elements that outlive `'a`.
pub(crate) unsafe fn slice<'a, T>(data: *const T, count: usize, name: &str) -> Result<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(null(name));
    }
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        return Err(impossible(name));
    }
    // SAFETY: not NULL, so by this function's contract there are `count` elements;
    // the length in bytes has just been bounded.
    Ok(unsafe { std::slice::from_raw_parts(data, count) })
}

/// A buffer of the caller's that is to be filled.
///
/// # Safety
/// `data` is NULL or points to `count` bytes that nobody else has and that outlive `'a`; they
/// need not be initialised.
pub(crate) unsafe fn buffer<'a>(
    data: *mut u8,
    count: usize,
    name: &str,
) -> Result<&'a mut [MaybeUninit<u8>]> {
    if data.is_null() {
        return Err(null(name));
    }
    if count > isize::MAX as usize {
        return Err(impossible(name));
    }
    // SAFETY: not NULL, so by this function's contract there are `count` bytes, whose number has
    // just been bounded.
    Ok(unsafe { std::slice::from_raw_parts_mut(data.cast(), count) })
}

/// The error for an array that no memory holds.
#[cold]
pub(crate) fn impossible(name: &str) -> Error {
    invalid(format!("`{name}` has an impossible length"))
}

/// An array of handles, cloned into what they stand for.
///
/// # Safety
/// `data` is NULL or points to `count` pointers, each NULL or a valid handle.
pub(crate) unsafe fn clones<H: Handle>(
    data: *const *const H,
    count: usize,
    name: &str,
) -> Result<Vec<H::Inner>>
where
    H::Inner: Clone,
{
    // SAFETY: this function has the same contract.
    let handles = unsafe { slice(data, count, name) }?;
    let mut parts = Vec::with_capacity(count);
    for (at, &handle) in handles.iter().enumerate() {
        // SAFETY: each handle is NULL or valid, and is its `Inner` in memory.
        match unsafe { handle.cast::<H::Inner>().as_ref() } {
            Some(inner) => parts.push(inner.clone()),
            None => return Err(null(&format!("{name}[{at}]"))),
        }
    }
    Ok(parts)
}

/// An array of handles as references to what they stand for, without a copy.
///
/// # Safety
/// `data` is NULL or points to `count` pointers, each NULL or a valid handle, that
/// outlive `'a`.
#[inline]
pub(crate) unsafe fn refs<'a, H: Handle>(
    data: *const *const H,
    count: usize,
    name: &str,
) -> Result<&'a [&'a H::Inner]> {
    // SAFETY: this function has the same contract.
    let handles = unsafe { slice(data, count, name) }?;
    if let Some(at) = handles.iter().position(|handle| handle.is_null()) {
        return Err(null(&format!("{name}[{at}]")));
    }
    // SAFETY: a handle is its `Inner` in memory, none is NULL, and so each is valid.
    Ok(unsafe { std::slice::from_raw_parts(handles.as_ptr().cast(), count) })
}

/// Refuses a handle that may not be NULL.
pub(crate) fn need_pointer<H>(handle: *const H, name: &str) -> Result<()> {
    match handle.is_null() {
        true => Err(null(name)),
        false => Ok(()),
    }
}

/// What a handle stands for, copied: of an argument that the handle which the call changes may
/// have lent, so that nothing refers to it any more when that is changed.
///
/// # Safety
/// `handle` is NULL or valid.
pub(crate) unsafe fn copied<H: Handle>(handle: *const H, name: &str) -> Result<H::Inner>
where
    H::Inner: Clone,
{
    // SAFETY: this function has the same contract, and a handle is its `Inner` in memory.
    match unsafe { handle.cast::<H::Inner>().as_ref() } {
        Some(inner) => Ok(inner.clone()),
        None => Err(null(name)),
    }
}

/// Changes what a handle stands for.
///
/// # Safety
/// `handle` is NULL or valid and in use nowhere else, and nothing that `change` has refers to
/// what it stands for.
pub(crate) unsafe fn changed<H: Handle, T>(
    handle: *mut H,
    name: &str,
    change: impl FnOnce(&mut H::Inner) -> T,
) -> Result<T> {
    // SAFETY: this function has the same contract, and a handle is its `Inner` in memory.
    match unsafe { handle.cast::<H::Inner>().as_mut() } {
        Some(inner) => Ok(change(inner)),
        None => Err(null(name)),
    }
}

/// Text from C.
#[inline]
pub(crate) fn text<'a>(text: &'a pcty_str, name: &str) -> Result<&'a str> {
    let bytes = text.bytes(name)?;
    std::str::from_utf8(bytes).map_err(|fault| {
        Error::new(Code::InvalidUtf8, format!("`{name}` is not valid UTF-8"))
            .with_offset(fault.valid_up_to())
    })
}

/// An array of texts, each lent.
///
/// # Safety
/// `data` is NULL or points to `count` valid texts that outlive `'a`.
pub(crate) unsafe fn texts<'a>(
    data: *const pcty_str,
    count: usize,
    name: &str,
) -> Result<Vec<&'a str>> {
    // SAFETY: this function has the same contract.
    let given = unsafe { slice(data, count, name) }?;
    let each =
        |(at, each): (usize, &'a pcty_str)| text(each, name).map_err(|error| error.in_index(at));
    given.iter().enumerate().map(each).collect()
}

/// A struct that may grow, from the caller: it is read only once the size that it says is
/// known to be enough.
///
/// # Safety
/// `data` is NULL or points to a struct that begins with its `u32` size, and is as large
/// as that says and outlives `'a`.
pub(crate) unsafe fn versioned<'a, T>(data: *const T, name: &str) -> Result<&'a T> {
    if data.is_null() {
        return Err(null(name));
    }
    // SAFETY: not NULL, so by this function's contract the size stands there.
    let struct_size = unsafe { data.cast::<u32>().read() };
    sized(struct_size, size_of::<T>(), name)?;
    // SAFETY: the struct is as large as ours at least.
    Ok(unsafe { &*data })
}

/// Runs the body of an export that fills the caller's struct that may grow; the body is
/// told the size that the caller gave to it.
///
/// # Safety
/// `out` is NULL or points to a struct that begins with its `u32` size, and is as large as
/// that says.
pub(crate) unsafe fn fill<T>(
    out: *mut T,
    error: OutError<'_>,
    body: impl FnOnce(u32) -> Result<T>,
) -> pcty_status {
    run(error, || {
        if out.is_null() {
            return Err(null("out"));
        }
        // SAFETY: not NULL, so by this function's contract the size stands there.
        let struct_size = unsafe { out.cast::<u32>().read() };
        sized(struct_size, size_of::<T>(), "out")?;
        let made = body(struct_size)?;
        // SAFETY: the struct is as large as ours at least, and the caller's.
        unsafe { out.write(made) };
        Ok(())
    })
}

/// Checks the size that the caller gave to a struct: at least the size of its
/// first version. What a newer caller's struct has beyond ours is not read.
pub(crate) fn sized(struct_size: u32, least: usize, name: &str) -> Result<()> {
    if (struct_size as usize) < least {
        return Err(invalid(format!(
            "`{name}->struct_size` is {struct_size}, which no version has"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::base::status::{PCTY_ERROR_INTERNAL, PCTY_ERROR_INVALID_ARGUMENT};
    use std::ptr;

    fn failed(body: impl FnOnce() -> Result<u32>) -> (pcty_status, String, u32) {
        let mut out = MaybeUninit::new(7);
        let mut error = MaybeUninit::new(ptr::null_mut::<pcty_error>());
        let status = answer(Some(&mut out), Some(&mut error), body);
        // SAFETY: the one was a number before; a call that fails gives an error of the
        // caller's own.
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
        assert_eq!(EXPORTS.get(), 0);
    }

    #[test]
    fn outputs_are_checked_before_any_work() {
        let mut error = MaybeUninit::new(ptr::null_mut::<pcty_error>());
        let status = answer::<u32>(None, Some(&mut error), || unreachable!());
        assert_eq!(status, PCTY_ERROR_INVALID_ARGUMENT);
        // SAFETY: a call that fails gives an error of the caller's own.
        drop(unsafe { Box::from_raw(error.assume_init()) });
    }

    #[test]
    fn a_depth_counts_nested_exports() {
        let (status, _, _) = failed(|| {
            assert_eq!(EXPORTS.get(), 1);
            failed(|| {
                assert_eq!(EXPORTS.get(), 2);
                Err(invalid("x"))
            });
            assert_eq!(EXPORTS.get(), 1);
            Err(invalid("y"))
        });
        assert_eq!(status, PCTY_ERROR_INVALID_ARGUMENT);
    }

    #[test]
    fn impossible_arrays_are_refused() {
        let one = [1u64];
        // SAFETY: the length is refused before anything is read.
        assert!(unsafe { slice(one.as_ptr(), usize::MAX / 8, "one") }.is_err());
        // SAFETY: NULL is allowed.
        assert!(unsafe { slice::<u64>(ptr::null(), 1, "none") }.is_err());
        // SAFETY: NULL is allowed.
        let none = unsafe { slice::<u64>(ptr::null(), 0, "none") };
        assert!(none.unwrap().is_empty());
    }
}
