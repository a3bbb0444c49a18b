// The operators on values, and the refinements of their unknown results.

#include "check.h"

static pcty_value *both(pcty_binary_operator operator, const pcty_value *a, const pcty_value *b) {
    pcty_value *out = NULL;
    CHECK_OK(pcty_value_binary(a, b, operator, &out, NULL));
    CHECK(out != NULL);
    return out;
}

typedef pcty_status lookup(const pcty_value *, const pcty_value *, pcty_value **, pcty_error **);

static double double_of(pcty_binary_operator operator, int64_t a, int64_t b) {
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

static bool compare(pcty_binary_operator operator, int64_t a, int64_t b) {
    pcty_value *x = pcty_value_number_from_int64(a), *y = pcty_value_number_from_int64(b);
    bool read = bool_of(both(operator, x, y));
    pcty_value_free(y);
    pcty_value_free(x);
    return read;
}

static bool logic(pcty_binary_operator operator, bool a, bool b) {
    pcty_value *x = pcty_value_bool(a), *y = pcty_value_bool(b);
    bool read = bool_of(both(operator, x, y));
    pcty_value_free(y);
    pcty_value_free(x);
    return read;
}

static void numbers_and_bools(void) {
    CHECK(double_of(PCTY_OPERATOR_ADD, 2, 3) == 5);
    CHECK(double_of(PCTY_OPERATOR_SUBTRACT, 2, 3) == -1);
    CHECK(double_of(PCTY_OPERATOR_MULTIPLY, 2, 3) == 6);
    CHECK(double_of(PCTY_OPERATOR_DIVIDE, 1, 4) == 0.25);
    CHECK(double_of(PCTY_OPERATOR_MODULO, -7, 3) == -1);
    CHECK(compare(PCTY_OPERATOR_LESS_THAN, 2, 3) && !compare(PCTY_OPERATOR_LESS_THAN, 3, 3));
    CHECK(compare(PCTY_OPERATOR_GREATER_THAN, 3, 2) && !compare(PCTY_OPERATOR_GREATER_THAN, 3, 3));
    CHECK(compare(PCTY_OPERATOR_LESS_THAN_OR_EQUAL, 3, 3));
    CHECK(!compare(PCTY_OPERATOR_LESS_THAN_OR_EQUAL, 4, 3));
    CHECK(compare(PCTY_OPERATOR_GREATER_THAN_OR_EQUAL, 3, 3));
    CHECK(!compare(PCTY_OPERATOR_GREATER_THAN_OR_EQUAL, 2, 3));
    CHECK(compare(PCTY_OPERATOR_EQUAL_TO, 3, 3) && !compare(PCTY_OPERATOR_NOT_EQUAL_TO, 3, 3));
    CHECK(logic(PCTY_OPERATOR_AND, true, true) && !logic(PCTY_OPERATOR_AND, true, false));
    CHECK(logic(PCTY_OPERATOR_OR, true, false) && !logic(PCTY_OPERATOR_OR, false, false));

    pcty_value *minus = pcty_value_number_from_int64(-3), *yes = pcty_value_bool(true);
    pcty_value *out = NULL;
    int64_t read = 0;
    CHECK_OK(pcty_value_unary(minus, PCTY_OPERATOR_NEGATE, &out, NULL));
    CHECK_OK(pcty_value_as_int64(out, &read, NULL));
    CHECK(read == 3);
    pcty_value_free(out);
    CHECK_OK(pcty_value_unary(minus, PCTY_OPERATOR_ABSOLUTE, &out, NULL));
    CHECK_OK(pcty_value_as_int64(out, &read, NULL));
    CHECK(read == 3);
    pcty_value_free(out);
    CHECK_OK(pcty_value_unary(yes, PCTY_OPERATOR_NOT, &out, NULL));
    CHECK(!bool_of(out));
    pcty_value_free(yes);
    pcty_value_free(minus);
}

static void operands_that_do_not_fit(void) {
    pcty_value *one = pcty_value_number_from_int64(1), *zero = pcty_value_number_from_int64(0);
    pcty_value *yes = pcty_value_bool(true), *null = pcty_value_null(pcty_type_number());
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_value_binary(one, yes, PCTY_OPERATOR_ADD, &out, &error) == PCTY_ERROR_TYPE);
    CHECK(error_info(error).has_argument && error_info(error).argument == 1);
    CHECK(pcty_type_equal(error_info(error).expected, pcty_type_number()));
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_NULL, pcty_value_binary(null, one, PCTY_OPERATOR_LESS_THAN, &out, &error));
    CHECK_FAILS(PCTY_ERROR_ARITHMETIC, pcty_value_binary(zero, zero, PCTY_OPERATOR_DIVIDE, &out, &error));
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
    pcty_value *out = both(PCTY_OPERATOR_ADD, marked, unknown);
    pcty_refinement known = PCTY_REFINEMENT_INIT;
    CHECK(pcty_value_has(out, PCTY_VALUE_MARKED) && pcty_value_state(out) == PCTY_STATE_UNKNOWN);
    CHECK_OK(pcty_value_refinement(out, &known, NULL));
    CHECK(known.not_null);
    pcty_value *null = NULL;
    CHECK_OK(pcty_value_unary(out, PCTY_OPERATOR_UNKNOWN_AS_NULL, &null, NULL));
    CHECK(pcty_value_has(null, PCTY_VALUE_MARKED) && pcty_value_state(null) == PCTY_STATE_NULL);
    pcty_value_free(null);
    pcty_value_free(out);
    out = both(PCTY_OPERATOR_EQUAL_TO, unknown, one);
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

    pcty_value *list = both(PCTY_OPERATOR_INDEX, value, key);
    pcty_value *two = pcty_value_number_from_int64(2);
    CHECK(bool_of(both(PCTY_OPERATOR_HAS_INDEX, value, key)));
    CHECK(!bool_of(both(PCTY_OPERATOR_HAS_INDEX, list, two)));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_value_binary(list, two, PCTY_OPERATOR_INDEX, &out, &error));
    CHECK(out == NULL);
    CHECK_OK(pcty_value_unary(list, PCTY_OPERATOR_LENGTH, &out, NULL));
    CHECK(bool_of(both(PCTY_OPERATOR_EQUAL_TO, out, two)));
    pcty_value_free(out);

    pcty_value *set = NULL;
    const pcty_value *elements[1];
    elements[0] = two;
    CHECK_OK(pcty_value_set(elements, 1, &set, NULL));
    CHECK(bool_of(both(PCTY_OPERATOR_HAS_ELEMENT, set, two)));
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
