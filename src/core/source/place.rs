//! Where in a source text is it?

use crate::types::Str;
use std::fmt;
use unicode_segmentation::UnicodeSegmentation;

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

    /// The place of a byte in a text, or of the character that the byte is inside of;
    /// past the end, the end.
    #[must_use]
    pub fn locate(text: &str, byte: usize) -> Position {
        let byte = text.floor_char_boundary(byte);
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position {
            line: before.bytes().filter(|&b| b == b'\n').count() as u32 + 1,
            column: before[line_start..].graphemes(true).count() as u32 + 1,
            byte,
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

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Severity {
    /// It failed.
    Error = 1,
    /// It may be a mistake.
    Warning = 2,
}

impl Severity {
    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// One finding about a source text or a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is, in a few words.
    pub summary: String,
    /// The whole story, in sentences.
    pub detail: String,
    /// Where it is, if it is in a source text.
    pub subject: Option<Range>,
    /// The stretch around the subject that helps to understand it.
    pub context: Option<Range>,
    /// Text that may have been meant in place of the subject.
    pub suggestion: Option<String>,
    /// The text that the ranges point into, where it is known.
    pub source: Option<Source>,
}

impl Diagnostic {
    /// An error.
    #[must_use]
    pub fn error(summary: impl Into<String>, detail: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            summary: summary.into(),
            detail: detail.into(),
            subject: None,
            context: None,
            suggestion: None,
            source: None,
        }
    }

    /// A warning.
    #[must_use]
    pub fn warning(summary: impl Into<String>, detail: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(summary, detail)
        }
    }

    /// Says where it is.
    #[must_use]
    pub fn with_subject(mut self, subject: Range) -> Diagnostic {
        self.subject = Some(subject);
        self
    }

    /// Says what stands around the subject.
    #[must_use]
    pub fn with_context(mut self, context: Range) -> Diagnostic {
        self.context = Some(context);
        self
    }

    /// Says what may have been meant.
    #[must_use]
    pub fn with_suggestion(mut self, suggestion: impl Into<String>) -> Diagnostic {
        self.suggestion = Some(suggestion.into());
        self
    }
}

/// Says for all diagnostics that do not know it which text they are about.
pub fn in_source(diagnostics: &mut [Diagnostic], source: &Source) {
    for diagnostic in diagnostics {
        diagnostic.source.get_or_insert_with(|| source.clone());
    }
}

/// A source text with the name that messages call it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name, such as a file's.
    pub name: Str,
    /// The text.
    pub text: Str,
    /// The place of its first byte: [`Position::START`], unless the text is a part of a
    /// larger one.
    pub start: Position,
}

impl Source {
    /// A text that is the whole one.
    pub fn new(name: impl Into<Str>, text: impl Into<Str>) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
            start: Position::START,
        }
    }
}
