// Functions of the host and of the standard library.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_FUNCTIONS_H
#define POLYCTY_FUNCTIONS_H

#include "base.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// A function that can be called with values. Never changes; any number of threads may call it at
// once.
//
// ```c
// static pcty_status add(void *user_data, const pcty_value *const *arguments, size_t count,
//                        const pcty_type *return_type, pcty_value **out,
//                        pcty_error **error) {
//     int64_t a, b;
//     (void)user_data, (void)count, (void)return_type;
//     pcty_status status = pcty_value_as_int64(arguments[0], &a, error);
//     if (status == PCTY_OK) {
//         status = pcty_value_as_int64(arguments[1], &b, error);
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

// --- Functions: calls with values that may be unknown, null or marked.

// The arguments that a parameter allows in addition to known, unmarked values of its type: any of
// PCTY_PARAMETER_ALLOW_*, added up.
typedef uint32_t pcty_parameter_flags;
// Nulls. Otherwise a null is an error.
#define PCTY_PARAMETER_ALLOW_NULL 1
// Unknown values. Otherwise the result is unknown, and the implementation is not called. Unknowns
// inside of a known value are always allowed.
#define PCTY_PARAMETER_ALLOW_UNKNOWN 2
// Values whose type is not known yet. Otherwise the result is an unknown of an unknown
// type, and no callback is called. They reach the implementation only together with
// PCTY_PARAMETER_ALLOW_UNKNOWN.
#define PCTY_PARAMETER_ALLOW_DYNAMIC 4
// Marks. Otherwise the function receives the value without its marks at any depth, and the marks
// are added to the result. A function that receives marked values marks its result itself.
#define PCTY_PARAMETER_ALLOW_MARKED 8

// A parameter of a function. Start from PCTY_PARAMETER_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The allowed arguments.
    pcty_parameter_flags flags;
    // The name, for documentation and messages.
    pcty_str name;
    // The purpose, for documentation.
    pcty_str description;
    // The required type: arguments must conform to it. The type any in it matches every type.
    const pcty_type *type;
} pcty_parameter;

// The known facts about every result, also about an unknown one: any of PCTY_REFINE_*, added up.
typedef uint32_t pcty_refine_flags;
// The result is not null. A null result is then PCTY_ERROR_MISBEHAVED.
#define PCTY_REFINE_NOT_NULL 1

// Computes the result for arguments that match the parameters and the return type found for them.
// The arguments and the type are valid during the call only.
//
// On success the callback returns PCTY_OK and stores a value in `*out`, which is NULL at first;
// the library then owns it. On failure it stores an error in `*error`, which the library then
// owns, and returns its code. The other output is ignored.
typedef pcty_status (*pcty_function_impl)(void *user_data,
                                          const pcty_value *const *arguments,
                                          size_t count,
                                          const pcty_type *return_type,
                                          pcty_value **out,
                                          pcty_error **error);

// Returns the return type for the arguments; the type any if it is not known yet. Each argument
// may be unknown, regardless of the parameters. The arguments are valid during the call only. The
// type or the error is returned like the result of an implementation.
typedef pcty_status (*pcty_function_return_type)(void *user_data,
                                                 const pcty_value *const *arguments,
                                                 size_t count,
                                                 pcty_type **out,
                                                 pcty_error **error);

// The description of a function for `pcty_function_new`. Start from PCTY_FUNCTION_SPEC_INIT.
// Several threads may call the callbacks at once if the host calls the function from several
// threads.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The known facts about every result.
    pcty_refine_flags refine;
    // The description of the function, for documentation.
    pcty_str description;
    // The positional parameters; each argument is required.
    const pcty_parameter *parameters;
    // The number of positional parameters.
    size_t parameter_count;
    // The parameter of all further arguments; NULL if there may be none.
    const pcty_parameter *variadic;
    // The return type, if it is the same for all arguments; otherwise NULL.
    const pcty_type *return_type;
    // The callback for the return type, if `return_type` is NULL; otherwise NULL.
    pcty_function_return_type return_type_callback;
    // Computes the result.
    pcty_function_impl implementation;
    // The first argument of the callbacks.
    void *user_data;
    // Releases `user_data` with the last reference to the function; may be NULL.
    pcty_destroy destroy;
    // An unknown value whose refinement every result has, or NULL.
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

// A parameter without a type, which must be set.
#define PCTY_PARAMETER_INIT {sizeof(pcty_parameter), 0, {NULL, 0}, {NULL, 0}, NULL}

// A function without parameters; the return type and the implementation must be set.
#define PCTY_FUNCTION_SPEC_INIT                                                         \
    {sizeof(pcty_function_spec), 0, {NULL, 0}, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Functions: calls with values that may be unknown, null or marked.
//
// A function has parameters, a return type and an implementation, which the host may provide. A
// call takes these steps:
//
// - check the arguments against the parameters;
// - remove the marks that a parameter does not allow, and add them to the result;
// - return an unknown for unknown arguments that a parameter does not allow;
// - call the implementation, and check its result.
//
// An implementation therefore receives only the arguments that its parameters allow.
// ----------------------------------------------------------------------------

// Creates a function with the host's implementation.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a flag
// without a constant, a promise that is not unknown or is marked, and if the return type is given
// twice or not at all.
// Ownership: the caller owns `*out`; the data that `spec` points to is copied. `spec->user_data`
// is owned by the library from this call on, also on failure, unless `struct_size` is wrong.
// NULL: `spec->parameters` (if there are none), `spec->variadic`, `spec->user_data`,
// `spec->destroy`, `spec->promise` and `error` may be NULL, and one of the two members for the
// return type.
PCTY_MUST_USE
pcty_status pcty_function_new(const pcty_function_spec *spec,
                              pcty_function **out,
                              pcty_error **error);

// Creates another handle of the same function; only a reference is counted.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_function *pcty_function_clone(const pcty_function *function);

// Frees a function.
//
// NULL: no-op.
void pcty_function_free(pcty_function *function);

// Calls a function.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong number of arguments; PCTY_ERROR_NULL and
// PCTY_ERROR_TYPE, with the argument's index, for an argument that its parameter does not allow;
// PCTY_ERROR_VALUE for an argument that a function of the library does not accept;
// PCTY_ERROR_MISBEHAVED for a result that violates the promise of the function; the errors of the
// function itself.
// Ownership: the caller owns `*out` and keeps the arguments.
// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_function_call(const pcty_function *function,
                               const pcty_value *const *arguments,
                               size_t count,
                               pcty_value **out,
                               pcty_error **error);

// Returns the type of the result for these arguments; each of them may be unknown. The type is
// more precise if more is known. The implementation is not called.
//
// Errors: those of `pcty_function_call` that concern the arguments and the callback for the return
// type.
// Ownership: the caller owns `*out`.
// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_function_return_type_for_values(const pcty_function *function,
                                                 const pcty_value *const *arguments,
                                                 size_t count,
                                                 pcty_type **out,
                                                 pcty_error **error);

// Returns the type of the result for arguments of these types.
//
// Errors: those of `pcty_function_return_type_for_values`.
// Ownership: the caller owns `*out`.
// NULL: `types` (if `count` is 0) and `error` may be NULL.
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
// NULL: returns false if `function` is NULL; `out` may be NULL.
bool pcty_function_info(const pcty_function *function,
                        pcty_function_data *out);

// Writes a parameter by its position from 0. The variadic parameter is after the positional ones.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts and its type are owned
// by the function and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_function_parameter_at(const pcty_function *function,
                                       size_t index,
                                       pcty_parameter *out,
                                       pcty_error **error);

// ----------------------------------------------------------------------------
// The standard library: the functions of HCL, by cty's names.
//
// A function is an ordinary `pcty_function`: it has a description and parameters, and can be called
// and used wherever a function is accepted. The names are listed by position, in ascending order.
// docs/reference/functions.md describes the result of each function and the limits on its size.
// Positions differ between versions of the library; names do not.
//
// Two of the functions work on bytes, a capsule type of the library.
// ----------------------------------------------------------------------------

// Returns the number of functions.
size_t pcty_hcl_stdlib_count(void);

// Returns the name of a function by its position, from 0.
//
// Returns: no text past the end.
// Ownership: static lifetime; do not free.
pcty_str pcty_hcl_stdlib_name_at(size_t index);

// Returns the function with a name. It can be inspected and called like any function.
//
// Returns: NULL for a name without a function.
// Ownership: static lifetime; do not free.
const pcty_function *pcty_hcl_stdlib_get(pcty_str name);

// Returns the capsule type of bytes.
//
// Ownership: static lifetime; do not free.
const pcty_type *pcty_hcl_stdlib_bytes_type(void);

// Creates a capsule with a copy of these bytes. It equals every other capsule with the same bytes.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT.
// Ownership: the caller owns `*out`.
// NULL: `bytes` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_stdlib_bytes(const uint8_t *bytes,
                                  size_t count,
                                  pcty_value **out,
                                  pcty_error **error);

// Returns the bytes in a capsule of bytes.
//
// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN, and PCTY_ERROR_TYPE for other
// values.
// Ownership: `*out` is owned by `value` and valid while it lives; the bytes need not be UTF-8.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_stdlib_as_bytes(const pcty_value *value,
                                     pcty_str *out,
                                     pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_FUNCTIONS_H
