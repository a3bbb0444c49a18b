//! Instances: whether a value has a type without conversion.
//!
//! The check follows the rules of assignability part by part. In addition, it checks properties of
//! the value: the member of a union, and the value of a constant. Unknown and deferred parts are
//! checked by their type. Recursive types reach the same part on as many paths as there are unions
//! around it, so the result of each part is cached.

use crate::rules::assignable::assignable;
use crate::rules::infer::own_type;
use crate::types::equal::same_value;
use crate::types::view::{PclType, shape, unfolded};
use crate::values::{DeferredValue, MAX_DEPTH, too_deep};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{KeyedMap, Scalar, Type};
use polycty_core::values::Value;

/// Returns whether a value has a type without conversion.
///
/// # Errors
/// The errors of [`assignable`].
pub fn is_instance(value: &Value, ty: &Type, budget: &Budget) -> Result<bool> {
    let known = KeyedMap::default();
    Check { budget, known }.instance(value, ty, 0)
}

/// A part of the value, by its address, and a recursive type, by its group and its index there.
type Pair = (usize, (u64, u32));

/// The bytes of a cached pair.
const PAIR_BYTES: u64 = 64;

struct Check<'b> {
    budget: &'b Budget,
    /// The results for containers in the value and recursive types.
    known: KeyedMap<Pair, bool>,
}

impl Check<'_> {
    fn instance(&mut self, value: &Value, ty: &Type, depth: usize) -> Result<bool> {
        if depth >= MAX_DEPTH {
            return Err(too_deep());
        }
        self.budget.charge(1)?;
        let PclType::Recursive(reference) = shape(ty) else {
            return self.of(value, ty, depth);
        };
        // For a value without parts the check is faster than a lookup.
        let pair = value
            .part_count()
            .map(|_| (std::ptr::from_ref(value).addr(), reference.key()));
        if let Some(answer) = pair.as_ref().and_then(|pair| self.known.get(pair)) {
            return Ok(*answer);
        }
        let Some(unfolded) = unfolded(ty) else {
            return Ok(false);
        };
        let answer = self.of(value, &unfolded, depth)?;
        if let Some(pair) = pair {
            self.budget.hold(PAIR_BYTES)?;
            self.known.insert(pair, answer);
        }
        Ok(answer)
    }

    /// Checks a value against a type that is not recursive at the top.
    fn of(&mut self, value: &Value, unfolded: &Type, depth: usize) -> Result<bool> {
        if value.is_null() {
            // Of the types that accept null, only the constant null is not assignable from `none`.
            match shape(unfolded) {
                PclType::Const(_, None) => return Ok(true),
                PclType::Union(members) => {
                    for member in members {
                        if self.instance(value, member, depth + 1)? {
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
                PclType::Promise(inner) | PclType::Output(inner) => {
                    return self.instance(value, inner, depth + 1);
                }
                _ => {}
            }
        }
        if value.is_null() || !value.is_known() || DeferredValue::of(value).is_some() {
            return assignable(&own_type(value), unfolded, self.budget);
        }
        let value = value.unmarked();
        let mut all = |parts: &mut dyn Iterator<Item = (&Value, &Type)>| -> Result<bool> {
            for (part, ty) in parts {
                if !self.instance(part, ty, depth + 1)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        match shape(unfolded) {
            PclType::Union(members) => {
                for member in members {
                    if self.instance(value, member, depth + 1)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            PclType::Promise(inner) | PclType::Output(inner) => {
                self.instance(value, inner, depth + 1)
            }
            PclType::Const(inner, wanted) => {
                Ok(self.instance(value, inner, depth + 1)? && is_constant(value, wanted))
            }
            PclType::Enum { ty, values, .. } => {
                Ok(self.instance(value, ty, depth + 1)? && is_one_of(value, values))
            }
            // A plain value of the type `id` is always a string.
            PclType::Id => Ok(value.as_str().is_some()),
            PclType::List(element) if value.ty().is_list() || value.ty().is_tuple() => {
                all(&mut value
                    .parts()
                    .unwrap_or_default()
                    .iter()
                    .map(|part| (part, element)))
            }
            PclType::Set(element) if value.ty().is_set() => all(&mut value
                .parts()
                .unwrap_or_default()
                .iter()
                .map(|part| (part, element))),
            PclType::Map(element) if value.ty().is_map() => {
                let entries = value.entries().unwrap_or_default();
                all(&mut entries.iter().map(|entry| (entry.value(), element)))
            }
            PclType::Map(element) if value.ty().is_object() => all(&mut value
                .parts()
                .unwrap_or_default()
                .iter()
                .map(|part| (part, element))),
            PclType::Object(object) if value.ty().is_object() => {
                let null = Value::null(Type::none().clone());
                all(&mut object
                    .fields()
                    .iter()
                    .map(|field| (value.attribute(field.name()).unwrap_or(&null), field.ty())))
            }
            PclType::Tuple(elements) if value.ty().is_tuple() => {
                let null = Value::null(Type::none().clone());
                let parts = value.parts().unwrap_or_default();
                all(&mut elements
                    .iter()
                    .enumerate()
                    .map(|(at, ty)| (parts.get(at).unwrap_or(&null), ty)))
            }
            _ => assignable(value.ty(), unfolded, self.budget),
        }
    }
}

/// Returns whether a value equals a constant; `None` is null.
pub(crate) fn is_constant(value: &Value, wanted: Option<&Scalar>) -> bool {
    same_value(scalar(value).as_ref(), wanted)
}

/// Returns whether a value is in an enumeration.
pub(crate) fn is_one_of(value: &Value, values: &[Scalar]) -> bool {
    let own = scalar(value);
    values
        .iter()
        .any(|known| same_value(own.as_ref(), Some(known)))
}

/// Returns the scalar of a value, if types can contain it.
fn scalar(value: &Value) -> Option<Scalar> {
    if let Some(value) = value.as_bool() {
        return Some(Scalar::Bool(value));
    }
    if let Some(text) = value.as_str() {
        return Some(Scalar::String(text.into()));
    }
    if let Some(integer) = value.as_integer() {
        return Some(Scalar::Integer(integer));
    }
    value.as_number().map(Scalar::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse::parse_type;

    /// Nested lists around a value, and as many nested recursive types, each of which is a member
    /// of a union with the enclosing one: the number of paths to each list is the number of subsets
    /// of the types.
    #[test]
    fn a_part_is_checked_once_for_all_paths() {
        let nested = |depth: usize, leaf: Value| {
            (0..depth).fold(leaf, |inner, _| Value::tuple(vec![inner]).unwrap())
        };
        let recursive = |depth: usize| {
            let text = "rec(list(union(..., ".repeat(depth) + "string" + &")))".repeat(depth);
            parse_type(&text).unwrap()
        };
        for depth in [1, 2, 10, 30] {
            let ty = recursive(depth);
            for (levels, leaf, is_one) in [
                (depth, Value::string("a"), true),
                (depth + 3, Value::string("a"), true),
                (depth - 1, Value::string("a"), false),
                (depth + 1, Value::from_i64(1), false),
            ] {
                let budget = Budget::standard();
                let found = is_instance(&nested(levels, leaf), &ty, &budget).unwrap();
                assert_eq!(found, is_one, "{levels} of {depth}");
                let pairs = (levels + 1) * (depth + 1);
                assert!(budget.steps() < 40 * pairs as u64, "{}", budget.steps());
            }
        }
    }
}
