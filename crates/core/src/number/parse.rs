//! Parsing of numbers.
//!
//! A number is an optional sign, digits with at most one point, and an optional exponent of ten
//! (`e`) or of two (`p`); or `Inf` or `inf` with an optional sign. Spaces, separators and other
//! bases are not allowed.
//!
//! The value is not always the nearest one to the text. So that results are equal to cty's to the
//! last bit, it is computed as follows: the digits as one whole number are multiplied or divided by
//! a power of five that is itself rounded to 64 bits more than the precision, and the result is
//! rounded once. Powers of two only change the exponent. Up to 10^±248 at 512 bits the power is
//! exact and the value is the nearest one. Short texts have a faster algorithm with the same
//! result.

use std::borrow::Cow;

use num_bigint::BigUint;

use super::radix::magnitude;
use super::{BITS_LIMIT, Magnitude, Number, PARSED_DIGITS_LIMIT, PARSED_PRECISION};

/// The reason why a text is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseNumberError {
    /// The text does not have the form of a number, or its exponent is out of range.
    #[error("a number is required")]
    NotANumber,
    /// The number is finite, but larger than any representable value.
    #[error("the number is too large")]
    TooLarge,
    /// There are more than [`PARSED_DIGITS_LIMIT`] digits.
    #[error("the number has more than {PARSED_DIGITS_LIMIT} significant digits")]
    TooManyDigits,
}

impl Number {
    /// Parses a text with [`PARSED_PRECISION`]. A value too close to zero becomes zero.
    pub fn parse(text: &str) -> Result<Number, ParseNumberError> {
        Number::parse_bytes(text.as_bytes(), PARSED_PRECISION)
    }

    /// Parses a text at a precision, which is clamped to 1 to [`BITS_LIMIT`].
    pub fn parse_with_precision(text: &str, precision: u32) -> Result<Number, ParseNumberError> {
        Number::parse_bytes(text.as_bytes(), precision)
    }

    /// Parses the bytes of a text, which need not be UTF-8.
    pub fn parse_bytes(text: &[u8], precision: u32) -> Result<Number, ParseNumberError> {
        let precision = precision.clamp(1, BITS_LIMIT);
        let (negative, unsigned) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        if matches!(unsigned, b"Inf" | b"inf") {
            return Ok(Number::compose(negative, Magnitude::Infinite, precision));
        }
        let decimal = DecimalText::scan(unsigned)?;
        let exponent = decimal.exponent - decimal.fraction.len() as i128;
        if decimal.whole.len() + decimal.fraction.len() <= SHORT_DIGITS && !decimal.binary {
            let digits = decimal.whole.iter().chain(decimal.fraction);
            let mantissa = digits.fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
            if let Some(number) = short(negative, mantissa, exponent, precision) {
                return Ok(number);
            }
        }
        decimal.number(negative, precision)
    }

    /// Returns the number `mantissa * 10^exponent` with [`PARSED_PRECISION`], equal to the result
    /// of parsing its text. For decoders that have already collected the digits.
    #[inline]
    pub fn from_decimal(
        negative: bool,
        mantissa: u64,
        exponent: i32,
    ) -> Result<Number, ParseNumberError> {
        if exponent == 0 {
            return Ok(Number::from_short(negative, mantissa, 0, PARSED_PRECISION));
        }
        match short(negative, mantissa, i128::from(exponent), PARSED_PRECISION) {
            Some(number) => Ok(number),
            None => scaled(
                negative,
                BigUint::from(mantissa),
                i128::from(exponent),
                i128::from(exponent),
                PARSED_PRECISION,
            ),
        }
    }
}

/// This number of digits always fits in 64 bits.
const SHORT_DIGITS: usize = 19;

/// The powers of five that fit in 64 bits.
const POWERS: [u64; 28] = {
    let mut powers = [1u64; 28];
    let mut at = 1;
    while at < powers.len() {
        powers[at] = powers[at - 1] * 5;
        at += 1;
    }
    powers
};

/// The parts of a decimal text after its sign.
struct DecimalText<'a> {
    /// The digits before the point.
    whole: &'a [u8],
    /// The digits after it.
    fraction: &'a [u8],
    /// The exponent in the text.
    exponent: i128,
    /// Whether the exponent is one of two.
    binary: bool,
}

impl<'a> DecimalText<'a> {
    fn scan(text: &'a [u8]) -> Result<DecimalText<'a>, ParseNumberError> {
        let (whole, rest) = digits(text);
        let (fraction, rest) = match rest {
            [b'.', rest @ ..] => digits(rest),
            _ => (&[][..], rest),
        };
        if whole.is_empty() && fraction.is_empty() {
            return Err(ParseNumberError::NotANumber);
        }
        let (exponent, binary) = match rest {
            [] => (0, false),
            [b'e' | b'E', rest @ ..] => (exponent(rest)?, false),
            [b'p' | b'P', rest @ ..] => (exponent(rest)?, true),
            _ => return Err(ParseNumberError::NotANumber),
        };
        Ok(DecimalText {
            whole,
            fraction,
            exponent: i128::from(exponent),
            binary,
        })
    }

    fn number(&self, negative: bool, precision: u32) -> Result<Number, ParseNumberError> {
        let whole = significant(self.whole);
        let fraction = if whole.is_empty() {
            significant(self.fraction)
        } else {
            self.fraction
        };
        // The text of a huge number usually ends in zeros. They need no work and count as an
        // exponent.
        let long = whole.len() + fraction.len() > PARSED_DIGITS_LIMIT;
        let zeros = if long && fraction.is_empty() {
            trailing_zeros(whole)
        } else {
            0
        };
        let whole = &whole[..whole.len() - zeros];
        if whole.len() + fraction.len() > PARSED_DIGITS_LIMIT {
            return Err(ParseNumberError::TooManyDigits);
        }
        let digits = match fraction {
            [] => Cow::Borrowed(whole),
            _ => Cow::Owned([whole, fraction].concat()),
        };
        let mantissa = if digits.is_empty() {
            BigUint::ZERO
        } else {
            magnitude(&digits, 10).ok_or(ParseNumberError::NotANumber)?
        };
        let point = zeros as i128 - self.fraction.len() as i128;
        let exponent5 = point + if self.binary { 0 } else { self.exponent };
        scaled(
            negative,
            mantissa,
            exponent5,
            point + self.exponent,
            precision,
        )
    }
}

/// Splits off the digits at the start.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit());
    text.split_at(end.unwrap_or(text.len()))
}

/// Returns the digits from the first that is not zero.
fn significant(digits: &[u8]) -> &[u8] {
    let start = digits.iter().position(|digit| *digit != b'0');
    &digits[start.unwrap_or(digits.len())..]
}

/// The number of zeros at the end.
fn trailing_zeros(digits: &[u8]) -> usize {
    digits
        .iter()
        .rev()
        .take_while(|digit| **digit == b'0')
        .count()
}

/// Parses the whole of `text` as an exponent, which must fit in 64 bits.
fn exponent(text: &[u8]) -> Result<i64, ParseNumberError> {
    let (negative, unsigned) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if unsigned.is_empty() {
        return Err(ParseNumberError::NotANumber);
    }
    let mut value = 0i64;
    for byte in unsigned {
        if !byte.is_ascii_digit() {
            return Err(ParseNumberError::NotANumber);
        }
        let digit = i64::from(byte - b'0');
        value = value
            .checked_mul(10)
            .and_then(|value| {
                if negative {
                    value.checked_sub(digit)
                } else {
                    value.checked_add(digit)
                }
            })
            .ok_or(ParseNumberError::NotANumber)?;
    }
    Ok(value)
}

/// Returns `mantissa * 10^exponent`, if a power within 64 bits is enough.
fn short(negative: bool, mantissa: u64, exponent: i128, precision: u32) -> Option<Number> {
    let power = *POWERS.get(usize::try_from(exponent.unsigned_abs()).ok()?)?;
    let exponent = exponent as i64;
    if exponent >= 0 {
        let product = mantissa.checked_mul(power)?;
        Some(Number::from_short(negative, product, exponent, precision))
    } else {
        Some(Number::quotient(
            negative, mantissa, power, exponent, precision,
        ))
    }
}

/// Returns `mantissa * 5^exponent5 * 2^exponent2`, by the rule in the head of this module.
fn scaled(
    negative: bool,
    mantissa: BigUint,
    exponent5: i128,
    exponent2: i128,
    precision: u32,
) -> Result<Number, ParseNumberError> {
    if mantissa.bits() == 0 {
        return Ok(Number::compose(negative, Magnitude::Zero, precision));
    }
    let top = exponent2 + i128::from(mantissa.bits());
    if i32::try_from(top).is_err() {
        return Err(ParseNumberError::NotANumber);
    }
    let exponent2 = exponent2 as i64;
    let magnitude = if exponent5 == 0 {
        Magnitude::rounded(mantissa, exponent2, false, precision)
    } else {
        let count = u64::try_from(exponent5.unsigned_abs()).unwrap_or(u64::MAX);
        match (power_of_five(count, precision + 64), exponent5 < 0) {
            (
                Magnitude::Finite {
                    mantissa: power,
                    exponent,
                },
                true,
            ) => Magnitude::divided(&mantissa, exponent2, &power, exponent, precision),
            (
                Magnitude::Finite {
                    mantissa: power,
                    exponent,
                },
                false,
            ) => Magnitude::rounded(mantissa * power, exponent2 + exponent, false, precision),
            (_, true) => Magnitude::Zero,
            (_, false) => Magnitude::Infinite,
        }
    };
    if magnitude == Magnitude::Infinite {
        return Err(ParseNumberError::TooLarge);
    }
    Ok(Number::compose(negative, magnitude, precision))
}

/// Returns `5^count` at about this precision: the product of the squares that the bits of `count`
/// select, starting with the power within 64 bits, each rounded to 64 bits more.
fn power_of_five(count: u64, precision: u32) -> Magnitude {
    let last = POWERS.len() - 1;
    let first = count.min(last as u64);
    let mut power = Magnitude::Finite {
        mantissa: BigUint::from(POWERS[first as usize]),
        exponent: 0,
    };
    let mut square = Magnitude::Finite {
        mantissa: BigUint::from(5u32),
        exponent: 0,
    };
    let mut rest = count - first;
    while rest > 0 {
        if rest & 1 != 0 {
            power = times(&power, &square, precision);
        }
        rest >>= 1;
        if rest > 0 {
            square = times(&square, &square, precision + 64);
        }
    }
    power
}

/// Returns the rounded product of magnitudes other than zero.
fn times(a: &Magnitude, b: &Magnitude, precision: u32) -> Magnitude {
    match (a, b) {
        (
            Magnitude::Finite { mantissa, exponent },
            Magnitude::Finite {
                mantissa: other,
                exponent: more,
            },
        ) => Magnitude::rounded(mantissa * other, exponent + more, false, precision),
        _ => Magnitude::Infinite,
    }
}
