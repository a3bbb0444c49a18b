//! How are durations and points in time read and written?
//!
//! Both are whole nanoseconds, a point in time since 1970 in UTC. A duration is
//! written `D-HH:MM:SS.f`, a point in time `YYYY-MM-DDTHH:MM:SS.nnnnnnnnn UTC`;
//! what a text means is tried with a list of formats in order (`timespan_format`,
//! `strptime`).

use std::fmt::Write;

pub(crate) const SECOND: i128 = 1_000_000_000;
pub(crate) const MINUTE: i128 = 60 * SECOND;
pub(crate) const HOUR: i128 = 60 * MINUTE;
pub(crate) const DAY: i128 = 24 * HOUR;

/// The formats of a duration, in the order in which they are tried.
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

/// The formats of a point in time, in the order in which they are tried.
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
pub(crate) fn push_timestamp(out: &mut String, nanos: i128) {
    let days = nanos.div_euclid(DAY);
    let rest = nanos.rem_euclid(DAY);
    let (year, month, day) = civil(days);
    let _ = write!(
        out,
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:09} UTC",
        rest / HOUR,
        rest % HOUR / MINUTE,
        rest % MINUTE / SECOND,
        rest % SECOND
    );
}

/// The text of a point in time.
#[must_use]
pub fn timestamp_text(nanos: i128) -> String {
    let mut out = String::new();
    push_timestamp(&mut out, nanos);
    out
}

/// Year, month and day of a number of days since 1970, in the Gregorian calendar
/// at all times: eras of 400 years that begin in March.
fn civil(days: i128) -> (i128, i128, i128) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = year_of_era + era * 400 + i128::from(month <= 2);
    (year, month, day)
}

/// The number of days since 1970 of a date.
pub(crate) fn days_of(year: i128, month: i128, day: i128) -> i128 {
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let of_era = shifted.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Seconds as nanoseconds, without what is less than one; `None` beyond what a
/// time can be.
pub(crate) fn of_seconds(seconds: f64) -> Option<i128> {
    let nanos = seconds * 1e9;
    (nanos.is_finite() && nanos.abs() < 1e27).then_some(nanos.trunc() as i128)
}
