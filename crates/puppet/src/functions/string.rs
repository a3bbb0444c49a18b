//! Functions of strings: case, blanks, lines, shell words, versions as texts.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry, Takes};
use crate::eval::interpreter::Interpreter;
use crate::eval::memory::{ELEMENT_BYTES, Elements};
use crate::eval::stop::{Eval, raised};
use crate::functions::iteration::Items;
use crate::values::special::{array, array_elements, hash};
use crate::words::{capitalised, lower};
use polycty_core::calls::HeldBytes;
use polycty_core::values::Value;
use std::cmp::Ordering;

/// The aliases in signatures of functions that change case at any depth.
const STRING_DATA: &[(&str, &str)] = &[(
    "StringData",
    "Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]",
)];

const CASES: &[&str] = &[
    "Numeric arg",
    "String arg",
    "Array[StringData] arg",
    "Hash[StringData, StringData] arg",
];

/// The signatures of the functions that take a number, a string, or several of these.
const EACH: &[&str] = &[
    "Numeric arg",
    "String arg",
    "Iterable[Variant[String, Numeric]] arg",
];

pub(super) const TABLE: &[Entry] = &[
    Entry {
        name: "upcase",
        cost: Cost::Linear,
        makes: Makes::Whole,
        takes: Takes::Signatures(STRING_DATA, CASES),
        run: upcase,
    },
    Entry {
        name: "downcase",
        cost: Cost::Linear,
        makes: Makes::Whole,
        takes: Takes::Signatures(STRING_DATA, CASES),
        run: downcase,
    },
    Entry::new("capitalize", Cost::Linear, Makes::Whole, EACH, capitalize),
    Entry::new("camelcase", Cost::Linear, Makes::Whole, EACH, camelcase),
    Entry::new("chomp", Cost::Copying, Makes::Whole, EACH, chomp),
    Entry::new("chop", Cost::Copying, Makes::Whole, EACH, chop),
    Entry::new("strip", Cost::Copying, Makes::Whole, EACH, strip),
    Entry::new("lstrip", Cost::Copying, Makes::Whole, EACH, lstrip),
    Entry::new("rstrip", Cost::Copying, Makes::Whole, EACH, rstrip),
    Entry::new(
        "versioncmp",
        Cost::Linear,
        Makes::Nothing,
        &["String a, String b, Boolean ignore_trailing_zeroes?"],
        versioncmp,
    ),
    Entry::legacy(
        "shellquote",
        Cost::Linear,
        Makes::Shallow,
        Takes::AtLeast(0),
        shellquote,
    ),
];

fn upcase(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    deeply(interpreter, &arguments.values[0], |text| {
        text.to_uppercase()
    })
}

fn downcase(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    deeply(interpreter, &arguments.values[0], lower)
}

/// Changes a text. A letter may become up to three letters.
fn changed(interpreter: &Interpreter<'_>, text: &str, change: fn(&str) -> String) -> Eval<Value> {
    let mut memory = HeldBytes::new(interpreter.budget);
    memory.hold(text.len() as u64)?;
    Ok(Value::string(&change(text)))
}

/// Changes the strings in a value at any depth.
fn deeply(
    interpreter: &mut Interpreter<'_>,
    value: &Value,
    change: fn(&str) -> String,
) -> Eval<Value> {
    if let Some(text) = value.as_str() {
        return changed(interpreter, text, change);
    }
    if let Some(parts) = array_elements(value) {
        let mut made = Vec::with_capacity(parts.len());
        for part in parts {
            made.push(deeply(interpreter, part, change)?);
        }
        return Ok(array(made)?);
    }
    if let Some(map) = value.as_ordered_map() {
        let mut made = Vec::with_capacity(map.len());
        for (key, part) in map.entries() {
            let key = deeply(interpreter, key, change)?;
            made.push((key, deeply(interpreter, part, change)?));
        }
        return Ok(hash(made)?);
    }
    Ok(value.clone())
}

/// Changes a string, or the strings of a list; numbers are unchanged.
fn each(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    change: fn(&str) -> String,
) -> Eval<Value> {
    let value = &arguments.values[0];
    let one = |interpreter: &mut Interpreter<'_>, value: Value| match value.as_str() {
        Some(text) => changed(interpreter, text, change),
        None => Ok(value),
    };
    match arguments.which {
        0 => Ok(value.clone()),
        1 => one(interpreter, value.clone()),
        _ => {
            let mut made = Elements::new(interpreter.budget);
            let mut items = Items::of(value)?;
            while let Some(item) = items.counted(interpreter.budget)? {
                made.push(one(interpreter, item)?)?;
            }
            Ok(array(made.take())?)
        }
    }
}

fn capitalize(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    each(interpreter, arguments, capitalised)
}

fn camelcase(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    each(interpreter, arguments, |text| {
        text.split('_').map(capitalised).collect()
    })
}

fn chomp(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    each(interpreter, arguments, |text| {
        let line = ["\r\n", "\n", "\r"]
            .iter()
            .find_map(|end| text.strip_suffix(end));
        line.unwrap_or(text).to_owned()
    })
}

fn chop(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    each(interpreter, arguments, |text| {
        match text.strip_suffix("\r\n") {
            Some(line) => line.to_owned(),
            None => {
                let mut chars = text.chars();
                chars.next_back();
                chars.as_str().to_owned()
            }
        }
    })
}

/// Whether Ruby treats the character as white space at the start of a text.
fn is_blank(c: char) -> bool {
    matches!(c, '\0' | '\t'..='\r' | ' ')
}

fn strip(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    each(interpreter, arguments, |text| {
        text.trim_start_matches(is_blank)
            .trim_end_matches(is_blank)
            .to_owned()
    })
}

fn lstrip(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    each(interpreter, arguments, |text| {
        text.trim_start_matches(is_blank).to_owned()
    })
}

fn rstrip(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    each(interpreter, arguments, |text| {
        text.trim_end_matches(is_blank).to_owned()
    })
}

/// Splits the next piece from a version: digits, a `-` or a `.` alone, or any other text.
fn piece(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let end = match bytes.first() {
        None => 0,
        Some(b'-' | b'.') => 1,
        Some(first) if first.is_ascii_digit() => {
            bytes.iter().take_while(|b| b.is_ascii_digit()).count()
        }
        Some(_) => bytes
            .iter()
            .take_while(|b| !b.is_ascii_digit() && !matches!(b, b'-' | b'.'))
            .count(),
    };
    text.split_at(end)
}

fn versions(left: &str, right: &str) -> Ordering {
    let (mut rest_left, mut rest_right) = (left, right);
    while !rest_left.is_empty() && !rest_right.is_empty() {
        let (a, after_a) = piece(rest_left);
        let (b, after_b) = piece(rest_right);
        (rest_left, rest_right) = (after_a, after_b);
        if a == b {
            continue;
        }
        for lone in ["-", "."] {
            if a == lone {
                return Ordering::Less;
            }
            if b == lone {
                return Ordering::Greater;
            }
        }
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let order = if digits(a) && digits(b) {
            if a.starts_with('0') || b.starts_with('0') {
                a.to_uppercase().cmp(&b.to_uppercase())
            } else {
                a.len().cmp(&b.len()).then_with(|| a.cmp(b))
            }
        } else {
            a.to_uppercase().cmp(&b.to_uppercase())
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    left.cmp(right)
}

fn versioncmp(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let length = (arguments.text(0).len() + arguments.text(1).len()) as u64;
    // The texts are copied, and so is each differing piece, in capital letters.
    let mut memory = HeldBytes::new(interpreter.budget);
    memory.hold(2 * length)?;
    let normal = |text: &str| match arguments.get(2).and_then(Value::as_bool) {
        Some(true) => {
            let (version, suffix) = match text.find('-') {
                Some(at) => text.split_at(at),
                None => (text, ""),
            };
            let mut version = version;
            while let Some(shorter) = version.strip_suffix(".0") {
                version = shorter;
            }
            format!("{version}{suffix}")
        }
        _ => text.to_owned(),
    };
    let order = versions(&normal(arguments.text(0)), &normal(arguments.text(1)));
    Ok(Value::from_integer((order as i64).into()))
}

fn shellquote(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    // Quoted words are up to twice as long, and exist in addition to the whole text.
    let mut memory = HeldBytes::new(interpreter.budget);
    let sizes = arguments.values.iter().map(|value| u64::from(value.size()));
    memory.hold(4 * ELEMENT_BYTES * sizes.sum::<u64>())?;
    let mut words = Vec::new();
    for value in arguments.values {
        for word in array_elements(value).unwrap_or(std::slice::from_ref(value)) {
            words.push(quoted(
                word.as_str()
                    .ok_or_else(|| raised("shellquote() requires strings"))?,
            ));
        }
    }
    Ok(Value::string(&words.join(" ")))
}

/// Returns a word quoted for a shell: unchanged, in quotes, or with escapes in double quotes.
fn quoted(word: &str) -> String {
    const SAFE: &str = "@%_+=:,./-";
    const DANGEROUS: &str = "!\"`$\\";
    let safe = |c: char| c.is_ascii_alphanumeric() || SAFE.contains(c);
    if !word.is_empty() && word.chars().all(safe) {
        return word.to_owned();
    }
    if !word.contains(|c: char| DANGEROUS.contains(c)) {
        return format!("\"{word}\"");
    }
    if !word.contains('\'') {
        return format!("'{word}'");
    }
    let mut out = String::from("\"");
    for c in word.chars() {
        if DANGEROUS.contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}
