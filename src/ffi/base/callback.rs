//! Callbacks: what a host gives along with them.

use crate::ffi::reentry;
use std::ffi::c_void;

/// Releases what a host gave: runs exactly once, when the last reference is dropped, on
/// the thread that drops it, and also when the call that was given it fails. If a call removes
/// the last reference from something that it changes, this runs after the change.
pub type pcty_destroy = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// What a host gave, with how to release it.
pub(crate) struct Owned {
    pub(crate) data: *mut c_void,
    destroy: pcty_destroy,
}

impl Owned {
    /// Taken before anything can fail, so that it is released in any case.
    pub(crate) fn new(data: *mut c_void, destroy: pcty_destroy) -> Owned {
        Owned { data, destroy }
    }
}

// SAFETY: the header demands that what a host gives may be used and released from any
// thread.
unsafe impl Send for Owned {}
// SAFETY: as above.
unsafe impl Sync for Owned {}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: the host gave both together, and this runs once.
            unsafe { reentry::destroy(destroy, self.data) };
        }
    }
}
