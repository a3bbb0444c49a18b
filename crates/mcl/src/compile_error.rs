//! Errors of programs: stage, message and positions.
//!
//! One is told as the language tells it: the message, and the places, innermost first,
//! `MESSAGE: FILE @ R1:C1-R2:C2`. What people are shown is `diagnose`'s.

use crate::area::Area;
use polycty_core::source::{Code, Error, Source};
use std::fmt::{self, Write};

/// The stages of a program, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Stage {
    /// The text is read.
    LexParse,
    /// What a part of it can be checked for alone.
    Init,
    /// Strings are decoded.
    Interpolate,
    /// Names are looked up.
    SetScope,
    /// Types are found.
    Unify,
    /// The graph of functions is built.
    Graph,
    /// The program runs.
    Stream,
    /// What it puts out becomes a graph of resources.
    Interpret,
    /// Kinds of resources add edges.
    AutoEdge,
}

impl Stage {
    /// How failures of the stage are called.
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

    /// The name of the stage in identifiers of diagnostics.
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

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub source: Source,
    /// Where in it.
    pub area: Area,
}

impl Place {
    /// A place.
    #[must_use]
    pub fn new(source: &Source, area: Area) -> Place {
        Place {
            source: source.clone(),
            area,
        }
    }

    /// The text of a row.
    fn line(&self, row: u32) -> &str {
        let lines = &mut self.source.text.split('\n');
        lines
            .nth(row.saturating_sub(1) as usize)
            .unwrap_or_default()
    }
}

impl fmt::Display for Place {
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

/// What is wrong with a program.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompileError {
    /// The stage that found it.
    pub stage: Stage,
    /// What kind of failure it is.
    pub code: Code,
    /// What is wrong, without the places.
    pub message: String,
    /// Where, innermost first; none where it is not known.
    pub places: Vec<Place>,
    /// What the log says before it.
    pub prefix: &'static str,
}

impl CompileError {
    /// A failure without a place.
    #[must_use]
    #[cold]
    pub fn new(stage: Stage, code: Code, message: impl Into<String>) -> Box<CompileError> {
        Box::new(CompileError {
            stage,
            code,
            message: message.into(),
            places: Vec::new(),
            prefix: "",
        })
    }

    /// The failure that an error is.
    #[must_use]
    #[cold]
    pub fn of(stage: Stage, error: Error) -> Box<CompileError> {
        CompileError::new(stage, error.code(), error.message())
    }

    /// With one more place, around those that it has.
    #[must_use]
    pub fn at(mut self: Box<Self>, place: &Place) -> Box<CompileError> {
        if place.area.is_some() {
            self.places.push(place.clone());
        }
        self
    }

    /// With words before its message.
    #[must_use]
    pub fn wrap(mut self: Box<Self>, outer: &str) -> Box<CompileError> {
        self.message = format!("{outer}: {}", self.message);
        self
    }

    /// What the log says of it: the text, and the lines of the first place with marks below.
    #[must_use]
    pub fn log(&self) -> String {
        let mut out = format!("{}{self}", self.prefix);
        let Some(place) = self.places.first() else {
            return out;
        };
        let Area {
            row,
            col,
            end_row,
            end_col,
        } = place.area;
        out.push_str("\n\n");
        let mut marked = |row: u32, col: u32, mark: &str| {
            let line = place.line(row);
            let before = line.chars().take(col.saturating_sub(1) as usize);
            let before: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            // Writing to a string cannot fail.
            let _ = write!(out, "{line}\n{before}{mark}\n");
        };
        match end_row == row {
            true => {
                let width = end_col.saturating_sub(col).max(1) as usize;
                let line = place.line(row).len();
                let width = width.min(line.max(1));
                #[expect(
                    clippy::disallowed_methods,
                    reason = "no wider than a line of the text"
                )]
                let marks = "^".repeat(width);
                marked(row, col, &marks);
            }
            false => {
                marked(row, col, "^ from here ...");
                marked(end_row, end_col.saturating_sub(1), "^ ... to here");
            }
        }
        out
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.places
            .iter()
            .try_for_each(|place| write!(f, ": {place}"))
    }
}

impl std::error::Error for CompileError {}
