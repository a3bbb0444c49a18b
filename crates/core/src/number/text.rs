//! Formatting of numbers.
//!
//! Numbers are written in plain decimal digits, without an exponent, and with the fewest digits
//! that distinguish the number from its neighbors of the same precision ([`super::shortest`]).

use std::fmt;

use num_bigint::BigUint;

use super::shortest::{Digits, Remainder, decimal_digits, shortest};
use super::{Magnitude, Number, Repr, TEXT_LIMIT, width};

/// The error of a number whose text would be longer than [`TEXT_LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the number needs more than {TEXT_LIMIT} digits")]
pub struct DigitsLimit;

impl Number {
    /// Appends the text of this number: its shortest plain decimal form, `-0` for negative zero,
    /// `Infinity` or `-Infinity`. Appends no text if it would be longer than [`TEXT_LIMIT`].
    pub fn write_text(&self, out: &mut String) -> Result<(), DigitsLimit> {
        if let Some(int) = self.as_plain_int() {
            write_int(int, out);
            return Ok(());
        }
        let (negative, precision, mantissa, exponent) = match &self.0 {
            // Too wide for its precision: its neighbors are so far away that the last digits may be
            // zeros.
            Repr::Small { precision, int } => {
                let zeros = int.trailing_zeros();
                let mantissa = BigUint::from(int.unsigned_abs() >> zeros);
                return write_finite(*int < 0, *precision, &mantissa, i64::from(zeros), out);
            }
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Zero => {
                    out.push_str(if big.negative { "-0" } else { "0" });
                    return Ok(());
                }
                Magnitude::Infinite => {
                    out.push_str(if big.negative {
                        "-Infinity"
                    } else {
                        "Infinity"
                    });
                    return Ok(());
                }
                Magnitude::Finite { mantissa, exponent } => {
                    (big.negative, big.precision, mantissa, *exponent)
                }
            },
        };
        if self.write_as_double(negative, precision, out) {
            return Ok(());
        }
        write_finite(negative, precision, mantissa, exponent, out)
    }

    /// The integer with the same text, if there is one.
    #[inline]
    pub(crate) fn as_plain_int(&self) -> Option<i64> {
        match self.0 {
            Repr::Small { precision, int } if width(int) <= precision => Some(int),
            _ => None,
        }
    }

    /// Returns the text. See [`Number::write_text`].
    pub fn to_text(&self) -> Result<String, DigitsLimit> {
        let mut text = String::new();
        self.write_text(&mut text)?;
        Ok(text)
    }

    /// An upper bound of the length of the text in bytes, computed without writing it; at most the
    /// limit.
    #[must_use]
    pub fn text_bound(&self) -> u64 {
        // A sign, a point, and the zero before it.
        const AROUND: i64 = 3;
        let bound = match &self.0 {
            Repr::Small { .. } => 20,
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Zero | Magnitude::Infinite => 9,
                Magnitude::Finite { mantissa, exponent } => {
                    let top = exponent + mantissa.bits() as i64;
                    let digits = decimal_digits(i64::from(big.precision) + 1) + 4;
                    let whole = decimal_digits(top.max(0)) + 1;
                    if *exponent < 0 {
                        // Zeros after the point, and then at most the digits that distinguish it
                        // from its neighbors.
                        whole + decimal_digits((-top).max(0)) + digits + AROUND
                    } else {
                        whole + AROUND
                    }
                }
            },
        };
        bound.min(TEXT_LIMIT as i64) as u64
    }

    /// Writes the number with the shortest digits of the nearest double, if these are parsed as
    /// this number. At such a precision no other decimal with as few digits is, so this is the
    /// shortest one. It applies to nearly all decimals that people write.
    #[expect(
        clippy::string_slice,
        reason = "the offset is the length before text is appended"
    )]
    fn write_as_double(&self, negative: bool, precision: u32, out: &mut String) -> bool {
        if precision < 128 {
            return false;
        }
        let double = self.to_f64().0.abs();
        // Within these bounds the text has no long sequence of zeros.
        if !(1e-7..1e17).contains(&double) {
            return false;
        }
        let start = out.len();
        if negative {
            out.push('-');
        }
        if fmt::write(out, format_args!("{double}")).is_ok()
            && Number::parse_with_precision(&out[start..], precision).as_ref() == Ok(self)
        {
            return true;
        }
        out.truncate(start);
        false
    }
}

impl fmt::Display for Number {
    /// Writes the text of [`Number::write_text`]; beyond the limit, the mantissa in hexadecimal and
    /// an exponent of two.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.to_text(), &self.0) {
            (Ok(text), _) => formatter.write_str(&text),
            (Err(_), Repr::Small { int, .. }) => write!(formatter, "{int}"),
            (Err(_), Repr::Big(big)) => match &big.magnitude {
                Magnitude::Finite { mantissa, exponent } => {
                    let sign = if big.negative { "-" } else { "" };
                    write!(formatter, "{sign}0x{mantissa:x}p{exponent}")
                }
                _ => Ok(()),
            },
        }
    }
}

/// Appends a machine integer's digits.
fn write_int(int: i64, out: &mut String) {
    if int < 0 {
        out.push('-');
    }
    out.push_str(digits_of(int.unsigned_abs(), &mut [0; 20]));
}

/// Writes the decimal digits of a machine integer to the end of a buffer.
#[inline]
pub fn digits_of<const N: usize>(int: u64, buffer: &mut [u8; N]) -> &str {
    std::str::from_utf8(digit_bytes(int, buffer)).unwrap_or_default()
}

/// Writes the decimal digits of a machine integer as bytes to the end of a buffer.
#[inline]
pub(crate) fn digit_bytes<const N: usize>(mut int: u64, buffer: &mut [u8; N]) -> &[u8] {
    const { assert!(N >= 20, "the greatest word has twenty digits") };
    let mut start = buffer.len();
    loop {
        start -= 1;
        buffer[start] = b'0' + (int % 10) as u8;
        int /= 10;
        if int == 0 {
            break;
        }
    }
    &buffer[start..]
}

/// The maximum number of characters of [`digits_in_word`].
pub(crate) const MAX_IN_WORD: usize = 14;

/// Returns the decimal digits of an integer after its sign, padded with zeros, and the number of
/// characters; `None` if there are more than [`MAX_IN_WORD`] with the sign.
#[inline]
pub(crate) fn digits_in_word(int: i64) -> Option<([u8; 16], usize)> {
    const TOO_LONG: u64 = 10u64.pow(MAX_IN_WORD as u32 - 1);
    let mut rest = int.unsigned_abs();
    if rest >= TOO_LONG {
        return None;
    }
    // The last digit is produced first and shifted to the end.
    let mut text = 0u128;
    let mut len = 0;
    let mut prepend = |byte: u8| {
        text = text << 8 | u128::from(byte);
        len += 1;
    };
    loop {
        prepend(b'0' + (rest % 10) as u8);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if int < 0 {
        prepend(b'-');
    }
    Some((text.to_le_bytes(), len))
}

fn write_finite(
    negative: bool,
    precision: u32,
    mantissa: &BigUint,
    exponent: i64,
    out: &mut String,
) -> Result<(), DigitsLimit> {
    let top = exponent + mantissa.bits() as i64;
    // A margin for the estimate; the exact length is checked below.
    let limit = TEXT_LIMIT as i64;
    if decimal_digits(top.abs()) > limit + limit / 50 {
        return Err(DigitsLimit);
    }
    let digits = if exponent >= 0 && top <= i64::from(precision) {
        // The distance to the neighbors is at most one: every digit is needed.
        Digits::new(&(mantissa << exponent as u64), Remainder::Nothing, 0)
    } else {
        shortest(precision, mantissa, exponent)
    };
    digits.write(negative, out)
}

impl Digits {
    fn write(&self, negative: bool, out: &mut String) -> Result<(), DigitsLimit> {
        let count = self.bytes.len() as i64;
        let after_point = (count - self.point).max(0);
        let length =
            i64::from(negative) + self.point.max(1) + i64::from(after_point > 0) + after_point;
        if length > TEXT_LIMIT as i64 {
            return Err(DigitsLimit);
        }
        out.reserve(length as usize);
        if negative {
            out.push('-');
        }
        let whole = self.point.clamp(0, count) as usize;
        let (whole, fraction) = self.bytes.split_at(whole);
        if whole.is_empty() {
            out.push('0');
        }
        out.extend(whole.iter().map(|digit| char::from(*digit)));
        out.extend((count..self.point).map(|_| '0'));
        if !fraction.is_empty() {
            out.push('.');
            out.extend((self.point..0).map(|_| '0'));
            out.extend(fraction.iter().map(|digit| char::from(*digit)));
        }
        Ok(())
    }
}
