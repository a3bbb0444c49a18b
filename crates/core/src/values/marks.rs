//! Marks of values.
//!
//! A mark is a name that a host attaches to a value. Operations copy the marks of their operands to
//! their results. Marks are never nested, so that unmarking once returns the bare value.

use super::{Repr, Value};
use crate::types::Str;
use std::sync::Arc;

/// A set of marks, sorted by their bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MarkSet(Option<Arc<[Str]>>);

impl MarkSet {
    /// No marks.
    pub const EMPTY: MarkSet = MarkSet(None);

    /// A set of one mark.
    #[inline]
    pub fn one(mark: impl Into<Str>) -> MarkSet {
        MarkSet(Some(Arc::from([mark.into()])))
    }

    /// Whether there are no marks.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The number of marks.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// The marks in ascending order.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[Str] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Whether a mark is in the set.
    #[must_use]
    #[inline]
    pub fn contains(&self, mark: &str) -> bool {
        self.as_slice()
            .binary_search_by(|have| (**have).cmp(mark))
            .is_ok()
    }

    /// The union of both sets.
    #[must_use]
    pub fn union(&self, other: &MarkSet) -> MarkSet {
        match (&self.0, &other.0) {
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => self.clone(),
            (Some(a), Some(b)) => a.iter().chain(b.iter()).cloned().collect(),
        }
    }

    /// The union of any number of sets.
    pub fn union_of(sets: Vec<MarkSet>) -> MarkSet {
        let mut sets = sets.into_iter().filter(|set| !set.is_empty());
        let Some(first) = sets.next() else {
            return MarkSet::EMPTY;
        };
        // The sets are usually equal.
        let others: Vec<MarkSet> = sets.filter(|set| *set != first).collect();
        if others.is_empty() {
            return first;
        }
        let all = others.iter().chain([&first]);
        all.flat_map(|set| set.as_slice().iter().cloned()).collect()
    }
}

impl Default for MarkSet {
    fn default() -> MarkSet {
        MarkSet::EMPTY
    }
}

impl FromIterator<Str> for MarkSet {
    fn from_iter<I: IntoIterator<Item = Str>>(marks: I) -> MarkSet {
        MarkSet::of(marks.into_iter().collect())
    }
}

impl MarkSet {
    /// The non-generic part of [`MarkSet::from_iter`].
    fn of(mut marks: Vec<Str>) -> MarkSet {
        marks.sort_unstable();
        marks.dedup();
        if marks.is_empty() {
            MarkSet::EMPTY
        } else {
            MarkSet(Some(marks.into()))
        }
    }
}

/// A value with its own marks.
pub(crate) struct Marked {
    pub(crate) value: Value,
    pub(crate) marks: MarkSet,
}

impl Value {
    /// Whether the value itself carries marks.
    #[must_use]
    #[inline]
    pub fn is_marked(&self) -> bool {
        matches!(self.0, Repr::Marked(_))
    }

    /// Whether the value or anything inside it carries marks.
    #[must_use]
    #[inline]
    pub fn contains_marked(&self) -> bool {
        self.facts().marked()
    }

    /// The marks of the value itself.
    #[must_use]
    #[inline]
    pub fn marks(&self) -> MarkSet {
        match &self.0 {
            Repr::Marked(marked) => marked.marks.clone(),
            _ => MarkSet::EMPTY,
        }
    }

    /// The marks of the value itself, borrowed.
    #[must_use]
    pub fn marks_ref(&self) -> &MarkSet {
        static EMPTY: MarkSet = MarkSet::EMPTY;
        match &self.0 {
            Repr::Marked(marked) => &marked.marks,
            _ => &EMPTY,
        }
    }

    /// The value without its own marks.
    #[must_use]
    #[inline]
    pub fn unmarked(&self) -> &Value {
        match &self.0 {
            Repr::Marked(marked) => &marked.value,
            _ => self,
        }
    }

    /// The value without its own marks, and those marks.
    #[must_use]
    #[inline]
    pub fn unmark(&self) -> (Value, MarkSet) {
        (self.unmarked().clone(), self.marks())
    }

    /// The value with these marks added to its own.
    #[must_use]
    pub fn with_marks(&self, marks: &MarkSet) -> Value {
        if marks.is_empty() {
            return self.clone();
        }
        let (value, marks) = match &self.0 {
            Repr::Marked(marked) => (marked.value.clone(), marked.marks.union(marks)),
            _ => (self.clone(), marks.clone()),
        };
        Value(Repr::Marked(triomphe::Arc::new(Marked { value, marks })))
    }

    /// The value with one mark added to its own.
    #[must_use]
    #[inline]
    pub fn mark(&self, mark: &str) -> Value {
        self.with_marks(&MarkSet::one(mark))
    }

    /// The value without marks at any depth, and the union of all removed marks.
    #[must_use]
    #[inline]
    pub fn unmark_deep(&self) -> (Value, MarkSet) {
        let mut all = Vec::new();
        let bare = self.strip(&mut all);
        (bare, MarkSet::union_of(all))
    }

    /// The value without marks at any depth; the removed sets of marks are appended to `all`.
    pub fn strip(&self, all: &mut Vec<MarkSet>) -> Value {
        if !self.contains_marked() {
            return self.clone();
        }
        match &self.0 {
            Repr::Marked(marked) => {
                all.push(marked.marks.clone());
                marked.value.strip(all)
            }
            _ => self.map_parts(&mut |part| part.strip(all)),
        }
    }
}
