//! Deferred drops: how do values go that may hold one another without end?
//!
//! One after the other, not within each other: what is to go while another one does waits until
//! that is gone.

use std::cell::RefCell;
use std::thread::LocalKey;

/// What is to go while another one of its kind does; none while none does.
pub type Waiting<T> = RefCell<Option<Vec<T>>>;

/// Drops a part, and whatever comes to wait meanwhile.
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
    // Where a thread ends there is no list any more.
    if !is_first.unwrap_or(false) {
        return;
    }
    while let Some(part) = next {
        drop(part);
        next = waiting.with(|waiting| waiting.borrow_mut().as_mut()?.pop());
    }
    waiting.set(None);
}
