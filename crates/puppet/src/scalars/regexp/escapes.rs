//! Escapes of characters by their codes: `\x41`, `\u00e9`, `\101`, `\C-a`, `\M-a`.
//!
//! Ruby decodes them before its engine parses an expression. Non-ASCII bytes must form UTF-8
//! characters.

use super::Checked;

/// Checks all escapes of an expression.
#[expect(
    clippy::string_slice,
    reason = "offsets are ends of characters and runs of ASCII characters"
)]
pub(super) fn check(source: &str) -> Checked {
    let bytes = source.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte != b'\\' {
            at += 1;
            continue;
        }
        at = match bytes.get(at + 1) {
            None => return Err("too short escape sequence".into()),
            Some(b'u') => unicode(source, at)?,
            Some(b'x' | b'c' | b'C' | b'M') => encoded(source, at)?,
            Some(b'0'..=b'3') if octal(&bytes[at + 1..]).0 > 0o177 => encoded(source, at)?,
            Some(b'4'..=b'7') if octal(&bytes[at + 1..]).0 > 0o377 => {
                return Err("invalid escape code".into());
            }
            Some(_) => {
                let next = source[at + 1..].chars().next();
                at + 1 + next.map_or(1, char::len_utf8)
            }
        };
    }
    Ok(())
}

/// Returns the number of up to three octal digits, and their count.
fn octal(bytes: &[u8]) -> (u32, usize) {
    let digits = bytes.iter().take(3);
    let digits = digits.take_while(|byte| (b'0'..=b'7').contains(byte));
    digits.fold((0, 0), |(value, count), digit| {
        (value * 8 + u32::from(digit - b'0'), count + 1)
    })
}

/// Returns the number of hexadecimal digits, and their count.
#[expect(
    clippy::string_slice,
    reason = "offsets are ends of characters and runs of ASCII characters"
)]
fn hexadecimal(text: &str, most: usize) -> (u32, usize) {
    let digits = text.bytes().take(most).take_while(u8::is_ascii_hexdigit);
    let count = digits.count();
    (u32::from_str_radix(&text[..count], 16).unwrap_or(0), count)
}

/// Returns the end of the `\u` escape at a byte.
#[expect(
    clippy::string_slice,
    reason = "offsets are ends of characters and runs of ASCII characters"
)]
fn unicode(source: &str, at: usize) -> Checked<usize> {
    let range = |code: u32| match char::from_u32(code) {
        Some(_) => Ok(()),
        None => Err("invalid Unicode range".to_owned()),
    };
    let rest = &source[at + 2..];
    if rest.is_empty() {
        return Err("too short escape sequence".into());
    }
    let Some(list) = rest.strip_prefix('{') else {
        let (code, count) = hexadecimal(rest, 4);
        if count < 4 {
            return Err("invalid Unicode escape".into());
        }
        range(code)?;
        return Ok(at + 6);
    };
    let mut left = list.trim_start_matches(|c: char| c.is_ascii_whitespace());
    let mut codes = 0;
    while left.starts_with(|c: char| c.is_ascii_hexdigit()) {
        let (code, count) = hexadecimal(left, left.len());
        if count > 6 {
            return Err("invalid Unicode range".into());
        }
        range(code)?;
        codes += 1;
        left = left[count..].trim_start_matches(|c: char| c.is_ascii_whitespace());
    }
    if left.starts_with('}') && codes > 0 {
        Ok(source.len() - left.len() + 1)
    } else {
        Err("invalid Unicode list".into())
    }
}

/// Returns the end of the character whose first byte is escaped at a byte.
fn encoded(source: &str, at: usize) -> Checked<usize> {
    let (first, mut at) = byte(source, at)?;
    let length = match first {
        0..=0x7f => return Ok(at),
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return Err("invalid multibyte escape".into()),
    };
    let mut bytes = vec![first];
    while bytes.len() < length {
        if source.as_bytes().get(at) != Some(&b'\\') {
            return Err("too short escaped multibyte character".into());
        }
        let (next, end) = byte(source, at)?;
        bytes.push(next);
        at = end;
        let partial = std::str::from_utf8(&bytes);
        if partial.is_err_and(|error| error.error_len().is_some()) {
            return Err("invalid multibyte escape".into());
        }
    }
    Ok(at)
}

/// Returns the byte that an escape denotes, and the end of the escape.
#[expect(
    clippy::string_slice,
    reason = "offsets are ends of characters and runs of ASCII characters"
)]
fn byte(source: &str, mut at: usize) -> Checked<(u8, usize)> {
    let bytes = source.as_bytes();
    let (mut control, mut meta) = (false, false);
    let short = |meta: bool| {
        if meta {
            "too short meta escape".to_owned()
        } else {
            "too short control escape".to_owned()
        }
    };
    // Ruby does not modify non-ASCII characters.
    let is_ascii = |at: usize| bytes.get(at).is_some_and(u8::is_ascii);
    let code = loop {
        match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'\\'), None) => return Err("too short escape sequence".into()),
            (Some(b'\\'), Some(b'c')) if !control => {
                control = true;
                at += 2;
                if !is_ascii(at) {
                    return Err(short(false));
                }
            }
            (Some(b'\\'), Some(b'C')) if !control => {
                if bytes.get(at + 2) != Some(&b'-') || !is_ascii(at + 3) {
                    return Err(short(false));
                }
                control = true;
                at += 3;
            }
            (Some(b'\\'), Some(b'M')) if !meta => {
                if bytes.get(at + 2) != Some(&b'-') || !is_ascii(at + 3) {
                    return Err(short(true));
                }
                meta = true;
                at += 3;
            }
            (Some(b'\\'), Some(b'c' | b'C')) => return Err("duplicate ctrl escape".into()),
            (Some(b'\\'), Some(b'M')) => return Err("duplicate meta escape".into()),
            (Some(b'\\'), Some(b'x')) => {
                let (code, count) = hexadecimal(&source[at + 2..], 2);
                if count == 0 {
                    return Err("invalid hex escape".into());
                }
                at += 2 + count;
                break code;
            }
            (Some(b'\\'), Some(b'0'..=b'7')) => {
                let (code, count) = octal(&bytes[at + 1..]);
                at += 1 + count;
                break code;
            }
            (Some(b'\\'), Some(other)) => {
                let code = match other {
                    b'n' => 10,
                    b't' => 9,
                    b'r' => 13,
                    b'f' => 12,
                    b'v' => 11,
                    b'a' => 7,
                    b'e' => 27,
                    _ => return Err("unexpected escape sequence".into()),
                };
                at += 2;
                break code;
            }
            (Some(other), _) => {
                let code = u32::from(*other);
                at += 1;
                break code;
            }
            (None, _) => return Err(short(meta)),
        }
    };
    let code = code & if control { 0x9f } else { 0xff } | if meta { 0x80 } else { 0 };
    Ok((code as u8, at))
}

/// Returns the character of the escape at the start of a text, and the length of the escape in
/// bytes. An escape of several characters denotes the last one.
#[expect(
    clippy::string_slice,
    reason = "offsets are ends of characters and runs of ASCII characters"
)]
pub(crate) fn character(text: &str) -> (char, usize) {
    let bytes = text.as_bytes();
    let decoded = |end: usize| {
        let mut at = 0;
        let mut out = Vec::new();
        while at < end {
            match byte(text, at) {
                Ok((code, next)) => {
                    out.push(code);
                    at = next;
                }
                Err(_) => break,
            }
        }
        std::str::from_utf8(&out)
            .ok()
            .and_then(|text| text.chars().next())
    };
    match bytes.get(1) {
        Some(b'u') => {
            let end = unicode(text, 0).unwrap_or(2);
            let inner = text[2..end].trim_matches(['{', '}', ' ']);
            let last = inner.rsplit(' ').next().unwrap_or_default();
            let code = u32::from_str_radix(last, 16).ok();
            (code.and_then(char::from_u32).unwrap_or('u'), end)
        }
        Some(b'x' | b'c' | b'C' | b'M') => {
            let end = encoded(text, 0).unwrap_or(2);
            (decoded(end).unwrap_or('x'), end)
        }
        Some(b'0'..=b'7') => {
            let (code, count) = octal(&bytes[1..]);
            match code {
                0..=0o177 => (char::from(code as u8), 1 + count),
                _ => {
                    let end = encoded(text, 0).unwrap_or(1 + count);
                    (decoded(end).unwrap_or('0'), end)
                }
            }
        }
        Some(other) => {
            let c = text[1..].chars().next().unwrap_or('\\');
            let named = match other {
                b'n' => '\n',
                b't' => '\t',
                b'r' => '\r',
                b'f' => '\x0c',
                b'v' => '\x0b',
                b'a' => '\x07',
                b'e' => '\x1b',
                b'b' => '\x08',
                _ => c,
            };
            (named, 1 + c.len_utf8())
        }
        None => ('\\', 1),
    }
}
