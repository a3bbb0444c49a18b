//! The module `convert`.

use super::call::{Call, catchable, int};
use super::define::{Cost, Function, Outcome};
use super::parse::{parse_bool, parse_float, parse_int};
use polycty_core::values::Value;

pub(super) static TABLE: &[Function] = &[
    Function::pure(
        "convert.format_bool",
        "func(a bool) str",
        Cost::Constant,
        |call| call.text(if call.bool(0) { "true" } else { "false" }),
    ),
    Function::pure(
        "convert.parse_bool",
        "func(a str) bool",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            let flag =
                parse_bool(text).ok_or_else(|| catchable(format!("invalid bool: `{text}`")))?;
            Ok(Value::bool(flag))
        },
    ),
    Function::pure(
        "convert.int_to_str",
        "func(a int) str",
        Cost::Constant,
        |call| call.text(&call.int(0).to_string()),
    ),
    Function::pure(
        "convert.str_to_int",
        "func(a str) int",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            let number =
                parse_int(text).map_err(|error| catchable(error.message("ParseInt", text)))?;
            Ok(int(number))
        },
    ),
    Function::pure(
        "convert.str_to_float",
        "func(a str) float",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            call.charge_scan(text)?;
            let number =
                parse_float(text).map_err(|error| catchable(error.message("ParseFloat", text)))?;
            Ok(Value::from_double(number))
        },
    ),
    Function::pure(
        "convert.to_float",
        "func(a int) float",
        Cost::Constant,
        |call| Ok(Value::from_double(call.int(0) as f64)),
    ),
    Function::pure(
        "convert.to_int",
        "func(a float) int",
        Cost::Constant,
        to_int,
    ),
];

/// Rounds toward zero. A value out of range becomes the minimum `int`, as in Go.
fn to_int(call: &Call<'_>) -> Outcome {
    Ok(int(truncated(call.float(0))))
}

pub(super) fn truncated(double: f64) -> i64 {
    // The bounds are exact as doubles.
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&double) {
        double as i64
    } else {
        i64::MIN
    }
}
