//! Equality of values, including unknown ones (cty `Equals`).
//!
//! If both values are wholly known and of one type, their contents are compared in one pass.
//! Otherwise cty's rules apply, in its order:
//!
//! - a null differs from every value that is certainly not null
//! - a known value outside the range of an unknown one differs from it
//! - the result is unknown if a value may still become null or change its type
//! - nulls are equal whatever their types
//! - values of different types differ
//! - containers are compared part by part, until a part differs or its result is unknown
//!
//! The result has the marks that it may depend on: those of both values at any depth, or only their
//! own if a null was compared with a non-null value.

use super::operands::maybe_bool;
use super::order::{equivalent, same_content};
use super::set_order::{Members, set_cmp};
use super::{Entry, Repr, Value};
use crate::source::Result;
use crate::types::Flags;
use std::cmp::Ordering;

impl Value {
    /// Returns whether the values are equal: a bool with their marks, unknown if the operands do
    /// not determine it. (`==` compares the values exactly, including unknowns and marks.)
    ///
    /// # Errors
    /// Never fails in practice; capsules and extensions define their own equality.
    pub fn equals(&self, other: &Value) -> Result<Value> {
        if let Some(answer) = same_small(self, other) {
            return Ok(Value::bool(answer));
        }
        if !self.contains_marked() && !other.contains_marked() {
            return Ok(maybe_bool(equal(self, other)?));
        }
        if null_and_not_null(self, other) {
            return Ok(Value::bool(false).with_marks(&self.marks().union(&other.marks())));
        }
        let (a, a_marks) = self.unmark_deep();
        let (b, b_marks) = other.unmark_deep();
        Ok(maybe_bool(equal(&a, &b)?).with_marks(&a_marks.union(&b_marks)))
    }

    /// Returns the inverse of [`Value::equals`].
    ///
    /// # Errors
    /// Never fails in practice.
    pub fn not_equal(&self, other: &Value) -> Result<Value> {
        self.equals(other)?.not()
    }
}

/// Whether two values without marks are equal; `None` if that is unknown.
pub(super) fn equal(a: &Value, b: &Value) -> Result<Option<bool>> {
    if a.is_wholly_known() && b.is_wholly_known() {
        let ty = a.ty();
        // A null inside a part of the type `any` equals a null of any other type, and host data may
        // be equal without being ordered alike.
        if ty == b.ty() && !ty.has(Flags::ANY) && !ty.has(Flags::CAPSULE) {
            return Ok(Some(same_content(ty, a, b)));
        }
    }
    if null_and_not_null(a, b) {
        return Ok(Some(false));
    }
    match (a.is_known(), b.is_known()) {
        (false, false) => return Ok(None),
        (true, false) => return equal_to_unknown(a, b),
        (false, true) => return equal_to_unknown(b, a),
        (true, true) => {}
    }
    if a.is_null() || b.is_null() {
        return Ok(Some(a.is_null() && b.is_null()));
    }
    if !a.has_wholly_known_type() || !b.has_wholly_known_type() {
        let apart = !a.ty().conforms_to(b.ty()) && !b.ty().conforms_to(a.ty());
        return Ok(if apart { Some(false) } else { None });
    }
    if a.ty() != b.ty() {
        return Ok(Some(false));
    }
    match (&a.0, &b.0) {
        (Repr::Sequence(..) | Repr::Row(..) | Repr::Object(..), _) => {
            let (x, y) = (a.parts().unwrap_or_default(), b.parts().unwrap_or_default());
            if x.len() != y.len() {
                return Ok(Some(false));
            }
            all_equal(x.iter().zip(y))
        }
        (Repr::Map(..) | Repr::MapRow(..), _) => {
            let x = a.entries().unwrap_or_default();
            let y = b.entries().unwrap_or_default();
            let mut keys = x.iter().zip(y);
            if x.len() != y.len() || !keys.all(|(x, y)| x.key_bytes() == y.key_bytes()) {
                return Ok(Some(false));
            }
            all_equal(x.iter().map(Entry::value).zip(y.iter().map(Entry::value)))
        }
        (Repr::Set(_, x), Repr::Set(_, y)) => {
            if x.slice.iter().chain(&y.slice).any(|part| !part.is_known()) {
                return Ok(None);
            }
            let within = |some: &[Value], all: &[Value]| {
                let members = Members::of(all);
                some.iter().all(|part| members.has(part))
            };
            Ok(Some(
                within(&x.slice, &y.slice) && within(&y.slice, &x.slice),
            ))
        }
        _ => Ok(Some(a == b)),
    }
}

/// Whether an unmarked value is certainly an element of a set.
pub(super) fn set_has(elements: &[Value], value: &Value) -> bool {
    let start = elements.partition_point(|have| set_cmp(have, value) == Ordering::Less);
    elements[start..]
        .iter()
        .take_while(|have| set_cmp(have, value) == Ordering::Equal)
        .any(|have| equivalent(have, value))
}

/// Compares values that are stored inline.
#[inline]
fn same_small(a: &Value, b: &Value) -> Option<bool> {
    match (&a.0, &b.0) {
        (Repr::SmallNumber { int: a, .. }, Repr::SmallNumber { int: b, .. }) => Some(a == b),
        (Repr::Short(a), Repr::Short(b)) => Some(a.same_text(b)),
        (Repr::Bool(a), Repr::Bool(b)) => Some(a == b),
        _ => None,
    }
}

/// Whether one of the values is null and the other certainly is not.
fn null_and_not_null(a: &Value, b: &Value) -> bool {
    let certainly_not_null = |value: &Value| match value.refinement() {
        None => !value.is_null(),
        Some(refinement) => refinement.not_null,
    };
    (a.is_null() && certainly_not_null(b)) || (b.is_null() && certainly_not_null(a))
}

fn equal_to_unknown(known: &Value, unknown: &Value) -> Result<Option<bool>> {
    if unknown.range()?.includes_bare(known) == Some(false) {
        return Ok(Some(false));
    }
    // The unknown value may still become null or change its type.
    if known.is_null() || unknown.ty().has(Flags::ANY) || known.ty() == unknown.ty() {
        return Ok(None);
    }
    Ok(Some(false))
}

fn all_equal<'a>(pairs: impl Iterator<Item = (&'a Value, &'a Value)>) -> Result<Option<bool>> {
    for (a, b) in pairs {
        match equal(a, b)? {
            Some(true) => {}
            other => return Ok(other),
        }
    }
    Ok(Some(true))
}
