//! Go's `fmt`: `%v` and formats.

use super::go_value::{GoType, GoValue, Width};
use polycty_core::number::Decimal;
use polycty_core::text::notation::Point;
use polycty_core::text::{Base, Case, Directive, Numeral, Quoted, QuotedChar, leading_number};
use std::fmt::Write;

/// The maximum width and precision of a directive, as in Go.
const MAX_WIDTH: usize = 1_000_000;

/// The maximum number of digits of a double after its point.
const EXACT_DIGITS: usize = 1_100;

/// Appends values as `print` does: with a space between two values that are not strings.
pub(super) fn sprint(values: &[GoValue], out: &mut String) {
    let is_text = |go_value: &GoValue| matches!(go_value, GoValue::Text(_));
    for (at, go_value) in values.iter().enumerate() {
        if at > 0 && !is_text(go_value) && !is_text(&values[at - 1]) {
            out.push(' ');
        }
        plain(go_value, out);
    }
}

/// Appends values as `println` does.
pub(super) fn sprintln(values: &[GoValue], out: &mut String) {
    for (at, go_value) in values.iter().enumerate() {
        out.push_str(if at > 0 { " " } else { "" });
        plain(go_value, out);
    }
    out.push('\n');
}

/// Appends a value as `%v` does.
pub(super) fn plain(go_value: &GoValue, out: &mut String) {
    let directive = Directive {
        letter: 'v',
        ..Directive::default()
    };
    Printer { directive, out }.value(go_value);
}

/// Returns the approximate number of bytes of a formatted value.
pub(super) fn cost(go_value: &GoValue) -> usize {
    match go_value {
        GoValue::Text(text) => text.len(),
        GoValue::List(list) => list.items.iter().map(|item| 1 + cost(item)).sum(),
        GoValue::Map(map) => map
            .entries
            .iter()
            .map(|(key, value)| 2 + cost(key) + cost(value))
            .sum(),
        GoValue::Struct(fields) => fields.iter().map(|(_, field)| 1 + cost(field)).sum(),
        // The computation of the digits costs about 4 steps, and one step pays for 16 bytes.
        GoValue::Float(_) => 64,
        GoValue::Nil | GoValue::Bool(_) | GoValue::Int(..) => 8,
    }
}

/// Appends a format with its arguments and charges the bytes.
#[expect(
    clippy::string_slice,
    reason = "directives and offsets from `find` are at character boundaries"
)]
pub(super) fn sprintf<E>(
    format: &str,
    arguments: &[GoValue],
    out: &mut String,
    charge: &mut dyn FnMut(usize) -> Result<(), E>,
) -> Result<(), E> {
    let bytes = format.as_bytes();
    let mut at = 0;
    let mut next = 0;
    let mut reordered = false;
    while at < bytes.len() {
        let end = format[at..].find('%').map_or(bytes.len(), |end| at + end);
        charge(end - at)?;
        out.push_str(&format[at..end]);
        at = end + 1;
        if end == bytes.len() {
            break;
        }
        let mut directive = Directive::default();
        while bytes.get(at).is_some_and(|byte| directive.set_flag(*byte)) {
            at += 1;
        }
        // Left-aligned numbers are padded with spaces, never with zeros.
        directive.zero &= !directive.minus;
        let mut good = true;
        let mut index = |at: &mut usize, next: &mut usize| {
            if bytes.get(*at) != Some(&b'[') {
                return;
            }
            reordered = true;
            let Some(end) = format[*at..].find(']') else {
                good = false;
                *at += 1;
                return;
            };
            let (number, count) = leading_number(&bytes[*at + 1..]);
            if count == end - 1 && (1..=arguments.len()).contains(&number) {
                *next = number - 1;
            } else {
                good = false;
            }
            *at += end + 1;
        };
        index(&mut at, &mut next);
        let star = |at: &mut usize, next: &mut usize| -> Option<Option<i64>> {
            if bytes.get(*at) != Some(&b'*') {
                return None;
            }
            *at += 1;
            let width = match arguments.get(*next) {
                Some(GoValue::Int(int, _)) if int.unsigned_abs() <= MAX_WIDTH as u64 => Some(*int),
                _ => None,
            };
            *next += usize::from(*next < arguments.len());
            Some(width)
        };
        match star(&mut at, &mut next) {
            Some(Some(width)) => {
                directive.minus |= width < 0;
                directive.zero &= !directive.minus;
                directive.width = Some(width.unsigned_abs() as usize);
            }
            Some(None) => out.push_str("%!(BADWIDTH)"),
            None => {
                let (width, count) = leading_number(&bytes[at.min(bytes.len())..]);
                at += count;
                directive.width = (count > 0 && width <= MAX_WIDTH).then_some(width);
            }
        }
        if bytes.get(at) == Some(&b'.') {
            at += 1;
            index(&mut at, &mut next);
            match star(&mut at, &mut next) {
                Some(Some(precision)) if precision >= 0 => {
                    directive.precision = Some(precision as usize)
                }
                Some(Some(_)) => {}
                Some(None) => out.push_str("%!(BADPREC)"),
                None => {
                    let (precision, count) = leading_number(&bytes[at.min(bytes.len())..]);
                    at += count;
                    directive.precision = (precision <= MAX_WIDTH).then_some(precision);
                }
            }
        }
        index(&mut at, &mut next);
        let Some(letter) = format.get(at..).and_then(|rest| rest.chars().next()) else {
            out.push_str("%!(NOVERB)");
            break;
        };
        at += letter.len_utf8();
        directive.letter = letter;
        let wide = directive
            .width
            .unwrap_or(0)
            .saturating_add(directive.precision.unwrap_or(0));
        if letter == '%' {
            out.push('%');
        } else if !good {
            // Writing to a string cannot fail.
            let _ = write!(out, "%!{letter}(BADINDEX)");
        } else if let Some(argument) = arguments.get(next) {
            charge(2 * cost(argument) + wide.saturating_mul(parts(argument)))?;
            next += 1;
            Printer { directive, out }.argument(argument);
        } else {
            let _ = write!(out, "%!{letter}(MISSING)");
        }
    }
    if !reordered && next < arguments.len() {
        out.push_str("%!(EXTRA ");
        for (at, argument) in arguments[next..].iter().enumerate() {
            charge(cost(argument))?;
            out.push_str(if at > 0 { ", " } else { "" });
            match argument.ty() {
                None => out.push_str("<nil>"),
                Some(ty) => {
                    let _ = write!(out, "{ty}=");
                    plain(argument, out);
                }
            }
        }
        out.push(')');
    }
    Ok(())
}

/// Returns how often the width applies to a value.
fn parts(go_value: &GoValue) -> usize {
    match go_value {
        GoValue::List(list) => 1 + list.items.iter().map(parts).sum::<usize>(),
        GoValue::Map(map) => {
            1 + map
                .entries
                .iter()
                .map(|(k, v)| parts(k) + parts(v))
                .sum::<usize>()
        }
        GoValue::Struct(fields) => 1 + fields.iter().map(|(_, field)| parts(field)).sum::<usize>(),
        _ => 1,
    }
}

struct Printer<'o> {
    directive: Directive,
    out: &'o mut String,
}

impl Printer<'_> {
    /// Appends an argument of a directive.
    fn argument(&mut self, go_value: &GoValue) {
        match (self.directive.letter, go_value) {
            ('T', _) => {
                let ty = go_value
                    .ty()
                    .map_or_else(|| "<nil>".to_owned(), |ty| ty.to_string());
                self.padded(&ty);
            }
            ('v', GoValue::Nil) => self.padded("<nil>"),
            (letter, GoValue::Nil) => self.out.push_str(&format!("%!{letter}(<nil>)")),
            _ => self.value(go_value),
        }
    }

    fn value(&mut self, go_value: &GoValue) {
        match go_value {
            GoValue::Nil => self.padded("<nil>"),
            GoValue::Bool(flag) => match self.directive.letter {
                't' | 'v' => self.padded(if *flag { "true" } else { "false" }),
                _ => self.bad(go_value),
            },
            GoValue::Int(int, width) => self.int(*int, *width, go_value),
            GoValue::Float(float) => self.float(*float, go_value),
            GoValue::Text(text) => self.text(text, go_value),
            GoValue::List(list) => {
                let go = self.directive.letter == 'v' && self.directive.sharp;
                let (open, between, close) = if go {
                    ("{", ", ", "}")
                } else {
                    ("[", " ", "]")
                };
                self.type_before(go_value, go);
                self.out.push_str(open);
                for (at, item) in list.items.iter().enumerate() {
                    self.out.push_str(if at > 0 { between } else { "" });
                    self.value(item);
                }
                self.out.push_str(close);
            }
            GoValue::Map(map) => {
                let go = self.directive.letter == 'v' && self.directive.sharp;
                let (open, between, close) = if go {
                    ("{", ", ", "}")
                } else {
                    ("map[", " ", "]")
                };
                self.type_before(go_value, go);
                self.out.push_str(open);
                for (at, (key, value)) in map.entries.iter().enumerate() {
                    self.out.push_str(if at > 0 { between } else { "" });
                    self.value(key);
                    self.out.push(':');
                    self.value(value);
                }
                self.out.push_str(close);
            }
            GoValue::Struct(fields) => {
                let go = self.directive.letter == 'v' && self.directive.sharp;
                let names = go || (self.directive.letter == 'v' && self.directive.plus);
                self.type_before(go_value, go);
                self.out.push('{');
                for (at, (name, field)) in fields.iter().enumerate() {
                    self.out.push_str(if at == 0 {
                        ""
                    } else if go {
                        ", "
                    } else {
                        " "
                    });
                    if names {
                        self.out.push_str(name);
                        self.out.push(':');
                    }
                    self.value(field);
                }
                self.out.push('}');
            }
        }
    }

    fn type_before(&mut self, go_value: &GoValue, go: bool) {
        if let Some(ty) = go_value.ty().filter(|_| go) {
            let _ = write!(self.out, "{ty}");
        }
    }

    /// Appends a text, padded to the width with spaces or zeros.
    fn padded(&mut self, text: &str) {
        self.directive
            .write_text(text, text.chars().count(), self.out);
    }

    /// Appends the error for a value that the verb does not accept.
    fn bad(&mut self, go_value: &GoValue) {
        let letter = self.directive.letter;
        let ty = go_value
            .ty()
            .map_or_else(|| "<nil>".to_owned(), |ty| ty.to_string());
        let _ = write!(self.out, "%!{letter}({ty}=");
        let directive = Directive {
            letter: 'v',
            ..self.directive
        };
        Printer {
            directive,
            out: self.out,
        }
        .value(go_value);
        self.out.push(')');
    }

    fn int(&mut self, int: i64, width: Width, go_value: &GoValue) {
        let letter = self.directive.letter;
        match letter {
            'v' if self.directive.sharp && width == Width::Byte => {
                let _ = write!(self.out, "{int:#x}");
            }
            'v' | 'd' | 'b' | 'o' | 'O' | 'x' | 'X' => {
                let base = if letter == 'O' {
                    Base::Octal
                } else {
                    Base::of(letter)
                };
                let case = Case::of(if letter == 'X' { 'X' } else { 'x' });
                let digits = base
                    .digits(case, int.unsigned_abs(), &mut [0; 64])
                    .to_owned();
                let prefix = match letter {
                    'O' => "0o",
                    'd' | 'v' => "",
                    _ if self.directive.sharp => base.prefix(case),
                    _ => "",
                };
                // With precision 0, a zero is empty.
                let digits = match (int, self.directive.precision) {
                    (0, Some(0)) => "",
                    _ => &digits,
                };
                let numeral = Numeral {
                    sign: self.directive.sign(int < 0),
                    prefix,
                    filler: b'0',
                    least: self.directive.precision.unwrap_or(0),
                    digits,
                };
                self.directive.write_integer(numeral, self.out);
            }
            'c' | 'q' | 'U' => {
                let c = u32::try_from(int)
                    .ok()
                    .and_then(char::from_u32)
                    .unwrap_or('\u{fffd}');
                match letter {
                    'c' => self.padded(&c.to_string()),
                    'q' => self.padded(&QuotedChar(c).to_string()),
                    _ => {
                        let least = self.directive.precision.unwrap_or(0).max(4);
                        let hex = format!("{int:X}");
                        let mut text = "U+".to_owned();
                        text.extend(std::iter::repeat_n('0', least.saturating_sub(hex.len())));
                        text.push_str(&hex);
                        if self.directive.sharp {
                            let _ = write!(text, " '{c}'");
                        }
                        self.padded(&text);
                    }
                }
            }
            _ => self.bad(go_value),
        }
    }

    fn float(&mut self, float: f64, go_value: &GoValue) {
        let Directive {
            letter, precision, ..
        } = self.directive;
        let mut digits = String::new();
        if !float.is_finite() {
            let sign = if float.is_nan() || float > 0.0 {
                ""
            } else {
                "-"
            };
            let sign = if sign.is_empty() && self.directive.plus {
                "+"
            } else {
                sign
            };
            let word = if float.is_nan() { "NaN" } else { "Inf" };
            let infinite = if float > 0.0 && sign.is_empty() {
                "+"
            } else {
                sign
            };
            // Infinities and NaN are not padded with zeros.
            self.directive.zero = false;
            if !"vbeEfFgGxX".contains(letter) {
                return self.bad(go_value);
            }
            return self.padded(&[infinite, word].concat());
        }
        let magnitude = float.abs();
        // The second parameter is the minimum exponent of the exponent form; for shortest digits Go
        // uses 6.
        let mut general = |decimal: Decimal, threshold: usize| {
            let exponent = if letter == 'G' { b'E' } else { b'e' };
            let shown = decimal.digits.len();
            let point = Point::BeforeDigits;
            // A double never has too many digits.
            let _ = decimal.write_general(shown, threshold as i64, point, exponent, &mut digits);
        };
        match (letter, precision) {
            ('v' | 'g' | 'G', None) => general(Decimal::shortest_double(magnitude), 6),
            ('v' | 'g' | 'G', Some(precision)) => {
                let precision = precision.max(1);
                general(Decimal::rounded_double(magnitude, precision), precision);
            }
            ('f' | 'F', _) => {
                // As in Go, the exact value is rounded half to even.
                // The digits after those of the exact value are zeros. The standard library
                // accepts at most 2^16 of them.
                let precision = precision.unwrap_or(6);
                let exact = precision.min(EXACT_DIGITS);
                let _ = write!(digits, "{magnitude:.exact$}");
                digits.extend(std::iter::repeat_n('0', precision - exact));
            }
            ('e' | 'E', _) => {
                let precision = precision.unwrap_or(6);
                let decimal = Decimal::rounded_double(magnitude, precision + 1);
                decimal.write_exponent(precision, Point::BeforeDigits, letter as u8, &mut digits);
            }
            _ => return self.bad(go_value),
        }
        let numeral = Numeral {
            sign: self.directive.sign(float.is_sign_negative()),
            prefix: "",
            filler: b'0',
            least: 0,
            digits: &digits,
        };
        self.directive.write_number(numeral, self.out);
    }

    #[expect(clippy::string_slice, reason = "`end` comes from `char_indices`")]
    fn text(&mut self, text: &str, go_value: &GoValue) {
        let Directive {
            letter,
            precision,
            sharp,
            ..
        } = self.directive;
        let cut = match precision {
            Some(most) => {
                let end = text
                    .char_indices()
                    .nth(most)
                    .map_or(text.len(), |(at, _)| at);
                &text[..end]
            }
            None => text,
        };
        match letter {
            'v' if sharp => self.padded(&Quoted(text).to_string()),
            'v' | 's' => self.padded(cut),
            'q' if sharp && !cut.contains(['`', '\n']) => self.padded(&format!("`{cut}`")),
            'q' => self.padded(&Quoted(cut).to_string()),
            'x' | 'X' => {
                let mut digits = String::new();
                let bytes = match precision {
                    Some(most) => &text.as_bytes()[..most.min(text.len())],
                    None => text.as_bytes(),
                };
                for (at, byte) in bytes.iter().enumerate() {
                    let blank = at > 0 && self.directive.space;
                    digits.push_str(if blank { " " } else { "" });
                    if sharp && (at == 0 || blank) {
                        digits.push_str(if letter == 'x' { "0x" } else { "0X" });
                    }
                    let _ = match letter {
                        'x' => write!(digits, "{byte:02x}"),
                        _ => write!(digits, "{byte:02X}"),
                    };
                }
                self.padded(&digits);
            }
            _ => self.bad(go_value),
        }
    }
}

/// Returns the name of a type for messages; nil has Go's name.
pub(super) fn type_name(ty: Option<&GoType>) -> String {
    ty.map_or_else(|| "<nil>".to_owned(), GoType::to_string)
}
