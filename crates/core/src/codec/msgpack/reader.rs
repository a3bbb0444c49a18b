//! Reader of MessagePack tokens.
//!
//! The formats are those of the MessagePack specification. The accepted forms of strings, integers
//! and lengths, and the messages, are those of the decoder that go-cty uses: binary data is read as
//! a string, nil as an empty string or as zero. Memory is allocated only after the document is
//! known to have the specified length.

use crate::number::Number;
use crate::source::{Code, Error, Result};
use crate::values::primitive;
use rmp::Marker;

/// A position in a MessagePack document.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// The number of elements or entries in the head of a container; `None` for nil.
pub(super) type Length = Option<usize>;

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// The offset of the next byte, from zero.
    #[inline]
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// The number of remaining bytes.
    #[inline]
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns the next marker without reading it.
    #[inline]
    pub(super) fn peek(&self) -> Result<Marker> {
        match self.bytes.get(self.at) {
            Some(byte) => Ok(Marker::from_u8(*byte)),
            None => Err(self.error_here("EOF")),
        }
    }

    #[inline]
    fn marker(&mut self) -> Result<Marker> {
        let marker = self.peek()?;
        self.at += 1;
        Ok(marker)
    }

    /// Reads this number of bytes.
    #[inline]
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let rest = &self.bytes[self.at..];
        if count > rest.len() {
            let message = if rest.is_empty() {
                "EOF"
            } else {
                "unexpected EOF"
            };
            // cty has read the available bytes.
            self.at = self.bytes.len();
            return Err(self.error_here(message));
        }
        self.at += count;
        Ok(&rest[..count])
    }

    #[inline]
    fn take_array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.take(N)?);
        Ok(bytes)
    }

    #[inline]
    fn length8(&mut self) -> Result<usize> {
        Ok(usize::from(u8::from_be_bytes(self.take_array()?)))
    }

    #[inline]
    fn length16(&mut self) -> Result<usize> {
        Ok(usize::from(u16::from_be_bytes(self.take_array()?)))
    }

    #[inline]
    fn length32(&mut self) -> Result<usize> {
        Ok(u32::from_be_bytes(self.take_array()?) as usize)
    }

    /// Reads a bool; nil is false.
    pub(super) fn bool(&mut self) -> Result<bool> {
        match self.marker()? {
            Marker::True => Ok(true),
            Marker::False | Marker::Null => Ok(false),
            other => Err(self.invalid(other, "bool")),
        }
    }

    /// Reads an integer in a signed or an unsigned format; an unsigned one wraps if it does not
    /// fit. Nil is zero.
    pub(super) fn i64(&mut self) -> Result<i64> {
        Ok(match self.marker()? {
            Marker::Null => 0,
            Marker::FixPos(int) => i64::from(int),
            Marker::FixNeg(int) => i64::from(int),
            Marker::U8 => i64::from(u8::from_be_bytes(self.take_array()?)),
            Marker::U16 => i64::from(u16::from_be_bytes(self.take_array()?)),
            Marker::U32 => i64::from(u32::from_be_bytes(self.take_array()?)),
            Marker::I8 => i64::from(i8::from_be_bytes(self.take_array()?)),
            Marker::I16 => i64::from(i16::from_be_bytes(self.take_array()?)),
            Marker::I32 => i64::from(i32::from_be_bytes(self.take_array()?)),
            Marker::U64 | Marker::I64 => i64::from_be_bytes(self.take_array()?),
            other => return Err(self.invalid(other, "int64")),
        })
    }

    /// Reads a 64-bit unsigned integer whose marker is at the current position.
    pub(super) fn u64(&mut self) -> Result<u64> {
        self.at += 1;
        Ok(u64::from_be_bytes(self.take_array()?))
    }

    /// Reads a float of either width whose marker is at the current position.
    pub(super) fn f64(&mut self) -> Result<f64> {
        if self.marker()? == Marker::F32 {
            return Ok(f64::from(f32::from_be_bytes(self.take_array()?)));
        }
        Ok(f64::from_be_bytes(self.take_array()?))
    }

    /// Reads a number: an integer, a float or decimal text. `reads` is called with the text before
    /// it is parsed. Returns `None` if the next value is not a number.
    ///
    /// # Errors
    /// [`Code::Limit`] for a number beyond the limits, and the errors of `reads`.
    #[inline]
    pub(super) fn number(
        &mut self,
        reads: impl FnOnce(&str) -> Result<()>,
    ) -> Result<Option<Number>> {
        Ok(match self.peek()? {
            Marker::U64 => self.u64().map(Number::from_u64).ok(),
            Marker::F32 | Marker::F64 => self.f64().ok().and_then(Number::from_f64),
            Marker::FixPos(_)
            | Marker::FixNeg(_)
            | Marker::U8
            | Marker::U16
            | Marker::U32
            | Marker::I8
            | Marker::I16
            | Marker::I32
            | Marker::I64 => self.i64().map(Number::from_i64).ok(),
            _ => {
                let text = self.bytes().ok();
                match text.and_then(|bytes| std::str::from_utf8(bytes).ok()) {
                    Some(text) => {
                        reads(text)?;
                        match primitive::parse_number(text) {
                            Err(error) if error.code() == Code::Limit => {
                                return Err(error.with_offset(self.offset()));
                            }
                            parsed => parsed.ok(),
                        }
                    }
                    None => None,
                }
            }
        })
    }

    /// Reads a string or binary data; nil is empty.
    #[inline]
    pub(super) fn bytes(&mut self) -> Result<&'a [u8]> {
        let marker = self.marker()?;
        let length = self.bytes_length(marker)?;
        self.take(length)
    }

    #[inline]
    fn bytes_length(&mut self, marker: Marker) -> Result<usize> {
        match marker {
            Marker::FixStr(length) => Ok(usize::from(length)),
            Marker::Null => Ok(0),
            Marker::Str8 | Marker::Bin8 => self.length8(),
            Marker::Str16 | Marker::Bin16 => self.length16(),
            Marker::Str32 | Marker::Bin32 => self.length32(),
            other => Err(self.invalid(other, "string/bytes length")),
        }
    }

    /// Reads the head of an array.
    #[inline]
    pub(super) fn array_length(&mut self) -> Result<Length> {
        match self.marker()? {
            Marker::Null => Ok(None),
            Marker::FixArray(length) => Ok(Some(usize::from(length))),
            Marker::Array16 => self.length16().map(Some),
            Marker::Array32 => self.length32().map(Some),
            other => Err(self.invalid(other, "array length")),
        }
    }

    /// Reads the head of a map. The head of an extension before it is skipped, as in go-cty.
    #[inline]
    pub(super) fn map_length(&mut self) -> Result<Length> {
        let mut marker = self.marker()?;
        if is_extension(marker) {
            let head = match marker {
                Marker::Ext8 => 2,
                Marker::Ext16 => 3,
                Marker::Ext32 => 5,
                _ => 1,
            };
            for _ in 0..head {
                self.take(1)?;
            }
            marker = self.marker()?;
        }
        match marker {
            Marker::Null => Ok(None),
            Marker::FixMap(length) => Ok(Some(usize::from(length))),
            Marker::Map16 => self.length16().map(Some),
            Marker::Map32 => self.length32().map(Some),
            other => Err(self.invalid(other, "map length")),
        }
    }

    /// Reads the head of an extension: its type and the length of its body.
    pub(super) fn extension(&mut self) -> Result<(u8, usize)> {
        let marker = self.marker()?;
        let length = self.extension_length(marker)?;
        Ok((self.take_array::<1>()?[0], length))
    }

    fn extension_length(&mut self, marker: Marker) -> Result<usize> {
        match marker {
            Marker::FixExt1 => Ok(1),
            Marker::FixExt2 => Ok(2),
            Marker::FixExt4 => Ok(4),
            Marker::FixExt8 => Ok(8),
            Marker::FixExt16 => Ok(16),
            Marker::Ext8 => self.length8(),
            Marker::Ext16 => self.length16(),
            Marker::Ext32 => self.length32(),
            other => Err(self.invalid(other, "ext extLen")),
        }
    }

    /// Skips a value of any kind.
    pub(super) fn skip(&mut self) -> Result<()> {
        let mut pending = 1u64;
        while pending > 0 {
            pending -= 1;
            let marker = self.marker()?;
            match marker {
                Marker::Null
                | Marker::True
                | Marker::False
                | Marker::FixPos(_)
                | Marker::FixNeg(_) => {}
                Marker::U8 | Marker::I8 => self.skip_bytes(1)?,
                Marker::U16 | Marker::I16 => self.skip_bytes(2)?,
                Marker::U32 | Marker::I32 | Marker::F32 => self.skip_bytes(4)?,
                Marker::U64 | Marker::I64 | Marker::F64 => self.skip_bytes(8)?,
                Marker::FixArray(length) => pending += u64::from(length),
                Marker::Array16 => pending += self.length16()? as u64,
                Marker::Array32 => pending += self.length32()? as u64,
                Marker::FixMap(length) => pending += 2 * u64::from(length),
                Marker::Map16 => pending += 2 * self.length16()? as u64,
                Marker::Map32 => pending += 2 * self.length32()? as u64,
                Marker::Reserved => {
                    return Err(self.error_here("msgpack: unknown code c1"));
                }
                marker if is_extension(marker) => {
                    let length = self.extension_length(marker)?;
                    self.skip_bytes(length + 1)?;
                }
                marker => {
                    let length = self.bytes_length(marker)?;
                    self.skip_bytes(length)?;
                }
            }
        }
        Ok(())
    }

    fn skip_bytes(&mut self, count: usize) -> Result<()> {
        self.take(count).map(|_| ())
    }

    #[cold]
    fn invalid(&self, marker: Marker, what: &str) -> Error {
        let code = marker.to_u8();
        self.error_here(format!("msgpack: invalid code={code:x} decoding {what}"))
    }

    /// An error at the next byte.
    #[cold]
    pub(super) fn error_here(&self, message: impl Into<String>) -> Error {
        Error::new(Code::Syntax, message).with_offset(self.at)
    }
}

/// Whether an extension begins with this marker.
#[inline]
pub(super) fn is_extension(marker: Marker) -> bool {
    matches!(
        marker,
        Marker::FixExt1
            | Marker::FixExt2
            | Marker::FixExt4
            | Marker::FixExt8
            | Marker::FixExt16
            | Marker::Ext8
            | Marker::Ext16
            | Marker::Ext32
    )
}
