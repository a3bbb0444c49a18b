//! Exact integers of any size.
//!
//! An [`Integer`] has any size and is never rounded. A value within `i64` is stored inline, any
//! other value in one shared allocation, so that equal values have equal representations. No value
//! is wider than [`BITS_LIMIT`], which bounds the time of every operation and the length of every
//! text.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};
use num_integer::Integer as Euclid;
use num_traits::{Signed, ToPrimitive};
use triomphe::Arc;

use super::radix::magnitude;
use super::{ArithmeticError, BITS_LIMIT, Number, width};

/// An exact whole number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(IntegerRepr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum IntegerRepr {
    Small(i64),
    /// Never within `i64`.
    Big(Arc<BigInt>),
}

/// The reason why a text is not an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseIntegerError {
    /// The text is not a sign and digits of the radix.
    #[error("a whole number is required")]
    NotAnInteger,
    /// The radix is not from 2 to 36.
    #[error("the radix must be from 2 to 36")]
    Radix,
    /// The integer would be wider than [`BITS_LIMIT`].
    #[error("the whole number has more than {BITS_LIMIT} bits")]
    TooLarge,
}

type IntegerResult = Result<Integer, ArithmeticError>;

impl Integer {
    /// Parses a decimal text: an optional sign, and digits.
    pub fn parse(text: &str) -> Result<Integer, ParseIntegerError> {
        Integer::parse_radix(text, 10)
    }

    /// Parses a text of digits, of either case, in a radix from 2 to 36.
    pub fn parse_radix(text: &str, radix: u32) -> Result<Integer, ParseIntegerError> {
        if !(2..=36).contains(&radix) {
            return Err(ParseIntegerError::Radix);
        }
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let valid = |byte: u8| char::from(byte).is_digit(radix);
        if digits.is_empty() || !digits.bytes().all(valid) {
            return Err(ParseIntegerError::NotAnInteger);
        }
        let digits = digits.trim_start_matches('0');
        if digits.len() <= 11 {
            let magnitude = digits.bytes().fold(0, |value, byte| {
                let digit = char::from(byte).to_digit(radix).unwrap_or(0);
                value * i64::from(radix) + i64::from(digit)
            });
            return Ok(Integer::from(if negative { -magnitude } else { magnitude }));
        }
        // Each digit but the first needs at least `radix.ilog2()` bits.
        let least = (digits.len() as u64 - 1).saturating_mul(u64::from(radix.ilog2()));
        if least > u64::from(BITS_LIMIT) {
            return Err(ParseIntegerError::TooLarge);
        }
        let magnitude =
            magnitude(digits.as_bytes(), radix).ok_or(ParseIntegerError::NotAnInteger)?;
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        Integer::try_from(BigInt::from_biguint(sign, magnitude))
            .map_err(|_| ParseIntegerError::TooLarge)
    }

    /// Writes the digits in lower case, after a sign if negative. The radix is clamped to 2 to 36.
    pub fn to_text_radix(&self, radix: u32) -> String {
        self.to_bigint().to_str_radix(radix.clamp(2, 36))
    }

    /// Reads big-endian bytes in two's complement; no bytes are zero.
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Integer, ParseIntegerError> {
        Integer::try_from(BigInt::from_signed_bytes_be(bytes))
            .map_err(|_| ParseIntegerError::TooLarge)
    }

    /// Returns the fewest big-endian bytes in two's complement, at least one.
    pub fn to_be_bytes(&self) -> Vec<u8> {
        self.to_bigint().to_signed_bytes_be()
    }

    /// Returns the value as an `i64`, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            IntegerRepr::Small(int) => Some(*int),
            IntegerRepr::Big(_) => None,
        }
    }

    /// Returns the value as a `u64`, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            IntegerRepr::Small(int) => u64::try_from(*int).ok(),
            IntegerRepr::Big(big) => big.to_u64(),
        }
    }

    /// Returns the value as an `i128`, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            IntegerRepr::Small(int) => Some(i128::from(*int)),
            IntegerRepr::Big(big) => big.to_i128(),
        }
    }

    /// Returns the value as an owned big integer.
    pub fn to_bigint(&self) -> BigInt {
        match &self.0 {
            IntegerRepr::Small(int) => BigInt::from(*int),
            IntegerRepr::Big(big) => BigInt::clone(big),
        }
    }

    /// Returns the nearest double, ties to even, and whether it is exact.
    pub fn to_f64(&self) -> (f64, bool) {
        Number::from_integer(self).to_f64()
    }

    /// Returns the exact value of a double, if it is whole.
    pub fn from_f64(value: f64) -> Option<Integer> {
        Number::from_f64(value)?.to_integer()
    }

    /// Returns -1, 0 or 1 for a negative value, zero or a positive value.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            IntegerRepr::Small(int) => int.signum() as i32,
            IntegerRepr::Big(big) if big.is_negative() => -1,
            IntegerRepr::Big(_) => 1,
        }
    }

    /// Whether the value is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, IntegerRepr::Small(0))
    }

    /// The number of bits of the absolute value; 0 for zero.
    pub fn bit_length(&self) -> u64 {
        match &self.0 {
            IntegerRepr::Small(int) => u64::from(width(*int)),
            IntegerRepr::Big(big) => big.bits(),
        }
    }

    /// Returns the sum.
    pub fn add(&self, other: &Integer) -> IntegerResult {
        self.either(other, i64::checked_add, |a, b| a + b)
    }

    /// Returns the difference.
    pub fn sub(&self, other: &Integer) -> IntegerResult {
        self.either(other, i64::checked_sub, |a, b| a - b)
    }

    /// Returns the product.
    pub fn mul(&self, other: &Integer) -> IntegerResult {
        // Checked beforehand, so that no time is used for a product that is too large.
        let bits = self.bit_length() + other.bit_length();
        if bits > u64::from(BITS_LIMIT) + 1 && !self.is_zero() && !other.is_zero() {
            return Err(ArithmeticError::TooLarge);
        }
        self.either(other, i64::checked_mul, |a, b| a * b)
    }

    /// Returns the power; 1 for the exponent 0.
    pub fn pow(&self, exponent: u32) -> IntegerResult {
        match (self.to_i64(), exponent) {
            (_, 0) | (Some(1), _) => return Ok(Integer::from(1i64)),
            (Some(0), _) => return Ok(Integer::from(0i64)),
            (Some(-1), _) => {
                return Ok(Integer::from(if exponent.is_multiple_of(2) {
                    1i64
                } else {
                    -1
                }));
            }
            _ => {}
        }
        let least = (self.bit_length() - 1).saturating_mul(u64::from(exponent));
        if least > u64::from(BITS_LIMIT) {
            return Err(ArithmeticError::TooLarge);
        }
        if let Some(power) = self.to_i64().and_then(|int| int.checked_pow(exponent)) {
            return Ok(Integer::from(power));
        }
        Integer::try_from(self.to_bigint().pow(exponent))
    }

    /// Returns the value with the opposite sign.
    pub fn neg(&self) -> Integer {
        match &self.0 {
            IntegerRepr::Small(int) => match int.checked_neg() {
                Some(int) => Integer::from(int),
                None => Integer::new(-BigInt::from(*int)),
            },
            IntegerRepr::Big(big) => Integer::new(-BigInt::clone(big)),
        }
    }

    /// Returns the absolute value.
    pub fn abs(&self) -> Integer {
        if self.signum() < 0 {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Returns the quotient, rounded towards negative infinity.
    pub fn div_floor(&self, other: &Integer) -> IntegerResult {
        let small = |a: i64, b: i64| a.checked_div(b).map(|_| Euclid::div_floor(&a, &b));
        self.divided(other, small, Euclid::div_floor)
    }

    /// Returns the remainder of [`Integer::div_floor`], which has the divisor's sign.
    pub fn rem_floor(&self, other: &Integer) -> IntegerResult {
        let small = |a: i64, b: i64| a.checked_rem(b).map(|_| Euclid::mod_floor(&a, &b));
        self.divided(other, small, Euclid::mod_floor)
    }

    /// Returns the quotient, rounded towards zero.
    pub fn div_trunc(&self, other: &Integer) -> IntegerResult {
        self.divided(other, i64::checked_div, |a, b| a / b)
    }

    /// Returns the remainder of [`Integer::div_trunc`], which has the dividend's sign.
    pub fn rem_trunc(&self, other: &Integer) -> IntegerResult {
        self.divided(other, i64::checked_rem, |a, b| a % b)
    }

    /// Compares the value exactly with a double; `None` for NaN.
    pub fn partial_cmp_f64(&self, other: f64) -> Option<Ordering> {
        if other.is_nan() {
            return None;
        }
        if other.is_infinite() {
            return Some(if other > 0.0 {
                Ordering::Less
            } else {
                Ordering::Greater
            });
        }
        // The whole part of a finite double is an exact integer, and decides unless it is equal.
        let whole = Integer::from_f64(other.trunc())?;
        Some(self.cmp(&whole).then_with(|| {
            let fraction = other - other.trunc();
            0.0f64.total_cmp(&(fraction + 0.0))
        }))
    }

    /// Creates the normal form of a value within the limit.
    fn new(value: BigInt) -> Integer {
        match value.to_i64() {
            Some(int) => Integer::from(int),
            None => Integer(IntegerRepr::Big(Arc::new(value))),
        }
    }

    /// Returns the result of the small operation, or of the big one if it overflows.
    fn either(
        &self,
        other: &Integer,
        small: impl Fn(i64, i64) -> Option<i64>,
        big: impl Fn(&BigInt, &BigInt) -> BigInt,
    ) -> IntegerResult {
        if let (IntegerRepr::Small(a), IntegerRepr::Small(b)) = (&self.0, &other.0)
            && let Some(int) = small(*a, *b)
        {
            return Ok(Integer::from(int));
        }
        Integer::try_from(big(&self.to_bigint(), &other.to_bigint()))
    }

    fn divided(
        &self,
        other: &Integer,
        small: impl Fn(i64, i64) -> Option<i64>,
        big: impl Fn(&BigInt, &BigInt) -> BigInt,
    ) -> IntegerResult {
        if other.is_zero() {
            return Err(ArithmeticError::DivisionByZero);
        }
        self.either(other, small, big)
    }
}

impl From<i64> for Integer {
    #[inline]
    fn from(value: i64) -> Integer {
        Integer(IntegerRepr::Small(value))
    }
}

impl From<u64> for Integer {
    fn from(value: u64) -> Integer {
        Integer::from(i128::from(value))
    }
}

impl From<i128> for Integer {
    fn from(value: i128) -> Integer {
        match i64::try_from(value) {
            Ok(int) => Integer::from(int),
            Err(_) => Integer(IntegerRepr::Big(Arc::new(BigInt::from(value)))),
        }
    }
}

impl TryFrom<BigInt> for Integer {
    type Error = ArithmeticError;

    /// Rejects a value wider than [`BITS_LIMIT`].
    fn try_from(value: BigInt) -> IntegerResult {
        if value.bits() > u64::from(BITS_LIMIT) {
            return Err(ArithmeticError::TooLarge);
        }
        Ok(Integer::new(value))
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Integer) -> Ordering {
        match (&self.0, &other.0) {
            (IntegerRepr::Small(a), IntegerRepr::Small(b)) => a.cmp(b),
            (IntegerRepr::Big(a), IntegerRepr::Big(b)) => a.cmp(b),
            // The absolute value of a big value is larger than every small one.
            (IntegerRepr::Small(_), IntegerRepr::Big(_)) => 0.cmp(&other.signum()),
            (IntegerRepr::Big(_), IntegerRepr::Small(_)) => self.signum().cmp(&0),
        }
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            IntegerRepr::Small(int) => fmt::Display::fmt(int, formatter),
            IntegerRepr::Big(big) => fmt::Display::fmt(&**big, formatter),
        }
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Integer({self})")
    }
}
