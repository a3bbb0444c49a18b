//! Comparing values: `min`, `max`, `compare`.

use crate::eval::call::Block;
use crate::eval::compare::{both_looked_at, numbers, strings};
use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry, Takes};
use crate::eval::host_text::host_text;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, Stop, raised};
use crate::values::label::of_value;
use crate::values::special::{Special, array_elements, undef};
use polycty_core::values::Value;
use std::borrow::Cow;
use std::cmp::Ordering;

macro_rules! extremes {
    () => {
        &[
            "Numeric values*",
            "String values*",
            "SemVer values*",
            "Timespan values*",
            "Timestamp values*",
            "Array[Numeric] values, Callable[2, 2] block?",
            "Array[String] values, Callable[2, 2] block?",
            "Array[SemVer] values, Callable[2, 2] block?",
            "Array[Timespan] values, Callable[2, 2] block?",
            "Array[Timestamp] values, Callable[2, 2] block?",
            "Array values, Callable[2, 2] block?",
            "Any values*, Callable[2, 2] block",
            "Any values*",
        ]
    };
}

pub(super) const TABLE: &[Entry] = &[
    Entry::new("min", Cost::Own, Makes::Nothing, extremes!(), min),
    Entry::new("max", Cost::Own, Makes::Nothing, extremes!(), max),
    Entry {
        name: "compare",
        cost: Cost::Copying,
        makes: Makes::Nothing,
        takes: Takes::Checked(
            &[
                "Numeric a, Numeric b",
                "String a, String b, Boolean ignore_case?",
                "SemVer a, SemVer b",
                "Numeric a, Variant[Timespan, Timestamp] b",
                "Timestamp a, Variant[Timestamp, Numeric] b",
                "Timespan a, Variant[Timespan, Numeric] b",
            ],
            incomparable,
        ),
        run: compare,
    },
];

fn min(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    interpreter.in_large_frame(|interpreter| extreme(interpreter, arguments, "min", Ordering::Less))
}

fn max(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    interpreter
        .in_large_frame(|interpreter| extreme(interpreter, arguments, "max", Ordering::Greater))
}

/// Returns the first value that is less (or greater) than all others.
fn extreme(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    name: &str,
    wanted: Ordering,
) -> Eval<Value> {
    // The signatures with one array follow those with single values, for the same types.
    let (ordered, listed) = match arguments.which {
        at @ 0..=4 => (ORDERS[at], None),
        at @ 5..=9 => (ORDERS[at - 5], array_elements(&arguments.values[0])),
        10 => (Ordered::Texts, array_elements(&arguments.values[0])),
        _ => (Ordered::Texts, None),
    };
    let mut values = listed.unwrap_or(arguments.values).iter();
    let Some(mut found) = values.next() else {
        return match arguments.block {
            Some(_) => Ok(undef()),
            None => Err(raised(format!(
                "{name}(): Wrong number of arguments need at least one"
            ))),
        };
    };
    for value in interpreter.budget.charged(values)? {
        let order = match arguments.block {
            Some(block) => {
                let answer = interpreter.call_block(block, &[value.clone(), found.clone()])?;
                let zero = Value::from_integer(0i64.into());
                match numbers(&answer, &zero).flatten() {
                    Some(order) => order,
                    None => {
                        let shown = host_text(&answer, interpreter.budget)?;
                        return Err(raised(format!("comparison of {} with 0 failed", &*shown)));
                    }
                }
            }
            None => assumed(interpreter, name, ordered, value, found)?,
        };
        if order == wanted {
            found = value;
        }
    }
    Ok(found.clone())
}

/// The order of values of some types.
#[derive(Clone, Copy)]
enum Ordered {
    Numbers,
    Strings,
    Versions,
    /// Any types: by their texts.
    Texts,
}

/// The orders of the first signatures.
const ORDERS: [Ordered; 5] = [
    Ordered::Numbers,
    Ordered::Strings,
    Ordered::Versions,
    Ordered::Numbers,
    Ordered::Numbers,
];

/// Parses a text as a number: digits, with at most one separator between them.
fn numeric(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let says = match unsigned.split_once(['.', '_', 'e', 'E']) {
        Some((whole, rest)) => digits(whole) && digits(rest),
        None => digits(unsigned),
    };
    says.then(|| text.replace('_', "").parse().ok()).flatten()
}

/// Compares two values.
fn assumed(
    interpreter: &mut Interpreter<'_>,
    name: &str,
    ordered: Ordered,
    left: &Value,
    right: &Value,
) -> Eval<Ordering> {
    let none = || -> Box<Stop> { raised("comparison of values that have no order failed") };
    let texts = match ordered {
        Ordered::Numbers => return numbers(left, right).flatten().ok_or_else(none),
        Ordered::Versions => return versions(left, right).ok_or_else(none),
        Ordered::Strings => None,
        Ordered::Texts => {
            let budget = interpreter.budget;
            Some((host_text(left, budget)?, host_text(right, budget)?))
        }
    };
    let (left, right) = match &texts {
        Some((left, right)) => (&**left, &**right),
        None => (
            left.as_str().unwrap_or_default(),
            right.as_str().unwrap_or_default(),
        ),
    };
    interpreter
        .budget
        .charge((left.len() + right.len()) as u64 / 64)?;
    if let (Some(left), Some(right)) = (numeric(left), numeric(right)) {
        warn(interpreter, name, "String to Numeric")?;
        return left.partial_cmp(&right).ok_or_else(none);
    }
    if texts.is_some() {
        warn(interpreter, name, "Any to String")?;
    }
    Ok(left.as_bytes().cmp(right.as_bytes()))
}

/// Compares two versions.
fn versions(left: &Value, right: &Value) -> Option<Ordering> {
    match (Special::of(left)?, Special::of(right)?) {
        (Special::SemVer(left), Special::SemVer(right)) => Some(left.precedence(right)),
        _ => None,
    }
}

fn warn(interpreter: &mut Interpreter<'_>, name: &str, what: &str) -> Eval<()> {
    interpreter.warn_once(&format!(
        "The {name}() function's auto conversion of {what} is deprecated - change to convert \
         input before calling, or use lambda"
    ))
}

fn compare(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let (left, right) = (&arguments.values[0], &arguments.values[1]);
    both_looked_at(left, right, interpreter.budget)?;
    let order = match (left.as_str(), right.as_str()) {
        (Some(left), Some(right)) => match arguments.get(2).and_then(Value::as_bool) {
            Some(false) => Some(left.as_bytes().cmp(right.as_bytes())),
            _ => Some(strings(left, right)),
        },
        _ => versions(left, right).or_else(|| numbers(left, right).flatten()),
    };
    // NaN has no order.
    Ok(order.map_or_else(undef, |order| Value::from_integer((order as i64).into())))
}

/// The message of `compare` for a call that matches none of its signatures.
fn incomparable(args: &[Value], block: Option<Block<'_>>) -> Option<Cow<'static, str>> {
    let (None, [left, right, rest @ ..]) = (block, args) else {
        return None;
    };
    let comparable = |value: &Value| {
        value.as_str().is_some()
            || value.as_integer().is_some()
            || value.as_double().is_some()
            || matches!(
                Special::of(value),
                Some(Special::SemVer(_) | Special::Timespan(_) | Special::Timestamp(_))
            )
    };
    let got = || format!("Got {} and {}", of_value(left), of_value(right));
    let strings = left.as_str().is_some() && right.as_str().is_some();
    let why = match rest {
        _ if !comparable(left) || !comparable(right) => format!(
            "Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and \
             Timestamp can be compared. {}",
            got()
        ),
        [_, ..] if !strings => {
            "The third argument (ignore case) can only be used when comparing strings".into()
        }
        [_, _, ..] => format!("Accepts at most 3 arguments, got {}", args.len()),
        [third] if third.as_bool().is_none() => format!(
            "The third argument (ignore case) must be a Boolean. Got {}",
            of_value(third)
        ),
        _ => format!(
            "Can only compare values of the same type (or for Timestamp/Timespan also against \
             Numeric). {}",
            got()
        ),
    };
    Some(format!("compare(): {why}").into())
}
