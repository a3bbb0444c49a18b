//! Functions of raw bytes.
//!
//! Bytes are a capsule type, one for the whole process, with equality by content.

use super::define::{DYNAMIC, makes_text, number, refused, whole, wrong};
use crate::functions::Function;
use polycty_core::calls::Parameter;
use polycty_core::source::{Quotes, Result};
use polycty_core::types::{CapsuleData, CapsuleOps, CapsuleType, Type};
use polycty_core::values::Value;
use std::sync::{Arc, LazyLock};

standard! {
    /// Returns the number of bytes.
    BYTESLEN: byteslen(buf) [Constant] = |about| Function::new(
        about.parameter(buffer()),
        Type::number().clone(),
        |args, _| Ok(Value::from_u64(content(args[0])?.len() as u64)),
    );
    /// Returns a part of some bytes.
    BYTESSLICE: bytesslice(buf, offset, length) [Own] = |about| Function::new(
        about
            .parameter(buffer())
            .parameter(number("offset", "The start of the part, counted from 0.").allow(DYNAMIC))
            .parameter(number("length", "The length of the part.").allow(DYNAMIC)),
        Type::capsule(bytes_type().clone()),
        |args, call| {
            let content = content(args[0])?;
            let (offset, length) = (whole(args[1])?, whole(args[2])?);
            let (Ok(start), Ok(count)) = (usize::try_from(offset), usize::try_from(length)) else {
                return Err(refused("offset and length must be non-negative"));
            };
            let total = content.len();
            if start > total {
                return Err(refused(format!(
                    "offset {offset} is greater than total buffer length {total}"
                ))
                .quoting(Quotes::Any));
            }
            if count > total - start {
                return Err(refused(format!(
                    "offset {offset} + length {length} is greater than total buffer length {total}"
                ))
                .quoting(Quotes::Any));
            }
            makes_text(count, call)?;
            Ok(bytes(content[start..start + count].into()))
        },
    );
}

/// The capsule type of bytes.
#[must_use]
pub fn bytes_type() -> &'static Arc<CapsuleType> {
    static BYTES: LazyLock<Arc<CapsuleType>> =
        LazyLock::new(|| CapsuleType::new("bytes", ByContent));
    &BYTES
}

/// Creates a value from bytes.
#[must_use]
pub fn bytes(content: Arc<[u8]>) -> Value {
    Value::capsule(bytes_type().clone(), Arc::new(content))
}

/// The bytes of a value, or `None` for any other value.
#[must_use]
pub fn as_bytes(value: &Value) -> Option<&[u8]> {
    if value.ty().as_capsule()?.identity() != bytes_type().identity() {
        return None;
    }
    of(value.as_capsule()?)
}

fn of(data: &CapsuleData) -> Option<&[u8]> {
    data.downcast_ref::<Arc<[u8]>>().map(|content| &**content)
}

struct ByContent;

impl CapsuleOps for ByContent {
    fn equals(&self, a: &CapsuleData, b: &CapsuleData) -> Option<bool> {
        Some(of(a) == of(b))
    }

    fn hash(&self, data: &CapsuleData) -> Option<u64> {
        use std::hash::Hasher;
        let mut state = polycty_core::types::keyed_hasher();
        state.write(of(data).unwrap_or_default());
        Some(state.finish())
    }
}

fn buffer() -> Parameter {
    Parameter::new("buf", Type::capsule(bytes_type().clone()))
        .describe("The bytes.")
        .allow(DYNAMIC)
}

fn content(value: &Value) -> Result<&[u8]> {
    as_bytes(value).ok_or_else(|| wrong(value))
}
