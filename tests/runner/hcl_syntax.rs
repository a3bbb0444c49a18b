//! Who reads the cases about HCL's native syntax?
//!
//! Where the syntax is at fault, and for traversals that stand alone, the answer is
//! complete. Of all others only what the syntax alone decides is checked: there is
//! nothing to tell, and the variables are these.

use super::vectors::same;
use super::{Case, Plan, Verdict};
use polycty::diagnostic::{Diagnostic, Position};
use polycty::dialect::hcl::syntax::{
    Traversal, TraversalStepKind, parse_config, parse_expression, parse_template, parse_traversal,
};
use polycty::values::Value;
use serde_json::{Value as Json, json};

/// The part of the table that is answered here.
pub fn plan(case: &Case) -> Plan {
    let parse = case.want()["phase"] == "parse";
    match case.op() {
        "hcl_body" if case.0["syntax"] == "json" => Plan::Later,
        "hcl_traversal" => Plan::Run(traversal),
        "hcl_expr" | "hcl_template" if parse => Plan::Run(expression),
        "hcl_expr" | "hcl_template" => Plan::Partly(expression),
        "hcl_body" => Plan::Partly(body),
        _ => Plan::Nobody,
    }
}

fn source(case: &Case) -> &str {
    case.0["src"].as_str().unwrap_or_default()
}

fn expression(case: &Case) -> Verdict {
    let parse = match case.op() {
        "hcl_template" => parse_template,
        _ => parse_expression,
    };
    let parsed = parse(source(case).as_bytes(), "", Position::START);
    if case.want()["phase"] == "parse" {
        return check_diagnostics(case, &parsed.diagnostics);
    }
    same("diagnostics", &Vec::new(), &parsed.diagnostics)?;
    let mut variables: Vec<Json> = parsed
        .tree
        .variables(parsed.root)
        .iter()
        .map(steps)
        .collect();
    let mut wanted = case.want()["variables"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    variables.sort_by_key(Json::to_string);
    wanted.sort_by_key(Json::to_string);
    same("variables", &wanted, &variables)
}

fn body(case: &Case) -> Verdict {
    let parsed = parse_config(source(case).as_bytes(), "", Position::START);
    match case.want()["phase"] == "parse" {
        true => check_diagnostics(case, &parsed.diagnostics),
        false => same("diagnostics", &Vec::new(), &parsed.diagnostics),
    }
}

fn traversal(case: &Case) -> Verdict {
    let parsed = parse_traversal(source(case).as_bytes(), "", Position::START);
    match case.want().get("traversal") {
        Some(wanted) => {
            same("diagnostics", &Vec::new(), &parsed.diagnostics)?;
            same("traversal", wanted, &steps(&parsed.root))
        }
        None => check_diagnostics(case, &parsed.diagnostics),
    }
}

/// The steps as the vectors have them.
fn steps(traversal: &Traversal) -> Json {
    let steps = traversal.steps.iter().map(|step| match &step.kind {
        TraversalStepKind::Root(name) => json!({"root": **name}),
        TraversalStepKind::Attr(name) => json!({"attr": **name}),
        TraversalStepKind::Index(key) => json!({"index": index(key)}),
    });
    Json::Array(steps.collect())
}

fn index(key: &Value) -> Json {
    if let Some(number) = key.as_number() {
        return serde_json::from_str(&number.to_string()).unwrap_or_default();
    }
    match (key.as_str(), key.as_bool()) {
        (Some(text), _) => json!(text),
        (_, Some(truth)) => json!({"type": "bool", "value": truth}),
        _ => json!({"type": "dynamic", "value": null}),
    }
}

/// Checks every field that the vectors have of the diagnostics.
fn check_diagnostics(case: &Case, diagnostics: &[Diagnostic]) -> Verdict {
    let mut wanted: Vec<Json> = case.want()["diags"].as_array().cloned().unwrap_or_default();
    let mut got: Vec<Json> = diagnostics.iter().map(diagnostic).collect();
    wanted.sort_by_key(by_place);
    got.sort_by_key(by_place);
    for (wanted, got) in wanted.iter().zip(&mut got) {
        if wanted.get("detail").is_none()
            && let Some(got) = got.as_object_mut()
        {
            got.remove("detail");
        }
    }
    same("diagnostics", &wanted, &got)
}

fn diagnostic(diagnostic: &Diagnostic) -> Json {
    let mut json = json!({
        "severity": diagnostic.severity.name(),
        "summary": diagnostic.summary,
        "detail": diagnostic.detail,
    });
    if let Some(subject) = diagnostic.subject {
        let place = |at: Position| json!([at.line, at.column, at.byte]);
        json["subject"] = json!({"start": place(subject.start), "end": place(subject.end)});
    }
    json
}

fn by_place(diagnostic: &Json) -> (u64, u64, String, String) {
    let byte = |end: &str| diagnostic["subject"][end][2].as_u64().unwrap_or_default();
    let text = |key: &str| diagnostic[key].as_str().unwrap_or_default().to_owned();
    (byte("start"), byte("end"), text("summary"), text("detail"))
}
