//! HCL, writing: edits inside values.
//!
//! An edit replaces a part of a value; the comments and the layout around it stay.
//!
//! The first edit of an object or a list parses the value that contains it. While consecutive edits
//! affect the same value, the time to add or first set a part depends on the size of the part and
//! of its neighbors, not on the size of the value. Replacing or removing a part moves the text
//! after it. Parts that are no longer in the value are freed.

use super::edit::{all_copied, borrowed};
use super::file::{Numbered, edited, pcty_hcl_file, pcty_hcl_node};
use super::fragment::{pcty_hcl_fragment, traversal};
use crate::dialect::hcl::syntax::Span;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{invalid, need, run, write_found};
use crate::ffi::reentry::changing;
use std::mem::MaybeUninit;

/// Replaces an expression inside the value of an argument. `start` is the first byte of the
/// expression and `end` is the byte after its last, both in the `value` of
/// `pcty_hcl_file_node_info`, like the ranges of the parts of `pcty_hcl_file_expression`. The new
/// expression gets parentheses if it needs them.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument;
/// PCTY_ERROR_INVALID_ARGUMENT if the range is not that of an expression that can be replaced
/// (literal text of a template cannot); PCTY_ERROR_SYNTAX if the new value could not be parsed, and
/// PCTY_ERROR_LIMIT if it would be nested too deep.
/// Ownership: changes `file`; the caller still owns the value.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_set_part(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    start: usize,
    end: usize,
    value: Option<&pcty_hcl_fragment>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            let value = need(value, "value")?;
            if end > u32::MAX as usize || start > end {
                return Err(invalid(
                    "`start` and `end` are not the range of a part of the value",
                ));
            }
            let set = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file
                    .set_part(item, Span::new(start, end), &value.0, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; no
            // argument borrows from it.
            unsafe { edited(file, set) }
        })
    })
}

/// Sets an item of the object that is the value of an argument, or of an object inside it. `keys`
/// lead down to the item; if an object has several items of a key, the last one is used. A new item
/// is added at the end, on its own line if the other items are on their own lines.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument, and if the
/// keys do not lead to values that are written as objects; PCTY_ERROR_SYNTAX if the new value could
/// not be parsed, and PCTY_ERROR_LIMIT if it would be nested too deep; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `file`; the caller still owns the value.
/// NULL: `keys` (if `count` is 0) and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_set_inside(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    keys: *const pcty_str,
    count: usize,
    value: Option<&pcty_hcl_fragment>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            let value = need(value, "value")?;
            // SAFETY: by the header's contract `keys` has `count` elements.
            let keys = unsafe { all_copied(keys, count, "keys", budget) }?;
            let set = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.set_in(item, &borrowed(&keys), &value.0, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; arguments
            // that may borrow from it are copied.
            unsafe { edited(file, set) }
        })
    })
}

/// Removes an item from the object that is the value of an argument, or from an object inside it,
/// with the comments of the item. `keys` lead down to the item; if an object has several items of a
/// key, all are removed. `*out` is whether there was such an item.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument, and if the
/// keys do not lead to values that are written as objects; PCTY_ERROR_SYNTAX if the new value could
/// not be parsed, and PCTY_ERROR_LIMIT if it would be nested too deep; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `file`; `*out` is plain data.
/// NULL: `keys` (if `count` is 0), `out` and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_remove_inside(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    keys: *const pcty_str,
    count: usize,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let found = changing(|budget| {
            // SAFETY: by the header's contract `keys` has `count` elements.
            let keys = unsafe { all_copied(keys, count, "keys", budget) }?;
            let remove = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.remove_in(item, &borrowed(&keys), budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; arguments
            // that may borrow from it are copied.
            unsafe { edited(file, remove) }
        })?;
        write_found(Some(found), out);
        Ok(())
    })
}

/// Adds an element to the end of the list that is the value of an argument.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument, and for a
/// value that is not written as a list; PCTY_ERROR_SYNTAX if the new value could not be parsed, and
/// PCTY_ERROR_LIMIT if it would be nested too deep.
/// Ownership: changes `file`; the caller still owns the value.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_push(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    value: Option<&pcty_hcl_fragment>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            let value = need(value, "value")?;
            let push = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.push(item, &value.0, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; no
            // argument borrows from it.
            unsafe { edited(file, push) }
        })
    })
}

/// Replaces all references to a variable, or to a traversal of constant steps from it, with an
/// expression: in one argument, or in a body and its nested bodies. For PCTY_HCL_NODE_ROOT, that is
/// the whole file. `*out` is the number of replacements.
///
/// `path` starts with an attribute that has the name of the variable, like the paths of
/// `pcty_hcl_traversals_at`. Further steps of a reference are kept, `a["b"]` equals `a.b`, and a
/// name that a `for` expression defines is not a variable. Values that cannot be parsed are
/// ignored. If a new value could not be parsed, no value is changed.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a path that does not start with a variable;
/// PCTY_ERROR_NOT_FOUND for a node that is not in the file; PCTY_ERROR_SYNTAX and PCTY_ERROR_LIMIT
/// if a new value could not be parsed.
/// Ownership: changes `file`; `*out` is plain data; the caller still owns the path and the value.
/// NULL: `out` and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_replace(
    file: *mut pcty_hcl_file,
    within: pcty_hcl_node,
    path: Option<&pcty_path>,
    value: Option<&pcty_hcl_fragment>,
    out: Option<&mut MaybeUninit<u64>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let count = changing(|budget| {
            let (from, to) = (traversal(path)?, need(value, "value")?);
            let replace = |all: &mut Numbered| match all.body_there(within) {
                Some(body) => all.file.replace_references(body, &from, &to.0, budget),
                None => {
                    let item = all.item(within, "within")?;
                    all.file.replace_references_of(item, &from, &to.0, budget)
                }
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; no
            // argument borrows from it.
            unsafe { edited(file, replace) }
        })?;
        write_found(Some(count), out);
        Ok(())
    })
}
