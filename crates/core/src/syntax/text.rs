//! Cursors over the bytes of a text.
//!
//! A cursor reads literal tokens, sequences of characters that match a predicate, and single
//! characters. It never stops within a character.

use crate::source::Span;

/// A position in a text for reading.
///
/// ```
/// use polycty_core::syntax::TextCursor;
/// let mut cursor = TextCursor::new("map{str: int}");
/// assert!(cursor.take("map{"));
/// let start = cursor.at();
/// assert_eq!(cursor.take_while(char::is_alphabetic), "str");
/// assert_eq!(cursor.span_from(start).end, 7);
/// assert_eq!(cursor.rest(), ": int}");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TextCursor<'s> {
    text: &'s str,
    at: usize,
}

impl<'s> TextCursor<'s> {
    /// Creates a cursor at the start of a text.
    #[must_use]
    #[inline]
    pub fn new(text: &'s str) -> TextCursor<'s> {
        TextCursor { text, at: 0 }
    }

    /// The whole text.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &'s str {
        self.text
    }

    /// The current byte offset.
    #[must_use]
    #[inline]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Moves to a byte at the start of a character.
    #[inline]
    pub fn go_to(&mut self, byte: usize) {
        self.at = byte;
    }

    /// The rest of the text.
    #[must_use]
    #[inline]
    #[expect(
        clippy::string_slice,
        reason = "the reader moves by whole characters; `go_to` takes one of its offsets"
    )]
    pub fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    /// Whether the cursor is at the end.
    #[must_use]
    #[inline]
    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// The byte `ahead` bytes after the position.
    #[must_use]
    #[inline]
    pub fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// The next character.
    #[must_use]
    #[inline]
    pub fn char(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads a token if it is next. Returns whether it was read.
    #[inline]
    pub fn take(&mut self, token: &str) -> bool {
        let there = self.rest().starts_with(token);
        if there {
            self.at += token.len();
        }
        there
    }

    /// Reads all characters that satisfy the predicate.
    #[inline]
    #[expect(clippy::string_slice, reason = "the offset comes from `find`")]
    pub fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Reads up to the first of some characters; `None` if there is none of them.
    #[inline]
    #[expect(clippy::string_slice, reason = "the offset comes from `find`")]
    pub fn take_until(&mut self, ends: &[char]) -> Option<&'s str> {
        let rest = self.rest();
        let end = rest.find(ends)?;
        self.at += end;
        Some(&rest[..end])
    }

    /// The span from a byte to the position.
    #[must_use]
    #[inline]
    pub fn span_from(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// The span of the next character, or of the end.
    #[must_use]
    #[inline]
    pub fn next_span(&self) -> Span {
        let len = self.char().map_or(0, char::len_utf8);
        Span::new(self.at, self.at + len)
    }
}

/// A stack of scanner modes, such as code in a template in code.
#[derive(Debug)]
pub struct Modes<M> {
    now: M,
    around: Vec<M>,
}

impl<M: Copy> Modes<M> {
    /// Creates a stack with the initial mode.
    #[must_use]
    #[inline]
    pub fn new(first: M) -> Modes<M> {
        Modes {
            now: first,
            around: Vec::new(),
        }
    }

    /// The innermost mode.
    #[must_use]
    #[inline]
    pub fn now(&self) -> M {
        self.now
    }

    /// Enters a mode.
    #[inline]
    pub fn enter(&mut self, mode: M) {
        self.around.push(self.now);
        self.now = mode;
    }

    /// Returns to the outer mode, if there is one.
    #[inline]
    pub fn leave(&mut self) {
        if let Some(mode) = self.around.pop() {
            self.now = mode;
        }
    }
}
