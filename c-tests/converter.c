// Converters and conversions: results, marks, unknowns, errors, ownership.

#include "check.h"

static pcty_type *parsed(const char *notation) {
    pcty_type *ty = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(notation), PCTY_DIALECT_HCL, &ty, NULL));
    return ty;
}

// The value that a JSON document implies.
static pcty_value *value_of(const char *json) {
    pcty_type *ty = NULL;
    pcty_value *value = NULL;
    CHECK_OK(pcty_type_implied_by_json(pcty_str_from_cstr(json), &ty, NULL));
    CHECK_OK(pcty_value_from_json(pcty_str_from_cstr(json), ty, &value, NULL));
    pcty_type_free(ty);
    return value;
}

static pcty_string *json_of(const pcty_value *value) {
    pcty_string *json = NULL;
    CHECK_OK(pcty_value_to_json(value, NULL, &json, NULL));
    return json;
}

static void made_once_and_applied(void) {
    pcty_type *from = parsed("tuple([string, bool])");
    pcty_type *to = parsed("list(any)");
    pcty_converter *converter = NULL;
    CHECK_OK(pcty_converter_new(from, to, PCTY_DIALECT_HCL, PCTY_SAFETY_SAFE, &converter, NULL));
    pcty_converter *clone = pcty_converter_clone(converter);
    pcty_converter_free(converter);
    CHECK(pcty_type_equal(converter_info(clone).source, from));
    CHECK(pcty_type_equal(converter_info(clone).target, to));
    pcty_type_free(from);
    pcty_type_free(to);

    pcty_value *value = value_of("[\"a\", true]");
    pcty_value *list = NULL;
    CHECK_OK(pcty_converter_apply(clone, value, &list, NULL));
    CHECK_STRING(json_of(list), "[\"a\",\"true\"]");
    CHECK(pcty_type_equal(pcty_type_element(pcty_value_type(list)), pcty_type_string()));
    pcty_value_free(list);
    list = NULL;

    // A converter accepts only values of its source type.
    pcty_value *other = value_of("[true]");
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_converter_apply(clone, other, &list, &error));
    CHECK(list == NULL);
    pcty_value_free(other);
    pcty_value_free(value);
    pcty_converter_free(clone);
}

static void marks_and_unknowns_come_along(void) {
    pcty_converter *converter = NULL;
    CHECK_OK(pcty_converter_new(pcty_type_string(), pcty_type_number(), PCTY_DIALECT_HCL,
                                PCTY_SAFETY_UNSAFE, &converter, NULL));
    pcty_value *text = NULL, *marked = NULL, *number = NULL;
    int64_t read = 0;
    CHECK_OK(pcty_value_string(PCTY_STR("12"), &text, NULL));
    CHECK_OK(pcty_value_mark(text, PCTY_STR("secret"), &marked, NULL));
    CHECK_OK(pcty_converter_apply(converter, marked, &number, NULL));
    CHECK(pcty_value_has(number, PCTY_VALUE_MARKED));
    CHECK_OK(pcty_value_as_int64(pcty_value_unmarked(number), &read, NULL));
    CHECK(read == 12);
    pcty_value_free(number);
    pcty_value_free(marked);
    pcty_value_free(text);

    pcty_value *unknown = pcty_value_unknown(pcty_type_string());
    CHECK_OK(pcty_value_mark(unknown, PCTY_STR("secret"), &marked, NULL));
    CHECK_OK(pcty_converter_apply(converter, marked, &number, NULL));
    CHECK(pcty_value_has(number, PCTY_VALUE_MARKED));
    CHECK(pcty_value_state(number) == PCTY_STATE_UNKNOWN);
    CHECK(pcty_type_equal(pcty_value_type(number), pcty_type_number()));
    pcty_value_free(number);
    pcty_value_free(marked);
    pcty_value_free(unknown);
    pcty_converter_free(converter);
}

static void no_conversion(void) {
    pcty_converter *converter = NULL;
    pcty_error *error = NULL;
    pcty_type *list = parsed("list(string)");
    CHECK(pcty_converter_new(list, pcty_type_bool(), PCTY_DIALECT_HCL, PCTY_SAFETY_UNSAFE,
                             &converter, &error) == PCTY_ERROR_CONVERSION);
    CHECK_STR(pcty_error_message(error), "bool required, but have list of string");
    CHECK(pcty_type_equal(error_info(error).found, list));
    pcty_error_free(error);
    CHECK(pcty_converter_new(pcty_type_string(), pcty_type_bool(), PCTY_DIALECT_HCL,
                             PCTY_SAFETY_SAFE, &converter, &error) == PCTY_ERROR_CONVERSION);
    CHECK_STR(pcty_error_message(error), "not every string converts to bool");
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_converter_new(list, list, PCTY_DIALECT_HCL, 0, &converter, &error));
    CHECK(converter == NULL);
    pcty_type_free(list);
}

static void a_value_says_where_it_does_not_fit(void) {
    pcty_type *to = parsed("object({ ports = list(number), name = optional(string) })");
    pcty_value *good = value_of("{\"ports\": [\"80\", 443], \"more\": 1}");
    pcty_value *bad = value_of("{\"ports\": [80, \"x\", \"y\"], \"name\": []}");
    pcty_value *out = NULL;
    CHECK_OK(pcty_value_convert(good, to, PCTY_DIALECT_HCL, &out, NULL));
    CHECK_STRING(json_of(out), "{\"name\":null,\"ports\":[80,443]}");
    pcty_value_free(out);
    out = NULL;
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_value_convert(bad, to, PCTY_DIALECT_HCL, &out, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_value_convert(good, to, 0, &out, &error));
    CHECK(out == NULL);

    pcty_error_list *errors = NULL;
    CHECK_OK(pcty_value_check(good, to, PCTY_DIALECT_HCL, &errors, NULL));
    CHECK(pcty_error_list_count(errors) == 0 && pcty_error_list_at(errors, 0) == NULL);
    pcty_error_list_free(errors);
    CHECK_OK(pcty_value_check(bad, to, PCTY_DIALECT_HCL, &errors, NULL));
    CHECK(pcty_error_list_count(errors) == 3);
    CHECK(pcty_error_list_at(errors, 3) == NULL);
    int ports = 0, names = 0;
    for (size_t i = 0; i < 3; i++) {
        const pcty_error *failure = pcty_error_list_at(errors, i);
        CHECK(pcty_error_code(failure) == PCTY_ERROR_CONVERSION);
        CHECK(error_info(failure).expected != NULL && error_info(failure).found != NULL);
        pcty_str step = pcty_path_step_name_at(pcty_error_path(failure), 0);
        ports += same_str(step, PCTY_STR("ports"));
        names += same_str(step, PCTY_STR("name"));
    }
    CHECK(ports == 2 && names == 1);
    // An error that outlives the list is a clone.
    pcty_error *kept = pcty_error_clone(pcty_error_list_at(errors, 0));
    pcty_error_list_free(errors);
    CHECK(pcty_error_message(kept).len > 0);
    pcty_error_free(kept);
    pcty_value_free(bad);
    pcty_value_free(good);
    pcty_type_free(to);
}

static void check_text(const char *text, pcty_data_format format, const char *notation,
                       pcty_dialect dialect, const char *wanted) {
    pcty_error_list *errors = NULL;
    CHECK_OK(pcty_document_check(pcty_str_from_cstr(text), PCTY_STR("x"),
                                 pcty_str_from_cstr(notation), format, dialect, &errors, NULL));
    char lines[512] = "";
    for (size_t i = 0; i < pcty_error_list_count(errors); i++) {
        pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
        CHECK_OK(pcty_error_diagnostic_at(pcty_error_list_at(errors, i), 0, &found, NULL));
        CHECK(found.has_subject);
        snprintf(lines + strlen(lines), sizeof lines - strlen(lines), "%u,%u ", found.subject.start.line,
                 found.subject.start.column);
        pcty_string *line = pcty_error_format(pcty_error_list_at(errors, i), PCTY_NOTATION_LINE);
        strncat(lines, pcty_string_cstr(line), sizeof lines - strlen(lines) - 2);
        strcat(lines, "\n");
        pcty_string_free(line);
    }
    if (strcmp(lines, wanted) != 0) {
        fprintf(stderr, "%s", lines);
    }
    CHECK(strcmp(lines, wanted) == 0);
    pcty_error_list_free(errors);
}

static void a_text_is_checked_in_one_call(void) {
    check_text("{\"web\": 80}", PCTY_DATA_JSON, "map(number)", PCTY_DIALECT_HCL, "");
    check_text("{\"a\": \"x\",\n \"b\": []}", PCTY_DATA_JSON, "map(number)", PCTY_DIALECT_HCL,
               "1,7 .a: a number is required\n2,7 .b: number required, but have tuple\n");
    check_text("a: x\nb: []\n", PCTY_DATA_YAML, "map(number)", PCTY_DIALECT_HCL,
               "1,4 .a: a number is required\n2,4 .b: number required, but have tuple\n");
    check_text("{\"a\": \"x\"}", PCTY_DATA_JSON, "Hash[String, Integer]", PCTY_DIALECT_PUPPET,
               "1,7 [\"a\"]: expects an Integer value, got String\n");
    check_text("a: x\n", PCTY_DATA_YAML, "Hash[String, Integer]", PCTY_DIALECT_PUPPET,
               "1,4 [\"a\"]: expects an Integer value, got String\n");
    check_text("{\"a\": 1}", PCTY_DATA_JSON, "map{str: int}", PCTY_DIALECT_MCL, "");
    check_text("a: 1", PCTY_DATA_YAML, "map{str: int}", PCTY_DIALECT_MCL, "");
    pcty_error_list *errors = NULL;
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_document_check(PCTY_STR("{"), PCTY_STR(""), PCTY_STR("map(number)"), PCTY_DATA_JSON,
                                    PCTY_DIALECT_HCL, &errors, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE,
                pcty_document_check(PCTY_STR("1"), PCTY_STR(""), PCTY_STR("list(string)"), PCTY_DATA_JSON,
                                    PCTY_DIALECT_PUPPET, &errors, &error));
    CHECK(errors == NULL);
}

static void parts_of_documents_have_positions(void) {
    pcty_value *value = NULL, *converted = NULL;
    pcty_str text = PCTY_STR("web:\n  ports: [80, many]\n");
    CHECK_OK(pcty_value_from_yaml(text, NULL, &value, NULL));
    pcty_type *wanted = NULL;
    CHECK_OK(pcty_type_parse(PCTY_STR("object({web=object({ports=list(number)})})"), PCTY_DIALECT_HCL,
                             &wanted, NULL));
    pcty_error *failure = NULL;
    CHECK(pcty_value_convert(value, wanted, PCTY_DIALECT_HCL, &converted, &failure) ==
          PCTY_ERROR_CONVERSION);
    pcty_document_part part;
    CHECK_OK(pcty_document_locate(text, pcty_error_path(failure), PCTY_DATA_YAML, &part, NULL));
    CHECK(part.range.start.line == 2 && part.range.start.column == 15 && part.range.end.column == 19);
    CHECK(part.is_exact && !part.has_name);
    CHECK(pcty_value_from_yaml(text, wanted, &converted, NULL) == PCTY_ERROR_CONVERSION);
    pcty_error_free(failure);
    pcty_path *path = pcty_path_new();
    CHECK_OK(pcty_path_append_attribute(path, PCTY_STR("web"), NULL));
    CHECK_OK(pcty_document_locate(text, path, PCTY_DATA_YAML, &part, NULL));
    CHECK(part.has_name && part.name_range.start.byte == 0 && part.name_range.end.byte == 3);
    CHECK_OK(pcty_path_append_attribute(path, PCTY_STR("other"), NULL));
    CHECK_OK(pcty_document_locate(text, path, PCTY_DATA_YAML, &part, NULL));
    CHECK(!part.is_exact && !part.has_name && part.range.start.line == 2);
    CHECK_OK(pcty_document_locate(PCTY_STR(" 1"), NULL, PCTY_DATA_JSON, &part, NULL));
    CHECK(part.is_exact && part.range.start.byte == 1);
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_document_locate(text, path, PCTY_DATA_JSON, &part, &error));
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_value_from_yaml(PCTY_STR("a: 1\na: 2"), NULL, &converted, &error));
    pcty_path_free(path);
    pcty_type_free(wanted);
    pcty_value_free(value);
}

int main(void) {
    made_once_and_applied();
    marks_and_unknowns_come_along();
    no_conversion();
    a_value_says_where_it_does_not_fit();
    a_text_is_checked_in_one_call();
    parts_of_documents_have_positions();
    return 0;
}
