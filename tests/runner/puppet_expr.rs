//! Handlers for cases of Puppet's expressions.

use super::vectors::same;
use super::{Case, CaseResult, Plan};
use polycty::calls::Budget;
use polycty::dialect::puppet::{
    Aliases, Detail, Environment, Level, Prepared, Resources, Strict, detailed_type, evaluate,
    format_type, format_value,
};
use polycty::source::{Error, Source};
use polycty::values::Value;
use serde_json::Value as Json;
use std::sync::{Arc, Mutex};

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "eval" => Plan::Run(expression),
        _ => Plan::Nobody,
    }
}

/// The value of a program, and its messages.
pub struct Ran {
    pub value: Result<Value, Error>,
    pub notices: Vec<String>,
    pub warnings: Vec<String>,
}

/// The value of an expression among aliases.
pub fn evaluated(text: &str, aliases: &Aliases) -> Result<Value, Error> {
    let environment = Environment::new().aliases(aliases.clone());
    let budget = Budget::new();
    let program = Prepared::manifest(Source::new("", text), Strict::Error, &budget)?;
    evaluate(&program, &environment, &budget)
}

/// Compares the language's result for the text of a type, if it differs from that of the type
/// parser.
pub fn evaluates(text: &str, aliases: &Aliases, want: &Json) -> CaseResult {
    if want["error_kind"] == "internal" {
        return Ok(());
    }
    match (evaluated(text, aliases), want["error"].as_str()) {
        (Ok(value), None) => same(
            "evaluated",
            want["canon"].as_str().unwrap_or_default(),
            &format_value(&value),
        ),
        (Ok(value), Some(message)) => Err(format!(
            "wanted the error {message}, got {}",
            format_value(&value)
        )),
        (Err(error), None) => Err(format!("wanted {}, got {error}", want["canon"])),
        (Err(error), Some(message)) => fails(&error, message, want),
    }
}

/// Checks that evaluating a text fails with a message.
pub fn refuses(text: &str, aliases: &Aliases, message: &str) -> CaseResult {
    match evaluated(text, aliases) {
        Ok(value) => Err(format!(
            "{text}: wanted {message}, got {}",
            format_value(&value)
        )),
        Err(error) => same(text, message, error.message()),
    }
}

/// Runs a program.
pub fn run(text: &str, strictness: Strict) -> Ran {
    let log: Arc<Mutex<Vec<(Level, String)>>> = Arc::default();
    let kept = log.clone();
    let environment = Environment::new()
        .strict(strictness)
        .resources(Resources::Referenced)
        .logger(move |level, message| {
            if let Ok(mut kept) = kept.lock() {
                kept.push((level, message.to_owned()));
            }
            Ok(())
        });
    let budget = Budget::new();
    let prepared = Prepared::manifest(Source::new("", text), strictness, &budget);
    let mut warnings = Vec::new();
    let value = prepared.and_then(|program| {
        warnings.extend(
            program
                .warnings()
                .iter()
                .map(|warning| warning.summary.clone()),
        );
        evaluate(&program, &environment, &budget)
    });
    let log = log.lock().map(|log| log.clone()).unwrap_or_default();
    let of = |wanted: Level| {
        let of_level = log.iter().filter(move |(level, _)| *level == wanted);
        of_level.map(|(_, message)| message.clone())
    };
    warnings.extend(of(Level::Warning));
    Ran {
        value,
        notices: of(Level::Notice).collect(),
        warnings,
    }
}

fn expression(case: &Case) -> CaseResult {
    let text = case.0["src"].as_str().ok_or("no source")?;
    agrees(&run(text, Strict::Error), case.want())?;
    match case.want().get("strict_off") {
        Some(want) => {
            agrees(&run(text, Strict::Off), want).map_err(|how| format!("with strict = off: {how}"))
        }
        None => Ok(()),
    }
}

fn agrees(ran: &Ran, want: &Json) -> CaseResult {
    if want["error_kind"] == "internal" {
        return Ok(());
    }
    let texts = |key: &str| -> Vec<&str> {
        let list = want[key].as_array();
        list.into_iter()
            .flatten()
            .filter_map(Json::as_str)
            .collect()
    };
    let value = match (&ran.value, want["error"].as_str()) {
        (Ok(value), None) => value,
        (Ok(value), Some(message)) => {
            let value = format_value(value);
            return Err(format!("wanted the error {message}, got {value}"));
        }
        (Err(error), None) => return Err(format!("wanted {}, got {error}", want["value"])),
        (Err(error), Some(message)) => return fails(error, message, want),
    };
    same(
        "value",
        want["value"].as_str().unwrap_or_default(),
        &format_value(value),
    )?;
    let ty = detailed_type(value, &Budget::new()).map_err(|error| error.to_string())?;
    let ty = format_type(&ty, Detail::Canonical);
    same("type", want["type"].as_str().unwrap_or_default(), &ty)?;
    same(
        "notices",
        &texts("notices"),
        &ran.notices.iter().map(String::as_str).collect(),
    )?;
    let warnings: Vec<&str> = ran.warnings.iter().map(String::as_str).collect();
    same("warnings", &texts("warnings"), &warnings)
}

fn fails(error: &Error, message: &str, want: &Json) -> CaseResult {
    same("message", message, error.message())?;
    if let Some(at) = want["at"].as_array() {
        let found = error.diagnostics().first().and_then(|d| d.subject);
        let number = |at: &Json| at.as_u64().unwrap_or(0) as u32;
        match (&at[..], found) {
            ([line], Some(found)) => same("line", &number(line), &found.start.line)?,
            ([line, column], Some(found)) => same(
                "position",
                &(number(line), number(column)),
                &(found.start.line, found.start.column),
            )?,
            (at, None) => return Err(format!("wanted the place {at:?}, got none")),
            _ => {}
        }
    }
    if let Some(details) = want["error_details"].as_array() {
        let wanted: Vec<&str> = details.iter().filter_map(Json::as_str).collect();
        let found = error.diagnostics().iter();
        let found: Vec<&str> = found
            .map(|diagnostic| diagnostic.summary.as_str())
            .collect();
        same("details", &wanted, &found)?;
    }
    Ok(())
}
