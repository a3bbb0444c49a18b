//! Schemas: sets of documents and their relations.
//!
//! Types have values, schemas have documents. A type defines two sets of documents: those that are
//! its values without conversion, and those that convert to it. A schema defines the set of
//! documents that it accepts, and a Terraform module the set that it accepts for its variables. Two
//! sets have a relation. If they differ, a witness shows it: a document that is in only one of
//! them. Each witness is checked against both sets before it is returned.

use super::text::pcty_schema;
use crate::calls::Budget;
use crate::dialect::DialectId;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::dialects::dialect::{id, pcty_dialect};
use crate::ffi::guard::{
    answer_charged, handle, make, make_charged, need, owned, quiet, text, unnamed, write_found,
};
use crate::ffi::types::constructors::pcty_type;
#[cfg(feature = "terraform")]
use crate::schema::Variables;
use crate::schema::{
    Document, Inclusion, Layout, Question, Relation, Schema, Side, Validity, relation,
};
use crate::source::Result;
use crate::types::Type;
use std::mem::MaybeUninit;

/// A set of documents: those of a type, of a schema, or of the variables of a module. It never
/// changes; any number of threads may use it at once.
///
/// ```c
/// // Returns whether a changed class accepts all data that it accepted before.
/// static bool still_takes(const pcty_type *before, const pcty_type *now, pcty_error **error) {
///     pcty_schema_documents *old = NULL, *new_ones = NULL;
///     pcty_schema_relation *found = NULL;
///     bool takes = false;
///     pcty_schema_documents_question which = PCTY_SCHEMA_DOCUMENTS_VALUES;
///     pcty_dialect puppet = PCTY_DIALECT_PUPPET;
///     if (pcty_schema_documents_of_type(before, puppet, which, &old, error) == PCTY_OK &&
///         pcty_schema_documents_of_type(now, puppet, which, &new_ones, error) == PCTY_OK &&
///         pcty_schema_documents_relate(old, new_ones, &found, error) == PCTY_OK) {
///         pcty_schema_relation_data data;
///         pcty_schema_relation_info(found, &data);
///         takes = data.inclusion == PCTY_SCHEMA_INCLUSION_EXACT ||
///                 data.inclusion == PCTY_SCHEMA_INCLUSION_WIDER;
///         printf("%.*s\n", (int)data.less.len, data.less.data);
///     }
///     pcty_schema_relation_free(found);
///     pcty_schema_documents_free(new_ones);
///     pcty_schema_documents_free(old);
///     return takes;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_schema_documents(Documents);

handle!(pcty_schema_documents, Documents);

/// A set of documents.
pub struct Documents(pub(super) Of);

/// The definition of a set of documents.
pub(super) enum Of {
    Type(Type, DialectId, Question),
    Schema(Schema),
    #[cfg(feature = "terraform")]
    Variables(Box<Variables>, Question),
}

// The header documents that any number of threads may use these types at once.
const _: () = {
    const fn any_thread<T: Send + Sync>() {}
    any_thread::<Documents>();
    any_thread::<Found>();
};

impl Documents {
    pub(super) fn side(&self) -> Side<'_> {
        match &self.0 {
            Of::Type(ty, language, question) => Side::Type(ty, *language, *question),
            Of::Schema(schema) => Side::Schema(schema),
            #[cfg(feature = "terraform")]
            Of::Variables(variables, question) => Side::Variables(variables, *question),
        }
    }
}

/// The set of documents that a type defines.
pub type pcty_schema_documents_question = u32;

/// The documents that are values of the type without conversion.
pub const PCTY_SCHEMA_DOCUMENTS_VALUES: pcty_schema_documents_question = 1;
/// The documents whose content converts to the type.
pub const PCTY_SCHEMA_DOCUMENTS_CONVERTING: pcty_schema_documents_question = 2;

/// Returns the question of the schema crate for a constant.
pub(super) fn question_of(question: pcty_schema_documents_question) -> Result<Question> {
    match question {
        PCTY_SCHEMA_DOCUMENTS_VALUES => Ok(Question::IsValue),
        PCTY_SCHEMA_DOCUMENTS_CONVERTING => Ok(Question::Converts),
        other => Err(unnamed("question", other)),
    }
}

/// Whether a document is in a set.
pub type pcty_schema_validity = u32;

/// The document is in the set.
pub const PCTY_SCHEMA_VALIDITY_VALID: pcty_schema_validity = 1;
/// The document is not in the set.
pub const PCTY_SCHEMA_VALIDITY_INVALID: pcty_schema_validity = 2;
/// Not decidable: the schema has a keyword that is not evaluated, or the language cannot read the
/// document.
pub const PCTY_SCHEMA_VALIDITY_UNKNOWN: pcty_schema_validity = 3;

/// The relation of a second set of documents to a first one.
pub type pcty_schema_inclusion = u32;

/// Both sets are equal.
pub const PCTY_SCHEMA_INCLUSION_EXACT: pcty_schema_inclusion = 1;
/// The second set contains all documents of the first, and more.
pub const PCTY_SCHEMA_INCLUSION_WIDER: pcty_schema_inclusion = 2;
/// The second set contains only documents of the first, and not all of them.
pub const PCTY_SCHEMA_INCLUSION_NARROWER: pcty_schema_inclusion = 3;
/// Each set contains documents that the other does not contain.
pub const PCTY_SCHEMA_INCLUSION_UNRELATED: pcty_schema_inclusion = 4;
/// The relation was not decided; a witness may still have been found.
pub const PCTY_SCHEMA_INCLUSION_UNKNOWN: pcty_schema_inclusion = 5;

// The name of an inclusion is the name of its constant.
const _: () = assert!(
    Inclusion::Exact as u32 == PCTY_SCHEMA_INCLUSION_EXACT
        && Inclusion::Wider as u32 == PCTY_SCHEMA_INCLUSION_WIDER
        && Inclusion::Narrower as u32 == PCTY_SCHEMA_INCLUSION_NARROWER
        && Inclusion::Unlike as u32 == PCTY_SCHEMA_INCLUSION_UNRELATED
        && Inclusion::Unknown as u32 == PCTY_SCHEMA_INCLUSION_UNKNOWN
);

/// Creates the set of documents that are values of a type, or that convert to it.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a dialect or a question without a constant.
/// Ownership: `*out` is owned by the caller; `type` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_documents_of_type(
    ty: Option<&pcty_type>,
    dialect: pcty_dialect,
    question: pcty_schema_documents_question,
    out: Option<&mut MaybeUninit<*mut pcty_schema_documents>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let ty = need(ty, "type")?.0.clone();
        let (language, question) = (id(dialect, "dialect")?, question_of(question)?);
        Ok(Documents(Of::Type(ty, language, question)))
    })
}

/// Creates the set of documents that a schema accepts.
///
/// Errors: none except for NULL.
/// Ownership: `*out` is owned by the caller; `schema` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_documents_of_schema(
    schema: Option<&pcty_schema>,
    out: Option<&mut MaybeUninit<*mut pcty_schema_documents>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Documents(Of::Schema(need(schema, "schema")?.0.clone())))
    })
}

/// Checks whether a JSON text is in a set of documents.
///
/// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON; PCTY_ERROR_UNSUPPORTED for a type that
/// the dialect does not have; PCTY_ERROR_INVALID_UTF8.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_documents_take(
    documents: Option<&pcty_schema_documents>,
    json: pcty_str,
    out: Option<&mut MaybeUninit<pcty_schema_validity>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let side = need(documents, "documents")?.0.side();
        let document = Document::parse(text(&json, "json")?, budget)?;
        Ok(match side.takes(&document, budget)? {
            Validity::Valid => PCTY_SCHEMA_VALIDITY_VALID,
            Validity::Invalid => PCTY_SCHEMA_VALIDITY_INVALID,
            Validity::Unknown => PCTY_SCHEMA_VALIDITY_UNKNOWN,
        })
    })
}

owned! {
    /// Frees a set of documents.
    fn pcty_schema_documents_free(documents: pcty_schema_documents);
}

/// The relation of a second set of documents to a first one, with witnesses. It never changes; any
/// number of threads may use it at once.
///
/// ```c
/// // Prints a relation, such as `wider`, and its witnesses.
/// static void show_relation(const pcty_schema_relation *relation) {
///     static const char *const names[] = {"exact", "wider", "narrower", "unlike", "unknown"};
///     pcty_schema_relation_data data;
///     pcty_schema_relation_info(relation, &data);
///     printf("%s +%.*s -%.*s\n", names[data.inclusion - 1], (int)data.more.len, data.more.data,
///            (int)data.less.len, data.less.data);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_schema_relation(Found);

handle!(pcty_schema_relation, Found);

/// A relation with its witnesses as text.
pub struct Found {
    inclusion: Inclusion,
    more: Option<String>,
    less: Option<String>,
}

impl Found {
    pub(super) fn new(relation: &Relation, budget: &Budget) -> Result<Found> {
        let written = |document: &Option<Document>| -> Result<Option<String>> {
            let Some(document) = document else {
                return Ok(None);
            };
            budget.charge(document.size())?;
            let text = document.to_text(Layout::Compact);
            budget.hold(text.len() as u64)?;
            Ok(Some(text))
        };
        Ok(Found {
            inclusion: relation.inclusion,
            more: written(&relation.more)?,
            less: written(&relation.less)?,
        })
    }
}

/// Computes the relation of a second set of documents to a first one. Small witnesses are tried
/// first, and the search is limited: if it ends without a decision, the result is
/// PCTY_SCHEMA_INCLUSION_UNKNOWN.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for a type that its dialect does not have;
/// PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_documents_relate(
    first: Option<&pcty_schema_documents>,
    second: Option<&pcty_schema_documents>,
    out: Option<&mut MaybeUninit<*mut pcty_schema_relation>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let first = need(first, "first")?.0.side();
        let second = need(second, "second")?.0.side();
        Found::new(&relation(first, second, budget)?, budget)
    })
}

/// The data of a relation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_schema_relation_data {
    /// The relation of the second set to the first.
    pub inclusion: pcty_schema_inclusion,
    /// A document that is only in the second set, as JSON on one line; `data` is NULL if there is
    /// none or none was found.
    pub more: pcty_str,
    /// A document that is only in the first set; otherwise like `more`.
    pub less: pcty_str,
}

/// Writes a relation and its witnesses.
///
/// Ownership: the texts in `*out` are owned by `relation` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_relation_info(
    relation: Option<&pcty_schema_relation>,
    out: Option<&mut MaybeUninit<pcty_schema_relation_data>>,
) -> bool {
    quiet(false, || {
        let data = relation.map(|relation| pcty_schema_relation_data {
            inclusion: relation.0.inclusion as pcty_schema_inclusion,
            more: borrowed(relation.0.more.as_ref()),
            less: borrowed(relation.0.less.as_ref()),
        });
        write_found(data, out)
    })
}

fn borrowed(witness: Option<&String>) -> pcty_str {
    witness.map_or(pcty_str::NONE, |text| pcty_str::borrowed(text))
}

owned! {
    /// Frees a relation.
    fn pcty_schema_relation_free(relation: pcty_schema_relation);
}
