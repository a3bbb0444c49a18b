// polycty: the type systems of the configuration languages over one universe of
// types and values.
//
// This file is generated from src/ffi; `make header` renews it.
//
// How to read it: first come the handles (what there is), each with an example;
// then the plain data that crosses (strings, enumerations, structs); then the
// functions in sections, in the order in which a newcomer needs them.
//
// The rules that hold everywhere:
//
// - Ownership. What a function gives through a `T *` or an out parameter `T **`
//   is the caller's and goes to `pcty_<noun>_free`, which takes NULL as a no-op.
//   What it gives as a `const T *` is lent: the comment says from whom and for
//   how long. No function takes a handle away from its caller, save the frees.
//   Nothing here is ever released with libc's `free`.
// - Errors. A function that can fail returns a `pcty_status`, writes its outputs
//   only on PCTY_OK, and takes a last `pcty_error **error`, which may be NULL; on
//   a failure, and only then, it gives there an error that the caller frees.
// - NULL. A pointer that may be NULL is named in the comment's "NULL:" line; any
//   other one gives PCTY_ERROR_INVALID_ARGUMENT, or, where a function returns no
//   status, the answer named there. An array of no elements may be NULL. A pointer
//   that is not NULL must be valid.
// - Enumerations are numbers of 32 bits with named constants; one that has no name
//   gives PCTY_ERROR_INVALID_ARGUMENT.
// - Threads. Types, values, marks, groups and errors never change once they are
//   made and may be used by any number of threads at once, their frees and clones
//   included. Paths, path sets, scopes, and errors while they are being built,
//   belong to one thread at a time.
// - Callbacks run on the thread that called in and may call the library again. The
//   library holds no lock meanwhile. `destroy` alone may run on another thread: the
//   one that dropped the last reference. A callback that unwinds or longjmps through
//   the library is undefined behaviour.
// - The library keeps no last error, starts no threads, prints nothing and never
//   ends the process. Nesting is bounded everywhere.

#ifndef POLYCTY_H
#define POLYCTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this header. `pcty_version` tells the library's.
#define PCTY_VERSION_MAJOR 0
#define PCTY_VERSION_MINOR 1
#define PCTY_VERSION_PATCH 0

// ============================================================================
// THE HANDLES
// ============================================================================

// Text of the caller's own.
//
// ```c
// static void show_number(const pcty_value *number) {
//     pcty_string *text;
//     if (pcty_value_number_text(number, &text, NULL) == PCTY_OK) {
//         puts(pcty_string_cstr(text));
//         pcty_string_free(text);
//     }
// }
// ```
typedef struct pcty_string pcty_string;

// What went wrong: a code, a message, the path to the part at fault, and, where there
// are such, the argument's index, the wanted and the found type, the byte of the input
// and diagnostics about a source text.
//
// ```c
// static int64_t read_port(const pcty_value *value) {
//     int64_t port;
//     pcty_error *error;
//     if (pcty_value_as_int64(value, &port, &error) != PCTY_OK) {
//         pcty_string *line = pcty_error_line(error);
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
// of an object or to an index of a list, tuple, map or set.
//
// ```c
// static void print_path(const pcty_error *error) {
//     const pcty_path *path = pcty_error_path(error);
//     for (size_t i = 0; i < pcty_path_length(path); i++) {
//         if (pcty_path_step_kind(path, i) == PCTY_STEP_ATTRIBUTE) {
//             pcty_str name = pcty_path_step_name(path, i);
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
//     pcty_value_string(PCTY_STR("db"), &name, NULL);
//     const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("port")};
//     const pcty_value *values[] = {name, port};
//     if (pcty_value_object(names, values, 2, &server, NULL) == PCTY_OK) {
//         const pcty_value *lent = pcty_value_attribute(server, PCTY_STR("name"));
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

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// The version of the ABI: it changes when what was compiled against an older header
// would no longer work.
#define PCTY_ABI_VERSION 0

// How a call ended: PCTY_OK or one of PCTY_ERROR_*.
typedef uint32_t pcty_status;

// It succeeded.
#define PCTY_OK 0

// An argument that no call may have: NULL, out of range, of another kind.
#define PCTY_ERROR_INVALID_ARGUMENT 1

// Text that is not UTF-8.
#define PCTY_ERROR_INVALID_UTF8 2

// Input that does not follow its grammar.
#define PCTY_ERROR_SYNTAX 3

// A type or value that is not of the type that was wanted.
#define PCTY_ERROR_TYPE 4

// A value that cannot be converted to the type that was wanted, or not without loss.
#define PCTY_ERROR_CONVERSION 5

// Something that the format, the dialect or the operation does not have.
#define PCTY_ERROR_UNSUPPORTED 6

// An attribute, index, key or name that does not exist.
#define PCTY_ERROR_NOT_FOUND 7

// A limit that keeps time and memory bounded.
#define PCTY_ERROR_LIMIT 8

// Arithmetic without an answer, such as zero divided by zero.
#define PCTY_ERROR_ARITHMETIC 9

// A null where a value is needed.
#define PCTY_ERROR_NULL 10

// An unknown where a known value is needed.
#define PCTY_ERROR_UNKNOWN 11

// A mark where there may be none.
#define PCTY_ERROR_MARKED 12

// What a function or another callback of the host reported.
#define PCTY_ERROR_CALLBACK 13

// A callback that broke its contract.
#define PCTY_ERROR_MISBEHAVED 14

// A fault of the library itself.
#define PCTY_ERROR_INTERNAL 15

// Text as a pointer and a length in bytes. It owns nothing.
typedef struct {
    // UTF-8; need not be terminated and may contain NUL. NULL where there is no text,
    // which as an argument counts as the empty text if `len` is 0.
    const char *data;
    // The number of bytes.
    size_t len;
} pcty_str;

// How bad a finding is.
typedef uint32_t pcty_severity;

// It failed.
#define PCTY_SEVERITY_ERROR 1

// It may be a mistake.
#define PCTY_SEVERITY_WARNING 2

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
} pcty_diagnostic;

// What a step of a path goes into.
typedef uint32_t pcty_step_kind;

// There is no such step.
#define PCTY_STEP_NONE 0

// An attribute of an object.
#define PCTY_STEP_ATTRIBUTE 1

// An element of a list, tuple, map or set.
#define PCTY_STEP_INDEX 2

// No upper bound.
#define PCTY_SIZE_UNLIMITED UINT64_MAX

// Whether the case of letters counts.
typedef uint32_t pcty_case;

// It counts.
#define PCTY_CASE_SENSITIVE 0

// It does not.
#define PCTY_CASE_IGNORED 1

// Whether a field, or a function's block, may be missing.
typedef uint32_t pcty_presence;

// It has to be there.
#define PCTY_REQUIRED 0

// It may be missing.
#define PCTY_OPTIONAL 1

// Whether a value is there.
typedef uint32_t pcty_state;

// There is no value: the argument was NULL.
#define PCTY_STATE_NONE 0

// The value is known; its parts may not be.
#define PCTY_STATE_KNOWN 1

// The value is known to be null.
#define PCTY_STATE_NULL 2

// The value is not known yet. It may turn out to be null.
#define PCTY_STATE_UNKNOWN 3

// A string literal as a `pcty_str`, its length counted by the compiler; it may
// contain NUL bytes.
#ifdef __cplusplus
#define PCTY_STR(literal) (pcty_str{"" literal, sizeof(literal) - 1})
#else
#define PCTY_STR(literal) ((pcty_str){"" literal, sizeof(literal) - 1})
#endif

// The same as an initialiser of a static variable or of a struct's member.
#define PCTY_STR_INIT(literal) {"" literal, sizeof(literal) - 1}

// A diagnostic without texts; its lines and columns count from 1.
#define PCTY_DIAGNOSTIC_INIT                                                            \
    {sizeof(pcty_diagnostic), PCTY_SEVERITY_ERROR, {NULL, 0}, {NULL, 0}, false,         \
     {{1, 1, 0}, {1, 1, 0}}}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Versions: does the library fit the header?
// ----------------------------------------------------------------------------

// The version of the library as text, such as "0.1.0".
//
// Ownership: lent for ever.
pcty_str pcty_version(void);

// The version of the ABI that the library speaks. A program works with every
// library whose number is that of the header it was compiled with,
// PCTY_ABI_VERSION.
uint32_t pcty_abi_version(void);

// ----------------------------------------------------------------------------
// Statuses: how did a call end?
// ----------------------------------------------------------------------------

// The name of a status, such as "invalid_argument", for logs; "ok" for PCTY_OK and
// "unnamed" for a number that no constant has.
//
// Ownership: lent for ever.
pcty_str pcty_status_name(pcty_status status);

// ----------------------------------------------------------------------------
// Strings: text that crosses.
//
// Text is UTF-8 with a length and may contain NUL. It comes in as a `pcty_str`,
// which borrows, and goes out as a `pcty_str` lent from a handle, or as a
// `pcty_string` of the caller's own.
// ----------------------------------------------------------------------------

// A terminated C string as a `pcty_str`.
//
// Ownership: borrows from `cstr`. NULL: gives no text, which is the empty text as an
// argument.
pcty_str pcty_str_from_cstr(const char *cstr);

// A copy of text.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
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
// Errors: what went wrong, where, and what was wanted?
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

// Says that the fault lies in an attribute: puts it in front of the path said so far.
//
// Ownership: changes `target`.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_in_attribute(pcty_error *target, pcty_str name, pcty_error **error);

// Says that the fault lies at a position of a list or tuple: puts it in front of the
// path said so far.
//
// Ownership: changes `target`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_in_index(pcty_error *target, size_t index, pcty_error **error);

// Says that the fault lies under a key of a map or in an element of a set: puts it in
// front of the path said so far.
//
// Ownership: changes `target`; `key` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_in_key(pcty_error *target,
                              const pcty_value *key,
                              pcty_error **error);

// Puts a path in place of what was said so far.
//
// Ownership: changes `target`; `path` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_path(pcty_error *target,
                                const pcty_path *path,
                                pcty_error **error);

// Says which argument of a call is at fault, from 0.
//
// Ownership: changes `target`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_argument(pcty_error *target, size_t index, pcty_error **error);

// Says which type was wanted and which one was found.
//
// Ownership: changes `target`; the types stay the caller's.
// Errors: none but NULL.
// NULL: `wanted`, `found` (then nothing is said of it) and `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_types(pcty_error *target,
                                 const pcty_type *wanted,
                                 const pcty_type *found,
                                 pcty_error **error);

// Says at which byte of the input the fault lies, from 0.
//
// Ownership: changes `target`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_offset(pcty_error *target, size_t offset, pcty_error **error);

// Says which text the ranges of the diagnostics point into, and its name.
//
// Ownership: changes `target`; copies the texts.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_source(pcty_error *target,
                                  pcty_str name,
                                  pcty_str source,
                                  pcty_error **error);

// Adds a diagnostic.
//
// Ownership: changes `target`; copies the texts.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a severity without a
// constant, a wrong `struct_size`, or a line or column of 0.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_add_diagnostic(pcty_error *target,
                                      const pcty_diagnostic *diagnostic,
                                      pcty_error **error);

// The code. NULL: gives PCTY_ERROR_INVALID_ARGUMENT.
pcty_status pcty_error_code(const pcty_error *error);

// The message: one line, without the path.
//
// Ownership: lent as long as the error. NULL: gives no text.
pcty_str pcty_error_message(const pcty_error *error);

// The path to the part at fault; without steps when that is the whole.
//
// Ownership: lent as long as the error. NULL: gives NULL.
const pcty_path *pcty_error_path(const pcty_error *error);

// Whether one argument of a call is at fault, and which one, from 0.
//
// Ownership: `*index` is written if so. NULL: gives false; `index` may be.
bool pcty_error_argument(const pcty_error *error, size_t *index);

// Whether the fault lies at one byte of the input, and at which one, from 0.
//
// Ownership: `*offset` is written if so. NULL: gives false; `offset` may be.
bool pcty_error_offset(const pcty_error *error, size_t *offset);

// The type that was wanted.
//
// Ownership: lent as long as the error. NULL: gives NULL, as does an error that does
// not say it.
const pcty_type *pcty_error_wanted(const pcty_error *error);

// The type that was found.
//
// Ownership: lent as long as the error. NULL: gives NULL, as does an error that does
// not say it.
const pcty_type *pcty_error_found(const pcty_error *error);

// The number of diagnostics. NULL: gives 0.
size_t pcty_error_diagnostic_count(const pcty_error *error);

// A diagnostic by its position, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are lent as
// long as the error.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
pcty_status pcty_error_diagnostic(const pcty_error *from,
                                  size_t index,
                                  pcty_diagnostic *out,
                                  pcty_error **error);

// The error as one line: the path and the message.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_line(const pcty_error *error);

// The error as text of several lines: the path, the message, and each diagnostic with
// the line of the source that it is about.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_text(const pcty_error *error);

// The error as one JSON object.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_json(const pcty_error *error);

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
pcty_status pcty_path_append_attribute(pcty_path *path, pcty_str name, pcty_error **error);

// Goes one step further, to a position of a list or tuple.
//
// Ownership: changes `path`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_path_append_index(pcty_path *path, size_t index, pcty_error **error);

// Goes one step further, to a key of a map or an element of a set.
//
// Ownership: changes `path`; `key` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_path_append_key(pcty_path *path,
                                 const pcty_value *key,
                                 pcty_error **error);

// The number of steps. NULL: gives 0.
size_t pcty_path_length(const pcty_path *path);

// What the step at a position, from 0, goes into. NULL: gives PCTY_STEP_NONE, as does a
// position past the end.
pcty_step_kind pcty_path_step_kind(const pcty_path *path, size_t index);

// The name of the attribute that the step at a position, from 0, goes into.
//
// Ownership: lent as long as the path, until it changes. NULL: gives no text, as does a
// step that goes elsewhere.
pcty_str pcty_path_step_name(const pcty_path *path, size_t index);

// The index that the step at a position, from 0, goes to: a number, a string, or
// whatever stands in a set.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a position past the end and for a step into an
// attribute.
// NULL: `error` may be.
pcty_status pcty_path_step_key(const pcty_path *path,
                               size_t index,
                               pcty_value **out,
                               pcty_error **error);

// Whether two paths have equal steps. NULL: equals NULL alone.
bool pcty_path_equal(const pcty_path *a, const pcty_path *b);

// Whether a path begins with all the steps of another. NULL: gives false.
bool pcty_path_starts_with(const pcty_path *path, const pcty_path *prefix);

// The path as text, such as `.servers[0]["name"]`.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_path_text(const pcty_path *path);

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
pcty_type *pcty_type_clone(const pcty_type *ty);

// Frees a type. NULL: no-op.
void pcty_type_free(pcty_type *ty);

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

// ----------------------------------------------------------------------------
// Values: making scalars, comparing, and the state of any value.
//
// A function that makes a value out of others never takes these away. A value that
// carries marks keeps its content to itself: whoever wants to read it takes the marks
// off first, with `pcty_value_unmarked`.
// ----------------------------------------------------------------------------

// Another handle of the same value; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_value *pcty_value_clone(const pcty_value *value);

// Frees a value. NULL: no-op.
void pcty_value_free(pcty_value *value);

// The null of a type.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_value *pcty_value_null(const pcty_type *ty);

// The unknown value of a type, of which nothing else is known.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_value *pcty_value_unknown(const pcty_type *ty);

// The unknown value of an unknown type.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_dynamic(void);

// A bool.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_bool(bool value);

// A number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_number_from_int64(int64_t value);

// A number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_number_from_uint64(uint64_t value);

// The number that a double is exactly.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_ARITHMETIC for NaN; the infinities are numbers.
// NULL: `error` may be.
pcty_status pcty_value_number_from_double(double value,
                                          pcty_value **out,
                                          pcty_error **error);

// The number that a decimal text means: a sign, digits with at most one point, and an
// exponent; with 512 bits of precision.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_value_number_from_text(pcty_str digits,
                                        pcty_value **out,
                                        pcty_error **error);

// The whole number that big-endian bytes in two's complement mean; none at all are 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
// NULL: `bytes` (if `count` is 0) and `error` may be.
pcty_status pcty_value_number_from_bytes(const uint8_t *bytes,
                                         size_t count,
                                         pcty_value **out,
                                         pcty_error **error);

// An exact integer, which is of another type than a number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_integer_from_int64(int64_t value);

// An exact integer, which is of another type than a number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_integer_from_uint64(uint64_t value);

// The exact integer that a text of a sign and decimal digits means.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_value_integer_from_text(pcty_str digits,
                                         pcty_value **out,
                                         pcty_error **error);

// The exact integer that big-endian bytes in two's complement mean; none at all are 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
// NULL: `bytes` (if `count` is 0) and `error` may be.
pcty_status pcty_value_integer_from_bytes(const uint8_t *bytes,
                                          size_t count,
                                          pcty_value **out,
                                          pcty_error **error);

// A double, of the type float. NaN equals itself, and -0 differs from 0.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_float(double value);

// A string in Unicode normal form C, as HCL and PCL have them.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_value_string(pcty_str content, pcty_value **out, pcty_error **error);

// A string exactly as given, as Puppet and mcl have them.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_value_string_verbatim(pcty_str content,
                                       pcty_value **out,
                                       pcty_error **error);

// A type as a value; its type is the meta type of it.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when the type is as deep as a type may be.
// NULL: `error` may be.
pcty_status pcty_value_from_type(const pcty_type *ty, pcty_value **out, pcty_error **error);

// The value's own exact type, marks or not.
//
// Ownership: lent as long as the value. NULL: gives NULL.
const pcty_type *pcty_value_type(const pcty_value *value);

// Whether the value is known, null or unknown, marks or not. NULL: gives
// PCTY_STATE_NONE.
pcty_state pcty_value_state(const pcty_value *value);

// Whether the value and all its parts, at any depth, are known. NULL: gives false.
bool pcty_value_is_wholly_known(const pcty_value *value);

// Whether no part of the value has the type any, the type itself included. NULL: gives
// false.
bool pcty_value_has_wholly_known_type(const pcty_value *value);

// Whether two values are exactly the same: type, state, refinement, marks at each level
// and content; numbers compare as numbers, whatever their precision. NULL: equals NULL
// alone.
bool pcty_value_equal(const pcty_value *a, const pcty_value *b);

// The total order of values: -1, 0 or 1. The same in every process, save where
// capsules, scopes and groups decide. NULL: comes first.
int32_t pcty_value_compare(const pcty_value *a, const pcty_value *b);

// A hash that agrees with `pcty_value_equal`. NULL: gives 0.
uint64_t pcty_value_hash(const pcty_value *value);

// ----------------------------------------------------------------------------
// Values: reading scalars.
//
// All of these refuse, with a status that says so, a value that carries marks, is null,
// is unknown or is of another type; a number that the result cannot hold exactly is
// PCTY_ERROR_CONVERSION, save where a function says otherwise.
// ----------------------------------------------------------------------------

// A bool.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_as_bool(const pcty_value *value, bool *out, pcty_error **error);

// A whole number, integer or whole double that lies in the range of `int64_t`.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_as_int64(const pcty_value *value, int64_t *out, pcty_error **error);

// A whole number, integer or whole double that lies in the range of `uint64_t`.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_as_uint64(const pcty_value *value,
                                 uint64_t *out,
                                 pcty_error **error);

// The double nearest to a number, integer or double, and whether it is that very value.
//
// Ownership: `*out` and `*exact` are plain data.
// Errors: see the section's head; a number that is no double is PCTY_ERROR_CONVERSION
// only if `exact` is NULL.
// NULL: `exact` and `error` may be.
pcty_status pcty_value_as_double(const pcty_value *value,
                                 double *out,
                                 bool *exact,
                                 pcty_error **error);

// How many bytes a whole number or integer needs at least as big-endian two's
// complement.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_byte_length(const pcty_value *value,
                                   size_t *out,
                                   pcty_error **error);

// A whole number or integer as big-endian bytes in two's complement, in exactly `count`
// bytes: the sign fills those in front.
//
// Ownership: fills the caller's `bytes`.
// Errors: see the section's head; PCTY_ERROR_CONVERSION too where `count` bytes cannot
// hold it.
// NULL: `error` may be.
pcty_status pcty_value_as_bytes(const pcty_value *value,
                                uint8_t *bytes,
                                size_t count,
                                pcty_error **error);

// The decimal text of a number, integer or double: the shortest that tells it from its
// neighbours of the same precision, without an exponent; `Infinity` and `-Infinity`,
// and `NaN` for a double.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_LIMIT for too many digits.
// NULL: `error` may be.
pcty_status pcty_value_number_text(const pcty_value *value,
                                   pcty_string **out,
                                   pcty_error **error);

// The precision of a number: the width of its mantissa in bits.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head; integers and doubles are not numbers here.
// NULL: `error` may be.
pcty_status pcty_value_number_precision(const pcty_value *value,
                                        uint32_t *out,
                                        pcty_error **error);

// The text of a string.
//
// Ownership: `*out` is lent as long as the value.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_as_string(const pcty_value *value,
                                 pcty_str *out,
                                 pcty_error **error);

// The type that a type value stands for.
//
// Ownership: lent as long as the value. NULL: gives NULL, as does a value that is not a
// known, unmarked type.
const pcty_type *pcty_value_as_type(const pcty_value *value);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_H
