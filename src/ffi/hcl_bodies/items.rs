//! HCL: what stands in a body, without a schema.
//!
//! For tools that read what others wrote: arguments and blocks in the order of the text, as
//! far as it could be read, and what stands at a place of it. JSON tells an argument from
//! blocks only where its value can be nothing else, so an item may be either.

use super::body::pcty_hcl_body;
use super::content::{pcty_hcl_attribute, pcty_hcl_block};
use crate::dialect::hcl::body::{AtPlace, Item};
use crate::ffi::base::error::{pcty_error, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, answer, handle, make, need, quiet, release, text};
use crate::ffi::hcl::calls::pcty_hcl_calls;
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::hcl::traversals::{Traversals, pcty_hcl_traversals};
use crate::ffi::reentry::within;
use crate::source::{Code, Error, Result};
use std::mem::MaybeUninit;
use std::ptr;

/// What stands in a body, in the order of the text. Never changes; any number of threads may
/// use it at once.
///
/// ```c
/// static void print_outline(const pcty_hcl_body *body, int indent) {
///     pcty_hcl_items *items = NULL;
///     must(pcty_hcl_body_items(body, &items, NULL));
///     for (size_t i = 0; i < pcty_hcl_items_count(items); i++) {
///         const pcty_hcl_block *block = pcty_hcl_items_block_at(items, i, 0);
///         pcty_str name = block == NULL ? pcty_hcl_attribute_name(pcty_hcl_items_attribute_at(items, i))
///                                       : pcty_hcl_block_type(block);
///         printf("%*s%.*s\n", indent, "", (int)name.len, name.data);
///         if (block != NULL) {
///             print_outline(pcty_hcl_block_body(block), indent + 2);
///         }
///     }
///     pcty_hcl_items_free(items);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_items(Vec<Item>);

handle!(pcty_hcl_items, Vec<Item>);

/// What stands at a place of a text. Never changes; any number of threads may use it at once.
///
/// ```c
/// // The type of the innermost block that an editor's cursor is in.
/// static void print_block_at(const pcty_hcl_body *body, uint32_t line, uint32_t column) {
///     size_t byte;
///     pcty_hcl_location *place = NULL;
///     if (pcty_hcl_body_byte_of(body, PCTY_STR(""), line, column, &byte, NULL) == PCTY_OK &&
///         pcty_hcl_body_at_byte(body, PCTY_STR(""), byte, &place, NULL) == PCTY_OK) {
///         size_t blocks = pcty_hcl_location_block_count(place);
///         pcty_str type = pcty_hcl_block_type(pcty_hcl_location_block_at(place, blocks - 1));
///         printf("%.*s\n", (int)type.len, type.data);
///     }
///     pcty_hcl_location_free(place);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_location(AtPlace);

handle!(pcty_hcl_location, AtPlace);

/// What an item of a body is.
pub type pcty_hcl_item_kind = u32;

/// There is no such item.
pub const PCTY_HCL_ITEM_NONE: pcty_hcl_item_kind = 0;
/// An argument.
pub const PCTY_HCL_ITEM_ATTRIBUTE: pcty_hcl_item_kind = 1;
/// A block.
pub const PCTY_HCL_ITEM_BLOCK: pcty_hcl_item_kind = 2;
/// In JSON, what may be an argument or blocks: a null, an object, an array of such. Its blocks
/// are those that there are if blocks of this type have no labels: one for an object, one for
/// each in an array. Where they have labels, these are the names of the items of their bodies,
/// a level each.
pub const PCTY_HCL_ITEM_EITHER: pcty_hcl_item_kind = 3;

/// What stands in a body. What is set twice is there twice, and a fault of the text hides
/// nothing but itself. A body whose `dynamic` blocks are expanded has them as they are
/// written; one that a schema left has what was left.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_items(
    body: Option<&pcty_hcl_body>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_items>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // A callback may free the body.
        let body = need(body, "body")?.0.clone();
        within(|budget| body.items_within(budget))
    })
}

fn at(items: Option<&pcty_hcl_items>, index: usize) -> Option<&Item> {
    items.and_then(|items| items.0.get(index))
}

/// The number of items. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_items_count(items: Option<&pcty_hcl_items>) -> usize {
    quiet(0, || items.map_or(0, |items| items.0.len()))
}

/// What the item at a position, from 0, is. NULL: gives PCTY_HCL_ITEM_NONE, as does a position
/// past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_items_kind_at(
    items: Option<&pcty_hcl_items>,
    index: usize,
) -> pcty_hcl_item_kind {
    quiet(PCTY_HCL_ITEM_NONE, || match at(items, index) {
        None => PCTY_HCL_ITEM_NONE,
        Some(Item::Attribute(_)) => PCTY_HCL_ITEM_ATTRIBUTE,
        Some(Item::Block(_)) => PCTY_HCL_ITEM_BLOCK,
        Some(Item::Either(..)) => PCTY_HCL_ITEM_EITHER,
    })
}

/// The argument that the item at a position, from 0, is or may be.
///
/// Ownership: lent as long as the items. NULL: gives NULL, as do a block and a position past
/// the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_items_attribute_at(
    items: Option<&pcty_hcl_items>,
    index: usize,
) -> *const pcty_hcl_attribute {
    quiet(ptr::null(), || {
        at(items, index)
            .and_then(Item::attribute)
            .map_or(ptr::null(), pcty_hcl_attribute::lend)
    })
}

/// How many blocks the item at a position, from 0, is or may be. NULL: gives 0, as do an
/// argument and a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_items_block_count_at(
    items: Option<&pcty_hcl_items>,
    index: usize,
) -> usize {
    quiet(0, || at(items, index).map_or(0, |item| item.blocks().len()))
}

/// One of the blocks, from 0, that the item at a position is or may be.
///
/// Ownership: lent as long as the items. NULL: gives NULL, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_items_block_at(
    items: Option<&pcty_hcl_items>,
    index: usize,
    block: usize,
) -> *const pcty_hcl_block {
    quiet(ptr::null(), || {
        at(items, index)
            .and_then(|item| item.blocks().get(block))
            .map_or(ptr::null(), pcty_hcl_block::lend)
    })
}

/// Frees items. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_items_free(items: Option<Box<pcty_hcl_items>>) {
    release(items)
}

/// Where a body stands: a block's with its braces, a file's as a whole; of several bodies the
/// first. NULL: gives the start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_range(body: Option<&pcty_hcl_body>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(body.and_then(|body| body.0.range()))
    })
}

/// The text of a body as it is written: a block's with its braces, a file's as a whole; of
/// several bodies that of the first.
///
/// Ownership: lent as long as the body. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_text(body: Option<&pcty_hcl_body>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        body.and_then(|body| body.0.text())
            .map_or(pcty_str::NONE, pcty_str::lend)
    })
}

/// Where the whole of a block stands, from its type to its closing brace; in JSON from the
/// name of the property to the end of the object that is its body. `pcty_hcl_block_range` is
/// its header. NULL: gives the start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_whole_range(block: Option<&pcty_hcl_block>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(block.map(|block| block.0.range()))
    })
}

/// Where the opening brace of a block stands. NULL: gives the start of a text, as does a block
/// without one, in a broken text or in JSON.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_open_range(block: Option<&pcty_hcl_block>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(block.and_then(|block| block.0.open_range()))
    })
}

/// Where the closing brace of a block stands. NULL: gives the start of a text, as does a block
/// without one, in a broken text or in JSON.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_close_range(block: Option<&pcty_hcl_block>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(block.and_then(|block| block.0.close_range()))
    })
}

/// The variables that a body refers to, however deep, in the order of the text: in nested
/// blocks, in the strings of JSON, and in `dynamic` blocks, whose iterators are none of them.
/// A `dynamic` block is one that has a label and a `content` block.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_variables(
    body: Option<&pcty_hcl_body>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_traversals>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // A callback may free the body.
        let body = need(body, "body")?.0.clone();
        within(|budget| Ok(Traversals::in_sources(body.variables_within(budget)?)))
    })
}

/// The functions that a body calls, however deep, in the order of the text.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_calls(
    body: Option<&pcty_hcl_body>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_calls>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // A callback may free the body.
        let body = need(body, "body")?.0.clone();
        within(|budget| body.calls_within(budget))
    })
}

/// The name of a file; none for the empty text.
fn file_name(file: &pcty_str) -> Result<Option<&str>> {
    Ok(Some(text(file, "file")?).filter(|name| !name.is_empty()))
}

/// The byte at a line and column, each from 1, counted as those of ranges are: the last one
/// that stands nowhere behind, so that a column past the end of a line is its end. Of several
/// bodies the one is asked that was read under the name `file`, or the first if it is empty.
///
/// Ownership: `*out` is plain data.
/// Errors: PCTY_ERROR_NOT_FOUND where nothing was read under this name;
/// PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_byte_of(
    body: Option<&pcty_hcl_body>,
    file: pcty_str,
    line: u32,
    column: u32,
    out: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let body = &need(body, "body")?.0;
        let byte = body.byte_at(file_name(&file)?, line, column);
        byte.ok_or_else(|| Error::new(Code::NotFound, "nothing was read under this name"))
    })
}

/// What stands at a byte, which counts as those of ranges do: the blocks around it, the
/// argument, and the expressions within that, as they are written; of a string of JSON that has
/// escapes, where bytes are not those of its template, the string. Of several bodies the one
/// is asked that was read under the name `file`, or the first if it is empty.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_at_byte(
    body: Option<&pcty_hcl_body>,
    file: pcty_str,
    byte: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_location>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(need(body, "body")?.0.at(file_name(&file)?, byte))
    })
}

/// How many blocks are around a place; none in JSON, which does not tell them from arguments.
/// NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_location_block_count(place: Option<&pcty_hcl_location>) -> usize {
    quiet(0, || place.map_or(0, |place| place.0.blocks.len()))
}

/// A block around a place by its position, from 0: the outermost one first.
///
/// Ownership: lent as long as `place`. NULL: gives NULL, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_location_block_at(
    place: Option<&pcty_hcl_location>,
    index: usize,
) -> *const pcty_hcl_block {
    quiet(ptr::null(), || {
        place
            .and_then(|place| place.0.blocks.get(index))
            .map_or(ptr::null(), pcty_hcl_block::lend)
    })
}

/// The argument that a place is in; in JSON the outermost.
///
/// Ownership: lent as long as `place`. NULL: gives NULL, as does a place in no argument.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_location_attribute(
    place: Option<&pcty_hcl_location>,
) -> *const pcty_hcl_attribute {
    quiet(ptr::null(), || {
        place
            .and_then(|place| place.0.attribute.as_ref())
            .map_or(ptr::null(), pcty_hcl_attribute::lend)
    })
}

/// How many expressions are around a place. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_location_expression_count(place: Option<&pcty_hcl_location>) -> usize {
    quiet(0, || place.map_or(0, |place| place.0.expressions.len()))
}

/// An expression around a place by its position, from 0: the outermost one first.
///
/// Ownership: lent as long as `place`. NULL: gives NULL, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_location_expression_at(
    place: Option<&pcty_hcl_location>,
    index: usize,
) -> *const pcty_hcl_expression {
    quiet(ptr::null(), || {
        place
            .and_then(|place| place.0.expressions.get(index))
            .map_or(ptr::null(), pcty_hcl_expression::lend)
    })
}

/// Frees what stands at a place. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_location_free(place: Option<Box<pcty_hcl_location>>) {
    release(place)
}
