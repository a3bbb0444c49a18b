//! Handlers for cases of the functions of HCL's standard library.
//!
//! In addition to the value or the error of a call, a case contains the type that the function
//! predicts for the arguments.

use super::vectors::{check_error, check_value, read_type, read_values, same};
use super::{Case, CaseResult, Plan};
use polycty::dialect::hcl::functions::standard_function;

/// The handlers of this file.
pub fn plan(case: &Case) -> Plan {
    match case.op() {
        "call" => Plan::Run(call),
        _ => Plan::Nobody,
    }
}

fn call(case: &Case) -> CaseResult {
    let name = case.0["func"].as_str().ok_or("no func")?;
    let function = standard_function(name).ok_or_else(|| format!("no function {name}"))?;
    let arguments = read_values(&case.0["args"])?;
    let arguments: Vec<_> = arguments.iter().collect();
    let say = |how| format!("{name}: {how}");

    let want = case.want();
    check_value(want, function.call(&arguments)).map_err(say)?;
    let ty = function.function().return_type_for_values(&arguments);
    match (ty, want.get("return_type"), want.get("return_type_error")) {
        (Ok(ty), Some(wanted), _) => same("return type", &read_type(wanted)?, &ty),
        (Err(error), _, Some(wanted)) => {
            check_error(&serde_json::json!({ "error": wanted }), &error)
        }
        (ty, ..) => Err(format!("return type: wanted {want}, got {ty:?}")),
    }
    .map_err(say)
}
