//! Time: the current time, the time of the plan, and comparison of times.

use crate::own::{Own, Shared, own};
use polycty_core::calls::{Budget, Call, Signature};
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::text::calendar::DateTime;
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::define::{never_null, string, text};
use polycty_hcl::functions::{Cost, Function, instant};
use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// The range of times that RFC 3339 can represent, in seconds since the beginning of 1970: its
/// years have four digits.
const WRITTEN: RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;

pub(crate) fn functions(host: &Shared) -> Vec<Own> {
    let (clock, plan) = (host.clone(), host.clone());
    vec![
        own(
            "timestamp",
            Cost::Steps(4),
            of_seconds("Returns the current time.", move |budget| clock.now(budget)),
        ),
        own(
            "plantimestamp",
            Cost::Constant,
            of_seconds("Returns the time of the plan.", move |_| plan.plan_time()),
        ),
        own("timecmp", Cost::Linear, compared()),
    ]
}

fn of_seconds(
    description: &str,
    seconds: impl Fn(&Budget) -> Result<i64> + Send + Sync + 'static,
) -> Function {
    let signature = never_null(Signature::new().describe(description));
    Function::new(
        signature,
        Type::string().clone(),
        move |_: &[&Value], call: &Call<'_>| {
            let seconds = seconds(call.budget)?;
            if !WRITTEN.contains(&seconds) {
                let message = "the time from the host is outside the years 0 to 9999";
                return Err(Error::new(Code::Unsupported, message));
            }
            let time = DateTime::of_seconds(seconds);
            Ok(Value::string(&format!("{time}Z")))
        },
    )
}

fn compared() -> Function {
    let signature = Signature::new()
        .describe(
            "Returns -1, 0 or 1 if the first time is earlier than, equal to or later than \
                   the second.",
        )
        .parameter(string(
            "timestamp_a",
            "The first time, in the format of RFC 3339.",
        ))
        .parameter(string(
            "timestamp_b",
            "The second time, in the format of RFC 3339.",
        ));
    Function::new(
        never_null(signature),
        Type::number().clone(),
        |args: &[&Value], _: &Call<'_>| {
            let time = |at: usize| {
                let quoting = |error: Error| error.with_argument(at).quoting(Quotes::Argument(at));
                let given = text(args[at])?;
                instant(given).map_err(quoting)
            };
            Ok(Value::from_i64(match time(0)?.cmp(&time(1)?) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }))
        },
    )
}
