// Functions of hosts and of the standard library.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_FUNCTIONS_H
#define POLYCTY_FUNCTIONS_H

#include "base.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// A function that can be called with values. Never changes; any number of threads may
// call it at once.
//
// ```c
// static pcty_status add(void *user_data, const pcty_value *const *args, size_t count,
//                        const pcty_type *return_type, pcty_value **out,
//                        pcty_error **error) {
//     int64_t a, b;
//     (void)user_data, (void)count, (void)return_type;
//     pcty_status status = pcty_value_as_int64(args[0], &a, error);
//     if (status == PCTY_OK) {
//         status = pcty_value_as_int64(args[1], &b, error);
//     }
//     if (status == PCTY_OK) {
//         *out = pcty_value_number_from_int64(a + b);
//     }
//     return status;
// }
//
// static pcty_function *make_add(void) {
//     pcty_parameter parameters[] = {PCTY_PARAMETER_INIT, PCTY_PARAMETER_INIT};
//     parameters[0].name = PCTY_STR("a");
//     parameters[0].type = pcty_type_number();
//     parameters[1].name = PCTY_STR("b");
//     parameters[1].type = pcty_type_number();
//     pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
//     spec.parameters = parameters;
//     spec.parameter_count = 2;
//     spec.return_type = pcty_type_number();
//     spec.implementation = add;
//     pcty_function *function = NULL;
//     must(pcty_function_new(&spec, &function, NULL));
//     return function;
// }
// ```
typedef struct pcty_function pcty_function;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Functions: calling with values that may be unknown, null or marked.

// What a parameter lets through to the function besides known, unmarked values of its
// type: any of PCTY_PARAMETER_ALLOW_*, added up.
typedef uint32_t pcty_parameter_flags;
// Nulls. Otherwise a null is an error.
#define PCTY_PARAMETER_ALLOW_NULL 1
// Unknown values. Otherwise the result is unknown, and the implementation is not called.
// Unknowns inside of a known value always get through.
#define PCTY_PARAMETER_ALLOW_UNKNOWN 2
// Values whose type is not known yet. Otherwise the result is an unknown of an unknown
// type, and no callback is called. They reach the implementation only together with
// PCTY_PARAMETER_ALLOW_UNKNOWN.
#define PCTY_PARAMETER_ALLOW_DYNAMIC 4
// Marks. Otherwise the function sees the value without its marks at any depth, and the
// result gets them. A function that is given marked values marks its result itself.
#define PCTY_PARAMETER_ALLOW_MARKED 8

// A parameter of a function. Start from PCTY_PARAMETER_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What it lets through.
    pcty_parameter_flags flags;
    // The name, for documentation and messages.
    pcty_str name;
    // What it is for, in the host's words.
    pcty_str description;
    // The type that arguments must conform to; the type any in it takes whatever there is.
    const pcty_type *type;
} pcty_parameter;

// What is known of every result, also of an unknown one: any of PCTY_REFINE_*, added up.
typedef uint32_t pcty_refine_flags;
// It is not null. A null result is then PCTY_ERROR_MISBEHAVED.
#define PCTY_REFINE_NOT_NULL 1

// Computes the result for arguments that fit the parameters and the return type found for
// them. The arguments and the type are lent for the call. On success it puts a value of
// its own into `*out`, which is NULL at first, and the library takes it; on failure it
// puts an error of its own into `*error` and returns its code. What stands in the other
// one is not looked at.
typedef pcty_status (*pcty_function_impl)(void *user_data,
                                          const pcty_value *const *args,
                                          size_t count,
                                          const pcty_type *return_type,
                                          pcty_value **out,
                                          pcty_error **error);

// Finds the return type for arguments of which any may be unknown, whatever the parameters
// let through; the type any where it cannot tell yet. The arguments are lent for the call.
// It answers as an implementation does.
typedef pcty_status (*pcty_function_return_type)(void *user_data,
                                                 const pcty_value *const *args,
                                                 size_t count,
                                                 pcty_type **out,
                                                 pcty_error **error);

// What a function is made of. Start from PCTY_FUNCTION_SPEC_INIT. The callbacks may be
// called by several threads at once, if the host calls from several.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What is known of every result.
    pcty_refine_flags refine;
    // What the function does, in the host's words.
    pcty_str description;
    // The positional parameters; each must be given.
    const pcty_parameter *parameters;
    // How many there are.
    size_t parameter_count;
    // The parameter of all further arguments, or NULL: then there may be none.
    const pcty_parameter *variadic;
    // The return type, if it is the same for all arguments; else NULL.
    const pcty_type *return_type;
    // Finds the return type, if `return_type` is NULL; else NULL.
    pcty_function_return_type return_type_callback;
    // Computes the result.
    pcty_function_impl implementation;
    // What the callbacks get first.
    void *user_data;
    // Releases `user_data` with the last reference to the function; may be NULL.
    pcty_destroy destroy;
    // An unknown value: what is known of it is known of every result too. May be NULL.
    const pcty_value *promise;
} pcty_function_spec;

// The data of a function.
typedef struct {
    // The return type, or NULL if it depends on the arguments.
    const pcty_type *fixed_return_type;
    // The description by the host.
    pcty_str description;
    // The number of positional parameters: `pcty_function_parameter_at`.
    size_t parameter_count;
    // Whether the function takes arguments after the positional ones; their parameter is at the
    // position `parameter_count`.
    bool is_variadic;
} pcty_function_data;

// A parameter without a type, which has to be set.
#define PCTY_PARAMETER_INIT {sizeof(pcty_parameter), 0, {NULL, 0}, {NULL, 0}, NULL}

// A function without parameters; the return type and the implementation have to be set.
#define PCTY_FUNCTION_SPEC_INIT                                                         \
    {sizeof(pcty_function_spec), 0, {NULL, 0}, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Functions: calling with values that may be unknown, null or marked.
//
// A function is its parameters, its return type and an implementation, which may be the
// host's. A call is a protocol: it checks the arguments against the parameters; takes off
// the marks that a parameter does not let through, and puts them on the result; answers
// an unknown for unknown arguments; checks what the implementation returns. So an
// implementation sees only what its parameters let through.
// ----------------------------------------------------------------------------

// A function with the host's implementation.
//
// Ownership: `*out` is the caller's; what `spec` points to is copied. `spec->user_data` is
// the library's from here on, also on failure, save where `struct_size` is wrong.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a
// flag that has no constant, a promise that is not unknown or is marked, and a return type
// that is said twice or not at all.
// NULL: `spec->parameters` (if there are none), `spec->variadic`, `spec->user_data`,
// `spec->destroy`, `spec->promise` and `error` may be, and one of the two for the return type.
PCTY_MUST_USE
pcty_status pcty_function_new(const pcty_function_spec *spec,
                              pcty_function **out,
                              pcty_error **error);

// Another handle of the same function; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_function *pcty_function_clone(const pcty_function *function);

// Frees a function. NULL: no-op.
void pcty_function_free(pcty_function *function);

// Calls a function.
//
// Ownership: `*out` is the caller's; the arguments stay the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong number of arguments; PCTY_ERROR_NULL and
// PCTY_ERROR_TYPE, with the argument's index, for one that its parameter does not take;
// PCTY_ERROR_VALUE for one that a function of the library does not take;
// PCTY_ERROR_MISBEHAVED for a result that does not keep what the function promises;
// whatever the function itself reports.
// NULL: `args` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_function_call(const pcty_function *function,
                               const pcty_value *const *args,
                               size_t count,
                               pcty_value **out,
                               pcty_error **error);

// The type of the result for these arguments, of which any may be unknown; the more is
// known, the more the type can say. The implementation is not called.
//
// Ownership: `*out` is the caller's.
// Errors: those of `pcty_function_call`, as far as the arguments and the callback for the
// return type are concerned.
// NULL: `args` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_function_return_type_for_values(const pcty_function *function,
                                                 const pcty_value *const *args,
                                                 size_t count,
                                                 pcty_type **out,
                                                 pcty_error **error);

// The type of the result for arguments of these types.
//
// Ownership: `*out` is the caller's.
// Errors: as `pcty_function_return_type_for_values`.
// NULL: `types` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_function_return_type_for_types(const pcty_function *function,
                                                const pcty_type *const *types,
                                                size_t count,
                                                pcty_type **out,
                                                pcty_error **error);

// Writes the data of a function.
//
// Returns: false if `function` is NULL.
// Ownership: the type and the text in `*out` are owned by `function` and valid while it lives.
// NULL: returns false if `function` is; `out` may be.
bool pcty_function_info(const pcty_function *function,
                        pcty_function_data *out);

// Writes a parameter by its position from 0. The variadic parameter is after the positional ones.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts and its type are
// lent as long as the function.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_function_parameter_at(const pcty_function *function,
                                       size_t index,
                                       pcty_parameter *out,
                                       pcty_error **error);

// ----------------------------------------------------------------------------
// The standard library: the functions of HCL, by cty's names.
//
// Each has a number, from 0 in the order of the names. Look a name up once; a call by the
// number is then one call. Behind a number stands a function like any other: it says what it
// does and what it takes, and may be given to whatever wants a function. What each one gives,
// and how large a result may be, is written in docs/reference/functions.md. Numbers change from one
// version of the library to another; names do not.
//
// Two of the functions work on bytes: a capsule type that the library has of its own.
// ----------------------------------------------------------------------------

// The number of functions.
size_t pcty_hcl_stdlib_count(void);

// The name of a function by its number; no text for a number that no function has.
//
// Ownership: lent for ever.
pcty_str pcty_hcl_stdlib_name_at(size_t index);

// The number of the function with a name.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_NOT_FOUND; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_stdlib_get(pcty_str name, size_t *out, pcty_error **error);

// A function by its number: what it does and takes, to be asked and called as any function.
//
// Ownership: lent for ever; NULL for a number that no function has.
const pcty_function *pcty_hcl_stdlib_function_at(size_t index);

// Calls a function by its number.
//
// Ownership: `*out` is the caller's; the arguments stay the caller's.
// Errors: those of `pcty_function_call`; PCTY_ERROR_INVALID_ARGUMENT for a number that no
// function has; PCTY_ERROR_LIMIT for a result that would grow too large.
// NULL: `args` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_stdlib_call_at(size_t index,
                                    const pcty_value *const *args,
                                    size_t count,
                                    pcty_value **out,
                                    pcty_error **error);

// The capsule type of bytes.
//
// Ownership: lent for ever.
const pcty_type *pcty_hcl_stdlib_bytes_type(void);

// A capsule with a copy of these bytes, equal to every other one with the same bytes.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT.
// NULL: `bytes` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_stdlib_bytes(const uint8_t *bytes,
                                  size_t count,
                                  pcty_value **out,
                                  pcty_error **error);

// The bytes in a capsule of bytes.
//
// Ownership: `*out` is lent as long as `value`; the bytes need not be UTF-8.
// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN, and PCTY_ERROR_TYPE for other
// values.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_stdlib_as_bytes(const pcty_value *value,
                                     pcty_str *out,
                                     pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_FUNCTIONS_H
