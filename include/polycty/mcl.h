// mcl: what only its types and values answer.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_MCL_H
#define POLYCTY_MCL_H

#include "base.h"
#include "types.h"

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- mcl: its types and values, beyond what every dialect answers.

// What two types needed to be taken for the same; constants or-ed together.
typedef uint32_t pcty_mcl_match;
// Nothing: they are plainly equal.
#define PCTY_MCL_MATCH_PLAIN 0
// Somewhere a type is missing on one side.
#define PCTY_MCL_MATCH_PARTIAL 1
// Somewhere one side is `variant`.
#define PCTY_MCL_MATCH_VARIANT 2

// Which members the object has to have that stands for a struct in JSON.
typedef enum pcty_mcl_fields PCTY_ENUM {
    // Those of the fields, no fewer and no more.
    PCTY_MCL_FIELDS_EXACT = 0,
    // Any: what is missing is zero, what has no field is left aside.
    PCTY_MCL_FIELDS_FLEXIBLE = 1,
} pcty_mcl_fields;

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// mcl: its types and values, beyond what every dialect answers.
//
// Booleans, strings and floats are those of `pcty_value_bool`, `pcty_value_string_verbatim`
// and `pcty_value_float`; ints are those of `pcty_value_integer_from_int64`. Lists, maps and
// structs carry their exact type, so they are made here, with the type that
// `pcty_type_parse` or `pcty_mcl_type_parse` gives, or from a value of another language that
// has the same content with `pcty_value_convert`. There are neither unknowns nor marks, and
// no nulls: PCTY_ERROR_UNSUPPORTED, with the path, is the answer to one anywhere inside.
// ----------------------------------------------------------------------------

// The type that a text stands for in mcl's notation; its variables, `?1` and so on, are
// those of the scope with these numbers. `pcty_type_parse` gives each text a scope of its
// own.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX, and PCTY_ERROR_TYPE for a name that no type has, with a
// diagnostic; PCTY_ERROR_LIMIT for what nests too deep; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_type_parse(pcty_str notation,
                                const pcty_variable_scope *scope,
                                pcty_type **out,
                                pcty_error **error);

// Whether two types are equal, and if not, how they differ. Variables may have other
// names as long as they correspond one to one; the names of arguments do not count.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE if they differ, in the language's words; PCTY_ERROR_UNSUPPORTED for
// a type that mcl does not have.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_type_check_equal(const pcty_type *a,
                                      const pcty_type *b,
                                      pcty_error **error);

// Whether two types are the same where both are known and neither is `variant`, and what
// that needed.
//
// Ownership: `*out` is plain data.
// Errors: as `pcty_mcl_type_check_equal`.
// NULL: `a`, `b` (a type that is not known) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_type_match(const pcty_type *a,
                                const pcty_type *b,
                                pcty_mcl_match *out,
                                pcty_error **error);

// A type under the most general substitution of variables that makes two types equal:
// `of` may be one of the two, or any type whose variables are asked for.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE if there is no such substitution, in the language's words, with the
// path and both types; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have;
// PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_type_unify(const pcty_type *a,
                                const pcty_type *b,
                                const pcty_type *of,
                                pcty_type **out,
                                pcty_error **error);

// Whether values of a type may be keys of maps: bools, strings, ints, floats, and structs
// all of whose fields may. NULL: gives false.
bool pcty_mcl_type_is_hashable(const pcty_type *type);

// The value that a type begins with: false, the empty string, 0, the empty list or map, a
// struct of such values, a function without a body.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for `variant`, a type with variables, and a map whose keys are of a
// type that cannot be; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_value_zero(const pcty_type *type,
                                pcty_value **out,
                                pcty_error **error);

// A list of a list type.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE for a type of another kind; PCTY_ERROR_CONVERSION, with the index,
// for an element of another type; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_value_list(const pcty_type *type,
                                const pcty_value *const *elements,
                                size_t count,
                                pcty_value **out,
                                pcty_error **error);

// A struct of a struct type, with a value for each field in the order of the type.
//
// Ownership: `*out` is the caller's; so stay the values.
// Errors: as `pcty_mcl_value_list`, with the name of the field;
// PCTY_ERROR_INVALID_ARGUMENT for another number of values than of fields.
// NULL: `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_value_struct(const pcty_type *type,
                                  const pcty_value *const *values,
                                  size_t count,
                                  pcty_value **out,
                                  pcty_error **error);

// A map of a map type, with a value for each key; of equal keys the last one counts.
//
// Ownership: `*out` is the caller's; so stay keys and values.
// Errors: as `pcty_mcl_value_list`, with the key; PCTY_ERROR_TYPE for a type whose keys
// cannot be keys, too.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_value_map(const pcty_type *type,
                               const pcty_value *const *keys,
                               const pcty_value *const *values,
                               size_t count,
                               pcty_value **out,
                               pcty_error **error);

// The value of a type that JSON text stands for. Kinds have to be exactly those of the
// type: no point in an int, no null, objects alone for maps and structs. Only the first
// value of the text is read.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX for what is no JSON; PCTY_ERROR_TYPE with the path and the byte of
// what does not fit; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have;
// PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_value_from_json(pcty_str json,
                                     const pcty_type *type,
                                     pcty_mcl_fields fields,
                                     pcty_value **out,
                                     pcty_error **error);

// A value as the language prints it: `struct{name: "a"; ports: [80, 443]}`.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED with the path to what is no value of mcl's.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_value_format(const pcty_value *value,
                                  pcty_string **out,
                                  pcty_error **error);

// The order of two values of one type: -1, 0 or 1. False comes before true, numbers go by
// size, strings by their bytes, lists element by element and then by length; 0 says that
// they are one key. NULL: comes first.
int32_t pcty_mcl_value_compare(const pcty_value *a, const pcty_value *b);

// The value under a key of a map; keys are one where `pcty_mcl_value_compare` gives 0, as `0.0`
// and `-0.0` are. `pcty_value_entry_key_at` gives the keys, `pcty_value_element_at` the elements
// of lists, `pcty_value_attribute_get` the fields of structs.
//
// Ownership: lent as long as `map`. NULL: gives NULL, as do other values and a key that the
// map does not have.
const pcty_value *pcty_mcl_value_get(const pcty_value *map,
                                     const pcty_value *key);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_MCL_H
