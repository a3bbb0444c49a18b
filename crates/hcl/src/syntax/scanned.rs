//! Scanned texts: the result of the scanners of both syntaxes.

/// The tokens of a text.
pub(super) struct Scanned<T> {
    /// The tokens, at least one; the last one is the end of the text.
    pub(super) tokens: Vec<T>,
    /// The positions at which a character could be joined with the previous one and must not be.
    /// See [`SourceText`](polycty_core::source::SourceText).
    pub(super) breaks: Vec<u32>,
    /// The bytes that the budget holds for the tokens.
    pub(super) charged: u64,
}

impl<T> Scanned<T> {
    /// Removes all tokens but the end, because the budget is exceeded.
    #[cold]
    pub(super) fn give_up(&mut self) {
        self.tokens.drain(..self.tokens.len() - 1);
    }
}
