//! Formatting numbers: how is one written?
//!
//! In plain decimal digits, never with an exponent, and with the fewest
//! digits that tell the number from its neighbours of the same precision. The
//! rule for these: within half a unit of the last place on either side (the
//! ends count where the mantissa is even), go along the digits of the value
//! and stop at the first where cutting off, or going up by one, stays inside;
//! where both do, take the nearer. A power of two takes the same half unit on
//! both sides, though its lower neighbour is nearer.
//!
//! The digits come from one scaled whole number with just enough of them, and
//! a note of whether more would follow, rather than from the full expansion.

use std::fmt;

use num_bigint::BigUint;
use num_traits::Pow;

use super::{Magnitude, Number, Repr, TEXT_LIMIT, width};

/// A number's text would be longer than [`TEXT_LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the number needs more than {TEXT_LIMIT} digits")]
pub struct DigitsLimit;

impl Number {
    /// Appends this number's text: its shortest plain decimal form, `-0` for
    /// negative zero, `Infinity` or `-Infinity`. Nothing is appended if the
    /// text would be longer than [`TEXT_LIMIT`].
    pub fn write_text(&self, out: &mut String) -> Result<(), DigitsLimit> {
        if let Some(int) = self.as_plain_int() {
            write_int(int, out);
            return Ok(());
        }
        let (negative, precision, mantissa, exponent) = match &self.0 {
            // Too wide for its precision: its neighbours are so far away that
            // the last digits may be zeros.
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

    /// The integer whose digits are this number's text.
    #[inline]
    pub(crate) fn as_plain_int(&self) -> Option<i64> {
        match self.0 {
            Repr::Small { precision, int } if width(int) <= precision => Some(int),
            _ => None,
        }
    }

    /// The text by itself. See [`Number::write_text`].
    pub fn to_text(&self) -> Result<String, DigitsLimit> {
        let mut text = String::new();
        self.write_text(&mut text)?;
        Ok(text)
    }

    /// Writes the number by way of the nearest double's shortest digits, if
    /// these read back as this very number. At such a precision no other
    /// decimal with so few digits can, so this is then the shortest one; it
    /// is the case of nearly every decimal that a person has written.
    fn write_as_double(&self, negative: bool, precision: u32, out: &mut String) -> bool {
        if precision < 128 {
            return false;
        }
        let double = self.to_f64().0.abs();
        // Within these bounds the text has no long run of zeros.
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
    /// The text of [`Number::write_text`]; beyond the limit, the mantissa in
    /// hexadecimal and an exponent of two.
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

/// The decimal digits of a machine integer, written to the end of a buffer.
#[inline]
pub fn digits_of<const N: usize>(int: u64, buffer: &mut [u8; N]) -> &str {
    std::str::from_utf8(digit_bytes(int, buffer)).unwrap_or_default()
}

/// The same as bytes.
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

/// An upper bound of `bits * log10(2)`, for a lower one give a negative count.
fn decimal_digits(bits: i64) -> i64 {
    // The fraction is just above log10(2).
    const NUMERATOR: i128 = 30_103;
    const DENOMINATOR: i128 = 100_000;
    let product = i128::from(bits) * NUMERATOR;
    -(-product).div_euclid(DENOMINATOR) as i64
}

fn write_finite(
    negative: bool,
    precision: u32,
    mantissa: &BigUint,
    exponent: i64,
    out: &mut String,
) -> Result<(), DigitsLimit> {
    let top = exponent + mantissa.bits() as i64;
    // A margin for the estimate; the exact length is looked at below.
    let limit = TEXT_LIMIT as i64;
    if decimal_digits(top.abs()) > limit + limit / 50 {
        return Err(DigitsLimit);
    }
    let digits = if exponent >= 0 && top <= i64::from(precision) {
        // The neighbours are no further than one away: every digit is needed.
        let mut bytes = (mantissa << exponent as u64).to_string().into_bytes();
        let point = bytes.len() as i64;
        trim(&mut bytes);
        Digits {
            bytes,
            point,
            exact: true,
        }
    } else {
        shortest(precision, mantissa, exponent)
    };
    digits.write(negative, out)
}

/// The digits of a value, as the fraction `0.ddd * 10^point`.
struct Digits {
    bytes: Vec<u8>,
    point: i64,
    /// Are these all the digits, the last of them not zero? If not, more
    /// follow, not all of them zeros.
    exact: bool,
}

fn trim(bytes: &mut Vec<u8>) {
    let end = bytes.iter().rposition(|digit| *digit != b'0');
    bytes.truncate(end.map_or(0, |end| end + 1));
}

impl Digits {
    /// The digits of `whole / 10^scale`, to which a little is to be added if
    /// not `exact`.
    fn new(whole: &BigUint, exact: bool, scale: i64) -> Digits {
        let mut bytes = whole.to_string().into_bytes();
        let point = bytes.len() as i64 - scale;
        if exact {
            trim(&mut bytes);
        }
        Digits {
            bytes,
            point,
            exact,
        }
    }

    fn at(&self, index: usize) -> u8 {
        self.bytes.get(index).copied().unwrap_or(b'0')
    }

    /// Is there nothing but zeros from `index` on?
    fn ends_by(&self, index: usize) -> bool {
        self.exact && self.bytes.len() <= index
    }

    fn round_down(&mut self, count: usize) {
        self.bytes.truncate(count);
        trim(&mut self.bytes);
    }

    fn round_up(&mut self, count: usize) {
        self.bytes.truncate(count);
        while self.bytes.last() == Some(&b'9') {
            self.bytes.pop();
        }
        match self.bytes.last_mut() {
            Some(digit) => *digit += 1,
            None => {
                self.bytes.push(b'1');
                self.point += 1;
            }
        }
    }

    fn round(&mut self, count: usize) {
        if self.ends_by(count) {
            return;
        }
        let up = if self.at(count) == b'5' && self.ends_by(count + 1) {
            count > 0 && self.at(count - 1) & 1 != 0
        } else {
            self.at(count) >= b'5'
        };
        if up {
            self.round_up(count);
        } else {
            self.round_down(count);
        }
    }

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

/// The shortest digits of `mantissa * 2^exponent` at a precision.
fn shortest(precision: u32, mantissa: &BigUint, exponent: i64) -> Digits {
    // The last bit becomes worth half a unit of the last place.
    let widening = (u64::from(precision) + 1).saturating_sub(mantissa.bits());
    let middle = mantissa << widening;
    let exponent = exponent - widening as i64;
    let inclusive = !middle.bit(1);

    // Scaled by a power of ten that leaves a few digits more than the
    // precision is worth, so that the three differ within them.
    let top = exponent + middle.bits() as i64;
    let wanted = decimal_digits(i64::from(precision) + 1) + 4;
    let scale = wanted + decimal_digits(1 - top);
    let power = BigUint::from(5u32).pow(scale.unsigned_abs());
    let shift = exponent + scale;
    let (divisor, step) = if scale >= 0 {
        (BigUint::from(1u32), power)
    } else {
        (power, BigUint::from(1u32))
    };
    let middle = middle * &step;
    let digits = |value: BigUint| {
        let (whole, rest) = if shift >= 0 {
            num_integer::Integer::div_rem(&(value << shift as u64), &divisor)
        } else if scale >= 0 {
            let shift = shift.unsigned_abs();
            let exact = value.trailing_zeros().is_none_or(|zeros| zeros >= shift);
            (value >> shift, BigUint::from(u32::from(!exact)))
        } else {
            num_integer::Integer::div_rem(&value, &(&divisor << shift.unsigned_abs()))
        };
        Digits::new(&whole, rest.bits() == 0, scale)
    };
    let lower = digits(&middle - &step);
    let upper = digits(&middle + &step);
    let mut value = digits(middle);

    for index in 0..value.bytes.len() {
        let (low, digit, high) = (lower.at(index), value.at(index), upper.at(index));
        let lower_ends = lower.exact && lower.bytes.len() == index + 1;
        let down = low != digit || (inclusive && lower_ends);
        let up = digit != high && (inclusive || digit + 1 < high || !upper.ends_by(index + 1));
        match (down, up) {
            (true, true) => value.round(index + 1),
            (true, false) => value.round_down(index + 1),
            (false, true) => value.round_up(index + 1),
            (false, false) => continue,
        }
        break;
    }
    value
}
