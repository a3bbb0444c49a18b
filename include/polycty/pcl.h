// PCL: types, values that come later, and expressions that were checked.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_PCL_H
#define POLYCTY_PCL_H

#include "base.h"
#include "dialects.h"
#include "hcl.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// Types of variables and functions by name. One thread at a time while it changes; as long
// as nobody changes it, any number may check in it.
//
// ```c
// // In it "${upper(server.address)}" is an output of a string.
// static pcty_pcl_type_scope *types_around(const pcty_type *server) {
//     pcty_type_parameter text;
//     text.name = PCTY_STR("text");
//     text.type = pcty_type_string();
//     pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
//     parts.params = PCTY_PARAMETERS_LISTED;
//     parts.positional = &text;
//     parts.positional_count = 1;
//     parts.result = pcty_type_string();
//     pcty_type *upper = NULL;
//     pcty_pcl_type_scope *scope = pcty_pcl_type_scope_new();
//     if (pcty_type_function(&parts, &upper, NULL) == PCTY_OK) {
//         must(pcty_pcl_type_scope_set_function(scope, PCTY_STR("upper"), upper, NULL));
//     }
//     must(pcty_pcl_type_scope_set_variable(scope, PCTY_STR("server"), server, NULL));
//     pcty_type_free(upper);
//     return scope;
// }
// ```
typedef struct pcty_pcl_type_scope pcty_pcl_type_scope;

// An expression that was checked, with the types of all of its nodes. Never changes; any
// number of threads may use it at once.
//
// ```c
// // Prints what is wrong with an argument of a resource that wants a type.
// static bool check(const pcty_hcl_expression *given, const pcty_pcl_type_scope *scope,
//                   const pcty_type *wanted) {
//     pcty_pcl_checked *bound = NULL;
//     pcty_error *refused = NULL;
//     pcty_conversion kind;
//     if (pcty_pcl_checked_new(given, scope, NULL, &bound, NULL) != PCTY_OK) {
//         return false;
//     }
//     pcty_pcl_checked_data data;
//     pcty_pcl_checked_info(bound, &data);
//     pcty_string *text = pcty_error_to_text(data.diagnostics);
//     if (pcty_pcl_checked_accepted_as(bound, wanted, &kind, &refused) != PCTY_OK) {
//         pcty_string_free(text);
//         text = pcty_error_to_text(refused); // with the line that it is about
//     }
//     if (text != NULL) {
//         puts(pcty_string_cstr(text));
//     }
//     bool good = refused == NULL && !data.has_errors;
//     pcty_string_free(text);
//     pcty_error_free(refused);
//     pcty_pcl_checked_free(bound);
//     return good;
// }
// ```
typedef struct pcty_pcl_checked pcty_pcl_checked;

// A node of an expression that was checked. Never changes; any number of threads may use it
// at once.
//
// ```c
// static void print_types(const pcty_pcl_node *node, int depth) {
//     pcty_pcl_node_data data;
//     if (!pcty_pcl_node_info(node, &data)) {
//         return;
//     }
//     pcty_string *type = pcty_pcl_type_to_text(data.type, PCTY_PCL_COLUMNS);
//     printf("%*s%s\n", depth, "", pcty_string_cstr(type));
//     pcty_string_free(type);
//     for (size_t i = 0; i < data.child_count; i++) {
//         print_types(pcty_pcl_node_child_at(node, i), depth + 1);
//     }
// }
// ```
typedef struct pcty_pcl_node pcty_pcl_node;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- PCL: types.

// What PCL takes a type for.
typedef enum pcty_pcl_kind PCTY_ENUM {
    // There is no type: the argument was NULL.
    PCTY_PCL_KIND_MISSING = 0,
    // Not known before values are.
    PCTY_PCL_KIND_DYNAMIC = 1,
    // The type of null.
    PCTY_PCL_KIND_NONE = 2,
    // Bools.
    PCTY_PCL_KIND_BOOL = 3,
    // Exact integers of any size.
    PCTY_PCL_KIND_INT = 4,
    // Numbers.
    PCTY_PCL_KIND_NUMBER = 5,
    // Strings.
    PCTY_PCL_KIND_STRING = 6,
    // Identifiers of resources, given as strings.
    PCTY_PCL_KIND_ID = 7,
    // A type known by its name alone: `pcty_type_name`.
    PCTY_PCL_KIND_OPAQUE = 8,
    // Sequences of one element type.
    PCTY_PCL_KIND_LIST = 9,
    // Sets of one element type.
    PCTY_PCL_KIND_SET = 10,
    // Maps from strings to one element type.
    PCTY_PCL_KIND_MAP = 11,
    // Sequences with a type for each position.
    PCTY_PCL_KIND_TUPLE = 12,
    // Named properties.
    PCTY_PCL_KIND_OBJECT = 13,
    // One of several types. One of `none` and another type is an optional type.
    PCTY_PCL_KIND_UNION = 14,
    // An eventual value.
    PCTY_PCL_KIND_PROMISE = 15,
    // An eventual value with what belongs to it.
    PCTY_PCL_KIND_OUTPUT = 16,
    // One value of a type.
    PCTY_PCL_KIND_CONST = 17,
    // A named enumeration of values of one type.
    PCTY_PCL_KIND_ENUM = 18,
    // A reference to a definition of a group: `pcty_type_unfold`.
    PCTY_PCL_KIND_RECURSIVE = 19,
    // A type of another dialect, which PCL does not have.
    PCTY_PCL_KIND_FOREIGN = 20,
} pcty_pcl_kind;

// The kind of a type in PCL, and its parts.
typedef struct {
    // The kind.
    pcty_pcl_kind kind;
    // The type of the elements of a list, set or map, of the value of a promise or output, or of
    // the values of a constant or enumeration; NULL for other types. Constants that are null have
    // one here, unlike in `pcty_type_element`.
    const pcty_type *element;
    // The number of values of an enumeration, 1 for a constant, 0 for other types:
    // `pcty_pcl_type_value_at`.
    size_t value_count;
} pcty_pcl_type_data;

// Which eventual types are meant.
typedef enum pcty_pcl_resolution PCTY_ENUM {
    // Promises.
    PCTY_PCL_RESOLVE_PROMISES = 1,
    // Promises and outputs.
    PCTY_PCL_RESOLVE_ALL = 2,
} pcty_pcl_resolution;

// Which eventual types occur inside a type; the larger, the more a result depends on.
typedef enum pcty_pcl_deferred PCTY_ENUM {
    // None.
    PCTY_PCL_DEFERRED_NONE = 0,
    // A promise, and no output.
    PCTY_PCL_DEFERRED_PROMISE = 1,
    // An output.
    PCTY_PCL_DEFERRED_OUTPUT = 2,
} pcty_pcl_deferred;
// The width that the language itself lays out the display form for.
#define PCTY_PCL_COLUMNS 100

// --- PCL: the type that steps into a value lead to.

// What a step goes into.
typedef enum pcty_pcl_step_kind PCTY_ENUM {
    // An attribute: `.name`.
    PCTY_PCL_STEP_ATTRIBUTE = 1,
    // What stands under a key or at a position: `[key]`. Of an unknown key only the type
    // counts.
    PCTY_PCL_STEP_INDEX = 2,
    // Each element, `[*]`: the steps that follow go into each, and the whole is a list. A value
    // that is no collection is its only element.
    PCTY_PCL_STEP_SPLAT = 3,
} pcty_pcl_step_kind;

// A step into a value of which the type is known. Start from PCTY_PCL_STEP_INIT.
typedef struct {
    // The size of this struct; the same in each element of an array.
    uint32_t struct_size;
    // What it goes into.
    pcty_pcl_step_kind kind;
    // The name, for PCTY_PCL_STEP_ATTRIBUTE.
    pcty_str name;
    // The key, for PCTY_PCL_STEP_INDEX: a string, number, integer or bool, a null, or an
    // unknown value. Else it is not looked at.
    const pcty_value *key;
} pcty_pcl_step;

// --- PCL: eventual values, and which member of a union a value becomes.

// Says what an eventual value has become, which is lent for the call: its type is what it
// was converted to, `pcty_pcl_value_origin` what it was made as. On success it puts a value
// of its own into `*out`, which is NULL at first, and the library takes it; that may be
// eventual again. On failure it puts an error of its own into `*error` and returns its code.
typedef pcty_status (*pcty_pcl_resolver)(void *user_data,
                                         const pcty_value *eventual,
                                         pcty_value **out,
                                         pcty_error **error);

// --- PCL: scopes of types.

// Says what a function takes and gives in one call, of which it gets the types of the
// arguments and the expressions that they are, in native syntax; the elements of a last
// argument with `...` come one by one, with the expression of the whole. All of it is lent
// for the call.
//
// On success it puts a function type of its own into `*out`, which is NULL at first, and the
// library takes it; `*error` may have an error of its own besides, whose diagnostics are told,
// warnings for instance. For a call that cannot be, it puts an error into `*error` and
// returns its code: its diagnostics are told, or, without any, the error as one, and the call
// is `dynamic`. A diagnostic without a place gets that of the argument that the error names,
// or else of the call. A change that it makes to the scope takes effect for later checks. It may
// be called by several threads at once, if the host checks in several.
typedef pcty_status (*pcty_pcl_rule)(void *user_data,
                                     const pcty_type *const *arguments,
                                     const pcty_hcl_expression *const *expressions,
                                     size_t count,
                                     pcty_type **out,
                                     pcty_error **error);

// --- PCL: checking expressions.

// The data of a checked expression.
typedef struct {
    // The type of the whole expression.
    const pcty_type *type;
    // An error with all diagnostics, at most 1000, errors and warnings in the order in which they
    // were found. NULL if there are none.
    const pcty_error *diagnostics;
    // Whether one of the diagnostics is an error.
    bool has_errors;
    // The number of conversions that the expression needs: `pcty_pcl_checked_conversion_at`.
    size_t conversion_count;
} pcty_pcl_checked_data;

// How an expression is checked. Start from PCTY_PCL_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // How bad it is to refer to a variable that is not defined.
    pcty_severity missing_variables;
    // How bad it is to iterate over a value that is no collection.
    pcty_severity iteration;
    // Whether every whole literal is an int, and one that is not exact an error, as the
    // specification has it; else literals of 32 bits are ints and larger ones numbers, as the
    // reference has it.
    bool exact_int_literals;
} pcty_pcl_options;

// --- PCL: the nodes of an expression that was checked.

// A conversion that an expression needs. Start from PCTY_PCL_CONVERSION_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether the conversion is safe.
    pcty_conversion kind;
    // The range of the part that is converted.
    pcty_range range;
    // The type of the part.
    const pcty_type *from;
    // The type that is expected there. For a deferred value it is the type that the value will be
    // converted to.
    const pcty_type *to;
} pcty_pcl_conversion;

// What a node is.
typedef enum pcty_pcl_syntax_kind PCTY_ENUM {
    // No node; the number that zeroed data has.
    PCTY_PCL_NODE_MISSING = 0,
    // A number, a string, a bool or null: its `value`.
    PCTY_PCL_NODE_LITERAL = 1,
    // A template of its parts.
    PCTY_PCL_NODE_TEMPLATE = 2,
    // A template that is one interpolation: its value, of any type.
    PCTY_PCL_NODE_INTERPOLATION = 3,
    // What a template's `for` gives, joined.
    PCTY_PCL_NODE_JOIN = 4,
    // A variable of its name, and the steps into it as children. The type is that at the end.
    PCTY_PCL_NODE_VARIABLE = 5,
    // Steps into the value of another expression, which is the first child.
    PCTY_PCL_NODE_TRAVERSAL = 6,
    // A step into an attribute of its name. The type is that after the step.
    PCTY_PCL_NODE_ATTRIBUTE = 7,
    // A step under a literal key: its `value`. The type is that after the step.
    PCTY_PCL_NODE_KEY = 8,
    // A call of the function of its name.
    PCTY_PCL_NODE_CALL = 9,
    // A condition and two results.
    PCTY_PCL_NODE_CONDITIONAL = 10,
    // A collection and a key that is computed.
    PCTY_PCL_NODE_INDEX = 11,
    // A tuple of its elements.
    PCTY_PCL_NODE_TUPLE = 12,
    // An object of its items.
    PCTY_PCL_NODE_OBJECT = 13,
    // An item of an object: a value, and the key unless it is a bare name. The type is that of
    // the value.
    PCTY_PCL_NODE_ITEM = 14,
    // A `for` with the variable of its name: a collection, a value, and perhaps a key, which
    // makes the result an object, and a condition.
    PCTY_PCL_NODE_FOR = 15,
    // A splat: a source, and what is made of each element.
    PCTY_PCL_NODE_SPLAT = 16,
    // The element that the innermost splat around is at.
    PCTY_PCL_NODE_SPLAT_ITEM = 17,
    // An operator before its operand.
    PCTY_PCL_NODE_UNARY = 18,
    // Operators of one precedence from left to right: the leftmost operand, and an operation
    // for each operator.
    PCTY_PCL_NODE_OPERATIONS = 19,
    // An operator and the operand to its right. The type is that of all up to there, and so is
    // the place.
    PCTY_PCL_NODE_OPERATION = 20,
    // What stands between parentheses.
    PCTY_PCL_NODE_PARENTHESES = 21,
    // Where no expression could be read.
    PCTY_PCL_NODE_INVALID = 22,
} pcty_pcl_syntax_kind;

// What a node is to its parent.
typedef enum pcty_pcl_role PCTY_ENUM {
    // The root, which has no parent.
    PCTY_PCL_ROLE_ROOT = 0,
    // A part of a template, in order.
    PCTY_PCL_ROLE_PART = 1,
    // What stands inside of parentheses, an interpolation or a join.
    PCTY_PCL_ROLE_INNER = 2,
    // What steps, an index, a splat or a `for` go into.
    PCTY_PCL_ROLE_SOURCE = 3,
    // A step, in order.
    PCTY_PCL_ROLE_STEP = 4,
    // An argument, in order.
    PCTY_PCL_ROLE_ARGUMENT = 5,
    // What decides, of a conditional or a `for`.
    PCTY_PCL_ROLE_CONDITION = 6,
    // The result of a conditional when the condition is true.
    PCTY_PCL_ROLE_THEN = 7,
    // The result of a conditional when the condition is false.
    PCTY_PCL_ROLE_ELSE = 8,
    // The key of an index, of an item or of a `for`.
    PCTY_PCL_ROLE_KEY = 9,
    // The value of an item or of a `for`.
    PCTY_PCL_ROLE_VALUE = 10,
    // An element of a tuple or an item of an object, in order.
    PCTY_PCL_ROLE_ELEMENT = 11,
    // What a splat makes of each element.
    PCTY_PCL_ROLE_EACH = 12,
    // An operand, leftmost where there are several.
    PCTY_PCL_ROLE_OPERAND = 13,
    // An operator and the operand to its right, in order.
    PCTY_PCL_ROLE_OPERATION = 14,
} pcty_pcl_role;

// An operator of HCL.
typedef enum pcty_pcl_operator PCTY_ENUM {
    // The node has none.
    PCTY_PCL_OPERATOR_NONE = 0,
    // `||`
    PCTY_PCL_OPERATOR_OR = 1,
    // `&&`
    PCTY_PCL_OPERATOR_AND = 2,
    // `==`
    PCTY_PCL_OPERATOR_EQUAL = 3,
    // `!=`
    PCTY_PCL_OPERATOR_NOT_EQUAL = 4,
    // `>`
    PCTY_PCL_OPERATOR_GREATER = 5,
    // `>=`
    PCTY_PCL_OPERATOR_GREATER_OR_EQUAL = 6,
    // `<`
    PCTY_PCL_OPERATOR_LESS = 7,
    // `<=`
    PCTY_PCL_OPERATOR_LESS_OR_EQUAL = 8,
    // `+`
    PCTY_PCL_OPERATOR_ADD = 9,
    // `-` between two operands
    PCTY_PCL_OPERATOR_SUBTRACT = 10,
    // `*`
    PCTY_PCL_OPERATOR_MULTIPLY = 11,
    // `/`
    PCTY_PCL_OPERATOR_DIVIDE = 12,
    // `%`
    PCTY_PCL_OPERATOR_MODULO = 13,
    // `!`
    PCTY_PCL_OPERATOR_NOT = 14,
    // `-` before its operand
    PCTY_PCL_OPERATOR_NEGATE = 15,
} pcty_pcl_operator;

// The data of a node.
typedef struct {
    // The kind of the node.
    pcty_pcl_syntax_kind kind;
    // The role of the node in its parent.
    pcty_pcl_role role;
    // The type.
    const pcty_type *type;
    // The text of the node in the source.
    pcty_str text;
    // The name of a variable, of the attribute of a step, of a function, of an item's key if that
    // is a bare name, or of the variable for each value of a `for`. Empty for other nodes.
    pcty_str name;
    // The name of the variable for each key of a `for`. Empty for other nodes and for a `for`
    // without one.
    pcty_str key_name;
    // The value of a literal, or the key of a step. NULL for other nodes.
    const pcty_value *value;
    // The operator of an operation or before an operand; otherwise PCTY_PCL_OPERATOR_NONE.
    pcty_pcl_operator operator_;
    // Whether the node has `...`: the last argument of a call is expanded to its elements, or a
    // `for` groups the values of equal keys.
    bool has_ellipsis;
    // The number of children: `pcty_pcl_node_child_at`.
    size_t child_count;
} pcty_pcl_node_data;

// Missing variables and iterations over what is no collection are errors; literals of 32 bits
// are ints.
#define PCTY_PCL_OPTIONS_INIT                                                           \
    {sizeof(pcty_pcl_options), PCTY_SEVERITY_ERROR, PCTY_SEVERITY_ERROR, false}

// A step to an attribute, whose name has to be set.
#define PCTY_PCL_STEP_INIT {sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, {NULL, 0}, NULL}

// What `pcty_pcl_checked_conversion_at` and `pcty_pcl_node_conversion` fill starts from this.
#define PCTY_PCL_CONVERSION_INIT                                                        \
    {sizeof(pcty_pcl_conversion), PCTY_CONVERSION_NONE, {{1, 1, 0}, {1, 1, 0}}, NULL, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// PCL: types.
//
// PCL is HCL with the extensions of its information model. Its types are those of the
// universe in a normal form: `int` is `pcty_type_integer`, `dynamic` is `pcty_type_any`;
// `none`, `bool`, `number`, `string`, lists, sets, maps, tuples and objects are those of the
// functions of these names; a recursive object is made by a group (`pcty_group_new`). What
// has a normal form of its own is made here. The questions of every dialect take
// PCTY_DIALECT_PCL: `pcty_type_parse`, `pcty_type_format`, `pcty_type_equivalent`,
// `pcty_type_assignable`, `pcty_type_conversion`, `pcty_type_explain`, `pcty_type_unify`.
// ----------------------------------------------------------------------------

// The type of identifiers of resources.
//
// Ownership: lent for ever.
const pcty_type *pcty_pcl_type_id(void);

// A type known by its name alone. The name of a built-in type, such as `int` or `id`, gives
// that type.
//
// Ownership: `*out` is the caller's; the name is copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_opaque(pcty_str name, pcty_type **out, pcty_error **error);

// One value of a type, null included. A whole number and an integer are of both number
// types.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value of another kind than the type's;
// PCTY_ERROR_MARKED, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is no scalar.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_const(const pcty_type *element,
                                const pcty_value *value,
                                pcty_type **out,
                                pcty_error **error);

// An enumeration of at least one value of one type. It is known by its token: two of one
// token are one.
//
// Ownership: `*out` is the caller's; the token is copied.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for no values and for one of another kind than the
// type's; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN;
// PCTY_ERROR_TYPE for a value that is no scalar.
// NULL: `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_enum(pcty_str token,
                               const pcty_type *element,
                               const pcty_value *const *values,
                               size_t count,
                               pcty_type **out,
                               pcty_error **error);

// The union of types in normal form: members of unions are members, they stand in the order
// of their texts, equal ones are one, and a single member stands for itself. A union of
// nothing is one.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `members` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_union(const pcty_type *const *members,
                                size_t count,
                                pcty_type **out,
                                pcty_error **error);

// A type or null: its union with `none`.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_optional(const pcty_type *element,
                                   pcty_type **out,
                                   pcty_error **error);

// An eventual value of a type. Promises inside the type are resolved first.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_promise(const pcty_type *element,
                                  pcty_type **out,
                                  pcty_error **error);

// An eventual value of a type with what belongs to it. Promises and outputs inside the type
// are resolved first.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_output(const pcty_type *element,
                                 pcty_type **out,
                                 pcty_error **error);

// A type that was made elsewhere in PCL's normal form: optional types and optional fields
// become unions with `none`, fields stand by name, unions and eventual types are as the
// functions here make them.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_normalize(const pcty_type *type,
                                    pcty_type **out,
                                    pcty_error **error);

// What may be given where a value of the type is wanted: the same, or an output of it, at
// each place where a host looks for eventual values. Sets, tuples, constants and
// enumerations are taken whole.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_input(const pcty_type *type, pcty_type **out, pcty_error **error);

// The type with its eventual types replaced by what they will be, recursive definitions
// included. A type that holds none comes back as it is.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a `which` without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_resolve(const pcty_type *type,
                                  pcty_pcl_resolution which,
                                  pcty_type **out,
                                  pcty_error **error);

// Why not every value of one type converts to another one, where some do: the sentence, the
// path to the first part that converts no better, and the types that meet there.
// `pcty_type_explain` tells why none does.
//
// Ownership: `*out` is the caller's, and NULL unless the conversion is an unsafe one.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_explain_unsafe(const pcty_type *source,
                                         const pcty_type *target,
                                         pcty_error **out,
                                         pcty_error **error);

// Writes the kind of a type in PCL, and its parts that have no function of every dialect.
//
// Returns: whether there is a type.
// Ownership: the type in `*out` is owned by `type` and valid while it lives.
// NULL: returns false if `type` is; `out` may be.
bool pcty_pcl_type_info(const pcty_type *type, pcty_pcl_type_data *out);

// A value of an enumeration, or the one of a constant, by its position, from 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_value_at(const pcty_type *type,
                                   size_t index,
                                   pcty_value **out,
                                   pcty_error **error);

// Whether null is one of the type's values and that says something: the type is not
// `dynamic`. NULL: gives false, as does a type of which the budget does not suffice to say.
bool pcty_pcl_type_is_optional(const pcty_type *type);

// Which eventual types occur inside a type, at any depth. NULL: gives
// PCTY_PCL_DEFERRED_NONE.
pcty_pcl_deferred pcty_pcl_type_deferred(const pcty_type *type);

// A type for people, as the language's messages show it: `int | string?`, `{ port: int }`.
// What does not fit into so many columns is broken into lines; a width is PCTY_PCL_COLUMNS
// unless you need another. Past 16 MB the text is cut off.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_pcl_type_to_text(const pcty_type *type, size_t columns);

// The type that JSON describes: what `pcty_pcl_type_to_json` writes, recursive types
// included. The type is in normal form.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX for what is no JSON and PCTY_ERROR_TYPE for what describes no
// type; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_from_json(pcty_str json, pcty_type **out, pcty_error **error);

// A type as JSON: `"int"`, `["output","string"]`, `["union",["none","string"]]`,
// `["object",{"a":"bool"}]`, `["opaque","Asset"]`, `["const","int",1]`,
// `["enum","token","string",["a","b"]]`, and for a recursive type `["rec","R1",T]` with
// `["ref","R1"]` inside of T.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for a type that PCL does not have; PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_to_json(const pcty_type *type,
                                  pcty_string **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: the type that steps into a value lead to.
//
// The type is known before there is a value. A step that fails is a diagnostic and leads to
// `dynamic`, and the traversal continues from there. A step into a promise or an output leads to
// a promise or an output; a step into a union goes into each member that has it.
// ----------------------------------------------------------------------------

// The type that steps lead to, one after the other. The diagnostics have no positions.
//
// Returns: the type; with `diagnostics`, `dynamic` after a step that fails.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size` and for a kind of
// step without a constant; PCTY_ERROR_LIMIT.
// Ownership: `*out` and `*diagnostics` are the caller's; the keys stay the caller's.
// NULL: `steps` (if `count` is 0), `diagnostics` and `error` may be. `*diagnostics` is NULL if
// there are none.
PCTY_MUST_USE
pcty_status pcty_pcl_type_traverse(const pcty_type *type,
                                   const pcty_pcl_step *steps,
                                   size_t count,
                                   pcty_type **out,
                                   pcty_error **diagnostics,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: eventual values, and which member of a union a value becomes.
//
// An eventual value is of a promise or an output type. It has data of the host's and is
// equal to itself alone; converted to another eventual type it stays the same one. The host
// says what it has become when a value is resolved, and then that is converted, too. Where
// an eventual type is wanted a plain value will do. Ints are those of
// `pcty_value_integer_from_int64`; the rest is converted, checked and compared as in every
// dialect.
// ----------------------------------------------------------------------------

// A new eventual value of a promise or output type, different from every other one.
//
// Ownership: `*out` is the caller's. `data` is the library's from here on, also on failure:
// `destroy` releases it exactly once.
// Errors: PCTY_ERROR_TYPE for a type that is neither.
// NULL: `data`, `destroy` (then nothing is released) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_value_deferred(const pcty_type *type,
                                    void *data,
                                    pcty_destroy destroy,
                                    pcty_value **out,
                                    pcty_error **error);

// The host's data in an eventual value.
//
// Ownership: `*out` is lent as long as the value.
// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a
// value that is not eventual.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_value_data(const pcty_value *value, void **out, pcty_error **error);

// The number that tells an eventual value from all others of the process; it is kept
// through conversions and marks. NULL: gives 0, as do other values.
uint64_t pcty_pcl_value_identity(const pcty_value *value);

// The type that an eventual value was made with; what it becomes is first of that, and then
// of the type it was converted to.
//
// Ownership: lent as long as the value. NULL: gives NULL, as do other values.
const pcty_type *pcty_pcl_value_origin(const pcty_value *value);

// The value with each eventual one in it replaced by what the resolver says that it has
// become, converted to what was promised. Marks stay where they are. One value that occurs
// twice is asked for twice.
//
// Ownership: `*out` is the caller's. `user_data` is the library's from here on, also on
// failure: `destroy` releases it exactly once, before the function returns.
// Errors: what the resolver says, and PCTY_ERROR_CONVERSION for a value of another type than
// was promised, both with the path to the eventual value; PCTY_ERROR_LIMIT where more than 64
// eventual values come out of each other; PCTY_ERROR_MISBEHAVED for a resolver that gives
// neither a value nor an error.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: the resolver runs on this thread before the function returns.
PCTY_MUST_USE
pcty_status pcty_pcl_value_resolve(const pcty_value *value,
                                   pcty_pcl_resolver resolver,
                                   void *user_data,
                                   pcty_destroy destroy,
                                   pcty_value **out,
                                   pcty_error **error);

// The value as one of a union, and which member it was converted to, from 0: the first that
// is the value's type, else the first that it converts to safely, else the first that it
// converts to. `pcty_value_convert` makes the same choice without saying so.
//
// Ownership: `*out` is the caller's; `*member` is plain data, a position for
// `pcty_type_part_at` of the union, or of what a recursive one unfolds to.
// Errors: PCTY_ERROR_CONVERSION if it converts to none; PCTY_ERROR_TYPE for a type that is
// no union.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_value_choose(const pcty_value *value,
                                  const pcty_type *type,
                                  pcty_value **out,
                                  size_t *member,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: scopes of types.
//
// Which variables and functions an expression may use, and of which types, before there are
// values. Names of functions are apart from those of variables. Scopes nest: what an inner
// one does not have is looked up further out.
// ----------------------------------------------------------------------------

// A scope without variables and functions.
//
// Ownership: the result is the caller's.
pcty_pcl_type_scope *pcty_pcl_type_scope_new(void);

// A scope of type expressions: the variables `any`, `string`, `number`, `int` and `bool`,
// the functions `list`, `set`, `map`, `object`, `tuple` and `optional`. The type of an
// expression in it is the type that the expression denotes.
//
// Ownership: the result is the caller's.
pcty_pcl_type_scope *pcty_pcl_type_scope_of_constructors(void);

// A scope of the same variables and functions, which changes by itself. What neither
// changes they share.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_pcl_type_scope *pcty_pcl_type_scope_clone(const pcty_pcl_type_scope *scope);

// Frees a scope; scopes within it live on. NULL: no-op.
void pcty_pcl_type_scope_free(pcty_pcl_type_scope *scope);

// A new scope within a scope as it is now: later changes of the outer one do not reach it.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT beyond 256 scopes within each other.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_type_scope_child(const pcty_pcl_type_scope *scope,
                                      pcty_pcl_type_scope **out,
                                      pcty_error **error);

// Defines a variable, in place of an earlier one of that name.
//
// Ownership: changes `scope`; the type stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_pcl_type_scope_set_variable(pcty_pcl_type_scope *scope,
                                             pcty_str name,
                                             const pcty_type *type,
                                             pcty_error **error);

// Defines a function, in place of an earlier one of that name, by a function type that
// lists the parameters and says the result. The names of parameters are for messages. A
// parameter whose type is optional may be missing at the end of a call.
//
// Ownership: changes `scope`; the type stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_TYPE for any other type, and for one with a
// block or a range of arguments.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_pcl_type_scope_set_function(pcty_pcl_type_scope *scope,
                                             pcty_str name,
                                             const pcty_type *type,
                                             pcty_error **error);

// Defines a function, in place of an earlier one of that name, that a rule says for each
// call what it takes and gives.
//
// Ownership: changes `scope`. `user_data` is the library's from here on, also on failure:
// `destroy` releases it exactly once, with the last scope that has the function.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_pcl_type_scope_set_generic_function(pcty_pcl_type_scope *scope,
                                                     pcty_str name,
                                                     pcty_pcl_rule rule,
                                                     void *user_data,
                                                     pcty_destroy destroy,
                                                     pcty_error **error);

// The type of the variable of a name, here or further out.
//
// Ownership: lent until the scope changes or goes. NULL: gives NULL, as does a name that
// is not defined.
const pcty_type *pcty_pcl_type_scope_variable_get(const pcty_pcl_type_scope *scope,
                                                  pcty_str name);

// Whether there is a function of a name, here or further out. NULL: gives false.
bool pcty_pcl_type_scope_has_function(const pcty_pcl_type_scope *scope, pcty_str name);

// ----------------------------------------------------------------------------
// PCL: checking expressions.
//
// An expression, read by `pcty_hcl_expression_parse` or found in a body, is checked in a
// scope of types. There is always a result: where something is wrong a diagnostic takes its
// place, and the node is `dynamic` then. A value is accepted where a type is wanted when it
// converts to the type's input form (`pcty_pcl_type_input`), so an output is accepted
// wherever its value is; and what depends on an eventual value is eventual itself.
// ----------------------------------------------------------------------------

// Checks an expression in a scope; without one there are neither variables nor functions.
// An expression with errors does not fail the call: `pcty_pcl_checked_info` returns the
// diagnostics.
//
// Ownership: `*out` is the caller's and needs neither the expression nor the scope.
// Errors: PCTY_ERROR_UNSUPPORTED for an expression in JSON syntax and for one of a block that
// a `dynamic` block has generated; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size` and
// a severity without a constant.
// NULL: `scope`, `options` (then as PCTY_PCL_OPTIONS_INIT) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_checked_new(const pcty_hcl_expression *expression,
                                 const pcty_pcl_type_scope *scope,
                                 const pcty_pcl_options *options,
                                 pcty_pcl_checked **out,
                                 pcty_error **error);

// Frees what was checked, with its nodes. NULL: no-op.
void pcty_pcl_checked_free(pcty_pcl_checked *bound);

// Writes the data of a checked expression.
//
// Returns: whether there is one.
// Ownership: the pointers in `*out` are owned by `bound` and valid while it lives.
// NULL: returns false if `bound` is; `out` may be.
bool pcty_pcl_checked_info(const pcty_pcl_checked *bound, pcty_pcl_checked_data *out);

// A conversion that the expression needs, by its position in the order of the checking, from
// 0. `pcty_pcl_node_conversion` gives that of a node; those of the elements that a last
// argument with `...` stands for are only here, at the place of the argument.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its types are owned by `bound`.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_checked_conversion_at(const pcty_pcl_checked *bound,
                                           size_t index,
                                           pcty_pcl_conversion *out,
                                           pcty_error **error);

// How surely the whole is accepted where a type is wanted, such as the type of a resource's
// input; PCTY_CONVERSION_SAME where the types are equal.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_DIAGNOSTICS where it is not accepted, with a diagnostic at the
// expression, the path to the part that stands in the way, and the types that meet there;
// PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_pcl_checked_accepted_as(const pcty_pcl_checked *bound,
                                         const pcty_type *wanted,
                                         pcty_conversion *out,
                                         pcty_error **error);

// The root of the nodes. It is separate from `pcty_pcl_checked_info` because the first call makes
// the nodes.
//
// Ownership: the result and all nodes below it are owned by `bound` and valid while it lives.
// NULL: returns NULL.
const pcty_pcl_node *pcty_pcl_checked_root(const pcty_pcl_checked *bound);

// ----------------------------------------------------------------------------
// PCL: the nodes of an expression that was checked.
//
// Each has a kind, what it is to its parent, a type and a place. What chains does not nest:
// the steps of a traversal and the operators of one precedence are children in order, each
// with the type up to there. Nesting is that of the text: at most 512 levels of it.
// ----------------------------------------------------------------------------

// Writes the data of a node.
//
// Returns: whether there is a node.
// Ownership: the texts and pointers in `*out` are owned by the checked expression and valid while
// it lives.
// NULL: returns false if `node` is; `out` may be.
bool pcty_pcl_node_info(const pcty_pcl_node *node,
                        pcty_pcl_node_data *out);

// The range of a node. It is separate from `pcty_pcl_node_info` because its lines and columns are
// counted at each call. NULL: returns the start of a text.
pcty_range pcty_pcl_node_range(const pcty_pcl_node *node);

// A part of a node by its position, from 0.
//
// Ownership: lent as long as the node. NULL: gives NULL, as does a position past the end.
const pcty_pcl_node *pcty_pcl_node_child_at(const pcty_pcl_node *node, size_t index);

// The conversion that a node's value needs where it stands, and whether it needs one. What
// stands in parentheses needs none of its own. `from` is the node's type.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its types are owned by the node.
// NULL: gives false, as does a wrong `struct_size`; `out` may be.
bool pcty_pcl_node_conversion(const pcty_pcl_node *node,
                              pcty_pcl_conversion *out);

// The expression that a node is, to be evaluated or checked by itself.
//
// Ownership: the result is the caller's. NULL: gives NULL, as do steps, operations within a
// chain and items.
pcty_hcl_expression *pcty_pcl_node_expression(const pcty_pcl_node *node);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_PCL_H
