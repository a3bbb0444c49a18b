//! Handlers for cases of HCL's bodies.

use super::hcl::{check_evaluated, check_variables, function, scope};
use super::vectors::{read_type, read_value, same, same_diagnostics};
use super::{Case, CaseResult, Plan};
use polycty::dialect::hcl::body::{ParsedBody, parse_config, parse_json_config};
use polycty::dialect::hcl::decode::{Count, Presence, Spec};
use polycty::dialect::hcl::functions::Function;
use polycty::types::Str;
use serde_json::Value as Json;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "hcl_body" => Plan::Run(body),
        _ => Plan::Nobody,
    }
}

fn body(case: &Case) -> CaseResult {
    let want = case.want();
    let parsed = parse(case);
    let spec = read_spec(&case.0["spec"])?;
    if let Some(implied) = want.get("implied_type") {
        same("implied type", &read_type(implied)?, spec.implied_type())?;
    }
    if want["phase"] == "parse" {
        return same_diagnostics(want, &parsed.diagnostics);
    }
    same("diagnostics of parsing", &0, &parsed.diagnostics.len())?;
    let decoded = spec.decode(&parsed.body, scope(case)?.as_ref());
    check_evaluated(want, &decoded)?;
    check_variables(want, &spec.variables(&parsed.body))
}

/// The text of a case in its syntax.
pub fn parse(case: &Case) -> ParsedBody {
    let text = case.0["src"].as_str().unwrap_or_default().as_bytes();
    match case.0["syntax"].as_str() {
        Some("json") => parse_json_config(text, ""),
        _ => parse_config(text, ""),
    }
}

/// A spec as the vectors write it.
fn read_spec(json: &Json) -> Result<Spec, String> {
    read_spec_with(json, &function, &|_, _| Err("there is no host".into()))
}

/// A spec as the vectors write it, with functions and validations of a host.
pub fn read_spec_with(
    json: &Json,
    function: &dyn Fn(&str) -> Result<Function, String>,
    validation: &dyn Fn(Spec, &Json) -> Result<Spec, String>,
) -> Result<Spec, String> {
    let read_spec = |json: &Json| read_spec_with(json, function, validation);
    let object = json.as_object().ok_or("a spec is an object")?;
    let (kind, body) = object.iter().next().ok_or("a spec has a key")?;
    let name = |key: &str| -> Str { body[key].as_str().unwrap_or_default().into() };
    let nested = |key: &str| read_spec(&body[key]);
    let presence = if body["required"] == true {
        Presence::Required
    } else {
        Presence::Optional
    };
    let number = |key: &str| body[key].as_u64().unwrap_or_default() as usize;
    let count = Count {
        min: number("min"),
        max: Some(number("max")).filter(|max| *max > 0),
    };
    let labels = || -> Vec<Str> {
        let labels = body["labels"].as_array().into_iter().flatten();
        labels.filter_map(Json::as_str).map(Str::from).collect()
    };
    let block_type = name("type_name");
    let spec = match kind.as_str() {
        "object" => {
            let parts = body.as_object().into_iter().flatten();
            let parts: Result<Vec<_>, String> = parts
                .map(|(key, part)| Ok((key.as_str().into(), read_spec(part)?)))
                .collect();
            Spec::object(parts?)
        }
        "tuple" => {
            let parts = body.as_array().into_iter().flatten();
            Spec::tuple(parts.map(read_spec).collect::<Result<_, _>>()?)
        }
        "attr" => Ok(Spec::attribute(
            name("name"),
            read_type(&body["type"])?,
            presence,
        )),
        "literal" => Ok(Spec::literal(read_value(body)?)),
        "block" => Spec::block(block_type, nested("nested")?, presence),
        "block_list" => Spec::block_list(block_type, nested("nested")?, count),
        "block_tuple" => Spec::block_tuple(block_type, nested("nested")?, count),
        "block_set" => Spec::block_set(block_type, nested("nested")?, count),
        "block_map" => Spec::block_map(block_type, labels(), nested("nested")?),
        "block_object" => Spec::block_object(block_type, labels(), nested("nested")?),
        "block_attrs" => {
            Spec::block_attributes(block_type, read_type(&body["element_type"])?, presence)
        }
        "block_label" => Spec::block_label(number("index"), name("name")),
        "default" => Spec::default(nested("primary")?, nested("default")?),
        "transform" => Spec::transform(nested("wrapped")?, function(&name("func"))?),
        "validate" => return validation(nested("wrapped")?, body),
        other => return Err(format!("there is no spec {other}")),
    };
    spec.map_err(|error| error.to_string())
}
