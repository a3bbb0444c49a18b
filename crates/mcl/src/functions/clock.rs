//! The clock and the senders that wait for a time.
//!
//! A [`Clock`] changes only when its owner sets it. It then notifies the senders whose time has
//! come. So a host needs no timer thread: it steps the program, gets the next time that a sender
//! waits for, and sleeps until then.

use polycty_core::types::IdMap;
use polycty_engine::Sender;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A clock in milliseconds since 1970-01-01 UTC, and the senders that wait for a time. Any thread
/// may use it.
///
/// ```
/// use polycty_mcl::functions::Clock;
/// let clock = Clock::new();
/// assert_eq!(clock.now(), None);
/// clock.set(1_000);
/// assert_eq!((clock.now(), clock.next()), (Some(1_000), None));
/// ```
#[derive(Default)]
pub struct Clock {
    times: Mutex<Times>,
}

#[derive(Default)]
struct Times {
    now: Option<i64>,
    /// The waiting senders by time and sender number; each sender waits for one time.
    waiting: BTreeMap<(i64, usize), Sender>,
    /// The time of each waiting sender.
    due: IdMap<usize, i64>,
}

impl Clock {
    /// Creates a clock that has not been set.
    #[must_use]
    pub fn new() -> Clock {
        Clock::default()
    }

    /// Returns the time that was set last, or `None` before the first.
    #[must_use]
    pub fn now(&self) -> Option<i64> {
        self.times().now
    }

    /// Sets the time and notifies each sender whose time has come. The time may be set back;
    /// waiting senders keep their times.
    pub fn set(&self, now: i64) {
        let mut come = Vec::new();
        {
            let mut times = self.times();
            times.now = Some(now);
            while let Some(first) = times.waiting.first_entry() {
                if first.key().0 > now {
                    break;
                }
                let ((_, id), sender) = first.remove_entry();
                times.due.remove(&id);
                come.push(sender);
            }
        }
        // The lock is released first, since a sender may wake the host.
        come.iter().for_each(Sender::send);
    }

    /// Returns the first time that a sender waits for.
    #[must_use]
    pub fn next(&self) -> Option<i64> {
        self.times().waiting.keys().next().map(|(due, _)| *due)
    }

    /// Notifies the sender once, `after` the time that was set last. A previous time of the sender
    /// is replaced. Returns `false` if the clock has not been set.
    #[must_use]
    pub fn wake(&self, after: Duration, sender: &Sender) -> bool {
        let mut times = self.times();
        let Some(now) = times.now else {
            return false;
        };
        let after = i64::try_from(after.as_millis()).unwrap_or(i64::MAX);
        let due = now.saturating_add(after.max(1));
        let id = sender.id();
        if let Some(before) = times.due.insert(id, due) {
            times.waiting.remove(&(before, id));
        }
        times.waiting.insert((due, id), sender.clone());
        true
    }

    /// Removes the waiting time of a sender.
    pub fn forget(&self, sender: &Sender) {
        let mut times = self.times();
        if let Some(due) = times.due.remove(&sender.id()) {
            times.waiting.remove(&(due, sender.id()));
        }
    }

    /// No code that holds the lock panics.
    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}
