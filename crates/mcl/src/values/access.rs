//! Access: what lies at an index, a field or a key of a value?
//!
//! The lookups of the language's own containers: lists by position, structs by field, maps
//! by key.

use crate::types::shape::{Shape, int};
use crate::values::order::value_cmp;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::cmp::Ordering;

/// The type of a value that the language made: an integer alone does not carry its own.
pub(crate) fn own_type(value: &Value) -> &Type {
    match value.as_integer() {
        Some(_) => int(),
        None => value.ty(),
    }
}

/// The shape of a value that the language made.
pub(crate) fn shape_of(value: &Value) -> Option<Shape<'_>> {
    Shape::of(own_type(value))
}

/// The element of a list at a position; `None` past its ends, and for other values.
#[must_use]
pub fn list_element(list: &Value, index: i64) -> Option<&Value> {
    if !list.ty().is_list() || list.is_marked() {
        return None;
    }
    list.parts()?.get(usize::try_from(index).ok()?)
}

/// The field of a struct; `None` where there is none, and for other values.
#[must_use]
pub fn struct_field<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    if value.is_marked() {
        return None;
    }
    value.attribute(name)
}

/// The value under a key of a map, keys compared as [`value_cmp`] does; `None` where
/// there is none, and for other values.
#[must_use]
pub fn map_element<'a>(map: &'a Value, key: &Value) -> Option<&'a Value> {
    if map.is_marked() {
        return None;
    }
    if let Some(map) = map.as_ordered_map() {
        let found = map.get(key);
        if found.is_some() || !is_another_to_the_index(key) {
            return found;
        }
        let mut entries = map.entries().iter();
        let found = entries.find(|(have, _)| value_cmp(have, key) == Ordering::Equal);
        return found.map(|(_, value)| value);
    }
    map.element(key.as_str()?)
}

/// Whether the index of an ordered map may take a key for another one than the language
/// does: it tells `0` from `-0`, and one value that is no number from the next.
fn is_another_to_the_index(key: &Value) -> bool {
    match key.as_double() {
        Some(double) => double == 0.0 || double.is_nan(),
        None => key
            .parts()
            .is_some_and(|parts| parts.iter().any(is_another_to_the_index)),
    }
}
