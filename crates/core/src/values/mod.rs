//! Values.
//!
//! A [`Value`] is null or unknown of any type, a scalar, a container, a capsule, a type, or a value
//! of a single dialect, and it may have marks. It is immutable, two machine words, and cheap to
//! clone: scalars, small numbers and short strings are stored inline, every other value is one
//! shared allocation.
//!
//! ```
//! use polycty_core::values::Value;
//! let server = Value::object([
//!     ("name".into(), Value::string("db")),
//!     ("port".into(), Value::from_i64(5432)),
//! ]).unwrap();
//! assert_eq!(server.attribute("name").unwrap().as_str(), Some("db"));
//! ```

mod access;
mod arithmetic;
mod build;
mod equality;
mod extension;
mod facts;
mod logic;
mod marks;
mod operands;
mod order;
mod ordered_map;
mod path;
mod prefix;
pub mod primitive;
mod product;
mod range;
mod records;
mod refine;
mod refinement;
mod set_order;
mod summary;
mod table;
mod text;
mod walk;

pub use access::{ElementKey, Elements};
pub use extension::{Extension, Extent, TypeValue};
pub use facts::{Facts, MAX_PARTS};
pub use marks::MarkSet;
pub use ordered_map::OrderedMap;
pub use path::{PathSet, path_into};
pub use range::{Nullness, ValueRange};
pub use refine::{BoundKind, COLLAPSE_LIMIT, RefinementBuilder};
pub use refinement::{Bound, Detail, Refinement};
pub use summary::ValueSummary;
pub use text::{SHORT_MAX, grapheme_count, nfc};
pub use walk::PathMarks;

pub use build::sort_entries;
pub use order::total_cmp;
pub(crate) use prefix::safe_prefix;
pub use set_order::set_cmp;

use crate::number::{BigFloat, Integer, Number, PARSED_PRECISION, Repr as NumberRepr};
use crate::types::{CapsuleData, Type};
use facts::LEAF;
use marks::Marked;
pub(crate) use records::Records;
use refinement::Refined;
use table::Table;
use text::{LongText, ShortText};
use triomphe::{Arc, ThinArc};

/// An immutable value, cheap to clone.
pub struct Value(pub(crate) Repr);

impl Clone for Value {
    /// The most frequent representation is copied inline.
    #[inline]
    fn clone(&self) -> Value {
        match &self.0 {
            Repr::Short(text) => Value(Repr::Short(*text)),
            repr => Value(repr.clone()),
        }
    }
}

/// The representation of a value. Sequences, sets, maps and objects store their parts contiguously
/// after their type, so that parts can be borrowed.
#[derive(Clone)]
pub(crate) enum Repr {
    Null(Type),
    Unknown(Type),
    Refined(Arc<Refined>),
    Bool(bool),
    SmallNumber {
        precision: u32,
        int: i64,
    },
    BigNumber(Arc<BigFloat>),
    SmallInteger(i64),
    /// Never within `i64`.
    BigInteger(Arc<Integer>),
    Double(f64),
    Short(ShortText),
    Long(Arc<LongText>),
    /// A list or a tuple, depending on its type.
    Sequence(Facts, ThinArc<Type, Value>),
    /// A tuple or an object, depending on its type, as a row of a table.
    Row(u32, Table<Value>),
    /// The elements in the order of [`set_cmp`], without equals.
    Set(Facts, ThinArc<Type, Value>),
    /// The entries by ascending bytes of their keys, which are strings.
    Map(Facts, ThinArc<Type, Entry>),
    /// A map as a row of a table.
    MapRow(u32, Table<Entry>),
    /// The attributes in the order of the type's fields.
    Object(Facts, ThinArc<Type, Value>),
    Capsule(Arc<CapsuleValue>),
    Extension(std::sync::Arc<ExtensionValue>),
    Marked(Arc<Marked>),
}

/// An entry of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    key: Value,
    value: Value,
}

impl Entry {
    /// An entry with a known, unmarked string as key.
    pub(crate) fn new(key: Value, value: Value) -> Entry {
        debug_assert!(key.as_str_bytes().is_some() && !key.is_marked());
        Entry { key, value }
    }

    /// Moves the entry out and leaves a placeholder.
    pub(crate) fn take(&mut self) -> Entry {
        std::mem::replace(self, Entry::new(Value::string(""), Value::bool(false)))
    }

    /// The key: a known, unmarked string value.
    #[must_use]
    #[inline]
    pub fn key(&self) -> &Value {
        &self.key
    }

    /// The key's text.
    #[must_use]
    pub fn key_str(&self) -> &str {
        self.key.as_str().unwrap_or_default()
    }

    /// The key's UTF-8 bytes.
    #[must_use]
    #[inline]
    pub fn key_bytes(&self) -> &[u8] {
        self.key.as_str_bytes().unwrap_or_default()
    }

    /// The element under the key.
    #[must_use]
    #[inline]
    pub fn value(&self) -> &Value {
        &self.value
    }
}

/// A capsule type with the host's data.
pub(crate) struct CapsuleValue {
    pub(crate) ty: Type,
    pub(crate) data: CapsuleData,
}

/// A value of a kind that this module does not define. The additional box makes the pointer thin.
pub(crate) struct ExtensionValue(pub(crate) Box<dyn Extension>);

/// The facts of a value without parts that takes this number of bytes.
fn of_bytes(bytes: usize) -> Facts {
    let size = u32::try_from(1 + bytes / size_of::<Value>()).unwrap_or(u32::MAX);
    Facts::of(1, size)
}

impl Value {
    /// The facts of the value.
    #[inline]
    pub fn facts(&self) -> Facts {
        match &self.0 {
            Repr::Short(_) | Repr::SmallNumber { .. } | Repr::Bool(_) => LEAF,
            _ => self.facts_inside(),
        }
    }

    /// The number of parts, with shared parts counted for each occurrence. A long string or number
    /// counts once for every 16 bytes (the size of a value); a value without parts counts as 1. The
    /// size is stored, so an operation that visits the whole value charges it before it begins.
    #[must_use]
    #[inline]
    pub fn size(&self) -> u32 {
        self.facts().size()
    }

    /// Whether the value is stored completely in its two words. It has no references, not even to
    /// its type, so a copy of its bytes is the same value, and forgetting such a copy leaks no
    /// memory.
    #[must_use]
    #[inline]
    pub fn is_in_place(&self) -> bool {
        matches!(
            self.0,
            Repr::Bool(_)
                | Repr::SmallNumber { .. }
                | Repr::SmallInteger(_)
                | Repr::Double(_)
                | Repr::Short(_)
        )
    }

    /// Whether there are no marks and no unknowns at any depth.
    #[inline]
    pub fn is_plain(&self) -> bool {
        match &self.0 {
            // An extension contains neither.
            Repr::Short(_)
            | Repr::Long(_)
            | Repr::Bool(_)
            | Repr::SmallInteger(_)
            | Repr::BigInteger(_)
            | Repr::Double(_)
            | Repr::Null(_)
            | Repr::Extension(_) => true,
            _ => {
                let facts = self.facts();
                !facts.marked() && !facts.unknown()
            }
        }
    }

    fn facts_inside(&self) -> Facts {
        match &self.0 {
            Repr::Sequence(facts, _)
            | Repr::Set(facts, _)
            | Repr::Map(facts, _)
            | Repr::Object(facts, _) => *facts,
            Repr::Row(at, table) => table.facts(*at),
            Repr::MapRow(at, table) => table.facts(*at),
            Repr::Unknown(_) | Repr::Refined(_) => {
                LEAF.with(if self.ty().has(crate::types::Flags::ANY) {
                    Facts::UNKNOWN | Facts::UNTYPED
                } else {
                    Facts::UNKNOWN
                })
            }
            // The memory of a long text counts, since it is shared like a part.
            Repr::Long(text) => of_bytes(text.text.len()),
            // So do the digits of a number with more precision than parsed decimal text.
            Repr::BigNumber(number) if number.precision > PARSED_PRECISION => {
                of_bytes(number.precision as usize / 8)
            }
            Repr::BigInteger(integer) => of_bytes(integer.bit_length() as usize / 8),
            Repr::Marked(marked) => marked.value.facts().with(Facts::MARKED),
            Repr::Extension(extension) => extension.0.extent().facts(),
            _ => LEAF,
        }
    }

    /// The exact type of the value, borrowed from it.
    #[must_use]
    #[inline]
    pub fn ty(&self) -> &Type {
        match &self.0 {
            Repr::Null(ty) | Repr::Unknown(ty) => ty,
            Repr::Refined(refined) => &refined.ty,
            Repr::Bool(_) => Type::bool(),
            Repr::SmallNumber { .. } | Repr::BigNumber(_) => Type::number(),
            Repr::SmallInteger(_) | Repr::BigInteger(_) => Type::integer(),
            Repr::Double(_) => Type::float(),
            Repr::Short(_) | Repr::Long(_) => Type::string(),
            Repr::Sequence(_, parts) | Repr::Set(_, parts) | Repr::Object(_, parts) => {
                &parts.header.header
            }
            Repr::Map(_, entries) => &entries.header.header,
            Repr::Row(_, table) => table.ty(),
            Repr::MapRow(_, table) => table.ty(),
            Repr::Capsule(capsule) => &capsule.ty,
            Repr::Extension(extension) => extension.0.ty(),
            Repr::Marked(marked) => marked.value.ty(),
        }
    }

    /// Whether the value is null. An unknown value that may be null is not null.
    #[must_use]
    #[inline]
    pub fn is_null(&self) -> bool {
        matches!(self.unmarked().0, Repr::Null(_))
    }

    /// Whether the value itself is neither null nor unknown, and has no marks.
    #[inline]
    pub fn is_present(&self) -> bool {
        !matches!(
            self.0,
            Repr::Null(_) | Repr::Unknown(_) | Repr::Refined(_) | Repr::Marked(_)
        )
    }

    /// Whether the value itself is known; its parts may not be.
    #[must_use]
    #[inline]
    pub fn is_known(&self) -> bool {
        !matches!(self.unmarked().0, Repr::Unknown(_) | Repr::Refined(_))
    }

    /// Whether the value and all its parts are known.
    #[must_use]
    #[inline]
    pub fn is_wholly_known(&self) -> bool {
        !self.facts().unknown()
    }

    /// Whether the type of the value is final: no part of it is unknown with the type `any` or a
    /// type that contains `any`.
    #[must_use]
    #[inline]
    pub fn has_wholly_known_type(&self) -> bool {
        !self.facts().untyped()
    }

    /// The refinement of an unknown value; empty if it has none. `None` for a known value.
    #[must_use]
    pub fn refinement(&self) -> Option<&Refinement> {
        match &self.unmarked().0 {
            Repr::Refined(refined) => Some(&refined.refinement),
            Repr::Unknown(_) => Some(&Refinement::NONE),
            _ => None,
        }
    }

    /// A lower bound of the bytes that a string or a number takes in addition to its two words.
    #[must_use]
    #[inline]
    pub fn literal_memory(&self) -> usize {
        /// The header of a shared allocation and the fields before the text or the digits.
        const SHARED: usize = 32;
        match &self.0 {
            Repr::Long(_) => SHARED + self.as_str().map_or(0, str::len),
            Repr::BigNumber(number) => 3 * SHARED + number.precision as usize / 8,
            Repr::BigInteger(integer) => 2 * SHARED + integer.bit_length() as usize / 8,
            _ => 0,
        }
    }

    /// An inline whole number, of the kind number or integer, without marks: the fast path of most
    /// reads of whole numbers.
    #[must_use]
    #[inline]
    pub fn as_small_whole(&self) -> Option<i64> {
        match self.0 {
            Repr::SmallNumber { int, .. } | Repr::SmallInteger(int) => Some(int),
            _ => None,
        }
    }

    /// The value of a known boolean.
    #[must_use]
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        match self.unmarked().0 {
            Repr::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a known number.
    #[must_use]
    #[inline]
    pub fn as_number(&self) -> Option<Number> {
        match &self.unmarked().0 {
            Repr::SmallNumber { precision, int } => Some(Number(NumberRepr::Small {
                precision: *precision,
                int: *int,
            })),
            Repr::BigNumber(big) => Some(Number(NumberRepr::Big(big.clone()))),
            _ => None,
        }
    }

    /// The value of a known exact integer.
    #[must_use]
    #[inline]
    pub fn as_integer(&self) -> Option<Integer> {
        match &self.unmarked().0 {
            Repr::SmallInteger(integer) => Some(Integer::from(*integer)),
            Repr::BigInteger(integer) => Some((**integer).clone()),
            _ => None,
        }
    }

    /// The value of a known double.
    #[must_use]
    #[inline]
    pub fn as_double(&self) -> Option<f64> {
        match self.unmarked().0 {
            Repr::Double(double) => Some(double),
            _ => None,
        }
    }

    /// The text of a known string, borrowed from the value.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        match &self.unmarked().0 {
            Repr::Short(text) => Some(text.as_str()),
            Repr::Long(text) => Some(&text.text),
            _ => None,
        }
    }

    /// The UTF-8 bytes of a known string: cheaper than [`Value::as_str`].
    #[must_use]
    #[inline]
    pub fn as_str_bytes(&self) -> Option<&[u8]> {
        match &self.unmarked().0 {
            Repr::Short(text) => Some(text.as_bytes()),
            Repr::Long(text) => Some(text.text.as_bytes()),
            _ => None,
        }
    }

    /// Whether both are known strings with the same text. Cheaper than comparing their bytes.
    #[must_use]
    #[inline]
    pub fn has_text_of(&self, other: &Value) -> bool {
        match (&self.0, &other.0) {
            (Repr::Short(own), Repr::Short(others)) => own.same_text(others),
            _ => match (self.as_str_bytes(), other.as_str_bytes()) {
                (Some(own), Some(others)) => own == others,
                _ => false,
            },
        }
    }

    /// The text of a known inline string, padded with zeros, and its length.
    #[inline]
    pub(crate) fn as_inline_text(&self) -> Option<([u8; SHORT_MAX], usize)> {
        match &self.0 {
            Repr::Short(text) => Some(text.padded()),
            _ => None,
        }
    }

    /// Whether this is a string with the flag for normal form C.
    #[must_use]
    pub fn is_nfc_string(&self) -> bool {
        match &self.unmarked().0 {
            Repr::Short(text) => text.is_nfc(),
            Repr::Long(text) => text.nfc,
            _ => false,
        }
    }

    /// The elements of a known list, tuple or set, or the attributes' values of a
    /// known object in the order of its type's fields.
    #[must_use]
    #[inline]
    pub fn parts(&self) -> Option<&[Value]> {
        match &self.unmarked().0 {
            Repr::Sequence(_, parts) | Repr::Set(_, parts) | Repr::Object(_, parts) => {
                Some(&parts.slice)
            }
            Repr::Row(at, table) => Some(table.row(*at)),
            _ => None,
        }
    }

    /// The entries of a known map in ascending order of their keys.
    #[must_use]
    #[inline]
    pub fn entries(&self) -> Option<&[Entry]> {
        match &self.unmarked().0 {
            Repr::Map(_, entries) => Some(&entries.slice),
            Repr::MapRow(at, table) => Some(table.row(*at)),
            _ => None,
        }
    }

    /// The value of an attribute of a known object.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        let bare = self.unmarked();
        let (ty, parts) = match &bare.0 {
            Repr::Object(_, parts) => (&parts.header.header, &parts.slice),
            Repr::Row(at, table) => (table.ty(), table.row(*at)),
            _ => return None,
        };
        parts.get(ty.as_object()?.position(name)?)
    }

    /// The element of a known map under a key.
    #[must_use]
    pub fn element(&self, key: &str) -> Option<&Value> {
        let entries = self.entries()?;
        let at = entries
            .binary_search_by(|entry| entry.key_bytes().cmp(key.as_bytes()))
            .ok()?;
        Some(entries[at].value())
    }

    /// The host's data in a known capsule.
    #[must_use]
    #[inline]
    pub fn as_capsule(&self) -> Option<&CapsuleData> {
        match &self.unmarked().0 {
            Repr::Capsule(capsule) => Some(&capsule.data),
            _ => None,
        }
    }

    /// The extension in a known value.
    #[must_use]
    #[inline]
    pub fn as_extension(&self) -> Option<&dyn Extension> {
        match &self.unmarked().0 {
            Repr::Extension(extension) => Some(&*extension.0),
            _ => None,
        }
    }

    /// The number of parts of a known container.
    #[must_use]
    #[inline]
    pub fn part_count(&self) -> Option<usize> {
        match &self.unmarked().0 {
            Repr::Sequence(_, parts) | Repr::Set(_, parts) | Repr::Object(_, parts) => {
                Some(parts.slice.len())
            }
            Repr::Map(_, entries) => Some(entries.slice.len()),
            Repr::Row(at, table) => Some(table.row(*at).len()),
            Repr::MapRow(at, table) => Some(table.row(*at).len()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
