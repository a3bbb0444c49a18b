//! Walking and rewriting the parts of a value.
//!
//! A walk goes from the outside in, a transformation from the inside out, so that
//! each part is seen with its own parts already transformed. Both give the steps
//! that lead to a part, go into marked values, and leave nulls and unknowns
//! whole. A value is no deeper than [`MAX_DEPTH`], so both are bounded.
//!
//! [`MAX_DEPTH`]: crate::types::MAX_DEPTH

use super::access::{ElementKey, Elements};
use super::{Repr, Value};
use crate::source::{PathStep, Result};
use crate::types::{Field, Type, Visit};

/// What a transformation does with each part: it is given the steps to it and
/// the part with its own parts already transformed.
type Rewrite<'a> = dyn FnMut(&[PathStep], Value) -> Result<Value> + 'a;

impl Value {
    /// Calls `visit` with this value and its parts, each with the steps that lead
    /// to it.
    ///
    /// # Errors
    /// What `visit` returns.
    pub fn walk(&self, visit: &mut dyn FnMut(&[PathStep], &Value) -> Result<Visit>) -> Result<()> {
        walk(self, &mut Vec::new(), visit).map(|_| ())
    }

    /// Rewrites a value from the inside out. Containers take the types of their
    /// new parts; what does not change keeps its type.
    ///
    /// # Errors
    /// What `rewrite` returns, and what a constructor says of the new parts.
    pub fn transform(&self, rewrite: &mut Rewrite<'_>) -> Result<Value> {
        transform(self, &mut Vec::new(), rewrite)
    }

    /// The value with a null in place of each unknown part.
    ///
    /// # Errors
    /// None in practice: no part changes its type.
    pub fn unknown_as_null(&self) -> Result<Value> {
        if self.is_wholly_known() {
            return Ok(self.clone());
        }
        let bare = self.unmarked();
        let value = if bare.is_known() {
            rebuild(bare, &mut |_, part| part.unknown_as_null())?
        } else {
            Value::null(bare.ty().clone())
        };
        Ok(value.with_marks(&self.marks()))
    }
}

fn walk(
    value: &Value,
    steps: &mut Vec<PathStep>,
    visit: &mut dyn FnMut(&[PathStep], &Value) -> Result<Visit>,
) -> Result<Visit> {
    match visit(steps, value)? {
        Visit::Into => {}
        Visit::Over => return Ok(Visit::Into),
        Visit::Stop => return Ok(Visit::Stop),
    }
    for (key, part) in Elements::of(value).into_iter().flatten() {
        steps.push(key.to_step());
        let answer = walk(part, steps, visit)?;
        steps.pop();
        if answer == Visit::Stop {
            return Ok(Visit::Stop);
        }
    }
    Ok(Visit::Into)
}

fn transform(value: &Value, steps: &mut Vec<PathStep>, rewrite: &mut Rewrite<'_>) -> Result<Value> {
    let bare = value.unmarked();
    let inner = if bare.part_count().is_some_and(|count| count > 0) {
        let inner = rebuild(bare, &mut |key, part| {
            steps.push(key.to_step());
            let part = transform(part, steps, rewrite);
            steps.pop();
            part
        })?;
        inner.with_marks(&value.marks())
    } else {
        value.clone()
    };
    rewrite(steps, inner)
}

/// A known container with other parts; other values as they are.
fn rebuild(
    value: &Value,
    part: &mut dyn FnMut(ElementKey<'_>, &Value) -> Result<Value>,
) -> Result<Value> {
    let Some(elements) = Elements::of(value) else {
        return Ok(value.clone());
    };
    let mut same_types = true;
    let parts: Vec<Value> = elements
        .map(|(key, old)| {
            let new = part(key, old)?;
            same_types &= new.ty() == old.ty();
            Ok(new)
        })
        .collect::<Result<_>>()?;
    let ty = value.ty().clone();
    match &value.0 {
        Repr::Sequence(..) | Repr::Row(..) if same_types => Value::sequence(ty, parts),
        Repr::Sequence(..) | Repr::Row(..) if ty.is_tuple() => Value::tuple(parts),
        Repr::Sequence(..) => Value::list(parts),
        Repr::Set(..) if same_types => Value::set_with_type(ty, parts),
        Repr::Set(..) => Value::set(parts),
        Repr::Map(_, entries) => {
            let keys = entries.slice.iter().map(|entry| entry.key().clone());
            let entries: Vec<(Value, Value)> = keys.zip(parts).collect();
            if same_types {
                Value::map_with_type(ty, entries.into_iter())
            } else {
                Value::map(entries)
            }
        }
        Repr::Object(..) if same_types => Value::object_with_type(ty, parts),
        Repr::Object(..) => {
            let fields: Box<[Field]> = ty
                .fields()
                .iter()
                .zip(&parts)
                .map(|(field, part)| Field::new(field.shared_name().clone(), part.ty().clone()))
                .collect();
            Value::object_with_type(Type::object(fields)?, parts)
        }
        _ => Ok(value.clone()),
    }
}
