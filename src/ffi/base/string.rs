//! Strings: text that the caller owns.

pub use super::text::pcty_str;

use super::handles::pcty_error;
use crate::ffi::guard::{handle, make, quiet, text};
use std::ffi::c_char;
use std::mem::MaybeUninit;

/// Text that the caller owns; also MessagePack, whose bytes are not UTF-8. Never changes; any
/// number of threads may use it at once.
///
/// ```c
/// static void show_number(const pcty_value *number) {
///     pcty_string *text;
///     if (pcty_value_number_to_text(number, &text, NULL) == PCTY_OK) {
///         puts(pcty_string_cstr(text));
///         pcty_string_free(text);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_string(OwnedText);

handle!(pcty_string, OwnedText);

/// Text or other bytes, with a NUL after them.
pub struct OwnedText(Vec<u8>);

impl OwnedText {
    pub(crate) fn new(text: String) -> OwnedText {
        OwnedText::from_bytes(text.into_bytes())
    }

    #[inline]
    pub(crate) fn from_bytes(mut bytes: Vec<u8>) -> OwnedText {
        bytes.push(0);
        OwnedText(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0[..self.0.len() - 1]
    }
}

/// Creates a string with a copy of a text.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_string_new(
    from: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> super::status::pcty_status {
    make(out, error, || {
        Ok(OwnedText::new(text(&from, "from")?.to_owned()))
    })
}

/// Returns the text.
///
/// Ownership: the result is owned by the string and valid while it lives.
/// NULL: returns no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_string_str(string: Option<&pcty_string>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        string.map_or(pcty_str::NONE, |string| {
            pcty_str::borrowed_bytes(string.0.bytes())
        })
    })
}

/// Returns the text with a NUL after it; the text may also contain NUL.
///
/// Ownership: the result is owned by the string and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_string_cstr(string: Option<&pcty_string>) -> *const c_char {
    quiet(std::ptr::null(), || {
        string.map_or(std::ptr::null(), |string| string.0.0.as_ptr().cast())
    })
}

/// Frees a string.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_string_free(string: Option<Box<pcty_string>>) {
    quiet((), || drop(string))
}
