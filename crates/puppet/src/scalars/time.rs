//! Texts of durations and points in time.
//!
//! Both are whole nanoseconds; a point in time is relative to 1970 in UTC. A duration is written as
//! `D-HH:MM:SS.f`, a point in time as `YYYY-MM-DDTHH:MM:SS.nnnnnnnnn UTC`. A text is parsed with a
//! list of formats, in order (`timespan_format`, `strptime`).

use polycty_core::text::calendar::{DateTime, NANOSECONDS_A_SECOND};
use std::fmt::Write;

pub(crate) const SECOND: i128 = NANOSECONDS_A_SECOND as i128;
pub(crate) const MINUTE: i128 = 60 * SECOND;
pub(crate) const HOUR: i128 = 60 * MINUTE;
pub(crate) const DAY: i128 = 24 * HOUR;

/// The formats of a duration, in the order of the attempts.
pub(crate) const TIMESPAN_FORMATS: [&str; 8] = [
    "%D-%H:%M:%S.%-N",
    "%H:%M:%S.%-N",
    "%M:%S.%-N",
    "%S.%-N",
    "%D-%H:%M:%S",
    "%H:%M:%S",
    "%D-%H:%M",
    "%S",
];

/// The formats of a point in time, in the order of the attempts.
pub(crate) const TIMESTAMP_FORMATS: [&str; 10] = [
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
pub(crate) fn push_timespan(out: &mut String, nanos: i128) {
    if nanos < 0 {
        out.push('-');
    }
    let nanos = nanos.unsigned_abs() as i128;
    let (days, rest) = (nanos / DAY, nanos % DAY);
    let (hours, rest) = (rest / HOUR, rest % HOUR);
    let (minutes, rest) = (rest / MINUTE, rest % MINUTE);
    let (seconds, fraction) = (rest / SECOND, rest % SECOND);
    let _ = write!(out, "{days}-{hours:02}:{minutes:02}:{seconds:02}.");
    // As in Puppet, zeros at both ends are dropped: five milliseconds are `.5`.
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
pub(crate) fn push_timestamp(out: &mut String, nanos: i128) {
    let (days, rest) = (nanos.div_euclid(DAY), nanos.rem_euclid(DAY));
    // The range of times is much smaller than these days.
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

/// Returns seconds as whole nanoseconds, rounded towards zero; `None` beyond the range of times.
pub(crate) fn of_seconds(seconds: f64) -> Option<i128> {
    let nanos = seconds * 1e9;
    (nanos.is_finite() && nanos.abs() < 1e27).then_some(nanos.trunc() as i128)
}
