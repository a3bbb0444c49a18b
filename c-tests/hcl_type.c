// HCL's types as expressions: defaults, and arguments that are types or expressions.

#include "check.h"

static pcty_str file;

static void check_type(pcty_type *type, const char *want) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_type_format(type, PCTY_DIALECT_HCL, &text, NULL));
    CHECK_STRING(text, want);
    pcty_type_free(type);
}

static void check_json(pcty_value *value, const char *want) {
    pcty_string *json = NULL;
    CHECK_OK(pcty_value_to_json(value, NULL, &json, NULL));
    CHECK_STRING(json, want);
    pcty_value_free(value);
}

static pcty_value *evaluated(const char *text, const pcty_hcl_scope *scope) {
    pcty_hcl_expression *expression = NULL;
    pcty_value *value = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_HCL_NATIVE, file, pcty_str_from_cstr(text),
                                       &expression, NULL));
    CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL));
    pcty_hcl_expression_free(expression);
    return value;
}

static void defaults(void) {
    static const char *const texts[] = {
        "list(object({ name = string, port = optional(number, 80) }))",
        "\"list(object({ name = string, port = optional(number, 80) }))\"",
    };
    pcty_type *type = NULL;
    pcty_hcl_defaults *defaults = NULL, *clone;
    pcty_value *filled = NULL, *given = evaluated("[{ name = \"a\" }]", NULL);
    for (pcty_hcl_syntax i = PCTY_HCL_NATIVE; i <= PCTY_HCL_JSON; i++) {
        CHECK_OK(pcty_hcl_type_parse(i, file, pcty_str_from_cstr(texts[i - 1]),
                                     PCTY_HCL_TYPE_DEFAULTS, &type, &defaults, NULL));
        CHECK(pcty_type_equal(pcty_hcl_defaults_type(defaults), type));
        check_type(type, "list(object({name=string,port=number}))");
        clone = pcty_hcl_defaults_clone(defaults);
        pcty_hcl_defaults_free(defaults);
        CHECK_OK(pcty_hcl_defaults_apply(clone, given, &filled, NULL));
        check_json(filled, "[{\"name\":\"a\",\"port\":80}]");
        pcty_hcl_defaults_free(clone);
    }
    // Without defaults there is none, which changes nothing.
    defaults = NULL;
    CHECK_OK(pcty_hcl_type_parse(PCTY_HCL_NATIVE, file, PCTY_STR("map(any)"),
                                 PCTY_HCL_TYPE_DEFAULTS, &type, &defaults, NULL));
    CHECK(defaults == NULL);
    check_type(type, "map(any)");
    CHECK_OK(pcty_hcl_defaults_apply(NULL, given, &filled, NULL));
    CHECK(pcty_value_is_same(filled, given));
    pcty_value_free(filled);
    pcty_value_free(given);

    // Each mode allows more than the one before.
    static const char *const allowed[] = {"list(string)", "object({ a = optional(any) })",
                                          "object({ a = optional(string, \"\") })"};
    for (size_t i = 0; i < 3; i++) {
        for (pcty_hcl_type_mode mode = PCTY_HCL_TYPE_EXACT; mode <= PCTY_HCL_TYPE_DEFAULTS; mode++) {
            pcty_str text = pcty_str_from_cstr(allowed[i]);
            type = NULL;
            if (mode > i) {
                CHECK_OK(pcty_hcl_type_parse(PCTY_HCL_NATIVE, file, text, mode, &type, NULL, NULL));
            } else {
                CHECK_FAILS(PCTY_ERROR_TYPE, pcty_hcl_type_parse(PCTY_HCL_NATIVE, file, text, mode,
                                                                 &type, NULL, &error));
                CHECK(type == NULL);
            }
            pcty_type_free(type);
        }
    }
    type = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_type_parse(PCTY_HCL_NATIVE, file, PCTY_STR("any"), 9, &type, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_hcl_type_parse(PCTY_HCL_NATIVE, file, PCTY_STR("list("),
                                                       PCTY_HCL_TYPE_EXACT, &type, NULL, &error));

    // Every fault is told, in its place of the file, in JSON too.
    pcty_error *error = NULL;
    CHECK(pcty_hcl_type_parse(PCTY_HCL_JSON, PCTY_STR("t.json"),
                              PCTY_STR("\n  \"tuple([strin, nummer])\""), PCTY_HCL_TYPE_EXACT,
                              &type, NULL, &error) == PCTY_ERROR_TYPE);
    CHECK(pcty_error_diagnostic_count(error) == 2 && type == NULL);
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic(error, 1, &found, NULL));
    CHECK_STR(found.file, "t.json");
    CHECK(found.subject.start.line == 2);
    pcty_error_free(error);
}

// `twice(expression)`: what the expression is written as, and its value two times.
static pcty_status twice(void *user_data, const pcty_value *const *args, size_t count,
                         const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    pcty_value *parts[2] = {NULL, NULL};
    (void)user_data, (void)count, (void)return_type;
    pcty_status status = pcty_hcl_closure_evaluate(args[0], &parts[0], error);
    if (status == PCTY_OK) {
        status = pcty_hcl_closure_evaluate(args[0], &parts[1], error);
    }
    if (status == PCTY_OK) {
        status = pcty_value_tuple((const pcty_value *const *)parts, 2, out, error);
    }
    pcty_value_free(parts[0]);
    pcty_value_free(parts[1]);
    return status;
}

// `fallback(expression)`: its value, or how many diagnostics there are.
static pcty_status fallback(void *user_data, const pcty_value *const *args, size_t count,
                            const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    pcty_error *diagnostics = NULL;
    pcty_value *value = NULL;
    (void)user_data, (void)count, (void)return_type;
    pcty_status status = pcty_hcl_closure_evaluate_partial(args[0], &value, &diagnostics, error);
    if (status == PCTY_OK && diagnostics != NULL) {
        pcty_value_free(value);
        value = pcty_value_number_from_int64((int64_t)pcty_error_diagnostic_count(diagnostics));
        pcty_error_free(diagnostics);
    }
    if (status == PCTY_OK) {
        *out = value;
    }
    return status;
}

// `elsewhere(expression)`: its value in a scope of the function's own.
static pcty_status elsewhere(void *user_data, const pcty_value *const *args, size_t count,
                             const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    pcty_hcl_expression *expression = pcty_hcl_closure_expression(args[0]);
    (void)count, (void)return_type;
    pcty_status status = pcty_hcl_expression_evaluate(
        expression, (const pcty_hcl_scope *)user_data, out, error);
    pcty_hcl_expression_free(expression);
    return status;
}

// `type_name(type)`: the notation of a type.
static pcty_status type_name(void *user_data, const pcty_value *const *args, size_t count,
                             const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    pcty_string *text = NULL;
    (void)user_data, (void)count, (void)return_type;
    pcty_status status =
        pcty_type_format(pcty_value_as_type(args[0]), PCTY_DIALECT_HCL, &text, error);
    if (status == PCTY_OK) {
        status = pcty_value_string(pcty_string_str(text), out, error);
    }
    pcty_string_free(text);
    return status;
}

static void define(pcty_hcl_scope *scope, const char *name, const pcty_type *type,
                   pcty_function_impl implementation, void *user_data) {
    pcty_parameter parameter = PCTY_PARAMETER_INIT;
    parameter.name = PCTY_STR("argument");
    parameter.type = type;
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    spec.parameters = &parameter;
    spec.parameter_count = 1;
    spec.return_type = pcty_type_any();
    spec.implementation = implementation;
    spec.user_data = user_data;
    pcty_function *function = NULL;
    CHECK_OK(pcty_function_new(&spec, &function, NULL));
    CHECK_OK(pcty_hcl_scope_set_function(scope, pcty_str_from_cstr(name), function, NULL));
    pcty_function_free(function);
}

static void arguments(void) {
    pcty_hcl_scope *scope = pcty_hcl_scope_new(), *other = pcty_hcl_scope_new();
    const pcty_type *closure = pcty_hcl_closure_type();
    pcty_value *n = pcty_value_number_from_int64(3);
    CHECK_OK(pcty_hcl_scope_set_variable(other, PCTY_STR("n"), n, NULL));
    pcty_value_free(n);
    n = pcty_value_number_from_int64(1);
    CHECK_OK(pcty_hcl_scope_set_variable(scope, PCTY_STR("n"), n, NULL));
    define(scope, "twice", closure, twice, NULL);
    define(scope, "fallback", closure, fallback, NULL);
    define(scope, "elsewhere", closure, elsewhere, other);
    define(scope, "type_name", pcty_type_meta(), type_name, NULL);
    check_json(evaluated("[for i in [n, 2]: twice(i + n)]", scope), "[[2,2],[3,3]]");
    check_json(evaluated("[fallback(n), fallback([x, y])]", scope), "[1,2]");
    check_json(evaluated("elsewhere(n) + n", scope), "4");
    check_json(evaluated("type_name(list(object({ a = any })))", scope),
               "\"list(object({a=any}))\"");

    // What goes wrong inside is an error of the call.
    pcty_hcl_expression *expression = NULL;
    pcty_value *value = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_HCL_NATIVE, file, PCTY_STR("twice(x)"), &expression,
                                       NULL));
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_hcl_expression_evaluate(expression, scope, &value, &error));
    pcty_hcl_expression_free(expression);

    // Other values are no expressions.
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_closure_evaluate(n, &value, &error));
    CHECK(value == NULL && pcty_hcl_closure_expression(n) == NULL);
    pcty_value_free(n);
    pcty_hcl_scope_free(scope);
    pcty_hcl_scope_free(other);
}

int main(void) {
    file = PCTY_STR("main.hcl");
    defaults();
    arguments();
    return 0;
}
