// Callbacks that end the call they run in, exceed its time limit, or replace the running function.

#include "check.h"

static int calls;
static int destroyed;
static pcty_hcl_scope *scope;
static pcty_function *other;
static bool is_running;

static void destroy(void *data) {
    (void)data;
    CHECK(!is_running);
    destroyed++;
}

static pcty_status interrupt(void *data, const pcty_value *const *args, size_t count,
                             const pcty_type *type, pcty_value **out, pcty_error **error) {
    (void)data, (void)args, (void)count, (void)type, (void)out;
    calls++;
    *error = pcty_error_new(PCTY_ERROR_CANCELLED, PCTY_STR("interrupted by the host"));
    return PCTY_ERROR_CANCELLED;
}

static pcty_status one(void *data, const pcty_value *const *args, size_t count,
                       const pcty_type *type, pcty_value **out, pcty_error **error) {
    (void)data, (void)args, (void)count, (void)type;
    return pcty_value_string(PCTY_STR("one"), out, error);
}

// Replaces itself in the scope that is being evaluated.
static pcty_status replace(void *data, const pcty_value *const *args, size_t count,
                           const pcty_type *type, pcty_value **out, pcty_error **error) {
    is_running = true;
    CHECK(pcty_hcl_scope_set_function(scope, PCTY_STR("f"), other, NULL) == PCTY_OK);
    CHECK(destroyed == 0);
    is_running = false;
    return one(data, args, count, type, out, error);
}

static pcty_function *function_of(pcty_function_impl implementation, pcty_destroy release) {
    pcty_function *function = NULL;
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    spec.return_type = pcty_type_string();
    spec.implementation = implementation;
    spec.destroy = release;
    CHECK(pcty_function_new(&spec, &function, NULL) == PCTY_OK);
    return function;
}

static pcty_status evaluate(pcty_str text, pcty_value **out, pcty_error **error) {
    pcty_hcl_expression *expression = NULL;
    CHECK(pcty_hcl_expression_parse(text, PCTY_STR("f"), NULL, PCTY_HCL_NATIVE, &expression, NULL, NULL) ==
          PCTY_OK);
    pcty_status status = pcty_hcl_expression_evaluate(expression, scope, out, NULL, error);
    pcty_hcl_expression_free(expression);
    return status;
}

static void define(pcty_function *function) {
    CHECK(pcty_hcl_scope_set_function(scope, PCTY_STR("f"), function, NULL) == PCTY_OK);
    pcty_function_free(function);
}

int main(void) {
    pcty_value *value = NULL;
    pcty_error *error = NULL;
    scope = pcty_hcl_scope_new();
    CHECK(pcty_hcl_scope_set_standard_functions(scope, NULL) == PCTY_OK);

    // Neither `try` nor `can` handles the error, and no other callback runs.
    define(function_of(interrupt, NULL));
    CHECK(evaluate(PCTY_STR("[for i in [1, 2] : try(f(), can(f()))]"), &value, &error) ==
          PCTY_ERROR_CANCELLED);
    CHECK(calls == 1);
    pcty_str message = pcty_error_message(error);
    CHECK(message.len == 23 && memcmp(message.data, "interrupted by the host", 23) == 0);
    pcty_error_free(error);

    // `try` does not handle the nesting limit either.
    char text[62 * 5 + 2] = "";
    for (int i = 0; i < 62; i++) {
        strcat(text, "try(");
    }
    strcat(text, "1");
    for (int i = 0; i < 62; i++) {
        strcat(text, ")");
    }
    pcty_str nested = {text, strlen(text)};
    CHECK(evaluate(nested, &value, NULL) == PCTY_ERROR_LIMIT);

    // A change of the scope takes effect after the call.
    other = function_of(one, NULL);
    define(function_of(replace, destroy));
    CHECK(evaluate(PCTY_STR("f()"), &value, NULL) == PCTY_OK);
    pcty_value_free(value);
    CHECK(destroyed == 1);
    CHECK(evaluate(PCTY_STR("f()"), &value, NULL) == PCTY_OK);
    pcty_value_free(value);
    pcty_function_free(other);
    pcty_hcl_scope_free(scope);
    return 0;
}
