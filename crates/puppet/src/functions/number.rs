//! Functions of numbers: `abs`, `ceiling`, `floor`, `round`.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use polycty_core::number::Integer;
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "abs",
        Cost::Linear,
        Makes::Shallow,
        &["Numeric val", "String val"],
        abs,
    ),
    Entry::new(
        "ceiling",
        Cost::Linear,
        Makes::Shallow,
        &["Numeric val", "String val"],
        ceiling,
    ),
    Entry::new(
        "floor",
        Cost::Linear,
        Makes::Shallow,
        &["Numeric val", "String val"],
        floor,
    ),
    Entry::new(
        "round",
        Cost::Linear,
        Makes::Shallow,
        &["Numeric val"],
        round,
    ),
];

/// Parses decimal digits with an optional fraction.
fn decimal(text: &str) -> Option<Value> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match unsigned.split_once('.') {
        Some((whole, fraction)) if digits(whole) && digits(fraction) => {
            text.parse().ok().map(Value::from_double)
        }
        None if digits(unsigned) => Integer::parse(text.trim_start_matches('+'))
            .ok()
            .map(Value::from_integer),
        _ => None,
    }
}

fn abs(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let read;
    let mut value = &arguments.values[0];
    if let Some(text) = value.as_str() {
        interpreter.warn_once(
            "The abs() function's auto conversion of String to Numeric is deprecated - change to \
             convert input before calling",
        )?;
        read = decimal(text).ok_or_else(|| {
            raised("abs(): Requires float or integer to work with - was given non decimal string")
        })?;
        value = &read;
    }
    Ok(match (value.as_integer(), value.as_double()) {
        (Some(integer), _) => Value::from_integer(integer.abs()),
        (None, Some(float)) => Value::from_double(float.abs()),
        (None, None) => value.clone(),
    })
}

/// Returns the float of an argument; an integer is unchanged.
fn float(
    interpreter: &mut Interpreter<'_>,
    arguments: &Arguments<'_>,
    name: &str,
) -> Eval<Result<f64, Value>> {
    let value = &arguments.values[0];
    if let Some(text) = value.as_str() {
        interpreter.warn_once(&format!(
            "The {name}() function's auto conversion of String to Float is deprecated - change \
             to convert input before calling"
        ))?;
        let text = text.trim();
        return text.parse().map(Ok).map_err(|_| {
            raised(format!(
                "{name}(): cannot convert given value to a floating point value."
            ))
        });
    }
    Ok(match value.as_double() {
        Some(float) => Ok(float),
        None => Err(value.clone()),
    })
}

fn whole(float: f64) -> Eval<Value> {
    match Integer::from_f64(float) {
        Some(integer) => Ok(Value::from_integer(integer)),
        None if float.is_nan() => Err(raised("NaN")),
        None => Err(raised(if float < 0.0 { "-Infinity" } else { "Infinity" })),
    }
}

fn ceiling(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    match float(interpreter, &arguments, "ceiling")? {
        Ok(float) => whole(float.ceil()),
        Err(integer) => Ok(integer),
    }
}

fn floor(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    match float(interpreter, &arguments, "floor")? {
        Ok(float) => whole(float.floor()),
        Err(integer) => Ok(integer),
    }
}

fn round(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    match value.as_double() {
        // As in Puppet, the sum may round half of the next number up.
        Some(float) if float > 0.0 => whole((float + 0.5).trunc()),
        Some(float) => whole((float - 0.5).trunc()),
        None => Ok(value.clone()),
    }
}
