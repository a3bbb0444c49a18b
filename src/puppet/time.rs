//! How are durations and points in time read and written?
//!
//! Both are whole nanoseconds, a point in time since 1970 in UTC. A duration is
//! written `D-HH:MM:SS.f`, a point in time `YYYY-MM-DDTHH:MM:SS.nnnnnnnnn UTC`;
//! what a text means is tried with a list of formats in order.

use super::build_nominal::class_of;
use super::new::{Formats, parse_timespan, parse_timestamp};
use super::parser::{Arg, What};
use polycty_core::text::calendar::{DateTime, NANOSECONDS_A_SECOND};
use std::fmt::Write;

pub(super) const SECOND: i128 = NANOSECONDS_A_SECOND as i128;
pub(super) const MINUTE: i128 = 60 * SECOND;
pub(super) const HOUR: i128 = 60 * MINUTE;
pub(super) const DAY: i128 = 24 * HOUR;

/// The formats of a duration, in the order in which they are tried.
pub(super) const TIMESPAN_FORMATS: [&str; 8] = [
    "%D-%H:%M:%S.%-N",
    "%H:%M:%S.%-N",
    "%M:%S.%-N",
    "%S.%-N",
    "%D-%H:%M:%S",
    "%H:%M:%S",
    "%D-%H:%M",
    "%S",
];

/// The formats of a point in time, in the order in which they are tried.
pub(super) const TIMESTAMP_FORMATS: [&str; 10] = [
    "%FT%T.%N %Z",
    "%FT%T %Z",
    "%F %T.%N %Z",
    "%F %T %Z",
    "%F %Z",
    "%FT%T.%N",
    "%FT%T",
    "%F %T.%N",
    "%F %T",
    "%F",
];

/// Appends a duration.
pub(super) fn push_timespan(out: &mut String, nanos: i128) {
    if nanos < 0 {
        out.push('-');
    }
    let nanos = nanos.unsigned_abs() as i128;
    let (days, rest) = (nanos / DAY, nanos % DAY);
    let (hours, rest) = (rest / HOUR, rest % HOUR);
    let (minutes, rest) = (rest / MINUTE, rest % MINUTE);
    let (seconds, fraction) = (rest / SECOND, rest % SECOND);
    let _ = write!(out, "{days}-{hours:02}:{minutes:02}:{seconds:02}.");
    // As Puppet has it, zeros at both ends are lost: five milliseconds are `.5`.
    let digits = fraction.to_string();
    let short = digits.trim_end_matches('0');
    out.push_str(if short.is_empty() { "0" } else { short });
}

/// The text of a duration.
#[must_use]
pub fn timespan_text(nanos: i128) -> String {
    let mut out = String::new();
    push_timespan(&mut out, nanos);
    out
}

/// Appends a point in time.
pub(super) fn push_timestamp(out: &mut String, nanos: i128) {
    let (days, rest) = (nanos.div_euclid(DAY), nanos.rem_euclid(DAY));
    // What a time can say is far within these days.
    let days = days.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    let time = DateTime::of_day(days, (rest / SECOND) as i64);
    let _ = write!(out, "{time}.{:09} UTC", rest % SECOND);
}

/// The text of a point in time.
#[must_use]
pub fn timestamp_text(nanos: i128) -> String {
    let mut out = String::new();
    push_timestamp(&mut out, nanos);
    out
}

/// Seconds as nanoseconds, without what is less than one; `None` beyond what a
/// time can be.
pub(super) fn of_seconds(seconds: f64) -> Option<i128> {
    let nanos = seconds * 1e9;
    (nanos.is_finite() && nanos.abs() < 1e27).then_some(nanos.trunc() as i128)
}

const OUT_OF_RANGE: &str = "the number of seconds is out of range";

/// The nanoseconds that a parameter or an argument says: seconds, a text, or a
/// hash of units.
pub(super) fn timespan_of(arg: &Arg<'_>) -> Result<i128, String> {
    match &arg.what {
        What::Integer(seconds) => Ok(i128::from(*seconds) * SECOND),
        What::Float(seconds) => of_seconds(*seconds).ok_or_else(|| OUT_OF_RANGE.into()),
        What::Text(text) => parse_timespan(text, Formats::Usual),
        What::Hash(entries) => {
            if let Some((text, formats)) = text_and_formats(entries)? {
                return parse_timespan(&text, formats.as_formats());
            }
            let mut nanos: i128 = 0;
            let mut negative = false;
            for (key, value) in entries {
                let unit = match name(key) {
                    Some("negative") => {
                        negative = matches!(value.what, What::Bool(true));
                        continue;
                    }
                    Some("days") => DAY,
                    Some("hours") => HOUR,
                    Some("minutes") => MINUTE,
                    Some("seconds") => SECOND,
                    Some("milliseconds") => SECOND / 1_000,
                    Some("microseconds") => 1_000,
                    Some("nanoseconds") => 1,
                    _ => return Err(cannot_create(arg, "Timespan")),
                };
                match value.what {
                    What::Integer(count) => nanos += i128::from(count) * unit,
                    _ => return Err(cannot_create(arg, "Timespan")),
                }
            }
            Ok(if negative { -nanos } else { nanos })
        }
        What::List(units) => {
            let mut nanos: i128 = 0;
            let scale = [DAY, HOUR, MINUTE, SECOND, SECOND / 1_000, 1_000, 1];
            if !(4..=7).contains(&units.len()) {
                return Err(cannot_create(arg, "Timespan"));
            }
            for (unit, scale) in units.iter().zip(scale) {
                match unit.what {
                    What::Integer(count) => nanos += i128::from(count) * scale,
                    _ => return Err(cannot_create(arg, "Timespan")),
                }
            }
            Ok(nanos)
        }
        _ => Err(cannot_create(arg, "Timespan")),
    }
}

/// The nanoseconds since 1970 that a parameter or an argument says: seconds, a
/// text, or a hash of text and format.
pub(super) fn timestamp_of(arg: &Arg<'_>) -> Result<i128, String> {
    match &arg.what {
        What::Integer(seconds) => Ok(i128::from(*seconds) * SECOND),
        What::Float(seconds) => of_seconds(*seconds).ok_or_else(|| OUT_OF_RANGE.into()),
        What::Text(text) => parse_timestamp(text, Formats::Usual, None),
        What::Hash(entries) => match text_and_formats(entries)? {
            Some((text, formats)) => parse_timestamp(&text, formats.as_formats(), None),
            None => Err(cannot_create(arg, "Timestamp")),
        },
        _ => Err(cannot_create(arg, "Timestamp")),
    }
}

#[cold]
fn cannot_create(arg: &Arg<'_>, what: &str) -> String {
    format!(
        "Unable to create a Puppet::Pops::Time::{what} from a {}",
        class_of(arg)
    )
}

fn name<'a>(arg: &'a Arg<'_>) -> Option<&'a str> {
    match &arg.what {
        What::Text(text) => Some(text),
        _ => None,
    }
}

/// The formats that a hash says.
enum Said<'a> {
    Nothing,
    One(&'a str),
    Any(Vec<&'a str>),
}

impl Said<'_> {
    fn as_formats(&self) -> Formats<'_> {
        match self {
            Said::Nothing => Formats::Usual,
            Said::One(format) => Formats::One(format),
            Said::Any(formats) => Formats::Any(formats),
        }
    }
}

type TextAndFormats<'a> = Option<(String, Said<'a>)>;

/// The text of a hash `{string, format}`, and its formats.
fn text_and_formats<'a>(entries: &'a [(Arg<'_>, Arg<'_>)]) -> Result<TextAndFormats<'a>, String> {
    let get = |wanted: &str| {
        entries
            .iter()
            .find(|(key, _)| name(key) == Some(wanted))
            .map(|(_, value)| value)
    };
    let Some(text) = get("string").and_then(name) else {
        return Ok(None);
    };
    let formats = match get("format").map(|format| &format.what) {
        None | Some(What::Default | What::Undef) => Said::Nothing,
        Some(What::Text(format)) => Said::One(format),
        Some(What::List(formats)) => Said::Any(formats.iter().filter_map(name).collect()),
        Some(_) => return Err("the format must be a string or a list of strings".into()),
    };
    Ok(Some((text.to_owned(), formats)))
}
