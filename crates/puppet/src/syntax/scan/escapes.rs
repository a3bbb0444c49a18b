//! Escapes: the characters that have a meaning after a backslash.

/// A set of characters that have a meaning after a backslash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct Escapes(u8);

impl Escapes {
    /// The escapes of a double-quoted string.
    pub(in crate::syntax) const ALL: Escapes = Escapes(u8::MAX);
    pub(in crate::syntax) const NONE: Escapes = Escapes(0);

    pub(super) fn flag(letter: u8) -> u8 {
        match letter {
            b't' => 1,
            b'r' => 2,
            b'n' => 4,
            b's' => 8,
            b'u' => 16,
            b'$' => 32,
            b'L' => 64,
            _ => 0,
        }
    }

    pub(super) fn add(&mut self, letter: u8) {
        self.0 |= Escapes::flag(letter);
    }

    /// Whether the set contains the escape with this flag letter.
    #[inline]
    pub(in crate::syntax) fn has(self, letter: u8) -> bool {
        self.0 & Escapes::flag(letter) != 0
    }

    #[inline]
    pub(in crate::syntax) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The bytes to skip at a backslash: 2 if the backslash escapes the next byte, so that a `$` or
    /// quote there has no meaning.
    #[inline]
    pub(super) fn skipped(self, next: Option<u8>) -> usize {
        match next {
            Some(b'\\') if !self.is_empty() => 2,
            Some(b'$') if self.has(b'$') => 2,
            Some(b'"') if self == Escapes::ALL => 2,
            _ => 1,
        }
    }
}
