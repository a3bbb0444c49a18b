//! An allocator that counts, so that a budget sees the memory that a call really takes.
//!
//! A call whose charges are too low then ends at a quarter more than its limit on bytes and 32 MiB
//! ([`measured`](crate::calls::measured)). The C library and the command-line tool have this
//! allocator. A Rust program sets it around its own:
//!
//! ```
//! use polycty::allocator::Counted;
//! use std::alloc::System;
//!
//! #[global_allocator]
//! static ALLOCATOR: Counted<System> = Counted(System);
//! # fn main() {}
//! ```

use crate::calls::measured::{allocated, freed};
use std::alloc::{GlobalAlloc, Layout};

/// An allocator whose allocations are counted for each thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted<A>(pub A);

// SAFETY: every call is passed to the inner allocator unchanged. Counting neither allocates nor
// panics.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counted<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size());
        // SAFETY: the caller's contract is the same.
        unsafe { self.0.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        allocated(layout.size());
        // SAFETY: the caller's contract is the same.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        freed(layout.size());
        // SAFETY: the caller's contract is the same.
        unsafe { self.0.dealloc(at, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        freed(layout.size());
        allocated(size);
        // SAFETY: the caller's contract is the same.
        unsafe { self.0.realloc(at, layout, size) }
    }
}

/// The C library's own copy of std allocates with it; the host's memory is not counted.
#[cfg(feature = "capi")]
#[global_allocator]
static ALLOCATOR: Counted<std::alloc::System> = Counted(std::alloc::System);

#[cfg(all(test, feature = "capi"))]
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
