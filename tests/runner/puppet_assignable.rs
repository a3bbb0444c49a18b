//! Handlers for cases of assignability and instances of Puppet's types.

use super::puppet::aliases;
use super::vectors::same;
use super::{Case, CaseResult, Plan, puppet_expr};
use polycty::calls::Budget;
use polycty::dialect::puppet::{
    self, Comparison, Mode, compare, instance, parse_type, parse_value,
};

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        _ if is_evaluated(case) => Plan::Run(evaluated),
        "assignable" => Plan::Run(assignable),
        "instance" => Plan::Run(instances),
        _ => Plan::Nobody,
    }
}

/// An error that only the evaluator reports: no definition of a name was found.
const NOT_FOUND: &str = "Evaluation Error: Resource type not found:";

/// Whether the result is that of the evaluator.
fn is_evaluated(case: &Case) -> bool {
    ["eq", "error", "match"].iter().any(|key| {
        let message = case.want()[*key].as_str().unwrap_or_default();
        message.starts_with(NOT_FOUND)
    })
}

fn evaluated(case: &Case) -> CaseResult {
    let aliases = aliases(case)?;
    let text = |key: &str| case.0[key].as_str().unwrap_or_default();
    let operators = [
        ("lt", "<"),
        ("le", "<="),
        ("gt", ">"),
        ("ge", ">="),
        ("eq", "=="),
    ];
    for (key, operator) in operators {
        if let Some(message) = case.want()[key].as_str() {
            let expression = format!("{} {operator} {}", text("a"), text("b"));
            puppet_expr::refuses(&expression, &aliases, message)?;
        }
    }
    for key in ["error", "match"] {
        if let Some(message) = case.want()[key].as_str() {
            let expression = format!("{} =~ {}", text("value"), text("type"));
            puppet_expr::refuses(&expression, &aliases, message)?;
        }
    }
    Ok(())
}

fn assignable(case: &Case) -> CaseResult {
    let aliases = aliases(case)?;
    let read = |key: &str| {
        let text = case.0[key].as_str().unwrap_or_default();
        parse_type(text, &aliases, Mode::Current).map_err(|error| format!("{text}: {error}"))
    };
    let (a, b) = (read("a")?, read("b")?);
    let want = case.want();
    if want["error_kind"] == "internal" {
        let _ = (
            puppet::assignable(&b, &a, &Budget::standard()),
            puppet::assignable(&a, &b, &Budget::standard()),
        );
        return Ok(());
    }
    let a_from_b = puppet::assignable(&b, &a, &Budget::standard());
    let b_from_a = puppet::assignable(&a, &b, &Budget::standard());
    if let Some(message) = want["error"].as_str() {
        return match a_from_b.and(b_from_a) {
            Err(error) => same("message", message, error.message()),
            Ok(_) => Err(format!("wanted the error {message}")),
        };
    }
    let structure = [
        ("a_from_b", a_from_b),
        ("b_from_a", b_from_a),
        ("same", Ok(puppet::same(&a, &b))),
    ];
    for (key, answer) in structure {
        let answer = answer.map_err(|error| format!("{key}: {error}"))?;
        same(key, &want[key].as_bool(), &Some(answer))?;
    }
    let answers = [
        ("lt", compare(Comparison::Less, &a, &b, &Budget::standard())),
        (
            "le",
            compare(Comparison::LessOrEqual, &a, &b, &Budget::standard()),
        ),
        (
            "gt",
            compare(Comparison::Greater, &a, &b, &Budget::standard()),
        ),
        (
            "ge",
            compare(Comparison::GreaterOrEqual, &a, &b, &Budget::standard()),
        ),
        (
            "eq",
            compare(Comparison::Equal, &a, &b, &Budget::standard()),
        ),
    ];
    for (key, answer) in answers {
        let answer = answer.map_err(|error| format!("{key}: {error}"))?;
        same(key, &want[key].as_bool(), &Some(answer))?;
    }
    same(
        "equal",
        &want["eq"].as_bool(),
        &Some(puppet::equal(&a, &b, &Budget::standard()).unwrap()),
    )
}

fn instances(case: &Case) -> CaseResult {
    let aliases = aliases(case)?;
    let want = case.want();
    let text = case.0["type"].as_str().unwrap_or_default();
    let ty = parse_type(text, &aliases, Mode::Current).map_err(|error| error.to_string())?;
    let text = case.0["value"].as_str().unwrap_or_default();
    let value = parse_value(text, &aliases, Mode::Current);
    if let Some(message) = want["error"].as_str() {
        return match value.and_then(|value| instance(&value, &ty, &Budget::standard())) {
            Err(error) => same("message", message, error.message()),
            Ok(_) => Err(format!("wanted the error {message}")),
        };
    }
    let value = value.map_err(|error| format!("{text}: {error}"))?;
    if want["error_kind"] == "internal" {
        let _ = instance(&value, &ty, &Budget::standard());
        return Ok(());
    }
    let answer = instance(&value, &ty, &Budget::standard()).map_err(|error| error.to_string())?;
    same("instance", &want["instance"].as_bool(), &Some(answer))
}
