//! Diagnostics: reports about a source text or a value.
//!
//! A diagnostic has a severity, a stable [identifier](Diagnostic::id), text for people, and where
//! there are such: the range and its context, the path into a value, the expected and the found
//! type, related locations and suggested edits. Parsers record [`Fault`](super::Fault)s, which
//! become diagnostics when lines and columns are counted.

use super::{Code, Path, PathStep, Range, Reporter, Source};
use crate::types::Type;
use std::borrow::Cow;

/// The most faults of one text that are kept: past that, more of them tell nothing.
pub const MAX_FAULTS: usize = 1000;

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
    /// The kind of failure that it reports, as far as an error that has it must know:
    /// [`Code::Diagnostics`] says no more than that there is one.
    pub code: Code,
    /// Whether its words quote a value: then nobody may be shown it who may not see that.
    pub quotes: bool,
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
    /// The part of the library that reports it.
    pub reporter: Reporter,
    /// The name of this kind of diagnostic of its reporter, if the reporting code sets one: the
    /// second part of the [identifier](Diagnostic::id).
    pub name: Option<Cow<'static, str>>,
    details: Option<Box<Details>>,
}

/// What few diagnostics have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Details {
    path: Path,
    expected: Option<Type>,
    found: Option<Type>,
    related: Vec<Related>,
    edits: Vec<Edit>,
}

impl Details {
    /// The bytes that it takes, roughly.
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
    /// What is at the location.
    pub message: String,
    /// The location.
    pub range: Range,
    /// The text that the range points into; that of the diagnostic if `None`.
    pub source: Option<Source>,
}

/// A change of the source text that may resolve a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The text that is replaced.
    pub range: Range,
    /// The text in its place.
    pub text: String,
}

impl Diagnostic {
    /// An error.
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

    /// A warning.
    #[must_use]
    pub fn warning(summary: impl Into<String>, detail: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(summary, detail)
        }
    }

    /// What it says without its place: `summary; detail`.
    #[must_use]
    pub fn message(&self) -> String {
        match &*self.detail {
            "" => self.summary.clone(),
            detail => format!("{}; {detail}", self.summary),
        }
    }

    /// What it says in one line: after its place in a file of this name, and with a word on
    /// how many others there are.
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

    /// Whether it says that something was not done at all, because a limit was reached or the
    /// host has ended it: then there is no result to look at.
    #[must_use]
    #[inline]
    pub fn is_refusal(&self) -> bool {
        self.code.is_refusal()
    }

    /// The bytes that it takes, roughly.
    #[must_use]
    pub fn memory(&self) -> usize {
        let suggestion = self.suggestion.as_ref().map_or(0, String::len);
        let details = self.details.as_ref().map_or(0, |details| details.memory());
        size_of::<Diagnostic>() + self.summary.len() + self.detail.len() + suggestion + details
    }

    /// Says which kind of failure it reports.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> Diagnostic {
        self.code = code;
        self
    }

    /// Says that its words quote a value.
    #[must_use]
    pub fn quoting(mut self) -> Diagnostic {
        self.quotes = true;
        self
    }

    /// Sets the part of the library that reports it.
    #[must_use]
    pub fn reported_by(mut self, reporter: Reporter) -> Diagnostic {
        self.reporter = reporter;
        self
    }

    /// Sets the name of this kind of diagnostic of its reporter.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<Cow<'static, str>>) -> Diagnostic {
        self.name = Some(name.into());
        self
    }

    fn details(&mut self) -> &mut Details {
        self.details.get_or_insert_default()
    }

    /// Sets the path to the part of a value that it is about.
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

    /// Adds a location that explains it.
    #[must_use]
    pub fn with_related(mut self, related: Related) -> Diagnostic {
        self.details().related.push(related);
        self
    }

    /// Adds a change of the source text that may resolve it.
    #[must_use]
    pub fn with_edit(mut self, edit: Edit) -> Diagnostic {
        self.details().edits.push(edit);
        self
    }

    /// The path to the part of a value that it is about; empty if it is about no part.
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

    /// The locations that explain it.
    #[must_use]
    pub fn related(&self) -> &[Related] {
        self.details
            .as_ref()
            .map_or(&[], |details| &details.related)
    }

    /// The changes of the source text that may resolve it, as the range that is replaced and the
    /// text in its place. The suggestion in place of the subject is the first.
    pub fn edits(&self) -> impl Iterator<Item = (Range, &str)> {
        let suggested = self.subject.zip(self.suggestion.as_deref());
        let others = self
            .details
            .as_ref()
            .map_or(&[][..], |details| &details.edits);
        let others = others.iter().map(|edit| (edit.range, &*edit.text));
        suggested.into_iter().chain(others)
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
}

/// Says for all diagnostics that do not know it which text they are about.
pub fn in_source(diagnostics: &mut [Diagnostic], source: &Source) {
    for diagnostic in diagnostics {
        diagnostic.source.get_or_insert_with(|| source.clone());
    }
}

/// The diagnostics of one operation as they come, of which the first [`MAX_FAULTS`] are kept;
/// how many errors there are is known all the same.
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
    /// The errors behind those that are kept.
    beyond: usize,
}

impl Diagnostics {
    /// Adds one. Whether it is kept, so that its text takes memory.
    pub fn push(&mut self, diagnostic: Diagnostic) -> bool {
        let kept = !self.is_full();
        if kept {
            self.kept.push(diagnostic);
        } else if diagnostic.severity == Severity::Error {
            self.beyond += 1;
        }
        kept
    }

    /// Whether no more are kept.
    #[must_use]
    #[inline]
    pub fn is_full(&self) -> bool {
        self.kept.len() >= MAX_FAULTS
    }

    /// Adds what another part of the operation found.
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

    /// How many there are: a place among them, for the other questions.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        self.kept.len() + self.beyond
    }

    /// Whether there is an error among those from a place on.
    #[must_use]
    #[inline]
    pub fn failed_since(&self, place: usize) -> bool {
        place < self.count() && self.has_errors_from(place)
    }

    /// Whether there is an error among those from a place up to another one.
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

    /// Those that are kept from a place on.
    #[must_use]
    pub fn since(&self, place: usize) -> &[Diagnostic] {
        &self.kept[place.min(self.kept.len())..]
    }

    /// Those that are kept from a place on, to be told what they are about.
    pub fn since_mut(&mut self, place: usize) -> &mut [Diagnostic] {
        let place = place.min(self.kept.len());
        &mut self.kept[place..]
    }

    /// Takes those from a place on.
    #[must_use]
    #[inline]
    pub fn split_off(&mut self, place: usize) -> Diagnostics {
        match place < self.count() {
            true => self.split_off_some(place),
            false => Diagnostics::default(),
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

    /// Those that are kept, in order.
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
    fn errors_that_are_not_kept_count_on() {
        let mut found = Diagnostics::default();
        found.extend((0..MAX_FAULTS).map(|_| Diagnostic::warning("w", "")));
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
        assert_eq!(found.split_off(7).since(0).len(), MAX_FAULTS - 7);
        assert!(!found.failed_since(0));
        assert_eq!(found.into_vec().len(), 7);
    }
}
