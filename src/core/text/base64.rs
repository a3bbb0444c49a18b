//! Base64.
//!
//! Strictly, with all padding and nothing else; in lines of sixty characters; or
//! with the two digits that a URL takes. Read strictly, or by skipping what is no
//! digit.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// In one line.
pub fn strict(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let mut padded = [0; 4];
        padded[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(padded);
        for at in 0..4 {
            if at <= group.len() {
                out.push(char::from(DIGITS[(bits >> (18 - 6 * at) & 63) as usize]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

/// In lines of sixty characters, each ended.
pub fn relaxed(bytes: &[u8]) -> String {
    bytes.chunks(45).fold(String::new(), |mut out, line| {
        out.push_str(&strict(line));
        out.push('\n');
        out
    })
}

/// With `-` and `_` as the last digits.
pub fn url_safe(bytes: &[u8]) -> String {
    strict(bytes).replace('+', "-").replace('/', "_")
}

fn value(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

/// What becomes of the bits of the last digit that belong to no byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spare {
    /// They are zero.
    Zero,
    /// They are left aside.
    Any,
}

/// The bytes of what was written strictly.
pub fn from_strict(text: &str) -> Option<Vec<u8>> {
    decode(text.as_bytes(), Spare::Zero)
}

/// The bytes of digits with all padding and nothing else, as Go's standard decoding takes them.
pub fn from_padded(bytes: &[u8]) -> Option<Vec<u8>> {
    decode(bytes, Spare::Any)
}

fn decode(bytes: &[u8], spare: Spare) -> Option<Vec<u8>> {
    if !bytes.len().is_multiple_of(4) {
        return None;
    }
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    let groups = bytes.len() / 4;
    for (at, group) in bytes.chunks_exact(4).enumerate() {
        let padding = group.iter().rev().take_while(|byte| **byte == b'=').count();
        if padding > 2 || (padding > 0 && at + 1 < groups) {
            return None;
        }
        let mut bits = 0;
        for byte in &group[..4 - padding] {
            bits = bits << 6 | value(*byte)?;
        }
        bits <<= 6 * padding;
        let decoded = bits.to_be_bytes();
        if spare == Spare::Zero && decoded[4 - padding..].iter().any(|byte| *byte != 0) {
            return None;
        }
        out.extend_from_slice(&decoded[1..4 - padding]);
    }
    Some(out)
}

/// The bytes of what a URL holds: padding may be missing.
pub fn from_url_safe(text: &str) -> Option<Vec<u8>> {
    let mut text = text.replace('-', "+").replace('_', "/");
    if !text.ends_with('=') {
        while !text.chars().count().is_multiple_of(4) {
            text.push('=');
        }
    }
    from_strict(&text)
}

/// The bytes of the digits that stand in a text, up to padding that is met in
/// the latter half of a group.
pub fn from_relaxed(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut group: Vec<u32> = Vec::with_capacity(4);
    for byte in text.bytes() {
        match value(byte) {
            Some(digit) => group.push(digit),
            None if byte == b'=' && group.len() >= 2 => break,
            None => continue,
        }
        if let [a, b, c, d] = group[..] {
            let bits = a << 18 | b << 12 | c << 6 | d;
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
            group.clear();
        }
    }
    match group[..] {
        [a, b] => out.push((a << 2 | b >> 4) as u8),
        [a, b, c] => {
            out.push((a << 2 | b >> 4) as u8);
            out.push((b << 4 | c >> 2) as u8);
        }
        _ => {}
    }
    out
}
