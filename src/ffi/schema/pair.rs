//! Schemas: a schema for a type, and a type for a schema.
//!
//! Where the one cannot say what the other does it says the nearest, and a note names the place in
//! both. What the two have to do with each other as a whole is their relation, with witnesses.

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
    Handle, handle, invalid, make_charged, need, quiet, release, unnamed, write_found,
};
use crate::ffi::hcl::defaults::pcty_hcl_defaults;
use crate::ffi::types::constructors::pcty_type;
use crate::schema::{
    Details, Exported, Imported, Misfit, Note, OpenObjects, Schema, details_of, export, import,
};
use crate::types::Type;
use std::mem::MaybeUninit;

/// A type and a schema, the one made of the other. Never changes; any number of threads may use it
/// at once.
///
/// ```c
/// // Prints where and why a schema is not what a type of HCL is.
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

/// Which of them was made.
enum Made {
    /// The schema was made, of the documents that are said.
    Exported {
        ty: Type,
        made: Exported,
        of: Documents,
    },
    /// The type was made, in this language.
    Imported {
        made: Imported,
        schema: Schema,
        language: DialectId,
    },
}

// What the header says of threads: any number may use these at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Pair>();
};

/// Which way one of a pair differs from what it was made of, at a place.
pub type pcty_schema_mismatch = u32;

/// It lets more through.
pub const PCTY_SCHEMA_MISMATCH_WIDER: pcty_schema_mismatch = 1;
/// It lets less through.
pub const PCTY_SCHEMA_MISMATCH_NARROWER: pcty_schema_mismatch = 2;
/// It may let more through, or less.
pub const PCTY_SCHEMA_MISMATCH_EITHER: pcty_schema_mismatch = 3;

/// A place at which a type and a schema differ.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_schema_pair_note {
    /// The place in the schema: a JSON pointer. If that is in another document than the schema's
    /// own, the address of the document and a `#` come before it.
    pub pointer: pcty_str,
    /// The place in the type: a path in its values, with an unknown index for the elements of all
    /// positions.
    pub path: *const pcty_path,
    /// The reason: one line, without the places.
    pub message: pcty_str,
    /// In which direction the result differs there.
    pub mismatch: pcty_schema_mismatch,
}

// A misfit's name is its constant.
const _: () = assert!(
    Misfit::Wider as u32 == PCTY_SCHEMA_MISMATCH_WIDER
        && Misfit::Narrower as u32 == PCTY_SCHEMA_MISMATCH_NARROWER
        && Misfit::Either as u32 == PCTY_SCHEMA_MISMATCH_EITHER
);

/// What becomes of an object of a schema that may have members beside those that are named.
pub type pcty_schema_open_objects = u32;

/// An object with the named members alone: narrower.
pub const PCTY_SCHEMA_OPEN_OBJECTS_CLOSED: pcty_schema_open_objects = 1;
/// A map, which says less of the named ones: wider.
pub const PCTY_SCHEMA_OPEN_OBJECTS_MAPS: pcty_schema_open_objects = 2;

impl Pair {
    /// A schema that was made of a set of documents, with the type of these.
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

/// The schema of the documents that are values of a type, or that convert to it. `defaults` are
/// those that stand beside a type of HCL (`pcty_hcl_type_parse`): they become `default`, from
/// which nothing follows.
///
/// Ownership: `*out` is the caller's; `type` and `defaults` stay the caller's.
/// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is no type of the dialect, or to a
/// default that is no data; PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed,
/// for defaults of another dialect than HCL, and for a dialect or a question without a constant;
/// PCTY_ERROR_LIMIT for a type of too many parts.
/// NULL: `defaults` and `error` may be.
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

/// The nearest type of a dialect to a schema: its values are written as what the schema lets
/// through, as far as the notes say nothing else.
///
/// Ownership: `*out` is the caller's; `schema` stays the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a number without a constant; PCTY_ERROR_LIMIT where
/// alternatives multiply beyond the budget.
/// NULL: `error` may be.
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
    /// The number of places that are not exact, at most 1000; 0 if the two are exactly the same:
    /// `pcty_schema_pair_note_at`.
    pub note_count: usize,
}

/// Writes the type and the schema of a pair, and the number of its notes.
///
/// Returns: false if `pair` is NULL.
/// Ownership: the type and the schema in `*out` are owned by `pair` and valid while it lives.
/// NULL: returns false if `pair` is; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_pair_info(
    pair: Option<&pcty_schema_pair>,
    out: Option<&mut MaybeUninit<pcty_schema_pair_data>>,
) -> bool {
    quiet(false, || {
        let data = pair.map(|pair| pcty_schema_pair_data {
            ty: pcty_type::lend(pair.0.ty()),
            schema: pcty_schema::lend(pair.0.schema()),
            note_count: pair.0.notes().len(),
        });
        write_found(data, out)
    })
}

/// How what was made stands to what it was made of: the schema to the type, to the class or to the
/// module, or the type to the schema. The notes say where and why; here it is also shown. Wider is
/// what only notes of PCTY_SCHEMA_MISMATCH_WIDER are about and a witness shows to be.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL and PCTY_ERROR_LIMIT.
/// NULL: `error` may be.
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

/// Writes a place at which the two differ, by its position from 0.
///
/// Returns: false past the end.
/// Ownership: the path and the texts in `*out` are owned by `pair` and valid while it lives.
/// NULL: returns false if `pair` is; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_pair_note_at(
    pair: Option<&pcty_schema_pair>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_schema_pair_note>>,
) -> bool {
    quiet(false, || {
        let note = pair.and_then(|pair| pair.0.notes().get(index));
        let note = note.map(|note| pcty_schema_pair_note {
            pointer: pcty_str::lend(&note.place),
            path: pcty_path::lend(&note.path),
            message: pcty_str::lend(note.message),
            mismatch: note.misfit as pcty_schema_mismatch,
        });
        write_found(note, out)
    })
}

/// Frees a pair; a clone of its type or schema lives on. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_pair_free(pair: Option<Box<pcty_schema_pair>>) {
    release(pair)
}
