//! Arithmetic: sums, products and quotients.
//!
//! The exact result is rounded once, half to even. A sum or a quotient has the wider of its
//! operands' precisions. A product is computed at 512 bits and then keeps the bits that it needs,
//! at least the wider operand's, so that the product of two doubles is exact. A remainder has the
//! precision of the dividend, and every intermediate result is rounded. A result beyond the range
//! of exponents is infinite or zero. An operation without a result is an error.

use super::float::{Operand, signed};
use super::{ArithmeticError, Magnitude, Number, PARSED_PRECISION, Repr, width};

type NumberResult = Result<Number, ArithmeticError>;

impl Number {
    /// Returns the sum.
    pub fn add(&self, other: &Number) -> NumberResult {
        let precision = self.precision().max(other.precision());
        if let (Repr::Small { int: a, .. }, Repr::Small { int: b, .. }) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Ok(Number::small(sum, precision));
        }
        self.sum(other, other.is_negative(), precision)
    }

    /// Returns the difference.
    pub fn sub(&self, other: &Number) -> NumberResult {
        let precision = self.precision().max(other.precision());
        if let (Repr::Small { int: a, .. }, Repr::Small { int: b, .. }) = (&self.0, &other.0)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Ok(Number::small(difference, precision));
        }
        self.sum(other, !other.is_negative(), precision)
    }

    /// Returns the product.
    pub fn mul(&self, other: &Number) -> NumberResult {
        let wider = self.precision().max(other.precision());
        if let (Repr::Small { int: a, .. }, Repr::Small { int: b, .. }) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            // Only a product of zero may need a sign of its own.
            if product != 0 {
                let needed = width(product) - product.trailing_zeros();
                let precision = wider.max(needed);
                return Ok(Number(Repr::Small {
                    precision,
                    int: product,
                }));
            }
        }
        let product = self.product(other, PARSED_PRECISION)?;
        let precision = wider.max(product.min_precision());
        Ok(product.with_precision(precision))
    }

    /// Returns the quotient. Division by zero returns an infinity, except for zero by zero.
    pub fn div(&self, other: &Number) -> NumberResult {
        let precision = self.precision().max(other.precision());
        let negative = self.is_negative() != other.is_negative();
        if let (Repr::Small { int: a, .. }, Repr::Small { int: b, .. }) = (&self.0, &other.0)
            && *b != 0
        {
            return Ok(Number::quotient(
                negative,
                a.unsigned_abs(),
                b.unsigned_abs(),
                0,
                precision,
            ));
        }
        let magnitude = match (self.magnitude(), other.magnitude()) {
            (Operand::Zero, Operand::Zero) => return Err(ArithmeticError::ZeroByZero),
            (Operand::Infinite, Operand::Infinite) => {
                return Err(ArithmeticError::InfinityByInfinity);
            }
            (Operand::Zero, _) | (_, Operand::Infinite) => Magnitude::Zero,
            (Operand::Infinite, _) | (_, Operand::Zero) => Magnitude::Infinite,
            (Operand::Finite(a, a_exponent), Operand::Finite(b, b_exponent)) => {
                Magnitude::divided(&a, a_exponent, &b, b_exponent, precision)
            }
        };
        Ok(Number::compose(negative, magnitude, precision))
    }

    /// Returns the remainder of the division whose quotient is truncated towards zero. A number
    /// modulo zero is the number itself. With an infinity the result is that of [`Number::mul`].
    pub fn modulo(&self, other: &Number) -> NumberResult {
        let precision = self.precision();
        let wider = precision.max(other.precision());
        if let (Repr::Small { int: a, .. }, Repr::Small { int: b, .. }) = (&self.0, &other.0) {
            // With these widths no step of the general algorithm rounds.
            if *b != 0 && precision >= 64 && wider >= 128 {
                let int = a.wrapping_rem(*b);
                return Ok(Number(Repr::Small { precision, int }));
            }
        }
        if self.is_infinite() || other.is_infinite() {
            return self.mul(other);
        }
        if other.is_zero() {
            return Ok(self.clone());
        }
        let quotient = self.div(other)?;
        if quotient.is_infinite() {
            return Err(ArithmeticError::TooLarge);
        }
        let multiple = other.product(&quotient.truncated(precision), precision)?;
        self.sum(&multiple, !multiple.is_negative(), precision)
    }

    /// Returns the value with the opposite sign; zero has a sign, too.
    pub fn neg(&self) -> Number {
        self.with_sign(!self.is_negative())
    }

    /// Returns the absolute value.
    pub fn abs(&self) -> Number {
        self.with_sign(false)
    }

    fn with_sign(&self, negative: bool) -> Number {
        match &self.0 {
            Repr::Small { precision, int } => match signed(negative, int.unsigned_abs()) {
                Some(int) => Number(Repr::Small {
                    precision: *precision,
                    int,
                }),
                None => Number::from_short(negative, int.unsigned_abs(), 0, *precision),
            },
            Repr::Big(big) if big.negative == negative => self.clone(),
            Repr::Big(big) => Number::compose(negative, big.magnitude.clone(), big.precision),
        }
    }

    /// Returns the whole part, towards zero, rounded to `precision` bits; a zero has no sign.
    pub fn truncated(&self, precision: u32) -> Number {
        match self.magnitude() {
            Operand::Finite(mantissa, exponent) if exponent < 0 => {
                let whole = mantissa.as_ref() >> exponent.unsigned_abs();
                let negative = self.is_negative() && whole.bits() != 0;
                Number::rounded(negative, whole, 0, false, precision)
            }
            Operand::Zero => Number::small(0, precision),
            _ => self.with_precision(precision),
        }
    }

    /// Returns the sum of this number and the magnitude of `other` with the sign `negative`.
    fn sum(&self, other: &Number, negative: bool, precision: u32) -> NumberResult {
        let own = self.is_negative();
        let (sign, magnitude) = match (self.magnitude(), other.magnitude()) {
            (Operand::Infinite, Operand::Infinite) if own != negative => {
                return Err(ArithmeticError::OpposingInfinities);
            }
            (Operand::Infinite, _) => (own, Magnitude::Infinite),
            (_, Operand::Infinite) => (negative, Magnitude::Infinite),
            (Operand::Zero, Operand::Zero) => (own && negative, Magnitude::Zero),
            (Operand::Zero, Operand::Finite(mantissa, exponent)) => (
                negative,
                Magnitude::rounded(mantissa.into_owned(), exponent, false, precision),
            ),
            (Operand::Finite(mantissa, exponent), Operand::Zero) => (
                own,
                Magnitude::rounded(mantissa.into_owned(), exponent, false, precision),
            ),
            (Operand::Finite(a, a_exponent), Operand::Finite(b, b_exponent)) => {
                let a = (a.as_ref(), a_exponent);
                let b = (b.as_ref(), b_exponent);
                match super::float::compare(a, b) {
                    std::cmp::Ordering::Equal if own != negative => (false, Magnitude::Zero),
                    std::cmp::Ordering::Less => {
                        let subtract = own != negative;
                        (negative, Magnitude::summed(b, a, subtract, precision))
                    }
                    _ => (own, Magnitude::summed(a, b, own != negative, precision)),
                }
            }
        };
        Ok(Number::compose(sign, magnitude, precision))
    }

    /// Returns the product rounded to `precision` bits.
    fn product(&self, other: &Number, precision: u32) -> NumberResult {
        let magnitude = match (self.magnitude(), other.magnitude()) {
            (Operand::Zero, Operand::Infinite) | (Operand::Infinite, Operand::Zero) => {
                return Err(ArithmeticError::ZeroTimesInfinity);
            }
            (Operand::Infinite, _) | (_, Operand::Infinite) => Magnitude::Infinite,
            (Operand::Zero, _) | (_, Operand::Zero) => Magnitude::Zero,
            (Operand::Finite(a, a_exponent), Operand::Finite(b, b_exponent)) => {
                let product = a.as_ref() * b.as_ref();
                Magnitude::rounded(product, a_exponent + b_exponent, false, precision)
            }
        };
        let negative = self.is_negative() != other.is_negative();
        Ok(Number::compose(negative, magnitude, precision))
    }
}
