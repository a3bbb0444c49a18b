//! Handlers for lookups of Puppet's Hiera.
//!
//! A case has files, facts and either a lookup or a program that calls lookup functions. The value,
//! the error with its location and kind, the notices, the warnings and the explanation are
//! compared. The catalog of a program is not.

use super::vectors::same;
use super::{Case, CaseResult, Plan};
use polycty::calls::Budget;
use polycty::dialect::puppet::hiera::{DataFiles, Explain, Hiera, MemoryFiles, Query, lookup};
use polycty::dialect::puppet::{
    Aliases, Definitions, Environment, Level, Mode, Prepared, Resources, Special, Strict, evaluate,
    format_value, parse_type, read_json,
};
use polycty::source::{Error, Source};
use polycty::values::Value;
use serde_json::{Value as Json, json};
use std::sync::{Arc, Mutex};

/// The handlers of this file.
pub fn plan(_: &Case) -> Plan {
    Plan::Run(run)
}

/// The log of an evaluation.
type Log = Arc<Mutex<Vec<(Level, String)>>>;

/// A value of a vector.
fn value(json: &Json) -> Result<Value, String> {
    read_json(&json.to_string()).map_err(|error| error.to_string())
}

/// The files of a case: those of the environment below `/e`, those of the global layer below `/g`.
fn files(case: &Case) -> MemoryFiles {
    let files = case.0["files"].as_object();
    let files = files.into_iter().flatten().map(|(path, text)| {
        let path = match path.strip_prefix("global/") {
            Some(path) => format!("/g/{path}"),
            None => format!("/e/{path}"),
        };
        (path, text.as_str().unwrap_or_default())
    });
    MemoryFiles::new(files)
}

/// A hash with the entries of another one.
fn with(mut base: Json, added: &Json) -> Json {
    for (key, value) in added.as_object().into_iter().flatten() {
        base[key] = value.clone();
    }
    base
}

fn strictness(case: &Case) -> Strict {
    match case.0["settings"]["strict"].as_str() {
        Some("off") => Strict::Off,
        Some("warning") => Strict::Warning,
        _ => Strict::Error,
    }
}

fn environment(case: &Case, log: &Log) -> Result<Environment, String> {
    let files = files(case);
    let texts = files.clone();
    let kept = log.clone();
    let node = case.0["node"].as_str().unwrap_or("n.example.com");
    let (host, domain) = node.split_once('.').unwrap_or((node, ""));
    let trusted = json!({
        "authenticated": "local", "certname": node, "domain": domain, "extensions": {},
        "hostname": host, "external": {},
    });
    let mut environment =
        Environment::new()
            .strict(strictness(case))
            .resources(Resources::Referenced)
            .hiera(
                Hiera::new(files)
                    .global("/g/hiera.yaml")
                    .environment("e", "/e")
                    .modules("/e/modules"),
            )
            .loader(move |kind, name| {
                let path = match (kind, name.contains("::")) {
                    (Definitions::Function, false) => format!("/e/functions/{name}.pp"),
                    (kind, _) => match kind.file(name) {
                        Some(path) => format!("/e/modules/{path}"),
                        None => return Ok(None),
                    },
                };
                let text = texts.read(&path)?;
                Ok(text.map(|text| {
                    Source::new(path.as_str(), String::from_utf8_lossy(&text).as_ref())
                }))
            })
            .logger(move |level, message| {
                if let Ok(mut kept) = kept.lock() {
                    kept.push((level, message.to_owned()));
                }
                Ok(())
            });
    let facts = case.0["facts"].clone();
    let facts = if facts.is_null() { json!({}) } else { facts };
    let mut variables = vec![
        ("facts".to_owned(), facts.clone()),
        ("trusted".to_owned(), with(trusted, &case.0["trusted"])),
        (
            "server_facts".to_owned(),
            with(json!({ "environment": "e" }), &case.0["server_facts"]),
        ),
        ("environment".to_owned(), json!("e")),
    ];
    let all = facts.as_object().into_iter().flatten();
    variables.extend(all.map(|(name, value)| (name.clone(), value.clone())));
    for (name, json) in variables {
        // A fact whose name is not that of a variable is none.
        let _ = environment.set_variable(&name, value(&json)?);
    }
    Ok(environment)
}

fn run(case: &Case) -> CaseResult {
    let log = Log::default();
    let environment = environment(case, &log)?;
    let budget = Budget::new();
    let text = case.0["code"].as_str().unwrap_or_default();
    let source = Source::new("/e/manifests/site.pp", text);
    let expect = &case.0["expect"];
    let program = match Prepared::manifest(source, strictness(case), &budget) {
        Ok(program) => program,
        Err(error) => return same_error(&expect["error"], &error),
    };
    let wanted = &case.0["lookup"];
    if wanted.is_null() {
        match (evaluate(&program, &environment, &budget), &expect["error"]) {
            (Ok(_), Json::Null) => {}
            (Ok(_), error) => return Err(format!("wanted the error {}", error["message"])),
            (Err(error), Json::Null) => return Err(format!("got the error {error}")),
            (Err(error), want) => same_error(want, &error)?,
        }
        return same_log(expect, &log);
    }
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
    let query = Query {
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
    };
    let answer = lookup(&program, &query, &environment, &budget);
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
    same_log(expect, &log)
}

fn same_log(expect: &Json, log: &Log) -> CaseResult {
    let log = log.lock().map(|log| log.clone()).unwrap_or_default();
    for (key, level) in [("notices", Level::Notice), ("warnings", Level::Warning)] {
        let wanted = expect[key].as_array().into_iter().flatten();
        let wanted: Vec<&str> = wanted.filter_map(Json::as_str).collect();
        let found = log.iter().filter(|(of, _)| *of == level);
        let found: Vec<&str> = found.map(|(_, message)| message.as_str()).collect();
        same(key, &wanted, &found)?;
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
