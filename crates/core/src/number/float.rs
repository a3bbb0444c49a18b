//! Rounding and normalization of numbers.
//!
//! The mantissa is rounded half to even to the precision, the range of the exponent is checked, and
//! the result is normalized. An exponent counts for a mantissa in [½, 1), and must fit `i32`:
//! beyond that range a value becomes infinite or zero. The range is checked before rounding for
//! small values (a value just under the least one is zero even if rounding would increase it), and
//! before and after rounding for large values.

use std::borrow::Cow;
use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use triomphe::Arc;

use super::{BITS_LIMIT, Number, Repr, width};

/// A value that is not a small integer.
pub(crate) struct BigFloat {
    /// The sign; zero has a sign, too.
    pub(crate) negative: bool,
    /// The width of the mantissa in bits.
    pub(crate) precision: u32,
    /// The value without its sign.
    pub(crate) magnitude: Magnitude,
}

/// A value without its sign.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Magnitude {
    /// Zero.
    Zero,
    /// `mantissa * 2^exponent`.
    Finite {
        /// Odd, so that equal values have equal parts.
        mantissa: BigUint,
        /// The exponent of the mantissa's last bit.
        exponent: i64,
    },
    /// An infinity.
    Infinite,
}

/// A magnitude that is borrowed from a number, or a temporary one of a small number.
pub(crate) enum Operand<'a> {
    /// Zero.
    Zero,
    /// `mantissa * 2^exponent`; the mantissa is not zero and not always odd.
    Finite(Cow<'a, BigUint>, i64),
    /// An infinity.
    Infinite,
}

/// The range of the exponent of a mantissa in [½, 1).
const EXPONENTS: std::ops::RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;

impl Number {
    /// Creates the number with this sign, magnitude and precision. The magnitude must already be
    /// rounded to the precision.
    pub(crate) fn compose(negative: bool, magnitude: Magnitude, precision: u32) -> Number {
        let int = match &magnitude {
            Magnitude::Zero if !negative => Some(0),
            Magnitude::Finite { mantissa, exponent }
                if (0..=63).contains(exponent) && mantissa.bits() + *exponent as u64 <= 64 =>
            {
                mantissa
                    .to_u64()
                    .and_then(|mantissa| signed(negative, mantissa << exponent))
            }
            _ => None,
        };
        Number(match int {
            Some(int) => Repr::Small { precision, int },
            None => Repr::Big(Arc::new(BigFloat {
                negative,
                precision,
                magnitude,
            })),
        })
    }

    /// Rounds `mantissa * 2^exponent`, plus a small excess if `sticky`, to `precision` bits. A
    /// sticky mantissa must be at least two bits wider than the precision.
    pub fn rounded(
        negative: bool,
        mantissa: BigUint,
        exponent: i64,
        sticky: bool,
        precision: u32,
    ) -> Number {
        let magnitude = Magnitude::rounded(mantissa, exponent, sticky, precision);
        Number::compose(negative, magnitude, precision)
    }

    /// Does the same for a short exact mantissa, without an allocation if the result is small.
    pub(crate) fn from_short(
        negative: bool,
        mantissa: u64,
        exponent: i64,
        precision: u32,
    ) -> Number {
        if mantissa == 0 {
            return Number::compose(negative, Magnitude::Zero, precision);
        }
        let zeros = mantissa.trailing_zeros();
        let (mantissa, exponent) = (mantissa >> zeros, exponent + i64::from(zeros));
        let bits = u64::BITS - mantissa.leading_zeros();
        if bits <= precision {
            if exponent >= 0
                && exponent + i64::from(bits) <= 64
                && let Some(int) = signed(negative, mantissa << exponent)
            {
                return Number(Repr::Small { precision, int });
            }
            // An odd mantissa that is short enough does not change by rounding.
            if EXPONENTS.contains(&exponent.saturating_add(i64::from(bits))) {
                let mantissa = BigUint::from(mantissa);
                let magnitude = Magnitude::Finite { mantissa, exponent };
                return Number(Repr::Big(Arc::new(BigFloat {
                    negative,
                    precision,
                    magnitude,
                })));
            }
        }
        Number::rounded(
            negative,
            BigUint::from(mantissa),
            exponent,
            false,
            precision,
        )
    }

    /// Rounds `numerator / denominator * 2^exponent` to `precision` bits. The denominator is not
    /// zero. Short operands at the usual precisions need no division of large numbers.
    pub(crate) fn quotient(
        negative: bool,
        numerator: u64,
        denominator: u64,
        exponent: i64,
        precision: u32,
    ) -> Number {
        if numerator.is_multiple_of(denominator) {
            return Number::from_short(negative, numerator / denominator, exponent, precision);
        }
        if precision > 512 {
            let magnitude = Magnitude::divided(
                &BigUint::from(numerator),
                exponent,
                &BigUint::from(denominator),
                0,
                precision,
            );
            return Number::compose(negative, magnitude, precision);
        }
        // The whole part of the quotient and 640 bits of its fraction, least significant limb
        // first. At most the first 64 bits of the fraction are zero, so that at least 576
        // significant bits are left for rounding.
        let mut limbs = [0u64; 11];
        let mut remainder = numerator % denominator;
        limbs[10] = numerator / denominator;
        for limb in limbs[..10].iter_mut().rev() {
            let dividend = u128::from(remainder) << 64;
            *limb = (dividend / u128::from(denominator)) as u64;
            remainder = (dividend % u128::from(denominator)) as u64;
        }
        // Only the limbs that the precision needs are used; the others are sticky.
        let first = limbs.iter().rposition(|limb| *limb != 0).unwrap_or(0);
        let wanted = (precision as usize + 2).div_ceil(64) + 1;
        let skipped = (first + 1).saturating_sub(wanted);
        let sticky = remainder != 0 || limbs[..skipped].iter().any(|limb| *limb != 0);
        let mut halves = [0u32; 22];
        for (pair, limb) in halves.chunks_exact_mut(2).zip(&limbs[skipped..]) {
            pair[0] = *limb as u32;
            pair[1] = (*limb >> 32) as u32;
        }
        Number::rounded(
            negative,
            BigUint::from_slice(&halves),
            exponent - 640 + 64 * skipped as i64,
            sticky,
            precision,
        )
    }

    /// The value without its sign.
    pub(crate) fn magnitude(&self) -> Operand<'_> {
        match &self.0 {
            Repr::Small { int: 0, .. } => Operand::Zero,
            Repr::Small { int, .. } => {
                Operand::Finite(Cow::Owned(BigUint::from(int.unsigned_abs())), 0)
            }
            Repr::Big(big) => match &big.magnitude {
                Magnitude::Zero => Operand::Zero,
                Magnitude::Finite { mantissa, exponent } => {
                    Operand::Finite(Cow::Borrowed(mantissa), *exponent)
                }
                Magnitude::Infinite => Operand::Infinite,
            },
        }
    }
}

/// Returns the integer with this sign and magnitude, if it can be stored inline. Negative zero
/// cannot.
pub(crate) fn signed(negative: bool, magnitude: u64) -> Option<i64> {
    if !negative {
        i64::try_from(magnitude).ok()
    } else if magnitude == 0 {
        None
    } else {
        0i64.checked_sub_unsigned(magnitude)
    }
}

impl Magnitude {
    /// Rounds as [`Number::rounded`] does.
    pub fn rounded(
        mut mantissa: BigUint,
        mut exponent: i64,
        sticky: bool,
        precision: u32,
    ) -> Magnitude {
        let Some(zeros) = mantissa.trailing_zeros() else {
            return Magnitude::Zero;
        };
        let bits = mantissa.bits();
        let top = exponent.saturating_add(bits as i64);
        if precision == 0 || top < *EXPONENTS.start() {
            return Magnitude::Zero;
        }
        if top > *EXPONENTS.end() {
            return Magnitude::Infinite;
        }
        let excess = bits.saturating_sub(u64::from(precision));
        let mut trailing = zeros;
        if excess > zeros || (excess > 0 && sticky) {
            let half = mantissa.bit(excess - 1);
            let beyond = sticky || zeros < excess - 1;
            let up = half && (beyond || mantissa.bit(excess));
            mantissa >>= excess;
            exponent += excess as i64;
            if up {
                mantissa += 1u32;
                if exponent + mantissa.bits() as i64 > *EXPONENTS.end() {
                    return Magnitude::Infinite;
                }
            }
            trailing = mantissa.trailing_zeros().unwrap_or(0);
        }
        if trailing > 0 {
            mantissa >>= trailing;
            exponent += trailing as i64;
        }
        Magnitude::Finite { mantissa, exponent }
    }

    /// Returns the rounded quotient of two finite magnitudes other than zero.
    pub(crate) fn divided(
        dividend: &BigUint,
        dividend_exponent: i64,
        divisor: &BigUint,
        divisor_exponent: i64,
        precision: u32,
    ) -> Magnitude {
        let wanted = u64::from(precision.min(BITS_LIMIT)) + 2 + divisor.bits();
        let shift = wanted.saturating_sub(dividend.bits());
        let (quotient, remainder) = num_integer::Integer::div_rem(&(dividend << shift), divisor);
        Magnitude::rounded(
            quotient,
            dividend_exponent - divisor_exponent - shift as i64,
            remainder.bits() != 0,
            precision,
        )
    }

    /// Returns the rounded sum of two finite magnitudes other than zero, or their difference if
    /// `subtract`; the first must then not be the smaller one. Operands far apart are not aligned:
    /// the smaller one only sets a sticky bit, so that the memory depends on the precisions and not
    /// on the exponents.
    pub(crate) fn summed(
        (a, a_exponent): (&BigUint, i64),
        (b, b_exponent): (&BigUint, i64),
        subtract: bool,
        precision: u32,
    ) -> Magnitude {
        let guard = (u64::from(precision) + 3).saturating_sub(a.bits());
        let floor = a_exponent - guard as i64;
        if b_exponent + b.bits() as i64 <= floor {
            let widened = a << guard;
            let mantissa = if subtract { widened - 1u32 } else { widened };
            return Magnitude::rounded(mantissa, floor, true, precision);
        }
        let exponent = a_exponent.min(b_exponent);
        let a = a << (a_exponent - exponent) as u64;
        let b = b << (b_exponent - exponent) as u64;
        let mantissa = if subtract { a - b } else { a + b };
        Magnitude::rounded(mantissa, exponent, false, precision)
    }
}

impl Operand<'_> {
    /// Compares two values with the same sign.
    pub(crate) fn compare(&self, other: &Operand<'_>) -> Ordering {
        match (self, other) {
            (Operand::Finite(a, a_exponent), Operand::Finite(b, b_exponent)) => {
                compare((a, *a_exponent), (b, *b_exponent))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Operand::Zero => 0,
            Operand::Finite(..) => 1,
            Operand::Infinite => 2,
        }
    }
}

/// Compares two finite magnitudes other than zero.
pub(crate) fn compare(
    (a, a_exponent): (&BigUint, i64),
    (b, b_exponent): (&BigUint, i64),
) -> Ordering {
    let (a_bits, b_bits) = (a.bits(), b.bits());
    let tops = (a_exponent + a_bits as i64).cmp(&(b_exponent + b_bits as i64));
    // With equal tops, aligning the mantissas needs only the width of the longer one.
    tops.then_with(|| match a_bits.cmp(&b_bits) {
        Ordering::Equal => a.cmp(b),
        Ordering::Less => (a << (b_bits - a_bits)).cmp(b),
        Ordering::Greater => a.cmp(&(b << (a_bits - b_bits))),
    })
}

impl BigFloat {
    /// Whether the values are numerically equal.
    pub(crate) fn equals(&self, other: &BigFloat) -> bool {
        self.magnitude == other.magnitude
            && (self.negative == other.negative || self.magnitude == Magnitude::Zero)
    }

    /// Returns the nearest double, ties to even, and whether it is exact.
    pub(crate) fn to_f64(&self) -> (f64, bool) {
        let (double, exact) = match &self.magnitude {
            Magnitude::Zero => (0.0, true),
            Magnitude::Infinite => (f64::INFINITY, true),
            Magnitude::Finite { mantissa, exponent } => {
                let top = exponent + mantissa.bits() as i64;
                // Below 2^-1021 a double has fewer bits: those from 2^-1074 up.
                let precision = if top > 1024 {
                    return self.signed(f64::INFINITY, false);
                } else {
                    (top + 1074).min(53)
                };
                match precision {
                    ..0 => (0.0, false),
                    // The last bit is half the least positive double.
                    0 if mantissa.bits() == 1 => (0.0, false),
                    0 => (f64::from_bits(1), false),
                    _ if mantissa.bits() <= precision as u64 => (self.magnitude.double(), true),
                    _ => {
                        let rounded = Magnitude::rounded(
                            mantissa.clone(),
                            *exponent,
                            false,
                            precision as u32,
                        );
                        let exact = rounded == self.magnitude;
                        (rounded.double(), exact)
                    }
                }
            }
        };
        self.signed(double, exact)
    }

    fn signed(&self, double: f64, exact: bool) -> (f64, bool) {
        (if self.negative { -double } else { double }, exact)
    }
}

impl Magnitude {
    /// Converts the value to a double; exact unless it is too large.
    fn double(&self) -> f64 {
        let Magnitude::Finite { mantissa, exponent } = self else {
            return f64::INFINITY;
        };
        let short = mantissa.to_u64().unwrap_or(0);
        let bits = i64::from(width(short as i64));
        let top = exponent + bits;
        if top > 1024 {
            f64::INFINITY
        } else if top < -1021 {
            f64::from_bits(short << (exponent + 1074))
        } else {
            let fraction = (short << (53 - bits)) & ((1 << 52) - 1);
            f64::from_bits(fraction | (((top + 1022) as u64) << 52))
        }
    }
}
