//! HCL: the items of a body, without a schema.
//!
//! For tools that read arbitrary texts: arguments and blocks in the order of the text, as far as it
//! can be parsed, and the syntax around a location. JSON distinguishes an argument from blocks only
//! if its value excludes blocks, so an item may be either.

use super::body::pcty_hcl_body;
use super::content::{pcty_hcl_attribute, pcty_hcl_block};
use crate::dialect::hcl::body::{Item, SyntaxAtPosition};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, answer, handle, make, need, owned, quiet, text, write_found};
use crate::ffi::hcl::calls::pcty_hcl_calls;
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::hcl::traversals::{Traversals, pcty_hcl_traversals};
use crate::ffi::reentry::within;
use crate::source::{Code, Error, Result};
use std::mem::MaybeUninit;
use std::ptr;

/// The items of a body, in the order of the text. It never changes; any number of threads may use
/// it at once.
///
/// ```c
/// static void print_outline(const pcty_hcl_body *body, int indent) {
///     pcty_hcl_items *items = NULL;
///     must(pcty_hcl_body_items(body, &items, NULL));
///     for (size_t i = 0; i < pcty_hcl_items_count(items); i++) {
///         pcty_hcl_item item;
///         pcty_hcl_attribute_data attribute;
///         pcty_hcl_block_data block;
///         pcty_hcl_items_at(items, i, &item);
///         if (pcty_hcl_block_info(pcty_hcl_items_block_at(items, i, 0), &block)) {
///             printf("%*s%.*s\n", indent, "", (int)block.type.len, block.type.data);
///             print_outline(block.body, indent + 2);
///         } else if (pcty_hcl_attribute_info(item.attribute, &attribute)) {
///             printf("%*s%.*s\n", indent, "", (int)attribute.name.len, attribute.name.data);
///         }
///     }
///     pcty_hcl_items_free(items);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_items(Vec<Item>);

handle!(pcty_hcl_items, Vec<Item>);

/// The syntax at a location in a text. It never changes; any number of threads may use it at once.
///
/// ```c
/// // Prints the type of the innermost block around an editor's cursor.
/// static void print_block_at(const pcty_hcl_body *body, uint32_t line, uint32_t column) {
///     size_t byte;
///     pcty_hcl_location *place = NULL;
///     if (pcty_hcl_body_byte_of(body, PCTY_STR(""), line, column, &byte, NULL) == PCTY_OK &&
///         pcty_hcl_body_at_byte(body, PCTY_STR(""), byte, &place, NULL) == PCTY_OK) {
///         pcty_hcl_location_data all;
///         pcty_hcl_block_data block;
///         pcty_hcl_location_info(place, &all);
///         if (pcty_hcl_block_info(pcty_hcl_location_block_at(place, all.block_count - 1), &block)) {
///             printf("%.*s\n", (int)block.type.len, block.type.data);
///         }
///     }
///     pcty_hcl_location_free(place);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_location(SyntaxAtPosition);

handle!(pcty_hcl_location, SyntaxAtPosition);

/// The kind of an item of a body.
pub type pcty_hcl_item_kind = u32;

/// There is no such item.
pub const PCTY_HCL_ITEM_NONE: pcty_hcl_item_kind = 0;
/// An argument.
pub const PCTY_HCL_ITEM_ATTRIBUTE: pcty_hcl_item_kind = 1;
/// A block.
pub const PCTY_HCL_ITEM_BLOCK: pcty_hcl_item_kind = 2;
/// In JSON, an item that may be an argument or blocks: a null, an object, or an array of these. Its
/// blocks are those of a block type without labels: one for an object, and one for each element of
/// an array. If the block type has labels, these are the names of the items of the bodies, one
/// level for each label.
pub const PCTY_HCL_ITEM_EITHER: pcty_hcl_item_kind = 3;

/// An item of a body.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_item {
    /// The kind.
    pub kind: pcty_hcl_item_kind,
    /// The argument that the item is or may be; NULL for a block.
    pub attribute: *const pcty_hcl_attribute,
    /// The number of blocks that the item is or may be, 0 for an argument:
    /// `pcty_hcl_items_block_at`.
    pub block_count: usize,
}

/// The syntax around a location.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_location_data {
    /// The number of blocks around the location: `pcty_hcl_location_block_at`. It is 0 in JSON,
    /// which does not distinguish blocks from arguments.
    pub block_count: usize,
    /// The argument that the location is in, in JSON the outermost; NULL if there is none.
    pub attribute: *const pcty_hcl_attribute,
    /// The number of expressions around the location: `pcty_hcl_location_expression_at`.
    pub expression_count: usize,
}

/// Writes the items of a body. An argument that is set twice occurs twice, and a syntax error hides
/// only the item that contains it. A body whose `dynamic` blocks are expanded has these blocks as
/// they are written. The rest of a body that was read with a schema has the items that the schema
/// did not list.
///
/// Errors: none, except for NULL.
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

/// Returns the number of items.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_items_count(items: Option<&pcty_hcl_items>) -> usize {
    quiet(0, || items.map_or(0, |items| items.0.len()))
}

/// Writes the item at a position, from 0.
///
/// Returns: false past the end.
/// Ownership: the argument in `*out` is owned by `items` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_items_at(
    items: Option<&pcty_hcl_items>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_hcl_item>>,
) -> bool {
    quiet(false, || {
        let item = at(items, index).map(|item| pcty_hcl_item {
            kind: match item {
                Item::Attribute(_) => PCTY_HCL_ITEM_ATTRIBUTE,
                Item::Block(_) => PCTY_HCL_ITEM_BLOCK,
                Item::Either(..) => PCTY_HCL_ITEM_EITHER,
            },
            attribute: (item.attribute()).map_or(ptr::null(), pcty_hcl_attribute::borrowed),
            block_count: item.blocks().len(),
        });
        write_found(item, out)
    })
}

/// Returns one of the blocks, from 0, that the item at a position is or may be.
///
/// Ownership: owned by `items` and valid while it lives.
/// NULL: returns NULL. Also returns NULL past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_items_block_at(
    items: Option<&pcty_hcl_items>,
    index: usize,
    block: usize,
) -> *const pcty_hcl_block {
    quiet(ptr::null(), || {
        at(items, index)
            .and_then(|item| item.blocks().get(block))
            .map_or(ptr::null(), pcty_hcl_block::borrowed)
    })
}

owned! {
    /// Frees items.
    fn pcty_hcl_items_free(items: pcty_hcl_items);
}

/// Writes the variables that a body refers to, at any depth, in the order of the text: in nested
/// blocks, in the strings of JSON, and in `dynamic` blocks, whose iterators are left out. A
/// `dynamic` block is one that has a label and a `content` block.
///
/// Errors: none, except for NULL.
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

/// Writes the functions that a body calls, at any depth, in the order of the text.
///
/// Errors: none, except for NULL.
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

/// Returns the name of a file, or `None` for an empty text.
fn file_name(file: &pcty_str) -> Result<Option<&str>> {
    Ok(Some(text(file, "file")?).filter(|name| !name.is_empty()))
}

#[cold]
fn no_such_file() -> Error {
    Error::new(Code::NotFound, "no file with this name was parsed")
}

/// Writes the byte at a line and column, each from 1, counted as in ranges. A column past the end
/// of a line is clamped to its end. For merged bodies, `file` is the name of the text that is
/// searched; if it is empty, the first one is searched.
///
/// Errors: PCTY_ERROR_NOT_FOUND if no text has this name; PCTY_ERROR_INVALID_UTF8.
/// Ownership: `*out` is plain data.
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
        byte.ok_or_else(no_such_file)
    })
}

/// Writes the syntax at a byte, which is counted as in ranges: the blocks around it, the argument,
/// and the expressions within the argument, as they are written. If a JSON string has escapes, its
/// bytes differ from those of its template, and the innermost expression is the string. For merged
/// bodies, `file` is the name of the text that is searched; if it is empty, the first one is
/// searched.
///
/// Errors: PCTY_ERROR_NOT_FOUND if no text has this name; PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_at_byte(
    body: Option<&pcty_hcl_body>,
    file: pcty_str,
    byte: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_location>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let found = need(body, "body")?.0.at(file_name(&file)?, byte);
        found.ok_or_else(no_such_file)
    })
}

/// Returns the block around a location at a position, from 0. The outermost block is first.
///
/// Ownership: owned by `location` and valid while it lives.
/// NULL: returns NULL. Also returns NULL past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_location_block_at(
    location: Option<&pcty_hcl_location>,
    index: usize,
) -> *const pcty_hcl_block {
    quiet(ptr::null(), || {
        location
            .and_then(|location| location.0.blocks.get(index))
            .map_or(ptr::null(), pcty_hcl_block::borrowed)
    })
}

/// Writes the argument at a location and the numbers of blocks and expressions around it.
///
/// Returns: whether there is a location.
/// Ownership: the argument in `*out` is owned by `location` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_location_info(
    location: Option<&pcty_hcl_location>,
    out: Option<&mut MaybeUninit<pcty_hcl_location_data>>,
) -> bool {
    quiet(false, || {
        let data = location.map(|pcty_hcl_location(found)| pcty_hcl_location_data {
            block_count: found.blocks.len(),
            attribute: (found.attribute.as_ref()).map_or(ptr::null(), pcty_hcl_attribute::borrowed),
            expression_count: found.expressions.len(),
        });
        write_found(data, out)
    })
}

/// Returns the expression around a location at a position, from 0. The outermost expression is
/// first.
///
/// Ownership: owned by `location` and valid while it lives.
/// NULL: returns NULL. Also returns NULL past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_location_expression_at(
    location: Option<&pcty_hcl_location>,
    index: usize,
) -> *const pcty_hcl_expression {
    quiet(ptr::null(), || {
        location
            .and_then(|location| location.0.expressions.get(index))
            .map_or(ptr::null(), pcty_hcl_expression::borrowed)
    })
}

owned! {
    /// Frees a location.
    fn pcty_hcl_location_free(location: pcty_hcl_location);
}
