//! Bytes that are held until an operation ends.
//!
//! A [`HeldBytes`] counts the bytes that an operation keeps while it runs, and releases them when it is
//! dropped, however the operation ends.

use super::{Budget, BudgetError};
use std::ops::Deref;

/// A budget and the bytes that are held of it until this guard is dropped.
#[derive(Debug)]
pub struct HeldBytes<'b> {
    budget: &'b Budget,
    bytes: u64,
}

impl<'b> HeldBytes<'b> {
    /// Creates a guard that holds no bytes.
    #[must_use]
    #[inline]
    pub fn new(budget: &'b Budget) -> HeldBytes<'b> {
        HeldBytes { budget, bytes: 0 }
    }

    /// Calls `make`, and returns its result with a guard of the bytes that it held. The bytes are
    /// released when the guard is dropped.
    pub fn of<T>(budget: &'b Budget, make: impl FnOnce() -> T) -> (T, HeldBytes<'b>) {
        let before = budget.bytes();
        let made = make();
        let bytes = budget.bytes().saturating_sub(before);
        (made, HeldBytes { budget, bytes })
    }

    /// The budget, with its own lifetime.
    #[must_use]
    #[inline]
    pub fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// Counts bytes that are held from now on.
    ///
    /// # Errors
    /// As [`Budget::hold`].
    #[inline]
    pub fn hold(&mut self, bytes: u64) -> Result<(), BudgetError> {
        self.budget.hold(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Releases all held bytes.
    #[inline]
    pub fn release(&mut self) {
        self.budget.release(std::mem::take(&mut self.bytes));
    }

    /// Releases some of the held bytes.
    #[inline]
    pub(super) fn release_some(&mut self, bytes: u64) {
        self.bytes -= bytes;
        self.budget.release(bytes);
    }

    /// Adds bytes that the budget holds already.
    #[inline]
    pub(super) fn adopt(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Leaves the bytes held after the guard is dropped.
    #[inline]
    pub fn keep(&mut self) {
        self.bytes = 0;
    }

    /// The number of held bytes.
    #[must_use]
    #[inline]
    pub fn held(&self) -> u64 {
        self.bytes
    }
}

impl Deref for HeldBytes<'_> {
    type Target = Budget;

    #[inline]
    fn deref(&self) -> &Budget {
        self.budget
    }
}

impl Drop for HeldBytes<'_> {
    #[inline]
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_bytes_are_released() {
        let budget = Budget::new().limit_bytes(10);
        let mut held = HeldBytes::new(&budget);
        assert_eq!(held.hold(8), Ok(()));
        assert_eq!(held.hold(3), Err(BudgetError::Bytes(10)));
        assert_eq!((held.held(), budget.bytes()), (8, 8));
        drop(held);
        assert_eq!(budget.bytes(), 0);
        assert_eq!(budget.hold(3), Ok(()));
        let (outcome, held) = HeldBytes::of(&budget, || budget.hold(4));
        assert_eq!((outcome, held.held(), budget.bytes()), (Ok(()), 4, 7));
        drop(held);
        assert_eq!(budget.bytes(), 3);
    }
}
