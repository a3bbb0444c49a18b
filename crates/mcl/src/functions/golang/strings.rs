//! `golang/strings` and `golang/html`.

use crate::functions::call::{Call, int, refused};
use crate::functions::define::{Cost, Function, Outcome};
use crate::functions::html::push_html;
use crate::functions::strings::{join, mapped, replace};
use polycty_core::text::case::{simple_lower, simple_title, simple_upper};
use polycty_core::values::Value;
use std::cmp::Ordering;

pub(in crate::functions) static TABLE: &[Function] = &[
    Function::pure(
        "golang/html.escape_string",
        "func(s str) str",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            call.charge_text(5 * text.len())?;
            Ok(Value::string(&escaped(text)))
        },
    ),
    Function::pure(
        "golang/html.unescape_string",
        "func(s str) str",
        Cost::Linear,
        |call| call.text(&unescaped(call.str(0))),
    ),
    Function::pure(
        "golang/strings.clone",
        "func(s str) str",
        Cost::Linear,
        |call| call.value(0).cloned(),
    ),
    Function::pure(
        "golang/strings.compare",
        "func(a str, b str) int",
        Cost::Linear,
        |call| {
            call.charge_scan(shorter(call))?;
            Ok(int(match call.str(0).cmp(call.str(1)) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }))
        },
    ),
    Function::pure(
        "golang/strings.contains",
        "func(s str, substr str) bool",
        Cost::Linear,
        |call| {
            call.charge_scan(call.str(0))?;
            Ok(Value::bool(call.str(0).contains(call.str(1))))
        },
    ),
    Function::pure(
        "golang/strings.contains_any",
        "func(s str, chars str) bool",
        Cost::Linear,
        |call| Ok(Value::bool(call.str(0).contains(any_of(call)?))),
    ),
    Function::pure(
        "golang/strings.count",
        "func(s str, substr str) int",
        Cost::Linear,
        |call| {
            let (text, part) = (call.str(0), call.str(1));
            call.charge_scan(text)?;
            // An empty part occurs between all characters.
            let count = if part.is_empty() {
                text.chars().count() + 1
            } else {
                text.matches(part).count()
            };
            Ok(int(count as i64))
        },
    ),
    Function::pure(
        "golang/strings.equal_fold",
        "func(s str, t str) bool",
        Cost::Linear,
        |call| {
            let (s, t) = (call.str(0), call.str(1));
            if s.is_ascii() && t.is_ascii() {
                return Ok(Value::bool(s.eq_ignore_ascii_case(t)));
            }
            // The case of non-ASCII characters is looked up in tables.
            call.budget.charge((s.len().min(t.len()) / 4) as u64)?;
            Ok(Value::bool(folded(s).eq(folded(t))))
        },
    ),
    Function::pure(
        "golang/strings.has_prefix",
        "func(s str, prefix str) bool",
        Cost::Linear,
        |call| {
            call.charge_scan(shorter(call))?;
            Ok(Value::bool(call.str(0).starts_with(call.str(1))))
        },
    ),
    Function::pure(
        "golang/strings.has_suffix",
        "func(s str, suffix str) bool",
        Cost::Linear,
        |call| {
            call.charge_scan(shorter(call))?;
            Ok(Value::bool(call.str(0).ends_with(call.str(1))))
        },
    ),
    Function::pure(
        "golang/strings.index",
        "func(s str, substr str) int",
        Cost::Linear,
        |call| {
            call.charge_scan(call.str(0))?;
            Ok(index_value(call.str(0).find(call.str(1))))
        },
    ),
    Function::pure(
        "golang/strings.index_any",
        "func(s str, chars str) int",
        Cost::Linear,
        |call| Ok(index_value(call.str(0).find(any_of(call)?))),
    ),
    Function::pure(
        "golang/strings.join",
        "func(elems []str, sep str) str",
        Cost::Linear,
        |call| {
            let parts: Vec<&str> = call.list(0).iter().filter_map(Value::as_str).collect();
            join(call, &parts, call.str(1))
        },
    ),
    Function::pure(
        "golang/strings.last_index",
        "func(s str, substr str) int",
        Cost::Linear,
        |call| {
            call.charge_scan(call.str(0))?;
            Ok(index_value(call.str(0).rfind(call.str(1))))
        },
    ),
    Function::pure(
        "golang/strings.last_index_any",
        "func(s str, chars str) int",
        Cost::Linear,
        |call| Ok(index_value(call.str(0).rfind(any_of(call)?))),
    ),
    Function::pure(
        "golang/strings.repeat",
        "func(s str, count int) str",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            let Ok(count) = usize::try_from(call.int(1)) else {
                return Err(refused("strings: negative Repeat count"));
            };
            Ok(Value::string(&call.repeated(text, count, 0)?))
        },
    ),
    Function::pure(
        "golang/strings.replace",
        "func(s str, old str, new str, n int) str",
        Cost::Linear,
        |call| replace(call, usize::try_from(call.int(3)).unwrap_or(usize::MAX)),
    ),
    Function::pure(
        "golang/strings.replace_all",
        "func(s str, old str, new str) str",
        Cost::Linear,
        |call| replace(call, usize::MAX),
    ),
    Function::pure(
        "golang/strings.title",
        "func(s str) str",
        Cost::Linear,
        title,
    ),
    Function::pure(
        "golang/strings.to_lower",
        "func(s str) str",
        Cost::Linear,
        |call| mapped(call, simple_lower),
    ),
    Function::pure(
        "golang/strings.to_title",
        "func(s str) str",
        Cost::Linear,
        |call| mapped(call, simple_title),
    ),
    Function::pure(
        "golang/strings.to_upper",
        "func(s str) str",
        Cost::Linear,
        |call| mapped(call, simple_upper),
    ),
    // Strings are always valid UTF-8.
    Function::pure(
        "golang/strings.to_valid_utf_8",
        "func(s str, replacement str) str",
        Cost::Linear,
        |call| call.value(0).cloned(),
    ),
    Function::pure(
        "golang/strings.trim",
        "func(s str, cutset str) str",
        Cost::Linear,
        |call| {
            let set = any_of(call)?;
            call.text(call.str(0).trim_start_matches(&set).trim_end_matches(&set))
        },
    ),
    Function::pure(
        "golang/strings.trim_left",
        "func(s str, cutset str) str",
        Cost::Linear,
        |call| call.text(call.str(0).trim_start_matches(any_of(call)?)),
    ),
    Function::pure(
        "golang/strings.trim_prefix",
        "func(s str, prefix str) str",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            call.text(text.strip_prefix(call.str(1)).unwrap_or(text))
        },
    ),
    Function::pure(
        "golang/strings.trim_right",
        "func(s str, cutset str) str",
        Cost::Linear,
        |call| call.text(call.str(0).trim_end_matches(any_of(call)?)),
    ),
    Function::pure(
        "golang/strings.trim_space",
        "func(s str) str",
        Cost::Linear,
        |call| call.text(call.str(0).trim()),
    ),
    Function::pure(
        "golang/strings.trim_suffix",
        "func(s str, suffix str) str",
        Cost::Linear,
        |call| {
            let text = call.str(0);
            call.text(text.strip_suffix(call.str(1)).unwrap_or(text))
        },
    ),
];

/// Returns a predicate for the characters of the second argument.
fn any_of<'a>(
    call: &Call<'a>,
) -> Result<impl Fn(char) -> bool + Clone + 'a, polycty_engine::Failure> {
    let (text, set) = (call.str(0), call.str(1));
    // Each character may be compared with each character of the set.
    let steps = (text.len() as u64).saturating_mul(set.len() as u64) / 16;
    call.budget.charge(1 + steps)?;
    Ok(move |c: char| set.contains(c))
}

/// Returns the shorter of two texts; a comparison stops at its end.
fn shorter<'a>(call: &Call<'a>) -> &'a str {
    let (left, right) = (call.str(0), call.str(1));
    if left.len() < right.len() {
        left
    } else {
        right
    }
}

fn index_value(at: Option<usize>) -> Value {
    int(at.map_or(-1, |at| at as i64))
}

/// Returns the case-folded characters of a text.
fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().map(|c| simple_lower(simple_upper(c)))
}

fn title(call: &Call<'_>) -> Outcome {
    let text = call.str(0);
    call.charge_text(2 * text.len())?;
    Ok(Value::string(&titled(text)))
}

/// Converts the first letter of each word to title case. Non-ASCII characters except spaces belong
/// to words.
fn titled(text: &str) -> String {
    let mut inside = false;
    let title = |c: char| {
        let belongs = if c.is_ascii() {
            c.is_ascii_alphanumeric() || c == '_'
        } else {
            !c.is_whitespace()
        };
        let begins = !std::mem::replace(&mut inside, belongs);
        if begins { simple_title(c) } else { c }
    };
    text.chars().map(title).collect()
}

/// Escapes the five special characters of HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        push_html(c, &mut out);
    }
    out
}

/// Decodes character references: numbers and the names that this module supports. Text that is not
/// such a reference is kept.
#[expect(clippy::string_slice, reason = "offsets come from `find` and `len`")]
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        match reference(rest) {
            Some((c, length)) => {
                out.push(c);
                rest = &rest[length..];
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

/// The characters of the references 0x80 to 0x9f (WHATWG, numeric character reference end state):
/// those of Windows code page 1252, where it has one.
const WINDOWS_1252: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// Parses a character reference after `&`; returns its character and its length.
#[expect(clippy::string_slice, reason = "only ASCII bytes are skipped")]
fn reference(rest: &str) -> Option<(char, usize)> {
    const NAMES: [(&str, char); 10] = [
        ("amp;", '&'),
        ("lt;", '<'),
        ("gt;", '>'),
        ("quot;", '"'),
        ("apos;", '\''),
        ("nbsp;", '\u{a0}'),
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
    ];
    if let Some(number) = rest.strip_prefix('#') {
        let (digits, radix, before) = match number.strip_prefix(['x', 'X']) {
            Some(digits) => (digits, 16, 2),
            None => (number, 10, 1),
        };
        let end = digits
            .find(|c: char| !c.is_digit(radix))
            .unwrap_or(digits.len());
        if end == 0 {
            return None;
        }
        let number = u32::from_str_radix(&digits[..end], radix).unwrap_or(u32::MAX);
        let c = match number {
            0 => '\u{fffd}',
            0x80..=0x9f => WINDOWS_1252[number as usize - 0x80],
            number => char::from_u32(number).unwrap_or('\u{fffd}'),
        };
        let semicolon = usize::from(digits[end..].starts_with(';'));
        return Some((c, before + end + semicolon));
    }
    let found = NAMES.iter().find(|(name, _)| rest.starts_with(name));
    found.map(|(name, c)| (*c, name.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_parsed_again() {
        let text = "<a href='x'>\"é\" & b</a>";
        assert_eq!(unescaped(&escaped(text)), text);
        assert_eq!(
            unescaped("&#x41;&#66&amp &;&#;&nope;&lt"),
            "AB& &;&#;&nope;<"
        );
        assert_eq!(
            unescaped("&#0;&#xd800;&#99999999999;&#128;&#x9f;"),
            "\u{fffd}\u{fffd}\u{fffd}€Ÿ"
        );
    }

    #[test]
    fn words_start_after_separators() {
        assert_eq!(titled("it's a_b 9c-d"), "It'S A_b 9c-D");
        assert_eq!(titled("'ǆ\u{a0}é\u{301}a…a"), "'ǅ\u{a0}É\u{301}a…a");
    }
}
