//! Tokens of mcl, also of texts with errors.
//!
//! The scanner of the language ends at the first error; this one returns a token for each character
//! that it does not recognize.

use polycty_core::source::Span;

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word in lower case.
    Word,
    /// A word that starts in upper case.
    Capital,
    Number,
    /// A string with its quotes; an unterminated string ends at the end of its line.
    String,
    Newline,
    Comment,
    /// An operator or bracket, by its first two bytes.
    Mark(u8, u8),
    Unknown,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// The operators of two bytes.
const DOUBLE: [&[u8; 2]; 8] = [b"==", b"=>", b"!=", b"<=", b">=", b"->", b"?:", b"<|"];

/// Returns the tokens of a text. The work is linear in its length.
pub(super) fn scan(text: &str) -> Vec<Token> {
    // A quote that is missing turns all later strings inside out. Few strings have line breaks.
    scanned(text, false)
        .or_else(|| scanned(text, true))
        .unwrap_or_default()
}

/// Returns the tokens of a text, or `None` if a string has no end and may have line breaks.
fn scanned(text: &str, strings_end_with_lines: bool) -> Option<Vec<Token>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let until = |from: usize, ends: &dyn Fn(u8) -> bool| {
        let rest = bytes[from..].iter().position(|byte| ends(*byte));
        rest.map_or(bytes.len(), |length| from + length)
    };
    while let Some(&first) = bytes.get(at) {
        let (kind, end) = match first {
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'\n' => (Kind::Newline, at + 1),
            b'#' => (Kind::Comment, until(at, &|byte| byte == b'\n')),
            b'"' => (Kind::String, string_end(bytes, at, strings_end_with_lines)?),
            b'a'..=b'z' | b'A'..=b'Z' => {
                let end = until(at, &|byte| !byte.is_ascii_alphanumeric() && byte != b'_');
                match first.is_ascii_uppercase() {
                    true => (Kind::Capital, end),
                    false => (Kind::Word, end),
                }
            }
            b'0'..=b'9' => {
                let end = until(at, &|byte| !byte.is_ascii_digit());
                match (bytes.get(end), bytes.get(end + 1)) {
                    (Some(b'.'), Some(digit)) if digit.is_ascii_digit() => {
                        (Kind::Number, until(end + 1, &|byte| !byte.is_ascii_digit()))
                    }
                    _ => (Kind::Number, end),
                }
            }
            first if first.is_ascii_punctuation() => {
                let second = bytes.get(at + 1).copied().unwrap_or(0);
                match DOUBLE.contains(&&[first, second]) {
                    true if second == b'|' && bytes.get(at + 2) == Some(&b'>') => {
                        (Kind::Mark(b'<', b'|'), at + 3)
                    }
                    true => (Kind::Mark(first, second), at + 2),
                    false => (Kind::Mark(first, 0), at + 1),
                }
            }
            _ => {
                let next = bytes[at + 1..]
                    .iter()
                    .position(|byte| (*byte as i8) >= -0x40);
                (
                    Kind::Unknown,
                    next.map_or(bytes.len(), |length| at + 1 + length),
                )
            }
        };
        tokens.push(Token {
            kind,
            span: Span::new(at, end),
        });
        at = end;
    }
    Some(tokens)
}

/// Returns the end of the string that starts at a byte. `None` if it is not closed, unless it ends
/// with its line.
fn string_end(bytes: &[u8], start: usize, ends_with_line: bool) -> Option<usize> {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return Some(at + 1),
            b'\\' if at + 1 < bytes.len() && bytes[at + 1] != b'\n' => at += 1,
            b'\n' if ends_with_line => return Some(at),
            _ => {}
        }
        at += 1;
    }
    ends_with_line.then_some(bytes.len())
}

/// Returns the variables in `${}` of a string token, without the braces.
pub(super) fn interpolations(text: &str, string: Span) -> Vec<Span> {
    let bytes = text.as_bytes();
    let end = (string.end as usize).min(bytes.len());
    let mut found = Vec::new();
    let mut at = string.start as usize + 1;
    while at + 1 < end {
        match (bytes[at], bytes[at + 1]) {
            (b'\\', _) => at += 2,
            (b'$', b'{') => {
                let start = at + 2;
                let rest = bytes[start..end].iter();
                let length = rest
                    .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
                    .count();
                found.push(Span::new(start, start + length));
                at = start + length;
            }
            _ => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_cover_any_text() {
        let text = "$a = \"x${b.c}\\\"${d}\" é <|> 1.5 -> \"open\n}";
        let tokens = scan(text);
        let texts: Vec<&str> = tokens.iter().map(|each| each.span.slice(text)).collect();
        let expected = [
            "$",
            "a",
            "=",
            "\"x${b.c}\\\"${d}\"",
            "é",
            "<|>",
            "1.5",
            "->",
            "\"open",
            "\n",
            "}",
        ];
        assert_eq!(texts, expected);
        let names = interpolations(text, tokens[3].span);
        let names: Vec<&str> = names.iter().map(|name| name.slice(text)).collect();
        assert_eq!(names, ["b.c", "d"]);
    }
}
