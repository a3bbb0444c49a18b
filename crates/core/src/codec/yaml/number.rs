//! Numbers of the core schema of YAML 1.2.

use crate::calls::{Budget, cost};
use crate::number::{Integer, Number, ParseIntegerError, ParseNumberError};
use crate::source::{Code, Error, Result};

/// Returns the number that a scalar denotes in any notation, or `None` if it is not a number.
///
/// # Errors
/// [`Code::Value`] for `.nan` and for numbers of too many digits; [`Code::Limit`] if the budget is
/// exceeded.
pub fn number(text: &str, budget: &Budget) -> Result<Option<Number>> {
    match text {
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => {
            return Ok(Some(Number::infinity()));
        }
        "-.inf" | "-.Inf" | "-.INF" => return Ok(Some(Number::negative_infinity())),
        ".nan" | ".NaN" | ".NAN" => {
            return Err(refused("floating point NaN is not supported"));
        }
        _ => {}
    }
    if let Some(value) = integer(text, budget)? {
        return Ok(Some(value));
    }
    let (sign, rest) = signed(text);
    let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (_, power) = signed(exponent);
    let is_number = digits(whole)
        && digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && digits(power)
        && !power.is_empty();
    if !is_number {
        return Ok(None);
    }
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    let text = format!("{sign}0{whole}.{fraction}e{exponent}");
    parsed(&text, budget).map(Some)
}

/// Splits off a sign. The first part is `-` or empty.
fn signed(text: &str) -> (&str, &str) {
    match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Returns an integer: decimal, possibly with leading zeros, or octal or hexadecimal without a
/// sign.
fn integer(text: &str, budget: &Budget) -> Result<Option<Number>> {
    let decimal = match (text.strip_prefix("0o"), text.strip_prefix("0x")) {
        (Some(digits), _) => in_decimal(digits, 8, budget)?,
        (_, Some(digits)) => in_decimal(digits, 16, budget)?,
        _ => {
            let (sign, digits) = signed(text);
            let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            valid.then(|| format!("{sign}{digits}"))
        }
    };
    decimal.map(|text| parsed(&text, budget)).transpose()
}

/// Converts digits of a radix to decimal. Returns `None` if there are no digits or other
/// characters.
fn in_decimal(digits: &str, radix: u32, budget: &Budget) -> Result<Option<String>> {
    if !digits.starts_with(|c: char| c.is_digit(radix)) {
        return Ok(None);
    }
    match Integer::parse_radix(digits, radix) {
        Ok(integer) => {
            cost::write_integer(&integer, budget)?;
            Ok(Some(integer.to_string()))
        }
        // The decimal number also has more digits than the limit.
        Err(ParseIntegerError::TooLarge) => {
            Err(refused(ParseNumberError::TooManyDigits.to_string()))
        }
        Err(_) => Ok(None),
    }
}

fn parsed(text: &str, budget: &Budget) -> Result<Number> {
    cost::read_number(text.as_bytes(), budget)?;
    Number::parse(text).map_err(|error| refused(error.to_string()))
}

#[cold]
fn refused(message: impl Into<String>) -> Error {
    Error::new(Code::Value, message)
}
