//! Hexadecimal digits of bytes, and percent-encoding in URLs.

/// The digits.
pub(super) const LOWER: &[u8; 16] = b"0123456789abcdef";
pub(super) const UPPER: &[u8; 16] = b"0123456789ABCDEF";

fn push(byte: u8, digits: &[u8; 16], out: &mut String) {
    out.push(char::from(digits[usize::from(byte >> 4)]));
    out.push(char::from(digits[usize::from(byte & 15)]));
}

/// Encodes each byte as two lower-case digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        push(*byte, LOWER, &mut out);
    }
    out
}

/// Appends the percent-encoding of a byte (RFC 3986, 2.1): `%C3`.
pub fn push_percent(byte: u8, out: &mut String) {
    out.push('%');
    push(byte, UPPER, out);
}

/// Appends a text as a component of a URL's query, as Go's `url.QueryEscape` writes it: spaces as
/// plus signs, and all characters that are not unreserved (RFC 3986, 2.3) percent-encoded.
pub fn push_query(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            b' ' => out.push('+'),
            _ => push_percent(byte, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_has_two_digits() {
        assert_eq!(hexadecimal(&[0, 0x9f, 0xfa]), "009ffa");
        assert_eq!(hexadecimal(&[]), "");
    }

    #[test]
    fn unreserved_characters_are_not_encoded() {
        let mut out = String::from("?");
        push_query("a-_.~Z9 +/é", &mut out);
        assert_eq!(out, "?a-_.~Z9+%2B%2F%C3%A9");
    }
}
