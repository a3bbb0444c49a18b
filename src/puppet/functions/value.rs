//! Comparing values: `min`, `max`, `compare`.

use crate::eval::compare::{numbers, strings};
use crate::eval::host_text::host_text;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, Stop, raised};
use crate::functions::{Arguments, Entry};
use crate::rules::infer::infer;
use crate::types::format::short_name;
use crate::values::special::{Special, array_elements};
use polycty_core::values::Value;
use std::cmp::Ordering;

macro_rules! extremes {
    () => {
        &[
            "Numeric values+",
            "String values+",
            "SemVer values+",
            "Timespan values+",
            "Timestamp values+",
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
    Entry::new("min", extremes!(), min),
    Entry::new("max", extremes!(), max),
    Entry::new("compare", &["Any values*"], compare),
];

fn min(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    extreme(interpreter, arguments, "min", Ordering::Less)
}

fn max(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    extreme(interpreter, arguments, "max", Ordering::Greater)
}

/// The first value that is on the wanted side of all others.
fn extreme(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    name: &str,
    wanted: Ordering,
) -> Eval<Value> {
    let listed = match arguments.values {
        [only] => array_elements(only),
        _ => None,
    };
    let mut values = listed.unwrap_or(arguments.values).iter();
    let Some(mut found) = values.next() else {
        return Err(raised(format!(
            "{name}(): Wrong number of arguments need at least one"
        )));
    };
    for value in values {
        interpreter.budget.charge(1)?;
        let order = match arguments.block {
            Some(block) => {
                let answer = interpreter.call_block(block, &[value.clone(), found.clone()])?;
                let zero = Value::from_integer(0i64.into());
                numbers(&answer, &zero).flatten().ok_or_else(|| {
                    raised(format!(
                        "comparison of {} with 0 failed",
                        host_text(&answer)
                    ))
                })?
            }
            None => assumed(interpreter, name, value, found)?,
        };
        if order == wanted {
            found = value;
        }
    }
    Ok(found.clone())
}

/// A string that says a number.
fn numeric(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let says = match unsigned.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(unsigned),
    };
    says.then(|| text.parse().ok()).flatten()
}

/// The order of two values, which become numbers or texts if they have to.
fn assumed(
    interpreter: &mut Interpreter<'_>,
    name: &str,
    left: &Value,
    right: &Value,
) -> Eval<Ordering> {
    let none = || -> Box<Stop> { raised("comparison of values that have no order failed") };
    if let (Some(left), Some(right)) = (left.as_str(), right.as_str()) {
        if let (Some(left), Some(right)) = (numeric(left), numeric(right)) {
            warn(interpreter, name, "String to Numeric")?;
            return left.partial_cmp(&right).ok_or_else(none);
        }
        return Ok(left.as_bytes().cmp(right.as_bytes()));
    }
    if let (Some(Special::SemVer(left)), Some(Special::SemVer(right))) =
        (Special::of(left), Special::of(right))
    {
        return Ok(left.precedence(right));
    }
    if let Some(order) = numbers(left, right) {
        return order.ok_or_else(none);
    }
    warn(interpreter, name, "Any to String")?;
    Ok(host_text(left).as_bytes().cmp(host_text(right).as_bytes()))
}

fn warn(interpreter: &mut Interpreter<'_>, name: &str, what: &str) -> Eval<()> {
    interpreter.warn_once(&format!(
        "The {name}() function's auto conversion of {what} is deprecated - change to convert \
         input before calling, or use lambda"
    ))
}

fn compare(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let refuse = |message: String| Err(raised(format!("'compare' compare(): {message}")));
    let (left, right) = match arguments.values {
        [left, right, ..] => (left, right),
        values => {
            return Err(raised(format!(
                "'compare' expects between 2 and 3 arguments, got {}",
                match values.len() {
                    0 => "none".to_owned(),
                    count => count.to_string(),
                }
            )));
        }
    };
    if arguments.values.len() > 3 {
        return refuse(format!(
            "Accepts at most 3 arguments, got {}",
            arguments.values.len()
        ));
    }
    let made = |order: Ordering| Ok(Value::from_integer((order as i64).into()));
    let third = arguments.get(2);
    if let (Some(left), Some(right)) = (left.as_str(), right.as_str()) {
        return match third.map(Value::as_bool) {
            None | Some(Some(true)) => made(strings(left, right)),
            Some(Some(false)) => made(left.as_bytes().cmp(right.as_bytes())),
            Some(None) => refuse("The third argument (ignore case) must be a Boolean".into()),
        };
    }
    if third.is_some() {
        return refuse(
            "The third argument (ignore case) can only be used when comparing strings".into(),
        );
    }
    if let (Some(Special::SemVer(left)), Some(Special::SemVer(right))) =
        (Special::of(left), Special::of(right))
    {
        return made(left.precedence(right));
    }
    if let Some(Some(order)) = numbers(left, right) {
        return made(order);
    }
    let name =
        |value: &Value| Ok::<String, Box<Stop>>(short_name(&infer(value, interpreter.budget)?));
    let comparable = |value: &Value| {
        value.as_str().is_some()
            || value.as_integer().is_some()
            || value.as_double().is_some()
            || matches!(
                Special::of(value),
                Some(Special::SemVer(_) | Special::Timespan(_) | Special::Timestamp(_))
            )
    };
    let got = format!("Got {} and {}", name(left)?, name(right)?);
    if !comparable(left) {
        return refuse(format!(
            "Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and \
             Timestamp can be compared. {got}"
        ));
    }
    refuse(format!(
        "Can only compare values of the same type (or for Timestamp/Timespan also against \
         Numeric). {got}"
    ))
}
