//! Remaining time, and refunds of steps.
//!
//! For work that cannot be interrupted: its maximum number of steps is charged before it begins,
//! and the unused steps are refunded.

use super::Budget;
use std::time::{Duration, Instant};

impl Budget {
    /// Refunds steps that were charged but not used.
    #[inline]
    pub fn give_back(&self, steps: u64) {
        self.steps.set(self.steps.get().saturating_sub(steps));
    }

    /// The time until the deadline, if the budget has one.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = self.watch()?.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::BudgetError;

    #[test]
    fn unused_steps_are_refunded() {
        let budget = Budget::new().limit_steps(10);
        assert_eq!(budget.charge(8), Ok(()));
        budget.give_back(5);
        assert_eq!((budget.steps(), budget.time_left()), (3, None));
        assert_eq!(budget.charge(7), Ok(()));
        assert_eq!(budget.charge(1), Err(BudgetError::Steps(10)));
    }

    #[test]
    fn time_left_ends_at_the_deadline() {
        let budget = Budget::new().until(Instant::now() + Duration::from_secs(3600));
        assert!(budget.time_left() > Some(Duration::from_secs(3000)));
        let over = Budget::new().until(Instant::now());
        assert_eq!(over.time_left(), Some(Duration::ZERO));
    }
}
