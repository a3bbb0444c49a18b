//! Times: `strftime`.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::host::absent;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, limit, raised};
use crate::scalars::strftime::{self, Zone};
use crate::scalars::strptime::offset_of;
use crate::scalars::timespan_write;
use crate::values::special::Special;
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[Entry::new(
    "strftime",
    Cost::Linear,
    Makes::Shallow,
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
    let text = match (arguments.which, Special::of(&arguments.values[0])) {
        (0, Some(Special::Timespan(nanos))) => {
            timespan_write::written(*nanos, format).map_err(raised)?
        }
        (1, Some(Special::Timestamp(nanos))) => {
            strftime::written(*nanos, format, zone_of(zone)?).map_err(raised)?
        }
        _ => {
            interpreter.warn_once(
                "The argument signature (String format, [String timezone]) is deprecated for \
                 #strftime. See #strftime documentation and Timespan type for more info",
            )?;
            let now = (interpreter.environment.now())
                .ok_or_else(|| absent("formatting the current time"))?;
            strftime::written(now, format, zone_of(zone)?).map_err(raised)?
        }
    };
    let text = text.ok_or_else(|| limit("the formatted time is too long"))?;
    Ok(Value::string(&text))
}

/// Returns the zone of a text, which Ruby parses as the offset from UTC in hours and minutes.
fn zone_of(text: Option<&Value>) -> Eval<Zone> {
    let Some(text) = text.and_then(Value::as_str).filter(|text| !text.is_empty()) else {
        return Ok(Zone::UTC);
    };
    if let Some(zone) = exact(text) {
        return zone;
    }
    let east = offset_of(text).ok_or_else(|| raised(format!("Illegal timezone '{text}'")))?;
    let minutes = east.div_euclid(60);
    if minutes.abs() >= 24 * 60 {
        return Err(raised("utc_offset out of range"));
    }
    let (east, utc) = (minutes * 60, false);
    Ok(Zone { east, utc })
}

/// Parses a zone of a sign, two digits, `:` and two digits; `-00:00` is UTC.
fn exact(text: &str) -> Option<Eval<Zone>> {
    let [sign @ (b'+' | b'-'), a, b, b':', c, d] = *text.as_bytes() else {
        return None;
    };
    if ![a, b, c, d].iter().all(u8::is_ascii_digit) {
        return None;
    }
    let two = |tens: u8, ones: u8| i64::from(tens - b'0') * 10 + i64::from(ones - b'0');
    let (hours, minutes) = (two(a, b), two(c, d));
    Some(if minutes > 59 {
        Err(raised(format!(
            "\"+HH:MM\", \"-HH:MM\", \"UTC\" or \"A\"..\"I\",\"K\"..\"Z\" expected for utc_offset: {text}"
        )))
    } else if hours > 23 {
        Err(raised("utc_offset out of range"))
    } else {
        let east = hours * 3600 + minutes * 60;
        Ok(Zone {
            east: if sign == b'-' { -east } else { east },
            utc: sign == b'-' && east == 0,
        })
    })
}
