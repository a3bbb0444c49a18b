//! Resolution of scalars.
//!
//! The words for bools and nulls are those of YAML 1.1, numbers are those of the core schema of
//! YAML 1.2, and timestamps are strings. A quoted scalar is a string, and so is a block, unless it
//! is a null or a timestamp.

use polycty_core::calls::Budget;
use polycty_core::codec::yaml;
use polycty_core::source::{Error, Result};
use polycty_core::syntax::yaml::Style;
use polycty_core::text::calendar::days_in_month;
use polycty_core::text::{Quoted, base64};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_hcl::functions::define::refused;

const STANDARD: &str = "tag:yaml.org,2002:";

/// A scalar, or a merge key.
pub(super) enum Scalar {
    Value(Value),
    Merge,
}

impl Scalar {
    /// The value of a scalar in a position that is not a key.
    pub(super) fn value(self) -> Value {
        match self {
            Scalar::Value(value) => value,
            Scalar::Merge => Value::string("<<"),
        }
    }
}

/// Resolves a scalar.
pub(super) fn resolve(
    tag: Option<&str>,
    text: &str,
    style: Style,
    budget: &Budget,
) -> Result<Scalar> {
    let Some(tag) = tag else {
        return Ok(match (style, text) {
            (_, "<<") => Scalar::Merge,
            (Style::Plain, text) => Scalar::Value(plain(text, budget)?),
            (Style::Quoted, text) => Scalar::Value(Value::nfc_string(text)),
            (Style::Block, text) => Scalar::Value(timeless(text)),
        });
    };
    tagged(tag, text, style, budget).map(Scalar::Value)
}

/// Resolves a scalar with a tag. The tag has little effect: a scalar that is a number, bool or null
/// without the tag remains one, and a quoted scalar that could be the beginning of one of these is
/// an error unless the tag is that of a string.
fn tagged(tag: &str, text: &str, style: Style, budget: &Budget) -> Result<Value> {
    let Some(kind) = tag.strip_prefix(STANDARD) else {
        return Err(unsupported(tag));
    };
    let cannot = || refused(format!("cannot parse {} as {tag}", Quoted(text)));
    match kind {
        "str" => return Ok(Value::nfc_string(text)),
        "binary" if base64::from_padded(text.as_bytes()).is_ok() => {
            return Ok(Value::nfc_string(text));
        }
        "binary" => {
            let why = cannot();
            return Err(refused(format!("{}: not valid base64", why.message())));
        }
        "null" | "bool" | "int" | "float" | "timestamp" => {}
        _ => return Err(unsupported(tag)),
    }
    if style == Style::Quoted {
        if !text.starts_with(|c| !BEGINNINGS.contains(c)) {
            return Ok(Value::nfc_string(text));
        }
    } else if let Some(value) = word(text) {
        return Ok(value);
    } else if let Some(value) = number(text, budget)? {
        return Ok(value);
    }
    match kind {
        "null" => Ok(Value::null(Type::any().clone())),
        "int" | "float" if style != Style::Quoted && text.contains('_') => {
            number(&text.replace('_', ""), budget)?.ok_or_else(cannot)
        }
        "timestamp" if style != Style::Quoted => {
            let time = timestamp(text).ok_or_else(cannot)?;
            Ok(Value::string(&time))
        }
        _ => Err(cannot()),
    }
}

/// The first characters of numbers, bools and nulls.
const BEGINNINGS: &str = "+-.0123456789yYnNtTfFoO~";

#[cold]
fn unsupported(tag: &str) -> Error {
    refused(format!("unsupported tag {}", Quoted(tag)))
}

/// Resolves a plain scalar without a tag.
fn plain(text: &str, budget: &Budget) -> Result<Value> {
    if let Some(value) = word(text) {
        return Ok(value);
    }
    Ok(match number(text, budget)? {
        Some(value) => value,
        None => timeless(text),
    })
}

/// Resolves a text that is a string unless it is a null or a timestamp. This also applies to
/// blocks.
fn timeless(text: &str) -> Value {
    if is_null(text) {
        return Value::null(Type::any().clone());
    }
    match timestamp(text) {
        Some(time) => Value::string(&time),
        None => Value::nfc_string(text),
    }
}

/// Resolves a null or a bool.
fn word(text: &str) -> Option<Value> {
    if is_null(text) {
        Some(Value::null(Type::any().clone()))
    } else {
        bool_of(text).map(Value::bool)
    }
}

fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

fn bool_of(text: &str) -> Option<bool> {
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => true,
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            false
        }
        _ => return None,
    })
}

/// Returns the number in any notation, or `None` if the text is not a number.
fn number(text: &str, budget: &Budget) -> Result<Option<Value>> {
    Ok(yaml::number(text, budget)?.map(Value::from_number))
}

/// Returns an RFC 3339 date, or a date and a time, or `None` if the text is neither.
fn timestamp(text: &str) -> Option<String> {
    let (date, time) = match text.split_once(['T', 't']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 {
        return None;
    }
    let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
    if !(1..=12).contains(&month) || !(1..=days_in_month(year, month)).contains(&day) {
        return None;
    }
    let time = match time {
        None => "00:00:00Z".to_owned(),
        Some(time) => {
            let zone = time.find(['Z', '+', '-'])?;
            let (clock, zone) = time.split_at(zone);
            let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
            let mut parts = clock.split(':');
            let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next()?);
            if parts.next().is_some() || fraction.bytes().any(|byte| !byte.is_ascii_digit()) {
                return None;
            }
            let (hour, minute, second) = (digits(hour, 2)?, digits(minute, 2)?, digits(second, 2)?);
            if hour > 23 || minute > 59 || second > 59 {
                return None;
            }
            let zone = match zone {
                "Z" | "+00:00" | "-00:00" => "Z",
                zone => {
                    let (hours, minutes) = zone.strip_prefix(['+', '-'])?.split_once(':')?;
                    if hours.len() != 2 || minutes.len() != 2 {
                        return None;
                    }
                    digits(hours, 2).filter(|hours| *hours < 24)?;
                    digits(minutes, 2).filter(|minutes| *minutes < 60)?;
                    zone
                }
            };
            format!("{hour:02}:{minute:02}:{second:02}{zone}")
        }
    };
    Some(format!("{year:04}-{month:02}-{day:02}T{time}"))
}

/// Returns a number of at most `most` digits.
fn digits(text: &str, most: usize) -> Option<i64> {
    let valid = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    valid.then(|| text.parse().ok()).flatten()
}
