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

/// The minimum size of a block that is always counted. Of smaller blocks, one in [`SAMPLE`] is
/// counted, with the size of all of them: access to a thread's counter costs as much as a fifth of an
/// allocation in a shared library (`benches/run count`: 6 % of the instructions of P1).
const LARGE: usize = 1 << 10;

/// The number of small blocks for each one that is counted.
const SAMPLE: usize = 16;

/// Whether a small block is counted. The address decides, so that the block is freed as it was
/// allocated. Its bits are mixed, so that blocks of one size are sampled evenly.
#[inline(always)]
fn is_sampled(at: *mut u8) -> bool {
    const GOLDEN_RATIO: u32 = 0x9e37_79b9;
    (at.addr() as u32).wrapping_mul(GOLDEN_RATIO) < u32::MAX / SAMPLE as u32
}

/// Whether a block is counted.
#[inline(always)]
fn is_counted(at: *mut u8, size: usize) -> bool {
    size >= LARGE || is_sampled(at)
}

/// The bytes that are counted for a counted block.
fn weight(size: usize) -> usize {
    if size >= LARGE { size } else { size * SAMPLE }
}

#[cold]
#[inline(never)]
fn count_allocated(at: *mut u8, size: usize) {
    if !at.is_null() {
        allocated(weight(size));
    }
}

#[cold]
#[inline(never)]
fn count_freed(size: usize) {
    freed(weight(size));
}

/// An allocator whose allocations are counted for each thread, exactly if they are large, and
/// otherwise by a sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted<A>(pub A);

impl<A: GlobalAlloc> Counted<A> {
    /// # Safety
    /// As for `GlobalAlloc::alloc`.
    #[cold]
    #[inline(never)]
    unsafe fn alloc_aligned(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's contract is the same.
        let at = unsafe { self.0.alloc(layout) };
        if is_counted(at, layout.size()) {
            count_allocated(at, layout.size());
        }
        at
    }
}

// SAFETY: every call is passed to the inner allocator unchanged. Counting neither allocates nor
// panics, and uses addresses only as numbers.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counted<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // `System` has a separate function for such a layout. Its condition is known to be false
        // after this one.
        if layout.align() > 16 || layout.align() > layout.size() {
            // SAFETY: the caller's contract is the same.
            return unsafe { self.alloc_aligned(layout) };
        }
        // SAFETY: the caller's contract is the same.
        let at = unsafe { self.0.alloc(layout) };
        if is_counted(at, layout.size()) {
            count_allocated(at, layout.size());
        }
        at
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's contract is the same.
        let at = unsafe { self.0.alloc_zeroed(layout) };
        if is_counted(at, layout.size()) {
            count_allocated(at, layout.size());
        }
        at
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        if is_counted(at, layout.size()) {
            count_freed(layout.size());
        }
        // SAFETY: the caller's contract is the same.
        unsafe { self.0.dealloc(at, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let was_counted = is_counted(at, layout.size());
        // SAFETY: the caller's contract is the same.
        let new = unsafe { self.0.realloc(at, layout, size) };
        if was_counted && !new.is_null() {
            count_freed(layout.size());
        }
        if is_counted(new, size) {
            count_allocated(new, size);
        }
        new
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
