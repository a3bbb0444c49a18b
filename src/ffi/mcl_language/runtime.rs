//! mcl's language: execution of programs.
//!
//! A runtime is a running program: a graph of functions that follows changes of the world. The host
//! drives it in a loop. A step computes all values that can be computed at that time, and reports
//! whether the resource graph has changed; only vertices affected by events are recomputed. Then
//! the host waits for a descriptor or its wake callback, and for the next timer.
//!
//! The library starts no thread and reads no clock. The host sets the time, in milliseconds since
//! the beginning of 1970 in UTC. A program that reads the time before it was set fails.
//!
//! During a step, callbacks may set the time and the wake callback of the runtime, and may free the
//! runtime, which then ends when the step returns. All other calls with the runtime fail with
//! PCTY_ERROR_INVALID_ARGUMENT during a step, on all threads.

use super::host::World;
use super::program::pcty_mcl_program;
use super::resources::{Resources, pcty_mcl_resources};
use super::wake::Bell;
use crate::dialect::mcl::Runtime;
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{answer, handle, invalid, make, need, quiet, run, write_found};
use crate::ffi::reentry::{apart, within};
use crate::source::{Error, Result};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};

/// A running program. One thread at a time; any thread may use its senders.
///
/// ```c
/// // Runs a program until it ends, and passes each new resource graph to `apply`.
/// static pcty_status follow_program(pcty_mcl_runtime *runtime, int64_t (*now)(void),
///                                   void (*wait)(int descriptor, int64_t until),
///                                   void (*apply)(const pcty_mcl_resources *), pcty_error **error) {
///     int32_t descriptor;
///     pcty_status status = pcty_mcl_runtime_descriptor(runtime, &descriptor, error);
///     while (status == PCTY_OK) {
///         pcty_mcl_progress progress;
///         int64_t until = -1; // no timer
///         pcty_mcl_runtime_set_time(runtime, now());
///         status = pcty_mcl_runtime_step(runtime, &progress, error);
///         if (status == PCTY_OK && progress == PCTY_MCL_PROGRESS_CHANGED) {
///             pcty_mcl_resources *resources = NULL;
///             status = pcty_mcl_runtime_resources(runtime, &resources, error);
///             apply(resources);
///             pcty_mcl_resources_free(resources);
///         }
///         pcty_mcl_runtime_next_time(runtime, &until);
///         wait(descriptor, until); // poll() with a timeout
///     }
///     return status;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_runtime(Running);

handle!(pcty_mcl_runtime, Running);

/// A runtime, and the means to wake its host.
pub struct Running {
    /// Locked by the call that uses the runtime. A call that would have to wait fails instead.
    /// `None` after the runtime has ended.
    runtime: Mutex<Option<Runtime>>,
    /// Whether the handle was freed. A runtime that is in use ends with the call that uses it.
    freed: AtomicBool,
    world: Arc<World>,
    waker: Arc<Waker>,
}

// The header documents that any thread may use this type, one at a time.
const _: () = {
    const fn movable<T: Send>() {}
    movable::<Running>();
};

/// Wakes the host when a step has work to do.
#[derive(Default)]
struct Waker {
    callback: Mutex<Option<Arc<Woken>>>,
    bell: OnceLock<Bell>,
}

struct Woken {
    wake: unsafe extern "C" fn(*mut c_void),
    owned: Owned,
}

impl Waker {
    fn wake(&self) {
        if let Some(bell) = self.bell.get() {
            bell.ring();
        }
        // The callback is called without the lock, because the host may call any function.
        let callback = self.callback.lock();
        let callback = callback.unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(woken) = callback {
            // SAFETY: the host registered the callback with this data.
            apart(|| unsafe { (woken.wake)(woken.owned.data) });
        }
    }
}

/// Reports, on any thread, that a step has work to do when there was none before. It must not call
/// `pcty_mcl_runtime_step`, and should only wake the thread that steps.
pub type pcty_mcl_wake = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// The result of a step.
pub type pcty_mcl_progress = u32;

/// Some functions have no value yet, and will announce one. Until then the resource graph, if there
/// is one, does not change.
pub const PCTY_MCL_PROGRESS_WAITING: pcty_mcl_progress = 0;
/// The resource graph has not changed since the last step that reported a result.
pub const PCTY_MCL_PROGRESS_SAME: pcty_mcl_progress = 1;
/// There is a new resource graph: the first one, or one that differs from the previous graph.
pub const PCTY_MCL_PROGRESS_CHANGED: pcty_mcl_progress = 2;

/// Starts a program. Values are first computed by the first step. The runtimes of a program are
/// independent, except that they share the time of the program's world.
///
/// If the graph would have more than `vertices` vertices at once, including those of branches,
/// loops and calls, the program ends permanently with PCTY_ERROR_LIMIT. 0 selects the default of
/// about one million.
///
/// Errors: PCTY_ERROR_LIMIT.
/// Ownership: `*out` is owned by the caller; it keeps the parts of `program` that it needs.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_runtime_start(
    program: Option<&pcty_mcl_program>,
    vertices: usize,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_runtime>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let program = &need(program, "program")?.0;
        within(|budget| {
            let runtime = match vertices {
                0 => program.program.start(budget)?,
                most => program.program.start_with(most, budget)?,
            };
            let waker = Arc::new(Waker::default());
            let woken = waker.clone();
            runtime.on_wake(move || woken.wake());
            Ok(Running {
                runtime: Mutex::new(Some(runtime)),
                freed: AtomicBool::new(false),
                world: program.world.clone(),
                waker,
            })
        })
    })
}

/// Runs `work` with the runtime, unless a call is using it.
///
/// # Safety
/// `runtime` is NULL or valid.
unsafe fn using<T>(
    runtime: *const pcty_mcl_runtime,
    work: impl FnOnce(&Running, &mut Runtime) -> Result<T>,
) -> Result<T> {
    // SAFETY: this function has the same contract, and a locked runtime is not freed.
    let running = &need(unsafe { runtime.as_ref() }, "runtime")?.0;
    let mut locked = running.idle().ok_or_else(in_use)?;
    let made = match &mut *locked {
        Some(inner) => work(running, inner),
        None => Err(in_use()),
    };
    drop(locked);
    if running.freed.load(Ordering::Acquire) {
        // SAFETY: `pcty_mcl_runtime_free` leaves the release to the call that uses the runtime,
        // which is this one.
        unsafe { end(runtime.cast_mut()) };
    }
    made
}

impl Running {
    /// Locks the runtime; returns `None` while a call uses it.
    fn idle(&self) -> Option<MutexGuard<'_, Option<Runtime>>> {
        match self.runtime.try_lock() {
            Ok(locked) => Some(locked),
            // A panic was reported as an error, and a later step continues as after any other
            // error.
            Err(TryLockError::Poisoned(locked)) => Some(locked.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[cold]
fn in_use() -> Error {
    invalid("the runtime is in use by the call that runs this callback or by another thread")
}

/// Ends a freed runtime: immediately, or with the call that uses it.
///
/// # Safety
/// `runtime` is valid, and was freed by its host.
unsafe fn end(runtime: *mut pcty_mcl_runtime) {
    // SAFETY: this function has the same contract.
    let running = unsafe { &(*runtime).0 };
    let Some(mut locked) = running.idle() else {
        return;
    };
    // Callbacks that run when the runtime ends may still use the handle, and get an error.
    // Therefore the handle is released last.
    drop(locked.take());
    drop(locked);
    // SAFETY: no other code uses the handle, and its host has freed it.
    drop(unsafe { Box::from_raw(runtime) });
}

/// Ends a running program: its subscriptions end, and its senders have no effect from then on. If a
/// callback of its own step calls this function, the program ends when the step returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_runtime_free(runtime: *mut pcty_mcl_runtime) {
    quiet((), || {
        // SAFETY: by the header's contract `runtime` is NULL or valid.
        if let Some(handle) = unsafe { runtime.as_ref() }
            && !handle.0.freed.swap(true, Ordering::AcqRel)
        {
            // SAFETY: it is valid, and was freed by this call.
            unsafe { end(runtime) };
        }
    })
}

/// Sets the time, in milliseconds since the beginning of 1970 in UTC, and announces the timers that
/// have expired. The time may also be set back.
///
/// Ownership: changes `runtime`.
/// NULL: no-op.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_runtime_set_time(
    runtime: *mut pcty_mcl_runtime,
    milliseconds: i64,
) {
    quiet((), || {
        // SAFETY: by the header's contract `runtime` is NULL or valid.
        let world = unsafe { runtime.as_ref() }.map(|runtime| runtime.0.world.clone());
        // A callback that this call wakes may free the runtime.
        if let Some(world) = world {
            world.clock.set(milliseconds);
        }
    })
}

/// Writes the time of the next timer.
///
/// Returns: false if there is no timer; `*out` then does not change.
/// NULL: `runtime` and `out` may be NULL; without a runtime the result is false.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_runtime_next_time(
    runtime: Option<&pcty_mcl_runtime>,
    out: Option<&mut MaybeUninit<i64>>,
) -> bool {
    quiet(false, || {
        let next = runtime.and_then(|runtime| runtime.0.world.clock.next());
        write_found(next, out)
    })
}

/// Sets the callback that is called when a step has work to do. It replaces the previous callback.
///
/// Errors: none except for NULL.
/// Ownership: changes `runtime`. The library takes ownership of `user_data`, also on failure.
/// NULL: `user_data`, `destroy` and `error` may be NULL, and `wake`: then no callback is called.
/// Threads: one at a time. The callback runs on any thread, and may run once more on a different
/// thread after it was replaced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_runtime_set_wake(
    runtime: *mut pcty_mcl_runtime,
    wake: pcty_mcl_wake,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let owned = Owned::new(user_data, destroy);
    run(error, move || {
        // SAFETY: by the header's contract `runtime` is NULL or valid.
        let runtime = unsafe { runtime.as_ref() };
        let waker = need(runtime, "runtime")?.0.waker.clone();
        let woken = wake.map(|wake| Arc::new(Woken { wake, owned }));
        let callback = waker.callback.lock();
        let before = std::mem::replace(
            &mut *callback.unwrap_or_else(PoisonError::into_inner),
            woken,
        );
        // The previous callback is released without the lock, because the release may free the
        // runtime.
        drop(before);
        Ok(())
    })
}

/// Returns a descriptor for `poll` and similar functions. It is readable from the time when a step
/// has work to do until the next step. After a program has ended, there is no work. Do not read
/// from the descriptor or close it; it ends with the runtime.
///
/// Errors: PCTY_ERROR_UNSUPPORTED if the system has no descriptors, or no free ones;
/// PCTY_ERROR_INVALID_ARGUMENT if the first call of this function is made while the runtime steps.
/// Ownership: `*out` is owned by `runtime` and valid while it lives.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_runtime_descriptor(
    runtime: *mut pcty_mcl_runtime,
    out: Option<&mut MaybeUninit<i32>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        // SAFETY: by the header's contract `runtime` is NULL or valid.
        let asked = &need(unsafe { runtime.as_ref() }, "runtime")?.0;
        if let Some(bell) = asked.waker.bell.get() {
            return Ok(bell.descriptor());
        }
        let first = |running: &Running, inner: &mut Runtime| {
            let opened = Bell::new()?;
            let made = running.waker.bell.get_or_init(|| opened);
            if inner.is_due() {
                made.ring();
            }
            Ok(made.descriptor())
        };
        // SAFETY: as before.
        unsafe { using(runtime, first) }
    })
}

/// Computes until no more values can be computed, and reports whether the resource graph has
/// changed. The work is charged to the budget of the thread (`pcty_budget_enter`). If the budget is
/// exceeded, the next step continues where this one stopped.
///
/// An error of the program has a stage, the message of the language, and the location as a
/// diagnostic if present:
///
/// - `errStream`: an error of a function that no expression recovers from, a failed stream, or too
///   many vertices, with any code. All later steps return the same error.
/// - `errInterpret` and `errAutoEdge`: the resources cannot form a graph. All steps return the
///   error until an event changes the cause. The previous graph remains.
///
/// Errors: the errors of the listed stages; PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED of a budget,
/// which end only the step; PCTY_ERROR_INVALID_ARGUMENT, without a stage, while the runtime steps.
/// Ownership: changes `runtime`.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_runtime_step(
    runtime: *mut pcty_mcl_runtime,
    out: Option<&mut MaybeUninit<pcty_mcl_progress>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let step = |running: &Running, inner: &mut Runtime| {
            if let Some(bell) = running.waker.bell.get() {
                bell.hush();
            }
            let stepped = within(|budget| Ok(inner.step(budget)?));
            // An interrupted step has remaining work.
            if let (Err(_), Some(bell)) = (&stepped, running.waker.bell.get())
                && inner.is_due()
            {
                bell.ring();
            }
            stepped
        };
        // SAFETY: by the header's contract `runtime` is NULL or valid.
        let progress = unsafe { using(runtime, step) }?;
        Ok(match (progress.complete, progress.changed) {
            (false, _) => PCTY_MCL_PROGRESS_WAITING,
            (true, false) => PCTY_MCL_PROGRESS_SAME,
            (true, true) => PCTY_MCL_PROGRESS_CHANGED,
        })
    })
}

/// Returns the resource graph of the last step that completed one; before that, a graph without
/// resources. Unchanged parts share memory with earlier graphs.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT while the runtime steps.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_runtime_resources(
    runtime: *const pcty_mcl_runtime,
    out: Option<&mut MaybeUninit<*mut pcty_mcl_resources>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let last = |_: &Running, inner: &mut Runtime| Ok(inner.resources().cloned());
        // SAFETY: by the header's contract `runtime` is NULL or valid.
        let resources = unsafe { using(runtime, last) }?;
        Ok(Resources::new(resources.unwrap_or_default()))
    })
}
