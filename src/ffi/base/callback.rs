//! Callbacks and the data that the host passes with them.

use crate::ffi::reentry;
use std::ffi::c_void;

/// Releases data of the host. It runs exactly once, on the thread that drops the last reference,
/// and also when the call that received the data fails. If a call removes the last reference from a
/// handle that it changes, the callback runs after the change.
pub type pcty_destroy = Option<unsafe extern "C" fn(data: *mut c_void)>;

/// Data of the host with the callback that releases it.
pub(crate) struct Owned {
    pub(crate) data: *mut c_void,
    destroy: pcty_destroy,
}

impl Owned {
    /// Takes the data. Called before anything can fail, so that the data is released in any case.
    pub(crate) fn new(data: *mut c_void, destroy: pcty_destroy) -> Owned {
        Owned { data, destroy }
    }
}

// SAFETY: the header requires that data of the host may be used and released from any thread.
unsafe impl Send for Owned {}
// SAFETY: as above.
unsafe impl Sync for Owned {}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: the host passed both together, and this runs once.
            unsafe { reentry::destroy(destroy, self.data) };
        }
    }
}
