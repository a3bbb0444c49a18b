//! Date and time functions.
//!
//! Timestamps have the format of RFC 3339 and are parsed as strictly as in cty. A format string
//! consists of letters for the parts of a timestamp, for example `YYYY-MM-DD`, quoted text, and
//! other characters.

mod parse;
mod timestamp;

use super::define::{made, makes_text, never_null, refused, string, text};
use crate::functions::Function;
use parse::{parse_duration, parse_timestamp};
use polycty_core::source::{Error, Quotes, Result};
use polycty_core::text::Quoted;
use polycty_core::text::calendar::{Date, DateTime, MONTHS, WEEKDAYS, weekday};
use polycty_core::types::Type;
use std::fmt::Write;
use timestamp::Timestamp;

standard! {
    /// Formats a timestamp. The format contains the parts of the timestamp: `YYYY` or `YY` is the
    /// year; `M`, `MM`, `MMM` or `MMMM` the month as a number or a name; `D` or `DD` the day; `EEE`
    /// or `EEEE` the day of the week; `h` or `hh` the hour, `H` or `HH` the hour on a 12-hour
    /// clock, `AA` or `aa` the half of the day; `m` or `mm` the minute; `s` or `ss` the second;
    /// `Z`, `ZZZ`, `ZZZZ` or `ZZZZZ` the offset from UTC. Other letters must be in single quotes.
    FORMATDATE: formatdate(format, time) [Linear] = |about| Function::new(
        never_null(
            about
                .parameter(string("format", "The format of the result."))
                .parameter(string("time", "The timestamp, in the format of RFC 3339.")),
        ),
        Type::string().clone(),
        |args, call| {
            let time = parse_timestamp(text(args[1])?)
                .map_err(|error| error.with_argument(1).quoting(Quotes::Argument(1)))?;
            let format = text(args[0])?;
            makes_text(format.len(), call)?;
            let date = written(format, &time)
                .map_err(|error| error.with_argument(0).quoting(Quotes::Argument(0)))?;
            made(&date, call)
        },
    );
    /// Adds a duration to a timestamp. A duration consists of numbers with the units `h`, `m`, `s`,
    /// `ms`, `us` and `ns`, for example `1h30m`, with a leading minus sign to subtract.
    TIMEADD: timeadd(timestamp, duration) [Linear] = |about| Function::new(
        about
            .parameter(string("timestamp", "The timestamp, in the format of RFC 3339."))
            .parameter(string("duration", "The duration to add.")),
        Type::string().clone(),
        |args, call| {
            let quoting = |at| move |error: Error| error.quoting(Quotes::Argument(at));
            let time = parse_timestamp(text(args[0])?).map_err(quoting(0))?;
            let duration = parse_duration(text(args[1])?).map_err(quoting(1))?;
            made(&time.plus(duration).to_rfc3339(), call)
        },
    );
}

/// Returns the point in time of a timestamp in the format of RFC 3339: the seconds since the start
/// of 1970 in UTC, and the remaining nanoseconds.
///
/// # Errors
/// [`Code::Value`](polycty_core::source::Code::Value) if the text is not a valid timestamp.
pub fn instant(timestamp: &str) -> Result<(i64, i64)> {
    let time = parse_timestamp(timestamp)?;
    Ok((time.seconds - time.offset.unwrap_or(0), time.nanoseconds))
}

fn written(format: &str, time: &Timestamp) -> Result<String> {
    let parts = DateTime::of_seconds(time.seconds);
    let mut out = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.clone().next() {
        if c.is_ascii_alphabetic() {
            let rest = chars.as_str();
            let end = rest.find(|next| next != c).unwrap_or(rest.len());
            let (verb, after) = rest.split_at(end);
            write_part(verb, &parts, time, &mut out)?;
            chars = after.chars();
            continue;
        }
        chars.next();
        match c {
            '\'' => chars = quoted(chars.as_str(), &mut out)?.chars(),
            _ => out.push(c),
        }
    }
    Ok(out)
}

/// Writes quoted text, in which two quotes mean one, and returns the rest of the format after it.
/// `rest` starts after the opening quote. An empty text is written as a quote.
fn quoted<'a>(mut rest: &'a str, out: &mut String) -> Result<&'a str> {
    if let Some(after) = rest.strip_prefix('\'') {
        out.push('\'');
        return Ok(after);
    }
    loop {
        let Some((text, after)) = rest.split_once('\'') else {
            return Err(refused("unterminated literal '"));
        };
        out.push_str(text);
        match after.strip_prefix('\'') {
            Some(more) => {
                out.push('\'');
                rest = more;
            }
            None => return Ok(after),
        }
    }
}

#[expect(clippy::string_slice, reason = "names of months and days are ASCII")]
fn write_part(verb: &str, parts: &DateTime, time: &Timestamp, out: &mut String) -> Result<()> {
    let Date { year, month, day } = parts.date;
    let month_name = MONTHS[month as usize - 1];
    let weekday = WEEKDAYS[weekday(parts.date.days())];
    let half_day_hour = match parts.hour % 12 {
        0 => 12,
        hour => hour,
    };
    let half = if parts.hour < 12 { "AM" } else { "PM" };
    let _ = match verb {
        "YY" => write!(out, "{:02}", year % 100),
        "YYYY" => write!(out, "{year:04}"),
        "M" => write!(out, "{month}"),
        "MM" => write!(out, "{month:02}"),
        "MMM" => write!(out, "{}", &month_name[..3]),
        "MMMM" => write!(out, "{month_name}"),
        "D" => write!(out, "{day}"),
        "DD" => write!(out, "{day:02}"),
        "EEE" => write!(out, "{}", &weekday[..3]),
        "EEEE" => write!(out, "{weekday}"),
        "h" => write!(out, "{}", parts.hour),
        "hh" => write!(out, "{:02}", parts.hour),
        "H" => write!(out, "{half_day_hour}"),
        "HH" => write!(out, "{half_day_hour:02}"),
        "AA" => write!(out, "{half}"),
        "aa" => write!(out, "{}", half.to_ascii_lowercase()),
        "m" => write!(out, "{}", parts.minute),
        "mm" => write!(out, "{:02}", parts.minute),
        "s" => write!(out, "{}", parts.second),
        "ss" => write!(out, "{:02}", parts.second),
        "Z" => write!(out, "{}", time.offset_text(":", "Z")),
        "ZZZ" => write!(out, "{}", time.offset_text("", "UTC")),
        "ZZZZ" => write!(out, "{}", time.offset_text("", "")),
        "ZZZZZ" => write!(out, "{}", time.offset_text(":", "")),
        _ => return Err(not_a_verb(verb)),
    };
    Ok(())
}

#[cold]
fn not_a_verb(verb: &str) -> Error {
    let hint = match verb.as_bytes()[0] {
        b'Y' => ": year must either be \"YY\" or \"YYYY\"",
        b'M' => ": month must be \"M\", \"MM\", \"MMM\", or \"MMMM\"",
        b'D' => ": day of month must either be \"D\" or \"DD\"",
        b'E' => ": day of week must either be \"EEE\" or \"EEEE\"",
        b'h' => ": 24-hour must either be \"h\" or \"hh\"",
        b'H' => ": 12-hour must either be \"H\" or \"HH\"",
        b'A' => ": must be \"AA\"",
        b'a' => ": must be \"aa\"",
        b'm' => ": minute must either be \"m\" or \"mm\"",
        b's' => ": second must either be \"s\" or \"ss\"",
        b'Z' => ": timezone must be Z, ZZZZ, or ZZZZZ",
        _ => "",
    };
    refused(format!("invalid date format verb {}{hint}", Quoted(verb)))
}
