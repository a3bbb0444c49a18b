//! Properties of conversions between native and JSON syntax.
//!
//! A project without errors has none in JSON syntax either, and the same values of its outputs. The
//! same holds after the conversion back to native syntax.

use super::{Texts, cases, files_of, options_of};
use polycty::calls::Budget;
use polycty::dialect::hcl::evaluate;
use polycty::dialect::hcl::syntax::parse_expression;
use polycty::dialect::terraform::notation::{to_json, to_native};
use polycty::dialect::terraform::project::{LocalOnly, Project, ProjectOptions, Schemas};
use polycty::source::{Position, Severity};
use polycty::types::Str;
use polycty::values::Value;
use std::collections::{BTreeMap, HashMap};

/// The files in JSON syntax.
fn in_json(files: &Texts) -> Result<Texts, String> {
    let mut all = BTreeMap::new();
    for (path, text) in &files.0 {
        if !path.ends_with(".tf") {
            all.insert(path.clone(), text.clone());
            continue;
        }
        let json = to_json(path, text.as_bytes(), &Budget::standard());
        all.insert(
            format!("{path}.json"),
            json.map_err(|error| error.to_string())?,
        );
    }
    Ok(Texts(all))
}

/// The files in native syntax.
fn in_native(files: &Texts, schemas: Option<&Schemas>) -> Result<Texts, String> {
    let mut all = BTreeMap::new();
    for (path, text) in &files.0 {
        let Some(native) = path.strip_suffix(".tf.json") else {
            all.insert(path.clone(), text.clone());
            continue;
        };
        let found = to_native(path, text.as_bytes(), schemas, &Budget::standard());
        let found = found.map_err(|error| format!("{path}: {error}"))?;
        all.insert(format!("{native}.tf"), found.text);
    }
    Ok(Texts(all))
}

/// The errors and the summaries of warnings of a validation, and the outputs of a plan.
#[derive(Debug, PartialEq)]
struct Found {
    errors: Vec<String>,
    warnings: Vec<String>,
    outputs: Vec<(String, Value)>,
}

fn found(files: &Texts, options: &ProjectOptions, given: &BTreeMap<Str, Value>) -> Found {
    let budget = Budget::standard();
    let loaded = Project::load(files, ".", given, &LocalOnly, options, &budget).unwrap();
    let mut all = loaded.diagnostics;
    let mut outputs = Vec::new();
    if loaded.project.is_loaded() {
        all.extend(loaded.project.validate(&Budget::standard()).unwrap());
        if !all.iter().any(|one| one.severity == Severity::Error) {
            let planned = loaded.project.plan(given, &Budget::standard()).unwrap();
            let values = planned.outputs.into_iter();
            outputs.extend(values.map(|output| (output.address, output.value)));
            outputs.sort_by(|a, b| a.0.cmp(&b.0));
            // The diagnostics of the plan depend on values.
            let errors = planned.diagnostics.into_iter();
            all.extend(errors.filter(|one| one.severity == Severity::Error));
        }
    }
    let of = |severity| {
        let all = all.iter().filter(|one| one.severity == severity);
        // JSON syntax has all references as strings.
        let all = all.filter(|one| one.summary != "Quoted references are deprecated");
        let mut texts: Vec<String> = all.map(|one| one.summary.clone()).collect();
        texts.sort_unstable();
        texts
    };
    Found {
        errors: of(Severity::Error),
        warnings: of(Severity::Warning),
        outputs,
    }
}

#[test]
fn a_converted_project_means_the_same() {
    let mut schemas = HashMap::new();
    let mut equal = 0;
    for case in cases().iter().step_by(STEP) {
        let id = &case["id"];
        let files = files_of(case);
        let options = options_of(case, &mut schemas);
        let mut given: BTreeMap<Str, Value> = BTreeMap::new();
        for (name, text) in case["variables"].as_object().into_iter().flatten() {
            let text = text.as_str().unwrap_or_default();
            let parsed = parse_expression(text.as_bytes(), "", Position::START);
            let value = evaluate(&parsed.expression(), None).value;
            given.insert(name.as_str().into(), value);
        }
        let native = found(&files, &options, &given);
        // Attributes of firewalls may be written as blocks and then leave out attributes of their
        // objects. In JSON syntax, Terraform reads attributes, whose objects must be complete. A
        // quoted reference is a plain string in native syntax and a reference in JSON syntax.
        let differs = |text: &String| {
            text.contains("nimbus_firewall") || text.contains("replace_triggered_by = [\"")
        };
        if !native.errors.is_empty() || files.0.values().any(differs) {
            continue;
        }
        let json = in_json(&files).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(found(&json, &options, &given), native, "{id} {json:?}");
        let back = in_native(&json, options.schemas.as_ref());
        let back = back.unwrap_or_else(|error| panic!("{id}: {error} {json:?}"));
        assert_eq!(found(&back, &options, &given), native, "{id} {back:?}");
        equal += 1;
    }
    assert!(equal > 300, "{equal}");
}

/// The distance between the projects that are converted.
const STEP: usize = 2;
