//! Unknown variables in the programs of the conformance vectors for catalogs: a program that Puppet
//! compiles with `strict_variables` has none, and those that Puppet reports are found.
#![cfg(feature = "puppet")]

use polycty_core::calls::Budget;
use polycty_services::{MemoryFiles, Options, Workspace, languages};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The name of the diagnostic.
const NAME: &str = "unknown-variable";

/// The programs with an unknown variable that Puppet does not evaluate: a class is not declared, or an
/// earlier error ends the compilation.
const EARLIER: [&str; 3] = ["node-045", "random-149", "random-641"];

/// The programs whose unknown variable is set by something that is not evaluated, or later. In the
/// last one, the class is not known.
const MISSED: [&str; 8] = [
    "metaparam-184",
    "inherits-020",
    "define-028",
    "class-057",
    "class-116",
    "node-056",
    "facts-023",
    "strict-002",
];

/// The unknown variables in a program, as `path:line:column: message`.
fn unknown(case: &Json) -> Vec<String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    if let Some(code) = case["code"].as_str() {
        files.insert("/e/manifests/site.pp".to_owned(), code.to_owned());
    }
    for (path, text) in case["files"].as_object().into_iter().flatten() {
        let text = text.as_str().unwrap_or_default().to_owned();
        files.insert(format!("/e/{path}"), text);
    }
    let text = |value: &Json| (!value.is_null()).then(|| Arc::from(value.to_string()));
    let options = Options {
        puppet_facts: text(&case["facts"]),
        ..Options::default()
    };
    let paths: Vec<String> = files.keys().cloned().collect();
    let mut workspace = Workspace::new(Arc::new(MemoryFiles::new(files)), languages(&options));
    workspace.set_folders(vec!["/e".to_owned()]);
    let budget = Budget::standard();
    let mut found = Vec::new();
    for path in paths {
        if !path.ends_with(".pp") && !path.ends_with(".epp") {
            continue;
        }
        let diagnostics = workspace.diagnostics(&path, &path, &budget).unwrap();
        for one in diagnostics.unwrap_or_default() {
            if one.name.as_deref() == Some(NAME) {
                let start = one.subject.unwrap().start;
                let place = format!("{path}:{}:{}", start.line, start.column);
                found.push(format!("{place}: {}", one.summary));
            }
        }
    }
    found
}

#[test]
fn programs_that_puppet_compiles_have_no_unknown_variables() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/conformance/puppet-catalogs/catalogs.jsonl"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let (mut compared, mut reported, mut missed) = (0, 0, Vec::new());
    for line in text.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let id = case["id"].as_str().unwrap_or_default();
        let is_lenient = case["settings"]["strict_variables"] == false;
        // A node classifier sets variables that no text has.
        if is_lenient || !case["enc"].is_null() {
            continue;
        }
        let message = case["expect"]["error"]["message"].as_str();
        let wanted = message.and_then(|message| {
            let (_, rest) = message.split_once("Unknown variable: '")?;
            rest.split('\'').next()
        });
        let found = unknown(&case);
        compared += 1;
        if let Some(name) = wanted {
            let message = format!(": Unknown variable: '{name}'");
            match found.iter().any(|one| one.ends_with(&message)) {
                true => reported += 1,
                false => missed.push(id.to_owned()),
            }
        } else if !EARLIER.contains(&id) {
            assert_eq!(found, [""; 0], "{id}");
        }
    }
    assert!(compared > 1_100, "{compared}");
    assert_eq!(reported, 13);
    assert_eq!(missed, MISSED);
}
