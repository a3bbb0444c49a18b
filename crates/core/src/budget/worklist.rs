//! Lists of items that an operation has still to visit.

use super::{Budget, BudgetError, HeldBytes};

/// The items that a walk has still to visit, the last one first. It charges a step for each item that
/// it returns, and holds its memory until it is dropped.
///
/// ```
/// use polycty_core::calls::{Budget, BudgetError, Worklist};
/// fn count(root: u32, budget: &Budget) -> Result<u32, BudgetError> {
///     let mut count = 0;
///     let mut left = Worklist::of(budget, [root])?;
///     while let Some(node) = left.next()? {
///         count += 1;
///         left.extend((0..node).map(|_| node / 2))?;
///     }
///     Ok(count)
/// }
/// let budget = Budget::new();
/// assert_eq!(count(3, &budget), Ok(7));
/// assert_eq!((budget.steps(), budget.bytes()), (7, 0));
/// ```
#[derive(Debug)]
pub struct Worklist<'b, T> {
    items: Vec<T>,
    memory: HeldBytes<'b>,
}

impl<'b, T> Worklist<'b, T> {
    /// Creates a list of the items to begin with.
    ///
    /// # Errors
    /// As [`Worklist::extend`].
    #[inline]
    pub fn of(
        budget: &'b Budget,
        items: impl IntoIterator<Item = T>,
    ) -> Result<Worklist<'b, T>, BudgetError> {
        let mut list = Worklist {
            items: Vec::new(),
            memory: HeldBytes::new(budget),
        };
        list.extend(items)?;
        Ok(list)
    }

    /// Removes and returns the last item.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    #[expect(
        clippy::should_implement_trait,
        reason = "the result has the order of `while let Some(item) = list.next()?`"
    )]
    pub fn next(&mut self) -> Result<Option<T>, BudgetError> {
        let Some(item) = self.items.pop() else {
            return Ok(None);
        };
        self.memory.charge(1)?;
        Ok(Some(item))
    }

    /// Appends an item.
    ///
    /// # Errors
    /// [`BudgetError::Bytes`]. The item is then not appended.
    #[inline]
    pub fn push(&mut self, item: T) -> Result<(), BudgetError> {
        self.reserve(1)?;
        self.items.push(item);
        Ok(())
    }

    /// Appends items.
    ///
    /// # Errors
    /// [`BudgetError::Bytes`]. The items that do not fit are then not appended.
    #[inline]
    pub fn extend(&mut self, items: impl IntoIterator<Item = T>) -> Result<(), BudgetError> {
        let items = items.into_iter();
        self.reserve(items.size_hint().0)?;
        for item in items {
            self.push(item)?;
        }
        Ok(())
    }

    #[inline]
    fn reserve(&mut self, more: usize) -> Result<(), BudgetError> {
        let before = self.items.capacity();
        self.memory.reserve(&mut self.items, more)?;
        let added = (self.items.capacity() - before) * size_of::<T>();
        self.memory.adopt(added as u64);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worklist_charges_visits_and_holds_its_memory() {
        let budget = Budget::new();
        let mut left = Worklist::of(&budget, 0..100u64).unwrap();
        assert_eq!(budget.bytes(), 800);
        left.push(100).unwrap();
        assert_eq!(budget.bytes(), 1600);
        for number in (0..=100).rev() {
            assert_eq!(left.next(), Ok(Some(number)));
        }
        assert_eq!(left.next(), Ok(None));
        assert_eq!(budget.steps(), 101);
        drop(left);
        assert_eq!(budget.bytes(), 0);
    }

    #[test]
    fn a_worklist_ends_with_the_budget() {
        let budget = Budget::new().limit_bytes(100);
        let list = Worklist::of(&budget, 0..100u64);
        assert_eq!(list.err(), Some(BudgetError::Bytes(100)));
        assert_eq!(budget.bytes(), 0);
        let budget = Budget::new().limit_steps(1);
        let mut left = Worklist::of(&budget, ["a", "b"]).unwrap();
        assert_eq!(left.next(), Ok(Some("b")));
        assert_eq!(left.next(), Err(BudgetError::Steps(1)));
    }
}
