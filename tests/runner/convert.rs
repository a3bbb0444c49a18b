//! Handlers for cases of conversions and unification.

use super::vectors::{check_value, read_type, read_value, same};
use super::{Case, CaseResult, Plan};
use polycty::dialect::hcl::{
    ConversionKind, Safety, conversion_kind, convert, mismatch, mismatch_message, unify,
};
use polycty::types::Type;
use serde_json::Value as Json;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "conversion_kind" => Plan::Run(kind_of_conversion),
        "mismatch" => Plan::Run(explanation),
        "convert" => Plan::Run(conversion),
        "unify" => Plan::Run(unification),
        _ => Plan::Nobody,
    }
}

fn from_and_to(case: &Case) -> Result<(Type, Type), String> {
    Ok((read_type(&case.0["from"])?, read_type(&case.0["to"])?))
}

fn kind_of_conversion(case: &Case) -> CaseResult {
    let (from, to) = from_and_to(case)?;
    let kind = match conversion_kind(&from, &to) {
        ConversionKind::Same => "same",
        ConversionKind::Safe => "safe",
        ConversionKind::Unsafe => "unsafe",
        ConversionKind::None => "none",
    };
    let want = case.want();
    same("kind", &want["kind"].as_str(), &Some(kind))?;
    if let Some(wanted) = want.get("mismatch") {
        let found = mismatch(&from, &to);
        same(
            "mismatch",
            &wanted.as_str(),
            &found.as_ref().map(|why| why.message()),
        )?;
    }
    Ok(())
}

fn explanation(case: &Case) -> CaseResult {
    let (from, to) = from_and_to(case)?;
    let want = case.want();
    let wanted = ["mismatch", "text", "message"]
        .iter()
        .find_map(|key| want[key].as_str());
    let found = mismatch_message(&from, &to);
    same("mismatch", &wanted, &Some(found.as_str()))
}

fn conversion(case: &Case) -> CaseResult {
    let value = read_value(&case.0["value"])?;
    let to = read_type(&case.0["to"])?;
    check_value(case.want(), convert(&value, &to))
}

fn unification(case: &Case) -> CaseResult {
    let types: Result<Vec<Type>, String> = case.0["types"]
        .as_array()
        .ok_or("no types")?
        .iter()
        .map(read_type)
        .collect();
    let types = types?;
    for (name, safety) in [("safe", Safety::Safe), ("unsafe", Safety::Unsafe)] {
        let want = &case.want()[name];
        let Some(unified) = unify(&types, safety) else {
            same(name, &Json::Null, &want["type"])?;
            continue;
        };
        if want["type"].is_null() {
            return Err(format!("{name}: wanted none, got {:?}", unified.ty));
        }
        same(name, &read_type(&want["type"])?, &unified.ty)?;
        let converts: Vec<bool> = unified.converters.iter().map(Option::is_some).collect();
        same(name, &want["convert"], &Json::from(converts))?;
    }
    Ok(())
}
