//! Events: announcements of streaming functions that their value has changed.
//!
//! Each streaming function has a [`Sender`], which any thread may use. An event has no content; the
//! value is fetched by a call. So a second event before the call has no effect, and the inbox has
//! at most one event for each function.

use crate::failure::Failure;
use crate::ids::VertexId;
use polycty_core::source::Error;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The callback that notifies the host that a step is required.
pub(crate) type Wake = dyn Fn() + Send + Sync;

/// Announces events of one function, from any thread. Clones announce for the same function.
#[derive(Clone)]
pub struct Sender {
    signal: Arc<Signal>,
}

struct Signal {
    vertex: VertexId,
    /// Whether an event is waiting in the inbox.
    waits: AtomicBool,
    /// Whether the stream has failed; only the first failure is reported.
    failed: AtomicBool,
    inbox: Arc<Inbox>,
}

impl Sender {
    pub(crate) fn new(vertex: VertexId, inbox: &Arc<Inbox>) -> Sender {
        Sender {
            signal: Arc::new(Signal {
                vertex,
                waits: AtomicBool::new(false),
                failed: AtomicBool::new(false),
                inbox: inbox.clone(),
            }),
        }
    }

    /// A number that its clones share. It is unique as long as one of them exists.
    #[must_use]
    pub fn id(&self) -> usize {
        Arc::as_ptr(&self.signal) as usize
    }

    /// Announces that the value of the function has changed. No effect after its vertex was
    /// removed.
    pub fn send(&self) {
        // Acquire and release: the call for a waiting event sees all data that was written before
        // events that were merged with it.
        if !self.signal.waits.swap(true, Ordering::AcqRel) {
            self.signal.inbox.put(|inbox| {
                inbox.events.push(self.clone());
            });
        }
    }

    /// Reports that the stream has failed, which ends the evaluation, whatever the code of the
    /// error. No effect after its vertex was removed; only the first failure counts.
    pub fn fail(&self, error: Error) {
        // The flag bounds the inbox and does not protect data, so no ordering is needed.
        if !self.signal.failed.swap(true, Ordering::Relaxed) {
            self.signal.inbox.put(|inbox| {
                let failure = (self.signal.vertex, Failure::fatal(error));
                inbox.failures.push(failure);
            });
        }
    }

    /// Returns the vertex, and lets further events wait in the inbox again before its call.
    pub(crate) fn received(&self) -> VertexId {
        // Later events are added to the inbox again; the data of earlier events is visible to the
        // call.
        self.signal.waits.swap(false, Ordering::AcqRel);
        self.signal.vertex
    }
}

/// Senders of the same function are equal.
impl PartialEq for Sender {
    fn eq(&self, other: &Sender) -> bool {
        Arc::ptr_eq(&self.signal, &other.signal)
    }
}

impl Eq for Sender {}

impl Hash for Sender {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.signal).hash(state);
    }
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sender").field(&self.signal.vertex).finish()
    }
}

/// The events that wait for the next step.
#[derive(Default)]
pub(crate) struct Inbox {
    waiting: Mutex<PendingEvents>,
    wake: Mutex<Option<Arc<Wake>>>,
}

#[derive(Default)]
struct PendingEvents {
    events: Vec<Sender>,
    /// At most one for each stream, in the order of arrival.
    failures: Vec<(VertexId, Failure)>,
    /// There are no further steps. Waiting senders would keep the inbox alive in a reference cycle.
    closed: bool,
}

impl PendingEvents {
    fn is_empty(&self) -> bool {
        self.events.is_empty() && self.failures.is_empty()
    }
}

/// Code that holds these locks never panics, and the protected data is always consistent.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inbox {
    fn put(&self, add: impl FnOnce(&mut PendingEvents)) {
        let first = {
            let mut waiting = locked(&self.waiting);
            if waiting.closed {
                return;
            }
            let first = waiting.is_empty();
            add(&mut waiting);
            first
        };
        // One call for all waiting events, and without a lock, since the host may call anything.
        if first {
            let wake = locked(&self.wake).clone();
            if let Some(wake) = wake {
                wake();
            }
        }
    }

    pub(crate) fn set_wake(&self, wake: Option<Arc<Wake>>) {
        *locked(&self.wake) = wake;
    }

    pub(crate) fn is_empty(&self) -> bool {
        locked(&self.waiting).is_empty()
    }

    /// Takes all waiting events; `buffer` replaces the returned buffer.
    pub(crate) fn take(&self, buffer: &mut Vec<Sender>) -> Vec<(VertexId, Failure)> {
        let mut waiting = locked(&self.waiting);
        std::mem::swap(&mut waiting.events, buffer);
        take(&mut waiting.failures)
    }

    /// Drops all waiting events and ignores later ones.
    pub(crate) fn close(&self) {
        self.set_wake(None);
        let mut waiting = locked(&self.waiting);
        waiting.closed = true;
        // The senders are dropped without holding the lock.
        let dropped = (take(&mut waiting.events), take(&mut waiting.failures));
        drop(waiting);
        drop(dropped);
    }
}
