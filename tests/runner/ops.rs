//! Handlers for cases of operators on values.

use super::vectors::{
    Read, check_bool, check_error, check_value, read_path, read_type, read_value, read_values, same,
};
use super::{Case, CaseResult, Plan};
use polycty::source::{Error, Result};
use polycty::types::Str;
use polycty::values::{BoundKind, MarkSet, RefinementBuilder, Value, nfc, primitive};
use serde_json::{Value as Json, json};

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    macro_rules! binary {
        ($method:ident) => {
            Plan::Run(|case| {
                let args = args(case)?;
                check_value(case.want(), args[0].$method(&args[1]))
            })
        };
    }
    macro_rules! unary {
        ($method:ident) => {
            Plan::Run(|case| check_value(case.want(), args(case)?[0].$method()))
        };
    }
    macro_rules! question {
        ($method:ident) => {
            Plan::Run(|case| check_bool(case.want(), args(case)?[0].$method()))
        };
    }
    match case.op() {
        "equals" => binary!(equals),
        "not_equal" => binary!(not_equal),
        "add" => binary!(add),
        "subtract" => binary!(subtract),
        "multiply" => binary!(multiply),
        "divide" => binary!(divide),
        "modulo" => binary!(modulo),
        "and" => binary!(and),
        "or" => binary!(or),
        "less_than" => binary!(less_than),
        "greater_than" => binary!(greater_than),
        "less_than_or_equal_to" => binary!(less_than_or_equal),
        "greater_than_or_equal_to" => binary!(greater_than_or_equal),
        "index" => binary!(index),
        "has_index" => binary!(has_index),
        "has_element" => binary!(has_element),
        "range_includes" => binary!(range_includes),
        "negate" => unary!(negate),
        "absolute" => unary!(absolute),
        "not" => unary!(not),
        "length" => unary!(length),
        "unknown_as_null" => unary!(unknown_as_null),
        "refine_not_null" => unary!(refine_not_null),
        "is_known" => question!(is_known),
        "is_null" => question!(is_null),
        "is_wholly_known" => question!(is_wholly_known),
        "is_marked" => question!(is_marked),
        "contains_marked" => question!(contains_marked),
        "can_iterate_elements" => question!(can_iterate_elements),
        "has_wholly_known_type" => question!(has_wholly_known_type),
        "raw_equals" => Plan::Run(|case| {
            let args = args(case)?;
            check_bool(case.want(), args[0] == args[1])
        }),
        "unmark" => Plan::Run(|case| check_unmarked(case.want(), args(case)?[0].unmark())),
        "unmark_deep" => {
            Plan::Run(|case| check_unmarked(case.want(), args(case)?[0].unmark_deep()))
        }
        "length_int" => Plan::Run(length_int),
        "elements" => Plan::Run(elements),
        "get_attr" => Plan::Run(|case| {
            let name = case.0["name"].as_str().ok_or("no name")?;
            check_value(case.want(), args(case)?[0].get_attribute(name))
        }),
        "range" => Plan::Run(range),
        "list_val" => Plan::Run(|case| check_value(case.want(), Value::list(args(case)?))),
        "set_val" => Plan::Run(|case| check_value(case.want(), Value::set(args(case)?))),
        "tuple_val" => Plan::Run(|case| check_value(case.want(), Value::tuple(args(case)?))),
        "map_val" => Plan::Run(|case| {
            let entries = keyed(case)?
                .into_iter()
                .map(|(key, value)| (Value::nfc_string(&key), value));
            check_value(case.want(), Value::map(entries))
        }),
        "object_val" => Plan::Run(|case| check_value(case.want(), Value::object(keyed(case)?))),
        "refine" => Plan::Run(|case| {
            let mut builder = args(case)?[0].refine();
            for step in case.0["steps"].as_array().ok_or("no steps")? {
                builder = refine(builder, step)?;
            }
            check_value(case.want(), builder.build())
        }),
        "path_apply" => Plan::Run(|case| {
            let path = read_path(&case.0["path"])?;
            check_value(case.want(), args(case)?[0].path_apply(&path))
        }),
        "number_text" => Plan::Run(number_text),
        "parse_number" => Plan::Run(|case| {
            let text = case.0["text"].as_str().ok_or("no text")?;
            check_value(
                case.want(),
                primitive::parse_number(text).map(Value::from_number),
            )
        }),
        _ => Plan::Nobody,
    }
}

fn args(case: &Case) -> Read<Vec<Value>> {
    read_values(&case.0["args"])
}

/// The arguments under their keys, which are in normal form C.
fn keyed(case: &Case) -> Read<Vec<(Str, Value)>> {
    let keys = case.0["keys"].as_array().ok_or("no keys")?;
    let keys = keys.iter().map(|key| key.as_str().unwrap_or_default());
    Ok(keys
        .map(|key| Str::from(&*nfc(key)))
        .zip(args(case)?)
        .collect())
}

fn check_unmarked(want: &Json, (value, marks): (Value, MarkSet)) -> CaseResult {
    check_value(want, Ok(value))?;
    same(
        "marks",
        &want["marks"],
        &json!(marks.as_slice().iter().map(|m| &**m).collect::<Vec<_>>()),
    )
}

fn length_int(case: &Case) -> CaseResult {
    match args(case)?[0].length_int() {
        Ok(length) => same("int", &case.want()["int"].as_u64(), &Some(length as u64)),
        Err(error) => check_error(case.want(), &error),
    }
}

fn elements(case: &Case) -> CaseResult {
    let value = &args(case)?[0];
    let got = match value.elements() {
        Ok(elements) => elements,
        Err(error) => return check_error(case.want(), &error),
    };
    let wanted = case.want()["elements"]
        .as_array()
        .ok_or("wanted no elements")?;
    let read = |pair: &Json| Ok((read_value(&pair[0])?, read_value(&pair[1])?));
    let mut wanted: Vec<(Value, Value)> = wanted.iter().map(read).collect::<Read<_>>()?;
    let mut got: Vec<_> = got
        .map(|(key, part)| (key.to_value(), part.clone()))
        .collect();
    // Only the order of bools, numbers and strings is part of the answer.
    let ty = value.ty();
    if ty.is_set() && !ty.element().is_some_and(polycty::types::Type::is_primitive) {
        let by_text = |(key, _): &(Value, Value)| format!("{key:?}");
        wanted.sort_by_cached_key(by_text);
        got.sort_by_cached_key(by_text);
    }
    same("elements", &wanted, &got)
}

fn range(case: &Case) -> CaseResult {
    let range = match args(case)?[0].range() {
        Ok(range) => range,
        Err(error) => return check_error(case.want(), &error),
    };
    use polycty::values::Nullness;
    let want = &case.want()["range"];
    same("type", &read_type(&want["type"])?, range.ty())?;
    let bool_of = |key: &str| want[key].as_bool().unwrap_or_default();
    same(
        "could be null",
        &bool_of("could_be_null"),
        &(range.null() != Nullness::Never),
    )?;
    same(
        "definitely not null",
        &bool_of("definitely_not_null"),
        &(range.null() == Nullness::Never),
    )?;
    same("prefix", &want["prefix"].as_str(), &range.string_prefix())?;
    for (key, inclusive, bound) in [
        ("min", "min_inc", range.number_min()),
        ("max", "max_inc", range.number_max()),
    ] {
        let wanted = want.get(key).map(read_value).transpose()?;
        let got = bound.as_ref().map(|b| Value::from_number(b.value.clone()));
        same(key, &wanted, &got)?;
        same(
            inclusive,
            &want[inclusive].as_bool(),
            &bound.map(|b| b.inclusive),
        )?;
    }
    same(
        "least length",
        &want["len_min"].as_u64(),
        &range.length_min(),
    )?;
    same(
        "greatest length",
        &want["len_max"].as_u64(),
        &range.length_max(),
    )
}

fn refine(builder: RefinementBuilder, step: &Json) -> Read<RefinementBuilder> {
    let text = || step[1].as_str().ok_or("not a text");
    let kind = match step[2].as_bool() {
        Some(false) => BoundKind::Exclusive,
        _ => BoundKind::Inclusive,
    };
    // Every length is at least zero, so a negative minimum is the same as zero.
    let length = || step[1].as_i64().map(|n| n.max(0) as u64).ok_or("no length");
    Ok(match step[0].as_str().unwrap_or_default() {
        "not_null" => builder.not_null(),
        "null" => builder.null(),
        "prefix" => builder.prefix(text()?),
        "prefix_full" => builder.prefix_full(text()?),
        "min" => builder.at_least(&read_value(&step[1])?, kind),
        "max" => builder.at_most(&read_value(&step[1])?, kind),
        "len_min" => builder.length_at_least(length()?),
        "len_max" => builder.length_at_most(length()?),
        other => return Err(format!("unknown step {other}")),
    })
}

fn number_text(case: &Case) -> CaseResult {
    let number = args(case)?[0].as_number().ok_or("not a number")?;
    let text: Result<Value> = primitive::number_to_string(&number);
    let text = text.map_err(|error: Error| error.to_string())?;
    same("text", &case.want()["text"].as_str(), &text.as_str())?;
    if number.is_infinite() {
        return same("json", &None, &case.want()["json"].as_str());
    }
    let json = number.to_text().map_err(|error| error.to_string())?;
    same("json", &case.want()["json"].as_str(), &Some(&*json))
}
