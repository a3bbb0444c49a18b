//! Handles that a running call of this thread uses while it calls the host back.
//!
//! The equality and the hash of a capsule may run while a set is searched or changed. They may call
//! any function, also for that set. A set that a call reads is not changed, a set that a call
//! changes is neither read nor changed, and a set that is freed meanwhile is dropped after the
//! last call that uses it.

use crate::source::{Code, Error, Result};
use std::cell::RefCell;

thread_local! {
    /// The uses of the running calls, the innermost last.
    static USES: RefCell<Vec<Entry>> = const { RefCell::new(Vec::new()) };
}

/// A use of a handle by a running call.
struct Entry {
    address: usize,
    purpose: Purpose,
    /// Drops the handle, which the host has freed.
    freed: Option<Box<dyn FnOnce()>>,
}

/// What a call does with a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Read,
    Change,
}

/// A running call that uses a handle. The use ends when this is dropped.
#[derive(Debug)]
pub(super) struct InUse(());

impl InUse {
    /// Begins to use a handle.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if a running call of this thread uses the handle and one of the
    /// two changes it.
    pub(super) fn begin<H>(handle: &H, purpose: Purpose) -> Result<InUse> {
        let address = std::ptr::from_ref(handle).addr();
        USES.with_borrow_mut(|uses| {
            let conflicts = |entry: &Entry| {
                let changes = [purpose, entry.purpose].contains(&Purpose::Change);
                entry.address == address && changes
            };
            if uses.iter().any(conflicts) {
                let message = "a running call uses the set, and one of the two calls changes it";
                return Err(Error::new(Code::InvalidArgument, message));
            }
            uses.push(Entry {
                address,
                purpose,
                freed: None,
            });
            Ok(InUse(()))
        })
    }

    /// Drops a handle that the host frees, or keeps it until no running call uses it.
    pub(super) fn free<H: 'static>(handle: Box<H>) {
        let address = std::ptr::from_ref(&*handle).addr();
        let unused = USES.with_borrow_mut(|uses| {
            // The outermost call that uses it is the last one to end.
            match uses.iter_mut().find(|entry| entry.address == address) {
                Some(entry) => {
                    entry.freed = Some(Box::new(move || drop(handle)));
                    None
                }
                None => Some(handle),
            }
        });
        drop(unused);
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let entry = USES.with_borrow_mut(Vec::pop);
        // Runs after the borrow of the list has ended: it may call the host.
        if let Some(free) = entry.and_then(|entry| entry.freed) {
            free();
        }
    }
}
