//! The C ABI, as a host in Rust calls it: outputs and errors as results.
//!
//! What is promised of hostile input is promised of these calls, so these are what the cases
//! make. A failure's error is rendered in every form, which is work on the input, too.

use polycty::ffi::base::error::*;
use polycty::ffi::base::status::*;
use polycty::ffi::base::string::*;
use std::mem::MaybeUninit;

/// Where an export writes.
pub type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;
/// Where an export puts its error.
pub type OutError<'a> = Out<'a, *mut pcty_error>;
/// What a call gives, or the status that it fails with.
pub type Answer<T = ()> = Result<T, pcty_status>;

/// Lends text to an export.
pub fn text(from: &str) -> pcty_str {
    #[repr(C)]
    struct Parts(*const u8, usize);
    // SAFETY: the two fields of a `pcty_str`; the callers' texts outlive the call.
    unsafe { std::mem::transmute(Parts(from.as_ptr(), from.len())) }
}

/// A handle that the library has given away; none for NULL.
pub fn owned<H>(handle: *mut H) -> Option<Box<H>> {
    // SAFETY: handles are what the library has boxed, and each is taken once.
    (!handle.is_null()).then(|| unsafe { Box::from_raw(handle) })
}

/// Calls what has no output.
pub fn run(call: impl FnOnce(OutError<'_>) -> pcty_status) -> Answer {
    let mut error = MaybeUninit::new(std::ptr::null_mut());
    let status = call(Some(&mut error));
    // SAFETY: it was initialised above.
    if let Some(error) = owned(unsafe { error.assume_init() }) {
        for rendered in [
            pcty_error_line(Some(&error)),
            pcty_error_text(Some(&error)),
            pcty_error_json(Some(&error)),
        ] {
            drop(owned(rendered));
        }
    }
    match status {
        PCTY_OK => Ok(()),
        failed => Err(failed),
    }
}

/// Calls what answers with plain data; `unset` is what stands there before.
pub fn answer<T: Copy>(
    unset: T,
    call: impl FnOnce(Out<'_, T>, OutError<'_>) -> pcty_status,
) -> Answer<T> {
    let mut out = MaybeUninit::new(unset);
    run(|error| call(Some(&mut out), error))?;
    // SAFETY: it was initialised above.
    Ok(unsafe { out.assume_init() })
}

/// Calls what makes a handle, or nothing.
pub fn maybe<H>(
    call: impl FnOnce(Out<'_, *mut H>, OutError<'_>) -> pcty_status,
) -> Answer<Option<Box<H>>> {
    Ok(owned(answer(std::ptr::null_mut(), call)?))
}

/// Calls what makes a handle.
pub fn make<H>(call: impl FnOnce(Out<'_, *mut H>, OutError<'_>) -> pcty_status) -> Answer<Box<H>> {
    Ok(maybe(call)?.expect("a handle on success"))
}

/// The pointers to handles, as arrays of C have them.
pub fn pointers<H>(handles: &[Box<H>]) -> Vec<*const H> {
    handles.iter().map(|handle| &raw const **handle).collect()
}
