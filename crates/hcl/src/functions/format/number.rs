//! Formatting of numbers by the verbs of `format`.
//!
//! The notation is that of C's `printf`, by the rules of Go's `fmt`, but all digits of a number are
//! exact, whatever its precision.

use polycty_core::calls::{Budget, cost};
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::notation::Point;
use polycty_core::text::{Base, Case, Directive, Numeral};

/// Writes a whole number in the base of the letter.
pub(super) fn write_integer(
    directive: &Directive,
    number: &Number,
    budget: &Budget,
    out: &mut Vec<u8>,
) -> Result<()> {
    if directive.precision == Some(0) && number.is_zero() {
        return Ok(());
    }
    let (base, case) = (Base::of(directive.letter), Case::of(directive.letter));
    let long;
    let mut buffer = [0; 64];
    let digits = match number.to_i64() {
        Some(small) => base.digits(case, small.unsigned_abs(), &mut buffer),
        None => {
            let integer = number.to_integer().ok_or_else(too_many_digits)?;
            // Only bases that are powers of two are fast for any length.
            if base == Base::Decimal && integer.bit_length() > 1 << 17 {
                return Err(too_many_digits());
            }
            cost::write_integer(&integer, budget)?;
            long = base.digits_of_integer(case, &integer);
            &long
        }
    };
    let numeral = Numeral {
        sign: directive.sign(number.is_negative() && !number.is_zero()),
        prefix: if directive.sharp {
            base.prefix(case)
        } else {
            ""
        },
        filler: b'0',
        least: directive.precision.unwrap_or(0),
        digits,
    };
    directive.write_integer(numeral, out);
    Ok(())
}

/// Writes a number in the notation of the letter.
pub(super) fn write_float(
    directive: &Directive,
    number: &Number,
    budget: &Budget,
    out: &mut Vec<u8>,
) -> Result<()> {
    let mut text = String::new();
    if number.is_infinite() {
        text.push_str("Inf");
    } else {
        match directive.precision {
            None if matches!(directive.letter, 'g' | 'G') => cost::write_number(number, budget)?,
            _ => cost::write_exactly(number, budget)?,
        }
        write_magnitude(directive, number, &mut text)?;
    }
    let sign = match directive.sign(number.is_negative()) {
        // An infinity always has a sign; a space takes precedence over a plus.
        "+" | "" if number.is_infinite() => {
            if directive.space {
                " "
            } else {
                "+"
            }
        }
        sign => sign,
    };
    let numeral = Numeral {
        sign,
        prefix: "",
        filler: b'0',
        least: 0,
        digits: &text,
    };
    let zero = directive.zero && !number.is_infinite();
    Directive { zero, ..*directive }.write_number(numeral, out);
    Ok(())
}

fn write_magnitude(directive: &Directive, number: &Number, out: &mut String) -> Result<()> {
    const POINT: Point = Point::BeforeDigits;
    let exponent_letter = match Case::of(directive.letter) {
        Case::Lower => b'e',
        Case::Upper => b'E',
    };
    let precision = directive.precision.unwrap_or(6);
    match directive.letter {
        'f' => {
            let exact = number.exact_decimal()?;
            let count = exact.point.saturating_add(precision as i64);
            exact.rounded(count).write_fixed(precision, POINT, out)?;
        }
        'e' | 'E' => {
            let exact = number.exact_decimal()?.rounded(precision as i64 + 1);
            exact.write_exponent(precision, POINT, exponent_letter, out);
        }
        // The shorter notation, without final zeros.
        _ => number.write_general(directive.precision, exponent_letter, out)?,
    }
    Ok(())
}

#[cold]
fn too_many_digits() -> Error {
    Error::new(Code::Limit, "the number has too many digits to be written")
}
