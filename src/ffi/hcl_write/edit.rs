//! HCL, writing: arguments and blocks.
//!
//! They are set, put in, moved, renamed and taken out; the comments of each go where it goes. What
//! is new stands where the call says, `at` a place of a body: PCTY_HCL_INSERT_BEFORE and
//! PCTY_HCL_INSERT_AFTER are about another node of that body, `beside`, and with the others that is
//! PCTY_HCL_NODE_NONE. Texts that a call is given may be those that the file has lent.

use super::file::{Numbered, PCTY_HCL_NODE_NONE, edited, pcty_hcl_file, pcty_hcl_node};
use super::snippet::pcty_hcl_fragment;
use crate::calls::Budget;
use crate::dialect::hcl::write::Place;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{invalid, need, run, text, texts, unnamed, write_found};
use crate::ffi::reentry::changing;
use crate::source::Result;
use std::mem::MaybeUninit;

/// Where in a body something stands.
pub type pcty_hcl_insert_position = u32;

/// Before all that stands there.
pub const PCTY_HCL_INSERT_FIRST: pcty_hcl_insert_position = 1;
/// Behind all that stands there.
pub const PCTY_HCL_INSERT_LAST: pcty_hcl_insert_position = 2;
/// Just before another node, above its comments.
pub const PCTY_HCL_INSERT_BEFORE: pcty_hcl_insert_position = 3;
/// Just behind another node.
pub const PCTY_HCL_INSERT_AFTER: pcty_hcl_insert_position = 4;

fn place(all: &Numbered, beside: pcty_hcl_node, at: pcty_hcl_insert_position) -> Result<Place> {
    let place = match at {
        PCTY_HCL_INSERT_FIRST => Place::First,
        PCTY_HCL_INSERT_LAST => Place::Last,
        PCTY_HCL_INSERT_BEFORE => return Ok(Place::Before(all.item(beside, "beside")?)),
        PCTY_HCL_INSERT_AFTER => return Ok(Place::After(all.item(beside, "beside")?)),
        other => return Err(unnamed("at", other)),
    };
    match beside {
        PCTY_HCL_NODE_NONE => Ok(place),
        _ => Err(invalid("`beside` is for another `at`")),
    }
}

/// A text that the file may have lent.
pub(super) fn copied(given: &pcty_str, name: &str, budget: &Budget) -> Result<String> {
    let given = text(given, name)?;
    budget.charge(given.len() as u64 / 16)?;
    budget.hold(given.len() as u64)?;
    Ok(given.to_owned())
}

/// Texts that the file may have lent.
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
        budget.charge(1 + given.len() as u64 / 16)?;
        budget.hold((given.len() + size_of::<String>()) as u64)?;
        Ok((*given).to_owned())
    };
    given.iter().map(copied).collect()
}

/// Texts as they are lent to a call.
pub(super) fn lent(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

/// Sets an argument of a body: the one of that name, or a new one behind the last argument,
/// before all blocks.
///
/// Ownership: changes `file`; `*out`, the argument, is plain data; the value stays the caller's.
/// Errors: PCTY_ERROR_NOT_FOUND for a body that is not there; PCTY_ERROR_INVALID_ARGUMENT for
/// one that is no block, and for a name that is none; PCTY_ERROR_LIMIT where it would nest too
/// deep; PCTY_ERROR_INVALID_UTF8.
/// NULL: `out` and `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; what it may
            // have lent is copied.
            unsafe { edited(file, set) }
        })?;
        write_found(Some(node), out);
        Ok(())
    })
}

/// Gives an argument another value. Its comments stay.
///
/// Ownership: changes `file`; the value stays the caller's.
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there; PCTY_ERROR_LIMIT
/// where it would nest too deep.
/// NULL: `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; nothing here
            // is what it has lent.
            unsafe { edited(file, set) }
        })
    })
}

/// Puts a new argument into a body.
///
/// Ownership: changes `file`; `*out`, the argument, is plain data; the value stays the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is none, or that an argument of the body
/// has, for a body that is no block, and for `at` without a constant; PCTY_ERROR_NOT_FOUND for
/// a body that is not there, and for `beside` that does not stand in it; PCTY_ERROR_LIMIT where it
/// would nest too deep; PCTY_ERROR_INVALID_UTF8.
/// NULL: `out` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_insert_attribute(
    file: *mut pcty_hcl_file,
    body: pcty_hcl_node,
    name: pcty_str,
    value: Option<&pcty_hcl_fragment>,
    beside: pcty_hcl_node,
    at: pcty_hcl_insert_position,
    out: Option<&mut MaybeUninit<pcty_hcl_node>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let node = changing(|budget| {
            let (name, value) = (copied(&name, "name", budget)?, need(value, "value")?);
            let insert = |all: &mut Numbered| {
                let (body, place) = (all.body(body, "body")?, place(all, beside, at)?);
                let item = (all.file).insert_attribute(body, place, &name, &value.0, budget)?;
                Ok(all.node(item))
            };
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; what it may
            // have lent is copied.
            unsafe { edited(file, insert) }
        })?;
        write_found(Some(node), out);
        Ok(())
    })
}

/// Puts a new block without anything in it into a body.
///
/// Ownership: changes `file`; `*out`, the block, is plain data.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a type that is no name, for a body that is no block,
/// and for `at` without a constant; PCTY_ERROR_NOT_FOUND for a body that is not there, and for
/// `beside` that does not stand in it; PCTY_ERROR_LIMIT where blocks would nest too deep;
/// PCTY_ERROR_INVALID_UTF8.
/// NULL: `labels` (if `count` is 0), `out` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_insert_block(
    file: *mut pcty_hcl_file,
    body: pcty_hcl_node,
    block_type: pcty_str,
    labels: *const pcty_str,
    count: usize,
    beside: pcty_hcl_node,
    at: pcty_hcl_insert_position,
    out: Option<&mut MaybeUninit<pcty_hcl_node>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let node = changing(|budget| {
            let block_type = copied(&block_type, "block_type", budget)?;
            // SAFETY: by the header's contract `labels` has as many elements as the call says.
            let labels = unsafe { all_copied(labels, count, "labels", budget) }?;
            let insert = |all: &mut Numbered| {
                let (body, place) = (all.body(body, "body")?, place(all, beside, at)?);
                let labels = lent(&labels);
                let item = (all.file).insert_block(body, place, &block_type, &labels, budget)?;
                Ok(all.node(item))
            };
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; what it may
            // have lent is copied.
            unsafe { edited(file, insert) }
        })?;
        write_found(Some(node), out);
        Ok(())
    })
}

/// Puts the arguments and blocks of a text, `items`, into a body, laid out, with the comments that
/// it has.
///
/// Ownership: changes `file`; `*out` and `*count` are plain data: the first of them, or
/// PCTY_HCL_NODE_NONE, and how many there are, of which each stands behind the one before.
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics for a text that is no body;
/// PCTY_ERROR_INVALID_ARGUMENT where an argument of it has the name of one of the body, for a body
/// that is no block, and for `at` without a constant; PCTY_ERROR_NOT_FOUND for a body that is
/// not there, and for `beside` that does not stand in it; PCTY_ERROR_LIMIT where blocks would nest
/// too deep; PCTY_ERROR_INVALID_UTF8.
/// NULL: `out`, `count` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_insert_text(
    file: *mut pcty_hcl_file,
    body: pcty_hcl_node,
    items: pcty_str,
    beside: pcty_hcl_node,
    at: pcty_hcl_insert_position,
    out: Option<&mut MaybeUninit<pcty_hcl_node>>,
    count: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let (node, made) = changing(|budget| {
            let given = copied(&items, "items", budget)?;
            let insert = |all: &mut Numbered| {
                let (body, place) = (all.body(body, "body")?, place(all, beside, at)?);
                let new = all.file.insert_text(body, place, &given, budget)?;
                Ok((all.some(new.first().copied()), new.len()))
            };
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; what it may
            // have lent is copied.
            unsafe { edited(file, insert) }
        })?;
        write_found(Some(node), out);
        write_found(Some(made), count);
        Ok(())
    })
}

/// Takes a node out, with its comments and all that is in it; nothing of it is there any more.
///
/// Ownership: changes `file`.
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not there.
/// NULL: `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; nothing here
            // is what it has lent.
            unsafe { edited(file, remove) }
        })
    })
}

/// Moves a node to another place, in its body or another one of the file, with its comments and
/// all that is in it: it stays the same node.
///
/// Ownership: changes `file`.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT where an argument of the body has its name, where a block
/// would come to stand in itself, for a body that is no block, and for `at` without a constant;
/// PCTY_ERROR_NOT_FOUND for a node or a body that is not there, and for `beside` that does not
/// stand in it; PCTY_ERROR_LIMIT where blocks would nest too deep.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_move(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    body: pcty_hcl_node,
    beside: pcty_hcl_node,
    at: pcty_hcl_insert_position,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            let move_to = |all: &mut Numbered| {
                let (body, place) = (all.body(body, "body")?, place(all, beside, at)?);
                let item = all.item(node, "node")?;
                all.file.move_to(item, body, place, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; nothing here
            // is what it has lent.
            unsafe { edited(file, move_to) }
        })
    })
}

/// Gives an argument another name, or a block another type.
///
/// Ownership: changes `file`.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is none, or that an argument of the body
/// has; PCTY_ERROR_NOT_FOUND for a node that is not there; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; what it may
            // have lent is copied.
            unsafe { edited(file, rename) }
        })
    })
}

/// Gives a block other labels. A label that stays is written as it was, and comments between
/// labels that are there before and afterwards stay.
///
/// Ownership: changes `file`.
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is no block that is there;
/// PCTY_ERROR_INVALID_UTF8.
/// NULL: `labels` (if `count` is 0) and `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `labels` has as many elements as the call says.
            let labels = unsafe { all_copied(labels, count, "labels", budget) }?;
            let set = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.set_labels(item, &lent(&labels), budget)
            };
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; what it may
            // have lent is copied.
            unsafe { edited(file, set) }
        })
    })
}

/// Puts comments above a node in place of those that stand there: a line each, which gets a `#`
/// before it unless it is a comment already.
///
/// Ownership: changes `file`.
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not there; PCTY_ERROR_INVALID_ARGUMENT for a
/// line that has a newline; PCTY_ERROR_INVALID_UTF8.
/// NULL: `lines` (if `count` is 0) and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_set_comments(
    file: *mut pcty_hcl_file,
    node: pcty_hcl_node,
    lines: *const pcty_str,
    count: usize,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        changing(|budget| {
            // SAFETY: by the header's contract `lines` has as many elements as the call says.
            let lines = unsafe { all_copied(lines, count, "lines", budget) }?;
            let set = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.set_lead_comments(item, &lent(&lines), budget)
            };
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; what it may
            // have lent is copied.
            unsafe { edited(file, set) }
        })
    })
}

/// Leaves the comments above a node where they are when it goes: they are no longer its own.
///
/// Ownership: changes `file`.
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not there.
/// NULL: `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; nothing here
            // is what it has lent.
            unsafe { edited(file, release) }
        })
    })
}
