//! Events: how do streaming functions tell that they would answer otherwise now?
//!
//! Each has a [`Sender`], which any thread may use. An event says no more than that it came:
//! the value is fetched by a call. So a second event before the call adds nothing, and however
//! many come, the inbox holds one for each function.

use crate::failure::Failure;
use crate::ids::VertexId;
use polycty_core::source::Error;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::take;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What tells the host that there is something to step for.
pub(crate) type Wake = dyn Fn() + Send + Sync;

/// Announces events of one function. Clones announce for the same one; any thread may.
#[derive(Clone)]
pub struct Sender {
    signal: Arc<Signal>,
}

struct Signal {
    vertex: VertexId,
    /// Whether an event waits in the inbox.
    waits: AtomicBool,
    /// Whether the stream has failed, which it does once.
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

    /// A number that its clones share, and that no other sender has as long as one of them is
    /// kept.
    #[must_use]
    pub fn id(&self) -> usize {
        Arc::as_ptr(&self.signal) as usize
    }

    /// Says that the function would answer otherwise now. After its vertex is gone this does
    /// nothing.
    pub fn send(&self) {
        // Acquire and release: what was written before an event that merges with a waiting one
        // is seen by the call for that one.
        if !self.signal.waits.swap(true, Ordering::AcqRel) {
            self.signal.inbox.put(|inbox| {
                inbox.events.push(self.clone());
            });
        }
    }

    /// Says that the stream has failed, which ends everything, whatever the error's code. After
    /// its vertex is gone this does nothing; of several failures the first counts.
    pub fn fail(&self, error: Error) {
        // The flag bounds the inbox, and guards nothing.
        if !self.signal.failed.swap(true, Ordering::Relaxed) {
            self.signal.inbox.put(|inbox| {
                let failure = (self.signal.vertex, Failure::fatal(error));
                inbox.failures.push(failure);
            });
        }
    }

    /// The vertex, before whose call further events are kept again.
    pub(crate) fn received(&self) -> VertexId {
        // Whoever sends from here on finds nothing waiting; what was sent before is seen.
        self.signal.waits.swap(false, Ordering::AcqRel);
        self.signal.vertex
    }
}

/// Those that announce for the same function are equal.
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

/// Where events wait for the next step.
#[derive(Default)]
pub(crate) struct Inbox {
    waiting: Mutex<Waiting>,
    wake: Mutex<Option<Arc<Wake>>>,
}

#[derive(Default)]
struct Waiting {
    events: Vec<Sender>,
    /// One of a stream at most, in the order in which they came.
    failures: Vec<(VertexId, Failure)>,
    /// Nobody steps any more. What would wait for it then would hold the inbox in a circle.
    closed: bool,
}

impl Waiting {
    fn is_empty(&self) -> bool {
        self.events.is_empty() && self.failures.is_empty()
    }
}

/// Nothing that is done under these locks panics, and what they guard is whole at all times.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Inbox {
    fn put(&self, add: impl FnOnce(&mut Waiting)) {
        let first = {
            let mut waiting = locked(&self.waiting);
            if waiting.closed {
                return;
            }
            let first = waiting.is_empty();
            add(&mut waiting);
            first
        };
        // One call for all that waits, and without a lock, for the host may do anything.
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

    /// All that waits; the buffer takes the place of the one that is handed out.
    pub(crate) fn take(&self, buffer: &mut Vec<Sender>) -> Vec<(VertexId, Failure)> {
        let mut waiting = locked(&self.waiting);
        std::mem::swap(&mut waiting.events, buffer);
        take(&mut waiting.failures)
    }

    /// Forgets all that waits, and whatever comes from here on.
    pub(crate) fn close(&self) {
        self.set_wake(None);
        let mut waiting = locked(&self.waiting);
        waiting.closed = true;
        // The senders are dropped without the lock.
        let dropped = (take(&mut waiting.events), take(&mut waiting.failures));
        drop(waiting);
        drop(dropped);
    }
}
