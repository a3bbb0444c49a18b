//! What does Ruby's `format` make of one value?
//!
//! Directives are `%`, flags (blank `#`, `+`, `-`, `0`), a width, a precision and
//! a letter. Whole numbers in a base other than ten show a negative one as a
//! two's complement of endless length, `..f01`, unless a sign is asked for;
//! floats follow C, exactly to any number of digits; text is cut to the
//! precision and padded to the width, counted in characters.

use crate::scalars::text::float_text;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed};
use polycty_core::number::Integer;
use std::fmt::Write;

/// The greatest width and precision: Ruby's own bound is the memory.
pub(super) const MAX_WIDTH: usize = 1 << 20;

/// What is written. A value that is neither number nor text says what it is as
/// each of them.
pub(super) enum Arg<'a> {
    Integer(&'a Integer),
    Float(f64),
    Text(&'a str),
    Other(Other<'a>),
}

/// A value that is neither number nor text.
pub(super) struct Other<'a> {
    /// As `%s` writes it.
    pub(super) text: &'a str,
    /// As `%p` writes it.
    pub(super) inspected: &'a str,
    /// The number that it is taken for, if it is taken for one: whole, and with
    /// its fraction.
    pub(super) number: Option<(Integer, f64)>,
    /// The name of its class.
    pub(super) class: &'a str,
}

#[derive(Clone, Copy, Default)]
struct Flags {
    space: bool,
    sharp: bool,
    plus: bool,
    minus: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
}

impl Flags {
    fn any(self) -> bool {
        self.space
            || self.sharp
            || self.plus
            || self.minus
            || self.zero
            || self.width > 0
            || self.precision.is_some()
    }

    /// The sign that a number shows.
    fn sign(self, negative: bool) -> Option<char> {
        match (negative, self.plus, self.space) {
            (true, ..) => Some('-'),
            (_, true, _) => Some('+'),
            (_, _, true) => Some(' '),
            _ => None,
        }
    }
}

/// Appends a value as a format says.
///
/// # Errors
/// Ruby's message.
pub(super) fn sprintf(out: &mut String, format: &str, arg: &Arg<'_>) -> Result<(), String> {
    let mut used = false;
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut flags = Flags::default();
        loop {
            let Some(c) = rest.chars().next() else {
                return Err("incomplete format specifier; use %% (double %) instead".into());
            };
            rest = &rest[c.len_utf8()..];
            match c {
                ' ' => flags.space = true,
                '#' => flags.sharp = true,
                '+' => flags.plus = true,
                '-' => flags.minus = true,
                '0' => flags.zero = true,
                '1'..='9' => {
                    let digit = c as usize - '0' as usize;
                    flags.width = number(digit, &mut rest).ok_or("width too big")?;
                }
                '.' => {
                    flags.precision = Some(number(0, &mut rest).ok_or("precision too big")?);
                }
                '<' | '{' => return Err("malformed name - unmatched parenthesis".into()),
                '\n' | '\0' | '%' => {
                    if flags.any() {
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
                    directive(out, flags, c, arg)?;
                    break;
                }
                _ => return Err(format!("malformed format string - %{c}")),
            }
        }
    }
    out.push_str(rest);
    Ok(())
}

/// The number that goes on with the digits of the rest.
fn number(first: usize, rest: &mut &str) -> Option<usize> {
    let mut value = first;
    while let Some(digit) = rest.chars().next().and_then(|c| c.to_digit(10)) {
        value = value * 10 + digit as usize;
        if value > MAX_WIDTH {
            return None;
        }
        *rest = &rest[1..];
    }
    Some(value)
}

fn directive(out: &mut String, flags: Flags, letter: char, arg: &Arg<'_>) -> Result<(), String> {
    match letter {
        's' | 'p' => {
            let made;
            let text = match (arg, letter) {
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
            push_padded(out, flags, text);
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
            let flags = Flags {
                precision: None,
                ..flags
            };
            push_padded(out, flags, c.encode_utf8(&mut [0; 4]));
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
            push_float(out, flags, letter, float);
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
            push_integer(out, flags, letter, integer);
            Ok(())
        }
    }
}

/// A float without its fraction.
///
/// # Errors
/// The name of what has no integer.
pub(super) fn truncated(float: f64) -> Result<Integer, String> {
    if float.is_nan() {
        return Err("NaN".into());
    }
    if float.is_infinite() {
        return Err(if float > 0.0 { "Infinity" } else { "-Infinity" }.into());
    }
    Integer::from_f64(float.trunc()).ok_or_else(|| "NaN".into())
}

fn fill(out: &mut String, c: char, count: usize) {
    out.extend(std::iter::repeat_n(c, count));
}

fn push_padded(out: &mut String, flags: Flags, text: &str) {
    let text = match flags.precision {
        Some(most) => match text.char_indices().nth(most) {
            Some((end, _)) => &text[..end],
            None => text,
        },
        None => text,
    };
    if flags.width == 0 {
        out.push_str(text);
        return;
    }
    let missing = flags.width.saturating_sub(text.chars().count());
    if !flags.minus {
        fill(out, ' ', missing);
    }
    out.push_str(text);
    if flags.minus {
        fill(out, ' ', missing);
    }
}

/// The two's complement digits of a negative number: as few as there can be, the
/// first of them that of the sign.
fn complement(value: &BigInt, bits: u32) -> String {
    let magnitude = value.magnitude();
    let mut digits = magnitude.bits().div_ceil(u64::from(bits)).max(1);
    let top = digits * u64::from(bits) - 1;
    // The highest bit must say that the number is negative.
    if *magnitude > (BigUint::one() << top) {
        digits += 1;
    }
    let complement = (BigUint::one() << (digits * u64::from(bits))) - magnitude;
    let text = complement.to_str_radix(1 << bits);
    let sign = sign_digit(bits);
    // Digits of the sign that stand first say nothing; one of them stays.
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

fn push_integer(out: &mut String, flags: Flags, letter: char, integer: &Integer) {
    let (bits, prefix) = match letter {
        'o' => (3, "0"),
        'x' => (4, "0x"),
        'X' => (4, "0X"),
        'b' => (1, "0b"),
        'B' => (1, "0B"),
        _ => (0, ""),
    };
    let mut prefix = if flags.sharp { prefix } else { "" };
    let negative = integer.signum() < 0;
    let signed = bits == 0 || flags.plus || flags.space;
    let dots = negative && !signed;
    let mut digits = match bits {
        0 => integer.abs().to_string(),
        _ if dots => complement(&integer.to_bigint(), bits),
        _ => integer.to_bigint().abs().to_str_radix(1 << bits),
    };
    if letter == 'X' {
        digits.make_ascii_uppercase();
    }
    let mut sign = None;
    if signed {
        sign = flags.sign(negative);
    }
    let mut width = flags.width as i64 - i64::from(sign.is_some());
    let mut precision = flags.precision.map_or(-1, |precision| precision as i64);
    if dots {
        precision -= 2;
        width -= 2;
    }
    let said = flags.precision.is_some();
    let zero = digits == "0";
    let mut length = digits.len() as i64;
    if prefix.len() == 1 {
        if dots {
            prefix = "";
        } else if zero {
            length = 0;
            if said {
                precision -= 1;
            }
        } else if said && precision > length {
            prefix = "";
        }
    } else if zero {
        prefix = "";
    }
    width -= prefix.len() as i64;
    if flags.zero && !flags.minus && !said {
        precision = width;
        width = 0;
    } else {
        if precision < length {
            if prefix.is_empty() && precision == 0 && length == 1 && zero {
                length = 0;
            }
            precision = length;
        }
        width -= precision;
    }
    let count = |n: i64| usize::try_from(n).unwrap_or(0);
    if !flags.minus {
        fill(out, ' ', count(width));
        width = 0;
    }
    out.extend(sign);
    out.push_str(prefix);
    if dots {
        out.push_str("..");
    }
    if precision > length {
        if dots {
            let digit = sign_digit(bits);
            let digit = match letter {
                'X' => digit.to_ascii_uppercase(),
                _ => digit,
            };
            fill(out, digit, count(precision - length));
        } else if !flags.minus || said {
            fill(out, '0', count(precision - length));
        }
    }
    if length > 0 {
        out.push_str(&digits);
    }
    fill(out, ' ', count(width));
}

fn push_float(out: &mut String, flags: Flags, letter: char, float: f64) {
    let negative = float.is_sign_negative() && !float.is_nan();
    if !float.is_finite() {
        let mut text = String::with_capacity(4);
        text.extend(flags.sign(negative));
        text.push_str(if float.is_nan() { "NaN" } else { "Inf" });
        let flags = Flags {
            precision: None,
            ..flags
        };
        return push_padded(out, flags, &text);
    }
    let magnitude = float.abs();
    let mut prefix = "";
    let mut body = match letter {
        'f' => fixed(magnitude, flags.precision.unwrap_or(6), flags.sharp),
        'e' | 'E' => scientific(magnitude, flags.precision.unwrap_or(6), flags.sharp),
        'g' | 'G' => general(magnitude, flags.precision.unwrap_or(6), flags.sharp),
        _ => {
            prefix = "0x";
            hexadecimal(magnitude, flags.precision, flags.sharp)
        }
    };
    if letter.is_ascii_uppercase() {
        body.make_ascii_uppercase();
        if !prefix.is_empty() {
            prefix = "0X";
        }
    }
    let sign = flags.sign(negative);
    let length = usize::from(sign.is_some()) + prefix.len() + body.len();
    let missing = flags.width.saturating_sub(length);
    if !flags.minus && !flags.zero {
        fill(out, ' ', missing);
    }
    out.extend(sign);
    out.push_str(prefix);
    if flags.zero && !flags.minus {
        fill(out, '0', missing);
    }
    out.push_str(&body);
    if flags.minus {
        fill(out, ' ', missing);
    }
}

/// A double has no more digits than these after the point.
const MAX_DIGITS: usize = 1100;

/// Digits without a point, the first of which stands at the power of ten that
/// the second says; as many as asked for, rounded.
///
/// Ruby rounds what its quick way, in doubles, cannot tell from a half to the
/// even digit; so does this, by the same steps.
fn near_half(float: f64, count: i64) -> Option<(Vec<u8>, i32)> {
    const MOST: i64 = 14;
    const POWERS: [f64; 16] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ];
    const BIG: [f64; 5] = [1e16, 1e32, 1e64, 1e128, 1e256];
    if !(1..=MOST).contains(&count) || float == 0.0 {
        return None;
    }
    let exponent: i32 = format!("{float:e}").split_once('e')?.1.parse().ok()?;
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
        digits.push(digit);
        if rest == 0.0 || digits.len() as i64 == count {
            break;
        }
        rest *= 10.0;
    }
    if rest > 0.5 + error || rest < 0.5 - error {
        return None;
    }
    // An odd digit goes up.
    let mut exponent = exponent;
    if digits.last().is_some_and(|last| last % 2 == 1) {
        while digits.last() == Some(&9) {
            digits.pop();
        }
        match digits.last_mut() {
            Some(last) => *last += 1,
            None => {
                digits.push(1);
                exponent += 1;
            }
        }
    }
    digits.resize(count as usize, 0);
    Some((digits, exponent))
}

fn fixed(float: f64, precision: usize, sharp: bool) -> String {
    let exact = precision.min(MAX_DIGITS);
    let mut text = match decimals_near_half(float, precision) {
        Some(text) => text,
        None => format!("{float:.exact$}"),
    };
    fill(&mut text, '0', precision - exact);
    if sharp && precision == 0 {
        text.push('.');
    }
    text
}

fn decimals_near_half(float: f64, precision: usize) -> Option<String> {
    if float == 0.0 || precision > 400 {
        return None;
    }
    let exponent: i64 = format!("{float:e}").split_once('e')?.1.parse().ok()?;
    let count = precision as i64 + 1 + exponent;
    let (mut digits, rounded) = near_half(float, count)?;
    if i64::from(rounded) > exponent {
        digits.push(0);
    }
    let point = digits.len() as i64 - precision as i64;
    let mut text = String::with_capacity(digits.len() + 2);
    let zeros = usize::try_from(1 - point).unwrap_or(0);
    let all = std::iter::repeat_n(0, zeros).chain(digits);
    let point = point.max(1);
    for (at, digit) in all.enumerate() {
        if at as i64 == point {
            text.push('.');
        }
        text.push(char::from(b'0' + digit));
    }
    Some(text)
}

/// The digits before the exponent, and the exponent.
fn rounded(float: f64, precision: usize) -> (String, i32) {
    if let Some((digits, exponent)) = near_half(float, precision as i64 + 1) {
        let mut text = String::with_capacity(digits.len() + 1);
        for (at, digit) in digits.into_iter().enumerate() {
            if at == 1 {
                text.push('.');
            }
            text.push(char::from(b'0' + digit));
        }
        return (text, exponent);
    }
    let exact = precision.min(MAX_DIGITS);
    let text = format!("{float:.exact$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits = digits.to_owned();
    fill(&mut digits, '0', precision - exact);
    (digits, exponent.parse().unwrap_or(0))
}

fn push_exponent(text: &mut String, exponent: i32) {
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(text, "e{sign}{:02}", exponent.unsigned_abs());
}

fn scientific(float: f64, precision: usize, sharp: bool) -> String {
    let (mut text, exponent) = rounded(float, precision);
    if sharp && precision == 0 {
        text.push('.');
    }
    push_exponent(&mut text, exponent);
    text
}

fn general(float: f64, precision: usize, sharp: bool) -> String {
    let precision = precision.max(1);
    let (mut digits, exponent) = rounded(float, precision - 1);
    let trim = |text: &mut String| {
        if !sharp && text.contains('.') {
            text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        } else if sharp && !text.contains('.') {
            text.push('.');
        }
    };
    if exponent < -4 || i64::from(exponent) >= precision as i64 {
        trim(&mut digits);
        push_exponent(&mut digits, exponent);
        return digits;
    }
    let after = (precision as i64 - 1 - i64::from(exponent)).max(0);
    let mut text = fixed(float, usize::try_from(after).unwrap_or(0), false);
    trim(&mut text);
    text
}

/// The digits after `0x`: one before the point, then as many as are asked for,
/// else as few as say the number.
fn hexadecimal(float: f64, precision: Option<usize>, sharp: bool) -> String {
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
            // A number that is not normal is shown as if it were.
            let shift = fraction.leading_zeros() - (63 - FRACTION);
            fraction = fraction << shift & ((1 << FRACTION) - 1);
            exponent = -1022 - shift as i32;
        }
    }
    let mut digits = format!("{fraction:013x}");
    match precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        // Ruby rounds an odd last bit away when it is asked for just all digits.
        Some(13) if fraction & 1 == 1 => {
            let half = (lead << FRACTION | fraction) >> 1;
            let mut even = (half + (half & 1)) << 1;
            if even >> FRACTION == 2 {
                even >>= 1;
                exponent += 1;
            }
            digits = format!("{:013x}", even & ((1 << FRACTION) - 1));
        }
        Some(precision) if precision >= 13 => fill(&mut digits, '0', precision - 13),
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
            // What rounds up to two is one with the next exponent.
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
    let mut text = lead.to_string();
    if sharp || !digits.is_empty() {
        text.push('.');
    }
    text.push_str(&digits);
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(text, "p{sign}{}", exponent.unsigned_abs());
    text
}

/// Text as Ruby's `inspect` writes it.
pub(super) fn inspected(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if push_escaped(&mut out, c, chars.peek().copied()) {
            continue;
        }
        if c.is_control() || ('\u{e000}'..='\u{f8ff}').contains(&c) {
            let code = u32::from(c);
            let _ = match code {
                0..=0xffff => write!(out, "\\u{code:04X}"),
                _ => write!(out, "\\u{{{code:X}}}"),
            };
        } else {
            out.push(c);
        }
    }
    out.push('"');
    out
}

/// Bytes as Ruby's `inspect` writes a binary string.
pub(super) fn inspected_bytes(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 2);
    out.push('"');
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1).map(|&next| char::from(next));
        if push_escaped(&mut out, char::from(byte), next) {
            continue;
        }
        match byte {
            0x20..=0x7e => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\x{byte:02X}");
            }
        }
    }
    out.push('"');
    out
}

fn push_escaped(out: &mut String, c: char, next: Option<char>) -> bool {
    let escaped = match c {
        '"' | '\\' => c,
        '#' if matches!(next, Some('{' | '$' | '@')) => c,
        '\n' => 'n',
        '\r' => 'r',
        '\t' => 't',
        '\x0c' => 'f',
        '\x0b' => 'v',
        '\x08' => 'b',
        '\x07' => 'a',
        '\x1b' => 'e',
        _ => return false,
    };
    out.push('\\');
    out.push(escaped);
    true
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
