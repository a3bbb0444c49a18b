// Budgets: limits of a call, a fresh start for each call, counting in callbacks, and cancellation
// by a different thread.

#include "check.h"

#include <pthread.h>

static pcty_hcl_scope *scope;

static pcty_hcl_expression *parsed(const char *text) {
    pcty_hcl_expression *expression = NULL;
    CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(text), PCTY_STR("a.hcl"), NULL,
                                       PCTY_HCL_NATIVE, &expression, NULL, NULL));
    return expression;
}

static pcty_status evaluated(const pcty_hcl_expression *expression) {
    pcty_value *value = NULL;
    pcty_error *error = NULL;
    pcty_status status = pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error);
    CHECK((status == PCTY_OK) == (value != NULL) && (value == NULL) == (error != NULL));
    CHECK(error == NULL || pcty_error_code(error) == status);
    pcty_value_free(value);
    pcty_error_free(error);
    return status;
}

static pcty_budget *budget_of(uint64_t steps, uint64_t bytes, uint64_t microseconds) {
    pcty_limits limits = PCTY_LIMITS_INIT;
    pcty_budget *budget = NULL;
    limits.steps = steps;
    limits.bytes = bytes;
    limits.microseconds = microseconds;
    CHECK_OK(pcty_budget_new(&limits, &budget, NULL));
    return budget;
}

static void limits(void) {
    pcty_limits standard = PCTY_LIMITS_INIT, made = PCTY_LIMITS_INIT;
    CHECK_OK(pcty_budget_limits(NULL, &standard, NULL));
    CHECK(standard.steps > 1000000 && standard.steps < UINT64_MAX);
    CHECK(standard.bytes >= 1 << 20 && standard.bytes <= 1 << 28);
    CHECK(standard.microseconds == UINT64_MAX);

    pcty_budget *budget = NULL;
    CHECK_OK(pcty_budget_new(NULL, &budget, NULL));
    CHECK_OK(pcty_budget_limits(budget, &made, NULL));
    CHECK(made.steps == standard.steps && made.bytes == standard.bytes);
    pcty_budget_free(budget);

    budget = budget_of(5, UINT64_MAX, 7);
    CHECK_OK(pcty_budget_limits(budget, &made, NULL));
    CHECK(made.steps == 5 && made.bytes == UINT64_MAX && made.microseconds == 7);
    pcty_budget_free(budget);

    made.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_budget_new(&made, &budget, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_budget_limits(NULL, &made, &error));
}

// Only the budget entered last can be left; all entered budgets apply together.
static void nesting(void) {
    pcty_hcl_expression *sum = parsed("1 + 2 + 3 + 4");
    pcty_budget *wide = budget_of(UINT64_MAX, 0, 0), *narrow = budget_of(2, 0, 0);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_budget_leave(wide, &error));
    CHECK_OK(pcty_budget_enter(narrow, NULL));
    CHECK(evaluated(sum) == PCTY_ERROR_LIMIT);
    CHECK_OK(pcty_budget_enter(wide, NULL));
    CHECK(evaluated(sum) == PCTY_ERROR_LIMIT);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_budget_leave(narrow, &error));
    CHECK_OK(pcty_budget_leave(wide, NULL));
    CHECK_OK(pcty_budget_leave(narrow, NULL));
    CHECK_OK(evaluated(sum));

    // A budget that is freed while entered still applies; any handle of it can leave it.
    pcty_budget *same = pcty_budget_clone(narrow);
    CHECK_OK(pcty_budget_enter(narrow, NULL));
    pcty_budget_free(narrow);
    CHECK(evaluated(sum) == PCTY_ERROR_LIMIT);
    CHECK_OK(pcty_budget_leave(same, NULL));
    CHECK_OK(evaluated(sum));

    for (int i = 0; i < 64; i++) {
        CHECK_OK(pcty_budget_enter(same, NULL));
    }
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_budget_enter(same, &error));
    for (int i = 0; i < 64; i++) {
        CHECK_OK(pcty_budget_leave(same, NULL));
    }
    pcty_budget_free(same);
    pcty_budget_free(wide);
    pcty_hcl_expression_free(sum);
}

// A call whose last argument is `&error` fails without writing its output `out`.
#define REFUSED(status, out, call)                                                      \
    do {                                                                                \
        (out) = NULL;                                                                   \
        CHECK_FAILS(status, call);                                                      \
        CHECK((out) == NULL);                                                           \
    } while (0)

// Every call that parses a text fails with the status, without output.
static void every_text(pcty_status status) {
    const pcty_str text = PCTY_STR_INIT("[1, 2, 3]"), file = PCTY_STR_INIT("f");
    const pcty_position start = PCTY_POSITION_START;
    pcty_error *found = NULL;
    pcty_hcl_expression *expression = NULL;
    for (pcty_hcl_syntax by = PCTY_HCL_NATIVE; by <= PCTY_HCL_TEMPLATE; by++) {
        REFUSED(status, expression,
                pcty_hcl_expression_parse(text, file, NULL, by, &expression, NULL, &error));
        REFUSED(status, expression,
                pcty_hcl_expression_parse(text, file, &start, by, &expression, NULL, &error));
        REFUSED(status, expression,
                pcty_hcl_expression_parse(text, file, NULL, by, &expression, &found, &error));
        CHECK(found == NULL);
    }
    pcty_hcl_body *body = NULL;
    const pcty_str bodies[] = {PCTY_STR_INIT("a = [1]\n"), PCTY_STR_INIT("{\"a\": [1]}")};
    for (pcty_hcl_syntax by = PCTY_HCL_NATIVE; by <= PCTY_HCL_JSON; by++) {
        REFUSED(status, body, pcty_hcl_body_parse(bodies[by - 1], file, NULL, by, &body, NULL, &error));
        REFUSED(status, body,
                pcty_hcl_body_parse(bodies[by - 1], file, NULL, by, &body, &found, &error));
        CHECK(found == NULL);
    }
    pcty_hcl_traversals *steps = NULL;
    REFUSED(status, steps,
            pcty_hcl_traversals_parse(PCTY_STR("a.b.c.d"), file, &start, &steps, NULL, &error));
    pcty_type *type = NULL;
    REFUSED(status, type,
            pcty_hcl_type_parse(PCTY_STR("list(string)"), file, PCTY_HCL_NATIVE,
                                PCTY_HCL_TYPE_CONSTRAINT, &type, NULL, &error));
    pcty_puppet_manifest *manifest = NULL;
    REFUSED(status, manifest,
            pcty_puppet_manifest_parse(text, file, PCTY_PUPPET_MANIFEST, PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT,
                                       &manifest, &error));
}

// Every call that processes a text or a value fails with the status, without output.
static void every_kind_of_call(const pcty_budget *budget, pcty_status status) {
    pcty_value *value = NULL, *numbers = NULL;
    pcty_type *type = NULL;
    pcty_error *found = NULL;
    int64_t elements[200];
    for (int i = 0; i < 200; i++) {
        elements[i] = i;
    }
    CHECK_OK(pcty_value_list_from_int64(elements, 200, &numbers, NULL));
    CHECK_OK(pcty_type_list(pcty_type_string(), NULL, &type, NULL));

    pcty_hcl_expression *loop = parsed("[for i in range(100): \"${i}\"]");
    pcty_hcl_body *body = NULL;
    pcty_hcl_spec *spec = NULL;
    CHECK_OK(pcty_hcl_body_parse(PCTY_STR("a = [for i in range(100): i]\n"), PCTY_STR("a.hcl"), NULL,
                                 PCTY_HCL_NATIVE, &body, NULL, NULL));
    CHECK_OK(pcty_hcl_spec_attribute(PCTY_STR("a"), pcty_type_any(), true, &spec, NULL));
    const pcty_function *reverse = pcty_hcl_stdlib_get(PCTY_STR("reverselist"));

    CHECK_OK(pcty_budget_enter(budget, NULL));
    REFUSED(status, value, pcty_hcl_expression_evaluate(loop, scope, &value, NULL, &error));
    REFUSED(status, value,
            pcty_hcl_expression_evaluate(loop, scope, &value, &found, &error));
    CHECK(found == NULL);
    pcty_hcl_expression_free(loop);

    REFUSED(status, value, pcty_hcl_spec_decode(spec, body, scope, &value, NULL, &error));
    REFUSED(status, value,
            pcty_hcl_spec_decode(spec, body, scope, &value, &found, &error));
    CHECK(found == NULL);
    pcty_hcl_spec_free(spec);
    pcty_hcl_body_free(body);

    for (pcty_dialect dialect = PCTY_DIALECT_HCL; dialect <= PCTY_DIALECT_PCL; dialect++) {
        pcty_error_list *errors = NULL;
        REFUSED(status, value, pcty_value_convert(numbers, type, dialect, &value, &error));
        REFUSED(status, errors, pcty_value_check(numbers, type, dialect, &errors, &error));
    }

    const pcty_value *arguments[1];
    arguments[0] = numbers;
    REFUSED(status, value, pcty_function_call(reverse, arguments, 1, &value, &error));

    every_text(status);
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_value_free(numbers);
    pcty_type_free(type);
}

// A canceled budget also refuses calls that take no step.
static void every_question(const pcty_budget *cancelled) {
    pcty_value *value = pcty_value_bool(true);
    pcty_type *type = NULL, *list = NULL;
    pcty_string *text = NULL;
    pcty_converter *converter = NULL;
    pcty_unification *unification = NULL;
    pcty_error *why = NULL;
    bool answer;
    pcty_conversion conversion;
    CHECK_OK(pcty_type_list(pcty_type_string(), NULL, &list, NULL));
    const pcty_type *both[2];
    both[0] = list, both[1] = pcty_type_string();
    pcty_infer_solver *solver = pcty_infer_solver_new();
    pcty_infer_solution *outcome = NULL;
    CHECK_OK(pcty_budget_enter(cancelled, NULL));
    for (pcty_dialect by = PCTY_DIALECT_HCL; by <= PCTY_DIALECT_MCL; by++) {
        pcty_status status = PCTY_ERROR_CANCELLED;
        REFUSED(status, type, pcty_type_parse(PCTY_STR("string"), by, &type, &error));
        REFUSED(status, text, pcty_type_format(list, by, &text, &error));
        CHECK_FAILS(status, pcty_type_assignable(list, list, by, &answer, &error));
        CHECK_FAILS(status, pcty_type_equivalent(list, list, by, &answer, &error));
        CHECK_FAILS(status, pcty_type_conversion(list, list, by, &conversion, &error));
        REFUSED(status, why, pcty_type_explain(list, both[1], by, &why, &error));
        CHECK_FAILS(status, pcty_value_is_instance(value, both[1], by, &answer, &error));
        REFUSED(status, type, pcty_value_type_of(value, by, &type, &error));
        REFUSED(status, converter,
                pcty_converter_new(list, list, by, PCTY_SAFETY_SAFE, &converter, &error));
        REFUSED(status, unification,
                pcty_type_unify(both, 2, by, PCTY_SAFETY_UNSAFE, &unification, &error));
    }
    REFUSED(PCTY_ERROR_CANCELLED, outcome, pcty_infer_solver_solve(solver, &outcome, &error));
    REFUSED(PCTY_ERROR_CANCELLED, text, pcty_value_to_json(value, NULL, &text, &error));
    pcty_value *read = NULL;
    REFUSED(PCTY_ERROR_CANCELLED, read,
            pcty_value_from_json(PCTY_STR("[1]"), NULL, &read, &error));
    CHECK_OK(pcty_budget_leave(cancelled, NULL));
    pcty_infer_solver_free(solver);
    pcty_type_free(list);
    pcty_value_free(value);
}

static void each_measure(void) {
    pcty_budget *budget = budget_of(5, 0, 0);
    pcty_hcl_expression *loop = parsed("[for i in range(100): i]");
    CHECK_OK(pcty_budget_enter(budget, NULL));
    CHECK(evaluated(loop) == PCTY_ERROR_LIMIT);
    CHECK_OK(pcty_budget_leave(budget, NULL));
    every_kind_of_call(budget, PCTY_ERROR_LIMIT);
    pcty_budget_free(budget);

    // Each call starts with the full budget.
    budget = budget_of(5000, 0, 0);
    CHECK_OK(pcty_budget_enter(budget, NULL));
    for (int i = 0; i < 100; i++) {
        CHECK_OK(evaluated(loop));
    }
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_budget_free(budget);

    budget = budget_of(UINT64_MAX, 1000, 0);
    CHECK_OK(pcty_budget_enter(budget, NULL));
    CHECK(evaluated(loop) == PCTY_ERROR_LIMIT);
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_budget_free(budget);
    pcty_hcl_expression_free(loop);

    // The time limit ends a call with enough steps.
    pcty_hcl_expression *endless =
        parsed("[for a in range(1024): [for b in range(1024): [for c in range(1024): 1][0]][0]]");
    budget = budget_of(UINT64_MAX, UINT64_MAX, 20000);
    CHECK_OK(pcty_budget_enter(budget, NULL));
    CHECK(evaluated(endless) == PCTY_ERROR_LIMIT);
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_budget_free(budget);
    pcty_hcl_expression_free(endless);
}

static void cancelled(void) {
    pcty_budget *budget = budget_of(0, 0, 0);
    CHECK(!pcty_budget_is_cancelled(budget) && !pcty_budget_is_cancelled(NULL));
    pcty_budget_cancel(NULL);
    CHECK_OK(pcty_budget_enter(budget, NULL));
    pcty_hcl_expression *sum = parsed("1 + 2");
    CHECK_OK(evaluated(sum));
    CHECK_OK(pcty_budget_leave(budget, NULL));

    pcty_budget_cancel(budget);
    CHECK(pcty_budget_is_cancelled(budget));
    CHECK_OK(evaluated(sum));
    CHECK_OK(pcty_budget_enter(budget, NULL));
    CHECK(evaluated(sum) == PCTY_ERROR_CANCELLED);
    CHECK_OK(pcty_budget_leave(budget, NULL));
    every_kind_of_call(budget, PCTY_ERROR_CANCELLED);
    every_question(budget);
    pcty_budget_free(budget);
    pcty_hcl_expression_free(sum);
}

static void *cancel_later(void *budget) {
    CHECK_OK(pcty_budget_enter(budget, NULL)); // bounds only this thread
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_budget_cancel(budget);
    return NULL;
}

// A different thread cancels a call that would take minutes.
static void cancelled_from_outside(void) {
    pcty_hcl_expression *endless =
        parsed("[for a in range(1024): [for b in range(1024): [for c in range(1024): 1][0]][0]]");
    pcty_budget *budget = budget_of(UINT64_MAX, UINT64_MAX, UINT64_MAX);
    pthread_t other;
    CHECK_OK(pcty_budget_enter(budget, NULL));
    CHECK(pthread_create(&other, NULL, cancel_later, budget) == 0);
    CHECK(evaluated(endless) == PCTY_ERROR_CANCELLED);
    pthread_join(other, NULL);
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_budget_free(budget);
    pcty_hcl_expression_free(endless);
}

// The actions of the host's functions.
typedef struct {
    const pcty_hcl_expression *evaluates;
    const pcty_budget *within;
    pcty_function *calls;
    pcty_status status;
    int depth, deepest;
} host;

static pcty_status call_again(void *user_data, const pcty_value *const *args, size_t count,
                              const pcty_type *return_type, pcty_value **out,
                              pcty_error **error) {
    host *own = user_data;
    pcty_status status = PCTY_OK;
    (void)return_type;
    own->depth++;
    if (own->depth > own->deepest) {
        own->deepest = own->depth;
    }
    if (own->within != NULL) {
        CHECK_OK(pcty_budget_enter(own->within, NULL));
    }
    if (own->calls != NULL) {
        status = pcty_function_call(own->calls, args, count, out, error);
    } else {
        own->status = pcty_hcl_expression_evaluate(own->evaluates, scope, out, NULL, NULL);
        if (own->status != PCTY_OK) {
            *out = pcty_value_bool(true);
        }
    }
    if (own->within != NULL) {
        CHECK_OK(pcty_budget_leave(own->within, NULL));
    }
    own->depth--;
    return status;
}

static pcty_function *function_of(host *own) {
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    pcty_function *function = NULL;
    spec.return_type = pcty_type_any();
    spec.implementation = call_again;
    spec.user_data = own;
    CHECK_OK(pcty_function_new(&spec, &function, NULL));
    return function;
}

static void callbacks(void) {
    // Infinite recursion reaches a limit.
    host own = {NULL, NULL, NULL, PCTY_OK, 0, 0};
    pcty_value *value = NULL;
    own.calls = function_of(&own);
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_function_call(own.calls, NULL, 0, &value, &error));
    CHECK(own.deepest > 4 && own.deepest < 1000 && own.depth == 0 && value == NULL);
    pcty_function_free(own.calls);

    // An evaluation in a callback counts toward the outer call.
    pcty_hcl_expression *loop = parsed("[for i in range(100): i]");
    pcty_hcl_expression *calling = parsed("again()");
    host evaluating = {loop, NULL, NULL, PCTY_OK, 0, 0};
    pcty_function *again = function_of(&evaluating);
    CHECK_OK(pcty_hcl_scope_set_function(scope, PCTY_STR("again"), again, NULL));
    CHECK_OK(evaluated(calling));
    pcty_budget *few = budget_of(50, 0, 0), *many = budget_of(5000, 0, 0);
    CHECK_OK(pcty_budget_enter(few, NULL));
    CHECK(evaluated(calling) == PCTY_ERROR_LIMIT && evaluating.status == PCTY_ERROR_LIMIT);
    CHECK_OK(pcty_budget_leave(few, NULL));

    // A budget entered in a callback bounds only the calls of the callback.
    evaluating.within = few;
    CHECK_OK(pcty_budget_enter(many, NULL));
    CHECK_OK(evaluated(calling));
    CHECK(evaluating.status == PCTY_ERROR_LIMIT);
    evaluating.within = many;
    CHECK_OK(evaluated(calling));
    CHECK_OK(evaluating.status);
    CHECK_OK(pcty_budget_leave(many, NULL));
    pcty_budget_free(few);
    pcty_budget_free(many);
    pcty_function_free(again);
    pcty_hcl_expression_free(calling);
    pcty_hcl_expression_free(loop);
}

int main(void) {
    scope = pcty_hcl_scope_new();
    CHECK_OK(pcty_hcl_scope_set_standard_functions(scope, NULL));
    limits();
    nesting();
    each_measure();
    cancelled();
    cancelled_from_outside();
    callbacks();
    pcty_hcl_scope_free(scope);
    return 0;
}
