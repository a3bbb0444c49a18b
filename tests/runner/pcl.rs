//! Handlers for cases of HCL's information-model extensions (PCL).
//!
//! The format is that of `tests/conformance/hclext/README.md`. Types are compared by the dialect's
//! rules, so the labels of recursive types do not matter.

use super::{Case, CaseResult, Plan};
use polycty::calls::{Budget, Parameter, Signature};
use polycty::dialect::hcl::syntax::parse_expression;
use polycty::dialect::pcl::{
    self, CheckedExpression, Convertibility, DeferredParts, Options, PclType, ProblemSeverity,
    TypeScope, TypeStep,
};
use polycty::number::Number;
use polycty::source::{Diagnostic, Position, Severity};
use polycty::types::Type;
use serde_json::Value as Json;

type Read<T> = Result<T, String>;

/// The handlers of this file.
pub fn plan(file: &str, case: &Case) -> Plan {
    match (file, case.op()) {
        ("hclext/normalize.jsonl", "normalize") => Plan::Run(normalize),
        ("hclext/conversion.jsonl", "conversion") => Plan::Run(conversion),
        ("hclext/unify.jsonl", "unify") => Plan::Run(unify),
        ("hclext/traverse.jsonl", "traverse") => Plan::Run(traverse),
        (_, "bind") => Plan::Run(bind),
        ("hclext/bind.jsonl", "bind_type") => Plan::Run(bind_type),
        _ => Plan::Nobody,
    }
}

fn shown(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn read_type(json: &Json) -> Read<Type> {
    pcl::decode_type(&json.to_string()).map_err(shown)
}

/// Constructs a type by evaluating the constructors from the inside out.
fn build(json: &Json) -> Read<Type> {
    let Some(parts) = json.as_array() else {
        return read_type(json);
    };
    let inner = &parts[1];
    let several = || -> Read<Vec<Type>> {
        let types = inner.as_array().ok_or("no list of types")?;
        types.iter().map(build).collect()
    };
    match parts[0].as_str().unwrap_or_default() {
        "list" => Type::list(build(inner)?),
        "set" => Type::set(build(inner)?),
        "map" => Type::map(build(inner)?),
        "promise" => pcl::promise(build(inner)?),
        "output" => pcl::output(build(inner)?),
        "optional" => pcl::optional(build(inner)?),
        "input" => pcl::input(&build(inner)?),
        "resolve_outputs" => pcl::resolve(&build(inner)?, DeferredParts::All),
        "resolve_promises" => pcl::resolve(&build(inner)?, DeferredParts::Promises),
        "tuple" => Type::tuple(several()?),
        "union" => pcl::union(several()?),
        "object" => {
            let mut properties = Vec::new();
            for (name, ty) in inner.as_object().ok_or("no properties")? {
                properties.push((name.as_str().into(), build(ty)?));
            }
            pcl::object(properties)
        }
        _ => return read_type(json),
    }
    .map_err(shown)
}

/// The types are equal, or have the same text: the shortest digits of a power of two are read back
/// as a different number.
fn same_type(want: &Json, got: &Type) -> CaseResult {
    let alike = || {
        pcl::encode_type(got)
            .is_ok_and(|text| serde_json::from_str::<Json>(&text).is_ok_and(|got| got == *want))
    };
    if !pcl::equal(&read_type(want)?, got) && !alike() {
        return Err(format!("wanted {want}, got {}", pcl::line(got)));
    }
    Ok(())
}

fn same_text(what: &str, want: &Json, got: &str) -> CaseResult {
    match want.as_str() {
        Some(want) if want != got => Err(format!("{what}: wanted {want:?}, got {got:?}")),
        _ => Ok(()),
    }
}

/// The type itself, its text and display, and both notations there and back.
fn normalize(case: &Case) -> CaseResult {
    let ty = build(&case.0["build"])?;
    let want = case.want();
    same_type(&want["type"], &ty)?;
    same_text(
        "string",
        &want["string"],
        &pcl::format_type(&ty).map_err(shown)?,
    )?;
    let columns = case.0["columns"].as_u64().unwrap_or(pcl::COLUMNS as u64) as usize;
    same_text(
        "pretty",
        &want["pretty"],
        &pcl::display_columns(&ty, columns),
    )?;
    let encoded: Json =
        serde_json::from_str(&pcl::encode_type(&ty).map_err(shown)?).map_err(shown)?;
    if encoded != want["type"] {
        return Err(format!("encoded as {encoded}, wanted {}", want["type"]));
    }
    Ok(())
}

/// Whether the reference system crashed instead of returning a result. Then any result is accepted.
fn crashed(json: &Json) -> bool {
    json.get("panic").is_some()
}

fn conversion(case: &Case) -> CaseResult {
    let (to, from) = (read_type(&case.0["to"])?, read_type(&case.0["from"])?);
    let want = case.want();
    let got = match pcl::conversion(&from, &to, &Budget::standard()).unwrap() {
        Convertibility::None => "none",
        Convertibility::Unsafe => "unsafe",
        Convertibility::Safe => "safe",
    };
    if !crashed(&want["conversion"]) && want["conversion"] != got {
        return Err(format!("wanted {}, got {got}", want["conversion"]));
    }
    let assignable = pcl::assignable(&from, &to, &Budget::standard()).map_err(shown)?;
    if !crashed(&want["assignable"]) && want["assignable"] != assignable {
        return Err(format!("assignable: got {assignable}"));
    }
    let why = pcl::why_not(&from, &to, &Budget::standard()).unwrap();
    if why.is_some() != (got == "none") {
        return Err("a reason does not belong to the answer".into());
    }
    let why: Vec<String> = why.and_then(|why| why.summary).into_iter().collect();
    let agrees = match (want.get("why"), want.get("why_any")) {
        (Some(one), _) => *one == serde_json::json!(why),
        (_, Some(any)) => any
            .as_array()
            .is_some_and(|any| any.contains(&serde_json::json!(why))),
        (None, None) => true,
    };
    if agrees {
        Ok(())
    } else {
        Err(format!("reason: got {why:?}, wanted {want}"))
    }
}

/// The acceptable results. If they differ in the order of properties, the one for sorted
/// properties.
fn wanted(case: &Case) -> Vec<&Json> {
    let order = case.0["unstable"] == serde_json::json!(["order"]);
    match (case.0.get("want_sorted"), case.0.get("want_any")) {
        (Some(sorted), _) if order => vec![sorted],
        (_, Some(any)) => any.as_array().into_iter().flatten().collect(),
        _ => vec![case.want()],
    }
}

fn one_of(case: &Case, mut check: impl FnMut(&Json) -> CaseResult) -> CaseResult {
    let mut outcome = Err("no answer is wanted".into());
    for want in wanted(case) {
        outcome = check(want);
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

/// Compares both results, and checks that all inputs convert to them.
fn unify(case: &Case) -> CaseResult {
    let types: Read<Vec<Type>> = case.0["types"]
        .as_array()
        .ok_or("no types")?
        .iter()
        .map(read_type)
        .collect();
    let types = types?;
    let types: Vec<&Type> = types.iter().collect();
    let unified = pcl::unify(&types, &Budget::standard()).map_err(shown)?;
    one_of(case, |want| {
        if crashed(want) {
            return Ok(());
        }
        same_type(&want["safe"], &unified.safe).map_err(|how| format!("safe: {how}"))?;
        same_type(&want["unsafe"], &unified.any).map_err(|how| format!("unsafe: {how}"))
    })
}

fn read_step(json: &Json) -> Read<TypeStep> {
    if let Some(name) = json["attr"].as_str() {
        return Ok(TypeStep::Attr(name.into()));
    }
    if let Some(ty) = json.get("unknown") {
        return Ok(TypeStep::Unknown(read_type(ty)?));
    }
    Ok(match &json["index"] {
        Json::String(key) => TypeStep::Key(key.as_str().into()),
        Json::Number(number) => {
            TypeStep::Position(Number::parse(&number.to_string()).map_err(shown)?)
        }
        Json::Bool(key) => TypeStep::Bool(*key),
        Json::Null => TypeStep::Null,
        other => return Err(format!("no key: {other}")),
    })
}

fn same_diagnostics(want: &Json, got: &[Diagnostic]) -> CaseResult {
    let got: Vec<Json> = got
        .iter()
        .map(|diagnostic| {
            let mut json = serde_json::json!({
                "severity": match diagnostic.severity {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                },
                "summary": diagnostic.summary,
            });
            if !diagnostic.detail.is_empty() {
                json["detail"] = diagnostic.detail.as_str().into();
            }
            if let Some(range) = diagnostic.subject {
                let (start, end) = (range.start, range.end);
                json["range"] = serde_json::json!([
                    start.line,
                    start.column,
                    start.byte,
                    end.line,
                    end.column,
                    end.byte
                ]);
            }
            json
        })
        .collect();
    let got = Json::Array(got);
    if *want == got {
        Ok(())
    } else {
        Err(format!("diagnostics: wanted {want}, got {got}"))
    }
}

/// The type after the last step. An index past the end is reported as out of range.
fn traverse(case: &Case) -> CaseResult {
    let steps: Read<Vec<TypeStep>> = case.0["steps"]
        .as_array()
        .ok_or("no steps")?
        .iter()
        .map(read_step)
        .collect();
    let (ty, steps) = (read_type(&case.0["type"])?, steps?);
    let got = pcl::traverse_all(&ty, &steps, &Budget::standard()).map_err(shown)?;
    one_of(case, |want| {
        if want["panic"] == "index out of range" {
            let reported = |diagnostic: &Diagnostic| {
                diagnostic
                    .summary
                    .starts_with("tuple index must be between")
            };
            // If a different member of a union has the element, no diagnostic is reported.
            let lenient = matches!(pcl::shape(&ty), PclType::Union(_));
            return if lenient || got.diagnostics.iter().any(reported) {
                Ok(())
            } else {
                Err("the index is not reported to be out of range".into())
            };
        }
        if crashed(want) {
            return Ok(());
        }
        same_diagnostics(&want["diags"], &got.diagnostics)?;
        same_type(&want["type"], &got.ty)
    })
}

fn read_parameter(json: &Json) -> Read<Parameter> {
    let name = json["name"].as_str().unwrap_or_default();
    Ok(Parameter::new(name, read_type(&json["type"])?))
}

fn read_scope(json: &Json) -> Read<TypeScope> {
    let mut scope = TypeScope::new();
    for (name, ty) in json["vars"].as_object().into_iter().flatten() {
        scope.set_variable(name.as_str(), read_type(ty)?);
    }
    for (name, function) in json["funcs"].as_object().into_iter().flatten() {
        let parameters = function["params"].as_array().into_iter().flatten();
        let mut signature = Signature::new().returns(read_type(&function["returns"])?);
        for parameter in parameters {
            signature = signature.parameter(read_parameter(parameter)?);
        }
        if let Some(variadic) = function.get("varargs") {
            signature = signature.variadic(read_parameter(variadic)?);
        }
        scope.set_function(name.as_str(), signature);
    }
    Ok(scope)
}

fn bind(case: &Case) -> CaseResult {
    let scope = read_scope(&case.0["scope"])?;
    let mut options = Options::default();
    for option in case.0["opts"].as_array().into_iter().flatten() {
        match option.as_str() {
            Some("allow_missing_variables") => options.missing_variables = ProblemSeverity::Warning,
            Some("skip_range_typechecking") => options.iteration = ProblemSeverity::Warning,
            _ => return Err(format!("no option {option}")),
        }
    }
    checked(case, |expression| {
        pcl::bind(expression, &scope, options, &Budget::standard()).unwrap()
    })
}

fn bind_type(case: &Case) -> CaseResult {
    checked(case, |expression| {
        pcl::bind_type(expression, &Budget::standard()).unwrap()
    })
}

/// Compares type, text and diagnostics. An expression that does not parse only has diagnostics.
fn checked(
    case: &Case,
    check: impl Fn(&polycty::dialect::hcl::syntax::Expression) -> CheckedExpression,
) -> CaseResult {
    let text = case.0["expr"].as_str().ok_or("no expression")?;
    let parsed = parse_expression(text.as_bytes(), "", Position::START);
    if case.want()["parse_error"] == true {
        return same_diagnostics(&case.want()["diags"], &parsed.diagnostics);
    }
    if !parsed.diagnostics.is_empty() {
        return Err("it does not parse".into());
    }
    let bound = check(&parsed.expression());
    one_of(case, |want| {
        if crashed(want) {
            return Ok(());
        }
        same_diagnostics(&want["diags"], &bound.diagnostics)?;
        same_type(&want["type"], bound.ty())?;
        same_text("string", &want["string"], &pcl::line(bound.ty()))
    })
}
