//! What does a call from inside of a callback take part in?
//!
//! An evaluation passes its budget on to all that it starts, but a callback of the host has
//! no place for it, and may evaluate again: that has to count with the evaluation around it,
//! or nothing would bound how deep the two go. So while a callback runs, the thread remembers
//! the budget of the evaluation that it runs for, and exports that evaluate go on with it.

use super::guard::HERE;
use crate::calls::Budget;
use crate::dialect::hcl::syntax::MAX_NESTING;
use crate::source::{Code, Error, Result};
use std::cell::Cell;
use std::ptr;

/// The levels that evaluations and the callbacks between them may have where one of them has
/// a budget apart from those around it.
const MAX_LEVELS: u32 = 2 * MAX_NESTING;

/// What a thread is inside of.
pub(super) struct Here {
    /// How many exports are running.
    pub(super) exports: Cell<u32>,
    /// The budget of the evaluation that the innermost callback runs for, as long as it does;
    /// NULL outside of any.
    budget: Cell<*const Budget>,
}

impl Here {
    pub(super) const fn nothing() -> Here {
        Here {
            exports: Cell::new(0),
            budget: Cell::new(ptr::null()),
        }
    }
}

/// Runs a callback for an operation with a budget.
///
/// # Errors
/// [`Code::Limit`] where evaluations and callbacks lie too deep within each other; else what
/// the callback says.
#[inline]
pub(crate) fn during<T>(budget: &Budget, callback: impl FnOnce() -> Result<T>) -> Result<T> {
    // Outside of an evaluation there is nothing to take part in.
    if budget.levels() == 0 {
        return callback();
    }
    during_evaluation(budget, callback)
}

fn during_evaluation<T>(budget: &Budget, callback: impl FnOnce() -> Result<T>) -> Result<T> {
    struct Restore(*const Budget);
    impl Drop for Restore {
        fn drop(&mut self) {
            HERE.with(|here| here.budget.set(self.0));
        }
    }
    let around = HERE.with(|here| here.budget.get());
    let outer = if ptr::eq(around, budget) {
        0
    } else {
        // SAFETY: NULL, or lent to a callback that is running on this thread.
        unsafe { around.as_ref() }.map_or(0, Budget::levels)
    };
    let levels = budget.levels().saturating_add(outer);
    if levels > MAX_LEVELS {
        let message = "evaluations and callbacks are nested too deep";
        return Err(Error::new(Code::Limit, message));
    }
    let _part = budget.at_level(levels);
    let _restore = Restore(HERE.with(|here| here.budget.replace(budget)));
    callback()
}

/// Runs what evaluates or calls: out of the budget of the evaluation around, if there is one,
/// else out of one of its own.
#[inline]
pub(crate) fn within<T>(run: impl FnOnce(&Budget) -> T) -> T {
    let around = HERE.with(|here| here.budget.get());
    // SAFETY: NULL, or lent to a callback that is running on this thread, and so until this
    // call, which it makes, is over.
    match unsafe { around.as_ref() } {
        Some(budget) => run(budget),
        None => run(&Budget::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_callback_starts_goes_on_with_the_budget_around_it() {
        let budget = Budget::new();
        let _inside = budget.at_level(3);
        let found = during(&budget, || {
            Ok(within(|around| ptr::eq(around, &raw const budget)))
        });
        assert!(found.unwrap());
        assert_eq!(within(Budget::levels), 0);
    }

    #[test]
    fn budgets_apart_from_each_other_are_bounded_together() {
        fn deeper(levels: u32) -> Result<u32> {
            let apart = Budget::new();
            let _inside = apart.at_level(levels);
            during(&apart, || {
                assert!(within(Budget::levels) <= MAX_LEVELS);
                Ok(1 + deeper(levels)?)
            })
        }
        assert_eq!(deeper(1).unwrap_err().code(), Code::Limit);
        assert_eq!(deeper(MAX_LEVELS + 1).unwrap_err().code(), Code::Limit);
        assert_eq!(within(Budget::levels), 0);
    }
}
