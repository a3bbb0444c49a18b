// Type inference: unification variables, and solvers of the types of a program's expressions.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_INFERENCE_H
#define POLYCTY_INFERENCE_H

#include "base.h"
#include "types.h"
#include "dialects.h"
#include "functions.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// Equations between types with variables, and their most general solution. One thread at a time.
//
// ```c
// static pcty_type *what_a_list_holds(const pcty_type *list) {
//     pcty_infer_unifier *unifier = pcty_infer_unifier_new();
//     pcty_type *element = pcty_infer_unifier_fresh(unifier), *wanted = NULL, *found = NULL;
//     if (pcty_type_list(element, NULL, &wanted, NULL) == PCTY_OK &&
//         pcty_infer_unifier_unify(unifier, wanted, list, NULL) == PCTY_OK) {
//         must(pcty_infer_unifier_resolve(unifier, element, &found, NULL));
//     }
//     pcty_type_free(wanted);
//     pcty_type_free(element);
//     pcty_infer_unifier_free(unifier);
//     return found;
// }
// ```
typedef struct pcty_infer_unifier pcty_infer_unifier;

// A type that is quantified over some of its variables. It never changes; any number of threads
// may use it at once.
//
// ```c
// static pcty_infer_scheme *for_all(const pcty_type *type_with_variables) {
//     return pcty_infer_scheme_closed(type_with_variables);
// }
// ```
typedef struct pcty_infer_scheme pcty_infer_scheme;

// The parameter and result types of a function. It never changes; any number of threads may use it
// at once.
//
// ```c
// static pcty_infer_signature *from_one_to_the_other(const pcty_type *one, const pcty_type *other) {
//     pcty_type_parameter param;
//     param.name = PCTY_STR("input");
//     param.type = one;
//     pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
//     parts.parameters = PCTY_PARAMETERS_LISTED;
//     parts.positional = &param;
//     parts.positional_count = 1;
//     parts.result = other;
//     pcty_type *type = NULL;
//     pcty_infer_signature *signature = NULL;
//     if (pcty_type_function(&parts, &type, NULL) == PCTY_OK) {
//         must(pcty_infer_signature_new(type, &signature, NULL));
//     }
//     pcty_type_free(type);
//     return signature;
// }
// ```
typedef struct pcty_infer_signature pcty_infer_signature;

// A list of invariants. One thread at a time.
//
// ```c
// static pcty_infer_invariants *either(uint64_t expression, const pcty_type *one, const pcty_type *other) {
//     pcty_infer_invariants *alternatives[2], *all = pcty_infer_invariants_new();
//     alternatives[0] = pcty_infer_invariants_new();
//     alternatives[1] = pcty_infer_invariants_new();
//     pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
//     invariant.expression = expression;
//     invariant.type = one;
//     must(pcty_infer_invariants_add(alternatives[0], &invariant, NULL));
//     invariant.type = other;
//     must(pcty_infer_invariants_add(alternatives[1], &invariant, NULL));
//     invariant.kind = PCTY_INFER_INVARIANT_ANY;
//     invariant.alternatives = (const pcty_infer_invariants *const *)alternatives;
//     invariant.count = 2;
//     must(pcty_infer_invariants_add(all, &invariant, NULL));
//     pcty_infer_invariants_free(alternatives[0]);
//     pcty_infer_invariants_free(alternatives[1]);
//     return all;
// }
// ```
typedef struct pcty_infer_invariants pcty_infer_invariants;

// A list of schemes. It never changes; any number of threads may use it at once.
//
// ```c
// static pcty_infer_scheme *generalise(pcty_infer_solver *solver, uint64_t expression) {
//     pcty_infer_scheme_list *schemes = NULL;
//     pcty_infer_scheme *scheme = NULL;
//     if (pcty_infer_solver_leave(solver, &expression, 1, &schemes, NULL) == PCTY_OK) {
//         scheme = pcty_infer_scheme_clone(pcty_infer_scheme_list_at(schemes, 0));
//     }
//     pcty_infer_scheme_list_free(schemes);
//     return scheme;
// }
// ```
typedef struct pcty_infer_scheme_list pcty_infer_scheme_list;

// Finds the types of expressions. One thread at a time.
//
// ```c
// static void solve(const pcty_infer_invariants *invariants) {
//     uint32_t first;
//     pcty_infer_solution *solution = NULL;
//     pcty_infer_solution_data data;
//     pcty_infer_solver *solver = pcty_infer_solver_new();
//     if (pcty_infer_solver_add(solver, invariants, &first, NULL) == PCTY_OK &&
//         pcty_infer_solver_solve(solver, &solution, NULL) == PCTY_OK &&
//         pcty_infer_solution_info(solution, &data) && data.kind == PCTY_INFER_CONFLICT) {
//         printf("number %u cannot hold\n", (unsigned)data.first);
//     }
//     pcty_infer_solution_free(solution);
//     pcty_infer_solver_free(solver);
// }
// ```
typedef struct pcty_infer_solver pcty_infer_solver;

// Two types that cannot be equal, and the invariants that require them to be equal. Borrowed from a
// solution. Immutable; any number of threads may use it at once.
//
// ```c
// static void print_chain(const pcty_infer_conflict *conflict) {
//     pcty_infer_conflict_data data;
//     if (!pcty_infer_conflict_info(conflict, &data)) {
//         return;
//     }
//     printf("%.*s, by", (int)data.reason.len, data.reason.data);
//     for (size_t i = 0; i < data.chain_count; i++) {
//         printf(" %u", (unsigned)pcty_infer_conflict_chain_at(conflict, i));
//     }
//     printf("\n");
// }
// ```
typedef struct pcty_infer_conflict pcty_infer_conflict;

// The result of a solver. Immutable; any number of threads may use it at once.
//
// ```c
// static void print_missing(const pcty_infer_solution *solution) {
//     pcty_infer_annotation annotation;
//     for (size_t i = 0; pcty_infer_solution_annotation_at(solution, i, &annotation); i++) {
//         printf("annotate expression %u\n", (unsigned)annotation.expression);
//     }
// }
// ```
typedef struct pcty_infer_solution pcty_infer_solution;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Signatures: the parameter and result types of functions in a solver.

// Builds the signature of a call from the known types of its arguments and its result; variables
// are used for unknown parts. All types are borrowed during the call.
//
// On success the callback stores a new function type in `*out`, which is initially NULL, and the
// library takes ownership of it. If `*out` stays NULL, the signature is not determined yet, and
// the callback is called again when more types are known. Variables of the received types belong
// to the call; all others are the signature's own.
//
// If the call cannot be valid, the callback stores a new error in `*error` and returns its code.
// The result for a call must not change when more of its types become known. The callback must not
// use the solver that calls it.
typedef pcty_status (*pcty_infer_signature_rule)(void *user_data,
                                                 const pcty_type *const *arguments,
                                                 size_t count,
                                                 const pcty_type *result,
                                                 pcty_type **out,
                                                 pcty_error **error);

// The data of a scheme.
typedef struct {
    // The type.
    const pcty_type *type;
    // The number of variables over which the scheme is quantified.
    size_t quantified_count;
} pcty_infer_scheme_data;

// --- Solvers: inference of the types of a program's expressions.

// The kind of an invariant.
typedef enum pcty_infer_invariant_kind PCTY_ENUM {
    // The expression `expression` has the type `type`. Invariants share the variables of their types.
    PCTY_INFER_INVARIANT_TYPE = 1,
    // The expressions `expression` and `other` have equal types.
    PCTY_INFER_INVARIANT_EQUAL = 2,
    // The call of the expression `other` with `arguments` is the expression `expression`.
    PCTY_INFER_INVARIANT_CALL = 3,
    // The call of a function with `signature` with `arguments` is the expression `expression`.
    PCTY_INFER_INVARIANT_APPLY = 4,
    // The type of the expression `expression` is an instance of `scheme`.
    PCTY_INFER_INVARIANT_INSTANCE = 5,
    // At least one of `alternatives` holds: all invariants of one of the lists.
    PCTY_INFER_INVARIANT_ANY = 6,
} pcty_infer_invariant_kind;

// An invariant. Members that its kind does not name are ignored. Start from
// PCTY_INFER_INVARIANT_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The kind of the invariant.
    pcty_infer_invariant_kind kind;
    // The expression that the invariant is about.
    uint64_t expression;
    // A second expression.
    uint64_t other;
    // The type of the expression.
    const pcty_type *type;
    // The scheme of the expression's type.
    const pcty_infer_scheme *scheme;
    // The signature of the function that is called.
    const pcty_infer_signature *signature;
    // The arguments of a call; may be NULL if `count` is 0.
    const uint64_t *arguments;
    // The alternatives; may be NULL if `count` is 0.
    const pcty_infer_invariants *const *alternatives;
    // The number of arguments or alternatives.
    size_t count;
} pcty_infer_invariant;

// The settings and the size of a solver.
typedef struct {
    // The number of alternatives that one call of `pcty_infer_solver_solve` may try.
    uint64_t step_limit;
    // The number of invariants, which is the number of the next one.
    uint32_t invariant_count;
} pcty_infer_solver_data;

// --- Solutions: the results of a solver.

// The kind of a solution.
typedef enum pcty_infer_result PCTY_ENUM {
    // No solution; the value in zeroed data.
    PCTY_INFER_MISSING = 0,
    // Every expression has one type.
    PCTY_INFER_SOLVED = 1,
    // Some expressions may have several types.
    PCTY_INFER_AMBIGUOUS = 2,
    // The invariants cannot all hold.
    PCTY_INFER_CONFLICT = 3,
    // The budget of the search was exceeded.
    PCTY_INFER_UNDECIDED = 4,
} pcty_infer_result;

// The reason of a conflict between two types.
typedef enum pcty_infer_rule PCTY_ENUM {
    // No conflict; the value in zeroed data.
    PCTY_INFER_RULE_MISSING = 0,
    // The types are of different kinds.
    PCTY_INFER_RULE_CONSTRUCTOR = 1,
    // The types are of one kind and differ in a detail: bounds, sizes, values, names.
    PCTY_INFER_RULE_DETAIL = 2,
    // Tuples, unions or nominal types have different numbers of parts.
    PCTY_INFER_RULE_PART_COUNT = 3,
    // Objects have different numbers of fields.
    PCTY_INFER_RULE_FIELD_COUNT = 4,
    // Objects have different fields, or the same fields in a different order.
    PCTY_INFER_RULE_FIELD_NAMES = 5,
    // Functions take different numbers of arguments.
    PCTY_INFER_RULE_PARAMETER_COUNT = 6,
    // A type would contain itself.
    PCTY_INFER_RULE_OCCURS = 7,
    // The callback of a signature rejects a call.
    PCTY_INFER_RULE_REPORTED = 8,
    // An invariant applies to a type that has already been generalized.
    PCTY_INFER_RULE_GENERALIZED = 9,
} pcty_infer_rule;
// A number that is not the number of any invariant.
#define PCTY_INFER_NO_INVARIANT UINT32_MAX

// The data of a solution.
typedef struct {
    // The kind of the solution.
    pcty_infer_result kind;
    // The first of two invariants that cannot both hold: the source of the conflict's left type.
    // PCTY_INFER_NO_INVARIANT unless `kind` is PCTY_INFER_CONFLICT.
    uint32_t first;
    // The second invariant: the source of the conflict's right type.
    uint32_t second;
    // The conflict. NULL unless `kind` is PCTY_INFER_CONFLICT.
    const pcty_infer_conflict *conflict;
    // The error of a signature's callback if it is the conflict; otherwise NULL.
    const pcty_error *reported;
    // The number of expressions that are not determined: `pcty_infer_solution_undetermined_at`.
    size_t undetermined_count;
    // The number of annotations that would determine all expressions:
    // `pcty_infer_solution_annotation_at`.
    size_t annotation_count;
    // The number of alternatives if the conflict is that all of them are refuted:
    // `pcty_infer_solution_refutation_at`.
    size_t refutation_count;
    // The number of invariants that were not decided when the budget was exceeded:
    // `pcty_infer_solution_remaining_at`.
    size_t remaining_count;
} pcty_infer_solution_data;

// An expression that is not determined.
typedef struct {
    // The expression.
    uint64_t expression;
    // The known part of its type, with variables for the unknown parts.
    const pcty_type *type;
} pcty_infer_undetermined;

// An expression whose annotation would help to determine all expressions.
typedef struct {
    // The expression.
    uint64_t expression;
    // The known part of its type, with variables for the unknown parts.
    const pcty_type *type;
    // The number of types that the remaining alternatives allow:
    // `pcty_infer_solution_candidate_at`. If there are many, only some are listed; 0 if no
    // alternative restricts the expression.
    size_t candidate_count;
} pcty_infer_annotation;

// An invariant that was not decided.
typedef struct {
    // The number of the invariant.
    uint32_t invariant;
    // The number of its alternatives that are not refuted: `pcty_infer_solution_alternative_at`.
    size_t alternative_count;
} pcty_infer_remaining;

// The data of a conflict.
typedef struct {
    // The reason of the conflict.
    pcty_infer_rule rule;
    // The reason as text with static lifetime.
    pcty_str reason;
    // The first of the two types.
    const pcty_type *left;
    // The second of the two types.
    const pcty_type *right;
    // The number of steps from the two types of the last invariant to `left` and `right`:
    // `pcty_infer_conflict_step_at`.
    size_t step_count;
    // The number of invariants that require the two types to be equal:
    // `pcty_infer_conflict_chain_at`.
    size_t chain_count;
    // The position of the alternative that is refuted, for a refutation; otherwise 0.
    size_t alternative;
} pcty_infer_conflict_data;
// Initializer of an invariant of kind PCTY_INFER_INVARIANT_TYPE without data.
#define PCTY_INFER_INVARIANT_INIT                                                       \
    {sizeof(pcty_infer_invariant), PCTY_INFER_INVARIANT_TYPE, 0, 0, NULL, NULL, NULL, NULL, NULL, 0}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Unifiers: the types of variables that make types equal.
// ----------------------------------------------------------------------------

// Creates a unifier without equations.
//
// Ownership: the caller owns the result.
pcty_infer_unifier *pcty_infer_unifier_new(void);

// Frees a unifier.
//
// NULL: no-op.
void pcty_infer_unifier_free(pcty_infer_unifier *unifier);

// Returns a new variable that is not used anywhere.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
// Threads: one thread at a time.
pcty_type *pcty_infer_unifier_fresh(pcty_infer_unifier *unifier);

// Returns a copy of a type in which each variable is replaced by a new one.
//
// Errors: none except for NULL.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_infer_unifier_instantiate(pcty_infer_unifier *unifier,
                                           const pcty_type *type,
                                           pcty_type **out,
                                           pcty_error **error);

// Makes two types equal by the most general substitution of their variables and of the variables
// of earlier calls. If this is not possible, nothing changes.
//
// Errors: PCTY_ERROR_TYPE if they cannot be equal, with the two conflicting parts as the expected
// and the found type.
// Ownership: changes `unifier`; the types remain owned by the caller.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_infer_unifier_unify(pcty_infer_unifier *unifier,
                                     const pcty_type *left,
                                     const pcty_type *right,
                                     pcty_error **error);

// Returns a type in which all variables are replaced by their current types.
//
// Errors: PCTY_ERROR_LIMIT for a type that would be too deep or too large.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_infer_unifier_resolve(pcty_infer_unifier *unifier,
                                       const pcty_type *type,
                                       pcty_type **out,
                                       pcty_error **error);

// ----------------------------------------------------------------------------
// Signatures: the parameter and result types of functions in a solver.
//
// A signature is either a function type or a callback. The variables of a function type are
// instantiated for each call, so a signature with variables is polymorphic. A callback builds the
// signature of each call from the known types of the call.
// ----------------------------------------------------------------------------

// Creates a scheme that is quantified over all variables of a type.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_infer_scheme *pcty_infer_scheme_closed(const pcty_type *type);

// Returns a new handle of the same scheme.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_infer_scheme *pcty_infer_scheme_clone(const pcty_infer_scheme *scheme);

// Frees a scheme.
//
// NULL: no-op.
void pcty_infer_scheme_free(pcty_infer_scheme *scheme);

// Writes the type of a scheme and the number of its quantified variables.
//
// Returns: false if `scheme` is NULL.
// Ownership: the type in `*out` is owned by `scheme` and valid while it lives.
// NULL: returns false if `scheme` is NULL; `out` may be NULL.
bool pcty_infer_scheme_info(const pcty_infer_scheme *scheme, pcty_infer_scheme_data *out);

// Creates a signature from a function type.
//
// Errors: PCTY_ERROR_TYPE for a type that is not a function type, or that does not list its
// parameters and its result.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_signature_new(const pcty_type *type,
                                     pcty_infer_signature **out,
                                     pcty_error **error);

// Creates a signature that a callback builds for each call. If the host uses the signature on
// several threads, they may call the callback concurrently.
//
// Errors: none except for NULL.
// Ownership: `*out` is owned by the caller. The library takes ownership of `user_data`, also on
// failure.
// NULL: `user_data`, `destroy` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_signature_built(pcty_infer_signature_rule rule,
                                       void *user_data,
                                       pcty_destroy destroy,
                                       pcty_infer_signature **out,
                                       pcty_error **error);

// Returns a new handle of the same signature. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_infer_signature *pcty_infer_signature_clone(const pcty_infer_signature *signature);

// Frees a signature.
//
// NULL: no-op.
void pcty_infer_signature_free(pcty_infer_signature *signature);

// Returns the function type of a signature.
//
// Returns: NULL for a signature that a callback builds.
// Ownership: the result is owned by `signature` and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_infer_signature_type(const pcty_infer_signature *signature);

// Returns the function type of a call with arguments of the given types.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong number of arguments; PCTY_ERROR_TYPE, with the
// argument's index and both types, for an argument of a wrong type; PCTY_ERROR_UNKNOWN if the
// arguments do not determine the signature; the error of the callback.
// Ownership: the caller owns `*out`.
// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_signature_check(const pcty_infer_signature *signature,
                                       const pcty_type *const *arguments,
                                       size_t count,
                                       pcty_type **out,
                                       pcty_error **error);

// Creates a function whose arguments and result are checked against a signature in each call. The
// types of values are determined by the rules of `dialect`.
//
// Errors: PCTY_ERROR_UNSUPPORTED.
// Ownership: `*out` is owned by the caller. The library takes ownership of `user_data`, also on
// failure.
// NULL: `user_data`, `destroy` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_signature_function(const pcty_infer_signature *signature,
                                          pcty_dialect dialect,
                                          pcty_function_impl implementation,
                                          void *user_data,
                                          pcty_destroy destroy,
                                          pcty_function **out,
                                          pcty_error **error);

// ----------------------------------------------------------------------------
// Solvers: inference of the types of a program's expressions.
//
// The host chooses a number for each expression. It adds invariants of the types of expressions to
// lists, and adds the lists to a solver. It may solve at any time, add more invariants, and solve
// again.
// ----------------------------------------------------------------------------

// Creates a list without invariants.
//
// Ownership: the caller owns the result.
pcty_infer_invariants *pcty_infer_invariants_new(void);

// Frees a list of invariants.
//
// NULL: no-op.
void pcty_infer_invariants_free(pcty_infer_invariants *invariants);

// Returns the number of invariants in a list.
//
// NULL: returns 0.
size_t pcty_infer_invariants_count(const pcty_infer_invariants *invariants);

// Removes all invariants from a list.
//
// NULL: no-op.
// Threads: one thread at a time.
void pcty_infer_invariants_clear(pcty_infer_invariants *invariants);

// Adds an invariant to the list.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a kind without a constant, for no alternatives and for a
// wrong `struct_size`; PCTY_ERROR_LIMIT for alternatives that are nested more than 32 levels deep
// or have more than 2^20 parts.
// Ownership: the members of `invariant` remain owned by the caller; expressions and alternatives
// are copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_invariants_add(pcty_infer_invariants *invariants,
                                      const pcty_infer_invariant *invariant,
                                      pcty_error **error);

// Creates a solver without invariants.
//
// Ownership: the caller owns the result.
pcty_infer_solver *pcty_infer_solver_new(void);

// Frees a solver.
//
// NULL: no-op.
void pcty_infer_solver_free(pcty_infer_solver *solver);

// Writes the settings and the size of a solver.
//
// Returns: false if `solver` is NULL, or in use by the call that runs this callback.
// Ownership: `*out` is plain data.
// NULL: returns false if `solver` is NULL; `out` may be NULL.
bool pcty_infer_solver_info(const pcty_infer_solver *solver, pcty_infer_solver_data *out);

// Sets the number of alternatives that one call of `pcty_infer_solver_solve` may try. The default
// is 100000.
//
// NULL: no-op.
void pcty_infer_solver_set_step_limit(pcty_infer_solver *solver,
                                      uint64_t steps);

// Returns the variable of the type of an expression, for use in types.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_type *pcty_infer_solver_variable(pcty_infer_solver *solver, uint64_t expression);

// Returns a new variable that is not used anywhere.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_type *pcty_infer_solver_fresh(pcty_infer_solver *solver);

// Adds all invariants of a list. They are numbered from 0 in the order in which they are added,
// and solutions refer to them by these numbers. `*first` is set to the number of the first
// invariant of the list, or to the next number if the list is empty.
//
// Errors: PCTY_ERROR_LIMIT for too many invariants. Invariants that cannot hold are not an error
// of this function: `pcty_infer_solver_solve` reports them.
// Ownership: the list remains owned by the caller.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_solver_add(pcty_infer_solver *solver,
                                  const pcty_infer_invariants *invariants,
                                  uint32_t *first,
                                  pcty_error **error);

// Returns the currently known type of an expression, with variables for the unknown parts.
//
// Errors: PCTY_ERROR_NOT_FOUND for an expression that no invariant names; PCTY_ERROR_LIMIT for a
// type that would be too deep or too large.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_solver_known(pcty_infer_solver *solver,
                                    uint64_t expression,
                                    pcty_type **out,
                                    pcty_error **error);

// Begins a definition. All expressions and variables that are first used from now on belong to it.
//
// NULL: no-op.
void pcty_infer_solver_enter(pcty_infer_solver *solver);

// Ends the innermost definition, and generalizes the types of the given expressions over the
// variables that belong to it. Variables that undecided alternatives or signatures use are not
// generalized. No more invariants may be added about generalized types.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if no definition was begun; PCTY_ERROR_LIMIT for a type that
// would be too deep or too large; PCTY_ERROR_TYPE if the invariants cannot all hold, which
// `pcty_infer_solver_solve` explains. The definition ends also in case of an error.
// Ownership: `*out` is owned by the caller: a scheme for each expression, in order.
// NULL: `expressions` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_solver_leave(pcty_infer_solver *solver,
                                    const uint64_t *expressions,
                                    size_t count,
                                    pcty_infer_scheme_list **out,
                                    pcty_error **error);

// Returns the scheme at a position, from 0.
//
// Returns: NULL past the end.
// Ownership: the result is owned by `list` and valid while it lives.
// NULL: returns NULL.
const pcty_infer_scheme *pcty_infer_scheme_list_at(const pcty_infer_scheme_list *list,
                                                   size_t index);

// Frees a list of schemes.
//
// NULL: no-op.
void pcty_infer_scheme_list_free(pcty_infer_scheme_list *list);

// Infers the types of all expressions, or reports why this is not possible. It may be called
// again, with or without new invariants.
//
// Errors: none except for NULL. A conflict is a solution, not an error.
// Ownership: `*out` is owned by the caller, and stays valid after the solver is freed.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_solver_solve(pcty_infer_solver *solver,
                                    pcty_infer_solution **out,
                                    pcty_error **error);

// ----------------------------------------------------------------------------
// Solutions: the results of a solver.
//
// All data of a solution, its types and its conflicts are owned by the solution and valid while it
// lives. A solution stays valid after its solver is freed.
// ----------------------------------------------------------------------------

// Frees a solution.
//
// NULL: no-op.
void pcty_infer_solution_free(pcty_infer_solution *solution);

// Writes the data of a solution.
//
// Returns: false if `solution` is NULL.
// Ownership: the pointers in `*out` are owned by `solution` and valid while it lives.
// NULL: returns false if `solution` is NULL; `out` may be NULL.
bool pcty_infer_solution_info(const pcty_infer_solution *solution,
                              pcty_infer_solution_data *out);

// Returns the type of an expression, for a solution of kind PCTY_INFER_SOLVED.
//
// Errors: PCTY_ERROR_NOT_FOUND for an expression that no invariant names; PCTY_ERROR_LIMIT for a
// type that would be too deep or too large; PCTY_ERROR_UNKNOWN for a solution of a different kind.
// Ownership: `*out` is owned by `solution` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_solution_type(const pcty_infer_solution *solution,
                                     uint64_t expression,
                                     const pcty_type **out,
                                     pcty_error **error);

// Writes an expression that is not determined, by its position.
//
// Returns: false past the end.
// Ownership: `out->type` is owned by `solution` and valid while it lives.
// NULL: returns false if `solution` is NULL; `out` may be NULL.
bool pcty_infer_solution_undetermined_at(const pcty_infer_solution *solution,
                                         size_t index,
                                         pcty_infer_undetermined *out);

// Writes an expression to annotate, by its position.
//
// Returns: false past the end.
// Ownership: `out->type` is owned by `solution` and valid while it lives.
// NULL: returns false if `solution` is NULL; `out` may be NULL.
bool pcty_infer_solution_annotation_at(const pcty_infer_solution *solution,
                                       size_t index,
                                       pcty_infer_annotation *out);

// Returns a type that an expression to annotate may have, by its position.
//
// Returns: NULL past the end.
// Ownership: the result is owned by `solution` and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_infer_solution_candidate_at(const pcty_infer_solution *solution,
                                                  size_t index,
                                                  size_t candidate);

// Returns the conflict that refutes an alternative, by its position.
//
// Returns: NULL past the end.
// Ownership: the result is owned by `solution` and valid while it lives.
// NULL: returns NULL.
const pcty_infer_conflict *pcty_infer_solution_refutation_at(const pcty_infer_solution *solution,
                                                             size_t index);

// Writes an invariant that was not decided, by its position.
//
// Returns: false past the end.
// NULL: returns false if `solution` is NULL; `out` may be NULL.
bool pcty_infer_solution_remaining_at(const pcty_infer_solution *solution,
                                      size_t index,
                                      pcty_infer_remaining *out);

// Returns the position, among all alternatives of an invariant, of one that is not refuted.
//
// Returns: SIZE_MAX past the end.
// NULL: returns SIZE_MAX.
size_t pcty_infer_solution_alternative_at(const pcty_infer_solution *solution,
                                          size_t index,
                                          size_t alternative);

// Writes the data of a conflict.
//
// Returns: false if `conflict` is NULL.
// Ownership: `out->reason` has static lifetime; the types in `*out` are owned by the solution and
// valid while it lives.
// NULL: returns false if `conflict` is NULL; `out` may be NULL.
bool pcty_infer_conflict_info(const pcty_infer_conflict *conflict,
                              pcty_infer_conflict_data *out);

// Writes a step to the types that conflict, by its position, from the outside in.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end.
// Ownership: `out->name` is owned by the solution and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_infer_conflict_step_at(const pcty_infer_conflict *conflict,
                                        size_t index,
                                        pcty_type_step *out,
                                        pcty_error **error);

// Returns one of the invariants that require the two types to be equal, by its position in the
// order from the left type to the right one.
//
// Returns: PCTY_INFER_NO_INVARIANT past the end.
// NULL: returns PCTY_INFER_NO_INVARIANT.
uint32_t pcty_infer_conflict_chain_at(const pcty_infer_conflict *conflict,
                                      size_t index);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_INFERENCE_H
