//! Directives of `printf`: sign, prefix, padding and precision.
//!
//! A [`Directive`] is the parsed text after `%`. All languages share C's rules for it: a sign, a
//! prefix of the base, zeros up to the precision, the digits; and, up to the width, blanks before
//! or after all of it, or zeros after the prefix. Each language defines its letters, the flags that
//! apply to them, and the length of a text.

use super::hexadecimal::{LOWER, UPPER};
use crate::number::{Integer, digits_of};

/// An output for text: a string, or bytes that are checked at the end.
pub trait Sink {
    /// Appends text.
    fn push_text(&mut self, text: &str);

    /// Appends bytes that are whole characters of UTF-8.
    fn push_bytes(&mut self, bytes: &[u8]);

    /// Appends an ASCII character `count` times.
    fn repeat(&mut self, byte: u8, count: usize);
}

impl Sink for String {
    #[inline]
    fn push_text(&mut self, text: &str) {
        self.push_str(text);
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) {
        self.push_str(std::str::from_utf8(bytes).unwrap_or_default());
    }

    #[inline]
    fn repeat(&mut self, byte: u8, count: usize) {
        self.extend(std::iter::repeat_n(char::from(byte), count));
    }
}

impl Sink for Vec<u8> {
    #[inline]
    fn push_text(&mut self, text: &str) {
        self.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn push_bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn repeat(&mut self, byte: u8, count: usize) {
        self.resize(self.len() + count, byte);
    }
}

/// A directive: flags, a width, a precision and a letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Directive {
    /// `+`: a sign also before nonnegative numbers.
    pub plus: bool,
    /// `-`: padded on the right.
    pub minus: bool,
    /// `#`: the alternative form.
    pub sharp: bool,
    /// A blank in place of a plus sign.
    pub space: bool,
    /// `0`: padded with zeros.
    pub zero: bool,
    /// The minimum total number of characters.
    pub width: Option<usize>,
    /// The minimum number of digits, the number of digits after the point, or the maximum number of
    /// characters, depending on the letter.
    pub precision: Option<usize>,
    /// The conversion.
    pub letter: char,
}

/// The characters that pad a value to the width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Padding {
    /// Blanks before the sign.
    pub before: usize,
    /// Zeros after the sign and the prefix.
    pub zeros: usize,
    /// Blanks at the end.
    pub after: usize,
}

/// The parts of a number, in output order.
#[derive(Clone, Copy, Debug)]
pub struct Numeral<'a> {
    /// The sign, or its replacement.
    pub sign: &'a str,
    /// The prefix of the base.
    pub prefix: &'a str,
    /// The padding digit: a zero, except for complements.
    pub filler: u8,
    /// The minimum number of digits.
    pub least: usize,
    /// The digits: ASCII.
    pub digits: &'a str,
}

impl Directive {
    /// Sets a flag; returns `false` if the character is not a flag.
    #[inline]
    pub fn set_flag(&mut self, flag: u8) -> bool {
        match flag {
            b'+' => self.plus = true,
            b'-' => self.minus = true,
            b'#' => self.sharp = true,
            b' ' => self.space = true,
            b'0' => self.zero = true,
            _ => return false,
        }
        true
    }

    /// Whether there are no flags, no width and no precision.
    pub fn is_plain(&self) -> bool {
        let letter = self.letter;
        *self
            == Directive {
                letter,
                ..Directive::default()
            }
    }

    /// Returns the sign of a number.
    #[inline]
    pub fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }

    /// Returns the padding of a text with this number of characters.
    #[inline]
    pub fn padding(&self, length: usize) -> Padding {
        let missing = self.width.unwrap_or(0).saturating_sub(length);
        let mut padding = Padding::default();
        if self.minus {
            padding.after = missing;
        } else if self.zero {
            padding.zeros = missing;
        } else {
            padding.before = missing;
        }
        padding
    }

    /// Appends a number, padded with zeros up to the width if the flag is set.
    #[inline]
    pub fn write_number(&self, numeral: Numeral<'_>, out: &mut impl Sink) {
        let Numeral {
            sign,
            prefix,
            filler,
            least,
            digits,
        } = numeral;
        let fillers = least.saturating_sub(digits.len());
        let padding = self.padding(sign.len() + prefix.len() + fillers + digits.len());
        // Most parts are usually empty, and a check here is cheaper than a call.
        if padding.before > 0 {
            out.repeat(b' ', padding.before);
        }
        if !sign.is_empty() {
            out.push_text(sign);
        }
        if !prefix.is_empty() {
            out.push_text(prefix);
        }
        if padding.zeros + fillers > 0 {
            out.repeat(filler, padding.zeros + fillers);
        }
        out.push_text(digits);
        if padding.after > 0 {
            out.repeat(b' ', padding.after);
        }
    }

    /// Appends a text with this number of characters, padded up to the width: with blanks or zeros
    /// before it, or with blanks after it.
    #[inline]
    pub fn write_text(&self, text: &str, length: usize, out: &mut impl Sink) {
        let padding = self.padding(length);
        out.repeat(b' ', padding.before);
        out.repeat(b'0', padding.zeros);
        out.push_text(text);
        out.repeat(b' ', padding.after);
    }

    /// Appends a whole number. If a precision sets the number of digits, zeros do not pad it to the
    /// width.
    #[inline]
    pub fn write_integer(&self, numeral: Numeral<'_>, out: &mut impl Sink) {
        let zero = self.zero && self.precision.is_none();
        Directive { zero, ..*self }.write_number(numeral, out);
    }
}

/// Upper or lower case of digits beyond nine and of the letters in a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// `0xff`.
    Lower,
    /// `0XFF`.
    Upper,
}

impl Case {
    /// The case of a directive's letter.
    #[inline]
    pub fn of(letter: char) -> Case {
        if letter.is_ascii_uppercase() {
            Case::Upper
        } else {
            Case::Lower
        }
    }
}

/// The base of the digits of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// `b`.
    Binary,
    /// `o`.
    Octal,
    /// `d`.
    Decimal,
    /// `x`.
    Hexadecimal,
}

impl Base {
    /// Returns the base of a letter of either case; decimal for all other letters.
    #[inline]
    pub fn of(letter: char) -> Base {
        match letter {
            'b' | 'B' => Base::Binary,
            'o' => Base::Octal,
            'x' | 'X' => Base::Hexadecimal,
            _ => Base::Decimal,
        }
    }

    /// The number of different digits.
    #[inline]
    pub fn radix(self) -> u32 {
        match self {
            Base::Binary => 2,
            Base::Octal => 8,
            Base::Decimal => 10,
            Base::Hexadecimal => 16,
        }
    }

    /// The prefix of the alternative form.
    #[inline]
    pub fn prefix(self, case: Case) -> &'static str {
        match (self, case) {
            (Base::Binary, Case::Lower) => "0b",
            (Base::Binary, Case::Upper) => "0B",
            (Base::Octal, _) => "0",
            (Base::Decimal, _) => "",
            (Base::Hexadecimal, Case::Lower) => "0x",
            (Base::Hexadecimal, Case::Upper) => "0X",
        }
    }

    /// Writes the digits of a machine word to the end of a buffer.
    #[inline]
    pub fn digits(self, case: Case, mut word: u64, buffer: &mut [u8; 64]) -> &str {
        let bits = match self {
            Base::Binary => 1,
            Base::Octal => 3,
            Base::Hexadecimal => 4,
            Base::Decimal => return digits_of(word, buffer),
        };
        let digits = match case {
            Case::Lower => LOWER,
            Case::Upper => UPPER,
        };
        let mut start = buffer.len();
        loop {
            start -= 1;
            buffer[start] = digits[(word & ((1 << bits) - 1)) as usize];
            word >>= bits;
            if word == 0 {
                break;
            }
        }
        std::str::from_utf8(&buffer[start..]).unwrap_or_default()
    }

    /// Returns the digits of an integer's magnitude.
    pub fn digits_of_integer(self, case: Case, integer: &Integer) -> String {
        let mut digits = integer.abs().to_text_radix(self.radix());
        if case == Case::Upper {
            digits.make_ascii_uppercase();
        }
        digits
    }
}

/// Parses leading ASCII digits. Returns the number, clamped to the maximum, and the count of
/// digits.
#[inline]
pub fn leading_number(bytes: &[u8]) -> (usize, usize) {
    let mut number = 0usize;
    let mut count = 0;
    while let Some(digit) = bytes.get(count).filter(|byte| byte.is_ascii_digit()) {
        number = number
            .saturating_mul(10)
            .saturating_add(usize::from(digit - b'0'));
        count += 1;
    }
    (number, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directive(flags: &str, width: usize, precision: Option<usize>) -> Directive {
        let mut directive = Directive {
            width: Some(width),
            precision,
            ..Directive::default()
        };
        assert!(flags.bytes().all(|flag| directive.set_flag(flag)));
        directive
    }

    #[test]
    fn parts_are_in_the_order_of_c() {
        for (flags, width, precision, text) in [
            ("", 8, None, "    0xff"),
            ("-", 8, None, "0xff    "),
            ("0", 8, None, "0x0000ff"),
            ("-0", 8, None, "0xff    "),
            ("+", 8, None, "   +0xff"),
            (" ", 8, None, "    0xff"),
            ("0", 8, Some(3), "   0x0ff"),
            ("+0", 3, None, "+0xff"),
        ] {
            let directive = directive(flags, width, precision);
            let numeral = Numeral {
                sign: directive.sign(false),
                prefix: "0x",
                filler: b'0',
                least: precision.unwrap_or(0),
                digits: "ff",
            };
            let (mut out, mut bytes) = (String::new(), Vec::new());
            directive.write_integer(numeral, &mut out);
            directive.write_integer(numeral, &mut bytes);
            assert_eq!(out, text, "{flags} {width} {precision:?}");
            assert_eq!(bytes, text.as_bytes());
        }
    }

    #[test]
    fn digits_depend_on_the_base() {
        for (letter, text) in [
            ('b', &"1".repeat(64)),
            ('o', &"1777777777777777777777".to_owned()),
            ('d', &"18446744073709551615".to_owned()),
            ('x', &"f".repeat(16)),
            ('X', &"F".repeat(16)),
        ] {
            let (base, case) = (Base::of(letter), Case::of(letter));
            assert_eq!(base.digits(case, u64::MAX, &mut [0; 64]), text);
            assert_eq!(base.digits(case, 0, &mut [0; 64]), "0");
            let integer = Integer::from(-i128::from(u64::MAX));
            assert_eq!(base.digits_of_integer(case, &integer), *text);
        }
    }

    #[test]
    fn a_number_ends_with_its_digits() {
        assert_eq!(leading_number(b"120x"), (120, 3));
        assert_eq!(leading_number(b""), (0, 0));
        assert_eq!(leading_number(&[b'9'; 30]), (usize::MAX, 30));
    }
}
