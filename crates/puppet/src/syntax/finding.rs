//! Findings: Puppet's messages about a text before its evaluation.
//!
//! The grammar ends at its first fault. The validator goes on: of one error the failure has the
//! words, of several the bare message counts them, as Puppet does, and each of the first
//! [`MAX_FAULTS`] is a diagnostic.

use polycty_core::source::{
    Code, Diagnostic, Error, Fault, MAX_FAULTS, Reporter, Severity, SourceText, Span,
};

/// Something that is wrong, or that may be.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Whether it stands in the way of evaluating.
    pub severity: Severity,
    /// What kind of fault it is.
    pub code: Code,
    /// Puppet's words, without the place.
    pub message: String,
    /// Where it stands; of what is missing at the end of the text, nowhere.
    pub at: Option<Span>,
}

impl Finding {
    #[cold]
    pub(crate) fn error(code: Code, at: Span, message: impl Into<String>) -> Finding {
        Finding {
            severity: Severity::Error,
            code,
            message: message.into(),
            at: Some(at),
        }
    }

    #[cold]
    pub(crate) fn warning(at: Span, message: impl Into<String>) -> Finding {
        Finding {
            severity: Severity::Warning,
            ..Finding::error(Code::Syntax, at, message)
        }
    }

    fn diagnose(self, text: &SourceText) -> Diagnostic {
        let end = text.source().text.len();
        let subject = self.at.unwrap_or(Span::at(end));
        let fault = Fault::new(self.code, self.message, subject).reported_by(Reporter::Puppet);
        let fault = match self.severity {
            Severity::Warning => fault.warning(),
            Severity::Error => fault,
        };
        fault.diagnose(text)
    }
}

/// The findings of a text: in the order of its tree.
#[derive(Clone, Debug, Default)]
pub struct Findings(pub Vec<Finding>);

impl Findings {
    /// The errors, in order.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        let is = |finding: &&Finding| finding.severity == Severity::Error;
        self.0.iter().filter(is)
    }

    /// The warnings, in order.
    pub fn warnings(&self) -> impl Iterator<Item = &Finding> {
        let is = |finding: &&Finding| finding.severity == Severity::Warning;
        self.0.iter().filter(is)
    }

    /// What a failure says of all of them: of one error its message, of more how many there
    /// are; nothing if there is none.
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        let warnings = self.warnings().count();
        match self.errors().count() {
            0 => None,
            1 => self.errors().next().map(|only| only.message.clone()),
            errors => Some(match warnings {
                0 => format!("Language validation logged {errors} errors. Giving up"),
                _ => format!(
                    "Language validation logged {errors} errors, and {warnings} warnings. \
                     Giving up"
                ),
            }),
        }
    }

    /// The warnings, with lines and columns.
    ///
    /// # Errors
    /// If there is an error: the first [`MAX_FAULTS`] errors and as many warnings as diagnostics, the
    /// byte of the first error, and [`Findings::summary`] as the bare message.
    pub fn into_result(self, text: &SourceText) -> Result<Vec<Diagnostic>, Error> {
        if self.errors().next().is_some() {
            return Err(self.into_error(text));
        }
        Ok(self.0.into_iter().map(|each| each.diagnose(text)).collect())
    }

    /// The failure with the errors, of which there is at least one, and the warnings.
    pub(super) fn into_error(self, text: &SourceText) -> Error {
        let summary = self.summary().unwrap_or_default();
        let first = self.errors().next().map(|first| (first.code, first.at));
        let (code, at) = first.unwrap_or((Code::Syntax, None));
        let at = at.map_or(text.source().text.len(), |at| at.start as usize);
        let offset = text.position(at as u32).byte;
        let several = self.errors().nth(1).is_some();
        let (mut errors, mut warnings) = (0, 0);
        let kept = (self.0.into_iter()).filter(|found| {
            let count = match found.severity {
                Severity::Error => &mut errors,
                Severity::Warning => &mut warnings,
            };
            *count += 1;
            *count <= MAX_FAULTS
        });
        let diagnostics = kept.map(|each| each.diagnose(text)).collect();
        let error = match several {
            false => Error::from_diagnostics(code, diagnostics),
            true => Error::summing_up(code, summary, diagnostics),
        };
        error.with_offset(offset)
    }
}
