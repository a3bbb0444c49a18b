//! Marks: labels that a host attaches to values and that every operation propagates.
//!
//! Marks are attached to a value, never to a mark, so unmarking once yields the unmarked value.

use crate::calls::cost;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, handle, make, need, owned, quiet, run_charged, text};
use crate::ffi::types::constructors::strs;
use crate::ffi::values::value::pcty_value;
use crate::types::Str;
use crate::values::MarkSet;
use std::mem::MaybeUninit;
use std::ptr;

/// A set of marks, which are texts, sorted by their bytes. Never changes; any number of threads may
/// use it at once.
///
/// ```c
/// static bool is_sensitive(const pcty_value *value) {
///     return pcty_marks_contains(pcty_value_marks(value), PCTY_STR("sensitive"));
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_marks(pub(crate) MarkSet);

handle!(pcty_marks, MarkSet);

/// Creates a set of marks; duplicates count once.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`; the texts are copied.
/// NULL: `marks` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_marks_new(
    marks: *const pcty_str,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_marks>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `marks` has `count` elements.
        let marks = unsafe { strs(marks, count, "marks") }?;
        Ok(marks.into_iter().collect::<MarkSet>())
    })
}

owned! {
    /// Creates another handle of the same marks; only a reference is counted.
    fn pcty_marks_clone(marks: &pcty_marks);
    /// Frees a set of marks.
    fn pcty_marks_free(marks: pcty_marks);
}

fn all(marks: Option<&pcty_marks>) -> &[Str] {
    marks.map_or(&[], |marks| marks.0.as_slice())
}

/// Returns the number of marks.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_marks_count(marks: Option<&pcty_marks>) -> usize {
    quiet(0, || all(marks).len())
}

/// Returns a mark by its position, from 0, in ascending order.
///
/// Returns: no text for a position past the end.
/// Ownership: the result is owned by `marks` and valid while it lives.
/// NULL: returns no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_marks_at(marks: Option<&pcty_marks>, index: usize) -> pcty_str {
    quiet(pcty_str::NONE, || {
        all(marks)
            .get(index)
            .map_or(pcty_str::NONE, |mark| pcty_str::borrowed(mark))
    })
}

/// Returns whether a mark is in the set.
///
/// NULL: returns false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_marks_contains(marks: Option<&pcty_marks>, mark: pcty_str) -> bool {
    quiet(false, || {
        let mark = text(&mark, "mark");
        marks
            .zip(mark.ok())
            .is_some_and(|(marks, mark)| marks.0.contains(mark))
    })
}

/// Returns the marks of the value itself, without those of its parts.
///
/// Ownership: the result is owned by the value and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_marks(value: Option<&pcty_value>) -> *const pcty_marks {
    quiet(std::ptr::null(), || {
        value.map_or(ptr::null(), |value| {
            pcty_marks::borrowed(value.0.marks_ref())
        })
    })
}

/// Returns the value with one mark added to its own.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_mark(
    value: Option<&pcty_value>,
    mark: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let value = &need(value, "value")?.0;
        Ok(value.mark(text(&mark, "mark")?))
    })
}

/// Returns the value with marks added to its own.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_with_marks(
    value: Option<&pcty_value>,
    marks: Option<&pcty_marks>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let value = &need(value, "value")?.0;
        Ok(value.with_marks(&need(marks, "marks")?.0))
    })
}

/// Returns the value without its own marks, so that its content can be read. Values derived from
/// the content must receive the marks, which `pcty_value_marks` returns.
///
/// Ownership: the result is owned by `value` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_unmarked(value: Option<&pcty_value>) -> *const pcty_value {
    quiet(std::ptr::null(), || {
        value.map_or(ptr::null(), |value| {
            pcty_value::borrowed(value.0.unmarked())
        })
    })
}

/// Returns the value without marks at any depth, and all marks that were removed.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
/// Ownership: the caller owns `*out` and `*marks`.
/// NULL: `marks` (if the removed marks are not needed) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_unmark_deep(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    marks: Option<&mut MaybeUninit<*mut pcty_marks>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let value = &need(value, "value")?.0;
        let out = need(out, "out")?;
        if value.contains_marked() {
            cost::remake_value(value, budget)?;
        }
        let (bare, all) = value.unmark_deep();
        out.write(pcty_value::own(bare));
        if let Some(marks) = marks {
            marks.write(pcty_marks::own(all));
        }
        Ok(())
    })
}
