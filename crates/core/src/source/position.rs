//! Spans, positions and ranges in a source text.
//!
//! A [`Span`] counts bytes. A [`Position`] and a [`Range`] have lines and columns. The table of
//! [`lines`](super::lines) of a text converts between them.

use std::fmt;

/// A position in a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in grapheme clusters, from 1.
    pub column: u32,
    /// The byte, from 0.
    pub byte: usize,
}

impl Position {
    /// The first position of a text.
    pub const START: Position = Position {
        line: 1,
        column: 1,
        byte: 0,
    };

    /// Returns the position this number of one-byte columns further in the same line.
    pub fn after(self, columns: u32) -> Position {
        Position {
            line: self.line,
            column: self.column.saturating_add(columns),
            byte: self.byte.saturating_add(columns as usize),
        }
    }
}

/// A range of a source text; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// The start.
    pub start: Position,
    /// The end, exclusive.
    pub end: Position,
}

impl fmt::Display for Range {
    /// Writes line and columns, such as `3,1-7`, or `3,1-4,2` over several lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self;
        write!(f, "{},{}-", start.line, start.column)?;
        if end.line != start.line {
            write!(f, "{},", end.line)?;
        }
        write!(f, "{}", end.column)
    }
}

/// A range of bytes of one text; the end is exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Creates a span of a text of up to 4 GiB. Offsets past that are clamped to the maximum.
    #[must_use]
    #[inline]
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: u32::try_from(start).unwrap_or(u32::MAX),
            end: u32::try_from(end).unwrap_or(u32::MAX),
        }
    }

    /// Returns the part of a text that the span covers. Both ends must be boundaries of characters
    /// within the text.
    ///
    /// # Panics
    /// Panics if one of them is not.
    #[must_use]
    #[inline]
    #[expect(
        clippy::string_slice,
        reason = "scanners and parsers make spans of whole tokens"
    )]
    pub fn slice(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// The empty span before a byte.
    #[must_use]
    #[inline]
    pub fn at(byte: usize) -> Span {
        Span::new(byte, byte)
    }

    /// The span from the start of this one to the end of `other`.
    #[must_use]
    #[inline]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end,
        }
    }

    /// The empty span at the end of this one.
    #[must_use]
    #[inline]
    pub fn at_end(self) -> Span {
        Span {
            start: self.end,
            end: self.end,
        }
    }
}
