//! Budgets: what calls may take, and how another thread ends them.
//!
//! Every call that works on a text or a value of any size counts what it takes: steps of bounded
//! work, and bytes that it holds at once. Without a budget it may take the standard, which a
//! service survives that is given small hostile texts: 2^24 steps, which are about a second of
//! work or less, and 2^28 bytes. A host that wants to allow less, or more, or to stop calls from another
//! thread, makes a budget and enters it: from then on, until it leaves it, each call of this
//! thread is bounded by it. Past what it may take a call ends with PCTY_ERROR_LIMIT, and with
//! PCTY_ERROR_CANCELLED once the budget is cancelled, also where it would give diagnostics; it
//! gives out nothing then.
//!
//! It is entered and not given to each call because it has to reach what stands no call: a
//! function of the host that calls the library again, an operator, a decoder that evaluates.
//! In a callback, calls are charged to the call that runs the callback, and a budget that the
//! callback enters bounds them in addition. The budget is checked before and after each callback.
//!
//! A callback ends the whole call by an error with the status PCTY_ERROR_CANCELLED or
//! PCTY_ERROR_LIMIT: no construct of a language handles it (`try` and `can` of HCL, `<|>` of mcl), no
//! other callback of the call runs, and the call fails with this error, its status and message
//! unchanged. Errors with other statuses are errors of the program that the language evaluates.

use super::error::pcty_error;
use super::status::pcty_status;
use crate::calls::Limits;
use crate::ffi::guard::{Handle, fill, handle, make, need, quiet, release, run, versioned};
use crate::ffi::reentry::{self, Terms};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::time::Duration;

/// What calls may take. Never changes but by being cancelled; any number of threads may enter,
/// leave and cancel it at once.
///
/// ```c
/// // A quarter of a second at most, and less if another thread cancels the budget.
/// static pcty_status evaluate(const pcty_hcl_expression *expression, const pcty_hcl_scope *scope,
///                             const pcty_budget *budget, pcty_value **out, pcty_error **error) {
///     pcty_status status = pcty_budget_enter(budget, error);
///     if (status == PCTY_OK) {
///         status = pcty_hcl_expression_evaluate(expression, scope, out, NULL, error);
///         PCTY_IGNORE(pcty_budget_leave(budget, NULL));
///     }
///     return status;
/// }
///
/// static pcty_budget *quarter(void) {
///     pcty_budget *budget = NULL;
///     pcty_limits limits = PCTY_LIMITS_INIT;
///     limits.microseconds = 250000;
///     must(pcty_budget_new(&limits, &budget, NULL));
///     return budget;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_budget(Arc<Terms>);

handle!(pcty_budget, Arc<Terms>);

/// What a call may take at most. Start from PCTY_LIMITS_INIT, which is the standard: a member
/// that is 0 is that of the standard, and UINT64_MAX is no bound.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_limits {
    /// The size of this struct.
    pub struct_size: u32,
    /// The steps, each of them bounded work: a node that is evaluated, an element that is
    /// converted, some bytes that are matched. They are the same on every machine.
    pub steps: u64,
    /// The bytes that it may hold at once besides its arguments, its result among them.
    pub bytes: u64,
    /// The time, in microseconds from the beginning of the call. 0 is no limit, so that the end of
    /// a call does not depend on the machine. A call without a budget ends after about 10 seconds.
    pub microseconds: u64,
}

/// A budget.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// NULL: `limits` (then it is the standard, which can be cancelled) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_budget_new(
    limits: *const pcty_limits,
    out: Option<&mut MaybeUninit<*mut pcty_budget>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        if limits.is_null() {
            return Ok(Arc::new(Terms::new(Limits::STANDARD)));
        }
        // SAFETY: not NULL, so by the header's contract as large as it says.
        let given = unsafe { versioned(limits, "limits") }?;
        let or_standard = |given, standard| if given == 0 { standard } else { given };
        Ok(Arc::new(Terms::new(Limits {
            steps: or_standard(given.steps, Limits::STANDARD.steps),
            bytes: or_standard(given.bytes, Limits::STANDARD.bytes),
            time: match given.microseconds {
                0 => Limits::STANDARD.time,
                u64::MAX => None,
                microseconds => Some(Duration::from_micros(microseconds)),
            },
        })))
    })
}

/// Another handle of the same budget: cancelling one cancels the other.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_clone(budget: Option<&pcty_budget>) -> *mut pcty_budget {
    quiet(std::ptr::null_mut(), || {
        budget.map_or(std::ptr::null_mut(), |budget| {
            pcty_budget::own(budget.0.clone())
        })
    })
}

/// Frees a budget. What has entered it stays inside. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_free(budget: Option<Box<pcty_budget>>) {
    release(budget)
}

/// Lets every call of this thread be bounded by the budget until `pcty_budget_leave`, besides the
/// budgets that the thread is inside of already: each call may take what the strictest allows,
/// anew.
///
/// Ownership: nothing is given; the thread has a reference of its own.
/// Errors: PCTY_ERROR_LIMIT inside of 64 budgets.
/// NULL: `error` may be.
/// Threads: holds for the calls of this thread alone, until it leaves; a host whose tasks move
/// between threads keeps them on this one meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_enter(
    budget: Option<&pcty_budget>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || reentry::enter(need(budget, "budget")?.0.clone()))
}

/// Ends what `pcty_budget_enter` began, on the same thread and for the budget entered last. A
/// callback can leave only the budgets that it has entered itself; those that it does not leave
/// end with it.
///
/// Ownership: nothing is given.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if another budget was entered last, none is, or the budget
/// was entered before the running callback began.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_leave(
    budget: Option<&pcty_budget>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || reentry::leave(&need(budget, "budget")?.0))
}

/// Ends the calls that are bounded by the budget, on all threads, with PCTY_ERROR_CANCELLED, and
/// refuses those that begin later. This cannot be undone. A running callback is not interrupted:
/// its call ends when it returns, and the calls that it makes fail. It can ask by
/// `pcty_budget_check`. NULL: no-op.
///
/// Threads: any may cancel it at any time; it only sets a flag, which a handler of signals may.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_cancel(budget: Option<&pcty_budget>) {
    quiet((), || {
        if let Some(budget) = budget {
            budget.0.cancel.raise();
        }
    });
}

/// Whether a budget was cancelled. NULL: gives false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_is_cancelled(budget: Option<&pcty_budget>) -> bool {
    quiet(false, || {
        budget.is_some_and(|budget| budget.0.cancel.is_raised())
    })
}

/// Whether the call that this thread is in may go on. A callback that takes long calls this from
/// time to time, and returns the error if there is one. Outside of a callback it reports whether
/// one of the entered budgets is cancelled.
///
/// The library makes the same check before and after each callback.
///
/// Ownership: `*error` is the caller's.
/// Errors: PCTY_ERROR_LIMIT if a limit of the call is exceeded, its time among them;
/// PCTY_ERROR_CANCELLED if it is cancelled.
/// NULL: `error` may be.
/// Threads: reports about the calling thread.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_check(
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, reentry::may_go_on)
}

/// What a budget allows.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// NULL: `budget` (then it is the standard) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_budget_limits(
    budget: Option<&pcty_budget>,
    out: *mut pcty_limits,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let limits = budget.map_or(Limits::STANDARD, |budget| budget.0.limits);
        let microseconds = limits.time.map(|time| time.as_micros());
        Ok(pcty_limits {
            struct_size,
            steps: limits.steps,
            bytes: limits.bytes,
            microseconds: microseconds
                .and_then(|time| u64::try_from(time).ok())
                .unwrap_or(u64::MAX),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}
