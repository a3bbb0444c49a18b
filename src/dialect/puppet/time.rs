//! How are durations and points in time read and written?
//!
//! Both are whole nanoseconds, a point in time since 1970 in UTC. A duration is
//! written `D-HH:MM:SS.f`, a point in time `YYYY-MM-DDTHH:MM:SS.nnnnnnnnn UTC`;
//! what a text means is tried with a list of formats in order.

use super::build_nominal::class_of;
use super::parser::{Arg, What};
use std::fmt::Write;

pub(super) const SECOND: i128 = 1_000_000_000;
const MINUTE: i128 = 60 * SECOND;
const HOUR: i128 = 60 * MINUTE;
const DAY: i128 = 24 * HOUR;

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
    let digits = format!("{fraction:09}");
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
fn days_of(year: i128, month: i128, day: i128) -> i128 {
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let of_era = shifted.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Seconds as nanoseconds; `None` beyond what a time can be.
pub(super) fn of_seconds(seconds: f64) -> Option<i128> {
    let nanos = seconds * 1e9;
    (nanos.is_finite() && nanos.abs() < 1e27).then_some(nanos.round() as i128)
}

const OUT_OF_RANGE: &str = "the number of seconds is out of range";

/// The nanoseconds that a parameter or an argument says: seconds, a text, or a
/// hash of units.
pub(super) fn timespan_of(arg: &Arg<'_>) -> Result<i128, String> {
    match &arg.what {
        What::Integer(seconds) => Ok(i128::from(*seconds) * SECOND),
        What::Float(seconds) => of_seconds(*seconds).ok_or_else(|| OUT_OF_RANGE.into()),
        What::Text(text) => timespan(text, &TIMESPAN_FORMATS),
        What::Hash(entries) => {
            if let Some((text, formats)) = text_and_formats(entries)? {
                return match formats {
                    Some(formats) => timespan(&text, &formats),
                    None => timespan(&text, &TIMESPAN_FORMATS),
                };
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
        What::Text(text) => timestamp(text, &TIMESTAMP_FORMATS),
        What::Hash(entries) => match text_and_formats(entries)? {
            Some((text, Some(formats))) => timestamp(&text, &formats),
            Some((text, None)) => timestamp(&text, &TIMESTAMP_FORMATS),
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

type TextAndFormats<'a> = Option<(String, Option<Vec<&'a str>>)>;

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
        None | Some(What::Default | What::Undef) => None,
        Some(What::Text(format)) => Some(vec![format.as_ref()]),
        Some(What::List(formats)) => Some(formats.iter().filter_map(name).collect()),
        Some(_) => return Err("the format must be a string or a list of strings".into()),
    };
    Ok(Some((text.to_owned(), formats)))
}

/// The duration that a text says in the first format that fits.
pub(super) fn timespan(text: &str, formats: &[&str]) -> Result<i128, String> {
    formats
        .iter()
        .find_map(|format| timespan_in(text, format))
        .ok_or_else(|| unreadable(text, formats))
}

/// The point in time that a text says in the first format that fits.
pub(super) fn timestamp(text: &str, formats: &[&str]) -> Result<i128, String> {
    formats
        .iter()
        .find_map(|format| timestamp_in(text, format))
        .ok_or_else(|| unreadable(text, formats))
}

#[cold]
fn unreadable(text: &str, formats: &[&str]) -> String {
    match formats {
        [format] => format!("Unable to parse '{text}' using format '{format}'"),
        _ => format!(
            "Unable to parse '{text}' using any of the formats {}",
            formats.join(", ")
        ),
    }
}

/// A directive of a format, or text that must stand as it is.
enum Piece {
    Directive {
        letter: char,
        /// `-`, without padding.
        bare: bool,
        width: Option<usize>,
    },
    Text(char),
}

fn pieces(format: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            pieces.push(Piece::Text(c));
            continue;
        }
        let mut bare = false;
        while let Some(&flag @ ('-' | '_' | '0')) = chars.peek() {
            bare = flag == '-';
            chars.next();
        }
        let mut width = None;
        while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
            width = Some((width.unwrap_or(0) * 10 + digit as usize).min(100));
            chars.next();
        }
        match chars.next() {
            None | Some('%') => pieces.push(Piece::Text('%')),
            Some(letter) => pieces.push(Piece::Directive {
                letter,
                bare,
                width,
            }),
        }
    }
    pieces
}

/// Digits from the start of a text, at most so many; the value and the rest.
fn digits(text: &str, most: usize) -> Option<(i128, usize, &str)> {
    let count = text
        .bytes()
        .take(most.min(18))
        .take_while(u8::is_ascii_digit)
        .count();
    let value = text.get(..count)?.parse().ok()?;
    Some((value, count, &text[count..]))
}

/// Nanoseconds of a fraction of a second in so many digits.
fn of_fraction(value: i128, count: usize) -> i128 {
    if count <= 9 {
        value * 10i128.pow(9 - count as u32)
    } else {
        value / 10i128.pow(count as u32 - 9)
    }
}

fn timespan_in(text: &str, format: &str) -> Option<i128> {
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut nanos: i128 = 0;
    // The first unit takes any number.
    let mut first = true;
    for piece in pieces(format) {
        match piece {
            Piece::Text(c) => rest = rest.strip_prefix(c)?,
            Piece::Directive {
                letter,
                bare,
                width,
            } => {
                let usual = match letter {
                    'D' => usize::MAX,
                    _ if first => usize::MAX,
                    'H' | 'M' | 'S' => 2,
                    'L' => 3,
                    _ => 9,
                };
                let (value, count, after) = digits(rest, width.unwrap_or(usual))?;
                rest = after;
                nanos += match letter {
                    'D' => value.checked_mul(DAY)?,
                    'H' => value.checked_mul(HOUR)?,
                    'M' => value.checked_mul(MINUTE)?,
                    'S' => value.checked_mul(SECOND)?,
                    'L' if first => value.checked_mul(SECOND / 1_000)?,
                    'N' if first && !bare => value,
                    'L' | 'N' => of_fraction(value, count),
                    _ => return None,
                };
                first = false;
            }
        }
    }
    if !rest.is_empty() {
        return None;
    }
    Some(if negative { -nanos } else { nanos })
}

/// What the directives of a format have said so far.
struct Fields {
    year: i128,
    month: i128,
    day: i128,
    hour: i128,
    minute: i128,
    second: i128,
    nanos: i128,
    offset: i128,
    afternoon: Option<bool>,
    of_year: Option<i128>,
    epoch: Option<i128>,
}

fn timestamp_in(text: &str, format: &str) -> Option<i128> {
    let mut fields = Fields {
        year: 1970,
        month: 1,
        day: 1,
        hour: 0,
        minute: 0,
        second: 0,
        nanos: 0,
        offset: 0,
        afternoon: None,
        of_year: None,
        epoch: None,
    };
    let rest = read_fields(text, format, &mut fields)?;
    if !rest.is_empty() {
        return None;
    }
    if let Some(seconds) = fields.epoch {
        return Some(seconds * SECOND + fields.nanos);
    }
    let hour = match fields.afternoon {
        Some(afternoon) => fields.hour % 12 + if afternoon { 12 } else { 0 },
        None => fields.hour,
    };
    let days = match fields.of_year {
        Some(day) => days_of(fields.year, 1, 1) + day - 1,
        None => days_of(fields.year, fields.month, fields.day),
    };
    Some(
        days * DAY
            + hour * HOUR
            + fields.minute * MINUTE
            + (fields.second - fields.offset) * SECOND
            + fields.nanos,
    )
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] = [
    "sunday",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
];

fn read_fields<'t>(text: &'t str, format: &str, fields: &mut Fields) -> Option<&'t str> {
    let mut rest = text;
    for piece in pieces(format) {
        let (letter, width) = match piece {
            Piece::Text(c) if c.is_whitespace() => {
                rest = rest.trim_start();
                continue;
            }
            Piece::Text(c) => {
                rest = rest.strip_prefix(c)?;
                continue;
            }
            Piece::Directive { letter, width, .. } => (letter, width),
        };
        let mut number = |most: usize, range: std::ops::RangeInclusive<i128>| {
            let (value, _, after) = digits(rest.trim_start_matches(' '), width.unwrap_or(most))?;
            rest = after;
            range.contains(&value).then_some(value)
        };
        match letter {
            'Y' => {
                let (sign, bare) = match rest.strip_prefix('-') {
                    Some(bare) => (-1, bare),
                    None => (1, rest.strip_prefix('+').unwrap_or(rest)),
                };
                let (value, _, after) = digits(bare, width.unwrap_or(4))?;
                fields.year = sign * value;
                rest = after;
            }
            'y' => {
                let value = number(2, 0..=99)?;
                fields.year = value + if value < 69 { 2000 } else { 1900 };
            }
            'm' => fields.month = number(2, 1..=12)?,
            'd' | 'e' => fields.day = number(2, 1..=31)?,
            'j' => fields.of_year = Some(number(3, 1..=366)?),
            'H' | 'k' => fields.hour = number(2, 0..=24)?,
            'I' | 'l' => fields.hour = number(2, 1..=12)?,
            'M' => fields.minute = number(2, 0..=59)?,
            'S' => fields.second = number(2, 0..=60)?,
            's' => fields.epoch = Some(number(18, 0..=i128::MAX)?),
            'L' | 'N' => {
                let most = if letter == 'L' { 3 } else { 18 };
                let (value, count, after) = digits(rest, width.unwrap_or(most))?;
                fields.nanos = of_fraction(value, count);
                rest = after;
            }
            'p' | 'P' => {
                let half = rest.get(..2)?.to_ascii_lowercase();
                fields.afternoon = Some(match half.as_str() {
                    "am" => false,
                    "pm" => true,
                    _ => return None,
                });
                rest = &rest[2..];
            }
            'B' | 'b' | 'h' => {
                let (at, after) = named(rest, &MONTHS)?;
                fields.month = at as i128 + 1;
                rest = after;
            }
            'A' | 'a' => rest = named(rest, &WEEKDAYS)?.1,
            'z' | 'Z' => {
                let (offset, after) = zone(rest)?;
                fields.offset = offset;
                rest = after;
            }
            'F' => rest = read_fields(rest, "%Y-%m-%d", fields)?,
            'T' | 'X' => rest = read_fields(rest, "%H:%M:%S", fields)?,
            'R' => rest = read_fields(rest, "%H:%M", fields)?,
            'D' | 'x' => rest = read_fields(rest, "%m/%d/%y", fields)?,
            _ => return None,
        }
    }
    Some(rest)
}

/// Which of these names, in full or by three letters, stands first.
fn named<'t>(text: &'t str, names: &[&str]) -> Option<(usize, &'t str)> {
    names.iter().enumerate().find_map(|(at, name)| {
        [name.len(), 3].into_iter().find_map(|length| {
            let found = text.get(..length)?;
            found
                .eq_ignore_ascii_case(&name[..length])
                .then(|| (at, &text[length..]))
        })
    })
}

/// The seconds east of Greenwich that a zone says, and the rest.
fn zone(text: &str) -> Option<(i128, &str)> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return named_zone(text),
    };
    let (hours, count, mut rest) = digits(&text[1..], 4)?;
    let (hours, mut minutes) = match count {
        1 | 2 => (hours, 0),
        3 | 4 => (hours / 100, hours % 100),
        _ => return None,
    };
    if count <= 2
        && let Some(after) = rest.strip_prefix(':')
    {
        let (value, _, after) = digits(after, 2)?;
        minutes = value;
        rest = after;
    }
    Some((sign * (hours * 3600 + minutes * 60), rest))
}

fn named_zone(text: &str) -> Option<(i128, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let hours = match text[..length].to_ascii_uppercase().as_str() {
        "UTC" | "GMT" | "Z" | "UT" | "WET" => 0,
        "CET" | "BST" | "MET" | "WEST" => 1,
        "CEST" | "EET" | "MEST" => 2,
        "EEST" | "MSK" => 3,
        "JST" => 9,
        "EST" | "CDT" => -5,
        "EDT" => -4,
        "CST" | "MDT" => -6,
        "MST" | "PDT" => -7,
        "PST" => -8,
        _ => return None,
    };
    Some((hours * 3600, &text[length..]))
}
