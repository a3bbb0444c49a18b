// Summaries of values agree with the functions that read one property of a value.

#include "check.h"
#include <string.h>

// A summary agrees with the functions that read the value.
static void as_told(const pcty_summary *summary, const pcty_value *value) {
    pcty_small small;
    pcty_str text;
    size_t length = 0;
    int64_t number = 0;
    bool truth = false;
    CHECK(summary->value == value);
    CHECK(summary->kind == pcty_type_kind(pcty_value_type(value)));
    CHECK(summary->state == pcty_value_state(value));
    CHECK(summary->is_marked == pcty_value_has(value, PCTY_VALUE_MARKED));
    CHECK(summary->is_small == pcty_value_small(value, &small));
    if (pcty_value_as_string(value, &text, NULL) == PCTY_OK) {
        CHECK(summary->has_content && summary->text.data == text.data && summary->text.len == text.len);
    } else {
        CHECK(summary->text.data == NULL && summary->text.len == 0);
    }
    if (pcty_value_length(value, &length)) {
        CHECK(summary->has_content && summary->number == (int64_t)length);
    } else if (pcty_value_as_bool(value, &truth, NULL) == PCTY_OK) {
        CHECK(summary->has_content && summary->number == truth);
    } else if (summary->kind != PCTY_KIND_FLOAT && summary->is_small &&
               pcty_value_as_int64(value, &number, NULL) == PCTY_OK) {
        CHECK(summary->has_content && summary->number == number);
    } else {
        CHECK(summary->number == 0 && summary->has_content == (summary->text.data != NULL));
    }
    if (summary->is_small) {
        pcty_small copy = *(const pcty_small *)summary->value;
        CHECK(pcty_value_equal((const pcty_value *)&copy, value));
    }
}

static pcty_value *text(const char *of) {
    pcty_value *made = NULL;
    CHECK_OK(pcty_value_string(pcty_str_from_cstr(of), &made, NULL));
    return made;
}

static pcty_value *json(const char *of) {
    pcty_value *made = NULL;
    CHECK_OK(pcty_value_from_json(pcty_str_from_cstr(of), NULL, &made, NULL));
    return made;
}

static void single_values(void) {
    pcty_value *marked = NULL, *big = NULL, *list = json("[1, [true], {}]");
    pcty_value *some = text("some text of some length");
    CHECK_OK(pcty_value_mark(some, PCTY_STR("m"), &marked, NULL));
    CHECK_OK(pcty_value_number_from_text(PCTY_STR("1e40"), &big, NULL));
    pcty_value *all[] = {pcty_value_bool(true), pcty_value_number_from_int64(-7),
                         pcty_value_integer_from_int64(INT64_MIN), pcty_value_float(0.5),
                         pcty_value_null(pcty_type_string()), pcty_value_unknown(pcty_type_bool()),
                         pcty_value_dynamic(), text("short"), text(""), some, marked, big, list};
    for (size_t at = 0; at < sizeof all / sizeof *all; at++) {
        pcty_summary summary;
        memset(&summary, 0xff, sizeof summary);
        pcty_value_summary(all[at], &summary);
        as_told(&summary, all[at]);
        pcty_value_summary(all[at], NULL);
        pcty_value_free(all[at]);
    }
}

static void nothing_at_all(const pcty_summary *summary) {
    CHECK(summary->value == NULL && summary->text.data == NULL && summary->text.len == 0);
    CHECK(summary->number == 0 && summary->kind == PCTY_KIND_MISSING);
    CHECK(summary->state == PCTY_STATE_NONE && !summary->has_content);
    CHECK(!summary->is_small && !summary->is_marked);
}

static void parts_of_containers(void) {
    static const char *const containers[] = {"[1, \"a\", null, [2]]", "{\"a\": 1, \"b\": [1], \"c\": \"x\"}",
                                             "[]"};
    for (size_t at = 0; at < sizeof containers / sizeof *containers; at++) {
        pcty_value *value = json(containers[at]);
        pcty_summary glances[8];
        size_t length = 0;
        CHECK(pcty_value_length(value, &length));
        CHECK(pcty_value_part_summaries(value, 0, 8, glances) == length);
        for (size_t part = 0; part < length; part++) {
            as_told(&glances[part], pcty_value_element_at(value, part));
        }
        CHECK(pcty_value_part_summaries(value, 1, 1, glances) == (length > 1));
        CHECK(pcty_value_part_summaries(value, SIZE_MAX, SIZE_MAX, glances) == 0);
        CHECK(pcty_value_part_summaries(value, 0, 0, NULL) == 0);
        pcty_value_free(value);
    }
    pcty_value *seven = pcty_value_number_from_int64(7), *marked = NULL, *list = json("[1, 2]");
    pcty_summary summary;
    CHECK(pcty_value_part_summaries(seven, 0, 1, &summary) == 0);
    CHECK(pcty_value_part_summaries(NULL, 0, 1, &summary) == 0);
    CHECK_OK(pcty_value_mark(list, PCTY_STR("m"), &marked, NULL));
    CHECK(pcty_value_part_summaries(marked, 0, 1, &summary) == 0);
    pcty_value_free(marked);
    pcty_value_free(list);
    pcty_value_free(seven);
    pcty_value_summary(NULL, &summary);
    nothing_at_all(&summary);
}

static void columns(void) {
    pcty_value *value = json("[{\"a\": 1, \"b\": \"x\"}, {\"b\": 2}, {\"a\": 1, \"b\": \"y\"}, 7, null, [1]]");
    pcty_summary glances[6];
    CHECK(pcty_value_column_summaries(value, PCTY_STR("b"), 0, 6, glances) == 6);
    for (size_t at = 0; at < 6; at++) {
        const pcty_value *part = pcty_value_element_at(value, at);
        const pcty_value *found = pcty_value_attribute_get(part, PCTY_STR("b"));
        CHECK((found != NULL) == (at < 3));
        if (found != NULL) {
            as_told(&glances[at], found);
        } else {
            nothing_at_all(&glances[at]);
        }
    }
    CHECK(pcty_value_column_summaries(value, PCTY_STR("c"), 1, 2, glances) == 2);
    nothing_at_all(&glances[0]);
    CHECK(pcty_value_column_summaries(value, (pcty_str){"\xff", 1}, 5, 2, glances) == 1);
    nothing_at_all(&glances[0]);
    CHECK(pcty_value_column_summaries(NULL, PCTY_STR("c"), 0, 1, glances) == 0);
    pcty_value_free(value);

    pcty_type *maps = NULL;
    CHECK_OK(pcty_type_parse(PCTY_STR("list(map(number))"), PCTY_DIALECT_HCL, &maps, NULL));
    CHECK_OK(pcty_value_from_json(PCTY_STR("[{\"a\": 1}, {}, null]"), maps, &value, NULL));
    CHECK(pcty_value_column_summaries(value, PCTY_STR("a"), 0, 3, glances) == 3);
    as_told(&glances[0], pcty_value_get(pcty_value_element_at(value, 0), PCTY_STR("a")));
    nothing_at_all(&glances[1]);
    nothing_at_all(&glances[2]);
    pcty_value_free(value);
    pcty_type_free(maps);
}

static void lists_of_parts(void) {
    pcty_value *value = json("[{\"a\": 1}, {\"a\": 2}, {\"a\": 3}, 7]"), *list = NULL, *parts = NULL;
    pcty_error *error = NULL;
    size_t length = 0;
    CHECK_OK(pcty_value_parts(value, 1, 2, &list, NULL));
    CHECK(pcty_type_kind(pcty_value_type(list)) == PCTY_KIND_LIST);
    CHECK(pcty_value_length(list, &length) && length == 2);
    CHECK(pcty_value_equal(pcty_value_element_at(list, 0), pcty_value_element_at(value, 1)));
    CHECK(pcty_value_parts(value, 1, SIZE_MAX, &parts, &error) == PCTY_ERROR_TYPE);
    pcty_error_free(error);
    CHECK(pcty_value_parts(value, 4, 1, &parts, NULL) == PCTY_ERROR_NOT_FOUND);
    CHECK(pcty_value_parts(NULL, 0, 1, &parts, NULL) == PCTY_ERROR_INVALID_ARGUMENT);
    pcty_value_free(value);
    CHECK_OK(pcty_value_parts(list, 1, 5, &parts, NULL));
    pcty_value_free(list);
    const pcty_value *last = pcty_value_element_at(parts, 0); // outlives the list
    int64_t number = 0;
    CHECK_OK(pcty_value_as_int64(pcty_value_attribute_get(last, PCTY_STR("a")), &number, NULL));
    CHECK(number == 3);
    pcty_value_free(parts);
}

int main(void) {
    single_values();
    parts_of_containers();
    columns();
    lists_of_parts();
    return 0;
}
