//! Are values read and written as JSON and MessagePack as the reference does?

use super::vectors::{check_error, check_value, read_type, read_value, same};
use super::{Case, Plan, Verdict};
use polycty::codec::json;
use polycty::diagnostic::{Error, Result};
use polycty::types::Type;
use polycty::values::Value;

/// The part of the table that is answered here.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "json_unmarshal" => Plan::Run(json_unmarshal),
        "json_marshal" => Plan::Run(json_marshal),
        "json_implied_type" => Plan::Run(json_implied_type),
        _ => Plan::Nobody,
    }
}

fn json_unmarshal(case: &Case) -> Verdict {
    let text = case.0["text"].as_str().ok_or("no text")?;
    let ty = read_type(&case.0["type"])?;
    check_value(case.want(), json::decode(text.as_bytes(), &ty))
}

fn json_marshal(case: &Case) -> Verdict {
    let ty = read_type(&case.0["type"])?;
    let value = read_value(&case.0["value"])?;
    match conforming(value, &ty).and_then(|value| json::encode(&value, &ty)) {
        Ok(text) => same("text", &case.want()["text"].as_str(), &Some(text.as_str())),
        Err(error) => check_error(case.want(), &error),
    }
}

fn json_implied_type(case: &Case) -> Verdict {
    let text = case.0["text"].as_str().ok_or("no text")?;
    check_type(case, json::implied_type(text.as_bytes()))
}

/// The reference converts a value that does not conform before it encodes it.
fn conforming(value: Value, ty: &Type) -> Result<Value> {
    if value.ty().conforms_to(ty) {
        return Ok(value);
    }
    Err(Error::new(
        polycty::diagnostic::Code::Unsupported,
        "CONVERT",
    ))
}

fn check_type(case: &Case, got: Result<Type>) -> Verdict {
    match got {
        Ok(ty) => same("type", &read_type(&case.want()["type"])?, &ty),
        Err(error) => check_error(case.want(), &error),
    }
}
