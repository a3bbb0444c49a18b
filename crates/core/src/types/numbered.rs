//! Hashing of internal numbers.
//!
//! Indices of arenas, addresses and numbers of groups are assigned by this library, so that an
//! attacker cannot choose them to collide. Their hash has no key and is as cheap as possible. Types
//! and values are allowed as keys as well, since they pass a hash with the key of the process
//! ([`keyed`](super::keyed)) to the hasher. Other untrusted data is not allowed: a table by texts,
//! or by anything else that passes bytes to a hasher, does not compile. This is the only module
//! that may use `rustc_hash` (clippy.toml).

#![expect(clippy::disallowed_types, reason = "this is the place")]

use rustc_hash::FxHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;

/// A hash map with internal numbers as keys.
///
/// ```
/// let mut table = polycty_core::types::IdMap::default();
/// assert_eq!(table.insert((1u32, 2usize), "first"), None);
/// ```
/// With texts as keys it does not compile:
/// ```compile_fail,E0080
/// let mut table = polycty_core::types::IdMap::default();
/// assert_eq!(table.insert("a name", 1), None);
/// ```
pub type IdMap<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;

/// A hash set of internal numbers.
pub type IdSet<K> = HashSet<K, BuildHasherDefault<IdHasher>>;

/// A hasher of numbers only. The type parameter delays the compile error until bytes are hashed.
#[derive(Clone, Default)]
pub struct IdHasher<T = ()>(FxHasher, PhantomData<T>);

impl<T> IdHasher<T> {
    const REFUSED: () = assert!(
        size_of::<T>() > 0,
        "what others choose is hashed with a key: KeyedMap, KeyedSet"
    );
}

impl<T> Hasher for IdHasher<T> {
    fn write(&mut self, _: &[u8]) {
        const { Self::REFUSED }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.0.write_u8(number);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.0.write_u32(number);
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0.write_u64(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.0.write_usize(number);
    }

    /// The discriminant of an enum.
    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.0.write_usize(number.cast_unsigned());
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::IdMap;
    use crate::types::Type;

    #[test]
    fn types_are_valid_keys() {
        let mut table: IdMap<Type, u32> = IdMap::default();
        let list = || Type::list(Type::string().clone()).unwrap();
        table.insert(list(), 1);
        table.insert(Type::string().clone(), 2);
        assert_eq!(table.get(&list()), Some(&1));
        assert_eq!(table.len(), 2);
    }
}
