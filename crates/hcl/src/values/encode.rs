//! Encoding a value for a type that it does not have.
//!
//! As cty does: what does not conform is converted first. The codecs below know
//! nothing of conversions.

use crate::rules::convert_within;
use polycty_core::calls::Budget;
use polycty_core::codec::{json, msgpack};
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::borrow::Cow;

/// A value as JSON for a type; what is `any` in it is written with its own type.
///
/// # Errors
/// Those of [`convert`](crate::convert) and of [`json::encode`].
pub fn to_json(value: &Value, ty: &Type) -> Result<String> {
    to_json_within(value, ty, &Budget::standard())
}

/// A value as JSON as [`to_json`] gives it, within an operation, out of its budget.
///
/// # Errors
/// As [`to_json`], and what is spent.
pub fn to_json_within(value: &Value, ty: &Type, budget: &Budget) -> Result<String> {
    json::encode_within(&*conforming(value, ty, budget)?, ty, budget)
}

/// A value as MessagePack for a type; what is `any` in it is written with its own
/// type.
///
/// # Errors
/// Those of [`convert`](crate::convert) and of [`msgpack::encode`].
pub fn to_msgpack(value: &Value, ty: &Type) -> Result<Vec<u8>> {
    to_msgpack_within(value, ty, &Budget::standard())
}

/// A value as MessagePack as [`to_msgpack`] gives it, within an operation, out of its budget.
///
/// # Errors
/// As [`to_msgpack`], and what is spent.
pub fn to_msgpack_within(value: &Value, ty: &Type, budget: &Budget) -> Result<Vec<u8>> {
    // Where it has this very type, its own shares the names of attributes with it.
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
