//! mcl's language: senders.
//!
//! What is pushed from other threads goes through a sender, never through the runtime: whoever
//! was asked to follow something keeps a clone of the sender that was lent, and any thread may
//! announce through it that the answer is another one now. An event says no more than that it
//! came; the value is fetched when the runtime steps. So a second one before that adds nothing.

use crate::dialect::mcl::Sender;
use crate::ffi::base::callback::Owned;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, finished, handle, quiet, release};
use crate::ffi::reentry::{apart, untold};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::values::Value;
use std::ffi::c_void;
use std::ptr;

/// Announces that the answer to something that is followed has changed. Any number of threads
/// may use one at once, also while the runtime steps, and after it is gone.
///
/// ```c
/// // Follows a file: keeps a clone for the thread that watches it.
/// static pcty_mcl_sender *watched;
///
/// static pcty_status follow_file(void *user_data, pcty_str function,
///                                const pcty_value *const *args, size_t count,
///                                const pcty_mcl_sender *sender, pcty_error **error) {
///     (void)user_data, (void)function, (void)args, (void)count, (void)error;
///     pcty_mcl_sender_free(watched);
///     watched = pcty_mcl_sender_clone(sender);
///     return PCTY_OK;
/// }
///
/// // What that thread calls.
/// static void file_changed(void) {
///     pcty_mcl_sender_send(watched);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_sender(Sender);

handle!(pcty_mcl_sender, Sender);

// What the header says of threads: any number may use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Sender>();
};

/// Begins to follow what a function answers to these arguments: from here on the sender
/// announces that the answer is another one. It comes again when the arguments have changed, and
/// ends then what was begun with the same sender. The name, the arguments and the sender are lent;
/// whoever announces keeps a clone of the sender. On failure it puts an error of its own into
/// `*error` and returns its code, which ends the program.
pub type pcty_mcl_follow = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        function: pcty_str,
        args: *const *const pcty_value,
        count: usize,
        sender: *const pcty_mcl_sender,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Ends what was begun with a sender of the same number (`pcty_mcl_sender_id`), which is lent.
pub type pcty_mcl_unfollow =
    Option<unsafe extern "C" fn(user_data: *mut c_void, sender: *const pcty_mcl_sender)>;

/// Another handle of the same sender; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_sender_clone(sender: Option<&pcty_mcl_sender>) -> *mut pcty_mcl_sender {
    quiet(ptr::null_mut(), || {
        sender.map_or(ptr::null_mut(), |sender| {
            pcty_mcl_sender::own(sender.0.clone())
        })
    })
}

/// Frees a sender. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_sender_free(sender: Option<Box<pcty_mcl_sender>>) {
    release(sender)
}

/// A number that clones of a sender share, and that no other sender has as long as one of them
/// is there. NULL: gives 0, which no sender has.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_sender_id(sender: Option<&pcty_mcl_sender>) -> u64 {
    quiet(0, || sender.map_or(0, |sender| sender.0.id() as u64))
}

/// Announces that the answer is another one now. It wakes the host, if nothing waited so far.
/// After what was followed is no longer needed this does nothing. NULL: no-op.
///
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_sender_send(sender: Option<&pcty_mcl_sender>) {
    quiet((), || {
        if let Some(sender) = sender {
            sender.0.send();
        }
    })
}

/// Announces that what is followed has failed for good: the next step ends the program with a
/// copy of this error.
///
/// NULL: no-op for `sender`; of `error` an error without words is made.
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_sender_fail(
    sender: Option<&pcty_mcl_sender>,
    error: Option<&pcty_error>,
) {
    quiet((), || {
        if let Some(sender) = sender {
            let failure = error.map(|error| error.0.clone());
            sender.0.fail(failure.unwrap_or_else(|| {
                Error::new(Code::Callback, "the stream has failed without saying why")
            }));
        }
    })
}

/// Who follows, as a host gave it: for the world and for streaming functions alike.
pub(super) struct Following {
    pub(super) follow: unsafe extern "C" fn(
        *mut c_void,
        pcty_str,
        *const *const pcty_value,
        usize,
        *const pcty_mcl_sender,
        *mut *mut pcty_error,
    ) -> pcty_status,
    pub(super) unfollow: pcty_mcl_unfollow,
}

impl Following {
    /// Asks to follow.
    ///
    /// # Safety
    /// The host gave this for the data.
    pub(super) unsafe fn begin(
        &self,
        host: &Owned,
        function: &str,
        arguments: &[&Value],
        sender: &Sender,
    ) -> Result<()> {
        let mut error = ptr::null_mut();
        untold(|| {
            // SAFETY: this function has the same contract; the arguments outlive the call, and a
            // reference to a value is a pointer to its handle.
            let status = unsafe {
                (self.follow)(
                    host.data,
                    pcty_str::lend(function),
                    arguments.as_ptr().cast(),
                    arguments.len(),
                    pcty_mcl_sender::lend(sender),
                    &raw mut error,
                )
            };
            // SAFETY: the callback stores NULL or an error that it owns.
            unsafe { finished(status, error) }
        })
    }

    /// Ends what was begun.
    ///
    /// # Safety
    /// The host gave this for the data.
    pub(super) unsafe fn end(&self, host: &Owned, sender: &Sender) {
        if let Some(unfollow) = self.unfollow {
            // SAFETY: this function has the same contract; the sender outlives the call.
            apart(|| unsafe { unfollow(host.data, pcty_mcl_sender::lend(sender)) });
        }
    }
}
