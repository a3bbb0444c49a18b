//! Inference: the type of a value.
//!
//! There are three kinds of types. The reduced type of an array or a hash has one type for all
//! elements, the common one, and the size. The general type is the reduced one without its bounds.
//! The detailed type has a type for each element; [`detailed_type`] returns it.
//!
//! The type of an element is computed only if the common type so far does not already accept the
//! element: the common type of a large structure is soon Data, and further elements are then only
//! checked. Hashes with the same string keys share the type of their keys.

pub(crate) mod detailed;

use crate::rules::infer::detailed::detailed_type;
use crate::rules::unify::fold::{Fold, Scalars};
use crate::types::generalize::{generalize, sensitive};
use crate::types::nominal::{self, Name};
use crate::types::{data, normal_form};
use crate::values::special::{Special, array_elements};
use crate::values::support::refuse_unsupported;
use polycty_core::calls::{Budget, cost};
use polycty_core::source::Result;
use polycty_core::types::{SizeRange, Type};
use polycty_core::values::Value;

/// Returns the reduced type of a value.
///
/// # Errors
/// - [`Code::Unsupported`](polycty_core::source::Code::Unsupported) with its path for a mark or an
///   unknown value, which Puppet does not have.
/// - [`Code::Limit`](polycty_core::source::Code::Limit) if the type nests too deep.
pub fn infer(value: &Value, budget: &Budget) -> Result<Type> {
    refuse_unsupported(value)?;
    Inference::new(budget).reduced(value)
}

/// Returns the general type of a value: the reduced one without its bounds.
///
/// # Errors
/// As [`infer`].
pub fn infer_general(value: &Value, budget: &Budget) -> Result<Type> {
    let ty = infer(value, budget)?;
    // The value may be a type, whose nodes are copied.
    cost::look_at_types([&ty, &ty], budget)?;
    Ok(generalize(&ty)?)
}

/// Returns the detailed type of a value.
///
/// # Errors
/// As [`infer`].
pub fn infer_detailed(value: &Value, budget: &Budget) -> Result<Type> {
    refuse_unsupported(value)?;
    detailed_type(value, budget)
}

/// Returns the common type of the reduced types of values; Undef if there are none.
///
/// # Errors
/// As [`infer`], with the value's position.
pub fn infer_common<'v>(
    values: impl IntoIterator<Item = &'v Value> + Clone,
    budget: &'v Budget,
) -> Result<Type> {
    for (at, value) in values.clone().into_iter().enumerate() {
        refuse_unsupported(value).map_err(|error| error.in_index(at))?;
    }
    Inference::new(budget).common(values)
}

/// The maximum number of cached sets of keys.
const REMEMBERED: usize = 8;

/// The cache of one inference.
struct Inference<'v> {
    budget: &'v Budget,
    /// Hashes whose keys are strings, and the type of the keys.
    key_types: Vec<(&'v [(Value, Value)], Type)>,
    /// The index of the next one to replace.
    oldest: usize,
}

impl<'v> Inference<'v> {
    fn new(budget: &'v Budget) -> Inference<'v> {
        Inference {
            budget,
            key_types: Vec::new(),
            oldest: 0,
        }
    }

    fn reduced(&mut self, value: &'v Value) -> Result<Type> {
        if let Some(parts) = array_elements(value) {
            if parts.is_empty() {
                return Ok(empty_array());
            }
            let size = SizeRange::exactly(parts.len() as u64);
            return Ok(normal_form::array(self.common(parts)?, Some(size))?);
        }
        if let Some(map) = value.as_ordered_map() {
            let entries = map.entries();
            let size = SizeRange::exactly(entries.len() as u64);
            if entries.is_empty() {
                let unit = nominal::unit();
                return Ok(normal_form::hash(unit.clone(), unit.clone(), Some(size))?);
            }
            let key = self.keys(entries)?;
            let element = self.common(entries.iter().map(|(_, element)| element))?;
            return Ok(normal_form::hash(key, element, Some(size))?);
        }
        match Special::of(value) {
            Some(Special::SemVer(_)) => Ok(nominal::bare(Name::SemVer).clone()),
            Some(Special::Sensitive(content)) => Ok(sensitive(&self.reduced(content)?)?),
            _ => detailed_type(value, self.budget),
        }
    }

    /// Returns the common type of the keys of a nonempty hash.
    fn keys(&mut self, entries: &'v [(Value, Value)]) -> Result<Type> {
        let known = self.key_types.iter().find(|(known_keys, _)| {
            known_keys.len() == entries.len()
                && known_keys
                    .iter()
                    .zip(entries)
                    .all(|((a, _), (b, _))| a.as_str_bytes() == b.as_str_bytes())
        });
        if let Some((_, ty)) = known {
            return Ok(ty.clone());
        }
        let ty = self.common(entries.iter().map(|(key, _)| key))?;
        if entries.iter().all(|(key, _)| key.as_str_bytes().is_some()) {
            let entry = (entries, ty.clone());
            if self.key_types.len() < REMEMBERED {
                self.key_types.push(entry);
            } else {
                self.key_types[self.oldest] = entry;
                self.oldest = (self.oldest + 1) % REMEMBERED;
            }
        }
        Ok(ty)
    }

    fn common(&mut self, values: impl IntoIterator<Item = &'v Value>) -> Result<Type> {
        let mut fold = Fold::default();
        for value in self.budget.each(values) {
            let value = value?;
            if fold.known().is_some_and(|ty| holds(ty, value)) {
                continue;
            }
            if value.is_null() {
                fold.absorb(Type::none(), self.budget)?;
                continue;
            }
            match (scalars(value), fold.scalars()) {
                (Some(new), Some(have)) if new != have => fold.set(above(new, have).clone()),
                (Some(Scalars::Strings), _) => {
                    fold.absorb_text(value.as_str().unwrap_or_default(), self.budget)?;
                }
                (None, have) if have.is_some() || fold.known().is_some_and(is_scalar_data) => {
                    if is_data(value) {
                        fold.set(data::data().clone())
                    } else {
                        fold.absorb(&self.reduced(value)?, self.budget)?
                    }
                }
                _ => fold.absorb(&self.reduced(value)?, self.budget)?,
            }
        }
        fold.into_type()
    }
}

fn empty_array() -> Type {
    let empty = normal_form::array(nominal::unit().clone(), Some(SizeRange::exactly(0)));
    empty.unwrap_or_else(|_| normal_form::array_any().clone())
}

/// Returns the kind of scalar of a value.
#[inline]
fn scalars(value: &Value) -> Option<Scalars> {
    if value.as_str_bytes().is_some() {
        Some(Scalars::Strings)
    } else if value.as_bool().is_some() {
        Some(Scalars::Bools)
    } else if value.as_double().is_some() {
        Some(Scalars::Floats)
    } else if value.as_integer().is_some() {
        Some(Scalars::Integers)
    } else {
        None
    }
}

/// Returns the common type of two kinds of scalars.
fn above(a: Scalars, b: Scalars) -> &'static Type {
    let number = |kind| matches!(kind, Scalars::Integers | Scalars::Floats);
    if number(a) && number(b) {
        Type::number()
    } else {
        nominal::bare(Name::ScalarData)
    }
}

fn is_scalar_data(ty: &Type) -> bool {
    ty.is_same_node(nominal::bare(Name::ScalarData)) || ty.is_same_node(Type::number())
}

/// Whether one of the types at the top of the hierarchy accepts the type of a value, as far as this
/// is fast to determine.
#[inline]
fn holds(ty: &Type, value: &Value) -> bool {
    if ty.is_same_node(data::data()) {
        is_data(value)
    } else if ty.is_same_node(nominal::bare(Name::ScalarData)) {
        value.is_null() || scalars(value).is_some()
    } else {
        ty.is_any() || (ty.is_same_node(data::rich_data()) && is_data(value))
    }
}

/// Whether Data accepts the reduced type of a value; `false` if that requires the type.
fn is_data(value: &Value) -> bool {
    if value.is_null() || scalars(value).is_some() {
        return true;
    }
    if let Some(parts) = array_elements(value) {
        return parts.iter().all(is_data);
    }
    value.as_ordered_map().is_some_and(|map| {
        let text =
            |(key, element): &(Value, Value)| key.as_str_bytes().is_some() && is_data(element);
        map.entries().iter().all(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::Mode;
    use crate::parse_value;
    use crate::types::alias::Aliases;
    use crate::types::format::{Detail, format_type};
    use crate::values::special;
    use polycty_core::source::Code;

    fn reduced(text: &str) -> String {
        let value = parse_value(text, &Aliases::default(), Mode::Current).unwrap();
        format_type(&infer(&value, &Budget::standard()).unwrap(), Detail::Debug)
    }

    #[test]
    fn what_is_only_looked_at_gives_the_type_that_joining_gives() {
        assert_eq!(reduced("[1, 'a', [2, undef]]"), "Array[Data, 3, 3]");
        assert_eq!(reduced("[1, 'a', undef, 1.5]"), "Array[ScalarData, 4, 4]");
        assert_eq!(reduced("[1, undef, 1.5]"), "Array[Numeric, 3, 3]");
        assert_eq!(reduced("[1, {1 => 2}]"), "Array[RichData, 2, 2]");
        assert_eq!(reduced("[1, {undef => 2}]"), "Array[Any, 2, 2]");
        assert_eq!(reduced("[1, [default]]"), "Array[RichData, 2, 2]");
        assert_eq!(
            reduced("['a', undef, 'b', 'a']"),
            "Array[Enum['a', 'b'], 4, 4]"
        );
        assert_eq!(reduced("[undef, undef]"), "Array[Undef, 2, 2]");
        assert_eq!(
            reduced("[['a'], ['b']]"),
            "Array[Array[Enum['a', 'b']], 2, 2]"
        );
    }

    #[test]
    fn marks_and_unknowns_are_refused_where_they_stand() {
        let list = |part: Value| Value::list(vec![Value::string("a"), part]).unwrap();
        for part in [
            Value::string("b").mark("secret"),
            Value::unknown(Type::string().clone()),
        ] {
            for answer in [infer, infer_general, infer_detailed] {
                let error = answer(&list(part.clone()), &Budget::standard()).unwrap_err();
                assert_eq!(error.code(), Code::Unsupported);
                assert_eq!(error.path().to_string(), "[1]");
            }
        }
        assert!(infer(&special::undef(), &Budget::standard()).is_ok());
    }
}
