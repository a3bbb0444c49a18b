// HCL types as expressions: defaults, and arguments that are types or expressions.

#include "check.h"
#include "hcl_views.h"

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
    CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(text), file, NULL, PCTY_HCL_NATIVE,
                                       &expression, NULL, NULL));
    CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, NULL));
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
        CHECK_OK(pcty_hcl_type_parse(pcty_str_from_cstr(texts[i - 1]), file, i,
                                     PCTY_HCL_TYPE_DEFAULTS, &type, &defaults, NULL));
        CHECK(pcty_type_equal(pcty_hcl_defaults_type(defaults), type));
        check_type(type, "list(object({name=string,port=number}))");
        clone = pcty_hcl_defaults_clone(defaults);
        pcty_hcl_defaults_free(defaults);
        CHECK_OK(pcty_hcl_defaults_apply(clone, given, &filled, NULL));
        check_json(filled, "[{\"name\":\"a\",\"port\":80}]");
        pcty_hcl_defaults_free(clone);
    }
    // A type without defaults has no defaults handle; NULL changes nothing.
    defaults = NULL;
    CHECK_OK(pcty_hcl_type_parse(PCTY_STR("map(any)"), file, PCTY_HCL_NATIVE,
                                 PCTY_HCL_TYPE_DEFAULTS, &type, &defaults, NULL));
    CHECK(defaults == NULL);
    check_type(type, "map(any)");
    CHECK_OK(pcty_hcl_defaults_apply(NULL, given, &filled, NULL));
    CHECK(pcty_value_equal(filled, given));
    pcty_value_free(filled);
    pcty_value_free(given);

    // Each mode allows more than the previous one.
    static const char *const allowed[] = {"list(string)", "object({ a = optional(any) })",
                                          "object({ a = optional(string, \"\") })"};
    for (size_t i = 0; i < 3; i++) {
        for (pcty_hcl_type_mode mode = PCTY_HCL_TYPE_EXACT; mode <= PCTY_HCL_TYPE_DEFAULTS; mode++) {
            pcty_str text = pcty_str_from_cstr(allowed[i]);
            type = NULL;
            if (mode > i) {
                CHECK_OK(pcty_hcl_type_parse(text, file, PCTY_HCL_NATIVE, mode, &type, NULL, NULL));
            } else {
                CHECK_FAILS(PCTY_ERROR_TYPE, pcty_hcl_type_parse(text, file, PCTY_HCL_NATIVE, mode,
                                                                 &type, NULL, &error));
                CHECK(type == NULL);
            }
            pcty_type_free(type);
        }
    }
    type = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_type_parse(PCTY_STR("any"), file, PCTY_HCL_NATIVE, 9, &type, NULL,
                                    &error));
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_hcl_type_parse(PCTY_STR("list("), file, PCTY_HCL_NATIVE,
                                                       PCTY_HCL_TYPE_EXACT, &type, NULL, &error));

    // Every error is reported, at its position in the file, also in JSON.
    pcty_error *error = NULL;
    CHECK(pcty_hcl_type_parse(PCTY_STR("\n  \"tuple([strin, nummer])\""), PCTY_STR("t.json"),
                              PCTY_HCL_JSON, PCTY_HCL_TYPE_EXACT,
                              &type, NULL, &error) == PCTY_ERROR_TYPE);
    CHECK(error_info(error).diagnostic_count == 2 && type == NULL);
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, 1, &found, NULL));
    CHECK_STR(found.file, "t.json");
    CHECK(found.subject.start.line == 2);
    pcty_error_free(error);
}

// The type of a text, and the defaults inside it.
static pcty_hcl_defaults *read_defaults(const char *text, pcty_type **type) {
    pcty_hcl_defaults *inside = NULL;
    CHECK_OK(pcty_hcl_type_parse(pcty_str_from_cstr(text), file, PCTY_HCL_NATIVE,
                                 PCTY_HCL_TYPE_DEFAULTS, type, &inside, NULL));
    return inside;
}

// Builds the defaults of a text by calls, from the inside out, and reads their parts again.
static void building(void) {
    pcty_type *port = NULL, *ports = NULL, *pair = NULL, *server = NULL;
    pcty_hcl_defaults *read = read_defaults("object({ n = optional(number, 80) })", &port);
    CHECK(read_defaults("list(object({ n = optional(number) }))", &ports) == NULL);
    CHECK(read_defaults("tuple([string, object({ n = optional(number) })])", &pair) == NULL);
    CHECK(read_defaults("object({ name = optional(string), pair = tuple([string, object({ n = "
                        "optional(number) })]), ports = list(object({ n = optional(number) })) })",
                        &server) == NULL);
    pcty_hcl_defaults_free(read);

    pcty_value *eighty = pcty_value_number_from_int64(80), *name = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("web"), &name, NULL));
    const pcty_str n[] = {PCTY_STR_INIT("n")};
    const pcty_value *number[1];
    number[0] = eighty;
    pcty_hcl_defaults *of_port = NULL, *of_ports = NULL, *of_pair = NULL, *of_server = NULL;
    CHECK_OK(pcty_hcl_defaults_object(port, n, number, NULL, 1, &of_port, NULL));
    const pcty_hcl_defaults *only[1];
    only[0] = of_port;
    CHECK_OK(pcty_hcl_defaults_elements(ports, only, 1, &of_ports, NULL));
    const pcty_hcl_defaults *elements[2] = {NULL, NULL};
    elements[1] = of_port;
    CHECK_OK(pcty_hcl_defaults_elements(pair, elements, 2, &of_pair, NULL));
    const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("pair"), PCTY_STR_INIT("ports")};
    const pcty_value *values[3] = {NULL, NULL, NULL};
    const pcty_hcl_defaults *inside[3] = {NULL, NULL, NULL};
    values[0] = name, inside[1] = of_pair, inside[2] = of_ports;
    CHECK_OK(pcty_hcl_defaults_object(server, names, values, inside, 3, &of_server, NULL));

    pcty_value *given = evaluated("{ pair = [\"x\", {}], ports = [{}, { n = 1 }] }", NULL);
    pcty_value *filled = NULL;
    CHECK_OK(pcty_hcl_defaults_apply(of_server, given, &filled, NULL));
    check_json(filled, "{\"name\":\"web\",\"pair\":[\"x\",{\"n\":80}],"
                       "\"ports\":[{\"n\":80},{\"n\":1}]}");
    pcty_value_free(given);

    CHECK(pcty_value_equal(defaults_of(of_server, names[0]).value, name));
    CHECK(defaults_of(of_server, names[1]).value == NULL);
    CHECK(defaults_of(of_server, names[0]).inside == NULL);
    const pcty_hcl_defaults *part = defaults_of(of_server, names[1]).inside;
    CHECK(pcty_hcl_defaults_element_at(part, 0) == NULL);
    part = pcty_hcl_defaults_element_at(part, 1);
    CHECK(pcty_value_equal(defaults_of(part, n[0]).value, eighty));
    part = defaults_of(of_server, names[2]).inside;
    CHECK(pcty_type_equal(pcty_hcl_defaults_type(part), ports));
    CHECK(defaults_of(part, n[0]).inside == NULL);
    CHECK(defaults_of(pcty_hcl_defaults_element_at(part, 0), n[0]).value != NULL);
    CHECK(pcty_hcl_defaults_element_at(part, 0) == pcty_hcl_defaults_element_at(part, 7));
    CHECK(pcty_hcl_defaults_attribute_get(of_server, names[0], NULL));
    CHECK(!pcty_hcl_defaults_attribute_get(of_server, n[0], NULL));
    CHECK(!pcty_hcl_defaults_attribute_get(NULL, n[0], NULL));

    // Defaults must belong to the parts of their type.
    pcty_hcl_defaults *none = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_defaults_object(port, names, values, NULL, 1, &none, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_defaults_object(server, names, NULL, inside + 1, 1, &none, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_defaults_elements(pair, elements + 1, 1, &none, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_defaults_elements(ports, inside + 2, 1, &none, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_defaults_elements(ports, only, 0, &none, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_defaults_elements(ports, elements, 1, &none, &error));
    // None at all are none.
    CHECK_OK(pcty_hcl_defaults_object(port, n, NULL, NULL, 1, &none, NULL));
    CHECK(defaults_of(none, n[0]).value == NULL);

    pcty_hcl_defaults_free(none);
    pcty_hcl_defaults_free(of_server);
    pcty_hcl_defaults_free(of_pair);
    pcty_hcl_defaults_free(of_ports);
    pcty_hcl_defaults_free(of_port);
    pcty_value_free(name);
    pcty_value_free(eighty);
    pcty_type_free(server);
    pcty_type_free(pair);
    pcty_type_free(ports);
    pcty_type_free(port);
}

// `twice(expression)`: the source text of the expression, and its value two times.
static pcty_status twice(void *user_data, const pcty_value *const *args, size_t count,
                         const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    pcty_value *parts[2] = {NULL, NULL};
    (void)user_data, (void)count, (void)return_type;
    pcty_status status = pcty_hcl_closure_evaluate(args[0], &parts[0], NULL, error);
    if (status == PCTY_OK) {
        status = pcty_hcl_closure_evaluate(args[0], &parts[1], NULL, error);
    }
    if (status == PCTY_OK) {
        status = pcty_value_tuple((const pcty_value *const *)parts, 2, out, error);
    }
    pcty_value_free(parts[0]);
    pcty_value_free(parts[1]);
    return status;
}

// `fallback(expression)`: its value, or the number of diagnostics.
static pcty_status fallback(void *user_data, const pcty_value *const *args, size_t count,
                            const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    pcty_error *diagnostics = NULL;
    pcty_value *value = NULL;
    (void)user_data, (void)count, (void)return_type;
    pcty_status status = pcty_hcl_closure_evaluate(args[0], &value, &diagnostics, error);
    if (status == PCTY_OK && diagnostics != NULL) {
        pcty_value_free(value);
        value = pcty_value_number_from_int64((int64_t)error_info(diagnostics).diagnostic_count);
        pcty_error_free(diagnostics);
    }
    if (status == PCTY_OK) {
        *out = value;
    }
    return status;
}

// `elsewhere(expression)`: its value in a scope of the function.
static pcty_status elsewhere(void *user_data, const pcty_value *const *args, size_t count,
                             const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    pcty_hcl_expression *expression = pcty_hcl_closure_expression(args[0]);
    (void)count, (void)return_type;
    pcty_status status = pcty_hcl_expression_evaluate(
        expression, (const pcty_hcl_scope *)user_data, out, NULL, error);
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

    // An error inside the expression is an error of the call.
    pcty_hcl_expression *expression = NULL;
    pcty_value *value = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("twice(x)"), file, NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                       NULL));
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error));
    pcty_hcl_expression_free(expression);

    // A host calls such a function with an expression and the current state of a scope.
    const pcty_function *by_name = pcty_hcl_scope_function_get(scope, PCTY_STR("twice"));
    for (pcty_hcl_syntax i = PCTY_HCL_NATIVE; i <= PCTY_HCL_JSON; i++) {
        pcty_value *made = NULL;
        CHECK_OK(pcty_hcl_expression_parse(i == PCTY_HCL_JSON ? PCTY_STR("\"${n}\"")
                                                                       : PCTY_STR("n"), file, NULL, i,
                                           &expression, NULL, NULL));
        CHECK_OK(pcty_hcl_closure_new(expression, other, &made, NULL));
        pcty_hcl_expression_free(expression);
        const pcty_value *argument[1];
        argument[0] = made;
        CHECK_OK(pcty_function_call(by_name, argument, 1, &value, NULL));
        check_json(value, "[3,3]");
        expression = pcty_hcl_closure_expression(made);
        CHECK_STR(expression_data(expression).file, "main.hcl");
        pcty_hcl_expression_free(expression);
        pcty_value_free(made);
    }
    value = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("n"), file, NULL, PCTY_HCL_NATIVE, &expression, NULL, NULL));
    pcty_value *alone = NULL;
    CHECK_OK(pcty_hcl_closure_new(expression, NULL, &alone, NULL));
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS, pcty_hcl_closure_evaluate(alone, &value, NULL, &error));
    pcty_value_free(alone);
    pcty_hcl_expression_free(expression);

    // Other values do not contain expressions.
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_closure_evaluate(n, &value, NULL, &error));
    CHECK(value == NULL && pcty_hcl_closure_expression(n) == NULL);
    pcty_value_free(n);
    pcty_hcl_scope_free(scope);
    pcty_hcl_scope_free(other);
}

int main(void) {
    file = PCTY_STR("main.hcl");
    defaults();
    building();
    arguments();
    return 0;
}
