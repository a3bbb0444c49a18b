// Reading HCL without a schema: items, positions, trees, references, and values as text.

#include "check.h"
#include "hcl_views.h"

static pcty_hcl_body *body_of(pcty_hcl_syntax syntax, const char *text) {
    pcty_hcl_body *body = NULL;
    pcty_error *diagnostics = NULL;
    CHECK_OK(pcty_hcl_body_parse(pcty_str_from_cstr(text), PCTY_STR("f"), NULL, syntax, &body,
                                 &diagnostics, NULL));
    pcty_error_free(diagnostics);
    return body;
}

static pcty_hcl_expression *expression_of(const char *text) {
    pcty_hcl_expression *expression = NULL;
    CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(text), PCTY_STR("f"), NULL, PCTY_HCL_NATIVE,
                                       &expression, NULL, NULL));
    return expression;
}

static void check_bytes(pcty_range range, size_t start, size_t end) {
    CHECK(range.start.byte == start && range.end.byte == end);
}

static void items(void) {
    pcty_hcl_body *body = body_of(PCTY_HCL_NATIVE, "a = 1\nb \"l\" {\n  c = 2\n}\na = 3\n");
    pcty_hcl_items *items = NULL, *inner = NULL;
    CHECK_OK(pcty_hcl_body_items(body, &items, NULL));
    pcty_hcl_body_free(body); // the items remain valid
    CHECK(pcty_hcl_items_count(items) == 3);
    CHECK(item_at(items, 0).kind == PCTY_HCL_ITEM_ATTRIBUTE);
    CHECK(item_at(items, 1).kind == PCTY_HCL_ITEM_BLOCK);
    CHECK(item_at(items, 3).kind == PCTY_HCL_ITEM_NONE);
    CHECK(item_at(items, 1).attribute == NULL);
    CHECK(item_at(items, 0).block_count == 0);
    CHECK(pcty_hcl_items_block_at(items, 1, 1) == NULL);
    CHECK_STR(attribute_data(item_at(items, 2).attribute).name, "a");
    const pcty_hcl_block *block = pcty_hcl_items_block_at(items, 1, 0);
    CHECK_STR(label_at(block, 0).text, "l");
    check_bytes(pcty_hcl_block_range(block, PCTY_HCL_RANGE_OPEN_BRACE), 12, 13);
    check_bytes(pcty_hcl_block_range(block, PCTY_HCL_RANGE_CLOSE_BRACE), 22, 23);
    check_bytes(pcty_hcl_block_range(block, PCTY_HCL_RANGE_WHOLE), 6, 23);
    check_bytes(pcty_hcl_block_range(block, PCTY_HCL_RANGE_HEADER), 6, 11);
    check_bytes(pcty_hcl_block_range(block, PCTY_HCL_RANGE_TYPE), 6, 7);
    check_bytes(pcty_hcl_block_range(block, PCTY_HCL_RANGE_MISSING), 0, 0);
    check_bytes(pcty_hcl_block_range(block, 0), 0, 0);
    check_bytes(pcty_hcl_block_range(NULL, PCTY_HCL_RANGE_WHOLE), 0, 0);
    CHECK(pcty_hcl_block_info(block, NULL) && !pcty_hcl_block_info(NULL, NULL));
    CHECK(pcty_hcl_block_label_at(block, 0, NULL) && !pcty_hcl_block_label_at(block, 1, NULL));
    CHECK(pcty_hcl_items_at(items, 2, NULL) && !pcty_hcl_items_at(items, 3, NULL));
    CHECK(!pcty_hcl_attribute_info(NULL, NULL) && !pcty_hcl_body_info(NULL, NULL));
    const pcty_hcl_body *inside = block_data(block).body;
    CHECK_STR(body_data(inside).text, "{\n  c = 2\n}");
    check_bytes(pcty_hcl_body_range(inside, PCTY_HCL_RANGE_WHOLE), 12, 23);
    CHECK_OK(pcty_hcl_body_items(inside, &inner, NULL));
    CHECK_STR(attribute_data(item_at(inner, 0).attribute).name, "c");
    pcty_hcl_items_free(inner);
    pcty_hcl_items_free(items);

    body = body_of(PCTY_HCL_JSON, "{\"a\": 1, \"b\": [{\"c\": 2}, {}]}");
    CHECK_OK(pcty_hcl_body_items(body, &items, NULL));
    CHECK(item_at(items, 0).kind == PCTY_HCL_ITEM_ATTRIBUTE);
    CHECK(item_at(items, 1).kind == PCTY_HCL_ITEM_EITHER);
    CHECK(item_at(items, 1).attribute != NULL);
    CHECK(item_at(items, 1).block_count == 2);
    CHECK_STR(body_data(block_data(pcty_hcl_items_block_at(items, 1, 0)).body).text,
              "{\"c\": 2}");
    pcty_hcl_items_free(items);
    pcty_hcl_body_free(body);
}

static void places(void) {
    const char *text = "a \"l\" {\n  b = f(x.y, [1])\n}\n";
    pcty_hcl_body *body = body_of(PCTY_HCL_NATIVE, text);
    pcty_hcl_location *place = NULL;
    size_t byte = 0;
    CHECK_OK(pcty_hcl_body_byte_of(body, PCTY_STR("f"), 2, 9, &byte, NULL));
    CHECK(byte == (size_t)(strchr(text, 'x') - text));
    CHECK_OK(pcty_hcl_body_at_byte(body, PCTY_STR(""), byte, &place, NULL));
    CHECK(location_data(place).block_count == 1);
    CHECK_STR(block_data(pcty_hcl_location_block_at(place, 0)).type, "a");
    CHECK(pcty_hcl_location_block_at(place, 1) == NULL);
    CHECK_STR(attribute_data(location_data(place).attribute).name, "b");
    CHECK(location_data(place).expression_count == 2);
    CHECK_STR(expression_data(pcty_hcl_location_expression_at(place, 0)).text, "f(x.y, [1])");
    CHECK_STR(expression_data(pcty_hcl_location_expression_at(place, 1)).text, "x.y");
    pcty_hcl_expressions *found = NULL;
    CHECK_OK(pcty_hcl_expression_at_byte(pcty_hcl_location_expression_at(place, 0), byte, &found, NULL));
    CHECK(pcty_hcl_expressions_count(found) == 2);
    pcty_hcl_expressions_free(found);
    pcty_hcl_location_free(place);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_hcl_body_at_byte(body, PCTY_STR("other"), byte, &place, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_hcl_body_byte_of(body, PCTY_STR("other"), 1, 1, &byte, &error));
    pcty_hcl_body_free(body);
}

static void trees(void) {
    pcty_hcl_expression *expression = expression_of("[for k, v in m : -v + up(k) if v]");
    pcty_hcl_expressions *parts = NULL, *operands = NULL;
    CHECK(expression_data(expression).form == PCTY_HCL_FORM_FOR);
    CHECK_STR(expression_data(expression).key_name, "k");
    CHECK_STR(expression_data(expression).value_name, "v");
    CHECK(expression_data(expression).name.data == NULL);
    CHECK_OK(pcty_hcl_expression_parts(expression, &parts, NULL));
    pcty_hcl_expression_free(expression); // the parts remain valid
    CHECK(pcty_hcl_expressions_count(parts) == 3);
    CHECK(pcty_hcl_expressions_role_at(parts, 0) == PCTY_HCL_ROLE_COLLECTION);
    CHECK(pcty_hcl_expressions_role_at(parts, 1) == PCTY_HCL_ROLE_VALUE);
    CHECK(pcty_hcl_expressions_role_at(parts, 2) == PCTY_HCL_ROLE_CONDITION);
    CHECK(pcty_hcl_expressions_role_at(parts, 3) == PCTY_HCL_ROLE_NONE);
    const pcty_hcl_expression *sum = pcty_hcl_expressions_at(parts, 1);
    CHECK(expression_data(sum).form == PCTY_HCL_FORM_OPERATIONS);
    CHECK_STR(operator_at(sum, 0).text, "+");
    check_bytes(operator_at(sum, 0).range, 20, 21);
    CHECK(operator_at(sum, 1).text.data == NULL);
    CHECK(expression_data(sum).value_name.data == NULL);
    CHECK(pcty_hcl_expression_operator_at(sum, 0, NULL));
    CHECK(!pcty_hcl_expression_operator_at(sum, 1, NULL));
    CHECK(pcty_hcl_expression_info(sum, NULL) && !pcty_hcl_expression_info(NULL, NULL));
    check_bytes(pcty_hcl_expression_range(sum, PCTY_HCL_RANGE_HEADER), 0, 0);
    check_bytes(pcty_hcl_expression_range(NULL, PCTY_HCL_RANGE_WHOLE), 0, 0);
    CHECK_OK(pcty_hcl_expression_parts(sum, &operands, NULL));
    CHECK_STR(operator_at(pcty_hcl_expressions_at(operands, 0), 0).text, "-");
    CHECK_STR(expression_data(pcty_hcl_expressions_at(operands, 1)).name, "up");
    pcty_hcl_expressions_free(operands);
    pcty_hcl_expressions_free(parts);

    expression = expression_of("(a).b[0]");
    pcty_hcl_traversals *steps = pcty_hcl_expression_steps(expression);
    CHECK(pcty_path_step_count(traversal_at(steps, 0).path) == 2);
    pcty_hcl_traversals_free(steps);
    pcty_hcl_expression_free(expression);
}

static void references(void) {
    const char *text = "a {\n dynamic \"b\" {\n  for_each = l\n  content { c = f(b.value, g(v)) }\n }\n}\n";
    pcty_hcl_body *body = body_of(PCTY_HCL_NATIVE, text);
    pcty_hcl_traversals *variables = NULL;
    pcty_hcl_calls *calls = NULL;
    CHECK_OK(pcty_hcl_body_variables(body, &variables, NULL));
    CHECK(pcty_hcl_traversals_count(variables) == 2);
    CHECK_STR(pcty_path_step_name_at(traversal_at(variables, 1).path, 0), "v");
    pcty_hcl_traversals_free(variables);
    CHECK_OK(pcty_hcl_body_calls(body, &calls, NULL));
    pcty_hcl_body_free(body);
    CHECK(pcty_hcl_calls_count(calls) == 2);
    CHECK_STR(call_at(calls, 1).name, "g");
    CHECK_STR(call_at(calls, 1).file, "f");
    size_t at = (size_t)(strstr(text, "g(") - text);
    check_bytes(call_at(calls, 1).name_range, at, at + 1);
    check_bytes(call_at(calls, 1).range, at, at + 4);
    pcty_hcl_calls_free(calls);
    pcty_hcl_expression *expression = expression_of("f(1)");
    calls = pcty_hcl_expression_calls(expression);
    CHECK_STR(call_at(calls, 0).name, "f");
    CHECK(pcty_hcl_calls_at(calls, 0, NULL) && !pcty_hcl_calls_at(calls, 1, NULL));
    CHECK(!pcty_hcl_calls_at(NULL, 0, NULL));
    pcty_hcl_calls_free(calls);
    pcty_hcl_expression_free(expression);
}

static pcty_value *value_of(const char *text) {
    pcty_hcl_expression *expression = expression_of(text);
    pcty_value *value = NULL;
    CHECK_OK(pcty_hcl_expression_evaluate(expression, NULL, &value, NULL, NULL));
    pcty_hcl_expression_free(expression);
    return value;
}

static void check_text(const pcty_value *value, pcty_hcl_value_style shown, const char *want) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_hcl_value_format(value, shown, &text, NULL));
    CHECK_STRING(text, want);
}

typedef struct {
    size_t visits;
    pcty_visit answer;
} visited;

static pcty_visit count_visits(void *user_data, const pcty_path *path, const pcty_value *part) {
    visited *seen = user_data;
    CHECK(part != NULL && (pcty_path_step_count(path) == 0) == (seen->visits == 0));
    seen->visits++;
    return seen->answer;
}

// Marks the value at `.password`, rejects numbers, and keeps the rest.
static pcty_status mark_password(void *user_data, const pcty_path *path, const pcty_value *part,
                                 pcty_value **out, pcty_error **error) {
    (void)user_data;
    if (pcty_type_kind(pcty_value_type(part)) == PCTY_KIND_NUMBER) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("no numbers"));
        return PCTY_ERROR_CALLBACK;
    }
    size_t count = pcty_path_step_count(path);
    pcty_str name = pcty_path_step_name_at(path, count - 1);
    if (count > 0 && name.len == 8 && memcmp(name.data, "password", 8) == 0) {
        return pcty_value_mark(part, PCTY_STR("sensitive"), out, error);
    }
    return PCTY_OK;
}

static void values(void) {
    pcty_value *user = value_of("{ name = \"a\", password = \"b\" }"), *marked = NULL, *bare = NULL;
    CHECK_OK(pcty_value_transform(user, mark_password, NULL, &marked, NULL));
    check_text(user, PCTY_HCL_VALUE_EXPRESSION, "{\n  name     = \"a\"\n  password = \"b\"\n}");
    check_text(marked, PCTY_HCL_VALUE_REDACTED,
               "{\n  name     = \"a\"\n  password = (marked \"sensitive\")\n}");
    check_text(marked, PCTY_HCL_VALUE_REVEALED,
               "{\n  name     = \"a\"\n  password = (marked \"sensitive\": \"b\")\n}");
    pcty_string *text = NULL;
    CHECK_FAILS(PCTY_ERROR_MARKED,
                pcty_hcl_value_format(marked, PCTY_HCL_VALUE_EXPRESSION, &text, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_value_format(marked, 7, &text, &error));

    pcty_path_marks *marks = NULL, *none = pcty_path_marks_new();
    CHECK_OK(pcty_value_unmark_with_paths(marked, &bare, &marks, NULL));
    CHECK(pcty_value_equal(bare, user));
    pcty_path_marks_entry part = {NULL, NULL};
    CHECK(pcty_path_marks_count(marks) == 1 && !pcty_path_marks_at(marks, 1, &part));
    CHECK(part.path == NULL && pcty_path_marks_at(marks, 0, &part));
    CHECK_STR(pcty_path_step_name_at(part.path, 0), "password");
    CHECK(pcty_marks_contains(part.marks, PCTY_STR("sensitive")));
    CHECK_OK(pcty_path_marks_add(none, part.path,
                                 part.marks, NULL));
    pcty_value *again = NULL;
    CHECK_OK(pcty_value_mark_with_paths(bare, none, &again, NULL));
    CHECK(pcty_value_equal(again, marked));
    pcty_path_marks_free(none);
    pcty_path_marks_free(marks);
    pcty_value_free(again);

    visited seen = {0, PCTY_VISIT_DESCEND};
    CHECK_OK(pcty_value_walk(marked, count_visits, &seen, NULL));
    CHECK(seen.visits == 3);
    seen.visits = 0;
    seen.answer = PCTY_VISIT_SKIP;
    CHECK_OK(pcty_value_walk(marked, count_visits, &seen, NULL));
    CHECK(seen.visits == 1);
    seen.visits = 0;
    seen.answer = 9;
    CHECK_FAILS(PCTY_ERROR_MISBEHAVED, pcty_value_walk(marked, count_visits, &seen, &error));
    pcty_value *numbers = value_of("{ a = [1] }");
    CHECK_FAILS(PCTY_ERROR_CALLBACK,
                pcty_value_transform(numbers, mark_password, NULL, &again, &error));
    pcty_value_free(numbers);

    pcty_type *type = NULL;
    pcty_error_list *found = NULL;
    CHECK_OK(pcty_hcl_type_parse(PCTY_STR("object({ name = string, passwort = optional(string) })"),
                                 PCTY_STR("t"), PCTY_HCL_NATIVE, PCTY_HCL_TYPE_CONSTRAINT, &type,
                                 NULL, NULL));
    CHECK_OK(pcty_hcl_value_extraneous(user, type, &found, NULL));
    CHECK(pcty_error_list_count(found) == 1);
    const pcty_error *warning = pcty_error_list_at(found, 0);
    pcty_diagnostic told = PCTY_DIAGNOSTIC_INIT;
    CHECK(pcty_error_code(warning) == PCTY_ERROR_NOT_FOUND);
    CHECK_OK(pcty_error_diagnostic_at(warning, 0, &told, NULL));
    CHECK(told.severity == PCTY_SEVERITY_WARNING);
    CHECK_STR(told.suggestion, "passwort");
    CHECK_STR(pcty_path_step_name_at(pcty_error_path(warning), 0), "password");
    pcty_error_list_free(found);
    pcty_type_free(type);
    pcty_value_free(bare);
    pcty_value_free(marked);
    pcty_value_free(user);
}

int main(void) {
    items();
    places();
    trees();
    references();
    values();
    return 0;
}
