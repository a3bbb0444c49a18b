//! HCL: bodies.
//!
//! A configuration is arguments and blocks, and a block has a body again. JSON does not tell
//! the two apart, so a body is always asked by a schema that says which names are what; the
//! answer is a `pcty_hcl_content`. As with expressions, the forms that end in `_diagnosed`
//! always give a result, and all diagnostics beside it.

use super::content::{Contents, pcty_hcl_content};
use crate::dialect::hcl::body::{
    AttributeSchema, BlockSchema, Body, ParsedBody, Schema, parse_config_at, parse_json_config_at,
};
use crate::ffi::base::error::{pcty_error, pcty_position, pcty_range, position};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::findings::{make_and_tell, sound, source, told};
use crate::ffi::guard::{
    Handle, handle, invalid, make, need, peek, quiet, refs, release, slice, text, unnamed,
    versioned,
};
use crate::ffi::hcl::expression::{
    PCTY_HCL_JSON, PCTY_HCL_NATIVE, PCTY_HCL_TEMPLATE, pcty_hcl_syntax,
};
use crate::ffi::marks::set::pcty_marks;
use crate::ffi::reentry::within;
use crate::source::{Code, Position, Result};
use std::mem::MaybeUninit;
use std::ptr;

/// Arguments and blocks as they were read. Never changes; any number of threads may use it
/// at once.
///
/// ```c
/// // Reads `port = ...` and passes over whatever else there is.
/// static pcty_value *port_of(pcty_str file, pcty_str text, const pcty_hcl_scope *scope) {
///     const pcty_hcl_attribute_schema wanted[] = {{PCTY_STR_INIT("port"), true}};
///     pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
///     schema.attributes = wanted;
///     schema.attribute_count = 1;
///     pcty_hcl_body *body = NULL;
///     pcty_hcl_content *content = NULL;
///     pcty_value *port = NULL;
///     if (pcty_hcl_body_parse(text, file, PCTY_HCL_NATIVE, &body, NULL) == PCTY_OK &&
///         pcty_hcl_body_partial_content(body, &schema, &content, NULL, NULL) == PCTY_OK) {
///         const pcty_hcl_attribute *found = pcty_hcl_content_attribute_get(content, PCTY_STR("port"));
///         pcty_hcl_expression_evaluate(pcty_hcl_attribute_expression(found), scope, &port, NULL);
///     }
///     pcty_hcl_content_free(content);
///     pcty_hcl_body_free(body);
///     return port;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_body(pub(crate) Body);

handle!(pcty_hcl_body, Body);

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
    unsafe {
        let given = versioned(given, "schema")?;
        let attributes = slice(
            given.attributes,
            given.attribute_count,
            "schema->attributes",
        )?;
        let blocks = slice(given.blocks, given.block_count, "schema->blocks")?;
        let attribute = |given: &pcty_hcl_attribute_schema| {
            Ok(AttributeSchema {
                name: text(&given.name, "schema->attributes[].name")?.into(),
                required: given.required,
            })
        };
        let block = |given: &pcty_hcl_block_schema| {
            let labels = slice(given.labels, given.label_count, "schema->blocks[].labels")?;
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
}

/// What a text is as a body, and what is wrong with it.
fn read(
    syntax: pcty_hcl_syntax,
    file: &pcty_str,
    source_text: &pcty_str,
    start: Position,
) -> Result<ParsedBody> {
    let (name, bytes) = (text(file, "file")?, source(source_text)?);
    match syntax {
        PCTY_HCL_NATIVE => Ok(parse_config_at(bytes, name, start)),
        PCTY_HCL_JSON => Ok(parse_json_config_at(bytes, name, start)),
        PCTY_HCL_TEMPLATE => Err(invalid("there are no bodies in a template")),
        other => Err(unnamed("syntax", other)),
    }
}

/// Reads a configuration file. `file` is what diagnostics call the text. It should be UTF-8;
/// a byte that is not is told of like any other fault.
///
/// Ownership: `*out` is the caller's; the text is copied.
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`;
/// PCTY_ERROR_INVALID_ARGUMENT for PCTY_HCL_TEMPLATE.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_parse(
    source_text: pcty_str,
    file: pcty_str,
    syntax: pcty_hcl_syntax,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let parsed = read(syntax, &file, &source_text, Position::START)?;
        sound(Code::Syntax, parsed.body, parsed.diagnostics)
    })
}

/// Reads a configuration file as far as it can be read.
///
/// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
/// are none; the text is copied.
/// Errors: PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for
/// PCTY_HCL_TEMPLATE.
/// NULL: `diagnostics` and `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_parse_diagnosed(
    source_text: pcty_str,
    file: pcty_str,
    syntax: pcty_hcl_syntax,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_and_tell(out, diagnostics, error, || {
        let parsed = read(syntax, &file, &source_text, Position::START)?;
        Ok(told(Code::Syntax, parsed.body, parsed.diagnostics))
    })
}

/// Reads a configuration that is a part of a larger text, as `pcty_hcl_body_parse`: its first
/// byte stands at `start`, from which all places count, those of diagnostics too.
///
/// Ownership: `*out` is the caller's; the text is copied.
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`;
/// PCTY_ERROR_INVALID_ARGUMENT for PCTY_HCL_TEMPLATE, and for a line or column of 0.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_parse_part(
    source_text: pcty_str,
    file: pcty_str,
    start: pcty_position,
    syntax: pcty_hcl_syntax,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let parsed = read(syntax, &file, &source_text, position(start)?)?;
        sound(Code::Syntax, parsed.body, parsed.diagnostics)
    })
}

/// Reads a configuration that is a part of a larger text as far as it can be read.
///
/// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
/// are none; the text is copied.
/// Errors: PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for
/// PCTY_HCL_TEMPLATE, and for a line or column of 0.
/// NULL: `diagnostics` and `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_parse_part_diagnosed(
    source_text: pcty_str,
    file: pcty_str,
    start: pcty_position,
    syntax: pcty_hcl_syntax,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_and_tell(out, diagnostics, error, || {
        let parsed = read(syntax, &file, &source_text, position(start)?)?;
        Ok(told(Code::Syntax, parsed.body, parsed.diagnostics))
    })
}

/// Several bodies as one, as those of the files of a module: the arguments of all of them,
/// of which each may be set once, and the blocks one after the other.
///
/// Ownership: `*out` is the caller's; the bodies stay the caller's.
/// Errors: none but NULL.
/// NULL: `bodies` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_body_merge(
    bodies: *const *const pcty_hcl_body,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `bodies` has as many elements as the call says.
        let parts = unsafe { refs(bodies, count, "bodies") }?;
        Ok(Body::merged(parts.iter().map(|&part| part.clone())))
    })
}

/// Another handle of the same body; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_clone(body: Option<&pcty_hcl_body>) -> *mut pcty_hcl_body {
    quiet(ptr::null_mut(), || {
        body.map_or(ptr::null_mut(), |body| pcty_hcl_body::own(body.0.clone()))
    })
}

/// Frees a body. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_free(body: Option<Box<pcty_hcl_body>>) {
    release(body)
}

/// The place to point at when something is missing in the body. NULL: gives the start of a
/// text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_missing_range(body: Option<&pcty_hcl_body>) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(body.map(|body| body.0.missing_item_range()))
    })
}

/// What the text is called that the body, or the first of several, stands in.
///
/// Ownership: lent as long as the body. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_file(body: Option<&pcty_hcl_body>) -> pcty_str {
    peek(pcty_str::NONE, || {
        body.and_then(|body| body.0.source())
            .map_or(pcty_str::NONE, |source| pcty_str::lend(&source.name))
    })
}

/// Whether nothing is known of the body but its shape, nor how many blocks like its own there
/// are: what a `dynamic` block over an unknown collection gives. NULL: gives false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_is_unknown(body: Option<&pcty_hcl_body>) -> bool {
    peek(false, || body.is_some_and(|body| body.0.is_unknown()))
}

/// The marks that whatever is made of the body has to take on: those of the collection that
/// its `dynamic` block iterates over. Values of its expressions have them already.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_marks(body: Option<&pcty_hcl_body>) -> *mut pcty_marks {
    quiet(ptr::null_mut(), || {
        body.map_or(ptr::null_mut(), |body| pcty_marks::own(body.0.marks()))
    })
}

/// What a body contains by a schema that says all that it may.
///
/// Ownership: `*out` is the caller's; `schema` is read during the call.
/// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error;
/// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_body_content(
    body: Option<&pcty_hcl_body>,
    schema: *const pcty_hcl_schema,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_content>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let body = &need(body, "body")?.0;
        // SAFETY: by the header's contract `schema` is NULL or as large as it says.
        let schema = unsafe { self::schema(schema) }?;
        let found = within(|budget| Ok(body.content_within(&schema, budget)))?;
        sound(
            Code::Diagnostics,
            Contents::new(found.content),
            found.diagnostics,
        )
    })
}

/// What a body contains by a schema that says all that it may, as far as it fits.
///
/// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
/// are none; `schema` is read during the call.
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// NULL: `diagnostics` and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_body_content_diagnosed(
    body: Option<&pcty_hcl_body>,
    schema: *const pcty_hcl_schema,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_content>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_and_tell(out, diagnostics, error, || {
        let body = &need(body, "body")?.0;
        // SAFETY: by the header's contract `schema` is NULL or as large as it says.
        let schema = unsafe { self::schema(schema) }?;
        let found = within(|budget| Ok(body.content_within(&schema, budget)))?;
        let content = Contents::new(found.content);
        Ok(told(Code::Diagnostics, content, found.diagnostics))
    })
}

/// What a body contains by a schema that says some of what it may, and a body of the rest.
///
/// Ownership: `*out` and `*rest` are the caller's; `schema` is read during the call.
/// Errors: as `pcty_hcl_body_content`.
/// NULL: `rest` and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_body_partial_content(
    body: Option<&pcty_hcl_body>,
    schema: *const pcty_hcl_schema,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_content>>,
    rest: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `schema` is NULL or as large as it says.
        let schema = unsafe { self::schema(schema) }?;
        let body = &need(body, "body")?.0;
        let (found, others) = within(|budget| Ok(body.partial_content_within(&schema, budget)))?;
        let content = Contents::new(found.content);
        let content = sound(Code::Diagnostics, content, found.diagnostics)?;
        if let Some(rest) = rest {
            rest.write(pcty_hcl_body::own(others));
        }
        Ok(content)
    })
}

/// What a body contains by a schema that says some of what it may, as far as it fits, and a
/// body of the rest.
///
/// Ownership: `*out` and `*rest` are the caller's, and so is `*diagnostics`, which is NULL
/// where there are none; `schema` is read during the call.
/// Errors: as `pcty_hcl_body_content_diagnosed`.
/// NULL: `rest`, `diagnostics` and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_body_partial_content_diagnosed(
    body: Option<&pcty_hcl_body>,
    schema: *const pcty_hcl_schema,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_content>>,
    rest: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_and_tell(out, diagnostics, error, || {
        // SAFETY: by the header's contract `schema` is NULL or as large as it says.
        let schema = unsafe { self::schema(schema) }?;
        let body = &need(body, "body")?.0;
        let (found, others) = within(|budget| Ok(body.partial_content_within(&schema, budget)))?;
        let content = Contents::new(found.content);
        if let Some(rest) = rest {
            rest.write(pcty_hcl_body::own(others));
        }
        Ok(told(Code::Diagnostics, content, found.diagnostics))
    })
}

/// The arguments of a body that may have any, and no blocks: its attributes, in the order
/// of the text.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error, as when
/// there is a block.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_attributes(
    body: Option<&pcty_hcl_body>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_content>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let body = &need(body, "body")?.0;
        let found = body.just_attributes();
        let content = Contents::of_attributes(found.content, body);
        sound(Code::Diagnostics, content, found.diagnostics)
    })
}

/// The arguments of a body that may have any, and no blocks, as far as there are some.
///
/// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
/// are none.
/// Errors: none but NULL.
/// NULL: `diagnostics` and `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_attributes_diagnosed(
    body: Option<&pcty_hcl_body>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_content>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_and_tell(out, diagnostics, error, || {
        let body = &need(body, "body")?.0;
        let found = body.just_attributes();
        let content = Contents::of_attributes(found.content, body);
        Ok(told(Code::Diagnostics, content, found.diagnostics))
    })
}
