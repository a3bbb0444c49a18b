//! Base64: the standard alphabet, with padding.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes of the text for so many bytes.
pub(crate) fn length(bytes: usize) -> usize {
    bytes.div_ceil(3).saturating_mul(4)
}

/// The text of some bytes.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(length(bytes.len()));
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let six = (word >> (18 - 6 * at)) & 63;
            out.push(match at <= chunk.len() {
                true => char::from(ALPHABET[six as usize]),
                false => '=',
            });
        }
    }
    out
}

/// The bytes that a text stands for, or the place of the byte that is wrong. Line breaks mean
/// nothing, padding must be there, and bits that are left over at the end may be any.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut word, mut digits, mut padding) = (0u32, 0, 0);
    for (at, byte) in text.bytes().enumerate() {
        let value = match byte {
            b'\r' | b'\n' => continue,
            b'=' if digits >= 2 && padding < 4 - digits => {
                padding += 1;
                continue;
            }
            _ if padding > 0 => return Err(at),
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err(at),
        };
        word = word << 6 | u32::from(value);
        digits += 1;
        if digits == 4 {
            out.extend_from_slice(&word.to_be_bytes()[1..]);
            (word, digits) = (0, 0);
        }
    }
    if digits > 0 {
        if digits + padding != 4 {
            return Err(text.len() - digits);
        }
        let word = word << (6 * (4 - digits));
        out.extend_from_slice(&word.to_be_bytes()[1..digits]);
    }
    Ok(out)
}
