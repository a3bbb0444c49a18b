//! Parsing of timestamps and durations.
//!
//! A timestamp is parsed part by part, and an error names the invalid part and the text found
//! there. Offsets of 24 hours and more, a comma before a fraction, and an hour of one digit are
//! rejected only after all other errors.

use super::timestamp::Timestamp;
use crate::functions::define::refused;
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::Quoted;
use polycty_core::text::calendar::{Date, SECONDS_A_DAY, days_in_month};
use std::fmt::Write;

/// Parses a timestamp in the format of RFC 3339.
pub(super) fn parse_timestamp(text: &str) -> Result<Timestamp> {
    let mut cursor = Cursor { rest: text };
    let year = cursor.year()?;
    cursor.literal("-")?;
    let month = cursor.two_digits("month")?;
    cursor.within(1..=12, month, "month")?;
    cursor.literal("-")?;
    let day = cursor.two_digits("day of month")?;
    cursor.literal("T")?;
    let at_hour = cursor.rest;
    let hour = cursor.hour()?;
    cursor.within(0..=23, hour, "hour")?;
    cursor.literal(":")?;
    let minute = cursor.two_digits("minute")?;
    cursor.within(0..=59, minute, "minute")?;
    cursor.literal(":")?;
    let second = cursor.two_digits("second")?;
    cursor.within(0..=59, second, "second")?;
    let comma = cursor.rest.starts_with(',');
    let nanoseconds = cursor.fraction();
    let at_offset = cursor.rest;
    let offset = cursor.offset()?;
    if !cursor.rest.is_empty() {
        return Err(cannot_use(cursor.rest, "timestamp segment"));
    }
    if !(1..=days_in_month(year, month)).contains(&day) {
        return Err(not_valid("day out of range"));
    }
    if at_hour.as_bytes().get(1) == Some(&b':') {
        return Err(not_valid("hour must have exactly two digits"));
    }
    if comma {
        return Err(cannot_use(",", "timestamp segment"));
    }
    if let Some((_, hours, minutes)) = offset
        && (hours >= 24 || minutes >= 60)
    {
        return Err(cannot_use(at_offset, "UTC offset"));
    }
    let offset = offset.map(|(sign, hours, minutes)| sign * (hours * 3600 + minutes * 60));
    let time = hour * 3600 + minute * 60 + second;
    Ok(Timestamp {
        seconds: Date { year, month, day }.days() * SECONDS_A_DAY + time,
        nanoseconds,
        offset,
    })
}

struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    fn digits(&self, count: usize) -> bool {
        let bytes = self.rest.as_bytes();
        bytes.len() >= count && bytes[..count].iter().all(u8::is_ascii_digit)
    }

    fn year(&mut self) -> Result<i64> {
        if !self.digits(4) {
            return Err(cannot_use(self.rest, "year"));
        }
        Ok(number(self.take(4)))
    }

    fn two_digits(&mut self, what: &str) -> Result<i64> {
        if !self.digits(2) {
            return Err(cannot_use(self.rest, what));
        }
        Ok(number(self.take(2)))
    }

    /// Parses the hour. One digit is accepted here.
    fn hour(&mut self) -> Result<i64> {
        if !self.digits(1) {
            return Err(cannot_use(self.rest, "hour"));
        }
        let count = if self.digits(2) { 2 } else { 1 };
        Ok(number(self.take(count)))
    }

    fn within(&self, range: std::ops::RangeInclusive<i64>, found: i64, what: &str) -> Result<()> {
        if range.contains(&found) {
            return Ok(());
        }
        Err(cannot_use(self.rest, what))
    }

    fn literal(&mut self, wanted: &str) -> Result<()> {
        if let Some(rest) = self.rest.strip_prefix(wanted) {
            self.rest = rest;
            return Ok(());
        }
        Err(not_valid(&match (wanted, self.rest) {
            ("T", _) => "missing required time introducer 'T'".to_owned(),
            (_, "") => format!("end of string where {} is expected", Quoted(wanted)),
            (_, rest) => format!(
                "found {} where {} is expected",
                Quoted(rest),
                Quoted(wanted)
            ),
        }))
    }

    /// Returns the nanoseconds after a point or a comma. Further digits are truncated.
    fn fraction(&mut self) -> i64 {
        if !matches!(self.rest.as_bytes(), [b'.' | b',', b'0'..=b'9', ..]) {
            return 0;
        }
        self.take(1);
        let after = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = self.take(self.rest.len() - after.len());
        let kept = digits.get(..9).unwrap_or(digits);
        number(kept) * 10i64.pow(9 - kept.len() as u32)
    }

    /// Returns the sign, the hours and the minutes, or `None` for `Z`.
    fn offset(&mut self) -> Result<Option<(i64, i64, i64)>> {
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Ok(None);
        }
        let wrong = Err(cannot_use(self.rest, "UTC offset"));
        let [sign, h1, h2, b':', m1, m2, ..] = self.rest.as_bytes() else {
            return wrong;
        };
        let sign = match sign {
            b'+' => 1,
            b'-' => -1,
            _ => return wrong,
        };
        if ![h1, h2, m1, m2].iter().all(|byte| byte.is_ascii_digit()) {
            return wrong;
        }
        self.take(1);
        let hours = number(self.take(2));
        self.take(1);
        let minutes = number(self.take(2));
        if hours > 24 || minutes > 60 {
            return Err(cannot_use(self.rest, "UTC offset"));
        }
        Ok(Some((sign, hours, minutes)))
    }
}

/// The number of up to nine ASCII digits.
fn number(digits: &str) -> i64 {
    digits.parse().unwrap_or(0)
}

#[cold]
fn not_valid(what: &str) -> Error {
    Error::new(
        Code::Syntax,
        format!("not a valid RFC3339 timestamp: {what}"),
    )
}

#[cold]
fn cannot_use(found: &str, what: &str) -> Error {
    let quoted = Quoted(found);
    not_valid(&match what {
        _ if found.is_empty() => format!("end of string before {what}"),
        "hour" if found.contains(':') => "hour must be between 0 and 23 inclusive".to_owned(),
        "hour" | "minute" if found.len() != 2 => format!("{what} must have exactly two digits"),
        _ => format!("cannot use {quoted} as {what}"),
    })
}

/// Parses a duration and returns it in nanoseconds: a sign and numbers with a unit each, or zero.
pub(super) fn parse_duration(text: &str) -> Result<i64> {
    let invalid = || refused(format!("time: invalid duration {}", escaped(text)));
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    const MOST: u64 = 1 << 63;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut total = 0u64;
    while !rest.is_empty() {
        let count = digits(rest);
        let (whole, after) = rest.split_at(count);
        let whole = match whole {
            "" => 0,
            digits => digits
                .parse::<u64>()
                .ok()
                .filter(|n| *n <= MOST)
                .ok_or_else(invalid)?,
        };
        rest = after;
        let mut fraction = (0u64, 1f64);
        let mut any = count > 0;
        if let Some(behind) = rest.strip_prefix('.') {
            let count = digits(behind);
            any |= count > 0;
            let (digits, after) = behind.split_at(count);
            fraction = leading_fraction(digits);
            rest = after;
        }
        if !any {
            return Err(invalid());
        }
        let end = rest
            .find(|c: char| c == '.' || c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        rest = after;
        let unit: u64 = match name {
            "" => {
                let text = escaped(text);
                return Err(refused(format!("time: missing unit in duration {text}")));
            }
            "ns" => 1,
            "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => {
                let (name, text) = (escaped(name), escaped(text));
                return Err(refused(format!(
                    "time: unknown unit {name} in duration {text}"
                )));
            }
        };
        let mut part = whole
            .checked_mul(unit)
            .filter(|n| *n <= MOST)
            .ok_or_else(invalid)?;
        if fraction.0 > 0 {
            part += (fraction.0 as f64 * (unit as f64 / fraction.1)) as u64;
        }
        total = total
            .checked_add(part)
            .filter(|n| *n <= MOST && part <= MOST)
            .ok_or_else(invalid)?;
    }
    if negative {
        return Ok((total as i64).wrapping_neg());
    }
    i64::try_from(total).map_err(|_| invalid())
}

/// Returns the digits of a fraction as a number, and its divisor. Digits that do not fit are
/// truncated.
fn leading_fraction(digits: &str) -> (u64, f64) {
    let (mut number, mut scale) = (0u64, 1f64);
    for digit in digits.bytes() {
        let next = number
            .checked_mul(10)
            .and_then(|n| n.checked_add(u64::from(digit - b'0')));
        match next.filter(|n| *n < 1 << 63) {
            Some(next) => {
                number = next;
                scale *= 10.0;
            }
            None => break,
        }
    }
    (number, scale)
}

/// Returns a text in quotes, with all unprintable bytes escaped.
fn escaped(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b' '..0x80 => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
    }
    out.push('"');
    out
}
