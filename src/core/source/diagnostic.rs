//! Diagnostics: what is reported of a text or a value?
//!
//! A diagnostic is for people: words, lines and columns. Parsers find
//! [`Fault`](super::Fault)s, which become diagnostics once somebody is told of them.

use super::{Range, Source};

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
