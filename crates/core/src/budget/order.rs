//! Sorting within a budget.

use super::{Budget, BudgetError};
use crate::sort;
use std::cmp::Ordering;

/// The comparisons of short texts or numbers that are made in a step.
const COMPARISONS_A_STEP: u64 = 8;

/// The bytes that sorting needs for an item.
const PLACE_BYTES: u64 = size_of::<usize>() as u64;

impl Budget {
    /// Sorts items stably by an order. It charges the comparisons, and the memory while it sorts.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded; the items are then not sorted.
    pub fn sort_by<T>(
        &self,
        items: &mut [T],
        order: impl FnMut(&T, &T) -> Ordering,
    ) -> Result<(), BudgetError> {
        let count = items.len() as u64;
        let comparisons = count * u64::from(count.max(1).ilog2() + 1);
        self.charge(comparisons / COMPARISONS_A_STEP)?;
        self.hold(count * PLACE_BYTES)?;
        sort::sort_by(items, order);
        self.release(count * PLACE_BYTES);
        Ok(())
    }

    /// Sorts items stably by a key.
    ///
    /// # Errors
    /// As [`Budget::sort_by`].
    #[inline]
    pub fn sort_by_key<T, K: Ord>(
        &self,
        items: &mut [T],
        mut key: impl FnMut(&T) -> K,
    ) -> Result<(), BudgetError> {
        self.sort_by(items, |a, b| key(a).cmp(&key(b)))
    }

    /// Sorts items.
    ///
    /// # Errors
    /// As [`Budget::sort_by`].
    #[inline]
    pub fn sort<T: Ord>(&self, items: &mut [T]) -> Result<(), BudgetError> {
        self.sort_by(items, Ord::cmp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_is_charged() {
        let budget = Budget::new();
        let mut items: Vec<u32> = (0..1 << 10).rev().collect();
        assert_eq!(budget.sort(&mut items), Ok(()));
        assert!(items.is_sorted());
        assert_eq!((budget.steps(), budget.bytes()), (11 * 1024 / 8, 0));
        let little = Budget::new().limit_steps(100);
        items.reverse();
        assert_eq!(little.sort(&mut items), Err(BudgetError::Steps(100)));
        assert_eq!(items.first(), Some(&1023));
        let narrow = Budget::new().limit_bytes(1 << 10);
        assert_eq!(narrow.sort(&mut items), Err(BudgetError::Bytes(1 << 10)));
    }
}
