// Containers: made from handles and from plain data; borrowed elements.

#include "check.h"

static size_t length(const pcty_value *value) {
    size_t length = SIZE_MAX;
    CHECK(pcty_value_length(value, &length));
    return length;
}

static int64_t number(const pcty_value *value) {
    int64_t number = 0;
    CHECK_OK(pcty_value_as_int64(value, &number, NULL));
    return number;
}

static void sequences(void) {
    pcty_value *one = pcty_value_number_from_int64(1), *two = pcty_value_number_from_int64(2);
    pcty_value *truth = pcty_value_bool(true), *untyped = pcty_value_dynamic();
    const pcty_value *elements[] = {two, one, two};
    pcty_value *list = NULL, *set = NULL, *tuple = NULL;
    CHECK_OK(pcty_value_list(elements, 3, &list, NULL));
    CHECK(length(list) == 3 && number(pcty_value_element_at(list, 1)) == 1);
    CHECK(pcty_value_element_at(list, 3) == NULL);
    CHECK(pcty_value_element_at(list, SIZE_MAX) == NULL);
    CHECK(pcty_value_key_at(list, 0).data == NULL);
    // Borrowing again returns the same pointer: nothing was allocated.
    CHECK(pcty_value_element_at(list, 1) == pcty_value_element_at(list, 1));
    CHECK(!pcty_value_length(one, NULL));

    CHECK_OK(pcty_value_set(elements, 3, &set, NULL));
    CHECK(length(set) == 2 && number(pcty_value_element_at(set, 0)) == 1);
    elements[2] = truth;
    CHECK_OK(pcty_value_tuple(elements, 3, &tuple, NULL));
    CHECK(pcty_type_kind(pcty_value_type(tuple)) == PCTY_KIND_TUPLE);
    CHECK(pcty_type_kind(pcty_type_part_at(pcty_value_type(tuple), 2)) == PCTY_KIND_BOOL);
    pcty_value_free(tuple);
    CHECK_OK(pcty_value_tuple(NULL, 0, &tuple, NULL));
    CHECK(length(tuple) == 0);
    pcty_value_free(tuple);

    pcty_value *none = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_value_list(elements, 3, &none, &error) == PCTY_ERROR_TYPE);
    CHECK_STRING(pcty_error_format(error, PCTY_NOTATION_LINE),
                 "[2]: all elements of a collection must have the same type");
    CHECK(pcty_type_equal(error_info(error).expected, pcty_type_number()));
    CHECK(pcty_type_equal(error_info(error).found, pcty_type_bool()));
    pcty_error_free(error);
    elements[2] = NULL;
    error = NULL;
    CHECK(pcty_value_list(elements, 3, &none, &error) == PCTY_ERROR_INVALID_ARGUMENT);
    CHECK_STR(pcty_error_message(error), "`elements[2]` is NULL");
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_value_list(NULL, 0, &none, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_value_set(NULL, 0, &none, &error));
    CHECK(none == NULL);

    elements[2] = untyped;
    pcty_value *mixed = NULL;
    CHECK_OK(pcty_value_list_of(pcty_type_number(), elements, 3, &mixed, NULL));
    CHECK(pcty_value_state(pcty_value_element_at(mixed, 2)) == PCTY_STATE_UNKNOWN);
    CHECK(pcty_type_equal(pcty_value_type(pcty_value_element_at(mixed, 2)), pcty_type_number()));
    CHECK(!pcty_value_has(mixed, PCTY_VALUE_WHOLLY_KNOWN) && pcty_value_has(mixed, PCTY_VALUE_WHOLLY_TYPED));
    pcty_value_free(mixed);
    CHECK_OK(pcty_value_set_of(pcty_type_number(), NULL, 0, &mixed, NULL));
    CHECK(length(mixed) == 0);
    pcty_value_free(mixed);

    // The container keeps its elements alive.
    pcty_value_free(one);
    pcty_value_free(two);
    CHECK(number(pcty_value_element_at(list, 0)) == 2);
    pcty_value *clone = pcty_value_clone(pcty_value_element_at(list, 0));
    pcty_value_free(list);
    CHECK(number(clone) == 2);
    pcty_value_free(clone);
    pcty_value_free(set);
    pcty_value_free(truth);
    pcty_value_free(untyped);
}

static void maps_and_objects(void) {
    pcty_value *one = pcty_value_number_from_int64(1), *two = pcty_value_number_from_int64(2);
    pcty_value *truth = pcty_value_bool(true), *value = NULL;
    pcty_str key;
    const pcty_str keys[] = {PCTY_STR_INIT("b"), PCTY_STR_INIT("a"), PCTY_STR_INIT("b")};
    const pcty_value *values[] = {one, two, two};
    CHECK_OK(pcty_value_map(keys, values, 3, &value, NULL));
    CHECK(length(value) == 2);
    CHECK_STR(pcty_value_key_at(value, 0), "a");
    CHECK_STR(pcty_value_key_at(value, 1), "b");
    CHECK_OK(pcty_value_as_string(pcty_value_entry_key_at(value, 1), &key, NULL));
    CHECK_STR(key, "b");
    CHECK(pcty_value_entry_key_at(value, 2) == NULL);
    CHECK(number(pcty_value_element_at(value, 1)) == 2);
    CHECK(number(pcty_value_get(value, PCTY_STR("a"))) == 2);
    CHECK(pcty_value_get(value, PCTY_STR("c")) == NULL);
    CHECK(pcty_value_get(value, PCTY_STR("\xff")) == NULL);
    CHECK(pcty_value_attribute_get(value, PCTY_STR("a")) == NULL);
    pcty_value_free(value);
    CHECK_OK(pcty_value_map_of(pcty_type_bool(), NULL, NULL, 0, &value, NULL));
    CHECK(length(value) == 0);
    pcty_value_free(value);

    values[2] = truth;
    CHECK_OK(pcty_value_object(keys, values, 3, &value, NULL));
    CHECK(length(value) == 2);
    CHECK_STR(pcty_value_key_at(value, 0), "a");
    CHECK(pcty_value_entry_key_at(value, 0) == NULL); // a name, not a value
    CHECK(pcty_type_kind(pcty_value_type(pcty_value_attribute_get(value, PCTY_STR("b")))) ==
          PCTY_KIND_BOOL);
    CHECK(pcty_value_attribute_get(value, PCTY_STR("c")) == NULL);
    CHECK(pcty_value_get(value, PCTY_STR("a")) == NULL);
    pcty_value_free(value);

    value = NULL;
    pcty_error *error = NULL;
    const pcty_str other_keys[] = {PCTY_STR_INIT("z"), PCTY_STR_INIT("a"), PCTY_STR_INIT("c")};
    CHECK(pcty_value_map(other_keys, values, 3, &value, &error) == PCTY_ERROR_TYPE);
    CHECK_STRING(pcty_path_to_text(pcty_error_path(error)), "[\"c\"]");
    pcty_error_free(error);
    const pcty_str broken[] = {PCTY_STR_INIT("\x80")};
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8, pcty_value_map(broken, values, 1, &value, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8, pcty_value_object(broken, values, 1, &value, &error));
    CHECK(value == NULL);
    pcty_value_free(one);
    pcty_value_free(two);
    pcty_value_free(truth);
}

static void plain_data(void) {
    const int64_t whole[] = {3, 1, 2};
    const double halves[] = {0.5, 1.5};
    const pcty_str texts[] = {PCTY_STR_INIT("x"), PCTY_STR_INIT("y")};
    pcty_value *value = NULL;
    CHECK_OK(pcty_value_list_from_int64(whole, 3, &value, NULL));
    CHECK(length(value) == 3 && number(pcty_value_element_at(value, 0)) == 3);
    CHECK(pcty_type_equal(pcty_type_element(pcty_value_type(value)), pcty_type_number()));
    pcty_value_free(value);
    CHECK_OK(pcty_value_list_from_int64(NULL, 0, &value, NULL));
    CHECK(length(value) == 0);
    pcty_value_free(value);
    CHECK_OK(pcty_value_list_from_double(halves, 2, &value, NULL));
    double half = 0;
    CHECK_OK(pcty_value_as_double(pcty_value_element_at(value, 1), &half, NULL, NULL));
    CHECK(half == 1.5);
    pcty_value_free(value);
    CHECK_OK(pcty_value_list_from_str(texts, 2, &value, NULL));
    pcty_str text;
    CHECK_OK(pcty_value_as_string(pcty_value_element_at(value, 1), &text, NULL));
    CHECK_STR(text, "y");
    pcty_value_free(value);

    value = NULL;
    pcty_error *error = NULL;
    const double bad[] = {1, 0.0 / (halves[0] - 0.5)};
    CHECK(pcty_value_list_from_double(bad, 2, &value, &error) == PCTY_ERROR_ARITHMETIC);
    CHECK_STRING(pcty_path_to_text(pcty_error_path(error)), "[1]");
    pcty_error_free(error);
    error = NULL;
    const pcty_str broken[] = {PCTY_STR_INIT("x"), PCTY_STR_INIT("\xff")};
    CHECK(pcty_value_list_from_str(broken, 2, &value, &error) == PCTY_ERROR_INVALID_UTF8);
    CHECK_STRING(pcty_path_to_text(pcty_error_path(error)), "[1]");
    pcty_error_free(error);
    CHECK(value == NULL);
}

// No parts can be borrowed from a value without readable parts.
static void nothing_to_lend(void) {
    pcty_type *list = NULL;
    CHECK_OK(pcty_type_list(pcty_type_number(), NULL, &list, NULL));
    pcty_value *null = pcty_value_null(list), *unknown = pcty_value_unknown(list);
    const int64_t whole[] = {1};
    pcty_value *known = NULL, *marked = NULL;
    CHECK_OK(pcty_value_list_from_int64(whole, 1, &known, NULL));
    CHECK_OK(pcty_value_mark(known, PCTY_STR("secret"), &marked, NULL));
    CHECK(!pcty_value_length(null, NULL) && pcty_value_element_at(null, 0) == NULL);
    CHECK(!pcty_value_length(unknown, NULL) && pcty_value_element_at(unknown, 0) == NULL);
    CHECK(!pcty_value_length(marked, NULL) && pcty_value_element_at(marked, 0) == NULL);
    CHECK(number(pcty_value_element_at(pcty_value_unmarked(marked), 0)) == 1);
    pcty_value_free(null);
    pcty_value_free(unknown);
    pcty_value_free(known);
    pcty_value_free(marked);
    pcty_type_free(list);
}

static void depth_is_bounded(void) {
    pcty_value *value = pcty_value_bool(true);
    for (int depth = 1;; depth++) {
        const pcty_value *elements[1];
        elements[0] = value;
        pcty_value *deeper = NULL;
        pcty_status status = pcty_value_tuple(elements, 1, &deeper, NULL);
        pcty_value_free(value);
        if (status != PCTY_OK) {
            CHECK(status == PCTY_ERROR_LIMIT && deeper == NULL && depth > 100);
            break;
        }
        value = deeper;
        CHECK(depth < 100000);
    }
}

int main(void) {
    sequences();
    maps_and_objects();
    plain_data();
    nothing_to_lend();
    depth_is_bounded();
    return 0;
}
