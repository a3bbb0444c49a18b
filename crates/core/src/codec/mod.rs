//! Codecs of types and values: JSON, MessagePack and YAML.
//!
//! The decoders create typed values directly, and the encoders write them, without an intermediate
//! tree.

mod assembly;
pub mod document;
mod implied;
pub mod json;
mod meter;
pub mod msgpack;
mod plan;
pub mod type_json;
pub mod yaml;

pub use assembly::{Assembly, Opened};

use crate::source::{Code, Error, Result};
use crate::syntax::Nesting;
use crate::types::{Field, MAX_DEPTH, ObjectType, Type};
use crate::values::{Value, sort_entries};
use plan::Typing;

/// The maximum number of open containers and wrappers of `any` in a decoder. Values may be nested
/// [`MAX_DEPTH`] deep, with a few wrappers around their parts.
const MAX_OPEN: u32 = MAX_DEPTH + 64;

/// The stack position of an attribute that is missing so far.
const MISSING: u32 = u32::MAX;

/// The error of a document that is nested too deep.
#[cold]
fn too_deep() -> Error {
    Error::new(Code::Limit, "exceeded max depth")
}

/// Opens a container at an offset of a document. Returns the number of containers that were open
/// before.
///
/// # Errors
/// `Code::Limit` if it is nested too deep.
#[inline]
fn enter<const MAX: u32>(open: &mut Nesting<MAX>, offset: usize) -> Result<u32> {
    let before = open.level();
    if open.enter() {
        Ok(before)
    } else {
        Err(too_deep().with_offset(offset))
    }
}

/// The error of a type that codecs do not support.
#[cold]
fn unsupported(ty: &Type, offset: usize) -> Error {
    let message = format!("unsupported type {}", ty.friendly_name());
    Error::new(Code::Unsupported, message).with_offset(offset)
}

/// The error of a value that does not conform to the type of the encoder.
#[cold]
fn nonconforming(value: &Value, ty: &Type) -> Error {
    let message = format!(
        "{} required, but have {}",
        ty.friendly_name(),
        value.ty().friendly_name()
    );
    Error::new(Code::Type, message)
        .with_expected(ty)
        .with_found(value.ty())
}

/// The error of an object whose type has different attributes.
#[cold]
fn other_attributes() -> Error {
    Error::new(Code::Type, "object has other attributes than its type")
}

/// The error of a type that cannot be written next to a value of the type `any`.
#[cold]
fn unwritable_type(error: Error) -> Error {
    let message = format!("failed to serialize type: {}", error.message());
    error.with_message(message)
}

/// Creates the list of the elements on a decoder's stack from `base` on.
fn list_of(ty: &Type, typing: Typing, stack: &mut Vec<Value>, base: usize) -> Result<Value> {
    if typing == Typing::FromParts && stack.len() > base {
        return Value::list(stack.split_off(base));
    }
    taken(ty, stack, base)
}

/// Creates the set of the elements on a decoder's stack from `base` on.
fn set_of(ty: &Type, typing: Typing, stack: &mut Vec<Value>, base: usize) -> Result<Value> {
    let parts: Vec<Value> = stack.drain(base..).collect();
    if typing == Typing::FromParts && !parts.is_empty() {
        return Value::set(parts);
    }
    Value::set_with_type(ty.clone(), parts)
}

/// Creates the tuple of the elements on a decoder's stack from `base` on.
fn tuple_of(ty: &Type, typing: Typing, stack: &mut Vec<Value>, base: usize) -> Result<Value> {
    match typing {
        Typing::Given => taken(ty, stack, base),
        Typing::FromParts => Value::tuple(stack.split_off(base)),
    }
}

/// Creates the list or tuple of the values on a stack from `base` on.
fn taken(ty: &Type, stack: &mut Vec<Value>, base: usize) -> Result<Value> {
    let taken = Value::sequence_of(ty.clone(), &mut stack[base..]);
    stack.truncate(base);
    taken
}

/// Creates the map of the alternating keys and elements on a decoder's stack from `base` on. The
/// last of repeated keys is used.
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

/// An iterator over pairs of items.
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

/// Returns the part of an object for a field of the type that it conforms to; usually it has the
/// same index.
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

/// Whether two fields have the same name; usually they share it.
#[inline]
fn same_name(a: &Field, b: &Field) -> bool {
    std::ptr::eq(a.name(), b.name()) || a.name() == b.name()
}

#[cfg(test)]
mod tests;
