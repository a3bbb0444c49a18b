//! HCL: bodies.
//!
//! A configuration consists of arguments and blocks, and a block has a body of its own. JSON does
//! not distinguish arguments from blocks, so a body is read with a schema that lists the names of
//! both; the result is a `pcty_hcl_content`. As with expressions, a function with an output
//! `diagnostics` returns a partial result if that output is not NULL.

use crate::calls::Budget;
use crate::dialect::hcl::body::{Body, ParsedBody, parse_config_within, parse_json_config_within};
use crate::ffi::base::error::{pcty_error, pcty_position, pcty_range, position};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::diagnosed::{make_diagnosed_charged, source};
use crate::ffi::guard::{
    Handle, handle, invalid, make, owned, quiet, refs, text, unnamed, write_found,
};
use crate::ffi::hcl::expression::{
    PCTY_HCL_JSON, PCTY_HCL_NATIVE, PCTY_HCL_RANGE_MISSING, PCTY_HCL_RANGE_WHOLE,
    PCTY_HCL_TEMPLATE, pcty_hcl_range_kind, pcty_hcl_syntax,
};
use crate::ffi::marks::set::pcty_marks;
use crate::source::{Code, Position, Result};
use std::mem::MaybeUninit;
use std::ptr;

/// Arguments and blocks as they were parsed. It never changes; any number of threads may use it at
/// once.
///
/// ```c
/// // Reads `port = ...` and ignores everything else.
/// static pcty_value *port_of(pcty_str file, pcty_str text, const pcty_hcl_scope *scope) {
///     const pcty_hcl_attribute_schema wanted[] = {{PCTY_STR_INIT("port"), true}};
///     pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
///     schema.attributes = wanted;
///     schema.attribute_count = 1;
///     pcty_hcl_body *body = NULL;
///     pcty_hcl_content *content = NULL;
///     pcty_value *port = NULL;
///     if (pcty_hcl_body_parse(text, file, NULL, PCTY_HCL_NATIVE, &body, NULL, NULL) == PCTY_OK &&
///         pcty_hcl_body_partial_content(body, &schema, &content, NULL, NULL, NULL) == PCTY_OK) {
///         pcty_hcl_attribute_data found;
///         pcty_hcl_attribute_info(pcty_hcl_content_attribute_get(content, PCTY_STR("port")), &found);
///         must(pcty_hcl_expression_evaluate(found.expression, scope, &port, NULL, NULL));
///     }
///     pcty_hcl_content_free(content);
///     pcty_hcl_body_free(body);
///     return port;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_body(pub(crate) Body);

handle!(pcty_hcl_body, Body);

/// The data of a body.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_body_data {
    /// The name of the text that the body is in.
    pub file: pcty_str,
    /// The text of the body as it is written: a block's body with its braces, or a whole file.
    pub text: pcty_str,
    /// Whether only the structure of the body is known, and the number of blocks like its own is
    /// not known: the body of a `dynamic` block over an unknown collection.
    pub is_unknown: bool,
}

/// Parses a text as a body, and returns the diagnostics.
fn read(
    syntax: pcty_hcl_syntax,
    file: &pcty_str,
    source_text: &pcty_str,
    start: Position,
    budget: &Budget,
) -> Result<ParsedBody> {
    let (name, bytes) = (text(file, "file")?, source(source_text)?);
    match syntax {
        PCTY_HCL_NATIVE => Ok(parse_config_within(bytes, name, start, budget)),
        PCTY_HCL_JSON => Ok(parse_json_config_within(bytes, name, start, budget)),
        PCTY_HCL_TEMPLATE => Err(invalid("a template has no body")),
        other => Err(unnamed("syntax", other)),
    }
}

/// Parses a configuration file. `file` is the name of the text in diagnostics. If the text is a
/// part of a larger one, `start` is the position of its first byte, and all positions count from
/// there. A byte that is not UTF-8 is a diagnostic.
///
/// Returns: the body; with `diagnostics`, as much of it as can be parsed.
/// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for PCTY_HCL_TEMPLATE, and for a
/// line or column of 0.
/// Ownership: the caller owns `*out` and `*diagnostics`; the text is copied.
/// NULL: `start` (the text is the whole), `diagnostics` and `error` may be NULL. `*diagnostics` is
/// NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_parse(
    source_text: pcty_str,
    file: pcty_str,
    start: Option<&pcty_position>,
    syntax: pcty_hcl_syntax,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed_charged(out, diagnostics, error, |mode, budget| {
        let parsed = read(
            syntax,
            &file,
            &source_text,
            position(start, "start")?,
            budget,
        )?;
        mode.settle(Code::Syntax, parsed.body, parsed.diagnostics)
    })
}

/// Merges several bodies into one, such as the bodies of the files of a module. The result has the
/// arguments of all bodies, and their blocks in order. Each argument may be set only once.
///
/// Errors: none, except for NULL.
/// Ownership: the caller owns `*out`, and still owns the bodies.
/// NULL: `bodies` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_body_merge(
    bodies: *const *const pcty_hcl_body,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `bodies` has `count` elements.
        let parts = unsafe { refs(bodies, count, "bodies") }?;
        Ok(Body::merged(parts.iter().map(|&part| part.clone())))
    })
}

owned! {
    /// Returns a new handle of the same body. Only a reference count changes.
    fn pcty_hcl_body_clone(body: &pcty_hcl_body);
    /// Frees a body.
    fn pcty_hcl_body_free(body: pcty_hcl_body);
}

/// Returns a range of a body: PCTY_HCL_RANGE_WHOLE, which is a block's body with its braces or a
/// whole file, or PCTY_HCL_RANGE_MISSING. For merged bodies it is the range of the first one. Each
/// call counts the lines and columns.
///
/// Returns: the start of a text for a different constant.
/// NULL: returns the start of a text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_range(
    body: Option<&pcty_hcl_body>,
    kind: pcty_hcl_range_kind,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        let found = body.and_then(|pcty_hcl_body(body)| match kind {
            PCTY_HCL_RANGE_WHOLE => body.range(),
            PCTY_HCL_RANGE_MISSING => Some(body.missing_item_range()),
            _ => None,
        });
        pcty_range::of(found)
    })
}

/// Writes the data of a body. For merged bodies, the texts are those of the first one.
///
/// Returns: whether there is a body.
/// Ownership: the texts in `*out` are owned by `body` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_info(
    body: Option<&pcty_hcl_body>,
    out: Option<&mut MaybeUninit<pcty_hcl_body_data>>,
) -> bool {
    quiet(false, || {
        let data = body.map(|pcty_hcl_body(body)| pcty_hcl_body_data {
            file: (body.source()).map_or(pcty_str::NONE, |source| pcty_str::borrowed(&source.name)),
            text: body.text().map_or(pcty_str::NONE, pcty_str::borrowed),
            is_unknown: body.is_unknown(),
        });
        write_found(data, out)
    })
}

/// Returns the marks that every value made from the body must have: the marks of the collection
/// that its `dynamic` block iterates over. The values of its expressions already have them.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_marks(body: Option<&pcty_hcl_body>) -> *mut pcty_marks {
    quiet(ptr::null_mut(), || {
        body.map_or(ptr::null_mut(), |body| pcty_marks::own(body.0.marks()))
    })
}
