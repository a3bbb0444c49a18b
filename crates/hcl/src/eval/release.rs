//! Deferred drops of values that may contain one another to any depth.
//!
//! Parts are dropped in sequence instead of recursively: a part to be dropped during the drop of a
//! different one waits until that one has been dropped.

use std::cell::RefCell;
use std::thread::LocalKey;

/// The parts that wait for a drop to finish; `None` if no drop is in progress.
pub type Waiting<T> = RefCell<Option<Vec<T>>>;

/// Drops a part, and all parts that are added to the list in the meantime.
pub fn release<T: 'static>(waiting: &'static LocalKey<Waiting<T>>, part: T) {
    let mut next = Some(part);
    let is_first = waiting.try_with(|waiting| {
        let mut waiting = waiting.borrow_mut();
        match &mut *waiting {
            Some(parts) => parts.extend(next.take()),
            none => *none = Some(Vec::new()),
        }
        next.is_some()
    });
    // At the end of a thread, the list does not exist any more.
    if !is_first.unwrap_or(false) {
        return;
    }
    while let Some(part) = next {
        drop(part);
        next = waiting.with(|waiting| waiting.borrow_mut().as_mut()?.pop());
    }
    waiting.set(None);
}
