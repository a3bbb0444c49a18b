//! The cache of compiled regular expressions.
//!
//! It has a fixed number of slots, each with its own lock. An expression has two possible slots, by
//! the hash of its source. There are few slots for expressions with many states, because the state
//! tables that the engine builds for one of them can exceed a megabyte on long texts.

use super::Compiled;
use polycty_core::types::{Str, keyed_hasher};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, RwLock};

/// The slots for expressions with few states, and after them those for others.
const SLOTS: usize = 128;
const LARGE_SLOTS: usize = 16;

/// The maximum number of states of an expression with few states.
const FEW_STATES: u64 = 64;

/// A compiled expression and its source.
struct Entry {
    source: Str,
    ends_line: bool,
    compiled: Arc<Compiled>,
}

/// A slot of the cache.
type Slot = RwLock<Option<Entry>>;

static TABLE: LazyLock<Box<[Slot]>> = LazyLock::new(|| {
    (0..SLOTS + LARGE_SLOTS)
        .map(|_| RwLock::new(None))
        .collect()
});

/// Returns the numbers of the two slots for an expression with few states, and of the two for one
/// with many.
fn slots(source: &Str, ends_line: bool) -> [usize; 4] {
    let mut state = keyed_hasher();
    source.hash(&mut state);
    ends_line.hash(&mut state);
    let hash = state.finish() as usize;
    let (small, large) = (hash % SLOTS, SLOTS + hash % LARGE_SLOTS);
    [small, small ^ 1, large, large ^ 1]
}

/// Returns the compiled expression of a source.
pub(super) fn find(source: &Str, ends_line: bool) -> Option<Arc<Compiled>> {
    let table = &**TABLE;
    let found = |slot: usize| {
        // Only the lookup holds the lock, because a match may take long.
        let kept = table[slot].read().ok()?;
        let kept = kept.as_ref()?;
        let is_it = kept.ends_line == ends_line
            && (Arc::ptr_eq(&kept.source, source) || kept.source == *source);
        is_it.then(|| kept.compiled.clone())
    };
    slots(source, ends_line).into_iter().find_map(found)
}

/// Stores a compiled expression in a free slot, or replaces a different one.
pub(super) fn keep(source: &Str, ends_line: bool, compiled: Arc<Compiled>) {
    let [small, other_small, large, other_large] = slots(source, ends_line);
    let slots = if compiled.weight.states() <= FEW_STATES {
        [small, other_small]
    } else {
        [large, other_large]
    };
    let [first, second] = slots.map(|slot| &TABLE[slot]);
    let is_taken = first.read().is_ok_and(|kept| kept.is_some());
    let slot = if is_taken { second } else { first };
    if let Ok(mut kept) = slot.write() {
        *kept = Some(Entry {
            source: source.clone(),
            ends_line,
            compiled,
        });
    }
}
