//! Paths: positions inside values.

pub use super::handles::pcty_path;

use super::handles::{pcty_error, pcty_value};
use super::status::pcty_status;
use super::string::{OwnedText, pcty_string};
use super::text::pcty_str;
use crate::ffi::guard::{Handle, changed, make, need, owned, quiet, run, text};
use crate::source::{Code, Error, Path, PathStep, Result};
use crate::values::Value;
use std::mem::MaybeUninit;

/// The kind of a step of a path.
pub type pcty_step_kind = u32;

/// No such step.
pub const PCTY_STEP_NONE: pcty_step_kind = 0;
/// A step into an attribute of an object.
pub const PCTY_STEP_ATTRIBUTE: pcty_step_kind = 1;
/// A step to an element of a list, tuple, map or set.
pub const PCTY_STEP_INDEX: pcty_step_kind = 2;

/// Creates the path without steps, which leads to the value itself.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_new() -> *mut pcty_path {
    quiet(std::ptr::null_mut(), || pcty_path::own(Path::new()))
}

owned! {
    /// Creates a path with the same steps.
    fn pcty_path_clone(path: &pcty_path);
    /// Frees a path.
    fn pcty_path_free(path: pcty_path);
}

/// Appends a step into an attribute.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `path`.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_path_append_attribute(
    path: *mut pcty_path,
    name: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let step = PathStep::Attr(text(&name, "name")?.into());
        // SAFETY: by the header's contract `path` is NULL or used only by this call; a borrowed
        // name is copied.
        unsafe { changed(path, "path", |path| *path = path.then(step)) }
    })
}

/// Appends a step to a position of a list or tuple.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
/// Ownership: changes `path`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_append_index(
    path: Option<&mut pcty_path>,
    index: usize,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let path = need(path, "path")?;
        path.0 = path.0.then(PathStep::Index(index.into()));
        Ok(())
    })
}

/// Appends a step to a key of a map or an element of a set.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
/// Ownership: changes `path`; the caller keeps `key`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_append_key(
    path: Option<&mut pcty_path>,
    key: Option<&pcty_value>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let path = need(path, "path")?;
        let step = PathStep::Index(need(key, "key")?.0.to_key());
        path.0 = path.0.then(step);
        Ok(())
    })
}

/// Returns the number of steps.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_step_count(path: Option<&pcty_path>) -> usize {
    quiet(0, || path.map_or(0, |path| path.0.len()))
}

/// Returns the kind of the step at a position, from 0.
///
/// Returns: PCTY_STEP_NONE for a position past the end.
/// NULL: returns PCTY_STEP_NONE.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_step_kind_at(path: Option<&pcty_path>, index: usize) -> pcty_step_kind {
    quiet(PCTY_STEP_NONE, || {
        match path.and_then(|path| path.0.get(index)) {
            None => PCTY_STEP_NONE,
            Some(PathStep::Attr(_)) => PCTY_STEP_ATTRIBUTE,
            Some(PathStep::Index(_)) => PCTY_STEP_INDEX,
        }
    })
}

/// Returns the attribute name of the step at a position, from 0.
///
/// Returns: no text for a position past the end and for a step that is not into an attribute.
/// Ownership: the result is owned by the path and valid until the path changes.
/// NULL: returns no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_step_name_at(path: Option<&pcty_path>, index: usize) -> pcty_str {
    quiet(pcty_str::NONE, || {
        match path.and_then(|path| path.0.get(index)) {
            Some(PathStep::Attr(name)) => pcty_str::borrowed(name),
            _ => pcty_str::NONE,
        }
    })
}

/// Returns the index of the step at a position, from 0: a number, a string, or the element of a
/// set.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a position past the end and for a step into an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_step_key_at(
    path: Option<&pcty_path>,
    index: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || -> Result<Value> {
        match need(path, "path")?.0.get(index) {
            Some(PathStep::Index(key)) => Ok(Value::from_key(key)),
            _ => Err(Error::new(
                Code::NotFound,
                format!("step {index} of the path is not an index step"),
            )),
        }
    })
}

/// Returns whether two paths have equal steps.
///
/// NULL: NULL is equal only to NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_equal(a: Option<&pcty_path>, b: Option<&pcty_path>) -> bool {
    quiet(false, || a.map(|a| &a.0) == b.map(|b| &b.0))
}

/// Returns whether a path begins with all the steps of another.
///
/// NULL: returns false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_starts_with(
    path: Option<&pcty_path>,
    prefix: Option<&pcty_path>,
) -> bool {
    quiet(false, || match (path, prefix) {
        (Some(path), Some(prefix)) => path.0.starts_with(&prefix.0),
        _ => false,
    })
}

/// Returns the path as text, such as `.servers[0]["name"]`; `[*]` stands for any element.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_path_to_text(path: Option<&pcty_path>) -> *mut pcty_string {
    quiet(std::ptr::null_mut(), || {
        path.map_or(std::ptr::null_mut(), |path| {
            pcty_string::own(OwnedText::new(path.0.to_string()))
        })
    })
}
