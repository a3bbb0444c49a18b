//! Times in Go's layouts.
//!
//! A layout is an example: the text of 2 January 2006, 15:04:05 MST. Each part of this reference
//! time in a layout is replaced by that part of the formatted time; all other text is copied.

use super::host::Zone;
use polycty_core::text::calendar::{Date, DateTime, MONTHS, SECONDS_A_DAY, WEEKDAYS, weekday};
use std::fmt::Write;

/// A local time in a time zone.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    zone: Zone,
    days: i64,
    here: DateTime,
}

/// A part of the reference time in a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    LongMonth,
    Month,
    MonthNumber(Pad),
    LongWeekday,
    Weekday,
    Day(Pad),
    DayOfYear(Pad),
    Hour,
    HourOfHalf(Pad),
    Minute(Pad),
    Second(Pad),
    LongYear,
    Year,
    Half,
    LowerHalf,
    ZoneName,
    Offset(Offset),
    /// A number of digits of the fraction of a second, which is 0 here, after a point or a comma.
    Fraction(char, usize),
    /// The nonzero digits of the fraction: none.
    NoFraction,
}

/// The padding of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pad {
    None,
    Zero,
    Blank,
}

/// The form of an offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offset {
    /// Whether UTC is written as `Z`.
    z: bool,
    colons: bool,
    minutes: bool,
    seconds: bool,
}

impl Moment {
    pub(super) fn new(seconds: i64, zone: Zone) -> Moment {
        let here = seconds.saturating_add(i64::from(zone.offset));
        Moment {
            zone,
            days: here.div_euclid(SECONDS_A_DAY),
            here: DateTime::of_seconds(here),
        }
    }

    pub(super) fn hour(&self) -> i64 {
        self.here.hour
    }

    pub(super) fn weekday(&self) -> &'static str {
        WEEKDAYS[weekday(self.days)]
    }

    /// Formats the time with a layout.
    pub(super) fn written(&self, layout: &str) -> String {
        let mut out = String::with_capacity(layout.len() + 8);
        let mut rest = layout;
        while let Some((before, part, after)) = next_part(rest) {
            out.push_str(before);
            self.write(part, &mut out);
            rest = after;
        }
        out.push_str(rest);
        out
    }

    #[expect(clippy::string_slice, reason = "names of months and days are ASCII")]
    fn write(&self, part: Part, out: &mut String) {
        let DateTime {
            date: Date { year, month, day },
            hour,
            minute,
            second,
        } = self.here;
        let month_name = MONTHS[(month - 1) as usize];
        let half = if hour < 12 { "AM" } else { "PM" };
        // Writing to a string cannot fail.
        let _ = match part {
            Part::LongMonth => out.write_str(month_name),
            Part::Month => out.write_str(&month_name[..3]),
            Part::MonthNumber(pad) => number(month, 2, pad, out),
            Part::LongWeekday => out.write_str(self.weekday()),
            Part::Weekday => out.write_str(&self.weekday()[..3]),
            Part::Day(pad) => number(day, 2, pad, out),
            Part::DayOfYear(pad) => {
                let first = Date {
                    year,
                    month: 1,
                    day: 1,
                }
                .days();
                number(self.days - first + 1, 3, pad, out)
            }
            Part::Hour => number(hour, 2, Pad::Zero, out),
            Part::HourOfHalf(pad) => number((hour + 11) % 12 + 1, 2, pad, out),
            Part::Minute(pad) => number(minute, 2, pad, out),
            Part::Second(pad) => number(second, 2, pad, out),
            Part::LongYear => number(year, 4, Pad::Zero, out),
            Part::Year => number(year.rem_euclid(100), 2, Pad::Zero, out),
            Part::Half => out.write_str(half),
            Part::LowerHalf => out.write_str(&half.to_ascii_lowercase()),
            Part::ZoneName => self.write_zone(out),
            Part::Offset(form) => self.write_offset(form, out),
            Part::Fraction(point, digits) => {
                out.push(point);
                number(0, digits, Pad::Zero, out)
            }
            Part::NoFraction => Ok(()),
        };
    }

    /// Writes the name of the zone, or its offset if it has no name.
    fn write_zone(&self, out: &mut String) -> std::fmt::Result {
        if self.zone.name.is_empty() {
            let form = Offset {
                z: false,
                colons: false,
                minutes: self.zone.offset % 3600 != 0,
                seconds: false,
            };
            return self.write_offset(form, out);
        }
        out.write_str(&self.zone.name)
    }

    fn write_offset(&self, form: Offset, out: &mut String) -> std::fmt::Result {
        let offset = self.zone.offset;
        if form.z && offset == 0 {
            return out.write_char('Z');
        }
        let (sign, offset) = (if offset < 0 { '-' } else { '+' }, offset.unsigned_abs());
        let colon = if form.colons { ":" } else { "" };
        write!(out, "{sign}{:02}", offset / 3600)?;
        if form.minutes {
            write!(out, "{colon}{:02}", offset / 60 % 60)?;
        }
        if form.seconds {
            write!(out, "{colon}{:02}", offset % 60)?;
        }
        Ok(())
    }
}

fn number(number: i64, width: usize, pad: Pad, out: &mut String) -> std::fmt::Result {
    match pad {
        Pad::None => write!(out, "{number}"),
        Pad::Zero => {
            // The sign precedes the padding and does not count as a digit.
            let sign = if number < 0 { "-" } else { "" };
            write!(out, "{sign}{:0width$}", number.unsigned_abs())
        }
        Pad::Blank => write!(out, "{number:width$}"),
    }
}

/// Returns the first part in a layout, with the text before and after it.
#[expect(clippy::string_slice, reason = "only ASCII bytes are skipped")]
fn next_part(layout: &str) -> Option<(&str, Part, &str)> {
    let bytes = layout.as_bytes();
    for at in 0..bytes.len() {
        let rest = &bytes[at..];
        if let Some((skipped, length, part)) = part_at(rest) {
            let (before, end) = (at + skipped, at + skipped + length);
            return Some((&layout[..before], part, &layout[end..]));
        }
    }
    None
}

/// Returns the part at the start of a text: the number of bytes before it that are copied, its
/// length, and the part.
fn part_at(rest: &[u8]) -> Option<(usize, usize, Part)> {
    let begins = |text: &str| rest.starts_with(text.as_bytes());
    let word = |length: usize| {
        rest.get(length)
            .is_none_or(|byte| !byte.is_ascii_lowercase())
    };
    let found = |length: usize, part: Part| Some((0, length, part));
    match rest[0] {
        b'J' if begins("January") => found(7, Part::LongMonth),
        b'J' if begins("Jan") && word(3) => found(3, Part::Month),
        b'M' if begins("Monday") => found(6, Part::LongWeekday),
        b'M' if begins("Mon") && word(3) => found(3, Part::Weekday),
        b'M' if begins("MST") => found(3, Part::ZoneName),
        b'0' => match rest.get(1)? {
            b'1' => found(2, Part::MonthNumber(Pad::Zero)),
            b'2' => found(2, Part::Day(Pad::Zero)),
            b'3' => found(2, Part::HourOfHalf(Pad::Zero)),
            b'4' => found(2, Part::Minute(Pad::Zero)),
            b'5' => found(2, Part::Second(Pad::Zero)),
            b'6' => found(2, Part::Year),
            b'0' if begins("002") => found(3, Part::DayOfYear(Pad::Zero)),
            _ => None,
        },
        b'1' if begins("15") => found(2, Part::Hour),
        b'1' => found(1, Part::MonthNumber(Pad::None)),
        b'2' if begins("2006") => found(4, Part::LongYear),
        b'2' => found(1, Part::Day(Pad::None)),
        // The underscore before a year is plain text, not padding of a day.
        b'_' if begins("_2006") => Some((1, 4, Part::LongYear)),
        b'_' if begins("_2") => found(2, Part::Day(Pad::Blank)),
        b'_' if begins("__2") => found(3, Part::DayOfYear(Pad::Blank)),
        b'3' => found(1, Part::HourOfHalf(Pad::None)),
        b'4' => found(1, Part::Minute(Pad::None)),
        b'5' => found(1, Part::Second(Pad::None)),
        b'P' if begins("PM") => found(2, Part::Half),
        b'p' if begins("pm") => found(2, Part::LowerHalf),
        sign @ (b'-' | b'Z') => {
            let forms = [
                ("070000", false, true, true),
                ("07:00:00", true, true, true),
                ("0700", false, true, false),
                ("07:00", true, true, false),
                ("07", false, false, false),
            ];
            let form = forms
                .into_iter()
                .find(|form| rest[1..].starts_with(form.0.as_bytes()));
            let (text, colons, minutes, seconds) = form?;
            let z = sign == b'Z';
            found(
                1 + text.len(),
                Part::Offset(Offset {
                    z,
                    colons,
                    minutes,
                    seconds,
                }),
            )
        }
        point @ (b'.' | b',') => {
            let digit = *rest.get(1).filter(|byte| matches!(byte, b'0' | b'9'))?;
            let count = rest[1..].iter().take_while(|byte| **byte == digit).count();
            if rest.get(1 + count).is_some_and(u8::is_ascii_digit) {
                return None;
            }
            let part = match digit {
                b'0' => Part::Fraction(char::from(point), count),
                _ => Part::NoFraction,
            };
            found(1 + count, part)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_those_of_go() {
        let zone = Zone {
            offset: 5400,
            name: "XST".to_owned(),
        };
        // Thursday, 9 February 2006, 06:38:09 in that zone.
        let moment = Moment::new(1_139_461_689, zone);
        for (layout, text) in [
            (
                "Mon Jan 2 15:04:05 -0700 MST 2006",
                "Thu Feb 9 06:38:09 +0130 XST 2006",
            ),
            ("Monday, 02-Jan-06 03:04PM", "Thursday, 09-Feb-06 06:38AM"),
            (
                "2006-01-02T15:04:05.999999999Z07:00",
                "2006-02-09T06:38:09+01:30",
            ),
            ("_2/1 3:4:5.000,00 pm", " 9/2 6:38:9.000,00 am"),
            (
                "002 __2 _2006 -07 -07:00:00 Z0700",
                "040  40 _2006 +01 +01:30:00 +0130",
            ),
            ("Janus Monk", "Janus Monk"),
            ("é☺", "é☺"),
        ] {
            assert_eq!(moment.written(layout), text, "{layout}");
        }
        let utc = Moment::new(0, Zone::utc());
        assert_eq!(utc.written("Z07:00 Z0700 -0700"), "Z Z +0000");
    }
}
