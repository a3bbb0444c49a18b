//! Traversal and rewriting of the parts of a value.
//!
//! A traversal visits the outer parts first, a transformation the inner parts first, so that each
//! part is visited after its own parts are transformed. Both pass the steps that lead to a part,
//! enter marked values, and treat nulls and unknowns as leaves. The depth of a value is at most
//! [`MAX_DEPTH`], so both are bounded.
//!
//! [`MAX_DEPTH`]: crate::types::MAX_DEPTH

use super::access::{ElementKey, Elements};
use super::{MarkSet, Repr, Value};
use crate::budget::{Budget, BudgetError};
use crate::source::{Path, PathStep, Result};
use crate::types::{Field, Type, Visit};
use std::collections::HashMap;

/// The callback of a transformation. It receives the steps to a part, and the part with its own
/// parts already transformed.
type Rewrite<'a> = dyn FnMut(&[PathStep], Value) -> Result<Value> + 'a;

/// The marks of a part of a value, and its path.
pub type PathMarks = (Path, MarkSet);

impl Value {
    /// Calls `visit` with this value and its parts, each with the steps that lead to it.
    ///
    /// # Errors
    /// The errors of `visit`.
    pub fn walk(&self, visit: &mut dyn FnMut(&[PathStep], &Value) -> Result<Visit>) -> Result<()> {
        walk(self, &mut Vec::new(), visit).map(|_| ())
    }

    /// Rewrites a value from the inside out. Containers take the types of their new parts;
    /// unchanged parts keep their type.
    ///
    /// # Errors
    /// The errors of `rewrite`, and the errors of the constructors.
    pub fn transform(&self, rewrite: &mut Rewrite<'_>) -> Result<Value> {
        transform(self, &mut Vec::new(), rewrite)
    }

    /// Returns the value without marks at any depth, and the marks that each part had, the outer
    /// ones first. Charges the budget.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    pub fn unmark_deep_with_paths(&self, budget: &Budget) -> Result<(Value, Vec<PathMarks>)> {
        let mut collector = MarkCollector {
            steps: Vec::new(),
            marks: Vec::new(),
            spent: budget.charge(1),
            budget,
        };
        if self.contains_marked() {
            self.charge_remaking(budget)?;
        }
        let value = strip(self, &mut collector);
        collector.spent?;
        Ok((value, collector.marks))
    }

    /// Adds marks to the parts of a value; the inverse of [`Value::unmark_deep_with_paths`]. Paths
    /// that do not exist are ignored, and the marks of equal paths are combined.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    pub fn mark_with_paths(&self, marks: &[PathMarks], budget: &Budget) -> Result<Value> {
        if marks.is_empty() {
            return Ok(self.clone());
        }
        let count: usize = marks.iter().map(|(path, _)| 1 + path.len()).sum();
        budget.charge(count as u64)?;
        budget.hold((count * size_of::<Wanted<'_>>()) as u64)?;
        self.charge_remaking(budget)?;
        let steps: Vec<(Vec<&PathStep>, &MarkSet)> = marks
            .iter()
            .map(|(path, marks)| (path.steps().collect(), marks))
            .collect();
        let wanted: Vec<Wanted<'_>> = steps.iter().map(|(path, m)| (&path[..], *m)).collect();
        mark(self, &wanted)
    }

    /// Counts the copying of all parts.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    pub(crate) fn charge_remaking(&self, budget: &Budget) -> Result<(), BudgetError> {
        let size = u64::from(self.size());
        budget.charge(size)?;
        budget.hold(size * size_of::<Value>() as u64)
    }

    /// Returns the value with a null in place of each unknown part.
    ///
    /// # Errors
    /// Never fails in practice: no part changes its type.
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

/// Returns a known container with other parts; other values are returned unchanged.
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
        Repr::Object(..) | Repr::Row(..) if ty.is_object() => {
            if same_types {
                return Value::object_with_type(ty, parts);
            }
            let fields: Box<[Field]> = ty
                .fields()
                .iter()
                .zip(&parts)
                .map(|(field, part)| Field::new(field.shared_name().clone(), part.ty().clone()))
                .collect();
            Value::object_with_type(Type::object(fields)?, parts)
        }
        Repr::Sequence(..) | Repr::Row(..) if same_types => Value::sequence(ty, parts),
        Repr::Sequence(..) | Repr::Row(..) if ty.is_tuple() => Value::tuple(parts),
        Repr::Sequence(..) => Value::list(parts),
        Repr::Set(..) if same_types => Value::set_with_type(ty, parts),
        Repr::Set(..) => Value::set(parts),
        Repr::Map(..) | Repr::MapRow(..) => {
            let entries = value.entries().unwrap_or_default();
            let keys = entries.iter().map(|entry| entry.key().clone());
            let entries: Vec<(Value, Value)> = keys.zip(parts).collect();
            if same_types {
                Value::map_with_type(ty, entries.into_iter())
            } else {
                Value::map(entries)
            }
        }
        _ => Ok(value.clone()),
    }
}

/// The marks that were found in a value that is being unmarked.
struct MarkCollector<'a> {
    steps: Vec<PathStep>,
    marks: Vec<PathMarks>,
    budget: &'a Budget,
    spent: Result<(), BudgetError>,
}

impl MarkCollector<'_> {
    fn add(&mut self, marks: MarkSet) {
        if self.spent.is_ok() {
            let bytes = size_of::<PathMarks>() + self.steps.len() * size_of::<PathStep>();
            self.spent = self.budget.hold(bytes as u64);
            self.marks
                .push((self.steps.iter().cloned().collect(), marks));
        }
    }
}

fn strip(value: &Value, collector: &mut MarkCollector<'_>) -> Value {
    if value.is_marked() {
        collector.add(value.marks());
    }
    let bare = value.unmarked();
    if !bare.contains_marked() || collector.spent.is_err() {
        return bare.clone();
    }
    let mut keys = Elements::of(bare).into_iter().flatten();
    bare.map_parts(&mut |part| {
        let key = keys.next();
        match key {
            Some((key, _)) if part.contains_marked() => {
                collector.steps.push(key.to_step());
                let part = strip(part, collector);
                collector.steps.pop();
                part
            }
            _ => part.clone(),
        }
    })
}

/// Marks to add to a part: the remaining steps to it, and the marks.
type Wanted<'a> = (&'a [&'a PathStep], &'a MarkSet);

fn mark(value: &Value, wanted: &[Wanted<'_>]) -> Result<Value> {
    let mut own = Vec::new();
    let mut deeper: HashMap<&PathStep, Vec<Wanted<'_>>> = HashMap::new();
    for (steps, marks) in wanted {
        match steps.split_first() {
            None => own.push((*marks).clone()),
            Some((first, rest)) => deeper.entry(first).or_default().push((rest, marks)),
        }
    }
    let inner = if deeper.is_empty() {
        value.clone()
    } else {
        let inner = rebuild(
            value.unmarked(),
            &mut |key, part| match deeper.get(&key.to_step()) {
                Some(wanted) => mark(part, wanted),
                None => Ok(part.clone()),
            },
        )?;
        inner.with_marks(&value.marks())
    };
    Ok(inner.with_marks(&MarkSet::union_of(own)))
}
