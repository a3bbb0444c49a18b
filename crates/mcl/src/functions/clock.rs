//! The clock: what time is it, and who waits for which?
//!
//! A [`Clock`] stands still until its owner sets it; what waits for a time that has come is
//! announced then. So a host needs no thread and no timer of its own: it steps, asks when the next
//! time comes that somebody waits for, and sleeps until then.

use polycty_core::types::IdMap;
use polycty_engine::Sender;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A clock in milliseconds since the beginning of 1970, and the senders that wait for a time.
/// Any thread may use it.
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
    /// Who waits, by the time and the sender's number: one time a sender.
    waiting: BTreeMap<(i64, usize), Sender>,
    /// The time that a sender waits for.
    due: IdMap<usize, i64>,
}

impl Clock {
    /// One that has not been set yet.
    #[must_use]
    pub fn new() -> Clock {
        Clock::default()
    }

    /// What it was set to last; none before.
    #[must_use]
    pub fn now(&self) -> Option<i64> {
        self.times().now
    }

    /// Sets it, and announces through every sender whose time has come. It may also be set back:
    /// who waits goes on waiting for the same time.
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
        // Without the lock, for this may wake the host.
        come.iter().for_each(Sender::send);
    }

    /// The first time that somebody waits for.
    #[must_use]
    pub fn next(&self) -> Option<i64> {
        self.times().waiting.keys().next().map(|(due, _)| *due)
    }

    /// Announces once through the sender, so long after what it was set to last. What the sender
    /// waited for before is forgotten. False before it was set.
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

    /// Forgets what a sender waits for.
    pub fn forget(&self, sender: &Sender) {
        let mut times = self.times();
        if let Some(due) = times.due.remove(&sender.id()) {
            times.waiting.remove(&(due, sender.id()));
        }
    }

    /// Nothing that is done under the lock panics.
    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}
