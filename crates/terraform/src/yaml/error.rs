//! Syntax errors of documents, with their positions.

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// In bytes.
    pub(super) index: usize,
    /// From zero.
    pub(super) line: usize,
    /// In characters, from zero.
    pub(super) column: usize,
    /// The number of characters before it.
    pub(super) passed: usize,
}

/// A syntax error, with the position that go-cty-yaml reports. A position in the first line is not
/// reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    pub(super) problem: &'static str,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl SyntaxError {
    /// An error in the order of tokens at a position, within a construct that begins at `context`.
    #[cold]
    pub(super) fn at(problem: &'static str, at: Mark, context: Mark) -> SyntaxError {
        let mark = if at.line == 0 { context } else { at };
        SyntaxError {
            problem,
            line: mark.line,
            column: mark.column,
        }
    }
}
