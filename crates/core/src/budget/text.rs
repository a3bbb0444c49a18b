//! Texts that charge their growth.
//!
//! A loop that appends to a `String` must charge the bytes that it appends. A [`GrowingText`] does
//! it itself, so a loop that uses it needs no charges for its text.

use super::{Budget, BudgetError, HeldBytes};
use std::ops::Deref;

/// The bytes of a text that are written before they are counted.
const GRAIN: usize = 1 << 12;

/// The bytes of a text that are written per step.
const TEXT_STEP: usize = 64;

/// A text that is composed of parts. It counts a step for every 64 bytes and holds its memory, in
/// blocks of 4 KiB, until it is dropped or taken.
#[derive(Debug)]
pub struct GrowingText<'b> {
    text: String,
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
        // A long part is counted before it is copied.
        self.count(part.len())?;
        self.text.push_str(part);
        Ok(())
    }

    /// Appends a character.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn push(&mut self, char: char) -> Result<(), BudgetError> {
        self.text.push(char);
        self.count(0)
    }

    /// Calls a function that appends to the text, and counts what it appended. The size of this
    /// part must be limited by something else, since it is counted afterwards.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn write<T>(&mut self, part: impl FnOnce(&mut String) -> T) -> Result<T, BudgetError> {
        let made = part(&mut self.text);
        self.count(0)?;
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

    /// Counts the bytes since the last count, and those that follow, if they are many.
    #[inline]
    fn count(&mut self, following: usize) -> Result<(), BudgetError> {
        let length = self.text.len().saturating_add(following) as u64;
        let more = length.saturating_sub(self.memory.held());
        if more <= GRAIN as u64 {
            return Ok(());
        }
        self.grow(more)
    }

    #[inline(never)]
    fn grow(&mut self, more: u64) -> Result<(), BudgetError> {
        self.memory.charge(more / TEXT_STEP as u64)?;
        self.memory.hold(more)
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
        let bytes = text.len() as u64;
        assert!(budget.bytes() <= bytes && bytes - budget.bytes() <= GRAIN as u64);
        let steps = bytes / TEXT_STEP as u64;
        assert!(budget.steps() <= steps && steps - budget.steps() <= 2 * GRAIN as u64 / 64);
        text.truncate(4);
        assert_eq!(&*text, "four");
        assert_eq!(text.into_string(), "four");
        assert_eq!(budget.bytes(), 0);
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
