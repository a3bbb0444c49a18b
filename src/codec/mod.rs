//! How do types and values travel as bytes?
//!
//! JSON and MessagePack, straight into and out of typed values.

mod implied;
pub mod json;
pub mod msgpack;
mod plan;

use crate::diagnostic::{Code, Error};
use crate::types::{Field, MAX_DEPTH, ObjectType, Type};
use crate::values::Value;

/// The most containers and wrappers of `any` that a decoder has open at once. A
/// value may nest [`MAX_DEPTH`] deep, and a few wrappers may stand around its
/// parts.
const MAX_OPEN: u32 = MAX_DEPTH + 64;

/// The fault of a document that nests too deep.
#[cold]
fn too_deep() -> Error {
    Error::new(Code::Limit, "exceeded max depth")
}

/// The fault of a value that an encoder was given for another type.
#[cold]
fn nonconforming(value: &Value, ty: &Type) -> Error {
    let message = format!(
        "{} required, but have {}",
        ty.friendly_name(),
        value.ty().friendly_name()
    );
    Error::new(Code::Type, message)
        .with_wanted(ty)
        .with_found(value.ty())
}

/// The fault of an object that an encoder was given for a type of other
/// attributes.
#[cold]
fn other_attributes() -> Error {
    Error::new(Code::Type, "object has other attributes than its type")
}

/// The fields of an object type in ascending order of their names.
#[inline]
fn by_name(object: &ObjectType) -> impl Iterator<Item = &Field> {
    let fields = object.fields();
    let order = (!object.is_sorted()).then(|| {
        let mut order: Vec<usize> = (0..fields.len()).collect();
        order.sort_by(|&a, &b| fields[a].name().cmp(fields[b].name()));
        order
    });
    (0..fields.len()).map(move |turn| &fields[order.as_ref().map_or(turn, |order| order[turn])])
}

/// The part of an object under a field of the type that it conforms to; most
/// often it stands at the same place.
#[inline]
fn attribute<'v>(
    parts: &'v [Value],
    given: &ObjectType,
    field: &Field,
    turn: usize,
) -> Option<&'v Value> {
    let at = match given.fields().get(turn) {
        Some(have) if have.name() == field.name() => turn,
        _ => given.position(field.name())?,
    };
    parts.get(at)
}
