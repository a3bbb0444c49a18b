//! Formatting of points in time (Ruby's `Time#strftime`).
//!
//! A directive is `%`, flags, a width and a letter. It is literal text if flags follow the width,
//! if `:` precedes a letter other than `z`, or if `E` or `O` precedes a letter without such a form.

use crate::scalars::time::SECOND;
use polycty_core::text::calendar::{Date, DateTime, MONTHS, WEEKDAYS, weekday};

/// The maximum length of a formatted text in bytes.
const MAX_FORMATTED_BYTES: usize = 1 << 20;

/// A zone: seconds east of Greenwich, and whether it is UTC itself, which has a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Zone {
    pub(crate) east: i64,
    pub(crate) utc: bool,
}

impl Zone {
    pub(crate) const UTC: Zone = Zone { east: 0, utc: true };
}

/// Flags and a width between `%` and the letter.
#[derive(Clone, Copy, Default)]
struct Options {
    /// `-`
    left: bool,
    /// `0` or `_`
    padding: Option<char>,
    /// `^`
    upper: bool,
    /// `#`
    swapped: bool,
    /// The number of `:`.
    colons: usize,
    width: Option<usize>,
}

/// The text after `%`.
enum Directive {
    Value(Options, char),
    /// Literal text.
    Text,
    /// The format ends within a directive.
    Open,
}

/// Formats a point in time, in nanoseconds since 1970. Returns `None` if the text is longer than
/// [`MAX_FORMATTED_BYTES`].
///
/// # Errors
/// Ruby's message for a format that ends within a directive.
pub(crate) fn written(nanos: i128, format: &str, zone: Zone) -> Result<Option<String>, String> {
    let mut rest = format;
    while let Some((_, directive)) = rest.split_once('%') {
        let mut chars = directive.chars();
        if let Directive::Open = read_directive(&mut chars) {
            return Err(format!("invalid format: {format}"));
        }
        rest = chars.as_str();
    }
    Ok(formatted(nanos, format, zone))
}

fn formatted(nanos: i128, format: &str, zone: Zone) -> Option<String> {
    let mut out = String::with_capacity(format.len() + 16);
    let mut rest = format;
    while let Some((before, directive)) = rest.split_once('%') {
        out.push_str(before);
        let mut chars = directive.chars();
        let read = read_directive(&mut chars);
        rest = chars.as_str();
        let done = match read {
            Directive::Value(options, letter) => push(&mut out, nanos, letter, options, zone)?,
            Directive::Text | Directive::Open => false,
        };
        if !done {
            out.push('%');
            out.push_str(directive.strip_suffix(rest).unwrap_or_default());
        }
        if out.len() > MAX_FORMATTED_BYTES {
            return None;
        }
    }
    out.push_str(rest);
    Some(out)
}

/// Parses flags, width and letter after `%`. If they are not a directive, the characters up to the
/// first invalid one are consumed.
fn read_directive(chars: &mut std::str::Chars<'_>) -> Directive {
    let mut options = Options::default();
    loop {
        let Some(c) = chars.next() else {
            return Directive::Open;
        };
        let flag = matches!(c, '-' | '^' | '#' | '_');
        if flag && options.width.is_some() {
            return Directive::Text;
        }
        match c {
            '-' => {
                options.left = true;
                options.padding = None;
            }
            '^' => options.upper = true,
            '#' => options.swapped = true,
            '_' => options.padding = Some('_'),
            ':' => {
                let rest = chars.as_str();
                let more = rest.bytes().take_while(|byte| *byte == b':').count();
                if more < 3 && rest.as_bytes().get(more) == Some(&b'z') {
                    options.colons = more + 1;
                    chars.nth(more);
                    return Directive::Value(options, 'z');
                }
                if more < 3 {
                    return Directive::Text;
                }
                // Ruby skips four at a time, but not before `z`.
                options.colons = 4;
                chars.nth(2);
            }
            '0'..='9' => {
                if c == '0' {
                    options.padding = Some('0');
                }
                let mut width = c as usize - '0' as usize;
                while let Some(digit) = chars.clone().next().and_then(|c| c.to_digit(10)) {
                    chars.next();
                    width = width.saturating_mul(10).saturating_add(digit as usize);
                }
                if width > i32::MAX as usize {
                    return Directive::Text;
                }
                options.width = (width > 0).then_some(width);
            }
            'E' | 'O' => {
                let letters = if c == 'E' {
                    "cCxXyY"
                } else {
                    "deHkIlmMSuUVwWy"
                };
                let next = chars.clone().next();
                if !next.is_some_and(|next| letters.contains(next)) {
                    return Directive::Text;
                }
            }
            'z' if options.colons > 0 => return Directive::Text,
            letter => return Directive::Value(options, letter),
        }
    }
}

/// Appends padding. Returns `None` if it is too long.
fn push_fill(out: &mut String, fill: char, count: usize) -> Option<()> {
    if count > MAX_FORMATTED_BYTES {
        return None;
    }
    out.extend(std::iter::repeat_n(fill, count));
    Some(())
}

/// Appends a number, padded to a width.
fn push_number(
    out: &mut String,
    number: i64,
    width: usize,
    padding: char,
    options: Options,
) -> Option<()> {
    let padding = match options.padding {
        Some('_') => ' ',
        Some(_) => '0',
        None => padding,
    };
    let width = if options.left {
        1
    } else {
        options.width.unwrap_or(width)
    };
    let digits = number.unsigned_abs().to_string();
    let sign = if number < 0 { "-" } else { "" };
    let missing = width.saturating_sub(digits.len() + sign.len());
    if padding == '0' {
        out.push_str(sign);
        push_fill(out, '0', missing)?;
    } else {
        push_fill(out, padding, missing)?;
        out.push_str(sign);
    }
    out.push_str(&digits);
    Some(())
}

/// Appends a text, padded to a width. `-` turns padding off.
fn push_text(out: &mut String, text: &str, options: Options) -> Option<()> {
    if text.is_empty() {
        return Some(());
    }
    if !options.left {
        push_width(out, text, options)?;
    }
    if options.upper {
        out.push_str(&text.to_uppercase());
    } else {
        out.push_str(text);
    }
    Some(())
}

/// Appends the padding of a text to the width.
fn push_width(out: &mut String, text: &str, options: Options) -> Option<()> {
    let fill = match options.padding {
        Some('0') => '0',
        _ => ' ',
    };
    let width = options.width.unwrap_or(0);
    push_fill(out, fill, width.saturating_sub(text.chars().count()))
}

/// Appends the offset of a zone from UTC.
fn push_zone(out: &mut String, zone: Zone, options: Options) -> Option<()> {
    let east = zone.east.abs();
    let negative = zone.east < 0 || zone.utc && options.left;
    let (hours, minutes, seconds) = (east / 3600, east / 60 % 60, east % 60);
    let tail = match options.colons {
        0 => format!("{minutes:02}"),
        1 => format!(":{minutes:02}"),
        2 => format!(":{minutes:02}:{seconds:02}"),
        _ if east % 3600 == 0 => String::new(),
        _ if east % 60 == 0 => format!(":{minutes:02}"),
        _ => format!(":{minutes:02}:{seconds:02}"),
    };
    // Hours have at least two digits, including blanks.
    let width = options.width.unwrap_or(0).saturating_sub(tail.len() + 1);
    let (width, sign) = (width.max(2), if negative { '-' } else { '+' });
    let digits = hours.to_string();
    let missing = width.saturating_sub(digits.len());
    if options.padding == Some('_') {
        push_fill(out, ' ', missing)?;
        out.push(sign);
    } else {
        out.push(sign);
        push_fill(out, '0', missing)?;
    }
    out.push_str(&digits);
    out.push_str(&tail);
    Some(())
}

/// Returns the year and the week by ISO 8601.
fn iso_week(days: i64) -> (i64, i64) {
    // The week of a day is the week of its Thursday.
    let thursday = days - (weekday(days) as i64 + 6) % 7 + 3;
    let year = Date::of_days(thursday).year;
    let first = Date {
        year,
        month: 1,
        day: 1,
    };
    (year, (thursday - first.days()) / 7 + 1)
}

/// Appends the value of a directive. Returns `Some(false)` for an unknown letter, and `None` if the
/// text is too long.
fn push(out: &mut String, nanos: i128, letter: char, options: Options, zone: Zone) -> Option<bool> {
    let local = nanos + i128::from(zone.east) * SECOND;
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
    let month = MONTHS[(date.month - 1) as usize % 12];
    let day = WEEKDAYS[week_day as usize % 7];
    let short = |name: &'static str| name.get(..3).unwrap_or(name);
    // `#` makes names uppercase.
    let name = Options {
        upper: options.upper || options.swapped,
        ..options
    };
    // Uppercase names become lowercase.
    let lower = Options {
        upper: false,
        ..options
    };
    let several = |out: &mut String, format: &str| {
        let mut text = formatted(nanos, format, zone)?;
        if options.upper {
            text = text.to_uppercase();
        }
        push_width(out, &text, options)?;
        out.push_str(&text);
        Some(())
    };
    let number =
        |out: &mut String, number: i64, width: usize| push_number(out, number, width, '0', options);
    let year = |out: &mut String, year: i64| number(out, year, if year < 0 { 5 } else { 4 });
    match letter {
        'Y' => year(out, date.year)?,
        'C' => number(out, date.year.div_euclid(100), 2)?,
        'y' => number(out, date.year.rem_euclid(100), 2)?,
        'm' => number(out, date.month, 2)?,
        'B' => push_text(out, month, name)?,
        'b' | 'h' => push_text(out, short(month), name)?,
        'd' => number(out, date.day, 2)?,
        'e' => push_number(out, date.day, 2, ' ', options)?,
        'j' => number(out, year_day + 1, 3)?,
        'H' => number(out, hour, 2)?,
        'k' => push_number(out, hour, 2, ' ', options)?,
        'I' => number(out, twelve, 2)?,
        'l' => push_number(out, twelve, 2, ' ', options)?,
        'P' => push_text(out, if hour < 12 { "am" } else { "pm" }, name)?,
        'p' if options.swapped => push_text(out, if hour < 12 { "am" } else { "pm" }, lower)?,
        'p' => push_text(out, if hour < 12 { "AM" } else { "PM" }, options)?,
        'M' => number(out, minute, 2)?,
        'S' => number(out, second, 2)?,
        'L' | 'N' => {
            let width = options.width.unwrap_or(if letter == 'L' { 3 } else { 9 });
            let digits = format!("{fraction:09}");
            out.push_str(digits.get(..width).unwrap_or(&digits));
            push_fill(out, '0', width.saturating_sub(digits.len()))?;
        }
        'z' => push_zone(out, zone, options)?,
        'Z' if options.swapped => push_text(out, if zone.utc { "utc" } else { "" }, lower)?,
        'Z' => push_text(out, if zone.utc { "UTC" } else { "" }, options)?,
        'A' => push_text(out, day, name)?,
        'a' => push_text(out, short(day), name)?,
        'u' => number(out, (week_day + 6) % 7 + 1, 1)?,
        'w' => number(out, week_day, 1)?,
        'G' => year(out, iso_week(days).0)?,
        'g' => number(out, iso_week(days).0.rem_euclid(100), 2)?,
        'V' => number(out, iso_week(days).1, 2)?,
        'U' => number(out, (year_day + 7 - week_day) / 7, 2)?,
        'W' => number(out, (year_day + 7 - (week_day + 6) % 7) / 7, 2)?,
        's' => number(out, nanos.div_euclid(SECOND) as i64, 1)?,
        'n' => push_text(out, "\n", options)?,
        't' => push_text(out, "\t", options)?,
        '%' => push_text(out, "%", options)?,
        'c' => several(out, "%a %b %e %H:%M:%S %Y")?,
        'D' | 'x' => several(out, "%m/%d/%y")?,
        'F' => several(out, "%Y-%m-%d")?,
        'v' => several(out, "%e-%^b-%4Y")?,
        'X' | 'T' => several(out, "%H:%M:%S")?,
        'r' => several(out, "%I:%M:%S %p")?,
        'R' => several(out, "%H:%M")?,
        _ => return Some(false),
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NANOS: i128 = 1_471_912_245 * SECOND + 123_456_789;

    fn utc(format: &str) -> String {
        written(NANOS, format, Zone::UTC).unwrap().unwrap()
    }

    fn east(format: &str) -> String {
        let zone = Zone {
            east: 3 * 3600 + 1800,
            utc: false,
        };
        written(NANOS, format, zone).unwrap().unwrap()
    }

    #[test]
    fn directives_follow_ruby() {
        for (format, text) in [
            ("%F %T.%L", "2016-08-23 00:30:45.123"),
            ("%-d/%-m/%y %e", "23/8/16 23"),
            ("%a %^B %j %G-W%V-%u", "Tue AUGUST 236 2016-W34-2"),
            ("%I:%M %p %l %P", "12:30 AM 12 am"),
            ("%s %N %3N %12N", "1471912245 123456789 123 123456789000"),
            ("%z %:z %-z %Z %% %q", "+0000 +00:00 -0000 UTC % %q"),
            ("%010Y|%_5m|%-H", "0000002016|    8|0"),
        ] {
            assert_eq!(utc(format), text, "{format}");
        }
    }

    #[test]
    fn flags_and_widths_follow_ruby() {
        for (format, text) in [
            ("%:d %-5d %5-d %5_d %_5d", "%:d 23 %5-d %5_d    23"),
            ("%^5a|%5^a|%#5a|%05a|%-5a", "  TUE|%5^a|  TUE|00Tue|Tue"),
            ("%5%|%-5%|%05n|%10t", "    %|%|0000\n|         \t"),
            ("%Ed %Od %EY %OY %5Ey %E5y", "%Ed 23 2016 %OY 00016 %E5y"),
            ("%:z %::z %:::z %::::z", "+03:30 +03:30:00 +03:30 %::::z"),
            ("%:5z|%5:z|%_z|%_10z", "%:5z|+03:30| +330|      +330"),
            ("%-10z|%10:z|%_:z", "+000000330|+000003:30| +3:30"),
            ("%#p %#P %#A %#Z|%10Z|", "am AM TUESDAY ||"),
            ("%-N %5N %_5N %12L", "123456789 12345 12345 123456789000"),
            (
                "%^c|%#c",
                "TUE AUG 23 04:00:45 2016|Tue Aug 23 04:00:45 2016",
            ),
            (
                "%-30c|%015F",
                "      Tue Aug 23 04:00:45 2016|000002016-08-23",
            ),
            ("%+ %v %99999999999Y", "%+ 23-AUG-2016 %99999999999Y"),
            ("%::::m %:::::N %:::::z", "08 %:::::N +03:30"),
            ("%k %0k %05k %_20s", " 4 04 00004           1471912245"),
        ] {
            assert_eq!(east(format), text, "{format}");
        }
    }

    #[test]
    fn a_format_does_not_end_within_a_directive() {
        for format in ["%", "a%-", "%05", "%::::"] {
            let message = format!("invalid format: {format}");
            assert_eq!(written(0, format, Zone::UTC), Err(message), "{format}");
        }
        assert_eq!(utc("%: %E"), "%: %E");
        assert_eq!(utc("%:"), "%:");
    }

    #[test]
    fn a_long_text_is_refused() {
        assert_eq!(utc("%1000Y").len(), 1000);
        for format in [
            "%2000000000Y",
            "%2000000000a",
            "%2000000000N",
            "%2000000000z",
        ] {
            assert_eq!(written(0, format, Zone::UTC), Ok(None), "{format}");
        }
        assert_eq!(written(0, &"%500000c".repeat(4), Zone::UTC), Ok(None));
    }
}
