//! Quoting of text in messages.
//!
//! As Go's `%q` writes it, which the messages of cty and Terraform use: letters, marks, digits,
//! punctuation, symbols and the ASCII space are unchanged, all other characters are escaped.

use super::escape::letter_of;
use std::fmt::{self, Write};

/// Text that is displayed between double quotes.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

/// A character that is displayed between single quotes.
#[derive(Clone, Copy, Debug)]
pub struct QuotedChar(pub char);

/// Text of a value that is displayed as in a program, between double quotes. Only the beginning of
/// a long text is shown.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'a>(pub &'a str);

/// The maximum number of bytes of a text that an excerpt shows.
const MAX_EXCERPT: usize = 1024;

impl fmt::Display for Excerpt<'_> {
    #[expect(clippy::string_slice, reason = "the end is a boundary")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0;
        if text.len() <= MAX_EXCERPT {
            return Quoted(text).fmt(f);
        }
        let end = (0..=MAX_EXCERPT).rfind(|at| text.is_char_boundary(*at));
        write!(f, "{}...", Quoted(&text[..end.unwrap_or_default()]))
    }
}

impl fmt::Display for Quoted<'_> {
    #[expect(clippy::string_slice, reason = "offsets come from `char_indices`")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let mut plain = 0;
        for (at, c) in self.0.char_indices() {
            if c != '"' && is_plain(c) {
                continue;
            }
            f.write_str(&self.0[plain..at])?;
            plain = at + c.len_utf8();
            write_escape(c, f)?;
        }
        f.write_str(&self.0[plain..])?;
        f.write_char('"')
    }
}

impl fmt::Display for QuotedChar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('\'')?;
        match self.0 {
            c if c != '\'' && is_plain(c) => f.write_char(c)?,
            c => write_escape(c, f)?,
        }
        f.write_char('\'')
    }
}

fn write_escape(c: char, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(letter) = letter_of(c) {
        f.write_char('\\')?;
        return f.write_char(letter);
    }
    match c {
        '"' | '\'' | '\\' => {
            f.write_char('\\')?;
            f.write_char(c)
        }
        c if c < ' ' || c == '\x7f' => write!(f, "\\x{:02x}", c as u32),
        c if (c as u32) < 0x1_0000 => write!(f, "\\u{:04x}", c as u32),
        c => write!(f, "\\U{:08x}", c as u32),
    }
}

/// Whether a character is unescaped; quotes are not checked.
fn is_plain(c: char) -> bool {
    c != '\\' && is_printable(c)
}

/// Whether a character is printable: letters, marks, digits, punctuation, symbols and the ASCII
/// space.
#[must_use]
pub fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return (' '..='~').contains(&c);
    }
    // The standard library escapes characters that are not printable, and a combining mark only if
    // it does not follow a character.
    let mut buffer = [b'a'; 5];
    let len = c.encode_utf8(&mut buffer[1..]).len();
    std::str::from_utf8(&buffer[..=len]).is_ok_and(|text| text.escape_debug().eq(text.chars()))
}

#[cfg(test)]
mod tests {
    use super::{Excerpt, MAX_EXCERPT, Quoted, QuotedChar};

    #[test]
    fn an_excerpt_ends_at_a_character() {
        assert_eq!(Excerpt("a\"\n").to_string(), r#""a\"\n""#);
        let long = "é".repeat(MAX_EXCERPT);
        let shown = Excerpt(&long).to_string();
        assert_eq!(shown, format!("\"{}\"...", "é".repeat(MAX_EXCERPT / 2)));
    }

    #[test]
    fn escapes_agree_with_go() {
        for (text, quoted) in [
            ("a b", r#""a b""#),
            ("é日e\u{301}\u{301}", "\"é日e\u{301}\u{301}\""),
            ("\"'\\\n\x00\x7f", r#""\"'\\\n\x00\x7f""#),
            (
                "\u{a0}\u{ad}\u{2028}\u{feff}",
                r#""\u00a0\u00ad\u2028\ufeff""#,
            ),
            ("😀\u{e0001}\u{10ffff}", r#""😀\U000e0001\U0010ffff""#),
        ] {
            assert_eq!(Quoted(text).to_string(), quoted);
        }
    }
    #[test]
    fn quotes_are_escaped_in_a_character() {
        for (c, quoted) in [
            ('a', "'a'"),
            ('\'', r"'\''"),
            ('"', "'\"'"),
            ('\\', r"'\\'"),
            ('\n', r"'\n'"),
            ('\u{0}', r"'\x00'"),
            ('\u{ad}', r"'\u00ad'"),
            ('é', "'é'"),
        ] {
            assert_eq!(QuotedChar(c).to_string(), quoted);
        }
    }
}
