// Versions, statuses, strings, errors and paths, which all other headers use.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_BASE_H
#define POLYCTY_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "features.h"

// The version of this header. `pcty_version` tells the library's.
#define PCTY_VERSION_MAJOR 0
#define PCTY_VERSION_MINOR 1
#define PCTY_VERSION_PATCH 0

// The type under an enumeration: C23 and C++11 can name it, so that it has 32 bits by definition.
// Older C leaves the width to the compiler; base.h does not compile if it is not 32 bits. No
// enumeration has an additional constant that would force the width: `switch` would have to list it.
#if (defined(__cplusplus) && __cplusplus >= 201103L) ||                                 \
    (defined(_MSVC_LANG) && _MSVC_LANG >= 201103L) ||                                   \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define PCTY_ENUM : uint32_t
#else
#define PCTY_ENUM
#endif

// ============================================================================
// THE HANDLES
// ============================================================================

// An error: a code, a message and the path to the part of the value that caused it. If applicable
// it also has the index of the argument, the expected and the found type, the byte of the input,
// and diagnostics about a source text.
//
// One thread builds an error; after that it never changes, and any number of threads may use it at
// once.
//
// ```c
// static int64_t read_port(const pcty_value *value) {
//     int64_t port;
//     pcty_error *error;
//     if (pcty_value_as_int64(value, &port, &error) != PCTY_OK) {
//         pcty_string *line = pcty_error_format(error, PCTY_NOTATION_LINE);
//         fprintf(stderr, "%s\n", pcty_string_cstr(line));
//         pcty_string_free(line);
//         pcty_error_free(error);
//         return -1;
//     }
//     return port;
// }
// ```
typedef struct pcty_error pcty_error;

// A path: the steps from a value to a part of it, from the outside in. Each step is into an
// attribute of an object or to an index of a list, tuple, map or set. One thread at a time.
//
// ```c
// static void print_path(const pcty_error *error) {
//     const pcty_path *path = pcty_error_path(error);
//     for (size_t i = 0; i < pcty_path_step_count(path); i++) {
//         if (pcty_path_step_kind_at(path, i) == PCTY_STEP_ATTRIBUTE) {
//             pcty_str name = pcty_path_step_name_at(path, i);
//             printf(".%.*s", (int)name.len, name.data);
//         }
//     }
// }
// ```
typedef struct pcty_path pcty_path;

// A type. Never changes; any number of threads may use it at once.
//
// ```c
// static bool takes_ports(const pcty_type *wanted) {
//     pcty_type *ports = NULL;
//     if (pcty_type_list(pcty_type_number(), NULL, &ports, NULL) != PCTY_OK) {
//         return false;
//     }
//     bool same = pcty_type_equal(wanted, ports);
//     pcty_type_free(ports);
//     return same;
// }
// ```
typedef struct pcty_type pcty_type;

// A value: null or unknown of any type, a scalar, a list, set, tuple, map or object, a capsule, a
// type, or a value that only one dialect has. Never changes; any number of threads may use it at
// once.
//
// ```c
// static void make_server(void) {
//     pcty_value *name = NULL, *server = NULL;
//     pcty_value *port = pcty_value_number_from_int64(5432);
//     must(pcty_value_string(PCTY_STR("db"), &name, NULL));
//     const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("port")};
//     const pcty_value *values[] = {name, port};
//     if (pcty_value_object(names, values, 2, &server, NULL) == PCTY_OK) {
//         const pcty_value *borrowed = pcty_value_attribute_get(server, PCTY_STR("name"));
//         pcty_str text;
//         if (pcty_value_as_string(borrowed, &text, NULL) == PCTY_OK) {
//             printf("%.*s\n", (int)text.len, text.data);
//         }
//     }
//     pcty_value_free(server);
//     pcty_value_free(port);
//     pcty_value_free(name);
// }
// ```
typedef struct pcty_value pcty_value;

// Text that the caller owns; also MessagePack, whose bytes are not UTF-8. Never changes; any
// number of threads may use it at once.
//
// ```c
// static void show_number(const pcty_value *number) {
//     pcty_string *text;
//     if (pcty_value_number_to_text(number, &text, NULL) == PCTY_OK) {
//         puts(pcty_string_cstr(text));
//         pcty_string_free(text);
//     }
// }
// ```
typedef struct pcty_string pcty_string;

// A budget: the limits of calls. It does not change except that it can be cancelled; any number of
// threads may enter, leave and cancel it at once.
//
// ```c
// // Takes at most a quarter of a second, and less if another thread cancels the budget.
// static pcty_status evaluate(const pcty_hcl_expression *expression, const pcty_hcl_scope *scope,
//                             const pcty_budget *budget, pcty_value **out, pcty_error **error) {
//     pcty_status status = pcty_budget_enter(budget, error);
//     if (status == PCTY_OK) {
//         status = pcty_hcl_expression_evaluate(expression, scope, out, NULL, error);
//         PCTY_IGNORE(pcty_budget_leave(budget, NULL));
//     }
//     return status;
// }
//
// static pcty_budget *quarter(void) {
//     pcty_budget *budget = NULL;
//     pcty_limits limits = PCTY_LIMITS_INIT;
//     limits.microseconds = 250000;
//     must(pcty_budget_new(&limits, &budget, NULL));
//     return budget;
// }
// ```
typedef struct pcty_budget pcty_budget;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Versions and features of the library.

// The version of the ABI. It changes when a program that was compiled with an older header would
// no longer work.
#define PCTY_ABI_VERSION 0

// A part of the library that a build may leave out. `polycty/features.h` defines PCTY_HAS_HCL,
// PCTY_HAS_PCL and so on for the parts of the installed library.
typedef enum pcty_feature PCTY_ENUM {
    // HCL: types, values, functions, expressions, bodies, and editing. Every build contains it.
    PCTY_FEATURE_HCL = 1,
    // HCL's information-model extensions.
    PCTY_FEATURE_PCL = 2,
    // Terraform's functions and modules.
    PCTY_FEATURE_TERRAFORM = 3,
    // Puppet's types and language.
    PCTY_FEATURE_PUPPET = 4,
    // mgmt's mcl.
    PCTY_FEATURE_MCL = 5,
    // Translation of types and values between dialects.
    PCTY_FEATURE_TRANSLATE = 6,
    // JSON Schema.
    PCTY_FEATURE_SCHEMA = 7,
    // Language services for editors.
    PCTY_FEATURE_SERVICES = 8,
} pcty_feature;

// --- Text in the C ABI.

// Text as a pointer and a length in bytes. It owns nothing.
typedef struct {
    // UTF-8; need not be terminated and may contain NUL. NULL means no text; as an argument with
    // `len` 0 it is the empty text.
    const char *data;
    // The number of bytes.
    size_t len;
} pcty_str;

// --- Statuses: the results of calls.

// The result of a call: PCTY_OK or one of PCTY_ERROR_*.
typedef enum pcty_status PCTY_ENUM {
    // The call succeeded.
    PCTY_OK = 0,
    // An invalid argument: NULL, out of range, of another kind. It is a mistake of the calling
    // program, never of a text or value from its user.
    PCTY_ERROR_INVALID_ARGUMENT = 1,
    // Text that is not UTF-8.
    PCTY_ERROR_INVALID_UTF8 = 2,
    // Input that does not follow its grammar.
    PCTY_ERROR_SYNTAX = 3,
    // A type or value that does not match the expected type.
    PCTY_ERROR_TYPE = 4,
    // A value that cannot be converted to the expected type, or not without loss.
    PCTY_ERROR_CONVERSION = 5,
    // A type, value or operation that the format or the dialect does not support.
    PCTY_ERROR_UNSUPPORTED = 6,
    // An attribute, index, key or name that does not exist.
    PCTY_ERROR_NOT_FOUND = 7,
    // A limit on time or memory was exceeded.
    PCTY_ERROR_LIMIT = 8,
    // Arithmetic without a result, such as zero divided by zero.
    PCTY_ERROR_ARITHMETIC = 9,
    // A null where a value is needed.
    PCTY_ERROR_NULL = 10,
    // An unknown where a known value is needed.
    PCTY_ERROR_UNKNOWN = 11,
    // A mark where marks are not allowed.
    PCTY_ERROR_MARKED = 12,
    // An error that a function or another callback of the host reported.
    PCTY_ERROR_CALLBACK = 13,
    // A callback that broke its contract.
    PCTY_ERROR_MISBEHAVED = 14,
    // An internal error of the library.
    PCTY_ERROR_INTERNAL = 15,
    // The errors are in the diagnostics.
    PCTY_ERROR_DIAGNOSTICS = 16,
    // The host cancelled the operation.
    PCTY_ERROR_CANCELLED = 17,
    // A value that the operation or the function does not accept, such as a negative length.
    PCTY_ERROR_VALUE = 18,
} pcty_status;

// --- Errors: code, message, path, types and diagnostics.

// The severity of a diagnostic.
typedef enum pcty_severity PCTY_ENUM {
    // An error: the operation failed.
    PCTY_SEVERITY_ERROR = 1,
    // A warning: the source may contain a mistake.
    PCTY_SEVERITY_WARNING = 2,
} pcty_severity;

// A position in a source text.
typedef struct {
    // The line, from 1.
    uint32_t line;
    // The column in grapheme clusters, from 1.
    uint32_t column;
    // The byte, from 0.
    size_t byte;
} pcty_position;

// A range of a source text; the end is exclusive.
typedef struct {
    // The start.
    pcty_position start;
    // The end, exclusive.
    pcty_position end;
} pcty_range;

// A diagnostic about a source text or a value. Start from PCTY_DIAGNOSTIC_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The severity.
    pcty_severity severity;
    // A summary in a few words.
    pcty_str summary;
    // The full description, in sentences.
    pcty_str detail;
    // Whether the diagnostic is about a range of the source text.
    bool has_subject;
    // The range, if `has_subject`.
    pcty_range subject;
    // Whether there is a range around the subject that helps to understand it.
    bool has_context;
    // The range around the subject, if `has_context`.
    pcty_range context;
    // Text that may have been meant in place of the subject; empty if there is none.
    pcty_str suggestion;
    // The name of the text that contains the ranges; empty if it is the text of the error, or not
    // known.
    pcty_str file;
    // The text that contains the ranges, for excerpts; empty if it is the text of the error, not
    // known, or may hold secrets.
    pcty_str source;
    // The stable identifier of this kind of diagnostic, such as `hcl.unknown-variable`.
    pcty_str code;
    // The path to the part of a value that the diagnostic is about; NULL if it is about no part.
    const pcty_path *path;
    // The type that was expected; NULL if the diagnostic is about no type.
    const pcty_type *expected;
    // The type that was found; NULL if the diagnostic is about no type.
    const pcty_type *found;
    // The number of related locations, for `pcty_error_related_at`. Not read by
    // `pcty_error_add_diagnostic`.
    size_t related_count;
    // The number of suggested edits, for `pcty_error_edit_at`. Not read by
    // `pcty_error_add_diagnostic`.
    size_t edit_count;
} pcty_diagnostic;

// A location that explains a diagnostic, such as that of the first of two declarations.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The description of the location.
    pcty_str message;
    // The location.
    pcty_range range;
    // The name of the text that contains the range; empty if it is that of the diagnostic.
    pcty_str file;
} pcty_related;

// A change of the source text that may resolve a diagnostic.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The range of the diagnostic's source text that is replaced.
    pcty_range range;
    // The replacement text.
    pcty_str text;
} pcty_edit;

// The data of an error, apart from its code and message. Start from PCTY_ERROR_DATA_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The stage of a language's processing at which the error was found, by the language's name,
    // for example `errUnify` of mcl; no text for languages without stages. Not read by
    // `pcty_error_set`.
    pcty_str stage;
    // Whether one argument of a call caused the error.
    bool has_argument;
    // The position of that argument from 0, if `has_argument`.
    size_t argument;
    // Whether the error is at one byte of the input.
    bool has_offset;
    // The position of that byte from 0, if `has_offset`.
    size_t offset;
    // The type that was expected, or NULL.
    const pcty_type *expected;
    // The type that was found, or NULL.
    const pcty_type *found;
    // The path to the part that caused the error; NULL if it is the whole value.
    const pcty_path *path;
    // The text that contains the ranges of the diagnostics; no text if it is not known, is that of
    // each diagnostic, or may hold secrets.
    pcty_str source;
    // The name of that text; `pcty_error_set` does not read it without a `source`.
    pcty_str file;
    // The number of diagnostics, for `pcty_error_diagnostic_at`. Not read by `pcty_error_set`.
    size_t diagnostic_count;
} pcty_error_data;

// A notation of errors.
typedef enum pcty_error_notation PCTY_ENUM {
    // One line: the path and the message, which contains the position in a source text. If the message
    // has one line for each of several errors, the first and the number of the others. Other line
    // breaks become spaces.
    PCTY_NOTATION_LINE = 1,
    // Several lines: the path, the message unless it is that of a diagnostic, and each diagnostic with
    // the source lines of its subject and of its context.
    PCTY_NOTATION_TEXT = 2,
    // The same lines with ANSI terminal colors.
    PCTY_NOTATION_COLORED_TEXT = 3,
    // One JSON object: `code`, `message`, `path`, and if present `expected` and `found` (names of
    // types), `argument`, `offset` and `diagnostics`.
    //
    // A diagnostic has `severity`, `code`, `summary`, `detail`, and if present:
    // - `subject` and `context` as `{"start": [line, column, byte], "end": ...}`;
    // - `file`, `suggestion`, `path`, `expected`, `found`;
    // - `related` (each a `message` and a `range`);
    // - `edits` (each a `text` and the `range` that it replaces).
    PCTY_NOTATION_JSON = 4,
    // A SARIF 2.1.0 log, the exchange format of static analysis: a result for each diagnostic, or one
    // for the error itself if it has none. The `ruleId` is the diagnostic's `code`; columns count
    // Unicode code points.
    PCTY_NOTATION_SARIF = 5,
} pcty_error_notation;

// --- Paths: positions inside values.

// The kind of a step of a path.
typedef enum pcty_step_kind PCTY_ENUM {
    // No such step.
    PCTY_STEP_NONE = 0,
    // A step into an attribute of an object.
    PCTY_STEP_ATTRIBUTE = 1,
    // A step to an element of a list, tuple, map or set.
    PCTY_STEP_INDEX = 2,
} pcty_step_kind;

// --- Callbacks and the data that the host passes with them.

// Releases data of the host. It runs exactly once, on the thread that drops the last reference,
// and also when the call that received the data fails. If a call removes the last reference from a
// handle that it changes, the callback runs after the change.
typedef void (*pcty_destroy)(void *data);

// --- Budgets: limits of calls, and cancellation from another thread.

// The limits of a call. Start from PCTY_LIMITS_INIT: the standard limits of steps and bytes, and no
// limit of time. `steps` and `bytes` have their standard values if they are 0, and no limit if they
// are UINT64_MAX.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The maximum number of steps. A step is bounded work: a node that is evaluated, an element
    // that is converted, some bytes that are matched. The count is the same on every machine.
    uint64_t steps;
    // The maximum number of bytes held at once, without the arguments and with the result.
    uint64_t bytes;
    // The maximum time in microseconds from the beginning of the call. 0 means no limit, so that
    // the result of a call does not depend on the machine. A call without a budget ends after
    // about 10 seconds.
    uint64_t microseconds;
} pcty_limits;

// Attribute of functions whose status must not be ignored: the compiler warns if a call ignores it.
#if (defined(__cplusplus) && __cplusplus >= 201703L) ||                                 \
    (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L) ||                                   \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define PCTY_MUST_USE [[nodiscard]]
#elif defined(__GNUC__)
#define PCTY_MUST_USE __attribute__((__warn_unused_result__))
#elif defined(_MSC_VER) && defined(_Check_return_)
#define PCTY_MUST_USE _Check_return_
#else
#define PCTY_MUST_USE
#endif

// Ignores a status where failure needs no reaction. With some compilers a cast to void still warns.
#define PCTY_IGNORE(status) ((void)!(status))

// Fails to compile if an enumeration does not have 32 bits, as with -fshort-enums.
enum { PCTY_ENUMERATIONS_HAVE_32_BITS = 1 / (sizeof(pcty_severity) == 4) };

// Converts a string literal to a `pcty_str`; the compiler computes the length. The literal may
// contain NUL bytes.
#ifdef __cplusplus
#define PCTY_STR(literal) (pcty_str{"" literal, sizeof(literal) - 1})
#else
#define PCTY_STR(literal) ((pcty_str){"" literal, sizeof(literal) - 1})
#endif

// Like PCTY_STR, as an initializer of a static variable or of a struct's member.
#define PCTY_STR_INIT(literal) {"" literal, sizeof(literal) - 1}

// Format and argument of a `pcty_str` for printf: `printf("name: " PCTY_FMT "\n", PCTY_ARG(name))`.
// PCTY_ARG evaluates its argument several times. The text is truncated at its first NUL, and at
// 2 GiB.
#define PCTY_FMT "%.*s"
#define PCTY_ARG(s)                                                                     \
    (int)((s).len < 0x7fffffff ? (s).len : 0x7fffffff), ((s).data != NULL ? (s).data : "")

// The position of the first byte of a text.
#ifdef __cplusplus
#define PCTY_POSITION_START (pcty_position{1, 1, 0})
#else
#define PCTY_POSITION_START ((pcty_position){1, 1, 0})
#endif

// A diagnostic without texts; its positions are the start of a text.
#define PCTY_DIAGNOSTIC_INIT                                                            \
    {sizeof(pcty_diagnostic),                                                           \
     PCTY_SEVERITY_ERROR,                                                               \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     false,                                                                             \
     {{1, 1, 0}, {1, 1, 0}},                                                            \
     false,                                                                             \
     {{1, 1, 0}, {1, 1, 0}},                                                            \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     0,                                                                                 \
     0}

// No data, for pcty_error_info to fill.
#define PCTY_ERROR_DATA_INIT                                                            \
    {sizeof(pcty_error_data),                                                           \
     {NULL, 0},                                                                         \
     false,                                                                             \
     0,                                                                                 \
     false,                                                                             \
     0,                                                                                 \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     0}

// An empty location, for pcty_error_related_at to fill.
#define PCTY_RELATED_INIT \
    {sizeof(pcty_related), {NULL, 0}, {{1, 1, 0}, {1, 1, 0}}, {NULL, 0}}

// An empty edit, for pcty_error_edit_at to fill.
#define PCTY_EDIT_INIT {sizeof(pcty_edit), {{1, 1, 0}, {1, 1, 0}}, {NULL, 0}}

// The standard limits.
#define PCTY_LIMITS_INIT {sizeof(pcty_limits), 0, 0, 0}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Versions and features of the library.
// ----------------------------------------------------------------------------

// Returns the version of the library as text, such as "0.1.0".
//
// Ownership: static lifetime; do not free.
pcty_str pcty_version(void);

// Returns the version of the library's ABI. A program works with every library whose number equals
// the PCTY_ABI_VERSION of the header that it was compiled with.
uint32_t pcty_abi_version(void);

// Returns whether the library was built with a feature; false for a number without a constant.
//
// Operations of a dialect that was left out fail with PCTY_ERROR_UNSUPPORTED.
bool pcty_has(pcty_feature feature);

// ----------------------------------------------------------------------------
// Text in the C ABI.
//
// Text is UTF-8 with a length and may contain NUL. Arguments are `pcty_str`, which borrows.
// Results are a `pcty_str` owned by a handle, or a `pcty_string` owned by the caller.
// ----------------------------------------------------------------------------

// Returns whether two texts have the same bytes. No text is equal to the empty text.
bool pcty_str_equal(pcty_str a, pcty_str b);

// Returns a terminated C string as a `pcty_str`.
//
// Ownership: the result borrows from `cstr`.
// NULL: returns no text, which is the empty text as an argument.
pcty_str pcty_str_from_cstr(const char *cstr);

// ----------------------------------------------------------------------------
// Statuses: the results of calls.
// ----------------------------------------------------------------------------

// Returns the name of a status, such as "invalid_argument", for logs; "ok" for PCTY_OK and
// "unnamed" for a number without a constant.
//
// Ownership: static lifetime; do not free.
pcty_str pcty_status_name(pcty_status status);

// ----------------------------------------------------------------------------
// Strings: text that the caller owns.
// ----------------------------------------------------------------------------

// Creates a string with a copy of a text.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_string_new(pcty_str from, pcty_string **out, pcty_error **error);

// Returns the text.
//
// Ownership: the result is owned by the string and valid while it lives.
// NULL: returns no text.
pcty_str pcty_string_str(const pcty_string *string);

// Returns the text with a NUL after it; the text may also contain NUL.
//
// Ownership: the result is owned by the string and valid while it lives.
// NULL: returns NULL.
const char *pcty_string_cstr(const pcty_string *string);

// Frees a string.
//
// NULL: no-op.
void pcty_string_free(pcty_string *string);

// ----------------------------------------------------------------------------
// Errors: code, message, path, types and diagnostics.
//
// A host also creates errors: a callback reports its failure through one. It starts with
// `pcty_error_new`. As the callback returns from its own recursion, it prepends the steps of the
// path, from the inside out.
// ----------------------------------------------------------------------------

// Creates an error with a code and a one-line message. Callbacks use it to report a failure,
// mostly with PCTY_ERROR_CALLBACK.
//
// Errors: never fails. If `code` is PCTY_OK or has no constant, or the message is not UTF-8, the
// result is an error that describes this mistake.
// Ownership: the caller owns the result.
pcty_error *pcty_error_new(pcty_status code,
                           pcty_str message);

// Creates another handle of the same error.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_error *pcty_error_clone(const pcty_error *error);

// Frees an error.
//
// NULL: no-op.
void pcty_error_free(pcty_error *error);

// Prepends the steps of a path to the path of an error: the error is in a part of a value.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: changes `target`; the caller keeps `path`.
// NULL: `error` may be NULL.
// Threads: no other call may use `target` at the same time.
PCTY_MUST_USE
pcty_status pcty_error_prepend_path(pcty_error *target,
                                    const pcty_path *path,
                                    pcty_error **error);

// Sets data of an error: those members of `data` that have a value. The error keeps its other data.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for NULL or a wrong `struct_size`.
// Ownership: changes `target`; copies the texts; the caller keeps the path and the types.
// NULL: `error` may be NULL.
// Threads: no other call may use `target` at the same time.
PCTY_MUST_USE
pcty_status pcty_error_set(pcty_error *target,
                           const pcty_error_data *data,
                           pcty_error **error);

// Adds a diagnostic.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a severity without a constant,
// a wrong `struct_size`, or a line or column of 0.
// Ownership: changes `target`; copies the texts.
// NULL: `error` may be NULL.
// Threads: no other call may use `target` at the same time.
PCTY_MUST_USE
pcty_status pcty_error_add_diagnostic(pcty_error *target,
                                      const pcty_diagnostic *diagnostic,
                                      pcty_error **error);

// Returns the code.
//
// NULL: returns PCTY_ERROR_INVALID_ARGUMENT.
PCTY_MUST_USE
pcty_status pcty_error_code(const pcty_error *error);

// Returns the message, without the path.
//
// If the error has diagnostics about a source text, the message is that of the first error among
// them, with its position before it and the number of the others after it: `main.hcl:3,5-9:
// Unknown variable; There is no variable named "x"., and 2 other diagnostic(s)`. The message may
// have several lines: one for each of several Puppet errors that have no source text, and those of
// a host's own message. `pcty_error_diagnostic_at` returns the diagnostics themselves.
//
// Ownership: the result is owned by the error and valid while it lives.
// NULL: returns no text.
pcty_str pcty_error_message(const pcty_error *error);

// Writes the data of an error.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts, types and path are owned
// by the error and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_error_info(const pcty_error *from,
                            pcty_error_data *out,
                            pcty_error **error);

// Returns the path to the part that caused the error; without steps if it is the whole value.
//
// Ownership: the result is owned by the error and valid while it lives.
// NULL: returns NULL.
const pcty_path *pcty_error_path(const pcty_error *error);

// Writes a diagnostic by its position, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are owned by the error
// and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_error_diagnostic_at(const pcty_error *from,
                                     size_t index,
                                     pcty_diagnostic *out,
                                     pcty_error **error);

// Writes a related location of a diagnostic, by the positions of both, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are owned by the error
// and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_error_related_at(const pcty_error *from,
                                  size_t diagnostic,
                                  size_t index,
                                  pcty_related *out,
                                  pcty_error **error);

// Writes a suggested edit of a diagnostic, by the positions of both, from 0. The replacement of
// `subject` by `suggestion` is the first edit.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets; its text is owned by the error and
// valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_error_edit_at(const pcty_error *from,
                               size_t diagnostic,
                               size_t index,
                               pcty_edit *out,
                               pcty_error **error);

// Returns an error in a notation.
//
// Returns: NULL for a notation without a constant.
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_string *pcty_error_format(const pcty_error *error, pcty_error_notation notation);

// ----------------------------------------------------------------------------
// Paths: positions inside values.
// ----------------------------------------------------------------------------

// Creates the path without steps, which leads to the value itself.
//
// Ownership: the caller owns the result.
pcty_path *pcty_path_new(void);

// Creates a path with the same steps.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_path *pcty_path_clone(const pcty_path *path);

// Frees a path.
//
// NULL: no-op.
void pcty_path_free(pcty_path *path);

// Appends a step into an attribute.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `path`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_path_append_attribute(pcty_path *path, pcty_str name, pcty_error **error);

// Appends a step to a position of a list or tuple.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: changes `path`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_path_append_index(pcty_path *path, size_t index, pcty_error **error);

// Appends a step to a key of a map or an element of a set.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: changes `path`; the caller keeps `key`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_path_append_key(pcty_path *path,
                                 const pcty_value *key,
                                 pcty_error **error);

// Returns the number of steps.
//
// NULL: returns 0.
size_t pcty_path_step_count(const pcty_path *path);

// Returns the kind of the step at a position, from 0.
//
// Returns: PCTY_STEP_NONE for a position past the end.
// NULL: returns PCTY_STEP_NONE.
pcty_step_kind pcty_path_step_kind_at(const pcty_path *path, size_t index);

// Returns the attribute name of the step at a position, from 0.
//
// Returns: no text for a position past the end and for a step that is not into an attribute.
// Ownership: the result is owned by the path and valid until the path changes.
// NULL: returns no text.
pcty_str pcty_path_step_name_at(const pcty_path *path,
                                size_t index);

// Returns the index of the step at a position, from 0: a number, a string, or the element of a
// set.
//
// Errors: PCTY_ERROR_NOT_FOUND for a position past the end and for a step into an attribute.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_path_step_key_at(const pcty_path *path,
                                  size_t index,
                                  pcty_value **out,
                                  pcty_error **error);

// Returns whether two paths have equal steps.
//
// NULL: NULL is equal only to NULL.
bool pcty_path_equal(const pcty_path *a, const pcty_path *b);

// Returns whether a path begins with all the steps of another.
//
// NULL: returns false.
bool pcty_path_starts_with(const pcty_path *path, const pcty_path *prefix);

// Returns the path as text, such as `.servers[0]["name"]`; `[*]` stands for any element.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_string *pcty_path_to_text(const pcty_path *path);

// ----------------------------------------------------------------------------
// Budgets: limits of calls, and cancellation from another thread.
//
// Every call on a text or a value of any size counts its steps of bounded work and the bytes that
// it holds at once. Without a budget the standard limits apply: 2^24 steps, which are about a
// second of work or less, and 2^28 bytes. They are safe for servers that process small hostile
// texts.
//
// A host that needs other limits, or cancels calls from another thread, creates a budget and
// enters it. Until the budget is left, it bounds each call of this thread. A call that exceeds it
// fails with PCTY_ERROR_LIMIT; a call whose budget is cancelled fails with PCTY_ERROR_CANCELLED,
// also if it would otherwise report diagnostics. A failed call has no outputs.
//
// A budget is entered rather than passed to each call because it also applies to code that the
// host does not call directly: a function of the host that calls the library again, an operator, a
// decoder that evaluates. In a callback, calls are charged to the call that runs the callback, and
// a budget that the callback enters bounds them in addition. The budget is checked before and
// after each callback.
//
// A callback ends the whole call by an error with the status PCTY_ERROR_CANCELLED or
// PCTY_ERROR_LIMIT: no construct of a language handles it (`try` and `can` of HCL, `<|>` of mcl),
// no other callback of the call runs, and the call fails with this error, its status and message
// unchanged. Errors with other statuses are errors of the program that the language evaluates.
// ----------------------------------------------------------------------------

// Creates a budget.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: the caller owns `*out`.
// NULL: `limits` (then the standard limits, which can be cancelled) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_budget_new(const pcty_limits *limits,
                            pcty_budget **out,
                            pcty_error **error);

// Creates another handle of the same budget: cancelling one cancels the other.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_budget *pcty_budget_clone(const pcty_budget *budget);

// Frees a budget. Threads that have entered it remain inside.
//
// NULL: no-op.
void pcty_budget_free(pcty_budget *budget);

// Enters a budget: until `pcty_budget_leave` it bounds every call of this thread, in addition to
// the budgets entered before. Each call starts anew and may use up to the strictest limits.
//
// Errors: PCTY_ERROR_LIMIT if 64 budgets are already entered.
// Ownership: none is transferred; the thread holds its own reference.
// NULL: `error` may be NULL.
// Threads: applies only to calls of this thread, until it leaves the budget. A host whose tasks
// move between threads must keep them on this thread meanwhile.
PCTY_MUST_USE
pcty_status pcty_budget_enter(const pcty_budget *budget,
                              pcty_error **error);

// Leaves the budget that this thread entered last. A callback can leave only the budgets that it
// entered itself; those that it does not leave are left when it returns.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if another budget was entered last, none is entered, or the
// budget was entered before the running callback began.
// Ownership: none is transferred.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_budget_leave(const pcty_budget *budget,
                              pcty_error **error);

// Cancels a budget: calls that it bounds end with PCTY_ERROR_CANCELLED on all threads, and later
// calls are refused. This cannot be undone.
//
// A running callback is not interrupted: its call ends when it returns, and the calls that it
// makes fail. It can check for cancellation with `pcty_budget_check`.
//
// NULL: no-op.
// Threads: any thread may cancel a budget at any time. The function only sets a flag, so a signal
// handler may call it.
void pcty_budget_cancel(const pcty_budget *budget);

// Returns whether a budget is cancelled.
//
// NULL: returns false.
bool pcty_budget_is_cancelled(const pcty_budget *budget);

// Checks whether the running call of this thread may continue. A callback that takes long calls
// this function from time to time, and returns the error if there is one. Outside of a callback it
// reports whether one of the entered budgets is cancelled.
//
// The library makes the same check before and after each callback.
//
// Errors: PCTY_ERROR_LIMIT if a limit of the call is exceeded, including its time;
// PCTY_ERROR_CANCELLED if it is cancelled.
// Ownership: the caller owns `*error`.
// NULL: `error` may be NULL.
// Threads: reports on the calling thread.
PCTY_MUST_USE
pcty_status pcty_budget_check(pcty_error **error);

// Writes the limits of a budget.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// NULL: `budget` (then the standard limits) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_budget_limits(const pcty_budget *budget,
                               pcty_limits *out,
                               pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_BASE_H
