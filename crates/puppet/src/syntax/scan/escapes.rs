//! Escapes: which characters behind a backslash mean something?

/// Which characters behind a backslash mean something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) struct Escapes(u8);

impl Escapes {
    /// Those of a string in double quotes.
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

    /// Whether a letter of the flags is one of them.
    #[inline]
    pub(in crate::syntax) fn has(self, letter: u8) -> bool {
        self.0 & Escapes::flag(letter) != 0
    }

    #[inline]
    pub(in crate::syntax) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many bytes a backslash and the byte behind it are, where no `$` or quote among
    /// them means anything.
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
