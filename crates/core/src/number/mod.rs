//! Numbers: representation, conversion and comparison.
//!
//! A [`Number`] is a binary floating-point value with its own mantissa width (its *precision*, in
//! bits), an exponent of 32 bits, a sign (zero has one, too), and two infinities. There is no NaN:
//! an operation without a result is an [`ArithmeticError`].
//!
//! All numbers are in normal form. A finite whole value within `i64`, other than negative zero, is
//! stored inline whatever its precision. Every other value is one shared allocation with an odd
//! mantissa. So equal values have equal representations (except for the precision and the sign of
//! zero), and comparing or hashing never converts.
//!
//! - [`mod@self`]: constructors, queries and order
//! - `float`: rounding and normalization
//! - `arithmetic`: operations
//! - `parse`: reading of decimal text, with `radix` for long sequences of digits
//! - `text`: writing, with the digits of `shortest`; `decimal` rounds digits
//! - `integer`: exact integers, [`Integer`]

mod arithmetic;
mod decimal;
mod float;
mod integer;
mod parse;
mod radix;
mod shortest;
mod text;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::ToPrimitive;
use triomphe::Arc;

pub use integer::{Integer, ParseIntegerError};
pub use parse::ParseNumberError;
pub use text::{DigitsLimit, digits_of};
pub(crate) use text::{MAX_IN_WORD, digit_bytes, digits_in_word};

pub use decimal::{Decimal, write_shortest};
pub(crate) use float::{BigFloat, Magnitude, Operand};

/// The precision of a number read from decimal text.
pub const PARSED_PRECISION: u32 = 512;

/// The precision of a number that is made from a machine integer, such as a length.
pub const COUNT_PRECISION: u32 = 64;

/// The precision of a number that is made from a double.
pub const DOUBLE_PRECISION: u32 = 53;

/// The maximum precision of a [`Number`] and the maximum width of an [`Integer`], in bits. A wider
/// precision is lowered to this one, and a wider integer is an error, which bounds the time of
/// every operation.
pub const BITS_LIMIT: u32 = 1 << 19;

/// The maximum number of significant digits in the text of a number, from the first to the last
/// that is not zero.
pub const PARSED_DIGITS_LIMIT: usize = 100_000;

/// The maximum length of the text of one number, in bytes.
pub const TEXT_LIMIT: usize = 1_000_000;

/// The minimum number of bits of a decimal digit, for upper bounds of the number of digits.
pub(crate) const DIGIT_BITS: u64 = 3;

/// A binary floating-point number with its own precision. See the module's documentation.
#[derive(Clone)]
pub struct Number(pub(crate) Repr);

/// The representation of a [`Number`].
#[derive(Clone)]
pub(crate) enum Repr {
    /// A whole value. All values that have this form use it.
    Small {
        /// The width of the mantissa in bits.
        precision: u32,
        /// The value.
        int: i64,
    },
    /// Any other value.
    Big(Arc<BigFloat>),
}

/// The reason why an operation on numbers has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArithmeticError {
    /// Infinity plus the opposite infinity, or minus the same one.
    #[error("the sum of opposing infinities is undefined")]
    OpposingInfinities,
    /// Zero times infinity.
    #[error("the product of zero and infinity is undefined")]
    ZeroTimesInfinity,
    /// Zero divided by zero.
    #[error("zero divided by zero is undefined")]
    ZeroByZero,
    /// Infinity divided by infinity.
    #[error("infinity divided by infinity is undefined")]
    InfinityByInfinity,
    /// An integer divided by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The result, or an intermediate value, exceeds the limits.
    #[error("the result is too large")]
    TooLarge,
}

impl Number {
    /// Zero, with [`COUNT_PRECISION`].
    pub const ZERO: Number = Number(Repr::Small {
        precision: COUNT_PRECISION,
        int: 0,
    });

    /// Returns positive infinity. It has no precision: the other operand's decides.
    pub fn infinity() -> Number {
        Number::compose(false, Magnitude::Infinite, 0)
    }

    /// Returns negative infinity.
    pub fn negative_infinity() -> Number {
        Number::compose(true, Magnitude::Infinite, 0)
    }

    /// Returns the number equal to `value`, with [`COUNT_PRECISION`].
    #[inline]
    pub const fn from_i64(value: i64) -> Number {
        Number(Repr::Small {
            precision: COUNT_PRECISION,
            int: value,
        })
    }

    /// Returns the number equal to `value`, with [`COUNT_PRECISION`].
    #[inline]
    pub fn from_u64(value: u64) -> Number {
        match i64::try_from(value) {
            Ok(int) => Number::from_i64(int),
            Err(_) => Number::rounded(false, BigUint::from(value), 0, false, COUNT_PRECISION),
        }
    }

    /// Returns the number equal to `value`, with [`DOUBLE_PRECISION`]; `None` for NaN.
    pub fn from_f64(value: f64) -> Option<Number> {
        if value.is_nan() {
            return None;
        }
        let bits = value.to_bits();
        let negative = value.is_sign_negative();
        let fraction = bits & ((1 << 52) - 1);
        let field = (bits >> 52) & 0x7ff;
        let (mantissa, exponent) = match field {
            0x7ff => {
                return Some(Number::compose(
                    negative,
                    Magnitude::Infinite,
                    DOUBLE_PRECISION,
                ));
            }
            0 => (fraction, -1074),
            _ => (fraction | (1 << 52), field as i64 - 1075),
        };
        Some(Number::from_short(
            negative,
            mantissa,
            exponent,
            DOUBLE_PRECISION,
        ))
    }

    /// Returns the number equal to `value`, with the smallest precision that is exact and at least
    /// [`COUNT_PRECISION`].
    pub fn from_integer(value: &Integer) -> Number {
        match value.to_i64() {
            Some(int) => Number::from_i64(int),
            None => {
                let (sign, magnitude) = value.to_bigint().into_parts();
                let precision = (magnitude.bits() as u32).max(COUNT_PRECISION);
                Number::rounded(sign == Sign::Minus, magnitude, 0, false, precision)
            }
        }
    }

    /// Returns `int` rounded to `precision` bits.
    #[inline]
    pub fn small(int: i64, precision: u32) -> Number {
        let precision = precision.min(BITS_LIMIT);
        if width(int) <= precision {
            return Number(Repr::Small { precision, int });
        }
        Number::from_short(int < 0, int.unsigned_abs(), 0, precision)
    }

    /// Returns the value with a different precision, rounded half to even. Precision 0 makes every
    /// finite value zero. A precision above [`BITS_LIMIT`] is lowered to that limit.
    pub fn with_precision(&self, precision: u32) -> Number {
        let precision = precision.min(BITS_LIMIT);
        match &self.0 {
            Repr::Small { int, .. } => Number::small(*int, precision),
            Repr::Big(big) if big.precision == precision => self.clone(),
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Finite { mantissa, exponent } => {
                    Number::rounded(big.negative, mantissa.clone(), *exponent, false, precision)
                }
                other => Number::compose(big.negative, other.clone(), precision),
            },
        }
    }

    /// The width of the mantissa in bits.
    #[inline]
    pub fn precision(&self) -> u32 {
        match &self.0 {
            Repr::Small { precision, .. } => *precision,
            Repr::Big(big) => big.precision,
        }
    }

    /// The minimum number of bits for this value's mantissa; 0 for zero and the infinities.
    pub fn min_precision(&self) -> u32 {
        match &self.0 {
            Repr::Small { int: 0, .. } => 0,
            Repr::Small { int, .. } => width(*int) - int.trailing_zeros(),
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Finite { mantissa, .. } => mantissa.bits() as u32,
                _ => 0,
            },
        }
    }

    /// The number of bits of all its digits, before and after the point; 0 for zero and the
    /// infinities.
    #[must_use]
    pub fn exact_bits(&self) -> u64 {
        let bits = u64::from(self.min_precision());
        match &self.0 {
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Finite { exponent, .. } => bits + exponent.unsigned_abs(),
                _ => bits,
            },
            Repr::Small { int, .. } => width(*int).into(),
        }
    }

    /// Whether the value is zero, of either sign.
    #[inline]
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Repr::Small { int, .. } => *int == 0,
            Repr::Big(big) => matches!(big.magnitude, Magnitude::Zero),
        }
    }

    /// Whether the sign is negative; also for negative zero.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small { int, .. } => *int < 0,
            Repr::Big(big) => big.negative,
        }
    }

    /// Whether the value is one of the infinities.
    #[inline]
    pub fn is_infinite(&self) -> bool {
        match &self.0 {
            Repr::Small { .. } => false,
            Repr::Big(big) => matches!(big.magnitude, Magnitude::Infinite),
        }
    }

    /// Whether the value is a finite whole number.
    #[inline]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small { .. } => true,
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Zero => true,
                Magnitude::Finite { exponent, .. } => *exponent >= 0,
                Magnitude::Infinite => false,
            },
        }
    }

    /// Returns -1, 0 or 1 for a negative value, zero or a positive value.
    pub fn signum(&self) -> i32 {
        match (self.is_zero(), self.is_negative()) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    /// Returns the value as an `i64`, if it is exactly one.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small { int, .. } => Some(*int),
            Repr::Big(big) => matches!(big.magnitude, Magnitude::Zero).then_some(0),
        }
    }

    /// Returns the value as a `u64`, if it is exactly one.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Small { int, .. } => u64::try_from(*int).ok(),
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Zero => Some(0),
                Magnitude::Finite { mantissa, exponent } if !big.negative => {
                    let shift = u64::try_from(*exponent).ok()?;
                    (mantissa.bits().checked_add(shift)? <= 64)
                        .then(|| mantissa.to_u64().map(|mantissa| mantissa << shift))?
                }
                _ => None,
            },
        }
    }

    /// Returns the nearest double, ties to even, and whether it is exact. Too large a value becomes
    /// an infinity, too small a value becomes zero.
    pub fn to_f64(&self) -> (f64, bool) {
        match &self.0 {
            Repr::Small { int, .. } => {
                let double = *int as f64;
                (double, double as i128 == i128::from(*int))
            }
            Repr::Big(big) => big.to_f64(),
        }
    }

    /// Returns the value as an exact integer; `None` if it is not whole or wider than
    /// [`BITS_LIMIT`].
    pub fn to_integer(&self) -> Option<Integer> {
        match &self.0 {
            Repr::Small { int, .. } => Some(Integer::from(*int)),
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Zero => Some(Integer::from(0i64)),
                Magnitude::Finite { mantissa, exponent } => {
                    let shift = u64::try_from(*exponent).ok()?;
                    if mantissa.bits().checked_add(shift)? > u64::from(BITS_LIMIT) {
                        return None;
                    }
                    let sign = if big.negative {
                        Sign::Minus
                    } else {
                        Sign::Plus
                    };
                    Integer::try_from(BigInt::from_biguint(sign, mantissa << shift)).ok()
                }
                Magnitude::Infinite => None,
            },
        }
    }
}

impl Default for Number {
    fn default() -> Number {
        Number::ZERO
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number::from_i64(value)
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Number {
        Number::from_u64(value)
    }
}

impl From<&Integer> for Number {
    fn from(value: &Integer) -> Number {
        Number::from_integer(value)
    }
}

impl PartialEq for Number {
    #[inline]
    fn eq(&self, other: &Number) -> bool {
        match (&self.0, &other.0) {
            (Repr::Small { int: a, .. }, Repr::Small { int: b, .. }) => a == b,
            (Repr::Big(a), Repr::Big(b)) => Arc::ptr_eq(a, b) || a.equals(b),
            // Negative zero is the only big value in normal form that equals a small one.
            (Repr::Small { int, .. }, Repr::Big(big))
            | (Repr::Big(big), Repr::Small { int, .. }) => {
                *int == 0 && matches!(big.magnitude, Magnitude::Zero)
            }
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Small { int, .. } => int.hash(state),
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Zero => 0i64.hash(state),
                Magnitude::Infinite => (i64::MAX, big.negative).hash(state),
                Magnitude::Finite { mantissa, exponent } => {
                    exponent.hash(state);
                    big.negative.hash(state);
                    mantissa.hash(state);
                }
            },
        }
    }
}

impl PartialOrd for Number {
    #[inline]
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        if let (Repr::Small { int: a, .. }, Repr::Small { int: b, .. }) = (&self.0, &other.0) {
            return a.cmp(b);
        }
        let sign = self.signum();
        match sign.cmp(&other.signum()) {
            Ordering::Equal if sign == 0 => Ordering::Equal,
            Ordering::Equal => {
                let order = self.magnitude().compare(&other.magnitude());
                if sign < 0 { order.reverse() } else { order }
            }
            unequal => unequal,
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Number({self}, {} bits)", self.precision())
    }
}

/// The number of bits of a whole value's magnitude.
#[inline]
pub(crate) fn width(int: i64) -> u32 {
    u64::BITS - int.unsigned_abs().leading_zeros()
}
