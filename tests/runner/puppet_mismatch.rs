//! Handlers for cases of Puppet's mismatch descriptions.

use super::puppet::aliases;
use super::vectors::same;
use super::{Case, CaseResult, Plan};
use polycty::calls::Budget;
use polycty::dialect::puppet::explain::{
    Missing, assert_type, message, message_for_value, validate_parameters,
};
use polycty::dialect::puppet::{Aliases, Mode, assignable, instance, parse_type, parse_value};
use polycty::types::Type;
use polycty::values::Value;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "mismatch" => Plan::Run(mismatch),
        "params" => Plan::Run(params),
        _ => Plan::Nobody,
    }
}

fn text<'c>(case: &'c Case, key: &str) -> Result<&'c str, String> {
    case.0[key].as_str().ok_or_else(|| format!("no {key}"))
}

fn ty(case: &Case, key: &str, aliases: &Aliases) -> Result<Type, String> {
    parse_type(text(case, key)?, aliases, Mode::Current).map_err(|error| error.to_string())
}

fn value(case: &Case, key: &str, aliases: &Aliases) -> Result<Value, String> {
    parse_value(text(case, key)?, aliases, Mode::Current).map_err(|error| error.to_string())
}

fn mismatch(case: &Case) -> CaseResult {
    let aliases = aliases(case)?;
    let subject = text(case, "subject")?;
    let expected = ty(case, "expected", &aliases)?;
    let want = case.want();
    let (found, accepted) = if case.0.get("value").is_some() {
        let value = value(case, "value", &aliases)?;
        let accepted = instance(&value, &expected, &Budget::standard());
        let asserted = assert_type(&value, &expected, &Budget::standard())
            .map_err(|error| error.message().to_owned());
        match want["assert_type"].as_str() {
            Some(wanted) => same("assert_type", &Err(wanted.to_owned()), &asserted)?,
            None if want["instance"] == true => same("assert_type", &Ok(()), &asserted)?,
            None => {}
        }
        (
            message_for_value(subject, &value, &expected, &Budget::standard()),
            accepted,
        )
    } else {
        let actual = ty(case, "actual", &aliases)?;
        let accepted = assignable(&actual, &expected, &Budget::standard());
        (
            message(subject, &actual, &expected, &Budget::standard()),
            accepted,
        )
    };
    if want["error_kind"] == "internal" {
        return Ok(());
    }
    if let Some(wanted) = want["error"].as_str() {
        let found = found.map_err(|error| error.message().to_owned());
        return same("error", &Err(wanted.to_owned()), &found);
    }
    let found = found.map_err(|error| error.to_string())?;
    same(
        "message",
        want["message"].as_str().unwrap_or_default(),
        &found,
    )?;
    let accepted = accepted.map_err(|error| error.to_string())?;
    for key in ["assignable", "instance"] {
        if let Some(wanted) = want[key].as_bool() {
            same(key, &wanted, &accepted)?;
        }
    }
    Ok(())
}

fn params(case: &Case) -> CaseResult {
    let aliases = aliases(case)?;
    let subject = text(case, "subject")?;
    let params = ty(case, "params", &aliases)?;
    let given = value(case, "given", &aliases)?;
    let missing = match case.0["missing_ok"].as_bool() {
        Some(true) => Missing::Allowed,
        _ => Missing::Refused,
    };
    let found = validate_parameters(subject, &params, &given, missing, &Budget::standard());
    let found = found.map_err(|error| error.message().to_owned());
    let wanted = match case.want()["error"].as_str() {
        Some(error) => Err(error.to_owned()),
        None => Ok(()),
    };
    same("error", &wanted, &found)
}
