//! The environment of a case of Puppet's catalogs or of Hiera: its files, its log, its settings.

use super::CaseResult;
use super::vectors::same;
use polycty::dialect::puppet::{Definitions, Environment, Host, Level, Lookup, Strict, Unknown};
use polycty::source::{Result as Answer, Source};
use polycty::values::Value;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The files of a case by their path from the root of the environment.
#[derive(Clone)]
pub struct Files(Arc<BTreeMap<String, String>>);

impl Files {
    /// The files of a case, with its code as the manifest of the site.
    pub fn of(case: &Json) -> Files {
        let files = case["files"].as_object().into_iter().flatten();
        let mut all: BTreeMap<String, String> = files
            .map(|(path, text)| (path.clone(), text.as_str().unwrap_or_default().to_owned()))
            .collect();
        if let Some(code) = case["code"].as_str() {
            all.insert("manifests/site.pp".into(), code.into());
        }
        Files(Arc::new(all))
    }

    /// The files below a folder, in the order of their paths.
    pub fn below(&self, folder: &str) -> impl Iterator<Item = (&str, &str)> {
        let all = self.0.iter();
        all.filter(move |(path, _)| path.starts_with(folder))
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Returns the text that defines a name, from the modules or from the environment itself.
    fn load(&self, kind: Definitions, name: &str) -> Option<Source> {
        let in_module = format!("modules/{}", kind.file(name)?);
        let own = name.strip_prefix("environment::").unwrap_or(name);
        let in_environment = format!("{}/{}.pp", kind.folder(), own.replace("::", "/"));
        let paths = match kind {
            Definitions::Function | Definitions::Type => vec![in_module, in_environment],
            Definitions::Class | Definitions::Template => vec![in_module],
        };
        paths.into_iter().find_map(|path| {
            let text = self.0.get(&path)?;
            Some(Source::new(format!("/e/{path}"), text.as_str()))
        })
    }

    /// Returns the text of a file of a module, by the module and the path in its folder `files`.
    fn module_file(&self, name: &str) -> Option<&String> {
        let (module, path) = name.split_once('/')?;
        self.0.get(&format!("modules/{module}/files/{path}"))
    }
}

impl Host for Files {
    fn lookup(&self, _: &Lookup) -> Answer<Option<Value>> {
        Ok(None)
    }

    fn find_file(&self, names: &[&str]) -> Answer<Option<String>> {
        let mut names = names.iter().filter(|name| self.module_file(name).is_some());
        Ok(names.next().map(|name| (*name).to_owned()))
    }

    fn read_file(&self, name: &str) -> Answer<Option<Vec<u8>>> {
        Ok(self.module_file(name).map(|text| text.clone().into_bytes()))
    }
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
pub fn environment(case: &Json, files: Files, log: &Log) -> Environment {
    let strict = strictness(case);
    let is_lax = case["settings"]["strict_variables"] == false && strict != Strict::Error;
    let (loaded, log) = (files.clone(), log.clone());
    Environment::new()
        .strict(strict)
        .unknown_variables(match is_lax {
            true => Unknown::Undef,
            false => Unknown::Refused,
        })
        .host(files)
        .loader(move |kind, name| Ok(loaded.load(kind, name)))
        .logger(move |level, message| {
            if let Ok(mut log) = log.0.lock() {
                log.push((level, message.to_owned()));
            }
            Ok(())
        })
}
