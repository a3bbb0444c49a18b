// Eight threads share handles: read, clone, make containers of them, drop the last one.

#include "check.h"
#include "hcl_views.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 2000 };

static const pcty_value *shared;
static const pcty_type *shared_type;
static const pcty_error *shared_error;
static const pcty_puppet_aliases *shared_aliases;
static const pcty_hcl_expression *shared_expression;
static const pcty_hcl_content *shared_content;
static const pcty_hcl_scope *shared_scope;
static const pcty_hcl_body *shared_body;
static const pcty_hcl_spec *shared_spec;
static const pcty_pcl_checked *shared_bound;
static const pcty_converter *shared_converter;
static pcty_budget *shared_budget;
static pcty_type *capsule_type;
static pcty_value *owned[THREADS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int destroyed;

static void destroy(void *data) {
    CHECK(data == &destroyed);
    pthread_mutex_lock(&lock);
    destroyed++;
    pthread_mutex_unlock(&lock);
}

static pcty_error *check(void *user_data, const pcty_value *value) {
    CHECK(user_data == NULL && value != NULL);
    return NULL;
}

// JSON templates, positions of lines, names of arguments, a spec's questions about a body and the
// nodes of checked expressions are computed on first use, which all threads do at once.
static void evaluate(void) {
    pcty_hcl_scope *scope = NULL;
    pcty_value *number = pcty_value_number_from_int64(1), *value = NULL, *outer = NULL;
    CHECK_OK(pcty_hcl_scope_child(shared_scope, &scope, NULL));
    CHECK_OK(pcty_hcl_scope_set_variable(scope, PCTY_STR("n"), number, NULL));
    CHECK_OK(pcty_hcl_expression_evaluate(shared_expression, scope, &value, NULL, NULL));
    CHECK_OK(pcty_hcl_expression_evaluate(shared_expression, shared_scope, &outer, NULL, NULL));
    CHECK(!pcty_value_equal(value, outer));
    CHECK(pcty_hcl_expression_range(shared_expression, PCTY_HCL_RANGE_WHOLE).end.column == 18);
    const pcty_hcl_attribute *port = pcty_hcl_content_attribute_get(shared_content,
                                                                    PCTY_STR("port"));
    CHECK(attribute_data(port).range.start.line == 1);
    pcty_value_free(outer);
    pcty_value_free(value);
    pcty_hcl_spec *spec = pcty_hcl_spec_clone(shared_spec);
    int64_t decoded;
    CHECK_OK(pcty_hcl_spec_decode(spec, shared_body, shared_scope, &value, NULL, NULL));
    CHECK_OK(pcty_value_as_int64(value, &decoded, NULL));
    CHECK(decoded == 80);
    pcty_hcl_spec_free(spec);
    pcty_value_free(value);
    const pcty_pcl_node *sum = pcty_pcl_checked_root(shared_bound);
    CHECK(pcty_pcl_node_range(pcty_pcl_node_child_at(sum, 1)).end.column == 6);
    pcty_pcl_node_data data;
    CHECK(pcty_pcl_node_info(sum, &data) && pcty_type_equal(data.type, pcty_type_number()));
    pcty_value_free(number);
    pcty_hcl_scope_free(scope);
}

// The conversion between two types is computed once; each thread solves in its own solver.
static void convert_and_solve(void) {
    pcty_value *converted = NULL;
    CHECK_OK(pcty_converter_apply(shared_converter, shared, &converted, NULL));
    CHECK(pcty_type_kind(pcty_type_element(pcty_value_type(converted))) == PCTY_KIND_STRING);
    pcty_value_free(converted);
    pcty_infer_invariants *invariants = pcty_infer_invariants_new();
    CHECK_OK(invariant_type(invariants, 2, shared_type, NULL));
    CHECK_OK(invariant_equal(invariants, 1, 2, NULL));
    pcty_infer_solver *solver = pcty_infer_solver_new();
    uint32_t first;
    CHECK_OK(pcty_infer_solver_add(solver, invariants, &first, NULL));
    pcty_infer_solution *outcome = NULL;
    const pcty_type *found = NULL;
    CHECK_OK(pcty_infer_solver_solve(solver, &outcome, NULL));
    CHECK_OK(pcty_infer_solution_type(outcome, 1, &found, NULL));
    CHECK(pcty_type_equal(found, shared_type));
    pcty_infer_solution_free(outcome);
    pcty_infer_solver_free(solver);
    pcty_infer_invariants_free(invariants);
}

// All threads work within one budget, until one of them cancels it.
static void work_within(int round, bool cancels) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_budget_enter(shared_budget, NULL));
    if (cancels && round == ROUNDS / 2) {
        pcty_budget_cancel(shared_budget);
    }
    pcty_status status =
        pcty_hcl_expression_evaluate(shared_expression, shared_scope, &value, NULL, NULL);
    CHECK(status == PCTY_OK || status == PCTY_ERROR_CANCELLED);
    CHECK((status == PCTY_OK) == (value != NULL));
    CHECK(!cancels || (status == PCTY_OK) == (round < ROUNDS / 2));
    pcty_value_free(value);
    CHECK_OK(pcty_budget_leave(shared_budget, NULL));
}

static void *work(void *argument) {
    pcty_value **own = argument;
    for (int round = 0; round < ROUNDS; round++) {
        pcty_value *clone = pcty_value_clone(shared), *tuple = NULL, *marked = NULL;
        CHECK(pcty_value_equal(clone, shared));
        CHECK(pcty_value_hash(clone) == pcty_value_hash(shared));
        CHECK(pcty_type_equal(pcty_value_type(clone), shared_type));
        const pcty_value *parts[2];
        parts[0] = clone;
        parts[1] = pcty_value_element_at(shared, 1);
        CHECK_OK(pcty_value_tuple(parts, 2, &tuple, NULL));
        CHECK_OK(pcty_value_mark(tuple, PCTY_STR("secret"), &marked, NULL));
        pcty_value_free(clone);
        int64_t number = 0;
        CHECK_OK(pcty_value_as_int64(pcty_value_element_at(tuple, 1), &number, NULL));
        CHECK(number == 2);
        // Every thread fails in its own way.
        CHECK_FAILS(PCTY_ERROR_MARKED, pcty_value_as_int64(marked, &number, &error));
        CHECK_STRING(pcty_error_format(shared_error, PCTY_NOTATION_LINE), ".a: shared");
        pcty_type *list = NULL, *tree = NULL;
        CHECK_OK(pcty_type_list(shared_type, NULL, &list, NULL));
        pcty_type_free(list);
        pcty_puppet_aliases *aliases = pcty_puppet_aliases_clone(shared_aliases);
        pcty_puppet_options options = PCTY_PUPPET_OPTIONS_INIT;
        options.aliases = aliases;
        CHECK_OK(pcty_puppet_type_parse(PCTY_STR("Array[Tree]"), &options, &tree, NULL));
        pcty_puppet_aliases_free(aliases);
        bool fits = false;
        CHECK_OK(pcty_type_assignable(tree,
                                      puppet_alias_at(shared_aliases, 0).type,
                                      PCTY_DIALECT_PUPPET, &fits, NULL));
        CHECK(fits);
        pcty_type_free(tree);
        evaluate();
        convert_and_solve();
        work_within(round, own == owned);
        pcty_value_free(marked);
        pcty_value_free(tuple);
    }
    pcty_value_free(*own);
    return NULL;
}

int main(void) {
    const int64_t numbers[] = {1, 2, 3};
    pcty_value *list = NULL, *capsule = NULL;
    CHECK_OK(pcty_value_list_from_int64(numbers, 3, &list, NULL));
    shared = list;
    shared_type = pcty_value_type(list);
    pcty_error *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("shared"));
    CHECK_OK(prepend_step(error, PCTY_STR("a"), NULL, 0));
    shared_error = error;
    const pcty_str name = PCTY_STR_INIT("Tree"), notation = PCTY_STR_INIT("Variant[Integer, Array[Tree]]");
    pcty_puppet_aliases *aliases = NULL;
    CHECK_OK(pcty_puppet_aliases_new(NULL, &name, &notation, 1, &aliases, NULL));
    shared_aliases = aliases;
    pcty_hcl_expression *expression = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("[\"n is ${n + 1}\"]"), PCTY_STR("f"), NULL,
                                       PCTY_HCL_JSON, &expression, NULL, NULL));
    shared_expression = expression;
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    CHECK_OK(pcty_hcl_scope_set_variable(scope, PCTY_STR("n"), pcty_value_element_at(list, 2),
                                         NULL));
    shared_scope = scope;
    pcty_hcl_body *body = NULL;
    pcty_hcl_content *content = NULL;
    CHECK_OK(pcty_hcl_body_parse(PCTY_STR("port = 80\n"), PCTY_STR("f"), NULL, PCTY_HCL_NATIVE, &body, NULL,
                                 NULL));
    CHECK_OK(pcty_hcl_body_attributes(body, &content, NULL, NULL));
    shared_content = content;
    shared_body = body;
    pcty_hcl_spec *port = NULL, *checked = NULL;
    CHECK_OK(
        pcty_hcl_spec_attribute(PCTY_STR("port"), pcty_type_number(), true, &port, NULL));
    CHECK_OK(pcty_hcl_spec_validate(port, check, NULL, NULL, &checked, NULL));
    shared_spec = checked;
    pcty_hcl_expression *sum = NULL;
    pcty_pcl_checked *bound = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("1 + 2"), PCTY_STR("f"), NULL, PCTY_HCL_NATIVE, &sum, NULL,
                                       NULL));
    CHECK_OK(pcty_pcl_checked_new(sum, NULL, NULL, &bound, NULL));
    pcty_hcl_expression_free(sum);
    shared_bound = bound;
    pcty_type *strings = NULL;
    pcty_converter *converter = NULL;
    CHECK_OK(pcty_type_list(pcty_type_string(), NULL, &strings, NULL));
    CHECK_OK(pcty_converter_new(shared_type, strings, PCTY_DIALECT_HCL, PCTY_SAFETY_SAFE, &converter,
                                NULL));
    shared_converter = converter;
    CHECK_OK(pcty_budget_new(NULL, &shared_budget, NULL));
    CHECK_OK(pcty_type_capsule(PCTY_STR("flag"), NULL, &capsule_type, NULL));
    CHECK_OK(pcty_value_capsule(capsule_type, &destroyed, destroy, &capsule, NULL));

    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        owned[i] = pcty_value_clone(capsule);
    }
    pcty_value_free(capsule);
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, work, &owned[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(destroyed == 1);
    pcty_type_free(capsule_type);
    pcty_budget_free(shared_budget);
    pcty_converter_free(converter);
    pcty_type_free(strings);
    pcty_error_free(error);
    pcty_puppet_aliases_free(aliases);
    pcty_hcl_spec_free(port);
    pcty_hcl_spec_free(checked);
    pcty_pcl_checked_free(bound);
    pcty_hcl_content_free(content);
    pcty_hcl_body_free(body);
    pcty_hcl_scope_free(scope);
    pcty_hcl_expression_free(expression);
    pcty_value_free(list);
    return 0;
}
