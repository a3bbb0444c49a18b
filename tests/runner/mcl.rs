//! Handlers for cases of mcl's types and values.
//!
//! The README next to the vectors describes the format. They contain programs of mgmt, so they are
//! not in this repository: `CORPUS=dir` sets their folder.

use super::mcl_functions;
use super::vectors::same;
use super::{Case, CaseResult, Plan};
use super::{mcl_program, mcl_tree};
use polycty::dialect::mcl::{self, Fields};
use polycty::source::{Error, Result as Outcome};
use polycty::types::{Flags, Type, VariableScope};
use polycty::values::Value;
use serde_json::Value as Json;
use std::cmp::Ordering;

type Read<T> = Result<T, String>;

/// The handlers of this file.
pub fn plan(file: &str, case: &Case) -> Plan {
    match (file, case.op()) {
        ("mcl/vectors/types.jsonl", "parse") => Plan::Run(parse),
        ("mcl/vectors/types.jsonl", "cmp" | "complexcmp") => Plan::Run(compare),
        ("mcl/vectors/values.jsonl", "print") => Plan::Run(print),
        ("mcl/vectors/values.jsonl", "zero-print") => Plan::Run(zero_print),
        ("mcl/vectors/values.jsonl", "sort") => Plan::Run(sort),
        (
            "mcl/vectors/values.jsonl",
            "list-index" | "list-lookup" | "map-lookup" | "struct-lookup",
        ) => Plan::Run(look_up),
        ("mcl/vectors/json.jsonl", "decode" | "decode-flexible") => Plan::Run(decode),
        ("mcl/vectors/unify-types.jsonl", _) => Plan::Run(unify),
        ("mcl/vectors/functions.jsonl" | "mcl/vectors/template.jsonl", _) => {
            mcl_functions::plan(case)
        }
        ("mcl/vectors/types.jsonl" | "mcl/vectors/values.jsonl" | "mcl/vectors/json.jsonl", _) => {
            Plan::Nobody
        }
        ("mcl/lexparse-positions.jsonl" | "mcl/vectors/parser.jsonl", _) => {
            Plan::Run(mcl_tree::parse_case)
        }
        ("mcl/ast-positions.jsonl", _) => Plan::Run(mcl_tree::positions),
        ("mcl/index.jsonl", _) => mcl_program::plan(case),
        ("mcl/vectors/interpolate.jsonl", "program") => Plan::Run(mcl_tree::interpolated),
        ("mcl/vectors/interpolate.jsonl", _) => Plan::Run(mcl_tree::interpolated_node),
        ("mcl/vectors/import-names.jsonl", _) => Plan::Run(mcl_tree::import_name),
        ("mcl/vectors/metadata.jsonl", _) => Plan::Run(mcl_tree::metadata),
        ("mcl/vectors/var-names.jsonl", _) => Plan::Run(mcl_tree::var_name),
        ("mcl/vectors/unify-programs.jsonl", _) => Plan::Run(mcl_program::unified),
        ("mcl/vectors/interpret.jsonl", _) => Plan::Run(mcl_program::interpreted),
        ("mcl/resources.jsonl", _) => Plan::Run(mcl_program::kind),
        _ => Plan::Later,
    }
}

pub fn shown(error: Error) -> String {
    error.to_string()
}

pub fn text<'a>(json: &'a Json, key: &str) -> Read<&'a str> {
    json[key].as_str().ok_or_else(|| format!("no {key}"))
}

/// A type; `_` is the unspecified result of a function.
fn read_type(text: &str, scope: VariableScope) -> Read<Type> {
    mcl::parse_type(text.strip_suffix(" _").unwrap_or(text), scope).map_err(shown)
}

pub fn own_type(text: &str) -> Read<Type> {
    read_type(text, VariableScope::new())
}

/// A tagged value, of its own type or of the known one.
fn read_value(json: &Json, known: Option<&Type>) -> Read<Value> {
    let object = json.as_object().ok_or("no tagged value")?;
    let ty = match object.get("type").and_then(Json::as_str) {
        Some(text) => Some(own_type(text)?),
        None => known.cloned(),
    };
    let (tag, content) = object
        .iter()
        .find(|(tag, _)| *tag != "type")
        .ok_or("no tag")?;
    let items = || content.as_array().ok_or("not a list");
    match tag.as_str() {
        "bool" => Ok(Value::bool(content.as_bool().ok_or("not a bool")?)),
        "str" => Ok(Value::string(content.as_str().ok_or("not a str")?)),
        "int" => {
            let int = content.as_i64().ok_or("not an int")?;
            Ok(Value::from_integer(int.into()))
        }
        "float" => {
            let double = match content.as_str() {
                Some("NaN") => Some(f64::NAN),
                Some("+Inf") => Some(f64::INFINITY),
                Some("-Inf") => Some(f64::NEG_INFINITY),
                _ => content.as_f64(),
            };
            Ok(Value::from_double(double.ok_or("not a float")?))
        }
        "list" => {
            let element = ty.as_ref().and_then(Type::element);
            let parts: Vec<Value> = items()?
                .iter()
                .map(|part| read_value(part, element))
                .collect::<Read<_>>()?;
            let ty = match ty {
                Some(ty) => ty,
                None => Type::list(type_of_some(&parts)?).map_err(|e| e.to_string())?,
            };
            mcl::new_list(&ty, parts).map_err(shown)
        }
        "map" => {
            let (key, element) = (
                ty.as_ref().and_then(Type::key),
                ty.as_ref().and_then(Type::element),
            );
            let entries: Vec<(Value, Value)> = items()?
                .iter()
                .map(|pair| Ok((read_value(&pair[0], key)?, read_value(&pair[1], element)?)))
                .collect::<Read<_>>()?;
            let ty = match ty {
                Some(ty) => ty,
                None => {
                    let (keys, values): (Vec<_>, Vec<_>) = entries.iter().cloned().unzip();
                    Type::map_of(type_of_some(&keys)?, type_of_some(&values)?, None)
                        .map_err(|e| e.to_string())?
                }
            };
            mcl::new_map(&ty, entries).map_err(shown)
        }
        "struct" => {
            let ty = ty.ok_or("a struct without a type")?;
            let parts: Vec<Value> = items()?
                .iter()
                .zip(ty.fields())
                .map(|(pair, field)| {
                    same("field", &pair[0].as_str(), &Some(field.name()))?;
                    read_value(&pair[1], Some(field.ty()))
                })
                .collect::<Read<_>>()?;
            mcl::new_struct(&ty, parts).map_err(shown)
        }
        other => Err(format!("unknown tag {other}")),
    }
}

/// The type of the first of some values, or none if there are no values.
fn type_of_some(parts: &[Value]) -> Read<Type> {
    match parts.first() {
        Some(first) => mcl::type_of(first).map_err(shown),
        None => Ok(Type::any().clone()),
    }
}

/// Whether the values are the same. NaN is equal to NaN.
fn same_value(wanted: &Value, got: &Value) -> CaseResult {
    let write = |value: &Value| mcl::format_value(value).map_err(shown);
    if mcl::value_cmp(wanted, got) == Ordering::Equal {
        return Ok(());
    }
    Err(format!("wanted {}, got {}", write(wanted)?, write(got)?))
}

fn parse(case: &Case) -> CaseResult {
    let input = text(&case.0, "in")?;
    let Some(ok) = case.0["ok"].as_bool() else {
        // mgmt fails later; an implementation may refuse the value earlier.
        return Ok(());
    };
    let ty = match mcl::parse_type(input, VariableScope::new()) {
        Ok(ty) if ok => ty,
        Ok(ty) => return Err(format!("wanted no type, got {ty:?}")),
        Err(error) if ok => return Err(shown(error)),
        Err(error) => {
            return same("place", &true, &error.diagnostics()[0].subject.is_some());
        }
    };
    let printed = mcl::format_type(&ty).map_err(shown)?;
    if let Some(wanted) = case.0["print"].as_str() {
        same("print", wanted, &printed)?;
    }
    if case.0["roundtrip"] == Json::Bool(true) {
        same("roundtrip", input, &printed)?;
    }
    if let Some(other) = case.0["equal"].as_str() {
        mcl::compare(&ty, &own_type(other)?).map_err(shown)?;
    }
    for (key, flag) in [
        ("has_variant", Flags::ANY),
        ("has_unification_vars", Flags::VARIABLE),
    ] {
        if let Some(wanted) = case.0[key].as_bool() {
            same(key, &wanted, &ty.has(flag))?;
        }
    }
    if let Some(wanted) = case.0["zero"].as_str() {
        let zero = mcl::zero(&ty).map_err(shown)?;
        same("zero", wanted, &mcl::format_value(&zero).map_err(shown)?)?;
    }
    let again = own_type(&printed)?;
    mcl::compare(&ty, &again).map_err(|error| format!("{printed} does not read back: {error}"))
}

fn compare(case: &Case) -> CaseResult {
    let optional = |key: &str| match &case.0[key] {
        Json::String(text) => own_type(text).map(Some),
        _ => Ok(None),
    };
    let (a, b) = (optional("a")?, optional("b")?);
    check_compare(case, a.as_ref(), b.as_ref())?;
    if case.0["symmetric"] == Json::Bool(true) {
        check_compare(case, b.as_ref(), a.as_ref())?;
    }
    Ok(())
}

fn check_compare(case: &Case, a: Option<&Type>, b: Option<&Type>) -> CaseResult {
    let answer: Outcome<&str> = match (case.op(), a, b) {
        ("cmp", Some(a), Some(b)) => mcl::compare(a, b).map(|()| ""),
        // Without a type there is no comparison.
        ("cmp", _, _) => return same("fails", &case.0["error"], &Json::Bool(true)),
        _ => mcl::complex_compare(a, b).map(mcl::Match::status),
    };
    match (&case.0["error"], &answer) {
        (Json::Bool(fails), _) => same("fails", fails, &answer.is_err())?,
        (Json::String(wanted), Err(error)) => same("error", wanted.as_str(), error.message())?,
        (Json::String(wanted), Ok(_)) => same("error", wanted.as_str(), "")?,
        (other, _) => return Err(format!("an error of another form: {other}")),
    }
    match case.0["status"].as_str() {
        Some(wanted) => same("status", wanted, answer.unwrap_or("")),
        None => Ok(()),
    }
}

fn print(case: &Case) -> CaseResult {
    let value = read_value(&case.0["in"], None)?;
    let printed = mcl::format_value(&value).map_err(shown)?;
    same("print", text(&case.0, "out")?, &printed)
}

/// The zero value of a struct type with some fields set.
fn with_fields(case: &Case) -> Read<Value> {
    let ty = own_type(text(&case.0, "type")?)?;
    let zero = mcl::zero(&ty).map_err(shown)?;
    let Some(set) = case.0["set"].as_object().filter(|set| !set.is_empty()) else {
        return Ok(zero);
    };
    let parts: Vec<Value> = ty
        .fields()
        .iter()
        .zip(zero.parts().ok_or("no struct")?)
        .map(|(field, part)| match set.get(field.name()) {
            Some(json) => read_value(json, Some(field.ty())),
            None => Ok(part.clone()),
        })
        .collect::<Read<_>>()?;
    mcl::new_struct(&ty, parts).map_err(shown)
}

fn zero_print(case: &Case) -> CaseResult {
    let printed = mcl::format_value(&with_fields(case)?).map_err(shown)?;
    same("print", text(&case.0, "out")?, &printed)
}

fn sort(case: &Case) -> CaseResult {
    let list = |key: &str| -> Read<Vec<Value>> {
        let items = case.0[key].as_array().ok_or("no list")?;
        items.iter().map(|item| read_value(item, None)).collect()
    };
    let (mut values, wanted) = (list("in")?, list("out")?);
    values.sort_by(mcl::value_cmp);
    same("length", &wanted.len(), &values.len())?;
    wanted
        .iter()
        .zip(&values)
        .try_for_each(|(a, b)| same_value(a, b))
}

fn look_up(case: &Case) -> CaseResult {
    let container = match &case.0["in"] {
        Json::Null => with_fields(case)?,
        json => read_value(json, None)?,
    };
    let found = if let Some(name) = case.0["field"].as_str() {
        mcl::struct_field(&container, name)
    } else if let Some(index) = case.0["index"].as_i64() {
        mcl::list_element(&container, index)
    } else {
        let key = read_value(&case.0["key"], container.ty().key())?;
        mcl::map_element(&container, &key)
    };
    match (&case.0["out"], found) {
        (Json::Null, None) => Ok(()),
        (Json::Null, Some(found)) => Err(format!("wanted nothing, got {found:?}")),
        (wanted, None) => Err(format!("wanted {wanted}, got nothing")),
        (wanted, Some(found)) => same_value(&read_value(wanted, Some(found.ty()))?, found),
    }
}

fn decode(case: &Case) -> CaseResult {
    let ty = own_type(text(&case.0, "type")?)?;
    let fields = match case.op() {
        "decode" => Fields::Exact,
        _ => Fields::Flexible,
    };
    let decoded = mcl::decode_json(text(&case.0, "in")?.as_bytes(), &ty, fields);
    let value = match (case.0["error"].as_str(), decoded) {
        (None, Ok(value)) => value,
        (None, Err(error)) => return Err(shown(error)),
        (Some(wanted), Ok(value)) => return Err(format!("wanted {wanted}, got {value:?}")),
        (Some(_), Err(_)) if case.0["error_exact"] == Json::Bool(false) => return Ok(()),
        (Some(wanted), Err(error)) => return same("error", wanted, error.message()),
    };
    same("type", &ty, &mcl::type_of(&value).map_err(shown)?)?;
    if let Some(printed) = case.0["print"].as_str() {
        same("print", printed, &mcl::format_value(&value).map_err(shown)?)?;
    }
    match &case.0["out"] {
        Json::Null => Ok(()),
        wanted => same_value(&read_value(wanted, Some(&ty))?, &value),
    }
}

fn unify(case: &Case) -> CaseResult {
    let fails = case.0["fail"].as_bool().ok_or("no answer")?;
    let scope = VariableScope::new();
    let (Some(a), Some(b)) = (case.0["a"].as_str(), case.0["b"].as_str()) else {
        // Without a type there is no comparison.
        return same("fail", &fails, &true);
    };
    let (a, b) = (read_type(a, scope)?, read_type(b, scope)?);
    let mut substitution = match mcl::unify(&a, &b) {
        Ok(substitution) => substitution,
        Err(error) => {
            same("fail", &fails, &true).map_err(|how| format!("{how}: {error}"))?;
            return match case.0["error"].as_str() {
                Some(wanted) => same("error", wanted, error.message()),
                None => Ok(()),
            };
        }
    };
    same("fail", &fails, &false)?;
    let mut resolved = |ty: &Type| substitution.resolve(ty).map_err(|e| e.to_string());
    if let Some(wanted) = case.0["result"].as_str() {
        let wanted = own_type(wanted)?;
        for side in [&a, &b] {
            mcl::compare(&wanted, &resolved(side)?).map_err(shown)?;
        }
    }
    if let Some(wanted) = case.0["pair"].as_str() {
        let pair = Type::object([
            polycty::types::Field::new("a", resolved(&a)?),
            polycty::types::Field::new("b", resolved(&b)?),
        ]);
        let pair = pair.map_err(|e| e.to_string())?;
        same("pair", wanted, &mcl::format_type(&pair).map_err(shown)?)?;
    }
    Ok(())
}
