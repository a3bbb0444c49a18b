//! Errors of programs: stage, message and locations.
//!
//! The text of an error is mgmt's: the message, then the locations, innermost first, `MESSAGE: FILE
//! @ R1:C1-R2:C2`. The module `diagnose` converts errors to diagnostics for users.

use crate::area::Area;
use polycty_core::source::{Code, Error, Source};
use std::fmt::{self, Write};

/// The stages of the compilation and execution of a program, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Stage {
    /// The text is parsed.
    LexParse,
    /// Each part of the tree is checked on its own.
    Init,
    /// Strings with interpolations are parsed.
    Interpolate,
    /// Names are resolved.
    SetScope,
    /// Types are inferred.
    Unify,
    /// The graph of functions is built.
    Graph,
    /// The program runs.
    Stream,
    /// The output of the program becomes a graph of resources.
    Interpret,
    /// The kinds of resources add automatic edges.
    AutoEdge,
}

impl Stage {
    /// Returns mgmt's name for failures of the stage.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Stage::LexParse => "errLexParse",
            Stage::Init => "errInit",
            Stage::Interpolate => "errInterpolate",
            Stage::SetScope => "errSetScope",
            Stage::Unify => "errUnify",
            Stage::Graph => "errGraph",
            Stage::Stream => "errStream",
            Stage::Interpret => "errInterpret",
            Stage::AutoEdge => "errAutoEdge",
        }
    }

    /// Returns the name of the stage in identifiers of diagnostics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::LexParse => "parse",
            Stage::Init => "init",
            Stage::Interpolate => "interpolate",
            Stage::SetScope => "set-scope",
            Stage::Unify => "unify",
            Stage::Graph => "graph",
            Stage::Stream => "stream",
            Stage::Interpret => "interpret",
            Stage::AutoEdge => "auto-edge",
        }
    }
}

/// A location in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub source: Source,
    /// The area in the file.
    pub area: Area,
}

impl Location {
    /// Creates a location.
    #[must_use]
    pub fn new(source: &Source, area: Area) -> Location {
        Location {
            source: source.clone(),
            area,
        }
    }

    /// Returns the text of a row.
    fn line(&self, row: u32) -> &str {
        let lines = &mut self.source.text.split('\n');
        lines
            .nth(row.saturating_sub(1) as usize)
            .unwrap_or_default()
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Area {
            row,
            col,
            end_row,
            end_col,
        } = self.area;
        write!(f, "{} @ {row}:{col}-{end_row}:{end_col}", self.source.name)
    }
}

/// An error in a program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompileError {
    /// The stage that failed.
    pub stage: Stage,
    /// The code of the error.
    pub code: Code,
    /// The message, without the locations.
    pub message: String,
    /// The locations, innermost first; empty if unknown.
    pub places: Vec<Location>,
    /// The text that the log prints before the message.
    pub prefix: &'static str,
    /// The error of a function or of another module that caused this one, if it has diagnostics.
    pub cause: Option<Error>,
}

impl CompileError {
    /// Creates an error without a location.
    #[must_use]
    #[cold]
    pub fn new(stage: Stage, code: Code, message: impl Into<String>) -> Box<CompileError> {
        Box::new(CompileError {
            stage,
            code,
            message: message.into(),
            places: Vec::new(),
            prefix: "",
            cause: None,
        })
    }

    /// Converts an error of another module.
    #[must_use]
    #[cold]
    pub fn of(stage: Stage, error: Error) -> Box<CompileError> {
        let mut failure = CompileError::new(stage, error.code(), error.message());
        failure.cause = (!error.diagnostics().is_empty()).then_some(error);
        failure
    }

    /// Adds an enclosing location. [`Area::NONE`] is not added.
    #[must_use]
    pub fn at(mut self: Box<Self>, location: &Location) -> Box<CompileError> {
        if location.area.is_some() {
            self.places.push(location.clone());
        }
        self
    }

    /// Adds a prefix to the message.
    #[must_use]
    pub fn wrap(mut self: Box<Self>, outer: &str) -> Box<CompileError> {
        self.message = format!("{outer}: {}", self.message);
        self
    }

    /// Returns the text that mgmt logs: the message, then the lines of the first location with
    /// markers below them.
    #[must_use]
    pub fn log(&self) -> String {
        let mut out = format!("{}{self}", self.prefix);
        let Some(location) = self.places.first() else {
            return out;
        };
        let Area {
            row,
            col,
            end_row,
            end_col,
        } = location.area;
        out.push_str("\n\n");
        let mut marked = |row: u32, col: u32, mark: &str| {
            let line = location.line(row);
            let before = line.chars().take(col.saturating_sub(1) as usize);
            let before: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            // Writing to a string cannot fail.
            let _ = write!(out, "{line}\n{before}{mark}\n");
        };
        if end_row == row {
            let width = end_col.saturating_sub(col).max(1) as usize;
            let line = location.line(row).len();
            let width = width.min(line.max(1));
            #[expect(
                clippy::disallowed_methods,
                reason = "no wider than a line of the text"
            )]
            let marks = "^".repeat(width);
            marked(row, col, &marks);
        } else {
            marked(row, col, "^ from here ...");
            marked(end_row, end_col.saturating_sub(1), "^ ... to here");
        }
        out
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.places
            .iter()
            .try_for_each(|location| write!(f, ": {location}"))
    }
}

impl std::error::Error for CompileError {}
