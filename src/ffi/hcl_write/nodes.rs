//! HCL, writing: the nodes of a file.
//!
//! The nodes of a body are in the order of the text. A parameter `body` is a block or
//! PCTY_HCL_NODE_ROOT. Texts are owned by the file and valid until it is changed.

use super::file::{PCTY_HCL_NODE_NONE, PCTY_HCL_NODE_ROOT, looked, pcty_hcl_file, pcty_hcl_node};
use super::tokens::pcty_hcl_tokens;
use crate::dialect::hcl::eval::Expr;
use crate::dialect::hcl::syntax::{Kind, Tokens};
use crate::dialect::hcl::write::ItemKind;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::diagnosed::sound;
use crate::ffi::guard::{
    Handle, answer_charged, make_charged, need, quiet, run, text, texts, unnamed, write_found,
};
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::hcl_bodies::items::{
    PCTY_HCL_ITEM_ATTRIBUTE, PCTY_HCL_ITEM_BLOCK, pcty_hcl_item_kind,
};
use crate::ffi::reentry::calling;
use crate::source::Code;
use std::mem::MaybeUninit;
use std::ptr;

/// The position of comments that belong to a node.
pub type pcty_hcl_comments = u32;

/// In the lines directly above the node, without a blank line between.
pub const PCTY_HCL_COMMENTS_BEFORE: pcty_hcl_comments = 1;
/// After the node, in its last line.
pub const PCTY_HCL_COMMENTS_AFTER: pcty_hcl_comments = 2;

/// A direction from a node to a related node.
pub type pcty_hcl_direction = u32;

/// To the first node of a body: a block, or PCTY_HCL_NODE_ROOT.
pub const PCTY_HCL_DIRECTION_FIRST: pcty_hcl_direction = 1;
/// To the last node of a body.
pub const PCTY_HCL_DIRECTION_LAST: pcty_hcl_direction = 2;
/// To the node after a node in its body.
pub const PCTY_HCL_DIRECTION_NEXT: pcty_hcl_direction = 3;
/// To the node before a node in its body.
pub const PCTY_HCL_DIRECTION_PREVIOUS: pcty_hcl_direction = 4;
/// To the body that a node is in: a block, or PCTY_HCL_NODE_ROOT.
pub const PCTY_HCL_DIRECTION_PARENT: pcty_hcl_direction = 5;

/// The data of a node.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_node_data {
    /// PCTY_HCL_ITEM_ATTRIBUTE or PCTY_HCL_ITEM_BLOCK.
    pub kind: pcty_hcl_item_kind,
    /// The name of an argument, or the type of a block.
    pub name: pcty_str,
    /// The value of an argument as it is written; no text for a block. It is UTF-8 unless the text
    /// that was parsed is not.
    pub value: pcty_str,
    /// The number of labels of a block, for `pcty_hcl_file_label_to_text`.
    pub label_count: usize,
}

/// Returns the node in a direction from a node.
///
/// Returns: PCTY_HCL_NODE_NONE if there is no such node, and if `direction` is not one of the
/// constants.
/// NULL: returns PCTY_HCL_NODE_NONE. Also returns it for a node that is not in the file.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_step(
    file: Option<&pcty_hcl_file>,
    node: pcty_hcl_node,
    direction: pcty_hcl_direction,
) -> pcty_hcl_node {
    quiet(PCTY_HCL_NODE_NONE, || {
        looked(file, PCTY_HCL_NODE_NONE, |all| {
            let item = || all.there(node);
            let found = match direction {
                PCTY_HCL_DIRECTION_FIRST => {
                    all.body_there(node).and_then(|body| all.file.first(body))
                }
                PCTY_HCL_DIRECTION_LAST => {
                    all.body_there(node).and_then(|body| all.file.last(body))
                }
                PCTY_HCL_DIRECTION_NEXT => item().and_then(|item| all.file.next(item)),
                PCTY_HCL_DIRECTION_PREVIOUS => item().and_then(|item| all.file.previous(item)),
                PCTY_HCL_DIRECTION_PARENT => {
                    let body = item().and_then(|item| all.file.parent(item));
                    return body.map_or(PCTY_HCL_NODE_NONE, |body| all.body_node(body));
                }
                _ => None,
            };
            all.some(found)
        })
    })
}

/// Writes the data of a node.
///
/// Returns: false for a node that is not in the file, and for PCTY_HCL_NODE_ROOT.
/// Ownership: the texts in `*out` are owned by `file` and valid until it is changed.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_node_info(
    file: Option<&pcty_hcl_file>,
    node: pcty_hcl_node,
    out: Option<&mut MaybeUninit<pcty_hcl_node_data>>,
) -> bool {
    quiet(false, || {
        let data = file.and_then(|pcty_hcl_file(all)| {
            let item = all.there(node)?;
            let value = all.file.value_bytes(item);
            Some(pcty_hcl_node_data {
                kind: match all.file.kind(item)? {
                    ItemKind::Attribute => PCTY_HCL_ITEM_ATTRIBUTE,
                    ItemKind::Block(_) => PCTY_HCL_ITEM_BLOCK,
                },
                name: pcty_str::borrowed(all.file.name(item)?),
                value: value.map_or(pcty_str::NONE, pcty_str::borrowed_bytes),
                label_count: all.file.label_count(item),
            })
        });
        write_found(data, out)
    })
}

/// Returns the argument of a name in a body, or PCTY_HCL_NODE_NONE. If an invalid text has several
/// arguments of this name, it is the first one.
///
/// NULL: returns PCTY_HCL_NODE_NONE. Also returns it for a body that is not in the file.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_attribute_get(
    file: Option<&pcty_hcl_file>,
    body: pcty_hcl_node,
    name: pcty_str,
) -> pcty_hcl_node {
    quiet(PCTY_HCL_NODE_NONE, || {
        looked(file, PCTY_HCL_NODE_NONE, |all| {
            let found = || {
                let (body, name) = (all.body_there(body)?, text(&name, "name").ok()?);
                all.file.attribute(body, name)
            };
            all.some(found())
        })
    })
}

/// Returns the first block of a type whose labels begin with `labels`, from the blocks of a body
/// after the node `after`. If `after` is PCTY_HCL_NODE_NONE, all blocks of the body are searched.
/// Returns PCTY_HCL_NODE_NONE if there is no such block. To visit all such blocks, pass each result
/// as `after` of the next call.
///
/// NULL: `labels` (if `count` is 0) may be NULL. For other arguments that are NULL, returns
/// PCTY_HCL_NODE_NONE. Also returns it for a body or an `after` that is not in the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_file_block_find(
    file: Option<&pcty_hcl_file>,
    body: pcty_hcl_node,
    after: pcty_hcl_node,
    block_type: pcty_str,
    labels: *const pcty_str,
    count: usize,
) -> pcty_hcl_node {
    quiet(PCTY_HCL_NODE_NONE, || {
        looked(file, PCTY_HCL_NODE_NONE, |all| {
            let found = || {
                let block_type = text(&block_type, "block_type").ok()?;
                // SAFETY: by the header's contract `labels` has `count` elements.
                let labels = unsafe { texts(labels, count, "labels") }.ok()?;
                let body = all.body_there(body)?;
                let mut next = match after {
                    PCTY_HCL_NODE_NONE => all.file.first(body),
                    after => {
                        let after = all.there(after)?;
                        (all.file.parent(after) == Some(body)).then_some(())?;
                        all.file.next(after)
                    }
                };
                while let Some(item) = next {
                    if all.file.is_block(item, block_type, &labels) {
                        return next;
                    }
                    next = all.file.next(item);
                }
                None
            };
            all.some(found())
        })
    })
}

/// Returns the label of a block at a position, from 0, without quotes and escapes. A byte that is
/// not UTF-8 is replaced by the character U+001A.
///
/// NULL: returns NULL. Also returns NULL past the end, and for a node that is not in the file or
/// not a block.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_label_to_text(
    file: Option<&pcty_hcl_file>,
    node: pcty_hcl_node,
    index: usize,
) -> *mut pcty_string {
    quiet(ptr::null_mut(), || {
        looked(file, ptr::null_mut(), |all| {
            let item = all.there(node);
            let label = item.and_then(|item| all.file.label(item, index));
            label.map_or(ptr::null_mut(), |label| {
                pcty_string::own(OwnedText::new(label.into_owned()))
            })
        })
    })
}

/// Writes the comments that belong to a node, as tokens of the kind PCTY_HCL_TOKEN_COMMENT. Their
/// positions are counted as in a text that contains only these comments, each on its own line.
/// Their bytes are those of the text, which need not be UTF-8.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file; PCTY_ERROR_INVALID_ARGUMENT if
/// `comments` is not one of the constants.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_comments(
    file: Option<&pcty_hcl_file>,
    node: pcty_hcl_node,
    comments: pcty_hcl_comments,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_tokens>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let all = &need(file, "file")?.0;
        let found = match comments {
            PCTY_HCL_COMMENTS_BEFORE => all.file.lead_comment_bytes(all.item(node, "node")?),
            PCTY_HCL_COMMENTS_AFTER => all.file.line_comment_bytes(all.item(node, "node")?),
            other => return Err(unnamed("comments", other)),
        };
        let len = found.iter().map(|comment| comment.len() as u64 + 1);
        budget.hold(len.sum())?;
        let tokens = Tokens::read(&found.join(&b'\n'), budget)?;
        Ok(tokens.only(Kind::Comment))
    })
}

/// Writes the current value of an argument as an expression. Its ranges are counted in the `value`
/// of `pcty_hcl_file_node_info`, as `pcty_hcl_file_set_part` expects them.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument;
/// PCTY_ERROR_SYNTAX with all diagnostics if the value cannot be parsed.
/// Ownership: the caller owns `*out`; edits of the file do not change it.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_expression(
    file: Option<&pcty_hcl_file>,
    node: pcty_hcl_node,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_expression>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let all = &need(file, "file")?.0;
        let parsed = all.file.expression(all.item(node, "node")?, budget)?;
        let expression = Expr::Native(parsed.expression());
        sound(Code::Syntax, expression, parsed.diagnostics)
    })
}

/// Writes the text of a node in the file: its lines, with the comments that belong to it.
/// `pcty_hcl_file_insert_text` inserts it into a different file, if it is UTF-8.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_node_to_text(
    file: Option<&pcty_hcl_file>,
    node: pcty_hcl_node,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let all = &need(file, "file")?.0;
        let bytes = all.file.write_item(all.item(node, "node")?, budget)?;
        Ok(OwnedText::from_bytes(bytes))
    })
}

/// Writes the range of a node in the text of `pcty_hcl_file_to_text`, from its name to the end of
/// its value or of its closing brace: `*start` is the first byte, `*end` is the byte after the
/// last. The time is linear in the size of the file.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file.
/// Ownership: `*start` and `*end` are plain data.
/// NULL: `start`, `end` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_byte_range(
    file: Option<&pcty_hcl_file>,
    node: pcty_hcl_node,
    start: Option<&mut MaybeUninit<usize>>,
    end: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let all = &need(file, "file")?.0;
        let found = calling(|budget| all.file.range(all.item(node, "node")?, budget))?;
        write_found(Some(found.start), start);
        write_found(Some(found.end), end);
        Ok(())
    })
}

/// Writes the byte at a line and column of the text of `pcty_hcl_file_to_text`, each from 1,
/// counted as in ranges. A column past the end of a line is clamped to its end. The time is linear
/// in the size of the file.
///
/// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_byte_of(
    file: Option<&pcty_hcl_file>,
    line: u32,
    column: u32,
    out: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        need(file, "file")?.0.file.byte_at(line, column, budget)
    })
}

/// Writes the innermost node at a byte of the text of `pcty_hcl_file_to_text`. The range of a node
/// includes the comments that belong to it. `*out` is PCTY_HCL_NODE_ROOT if no node is at the byte.
/// `*in_value` is the position of the byte in the `value` of `pcty_hcl_file_node_info`, or SIZE_MAX
/// if the byte is not in a value. The time is linear in the size of the file.
///
/// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
/// Ownership: `*out` and `*in_value` are plain data.
/// NULL: `in_value` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_file_node_at_byte(
    file: Option<&pcty_hcl_file>,
    byte: usize,
    out: Option<&mut MaybeUninit<pcty_hcl_node>>,
    in_value: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let (all, out) = (&need(file, "file")?.0, need(out, "out")?);
        let found = calling(|budget| all.file.at(byte, budget))?;
        let (node, at) = match found {
            Some((item, at)) => (all.node(item), at),
            None => (PCTY_HCL_NODE_ROOT, None),
        };
        out.write(node);
        write_found(Some(at.map_or(usize::MAX, |at| at as usize)), in_value);
        Ok(())
    })
}
