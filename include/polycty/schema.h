// JSON Schema: conversion of types to schemas and of schemas to types, relations between them, and
// witnesses.
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

// A JSON Schema that was parsed, or derived from a type. It never changes; any number of threads
// may use it at once.
//
// ```c
// // Converts a schema of any draft to 2020-12.
// static pcty_string *renewed(pcty_str text, pcty_error **error) {
//     pcty_schema *schema = NULL;
//     pcty_string *out = NULL;
//     pcty_schema_options options = PCTY_SCHEMA_OPTIONS_INIT;
//     options.draft = PCTY_SCHEMA_DRAFT_7;
//     if (pcty_schema_parse(text, &options, &schema, error) == PCTY_OK) {
//         PCTY_IGNORE(pcty_schema_to_json(schema, PCTY_SCHEMA_WHOLE, PCTY_JSON_PRETTY, &out, error));
//     }
//     pcty_schema_free(schema);
//     return out;
// }
// ```
typedef struct pcty_schema pcty_schema;

// A set of documents: those of a type, of a schema, or of the variables of a module. It never
// changes; any number of threads may use it at once.
//
// ```c
// // Returns whether a changed class accepts all data that it accepted before.
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

// The relation of a second set of documents to a first one, with witnesses. It never changes; any
// number of threads may use it at once.
//
// ```c
// // Prints a relation, such as `wider`, and its witnesses.
// static void show_relation(const pcty_schema_relation *relation) {
//     static const char *const names[] = {"exact", "wider", "narrower", "unlike", "unknown"};
//     pcty_schema_relation_data data;
//     pcty_schema_relation_info(relation, &data);
//     printf("%s +%.*s -%.*s\n", names[data.inclusion - 1], (int)data.more.len, data.more.data,
//            (int)data.less.len, data.less.data);
// }
// ```
typedef struct pcty_schema_relation pcty_schema_relation;

// A type and a schema. One was derived from the other. It never changes; any number of threads may
// use it at once.
//
// ```c
// // Prints the positions and reasons of differences between an HCL type and its schema.
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

// --- Schemas: parsing and formatting.

// A version of JSON Schema. `$schema` or `openapi` in a document takes precedence over this
// parameter.
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
    // 2020-12, also used by OpenAPI 3.1.
    PCTY_SCHEMA_DRAFT_2020_12 = 6,
} pcty_schema_draft;

// The extent of a formatted schema.
typedef enum pcty_schema_extent PCTY_ENUM {
    // A complete document, with `$schema`.
    PCTY_SCHEMA_WHOLE = 1,
    // A part of a different document, without `$schema`.
    PCTY_SCHEMA_PART = 2,
} pcty_schema_extent;

// The layout of JSON text.
typedef enum pcty_json_layout PCTY_ENUM {
    // On one line without spaces.
    PCTY_JSON_COMPACT = 1,
    // One line for each member and element, indented by two spaces for each level.
    PCTY_JSON_PRETTY = 2,
} pcty_json_layout;

// Retrieves the document at an address that a reference contains, without its fragment.
//
// On success the callback stores the document's text as a new string in `*out`, and the library
// takes ownership of it. `*out` is initially NULL, and stays NULL if the document is not known. On
// failure the callback stores a new error in `*error` and returns its code. It runs on the thread
// that parses, once for each address.
typedef pcty_status (*pcty_schema_retrieve)(void *user_data,
                                            pcty_str address,
                                            pcty_string **out,
                                            pcty_error **error);

// Options of `pcty_schema_parse`. Start from PCTY_SCHEMA_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The draft of a document that does not name its own.
    pcty_schema_draft draft;
    // A JSON pointer to the schema, such as `/components/schemas/Server` in an OpenAPI document;
    // if it is empty, the schema is the whole text.
    pcty_str pointer;
    // The address of the text, against which relative references are resolved; may be empty.
    pcty_str address;
    // Retrieves other documents; if it is NULL, no other document is known.
    pcty_schema_retrieve retrieve;
    // The first argument of `retrieve`.
    void *user_data;
    // Releases `user_data` before the call returns; may be NULL.
    pcty_destroy destroy;
} pcty_schema_options;

// --- Schemas: sets of documents and their relations.

// The set of documents that a type defines.
typedef enum pcty_schema_documents_question PCTY_ENUM {
    // The documents that are values of the type without conversion.
    PCTY_SCHEMA_DOCUMENTS_VALUES = 1,
    // The documents whose content converts to the type.
    PCTY_SCHEMA_DOCUMENTS_CONVERTING = 2,
} pcty_schema_documents_question;

// Whether a document is in a set.
typedef enum pcty_schema_validity PCTY_ENUM {
    // The document is in the set.
    PCTY_SCHEMA_VALIDITY_VALID = 1,
    // The document is not in the set.
    PCTY_SCHEMA_VALIDITY_INVALID = 2,
    // Not decidable: the schema has a keyword that is not evaluated, or the language cannot read the
    // document.
    PCTY_SCHEMA_VALIDITY_UNKNOWN = 3,
} pcty_schema_validity;

// The relation of a second set of documents to a first one.
typedef enum pcty_schema_inclusion PCTY_ENUM {
    // Both sets are equal.
    PCTY_SCHEMA_INCLUSION_EXACT = 1,
    // The second set contains all documents of the first, and more.
    PCTY_SCHEMA_INCLUSION_WIDER = 2,
    // The second set contains only documents of the first, and not all of them.
    PCTY_SCHEMA_INCLUSION_NARROWER = 3,
    // Each set contains documents that the other does not contain.
    PCTY_SCHEMA_INCLUSION_UNRELATED = 4,
    // The relation was not decided; a witness may still have been found.
    PCTY_SCHEMA_INCLUSION_UNKNOWN = 5,
} pcty_schema_inclusion;

// The data of a relation.
typedef struct {
    // The relation of the second set to the first.
    pcty_schema_inclusion inclusion;
    // A document that is only in the second set, as JSON on one line; `data` is NULL if there is
    // none or none was found.
    pcty_str more;
    // A document that is only in the first set; otherwise like `more`.
    pcty_str less;
} pcty_schema_relation_data;

// --- Schemas: conversion of a type to a schema, and of a schema to a type.

// The direction of the difference between the result and the source at a position.
typedef enum pcty_schema_mismatch PCTY_ENUM {
    // The result accepts more.
    PCTY_SCHEMA_MISMATCH_WIDER = 1,
    // The result accepts less.
    PCTY_SCHEMA_MISMATCH_NARROWER = 2,
    // The result may accept more or less.
    PCTY_SCHEMA_MISMATCH_EITHER = 3,
} pcty_schema_mismatch;

// A position at which a type and a schema differ.
typedef struct {
    // The position in the schema: a JSON pointer. If the position is in a document other than the
    // schema's own, the address of that document and a `#` precede the pointer.
    pcty_str pointer;
    // The position in the type: a path in its values; an unknown index represents the elements at
    // all positions.
    const pcty_path *path;
    // The reason: one line, without the positions.
    pcty_str message;
    // The direction of the difference.
    pcty_schema_mismatch mismatch;
} pcty_schema_pair_note;

// The type of an object in a schema that may have members in addition to the listed ones.
typedef enum pcty_schema_open_objects PCTY_ENUM {
    // An object with only the listed members: narrower.
    PCTY_SCHEMA_OPEN_OBJECTS_CLOSED = 1,
    // A map, which is less specific about the listed members: wider.
    PCTY_SCHEMA_OPEN_OBJECTS_MAPS = 2,
} pcty_schema_open_objects;

// The data of a pair.
typedef struct {
    // The type.
    const pcty_type *type;
    // The schema.
    const pcty_schema *schema;
    // The number of positions that are not exact, at most 1000; 0 if the two are exactly equal:
    // `pcty_schema_pair_note_at`.
    size_t note_count;
} pcty_schema_pair_data;

// A whole text in 2020-12 that does not refer to other documents.
#define PCTY_SCHEMA_OPTIONS_INIT                                                        \
    {sizeof(pcty_schema_options), PCTY_SCHEMA_DRAFT_2020_12, {NULL, 0}, {NULL, 0}, NULL, NULL, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Schemas: parsing and formatting.
//
// All drafts from 4 to 2020-12, and the schema objects of OpenAPI, can be parsed; the output is
// always 2020-12. References are resolved within a document and in documents that the host
// supplies; the library fetches no documents. `docs/reference/json-schema.md` lists the
// correspondence of types and schemas.
// ----------------------------------------------------------------------------

// Parses a JSON text, or the part of it that `options->pointer` leads to, as a schema.
//
// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON, and, with the position in the message,
// for a keyword of an invalid form; PCTY_ERROR_NOT_FOUND for a reference without a target, or to a
// document that is not known; PCTY_ERROR_LIMIT for a text that is nested too deep or has too many
// parts; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a draft without a constant and
// for a wrong `struct_size`. The same errors for documents from the callback; the error of the
// callback.
// Ownership: `*out` is owned by the caller; the texts are copied. The library takes ownership of
// `options->user_data`, also on failure, unless `struct_size` is wrong.
// NULL: `options` (then those of PCTY_SCHEMA_OPTIONS_INIT apply) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_parse(pcty_str json,
                              const pcty_schema_options *options,
                              pcty_schema **out,
                              pcty_error **error);

// Formats a schema as JSON, in 2020-12. Equal schemas always have equal texts.
//
// Errors: PCTY_ERROR_LIMIT for subschemas that are nested too deep; PCTY_ERROR_INVALID_ARGUMENT
// for a number without a constant.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_to_json(const pcty_schema *schema,
                                pcty_schema_extent extent,
                                pcty_json_layout layout,
                                pcty_string **out,
                                pcty_error **error);

// Returns a new handle of the same schema. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_schema *pcty_schema_clone(const pcty_schema *schema);

// Frees a schema.
//
// NULL: no-op.
void pcty_schema_free(pcty_schema *schema);

// ----------------------------------------------------------------------------
// Schemas: sets of documents and their relations.
//
// Types have values, schemas have documents. A type defines two sets of documents: those that are
// its values without conversion, and those that convert to it. A schema defines the set of
// documents that it accepts, and a Terraform module the set that it accepts for its variables. Two
// sets have a relation. If they differ, a witness shows it: a document that is in only one of
// them. Each witness is checked against both sets before it is returned.
// ----------------------------------------------------------------------------

// Creates the set of documents that are values of a type, or that convert to it.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a dialect or a question without a constant.
// Ownership: `*out` is owned by the caller; `type` remains owned by the caller.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_documents_of_type(const pcty_type *type,
                                          pcty_dialect dialect,
                                          pcty_schema_documents_question question,
                                          pcty_schema_documents **out,
                                          pcty_error **error);

// Creates the set of documents that a schema accepts.
//
// Errors: none except for NULL.
// Ownership: `*out` is owned by the caller; `schema` remains owned by the caller.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_documents_of_schema(const pcty_schema *schema,
                                            pcty_schema_documents **out,
                                            pcty_error **error);

// Checks whether a JSON text is in a set of documents.
//
// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON; PCTY_ERROR_UNSUPPORTED for a type that
// the dialect does not have; PCTY_ERROR_INVALID_UTF8.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_documents_take(const pcty_schema_documents *documents,
                                       pcty_str json,
                                       pcty_schema_validity *out,
                                       pcty_error **error);

// Frees a set of documents.
//
// NULL: no-op.
void pcty_schema_documents_free(pcty_schema_documents *documents);

// Computes the relation of a second set of documents to a first one. Small witnesses are tried
// first, and the search is limited: if it ends without a decision, the result is
// PCTY_SCHEMA_INCLUSION_UNKNOWN.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for a type that its dialect does not have;
// PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_documents_relate(const pcty_schema_documents *first,
                                         const pcty_schema_documents *second,
                                         pcty_schema_relation **out,
                                         pcty_error **error);

// Writes a relation and its witnesses.
//
// Returns: false if `relation` is NULL.
// Ownership: the texts in `*out` are owned by `relation` and valid while it lives.
// NULL: returns false if `relation` is NULL; `out` may be NULL.
bool pcty_schema_relation_info(const pcty_schema_relation *relation,
                               pcty_schema_relation_data *out);

// Frees a relation.
//
// NULL: no-op.
void pcty_schema_relation_free(pcty_schema_relation *relation);

// ----------------------------------------------------------------------------
// Schemas: conversion of a type to a schema, and of a schema to a type.
//
// If the result cannot express the source exactly, it is the nearest one, and a note names the
// position of each difference in both. The overall relation between the two, with witnesses, is
// computed separately.
// ----------------------------------------------------------------------------

// Converts a type to the schema of the documents that are its values, or that convert to it.
// `defaults` are the defaults of an HCL type (`pcty_hcl_type_parse`). They become `default`, which
// is only an annotation.
//
// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is not a type of the dialect, or to
// a default that is not data; PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been
// freed, for defaults of a dialect other than HCL, and for a dialect or a question without a
// constant; PCTY_ERROR_LIMIT for a type of too many parts.
// Ownership: `*out` is owned by the caller; `type` and `defaults` remain owned by the caller.
// NULL: `defaults` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_export(const pcty_type *type,
                               const pcty_hcl_defaults *defaults,
                               pcty_dialect dialect,
                               pcty_schema_documents_question question,
                               pcty_schema_pair **out,
                               pcty_error **error);

// Converts a schema to the nearest type of a dialect. The values of the type are written as the
// documents that the schema accepts, except for the differences listed in the notes.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a number without a constant; PCTY_ERROR_LIMIT if the
// combinations of alternatives exceed the budget.
// Ownership: `*out` is owned by the caller; `schema` remains owned by the caller.
// NULL: `error` may be NULL.
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
// NULL: returns false if `pair` is NULL; `out` may be NULL.
bool pcty_schema_pair_info(const pcty_schema_pair *pair,
                           pcty_schema_pair_data *out);

// Computes the relation of the derived part of a pair to its source: of the schema to the type,
// the class or the module, or of the type to the schema. The notes list the positions and reasons
// of the differences; this function also searches for witnesses. The result is
// PCTY_SCHEMA_INCLUSION_WIDER if all notes are PCTY_SCHEMA_MISMATCH_WIDER and a witness is found.
//
// Errors: none except for NULL and PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_pair_relate(const pcty_schema_pair *pair,
                                    pcty_schema_relation **out,
                                    pcty_error **error);

// Writes a position at which the two differ, by its number from 0.
//
// Returns: false past the end.
// Ownership: the path and the texts in `*out` are owned by `pair` and valid while it lives.
// NULL: returns false if `pair` is NULL; `out` may be NULL.
bool pcty_schema_pair_note_at(const pcty_schema_pair *pair,
                              size_t index,
                              pcty_schema_pair_note *out);

// Frees a pair. Clones of its type or schema stay valid.
//
// NULL: no-op.
void pcty_schema_pair_free(pcty_schema_pair *pair);

#ifdef PCTY_HAS_PUPPET
// ----------------------------------------------------------------------------
// Schemas: the schema of the data of a Puppet class.
// ----------------------------------------------------------------------------

// Returns the schema of the data of a Puppet class: an object of its parameters, with the defaults
// that are literals. If the manifest defines the class, the schema has the descriptions of its
// documentation comment: the complete text, and the text of each `@param`. The type is the Struct
// of the parameters. The class is searched for as in `pcty_puppet_manifest_class_parameters`.
//
// Errors: PCTY_ERROR_NOT_FOUND if the class is not defined; PCTY_ERROR_INVALID_ARGUMENT for a
// template; the errors of parsing a type and of callbacks; PCTY_ERROR_INVALID_UTF8.
// Ownership: `*out` is owned by the caller; the arguments remain owned by the caller.
// NULL: `manifest` (the loader then finds the class), `environment` (the class then refers only to
// the language itself) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_export_class(const pcty_puppet_manifest *manifest,
                                     pcty_str class_name,
                                     const pcty_puppet_environment *environment,
                                     pcty_schema_pair **out,
                                     pcty_error **error);
#endif

#ifdef PCTY_HAS_TERRAFORM
// ----------------------------------------------------------------------------
// Schemas: the documents of the variables of a Terraform module.
// ----------------------------------------------------------------------------

// Creates the set of documents that a Terraform module accepts for its variables in a
// `.tfvars.json` file: either the values of the variables' types without other names, or all
// documents that Terraform accepts. The validation rules of the variables are also evaluated; a
// rule that needs a file or the clock is considered to pass.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a question without a constant.
// Ownership: `*out` is owned by the caller; `module` remains owned by the caller.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_documents_of_module(const pcty_terraform_module *module,
                                            pcty_schema_documents_question question,
                                            pcty_schema_documents **out,
                                            pcty_error **error);

// Returns the schema of the documents that a Terraform module accepts for its variables, with the
// descriptions, and with the defaults of variables that are neither sensitive nor ephemeral. The
// type is HCL's object of the variables; a variable with a default is an optional attribute. Of
// the validation rules, the schema has those that a schema can express, such as bounds of a number.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a question without a constant; PCTY_ERROR_LIMIT for
// types of too many parts.
// Ownership: `*out` is owned by the caller; `module` remains owned by the caller.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_schema_export_module(const pcty_terraform_module *module,
                                      pcty_schema_documents_question question,
                                      pcty_schema_pair **out,
                                      pcty_error **error);
#endif

// ----------------------------------------------------------------------------
// Schemas: witnesses of translations and of assignability.
//
// A witness is a document that demonstrates a relation: a value that a translation loses or adds,
// or a value of one type that makes it not assignable to a different type.
// ----------------------------------------------------------------------------

// Returns a document that shows how a translation differs from its type, as JSON on one line. For
// a wider translation, a value of the translation has this document, and no value of the type has
// it. For a narrower translation, only a value of the type has it.
//
// Errors: none except for NULL and PCTY_ERROR_LIMIT.
// Ownership: `*out` is owned by the caller. It is NULL for an exact translation, and if no witness
// was found, for example because no document represents the lost values.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_translation_witness(const pcty_translation *translation,
                                     pcty_string **out,
                                     pcty_error **error);

// Returns a document that shows why a type is not assignable to a different type, as JSON on one
// line: a value of `source` has this document, and no value of `target` has it.
//
// Errors: as `pcty_type_assignable`.
// Ownership: `*out` is owned by the caller. It is NULL if the type is assignable, and if no
// witness was found.
// NULL: `error` may be NULL.
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
