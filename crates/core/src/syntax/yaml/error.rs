//! Syntax errors of documents, with their positions.

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// In bytes.
    pub index: usize,
    /// From zero.
    pub line: usize,
    /// In characters, from zero.
    pub column: usize,
    /// The number of characters before it.
    pub passed: usize,
}

/// A syntax error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message.
    pub problem: &'static str,
    /// The line that go-cty-yaml reports, which may differ from that of the error. A position in
    /// the first line is not reported.
    pub line: usize,
    /// The column that go-cty-yaml reports, from zero.
    pub column: usize,
    /// The byte of the error.
    pub byte: usize,
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
            byte: at.index,
        }
    }
}
