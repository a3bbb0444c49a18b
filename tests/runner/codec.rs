//! Handlers for cases of JSON and MessagePack.

use super::vectors::{check_error, check_value, read_type, read_value, same};
use super::{Case, CaseResult, Plan};
use polycty::codec::{json, msgpack};
use polycty::dialect::hcl;
use polycty::source::Result;
use polycty::types::{Type, Visit};
use serde_json::Value as Json;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "json_unmarshal" => Plan::Run(json_unmarshal),
        "json_marshal" => Plan::Run(json_marshal),
        "json_implied_type" => Plan::Run(json_implied_type),
        "msgpack_unmarshal" => Plan::Run(msgpack_unmarshal),
        "msgpack_marshal" => Plan::Run(msgpack_marshal),
        "msgpack_implied_type" => Plan::Run(msgpack_implied_type),
        _ => Plan::Nobody,
    }
}

fn json_unmarshal(case: &Case) -> CaseResult {
    let text = case.0["text"].as_str().ok_or("no text")?;
    let ty = read_type(&case.0["type"])?;
    check_value(case.want(), json::decode(text.as_bytes(), &ty))
}

fn json_marshal(case: &Case) -> CaseResult {
    let ty = read_type(&case.0["type"])?;
    let value = read_value(&case.0["value"])?;
    match hcl::to_json(&value, &ty) {
        Ok(text) => {
            let wanted = case.want()["text"].as_str().ok_or("wanted an error")?;
            if is_reordered(&ty) && text != wanted {
                let [got, wanted] =
                    [&text, wanted].map(|text| json::decode(text.as_bytes(), &ty).ok());
                return same("value", &wanted, &got);
            }
            same("text", wanted, &text)
        }
        Err(error) => check_error(case.want(), &error),
    }
}

fn json_implied_type(case: &Case) -> CaseResult {
    let text = case.0["text"].as_str().ok_or("no text")?;
    check_type(case, json::implied_type(text.as_bytes()))
}

fn msgpack_unmarshal(case: &Case) -> CaseResult {
    let ty = read_type(&case.0["type"])?;
    check_value(case.want(), msgpack::decode(&hex(&case.0["hex"])?, &ty))
}

fn msgpack_marshal(case: &Case) -> CaseResult {
    let ty = read_type(&case.0["type"])?;
    let value = read_value(&case.0["value"])?;
    let bytes = match hcl::to_msgpack(&value, &ty) {
        Ok(bytes) => bytes,
        Err(error) => return check_error(case.want(), &error),
    };
    let wanted = hex(&case.want()["hex"])?;
    if is_reordered(&ty) && bytes != wanted {
        let [got, wanted] = [bytes, wanted].map(|bytes| msgpack::decode(&bytes, &ty).ok());
        return same("value", &wanted, &got);
    }
    same("bytes", &wanted, &bytes)
}

fn msgpack_implied_type(case: &Case) -> CaseResult {
    check_type(case, msgpack::implied_type(&hex(&case.0["hex"])?))
}

fn hex(json: &Json) -> Result<Vec<u8>, String> {
    let text = json.as_str().ok_or("no bytes")?;
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).map_err(|e| e.to_string()))
        .collect()
}

/// Whether the order of a set's elements is advisory in a part of a type: the elements are not
/// primitive, or may turn out not to be.
fn is_reordered(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |_, part| {
        found |= part.is_any() || (part.is_set() && !part.element().unwrap_or(part).is_primitive());
        if found { Visit::Stop } else { Visit::Into }
    });
    found
}

fn check_type(case: &Case, got: Result<Type>) -> CaseResult {
    match got {
        Ok(ty) => same("type", &read_type(&case.want()["type"])?, &ty),
        Err(error) => check_error(case.want(), &error),
    }
}
