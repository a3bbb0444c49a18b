//! Paths to parts of values.
//!
//! A path is a list of steps, each into an attribute or an index, as cty's
//! paths are. It is written `.name[0]["key"]`.

use crate::number::Number;
use crate::text::Quoted;
use crate::types::Str;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The steps from a value to a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    /// In reverse order, since the outermost step of an error is added last.
    reversed: Vec<PathStep>,
}

impl Path {
    /// The path to the value itself.
    pub(super) const EMPTY: Path = Path {
        reversed: Vec::new(),
    };

    /// The path to the value itself.
    #[must_use]
    pub fn new() -> Path {
        Path::default()
    }

    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.reversed.len()
    }

    /// Whether this is the path to the value itself.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.reversed.is_empty()
    }

    /// The steps, the outermost first.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &PathStep> + ExactSizeIterator {
        self.reversed.iter().rev()
    }

    /// The step at an index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&PathStep> {
        self.reversed
            .get(self.reversed.len().checked_sub(index)?.checked_sub(1)?)
    }

    /// Returns this path with one more step at its end.
    #[must_use]
    pub fn then(&self, step: PathStep) -> Path {
        let mut reversed = Vec::with_capacity(self.len() + 1);
        reversed.push(step);
        reversed.extend(self.reversed.iter().cloned());
        Path { reversed }
    }

    /// Puts a step in front of all others.
    pub fn prepend(&mut self, step: PathStep) {
        self.reversed.push(step);
    }

    /// Whether this path begins with all steps of `prefix`.
    #[must_use]
    pub fn starts_with(&self, prefix: &Path) -> bool {
        self.reversed.ends_with(&prefix.reversed)
    }
}

impl FromIterator<PathStep> for Path {
    fn from_iter<I: IntoIterator<Item = PathStep>>(steps: I) -> Path {
        let mut reversed: Vec<PathStep> = steps.into_iter().collect();
        reversed.reverse();
        Path { reversed }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps().try_for_each(|step| step.fmt(f))
    }
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathStep {
    /// Into an attribute of an object.
    Attr(Str),
    /// Into an element of a list, tuple, map or set.
    Index(Key),
}

impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathStep::Attr(name) => write!(f, ".{name}"),
            PathStep::Index(key) => write!(f, "[{key}]"),
        }
    }
}

/// A step of a path as a document has it: attributes and string keys are names, and numbers are
/// positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentStep<'p> {
    /// Into a member with this name.
    Name(&'p str),
    /// Into the element at this index.
    Position(usize),
    /// A step that no document has.
    Other,
}

impl DocumentStep<'_> {
    /// Returns the step of a document for a step of a path.
    #[must_use]
    pub fn of(step: &PathStep) -> DocumentStep<'_> {
        match step {
            PathStep::Attr(name) | PathStep::Index(Key::String(name)) => DocumentStep::Name(name),
            PathStep::Index(Key::Number(number)) => match number.to_i64().map(usize::try_from) {
                Some(Ok(at)) => DocumentStep::Position(at),
                _ => DocumentStep::Other,
            },
            PathStep::Index(Key::Value(_)) => DocumentStep::Other,
        }
    }
}

/// The key of an index step.
#[derive(Clone, Debug)]
pub enum Key {
    /// A position in a list or tuple.
    Number(Number),
    /// A key of a map.
    String(Str),
    /// Any other value, such as an element of a set.
    Value(Arc<dyn KeyValue>),
}

/// A value as the key of an index step. Values implement this trait, since their module depends on
/// this one.
pub trait KeyValue: Send + Sync + fmt::Debug {
    /// The value as text.
    fn text(&self) -> String;
    /// Whether another key is an equal value.
    fn equals(&self, other: &dyn KeyValue) -> bool;
    /// A hash that agrees with `equals`.
    fn hash_code(&self) -> u64;
    /// The value itself.
    fn as_any(&self) -> &dyn Any;
}

impl From<usize> for Key {
    fn from(index: usize) -> Key {
        Key::Number(Number::from_u64(index as u64))
    }
}

impl From<&str> for Key {
    fn from(key: &str) -> Key {
        Key::String(key.into())
    }
}

impl From<Str> for Key {
    fn from(key: Str) -> Key {
        Key::String(key)
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        match (self, other) {
            (Key::Number(a), Key::Number(b)) => a == b,
            (Key::String(a), Key::String(b)) => a == b,
            (Key::Value(a), Key::Value(b)) => a.equals(&**b),
            _ => false,
        }
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Key::Number(number) => number.hash(state),
            Key::String(text) => text.hash(state),
            Key::Value(value) => value.hash_code().hash(state),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Number(number) => number.fmt(f),
            Key::String(text) => Quoted(text).fmt(f),
            Key::Value(value) => f.write_str(&value.text()),
        }
    }
}
