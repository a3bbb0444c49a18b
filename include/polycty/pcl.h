// PCL: types, deferred values, and checked expressions.
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

// Types of variables and functions by name. Only one thread at a time may change it; while no
// thread changes it, any number may check in it.
//
// ```c
// // Creates a scope in which "${upper(server.address)}" is an output of a string.
// static pcty_pcl_type_scope *types_around(const pcty_type *server) {
//     pcty_type_parameter text;
//     text.name = PCTY_STR("text");
//     text.type = pcty_type_string();
//     pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
//     parts.parameters = PCTY_PARAMETERS_LISTED;
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

// A checked expression, with the types of all of its nodes. It never changes; any number of
// threads may use it at once.
//
// ```c
// // Prints the diagnostics of an argument that must be of the type `wanted`.
// static bool check(const pcty_hcl_expression *given, const pcty_pcl_type_scope *scope,
//                   const pcty_type *wanted) {
//     pcty_pcl_checked *checked = NULL;
//     pcty_error *refused = NULL;
//     pcty_conversion kind;
//     if (pcty_pcl_checked_new(given, scope, NULL, &checked, NULL) != PCTY_OK) {
//         return false;
//     }
//     pcty_pcl_checked_data data;
//     pcty_pcl_checked_info(checked, &data);
//     pcty_string *text = pcty_error_format(data.diagnostics, PCTY_NOTATION_TEXT);
//     if (pcty_pcl_checked_accepted_as(checked, wanted, &kind, &refused) != PCTY_OK) {
//         pcty_string_free(text);
//         text = pcty_error_format(refused, PCTY_NOTATION_TEXT); // with the source line
//     }
//     if (text != NULL) {
//         puts(pcty_string_cstr(text));
//     }
//     bool good = refused == NULL && !data.has_errors;
//     pcty_string_free(text);
//     pcty_error_free(refused);
//     pcty_pcl_checked_free(checked);
//     return good;
// }
// ```
typedef struct pcty_pcl_checked pcty_pcl_checked;

// A node of a checked expression. It never changes; any number of threads may use it at once.
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

// The kind of a type in PCL.
typedef enum pcty_pcl_kind PCTY_ENUM {
    // There is no type: the argument was NULL.
    PCTY_PCL_KIND_MISSING = 0,
    // A type that is not known before the values are.
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
    // A deferred value.
    PCTY_PCL_KIND_PROMISE = 15,
    // A deferred value with additional information.
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
    // Whether null is a value of the type. For `dynamic` the result is false, and if the budget is
    // exceeded.
    bool is_optional;
} pcty_pcl_type_data;

// A selection of deferred types.
typedef enum pcty_pcl_resolution PCTY_ENUM {
    // Promises.
    PCTY_PCL_RESOLVE_PROMISES = 1,
    // Promises and outputs.
    PCTY_PCL_RESOLVE_ALL = 2,
} pcty_pcl_resolution;

// The deferred types inside a type. A larger number means more dependencies of a result.
typedef enum pcty_pcl_deferred PCTY_ENUM {
    // None.
    PCTY_PCL_DEFERRED_NONE = 0,
    // A promise, but no output.
    PCTY_PCL_DEFERRED_PROMISE = 1,
    // An output.
    PCTY_PCL_DEFERRED_OUTPUT = 2,
} pcty_pcl_deferred;
// The width of the display form in the messages of the language.
#define PCTY_PCL_COLUMNS 100

// A type that is made from another one.
typedef enum pcty_pcl_derivation PCTY_ENUM {
    // The optional type: the union of the type with `none`.
    PCTY_PCL_DERIVE_OPTIONAL = 1,
    // The type of a deferred value of the type. Promises inside the type are resolved first.
    PCTY_PCL_DERIVE_PROMISE = 2,
    // The type of a deferred value of the type with additional information. Promises and outputs
    // inside the type are resolved first.
    PCTY_PCL_DERIVE_OUTPUT = 3,
    // PCL's normal form of the type. Optional types and optional fields become unions with `none`,
    // fields are sorted by name, and unions and deferred types get the form that the functions here
    // create.
    PCTY_PCL_DERIVE_NORMAL = 4,
    // The type of the values that are accepted for the type: a value of the type, or an output of it,
    // at each position where a host looks for deferred values. Sets, tuples, constants and
    // enumerations are accepted only as a whole.
    PCTY_PCL_DERIVE_INPUT = 5,
} pcty_pcl_derivation;

// --- PCL: the type that steps into a value lead to.

// The kind of a step.
typedef enum pcty_pcl_step_kind PCTY_ENUM {
    // To an attribute: `.name`.
    PCTY_PCL_STEP_ATTRIBUTE = 1,
    // To the element at a key or position: `[key]`. Of an unknown key only the type is used.
    PCTY_PCL_STEP_INDEX = 2,
    // To each element: `[*]`. The steps after it apply to each element, and the result is a list. A
    // value that is not a collection is its only element.
    PCTY_PCL_STEP_SPLAT = 3,
} pcty_pcl_step_kind;

// A step into a value whose type is known. Start from PCTY_PCL_STEP_INIT.
typedef struct {
    // The size of this struct; the same in each element of an array.
    uint32_t struct_size;
    // The kind of the step.
    pcty_pcl_step_kind kind;
    // The name, for PCTY_PCL_STEP_ATTRIBUTE.
    pcty_str name;
    // The key, for PCTY_PCL_STEP_INDEX: a string, number, integer or bool, a null, or an unknown
    // value. It is ignored for other kinds.
    const pcty_value *key;
} pcty_pcl_step;

// --- PCL: deferred values, and the member of a union that a value is converted to.

// Returns the value of a deferred value, which is borrowed for the call. Its type is the type that
// it was converted to; `pcty_pcl_value_origin` returns the type that it was created with. On
// success it sets `*out`, which is initially NULL, to a new value, which the library takes
// ownership of; the new value may be deferred again. On failure it sets `*error` to a new error
// and returns the code of that error.
typedef pcty_status (*pcty_pcl_resolver)(void *user_data,
                                         const pcty_value *eventual,
                                         pcty_value **out,
                                         pcty_error **error);

// --- PCL: scopes of types.

// Returns the signature of a function for one call. `arguments` are the types of the arguments,
// `expressions` their expressions in native syntax. The elements of a last argument with `...` are
// passed one by one, each with the expression of the whole argument. All of these are borrowed for
// the call.
//
// On success it sets `*out`, which is initially NULL, to a new function type, which the library
// takes ownership of. It may also set `*error` to a new error, whose diagnostics, such as
// warnings, are reported.
//
// For an invalid call, it sets `*error` to a new error and returns the code of that error. The
// diagnostics of the error are reported, or the error as one diagnostic if it has none, and the
// result of the call is `dynamic`. A diagnostic without a position gets the position of the
// argument that the error names, or else of the call.
//
// A change of the scope during the call takes effect for later checks. Several threads may call
// the rule at once, if the host checks in several threads.
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
    // An error with all diagnostics, at most 1000, errors and warnings in the order of detection.
    // NULL if there are none.
    const pcty_error *diagnostics;
    // Whether one of the diagnostics is an error.
    bool has_errors;
    // The number of conversions that the expression needs: `pcty_pcl_checked_conversion_at`.
    size_t conversion_count;
} pcty_pcl_checked_data;

// Options of checking an expression. Start from PCTY_PCL_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The severity of a reference to a variable that is not defined.
    pcty_severity missing_variables;
    // The severity of an iteration over a value that is not a collection.
    pcty_severity iteration;
    // If true, every whole literal is an int, and a literal that is not exact is an error, as in
    // the specification. If false, literals of 32 bits are ints and larger ones are numbers, as in
    // the reference implementation.
    bool exact_int_literals;
} pcty_pcl_options;

// --- PCL: the nodes of a checked expression.

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

// The kind of a node.
typedef enum pcty_pcl_syntax_kind PCTY_ENUM {
    // Not a node; the value of zeroed data.
    PCTY_PCL_NODE_MISSING = 0,
    // A number, a string, a bool or null, in `value`.
    PCTY_PCL_NODE_LITERAL = 1,
    // A template. Its children are its parts.
    PCTY_PCL_NODE_TEMPLATE = 2,
    // A template that is one interpolation. Its value has any type.
    PCTY_PCL_NODE_INTERPOLATION = 3,
    // The joined results of the `for` directive of a template.
    PCTY_PCL_NODE_JOIN = 4,
    // A variable, in `name`. Its children are the steps into it. The type is that of the result of the
    // last step.
    PCTY_PCL_NODE_VARIABLE = 5,
    // Steps into the value of another expression, which is the first child.
    PCTY_PCL_NODE_TRAVERSAL = 6,
    // A step into an attribute, in `name`. The type is that of the result.
    PCTY_PCL_NODE_ATTRIBUTE = 7,
    // A step to a literal key, in `value`. The type is that of the result.
    PCTY_PCL_NODE_KEY = 8,
    // A call of a function, in `name`.
    PCTY_PCL_NODE_CALL = 9,
    // A conditional. Its children are the condition and the two results.
    PCTY_PCL_NODE_CONDITIONAL = 10,
    // An index with a computed key. Its children are the collection and the key.
    PCTY_PCL_NODE_INDEX = 11,
    // A tuple. Its children are its elements.
    PCTY_PCL_NODE_TUPLE = 12,
    // An object. Its children are its items.
    PCTY_PCL_NODE_OBJECT = 13,
    // An item of an object. Its children are the key, unless it is a bare name, and the value. The
    // type is that of the value.
    PCTY_PCL_NODE_ITEM = 14,
    // A `for` with the variable in `name`. Its children are a collection, an optional key, which makes
    // the result an object, a value, and an optional condition.
    PCTY_PCL_NODE_FOR = 15,
    // A splat. Its children are the source and the expression that is evaluated for each element.
    PCTY_PCL_NODE_SPLAT = 16,
    // The current element of the innermost splat around the node.
    PCTY_PCL_NODE_SPLAT_ITEM = 17,
    // An operator before its operand.
    PCTY_PCL_NODE_UNARY = 18,
    // Operators of one precedence from left to right. Its children are the leftmost operand, and an
    // operation for each operator.
    PCTY_PCL_NODE_OPERATIONS = 19,
    // An operator and the operand to its right. The type and the range are those of the chain up to
    // this operand.
    PCTY_PCL_NODE_OPERATION = 20,
    // An expression in parentheses.
    PCTY_PCL_NODE_PARENTHESES = 21,
    // A part of the text that could not be parsed as an expression.
    PCTY_PCL_NODE_INVALID = 22,
} pcty_pcl_syntax_kind;

// The role of a node in its parent.
typedef enum pcty_pcl_role PCTY_ENUM {
    // The root, which has no parent.
    PCTY_PCL_ROLE_ROOT = 0,
    // A part of a template, in order.
    PCTY_PCL_ROLE_PART = 1,
    // The expression inside parentheses, an interpolation or a join.
    PCTY_PCL_ROLE_INNER = 2,
    // The expression that steps, an index, a splat or a `for` apply to.
    PCTY_PCL_ROLE_SOURCE = 3,
    // A step, in order.
    PCTY_PCL_ROLE_STEP = 4,
    // An argument, in order.
    PCTY_PCL_ROLE_ARGUMENT = 5,
    // The condition of a conditional or a `for`.
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
    // The expression that a splat evaluates for each element.
    PCTY_PCL_ROLE_EACH = 12,
    // An operand; the leftmost one of several.
    PCTY_PCL_ROLE_OPERAND = 13,
    // An operator and the operand to its right, in order.
    PCTY_PCL_ROLE_OPERATION = 14,
} pcty_pcl_role;

// An operator of HCL.
typedef enum pcty_pcl_operator PCTY_ENUM {
    // The node has no operator.
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

// Missing variables and iterations over values that are not collections are errors; literals of 32
// bits are ints.
#define PCTY_PCL_OPTIONS_INIT                                                           \
    {sizeof(pcty_pcl_options), PCTY_SEVERITY_ERROR, PCTY_SEVERITY_ERROR, false}

// A step to an attribute, whose name must be set.
#define PCTY_PCL_STEP_INIT {sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, {NULL, 0}, NULL}

// The initial value for `pcty_pcl_checked_conversion_at` and `pcty_pcl_node_conversion`.
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
// PCL is HCL with the extensions of its information model. Its types are those of the universe in
// a normal form: `int` is `pcty_type_integer`, and `dynamic` is `pcty_type_any`. For `none`,
// `bool`, `number`, `string`, lists, sets, maps, tuples and objects, there are functions of the
// same names; recursive objects are made by a group (`pcty_group_new`). The functions here create
// the types that have a normal form of their own. The functions that take a dialect accept
// PCTY_DIALECT_PCL: `pcty_type_parse`, `pcty_type_format`, `pcty_type_equivalent`,
// `pcty_type_assignable`, `pcty_type_conversion`, `pcty_type_explain`, `pcty_type_unify`.
// ----------------------------------------------------------------------------

// Returns the type of identifiers of resources.
//
// Ownership: the result has static lifetime; do not free it.
const pcty_type *pcty_pcl_type_id(void);

// Creates a type that is known by its name alone. For the name of a built-in type, such as `int`
// or `id`, the result is that type.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`; the name is copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_opaque(pcty_str name,
                                 pcty_type **out,
                                 pcty_error **error);

// Creates the type of one value of a type, which may be null. A whole number and an integer belong
// to both number types.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value whose kind is not that of the type;
// PCTY_ERROR_MARKED, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is not a scalar.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_const(const pcty_type *element,
                                const pcty_value *value,
                                pcty_type **out,
                                pcty_error **error);

// Creates an enumeration of at least one value of one type. It is identified by its token: two
// enumerations with the same token are equal.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if there are no values, and for a value whose kind is not
// that of the type; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
// PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is not a scalar.
// Ownership: the caller owns `*out`; the token is copied.
// NULL: `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_enum(pcty_str token,
                               const pcty_type *element,
                               const pcty_value *const *values,
                               size_t count,
                               pcty_type **out,
                               pcty_error **error);

// Creates the union of types in normal form: unions inside it are flattened, the members are
// sorted by their texts, and equal members are merged. The union of one member is that member. A
// union without members is valid.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `members` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_union(const pcty_type *const *members,
                                size_t count,
                                pcty_type **out,
                                pcty_error **error);

// Creates a type from another one. `pcty_pcl_type_resolve` removes the deferred types.
//
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a derivation without a constant.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_derive(const pcty_type *type,
                                 pcty_pcl_derivation derivation,
                                 pcty_type **out,
                                 pcty_error **error);

// Replaces the deferred types inside a type by the types of their values, including those in
// recursive definitions. A type without deferred types is returned unchanged.
//
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT if `which` is not one of the constants.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_resolve(const pcty_type *type,
                                  pcty_pcl_resolution which,
                                  pcty_type **out,
                                  pcty_error **error);

// Explains why only some values of a type convert to a different type: `*out` is an error with a
// message, the path to the first part whose conversion is unsafe, and the expected and found types
// of that part. `pcty_type_explain` explains why no value converts.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`, which is NULL unless the conversion is unsafe.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_explain_unsafe(const pcty_type *source,
                                         const pcty_type *target,
                                         pcty_error **out,
                                         pcty_error **error);

// Writes the kind of a type in PCL, and the parts that no function for all dialects returns.
//
// Returns: whether there is a type.
// Ownership: the type in `*out` is owned by `type` and valid while it lives.
// NULL: returns false if `type` is NULL; `out` may be NULL.
bool pcty_pcl_type_info(const pcty_type *type,
                        pcty_pcl_type_data *out);

// Writes the value of an enumeration at a position, from 0, or the value of a constant at position
// 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_value_at(const pcty_type *type,
                                   size_t index,
                                   pcty_value **out,
                                   pcty_error **error);

// Returns the deferred types inside a type, at any depth.
//
// NULL: returns PCTY_PCL_DEFERRED_NONE.
pcty_pcl_deferred pcty_pcl_type_deferred(const pcty_type *type);

// Formats a type for display, as in messages of the language: `int | string?`, `{ port: int }`. A
// text that exceeds `columns` is broken into lines; PCTY_PCL_COLUMNS is the usual width. The text
// is truncated at 16 MB.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_string *pcty_pcl_type_to_text(const pcty_type *type,
                                   size_t columns);

// Parses a type from the JSON that `pcty_pcl_type_to_json` writes, including recursive types. The
// result is in normal form.
//
// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON, and PCTY_ERROR_TYPE for JSON that does
// not describe a type; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_from_json(pcty_str json,
                                    pcty_type **out,
                                    pcty_error **error);

// Formats a type as JSON: `"int"`, `["output","string"]`, `["union",["none","string"]]`,
// `["object",{"a":"bool"}]`, `["opaque","Asset"]`, `["const","int",1]`,
// `["enum","token","string",["a","b"]]`, and for a recursive type `["rec","R1",T]` with
// `["ref","R1"]` inside of T.
//
// Errors: PCTY_ERROR_UNSUPPORTED for a type that PCL does not have; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_to_json(const pcty_type *type,
                                  pcty_string **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: the type that steps into a value lead to.
//
// The type is known before there is a value. A step that fails is a diagnostic and leads to
// `dynamic`, and the traversal continues from there. A step into a promise or an output leads to a
// promise or an output. A step into a union applies to each member that has it.
// ----------------------------------------------------------------------------

// Writes the type that steps lead to, applied one after the other. The diagnostics have no
// positions.
//
// Returns: the type; with `diagnostics`, `dynamic` after a step that fails.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, and for a kind
// of step that is not one of the constants; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out` and `*diagnostics`, and still owns the keys.
// NULL: `steps` (if `count` is 0), `diagnostics` and `error` may be NULL. `*diagnostics` is NULL
// if there are none.
PCTY_MUST_USE
pcty_status pcty_pcl_type_traverse(const pcty_type *type,
                                   const pcty_pcl_step *steps,
                                   size_t count,
                                   pcty_type **out,
                                   pcty_error **diagnostics,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: deferred values, and the member of a union that a value is converted to.
//
// A deferred value has a promise or an output type. It has data of the host and is equal only to
// itself. Converted to a different deferred type, it stays the same deferred value. When a value
// is resolved, the host provides the value of each deferred one, which is then converted, too. A
// plain value is accepted for a deferred type. Ints are created by
// `pcty_value_integer_from_int64`. All other values are converted, checked and compared as in
// every dialect.
// ----------------------------------------------------------------------------

// Creates a deferred value of a promise or output type. It is different from all other deferred
// values.
//
// Errors: PCTY_ERROR_TYPE for a type that is neither.
// Ownership: the caller owns `*out`. The library takes ownership of `data`, also on failure;
// `destroy` releases it exactly once.
// NULL: `data`, `destroy` (nothing is released) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_value_deferred(const pcty_type *type,
                                    void *data,
                                    pcty_destroy destroy,
                                    pcty_value **out,
                                    pcty_error **error);

// Writes the host's data in a deferred value.
//
// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that
// is not deferred.
// Ownership: `*out` is owned by `value` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_value_data(const pcty_value *value,
                                void **out,
                                pcty_error **error);

// Returns the number that identifies a deferred value in the process. Conversions and marks do not
// change it.
//
// NULL: returns 0. Also returns 0 for other values.
uint64_t pcty_pcl_value_identity(const pcty_value *value);

// Returns the type that a deferred value was created with. A resolved value is first converted to
// this type, and then to the type that the deferred value was converted to.
//
// Ownership: owned by `value` and valid while it lives.
// NULL: returns NULL. Also returns NULL for other values.
const pcty_type *pcty_pcl_value_origin(const pcty_value *value);

// Replaces each deferred value in a value by the value that the resolver returns, converted to the
// promised type. Marks stay in place. If a deferred value occurs twice, the resolver is called
// twice.
//
// Errors: the errors of the resolver, and PCTY_ERROR_CONVERSION for a value that does not have the
// promised type, both with the path to the deferred value; PCTY_ERROR_LIMIT if more than 64
// deferred values are resolved from one another; PCTY_ERROR_MISBEHAVED for a resolver that returns
// neither a value nor an error.
// Ownership: the caller owns `*out`. The library takes ownership of `user_data`, also on failure;
// `destroy` releases it exactly once, before the function returns.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: the resolver runs on this thread before the function returns.
PCTY_MUST_USE
pcty_status pcty_pcl_value_resolve(const pcty_value *value,
                                   pcty_pcl_resolver resolver,
                                   void *user_data,
                                   pcty_destroy destroy,
                                   pcty_value **out,
                                   pcty_error **error);

// Converts a value to a member of a union, and writes the position of this member, from 0. It is
// the first member that is the value's type, else the first that the value converts to safely,
// else the first that the value converts to. `pcty_value_convert` chooses the same member.
//
// Errors: PCTY_ERROR_CONVERSION if the value converts to no member; PCTY_ERROR_TYPE for a type
// that is not a union.
// Ownership: the caller owns `*out`; `*member` is plain data, a position for `pcty_type_part_at`
// of the union, or of the union that a recursive type unfolds to.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_value_choose(const pcty_value *value,
                                  const pcty_type *type,
                                  pcty_value **out,
                                  size_t *member,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: scopes of types.
//
// A scope defines the variables and functions that an expression may use, and their types, before
// there are values. Functions and variables have separate names. Scopes nest: a name that an inner
// scope does not define is looked up in the outer scopes.
// ----------------------------------------------------------------------------

// Creates a scope without variables and functions.
//
// Ownership: the caller owns the result.
pcty_pcl_type_scope *pcty_pcl_type_scope_new(void);

// Creates a scope for type expressions: the variables `any`, `string`, `number`, `int` and `bool`,
// and the functions `list`, `set`, `map`, `object`, `tuple` and `optional`. The type of an
// expression in it is the type that the expression denotes.
//
// Ownership: the caller owns the result.
pcty_pcl_type_scope *pcty_pcl_type_scope_of_constructors(void);

// Creates a scope with the same variables and functions. Later changes of one scope do not affect
// the other. Unchanged data is shared.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_pcl_type_scope *pcty_pcl_type_scope_clone(const pcty_pcl_type_scope *scope);

// Frees a scope. Scopes within it stay valid.
//
// NULL: no-op.
void pcty_pcl_type_scope_free(pcty_pcl_type_scope *scope);

// Creates a scope within the current state of a scope. Later changes of the outer scope do not
// affect it.
//
// Errors: PCTY_ERROR_LIMIT beyond 256 nested scopes.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_type_scope_child(const pcty_pcl_type_scope *scope,
                                      pcty_pcl_type_scope **out,
                                      pcty_error **error);

// Defines a variable. It replaces an earlier variable of the same name.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `scope`; the caller still owns the type.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_pcl_type_scope_set_variable(pcty_pcl_type_scope *scope,
                                             pcty_str name,
                                             const pcty_type *type,
                                             pcty_error **error);

// Defines a function by a function type that lists the parameters and has a result. It replaces an
// earlier function of the same name. The names of parameters are used in messages. A parameter
// whose type is optional may be missing at the end of a call.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_TYPE for any other type, and for a function type
// with a block or a range of arguments.
// Ownership: changes `scope`; the caller still owns the type.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_pcl_type_scope_set_function(pcty_pcl_type_scope *scope,
                                             pcty_str name,
                                             const pcty_type *type,
                                             pcty_error **error);

// Defines a function whose signature a rule determines for each call. It replaces an earlier
// function of the same name.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `scope`. The library takes ownership of `user_data`, also on failure;
// `destroy` releases it exactly once, with the last scope that has the function.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_pcl_type_scope_set_generic_function(pcty_pcl_type_scope *scope,
                                                     pcty_str name,
                                                     pcty_pcl_rule rule,
                                                     void *user_data,
                                                     pcty_destroy destroy,
                                                     pcty_error **error);

// Returns the type of the variable of a name, from this scope or an outer one.
//
// Ownership: owned by `scope` and valid until it is changed or freed.
// NULL: returns NULL. Also returns NULL for a name that is not defined.
const pcty_type *pcty_pcl_type_scope_variable_get(const pcty_pcl_type_scope *scope,
                                                  pcty_str name);

// Returns whether this scope or an outer one defines a function of a name.
//
// NULL: returns false.
bool pcty_pcl_type_scope_has_function(const pcty_pcl_type_scope *scope, pcty_str name);

// ----------------------------------------------------------------------------
// PCL: checking expressions.
//
// An expression, parsed by `pcty_hcl_expression_parse` or read from a body, is checked in a scope
// of types. There is always a result: a part that has an error is reported by a diagnostic, and
// its node is `dynamic`. A value is accepted for a type if it converts to the type's input form
// (PCTY_PCL_DERIVE_INPUT), so an output is accepted wherever its value is. An expression that
// depends on a deferred value is deferred itself.
// ----------------------------------------------------------------------------

// Checks an expression in a scope. Without a scope there are no variables and no functions. An
// expression with errors does not fail the call: `pcty_pcl_checked_info` returns the diagnostics.
//
// Errors: PCTY_ERROR_UNSUPPORTED for an expression in JSON syntax, and for an expression of a
// block that a `dynamic` block generated; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`,
// and for a severity that is not one of the constants.
// Ownership: the caller owns `*out`, which is independent of the expression and the scope.
// NULL: `scope`, `options` (PCTY_PCL_OPTIONS_INIT applies) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_checked_new(const pcty_hcl_expression *expression,
                                 const pcty_pcl_type_scope *scope,
                                 const pcty_pcl_options *options,
                                 pcty_pcl_checked **out,
                                 pcty_error **error);

// Frees a checked expression, with its nodes.
//
// NULL: no-op.
void pcty_pcl_checked_free(pcty_pcl_checked *checked);

// Writes the data of a checked expression.
//
// Returns: whether there is one.
// Ownership: the pointers in `*out` are owned by `checked` and valid while it lives.
// NULL: returns false if `checked` is NULL; `out` may be NULL.
bool pcty_pcl_checked_info(const pcty_pcl_checked *checked, pcty_pcl_checked_data *out);

// Writes the conversion at a position, from 0, of the conversions that the expression needs, in
// the order of checking. `pcty_pcl_node_conversion` returns the conversion of a node. The
// conversions of the elements of a last argument with `...` are returned only here, with the range
// of the argument.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets; its types are owned by `checked` and
// valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_checked_conversion_at(const pcty_pcl_checked *checked,
                                           size_t index,
                                           pcty_pcl_conversion *out,
                                           pcty_error **error);

// Writes the kind of the conversion of the whole expression to a type, such as the type of a
// resource's input. It is PCTY_CONVERSION_SAME if the types are equal.
//
// Errors: PCTY_ERROR_DIAGNOSTICS if the expression is not accepted, with a diagnostic at the
// expression, the path to the part that does not convert, and the expected and found types of that
// part; PCTY_ERROR_LIMIT.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_pcl_checked_accepted_as(const pcty_pcl_checked *checked,
                                         const pcty_type *wanted,
                                         pcty_conversion *out,
                                         pcty_error **error);

// Returns the root of the nodes. It is not part of `pcty_pcl_checked_info` because the first call
// creates the nodes.
//
// Ownership: the result and all nodes below it are owned by `checked` and valid while it lives.
// NULL: returns NULL.
const pcty_pcl_node *pcty_pcl_checked_root(const pcty_pcl_checked *checked);

// ----------------------------------------------------------------------------
// PCL: the nodes of a checked expression.
//
// Each node has a kind, a role in its parent, a type and a range. Chains are not nested: the steps
// of a traversal and the operators of one precedence are children in order, and the type of each
// is the type of the chain up to that child. Nodes are nested as deep as the text, at most 512
// levels.
// ----------------------------------------------------------------------------

// Writes the data of a node.
//
// Returns: false if `node` is NULL.
// Ownership: the texts and pointers in `*out` are owned by the checked expression and valid while
// it lives.
// NULL: returns false if `node` is NULL; `out` may be NULL.
bool pcty_pcl_node_info(const pcty_pcl_node *node,
                        pcty_pcl_node_data *out);

// Returns the range of a node. It is not part of `pcty_pcl_node_info` because each call counts its
// lines and columns.
//
// NULL: returns an empty range at line 1, column 1.
pcty_range pcty_pcl_node_range(const pcty_pcl_node *node);

// Returns the child of a node at a position, from 0.
//
// Ownership: owned by the checked expression and valid while it lives.
// NULL: returns NULL. Also returns NULL past the end.
const pcty_pcl_node *pcty_pcl_node_child_at(const pcty_pcl_node *node, size_t index);

// Writes the conversion that the value of a node needs in its parent, and returns whether it needs
// one. An expression in parentheses needs none of its own. `from` is the type of the node.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its types are owned by the checked
// expression and valid while it lives.
// NULL: returns false, also for a wrong `struct_size`; `out` may be NULL.
bool pcty_pcl_node_conversion(const pcty_pcl_node *node,
                              pcty_pcl_conversion *out);

// Returns the expression of a node, to be evaluated or checked separately.
//
// Ownership: the caller owns the result.
// NULL: returns NULL. Also returns NULL for steps, operations within a chain, and items.
pcty_hcl_expression *pcty_pcl_node_expression(const pcty_pcl_node *node);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_PCL_H
