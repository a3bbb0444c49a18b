//! Texts of regular expressions, as Ruby (`Regexp#inspect`, `Regexp#to_s`) and Puppet write them.
//!
//! An expression that only matches text in one encoding has an option for it in Ruby. Puppet checks
//! for any option, and writes such an expression as a group: `/(?-mix:ä)/`.

use crate::scalars::regexp;
use std::fmt::Write;

/// The options that a group may set, in Ruby's order.
const LETTERS: [char; 3] = ['m', 'i', 'x'];

/// Whether an expression has a fixed encoding: it contains a non-ASCII character, as such, as bytes
/// or by its code point, or a property.
fn has_encoding(source: &str) -> bool {
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        if !c.is_ascii() {
            return true;
        }
        if c != '\\' {
            continue;
        }
        let rest = chars.as_str();
        let digits = |from: usize, most: usize, radix: u32| {
            let rest = rest.get(from..).unwrap_or_default();
            let count = rest
                .bytes()
                .take_while(|byte| char::from(*byte).is_digit(radix));
            let end = from + count.count().min(most);
            u32::from_str_radix(rest.get(..end - from).unwrap_or_default(), radix).unwrap_or(0)
        };
        let beyond = match chars.next() {
            Some('p' | 'P') => true,
            Some('x') => digits(1, 2, 16) > 0x7f,
            Some('0'..='7') => digits(0, 3, 8) > 0x7f,
            Some('u') if rest.starts_with("u{") => {
                let codes = rest.split(['{', '}']).nth(1).unwrap_or_default();
                let code = |code: &str| u32::from_str_radix(code, 16).unwrap_or(0);
                codes.split_ascii_whitespace().any(|text| code(text) > 0x7f)
            }
            Some('u') => digits(1, 4, 16) > 0x7f,
            Some(other) => !other.is_ascii(),
            None => false,
        };
        if beyond {
            return true;
        }
    }
    false
}

/// Appends a source with escaped slashes and control characters.
fn push_source(out: &mut String, source: &str) {
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            '/' => out.push_str("\\/"),
            c if c.is_ascii_control() && !matches!(c, '\t'..='\r') => {
                let _ = write!(out, "\\x{:02X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
}

/// Appends an expression between slashes (`Regexp#inspect`).
pub(crate) fn push_inspected(out: &mut String, source: &str) {
    out.push('/');
    push_source(out, source);
    out.push('/');
}

/// Appends an expression between slashes as Puppet writes it.
pub(crate) fn push_delimited(out: &mut String, source: &str) {
    if has_encoding(source) {
        out.push('/');
        out.push_str(&as_group(source));
        out.push('/');
    } else {
        push_inspected(out, source);
    }
}

/// Returns an expression as a group with its options (`Regexp#to_s`). Options that the source
/// itself sets for all of it become those of the group.
pub(crate) fn as_group(source: &str) -> String {
    let (on, inner) = options(source).unwrap_or(([false; 3], source));
    let letters = |set: bool| {
        let letters = LETTERS.iter().zip(on);
        letters
            .filter(move |(_, on)| *on == set)
            .map(|(letter, _)| letter)
    };
    let mut out = String::with_capacity(source.len() + 8);
    out.push_str("(?");
    out.extend(letters(true));
    if on.contains(&false) {
        out.push('-');
    }
    out.extend(letters(false));
    out.push(':');
    push_source(&mut out, inner);
    out.push(')');
    out
}

/// Returns the options that apply to the whole source, and the rest of the source.
fn options(source: &str) -> Option<([bool; 3], &str)> {
    let mut on = [false; 3];
    let mut rest = source;
    while let Some(after) = rest.strip_prefix("(?").filter(|_| rest.len() >= 4) {
        let end = after.find([':', ')'])?;
        let (letters, tail) = after.split_at_checked(end)?;
        let mut set = true;
        for letter in letters.chars() {
            match LETTERS.iter().position(|known| *known == letter) {
                Some(at) => on[at] = set,
                None if letter == '-' && set => set = false,
                None => return None,
            }
        }
        if let Some(inner) = tail.strip_prefix(':') {
            let inner = inner.strip_suffix(')')?;
            return regexp::syntax_error(inner).is_none().then_some((on, inner));
        }
        rest = tail.strip_prefix(')')?;
    }
    (rest.len() < source.len()).then_some((on, rest))
}

/// Returns the text of an expression in a string format: its source, or a group if it has options.
pub(crate) fn source_text(source: &str) -> String {
    if has_encoding(source) {
        format!("(?-imx:{source})")
    } else {
        source.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_those_of_ruby() {
        for (source, expected) in [
            ("é", "(?-mix:é)"),
            ("(?i)é", "(?i-mx:é)"),
            ("(?i:é)", "(?i-mx:é)"),
            ("(?-i:é)", "(?-mix:é)"),
            ("(?mi-x:é)", "(?mi-x:é)"),
            ("(?i:é)|b", "(?-mix:(?i:é)|b)"),
            ("(?i:é)(b)", "(?-mix:(?i:é)(b))"),
            ("(?i)(?m)é", "(?mi-x:é)"),
            ("(?i)(?m:é)", "(?mi-x:é)"),
            ("(?:é)", "(?-mix:é)"),
            ("a/é", "(?-mix:a\\/é)"),
            ("a\\/é", "(?-mix:a\\/é)"),
            ("é\\\\/", "(?-mix:é\\\\\\/)"),
            ("\n\té\u{1}\u{7f}", "(?-mix:\n\té\\x01\\x7F)"),
            ("(?#é)", "(?-mix:(?#é))"),
            ("(?x: é )", "(?x-mi: é )"),
            ("(?a:é)", "(?-mix:(?a:é))"),
            ("(?u)é", "(?-mix:(?u)é)"),
            ("(?i-)é", "(?i-mx:é)"),
            ("(?-)é", "(?-mix:é)"),
            ("(?i:)é(?:)", "(?-mix:(?i:)é(?:))"),
            ("(?mix:é)", "(?mix:é)"),
            ("(?mix-mix:é)", "(?-mix:é)"),
        ] {
            assert_eq!(as_group(source), expected, "{source}");
        }
    }

    #[test]
    fn an_encoding_is_found() {
        for source in [
            "é",
            "\\é",
            "(?#é)",
            "\\p{Alpha}",
            "[\\p{^L}]",
            "\\P{L}",
            "\\xc3\\xa9",
            "\\303\\251",
            "\\u00e9",
            "\\u{41 e9}",
        ] {
            assert!(has_encoding(source), "{source}");
        }
        for source in [
            "a",
            "\\u0041",
            "\\u{41}",
            "\\x41",
            "\\177",
            "[[:alpha:]]",
            "\\\\p{L}",
            "(?u)a",
            "\\",
            "\\x",
            "\\u",
            "\\u{",
        ] {
            assert!(!has_encoding(source), "{source}");
        }
    }
}
