//! Panics below an export.
//!
//! A panic is caught at the boundary. It becomes the fallback of the export, or an internal error
//! with its message; nothing unwinds into C.
//!
//! The hook that prints panics belongs to the copy of std that the library is linked with. In the
//! C library (feature `capi`) this copy is the library's own, and the hook is replaced so that a
//! caught panic prints nothing. In a Rust program it is the program's: it stays as it is, and also
//! runs for panics that are caught here.

use crate::source::{Code, Error};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

/// Runs the body of an export that cannot fail; returns `fallback` if it panics.
#[inline]
pub(crate) fn quiet<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    keep_quiet();
    panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

/// Runs a body that may fail; a panic is an internal error.
#[inline]
pub(super) fn caught(body: impl FnOnce() -> Option<Error>) -> Option<Error> {
    keep_quiet();
    panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| Some(internal(&*payload)))
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

/// Replaces the hook of the C library's own std, once.
#[inline]
fn keep_quiet() {
    #[cfg(feature = "capi")]
    if !hook::SILENT.is_completed() {
        hook::silence();
    }
}

#[cfg(feature = "capi")]
mod hook {
    use std::panic;
    use std::sync::Once;

    /// Completed when the hook is replaced.
    pub(super) static SILENT: Once = Once::new();

    #[cold]
    #[inline(never)]
    pub(super) fn silence() {
        // A hook cannot be replaced while its thread unwinds, as in a destructor that calls C.
        if !std::thread::panicking() {
            SILENT.call_once(|| panic::set_hook(Box::new(|_| {})));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{caught, quiet};
    use std::env;
    use std::process::Command;

    /// Panics below exports, and prints whether the hook is still the one that was set. It runs
    /// in a process of its own, since there is one hook in a process.
    #[test]
    #[ignore = "run by another test"]
    fn panics_in_a_process_with_a_hook() {
        let own: Box<dyn Fn(&std::panic::PanicHookInfo<'_>) + Send + Sync> = {
            let name = String::from("the program's hook");
            Box::new(move |info| eprintln!("{name}: {info}"))
        };
        let address = (&raw const *own).cast::<u8>();
        std::panic::set_hook(own);
        assert_eq!(quiet(5, || panic!("the first")), 5);
        let error = caught(|| panic!("the {}", "second")).unwrap();
        assert_eq!(error.message(), "internal error: the second");
        let kept = (&raw const *std::panic::take_hook()).cast::<u8>() == address;
        eprintln!("kept: {kept}");
    }

    #[test]
    fn the_hook_of_a_rust_program_stays_and_that_of_the_c_library_is_silent() {
        let child = "ffi::panics::tests::panics_in_a_process_with_a_hook";
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", child, "--ignored", "--nocapture"])
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{printed}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
        let has_program_std = !cfg!(feature = "capi");
        for text in [
            "the first",
            "the second",
            "the program's hook: ",
            "kept: true",
        ] {
            assert_eq!(printed.contains(text), has_program_std, "{text}: {printed}");
        }
    }
}
