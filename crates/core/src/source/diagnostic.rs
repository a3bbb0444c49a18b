//! Diagnostics: reports about a source text or a value.
//!
//! A diagnostic has a severity, a stable [identifier](Diagnostic::id) and a text. It may also have
//! a range and its context, the path into a value, the expected and the found type, related
//! locations and suggested edits. Parsers record [`SourceError`](super::SourceError)s, which become diagnostics
//! when lines and columns are counted.

use super::{Code, Error, Path, PathStep, Range, Reporter, Source};
use crate::types::Type;
use std::borrow::Cow;

/// The maximum number of diagnostics that are kept for one text.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// The maximum number of locations of a cause that are kept.
const MAX_CAUSES: usize = 16;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Severity {
    /// The operation failed.
    Error = 1,
    /// The text may contain a mistake.
    Warning = 2,
}

impl Severity {
    /// Returns the name of the severity.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A report about a source text or a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The kind of error, where an error with this diagnostic must have a specific code.
    /// [`Code::Diagnostics`] if no specific code is set.
    pub code: Code,
    /// Whether the text quotes a value. The diagnostic must then not be shown to anyone who may not
    /// see the value.
    pub quotes: bool,
    /// A short description.
    pub summary: String,
    /// The full description, in sentences.
    pub detail: String,
    /// The location in the source text, if it has one.
    pub subject: Option<Range>,
    /// The range around the subject that helps to understand the diagnostic.
    pub context: Option<Range>,
    /// A replacement for the text of the subject.
    pub suggestion: Option<String>,
    /// The text that the ranges refer to, if it is known.
    pub source: Option<Source>,
    /// The part of the library that reports the diagnostic.
    pub reporter: Reporter,
    /// The name of this kind of diagnostic, if the reporting code sets one: the second part of the
    /// [identifier](Diagnostic::id).
    pub name: Option<Cow<'static, str>>,
    details: Option<Box<Details>>,
}

/// Fields that few diagnostics have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Details {
    path: Path,
    expected: Option<Type>,
    found: Option<Type>,
    related: Vec<Related>,
    edits: Vec<Edit>,
}

impl Details {
    /// The approximate size in bytes.
    fn memory(&self) -> usize {
        let related = self.related.iter().map(|each| each.message.len());
        let edits = self.edits.iter().map(|each| each.text.len());
        size_of::<Details>()
            + self.path.len() * size_of::<PathStep>()
            + self.related.len() * size_of::<Related>()
            + self.edits.len() * size_of::<Edit>()
            + related.chain(edits).sum::<usize>()
    }
}

/// A location that explains a diagnostic, such as that of the first of two declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The description of the location.
    pub message: String,
    /// The location.
    pub range: Range,
    /// The text that the range refers to; the text of the diagnostic if `None`.
    pub source: Option<Source>,
}

/// A change of the source text that may resolve a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range to replace.
    pub range: Range,
    /// The new text.
    pub text: String,
}

impl Diagnostic {
    /// Creates an error.
    #[must_use]
    pub fn error(summary: impl Into<String>, detail: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code: Code::Diagnostics,
            quotes: false,
            summary: summary.into(),
            detail: detail.into(),
            subject: None,
            context: None,
            suggestion: None,
            source: None,
            reporter: Reporter::Core,
            name: None,
            details: None,
        }
    }

    /// Creates a warning.
    #[must_use]
    pub fn warning(summary: impl Into<String>, detail: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(summary, detail)
        }
    }

    /// Returns the text without the location: `summary; detail`.
    #[must_use]
    pub fn message(&self) -> String {
        match &*self.detail {
            "" => self.summary.clone(),
            detail => format!("{}; {detail}", self.summary),
        }
    }

    /// Returns the diagnostic as one line: the location in the file with this name, the message,
    /// and the number of other diagnostics.
    #[must_use]
    pub fn line(&self, file: &str, others: usize) -> String {
        let place = match self.subject {
            Some(subject) => format!("{file}:{subject}: "),
            None => String::new(),
        };
        let more = match others {
            0 => String::new(),
            others => format!(", and {others} other diagnostic(s)"),
        };
        format!("{place}{}{more}", self.message())
    }

    /// Whether the operation was refused because of a limit or a cancellation. There is no result
    /// then.
    #[must_use]
    #[inline]
    pub fn is_refusal(&self) -> bool {
        self.code.is_refusal()
    }

    /// The approximate size in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let suggestion = self.suggestion.as_ref().map_or(0, String::len);
        let details = self.details.as_ref().map_or(0, |details| details.memory());
        size_of::<Diagnostic>() + self.summary.len() + self.detail.len() + suggestion + details
    }

    /// Sets the kind of error.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> Diagnostic {
        self.code = code;
        self
    }

    /// Records that the text quotes a value.
    #[must_use]
    pub fn quoting(mut self) -> Diagnostic {
        self.quotes = true;
        self
    }

    /// Sets the part of the library that reports the diagnostic.
    #[must_use]
    pub fn reported_by(mut self, reporter: Reporter) -> Diagnostic {
        self.reporter = reporter;
        self
    }

    /// Sets the name of this kind of diagnostic.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<Cow<'static, str>>) -> Diagnostic {
        self.name = Some(name.into());
        self
    }

    fn details(&mut self) -> &mut Details {
        self.details.get_or_insert_default()
    }

    /// Sets the path to the part of a value that the diagnostic is about.
    #[must_use]
    pub fn with_path(mut self, path: Path) -> Diagnostic {
        if !path.is_empty() || self.details.is_some() {
            self.details().path = path;
        }
        self
    }

    /// Sets the type that was expected.
    #[must_use]
    pub fn with_expected(mut self, expected: &Type) -> Diagnostic {
        self.details().expected = Some(expected.clone());
        self
    }

    /// Sets the type that was found.
    #[must_use]
    pub fn with_found(mut self, found: &Type) -> Diagnostic {
        self.details().found = Some(found.clone());
        self
    }

    /// Adds a location that explains the diagnostic.
    #[must_use]
    pub fn with_related(mut self, related: Related) -> Diagnostic {
        self.details().related.push(related);
        self
    }

    /// Adds the locations of the error that caused this one, such as those in an expression that a
    /// function evaluated.
    #[must_use]
    pub fn caused_by(mut self, cause: &Error) -> Diagnostic {
        let located = cause.diagnostics().iter().flat_map(|found| {
            let source = found.source.as_ref().or(cause.source());
            let own = found.subject.zip(source).map(|(range, source)| Related {
                message: found.summary.clone(),
                range,
                source: Some(source.clone()),
            });
            let inner = found.related().iter().map(move |related| Related {
                source: related.source.as_ref().or(source).cloned(),
                ..related.clone()
            });
            own.into_iter().chain(inner)
        });
        for related in located.take(MAX_CAUSES) {
            self = self.with_related(related);
        }
        self
    }

    /// Adds a change of the source text that may resolve the diagnostic.
    #[must_use]
    pub fn with_edit(mut self, edit: Edit) -> Diagnostic {
        self.details().edits.push(edit);
        self
    }

    /// The path to the part of a value that the diagnostic is about; empty if there is no such
    /// part.
    #[must_use]
    pub fn path(&self) -> &Path {
        static NONE: Path = Path::EMPTY;
        self.details.as_ref().map_or(&NONE, |details| &details.path)
    }

    /// The type that was expected.
    #[must_use]
    pub fn expected(&self) -> Option<&Type> {
        self.details.as_ref()?.expected.as_ref()
    }

    /// The type that was found.
    #[must_use]
    pub fn found(&self) -> Option<&Type> {
        self.details.as_ref()?.found.as_ref()
    }

    /// The locations that explain the diagnostic.
    #[must_use]
    pub fn related(&self) -> &[Related] {
        self.details
            .as_ref()
            .map_or(&[], |details| &details.related)
    }

    /// The changes of the source text that may resolve the diagnostic, as pairs of the range to
    /// replace and the new text. The suggestion for the subject is the first.
    pub fn edits(&self) -> impl Iterator<Item = (Range, &str)> {
        let suggested = self.subject.zip(self.suggestion.as_deref());
        let others = self
            .details
            .as_ref()
            .map_or(&[][..], |details| &details.edits);
        let others = others.iter().map(|edit| (edit.range, &*edit.text));
        suggested.into_iter().chain(others)
    }

    /// Replaces all ranges, which are in the text of the diagnostic or of a related location.
    pub fn relocate(&mut self, locate: impl Fn(&Source, Range) -> Range) {
        let Some(source) = &self.source else {
            return;
        };
        for range in [&mut self.subject, &mut self.context].into_iter().flatten() {
            *range = locate(source, *range);
        }
        if let Some(details) = &mut self.details {
            for related in &mut details.related {
                related.range = locate(related.source.as_ref().unwrap_or(source), related.range);
            }
            for edit in &mut details.edits {
                edit.range = locate(source, edit.range);
            }
        }
    }

    /// Sets the location.
    #[must_use]
    pub fn with_subject(mut self, subject: Range) -> Diagnostic {
        self.subject = Some(subject);
        self
    }

    /// Sets the range around the subject.
    #[must_use]
    pub fn with_context(mut self, context: Range) -> Diagnostic {
        self.context = Some(context);
        self
    }
}

/// Sets the source text of all diagnostics that have none.
pub fn in_source(diagnostics: &mut [Diagnostic], source: &Source) {
    for diagnostic in diagnostics {
        diagnostic.source.get_or_insert_with(|| source.clone());
    }
}

/// The diagnostics of one operation, in order. The first [`MAX_DIAGNOSTICS`] are kept; later errors are
/// only counted.
///
/// ```
/// use polycty_core::source::{Diagnostic, Diagnostics};
/// let mut found = Diagnostics::default();
/// let before = found.count();
/// found.push(Diagnostic::warning("Odd", ""));
/// assert!(!found.failed_since(before));
/// found.push(Diagnostic::error("Bad", ""));
/// assert!(found.failed_since(before));
/// assert_eq!(found.split_off(1).into_vec()[0].summary, "Bad");
/// assert_eq!(found.into_vec().len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    /// The number of errors after the diagnostics that are kept.
    beyond: usize,
}

impl Diagnostics {
    /// Adds a diagnostic. Returns whether it is kept, so that its text takes memory.
    pub fn push(&mut self, diagnostic: Diagnostic) -> bool {
        let kept = !self.is_full();
        if kept {
            self.kept.push(diagnostic);
        } else if diagnostic.severity == Severity::Error {
            self.beyond += 1;
        }
        kept
    }

    /// Whether the maximum number of diagnostics is reached.
    #[must_use]
    #[inline]
    pub fn is_full(&self) -> bool {
        self.kept.len() >= MAX_DIAGNOSTICS
    }

    /// Adds the diagnostics of another part of the operation.
    #[inline]
    pub fn append(&mut self, others: Diagnostics) {
        if others.count() > 0 {
            self.append_some(others);
        }
    }

    #[cold]
    fn append_some(&mut self, others: Diagnostics) {
        self.extend(others.kept);
        self.beyond += others.beyond;
    }

    /// The number of diagnostics so far. It serves as a position for the other methods.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        self.kept.len() + self.beyond
    }

    /// Whether there is an error at or after a position.
    #[must_use]
    #[inline]
    pub fn failed_since(&self, place: usize) -> bool {
        place < self.count() && self.has_errors_from(place)
    }

    /// Whether there is an error between two positions.
    #[must_use]
    #[cold]
    pub fn failed_between(&self, place: usize, end: usize) -> bool {
        let error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        let kept = |place: usize| place.min(self.kept.len());
        end > place
            && (end > self.kept.len() || self.kept[kept(place)..kept(end)].iter().any(error))
    }

    #[cold]
    fn has_errors_from(&self, place: usize) -> bool {
        let error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        self.beyond > 0 || self.since(place).iter().any(error)
    }

    /// The kept diagnostics from a position on.
    #[must_use]
    pub fn since(&self, place: usize) -> &[Diagnostic] {
        &self.kept[place.min(self.kept.len())..]
    }

    /// The kept diagnostics from a position on, mutable.
    pub fn since_mut(&mut self, place: usize) -> &mut [Diagnostic] {
        let place = place.min(self.kept.len());
        &mut self.kept[place..]
    }

    /// Removes and returns the diagnostics from a position on.
    #[must_use]
    #[inline]
    pub fn split_off(&mut self, place: usize) -> Diagnostics {
        if place < self.count() {
            self.split_off_some(place)
        } else {
            Diagnostics::default()
        }
    }

    #[cold]
    fn split_off_some(&mut self, place: usize) -> Diagnostics {
        let kept = self.kept.split_off(place.min(self.kept.len()));
        let beyond = self.count().min(place) - self.kept.len();
        Diagnostics {
            kept,
            beyond: std::mem::replace(&mut self.beyond, beyond) - beyond,
        }
    }

    /// Returns the kept diagnostics, in order.
    #[must_use]
    #[inline]
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.kept
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_past_the_maximum_are_counted() {
        let mut found = Diagnostics::default();
        found.extend((0..MAX_DIAGNOSTICS).map(|_| Diagnostic::warning("w", "")));
        let before = found.count();
        assert!(!found.failed_since(0));
        assert!(!found.push(Diagnostic::error("e", "")));
        assert!(found.failed_since(before));
        let place = found.count();
        found.extend((0..3).map(|_| Diagnostic::error("e", "")));
        assert!(found.failed_since(place));
        let last = found.split_off(place);
        assert!(last.failed_since(0));
        assert!(last.since(0).is_empty());
        assert!(!found.failed_since(place));
        assert_eq!(found.count(), place);
        found.append(last);
        assert!(found.failed_since(place));
        assert_eq!(found.split_off(7).since(0).len(), MAX_DIAGNOSTICS - 7);
        assert!(!found.failed_since(0));
        assert_eq!(found.into_vec().len(), 7);
    }
}
