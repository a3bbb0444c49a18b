//! HCL: the content of a body.
//!
//! The content is the arguments and blocks that match a schema, with their ranges.

use super::body::pcty_hcl_body;
use crate::dialect::hcl::body::{
    Attribute, AttributeSchema, Block, BlockSchema, Body, Content, Schema,
};
use crate::dialect::hcl::eval::Expr;
use crate::dialect::hcl::{Defaults, Scope};
use crate::ffi::base::error::{pcty_error, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::diagnosed::make_diagnosed;
use crate::ffi::guard::{Handle, handle, need, owned, quiet, slice, text, versioned, write_found};
use crate::ffi::hcl::expression::{
    PCTY_HCL_RANGE_CLOSE_BRACE, PCTY_HCL_RANGE_HEADER, PCTY_HCL_RANGE_OPEN_BRACE,
    PCTY_HCL_RANGE_TYPE, PCTY_HCL_RANGE_WHOLE, pcty_hcl_expression, pcty_hcl_range_kind,
};
use crate::ffi::reentry::within;
use crate::source::{Code, Result};
use crate::types::Str;
use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;

/// The content of a body. It never changes; any number of threads may use it at once.
///
/// ```c
/// static void print_content(const pcty_hcl_content *content) {
///     pcty_hcl_content_data all;
///     pcty_hcl_attribute_data attribute;
///     pcty_hcl_block_data block;
///     pcty_hcl_content_info(content, &all);
///     for (size_t i = 0; i < all.attribute_count; i++) {
///         pcty_hcl_attribute_info(pcty_hcl_content_attribute_at(content, i), &attribute);
///         printf("%.*s = ...\n", (int)attribute.name.len, attribute.name.data);
///     }
///     for (size_t i = 0; i < all.block_count; i++) {
///         pcty_hcl_block_info(pcty_hcl_content_block_at(content, i), &block);
///         printf("%.*s { ... }\n", (int)block.type.len, block.type.data);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_content(Contents);

handle!(pcty_hcl_content, Contents);

/// An argument of a body. It is owned by the content, the items or the location that it is read
/// from. Any number of threads may use it at once.
///
/// ```c
/// static pcty_value *value_of(const pcty_hcl_attribute *attribute, const pcty_hcl_scope *scope) {
///     pcty_hcl_attribute_data data;
///     pcty_value *value = NULL;
///     pcty_hcl_attribute_info(attribute, &data);
///     must(pcty_hcl_expression_evaluate(data.expression, scope, &value, NULL, NULL));
///     return value;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_attribute(pub(crate) Attribute);

handle!(pcty_hcl_attribute, Attribute);

/// A block of a body. It is owned by the content, the items or the location that it is read from.
/// Any number of threads may use it at once.
///
/// ```c
/// static pcty_hcl_body *body_of(const pcty_hcl_block *block) {
///     pcty_hcl_block_data data;
///     pcty_hcl_block_info(block, &data);
///     return pcty_hcl_body_clone(data.body); // outlives the block
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_block(pub(crate) Block);

handle!(pcty_hcl_block, Block);

/// The sizes of a content.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_content_data {
    /// The number of arguments: `pcty_hcl_content_attribute_at`.
    pub attribute_count: usize,
    /// The number of blocks: `pcty_hcl_content_block_at`.
    pub block_count: usize,
    /// The range for diagnostics about items that are missing in the body.
    pub missing_range: pcty_range,
}

/// The data of an argument.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_attribute_data {
    /// The name.
    pub name: pcty_str,
    /// The expression of the value.
    pub expression: *const pcty_hcl_expression,
    /// The range from the name to the end of the expression.
    pub range: pcty_range,
    /// The range of the name.
    pub name_range: pcty_range,
    /// The name of the text that the argument is in.
    pub file: pcty_str,
}

/// The data of a block.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_block_data {
    /// The type.
    pub ty: pcty_str,
    /// The number of labels: `pcty_hcl_block_label_at`.
    pub label_count: usize,
    /// The body.
    pub body: *const pcty_hcl_body,
    /// The name of the text that the block is in.
    pub file: pcty_str,
}

/// A label of a block.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_label {
    /// The label, without quotes.
    pub text: pcty_str,
    /// Its range.
    pub range: pcty_range,
}

/// An argument that a body may have.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_attribute_schema {
    /// The name.
    pub name: pcty_str,
    /// Whether a missing argument is an error.
    pub required: bool,
}

/// A type of blocks that a body may have.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_block_schema {
    /// The type.
    pub ty: pcty_str,
    /// The names of the labels. A block must have exactly these labels.
    pub labels: *const pcty_str,
    /// The number of labels.
    pub label_count: usize,
}

/// The arguments and blocks that a body may have. Start from PCTY_HCL_SCHEMA_INIT.
#[repr(C)]
pub struct pcty_hcl_schema {
    /// The size of this struct.
    pub struct_size: u32,
    /// The arguments.
    pub attributes: *const pcty_hcl_attribute_schema,
    /// The number of arguments.
    pub attribute_count: usize,
    /// The types of blocks.
    pub blocks: *const pcty_hcl_block_schema,
    /// The number of types of blocks.
    pub block_count: usize,
}

/// # Safety
/// `given` is NULL or valid, and so are its pointers.
unsafe fn schema(given: *const pcty_hcl_schema) -> Result<Schema> {
    // SAFETY: this function has the same contract.
    let given = unsafe { versioned(given, "schema") }?;
    let (attributes, count) = (given.attributes, given.attribute_count);
    // SAFETY: by this function's contract the array has this length.
    let attributes = unsafe { slice(attributes, count, "schema->attributes") }?;
    // SAFETY: by this function's contract the array has this length.
    let blocks = unsafe { slice(given.blocks, given.block_count, "schema->blocks") }?;
    let attribute = |given: &pcty_hcl_attribute_schema| {
        Ok(AttributeSchema {
            name: text(&given.name, "schema->attributes[].name")?.into(),
            required: given.required,
        })
    };
    let block = |given: &pcty_hcl_block_schema| {
        let (labels, count) = (given.labels, given.label_count);
        // SAFETY: by this function's contract the array has this length.
        let labels = unsafe { slice(labels, count, "schema->blocks[].labels") }?;
        let label = |&given: &pcty_str| Ok(text(&given, "schema->blocks[].labels[]")?.into());
        Ok(BlockSchema {
            block_type: text(&given.ty, "schema->blocks[].type")?.into(),
            labels: labels.iter().map(label).collect::<Result<_>>()?,
        })
    };
    Ok(Schema {
        attributes: attributes.iter().map(attribute).collect::<Result<_>>()?,
        blocks: blocks.iter().map(block).collect::<Result<_>>()?,
    })
}

// The header allows any number of threads to use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Contents>();
    any_thread::<Body>();
    any_thread::<Expr>();
    any_thread::<Scope>();
    any_thread::<Defaults>();
};

/// The content of a body, and an index of its arguments by name, which the first lookup creates.
pub struct Contents {
    content: Content,
    by_name: OnceLock<HashMap<Str, usize>>,
}

impl Contents {
    pub(crate) fn new(content: Content) -> Contents {
        Contents {
            content,
            by_name: OnceLock::new(),
        }
    }

    /// Creates the content of a body without blocks.
    pub(crate) fn of_attributes(attributes: Vec<Attribute>, body: &Body) -> Contents {
        Contents::new(Content {
            attributes,
            blocks: Vec::new(),
            missing_item: body.missing_item_range(),
        })
    }

    fn attribute(&self, name: &str) -> Option<&Attribute> {
        let attributes = &self.content.attributes;
        let by_name = self.by_name.get_or_init(|| {
            let places = attributes.iter().enumerate();
            places
                .map(|(at, attribute)| (attribute.name.clone(), at))
                .collect()
        });
        attributes.get(*by_name.get(name)?)
    }
}

/// Reads the content of a body by a schema that lists all allowed items.
///
/// Returns: the content; with `diagnostics`, as much of it as matches the schema.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: the caller owns `*out` and `*diagnostics`; `schema` is read only during the call.
/// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_body_content(
    body: Option<&pcty_hcl_body>,
    schema: *const pcty_hcl_schema,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_content>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // A callback may free the body.
        let body = need(body, "body")?.0.clone();
        // SAFETY: by the header's contract `schema` is NULL or has the size in its `struct_size`.
        let schema = unsafe { self::schema(schema) }?;
        within(|budget| {
            let found = body.content_within(&schema, budget);
            let content = Contents::new(found.content);
            mode.settle(Code::Diagnostics, content, found.diagnostics)
        })
    })
}

/// Reads the content of a body by a schema that lists some of the allowed items, and creates a body
/// of the rest.
///
/// Returns: the content; with `diagnostics`, as much of it as matches the schema.
/// Errors: the same as for `pcty_hcl_body_content`.
/// Ownership: the caller owns `*out`, `*rest` and `*diagnostics`; `schema` is read only during the
/// call.
/// NULL: `rest`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_body_partial_content(
    body: Option<&pcty_hcl_body>,
    schema: *const pcty_hcl_schema,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_content>>,
    rest: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // SAFETY: by the header's contract `schema` is NULL or has the size in its `struct_size`.
        let schema = unsafe { self::schema(schema) }?;
        // A callback may free the body.
        let body = need(body, "body")?.0.clone();
        let ((content, others), found) = within(|budget| {
            let (found, others) = body.partial_content_within(&schema, budget);
            let both = (Contents::new(found.content), others);
            mode.settle(Code::Diagnostics, both, found.diagnostics)
        })?;
        if let Some(rest) = rest {
            rest.write(pcty_hcl_body::own(others));
        }
        Ok((content, found))
    })
}

/// Reads the arguments of a body that may have arguments of any name and no blocks, in the order of
/// the text.
///
/// Returns: the arguments. A block is a diagnostic; with `diagnostics` it is left out.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
/// Ownership: the caller owns `*out` and `*diagnostics`.
/// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_attributes(
    body: Option<&pcty_hcl_body>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_content>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // A callback may free the body.
        let body = need(body, "body")?.0.clone();
        within(|budget| {
            let found = body.just_attributes_within(budget);
            let content = Contents::of_attributes(found.content, &body);
            mode.settle(Code::Diagnostics, content, found.diagnostics)
        })
    })
}

/// Returns the argument at a position, from 0. The order is that of the schema, or that of the text
/// if the content was read without a schema.
///
/// Ownership: owned by `content` and valid while it lives.
/// NULL: returns NULL. Also returns NULL past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_attribute_at(
    content: Option<&pcty_hcl_content>,
    index: usize,
) -> *const pcty_hcl_attribute {
    quiet(ptr::null(), || {
        content
            .and_then(|content| content.0.content.attributes.get(index))
            .map_or(ptr::null(), pcty_hcl_attribute::borrowed)
    })
}

/// Returns the argument of a name.
///
/// Ownership: owned by `content` and valid while it lives.
/// NULL: returns NULL. Also returns NULL if there is no argument of this name.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_attribute_get(
    content: Option<&pcty_hcl_content>,
    name: pcty_str,
) -> *const pcty_hcl_attribute {
    quiet(ptr::null(), || {
        let name = text(&name, "name").ok();
        content
            .zip(name)
            .and_then(|(content, name)| content.0.attribute(name))
            .map_or(ptr::null(), pcty_hcl_attribute::borrowed)
    })
}

/// Returns the block at a position, from 0, in the order of the text.
///
/// Ownership: owned by `content` and valid while it lives.
/// NULL: returns NULL. Also returns NULL past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_block_at(
    content: Option<&pcty_hcl_content>,
    index: usize,
) -> *const pcty_hcl_block {
    quiet(ptr::null(), || {
        content
            .and_then(|content| content.0.content.blocks.get(index))
            .map_or(ptr::null(), pcty_hcl_block::borrowed)
    })
}

/// Writes the sizes of a content and the range for diagnostics about missing items.
///
/// Returns: whether there is a content.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_info(
    content: Option<&pcty_hcl_content>,
    out: Option<&mut MaybeUninit<pcty_hcl_content_data>>,
) -> bool {
    quiet(false, || {
        let data = content.map(|pcty_hcl_content(all)| pcty_hcl_content_data {
            attribute_count: all.content.attributes.len(),
            block_count: all.content.blocks.len(),
            missing_range: pcty_range::of(Some(all.content.missing_item)),
        });
        write_found(data, out)
    })
}

owned! {
    /// Frees a content.
    fn pcty_hcl_content_free(content: pcty_hcl_content);
}

/// Writes the name, the expression and the ranges of an argument.
///
/// Returns: whether there is an argument.
/// Ownership: the texts and the expression in `*out` are owned by the content or the items and
/// valid while these live.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_attribute_info(
    attribute: Option<&pcty_hcl_attribute>,
    out: Option<&mut MaybeUninit<pcty_hcl_attribute_data>>,
) -> bool {
    quiet(false, || {
        let data = attribute.map(|pcty_hcl_attribute(attribute)| pcty_hcl_attribute_data {
            name: pcty_str::borrowed(&attribute.name),
            expression: pcty_hcl_expression::borrowed(&attribute.expr),
            range: pcty_range::of(Some(attribute.range)),
            name_range: pcty_range::of(Some(attribute.name_range)),
            file: pcty_str::borrowed(&attribute.source.name),
        });
        write_found(data, out)
    })
}

/// Writes the type, the body and the number of labels of a block.
///
/// Returns: whether there is a block.
/// Ownership: the texts and the body in `*out` are owned by the content, the items or the location
/// and valid while that lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_info(
    block: Option<&pcty_hcl_block>,
    out: Option<&mut MaybeUninit<pcty_hcl_block_data>>,
) -> bool {
    quiet(false, || {
        let data = block.map(|pcty_hcl_block(block)| pcty_hcl_block_data {
            ty: pcty_str::borrowed(&block.block_type),
            label_count: block.labels.len(),
            body: pcty_hcl_body::borrowed(&block.body),
            file: pcty_str::borrowed(&block.source.name),
        });
        write_found(data, out)
    })
}

/// Writes the label of a block at a position, from 0.
///
/// Returns: false past the end.
/// Ownership: the text in `*out` has the same owner as the texts of `pcty_hcl_block_info`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_label_at(
    block: Option<&pcty_hcl_block>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_hcl_label>>,
) -> bool {
    quiet(false, || {
        let label = block.and_then(|pcty_hcl_block(block)| {
            Some(pcty_hcl_label {
                text: pcty_str::borrowed(block.labels.get(index)?),
                range: pcty_range::of(block.label_ranges.get(index).copied()),
            })
        });
        write_found(label, out)
    })
}

/// Returns a range of a block: PCTY_HCL_RANGE_WHOLE, PCTY_HCL_RANGE_HEADER, PCTY_HCL_RANGE_TYPE,
/// PCTY_HCL_RANGE_OPEN_BRACE or PCTY_HCL_RANGE_CLOSE_BRACE. Each call counts the lines and columns
/// of the first and the last two.
///
/// Returns: the start of a text for a different constant, and for a brace that is missing: in JSON,
/// or in a text with a syntax error.
/// NULL: returns the start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_range(
    block: Option<&pcty_hcl_block>,
    kind: pcty_hcl_range_kind,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        let found = block.and_then(|pcty_hcl_block(block)| match kind {
            PCTY_HCL_RANGE_WHOLE => Some(block.range()),
            PCTY_HCL_RANGE_HEADER => Some(block.def_range),
            PCTY_HCL_RANGE_TYPE => Some(block.type_range),
            PCTY_HCL_RANGE_OPEN_BRACE => block.open_range(),
            PCTY_HCL_RANGE_CLOSE_BRACE => block.close_range(),
            _ => None,
        });
        pcty_range::of(found)
    })
}
