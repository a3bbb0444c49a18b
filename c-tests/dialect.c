// Types as text and as JSON, and the rules of a dialect for two types.

#include "check.h"

static pcty_type *parsed(const char *notation) {
    pcty_type *ty = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(notation), PCTY_DIALECT_HCL, &ty, NULL));
    return ty;
}

static pcty_string *formatted(const pcty_type *ty) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_type_format(ty, PCTY_DIALECT_HCL, &text, NULL));
    return text;
}

static void read_and_written(void) {
    pcty_type *ty = parsed("object({ b = optional(list(number)), a = map(any) })");
    CHECK_STRING(formatted(ty), "object({a=map(any),b=list(number)})");
    pcty_string *json = NULL;
    CHECK_OK(pcty_type_to_json(ty, &json, NULL));
    CHECK_STR(pcty_string_str(json),
              "[\"object\",{\"a\":[\"map\",\"dynamic\"],\"b\":[\"list\",\"number\"]},[\"b\"]]");
    pcty_type *again = NULL;
    CHECK_OK(pcty_type_from_json(pcty_string_str(json), &again, NULL));
    CHECK(pcty_type_equal(ty, again));
    pcty_string_free(json);
    pcty_type_free(again);
    pcty_type_free(ty);
}

// Every dialect reports a syntax error once, with its position and its line.
static void faults_are_told_once(void) {
    static const pcty_dialect dialects[] = {PCTY_DIALECT_HCL, PCTY_DIALECT_PCL,
                                            PCTY_DIALECT_PUPPET, PCTY_DIALECT_MCL};
    static const pcty_str texts[] = {PCTY_STR_INIT("list("), PCTY_STR_INIT("list("),
                                     PCTY_STR_INIT("Array["), PCTY_STR_INIT("list(")};
    for (size_t i = 0; i < 4; i++) {
        pcty_type *ty = NULL;
        pcty_error *error = NULL;
        CHECK(pcty_type_parse(texts[i], dialects[i], &ty, &error) != PCTY_OK && ty == NULL);
        CHECK(error_info(error).diagnostic_count == 1 && error_info(error).has_offset);
        pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
        CHECK_OK(pcty_error_diagnostic_at(error, 0, &found, NULL));
        CHECK(found.has_subject && found.subject.start.byte == error_info(error).offset);
        CHECK_STR(found.file, "type");
        pcty_string *text = pcty_error_format(error, PCTY_NOTATION_TEXT);
        const char *told = pcty_string_cstr(text);
        CHECK(strncmp(told, "error: ", 7) == 0 && strstr(told, "\n  on type line 1, column ") != NULL);
        char summary[100] = {0};
        CHECK(found.summary.len < sizeof summary);
        memcpy(summary, found.summary.data, found.summary.len);
        const char *once = strstr(told, summary);
        CHECK(once != NULL && strstr(once + 1, summary) == NULL);
        CHECK(strstr(told, "\n        | ") != NULL && strchr(told, '^') != NULL);
        pcty_string_free(text);
        pcty_error_free(error);
    }
}

static void faults_are_placed(void) {
    pcty_type *ty = NULL;
    pcty_string *text = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_type_parse(PCTY_STR("tuple([\n  strin,\n  numbr])"), PCTY_DIALECT_HCL, &ty,
                          &error) == PCTY_ERROR_TYPE);
    CHECK(error_info(error).diagnostic_count == 2);
    pcty_diagnostic second = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, 1, &second, NULL));
    CHECK(second.has_subject && second.subject.start.line == 3);
    CHECK(second.subject.start.column == 3 && second.subject.start.byte == 19);
    pcty_str line = pcty_error_message(error), end = PCTY_STR(", and 1 other diagnostic(s)");
    CHECK(line.len > end.len && strncmp(line.data, "type:2,3-8: ", 12) == 0);
    CHECK(memcmp(line.data + line.len - end.len, end.data, end.len) == 0);
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_type_parse(PCTY_STR("list("), PCTY_DIALECT_HCL, &ty, &error));
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_type_from_json(PCTY_STR("[\"list\""), &ty, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_type_from_json(PCTY_STR("\"strin\""), &ty, &error));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_type_format(pcty_type_integer(), PCTY_DIALECT_HCL, &text, &error));
    CHECK(ty == NULL && text == NULL);
}

static void types_of_pcl(void) {
    pcty_type *ty = NULL;
    pcty_string *text = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_type_parse(PCTY_STR("union(string, int, none, int)"), PCTY_DIALECT_PCL, &ty,
                             &error));
    CHECK_OK(pcty_type_format(ty, PCTY_DIALECT_PCL, &text, &error));
    CHECK_STRING(text, "union(int, none, string)");
    pcty_type_free(ty);
    ty = NULL;
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_type_parse(PCTY_STR("list("), PCTY_DIALECT_PCL, &ty, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_parse(PCTY_STR("str"), 0, &ty, &error));
    CHECK(ty == NULL);
}

// A text of a user is never an invalid argument of the program, in any dialect.
static void texts_that_are_not_types(void) {
    static const char *const texts[] = {
        "list(string", "list(string)", "nope", "Integer[5, 1]", "Array[3]", "Pattern[/(/]", "str str",
        "object({a = string, a = number})", "union()", "Integer[1, 2, 3]", "Hash[String]", "Enum[1]",
        "SemVer['bad']", "Object[{a => 1}]", "Resource['a b']", "map{str: int", "?", "'a'", "1", ""};
    static const pcty_dialect dialects[] = {PCTY_DIALECT_HCL, PCTY_DIALECT_PCL, PCTY_DIALECT_PUPPET,
                                            PCTY_DIALECT_MCL};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (size_t d = 0; d < sizeof dialects / sizeof *dialects; d++) {
            pcty_type *type = NULL;
            pcty_status status = pcty_type_parse(pcty_str_from_cstr(texts[i]), dialects[d], &type, NULL);
            CHECK(status == PCTY_OK || status == PCTY_ERROR_SYNTAX || status == PCTY_ERROR_TYPE);
            pcty_type_free(type);
        }
    }
    pcty_type *type = NULL;
    pcty_value *value = NULL;
    pcty_str list = PCTY_STR("list(string)"), twice = PCTY_STR("object({a=string,a=number})");
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_type_parse(list, PCTY_DIALECT_PUPPET, &type, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_type_parse(list, PCTY_DIALECT_MCL, &type, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_type_parse(twice, PCTY_DIALECT_PCL, &type, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE,
                pcty_type_from_json(PCTY_STR("[\"object\",{\"a\":\"string\"},[\"b\"]]"), &type, &error));
    // An unknown number that is at least 5 and at most 1.
    static const uint8_t bytes[] = {0xc7, 9, 0x0c, 0x82, 3, 0x92, 5, 0xc3, 4, 0x92, 1, 0xc3};
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_value_from_msgpack(bytes, sizeof bytes, pcty_type_number(),
                                                           &value, &error));
}

static pcty_conversion conversion(const char *from, const char *to) {
    pcty_type *source = parsed(from), *target = parsed(to);
    pcty_conversion found = 77;
    CHECK_OK(pcty_type_conversion(source, target, PCTY_DIALECT_HCL, &found, NULL));
    pcty_error *why = NULL;
    CHECK_OK(pcty_type_explain(source, target, PCTY_DIALECT_HCL, &why, NULL));
    CHECK((why != NULL) == (found == PCTY_CONVERSION_NONE));
    pcty_error_free(why);
    pcty_type_free(source);
    pcty_type_free(target);
    return found;
}

static void a_mismatch_says_where(void) {
    pcty_type *source = parsed("object({a=tuple([bool, list(string)])})");
    pcty_type *target = parsed("object({a=list(string)})");
    pcty_error *why = NULL;
    CHECK_OK(pcty_type_explain(source, target, PCTY_DIALECT_HCL, &why, NULL));
    CHECK_STR(pcty_error_message(why),
              "attribute \"a\": element 1: string required, but have list of string");
    pcty_string *path = pcty_path_to_text(pcty_error_path(why));
    CHECK_STR(pcty_string_str(path), ".a[1]");
    CHECK(pcty_type_equal(error_info(why).expected, pcty_type_string()));
    pcty_string_free(path);
    pcty_error_free(why);
    pcty_type_free(source);
    pcty_type_free(target);
}

static void what_stands_between_two_types(void) {
    a_mismatch_says_where();
    CHECK(conversion("set(bool)", "set(bool)") == PCTY_CONVERSION_SAME);
    CHECK(conversion("tuple([bool, string])", "list(string)") == PCTY_CONVERSION_SAFE);
    CHECK(conversion("string", "number") == PCTY_CONVERSION_UNSAFE);
    CHECK(conversion("list(string)", "bool") == PCTY_CONVERSION_NONE);

    pcty_type *list = parsed("list(object({ a = any }))");
    pcty_type *strings = parsed("list(object({ a = string }))");
    pcty_type *numbers = parsed("list(object({ a = number }))");
    bool fits = false;
    CHECK_OK(pcty_type_assignable(strings, list, PCTY_DIALECT_HCL, &fits, NULL));
    CHECK(fits);
    CHECK_OK(pcty_type_assignable(list, strings, PCTY_DIALECT_HCL, &fits, NULL));
    CHECK(!fits);
    CHECK_OK(pcty_type_conforms(strings, list, NULL));
    pcty_error *error = NULL;
    CHECK(pcty_type_conforms(strings, numbers, &error) == PCTY_ERROR_TYPE);
    CHECK_STR(pcty_error_message(error), "number required, but received string");
    CHECK(pcty_path_step_count(pcty_error_path(error)) == 2);
    CHECK_STR(pcty_path_step_name_at(pcty_error_path(error), 1), "a");
    CHECK(pcty_type_equal(error_info(error).expected, numbers));
    CHECK(pcty_type_equal(error_info(error).found, strings));
    pcty_error_free(error);
    pcty_type_free(numbers);
    pcty_type_free(strings);
    pcty_type_free(list);
}

int main(void) {
    read_and_written();
    faults_are_told_once();
    faults_are_placed();
    types_of_pcl();
    texts_that_are_not_types();
    what_stands_between_two_types();
    return 0;
}
