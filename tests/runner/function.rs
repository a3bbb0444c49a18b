//! Handlers for cases of cty's call protocol.
//!
//! A case describes a function by the behavior of its callbacks. In addition to the result it
//! contains the number of calls of each callback, and their arguments.

use super::vectors::{check_value, read_type, read_value, read_values, same};
use super::{Case, CaseResult, Plan};
use polycty::calls::{Allow, Parameter, Signature};
use polycty::dialect::hcl::functions::{Function, ReturnType};
use polycty::source::{Code, Error, Result};
use polycty::values::{Detail, Refinement, Value};
use serde_json::Value as Json;
use std::sync::{Arc, Mutex};

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "protocol" => Plan::Run(protocol),
        _ => Plan::Nobody,
    }
}

fn protocol(case: &Case) -> CaseResult {
    let arguments = read_values(&case.0["args"])?;
    let (function, seen) = read_function(&case.0)?;
    let result = function.call(&arguments.iter().collect::<Vec<_>>());
    seen.check(case.want())?;
    check_value(case.want(), result)
}

/// The arguments of each call of the callbacks.
#[derive(Clone, Default)]
struct Seen {
    by_rule: Arc<Mutex<Vec<Vec<Value>>>>,
    by_implementation: Arc<Mutex<Vec<Vec<Value>>>>,
}

impl Seen {
    fn check(&self, want: &Json) -> CaseResult {
        for (calls, count, last) in [
            (&self.by_rule, "type_calls", "type_args"),
            (&self.by_implementation, "impl_calls", "impl_args"),
        ] {
            let calls = calls.lock().map_err(|error| error.to_string())?;
            same(count, &want[count].as_u64(), &Some(calls.len() as u64))?;
            if let Some(wanted) = want.get(last) {
                same(last, &Some(&read_values(wanted)?), &calls.last())?;
            }
        }
        Ok(())
    }
}

fn read_function(json: &Json) -> std::result::Result<(Function, Seen), String> {
    let mut signature = Signature::new().refine_result(read_refinement(&json["refine"])?);
    for parameter in json["params"].as_array().ok_or("no params")? {
        signature = signature.parameter(read_parameter(parameter)?);
    }
    if !json["var_param"].is_null() {
        signature = signature.variadic(read_parameter(&json["var_param"])?);
    }
    let seen = Seen::default();

    let returns = &json["returns"];
    let rule = read_failure(returns);
    let fixed = match returns.get("type") {
        Some(ty) => Some(read_type(ty)?),
        None => None,
    };
    let of_argument = read_index(&returns["type_of_arg"]);
    let calls = seen.by_rule.clone();
    let returns = ReturnType::found(move |arguments| {
        note(&calls, arguments);
        rule()?;
        Ok(match &fixed {
            Some(ty) => ty.clone(),
            None => arguments[of_argument].ty().clone(),
        })
    });

    let does = &json["impl"];
    let implementation = read_failure(does);
    let value = match does.get("value") {
        Some(value) => Some(read_value(value)?),
        None => None,
    };
    let argument = read_index(&does["arg"]);
    let calls = seen.by_implementation.clone();
    let function = Function::new(signature, returns, move |arguments, _| {
        note(&calls, arguments);
        implementation()?;
        Ok(match &value {
            Some(value) => value.clone(),
            None => arguments[argument].clone(),
        })
    });
    Ok((function, seen))
}

fn read_parameter(json: &Json) -> std::result::Result<Parameter, String> {
    let flags = [
        ("allow_null", Allow::NULL),
        ("allow_unknown", Allow::UNKNOWN),
        ("allow_dynamic", Allow::DYNAMIC),
        ("allow_marked", Allow::MARKED),
    ];
    Ok(flags.iter().filter(|(name, _)| json[name] == true).fold(
        Parameter::new("", read_type(&json["type"])?),
        |parameter, (_, allow)| parameter.allow(*allow),
    ))
}

fn read_refinement(json: &Json) -> std::result::Result<Refinement, String> {
    let mut refinement = Refinement::NONE;
    for step in json.as_array().unwrap_or(&vec![]) {
        match step.as_str() {
            Some("not_null") => refinement.not_null = true,
            Some("prefix_x") => refinement.detail = Detail::Prefix("x".into()),
            _ => return Err(format!("unknown refinement {step}")),
        }
    }
    Ok(refinement)
}

/// The failure of a callback that a case describes, if any.
fn read_failure(json: &Json) -> impl Fn() -> Result<()> + Send + Sync + 'static {
    let text = |key: &str| json[key].as_str().map(str::to_owned);
    let (plain, of_argument) = (text("error"), text("arg_error"));
    let index = read_index(&json["index"]);
    let panics = json["panic"] == true;
    move || {
        if panics {
            // Without the panic hook, which would print every one of them.
            std::panic::resume_unwind(Box::new("as the case demands"));
        }
        match (&plain, &of_argument) {
            (Some(message), _) => Err(Error::new(Code::Callback, message)),
            (_, Some(message)) => Err(Error::new(Code::Callback, message).with_argument(index)),
            _ => Ok(()),
        }
    }
}

fn read_index(json: &Json) -> usize {
    json.as_u64().unwrap_or_default() as usize
}

fn note(calls: &Mutex<Vec<Vec<Value>>>, arguments: &[&Value]) {
    if let Ok(mut calls) = calls.lock() {
        calls.push(arguments.iter().copied().cloned().collect());
    }
}
