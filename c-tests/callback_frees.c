// Callbacks that free or replace objects used by the running call, exceed its time limit, or enter
// and leave budgets.

#include "check.h"

#include <time.h>

static int calls;
static int destroyed;
static bool is_running;

// No callback is running: a running callback is kept until it returns.
static void destroy(void *data) {
    (void)data;
    CHECK(!is_running);
    destroyed++;
}

// The action of the running callback, executed once.
static void (*action)(void);

static void act(void) {
    void (*now)(void) = action;
    calls++;
    is_running = true;
    action = NULL;
    if (now != NULL)
        now();
    is_running = false;
}

static void begin(void (*first)(void)) {
    action = first;
    calls = 0;
    destroyed = 0;
}

static pcty_status implement(void *data, const pcty_value *const *args, size_t count,
                             const pcty_type *type, pcty_value **out, pcty_error **error) {
    (void)data, (void)args, (void)count, (void)type;
    act();
    return pcty_value_string(PCTY_STR("a"), out, error);
}

static pcty_function *function(void) {
    pcty_function *made = NULL;
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    spec.return_type = pcty_type_string();
    spec.implementation = implement;
    spec.destroy = destroy;
    CHECK_OK(pcty_function_new(&spec, &made, NULL));
    return made;
}

static pcty_hcl_scope *scope;
static pcty_hcl_expression *expression;
static pcty_hcl_body *body;
static pcty_hcl_spec *spec;

static void set_up(void) {
    pcty_function *f = function();
    scope = pcty_hcl_scope_new();
    CHECK_OK(pcty_hcl_scope_set_function(scope, PCTY_STR("f"), f, NULL));
    pcty_function_free(f);
}

static void parse(const char *text) {
    CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(text), PCTY_STR("f"), NULL, PCTY_HCL_NATIVE,
                                       &expression, NULL, NULL));
}

static void free_evaluation(void) {
    pcty_hcl_scope_free(scope);
    pcty_hcl_expression_free(expression);
    CHECK(destroyed == 0);
}

static void expressions(void) {
    pcty_value *value = NULL;
    set_up();
    parse("[for i in [1, 2, 3] : \"${f()}${i}\"]");
    begin(free_evaluation);
    CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, NULL));
    CHECK(calls == 3 && destroyed == 1);
    pcty_value_free(value);
}

static void free_decoding(void) {
    pcty_hcl_scope_free(scope);
    pcty_hcl_spec_free(spec);
    pcty_hcl_body_free(body);
    CHECK(destroyed == 0);
}

static pcty_error *check(void *data, const pcty_value *value) {
    CHECK(data == NULL && value != NULL);
    act();
    return NULL;
}

static void decoding(void) {
    pcty_value *value = NULL;
    pcty_hcl_spec *attribute = NULL;
    set_up();
    CHECK_OK(pcty_hcl_body_parse(PCTY_STR("a = \"${f()}${f()}\"\n"), PCTY_STR("f"), NULL, PCTY_HCL_NATIVE,
                                 &body, NULL, NULL));
    CHECK_OK(pcty_hcl_spec_attribute(PCTY_STR("a"), pcty_type_string(), true, &attribute, NULL));
    CHECK_OK(pcty_hcl_spec_validate(attribute, check, NULL, destroy, &spec, NULL));
    pcty_hcl_spec_free(attribute);
    begin(free_decoding);
    CHECK_OK(pcty_hcl_spec_decode(spec, body, scope, &value, NULL, NULL));
    CHECK(calls == 3 && destroyed == 2);
    pcty_value_free(value);
}

// A callback of 300 ms with a limit of 250 ms runs once. Under valgrind, the evaluation before the
// callback takes several milliseconds.
static void wait_long(void) {
    struct timespec time = {0, 300 * 1000 * 1000};
    nanosleep(&time, NULL);
}

static pcty_budget *budget;

static void enter_only(void) { CHECK_OK(pcty_budget_enter(budget, NULL)); }

static void leave_only(void) {
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_budget_leave(budget, &error));
}

static void budgets(void) {
    pcty_limits limits = PCTY_LIMITS_INIT;
    pcty_budget *shorter = NULL;
    pcty_value *value = NULL;
    limits.microseconds = 250000;
    CHECK_OK(pcty_budget_new(&limits, &shorter, NULL));
    CHECK_OK(pcty_budget_new(NULL, &budget, NULL));
    set_up();
    parse("[for i in [1, 2, 3] : f()]");
    begin(wait_long);
    CHECK_OK(pcty_budget_enter(shorter, NULL));
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error));
    CHECK_OK(pcty_budget_leave(shorter, NULL));
    CHECK(calls == 1);

    // A callback cannot leave its caller's budget.
    begin(leave_only);
    CHECK_OK(pcty_budget_enter(budget, NULL));
    CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, NULL));
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_value_free(value);

    // A budget that the callback enters and does not leave is left automatically.
    begin(enter_only);
    CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, NULL));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_budget_leave(budget, &error));
    CHECK(calls == 3);
    pcty_value_free(value);
    pcty_hcl_expression_free(expression);
    pcty_hcl_scope_free(scope);
    pcty_budget_free(shorter);
    pcty_budget_free(budget);
}

static pcty_value *walked;

static void free_walked(void) { pcty_value_free(walked); }

static pcty_visit visit(void *data, const pcty_path *path, const pcty_value *part) {
    CHECK(data == NULL && path != NULL && part != NULL);
    act();
    return PCTY_VISIT_DESCEND;
}

static pcty_status rewrite(void *data, const pcty_path *path, const pcty_value *part,
                           pcty_value **out, pcty_error **error) {
    CHECK(data == NULL && path != NULL && part != NULL && *out == NULL && *error == NULL);
    act();
    return PCTY_OK;
}

static void values(void) {
    pcty_value *value = NULL;
    parse("[\"a\", [\"b\"]]");
    CHECK_OK(pcty_hcl_expression_evaluate(expression, NULL, &walked, NULL, NULL));
    begin(free_walked);
    CHECK_OK(pcty_value_walk(walked, visit, NULL, NULL));
    CHECK(calls == 4);
    CHECK_OK(pcty_hcl_expression_evaluate(expression, NULL, &walked, NULL, NULL));
    begin(free_walked);
    CHECK_OK(pcty_value_transform(walked, rewrite, NULL, &value, NULL));
    CHECK(calls == 4);
    pcty_value_free(value);
    pcty_hcl_expression_free(expression);
}

static pcty_type *type_of_call(void) {
    pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
    pcty_type *type = NULL;
    parts.parameters = PCTY_PARAMETERS_LISTED;
    parts.result = pcty_type_string();
    CHECK_OK(pcty_type_function(&parts, &type, NULL));
    return type;
}

static pcty_infer_signature *signature;
static pcty_infer_solver *solver;

static void free_signature(void) { pcty_infer_signature_free(signature); }

static void free_solver(void) { pcty_infer_solver_free(solver); }

static pcty_status build(void *data, const pcty_type *const *arguments, size_t count,
                         const pcty_type *result, pcty_type **out, pcty_error **error) {
    CHECK(data == NULL && count == 0 && result != NULL && *error == NULL);
    (void)arguments;
    act();
    *out = type_of_call();
    return PCTY_OK;
}

static void inference(void) {
    pcty_type *type = NULL;
    uint32_t first = 0;
    pcty_infer_solution *outcome = NULL;
    pcty_infer_invariants *all = pcty_infer_invariants_new();
    CHECK_OK(pcty_infer_signature_built(build, NULL, destroy, &signature, NULL));
    begin(free_signature);
    CHECK_OK(pcty_infer_signature_check(signature, NULL, 0, &type, NULL));
    CHECK(calls == 1 && destroyed == 1);
    pcty_type_free(type);

    solver = pcty_infer_solver_new();
    CHECK_OK(pcty_infer_signature_built(build, NULL, destroy, &signature, NULL));
    CHECK_OK(invariant_apply(all, signature, NULL, 0, 1, NULL));
    begin(free_solver);
    CHECK_OK(pcty_infer_solver_add(solver, all, &first, NULL));
    CHECK_OK(pcty_infer_solver_solve(solver, &outcome, NULL));
    CHECK(calls >= 1);
    pcty_infer_signature_free(signature);
    pcty_infer_invariants_free(all);
    CHECK(destroyed == 1);
    pcty_infer_solution_free(outcome);
}

static pcty_pcl_type_scope *types;

static void free_check(void) {
    pcty_pcl_type_scope_free(types);
    pcty_hcl_expression_free(expression);
    CHECK(destroyed == 0);
}

static pcty_status rule(void *data, const pcty_type *const *arguments,
                        const pcty_hcl_expression *const *expressions, size_t count, pcty_type **out,
                        pcty_error **error) {
    CHECK(data == NULL && count == 0 && *error == NULL);
    (void)arguments, (void)expressions;
    act();
    *out = type_of_call();
    return PCTY_OK;
}

// Defines a second function in the scope while the first one is being removed.
static void define_g(void *data) {
    (void)data;
    destroyed++;
    CHECK_OK(pcty_pcl_type_scope_set_generic_function(types, PCTY_STR("g"), rule, NULL, NULL, NULL));
}

static void pcl(void) {
    pcty_pcl_checked *bound = NULL;
    parse("[f(), f()]");
    types = pcty_pcl_type_scope_new();
    begin(free_check);
    CHECK_OK(pcty_pcl_type_scope_set_generic_function(types, PCTY_STR("f"), rule, NULL, destroy,
                                                      NULL));
    CHECK_OK(pcty_pcl_checked_new(expression, types, NULL, &bound, NULL));
    CHECK(calls == 2 && destroyed == 1);
    pcty_pcl_checked_free(bound);

    // `destroy` runs after the change.
    begin(NULL);
    types = pcty_pcl_type_scope_new();
    CHECK_OK(pcty_pcl_type_scope_set_generic_function(types, PCTY_STR("f"), rule, NULL, define_g,
                                                      NULL));
    CHECK_OK(pcty_pcl_type_scope_set_generic_function(types, PCTY_STR("f"), rule, NULL, NULL, NULL));
    CHECK(destroyed == 1);
    parse("[f(), g()]");
    CHECK_OK(pcty_pcl_checked_new(expression, types, NULL, &bound, NULL));
    pcty_pcl_checked_data data;
    CHECK(pcty_pcl_checked_info(bound, &data) && data.diagnostics == NULL);
    pcty_pcl_checked_free(bound);
    pcty_pcl_type_scope_free(types);
    pcty_hcl_expression_free(expression);
}

static pcty_puppet_environment *environment;
static pcty_puppet_manifest *manifest;

static pcty_status keep(void *data, pcty_puppet_level level, pcty_str message, pcty_error **error) {
    CHECK(data == NULL && level != 0 && message.len > 0 && *error == NULL);
    act();
    return PCTY_OK;
}

static pcty_status load(void *data, pcty_puppet_load_kind sought, pcty_str name, pcty_string **out,
                        pcty_string **file, pcty_error **error) {
    CHECK(data == NULL && sought != 0 && name.len > 0 && *file == NULL && *error == NULL);
    act();
    if (sought == PCTY_PUPPET_LOAD_FUNCTION)
        return pcty_string_new(PCTY_STR("function a::f() { 1 }"), out, error);
    return PCTY_OK;
}

static void set_both(void) {
    CHECK_OK(pcty_puppet_environment_set_logger(environment, keep, NULL, destroy, NULL));
    CHECK_OK(pcty_puppet_environment_set_loader(environment, load, NULL, destroy, NULL));
}

static void replace_both(void) {
    set_both();
    CHECK(destroyed == 0);
}

static void free_puppet(void) {
    pcty_puppet_environment_free(environment);
    pcty_puppet_manifest_free(manifest);
    CHECK(destroyed == 0);
}

// Sets a variable of the environment while the function is being removed.
static void set_variable(void *data) {
    pcty_value *value = NULL;
    (void)data;
    destroyed++;
    CHECK_OK(pcty_value_string(PCTY_STR("x"), &value, NULL));
    CHECK_OK(pcty_puppet_environment_set_variable(environment, PCTY_STR("x"), value, NULL));
    pcty_value_free(value);
}

static void puppet_with(const char *text, void (*first)(void)) {
    pcty_value *value = NULL;
    environment = pcty_puppet_environment_new();
    set_both();
    CHECK_OK(pcty_puppet_manifest_parse(pcty_str_from_cstr(text), PCTY_STR("f"),
                                        PCTY_PUPPET_MANIFEST, PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest,
                                        NULL));
    begin(first);
    CHECK_OK(pcty_puppet_manifest_evaluate(manifest, environment, &value, NULL));
    CHECK(calls >= 2 && destroyed == 2);
    pcty_value_free(value);
}

static void puppet(void) {
    void (*const firsts[])(void) = {replace_both, free_puppet};
    const char *const texts[] = {"notice(1)\nnotice(2)\n", "a::f()\nnotice(1)\n"};
    for (int i = 0; i < 4; i++) {
        puppet_with(texts[i / 2], firsts[i % 2]);
        if (i % 2 == 0) {
            pcty_puppet_environment_free(environment);
            pcty_puppet_manifest_free(manifest);
            CHECK(destroyed == 4);
        }
    }
    environment = pcty_puppet_environment_new();
    begin(NULL);
    CHECK_OK(pcty_puppet_environment_set_logger(environment, keep, NULL, set_variable, NULL));
    CHECK_OK(pcty_puppet_environment_set_logger(environment, keep, NULL, NULL, NULL));
    CHECK(destroyed == 1);
    CHECK_OK(pcty_puppet_manifest_parse(PCTY_STR("notice($x)"), PCTY_STR("f"), PCTY_PUPPET_MANIFEST,
                                        PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest, NULL));
    pcty_value *value = NULL;
    CHECK_OK(pcty_puppet_manifest_evaluate(manifest, environment, &value, NULL));
    CHECK(calls == 1);
    pcty_value_free(value);
    pcty_puppet_environment_free(environment);
    pcty_puppet_manifest_free(manifest);
}

static pcty_mcl_host *host;

static pcty_status answer(void *data, pcty_str question, const pcty_value *const *args, size_t count,
                          const pcty_type *returns, pcty_value **out, pcty_error **error) {
    CHECK(data == NULL && args != NULL && returns != NULL && *out == NULL && *error == NULL);
    (void)count;
    if (same_str(question, PCTY_STR("os.readfile"))) {
        act();
        return pcty_value_string(PCTY_STR("a"), out, error);
    }
    return PCTY_OK;
}

static void replace_world(void) {
    CHECK_OK(pcty_mcl_host_set_world(host, answer, NULL, NULL, NULL, destroy, NULL));
    CHECK(destroyed == 0);
}

static void free_host(void) {
    pcty_mcl_host_free(host);
    CHECK(destroyed == 0);
}

static void mcl_with(void (*first)(void)) {
    pcty_mcl_program *program = NULL;
    pcty_mcl_runtime *runtime = NULL;
    pcty_mcl_progress progress = 0;
    host = pcty_mcl_host_new();
    CHECK_OK(pcty_mcl_host_add_kinds(
        host, PCTY_STR("[{\"kind\": \"note\", \"fields\": [{\"lang\": \"text\", \"type\": \"str\"}]}]"),
        NULL));
    CHECK_OK(pcty_mcl_host_set_world(host, answer, NULL, NULL, NULL, destroy, NULL));
    begin(first);
    CHECK_OK(pcty_mcl_program_compile_text(
        PCTY_STR("import \"os\"\nnote \"a\" { text => os.readfile(\"/f\"), }\n"),
        PCTY_STR("main.mcl"), host, &program, NULL));
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &runtime, NULL));
    CHECK_OK(pcty_mcl_runtime_step(runtime, &progress, NULL));
    CHECK(progress == PCTY_MCL_PROGRESS_CHANGED && calls >= 1);
    pcty_mcl_program_free(program);
    pcty_mcl_runtime_free(runtime);
    CHECK(destroyed == 1);
}

static void mcl(void) {
    mcl_with(replace_world);
    pcty_mcl_host_free(host);
    CHECK(destroyed == 2);
    mcl_with(free_host);
}

int main(void) {
    expressions();
    decoding();
    budgets();
    values();
    inference();
    pcl();
    puppet();
    mcl();
    return 0;
}
