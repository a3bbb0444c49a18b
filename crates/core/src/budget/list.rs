//! Lists, tables and texts of an operation that charge themselves.
//!
//! A loop that fills a container must charge a step and the memory of each item. The functions of
//! this module do it together with the addition, so that neither can be forgotten. They hold the
//! memory until the operation ends, because the container usually belongs to its result; a container
//! that is dropped earlier is a [`Worklist`](super::Worklist), a
//! [`GrowingText`](super::GrowingText), or has its own [`HeldBytes`](super::HeldBytes).

use super::{Budget, BudgetError};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

/// The bytes of a text that are copied per step.
const TEXT_STEP: usize = 64;

/// The memory of an entry of a tree, in sizes of the entry: a node has places for 11, and has 6 when
/// it is created.
const TREE_PLACES: usize = 2;

impl Budget {
    /// Creates a list with the capacity for `count` items. It charges a step for each, and holds
    /// their memory.
    ///
    /// ```
    /// use polycty_core::calls::Budget;
    /// let budget = Budget::new();
    /// let list: Vec<u64> = budget.list(8)?;
    /// assert!(list.is_empty() && list.capacity() >= 8);
    /// assert_eq!((budget.steps(), budget.bytes()), (8, 64));
    /// # Ok::<(), polycty_core::calls::BudgetError>(())
    /// ```
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn list<T>(&self, count: usize) -> Result<Vec<T>, BudgetError> {
        self.parts(count as u64, size_of::<T>() as u64)?;
        Ok(Vec::with_capacity(count))
    }

    /// Holds the memory of `count` items of a list whose loop is charged elsewhere.
    ///
    /// # Errors
    /// As [`Budget::hold`].
    #[inline]
    pub fn hold_items<T>(&self, count: usize) -> Result<(), BudgetError> {
        self.hold((count as u64).saturating_mul(size_of::<T>() as u64))
    }

    /// Appends items to a list. It charges a step for each, and holds the memory of the list as it
    /// grows.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded. The items that do not fit are then not appended.
    #[inline]
    pub fn extend<T>(
        &self,
        list: &mut Vec<T>,
        items: impl IntoIterator<Item = T>,
    ) -> Result<(), BudgetError> {
        let items = items.into_iter();
        self.reserve(list, items.size_hint().0)?;
        for item in items {
            self.push(list, item)?;
        }
        Ok(())
    }

    /// Appends an item to a list. It charges a step, and holds the memory of the list as it grows.
    ///
    /// ```
    /// use polycty_core::calls::{Budget, BudgetError};
    /// let budget = Budget::new().limit_bytes(1 << 10);
    /// let mut list: Vec<u64> = Vec::new();
    /// let full = (0..1000).find_map(|item| budget.push(&mut list, item).err());
    /// assert_eq!(full, Some(BudgetError::Bytes(1 << 10)));
    /// assert_eq!(list.len(), 64);
    /// ```
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded. The item is then not appended.
    #[inline]
    pub fn push<T>(&self, list: &mut Vec<T>, item: T) -> Result<(), BudgetError> {
        self.charge(1)?;
        self.reserve(list, 1)?;
        list.push(item);
        Ok(())
    }

    /// Appends an item that owns `heap` bytes outside of the list.
    ///
    /// # Errors
    /// As [`Budget::push`].
    #[inline]
    pub fn push_owning<T>(
        &self,
        list: &mut Vec<T>,
        heap: usize,
        item: T,
    ) -> Result<(), BudgetError> {
        self.hold(heap as u64)?;
        self.push(list, item)
    }

    /// Reserves capacity for `more` items, and holds the memory by which the list grows.
    #[inline]
    pub(super) fn reserve<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), BudgetError> {
        if list.capacity() - list.len() >= more {
            return Ok(());
        }
        self.grow(list, more)
    }

    /// It is not inlined, because callers are recursive and need a small stack frame.
    #[cold]
    #[inline(never)]
    fn grow<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), BudgetError> {
        let before = list.capacity();
        let capacity = grown_capacity(before, list.len().saturating_add(more));
        // Both allocations exist while the items are moved.
        self.hold_items::<T>(capacity)?;
        list.reserve_exact(capacity - list.len());
        self.release((before * size_of::<T>()) as u64);
        Ok(())
    }

    /// Inserts an entry that owns `heap` bytes into a table, and returns whether its key is new. It
    /// charges a step, and holds the memory of a new entry. The value of a known key is replaced.
    ///
    /// ```
    /// use polycty_core::calls::Budget;
    /// use std::collections::{BTreeMap, HashSet};
    /// let budget = Budget::new();
    /// let mut ages = BTreeMap::new();
    /// assert!(budget.insert(&mut ages, 1, "a".to_owned(), 30)?);
    /// assert!(!budget.insert(&mut ages, 1, "a".to_owned(), 31)?);
    /// let mut seen = HashSet::new();
    /// assert!(budget.insert(&mut seen, 0, 7, ())?);
    /// # Ok::<(), polycty_core::calls::BudgetError>(())
    /// ```
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded. The entry is then not inserted.
    #[inline]
    pub fn insert<K, V>(
        &self,
        table: &mut impl Table<K, V>,
        heap: usize,
        key: K,
        value: V,
    ) -> Result<bool, BudgetError> {
        self.charge(1)?;
        let bytes = (table.entry_bytes() + heap) as u64;
        self.hold(bytes)?;
        let is_new = table.put(key, value);
        if !is_new {
            self.release(bytes);
        }
        Ok(is_new)
    }

    /// Charges `count` parts that are made, such as the nodes of a tree or the elements of a value: a
    /// step and `bytes` bytes for each. It is for parts that no container of this module receives.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn parts(&self, count: u64, bytes: u64) -> Result<(), BudgetError> {
        self.charge(count)?;
        self.hold(count.saturating_mul(bytes))
    }

    /// Copies a text. It charges a step and one for every 64 bytes, and holds the memory of the copy.
    ///
    /// ```
    /// use polycty_core::calls::Budget;
    /// let budget = Budget::new();
    /// let copy: String = budget.copy("text")?;
    /// assert_eq!((&*copy, budget.steps(), budget.bytes()), ("text", 1, 4));
    /// # Ok::<(), polycty_core::calls::BudgetError>(())
    /// ```
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn copy<'t, T: From<&'t str>>(&self, text: &'t str) -> Result<T, BudgetError> {
        self.text(text.len())?;
        Ok(T::from(text))
    }

    /// Charges a text of `bytes` bytes that is made or kept: a step and one for every 64 bytes, and
    /// its memory.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub fn text(&self, bytes: usize) -> Result<(), BudgetError> {
        self.charge(1 + (bytes / TEXT_STEP) as u64)?;
        self.hold(bytes as u64)
    }
}

/// The capacity after a growth to at least `needed` items: twice the capacity before, and 4 items at
/// least.
#[inline]
pub(super) fn grown_capacity(before: usize, needed: usize) -> usize {
    needed.max(before.saturating_mul(2)).max(4)
}

/// A container of [`Budget::insert`]: a map, or a set, whose values are `()`.
pub trait Table<K, V> {
    /// The memory of one entry, the largest share of the free places included.
    fn entry_bytes(&self) -> usize;

    /// Inserts an entry, and returns whether its key is new.
    fn put(&mut self, key: K, value: V) -> bool;
}

/// The memory of an entry of a hash table: it has a control byte, and a table is at least 7/16 full
/// after a growth, during which the old table exists.
const fn hashed<K, V>() -> usize {
    3 * (size_of::<(K, V)>() + 1)
}

impl<K: Hash + Eq, V, S: BuildHasher> Table<K, V> for HashMap<K, V, S> {
    #[inline]
    fn entry_bytes(&self) -> usize {
        hashed::<K, V>()
    }

    #[inline]
    fn put(&mut self, key: K, value: V) -> bool {
        self.insert(key, value).is_none()
    }
}

impl<K: Hash + Eq, S: BuildHasher> Table<K, ()> for HashSet<K, S> {
    #[inline]
    fn entry_bytes(&self) -> usize {
        hashed::<K, ()>()
    }

    #[inline]
    fn put(&mut self, key: K, (): ()) -> bool {
        self.insert(key)
    }
}

impl<K: Ord, V> Table<K, V> for BTreeMap<K, V> {
    #[inline]
    fn entry_bytes(&self) -> usize {
        TREE_PLACES * size_of::<(K, V)>()
    }

    #[inline]
    fn put(&mut self, key: K, value: V) -> bool {
        self.insert(key, value).is_none()
    }
}

impl<K: Ord> Table<K, ()> for BTreeSet<K> {
    #[inline]
    fn entry_bytes(&self) -> usize {
        TREE_PLACES * size_of::<K>()
    }

    #[inline]
    fn put(&mut self, key: K, (): ()) -> bool {
        self.insert(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_its_capacity() {
        let budget = Budget::new();
        let mut list = Vec::new();
        for number in 0..1000u32 {
            budget.push(&mut list, number).unwrap();
            assert_eq!(budget.bytes(), 4 * list.capacity() as u64);
        }
        assert_eq!(budget.steps(), 1000);
        budget.push_owning(&mut list, 24, 0).unwrap();
        assert_eq!(budget.bytes(), 24 + 4 * list.capacity() as u64);
        let mut copied = Vec::new();
        budget.extend(&mut copied, 0..3u8).unwrap();
        assert_eq!(copied, [0, 1, 2]);
        assert_eq!(budget.steps(), 1004);
    }

    #[test]
    fn a_list_is_refused_before_it_grows() {
        let budget = Budget::new().limit_bytes(40);
        let mut list: Vec<u64> = Vec::new();
        (0..4).for_each(|item| budget.push(&mut list, item).unwrap());
        // The copy of 8 items and the 4 old ones do not fit together.
        assert_eq!(budget.push(&mut list, 4), Err(BudgetError::Bytes(40)));
        assert_eq!((list.len(), list.capacity(), budget.bytes()), (4, 4, 32));
        assert_eq!(budget.list::<u64>(2).err(), Some(BudgetError::Bytes(40)));
        assert_eq!(
            budget.list::<u64>(usize::MAX).err(),
            Some(BudgetError::Bytes(40))
        );
    }

    #[test]
    fn a_table_holds_only_new_entries() {
        let budget = Budget::new();
        let mut map: HashMap<u64, u64> = HashMap::new();
        assert_eq!(budget.insert(&mut map, 10, 1, 2), Ok(true));
        let bytes = budget.bytes();
        assert_eq!(budget.insert(&mut map, 10, 1, 3), Ok(false));
        assert_eq!((budget.bytes(), map.get(&1)), (bytes, Some(&3)));
        let mut set = BTreeSet::new();
        assert_eq!(budget.insert(&mut set, 1, "a", ()), Ok(true));
        assert_eq!(budget.insert(&mut set, 1, "a", ()), Ok(false));
        assert!(budget.bytes() > bytes);
        let full = Budget::new().limit_bytes(8);
        assert_eq!(full.insert(&mut map, 0, 2, 2), Err(BudgetError::Bytes(8)));
        assert_eq!(map.len(), 1);
    }

    #[test]
    fn parts_are_charged() {
        let budget = Budget::new().limit_bytes(100);
        assert_eq!(budget.parts(3, 20), Ok(()));
        assert_eq!((budget.steps(), budget.bytes()), (3, 60));
        assert_eq!(budget.parts(u64::MAX, 20), Err(BudgetError::Bytes(100)));
    }

    #[test]
    fn a_copy_is_charged_before_it_is_made() {
        let budget = Budget::new().limit_bytes(100);
        let long = "a".repeat(128);
        assert_eq!(budget.copy::<String>(&long), Err(BudgetError::Bytes(100)));
        assert_eq!(budget.steps(), 3);
        assert_eq!(budget.copy::<String>("b").as_deref(), Ok("b"));
    }
}
