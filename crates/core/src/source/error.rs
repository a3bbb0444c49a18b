//! Errors: code, message, location, and the expected and found types.
//!
//! The whole library uses one type, [`Error`]. It is a single pointer, so that results stay small.
//! It has a [`Code`], a message and the [`Path`] to the invalid part. It may also have the index of
//! the argument, the expected and the found type, the byte offset in the input, and [`Diagnostic`]s
//! with source ranges.
//!
//! The message of an error may repeat its diagnostics. The error records whether it does, so that
//! rendering does not repeat text.

use super::{Code, Diagnostic, Key, Path, PathStep, Range, Severity, Source};
use crate::number::{ArithmeticError, DigitsLimit, ParseNumberError};
use crate::types::{Str, Type, TypeError};
use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

/// An error.
///
/// ```
/// use polycty_core::source::{Code, Error};
/// let error = Error::new(Code::Conversion, "a number is required").in_attribute("port");
/// assert_eq!(error.to_string(), ".port: a number is required");
/// ```
#[derive(Clone)]
pub struct Error(Box<Inner>);

/// Boxed, so that a `Result` is not larger than its success value.
#[derive(Clone)]
struct Inner {
    code: Code,
    message: String,
    coverage: Coverage,
    /// See [`Error::headline`]; computed on first use.
    headline: OnceLock<String>,
    path: Path,
    /// The number of the path's last steps that the message already contains.
    in_words: usize,
    argument: Option<usize>,
    wanted: Option<Type>,
    found: Option<Type>,
    offset: Option<usize>,
    diagnostics: Vec<Diagnostic>,
    /// The identifiers of the diagnostics; computed on first use.
    ids: OnceLock<Box<[String]>>,
    source: Option<Source>,
    stage: Option<&'static str>,
    quotes: Option<Quotes>,
    names_parts: bool,
    withheld: Option<Withheld>,
}

/// The values that the message of an error quotes or describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quotes {
    /// An argument of the call, by its index.
    Argument(usize),
    /// Any value that is an operand.
    Any,
}

/// An error before the parts that describe marked values were removed.
#[derive(Clone)]
struct Withheld {
    marks: Box<[Str]>,
    error: Error,
}

/// The diagnostics of an error that its message repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coverage {
    /// None: the message has its own content.
    None,
    /// The first error of the diagnostics.
    First,
    /// All of them. Locations are included if they can be expressed in words.
    All,
}

impl Error {
    /// Creates an error with a one-line message.
    #[must_use]
    #[cold]
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            code,
            message: message.into(),
            coverage: Coverage::None,
            headline: OnceLock::new(),
            path: Path::default(),
            in_words: 0,
            argument: None,
            wanted: None,
            found: None,
            offset: None,
            diagnostics: Vec::new(),
            ids: OnceLock::new(),
            source: None,
            stage: None,
            quotes: None,
            names_parts: false,
            withheld: None,
        }))
    }

    /// Records that the message describes values by more than their types.
    #[must_use]
    pub fn quoting(mut self, what: Quotes) -> Error {
        self.0.quotes = Some(what);
        self
    }

    /// The values that the message describes by more than their types.
    #[must_use]
    pub fn quotes(&self) -> Option<Quotes> {
        self.0.quotes
    }

    /// Records that the message contains names of attributes that only the type of the value has.
    #[must_use]
    pub fn naming_parts(mut self) -> Error {
        self.0.names_parts = true;
        self
    }

    /// Whether the message contains names of attributes of the value that the wanted type does not
    /// have.
    #[must_use]
    pub fn names_parts(&self) -> bool {
        self.0.names_parts
    }

    /// Returns the error without the parts that describe values with these marks. The code, the
    /// types and the argument stay. The path ends before the first key. The message stays if it
    /// does not [quote](Error::quotes) a value.
    #[must_use]
    pub fn withheld(self, marks: &[Str]) -> Error {
        let is_key = |step: &PathStep| match step {
            PathStep::Attr(_) | PathStep::Index(Key::Number(_)) => false,
            PathStep::Index(_) => true,
        };
        let before_key = (self.path().steps())
            .take_while(|step| !is_key(step))
            .count();
        let whole = before_key == self.path().len();
        if marks.is_empty() || whole && self.quotes().is_none() {
            return self;
        }
        let mut error = self.clone();
        let inner = &mut *error.0;
        if inner.quotes.take().is_some() {
            inner.message = "the value is marked, so the error is not shown".into();
            inner.coverage = Coverage::None;
            inner.headline = OnceLock::new();
            inner.diagnostics = Vec::new();
            inner.ids = OnceLock::new();
        }
        inner.path = self.path().steps().take(before_key).cloned().collect();
        inner.in_words = 0;
        inner.withheld = Some(Withheld {
            marks: marks.into(),
            error: self,
        });
        error
    }

    /// Restores the parts that were [withheld](Error::withheld), if `may_show` returns `true` for
    /// all marks that they were withheld for.
    #[must_use]
    pub fn shown(mut self, may_show: impl Fn(&str) -> bool) -> Error {
        let all_shown = |withheld: &mut Withheld| withheld.marks.iter().all(|mark| may_show(mark));
        while let Some(withheld) = self.0.withheld.take_if(all_shown) {
            let argument = self.0.argument;
            self = withheld.error;
            self.0.argument = argument;
        }
        self
    }

    /// Prepends an attribute to the path.
    #[must_use]
    pub fn in_attribute(mut self, name: &str) -> Error {
        self.0.path.prepend(PathStep::Attr(name.into()));
        self
    }

    /// Prepends an index to the path.
    #[must_use]
    pub fn in_index(mut self, key: impl Into<Key>) -> Error {
        self.0.path.prepend(PathStep::Index(key.into()));
        self
    }

    /// Prepends a step to the path.
    #[must_use]
    pub fn in_step(mut self, step: PathStep) -> Error {
        self.0.path.prepend(step);
        self
    }

    /// Replaces the path.
    #[must_use]
    pub fn with_path(mut self, path: Path) -> Error {
        self.0.path = path;
        self.0.in_words = 0;
        self
    }

    /// Replaces the path as [`Error::with_path`] does, for a message that already describes the
    /// path. The one-line form of the error does not repeat it.
    #[must_use]
    pub fn with_path_in_words(self, path: Path) -> Error {
        let mut error = self.with_path(path);
        error.0.in_words = error.0.path.len();
        error
    }

    /// Sets the index of the invalid argument of a call, from zero.
    #[must_use]
    pub fn with_argument(mut self, index: usize) -> Error {
        self.0.argument = Some(index);
        self
    }

    /// Sets the expected type.
    #[must_use]
    pub fn with_expected(mut self, wanted: &Type) -> Error {
        self.0.wanted = Some(wanted.clone());
        self
    }

    /// Sets the found type.
    #[must_use]
    pub fn with_found(mut self, found: &Type) -> Error {
        self.0.found = Some(found.clone());
        self
    }

    /// Creates the error of these diagnostics, with the message of the first error. If one of them
    /// is a [refusal](Diagnostic::is_refusal), the error has its code and message.
    #[must_use]
    pub fn from_diagnostics(code: Code, diagnostics: Vec<Diagnostic>) -> Error {
        let first = first_error(&diagnostics);
        let message = first.map_or_else(String::new, Diagnostic::message);
        let refused = first.filter(|first| first.is_refusal());
        let mut error = Error::new(refused.map_or(code, |first| first.code), message);
        error.0.quotes = quoted_in(&diagnostics);
        error.0.coverage = Coverage::First;
        error.0.diagnostics = diagnostics;
        error
    }

    /// Creates the error of these diagnostics, with a message that summarizes all of them.
    #[must_use]
    pub fn summing_up(
        code: Code,
        message: impl Into<String>,
        diagnostics: Vec<Diagnostic>,
    ) -> Error {
        let mut error = Error::new(code, message);
        error.0.quotes = quoted_in(&diagnostics);
        error.0.coverage = Coverage::All;
        error.0.diagnostics = diagnostics;
        error
    }

    /// Sets the byte offset of the error in the input, from zero.
    #[must_use]
    pub fn with_offset(mut self, offset: usize) -> Error {
        self.0.offset = Some(offset);
        self
    }

    /// Adds a diagnostic that the message does not repeat.
    #[must_use]
    pub fn with_diagnostic(mut self, diagnostic: Diagnostic) -> Error {
        if self.0.coverage == Coverage::All {
            self.0.coverage = Coverage::None;
        }
        self.0.diagnostics.push(diagnostic);
        self.0.ids.take();
        self.0.headline.take();
        self
    }

    /// Sets the location of the diagnostics that have none.
    #[must_use]
    pub fn located_at(mut self, range: Range, source: &Source) -> Error {
        for diagnostic in &mut self.0.diagnostics {
            if diagnostic.subject.is_none() {
                diagnostic.subject = Some(range);
                diagnostic.source = Some(source.clone());
            }
        }
        self.0.headline.take();
        self
    }

    /// Sets the text that the ranges of the diagnostics refer to.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Error {
        self.0.source = Some(source);
        self.0.headline.take();
        self
    }

    /// Sets the stage of the language's work that found the error, by the language's name for it.
    #[must_use]
    pub fn with_stage(mut self, stage: &'static str) -> Error {
        self.0.stage = Some(stage);
        self
    }

    /// Replaces the message.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Error {
        self.0.message = message.into();
        self.0.coverage = Coverage::None;
        self.0.in_words = 0;
        self.0.headline.take();
        self
    }

    /// Returns the error for arguments that are taken from a text of a user:
    /// [`Code::InvalidArgument`] is replaced by this code, since the text is invalid and not the
    /// call.
    #[must_use]
    #[cold]
    pub fn of_input(self, code: Code) -> Error {
        match self.code() {
            Code::InvalidArgument => self.with_code(code),
            _ => self,
        }
    }

    /// Replaces the code.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> Error {
        self.0.code = code;
        self
    }

    /// The kind of error.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The message, without the path and without the location in a text.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The message as a sentence, for the detail of a diagnostic.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut chars = self.message().chars();
        match chars.next() {
            Some(first) => format!("{}{}.", first.to_uppercase(), chars.as_str()),
            None => String::new(),
        }
    }

    /// The message. If it repeats diagnostics about a text, the text of their first error, after
    /// its location and before the number of other diagnostics: `main.hcl:3,5-9: Unknown variable;
    /// There is no variable named "x"., and 2 other diagnostic(s)`.
    #[must_use]
    pub fn headline(&self) -> &str {
        let first = first_error(self.diagnostics()).filter(|first| match self.0.coverage {
            Coverage::First => true,
            Coverage::All => first.subject.is_some(),
            Coverage::None => false,
        });
        let Some(first) = first else {
            return self.message();
        };
        self.0.headline.get_or_init(|| self.line_of(first))
    }

    /// The headline as one line. If the message has a line for each error, the first of them and
    /// the number of the others.
    fn line(&self) -> Cow<'_, str> {
        let headline = self.headline();
        if !headline.contains(LINE_BREAKS) {
            return headline.into();
        }
        let first = first_error(self.diagnostics()).filter(|_| self.0.coverage == Coverage::All);
        let words = first.map_or(headline.into(), |first| Cow::from(self.line_of(first)));
        let lines = words.split(LINE_BREAKS).map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        lines.join(" ").into()
    }

    /// The whole message, which may have several lines, with the additions of
    /// [`Display`](fmt::Display).
    pub(super) fn in_full(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_around(&mut out, self.headline());
        out
    }

    /// Writes `words` after the steps of the path that the message does not contain, and before the
    /// byte offset, which is omitted if a diagnostic has a more precise location.
    fn write_around(&self, out: &mut dyn fmt::Write, words: &str) -> fmt::Result {
        let before = self.path().len().saturating_sub(self.0.in_words);
        for step in self.path().steps().take(before) {
            write!(out, "{step}")?;
        }
        if before > 0 {
            out.write_str(": ")?;
        }
        out.write_str(words)?;
        match self.offset() {
            Some(offset) if self.diagnostics().is_empty() => write!(out, " (at byte {offset})"),
            _ => Ok(()),
        }
    }

    /// The diagnostics that the message repeats, also if a host set message and diagnostics.
    pub(super) fn coverage(&self) -> Coverage {
        let (Coverage::None, Some(first)) = (self.0.coverage, first_error(self.diagnostics()))
        else {
            return self.0.coverage;
        };
        if self.message() == first.message() || self.message() == self.line_of(first) {
            Coverage::First
        } else {
            Coverage::None
        }
    }

    fn line_of(&self, diagnostic: &Diagnostic) -> String {
        let source = diagnostic.source.as_ref().or(self.source());
        let name = source.map_or(Source::UNNAMED.into(), Source::shown_name);
        diagnostic.line(&name, self.diagnostics().len() - 1)
    }

    /// The path to the invalid part; empty if that is the whole value.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The index of the invalid argument, from zero.
    #[must_use]
    pub fn argument(&self) -> Option<usize> {
        self.0.argument
    }

    /// The expected type.
    #[must_use]
    pub fn expected(&self) -> Option<&Type> {
        self.0.wanted.as_ref()
    }

    /// The found type.
    #[must_use]
    pub fn found(&self) -> Option<&Type> {
        self.0.found.as_ref()
    }

    /// The byte offset of the error in the input, from zero.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The stage at which the language found the error, if the language has stages.
    #[must_use]
    pub fn stage(&self) -> Option<&'static str> {
        self.0.stage
    }

    /// The diagnostics, in order.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.diagnostics
    }

    /// The [identifier](Diagnostic::id) of the diagnostic at an index.
    #[must_use]
    pub fn diagnostic_id(&self, index: usize) -> Option<&str> {
        let ids = || self.diagnostics().iter().map(Diagnostic::id).collect();
        let ids = self.0.ids.get_or_init(ids);
        ids.get(index).map(String::as_str)
    }

    /// The text that the ranges of the diagnostics refer to.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        self.0.source.as_ref()
    }
}

/// The characters that end a line of a message.
const LINE_BREAKS: [char; 2] = ['\n', '\r'];

fn quoted_in(diagnostics: &[Diagnostic]) -> Option<Quotes> {
    let quotes = diagnostics.iter().any(|found| found.quotes);
    quotes.then_some(Quotes::Any)
}

fn first_error(diagnostics: &[Diagnostic]) -> Option<&Diagnostic> {
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    let refusal = diagnostics.iter().find(|found| found.is_refusal());
    refusal
        .or_else(|| diagnostics.iter().find(is_error))
        .or(diagnostics.first())
}

impl fmt::Display for Error {
    /// Writes one line: the path without the steps that the message contains, the
    /// [headline](Error::headline) or the first error of a headline with several lines, and the
    /// byte offset unless a diagnostic has a more precise location.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_around(f, &self.line())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({self})", self.code())
    }
}

impl std::error::Error for Error {}

impl From<TypeError> for Error {
    fn from(error: TypeError) -> Error {
        let code = match error {
            TypeError::TooDeep | TypeError::TooLarge => Code::Limit,
            _ => Code::InvalidArgument,
        };
        Error::new(code, error.to_string())
    }
}

impl From<ParseNumberError> for Error {
    fn from(error: ParseNumberError) -> Error {
        let code = match error {
            ParseNumberError::NotANumber => Code::Conversion,
            _ => Code::Limit,
        };
        Error::new(code, error.to_string())
    }
}

impl From<ArithmeticError> for Error {
    fn from(error: ArithmeticError) -> Error {
        Error::new(Code::Arithmetic, error.to_string())
    }
}

impl From<DigitsLimit> for Error {
    fn from(error: DigitsLimit) -> Error {
        Error::new(Code::Limit, error.to_string())
    }
}
