//! Writing durations by a format.
//!
//! Each unit is written as far as the next larger one has not taken it; the largest that the
//! format has takes all.

/// The units in nanoseconds, the largest first.
const UNITS: [(char, i128); 6] = [
    ('D', 86_400_000_000_000),
    ('H', 3_600_000_000_000),
    ('M', 60_000_000_000),
    ('S', 1_000_000_000),
    ('L', 1_000_000),
    ('N', 1),
];

enum Segment {
    Text(char),
    Unit {
        unit: usize,
        padding: Option<char>,
        width: Option<usize>,
    },
}

/// The widest that a directive may ask for.
const MAX_WIDTH: usize = 1 << 10;

/// A duration in nanoseconds as a format says.
///
/// # Errors
/// Puppet's message for a format that it does not know.
pub(crate) fn written(nanos: i128, format: &str) -> Result<String, String> {
    let segments = segments(format)?;
    let largest = segments
        .iter()
        .filter_map(|segment| match segment {
            Segment::Unit { unit, .. } => Some(*unit),
            Segment::Text(_) => None,
        })
        .min();
    let amount = nanos.unsigned_abs() as i128;
    let mut out = String::with_capacity(format.len() + 8);
    if nanos < 0 {
        out.push('-');
    }
    for segment in &segments {
        let (unit, padding, width) = match segment {
            Segment::Text(c) => {
                out.push(*c);
                continue;
            }
            Segment::Unit {
                unit,
                padding,
                width,
            } => (*unit, *padding, *width),
        };
        let whole = Some(unit) == largest;
        let (letter, size) = UNITS[unit];
        let text = match letter {
            'L' | 'N' if !whole => {
                let width = width.unwrap_or(if letter == 'L' { 3 } else { 9 });
                let mut digits = format!("{:09}", amount % UNITS[3].1);
                if letter == 'N' && segments.iter().any(is_milliseconds) {
                    digits = format!("{:06}", amount % UNITS[4].1);
                }
                digits.truncate(width);
                if padding == Some('-') {
                    let kept = digits.trim_end_matches('0').len();
                    digits.truncate(kept.max(1));
                }
                digits
            }
            _ => {
                let number = match whole {
                    true => amount / size,
                    false => amount % UNITS[unit - 1].1 / size,
                };
                let usual = match letter {
                    'D' => 1,
                    'L' => 3,
                    'N' => 9,
                    _ => 2,
                };
                let width = width.unwrap_or(usual);
                let digits = number.to_string();
                let missing = width.saturating_sub(digits.len());
                let fill = match padding {
                    Some('-') => String::new(),
                    Some('_') => " ".repeat(missing),
                    _ => "0".repeat(missing),
                };
                fill + &digits
            }
        };
        out.push_str(&text);
    }
    Ok(out)
}

fn is_milliseconds(segment: &Segment) -> bool {
    matches!(segment, Segment::Unit { unit: 4, .. })
}

fn segments(format: &str) -> Result<Vec<Segment>, String> {
    let mut segments = Vec::new();
    let mut chars = format.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if c != '%' {
            segments.push(Segment::Text(c));
            continue;
        }
        let (mut padding, mut width) = (None, None);
        let bad = |end: usize| {
            let directive = format.get(start..end).unwrap_or(format);
            format!("Bad format specifier '{directive}' in '{format}', at position {start}")
        };
        loop {
            let Some((at, c)) = chars.next() else {
                return Err(bad(format.len()));
            };
            match c {
                '%' => {
                    segments.push(Segment::Text('%'));
                    break;
                }
                '-' | '_' | '0' if width.is_none() && padding.is_none() => padding = Some(c),
                '0'..='9' => {
                    let digit = c as usize - '0' as usize;
                    let so_far: usize = width.unwrap_or(0);
                    width = Some(
                        so_far
                            .saturating_mul(10)
                            .saturating_add(digit)
                            .min(MAX_WIDTH),
                    );
                }
                c => match UNITS.iter().position(|(letter, _)| *letter == c) {
                    Some(unit) => {
                        segments.push(Segment::Unit {
                            unit,
                            padding,
                            width,
                        });
                        break;
                    }
                    None => return Err(bad(at + c.len_utf8())),
                },
            }
        }
    }
    Ok(segments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_unit_takes_all() {
        let nanos = 2 * 86_400_000_000_000 + 3_723_450_000_000;
        for (format, text) in [
            ("%D-%H:%M:%S.%-N", "2-01:02:03.45"),
            ("%H:%M", "49:02"),
            ("%-S s %L", "176523 s 450"),
            ("%_3M%%", "2942%"),
        ] {
            assert_eq!(written(nanos, format).unwrap(), text, "{format}");
        }
        assert_eq!(written(-nanos, "%D").unwrap(), "-2");
        assert!(written(0, "%q").is_err());
    }
}
