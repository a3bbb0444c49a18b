//! Text in the C ABI.
//!
//! Text is UTF-8 with a length and may contain NUL. Arguments are `pcty_str`, which borrows.
//! Results are a `pcty_str` owned by a handle, or a `pcty_string` owned by the caller.

use crate::ffi::arguments::slice;
use crate::ffi::panics::quiet;
use crate::source::{Code, Error, Result};
use std::ffi::{CStr, c_char};

/// Text as a pointer and a length in bytes. It owns nothing.
// Rust code creates a `pcty_str` only from borrowed text; one from C keeps the contract of the
// header, like a reference from C. Every holder may therefore read it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_str {
    /// UTF-8; need not be terminated and may contain NUL. NULL means no text; as an argument with
    /// `len` 0 it is the empty text.
    data: *const c_char,
    /// The number of bytes.
    len: usize,
}

impl pcty_str {
    /// No text: `data` is NULL. It differs from the empty text.
    pub(crate) const NONE: pcty_str = pcty_str {
        data: std::ptr::null(),
        len: 0,
    };

    /// Returns the bytes; `name` is the name of the argument in errors.
    #[inline]
    pub(crate) fn bytes(&self, name: &str) -> Result<&[u8]> {
        // SAFETY: `data` is NULL or points to `len` bytes, which outlive every borrower of the
        // text.
        unsafe { slice(self.data.cast(), self.len, name) }
    }

    /// Returns whether there is no text.
    pub(crate) fn is_none(&self) -> bool {
        self.data.is_null() && self.len == 0
    }

    /// Borrows text; the empty text also has an address that C may read a NUL from.
    #[inline]
    pub(crate) fn borrowed(text: &str) -> pcty_str {
        pcty_str::borrowed_bytes(text.as_bytes())
    }

    /// Borrows the UTF-8 bytes of text.
    #[inline]
    pub(crate) fn borrowed_bytes(text: &[u8]) -> pcty_str {
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

/// Returns a text from C as `str`.
#[inline]
pub(crate) fn text<'a>(text: &'a pcty_str, name: &str) -> Result<&'a str> {
    let bytes = text.bytes(name)?;
    std::str::from_utf8(bytes).map_err(|failure| {
        Error::new(Code::InvalidUtf8, format!("`{name}` is not valid UTF-8"))
            .with_offset(failure.valid_up_to())
    })
}

/// Returns an array of texts, each borrowed.
///
/// # Safety
/// `data` is NULL or points to `count` valid texts that outlive `'a`.
pub(crate) unsafe fn texts<'a>(
    data: *const pcty_str,
    count: usize,
    name: &str,
) -> Result<Vec<&'a str>> {
    // SAFETY: this function has the same contract.
    let given = unsafe { slice(data, count, name) }?;
    let each =
        |(at, each): (usize, &'a pcty_str)| text(each, name).map_err(|error| error.in_index(at));
    given.iter().enumerate().map(each).collect()
}

/// Returns whether two texts have the same bytes. No text is equal to the empty text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_str_equal(a: pcty_str, b: pcty_str) -> bool {
    quiet(false, || {
        let (a, b) = (a.bytes("a"), b.bytes("b"));
        a.is_ok_and(|a| b.is_ok_and(|b| a == b))
    })
}

/// Returns a terminated C string as a `pcty_str`.
///
/// Ownership: the result borrows from `cstr`.
/// NULL: returns no text, which is the empty text as an argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_str_from_cstr(cstr: *const c_char) -> pcty_str {
    quiet(pcty_str::NONE, || {
        if cstr.is_null() {
            return pcty_str::NONE;
        }
        // SAFETY: not NULL, so by the header's contract a terminated string.
        let len = unsafe { CStr::from_ptr(cstr) }.count_bytes();
        pcty_str { data: cstr, len }
    })
}
