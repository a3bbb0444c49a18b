//! Handlers for cases of types and their notation.

use super::vectors::{
    Read, check_error, check_value, read_path, read_type, read_value, same, same_diagnostics,
};
use super::{Case, CaseResult, Plan};
use polycty::codec::type_json;
use polycty::dialect::hcl::eval::Expr;
use polycty::dialect::hcl::syntax::json::parse_json;
use polycty::dialect::hcl::{
    Children, Defaults, TypeNotation, convert, format_type, parse_type_expression,
};
use polycty::source::Path;
use polycty::types::{Flags, Str, Type};
use polycty::values::{Value, path_into};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "type_parse" => Plan::Run(type_parse),
        "type_names" => Plan::Run(type_names),
        "type_equal" => Plan::Run(type_equal),
        "type_json" => Plan::Run(type_json),
        "apply_defaults" => Plan::Run(apply_defaults),
        _ => Plan::Nobody,
    }
}

fn type_parse(case: &Case) -> CaseResult {
    let mode = match case.0["mode"].as_str() {
        Some("type") => TypeNotation::Exact,
        Some("defaults") => TypeNotation::Defaults,
        _ => TypeNotation::Constraint,
    };
    let want = case.want();
    let source = case.0["src"].as_str().unwrap_or_default();
    let read = if case.0["syntax"] == "json" {
        let parsed = parse_json(source.as_bytes(), "");
        same("diagnostics of parsing", &0, &parsed.diagnostics.len())?;
        Expr::Json(parsed.expression).as_type(mode)
    } else {
        parse_type_expression(source, mode).map_err(|error| error.diagnostics().to_vec())
    };
    let read = match read {
        Ok(read) => read,
        Err(diagnostics) => return same_diagnostics(want, &diagnostics),
    };
    if want.get("type").is_none() {
        return Err(format!("wanted {want}, got {:?}", read.ty));
    }
    same("type", &read_type(&want["type"])?, &read.ty)?;
    match (want.get("defaults"), &read.defaults) {
        (None | Some(Json::Null), None) => Ok(()),
        (Some(wanted), Some(got)) => same(
            "defaults",
            &format!("{:?}", read_defaults(wanted)?),
            &format!("{:?}", Some(got)),
        ),
        (wanted, got) => Err(format!("defaults: wanted {wanted:?}, got {got:?}")),
    }
}

fn type_names(case: &Case) -> CaseResult {
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

fn type_equal(case: &Case) -> CaseResult {
    let (a, b) = (read_type(&case.0["a"])?, read_type(&case.0["b"])?);
    let want = case.want();
    same("equal", &want["equal"].as_bool(), &Some(a == b))?;
    let mut got: Vec<(String, Path)> = a
        .nonconformities(&b)
        .into_iter()
        .map(|failure| (failure.message, path_into(&a, &failure.path)))
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

fn type_json(case: &Case) -> CaseResult {
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

fn apply_defaults(case: &Case) -> CaseResult {
    let want = case.want();
    let value = read_value(&case.0["value"])?;
    let (to, defaults) = match case.0["type_src"].as_str() {
        Some(source) => {
            let read = parse_type_expression(source, TypeNotation::Defaults);
            let read = read.map_err(|error| error.to_string())?;
            (read.ty, read.defaults)
        }
        None => {
            let ty = case.0.get("type").unwrap_or(&case.0["defaults"]["type"]);
            (read_type(ty)?, read_defaults(&case.0["defaults"])?)
        }
    };
    let applied = match defaults {
        Some(defaults) => defaults.apply(&value).map_err(|error| error.to_string())?,
        None => value,
    };
    same("applied", &read_value(&want["applied"])?, &applied)?;
    check_value(&want["converted"], convert(&applied, &to))
}

/// Defaults: `null` or `{"type":T,"values":{attr:VALUE},"children":{key:DEFAULTS}}`.
fn read_defaults(json: &Json) -> Read<Option<Arc<Defaults>>> {
    let Some(ty) = json.get("type") else {
        return Ok(None);
    };
    let ty = read_type(ty)?;
    let none = serde_json::Map::new();
    let mut values: BTreeMap<Str, Value> = BTreeMap::new();
    for (name, value) in json["values"].as_object().unwrap_or(&none) {
        values.insert(name.as_str().into(), read_value(value)?);
    }
    let mut children: Vec<(&str, Arc<Defaults>)> = Vec::new();
    for (key, child) in json["children"].as_object().unwrap_or(&none) {
        children.extend(read_defaults(child)?.map(|child| (key.as_str(), child)));
    }
    let defaults = Defaults::new(ty.clone(), values, children_of(&ty, children)?);
    let defaults = defaults.map_err(|error| error.to_string())?;
    Ok(Some(Arc::new(defaults)))
}

fn children_of(ty: &Type, children: Vec<(&str, Arc<Defaults>)>) -> Read<Children> {
    if children.is_empty() {
        return Ok(Children::None);
    }
    let mut children = children.into_iter();
    Ok(if ty.is_tuple() {
        let positions: Read<_> = children
            .map(|(at, child)| Ok((at.parse().map_err(|_| "no position")?, child)))
            .collect();
        Children::Positions(positions?)
    } else if ty.is_object() {
        Children::Attributes(children.map(|(name, child)| (name.into(), child)).collect())
    } else {
        let (_, child) = children.next().ok_or("no child")?;
        Children::Element(child)
    })
}
