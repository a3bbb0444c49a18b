//! Tests of projects of OpenTofu. The results follow from the source of OpenTofu 1.13.

mod language;
mod settings;
mod sources;

use super::tests::Texts;
use super::{LocalOnly, Project, ProjectOptions};
use crate::module::Dialect;
use polycty_core::calls::Budget;
use polycty_core::source::Diagnostic;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::collections::BTreeMap;

fn shown(found: &Diagnostic) -> String {
    let file = found.source.as_ref().map_or("-", |source| &source.name);
    let place = found
        .subject
        .map_or(String::new(), |range| format!("{file}:{range} "));
    format!("{place}{}: {}", found.summary, found.detail)
}

fn of_tofu() -> ProjectOptions {
    ProjectOptions {
        dialect: Some(Dialect::OpenTofu),
        ..ProjectOptions::default()
    }
}

/// The diagnostics of loading and validating, sorted.
fn check_as(files: &[(&str, &str)], options: &ProjectOptions) -> Vec<String> {
    let budget = Budget::standard();
    let files = Texts::new(files);
    let given = BTreeMap::new();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, options, &budget).unwrap();
    let mut found: Vec<String> = loaded.diagnostics.iter().map(shown).collect();
    if loaded.project.is_loaded() {
        found.extend(loaded.project.validate(&budget).unwrap().iter().map(shown));
    }
    found.sort();
    found
}

fn check(files: &[(&str, &str)]) -> Vec<String> {
    check_as(files, &of_tofu())
}

/// The outputs and the diagnostics of a plan.
fn plan(files: &[(&str, &str)]) -> (BTreeMap<String, Value>, Vec<String>) {
    let budget = Budget::standard();
    let files = Texts::new(files);
    let given: BTreeMap<Str, Value> = BTreeMap::new();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &of_tofu(), &budget).unwrap();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let planned = loaded.project.plan(&given, &budget).unwrap();
    let outputs = planned.outputs.into_iter();
    let outputs = outputs.map(|output| (output.address, output.value));
    (
        outputs.collect(),
        planned.diagnostics.iter().map(shown).collect(),
    )
}
