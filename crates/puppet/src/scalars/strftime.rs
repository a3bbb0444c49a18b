//! Writing points in time by a format, as Ruby does.

use crate::scalars::time::SECOND;
use polycty_core::text::calendar::{Date, DateTime, MONTHS, WEEKDAYS, weekday};
use std::fmt::Write;

/// The widest that a directive may ask for.
const MAX_WIDTH: usize = 1 << 10;

/// Flags and a width between `%` and the letter.
#[derive(Clone, Copy, Default)]
struct Options {
    /// `-`: no padding; `0`, `_`: with what.
    padding: Option<char>,
    /// `^`
    upper: bool,
    /// `#`
    swapped: bool,
    /// How many `:` there are.
    colons: usize,
    width: Option<usize>,
}

/// A point in time, in nanoseconds since 1970, in a zone so many seconds east of Greenwich.
pub(crate) fn written(nanos: i128, format: &str, zone: i64) -> String {
    let mut out = String::with_capacity(format.len() + 16);
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        let directive = &rest[at..];
        rest = &rest[at + 1..];
        let mut options = Options::default();
        let letter = loop {
            let Some(c) = rest.chars().next() else {
                break None;
            };
            match c {
                '-' | '_' | '0' if options.width.is_none() => options.padding = Some(c),
                '^' => options.upper = true,
                '#' => options.swapped = true,
                ':' => options.colons += 1,
                '0'..='9' => {
                    let digit = c as usize - '0' as usize;
                    let width = options.width.unwrap_or(0).saturating_mul(10);
                    options.width = Some(width.saturating_add(digit).min(MAX_WIDTH));
                }
                other => break Some(other),
            }
            rest = &rest[1..];
        };
        let Some(letter) = letter else {
            out.push_str(directive);
            return out;
        };
        rest = &rest[letter.len_utf8()..];
        if !push(&mut out, nanos, letter, options, zone) {
            out.push_str(&directive[..directive.len() - rest.len()]);
        }
    }
    out.push_str(rest);
    out
}

/// Appends a number, padded to a width.
fn push_number(out: &mut String, number: i64, width: usize, padding: char, options: Options) {
    let padding = match options.padding {
        Some('_') => ' ',
        Some('0') => '0',
        _ => padding,
    };
    let width = match options.padding {
        Some('-') => 0,
        _ => options.width.unwrap_or(width),
    };
    let digits = number.unsigned_abs().to_string();
    let sign = if number < 0 { "-" } else { "" };
    let missing = width.saturating_sub(digits.len() + sign.len());
    let fill: String = std::iter::repeat_n(padding, missing).collect();
    match padding {
        '0' => {
            let _ = write!(out, "{sign}{fill}{digits}");
        }
        _ => {
            let _ = write!(out, "{fill}{sign}{digits}");
        }
    }
}

/// Appends a text, padded with blanks to a width.
fn push_text(out: &mut String, text: &str, options: Options) {
    let text = match options {
        Options { upper: true, .. } => text.to_uppercase(),
        Options { swapped: true, .. } if text.chars().any(char::is_lowercase) => {
            text.to_uppercase()
        }
        Options { swapped: true, .. } => text.to_lowercase(),
        _ => text.to_owned(),
    };
    let missing = options
        .width
        .unwrap_or(0)
        .saturating_sub(text.chars().count());
    let fill = if options.padding == Some('0') {
        '0'
    } else {
        ' '
    };
    out.extend(std::iter::repeat_n(fill, missing));
    out.push_str(&text);
}

/// The year and the week by ISO 8601.
fn iso_week(days: i64) -> (i64, i64) {
    // The week of a day is that of its Thursday.
    let thursday = days - (weekday(days) as i64 + 6) % 7 + 3;
    let year = Date::of_days(thursday).year;
    let first = Date {
        year,
        month: 1,
        day: 1,
    };
    (year, (thursday - first.days()) / 7 + 1)
}

/// Appends what a letter stands for; false where it stands for nothing.
fn push(out: &mut String, nanos: i128, letter: char, options: Options, zone: i64) -> bool {
    let local = nanos + i128::from(zone) * SECOND;
    let seconds = local.div_euclid(SECOND) as i64;
    let fraction = local.rem_euclid(SECOND) as i64;
    let DateTime {
        date,
        hour,
        minute,
        second,
    } = DateTime::of_seconds(seconds);
    let days = date.days();
    let twelve = match hour % 12 {
        0 => 12,
        hour => hour,
    };
    let first = Date {
        year: date.year,
        month: 1,
        day: 1,
    };
    let year_day = days - first.days();
    let week_day = weekday(days) as i64;
    let several = |format: &str| written(nanos, format, zone);
    let number = |out: &mut String, number: i64, width: usize| {
        push_number(out, number, width, '0', options);
    };
    match letter {
        'Y' => number(out, date.year, if date.year < 0 { 5 } else { 4 }),
        'C' => number(out, date.year.div_euclid(100), 2),
        'y' => number(out, date.year.rem_euclid(100), 2),
        'm' => number(out, date.month, 2),
        'B' => push_text(out, MONTHS[(date.month - 1) as usize % 12], options),
        'b' | 'h' => push_text(out, &MONTHS[(date.month - 1) as usize % 12][..3], options),
        'd' => number(out, date.day, 2),
        'e' => push_number(out, date.day, 2, ' ', options),
        'j' => number(out, year_day + 1, 3),
        'H' => number(out, hour, 2),
        'k' => push_number(out, hour, 2, ' ', options),
        'I' => number(out, twelve, 2),
        'l' => push_number(out, twelve, 2, ' ', options),
        'P' => push_text(out, if hour < 12 { "am" } else { "pm" }, options),
        'p' => push_text(out, if hour < 12 { "AM" } else { "PM" }, options),
        'M' => number(out, minute, 2),
        'S' => number(out, second, 2),
        'L' | 'N' => {
            let width = options.width.unwrap_or(if letter == 'L' { 3 } else { 9 });
            let digits = format!("{fraction:09}");
            match digits.get(..width) {
                Some(cut) => out.push_str(cut),
                None => {
                    out.push_str(&digits);
                    out.extend(std::iter::repeat_n('0', width - 9));
                }
            }
        }
        'z' => {
            let sign = if zone < 0 { '-' } else { '+' };
            let east = zone.abs();
            let (hours, minutes) = (east / 3600, east / 60 % 60);
            let _ = match options.colons {
                0 => write!(out, "{sign}{hours:02}{minutes:02}"),
                1 => write!(out, "{sign}{hours:02}:{minutes:02}"),
                _ => write!(out, "{sign}{hours:02}:{minutes:02}:{:02}", east % 60),
            };
        }
        'Z' => push_text(out, if zone == 0 { "UTC" } else { "" }, options),
        'A' => push_text(out, WEEKDAYS[week_day as usize % 7], options),
        'a' => push_text(out, &WEEKDAYS[week_day as usize % 7][..3], options),
        'u' => number(out, (week_day + 6) % 7 + 1, 1),
        'w' => number(out, week_day, 1),
        'G' => number(out, iso_week(days).0, 4),
        'g' => number(out, iso_week(days).0.rem_euclid(100), 2),
        'V' => number(out, iso_week(days).1, 2),
        'U' => number(out, (year_day + 7 - week_day) / 7, 2),
        'W' => number(out, (year_day + 7 - (week_day + 6) % 7) / 7, 2),
        's' => number(out, nanos.div_euclid(SECOND) as i64, 1),
        'n' => out.push('\n'),
        't' => out.push('\t'),
        '%' => out.push('%'),
        'c' => push_text(out, &several("%a %b %e %H:%M:%S %Y"), options),
        'D' | 'x' => push_text(out, &several("%m/%d/%y"), options),
        'F' => push_text(out, &several("%Y-%m-%d"), options),
        'v' => push_text(out, &several("%e-%^b-%Y"), options),
        'X' | 'T' => push_text(out, &several("%H:%M:%S"), options),
        'r' => push_text(out, &several("%I:%M:%S %p"), options),
        'R' => push_text(out, &several("%H:%M"), options),
        '+' => push_text(out, &several("%a %b %e %H:%M:%S %Z %Y"), options),
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_follow_ruby() {
        let nanos = 1_471_912_245 * SECOND + 123_456_789;
        for (format, text) in [
            ("%F %T.%L", "2016-08-23 00:30:45.123"),
            ("%-d/%-m/%y %e", "23/8/16 23"),
            ("%a %^B %j %G-W%V-%u", "Tue AUGUST 236 2016-W34-2"),
            ("%I:%M %p %l %P", "12:30 AM 12 am"),
            ("%s %N %3N %12N", "1471912245 123456789 123 123456789000"),
            ("%z %:z %% %q %", "+0000 +00:00 % %q %"),
            ("%010Y|%_5m|%-H", "0000002016|    8|0"),
        ] {
            assert_eq!(written(nanos, format, 0), text, "{format}");
        }
        assert_eq!(
            written(nanos, "%H:%M %:z", -3 * 3600 - 1800),
            "21:00 -03:30"
        );
    }
}
