//! Who answers the cases about types and their notation?

use super::vectors::{check_error, read_path, read_type, same};
use super::{Case, Plan, Verdict};
use polycty::codec::type_json;
use polycty::diagnostic::{Diagnostic, Path};
use polycty::dialect::hcl::{Mode, format_type, parse_type};
use polycty::types::Flags;
use polycty::values::path_into;
use serde_json::{Value as Json, json};

/// The part of the table that is answered here.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        // These need the JSON syntax and the evaluator of HCL.
        "type_parse" if case.0["syntax"] == "json" => Plan::Later,
        "type_parse" if case.0["mode"] == "defaults" => Plan::Later,
        "type_parse" => Plan::Run(type_parse),
        "type_names" => Plan::Run(type_names),
        "type_equal" => Plan::Run(type_equal),
        "type_json" => Plan::Run(type_json),
        _ => Plan::Nobody,
    }
}

fn type_parse(case: &Case) -> Verdict {
    let mode = match case.0["mode"].as_str() {
        Some("type") => Mode::Type,
        _ => Mode::Constraint,
    };
    let want = case.want();
    match parse_type(case.0["src"].as_str().unwrap_or_default(), mode) {
        Ok(ty) if want.get("type").is_some() => same("type", &read_type(&want["type"])?, &ty),
        Ok(ty) => Err(format!("wanted {want}, got {ty:?}")),
        Err(error) => {
            let mut wanted: Vec<Json> = want["diags"].as_array().cloned().unwrap_or_default();
            let mut got: Vec<Json> = error.diagnostics().iter().map(diagnostic).collect();
            wanted.sort_by_key(by_place);
            got.sort_by_key(by_place);
            same("diagnostics", &wanted, &got)
        }
    }
}

fn diagnostic(diagnostic: &Diagnostic) -> Json {
    let mut json = json!({
        "severity": diagnostic.severity.name(),
        "summary": diagnostic.summary,
        "detail": diagnostic.detail,
    });
    if let Some(subject) = diagnostic.subject {
        let place = |at: polycty::diagnostic::Position| json!([at.line, at.column, at.byte]);
        json["subject"] = json!({"start": place(subject.start), "end": place(subject.end)});
    }
    json
}

fn by_place(diagnostic: &Json) -> (u64, u64, String, String) {
    let byte = |end: &str| diagnostic["subject"][end][2].as_u64().unwrap_or_default();
    let text = |key: &str| diagnostic[key].as_str().unwrap_or_default().to_owned();
    (byte("start"), byte("end"), text("summary"), text("detail"))
}

fn type_names(case: &Case) -> Verdict {
    let want = case.want();
    let ty = read_type(&case.0["type"])?;
    let text = |key: &str| want[key].as_str().unwrap_or_default().to_owned();
    same("friendly", &text("friendly"), &ty.friendly_name())?;
    same(
        "friendly_constraint",
        &text("friendly_constraint"),
        &ty.friendly_name_for_constraint(),
    )?;
    let formatted = format_type(&ty).map_err(|error| error.to_string())?;
    same("type_string", &text("type_string"), &formatted)?;
    same(
        "has_dynamic",
        &want["has_dynamic"].as_bool(),
        &Some(ty.has(Flags::ANY)),
    )?;
    let without = ty
        .without_optional_fields()
        .map_err(|error| error.to_string())?;
    same(
        "without_optional",
        &read_type(&want["without_optional"])?,
        &without,
    )
}

fn type_equal(case: &Case) -> Verdict {
    let (a, b) = (read_type(&case.0["a"])?, read_type(&case.0["b"])?);
    let want = case.want();
    same("equal", &want["equal"].as_bool(), &Some(a == b))?;
    let mut got: Vec<(String, Path)> = a
        .nonconformities(&b)
        .into_iter()
        .map(|fault| (fault.message, path_into(&a, &fault.path)))
        .collect();
    let mut wanted = Vec::new();
    for error in want["conformance_errors"].as_array().unwrap_or(&vec![]) {
        let message = error["message"].as_str().unwrap_or_default().to_owned();
        wanted.push((message, read_path(&error["path"])?));
    }
    got.sort_by_key(|(message, path)| (message.clone(), path.to_string()));
    wanted.sort_by_key(|(message, path)| (message.clone(), path.to_string()));
    same("conformance_errors", &wanted, &got)?;
    same("conforms", &wanted.is_empty(), &a.conforms_to(&b))
}

fn type_json(case: &Case) -> Verdict {
    let want = case.want();
    let ty = match type_json::read_type(case.0["text"].as_str().unwrap_or_default()) {
        Ok(ty) => ty,
        Err(error) => return check_error(want, &error),
    };
    same("type", &read_type(&want["type"])?, &ty)?;
    let written = type_json::type_to_json(&ty).map_err(|error| error.to_string())?;
    same(
        "rewritten",
        &Ok(ty),
        &type_json::read_type(&written).map_err(|e| e.to_string()),
    )
}
