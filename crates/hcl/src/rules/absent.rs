//! Conversion of null and unknown values.
//!
//! A null or unknown value stays null or unknown. It gets the wanted type, in which each `any` is
//! replaced with the corresponding part of the source type (cty's `dynamicReplace`). The
//! refinements of an unknown value, or the length of its source type, are carried over to the
//! result (cty's `prepareUnknownResult`).

use super::plan::Plan;
use super::planner::Planner;
use crate::types::CtyType;
use polycty_core::dialect::Safety;
use polycty_core::source::Result;
use polycty_core::types::{Field, Flags, Type};
use polycty_core::values::{Detail, Refinement, Value};

impl Plan {
    /// The type of a null or unknown result.
    pub(super) fn absent_type(&self, value: &Value) -> Result<Type> {
        if !self.bare.has(Flags::ANY) || value.ty().is_any() {
            return Ok(self.bare.clone());
        }
        if let Some(ty) = self.absent.get() {
            return Ok(ty.clone());
        }
        let ty = replace_any(&mut Planner::new(), &self.from, &self.bare)?;
        Ok(self.absent.get_or_init(|| ty).clone())
    }
}

/// Returns the type `to` with each `any` replaced with the corresponding part of `from`.
fn replace_any(planner: &mut Planner, from: &Type, to: &Type) -> Result<Type> {
    use CtyType::{Any, List, Map, Object, Set, Tuple};
    if from.is_any() || !to.has(Flags::ANY) {
        return Ok(to.clone());
    }
    let element = |planner: &mut Planner, parts: &[Type], to: &Type| match planner
        .unify(parts, Safety::Unsafe)
    {
        Some(from) => replace_any(planner, &from, to),
        None => Ok(to.clone()),
    };
    Ok(match (CtyType::of(from), CtyType::of(to)) {
        (_, Any) => from.clone(),
        (Map(from), Map(to)) => Type::map(replace_any(planner, from, to)?)?,
        (Object(from), Map(to)) => {
            let types: Vec<Type> = from.fields().iter().map(|f| f.ty().clone()).collect();
            Type::map(element(planner, &types, to)?)?
        }
        (Map(from), Object(to)) => {
            Type::object(replace_fields(planner, to.fields(), |_| Some(from))?)?
        }
        (Object(from), Object(to)) => {
            Type::object(replace_fields(planner, to.fields(), |name| {
                from.get(name).map(Field::ty)
            })?)?
        }
        (List(from) | Set(from), Set(to)) => Type::set(replace_any(planner, from, to)?)?,
        (List(from) | Set(from), List(to)) => Type::list(replace_any(planner, from, to)?)?,
        (Tuple(from), Set(to)) => Type::set(element(planner, from, to)?)?,
        (Tuple(from), List(to)) => Type::list(element(planner, from, to)?)?,
        (Tuple(from), Tuple(to)) if from.len() == to.len() => {
            let parts: Result<Box<[Type]>> = from
                .iter()
                .zip(to)
                .map(|(from, to)| replace_any(planner, from, to))
                .collect();
            Type::tuple(parts?)?
        }
        _ => to.clone(),
    })
}

fn replace_fields<'a>(
    planner: &mut Planner,
    to: &[Field],
    from: impl Fn(&str) -> Option<&'a Type>,
) -> Result<Box<[Field]>> {
    to.iter()
        .map(|field| {
            let ty = match from(field.name()) {
                Some(from) => replace_any(planner, from, field.ty())?,
                // The attribute is optional and missing, so nothing more is known.
                None => field.ty().clone(),
            };
            Ok(Field::new(field.shared_name().clone(), ty))
        })
        .collect()
}

/// Converts an unknown value of one type to the unknown value of a different type.
pub(super) fn unknown(from: &Type, known: &Refinement, to: Type) -> Result<Value> {
    let (min, max) = match (CtyType::of(from), CtyType::of(&to)) {
        (CtyType::Object(from), CtyType::Map(_)) => exactly(from.fields().len()),
        (CtyType::Tuple(from), CtyType::List(_)) => exactly(from.len()),
        // Unknown elements may later be equal.
        (CtyType::Tuple(from), CtyType::Set(_)) => {
            let (min, max) = exactly(from.len());
            (min.min(1), max)
        }
        (from, target) if from.is_collection() && target.is_collection() => {
            let (min, max) = match known.detail {
                Detail::Length { min, max } => (min, max),
                _ => (0, None),
            };
            if matches!(target, CtyType::Set(_)) {
                (min.min(1), max)
            } else {
                (min, max)
            }
        }
        _ => (0, None),
    };
    let mut builder = Value::unknown(to).refine();
    if known.not_null {
        builder = builder.not_null();
    }
    if min > 0 {
        builder = builder.length_at_least(min);
    }
    if let Some(max) = max {
        builder = builder.length_at_most(max);
    }
    builder.build()
}

fn exactly(count: usize) -> (u64, Option<u64>) {
    (count as u64, Some(count as u64))
}
