// Values: creating, reading and computing.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_VALUES_H
#define POLYCTY_VALUES_H

#include "base.h"
#include "types.h"

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Values: creating scalars, comparing, and the state of any value.

// The state of a value.
typedef enum pcty_state PCTY_ENUM {
    // No value: the argument was NULL.
    PCTY_STATE_NONE = 0,
    // The value is known; its parts may be unknown.
    PCTY_STATE_KNOWN = 1,
    // The value is known to be null.
    PCTY_STATE_NULL = 2,
    // The value is not known yet. It may turn out to be null.
    PCTY_STATE_UNKNOWN = 3,
} pcty_state;

// A property of a value and its parts.
typedef enum pcty_value_property PCTY_ENUM {
    // The value and all its parts, at any depth, are known.
    PCTY_VALUE_WHOLLY_KNOWN = 1,
    // No part of the value has the type any, including the type of the value itself.
    PCTY_VALUE_WHOLLY_TYPED = 2,
    // The value itself carries marks.
    PCTY_VALUE_MARKED = 3,
    // The value or any part of it, at any depth, carries marks.
    PCTY_VALUE_CONTAINS_MARK = 4,
} pcty_value_property;

// --- Values: operators.

// An operator with two operands.
typedef enum pcty_binary_operator PCTY_ENUM {
    // The sum of two numbers, with the greater of their precisions.
    PCTY_OPERATOR_ADD = 1,
    // The difference of two numbers.
    PCTY_OPERATOR_SUBTRACT = 2,
    // The product of two numbers.
    PCTY_OPERATOR_MULTIPLY = 3,
    // The quotient of two numbers. A number divided by zero is infinite.
    PCTY_OPERATOR_DIVIDE = 4,
    // The remainder of a division of two numbers, with the sign of the first.
    PCTY_OPERATOR_MODULO = 5,
    // Whether a number is less than the other: a bool.
    PCTY_OPERATOR_LESS_THAN = 6,
    // Whether a number is greater than the other: a bool.
    PCTY_OPERATOR_GREATER_THAN = 7,
    // Whether a number is less than or equal to the other: a bool.
    PCTY_OPERATOR_LESS_THAN_OR_EQUAL = 8,
    // Whether a number is greater than or equal to the other: a bool.
    PCTY_OPERATOR_GREATER_THAN_OR_EQUAL = 9,
    // Whether both bools are true.
    PCTY_OPERATOR_AND = 10,
    // Whether one of the bools is true.
    PCTY_OPERATOR_OR = 11,
    // Whether two values are equal in the language: a bool with the marks of both values at any depth.
    // It is unknown if the result is not known yet. Values of different types are not equal.
    // `pcty_value_equal` compares two values exactly, unknowns and marks included.
    PCTY_OPERATOR_EQUAL_TO = 12,
    // The negation of PCTY_OPERATOR_EQUAL_TO.
    PCTY_OPERATOR_NOT_EQUAL_TO = 13,
    // The element of a list or tuple at a position, or of a map under a key; null if a map does not
    // have the key. PCTY_ERROR_TYPE for other values and for a key of another type;
    // PCTY_ERROR_NOT_FOUND for a position past the end; PCTY_ERROR_NULL for a null.
    PCTY_OPERATOR_INDEX = 14,
    // Whether a list, map or tuple has an element at a position or under a key: a bool.
    // PCTY_ERROR_TYPE for other values; PCTY_ERROR_NULL for a null.
    PCTY_OPERATOR_HAS_INDEX = 15,
    // Whether a set contains an element: a bool. PCTY_ERROR_TYPE for other values; PCTY_ERROR_NULL for
    // a null; PCTY_ERROR_MARKED for an element with marks inside.
    PCTY_OPERATOR_HAS_ELEMENT = 16,
} pcty_binary_operator;

// An operator with one operand.
typedef enum pcty_unary_operator PCTY_ENUM {
    // The number with the opposite sign.
    PCTY_OPERATOR_NEGATE = 1,
    // The absolute value of a number.
    PCTY_OPERATOR_ABSOLUTE = 2,
    // The negation of a bool.
    PCTY_OPERATOR_NOT = 3,
    // The number of elements of a list, set, map, tuple or object, as a number; an unknown number
    // within bounds if elements are unknown. PCTY_ERROR_TYPE for other values; PCTY_ERROR_NULL for a
    // null. (`pcty_value_length` returns the number of stored elements.)
    PCTY_OPERATOR_LENGTH = 4,
    // The value with a null in place of each unknown part, at any depth.
    PCTY_OPERATOR_UNKNOWN_AS_NULL = 5,
} pcty_unary_operator;

// --- Values: visiting and rewriting their parts.

// Called for a value and each of its parts, from the outside in. The path and the part are valid
// during the call only.
typedef pcty_visit (*pcty_value_visitor)(void *user_data,
                                         const pcty_path *path,
                                         const pcty_value *part);

// Called for each part of a value and then for the value itself, each with its parts already
// rewritten. The path and the part are valid during the call only.
//
// On success the callback returns PCTY_OK. It either stores a value in `*out`, which the library
// then owns and which replaces the part, or leaves `*out` unchanged to keep the part. On failure
// it returns another status and may store an error in `*error`, which the library then owns.
typedef pcty_status (*pcty_value_rewriter)(void *user_data,
                                           const pcty_path *path,
                                           const pcty_value *part,
                                           pcty_value **out,
                                           pcty_error **error);

// --- Capsules: types and data of the host inside values.

// Returns whether two pieces of a host's data are equal.
typedef bool (*pcty_capsule_equal)(void *user_data, const void *a, const void *b);

// Returns a hash that agrees with the equality.
typedef uint64_t (*pcty_capsule_hash)(void *user_data, const void *data);

// The operations on a host's data. Start from PCTY_CAPSULE_OPS_INIT: data is equal by identity.
// The functions may be called from any thread that uses the values.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The equality; NULL means equality by identity.
    pcty_capsule_equal equal;
    // The hash; NULL means a hash by identity, or with `equal` the same hash for all data.
    pcty_capsule_hash hash;
    // The first argument of `equal` and `hash`.
    void *user_data;
    // Releases `user_data` with the last use of the type; may be NULL.
    pcty_destroy destroy;
} pcty_capsule_ops;

// A capsule type whose data is opaque and equal by identity.
#define PCTY_CAPSULE_OPS_INIT {sizeof(pcty_capsule_ops), NULL, NULL, NULL, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Values: creating scalars, comparing, and the state of any value.
//
// A function that makes a value from others never takes ownership of them. The content of a marked
// value is not readable; remove the marks first with `pcty_value_unmarked`.
// ----------------------------------------------------------------------------

// Creates another handle of the same value; only a reference is counted.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_value *pcty_value_clone(const pcty_value *value);

// Frees a value.
//
// NULL: no-op.
void pcty_value_free(pcty_value *value);

// Creates the null of a type.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_value *pcty_value_null(const pcty_type *type);

// Creates the unknown value of a type, without refinements.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_value *pcty_value_unknown(const pcty_type *type);

// Creates the unknown value of an unknown type.
//
// Ownership: the caller owns the result.
pcty_value *pcty_value_dynamic(void);

// Creates a bool.
//
// Ownership: the caller owns the result.
pcty_value *pcty_value_bool(bool value);

// Creates a number.
//
// Ownership: the caller owns the result.
pcty_value *pcty_value_number_from_int64(int64_t value);

// Creates a number.
//
// Ownership: the caller owns the result.
pcty_value *pcty_value_number_from_uint64(uint64_t value);

// Creates the number that equals a double exactly.
//
// Errors: PCTY_ERROR_ARITHMETIC for NaN; the infinities are numbers.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_number_from_double(double value,
                                          pcty_value **out,
                                          pcty_error **error);

// Creates the number of a decimal text: a sign, digits with at most one point, and an exponent;
// with 512 bits of precision.
//
// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_number_from_text(pcty_str digits,
                                        pcty_value **out,
                                        pcty_error **error);

// Creates the whole number of big-endian bytes in two's complement; no bytes mean 0.
//
// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
// Ownership: the caller owns `*out`.
// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_number_from_bytes(const uint8_t *bytes,
                                         size_t count,
                                         pcty_value **out,
                                         pcty_error **error);

// Creates an exact integer, whose type differs from that of numbers.
//
// Ownership: the caller owns the result.
pcty_value *pcty_value_integer_from_int64(int64_t value);

// Creates an exact integer, whose type differs from that of numbers.
//
// Ownership: the caller owns the result.
pcty_value *pcty_value_integer_from_uint64(uint64_t value);

// Creates the exact integer of a text of a sign and decimal digits.
//
// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_integer_from_text(pcty_str digits,
                                         pcty_value **out,
                                         pcty_error **error);

// Creates the exact integer of big-endian bytes in two's complement; no bytes mean 0.
//
// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
// Ownership: the caller owns `*out`.
// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_integer_from_bytes(const uint8_t *bytes,
                                          size_t count,
                                          pcty_value **out,
                                          pcty_error **error);

// Creates a double, of the type float. NaN equals itself, and -0 differs from 0.
//
// Ownership: the caller owns the result.
pcty_value *pcty_value_float(double value);

// Creates a string in Unicode normal form C, as in HCL and PCL.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`; the text is copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_string(pcty_str content, pcty_value **out, pcty_error **error);

// Creates a string without normalization, as in Puppet and mcl.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`; the text is copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_string_verbatim(pcty_str content,
                                       pcty_value **out,
                                       pcty_error **error);

// Creates a value from a type; the type of the value is the meta type of the given type.
//
// Errors: PCTY_ERROR_LIMIT if the type already has the maximum nesting depth.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_from_type(const pcty_type *type, pcty_value **out, pcty_error **error);

// Returns the value's own exact type, with or without marks.
//
// Ownership: the result is owned by the value and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_value_type(const pcty_value *value);

// Returns whether the value is known, null or unknown, with or without marks.
//
// NULL: returns PCTY_STATE_NONE.
pcty_state pcty_value_state(const pcty_value *value);

// Returns whether a value has a property.
//
// Returns: false for a property without a constant.
// NULL: returns false.
bool pcty_value_has(const pcty_value *value, pcty_value_property property);

// Returns whether two values are identical: type, state, refinement, marks at each level and
// content. Numbers compare by their numeric value, independent of precision.
//
// NULL: NULL is equal only to NULL.
bool pcty_value_equal(const pcty_value *a,
                      const pcty_value *b);

// Compares two values in the total order of values: -1, 0 or 1. The order is the same in every
// process, except between capsules, scopes and groups.
//
// NULL: NULL sorts first.
int32_t pcty_value_compare(const pcty_value *a,
                           const pcty_value *b);

// Returns a hash that agrees with `pcty_value_equal`. The hashes differ between processes.
//
// NULL: returns 0.
uint64_t pcty_value_hash(const pcty_value *value);

// ----------------------------------------------------------------------------
// Values: reading scalars.
//
// These functions fail with a matching status for a value that carries marks, is null, is unknown
// or is of another type. A number that the result cannot represent exactly is
// PCTY_ERROR_CONVERSION, unless the function specifies otherwise.
// ----------------------------------------------------------------------------

// Returns a bool.
//
// Errors: see the head of the section.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_as_bool(const pcty_value *value, bool *out, pcty_error **error);

// Returns a whole number, integer or whole double in the range of `int64_t`.
//
// Errors: see the head of the section.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_as_int64(const pcty_value *value, int64_t *out, pcty_error **error);

// Returns a whole number, integer or whole double in the range of `uint64_t`.
//
// Errors: see the head of the section.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_as_uint64(const pcty_value *value,
                                 uint64_t *out,
                                 pcty_error **error);

// Returns the double nearest to a number, integer or double, and whether it is exactly that value.
//
// Errors: see the head of the section; a number that is not a double is PCTY_ERROR_CONVERSION only
// if `exact` is NULL.
// Ownership: `*out` and `*exact` are plain data.
// NULL: `exact` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_as_double(const pcty_value *value,
                                 double *out,
                                 bool *exact,
                                 pcty_error **error);

// Returns the minimum number of bytes for a whole number or integer as big-endian two's
// complement.
//
// Errors: see the head of the section.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_byte_length(const pcty_value *value,
                                   size_t *out,
                                   pcty_error **error);

// Writes a whole number or integer as big-endian bytes in two's complement, in exactly `count`
// bytes: leading bytes are filled with the sign.
//
// Errors: see the head of the section; PCTY_ERROR_CONVERSION also if the value does not fit into
// `count` bytes.
// Ownership: fills the caller's `bytes`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_as_bytes(const pcty_value *value,
                                uint8_t *bytes,
                                size_t count,
                                pcty_error **error);

// Returns the decimal text of a number, integer or double: the shortest text that distinguishes it
// from its neighbors of the same precision, without an exponent; `Infinity` and `-Infinity`, and
// `NaN` for a double.
//
// Errors: see the head of the section; PCTY_ERROR_LIMIT for too many digits.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_number_to_text(const pcty_value *value,
                                      pcty_string **out,
                                      pcty_error **error);

// Returns the precision of a number: the width of its mantissa in bits.
//
// Errors: see the head of the section; integers and doubles are not numbers here.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_number_precision(const pcty_value *value,
                                        uint32_t *out,
                                        pcty_error **error);

// Returns the text of a string.
//
// Errors: see the head of the section.
// Ownership: `*out` is owned by the value and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_as_string(const pcty_value *value,
                                 pcty_str *out,
                                 pcty_error **error);

// Returns the type that a type value contains.
//
// Returns: NULL for a value that is not a known, unmarked type.
// Ownership: the result is owned by the value and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_value_as_type(const pcty_value *value);

// ----------------------------------------------------------------------------
// Containers: lists, sets, tuples, maps and objects.
//
// Elements are borrowed: the result is a pointer into the container, without an allocation. The
// functions that borrow return no element if the container is null, unknown or marked;
// `pcty_value_state` and `pcty_value_has` distinguish these cases. The keys of maps and the
// names of attributes are converted to Unicode normal form C, as in HCL and PCL.
// ----------------------------------------------------------------------------

// Creates a list of at least one element. All elements have one type, except that a null or
// unknown of the type any takes the type of the others.
//
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_ARGUMENT for no elements.
// Ownership: the caller owns `*out` and keeps the elements.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_list(const pcty_value *const *elements,
                            size_t count,
                            pcty_value **out,
                            pcty_error **error);

// Creates a list of an element type, empty or not.
//
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out` and keeps the elements.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_list_of(const pcty_type *element,
                               const pcty_value *const *elements,
                               size_t count,
                               pcty_value **out,
                               pcty_error **error);

// Creates a set of at least one element. Equal elements count once, and the marks of the elements
// move to the set.
//
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_ARGUMENT for no elements.
// Ownership: the caller owns `*out` and keeps the elements.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_set(const pcty_value *const *elements,
                           size_t count,
                           pcty_value **out,
                           pcty_error **error);

// Creates a set of an element type, empty or not.
//
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out` and keeps the elements.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_set_of(const pcty_type *element,
                              const pcty_value *const *elements,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// Creates a tuple; its type follows from the elements.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out` and keeps the elements.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_tuple(const pcty_value *const *elements,
                             size_t count,
                             pcty_value **out,
                             pcty_error **error);

// Creates a map of at least one entry. All elements have one type, as in `pcty_value_list`. A
// later entry with the same key replaces the earlier one.
//
// Errors: PCTY_ERROR_TYPE, with the key, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for no entries.
// Ownership: the caller owns `*out` and keeps the elements; keys are copied.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_map(const pcty_str *keys,
                           const pcty_value *const *values,
                           size_t count,
                           pcty_value **out,
                           pcty_error **error);

// Creates a map of an element type, empty or not.
//
// Errors: PCTY_ERROR_TYPE, with the key, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out` and keeps the elements; keys are copied.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_map_of(const pcty_type *element,
                              const pcty_str *keys,
                              const pcty_value *const *values,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// Creates an object; its type follows from the attributes, in ascending order of their names. A
// later attribute with the same name replaces the earlier one.
//
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out` and keeps the values; names are copied.
// NULL: `names`, `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_object(const pcty_str *names,
                              const pcty_value *const *values,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// Creates a list of numbers, empty or not, from an array of whole numbers.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`; the array is copied.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_list_from_int64(const int64_t *elements,
                                       size_t count,
                                       pcty_value **out,
                                       pcty_error **error);

// Creates a list of numbers, empty or not, from an array of doubles.
//
// Errors: PCTY_ERROR_ARITHMETIC, with the index, for NaN; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`; the array is copied.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_list_from_double(const double *elements,
                                        size_t count,
                                        pcty_value **out,
                                        pcty_error **error);

// Creates a list of strings, empty or not, from an array of texts, in Unicode normal form C.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`; the texts are copied.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_list_from_str(const pcty_str *elements,
                                     size_t count,
                                     pcty_value **out,
                                     pcty_error **error);

// Writes the number of elements of a list, set or tuple, entries of a map or hash, or attributes
// of an object.
//
// Returns: whether the value is a known container without marks.
// Ownership: `*out` is plain data.
// NULL: returns false; `out` may be NULL.
bool pcty_value_length(const pcty_value *value,
                       size_t *out);

// Returns the part of a container at a position, from 0: an element of a list, set or tuple; an
// element of a map, in ascending order of the keys; an element of a Puppet hash, in its order; or
// an attribute of an object, in the order of its type's fields.
//
// Returns: NULL for a position past the end.
// Ownership: the result is owned by `value` and valid while it lives.
// NULL: returns NULL.
const pcty_value *pcty_value_element_at(const pcty_value *value,
                                        size_t index);

// Returns the key of a map's entry, or the name of an object's attribute, at the position that
// `pcty_value_element_at` takes.
//
// Returns: no text for other values, for a position past the end, and for a key of a hash that is
// not a string.
// Ownership: the result is owned by `value` and valid while it lives.
// NULL: returns no text.
pcty_str pcty_value_key_at(const pcty_value *value,
                           size_t index);

// Returns the key of a map's or hash's entry as a value, which need not be a string, at the
// position that `pcty_value_element_at` takes.
//
// Returns: NULL for other values and for a position past the end.
// Ownership: the result is owned by `value` and valid while it lives.
// NULL: returns NULL.
const pcty_value *pcty_value_entry_key_at(const pcty_value *value, size_t index);

// Returns the attribute of an object by its name.
//
// Returns: NULL for other values and for a name that the object does not have.
// Ownership: the result is owned by `value` and valid while it lives.
// NULL: returns NULL.
const pcty_value *pcty_value_attribute_get(const pcty_value *value, pcty_str name);

// Returns the element of a map or hash under a key that is a string.
//
// Returns: NULL for other values and for a key that the map does not have.
// Ownership: the result is owned by `value` and valid while it lives.
// NULL: returns NULL.
const pcty_value *pcty_value_get(const pcty_value *value, pcty_str key);

// ----------------------------------------------------------------------------
// Values: operators.
//
// The rules are those of cty. The result has the marks of the operands. If an operand is unknown
// or of the type any, the result is an unknown of the operator's type that is not null. An operand
// of another type is PCTY_ERROR_TYPE with the operand's index as the argument; a null is
// PCTY_ERROR_NULL if every operand is known.
// ----------------------------------------------------------------------------

// Applies an operator to two values.
//
// Errors: see the head of the section; PCTY_ERROR_ARITHMETIC if arithmetic has no result, such as
// for zero divided by zero, zero times infinity, and the sum of infinities of different signs;
// PCTY_ERROR_INVALID_ARGUMENT for an operator without a constant.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_binary(const pcty_value *left,
                              const pcty_value *right,
                              pcty_binary_operator operator_,
                              pcty_value **out,
                              pcty_error **error);

// Applies an operator to one value.
//
// Errors: see the head of the section; PCTY_ERROR_INVALID_ARGUMENT for an operator without a
// constant.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_unary(const pcty_value *value,
                             pcty_unary_operator operator_,
                             pcty_value **out,
                             pcty_error **error);

// Returns the part of a value at a path, with the marks of the values around it.
//
// Errors: the error of the first step that cannot be taken, with the path to the value before this
// step: PCTY_ERROR_TYPE, PCTY_ERROR_NOT_FOUND, PCTY_ERROR_NULL.
// Ownership: the caller owns `*out`. (`pcty_value_element_at` and similar functions return
// borrowed parts.)
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_apply_path(const pcty_value *value,
                                  const pcty_path *path,
                                  pcty_value **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// Values: visiting and rewriting their parts.
//
// Both enter marked values, and treat nulls and unknowns as values without parts. A path leads
// from the value to the visited part.
// ----------------------------------------------------------------------------

// Visits a value and its parts, each with the path to it: depth first and in order.
//
// Errors: PCTY_ERROR_MISBEHAVED if a visit returns a number without a constant.
// Ownership: none is transferred; `user_data` is passed to each visit.
// NULL: `user_data` and `error` may be NULL.
// Threads: the visits run on this thread before the function returns.
PCTY_MUST_USE
pcty_status pcty_value_walk(const pcty_value *value,
                            pcty_value_visitor visit,
                            void *user_data,
                            pcty_error **error);

// Returns a value whose parts a callback has rewritten, from the inside out. Containers take the
// types of their new parts; unchanged parts keep their types. The marks of a part remain on it
// unless the callback replaces the part.
//
// Errors: the errors of the callback; PCTY_ERROR_TYPE and PCTY_ERROR_LIMIT for parts that do not
// form a container.
// Ownership: the caller owns `*out`; `user_data` is passed to each call.
// NULL: `user_data` and `error` may be NULL.
// Threads: the calls run on this thread before the function returns.
PCTY_MUST_USE
pcty_status pcty_value_transform(const pcty_value *value,
                                 pcty_value_rewriter rewrite,
                                 void *user_data,
                                 pcty_value **out,
                                 pcty_error **error);

// ----------------------------------------------------------------------------
// Capsules: types and data of the host inside values.
//
// A capsule type is identified by its creation only: two types that were created separately differ
// even if they have the same name.
// ----------------------------------------------------------------------------

// Creates a capsule type with a friendly name, different from every other type.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: the caller owns `*out`. `ops->user_data` is owned by the library from this call on,
// also on failure, unless `struct_size` is wrong.
// NULL: `ops` (then PCTY_CAPSULE_OPS_INIT) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_capsule(pcty_str name,
                              const pcty_capsule_ops *ops,
                              pcty_type **out,
                              pcty_error **error);

// Creates a capsule with the host's data.
//
// Errors: PCTY_ERROR_TYPE for a type that is not a capsule.
// Ownership: the caller owns `*out`. `data` is owned by the library from this call on, also on
// failure: `destroy` releases it exactly once.
// NULL: `data`, `destroy` (then the data is not released) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_capsule(const pcty_type *type,
                               void *data,
                               pcty_destroy destroy,
                               pcty_value **out,
                               pcty_error **error);

// Returns the host's data in a capsule.
//
// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that
// is not a capsule of this type.
// Ownership: `*out` is owned by the value and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_as_capsule(const pcty_value *value,
                                  const pcty_type *type,
                                  void **out,
                                  pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_VALUES_H
