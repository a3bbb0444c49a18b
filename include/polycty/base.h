// What every other header speaks of: versions, statuses, strings, errors, paths.
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

// What went wrong: a code, a message, the path to the part at fault, and, where there
// are such, the argument's index, the wanted and the found type, the byte of the input
// and diagnostics about a source text. Its maker builds it on one thread; then it never
// changes, and any number of threads may use it at once.
//
// ```c
// static int64_t read_port(const pcty_value *value) {
//     int64_t port;
//     pcty_error *error;
//     if (pcty_value_as_int64(value, &port, &error) != PCTY_OK) {
//         pcty_string *line = pcty_error_to_line(error);
//         fprintf(stderr, "%s\n", pcty_string_cstr(line));
//         pcty_string_free(line);
//         pcty_error_free(error);
//         return -1;
//     }
//     return port;
// }
// ```
typedef struct pcty_error pcty_error;

// The steps from a value to a part of it, from the outside in, each into an attribute
// of an object or to an index of a list, tuple, map or set. One thread at a time.
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

// A type of the universe. Never changes; any number of threads may use it at once.
//
// ```c
// static bool takes_ports(const pcty_type *wanted) {
//     pcty_type *ports = NULL;
//     if (pcty_type_list(pcty_type_number(), &ports, NULL) != PCTY_OK) {
//         return false;
//     }
//     bool same = pcty_type_equal(wanted, ports);
//     pcty_type_free(ports);
//     return same;
// }
// ```
typedef struct pcty_type pcty_type;

// A value: null or unknown of any type, a scalar, a list, set, tuple, map or object, a
// capsule, a type, or what only one dialect has. Never changes; any number of threads
// may use it at once.
//
// ```c
// static void make_server(void) {
//     pcty_value *name = NULL, *server = NULL;
//     pcty_value *port = pcty_value_number_from_int64(5432);
//     must(pcty_value_string(PCTY_STR("db"), &name, NULL));
//     const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("port")};
//     const pcty_value *values[] = {name, port};
//     if (pcty_value_object(names, values, 2, &server, NULL) == PCTY_OK) {
//         const pcty_value *lent = pcty_value_attribute_get(server, PCTY_STR("name"));
//         pcty_str text;
//         if (pcty_value_as_string(lent, &text, NULL) == PCTY_OK) {
//             printf("%.*s\n", (int)text.len, text.data);
//         }
//     }
//     pcty_value_free(server);
//     pcty_value_free(port);
//     pcty_value_free(name);
// }
// ```
typedef struct pcty_value pcty_value;

// Text of the caller's own; MessagePack too, whose bytes are not UTF-8. Never changes; any number
// of threads may use it at once.
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

// What calls may take. Never changes but by being cancelled; any number of threads may enter,
// leave and cancel it at once.
//
// ```c
// // A quarter of a second at most, and less if another thread cancels the budget.
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
} pcty_feature;

// --- Text that crosses the C ABI.

// Text as a pointer and a length in bytes. It owns nothing.
typedef struct {
    // UTF-8; need not be terminated and may contain NUL. NULL where there is no text,
    // which as an argument counts as the empty text if `len` is 0.
    const char *data;
    // The number of bytes.
    size_t len;
} pcty_str;

// --- Statuses: the results of calls.

// How a call ended: PCTY_OK or one of PCTY_ERROR_*.
typedef enum pcty_status PCTY_ENUM {
    // It succeeded.
    PCTY_OK = 0,
    // An argument that no call may have: NULL, out of range, of another kind. It is a mistake of the
    // program that calls, never of a text or value of its user.
    PCTY_ERROR_INVALID_ARGUMENT = 1,
    // Text that is not UTF-8.
    PCTY_ERROR_INVALID_UTF8 = 2,
    // Input that does not follow its grammar.
    PCTY_ERROR_SYNTAX = 3,
    // A type or value that is not of the type that was wanted.
    PCTY_ERROR_TYPE = 4,
    // A value that cannot be converted to the type that was wanted, or not without loss.
    PCTY_ERROR_CONVERSION = 5,
    // Something that the format, the dialect or the operation does not have.
    PCTY_ERROR_UNSUPPORTED = 6,
    // An attribute, index, key or name that does not exist.
    PCTY_ERROR_NOT_FOUND = 7,
    // A limit that keeps time and memory bounded.
    PCTY_ERROR_LIMIT = 8,
    // Arithmetic without an answer, such as zero divided by zero.
    PCTY_ERROR_ARITHMETIC = 9,
    // A null where a value is needed.
    PCTY_ERROR_NULL = 10,
    // An unknown where a known value is needed.
    PCTY_ERROR_UNKNOWN = 11,
    // A mark where there may be none.
    PCTY_ERROR_MARKED = 12,
    // What a function or another callback of the host reported.
    PCTY_ERROR_CALLBACK = 13,
    // A callback that broke its contract.
    PCTY_ERROR_MISBEHAVED = 14,
    // A fault of the library itself.
    PCTY_ERROR_INTERNAL = 15,
    // Whatever the error's diagnostics tell.
    PCTY_ERROR_DIAGNOSTICS = 16,
    // The host ended the operation before its end.
    PCTY_ERROR_CANCELLED = 17,
    // A value that the operation or the function does not accept, such as a negative length.
    PCTY_ERROR_VALUE = 18,
} pcty_status;

// --- Errors: code, message, path, types and diagnostics.

// How bad a finding is.
typedef enum pcty_severity PCTY_ENUM {
    // It failed.
    PCTY_SEVERITY_ERROR = 1,
    // It may be a mistake.
    PCTY_SEVERITY_WARNING = 2,
} pcty_severity;

// A place in a source text.
typedef struct {
    // The line, from 1.
    uint32_t line;
    // The column in grapheme clusters, from 1.
    uint32_t column;
    // The byte, from 0.
    size_t byte;
} pcty_position;

// A stretch of a source text; the end is exclusive.
typedef struct {
    // Where it starts.
    pcty_position start;
    // Where it ends, exclusive.
    pcty_position end;
} pcty_range;

// One finding about a source text or a value. Start from PCTY_DIAGNOSTIC_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // How bad it is.
    pcty_severity severity;
    // What it is, in a few words.
    pcty_str summary;
    // The whole story, in sentences.
    pcty_str detail;
    // Whether it is about a stretch of the source text.
    bool has_subject;
    // That stretch, if `has_subject`.
    pcty_range subject;
    // Whether there is a stretch around the subject that helps to understand it.
    bool has_context;
    // That stretch, if `has_context`.
    pcty_range context;
    // Text that may have been meant in place of the subject; empty if there is none.
    pcty_str suggestion;
    // The name of the text that the stretches are of; empty if it is the error's own, or
    // not known.
    pcty_str file;
    // That text, for excerpts; empty if it is the error's own, not known, or may hold secrets.
    pcty_str source;
    // The stable identifier of this kind of diagnostic, such as `hcl.unknown-variable`.
    pcty_str code;
    // The path to the part of a value that it is about; NULL if it is about no part.
    const pcty_path *path;
    // The type that was expected; NULL if it is about no type.
    const pcty_type *expected;
    // The type that was found; NULL if it is about no type.
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
    // What is at the location.
    pcty_str message;
    // The location.
    pcty_range range;
    // The name of the text that the range is of; empty if it is that of the diagnostic.
    pcty_str file;
} pcty_related;

// A change of the source text that may resolve a diagnostic.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The range of the source text of the diagnostic that is replaced.
    pcty_range range;
    // The text in its place.
    pcty_str text;
} pcty_edit;

// The data of an error, apart from its code, message and path.
typedef struct {
    // The stage of a language's work at which the error was found, by the language's name, for example
    // `errUnify` of mcl; `data` is NULL for languages without stages. It has static lifetime.
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
    // The number of diagnostics: `pcty_error_diagnostic_at`.
    size_t diagnostic_count;
} pcty_error_data;

// --- Paths: where inside a value is it?

// What a step of a path goes into.
typedef enum pcty_step_kind PCTY_ENUM {
    // There is no such step.
    PCTY_STEP_NONE = 0,
    // An attribute of an object.
    PCTY_STEP_ATTRIBUTE = 1,
    // An element of a list, tuple, map or set.
    PCTY_STEP_INDEX = 2,
} pcty_step_kind;

// --- Callbacks: what a host gives along with them.

// Releases what a host gave: runs exactly once, when the last reference is dropped, on
// the thread that drops it, and also when the call that was given it fails. If a call removes
// the last reference from something that it changes, this runs after the change.
typedef void (*pcty_destroy)(void *data);

// --- Budgets: what calls may take, and how another thread ends them.

// What a call may take at most. Start from PCTY_LIMITS_INIT, which is the standard: a member
// that is 0 is that of the standard, and UINT64_MAX is no bound.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The steps, each of them bounded work: a node that is evaluated, an element that is
    // converted, some bytes that are matched. They are the same on every machine.
    uint64_t steps;
    // The bytes that it may hold at once besides its arguments, its result among them.
    uint64_t bytes;
    // The time, in microseconds from the beginning of the call. 0 is no limit, so that the end of
    // a call does not depend on the machine. A call without a budget ends after about 10 seconds.
    uint64_t microseconds;
} pcty_limits;

// Before a function whose status must not be ignored: the compiler warns if a call ignores it.
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

// A string literal as a `pcty_str`, its length counted by the compiler; it may
// contain NUL bytes.
#ifdef __cplusplus
#define PCTY_STR(literal) (pcty_str{"" literal, sizeof(literal) - 1})
#else
#define PCTY_STR(literal) ((pcty_str){"" literal, sizeof(literal) - 1})
#endif

// The same as an initialiser of a static variable or of a struct's member.
#define PCTY_STR_INIT(literal) {"" literal, sizeof(literal) - 1}

// A `pcty_str` for printf: `printf("name: " PCTY_FMT "\n", PCTY_ARG(name))`. PCTY_ARG evaluates its
// argument several times. A text is cut at its first NUL, and at 2 GiB.
#define PCTY_FMT "%.*s"
#define PCTY_ARG(s)                                                                     \
    (int)((s).len < 0x7fffffff ? (s).len : 0x7fffffff), ((s).data != NULL ? (s).data : "")

// The place of the first byte of a text.
#ifdef __cplusplus
#define PCTY_POSITION_START (pcty_position{1, 1, 0})
#else
#define PCTY_POSITION_START ((pcty_position){1, 1, 0})
#endif

// A diagnostic without texts; its lines and columns count from 1.
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

// An empty location, to be filled by pcty_error_related_at.
#define PCTY_RELATED_INIT \
    {sizeof(pcty_related), {NULL, 0}, {{1, 1, 0}, {1, 1, 0}}, {NULL, 0}}

// An empty edit, to be filled by pcty_error_edit_at.
#define PCTY_EDIT_INIT {sizeof(pcty_edit), {{1, 1, 0}, {1, 1, 0}}, {NULL, 0}}

// The limits of the standard.
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

// The version of the library as text, such as "0.1.0".
//
// Ownership: has static lifetime; do not free.
pcty_str pcty_version(void);

// The version of the library's ABI. A program works with every library whose number equals the
// PCTY_ABI_VERSION of the header that it was compiled with.
uint32_t pcty_abi_version(void);

// Returns whether the library was built with a feature; false for a number without a constant.
// Operations of a dialect that was left out fail with PCTY_ERROR_UNSUPPORTED.
bool pcty_has(pcty_feature feature);

// ----------------------------------------------------------------------------
// Text that crosses the C ABI.
//
// As UTF-8 with a length; it may contain NUL. It comes in as a `pcty_str`, which borrows, and
// goes out as one that is lent from a handle, or as a `pcty_string` of the caller's own.
// ----------------------------------------------------------------------------

// Whether two texts have the same bytes. No text is equal to the empty text.
bool pcty_str_equal(pcty_str a, pcty_str b);

// A terminated C string as a `pcty_str`.
//
// Ownership: borrows from `cstr`. NULL: gives no text, which is the empty text as an
// argument.
pcty_str pcty_str_from_cstr(const char *cstr);

// ----------------------------------------------------------------------------
// Statuses: the results of calls.
// ----------------------------------------------------------------------------

// The name of a status, such as "invalid_argument", for logs; "ok" for PCTY_OK and
// "unnamed" for a number that no constant has.
//
// Ownership: lent for ever.
pcty_str pcty_status_name(pcty_status status);

// ----------------------------------------------------------------------------
// Strings: text of the caller's own.
// ----------------------------------------------------------------------------

// A copy of text.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_string_new(pcty_str from, pcty_string **out, pcty_error **error);

// The text.
//
// Ownership: lent as long as the string. NULL: gives no text.
pcty_str pcty_string_str(const pcty_string *string);

// The text with a NUL after it; it may contain others.
//
// Ownership: lent as long as the string. NULL: gives NULL.
const char *pcty_string_cstr(const pcty_string *string);

// Frees a string. NULL: no-op.
void pcty_string_free(pcty_string *string);

// ----------------------------------------------------------------------------
// Errors: code, message, path, types and diagnostics.
//
// A host makes errors too: a callback reports its failure through one. Such an
// error starts at `pcty_error_new` and learns its path from the inside out, one
// step at a time, the way the callback returns from its own recursion.
// ----------------------------------------------------------------------------

// An error with a code and a one-line message: how a callback begins to report a
// failure, mostly with PCTY_ERROR_CALLBACK.
//
// Ownership: the result is the caller's.
// Errors: never fails: if `code` is PCTY_OK or has no constant, or the message is not
// UTF-8, the result is the error that says so.
pcty_error *pcty_error_new(pcty_status code, pcty_str message);

// Another handle of the same error.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_error *pcty_error_clone(const pcty_error *error);

// Frees an error. NULL: no-op.
void pcty_error_free(pcty_error *error);

// Puts the steps of a path in front of the path of an error: the error is in a part of a value.
//
// Ownership: changes `target`; `path` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
PCTY_MUST_USE
pcty_status pcty_error_prepend_path(pcty_error *target,
                                    const pcty_path *path,
                                    pcty_error **error);

// Puts a path in place of what was said so far.
//
// Ownership: changes `target`; `path` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
PCTY_MUST_USE
pcty_status pcty_error_set_path(pcty_error *target,
                                const pcty_path *path,
                                pcty_error **error);

// Says which argument of a call is at fault, from 0.
//
// Ownership: changes `target`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
PCTY_MUST_USE
pcty_status pcty_error_set_argument(pcty_error *target, size_t index, pcty_error **error);

// Says which type was found and which one was wanted.
//
// Ownership: changes `target`; the types stay the caller's.
// Errors: none but NULL.
// NULL: `found`, `wanted` (then nothing is said of it) and `error` may be.
// Threads: `target` must not be in use elsewhere.
PCTY_MUST_USE
pcty_status pcty_error_set_types(pcty_error *target,
                                 const pcty_type *found,
                                 const pcty_type *wanted,
                                 pcty_error **error);

// Says at which byte of the input the fault lies, from 0.
//
// Ownership: changes `target`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
PCTY_MUST_USE
pcty_status pcty_error_set_offset(pcty_error *target, size_t offset, pcty_error **error);

// Says which text the ranges of the diagnostics point into, and the name of its file.
//
// Ownership: changes `target`; copies the texts.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
PCTY_MUST_USE
pcty_status pcty_error_set_source(pcty_error *target,
                                  pcty_str source,
                                  pcty_str file,
                                  pcty_error **error);

// Adds a diagnostic.
//
// Ownership: changes `target`; copies the texts.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a severity without a
// constant, a wrong `struct_size`, or a line or column of 0.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
PCTY_MUST_USE
pcty_status pcty_error_add_diagnostic(pcty_error *target,
                                      const pcty_diagnostic *diagnostic,
                                      pcty_error **error);

// The code. NULL: gives PCTY_ERROR_INVALID_ARGUMENT.
PCTY_MUST_USE
pcty_status pcty_error_code(const pcty_error *error);

// The message, without the path. Where diagnostics about a text tell what is wrong, it is the
// words of the first error among them, its place before them and the number of the others
// behind: `main.hcl:3,5-9: Unknown variable; There is no variable named "x"., and 2 other
// diagnostic(s)`. It may have several lines: one for each fault where Puppet tells several
// that are in no text, and what a host's own message has. What a diagnostic says by itself:
// `pcty_error_diagnostic_at`.
//
// Ownership: lent as long as the error. NULL: gives no text.
pcty_str pcty_error_message(const pcty_error *error);

// Writes the stage, argument, offset and types of an error, and the number of its diagnostics.
//
// Returns: false if `error` is NULL.
// Ownership: the types in `*out` is owned by `error` and valid while it lives.
// NULL: returns false if `error` is; `out` may be.
bool pcty_error_info(const pcty_error *error,
                     pcty_error_data *out);

// The path to the part at fault; without steps when that is the whole.
//
// Ownership: lent as long as the error. NULL: gives NULL.
const pcty_path *pcty_error_path(const pcty_error *error);

// A diagnostic by its position, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are lent as
// long as the error.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_error_diagnostic_at(const pcty_error *from,
                                     size_t index,
                                     pcty_diagnostic *out,
                                     pcty_error **error);

// A related location of a diagnostic, by the positions of both, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are owned by the
// error and valid while it lives.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_error_related_at(const pcty_error *from,
                                  size_t diagnostic,
                                  size_t index,
                                  pcty_related *out,
                                  pcty_error **error);

// A suggested edit of a diagnostic, by the positions of both, from 0. The `suggestion` in place
// of the `subject` is the first edit.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its text is owned by the
// error and valid while it lives.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_error_edit_at(const pcty_error *from,
                               size_t diagnostic,
                               size_t index,
                               pcty_edit *out,
                               pcty_error **error);

// The error as one line: the path and the message, which names the place in a text. Of a
// message that tells each fault in a line of its own it has the first and how many others
// there are; other line breaks become spaces.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_to_line(const pcty_error *error);

// The error as text of several lines: the path, the message unless it is that of a
// diagnostic, and each diagnostic with the lines of the source that it is about, those of its
// context too.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_to_text(const pcty_error *error);

// The error as text of several lines, as `pcty_error_to_text`, with the colors of ANSI
// terminals.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_to_colored_text(const pcty_error *error);

// The error as one JSON object: `code`, `message`, `path`, and where there are such
// `expected` and `found` (names of types), `argument`, `offset` and `diagnostics`. A diagnostic
// has `severity`, `code`, `summary`, `detail`, and where there are such `subject` and `context`
// as `{"start": [line, column, byte], "end": ...}`, `file`, `suggestion`, `path`, `expected`,
// `found`, `related` (each a `message` and a `range`) and `edits` (each a `text` and the `range`
// that it replaces).
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_to_json(const pcty_error *error);

// The error as a SARIF 2.1.0 log, the exchange format of static analysis: a result for each
// diagnostic, or one for the error itself if it has none. The `ruleId` is the diagnostic's
// `code`; columns count Unicode code points.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_to_sarif(const pcty_error *error);

// ----------------------------------------------------------------------------
// Paths: where inside a value is it?
// ----------------------------------------------------------------------------

// The path without steps, to the value itself.
//
// Ownership: the result is the caller's.
pcty_path *pcty_path_new(void);

// A path with the same steps.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_path *pcty_path_clone(const pcty_path *path);

// Frees a path. NULL: no-op.
void pcty_path_free(pcty_path *path);

// Goes one step further, into an attribute.
//
// Ownership: changes `path`.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_path_append_attribute(pcty_path *path, pcty_str name, pcty_error **error);

// Goes one step further, to a position of a list or tuple.
//
// Ownership: changes `path`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_path_append_index(pcty_path *path, size_t index, pcty_error **error);

// Goes one step further, to a key of a map or an element of a set.
//
// Ownership: changes `path`; `key` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_path_append_key(pcty_path *path,
                                 const pcty_value *key,
                                 pcty_error **error);

// The number of steps. NULL: gives 0.
size_t pcty_path_step_count(const pcty_path *path);

// What the step at a position, from 0, goes into. NULL: gives PCTY_STEP_NONE, as does a
// position past the end.
pcty_step_kind pcty_path_step_kind_at(const pcty_path *path, size_t index);

// The name of the attribute that the step at a position, from 0, goes into.
//
// Ownership: lent as long as the path, until it changes. NULL: gives no text, as does a
// step that goes elsewhere.
pcty_str pcty_path_step_name_at(const pcty_path *path, size_t index);

// The index that the step at a position, from 0, goes to: a number, a string, or
// whatever stands in a set.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a position past the end and for a step into an
// attribute.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_path_step_key_at(const pcty_path *path,
                                  size_t index,
                                  pcty_value **out,
                                  pcty_error **error);

// Whether two paths have equal steps. NULL: equals NULL alone.
bool pcty_path_equal(const pcty_path *a, const pcty_path *b);

// Whether a path begins with all the steps of another. NULL: gives false.
bool pcty_path_starts_with(const pcty_path *path, const pcty_path *prefix);

// The path as text, such as `.servers[0]["name"]`; `[*]` goes to whichever element.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_path_to_text(const pcty_path *path);

// ----------------------------------------------------------------------------
// Budgets: what calls may take, and how another thread ends them.
//
// Every call that works on a text or a value of any size counts what it takes: steps of bounded
// work, and bytes that it holds at once. Without a budget it may take the standard, which a
// service survives that is given small hostile texts: 2^24 steps, which are about a second of
// work or less, and 2^28 bytes. A host that wants to allow less, or more, or to stop calls from another
// thread, makes a budget and enters it: from then on, until it leaves it, each call of this
// thread is bounded by it. Past what it may take a call ends with PCTY_ERROR_LIMIT, and with
// PCTY_ERROR_CANCELLED once the budget is cancelled, also where it would give diagnostics; it
// gives out nothing then.
//
// It is entered and not given to each call because it has to reach what stands no call: a
// function of the host that calls the library again, an operator, a decoder that evaluates.
// In a callback, calls are charged to the call that runs the callback, and a budget that the
// callback enters bounds them in addition. The budget is checked before and after each callback.
//
// A callback ends the whole call by an error with the status PCTY_ERROR_CANCELLED or
// PCTY_ERROR_LIMIT: no construct of a language handles it (`try` and `can` of HCL, `<|>` of mcl), no
// other callback of the call runs, and the call fails with this error, its status and message
// unchanged. Errors with other statuses are errors of the program that the language evaluates.
// ----------------------------------------------------------------------------

// A budget.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// NULL: `limits` (then it is the standard, which can be cancelled) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_budget_new(const pcty_limits *limits,
                            pcty_budget **out,
                            pcty_error **error);

// Another handle of the same budget: cancelling one cancels the other.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_budget *pcty_budget_clone(const pcty_budget *budget);

// Frees a budget. What has entered it stays inside. NULL: no-op.
void pcty_budget_free(pcty_budget *budget);

// Lets every call of this thread be bounded by the budget until `pcty_budget_leave`, besides the
// budgets that the thread is inside of already: each call may take what the strictest allows,
// anew.
//
// Ownership: nothing is given; the thread has a reference of its own.
// Errors: PCTY_ERROR_LIMIT inside of 64 budgets.
// NULL: `error` may be.
// Threads: holds for the calls of this thread alone, until it leaves; a host whose tasks move
// between threads keeps them on this one meanwhile.
PCTY_MUST_USE
pcty_status pcty_budget_enter(const pcty_budget *budget,
                              pcty_error **error);

// Ends what `pcty_budget_enter` began, on the same thread and for the budget entered last. A
// callback can leave only the budgets that it has entered itself; those that it does not leave
// end with it.
//
// Ownership: nothing is given.
// Errors: PCTY_ERROR_INVALID_ARGUMENT if another budget was entered last, none is, or the budget
// was entered before the running callback began.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_budget_leave(const pcty_budget *budget,
                              pcty_error **error);

// Ends the calls that are bounded by the budget, on all threads, with PCTY_ERROR_CANCELLED, and
// refuses those that begin later. This cannot be undone. A running callback is not interrupted:
// its call ends when it returns, and the calls that it makes fail. It can ask by
// `pcty_budget_check`. NULL: no-op.
//
// Threads: any may cancel it at any time; it only sets a flag, which a handler of signals may.
void pcty_budget_cancel(const pcty_budget *budget);

// Whether a budget was cancelled. NULL: gives false.
bool pcty_budget_is_cancelled(const pcty_budget *budget);

// Whether the call that this thread is in may go on. A callback that takes long calls this from
// time to time, and returns the error if there is one. Outside of a callback it reports whether
// one of the entered budgets is cancelled.
//
// The library makes the same check before and after each callback.
//
// Ownership: `*error` is the caller's.
// Errors: PCTY_ERROR_LIMIT if a limit of the call is exceeded, its time among them;
// PCTY_ERROR_CANCELLED if it is cancelled.
// NULL: `error` may be.
// Threads: reports about the calling thread.
PCTY_MUST_USE
pcty_status pcty_budget_check(pcty_error **error);

// What a budget allows.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// NULL: `budget` (then it is the standard) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_budget_limits(const pcty_budget *budget,
                               pcty_limits *out,
                               pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_BASE_H
