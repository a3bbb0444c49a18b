//! mcl's language: senders.
//!
//! Events from other threads are sent through a sender, never through the runtime. A `follow`
//! callback keeps a clone of the sender that it borrows, and any thread may announce a changed
//! answer through the clone. An event contains no value; the value is fetched when the runtime
//! steps. A second event before that step has no effect.

use crate::dialect::mcl::Sender;
use crate::ffi::base::callback::Owned;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, finished, handle, owned, quiet};
use crate::ffi::reentry::{apart, untold};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::values::Value;
use std::ffi::c_void;
use std::ptr;

/// Announces changes of a followed answer. Any number of threads may use a sender at once, also
/// while the runtime steps and after the runtime is freed.
///
/// ```c
/// // Follows a file: keeps a clone of the sender for the thread that watches the file.
/// static pcty_mcl_sender *watched;
///
/// static pcty_status follow_file(void *user_data, pcty_str function,
///                                const pcty_value *const *arguments, size_t count,
///                                const pcty_mcl_sender *sender, pcty_error **error) {
///     (void)user_data, (void)function, (void)arguments, (void)count, (void)error;
///     pcty_mcl_sender_free(watched);
///     watched = pcty_mcl_sender_clone(sender);
///     return PCTY_OK;
/// }
///
/// // Called by that thread when the file has changed.
/// static void file_changed(void) {
///     pcty_mcl_sender_send(watched);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_sender(Sender);

handle!(pcty_mcl_sender, Sender);

// The header documents that any number of threads may use this type at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Sender>();
};

/// Starts to follow the answer of a function to the given arguments: from now on the sender
/// announces changes of the answer. When the arguments change, the callback is called again with
/// the same sender, and ends the subscription that it started before. The name, the arguments and
/// the sender are borrowed during the call; code that announces changes keeps a clone of the
/// sender. On failure the callback stores a new error in `*error` and returns its code, which ends
/// the program.
pub type pcty_mcl_follow = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        function: pcty_str,
        arguments: *const *const pcty_value,
        count: usize,
        sender: *const pcty_mcl_sender,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Ends the subscription of a sender with the same identifier (`pcty_mcl_sender_id`). The sender is
/// borrowed during the call.
pub type pcty_mcl_unfollow =
    Option<unsafe extern "C" fn(user_data: *mut c_void, sender: *const pcty_mcl_sender)>;

owned! {
    /// Returns a new handle of the same sender. Only a reference count changes.
    fn pcty_mcl_sender_clone(sender: &pcty_mcl_sender);
    /// Frees a sender.
    fn pcty_mcl_sender_free(sender: pcty_mcl_sender);
}

/// Returns the identifier of a sender. Clones share it, and no other sender has it while one of
/// them lives.
///
/// NULL: returns 0, which is not an identifier of any sender.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_sender_id(sender: Option<&pcty_mcl_sender>) -> u64 {
    quiet(0, || sender.map_or(0, |sender| sender.0.id() as u64))
}

/// Announces that the answer has changed. It wakes the host if no other event is pending. It has no
/// effect after the subscription has ended.
///
/// NULL: no-op.
/// Threads: any.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_sender_send(sender: Option<&pcty_mcl_sender>) {
    quiet((), || {
        if let Some(sender) = sender {
            sender.0.send();
        }
    })
}

/// Announces a permanent failure of the followed answer. The next step ends the program with a copy
/// of `error`.
///
/// NULL: no-op if `sender` is NULL; if `error` is NULL, an error with a generic message is used.
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
                Error::new(Code::Callback, "the stream failed without an error")
            }));
        }
    })
}

/// The `follow` and `unfollow` callbacks of a host, used for the world and for streaming functions.
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
    /// Calls the `follow` callback.
    ///
    /// # Safety
    /// The host registered the callbacks with this data.
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
                    pcty_str::borrowed(function),
                    arguments.as_ptr().cast(),
                    arguments.len(),
                    pcty_mcl_sender::borrowed(sender),
                    &raw mut error,
                )
            };
            // SAFETY: the callback stores NULL or an error that it owns.
            unsafe { finished(status, error) }
        })
    }

    /// Calls the `unfollow` callback if it is set.
    ///
    /// # Safety
    /// The host registered the callbacks with this data.
    pub(super) unsafe fn end(&self, host: &Owned, sender: &Sender) {
        if let Some(unfollow) = self.unfollow {
            // SAFETY: this function has the same contract; the sender outlives the call.
            apart(|| unsafe { unfollow(host.data, pcty_mcl_sender::borrowed(sender)) });
        }
    }
}
