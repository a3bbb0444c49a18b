//! Encoding of a value for a type that it does not have.
//!
//! As in cty, a value that does not conform is converted first. The codecs themselves do not
//! convert.

use crate::rules::convert_within;
use polycty_core::calls::Budget;
use polycty_core::codec::{json, msgpack};
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::borrow::Cow;

/// Encodes a value as JSON for a type. Parts of the type that are `any` are encoded with the type
/// of the value.
///
/// # Errors
/// The errors of [`convert`](crate::convert) and of [`json::encode`].
pub fn to_json(value: &Value, ty: &Type) -> Result<String> {
    to_json_within(value, ty, &Budget::standard())
}

/// Encodes a value as [`to_json`] does, with the budget of an operation.
///
/// # Errors
/// The errors of [`to_json`], and an error if the budget is exceeded.
pub fn to_json_within(value: &Value, ty: &Type, budget: &Budget) -> Result<String> {
    json::encode_within(&*conforming(value, ty, budget)?, ty, budget)
}

/// Encodes a value as MessagePack for a type. Parts of the type that are `any` are encoded with the
/// type of the value.
///
/// # Errors
/// The errors of [`convert`](crate::convert) and of [`msgpack::encode`].
pub fn to_msgpack(value: &Value, ty: &Type) -> Result<Vec<u8>> {
    to_msgpack_within(value, ty, &Budget::standard())
}

/// Encodes a value as [`to_msgpack`] does, with the budget of an operation.
///
/// # Errors
/// The errors of [`to_msgpack`], and an error if the budget is exceeded.
pub fn to_msgpack_within(value: &Value, ty: &Type, budget: &Budget) -> Result<Vec<u8>> {
    // If the types are equal, the value's own type shares its attribute names with the value.
    let ty = if value.ty() == ty { value.ty() } else { ty };
    msgpack::encode_within(&*conforming(value, ty, budget)?, ty, budget)
}

fn conforming<'a>(value: &'a Value, ty: &Type, budget: &Budget) -> Result<Cow<'a, Value>> {
    if value.ty().conforms_to(ty) {
        Ok(Cow::Borrowed(value))
    } else {
        convert_within(value, ty, budget).map(Cow::Owned)
    }
}
