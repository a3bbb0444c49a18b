// Values as JSON, MessagePack and YAML, and the positions of their parts in documents.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_CODECS_H
#define POLYCTY_CODECS_H

#include "base.h"
#include "dialects.h"

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Documents of data in JSON and YAML: their check, and the positions of the parts of a value.

// The format of a document of data.
typedef enum pcty_data_format PCTY_ENUM {
    // JSON.
    PCTY_DATA_JSON = 1,
    // YAML: one document, with scalars by the core schema of YAML 1.2.
    PCTY_DATA_YAML = 2,
} pcty_data_format;

// The location of a part of a value in a document.
typedef struct {
    // The range of the part, or of the smallest part that contains it.
    pcty_range range;
    // Whether `range` is that of the part itself.
    bool is_exact;
    // Whether the part is an attribute that is in the document.
    bool has_name;
    // The range of the name of the attribute, if `has_name`.
    pcty_range name_range;
} pcty_document_part;

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Codecs: values as JSON and MessagePack.
//
// Both formats are those of cty and encode typed values. Decoding follows the given type, or the
// type that the document implies. For the type any, the document contains the type next to the
// value. Encoding first converts a value that does not conform to the given type by the rules of
// HCL. A decoded value has no marks, and a value with marks is not encoded. Only MessagePack can
// contain unknown values.
// ----------------------------------------------------------------------------

// Decodes JSON text as a value of a type, or of the type that the text implies.
//
// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
// and the byte of the document; PCTY_ERROR_LIMIT if the text is nested too deep and for numbers
// beyond the limits; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `type` (then the implied type) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_from_json(pcty_str json,
                                 const pcty_type *type,
                                 pcty_value **out,
                                 pcty_error **error);

// Encodes a value as JSON text for a type, or for the value's own type.
//
// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type; PCTY_ERROR_MARKED,
// PCTY_ERROR_UNKNOWN, and PCTY_ERROR_UNSUPPORTED for values that JSON does not have, with the path
// to the part; PCTY_ERROR_LIMIT for numbers of too many digits.
// Ownership: the caller owns `*out`.
// NULL: `type` (then the value's own type) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_to_json(const pcty_value *value,
                               const pcty_type *type,
                               pcty_string **out,
                               pcty_error **error);

// Returns the type that JSON text implies: objects are objects, arrays are tuples, and null is of
// the type any.
//
// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_LIMIT if the text is nested
// too deep; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_implied_by_json(pcty_str json,
                                      pcty_type **out,
                                      pcty_error **error);

// Decodes a MessagePack document as a value of a type, or of the type that the document implies.
//
// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
// and the byte of the document; PCTY_ERROR_LIMIT if the document is nested too deep and for
// numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `bytes` (if `count` is 0), `type` (then the implied type) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_from_msgpack(const uint8_t *bytes,
                                    size_t count,
                                    const pcty_type *type,
                                    pcty_value **out,
                                    pcty_error **error);

// Encodes a value as MessagePack for a type, or for the value's own type. The encoding includes
// the refinements of unknown values.
//
// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type; PCTY_ERROR_MARKED,
// and PCTY_ERROR_UNSUPPORTED for values that MessagePack does not have, with the path to the part;
// PCTY_ERROR_LIMIT for numbers of too many digits.
// Ownership: the caller owns `*out`: bytes, which are not UTF-8.
// NULL: `type` (then the value's own type) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_to_msgpack(const pcty_value *value,
                                  const pcty_type *type,
                                  pcty_string **out,
                                  pcty_error **error);

// Returns the type that a MessagePack document implies: maps are objects, arrays are tuples, and
// nil and unknown values are of the type any.
//
// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_UNSUPPORTED for binary data;
// PCTY_ERROR_LIMIT if the document is nested too deep.
// Ownership: the caller owns `*out`.
// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_implied_by_msgpack(const uint8_t *bytes,
                                         size_t count,
                                         pcty_type **out,
                                         pcty_error **error);

// ----------------------------------------------------------------------------
// Documents of data in JSON and YAML: their check, and the positions of the parts of a value.
//
// A diagnostic about a part of a value has the path of the part. The document leads from the path to
// a line and a column: it is read again for that, so a document without errors costs nothing.
// ----------------------------------------------------------------------------

// Decodes a YAML text as a value of a type, or of the type that the text implies: objects for
// mappings, tuples for sequences, and any for null. A value of another type is converted by the
// rules of HCL. The text has one document; `<<` merges mappings.
//
// Errors: PCTY_ERROR_SYNTAX with the byte of the document, also for a key that is not a scalar or
// occurs twice, and for tags outside of the core schema; PCTY_ERROR_VALUE for `.nan`;
// PCTY_ERROR_CONVERSION with the path to the part; PCTY_ERROR_LIMIT if the text is nested too deep
// and for numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `type` (then the implied type) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_from_yaml(pcty_str yaml,
                                 const pcty_type *type,
                                 pcty_value **out,
                                 pcty_error **error);

// Writes the location of the part of a document that a path leads to, such as the path of an error
// about the value of the document. Lines and columns count from 1.
//
// Errors: PCTY_ERROR_SYNTAX for a text that is not a document of the format; PCTY_ERROR_LIMIT if it
// is nested too deep; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a format without a
// constant.
// Ownership: `*out` is plain data.
// NULL: `path` (then the whole value) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_document_locate(pcty_str document,
                                 const pcty_path *path,
                                 pcty_data_format format,
                                 pcty_document_part *out,
                                 pcty_error **error);

// Checks a document against a type in a dialect's notation: every reason why the value of the
// document does not convert to the type, as `pcty_value_check` returns them, each with a diagnostic
// at its position; an empty list if it does. `file` is the name of the document in diagnostics.
//
// Puppet reads JSON as `pcty_puppet_value_from_json` does and YAML as Hiera does, mcl reads as
// `pcty_mcl_value_from_json` does with exact fields, so that it finds one error at most, and the
// other dialects as `pcty_value_from_json` and `pcty_value_from_yaml` do without a type.
//
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a notation that is not a type,
// PCTY_ERROR_SYNTAX for a text that is not a document of the format, with a diagnostic at its
// position; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8;
// PCTY_ERROR_INVALID_ARGUMENT for a format without a constant.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_document_check(pcty_str document,
                                pcty_str file,
                                pcty_str notation,
                                pcty_data_format format,
                                pcty_dialect dialect,
                                pcty_error_list **out,
                                pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_CODECS_H
