//! The environment of a case of Puppet's catalogs: its files, its log, its settings.

use super::vectors::same;
use super::{Case, CaseResult};
use polycty::dialect::puppet::catalog::EnvironmentFolder;
use polycty::dialect::puppet::hiera::MemoryFiles;
use polycty::dialect::puppet::{Environment, Level, Strict, Unknown};
use polycty::source::Result as Answer;
use serde_json::Value as Json;
use std::sync::{Arc, Mutex};

/// The folder of a case, with its code as the manifest of the site: `/e` is the environment, `/g`
/// the folder of the global layer.
pub fn folder(case: &Json) -> Answer<EnvironmentFolder> {
    let files = case["files"].as_object().into_iter().flatten();
    let files = files.map(|(path, text)| {
        let path = match path.strip_prefix("global/") {
            Some(path) => format!("/g/{path}"),
            None => format!("/e/{path}"),
        };
        (path, text.as_str().unwrap_or_default())
    });
    let code = case["code"].as_str();
    let code = code.map(|code| ("/e/manifests/site.pp".to_owned(), code));
    let files = MemoryFiles::new(files.chain(code));
    Ok(EnvironmentFolder::new(files, "e", "/e")?.global_hiera("/g/hiera.yaml"))
}

/// Runs a case with its folder, then with a snapshot of it: after a run for a node without facts,
/// and again. All runs must agree, whatever they share.
pub fn in_each_folder(
    case: &Case,
    run: impl Fn(&Case, &EnvironmentFolder) -> CaseResult,
) -> CaseResult {
    let folder = folder(&case.0).map_err(|error| error.to_string())?;
    run(case, &folder)?;
    let snapshot = folder.snapshot();
    let other = Json::Object(
        (case.0.as_object().into_iter().flatten())
            .filter(|(key, _)| !matches!(key.as_str(), "facts" | "trusted" | "node"))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    );
    let _ = run(&Case(other.clone(), other.to_string()), &snapshot);
    for time in ["first", "second"] {
        run(case, &snapshot).map_err(|why| format!("{time} run with a snapshot: {why}"))?;
    }
    Ok(())
}

/// The messages of a compilation, in order.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<(Level, String)>>>);

impl Log {
    /// The messages.
    pub fn messages(&self) -> Vec<(Level, String)> {
        self.0.lock().map(|all| all.clone()).unwrap_or_default()
    }

    /// Compares the messages with the expected ones.
    pub fn agrees(&self, want: &Json) -> CaseResult {
        let all = self.messages();
        let texts = |key: &str| -> Vec<&str> {
            let list = want[key].as_array().into_iter().flatten();
            list.filter_map(Json::as_str).collect()
        };
        for (key, level) in [("notices", Level::Notice), ("warnings", Level::Warning)] {
            let found = all.iter().filter(|(found, _)| *found == level);
            let found: Vec<&str> = found.map(|(_, text)| text.as_str()).collect();
            same(key, &texts(key), &found)?;
        }
        let others = want["other_logs"].as_array().into_iter().flatten();
        let others: Vec<String> = others.map(Json::to_string).collect();
        let found = all.iter().filter(|(level, _)| *level > Level::Warning);
        let found: Vec<String> = found
            .map(|(level, text)| serde_json::json!([name(*level), text]).to_string())
            .collect();
        same("other messages", &others, &found)
    }
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Debug => "debug",
        Level::Info => "info",
        Level::Notice => "notice",
        Level::Warning => "warning",
        Level::Err => "err",
        Level::Alert => "alert",
        Level::Emerg => "emerg",
        Level::Crit => "crit",
    }
}

/// The strictness of a case.
pub fn strictness(case: &Json) -> Strict {
    match case["settings"]["strict"].as_str() {
        Some("off") => Strict::Off,
        Some("warning") => Strict::Warning,
        _ => Strict::Error,
    }
}

/// The environment of a case.
pub fn environment(case: &Json, folder: &EnvironmentFolder, log: &Log) -> Environment {
    let strict = strictness(case);
    let is_lax = case["settings"]["strict_variables"] == false && strict != Strict::Error;
    let log = log.clone();
    let base = Environment::new()
        .strict(strict)
        .unknown_variables(match is_lax {
            true => Unknown::Undef,
            false => Unknown::Refused,
        })
        .logger(move |level, message| {
            if let Ok(mut log) = log.0.lock() {
                log.push((level, message.to_owned()));
            }
            Ok(())
        });
    folder.environment(base)
}
