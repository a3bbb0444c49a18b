//! Base64, by the variants of Go's and Ruby's standard libraries.
//!
//! The alphabets, padding and decoding are those of the crate `base64`. This module adds the line
//! breaks of both languages, and the offset that Go reports for an error.

use base64::Engine;
use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, PAD, STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurposeConfig};

/// Go's decoder, which ignores the bits of the last digit after the last byte.
const GO: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    PAD.with_decode_allow_trailing_bits(true),
);

/// Digits without padding; the bits after the last byte are ignored.
const DIGITS: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

/// The length of the encoding of this number of bytes.
pub fn length(bytes: usize) -> usize {
    bytes.div_ceil(3).saturating_mul(4)
}

/// Encodes in one line.
pub fn strict(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Encodes in lines of 60 characters, each with a line break at its end.
pub fn relaxed(bytes: &[u8]) -> String {
    bytes.chunks(45).fold(String::new(), |mut out, line| {
        STANDARD.encode_string(line, &mut out);
        out.push('\n');
        out
    })
}

/// Encodes with `-` and `_` as the last digits.
pub fn url_safe(bytes: &[u8]) -> String {
    URL_SAFE.encode(bytes)
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// Decodes digits with complete padding and no other characters.
pub fn from_strict(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// Decodes digits with complete padding as Go's standard encoding does, which ignores line breaks.
///
/// # Errors
/// The offset that Go reports for the input.
pub fn from_padded(bytes: &[u8]) -> Result<Vec<u8>, usize> {
    let decoded = if bytes.iter().any(|byte| is_line_break(*byte)) {
        let line: Vec<u8> = (bytes.iter().copied())
            .filter(|byte| !is_line_break(*byte))
            .collect();
        GO.decode(line)
    } else {
        GO.decode(bytes)
    };
    decoded.map_err(|_| corrupt_at(bytes))
}

/// The offset of the error in a text that does not decode (`CorruptInputError` of Go's
/// `encoding/base64`).
#[cold]
fn corrupt_at(bytes: &[u8]) -> usize {
    let (mut digits, mut padding) = (0, 0);
    for (at, byte) in bytes.iter().enumerate() {
        match *byte {
            byte if is_digit(byte) && padding == 0 => digits = (digits + 1) % 4,
            b'=' if digits >= 2 && padding < 4 - digits => padding += 1,
            byte if is_line_break(byte) => {}
            // The padding before this byte is incomplete.
            _ if digits + padding == 3 && padding == 1 => return at - 1,
            _ => return at,
        }
    }
    match padding {
        0 => bytes.len() - digits,
        _ => bytes.len(),
    }
}

/// Decodes the text of a URL (Ruby's `Base64.urlsafe_decode64`): padding may be missing.
pub fn from_url_safe(text: &str) -> Option<Vec<u8>> {
    let mut text = text.replace('-', "+").replace('_', "/");
    if !text.ends_with('=') {
        while !text.chars().count().is_multiple_of(4) {
            text.push('=');
        }
    }
    from_strict(&text)
}

/// Decodes the digits of a text up to padding in the latter half of a group, and ignores all other
/// characters (Ruby's `unpack("m")`).
pub fn from_relaxed(text: &str) -> Vec<u8> {
    let mut digits = Vec::with_capacity(text.len());
    for byte in text.bytes() {
        if is_digit(byte) {
            digits.push(byte);
        } else if byte == b'=' && digits.len() % 4 >= 2 {
            break;
        }
    }
    // A single digit has less than a byte.
    if digits.len() % 4 == 1 {
        digits.pop();
    }
    DIGITS.decode(digits).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_go_accepts_line_breaks_and_spare_bits() {
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
    fn errors_have_the_offset_of_go() {
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
    fn ruby_s_lenient_decoder_skips_other_characters() {
        for (text, bytes) in [
            ("aGk=", &b"hi"[..]),
            ("a=G*k=aGk=", b"hi"),
            ("aGl", b"hi"),
            ("aGkaG", b"h\x69\x1a"),
            ("aGkaGk", b"h\x69\x1a\x1a"),
            ("a", b""),
            ("=", b""),
        ] {
            assert_eq!(from_relaxed(text), bytes, "{text}");
        }
    }

    #[test]
    fn encoded_bytes_are_decoded() {
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
