//! Application of the defaults of optional attributes to a value.
//!
//! As in HCL's `typeexpr.Defaults`, the defaults are applied before the value is converted to the
//! type. A missing or null attribute gets its default, to which nested defaults are applied in
//! turn. Nulls and unknown values are not changed. A value with a different structure than the type
//! is not changed either; its conversion reports the error.

use super::unify;
use crate::types::{Children, Defaults};
use polycty_core::calls::Budget;
use polycty_core::dialect::Safety;
use polycty_core::source::Result;
use polycty_core::types::{Str, Type};
use polycty_core::values::{Nullness, Value};
use std::sync::Arc;

impl Defaults {
    /// Returns the value with its defaults. Its type may change: the elements of a list, set or map
    /// are converted to one type; if there is none, a list or set becomes a tuple, and a map
    /// becomes an object.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the value with its defaults nests too
    /// deep or exceeds [`Budget::standard`].
    pub fn apply(&self, value: &Value) -> Result<Value> {
        self.apply_within(value, &Budget::standard())
    }

    /// Applies the defaults as [`Defaults::apply`] does, with a budget that has been charged for
    /// the value.
    ///
    /// # Errors
    /// The errors of [`Defaults::apply`], with this budget.
    pub fn apply_within(&self, value: &Value, budget: &Budget) -> Result<Value> {
        let nothing = self.values().is_empty() && matches!(self.children(), Children::None);
        if nothing || !value.is_known() || value.is_null() {
            return Ok(value.clone());
        }
        let (bare, marks) = value.unmark();
        let ty = bare.ty();
        let applied = if ty.is_list() || ty.is_set() || ty.is_tuple() {
            self.apply_to_sequence(&bare, budget)?
        } else if ty.is_map() {
            self.apply_to_map(&bare, budget)?
        } else if ty.is_object() {
            self.apply_to_object(&bare, budget)?
        } else {
            None
        };
        Ok(match applied {
            Some(applied) => applied.with_marks(&marks),
            None => value.clone(),
        })
    }

    /// Returns `None` if nothing changes, here and below.
    fn apply_to_sequence(&self, value: &Value, budget: &Budget) -> Result<Option<Value>> {
        let parts = value.parts().unwrap_or_default();
        if parts.is_empty()
            || !matches!(
                self.children(),
                Children::Element(_) | Children::Positions(_)
            )
        {
            return Ok(None);
        }
        let parts = parts
            .iter()
            .enumerate()
            .map(|(at, part)| match self.children() {
                Children::Element(child) => child.apply_within(part, budget),
                Children::Positions(children) => apply_child(children.get(&at), part, budget),
                Children::None | Children::Attributes(_) => Ok(part.clone()),
            });
        let parts: Vec<Value> = parts.collect::<Result<_>>()?;
        if value.ty().is_tuple() {
            return Value::tuple(parts).map(Some);
        }
        Ok(Some(match one_type(&parts, budget)? {
            Some(parts) if value.ty().is_set() => Value::set(parts)?,
            Some(parts) => Value::list(parts)?,
            None => Value::tuple(parts)?,
        }))
    }

    fn apply_to_map(&self, value: &Value, budget: &Budget) -> Result<Option<Value>> {
        let entries = value.entries().unwrap_or_default();
        let mut attributes = Vec::with_capacity(entries.len() + self.values().len());
        for entry in entries {
            let key = entry.key_str();
            attributes.push((
                key.into(),
                self.apply_to_attribute(key, entry.value(), budget)?,
            ));
        }
        self.fill(&mut attributes, budget)?;
        if attributes.is_empty() {
            return Ok(None);
        }
        let parts: Vec<Value> = attributes.iter().map(|(_, part)| part.clone()).collect();
        Ok(Some(match one_type(&parts, budget)? {
            Some(parts) => {
                let keys = attributes.iter().map(|(key, _)| Value::nfc_string(key));
                Value::map(keys.zip(parts))?
            }
            None => Value::object(attributes)?,
        }))
    }

    fn apply_to_object(&self, value: &Value, budget: &Budget) -> Result<Option<Value>> {
        let parts = value.parts().unwrap_or_default();
        let mut attributes = Vec::with_capacity(parts.len() + self.values().len());
        for (field, part) in value.ty().fields().iter().zip(parts) {
            let part = self.apply_to_attribute(field.name(), part, budget)?;
            attributes.push((field.shared_name().clone(), part));
        }
        self.fill(&mut attributes, budget)?;
        Value::object(attributes).map(Some)
    }

    /// Returns the part of an object or map at a key, with its nested defaults.
    fn apply_to_attribute(&self, key: &str, part: &Value, budget: &Budget) -> Result<Value> {
        match self.children() {
            Children::Element(child) => child.apply_within(part, budget),
            Children::Attributes(children) => apply_child(children.get(key), part, budget),
            Children::None | Children::Positions(_) => Ok(part.clone()),
        }
    }

    /// Replaces missing and null attributes with their defaults. Names are unique. An attribute
    /// with a non-null default cannot be null afterward, even while it is unknown. The attributes
    /// are then sorted by name.
    fn fill(&self, attributes: &mut Vec<(Str, Value)>, budget: &Budget) -> Result<()> {
        let by_name = |a: &(Str, Value), b: &(Str, Value)| a.0.cmp(&b.0);
        budget.sort_by(attributes, by_name)?;
        let given_ones = attributes.len();
        for (name, default) in self.values() {
            let place = attributes[..given_ones].binary_search_by(|(there, _)| there.cmp(name));
            let filled = match place.map(|at| &attributes[at].1) {
                Ok(given) if !given.is_null() => given.clone(),
                _ => self.apply_to_attribute(name, default, budget)?,
            };
            let refined = if is_never_null(default)? && !filled.ty().is_any() {
                filled.refine_not_null()?
            } else {
                filled
            };
            match place {
                Ok(at) => attributes[at].1 = refined,
                Err(_) => attributes.push((name.clone(), refined)),
            }
        }
        if given_ones < attributes.len() {
            budget.sort_by(attributes, by_name)?;
        }
        Ok(())
    }
}

fn apply_child(child: Option<&Arc<Defaults>>, part: &Value, budget: &Budget) -> Result<Value> {
    match child {
        Some(child) => child.apply_within(part, budget),
        None => Ok(part.clone()),
    }
}

fn is_never_null(value: &Value) -> Result<bool> {
    if value.is_known() {
        return Ok(!value.is_null());
    }
    Ok(value.unmarked().range()?.null() == Nullness::Never)
}

/// Converts values to their common type. Returns `None` if there is no such type or a value does
/// not convert to it.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
fn one_type(values: &[Value], budget: &Budget) -> Result<Option<Vec<Value>>> {
    let types: Vec<Type> = values.iter().map(|value| value.ty().clone()).collect();
    let Some(unified) = unify(&types, Safety::Unsafe) else {
        return Ok(None);
    };
    let mut converted = Vec::with_capacity(values.len());
    for (value, converter) in values.iter().zip(&unified.converters) {
        let applied = match converter {
            Some(converter) => converter.apply(value, budget),
            None => Ok(value.clone()),
        };
        let Ok(applied) = applied else {
            budget.finish()?;
            return Ok(None);
        };
        converted.push(applied);
    }
    Ok(Some(converted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use polycty_core::number::Number;
    use polycty_core::source::Code;
    use polycty_core::types::Field;
    use std::collections::BTreeMap;

    fn object(attributes: &[(&str, Value)]) -> Value {
        Value::object(
            attributes
                .iter()
                .map(|(name, v)| ((*name).into(), v.clone())),
        )
        .unwrap()
    }

    /// `object({ a = optional(string, "x"), b = optional(bool) })`
    fn of_object() -> Defaults {
        let ty = Type::object([
            Field::optional("a", Type::string().clone()),
            Field::optional("b", Type::bool().clone()),
        ]);
        let values = BTreeMap::from([("a".into(), Value::string("x"))]);
        Defaults::new(ty.unwrap(), values, Children::None).unwrap()
    }

    fn of_list() -> Defaults {
        let ty = Type::list(of_object().ty().clone()).unwrap();
        let child = Children::Element(Arc::new(of_object()));
        Defaults::new(ty, BTreeMap::new(), child).unwrap()
    }

    #[test]
    fn missing_and_null_attributes_are_filled() {
        let filled = object(&[("a", Value::string("x")), ("c", Value::bool(true))]);
        for given in [
            object(&[("c", Value::bool(true))]),
            object(&[
                ("a", Value::null(Type::number().clone())),
                ("c", Value::bool(true)),
            ]),
        ] {
            assert_eq!(of_object().apply(&given).unwrap(), filled);
        }
        let null = Value::null(Type::any().clone());
        assert_eq!(of_object().apply(&null).unwrap(), null);
    }

    #[test]
    fn an_unknown_attribute_with_a_default_is_not_null() {
        let unknown = Value::unknown(Type::string().clone());
        let applied = of_object()
            .apply(&object(&[("a", unknown.clone())]))
            .unwrap();
        assert_eq!(
            applied.attribute("a"),
            Some(&unknown.refine_not_null().unwrap())
        );
    }

    #[test]
    fn elements_that_differ_make_a_tuple() {
        let given = |b: [Value; 2]| {
            let [first, second] = b.map(|b| object(&[("b", b)]));
            Value::tuple(vec![first, second]).unwrap()
        };
        let list = |b: Value| Value::list(vec![object(&[("b", b)])]).unwrap();
        let applied = of_list().apply(&list(Value::bool(true))).unwrap();
        assert!(applied.ty().is_list());
        assert_eq!(
            applied.parts().unwrap()[0].attribute("a"),
            Some(&Value::string("x"))
        );
        let applied = of_list().apply(&given([Value::bool(true), Value::from_i64(1)]));
        assert!(applied.unwrap().ty().is_tuple());
    }

    #[test]
    fn what_is_spent_makes_no_value_of_another_type() {
        let long = Value::from_number(Number::parse("1e100000").unwrap());
        let map = |c| Value::map([(Value::string("c"), c)]).unwrap();
        let list = Value::list(vec![map(long.clone()); 10]).unwrap();
        let set = Value::set(vec![map(long.clone())]).unwrap();
        for (defaults, given) in [
            (of_list(), list),
            (of_list(), set),
            (of_object(), map(long)),
        ] {
            let applied = defaults.apply(&given).unwrap();
            assert!(!applied.ty().is_tuple() && !applied.ty().is_object());
            let few = Budget::new().limit_steps(100);
            let refused = defaults.apply_within(&given, &few);
            assert!(refused.is_err_and(|error| error.code() == Code::Limit));
        }
    }

    #[test]
    fn marks_stay_where_they_are() {
        let marked = object(&[("b", Value::bool(true).mark("inner"))]).mark("outer");
        let applied = of_object().apply(&marked).unwrap();
        assert_eq!(applied.marks().as_slice(), ["outer".into()]);
        let inner = applied.unmarked().attribute("b").unwrap();
        assert_eq!(inner.marks().as_slice(), ["inner".into()]);
    }

    #[test]
    fn a_value_of_another_shape_is_left_alone() {
        for value in [Value::string("x"), Value::tuple(vec![]).unwrap()] {
            assert_eq!(of_object().apply(&value).unwrap(), value);
            assert_eq!(of_list().apply(&value).unwrap(), value);
        }
    }
}
