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
// Both as cty has them: straight into and out of typed values. Decoding follows the given
// type, or the one that the document implies; where the given one is any, the document says
// the type beside the value. Encoding converts
// by the rules of HCL first what does not conform to the given type. A decoded value has no
// marks, and a value with marks is not encoded; unknown values travel in MessagePack alone.
// ----------------------------------------------------------------------------

// The value that JSON text means, read as a value of a type, or of the type that the text
// implies.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
// at fault and the byte of the document; PCTY_ERROR_LIMIT for what nests too deep and for
// numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
// NULL: `type` (then the implied one) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_from_json(pcty_str json,
                                 const pcty_type *type,
                                 pcty_value **out,
                                 pcty_error **error);

// A value as JSON text for a type, or for the value's own type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type;
// PCTY_ERROR_MARKED, PCTY_ERROR_UNKNOWN, and PCTY_ERROR_UNSUPPORTED for what JSON does not have,
// with the path to the part at fault; PCTY_ERROR_LIMIT for numbers of too many digits.
// NULL: `type` (then the value's own) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_to_json(const pcty_value *value,
                               const pcty_type *type,
                               pcty_string **out,
                               pcty_error **error);

// The type that JSON text implies: objects are objects, arrays tuples, and null is of the
// type any.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_LIMIT for what nests too
// deep; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_implied_by_json(pcty_str json,
                                      pcty_type **out,
                                      pcty_error **error);

// The value that a MessagePack document means, read as a value of a type, or of the type
// that the document implies.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
// at fault and the byte of the document; PCTY_ERROR_LIMIT for what nests too deep and for
// numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
// NULL: `bytes` (if `count` is 0), `type` (then the implied one) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_from_msgpack(const uint8_t *bytes,
                                    size_t count,
                                    const pcty_type *type,
                                    pcty_value **out,
                                    pcty_error **error);

// A value as MessagePack for a type, or for the value's own type. What is known of unknown
// values goes along.
//
// Ownership: `*out` is the caller's: bytes, which are not UTF-8.
// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type;
// PCTY_ERROR_MARKED, and PCTY_ERROR_UNSUPPORTED for what MessagePack does not have, with the
// path to the part at fault; PCTY_ERROR_LIMIT for numbers of too many digits.
// NULL: `type` (then the value's own) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_to_msgpack(const pcty_value *value,
                                  const pcty_type *type,
                                  pcty_string **out,
                                  pcty_error **error);

// The type that a MessagePack document implies: maps are objects, arrays tuples, and nil is of
// the type any, as is an unknown value.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_UNSUPPORTED for binary
// data; PCTY_ERROR_LIMIT for what nests too deep.
// NULL: `bytes` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_implied_by_msgpack(const uint8_t *bytes,
                                         size_t count,
                                         pcty_type **out,
                                         pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_CODECS_H
