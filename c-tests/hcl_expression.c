// HCL expressions: parsing, evaluation in scopes, and inspection without evaluation.

#include "check.h"
#include "hcl_views.h"

#include <time.h>

static pcty_hcl_expression *parsed_as(pcty_hcl_syntax syntax, const char *text) {
    pcty_hcl_expression *expression = NULL;
    CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(text), PCTY_STR("main.hcl"), NULL, syntax,
                                       &expression, NULL, NULL));
    return expression;
}

static pcty_hcl_expression *parsed(const char *text) {
    return parsed_as(PCTY_HCL_NATIVE, text);
}

static void check_json(const pcty_value *value, const char *want) {
    pcty_string *json = NULL;
    CHECK_OK(pcty_value_to_json(value, NULL, &json, NULL));
    CHECK_STRING(json, want);
}

// The value of an expression, as JSON.
static void check_value(pcty_hcl_syntax syntax, const char *text, const pcty_hcl_scope *scope,
                        const char *want) {
    pcty_hcl_expression *expression = parsed_as(syntax, text);
    pcty_value *value = NULL;
    CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, NULL));
    check_json(value, want);
    pcty_value_free(value);
    pcty_hcl_expression_free(expression);
}

static pcty_diagnostic diagnostic(const pcty_error *error, size_t index) {
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, index, &found, NULL));
    return found;
}

static pcty_hcl_scope *scope_with(const char *name, int64_t number) {
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    pcty_value *value = pcty_value_number_from_int64(number);
    CHECK_OK(pcty_hcl_scope_set_variable(scope, pcty_str_from_cstr(name), value, NULL));
    pcty_value_free(value);
    return scope;
}

static void reading(void) {
    pcty_hcl_expression *expression = NULL, *clone;
    pcty_error *error = NULL, *diagnostics = NULL;
    pcty_str file = PCTY_STR("a.hcl");

    // An error has all diagnostics, with positions, text and file.
    CHECK(pcty_hcl_expression_parse(PCTY_STR("[1,\n 2 3]"), file, NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                    &error) == PCTY_ERROR_SYNTAX);
    CHECK(expression == NULL && error_info(error).diagnostic_count == 1);
    pcty_diagnostic found = diagnostic(error, 0);
    CHECK_STR(found.summary, "Missing item separator");
    CHECK_STR(found.file, "a.hcl");
    CHECK_STR(found.source, "[1,\n 2 3]");
    CHECK(found.has_subject && found.subject.start.line == 2 && found.has_context);
    CHECK_STRING(pcty_error_format(error, PCTY_NOTATION_TEXT),
                 "error: Missing item separator\n"
                 "  on a.hcl line 2, column 4:\n"
                 "      1 | [1,\n"
                 "      2 |  2 3]\n"
                 "        |    ^\n"
                 "  Expected a comma to mark the beginning of the next item.");
    CHECK_STR(pcty_error_message(error),
              "a.hcl:2,4-5: Missing item separator; Expected a comma to mark the beginning of the "
              "next item.");
    pcty_string *text = NULL, *json = pcty_error_format(error, PCTY_NOTATION_JSON);
    CHECK_STR(found.code, "hcl.missing-item-separator");
    CHECK(found.path == NULL && found.expected == NULL && found.related_count == 0);
    text = pcty_error_format(error, PCTY_NOTATION_COLORED_TEXT);
    CHECK(strstr(pcty_string_cstr(text), "\x1b[1;31merror\x1b[0m: ") != NULL);
    CHECK(strstr(pcty_string_cstr(text), " 2 \x1b[4m3\x1b[0m]") != NULL);
    pcty_string_free(text);
    text = pcty_error_format(error, PCTY_NOTATION_SARIF);
    CHECK(strstr(pcty_string_cstr(text), "\"ruleId\":\"hcl.missing-item-separator\"") != NULL);
    pcty_string_free(text);
    CHECK(strstr(pcty_string_cstr(json), "\"subject\":{\"start\":[2,4,7],\"end\":[2,5,8]}") != NULL);
    CHECK(strstr(pcty_string_cstr(json), "\"context\":{\"start\":[1,1,0]") != NULL);
    CHECK(strstr(pcty_string_cstr(json), "\"file\":\"a.hcl\"") != NULL);
    pcty_string_free(json);
    pcty_error_free(error);

    // The diagnosed form parses as much as possible.
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("a + )"), file, NULL, PCTY_HCL_NATIVE,
                                               &expression, &diagnostics, NULL));
    CHECK(expression != NULL && pcty_error_code(diagnostics) == PCTY_ERROR_SYNTAX);
    pcty_error_free(diagnostics);
    pcty_hcl_expression_free(expression);
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("a"), file, NULL, PCTY_HCL_NATIVE, &expression,
                                               &diagnostics, NULL));
    CHECK(diagnostics == NULL);
    clone = pcty_hcl_expression_clone(expression);
    pcty_hcl_expression_free(expression);
    CHECK_STR(expression_data(clone).file, "a.hcl");
    CHECK(pcty_hcl_expression_range(clone, PCTY_HCL_RANGE_WHOLE).end.column == 2);
    pcty_hcl_expression_free(clone);

    // The parser reports invalid UTF-8 in the text, but not in file names.
    expression = NULL;
    CHECK(pcty_hcl_expression_parse(PCTY_STR("\"\xff\""), file, NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                    &error) == PCTY_ERROR_SYNTAX);
    CHECK_STR(diagnostic(error, 0).summary, "Invalid character encoding");
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_hcl_expression_parse(PCTY_STR("1"), PCTY_STR("\xff"), NULL, PCTY_HCL_NATIVE,
                                          &expression, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_expression_parse(PCTY_STR("1"), file, NULL, 9, &expression, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_hcl_expression_parse(PCTY_STR("{"), file, NULL, PCTY_HCL_JSON, &expression, NULL, &error));
    CHECK(expression == NULL);
}

static void evaluating(void) {
    pcty_hcl_scope *scope = scope_with("n", 2), *inner = NULL, *clone;
    pcty_value *value = NULL, *text = NULL;
    pcty_error *error = NULL, *diagnostics = NULL;
    CHECK_OK(pcty_hcl_scope_set_standard_functions(scope, NULL));
    check_value(PCTY_HCL_NATIVE, "[for i in [1, n]: i * 3]", scope, "[3,6]");
    check_value(PCTY_HCL_NATIVE, "upper(\"n is ${n}\")", scope, "\"N IS 2\"");
    check_value(PCTY_HCL_NATIVE, "can(missing) ? 1 : try(missing, n)", scope, "2");
    check_value(PCTY_HCL_NATIVE, "convert(n, string)", scope, "\"2\"");
    check_value(PCTY_HCL_TEMPLATE, "n=${n}%{ if n > 1 }!%{ endif }", scope, "\"n=2!\"");
    check_value(PCTY_HCL_JSON, "{\"${upper(\\\"a\\\")}\": [\"${n + 1}\"]}", scope, "{\"A\":[3]}");
    check_value(PCTY_HCL_JSON, "\"${n}\"", NULL, "\"${n}\"");

    // Inner scopes use the outer scope as it was; clones are independent.
    CHECK_OK(pcty_hcl_scope_child(scope, &inner, NULL));
    clone = pcty_hcl_scope_clone(inner);
    CHECK_OK(pcty_value_string(PCTY_STR("x"), &text, NULL));
    CHECK_OK(pcty_hcl_scope_set_variable(inner, PCTY_STR("n"), text, NULL));
    CHECK_OK(pcty_hcl_scope_set_variable(scope, PCTY_STR("late"), text, NULL));
    check_value(PCTY_HCL_NATIVE, "n", inner, "\"x\"");
    check_value(PCTY_HCL_NATIVE, "n", clone, "2");
    CHECK(pcty_value_equal(pcty_hcl_scope_variable_get(inner, PCTY_STR("n")), text));
    CHECK(pcty_hcl_scope_variable_get(inner, PCTY_STR("late")) == NULL);
    CHECK(pcty_hcl_scope_function_get(inner, PCTY_STR("upper")) != NULL);
    CHECK(pcty_hcl_scope_function_get(inner, PCTY_STR("uper")) == NULL);
    CHECK(pcty_hcl_scope_variable_get(inner, PCTY_STR("\xff")) == NULL);
    pcty_hcl_scope_free(clone);
    pcty_hcl_scope_free(inner);
    pcty_value_free(text);

    // An error: no value, or an unknown value with diagnostics.
    pcty_hcl_expression *expression = parsed("[1, nn.x, uper(n)]");
    CHECK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error) ==
          PCTY_ERROR_DIAGNOSTICS);
    CHECK(value == NULL && error_info(error).diagnostic_count == 2);
    CHECK_STR(diagnostic(error, 0).summary, "Unknown variable");
    CHECK_STR(diagnostic(error, 1).suggestion, "upper");
    CHECK_STR(diagnostic(error, 1).file, "main.hcl");
    pcty_error_free(error);
    CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, &diagnostics, NULL));
    CHECK(error_info(diagnostics).diagnostic_count == 2 && !pcty_value_has(value, PCTY_VALUE_WHOLLY_KNOWN));
    pcty_error_free(diagnostics);
    pcty_value_free(value);
    pcty_hcl_expression_free(expression);
    pcty_hcl_scope_free(scope);

    // A name that the scope does not allow and an undefined name are different errors.
    static const char *const summaries[] = {"Variables not allowed", "Function calls not allowed",
                                            "Unknown variable", "Call to unknown function"};
    scope = pcty_hcl_scope_new();
    for (size_t i = 0; i < 4; i++) {
        if (i == 2) {
            CHECK_OK(pcty_hcl_scope_allow(scope, PCTY_HCL_SCOPE_VARIABLES, NULL));
            CHECK_OK(pcty_hcl_scope_allow(scope, PCTY_HCL_SCOPE_FUNCTIONS, NULL));
            CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_scope_allow(scope, 3, &error));
        }
        expression = parsed(i % 2 == 0 ? "a" : "f()");
        CHECK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error) ==
              PCTY_ERROR_DIAGNOSTICS);
        CHECK_STR(diagnostic(error, 0).summary, summaries[i]);
        pcty_error_free(error);
        pcty_hcl_expression_free(expression);
    }

    // The nearest scope with a limit bounds the steps of an evaluation.
    pcty_hcl_scope *busy = pcty_hcl_scope_new();
    uint64_t limit = 7;
    CHECK(!pcty_hcl_scope_step_limit(busy, &limit) && limit == 7);
    CHECK_OK(pcty_hcl_scope_set_step_limit(busy, 100, NULL));
    CHECK_OK(pcty_hcl_scope_child(busy, &inner, NULL));
    CHECK(pcty_hcl_scope_step_limit(inner, &limit) && limit == 100);
    CHECK(!pcty_hcl_scope_step_limit(NULL, &limit) && pcty_hcl_scope_step_limit(busy, NULL));
    expression = parsed("[for a in [1, 2, 3, 4, 5]: [for b in [1, 2, 3, 4, 5]: a * b + a - b]]");
    CHECK(pcty_hcl_expression_evaluate(expression, inner, &value, NULL, &error) ==
          PCTY_ERROR_LIMIT);
    pcty_error_free(error);
    CHECK_OK(pcty_hcl_scope_set_step_limit(inner, 10000, NULL));
    CHECK_OK(pcty_hcl_expression_evaluate(expression, inner, &value, NULL, NULL));
    pcty_value_free(value);
    pcty_hcl_expression_free(expression);
    pcty_hcl_scope_free(inner);
    pcty_hcl_scope_free(busy);

    // Nesting is also limited.
    for (size_t i = 0; i < 256; i++) {
        CHECK_OK(pcty_hcl_scope_child(scope, &inner, NULL));
        pcty_hcl_scope_free(scope);
        scope = inner;
    }
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_hcl_scope_child(scope, &inner, &error));
    pcty_hcl_scope_free(scope);

    // In a JSON string, positions are relative to the whole text.
    expression = parsed_as(PCTY_HCL_JSON, "[\n  \"a ${b}\"\n]");
    scope = scope_with("n", 1);
    CHECK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error) ==
          PCTY_ERROR_DIAGNOSTICS);
    pcty_string *told = pcty_error_format(error, PCTY_NOTATION_TEXT);
    CHECK(strstr(pcty_string_cstr(told), "      2 |   \"a ${b}\"\n        |        ^\n") != NULL);
    pcty_string_free(told);
    pcty_error_free(error);
    pcty_hcl_expression_free(expression);
    pcty_hcl_scope_free(scope);
}

static void check_path(const pcty_path *path, const char *want) {
    CHECK_STRING(pcty_path_to_text(path), want);
}

// The only diagnostic of an expression of a wrong form.
static void check_other_form(pcty_error *error, const char *detail) {
    CHECK(pcty_error_code(error) == PCTY_ERROR_DIAGNOSTICS);
    CHECK(error_info(error).diagnostic_count == 1);
    CHECK_STR(diagnostic(error, 0).detail, detail);
    CHECK_STR(diagnostic(error, 0).file, "main.hcl");
    pcty_error_free(error);
}

static void looking(void) {
    pcty_hcl_expression *expression = parsed("a.b[0] + [for x in c[\"k\"]: x + d][0]");
    pcty_hcl_traversals *found = pcty_hcl_expression_variables(expression);
    CHECK(pcty_hcl_traversals_count(found) == 3);
    check_path(traversal_at(found, 0).path, ".a.b[0]");
    check_path(traversal_at(found, 1).path, ".c[\"k\"]");
    check_path(traversal_at(found, 2).path, ".d");
    CHECK(traversal_at(found, 0).range.end.byte == 6);
    CHECK_STR(traversal_at(found, 0).file, "main.hcl");
    CHECK(traversal_at(found, 3).path == NULL && traversal_at(NULL, 0).path == NULL);
    CHECK(traversal_at(found, 3).file.data == NULL);
    pcty_hcl_traversals_free(found);

    // An expression of a wrong form is an error at its position.
    pcty_path *path = NULL;
    pcty_hcl_expressions *keys = NULL, *values = NULL;
    pcty_string *name = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_hcl_expression_keyword(expression) == NULL);
    CHECK(pcty_hcl_expression_list(expression, &values, &error) != PCTY_OK);
    check_other_form(error, "A static list expression is required.");
    CHECK(pcty_hcl_expression_map(expression, &keys, &values, &error) != PCTY_OK);
    check_other_form(error, "A static map expression is required.");
    CHECK(pcty_hcl_expression_call(expression, &name, &values, NULL, NULL, &error) != PCTY_OK);
    check_other_form(error, "A static function call is required.");
    CHECK(pcty_hcl_expression_traversal(expression, &path, &error) != PCTY_OK);
    check_other_form(error, "A single static variable reference is required: only attribute access and "
                     "indexing with constant keys. No calculations, function calls, template "
                     "expressions, etc are allowed here.");
    CHECK(path == NULL && keys == NULL && values == NULL && name == NULL);
    pcty_hcl_expression_free(expression);

    expression = parsed("aws_instance.web[\"a\"].id");
    CHECK_OK(pcty_hcl_expression_traversal(expression, &path, NULL));
    check_path(path, ".aws_instance.web[\"a\"].id");
    pcty_path_free(path);
    pcty_hcl_expression_free(expression);

    // In both syntaxes.
    static const char *const lists[] = {"[create, [x]]", "[\"create\", [\"x\"]]"};
    for (pcty_hcl_syntax i = PCTY_HCL_NATIVE; i <= PCTY_HCL_JSON; i++) {
        expression = parsed_as(i, lists[i - 1]);
        CHECK_OK(pcty_hcl_expression_list(expression, &values, NULL));
        pcty_hcl_expression_free(expression); // the elements remain valid
        CHECK(pcty_hcl_expressions_count(values) == 2);
        CHECK_STRING(pcty_hcl_expression_keyword(pcty_hcl_expressions_at(values, 0)), "create");
        CHECK(pcty_hcl_expression_keyword(pcty_hcl_expressions_at(values, 1)) == NULL);
        CHECK(pcty_hcl_expressions_at(values, 2) == NULL);
        pcty_hcl_expressions_free(values);
    }
    static const char *const maps[] = {"{ a = b.c, d = 2 }", "{\"a\": \"b.c\", \"d\": 2}"};
    for (pcty_hcl_syntax i = PCTY_HCL_NATIVE; i <= PCTY_HCL_JSON; i++) {
        expression = parsed_as(i, maps[i - 1]);
        CHECK_OK(pcty_hcl_expression_map(expression, &keys, &values, NULL));
        pcty_hcl_expression_free(expression);
        CHECK(pcty_hcl_expressions_count(keys) == 2 && pcty_hcl_expressions_count(values) == 2);
        CHECK_STRING(pcty_hcl_expression_keyword(pcty_hcl_expressions_at(keys, 1)), "d");
        CHECK_OK(pcty_hcl_expression_traversal(pcty_hcl_expressions_at(values, 0), &path, NULL));
        check_path(path, ".b.c");
        pcty_path_free(path);
        pcty_hcl_expressions_free(keys);
        pcty_hcl_expressions_free(values);
    }
    static const char *const calls[] = {"ns::f(a, 1)", "\"ns::f(a, 1)\""};
    for (pcty_hcl_syntax i = PCTY_HCL_NATIVE; i <= PCTY_HCL_JSON; i++) {
        expression = parsed_as(i, calls[i - 1]);
        CHECK_OK(pcty_hcl_expression_call(expression, &name, &values, NULL, NULL, NULL));
        pcty_hcl_expression_free(expression);
        CHECK_STRING(name, "ns::f");
        CHECK(pcty_hcl_expressions_count(values) == 2);
        pcty_hcl_expressions_free(values);
    }
}

static double seconds_since(clock_t start) {
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

// A text is parsed only once: a comment of a megabyte, which the parser must read, does not slow
// evaluations down.
static void evaluating_often(void) {
    enum { SIZE = 1 << 20, PARSES = 5, SCOPES = 10000 };
    char *text = (char *)malloc(SIZE);
    CHECK(text != NULL);
    memset(text, 'x', SIZE);
    memcpy(text, "/*", 2);
    memcpy(text + SIZE - 9, "*/ n * 2 ", 9);
    pcty_str all = {text, SIZE};
    pcty_hcl_expression *expression = NULL;
    clock_t start = clock();
    for (size_t i = 0; i < PARSES; i++) {
        pcty_hcl_expression_free(expression);
        CHECK_OK(pcty_hcl_expression_parse(all, PCTY_STR("long.hcl"), NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                           NULL));
    }
    double parse = seconds_since(start) / PARSES;
    memset(text, '?', SIZE); // the library has its own copy
    free(text);
    start = clock();
    for (int64_t i = 0; i < SCOPES; i++) {
        pcty_hcl_scope *scope = scope_with("n", i);
        pcty_value *value = NULL;
        int64_t number;
        CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, NULL));
        CHECK_OK(pcty_value_as_int64(value, &number, NULL));
        CHECK(number == 2 * i);
        pcty_value_free(value);
        pcty_hcl_scope_free(scope);
    }
    CHECK(seconds_since(start) < parse * SCOPES / 4);
    pcty_hcl_expression_free(expression);
}

static int released;

static void release(void *data) {
    CHECK(data == &released);
    released++;
}

static pcty_status noon(void *user_data, int64_t *seconds, pcty_error **error) {
    CHECK(user_data == &released && *error == NULL);
    *seconds = 43200;
    return PCTY_OK;
}

static pcty_status ones(void *user_data, uint8_t *bytes, size_t count, pcty_error **error) {
    CHECK(user_data == &released && *error == NULL);
    memset(bytes, 1, count);
    return PCTY_OK;
}

static pcty_status broken(void *user_data, uint8_t *bytes, size_t count, pcty_error **error) {
    CHECK(user_data == NULL && bytes != NULL && count == 16);
    *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("no entropy"));
    return PCTY_ERROR_CALLBACK;
}

// The only diagnostic of an expression.
static void check_diagnostic(const char *text, const pcty_hcl_scope *scope, const char *want) {
    pcty_hcl_expression *expression = parsed(text);
    pcty_value *value = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error) ==
          PCTY_ERROR_DIAGNOSTICS);
    pcty_diagnostic found = diagnostic(error, 0);
    CHECK(found.detail.len >= strlen(want));
    CHECK(memcmp(found.detail.data + found.detail.len - strlen(want), want, strlen(want)) == 0);
    pcty_error_free(error);
    pcty_hcl_expression_free(expression);
}

static void terraform(void) {
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    pcty_terraform_host *host = pcty_terraform_host_new();
    pcty_error *error = NULL;

    // Without a host, a function reports the access that it lacks; Terraform's functions replace
    // the standard ones.
    CHECK_OK(pcty_hcl_scope_set_standard_functions(scope, NULL));
    CHECK_OK(pcty_hcl_scope_set_terraform_functions(scope, NULL, NULL));
    check_value(PCTY_HCL_NATIVE, "[length(\"abc\"), core::cidrhost(\"10.0.0.0/8\", 5)]", scope,
                "[3,\"10.0.0.5\"]");
    check_diagnostic("timestamp()", scope, "the host does not provide a clock.");

    CHECK(pcty_terraform_host_set_root(host, PCTY_STR("/nowhere at all"), &error) ==
          PCTY_ERROR_NOT_FOUND);
    pcty_error_free(error);
    CHECK_OK(pcty_terraform_host_set_root(host, PCTY_STR("/"), NULL));
    CHECK(pcty_terraform_host_set_home(host, PCTY_STR("home/x"), NULL) ==
          PCTY_ERROR_INVALID_ARGUMENT);
    CHECK_OK(pcty_terraform_host_set_home(host, PCTY_STR("/home/x"), NULL));
    CHECK_OK(pcty_terraform_host_set_plan_time(host, 0, NULL));
    pcty_terraform_host_data settings;
    CHECK(pcty_terraform_host_info(host, &settings) && settings.has_plan_time);
    CHECK_STR(settings.home, "/home/x");
    CHECK(!settings.has_modules && settings.text_count == 0);
    CHECK_OK(pcty_terraform_host_set_clock(host, noon, &released, release, NULL));
    CHECK_OK(pcty_terraform_host_set_random(host, ones, &released, release, NULL));
    CHECK_OK(pcty_hcl_scope_set_terraform_functions(scope, host, NULL));
    check_value(PCTY_HCL_NATIVE, "[plantimestamp(), timestamp(), uuid(), pathexpand(\"~/a\"), abspath(\"b\")]",
                scope,
                "[\"1970-01-01T00:00:00Z\",\"1970-01-01T12:00:00Z\","
                "\"01010101-0101-0101-0101-010101010101\",\"/home/x/a\",\"/b\"]");
    check_value(PCTY_HCL_NATIVE, "fileexists(\"no such file\")", scope, "false");

    // A callback that fails ends the call with its error.
    CHECK_OK(pcty_terraform_host_set_random(host, broken, NULL, NULL, NULL));
    pcty_hcl_scope *other = pcty_hcl_scope_new();
    CHECK_OK(pcty_hcl_scope_set_terraform_functions(other, host, NULL));
    check_diagnostic("uuid()", other, "no entropy.");
    pcty_hcl_scope_free(other);

    // Functions that the host defined individually are kept.
    const pcty_function *upper = pcty_hcl_scope_function_get(scope, PCTY_STR("upper"));
    CHECK_OK(pcty_hcl_scope_set_function(scope, PCTY_STR("lower"), upper, NULL));
    CHECK_OK(pcty_hcl_scope_set_terraform_functions(scope, NULL, NULL));
    CHECK_OK(pcty_hcl_scope_set_standard_functions(scope, NULL));
    check_value(PCTY_HCL_NATIVE, "lower(\"a\")", scope, "\"A\"");

    // User data of a host is released with its last owner.
    CHECK(released == 1);
    pcty_hcl_scope_free(scope);
    CHECK(released == 1);
    pcty_terraform_host_free(host);
    CHECK(released == 2);
}

int main(void) {
    reading();
    evaluating();
    terraform();
    looking();
    evaluating_often();
    return 0;
}
