//! A pull parser of JSON: it reads tokens, without building a tree.
//!
//! A [`Reader`] has a position in a document and reads from there. Its grammar is strictly that of
//! RFC 8259. The messages of errors are those of Go's `encoding/json`. Text after the value is not
//! read unless requested.
//!
//! ```
//! use polycty_core::codec::json::Reader;
//! let mut reader = Reader::new(r#"{"ports": [80, 443]}"#);
//! let mut members = reader.begin_object()?;
//! while let Some(name) = reader.next_key(&mut members)? {
//!     assert_eq!(name, "ports");
//!     let mut elements = reader.begin_array()?;
//!     while reader.next_element(&mut elements)? {
//!         reader.number()?;
//!     }
//! }
//! # Ok::<(), polycty_core::source::Error>(())
//! ```

use crate::codec::too_deep;
use crate::source::{Code, Error, Result, Span};
use crate::text::QuotedChar;
use crate::text::escape::leading_hexadecimal;
use std::borrow::Cow;

/// The maximum number of open brackets. The nesting of a value is at most half of it; the JSON of
/// its type may have two brackets per level.
pub const MAX_DOCUMENT_NESTING: usize = 1024;

/// The kind of the next value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peek {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// `[`.
    Array,
    /// `{`.
    Object,
}

/// The state of reading one array or object.
#[derive(Debug)]
pub struct Items {
    begun: bool,
}

/// A string that was read.
#[derive(Debug)]
pub(crate) struct StringToken<'a> {
    /// The text; borrowed from the document if it has no escapes.
    pub(crate) text: Cow<'a, str>,
    /// Whether the text is certainly ASCII.
    pub(crate) ascii: bool,
}

/// A position in a JSON document.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// Creates a reader at the start of a document.
    #[must_use]
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    /// The offset of the next byte, from zero.
    #[must_use]
    #[inline]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Moves to an earlier position of this reader.
    #[inline]
    pub fn seek(&mut self, offset: usize) {
        debug_assert!(self.text.is_char_boundary(offset));
        self.at = offset;
    }

    /// Returns the kind of the next value after skipping white space.
    ///
    /// # Errors
    /// [`Code::Syntax`] if no value begins here.
    #[inline]
    pub fn peek(&mut self) -> Result<Peek> {
        self.skip_space();
        match self.byte() {
            Some(b'"') => Ok(Peek::String),
            Some(b'-' | b'0'..=b'9') => Ok(Peek::Number),
            Some(b'{') => Ok(Peek::Object),
            Some(b'[') => Ok(Peek::Array),
            Some(b't' | b'f') => Ok(Peek::Bool),
            Some(b'n') => Ok(Peek::Null),
            _ => Err(self.unexpected("looking for beginning of value")),
        }
    }

    /// Reads `null`.
    ///
    /// # Errors
    /// [`Code::Syntax`] for other text.
    pub fn null(&mut self) -> Result<()> {
        self.skip_space();
        self.literal("null")
    }

    /// Reads `true` or `false`.
    ///
    /// # Errors
    /// [`Code::Syntax`] for other text.
    #[inline]
    pub fn bool(&mut self) -> Result<bool> {
        self.skip_space();
        if self.byte() == Some(b't') {
            self.literal("true").map(|()| true)
        } else {
            self.literal("false").map(|()| false)
        }
    }

    /// Reads a number. The text is borrowed from the document.
    ///
    /// # Errors
    /// [`Code::Syntax`] for other text.
    #[expect(
        clippy::string_slice,
        reason = "a number ends before or after an ASCII byte"
    )]
    pub fn number(&mut self) -> Result<&'a str> {
        self.skip_space();
        let start = self.at;
        self.skip_number()?;
        Ok(&self.text[start..self.at])
    }

    /// Reads a whole number that fits in `i64`, is not `-0` and has neither fraction nor exponent.
    /// Does not move the position before any other text.
    #[inline]
    pub fn small_integer(&mut self) -> Option<i64> {
        let rest = &self.text.as_bytes()[self.at..];
        let negative = rest.first() == Some(&b'-');
        let first = usize::from(negative);
        let mut end = first;
        let mut int = 0i64;
        // Eighteen digits always fit.
        while let Some(digit) = rest.get(end).map(|b| b.wrapping_sub(b'0'))
            && digit < 10
            && end - first < 18
        {
            int = int * 10 + i64::from(digit);
            end += 1;
        }
        let canonical = match rest.get(first) {
            Some(b'0') => end == first + 1 && !negative,
            Some(b'1'..=b'9') => true,
            _ => false,
        };
        if !canonical || matches!(rest.get(end), Some(b'0'..=b'9' | b'.' | b'e' | b'E')) {
            return None;
        }
        self.at += end;
        Some(if negative { -int } else { int })
    }

    /// Reads a string, borrowed from the document if it has no escapes. An unpaired surrogate
    /// becomes U+FFFD.
    ///
    /// # Errors
    /// [`Code::Syntax`] for other text.
    pub fn string(&mut self) -> Result<Cow<'a, str>> {
        self.string_text().map(|text| text.text)
    }

    #[inline]
    pub(crate) fn string_text(&mut self) -> Result<StringToken<'a>> {
        self.skip_space();
        if self.byte() != Some(b'"') {
            return Err(self.unexpected("looking for beginning of value"));
        }
        self.quoted()
    }

    /// Reads an ASCII string without escapes at the current position. Does not move the position
    /// before any other text. Most strings have this form, and the result fits in registers.
    #[inline]
    pub fn plain_string(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        if bytes.get(self.at) != Some(&b'"') {
            return None;
        }
        let start = self.at + 1;
        let end = special(bytes, start);
        if bytes.get(end) != Some(&b'"') {
            return None;
        }
        self.at = end + 1;
        self.text.get(start..end)
    }

    /// Reads `[`.
    ///
    /// # Errors
    /// [`Code::Syntax`] for other text; [`Code::Type`] for a value of a different kind.
    #[inline]
    pub fn begin_array(&mut self) -> Result<Items> {
        self.begin(b'[')
    }

    /// Reads the comma or the closing bracket. Returns whether there is a next element, which is
    /// then at the current position.
    ///
    /// # Errors
    /// [`Code::Syntax`] for other text.
    #[inline]
    pub fn next_element(&mut self, items: &mut Items) -> Result<bool> {
        self.skip_space();
        match self.byte() {
            Some(b',') if items.begun => {
                self.at += 1;
                Ok(true)
            }
            Some(b']') => {
                self.at += 1;
                Ok(false)
            }
            Some(b'}') if !items.begun => Err(self.unexpected("looking for beginning of value")),
            Some(_) if !items.begun => {
                items.begun = true;
                Ok(true)
            }
            _ => Err(self.unexpected("after array element")),
        }
    }

    /// Reads `{`.
    ///
    /// # Errors
    /// [`Code::Syntax`] for other text; [`Code::Type`] for a value of a different kind.
    #[inline]
    pub fn begin_object(&mut self) -> Result<Items> {
        self.begin(b'{')
    }

    /// Reads the next key and its colon, or the closing bracket.
    ///
    /// # Errors
    /// [`Code::Syntax`] for other text.
    pub fn next_key(&mut self, items: &mut Items) -> Result<Option<Cow<'a, str>>> {
        if !self.next_member(items)? {
            return Ok(None);
        }
        let key = self.key()?.text;
        self.colon()?;
        Ok(Some(key))
    }

    /// Reads the next key with its span, as [`Reader::next_key`] does.
    pub(crate) fn next_spanned_key(
        &mut self,
        items: &mut Items,
    ) -> Result<Option<(Cow<'a, str>, Span)>> {
        if !self.next_member(items)? {
            return Ok(None);
        }
        self.skip_space();
        let start = self.at;
        let key = self.key()?.text;
        let span = Span::new(start, self.at);
        self.colon()?;
        Ok(Some((key, span)))
    }

    /// Reads the comma or the closing bracket. Returns whether there is a next member, whose key is
    /// then at the current position.
    #[inline]
    pub(crate) fn next_member(&mut self, items: &mut Items) -> Result<bool> {
        self.skip_space();
        match self.byte() {
            Some(b',') if items.begun => {
                self.at += 1;
                self.skip_space();
                Ok(true)
            }
            Some(b'}') => {
                self.at += 1;
                Ok(false)
            }
            Some(b']') if !items.begun => {
                Err(self.unexpected("looking for beginning of object key string"))
            }
            Some(_) if !items.begun => {
                items.begun = true;
                Ok(true)
            }
            _ => Err(self.unexpected("after object key:value pair")),
        }
    }

    /// Reads a key at the current position.
    #[inline]
    pub(crate) fn key(&mut self) -> Result<StringToken<'a>> {
        self.skip_space();
        if self.byte() != Some(b'"') {
            return Err(self.unexpected("looking for beginning of object key string"));
        }
        self.quoted()
    }

    /// Reads the colon after a key.
    #[inline]
    pub(crate) fn colon(&mut self) -> Result<()> {
        self.skip_space();
        if self.byte() != Some(b':') {
            return Err(self.unexpected("after object key"));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a key and its colon if they are at the current position and the key equals `name`. The
    /// name must not contain characters that JSON escapes.
    #[inline]
    pub(crate) fn expected_key(&mut self, name: &str) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        let end = name.len() + 1;
        if rest.len() > end + 1
            && rest[end] == b'"'
            && rest[end + 1] == b':'
            && rest[0] == b'"'
            && rest[1..end] == *name.as_bytes()
        {
            self.at += end + 2;
            return true;
        }
        false
    }

    /// Skips a value of any kind and checks its grammar.
    ///
    /// # Errors
    /// [`Code::Syntax`] for invalid text; [`Code::Limit`] past [`MAX_DOCUMENT_NESTING`].
    pub fn skip_value(&mut self) -> Result<()> {
        let start = self.at;
        self.skip_nested().map_err(|error| {
            if self.at < self.text.len() || error.code() == Code::Limit {
                return error;
            }
            // Only white space is an end of the text; otherwise the value is incomplete.
            let blank = self.text.as_bytes()[start..].iter().all(|b| is_space(*b));
            error.with_message(if blank { "EOF" } else { "unexpected EOF" })
        })
    }

    /// Skips a value of any kind and returns its text, borrowed from the document.
    ///
    /// # Errors
    /// As [`Reader::skip_value`].
    #[expect(
        clippy::string_slice,
        reason = "a value begins and ends with ASCII bytes"
    )]
    pub fn raw_value(&mut self) -> Result<&'a str> {
        self.skip_space();
        let start = self.at;
        self.skip_value()?;
        Ok(&self.text[start..self.at])
    }

    /// Skips white space and returns the next byte without reading it.
    #[inline]
    pub fn peek_byte(&mut self) -> Option<u8> {
        self.skip_space();
        self.byte()
    }

    /// The error for an unexpected byte or end of the text.
    #[cold]
    pub(crate) fn unexpected(&self, context: &str) -> Error {
        let message = match self.text.as_bytes().get(self.at) {
            None => "EOF".to_owned(),
            Some(byte) => {
                // As in Go, a byte is shown as the character with the same number.
                let quoted = QuotedChar(char::from(*byte));
                format!("invalid character {quoted} {context}")
            }
        };
        self.failure(message)
    }

    /// An error at the next byte.
    #[cold]
    pub fn failure(&self, message: impl Into<String>) -> Error {
        Error::new(Code::Syntax, message).with_offset(self.at)
    }

    #[inline]
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        while let Some(byte) = self.byte()
            && is_space(byte)
        {
            self.at += 1;
        }
    }

    #[inline]
    fn begin(&mut self, bracket: u8) -> Result<Items> {
        self.skip_space();
        if self.byte() == Some(bracket) {
            self.at += 1;
            return Ok(Items { begun: false });
        }
        // Check first whether the text is a value at all.
        self.peek()?;
        let message = format!("missing expected {}", char::from(bracket));
        Err(self.failure(message).with_code(Code::Type))
    }

    fn literal(&mut self, word: &str) -> Result<()> {
        if self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(());
        }
        let Some((first, rest)) = word.split_at_checked(1) else {
            return Ok(());
        };
        if self.byte() != Some(first.as_bytes()[0]) {
            return Err(self.unexpected("looking for beginning of value"));
        }
        self.at += 1;
        for expected in rest.chars() {
            if self.byte() != Some(expected as u8) {
                let error = self.unexpected(&format!("in literal {word} (expecting '{expected}')"));
                return Err(self.or_end(error));
            }
            self.at += 1;
        }
        Ok(())
    }

    fn skip_number(&mut self) -> Result<()> {
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        match self.byte() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.or_end(self.unexpected("in numeric literal"))),
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            if !matches!(self.byte(), Some(b'0'..=b'9')) {
                let error = self.unexpected("after decimal point in numeric literal");
                return Err(self.or_end(error));
            }
            self.digits();
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            if !matches!(self.byte(), Some(b'0'..=b'9')) {
                let error = self.unexpected("in exponent of numeric literal");
                return Err(self.or_end(error));
            }
            self.digits();
        }
        Ok(())
    }

    fn digits(&mut self) {
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
    }

    /// Reads a string whose opening quote is at the current position.
    #[inline]
    #[expect(clippy::string_slice, reason = "the reader stops at ASCII bytes only")]
    fn quoted(&mut self) -> Result<StringToken<'a>> {
        let start = self.at + 1;
        self.at = special(self.text.as_bytes(), start);
        if self.byte() == Some(b'"') {
            let text = &self.text[start..self.at];
            self.at += 1;
            return Ok(StringToken {
                text: Cow::Borrowed(text),
                ascii: true,
            });
        }
        self.quoted_rest(start)
    }

    /// Reads the rest of a string with escapes or with characters that are not ASCII.
    #[inline(never)]
    #[expect(clippy::string_slice, reason = "the reader stops at ASCII bytes only")]
    fn quoted_rest(&mut self, start: usize) -> Result<StringToken<'a>> {
        let bytes = self.text.as_bytes();
        let mut ascii = true;
        let mut unescaped = String::new();
        let mut from = start;
        loop {
            self.at = special(bytes, self.at);
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') => {
                    unescaped.push_str(&self.text[from..self.at]);
                    let escaped = self.escape()?;
                    ascii &= escaped.is_ascii();
                    unescaped.push(escaped);
                    from = self.at;
                }
                Some(0x80..) => {
                    ascii = false;
                    while let Some(0x80..) = self.byte() {
                        self.at += 1;
                    }
                }
                _ => return Err(self.or_end(self.unexpected("in string literal"))),
            }
        }
        let rest = &self.text[from..self.at];
        self.at += 1;
        let text = if from == start {
            Cow::Borrowed(rest)
        } else {
            unescaped.push_str(rest);
            Cow::Owned(unescaped)
        };
        Ok(StringToken { text, ascii })
    }

    /// Reads an escape whose backslash is at the current position.
    fn escape(&mut self) -> Result<char> {
        self.at += 1;
        let plain = match self.byte() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode_escape();
            }
            _ => return Err(self.or_end(self.unexpected("in string escape code"))),
        };
        self.at += 1;
        Ok(plain)
    }

    fn unicode_escape(&mut self) -> Result<char> {
        let unit = self.hex4()?;
        if let Some(plain) = char::from_u32(unit) {
            return Ok(plain);
        }
        // The first half of a surrogate pair; the second escape belongs to it only if both form a
        // character.
        let after = self.at;
        if self.text.as_bytes()[after..].starts_with(b"\\u") {
            self.at += 2;
            let second = self.hex4()?;
            if let (0xd800..0xdc00, 0xdc00..0xe000) = (unit, second) {
                let scalar = 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = after;
        }
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex4(&mut self) -> Result<u32> {
        let (unit, digits) = leading_hexadecimal(&self.text.as_bytes()[self.at..], 4);
        self.at += digits;
        if digits < 4 {
            let error = self.unexpected("in \\u hexadecimal character escape");
            return Err(self.or_end(error));
        }
        Ok(unit)
    }

    fn skip_nested(&mut self) -> Result<()> {
        let mut open = BracketStack::default();
        loop {
            match self.peek()? {
                Peek::String => {
                    self.quoted()?;
                }
                Peek::Number => self.skip_number()?,
                Peek::Bool => {
                    self.bool()?;
                }
                Peek::Null => self.null()?,
                Peek::Array => {
                    self.at += 1;
                    if self.peek_byte() != Some(b']') {
                        open.push(Peek::Array).map_err(|e| e.with_offset(self.at))?;
                        continue;
                    }
                    self.at += 1;
                }
                Peek::Object => {
                    self.at += 1;
                    if self.peek_byte() != Some(b'}') {
                        open.push(Peek::Object)
                            .map_err(|e| e.with_offset(self.at))?;
                        self.key()?;
                        self.colon()?;
                        continue;
                    }
                    self.at += 1;
                }
            }
            loop {
                let Some(container) = open.last() else {
                    return Ok(());
                };
                match (container, self.peek_byte()) {
                    (Peek::Array, Some(b',')) => {
                        self.at += 1;
                        break;
                    }
                    (Peek::Object, Some(b',')) => {
                        self.at += 1;
                        self.key()?;
                        self.colon()?;
                        break;
                    }
                    (Peek::Array, Some(b']')) | (Peek::Object, Some(b'}')) => {
                        self.at += 1;
                        open.pop();
                    }
                    (Peek::Array, _) => return Err(self.unexpected("after array element")),
                    (_, _) => return Err(self.unexpected("after object key:value pair")),
                }
            }
        }
    }

    /// Replaces the message if the token is cut off by the end of the document.
    fn or_end(&self, error: Error) -> Error {
        if self.at >= self.text.len() {
            error.with_message("unexpected EOF")
        } else {
            error
        }
    }
}

/// The open brackets, as bits that are set for objects.
#[derive(Default)]
struct BracketStack {
    bits: [u64; MAX_DOCUMENT_NESTING / 64],
    depth: usize,
}

impl BracketStack {
    fn push(&mut self, container: Peek) -> Result<()> {
        if self.depth == MAX_DOCUMENT_NESTING {
            return Err(too_deep());
        }
        let (word, bit) = (self.depth / 64, 1 << (self.depth % 64));
        match container {
            Peek::Object => self.bits[word] |= bit,
            _ => self.bits[word] &= !bit,
        }
        self.depth += 1;
        Ok(())
    }

    fn pop(&mut self) {
        self.depth -= 1;
    }

    fn last(&self) -> Option<Peek> {
        let at = self.depth.checked_sub(1)?;
        Some(if self.bits[at / 64] >> (at % 64) & 1 == 1 {
            Peek::Object
        } else {
            Peek::Array
        })
    }
}

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
}

/// Returns the index of the first byte from `at` on that needs an escape in a string or is not
/// ASCII, or the length. Processes eight bytes at a time.
#[inline]
fn special(bytes: &[u8], mut at: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    while let Some(word) = bytes.get(at..at + 8).and_then(|b| b.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*word);
        let quote = word ^ (ONES * b'"' as u64);
        let backslash = word ^ (ONES * b'\\' as u64);
        // A subtraction borrows from the high bit of a byte if the byte is smaller.
        let found = (word.wrapping_sub(ONES * 0x20)
            | quote.wrapping_sub(ONES)
            | backslash.wrapping_sub(ONES)
            | word)
            & HIGH;
        if found != 0 {
            // A borrow may set bits of other bytes, but only above a correct one.
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(byte) = bytes.get(at)
        && !matches!(byte, b'"' | b'\\' | 0..0x20 | 0x80..)
    {
        at += 1;
    }
    at
}
