//! Schemas: conversion of a type to a schema, and of a schema to a type.
//!
//! If the result cannot express the source exactly, it is the nearest one, and a note names the
//! position of each difference in both. The overall relation between the two, with witnesses, is
//! computed separately.

use super::documents::{
    Documents, Found, Of, pcty_schema_documents_question, pcty_schema_relation, question_of,
};
use super::text::pcty_schema;
use crate::dialect::DialectId;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::dialects::dialect::{id, pcty_dialect};
use crate::ffi::guard::{
    Handle, handle, invalid, make_charged, need, owned, quiet, unnamed, write_found,
};
use crate::ffi::hcl::defaults::pcty_hcl_defaults;
use crate::ffi::types::constructors::pcty_type;
use crate::schema::{
    Details, Exported, Imported, Mismatch, Note, OpenObjects, Schema, details_of, export, import,
};
use crate::types::Type;
use std::mem::MaybeUninit;

/// A type and a schema. One was derived from the other. It never changes; any number of threads may
/// use it at once.
///
/// ```c
/// // Prints the positions and reasons of differences between an HCL type and its schema.
/// static void show_losses(const pcty_type *of_hcl) {
///     pcty_schema_pair *pair = NULL;
///     must(pcty_schema_export(of_hcl, NULL, PCTY_DIALECT_HCL, PCTY_SCHEMA_DOCUMENTS_CONVERTING, &pair, NULL));
///     pcty_schema_pair_note note;
///     for (size_t i = 0; pcty_schema_pair_note_at(pair, i, &note); i++) {
///         printf("#%.*s: %.*s\n", (int)note.pointer.len, note.pointer.data,
///                (int)note.message.len, note.message.data);
///     }
///     pcty_schema_pair_free(pair);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_schema_pair(pub(super) Pair);

handle!(pcty_schema_pair, Pair);

/// A type and a schema.
pub struct Pair(Made);

/// The direction of the conversion.
enum Made {
    /// The schema was derived from the documents `of`.
    Exported {
        ty: Type,
        made: Exported,
        of: Documents,
    },
    /// The type was derived, in this language.
    Imported {
        made: Imported,
        schema: Schema,
        language: DialectId,
    },
}

// The header documents that any number of threads may use this type at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Pair>();
};

/// The direction of the difference between the result and the source at a position.
pub type pcty_schema_mismatch = u32;

/// The result accepts more.
pub const PCTY_SCHEMA_MISMATCH_WIDER: pcty_schema_mismatch = 1;
/// The result accepts less.
pub const PCTY_SCHEMA_MISMATCH_NARROWER: pcty_schema_mismatch = 2;
/// The result may accept more or less.
pub const PCTY_SCHEMA_MISMATCH_EITHER: pcty_schema_mismatch = 3;

/// A position at which a type and a schema differ.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_schema_pair_note {
    /// The position in the schema: a JSON pointer. If the position is in a document other than the
    /// schema's own, the address of that document and a `#` precede the pointer.
    pub pointer: pcty_str,
    /// The position in the type: a path in its values; an unknown index represents the elements at
    /// all positions.
    pub path: *const pcty_path,
    /// The reason: one line, without the positions.
    pub message: pcty_str,
    /// The direction of the difference.
    pub mismatch: pcty_schema_mismatch,
}

// The name of a mismatch is the name of its constant.
const _: () = assert!(
    Mismatch::Wider as u32 == PCTY_SCHEMA_MISMATCH_WIDER
        && Mismatch::Narrower as u32 == PCTY_SCHEMA_MISMATCH_NARROWER
        && Mismatch::Either as u32 == PCTY_SCHEMA_MISMATCH_EITHER
);

/// The type of an object in a schema that may have members in addition to the listed ones.
pub type pcty_schema_open_objects = u32;

/// An object with only the listed members: narrower.
pub const PCTY_SCHEMA_OPEN_OBJECTS_CLOSED: pcty_schema_open_objects = 1;
/// A map, which is less specific about the listed members: wider.
pub const PCTY_SCHEMA_OPEN_OBJECTS_MAPS: pcty_schema_open_objects = 2;

impl Pair {
    /// Creates a pair of the schema of a set of documents, and their type.
    #[cfg(any(feature = "puppet", feature = "terraform"))]
    pub(super) fn exported(ty: Type, made: Exported, of: Of) -> Pair {
        let of = Documents(of);
        Pair(Made::Exported { ty, made, of })
    }

    fn ty(&self) -> &Type {
        match &self.0 {
            Made::Exported { ty, .. } => ty,
            Made::Imported { made, .. } => &made.ty,
        }
    }

    fn schema(&self) -> &Schema {
        match &self.0 {
            Made::Exported { made, .. } => &made.schema,
            Made::Imported { schema, .. } => schema,
        }
    }

    fn notes(&self) -> &[Note] {
        match &self.0 {
            Made::Exported { made, .. } => &made.notes,
            Made::Imported { made, .. } => &made.notes,
        }
    }
}

/// Converts a type to the schema of the documents that are its values, or that convert to it.
/// `defaults` are the defaults of an HCL type (`pcty_hcl_type_parse`). They become `default`, which
/// is only an annotation.
///
/// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is not a type of the dialect, or to
/// a default that is not data; PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been
/// freed, for defaults of a dialect other than HCL, and for a dialect or a question without a
/// constant; PCTY_ERROR_LIMIT for a type of too many parts.
/// Ownership: `*out` is owned by the caller; `type` and `defaults` remain owned by the caller.
/// NULL: `defaults` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_export(
    ty: Option<&pcty_type>,
    defaults: Option<&pcty_hcl_defaults>,
    dialect: pcty_dialect,
    question: pcty_schema_documents_question,
    out: Option<&mut MaybeUninit<*mut pcty_schema_pair>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let ty = need(ty, "type")?.0.clone();
        let (language, question) = (id(dialect, "dialect")?, question_of(question)?);
        let details = match defaults {
            Some(_) if language != DialectId::Hcl => {
                return Err(invalid("only types of HCL have defaults"));
            }
            Some(defaults) => details_of(&defaults.0, budget)?,
            None => Details::default(),
        };
        let made = export(&ty, language, question, &details, budget)?;
        let of = Documents(Of::Type(ty.clone(), language, question));
        Ok(Pair(Made::Exported { ty, made, of }))
    })
}

/// Converts a schema to the nearest type of a dialect. The values of the type are written as the
/// documents that the schema accepts, except for the differences listed in the notes.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a number without a constant; PCTY_ERROR_LIMIT if the
/// combinations of alternatives exceed the budget.
/// Ownership: `*out` is owned by the caller; `schema` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_import(
    schema: Option<&pcty_schema>,
    dialect: pcty_dialect,
    open: pcty_schema_open_objects,
    out: Option<&mut MaybeUninit<*mut pcty_schema_pair>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let schema = need(schema, "schema")?.0.clone();
        let language = id(dialect, "dialect")?;
        let open = match open {
            PCTY_SCHEMA_OPEN_OBJECTS_CLOSED => OpenObjects::Closed,
            PCTY_SCHEMA_OPEN_OBJECTS_MAPS => OpenObjects::Maps,
            other => return Err(unnamed("open", other)),
        };
        let made = import(&schema, language, open, budget)?;
        Ok(Pair(Made::Imported {
            made,
            schema,
            language,
        }))
    })
}

/// The data of a pair.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_schema_pair_data {
    /// The type.
    pub ty: *const pcty_type,
    /// The schema.
    pub schema: *const pcty_schema,
    /// The number of positions that are not exact, at most 1000; 0 if the two are exactly equal:
    /// `pcty_schema_pair_note_at`.
    pub note_count: usize,
}

/// Writes the type and the schema of a pair, and the number of its notes.
///
/// Ownership: the type and the schema in `*out` are owned by `pair` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_pair_info(
    pair: Option<&pcty_schema_pair>,
    out: Option<&mut MaybeUninit<pcty_schema_pair_data>>,
) -> bool {
    quiet(false, || {
        let data = pair.map(|pair| pcty_schema_pair_data {
            ty: pcty_type::borrowed(pair.0.ty()),
            schema: pcty_schema::borrowed(pair.0.schema()),
            note_count: pair.0.notes().len(),
        });
        write_found(data, out)
    })
}

/// Computes the relation of the derived part of a pair to its source: of the schema to the type,
/// the class or the module, or of the type to the schema. The notes list the positions and reasons
/// of the differences; this function also searches for witnesses. The result is
/// PCTY_SCHEMA_INCLUSION_WIDER if all notes are PCTY_SCHEMA_MISMATCH_WIDER and a witness is found.
///
/// Errors: none except for NULL and PCTY_ERROR_LIMIT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_pair_relate(
    pair: Option<&pcty_schema_pair>,
    out: Option<&mut MaybeUninit<*mut pcty_schema_relation>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let found = match &need(pair, "pair")?.0.0 {
            Made::Exported { made, of, .. } => made.relation(of.side(), budget)?,
            Made::Imported {
                made,
                schema,
                language,
            } => made.relation(schema, *language, budget)?,
        };
        Found::new(&found, budget)
    })
}

/// Writes a position at which the two differ, by its number from 0.
///
/// Returns: false past the end.
/// Ownership: the path and the texts in `*out` are owned by `pair` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_pair_note_at(
    pair: Option<&pcty_schema_pair>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_schema_pair_note>>,
) -> bool {
    quiet(false, || {
        let note = pair.and_then(|pair| pair.0.notes().get(index));
        let note = note.map(|note| pcty_schema_pair_note {
            pointer: pcty_str::borrowed(&note.place),
            path: pcty_path::borrowed(&note.path),
            message: pcty_str::borrowed(note.message),
            mismatch: note.mismatch as pcty_schema_mismatch,
        });
        write_found(note, out)
    })
}

owned! {
    /// Frees a pair. Clones of its type or schema stay valid.
    fn pcty_schema_pair_free(pair: pcty_schema_pair);
}
