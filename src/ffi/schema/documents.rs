//! Schemas: documents, and how two sets of them relate.
//!
//! Types have values, schemas have documents. Of a type two things can be asked: which documents
//! are its values as they stand, and which convert to it. Both are sets of documents, and so is
//! what a schema lets through, and what a module of Terraform takes for its variables; two sets
//! relate, and where they are not the same a document shows it: a witness, which both sides were
//! asked about before it is handed out.

use super::text::pcty_schema;
use crate::calls::Budget;
use crate::dialect::DialectId;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::dialects::dialect::{id, pcty_dialect};
use crate::ffi::guard::write_found;
use crate::ffi::guard::{
    answer_charged, handle, make, make_charged, need, quiet, release, text, unnamed,
};
use crate::ffi::types::constructors::pcty_type;
#[cfg(feature = "terraform")]
use crate::schema::Variables;
use crate::schema::{
    Document, Layout, Question, Relation, Schema, Side, Validity, Verdict, relation,
};
use crate::source::Result;
use crate::types::Type;
use std::mem::MaybeUninit;

/// A set of documents: those of a type, of a schema, or of the variables of a module. Never
/// changes; any number of threads may use it at once.
///
/// ```c
/// // Whether a class that has changed takes all data that it took before; if not, what it refuses.
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

/// Whose documents they are.
pub(super) enum Of {
    Type(Type, DialectId, Question),
    Schema(Schema),
    #[cfg(feature = "terraform")]
    Variables(Box<Variables>, Question),
}

// What the header says of threads: any number may use these at once.
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

/// What is asked of documents and a type.
pub type pcty_schema_documents_question = u32;

/// Which are values of the type, as they stand?
pub const PCTY_SCHEMA_DOCUMENTS_VALUES: pcty_schema_documents_question = 1;
/// Which say something that converts to the type?
pub const PCTY_SCHEMA_DOCUMENTS_CONVERTING: pcty_schema_documents_question = 2;

/// The two questions of the crate.
pub(super) fn question_of(question: pcty_schema_documents_question) -> Result<Question> {
    match question {
        PCTY_SCHEMA_DOCUMENTS_VALUES => Ok(Question::IsValue),
        PCTY_SCHEMA_DOCUMENTS_CONVERTING => Ok(Question::Converts),
        other => Err(unnamed("question", other)),
    }
}

/// Whether a document is one of a set.
pub type pcty_schema_validity = u32;

/// It is.
pub const PCTY_SCHEMA_VALIDITY_VALID: pcty_schema_validity = 1;
/// It is not.
pub const PCTY_SCHEMA_VALIDITY_INVALID: pcty_schema_validity = 2;
/// It cannot be told: the schema has a keyword that is not evaluated, or the language cannot read
/// the document.
pub const PCTY_SCHEMA_VALIDITY_UNKNOWN: pcty_schema_validity = 3;

/// How a second set of documents stands to a first one.
pub type pcty_schema_inclusion = u32;

/// Both are the same.
pub const PCTY_SCHEMA_INCLUSION_EXACT: pcty_schema_inclusion = 1;
/// It has all documents of the first, and more.
pub const PCTY_SCHEMA_INCLUSION_WIDER: pcty_schema_inclusion = 2;
/// It has only documents of the first, and not all.
pub const PCTY_SCHEMA_INCLUSION_NARROWER: pcty_schema_inclusion = 3;
/// Each has documents that the other has not.
pub const PCTY_SCHEMA_INCLUSION_UNRELATED: pcty_schema_inclusion = 4;
/// It could not be decided; a witness may be there all the same.
pub const PCTY_SCHEMA_INCLUSION_UNKNOWN: pcty_schema_inclusion = 5;

// A verdict's name is its constant.
const _: () = assert!(
    Verdict::Exact as u32 == PCTY_SCHEMA_INCLUSION_EXACT
        && Verdict::Wider as u32 == PCTY_SCHEMA_INCLUSION_WIDER
        && Verdict::Narrower as u32 == PCTY_SCHEMA_INCLUSION_NARROWER
        && Verdict::Unlike as u32 == PCTY_SCHEMA_INCLUSION_UNRELATED
        && Verdict::Unknown as u32 == PCTY_SCHEMA_INCLUSION_UNKNOWN
);

/// The documents that are values of a type, or that convert to it.
///
/// Ownership: `*out` is the caller's; `type` stays the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a dialect or a question without a constant.
/// NULL: `error` may be.
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

/// The documents that a schema lets through.
///
/// Ownership: `*out` is the caller's; `schema` stays the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
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

/// Whether a JSON text is one of the documents.
///
/// Ownership: takes and gives nothing.
/// Errors: PCTY_ERROR_SYNTAX for what is no JSON; PCTY_ERROR_UNSUPPORTED for a type that is none of
/// the dialect's; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// Frees a set of documents. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_documents_free(documents: Option<Box<pcty_schema_documents>>) {
    release(documents)
}

/// How a second set of documents stands to a first one, with documents that show it. Never
/// changes; any number of threads may use it at once.
///
/// ```c
/// // Prints `wider` and a document that shows it.
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

/// A relation with its witnesses written out.
pub struct Found {
    verdict: Verdict,
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
            verdict: relation.verdict,
            more: written(&relation.more)?,
            less: written(&relation.less)?,
        })
    }
}

/// How a second set of documents stands to a first one. Of witnesses small ones are looked for
/// first, and only so long: then the verdict is PCTY_SCHEMA_INCLUSION_UNKNOWN.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for a type that is none of its dialect's;
/// PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed.
/// NULL: `error` may be.
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
    /// A document that is in the second set only, as JSON on one line; `data` is NULL if there is none
    /// or none was found.
    pub more: pcty_str,
    /// A document that is in the first set only; otherwise like `more`.
    pub less: pcty_str,
}

/// Writes a relation and the documents that show it.
///
/// Returns: false if `relation` is NULL.
/// Ownership: the texts in `*out` are owned by `relation` and valid while it lives.
/// NULL: returns false if `relation` is; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_relation_info(
    relation: Option<&pcty_schema_relation>,
    out: Option<&mut MaybeUninit<pcty_schema_relation_data>>,
) -> bool {
    quiet(false, || {
        let data = relation.map(|relation| pcty_schema_relation_data {
            inclusion: relation.0.verdict as pcty_schema_inclusion,
            more: lent(relation.0.more.as_ref()),
            less: lent(relation.0.less.as_ref()),
        });
        write_found(data, out)
    })
}

fn lent(witness: Option<&String>) -> pcty_str {
    witness.map_or(pcty_str::NONE, |text| pcty_str::lend(text))
}

/// Frees a relation. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_schema_relation_free(relation: Option<Box<pcty_schema_relation>>) {
    release(relation)
}
