//! Texts that charge their growth.
//!
//! A loop that appends to a `String` must charge the bytes that it appends. A [`GrowingText`] does
//! it itself, so a loop that uses it needs no charges for its text.

use super::list::grown_capacity;
use super::{Budget, BudgetError, HeldBytes};
use std::ops::Deref;

/// The capacity up to which a text is not counted.
const GRAIN: usize = 1 << 12;

/// The bytes of a text that are written per step.
const TEXT_STEP: usize = 64;

/// The free bytes of a counted text before a function appends to it, so that the text seldom grows
/// while the function runs.
const SPARE: usize = 1 << 8;

/// A text that is composed of parts. It counts a step for every 64 bytes of its capacity, and holds
/// the capacity until it is dropped or taken. While it grows, it holds the old capacity, too. A
/// capacity of at most 4 KiB is not counted.
///
/// ```
/// use polycty_core::calls::{Budget, BudgetError, GrowingText};
/// let budget = Budget::new().limit_bytes(1 << 20);
/// let mut text = GrowingText::new(&budget);
/// let full = (0..1 << 20).find_map(|_| text.push_str("four").err());
/// assert_eq!(full, Some(BudgetError::Bytes(1 << 20)));
/// assert_eq!(text.len(), 1 << 19);
/// ```
#[derive(Debug)]
pub struct GrowingText<'b> {
    text: String,
    /// The capacity, if it is counted.
    memory: HeldBytes<'b>,
}

impl<'b> GrowingText<'b> {
    /// Creates an empty text.
    #[must_use]
    #[inline]
    pub fn new(budget: &'b Budget) -> GrowingText<'b> {
        GrowingText {
            text: String::new(),
            memory: HeldBytes::new(budget),
        }
    }

    /// The budget, with its own lifetime.
    #[must_use]
    #[inline]
    pub fn budget(&self) -> &'b Budget {
        self.memory.budget()
    }

    /// Appends a text.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn push_str(&mut self, part: &str) -> Result<(), BudgetError> {
        self.reserve(part.len())?;
        self.text.push_str(part);
        Ok(())
    }

    /// Appends a character.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn push(&mut self, char: char) -> Result<(), BudgetError> {
        self.reserve(char.len_utf8())?;
        self.text.push(char);
        Ok(())
    }

    /// Calls a function that appends to the text, and counts what it appended. The size of this
    /// part must be limited by something else, since it is counted afterwards.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn write<T>(&mut self, part: impl FnOnce(&mut String) -> T) -> Result<T, BudgetError> {
        if self.text.len() >= GRAIN {
            self.reserve(SPARE)?;
        }
        let made = part(&mut self.text);
        if self.text.capacity() > GRAIN {
            self.count()?;
        }
        Ok(made)
    }

    /// Shortens the text. Its memory stays held.
    #[inline]
    pub fn truncate(&mut self, length: usize) {
        self.text.truncate(length);
    }

    /// Returns the text, and releases its memory from the budget. The owner of the text counts it.
    #[must_use]
    #[inline]
    pub fn into_string(self) -> String {
        self.text
    }

    /// Returns the text, whose memory stays held until the operation ends.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded by a text that was not counted.
    #[inline]
    pub fn into_held(mut self) -> Result<String, BudgetError> {
        if self.memory.held() == 0 {
            self.memory.hold(self.text.len() as u64)?;
        }
        self.memory.keep();
        Ok(self.text)
    }

    /// Reserves capacity for `more` bytes.
    #[inline]
    fn reserve(&mut self, more: usize) -> Result<(), BudgetError> {
        if self.text.capacity() - self.text.len() >= more {
            return Ok(());
        }
        self.grow(more)
    }

    #[inline(never)]
    fn grow(&mut self, more: usize) -> Result<(), BudgetError> {
        let needed = self.text.len().saturating_add(more);
        let capacity = grown_capacity(self.text.capacity(), needed);
        let before = self.memory.held();
        if capacity > GRAIN {
            let new = (capacity as u64).saturating_sub(before);
            self.memory.charge(new / TEXT_STEP as u64)?;
            // Both allocations exist while the text is moved.
            self.memory.hold(capacity as u64)?;
        }
        self.text.reserve_exact(capacity - self.text.len());
        self.memory.release_some(before);
        Ok(())
    }

    /// Counts the capacity that a function added.
    #[inline]
    fn count(&mut self) -> Result<(), BudgetError> {
        let new = (self.text.capacity() as u64).saturating_sub(self.memory.held());
        if new == 0 {
            return Ok(());
        }
        self.memory.charge(new / TEXT_STEP as u64)?;
        self.memory.hold(new)
    }
}

impl Deref for GrowingText<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_counts_its_growth() {
        let budget = Budget::new();
        let mut text = GrowingText::new(&budget);
        for _ in 0..1 << 14 {
            text.push_str("four").unwrap();
        }
        text.write(|out| out.push_str("some")).unwrap();
        text.push('é').unwrap();
        // The sizes are powers of two until the last growth, which doubles the capacity.
        assert_eq!(text.len(), (1 << 16) + 6);
        assert_eq!(budget.bytes(), 1 << 17);
        assert_eq!(budget.steps(), (1 << 17) / TEXT_STEP as u64);
        text.truncate(4);
        assert_eq!(&*text, "four");
        assert_eq!(text.into_string(), "four");
        assert_eq!(budget.bytes(), 0);
    }

    #[test]
    fn a_text_holds_both_allocations_while_it_grows() {
        let budget = Budget::new().limit_bytes(3 << 13);
        let mut text = GrowingText::new(&budget);
        let block = "a".repeat(1 << 13);
        assert_eq!(text.push_str(&block), Ok(()));
        assert_eq!(text.push_str(&block), Ok(()));
        assert_eq!(text.push_str("a"), Err(BudgetError::Bytes(3 << 13)));
        assert_eq!((text.len(), budget.bytes()), (1 << 14, 1 << 14));
    }

    #[test]
    fn a_function_that_appends_much_is_counted() {
        let budget = Budget::new();
        let mut text = GrowingText::new(&budget);
        let block = "a".repeat(1 << 13);
        let appended = text.write(|out| {
            out.push_str(&block);
            out.len()
        });
        assert_eq!(appended, Ok(1 << 13));
        assert_eq!(budget.bytes(), text.text.capacity() as u64);
    }

    #[test]
    fn a_taken_text_can_stay_held() {
        let budget = Budget::new();
        let mut text = GrowingText::new(&budget);
        text.push_str("abc").unwrap();
        assert_eq!(text.into_held().as_deref(), Ok("abc"));
        assert_eq!(budget.bytes(), 3);
        let mut text = GrowingText::new(&budget);
        text.push_str(&"a".repeat(GRAIN + 1)).unwrap();
        let held = text.into_held().unwrap();
        assert_eq!(budget.bytes(), 3 + held.capacity() as u64);
    }

    #[test]
    fn a_long_part_is_counted_before_it_is_copied() {
        let budget = Budget::new().limit_bytes(1 << 13);
        let mut text = GrowingText::new(&budget);
        let long = "a".repeat(1 << 14);
        assert_eq!(text.push_str(&long), Err(BudgetError::Bytes(1 << 13)));
        assert!(text.is_empty());
        let budget = Budget::new().limit_steps(8);
        let mut text = GrowingText::new(&budget);
        assert_eq!(text.push_str(&long), Err(BudgetError::Steps(8)));
    }
}
