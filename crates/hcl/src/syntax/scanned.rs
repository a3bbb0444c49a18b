//! Scanned texts: what a scanner of either syntax gives.

/// The tokens of a text.
pub(super) struct Scanned<T> {
    /// At least one: the last is the text's end.
    pub(super) tokens: Vec<T>,
    /// The places where a character could be taken for a part of the one before and is not: see
    /// [`SourceText`](polycty_core::source::SourceText).
    pub(super) breaks: Vec<u32>,
    /// The bytes that the budget holds for the tokens.
    pub(super) held: u64,
}

impl<T> Scanned<T> {
    /// Leaves the end alone, where there is nothing to read for want of a budget.
    #[cold]
    pub(super) fn give_up(&mut self) {
        self.tokens.drain(..self.tokens.len() - 1);
    }
}
