//! Documents of data: their values, and the positions of the parts of a value.
//!
//! A document keeps its text. The position of a part is found by reading the text again, so a
//! document without errors costs nothing. Positions in the expressions of HCL are found by the HCL
//! crate, which uses the same [`PartLocation`].

mod json;
mod search;
mod yaml;

pub use search::PartSpan;

use crate::calls::Budget;
use crate::source::{
    Code, Diagnostic, Error, Path, Range, Reporter, Result, Source, SourceText, Span,
};
use crate::values::Value;
use search::Search;

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON.
    Json,
    /// YAML, as [`yaml`](super::yaml) reads it.
    Yaml,
}

impl Format {
    /// Returns the format of a file by its name: YAML for names that end in `.yaml` or `.yml`, JSON
    /// for all others.
    #[must_use]
    pub fn of_file(name: &str) -> Format {
        let end = name.rsplit_once('.').map_or("", |(_, end)| end);
        if end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml") {
            Format::Yaml
        } else {
            Format::Json
        }
    }
}

/// The source location of a part of a value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartLocation {
    /// The range of the part's name, if the path ends in one.
    pub key: Option<Range>,
    /// The range of the part, or of the smallest part that contains it.
    pub value: Range,
    /// Whether `value` is the range of the part itself.
    pub is_exact: bool,
}

impl PartLocation {
    /// The location of a part, or of the smallest part that contains it.
    #[must_use]
    pub fn new(key: Option<Range>, value: Range, is_exact: bool) -> PartLocation {
        PartLocation {
            key,
            value,
            is_exact,
        }
    }
}

/// How much of a text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All of it: more content after the document is an error.
    Whole,
    /// The first document, as Puppet reads YAML.
    First,
}

/// Returns the span of each path into the value of a text, in the order of the paths. If an object
/// has a key twice, the last one counts.
///
/// # Errors
/// [`Code::Syntax`] for a text that is not a document of the format; [`Code::Limit`] if it is nested
/// too deep or if the budget is exceeded.
pub fn locate(
    text: &str,
    format: Format,
    paths: &[&Path],
    budget: &Budget,
) -> Result<Vec<PartSpan>> {
    locate_in(text, format, Extent::Whole, paths, budget)
}

fn locate_in(
    text: &str,
    format: Format,
    extent: Extent,
    paths: &[&Path],
    budget: &Budget,
) -> Result<Vec<PartSpan>> {
    let mut search = Search::new(paths, text.len(), budget)?;
    match format {
        Format::Json => json::read(text, &mut search, extent, budget)?,
        Format::Yaml => yaml::read(text, &mut search, extent, budget)?,
    }
    budget.finish()?;
    Ok(search.found())
}

/// A text of data with its format.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    format: Format,
}

impl Document {
    /// Creates a document. The text is read when a value or a position is requested.
    #[must_use]
    pub fn new(source: Source, format: Format) -> Document {
        Document { source, format }
    }

    /// The text with its name.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the value of the document, of the type that it implies.
    ///
    /// # Errors
    /// Those of the format's decoder, each with a diagnostic at its position.
    pub fn value(&self, budget: &Budget) -> Result<Value> {
        let text = self.source.text.as_bytes();
        let value = match self.format {
            Format::Json => super::json::implied_type_within(text, budget)
                .and_then(|ty| super::json::decode_within(text, &ty, budget)),
            Format::Yaml => super::yaml::decode_within(text, budget),
        };
        value.map_err(|error| self.positioned(error))
    }

    /// Adds a diagnostic to an error that has the byte of the document.
    #[must_use]
    pub fn positioned(&self, error: Error) -> Error {
        let Some(at) = error.offset() else {
            return error;
        };
        let at = crate::text::floor_char_boundary(&self.source.text, at);
        let range = self.lines().range(Span::at(at));
        let summary = match self.format {
            Format::Json => "Invalid JSON document",
            Format::Yaml => "Invalid YAML document",
        };
        let mut diagnostic = Reporter::Core.error(summary, error.sentence());
        diagnostic.code = error.code();
        diagnostic.source = Some(self.source.clone());
        error.with_diagnostic(diagnostic.with_subject(range))
    }

    /// Returns the location of each path into the value, in the order of the paths.
    ///
    /// # Errors
    /// Those of [`locate`].
    pub fn locate(&self, paths: &[&Path], budget: &Budget) -> Result<Vec<PartLocation>> {
        self.locate_in(Extent::Whole, paths, budget)
    }

    fn locate_in(
        &self,
        extent: Extent,
        paths: &[&Path],
        budget: &Budget,
    ) -> Result<Vec<PartLocation>> {
        let found = locate_in(&self.source.text, self.format, extent, paths, budget)?;
        budget.charge(self.source.text.len() as u64 / 64)?;
        let lines = self.lines();
        let located = found.into_iter().map(|part| PartLocation {
            key: part.key.map(|key| lines.range(key)),
            value: lines.range(part.value),
            is_exact: part.is_exact,
        });
        Ok(located.collect())
    }

    /// Adds to each error the position of the part that its path names, in its diagnostics or in a
    /// new one. A document that cannot be read has no positions.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded.
    pub fn at_parts(
        &self,
        errors: Vec<Error>,
        reporter: Reporter,
        budget: &Budget,
    ) -> Result<Vec<Error>> {
        if errors.is_empty() {
            return Ok(errors);
        }
        let paths: Vec<&Path> = errors.iter().map(Error::path).collect();
        let parts = match self.locate_in(Extent::First, &paths, budget) {
            Ok(parts) => parts,
            Err(error) if error.code().is_refusal() => return Err(error),
            Err(_) => return Ok(errors),
        };
        let located = errors.into_iter().zip(parts).map(|(error, part)| {
            if !error.diagnostics().is_empty() {
                return error.located_at(part.value, &self.source);
            }
            let diagnostic = self.diagnostic(&error, reporter, &part);
            error.with_diagnostic(diagnostic)
        });
        Ok(located.collect())
    }

    /// The diagnostic of an error about a part.
    fn diagnostic(&self, error: &Error, reporter: Reporter, part: &PartLocation) -> Diagnostic {
        let path = error.path();
        let (summary, detail) = match path.is_empty() {
            true => ("Unsuitable value", format!("{}.", error.message())),
            false => (
                "Unsuitable part of a value",
                format!("{path}: {}.", error.message()),
            ),
        };
        let mut diagnostic = reporter
            .error(summary, detail)
            .with_code(Code::Conversion)
            .with_path(path.clone())
            .with_subject(part.value);
        if let (Some(expected), Some(found)) = (error.expected(), error.found()) {
            diagnostic = diagnostic.with_expected(expected).with_found(found);
        }
        diagnostic.quotes = error.quotes().is_some();
        diagnostic.source = Some(self.source.clone());
        diagnostic
    }

    fn lines(&self) -> SourceText {
        SourceText::new(self.source.clone(), Vec::new())
    }
}

#[cfg(test)]
mod tests;
