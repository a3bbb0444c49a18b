//! Conversion of unknown values.
//!
//! An unknown value is converted by its type: to the member of a union that all values of its type
//! convert to, or to a plain unknown of a deferred type. Refinements that hold for every possible
//! result are kept: not null, the prefix of a string, the bounds of a number, the length of a
//! collection. The length of a tuple and the number of an object's properties become the length of
//! the result.

use crate::rules::conversion::{Convertibility, conversion};
use crate::types::equal::equal;
use crate::types::view::{PclType, shape, unfolded};
use crate::values::MAX_DEPTH;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::{BoundKind, Detail, Refinement, Value};

/// Converts an unknown value whose type converts to the target.
pub(crate) fn converted(value: &Value, target: &Type, budget: &Budget) -> Result<Value> {
    let mut wanted = target.clone();
    for _ in 0..MAX_DEPTH {
        if wanted.is_any() || equal(value.ty(), &wanted) {
            return Ok(value.clone());
        }
        // The result of an unknown value of one of these types is not determined yet.
        let certain = !matches!(
            shape(value.ty()),
            PclType::Dynamic | PclType::Union(_) | PclType::Promise(_) | PclType::Output(_)
        );
        let Some(unfolded) = unfolded(&wanted) else {
            break;
        };
        let inner = match shape(&unfolded) {
            PclType::Promise(inner) | PclType::Output(inner) if certain => Some(inner),
            PclType::Union(members) if certain => member_of_all(value.ty(), members, budget)?,
            _ => None,
        };
        match inner {
            Some(inner) => wanted = inner.clone(),
            // The member of the union is not determined, so the value keeps the whole target type
            // and converts to it again unchanged.
            None if matches!(shape(&unfolded), PclType::Union(_)) => {
                return narrowed(value, target);
            }
            None => break,
        }
    }
    narrowed(value, &wanted)
}

/// Returns the member of a union that every value of a type converts to.
fn member_of_all<'a>(ty: &Type, members: &'a [Type], budget: &Budget) -> Result<Option<&'a Type>> {
    let same = members.iter().find(|member| equal(member, ty));
    if same.is_some() {
        return Ok(same);
    }
    for member in members {
        if conversion(ty, member, budget)? == Convertibility::Safe {
            return Ok(Some(member));
        }
    }
    Ok(None)
}

/// Returns the unknown value of a type with the refinements that still hold.
fn narrowed(value: &Value, ty: &Type) -> Result<Value> {
    let known = value.refinement().unwrap_or(&Refinement::NONE);
    let mut builder = Value::unknown(ty.clone()).refine();
    if known.not_null {
        builder = builder.not_null();
    }
    match &known.detail {
        Detail::Prefix(prefix) if ty.is_string() => builder = builder.prefix_full(prefix),
        Detail::Number { min, max } if ty.is_number() => {
            let kind = |inclusive| {
                if inclusive {
                    BoundKind::Inclusive
                } else {
                    BoundKind::Exclusive
                }
            };
            if let Some(bound) = min {
                let least = Value::from_number(bound.value.clone());
                builder = builder.at_least(&least, kind(bound.inclusive));
            }
            if let Some(bound) = max {
                let most = Value::from_number(bound.value.clone());
                builder = builder.at_most(&most, kind(bound.inclusive));
            }
        }
        _ => {}
    }
    if let Some((min, max)) = length(value.ty(), &known.detail, ty) {
        builder = builder.length_at_least(min);
        if let Some(max) = max {
            builder = builder.length_at_most(max);
        }
    }
    builder.build()
}

/// Returns the minimum and maximum length of the collection that a value of a type converts to.
fn length(from: &Type, known: &Detail, to: &Type) -> Option<(u64, Option<u64>)> {
    let from = unfolded(from)?;
    let exactly = |count: usize| (count as u64, Some(count as u64));
    let own = match (shape(&from), known) {
        (PclType::Tuple(elements), _) => exactly(elements.len()),
        (PclType::Object(object), _) => exactly(object.len()),
        (PclType::List(_) | PclType::Set(_) | PclType::Map(_), Detail::Length { min, max }) => {
            (*min, *max)
        }
        _ => return None,
    };
    match (shape(to), shape(&from)) {
        (PclType::Set(_), PclType::Set(element)) if equal(element, to.element()?) => Some(own),
        // Equal elements are merged.
        (PclType::Set(_), _) => Some((own.0.min(1), own.1)),
        (PclType::List(_) | PclType::Map(_), _) => Some(own),
        _ => None,
    }
}
