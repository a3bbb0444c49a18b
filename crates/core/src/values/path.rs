//! Values as keys of paths.

use super::{Value, order};
use crate::calls::Budget;
use crate::source::{Key, KeyValue, Path, PathStep, Result};
use crate::types::{Kind, PartStep, Type};
use std::any::Any;
use std::collections::HashSet;
use std::sync::Arc;

impl KeyValue for Value {
    /// An unknown key matches any element; a marked key is not shown.
    fn text(&self) -> String {
        if self.contains_marked() {
            "(marked)".into()
        } else if self.is_known() {
            format!("{self:?}")
        } else {
            "*".into()
        }
    }

    fn equals(&self, other: &dyn KeyValue) -> bool {
        other.as_any().downcast_ref::<Value>() == Some(self)
    }

    fn hash_code(&self) -> u64 {
        order::hash_value(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Value {
    /// The value as the key of an index step.
    #[must_use]
    pub fn to_key(&self) -> Key {
        if let Some(number) = self.as_number().filter(|_| !self.is_marked()) {
            Key::Number(number)
        } else if let Some(text) = self.as_str().filter(|_| !self.is_marked()) {
            Key::from(text)
        } else {
            Key::Value(Arc::new(self.clone()))
        }
    }

    /// Converts the key of an index step to a value.
    #[must_use]
    pub fn from_key(key: &Key) -> Value {
        match key {
            Key::Number(number) => Value::from_number(number.clone()),
            Key::String(text) => Value::string(text),
            Key::Value(value) => value
                .as_any()
                .downcast_ref::<Value>()
                .cloned()
                .unwrap_or_else(|| Value::string(&value.text())),
        }
    }
}

/// Converts steps into a type to the path into a value of that type. An element type is the element
/// of an unknown key, and in a set the unknown element itself. Steps that have no equivalent in
/// paths end it.
#[must_use]
pub fn path_into(ty: &Type, steps: &[PartStep]) -> Path {
    let mut at = Some(ty);
    steps
        .iter()
        .map_while(|step| {
            let (step, part) = path_step(at?, step)?;
            at = part;
            Some(step)
        })
        .collect()
}

fn path_step<'a>(ty: &'a Type, step: &PartStep) -> Option<(PathStep, Option<&'a Type>)> {
    let unknown = |key: &Type| PathStep::Index(Value::unknown(key.clone()).to_key());
    Some(match (ty.kind(), step) {
        (Kind::List { element, .. }, PartStep::Element) => (unknown(Type::number()), Some(element)),
        (Kind::Map { key, element, .. }, PartStep::Element) => (unknown(key), Some(element)),
        (Kind::Set(element), PartStep::Element) => (unknown(element), Some(element)),
        (Kind::Tuple { elements, .. }, PartStep::Position(at)) => {
            (PathStep::Index(Key::from(*at)), elements.get(*at))
        }
        (Kind::Object(object), PartStep::Field(name)) => {
            let part = object.get(name).map(crate::types::Field::ty);
            (PathStep::Attr(name.clone()), part)
        }
        _ => return None,
    })
}

/// The bytes of a path in a set, without its steps.
const PATH: usize = 64;

/// A set of paths, which copies of the set share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathSet(HashSet<Arc<Path>>);

impl PathSet {
    /// The set without paths.
    #[must_use]
    pub fn new() -> PathSet {
        PathSet::default()
    }

    /// Adds a path. Returns whether it was new.
    pub fn insert(&mut self, path: Path) -> bool {
        self.0.insert(Arc::new(path))
    }

    /// Adds a path and all its prefixes.
    ///
    /// # Errors
    /// [`Code::Limit`](crate::source::Code::Limit) if the budget is exceeded.
    pub fn insert_with_prefixes(&mut self, path: &Path, budget: &Budget) -> Result<()> {
        let steps: Vec<_> = path.steps().cloned().collect();
        for end in 0..=steps.len() {
            budget.charge(1 + end as u64 / 4)?;
            budget.hold((PATH + end * size_of::<PathStep>()) as u64)?;
            self.insert(steps[..end].iter().cloned().collect());
        }
        Ok(())
    }

    /// Removes a path. Returns whether it was in the set.
    pub fn remove(&mut self, path: &Path) -> bool {
        self.0.remove(path)
    }

    /// Whether a path is in the set.
    #[must_use]
    pub fn contains(&self, path: &Path) -> bool {
        self.0.contains(path)
    }

    /// The number of paths.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no path.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The paths, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|path| &**path)
    }

    /// The paths in either set.
    #[must_use]
    pub fn union(&self, other: &PathSet) -> PathSet {
        PathSet(self.0.union(&other.0).cloned().collect())
    }

    /// The paths in both sets.
    #[must_use]
    pub fn intersection(&self, other: &PathSet) -> PathSet {
        PathSet(self.0.intersection(&other.0).cloned().collect())
    }

    /// The paths in this set and not in the other.
    #[must_use]
    pub fn difference(&self, other: &PathSet) -> PathSet {
        PathSet(self.0.difference(&other.0).cloned().collect())
    }
}

impl FromIterator<Path> for PathSet {
    fn from_iter<I: IntoIterator<Item = Path>>(paths: I) -> PathSet {
        PathSet(paths.into_iter().map(Arc::new).collect())
    }
}
