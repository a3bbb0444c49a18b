//! `golang/strconv`.

use crate::functions::call::{Call, int, refused};
use crate::functions::define::{Cost, Function, Outcome};
use crate::functions::parse::{NumError, parse_bool, parse_float, parse_int, parse_int_in};
use polycty_core::text::Quoted;
use polycty_core::text::escape::{control_of, leading_char, leading_hexadecimal};
use polycty_core::values::Value;
use std::fmt::Write;

#[expect(
    clippy::string_slice,
    reason = "`unquoted` returns the length of a whole literal"
)]
pub(in crate::functions) static TABLE: &[Function] = &[
    Function::pure(
        "golang/strconv.append_bool",
        "func(dst str, b bool) str",
        Cost::Linear,
        |call| {
            let text = if call.bool(1) { "true" } else { "false" };
            call.text(&[call.str(0), text].concat())
        },
    ),
    Function::pure(
        "golang/strconv.append_int",
        "func(dst str, i int, base int) str",
        Cost::Linear,
        |call| {
            let text = in_base(call.int(1), call.int(2))?;
            call.text(&[call.str(0), &text].concat())
        },
    ),
    Function::pure(
        "golang/strconv.append_quote",
        "func(dst str, s str) str",
        Cost::Linear,
        |call| quoted(call, 1, |text| Quoted(text).to_string()),
    ),
    Function::pure(
        "golang/strconv.append_quote_to_ascii",
        "func(dst str, s str) str",
        Cost::Linear,
        |call| quoted(call, 1, ascii_quoted),
    ),
    Function::pure(
        "golang/strconv.append_quote_to_graphic",
        "func(dst str, s str) str",
        Cost::Linear,
        |call| quoted(call, 1, graphic_quoted),
    ),
    Function::pure(
        "golang/strconv.atoi",
        "func(s str) int",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            Ok(int(
                parse_int(text).map_err(|error| refused(error.message("Atoi", text)))?
            ))
        },
    ),
    Function::pure(
        "golang/strconv.can_backquote",
        "func(s str) bool",
        Cost::Linear,
        |call| {
            let fits = |c: char| (c >= ' ' || c == '\t') && !matches!(c, '`' | '\x7f' | '\u{feff}');
            Ok(Value::bool(call.str(0).chars().all(fits)))
        },
    ),
    Function::pure(
        "golang/strconv.format_bool",
        "func(b bool) str",
        Cost::Constant,
        |call| call.text(if call.bool(0) { "true" } else { "false" }),
    ),
    Function::pure(
        "golang/strconv.format_int",
        "func(i int, base int) str",
        Cost::Constant,
        |call| call.text(&in_base(call.int(0), call.int(1))?),
    ),
    Function::pure(
        "golang/strconv.itoa",
        "func(i int) str",
        Cost::Constant,
        |call| call.text(&call.int(0).to_string()),
    ),
    Function::pure(
        "golang/strconv.parse_bool",
        "func(str str) bool",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            let flag = parse_bool(text);
            Ok(Value::bool(flag.ok_or_else(|| {
                refused(NumError::Syntax.message("ParseBool", text))
            })?))
        },
    ),
    Function::pure(
        "golang/strconv.parse_float",
        "func(s str, bitSize int) float",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            call.charge_scan(text)?;
            let refuse = |error: NumError| refused(error.message("ParseFloat", text));
            let double = parse_float(text).map_err(refuse)?;
            if call.int(1) != 32 {
                return Ok(Value::from_double(double));
            }
            let single = double as f32;
            if single.is_infinite() && double.is_finite() {
                return Err(refuse(NumError::Range));
            }
            Ok(Value::from_double(f64::from(single)))
        },
    ),
    Function::pure(
        "golang/strconv.parse_int",
        "func(s str, base int, bitSize int) int",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            call.charge_scan(text)?;
            let number = parse_int_in(text, call.int(1), call.int(2));
            Ok(int(number.map_err(|error| {
                refused(error.message("ParseInt", text))
            })?))
        },
    ),
    Function::pure(
        "golang/strconv.quote",
        "func(s str) str",
        Cost::Linear,
        |call| quoted(call, 0, |text| Quoted(text).to_string()),
    ),
    Function::pure(
        "golang/strconv.quote_to_ascii",
        "func(s str) str",
        Cost::Linear,
        |call| quoted(call, 0, ascii_quoted),
    ),
    Function::pure(
        "golang/strconv.quote_to_graphic",
        "func(s str) str",
        Cost::Linear,
        |call| quoted(call, 0, graphic_quoted),
    ),
    Function::pure(
        "golang/strconv.quoted_prefix",
        "func(s str) str",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            call.charge_scan(text)?;
            match unquoted(text) {
                Some((_, length)) => call.text(&text[..length]),
                None => Err(refused("invalid syntax")),
            }
        },
    ),
    Function::pure(
        "golang/strconv.unquote",
        "func(s str) str",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            call.charge_scan(text)?;
            match unquoted(text) {
                Some((inside, length)) if length == text.len() => call.text(&inside),
                _ => Err(refused("invalid syntax")),
            }
        },
    ),
];

/// Formats a number in a base from 2 to 36.
fn in_base(number: i64, base: i64) -> Result<String, polycty_engine::Failure> {
    let base = u64::try_from(base)
        .ok()
        .filter(|base| (2..=36).contains(base));
    let base = base.ok_or_else(|| refused("strconv: illegal AppendInt/FormatInt base"))?;
    let mut rest = number.unsigned_abs();
    let mut digits = Vec::new();
    loop {
        let digit = char::from_digit((rest % base) as u32, base as u32);
        digits.extend(digit);
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    digits.extend((number < 0).then_some('-'));
    Ok(digits.into_iter().rev().collect())
}

/// Returns the argument before the text, if any, followed by the quoted text.
fn quoted(call: &Call<'_>, at: usize, quote: fn(&str) -> String) -> Outcome {
    let text = call.str(at);
    call.charge_text(10 * text.len())?;
    let before = if at == 0 { "" } else { call.str(0) };
    call.text(&[before, &quote(text)].concat())
}

/// Quotes a text and escapes all non-ASCII characters.
fn ascii_quoted(text: &str) -> String {
    Quoted(text)
        .to_string()
        .chars()
        .fold(String::new(), |mut out, c| {
            // Writing to a string cannot fail.
            let _ = match c as u32 {
                ..0x80 => out.write_char(c),
                number @ ..0x1_0000 => write!(out, "\\u{number:04x}"),
                number => write!(out, "\\U{number:08x}"),
            };
            out
        })
}

/// Quotes a text and keeps Unicode spaces, which are otherwise escaped.
#[expect(
    clippy::string_slice,
    reason = "one whole character or quotation mark is cut off"
)]
fn graphic_quoted(text: &str) -> String {
    let mut out = String::new();
    let pieces = text.split_inclusive(is_wide_blank);
    for piece in pieces {
        let blank = piece.chars().next_back().filter(|c| is_wide_blank(*c));
        let before = &piece[..piece.len() - blank.map_or(0, char::len_utf8)];
        let quoted = Quoted(before).to_string();
        out.push_str(&quoted[1..quoted.len() - 1]);
        out.extend(blank);
    }
    format!("\"{out}\"")
}

/// Returns whether a character is a Unicode space other than U+0020.
fn is_wide_blank(c: char) -> bool {
    matches!(
        c,
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// Parses a Go literal at the start of a text; returns its value and its length.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
pub(in crate::functions) fn unquoted(text: &str) -> Option<(String, usize)> {
    let mut chars = text.chars();
    let quote = chars.next()?;
    let body = chars.as_str();
    match quote {
        '`' => {
            let end = body.find('`')?;
            Some((body[..end].replace('\r', ""), end + 2))
        }
        '"' | '\'' => {
            let mut bytes: Vec<u8> = Vec::new();
            let mut rest = body;
            let mut count = 0;
            loop {
                let mut chars = rest.chars();
                let c = chars.next()?;
                let after = chars.as_str();
                if c == quote {
                    let length = text.len() - rest.len() + 1;
                    let single = quote == '"' || count == 1;
                    return String::from_utf8(bytes)
                        .ok()
                        .filter(|_| single)
                        .map(|out| (out, length));
                }
                count += 1;
                if c == '\n' {
                    return None;
                }
                if c != '\\' {
                    bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                    rest = after;
                    continue;
                }
                rest = escape(after, quote, &mut bytes)?;
            }
        }
        _ => None,
    }
}

/// Appends the value of an escape and returns the rest of the text.
fn escape<'a>(rest: &'a str, quote: char, bytes: &mut Vec<u8>) -> Option<&'a str> {
    let mut chars = rest.chars();
    let letter = chars.next()?;
    let after = chars.as_str();
    let mut push = |c: char| bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    match letter {
        '\\' => push('\\'),
        '\'' | '"' if letter == quote => push(quote),
        'x' => {
            let (number, count) = leading_hexadecimal(after.as_bytes(), 2);
            if count != 2 {
                return None;
            }
            bytes.push(number as u8);
            return after.get(2..);
        }
        'u' | 'U' => {
            let digits = if letter == 'u' { 4 } else { 8 };
            push(leading_char(after.as_bytes(), digits)?);
            return after.get(digits..);
        }
        '0'..='7' => {
            let digits = rest
                .get(..3)
                .filter(|digits| digits.bytes().all(|b| matches!(b, b'0'..=b'7')))?;
            bytes.push(u8::from_str_radix(digits, 8).ok()?);
            return rest.get(3..);
        }
        letter => push(control_of(letter)?),
    }
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_parsed_as_in_go() {
        for (text, inside) in [
            (
                r#""a\tb\x41\101\u00e9\U0001F600\"" rest"#,
                Some(("a\tbAAé😀\"", 32)),
            ),
            ("`a\\\r\nb`", Some(("a\\\nb", 7))),
            ("'a'", Some(("a", 3))),
            ("'ab'", None),
            ("\"a", None),
            ("\"\\'\"", None),
            ("\"\\8\"", None),
            ("\"\\xff\"", None),
            ("\"a\nb\"", None),
            ("a", None),
            ("é", None),
            ("日本", None),
            ("\"é\\é", None),
            ("'日'x", Some(("日", 5))),
            ("", None),
        ] {
            let inside = inside.map(|(inside, length)| (inside.to_owned(), length));
            assert_eq!(unquoted(text), inside, "{text}");
        }
    }

    #[test]
    fn quotes_may_be_ascii_or_keep_spaces() {
        assert_eq!(ascii_quoted("é😀\n"), "\"\\u00e9\\U0001f600\\n\"");
        assert_eq!(
            graphic_quoted("\u{a0}é\n\u{3000}"),
            "\"\u{a0}é\\n\u{3000}\""
        );
        assert_eq!(in_base(-255, 16).unwrap(), "-ff");
        assert_eq!(in_base(i64::MIN, 2).unwrap().len(), 65);
        assert!(in_base(1, 37).is_err());
    }
}
