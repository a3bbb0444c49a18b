//! Decimal notations: fixed, exponent and general.
//!
//! Fixed notation is `1234.5`, exponent notation is `1.2345e+03`, and general notation selects the
//! shorter one by the rules of C's and Go's `%g`.

use super::Sink;
use crate::number::{Decimal, DigitsLimit, Number, TEXT_LIMIT, digits_of};

/// Whether a decimal point is written after the whole digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// If digits follow it.
    BeforeDigits,
    /// Also if no digits follow it.
    Always,
}

/// The smallest exponent of ten that is written without one in general notation.
const LEAST_PLAIN: i64 = -4;

/// The smallest exponent that Go writes in exponent notation for shortest digits.
const SHORTEST_THRESHOLD: i64 = 6;

impl Decimal {
    /// The power of ten of the first digit; 0 for zero.
    #[inline]
    pub fn exponent(&self) -> i64 {
        if self.digits.is_empty() {
            0
        } else {
            self.point - 1
        }
    }

    /// Appends the number with `decimals` digits after the point.
    ///
    /// # Errors
    /// [`DigitsLimit`] if there are too many digits before the point.
    pub fn write_fixed(
        &self,
        decimals: usize,
        point: Point,
        out: &mut impl Sink,
    ) -> Result<(), DigitsLimit> {
        let before = usize::try_from(self.point).unwrap_or(0);
        if before > TEXT_LIMIT {
            return Err(DigitsLimit);
        }
        if before == 0 {
            out.push_bytes(b"0");
        }
        self.write_digits(0, before, out);
        write_point(decimals, point, out);
        // Zeros between the point and the first digit.
        let zeros = usize::try_from(-self.point).unwrap_or(0).min(decimals);
        out.repeat(b'0', zeros);
        self.write_digits(before, decimals - zeros, out);
        Ok(())
    }

    /// Appends the number as one digit, `decimals` digits after the point, and an exponent of at
    /// least two digits after a letter.
    pub fn write_exponent(&self, decimals: usize, point: Point, letter: u8, out: &mut impl Sink) {
        self.write_digits(0, 1, out);
        write_point(decimals, point, out);
        self.write_digits(1, decimals, out);
        let exponent = self.exponent();
        let sign = if exponent < 0 { b'-' } else { b'+' };
        out.push_bytes(&[letter, sign]);
        if exponent.unsigned_abs() < 10 {
            out.repeat(b'0', 1);
        }
        out.push_text(digits_of(exponent.unsigned_abs(), &mut [0; 20]));
    }

    /// Appends `shown` digits of the number, without an exponent if it is at least -4 and below a
    /// threshold, otherwise with one.
    ///
    /// # Errors
    /// [`DigitsLimit`] if there are too many digits before the point.
    pub fn write_general(
        &self,
        shown: usize,
        threshold: i64,
        point: Point,
        letter: u8,
        out: &mut impl Sink,
    ) -> Result<(), DigitsLimit> {
        let decimals = shown.saturating_sub(1);
        // Zero, whose point is at its start, is below every threshold.
        if !(LEAST_PLAIN..threshold).contains(&(self.point - 1)) {
            self.write_exponent(decimals, point, letter, out);
            return Ok(());
        }
        let decimals = usize::try_from(decimals as i64 - self.exponent()).unwrap_or(0);
        self.write_fixed(decimals, point, out)
    }

    /// Writes digits from an index on, with zeros after the last.
    fn write_digits(&self, from: usize, count: usize, out: &mut impl Sink) {
        let rest = self.digits.get(from..).unwrap_or_default();
        let kept = &rest[..rest.len().min(count)];
        out.push_bytes(kept);
        out.repeat(b'0', count - kept.len());
    }
}

impl Number {
    /// Appends the digits of a finite number's magnitude in general notation by the rules of Go:
    /// the shortest digits, or `precision` digits, at least one, without trailing zeros.
    ///
    /// # Errors
    /// [`DigitsLimit`] if there are too many digits.
    pub fn write_general(
        &self,
        precision: Option<usize>,
        letter: u8,
        out: &mut impl Sink,
    ) -> Result<(), DigitsLimit> {
        let (decimal, threshold) = match precision.map(|precision| precision.max(1) as i64) {
            None => (self.shortest_decimal()?, SHORTEST_THRESHOLD),
            Some(precision) => {
                let decimal = self.exact_decimal()?.rounded(precision);
                let length = decimal.digits.len() as i64;
                // Missing digits are not filled with zeros, unless the number is whole.
                let fills = precision <= length || length < decimal.point;
                let threshold = if fills { precision } else { length };
                (decimal, threshold)
            }
        };
        let shown = decimal.digits.len();
        decimal.write_general(shown, threshold, Point::BeforeDigits, letter, out)
    }
}

fn write_point(decimals: usize, point: Point, out: &mut impl Sink) {
    if decimals > 0 || point == Point::Always {
        out.push_bytes(b".");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_exact_and_rounded_half_to_even() {
        for (text, decimals, fixed) in [
            ("0", 2, "0.00"),
            ("0.5", 0, "0"),
            ("1.5", 0, "2"),
            ("2.5", 0, "2"),
            ("0.05", 1, "0.1"),
            ("9.96", 1, "10.0"),
            ("0.004", 2, "0.00"),
            ("0.006", 2, "0.01"),
            ("0.000012", 8, "0.00001200"),
            ("1e21", 0, "1000000000000000000000"),
            ("0.125", 2, "0.12"),
            ("0.375", 2, "0.38"),
        ] {
            let number = Number::parse(text).unwrap();
            let decimal = number.exact_decimal().unwrap();
            let point = decimal.point;
            let mut out = String::new();
            let rounded = decimal.rounded(point + decimals as i64);
            rounded
                .write_fixed(decimals, Point::BeforeDigits, &mut out)
                .unwrap();
            assert_eq!(out, fixed, "{text}");
        }
        assert!(Number::parse("1e100000").unwrap().exact_decimal().is_err());
    }

    #[test]
    fn exponents_have_two_digits() {
        for (double, decimals, point, text) in [
            (0.000012345, 2, Point::BeforeDigits, "1.23e-05"),
            (1e100, 0, Point::BeforeDigits, "1e+100"),
            (7e4, 0, Point::Always, "7.e+04"),
            (0.0, 1, Point::BeforeDigits, "0.0e+00"),
        ] {
            let mut out = String::new();
            let decimal = Decimal::rounded_double(double, decimals + 1);
            decimal.write_exponent(decimals, point, b'e', &mut out);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn general_notation_follows_go() {
        for (double, precision, text) in [
            (0.0, None, "0"),
            (0.0, Some(0), "0"),
            (0.0, Some(3), "0"),
            (100_000.0, None, "100000"),
            (1_000_000.0, None, "1e+06"),
            (0.0001, None, "0.0001"),
            (0.000012, None, "1.2e-05"),
            (123_456_789.0, Some(10), "123456789"),
            (1_200_000.5, Some(3), "1.2e+06"),
            (1e9, Some(10), "1000000000"),
        ] {
            let mut out = String::new();
            let number = Number::from_f64(double).unwrap();
            number.write_general(precision, b'e', &mut out).unwrap();
            assert_eq!(out, text);
        }
    }
}
