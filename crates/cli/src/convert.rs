//! Conversion of JSON and YAML documents to types.

use crate::process::{DataFormat, Outcome, check_diagnostics, read_document, report};
use crate::show;
use clap::Args;
use polycty::calls::Budget;
use polycty::codec::document::{Document, Format, PartLocation};
use polycty::dialect::Dialect;
use polycty::dialect::hcl::{self, Hcl, TypeNotation, extraneous, parse_type_expression};
use polycty::source::{Code, Diagnostic, Error, Path, Reporter, Severity};

#[derive(Args)]
pub struct Convert {
    /// The type, as an HCL type expression.
    #[arg(value_name = "TYPE")]
    ty: String,
    /// The document: YAML if the name ends in `.yaml` or `.yml`, otherwise JSON.
    #[arg(default_value = "-")]
    pub file: String,
    /// Format of the document, whatever its name.
    #[arg(long, value_enum)]
    format: Option<DataFormat>,
    /// Report attributes that the type does not have as errors. Without this option, they are
    /// warnings, and the result does not contain them.
    #[arg(long)]
    strict: bool,
}

pub fn run(command: &Convert) -> Outcome<String> {
    let wanted = parse_type_expression(&command.ty, TypeNotation::Defaults)?;
    let document = read_document(&command.file, command.format)?;
    let budget = Budget::standard();
    let mut value = document.value(&budget)?;
    let mut found = Vec::new();
    for error in extraneous(&value, &wanted.ty, &budget)? {
        let severity = if command.strict {
            Severity::Error
        } else {
            Severity::Warning
        };
        found.push((error, severity));
    }
    if let Some(defaults) = &wanted.defaults {
        value = defaults.apply(&value)?;
    }
    let converted = hcl::convert(&value, &wanted.ty);
    if let Err(error) = &converted
        && !error.code().is_refusal()
    {
        let parts = Hcl.check(&value, &wanted.ty, &budget)?;
        found.extend(parts.into_iter().map(|error| (error, Severity::Error)));
    }
    let diagnostics = located(&found, &document, &budget)?;
    check_diagnostics(Code::Conversion, diagnostics.clone())?;
    let shown = show(&converted?)?;
    if !diagnostics.is_empty() {
        let warnings = Error::from_diagnostics(Code::Diagnostics, diagnostics);
        report(warnings, &document.source().name);
    }
    Ok(shown)
}

/// Diagnostics with positions in the document, in the order of the positions.
fn located(
    found: &[(Error, Severity)],
    document: &Document,
    budget: &Budget,
) -> Outcome<Vec<Diagnostic>> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let paths: Vec<&Path> = found.iter().map(|(error, _)| error.path()).collect();
    let places = document.locate(&paths, budget)?;
    let all = found.iter().zip(&places);
    let all = all.map(|((error, severity), place)| diagnostic(error, *severity, place, document));
    let mut all: Vec<Diagnostic> = all.collect();
    all.sort_by_key(|one| one.subject.map(|range| range.start.byte));
    Ok(all)
}

fn diagnostic(
    error: &Error,
    severity: Severity,
    place: &PartLocation,
    document: &Document,
) -> Diagnostic {
    let unexpected = error.diagnostics().first();
    let meant = unexpected.and_then(|warning| warning.suggestion.as_deref());
    let end = if meant.is_some() { "" } else { "." };
    let path = match error.path() {
        path if path.is_empty() => String::new(),
        path => format!("{path}: "),
    };
    let detail = format!("{path}{}{end}", error.message());
    let mut diagnostic = match unexpected {
        Some(warning) => Reporter::Hcl.error(warning.summary.clone(), detail),
        None if path.is_empty() => Reporter::Hcl.error("Unsuitable value", detail),
        None => Reporter::Hcl.error("Unsuitable part of a value", detail),
    };
    diagnostic.severity = severity;
    if let (Some(meant), Some(key)) = (meant, place.key) {
        // The subject is the name with its quotes, which names in YAML may lack.
        let text = document.source().text.get(key.start.byte..key.end.byte);
        let is_quoted = document.format() == Format::Json
            || text.is_some_and(|text| text.starts_with(['"', '\'']));
        diagnostic.suggestion = Some(match is_quoted {
            true => format!("\"{meant}\""),
            false => meant.to_owned(),
        });
    }
    if let (Some(expected), Some(found)) = (error.expected(), error.found()) {
        diagnostic = diagnostic.with_expected(expected).with_found(found);
    }
    let range = match unexpected {
        Some(_) => place.key.unwrap_or(place.value),
        None => place.value,
    };
    diagnostic.source = Some(document.source().clone());
    diagnostic
        .with_path(error.path().clone())
        .with_subject(range)
}
