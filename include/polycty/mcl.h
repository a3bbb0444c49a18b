// mcl: rules of its types and values.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_MCL_H
#define POLYCTY_MCL_H

#include "base.h"
#include "types.h"

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- mcl: rules of its types and values that other dialects do not have.

// The conditions under which two types match; constants combined with bitwise or.
typedef uint32_t pcty_mcl_match;
// No condition: the types are equal.
#define PCTY_MCL_MATCH_PLAIN 0
// A type is missing on one side at some position.
#define PCTY_MCL_MATCH_PARTIAL 1
// One side is `variant` at some position.
#define PCTY_MCL_MATCH_VARIANT 2

// The required members of a JSON object for a struct.
typedef enum pcty_mcl_fields PCTY_ENUM {
    // Exactly the fields of the struct.
    PCTY_MCL_FIELDS_EXACT = 0,
    // Any members: missing fields are set to zero values, and members without a field are ignored.
    PCTY_MCL_FIELDS_FLEXIBLE = 1,
} pcty_mcl_fields;

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// mcl: rules of its types and values that other dialects do not have.
//
// Booleans, strings and floats are created by `pcty_value_bool`, `pcty_value_string_verbatim` and
// `pcty_value_float`, ints by `pcty_value_integer_from_int64`. Lists, maps and structs contain
// their exact type. They are created by the functions below, with a type from `pcty_type_parse` or
// `pcty_mcl_type_parse`, or by `pcty_value_convert` from a value of a different language with the
// same content. mcl has no unknown values, marks or nulls: a value that contains one causes
// PCTY_ERROR_UNSUPPORTED, with the path.
// ----------------------------------------------------------------------------

// Parses a type in mcl's notation. Variables, written `?1` and so on, are those of the given scope
// with these numbers. `pcty_type_parse` uses a new scope for each text.
//
// Errors: PCTY_ERROR_SYNTAX, and PCTY_ERROR_TYPE for an unknown type name, with a diagnostic;
// PCTY_ERROR_LIMIT for a text that is nested too deep; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_type_parse(pcty_str notation,
                                const pcty_variable_scope *scope,
                                pcty_type **out,
                                pcty_error **error);

// Checks that two types are equal, and reports how they differ. Variables may have different names
// if they correspond one to one; the names of arguments are ignored.
//
// Errors: PCTY_ERROR_TYPE if they differ, with mcl's message; PCTY_ERROR_UNSUPPORTED for a type
// that mcl does not have.
// Ownership: changes no handle and creates none.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_type_check_equal(const pcty_type *a,
                                      const pcty_type *b,
                                      pcty_error **error);

// Checks that two types are equal at all positions where both are known and neither is `variant`.
// `*out` is set to the conditions of the match.
//
// Errors: as `pcty_mcl_type_check_equal`.
// Ownership: `*out` is plain data.
// NULL: `a`, `b` (a type that is not known) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_type_match(const pcty_type *a,
                                const pcty_type *b,
                                pcty_mcl_match *out,
                                pcty_error **error);

// Applies the most general substitution of variables that makes two types equal to a type. `of`
// may be one of the two types, or any other type.
//
// Errors: PCTY_ERROR_TYPE if there is no such substitution, with mcl's message, the path and both
// types; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_type_unify(const pcty_type *a,
                                const pcty_type *b,
                                const pcty_type *of,
                                pcty_type **out,
                                pcty_error **error);

// Returns whether values of a type may be keys of maps: bools, strings, ints, floats, and structs
// whose fields may all be keys.
//
// NULL: returns false.
bool pcty_mcl_type_is_hashable(const pcty_type *type);

// Returns the zero value of a type: false, the empty string, 0, the empty list or map, a struct of
// zero values, a function without a body.
//
// Errors: PCTY_ERROR_TYPE for `variant`, a type with variables, and a map with an invalid key
// type; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_value_zero(const pcty_type *type,
                                pcty_value **out,
                                pcty_error **error);

// Creates a list of a list type.
//
// Errors: PCTY_ERROR_TYPE for a type that is not a list type; PCTY_ERROR_CONVERSION, with the
// index, for an element of a different type; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
// Ownership: `*out` is owned by the caller; the elements remain owned by the caller.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_value_list(const pcty_type *type,
                                const pcty_value *const *elements,
                                size_t count,
                                pcty_value **out,
                                pcty_error **error);

// Creates a struct of a struct type, with a value for each field in the order of the type.
//
// Errors: as `pcty_mcl_value_list`, with the name of the field; PCTY_ERROR_INVALID_ARGUMENT if the
// numbers of values and fields differ.
// Ownership: `*out` is owned by the caller; the values remain owned by the caller.
// NULL: `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_value_struct(const pcty_type *type,
                                  const pcty_value *const *values,
                                  size_t count,
                                  pcty_value **out,
                                  pcty_error **error);

// Creates a map of a map type, with a value for each key. The last of several equal keys applies.
//
// Errors: as `pcty_mcl_value_list`, with the key; also PCTY_ERROR_TYPE for an invalid key type.
// Ownership: `*out` is owned by the caller; the keys and values remain owned by the caller.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_value_map(const pcty_type *type,
                               const pcty_value *const *keys,
                               const pcty_value *const *values,
                               size_t count,
                               pcty_value **out,
                               pcty_error **error);

// Parses JSON text as a value of a type. The JSON kinds must match the type exactly: an int has no
// decimal point, null is not allowed, and maps and structs are objects. Only the first value of
// the text is parsed.
//
// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON; PCTY_ERROR_TYPE with the path and the
// byte of a mismatch; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have; PCTY_ERROR_LIMIT,
// PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_value_from_json(pcty_str json,
                                     const pcty_type *type,
                                     pcty_mcl_fields fields,
                                     pcty_value **out,
                                     pcty_error **error);

// Formats a value as the language prints it: `struct{name: "a"; ports: [80, 443]}`.
//
// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is not a value of mcl.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_value_format(const pcty_value *value,
                                  pcty_string **out,
                                  pcty_error **error);

// Compares two values of one type, and returns -1, 0 or 1. False precedes true. Numbers are
// ordered by size, strings by their bytes, lists by their elements and then by length. The result
// 0 means that the values are the same key.
//
// NULL: precedes all values.
int32_t pcty_mcl_value_compare(const pcty_value *a,
                               const pcty_value *b);

// Returns the value under a key of a map. Two keys are the same if `pcty_mcl_value_compare`
// returns 0, as for `0.0` and `-0.0`. Use `pcty_value_entry_key_at` for the keys,
// `pcty_value_element_at` for the elements of lists, and `pcty_value_attribute_get` for the fields
// of structs.
//
// Returns: NULL for values that are not maps, and for a key that the map does not have.
// Ownership: the result is owned by `map` and valid while it lives.
// NULL: returns NULL.
const pcty_value *pcty_mcl_value_get(const pcty_value *map,
                                     const pcty_value *key);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_MCL_H
