//! The memory of a thread, measured by its allocator.
//!
//! The bytes of a budget are charged by the code that allocates them. An allocator that reports its
//! allocations here bounds an operation whose charges are too low: a budget with a limit on bytes
//! compares the growth of this memory with the limit whenever it looks at the clock. Without such an
//! allocator the growth is 0. An operation must stay on the thread of its first charge of bytes,
//! because each thread has a number of its own.
//!
//! ```
//! use polycty_core::calls::{Budget, BudgetError, measured};
//! let budget = Budget::new().limit_bytes(1 << 20);
//! assert_eq!(budget.hold(1), Ok(()));
//! // An allocator reports 64 MiB that the operation did not charge.
//! measured::allocated(64 << 20);
//! assert_eq!(budget.check(), Err(BudgetError::Bytes(1 << 20)));
//! measured::freed(64 << 20);
//! ```

use std::cell::Cell;

thread_local! {
    /// The bytes that this thread has allocated, less those that it has freed. A thread may free what
    /// another one has allocated, so the number may be negative.
    static LIVE: Cell<i64> = const { Cell::new(0) };
}

/// The growth that is allowed in addition to the limit and a quarter of it: tables that are made once
/// and stay, and the text of the message.
const UNCHARGED: u64 = 1 << 25;

/// Reports an allocation. It does not allocate.
#[inline]
pub fn allocated(bytes: usize) {
    LIVE.with(|live| live.set(live.get().wrapping_add_unsigned(bytes as u64)));
}

/// Reports the end of an allocation. It does not allocate.
#[inline]
pub fn freed(bytes: usize) {
    LIVE.with(|live| live.set(live.get().wrapping_sub_unsigned(bytes as u64)));
}

/// The bytes that this thread has allocated, less those that it has freed, as its allocator reports
/// them.
#[must_use]
#[inline]
pub fn live() -> i64 {
    LIVE.get()
}

/// The memory of the thread when an operation began, for comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Baseline(i64);

impl Baseline {
    /// Not yet known.
    pub(super) const NONE: Baseline = Baseline(i64::MIN);

    #[inline]
    pub(super) fn now() -> Baseline {
        Baseline(live())
    }

    #[inline]
    pub(super) fn is_none(self) -> bool {
        self == Baseline::NONE
    }

    /// The memory now, if there is a baseline to compare it with.
    #[inline]
    pub(super) fn renewed(self) -> Baseline {
        if self.is_none() {
            self
        } else {
            Baseline::now()
        }
    }

    /// The baseline without the growth since a different one. If either is not known, nothing is left
    /// out.
    #[inline]
    pub(super) fn without(self, since: Baseline) -> Baseline {
        if self.is_none() || since.is_none() {
            return self;
        }
        Baseline(self.0.wrapping_add(live().wrapping_sub(since.0)))
    }

    /// Whether the memory has grown by more than a limit on bytes allows.
    pub(super) fn is_exceeded(self, max_bytes: u64) -> bool {
        let most = max_bytes
            .saturating_add(max_bytes / 4)
            .saturating_add(UNCHARGED);
        let grown = live().wrapping_sub(self.0);
        u64::try_from(grown).is_ok_and(|grown| grown > most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::{Budget, BudgetError};

    const LARGE: usize = 1 << 27;

    #[test]
    fn uncharged_memory_is_found() {
        let limited = || Budget::new().limit_bytes(1 << 20);
        // The first charge of bytes, or the first check, begins the comparison.
        let (charged, checked) = (limited(), limited());
        assert_eq!((charged.hold(1), checked.check()), (Ok(()), Ok(())));
        allocated(LARGE);
        let refused = Err(BudgetError::Bytes(1 << 20));
        assert_eq!((charged.check(), checked.check()), (refused, refused));
        // What was allocated before an operation is not its own.
        let later = limited();
        assert_eq!((later.hold(1), later.check()), (Ok(()), Ok(())));
        freed(LARGE);
        // The refusal persists, as that of a charge does.
        assert_eq!(charged.finish(), refused);
        // Without charges of steps, the limit is found after an interval.
        let counted = limited();
        assert_eq!(counted.hold(1), Ok(()));
        allocated(LARGE);
        assert_eq!(counted.charge(super::super::CHECK_INTERVAL + 1), refused);
        freed(LARGE);
        let unlimited = Budget::new();
        assert_eq!(unlimited.hold(1), Ok(()));
        allocated(LARGE);
        assert_eq!(unlimited.check(), Ok(()));
        freed(LARGE);
    }

    #[test]
    fn memory_of_a_callback_is_not_compared() {
        let budget = Budget::new().limit_bytes(1 << 20);
        assert_eq!(budget.hold(1), Ok(()));
        let share = budget.share();
        allocated(LARGE);
        budget.take_back(&share);
        assert_eq!(budget.check(), Ok(()));
        // A call that the callback makes is compared with the same limit.
        let share = budget.share();
        let inner = Budget::of(share.clone());
        allocated(LARGE);
        assert_eq!(inner.check(), Err(BudgetError::Bytes(1 << 20)));
        freed(2 * LARGE);
        budget.take_back(&share);
        assert_eq!(budget.check(), Ok(()));
        // An operation may share its budget before its first charge of bytes.
        let later = Budget::new().limit_bytes(1 << 20);
        let share = later.share();
        assert_eq!(later.hold(1), Ok(()));
        later.take_back(&share);
        assert_eq!(later.check(), Ok(()));
    }
}
