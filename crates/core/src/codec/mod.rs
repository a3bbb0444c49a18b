//! Codecs: how do types and values travel as bytes?
//!
//! JSON and MessagePack, straight into and out of typed values.

mod assembly;
mod implied;
pub mod json;
mod meter;
pub mod msgpack;
mod plan;
pub mod type_json;

pub use assembly::{Assembly, Opened};

use crate::source::{Code, Error, Result};
use crate::syntax::Nesting;
use crate::types::{Field, MAX_DEPTH, ObjectType, Type};
use crate::values::{Value, sort_entries};
use plan::Typing;

/// The most containers and wrappers of `any` that a decoder has open at once. A
/// value may nest [`MAX_DEPTH`] deep, and a few wrappers may stand around its
/// parts.
const MAX_OPEN: u32 = MAX_DEPTH + 64;

/// The place on a decoder's stack of an attribute that has not come.
const MISSING: u32 = u32::MAX;

/// The fault of a document that nests too deep.
#[cold]
fn too_deep() -> Error {
    Error::new(Code::Limit, "exceeded max depth")
}

/// Opens a container at a place of a document; how many were open before.
///
/// # Errors
/// That it nests too deep.
#[inline]
fn enter<const MAX: u32>(open: &mut Nesting<MAX>, offset: usize) -> Result<u32> {
    let before = open.level();
    match open.enter() {
        true => Ok(before),
        false => Err(too_deep().with_offset(offset)),
    }
}

/// The fault of a type that no codec knows.
#[cold]
fn unsupported(ty: &Type, offset: usize) -> Error {
    let message = format!("unsupported type {}", ty.friendly_name());
    Error::new(Code::Unsupported, message).with_offset(offset)
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

/// The fault of a type that does not go beside a value of the type `any`.
#[cold]
fn unwritable_type(error: Error) -> Error {
    let message = format!("failed to serialize type: {}", error.message());
    error.with_message(message)
}

/// The list whose elements stand on a decoder's stack from `base` on.
fn list_of(ty: &Type, typing: Typing, stack: &mut Vec<Value>, base: usize) -> Result<Value> {
    if typing == Typing::FromParts && stack.len() > base {
        return Value::list(stack.split_off(base));
    }
    taken(ty, stack, base)
}

/// The set whose elements stand on a decoder's stack from `base` on.
fn set_of(ty: &Type, typing: Typing, stack: &mut Vec<Value>, base: usize) -> Result<Value> {
    let parts: Vec<Value> = stack.drain(base..).collect();
    if typing == Typing::FromParts && !parts.is_empty() {
        return Value::set(parts);
    }
    Value::set_with_type(ty.clone(), parts)
}

/// The tuple whose elements stand on a decoder's stack from `base` on.
fn tuple_of(ty: &Type, typing: Typing, stack: &mut Vec<Value>, base: usize) -> Result<Value> {
    match typing {
        Typing::Given => taken(ty, stack, base),
        Typing::FromParts => Value::tuple(stack.split_off(base)),
    }
}

/// The list or tuple of what stands on a stack from `base` on.
fn taken(ty: &Type, stack: &mut Vec<Value>, base: usize) -> Result<Value> {
    let taken = Value::sequence_of(ty.clone(), &mut stack[base..]);
    stack.truncate(base);
    taken
}

/// The map whose keys and elements, by turns, stand on a decoder's stack from
/// `base` on. Of a key that comes again the last element counts.
fn map_of(ty: &Type, typing: Typing, stack: &mut Vec<Value>, base: usize) -> Result<Value> {
    let keys = stack[base..].iter().step_by(2);
    let ascending = keys.is_sorted_by(|a, b| a.as_str_bytes() < b.as_str_bytes());
    let entries = Pairs(stack.drain(base..));
    if typing == Typing::FromParts && entries.len() > 0 {
        return Value::map(entries);
    }
    if ascending {
        return Value::map_with_type(ty.clone(), entries);
    }
    Value::map_with_type(ty.clone(), sort_entries(entries)?.into_iter())
}

/// Two items at a time.
pub struct Pairs<I>(pub I);

impl<I: ExactSizeIterator> Iterator for Pairs<I> {
    type Item = (I::Item, I::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.next()?, self.0.next()?))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.len() / 2;
        (count, Some(count))
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for Pairs<I> {}

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
        Some(have) if same_name(have, field) => turn,
        _ => given.position(field.name())?,
    };
    parts.get(at)
}

/// Whether two fields have one name: mostly they share it.
#[inline]
fn same_name(a: &Field, b: &Field) -> bool {
    std::ptr::eq(a.name(), b.name()) || a.name() == b.name()
}

#[cfg(test)]
mod tests;
