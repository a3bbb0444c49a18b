//! Decimal digits of a number, rounded to a given count.
//!
//! Every binary fraction has a finite decimal expansion. It is computed in full and then rounded,
//! half to even, so that every digit is correct. Shortest digits are in [`super::text`]. A number
//! with too many digits is rejected. The layout of digits in text is in [`crate::text::notation`].

use super::float::Operand;
use super::{DigitsLimit, Number, digits_of};
use num_bigint::BigUint;
use std::fmt::Write;

/// The maximum distance of a number from one, in powers of two, for its digits to be computed.
const EXPONENT_LIMIT: u64 = 1 << 17;

/// With fewer digits, two decimals are never equally near to a double that both round to.
const LEAST_TIE_DIGITS: usize = 16;

/// Writes the fewest digits that round to a double, as [`Decimal::shortest_double`] returns them,
/// without an exponent. Infinities and NaN are written as the standard library does.
#[expect(
    clippy::string_slice,
    reason = "the offset is the length before text is appended"
)]
pub fn write_shortest(double: f64, out: &mut String) {
    if write_few(double, out) {
        return;
    }
    let start = out.len();
    // Writing to a string cannot fail.
    let _ = write!(out, "{double}");
    if !may_be_tie(out[start..].bytes().filter(u8::is_ascii_digit)) {
        return;
    }
    out.truncate(start);
    let Decimal { digits, point } = Decimal::shortest_double(double);
    if double < 0.0 {
        out.push('-');
    }
    let digit = |at: usize| char::from(digits.get(at).copied().unwrap_or(b'0'));
    match usize::try_from(point) {
        Ok(whole @ 1..) => {
            out.extend((0..whole).map(digit));
            if digits.len() > whole {
                out.push('.');
                out.extend((whole..digits.len()).map(digit));
            }
        }
        _ => {
            out.push_str("0.");
            out.extend((point..0).map(|_| '0'));
            out.extend((0..digits.len()).map(digit));
        }
    }
}

/// Writes the digits as [`write_shortest`] does for the common doubles with few digits before and
/// after the point. Returns whether the double is one of them.
///
/// Up to 15 digits are a whole number that a double represents exactly, and so is the power of ten:
/// their quotient is the double that the decimal is parsed as. The first one that equals the given
/// double has the fewest digits, and no other decimal has as few.
fn write_few(double: f64, out: &mut String) -> bool {
    const MOST: f64 = 1e9;
    const MAX_DECIMALS: usize = 6;
    let size = double.abs();
    if size == 0.0 || size >= MOST || size.is_nan() {
        return false;
    }
    let mut power = 1u64;
    for decimals in 0..=MAX_DECIMALS {
        let scale = power as f64;
        let whole = (size * scale + 0.5) as u64;
        if whole as f64 / scale == size {
            let mut buffer = [0; 20];
            if double < 0.0 {
                out.push('-');
            }
            out.push_str(digits_of(whole / power, &mut buffer));
            if decimals > 0 {
                let fraction = digits_of(whole % power, &mut buffer);
                out.push('.');
                out.extend(std::iter::repeat_n('0', decimals - fraction.len()));
                out.push_str(fraction);
            }
            return true;
        }
        power *= 10;
    }
    false
}

/// Whether different digits may be as near to a double as these, which are the shortest ones of the
/// standard library. It rounds ties up, so the last digit is odd then.
fn may_be_tie(digits: impl DoubleEndedIterator<Item = u8> + Clone) -> bool {
    let last = digits.clone().rfind(|digit| *digit != b'0');
    last.is_some_and(|last| last % 2 == 1)
        && digits.skip_while(|digit| *digit == b'0').count() >= LEAST_TIE_DIGITS
}

/// The maximum number of digits of a double.
const DOUBLE_DIGITS: usize = 1100;

/// The digits of a number's magnitude, as the fraction `0.ddd * 10^point`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// ASCII digits, the first and the last not zero; empty for zero.
    pub digits: Vec<u8>,
    /// The number of digits before the point.
    pub point: i64,
}

impl Number {
    /// Returns all digits of a finite number.
    pub fn exact_decimal(&self) -> Result<Decimal, DigitsLimit> {
        let (mantissa, exponent) = match self.magnitude() {
            Operand::Finite(mantissa, exponent) => (mantissa, exponent),
            Operand::Zero | Operand::Infinite => return Ok(Decimal::ZERO),
        };
        if exponent.unsigned_abs() > EXPONENT_LIMIT || mantissa.bits() > EXPONENT_LIMIT {
            return Err(DigitsLimit);
        }
        let shift = exponent.unsigned_abs();
        let (whole, decimals) = if exponent >= 0 {
            (mantissa.into_owned() << shift, 0)
        } else {
            // m / 2^k is m * 5^k / 10^k.
            (
                mantissa.as_ref() * BigUint::from(5u8).pow(shift as u32),
                shift,
            )
        };
        let digits = whole.to_string().into_bytes();
        let point = digits.len() as i64 - decimals as i64;
        Ok(Decimal::new(digits, point))
    }

    /// Returns the fewest digits that round to a finite number.
    pub fn shortest_decimal(&self) -> Result<Decimal, DigitsLimit> {
        let text = self.to_text()?;
        let text = text.strip_prefix('-').unwrap_or(&text);
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let mut digits = Vec::with_capacity(text.len());
        digits.extend_from_slice(whole.as_bytes());
        digits.extend_from_slice(fraction.as_bytes());
        let point = whole.len() as i64;
        Ok(Decimal::new(digits, point))
    }
}

impl Decimal {
    const ZERO: Decimal = Decimal {
        digits: Vec::new(),
        point: 0,
    };

    /// Creates the number `0.ddd * 10^point` from ASCII digits.
    pub fn new(digits: Vec<u8>, point: i64) -> Decimal {
        Decimal { digits, point }.trimmed()
    }

    fn trimmed(mut self) -> Decimal {
        let kept = self.digits.iter().rposition(|digit| *digit != b'0');
        self.digits.truncate(kept.map_or(0, |last| last + 1));
        let zeros = self
            .digits
            .iter()
            .take_while(|digit| **digit == b'0')
            .count();
        self.digits.drain(..zeros);
        self.point -= zeros as i64;
        if self.digits.is_empty() {
            Decimal::ZERO
        } else {
            self
        }
    }

    /// Rounds the number, half to even, to `count` digits; zero if `count` is negative.
    pub fn rounded(mut self, count: i64) -> Decimal {
        let Ok(count) = usize::try_from(count) else {
            return Decimal::ZERO;
        };
        let Some(next) = self.digits.get(count).copied() else {
            return self;
        };
        let odd = count > 0 && (self.digits[count - 1] - b'0') % 2 == 1;
        // A five that is followed only by zeros would be a tie; trailing zeros are already removed.
        let up = next > b'5' || next == b'5' && (odd || self.digits.len() > count + 1);
        self.digits.truncate(count);
        if !up {
            return self.trimmed();
        }
        match self.digits.iter().rposition(|digit| *digit != b'9') {
            Some(at) => {
                self.digits.truncate(at + 1);
                self.digits[at] += 1;
                self
            }
            None => Decimal {
                digits: vec![b'1'],
                point: self.point + 1,
            },
        }
    }

    /// Returns the fewest digits that round to the magnitude of a finite double; of two equally
    /// near decimals, the even one.
    pub fn shortest_double(double: f64) -> Decimal {
        let shortest = Decimal::of_scientific(&format!("{:e}", double.abs()));
        if may_be_tie(shortest.digits.iter().copied()) {
            shortest.evened(double)
        } else {
            shortest
        }
    }

    /// Returns the digits one below these digits of a double, whose last digit is odd, if both are
    /// equally near to it.
    fn evened(self, double: f64) -> Decimal {
        let mut even = self.digits.clone();
        let last = even.len() - 1;
        even[last] -= 1;
        let exact = Decimal::rounded_double(double, DOUBLE_DIGITS);
        let between = exact.digits.strip_prefix(&*even);
        if between == Some(b"5") && exact.point == self.point {
            Decimal::new(even, self.point)
        } else {
            self
        }
    }

    /// Returns the digits of the magnitude of a finite double, rounded half to even to `count`
    /// digits, at least one.
    pub fn rounded_double(double: f64, count: usize) -> Decimal {
        let decimals = count.saturating_sub(1).min(DOUBLE_DIGITS);
        Decimal::of_scientific(&format!("{:.decimals$e}", double.abs()))
    }

    /// Parses the digits of `d.ddde-d`, as the standard library writes doubles.
    fn of_scientific(text: &str) -> Decimal {
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let digits = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        let point = exponent.parse::<i64>().unwrap_or(0) + 1;
        Decimal::new(digits, point)
    }
}

#[cfg(test)]
mod tests {
    use super::{Decimal, write_few, write_shortest};

    #[test]
    #[expect(
        clippy::excessive_precision,
        reason = "the last digit says which double is meant, as people write it"
    )]
    fn ties_are_written_with_even_digits() {
        for (double, text) in [
            (153929066902824.625, "153929066902824.62"),
            (-153929066902824.375, "-153929066902824.38"),
            (153929066902824.125, "153929066902824.12"),
            (153929066902824.875, "153929066902824.88"),
            (1152921504606846976.0, "1152921504606847000"),
            (72057594037927945.0, "72057594037927950"),
            (1e22, "10000000000000000000000"),
            (35184372088832.0, "35184372088832"),
            (17592186044417.0625, "17592186044417.062"),
            (1.00000762939453125, "1.0000076293945312"),
            (-2.98023223876953125e-08, "-0.000000029802322387695312"),
            (0.0, "0"),
            (-0.5, "-0.5"),
        ] {
            let mut written = String::new();
            write_shortest(double, &mut written);
            assert_eq!(written, text);
            assert_eq!(written.parse(), Ok(double));
        }
    }

    #[test]
    fn short_decimals_agree_with_the_standard_library() {
        let written = |double: f64| {
            let mut text = String::new();
            write_few(double, &mut text).then_some(text)
        };
        let mut few = 0;
        for whole in [0u64, 1, 7, 20, 99, 72_254, 999_999_999, 999_999_999_999_999] {
            for power in 0..12 {
                for off in -2i64..=2 {
                    let decimal = whole as f64 / 10f64.powi(power);
                    let near = f64::from_bits(decimal.to_bits().saturating_add_signed(off));
                    for double in [near, -near] {
                        let Some(text) = written(double) else {
                            continue;
                        };
                        assert_eq!(text, format!("{double}"), "{double:e}");
                        few += 1;
                    }
                }
            }
        }
        assert!(few > 60, "{few}");
        for other in [0.0, -0.0, 1e9, 1e-7, 0.1 + 0.2, f64::NAN, f64::INFINITY] {
            assert_eq!(written(other), None, "{other:e}");
        }
    }

    #[test]
    fn doubles_have_the_digits_of_their_value() {
        let decimal = |digits: &[u8], point| Decimal {
            digits: digits.to_vec(),
            point,
        };
        assert_eq!(Decimal::shortest_double(-0.1), decimal(b"1", 0));
        assert_eq!(
            Decimal::rounded_double(0.1, 18),
            decimal(b"100000000000000006", 0)
        );
        assert_eq!(Decimal::rounded_double(2.5, 1), decimal(b"2", 1));
        assert_eq!(Decimal::rounded_double(9.96, 2), decimal(b"1", 2));
        assert_eq!(Decimal::rounded_double(0.0, 3), decimal(b"", 0));
        let smallest = f64::from_bits(1);
        assert_eq!(
            Decimal::rounded_double(smallest, usize::MAX).digits.len(),
            751
        );
    }
}
