//! Values that only Puppet has.
//!
//! They are one kind of [`Extension`] of the library's values, [`Special`]. Hashes are ordered
//! maps, arrays are lists of Any, undef is the null of Any, integers are exact, floats are doubles,
//! and types as values are those of the library.

use crate::scalars::semver::{Ranges, Version};
use crate::scalars::uri::Components;
use crate::types::nominal::{self, Name};
use crate::types::normal_form;
use crate::values::row::Row;
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::source::Result;
use polycty_core::types::{Kind, Str, Type, keyed_hasher};
use polycty_core::values::{Extension, Extent, OrderedMap, Value, total_cmp};
use std::any::Any;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A value that only Puppet has.
#[derive(Clone, Debug)]
pub enum Special {
    /// `default`.
    Default,
    /// A regular expression, as source text.
    Regexp(Str),
    /// A sensitive value.
    Sensitive(Value),
    /// A version.
    SemVer(Box<Version>),
    /// A range of versions.
    SemVerRange(Ranges),
    /// A duration in nanoseconds.
    Timespan(i128),
    /// Nanoseconds since 1970.
    Timestamp(i128),
    /// Bytes.
    Binary(Box<[u8]>),
    /// A uniform resource identifier.
    Uri(Box<Components>),
    /// A lazy sequence.
    Iterator(Box<Sequence>),
    /// An object: its type and its attributes in order.
    Object(Type, Box<[(Str, Value)]>),
}

/// The elements of an iterator.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The type of the elements, determined by the source of the sequence.
    pub element: Type,
    /// The elements; empty for a long row, whose elements are created one by one.
    pub items: Box<[Value]>,
    /// The elements as integers with a constant stride, if they are.
    pub row: Option<Row>,
    /// The arguments of a block with two parameters.
    pub order: Order,
    /// Whether the elements are listed or counted.
    pub pace: Pace,
}

impl Sequence {
    /// Returns all elements. Those of a long row are created and counted.
    ///
    /// # Errors
    /// `BudgetError` if the budget is exceeded.
    pub fn all(&self, budget: &Budget) -> Result<Cow<'_, [Value]>, BudgetError> {
        match self.long_row() {
            None => Ok(Cow::Borrowed(&self.items)),
            Some(row) => {
                budget.parts(row.count(), size_of::<Value>() as u64)?;
                Ok(Cow::Owned(row.values().collect()))
            }
        }
    }

    /// Returns the row if its elements are created one by one.
    #[must_use]
    #[inline]
    pub fn long_row(&self) -> Option<Row> {
        self.row.filter(|row| row.is_long())
    }
}

/// The arguments for a block of two parameters in an iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Elements: the block's arguments are the index and the element.
    #[default]
    Elements,
    /// The entries of a hash, as pairs: the block's arguments are the key and the value.
    Entries,
}

/// The origin of an iterator's elements, which Puppet's `slice` distinguishes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Stored in a list.
    #[default]
    Listed,
    /// Counted during the iteration, like the steps of an iterator and the integers of a range.
    Counted,
}

/// The bytes of a part of a value.
const PART_BYTES: usize = 64;

/// The bytes of a node of a type.
const NODE_BYTES: usize = 256;

impl Special {
    /// Returns the special value in a value.
    #[must_use]
    pub fn of(value: &Value) -> Option<&Special> {
        value
            .as_extension()?
            .as_any()
            .downcast_ref::<SpecialExtension>()
            .map(|extension| &extension.special)
    }

    /// Converts to a value.
    ///
    /// # Errors
    /// As [`Extent::around`].
    pub fn into_value(self) -> Result<Value> {
        // Objects share their type, but a single object may be its only owner.
        let ty = match &self {
            Special::Object(ty, _) => NODE_BYTES * ty.size() as usize,
            _ => 0,
        };
        // The value itself already counts as a part and is excluded from the bytes.
        let bytes = self.bytes() + size_of::<Value>() - PART_BYTES;
        let extent = Extent::around(self.parts())?.and_bytes(bytes + ty)?;
        Ok(Value::extension(SpecialExtension {
            special: self,
            extent,
        }))
    }

    /// The bytes of the value in addition to those of its parts.
    pub(crate) fn bytes(&self) -> usize {
        /// The value and its two allocations.
        const OWN: usize = 128;
        const VERSION: usize = 80;
        const URI: usize = 144;
        const ATTRIBUTE: usize = 64;
        /// The reference counts, the rounding and the header of an allocation.
        const TEXT: usize = 32;
        /// The same without reference counts.
        const BOXED_TEXT: usize = 20;
        OWN + match self {
            Special::Default | Special::Timespan(_) | Special::Timestamp(_) => 0,
            Special::Sensitive(_) => 0,
            Special::Regexp(source) => TEXT + source.len(),
            Special::SemVer(version) => VERSION + version.text_bytes(),
            Special::SemVerRange(ranges) => ranges.bytes(),
            Special::Binary(bytes) => BOXED_TEXT + bytes.len(),
            Special::Uri(components) => {
                let parts = components.entries();
                URI + parts
                    .map(|(_, text)| BOXED_TEXT + text.len())
                    .sum::<usize>()
            }
            Special::Iterator(sequence) => NODE_BYTES * (1 + sequence.element.size() as usize),
            Special::Object(_, attributes) => ATTRIBUTE * attributes.len(),
        }
    }

    fn parts(&self) -> Vec<&Value> {
        match self {
            Special::Sensitive(value) => vec![value],
            Special::Iterator(sequence) => sequence.items.iter().collect(),
            Special::Object(_, attributes) => attributes.iter().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Special::Default => 0,
            Special::Regexp(_) => 1,
            Special::Sensitive(_) => 2,
            Special::SemVer(_) => 3,
            Special::SemVerRange(_) => 4,
            Special::Timespan(_) => 5,
            Special::Timestamp(_) => 6,
            Special::Binary(_) => 7,
            Special::Uri(_) => 8,
            Special::Iterator(_) => 9,
            Special::Object(..) => 10,
        }
    }
}

impl PartialEq for Special {
    fn eq(&self, other: &Special) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Special {}

impl PartialOrd for Special {
    fn partial_cmp(&self, other: &Special) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Special {
    fn cmp(&self, other: &Special) -> Ordering {
        let values = |a: &[Value], b: &[Value]| {
            let orders = a.iter().zip(b).map(|(a, b)| total_cmp(a, b));
            orders
                .into_iter()
                .find(|order| *order != Ordering::Equal)
                .unwrap_or_else(|| a.len().cmp(&b.len()))
        };
        match (self, other) {
            (Special::Regexp(a), Special::Regexp(b)) => a.cmp(b),
            (Special::Sensitive(a), Special::Sensitive(b)) => total_cmp(a, b),
            (Special::SemVer(a), Special::SemVer(b)) => a.cmp(b),
            (Special::SemVerRange(a), Special::SemVerRange(b)) => {
                a.normal_text().cmp(&b.normal_text())
            }
            (Special::Timespan(a), Special::Timespan(b))
            | (Special::Timestamp(a), Special::Timestamp(b)) => a.cmp(b),
            (Special::Binary(a), Special::Binary(b)) => a.cmp(b),
            (Special::Uri(a), Special::Uri(b)) => a.cmp(b),
            (Special::Iterator(a), Special::Iterator(b)) => a
                .element
                .cmp(&b.element)
                .then_with(|| a.long_row().cmp(&b.long_row()))
                .then_with(|| values(&a.items, &b.items)),
            (Special::Object(a, a_attributes), Special::Object(b, b_attributes)) => {
                let split = |attributes: &[(Str, Value)]| -> (Vec<Str>, Vec<Value>) {
                    attributes.iter().cloned().unzip()
                };
                let ((a_names, a_values), (b_names, b_values)) =
                    (split(a_attributes), split(b_attributes));
                a.cmp(b)
                    .then_with(|| a_names.cmp(&b_names))
                    .then_with(|| values(&a_values, &b_values))
            }
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }
}

impl Hash for Special {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(self.rank());
        match self {
            Special::Default => {}
            Special::Regexp(source) => source.hash(state),
            Special::Sensitive(value) => value.hash(state),
            Special::SemVer(version) => version.hash(state),
            Special::SemVerRange(range) => range.normal_text().hash(state),
            Special::Timespan(nanos) | Special::Timestamp(nanos) => nanos.hash(state),
            Special::Binary(bytes) => bytes.hash(state),
            Special::Uri(components) => components.hash(state),
            Special::Iterator(sequence) => (sequence.long_row(), &sequence.items).hash(state),
            Special::Object(ty, attributes) => (ty, attributes).hash(state),
        }
    }
}

struct SpecialExtension {
    special: Special,
    extent: Extent,
}

impl Extension for SpecialExtension {
    /// Returns the bare type of the kind; inference adds the parameters.
    fn ty(&self) -> &Type {
        match &self.special {
            Special::Default => nominal::bare(Name::Default),
            Special::Regexp(_) => nominal::bare(Name::Regexp),
            Special::Sensitive(_) => nominal::bare(Name::Sensitive),
            Special::SemVer(_) => nominal::bare(Name::SemVer),
            Special::SemVerRange(_) => nominal::bare(Name::SemVerRange),
            Special::Timespan(_) => nominal::bare(Name::Timespan),
            Special::Timestamp(_) => nominal::bare(Name::Timestamp),
            Special::Binary(_) => nominal::bare(Name::Binary),
            Special::Uri(_) => nominal::bare(Name::Uri),
            Special::Iterator(_) => nominal::bare(Name::Iterator),
            Special::Object(ty, _) => ty,
        }
    }

    fn compare(&self, other: &dyn Extension) -> Ordering {
        match other.as_any().downcast_ref::<SpecialExtension>() {
            Some(other) => self.special.cmp(&other.special),
            None => self.rank().cmp(other.rank()),
        }
    }

    fn rank(&self) -> &'static str {
        "puppet"
    }

    fn hash_code(&self) -> u64 {
        let mut state = keyed_hasher();
        self.special.hash(&mut state);
        state.finish()
    }

    fn text(&self) -> String {
        match &self.special {
            // Sensitive content is redacted in debug output, too.
            Special::Sensitive(_) => "Sensitive".into(),
            special => format!("{special:?}"),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn extent(&self) -> Extent {
        self.extent
    }
}

/// `undef`.
#[must_use]
pub fn undef() -> Value {
    Value::null(Type::any().clone())
}

/// Returns an array of these elements.
///
/// # Errors
/// [`Limit`](polycty_core::source::Code::Limit) if it nests too deep.
pub fn array(elements: Vec<Value>) -> Result<Value> {
    array_of(elements)
}

/// Returns an array of the elements of an iterator.
///
/// # Errors
/// As [`array()`].
pub fn array_of(
    elements: impl IntoIterator<Item = Value, IntoIter: ExactSizeIterator>,
) -> Result<Value> {
    Value::sequence(normal_form::array_any().clone(), elements)
}

/// The elements of an array.
#[inline]
pub(crate) fn array_elements(value: &Value) -> Option<&[Value]> {
    let parts = value.parts()?;
    matches!(value.ty().kind(), Kind::List { .. } | Kind::Tuple { .. }).then_some(parts)
}

/// Returns a hash of these entries in this order; a repeated key keeps its first position and its
/// last element.
///
/// # Errors
/// As [`OrderedMap::new`].
pub fn hash(entries: impl IntoIterator<Item = (Value, Value)>) -> Result<Value> {
    OrderedMap::new(normal_form::hash_any().clone(), entries).map(Value::extension)
}
