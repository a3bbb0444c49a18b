//! HCL, writing: edits of arguments and blocks.
//!
//! The functions set, insert, move, rename and remove arguments and blocks. The comments of a node
//! stay with it. The parameter `at` is the position of a new node in a body. For
//! PCTY_HCL_INSERT_BEFORE and PCTY_HCL_INSERT_AFTER, `sibling` is a node of that body that the
//! position is relative to; for the other positions `sibling` is PCTY_HCL_NODE_NONE. Texts that are
//! passed to a call may be borrowed from the file.

use super::file::{Numbered, PCTY_HCL_NODE_NONE, edited, pcty_hcl_file, pcty_hcl_node};
use super::fragment::pcty_hcl_fragment;
use super::nodes::{PCTY_HCL_COMMENTS_AFTER, PCTY_HCL_COMMENTS_BEFORE, pcty_hcl_comments};
use crate::calls::Budget;
use crate::dialect::hcl::write::{File, InsertPosition};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{invalid, need, run, text, texts, unnamed, write_found};
use crate::ffi::reentry::changing;
use crate::source::Result;
use std::mem::MaybeUninit;

/// A position in a body.
pub type pcty_hcl_insert_position = u32;

/// Before all nodes of the body.
pub const PCTY_HCL_INSERT_FIRST: pcty_hcl_insert_position = 1;
/// After all nodes of the body.
pub const PCTY_HCL_INSERT_LAST: pcty_hcl_insert_position = 2;
/// Directly before a node, above its comments.
pub const PCTY_HCL_INSERT_BEFORE: pcty_hcl_insert_position = 3;
/// Directly after a node.
pub const PCTY_HCL_INSERT_AFTER: pcty_hcl_insert_position = 4;

fn place(
    all: &Numbered,
    sibling: pcty_hcl_node,
    at: pcty_hcl_insert_position,
) -> Result<InsertPosition> {
    let place = match at {
        PCTY_HCL_INSERT_FIRST => InsertPosition::First,
        PCTY_HCL_INSERT_LAST => InsertPosition::Last,
        PCTY_HCL_INSERT_BEFORE => return Ok(InsertPosition::Before(all.item(sibling, "sibling")?)),
        PCTY_HCL_INSERT_AFTER => return Ok(InsertPosition::After(all.item(sibling, "sibling")?)),
        other => return Err(unnamed("at", other)),
    };
    match sibling {
        PCTY_HCL_NODE_NONE => Ok(place),
        _ => Err(invalid(
            "`sibling` applies only to PCTY_HCL_INSERT_BEFORE and PCTY_HCL_INSERT_AFTER",
        )),
    }
}

/// Copies a text that may be borrowed from the file.
pub(super) fn copied(given: &pcty_str, name: &str, budget: &Budget) -> Result<String> {
    let given = text(given, name)?;
    Ok(budget.copy(given)?)
}

/// Copies texts that may be borrowed from the file.
///
/// # Safety
/// `data` is NULL or points to `count` valid texts.
pub(super) unsafe fn all_copied(
    data: *const pcty_str,
    count: usize,
    name: &str,
    budget: &Budget,
) -> Result<Vec<String>> {
    // SAFETY: this function has the same contract.
    let given = unsafe { texts(data, count, name) }?;
    let copied = |given: &&str| {
        budget.parts(1, size_of::<String>() as u64)?;
        Ok(budget.copy(given)?)
    };
    given.iter().map(copied).collect()
}

/// Borrows the copies of texts.
pub(super) fn borrowed(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// Sets an argument of a body. If the body has no argument of this name, a new one is inserted
/// after the last argument, before all blocks.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a body that is not in the file; PCTY_ERROR_INVALID_ARGUMENT for
/// a body that is not a block, and for a name that is not valid; PCTY_ERROR_LIMIT if the value
/// would be nested too deep; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `file`; `*out`, the argument, is plain data; the caller still owns the value.
/// NULL: `out` and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_set(
    file: *mut pcty_hcl_file,
    body: pcty_hcl_node,
    name: pcty_str,
    value: Option<&pcty_hcl_fragment>,
    out: Option<&mut MaybeUninit<pcty_hcl_node>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let node = changing(|budget| {
            let (name, value) = (copied(&name, "name", budget)?, need(value, "value")?);
            let set = |all: &mut Numbered| {
                let body = all.body(body, "body")?;
                let item = all.file.set(body, &name, &value.0, budget)?;
                Ok(all.node(item))
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; arguments
            // that may borrow from it are copied.
            unsafe { edited(file, set) }
        })?;
        write_found(Some(node), out);
        Ok(())
    })
}

/// Sets the value of an argument. Its comments stay.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument;
/// PCTY_ERROR_LIMIT if the value would be nested too deep.
/// Ownership: changes `file`; the caller still owns the value.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_set_value(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    value: Option<&pcty_hcl_fragment>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            let value = need(value, "value")?;
            let set = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.set_value(item, &value.0, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; no
            // argument borrows from it.
            unsafe { edited(file, set) }
        })
    })
}

/// Inserts a new argument into a body.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid or that an argument of the body
/// has, for a body that is not a block, and if `at` is not one of the constants;
/// PCTY_ERROR_NOT_FOUND for a body that is not in the file, and for a `sibling` that is not in the
/// body; PCTY_ERROR_LIMIT if the value would be nested too deep; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `file`; `*out`, the argument, is plain data; the caller still owns the value.
/// NULL: `out` and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_insert_attribute(
    file: *mut pcty_hcl_file,
    body: pcty_hcl_node,
    name: pcty_str,
    value: Option<&pcty_hcl_fragment>,
    sibling: pcty_hcl_node,
    at: pcty_hcl_insert_position,
    out: Option<&mut MaybeUninit<pcty_hcl_node>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let node = changing(|budget| {
            let (name, value) = (copied(&name, "name", budget)?, need(value, "value")?);
            let insert = |all: &mut Numbered| {
                let (body, place) = (all.body(body, "body")?, place(all, sibling, at)?);
                let item = (all.file).insert_attribute(body, place, &name, &value.0, budget)?;
                Ok(all.node(item))
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; arguments
            // that may borrow from it are copied.
            unsafe { edited(file, insert) }
        })?;
        write_found(Some(node), out);
        Ok(())
    })
}

/// Inserts a new, empty block into a body. The elements of `header` are the type of the block and
/// then its labels.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if `count` is 0, for a type that is not a valid name, for a
/// body that is not a block, and if `at` is not one of the constants; PCTY_ERROR_NOT_FOUND for a
/// body that is not in the file, and for a `sibling` that is not in the body; PCTY_ERROR_LIMIT if
/// blocks would be nested too deep; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `file`; `*out`, the block, is plain data.
/// NULL: `out` and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_insert_block(
    file: *mut pcty_hcl_file,
    body: pcty_hcl_node,
    header: *const pcty_str,
    count: usize,
    sibling: pcty_hcl_node,
    at: pcty_hcl_insert_position,
    out: Option<&mut MaybeUninit<pcty_hcl_node>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let node = changing(|budget| {
            // SAFETY: by the header's contract `header` has `count` elements.
            let header = unsafe { all_copied(header, count, "header", budget) }?;
            let (block_type, labels) = header
                .split_first()
                .ok_or_else(|| invalid("`header` has no type of the block"))?;
            let insert = |all: &mut Numbered| {
                let (body, place) = (all.body(body, "body")?, place(all, sibling, at)?);
                let labels = borrowed(labels);
                let item = (all.file).insert_block(body, place, block_type, &labels, budget)?;
                Ok(all.node(item))
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; arguments
            // that may borrow from it are copied.
            unsafe { edited(file, insert) }
        })?;
        write_found(Some(node), out);
        Ok(())
    })
}

/// Inserts the arguments and blocks of a text, `items`, into a body, formatted, with their
/// comments. `*out` is the first inserted node, or PCTY_HCL_NODE_NONE. `*count` is the number of
/// inserted nodes, which follow one another.
///
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics for a text that is not a body;
/// PCTY_ERROR_INVALID_ARGUMENT if the text and the body have an argument of the same name, for a
/// body that is not a block, and if `at` is not one of the constants; PCTY_ERROR_NOT_FOUND for a
/// body that is not in the file, and for a `sibling` that is not in the body; PCTY_ERROR_LIMIT if
/// blocks would be nested too deep; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `file`; `*out` and `*count` are plain data.
/// NULL: `out`, `count` and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_insert_text(
    file: *mut pcty_hcl_file,
    body: pcty_hcl_node,
    items: pcty_str,
    sibling: pcty_hcl_node,
    at: pcty_hcl_insert_position,
    out: Option<&mut MaybeUninit<pcty_hcl_node>>,
    count: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let (node, made) = changing(|budget| {
            let given = copied(&items, "items", budget)?;
            let insert = |all: &mut Numbered| {
                let (body, place) = (all.body(body, "body")?, place(all, sibling, at)?);
                let new = all.file.insert_text(body, place, &given, budget)?;
                Ok((all.some(new.first().copied()), new.len()))
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; arguments
            // that may borrow from it are copied.
            unsafe { edited(file, insert) }
        })?;
        write_found(Some(node), out);
        write_found(Some(made), count);
        Ok(())
    })
}

/// Removes a node, with its comments and its content. The nodes inside it are removed, too.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file.
/// Ownership: changes `file`.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_remove(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            let remove = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.remove(item, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; no
            // argument borrows from it.
            unsafe { edited(file, remove) }
        })
    })
}

/// Moves a node to a different position, in its body or a different body of the file, with its
/// comments and its content. The number of the node does not change.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if an argument of the body has the name of the node, if a
/// block would become part of itself, for a body that is not a block, and if `at` is not one of the
/// constants; PCTY_ERROR_NOT_FOUND for a node or a body that is not in the file, and for a `sibling`
/// that is not in the body; PCTY_ERROR_LIMIT if blocks would be nested too deep.
/// Ownership: changes `file`.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_move(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    body: pcty_hcl_node,
    sibling: pcty_hcl_node,
    at: pcty_hcl_insert_position,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            let move_to = |all: &mut Numbered| {
                let (body, place) = (all.body(body, "body")?, place(all, sibling, at)?);
                let item = all.item(node, "node")?;
                all.file.move_to(item, body, place, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; no
            // argument borrows from it.
            unsafe { edited(file, move_to) }
        })
    })
}

/// Sets the name of an argument, or the type of a block.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid or that an argument of the body
/// has; PCTY_ERROR_NOT_FOUND for a node that is not in the file; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `file`.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_rename(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    name: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            let name = copied(&name, "name", budget)?;
            let rename = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.rename(item, &name, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; arguments
            // that may borrow from it are copied.
            unsafe { edited(file, rename) }
        })
    })
}

/// Sets the labels of a block. A label that does not change keeps its notation. A comment between
/// two labels stays if both positions exist before and after the edit.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not a block;
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `file`.
/// NULL: `labels` (if `count` is 0) and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_set_labels(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    labels: *const pcty_str,
    count: usize,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            // SAFETY: by the header's contract `labels` has `count` elements.
            let labels = unsafe { all_copied(labels, count, "labels", budget) }?;
            let set = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.set_labels(item, &borrowed(&labels), budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; arguments
            // that may borrow from it are copied.
            unsafe { edited(file, set) }
        })
    })
}

/// Replaces the comments that belong to a node: those above it, each a line of its own, or those
/// after it, in its last line. A text that is not a comment is prefixed with `#`; of several texts
/// after a node, only the last may be one that ends the line.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file; PCTY_ERROR_INVALID_ARGUMENT for
/// a text that contains a newline, for a comment after a value that ends with a heredoc or after a
/// comment that ends the line, and if `comments` is not one of the constants;
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `file`.
/// NULL: `lines` (if `count` is 0) and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_set_comments(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    lines: *const pcty_str,
    count: usize,
    comments: pcty_hcl_comments,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            // SAFETY: by the header's contract `lines` has `count` elements.
            let lines = unsafe { all_copied(lines, count, "lines", budget) }?;
            let set = |all: &mut Numbered| {
                let put = match comments {
                    PCTY_HCL_COMMENTS_BEFORE => File::set_lead_comments,
                    PCTY_HCL_COMMENTS_AFTER => File::set_line_comments,
                    other => return Err(unnamed("comments", other)),
                };
                let item = all.item(node, "node")?;
                put(&mut all.file, item, &borrowed(&lines), budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; arguments
            // that may borrow from it are copied.
            unsafe { edited(file, set) }
        })
    })
}

/// Detaches the comments above a node: they stay in place when the node is moved or removed.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file.
/// Ownership: changes `file`.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_release_comments(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            let release = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.release_lead_comments(item, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or used only by this call; no
            // argument borrows from it.
            unsafe { edited(file, release) }
        })
    })
}
