//! The type that MessagePack implies (go-cty `msgpack.ImpliedType`).
//!
//! Maps are objects, arrays are tuples, nil and extensions are `any`, and the last of repeated keys
//! is used. Binary data has no implied type.

use super::reader::{Reader, is_extension};
use crate::calls::Budget;
use crate::codec::implied::{Implied, ImpliedTypes};
use crate::source::{Code, Error, Result};
use crate::types::Type;
use rmp::Marker;
use std::borrow::Cow;

/// Returns the type that a MessagePack document implies.
///
/// # Errors
/// [`Code::Syntax`] with the offset in the document, also for bytes after the value;
/// [`Code::Unsupported`] for binary data; [`Code::Limit`] for documents that are nested too deep.
pub fn implied_type(bytes: &[u8]) -> Result<Type> {
    implied_type_within(bytes, &Budget::new())
}

/// Returns the type as [`implied_type`] does, and charges a budget.
///
/// # Errors
/// As [`implied_type`]; [`Code::Limit`] if the budget is exceeded.
pub fn implied_type_within(bytes: &[u8], budget: &Budget) -> Result<Type> {
    let mut implier = Implier {
        reader: Reader::new(bytes),
        types: ImpliedTypes::new(budget),
    };
    let ty = implier.value()?;
    implier.types.finish()?;
    // cty skips a second value, and treats an incomplete one as the end of the document if no byte
    // of the missing part is present.
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
        // cty ignores this error.
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
        // cty ignores this error, too.
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
