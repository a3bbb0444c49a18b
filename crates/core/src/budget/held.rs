//! Held bytes: who gives back what an operation holds until it ends?
//!
//! What an operation remembers for as long as it goes on is held from where it is noted and
//! gone when the operation is over, however it ends: a [`Held`] counts it and gives it back.

use super::{Budget, Spent};
use std::ops::Deref;

/// A budget, with what one operation holds of its bytes until this is dropped.
#[derive(Debug)]
pub struct Held<'b> {
    budget: &'b Budget,
    bytes: u64,
}

impl<'b> Held<'b> {
    /// Nothing held yet.
    #[must_use]
    #[inline]
    pub fn new(budget: &'b Budget) -> Held<'b> {
        Held { budget, bytes: 0 }
    }

    /// What an operation makes, and the bytes that it has held for that, which are given back when
    /// what was made is dropped.
    pub fn of<T>(budget: &'b Budget, make: impl FnOnce() -> T) -> (T, Held<'b>) {
        let before = budget.bytes();
        let made = make();
        let bytes = budget.bytes().saturating_sub(before);
        (made, Held { budget, bytes })
    }

    /// The budget, for as long as it lives.
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
    pub fn hold(&mut self, bytes: u64) -> Result<(), Spent> {
        self.budget.hold(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Gives back all that is held.
    #[inline]
    pub fn release(&mut self) {
        self.budget.release(std::mem::take(&mut self.bytes));
    }

    /// The bytes held now.
    #[must_use]
    #[inline]
    pub fn held(&self) -> u64 {
        self.bytes
    }
}

impl Deref for Held<'_> {
    type Target = Budget;

    #[inline]
    fn deref(&self) -> &Budget {
        self.budget
    }
}

impl Drop for Held<'_> {
    #[inline]
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_given_back() {
        let budget = Budget::new().limit_bytes(10);
        let mut held = Held::new(&budget);
        assert_eq!(held.hold(8), Ok(()));
        assert_eq!(held.hold(3), Err(Spent::Bytes(10)));
        assert_eq!((held.held(), budget.bytes()), (8, 8));
        drop(held);
        assert_eq!(budget.bytes(), 0);
        assert_eq!(budget.hold(3), Ok(()));
        let (outcome, held) = Held::of(&budget, || budget.hold(4));
        assert_eq!((outcome, held.held(), budget.bytes()), (Ok(()), 4, 7));
        drop(held);
        assert_eq!(budget.bytes(), 3);
    }
}
