//! Loops that charge their items.
//!
//! [`Budget::charged`] charges all items before the first one, [`Budget::each`] each item before it
//! is returned. The first form is shorter and cheaper. The second one is for iterators of unknown
//! length, for loops that usually end early, and for items that may take long, since the clock and
//! the flag are checked between the items.

use super::{Budget, BudgetError};

impl Budget {
    /// Charges a step for each of `items`, and returns their iterator.
    ///
    /// ```
    /// use polycty_core::calls::{Budget, BudgetError};
    /// let budget = Budget::new().limit_steps(3);
    /// let mut sum = 0;
    /// for number in budget.charged(&[1, 2, 3])? {
    ///     sum += number;
    /// }
    /// assert_eq!((sum, budget.steps()), (6, 3));
    /// assert_eq!(budget.charged(0..1).err(), Some(BudgetError::Steps(3)));
    /// # Ok::<(), BudgetError>(())
    /// ```
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn charged<I>(&self, items: I) -> Result<I::IntoIter, BudgetError>
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let items = items.into_iter();
        self.charge(items.len() as u64)?;
        Ok(items)
    }

    /// Charges a step for each of `items`, and holds `bytes` bytes for each, which the loop keeps of an
    /// item.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn charged_holding<I>(&self, bytes: u64, items: I) -> Result<I::IntoIter, BudgetError>
    where
        I: IntoIterator<IntoIter: ExactSizeIterator>,
    {
        let items = items.into_iter();
        self.parts(items.len() as u64, bytes)?;
        Ok(items)
    }

    /// Iterates over `items`, and charges a step before each. The iteration continues after an
    /// error, which every further item repeats.
    ///
    /// ```
    /// use polycty_core::calls::{Budget, BudgetError};
    /// fn find(text: &str, wanted: &str, budget: &Budget) -> Result<Option<usize>, BudgetError> {
    ///     for line in budget.each(text.lines().enumerate()) {
    ///         let (number, line) = line?;
    ///         if line == wanted {
    ///             return Ok(Some(number));
    ///         }
    ///     }
    ///     Ok(None)
    /// }
    /// let budget = Budget::new().limit_steps(2);
    /// assert_eq!(find("a\nb\nc", "b", &budget), Ok(Some(1)));
    /// assert_eq!(budget.steps(), 2);
    /// assert_eq!(find("a\nb\nc", "b", &budget), Err(BudgetError::Steps(2)));
    /// ```
    #[inline]
    pub fn each<I: IntoIterator>(&self, items: I) -> Each<'_, I::IntoIter> {
        Each {
            items: items.into_iter(),
            budget: self,
        }
    }
}

/// The iterator of [`Budget::each`].
#[derive(Clone, Debug)]
pub struct Each<'b, I> {
    items: I,
    budget: &'b Budget,
}

impl<I: Iterator> Iterator for Each<'_, I> {
    type Item = Result<I::Item, BudgetError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.next()?;
        Some(self.budget.charge(1).map(|()| item))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Each<'_, I> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let item = self.items.next_back()?;
        Some(self.budget.charge(1).map(|()| item))
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Each<'_, I> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_charged() {
        let budget = Budget::new().limit_steps(2);
        let mut items = budget.each("abcd".chars());
        assert_eq!(items.next(), Some(Ok('a')));
        assert_eq!(budget.steps(), 1);
        assert_eq!(items.next_back(), Some(Ok('d')));
        assert_eq!(items.next(), Some(Err(BudgetError::Steps(2))));
        assert_eq!(items.next(), Some(Err(BudgetError::Steps(2))));
        assert_eq!(items.next(), None);
        let budget = Budget::new().limit_steps(2);
        let all: Result<Vec<_>, _> = budget.each([1, 2]).collect();
        assert_eq!(all, Ok(vec![1, 2]));
        assert_eq!(budget.each([(); 3]).len(), 3);
    }

    #[test]
    fn all_items_are_charged_before_the_first() {
        let budget = Budget::new().limit_steps(2);
        assert_eq!(budget.charged(0..3).err(), Some(BudgetError::Steps(2)));
        let budget = Budget::new();
        assert_eq!(budget.charged(vec![1, 2]).map(Iterator::sum), Ok(3));
        assert_eq!(budget.steps(), 2);
        assert_eq!(budget.charged_holding(10, 0..3).map(Iterator::sum), Ok(3));
        assert_eq!((budget.steps(), budget.bytes()), (5, 30));
    }
}
