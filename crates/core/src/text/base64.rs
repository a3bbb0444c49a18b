//! Base64.
//!
//! Strictly, with all padding and nothing else; in lines of sixty characters; or
//! with the two digits that a URL takes. Read strictly, or by skipping what is no
//! digit.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The length of the text for so many bytes.
pub fn length(bytes: usize) -> usize {
    bytes.div_ceil(3).saturating_mul(4)
}

/// In one line.
pub fn strict(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(length(bytes.len()));
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

/// What may stand in a text beside its digits and their padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leniency {
    /// Nothing, and the bits of the last digit that belong to no byte are zero.
    None,
    /// Line breaks anywhere, and those bits may be any.
    Go,
}

/// The bytes of what was written strictly.
pub fn from_strict(text: &str) -> Option<Vec<u8>> {
    decode(text.as_bytes(), Leniency::None).ok()
}

/// The bytes of digits with all padding, as Go's standard decoding takes them: line breaks mean
/// nothing.
///
/// # Errors
/// The place of the byte that is wrong.
pub fn from_padded(bytes: &[u8]) -> Result<Vec<u8>, usize> {
    decode(bytes, Leniency::Go)
}

fn decode(bytes: &[u8], leniency: Leniency) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    let (mut bits, mut digits, mut padding) = (0, 0, 0);
    for (at, byte) in bytes.iter().enumerate() {
        match (value(*byte), *byte) {
            (Some(digit), _) if padding == 0 => {
                bits = bits << 6 | digit;
                digits += 1;
                if digits == 4 {
                    out.extend_from_slice(&bits.to_be_bytes()[1..]);
                    (bits, digits) = (0, 0);
                }
            }
            (None, b'=') if digits >= 2 && padding < 4 - digits => padding += 1,
            (None, b'\r' | b'\n') if leniency == Leniency::Go => {}
            // What is wrong is the padding before it.
            _ if digits + padding == 3 && padding == 1 => return Err(at - 1),
            _ => return Err(at),
        }
    }
    if digits > 0 {
        bits <<= 6 * (4 - digits);
        let decoded = bits.to_be_bytes();
        let is_whole = leniency == Leniency::Go || decoded[digits..].iter().all(|byte| *byte == 0);
        match digits + padding == 4 && is_whole {
            true => {}
            false if padding > 0 => return Err(bytes.len()),
            false => return Err(bytes.len() - digits),
        }
        out.extend_from_slice(&decoded[1..digits]);
    }
    Ok(out)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_breaks_and_spare_bits_are_only_go_s() {
        assert_eq!(from_padded(b"aG\r\nk=\n"), Ok(b"hi".to_vec()));
        assert_eq!(from_padded(b"aGl="), Ok(b"hi".to_vec()));
        assert_eq!(from_strict("aGk=").as_deref(), Some(&b"hi"[..]));
        for other in [
            "aG\nk=", "aGl=", "aGk", "aGk==", "aG=k", "a===", "=", "aGk=aGk=",
        ] {
            assert_eq!(from_strict(other), None, "{other}");
        }
    }

    #[test]
    fn a_fault_has_its_place() {
        for (text, at) in [
            ("aG\n*=", 3),
            ("aGk=a", 4),
            ("aGkaG", 4),
            ("aGk==", 4),
            ("a=", 1),
            ("aG=", 3),
            ("aG=\n", 4),
            ("aG=x", 2),
            ("aG=\nx", 3),
            ("aG\n", 1),
        ] {
            assert_eq!(from_padded(text.as_bytes()), Err(at), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for length in 0..9 {
            let bytes: Vec<u8> = (0..length).map(|at| 31 * at + 7).collect();
            let text = strict(&bytes);
            assert_eq!(text.len(), super::length(bytes.len()));
            assert_eq!(from_strict(&text).as_ref(), Some(&bytes));
            assert_eq!(from_relaxed(&relaxed(&bytes)), bytes);
            assert_eq!(from_url_safe(&url_safe(&bytes)), Some(bytes));
        }
    }
}
