//! Handlers for cases of the types of values, and of common types.

use super::puppet::aliases;
use super::vectors::same;
use super::{Case, CaseResult, Plan};
use polycty::calls::Budget;
use polycty::dialect::puppet::{
    Aliases, Detail, Mode, common_type, common_type_of, format_type, format_value, generalize,
    infer, infer_detailed, infer_general, normalize, parse_type, parse_value,
};
use polycty::types::Type;
use serde_json::Value as Json;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "infer" => Plan::Run(inferred),
        "common" => Plan::Run(common),
        "normalize" => Plan::Run(normalized),
        _ => Plan::Nobody,
    }
}

fn text_of(ty: &Type) -> String {
    format_type(ty, Detail::Canonical)
}

fn message(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Compares the canonical text, and the text that shows single strings.
fn same_type(key: &str, want: &Json, ty: &Type) -> CaseResult {
    let canonical = want[key].as_str().ok_or_else(|| format!("no {key}"))?;
    same(key, canonical, &text_of(ty))?;
    let debug = want[&format!("{key}_debug")].as_str().unwrap_or(canonical);
    same("debug", debug, &format_type(ty, Detail::Debug))
}

fn inferred(case: &Case) -> CaseResult {
    let text = case.0["value"].as_str().ok_or("no value")?;
    let want = case.want();
    let value = match parse_value(text, &Aliases::default(), Mode::Current) {
        Ok(value) => value,
        Err(error) => {
            let wanted = want["error"].as_str();
            let wanted = wanted.ok_or_else(|| format!("{text} does not read: {error}"))?;
            return same("message", wanted, error.message());
        }
    };
    if let Some(error) = want["error"].as_str() {
        return Err(format!("wanted the error {error}"));
    }
    same(
        "value",
        want["value"].as_str().unwrap_or_default(),
        &format_value(&value),
    )?;
    let detailed = infer_detailed(&value, &Budget::standard()).map_err(message)?;
    same_type("detailed", want, &detailed)?;
    same_type(
        "reduced",
        want,
        &infer(&value, &Budget::standard()).map_err(message)?,
    )?;
    let general = infer_general(&value, &Budget::standard()).map_err(message)?;
    same(
        "generalized",
        want["generalized"].as_str().unwrap_or_default(),
        &text_of(&general),
    )?;
    let wanted = want["detailed_generalized"].as_str();
    same(
        "detailed_generalized",
        wanted.or(want["generalized"].as_str()).unwrap_or_default(),
        &text_of(&generalize(&detailed).map_err(message)?),
    )
}

/// The type of a side of a case, given as a type or as a value.
fn side(case: &Case, key: &str) -> Result<Type, String> {
    if let Some(text) = case.0[key].as_str() {
        return parse_type(text, &aliases(case)?, Mode::Current).map_err(message);
    }
    let text = case.0[&format!("{key}_value")].as_str().ok_or("no value")?;
    let value = parse_value(text, &aliases(case)?, Mode::Current).map_err(message)?;
    match case.0["how"].as_str() {
        Some("detailed") => infer_detailed(&value, &Budget::standard()),
        _ => infer(&value, &Budget::standard()),
    }
    .map_err(message)
}

fn common(case: &Case) -> CaseResult {
    let want = case.want();
    let (a, b) = (side(case, "a")?, side(case, "b")?);
    let found = common_type(&a, &b, &Budget::standard());
    if let Some(wanted) = want["error"].as_str() {
        // The case contains both orders, and either may fail.
        return match found.and_then(|_| common_type(&b, &a, &Budget::standard())) {
            Err(error) => same("message", wanted, error.message()),
            Ok(ty) => Err(format!("wanted the error {wanted}, got {}", text_of(&ty))),
        };
    }
    if want["error_kind"] == "internal" {
        return Ok(());
    }
    let found = found.map_err(message)?;
    same_type("common", want, &found)?;
    let folded = common_type_of([&a, &b], &Budget::standard()).map_err(message)?;
    same("folded", &text_of(&found), &text_of(&folded))?;
    let reversed = common_type(&b, &a, &Budget::standard()).map_err(message)?;
    let wanted = want["reversed"].as_str().or(want["common"].as_str());
    same("reversed", wanted.unwrap_or_default(), &text_of(&reversed))
}

fn normalized(case: &Case) -> CaseResult {
    let text = case.0["type"].as_str().ok_or("no type")?;
    let want = case.want();
    let ty = parse_type(text, &aliases(case)?, Mode::Current);
    if want["error_kind"] == "internal" {
        // Any result is accepted except a crash.
        let _ = ty.map(|ty| (normalize(&ty), generalize(&ty)));
        return Ok(());
    }
    let ty = ty.map_err(message)?;
    for (key, ty) in [
        ("normalized", normalize(&ty)),
        ("generalized", generalize(&ty)),
    ] {
        let ty = ty.map_err(message)?;
        if let Some(error) = want["error"].as_str() {
            return Err(format!("wanted the error {error}, got {}", text_of(&ty)));
        }
        same(key, want[key].as_str().unwrap_or_default(), &text_of(&ty))?;
    }
    Ok(())
}
