//! Access to the parts of a value.
//!
//! These are the lookups of mcl's containers: lists by position, structs by field, maps by key.

use crate::types::view::{MclType, int};
use crate::values::order::value_cmp;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::cmp::Ordering;

/// Returns the type of an mcl value. Only integers do not carry their type.
pub(crate) fn own_type(value: &Value) -> &Type {
    match value.as_integer() {
        Some(_) => int(),
        None => value.ty(),
    }
}

/// Returns the shape of the type of an mcl value.
pub(crate) fn shape_of(value: &Value) -> Option<MclType<'_>> {
    MclType::of(own_type(value))
}

/// Returns the element of a list at a position; `None` if out of range or if the value is not a
/// list.
#[must_use]
pub fn list_element(list: &Value, index: i64) -> Option<&Value> {
    if !list.ty().is_list() || list.is_marked() {
        return None;
    }
    list.parts()?.get(usize::try_from(index).ok()?)
}

/// Returns the field of a struct; `None` if there is no such field or the value is not a struct.
#[must_use]
pub fn struct_field<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    if value.is_marked() {
        return None;
    }
    value.attribute(name)
}

/// Returns the value of a key in a map; keys are compared by [`value_cmp`]. `None` if there is no
/// such key or the value is not a map.
#[must_use]
pub fn map_element<'a>(map: &'a Value, key: &Value) -> Option<&'a Value> {
    if map.is_marked() {
        return None;
    }
    if let Some(map) = map.as_ordered_map() {
        let found = map.get(key);
        if found.is_some() || !index_distinguishes(key) {
            return found;
        }
        let mut entries = map.entries().iter();
        let found = entries.find(|(have, _)| value_cmp(have, key) == Ordering::Equal);
        return found.map(|(_, value)| value);
    }
    map.element(key.as_str()?)
}

/// Returns whether the index of an ordered map compares the key differently from mcl: the index
/// distinguishes `0` from `-0`, and NaN values from each other.
fn index_distinguishes(key: &Value) -> bool {
    match key.as_double() {
        Some(double) => double == 0.0 || double.is_nan(),
        None => key
            .parts()
            .is_some_and(|parts| parts.iter().any(index_distinguishes)),
    }
}
