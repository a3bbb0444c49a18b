//! JSON texts that are read in part.
//!
//! A document of provider schemas has tens of megabytes, and a project uses few of them. A value is
//! the part of the text that it is written in: its members are found by skipping over theirs, and
//! unused ones are not built. Skipping is charged to the budget.

use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Str;

/// The bytes that are skipped in a step of the budget.
const BYTES_A_STEP: usize = 64;

/// The bytes of a member that was found.
const MEMBER: usize = 48;

/// The most levels of arrays and objects.
const MAX_DEPTH: usize = 256;

/// A value in a JSON text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<'t>(&'t str);

#[cold]
fn invalid(what: &str) -> Error {
    Error::new(Code::Syntax, format!("invalid JSON: {what}"))
}

impl<'t> Json<'t> {
    /// The value of a document.
    pub(crate) fn of(text: &'t str) -> Json<'t> {
        Json(text.trim_ascii())
    }

    /// The text of the value.
    pub(crate) fn text(self) -> &'t str {
        self.0
    }

    /// The members of an object, none if the value is not an object.
    #[expect(clippy::string_slice, reason = "a string ends after its ASCII quote")]
    pub(crate) fn members(self, budget: &Budget) -> Result<Vec<(Str, Json<'t>)>> {
        let mut found = Vec::new();
        let Some(mut rest) = self.0.strip_prefix('{') else {
            return Ok(found);
        };
        budget.charge(1 + (rest.len() / BYTES_A_STEP) as u64)?;
        loop {
            rest = rest.trim_ascii_start();
            if rest.starts_with('}') {
                return Ok(found);
            }
            let end = string_end(rest)?;
            let key = unescaped(&rest[..end])?;
            rest = rest[end..].trim_ascii_start();
            rest = rest
                .strip_prefix(':')
                .ok_or_else(|| invalid("a colon is missing"))?;
            let (value, after) = value_at(rest)?;
            budget.push_owning(&mut found, MEMBER + key.len(), (key, value))?;
            rest = after.trim_ascii_start();
            match rest.strip_prefix(',') {
                Some(after) => rest = after,
                None if rest.starts_with('}') => {}
                None => return Err(invalid("a comma is missing")),
            }
        }
    }

    /// The member of a name.
    pub(crate) fn member(self, name: &str, budget: &Budget) -> Result<Option<Json<'t>>> {
        let members = self.members(budget)?;
        Ok(members
            .into_iter()
            .find(|(key, _)| &**key == name)
            .map(|(_, value)| value))
    }

    /// The elements of an array, none if the value is not an array.
    pub(crate) fn elements(self, budget: &Budget) -> Result<Vec<Json<'t>>> {
        let mut found = Vec::new();
        let Some(mut rest) = self.0.strip_prefix('[') else {
            return Ok(found);
        };
        budget.charge(1 + (rest.len() / BYTES_A_STEP) as u64)?;
        loop {
            rest = rest.trim_ascii_start();
            if rest.starts_with(']') {
                return Ok(found);
            }
            let (value, after) = value_at(rest)?;
            budget.push_owning(&mut found, MEMBER, value)?;
            rest = after.trim_ascii_start();
            match rest.strip_prefix(',') {
                Some(after) => rest = after,
                None if rest.starts_with(']') => {}
                None => return Err(invalid("a comma is missing")),
            }
        }
    }

    /// The text of a string.
    pub(crate) fn as_str(self) -> Option<Str> {
        self.0.starts_with('"').then(|| unescaped(self.0).ok())?
    }

    /// Whether the value is `true`.
    pub(crate) fn is_true(self) -> bool {
        self.0 == "true"
    }

    /// Whether the value is `true` or has such a part.
    pub(crate) fn has_true(self, budget: &Budget) -> Result<bool> {
        budget.charge((self.0.len() / BYTES_A_STEP) as u64)?;
        let mut in_string = false;
        let mut bytes = self.0.bytes();
        while let Some(byte) = bytes.next() {
            match byte {
                b'"' => in_string = !in_string,
                b'\\' => drop(bytes.next()),
                // No other literal has this letter.
                b't' if !in_string => return Ok(true),
                _ => {}
            }
        }
        Ok(false)
    }

    /// A natural number.
    pub(crate) fn as_count(self) -> Option<usize> {
        self.0.parse().ok()
    }
}

/// The end of a string that a text begins with.
fn string_end(text: &str) -> Result<usize> {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&b'"') {
        return Err(invalid("a string is missing"));
    }
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return Ok(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    Err(invalid("the string is not terminated"))
}

/// The value that a text begins with, and the text after it.
#[expect(clippy::string_slice, reason = "a slice begins at an ASCII quote")]
fn value_at(text: &str) -> Result<(Json<'_>, &str)> {
    let text = text.trim_ascii_start();
    let bytes = text.as_bytes();
    let mut depth = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => at += string_end(&text[at..])?,
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(Error::new(Code::Limit, "the JSON text is nested too deep"));
                }
                at += 1;
            }
            b'}' | b']' if depth == 0 => break,
            b'}' | b']' => {
                depth -= 1;
                at += 1;
            }
            b',' if depth == 0 => break,
            _ => at += 1,
        }
        if depth == 0 && matches!(byte, b'"' | b'}' | b']') {
            break;
        }
    }
    let (value, rest) = text.split_at(at);
    let value = value.trim_ascii();
    if value.is_empty() || depth > 0 {
        Err(invalid("a value is missing"))
    } else {
        Ok((Json(value), rest))
    }
}

/// The text of a string with its quotes.
fn unescaped(text: &str) -> Result<Str> {
    let inner = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let inner = inner.ok_or_else(|| invalid("a string is missing"))?;
    if !inner.contains('\\') {
        return Ok(inner.into());
    }
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('u') => {
                let unit = code_unit(&mut chars)?;
                let high = (0xd800..0xdc00).contains(&unit);
                let code = if high && chars.as_str().starts_with("\\u") {
                    chars.next();
                    chars.next();
                    let low = code_unit(&mut chars)?;
                    0x10000 + ((unit - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff)
                } else {
                    unit
                };
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(c) => out.push(c),
            None => return Err(invalid("the escape sequence is not terminated")),
        }
    }
    Ok(out.into())
}

fn code_unit(chars: &mut std::str::Chars<'_>) -> Result<u32> {
    let digits = chars
        .as_str()
        .get(..4)
        .ok_or_else(|| invalid("the escape sequence is not terminated"))?;
    let unit = u32::from_str_radix(digits, 16)
        .map_err(|_| invalid("the escape sequence has no digits"))?;
    chars.nth(3);
    Ok(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_without_reading_their_values() {
        let budget = Budget::standard();
        let json = Json::of(r#" {"a": {"b": ["}", 1.5e3, "\""]}, "\u00e9\ud83d\ude00": true } "#);
        let members = json.members(&budget).unwrap();
        assert_eq!(members.len(), 2);
        assert_eq!(&*members[1].0, "é😀");
        assert!(members[1].1.is_true());
        let list = members[0].1.member("b", &budget).unwrap().unwrap();
        let texts: Vec<&str> = list
            .elements(&budget)
            .unwrap()
            .iter()
            .map(|it| it.text())
            .collect();
        assert_eq!(texts, ["\"}\"", "1.5e3", "\"\\\"\""]);
    }

    #[test]
    fn damaged_texts_are_errors() {
        let budget = Budget::standard();
        for text in [
            "{",
            "{\"a\"",
            "{\"a\":",
            "{\"a\": 1",
            "{1: 2}",
            "{\"a\": [}",
            "{\"a\": 1 \"b\": 2}",
            "{\"a\\",
        ] {
            let json = Json::of(text);
            assert!(json.members(&budget).is_err(), "{text}");
        }
        let deep = format!("{{\"a\": {}", "[".repeat(100_000));
        assert_eq!(
            Json::of(&deep).members(&budget).unwrap_err().code(),
            Code::Limit
        );
    }
}
