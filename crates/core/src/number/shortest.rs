//! Shortest digits that distinguish a number from its neighbors.
//!
//! Within half a unit of the last place on either side (including the ends if the mantissa is
//! even), the algorithm stops at the first digit where truncating, or incrementing, stays inside.
//! If both do, it takes the nearer one. A power of two has the same half unit on both sides,
//! although its lower neighbor is nearer.
//!
//! The digits are computed from one scaled whole number with just enough of them, and a flag for
//! further nonzero digits, instead of the full expansion. Scaling needs a power of five, whose
//! length grows with the distance of the number from one. For large distances the number is first
//! computed between two bounds of that power, a little wider than the precision. If both lead to
//! the same whole number, which fails very rarely, it is that of the exact power.

use num_bigint::BigUint;
use num_integer::Integer as Euclid;
use num_traits::Pow;

/// The digits of a value, as the fraction `0.ddd * 10^point`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Digits {
    pub bytes: Vec<u8>,
    pub point: i64,
    rest: Remainder,
}

/// The remainder after the digits of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remainder {
    /// No remainder: the last digit is not zero.
    Nothing,
    /// More digits, not all of them zeros.
    Something,
}

/// An upper bound of `bits * log10(2)`; for a lower bound, negate the count.
pub(super) fn decimal_digits(bits: i64) -> i64 {
    // The fraction is just above log10(2).
    const NUMERATOR: i128 = 30_103;
    const DENOMINATOR: i128 = 100_000;
    let product = i128::from(bits) * NUMERATOR;
    -(-product).div_euclid(DENOMINATOR) as i64
}

impl Digits {
    /// Creates the digits of `whole / 10^scale`, with a remainder that is less than one before
    /// scaling.
    pub fn new(whole: &BigUint, rest: Remainder, scale: i64) -> Digits {
        let mut bytes = whole.to_string().into_bytes();
        let point = bytes.len() as i64 - scale;
        if rest == Remainder::Nothing {
            trim(&mut bytes);
        }
        Digits { bytes, point, rest }
    }

    fn at(&self, index: usize) -> u8 {
        self.bytes.get(index).copied().unwrap_or(b'0')
    }

    /// Whether all digits from `index` on are zeros.
    fn ends_by(&self, index: usize) -> bool {
        self.rest == Remainder::Nothing && self.bytes.len() <= index
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
}

fn trim(bytes: &mut Vec<u8>) {
    let end = bytes.iter().rposition(|digit| *digit != b'0');
    bytes.truncate(end.map_or(0, |end| end + 1));
}

/// Returns the shortest digits of `mantissa * 2^exponent` at a precision.
pub(super) fn shortest(precision: u32, mantissa: &BigUint, exponent: i64) -> Digits {
    // The last bit now counts half a unit of the last place.
    let widening = (u64::from(precision) + 1).saturating_sub(mantissa.bits());
    let middle = mantissa << widening;
    let exponent = exponent - widening as i64;
    let inclusive = !middle.bit(1);

    // The power of ten leaves a few digits more than the precision has, so that the three numbers
    // differ within them.
    let top = exponent + middle.bits() as i64;
    let wanted = decimal_digits(i64::from(precision) + 1) + 4;
    let scaling = Scaling {
        shift: exponent,
        scale: wanted + decimal_digits(1 - top),
    };
    let three = [&middle - 1u32, &middle + 1u32, middle];
    let [lower, upper, mut value] = scaling
        .between_bounds(&three)
        .unwrap_or_else(|| scaling.exactly(&three));

    for index in 0..value.bytes.len() {
        let (low, digit, high) = (lower.at(index), value.at(index), upper.at(index));
        let lower_ends = lower.ends_by(index + 1) && !lower.ends_by(index);
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

/// The factor from a whole number to the digits of a value: `10^scale * 2^shift`.
struct Scaling {
    scale: i64,
    shift: i64,
}

impl Scaling {
    /// Computes the digits with the exact power of five.
    fn exactly(&self, numbers: &[BigUint; 3]) -> [Digits; 3] {
        let power = BigUint::from(5u32).pow(self.scale.unsigned_abs());
        let shift = self.shift + self.scale;
        numbers.each_ref().map(|number| {
            let (whole, rest) = match (self.scale >= 0, shift >= 0) {
                (true, true) => ((number * &power) << shift as u64, BigUint::ZERO),
                (true, false) => {
                    let scaled = number * &power;
                    let whole = &scaled >> shift.unsigned_abs();
                    let rest = scaled - (&whole << shift.unsigned_abs());
                    (whole, rest)
                }
                (false, true) => (number << shift as u64).div_rem(&power),
                (false, false) => number.div_rem(&(&power << shift.unsigned_abs())),
            };
            let rest = match rest.bits() {
                0 => Remainder::Nothing,
                _ => Remainder::Something,
            };
            Digits::new(&whole, rest, self.scale)
        })
    }

    /// Computes the digits with bounds of the power of five. Returns `None` if the bounds are too
    /// far apart, or if the power is not longer than the numbers.
    fn between_bounds(&self, numbers: &[BigUint; 3]) -> Option<[Digits; 3]> {
        let bits = numbers.iter().map(BigUint::bits).max()?;
        let count = self.scale.unsigned_abs();
        let shift = self.shift + self.scale;
        // Ensures that there is always a remainder: the power, which has more than two bits per
        // factor of five, divides none of the numbers, or the numbers do not contain the twos that
        // are shifted out.
        let apart = if self.scale >= 0 {
            shift < -(bits as i64)
        } else {
            count.saturating_mul(2) > bits
        };
        if !apart || count < bits {
            return None;
        }
        let power = PowerBounds::power_of_five(count, bits + GUARD);
        let [lower, upper, value] = numbers
            .each_ref()
            .map(|number| self.digits_between(number, &power));
        Some([lower?, upper?, value?])
    }

    fn digits_between(&self, number: &BigUint, power: &PowerBounds) -> Option<Digits> {
        let shift = self.shift + self.scale;
        let whole = |power_of_five: &BigUint| {
            if self.scale >= 0 {
                shifted(number * power_of_five, shift + power.exponent)
            } else {
                match shift - power.exponent {
                    left @ 0.. => (number << left as u64) / power_of_five,
                    right => number / (power_of_five << right.unsigned_abs()),
                }
            }
        };
        let low = whole(&power.low);
        (low == whole(&power.high)).then(|| Digits::new(&low, Remainder::Something, self.scale))
    }
}

/// The number of bits of the bounds of a power in addition to those of the numbers: for the digits
/// in addition to the precision, for the loss at each squaring, and for a negligible probability
/// that they are not enough.
const GUARD: u64 = 192;

/// Two bounds of a number: `low * 2^exponent` and `high * 2^exponent`.
struct PowerBounds {
    low: BigUint,
    high: BigUint,
    exponent: i64,
}

impl PowerBounds {
    /// Computes the bounds of `5^count` with this number of bits: from the first bit of `count` to
    /// the last, the bounds are squared, and multiplied by five if the bit is set.
    fn power_of_five(count: u64, bits: u64) -> PowerBounds {
        let mut power = PowerBounds {
            low: BigUint::from(1u32),
            high: BigUint::from(1u32),
            exponent: 0,
        };
        for at in (0..u64::BITS - count.leading_zeros()).rev() {
            power.low = &power.low * &power.low;
            power.high = &power.high * &power.high;
            power.exponent *= 2;
            if count >> at & 1 != 0 {
                power.low *= 5u32;
                power.high *= 5u32;
            }
            let excess = power.low.bits().saturating_sub(bits);
            if excess > 0 {
                power.low >>= excess;
                power.high >>= excess;
                power.high += 1u32;
                power.exponent += excess as i64;
            }
        }
        power
    }
}

/// Returns `number * 2^shift`, truncated.
fn shifted(number: BigUint, shift: i64) -> BigUint {
    match shift {
        0.. => number << shift as u64,
        _ => number >> shift.unsigned_abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_and_exact_power_have_equal_digits() {
        let numbers = [0x1234_5677u64, 0x1234_5679, 0x1234_5678];
        for (scale, shift) in [
            (3_000, -9_990),
            (3_001, -10_500),
            (-2_000, 6_650),
            (-30_000, 99_670),
        ] {
            let scaling = Scaling { scale, shift };
            let numbers = numbers.map(BigUint::from);
            let bounds = scaling.between_bounds(&numbers).expect("far from one");
            assert_eq!(bounds, scaling.exactly(&numbers), "{scale} {shift}");
        }
        // Close to one there are no bounds.
        let near = Scaling {
            scale: 5,
            shift: -20,
        };
        assert_eq!(near.between_bounds(&numbers.map(BigUint::from)), None);
    }

    #[test]
    fn bounds_enclose_the_power() {
        for count in [0u32, 1, 27, 28, 1_000, 12_345] {
            let power = BigUint::from(5u32).pow(count);
            let PowerBounds {
                low,
                high,
                exponent,
            } = PowerBounds::power_of_five(count.into(), 100);
            assert!(&low << exponent as u64 <= power, "{count}");
            assert!(power <= &high << exponent as u64, "{count}");
            assert!((high - low).bits() < 32, "{count}");
        }
    }
}
