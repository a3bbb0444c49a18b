//! Text that crosses the C ABI.
//!
//! As UTF-8 with a length; it may contain NUL. It comes in as a `pcty_str`, which borrows, and
//! goes out as one that is lent from a handle, or as a `pcty_string` of the caller's own.

use crate::ffi::arguments::slice;
use crate::ffi::panics::quiet;
use crate::source::{Code, Error, Result};
use std::ffi::{CStr, c_char};

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

/// Text from C.
#[inline]
pub(crate) fn text<'a>(text: &'a pcty_str, name: &str) -> Result<&'a str> {
    let bytes = text.bytes(name)?;
    std::str::from_utf8(bytes).map_err(|fault| {
        Error::new(Code::InvalidUtf8, format!("`{name}` is not valid UTF-8"))
            .with_offset(fault.valid_up_to())
    })
}

/// An array of texts, each lent.
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

/// Whether two texts have the same bytes. No text is equal to the empty text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_str_equal(a: pcty_str, b: pcty_str) -> bool {
    quiet(false, || {
        let (a, b) = (a.bytes("a"), b.bytes("b"));
        a.is_ok_and(|a| b.is_ok_and(|b| a == b))
    })
}

/// A terminated C string as a `pcty_str`.
///
/// Ownership: borrows from `cstr`. NULL: gives no text, which is the empty text as an
/// argument.
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
