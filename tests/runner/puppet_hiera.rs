//! Handlers for lookups of Puppet's Hiera.
//!
//! A case has files, facts and either a lookup or a program that calls lookup functions. A program
//! is compiled to a catalog, which is compared as that of other catalogs. Of a lookup the value, the
//! error with its location and kind, the notices, the warnings and the explanation are compared.

use super::vectors::same;
use super::{Case, CaseResult, Plan};
use crate::puppet_catalogs::{self, fails, node};
use crate::puppet_environment::{Log, environment, in_each_folder, strictness};
use polycty::calls::Budget;
use polycty::dialect::puppet::catalog::{
    CompileError, EnvironmentFolder, compile_and_lookup, parse_manifests,
};
use polycty::dialect::puppet::hiera::{Answer, Explain, Query, lookup};
use polycty::dialect::puppet::{
    Aliases, Mode, Prepared, Special, format_value, parse_type, read_json,
};
use polycty::source::{Error, Source};
use polycty::values::Value;
use serde_json::{Value as Json, json};

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.0["lookup"].is_object() {
        true => Plan::Run(run),
        false => puppet_catalogs::plan(case),
    }
}

/// A value of a vector.
fn value(json: &Json) -> Result<Value, String> {
    read_json(&json.to_string()).map_err(|error| error.to_string())
}

fn run(case: &Case) -> CaseResult {
    in_each_folder(case, run_in)
}

fn run_in(case: &Case, folder: &EnvironmentFolder) -> CaseResult {
    let log = Log::default();
    let expect = &case.0["expect"];
    let query = query(&case.0["lookup"])?;
    let answer = match answered(case, folder, &query, &log)? {
        Ok(answer) => answer,
        Err(error) => {
            fails(&error, &expect["error"])?;
            return log.agrees(expect);
        }
    };
    agrees(answer, expect)?;
    log.agrees(expect)
}

/// Looks the keys of a query up, after the compilation of the program of the case if it has one.
fn answered(
    case: &Case,
    folder: &EnvironmentFolder,
    query: &Query,
    log: &Log,
) -> Result<Result<Answer, CompileError>, String> {
    let budget = Budget::new();
    let text = |error: Error| error.to_string();
    let ordered = read_json(&case.1).map_err(text)?;
    let strict = strictness(&case.0);
    let name = case.0["node"].as_str().unwrap_or("n.example.com");
    let node = node(&case.0, &ordered, name).map_err(text)?;
    let environment = environment(&case.0, folder, log);
    let sources = folder.manifests().map_err(text)?;
    if sources.is_empty() {
        let program = Prepared::manifest(Source::new("", ""), strict, &budget).map_err(text)?;
        let environment = folder.environment_of(environment, &node).map_err(text)?;
        return Ok(Ok(lookup(&program, query, &environment, &budget)));
    }
    let manifests = match parse_manifests(sources, "e", strict, &budget) {
        Ok(manifests) => manifests,
        Err(error) => return Ok(Err(error.on_node(name))),
    };
    let options = folder.options();
    Ok(compile_and_lookup(
        &manifests,
        &node,
        &options,
        query,
        &environment,
        &budget,
    ))
}

/// Returns the query of a case.
fn query(wanted: &Json) -> Result<Query, String> {
    let get = |key: &str| -> Result<Option<Value>, String> {
        match wanted.get(key) {
            Some(json) => value(json).map(Some),
            None => Ok(None),
        }
    };
    let names = match &wanted["key"] {
        Json::Array(names) => names
            .iter()
            .filter_map(Json::as_str)
            .map(str::to_owned)
            .collect(),
        name => vec![name.as_str().unwrap_or_default().to_owned()],
    };
    let ty = match wanted["type"].as_str() {
        Some(text) => Some(
            parse_type(text, &Aliases::default(), Mode::Current)
                .map_err(|error| error.to_string())?,
        ),
        None => None,
    };
    Ok(Query {
        names,
        ty,
        merge: get("merge")?,
        default: get("default")?,
        overrides: get("override")?,
        defaults: get("default_values_hash")?,
        explain: match wanted["explain"].as_str() {
            Some("options") => Explain::Options,
            Some(_) => Explain::Data,
            None => Explain::Nothing,
        },
        shows_secrets: true,
    })
}

/// Compares the answer of a lookup.
fn agrees(answer: Answer, expect: &Json) -> CaseResult {
    match (answer.value, &expect["error"]) {
        (Ok(value), Json::Null) => same("value", &expect["value"], &encoded(&value))?,
        (Ok(value), error) => {
            let value = format_value(&value);
            return Err(format!(
                "wanted the error {}, got {value}",
                error["message"]
            ));
        }
        (Err(error), Json::Null) => {
            return Err(format!("wanted {}, got the error {error}", expect["value"]));
        }
        (Err(error), want) => same_error(want, &error)?,
    }
    if let Some(text) = expect["explain"].as_str() {
        let found = answer.explanation.unwrap_or_default();
        // The texts of Ruby's parsers and the addresses of its objects are not compared.
        let is_ruby = expect["error"]["ruby"] == true;
        let lines = |text: &str| -> Vec<String> {
            let lines = text.lines().map(str::to_owned);
            lines
                .take_while(|line| !(is_ruby && line.starts_with("Unable to parse")))
                .collect()
        };
        let (mut wanted, mut found) = (lines(text), lines(&found));
        for (wanted, found) in wanted.iter_mut().zip(&mut found) {
            if let Some(at) = wanted.find("#<").filter(|_| wanted.contains("0x*")) {
                wanted.truncate(at);
                *found = found.chars().take(wanted.chars().count()).collect();
            }
        }
        same("explanation", &wanted, &found)?;
    }
    Ok(())
}

fn same_error(want: &Json, error: &Error) -> CaseResult {
    if want["ruby"] == true {
        return Ok(());
    }
    let wanted = want["message"].as_str().unwrap_or_default();
    same("message", wanted, error.message())?;
    let diagnostic = error.diagnostics().first();
    let source = diagnostic.and_then(|diagnostic| diagnostic.source.as_ref());
    let file = source.map(|source| source.name.to_string());
    same("file", &want["file"].as_str(), &file.as_deref())?;
    let start = diagnostic
        .and_then(|diagnostic| diagnostic.subject)
        .map(|range| range.start);
    if let Some(line) = want["line"].as_u64() {
        same(
            "line",
            &Some(line),
            &start.map(|start| u64::from(start.line)),
        )?;
    }
    if let Some(column) = want["column"].as_u64() {
        same(
            "column",
            &Some(column),
            &start.map(|start| u64::from(start.column)),
        )?;
    }
    match want["issue"].as_str() {
        // The kind of an error of the language has no name here.
        None | Some("RUNTIME_ERROR") => Ok(()),
        Some(issue) => {
            let name = diagnostic.and_then(|diagnostic| diagnostic.name.as_deref());
            same("issue", &Some(issue), &name)
        }
    }
}

/// A value in the encoding of the vectors.
fn encoded(value: &Value) -> Json {
    if value.is_null() {
        return Json::Null;
    }
    if let Some(text) = value.as_str() {
        return json!(text);
    }
    if let Some(flag) = value.as_bool() {
        return json!(flag);
    }
    if let Some(integer) = value.as_integer() {
        return serde_json::from_str(&integer.to_string()).unwrap_or_default();
    }
    if let Some(double) = value.as_double() {
        return match double {
            double if double.is_nan() => json!({ "$float": "NaN" }),
            double if double.is_infinite() && double > 0.0 => json!({ "$float": "Infinity" }),
            double if double.is_infinite() => json!({ "$float": "-Infinity" }),
            double => serde_json::from_str(&format!("{double:?}")).unwrap_or_default(),
        };
    }
    if let Some(map) = value.as_ordered_map() {
        let entries = map.entries();
        if entries
            .iter()
            .all(|(key, _)| key.as_str().is_some_and(|key| key != "__ptype"))
        {
            let entries = entries.iter();
            return Json::Object(
                entries
                    .map(|(key, value)| {
                        (key.as_str().unwrap_or_default().to_owned(), encoded(value))
                    })
                    .collect(),
            );
        }
        let flat = entries
            .iter()
            .flat_map(|(key, value)| [encoded(key), encoded(value)]);
        return json!({ "__ptype": "Hash", "__pvalue": flat.collect::<Vec<_>>() });
    }
    if value.as_type().is_some() {
        return json!({ "__ptype": format!("Pcore::{}Type", format_value(value)) });
    }
    match Special::of(value) {
        Some(Special::Sensitive(inner)) => {
            json!({ "__ptype": "Sensitive", "__pvalue": encoded(inner) })
        }
        Some(Special::Regexp(source)) => json!({ "__ptype": "Regexp", "__pvalue": &**source }),
        Some(_) => json!({ "__ptype": format_value(value) }),
        None => {
            let elements = value
                .parts()
                .unwrap_or_default()
                .iter()
                .map(encoded)
                .collect();
            Json::Array(elements)
        }
    }
}
