// Errors made by a host, their paths, and their texts.

#include "check.h"

static void built_from_the_inside_out(void) {
    pcty_error *made = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("must be even"));
    pcty_value *key = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("a b"), &key, NULL));
    CHECK_OK(prepend_step(made, pcty_str_from_cstr(NULL), key, 0));
    CHECK_OK(prepend_step(made, pcty_str_from_cstr(NULL), NULL, 3));
    CHECK_OK(prepend_step(made, PCTY_STR("ports"), NULL, 0));
    CHECK_OK(set_argument(made, 1));
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    data.expected = pcty_type_number();
    CHECK_OK(pcty_error_set(made, &data, NULL));
    pcty_value_free(key);

    CHECK(error_info(made).has_argument && error_info(made).argument == 1);
    CHECK(!error_info(made).has_offset);
    CHECK(error_info(made).expected != NULL && error_info(made).found == NULL);
    CHECK_STR(pcty_error_message(made), "must be even");
    CHECK_STRING(pcty_error_format(made, PCTY_NOTATION_LINE), ".ports[3][\"a b\"]: must be even");

    // What is read can be set on another error.
    pcty_error *other = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("must be odd"));
    data = error_info(made);
    data.source = PCTY_STR("port = 1");
    data.file = PCTY_STR("a.hcl");
    CHECK_OK(pcty_error_set(other, &data, NULL));
    CHECK(error_info(other).argument == 1 && error_info(other).path != NULL);
    CHECK(pcty_path_equal(error_info(other).path, pcty_error_path(made)));
    CHECK(pcty_type_equal(error_info(other).expected, pcty_type_number()));
    CHECK_STR(error_info(other).source, "port = 1");
    CHECK_STR(error_info(other).file, "a.hcl");
    CHECK(error_info(made).source.data == NULL && error_info(made).file.data == NULL);
    pcty_error_free(other);

    // Changing the original does not change a clone.
    pcty_error *clone = pcty_error_clone(made);
    CHECK_OK(prepend_step(made, PCTY_STR("outer"), NULL, 0));
    CHECK(pcty_path_step_count(pcty_error_path(made)) == 4);
    pcty_error_free(made);

    const pcty_path *path = pcty_error_path(clone);
    CHECK(pcty_path_step_count(path) == 3);
    CHECK(pcty_path_step_kind_at(path, 0) == PCTY_STEP_ATTRIBUTE);
    CHECK_STR(pcty_path_step_name_at(path, 0), "ports");
    CHECK(pcty_path_step_kind_at(path, 1) == PCTY_STEP_INDEX);
    CHECK(pcty_path_step_name_at(path, 1).data == NULL);
    pcty_value *step = NULL;
    int64_t index = 0;
    CHECK_OK(pcty_path_step_key_at(path, 1, &step, NULL));
    CHECK_OK(pcty_value_as_int64(step, &index, NULL));
    CHECK(index == 3);
    pcty_value_free(step);
    step = NULL;
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_path_step_key_at(path, 0, &step, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_path_step_key_at(path, 3, &step, &error));
    CHECK(step == NULL);
    CHECK(pcty_path_step_kind_at(path, 3) == PCTY_STEP_NONE);
    pcty_error_free(clone);
}

static void diagnostics(void) {
    pcty_error *made = pcty_error_new(PCTY_ERROR_SYNTAX, PCTY_STR("unexpected token"));
    pcty_diagnostic given = PCTY_DIAGNOSTIC_INIT;
    given.severity = PCTY_SEVERITY_WARNING;
    given.summary = PCTY_STR("odd name");
    given.detail = PCTY_STR("Names are short.");
    given.has_subject = true;
    given.subject.start.line = 2;
    given.subject.start.column = 3;
    given.subject.start.byte = 5;
    given.subject.end.line = 2;
    given.subject.end.column = 5;
    given.subject.end.byte = 7;
    CHECK_OK(pcty_error_add_diagnostic(made, &given, NULL));
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    data.source = PCTY_STR("x\na bcd");
    data.file = PCTY_STR("a.hcl");
    data.has_offset = true;
    data.offset = 4;
    CHECK_OK(pcty_error_set(made, &data, NULL));
    CHECK(error_info(made).diagnostic_count == 1);

    pcty_diagnostic got = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(made, 0, &got, NULL));
    CHECK(got.severity == PCTY_SEVERITY_WARNING && got.has_subject);
    CHECK_STR(got.summary, "odd name");
    CHECK(got.subject.start.byte == 5 && got.subject.end.column == 5);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_error_diagnostic_at(made, 1, &got, &error));

    CHECK_STRING(pcty_error_format(made, PCTY_NOTATION_TEXT),
                 "unexpected token\n  at byte: 4\nwarning: odd name\n"
                 "  on a.hcl line 2, column 3:\n      2 | a bcd\n"
                 "        |   ^^\n  Names are short.");
    pcty_string *json = pcty_error_format(made, PCTY_NOTATION_JSON);
    CHECK(strstr(pcty_string_cstr(json), "\"code\":\"syntax\"") != NULL);
    CHECK(strstr(pcty_string_cstr(json), "\"diagnostics\":[{\"severity\":\"warning\"") != NULL);
    pcty_string_free(json);

    // Invalid arguments change nothing.
    given.severity = 7;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_error_add_diagnostic(made, &given, &error));
    given.severity = PCTY_SEVERITY_ERROR;
    given.subject.end.line = 0;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_error_add_diagnostic(made, &given, &error));
    given.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_error_add_diagnostic(made, &given, &error));
    CHECK(error_info(made).diagnostic_count == 1);
    pcty_error_free(made);
}

static void diagnostics_about_one_text_share_it(void) {
    pcty_error *made = pcty_error_new(PCTY_ERROR_SYNTAX, PCTY_STR("x"));
    pcty_diagnostic given = PCTY_DIAGNOSTIC_INIT, got[3] = {
        PCTY_DIAGNOSTIC_INIT, PCTY_DIAGNOSTIC_INIT, PCTY_DIAGNOSTIC_INIT,
    };
    char text[] = "a long text with two errors", again[] = "a long text with two errors";
    given.severity = PCTY_SEVERITY_ERROR;
    given.file = PCTY_STR("a.hcl");
    given.source = pcty_str_from_cstr(text);
    CHECK_OK(pcty_error_add_diagnostic(made, &given, NULL));
    given.source = pcty_str_from_cstr(again);
    CHECK_OK(pcty_error_add_diagnostic(made, &given, NULL));
    given.file = PCTY_STR("b.hcl");
    CHECK_OK(pcty_error_add_diagnostic(made, &given, NULL));
    for (size_t at = 0; at < 3; at++) {
        CHECK_OK(pcty_error_diagnostic_at(made, at, &got[at], NULL));
        CHECK_STR(got[at].source, text);
    }
    CHECK(got[0].source.data == got[1].source.data);
    CHECK_STR(got[1].file, "a.hcl");
    CHECK_STR(got[2].file, "b.hcl");
    pcty_error_free(made);
}

static void bad_arguments_still_make_an_error(void) {
    pcty_error *made = pcty_error_new(PCTY_OK, PCTY_STR("x"));
    CHECK(pcty_error_code(made) == PCTY_ERROR_INVALID_ARGUMENT);
    pcty_error_free(made);
    made = pcty_error_new(99, PCTY_STR("x"));
    CHECK(pcty_error_code(made) == PCTY_ERROR_INVALID_ARGUMENT);
    pcty_error_free(made);
    made = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("\xc3"));
    CHECK(pcty_error_code(made) == PCTY_ERROR_INVALID_UTF8);
    CHECK(error_info(made).has_offset && error_info(made).offset == 0);
    pcty_error_free(made);
}

int main(void) {
    built_from_the_inside_out();
    diagnostics();
    diagnostics_about_one_text_share_it();
    bad_arguments_still_make_an_error();
    return 0;
}
