//! The module `math`.

use super::call::{Call, catchable, int, refused};
use super::define::{Cost, Function, Outcome, one_of};
use crate::functions::convert::truncated;
use crate::types::view::MclType;
use polycty_core::values::Value;
use polycty_engine::Failure;

pub(super) static TABLE: &[Function] = &[
    Function::pure("math.fortytwo", "func() ?1", Cost::Constant, fortytwo)
        .checked(|solved| one_of(solved, &["func() int", "func() float"])),
    Function::pure("math.minus1", "func(x int) int", Cost::Constant, |call| {
        Ok(int(call.int(0).wrapping_sub(1)))
    }),
    Function::pure("math.mod", "func(?1, ?1) ?1", Cost::Linear, modulo)
        .checked(|solved| one_of(solved, &["func(int, int) int", "func(float, float) float"])),
    Function::pure(
        "math.pow",
        "func(x float, y float) float",
        Cost::Constant,
        |call| {
            Ok(Value::from_double(finite(libm::pow(
                call.float(0),
                call.float(1),
            ))?))
        },
    ),
    Function::pure("math.sqrt", "func(x float) float", Cost::Constant, |call| {
        Ok(Value::from_double(finite(call.float(0).sqrt())?))
    }),
];

fn fortytwo(call: &Call<'_>) -> Outcome {
    match MclType::of(call.returns()) {
        Some(MclType::Int) => Ok(int(42)),
        Some(MclType::Float) => Ok(Value::from_double(42.0)),
        _ => Err(refused("did not match")),
    }
}

/// Returns the remainder of the numbers as doubles, also for `int`, with the sign of the first.
fn modulo(call: &Call<'_>) -> Outcome {
    let whole = call.value(0)?.as_integer().is_some();
    let (x, y) = if whole {
        (call.int(0) as f64, call.int(1) as f64)
    } else {
        (call.float(0), call.float(1))
    };
    let rest = finite(x % y)?;
    Ok(if whole {
        int(truncated(rest))
    } else {
        Value::from_double(rest)
    })
}

/// Returns the result if it is finite.
fn finite(result: f64) -> Result<f64, Failure> {
    let message = if result.is_nan() {
        "result is not a number"
    } else if result == f64::INFINITY {
        "result is positive infinity"
    } else if result == f64::NEG_INFINITY {
        "result is negative infinity"
    } else {
        return Ok(result);
    };
    Err(catchable(message))
}
