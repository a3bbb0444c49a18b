//! mcl's language: running programs.
//!
//! A runtime is a program that runs: a graph of functions that follows the world. The host drives
//! it. A step computes whatever can be computed now, and says whether the resource graph is another
//! one than before; only what an event can reach is computed again. Then the host waits: for a
//! descriptor, or its wake callback, and for the next time that somebody waits for.
//!
//! The library starts no thread and reads no clock: the host sets the time, in milliseconds since
//! the beginning of 1970 in UTC. A program that asks for the time before it was set fails.
//!
//! While a runtime steps, whoever it calls back may set its time and say whom to wake, and may free
//! it: then it ends with the step. Other calls that take it are refused with
//! PCTY_ERROR_INVALID_ARGUMENT meanwhile, whichever thread they come from.

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

/// A program that runs. One thread at a time; senders may be used by any.
///
/// ```c
/// // Runs a program for as long as it goes, and hands on each graph that it comes to.
/// static pcty_status follow_program(pcty_mcl_runtime *runtime, int64_t (*now)(void),
///                                   void (*wait)(int descriptor, int64_t until),
///                                   void (*apply)(const pcty_mcl_resources *), pcty_error **error) {
///     int32_t descriptor;
///     pcty_status status = pcty_mcl_runtime_descriptor(runtime, &descriptor, error);
///     while (status == PCTY_OK) {
///         pcty_mcl_progress progress;
///         int64_t until = -1; // for ever
///         pcty_mcl_runtime_set_time(runtime, now());
///         status = pcty_mcl_runtime_step(runtime, &progress, error);
///         if (status == PCTY_OK && progress == PCTY_MCL_PROGRESS_CHANGED) {
///             pcty_mcl_resources *resources = NULL;
///             status = pcty_mcl_runtime_resources(runtime, &resources, error);
///             apply(resources);
///             pcty_mcl_resources_free(resources);
///         }
///         pcty_mcl_runtime_next_time(runtime, &until);
///         wait(descriptor, until); // poll(), until one of them comes
///     }
///     return status;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_runtime(Running);

handle!(pcty_mcl_runtime, Running);

/// A runtime, and what it wakes its host by.
pub struct Running {
    /// Locked by the call that uses it, and by no other: one that would have to wait is refused.
    /// None once it has ended.
    runtime: Mutex<Option<Runtime>>,
    /// Whether the handle was freed. What is in use then ends with the call that uses it.
    freed: AtomicBool,
    world: Arc<World>,
    waker: Arc<Waker>,
}

// What the header says of threads: any may have it, one at a time.
const _: () = {
    const fn movable<T: Send>() {}
    movable::<Running>();
};

/// Who is woken when there is something to step for.
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
        // Called without the lock, for the host may do anything.
        let callback = self.callback.lock();
        let callback = callback.unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(woken) = callback {
            // SAFETY: the host gave both together.
            apart(|| unsafe { (woken.wake)(woken.owned.data) });
        }
    }
}

/// Is told, on whichever thread, that there is something to step for after there was nothing. It
/// must not step itself, and should do no more than to wake whoever steps.
pub type pcty_mcl_wake = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// What a step has come to.
pub type pcty_mcl_progress = u32;

/// Some functions have no value yet, and will announce one: until then the resource graph stays, if
/// there was one.
pub const PCTY_MCL_PROGRESS_WAITING: pcty_mcl_progress = 0;
/// The resource graph is what it was when a step said so last.
pub const PCTY_MCL_PROGRESS_SAME: pcty_mcl_progress = 1;
/// There is a resource graph, the first or another one.
pub const PCTY_MCL_PROGRESS_CHANGED: pcty_mcl_progress = 2;

/// Starts a program. Nothing is computed before the first step. Runtimes of one program are
/// independent but for their time, which is that of the program's world.
///
/// A program that would have more than `vertices` vertices at once, those of its branches, loops and
/// calls, ends for good with PCTY_ERROR_LIMIT; 0 stands for a million or so.
///
/// Ownership: `*out` is the caller's; it keeps what it needs of the program.
/// Errors: PCTY_ERROR_LIMIT.
/// NULL: `error` may be.
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

/// Uses a runtime, unless a call is using it.
///
/// # Safety
/// `runtime` is NULL or valid.
unsafe fn using<T>(
    runtime: *const pcty_mcl_runtime,
    work: impl FnOnce(&Running, &mut Runtime) -> Result<T>,
) -> Result<T> {
    // SAFETY: this function has the same contract, and what is locked is not freed.
    let running = &need(unsafe { runtime.as_ref() }, "runtime")?.0;
    let mut locked = running.idle().ok_or_else(in_use)?;
    let made = match &mut *locked {
        Some(inner) => work(running, inner),
        None => Err(in_use()),
    };
    drop(locked);
    if running.freed.load(Ordering::Acquire) {
        // SAFETY: whoever has freed it left it to the call that used it, which is this one.
        unsafe { end(runtime.cast_mut()) };
    }
    made
}

impl Running {
    /// The runtime; none while a call uses it.
    fn idle(&self) -> Option<MutexGuard<'_, Option<Runtime>>> {
        match self.runtime.try_lock() {
            Ok(locked) => Some(locked),
            // A panic was told as an error, and a step goes on after one as after any other.
            Err(TryLockError::Poisoned(locked)) => Some(locked.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

#[cold]
fn in_use() -> Error {
    invalid("the runtime is in use, by the call that this callback serves or by another thread")
}

/// Ends what was freed: at once, or with the call that uses it.
///
/// # Safety
/// `runtime` is valid, and was freed by its host.
unsafe fn end(runtime: *mut pcty_mcl_runtime) {
    // SAFETY: this function has the same contract.
    let running = unsafe { &(*runtime).0 };
    let Some(mut locked) = running.idle() else {
        return;
    };
    // Who is told that it ends may still ask it, and is refused: the handle goes last.
    drop(locked.take());
    drop(locked);
    // SAFETY: nobody else uses it, and its host has given it back.
    drop(unsafe { Box::from_raw(runtime) });
}

/// Ends a program that runs: what it follows is ended, and its senders do nothing any more. Inside
/// of a callback of its own step it ends when the step returns.
/// NULL: no-op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_runtime_free(runtime: *mut pcty_mcl_runtime) {
    quiet((), || {
        // SAFETY: by the header's contract `runtime` is NULL or valid.
        if let Some(handle) = unsafe { runtime.as_ref() }
            && !handle.0.freed.swap(true, Ordering::AcqRel)
        {
            // SAFETY: it is valid, and has just been freed.
            unsafe { end(runtime) };
        }
    })
}

/// Sets the time, in milliseconds since the beginning of 1970 in UTC; whoever waits for a time that
/// has come is announced. It may also be set back.
///
/// Ownership: changes `runtime`. NULL: no-op.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_runtime_set_time(
    runtime: *mut pcty_mcl_runtime,
    milliseconds: i64,
) {
    quiet((), || {
        // SAFETY: by the header's contract `runtime` is NULL or valid.
        let world = unsafe { runtime.as_ref() }.map(|runtime| runtime.0.world.clone());
        // Whom this wakes may free the runtime.
        if let Some(world) = world {
            world.clock.set(milliseconds);
        }
    })
}

/// The first time that somebody waits for: false where nobody does, and then `*out` stays as it is.
///
/// NULL: `runtime` and `out` may be; NULL gives false.
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

/// Says whom to wake when there is something to step for, in place of the one from before.
///
/// Ownership: changes `runtime`. `user_data` is the library's from here on, also on failure.
/// Errors: none but NULL.
/// NULL: `user_data`, `destroy` and `error` may be, and `wake`: then nobody is woken any more.
/// Threads: one at a time. The callback runs on any thread, and may run once more on another one
/// after it was replaced.
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
        // Released without the lock, for this may free the runtime.
        drop(before);
        Ok(())
    })
}

/// A descriptor that is readable from when there is something to step for until the next step, for
/// `poll` and its kin. After a program has ended there is nothing to step for. It is not to be read
/// from or closed; it ends with the runtime.
///
/// Ownership: lent as long as the runtime.
/// Errors: PCTY_ERROR_UNSUPPORTED where the system has no descriptors, or no more of them;
/// PCTY_ERROR_INVALID_ARGUMENT where the first call for one comes while the runtime steps.
/// NULL: `error` may be.
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

/// Works until nothing is left to be computed, and says whether there is something new. It counts on
/// the budget that the thread has entered (`pcty_budget_enter`): where that is spent, another step
/// goes on where this one stopped.
///
/// Ownership: changes `runtime`.
/// Errors: of the stage `errStream` what a function reports that nothing recovers from, a stream that
/// has failed, and too many vertices, whatever their codes: every step says the same from then on.
/// Of the stages `errInterpret` and `errAutoEdge` what keeps resources from being a graph: so says
/// every step until an event has changed that, and the graph that there was stays. Each has the
/// language's words and, where there is one, the place as a diagnostic.
/// PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED of a budget end the step alone.
/// PCTY_ERROR_INVALID_ARGUMENT, without a stage, while the runtime steps.
/// NULL: `error` may be.
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
            // What was stopped in its midst is still to be done.
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

/// The resource graph that a step has come to last; before that, one without resources. What it
/// shares with graphs from before is shared in memory.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT while the runtime steps.
/// NULL: `error` may be.
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
