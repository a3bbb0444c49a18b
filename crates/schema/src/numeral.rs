//! Numerals: exact decimal numbers of documents.
//!
//! JSON Schema compares numbers by value and has multiples of decimals, which binary floating point
//! cannot represent exactly. A numeral is an integer mantissa times a power of ten with the fewest
//! digits, so equal numbers are equal numerals.

use num_bigint::BigInt;
use polycty_core::calls::Budget;
use polycty_core::number::{Integer, Number};
use polycty_core::source::{Code, Error, Result};
use std::cmp::Ordering;
use std::fmt;

/// The maximum number of digits. The time of reading and writing grows with the square of the
/// digits.
pub const MAX_DIGITS: usize = 4096;

/// The maximum absolute value of the exponent.
const MAX_EXPONENT: i64 = 1 << 40;

/// The maximum difference of exponents in a division.
const MAX_SHIFT: i64 = 8192;

/// A decimal. The mantissa does not end in a zero, and the exponent of zero is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Numeral {
    mantissa: BigInt,
    exponent: i64,
}

impl Numeral {
    /// Parses a text in JSON's grammar of numbers.
    ///
    /// # Errors
    /// - [`Code::Limit`] for more than `MAX_DIGITS` digits, for an exponent out of range, or if
    ///   the budget is exceeded.
    /// - [`Code::Syntax`] for any other text.
    pub fn parse(text: &str, budget: &Budget) -> Result<Numeral> {
        budget.charge(text.len() as u64 / 16 + 1)?;
        let too_large = || Error::new(Code::Limit, "a number of the document has too many digits");
        let (digits, exponent) = match text.split_once(['e', 'E']) {
            None => (text, 0),
            Some((digits, power)) => {
                let power = power.parse::<i64>().ok();
                let power = power.filter(|power| power.abs() <= MAX_EXPONENT);
                (digits, power.ok_or_else(too_large)?)
            }
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.len() + fraction.len() > MAX_DIGITS {
            return Err(too_large());
        }
        budget.charge((digits.len() * digits.len() / 1024) as u64)?;
        let fraction = fraction.trim_end_matches('0');
        let mantissa = BigInt::parse_bytes([whole, fraction].concat().as_bytes(), 10)
            .ok_or_else(|| Error::new(Code::Syntax, "a number is required"))?;
        Ok(Numeral::of(mantissa, exponent - fraction.len() as i64))
    }

    fn of(mut mantissa: BigInt, mut exponent: i64) -> Numeral {
        if mantissa == BigInt::ZERO {
            return Numeral {
                mantissa,
                exponent: 0,
            };
        }
        let text = mantissa.to_string();
        let zeros = text.len() - text.trim_end_matches('0').len();
        if zeros > 0 {
            mantissa /= BigInt::from(10).pow(zeros as u32);
            exponent += zeros as i64;
        }
        Numeral { mantissa, exponent }
    }

    /// The shortest decimal of a double, or `None` if it is not finite.
    #[must_use]
    pub fn from_f64(double: f64) -> Option<Numeral> {
        let text = double.is_finite().then(|| format!("{double:e}"))?;
        Numeral::parse(&text, &Budget::standard()).ok()
    }

    /// An exact integer.
    #[must_use]
    pub fn from_integer(integer: &Integer) -> Numeral {
        Numeral::of(integer.to_bigint(), 0)
    }

    /// A small integer.
    #[must_use]
    pub fn from_i64(whole: i64) -> Numeral {
        Numeral::of(BigInt::from(whole), 0)
    }

    /// Whether the number is an integer.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.exponent >= 0
    }

    /// The number of digits, without zeros at either end.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.mantissa.magnitude().to_string().len()
    }

    /// The number of trailing zeros of an integer.
    #[must_use]
    pub fn zeros(&self) -> u64 {
        u64::try_from(self.exponent).unwrap_or_default()
    }

    /// The bytes of its digits.
    pub(crate) fn bytes(&self) -> u64 {
        self.mantissa.bits() / 8
    }

    /// The integer, if the number is one with at most `MAX_DIGITS` digits.
    #[must_use]
    pub fn to_integer(&self) -> Option<Integer> {
        if !self.is_whole() || self.exponent > MAX_DIGITS as i64 {
            return None;
        }
        let whole = &self.mantissa * BigInt::from(10).pow(self.exponent as u32);
        Integer::parse(&whole.to_string()).ok()
    }

    /// The nearest double.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }

    /// The number as HCL represents it, if it is within its limits.
    #[must_use]
    pub fn to_number(&self) -> Option<Number> {
        Number::parse(&self.to_string()).ok()
    }

    /// The largest integer that is not greater, if it is within the limits.
    #[must_use]
    pub fn floor(&self) -> Option<Integer> {
        if self.is_whole() {
            return self.to_integer();
        }
        let mut whole = if -self.exponent > MAX_SHIFT {
            BigInt::ZERO
        } else {
            &self.mantissa / BigInt::from(10).pow(-self.exponent as u32)
        };
        if self.is_negative() {
            whole -= 1;
        }
        Integer::parse(&whole.to_string()).ok()
    }

    /// The smallest integer that is not less, if it is within the limits.
    #[must_use]
    pub fn ceiling(&self) -> Option<Integer> {
        let floor = self.negated().floor()?;
        Some(floor.neg())
    }

    /// The numeral with the other sign.
    #[must_use]
    pub fn negated(&self) -> Numeral {
        Numeral {
            mantissa: -&self.mantissa,
            exponent: self.exponent,
        }
    }

    /// The sum, or `None` if it would have too many digits.
    #[must_use]
    pub fn plus(&self, other: &Numeral) -> Option<Numeral> {
        let power = self.exponent.min(other.exponent);
        let shifted = |one: &Numeral| {
            let shift = one.exponent - power;
            (shift <= MAX_SHIFT).then(|| &one.mantissa * BigInt::from(10).pow(shift as u32))
        };
        Some(Numeral::of(shifted(self)? + shifted(other)?, power))
    }

    /// Whether the number is less than zero.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.mantissa < BigInt::ZERO
    }

    /// Whether the number is a multiple of a different number, which is not zero. Returns `None` if
    /// their exponents differ too much to decide.
    #[must_use]
    pub fn is_multiple_of(&self, other: &Numeral) -> Option<bool> {
        if self.mantissa == BigInt::ZERO {
            return Some(true);
        }
        let shift = self.exponent - other.exponent;
        if shift.abs() > MAX_SHIFT || other.mantissa == BigInt::ZERO {
            return None;
        }
        let power = BigInt::from(10).pow(shift.unsigned_abs() as u32);
        Some(if shift >= 0 {
            (&self.mantissa * power) % &other.mantissa == BigInt::ZERO
        } else {
            &self.mantissa % (&other.mantissa * power) == BigInt::ZERO
        })
    }
}

impl PartialOrd for Numeral {
    fn partial_cmp(&self, other: &Numeral) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Numeral {
    /// Compares by value. Numbers of different magnitudes are compared by the count of their digits
    /// before one is scaled to the other's exponent.
    fn cmp(&self, other: &Numeral) -> Ordering {
        let sign = |one: &Numeral| one.mantissa.cmp(&BigInt::ZERO);
        if sign(self) != sign(other) || self.mantissa == BigInt::ZERO {
            return sign(self).cmp(&sign(other));
        }
        let bits = |one: &Numeral| {
            one.mantissa.bits() as f64 + one.exponent as f64 * std::f64::consts::LOG2_10
        };
        let apart = bits(self) - bits(other);
        if apart.abs() > 1000.0 {
            let by_size = apart.total_cmp(&0.0);
            return if self.is_negative() {
                by_size.reverse()
            } else {
                by_size
            };
        }
        let shift = self.exponent - other.exponent;
        let power = BigInt::from(10).pow(shift.unsigned_abs() as u32);
        if shift >= 0 {
            (&self.mantissa * power).cmp(&other.mantissa)
        } else {
            self.mantissa.cmp(&(&other.mantissa * power))
        }
    }
}

impl fmt::Display for Numeral {
    /// Formats the number as JSON: plain digits for short numbers, otherwise with an exponent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.mantissa.to_string();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", &*text),
        };
        let point = digits.len() as i64 + self.exponent;
        match self.exponent {
            0.. if point <= 400 => {
                let zeros = self.exponent as usize;
                write!(f, "{text}{:0<zeros$}", "")
            }
            ..0 if point > 0 => {
                let (whole, fraction) = digits.split_at(point as usize);
                write!(f, "{sign}{whole}.{fraction}")
            }
            ..0 if point > -6 => {
                let zeros = -point as usize;
                write!(f, "{sign}0.{:0<zeros$}{digits}", "")
            }
            power => write!(f, "{text}e{power}"),
        }
    }
}
