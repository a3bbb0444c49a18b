//! Times: `strftime`.

use crate::eval::function::{Arguments, Entry};
use crate::eval::host::absent;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use crate::scalars::strftime;
use crate::scalars::strptime::offset_of;
use crate::scalars::timespan_write;
use crate::values::special::Special;
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[Entry::new(
    "strftime",
    &[
        "Timespan time_object, String format",
        "Timestamp time_object, String format, String timezone?",
        "String format, String timezone?",
    ],
    strftime_of,
)];

fn strftime_of(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let (format, zone) = match arguments.which {
        2 => (arguments.text(0), arguments.get(1)),
        _ => (arguments.text(1), arguments.get(2)),
    };
    interpreter.budget.charge(1 + format.len() as u64)?;
    let zone = match zone.and_then(Value::as_str) {
        Some("current") | None => 0,
        Some(zone) => {
            offset_of(zone).ok_or_else(|| raised(format!("Illegal timezone '{zone}'")))?
        }
    };
    let text = match (arguments.which, Special::of(&arguments.values[0])) {
        (0, Some(Special::Timespan(nanos))) => {
            timespan_write::written(*nanos, format).map_err(raised)?
        }
        (1, Some(Special::Timestamp(nanos))) => strftime::written(*nanos, format, zone),
        _ => {
            interpreter.warn_once(
                "The argument signature (String format, [String timezone]) is deprecated for \
                 #strftime. See #strftime documentation and Timespan type for more info",
            )?;
            let now = (interpreter.environment.now())
                .ok_or_else(|| absent("formatting the current time"))?;
            strftime::written(now, format, zone)
        }
    };
    interpreter.hold_text(text.len())?;
    Ok(Value::string(&text))
}
