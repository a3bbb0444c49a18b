// Puppet: notation, values, rules, and why something is not what was wanted.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_PUPPET_H
#define POLYCTY_PUPPET_H

#include "base.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// Type aliases by name. Never changes; any number of threads may use it at once.
//
// ```c
// static pcty_puppet_aliases *port_aliases(void) {
//     const pcty_str names[] = {PCTY_STR_INIT("Port"), PCTY_STR_INIT("Ports")};
//     const pcty_str notations[] = {PCTY_STR_INIT("Integer[0, 65535]"),
//                                   PCTY_STR_INIT("Variant[Port, Array[Ports]]")};
//     pcty_puppet_aliases *aliases = NULL;
//     pcty_error *error = NULL;
//     if (pcty_puppet_aliases_new(NULL, names, notations, 2, &aliases, &error) != PCTY_OK) {
//         pcty_string *line = pcty_error_to_line(error); // begins with the alias's name
//         fprintf(stderr, "%s\n", pcty_string_cstr(line));
//         pcty_string_free(line);
//         pcty_error_free(error);
//     }
//     return aliases;
// }
// ```
typedef struct pcty_puppet_aliases pcty_puppet_aliases;

// What a type still has to give, at both ends. Values are made as they are asked for. One
// thread at a time.
//
// ```c
// static size_t count_of(const pcty_type *type) {
//     pcty_puppet_iteration *values = NULL;
//     size_t count = 0;
//     if (pcty_puppet_iteration_new(type, &values, NULL) == PCTY_OK) {
//         pcty_value *value;
//         while ((value = pcty_puppet_iteration_next(values)) != NULL) {
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

// --- Puppet: the notation of types and of literal values.

// Which Puppet a text is written in, and whose rules answer.
typedef enum pcty_puppet_mode PCTY_ENUM {
    // Today's language.
    PCTY_PUPPET_CURRENT = 1,
    // The language of the early specification, with its names, defaults and rules.
    PCTY_PUPPET_EARLY = 2,
} pcty_puppet_mode;

// How much the text of a type says.
typedef enum pcty_puppet_detail PCTY_ENUM {
    // The canonical text: what is a default is left out, an alias is its name.
    PCTY_PUPPET_CANONICAL = 1,
    // Aliases as `Name = definition`, object types in full.
    PCTY_PUPPET_EXPANDED = 2,
    // The canonical text, with the string of a type that has but one.
    PCTY_PUPPET_DEBUG = 3,
    // The expanded text, with the string of a type that has but one.
    PCTY_PUPPET_EXPANDED_DEBUG = 4,
} pcty_puppet_detail;

// How Puppet's notation is read. Start from PCTY_PUPPET_OPTIONS_INIT, which is today's
// language without aliases.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The language.
    pcty_puppet_mode mode;
    // The aliases, or NULL for none.
    const pcty_puppet_aliases *aliases;
} pcty_puppet_options;

// --- Puppet: values that only it has.

// Which kind of value that only Puppet has.
typedef enum pcty_puppet_kind PCTY_ENUM {
    // None: what every dialect has, or a value with marks.
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
    // Whole seconds, rounded down: of what is negative too.
    int64_t seconds;
    // What comes on top of them, from 0 to 999999999.
    uint32_t nanoseconds;
} pcty_puppet_time;

// Bytes as a pointer and a length. It owns nothing.
typedef struct {
    // The bytes; never NULL in an answer.
    const uint8_t *data;
    // How many there are.
    size_t len;
} pcty_bytes;

// The data of a Sensitive, an Iterator or an object of Puppet.
typedef struct {
    // The content of a Sensitive; otherwise NULL.
    const pcty_value *content;
    // The type of the elements of an Iterator, or the type of an object; otherwise NULL.
    const pcty_type *part_type;
    // The number of elements of an Iterator, or of attributes of an object:
    // `pcty_puppet_value_part_at`. It is 0 for an Iterator over 65,536 integers and more, whose
    // elements are made one by one.
    size_t part_count;
} pcty_puppet_value_data;

// --- Puppet: what only its rules answer.

// An operator of the language between two types; the wider one is the greater.
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
} pcty_puppet_comparison;

// Which type of a value is inferred.
typedef enum pcty_puppet_inference PCTY_ENUM {
    // One type for all elements of an array or a hash, and its size.
    PCTY_PUPPET_REDUCED = 1,
    // The reduced type without bounds and sizes.
    PCTY_PUPPET_GENERAL = 2,
    // A type for each element: what `type($value)` says.
    PCTY_PUPPET_DETAILED = 3,
} pcty_puppet_inference;

// --- Puppet: whose rules answer, and values where another kind is wanted.

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
    // `%`, of integers alone.
    PCTY_PUPPET_MODULO = 5,
    // `<<`, of integers alone.
    PCTY_PUPPET_SHIFT_LEFT = 6,
    // `>>`, of integers alone.
    PCTY_PUPPET_SHIFT_RIGHT = 7,
} pcty_puppet_operator;

// --- Puppet: why something is not what was wanted.

// What a parameter without a value is.
typedef enum pcty_puppet_missing PCTY_ENUM {
    // A fault, unless the parameter is optional.
    PCTY_PUPPET_MISSING_REFUSED = 1,
    // Fine: it will be given later.
    PCTY_PUPPET_MISSING_ALLOWED = 2,
} pcty_puppet_missing;

// One way to call a function.
typedef struct {
    // A Callable; `pcty_type_function` makes one whose parameters have names.
    const pcty_type *callable;
    // What the block is called; no text for `block`.
    pcty_str block_name;
} pcty_puppet_signature;

// Today's Puppet, without aliases.
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
// The names that a module's `type` definitions give to types, as a handle that parsing
// takes. Data and RichData are always known.
// ----------------------------------------------------------------------------

// Defines aliases on top of others. Each definition may name itself, the other ones and
// those of `base`; a name of `base` may be defined anew.
//
// Ownership: `*out` is the caller's; the texts are copied, and `base` stays the caller's.
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a text that is not a type, with the alias's name as the path and the byte of its text;
// PCTY_ERROR_TYPE for an alias of nothing but aliases; PCTY_ERROR_INVALID_ARGUMENT for a name
// that is no name of a type or comes twice; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `names`, `notations` (if `count` is 0) and `base` (then there are no others) and
// `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_aliases_new(const pcty_puppet_aliases *base,
                                    const pcty_str *names,
                                    const pcty_str *notations,
                                    size_t count,
                                    pcty_puppet_aliases **out,
                                    pcty_error **error);

// Another handle of the same aliases; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_puppet_aliases *pcty_puppet_aliases_clone(const pcty_puppet_aliases *aliases);

// Frees aliases; types that were parsed with them live on. NULL: no-op.
void pcty_puppet_aliases_free(pcty_puppet_aliases *aliases);

// The number of aliases. NULL: gives 0.
size_t pcty_puppet_aliases_count(const pcty_puppet_aliases *aliases);

// The name of an alias by its position, from 0: those of the base come first, then the
// others in the order in which they were given.
//
// Ownership: lent as long as the aliases. NULL: gives no text, as does a position past the
// end.
pcty_str pcty_puppet_aliases_name_at(const pcty_puppet_aliases *aliases, size_t index);

// The type that names an alias, by the alias's position: a reference, which
// `pcty_type_unfold` opens.
//
// Ownership: lent as long as the aliases. NULL: gives NULL, as does a position past the end.
const pcty_type *pcty_puppet_aliases_type_at(const pcty_puppet_aliases *aliases,
                                             size_t index);

// The type that names an alias, by the alias's name.
//
// Ownership: lent as long as the aliases. NULL: gives NULL, as does a name that is not
// defined.
const pcty_type *pcty_puppet_aliases_get(const pcty_puppet_aliases *aliases, pcty_str name);

// ----------------------------------------------------------------------------
// Puppet: the notation of types and of literal values.
//
// What `pcty_type_parse` and its like do for every dialect, with what only Puppet asks:
// type aliases, the language of the early specification, and how much a text says.
// ----------------------------------------------------------------------------

// The type that a text stands for.
//
// Ownership: `*out` is the caller's; it does not need the aliases any more.
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE with Puppet's
// message, the byte and a diagnostic; PCTY_ERROR_LIMIT for what nests too deep;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size` or a mode
// without a constant.
// NULL: `options` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_type_parse(pcty_str notation,
                                   const pcty_puppet_options *options,
                                   pcty_type **out,
                                   pcty_error **error);

// Formats a type in the notation of a mode, which can be parsed again. Only the current mode has
// the details besides PCTY_PUPPET_CANONICAL.
//
// Errors: PCTY_ERROR_UNSUPPORTED for a type that the early notation cannot express, and for
// another detail than PCTY_PUPPET_CANONICAL in the early mode; PCTY_ERROR_INVALID_ARGUMENT for a
// detail or a mode without a constant.
// Ownership: `*out` is the caller's.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_type_format(const pcty_type *type,
                                    pcty_puppet_detail detail,
                                    pcty_puppet_mode mode,
                                    pcty_string **out,
                                    pcty_error **error);

// The name without parameters by which messages call a type, such as `Integer`; the name
// of an alias or an object type.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_puppet_type_short_name(const pcty_type *type);

// The value that a text stands for: a literal such as `[1, 'a', undef]` or `/[a-z]/`, a
// type, or a type that is called with literals such as `SemVer('1.2.3')`.
//
// Ownership: `*out` is the caller's.
// Errors: as `pcty_puppet_type_parse`; PCTY_ERROR_UNSUPPORTED for a call that says no literal
// value.
// NULL: `options` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_parse(pcty_str literal,
                                    const pcty_puppet_options *options,
                                    pcty_value **out,
                                    pcty_error **error);

// A value as a literal, which reads back. It shows what a Sensitive holds: not for logs.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_format(const pcty_value *value,
                                     pcty_string **out,
                                     pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: values that only it has.
//
// undef is the null of the type any, integers and floats are those of
// `pcty_value_integer_from_int64` and `pcty_value_float`, strings are strings, and a type is
// one of `pcty_value_from_type`. The other values are made here, by
// `pcty_puppet_value_parse` or by `pcty_puppet_value_new`. `pcty_value_length`,
// `pcty_value_element_at`, `pcty_value_entry_key_at` and `pcty_value_get` read hashes too, which
// keep their order.
// ----------------------------------------------------------------------------

// Which kind of value that only Puppet has it is. NULL: gives PCTY_PUPPET_NONE.
pcty_puppet_kind pcty_puppet_value_kind(const pcty_value *value);

// The text of a SemVer, SemVerRange, Timespan, Timestamp or URI, or the source of a Regexp.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for another value; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
// PCTY_ERROR_UNKNOWN.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_as_text(const pcty_value *value,
                                      pcty_string **out,
                                      pcty_error **error);

// A Timespan or a Timestamp.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_CONVERSION for more seconds than fit; PCTY_ERROR_TYPE for another value;
// PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_time(const pcty_value *value,
                                   pcty_puppet_time *out,
                                   pcty_error **error);

// The bytes of a Binary.
//
// Ownership: `*out` is lent as long as `value`.
// Errors: PCTY_ERROR_TYPE for another value; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
// PCTY_ERROR_UNKNOWN.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_bytes(const pcty_value *value,
                                    pcty_bytes *out,
                                    pcty_error **error);

// Writes the data of a Sensitive, an Iterator or an object.
//
// Returns: false for other values.
// Ownership: the content and the type in `*out` are owned by `value` and valid while it lives.
// NULL: returns false if `value` is; `out` may be.
bool pcty_puppet_value_info(const pcty_value *value,
                            pcty_puppet_value_data *out);

// An element that an Iterator gives, or the value of an object's attribute, by its position,
// from 0.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a position
// past the end.
const pcty_value *pcty_puppet_value_part_at(const pcty_value *value,
                                            size_t index);

// The name of an object's attribute by its position, from 0.
//
// Ownership: lent as long as `value`. NULL: gives no text, as do other values and a position
// past the end.
pcty_str pcty_puppet_value_part_name_at(const pcty_value *value,
                                        size_t index);

// The element of a hash under a key of any kind; `0.0` and `-0.0` are two keys.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a key that
// the hash does not have.
const pcty_value *pcty_puppet_value_get(const pcty_value *value, const pcty_value *key);

// An array of values of any kinds.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_LIMIT when it nests too deep.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_array(const pcty_value *const *elements,
                                    size_t count,
                                    pcty_value **out,
                                    pcty_error **error);

// A hash, in the order of its entries. Of equal keys the last element stays, in the place of
// the first.
//
// Ownership: `*out` is the caller's; so stay keys and elements.
// Errors: PCTY_ERROR_UNSUPPORTED for marks and unknown values; PCTY_ERROR_LIMIT when it nests too
// deep.
// NULL: `keys`, `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_hash(const pcty_value *const *keys,
                                   const pcty_value *const *elements,
                                   size_t count,
                                   pcty_value **out,
                                   pcty_error **error);

// A Binary.
//
// Ownership: `*out` is the caller's; the bytes are copied.
// Errors: none but NULL.
// NULL: `bytes` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_binary(const uint8_t *bytes,
                                     size_t count,
                                     pcty_value **out,
                                     pcty_error **error);

// The value that a JSON document means, as Hiera reads it: objects are hashes in the
// document's order, null is undef, a number with neither fraction nor exponent is an Integer
// and any other a Float.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_LIMIT for what nests too deep
// and for numbers of too many digits; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_from_json(pcty_str json,
                                        pcty_value **out,
                                        pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: what only its rules answer.
//
// Making values by `Type.new`, the operators that compare types, the three types of a
// value, common types, and types brought to a simpler form. Values with marks and unknown
// values are PCTY_ERROR_UNSUPPORTED, with the path to the first.
// ----------------------------------------------------------------------------

// The value that `Type.new(args...)` makes. One argument that is an instance already is
// the answer.
//
// Ownership: `*out` is the caller's; so stay the arguments.
// Errors: with Puppet's messages PCTY_ERROR_CONVERSION for what does not convert, PCTY_ERROR_TYPE,
// with both types, for a result that is no instance; PCTY_ERROR_UNSUPPORTED for types that make no
// values, and with the argument's index for marks and unknown values; PCTY_ERROR_LIMIT.
// NULL: `args` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_new(const pcty_type *type,
                                  const pcty_value *const *args,
                                  size_t count,
                                  pcty_value **out,
                                  pcty_error **error);

// What an operator of the language answers for two types.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_type_compare(const pcty_type *left,
                                     const pcty_type *right,
                                     pcty_puppet_comparison comparison,
                                     pcty_puppet_mode mode,
                                     bool *out,
                                     pcty_error **error);

// Whether two types are the same by their structure, which is finer than the language's
// `==`; coarser than `pcty_type_equal` where Puppet compares sets, such as the members of a
// Variant.
//
// NULL: gives false.
bool pcty_puppet_type_equal(const pcty_type *a, const pcty_type *b);

// A type of a value. In the early mode the three inferences give one type.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_LIMIT when the type nests too deep.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_infer(const pcty_value *value,
                                    pcty_puppet_inference inference,
                                    pcty_puppet_mode mode,
                                    pcty_type **out,
                                    pcty_error **error);

// A type in its simplest form: the members of a Variant that say one thing are one.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when the type nests too deep.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_type_normalize(const pcty_type *type,
                                       pcty_type **out,
                                       pcty_error **error);

// A type without what it says of ranges, sizes, strings and titles.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when the type nests too deep.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_type_generalize(const pcty_type *type,
                                        pcty_type **out,
                                        pcty_error **error);

// The common type of types, folded from the first on; of none it is Undef.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when recursive types take too long or the type nests too deep.
// NULL: `types` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_common_type(const pcty_type *const *types,
                                    size_t count,
                                    pcty_puppet_mode mode,
                                    pcty_type **out,
                                    pcty_error **error);

// The common type of the reduced types of values; of none it is Undef.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; the path begins with the value's position.
// PCTY_ERROR_LIMIT when the type nests too deep.
// NULL: `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_common_type_of_values(const pcty_value *const *values,
                                              size_t count,
                                              pcty_type **out,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: iterations, of what a type gives.
//
// A range of integers gives its integers in ascending order, an early descending one the
// other way; an Enum gives its strings.
// ----------------------------------------------------------------------------

// Begins to iterate a type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for a type that gives nothing, and for a range of integers
// without a smallest or a largest.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_iteration_new(const pcty_type *type,
                                      pcty_puppet_iteration **out,
                                      pcty_error **error);

// An iteration of its own that has come equally far.
//
// Ownership: the result is the caller's. NULL: gives NULL.
// Threads: `iteration` must not be in use elsewhere.
pcty_puppet_iteration *pcty_puppet_iteration_clone(const pcty_puppet_iteration *iteration);

// Frees an iteration. NULL: no-op.
void pcty_puppet_iteration_free(pcty_puppet_iteration *iteration);

// The next value from the front.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does an iteration at its end.
// Threads: `iteration` must not be in use elsewhere.
pcty_value *pcty_puppet_iteration_next(pcty_puppet_iteration *iteration);

// The next value from the back, as `reverse_each` goes.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does an iteration at its end.
// Threads: `iteration` must not be in use elsewhere.
pcty_value *pcty_puppet_iteration_next_back(pcty_puppet_iteration *iteration);

// ----------------------------------------------------------------------------
// Puppet: whose rules answer, and values where another kind is wanted.
//
// The verbs that the early specification answers otherwise than today's language, with
// the mode as an argument: there undef goes everywhere, the type of a value keeps nothing
// of the value, and types have its names. A type is the same for both, whichever notation
// it was read in. An early text that says several types, such as `File['a', 'b']`, is a
// value: an array of types. Then what a value is where a condition, an arithmetic
// operator, a string or a match wants something else. Values with marks and unknown values
// are PCTY_ERROR_UNSUPPORTED, with the path to the first.
// ----------------------------------------------------------------------------

// Whether a value of the source type may go where the target is wanted.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_type_assignable(const pcty_type *source,
                                        const pcty_type *target,
                                        pcty_puppet_mode mode,
                                        bool *out,
                                        pcty_error **error);

// Whether a value is an instance of a type.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head; PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_is_instance(const pcty_value *value,
                                          const pcty_type *type,
                                          pcty_puppet_mode mode,
                                          bool *out,
                                          pcty_error **error);

// Whether a condition takes a value for true: all but undef and false, and early all but
// the empty string too.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_truth(const pcty_value *value,
                                    pcty_puppet_mode mode,
                                    bool *out,
                                    pcty_error **error);

// The number that a value says: a number itself, or a string such as `' -0x1f '` or
// `'1.5e3'`.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_CONVERSION for what says no number;
// PCTY_ERROR_LIMIT for too many digits.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_to_numeric(const pcty_value *value,
                                         pcty_value **out,
                                         pcty_error **error);

// The text of a value as it stands inside of an interpolated string: `[1, a]`. What a
// Sensitive holds is not in it.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_UNSUPPORTED for a type that the early
// specification cannot say, too; PCTY_ERROR_LIMIT for a text that grows too long.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_to_string(const pcty_value *value,
                                        pcty_puppet_mode mode,
                                        pcty_string **out,
                                        pcty_error **error);

// The regular expression that a value says on the right side of a match: an expression
// itself, or a string. Early, `\A` and `\Z` are left out of a string.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_CONVERSION for other values,
// PCTY_ERROR_VALUE for a string that is not a regular expression.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_to_regexp(const pcty_value *value,
                                        pcty_puppet_mode mode,
                                        pcty_value **out,
                                        pcty_error **error);

// What an operator makes of two values as numbers; what arrays, hashes and times make is
// not answered here. Today integers have 64 bits, and a string is an error even where it
// says a number, unless it is converted before; early, strings are numbers and integers
// never overflow.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_CONVERSION, with the operand's index, for an
// operand that is no number; PCTY_ERROR_ARITHMETIC for a division by zero, an overflow, an
// infinite result, or floats where the operator knows none; PCTY_ERROR_LIMIT for an integer
// of too many bits.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_arithmetic(const pcty_value *left,
                                   const pcty_value *right,
                                   pcty_puppet_operator operator_,
                                   pcty_puppet_mode mode,
                                   pcty_value **out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: why something is not what was wanted.
//
// The messages are Puppet's own, with paths into structures. Where there are several
// faults the message has a line for each, and each of the first thousand is a diagnostic of
// the error; where there is one the error's path leads to it. Values with marks and unknown
// values are PCTY_ERROR_UNSUPPORTED, with the path to the first.
// ----------------------------------------------------------------------------

// What is wrong with a type where another one is wanted, said of a subject such as `$x`.
//
// Ownership: `*out` is the caller's, and NULL where the type is assignable. Its code is
// PCTY_ERROR_TYPE; it has the wanted and the found type.
// Errors: PCTY_ERROR_LIMIT when a type nests too deep or recursive types take too long;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_type_mismatch(const pcty_type *found,
                                      const pcty_type *wanted,
                                      pcty_str subject,
                                      pcty_error **out,
                                      pcty_error **error);

// What is wrong with a value where a type is wanted, as `pcty_puppet_type_mismatch` says
// it of the value's detailed type.
//
// Ownership: `*out` is the caller's, and NULL where the value is an instance.
// Errors: see the section's head; as `pcty_puppet_type_mismatch`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_mismatch(const pcty_value *value,
                                       const pcty_type *wanted,
                                       pcty_str subject,
                                       pcty_error **out,
                                       pcty_error **error);

// Passes if a value is an instance of a type, as the function `assert_type` does.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE with the function's whole message and both types if it is none;
// PCTY_ERROR_NOT_FOUND if the type names one that is not known; see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_value_assert(const pcty_value *value,
                                     const pcty_type *wanted,
                                     pcty_error **error);

// Passes if the entries of a hash are arguments for parameters: those of a class, a defined
// type or a template. What is not known comes first, then each parameter in the Struct's
// order that has no value or a wrong one. A Deferred is never wrong.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE with `subject`, such as `Class[Ntp]`, and every fault if they are not, and if
// `given` is not a hash; PCTY_ERROR_INVALID_ARGUMENT if `params` is not a Struct; see the
// section's head; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_validate_parameters(const pcty_value *given,
                                            const pcty_type *params,
                                            pcty_str subject,
                                            pcty_puppet_missing missing,
                                            pcty_error **error);

// Passes if the value that a parameter has by default is one of its type.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE with `subject` and every fault if it is not; see the section's head;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_validate_default(const pcty_value *value,
                                         const pcty_type *type,
                                         pcty_str name,
                                         pcty_str subject,
                                         pcty_error **error);

// What is wrong with a call. `arguments` is a Tuple of the arguments' types, of which the
// last is the block's, if it is a Callable: the detailed type of an array of arguments is
// such a one.
//
// Ownership: `*out` is the caller's, and NULL where there is nothing to say: some signature
// finds no fault, or there is none. It has a diagnostic for each signature, whose detail has a
// line for each fault.
// Errors: PCTY_ERROR_TYPE, with the index, for what is no Callable;
// PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
// NULL: `signatures` (if `count` is 0) and `error` may be.
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
