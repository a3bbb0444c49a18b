//! `Timespan.new` and `Timestamp.new`.
//!
//! The argument is seconds, a text with formats that are tried in order, or units in order or by
//! name. `Timestamp.new()` without arguments is the current time.

use crate::rules::constructors;
use crate::rules::convert::made::{Failure, Made, named, texts};
use crate::rules::convert::sprintf::truncated;
use crate::scalars::strptime;
use crate::scalars::time::{DAY, HOUR, MINUTE, SECOND};
use crate::scalars::timespan_format::{self, Formats};
use crate::values::special::Special;
use polycty_core::calls::Budget;
use polycty_core::number::Integer;
use polycty_core::values::Value;

/// Converts seconds to whole nanoseconds.
fn of_seconds(value: &Value) -> Result<i128, Failure> {
    let integer = match value.as_double() {
        Some(float) => truncated(float * 1e9)?,
        None => value
            .as_integer()
            .and_then(|seconds| seconds.mul(&Integer::from(SECOND)).ok())
            .ok_or_else(too_large)?,
    };
    integer.to_i128().filter(in_range).ok_or_else(too_large)
}

/// Whether the nanoseconds are within some four billion years in either direction.
fn in_range(nanos: &i128) -> bool {
    nanos.unsigned_abs() < 1 << 97
}

#[cold]
fn too_large() -> Failure {
    Failure::limit("the time is out of range")
}

/// Calls a parser with the formats in a value.
fn with_formats<T>(format: Option<&Value>, read: impl FnOnce(Formats<'_>) -> T) -> T {
    match format.filter(|format| !format.is_null()) {
        None => read(Formats::Usual),
        Some(format) => match format.as_str() {
            Some(format) => read(Formats::One(format)),
            None => read(Formats::Any(&texts(format))),
        },
    }
}

/// A duration.
pub(super) fn timespan(args: &[Value], budget: &Budget) -> Made {
    let which = constructors::timespan().select(args, budget)?;
    let nanos = match which {
        0 => of_seconds(&args[0])?,
        1 | 3 => {
            let (text, format) = match which {
                1 => (args.first(), args.get(1)),
                _ => (named(&args[0], "string"), named(&args[0], "format")),
            };
            let text = text.and_then(Value::as_str).unwrap_or_default();
            with_formats(format, |formats| timespan_format::parse(text, formats))?
        }
        2 => of_fields(|at, _| args.get(at))?,
        _ => {
            let nanos = of_fields(|_, name| named(&args[0], name))?;
            match named(&args[0], "negative").and_then(Value::as_bool) {
                Some(true) => -nanos,
                _ => nanos,
            }
        }
    };
    if !in_range(&nanos) {
        return Err(too_large());
    }
    Ok(Special::Timespan(nanos).into_value()?)
}

/// The units of a duration with their names, in order.
const UNITS: [(&str, i128); 7] = [
    ("days", DAY),
    ("hours", HOUR),
    ("minutes", MINUTE),
    ("seconds", SECOND),
    ("milliseconds", SECOND / 1_000),
    ("microseconds", 1_000),
    ("nanoseconds", 1),
];

fn of_fields<'v>(field: impl Fn(usize, &str) -> Option<&'v Value>) -> Result<i128, Failure> {
    let mut nanos: i128 = 0;
    for (at, (name, unit)) in UNITS.into_iter().enumerate() {
        let Some(count) = field(at, name).and_then(Value::as_integer) else {
            continue;
        };
        nanos = count
            .to_i128()
            .and_then(|count| count.checked_mul(unit))
            .and_then(|count| nanos.checked_add(count))
            .ok_or_else(too_large)?;
    }
    Ok(nanos)
}

/// Returns a point in time; without arguments, the time of the call.
pub(super) fn timestamp(now: Option<i128>, args: &[Value], budget: &Budget) -> Made {
    let which = constructors::timestamp().select(args, budget)?;
    let nanos = match which {
        0 => now.ok_or_else(|| {
            Failure::unsupported("a Timestamp of the current time requires a clock")
        })?,
        1 => of_seconds(&args[0])?,
        _ => {
            let part = |at: usize, name: &str| match which {
                2 => args.get(at),
                _ => named(&args[0], name),
            };
            let text = part(0, "string")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let zone = part(2, "timezone").and_then(Value::as_str);
            with_formats(part(1, "format"), |formats| {
                strptime::parse(text, formats, zone)
            })?
        }
    };
    if !in_range(&nanos) {
        return Err(too_large());
    }
    Ok(Special::Timestamp(nanos).into_value()?)
}
