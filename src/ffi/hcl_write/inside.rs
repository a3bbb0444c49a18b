//! HCL, writing: inside of values.
//!
//! A part of a value gives way to another one; the comments and the layout around it stay.
//!
//! The first edit of an object or a list reads the value that it stands in. As long as that one is
//! edited and no other, a part that is set for the first time or added takes as long as it is and
//! the parts beside it are, not as the value is; one that is replaced or taken out moves what stands
//! behind it. What was made and is not there any more is let go.

use super::edit::{all_copied, lent};
use super::file::{Numbered, edited, pcty_hcl_file, pcty_hcl_node};
use super::snippet::{pcty_hcl_fragment, traversal};
use crate::dialect::hcl::syntax::Span;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{invalid, need, run, write_found};
use crate::ffi::reentry::changing;
use std::mem::MaybeUninit;

/// Puts an expression in the place of one that stands in an argument's value: from the byte
/// `start` of the `value` of `pcty_hcl_file_node_info` up to before `end`, as ranges of the parts of
/// `pcty_hcl_file_expression` have them. It gets parentheses where it needs them.
///
/// Ownership: changes `file`; the value stays the caller's.
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there;
/// PCTY_ERROR_INVALID_ARGUMENT where no expression stands there that can be another one, as no
/// text of a template can; PCTY_ERROR_SYNTAX where the value could not be read then, and
/// PCTY_ERROR_LIMIT where it would nest too deep.
/// NULL: `error` may be.
/// Threads: one at a time.
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
                return Err(invalid("no part of a value stands there"));
            }
            let set = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file
                    .set_part(item, Span::new(start, end), &value.0, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; nothing here
            // is what it has lent.
            unsafe { edited(file, set) }
        })
    })
}

/// Sets an item of the object that an argument's value is written as, or of one in it: `keys`
/// lead down to it; where an object has several of a key, the last one. A new one comes last, on a
/// line of its own where the others are.
///
/// Ownership: changes `file`; the value stays the caller's.
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there, and where the keys
/// do not lead to objects that are written as such; PCTY_ERROR_SYNTAX where the value could not be
/// read then, and PCTY_ERROR_LIMIT where it would nest too deep; PCTY_ERROR_INVALID_UTF8.
/// NULL: `keys` (if `count` is 0) and `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `keys` has as many elements as the call says.
            let keys = unsafe { all_copied(keys, count, "keys", budget) }?;
            let set = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.set_in(item, &lent(&keys), &value.0, budget)
            };
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; what it may
            // have lent is copied.
            unsafe { edited(file, set) }
        })
    })
}

/// Takes an item out of the object that an argument's value is written as, or of one in it, with
/// the comments that belong to it: `keys` lead down to it; where an object has several of a key,
/// all of them.
///
/// Ownership: changes `file`; `*out`, whether there was one, is plain data.
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there, and where the keys
/// do not lead to objects that are written as such; PCTY_ERROR_SYNTAX where the value could not be
/// read then, and PCTY_ERROR_LIMIT where it would nest too deep; PCTY_ERROR_INVALID_UTF8.
/// NULL: `keys` (if `count` is 0), `out` and `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `keys` has as many elements as the call says.
            let keys = unsafe { all_copied(keys, count, "keys", budget) }?;
            let remove = |all: &mut Numbered| {
                let item = all.item(node, "node")?;
                all.file.remove_in(item, &lent(&keys), budget)
            };
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; what it may
            // have lent is copied.
            unsafe { edited(file, remove) }
        })?;
        write_found(Some(found), out);
        Ok(())
    })
}

/// Adds an element to the end of the list that an argument's value is written as.
///
/// Ownership: changes `file`; the value stays the caller's.
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there, or whose value is
/// not written as a list; PCTY_ERROR_SYNTAX where the value could not be read then, and
/// PCTY_ERROR_LIMIT where it would nest too deep.
/// NULL: `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; nothing here
            // is what it has lent.
            unsafe { edited(file, push) }
        })
    })
}

/// Puts an expression wherever values refer to a variable, or to what constant steps lead to from
/// it: in one argument, or in a body and all that is in it, with PCTY_HCL_NODE_ROOT in the whole
/// file. `path` begins with an attribute of the variable's name, as `pcty_hcl_traversals_at`
/// gives it. Steps that follow stay, `a["b"]` is `a.b`, and what a `for` expression defines is no
/// variable. Values that cannot be read are passed over; where one could not be read afterwards,
/// none is changed.
///
/// Ownership: changes `file`; `*out`, how often, is plain data; path and value stay the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a path that does not begin so; PCTY_ERROR_NOT_FOUND for
/// a node that is not there; PCTY_ERROR_SYNTAX and PCTY_ERROR_LIMIT where a value could not be
/// read then.
/// NULL: `out` and `error` may be.
/// Threads: one at a time.
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
            // SAFETY: by the header's contract `file` is NULL or the caller's alone; nothing here
            // is what it has lent.
            unsafe { edited(file, replace) }
        })?;
        write_found(Some(count), out);
        Ok(())
    })
}
