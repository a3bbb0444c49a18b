//! Handlers for cases of HCL's expressions, and of the errors in HCL texts.

use super::vectors::{range_json, read_value, same, same_diagnostics, same_told};
use super::{Case, CaseResult, Plan};
use polycty::dialect::hcl::body;
use polycty::dialect::hcl::functions::Function;
use polycty::dialect::hcl::syntax::json::parse_json;
use polycty::dialect::hcl::syntax::{
    Traversal, TraversalStepKind, parse_config, parse_expression, parse_template, parse_traversal,
};
use polycty::dialect::hcl::{
    Evaluated, Scope, can_function, convert_function, evaluate, functions, try_function,
};
use polycty::source::Position;
use polycty::values::Value;
use serde_json::{Value as Json, json};

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "hcl_expr" | "hcl_template" => Plan::Run(native),
        "hcl_traversal" => Plan::Run(traversal),
        "hcl_json_expr" => Plan::Run(json_expression),
        "hcl_context" => Plan::Run(in_context),
        "hcl_parse" => Plan::Run(text),
        "hcl_start_range" => Plan::Run(start),
        _ => Plan::Nobody,
    }
}

fn source(case: &Case) -> &str {
    case.0["src"].as_str().unwrap_or_default()
}

fn native(case: &Case) -> CaseResult {
    let text = source(case).as_bytes();
    let parsed = match case.op() {
        "hcl_template" => parse_template(text, "", Position::START),
        _ => parse_expression(text, "", Position::START),
    };
    let want = case.want();
    if want["phase"] == "parse" {
        return same_diagnostics(want, &parsed.diagnostics);
    }
    same("diagnostics of parsing", &0, &parsed.diagnostics.len())?;
    let expression = parsed.expression();
    let evaluated = evaluate(&expression, scope(case)?.as_ref());
    check_evaluated(want, &evaluated)?;
    check_variables(want, &parsed.tree.variables(parsed.root))
}

/// As [`native`], with the diagnostics in their order and with their contexts.
fn in_context(case: &Case) -> CaseResult {
    let parsed = parse_expression(source(case).as_bytes(), "x.hcl", Position::START);
    let want = case.want();
    if want["phase"] == "parse" {
        return same_told(want, &parsed.diagnostics);
    }
    same("diagnostics of parsing", &0, &parsed.diagnostics.len())?;
    let evaluated = evaluate(&parsed.expression(), scope(case)?.as_ref());
    same_told(want, &evaluated.diagnostics)?;
    same("value", &read_value(&want["value"])?, &evaluated.value)?;
    check_variables(want, &parsed.tree.variables(parsed.root))
}

/// The diagnostics of a text as a body, in their order.
fn text(case: &Case) -> CaseResult {
    let text = bytes(source(case));
    let diagnostics = if case.0["syntax"] == "json" {
        body::parse_json_config(&text, "").diagnostics
    } else {
        parse_config(&text, "", Position::START).diagnostics
    };
    same_told(case.want(), &diagnostics)
}

/// The bytes of a text in the vectors. A byte that was not valid UTF-8 is U+FFFD there.
pub fn bytes(text: &str) -> Vec<u8> {
    let each = text.split('\u{fffd}').map(str::as_bytes);
    each.collect::<Vec<_>>().join(&[0xff][..])
}

/// The beginning of an expression.
fn start(case: &Case) -> CaseResult {
    let parsed = parse_expression(source(case).as_bytes(), "", Position::START);
    let range = range_json(parsed.expression().start_range());
    same("start", &case.want()["start_range"], &range)
}

fn json_expression(case: &Case) -> CaseResult {
    let parsed = parse_json(source(case).as_bytes(), "");
    let want = case.want();
    if want["phase"] == "parse" {
        return same_diagnostics(want, &parsed.diagnostics);
    }
    same("diagnostics of parsing", &0, &parsed.diagnostics.len())?;
    let evaluated = parsed.expression.evaluate(scope(case)?.as_ref());
    check_evaluated(want, &evaluated)?;
    check_variables(want, &parsed.expression.variables())
}

fn traversal(case: &Case) -> CaseResult {
    let parsed = parse_traversal(source(case).as_bytes(), "", Position::START);
    let want = case.want();
    match want.get("traversal") {
        None => same_diagnostics(want, &parsed.diagnostics),
        Some(wanted) => {
            same("diagnostics", &0, &parsed.diagnostics.len())?;
            same("traversal", wanted, &traversal_json(&parsed.root)?)
        }
    }
}

/// Compares a value and its diagnostics with an answer.
pub fn check_evaluated(want: &Json, got: &Evaluated) -> CaseResult {
    if want["error"] == "panic" {
        return same("errors", &true, &got.has_errors());
    }
    same_diagnostics(want, &got.diagnostics)?;
    same("value", &read_value(&want["value"])?, &got.value)
}

/// Compares the variables of an expression or a body with an answer.
pub fn check_variables(want: &Json, got: &[Traversal]) -> CaseResult {
    if want["error"] == "panic" {
        return Ok(());
    }
    let mut wanted: Vec<Json> = want["variables"].as_array().cloned().unwrap_or_default();
    let got: Result<Vec<Json>, String> = got.iter().map(traversal_json).collect();
    let mut got = got?;
    wanted.sort_by_key(Json::to_string);
    got.sort_by_key(Json::to_string);
    same("variables", &wanted, &got)
}

fn traversal_json(traversal: &Traversal) -> Result<Json, String> {
    let steps: Result<Vec<Json>, String> = traversal
        .steps
        .iter()
        .map(|step| {
            Ok(match &step.kind {
                TraversalStepKind::Root(name) => json!({"root": &**name}),
                TraversalStepKind::Attr(name) => json!({"attr": &**name}),
                TraversalStepKind::Index(key) => match key.as_str() {
                    Some(text) => json!({"index": text}),
                    None => json!({"index": index_json(key)}),
                },
            })
        })
        .collect();
    steps.map(Json::Array)
}

/// The key of an index step, which may not be a string.
fn index_json(key: &Value) -> Json {
    match (key.as_number(), key.as_bool()) {
        (Some(number), _) => number.to_string().parse().map_or(Json::Null, Json::Number),
        (_, Some(value)) => json!({"type": "bool", "value": value}),
        _ => json!({"type": "dynamic", "value": null}),
    }
}

/// The scope that a case describes.
pub fn scope(case: &Case) -> Result<Option<Scope>, String> {
    if case.0["nil_ctx"] == true {
        return Ok(None);
    }
    let mut scope = Scope::new();
    if let Some(variables) = case.0["vars"].as_object() {
        scope.allow_variables();
        for (name, value) in variables {
            scope
                .set_variable(name.as_str(), read_value(value)?)
                .map_err(|error| error.to_string())?;
        }
    }
    match &case.0["funcs"] {
        Json::String(_) => {
            for function in functions::standard_functions() {
                scope
                    .set_function(function.name(), function.function().clone())
                    .map_err(|error| error.to_string())?;
            }
            for name in ["convert", "try", "can"] {
                scope
                    .set_function(name, function(name)?)
                    .map_err(|error| error.to_string())?;
            }
        }
        Json::Object(names) => {
            scope.allow_functions();
            for (alias, name) in names {
                let name = name.as_str().unwrap_or_default();
                scope
                    .set_function(alias.as_str(), function(name)?)
                    .map_err(|error| error.to_string())?;
            }
        }
        _ => {}
    }
    Ok(Some(scope))
}

/// A function under the name that the vectors give it.
pub fn function(name: &str) -> Result<Function, String> {
    Ok(match name {
        "convert" => convert_function(),
        "try" => try_function(),
        "can" => can_function(),
        _ => functions::standard_function(name)
            .ok_or_else(|| format!("there is no function {name}"))?
            .function()
            .clone(),
    })
}
