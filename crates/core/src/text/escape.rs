//! Escape sequences in strings.
//!
//! C's letters for control characters, and characters by hexadecimal number. Each language defines
//! which of these it supports, and its other escapes.

/// The letter of a control character in C's escapes.
#[inline]
pub fn letter_of(control: char) -> Option<char> {
    Some(match control {
        '\x07' => 'a',
        '\x08' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\x0b' => 'v',
        '\x0c' => 'f',
        '\r' => 'r',
        _ => return None,
    })
}

/// The control character of a letter in C's escapes.
#[inline]
pub fn control_of(letter: char) -> Option<char> {
    Some(match letter {
        'a' => '\x07',
        'b' => '\x08',
        't' => '\t',
        'n' => '\n',
        'v' => '\x0b',
        'f' => '\x0c',
        'r' => '\r',
        _ => return None,
    })
}

/// Parses leading hexadecimal digits, at most `most` and at most eight. Returns the number and the
/// count of digits.
#[inline]
pub fn leading_hexadecimal(bytes: &[u8], most: usize) -> (u32, usize) {
    let mut number = 0;
    let mut count = 0;
    for byte in bytes.iter().take(most.min(8)) {
        let Some(digit) = char::from(*byte).to_digit(16) else {
            break;
        };
        number = number << 4 | digit;
        count += 1;
    }
    (number, count)
}

/// Parses exactly this number of leading hexadecimal digits as a character. Returns `None` if there
/// are fewer digits or the number is not a character.
#[inline]
pub fn leading_char(bytes: &[u8], digits: usize) -> Option<char> {
    let (number, count) = leading_hexadecimal(bytes, digits);
    char::from_u32(number).filter(|_| count == digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_control_characters_are_converted_both_ways() {
        let letters: String = ('\0'..='\x7f').filter_map(letter_of).collect();
        assert_eq!(letters, "abtnvfr");
        for letter in letters.chars() {
            assert_eq!(control_of(letter).and_then(letter_of), Some(letter));
        }
        assert_eq!(control_of('e'), None);
    }

    #[test]
    fn only_digits_make_a_character() {
        assert_eq!(leading_hexadecimal(b"00e9f", 4), (0xe9, 4));
        assert_eq!(leading_hexadecimal(b"ffffffffff", 9), (u32::MAX, 8));
        assert_eq!(leading_char(b"00E9", 4), Some('é'));
        for wrong in ["+0e9", "e9", "d800", "00e", "00g9"] {
            assert_eq!(leading_char(wrong.as_bytes(), 4), None, "{wrong}");
        }
    }
}
