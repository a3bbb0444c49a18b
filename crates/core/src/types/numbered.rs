//! Hashing of what we number ourselves.
//!
//! Places in arenas, addresses and numbers of groups are ours, and nobody chooses them so that they
//! collide: their hash has no key and is the cheapest there is. Types and values may stand here as
//! well: what they give to a hasher is a hash with the key of the process ([`keyed`](super::keyed)).
//! Nothing else that others choose may. For texts, and whatever else gives bytes to a hasher, such a
//! table does not compile. No other place hashes without a key: the house has `rustc_hash` here alone
//! (clippy.toml).

#![expect(clippy::disallowed_types, reason = "this is the place")]

use rustc_hash::FxHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;

/// A table by numbers of our own.
///
/// ```
/// let mut table = polycty_core::types::IdMap::default();
/// assert_eq!(table.insert((1u32, 2usize), "first"), None);
/// ```
/// By texts it does not compile:
/// ```compile_fail,E0080
/// let mut table = polycty_core::types::IdMap::default();
/// assert_eq!(table.insert("a name", 1), None);
/// ```
pub type IdMap<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;

/// A set of numbers of our own.
pub type IdSet<K> = HashSet<K, BuildHasherDefault<IdHasher>>;

/// A hasher of numbers alone. The parameter makes the refusal wait for a use.
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

    /// What tells the variants of an enum apart.
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
    fn types_find_their_like() {
        let mut table: IdMap<Type, u32> = IdMap::default();
        let list = || Type::list(Type::string().clone()).unwrap();
        table.insert(list(), 1);
        table.insert(Type::string().clone(), 2);
        assert_eq!(table.get(&list()), Some(&1));
        assert_eq!(table.len(), 2);
    }
}
