// Unifiers, signatures, solvers and their solutions.

#include "check.h"

enum { X = 1, Y, Z, F };

static pcty_type *func(const pcty_type *a, const pcty_type *b, const pcty_type *result) {
    pcty_type_parameter params[2];
    params[0].name = PCTY_STR("a"), params[0].type = a;
    params[1].name = PCTY_STR("b"), params[1].type = b;
    pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
    parts.parameters = PCTY_PARAMETERS_LISTED;
    parts.positional = params;
    parts.positional_count = b == NULL ? 1 : 2;
    parts.result = result;
    pcty_type *made = NULL;
    CHECK_OK(pcty_type_function(&parts, &made, NULL));
    return made;
}

static pcty_type *list(const pcty_type *element) {
    pcty_type *made = NULL;
    CHECK_OK(pcty_type_list(element, NULL, &made, NULL));
    return made;
}

static pcty_infer_signature *operator_of(const pcty_type *of) {
    pcty_type *ty = func(of, of, of);
    pcty_infer_signature *signature = NULL;
    CHECK_OK(pcty_infer_signature_new(ty, &signature, NULL));
    pcty_type_free(ty);
    return signature;
}

static pcty_infer_solution *solve(pcty_infer_solver *solver) {
    pcty_infer_solution *outcome = NULL;
    CHECK_OK(pcty_infer_solver_solve(solver, &outcome, NULL));
    return outcome;
}

// Adds one invariant, which is removed from the list.
static uint32_t add(pcty_infer_solver *solver, pcty_infer_invariants *one) {
    uint32_t number = PCTY_INFER_NO_INVARIANT;
    CHECK(pcty_infer_invariants_count(one) == 1);
    CHECK_OK(pcty_infer_solver_add(solver, one, &number, NULL));
    pcty_infer_invariants_clear(one);
    return number;
}

static uint32_t add_type(pcty_infer_solver *solver, uint64_t expr, const pcty_type *type) {
    pcty_infer_invariants *one = pcty_infer_invariants_new();
    CHECK_OK(invariant_type(one, expr, type, NULL));
    uint32_t number = add(solver, one);
    pcty_infer_invariants_free(one);
    return number;
}

// result = a + b, over strings and numbers.
static uint32_t add_plus(pcty_infer_solver *solver, uint64_t result, uint64_t a, uint64_t b) {
    pcty_infer_invariants *alternatives[2], *one = pcty_infer_invariants_new();
    uint64_t arguments[2];
    arguments[0] = a, arguments[1] = b;
    for (int i = 0; i < 2; i++) {
        pcty_infer_signature *signature =
            operator_of(i == 0 ? pcty_type_string() : pcty_type_number());
        alternatives[i] = pcty_infer_invariants_new();
        CHECK_OK(invariant_apply(alternatives[i], signature, arguments, 2, result, NULL));
        pcty_infer_signature_free(signature);
    }
    CHECK_OK(invariant_any(one, (const pcty_infer_invariants *const *)alternatives, 2, NULL));
    pcty_infer_invariants_free(alternatives[0]);
    pcty_infer_invariants_free(alternatives[1]);
    uint32_t number = add(solver, one);
    pcty_infer_invariants_free(one);
    return number;
}

static pcty_infer_solution_data data_of(const pcty_infer_solution *outcome) {
    pcty_infer_solution_data data;
    CHECK(pcty_infer_solution_info(outcome, &data));
    return data;
}

static pcty_infer_conflict_data conflict_of(const pcty_infer_conflict *conflict) {
    pcty_infer_conflict_data data;
    CHECK(pcty_infer_conflict_info(conflict, &data));
    return data;
}

static void check_type(const pcty_infer_solution *outcome, uint64_t expr, const pcty_type *wanted) {
    const pcty_type *found = NULL;
    CHECK_OK(pcty_infer_solution_type(outcome, expr, &found, NULL));
    CHECK(pcty_type_equal(found, wanted));
}

static void a_unifier_makes_types_equal(void) {
    pcty_infer_unifier *unifier = pcty_infer_unifier_new();
    pcty_type *a = pcty_infer_unifier_fresh(unifier), *of_a = list(a), *texts = list(pcty_type_string());
    pcty_type *copy = NULL, *found = NULL;
    CHECK_OK(pcty_infer_unifier_instantiate(unifier, of_a, &copy, NULL));
    CHECK(!pcty_type_equal(copy, of_a));
    CHECK_OK(pcty_infer_unifier_unify(unifier, of_a, texts, NULL));
    CHECK_OK(pcty_infer_unifier_resolve(unifier, a, &found, NULL));
    CHECK(pcty_type_equal(found, pcty_type_string()));
    pcty_error *error = NULL;
    CHECK(pcty_infer_unifier_unify(unifier, a, pcty_type_bool(), &error) == PCTY_ERROR_TYPE);
    CHECK(pcty_type_equal(error_info(error).expected, pcty_type_string()));
    CHECK(pcty_type_equal(error_info(error).found, pcty_type_bool()));
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_infer_unifier_unify(unifier, a, of_a, &error));
    pcty_type_free(found);
    pcty_type_free(copy);
    pcty_type_free(texts);
    pcty_type_free(of_a);
    pcty_type_free(a);
    pcty_infer_unifier_free(unifier);
}

static void overloads_are_ambiguous_until_something_is_said(void) {
    pcty_infer_solver *solver = pcty_infer_solver_new();
    uint32_t plus = add_plus(solver, Z, X, Y);
    CHECK(plus == 0);
    pcty_infer_solution *outcome = solve(solver);
    pcty_infer_solution_data data = data_of(outcome);
    CHECK(data.kind == PCTY_INFER_AMBIGUOUS && data.undetermined_count == 3);
    pcty_infer_undetermined open;
    CHECK(pcty_infer_solution_undetermined_at(outcome, 0, &open) && open.expression == X);
    CHECK(pcty_type_kind(open.type) == PCTY_KIND_VARIABLE);
    CHECK(pcty_infer_solution_undetermined_at(outcome, 2, &open));
    CHECK(!pcty_infer_solution_undetermined_at(outcome, 3, &open));
    CHECK(pcty_infer_solution_undetermined_at(outcome, 0, NULL));
    CHECK(!pcty_infer_solution_undetermined_at(NULL, 0, &open));
    pcty_infer_annotation annotation;
    CHECK(data.annotation_count == 1);
    CHECK(pcty_infer_solution_annotation_at(outcome, 0, &annotation));
    CHECK(annotation.expression == X && annotation.candidate_count == 2);
    CHECK(pcty_type_kind(annotation.type) == PCTY_KIND_VARIABLE);
    CHECK(!pcty_infer_solution_annotation_at(outcome, 1, &annotation));
    CHECK(!pcty_infer_solution_annotation_at(NULL, 0, &annotation));
    CHECK(pcty_type_equal(pcty_infer_solution_candidate_at(outcome, 0, 1), pcty_type_number()));
    CHECK(pcty_infer_solution_candidate_at(outcome, 0, 2) == NULL);
    const pcty_type *none = NULL;
    CHECK_FAILS(PCTY_ERROR_UNKNOWN, pcty_infer_solution_type(outcome, X, &none, &error));
    CHECK(data.first == PCTY_INFER_NO_INVARIANT && data.second == PCTY_INFER_NO_INVARIANT);
    CHECK(data.conflict == NULL && data.reported == NULL);
    CHECK(data.refutation_count == 0 && data.remaining_count == 0);
    CHECK(!pcty_infer_solution_info(NULL, &data) && pcty_infer_solution_info(outcome, NULL));
    CHECK(data.kind == PCTY_INFER_AMBIGUOUS);
    pcty_infer_solution_free(outcome);

    add_type(solver, Y, pcty_type_string());
    pcty_type *known = NULL;
    outcome = solve(solver);
    CHECK(data_of(outcome).kind == PCTY_INFER_SOLVED);
    check_type(outcome, X, pcty_type_string());
    CHECK_OK(pcty_infer_solver_known(solver, Z, &known, NULL));
    CHECK(pcty_type_equal(known, pcty_type_string()));
    pcty_type_free(known);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_infer_solution_type(outcome, 99, &none, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_infer_solver_known(solver, 99, &known, &error));
    pcty_infer_solver_free(solver);
    // A solution outlives its solver.
    check_type(outcome, Z, pcty_type_string());
    pcty_infer_solution_free(outcome);
}

static void a_conflict_names_what_cannot_hold(void) {
    pcty_infer_solver *solver = pcty_infer_solver_new();
    pcty_type *texts = list(pcty_type_string()), *truths = list(pcty_type_bool());
    uint32_t one = add_type(solver, X, texts);
    pcty_infer_invariants *equal = pcty_infer_invariants_new();
    CHECK_OK(invariant_equal(equal, X, Y, NULL));
    uint32_t between = add(solver, equal);
    pcty_infer_invariants_free(equal);
    uint32_t other = add_type(solver, Y, truths);
    pcty_infer_solution *outcome = solve(solver);
    pcty_infer_solution_data data = data_of(outcome);
    CHECK(data.kind == PCTY_INFER_CONFLICT);
    uint32_t first = data.first, second = data.second;
    CHECK((first == one && second == other) || (first == other && second == one));
    const pcty_infer_conflict *handle = data.conflict;
    pcty_infer_conflict_data conflict = conflict_of(handle);
    CHECK(conflict.rule == PCTY_INFER_RULE_CONSTRUCTOR);
    CHECK_STR(conflict.reason, "the types are of different kinds");
    const pcty_type *of_first = first == one ? pcty_type_string() : pcty_type_bool();
    CHECK(pcty_type_equal(conflict.left, of_first) && !pcty_type_equal(conflict.right, of_first));
    CHECK(conflict.chain_count == 3 && conflict.alternative == 0);
    CHECK(pcty_infer_conflict_chain_at(handle, 1) == between);
    CHECK(pcty_infer_conflict_chain_at(handle, 3) == PCTY_INFER_NO_INVARIANT);
    pcty_type_step step;
    CHECK(conflict.step_count == 1);
    CHECK_OK(pcty_infer_conflict_step_at(handle, 0, &step, NULL));
    CHECK(step.part == PCTY_PART_ELEMENT);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_infer_conflict_step_at(handle, 1, &step, &error));
    CHECK(data.refutation_count == 0 && data.reported == NULL);
    CHECK(!pcty_infer_conflict_info(NULL, &conflict) && pcty_infer_conflict_info(handle, NULL));
    CHECK(conflict.chain_count == 3);
    pcty_infer_solution_free(outcome);
    pcty_infer_solver_free(solver);
    pcty_type_free(texts);
    pcty_type_free(truths);
}

static void a_conflict_refutes_every_alternative(void) {
    pcty_infer_solver *solver = pcty_infer_solver_new();
    uint32_t said = add_type(solver, X, pcty_type_bool());
    add_plus(solver, Z, X, Y);
    pcty_infer_solution *outcome = solve(solver);
    CHECK(data_of(outcome).kind == PCTY_INFER_CONFLICT);
    CHECK(data_of(outcome).refutation_count == 2);
    const pcty_infer_conflict *handle = pcty_infer_solution_refutation_at(outcome, 1);
    CHECK(conflict_of(handle).alternative == 1);
    CHECK(conflict_of(handle).chain_count == 2);
    CHECK(pcty_infer_conflict_chain_at(handle, 0) == said || pcty_infer_conflict_chain_at(handle, 1) == said);
    CHECK(pcty_infer_solution_refutation_at(outcome, 2) == NULL);
    CHECK(pcty_infer_solution_refutation_at(outcome, SIZE_MAX) == NULL);
    pcty_infer_solution_free(outcome);
    pcty_infer_solver_free(solver);
}

static void a_budget_ends_the_search(void) {
    pcty_infer_solver *solver = pcty_infer_solver_new();
    add_plus(solver, Z, X, Y);
    pcty_infer_solver_set_step_limit(solver, 0);
    pcty_infer_solver_data data;
    CHECK(pcty_infer_solver_info(solver, &data) && data.step_limit == 0);
    CHECK(data.invariant_count > 0 && !pcty_infer_solver_info(NULL, &data));
    pcty_infer_solution *outcome = solve(solver);
    CHECK(data_of(outcome).kind == PCTY_INFER_UNDECIDED);
    CHECK(data_of(outcome).remaining_count == 1);
    pcty_infer_remaining remaining;
    CHECK(pcty_infer_solution_remaining_at(outcome, 0, &remaining));
    CHECK(remaining.invariant == 0 && remaining.alternative_count == 2);
    CHECK(!pcty_infer_solution_remaining_at(outcome, 1, &remaining));
    CHECK(!pcty_infer_solution_remaining_at(NULL, 0, &remaining));
    CHECK(pcty_infer_solution_alternative_at(outcome, 0, 1) == 1);
    CHECK(pcty_infer_solution_alternative_at(outcome, 0, 2) == SIZE_MAX);
    pcty_infer_solution_free(outcome);
    pcty_infer_solver_free(solver);
}

static void definitions_are_generalised(void) {
    pcty_infer_solver *solver = pcty_infer_solver_new();
    pcty_infer_solver_enter(solver);
    pcty_type *x = pcty_infer_solver_variable(solver, X), *identity = func(x, NULL, x);
    add_type(solver, F, identity);
    pcty_infer_scheme_list *schemes = NULL;
    uint64_t defined[1] = {F};
    CHECK_OK(pcty_infer_solver_leave(solver, defined, 1, &schemes, NULL));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_infer_solver_leave(solver, defined, 1, &schemes, &error));
    CHECK(pcty_infer_scheme_list_at(schemes, 1) == NULL);
    pcty_infer_scheme *scheme = pcty_infer_scheme_clone(pcty_infer_scheme_list_at(schemes, 0));
    pcty_infer_scheme_list_free(schemes);
    CHECK(infer_scheme_info(scheme).quantified_count == 1);
    CHECK(pcty_type_kind(infer_scheme_info(scheme).type) == PCTY_KIND_FUNCTION);

    const pcty_type *of[2];
    of[0] = pcty_type_string(), of[1] = pcty_type_bool();
    pcty_infer_invariants *calls = pcty_infer_invariants_new();
    for (uint64_t i = 0; i < 2; i++) {
        uint64_t use = 100 + i, argument = 200 + i, result = 300 + i;
        CHECK_OK(invariant_instance(calls, use, scheme, NULL));
        CHECK_OK(invariant_type(calls, argument, of[i], NULL));
        CHECK_OK(invariant_call(calls, use, &argument, 1, result, NULL));
    }
    uint32_t first;
    CHECK_OK(pcty_infer_solver_add(solver, calls, &first, NULL));
    CHECK(first == 1 && pcty_infer_invariants_count(calls) == 6);
    pcty_infer_solution *outcome = solve(solver);
    check_type(outcome, 300, pcty_type_string());
    check_type(outcome, 301, pcty_type_bool());
    pcty_infer_solution_free(outcome);
    pcty_infer_invariants_free(calls);
    pcty_infer_scheme_free(scheme);
    pcty_type_free(identity);
    pcty_type_free(x);
    pcty_infer_solver_free(solver);
}

// A rule: the type of `first` for a list. It counts its calls, and tries to use the solver.
struct rule {
    pcty_infer_solver *solver;
    int asked, destroyed;
};

static pcty_status first_of(void *user_data, const pcty_type *const *arguments, size_t count,
                            const pcty_type *result, pcty_type **out, pcty_error **error) {
    struct rule *rule = user_data;
    rule->asked++;
    CHECK(result != NULL);
    if (rule->solver != NULL) {
        pcty_infer_solution *none = NULL;
        CHECK(pcty_infer_solver_solve(rule->solver, &none, NULL) == PCTY_ERROR_INVALID_ARGUMENT);
    }
    if (count != 1) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("one list is needed"));
        return PCTY_ERROR_CALLBACK;
    }
    if (pcty_type_kind(arguments[0]) == PCTY_KIND_VARIABLE) {
        return PCTY_OK;
    }
    *out = func(arguments[0], NULL, pcty_type_element(arguments[0]));
    return PCTY_OK;
}

static void count_destruction(void *user_data) {
    ((struct rule *)user_data)->destroyed++;
}

static void a_rule_builds_signatures(void) {
    struct rule rule = {NULL, 0, 0};
    pcty_infer_signature *signature = NULL;
    CHECK_OK(pcty_infer_signature_built(first_of, &rule, count_destruction, &signature, NULL));
    CHECK(pcty_infer_signature_type(signature) == NULL);
    pcty_type *texts = list(pcty_type_string()), *checked = NULL;
    const pcty_type *arguments[1];
    arguments[0] = texts;
    CHECK_OK(pcty_infer_signature_check(signature, arguments, 1, &checked, NULL));
    pcty_type_free(checked);
    CHECK_FAILS(PCTY_ERROR_CALLBACK,
                pcty_infer_signature_check(signature, NULL, 0, &checked, &error));

    pcty_infer_solver *solver = rule.solver = pcty_infer_solver_new();
    pcty_infer_invariants *apply = pcty_infer_invariants_new();
    uint64_t argument = X;
    CHECK_OK(invariant_apply(apply, signature, &argument, 1, Z, NULL));
    add(solver, apply);
    pcty_infer_solution *outcome = solve(solver);
    CHECK(data_of(outcome).kind == PCTY_INFER_AMBIGUOUS);
    pcty_infer_solution_free(outcome);
    add_type(solver, X, texts);
    outcome = solve(solver);
    check_type(outcome, Z, pcty_type_string());
    pcty_infer_solution_free(outcome);
    CHECK_OK(invariant_apply(apply, signature, NULL, 0, Z, NULL));
    add(solver, apply);
    outcome = solve(solver);
    CHECK(data_of(outcome).kind == PCTY_INFER_CONFLICT);
    CHECK_STR(pcty_error_message(data_of(outcome).reported), "one list is needed");
    CHECK(conflict_of(data_of(outcome).conflict).rule == PCTY_INFER_RULE_REPORTED);
    CHECK(rule.asked >= 4);
    pcty_infer_solution_free(outcome);
    pcty_infer_invariants_free(apply);
    pcty_type_free(texts);
    pcty_infer_signature *clone = pcty_infer_signature_clone(signature);
    pcty_infer_signature_free(signature);
    pcty_infer_signature_free(clone);
    CHECK(rule.destroyed == 0);
    pcty_infer_solver_free(solver);
    CHECK(rule.destroyed == 1);
    // Also if no signature is made.
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_infer_signature_built(NULL, &rule, count_destruction, &signature, &error));
    CHECK(rule.destroyed == 2);
}

static pcty_status join(void *user_data, const pcty_value *const *args, size_t count,
                        const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    (void)user_data, (void)error;
    CHECK(count == 2 && pcty_type_equal(return_type, pcty_type_string()));
    *out = pcty_value_clone(args[1]);
    return PCTY_OK;
}

static void signatures_are_checked_when_called(void) {
    pcty_infer_signature *signature = operator_of(pcty_type_string());
    CHECK(pcty_type_kind(pcty_infer_signature_type(signature)) == PCTY_KIND_FUNCTION);
    pcty_function *function = NULL;
    CHECK_OK(pcty_infer_signature_function(signature, PCTY_DIALECT_HCL, join, NULL, NULL, &function,
                                     NULL));
    pcty_infer_signature_free(signature);
    pcty_value *text = NULL, *truth = pcty_value_bool(true), *result = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("text"), &text, NULL));
    const pcty_value *args[2];
    args[0] = text, args[1] = text;
    CHECK_OK(pcty_function_call(function, args, 2, &result, NULL));
    pcty_str read;
    CHECK_OK(pcty_value_as_string(result, &read, NULL));
    CHECK_STR(read, "text");
    pcty_value_free(result);
    args[1] = truth;
    pcty_error *error = NULL;
    CHECK(pcty_function_call(function, args, 2, &result, &error) == PCTY_ERROR_TYPE);
    CHECK(error_info(error).has_argument && error_info(error).argument == 1);
    pcty_error_free(error);
    pcty_function_free(function);
    pcty_value_free(truth);
    pcty_value_free(text);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_infer_signature_new(pcty_type_bool(), &signature, &error));
}

int main(void) {
    a_unifier_makes_types_equal();
    overloads_are_ambiguous_until_something_is_said();
    a_conflict_names_what_cannot_hold();
    a_conflict_refutes_every_alternative();
    a_budget_ends_the_search();
    definitions_are_generalised();
    a_rule_builds_signatures();
    signatures_are_checked_when_called();
    return 0;
}
