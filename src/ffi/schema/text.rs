//! Schemas: parsing and formatting.
//!
//! All drafts from 4 to 2020-12, and the schema objects of OpenAPI, can be parsed; the output is
//! always 2020-12. References are resolved within a document and in documents that the host
//! supplies; the library fetches no documents. `docs/reference/json-schema.md` lists the
//! correspondence of types and schemas.

use crate::calls::Budget;
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::finder::found_by;
use crate::ffi::guard::{
    handle, invalid, make_charged, need, owned, quiet, text, unnamed, versioned,
};
use crate::schema::{Document, Draft, Heading, Layout, Reading, Schema};
use crate::source::{Code, Error, Result};
use std::ffi::c_void;
use std::mem::MaybeUninit;

/// A JSON Schema that was parsed, or derived from a type. It never changes; any number of threads
/// may use it at once.
///
/// ```c
/// // Converts a schema of any draft to 2020-12.
/// static pcty_string *renewed(pcty_str text, pcty_error **error) {
///     pcty_schema *schema = NULL;
///     pcty_string *out = NULL;
///     pcty_schema_options options = PCTY_SCHEMA_OPTIONS_INIT;
///     options.draft = PCTY_SCHEMA_DRAFT_7;
///     if (pcty_schema_parse(text, &options, &schema, error) == PCTY_OK) {
///         PCTY_IGNORE(pcty_schema_to_json(schema, PCTY_SCHEMA_WHOLE, PCTY_JSON_PRETTY, &out, error));
///     }
///     pcty_schema_free(schema);
///     return out;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_schema(pub(super) Schema);

handle!(pcty_schema, Schema);

// The header documents that any number of threads may use this type at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Schema>();
};

/// A version of JSON Schema. `$schema` or `openapi` in a document takes precedence over this
/// parameter.
pub type pcty_schema_draft = u32;

/// Draft 4.
pub const PCTY_SCHEMA_DRAFT_4: pcty_schema_draft = 1;
/// Schema objects of OpenAPI 3.0.
pub const PCTY_SCHEMA_OPENAPI_3_0: pcty_schema_draft = 2;
/// Draft 6.
pub const PCTY_SCHEMA_DRAFT_6: pcty_schema_draft = 3;
/// Draft 7.
pub const PCTY_SCHEMA_DRAFT_7: pcty_schema_draft = 4;
/// 2019-09.
pub const PCTY_SCHEMA_DRAFT_2019_09: pcty_schema_draft = 5;
/// 2020-12, also used by OpenAPI 3.1.
pub const PCTY_SCHEMA_DRAFT_2020_12: pcty_schema_draft = 6;

// The name of a draft is the name of its constant.
const _: () = assert!(
    Draft::Draft4 as u32 == PCTY_SCHEMA_DRAFT_4
        && Draft::OpenApi30 as u32 == PCTY_SCHEMA_OPENAPI_3_0
        && Draft::Draft6 as u32 == PCTY_SCHEMA_DRAFT_6
        && Draft::Draft7 as u32 == PCTY_SCHEMA_DRAFT_7
        && Draft::Draft201909 as u32 == PCTY_SCHEMA_DRAFT_2019_09
        && Draft::Draft202012 as u32 == PCTY_SCHEMA_DRAFT_2020_12
);

fn draft_of(draft: pcty_schema_draft) -> Result<Draft> {
    Ok(match draft {
        PCTY_SCHEMA_DRAFT_4 => Draft::Draft4,
        PCTY_SCHEMA_OPENAPI_3_0 => Draft::OpenApi30,
        PCTY_SCHEMA_DRAFT_6 => Draft::Draft6,
        PCTY_SCHEMA_DRAFT_7 => Draft::Draft7,
        PCTY_SCHEMA_DRAFT_2019_09 => Draft::Draft201909,
        PCTY_SCHEMA_DRAFT_2020_12 => Draft::Draft202012,
        other => return Err(unnamed("options->draft", other)),
    })
}

/// The extent of a formatted schema.
pub type pcty_schema_extent = u32;

/// A complete document, with `$schema`.
pub const PCTY_SCHEMA_WHOLE: pcty_schema_extent = 1;
/// A part of a different document, without `$schema`.
pub const PCTY_SCHEMA_PART: pcty_schema_extent = 2;

/// The layout of JSON text.
pub type pcty_json_layout = u32;

/// On one line without spaces.
pub const PCTY_JSON_COMPACT: pcty_json_layout = 1;
/// One line for each member and element, indented by two spaces for each level.
pub const PCTY_JSON_PRETTY: pcty_json_layout = 2;

/// Retrieves the document at an address that a reference contains, without its fragment.
///
/// On success the callback stores the document's text as a new string in `*out`, and the library
/// takes ownership of it. `*out` is initially NULL, and stays NULL if the document is not known. On
/// failure the callback stores a new error in `*error` and returns its code. It runs on the thread
/// that parses, once for each address.
pub type pcty_schema_retrieve = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        address: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Options of `pcty_schema_parse`. Start from PCTY_SCHEMA_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_schema_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// The draft of a document that does not name its own.
    pub draft: pcty_schema_draft,
    /// A JSON pointer to the schema, such as `/components/schemas/Server` in an OpenAPI document;
    /// if it is empty, the schema is the whole text.
    pub pointer: pcty_str,
    /// The address of the text, against which relative references are resolved; may be empty.
    pub address: pcty_str,
    /// Retrieves other documents; if it is NULL, no other document is known.
    pub retrieve: pcty_schema_retrieve,
    /// The first argument of `retrieve`.
    pub user_data: *mut c_void,
    /// Releases `user_data` before the call returns; may be NULL.
    pub destroy: pcty_destroy,
}

/// Parses a JSON text, or the part of it that `options->pointer` leads to, as a schema.
///
/// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON, and, with the position in the message,
/// for a keyword of an invalid form; PCTY_ERROR_NOT_FOUND for a reference without a target, or to a
/// document that is not known; PCTY_ERROR_LIMIT for a text that is nested too deep or has too many
/// parts; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a draft without a constant and
/// for a wrong `struct_size`. The same errors for documents from the callback; the error of the
/// callback.
/// Ownership: `*out` is owned by the caller; the texts are copied. The library takes ownership of
/// `options->user_data`, also on failure, unless `struct_size` is wrong.
/// NULL: `options` (then those of PCTY_SCHEMA_OPTIONS_INIT apply) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_schema_parse(
    json: pcty_str,
    options: *const pcty_schema_options,
    out: Option<&mut MaybeUninit<*mut pcty_schema>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // The data is taken before the first operation that can fail, so that it is always released.
    let given = quiet(Err(invalid("`options` cannot be read")), || {
        if options.is_null() {
            return Ok(None);
        }
        // SAFETY: by the header's contract `options` is NULL or valid.
        let options = unsafe { versioned(options, "options") }?;
        Ok(Some((
            options,
            Owned::new(options.user_data, options.destroy),
        )))
    });
    make_charged(out, error, move |budget| {
        let json = text(&json, "json")?;
        let Some((options, given)) = given? else {
            return Schema::parse(json, Reading::default(), budget);
        };
        let find = |address: &str| {
            let Some(retrieve) = options.retrieve else {
                return Ok(None);
            };
            let Some(found) = found_by(retrieve, &given, address, budget)? else {
                return Ok(None);
            };
            let at_address = |error: Error| Error::new(error.code(), format!("{address}: {error}"));
            let json = std::str::from_utf8(found.bytes()).map_err(|_| {
                at_address(Error::new(Code::InvalidUtf8, "the document is not UTF-8"))
            })?;
            Document::parse(json, budget).map(Some).map_err(at_address)
        };
        let reading = Reading {
            draft: draft_of(options.draft)?,
            pointer: text(&options.pointer, "options->pointer")?,
            address: text(&options.address, "options->address")?,
            retrieve: Some(&find),
        };
        Schema::parse(json, reading, budget)
    })
}

/// Formats a schema as JSON, in 2020-12. Equal schemas always have equal texts.
///
/// Errors: PCTY_ERROR_LIMIT for subschemas that are nested too deep; PCTY_ERROR_INVALID_ARGUMENT
/// for a number without a constant.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_to_json(
    schema: Option<&pcty_schema>,
    extent: pcty_schema_extent,
    layout: pcty_json_layout,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let schema = &need(schema, "schema")?.0;
        let heading = match extent {
            PCTY_SCHEMA_WHOLE => Heading::Dialect,
            PCTY_SCHEMA_PART => Heading::None,
            other => return Err(unnamed("extent", other)),
        };
        let layout = match layout {
            PCTY_JSON_COMPACT => Layout::Compact,
            PCTY_JSON_PRETTY => Layout::Pretty,
            other => return Err(unnamed("layout", other)),
        };
        let document = schema.to_document(heading, budget)?;
        written(&document, layout, budget)
    })
}

/// Formats a document, charged to the budget.
pub(super) fn written(document: &Document, layout: Layout, budget: &Budget) -> Result<OwnedText> {
    budget.charge(document.size())?;
    let text = document.to_text(layout);
    budget.hold(text.len() as u64)?;
    Ok(OwnedText::new(text))
}

owned! {
    /// Returns a new handle of the same schema. Only a reference count changes.
    fn pcty_schema_clone(schema: &pcty_schema);
    /// Frees a schema.
    fn pcty_schema_free(schema: pcty_schema);
}
