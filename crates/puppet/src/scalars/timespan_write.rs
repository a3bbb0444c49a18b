//! Formatting of durations (Puppet's `Timespan`).
//!
//! The first directive of the highest unit takes the whole duration; each other directive takes the
//! remainder of the next larger unit. Milliseconds and nanoseconds are digits after a decimal point
//! and are padded with blanks at the end.

use crate::scalars::timespan_format::{Padding, Segment, Unit, segments};

/// The maximum length of a formatted text in bytes.
const MAX_FORMATTED_BYTES: usize = 1 << 20;

/// Formats a duration in nanoseconds. Returns `None` if the text is longer than [`MAX_FORMATTED_BYTES`].
///
/// # Errors
/// Puppet's message for a format that it rejects.
pub(crate) fn written(nanos: i128, format: &str) -> Result<Option<String>, String> {
    let amount = nanos.unsigned_abs() as i128;
    let mut out = String::with_capacity(format.len() + 8);
    if nanos < 0 {
        out.push('-');
    }
    for segment in segments(format)? {
        match segment {
            Segment::Text(text) => out.push_str(&text),
            Segment::Value {
                unit,
                padding,
                width,
                total,
            } => {
                let usual = width.unwrap_or(unit.digits());
                if usual > MAX_FORMATTED_BYTES {
                    return Ok(None);
                }
                if unit.is_fraction() {
                    push_fraction(&mut out, amount, unit, usual, padding, total);
                } else {
                    push_whole(&mut out, amount, unit, usual, padding, total);
                }
            }
        }
        if out.len() > MAX_FORMATTED_BYTES {
            return Ok(None);
        }
    }
    Ok(Some(out))
}

fn push_whole(
    out: &mut String,
    amount: i128,
    unit: Unit,
    width: usize,
    padding: Padding,
    total: bool,
) {
    let count = amount / unit.nanos();
    let number = match unit {
        _ if total => count,
        Unit::Hour => count % 24,
        Unit::Minute | Unit::Second => count % 60,
        _ => count,
    };
    let digits = number.to_string();
    let missing = width.saturating_sub(digits.len());
    match padding {
        Padding::None => {}
        Padding::Blank => out.extend(std::iter::repeat_n(' ', missing)),
        Padding::Zero => out.extend(std::iter::repeat_n('0', missing)),
    }
    out.push_str(&digits);
}

fn push_fraction(
    out: &mut String,
    amount: i128,
    unit: Unit,
    width: usize,
    padding: Padding,
    total: bool,
) {
    let digits = match unit {
        Unit::Millisecond => 3,
        _ => width.min(9) as u32,
    };
    let count = amount / 10i128.pow(9 - digits);
    let number = if total {
        count
    } else if unit == Unit::Millisecond {
        count % 1000
    } else {
        count % 10i128.pow(digits)
    };
    let text = number.to_string();
    let shown = match text.trim_end_matches('0') {
        _ if total || padding == Padding::Zero => &text,
        "" => "0",
        short => short,
    };
    out.push_str(shown);
    if padding != Padding::None {
        let missing = width.saturating_sub(shown.len());
        out.extend(std::iter::repeat_n(' ', missing));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalars::time::SECOND;

    fn text(nanos: i128, format: &str) -> String {
        written(nanos, format).unwrap().unwrap()
    }

    #[test]
    fn units_follow_puppet() {
        let nanos = 2 * 86_400 * SECOND + 3_723 * SECOND + SECOND * 45 / 100;
        for (format, expected) in [
            ("%D-%H:%M:%S.%-N", "2-01:02:03.45"),
            ("%H:%M", "49:02"),
            ("%-S s %L", "176523 s 450"),
            ("%_3M%%", "2942%"),
            ("%H:%H %D|%D", "01:01 2|2"),
            ("%S|%S|%5%|%-%", "176523|03|%|%"),
            ("%5D|%-5D|%_5D|%00D", "00002|2|    2|2"),
        ] {
            assert_eq!(text(nanos, format), expected, "{format}");
        }
        assert_eq!(text(-nanos, "%D"), "-2");
        for (format, message) in [
            ("%q", "Bad format specifier '%' in '%q', at position 1"),
            (
                "%05_",
                "Bad format specifier '%05' in '%05_', at position 3",
            ),
            ("%5", "Bad format specifier '%' in '%5', at position 1"),
        ] {
            assert_eq!(written(0, format), Err(message.into()), "{format}");
        }
    }

    #[test]
    fn fractions_are_filled_at_the_end() {
        for (format, expected) in [
            ("%S|%L|%N|%-L", "00|5  |5000000  |5"),
            ("%S.%_L|%_N", "00.5  |5        "),
            ("%S.%3N|%6N|%12N", "00.5  |5000  |5000000     "),
            ("%N|%3N", "5000000  |5  "),
            ("%L|%L", "5  |5  "),
        ] {
            assert_eq!(text(5_000_000, format), expected, "{format}");
        }
        assert_eq!(written(0, "%2000000D"), Ok(None));
    }
}
