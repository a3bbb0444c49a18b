//! Panics: what happens to one below an export?
//!
//! It is caught and becomes an answer, or an internal error that carries its message: nothing
//! unwinds into C, and nothing is printed. The exception is [`peek`]: where no other export runs on
//! the thread, what panics in one is printed as the process prints its panics, since to note that
//! it runs would take longer than it does.

use crate::source::{Code, Error};
use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// Runs the body of an export that cannot fail; `fallback` is the answer should
/// it panic all the same.
#[inline]
pub(crate) fn quiet<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    let inside = Inside::enter();
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    drop(inside);
    result.unwrap_or(fallback)
}

/// Runs the body of an export that only reads a field, makes a scalar or drops what is nothing but
/// bytes. Such calls cost a nanosecond or two, which noting them for the panic hook would double.
#[inline]
pub(crate) fn peek<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// Runs a body that says how it failed; a panic is an internal error.
#[inline]
pub(super) fn caught(body: impl FnOnce() -> Option<Error>) -> Option<Error> {
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

thread_local! {
    /// How many exports are running on this thread.
    pub(super) static EXPORTS: Cell<u32> = const { Cell::new(0) };
}

/// While one lives, a panic of its thread prints nothing: the error carries the
/// message.
struct Inside;

impl Inside {
    #[inline]
    fn enter() -> Inside {
        if !HOOK.is_completed() {
            set_hook();
        }
        let _ = EXPORTS.try_with(|running| running.set(running.get() + 1));
        Inside
    }
}

/// Done once the hook is in place that keeps quiet inside of exports.
static HOOK: Once = Once::new();

/// Puts the hook in place. It stands apart, so that each export has no more of it than a look.
#[cold]
#[inline(never)]
fn set_hook() {
    // A host of Rust may come here first while it unwinds, when hooks cannot change.
    if std::thread::panicking() {
        return;
    }
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if EXPORTS.try_with(Cell::get).unwrap_or(0) == 0 {
                previous(info);
            }
        }));
    });
}

impl Drop for Inside {
    fn drop(&mut self) {
        let _ = EXPORTS.try_with(|running| running.set(running.get() - 1));
    }
}
