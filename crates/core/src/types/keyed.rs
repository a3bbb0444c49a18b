//! Keyed hashing of untrusted data.
//!
//! The authors of documents choose names, keys and texts. The key of the hash is different in each
//! process, so that an author cannot prepare names that collide and make a table as slow as a list.

use foldhash::SharedSeed;
use foldhash::fast::FoldHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

/// A hasher with the key of this process.
pub type KeyedHasher = FoldHasher<'static>;

/// The hasher factory of tables that use the key of this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keyed;

impl BuildHasher for Keyed {
    type Hasher = KeyedHasher;

    #[inline]
    fn build_hasher(&self) -> KeyedHasher {
        keyed_hasher()
    }
}

/// A hash map with untrusted keys.
pub type KeyedMap<K, V> = HashMap<K, V, Keyed>;

/// A hash set of untrusted keys.
pub type KeyedSet<K> = HashSet<K, Keyed>;

struct ProcessKey {
    start: u64,
    shared: SharedSeed,
}

/// Creates a hasher. All hashers return the same hash for the same input within this process.
#[inline]
pub fn keyed_hasher() -> KeyedHasher {
    static KEY: LazyLock<ProcessKey> = LazyLock::new(|| {
        let random = RandomState::new();
        ProcessKey {
            start: random.hash_one(0u8),
            shared: SharedSeed::from_u64(random.hash_one(1u8)),
        }
    });
    FoldHasher::with_seed(KEY.start, &KEY.shared)
}

#[cfg(test)]
mod tests {
    use super::keyed_hasher;
    use std::collections::HashSet;
    use std::hash::Hasher;

    #[test]
    fn collisions_of_an_unkeyed_hash_do_not_collide() {
        // The multiplier of FxHasher, under which all of these have the same sum.
        const K: u64 = 0xf135_7aea_2e62_a9c5;
        let hashes: HashSet<u64> = (0..1000u64)
            .map(|at| {
                let mut state = keyed_hasher();
                state.write_u64(at);
                state.write_u64(0u64.wrapping_sub(at.wrapping_mul(K)));
                state.finish()
            })
            .collect();
        assert_eq!(hashes.len(), 1000);
    }
}
