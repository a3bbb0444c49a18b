//! The type that MessagePack implies.
//!
//! The rule is go-cty's `msgpack.ImpliedType`: maps are objects, arrays are
//! tuples, nil and extensions are `any`, and of a key that comes twice the last
//! counts. Binary data implies nothing.

use super::reader::{Reader, is_extension};
use crate::calls::Budget;
use crate::codec::implied::{Implied, ImpliedTypes};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use rmp::Marker;
use std::borrow::Cow;

/// The type that a MessagePack document implies.
///
/// # Errors
/// [`Code::Syntax`] with the offset in the document, also for what stands after
/// the value; [`Code::Unsupported`] for binary data; [`Code::Limit`] for what
/// nests too deep.
pub fn implied_type(bytes: &[u8]) -> Result<Type> {
    implied_type_within(bytes, &Budget::new())
}

/// The type as [`implied_type`] finds it, within an operation, out of its budget.
///
/// # Errors
/// As [`implied_type`], and [`Code::Limit`] where the budget has not what the type takes.
pub fn implied_type_within(bytes: &[u8], budget: &Budget) -> Result<Type> {
    let mut implier = Implier {
        reader: Reader::new(bytes),
        types: ImpliedTypes::new(budget),
    };
    let ty = implier.value()?;
    implier.types.finish()?;
    // The reference skips another value, and takes an end in its midst for the
    // end of the document if no byte of the missing part is there.
    let reader = &mut implier.reader;
    let start = reader.offset();
    match reader.skip() {
        Err(error) if error.message() == "EOF" => Ok(implier.types.ty(ty).clone()),
        _ => {
            let message = "extra bytes after msgpack value";
            Err(Error::new(Code::Syntax, message).with_offset(start))
        }
    }
}

struct Implier<'a> {
    reader: Reader<'a>,
    types: ImpliedTypes<'a>,
}

impl Implier<'_> {
    fn value(&mut self) -> Result<Implied> {
        self.types.part()?;
        let marker = self.reader.peek()?;
        let ty = match marker {
            Marker::Null => Implied::ANY,
            marker if is_extension(marker) => Implied::ANY,
            Marker::True | Marker::False => Implied::BOOL,
            Marker::FixPos(_)
            | Marker::FixNeg(_)
            | Marker::U8
            | Marker::U16
            | Marker::U32
            | Marker::U64
            | Marker::I8
            | Marker::I16
            | Marker::I32
            | Marker::I64
            | Marker::F32
            | Marker::F64 => Implied::NUMBER,
            Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => Implied::STRING,
            Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => return self.object(),
            Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => return self.tuple(),
            other => {
                let message = format!("unsupported msgpack code {:#x}", other.to_u8());
                return Err(
                    Error::new(Code::Unsupported, message).with_offset(self.reader.offset())
                );
            }
        };
        self.reader.skip()?;
        Ok(ty)
    }

    fn object(&mut self) -> Result<Implied> {
        // The reference drops this fault.
        let Ok(length) = self.reader.map_length() else {
            return Ok(Implied::ANY);
        };
        self.types.enter(self.reader.offset())?;
        let base = self.types.members.len();
        for _ in 0..length.unwrap_or(0) {
            let key = self.reader.bytes()?;
            let key = std::str::from_utf8(key).map_err(|error| {
                Error::new(Code::InvalidUtf8, "string is not valid UTF-8")
                    .with_offset(self.reader.offset() - key.len() + error.valid_up_to())
            })?;
            let ty = self.value()?;
            self.types.members.push((Cow::Borrowed(key), ty));
        }
        Ok(self.types.object(base)?.0.ty)
    }

    fn tuple(&mut self) -> Result<Implied> {
        // The reference drops this fault too.
        let Ok(length) = self.reader.array_length() else {
            return Ok(Implied::ANY);
        };
        self.types.enter(self.reader.offset())?;
        let base = self.types.elements.len();
        for _ in 0..length.unwrap_or(0) {
            let ty = self.value()?;
            self.types.elements.push(ty);
        }
        self.types.tuple(base)
    }
}
