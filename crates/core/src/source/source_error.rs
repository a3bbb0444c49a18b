//! Diagnostics of a parser before lines and columns are counted ([`SourceError`]).
//!
//! A [`SourceError`] has byte offsets. Lines and columns are counted only when it is reported: it becomes
//! a [`Diagnostic`], or an [`Error`] with that one diagnostic.

use super::{
    Code, Diagnostic, Error, MAX_DIAGNOSTICS, Range, Reporter, Severity, Source, SourceText, Span,
};
use std::borrow::Cow;
use std::fmt::Write;

/// A diagnostic at a span of a text. Boxed, so that a `Result` is small.
///
/// ```
/// use polycty_core::source::{Code, SourceError, Source, Span};
/// let failure = SourceError::new(Code::Syntax, "a type is missing", Span::at(5));
/// let error = failure.into_error(Source::new("type", "list("));
/// assert_eq!(error.to_string(), "type:1,6-6: a type is missing");
/// ```
#[derive(Debug)]
pub struct SourceError(Box<SourceErrorData>);

#[derive(Debug)]
struct SourceErrorData {
    code: Code,
    severity: Severity,
    summary: Cow<'static, str>,
    detail: Cow<'static, str>,
    subject: Span,
    /// If set, the reported location is one column, this number of columns after the subject's
    /// start.
    columns: Option<u32>,
    context: Option<Span>,
    /// A location that the detail names, between `detail` and this text.
    place: Option<(Span, &'static str)>,
    suggestion: Option<Cow<'static, str>>,
    reporter: Reporter,
}

impl SourceError {
    /// Creates a diagnostic with a short description.
    #[must_use]
    #[cold]
    pub fn new(code: Code, summary: impl Into<Cow<'static, str>>, subject: Span) -> SourceError {
        SourceError(Box::new(SourceErrorData {
            code,
            severity: Severity::Error,
            summary: summary.into(),
            detail: Cow::Borrowed(""),
            subject,
            columns: None,
            context: None,
            place: None,
            suggestion: None,
            reporter: Reporter::Core,
        }))
    }

    /// Creates a diagnostic of a text that does not follow the grammar.
    #[must_use]
    #[cold]
    pub fn syntax(
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
        subject: Span,
    ) -> SourceError {
        let mut failure = SourceError::new(Code::Syntax, summary, subject);
        failure.0.detail = detail.into();
        failure
    }

    /// Creates a diagnostic of a text that exceeds a limit of the parser.
    #[must_use]
    #[cold]
    pub fn limit(
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
        subject: Span,
    ) -> SourceError {
        SourceError::syntax(summary, detail, subject).with_code(Code::Limit)
    }

    /// Creates a diagnostic of a text that was not read because of an exceeded limit or a
    /// cancellation.
    #[must_use]
    #[cold]
    pub fn refusal(error: &Error) -> SourceError {
        let summary = match error.code() {
            Code::Cancelled => "Reading cancelled",
            _ => "Reading limit reached",
        };
        let mut failure = SourceError::new(error.code(), summary, Span::default());
        failure.0.detail = error.sentence().into();
        failure
    }

    /// Creates a diagnostic of an error that has no location in the text.
    #[must_use]
    #[cold]
    pub fn of(error: &Error, subject: Span) -> SourceError {
        SourceError::new(error.code(), error.message().to_owned(), subject)
    }

    /// Replaces the code.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> SourceError {
        self.0.code = code;
        self
    }

    /// Sets the part of the library that reports the diagnostic.
    #[must_use]
    pub fn reported_by(mut self, reporter: Reporter) -> SourceError {
        self.0.reporter = reporter;
        self
    }

    /// Makes the diagnostic a warning: the text can still be read.
    #[must_use]
    pub fn warning(mut self) -> SourceError {
        self.0.severity = Severity::Warning;
        self
    }

    /// Sets the location to one column, this number of columns after the start of the subject.
    #[must_use]
    pub fn after_columns(mut self, columns: u32) -> SourceError {
        self.0.columns = Some(columns);
        self
    }

    /// Sets the range around the subject.
    #[must_use]
    pub fn within(mut self, context: Span) -> SourceError {
        self.0.context = Some(context);
        self
    }

    /// Appends a location and a text to the detail.
    #[must_use]
    pub fn at(mut self, place: Span, rest: &'static str) -> SourceError {
        self.0.place = Some((place, rest));
        self
    }

    /// Sets a replacement for the text of the subject.
    #[must_use]
    pub fn meant(mut self, suggestion: impl Into<Cow<'static, str>>) -> SourceError {
        self.0.suggestion = Some(suggestion.into());
        self
    }

    /// The kind of error.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Converts it to a diagnostic with the lines and columns of its text.
    #[must_use]
    #[cold]
    pub fn diagnose(self, text: &SourceText) -> Diagnostic {
        let found = *self.0;
        let mut detail = found.detail.into_owned();
        if let Some((place, rest)) = found.place {
            // Writing to a string cannot fail.
            let _ = write!(detail, "{}:{}", text.source().name, text.range(place));
            detail.push_str(rest);
        }
        let mut subject = text.range(found.subject);
        if let Some(columns) = found.columns {
            subject = Range {
                start: subject.start.after(columns),
                end: subject.start.after(columns + 1),
            };
        }
        let mut diagnostic = Diagnostic::error(found.summary, detail)
            .with_code(found.code)
            .with_subject(subject)
            .reported_by(found.reporter);
        diagnostic.severity = found.severity;
        diagnostic.context = found.context.map(|context| text.range(context));
        diagnostic.suggestion = found.suggestion.map(Cow::into_owned);
        diagnostic.source = Some(text.source().clone());
        diagnostic
    }

    /// Converts it to an error with this one diagnostic and the byte offset of its start.
    #[must_use]
    #[cold]
    pub fn into_error(self, source: Source) -> Error {
        let (code, subject) = (self.0.code, self.0.subject);
        let text = SourceText::new(source, Vec::new());
        let offset = text.position(subject.start).byte;
        Error::from_diagnostics(code, vec![self.diagnose(&text)]).with_offset(offset)
    }
}

/// The diagnostics of one text. The first [`MAX_DIAGNOSTICS`] are kept.
#[derive(Debug, Default)]
pub struct SourceErrors {
    kept: Vec<SourceError>,
    found: usize,
}

impl SourceErrors {
    /// Adds a diagnostic.
    #[cold]
    pub fn push(&mut self, failure: SourceError) {
        self.found += 1;
        if self.kept.len() < MAX_DIAGNOSTICS {
            self.kept.push(failure);
        }
    }

    /// The number of diagnostics, including those that are not kept.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        self.found
    }

    /// Converts the kept diagnostics, with the lines and columns of their text.
    #[must_use]
    pub fn diagnose(self, text: &SourceText, reporter: Reporter) -> Vec<Diagnostic> {
        let each = self.kept.into_iter();
        each.map(|failure| failure.reported_by(reporter).diagnose(text))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> SourceText {
        SourceText::new(Source::new("a.hcl", text), Vec::new())
    }

    #[test]
    fn bytes_become_lines_and_columns() {
        let failure = SourceError::syntax("Bad", "See ", Span::new(4, 8))
            .within(Span::new(0, 8))
            .at(Span::new(0, 3), ".")
            .meant("c")
            .warning();
        let column = SourceError::limit("Long", "", Span::new(4, 8)).after_columns(2);
        let column = column.diagnose(&text("é =\nb = 1\n"));
        assert_eq!(column.subject.unwrap().to_string(), "1,6-7");
        assert!(column.is_refusal());
        let diagnostic = failure.diagnose(&text("é =\nb = 1\n"));
        assert_eq!(diagnostic.detail, "See a.hcl:1,1-3.");
        assert_eq!(diagnostic.subject.unwrap().to_string(), "1,4-2,4");
        assert_eq!(diagnostic.context.unwrap().to_string(), "1,1-2,4");
        assert_eq!(diagnostic.suggestion.as_deref(), Some("c"));
        assert_eq!(diagnostic.severity, Severity::Warning);
    }

    #[test]
    fn positions_are_clamped_to_the_text() {
        let error =
            |at| SourceError::new(Code::Limit, "m", Span::at(at)).into_error(Source::new("", "éé"));
        assert_eq!(error(1).offset(), Some(0));
        assert_eq!(error(3).to_string(), "input:1,2-2: m");
        assert_eq!(error(usize::MAX).to_string(), "input:1,3-3: m");
        assert_eq!(error(usize::MAX).offset(), Some(4));
    }

    #[test]
    fn only_the_first_diagnostics_are_kept() {
        let mut failures = SourceErrors::default();
        for at in 0..=MAX_DIAGNOSTICS {
            failures.push(SourceError::new(Code::Syntax, "m", Span::at(at)));
        }
        assert_eq!(failures.count(), MAX_DIAGNOSTICS + 1);
        assert_eq!(
            failures.diagnose(&text("x"), Reporter::Hcl).len(),
            MAX_DIAGNOSTICS
        );
    }
}
