//! Measures of work: bytes of the heap and CPU time.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The measures of one piece of work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taken {
    /// The sum of all allocations, in bytes.
    pub bytes: usize,
    /// The most bytes that were held at once, without those held before.
    pub peak: usize,
    /// The CPU time.
    pub time: Duration,
}

/// The system's heap, counted. One thread works at a time, so the counters need no order.
struct Counted;

static ASKED: AtomicUsize = AtomicUsize::new(0);
static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);
static OCCUPIED: AtomicUsize = AtomicUsize::new(0);

fn grow(bytes: usize) {
    ASKED.fetch_add(bytes, Relaxed);
    let held = HELD.fetch_add(bytes, Relaxed) + bytes;
    MOST.fetch_max(held, Relaxed);
    OCCUPIED.fetch_add(occupied_by(bytes), Relaxed);
}

fn shrink(bytes: usize) {
    HELD.fetch_sub(bytes, Relaxed);
    OCCUPIED.fetch_sub(occupied_by(bytes), Relaxed);
}

/// The memory of an allocation: the allocators of most systems add a word, and round up to two words.
fn occupied_by(bytes: usize) -> usize {
    const WORD: usize = size_of::<usize>();
    (bytes + WORD).next_multiple_of(2 * WORD)
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller's contract is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        shrink(layout.size());
        // SAFETY: the caller's contract is the same.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        shrink(layout.size());
        grow(size);
        // SAFETY: the caller's contract is the same.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static HEAP: Counted = Counted;

/// The bytes that are allocated now.
pub fn held() -> usize {
    HELD.load(Relaxed)
}

/// The bytes that are allocated now, with those that the allocator adds.
#[allow(dead_code, reason = "the hostile suite does not use it")]
pub fn occupied() -> usize {
    OCCUPIED.load(Relaxed)
}

/// Runs a piece of work and measures it.
pub fn measured<T>(work: impl FnOnce() -> T) -> (T, Taken) {
    let before = HELD.load(Relaxed);
    let asked = ASKED.load(Relaxed);
    MOST.store(before, Relaxed);
    let start = Clock::now();
    let result = work();
    let taken = Taken {
        time: start.elapsed(),
        bytes: ASKED.load(Relaxed) - asked,
        peak: MOST.load(Relaxed) - before,
    };
    (result, taken)
}

/// The CPU time of this thread if the system reports it, otherwise wall time.
pub enum Clock {
    Thread(u64),
    Wall(Instant),
}

impl Clock {
    pub fn now() -> Clock {
        match Clock::thread() {
            Some(nanoseconds) => Clock::Thread(nanoseconds),
            None => Clock::Wall(Instant::now()),
        }
    }

    pub fn elapsed(&self) -> Duration {
        match self {
            Clock::Thread(start) => {
                let now = Clock::thread().unwrap_or(*start);
                Duration::from_nanos(now.saturating_sub(*start))
            }
            Clock::Wall(start) => start.elapsed(),
        }
    }

    /// In nanoseconds.
    #[cfg(unix)]
    fn thread() -> Option<u64> {
        let mut time = libc::timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        // SAFETY: the system writes the time to the place that it is given.
        let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
        let seconds = u64::try_from(time.tv_sec).ok()?;
        let rest = u64::try_from(time.tv_nsec).ok()?;
        (status == 0).then_some(seconds * 1_000_000_000 + rest)
    }

    #[cfg(not(unix))]
    fn thread() -> Option<u64> {
        None
    }
}
