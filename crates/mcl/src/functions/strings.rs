//! The modules `strings` and `regexp`.

use super::call::{Call, catchable, fatal};
use super::define::{Cost, Function, Outcome};
use polycty_core::source::{Code, Error};
use polycty_core::text::case::{simple_lower, simple_upper};
use polycty_core::values::Value;
use polycty_engine::Failure;
use polycty_regexp::{Expression, PatternError};

pub(super) static TABLE: &[Function] = &[
    Function::pure(
        "regexp.match",
        "func(pattern str, s str) bool",
        Cost::Linear,
        matches,
    ),
    Function::pure(
        "strings.contains",
        "func(s str, substr str) bool",
        Cost::Linear,
        |call| {
            call.charge_scan(call.str(0))?;
            Ok(Value::bool(call.str(0).contains(call.str(1))))
        },
    ),
    Function::pure(
        "strings.has_prefix",
        "func(s str, prefix str) bool",
        Cost::Linear,
        |call| Ok(Value::bool(call.str(0).starts_with(call.str(1)))),
    ),
    Function::pure(
        "strings.has_suffix",
        "func(s str, suffix str) bool",
        Cost::Linear,
        |call| Ok(Value::bool(call.str(0).ends_with(call.str(1)))),
    ),
    Function::pure(
        "strings.join_nonempty",
        "func(s []str, sep str) str",
        Cost::Linear,
        |call| {
            let parts = call.list(0).iter().filter_map(Value::as_str);
            let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
            join(call, &parts, call.str(1))
        },
    ),
    Function::pure(
        "strings.left_pad",
        "func(s str, pad str, len int) str",
        Cost::Linear,
        |call| {
            let padding = padding(call)?;
            Ok(Value::string(&[&padding, call.str(0)].concat()))
        },
    ),
    Function::pure(
        "strings.right_pad",
        "func(s str, pad str, len int) str",
        Cost::Linear,
        |call| {
            let padding = padding(call)?;
            Ok(Value::string(&[call.str(0), &padding].concat()))
        },
    ),
    Function::pure(
        "strings.replace_all",
        "func(s str, old str, new str) str",
        Cost::Linear,
        |call| replace(call, usize::MAX),
    ),
    Function::pure(
        "strings.split",
        "func(a str, b str) []str",
        Cost::Linear,
        split,
    ),
    Function::pure(
        "strings.substr",
        "func(s str, low int, high int) str",
        Cost::Linear,
        substr,
    ),
    Function::pure(
        "strings.to_lower",
        "func(a str) str",
        Cost::Linear,
        |call| mapped(call, simple_lower),
    ),
    Function::pure(
        "strings.to_upper",
        "func(a str) str",
        Cost::Linear,
        |call| mapped(call, simple_upper),
    ),
    Function::pure(
        "strings.trim_space",
        "func(a str) str",
        Cost::Linear,
        |call| call.text(call.str(0).trim()),
    ),
];

fn matches(call: &Call<'_>) -> Outcome {
    let refuse = |PatternError { what, part }: PatternError| {
        let message = format!("pattern did not compile: error parsing regexp: {what}: `{part}`");
        Error::new(Code::Syntax, message)
    };
    let expression = Expression::read_as(call.str(0), call.budget, refuse)?;
    let compiled = expression.compiled(call.str(1), call.budget)?;
    Ok(Value::bool(compiled.is_match(call.str(1))))
}

/// Joins texts with a separator.
pub(super) fn join(call: &Call<'_>, parts: &[&str], between: &str) -> Outcome {
    let bytes: usize = parts.iter().map(|part| part.len() + between.len()).sum();
    call.charge_text(bytes)?;
    Ok(Value::string(&parts.join(between)))
}

/// Returns the repetitions of the padding that reach at least the requested length in bytes.
fn padding(call: &Call<'_>) -> Result<String, Failure> {
    let (text, pad) = (call.str(0), call.str(1));
    let missing = usize::try_from(call.int(2))
        .unwrap_or(0)
        .saturating_sub(text.len());
    if missing > 0 && pad.is_empty() {
        let message = "cannot pad with an empty string";
        return Err(fatal(Code::Limit, message));
    }
    let times = missing.div_ceil(pad.len().max(1));
    call.repeated(pad, times, text.len())
}

/// Replaces the first `most` occurrences of the second argument by the third.
pub(super) fn replace(call: &Call<'_>, most: usize) -> Outcome {
    let (text, old, new) = (call.str(0), call.str(1), call.str(2));
    call.charge_scan(text)?;
    let times = text.matches(old).count().min(most);
    call.charge_text(text.len().saturating_add(times.saturating_mul(new.len())))?;
    Ok(Value::string(&text.replacen(old, new, most)))
}

fn split(call: &Call<'_>) -> Outcome {
    let (text, separator) = (call.str(0), call.str(1));
    call.charge_scan(text)?;
    if separator.is_empty() {
        let mut buffer = [0; 4];
        return call.texts(text.chars().map(|c| c.encode_utf8(&mut buffer).to_owned()));
    }
    call.texts(text.split(separator))
}

fn substr(call: &Call<'_>) -> Outcome {
    let (text, low, high) = (call.str(0), call.int(1), call.int(2));
    let bounds = usize::try_from(low).ok().zip(usize::try_from(high).ok());
    let bounds = bounds.filter(|(low, high)| low <= high && *high <= text.len());
    let Some((low, high)) = bounds else {
        return Err(catchable("low/high out of range"));
    };
    // mgmt returns a part of a character here, which is not a valid string.
    let part = text.get(low..high);
    let part = part.ok_or_else(|| fatal(Code::InvalidUtf8, "low/high is inside a character"));
    call.text(part?)
}

/// Applies a function to each character.
pub(super) fn mapped(call: &Call<'_>, map: fn(char) -> char) -> Outcome {
    let text = call.str(0);
    call.charge_text(2 * text.len())?;
    Ok(Value::string(&text.chars().map(map).collect::<String>()))
}
