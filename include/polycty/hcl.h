// HCL: expressions, scopes and type expressions.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_HCL_H
#define POLYCTY_HCL_H

#include "base.h"
#include "dialects.h"
#include "functions.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// Variables and functions by name. Only one thread at a time may change it; while no thread
// changes it, any number may evaluate in it.
//
// ```c
// static pcty_hcl_scope *scope_of(const pcty_value *environment) {
//     pcty_hcl_scope *scope = pcty_hcl_scope_new();
//     must(pcty_hcl_scope_set_variable(scope, PCTY_STR("env"), environment, NULL));
//     must(pcty_hcl_scope_set_standard_functions(scope, NULL));
//     return scope; // evaluates "${upper(env.REGION)}-1"
// }
// ```
typedef struct pcty_hcl_scope pcty_hcl_scope;

// A parsed expression. It never changes; any number of threads may evaluate it at once, each in
// its own scope.
//
// ```c
// static pcty_value *evaluated(pcty_str file, pcty_str text, const pcty_hcl_scope *scope) {
//     pcty_hcl_expression *expression = NULL;
//     pcty_value *value = NULL;
//     pcty_error *error = NULL;
//     if (pcty_hcl_expression_parse(text, file, NULL, PCTY_HCL_NATIVE, &expression, NULL,
//                                   &error) != PCTY_OK ||
//         pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error) != PCTY_OK) {
//         pcty_string *found = pcty_error_format(error, PCTY_NOTATION_TEXT);
//         fprintf(stderr, "%s\n", pcty_string_cstr(found));
//         pcty_string_free(found);
//         pcty_error_free(error);
//     }
//     pcty_hcl_expression_free(expression);
//     return value;
// }
// ```
typedef struct pcty_hcl_expression pcty_hcl_expression;

// Expressions in order, such as the elements of a list that is not evaluated. It never changes;
// any number of threads may use it at once.
//
// ```c
// // Prints the names in `[create, destroy]`.
// static void print_keywords(const pcty_hcl_expression *expression) {
//     pcty_hcl_expressions *elements = NULL;
//     if (pcty_hcl_expression_list(expression, &elements, NULL) == PCTY_OK) {
//         for (size_t i = 0; i < pcty_hcl_expressions_count(elements); i++) {
//             pcty_string *word = pcty_hcl_expression_keyword(pcty_hcl_expressions_at(elements, i));
//             puts(word == NULL ? "?" : pcty_string_cstr(word));
//             pcty_string_free(word);
//         }
//         pcty_hcl_expressions_free(elements);
//     }
// }
// ```
typedef struct pcty_hcl_expressions pcty_hcl_expressions;

// Traversals in order. It never changes; any number of threads may use it at once.
//
// ```c
// static void print_variables(const pcty_hcl_expression *expression) {
//     pcty_hcl_traversals *found = pcty_hcl_expression_variables(expression);
//     pcty_hcl_traversal each;
//     for (size_t i = 0; pcty_hcl_traversals_at(found, i, &each); i++) {
//         pcty_str name = pcty_path_step_name_at(each.path, 0);
//         printf("%.*s in line %u\n", (int)name.len, name.data, (unsigned)each.range.start.line);
//     }
//     pcty_hcl_traversals_free(found);
// }
// ```
typedef struct pcty_hcl_traversals pcty_hcl_traversals;

// Calls of functions, in the order of the text. It never changes; any number of threads may use it
// at once.
//
// ```c
// static bool calls(const pcty_hcl_expression *expression, const char *name) {
//     pcty_hcl_calls *found = pcty_hcl_expression_calls(expression);
//     bool is_called = false;
//     pcty_hcl_call call;
//     for (size_t i = 0; pcty_hcl_calls_at(found, i, &call); i++) {
//         is_called |= pcty_str_equal(call.name, pcty_str_from_cstr(name));
//     }
//     pcty_hcl_calls_free(found);
//     return is_called;
// }
// ```
typedef struct pcty_hcl_calls pcty_hcl_calls;

// The defaults inside a type. It never changes; any number of threads may use it at once.
//
// ```c
// // Returns the value with its defaults, converted to the type, or NULL if that fails.
// static pcty_value *complete(pcty_str type_text, const pcty_value *given) {
//     pcty_type *type = NULL;
//     pcty_hcl_defaults *defaults = NULL;
//     pcty_value *filled = NULL, *converted = NULL;
//     if (pcty_hcl_type_parse(type_text, PCTY_STR("type"), PCTY_HCL_NATIVE,
//                             PCTY_HCL_TYPE_DEFAULTS, &type, &defaults, NULL) == PCTY_OK &&
//         pcty_hcl_defaults_apply(defaults, given, &filled, NULL) == PCTY_OK) {
//         must(pcty_value_convert(filled, type, PCTY_DIALECT_HCL, &converted, NULL));
//     }
//     pcty_value_free(filled);
//     pcty_hcl_defaults_free(defaults);
//     pcty_type_free(type);
//     return converted;
// }
// ```
typedef struct pcty_hcl_defaults pcty_hcl_defaults;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- HCL: scopes.

// A kind of names that a scope defines.
typedef enum pcty_hcl_scope_names PCTY_ENUM {
    // Variables.
    PCTY_HCL_SCOPE_VARIABLES = 1,
    // Functions.
    PCTY_HCL_SCOPE_FUNCTIONS = 2,
} pcty_hcl_scope_names;

// --- HCL: expressions.

// A syntax of HCL.
typedef enum pcty_hcl_syntax PCTY_ENUM {
    // Native syntax.
    PCTY_HCL_NATIVE = 1,
    // JSON syntax. Its strings are templates.
    PCTY_HCL_JSON = 2,
    // A template in native syntax, without quotes around it. It has no bodies.
    PCTY_HCL_TEMPLATE = 3,
} pcty_hcl_syntax;

// A range of an expression, a body or a block.
typedef enum pcty_hcl_range_kind PCTY_ENUM {
    // The whole: an expression; a body with its braces, or a file; a block from its type to its
    // closing brace. In JSON, a block extends from the name of the property to the end of the object
    // that is its body.
    PCTY_HCL_RANGE_WHOLE = 1,
    // The start of an expression, which is the range of diagnostics about the whole expression: its
    // first operand, its opening bracket or quote, or the name of its function.
    PCTY_HCL_RANGE_START = 2,
    // The type and the labels of a block.
    PCTY_HCL_RANGE_HEADER = 3,
    // The type of a block.
    PCTY_HCL_RANGE_TYPE = 4,
    // The opening brace of a block.
    PCTY_HCL_RANGE_OPEN_BRACE = 5,
    // The closing brace of a block.
    PCTY_HCL_RANGE_CLOSE_BRACE = 6,
    // The position for diagnostics about items that are missing in a body.
    PCTY_HCL_RANGE_MISSING = 7,
} pcty_hcl_range_kind;

// --- HCL: traversals.

// A traversal.
typedef struct {
    // The steps: the first is into an attribute with the name of the variable, the others are into
    // the variable.
    const pcty_path *path;
    // The range from the first step to the last.
    pcty_range range;
    // The name of the text that the traversal is in; no text if there is none.
    pcty_str file;
} pcty_hcl_traversal;

// --- HCL: the trees of expressions.

// The form of an expression.
typedef enum pcty_hcl_form PCTY_ENUM {
    // There is no expression.
    PCTY_HCL_FORM_MISSING = 0,
    // A number, a string without sequences, `true`, `false` or `null`.
    PCTY_HCL_FORM_LITERAL = 1,
    // A template or heredoc of several pieces.
    PCTY_HCL_FORM_TEMPLATE = 2,
    // A template that is one interpolation; its value has any type.
    PCTY_HCL_FORM_TEMPLATE_WRAP = 3,
    // The joined results of the `for` directive of a template.
    PCTY_HCL_FORM_TEMPLATE_JOIN = 4,
    // A variable and constant steps into it.
    PCTY_HCL_FORM_TRAVERSAL = 5,
    // Constant steps into another expression.
    PCTY_HCL_FORM_RELATIVE_TRAVERSAL = 6,
    // A call of a function.
    PCTY_HCL_FORM_CALL = 7,
    // `a ? b : c`, or a template's `if` directive.
    PCTY_HCL_FORM_CONDITIONAL = 8,
    // `a[b]` with a key that is computed.
    PCTY_HCL_FORM_INDEX = 9,
    // `[a, b]`.
    PCTY_HCL_FORM_TUPLE = 10,
    // `{a = b}`.
    PCTY_HCL_FORM_OBJECT = 11,
    // `[for v in c : v]` or `{for k, v in c : k => v}`.
    PCTY_HCL_FORM_FOR = 12,
    // `a[*]` or `a.*`.
    PCTY_HCL_FORM_SPLAT = 13,
    // The current element of a splat. Evaluated alone, it is unknown.
    PCTY_HCL_FORM_SPLAT_ITEM = 14,
    // `-a` or `!a`.
    PCTY_HCL_FORM_UNARY = 15,
    // Operators of one precedence, from left to right: `a + b - c` has three operands.
    PCTY_HCL_FORM_OPERATIONS = 16,
    // `(a)`.
    PCTY_HCL_FORM_PARENTHESES = 17,
    // A part of the text that could not be parsed.
    PCTY_HCL_FORM_INVALID = 18,
    // A value without a text, such as the values of an unknown body.
    PCTY_HCL_FORM_VALUE = 19,
} pcty_hcl_form;

// The data of an expression.
typedef struct {
    // The form.
    pcty_hcl_form form;
    // The text of the expression as it is written, in JSON with the quotes; no text for
    // PCTY_HCL_FORM_VALUE.
    pcty_str text;
    // The name of the text that the expression is in.
    pcty_str file;
    // The function that the expression calls, with `::` between its parts, or the variable that it
    // begins with; no text for other forms.
    pcty_str name;
    // The name of the variable for each key of a `for`; no text if there is none.
    pcty_str key_name;
    // The name of the variable for each value of a `for`; no text for other forms.
    pcty_str value_name;
} pcty_hcl_expression_data;

// An operator of an expression.
typedef struct {
    // The operator as it is written: `+` or `!`.
    pcty_str text;
    // Its range.
    pcty_range range;
} pcty_hcl_operator;

// The role of a part in its expression.
typedef enum pcty_hcl_role PCTY_ENUM {
    // Not a part, or in a list of expressions that are not the parts of one expression.
    PCTY_HCL_ROLE_NONE = 0,
    // A piece of a template.
    PCTY_HCL_ROLE_PIECE = 1,
    // The expression in parentheses.
    PCTY_HCL_ROLE_INNER = 2,
    // The expression that steps, an index or a splat apply to.
    PCTY_HCL_ROLE_SOURCE = 3,
    // The expression that a splat evaluates for each element.
    PCTY_HCL_ROLE_EACH = 4,
    // An argument of a call.
    PCTY_HCL_ROLE_ARGUMENT = 5,
    // The condition of a conditional, or the condition that a `for` selects by.
    PCTY_HCL_ROLE_CONDITION = 6,
    // The result of a conditional if its condition is true.
    PCTY_HCL_ROLE_THEN = 7,
    // The result of a conditional if its condition is false.
    PCTY_HCL_ROLE_ELSE = 8,
    // The collection that a `for` iterates over.
    PCTY_HCL_ROLE_COLLECTION = 9,
    // A computed key: of an index, of an item of an object, of a `for`.
    PCTY_HCL_ROLE_KEY = 10,
    // A key of an item of an object that is a name, not a variable.
    PCTY_HCL_ROLE_NAME = 11,
    // A value: of an item of an object, of a `for`.
    PCTY_HCL_ROLE_VALUE = 12,
    // An element of a tuple.
    PCTY_HCL_ROLE_ELEMENT = 13,
    // An operand.
    PCTY_HCL_ROLE_OPERAND = 14,
} pcty_hcl_role;

// --- HCL: calls of functions.

// A call of a function.
typedef struct {
    // The name of the function, with `::` between its parts.
    pcty_str name;
    // The range of the name.
    pcty_range name_range;
    // The range of the call with its arguments.
    pcty_range range;
    // The name of the text that the call is in.
    pcty_str file;
} pcty_hcl_call;

// --- HCL: type expressions and defaults.

// The defaults of an attribute of an object.
typedef struct {
    // The value that replaces a missing one; NULL if there is none.
    const pcty_value *value;
    // The defaults inside the attribute's type; NULL if there are none.
    const pcty_hcl_defaults *inside;
} pcty_hcl_attribute_defaults;

// The notation that a type expression may use.
typedef enum pcty_hcl_type_mode PCTY_ENUM {
    // An exact type.
    PCTY_HCL_TYPE_EXACT = 1,
    // A type constraint: an exact type that may also contain `any`, and `optional(T)` for an
    // attribute.
    PCTY_HCL_TYPE_CONSTRAINT = 2,
    // A type constraint whose optional attributes may have defaults, `optional(T, default)`.
    PCTY_HCL_TYPE_DEFAULTS = 3,
} pcty_hcl_type_mode;

// --- HCL: values and types as text, and the attributes that a strict check reports.

// The notation of unknown and marked values, which have no notation in HCL.
typedef enum pcty_hcl_value_style PCTY_ENUM {
    // They are errors; the text is an expression whose result is the value.
    PCTY_HCL_VALUE_EXPRESSION = 1,
    // They are written in parentheses, in a form that is not an expression. Of a marked value only the
    // marks are written.
    PCTY_HCL_VALUE_REDACTED = 2,
    // They are written as for PCTY_HCL_VALUE_REDACTED, but with the content of marked values.
    PCTY_HCL_VALUE_REVEALED = 3,
} pcty_hcl_value_style;

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// HCL: scopes.
//
// A scope defines the variables and functions that an expression may use. Scopes nest: a name that
// an inner scope does not define is looked up in the outer scopes.
// ----------------------------------------------------------------------------

// Creates a scope without variables and functions. Until some are defined, it does not allow
// variables or functions.
//
// Ownership: the caller owns the result.
pcty_hcl_scope *pcty_hcl_scope_new(void);

// Creates a scope with the same variables and functions. Later changes of one scope do not affect
// the other. Unchanged data is shared.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_hcl_scope *pcty_hcl_scope_clone(const pcty_hcl_scope *scope);

// Frees a scope. Scopes within it stay valid.
//
// NULL: no-op.
void pcty_hcl_scope_free(pcty_hcl_scope *scope);

// Creates a scope within the current state of a scope. Later changes of the outer scope do not
// affect it.
//
// Errors: PCTY_ERROR_LIMIT beyond 256 nested scopes.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_child(const pcty_hcl_scope *scope,
                                 pcty_hcl_scope **out,
                                 pcty_error **error);

// Allows variables or functions even if none are defined. Diagnostics then report an undefined
// name as unknown, not as a name in a scope without variables or functions.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if `names` is not one of the constants.
// Ownership: changes `scope`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_allow(pcty_hcl_scope *scope,
                                 pcty_hcl_scope_names names,
                                 pcty_error **error);

// Limits the number of steps of an evaluation in this scope, or in a scope within it, in addition
// to the budget of the call. A step is about one operation or one element. An evaluation that
// exceeds the limit fails with PCTY_ERROR_LIMIT.
//
// Errors: none, except for NULL.
// Ownership: changes `scope`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_set_step_limit(pcty_hcl_scope *scope,
                                          uint64_t steps,
                                          pcty_error **error);

// Writes the maximum number of steps of an evaluation in a scope, as set by the scope or by the
// nearest outer scope that has a limit.
//
// Returns: false if no scope has a limit.
// Ownership: `*out` is plain data.
// NULL: `out` may be NULL. If `scope` is NULL, returns false.
bool pcty_hcl_scope_step_limit(const pcty_hcl_scope *scope,
                               uint64_t *out);

// Defines a variable. It replaces an earlier variable of the same name.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid in
// expressions.
// Ownership: changes `scope`; the caller still owns `value`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_set_variable(pcty_hcl_scope *scope,
                                        pcty_str name,
                                        const pcty_value *value,
                                        pcty_error **error);

// Defines a function. It replaces an earlier function of the same name. The name may have parts
// with `::` between them.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid in
// expressions.
// Ownership: changes `scope`; the caller still owns `function`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_set_function(pcty_hcl_scope *scope,
                                        pcty_str name,
                                        const pcty_function *function,
                                        pcty_error **error);

// Allows messages of evaluations in this scope, or in a scope within it, to show parts of values
// that have a mark. Without it, no text of the library shows any part of a marked value.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `scope`; the mark is copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_show_mark(pcty_hcl_scope *scope,
                                     pcty_str mark,
                                     pcty_error **error);

// Defines all functions of the standard library under their own names, and the 3 functions that
// depend on the language: `try`, `can` and `convert`. Functions that this scope already defines
// one by one are not replaced.
//
// Errors: none, except for NULL.
// Ownership: changes `scope`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_set_standard_functions(pcty_hcl_scope *scope,
                                                  pcty_error **error);

// Returns the variable of a name, from this scope or an outer one.
//
// Ownership: owned by `scope` and valid until it is changed or freed.
// NULL: returns NULL. Also returns NULL for a name that is not defined.
const pcty_value *pcty_hcl_scope_variable_get(const pcty_hcl_scope *scope, pcty_str name);

// Returns the function of a name, from this scope or an outer one.
//
// Ownership: owned by `scope` and valid until it is changed or freed.
// NULL: returns NULL. Also returns NULL for a name that is not defined.
const pcty_function *pcty_hcl_scope_function_get(const pcty_hcl_scope *scope,
                                                 pcty_str name);

// ----------------------------------------------------------------------------
// HCL: expressions.
//
// An expression is parsed once and evaluated any number of times, in any scopes. A function that
// can report diagnostics has an output `diagnostics`. If it is NULL, the function fails if one of
// the diagnostics is an error. If it is not NULL, the function returns a partial result, and
// `*diagnostics` is an error with all diagnostics, including warnings, or NULL if there are none.
// ----------------------------------------------------------------------------

// Parses a text that is one expression. `file` is the name of the text in diagnostics. If the text
// is a part of a larger one, `start` is the position of its first byte, and all positions count
// from there. A byte that is not UTF-8 is a diagnostic. HCL requires a newline after the closing
// marker of a heredoc, which the `text` of an expression does not contain: append it first, or use
// `pcty_hcl_file_expression` or `pcty_hcl_fragment_parse`, which append it.
//
// Returns: the expression; with `diagnostics`, as much of it as can be parsed.
// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for a line or column of 0.
// Ownership: the caller owns `*out` and `*diagnostics`; the text is copied.
// NULL: `start` (the text is the whole), `diagnostics` and `error` may be NULL. `*diagnostics` is
// NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_parse(pcty_str source_text,
                                      pcty_str file,
                                      const pcty_position *start,
                                      pcty_hcl_syntax syntax,
                                      pcty_hcl_expression **out,
                                      pcty_error **diagnostics,
                                      pcty_error **error);

// Returns a new handle of the same expression. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_hcl_expression *pcty_hcl_expression_clone(const pcty_hcl_expression *expression);

// Frees an expression.
//
// NULL: no-op.
void pcty_hcl_expression_free(pcty_hcl_expression *expression);

// Returns a range of an expression: PCTY_HCL_RANGE_WHOLE or PCTY_HCL_RANGE_START. Each call counts
// the lines and columns.
//
// Returns: the start of a text for a different constant.
// NULL: returns the start of a text.
pcty_range pcty_hcl_expression_range(const pcty_hcl_expression *expression,
                                     pcty_hcl_range_kind kind);

// Evaluates an expression in a scope. Without a scope there are no variables and no functions, and
// strings of JSON are not templates.
//
// Returns: the value; with `diagnostics`, an unknown value in place of each part that has an
// error.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: the caller owns `*out` and `*diagnostics`.
// NULL: `scope`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_evaluate(const pcty_hcl_expression *expression,
                                         const pcty_hcl_scope *scope,
                                         pcty_value **out,
                                         pcty_error **diagnostics,
                                         pcty_error **error);

// Returns an expression that is a single name, without evaluating it. `true`, `false` and `null`
// are such names.
//
// Ownership: the caller owns the result.
// NULL: returns NULL. Also returns NULL for any other expression.
pcty_string *pcty_hcl_expression_keyword(const pcty_hcl_expression *expression);

// Writes the elements of an expression that is written as a list, without evaluating it.
//
// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_list(const pcty_hcl_expression *expression,
                                     pcty_hcl_expressions **out,
                                     pcty_error **error);

// Writes the keys and the values of an expression that is written as a map or object, without
// evaluating it. There is one value for each key.
//
// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
// Ownership: the caller owns `*keys` and `*values`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_map(const pcty_hcl_expression *expression,
                                    pcty_hcl_expressions **keys,
                                    pcty_hcl_expressions **values,
                                    pcty_error **error);

// Writes the name of the function and the arguments of an expression that is written as a call,
// and their ranges, without evaluating it. The range of the arguments includes the parentheses.
//
// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
// Ownership: the caller owns `*name` and `*arguments`; the ranges are plain data.
// NULL: `name`, `arguments`, `name_range`, `arguments_range` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_call(const pcty_hcl_expression *expression,
                                     pcty_string **name,
                                     pcty_hcl_expressions **arguments,
                                     pcty_range *name_range,
                                     pcty_range *arguments_range,
                                     pcty_error **error);

// Returns the number of expressions.
//
// NULL: returns 0.
size_t pcty_hcl_expressions_count(const pcty_hcl_expressions *expressions);

// Returns the expression at a position, from 0.
//
// Ownership: owned by `expressions` and valid while it lives.
// NULL: returns NULL. Also returns NULL past the end.
const pcty_hcl_expression *pcty_hcl_expressions_at(const pcty_hcl_expressions *expressions,
                                                   size_t index);

// Frees expressions.
//
// NULL: no-op.
void pcty_hcl_expressions_free(pcty_hcl_expressions *expressions);

// ----------------------------------------------------------------------------
// HCL: traversals.
//
// A traversal is a variable and constant steps into it, such as `network.subnets[0].id`.
// Traversals are the references of an expression, and are known before it is evaluated.
// ----------------------------------------------------------------------------

// Returns the variables that an expression refers to, in the order of the text, with the constant
// steps into them.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_hcl_traversals *pcty_hcl_expression_variables(const pcty_hcl_expression *expression);

// Writes an expression as a variable and constant steps into it, without evaluating it. The first
// step of the path is into an attribute with the name of the variable, so the path is also valid
// as a relative path into any value with such an attribute. `pcty_hcl_traversals_of` also returns
// the range of each step.
//
// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_traversal(const pcty_hcl_expression *expression,
                                          pcty_path **out,
                                          pcty_error **error);

// Parses a text that is one traversal, without splats and calculations. `file` is the name of the
// text in diagnostics. If the text is a part of a larger one, `start` is the position of its first
// byte, and all positions count from there.
//
// Returns: a list of one traversal; with `diagnostics`, the steps before the first error.
// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for a line or column of 0.
// Ownership: the caller owns `*out` and `*diagnostics`; the text is copied.
// NULL: `start` (the text is the whole), `diagnostics` and `error` may be NULL. `*diagnostics` is
// NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_traversals_parse(pcty_str source_text,
                                      pcty_str file,
                                      const pcty_position *start,
                                      pcty_hcl_traversals **out,
                                      pcty_error **diagnostics,
                                      pcty_error **error);

// Writes an expression that is one traversal, without evaluating it, as a list of one. In JSON the
// expression is a string that holds a traversal.
//
// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_traversals_of(const pcty_hcl_expression *expression,
                                   pcty_hcl_traversals **out,
                                   pcty_error **error);

// Returns the constant steps of an expression of the form PCTY_HCL_FORM_TRAVERSAL or
// PCTY_HCL_FORM_RELATIVE_TRAVERSAL, as a list of one traversal. For PCTY_HCL_FORM_TRAVERSAL it is
// the whole expression. For PCTY_HCL_FORM_RELATIVE_TRAVERSAL its path starts from the value of the
// expression's source.
//
// Ownership: the caller owns the result.
// NULL: returns NULL. Also returns NULL for an expression of a different form.
pcty_hcl_traversals *pcty_hcl_expression_steps(const pcty_hcl_expression *expression);

// Returns the number of traversals.
//
// NULL: returns 0.
size_t pcty_hcl_traversals_count(const pcty_hcl_traversals *traversals);

// Writes the traversal at a position, from 0.
//
// Returns: false past the end.
// Ownership: the path and the text in `*out` are owned by `traversals` and valid while it lives.
// NULL: returns false if `traversals` is NULL; `out` may be NULL.
bool pcty_hcl_traversals_at(const pcty_hcl_traversals *traversals,
                            size_t index,
                            pcty_hcl_traversal *out);

// Returns the range of a step, from 0, of the traversal at a position, with its dot or brackets.
// The first step is the variable. There is one range for each step of the path.
//
// NULL: returns the start of a text. Also returns it for a position or step past the end.
pcty_range pcty_hcl_traversals_step_range_at(const pcty_hcl_traversals *traversals,
                                             size_t index,
                                             size_t step);

// Frees traversals.
//
// NULL: no-op.
void pcty_hcl_traversals_free(pcty_hcl_traversals *traversals);

// ----------------------------------------------------------------------------
// HCL: the trees of expressions.
//
// These functions return the form and the parts of an expression, without evaluating it. A part is
// an expression like any other: it has a range and a text, and it can be evaluated. In JSON an
// array is a tuple, and a string is the template that it holds.
// ----------------------------------------------------------------------------

// Writes the data of an expression.
//
// Returns: whether there is an expression.
// Ownership: the texts in `*out` are owned by `expression` and valid while it lives.
// NULL: returns false if `expression` is NULL; `out` may be NULL.
bool pcty_hcl_expression_info(const pcty_hcl_expression *expression,
                              pcty_hcl_expression_data *out);

// Writes the parts of an expression, in the order of the text. The list is empty for an expression
// without parts, such as a literal or a variable.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`; its expressions are independent of `expression`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_parts(const pcty_hcl_expression *expression,
                                      pcty_hcl_expressions **out,
                                      pcty_error **error);

// Returns the role of the part at a position, from 0, in the expression that contains it.
//
// NULL: returns PCTY_HCL_ROLE_NONE. Also returns it for expressions that are not parts, and past
// the end.
pcty_hcl_role pcty_hcl_expressions_role_at(const pcty_hcl_expressions *expressions,
                                           size_t index);

// Writes the expressions at a byte, which is counted as in ranges: the expression itself and,
// within each, the part that contains the byte. The list is empty if the byte is outside of the
// expression.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_at_byte(const pcty_hcl_expression *expression,
                                        size_t byte,
                                        pcty_hcl_expressions **out,
                                        pcty_error **error);

// Writes the operator of an expression at a position, from 0. Operator `index` precedes operand
// `index + 1`; a unary operator precedes its only operand.
//
// Returns: false past the end.
// Ownership: the text in `*out` has static lifetime.
// NULL: returns false if `expression` is NULL; `out` may be NULL.
bool pcty_hcl_expression_operator_at(const pcty_hcl_expression *expression,
                                     size_t index,
                                     pcty_hcl_operator *out);

// ----------------------------------------------------------------------------
// HCL: calls of functions.
// ----------------------------------------------------------------------------

// Returns the functions that an expression calls, at any depth.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_hcl_calls *pcty_hcl_expression_calls(const pcty_hcl_expression *expression);

// Returns the number of calls. A function that is called twice counts twice.
//
// NULL: returns 0.
size_t pcty_hcl_calls_count(const pcty_hcl_calls *calls);

// Writes the call at a position, from 0.
//
// Returns: false past the end.
// Ownership: the texts in `*out` are owned by `calls` and valid while it lives.
// NULL: returns false if `calls` is NULL; `out` may be NULL.
bool pcty_hcl_calls_at(const pcty_hcl_calls *calls, size_t index, pcty_hcl_call *out);

// Frees calls.
//
// NULL: no-op.
void pcty_hcl_calls_free(pcty_hcl_calls *calls);

// ----------------------------------------------------------------------------
// HCL: expressions as arguments.
//
// A parameter of the closure type receives its argument as an expression that is not evaluated
// yet, together with the scope of the call. The function may evaluate it at any time, or not at
// all. A parameter of the type `pcty_type_meta` receives its argument as a type expression, which
// `pcty_value_as_type` returns. Both work for calls in expressions.
// ----------------------------------------------------------------------------

// Returns the type of parameters that take expressions.
//
// Ownership: the result has static lifetime; do not free it.
const pcty_type *pcty_hcl_closure_type(void);

// Creates an argument for `pcty_function_call` from an expression and the current state of a
// scope. It equals the argument that the function receives from a call in this scope. Without a
// scope there are no variables and no functions.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`, and still owns `expression` and `scope`.
// NULL: `scope` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_closure_new(const pcty_hcl_expression *expression,
                                 const pcty_hcl_scope *scope,
                                 pcty_value **out,
                                 pcty_error **error);

// Evaluates a closure in the scope of the call that it is an argument of.
//
// Returns: the value; with `diagnostics`, an unknown value in place of each part that has an
// error.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_ARGUMENT for a value that is not a closure.
// Ownership: the caller owns `*out` and `*diagnostics`.
// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_closure_evaluate(const pcty_value *closure,
                                      pcty_value **out,
                                      pcty_error **diagnostics,
                                      pcty_error **error);

// Returns the expression of a closure, for inspection or for evaluation in a different scope.
//
// Ownership: the caller owns the result.
// NULL: returns NULL. Also returns NULL for a value that is not a closure, and for a closure from
// an argument with `...` after it.
pcty_hcl_expression *pcty_hcl_closure_expression(const pcty_value *closure);

// ----------------------------------------------------------------------------
// HCL: type expressions and defaults.
//
// A type is written as an expression that is not evaluated. Its optional attributes may have
// defaults: `optional(number, 80)`. Defaults replace missing parts of a value before the value is
// converted to the type. They are read from type expressions, or built from the innermost type
// outward.
// ----------------------------------------------------------------------------

// Reads an expression as a type, without evaluating it, and the defaults inside the type. In JSON
// the expression is a string that holds a type expression in native syntax.
//
// Errors: PCTY_ERROR_TYPE with all diagnostics.
// Ownership: the caller owns `*out` and `*defaults`.
// NULL: `defaults` and `error` may be NULL. `*defaults` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_type(const pcty_hcl_expression *expression,
                                     pcty_hcl_type_mode mode,
                                     pcty_type **out,
                                     pcty_hcl_defaults **defaults,
                                     pcty_error **error);

// Parses a text as a type, and the defaults inside the type. `file` is the name of the text in
// diagnostics.
//
// Errors: PCTY_ERROR_SYNTAX for a text that is not an expression, and PCTY_ERROR_TYPE for an
// expression that is not a type, with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`.
// Ownership: the caller owns `*out` and `*defaults`.
// NULL: `defaults` and `error` may be NULL. `*defaults` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_type_parse(pcty_str source_text,
                                pcty_str file,
                                pcty_hcl_syntax syntax,
                                pcty_hcl_type_mode mode,
                                pcty_type **out,
                                pcty_hcl_defaults **defaults,
                                pcty_error **error);

// Creates the defaults inside an object type. For each name, `values` has the default value of the
// attribute, and `inside` has the defaults inside the attribute's type; each may be NULL. A value
// should be of the attribute's type. If a name occurs twice, its last value applies.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that is not an
// attribute, and for defaults whose type is not the attribute's type.
// Ownership: the caller owns `*out`, and still owns types, values and defaults.
// NULL: `names` (if `count` is 0), `values`, `inside` (each if there are none) and `error` may be
// NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_defaults_object(const pcty_type *type,
                                     const pcty_str *names,
                                     const pcty_value *const *values,
                                     const pcty_hcl_defaults *const *inside,
                                     size_t count,
                                     pcty_hcl_defaults **out,
                                     pcty_error **error);

// Creates the defaults inside the types of elements. For a tuple type, `inside` has the defaults
// of the first `count` elements. For a list, set or map type, `count` is 1, and `inside` has the
// defaults of every element.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for defaults whose type is not the element's type, and for a
// `count` other than 1 if the type is not a tuple.
// Ownership: the caller owns `*out`, and still owns the type and the defaults.
// NULL: `inside` (if `count` is 0) and `error` may be NULL. The defaults of an element of a tuple
// may be NULL, too.
PCTY_MUST_USE
pcty_status pcty_hcl_defaults_elements(const pcty_type *type,
                                       const pcty_hcl_defaults *const *inside,
                                       size_t count,
                                       pcty_hcl_defaults **out,
                                       pcty_error **error);

// Creates a copy of a value in which defaults replace attributes that are missing or null. The
// type of the result may differ from the type of the value. If the value does not match the type
// of the defaults, no default is applied; a conversion to that type reports the reason.
//
// Errors: PCTY_ERROR_LIMIT if the value is nested too deep.
// Ownership: the caller owns `*out`.
// NULL: `defaults` (the value is unchanged) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_defaults_apply(const pcty_hcl_defaults *defaults,
                                    const pcty_value *value,
                                    pcty_value **out,
                                    pcty_error **error);

// Returns the type that the defaults belong to.
//
// Ownership: owned by `defaults` and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_hcl_defaults_type(const pcty_hcl_defaults *defaults);

// Writes the defaults of an attribute of an object.
//
// Returns: whether the attribute has any.
// Ownership: the pointers in `*out` are owned by `defaults` and valid while it lives.
// NULL: returns false if `defaults` is NULL; `out` may be NULL.
bool pcty_hcl_defaults_attribute_get(const pcty_hcl_defaults *defaults,
                                     pcty_str name,
                                     pcty_hcl_attribute_defaults *out);

// Returns the defaults inside the type of an element. For a tuple, `index` is the position of the
// element, from 0. For a list, set or map, the defaults are the same at every position.
//
// Ownership: owned by `defaults` and valid while it lives.
// NULL: returns NULL. Also returns NULL for a position without defaults.
const pcty_hcl_defaults *pcty_hcl_defaults_element_at(const pcty_hcl_defaults *defaults,
                                                      size_t index);

// Returns a new handle of the same defaults. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_hcl_defaults *pcty_hcl_defaults_clone(const pcty_hcl_defaults *defaults);

// Frees defaults.
//
// NULL: no-op.
void pcty_hcl_defaults_free(pcty_hcl_defaults *defaults);

// ----------------------------------------------------------------------------
// HCL: values and types as text, and the attributes that a strict check reports.
// ----------------------------------------------------------------------------

// Formats a value in HCL's notation. Objects and maps have one line for each item, and the equals
// signs of adjacent items are aligned. The text does not contain types: as an expression, the text
// of a list is a tuple, and the text of a map is an object.
//
// Errors: for PCTY_HCL_VALUE_EXPRESSION also PCTY_ERROR_UNKNOWN and PCTY_ERROR_MARKED, and
// PCTY_ERROR_UNSUPPORTED for infinity and for values of other languages; PCTY_ERROR_LIMIT for
// numbers with too many digits; PCTY_ERROR_INVALID_ARGUMENT if `shown` is not one of the
// constants.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_value_format(const pcty_value *value,
                                  pcty_hcl_value_style shown,
                                  pcty_string **out,
                                  pcty_error **error);

// Formats a type in HCL's notation, with `optional(T)` for an attribute that may be missing, which
// `pcty_type_format` omits. `pcty_hcl_type_parse` parses the text as a constraint.
//
// Errors: PCTY_ERROR_UNSUPPORTED for a type that HCL does not have, and for a capsule, which has
// no text.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_type_format(const pcty_type *type,
                                 pcty_string **out,
                                 pcty_error **error);

// Writes the attributes of a value, and the keys of maps in place of objects, that a type does not
// have, at any depth. A conversion ignores them; a strict check does not. Each is an error with
// its path and the code PCTY_ERROR_NOT_FOUND; its diagnostic is a warning with the attribute that
// was probably meant. There are at most 1000. For a marked value, the result states only that it
// contains such attributes.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_value_extraneous(const pcty_value *value,
                                      const pcty_type *target,
                                      pcty_error_list **out,
                                      pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_HCL_H
