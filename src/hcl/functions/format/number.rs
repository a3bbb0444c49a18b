//! What does a number look like in a text?
//!
//! As C's `printf` writes it, by the rules of Go's `fmt`, but with all digits of a
//! number right, whatever its precision.

use crate::number::{Decimal, Number, digits_of};
use crate::source::{Code, Error, Result};

/// How a verb wants its value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// A sign also before what is not negative.
    pub(super) plus: bool,
    /// Filled on the right.
    pub(super) minus: bool,
    /// The other form.
    pub(super) sharp: bool,
    /// A space in place of a plus sign.
    pub(super) space: bool,
    /// Filled with zeros.
    pub(super) zero: bool,
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
}

impl Style {
    /// Writes a whole number in the base that a letter stands for.
    pub(super) fn write_integer(
        &self,
        number: &Number,
        letter: char,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        if self.precision == Some(0) && number.is_zero() {
            return Ok(());
        }
        let mut long;
        let mut buffer = [0; 20];
        let digits = match (letter, number.to_i64()) {
            ('d', Some(small)) => digits_of(small.unsigned_abs(), &mut buffer),
            _ => {
                let integer = number.to_integer().ok_or_else(too_many_digits)?.abs();
                let radix = match letter {
                    'b' => 2,
                    'o' => 8,
                    'x' | 'X' => 16,
                    // Only powers of two are cheap to write at any length.
                    _ if integer.bit_length() > 1 << 17 => return Err(too_many_digits()),
                    _ => 10,
                };
                long = integer.to_text_radix(radix);
                if letter == 'X' {
                    long.make_ascii_uppercase();
                }
                &long
            }
        };
        let prefix = match letter {
            'b' if self.sharp => "0b",
            'o' if self.sharp => "0",
            'x' if self.sharp => "0x",
            'X' if self.sharp => "0X",
            _ => "",
        };
        let negative = number.is_negative() && !number.is_zero();
        let sign = self.sign(negative);
        let zeros = self.precision.unwrap_or(0).saturating_sub(digits.len());
        let length = sign.len() + prefix.len() + zeros + digits.len();
        let missing = self.width.unwrap_or(0).saturating_sub(length);
        let fill = match self.precision {
            None => self.fill(missing),
            Some(_) => Style {
                zero: false,
                ..*self
            }
            .fill(missing),
        };
        repeat(b' ', fill.before, out);
        out.extend_from_slice(sign.as_bytes());
        out.extend_from_slice(prefix.as_bytes());
        repeat(b'0', fill.zeros + zeros, out);
        out.extend_from_slice(digits.as_bytes());
        repeat(b' ', fill.after, out);
        Ok(())
    }

    /// Writes a number in the notation that a letter stands for.
    pub(super) fn write_float(
        &self,
        number: &Number,
        letter: char,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let mut text = String::new();
        if number.is_infinite() {
            text.push_str("Inf");
        } else {
            self.write_magnitude(number, letter, &mut text)?;
        }
        let sign = match self.sign(number.is_negative()) {
            // An infinity has a sign in any case; a space wins over a plus.
            "+" | "" if number.is_infinite() => {
                if self.space {
                    " "
                } else {
                    "+"
                }
            }
            sign => sign,
        };
        let missing = self
            .width
            .unwrap_or(0)
            .saturating_sub(sign.len() + text.len());
        let zero = self.zero && !number.is_infinite();
        let fill = Style { zero, ..*self }.fill(missing);
        repeat(b' ', fill.before, out);
        out.extend_from_slice(sign.as_bytes());
        repeat(b'0', fill.zeros, out);
        out.extend_from_slice(text.as_bytes());
        repeat(b' ', fill.after, out);
        Ok(())
    }

    fn write_magnitude(&self, number: &Number, letter: char, out: &mut String) -> Result<()> {
        let exponent_letter = if letter.is_ascii_uppercase() {
            'E'
        } else {
            'e'
        };
        let precision = self.precision.unwrap_or(6);
        match letter {
            'f' => {
                let exact = number.exact_decimal()?;
                let count = exact.point.saturating_add(precision as i64);
                exact.rounded(count).write_fixed(precision, out)?;
            }
            'e' | 'E' => {
                let exact = number.exact_decimal()?.rounded(precision as i64 + 1);
                exact.write_exponent(precision, exponent_letter, out);
            }
            _ => {
                // The shorter notation, without zeros at the end.
                let (decimal, mut threshold) = match self.precision {
                    None => (number.shortest_decimal()?, 6),
                    Some(precision) => {
                        let digits = precision.max(1) as i64;
                        (number.exact_decimal()?.rounded(digits), digits)
                    }
                };
                let length = decimal.digits.len() as i64;
                if self.precision.is_some() && threshold > length && length >= decimal.point {
                    threshold = length;
                }
                write_short(&decimal, threshold, exponent_letter, out)?;
            }
        }
        Ok(())
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    /// Where so many missing characters go.
    fn fill(&self, missing: usize) -> Fill {
        let mut fill = Fill::default();
        if self.minus {
            fill.after = missing;
        } else if self.zero {
            fill.zeros = missing;
        } else {
            fill.before = missing;
        }
        fill
    }
}

#[derive(Default)]
struct Fill {
    /// Spaces before the sign.
    before: usize,
    /// Zeros behind it.
    zeros: usize,
    /// Spaces at the end.
    after: usize,
}

/// Writes a number with an exponent where that is smaller than -4 or reaches the
/// threshold, and else without one.
fn write_short(decimal: &Decimal, threshold: i64, letter: char, out: &mut String) -> Result<()> {
    let length = decimal.digits.len();
    let exponent = decimal.point - 1;
    if exponent < -4 || exponent >= threshold {
        decimal.write_exponent(length.saturating_sub(1), letter, out);
    } else {
        let behind = usize::try_from(length as i64 - decimal.point).unwrap_or(0);
        decimal.write_fixed(behind, out)?;
    }
    Ok(())
}

fn repeat(byte: u8, count: usize, out: &mut Vec<u8>) {
    out.resize(out.len() + count, byte);
}

#[cold]
fn too_many_digits() -> Error {
    Error::new(Code::Limit, "the number has too many digits to be written")
}
