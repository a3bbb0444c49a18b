//! Schemas: reading and writing.
//!
//! Every draft from 4 to 2020-12 is read, and the schema objects of OpenAPI; what is written is
//! 2020-12. References are followed within a document and into those that the host gives; nothing
//! is fetched. `docs/reference/json-schema.md` lists the correspondence of types and schemas.

use crate::calls::Budget;
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::finder::found_by;
use crate::ffi::guard::{Handle, handle, make_charged, need, quiet, release, text, unnamed};
use crate::schema::{Document, Draft, Heading, Layout, Reading, Schema};
use crate::source::{Code, Error, Result};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// A JSON Schema: one that was read, or that was made of a type. Never changes; any number of
/// threads may use it at once.
///
/// ```c
/// // A schema in 2020-12, whichever draft it was written in.
/// static pcty_string *renewed(pcty_str text, pcty_error **error) {
///     pcty_schema *schema = NULL;
///     pcty_string *out = NULL;
///     if (pcty_schema_parse(text, PCTY_SCHEMA_DRAFT_7, &schema, error) == PCTY_OK) {
///         PCTY_IGNORE(pcty_schema_to_json(schema, PCTY_SCHEMA_WHOLE, PCTY_JSON_PRETTY, &out, error));
///     }
///     pcty_schema_free(schema);
///     return out;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_schema(pub(super) Schema);

handle!(pcty_schema, Schema);

// What the header says of threads: any number may use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Schema>();
};

/// A rule book of JSON Schema. What a document says itself, by `$schema` or `openapi`, counts
/// before what is said here.
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
/// 2020-12, which OpenAPI 3.1 has as well.
pub const PCTY_SCHEMA_DRAFT_2020_12: pcty_schema_draft = 6;

// A draft's name is its constant.
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
        other => return Err(unnamed("draft", other)),
    })
}

/// What a written schema is.
pub type pcty_schema_extent = u32;

/// A document of its own, with `$schema`.
pub const PCTY_SCHEMA_WHOLE: pcty_schema_extent = 1;
/// A part of another document, without.
pub const PCTY_SCHEMA_PART: pcty_schema_extent = 2;

/// How JSON is laid out.
pub type pcty_json_layout = u32;

/// On one line without spaces.
pub const PCTY_JSON_COMPACT: pcty_json_layout = 1;
/// A line a member and an element, by two spaces a level.
pub const PCTY_JSON_PRETTY: pcty_json_layout = 2;

/// Gives the document of an address that a reference leads to, without its fragment. On success
/// it puts the document's text into `*out`, a string of its own that the library takes; NULL, as
/// it is at first, says that it knows none. On failure it puts an error of its own into `*error`
/// and returns its code. It runs on the thread that reads, once for each address.
pub type pcty_schema_retrieve = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        address: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// The schema that a JSON text is.
///
/// Ownership: `*out` is the caller's; the text is copied.
/// Errors: PCTY_ERROR_SYNTAX for what is no JSON, and, with the place in the message, for a
/// keyword that has another form than it must have; PCTY_ERROR_NOT_FOUND for a reference that
/// leads nowhere, or to another document; PCTY_ERROR_LIMIT for what nests too deep or has too many
/// parts; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a draft without a constant.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_parse(
    json: pcty_str,
    draft: pcty_schema_draft,
    out: Option<&mut MaybeUninit<*mut pcty_schema>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let json = text(&json, "json")?;
        let reading = Reading {
            draft: draft_of(draft)?,
            ..Reading::default()
        };
        Schema::parse(json, reading, budget)
    })
}

/// The schema that stands at a place of a JSON text, with other documents that it refers to:
/// `pointer` is a JSON pointer, the empty one for the whole, such as `/components/schemas/Server`
/// of an OpenAPI document. `address` is the document's own, which relative references are
/// against; it may be empty. Otherwise as `pcty_schema_parse`.
///
/// Ownership: `*out` is the caller's; the texts are copied. `user_data` is the library's, also on
/// failure; `destroy` has released it when the call returns.
/// Errors: as `pcty_schema_parse`; what the callback says, and of a document that it gives what is
/// said of any.
/// NULL: `retrieve` (then no other document is known), `user_data`, `destroy` and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_schema_parse_part(
    json: pcty_str,
    pointer: pcty_str,
    address: pcty_str,
    draft: pcty_schema_draft,
    retrieve: pcty_schema_retrieve,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_schema>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let given = Owned::new(user_data, destroy);
    make_charged(out, error, move |budget| {
        let given = given;
        let (json, pointer) = (text(&json, "json")?, text(&pointer, "pointer")?);
        let (draft, address) = (draft_of(draft)?, text(&address, "address")?);
        let find = |address: &str| {
            let Some(retrieve) = retrieve else {
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
            draft,
            pointer,
            address,
            retrieve: Some(&find),
        };
        Schema::parse(json, reading, budget)
    })
}

/// The schema as JSON, in 2020-12: the same schema is always the same text.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_LIMIT for subschemas that stand too deep in one another;
/// PCTY_ERROR_INVALID_ARGUMENT for a number without a constant.
/// NULL: `error` may be.
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

/// A document as text, charged.
pub(super) fn written(document: &Document, layout: Layout, budget: &Budget) -> Result<OwnedText> {
    budget.charge(document.size())?;
    let text = document.to_text(layout);
    budget.hold(text.len() as u64)?;
    Ok(OwnedText::new(text))
}

/// Another handle of the same schema; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_clone(schema: Option<&pcty_schema>) -> *mut pcty_schema {
    quiet(ptr::null_mut(), || {
        schema.map_or(ptr::null_mut(), |schema| pcty_schema::own(schema.0.clone()))
    })
}

/// Frees a schema. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_free(schema: Option<Box<pcty_schema>>) {
    release(schema)
}
