// Puppet: notation, values, rules, and explanations of type mismatches.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_PUPPET_H
#define POLYCTY_PUPPET_H

#include "base.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// Type aliases by name. It never changes; any number of threads may use it at once.
//
// ```c
// static pcty_puppet_aliases *port_aliases(void) {
//     const pcty_str names[] = {PCTY_STR_INIT("Port"), PCTY_STR_INIT("Ports")};
//     const pcty_str notations[] = {PCTY_STR_INIT("Integer[0, 65535]"),
//                                   PCTY_STR_INIT("Variant[Port, Array[Ports]]")};
//     pcty_puppet_aliases *aliases = NULL;
//     pcty_error *error = NULL;
//     if (pcty_puppet_aliases_new(NULL, names, notations, 2, &aliases, &error) != PCTY_OK) {
//         // It begins with the name of the alias.
//         pcty_string *line = pcty_error_format(error, PCTY_NOTATION_LINE);
//         fprintf(stderr, "%s\n", pcty_string_cstr(line));
//         pcty_string_free(line);
//         pcty_error_free(error);
//     }
//     return aliases;
// }
// ```
typedef struct pcty_puppet_aliases pcty_puppet_aliases;

// The remaining values of a type, which can be taken from both ends. Values are created on request.
// One thread at a time.
//
// ```c
// static size_t count_of(const pcty_type *type) {
//     pcty_puppet_iteration *values = NULL;
//     size_t count = 0;
//     if (pcty_puppet_iteration_new(type, &values, NULL) == PCTY_OK) {
//         pcty_value *value;
//         while ((value = pcty_puppet_iteration_next(values, PCTY_PUPPET_FRONT)) != NULL) {
//             pcty_value_free(value);
//             count++;
//         }
//     }
//     pcty_puppet_iteration_free(values);
//     return count;
// }
// ```
typedef struct pcty_puppet_iteration pcty_puppet_iteration;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Puppet: type aliases.

// An alias of a type.
typedef struct {
    // The name.
    pcty_str name;
    // The type that refers to the alias. It is a reference, which `pcty_type_unfold` resolves.
    const pcty_type *type;
} pcty_puppet_alias;

// --- Puppet: the notation of types and of literal values.

// The version of Puppet whose notation and rules apply.
typedef enum pcty_puppet_mode PCTY_ENUM {
    // The current language.
    PCTY_PUPPET_CURRENT = 1,
    // The language of the early specification, with its names, defaults and rules.
    PCTY_PUPPET_EARLY = 2,
} pcty_puppet_mode;

// The detail of a type's text.
typedef enum pcty_puppet_detail PCTY_ENUM {
    // The canonical text: defaults are omitted, and an alias is its name.
    PCTY_PUPPET_CANONICAL = 1,
    // Aliases as `Name = definition`, and object types in full.
    PCTY_PUPPET_EXPANDED = 2,
    // The canonical text, with the string of a type that has exactly one string.
    PCTY_PUPPET_DEBUG = 3,
    // The expanded text, with the string of a type that has exactly one string.
    PCTY_PUPPET_EXPANDED_DEBUG = 4,
} pcty_puppet_detail;

// The options for parsing Puppet's notation. Start from PCTY_PUPPET_OPTIONS_INIT: the current
// language without aliases.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The language.
    pcty_puppet_mode mode;
    // The aliases, or NULL for none.
    const pcty_puppet_aliases *aliases;
} pcty_puppet_options;

// --- Puppet: values that other dialects do not have.

// The kind of a value that only Puppet has.
typedef enum pcty_puppet_kind PCTY_ENUM {
    // None: a value that other dialects also have, or a value with marks.
    PCTY_PUPPET_NONE = 0,
    // `default`.
    PCTY_PUPPET_DEFAULT = 1,
    // A Hash: keys of any kind, in their order.
    PCTY_PUPPET_HASH = 2,
    // A Regexp.
    PCTY_PUPPET_REGEXP = 3,
    // A Sensitive.
    PCTY_PUPPET_SENSITIVE = 4,
    // A SemVer.
    PCTY_PUPPET_SEMVER = 5,
    // A SemVerRange.
    PCTY_PUPPET_SEMVER_RANGE = 6,
    // A Timespan.
    PCTY_PUPPET_TIMESPAN = 7,
    // A Timestamp.
    PCTY_PUPPET_TIMESTAMP = 8,
    // A Binary.
    PCTY_PUPPET_BINARY = 9,
    // A URI.
    PCTY_PUPPET_URI = 10,
    // An Iterator.
    PCTY_PUPPET_ITERATOR = 11,
    // An object.
    PCTY_PUPPET_OBJECT = 12,
} pcty_puppet_kind;

// A duration, or a point in time as the duration since 1970 in UTC.
typedef struct {
    // Whole seconds, rounded down, also for negative values.
    int64_t seconds;
    // Nanoseconds to add, from 0 to 999999999.
    uint32_t nanoseconds;
} pcty_puppet_time;

// Borrowed bytes: a pointer and a length.
typedef struct {
    // The bytes; never NULL in a result.
    const uint8_t *data;
    // The number of bytes.
    size_t len;
} pcty_bytes;

// The data of a Sensitive, an Iterator or an object of Puppet.
typedef struct {
    // The content of a Sensitive; otherwise NULL.
    const pcty_value *content;
    // The type of the elements of an Iterator, or the type of an object; otherwise NULL.
    const pcty_type *part_type;
    // The number of elements of an Iterator, or of attributes of an object:
    // `pcty_puppet_value_part_at`. It is 0 for an Iterator over 65,536 integers or more, whose
    // elements are created one by one.
    size_t part_count;
} pcty_puppet_value_data;

// An element of an Iterator, or an attribute of an object.
typedef struct {
    // The name of the attribute; no text for an element.
    pcty_str name;
    // The element, or the value of the attribute.
    const pcty_value *value;
} pcty_puppet_part;

// --- Puppet: rules that other dialects do not have.

// An operator of the language between two types. The wider type is the greater one.
typedef enum pcty_puppet_comparison PCTY_ENUM {
    // `==`: the types are the same, or each accepts the other.
    PCTY_PUPPET_EQUAL = 1,
    // `!=`
    PCTY_PUPPET_NOT_EQUAL = 2,
    // `<`: the right type accepts the left one and does not equal it.
    PCTY_PUPPET_LESS = 3,
    // `<=`: the right type accepts the left one.
    PCTY_PUPPET_LESS_OR_EQUAL = 4,
    // `>`: the left type accepts the right one and does not equal it.
    PCTY_PUPPET_GREATER = 5,
    // `>=`: the left type accepts the right one.
    PCTY_PUPPET_GREATER_OR_EQUAL = 6,
    // The types have the same structure, where the members of a Variant and other parts that Puppet
    // compares as sets may be in any order. The language has no operator for it; it is finer than `==`.
    PCTY_PUPPET_SAME = 7,
} pcty_puppet_comparison;

// The type to infer from a value.
typedef enum pcty_puppet_inference PCTY_ENUM {
    // One type for all elements of an array or a hash, and its size.
    PCTY_PUPPET_REDUCED = 1,
    // The reduced type without bounds and sizes.
    PCTY_PUPPET_GENERAL = 2,
    // A type for each element: the result of `type($value)`.
    PCTY_PUPPET_DETAILED = 3,
} pcty_puppet_inference;

// --- Puppet: iteration over the values of a type.

// An end of an iteration.
typedef enum pcty_puppet_end PCTY_ENUM {
    // The first of the remaining values.
    PCTY_PUPPET_FRONT = 1,
    // The last of the remaining values, in the order of `reverse_each`.
    PCTY_PUPPET_BACK = 2,
} pcty_puppet_end;

// --- Puppet: rules with a mode, and conversions of values.

// An operator between two numbers.
typedef enum pcty_puppet_operator PCTY_ENUM {
    // `+`
    PCTY_PUPPET_ADD = 1,
    // `-`
    PCTY_PUPPET_SUBTRACT = 2,
    // `*`
    PCTY_PUPPET_MULTIPLY = 3,
    // `/`
    PCTY_PUPPET_DIVIDE = 4,
    // `%`, only for integers.
    PCTY_PUPPET_MODULO = 5,
    // `<<`, only for integers.
    PCTY_PUPPET_SHIFT_LEFT = 6,
    // `>>`, only for integers.
    PCTY_PUPPET_SHIFT_RIGHT = 7,
} pcty_puppet_operator;

// --- Puppet: explanations of type mismatches.

// The treatment of a parameter without a value.
typedef enum pcty_puppet_missing PCTY_ENUM {
    // An error, unless the parameter is optional.
    PCTY_PUPPET_MISSING_REFUSED = 1,
    // Accepted: the value is supplied later.
    PCTY_PUPPET_MISSING_ALLOWED = 2,
} pcty_puppet_missing;

// A signature of a function.
typedef struct {
    // A Callable; `pcty_type_function` creates one whose parameters have names.
    const pcty_type *callable;
    // The name of the block; if it is empty, `block`.
    pcty_str block_name;
} pcty_puppet_signature;

// Initializer of options: the current language without aliases.
#define PCTY_PUPPET_OPTIONS_INIT                                                        \
    {sizeof(pcty_puppet_options), PCTY_PUPPET_CURRENT, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Puppet: type aliases.
//
// A handle of the type aliases that a module's `type` definitions declare; parsing functions take
// it. Data and RichData are always defined.
// ----------------------------------------------------------------------------

// Defines aliases in addition to those of `base`. Each definition may refer to itself, to the
// other definitions and to the aliases of `base`. A definition may replace an alias of `base`.
//
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a text that is not a type, with the alias's
// name as the path and the byte of its text; PCTY_ERROR_TYPE for an alias that consists only of
// aliases; PCTY_ERROR_INVALID_ARGUMENT for an invalid type name and for a duplicate name;
// PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// Ownership: `*out` is owned by the caller; the texts are copied, and `base` remains owned by the
// caller.
// NULL: `names`, `notations` (if `count` is 0) and `base` (then there are no other aliases) and
// `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_aliases_new(const pcty_puppet_aliases *base,
                                    const pcty_str *names,
                                    const pcty_str *notations,
                                    size_t count,
                                    pcty_puppet_aliases **out,
                                    pcty_error **error);

// Returns a new handle of the same aliases. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_puppet_aliases *pcty_puppet_aliases_clone(const pcty_puppet_aliases *aliases);

// Frees aliases. Types that were parsed with them stay valid.
//
// NULL: no-op.
void pcty_puppet_aliases_free(pcty_puppet_aliases *aliases);

// Returns the number of aliases.
//
// NULL: returns 0.
size_t pcty_puppet_aliases_count(const pcty_puppet_aliases *aliases);

// Writes an alias by its position, from 0. The aliases of the base come first, then the others in
// the order of their definition.
//
// Returns: false past the end.
// Ownership: the members of `*out` are owned by `aliases` and valid while it lives.
// NULL: returns false if `aliases` is NULL; `out` may be NULL.
bool pcty_puppet_aliases_at(const pcty_puppet_aliases *aliases,
                            size_t index,
                            pcty_puppet_alias *out);

// Returns the type that refers to an alias, by the alias's name.
//
// Returns: NULL for a name that is not defined.
// Ownership: the result is owned by `aliases` and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_puppet_aliases_get(const pcty_puppet_aliases *aliases, pcty_str name);

// ----------------------------------------------------------------------------
// Puppet: the notation of types and of literal values.
//
// The functions correspond to `pcty_type_parse` and similar functions of all dialects, and add the
// options that only Puppet has: type aliases, the language of the early specification, and the
// detail of a type's text.
// ----------------------------------------------------------------------------

// Parses a type.
//
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE with Puppet's message, the byte and a diagnostic;
// PCTY_ERROR_LIMIT for a text that is nested too deep; PCTY_ERROR_INVALID_UTF8;
// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size` or a mode without a constant.
// Ownership: `*out` is owned by the caller, and stays valid after the aliases are freed.
// NULL: `options` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_type_parse(pcty_str notation,
                                   const pcty_puppet_options *options,
                                   pcty_type **out,
                                   pcty_error **error);

// Formats a type in the notation of a mode, which can be parsed again. Only the current mode
// supports details other than PCTY_PUPPET_CANONICAL.
//
// Errors: PCTY_ERROR_UNSUPPORTED for a type that the early notation cannot express, and for a
// detail other than PCTY_PUPPET_CANONICAL in the early mode; PCTY_ERROR_INVALID_ARGUMENT for a
// detail or a mode without a constant.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_type_format(const pcty_type *type,
                                    pcty_puppet_detail detail,
                                    pcty_puppet_mode mode,
                                    pcty_string **out,
                                    pcty_error **error);

// Returns the name of a type without parameters, as used in messages, such as `Integer`, or the
// name of an alias or an object type.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_string *pcty_puppet_type_short_name(const pcty_type *type);

// Parses a value: a literal such as `[1, 'a', undef]` or `/[a-z]/`, a type, or a call of a type
// with literals such as `SemVer('1.2.3')`.
//
// Errors: as `pcty_puppet_type_parse`; PCTY_ERROR_UNSUPPORTED for a call whose result is not a
// literal value.
// Ownership: the caller owns `*out`.
// NULL: `options` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_parse(pcty_str literal,
                                    const pcty_puppet_options *options,
                                    pcty_value **out,
                                    pcty_error **error);

// Formats a value as a literal that can be parsed again. The literal shows the content of a
// Sensitive: do not use it in logs.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_format(const pcty_value *value,
                                     pcty_string **out,
                                     pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: values that other dialects do not have.
//
// - undef is the null of the type any.
// - Integers and floats are created by `pcty_value_integer_from_int64` and `pcty_value_float`.
// - Strings are ordinary strings.
// - Types are created by `pcty_value_from_type`.
//
// All other values are created by the functions below, by `pcty_puppet_value_parse` or by
// `pcty_puppet_value_new`. `pcty_value_length`, `pcty_value_element_at`, `pcty_value_entry_key_at`
// and `pcty_value_get` also read hashes, whose order is preserved.
// ----------------------------------------------------------------------------

// Returns the kind of a value that only Puppet has.
//
// NULL: returns PCTY_PUPPET_NONE.
pcty_puppet_kind pcty_puppet_value_kind(const pcty_value *value);

// Returns the text of a SemVer, SemVerRange, Timespan, Timestamp or URI, or the source of a
// Regexp.
//
// Errors: PCTY_ERROR_TYPE for other values; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
// PCTY_ERROR_UNKNOWN.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_as_text(const pcty_value *value,
                                      pcty_string **out,
                                      pcty_error **error);

// Returns the duration of a Timespan or a Timestamp.
//
// Errors: PCTY_ERROR_CONVERSION if the seconds are out of range; PCTY_ERROR_TYPE for other values;
// PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_time(const pcty_value *value,
                                   pcty_puppet_time *out,
                                   pcty_error **error);

// Returns the bytes of a Binary.
//
// Errors: PCTY_ERROR_TYPE for other values; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
// PCTY_ERROR_UNKNOWN.
// Ownership: the bytes in `*out` are owned by `value` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_bytes(const pcty_value *value,
                                    pcty_bytes *out,
                                    pcty_error **error);

// Writes the data of a Sensitive, an Iterator or an object.
//
// Returns: false for other values.
// Ownership: the content and the type in `*out` are owned by `value` and valid while it lives.
// NULL: returns false if `value` is NULL; `out` may be NULL.
bool pcty_puppet_value_info(const pcty_value *value,
                            pcty_puppet_value_data *out);

// Writes an element of an Iterator, or an attribute of an object, by its position, from 0.
//
// Returns: false for other values and past the end.
// Ownership: the members of `*out` are owned by `value` and valid while it lives.
// NULL: returns false if `value` is NULL; `out` may be NULL.
bool pcty_puppet_value_part_at(const pcty_value *value,
                               size_t index,
                               pcty_puppet_part *out);

// Returns the element of a hash under a key of any kind. `0.0` and `-0.0` are different keys.
//
// Returns: NULL for other values, and for a key that the hash does not have.
// Ownership: the result is owned by `value` and valid while it lives.
// NULL: returns NULL.
const pcty_value *pcty_puppet_value_get(const pcty_value *value,
                                        const pcty_value *key);

// Creates an array of values of any kinds.
//
// Errors: PCTY_ERROR_LIMIT if it is nested too deep.
// Ownership: `*out` is owned by the caller; the elements remain owned by the caller.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_array(const pcty_value *const *elements,
                                    size_t count,
                                    pcty_value **out,
                                    pcty_error **error);

// Creates a hash, in the order of its entries. For equal keys the last element applies, at the
// position of the first key.
//
// Errors: PCTY_ERROR_UNSUPPORTED for marks and unknown values; PCTY_ERROR_LIMIT if it is nested
// too deep.
// Ownership: `*out` is owned by the caller; the keys and elements remain owned by the caller.
// NULL: `keys`, `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_hash(const pcty_value *const *keys,
                                   const pcty_value *const *elements,
                                   size_t count,
                                   pcty_value **out,
                                   pcty_error **error);

// Creates a Binary.
//
// Errors: none except for NULL.
// Ownership: `*out` is owned by the caller; the bytes are copied.
// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_binary(const uint8_t *bytes,
                                     size_t count,
                                     pcty_value **out,
                                     pcty_error **error);

// Parses a JSON document as Hiera does: objects become hashes in the document's order, null
// becomes undef, a number without fraction and exponent becomes an Integer, and any other number
// becomes a Float.
//
// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_LIMIT for a document that is
// nested too deep and for numbers of too many digits; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_from_json(pcty_str json,
                                        pcty_value **out,
                                        pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: rules that other dialects do not have.
//
// `Type.new`, the operators that compare types, the three inferred types of a value, common types,
// and the simplification of types. Values with marks and unknown values cause
// PCTY_ERROR_UNSUPPORTED, with the path to the first.
// ----------------------------------------------------------------------------

// Creates a value as `Type.new(arguments...)` does. If the only argument is already an instance, it is
// the result.
//
// Errors: with Puppet's messages PCTY_ERROR_CONVERSION for arguments that cannot be converted, and
// PCTY_ERROR_TYPE, with both types, for a result that is not an instance; PCTY_ERROR_UNSUPPORTED
// for types that cannot create values, and with the argument's index for marks and unknown values;
// PCTY_ERROR_LIMIT.
// Ownership: `*out` is owned by the caller; the arguments remain owned by the caller.
// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_new(const pcty_type *type,
                                  const pcty_value *const *arguments,
                                  size_t count,
                                  pcty_value **out,
                                  pcty_error **error);

// Computes the result of an operator of the language for two types.
//
// Errors: PCTY_ERROR_LIMIT if recursive types take too long.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_type_compare(const pcty_type *left,
                                     const pcty_type *right,
                                     pcty_puppet_comparison comparison,
                                     pcty_puppet_mode mode,
                                     bool *out,
                                     pcty_error **error);

// Infers a type of a value. In the early mode the three inferences have the same result.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values; PCTY_ERROR_LIMIT if
// the type is nested too deep.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_infer(const pcty_value *value,
                                    pcty_puppet_inference inference,
                                    pcty_puppet_mode mode,
                                    pcty_type **out,
                                    pcty_error **error);

// Returns the simplest form of a type: equivalent members of a Variant are combined into one.
//
// Errors: PCTY_ERROR_LIMIT if the type is nested too deep.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_type_normalize(const pcty_type *type,
                                       pcty_type **out,
                                       pcty_error **error);

// Returns a type without its restrictions of ranges, sizes, strings and titles.
//
// Errors: PCTY_ERROR_LIMIT if the type is nested too deep.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_type_generalize(const pcty_type *type,
                                        pcty_type **out,
                                        pcty_error **error);

// Returns the common type of types, folded from the first to the last. Without types, the result
// is Undef.
//
// Errors: PCTY_ERROR_LIMIT if recursive types take too long or the type is nested too deep.
// Ownership: the caller owns `*out`.
// NULL: `types` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_common_type(const pcty_type *const *types,
                                    size_t count,
                                    pcty_puppet_mode mode,
                                    pcty_type **out,
                                    pcty_error **error);

// Returns the common type of the reduced types of values. Without values, the result is Undef.
//
// Errors: PCTY_ERROR_UNSUPPORTED for marks and unknown values, with a path that begins with the
// value's position; PCTY_ERROR_LIMIT if the type is nested too deep.
// Ownership: the caller owns `*out`.
// NULL: `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_common_type_of_values(const pcty_value *const *values,
                                              size_t count,
                                              pcty_type **out,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: iteration over the values of a type.
//
// A range of integers is iterated in ascending order. In the early mode, a descending range is
// iterated in descending order. An Enum is iterated over its strings, and an alias as its
// definition.
// ----------------------------------------------------------------------------

// Starts an iteration over a type.
//
// Errors: PCTY_ERROR_UNSUPPORTED for a type that cannot be iterated, and for a range of integers
// without a lower or an upper bound.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_iteration_new(const pcty_type *type,
                                      pcty_puppet_iteration **out,
                                      pcty_error **error);

// Returns an independent iteration at the same position.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
// Threads: `iteration` must not be in use elsewhere.
pcty_puppet_iteration *pcty_puppet_iteration_clone(const pcty_puppet_iteration *iteration);

// Frees an iteration.
//
// NULL: no-op.
void pcty_puppet_iteration_free(pcty_puppet_iteration *iteration);

// Returns the next value from an end of the iteration.
//
// Returns: NULL at the end of the iteration, and for an end without a constant.
// Ownership: the caller owns the result.
// NULL: returns NULL.
// Threads: `iteration` must not be in use elsewhere.
pcty_value *pcty_puppet_iteration_next(pcty_puppet_iteration *iteration,
                                       pcty_puppet_end end);

// ----------------------------------------------------------------------------
// Puppet: rules with a mode, and conversions of values.
//
// The functions whose results differ between the current language and the early specification take
// the mode as a parameter. In the early mode undef is assignable to every type, the inferred type
// of a value contains no information about the value, and types have the names of the early
// specification. A type is the same in both modes, independent of its original notation. A text of
// the early mode that denotes several types, such as `File['a', 'b']`, is a value: an array of
// types.
//
// The other functions convert values for conditions, arithmetic operators, strings and matches.
// Values with marks and unknown values cause PCTY_ERROR_UNSUPPORTED, with the path to the first.
// ----------------------------------------------------------------------------

// Checks whether values of the source type are assignable to the target type.
//
// Errors: PCTY_ERROR_LIMIT if recursive types take too long.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_type_assignable(const pcty_type *source,
                                        const pcty_type *target,
                                        pcty_puppet_mode mode,
                                        bool *out,
                                        pcty_error **error);

// Checks whether a value is an instance of a type.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values; PCTY_ERROR_LIMIT if
// recursive types take too long.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_is_instance(const pcty_value *value,
                                          const pcty_type *type,
                                          pcty_puppet_mode mode,
                                          bool *out,
                                          pcty_error **error);

// Checks whether a value is true as a condition. undef and false are not; in the early mode the
// empty string is not, either.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_truth(const pcty_value *value,
                                    pcty_puppet_mode mode,
                                    bool *out,
                                    pcty_error **error);

// Converts a value to a number. The value is a number, or a string such as `' -0x1f '` or
// `'1.5e3'`.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
// PCTY_ERROR_CONVERSION for a value that does not denote a number; PCTY_ERROR_LIMIT for too many
// digits.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_to_numeric(const pcty_value *value,
                                         pcty_value **out,
                                         pcty_error **error);

// Converts a value to its text in an interpolated string: `[1, a]`. The content of a Sensitive is
// not shown.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values, and for a type that
// the early specification cannot express; PCTY_ERROR_LIMIT for a text that becomes too long.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_to_string(const pcty_value *value,
                                        pcty_puppet_mode mode,
                                        pcty_string **out,
                                        pcty_error **error);

// Converts a value to the regular expression on the right side of a match. The value is a regular
// expression or a string. In the early mode `\A` and `\Z` are removed from a string.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
// PCTY_ERROR_CONVERSION for other values; PCTY_ERROR_VALUE for a string that is not a regular
// expression.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_to_regexp(const pcty_value *value,
                                        pcty_puppet_mode mode,
                                        pcty_value **out,
                                        pcty_error **error);

// Computes the result of an operator for two numbers. Operators on arrays, hashes and times are
// not supported. In the current mode integers have 64 bits, and a string is an error even if it
// denotes a number; convert it first. In the early mode strings are converted to numbers, and
// integers never overflow.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
// PCTY_ERROR_CONVERSION, with the operand's index, for an operand that is not a number;
// PCTY_ERROR_ARITHMETIC for a division by zero, an overflow, an infinite result, or floats with an
// operator that is only defined for integers; PCTY_ERROR_LIMIT for an integer of too many bits.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_arithmetic(const pcty_value *left,
                                   const pcty_value *right,
                                   pcty_puppet_operator operator_,
                                   pcty_puppet_mode mode,
                                   pcty_value **out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: explanations of type mismatches.
//
// The messages are those of Puppet, with paths into structures. If there is one mismatch, the path
// of the error leads to it. If there are several, the message has a line for each, and each of the
// first thousand is a diagnostic of the error. Values with marks and unknown values cause
// PCTY_ERROR_UNSUPPORTED, with the path to the first.
// ----------------------------------------------------------------------------

// Explains why the type `found` is not assignable to the type `wanted`. `subject`, such as `$x`,
// is named in the message.
//
// Errors: PCTY_ERROR_LIMIT if a type is nested too deep or recursive types take too long;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: `*out` is owned by the caller, and NULL if the type is assignable. Its code is
// PCTY_ERROR_TYPE; it contains the expected and the found type.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_type_mismatch(const pcty_type *found,
                                      const pcty_type *wanted,
                                      pcty_str subject,
                                      pcty_error **out,
                                      pcty_error **error);

// Explains why a value is not an instance of a type, as `pcty_puppet_type_mismatch` does for the
// value's detailed type.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values; otherwise as
// `pcty_puppet_type_mismatch`.
// Ownership: `*out` is owned by the caller, and NULL if the value is an instance.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_mismatch(const pcty_value *value,
                                       const pcty_type *wanted,
                                       pcty_str subject,
                                       pcty_error **out,
                                       pcty_error **error);

// Checks that a value is an instance of a type, as the function `assert_type` does.
//
// Errors: PCTY_ERROR_TYPE with the complete message of the function and both types if it is not;
// PCTY_ERROR_NOT_FOUND if the type refers to an unknown type; PCTY_ERROR_UNSUPPORTED, with the
// path, for marks and unknown values.
// Ownership: changes no handle and creates none.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_value_assert(const pcty_value *value,
                                     const pcty_type *wanted,
                                     pcty_error **error);

// Checks that the entries of the hash `given` are valid arguments for the parameters of a class, a
// defined type or a template. Unknown names are reported first, then, in the order of the Struct
// `parameters`, each parameter with a missing or invalid value. A Deferred is always valid.
//
// Errors: PCTY_ERROR_TYPE with `subject`, such as `Class[Ntp]`, and all mismatches if the
// arguments are not valid, and if `given` is not a hash; PCTY_ERROR_INVALID_ARGUMENT if `parameters`
// is not a Struct; PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: changes no handle and creates none.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_validate_parameters(const pcty_value *given,
                                            const pcty_type *parameters,
                                            pcty_str subject,
                                            pcty_puppet_missing missing,
                                            pcty_error **error);

// Checks that the default value of a parameter is an instance of the parameter's type.
//
// Errors: PCTY_ERROR_TYPE with `subject` and all mismatches if it is not; PCTY_ERROR_UNSUPPORTED,
// with the path, for marks and unknown values; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes no handle and creates none.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_validate_default(const pcty_value *value,
                                         const pcty_type *type,
                                         pcty_str name,
                                         pcty_str subject,
                                         pcty_error **error);

// Explains why no signature accepts a call. `arguments` is a Tuple of the types of the arguments;
// a Callable as the last type is the type of the block. The detailed type of an array of arguments
// is such a Tuple.
//
// Errors: PCTY_ERROR_TYPE, with the index, for a signature that is not a Callable;
// PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
// Ownership: `*out` is owned by the caller. It is NULL if a signature accepts the call, or if
// there are no signatures. Otherwise it has a diagnostic for each signature, whose detail has a
// line for each mismatch.
// NULL: `signatures` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_call_mismatch(const pcty_type *arguments,
                                      const pcty_puppet_signature *signatures,
                                      size_t count,
                                      pcty_str function,
                                      pcty_error **out,
                                      pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_PUPPET_H
