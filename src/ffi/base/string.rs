//! Strings: text that crosses.
//!
//! Text is UTF-8 with a length and may contain NUL. It comes in as a `pcty_str`,
//! which borrows, and goes out as a `pcty_str` lent from a handle, or as a
//! `pcty_string` of the caller's own.

use super::error::pcty_error;
use crate::ffi::guard::{handle, make, peek, release, slice, text};
use crate::source::Result;
use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

/// Text as a pointer and a length in bytes. It owns nothing.
// Rust makes one of lent text alone; one that C makes keeps the header's contract, as a
// reference that comes from C does. So whoever has one may read it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_str {
    /// UTF-8; need not be terminated and may contain NUL. NULL where there is no text,
    /// which as an argument counts as the empty text if `len` is 0.
    data: *const c_char,
    /// The number of bytes.
    len: usize,
}

impl pcty_str {
    /// No text, which is not the empty text.
    pub(crate) const NONE: pcty_str = pcty_str {
        data: std::ptr::null(),
        len: 0,
    };

    /// The bytes; `name` is what an error calls the argument.
    #[inline]
    pub(crate) fn bytes(&self, name: &str) -> Result<&[u8]> {
        // SAFETY: `data` is NULL or points to `len` bytes, which outlive whoever was lent
        // the text.
        unsafe { slice(self.data.cast(), self.len, name) }
    }

    /// Whether there is no text.
    pub(crate) fn is_none(&self) -> bool {
        self.data.is_null() && self.len == 0
    }

    /// Lends text; the empty text too has an address that C may read a NUL from.
    #[inline]
    pub(crate) fn lend(text: &str) -> pcty_str {
        pcty_str::lend_bytes(text.as_bytes())
    }

    /// Lends the UTF-8 bytes of text.
    #[inline]
    pub(crate) fn lend_bytes(text: &[u8]) -> pcty_str {
        let data = if text.is_empty() {
            c"".as_ptr()
        } else {
            text.as_ptr().cast()
        };
        pcty_str {
            data,
            len: text.len(),
        }
    }
}

/// Text of the caller's own; MessagePack too, whose bytes are not UTF-8. Never changes; any number
/// of threads may use it at once.
///
/// ```c
/// static void show_number(const pcty_value *number) {
///     pcty_string *text;
///     if (pcty_value_number_text(number, &text, NULL) == PCTY_OK) {
///         puts(pcty_string_cstr(text));
///         pcty_string_free(text);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_string(OwnedText);

handle!(pcty_string, OwnedText);

/// Text, or bytes of another kind, with a NUL after it.
pub struct OwnedText(Vec<u8>);

impl OwnedText {
    pub(crate) fn new(text: String) -> OwnedText {
        OwnedText::from_bytes(text.into_bytes())
    }

    pub(crate) fn from_bytes(mut bytes: Vec<u8>) -> OwnedText {
        bytes.push(0);
        OwnedText(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0[..self.0.len() - 1]
    }
}

/// A terminated C string as a `pcty_str`.
///
/// Ownership: borrows from `cstr`. NULL: gives no text, which is the empty text as an
/// argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_str_from_cstr(cstr: *const c_char) -> pcty_str {
    peek(pcty_str::NONE, || {
        if cstr.is_null() {
            return pcty_str::NONE;
        }
        // SAFETY: not NULL, so by the header's contract a terminated string.
        let len = unsafe { CStr::from_ptr(cstr) }.count_bytes();
        pcty_str { data: cstr, len }
    })
}

/// A copy of text.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// The text.
///
/// Ownership: lent as long as the string. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_string_str(string: Option<&pcty_string>) -> pcty_str {
    peek(pcty_str::NONE, || {
        string.map_or(pcty_str::NONE, |string| {
            pcty_str::lend_bytes(string.0.bytes())
        })
    })
}

/// The text with a NUL after it; it may contain others.
///
/// Ownership: lent as long as the string. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_string_cstr(string: Option<&pcty_string>) -> *const c_char {
    peek(std::ptr::null(), || {
        string.map_or(std::ptr::null(), |string| string.0.0.as_ptr().cast())
    })
}

/// Frees a string. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_string_free(string: Option<Box<pcty_string>>) {
    release(string)
}
