//! Formats of durations.
//!
//! A directive is `%`, an optional `-` (no padding), `_` (blanks) or `0`, an optional width, and
//! one of the letters D, H, M, S, L, N. The first directive of the highest unit takes any number of
//! digits, the others the number of digits of their unit; milliseconds and nanoseconds are then
//! digits of a fraction. A format must match a whole text. If several matches exist, earlier
//! directives take as many digits as possible.

use crate::scalars::time::{DAY, HOUR, MINUTE, SECOND, TIMESPAN_FORMATS};

/// The formats for parsing a text.
#[derive(Clone, Copy)]
pub(crate) enum Formats<'f> {
    /// The formats of the type, in order.
    Usual,
    /// This format.
    One(&'f str),
    /// The first of these that matches.
    Any(&'f [&'f str]),
}

impl<'f> Formats<'f> {
    /// Returns the formats; `usual` are those of the type.
    pub(crate) fn all(&self, usual: &'f [&'f str]) -> Vec<&'f str> {
        match self {
            Formats::Usual => usual.to_vec(),
            Formats::One(format) => vec![format],
            Formats::Any(formats) => formats.to_vec(),
        }
    }

    /// The error if no format matches.
    #[cold]
    pub(crate) fn unreadable(&self, text: &str, tried: &[&str]) -> String {
        match self {
            Formats::One(format) => format!("Unable to parse '{text}' using format '{format}'"),
            _ => format!(
                "Unable to parse '{text}' using any of the formats {}",
                tried.join(", ")
            ),
        }
    }
}

/// The maximum length of a text and of a format, in characters.
const MAX_LENGTH: usize = 4096;

/// The maximum width of a directive.
const MAX_WIDTH: usize = 1 << 30;

/// Parses a text to nanoseconds.
///
/// # Errors
/// Puppet's message.
pub(crate) fn parse(text: &str, formats: Formats<'_>) -> Result<i128, String> {
    let all = formats.all(&TIMESPAN_FORMATS);
    let too_long = |text: &str| text.len() > MAX_LENGTH;
    if too_long(text) || all.iter().any(|format| too_long(format)) {
        return Err(format!(
            "the text of a duration and its format may have at most {MAX_LENGTH} bytes"
        ));
    }
    for format in &all {
        let segments = segments(format)?;
        match read(text, &segments) {
            Ok(Some(nanos)) => return Ok(nanos),
            Err(message) if matches!(formats, Formats::One(_)) => return Err(message.into()),
            _ => {}
        }
    }
    Err(formats.unreadable(text, &all))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    Nanosecond,
    Millisecond,
    Second,
    Minute,
    Hour,
    Day,
}

impl Unit {
    /// The usual number of digits of the unit.
    pub(super) fn digits(self) -> usize {
        match self {
            Unit::Nanosecond => 9,
            Unit::Millisecond => 3,
            Unit::Day => 1,
            _ => 2,
        }
    }

    pub(super) fn nanos(self) -> i128 {
        match self {
            Unit::Day => DAY,
            Unit::Hour => HOUR,
            Unit::Minute => MINUTE,
            _ => SECOND,
        }
    }

    pub(super) fn is_fraction(self) -> bool {
        self <= Unit::Millisecond
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Padding {
    None,
    Blank,
    Zero,
}

pub(super) enum Segment {
    Text(String),
    Value {
        unit: Unit,
        padding: Padding,
        width: Option<usize>,
        /// Whether it is the first of the highest unit.
        total: bool,
    },
}

pub(super) fn segments(format: &str) -> Result<Vec<Segment>, String> {
    let mut segments: Vec<Segment> = Vec::new();
    let push_text = |segments: &mut Vec<Segment>, c: char| match segments.last_mut() {
        Some(Segment::Text(text)) => text.push(c),
        _ => segments.push(Segment::Text(c.into())),
    };
    let mut chars = format.chars().enumerate();
    let mut end;
    while let Some((start, c)) = chars.next() {
        end = start;
        if c != '%' {
            push_text(&mut segments, c);
            continue;
        }
        let bad = |position: usize| {
            let specifier: String = format.chars().skip(start).take(position - start).collect();
            format!("Bad format specifier '{specifier}' in '{format}', at position {position}")
        };
        let mut padding = Padding::Zero;
        let mut width: Option<usize> = None;
        let mut first = true;
        loop {
            let Some((position, c)) = chars.next() else {
                return Err(bad(end));
            };
            end = position;
            let unit = match c {
                '%' => {
                    push_text(&mut segments, c);
                    break;
                }
                '-' | '_' if first => {
                    padding = if c == '-' {
                        Padding::None
                    } else {
                        Padding::Blank
                    };
                    first = false;
                    continue;
                }
                'D' => Unit::Day,
                'H' => Unit::Hour,
                'M' => Unit::Minute,
                'S' => Unit::Second,
                'L' => Unit::Millisecond,
                'N' => Unit::Nanosecond,
                '0' if first => {
                    first = false;
                    continue;
                }
                '0'..='9' => {
                    let digit = c as usize - '0' as usize;
                    let value = width.unwrap_or(0) * 10 + digit;
                    width = Some(value.min(MAX_WIDTH));
                    first = false;
                    continue;
                }
                _ => return Err(bad(position)),
            };
            segments.push(Segment::Value {
                unit,
                padding,
                width,
                total: false,
            });
            break;
        }
    }
    let highest = segments.iter().filter_map(|segment| match segment {
        Segment::Value { unit, .. } => Some(*unit),
        Segment::Text(_) => None,
    });
    if let Some(highest) = highest.max() {
        for segment in &mut segments {
            if let Segment::Value { unit, total, .. } = segment
                && *unit == highest
            {
                *total = true;
                break;
            }
        }
    }
    Ok(segments)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// Returns the nanoseconds of a text, or `None` if the format does not match.
#[expect(
    clippy::string_slice,
    reason = "literals match whole characters, so values begin and end with them"
)]
fn read(text: &str, segments: &[Segment]) -> Result<Option<i128>, &'static str> {
    let bytes = text.as_bytes();
    // The sign is skipped unless the format only matches with it.
    let starts: &[usize] = if bytes.first() == Some(&b'-') {
        &[1, 0]
    } else {
        &[0]
    };
    let mut search = Search {
        bytes,
        segments,
        failed: vec![0; ((bytes.len() + 1) * (segments.len() + 1)).div_ceil(64)],
        spans: Vec::with_capacity(segments.len()),
    };
    if !starts.iter().any(|start| search.matches(*start)) {
        return Ok(None);
    }
    let mut nanos: i128 = 0;
    for (segment, (from, to)) in segments.iter().zip(&search.spans) {
        let Segment::Value { unit, total, .. } = segment else {
            continue;
        };
        let digits =
            text[*from..*to].trim_start_matches(|c: char| c.is_ascii() && is_blank(c as u8));
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(None);
        }
        if unit.is_fraction() && *total {
            return Err(
                "Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude",
            );
        }
        let value: i128 = digits.parse().map_err(|_| OUT_OF_RANGE)?;
        let part = if unit.is_fraction() {
            value.checked_mul(10i128.pow(9u32.saturating_sub(digits.len() as u32)))
        } else {
            value.checked_mul(unit.nanos())
        };
        nanos = part
            .and_then(|part| nanos.checked_add(part))
            .ok_or(OUT_OF_RANGE)?;
    }
    Ok(Some(if text.starts_with('-') { -nanos } else { nanos }))
}

const OUT_OF_RANGE: &str = "the duration is out of range";

/// A search for a match of the segments that tries each segment at each position at most once.
struct Search<'s> {
    bytes: &'s [u8],
    segments: &'s [Segment],
    /// A bit for each pair of a segment and a position from which no match exists.
    failed: Vec<u64>,
    spans: Vec<(usize, usize)>,
}

/// The position of a segment, and the remaining lengths to try.
struct Try {
    at: usize,
    /// The possible lengths, the greatest first.
    lengths: std::iter::Rev<std::ops::RangeInclusive<usize>>,
}

impl Search<'_> {
    /// Whether the segments match from here to the end; stores their spans.
    fn matches(&mut self, start: usize) -> bool {
        let mut tries: Vec<Try> = Vec::with_capacity(self.segments.len());
        let mut at = start;
        loop {
            if tries.len() == self.segments.len() && at == self.bytes.len() {
                self.spans.clear();
                let ends = tries.iter().skip(1).map(|next| next.at).chain([at]);
                self.spans
                    .extend(tries.iter().map(|tried| tried.at).zip(ends));
                return true;
            }
            if tries.len() < self.segments.len() && !self.has_failed(tries.len(), at) {
                let lengths = self.lengths(tries.len(), at);
                tries.push(Try { at, lengths });
            }
            // Continues with the next length of the last segment that has one.
            loop {
                let depth = tries.len();
                let Some(last) = tries.last_mut() else {
                    return false;
                };
                match last.lengths.next() {
                    Some(length) => {
                        at = last.at + length;
                        if depth == self.segments.len() && at != self.bytes.len()
                            || self.has_failed(depth, at)
                        {
                            continue;
                        }
                        break;
                    }
                    None => {
                        let failed = last.at;
                        tries.pop();
                        self.fail(tries.len(), failed);
                    }
                }
            }
        }
    }

    fn bit(&self, segment: usize, at: usize) -> (usize, u64) {
        let bit = segment * (self.bytes.len() + 1) + at;
        (bit / 64, 1 << (bit % 64))
    }

    fn has_failed(&self, segment: usize, at: usize) -> bool {
        let (word, bit) = self.bit(segment, at);
        self.failed[word] & bit != 0
    }

    fn fail(&mut self, segment: usize, at: usize) {
        let (word, bit) = self.bit(segment, at);
        self.failed[word] |= bit;
    }

    /// Returns the possible lengths of a segment at a position.
    fn lengths(
        &self,
        segment: usize,
        at: usize,
    ) -> std::iter::Rev<std::ops::RangeInclusive<usize>> {
        #[allow(clippy::reversed_empty_ranges, reason = "no length at all")]
        let none = (1..=0).rev();
        let rest = &self.bytes[at..];
        let (unit, padding, width, total) = match &self.segments[segment] {
            Segment::Text(text) => {
                return if rest.starts_with(text.as_bytes()) {
                    (text.len()..=text.len()).rev()
                } else {
                    none
                };
            }
            Segment::Value {
                unit,
                padding,
                width,
                total,
            } => (*unit, *padding, *width, *total),
        };
        let digits = |from: usize| {
            let rest = rest.get(from..).unwrap_or_default();
            rest.iter().take_while(|b| b.is_ascii_digit()).count()
        };
        let blanks = || rest.iter().take_while(|b| is_blank(**b)).count();
        let mixed = || {
            let belongs = |b: &&u8| b.is_ascii_digit() || is_blank(**b);
            rest.iter().take_while(belongs).count()
        };
        let (least, most) = match (width, padding, total) {
            (None, Padding::Blank, true) => {
                let blanks = blanks();
                (blanks + 1, blanks + digits(blanks))
            }
            (None, Padding::Blank, false) => (1, mixed().min(unit.digits())),
            (None, _, true) => (1, digits(0)),
            (None, _, false) => (1, digits(0).min(unit.digits())),
            (Some(width), Padding::None, _) => (1, digits(0).min(width)),
            (Some(width), Padding::Zero, _) => (width, digits(0).min(width)),
            (Some(width), Padding::Blank, _) => (width, mixed().min(width)),
        };
        if least > most {
            return none;
        }
        (least..=most).rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_takes_a_whole_text() {
        let read = |text, format| parse(text, Formats::One(format)).map(|n| n / 1_000_000);
        assert_eq!(read("10.5", "%S.%L"), Ok(10_500));
        assert_eq!(read("-1:30", "%M:%S"), Ok(-90_000));
        assert_eq!(read("0123", "%H%M"), Ok(43_380_000));
        assert_eq!(read("123", "%3M"), Ok(7_380_000));
        assert_eq!(read("  5", "%_S"), Ok(5_000));
        assert_eq!(
            read("5", "%Q"),
            Err("Bad format specifier '%' in '%Q', at position 1".into())
        );
        assert!(read("5", "%3S").is_err());
        assert!(read("5", "%L").is_err());
    }

    #[test]
    fn many_directives_end_soon() {
        let format = "%S".repeat(500);
        assert!(parse(&"1".repeat(4000), Formats::One(&format)).is_err());
    }
}
