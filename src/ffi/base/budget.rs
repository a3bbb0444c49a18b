//! Budgets: limits of calls, and cancellation from another thread.
//!
//! Every call on a text or a value of any size counts its steps of bounded work and the bytes that
//! it holds at once. Without a budget the standard limits apply: 2^24 steps, which are about a
//! second of work or less, and 2^28 bytes. They are safe for servers that process small hostile
//! texts.
//!
//! A host that needs other limits, or cancels calls from another thread, creates a budget and
//! enters it. Until the budget is left, it bounds each call of this thread. A call that exceeds it
//! fails with PCTY_ERROR_LIMIT; a call whose budget is cancelled fails with PCTY_ERROR_CANCELLED,
//! also if it would otherwise report diagnostics. A failed call has no outputs.
//!
//! A budget is entered rather than passed to each call because it also applies to code that the
//! host does not call directly: a function of the host that calls the library again, an operator, a
//! decoder that evaluates. In a callback, calls are charged to the call that runs the callback, and
//! a budget that the callback enters bounds them in addition. The budget is checked before and
//! after each callback.
//!
//! A callback ends the whole call by an error with the status PCTY_ERROR_CANCELLED or
//! PCTY_ERROR_LIMIT: no construct of a language handles it (`try` and `can` of HCL, `<|>` of mcl),
//! no other callback of the call runs, and the call fails with this error, its status and message
//! unchanged. Errors with other statuses are errors of the program that the language evaluates.

use super::error::pcty_error;
use super::status::pcty_status;
use crate::calls::Limits;
use crate::ffi::guard::{fill, handle, make, need, owned, quiet, run, versioned};
use crate::ffi::reentry::{self, BudgetState};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::time::Duration;

/// A budget: the limits of calls. It does not change except that it can be cancelled; any number of
/// threads may enter, leave and cancel it at once.
///
/// ```c
/// // Takes at most a quarter of a second, and less if another thread cancels the budget.
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
pub struct pcty_budget(Arc<BudgetState>);

handle!(pcty_budget, Arc<BudgetState>);

/// The limits of a call. Start from PCTY_LIMITS_INIT: the standard limits of steps and bytes, and no
/// limit of time. `steps` and `bytes` have their standard values if they are 0, and no limit if they
/// are UINT64_MAX.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_limits {
    /// The size of this struct.
    pub struct_size: u32,
    /// The maximum number of steps. A step is bounded work: a node that is evaluated, an element
    /// that is converted, some bytes that are matched. The count is the same on every machine.
    pub steps: u64,
    /// The maximum number of bytes held at once, without the arguments and with the result.
    pub bytes: u64,
    /// The maximum time in microseconds from the beginning of the call. 0 means no limit, so that
    /// the result of a call does not depend on the machine. A call without a budget ends after
    /// about 10 seconds.
    pub microseconds: u64,
}

/// Creates a budget.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// NULL: `limits` (then the standard limits, which can be cancelled) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_budget_new(
    limits: *const pcty_limits,
    out: Option<&mut MaybeUninit<*mut pcty_budget>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        if limits.is_null() {
            return Ok(Arc::new(BudgetState::new(Limits::STANDARD)));
        }
        // SAFETY: not NULL, so by the header's contract of its stated size.
        let given = unsafe { versioned(limits, "limits") }?;
        let or_standard = |given, standard| if given == 0 { standard } else { given };
        Ok(Arc::new(BudgetState::new(Limits {
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

owned! {
    /// Creates another handle of the same budget: cancelling one cancels the other.
    fn pcty_budget_clone(budget: &pcty_budget);
    /// Frees a budget. Threads that have entered it remain inside.
    fn pcty_budget_free(budget: pcty_budget);
}

/// Enters a budget: until `pcty_budget_leave` it bounds every call of this thread, in addition to
/// the budgets entered before. Each call starts anew and may use up to the strictest limits.
///
/// Errors: PCTY_ERROR_LIMIT if 64 budgets are already entered.
/// Ownership: none is transferred; the thread holds its own reference.
/// Threads: applies only to calls of this thread, until it leaves the budget. A host whose tasks
/// move between threads must keep them on this thread meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_enter(
    budget: Option<&pcty_budget>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || reentry::enter(need(budget, "budget")?.0.clone()))
}

/// Leaves the budget that this thread entered last. A callback can leave only the budgets that it
/// entered itself; those that it does not leave are left when it returns.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if another budget was entered last, none is entered, or the
/// budget was entered before the running callback began.
/// Ownership: none is transferred.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_leave(
    budget: Option<&pcty_budget>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || reentry::leave(&need(budget, "budget")?.0))
}

/// Cancels a budget: calls that it bounds end with PCTY_ERROR_CANCELLED on all threads, and later
/// calls are refused. This cannot be undone.
///
/// A running callback is not interrupted: its call ends when it returns, and the calls that it
/// makes fail. It can check for cancellation with `pcty_budget_check`.
///
/// NULL: no-op.
/// Threads: any thread may cancel a budget at any time. The function only sets a flag, so a signal
/// handler may call it.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_cancel(budget: Option<&pcty_budget>) {
    quiet((), || {
        if let Some(budget) = budget {
            budget.0.cancel.raise();
        }
    });
}

/// Returns whether a budget is cancelled.
///
/// NULL: returns false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_is_cancelled(budget: Option<&pcty_budget>) -> bool {
    quiet(false, || {
        budget.is_some_and(|budget| budget.0.cancel.is_raised())
    })
}

/// Checks whether the running call of this thread may continue. A callback that takes long calls
/// this function from time to time, and returns the error if there is one. Outside of a callback it
/// reports whether one of the entered budgets is cancelled.
///
/// The library makes the same check before and after each callback.
///
/// Errors: PCTY_ERROR_LIMIT if a limit of the call is exceeded, including its time;
/// PCTY_ERROR_CANCELLED if it is cancelled.
/// Ownership: the caller owns `*error`.
/// Threads: reports on the calling thread.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_budget_check(
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, reentry::may_go_on)
}

/// Writes the limits of a budget.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets.
/// NULL: `budget` (then the standard limits) and `error` may be NULL.
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
    // SAFETY: by the header's contract `out` is NULL or has its stated size.
    unsafe { fill(out, error, body) }
}
