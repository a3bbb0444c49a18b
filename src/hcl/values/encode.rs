//! Encoding a value for a type that it does not have.
//!
//! As cty does: what does not conform is converted first. The codecs below know
//! nothing of conversions.

use crate::rules::convert;
use polycty_core::codec::{json, msgpack};
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::borrow::Cow;

/// A value as JSON for a type; what is `any` in it is written with its own type.
///
/// # Errors
/// Those of [`convert`] and of [`json::encode`].
pub fn to_json(value: &Value, ty: &Type) -> Result<String> {
    json::encode(&*conforming(value, ty)?, ty)
}

/// A value as MessagePack for a type; what is `any` in it is written with its own
/// type.
///
/// # Errors
/// Those of [`convert`] and of [`msgpack::encode`].
pub fn to_msgpack(value: &Value, ty: &Type) -> Result<Vec<u8>> {
    msgpack::encode(&*conforming(value, ty)?, ty)
}

fn conforming<'a>(value: &'a Value, ty: &Type) -> Result<Cow<'a, Value>> {
    if value.ty().conforms_to(ty) {
        Ok(Cow::Borrowed(value))
    } else {
        convert(value, ty).map(Cow::Owned)
    }
}
