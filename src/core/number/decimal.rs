//! What are a number's decimal digits, rounded where one wants?
//!
//! Every binary fraction has a finite decimal one. It is written out in full and
//! then rounded, half to even, so that no digit is wrong; shortest digits are in
//! [`super::text`]. A number whose digits would be too many is refused.

use super::float::Operand;
use super::{DigitsLimit, Number, TEXT_LIMIT};
use num_bigint::BigUint;

/// The furthest from one that a number may be, in powers of two, to have its
/// digits written out.
const EXPONENT_LIMIT: u64 = 1 << 17;

/// The digits of a number's magnitude, as the fraction `0.ddd * 10^point`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// ASCII digits, the first and the last not zero; none for zero.
    pub digits: Vec<u8>,
    /// How many of the digits stand before the point.
    pub point: i64,
}

impl Number {
    /// All digits of a finite number.
    pub fn exact_decimal(&self) -> Result<Decimal, DigitsLimit> {
        let (mantissa, exponent) = match self.magnitude() {
            Operand::Finite(mantissa, exponent) => (mantissa, exponent),
            Operand::Zero | Operand::Infinite => return Ok(Decimal::ZERO),
        };
        if exponent.unsigned_abs() > EXPONENT_LIMIT || mantissa.bits() > EXPONENT_LIMIT {
            return Err(DigitsLimit);
        }
        let shift = exponent.unsigned_abs();
        let (whole, behind) = if exponent >= 0 {
            (mantissa.into_owned() << shift, 0)
        } else {
            // m / 2^k is m * 5^k / 10^k.
            (
                mantissa.as_ref() * BigUint::from(5u8).pow(shift as u32),
                shift,
            )
        };
        let digits = whole.to_string().into_bytes();
        let point = digits.len() as i64 - behind as i64;
        Ok(Decimal { digits, point }.trimmed())
    }

    /// The fewest digits that lead back to a finite number.
    pub fn shortest_decimal(&self) -> Result<Decimal, DigitsLimit> {
        let text = self.to_text()?;
        let text = text.strip_prefix('-').unwrap_or(&text);
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let mut digits = Vec::with_capacity(text.len());
        digits.extend_from_slice(whole.as_bytes());
        digits.extend_from_slice(fraction.as_bytes());
        let point = whole.len() as i64;
        Ok(Decimal { digits, point }.trimmed())
    }
}

impl Decimal {
    const ZERO: Decimal = Decimal {
        digits: Vec::new(),
        point: 0,
    };

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

    /// The number rounded, half to even, to so many digits; fewer than none leave
    /// zero.
    pub fn rounded(mut self, count: i64) -> Decimal {
        let Ok(count) = usize::try_from(count) else {
            return Decimal::ZERO;
        };
        let Some(next) = self.digits.get(count).copied() else {
            return self;
        };
        let odd = count > 0 && (self.digits[count - 1] - b'0') % 2 == 1;
        // Behind a five nothing but zeros would be a tie; there are none.
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

    /// Writes the number with so many digits behind the point.
    pub fn write_fixed(&self, behind: usize, out: &mut String) -> Result<(), DigitsLimit> {
        let before = self.point.max(1);
        if before > TEXT_LIMIT as i64 {
            return Err(DigitsLimit);
        }
        let first = if self.point > 0 { 0 } else { self.point - 1 };
        let all = before as usize + behind;
        for at in 0..all {
            if at == before as usize {
                out.push('.');
            }
            out.push(self.digit(first + at as i64));
        }
        Ok(())
    }

    /// Writes the number as one digit, so many behind the point, and an exponent
    /// of at least two digits behind a letter.
    pub fn write_exponent(&self, behind: usize, letter: char, out: &mut String) {
        for at in 0..=behind {
            if at == 1 {
                out.push('.');
            }
            out.push(self.digit(at as i64));
        }
        let exponent = if self.digits.is_empty() {
            0
        } else {
            self.point - 1
        };
        out.push(letter);
        out.push(if exponent < 0 { '-' } else { '+' });
        if exponent.abs() < 10 {
            out.push('0');
        }
        out.push_str(&exponent.abs().to_string());
    }

    fn digit(&self, at: i64) -> char {
        let digit = usize::try_from(at).ok().and_then(|at| self.digits.get(at));
        digit.map_or('0', |digit| char::from(*digit))
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn digits_are_exact_and_rounded_half_to_even() {
        for (text, behind, fixed) in [
            ("0", 2, "0.00"),
            ("0.5", 0, "0"),
            ("1.5", 0, "2"),
            ("2.5", 0, "2"),
            ("0.05", 1, "0.1"),
            ("9.96", 1, "10.0"),
            ("0.004", 2, "0.00"),
            ("0.006", 2, "0.01"),
            ("1e21", 0, "1000000000000000000000"),
            ("0.125", 2, "0.12"),
            ("0.375", 2, "0.38"),
        ] {
            let number = Number::parse(text).unwrap();
            let decimal = number.exact_decimal().unwrap();
            let point = decimal.point;
            let mut out = String::new();
            let rounded = decimal.rounded(point + behind as i64);
            rounded.write_fixed(behind, &mut out).unwrap();
            assert_eq!(out, fixed, "{text}");
        }
        let mut out = String::new();
        let number = Number::parse("0.000012345").unwrap();
        let decimal = number.shortest_decimal().unwrap().rounded(3);
        decimal.write_exponent(2, 'e', &mut out);
        assert_eq!(out, "1.23e-05");
        assert!(Number::parse("1e100000").unwrap().exact_decimal().is_err());
    }
}
