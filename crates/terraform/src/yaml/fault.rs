//! Faults: where does something stand in a document, and what is wrong there?

/// A place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    /// In bytes.
    pub(super) index: usize,
    /// From zero.
    pub(super) line: usize,
    /// In characters, from zero.
    pub(super) column: usize,
    /// The characters in front of it.
    pub(super) passed: usize,
}

/// What is wrong with a text, and the place that the reference tells: one of the first line is
/// not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) problem: &'static str,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Fault {
    /// What is wrong with how tokens follow each other: at a place, with what began at another.
    #[cold]
    pub(super) fn at(problem: &'static str, at: Mark, context: Mark) -> Fault {
        let mark = if at.line == 0 { context } else { at };
        Fault {
            problem,
            line: mark.line,
            column: mark.column,
        }
    }
}
