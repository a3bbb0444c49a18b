//! Durations and points in time as parameters of types.

use crate::scalars::strptime;
use crate::scalars::time::{DAY, HOUR, MINUTE, SECOND, of_seconds};
use crate::scalars::timespan_format::{self, Formats};
use crate::types::parse::arg::{Arg, What};
use crate::types::parse::argument::class_of;

const OUT_OF_RANGE: &str = "the number of seconds is out of range";

/// Returns the nanoseconds of a parameter or an argument: seconds, a text, or a hash of units.
pub(crate) fn timespan_of(arg: &Arg<'_>) -> Result<i128, String> {
    match &arg.what {
        What::Integer(seconds) => Ok(i128::from(*seconds) * SECOND),
        What::Float(seconds) => of_seconds(*seconds).ok_or_else(|| OUT_OF_RANGE.into()),
        What::Text(text) => timespan_format::parse(text, Formats::Usual),
        What::Hash(entries) => {
            if let Some((text, formats)) = text_and_formats(entries)? {
                return timespan_format::parse(&text, formats.as_formats());
            }
            let mut nanos: i128 = 0;
            let mut negative = false;
            for (key, value) in entries {
                let unit = match key.text() {
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

/// Returns the nanoseconds since 1970 of a parameter or an argument: seconds, a text, or a hash of
/// text and format.
pub(crate) fn timestamp_of(arg: &Arg<'_>) -> Result<i128, String> {
    match &arg.what {
        What::Integer(seconds) => Ok(i128::from(*seconds) * SECOND),
        What::Float(seconds) => of_seconds(*seconds).ok_or_else(|| OUT_OF_RANGE.into()),
        What::Text(text) => strptime::parse(text, Formats::Usual, None),
        What::Hash(entries) => match text_and_formats(entries)? {
            Some((text, formats)) => strptime::parse(&text, formats.as_formats(), None),
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

/// The formats in a hash.
enum Stated<'a> {
    Nothing,
    One(&'a str),
    Any(Vec<&'a str>),
}

impl Stated<'_> {
    fn as_formats(&self) -> Formats<'_> {
        match self {
            Stated::Nothing => Formats::Usual,
            Stated::One(format) => Formats::One(format),
            Stated::Any(formats) => Formats::Any(formats),
        }
    }
}

type TextAndFormats<'a> = Option<(String, Stated<'a>)>;

/// Returns the text and the formats of a hash `{string, format}`.
fn text_and_formats<'a>(entries: &'a [(Arg<'_>, Arg<'_>)]) -> Result<TextAndFormats<'a>, String> {
    let get = |wanted: &str| {
        entries
            .iter()
            .find(|(key, _)| key.text() == Some(wanted))
            .map(|(_, value)| value)
    };
    let Some(text) = get("string").and_then(Arg::text) else {
        return Ok(None);
    };
    let formats = match get("format").map(|format| &format.what) {
        None | Some(What::Default | What::Undef) => Stated::Nothing,
        Some(What::Text(format)) => Stated::One(format),
        Some(What::List(formats)) => Stated::Any(formats.iter().filter_map(Arg::text).collect()),
        Some(_) => return Err("the format must be a string or a list of strings".into()),
    };
    Ok(Some((text.to_owned(), formats)))
}
