// JSON Schema: types as schemas, schemas as types, how they relate, and documents that show it.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_SCHEMA_H
#define POLYCTY_SCHEMA_H

#include "base.h"
#include "dialects.h"
#include "hcl.h"
#ifdef PCTY_HAS_TERRAFORM
#include "terraform.h"
#endif
#ifdef PCTY_HAS_PUPPET
#include "puppet_language.h"
#endif
#ifdef PCTY_HAS_TRANSLATE
#include "translate.h"
#endif

// ============================================================================
// THE HANDLES
// ============================================================================

// A JSON Schema: one that was read, or that was made of a type. Never changes; any number of
// threads may use it at once.
//
// ```c
// // A schema in 2020-12, whichever draft it was written in.
// static pcty_string *renewed(pcty_str text, pcty_error **error) {
//     pcty_schema *schema = NULL;
//     pcty_string *out = NULL;
//     if (pcty_schema_parse(text, PCTY_SCHEMA_DRAFT_7, &schema, error) == PCTY_OK) {
//         PCTY_IGNORE(pcty_schema_to_json(schema, PCTY_SCHEMA_WHOLE, PCTY_JSON_PRETTY, &out, error));
//     }
//     pcty_schema_free(schema);
//     return out;
// }
// ```
typedef struct pcty_schema pcty_schema;

// A set of documents: those of a type, of a schema, or of the variables of a module. Never
// changes; any number of threads may use it at once.
//
// ```c
// // Whether a class that has changed takes all data that it took before; if not, what it refuses.
// static bool still_takes(const pcty_type *before, const pcty_type *now, pcty_error **error) {
//     pcty_schema_documents *old = NULL, *new_ones = NULL;
//     pcty_schema_relation *found = NULL;
//     bool takes = false;
//     pcty_schema_documents_question which = PCTY_SCHEMA_DOCUMENTS_VALUES;
//     pcty_dialect puppet = PCTY_DIALECT_PUPPET;
//     if (pcty_schema_documents_of_type(before, puppet, which, &old, error) == PCTY_OK &&
//         pcty_schema_documents_of_type(now, puppet, which, &new_ones, error) == PCTY_OK &&
//         pcty_schema_documents_relate(old, new_ones, &found, error) == PCTY_OK) {
//         pcty_schema_relation_data data;
//         pcty_schema_relation_info(found, &data);
//         takes = data.inclusion == PCTY_SCHEMA_INCLUSION_EXACT ||
//                 data.inclusion == PCTY_SCHEMA_INCLUSION_WIDER;
//         printf("%.*s\n", (int)data.less.len, data.less.data);
//     }
//     pcty_schema_relation_free(found);
//     pcty_schema_documents_free(new_ones);
//     pcty_schema_documents_free(old);
//     return takes;
// }
// ```
typedef struct pcty_schema_documents pcty_schema_documents;

// How a second set of documents stands to a first one, with documents that show it. Never
// changes; any number of threads may use it at once.
//
// ```c
// // Prints `wider` and a document that shows it.
// static void show_relation(const pcty_schema_relation *relation) {
//     static const char *const names[] = {"exact", "wider", "narrower", "unlike", "unknown"};
//     pcty_schema_relation_data data;
//     pcty_schema_relation_info(relation, &data);
//     printf("%s +%.*s -%.*s\n", names[data.inclusion - 1], (int)data.more.len, data.more.data,
//            (int)data.less.len, data.less.data);
// }
// ```
typedef struct pcty_schema_relation pcty_schema_relation;

// A type and a schema, the one made of the other. Never changes; any number of threads may use it
// at once.
//
// ```c
// // Prints where and why a schema is not what a type of HCL is.
// static void show_losses(const pcty_type *of_hcl) {
//     pcty_schema_pair *pair = NULL;
//     must(pcty_schema_export(of_hcl, NULL, PCTY_DIALECT_HCL, PCTY_SCHEMA_DOCUMENTS_CONVERTING, &pair, NULL));
//     pcty_schema_pair_note note;
//     for (size_t i = 0; pcty_schema_pair_note_at(pair, i, &note); i++) {
//         printf("#%.*s: %.*s\n", (int)note.pointer.len, note.pointer.data,
//                (int)note.message.len, note.message.data);
//     }
//     pcty_schema_pair_free(pair);
// }
// ```
typedef struct pcty_schema_pair pcty_schema_pair;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Schemas: reading and writing.

// A rule book of JSON Schema. What a document says itself, by `$schema` or `openapi`, counts
// before what is said here.
typedef enum pcty_schema_draft PCTY_ENUM {
    // Draft 4.
    PCTY_SCHEMA_DRAFT_4 = 1,
    // Schema objects of OpenAPI 3.0.
    PCTY_SCHEMA_OPENAPI_3_0 = 2,
    // Draft 6.
    PCTY_SCHEMA_DRAFT_6 = 3,
    // Draft 7.
    PCTY_SCHEMA_DRAFT_7 = 4,
    // 2019-09.
    PCTY_SCHEMA_DRAFT_2019_09 = 5,
    // 2020-12, which OpenAPI 3.1 has as well.
    PCTY_SCHEMA_DRAFT_2020_12 = 6,
} pcty_schema_draft;

// What a written schema is.
typedef enum pcty_schema_extent PCTY_ENUM {
    // A document of its own, with `$schema`.
    PCTY_SCHEMA_WHOLE = 1,
    // A part of another document, without.
    PCTY_SCHEMA_PART = 2,
} pcty_schema_extent;

// How JSON is laid out.
typedef enum pcty_json_layout PCTY_ENUM {
    // On one line without spaces.
    PCTY_JSON_COMPACT = 1,
    // A line a member and an element, by two spaces a level.
    PCTY_JSON_PRETTY = 2,
} pcty_json_layout;

// Gives the document of an address that a reference leads to, without its fragment. On success
// it puts the document's text into `*out`, a string of its own that the library takes; NULL, as
// it is at first, says that it knows none. On failure it puts an error of its own into `*error`
// and returns its code. It runs on the thread that reads, once for each address.
typedef pcty_status (*pcty_schema_retrieve)(void *user_data,
                                            pcty_str address,
                                            pcty_string **out,
                                            pcty_error **error);

// --- Schemas: documents, and how two sets of them relate.

// What is asked of documents and a type.
typedef enum pcty_schema_documents_question PCTY_ENUM {
    // Which are values of the type, as they stand?
    PCTY_SCHEMA_DOCUMENTS_VALUES = 1,
    // Which say something that converts to the type?
    PCTY_SCHEMA_DOCUMENTS_CONVERTING = 2,
} pcty_schema_documents_question;

// Whether a document is one of a set.
typedef enum pcty_schema_validity PCTY_ENUM {
    // It is.
    PCTY_SCHEMA_VALIDITY_VALID = 1,
    // It is not.
    PCTY_SCHEMA_VALIDITY_INVALID = 2,
    // It cannot be told: the schema has a keyword that is not evaluated, or the language cannot read
    // the document.
    PCTY_SCHEMA_VALIDITY_UNKNOWN = 3,
} pcty_schema_validity;

// How a second set of documents stands to a first one.
typedef enum pcty_schema_inclusion PCTY_ENUM {
    // Both are the same.
    PCTY_SCHEMA_INCLUSION_EXACT = 1,
    // It has all documents of the first, and more.
    PCTY_SCHEMA_INCLUSION_WIDER = 2,
    // It has only documents of the first, and not all.
    PCTY_SCHEMA_INCLUSION_NARROWER = 3,
    // Each has documents that the other has not.
    PCTY_SCHEMA_INCLUSION_UNRELATED = 4,
    // It could not be decided; a witness may be there all the same.
    PCTY_SCHEMA_INCLUSION_UNKNOWN = 5,
} pcty_schema_inclusion;

// The data of a relation.
typedef struct {
    // The relation of the second set to the first.
    pcty_schema_inclusion inclusion;
    // A document that is in the second set only, as JSON on one line; `data` is NULL if there is none
    // or none was found.
    pcty_str more;
    // A document that is in the first set only; otherwise like `more`.
    pcty_str less;
} pcty_schema_relation_data;

// --- Schemas: a schema for a type, and a type for a schema.

// Which way one of a pair differs from what it was made of, at a place.
typedef enum pcty_schema_mismatch PCTY_ENUM {
    // It lets more through.
    PCTY_SCHEMA_MISMATCH_WIDER = 1,
    // It lets less through.
    PCTY_SCHEMA_MISMATCH_NARROWER = 2,
    // It may let more through, or less.
    PCTY_SCHEMA_MISMATCH_EITHER = 3,
} pcty_schema_mismatch;

// A place at which a type and a schema differ.
typedef struct {
    // The place in the schema: a JSON pointer. If that is in another document than the schema's
    // own, the address of the document and a `#` come before it.
    pcty_str pointer;
    // The place in the type: a path in its values, with an unknown index for the elements of all
    // positions.
    const pcty_path *path;
    // The reason: one line, without the places.
    pcty_str message;
    // In which direction the result differs there.
    pcty_schema_mismatch mismatch;
} pcty_schema_pair_note;

// What becomes of an object of a schema that may have members beside those that are named.
typedef enum pcty_schema_open_objects PCTY_ENUM {
    // An object with the named members alone: narrower.
    PCTY_SCHEMA_OPEN_OBJECTS_CLOSED = 1,
    // A map, which says less of the named ones: wider.
    PCTY_SCHEMA_OPEN_OBJECTS_MAPS = 2,
} pcty_schema_open_objects;

// The data of a pair.
typedef struct {
    // The type.
    const pcty_type *type;
    // The schema.
    const pcty_schema *schema;
    // The number of places that are not exact, at most 1000; 0 if the two are exactly the same:
    // `pcty_schema_pair_note_at`.
    size_t note_count;
} pcty_schema_pair_data;

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Schemas: reading and writing.
//
// Every draft from 4 to 2020-12 is read, and the schema objects of OpenAPI; what is written is
// 2020-12. References are followed within a document and into those that the host gives; nothing
// is fetched. `docs/reference/json-schema.md` lists the correspondence of types and schemas.
// ----------------------------------------------------------------------------

// The schema that a JSON text is.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_SYNTAX for what is no JSON, and, with the place in the message, for a
// keyword that has another form than it must have; PCTY_ERROR_NOT_FOUND for a reference that
// leads nowhere, or to another document; PCTY_ERROR_LIMIT for what nests too deep or has too many
// parts; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a draft without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_parse(pcty_str json,
                              pcty_schema_draft draft,
                              pcty_schema **out,
                              pcty_error **error);

// The schema that stands at a place of a JSON text, with other documents that it refers to:
// `pointer` is a JSON pointer, the empty one for the whole, such as `/components/schemas/Server`
// of an OpenAPI document. `address` is the document's own, which relative references are
// against; it may be empty. Otherwise as `pcty_schema_parse`.
//
// Ownership: `*out` is the caller's; the texts are copied. `user_data` is the library's, also on
// failure; `destroy` has released it when the call returns.
// Errors: as `pcty_schema_parse`; what the callback says, and of a document that it gives what is
// said of any.
// NULL: `retrieve` (then no other document is known), `user_data`, `destroy` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_parse_part(pcty_str json,
                                   pcty_str pointer,
                                   pcty_str address,
                                   pcty_schema_draft draft,
                                   pcty_schema_retrieve retrieve,
                                   void *user_data,
                                   pcty_destroy destroy,
                                   pcty_schema **out,
                                   pcty_error **error);

// The schema as JSON, in 2020-12: the same schema is always the same text.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT for subschemas that stand too deep in one another;
// PCTY_ERROR_INVALID_ARGUMENT for a number without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_to_json(const pcty_schema *schema,
                                pcty_schema_extent extent,
                                pcty_json_layout layout,
                                pcty_string **out,
                                pcty_error **error);

// Another handle of the same schema; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_schema *pcty_schema_clone(const pcty_schema *schema);

// Frees a schema. NULL: no-op.
void pcty_schema_free(pcty_schema *schema);

// ----------------------------------------------------------------------------
// Schemas: documents, and how two sets of them relate.
//
// Types have values, schemas have documents. Of a type two things can be asked: which documents
// are its values as they stand, and which convert to it. Both are sets of documents, and so is
// what a schema lets through, and what a module of Terraform takes for its variables; two sets
// relate, and where they are not the same a document shows it: a witness, which both sides were
// asked about before it is handed out.
// ----------------------------------------------------------------------------

// The documents that are values of a type, or that convert to it.
//
// Ownership: `*out` is the caller's; `type` stays the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a dialect or a question without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_documents_of_type(const pcty_type *type,
                                          pcty_dialect dialect,
                                          pcty_schema_documents_question question,
                                          pcty_schema_documents **out,
                                          pcty_error **error);

// The documents that a schema lets through.
//
// Ownership: `*out` is the caller's; `schema` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_documents_of_schema(const pcty_schema *schema,
                                            pcty_schema_documents **out,
                                            pcty_error **error);

// Whether a JSON text is one of the documents.
//
// Ownership: takes and gives nothing.
// Errors: PCTY_ERROR_SYNTAX for what is no JSON; PCTY_ERROR_UNSUPPORTED for a type that is none of
// the dialect's; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_documents_take(const pcty_schema_documents *documents,
                                       pcty_str json,
                                       pcty_schema_validity *out,
                                       pcty_error **error);

// Frees a set of documents. NULL: no-op.
void pcty_schema_documents_free(pcty_schema_documents *documents);

// How a second set of documents stands to a first one. Of witnesses small ones are looked for
// first, and only so long: then the verdict is PCTY_SCHEMA_INCLUSION_UNKNOWN.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for a type that is none of its dialect's;
// PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_documents_relate(const pcty_schema_documents *first,
                                         const pcty_schema_documents *second,
                                         pcty_schema_relation **out,
                                         pcty_error **error);

// Writes a relation and the documents that show it.
//
// Returns: false if `relation` is NULL.
// Ownership: the texts in `*out` are owned by `relation` and valid while it lives.
// NULL: returns false if `relation` is; `out` may be.
bool pcty_schema_relation_info(const pcty_schema_relation *relation,
                               pcty_schema_relation_data *out);

// Frees a relation. NULL: no-op.
void pcty_schema_relation_free(pcty_schema_relation *relation);

// ----------------------------------------------------------------------------
// Schemas: a schema for a type, and a type for a schema.
//
// Where the one cannot say what the other does it says the nearest, and a note names the place in
// both. What the two have to do with each other as a whole is their relation, with witnesses.
// ----------------------------------------------------------------------------

// The schema of the documents that are values of a type, or that convert to it. `defaults` are
// those that stand beside a type of HCL (`pcty_hcl_type_parse`): they become `default`, from
// which nothing follows.
//
// Ownership: `*out` is the caller's; `type` and `defaults` stay the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is no type of the dialect, or to a
// default that is no data; PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed,
// for defaults of another dialect than HCL, and for a dialect or a question without a constant;
// PCTY_ERROR_LIMIT for a type of too many parts.
// NULL: `defaults` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_export(const pcty_type *type,
                               const pcty_hcl_defaults *defaults,
                               pcty_dialect dialect,
                               pcty_schema_documents_question question,
                               pcty_schema_pair **out,
                               pcty_error **error);

// The nearest type of a dialect to a schema: its values are written as what the schema lets
// through, as far as the notes say nothing else.
//
// Ownership: `*out` is the caller's; `schema` stays the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a number without a constant; PCTY_ERROR_LIMIT where
// alternatives multiply beyond the budget.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_import(const pcty_schema *schema,
                               pcty_dialect dialect,
                               pcty_schema_open_objects open,
                               pcty_schema_pair **out,
                               pcty_error **error);

// Writes the type and the schema of a pair, and the number of its notes.
//
// Returns: false if `pair` is NULL.
// Ownership: the type and the schema in `*out` are owned by `pair` and valid while it lives.
// NULL: returns false if `pair` is; `out` may be.
bool pcty_schema_pair_info(const pcty_schema_pair *pair,
                           pcty_schema_pair_data *out);

// How what was made stands to what it was made of: the schema to the type, to the class or to the
// module, or the type to the schema. The notes say where and why; here it is also shown. Wider is
// what only notes of PCTY_SCHEMA_MISMATCH_WIDER are about and a witness shows to be.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL and PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_pair_relate(const pcty_schema_pair *pair,
                                    pcty_schema_relation **out,
                                    pcty_error **error);

// Writes a place at which the two differ, by its position from 0.
//
// Returns: false past the end.
// Ownership: the path and the texts in `*out` are owned by `pair` and valid while it lives.
// NULL: returns false if `pair` is; `out` may be.
bool pcty_schema_pair_note_at(const pcty_schema_pair *pair,
                              size_t index,
                              pcty_schema_pair_note *out);

// Frees a pair; a clone of its type or schema lives on. NULL: no-op.
void pcty_schema_pair_free(pcty_schema_pair *pair);

#ifdef PCTY_HAS_PUPPET
// ----------------------------------------------------------------------------
// Schemas: the schema of the data of a class of Puppet.
// ----------------------------------------------------------------------------

// The schema of the data of a class of Puppet: an object of its parameters, with the defaults that
// are literals. For a class that the manifest defines, the schema has the descriptions of its
// documentation comment: the text of the whole, and the text of each `@param`. The type is the struct
// of the parameters. The class is searched for as in `pcty_puppet_manifest_class_parameters`.
//
// Ownership: `*out` is the caller's; everything else stays the caller's.
// Errors: PCTY_ERROR_NOT_FOUND if the class is not defined; PCTY_ERROR_INVALID_ARGUMENT for a
// template; the errors of reading a type and of callbacks; PCTY_ERROR_INVALID_UTF8.
// NULL: `manifest` (the loader then finds the class), `environment` (the class then refers to the
// language alone) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_export_class(const pcty_puppet_manifest *manifest,
                                     pcty_str class_name,
                                     const pcty_puppet_environment *environment,
                                     pcty_schema_pair **out,
                                     pcty_error **error);
#endif

#ifdef PCTY_HAS_TERRAFORM
// ----------------------------------------------------------------------------
// Schemas: the documents of the variables of a module of Terraform.
// ----------------------------------------------------------------------------

// The documents that a module of Terraform accepts for its variables in a `.tfvars.json` file: the
// values of the variables' types under no other names, or all documents that Terraform accepts. The
// rules of the variables are evaluated too; a rule that needs a file or the clock counts as met.
//
// Ownership: `*out` is the caller's; `module` stays the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a question without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_documents_of_module(const pcty_terraform_module *module,
                                            pcty_schema_documents_question question,
                                            pcty_schema_documents **out,
                                            pcty_error **error);

// The schema of the documents that a module of Terraform accepts for its variables, with the
// descriptions, and with the defaults of variables that are neither sensitive nor ephemeral. The type
// is HCL's object of the variables; a variable with a default is an optional attribute. The schema
// does not contain the rules of the variables.
//
// Ownership: `*out` is the caller's; `module` stays the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a question without a constant; PCTY_ERROR_LIMIT for
// types of too many parts.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_schema_export_module(const pcty_terraform_module *module,
                                      pcty_schema_documents_question question,
                                      pcty_schema_pair **out,
                                      pcty_error **error);
#endif

// ----------------------------------------------------------------------------
// Schemas: witnesses of translations and of assignability.
//
// A document that shows what the verdict of another question means: which value a translation
// loses, or has besides; of which value one type is not assignable to another.
// ----------------------------------------------------------------------------

// A document that shows how a translation differs from the type: of one that is wider, one that a
// value of the translation is written as and no value of the type; of one that is narrower, one
// that only a value of the type is. JSON on one line.
//
// Ownership: `*out` is the caller's, and NULL for an exact translation and where none was found,
// such as where values are lost that no document says.
// Errors: none but NULL and PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_translation_witness(const pcty_translation *translation,
                                     pcty_string **out,
                                     pcty_error **error);

// A document that a value of one type is written as and no value of another one: why the one is
// not assignable to the other. JSON on one line.
//
// Ownership: `*out` is the caller's, and NULL where the type is assignable and where none was
// found.
// Errors: as `pcty_type_assignable`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_assignable_witness(const pcty_type *source,
                                         const pcty_type *target,
                                         pcty_dialect dialect,
                                         pcty_string **out,
                                         pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_SCHEMA_H
