// The universe of values: making them, reading them, computing with them.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_VALUES_H
#define POLYCTY_VALUES_H

#include "base.h"
#include "types.h"

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Values: making scalars, comparing, and the state of any value.

// Whether a value is there.
typedef enum pcty_state PCTY_ENUM {
    // There is no value: the argument was NULL.
    PCTY_STATE_NONE = 0,
    // The value is known; its parts may not be.
    PCTY_STATE_KNOWN = 1,
    // The value is known to be null.
    PCTY_STATE_NULL = 2,
    // The value is not known yet. It may turn out to be null.
    PCTY_STATE_UNKNOWN = 3,
} pcty_state;

// --- Values: the operators.

// An operator between two values.
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
    // Whether a number is less than another one: a bool.
    PCTY_OPERATOR_LESS_THAN = 6,
    // Whether a number is greater than another one: a bool.
    PCTY_OPERATOR_GREATER_THAN = 7,
    // Whether a number is less than or equal to another one: a bool.
    PCTY_OPERATOR_LESS_THAN_OR_EQUAL = 8,
    // Whether a number is greater than or equal to another one: a bool.
    PCTY_OPERATOR_GREATER_THAN_OR_EQUAL = 9,
    // Whether both bools are true.
    PCTY_OPERATOR_AND = 10,
    // Whether one of the bools is true.
    PCTY_OPERATOR_OR = 11,
    // Whether two values are equal in the language: a bool, which is unknown where the answer is not
    // known yet, with the marks of both values at any depth. Values of different types are not equal.
    // `pcty_value_equal` answers whether two values are identical, unknowns and marks included.
    PCTY_OPERATOR_EQUAL_TO = 12,
    // The negation of PCTY_OPERATOR_EQUAL_TO.
    PCTY_OPERATOR_NOT_EQUAL_TO = 13,
    // The element of a list or tuple at a position, or of a map under a key; null if a map does not
    // have the key. PCTY_ERROR_TYPE for other values and for a key of another type;
    // PCTY_ERROR_NOT_FOUND for a position past the end; PCTY_ERROR_NULL.
    PCTY_OPERATOR_INDEX = 14,
    // Whether a list, map or tuple has an element at a position or under a key: a bool.
    // PCTY_ERROR_TYPE for other values; PCTY_ERROR_NULL for a null.
    PCTY_OPERATOR_HAS_INDEX = 15,
    // Whether a set has an element: a bool. PCTY_ERROR_TYPE for other values; PCTY_ERROR_NULL for a
    // null; PCTY_ERROR_MARKED for an element with marks inside.
    PCTY_OPERATOR_HAS_ELEMENT = 16,
} pcty_binary_operator;

// An operator of one value.
typedef enum pcty_unary_operator PCTY_ENUM {
    // The number with the opposite sign.
    PCTY_OPERATOR_NEGATE = 1,
    // The number without its sign.
    PCTY_OPERATOR_ABSOLUTE = 2,
    // The negation of a bool.
    PCTY_OPERATOR_NOT = 3,
    // The number of elements of a list, set, map, tuple or object, as a number; an unknown number
    // within bounds if elements are unknown. PCTY_ERROR_TYPE for other values; PCTY_ERROR_NULL for a
    // null. (`pcty_value_length` returns the number of elements that are there.)
    PCTY_OPERATOR_LENGTH = 4,
    // The value with a null in place of each unknown part, at any depth.
    PCTY_OPERATOR_UNKNOWN_AS_NULL = 5,
} pcty_unary_operator;

// --- Values: walking them, and rewriting their parts.

// Called for a value and each of its parts, from the outside in. Path and part are lent for
// the call.
typedef pcty_visit (*pcty_value_visitor)(void *user_data,
                                         const pcty_path *path,
                                         const pcty_value *part);

// Called for each part of a value and then for the value itself, each with its parts already
// rewritten. Path and part are lent for the call. It returns PCTY_OK, with a value of the
// library's own in `*out` that takes the part's place, or with `*out` as it was for a part
// that stays; or a status with an error of the library's own in `*error`, which may stay
// NULL.
typedef pcty_status (*pcty_value_rewriter)(void *user_data,
                                           const pcty_path *path,
                                           const pcty_value *part,
                                           pcty_value **out,
                                           pcty_error **error);

// --- Capsules: the host's own types and data inside values.

// Whether two pieces of a host's data are equal.
typedef bool (*pcty_capsule_equal)(void *user_data, const void *a, const void *b);

// A hash that agrees with the equality.
typedef uint64_t (*pcty_capsule_hash)(void *user_data, const void *data);

// How a host's data behaves. Start from PCTY_CAPSULE_OPS_INIT: data is equal by identity.
// The functions may be called from any thread that uses the values.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Equality, or NULL for by identity.
    pcty_capsule_equal equals;
    // The hash, or NULL: then by identity, or with `equals` the same for all data.
    pcty_capsule_hash hash;
    // What `equals` and `hash` get.
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
// Values: making scalars, comparing, and the state of any value.
//
// A function that makes a value out of others never takes these away. A value that
// carries marks keeps its content to itself: whoever wants to read it takes the marks
// off first, with `pcty_value_unmarked`.
// ----------------------------------------------------------------------------

// Another handle of the same value; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_value *pcty_value_clone(const pcty_value *value);

// Frees a value. NULL: no-op.
void pcty_value_free(pcty_value *value);

// The null of a type.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_value *pcty_value_null(const pcty_type *type);

// The unknown value of a type, of which nothing else is known.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_value *pcty_value_unknown(const pcty_type *type);

// The unknown value of an unknown type.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_dynamic(void);

// A bool.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_bool(bool value);

// A number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_number_from_int64(int64_t value);

// A number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_number_from_uint64(uint64_t value);

// The number that a double is exactly.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_ARITHMETIC for NaN; the infinities are numbers.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_number_from_double(double value,
                                          pcty_value **out,
                                          pcty_error **error);

// The number that a decimal text means: a sign, digits with at most one point, and an
// exponent; with 512 bits of precision.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_number_from_text(pcty_str digits,
                                        pcty_value **out,
                                        pcty_error **error);

// The whole number that big-endian bytes in two's complement mean; none at all are 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
// NULL: `bytes` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_number_from_bytes(const uint8_t *bytes,
                                         size_t count,
                                         pcty_value **out,
                                         pcty_error **error);

// An exact integer, which is of another type than a number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_integer_from_int64(int64_t value);

// An exact integer, which is of another type than a number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_integer_from_uint64(uint64_t value);

// The exact integer that a text of a sign and decimal digits means.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_integer_from_text(pcty_str digits,
                                         pcty_value **out,
                                         pcty_error **error);

// The exact integer that big-endian bytes in two's complement mean; none at all are 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
// NULL: `bytes` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_integer_from_bytes(const uint8_t *bytes,
                                          size_t count,
                                          pcty_value **out,
                                          pcty_error **error);

// A double, of the type float. NaN equals itself, and -0 differs from 0.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_float(double value);

// A string in Unicode normal form C, as HCL and PCL have them.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_string(pcty_str content, pcty_value **out, pcty_error **error);

// A string exactly as given, as Puppet and mcl have them.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_string_verbatim(pcty_str content,
                                       pcty_value **out,
                                       pcty_error **error);

// A type as a value; its type is the meta type of it.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when the type is as deep as a type may be.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_from_type(const pcty_type *type, pcty_value **out, pcty_error **error);

// The value's own exact type, marks or not.
//
// Ownership: lent as long as the value. NULL: gives NULL.
const pcty_type *pcty_value_type(const pcty_value *value);

// Whether the value is known, null or unknown, marks or not. NULL: gives
// PCTY_STATE_NONE.
pcty_state pcty_value_state(const pcty_value *value);

// Whether the value and all its parts, at any depth, are known. NULL: gives false.
bool pcty_value_is_wholly_known(const pcty_value *value);

// Whether no part of the value has the type any, the type itself included. NULL: gives
// false.
bool pcty_value_has_wholly_known_type(const pcty_value *value);

// Whether two values are exactly the same: type, state, refinement, marks at each level
// and content; numbers compare as numbers, whatever their precision. NULL: equals NULL
// alone.
bool pcty_value_equal(const pcty_value *a, const pcty_value *b);

// The total order of values: -1, 0 or 1. The same in every process, save where
// capsules, scopes and groups decide. NULL: comes first.
int32_t pcty_value_compare(const pcty_value *a, const pcty_value *b);

// A hash that agrees with `pcty_value_equal`, another one in each process. NULL: gives 0.
uint64_t pcty_value_hash(const pcty_value *value);

// ----------------------------------------------------------------------------
// Values: reading scalars.
//
// All of these refuse, with a status that says so, a value that carries marks, is null,
// is unknown or is of another type; a number that the result cannot hold exactly is
// PCTY_ERROR_CONVERSION, save where a function says otherwise.
// ----------------------------------------------------------------------------

// A bool.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_as_bool(const pcty_value *value, bool *out, pcty_error **error);

// A whole number, integer or whole double that lies in the range of `int64_t`.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_as_int64(const pcty_value *value, int64_t *out, pcty_error **error);

// A whole number, integer or whole double that lies in the range of `uint64_t`.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_as_uint64(const pcty_value *value,
                                 uint64_t *out,
                                 pcty_error **error);

// The double nearest to a number, integer or double, and whether it is that very value.
//
// Ownership: `*out` and `*exact` are plain data.
// Errors: see the section's head; a number that is no double is PCTY_ERROR_CONVERSION
// only if `exact` is NULL.
// NULL: `exact` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_as_double(const pcty_value *value,
                                 double *out,
                                 bool *exact,
                                 pcty_error **error);

// How many bytes a whole number or integer needs at least as big-endian two's
// complement.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_byte_length(const pcty_value *value,
                                   size_t *out,
                                   pcty_error **error);

// A whole number or integer as big-endian bytes in two's complement, in exactly `count`
// bytes: the sign fills those in front.
//
// Ownership: fills the caller's `bytes`.
// Errors: see the section's head; PCTY_ERROR_CONVERSION too where `count` bytes cannot
// hold it.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_as_bytes(const pcty_value *value,
                                uint8_t *bytes,
                                size_t count,
                                pcty_error **error);

// The decimal text of a number, integer or double: the shortest that tells it from its
// neighbours of the same precision, without an exponent; `Infinity` and `-Infinity`,
// and `NaN` for a double.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_LIMIT for too many digits.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_number_to_text(const pcty_value *value,
                                      pcty_string **out,
                                      pcty_error **error);

// The precision of a number: the width of its mantissa in bits.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head; integers and doubles are not numbers here.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_number_precision(const pcty_value *value,
                                        uint32_t *out,
                                        pcty_error **error);

// The text of a string.
//
// Ownership: `*out` is lent as long as the value.
// Errors: see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_as_string(const pcty_value *value,
                                 pcty_str *out,
                                 pcty_error **error);

// The type that a type value stands for.
//
// Ownership: lent as long as the value. NULL: gives NULL, as does a value that is not a
// known, unmarked type.
const pcty_type *pcty_value_as_type(const pcty_value *value);

// ----------------------------------------------------------------------------
// Containers: lists, sets, tuples, maps and objects.
//
// Elements are lent: a pointer into the container, without an allocation. What lends gives
// nothing where the container is null, unknown or carries marks: `pcty_value_state` and
// `pcty_value_is_marked` tell which. The keys of maps and the names of attributes are
// brought to Unicode normal form C, as HCL and PCL have them.
// ----------------------------------------------------------------------------

// A list of at least one element. All have one type, save that a null or unknown of the
// type any takes the type of the others.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_ARGUMENT for no elements.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_list(const pcty_value *const *elements,
                            size_t count,
                            pcty_value **out,
                            pcty_error **error);

// A list of an element type, empty or not.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_list_of(const pcty_type *element,
                               const pcty_value *const *elements,
                               size_t count,
                               pcty_value **out,
                               pcty_error **error);

// A set of at least one element. Equal elements count once, and the marks of the elements
// move to the set.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_ARGUMENT for no elements.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_set(const pcty_value *const *elements,
                           size_t count,
                           pcty_value **out,
                           pcty_error **error);

// A set of an element type, empty or not.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_set_of(const pcty_type *element,
                              const pcty_value *const *elements,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// A tuple; its type follows from the elements.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_tuple(const pcty_value *const *elements,
                             size_t count,
                             pcty_value **out,
                             pcty_error **error);

// A map of at least one entry. All elements have one type, as in `pcty_value_list`. A key
// that comes again replaces the earlier entry.
//
// Ownership: `*out` is the caller's; so stay the elements; keys are copied.
// Errors: PCTY_ERROR_TYPE, with the key, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for no entries.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_map(const pcty_str *keys,
                           const pcty_value *const *values,
                           size_t count,
                           pcty_value **out,
                           pcty_error **error);

// A map of an element type, empty or not.
//
// Ownership: `*out` is the caller's; so stay the elements; keys are copied.
// Errors: PCTY_ERROR_TYPE, with the key, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_map_of(const pcty_type *element,
                              const pcty_str *keys,
                              const pcty_value *const *values,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// An object; its type follows from the attributes, which stand in ascending order of their
// names. An attribute that comes again replaces the earlier one.
//
// Ownership: `*out` is the caller's; so stay the values; names are copied.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
// NULL: `names`, `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_object(const pcty_str *names,
                              const pcty_value *const *values,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// A list of numbers, empty or not, out of an array of whole numbers.
//
// Ownership: `*out` is the caller's; the array is copied.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_list_from_int64(const int64_t *elements,
                                       size_t count,
                                       pcty_value **out,
                                       pcty_error **error);

// A list of numbers, empty or not, out of an array of doubles.
//
// Ownership: `*out` is the caller's; the array is copied.
// Errors: PCTY_ERROR_ARITHMETIC, with the index, for NaN; PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_list_from_double(const double *elements,
                                        size_t count,
                                        pcty_value **out,
                                        pcty_error **error);

// A list of strings, empty or not, out of an array of texts, in Unicode normal form C.
//
// Ownership: `*out` is the caller's; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_list_from_str(const pcty_str *elements,
                                     size_t count,
                                     pcty_value **out,
                                     pcty_error **error);

// The number of elements of a list, set or tuple, entries of a map or hash or attributes
// of an object, and whether the value has such a number: is a known container without marks.
//
// Ownership: `*out` is plain data. NULL: gives false; `out` may be.
bool pcty_value_length(const pcty_value *value,
                       size_t *out);

// The element of a list, set or tuple at a position, from 0; of a map, in ascending order
// of the keys; of a hash of Puppet, in its order; or the attribute of an object, in the order
// of its type's fields.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as does a position past the end.
const pcty_value *pcty_value_element_at(const pcty_value *value,
                                        size_t index);

// The key of a map's entry, or the name of an object's attribute, at the position that
// `pcty_value_element_at` takes.
//
// Ownership: lent as long as `value`. NULL: gives no text, as do other values, a position
// past the end, and a key of a hash that is no string.
pcty_str pcty_value_key_at(const pcty_value *value, size_t index);

// The key of a map's or hash's entry as a value, which need not be a string, at the position
// that `pcty_value_element_at` takes.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a position
// past the end.
const pcty_value *pcty_value_entry_key_at(const pcty_value *value,
                                          size_t index);

// The attribute of an object by its name.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a name that
// the object does not have.
const pcty_value *pcty_value_attribute_get(const pcty_value *value, pcty_str name);

// The element of a map or hash under a key that is a string.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a key that
// the map does not have.
const pcty_value *pcty_value_get(const pcty_value *value, pcty_str key);

// ----------------------------------------------------------------------------
// Values: the operators.
//
// The rules are those of cty. Marks of the operands go on the result. An operand that is
// unknown, or of the type any, makes the result unknown, of the operator's type and not
// null. An operand of another type is PCTY_ERROR_TYPE with the operand's index as the
// argument; a null is PCTY_ERROR_NULL where every operand is known.
// ----------------------------------------------------------------------------

// Applies an operator to two values.
//
// Errors: see the head of the section; PCTY_ERROR_ARITHMETIC where arithmetic has no result, such
// as for zero divided by zero, zero times infinity, and the sum of infinities of different signs;
// PCTY_ERROR_INVALID_ARGUMENT for an operator without a constant.
// Ownership: `*out` is the caller's.
// NULL: `error` may be.
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
// Ownership: `*out` is the caller's.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_unary(const pcty_value *value,
                             pcty_unary_operator operator_,
                             pcty_value **out,
                             pcty_error **error);

// The part of a value that a path leads to, with the marks of what is around it.
//
// Ownership: `*out` is the caller's. (`pcty_value_element_at` and its like lend.)
// Errors: what is wrong with the first step that cannot be taken, with the path to where it
// would have begun: PCTY_ERROR_TYPE, PCTY_ERROR_NOT_FOUND, PCTY_ERROR_NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_apply_path(const pcty_value *value,
                                  const pcty_path *path,
                                  pcty_value **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// Values: walking them, and rewriting their parts.
//
// Both go into marked values, and leave nulls and unknowns whole. A path leads from the
// value to the part that is looked at.
// ----------------------------------------------------------------------------

// Visits a value and its parts, each with the path to it: depth first and in order.
//
// Ownership: nothing changes hands; `user_data` goes to each visit.
// Errors: PCTY_ERROR_MISBEHAVED for a visit's answer without a constant.
// NULL: `user_data` and `error` may be.
// Threads: the visits run on this thread before the function returns.
PCTY_MUST_USE
pcty_status pcty_value_walk(const pcty_value *value,
                            pcty_value_visitor visit,
                            void *user_data,
                            pcty_error **error);

// A value whose parts a callback has rewritten, from the inside out. Containers take the
// types of their new parts; what does not change keeps its type. Marks of a part stay on it
// unless the callback gives another one in its place.
//
// Ownership: `*out` is the caller's; `user_data` goes to each call.
// Errors: what the callback reports; PCTY_ERROR_TYPE and PCTY_ERROR_LIMIT for parts that
// make no container.
// NULL: `user_data` and `error` may be.
// Threads: the calls run on this thread before the function returns.
PCTY_MUST_USE
pcty_status pcty_value_transform(const pcty_value *value,
                                 pcty_value_rewriter rewrite,
                                 void *user_data,
                                 pcty_value **out,
                                 pcty_error **error);

// ----------------------------------------------------------------------------
// Capsules: the host's own types and data inside values.
//
// A capsule type is known by its identity alone: two that were made apart are different
// types even under one name.
// ----------------------------------------------------------------------------

// A new capsule type with a friendly name, different from every other one.
//
// Ownership: `*out` is the caller's. `ops->user_data` is the library's from here on, also
// on failure, save where `struct_size` is wrong.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// NULL: `ops` (then as PCTY_CAPSULE_OPS_INIT) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_capsule(pcty_str name,
                              const pcty_capsule_ops *ops,
                              pcty_type **out,
                              pcty_error **error);

// A capsule with the host's data.
//
// Ownership: `*out` is the caller's. `data` is the library's from here on, also on
// failure: `destroy` releases it exactly once.
// Errors: PCTY_ERROR_TYPE for a type that is no capsule.
// NULL: `data`, `destroy` (then nothing is released) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_capsule(const pcty_type *type,
                               void *data,
                               pcty_destroy destroy,
                               pcty_value **out,
                               pcty_error **error);

// The host's data in a capsule.
//
// Ownership: `*out` is lent as long as the value.
// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value
// that is no capsule of this type.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_as_capsule(const pcty_value *value,
                                  const pcty_type *type,
                                  void **out,
                                  pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_VALUES_H
