//! Spans, positions and ranges in a source text.
//!
//! Machines count bytes, [`Span`]; people count lines and columns, [`Position`] and
//! [`Range`]. What leads from the one to the other is the text's table of
//! [`lines`](super::lines).

use std::fmt;

/// A place in a source text.
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
    /// The first place of a text.
    pub const START: Position = Position {
        line: 1,
        column: 1,
        byte: 0,
    };

    /// So many columns of one byte further in the same line.
    pub fn after(self, columns: u32) -> Position {
        Position {
            line: self.line,
            column: self.column.saturating_add(columns),
            byte: self.byte.saturating_add(columns as usize),
        }
    }
}

/// A stretch of a source text; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// Where it starts.
    pub start: Position,
    /// Where it ends, exclusive.
    pub end: Position,
}

impl fmt::Display for Range {
    /// As `3,1-7`, line and columns, or `3,1-4,2` over several lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { start, end } = self;
        write!(f, "{},{}-", start.line, start.column)?;
        if end.line != start.line {
            write!(f, "{},", end.line)?;
        }
        write!(f, "{}", end.column)
    }
}

/// The bytes that something stands for within one text; the end is exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The bytes from one to another, of a text of up to four gigabytes; places past that
    /// count as its end.
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
    /// If one of them is not.
    #[must_use]
    #[inline]
    #[expect(
        clippy::string_slice,
        reason = "scanners and parsers make spans of whole tokens"
    )]
    pub fn slice(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// The empty stretch in front of a byte.
    #[must_use]
    #[inline]
    pub fn at(byte: usize) -> Span {
        Span::new(byte, byte)
    }

    /// From the start of this one to the end of another.
    #[must_use]
    #[inline]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end,
        }
    }

    /// The empty stretch where this one ends.
    #[must_use]
    #[inline]
    pub fn at_end(self) -> Span {
        Span {
            start: self.end,
            end: self.end,
        }
    }
}
