// Types: creating and reading them.
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
//     pcty_type *tree = pcty_variable_scope_get(scope, 0); // refers to definition 0
//     pcty_type *trees = NULL, *reference = NULL;
//     must(pcty_type_list(tree, NULL, &trees, NULL));
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

// A scope of unification variables. Two scopes never share a variable. One thread at a time.
//
// ```c
// static pcty_type *list_of_something(pcty_variable_scope *scope) {
//     pcty_type *variable = pcty_variable_scope_fresh(scope), *list = NULL;
//     must(pcty_type_list(variable, NULL, &list, NULL));
//     pcty_type_free(variable);
//     return list;
// }
// ```
typedef struct pcty_variable_scope pcty_variable_scope;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Types: creating them.

// An inclusive range of sizes.
typedef struct {
    // The smallest size.
    uint64_t min;
    // The largest size, or PCTY_SIZE_UNLIMITED.
    uint64_t max;
} pcty_size_range;

// No upper bound.
#define PCTY_SIZE_UNLIMITED UINT64_MAX

// Whether letter case is significant.
typedef enum pcty_case PCTY_ENUM {
    // Letter case is significant.
    PCTY_CASE_SENSITIVE = 0,
    // Letter case is ignored.
    PCTY_CASE_IGNORED = 1,
} pcty_case;

// Whether a field, or a function's block, may be missing.
typedef enum pcty_presence PCTY_ENUM {
    // It is required.
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

// A parameter of a nominal type: a type, a single value, or a parameter left at its default.
typedef struct {
    // The type, or NULL.
    const pcty_type *type;
    // The value, or NULL: a known bool, number, integer, float or string. It must be NULL if `type`
    // is not NULL.
    const pcty_value *value;
} pcty_nominal_parameter;

// --- Function types.

// A parameter of a function type.
typedef struct {
    // The name; `data` is NULL if it has none.
    pcty_str name;
    // The type.
    const pcty_type *type;
} pcty_type_parameter;

// Whether a function type lists its parameters.
typedef enum pcty_parameters PCTY_ENUM {
    // It does not: any parameters are allowed.
    PCTY_PARAMETERS_ANY = 0,
    // It lists them.
    PCTY_PARAMETERS_LISTED = 1,
} pcty_parameters;

// The parts of a function type. Start from PCTY_FUNCTION_TYPE_INIT, the type of every function.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether the type lists its parameters; if not, the next four members must be empty.
    pcty_parameters parameters;
    // The positional parameters.
    const pcty_type_parameter *positional;
    // The number of positional parameters.
    size_t positional_count;
    // The type of all further arguments, or NULL.
    const pcty_type_parameter *variadic;
    // The allowed number of arguments, or NULL if it is the number of positional parameters.
    const pcty_size_range *size;
    // The type of the block parameter, or NULL.
    const pcty_type *block;
    // Whether the caller may omit the block.
    pcty_presence block_presence;
    // The type of the result, or NULL if the type does not state it.
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

// --- Types: reading them.

// The kind of a type: its constructor.
typedef enum pcty_kind PCTY_ENUM {
    // No type: the argument was NULL.
    PCTY_KIND_MISSING = 0,
    // A type that is not yet known, or the top type.
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
    // A deferred value.
    PCTY_KIND_PROMISE = 17,
    // A deferred value with its dependencies.
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

// The features that occur inside a type, at any depth: bits.
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

// The constraint of a string type.
typedef enum pcty_string_constraint PCTY_ENUM {
    // The type is not a string type.
    PCTY_STRING_NONE = 0,
    // Every string.
    PCTY_STRING_PLAIN = 1,
    // A range of lengths: `size_range` of `pcty_type_info`.
    PCTY_STRING_LENGTH = 2,
    // One of some strings: `pcty_type_text_at`.
    PCTY_STRING_ENUMERATION = 3,
    // A string that matches one of some patterns: `pcty_type_text_at`.
    PCTY_STRING_PATTERNS = 4,
} pcty_string_constraint;

// A side of a range.
typedef enum pcty_side PCTY_ENUM {
    // The lower bound.
    PCTY_LOWER = 0,
    // The upper bound.
    PCTY_UPPER = 1,
} pcty_side;

// The action of a walk after a visit.
typedef enum pcty_visit PCTY_ENUM {
    // Continues with the parts of the visited item.
    PCTY_VISIT_DESCEND = 0,
    // Continues, and skips the parts of the visited item.
    PCTY_VISIT_SKIP = 1,
    // Ends the walk.
    PCTY_VISIT_STOP = 2,
} pcty_visit;

// The kind of a part of a type.
typedef enum pcty_part PCTY_ENUM {
    // The element type of a list, set or map, or the inner type of an optional or similar type.
    PCTY_PART_ELEMENT = 1,
    // The key type of a map.
    PCTY_PART_KEY = 2,
    // A part by position: of a tuple or a union, or of the parameters of a function or nominal type.
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
    // The kind of the part.
    pcty_part part;
    // The position, for PCTY_PART_POSITION.
    size_t position;
    // The name, for PCTY_PART_FIELD.
    pcty_str name;
} pcty_type_step;

// Called for a type and each of its parts, outside in. `depth` is 0 and `step` NULL for the type
// itself; for a part, `step` leads to it from the type visited last at `depth - 1`. Both pointers
// are valid during the call only.
typedef pcty_visit (*pcty_type_visitor)(void *user_data,
                                        size_t depth,
                                        const pcty_type_step *step,
                                        const pcty_type *type);

// The data of a type.
typedef struct {
    // The features that occur in the type at any depth: PCTY_TYPE_HAS_*, added up.
    pcty_type_flags flags;
    // The nesting depth; 1 for a type without parts.
    uint32_t depth;
    // The number of nodes of the type written as a tree; a long text or number in it, for example
    // a name of more than 64 bytes, counts as several.
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

// The type of all functions.
#define PCTY_FUNCTION_TYPE_INIT                                                             \
    {sizeof(pcty_function_type), PCTY_PARAMETERS_ANY, NULL, 0, NULL, NULL, NULL, PCTY_REQUIRED, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Types: creating them.
//
// Constructors keep the order of their arguments. They check only conditions that no dialect
// allows: reversed bounds, a duplicate field, nesting and size past the limits (PCTY_ERROR_LIMIT).
//
// A dialect's notation brings the parts into its normal form first. With constructors, the caller
// does this: HCL and PCL require the attributes of an object in ascending order of their names.
// ----------------------------------------------------------------------------

// Creates another handle of the same type; only a reference is counted.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_type *pcty_type_clone(const pcty_type *type);

// Frees a type.
//
// NULL: no-op.
void pcty_type_free(pcty_type *type);

// Returns the type any: not yet known in HCL, dynamic in PCL, the top type in Puppet.
//
// Ownership: static lifetime; do not free.
const pcty_type *pcty_type_any(void);

// Returns the type of nothing: PCL's none, Puppet's Undef.
//
// Ownership: static lifetime; do not free.
const pcty_type *pcty_type_none(void);

// Returns the type of all bools.
//
// Ownership: static lifetime; do not free.
const pcty_type *pcty_type_bool(void);

// Returns the type of numbers of arbitrary precision.
//
// Ownership: static lifetime; do not free.
const pcty_type *pcty_type_number(void);

// Returns the type of all strings.
//
// Ownership: static lifetime; do not free.
const pcty_type *pcty_type_string(void);

// Returns the type of all exact integers.
//
// Ownership: static lifetime; do not free.
const pcty_type *pcty_type_integer(void);

// Returns the type of all doubles.
//
// Ownership: static lifetime; do not free.
const pcty_type *pcty_type_float(void);

// Returns the type of every type.
//
// Ownership: static lifetime; do not free.
const pcty_type *pcty_type_meta(void);

// Creates the bool type of one value.
//
// Ownership: the caller owns the result.
pcty_type *pcty_type_bool_value(bool value);

// Creates the type of integers within inclusive bounds, which are integer values.
//
// Errors: PCTY_ERROR_TYPE for a bound that is not an integer; PCTY_ERROR_INVALID_ARGUMENT for
// reversed bounds.
// Ownership: the caller owns `*out`.
// NULL: `min`, `max` (then unbounded) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_integer_range(const pcty_value *min,
                                    const pcty_value *max,
                                    pcty_type **out,
                                    pcty_error **error);

// Creates the type of doubles within inclusive bounds.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for reversed bounds and NaN.
// Ownership: the caller owns `*out`.
// NULL: `min`, `max` (then unbounded) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_float_range(const double *min,
                                  const double *max,
                                  pcty_type **out,
                                  pcty_error **error);

// Creates the type of strings within a range of lengths, in the unit of the dialect.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_string_length(const pcty_size_range *size,
                                    pcty_type **out,
                                    pcty_error **error);

// Creates the type of one of several strings.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if there are none.
// Ownership: the caller owns `*out`; the texts are copied.
// NULL: `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_string_enumeration(const pcty_str *values,
                                         size_t count,
                                         pcty_case case_,
                                         pcty_type **out,
                                         pcty_error **error);

// Creates the type of strings that match one of several regular expressions, given as source text.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if there are none.
// Ownership: the caller owns `*out`; the texts are copied.
// NULL: `patterns` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_string_patterns(const pcty_str *patterns,
                                      size_t count,
                                      pcty_type **out,
                                      pcty_error **error);

// Creates the list type of an element type.
//
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// Ownership: the caller owns `*out`.
// NULL: `size` (then any size) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_list(const pcty_type *element,
                           const pcty_size_range *size,
                           pcty_type **out,
                           pcty_error **error);

// Creates the set type of an element type.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_set(const pcty_type *element, pcty_type **out, pcty_error **error);

// Creates the map type of a key type and an element type.
//
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// Ownership: the caller owns `*out`.
// NULL: `key` (then strings), `size` (then any size) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_map(const pcty_type *key,
                          const pcty_type *element,
                          const pcty_size_range *size,
                          pcty_type **out,
                          pcty_error **error);

// Creates the tuple type with a type for each position. If there is a range of sizes, the last type
// repeats, and trailing ones may be missing, as in Puppet.
//
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// Ownership: the caller owns `*out`.
// NULL: `elements` (if `count` is 0), `size` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_tuple(const pcty_type *const *elements,
                            size_t count,
                            const pcty_size_range *size,
                            pcty_type **out,
                            pcty_error **error);

// Creates the object type with these fields, as in HCL and PCL: names in Unicode normal form C,
// fields in ascending order of their names. It equals the type that `pcty_type_parse` returns for
// the same fields in any order.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a duplicate
// name and for a presence without a constant.
// Ownership: the caller owns `*out`; names are copied.
// NULL: `fields` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_object(const pcty_field *fields,
                             size_t count,
                             pcty_type **out,
                             pcty_error **error);

// Creates the object type with these fields in this order, as in Puppet and mcl. Names are not
// normalized. Two orders of the same fields are two types.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a duplicate
// name and for a presence without a constant.
// Ownership: the caller owns `*out`; names are copied.
// NULL: `fields` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_ordered_object(const pcty_field *fields,
                                     size_t count,
                                     pcty_type **out,
                                     pcty_error **error);

// Creates the union of at least one member, in this order.
//
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT if there are none.
// Ownership: the caller owns `*out`.
// NULL: `members` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_union(const pcty_type *const *members,
                            size_t count,
                            pcty_type **out,
                            pcty_error **error);

// Creates a type from one element type:
//
// - PCTY_KIND_OPTIONAL: the type or undef.
// - PCTY_KIND_NOT_UNDEF: the type without undef.
// - PCTY_KIND_PROMISE: a deferred value of the type.
// - PCTY_KIND_OUTPUT: a deferred value of the type, with its dependencies.
// - PCTY_KIND_META: the type of the type.
//
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for another kind.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_wrapper(const pcty_type *element,
                              pcty_kind kind,
                              pcty_type **out,
                              pcty_error **error);

// Creates the type of one value. The value must be of the type's kind: a bool, number, integer,
// float or string.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value of another kind; PCTY_ERROR_MARKED,
// PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is not a scalar;
// PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_literal(const pcty_type *element,
                              const pcty_value *value,
                              pcty_type **out,
                              pcty_error **error);

// Creates an enumeration of at least one value of one type, identified by a token.
//
// Errors: those of `pcty_type_literal` for each value; PCTY_ERROR_INVALID_UTF8;
// PCTY_ERROR_INVALID_ARGUMENT for no values.
// Ownership: the caller owns `*out`; the token is copied.
// NULL: `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_enumeration(pcty_str token,
                                  const pcty_type *element,
                                  const pcty_value *const *values,
                                  size_t count,
                                  pcty_type **out,
                                  pcty_error **error);

// Creates a type that only one dialect has, from its name, its parameters and the dialect's name.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; those of `pcty_type_literal` for the value of
// a parameter; PCTY_ERROR_INVALID_ARGUMENT for a parameter that is both a type and a value.
// Ownership: the caller owns `*out`; names are copied.
// NULL: `parameters` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_nominal(pcty_str name,
                              const pcty_nominal_parameter *parameters,
                              size_t count,
                              pcty_str dialect,
                              pcty_type **out,
                              pcty_error **error);

// Returns the same type with every field required, at any depth.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_without_optional_fields(const pcty_type *type,
                                              pcty_type **out,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Function types.
// ----------------------------------------------------------------------------

// Creates a function type.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`, a reversed size and an enumeration's number without a constant.
// Ownership: the caller owns `*out`; names are copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_function(const pcty_function_type *function,
                               pcty_type **out,
                               pcty_error **error);

// Writes the parts of a function type.
//
// Returns: false for other types.
// Ownership: the names and types in `*out` are owned by `type` and valid while it lives.
// NULL: returns false if `type` is NULL; `out` may be NULL.
bool pcty_type_function_info(const pcty_type *type, pcty_type_function_data *out);

// Writes a positional parameter of a function type, by its position from 0.
//
// Returns: false past the end and for other types.
// Ownership: the name and the type in `*out` are owned by `type` and valid while it lives.
// NULL: returns false if `type` is NULL; `out` may be NULL.
bool pcty_type_function_parameter_at(const pcty_type *type,
                                     size_t index,
                                     pcty_type_parameter *out);

// ----------------------------------------------------------------------------
// Types: reading them.
//
// Borrowed results are owned by the type and valid while it lives. The parts of a type by position
// are the types of a tuple, the members of a union or the fields of an object.
// ----------------------------------------------------------------------------

// Returns the kind of a type.
//
// NULL: returns PCTY_KIND_MISSING.
pcty_kind pcty_type_kind(const pcty_type *type);

// Returns the element type of a list, set or map, or the inner type of an optional, not-undef,
// promise, output, literal, enumeration or meta type.
//
// Returns: NULL for other types.
// Ownership: the result is owned by `type` and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_type_element(const pcty_type *type);

// Returns the key type of a map.
//
// Returns: NULL for other types.
// Ownership: the result is owned by `type` and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_type_key(const pcty_type *type);

// Writes the data of a type: its flags, counts, names and constraints.
//
// Returns: false if `type` is NULL.
// Ownership: the texts in `*out` are owned by `type` and valid while it lives.
// NULL: returns false if `type` is NULL; `out` may be NULL.
bool pcty_type_info(const pcty_type *type, pcty_type_data *out);

// Returns the type at a position, from 0: of a tuple, the member of a union, or the type of an
// object's field.
//
// Returns: NULL for a position past the end and for other types.
// Ownership: the result is owned by `type` and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_type_part_at(const pcty_type *type,
                                   size_t index);

// Writes the field of an object at a position, from 0.
//
// Returns: whether there is such a field.
// Ownership: the name and the type in `*out` are owned by `type` and valid while it lives.
// NULL: returns false if `type` is NULL; `out` may be NULL.
bool pcty_type_field_at(const pcty_type *type, size_t index, pcty_field *out);

// Writes the field of an object by its name.
//
// Returns: whether there is such a field.
// Ownership: the name and the type in `*out` are owned by `type` and valid while it lives.
// NULL: returns false if `type` is NULL; `out` may be NULL.
bool pcty_type_field_get(const pcty_type *type, pcty_str name, pcty_field *out);

// Returns a bound of an integer type, as an integer, or of a float type, as a double.
//
// Errors: PCTY_ERROR_NOT_FOUND if the type has no such bound; PCTY_ERROR_INVALID_ARGUMENT for a
// side without a constant.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_bound(const pcty_type *type,
                            pcty_side side,
                            pcty_value **out,
                            pcty_error **error);

// Returns a string of a string enumeration, or a pattern, by its position, from 0.
//
// Returns: no text for a position past the end and for other types.
// Ownership: the result is owned by `type` and valid while it lives.
// NULL: returns no text.
pcty_str pcty_type_text_at(const pcty_type *type, size_t index);

// Returns a value of an enumeration, or the value of a literal, by its position, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_value_at(const pcty_type *type,
                               size_t index,
                               pcty_value **out,
                               pcty_error **error);

// Returns a parameter of a nominal type by its position, from 0. One of the outputs receives the
// parameter, the other is NULL; both are NULL if the parameter has its default. Undef is a null of
// the type any.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types; PCTY_ERROR_UNSUPPORTED for a
// regular expression, a list, a hash or a value that only the dialect has.
// Ownership: `*parameter` is owned by `type` and valid while it lives; the caller owns `*value`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_nominal_parameter_at(const pcty_type *type,
                                           size_t index,
                                           const pcty_type **parameter,
                                           pcty_value **value,
                                           pcty_error **error);

// Returns the structural hash. Equal types have equal hashes; the hashes differ between processes.
//
// NULL: returns 0.
uint64_t pcty_type_hash(const pcty_type *type);

// Returns whether two types have equal parts in the same order. The equality of a dialect may be
// coarser.
//
// NULL: NULL is equal only to NULL.
bool pcty_type_equal(const pcty_type *a,
                     const pcty_type *b);

// Compares two types in the total order of types: -1, 0 or 1.
//
// NULL: NULL sorts first.
int32_t pcty_type_compare(const pcty_type *a, const pcty_type *b);

// Returns the name of the type for use in sentences, such as "map of list of string".
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_string *pcty_type_friendly_name(const pcty_type *type);

// Visits a type and its parts, depth first and in order. References are leaves; `pcty_type_unfold`
// returns their definitions.
//
// Errors: PCTY_ERROR_MISBEHAVED if a visit returns a number without a constant.
// Ownership: none is transferred; `user_data` is passed to each visit.
// NULL: `user_data` and `error` may be NULL.
// Threads: the visits run on this thread before the function returns.
PCTY_MUST_USE
pcty_status pcty_type_walk(const pcty_type *type,
                           pcty_type_visitor visit,
                           void *user_data,
                           pcty_error **error);

// ----------------------------------------------------------------------------
// Variable scopes and groups: unification variables and recursive types.
// ----------------------------------------------------------------------------

// Creates a scope that shares its identity with no other.
//
// Ownership: the caller owns the result.
pcty_variable_scope *pcty_variable_scope_new(void);

// Frees a scope; its variables remain valid.
//
// NULL: no-op.
void pcty_variable_scope_free(pcty_variable_scope *scope);

// Returns the number that identifies the scope in this process.
//
// NULL: returns 0.
uint64_t pcty_variable_scope_identity(const pcty_variable_scope *scope);

// Returns the variable with a number.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_type *pcty_variable_scope_get(const pcty_variable_scope *scope, uint32_t id);

// Returns the next variable that this function has not yet returned for this scope; numbers start
// at 0.
//
// Returns: NULL if all numbers of the scope are used.
// Ownership: the caller owns the result.
// NULL: returns NULL.
// Threads: one thread at a time.
pcty_type *pcty_variable_scope_fresh(pcty_variable_scope *scope);

// Creates a group of definitions, each with its name. Inside them, variable number i of `scope`
// refers to definition number i.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for no
// definitions, a variable without a definition, and a definition that consists only of a cycle of
// variables.
// Ownership: the caller owns `*out`; names are copied.
// NULL: `names`, `definitions` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_group_new(const pcty_variable_scope *scope,
                           const pcty_str *names,
                           const pcty_type *const *definitions,
                           size_t count,
                           pcty_group **out,
                           pcty_error **error);

// Creates another handle of the same group; only a reference is counted.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_group *pcty_group_clone(const pcty_group *group);

// Frees a group; references to its definitions keep it alive.
//
// NULL: no-op.
void pcty_group_free(pcty_group *group);

// Returns the number of definitions.
//
// NULL: returns 0.
size_t pcty_group_count(const pcty_group *group);

// Returns the type that refers to a definition by its position, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end.
// Ownership: the caller owns `*out`, which keeps the group alive.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_group_reference_at(const pcty_group *group,
                                    size_t index,
                                    pcty_type **out,
                                    pcty_error **error);

// Returns the definition that a reference refers to; references inside it keep the group alive.
//
// Errors: PCTY_ERROR_TYPE for other types; PCTY_ERROR_INVALID_ARGUMENT if the group was freed,
// which is only possible for references borrowed from inside it.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_unfold(const pcty_type *type,
                             pcty_type **out,
                             pcty_error **error);

// Returns the name of the definition that a reference refers to.
//
// Errors: those of `pcty_type_unfold`.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_reference_name(const pcty_type *type,
                                     pcty_string **out,
                                     pcty_error **error);

// ----------------------------------------------------------------------------
// Types: annotations of the host.
//
// An annotation is data that the host attaches to a type, such as the position of its declaration
// or the source schema. Annotations do not affect values: types that differ only in them are equal
// and have the same text. A type made from another by rewriting its parts keeps the annotations;
// PCL's unification of two types keeps those of both.
// ----------------------------------------------------------------------------

// Returns the type with one more annotation, after the existing ones.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: the caller owns `*out`. `data` is owned by the library from this call on, also on
// failure: `destroy` releases it exactly once, with the last type that has it.
// NULL: `data`, `destroy` (then the data is not released) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_annotate(const pcty_type *type,
                               void *data,
                               pcty_destroy destroy,
                               pcty_type **out,
                               pcty_error **error);

// Returns the number of annotations of a type.
//
// NULL: returns 0.
size_t pcty_type_annotation_count(const pcty_type *type);

// Returns the data of an annotation by its position, from 0.
//
// Returns: NULL for a position past the end.
// Ownership: the result is owned by `type` and valid while it lives.
// NULL: returns NULL.
void *pcty_type_annotation_at(const pcty_type *type, size_t index);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_TYPES_H
