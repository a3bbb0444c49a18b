//! Numbers and booleans as Go parses them.

use polycty_core::text::Quoted;
use std::borrow::Cow;

/// The error of a text that is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumError {
    Syntax,
    Range,
    /// The base is not valid.
    Base(i64),
    /// The number of bits is not valid.
    Bits(i64),
}

impl NumError {
    /// Returns Go's message.
    pub(super) fn message(self, function: &str, text: &str) -> String {
        let what: Cow<'_, str> = match self {
            NumError::Syntax => "invalid syntax".into(),
            NumError::Range => "value out of range".into(),
            NumError::Base(base) => format!("invalid base {base}").into(),
            NumError::Bits(bits) => format!("invalid bit size {bits}").into(),
        };
        format!("strconv.{function}: parsing {}: {what}", Quoted(text))
    }
}

/// `strconv.ParseBool`.
pub(super) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// `strconv.ParseInt` in base 10 with 64 bits.
pub(super) fn parse_int(text: &str) -> Result<i64, NumError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumError::Syntax);
    }
    text.parse().map_err(|_| NumError::Range)
}

/// `strconv.ParseInt`. In base 0 the prefix selects the base: `0b`, `0o` or `0`, `0x`, otherwise
/// 10; underscores between digits are allowed. 0 bits mean 64.
pub(super) fn parse_int_in(text: &str, base: i64, bits: i64) -> Result<i64, NumError> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.is_empty() {
        return Err(NumError::Syntax);
    }
    let (radix, digits) = match base {
        0 => in_own_base(unsigned),
        2..=36 => (base as u32, unsigned),
        _ => return Err(NumError::Base(base)),
    };
    let bits = match bits {
        0 => 64,
        1..=64 => bits as u32,
        _ => return Err(NumError::Bits(bits)),
    };
    let bound = 1i128 << (bits - 1);
    let mut number = 0i128;
    for c in digits.chars().filter(|c| base != 0 || *c != '_') {
        let digit = c.to_digit(radix).ok_or(NumError::Syntax)?;
        number = number * i128::from(radix) + i128::from(digit);
        // Go does not check the digits after an overflow.
        if number >= 2 * bound {
            return Err(NumError::Range);
        }
    }
    // Each underscore must be between two digits or after the prefix.
    if base == 0 && unsigned.split('_').any(str::is_empty) {
        return Err(NumError::Syntax);
    }
    let number = if text.starts_with('-') {
        -number
    } else {
        number
    };
    match i64::try_from(number) {
        Ok(small) if (-bound..bound).contains(&number) => Ok(small),
        _ => Err(NumError::Range),
    }
}

/// Returns the base that the prefix of a number selects, and the rest.
#[expect(clippy::string_slice, reason = "only ASCII bytes are skipped")]
fn in_own_base(unsigned: &str) -> (u32, &str) {
    let Some(rest) = unsigned.strip_prefix('0') else {
        return (10, unsigned);
    };
    let radix = match rest.bytes().next() {
        Some(b'b' | b'B') => 2,
        Some(b'o' | b'O') => 8,
        Some(b'x' | b'X') => 16,
        _ => return (8, rest),
    };
    match rest.len() {
        // The letter of a prefix without digits is not a digit of base 8.
        1 => (8, rest),
        _ => (radix, &rest[1..]),
    }
}

/// `strconv.ParseFloat` with 64 bits: decimal digits with an optional exponent, hexadecimal digits
/// with a binary exponent, and `inf`, `infinity` and `nan` in any case. Underscores between digits
/// are allowed.
#[expect(clippy::string_slice, reason = "only ASCII bytes are skipped")]
pub(super) fn parse_float(text: &str) -> Result<f64, NumError> {
    let (negative, magnitude) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let is = |word: &str| magnitude.eq_ignore_ascii_case(word);
    let value = if is("inf") || is("infinity") {
        f64::INFINITY
    } else if is("nan") && magnitude.len() == text.len() {
        f64::NAN
    } else if magnitude.contains('_') {
        finite(&without_underscores(magnitude).ok_or(NumError::Syntax)?)?
    } else {
        finite(magnitude)?
    };
    Ok(if negative { -value } else { value })
}

/// Removes underscores, each of which must be between two digits or after `0x`.
fn without_underscores(text: &str) -> Option<String> {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let is_digit = |byte: u8| byte.is_ascii_digit() || (hexadecimal && byte.is_ascii_hexdigit());
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let before = |at: usize| is_digit(bytes[at]) || (at == 1 && hexadecimal);
        let separates =
            || at > 0 && before(at - 1) && bytes.get(at + 1).copied().is_some_and(is_digit);
        if *byte == b'_' && !separates() {
            return None;
        }
    }
    Some(text.replace('_', ""))
}

fn finite(text: &str) -> Result<f64, NumError> {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return hexadecimal(digits);
    }
    if !is_decimal(text) {
        return Err(NumError::Syntax);
    }
    let value: f64 = text.parse().map_err(|_| NumError::Syntax)?;
    if value.is_infinite() {
        return Err(NumError::Range);
    }
    Ok(value)
}

/// Returns whether a text is digits with at most one point, then an optional exponent.
#[expect(clippy::string_slice, reason = "only ASCII bytes are skipped")]
fn is_decimal(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let digits = mantissa.bytes().filter(u8::is_ascii_digit).count();
    let points = mantissa.bytes().filter(|byte| *byte == b'.').count();
    digits > 0
        && points <= 1
        && digits + points == mantissa.len()
        && exponent.is_none_or(is_exponent)
}

fn is_exponent(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses the text after `0x`.
#[expect(clippy::string_slice, reason = "only ASCII bytes are skipped")]
fn hexadecimal(text: &str) -> Result<f64, NumError> {
    let at = text.find(['p', 'P']).ok_or(NumError::Syntax)?;
    let (digits, exponent) = (&text[..at], &text[at + 1..]);
    if !is_exponent(exponent) {
        return Err(NumError::Syntax);
    }
    // The leading bits that fit in a word; the last bit is set if any of the following digits is
    // not zero.
    let (mut bits, mut shift, mut some, mut point) = (0u64, 0i64, false, false);
    for byte in digits.bytes() {
        match char::from(byte).to_digit(16) {
            Some(digit) => {
                some = true;
                if bits >> 58 == 0 {
                    bits = bits << 4 | u64::from(digit);
                    shift -= if point { 4 } else { 0 };
                } else {
                    bits |= u64::from(digit != 0);
                    shift += if point { 0 } else { 4 };
                }
            }
            None if byte == b'.' && !point => point = true,
            None => return Err(NumError::Syntax),
        }
    }
    if !some {
        return Err(NumError::Syntax);
    }
    let exponent: i64 = exponent.parse().unwrap_or(if exponent.starts_with('-') {
        i64::MIN / 2
    } else {
        i64::MAX / 2
    });
    let exponent = exponent.saturating_add(shift).clamp(-100_000, 100_000);
    let value = libm::scalbn(bits as f64, exponent as i32);
    if value.is_infinite() {
        Err(NumError::Range)
    } else {
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_those_of_go() {
        for (text, value) in [
            ("1.5", Ok(1.5)),
            ("+.5", Ok(0.5)),
            ("5.", Ok(5.0)),
            ("-1e3", Ok(-1000.0)),
            ("inf", Ok(f64::INFINITY)),
            ("-Infinity", Ok(f64::NEG_INFINITY)),
            ("0x1p4", Ok(16.0)),
            ("0x_1.8P-1", Ok(0.75)),
            ("0x1_.8p0", Err(NumError::Syntax)),
            ("1__0", Err(NumError::Syntax)),
            ("_1", Err(NumError::Syntax)),
            ("1_", Err(NumError::Syntax)),
            ("0_1e1_0", Ok(1e10)),
            ("0x1_0p0", Ok(16.0)),
            ("0x.8p1", Ok(1.0)),
            ("0x1p-1074", Ok(5e-324)),
            ("0x1", Err(NumError::Syntax)),
            ("0xp1", Err(NumError::Syntax)),
            ("0x1p2000", Err(NumError::Range)),
            ("0x1p99999999999999999999", Err(NumError::Range)),
            ("1e400", Err(NumError::Range)),
            ("1e-400", Ok(0.0)),
            ("", Err(NumError::Syntax)),
            (".", Err(NumError::Syntax)),
            ("1e", Err(NumError::Syntax)),
            (" 1", Err(NumError::Syntax)),
            ("1.2.3", Err(NumError::Syntax)),
            ("+nan", Err(NumError::Syntax)),
            ("infin", Err(NumError::Syntax)),
        ] {
            assert_eq!(parse_float(text), value, "{text}");
        }
        assert!(parse_float("NaN").is_ok_and(f64::is_nan));
        let long = format!("0x{}p0", "f".repeat(100_000));
        assert_eq!(parse_float(&long), Err(NumError::Range));
    }

    #[test]
    fn ints_are_read_in_any_base() {
        for (text, base, bits, value) in [
            ("-0", 10, 64, Ok(0)),
            ("12345", 9, 64, Ok(8303)),
            ("-zz", 36, 0, Ok(-1295)),
            ("ZZ", 36, 0, Ok(1295)),
            ("0x_1_f", 0, 64, Ok(31)),
            ("0X1F", 0, 64, Ok(31)),
            ("0b101", 0, 64, Ok(5)),
            ("0o17", 0, 64, Ok(15)),
            ("017", 0, 64, Ok(15)),
            ("0_17", 0, 64, Ok(15)),
            ("0", 0, 64, Ok(0)),
            ("1_000", 0, 64, Ok(1000)),
            ("1_000", 10, 64, Err(NumError::Syntax)),
            ("0x1f", 16, 64, Err(NumError::Syntax)),
            ("1__0", 0, 64, Err(NumError::Syntax)),
            ("1_", 0, 64, Err(NumError::Syntax)),
            ("_1", 0, 64, Err(NumError::Syntax)),
            ("0x", 0, 64, Err(NumError::Syntax)),
            ("0x_", 0, 64, Err(NumError::Syntax)),
            ("08", 0, 64, Err(NumError::Syntax)),
            ("", 1, 64, Err(NumError::Syntax)),
            ("-", 10, 64, Err(NumError::Syntax)),
            ("--1", 10, 64, Err(NumError::Syntax)),
            ("1", 1, 64, Err(NumError::Base(1))),
            ("1", 37, 65, Err(NumError::Base(37))),
            ("1", 10, 65, Err(NumError::Bits(65))),
            ("1", 10, -1, Err(NumError::Bits(-1))),
            ("127", 10, 8, Ok(127)),
            ("128", 10, 8, Err(NumError::Range)),
            ("-128", 10, 8, Ok(-128)),
            ("-129", 10, 8, Err(NumError::Range)),
            ("9223372036854775807", 10, 64, Ok(i64::MAX)),
            ("-9223372036854775808", 10, 64, Ok(i64::MIN)),
            ("9223372036854775808", 10, 64, Err(NumError::Range)),
            (
                "100000000000000000000000000000000000000000",
                10,
                64,
                Err(NumError::Range),
            ),
            ("300x", 10, 8, Err(NumError::Range)),
            ("200x", 10, 8, Err(NumError::Syntax)),
        ] {
            assert_eq!(parse_int_in(text, base, bits), value, "{text} in {base}");
        }
        let message = NumError::Base(1).message("ParseInt", "7");
        assert_eq!(message, "strconv.ParseInt: parsing \"7\": invalid base 1");
    }

    #[test]
    fn ints_have_a_sign_and_digits() {
        assert_eq!(parse_int("+007"), Ok(7));
        assert_eq!(parse_int("-9223372036854775808"), Ok(i64::MIN));
        assert_eq!(parse_int("9223372036854775808"), Err(NumError::Range));
        for text in ["", "+", "0x1", "1_0", " 1", "1.0"] {
            assert_eq!(parse_int(text), Err(NumError::Syntax), "{text}");
        }
    }
}
