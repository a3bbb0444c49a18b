// The operators on values, and what is known of their unknown results.

#include "check.h"

typedef pcty_status binary(const pcty_value *, const pcty_value *, pcty_value **, pcty_error **);
typedef pcty_status unary(const pcty_value *, pcty_value **, pcty_error **);

static pcty_value *both(binary *operator, const pcty_value *a, const pcty_value *b) {
    pcty_value *out = NULL;
    CHECK_OK(operator(a, b, &out, NULL));
    CHECK(out != NULL);
    return out;
}

static double double_of(binary *operator, int64_t a, int64_t b) {
    pcty_value *x = pcty_value_number_from_int64(a), *y = pcty_value_number_from_int64(b);
    pcty_value *out = both(operator, x, y);
    double read = 0;
    bool exact = false;
    CHECK_OK(pcty_value_as_double(out, &read, &exact, NULL));
    pcty_value_free(out);
    pcty_value_free(y);
    pcty_value_free(x);
    return read;
}

static bool bool_of(pcty_value *out) {
    bool read = false;
    CHECK_OK(pcty_value_as_bool(out, &read, NULL));
    pcty_value_free(out);
    return read;
}

static bool compare(binary *operator, int64_t a, int64_t b) {
    pcty_value *x = pcty_value_number_from_int64(a), *y = pcty_value_number_from_int64(b);
    bool read = bool_of(both(operator, x, y));
    pcty_value_free(y);
    pcty_value_free(x);
    return read;
}

static bool logic(binary *operator, bool a, bool b) {
    pcty_value *x = pcty_value_bool(a), *y = pcty_value_bool(b);
    bool read = bool_of(both(operator, x, y));
    pcty_value_free(y);
    pcty_value_free(x);
    return read;
}

static void numbers_and_bools(void) {
    CHECK(double_of(pcty_value_add, 2, 3) == 5);
    CHECK(double_of(pcty_value_subtract, 2, 3) == -1);
    CHECK(double_of(pcty_value_multiply, 2, 3) == 6);
    CHECK(double_of(pcty_value_divide, 1, 4) == 0.25);
    CHECK(double_of(pcty_value_modulo, -7, 3) == -1);
    CHECK(compare(pcty_value_less_than, 2, 3) && !compare(pcty_value_less_than, 3, 3));
    CHECK(compare(pcty_value_greater_than, 3, 2) && !compare(pcty_value_greater_than, 3, 3));
    CHECK(compare(pcty_value_less_than_or_equal, 3, 3));
    CHECK(!compare(pcty_value_less_than_or_equal, 4, 3));
    CHECK(compare(pcty_value_greater_than_or_equal, 3, 3));
    CHECK(!compare(pcty_value_greater_than_or_equal, 2, 3));
    CHECK(compare(pcty_value_equal_to, 3, 3) && !compare(pcty_value_not_equal_to, 3, 3));
    CHECK(logic(pcty_value_and, true, true) && !logic(pcty_value_and, true, false));
    CHECK(logic(pcty_value_or, true, false) && !logic(pcty_value_or, false, false));

    pcty_value *minus = pcty_value_number_from_int64(-3), *yes = pcty_value_bool(true);
    pcty_value *out = NULL;
    int64_t read = 0;
    CHECK_OK(pcty_value_negate(minus, &out, NULL));
    CHECK_OK(pcty_value_as_int64(out, &read, NULL));
    CHECK(read == 3);
    pcty_value_free(out);
    CHECK_OK(pcty_value_absolute(minus, &out, NULL));
    CHECK_OK(pcty_value_as_int64(out, &read, NULL));
    CHECK(read == 3);
    pcty_value_free(out);
    CHECK_OK(pcty_value_not(yes, &out, NULL));
    CHECK(!bool_of(out));
    pcty_value_free(yes);
    pcty_value_free(minus);
}

static void operands_that_do_not_fit(void) {
    pcty_value *one = pcty_value_number_from_int64(1), *zero = pcty_value_number_from_int64(0);
    pcty_value *yes = pcty_value_bool(true), *null = pcty_value_null(pcty_type_number());
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    size_t at = 9;
    CHECK(pcty_value_add(one, yes, &out, &error) == PCTY_ERROR_TYPE);
    CHECK(pcty_error_argument(error, &at) && at == 1);
    CHECK(pcty_type_equal(pcty_error_expected(error), pcty_type_number()));
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_NULL, pcty_value_less_than(null, one, &out, &error));
    CHECK_FAILS(PCTY_ERROR_ARITHMETIC, pcty_value_divide(zero, zero, &out, &error));
    CHECK(out == NULL);
    pcty_value_free(null);
    pcty_value_free(yes);
    pcty_value_free(zero);
    pcty_value_free(one);
}

static void marks_and_unknowns_go_on(void) {
    pcty_value *one = pcty_value_number_from_int64(1), *marked = NULL;
    pcty_value *unknown = pcty_value_unknown(pcty_type_number());
    CHECK_OK(pcty_value_mark(one, PCTY_STR("secret"), &marked, NULL));
    pcty_value *out = both(pcty_value_add, marked, unknown);
    pcty_refinement known = PCTY_REFINEMENT_INIT;
    CHECK(pcty_value_is_marked(out) && pcty_value_state(out) == PCTY_STATE_UNKNOWN);
    CHECK_OK(pcty_value_refinement(out, &known, NULL));
    CHECK(known.not_null);
    pcty_value *null = NULL;
    CHECK_OK(pcty_value_unknown_as_null(out, &null, NULL));
    CHECK(pcty_value_is_marked(null) && pcty_value_state(null) == PCTY_STATE_NULL);
    pcty_value_free(null);
    pcty_value_free(out);
    out = both(pcty_value_equal_to, unknown, one);
    CHECK(pcty_value_state(out) == PCTY_STATE_UNKNOWN);
    pcty_value_free(out);
    pcty_value_free(unknown);
    pcty_value_free(marked);
    pcty_value_free(one);
}

static void parts(void) {
    pcty_value *value = NULL, *key = NULL, *out = NULL;
    pcty_type *ty = NULL;
    const pcty_str json = PCTY_STR("{\"a\": [10, 20]}");
    CHECK_OK(pcty_type_parse(PCTY_STR("map(list(number))"), PCTY_DIALECT_HCL, &ty, NULL));
    CHECK_OK(pcty_value_from_json(json, ty, &value, NULL));
    pcty_type_free(ty);

    pcty_path *path = pcty_path_new();
    CHECK_OK(pcty_value_string(PCTY_STR("a"), &key, NULL));
    CHECK_OK(pcty_path_append_key(path, key, NULL));
    CHECK_OK(pcty_path_append_index(path, 1, NULL));
    int64_t read = 0;
    CHECK_OK(pcty_value_apply_path(value, path, &out, NULL));
    CHECK_OK(pcty_value_as_int64(out, &read, NULL));
    CHECK(read == 20);
    pcty_value_free(out);
    out = NULL;
    CHECK_OK(pcty_path_append_index(path, 0, NULL));
    pcty_error *error = NULL;
    CHECK(pcty_value_apply_path(value, path, &out, &error) == PCTY_ERROR_TYPE);
    CHECK(pcty_path_step_count(pcty_error_path(error)) == 2);
    pcty_error_free(error);
    pcty_path_free(path);

    pcty_value *list = both(pcty_value_index, value, key);
    pcty_value *two = pcty_value_number_from_int64(2);
    CHECK(bool_of(both(pcty_value_has_index, value, key)));
    CHECK(!bool_of(both(pcty_value_has_index, list, two)));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_value_index(list, two, &out, &error));
    CHECK(out == NULL);
    CHECK_OK(pcty_value_length_value(list, &out, NULL));
    CHECK(bool_of(both(pcty_value_equal_to, out, two)));
    pcty_value_free(out);

    pcty_value *set = NULL;
    const pcty_value *elements[1];
    elements[0] = two;
    CHECK_OK(pcty_value_set(elements, 1, &set, NULL));
    CHECK(bool_of(both(pcty_value_has_element, set, two)));
    pcty_value_free(set);
    pcty_value_free(two);
    pcty_value_free(list);
    pcty_value_free(key);
    pcty_value_free(value);
}

int main(void) {
    numbers_and_bools();
    operands_that_do_not_fit();
    marks_and_unknowns_go_on();
    parts();
    return 0;
}
