//! Conversions between bools, numbers and strings.
//!
//! The conversions of cty's primitive types, with its messages. Each bool and number is converted
//! to one text; any text that parses is converted back.

use super::text::ShortText;
use super::{Repr, Value};
use crate::number::{Number, PARSED_PRECISION};
use crate::source::{Code, Error, Quotes, Result};
use crate::types::Type;

/// The text of a boolean.
#[must_use]
pub fn bool_text(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// Parses a boolean: `true`, `false`, `1` or `0`.
///
/// # Errors
/// [`Code::Conversion`], with a hint if only the case of letters is wrong.
pub fn parse_bool(text: &str) -> Result<bool> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => {
            let hint = if text.eq_ignore_ascii_case("true") {
                "; to convert from string, use lowercase \"true\""
            } else if text.eq_ignore_ascii_case("false") {
                "; to convert from string, use lowercase \"false\""
            } else {
                ""
            };
            let error = Error::new(Code::Conversion, format!("a bool is required{hint}"))
                .with_expected(Type::bool())
                .with_found(Type::string());
            Err(match hint {
                "" => error,
                // The message quotes a part of the text.
                _ => error.quoting(Quotes::Any),
            })
        }
    }
}

/// Parses a number.
///
/// # Errors
/// [`Code::Conversion`], or [`Code::Limit`] for a number beyond the limits.
pub fn parse_number(text: &str) -> Result<Number> {
    parse_number_bytes(text.as_bytes())
}

/// Parses the bytes of a text as [`parse_number`] does.
#[inline]
pub fn parse_number_bytes(text: &[u8]) -> Result<Number> {
    Number::parse_bytes(text, PARSED_PRECISION).map_err(|error| {
        Error::from(error)
            .with_expected(Type::number())
            .with_found(Type::string())
    })
}

/// Converts a known number to a string value. The infinities become `+Inf` and `-Inf`, which are
/// not parsed.
///
/// # Errors
/// [`Code::Limit`] if the number has too many digits.
pub fn number_to_string(number: &Number) -> Result<Value> {
    if number.is_infinite() {
        let text = if number.is_negative() { "-Inf" } else { "+Inf" };
        return Ok(Value::text(text, true));
    }
    if let Some(short) = number.as_plain_int().and_then(ShortText::of_integer) {
        return Ok(Value(Repr::Short(short)));
    }
    let mut text = String::new();
    number.write_text(&mut text)?;
    Ok(Value::text(&text, true))
}
