//! Ruby's `format` of one value.
//!
//! Directives are `%`, flags (blank, `#`, `+`, `-`, `0`), a width, a precision and a letter; the
//! positions of their parts follow C. Negative integers in a base other than ten are written as an
//! infinite two's complement, `..f01`, unless a sign flag is set. Floats follow C, with exact
//! digits at any precision. Text is truncated to the precision and padded to the width, counted in
//! characters.

use crate::scalars::inspect::inspected;
use crate::scalars::text::float_text;
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use polycty_core::number::{Decimal, Integer};
use polycty_core::text::notation::Point;
use polycty_core::text::{Base, Case, Directive, Numeral, Sink, leading_number};
use std::fmt::Write;

/// The maximum width and precision; Ruby's own limit is the memory.
pub(super) const MAX_WIDTH: usize = 1 << 20;

/// The value to format. A value that is neither a number nor a text has a form for each of them.
pub(crate) enum Arg<'a> {
    Integer(&'a Integer),
    Float(f64),
    Text(&'a str),
    Other(Other<'a>),
}

/// A value that is neither number nor text.
pub(crate) struct Other<'a> {
    /// The text for `%s`.
    pub(crate) text: &'a str,
    /// The text for `%p`.
    pub(crate) inspected: &'a str,
    /// The number that it is converted to, if any: as an integer, and as a float.
    pub(crate) number: Option<(Integer, f64)>,
    /// The name of its class.
    pub(crate) class: &'a str,
}

/// Appends a value by a format.
///
/// # Errors
/// Ruby's message.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
pub(crate) fn sprintf(out: &mut String, format: &str, arg: &Arg<'_>) -> Result<(), String> {
    let mut used = false;
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut directive = Directive::default();
        loop {
            let Some(c) = rest.chars().next() else {
                return Err("incomplete format specifier; use %% (double %) instead".into());
            };
            if let '1'..='9' = c {
                directive.width = Some(number(&mut rest).ok_or("width too big")?);
                continue;
            }
            rest = &rest[c.len_utf8()..];
            match c {
                ' ' | '#' | '+' | '-' | '0' => {
                    directive.set_flag(c as u8);
                }
                '.' => {
                    directive.precision = Some(number(&mut rest).ok_or("precision too big")?);
                }
                '<' | '{' => return Err("malformed name - unmatched parenthesis".into()),
                '\n' | '\0' | '%' => {
                    if !directive.is_plain() {
                        return Err("invalid format character - %".into());
                    }
                    out.push('%');
                    if c != '%' {
                        out.push(c);
                    }
                    break;
                }
                'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G'
                | 'a' | 'A' | 's' | 'p' | 'c' => {
                    if std::mem::replace(&mut used, true) {
                        return Err("too few arguments".into());
                    }
                    directive.letter = c;
                    write_directive(out, &directive, arg)?;
                    break;
                }
                _ => return Err(format!("malformed format string - %{c}")),
            }
        }
    }
    out.push_str(rest);
    Ok(())
}

/// Parses the number at the start of the rest, if it is not too large.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
fn number(rest: &mut &str) -> Option<usize> {
    let (number, count) = leading_number(rest.as_bytes());
    *rest = &rest[count..];
    (number <= MAX_WIDTH).then_some(number)
}

fn write_directive(out: &mut String, directive: &Directive, arg: &Arg<'_>) -> Result<(), String> {
    match directive.letter {
        's' | 'p' => {
            let made;
            let text = match (arg, directive.letter) {
                (Arg::Text(text), 's') => *text,
                (Arg::Text(text), _) => {
                    made = inspected(text);
                    &made
                }
                (Arg::Other(other), 's') => other.text,
                (Arg::Other(other), _) => other.inspected,
                (Arg::Integer(integer), _) => {
                    made = integer.to_string();
                    &made
                }
                (Arg::Float(float), _) => {
                    made = float_text(*float);
                    &made
                }
            };
            push_text(out, directive, text);
            Ok(())
        }
        'c' => {
            let integer = match arg {
                Arg::Integer(integer) => *integer,
                Arg::Other(Other {
                    number: Some((integer, _)),
                    ..
                }) => integer,
                Arg::Other(other) => {
                    return Err(format!(
                        "no implicit conversion of {} into Integer",
                        other.class
                    ));
                }
                Arg::Text(_) | Arg::Float(_) => return Err("%c requires a character".into()),
            };
            let c = integer
                .to_i64()
                .and_then(|code| u32::try_from(code).ok())
                .and_then(char::from_u32)
                .ok_or("invalid character")?;
            push_padded(out, directive, c.encode_utf8(&mut [0; 4]));
            Ok(())
        }
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
            let float = match arg {
                Arg::Integer(integer) => integer.to_f64().0,
                Arg::Float(float) => *float,
                Arg::Other(Other {
                    number: Some((_, float)),
                    ..
                }) => *float,
                Arg::Text(text) => {
                    return Err(format!("invalid value for Float(): {}", inspected(text)));
                }
                Arg::Other(other) => {
                    return Err(format!("can't convert {} into Float", other.class));
                }
            };
            push_float(out, directive, float);
            Ok(())
        }
        _ => {
            let made;
            let integer = match arg {
                Arg::Integer(integer) => *integer,
                Arg::Float(float) => {
                    made = truncated(*float)?;
                    &made
                }
                Arg::Other(Other {
                    number: Some((integer, _)),
                    ..
                }) => integer,
                Arg::Text(text) => {
                    return Err(format!("invalid value for Integer(): {}", inspected(text)));
                }
                Arg::Other(other) => {
                    return Err(format!("can't convert {} into Integer", other.class));
                }
            };
            push_integer(out, directive, integer);
            Ok(())
        }
    }
}

/// Truncates a float to an integer.
///
/// # Errors
/// The name of a float without an integer (NaN, infinity).
pub(super) fn truncated(float: f64) -> Result<Integer, String> {
    if float.is_nan() {
        return Err("NaN".into());
    }
    if float.is_infinite() {
        return Err(if float > 0.0 { "Infinity" } else { "-Infinity" }.into());
    }
    Integer::from_f64(float.trunc()).ok_or_else(|| "NaN".into())
}

/// Appends text, truncated to the precision and padded to the width.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
pub(super) fn push_text(out: &mut String, directive: &Directive, text: &str) {
    let cut = directive
        .precision
        .and_then(|most| text.char_indices().nth(most));
    push_padded(out, directive, cut.map_or(text, |(end, _)| &text[..end]));
}

/// Appends text padded to the width; never with zeros.
fn push_padded(out: &mut String, directive: &Directive, text: &str) {
    if directive.width.is_none() {
        out.push_str(text);
        return;
    }
    let blank = Directive {
        zero: false,
        ..*directive
    };
    blank.write_text(text, text.chars().count(), out);
}

/// Returns the two's complement digits of a negative number: the minimum number, the first of which
/// is the sign digit.
fn complement(value: &BigInt, bits: u32) -> String {
    let magnitude = value.magnitude();
    let mut digits = magnitude.bits().div_ceil(u64::from(bits)).max(1);
    let top = digits * u64::from(bits) - 1;
    // The highest bit must be the sign bit.
    if *magnitude > (BigUint::one() << top) {
        digits += 1;
    }
    let complement = (BigUint::one() << (digits * u64::from(bits))) - magnitude;
    let text = complement.to_str_radix(1 << bits);
    let sign = sign_digit(bits);
    // Leading sign digits are redundant; one remains.
    let bare = text.trim_start_matches(sign);
    format!("{sign}{bare}")
}

fn sign_digit(bits: u32) -> char {
    match bits {
        1 => '1',
        3 => '7',
        _ => 'f',
    }
}

fn push_integer(out: &mut String, directive: &Directive, integer: &Integer) {
    let (base, case) = (Base::of(directive.letter), Case::of(directive.letter));
    let negative = integer.signum() < 0;
    if negative && base != Base::Decimal && !directive.plus && !directive.space {
        return push_complement(out, directive, base, integer);
    }
    let long;
    let mut buffer = [0; 64];
    let mut digits = match integer.to_i64() {
        Some(small) => base.digits(case, small.unsigned_abs(), &mut buffer),
        None => {
            long = base.digits_of_integer(case, integer);
            &long
        }
    };
    let mut prefix = if directive.sharp {
        base.prefix(case)
    } else {
        ""
    };
    let mut least = directive.precision.unwrap_or(0);
    if base == Base::Octal && !prefix.is_empty() {
        // The prefix is a digit: the only digit of zero, or one of the requested digits.
        if integer.is_zero() {
            digits = "";
            least = least.saturating_sub(1);
        } else if least > digits.len() {
            prefix = "";
        }
    } else if integer.is_zero() {
        prefix = "";
        if directive.precision == Some(0) {
            digits = "";
        }
    }
    let numeral = Numeral {
        sign: directive.sign(negative),
        prefix,
        filler: b'0',
        least,
        digits,
    };
    directive.write_integer(numeral, out);
}

/// Appends a negative number as its two's complement; the dots represent infinitely many digits.
fn push_complement(out: &mut String, directive: &Directive, base: Base, integer: &Integer) {
    let case = Case::of(directive.letter);
    let bits = base.radix().trailing_zeros();
    let mut digits = complement(&integer.to_bigint(), bits);
    let mut filler = sign_digit(bits) as u8;
    if case == Case::Upper {
        digits.make_ascii_uppercase();
        filler.make_ascii_uppercase();
    }
    // There is no sign: the prefix precedes the dots. An octal number has its sign digit instead of
    // a prefix.
    let prefix = match base {
        Base::Octal => "",
        _ if directive.sharp => base.prefix(case),
        _ => "",
    };
    let numeral = Numeral {
        sign: prefix,
        prefix: "..",
        filler,
        least: directive.precision.unwrap_or(0).saturating_sub(2),
        digits: &digits,
    };
    directive.write_integer(numeral, out);
}

fn push_float(out: &mut String, directive: &Directive, float: f64) {
    let negative = float.is_sign_negative() && !float.is_nan();
    let sign = directive.sign(negative);
    if !float.is_finite() {
        let name = if float.is_nan() { "NaN" } else { "Inf" };
        return push_padded(out, directive, &format!("{sign}{name}"));
    }
    let magnitude = float.abs();
    let case = Case::of(directive.letter);
    let mut prefix = "";
    let precision = directive.precision.unwrap_or(6);
    let point = if directive.sharp {
        Point::Always
    } else {
        Point::BeforeDigits
    };
    let mut body = String::new();
    match directive.letter {
        'f' => push_fixed(&mut body, magnitude, precision, point),
        'e' | 'E' => {
            let decimal = rounded(magnitude, precision + 1);
            decimal.write_exponent(precision, point, b'e', &mut body);
        }
        'g' | 'G' => {
            let precision = precision.max(1);
            let decimal = rounded(magnitude, precision);
            let shown = if directive.sharp {
                precision
            } else {
                decimal.digits.len()
            };
            // No double has too many digits before the point.
            let _ = decimal.write_general(shown, precision as i64, point, b'e', &mut body);
        }
        _ => {
            prefix = Base::Hexadecimal.prefix(case);
            push_hexadecimal(&mut body, magnitude, directive.precision, point);
        }
    }
    if case == Case::Upper {
        body.make_ascii_uppercase();
    }
    let numeral = Numeral {
        sign,
        prefix,
        filler: b'0',
        least: 0,
        digits: &body,
    };
    directive.write_number(numeral, out);
}

/// The maximum number of digits of a double after the point.
const MAX_DIGITS: usize = 1100;

/// Returns `count` digits of a float with a given decimal exponent, if the remainder is nearly half
/// a digit.
///
/// Ruby rounds to the even digit if its fast path, in doubles, cannot distinguish the remainder
/// from a half. This function uses the same steps.
fn near_half(float: f64, exponent: i64, count: i64) -> Option<Decimal> {
    const MOST: i64 = 14;
    const POWERS: [f64; 16] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ];
    const BIG: [f64; 5] = [1e16, 1e32, 1e64, 1e128, 1e256];
    if !(1..=MOST).contains(&count) || float == 0.0 {
        return None;
    }
    let scale = exponent.unsigned_abs();
    let mut rest = float;
    let mut errors = 2.0;
    if exponent > 0 {
        let mut divisor = POWERS[(scale & 15) as usize];
        let mut big = scale >> 4;
        if big & 16 != 0 {
            big &= 15;
            rest /= BIG[4];
            errors += 1.0;
        }
        for (at, power) in BIG.iter().enumerate() {
            if big >> at & 1 == 1 {
                errors += 1.0;
                divisor *= power;
            }
        }
        rest /= divisor;
    } else {
        rest *= POWERS[(scale & 15) as usize];
        for (at, power) in BIG.iter().enumerate() {
            if scale >> 4 >> at & 1 == 1 {
                errors += 1.0;
                rest *= power;
            }
        }
    }
    let error = (errors * rest + 7.0) * f64::EPSILON * POWERS[count as usize - 1];
    let mut digits: Vec<u8> = Vec::with_capacity(count as usize);
    loop {
        let digit = rest as u8;
        rest -= f64::from(digit);
        digits.push(b'0' + digit);
        if rest == 0.0 || digits.len() as i64 == count {
            break;
        }
        rest *= 10.0;
    }
    if rest > 0.5 + error || rest < 0.5 - error {
        return None;
    }
    // An odd digit is rounded up.
    let mut point = exponent + 1;
    if digits.last().is_some_and(|last| last % 2 == 1) {
        while digits.last() == Some(&b'9') {
            digits.pop();
        }
        match digits.last_mut() {
            Some(last) => *last += 1,
            None => {
                digits.push(b'1');
                point += 1;
            }
        }
    }
    Some(Decimal::new(digits, point))
}

/// Returns `count` digits of a float, at least one.
fn rounded(float: f64, count: usize) -> Decimal {
    let exponent = Decimal::shortest_double(float).exponent();
    near_half(float, exponent, count as i64)
        .unwrap_or_else(|| Decimal::rounded_double(float, count))
}

/// Appends a float with `precision` digits after the point.
fn push_fixed(out: &mut String, float: f64, precision: usize, point: Point) {
    // No float has an exact half after this number of digits.
    let exponent = match precision {
        0..=400 => Decimal::shortest_double(float).exponent(),
        _ => 0,
    };
    let exact = precision.min(MAX_DIGITS);
    match near_half(float, exponent, precision as i64 + 1 + exponent) {
        Some(decimal) => {
            // No double has too many digits before the point.
            let _ = decimal.write_fixed(precision, point, out);
            return;
        }
        // The standard library writes all digits exactly.
        None => {
            let _ = write!(out, "{float:.exact$}");
        }
    }
    out.repeat(b'0', precision - exact);
    if precision == 0 && point == Point::Always {
        out.push('.');
    }
}

/// Appends the digits after `0x`: one before the point, then `precision` digits, or else the
/// minimum that represents the number exactly.
fn push_hexadecimal(out: &mut String, float: f64, precision: Option<usize>, point: Point) {
    const FRACTION: u32 = 52;
    let bits = float.to_bits();
    let raw = (bits >> FRACTION & 0x7ff) as i32;
    let mut fraction = bits & ((1 << FRACTION) - 1);
    let mut exponent = raw - 1023;
    let mut lead: u64 = 1;
    if raw == 0 {
        if fraction == 0 {
            lead = 0;
            exponent = 0;
        } else {
            // A subnormal number is written in normalized form.
            let shift = fraction.leading_zeros() - (63 - FRACTION);
            fraction = fraction << shift & ((1 << FRACTION) - 1);
            exponent = -1022 - shift as i32;
        }
    }
    let mut digits = format!("{fraction:013x}");
    match precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        // Ruby rounds an odd last bit away from zero if the precision is the full number of digits.
        Some(13) if fraction & 1 == 1 => {
            let half = (lead << FRACTION | fraction) >> 1;
            let mut even = (half + (half & 1)) << 1;
            if even >> FRACTION == 2 {
                even >>= 1;
                exponent += 1;
            }
            digits = format!("{:013x}", even & ((1 << FRACTION) - 1));
        }
        Some(precision) if precision >= 13 => digits.repeat(b'0', precision - 13),
        Some(precision) => {
            let dropped = 4 * (13 - precision as u32);
            let whole = lead << FRACTION | fraction;
            let half = 1u64 << (dropped - 1);
            let rest = whole & ((1u64 << dropped) - 1);
            let mut kept = whole >> dropped;
            if rest > half || (rest == half && kept & 1 == 1) {
                kept += 1;
            }
            let scale = 4 * precision as u32;
            // A result of two after rounding is one with the next exponent.
            if kept >> scale == 2 {
                kept >>= 1;
                exponent += 1;
            }
            digits = match precision {
                0 => String::new(),
                _ => format!("{:0precision$x}", kept & ((1u64 << scale) - 1)),
            };
        }
    }
    out.push(char::from(b'0' + lead as u8));
    if point == Point::Always || !digits.is_empty() {
        out.push('.');
    }
    out.push_str(&digits);
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(out, "p{sign}{}", exponent.unsigned_abs());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(format: &str, value: i64) -> String {
        let mut out = String::new();
        match sprintf(&mut out, format, &Arg::Integer(&value.into())) {
            Ok(()) => out,
            Err(message) => format!("error: {message}"),
        }
    }

    fn float(format: &str, value: f64) -> String {
        let mut out = String::new();
        sprintf(&mut out, format, &Arg::Float(value)).unwrap();
        out
    }

    #[test]
    fn integers_follow_ruby() {
        for (format, value, want) in [
            ("%o", -8, "..70"),
            ("%o", -1, "..7"),
            ("%x", -256, "..f00"),
            ("%b", -5, "..1011"),
            ("%#o", -8, "..70"),
            ("%#x", -255, "0x..f01"),
            ("%+x", -255, "-ff"),
            ("%08x", -255, "..ffff01"),
            ("%-8x|", -255, "..f01   |"),
            ("%012o", -8, "..7777777770"),
            ("%#.0o", 0, "0"),
            ("%.0d", 0, ""),
            ("%+.0d", 0, "+"),
            ("%#010x", 255, "0x000000ff"),
            ("%5%", 1, "error: invalid format character - %"),
            ("%[d", 1, "error: malformed format string - %["),
            ("%d %d", 1, "error: too few arguments"),
            ("%99999999999d", 1, "error: width too big"),
        ] {
            assert_eq!(integer(format, value), want, "{format} of {value}");
        }
    }

    #[test]
    fn floats_follow_ruby() {
        for (format, value, want) in [
            ("%g", 1e6, "1e+06"),
            ("%#g", 1.0, "1.00000"),
            ("%#g", 0.0, "0.00000"),
            ("%.0g", 0.0, "0"),
            ("%#.3g", 9.996, "10.0"),
            ("%.0g", 0.00012345, "0.0001"),
            ("%a", 5e-324, "0x1p-1074"),
            ("%.0a", 1.5, "0x1p+1"),
            ("%.1a", 1.97, "0x1.0p+1"),
            ("%a", -0.0, "-0x0p+0"),
            ("%010f", f64::NEG_INFINITY, "      -Inf"),
            ("%+f", f64::NAN, "+NaN"),
            ("%.20e", 0.1, "1.00000000000000005551e-01"),
            ("%#012.2a", 71957.0, "0x001.19p+16"),
            ("%#.0e", 65536.0, "7.e+04"),
            ("%.0e", 0.35, "4e-01"),
            ("%.0e", 0.45, "4e-01"),
            ("%.1f", 0.35, "0.4"),
        ] {
            assert_eq!(float(format, value), want, "{format} of {value}");
        }
    }
}
