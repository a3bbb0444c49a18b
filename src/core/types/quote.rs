//! How does text stand between quotes in a message?
//!
//! As Go's `%q` writes it, which the reference systems' messages are made with:
//! letters, marks, digits, punctuation, symbols and the ASCII space as they are,
//! everything else escaped.

use std::fmt::{self, Write};

/// Text that prints between double quotes.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let mut plain = 0;
        for (at, c) in self.0.char_indices() {
            if is_plain(c) {
                continue;
            }
            f.write_str(&self.0[plain..at])?;
            plain = at + c.len_utf8();
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\x07' => f.write_str("\\a")?,
                '\x08' => f.write_str("\\b")?,
                '\x0c' => f.write_str("\\f")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                '\x0b' => f.write_str("\\v")?,
                c if c < ' ' || c == '\x7f' => write!(f, "\\x{:02x}", c as u32)?,
                c if (c as u32) < 0x1_0000 => write!(f, "\\u{:04x}", c as u32)?,
                c => write!(f, "\\U{:08x}", c as u32)?,
            }
        }
        f.write_str(&self.0[plain..])?;
        f.write_char('"')
    }
}

fn is_plain(c: char) -> bool {
    if c.is_ascii() {
        return (' '..='~').contains(&c) && c != '"' && c != '\\';
    }
    // The standard library escapes what is not printable, and a combining mark
    // only where it has nothing to stand on.
    let mut buffer = [b'a'; 5];
    let len = c.encode_utf8(&mut buffer[1..]).len();
    std::str::from_utf8(&buffer[..=len]).is_ok_and(|text| text.escape_debug().eq(text.chars()))
}

#[cfg(test)]
mod tests {
    use super::Quoted;

    #[test]
    fn escapes_what_go_escapes() {
        for (text, quoted) in [
            ("a b", r#""a b""#),
            ("é日e\u{301}\u{301}", "\"é日e\u{301}\u{301}\""),
            ("\"\\\n\x00\x7f", r#""\"\\\n\x00\x7f""#),
            (
                "\u{a0}\u{ad}\u{2028}\u{feff}",
                r#""\u00a0\u00ad\u2028\ufeff""#,
            ),
            ("😀\u{e0001}\u{10ffff}", r#""😀\U000e0001\U0010ffff""#),
        ] {
            assert_eq!(Quoted(text).to_string(), quoted);
        }
    }
}
