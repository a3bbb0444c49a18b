//! Strings: representation and length.
//!
//! Strings of up to [`SHORT_MAX`] bytes are stored in the value itself; longer ones are shared. A
//! flag records that a string is in normal form C, which HCL and PCL require, so that no string is
//! normalized twice.

use crate::number::{MAX_IN_WORD, digits_in_word};
use std::borrow::Cow;
use std::cmp::Ordering;
use triomphe::Arc;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_segmentation::UnicodeSegmentation;

/// The longest string that needs no allocation, in bytes.
pub const SHORT_MAX: usize = 14;

const NFC_BIT: u8 = 0x80;

/// A string inside a value's own two words.
#[derive(Clone, Copy)]
pub(crate) struct ShortText {
    /// The length, and [`NFC_BIT`].
    len: u8,
    bytes: [u8; SHORT_MAX],
}

impl ShortText {
    #[inline(always)]
    pub(crate) fn new(text: &str, nfc: bool) -> Option<ShortText> {
        let len = text.len();
        if len > SHORT_MAX {
            return None;
        }
        let bytes = padded(text.as_bytes());
        Some(ShortText {
            len: len as u8 | if nfc { NFC_BIT } else { 0 },
            bytes,
        })
    }

    /// Creates a string from ASCII bytes, if they fit; it is in every normal form.
    #[inline(always)]
    pub(crate) fn ascii(text: &[u8]) -> Option<ShortText> {
        if text.len() > SHORT_MAX {
            return None;
        }
        let bytes = padded(text);
        bytes.is_ascii().then_some(ShortText {
            len: text.len() as u8 | NFC_BIT,
            bytes,
        })
    }

    /// Creates the decimal digits of an integer after its sign, if they fit.
    #[inline]
    pub(crate) fn of_integer(int: i64) -> Option<ShortText> {
        const { assert!(MAX_IN_WORD <= SHORT_MAX) };
        let (word, len) = digits_in_word(int)?;
        let mut bytes = [0; SHORT_MAX];
        bytes.copy_from_slice(&word[..SHORT_MAX]);
        Some(ShortText {
            len: len as u8 | NFC_BIT,
            bytes,
        })
    }

    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len & !NFC_BIT)]
    }

    /// The bytes padded with zeros, and the length.
    #[inline]
    pub(crate) fn padded(&self) -> ([u8; SHORT_MAX], usize) {
        (self.bytes, usize::from(self.len & !NFC_BIT))
    }

    #[inline]
    pub(crate) fn as_str(&self) -> &str {
        // The text was a `&str`, so the default is never used. The check of at most 14 bytes avoids
        // unsafe code.
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn is_nfc(&self) -> bool {
        self.len & NFC_BIT != 0
    }

    /// Compares the bytes. Unused bytes are zero, so two numbers are compared; a text is before the
    /// same text with trailing zero bytes.
    #[inline]
    pub(crate) fn cmp_text(&self, other: &ShortText) -> Ordering {
        self.order(self.len & !NFC_BIT)
            .cmp(&other.order(other.len & !NFC_BIT))
    }

    /// The whole string as one number, in the order of the texts; of equal texts, the one in normal
    /// form is first.
    #[inline]
    pub(crate) fn sort_key(&self) -> SortKey {
        let (high, low) = self.order(self.len.rotate_left(1) ^ 1);
        SortKey(u128::from(high) << 64 | u128::from(low))
    }

    #[inline]
    fn order(&self, last: u8) -> (u64, u64) {
        let mut low = [0; 8];
        low[..SHORT_MAX - 8].copy_from_slice(&self.bytes[8..]);
        low[7] = last;
        let mut high = [0; 8];
        high.copy_from_slice(&self.bytes[..8]);
        (u64::from_be_bytes(high), u64::from_be_bytes(low))
    }

    /// Whether the texts are equal. Unused bytes are always zero, so whole words are compared.
    #[inline]
    pub(crate) fn same_text(&self, other: &ShortText) -> bool {
        self.bytes == other.bytes && (self.len ^ other.len) & !NFC_BIT == 0
    }
}

/// A [`ShortText`] as a number. Sorting many of them takes half the time of sorting values, whose
/// comparison has unpredictable branches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SortKey(u128);

impl SortKey {
    #[inline]
    pub(crate) fn text(self) -> ShortText {
        let key = self.0.to_be_bytes();
        let mut bytes = [0; SHORT_MAX];
        bytes.copy_from_slice(&key[..SHORT_MAX]);
        ShortText {
            len: (key[15] ^ 1).rotate_right(1),
            bytes,
        }
    }

    /// Whether both are the same text.
    #[inline]
    pub(crate) fn same_text(self, other: SortKey) -> bool {
        (self.0 ^ other.0) <= 1
    }
}

/// Copies at most [`SHORT_MAX`] bytes and pads them with zeros. It uses two words that may overlap,
/// since copying a variable number of bytes is a function call.
#[inline]
fn padded(text: &[u8]) -> [u8; SHORT_MAX] {
    let len = text.len();
    let at = |byte: u8, at: usize| u64::from(byte) << (8 * at);
    let (low, high) = if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let high = u64::from_le_bytes(*last).checked_shr(8 * (16 - len as u32));
        (u64::from_le_bytes(*first), high.unwrap_or(0))
    } else if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4));
        (u64::from(u32::from_le_bytes(*first)) | last, 0)
    } else if let (Some(first), Some(last)) = (text.first(), text.last()) {
        let middle = at(text[len / 2], len / 2);
        (at(*first, 0) | middle | at(*last, len - 1), 0)
    } else {
        (0, 0)
    };
    let mut bytes = [0; SHORT_MAX];
    bytes[..8].copy_from_slice(&low.to_le_bytes());
    bytes[8..].copy_from_slice(&high.to_le_bytes()[..SHORT_MAX - 8]);
    bytes
}

/// A string in its own allocation.
pub(crate) struct LongText {
    pub(crate) nfc: bool,
    pub(crate) text: Box<str>,
}

impl LongText {
    #[inline(never)]
    pub(crate) fn shared(text: &str, nfc: bool) -> Arc<LongText> {
        Arc::new(LongText {
            nfc,
            text: text.into(),
        })
    }
}

/// Converts a text to Unicode normal form C; copies it only if necessary.
#[must_use]
#[inline]
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    beyond_ascii_nfc(text)
}

/// Not inlined: 4 KiB of machine code.
#[inline(never)]
fn beyond_ascii_nfc(text: &str) -> Cow<'_, str> {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => Cow::Borrowed(text),
        _ => Cow::Owned(text.nfc().collect()),
    }
}

/// The length of a string in grapheme clusters, the unit of HCL.
#[must_use]
pub fn grapheme_count(text: &str) -> usize {
    if text.is_ascii() && !text.contains('\r') {
        return text.len();
    }
    text.graphemes(true).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_keys_have_the_order_of_texts() {
        let texts = [
            "",
            "\0",
            "\0\0",
            "a",
            "a\0",
            "ab",
            "é",
            "12345678",
            "123456789abcde",
        ];
        let short = |text: &&str, nfc| ShortText::new(text, nfc).expect("short");
        for a in &texts {
            for nfc in [true, false] {
                let back = short(a, nfc).sort_key().text();
                assert_eq!((back.as_str(), back.is_nfc()), (*a, nfc));
            }
            for b in &texts {
                let (known, unknown) = (short(a, true).sort_key(), short(b, false).sort_key());
                let order = a.cmp(b).then(Ordering::Less);
                assert_eq!(known.cmp(&unknown), order, "{a:?} {b:?}");
                assert_eq!(known.same_text(unknown), a == b);
            }
        }
    }

    #[test]
    fn inline_integers_are_written_as_others() {
        let largest = 10i64.pow(SHORT_MAX as u32 - 1) - 1;
        for int in [0, 7, 10, 65_535, largest, -1, -90, -largest] {
            let text = ShortText::of_integer(int).unwrap();
            assert_eq!(text.as_str(), int.to_string());
            assert!(text.is_nfc());
            assert!(text.same_text(&ShortText::new(&int.to_string(), true).unwrap()));
        }
        assert!(ShortText::of_integer(largest + 1).is_none());
        assert!(ShortText::of_integer(i64::MIN).is_none());
    }
}
