//! What does a call from inside of a callback take part in?
//!
//! An evaluation passes its budget on to all that it starts, but a callback of the host has
//! no place for it, and may evaluate again: that has to count with the evaluation around it,
//! or nothing would bound how deep the two go. So while a callback runs, the thread has a
//! share of the budget of the evaluation that it runs for, and exports that evaluate go on
//! with it. A share is plain numbers: a host that changes stacks in the middle of a callback
//! (a fiber) may make it count wrong, and nothing else.

use super::guard::HERE;
use crate::calls::{Budget, Share};
use crate::dialect::hcl::syntax::MAX_NESTING;
use crate::source::{Code, Error, Result};
use std::cell::Cell;

/// The levels that evaluations and the callbacks between them may have where one of them has
/// a budget apart from those around it.
const MAX_LEVELS: u32 = 2 * MAX_NESTING;

/// The levels that count for an evaluation in which a callback runs that is not told its
/// budget: of a capsule, or of a signature.
const UNTOLD_LEVELS: u32 = MAX_NESTING / 4;

/// What a thread is inside of.
pub(super) struct Here {
    /// How many exports are running.
    pub(super) exports: Cell<u32>,
    /// What an evaluation that begins now counts with; none outside of any.
    share: Cell<Option<Share>>,
}

impl Here {
    pub(super) const fn nothing() -> Here {
        Here {
            exports: Cell::new(0),
            share: Cell::new(None),
        }
    }
}

/// Gives the thread back what it was inside of, also when a panic passes.
struct Restore(Option<Share>);

impl Restore {
    /// Puts a share in place until this is dropped.
    fn after(share: Share) -> Restore {
        Restore(HERE.with(|here| here.share.replace(Some(share))))
    }
}

impl Drop for Restore {
    fn drop(&mut self) {
        HERE.with(|here| here.share.set(self.0));
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
    let around = match budget.is_shared() {
        true => None,
        false => HERE.with(|here| here.share.get()),
    };
    let levels = (budget.levels()).saturating_add(around.map_or(0, Share::levels));
    if levels > MAX_LEVELS {
        let message = "evaluations and callbacks are nested too deep";
        return Err(Error::new(Code::Limit, message));
    }
    let _restore = Restore::after(budget.share().at_level(levels));
    let made = callback();
    if let Some(share) = HERE.with(|here| here.share.get()) {
        budget.take_back(share);
    }
    made
}

/// Runs what calls a function: with the evaluation around, if there is one, else by itself.
#[inline]
pub(crate) fn calling<T>(run: impl FnOnce(&Budget) -> T) -> T {
    match HERE.with(|here| here.share.get()) {
        None => run(&Budget::new()),
        Some(_) => within(run),
    }
}

/// Runs what evaluates: with the evaluation around, if there is one, else by itself.
pub(crate) fn within<T>(run: impl FnOnce(&Budget) -> T) -> T {
    let around = HERE.with(|here| here.share.get());
    let budget = Budget::of(around.unwrap_or_else(|| Budget::new().share()));
    let untold = budget.levels().saturating_add(UNTOLD_LEVELS);
    let restore = Restore::after(budget.share().at_level(untold));
    let made = run(&budget);
    drop(restore);
    if let Some(around) = around {
        let share = budget.share().at_level(around.levels());
        HERE.with(|here| here.share.set(Some(share)));
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_callback_starts_goes_on_with_the_budget_around_it() {
        let budget = Budget::new();
        let _inside = budget.at_level(3);
        let found = during(&budget, || {
            Ok(within(|inner| {
                inner.charge(5).unwrap();
                inner.levels()
            }))
        });
        assert_eq!(found.unwrap(), 3);
        assert_eq!(budget.steps(), 5);
        assert_eq!(within(Budget::levels), 0);
    }

    #[test]
    fn callbacks_that_are_not_told_a_budget_are_bounded_too() {
        fn deeper(calls: u32) -> u32 {
            assert!(calls <= MAX_LEVELS);
            match within(Budget::levels) {
                levels if levels > MAX_NESTING => calls,
                _ => within(|_| deeper(calls + 1)),
            }
        }
        assert!(deeper(0) > 1);
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
