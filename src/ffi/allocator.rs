//! The allocator of the C library: the system's, counted by thread.
//!
//! The library's own copy of std allocates with it (feature `capi`), so a budget sees the memory that
//! an operation takes even if its charges are too low. The host's memory is not counted.

use crate::calls::measured::{allocated, freed};
use std::alloc::{GlobalAlloc, Layout, System};

struct Counted;

// SAFETY: every call is passed to the system's allocator unchanged. Counting neither allocates nor
// panics.
unsafe impl GlobalAlloc for Counted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size());
        // SAFETY: the caller's contract is the same.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size());
        // SAFETY: the caller's contract is the same.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        freed(layout.size());
        // SAFETY: the caller's contract is the same.
        unsafe { System.dealloc(at, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        freed(layout.size());
        allocated(size);
        // SAFETY: the caller's contract is the same.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counted = Counted;

#[cfg(test)]
mod tests {
    use crate::calls::{Budget, BudgetError};

    #[test]
    fn allocations_without_charges_end_an_operation() {
        let budget = Budget::new().limit_bytes(1 << 20);
        assert_eq!(budget.hold(1), Ok(()));
        let mut lists: Vec<Vec<u64>> = Vec::new();
        let refused = (0..1 << 20).find_map(|at| {
            lists.push(vec![at; 16]);
            budget.charge(1).err()
        });
        assert_eq!(refused, Some(BudgetError::Bytes(1 << 20)));
        // 34 MiB are allowed; a check is made after 1,024 lists of 128 bytes.
        assert!(lists.len() < 300_000, "{}", lists.len());
        drop(lists);
        let later = Budget::new().limit_bytes(1 << 20);
        assert_eq!((later.hold(1), later.check()), (Ok(()), Ok(())));
    }
}
