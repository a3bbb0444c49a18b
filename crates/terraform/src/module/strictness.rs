//! Diagnostics about parts of values, in addition to Terraform's own.
//!
//! Terraform ignores attributes that an object type does not declare, and reports one error of a
//! value that does not convert to the type of its variable. Strict checks report each of these
//! attributes and each of these errors, with its path and its position.

use super::inventory::Variable;
use super::sink::{DiagnosticSink, Location};
use crate::sensitive::SENSITIVE;
use polycty_core::codec::document::Document;
use polycty_core::dialect::Dialect;
use polycty_core::source::{Error, Path, PathStep, Range, Reporter, Result};
use polycty_core::text::Quoted;
use polycty_core::values::Value;
use polycty_hcl::eval::{Expr, PartLocation};
use polycty_hcl::{Hcl, extraneous};

/// The diagnostics about parts of values that are reported in addition to Terraform's own.
///
/// They are about the values of variables and the arguments of module calls. Terraform's own
/// diagnostics and their order do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strictness {
    /// None.
    #[default]
    Terraform,
    /// Each part of a value that does not convert is an error.
    Parts,
    /// Attributes that an object type does not declare are warnings, too.
    Warnings,
    /// Both are errors.
    Errors,
}

impl Strictness {
    /// Whether attributes that an object type does not declare are reported.
    pub(crate) fn reports_undeclared(self) -> bool {
        matches!(self, Strictness::Warnings | Strictness::Errors)
    }
}

/// The value of a variable or of an argument, before its conversion.
pub(crate) struct Assigned<'v> {
    pub(crate) variable: &'v Variable,
    /// The address of the variable, such as `module.network.var.zones`.
    pub(crate) address: &'v str,
    pub(crate) value: &'v Value,
    /// The expression of the value, if it has one.
    pub(crate) expr: Option<&'v Expr>,
    /// The YAML document that has the value under the name of the variable, if there is one.
    pub(crate) document: Option<&'v Document>,
    /// The position of the expression or of the part of the document, or otherwise of the
    /// declaration.
    pub(crate) place: &'v Location,
    /// Whether the parts of the value must not be named.
    pub(crate) is_secret: bool,
    /// The keys that OpenTofu's own warnings are about.
    pub(crate) ignored: &'v [Range],
}

impl Assigned<'_> {
    /// Reports the attributes that the type of the variable does not declare.
    ///
    /// A constructor of an object in the source is always checked. Other values are checked if they
    /// are wholly known: an object of a resource often has more attributes than a module needs.
    pub(crate) fn report_undeclared(
        &self,
        strictness: Strictness,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let Some(constraint) = &self.variable.constraint else {
            return Ok(());
        };
        if !strictness.reports_undeclared() {
            return Ok(());
        }
        let marked = self.is_secret.then(|| self.value.mark(SENSITIVE));
        let value = marked.as_ref().unwrap_or(self.value);
        let found = extraneous(value, &constraint.ty, sink.budget)?;
        if found.is_empty() {
            return Ok(());
        }
        sink.budget.charge(u64::from(value.size()))?;
        let is_known = value.is_wholly_known();
        let places = self.places(&found, sink)?;
        for (error, place) in found.iter().zip(places) {
            let key = place.as_ref().and_then(|place| place.key);
            if !is_known && !self.is_secret && key.is_none() {
                continue;
            }
            if strictness == Strictness::Warnings
                && key.is_some_and(|key| self.ignored.contains(&key))
            {
                continue;
            }
            let meant = error.diagnostics().first();
            let meant = meant.and_then(|warning| warning.suggestion.as_deref());
            let message = error.message();
            let end = if meant.is_some() { "" } else { "." };
            let detail = format!(
                "{}{}: {message}{end} Terraform ignores undeclared attributes.",
                self.address,
                error.path()
            );
            const SUMMARY: &str = "Unexpected attribute";
            let diagnostic = match strictness {
                Strictness::Errors => Reporter::Hcl.error(SUMMARY, detail),
                _ => Reporter::Hcl.warning(SUMMARY, detail),
            };
            let value = place.as_ref().map_or(self.place.range, |place| place.value);
            let place = Location::new(&self.place.source, key.unwrap_or(value));
            let mut diagnostic = place.at(diagnostic);
            if let (Some(meant), Some(key)) = (meant, key) {
                let text = self.place.source.text.get(key.start.byte..key.end.byte);
                diagnostic.suggestion = match text {
                    Some(text) if text.starts_with('"') => Some(Quoted(meant).to_string()),
                    _ => Some(meant.to_owned()),
                };
            }
            sink.report_additional(diagnostic.with_path(error.path().clone()))?;
        }
        Ok(())
    }

    /// Reports the parts of a value that does not convert to the type of the variable, except the
    /// whole value, which Terraform's diagnostic is about. Nothing is reported about a secret.
    pub(crate) fn report_mismatches(
        &self,
        strictness: Strictness,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let Some(constraint) = &self.variable.constraint else {
            return Ok(());
        };
        sink.budget.charge(u64::from(self.value.size()))?;
        let is_off = strictness == Strictness::Terraform;
        if is_off || self.is_secret || self.value.contains_marked() {
            return Ok(());
        }
        let mut found = Hcl.check(self.value, &constraint.ty, sink.budget)?;
        found.retain(|error| !error.path().is_empty());
        let places = self.places(&found, sink)?;
        for (error, place) in found.iter().zip(places) {
            let why = sink.reason(error);
            let detail = format!("{}{}: {why}.", self.address, error.path());
            let diagnostic = Reporter::Hcl.error("Unsuitable part of a value", detail);
            let diagnostic = diagnostic.with_path(error.path().clone());
            let range = place.map_or(self.place.range, |place| place.value);
            let mut diagnostic = Location::new(&self.place.source, range).at(diagnostic);
            if let (Some(expected), Some(found)) = (error.expected(), error.found()) {
                diagnostic = diagnostic.with_expected(expected).with_found(found);
            }
            diagnostic.quotes = error.quotes().is_some();
            sink.report_additional(diagnostic)?;
        }
        Ok(())
    }

    /// The positions of the parts that errors are about; none for a value without an expression or
    /// a document.
    fn places(
        &self,
        errors: &[Error],
        sink: &DiagnosticSink<'_>,
    ) -> Result<Vec<Option<PartLocation>>> {
        if let Some(document) = self.document {
            let name = PathStep::Attr(self.variable.name.clone());
            let whole = |error: &Error| {
                let steps = error.path().steps().cloned();
                std::iter::once(name.clone()).chain(steps).collect()
            };
            let paths: Vec<Path> = errors.iter().map(whole).collect();
            let found = document.locate(&paths.iter().collect::<Vec<_>>(), sink.budget)?;
            return Ok(found.into_iter().map(Some).collect());
        }
        let Some(expr) = self.expr else {
            return Ok(vec![None; errors.len()]);
        };
        let paths: Vec<&Path> = errors.iter().map(Error::path).collect();
        let found = expr.locate(&paths, sink.budget)?;
        Ok(found.into_iter().map(Some).collect())
    }
}
