//! Diagnostics of Puppet about a text before its evaluation.
//!
//! The grammar stops at its first error; the validator continues. The message of a single error is
//! the message of the failure. If there are several, the bare message has their number, as in
//! Puppet, and each of the first [`MAX_DIAGNOSTICS`] is a diagnostic.

use polycty_core::source::{
    Code, Diagnostic, Error, MAX_DIAGNOSTICS, Reporter, Severity, SourceError, SourceText, Span,
};

/// An error or a warning.
#[derive(Clone, Debug)]
pub struct SyntaxDiagnostic {
    /// Whether it prevents evaluation.
    pub severity: Severity,
    /// The kind of error.
    pub code: Code,
    /// Puppet's message, without the position.
    pub message: String,
    /// The position; `None` if something is missing at the end of the text.
    pub at: Option<Span>,
}

impl SyntaxDiagnostic {
    #[cold]
    pub(crate) fn error(code: Code, at: Span, message: impl Into<String>) -> SyntaxDiagnostic {
        SyntaxDiagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            at: Some(at),
        }
    }

    #[cold]
    pub(crate) fn warning(at: Span, message: impl Into<String>) -> SyntaxDiagnostic {
        SyntaxDiagnostic {
            severity: Severity::Warning,
            ..SyntaxDiagnostic::error(Code::Syntax, at, message)
        }
    }

    pub(super) fn diagnose(self, text: &SourceText) -> Diagnostic {
        let end = text.source().text.len();
        let subject = self.at.unwrap_or(Span::at(end));
        let error =
            SourceError::new(self.code, self.message, subject).reported_by(Reporter::Puppet);
        let error = match self.severity {
            Severity::Warning => error.warning(),
            Severity::Error => error,
        };
        error.diagnose(text)
    }
}

/// The diagnostics of a text, in the order of its tree.
#[derive(Clone, Debug, Default)]
pub struct SyntaxDiagnostics(pub Vec<SyntaxDiagnostic>);

impl SyntaxDiagnostics {
    /// The errors, in order.
    pub fn errors(&self) -> impl Iterator<Item = &SyntaxDiagnostic> {
        let is = |diagnostic: &&SyntaxDiagnostic| diagnostic.severity == Severity::Error;
        self.0.iter().filter(is)
    }

    /// The warnings, in order.
    pub fn warnings(&self) -> impl Iterator<Item = &SyntaxDiagnostic> {
        let is = |diagnostic: &&SyntaxDiagnostic| diagnostic.severity == Severity::Warning;
        self.0.iter().filter(is)
    }

    /// Returns the message of a failure with these diagnostics: the message of a single error, the
    /// number of several errors, or `None` if there is no error.
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

    /// Returns the warnings, with lines and columns.
    ///
    /// # Errors
    /// If there is an error. The diagnostics are the first [`MAX_DIAGNOSTICS`] errors and as many
    /// warnings, the offset is that of the first error, and [`SyntaxDiagnostics::summary`] is the bare
    /// message.
    pub fn into_result(self, text: &SourceText) -> Result<Vec<Diagnostic>, Error> {
        if self.errors().next().is_some() {
            return Err(self.into_error(text));
        }
        Ok(self.0.into_iter().map(|each| each.diagnose(text)).collect())
    }

    /// Returns the failure with the errors, at least one, and the warnings.
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
            *count <= MAX_DIAGNOSTICS
        });
        let diagnostics = kept.map(|each| each.diagnose(text)).collect();
        let error = if several {
            Error::summing_up(code, summary, diagnostics)
        } else {
            Error::from_diagnostics(code, diagnostics)
        };
        error.with_offset(offset)
    }
}
