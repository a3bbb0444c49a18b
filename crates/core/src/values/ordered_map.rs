//! Ordered maps: entries with keys of any type, in insertion order.
//!
//! An [`OrderedMap`] is an [`Extension`]. Its entries are stored contiguously in insertion order; a
//! large map has an index that is created on first use. A repeated key keeps its position and takes
//! the new element. Marks and unknowns are not allowed inside, since the layers that inspect values
//! could not see them.

use super::{Extension, Extent, Value, total_cmp};
use crate::source::Result;
use crate::types::{KeyedMap, Type, keyed_hasher};
use std::any::Any;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// Maps with fewer entries are searched linearly.
const INDEXED_FROM: usize = 9;

/// A map with keys of any kind, in insertion order.
pub struct OrderedMap {
    ty: Type,
    extent: Extent,
    entries: Box<[(Value, Value)]>,
    index: OnceLock<KeyedMap<IndexKey, u32>>,
}

/// The bytes of a map without its entries: the map and the two allocations around it.
const OWN_BYTES: usize = 128;

impl OrderedMap {
    /// Creates a map of this type. Of equal keys, the element of the last one is kept at the
    /// position of the first one.
    ///
    /// # Errors
    /// As [`Extent::around`].
    pub fn new(ty: Type, entries: impl IntoIterator<Item = (Value, Value)>) -> Result<OrderedMap> {
        let entries = entries.into_iter();
        let mut kept: Vec<(Value, Value)> = Vec::with_capacity(entries.size_hint().0);
        let mut index: KeyedMap<IndexKey, u32> = KeyedMap::default();
        for (key, value) in entries {
            if kept.len() + 1 == INDEXED_FROM {
                index = indexed(&kept);
            }
            let place = if kept.len() + 1 < INDEXED_FROM {
                kept.iter().position(|(have, _)| *have == key)
            } else {
                index.get(&IndexKey(key.clone())).map(|at| *at as usize)
            };
            match place {
                Some(at) => kept[at].1 = value,
                None => {
                    if kept.len() + 1 >= INDEXED_FROM {
                        index.insert(IndexKey(key.clone()), kept.len() as u32);
                    }
                    kept.push((key, value));
                }
            }
        }
        let extent = Extent::around(kept.iter().flat_map(|(key, value)| [key, value]))?;
        let extent = extent.and_bytes(OWN_BYTES)?;
        let map = OrderedMap {
            ty,
            extent,
            entries: kept.into(),
            index: OnceLock::new(),
        };
        if !index.is_empty() {
            let _ = map.index.set(index);
        }
        Ok(map)
    }

    /// Whether the map has enough entries for an index.
    #[must_use]
    #[inline]
    pub fn is_indexed(&self) -> bool {
        self.entries.len() >= INDEXED_FROM
    }

    /// The entries in their order.
    #[must_use]
    pub fn entries(&self) -> &[(Value, Value)] {
        &self.entries
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Creates a map with the same keys and other elements. The entries must have the keys of this
    /// map in the same order.
    ///
    /// # Errors
    /// As [`Extent::around`].
    pub fn with_elements(&self, entries: Box<[(Value, Value)]>) -> Result<OrderedMap> {
        debug_assert_eq!(entries.len(), self.entries.len());
        let extent = Extent::around(entries.iter().flat_map(|(key, value)| [key, value]))?;
        Ok(OrderedMap {
            ty: self.ty.clone(),
            extent: extent.and_bytes(OWN_BYTES)?,
            entries,
            index: OnceLock::new(),
        })
    }

    /// The element under a key that is a text.
    #[must_use]
    pub fn get_text(&self, key: &str) -> Option<&Value> {
        if self.is_indexed() {
            return self.get(&Value::string(key));
        }
        let mut entries = self.entries.iter();
        let found = entries.find(|(have, _)| have.as_str_bytes() == Some(key.as_bytes()));
        found.map(|(_, value)| value)
    }

    /// The element under a key.
    #[must_use]
    pub fn get(&self, key: &Value) -> Option<&Value> {
        Some(&self.entries[self.position(key)?].1)
    }

    /// The position of the entry of a key.
    #[must_use]
    #[inline]
    pub fn position(&self, key: &Value) -> Option<usize> {
        if self.entries.len() >= INDEXED_FROM {
            return self.indexed_position(key);
        }
        let mut entries = self.entries.iter();
        match key.as_str_bytes() {
            Some(_) => entries.position(|(have, _)| have.has_text_of(key)),
            None => entries.position(|(have, _)| have == key),
        }
    }

    fn indexed_position(&self, key: &Value) -> Option<usize> {
        let index = self.index.get_or_init(|| indexed(&self.entries));
        Some(*index.get(&IndexKey(key.clone()))? as usize)
    }
}

fn indexed(entries: &[(Value, Value)]) -> KeyedMap<IndexKey, u32> {
    let keys = entries.iter().enumerate();
    keys.map(|(at, (key, _))| (IndexKey(key.clone()), at as u32))
        .collect()
}

/// A key in an index. Texts are hashed by their bytes.
#[derive(PartialEq)]
struct IndexKey(Value);

impl Eq for IndexKey {}

impl Hash for IndexKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.0.as_str_bytes() {
            Some(bytes) => bytes.hash(state),
            None => self.0.hash(state),
        }
    }
}

impl Extension for OrderedMap {
    fn ty(&self) -> &Type {
        &self.ty
    }

    fn compare(&self, other: &dyn Extension) -> Ordering {
        let Some(other) = other.as_any().downcast_ref::<OrderedMap>() else {
            return self.rank().cmp(other.rank());
        };
        for ((a, x), (b, y)) in self.entries.iter().zip(&other.entries) {
            let order = total_cmp(a, b).then_with(|| total_cmp(x, y));
            if order != Ordering::Equal {
                return order;
            }
        }
        self.len().cmp(&other.len())
    }

    fn rank(&self) -> &'static str {
        "ordered map"
    }

    fn hash_code(&self) -> u64 {
        let mut state = keyed_hasher();
        for (key, value) in &self.entries {
            key.hash(&mut state);
            value.hash(&mut state);
        }
        state.finish()
    }

    fn text(&self) -> String {
        let mut text = String::from("{");
        for (at, (key, value)) in self.entries.iter().enumerate() {
            if at > 0 {
                text.push_str(", ");
            }
            text.push_str(&format!("{key:?}: {value:?}"));
        }
        text.push('}');
        text
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn extent(&self) -> Extent {
        self.extent
    }
}

impl Value {
    /// A map with keys of any kind, in insertion order.
    ///
    /// # Errors
    /// As [`OrderedMap::new`].
    pub fn ordered_map(
        ty: Type,
        entries: impl IntoIterator<Item = (Value, Value)>,
    ) -> Result<Value> {
        OrderedMap::new(ty, entries).map(Value::extension)
    }

    /// The ordered map in a known value.
    #[must_use]
    #[inline]
    pub fn as_ordered_map(&self) -> Option<&OrderedMap> {
        self.as_extension()?.as_any().downcast_ref()
    }
}
