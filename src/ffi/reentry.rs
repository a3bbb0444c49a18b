//! Budgets of calls and callbacks on a thread.
//!
//! An operation passes its budget on to everything that it starts, but neither a C call nor a
//! callback has a parameter for a budget. The state of a thread at this boundary is therefore:
//!
//! - the budgets that the host entered (`pcty_budget_enter`), which bound every call;
//! - while a callback runs, a share of the budget of the operation that called it. The callback's
//!   own calls are charged to this share. Without it, the depth and the total work of nested
//!   operations and callbacks would be unbounded.
//!
//! If there is neither, a call has the standard budget.
//!
//! Every callback runs in [`during`], [`untold`] or [`apart`]. They restore this state when the
//! callback returns: a callback can leave only the budgets that it entered, and the budgets that it
//! did not leave are left automatically. The first two check the budget before and after the
//! callback, and a callback whose error has the code `Limit` or `Cancelled` ends the whole
//! operation.
//!
//! A share consists of numbers and counted references: a host that changes stacks during a callback
//! (a fiber) can make the counts wrong, but has no other effect.

use crate::calls::{Budget, BudgetError, Cancel, Limits, Share};
use crate::dialect::hcl::syntax::MAX_NESTING;
use crate::source::{Code, Error, Result};
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::sync::Arc;

/// The maximum number of levels of operations and the callbacks between them.
const MAX_LEVELS: u32 = 2 * MAX_NESTING;

/// The number of levels that a callback counts as, because it uses more of the stack.
const CALLBACK_LEVELS: u32 = 4;

/// The number of levels counted for an operation that runs callbacks without a budget parameter:
/// those of a capsule or of a signature.
const DEFAULT_LEVELS: u32 = MAX_NESTING / 4;

/// The maximum number of budgets that a thread may have entered.
const MAX_ENTERED: usize = 64;

/// The limits that a host sets, until it cancels them.
pub(crate) struct BudgetState {
    pub(crate) limits: Limits,
    pub(crate) cancel: Cancel,
}

impl BudgetState {
    pub(crate) fn new(limits: Limits) -> BudgetState {
        BudgetState {
            limits,
            cancel: Cancel::new(),
        }
    }

    /// Returns the budget, bounded by these limits in addition.
    fn bound(&self, budget: Budget) -> Budget {
        budget.bounded(self.limits).cancelled_by(&self.cancel)
    }
}

thread_local! {
    /// The state used to charge the calls of this thread. It needs no drop: a share is dropped with
    /// its callback, and an empty list of budgets has no memory. Budgets that a thread has entered
    /// when it ends are not released.
    static CALL_STATE: ManuallyDrop<RefCell<CallState>> = const {
        ManuallyDrop::new(RefCell::new(CallState {
            operation: None,
            entered: Vec::new(),
            before_callback: 0,
            postponed: None,
        }))
    };

    /// Whether the thread is inside of an operation or a budget. Nearly every call checks only
    /// this.
    static BOUNDED: Cell<bool> = const { Cell::new(false) };
}

/// The state used to charge a call.
struct CallState {
    /// The operation of the running callback, if the callback is charged to one.
    operation: Option<Operation>,
    /// The budgets that the host has entered, the innermost last.
    entered: Vec<Arc<BudgetState>>,
    /// The number of budgets that had been entered when the running callback began. It cannot leave
    /// them.
    before_callback: usize,
    /// During a change: the callbacks that run after it.
    postponed: Option<Vec<Postponed>>,
}

/// A callback that releases data of the host, with the data.
type Postponed = (unsafe extern "C" fn(*mut c_void), *mut c_void);

/// The operation that runs a callback.
struct Operation {
    share: Share,
    /// The number of budgets that had been entered when the callback began: they already bound the
    /// operation.
    entered: usize,
    /// The error of a callback without a budget that ended the operation.
    ended: Option<Error>,
}

/// Returns whether the thread is inside of an operation or a budget, which may refuse its calls.
#[inline]
pub(super) fn is_bounded() -> bool {
    BOUNDED.get()
}

/// Reads or changes the state of this thread; no callback runs meanwhile.
#[inline]
fn call_state<T>(look: impl FnOnce(&mut CallState) -> T) -> T {
    CALL_STATE.with(|call_state| {
        let mut call_state = call_state.borrow_mut();
        let seen = look(&mut call_state);
        BOUNDED.set(call_state.operation.is_some() || !call_state.entered.is_empty());
        seen
    })
}

/// Makes a budget bound the calls of this thread, in addition to those already entered.
///
/// # Errors
/// [`Code::Limit`] if the thread has entered too many.
pub(super) fn enter(budget_state: Arc<BudgetState>) -> Result<()> {
    call_state(|call_state| {
        if call_state.entered.len() >= MAX_ENTERED {
            let message = format!("the thread has already entered {MAX_ENTERED} budgets");
            return Err(Error::new(Code::Limit, message));
        }
        call_state.entered.push(budget_state);
        Ok(())
    })
}

/// Leaves the budget that [`enter`] entered.
///
/// # Errors
/// [`Code::InvalidArgument`] if a different budget is the innermost.
pub(super) fn leave(budget_state: &Arc<BudgetState>) -> Result<()> {
    // Dropped after the borrow of the list has ended.
    let (left, is_outside) = call_state(|call_state| {
        if call_state.entered.len() <= call_state.before_callback {
            return (None, call_state.before_callback > 0);
        }
        let innermost = call_state
            .entered
            .pop_if(|last| Arc::ptr_eq(last, budget_state));
        if call_state.entered.is_empty() {
            call_state.entered = Vec::new();
        }
        (innermost, false)
    });
    let message = match (left, is_outside) {
        (Some(_), _) => return Ok(()),
        (None, true) => "the running callback has not entered the budget",
        (None, false) => "the budget is not the one that the thread entered last",
    };
    Err(Error::new(Code::InvalidArgument, message))
}

/// The state of the thread before a callback.
struct Entered {
    before_callback: usize,
    /// A callback is not part of the change around it: data that its calls release is not
    /// postponed.
    postponed: Option<Vec<Postponed>>,
}

impl Entered {
    /// Begins a callback.
    #[inline]
    fn keep(call_state: &mut CallState) -> Entered {
        let before_callback = call_state.before_callback;
        call_state.before_callback = call_state.entered.len();
        Entered {
            before_callback,
            postponed: call_state.postponed.take(),
        }
    }

    /// Restores the state after the callback. Returns the budgets that the callback did not leave:
    /// they are dropped after the borrow of the state has ended.
    #[inline]
    fn restore(&mut self, call_state: &mut CallState) -> Vec<Arc<BudgetState>> {
        let kept = call_state.before_callback;
        call_state.before_callback = self.before_callback;
        call_state.postponed = self.postponed.take();
        if call_state.entered.len() > kept {
            call_state.entered.split_off(kept)
        } else {
            Vec::new()
        }
    }
}

/// A callback without a share. The state of the thread is restored when this is dropped.
struct Apart(Entered);

impl Drop for Apart {
    #[inline]
    fn drop(&mut self) {
        let _left = call_state(|call_state| self.0.restore(call_state));
    }
}

/// An active share, until it ends or is dropped by a panic; then the previous state of the thread
/// is restored.
struct During {
    /// The operation around this one, if callbacks are nested.
    before: Option<Box<Operation>>,
    entered: Entered,
}

impl During {
    /// Activates a share; `share` receives the number of levels around it.
    #[inline]
    fn after(share: impl FnOnce(u32) -> Result<Share>) -> Result<During> {
        call_state(|call_state| {
            let outside = call_state.operation.as_ref();
            if let Some(error) = outside.and_then(|operation| operation.ended.as_ref()) {
                return Err(error.clone());
            }
            let share = share(outside.map_or(0, |operation| operation.share.levels()))?;
            let before = match &call_state.operation {
                Some(_) => call_state.operation.take().map(Box::new),
                None => None,
            };
            call_state.operation = Some(Operation {
                share,
                entered: call_state.entered.len(),
                ended: None,
            });
            Ok(During {
                before,
                entered: Entered::keep(call_state),
            })
        })
    }

    /// Ends the share, and adds its charges to the budget.
    #[inline]
    fn end(mut self, budget: &Budget) {
        let (left, ended) = call_state(|call_state| {
            let ended = call_state.operation.as_mut().and_then(|operation| {
                budget.take_back(&operation.share);
                operation.ended.take()
            });
            (self.restore(call_state), ended)
        });
        // Nothing is left to restore or to drop: the operation before has been taken out.
        std::mem::forget(self);
        drop(left);
        if let Some(error) = ended {
            budget.end(&error);
        }
    }

    /// Restores the state before the share.
    #[inline]
    fn restore(&mut self, call_state: &mut CallState) -> Vec<Arc<BudgetState>> {
        call_state.operation = self.before.take().map(|before| *before);
        self.entered.restore(call_state)
    }
}

impl Drop for During {
    /// After a panic.
    #[cold]
    fn drop(&mut self) {
        let _left = call_state(|call_state| self.restore(call_state));
    }
}

/// Runs a callback for an operation with a budget, which is checked before and after it. An error
/// with the code `Limit` or `Cancelled` ends the operation: nothing in the language can handle it.
///
/// # Errors
/// [`Code::Limit`] if operations and callbacks are nested too deep or the budget is exceeded,
/// [`Code::Cancelled`] if it is cancelled, and the error of the callback.
pub(crate) fn during<T>(budget: &Budget, callback: impl FnOnce() -> Result<T>) -> Result<T> {
    budget.charge(1)?;
    budget.finish()?;
    let during = During::after(|call_state| {
        // The levels of a shared budget include those around it.
        let outside = if budget.is_shared() { 0 } else { call_state };
        let levels = budget.levels().saturating_add(outside) + CALLBACK_LEVELS;
        if levels > MAX_LEVELS {
            return Err(too_deep());
        }
        Ok(budget.share().at_level(levels))
    })?;
    let made = callback();
    during.end(budget);
    match made {
        Ok(made) => {
            budget.finish()?;
            Ok(made)
        }
        Err(error) => {
            if error.code().is_refusal() {
                budget.end(&error);
            }
            Err(error)
        }
    }
}

/// Runs a callback without a budget parameter, like [`during`], on behalf of the operation that
/// [`within`] runs on this thread, if there is one.
///
/// # Errors
/// Those of [`during`].
pub(crate) fn untold<T>(callback: impl FnOnce() -> Result<T>) -> Result<T> {
    may_go_on()?;
    let made = apart(callback);
    match made {
        Ok(made) => {
            may_go_on()?;
            Ok(made)
        }
        Err(error) => {
            if error.code().is_refusal() {
                call_state(|call_state| {
                    if let Some(operation) = &mut call_state.operation {
                        operation.ended.get_or_insert_with(|| error.clone());
                    }
                });
            }
            Err(error)
        }
    }
}

/// Runs a change. Callbacks passed to [`destroy`] meanwhile run after it, because they may call any
/// function, also for the handle that is being changed.
#[inline]
pub(crate) fn change<T>(change: impl FnOnce() -> T) -> T {
    let _changing = Changing {
        outer: call_state(|call_state| call_state.postponed.replace(Vec::new())),
    };
    change()
}

/// A change. The postponed callbacks run when this is dropped.
struct Changing {
    outer: Option<Vec<Postponed>>,
}

impl Drop for Changing {
    #[inline]
    fn drop(&mut self) {
        let outer = self.outer.take();
        let mut postponed =
            call_state(|call_state| std::mem::replace(&mut call_state.postponed, outer));
        for (callback, data) in postponed.iter_mut().flat_map(|all| all.drain(..)) {
            // SAFETY: both were passed to `destroy`, and this runs once.
            unsafe { destroy(callback, data) };
        }
    }
}

/// Runs a callback that releases data of the host: after the change during which the data was
/// removed, if there is one on this thread.
///
/// # Safety
/// The host passed both together, and the callback has not yet been called with the data.
pub(crate) unsafe fn destroy(callback: unsafe extern "C" fn(*mut c_void), data: *mut c_void) {
    let is_postponed = call_state(|call_state| match &mut call_state.postponed {
        Some(postponed) => {
            postponed.push((callback, data));
            true
        }
        None => false,
    });
    if !is_postponed {
        // SAFETY: this function has the same contract.
        apart(|| unsafe { callback(data) });
    }
}

/// Runs a callback that must run in any case, such as one that releases data.
pub(crate) fn apart<T>(callback: impl FnOnce() -> T) -> T {
    let _apart = Apart(call_state(Entered::keep));
    callback()
}

/// Returns whether the operation on this thread was ended early, so that its result is not used:
/// callbacks that cannot report an error are then not called any more.
pub(crate) fn is_over() -> bool {
    is_bounded() && call_state(|call_state| call_state.operation.is_some()) && may_go_on().is_err()
}

/// Checks that the operation on this thread may continue: it is not cancelled, and none of its
/// limits is exceeded.
///
/// # Errors
/// [`Code::Limit`] or [`Code::Cancelled`], or the error of the callback that ended it.
pub(crate) fn may_go_on() -> Result<()> {
    if !is_bounded() {
        return Ok(());
    }
    call_state(|call_state| {
        let within = match &mut call_state.operation {
            Some(operation) => {
                if let Some(error) = &operation.ended {
                    return Err(error.clone());
                }
                operation.share.charge_one()?;
                operation.entered
            }
            None => 0,
        };
        let entered = call_state.entered.iter().skip(within);
        if entered
            .into_iter()
            .any(|budget_state| budget_state.cancel.is_raised())
        {
            Err(BudgetError::Cancelled.into())
        } else {
            Ok(())
        }
    })
}

#[cold]
fn too_deep() -> Error {
    let message = "operations and callbacks are nested too deep";
    Error::new(Code::Limit, message)
}

/// Runs an operation on the budget of this thread, or on `$alone` if the thread has none, and
/// charges its use; `budget` is in scope afterwards. This is a macro because moving a budget costs
/// more than creating it.
macro_rules! counted {
    ($made:ident = $run:expr, $budget:ident = $alone:expr) => {
        let bounded = is_bounded();
        let $budget = if bounded { self::bounded()? } else { $alone };
        let $made = $run(&$budget);
        if bounded {
            count(&$budget);
        }
        if let Some(error) = $budget.ended() {
            return Err(error);
        }
    };
}

/// Runs an operation on the budget of this thread.
///
/// # Errors
/// [`Code::Limit`] or [`Code::Cancelled`] if the budget is exceeded or cancelled, before or during
/// the operation; otherwise the error of the operation.
#[inline]
pub(crate) fn calling<T>(run: impl FnOnce(&Budget) -> Result<T>) -> Result<T> {
    counted!(made = run, budget = Budget::standard());
    let made = made?;
    if budget.ends_plainly() {
        // This avoids a call that would only find that there is nothing to drop.
        std::mem::forget(budget);
        return Ok(made);
    }
    budget.finish()?;
    Ok(made)
}

/// Runs an operation that changes data of the host, on the budget of this thread. Its changes are
/// not undone, so the result of the operation itself is returned: it must check the budget before
/// it changes anything.
///
/// # Errors
/// [`Code::Limit`] or [`Code::Cancelled`] if the budget is exceeded or cancelled before the
/// operation; otherwise the error of the operation.
pub(crate) fn changing<T>(run: impl FnOnce(&Budget) -> Result<T>) -> Result<T> {
    counted!(made = run, budget = Budget::standard());
    made
}

/// Returns the budget for an operation that begins inside of another operation or a budget.
///
/// # Errors
/// [`Code::Limit`] or [`Code::Cancelled`] if it is already exceeded or cancelled.
#[inline(never)]
fn bounded() -> Result<Budget> {
    let budget = call_state(|call_state| {
        let (budget, within) = match &call_state.operation {
            Some(operation) => (Budget::of(operation.share.clone()), operation.entered),
            None => (Budget::new(), 0),
        };
        let entered = call_state.entered.iter().skip(within);
        entered.fold(budget, |budget, budget_state| budget_state.bound(budget))
    });
    budget.finish()?;
    Ok(budget)
}

/// Charges the use of an operation that has ended.
#[inline(never)]
fn count(budget: &Budget) {
    call_state(|call_state| {
        if let Some(operation) = &mut call_state.operation {
            operation.share.count(budget);
        }
    });
}

/// Runs an operation like [`calling`] that may run callbacks without a budget parameter.
///
/// # Errors
/// [`Code::Limit`] or [`Code::Cancelled`] if the budget is exceeded or cancelled, before or during
/// the operation; otherwise the error of the operation.
pub(crate) fn within<T>(run: impl FnOnce(&Budget) -> Result<T>) -> Result<T> {
    let untold = |budget: &Budget| {
        let during = During::after(|_| {
            let levels = budget.levels().saturating_add(DEFAULT_LEVELS);
            if levels > MAX_LEVELS {
                return Err(too_deep());
            }
            Ok(budget.share().at_level(levels))
        })?;
        let made = run(budget);
        during.end(budget);
        made
    };
    counted!(
        made = untold,
        budget = Budget::of(Budget::standard().share())
    );
    let made = made?;
    budget.finish()?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::{BudgetError, Limits};

    fn levels() -> u32 {
        within(|budget| Ok(budget.levels())).unwrap()
    }

    fn budget_state(steps: u64) -> Arc<BudgetState> {
        let limits = Limits {
            steps,
            ..Limits::STANDARD
        };
        Arc::new(BudgetState::new(limits))
    }

    #[test]
    fn what_a_callback_starts_goes_on_with_the_budget_around_it() {
        let budget = Budget::new();
        let _inside = budget.at_level(3);
        let found = during(&budget, || {
            within(|inner| {
                inner.charge(5)?;
                Ok(inner.levels())
            })
        });
        assert_eq!(found.unwrap(), 3 + CALLBACK_LEVELS);
        assert_eq!(budget.steps(), 6);
        assert_eq!(levels(), 0);
    }

    #[test]
    fn what_an_operation_takes_during_a_callback_counts_besides_the_callbacks_calls() {
        let budget = Budget::new();
        let made = during(&budget, || {
            calling(|inner| Ok(inner.charge(5)?))?;
            // A language block that the callback called.
            budget.charge(7)?;
            calling(|inner| Ok(inner.charge(3)?))
        });
        made.unwrap();
        assert_eq!(budget.steps(), 1 + 5 + 7 + 3);
        let made = during(&budget, || {
            within(|_| calling(|inner| Ok(inner.charge(5)?)))
        });
        made.unwrap();
        assert_eq!(budget.steps(), 16 + 1 + 5);
    }

    #[test]
    fn callbacks_that_call_again_are_bounded() {
        fn deeper() -> Result<()> {
            calling(|budget| during(budget, deeper))
        }
        assert_eq!(deeper().unwrap_err().code(), Code::Limit);
        assert_eq!(levels(), 0);
    }

    #[test]
    fn callbacks_that_are_not_told_a_budget_are_bounded_too() {
        fn deeper(calls: &Cell<u32>) -> Result<()> {
            calls.set(calls.get() + 1);
            within(|_| deeper(calls))
        }
        let calls = Cell::new(0);
        assert_eq!(deeper(&calls).unwrap_err().code(), Code::Limit);
        assert_eq!(calls.get(), 1 + MAX_LEVELS / DEFAULT_LEVELS);
        assert_eq!(levels(), 0);
    }

    #[test]
    fn budgets_apart_from_each_other_are_bounded_together() {
        fn deeper(levels: u32) -> Result<u32> {
            let apart = Budget::new();
            let _inside = apart.at_level(levels);
            during(&apart, || Ok(1 + deeper(levels)?))
        }
        assert_eq!(deeper(1).unwrap_err().code(), Code::Limit);
        assert_eq!(deeper(MAX_LEVELS + 1).unwrap_err().code(), Code::Limit);
        assert_eq!(levels(), 0);
    }

    #[test]
    fn entered_budgets_bound_every_call_together() {
        let take = |steps| calling(|budget| Ok(budget.charge(steps)?));
        let beyond = Limits::STANDARD.steps + 1;
        assert!(take(beyond).is_err());
        let (wide, narrow) = (budget_state(2 * beyond), budget_state(3));
        enter(wide.clone()).unwrap();
        take(beyond).unwrap();
        // Each call starts with a new budget.
        take(beyond).unwrap();
        enter(narrow.clone()).unwrap();
        assert!(take(4).is_err());
        assert!(leave(&wide).is_err());
        leave(&narrow).unwrap();
        wide.cancel.raise();
        let error = calling(|_| -> Result<()> { unreachable!() }).unwrap_err();
        assert_eq!(error.code(), Code::Cancelled);
        leave(&wide).unwrap();
        assert!(leave(&wide).is_err());
        take(1).unwrap();
    }

    #[test]
    fn a_budget_that_a_callback_enters_bounds_its_own_calls() {
        let narrow = budget_state(3);
        let budget = Budget::standard();
        let made = during(&budget, || {
            enter(narrow.clone())?;
            let refused = calling(|inner| Ok(inner.charge(4)?)).is_err();
            leave(&narrow)?;
            calling(|inner| Ok(inner.charge(4)?))?;
            Ok(refused)
        });
        assert!(made.unwrap());
        assert_eq!(budget.steps(), 9);
    }

    #[test]
    fn what_was_changed_is_not_refused_afterwards() {
        let most = budget_state(3);
        enter(most.clone()).unwrap();
        let made = changing(|budget| {
            most.cancel.raise();
            Ok(budget.steps())
        });
        assert_eq!(made.unwrap(), 0);
        assert!(changing(|_| -> Result<()> { unreachable!() }).is_err());
        leave(&most).unwrap();
    }

    #[test]
    fn what_is_spent_is_told_though_the_operation_does_not() {
        let made = calling(|budget| {
            let refused = budget.hold(u64::MAX).is_err();
            Ok(refused)
        });
        assert_eq!(made.unwrap_err().code(), Code::Limit);
        let made = within(|budget| Ok(budget.charge(u64::MAX)));
        assert_eq!(made.unwrap_err().code(), Code::Limit);
        assert_eq!(Error::from(BudgetError::Cancelled).code(), Code::Cancelled);
    }
}
