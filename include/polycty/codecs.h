// Values as JSON and MessagePack.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_CODECS_H
#define POLYCTY_CODECS_H

#include "base.h"

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

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_CODECS_H
