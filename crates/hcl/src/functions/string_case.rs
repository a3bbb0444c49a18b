//! Case mapping of strings.
//!
//! The mapping is character by character, with Unicode's simple case mappings. Words start as in
//! Go's `strings.Title`.

use super::define::{DYNAMIC, made, of_text, string};
use polycty_core::text::case::{simple_lower, simple_title, simple_upper};

standard! {
    /// Returns a string with all letters in upper case.
    UPPER: upper(str) [Linear] = |about| of_text(
        about.parameter(string("str", "The string to convert.").allow(DYNAMIC)),
        |text, call| made(&map(text, str::make_ascii_uppercase, simple_upper), call),
    );
    /// Returns a string with all letters in lower case.
    LOWER: lower(str) [Linear] = |about| of_text(
        about.parameter(string("str", "The string to convert.").allow(DYNAMIC)),
        |text, call| made(&map(text, str::make_ascii_lowercase, simple_lower), call),
    );
    /// Returns a string with the first letter of each word in title case.
    TITLE: title(str) [Linear] = |about| of_text(
        about.parameter(string("str", "The string to convert.")),
        |text, call| {
            let mut before = ' ';
            let titled = |c| {
                let begins = is_separator(std::mem::replace(&mut before, c));
                if begins { simple_title(c) } else { c }
            };
            made(&text.chars().map(titled).collect::<String>(), call)
        },
    );
}

fn map(text: &str, ascii: fn(&mut str), simple: fn(char) -> char) -> String {
    if text.is_ascii() {
        let mut out = text.to_owned();
        ascii(&mut out);
        return out;
    }
    text.chars().map(simple).collect()
}

/// Whether a word may start after a character. Non-ASCII characters must be white space.
fn is_separator(c: char) -> bool {
    if c.is_ascii() {
        return !c.is_ascii_alphanumeric() && c != '_';
    }
    c.is_whitespace()
}
