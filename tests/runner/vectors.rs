//! The notation of types, values, paths and results in the vectors of cty.
//!
//! The format is that of `tests/conformance/cty/README.md`. Results are decoded and compared as
//! values, so the spelling of a number does not matter.

use super::CaseResult;
use polycty::number::{Number, PARSED_PRECISION};
use polycty::source::{Diagnostic, Error, Key, Path, PathStep, Position, Range};
use polycty::types::{Field, Type};
use polycty::values::{BoundKind, Value, nfc};
use serde_json::{Value as Json, json};

/// The result of reading a part of a vector, or the text of the error.
pub type Read<T> = Result<T, String>;

/// A type in cty's JSON encoding.
pub fn read_type(json: &Json) -> Read<Type> {
    let fail = |error: polycty::types::TypeError| error.to_string();
    match json {
        Json::String(name) => match name.as_str() {
            "string" => Ok(Type::string().clone()),
            "number" => Ok(Type::number().clone()),
            "bool" => Ok(Type::bool().clone()),
            "dynamic" => Ok(Type::any().clone()),
            other => Err(format!("unknown type {other}")),
        },
        Json::Array(parts) => {
            let inner = &parts[1];
            match parts[0].as_str().unwrap_or_default() {
                "list" => Type::list(read_type(inner)?).map_err(fail),
                "set" => Type::set(read_type(inner)?).map_err(fail),
                "map" => Type::map(read_type(inner)?).map_err(fail),
                "tuple" => {
                    let types: Read<Vec<Type>> = inner
                        .as_array()
                        .unwrap_or(&vec![])
                        .iter()
                        .map(read_type)
                        .collect();
                    Type::tuple(types?).map_err(fail)
                }
                "object" => {
                    let optional: Vec<String> = parts
                        .get(2)
                        .and_then(Json::as_array)
                        .map(|names| {
                            names
                                .iter()
                                .map(|name| nfc(name.as_str().unwrap_or_default()).into_owned())
                                .collect()
                        })
                        .unwrap_or_default();
                    let mut fields = Vec::new();
                    for (name, ty) in inner.as_object().ok_or("no attributes")? {
                        let name = nfc(name);
                        let ty = read_type(ty)?;
                        fields.push(if optional.iter().any(|o| *o == name) {
                            Field::optional(&*name, ty)
                        } else {
                            Field::new(&*name, ty)
                        });
                    }
                    fields.sort();
                    Type::object(fields).map_err(fail)
                }
                other => Err(format!("unknown type constructor {other}")),
            }
        }
        other => Err(format!("not a type: {other}")),
    }
}

/// A value with its type: `{"type": T, "value": V}`.
pub fn read_value(json: &Json) -> Read<Value> {
    read_content(&read_type(&json["type"])?, &json["value"])
}

/// The values of a list of them.
pub fn read_values(json: &Json) -> Read<Vec<Value>> {
    json.as_array()
        .ok_or("not a list of values")?
        .iter()
        .map(read_value)
        .collect()
}

fn read_content(ty: &Type, json: &Json) -> Read<Value> {
    let fail = |error: Error| error.to_string();
    if let Some(object) = json.as_object()
        && object.len() == 1
        && let Some(wrapper) = object.get("$")
    {
        return read_wrapped(ty, wrapper);
    }
    if json.is_null() {
        return Ok(Value::null(ty.clone()));
    }
    if ty.is_bool() {
        return json.as_bool().map(Value::bool).ok_or("not a bool".into());
    }
    if ty.is_string() {
        return json
            .as_str()
            .map(Value::nfc_string)
            .ok_or("not a string".into());
    }
    if ty.is_number() {
        let text = json.as_str().ok_or("not number text")?;
        return read_number(text).map(Value::from_number);
    }
    if let Some(array) = json.as_array() {
        let element = |at: usize| match ty.elements() {
            Some(elements) => elements.get(at),
            None => ty.element(),
        };
        let parts: Read<Vec<Value>> = array
            .iter()
            .enumerate()
            .map(|(at, part)| read_content(element(at).ok_or("too many elements")?, part))
            .collect();
        return match ty {
            _ if ty.is_list() => Value::list_of(ty.element().ok_or("")?, parts?).map_err(fail),
            _ if ty.is_set() => Value::set_of(ty.element().ok_or("")?, parts?).map_err(fail),
            _ => Value::tuple(parts?).map_err(fail),
        };
    }
    read_entries(ty, json)
}

fn read_entries(ty: &Type, json: &Json) -> Read<Value> {
    let fail = |error: Error| error.to_string();
    let object = json
        .as_object()
        .ok_or_else(|| format!("no content of {ty:?}"))?;
    if ty.is_map() {
        let element = ty.element().ok_or("")?;
        let entries: Read<Vec<(Value, Value)>> = object
            .iter()
            .map(|(key, part)| Ok((Value::nfc_string(key), read_content(element, part)?)))
            .collect();
        return Value::map_of(element, entries?).map_err(fail);
    }
    let attributes: Read<Vec<_>> = object
        .iter()
        .map(|(name, part)| {
            let name = nfc(name);
            let field = ty
                .field(&name)
                .ok_or_else(|| format!("no attribute {name}"))?;
            Ok((field.shared_name().clone(), read_content(field.ty(), part)?))
        })
        .collect();
    Value::object(attributes?).map_err(fail)
}

/// Number text; the infinities are written out.
pub fn read_number(text: &str) -> Read<Number> {
    match text {
        "Infinity" => Ok(Number::infinity()),
        "-Infinity" => Ok(Number::negative_infinity()),
        _ => Number::parse(text).map_err(|error| format!("{text}: {error}")),
    }
}

fn read_wrapped(ty: &Type, wrapper: &Json) -> Read<Value> {
    if let Some(marks) = wrapper.get("marks") {
        let value = read_content(ty, &wrapper["value"])?;
        let marks = marks.as_array().ok_or("marks are no list")?;
        return Ok(value.with_marks(
            &marks
                .iter()
                .map(|mark| mark.as_str().unwrap_or_default().into())
                .collect(),
        ));
    }
    if let Some(entries) = wrapper.get("entries") {
        return read_entries(ty, entries);
    }
    if let Some(precision) = wrapper.get("prec").and_then(Json::as_u64) {
        let text = wrapper["value"].as_str().ok_or("not number text")?;
        return Number::parse_with_precision(text, precision as u32)
            .map(Value::from_number)
            .map_err(|error| error.to_string());
    }
    if wrapper.get("hex").is_some() {
        return Err("a string that is not UTF-8".into());
    }
    read_unknown(ty, wrapper)
}

/// An unknown value with refinements, constructed with the same rules as by the refinement builder.
fn read_unknown(ty: &Type, wrapper: &Json) -> Read<Value> {
    let unknown = Value::unknown(ty.clone());
    if wrapper.as_object().is_some_and(|keys| keys.len() == 1) {
        return Ok(unknown);
    }
    let kind = |key: &str| match wrapper[key].as_bool() {
        Some(false) => BoundKind::Exclusive,
        _ => BoundKind::Inclusive,
    };
    let number = |key: &str| -> Read<Option<Value>> {
        let text = wrapper[key].as_str();
        Ok(text.map(read_number).transpose()?.map(Value::from_number))
    };
    let mut builder = unknown.refine();
    if wrapper["not_null"] == true {
        builder = builder.not_null();
    }
    if let Some(prefix) = wrapper["prefix"].as_str() {
        builder = builder.prefix_full(prefix);
    }
    if let Some(min) = number("min")? {
        builder = builder.at_least(&min, kind("min_inc"));
    }
    if let Some(max) = number("max")? {
        builder = builder.at_most(&max, kind("max_inc"));
    }
    if let Some(length) = wrapper["len_min"].as_u64() {
        builder = builder.length_at_least(length);
    }
    if let Some(length) = wrapper["len_max"].as_u64() {
        builder = builder.length_at_most(length);
    }
    builder.build().map_err(|error| error.to_string())
}

/// A path: a list of steps.
pub fn read_path(json: &Json) -> Read<Path> {
    json.as_array()
        .ok_or("a path is a list")?
        .iter()
        .map(read_step)
        .collect()
}

fn read_step(json: &Json) -> Read<PathStep> {
    if let Some(name) = json["attr"].as_str() {
        return Ok(PathStep::Attr(name.into()));
    }
    Ok(PathStep::Index(match &json["index"] {
        Json::String(key) => Key::from(key.as_str()),
        Json::Number(index) => Key::from(index.as_u64().ok_or("index")? as usize),
        value => read_value(value)?.to_key(),
    }))
}

/// Compares with `{"value": VALUE}`, `{"error": ..}` or `{"error": "panic"}`.
pub fn check_value(want: &Json, got: Result<Value, Error>) -> CaseResult {
    match got {
        Err(error) => check_error(want, &error),
        Ok(_) if want.get("error").is_some() => {
            Err(format!("wanted {}, got {:?}", want["error"], got.ok()))
        }
        Ok(got) => match wide_number(&got) {
            Some(text) => same("value", &want["value"]["value"].as_str(), &Some(&text)),
            None => same("value", &read_value(&want["value"])?, &got),
        },
    }
}

/// The text of an integer whose decimal notation is not read back: the vectors contain it in full.
fn wide_number(value: &Value) -> Option<String> {
    let number = value.as_number().filter(|_| !value.is_marked())?;
    let wide = number.is_integer() && number.min_precision() > PARSED_PRECISION;
    wide.then(|| number.to_text().ok()).flatten()
}

/// Compares an error with `want`.
pub fn check_error(want: &Json, error: &Error) -> CaseResult {
    let Some(wanted) = want.get("error") else {
        return Err(format!("wanted {want}, got the error {error}"));
    };
    if wanted == "panic" {
        return Ok(());
    }
    if let Some(message) = wanted["message"].as_str() {
        same("message", &message, &error.message())?;
    }
    if let Some(path) = wanted.get("path") {
        same("path", &read_path(path)?, error.path())?;
    }
    let argument = wanted["arg"].as_u64().map(|at| at as usize);
    same("argument", &argument, &error.argument())
}

/// Returns how two results differ.
pub fn same<T: PartialEq + std::fmt::Debug + ?Sized>(
    what: &str,
    wanted: &T,
    got: &T,
) -> CaseResult {
    if wanted == got {
        Ok(())
    } else {
        Err(format!("{what}: wanted {wanted:?}, got {got:?}"))
    }
}

/// Compares with a bool result.
pub fn check_bool(want: &Json, got: bool) -> CaseResult {
    same("bool", &want["bool"].as_bool(), &Some(got))
}

/// Whether the diagnostics are those of a result, in any order. A detail that the result omits may
/// be any text.
pub fn same_diagnostics(want: &Json, got: &[Diagnostic]) -> CaseResult {
    let mut wanted: Vec<Json> = want["diags"].as_array().cloned().unwrap_or_default();
    let mut got: Vec<Json> = got.iter().map(diagnostic).collect();
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

/// Whether the diagnostics are those of a result, in order and with their contexts. A detail that
/// the result omits may be any text.
pub fn same_told(want: &Json, got: &[Diagnostic]) -> CaseResult {
    let wanted = want["diags"].as_array().map_or(&[][..], Vec::as_slice);
    let told = got.iter().enumerate().map(|(at, found)| {
        let mut json = diagnostic(found);
        if let Some(context) = found.context {
            json["context"] = range_json(context);
        }
        if let (Some(wanted), Some(object)) = (wanted.get(at), json.as_object_mut())
            && wanted.get("detail").is_none()
        {
            object.remove("detail");
        }
        json
    });
    same("diagnostics", wanted, &*told.collect::<Vec<Json>>())
}

/// A range as the vectors write it.
pub fn range_json(range: Range) -> Json {
    let place = |at: Position| json!([at.line, at.column, at.byte]);
    json!({"start": place(range.start), "end": place(range.end)})
}

pub fn diagnostic(diagnostic: &Diagnostic) -> Json {
    let mut json = json!({
        "severity": diagnostic.severity.name(),
        "summary": diagnostic.summary,
        "detail": diagnostic.detail,
    });
    if let Some(subject) = diagnostic.subject {
        json["subject"] = range_json(subject);
    }
    json
}

fn by_place(diagnostic: &Json) -> (u64, u64, String, String) {
    let byte = |end: &str| diagnostic["subject"][end][2].as_u64().unwrap_or_default();
    let text = |key: &str| diagnostic[key].as_str().unwrap_or_default().to_owned();
    (byte("start"), byte("end"), text("summary"), text("detail"))
}
