//! The C ABI as a host in Rust calls it: outputs and errors as results.
//!
//! The guarantees about hostile input are guarantees of the C ABI, so the cases call it. Every error is
//! rendered in all its forms, because rendering is work on the input, too.

use crate::measure::Clock;
use polycty::ffi::base::error::*;
use polycty::ffi::base::status::*;
use polycty::ffi::base::string::*;
use std::cell::{Cell, RefCell};
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::time::Duration;

/// An export's output parameter.
pub type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;
/// An export's error parameter.
pub type OutError<'a> = Out<'a, *mut pcty_error>;
/// The result of a call, or its status if it fails.
pub type Answer<T = ()> = Result<T, pcty_status>;

thread_local! {
    /// The start of the last error's message.
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
    /// The CPU time of the longest call.
    static LONGEST: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Makes a call of the library and compares its CPU time with that of the longest call.
pub fn timed<T>(call: impl FnOnce() -> T) -> T {
    let start = Clock::now();
    let result = call();
    LONGEST.set(LONGEST.get().max(start.elapsed()));
    result
}

/// The CPU time of this thread's longest call since the last question.
pub fn longest_call() -> Duration {
    LONGEST.take()
}

/// The start of the message of this thread's last error, on one line.
pub fn last_message() -> String {
    MESSAGE.take()
}

/// Sets the message of this thread's last error, for work that does not call the C ABI.
pub fn explain(message: String) {
    MESSAGE.set(message.replace('\n', " "));
}

/// The fields of a `pcty_str`.
#[repr(C)]
struct Parts(*const u8, usize);

/// The name of a status.
pub fn name_of(status: pcty_status) -> &'static str {
    // SAFETY: the two fields of a `pcty_str`, which is UTF-8 and has static lifetime.
    unsafe {
        let Parts(at, length) = std::mem::transmute::<pcty_str, Parts>(pcty_status_name(status));
        std::str::from_utf8_unchecked(std::slice::from_raw_parts(at, length))
    }
}

/// Borrows a text for an export.
pub fn text(from: &str) -> pcty_str {
    // SAFETY: the two fields of a `pcty_str`; the callers' texts outlive the call.
    unsafe { std::mem::transmute(Parts(from.as_ptr(), from.len())) }
}

/// Takes ownership of a handle that the library has made; `None` for NULL.
pub fn owned<H>(handle: *mut H) -> Option<Box<H>> {
    // SAFETY: the library has boxed the handle, and each is taken once.
    (!handle.is_null()).then(|| unsafe { Box::from_raw(handle) })
}

/// Calls an export without an output.
pub fn run(call: impl FnOnce(OutError<'_>) -> pcty_status) -> Answer {
    let mut error = MaybeUninit::new(std::ptr::null_mut());
    let status = timed(|| call(Some(&mut error)));
    // SAFETY: it was initialized above.
    if let Some(error) = owned(unsafe { error.assume_init() }) {
        if let Some(line) = owned(pcty_error_format(Some(&error), PCTY_NOTATION_LINE)) {
            note(&line);
        }
        for rendered in [
            pcty_error_format(Some(&error), PCTY_NOTATION_TEXT),
            pcty_error_format(Some(&error), PCTY_NOTATION_JSON),
        ] {
            drop(owned(rendered));
        }
    }
    match status {
        PCTY_OK => Ok(()),
        failed => Err(failed),
    }
}

/// Keeps the start of an error's message.
fn note(line: &pcty_string) {
    // SAFETY: the text ends with a NUL and lives as long as the string.
    let line = unsafe { CStr::from_ptr(pcty_string_cstr(Some(line))) };
    let start = &line.to_bytes()[..line.count_bytes().min(160)];
    MESSAGE.set(String::from_utf8_lossy(start).replace('\n', " "));
}

/// Calls an export whose output is plain data; `unset` is the output's initial value.
pub fn answer<T: Copy>(
    unset: T,
    call: impl FnOnce(Out<'_, T>, OutError<'_>) -> pcty_status,
) -> Answer<T> {
    let mut out = MaybeUninit::new(unset);
    run(|error| call(Some(&mut out), error))?;
    // SAFETY: it was initialized above.
    Ok(unsafe { out.assume_init() })
}

/// Calls an export that makes a handle or no handle.
pub fn maybe<H>(
    call: impl FnOnce(Out<'_, *mut H>, OutError<'_>) -> pcty_status,
) -> Answer<Option<Box<H>>> {
    Ok(owned(answer(std::ptr::null_mut(), call)?))
}

/// Calls an export that makes a handle.
pub fn make<H>(call: impl FnOnce(Out<'_, *mut H>, OutError<'_>) -> pcty_status) -> Answer<Box<H>> {
    Ok(maybe(call)?.expect("a handle on success"))
}

/// Calls an export that creates a handle as far as possible, and diagnostics.
pub fn make_partial<H>(
    call: impl FnOnce(Out<'_, *mut H>, OutError<'_>, OutError<'_>) -> pcty_status,
) -> Answer<Box<H>> {
    let mut diagnostics = MaybeUninit::new(std::ptr::null_mut());
    let made = make(|out, error| call(out, Some(&mut diagnostics), error));
    // SAFETY: it is initialized, and a call that succeeds replaces NULL by NULL or an owned error.
    drop(owned(unsafe { diagnostics.assume_init() }));
    made
}

/// The pointers to handles, for a C array.
pub fn pointers<H>(handles: &[Box<H>]) -> Vec<*const H> {
    handles.iter().map(|handle| &raw const **handle).collect()
}
