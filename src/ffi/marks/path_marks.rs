//! Path marks: marks with the paths to the parts that carry them.

use super::set::pcty_marks;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{
    Handle, handle, make_charged, need, owned, quiet, run, run_charged, write_found,
};
use crate::ffi::values::value::pcty_value;
use crate::values::PathMarks;
use std::mem::MaybeUninit;
use std::ptr;

/// The marks of the parts of a value. One thread at a time while it changes.
///
/// ```c
/// // Removes all marks from a document and adds them again.
/// static pcty_value *round_trip(const pcty_value *document) {
///     pcty_value *bare = NULL, *again = NULL;
///     pcty_path_marks *marks = NULL;
///     if (pcty_value_unmark_with_paths(document, &bare, &marks, NULL) == PCTY_OK) {
///         must(pcty_value_mark_with_paths(bare, marks, &again, NULL));
///     }
///     pcty_path_marks_free(marks);
///     pcty_value_free(bare);
///     return again;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_path_marks(Vec<PathMarks>);

handle!(pcty_path_marks, Vec<PathMarks>);

/// Creates an empty set of path marks.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_marks_new() -> *mut pcty_path_marks {
    quiet(ptr::null_mut(), || pcty_path_marks::own(Vec::new()))
}

/// Adds the marks of a part. If a path is added twice, the part has all marks.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
/// Ownership: changes `path_marks`; path and marks are copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_marks_add(
    path_marks: Option<&mut pcty_path_marks>,
    path: Option<&pcty_path>,
    marks: Option<&pcty_marks>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let all = &mut need(path_marks, "path_marks")?.0;
        all.push((
            need(path, "path")?.0.clone(),
            need(marks, "marks")?.0.clone(),
        ));
        Ok(())
    })
}

/// Returns the number of parts with marks.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_marks_count(path_marks: Option<&pcty_path_marks>) -> usize {
    quiet(0, || path_marks.map_or(0, |all| all.0.len()))
}

/// A part with marks.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_path_marks_entry {
    /// The path of the part.
    pub path: *const pcty_path,
    /// The marks of the part.
    pub marks: *const pcty_marks,
}

/// Writes the path and the marks of a part, by its position from 0. Outer parts come first.
///
/// Returns: false past the end.
/// Ownership: the members of `*out` are owned by `path_marks` and valid until it changes.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_marks_at(
    path_marks: Option<&pcty_path_marks>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_path_marks_entry>>,
) -> bool {
    quiet(false, || {
        let entry = path_marks.and_then(|all| all.0.get(index));
        let entry = entry.map(|(path, marks)| pcty_path_marks_entry {
            path: pcty_path::borrowed(path),
            marks: pcty_marks::borrowed(marks),
        });
        write_found(entry, out)
    })
}

owned! {
    /// Frees the marks.
    fn pcty_path_marks_free(path_marks: pcty_path_marks);
}

/// Returns the value without marks at any depth, and the marks of each part.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
/// Ownership: the caller owns `*out` and `*marks`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_unmark_with_paths(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    marks: Option<&mut MaybeUninit<*mut pcty_path_marks>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let value = &need(value, "value")?.0;
        let (out, marks) = (need(out, "out")?, need(marks, "marks")?);
        let (bare, all) = value.unmark_deep_with_paths(budget)?;
        out.write(pcty_value::own(bare));
        marks.write(pcty_path_marks::own(all));
        Ok(())
    })
}

/// Returns the value with marks added to its parts: the inverse of `pcty_value_unmark_with_paths`.
/// Paths without a matching part have no effect. Marks of parts inside of a set move to the set.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_mark_with_paths(
    value: Option<&pcty_value>,
    marks: Option<&pcty_path_marks>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = &need(value, "value")?.0;
        value.mark_with_paths(&need(marks, "marks")?.0, budget)
    })
}
