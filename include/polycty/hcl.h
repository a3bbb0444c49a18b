// HCL: expressions, what they are evaluated in, and type expressions.
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

// Variables and functions by name. One thread at a time while it changes; as long as
// nobody changes it, any number may evaluate in it.
//
// ```c
// static pcty_hcl_scope *scope_of(const pcty_value *environment) {
//     pcty_hcl_scope *scope = pcty_hcl_scope_new();
//     must(pcty_hcl_scope_set_variable(scope, PCTY_STR("env"), environment, NULL));
//     must(pcty_hcl_scope_set_standard_functions(scope, NULL));
//     return scope; // "${upper(env.REGION)}-1" has a value in it
// }
// ```
typedef struct pcty_hcl_scope pcty_hcl_scope;

// An expression as it was read. Never changes; any number of threads may evaluate it at
// once, each in a scope of its own.
//
// ```c
// static pcty_value *evaluated(pcty_str file, pcty_str text, const pcty_hcl_scope *scope) {
//     pcty_hcl_expression *expression = NULL;
//     pcty_value *value = NULL;
//     pcty_error *error = NULL;
//     if (pcty_hcl_expression_parse(text, file, NULL, PCTY_HCL_NATIVE, &expression, NULL,
//                                   &error) != PCTY_OK ||
//         pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error) != PCTY_OK) {
//         pcty_string *found = pcty_error_to_text(error); // each diagnostic with its lines
//         fprintf(stderr, "%s\n", pcty_string_cstr(found));
//         pcty_string_free(found);
//         pcty_error_free(error);
//     }
//     pcty_hcl_expression_free(expression);
//     return value;
// }
// ```
typedef struct pcty_hcl_expression pcty_hcl_expression;

// Expressions in order, such as the elements of a list that is not evaluated. Never
// changes; any number of threads may use it at once.
//
// ```c
// // The names in `[create, destroy]`.
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

// Traversals in order. Never changes; any number of threads may use it at once.
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

// Functions that are called somewhere, in the order of the text. Never changes; any number
// of threads may use it at once.
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

// The defaults inside a type. Never changes; any number of threads may use it at once.
//
// ```c
// // The value with its defaults, as one of the type; NULL if it is none.
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

// Names that a scope defines.
typedef enum pcty_hcl_scope_names PCTY_ENUM {
    // Variables.
    PCTY_HCL_SCOPE_VARIABLES = 1,
    // Functions.
    PCTY_HCL_SCOPE_FUNCTIONS = 2,
} pcty_hcl_scope_names;

// --- HCL: expressions.

// How HCL is written.
typedef enum pcty_hcl_syntax PCTY_ENUM {
    // Native syntax.
    PCTY_HCL_NATIVE = 1,
    // JSON, in whose strings templates stand.
    PCTY_HCL_JSON = 2,
    // A template of native syntax, without quotes around it. There are no bodies in it.
    PCTY_HCL_TEMPLATE = 3,
} pcty_hcl_syntax;

// A range of an expression, a body or a block.
typedef enum pcty_hcl_range_kind PCTY_ENUM {
    // The whole: an expression; a body with its braces, or a file; a block from its type to its closing
    // brace, in JSON from the name of the property to the end of the object that is its body.
    PCTY_HCL_RANGE_WHOLE = 1,
    // The start of an expression, to which diagnostics about the whole point: its first operand, its
    // opening bracket or quote, or the name of its function.
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
    // The steps: first into an attribute of the variable's name, then into the variable.
    const pcty_path *path;
    // The range from the first step to the last.
    pcty_range range;
    // The name of the text that the traversal is in; no text if there is none.
    pcty_str file;
} pcty_hcl_traversal;

// --- HCL: the trees of expressions.

// What an expression is.
typedef enum pcty_hcl_form PCTY_ENUM {
    // There is no expression.
    PCTY_HCL_FORM_MISSING = 0,
    // A number, a string without sequences, `true`, `false` or `null`.
    PCTY_HCL_FORM_LITERAL = 1,
    // A template or heredoc of several pieces.
    PCTY_HCL_FORM_TEMPLATE = 2,
    // A template that is one interpolation: a value of any type.
    PCTY_HCL_FORM_TEMPLATE_WRAP = 3,
    // What the `for` directive of a template makes.
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
    // The element that a splat is at; evaluated by itself it is unknown.
    PCTY_HCL_FORM_SPLAT_ITEM = 14,
    // `-a` or `!a`.
    PCTY_HCL_FORM_UNARY = 15,
    // Operators of one precedence, from left to right: `a + b - c` has three operands.
    PCTY_HCL_FORM_OPERATIONS = 16,
    // `(a)`.
    PCTY_HCL_FORM_PARENTHESES = 17,
    // What could not be read.
    PCTY_HCL_FORM_INVALID = 18,
    // A value that was never written, such as those of an unknown body.
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
    // The function that the expression calls, with `::` between its parts, or the variable that
    // it begins with; no text for another form.
    pcty_str name;
    // The name that a `for` gives to each key; no text if there is none.
    pcty_str key_name;
    // The name that a `for` gives to each value; no text for another form.
    pcty_str value_name;
} pcty_hcl_expression_data;

// An operator of an expression.
typedef struct {
    // The operator as it is written: `+` or `!`.
    pcty_str text;
    // Its range.
    pcty_range range;
} pcty_hcl_operator;

// What a part of an expression is to the whole.
typedef enum pcty_hcl_role PCTY_ENUM {
    // No part, or one of expressions that are no parts of another.
    PCTY_HCL_ROLE_NONE = 0,
    // A piece of a template.
    PCTY_HCL_ROLE_PIECE = 1,
    // What stands in parentheses.
    PCTY_HCL_ROLE_INNER = 2,
    // What steps, an index or a splat are taken of.
    PCTY_HCL_ROLE_SOURCE = 3,
    // What a splat makes of each element.
    PCTY_HCL_ROLE_EACH = 4,
    // An argument of a call.
    PCTY_HCL_ROLE_ARGUMENT = 5,
    // A condition: of a conditional, or what a `for` selects by.
    PCTY_HCL_ROLE_CONDITION = 6,
    // What a conditional gives where its condition holds.
    PCTY_HCL_ROLE_THEN = 7,
    // What a conditional gives elsewhere.
    PCTY_HCL_ROLE_ELSE = 8,
    // What a `for` iterates over.
    PCTY_HCL_ROLE_COLLECTION = 9,
    // A key that is computed: of an index, of an item of an object, of a `for`.
    PCTY_HCL_ROLE_KEY = 10,
    // A key of an item of an object that is a name, and no variable.
    PCTY_HCL_ROLE_NAME = 11,
    // A value: of an item of an object, of a `for`.
    PCTY_HCL_ROLE_VALUE = 12,
    // An element of a tuple.
    PCTY_HCL_ROLE_ELEMENT = 13,
    // An operand.
    PCTY_HCL_ROLE_OPERAND = 14,
} pcty_hcl_role;

// --- HCL: the functions that are called.

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

// What a type expression may say.
typedef enum pcty_hcl_type_mode PCTY_ENUM {
    // An exact type.
    PCTY_HCL_TYPE_EXACT = 1,
    // A type constraint: also `any`, and `optional(T)` for an attribute.
    PCTY_HCL_TYPE_CONSTRAINT = 2,
    // A type constraint whose optional attributes may have defaults, `optional(T, default)`.
    PCTY_HCL_TYPE_DEFAULTS = 3,
} pcty_hcl_type_mode;

// --- HCL: values and types as text, and what a strict check finds.

// How values are written that HCL has no notation for: the unknown and the marked.
typedef enum pcty_hcl_value_style PCTY_ENUM {
    // They are refused: the text is an expression that gives the value.
    PCTY_HCL_VALUE_EXPRESSION = 1,
    // They are shown, in parentheses in which they are no expression; of what is
    // marked nothing but its marks.
    PCTY_HCL_VALUE_REDACTED = 2,
    // They are shown, what is marked too.
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
// Which variables and functions an expression may use. Scopes nest: what an inner one does
// not have is looked up further out.
// ----------------------------------------------------------------------------

// A scope without variables and functions, of which it allows neither until it has some.
//
// Ownership: the result is the caller's.
pcty_hcl_scope *pcty_hcl_scope_new(void);

// A scope of the same variables and functions, which changes by itself. What neither
// changes they share.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_scope *pcty_hcl_scope_clone(const pcty_hcl_scope *scope);

// Frees a scope; scopes within it live on. NULL: no-op.
void pcty_hcl_scope_free(pcty_hcl_scope *scope);

// A new scope within a scope as it is now: later changes of the outer one do not reach it.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT beyond 256 scopes within each other.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_child(const pcty_hcl_scope *scope,
                                 pcty_hcl_scope **out,
                                 pcty_error **error);

// Allows variables or functions even if there are none: a name that is not defined is then unknown,
// and not one in a scope without variables or functions.
//
// Ownership: changes `scope`.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for `names` without a constant.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_allow(pcty_hcl_scope *scope,
                                 pcty_hcl_scope_names names,
                                 pcty_error **error);

// Bounds how long an evaluation in this scope, or in one within it, may take, besides what the
// budget of the call allows: a step is about an operation or an element. What takes longer is
// PCTY_ERROR_LIMIT.
//
// Ownership: changes `scope`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_limit_steps(pcty_hcl_scope *scope,
                                       uint64_t steps,
                                       pcty_error **error);

// Defines a variable, in place of an earlier one of that name.
//
// Ownership: changes `scope`; `value` stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that no expression can
// say.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_set_variable(pcty_hcl_scope *scope,
                                        pcty_str name,
                                        const pcty_value *value,
                                        pcty_error **error);

// Defines a function, in place of an earlier one of that name. The name may have parts with
// `::` between them.
//
// Ownership: changes `scope`; `function` stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that no expression can
// say.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_set_function(pcty_hcl_scope *scope,
                                        pcty_str name,
                                        const pcty_function *function,
                                        pcty_error **error);

// Lets messages of evaluations in this scope, or in one within it, show parts of values that
// have a mark. Otherwise no text that the library makes shows any of a marked value.
//
// Ownership: changes `scope`; the mark is copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_show_mark(pcty_hcl_scope *scope,
                                     pcty_str mark,
                                     pcty_error **error);

// Defines all functions of the standard library under their own names, and the three that
// need the language: `try`, `can` and `convert`. A function that was defined by itself in this
// scope stays.
//
// Ownership: changes `scope`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_set_standard_functions(pcty_hcl_scope *scope,
                                                  pcty_error **error);

// The variable of a name, here or further out.
//
// Ownership: lent until the scope changes or goes. NULL: gives NULL, as does a name that
// is not defined.
const pcty_value *pcty_hcl_scope_variable_get(const pcty_hcl_scope *scope, pcty_str name);

// The function of a name, here or further out.
//
// Ownership: lent until the scope changes or goes. NULL: gives NULL, as does a name that
// is not defined.
const pcty_function *pcty_hcl_scope_function_get(const pcty_hcl_scope *scope,
                                                 pcty_str name);

// ----------------------------------------------------------------------------
// HCL: expressions.
//
// An expression is parsed once and evaluated any number of times, in any scopes. A function
// that can find diagnostics has an output `diagnostics`. If it is NULL, the function fails if
// one of the diagnostics is an error. If it is not NULL, the function gives a partial result,
// and `*diagnostics` is an error with all diagnostics, warnings too, or NULL if there are none.
// ----------------------------------------------------------------------------

// Parses a text that is one expression. `file` is the name of the text in diagnostics. If the
// text is a part of a larger one, `start` is the position of its first byte, and all positions
// count from there. A byte that is not UTF-8 is a diagnostic.
//
// Returns: the expression; with `diagnostics`, as much of it as can be parsed.
// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for a line or column of 0.
// Ownership: `*out` and `*diagnostics` are the caller's; the text is copied.
// NULL: `start` (the text is the whole), `diagnostics` and `error` may be. `*diagnostics` is
// NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_parse(pcty_str source_text,
                                      pcty_str file,
                                      const pcty_position *start,
                                      pcty_hcl_syntax syntax,
                                      pcty_hcl_expression **out,
                                      pcty_error **diagnostics,
                                      pcty_error **error);

// Another handle of the same expression; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_expression *pcty_hcl_expression_clone(const pcty_hcl_expression *expression);

// Frees an expression. NULL: no-op.
void pcty_hcl_expression_free(pcty_hcl_expression *expression);

// A range of an expression: PCTY_HCL_RANGE_WHOLE or PCTY_HCL_RANGE_START. Lines and columns are
// counted at each call.
//
// Returns: the start of a text for another constant. NULL: returns the start of a text.
pcty_range pcty_hcl_expression_range(const pcty_hcl_expression *expression,
                                     pcty_hcl_range_kind kind);

// Evaluates an expression in a scope. Without a scope there are no variables and no functions,
// and strings of JSON are not templates.
//
// Returns: the value; with `diagnostics`, an unknown value in place of each part that has an
// error.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: `*out` and `*diagnostics` are the caller's.
// NULL: `scope`, `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_evaluate(const pcty_hcl_expression *expression,
                                         const pcty_hcl_scope *scope,
                                         pcty_value **out,
                                         pcty_error **diagnostics,
                                         pcty_error **error);

// An expression as a single name, without evaluating it; `true`, `false` and `null` are
// such names, too.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does an expression that is
// anything else.
pcty_string *pcty_hcl_expression_keyword(const pcty_hcl_expression *expression);

// The elements of an expression that is written as a list, without evaluating it.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_list(const pcty_hcl_expression *expression,
                                     pcty_hcl_expressions **out,
                                     pcty_error **error);

// The keys and the values of an expression that is written as a map or object, without
// evaluating it: as many of the one as of the other.
//
// Ownership: `*keys` and `*values` are the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_map(const pcty_hcl_expression *expression,
                                    pcty_hcl_expressions **keys,
                                    pcty_hcl_expressions **values,
                                    pcty_error **error);

// The function's name and the arguments of an expression that is written as a call, without
// evaluating it, and their ranges. The range of the arguments includes the parentheses.
//
// Ownership: `*name` and `*arguments` are the caller's; the ranges are plain data.
// Errors: PCTY_ERROR_DIAGNOSTICS for any other expression.
// NULL: `name`, `arguments`, `name_range`, `arguments_range` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_call(const pcty_hcl_expression *expression,
                                     pcty_string **name,
                                     pcty_hcl_expressions **arguments,
                                     pcty_range *name_range,
                                     pcty_range *arguments_range,
                                     pcty_error **error);

// The number of expressions. NULL: gives 0.
size_t pcty_hcl_expressions_count(const pcty_hcl_expressions *expressions);

// The expression at a position, from 0.
//
// Ownership: lent as long as the expressions. NULL: gives NULL, as does a position past the
// end.
const pcty_hcl_expression *pcty_hcl_expressions_at(const pcty_hcl_expressions *expressions,
                                                   size_t index);

// Frees expressions. NULL: no-op.
void pcty_hcl_expressions_free(pcty_hcl_expressions *expressions);

// ----------------------------------------------------------------------------
// HCL: traversals.
//
// A variable and the constant steps into it, as in `network.subnets[0].id`: what an
// expression refers to, known before it is evaluated.
// ----------------------------------------------------------------------------

// The variables that an expression refers to, in the order of the text, with the constant
// steps into them.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_traversals *pcty_hcl_expression_variables(const pcty_hcl_expression *expression);

// An expression as a variable and constant steps into it, without evaluating it. The path's
// first step is into an attribute of the variable's name, so that it is a relative path, too:
// one into whatever value has such an attribute. `pcty_hcl_traversals_of` tells also where
// each step stands.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_traversal(const pcty_hcl_expression *expression,
                                          pcty_path **out,
                                          pcty_error **error);

// Parses a text that is one traversal, without splats and calculations. `file` is the name of the
// text in diagnostics. If the text is a part of a larger one, `start` is the position of its first
// byte, and all positions count from there.
//
// Returns: a list of one traversal; with `diagnostics`, the steps before the first error.
// Ownership: `*out` and `*diagnostics` are the caller's; the text is copied.
// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for a line or column of 0.
// NULL: `start` (the text is the whole), `diagnostics` and `error` may be. `*diagnostics` is
// NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_traversals_parse(pcty_str source_text,
                                      pcty_str file,
                                      const pcty_position *start,
                                      pcty_hcl_traversals **out,
                                      pcty_error **diagnostics,
                                      pcty_error **error);

// The one traversal that an expression is, without evaluating it. In JSON it is a string
// that holds one.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_traversals_of(const pcty_hcl_expression *expression,
                                   pcty_hcl_traversals **out,
                                   pcty_error **error);

// The constant steps of an expression of the form PCTY_HCL_FORM_TRAVERSAL, which are the one
// traversal that it is, or PCTY_HCL_FORM_RELATIVE_TRAVERSAL, the path of which leads from the
// value of its source.
//
// Ownership: the result, in which there is the one, is the caller's. NULL: gives NULL, as
// does an expression of another form.
pcty_hcl_traversals *pcty_hcl_expression_steps(const pcty_hcl_expression *expression);

// The number of traversals. NULL: gives 0.
size_t pcty_hcl_traversals_count(const pcty_hcl_traversals *traversals);

// Writes a traversal by its position, from 0.
//
// Returns: false past the end.
// Ownership: the path and the text in `*out` are owned by `traversals` and valid while it lives.
// NULL: returns false if `traversals` is; `out` may be.
bool pcty_hcl_traversals_at(const pcty_hcl_traversals *traversals,
                            size_t index,
                            pcty_hcl_traversal *out);

// Where a step, from 0, of the traversal at a position stands, with its dot or brackets;
// the first is the variable. There are as many as the path has. NULL: gives the start of a
// text, as does a position or step past the end.
pcty_range pcty_hcl_traversals_step_range_at(const pcty_hcl_traversals *traversals,
                                             size_t index,
                                             size_t step);

// Frees traversals. NULL: no-op.
void pcty_hcl_traversals_free(pcty_hcl_traversals *traversals);

// ----------------------------------------------------------------------------
// HCL: the trees of expressions.
//
// What an expression is and what its parts are, without evaluating it. A part is an
// expression like any other: it has a place and a text, and it can be evaluated. In JSON an
// array is a tuple, and a string is the template that it holds.
// ----------------------------------------------------------------------------

// Writes the data of an expression.
//
// Returns: whether there is an expression.
// Ownership: the texts in `*out` are owned by `expression` and valid while it lives.
// NULL: returns false if `expression` is; `out` may be.
bool pcty_hcl_expression_info(const pcty_hcl_expression *expression,
                              pcty_hcl_expression_data *out);

// The parts of an expression, in the order of the text; none of a literal, a variable, and
// whatever has none.
//
// Ownership: `*out` is the caller's; its expressions do not need `expression`.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_parts(const pcty_hcl_expression *expression,
                                      pcty_hcl_expressions **out,
                                      pcty_error **error);

// What the part at a position, from 0, is to the expression that it is a part of. NULL:
// gives PCTY_HCL_ROLE_NONE, as do expressions that are no parts, and a position past the
// end.
pcty_hcl_role pcty_hcl_expressions_role_at(const pcty_hcl_expressions *expressions,
                                           size_t index);

// The expressions at a byte, which counts as those of ranges do: the expression itself and,
// within each, the part that the byte belongs to. None if it stands elsewhere.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_at_byte(const pcty_hcl_expression *expression,
                                        size_t byte,
                                        pcty_hcl_expressions **out,
                                        pcty_error **error);

// Writes an operator of an expression by its position, from 0. The operator at a position is in
// front of the operand after the one at this position; a single operator is in front of its
// operand.
//
// Returns: false past the end.
// Ownership: the text in `*out` has static lifetime.
// NULL: returns false if `expression` is; `out` may be.
bool pcty_hcl_expression_operator_at(const pcty_hcl_expression *expression,
                                     size_t index,
                                     pcty_hcl_operator *out);

// ----------------------------------------------------------------------------
// HCL: the functions that are called.
// ----------------------------------------------------------------------------

// The functions that an expression calls, however deep.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_calls *pcty_hcl_expression_calls(const pcty_hcl_expression *expression);

// The number of calls; one that is written twice counts twice. NULL: gives 0.
size_t pcty_hcl_calls_count(const pcty_hcl_calls *calls);

// Writes a call by its position, from 0.
//
// Returns: false past the end.
// Ownership: the texts in `*out` are owned by `calls` and valid while it lives.
// NULL: returns false if `calls` is; `out` may be.
bool pcty_hcl_calls_at(const pcty_hcl_calls *calls, size_t index, pcty_hcl_call *out);

// Frees calls. NULL: no-op.
void pcty_hcl_calls_free(pcty_hcl_calls *calls);

// ----------------------------------------------------------------------------
// HCL: expressions as arguments.
//
// A parameter of the closure type takes its argument as an expression that is not evaluated
// yet, together with the scope of the call; the function evaluates it when, and if, it
// wants. A parameter of the type `pcty_type_meta` takes its argument as a type expression,
// which `pcty_value_as_type` gives. Both work in calls that stand in expressions.
// ----------------------------------------------------------------------------

// The type of the parameters that take expressions.
//
// Ownership: lent for ever.
const pcty_type *pcty_hcl_closure_type(void);

// An expression in a scope as it is now, as an argument for `pcty_function_call`: what the
// function would get from a call that stood there. Without a scope there are neither
// variables nor functions.
//
// Ownership: `*out` is the caller's; expression and scope stay the caller's.
// Errors: none but NULL.
// NULL: `scope` and `error` may be.
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
// Ownership: `*out` and `*diagnostics` are the caller's.
// NULL: `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_closure_evaluate(const pcty_value *closure,
                                      pcty_value **out,
                                      pcty_error **diagnostics,
                                      pcty_error **error);

// The expression that an argument is, to be looked at or to be evaluated in another scope.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does a value that is no such
// argument, and one that came of an argument with `...` behind it.
pcty_hcl_expression *pcty_hcl_closure_expression(const pcty_value *closure);

// ----------------------------------------------------------------------------
// HCL: type expressions and defaults.
//
// A type is written as an expression that is not evaluated. Its optional attributes may have
// defaults, `optional(number, 80)`: these are put in the place of what a value leaves out,
// before the value is converted to the type. Defaults come of type expressions, or are built
// by hand, from the inside out.
// ----------------------------------------------------------------------------

// The type that an expression says, without evaluating it, and the defaults inside it. In
// JSON it is a string that holds a type expression of native syntax.
//
// Ownership: `*out` is the caller's, and so is `*defaults`, which is NULL where there are
// none.
// Errors: PCTY_ERROR_TYPE with a diagnostic for each fault.
// NULL: `defaults` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_expression_type(const pcty_hcl_expression *expression,
                                     pcty_hcl_type_mode mode,
                                     pcty_type **out,
                                     pcty_hcl_defaults **defaults,
                                     pcty_error **error);

// The type that a text says, and the defaults inside it. `file` is what diagnostics call
// the text.
//
// Ownership: `*out` is the caller's, and so is `*defaults`, which is NULL where there are
// none.
// Errors: PCTY_ERROR_SYNTAX for what is no expression and PCTY_ERROR_TYPE for what is no
// type, with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`.
// NULL: `defaults` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_type_parse(pcty_str source_text,
                                pcty_str file,
                                pcty_hcl_syntax syntax,
                                pcty_hcl_type_mode mode,
                                pcty_type **out,
                                pcty_hcl_defaults **defaults,
                                pcty_error **error);

// The defaults inside an object type: for each of the names the value that stands in for
// the attribute, and the defaults inside the attribute's type. Either may be NULL. A value
// should be of the attribute's type; of a name that comes again the last value counts.
//
// Ownership: `*out` is the caller's; types, values and defaults stay the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that is no
// attribute, and for defaults of another type than the attribute's.
// NULL: `names` (if `count` is 0), `values`, `inside` (each if there are none) and `error`
// may be.
PCTY_MUST_USE
pcty_status pcty_hcl_defaults_object(const pcty_type *type,
                                     const pcty_str *names,
                                     const pcty_value *const *values,
                                     const pcty_hcl_defaults *const *inside,
                                     size_t count,
                                     pcty_hcl_defaults **out,
                                     pcty_error **error);

// The defaults inside the types of elements. For a tuple type, `inside` are those of its first
// `count` elements. For a list, set or map type, `count` is 1, and `inside` are those of every
// element.
//
// Ownership: `*out` is the caller's; type and defaults stay the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for defaults of another type than the element's, and for a
// `count` other than 1 if the type is not a tuple.
// NULL: `inside` (if `count` is 0) and `error` may be, and so may the defaults of an element of a
// tuple.
PCTY_MUST_USE
pcty_status pcty_hcl_defaults_elements(const pcty_type *type,
                                       const pcty_hcl_defaults *const *inside,
                                       size_t count,
                                       pcty_hcl_defaults **out,
                                       pcty_error **error);

// A value with the defaults in place of attributes that are missing or null. Its type may
// be another one than before; where it is of another shape than the type of the defaults,
// nothing is put in, and a conversion to that type tells why.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT for what nests too deep.
// NULL: `defaults` (then there are none, and the value stays as it is) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_defaults_apply(const pcty_hcl_defaults *defaults,
                                    const pcty_value *value,
                                    pcty_value **out,
                                    pcty_error **error);

// The type that the defaults are inside of.
//
// Ownership: lent as long as the defaults. NULL: gives NULL.
const pcty_type *pcty_hcl_defaults_type(const pcty_hcl_defaults *defaults);

// Writes the defaults of an attribute of an object.
//
// Returns: whether the attribute has any.
// Ownership: the pointers in `*out` are owned by `defaults` and valid while it lives.
// NULL: returns false if `defaults` is; `out` may be.
bool pcty_hcl_defaults_attribute_get(const pcty_hcl_defaults *defaults,
                                     pcty_str name,
                                     pcty_hcl_attribute_defaults *out);

// The defaults inside the type of the element at a position, from 0, of a tuple; of a list, set or
// map those of every element, at any position.
//
// Ownership: owned by `defaults`. NULL: returns NULL, as does a position without any.
const pcty_hcl_defaults *pcty_hcl_defaults_element_at(const pcty_hcl_defaults *defaults,
                                                      size_t index);

// Another handle of the same defaults; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_defaults *pcty_hcl_defaults_clone(const pcty_hcl_defaults *defaults);

// Frees defaults. NULL: no-op.
void pcty_hcl_defaults_free(pcty_hcl_defaults *defaults);

// ----------------------------------------------------------------------------
// HCL: values and types as text, and what a strict check finds.
// ----------------------------------------------------------------------------

// The text of a value in HCL's notation: objects and maps a line an item, with the equals
// signs of neighbours aligned. It says nothing of types: an expression gives a tuple for
// what is a list, and an object for what is a map.
//
// Ownership: `*out` is the caller's.
// Errors: for PCTY_HCL_VALUE_EXPRESSION also PCTY_ERROR_UNKNOWN and PCTY_ERROR_MARKED, and
// PCTY_ERROR_UNSUPPORTED for infinity and what other languages have; PCTY_ERROR_LIMIT for
// numbers of too many digits; PCTY_ERROR_INVALID_ARGUMENT for a number without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_value_format(const pcty_value *value,
                                  pcty_hcl_value_style shown,
                                  pcty_string **out,
                                  pcty_error **error);

// The text of a type in HCL's notation with `optional(T)` where an attribute may be missing, which
// `pcty_type_format` does not tell: what `pcty_hcl_type_parse` reads as a constraint.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for what is no type of HCL, and for a capsule, which has no text.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_type_format(const pcty_type *type,
                                 pcty_string **out,
                                 pcty_error **error);

// The attributes of a value, and the keys of maps in the place of objects, that a type does
// not have, at any depth: what a conversion passes over, and a strict check does not. Each is
// an error with its path and the code PCTY_ERROR_NOT_FOUND, whose diagnostic is a warning,
// with what may have been meant. At most 1000. Of what is inside of a marked value only that
// there is something is said.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_value_extraneous(const pcty_value *value,
                                      const pcty_type *target,
                                      pcty_error_list **out,
                                      pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_HCL_H
