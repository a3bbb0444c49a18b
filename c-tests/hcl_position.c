// Positions in HCL texts: parts of larger texts, and the syntax nodes at a position.

#include "check.h"
#include "hcl_views.h"

static const pcty_position inside = {10, 5, 100};

static void check_range(pcty_range range, uint32_t line, uint32_t column, uint32_t end_column) {
    CHECK(range.start.line == line && range.start.column == column);
    CHECK(range.end.line == line && range.end.column == end_column);
}

// The text of an error, which must end with `want`.
static void check_told(pcty_error *error, const char *want) {
    pcty_string *text = pcty_error_format(error, PCTY_NOTATION_TEXT);
    size_t len = pcty_string_str(text).len, tail = strlen(want);
    CHECK(len >= tail && strcmp(pcty_string_cstr(text) + len - tail, want) == 0);
    pcty_string_free(text);
    pcty_error_free(error);
}

static void expressions(void) {
    static const pcty_hcl_syntax syntaxes[] = {PCTY_HCL_NATIVE, PCTY_HCL_TEMPLATE, PCTY_HCL_JSON};
    static const char *const good[] = {"aé +\nb.c", "xé\n${b.c}", "[1,\n\"${b.c}\"]"};
    static const char *const bad[] = {"a +\n)", "x\n${)}", "[1,\n)]"};
    pcty_str file = PCTY_STR("part");
    for (size_t i = 0; i < 3; i++) {
        pcty_hcl_expression *expression = NULL;
        pcty_error *diagnostics = NULL;
        pcty_str text = pcty_str_from_cstr(good[i]);
        CHECK_OK(pcty_hcl_expression_parse(text, file, &inside, syntaxes[i], &expression, NULL, NULL));
        pcty_range range = pcty_hcl_expression_range(expression, PCTY_HCL_RANGE_WHOLE);
        CHECK(range.start.line == 10 && range.start.column == 5 && range.start.byte == 100);
        CHECK(range.end.line == 11 && range.end.byte == 100 + text.len);
        // The last variable is in the second line, whose columns start at 1.
        pcty_hcl_traversals *found = pcty_hcl_expression_variables(expression);
        size_t last = pcty_hcl_traversals_count(found) - 1;
        range = traversal_at(found, last).range;
        CHECK(range.start.line == 11 && range.start.column == (i == 0 ? 1 : i == 1 ? 3 : 4));
        check_range(pcty_hcl_traversals_step_range_at(found, last, 1), 11, range.start.column + 1,
                    range.end.column);
        pcty_hcl_traversals_free(found);
        pcty_hcl_expression_free(expression);

        expression = NULL;
        text = pcty_str_from_cstr(bad[i]);
        CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_hcl_expression_parse(text, file, &inside, syntaxes[i],
                                                                    &expression, NULL, &error));
        CHECK_OK(pcty_hcl_expression_parse(text, file, &inside, syntaxes[i],
                                                        &expression,
                                                      &diagnostics, NULL));
        pcty_diagnostic told = PCTY_DIAGNOSTIC_INIT;
        CHECK_OK(pcty_error_diagnostic_at(diagnostics, 0, &told, NULL));
        CHECK(told.subject.start.line == 11 && told.subject.start.byte > 100);
        pcty_error_free(diagnostics);
        pcty_hcl_expression_free(expression);
    }

    // The lines are those of the part, numbered as in the whole text.
    pcty_hcl_expression *expression = NULL;
    pcty_value *value = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("1 + nn"), file, &inside, PCTY_HCL_NATIVE,
                                          &expression, NULL, NULL));
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    CHECK_OK(pcty_hcl_scope_allow(scope, PCTY_HCL_SCOPE_VARIABLES, NULL));
    CHECK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &error) ==
          PCTY_ERROR_DIAGNOSTICS);
    check_told(error, "  on part line 10, column 9:\n"
                      "     10 | 1 + nn\n"
                      "        |     ^^\n"
                      "  There is no variable named \"nn\".");
    pcty_hcl_expression_free(expression);
    pcty_hcl_scope_free(scope);

    // Positions count from 1, and do not overflow.
    const pcty_position nowhere = {0, 1, 0}, last = {UINT32_MAX, UINT32_MAX, SIZE_MAX};
    expression = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_expression_parse(PCTY_STR("a"), file, &nowhere, PCTY_HCL_NATIVE,
                                             &expression, NULL, &error));
    for (size_t i = 0; i < 3; i++) {
        CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(good[i]), file, &last, syntaxes[i],
                                              &expression, NULL, NULL));
        pcty_hcl_traversals_free(pcty_hcl_expression_variables(expression));
        CHECK(pcty_hcl_expression_range(expression, PCTY_HCL_RANGE_WHOLE).end.line == UINT32_MAX);
        pcty_hcl_expression_free(expression);
    }
}

static void bodies(void) {
    static const pcty_hcl_syntax syntaxes[] = {PCTY_HCL_NATIVE, PCTY_HCL_JSON};
    static const char *const good[] = {"a = 1\nb = 2", "{\"a\": 1,\n\"b\": 2}"};
    static const char *const bad[] = {"a = 1\nb =", "{\"a\": 1,\n\"b\"}"};
    pcty_str file = PCTY_STR("part");
    for (size_t i = 0; i < 2; i++) {
        pcty_hcl_body *body = NULL;
        pcty_hcl_content *content = NULL;
        pcty_error *diagnostics = NULL;
        CHECK_OK(pcty_hcl_body_parse(pcty_str_from_cstr(good[i]), file, &inside, syntaxes[i],
                                        &body, NULL, NULL));
        CHECK_OK(pcty_hcl_body_attributes(body, &content, NULL, NULL));
        const pcty_hcl_attribute *a = pcty_hcl_content_attribute_get(content, PCTY_STR("a"));
        const pcty_hcl_attribute *b = pcty_hcl_content_attribute_get(content, PCTY_STR("b"));
        CHECK(attribute_data(a).name_range.start.column == (i == 0 ? 5 : 6));
        CHECK(attribute_data(b).range.start.line == 11);
        CHECK(attribute_data(b).range.start.column == 1);
        CHECK(!body_data(body).is_unknown);
        pcty_marks *marks = pcty_hcl_body_marks(body);
        CHECK(pcty_marks_count(marks) == 0);
        pcty_marks_free(marks);
        pcty_hcl_content_free(content);
        pcty_hcl_body_free(body);

        body = NULL;
        CHECK_FAILS(PCTY_ERROR_SYNTAX,
                    pcty_hcl_body_parse(pcty_str_from_cstr(bad[i]), file, &inside, syntaxes[i],
                                           &body, NULL, &error));
        CHECK_OK(pcty_hcl_body_parse(pcty_str_from_cstr(bad[i]), file, &inside,
                                                syntaxes[i], &body, &diagnostics, NULL));
        pcty_diagnostic told = PCTY_DIAGNOSTIC_INIT;
        CHECK_OK(pcty_error_diagnostic_at(diagnostics, 0, &told, NULL));
        CHECK(told.subject.start.line == 11);
        pcty_error_free(diagnostics);
        pcty_hcl_body_free(body);
    }
    pcty_hcl_body *body = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_body_parse(PCTY_STR("a"), file, &inside, PCTY_HCL_TEMPLATE, &body, NULL,
                                       &error));
}

static void traversals(void) {
    pcty_hcl_traversals *found = NULL;
    pcty_error *diagnostics = NULL;
    pcty_str file = PCTY_STR("part");
    CHECK_OK(pcty_hcl_traversals_parse(PCTY_STR("a.b[0] [\"k\"]"), file, &inside, &found, NULL, NULL));
    CHECK(pcty_hcl_traversals_count(found) == 1);
    CHECK_STRING(pcty_path_to_text(traversal_at(found, 0).path), ".a.b[0][\"k\"]");
    CHECK_STR(traversal_at(found, 0).file, "part");
    check_range(traversal_at(found, 0).range, 10, 5, 17);
    static const uint32_t columns[][2] = {{5, 6}, {6, 8}, {8, 11}, {12, 17}};
    for (size_t i = 0; i < 4; i++) {
        check_range(pcty_hcl_traversals_step_range_at(found, 0, i), 10, columns[i][0],
                    columns[i][1]);
    }
    // A position past the end is the start of a text.
    check_range(pcty_hcl_traversals_step_range_at(found, 0, 4), 1, 1, 1);
    check_range(pcty_hcl_traversals_step_range_at(found, 1, 0), 1, 1, 1);
    check_range(pcty_hcl_traversals_step_range_at(NULL, 0, 0), 1, 1, 1);
    pcty_hcl_traversals_free(found);

    // If the text is not a traversal, the result has the steps before the error.
    found = NULL;
    static const char *const others[] = {"a.b[c]", "a.*", "f()", "1", "", "a b"};
    for (size_t i = 0; i < 6; i++) {
        pcty_str text = pcty_str_from_cstr(others[i]);
        CHECK_FAILS(PCTY_ERROR_SYNTAX,
                    pcty_hcl_traversals_parse(text, file, NULL, &found, NULL, &error));
    }
    CHECK_OK(pcty_hcl_traversals_parse(PCTY_STR("a.b[c]"), file, NULL,
                                               &found, &diagnostics, NULL));
    CHECK_STRING(pcty_path_to_text(traversal_at(found, 0).path), ".a.b");
    check_told(diagnostics, "  on part line 1, column 5:\n"
                            "      1 | a.b[c]\n"
                            "        |     ^\n"
                            "  Index brackets must contain either a literal number or a literal "
                            "string.");
    pcty_hcl_traversals_free(found);

    // Positions in expressions, in both syntaxes.
    static const char *const references[] = {"a.b[0]", "\"a.b[0]\""};
    for (pcty_hcl_syntax i = PCTY_HCL_NATIVE; i <= PCTY_HCL_JSON; i++) {
        pcty_hcl_expression *expression = NULL;
        CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(references[i - 1]), file, NULL, i,
                                           &expression, NULL, NULL));
        CHECK_OK(pcty_hcl_traversals_of(expression, &found, NULL));
        CHECK(pcty_hcl_traversals_count(found) == 1);
        pcty_range step = pcty_hcl_traversals_step_range_at(found, 0, 2);
        CHECK(step.end.column - step.start.column == 3);
        CHECK_STR(traversal_at(found, 0).file, "part");
        pcty_hcl_traversals_free(found);
        pcty_hcl_expression_free(expression);
    }
    pcty_hcl_expression *expression = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("a + 1"), file, NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                       NULL));
    found = NULL;
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS, pcty_hcl_traversals_of(expression, &found, &error));
    CHECK(found == NULL);
    pcty_hcl_expression_free(expression);
}

static void parts(void) {
    pcty_hcl_expression *expression = NULL;
    pcty_range name, arguments;
    pcty_str file = PCTY_STR("f");
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("ns::f(a, 1)"), file, NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                       NULL));
    CHECK_OK(pcty_hcl_expression_call(expression, NULL, NULL, &name, &arguments, NULL));
    check_range(name, 1, 1, 6);
    check_range(arguments, 1, 6, 12);
    CHECK_OK(pcty_hcl_expression_call(expression, NULL, NULL, NULL, NULL, NULL));
    check_range(pcty_hcl_expression_range(expression, PCTY_HCL_RANGE_START), 1, 1, 7);
    pcty_hcl_expression_free(expression);
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("[a, b]"), file, NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                       NULL));
    check_range(pcty_hcl_expression_range(expression, PCTY_HCL_RANGE_START), 1, 1, 2);
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_hcl_expression_call(expression, NULL, NULL, &name, &arguments, &error));
    pcty_hcl_expression_free(expression);
}

int main(void) {
    expressions();
    bodies();
    traversals();
    parts();
    return 0;
}
