//! Handlers for this repository's own cases of HCL's bodies.
//!
//! `tests/peers/hcl` generates them; the results are those of Debian's packages of HCL.

use super::hcl::{function, scope};
use super::hcl_body::{parse, read_spec_with};
use super::vectors::{read_value, same, same_diagnostics};
use super::{Case, CaseResult, Plan};
use polycty::calls::{Allow, Call, Parameter, Signature};
use polycty::dialect::hcl::body::{Body, parse_config};
use polycty::dialect::hcl::decode::{
    Count, Needs, Presence, Spec, read_functions, read_spec as read_document,
};
use polycty::dialect::hcl::functions::{Function, ReturnType};
use polycty::dialect::hcl::syntax::{Traversal, parse_expression};
use polycty::dialect::hcl::{Evaluated, Scope, evaluate};
use polycty::source::{Code, Diagnostic, Error, Position, Range, Severity};
use polycty::types::Type;
use polycty::values::Value;
use serde_json::{Value as Json, json};
use std::sync::{Arc, Mutex};

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "decode" => Plan::Run(decode),
        "partial" => Plan::Run(partial),
        "dynamic" => Plan::Run(dynamic),
        "functions" => Plan::Run(functions),
        "spec_document" => Plan::Run(spec_document),
        _ => Plan::Nobody,
    }
}

fn decode(case: &Case) -> CaseResult {
    let want = case.want();
    let (body, spec) = (parse(case).body, spec(case)?);
    check_decoded(want, &spec.decode(&body, scope(case)?.as_ref()))?;
    check_roots(&want["variables"], &spec.variables(&body))?;
    match want.get("range") {
        Some(wanted) => same("range", wanted, &range_json(spec.source_range(&body))),
        None => Ok(()),
    }
}

fn partial(case: &Case) -> CaseResult {
    let want = case.want();
    let scope = scope(case)?;
    let body = parse(case).body.expand_dynamic(scope.as_ref());
    let (decoded, rest) = spec(case)?.partial_decode(&body, scope.as_ref());
    check_decoded(want, &decoded)?;
    let inner = Spec::block_attributes("inner", Type::any().clone(), Presence::Optional);
    let left = inner.and_then(|inner| Spec::block_tuple("rest", inner, Count::default()));
    let left = left.map_err(|error| error.to_string())?;
    check_decoded(&want["rest"], &left.decode(&rest, scope.as_ref()))
}

fn dynamic(case: &Case) -> CaseResult {
    let want = case.want();
    let (body, spec, scope) = (parse(case).body, spec(case)?, scope(case)?);
    let expanded = body.expand_dynamic(scope.as_ref());
    check_decoded(want, &spec.decode(&expanded, scope.as_ref()))?;
    let needs = |needs| spec.variables_with_dynamic(&body, needs);
    check_roots(&want["variables"], &needs(Needs::All))?;
    check_roots(&want["expansion"], &needs(Needs::Expansion))
}

fn functions(case: &Case) -> CaseResult {
    let want = case.want();
    let around: Arc<Mutex<Option<Scope>>> = Arc::default();
    let asked = around.clone();
    let read = read_functions(&parse(case).body, "function", move |_| {
        asked.lock().ok()?.clone()
    });
    let names: Vec<&str> = read.functions.keys().map(|name| &**name).collect();
    same("names", &want["names"], &json!(names))?;
    check_diagnostics(want, &read.diagnostics)?;
    let rest = read.rest.just_attributes().content.len();
    same("arguments left", &want["rest"], &json!(rest))?;
    let outer = scope(case)?.unwrap_or_default();
    let mut inner = outer.child().map_err(|error| error.to_string())?;
    inner.allow_functions();
    for (name, function) in &read.functions {
        inner
            .set_function(name.clone(), function.clone())
            .map_err(|error| error.to_string())?;
    }
    if let Ok(mut around) = around.lock() {
        *around = Some(inner.clone());
    }
    let texts = case.0["expressions"].as_array().into_iter().flatten();
    let results = want["results"].as_array().into_iter().flatten();
    for (text, want) in texts.zip(results) {
        let text = text.as_str().unwrap_or_default();
        let parsed = parse_expression(text.as_bytes(), "", Position::START);
        let evaluated = evaluate(&parsed.expression(), Some(&inner));
        check_decoded(want, &evaluated).map_err(|how| format!("{text}: {how}"))?;
    }
    // The functions refer to the scope, and the scope to the functions.
    if let Ok(mut around) = around.lock() {
        *around = None;
    }
    Ok(())
}

fn spec_document(case: &Case) -> CaseResult {
    let want = case.want();
    let text = case.0["document"].as_str().unwrap_or_default();
    let parsed = parse_config(text.as_bytes(), "");
    let document = read_document(&parsed.body);
    if has_error(&document.diagnostics) {
        return check_diagnostics(want, &document.diagnostics);
    }
    let body: Body = parse(case).body;
    let decoded = document.spec.decode(&body, document.scope().as_ref());
    // The command prints no value if there are errors.
    if want.get("value").is_none() {
        return check_diagnostics(want, &decoded.diagnostics);
    }
    check_decoded(want, &decoded)?;
    check_roots(&want["roots"], &document.spec.variables(&body))
}

fn has_error(diagnostics: &[Diagnostic]) -> bool {
    let mut diagnostics = diagnostics.iter();
    diagnostics.any(|diagnostic| diagnostic.severity == Severity::Error)
}

fn check_decoded(want: &Json, got: &Evaluated) -> CaseResult {
    if want["error"] == "panic" {
        return same("errors", &true, &got.has_errors());
    }
    check_diagnostics(want, &got.diagnostics)?;
    let value = without_refinements(&got.value)?;
    same("value", &read_value(&want["value"])?, &value)
}

/// The value without refinements, which the recorded results do not have.
fn without_refinements(value: &Value) -> Result<Value, String> {
    let bare = value.transform(&mut |_, part| {
        Ok(if part.is_known() {
            part.clone()
        } else {
            Value::unknown(part.ty().clone()).with_marks(&part.marks())
        })
    });
    bare.map_err(|error| error.to_string())
}

/// Compares diagnostics. If the expected one has no position, any position is accepted: HCL reports
/// none for unknown bodies and for the types of spec documents.
fn check_diagnostics(want: &Json, got: &[Diagnostic]) -> CaseResult {
    let wanted = want["diags"].as_array().into_iter().flatten();
    let placeless: Vec<&Json> = wanted.filter(|one| one.get("subject").is_none()).collect();
    let mut got = got.to_vec();
    for diagnostic in &mut got {
        let reported = |one: &&Json| {
            one["summary"] == *diagnostic.summary && one["detail"] == *diagnostic.detail
        };
        if placeless.iter().any(reported) {
            diagnostic.subject = None;
        }
    }
    same_diagnostics(want, &got)
}

fn check_roots(want: &Json, got: &[Traversal]) -> CaseResult {
    let mut roots: Vec<&str> = got
        .iter()
        .filter_map(|traversal| Some(&**traversal.root()?))
        .collect();
    roots.sort_unstable();
    same("variables", want, &json!(roots))
}

fn range_json(range: Option<Range>) -> Json {
    let place = |at: Position| json!([at.line, at.column, at.byte]);
    match range {
        Some(range) => json!({"start": place(range.start), "end": place(range.end)}),
        None => Json::Null,
    }
}

fn spec(case: &Case) -> Result<Spec, String> {
    read_spec_with(&case.0["spec"], &host_function, &validation)
}

/// The functions of a host that the cases are about.
fn host_function(name: &str) -> Result<Function, String> {
    let anything = Parameter::new("value", Type::any().clone());
    let signature = |allow| Signature::new().parameter(anything.clone().allow(allow));
    Ok(match name {
        "host_pair" => Function::new(
            signature(Allow::ALL),
            ReturnType::found(|given| {
                let ty = given[0].ty();
                Ok(Type::tuple(vec![ty.clone(), ty.clone()])?)
            }),
            |given: &[&Value], _: &Call<'_>| Value::tuple(vec![given[0].clone(), given[0].clone()]),
        ),
        "host_fail" => Function::new(
            signature(Allow::ALL),
            Type::string().clone(),
            |_: &[&Value], _: &Call<'_>| Err::<Value, _>(Error::new(Code::Callback, "no luck")),
        ),
        "host_count" => Function::new(
            signature(Allow::NONE),
            Type::number().clone(),
            |given: &[&Value], _: &Call<'_>| match given[0].length_int() {
                Ok(length) => Ok(Value::from_u64(length as u64)),
                Err(_) => Err(Error::new(Code::Callback, "no elements")),
            },
        ),
        name => function(name)?,
    })
}

/// Reports a diagnostic for the value of a spec under a condition.
fn validation(wrapped: Spec, json: &Json) -> Result<Spec, String> {
    let text = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
    let (when, summary) = (text("when"), text("summary"));
    let spec = Spec::validate(wrapped, move |value| {
        let reported = match &*when {
            "null" => value.is_null(),
            "unknown" => !value.is_known(),
            _ => true,
        };
        let mut diagnostic = Diagnostic::error(summary.clone(), format!("It is {when}."));
        if when == "warn" {
            diagnostic.severity = Severity::Warning;
        }
        reported.then_some(diagnostic).into_iter().collect()
    });
    spec.map_err(|error| error.to_string())
}
