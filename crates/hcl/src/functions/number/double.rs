//! Logarithms and powers of doubles, exact to the last bit of Go's results.
//!
//! The logarithm is that of FDLIBM: the argument is split into a power of two and a fraction near
//! one, whose logarithm is computed by a polynomial. A power is computed by repeated squaring of
//! the fraction, with a separate exponent of two; a fractional power by the exponential function of
//! a logarithm. The exponential function is Shibata's ("Efficient evaluation methods of elementary
//! functions suitable for SIMD computation", 2010).

#![allow(
    clippy::excessive_precision,
    reason = "constants are written as published"
)]

use std::f64::consts::FRAC_1_SQRT_2;

/// FDLIBM's split of ln 2: the last bits of the first part are zero, so that its product with an
/// exponent is exact.
const LN2_HIGH: f64 = 6.931_471_803_691_238_164_90e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_700_02e-10;

/// FDLIBM's coefficients of ((ln(1+f) - f + f²/2) / s) in powers of s², where s is
/// f/(2+f).
const COEFFICIENTS: [f64; 7] = [
    6.666_666_666_666_735_13e-1,
    3.999_999_999_940_941_908e-1,
    2.857_142_874_366_239_149e-1,
    2.222_219_843_214_978_396e-1,
    1.818_357_216_161_805_012e-1,
    1.531_383_769_920_937_332e-1,
    1.479_819_860_511_658_591e-1,
];

/// The natural logarithm; NaN for a negative number.
pub(super) fn ln(x: f64) -> f64 {
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    let (mut fraction, mut exponent) = split(x);
    if fraction < FRAC_1_SQRT_2 {
        fraction *= 2.0;
        exponent -= 1;
    }
    let f = fraction - 1.0;
    let k = f64::from(exponent);
    let s = f / (2.0 + f);
    let s2 = s * s;
    let s4 = s2 * s2;
    let [c1, c2, c3, c4, c5, c6, c7] = COEFFICIENTS;
    let odd = s2 * (c1 + s4 * (c3 + s4 * (c5 + s4 * c7)));
    let even = s4 * (c2 + s4 * (c4 + s4 * c6));
    let half = 0.5 * f * f;
    k * LN2_HIGH - ((half - (s * (half + (odd + even)) + k * LN2_LOW)) - f)
}

/// Returns the exponential function of a number that is far from overflow.
///
/// The remainder of the number modulo ln 2 is divided by 16. The Taylor series returns `exp - 1` of
/// it. Squaring four times, in terms of `exp - 1`, reverses the division.
fn exp(x: f64) -> f64 {
    /// ln 2 in two parts, split so that the product of the first one is exact.
    const HIGH: f64 = 0.693_147_180_559_662_956_511_601_805_686_950_683_593_75;
    const LOW: f64 = 0.282_352_905_630_315_771_225_884_481_750_134_360_255_254_120_68e-12;
    let k = (x * std::f64::consts::LOG2_E).round_ties_even();
    let rest = (-k).mul_add(HIGH, x);
    let rest = (-k).mul_add(LOW, rest) * 0.0625;
    let divisors = [5040.0, 720.0, 120.0, 24.0, 6.0, 2.0, 1.0];
    let series = divisors.iter().fold(1.0 / 40_320.0, |sum: f64, divisor| {
        sum.mul_add(rest, 1.0 / divisor)
    });
    let mut less_one = rest * series;
    for _ in 0..3 {
        less_one *= less_one + 2.0;
    }
    scaled(less_one.mul_add(less_one + 2.0, 1.0), k as i64)
}

/// Returns a power, with the special cases of IEEE 754; NaN for a negative number to a fractional
/// power.
pub(super) fn pow(x: f64, y: f64) -> f64 {
    // The platform's function returns the same results for all special cases.
    let special =
        x == 0.0 || x == 1.0 || y == 0.0 || !x.is_finite() || !y.is_finite() || y.abs() >= 1e19;
    if special {
        return x.powf(y);
    }
    if y == 0.5 {
        return x.sqrt();
    }
    if y == -0.5 {
        return 1.0 / x.sqrt();
    }
    let (mut whole, mut fraction) = (y.abs().trunc(), y.abs().fract());
    if fraction != 0.0 && x < 0.0 {
        return f64::NAN;
    }
    if whole >= 9.223_372_036_854_775_8e18 {
        return x.powf(y);
    }
    let mut result = 1.0;
    if fraction != 0.0 {
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        result = exp(fraction * ln(x));
    }
    let mut exponent = 0i64;
    let (mut square, square_exponent) = split(x);
    let mut square_exponent = i64::from(square_exponent);
    let mut bits = whole as i64;
    while bits != 0 {
        if square_exponent.abs() > 1 << 12 {
            // The result is far outside the range of doubles in any case.
            exponent += square_exponent;
            break;
        }
        if bits & 1 == 1 {
            result *= square;
            exponent += square_exponent;
        }
        square *= square;
        square_exponent *= 2;
        if square < 0.5 {
            square += square;
            square_exponent -= 1;
        }
        bits >>= 1;
    }
    if y < 0.0 {
        result = 1.0 / result;
        exponent = -exponent;
    }
    scaled(result, exponent)
}

/// Splits a finite double into a fraction from ½ to 1 and an exponent of two.
fn split(x: f64) -> (f64, i32) {
    const BIAS: i32 = 1022;
    const FIELD: u64 = 0x7ff << 52;
    let (x, extra) = if x.abs() < f64::MIN_POSITIVE {
        (x * 2f64.powi(54), 54)
    } else {
        (x, 0)
    };
    let bits = x.to_bits();
    let exponent = ((bits & FIELD) >> 52) as i32 - BIAS - extra;
    let fraction = f64::from_bits(bits & !FIELD | (BIAS as u64) << 52);
    (fraction, exponent)
}

/// Returns a double times a power of two, rounded once.
fn scaled(x: f64, exponent: i64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let (fraction, own) = split(x);
    let exponent = exponent.saturating_add(i64::from(own));
    if exponent > 1024 {
        return f64::INFINITY.copysign(x);
    }
    if exponent < -1080 {
        return 0f64.copysign(x);
    }
    // In two steps; only the last one can leave the range of normal doubles.
    let exponent = exponent as i32;
    let first = exponent.clamp(-1000, 1000);
    fraction * 2f64.powi(first) * 2f64.powi(exponent - first)
}

#[cfg(test)]
mod tests {
    use super::{ln, pow, split};

    #[test]
    fn logarithms_stay_close_to_the_platforms() {
        for at in 1..2000 {
            let x = f64::from(at) * 0.37;
            let near = (ln(x) - x.ln()).abs() <= x.ln().abs() * f64::EPSILON + f64::EPSILON;
            assert!(near, "{x}: {} {}", ln(x), x.ln());
        }
        assert!((ln(5e-324) - 5e-324f64.ln()).abs() < 1e-12);
        assert!((ln(2.0) - std::f64::consts::LN_2).abs() <= f64::EPSILON);
    }

    #[test]
    fn powers_of_whole_numbers_are_exact() {
        for (x, y, wanted) in [
            (2.0, 10.0, 1024.0),
            (-2.0, 3.0, -8.0),
            (10.0, -2.0, 0.01),
            (2.0, 1023.0, 2f64.powi(1023)),
            (2.0, 1024.0, f64::INFINITY),
            (2.0, -1074.0, 5e-324),
            (2.0, -1080.0, 0.0),
            (-2.0, 1025.0, f64::NEG_INFINITY),
            (4.0, 0.5, 2.0),
            (0.0, -1.0, f64::INFINITY),
            (1.000_000_001, 1e18, f64::INFINITY),
        ] {
            assert_eq!(pow(x, y), wanted, "{x} ** {y}");
        }
        assert!(pow(-8.0, 1.0 / 3.0).is_nan());
    }

    #[test]
    fn a_double_is_its_fraction_and_exponent() {
        for x in [1.0, -3.5, 5e-324, f64::MAX, f64::MIN_POSITIVE] {
            let (fraction, exponent) = split(x);
            assert!((0.5..1.0).contains(&fraction.abs()));
            let exponent = exponent.clamp(-1000, 1000);
            let rest = split(x).1 - exponent;
            assert_eq!(fraction * 2f64.powi(exponent) * 2f64.powi(rest), x);
        }
    }
}
