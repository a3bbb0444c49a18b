//! Conversion of JSON documents to types.

use crate::process::{Outcome, check_diagnostics, read, report};
use crate::show;
use clap::Args;
use polycty::calls::Budget;
use polycty::codec::json;
use polycty::dialect::Dialect;
use polycty::dialect::hcl::eval::{Expr, PartLocation};
use polycty::dialect::hcl::syntax::json::parse_json;
use polycty::dialect::hcl::{self, Hcl, TypeNotation, extraneous, parse_type_expression};
use polycty::source::{Code, Diagnostic, Error, Path, Reporter, Severity};

#[derive(Args)]
pub struct Convert {
    /// The type, as an HCL type expression.
    #[arg(value_name = "TYPE")]
    ty: String,
    /// The document.
    #[arg(default_value = "-")]
    pub file: String,
    /// Report attributes that the type does not have as errors. Without this option, they are
    /// warnings, and the result does not contain them.
    #[arg(long)]
    strict: bool,
}

pub fn run(command: &Convert) -> Outcome<String> {
    let wanted = parse_type_expression(&command.ty, TypeNotation::Defaults)?;
    let text = read(&command.file)?;
    let budget = Budget::standard();
    let mut value = json::decode(&text, &json::implied_type(&text)?)?;
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
        let is_inside = parts.iter().any(|error| !error.path().is_empty());
        if !is_inside && found.is_empty() {
            return show(&converted?);
        }
        found.extend(parts.into_iter().map(|error| (error, Severity::Error)));
    }
    let diagnostics = located(&found, &text, file_name(command), &budget)?;
    check_diagnostics(Code::Conversion, diagnostics.clone())?;
    let shown = show(&converted?)?;
    if !diagnostics.is_empty() {
        let warnings = Error::from_diagnostics(Code::Diagnostics, diagnostics);
        report(warnings, file_name(command));
    }
    Ok(shown)
}

/// The name of the document in diagnostics.
fn file_name(command: &Convert) -> &str {
    match &*command.file {
        "-" => "input",
        file => file,
    }
}

/// Diagnostics with positions in the document, in the order of the positions.
fn located(
    found: &[(Error, Severity)],
    text: &[u8],
    file: &str,
    budget: &Budget,
) -> Outcome<Vec<Diagnostic>> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let parsed = parse_json(text, file);
    let expr = Expr::Json(parsed.expression);
    let paths: Vec<&Path> = found.iter().map(|(error, _)| error.path()).collect();
    let places = expr.locate(&paths, budget)?;
    let all = found.iter().zip(&places);
    let all = all.map(|((error, severity), place)| diagnostic(error, *severity, place, &expr));
    let mut all: Vec<Diagnostic> = all.collect();
    all.sort_by_key(|one| one.subject.map(|range| range.start.byte));
    Ok(all)
}

fn diagnostic(error: &Error, severity: Severity, place: &PartLocation, expr: &Expr) -> Diagnostic {
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
    if let (Some(meant), Some(_)) = (meant, place.key) {
        // The subject is the name with its quotes.
        diagnostic.suggestion = Some(format!("\"{meant}\""));
    }
    if let (Some(expected), Some(found)) = (error.expected(), error.found()) {
        diagnostic = diagnostic.with_expected(expected).with_found(found);
    }
    let range = match unexpected {
        Some(_) => place.key.unwrap_or(place.value),
        None => place.value,
    };
    diagnostic.source = expr.source().cloned();
    diagnostic
        .with_path(error.path().clone())
        .with_subject(range)
}
