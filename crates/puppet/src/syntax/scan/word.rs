//! Words: names, type names, variables and numbers.

use super::token::Kind;
use super::{Exponents, Scanned, Scanner, syntax};

impl Scanner<'_> {
    /// Scans a bare word: a keyword, a name, or a string with hyphens or a leading underscore.
    pub(super) fn word(&mut self) -> Scanned<bool> {
        let start = self.at;
        let mut at = start;
        let mut name = true;
        if self.bytes[at] == b':' {
            at += 2;
        }
        loop {
            name &= self.bytes[at] != b'_';
            at += word_len(&self.bytes[at..]);
            // Hyphens between word characters belong to the word.
            while self.bytes.get(at) == Some(&b'-') {
                let hyphens = self.bytes[at..].iter().take_while(|b| **b == b'-').count();
                if !self.bytes.get(at + hyphens).is_some_and(is_word) {
                    break;
                }
                name = false;
                at += hyphens;
                at += word_len(&self.bytes[at..]);
            }
            match &self.bytes[at..] {
                [b':', b':', b'a'..=b'z' | b'_', ..] => at += 2,
                _ => break,
            }
        }
        self.at = at;
        let kind = match Kind::keyword(&self.bytes[start..at]) {
            Some(keyword) => keyword,
            None if name => Kind::Name,
            None => Kind::Word,
        };
        self.push(kind, start);
        Ok(true)
    }

    /// Scans a name that begins with `::`.
    pub(super) fn qualified(&mut self) -> Scanned<bool> {
        match self.byte(2) {
            b'A'..=b'Z' => self.type_name(),
            b'a'..=b'z' | b'_' => self.word(),
            _ => Err(syntax(self.at + 2, "Illegal fully qualified name")),
        }
    }

    /// Scans a capitalized name.
    pub(super) fn type_name(&mut self) -> Scanned<bool> {
        let start = self.at;
        let leading = self.bytes[start] == b':';
        let mut at = start + if leading { 2 } else { 0 };
        loop {
            at += word_len(&self.bytes[at..]);
            match &self.bytes[at..] {
                [b':', b':', b'A'..=b'Z', ..] => at += 2,
                [b':', b':', ..] if leading => {
                    // Puppet reports this position, 3 bytes further.
                    let message = "Illegal fully qualified class reference";
                    return Err(syntax(at + 3, message));
                }
                [b':', b':', ..] => return Err(syntax(at + 1, "Illegal class reference")),
                _ => break,
            }
        }
        self.at = at;
        self.push(Kind::TypeName, start);
        Ok(true)
    }

    /// Scans a variable; a lone `$` is a variable without a name.
    pub(super) fn variable(&mut self) {
        let start = self.at;
        self.at = start + 1 + variable_len(&self.bytes[start + 1..]);
        self.push(Kind::Variable, start);
    }

    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    pub(super) fn number(&mut self) -> Scanned<bool> {
        let start = self.at;
        let mut at = start + word_len(&self.bytes[start..]);
        let digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
        if digits(&self.bytes[start..at])
            && let [b'.', b'0'..=b'9', ..] = &self.bytes[at..]
        {
            at += 1 + word_len(&self.bytes[at + 1..]);
        }
        // The sign of an exponent ends a word.
        if let [sign @ (b'-' | b'+'), b'0'..=b'9', ..] = &self.bytes[at..]
            && (*sign == b'-' || self.exponents == Exponents::AsWritten)
        {
            let mantissa = &self.text[start..at];
            let exponent = 1 + word_len(&self.bytes[at + 1..]);
            let signed = mantissa.strip_suffix(['e', 'E']).is_some_and(|mantissa| {
                let decimal = |b: &u8| b.is_ascii_digit() || *b == b'.';
                mantissa.as_bytes().iter().all(decimal)
            });
            if signed && digits(&self.bytes[at + 1..at + exponent]) {
                at += exponent;
            }
        }
        let text = &self.text[start..at];
        if !is_plain(text.as_bytes())
            && let Some(wrong) = wrong_number(text)
        {
            return Err(syntax(start, wrong));
        }
        self.at = at;
        self.push(Kind::Number, start);
        Ok(true)
    }
}

/// Whether the text consists of decimal digits only.
#[inline]
fn is_plain(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_digit) && (text[0] != b'0' || text.len() == 1)
}

/// Returns the error message for an invalid number.
fn wrong_number(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    match bytes {
        [b'0', b'x' | b'X', hex @ ..] => {
            let well_formed = !hex.is_empty() && hex.iter().all(u8::is_ascii_hexdigit);
            (!well_formed).then(|| format!("Not a valid hex number {text}"))
        }
        [b'0', next, ..] if *next != b'.' => {
            let well_formed = bytes.iter().all(|b| matches!(b, b'0'..=b'7'));
            (!well_formed).then(|| format!("Not a valid octal number {text}"))
        }
        _ => {
            let (mantissa, exponent) = match text.split_once(['e', 'E']) {
                Some((mantissa, exponent)) => (mantissa, Some(exponent)),
                None => (text, None),
            };
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let well_formed = match mantissa.split_once('.') {
                Some((whole, fraction)) => digits(whole) && digits(fraction),
                None => digits(mantissa),
            } && exponent
                .is_none_or(|text| digits(text.strip_prefix(['-', '+']).unwrap_or(text)));
            if well_formed {
                return None;
            }
            let next = text.bytes().find(|b| !b.is_ascii_digit());
            Some(match next {
                Some(b'.' | b'e' | b'E') => format!("Not a valid decimal number {text}"),
                _ => format!("Illegal number '{text}'"),
            })
        }
    }
}

/// The bytes of words.
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0u8;
    while byte < 0x80 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    table
};

/// The number of leading bytes that are letters, digits or underscores.
#[inline]
pub(super) fn word_len(bytes: &[u8]) -> usize {
    let mut len = 0;
    while len < bytes.len() && WORD[usize::from(bytes[len])] {
        len += 1;
    }
    len
}

#[inline]
fn is_word(byte: &u8) -> bool {
    WORD[usize::from(*byte)]
}

/// The length in bytes of the variable name after a `$`.
#[inline]
pub(super) fn variable_len(bytes: &[u8]) -> usize {
    let mut len = match bytes {
        [b':', b':', next, ..] if is_word(next) => 2,
        [next, ..] if is_word(next) => 0,
        _ => return 0,
    };
    loop {
        len += word_len(&bytes[len..]);
        match &bytes[len..] {
            [b':', b':', next, ..] if is_word(next) => len += 2,
            _ => return len,
        }
    }
}
