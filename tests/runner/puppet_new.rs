//! Handlers for cases of Puppet's conversions.

use super::puppet::aliases;
use super::vectors::same;
use super::{Case, CaseResult, Plan};
use polycty::calls::Budget;
use polycty::dialect::puppet::{
    Detail, Mode, detailed_type, format_type, format_value, new_instance, parse_type, parse_value,
};
use polycty::values::Value;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "new" => Plan::Run(new),
        _ => Plan::Nobody,
    }
}

/// The prefix of every message of a call.
const CALL: &str = "Evaluation Error: Error while evaluating a Method call, ";

fn new(case: &Case) -> CaseResult {
    let aliases = aliases(case)?;
    let want = case.want();
    let text = case.0["type"].as_str().unwrap_or_default();
    let ty = parse_type(text, &aliases, Mode::Current).map_err(|error| error.to_string())?;
    let args: Vec<Value> = case.0["args"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|arg| {
            let text = arg.as_str().unwrap_or_default();
            parse_value(text, &aliases, Mode::Current).map_err(|error| format!("{text}: {error}"))
        })
        .collect::<Result<_, String>>()?;
    let made = new_instance(&ty, &args, &Budget::standard());
    if want["error_kind"] == "internal" {
        return Ok(());
    }
    match (made, want["error"].as_str()) {
        (Err(error), Some(message)) => {
            let found = format!("{CALL}{}", error.message());
            same("message", message.trim_end(), found.trim_end())
        }
        (Err(error), None) => Err(format!("wanted {}, got the error {error}", want["value"])),
        (Ok(value), Some(message)) => Err(format!(
            "wanted the error {message}, got {}",
            format_value(&value)
        )),
        (Ok(value), None) => {
            let wanted = want["value"].as_str().unwrap_or_default();
            same("value", wanted, &format_value(&value))?;
            let ty =
                detailed_type(&value, &Budget::standard()).map_err(|error| error.to_string())?;
            let wanted = want["type"].as_str().unwrap_or_default();
            same("type", wanted, &format_type(&ty, Detail::Canonical))
        }
    }
}
