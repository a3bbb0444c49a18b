//! `strptime`: parsing of times by a format.
//!
//! The directives are those of Ruby's `strptime`. Only year, month, day, hour, minute, second and
//! fraction determine the point in time: a day of the year or a week is parsed and ignored. The
//! year is required. Days past the end of a month continue in the next month.

use crate::scalars::time::{DAY, HOUR, MINUTE, SECOND, TIMESTAMP_FORMATS};
use crate::scalars::timespan_format::Formats;
use polycty_core::text::calendar::{Date, MONTHS, NANOSECONDS_A_SECOND, WEEKDAYS};

/// Parses a text to nanoseconds since 1970; `zone` applies to a text without a zone.
///
/// # Errors
/// Puppet's message.
pub(crate) fn parse(text: &str, formats: Formats<'_>, zone: Option<&str>) -> Result<i128, String> {
    // The second half has no zone.
    let usual = match zone {
        Some(_) => &TIMESTAMP_FORMATS[5..],
        None => &TIMESTAMP_FORMATS[..],
    };
    let all = formats.all(usual);
    let many = !matches!(formats, Formats::One(_));
    let found = all.iter().find_map(|format| {
        let fields = Fields::read(text, format)?;
        (!many || zone.is_none() || fields.zone.is_none()).then_some(fields)
    });
    let Some(fields) = found else {
        return Err(formats.unreadable(text, &all));
    };
    if zone.is_some() && fields.zone.is_some() {
        return Err(
            "Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument"
                .into(),
        );
    }
    let offset = match zone.or(fields.zone) {
        Some(zone) => offset_of(zone).ok_or_else(|| format!("Illegal timezone '{zone}'"))?,
        None => 0,
    };
    fields.nanos(offset).ok_or_else(|| match fields.year {
        None => "no implicit conversion of nil into Integer".into(),
        Some(_) => "argument out of range".into(),
    })
}

/// The values of the directives of a format.
#[derive(Default)]
struct Fields<'t> {
    century: Option<i64>,
    year: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    hour: Option<i64>,
    /// The hours to add to those of a 12-hour clock.
    noon: Option<i64>,
    minute: Option<i64>,
    second: Option<i64>,
    nanos: i64,
    zone: Option<&'t str>,
}

impl<'t> Fields<'t> {
    /// Parses a whole text.
    fn read(text: &'t str, format: &str) -> Option<Fields<'t>> {
        let mut fields = Fields::default();
        let rest = fields.directives(text, format)?;
        if !rest.is_empty() {
            return None;
        }
        if let (Some(century), Some(year)) = (fields.century, fields.year) {
            fields.year = Some(year + century * 100);
        }
        if let (Some(noon), Some(hour)) = (fields.noon, fields.hour) {
            fields.hour = Some(hour % 12 + noon);
        }
        Some(fields)
    }

    fn nanos(&self, offset: i64) -> Option<i128> {
        let (hour, minute) = (self.hour.unwrap_or(0), self.minute.unwrap_or(0));
        let second = self.second.unwrap_or(0);
        if hour == 24 && (minute > 0 || second > 0) {
            return None;
        }
        let date = Date {
            year: self.year?,
            month: self.month.unwrap_or(1),
            day: self.day.unwrap_or(1),
        };
        let parts = [
            (date.days(), DAY),
            (hour, HOUR),
            (minute, MINUTE),
            (second - offset, SECOND),
            (self.nanos, 1),
        ];
        Some(
            parts
                .map(|(count, unit)| i128::from(count) * unit)
                .iter()
                .sum(),
        )
    }

    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
    )]
    fn directives<'r>(&mut self, text: &'t str, format: &'r str) -> Option<&'t str> {
        let mut rest = text;
        let mut format = format;
        while let Some(c) = format.chars().next() {
            format = &format[c.len_utf8()..];
            if c.is_ascii_whitespace() || c == '\x0b' {
                rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '\x0b');
                continue;
            }
            if c != '%' {
                rest = rest.strip_prefix(c)?;
                continue;
            }
            // Modifiers have no effect.
            let bare = format.trim_start_matches(['E', 'O', ':']);
            let Some(letter) = bare.chars().next() else {
                rest = rest.strip_prefix('%')?;
                continue;
            };
            let after = &bare[letter.len_utf8()..];
            match self.directive(letter, rest, after) {
                Some(Directive::Read(left)) => {
                    rest = left;
                    format = after;
                }
                // Text that is not a directive matches itself.
                Some(Directive::Unknown) => rest = rest.strip_prefix('%')?,
                None => return None,
            }
        }
        Some(rest)
    }

    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
    )]
    fn directive(&mut self, letter: char, rest: &'t str, after: &str) -> Option<Directive<'t>> {
        let blank = rest.strip_prefix(' ');
        let mut left = rest;
        let mut number = |most: usize, range: std::ops::RangeInclusive<i64>| {
            let (value, _, after) = digits(rest, most)?;
            left = after;
            range.contains(&value).then_some(value)
        };
        match letter {
            'Y' | 'G' | 'C' => {
                let (sign, bare) = match rest.strip_prefix('-') {
                    Some(bare) => (-1, bare),
                    None => (1, rest.strip_prefix('+').unwrap_or(rest)),
                };
                let most = match (begins_with_number(after), letter) {
                    (false, _) => MAX_DIGITS,
                    (true, 'C') => 2,
                    (true, _) => 4,
                };
                let (value, _, after) = digits(bare, most)?;
                match letter {
                    'Y' => self.year = Some(sign * value),
                    'C' => self.century = Some(sign * value),
                    _ => {}
                }
                left = after;
            }
            'y' => {
                let year = number(2, 0..=99)?;
                self.year = Some(year);
                let century = if year >= 69 { 19 } else { 20 };
                self.century.get_or_insert(century);
            }
            'g' => {
                number(2, 0..=99)?;
            }
            'm' => self.month = Some(number(2, 1..=12)?),
            'd' | 'e' | 'H' | 'k' | 'I' | 'l' => {
                let (value, _, after) = match blank {
                    Some(bare) => digits(bare, 1)?,
                    None => digits(rest, 2)?,
                };
                left = after;
                let (field, range) = match letter {
                    'd' | 'e' => (&mut self.day, 1..=31),
                    'H' | 'k' => (&mut self.hour, 0..=24),
                    _ => (&mut self.hour, 1..=12),
                };
                *field = Some(value).filter(|value| range.contains(value));
                (*field)?;
            }
            'M' => self.minute = Some(number(2, 0..=59)?),
            'S' => self.second = Some(number(2, 0..=60)?),
            'j' => {
                number(3, 1..=366)?;
            }
            'U' | 'W' => {
                number(2, 0..=53)?;
            }
            'V' => {
                number(2, 1..=53)?;
            }
            'u' => {
                number(1, 1..=7)?;
            }
            'w' => {
                number(1, 0..=6)?;
            }
            'L' | 'N' => {
                let bare = rest.strip_prefix(['+', '-']);
                let most = match (begins_with_number(after), letter) {
                    (false, _) => rest.len(),
                    (true, 'L') => 3,
                    (true, _) => 9,
                };
                let (value, after) = fraction(bare.unwrap_or(rest), most)?;
                self.nanos = if rest.starts_with('-') { -value } else { value };
                left = after;
            }
            's' | 'Q' => {
                let bare = rest.strip_prefix('-').unwrap_or(rest);
                left = digits(bare, bare.len())?.2;
            }
            'p' | 'P' => {
                let half = rest.as_bytes().first()?.to_ascii_lowercase();
                let word = &rest.get(1..)?;
                let lower = word.get(..3).unwrap_or_default().to_ascii_lowercase();
                let length = if lower == ".m." {
                    4
                } else if word.starts_with(['m', 'M']) {
                    2
                } else {
                    return None;
                };
                self.noon = Some(match half {
                    b'a' => 0,
                    b'p' => 12,
                    _ => return None,
                });
                left = &rest[length..];
            }
            'B' | 'b' | 'h' => {
                let (at, after) = named(rest, &MONTHS)?;
                self.month = Some(at as i64 + 1);
                left = after;
            }
            'A' | 'a' => left = named(rest, &WEEKDAYS)?.1,
            'z' | 'Z' => {
                let length = zone_length(rest)?;
                self.zone = Some(&rest[..length]);
                left = &rest[length..];
            }
            '%' => left = rest.strip_prefix('%')?,
            _ => {
                let expanded = match letter {
                    'n' | 't' => " ",
                    'F' => "%Y-%m-%d",
                    'T' | 'X' => "%H:%M:%S",
                    'R' => "%H:%M",
                    'r' => "%I:%M:%S %p",
                    'D' | 'x' => "%m/%d/%y",
                    'c' => "%a %b %e %H:%M:%S %Y",
                    'v' => "%e-%b-%Y",
                    '+' => "%a %b %e %H:%M:%S %Z %Y",
                    _ => return Some(Directive::Unknown),
                };
                left = self.directives(rest, expanded)?;
            }
        }
        Some(Directive::Read(left))
    }
}

/// The result of a directive.
enum Directive<'t> {
    /// It matched; the value is the rest of the text.
    Read(&'t str),
    Unknown,
}

/// The maximum number of digits of a year.
const MAX_DIGITS: usize = 12;

/// Returns the value of up to `most` leading digits, their number, and the rest.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
fn digits(text: &str, most: usize) -> Option<(i64, usize, &str)> {
    let count = text
        .bytes()
        .take(most)
        .take_while(u8::is_ascii_digit)
        .count();
    let value = text.get(..count.min(18))?.parse().ok()?;
    Some((value, count, &text[count..]))
}

/// Returns the nanoseconds of the digits of a fraction, and the rest.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
fn fraction(text: &str, most: usize) -> Option<(i64, &str)> {
    let (_, count, rest) = digits(text, most)?;
    let value: i64 = text[..count.min(9)].parse().ok()?;
    Some((value * 10i64.pow(9 - count.min(9) as u32), rest))
}

/// Whether a format continues with a number, so that the number before it has a fixed length.
fn begins_with_number(format: &str) -> bool {
    match format.strip_prefix('%') {
        None => format.starts_with(|c: char| c.is_ascii_digit()),
        Some(rest) => rest
            .trim_start_matches(['E', 'O', ':'])
            .starts_with(|c: char| {
                c.is_ascii_digit() || "CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy".contains(c)
            }),
    }
}

/// Returns the index of the leading name, in full or by three letters.
#[expect(
    clippy::string_slice,
    reason = "names are ASCII; the offset was checked by `get`"
)]
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

/// Returns the length in bytes of a leading zone: an offset, optionally after `GMT` or `UTC`, or
/// words that may be a zone name.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
fn zone_length(text: &str) -> Option<usize> {
    let lower = |length: usize| text.get(..length).map(str::to_ascii_lowercase);
    let prefix = ["gmt", "utc", "ut"]
        .into_iter()
        .find(|prefix| lower(prefix.len()).as_deref() == Some(prefix))
        .map_or(0, str::len);
    for prefix in [prefix, 0] {
        let rest = &text[prefix..];
        if !rest.starts_with(['+', '-']) {
            continue;
        }
        let count = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut length = 1 + count(&rest[1..]);
        if length == 1 {
            continue;
        }
        if rest[length..].starts_with([',', '.', ':']) {
            let more = count(&rest[length + 1..]);
            if more > 0 {
                length += 1 + more;
                if rest[length..].starts_with(':') {
                    let more = count(&rest[length + 1..]);
                    length += if more > 0 { 1 + more } else { 0 };
                }
            }
        }
        return Some(prefix + length);
    }
    let at_boundary = |end: usize| {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        !text[end..].chars().next().is_some_and(word)
    };
    // Several words whose end is that of a zone name.
    let spaced = text
        .find(|c: char| !(c.is_alphabetic() || c == '.' || c.is_ascii_whitespace()))
        .unwrap_or(text.len());
    let words = text[..spaced].to_ascii_lowercase();
    if let Some(at) = words.rfind("time")
        && at_boundary(at + 4)
    {
        let before = words[..at].trim_end();
        let kind = ["standard", "daylight"]
            .into_iter()
            .find(|kind| before.ends_with(kind));
        if before.len() < at
            && kind.is_some_and(|kind| {
                let before = &before[..before.len() - kind.len()];
                before.ends_with(|c: char| c.is_ascii_whitespace())
            })
        {
            return Some(at + 4);
        }
    }
    let word = text
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(text.len());
    if word == 0 {
        return None;
    }
    let after = &text[word..];
    let dst = after.trim_start_matches(|c: char| c.is_ascii_whitespace());
    if dst.len() < after.len()
        && dst
            .get(..3)
            .is_some_and(|dst| dst.eq_ignore_ascii_case("dst"))
    {
        let end = text.len() - dst.len() + 3;
        if at_boundary(end) {
            return Some(end);
        }
    }
    at_boundary(word).then_some(word)
}

/// Returns the offset of a zone in seconds east of Greenwich.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
pub(crate) fn offset_of(zone: &str) -> Option<i64> {
    if zone.eq_ignore_ascii_case("current") {
        return Some(0);
    }
    let length = zone_length(zone)?;
    let lower = zone[..length].to_ascii_lowercase();
    let words: Vec<&str> = lower.split_ascii_whitespace().collect();
    let (name, summer) = match &words[..] {
        [name @ .., "standard", "time"] => (name.join(" "), 0),
        [name @ .., "daylight", "time"] | [name @ .., "dst"] => (name.join(" "), 3600),
        name => (name.join(" "), 0),
    };
    if let Some(offset) = named_offset(&name) {
        return Some(offset + summer);
    }
    let name = ["gmt", "utc"]
        .into_iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(&name);
    let sign = match name.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let body = &name[1..];
    let value = |text: &str| -> Option<i64> { text.get(..text.len().min(12))?.parse().ok() };
    if body.contains(':') {
        let mut parts = body.split(':').map(value);
        let hours = parts.next()??;
        let minutes = parts.next().unwrap_or(Some(0))?;
        let seconds = parts.next().unwrap_or(Some(0))?;
        return Some(sign * (hours * 3600 + minutes * 60 + seconds));
    }
    if let Some((hours, part)) = body.split_once([',', '.']) {
        let (nanos, _) = fraction(part, part.len())?;
        return Some(sign * (value(hours)? * 3600 + nanos * 3600 / NANOSECONDS_A_SECOND));
    }
    // Two digits per unit; if their number is odd, the first unit has one digit.
    let first = 2 - body.len() % 2;
    let unit = |from: usize| match body.get(from..from + 2) {
        Some(digits) => value(digits),
        None => Some(0),
    };
    let hours = value(body.get(..first)?)?;
    Some(sign * (hours * 3600 + unit(first)? * 60 + unit(first + 2)?))
}

fn named_offset(name: &str) -> Option<i64> {
    Some(match name {
        "idlw" | "y" => -43200,
        "nt" | "sst" | "nut" | "x" => -39600,
        "ahst" | "hast" | "hst" | "taht" | "ckt" | "w" => -36000,
        "akst" | "hadt" | "hdt" | "yst" | "gamt" | "v" => -32400,
        "mart" => -30600,
        "pst" | "akdt" | "ydt" | "u" => -28800,
        "mst" | "pdt" | "t" => -25200,
        "cst" | "mdt" | "east" | "galt" | "s" => -21600,
        "est" | "cdt" | "pet" | "cot" | "ect" | "cist" | "r" => -18000,
        "edt" | "ast" | "clt" | "vet" | "bot" | "fkt" | "gyt" | "q" => -14400,
        "art" | "adt" | "brt" | "clst" | "uyt" | "wgt" | "pmst" | "gft" | "srt" | "p" => -10800,
        "nst" => -9000,
        "at" | "brst" | "wgst" | "pmdt" | "fnt" | "o" => -7200,
        "ndt" => -5400,
        "egt" | "cvt" | "azot" | "n" => -3600,
        "utc" | "ut" | "gmt" | "z" | "wet" | "egst" | "azost" => 0,
        "bst" | "cet" | "fwt" | "met" | "mewt" | "mez" | "swt" | "wat" | "west" | "a" => 3600,
        "cat" | "cest" | "eet" | "fst" | "mest" | "mesz" | "sast" | "wast" | "b" => 7200,
        "bt" | "eat" | "eest" | "msk" | "trt" | "c" => 10800,
        "irst" => 12600,
        "msd" | "sct" | "mut" | "ret" | "samt" | "azt" | "d" => 14400,
        "irdt" | "aft" => 16200,
        "pkt" | "uzt" | "mvt" | "yekt" | "tmt" | "tjt" | "mawt" | "e" => 18000,
        "ist" => 19800,
        "npt" => 20700,
        "iot" | "btt" | "omst" | "kgt" | "almt" | "vost" | "f" => 21600,
        "cct" | "mmt" => 23400,
        "wib" | "ict" | "cxt" | "hovt" | "krat" | "novt" | "davt" | "g" => 25200,
        "sgt" | "wadt" | "awst" | "hkt" | "pht" | "wita" | "ulat" | "chot" | "irkt" | "bnt"
        | "myt" | "h" => 28800,
        "acwst" => 31500,
        "jst" | "kst" | "wit" | "yakt" | "tlt" | "i" => 32400,
        "acst" => 34200,
        "gst" | "aest" | "pgt" | "chst" | "chut" | "vlat" | "k" => 36000,
        "acdt" | "lhst" => 37800,
        "eadt" | "aedt" | "sbt" | "vut" | "nct" | "kost" | "pont" | "magt" | "lhdt" | "nft"
        | "l" => 39600,
        "idle" | "nzst" | "nzt" | "fjt" | "gilt" | "tvt" | "mht" | "nrt" | "wakt" | "pett"
        | "anat" | "m" => 43200,
        "chast" => 45900,
        "nzdt" | "tot" | "phot" | "tkt" => 46800,
        "chadt" => 49500,
        "lint" => 50400,
        "eastern" => -18000,
        "central" => -21600,
        "mountain" => -25200,
        "pacific" => -28800,
        "atlantic" => -14400,
        "alaskan" => -32400,
        "hawaiian" => -36000,
        "newfoundland" => -12600,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalars::time::timestamp_text;

    fn read(text: &str, format: &str, zone: Option<&str>) -> String {
        match parse(text, Formats::One(format), zone) {
            Ok(nanos) => timestamp_text(nanos).replace(".000000000 UTC", ""),
            Err(message) => message,
        }
    }

    #[test]
    fn directives_follow_ruby() {
        for (text, format, want) in [
            (
                "10:20",
                "%H:%M",
                "no implicit conversion of nil into Integer",
            ),
            ("2000-060", "%Y-%j", "2000-01-01T00:00:00"),
            ("2000-02-30", "%F", "2000-03-01T00:00:00"),
            ("2000-01-01T24:00:00", "%FT%T", "2000-01-02T00:00:00"),
            ("2000-01-01 12 PM", "%F %I %p", "2000-01-01T12:00:00"),
            ("20000101", "%Y%m%d", "2000-01-01T00:00:00"),
            ("12000-01-01", "%F", "12000-01-01T00:00:00"),
            ("2000-01-01 +02:30", "%F %z", "1999-12-31T21:30:00"),
            ("2000-01-01 foo", "%F %Z", "Illegal timezone 'foo'"),
            ("Sat 1 Jan 2000", "%a %e %b %Y", "2000-01-01T00:00:00"),
            ("2000-01-01 GMT+3", "%F %Z", "1999-12-31T21:00:00"),
            ("-2000-01-01", "%F", "-2000-01-01T00:00:00"),
            ("-0001-01-01", "%F", "-0001-01-01T00:00:00"),
            ("999999999999-12-31", "%F", "999999999999-12-31T00:00:00"),
            (
                "2000-13-01",
                "%F",
                "Unable to parse '2000-13-01' using format '%F'",
            ),
        ] {
            assert_eq!(read(text, format, None), want, "{text} in {format}");
        }
    }

    #[test]
    fn zones_are_offsets() {
        for (zone, want) in [
            ("+530", "1999-12-31T18:30:00"),
            ("EST dst", "2000-01-01T04:00:00"),
            ("Eastern Standard Time", "2000-01-01T05:00:00"),
            ("est standard time", "2000-01-01T05:00:00"),
            ("+5.5", "1999-12-31T18:30:00"),
            ("bogus", "Illegal timezone 'bogus'"),
        ] {
            assert_eq!(read("2000", "%Y", Some(zone)), want, "{zone}");
        }
    }
}
