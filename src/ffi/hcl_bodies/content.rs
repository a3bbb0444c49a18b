//! HCL: what a body contains.
//!
//! The arguments and blocks that a schema found in a body, with the places where they stand.

use super::body::pcty_hcl_body;
use crate::dialect::hcl::body::{
    Attribute, AttributeSchema, Block, BlockSchema, Body, Content, Schema,
};
use crate::dialect::hcl::eval::Expr;
use crate::dialect::hcl::{Defaults, Scope};
use crate::ffi::base::error::{pcty_error, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::findings::make_diagnosed;
use crate::ffi::guard::{Handle, handle, need, quiet, release, slice, text, versioned};
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::reentry::within;
use crate::source::{Code, Result};
use crate::types::Str;
use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;

/// What a body contains. Never changes; any number of threads may use it at once.
///
/// ```c
/// static void print_content(const pcty_hcl_content *content) {
///     for (size_t i = 0; i < pcty_hcl_content_attribute_count(content); i++) {
///         pcty_str name = pcty_hcl_attribute_name(pcty_hcl_content_attribute_at(content, i));
///         printf("%.*s = ...\n", (int)name.len, name.data);
///     }
///     for (size_t i = 0; i < pcty_hcl_content_block_count(content); i++) {
///         pcty_str type = pcty_hcl_block_type(pcty_hcl_content_block_at(content, i));
///         printf("%.*s { ... }\n", (int)type.len, type.data);
///     }
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_content(Contents);

handle!(pcty_hcl_content, Contents);

/// An argument of a body; lent by what the body contains.
///
/// ```c
/// static pcty_value *value_of(const pcty_hcl_attribute *attribute, const pcty_hcl_scope *scope) {
///     pcty_value *value = NULL;
///     must(pcty_hcl_expression_evaluate(pcty_hcl_attribute_expression(attribute), scope, &value, NULL, NULL));
///     return value;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_attribute(pub(crate) Attribute);

handle!(pcty_hcl_attribute, Attribute);

/// A block of a body; lent by what the body contains.
///
/// ```c
/// static pcty_hcl_body *body_of(const pcty_hcl_block *block) {
///     return pcty_hcl_body_clone(pcty_hcl_block_body(block)); // outlives the block
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_block(pub(crate) Block);

handle!(pcty_hcl_block, Block);

/// An argument that a body may have.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_attribute_schema {
    /// The name.
    pub name: pcty_str,
    /// Whether it must be there.
    pub required: bool,
}

/// A type of blocks that a body may have.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_block_schema {
    /// The type.
    pub ty: pcty_str,
    /// What the labels are called; a block must have as many.
    pub labels: *const pcty_str,
    /// How many there are.
    pub label_count: usize,
}

/// Which arguments and blocks a body may have. Start from PCTY_HCL_SCHEMA_INIT.
#[repr(C)]
pub struct pcty_hcl_schema {
    /// The size of this struct.
    pub struct_size: u32,
    /// The arguments.
    pub attributes: *const pcty_hcl_attribute_schema,
    /// How many there are.
    pub attribute_count: usize,
    /// The types of blocks.
    pub blocks: *const pcty_hcl_block_schema,
    /// How many there are.
    pub block_count: usize,
}

/// # Safety
/// `given` is NULL or valid, and so is what it points to.
unsafe fn schema(given: *const pcty_hcl_schema) -> Result<Schema> {
    // SAFETY: this function has the same contract.
    let given = unsafe { versioned(given, "schema") }?;
    let (attributes, count) = (given.attributes, given.attribute_count);
    // SAFETY: by this function's contract there are as many.
    let attributes = unsafe { slice(attributes, count, "schema->attributes") }?;
    // SAFETY: by this function's contract there are as many.
    let blocks = unsafe { slice(given.blocks, given.block_count, "schema->blocks") }?;
    let attribute = |given: &pcty_hcl_attribute_schema| {
        Ok(AttributeSchema {
            name: text(&given.name, "schema->attributes[].name")?.into(),
            required: given.required,
        })
    };
    let block = |given: &pcty_hcl_block_schema| {
        let (labels, count) = (given.labels, given.label_count);
        // SAFETY: by this function's contract there are as many.
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

// What the header says of threads: any number may use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Contents>();
    any_thread::<Body>();
    any_thread::<Expr>();
    any_thread::<Scope>();
    any_thread::<Defaults>();
};

/// What a body contains, and its arguments by name once they are asked for so.
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

    /// The arguments of a body without blocks.
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

/// The content of a body by a schema that lists everything that the body may contain.
///
/// Returns: the content; with `diagnostics`, as much of it as matches the schema.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: `*out` and `*diagnostics` are the caller's; `schema` is read during the call.
/// NULL: `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
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
        // SAFETY: by the header's contract `schema` is NULL or as large as it says.
        let schema = unsafe { self::schema(schema) }?;
        within(|budget| {
            let found = body.content_within(&schema, budget);
            let content = Contents::new(found.content);
            mode.settle(Code::Diagnostics, content, found.diagnostics)
        })
    })
}

/// The content of a body by a schema that lists a part of what the body may contain, and a body
/// of the rest.
///
/// Returns: the content; with `diagnostics`, as much of it as matches the schema.
/// Errors: as `pcty_hcl_body_content`.
/// Ownership: `*out`, `*rest` and `*diagnostics` are the caller's; `schema` is read during the
/// call.
/// NULL: `rest`, `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
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
        // SAFETY: by the header's contract `schema` is NULL or as large as it says.
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

/// The attributes of a body that may have attributes of any name and no blocks, in the order of
/// the text.
///
/// Returns: the attributes. A block is a diagnostic; with `diagnostics` it is left out.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
/// Ownership: `*out` and `*diagnostics` are the caller's.
/// NULL: `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
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

/// The number of arguments. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_attribute_count(content: Option<&pcty_hcl_content>) -> usize {
    quiet(0, || {
        content.map_or(0, |content| content.0.content.attributes.len())
    })
}

/// The argument at a position, from 0: in the order of the schema, or of the text where
/// there was none.
///
/// Ownership: lent as long as the content. NULL: gives NULL, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_attribute_at(
    content: Option<&pcty_hcl_content>,
    index: usize,
) -> *const pcty_hcl_attribute {
    quiet(ptr::null(), || {
        content
            .and_then(|content| content.0.content.attributes.get(index))
            .map_or(ptr::null(), pcty_hcl_attribute::lend)
    })
}

/// The argument of a name.
///
/// Ownership: lent as long as the content. NULL: gives NULL, as does a name that is not
/// there.
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
            .map_or(ptr::null(), pcty_hcl_attribute::lend)
    })
}

/// The number of blocks. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_block_count(content: Option<&pcty_hcl_content>) -> usize {
    quiet(0, || {
        content.map_or(0, |content| content.0.content.blocks.len())
    })
}

/// The block at a position, from 0, in the order of the text.
///
/// Ownership: lent as long as the content. NULL: gives NULL, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_block_at(
    content: Option<&pcty_hcl_content>,
    index: usize,
) -> *const pcty_hcl_block {
    quiet(ptr::null(), || {
        content
            .and_then(|content| content.0.content.blocks.get(index))
            .map_or(ptr::null(), pcty_hcl_block::lend)
    })
}

/// The place to point at when something is missing. NULL: gives the start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_missing_range(content: Option<&pcty_hcl_content>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(content.map(|content| content.0.content.missing_item))
    })
}

/// Frees what a body contains. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_content_free(content: Option<Box<pcty_hcl_content>>) {
    release(content)
}

/// An argument's name.
///
/// Ownership: lent as long as the argument. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_attribute_name(attribute: Option<&pcty_hcl_attribute>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        attribute.map_or(pcty_str::NONE, |attribute| {
            pcty_str::lend(&attribute.0.name)
        })
    })
}

/// What an argument is set to.
///
/// Ownership: lent as long as the argument. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_attribute_expression(
    attribute: Option<&pcty_hcl_attribute>,
) -> *const pcty_hcl_expression {
    quiet(ptr::null(), || {
        attribute.map_or(ptr::null(), |attribute| {
            pcty_hcl_expression::lend(&attribute.0.expr)
        })
    })
}

/// Where an argument stands, from its name to the end of its expression. NULL: gives the
/// start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_attribute_range(attribute: Option<&pcty_hcl_attribute>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(attribute.map(|attribute| attribute.0.range))
    })
}

/// Where an argument's name stands. NULL: gives the start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_attribute_name_range(
    attribute: Option<&pcty_hcl_attribute>,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(attribute.map(|attribute| attribute.0.name_range))
    })
}

/// What the text is called that an argument stands in.
///
/// Ownership: lent as long as the argument. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_attribute_file(attribute: Option<&pcty_hcl_attribute>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        attribute.map_or(pcty_str::NONE, |attribute| {
            pcty_str::lend(&attribute.0.source.name)
        })
    })
}

/// A block's type.
///
/// Ownership: lent as long as the block. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_type(block: Option<&pcty_hcl_block>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        block.map_or(pcty_str::NONE, |block| pcty_str::lend(&block.0.block_type))
    })
}

/// The number of a block's labels. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_label_count(block: Option<&pcty_hcl_block>) -> usize {
    quiet(0, || block.map_or(0, |block| block.0.labels.len()))
}

/// A block's label by its position, from 0.
///
/// Ownership: lent as long as the block. NULL: gives no text, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_label_at(
    block: Option<&pcty_hcl_block>,
    index: usize,
) -> pcty_str {
    quiet(pcty_str::NONE, || {
        block
            .and_then(|block| block.0.labels.get(index))
            .map_or(pcty_str::NONE, |label| pcty_str::lend(label))
    })
}

/// Where a block's label stands. NULL: gives the start of a text, as does a position past
/// the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_label_range_at(
    block: Option<&pcty_hcl_block>,
    index: usize,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(block.and_then(|block| block.0.label_ranges.get(index).copied()))
    })
}

/// A block's body.
///
/// Ownership: lent as long as the block. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_body(block: Option<&pcty_hcl_block>) -> *const pcty_hcl_body {
    quiet(ptr::null(), || {
        block.map_or(ptr::null(), |block| pcty_hcl_body::lend(&block.0.body))
    })
}

/// Where a block's header stands: its type and its labels. NULL: gives the start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_range(block: Option<&pcty_hcl_block>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(block.map(|block| block.0.def_range))
    })
}

/// Where a block's type stands. NULL: gives the start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_type_range(block: Option<&pcty_hcl_block>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(block.map(|block| block.0.type_range))
    })
}

/// What the text is called that a block stands in.
///
/// Ownership: lent as long as the block. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_block_file(block: Option<&pcty_hcl_block>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        block.map_or(pcty_str::NONE, |block| pcty_str::lend(&block.0.source.name))
    })
}
