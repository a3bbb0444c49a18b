// The universe of types: making them and looking at them.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_TYPES_H
#define POLYCTY_TYPES_H

#include "base.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// A set of mutually recursive type definitions. Never changes; any number of threads may
// use it at once.
//
// ```c
// // A tree is a list of trees.
// static pcty_type *tree_type(void) {
//     pcty_variable_scope *scope = pcty_variable_scope_new();
//     pcty_type *tree = pcty_variable_scope_get(scope, 0); // stands for definition 0
//     pcty_type *trees = NULL, *reference = NULL;
//     must(pcty_type_list(tree, &trees, NULL));
//     const pcty_str names[] = {PCTY_STR_INIT("Tree")};
//     const pcty_type *definitions[] = {trees};
//     pcty_group *group = NULL;
//     if (pcty_group_new(scope, names, definitions, 1, &group, NULL) == PCTY_OK) {
//         must(pcty_group_reference_at(group, 0, &reference, NULL));
//     }
//     pcty_group_free(group);
//     pcty_type_free(trees);
//     pcty_type_free(tree);
//     pcty_variable_scope_free(scope);
//     return reference; // keeps the group alive
// }
// ```
typedef struct pcty_group pcty_group;

// Whose unification variables are. Two scopes never share a variable. One thread at a
// time.
//
// ```c
// static pcty_type *list_of_something(pcty_variable_scope *scope) {
//     pcty_type *variable = pcty_variable_scope_fresh(scope), *list = NULL;
//     must(pcty_type_list(variable, &list, NULL));
//     pcty_type_free(variable);
//     return list;
// }
// ```
typedef struct pcty_variable_scope pcty_variable_scope;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Types: making them.

// An inclusive range of sizes.
typedef struct {
    // The smallest size.
    uint64_t min;
    // The largest size, or PCTY_SIZE_UNLIMITED.
    uint64_t max;
} pcty_size_range;

// No upper bound.
#define PCTY_SIZE_UNLIMITED UINT64_MAX

// Whether the case of letters counts.
typedef enum pcty_case PCTY_ENUM {
    // It counts.
    PCTY_CASE_SENSITIVE = 0,
    // It does not.
    PCTY_CASE_IGNORED = 1,
} pcty_case;

// Whether a field, or a function's block, may be missing.
typedef enum pcty_presence PCTY_ENUM {
    // It has to be there.
    PCTY_REQUIRED = 0,
    // It may be missing.
    PCTY_OPTIONAL = 1,
} pcty_presence;

// A field of an object type.
typedef struct {
    // The name.
    pcty_str name;
    // The type.
    const pcty_type *type;
    // Whether the field may be missing.
    pcty_presence presence;
} pcty_field;

// A parameter of a nominal type: a type, a single value, or the place left at its
// default.
typedef struct {
    // The type, or NULL.
    const pcty_type *type;
    // The value, or NULL: a known bool, number, integer, float or string. Where `type` is
    // not NULL this has to be.
    const pcty_value *value;
} pcty_nominal_parameter;

// --- Function types.

// A parameter of a function type.
typedef struct {
    // The name; `data` is NULL where it has none.
    pcty_str name;
    // The type.
    const pcty_type *type;
} pcty_type_parameter;

// Whether a function type says what its parameters are.
typedef enum pcty_parameters PCTY_ENUM {
    // Any parameters will do.
    PCTY_PARAMETERS_ANY = 0,
    // It says them.
    PCTY_PARAMETERS_LISTED = 1,
} pcty_parameters;

// The parts of a function type. Start from PCTY_FUNCTION_TYPE_INIT, which is the type of
// every function.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether it says what the parameters are; if not, the next four members have to be
    // empty.
    pcty_parameters params;
    // The positional parameters.
    const pcty_type_parameter *positional;
    // How many there are.
    size_t positional_count;
    // What any further arguments must be, or NULL.
    const pcty_type_parameter *variadic;
    // How many arguments there may be, or NULL where that is the number of positional
    // parameters.
    const pcty_size_range *size;
    // The type of the block parameter, or NULL.
    const pcty_type *block;
    // Whether the caller may leave the block away.
    pcty_presence block_presence;
    // The type of the result, or NULL where it is not said.
    const pcty_type *result;
} pcty_function_type;

// The parts of a function type, as `pcty_type_function_info` writes them.
typedef struct {
    // Whether the type lists its parameters; if not, the members up to `size` are empty.
    pcty_parameters parameters;
    // The number of positional parameters: `pcty_type_function_parameter_at`.
    size_t parameter_count;
    // The parameter of all further arguments; its `type` is NULL if there is none.
    pcty_type_parameter variadic;
    // Whether the type states the number of arguments apart from its parameters.
    bool has_size;
    // That number, if `has_size`.
    pcty_size_range size;
    // The type of the block parameter, or NULL.
    const pcty_type *block;
    // Whether the caller may omit the block.
    pcty_presence block_presence;
    // The type of the result, or NULL if the type does not state it.
    const pcty_type *result;
} pcty_type_function_data;

// --- Types: looking at them.

// Which constructor made a type.
typedef enum pcty_kind PCTY_ENUM {
    // There is no type: the argument was NULL.
    PCTY_KIND_MISSING = 0,
    // Not yet known, or the top type.
    PCTY_KIND_ANY = 1,
    // The type of nothing.
    PCTY_KIND_NONE = 2,
    // Bools, optionally only one of them.
    PCTY_KIND_BOOL = 3,
    // Numbers of arbitrary precision.
    PCTY_KIND_NUMBER = 4,
    // Exact integers, optionally within bounds.
    PCTY_KIND_INTEGER = 5,
    // Doubles, optionally within bounds.
    PCTY_KIND_FLOAT = 6,
    // Strings, plain or constrained.
    PCTY_KIND_STRING = 7,
    // Sequences of one element type, optionally sized.
    PCTY_KIND_LIST = 8,
    // Sets of one element type.
    PCTY_KIND_SET = 9,
    // Maps from a key type to an element type, optionally sized.
    PCTY_KIND_MAP = 10,
    // Sequences with a type for each position, optionally sized.
    PCTY_KIND_TUPLE = 11,
    // Named fields in order.
    PCTY_KIND_OBJECT = 12,
    // Functions.
    PCTY_KIND_FUNCTION = 13,
    // One of several types.
    PCTY_KIND_UNION = 14,
    // A type or undef.
    PCTY_KIND_OPTIONAL = 15,
    // A type without undef.
    PCTY_KIND_NOT_UNDEF = 16,
    // An eventual value.
    PCTY_KIND_PROMISE = 17,
    // An eventual value with its dependencies.
    PCTY_KIND_OUTPUT = 18,
    // One value of a type.
    PCTY_KIND_LITERAL = 19,
    // Values of one type under a token.
    PCTY_KIND_ENUMERATION = 20,
    // A native type of the host.
    PCTY_KIND_CAPSULE = 21,
    // The type of a type, or of every type.
    PCTY_KIND_META = 22,
    // A unification variable.
    PCTY_KIND_VARIABLE = 23,
    // A named and possibly recursive type.
    PCTY_KIND_REFERENCE = 24,
    // A type that only one dialect has.
    PCTY_KIND_NOMINAL = 25,
} pcty_kind;

// What occurs inside a type, at any depth: bits.
typedef uint32_t pcty_type_flags;
// The type any occurs.
#define PCTY_TYPE_HAS_ANY 1
// A unification variable occurs.
#define PCTY_TYPE_HAS_VARIABLE 2
// An object with an optional field occurs.
#define PCTY_TYPE_HAS_OPTIONAL_FIELD 4
// A reference to a definition of a group occurs.
#define PCTY_TYPE_HAS_REFERENCE 8
// A capsule occurs.
#define PCTY_TYPE_HAS_CAPSULE 16
// A promise or an output occurs.
#define PCTY_TYPE_HAS_DEFERRED 32
// A set occurs.
#define PCTY_TYPE_HAS_SET 64

// How a string type is constrained.
typedef enum pcty_string_constraint PCTY_ENUM {
    // The type is no string type.
    PCTY_STRING_NONE = 0,
    // Every string.
    PCTY_STRING_PLAIN = 1,
    // A range of lengths: `size_range` of `pcty_type_info`.
    PCTY_STRING_LENGTH = 2,
    // One of some strings: `pcty_type_text_at`.
    PCTY_STRING_ENUMERATION = 3,
    // Matching one of some patterns: `pcty_type_text_at`.
    PCTY_STRING_PATTERNS = 4,
} pcty_string_constraint;

// Which of two bounds.
typedef enum pcty_side PCTY_ENUM {
    // The lower one.
    PCTY_LOWER = 0,
    // The upper one.
    PCTY_UPPER = 1,
} pcty_side;

// What a walk does after a visit.
typedef enum pcty_visit PCTY_ENUM {
    // It goes on, into the parts of what was visited.
    PCTY_VISIT_DESCEND = 0,
    // It goes on and leaves these parts out.
    PCTY_VISIT_SKIP = 1,
    // It ends.
    PCTY_VISIT_STOP = 2,
} pcty_visit;

// What kind of part of a type it is.
typedef enum pcty_part PCTY_ENUM {
    // The element type of a list, set or map, or what an optional and the like stand around.
    PCTY_PART_ELEMENT = 1,
    // The key type of a map.
    PCTY_PART_KEY = 2,
    // By position: of a tuple, a union, a function's or a nominal type's parameters.
    PCTY_PART_POSITION = 3,
    // A field of an object.
    PCTY_PART_FIELD = 4,
    // The variadic parameter of a function.
    PCTY_PART_VARIADIC = 5,
    // The block of a function.
    PCTY_PART_BLOCK = 6,
    // The result of a function.
    PCTY_PART_RESULT = 7,
} pcty_part;

// A step from a type to one of its parts.
typedef struct {
    // What kind of part.
    pcty_part part;
    // Its position, for PCTY_PART_POSITION.
    size_t position;
    // Its name, for PCTY_PART_FIELD.
    pcty_str name;
} pcty_type_step;

// Called for a type and each of its parts, outside in. `depth` is 0 and `step` NULL for
// the type itself; for a part, `step` leads to it from what was visited last at
// `depth - 1`. Both pointers are lent for the call.
typedef pcty_visit (*pcty_type_visitor)(void *user_data,
                                        size_t depth,
                                        const pcty_type_step *step,
                                        const pcty_type *type);

// The data of a type.
typedef struct {
    // The parts that occur in the type at any depth: PCTY_TYPE_HAS_*, added up.
    pcty_type_flags flags;
    // The nesting depth; 1 for a type without parts.
    uint32_t depth;
    // The number of nodes of the type written as a tree; a long text or number in it, for example a
    // name of more than 64 bytes, counts as several.
    uint32_t size;
    // The number of types of a tuple, members of a union or fields of an object; otherwise 0.
    size_t part_count;
    // The number of strings of a string enumeration, or of patterns: `pcty_type_text_at`.
    size_t text_count;
    // The number of values of an enumeration; 1 for a literal: `pcty_type_value_at`.
    size_t value_count;
    // The number of parameters of a nominal type: `pcty_type_nominal_parameter_at`.
    size_t nominal_parameter_count;
    // The token of an enumeration, or the name of a capsule or a nominal type; otherwise `data` is NULL.
    pcty_str name;
    // The dialect of a nominal type; otherwise `data` is NULL.
    pcty_str dialect;
    // The constraint of a string type; PCTY_STRING_NONE for other types.
    pcty_string_constraint string_constraint;
    // Whether a string enumeration ignores case; PCTY_CASE_SENSITIVE for other types.
    pcty_case text_case;
    // Whether a list, map or tuple has a range of sizes, or a string type one of lengths.
    bool has_size_range;
    // That range, if `has_size_range`.
    pcty_size_range size_range;
    // Whether a bool type has one value only.
    bool has_only_bool;
    // That value, if `has_only_bool`.
    bool only_bool;
    // Whether the type is a unification variable.
    bool is_variable;
    // The number of the variable in its scope, if `is_variable`.
    uint32_t variable_id;
    // The scope of the variable, as `pcty_variable_scope_identity` returns it, if `is_variable`.
    uint64_t variable_scope;
} pcty_type_data;

// The type of every function.
#define PCTY_FUNCTION_TYPE_INIT                                                             \
    {sizeof(pcty_function_type), PCTY_PARAMETERS_ANY, NULL, 0, NULL, NULL, NULL, PCTY_REQUIRED, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Types: making them.
//
// Constructors keep the order that they are given and check only what no dialect
// allows: reversed bounds, a field twice, nesting and size past the limits
// (PCTY_ERROR_LIMIT). A dialect's notation brings the parts to its normal form first;
// by hand, HCL and PCL want the attributes of an object in ascending order of their
// names.
// ----------------------------------------------------------------------------

// Another handle of the same type; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_type *pcty_type_clone(const pcty_type *type);

// Frees a type. NULL: no-op.
void pcty_type_free(pcty_type *type);

// The type that is not yet known (HCL), dynamic (PCL), the top type (Puppet).
//
// Ownership: lent for ever.
const pcty_type *pcty_type_any(void);

// The type of nothing: PCL's none, Puppet's Undef.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_none(void);

// All bools.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_bool(void);

// Numbers of arbitrary precision.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_number(void);

// All strings.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_string(void);

// All exact integers.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_integer(void);

// All doubles.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_float(void);

// The type of every type.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_meta(void);

// The bool type of one value.
//
// Ownership: the result is the caller's.
pcty_type *pcty_type_bool_value(bool value);

// Integers within inclusive bounds, which are integer values.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for a bound that is no integer; PCTY_ERROR_INVALID_ARGUMENT for
// reversed bounds.
// NULL: `min`, `max` (then unbounded) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_integer_range(const pcty_value *min,
                                    const pcty_value *max,
                                    pcty_type **out,
                                    pcty_error **error);

// Doubles within inclusive bounds.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for reversed bounds and NaN.
// NULL: `min`, `max` (then unbounded) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_float_range(const double *min,
                                  const double *max,
                                  pcty_type **out,
                                  pcty_error **error);

// Strings of these lengths, in the unit of the dialect.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_string_length(const pcty_size_range *size,
                                    pcty_type **out,
                                    pcty_error **error);

// One of these strings.
//
// Ownership: `*out` is the caller's; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for none at all.
// NULL: `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_string_enumeration(const pcty_str *values,
                                         size_t count,
                                         pcty_case case_,
                                         pcty_type **out,
                                         pcty_error **error);

// Strings that match one of these regular expressions, given as source text.
//
// Ownership: `*out` is the caller's; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for none at all.
// NULL: `patterns` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_string_patterns(const pcty_str *patterns,
                                      size_t count,
                                      pcty_type **out,
                                      pcty_error **error);

// The list type of an element type, of any size.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_list(const pcty_type *element, pcty_type **out, pcty_error **error);

// The list type of an element type and a range of sizes.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_sized_list(const pcty_type *element,
                                 const pcty_size_range *size,
                                 pcty_type **out,
                                 pcty_error **error);

// The set type of an element type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_set(const pcty_type *element, pcty_type **out, pcty_error **error);

// The map type of an element type, with strings as keys and of any size.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_map(const pcty_type *element, pcty_type **out, pcty_error **error);

// The map type of a key type and an element type, optionally of a range of sizes.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// NULL: `size` (then any size) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_map_of(const pcty_type *key,
                             const pcty_type *element,
                             const pcty_size_range *size,
                             pcty_type **out,
                             pcty_error **error);

// The tuple type with a type for each position.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_tuple(const pcty_type *const *elements,
                            size_t count,
                            pcty_type **out,
                            pcty_error **error);

// The tuple type of a range of sizes: the last type repeats, and trailing ones may be
// missing, as in Puppet.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_sized_tuple(const pcty_type *const *elements,
                                  size_t count,
                                  const pcty_size_range *size,
                                  pcty_type **out,
                                  pcty_error **error);

// The object type with these fields, as HCL and PCL have it: names in Unicode normal
// form C, fields in ascending order of their names. It equals what `pcty_type_parse` makes
// of the same fields in any order.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a name
// that comes twice and for a presence without a constant.
// NULL: `fields` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_object(const pcty_field *fields,
                             size_t count,
                             pcty_type **out,
                             pcty_error **error);

// The object type with these fields in this order, as Puppet and mcl have it; names are
// kept as given. Two orders of the same fields are two types.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a name
// that comes twice and for a presence without a constant.
// NULL: `fields` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_ordered_object(const pcty_field *fields,
                                     size_t count,
                                     pcty_type **out,
                                     pcty_error **error);

// The union of at least one member, in this order.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for none at all.
// NULL: `members` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_union(const pcty_type *const *members,
                            size_t count,
                            pcty_type **out,
                            pcty_error **error);

// A type made of one element type.
//
// - PCTY_KIND_OPTIONAL: the type or undef.
// - PCTY_KIND_NOT_UNDEF: the type without undef.
// - PCTY_KIND_PROMISE: a deferred value of the type.
// - PCTY_KIND_OUTPUT: a deferred value of the type, with its dependencies.
// - PCTY_KIND_META: the type of the type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for another kind.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_wrapper(const pcty_type *element,
                              pcty_kind kind,
                              pcty_type **out,
                              pcty_error **error);

// One value of a type, which has to be of the type's kind: a bool, number, integer, float
// or string.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value of another kind; PCTY_ERROR_MARKED,
// PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is no scalar;
// PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_literal(const pcty_type *element,
                              const pcty_value *value,
                              pcty_type **out,
                              pcty_error **error);

// An enumeration of at least one value of one type, known by a token.
//
// Ownership: `*out` is the caller's; the token is copied.
// Errors: as of `pcty_type_literal`, for each value; PCTY_ERROR_INVALID_UTF8;
// PCTY_ERROR_INVALID_ARGUMENT for no values.
// NULL: `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_enumeration(pcty_str token,
                                  const pcty_type *element,
                                  const pcty_value *const *values,
                                  size_t count,
                                  pcty_type **out,
                                  pcty_error **error);

// A type that only one dialect has: its name, its parameters and the dialect's name.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; for a parameter's value as of
// `pcty_type_literal`; PCTY_ERROR_INVALID_ARGUMENT for a parameter that is both a type and a
// value.
// NULL: `params` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_nominal(pcty_str name,
                              const pcty_nominal_parameter *params,
                              size_t count,
                              pcty_str dialect,
                              pcty_type **out,
                              pcty_error **error);

// The same type with every field required, at any depth.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_without_optional_fields(const pcty_type *type,
                                              pcty_type **out,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Function types.
// ----------------------------------------------------------------------------

// A function type.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`, a reversed size and an enumeration's number without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_function(const pcty_function_type *func,
                               pcty_type **out,
                               pcty_error **error);

// Writes the parts of a function type.
//
// Returns: false for other types.
// Ownership: the names and types in `*out` are owned by `type` and valid while it lives.
// NULL: returns false if `type` is; `out` may be.
bool pcty_type_function_info(const pcty_type *type, pcty_type_function_data *out);

// Writes a positional parameter of a function type, by its position from 0.
//
// Returns: false past the end and for other types.
// Ownership: the name and the type in `*out` are owned by `type` and valid while it lives.
// NULL: returns false if `type` is; `out` may be.
bool pcty_type_function_parameter_at(const pcty_type *type,
                                     size_t index,
                                     pcty_type_parameter *out);

// ----------------------------------------------------------------------------
// Types: looking at them.
//
// What is lent here is lent as long as the type. A type's parts by position are those of
// a tuple, the members of a union or the fields of an object.
// ----------------------------------------------------------------------------

// Which constructor made the type. NULL: gives PCTY_KIND_MISSING.
pcty_kind pcty_type_kind(const pcty_type *type);

// The element type of a list, set or map; the inner type of an optional, not-undef,
// promise, output, literal, enumeration or meta type.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as do other types.
const pcty_type *pcty_type_element(const pcty_type *type);

// The key type of a map.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as do other types.
const pcty_type *pcty_type_key(const pcty_type *type);

// Writes the data of a type: its flags, counts, names and constraints.
//
// Returns: false if `type` is NULL.
// Ownership: the texts in `*out` is owned by `type` and valid while it lives.
// NULL: returns false if `type` is; `out` may be.
bool pcty_type_info(const pcty_type *type, pcty_type_data *out);

// The type at a position, from 0, of a tuple; the member of a union; the type of an
// object's field.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as do other types and a position
// past the end.
const pcty_type *pcty_type_part_at(const pcty_type *type, size_t index);

// The field of an object at a position, from 0, and whether there is one.
//
// Ownership: what `*out` gets is lent as long as `type`. NULL: gives false; `out` may be.
bool pcty_type_field_at(const pcty_type *type, size_t index, pcty_field *out);

// The field of an object by its name, and whether there is one.
//
// Ownership: what `*out` gets is lent as long as `type`. NULL: gives false; `out` may be.
bool pcty_type_field_get(const pcty_type *type, pcty_str name, pcty_field *out);

// A bound of an integer type, as an integer, or of a float type, as a double.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND where the type has no such bound;
// PCTY_ERROR_INVALID_ARGUMENT for a side without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_bound(const pcty_type *type,
                            pcty_side side,
                            pcty_value **out,
                            pcty_error **error);

// A string of a string enumeration, or a pattern, by its position, from 0.
//
// Ownership: lent as long as `type`. NULL: gives no text, as do other types and a position
// past the end.
pcty_str pcty_type_text_at(const pcty_type *type, size_t index);

// A value of an enumeration, or the one of a literal, by its position, from 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_value_at(const pcty_type *type,
                               size_t index,
                               pcty_value **out,
                               pcty_error **error);

// A parameter of a nominal type by its position, from 0: one of the outputs gets it and
// the other one NULL; both get NULL where the place is left at its default. Undef is a
// null of the type any.
//
// Ownership: `*param` is lent as long as `type`; `*value` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types; PCTY_ERROR_UNSUPPORTED for
// a regular expression, a list, a hash or a value that only the dialect has.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_nominal_parameter_at(const pcty_type *type,
                                           size_t index,
                                           const pcty_type **param,
                                           pcty_value **value,
                                           pcty_error **error);

// The structural hash: equal types have equal hashes, which are others in each process.
// NULL: gives 0.
uint64_t pcty_type_hash(const pcty_type *type);

// Whether two types have equal parts in the same order. A dialect's own notion of equal
// may be coarser. NULL: equals NULL alone.
bool pcty_type_equal(const pcty_type *a, const pcty_type *b);

// The total order of types: -1, 0 or 1. NULL: comes first.
int32_t pcty_type_compare(const pcty_type *a, const pcty_type *b);

// The name of the type in sentences, such as "map of list of string".
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_type_friendly_name(const pcty_type *type);

// Visits a type and its parts, depth first and in order. References are leaves: whoever
// wants to look inside unfolds them.
//
// Ownership: nothing changes hands; `user_data` goes to each visit.
// Errors: PCTY_ERROR_MISBEHAVED for a visit's answer without a constant.
// NULL: `user_data` and `error` may be.
// Threads: the visits run on this thread before the function returns.
PCTY_MUST_USE
pcty_status pcty_type_walk(const pcty_type *type,
                           pcty_type_visitor visit,
                           void *user_data,
                           pcty_error **error);

// ----------------------------------------------------------------------------
// Scopes and groups: variables and recursive types.
// ----------------------------------------------------------------------------

// A scope that no one else has.
//
// Ownership: the result is the caller's.
pcty_variable_scope *pcty_variable_scope_new(void);

// Frees a scope; its variables live on. NULL: no-op.
void pcty_variable_scope_free(pcty_variable_scope *scope);

// The number that tells this scope from others in the process. NULL: gives 0.
uint64_t pcty_variable_scope_identity(const pcty_variable_scope *scope);

// The variable of a number.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_type *pcty_variable_scope_get(const pcty_variable_scope *scope, uint32_t id);

// A variable that this function has not yet given for this scope; they count from 0.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does a scope of which all
// numbers are used up.
// Threads: one at a time.
pcty_type *pcty_variable_scope_fresh(pcty_variable_scope *scope);

// Makes a group of definitions, each with its name. Inside them, variable number i of
// `scope` stands for definition number i.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for no
// definitions, a variable without a definition, and a definition that is nothing but a
// ring of variables.
// NULL: `names`, `definitions` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_group_new(const pcty_variable_scope *scope,
                           const pcty_str *names,
                           const pcty_type *const *definitions,
                           size_t count,
                           pcty_group **out,
                           pcty_error **error);

// Another handle of the same group; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_group *pcty_group_clone(const pcty_group *group);

// Frees a group; references to its definitions keep it alive. NULL: no-op.
void pcty_group_free(pcty_group *group);

// The number of definitions. NULL: gives 0.
size_t pcty_group_count(const pcty_group *group);

// The type that refers to a definition by its position, from 0.
//
// Ownership: `*out` is the caller's and keeps the group alive.
// Errors: PCTY_ERROR_NOT_FOUND past the end.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_group_reference_at(const pcty_group *group,
                                    size_t index,
                                    pcty_type **out,
                                    pcty_error **error);

// The definition that a reference stands for; references inside it keep the group alive.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for other types; PCTY_ERROR_INVALID_ARGUMENT where the group has
// been released, which happens only to what was lent from inside it.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_unfold(const pcty_type *type, pcty_type **out, pcty_error **error);

// The name of the definition that a reference stands for.
//
// Ownership: `*out` is the caller's.
// Errors: as of `pcty_type_unfold`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_reference_name(const pcty_type *type,
                                     pcty_string **out,
                                     pcty_error **error);

// ----------------------------------------------------------------------------
// Types: what a host says of them.
//
// An annotation is data of the host's that goes with a type: where it was declared, the
// schema that it came from. Annotations say nothing about values: types that differ in them
// alone are equal and have one text. What is made of a type by rewriting its parts keeps
// them; PCL's unification keeps those of both types that it makes one of.
// ----------------------------------------------------------------------------

// The type with one more annotation, behind those that it has.
//
// Ownership: `*out` is the caller's. `data` is the library's from here on, also on failure:
// `destroy` releases it exactly once, with the last type that has it.
// Errors: none but NULL.
// NULL: `data`, `destroy` (then nothing is released) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_annotate(const pcty_type *type,
                               void *data,
                               pcty_destroy destroy,
                               pcty_type **out,
                               pcty_error **error);

// The number of annotations of a type. NULL: gives 0.
size_t pcty_type_annotation_count(const pcty_type *type);

// The data of an annotation by its position, from 0.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as does a position past the end.
void *pcty_type_annotation_at(const pcty_type *type, size_t index);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_TYPES_H
