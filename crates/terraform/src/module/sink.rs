//! The diagnostics of an operation on a module.
//!
//! Diagnostics are charged to the budget when they are added. A failure that ends the operation
//! early is not a diagnostic: the operation returns an error and no partial result.

use super::release::Release;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Diagnostics, Error, Range, Reporter, Result, Source};
use polycty_hcl::Conversions;
use std::borrow::Cow;
use std::collections::HashSet;

/// The steps charged for one diagnostic: its text and the names to suggest.
const TELLING: u64 = 40;

/// The diagnostics and the budget of an operation on a module.
pub(crate) struct DiagnosticSink<'b> {
    pub(crate) budget: &'b Budget,
    /// The release that determines the texts.
    pub(crate) release: Release,
    /// The cache of conversions to the types of variables.
    pub(crate) conversions: Conversions,
    found: Diagnostics,
    additional: Additional,
}

/// Diagnostics that Terraform does not report, without duplicates. They are kept apart, so that they
/// do not replace Terraform's own if there are many.
#[derive(Default)]
struct Additional {
    found: Diagnostics,
    known: HashSet<(Option<Range>, String)>,
}

impl<'b> DiagnosticSink<'b> {
    pub(crate) fn new(release: Release, budget: &'b Budget) -> DiagnosticSink<'b> {
        DiagnosticSink {
            budget,
            release,
            conversions: Conversions::default(),
            found: Diagnostics::default(),
            additional: Additional::default(),
        }
    }

    /// Adds a diagnostic that Terraform does not report, unless it is known. The operation continues
    /// as if it were not there.
    #[cold]
    pub(crate) fn report_additional(&mut self, mut diagnostic: Diagnostic) -> Result<()> {
        self.budget.charge(TELLING)?;
        if self.release.is_tofu() {
            name_tofu(&mut diagnostic);
        }
        let identity = (diagnostic.subject, diagnostic.detail.clone());
        if self.additional.found.is_full() || self.additional.known.contains(&identity) {
            return Ok(());
        }
        let memory = diagnostic.memory() + identity.1.len() + size_of_val(&identity);
        self.budget.hold(memory as u64)?;
        self.additional.known.insert(identity);
        self.additional.found.push(diagnostic);
        Ok(())
    }

    /// Adds a diagnostic. If the release is one of OpenTofu, its text names OpenTofu.
    #[cold]
    pub(crate) fn report(&mut self, mut diagnostic: Diagnostic) -> Result<()> {
        if self.release.is_tofu() {
            name_tofu(&mut diagnostic);
        }
        self.report_verbatim(diagnostic)
    }

    /// Adds a diagnostic whose text contains a message of a module.
    #[cold]
    pub(crate) fn report_verbatim(&mut self, diagnostic: Diagnostic) -> Result<()> {
        self.budget.charge(TELLING)?;
        let memory = diagnostic.memory() as u64;
        self.budget.hold(memory)?;
        if !self.found.push(diagnostic) {
            self.budget.release(memory);
        }
        Ok(())
    }

    /// Adds the diagnostics of a part of the operation that has charged them to the same budget.
    /// Returns whether none of them is an error.
    pub(crate) fn report_all(&mut self, diagnostics: Vec<Diagnostic>) -> Result<bool> {
        let before = self.found.count();
        for diagnostic in diagnostics {
            if diagnostic.is_refusal() {
                return Err(Error::from_diagnostics(diagnostic.code, vec![diagnostic]));
            }
            self.add(diagnostic);
        }
        Ok(!self.found.failed_since(before))
    }

    /// Adds the diagnostics of a text that was parsed within the same budget. An exceeded limit of
    /// the text is an ordinary error here. Returns whether none of the diagnostics is an error.
    pub(crate) fn report_parsed(&mut self, diagnostics: Vec<Diagnostic>) -> Result<bool> {
        self.budget.finish()?;
        let before = self.found.count();
        for diagnostic in diagnostics {
            self.add(diagnostic);
        }
        Ok(!self.found.failed_since(before))
    }

    /// Adds a diagnostic that is already charged.
    fn add(&mut self, mut diagnostic: Diagnostic) {
        withhold(&mut diagnostic);
        if self.release < Release::V1_13 {
            without_found(&mut diagnostic.detail);
        }
        let memory = diagnostic.memory() as u64;
        if !self.found.push(diagnostic) {
            self.budget.release(memory);
        }
    }

    /// The message of a conversion error.
    pub(crate) fn reason<'e>(&self, error: &'e Error) -> Cow<'e, str> {
        reason_in(error, self.release)
    }

    /// The number of diagnostics, for [`DiagnosticSink::failed_since`].
    pub(crate) fn count(&self) -> usize {
        self.found.count()
    }

    /// Returns whether there are errors after the first `place` diagnostics.
    pub(crate) fn failed_since(&self, place: usize) -> bool {
        self.found.failed_since(place)
    }

    /// Returns the diagnostics, in the order in which they were added, and then those that Terraform
    /// does not report.
    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        let mut all = self.found.into_vec();
        all.extend(self.additional.found.into_vec());
        all
    }
}

/// Replaces the name Terraform in the text of a diagnostic by OpenTofu, except in quotes and where
/// it belongs to a version before OpenTofu or to a different product.
fn name_tofu(diagnostic: &mut Diagnostic) {
    for text in [&mut diagnostic.summary, &mut diagnostic.detail] {
        if !text.contains(TERRAFORM) {
            continue;
        }
        let mut named = String::with_capacity(text.len());
        let mut pieces = text.split(TERRAFORM).peekable();
        let mut quotes = 0;
        while let Some(piece) = pieces.next() {
            named.push_str(piece);
            quotes += piece.matches('"').count();
            let Some(after) = pieces.peek() else {
                continue;
            };
            let is_other = [" Enterprise", " Cloud", " 0.", " v0."]
                .iter()
                .any(|start| after.starts_with(start));
            let keeps = quotes % 2 == 1 || is_other || piece.ends_with("HCP ");
            named.push_str(if keeps { TERRAFORM } else { "OpenTofu" });
        }
        *text = named;
    }
}

const TERRAFORM: &str = "Terraform";

/// The detail of a diagnostic whose own detail would quote a secret.
pub(crate) const WITHHELD: &str =
    "The details are not shown because they may include a part of a sensitive value.";

/// Removes the parts of a diagnostic that may contain secrets of its source text: a suggestion, and a
/// detail that quotes the text or one of its characters.
fn withhold(diagnostic: &mut Diagnostic) {
    let Some(source) = diagnostic.source.as_ref().filter(|it| it.has_secrets) else {
        return;
    };
    let detail = &diagnostic.detail;
    let quotes = |sign: char| {
        let pieces = detail.split(sign).skip(1).step_by(2);
        let mut names = pieces.filter(|piece| piece.contains(char::is_alphanumeric));
        names.any(|piece| source.text.contains(piece))
    };
    let is_quoting = diagnostic.quotes
        || diagnostic.suggestion.take().is_some()
        || detail.contains("U+")
        || detail.contains('\\')
        || ['"', '\'', '`'].into_iter().any(quotes);
    if is_quoting {
        diagnostic.detail = WITHHELD.to_owned();
        diagnostic.quotes = false;
    }
}

/// A position in a source text.
#[derive(Clone, Debug)]
pub struct Location {
    /// The source text.
    pub source: Source,
    /// The range in it.
    pub range: Range,
}

impl Location {
    pub(crate) fn new(source: &Source, range: Range) -> Location {
        Location {
            source: source.clone(),
            range,
        }
    }

    /// An error at this position.
    pub(crate) fn error(
        &self,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) -> Diagnostic {
        self.at(Reporter::Terraform.error(summary, detail))
    }

    /// A warning at this position.
    pub(crate) fn warning(
        &self,
        summary: impl Into<String>,
        detail: impl Into<String>,
    ) -> Diagnostic {
        self.at(Reporter::Terraform.warning(summary, detail))
    }

    /// Sets the position of a diagnostic.
    pub(crate) fn at(&self, diagnostic: Diagnostic) -> Diagnostic {
        let mut placed = diagnostic.with_subject(self.range);
        placed.source = Some(self.source.clone());
        placed
    }
}

impl std::fmt::Display for Location {
    /// Formats the position as `main.tf:3,1-7`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.source.name, self.range)
    }
}

/// The message of a conversion error. Before Terraform 1.13 it does not contain the type of the
/// value.
pub(crate) fn reason_in(error: &Error, release: Release) -> Cow<'_, str> {
    let message = error.message();
    if release >= Release::V1_13 {
        return message.into();
    }
    let Some((reason, _)) = message
        .rsplit_once(", but have ")
        .filter(|_| error.found().is_some())
    else {
        return message.into();
    };
    match reason.strip_suffix("of dynamic required") {
        Some(outside) => format!("{outside}of any single type required").into(),
        None => reason.into(),
    }
}

/// Removes the type of the value from the text of a conversion error within a detail.
fn without_found(detail: &mut String) {
    let Some((before, rest)) = detail.split_once(", but have ") else {
        return;
    };
    if !before.ends_with(" required") {
        return;
    }
    let before = match before.strip_suffix("of dynamic required") {
        Some(outside) => format!("{outside}of any single type required"),
        None => before.to_owned(),
    };
    // The name of a type has no full stop.
    let after = rest.split_once('.').map_or("", |(_, after)| after);
    *detail = format!("{before}.{after}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_open_tofu_name_open_tofu() {
        let named = |detail: &str| {
            let mut diagnostic = Reporter::Terraform.warning("Terraform", detail);
            name_tofu(&mut diagnostic);
            assert_eq!(diagnostic.summary, "OpenTofu");
            diagnostic.detail
        };
        assert_eq!(
            named("Terraform and \"Terraform\" and Terraform."),
            "OpenTofu and \"Terraform\" and OpenTofu."
        );
        assert_eq!(
            named("Terraform 0.11 and HCP Terraform and Terraform Enterprise"),
            "Terraform 0.11 and HCP Terraform and Terraform Enterprise"
        );
    }
}
