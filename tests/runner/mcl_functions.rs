//! Handlers for cases of mcl's functions and templates.

use super::mcl::{own_type, shown, text};
use super::vectors::same;
use super::{Case, CaseResult, Plan};
use polycty::calls::Budget;
use polycty::dialect::mcl::{self, functions};
use polycty::types::Type;
use polycty::values::Value;
use serde_json::Value as Json;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "call" => Plan::Run(call),
        "printf" => Plan::Run(printf),
        "template" => Plan::Run(template),
        "cpu-list-count" => Plan::Run(count_cpus),
        _ => Plan::Nobody,
    }
}

/// A value of a type as plain JSON; a map with keys that are not strings is a list of pairs.
fn plain(json: &Json, ty: &Type) -> Result<Value, String> {
    let list = || json.as_array().ok_or_else(|| format!("not a list: {json}"));
    if let Some((key, element)) = ty.key().zip(ty.element()) {
        let entries: Result<Vec<(Value, Value)>, String> = match json.as_object() {
            Some(object) => object
                .iter()
                .map(|(name, value)| Ok((Value::string(name), plain(value, element)?)))
                .collect(),
            None => list()?
                .iter()
                .map(|pair| Ok((plain(&pair[0], key)?, plain(&pair[1], element)?)))
                .collect(),
        };
        return mcl::new_map(ty, entries?).map_err(shown);
    }
    if let Some(element) = ty.element() {
        let parts: Result<Vec<Value>, String> =
            list()?.iter().map(|part| plain(part, element)).collect();
        return mcl::new_list(ty, parts?).map_err(shown);
    }
    if ty.is_object() {
        let fields = ty.fields().iter();
        let parts: Result<Vec<Value>, String> = fields
            .map(|field| plain(&json[field.name()], field.ty()))
            .collect();
        return mcl::new_struct(ty, parts?).map_err(shown);
    }
    match json {
        Json::Bool(flag) => Ok(Value::bool(*flag)),
        Json::String(special) if !ty.is_string() => {
            let double = special
                .parse()
                .map_err(|_| format!("not a float: {special}"))?;
            Ok(Value::from_double(double))
        }
        Json::String(text) => Ok(Value::string(text)),
        Json::Number(number) if ty == mcl::int() => Ok(Value::from_integer(
            number.as_i64().ok_or("not an int")?.into(),
        )),
        Json::Number(number) => Ok(Value::from_double(number.as_f64().ok_or("not a float")?)),
        other => Err(format!("no value of {ty:?}: {other}")),
    }
}

fn argument(json: &Json) -> Result<Value, String> {
    plain(&json["json"], &own_type(text(json, "type")?)?)
}

fn arguments(case: &Case) -> Result<Vec<Value>, String> {
    let list = case.0["args"].as_array().map_or(&[][..], Vec::as_slice);
    list.iter().map(argument).collect()
}

/// The type of a call of a function with these arguments, inferred or from the case.
fn solved(
    function: &functions::Function,
    values: &[Value],
    said: Option<&str>,
) -> Result<Type, String> {
    match said {
        Some(said) => own_type(said),
        None => function.solved(values).map_err(shown),
    }
}

fn call(case: &Case) -> CaseResult {
    let name = text(&case.0, "fn")?;
    let mut values = arguments(case)?;
    let function = match name.strip_prefix("op ") {
        Some(operator) => {
            values.insert(0, Value::string(operator));
            functions::find("_operator")
        }
        None => functions::find(name),
    };
    let function = function.ok_or_else(|| format!("there is no {name}"))?;
    let said = case.0["signature"].as_str();
    let ty = solved(function, &values, said)?;
    let references: Vec<&Value> = values.iter().collect();
    let budget = Budget::standard();
    let call = functions::Call::new(&references, &ty, "/", &functions::NoHost, &budget);
    // The signature that a case specifies is that of the check.
    let checked = match said {
        Some(_) => function.check(&ty, &[]),
        None => Ok(()),
    };
    let outcome = checked
        .map_err(Into::into)
        .and_then(|()| function.call(&call));
    match (case.0["error"].as_str(), outcome) {
        (Some(wanted), Err(failure)) => {
            if case.0["error_exact"] != Json::Bool(false) {
                same("error", wanted, failure.error.message())?;
            }
            let catchable = failure.severity == mcl::Severity::Catchable;
            same("catchable", &case.0["catchable"], &Json::Bool(catchable))
        }
        (Some(wanted), Ok(value)) => Err(format!("wanted {wanted}, got {value:?}")),
        (None, Err(failure)) => Err(failure.error.to_string()),
        (None, Ok(value)) => {
            let found = mcl::format_type(&mcl::type_of(&value).map_err(shown)?).map_err(shown)?;
            same("type", text(&case.0, "type")?, &found)?;
            let printed = mcl::format_value(&value).map_err(shown)?;
            let wanted = text(&case.0, "out")?;
            if case.0["unordered"] == Json::Bool(true) {
                let sorted = |text: &str| {
                    let mut parts: Vec<String> = text
                        .trim_matches(['[', ']'])
                        .split(", ")
                        .map(str::to_owned)
                        .collect();
                    parts.sort();
                    parts
                };
                return same("value", &sorted(wanted), &sorted(&printed));
            }
            same("value", wanted, &printed)
        }
    }
}

fn printf(case: &Case) -> CaseResult {
    let format = text(&case.0, "format")?;
    match functions::argument_types(format) {
        Ok(types) => {
            let types: Vec<String> = types
                .iter()
                .map(|ty| match ty {
                    Some(ty) => mcl::format_type(ty).map_err(shown),
                    None => Ok("?1".to_owned()),
                })
                .collect::<Result<_, String>>()?;
            let wanted: Vec<String> = case.0["verbs"]
                .as_array()
                .ok_or("no verbs")?
                .iter()
                .map(|verb| verb.as_str().unwrap_or_default().to_owned())
                .collect();
            same("verbs", &wanted, &types)?;
        }
        Err(error) => same(
            "infer_error",
            text(&case.0, "infer_error")?,
            error.message(),
        )?,
    }
    let values = arguments(case)?;
    let references: Vec<&Value> = values.iter().collect();
    let printed = functions::print(format, &references, &Budget::standard());
    match (case.0["error"].as_str(), printed) {
        (None, Ok(printed)) => same("out", text(&case.0, "out")?, &printed),
        (Some(wanted), Err(failure)) => same("error", wanted, failure.error.message()),
        (wanted, got) => Err(format!("wanted {wanted:?}, got {got:?}")),
    }
}

fn template(case: &Case) -> CaseResult {
    let function = functions::find("golang.template").ok_or("no templates")?;
    let mut values = vec![Value::string(text(&case.0, "template")?)];
    if !case.0["vars"].is_null() {
        values.push(argument(&case.0["vars"])?);
    }
    let ty = solved(function, &values, None)?;
    let references: Vec<&Value> = values.iter().collect();
    let budget = Budget::standard();
    let call = functions::Call::new(&references, &ty, "/", &functions::NoHost, &budget);
    match (case.0["error"].as_str(), function.call(&call)) {
        (None, Ok(value)) => same("out", &case.0["out"].as_str(), &value.as_str()),
        (Some(wanted), Err(failure)) => same("error", wanted, failure.error.message()),
        (wanted, got) => Err(format!("wanted {wanted:?}, got {got:?}")),
    }
}

fn count_cpus(case: &Case) -> CaseResult {
    same(
        "out",
        &case.0["out"].as_i64(),
        &functions::count_cpus(text(&case.0, "in")?),
    )
}
