// Scalars: creation, access and comparison; lost precision is reported.

#include "check.h"

#include <float.h>
#include <math.h>

static void numbers(void) {
    pcty_value *value = pcty_value_number_from_int64(INT64_MIN), *other = NULL;
    int64_t i = 0;
    uint64_t u = 0;
    double d = 0;
    bool exact = false;
    uint32_t precision = 0;
    CHECK_OK(pcty_value_as_int64(value, &i, NULL));
    CHECK(i == INT64_MIN);
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_as_uint64(value, &u, &error));
    CHECK_OK(pcty_value_as_double(value, &d, NULL, NULL));
    CHECK(d == -9223372036854775808.0);
    pcty_value_free(value);

    value = pcty_value_number_from_uint64(UINT64_MAX);
    CHECK_OK(pcty_value_as_uint64(value, &u, NULL));
    CHECK(u == UINT64_MAX);
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_as_int64(value, &i, &error));
    d = 0;
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_as_double(value, &d, NULL, &error));
    CHECK(d == 0);
    CHECK_OK(pcty_value_as_double(value, &d, &exact, NULL));
    CHECK(d == 18446744073709551616.0 && !exact);
    pcty_string *text = NULL;
    CHECK_OK(pcty_value_number_to_text(value, &text, NULL));
    CHECK_STRING(text, "18446744073709551615");
    pcty_value_free(value);

    CHECK_OK(pcty_value_number_from_double(0.1, &value, NULL));
    CHECK_OK(pcty_value_as_double(value, &d, &exact, NULL));
    CHECK(d == 0.1 && exact);
    CHECK_OK(pcty_value_number_precision(value, &precision, NULL));
    CHECK(precision == 53);
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_as_int64(value, &i, &error));
    pcty_value_free(value);

    value = NULL;
    CHECK_FAILS(PCTY_ERROR_ARITHMETIC, pcty_value_number_from_double(NAN, &value, &error));
    CHECK(value == NULL);
    CHECK_OK(pcty_value_number_from_double(-INFINITY, &value, NULL));
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_as_int64(value, &i, &error));
    CHECK_OK(pcty_value_as_double(value, &d, NULL, NULL));
    CHECK(isinf(d) && d < 0);
    pcty_value_free(value);

    CHECK_OK(pcty_value_number_from_text(PCTY_STR("1e3"), &value, NULL));
    CHECK_OK(pcty_value_as_int64(value, &i, NULL));
    CHECK_OK(pcty_value_number_precision(value, &precision, NULL));
    CHECK(i == 1000 && precision == 512);
    other = pcty_value_number_from_int64(1000);
    CHECK(pcty_value_equal(value, other) && pcty_value_compare(value, other) == 0);
    CHECK(pcty_value_hash(value) == pcty_value_hash(other));
    CHECK(pcty_value_footprint(value) > 0 && pcty_value_footprint(NULL) == 0);
    pcty_value_free(other);
    pcty_value_free(value);
    value = NULL;
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_value_number_from_text(PCTY_STR("12x"), &value, &error));
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_value_number_from_text(pcty_str_from_cstr(NULL), &value, &error));
    CHECK(value == NULL);
}

static void bytes(void) {
    const uint8_t given[] = {0xff, 0x00, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    uint8_t got[16], twelve[12];
    size_t length = 0;
    pcty_value *value = NULL;
    CHECK_OK(pcty_value_integer_from_bytes(given, sizeof given, &value, NULL));
    CHECK_OK(pcty_value_byte_length(value, &length, NULL));
    CHECK(length == 12);
    CHECK_OK(pcty_value_as_bytes(value, twelve, sizeof twelve, NULL));
    CHECK(memcmp(twelve, given, sizeof given) == 0);
    CHECK_OK(pcty_value_as_bytes(value, got, sizeof got, NULL));
    CHECK(got[0] == 0xff && got[4] == 0xff && got[5] == 0 && got[15] == 0);
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_as_bytes(value, got, 11, &error));
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_as_bytes(value, got, 0, &error));
    pcty_string *text = NULL;
    CHECK_OK(pcty_value_number_to_text(value, &text, NULL));
    CHECK_STRING(text, "-309485009821345068724781056");
    pcty_value *parsed = NULL;
    CHECK_OK(pcty_value_integer_from_text(PCTY_STR("-309485009821345068724781056"), &parsed, NULL));
    CHECK(pcty_value_equal(parsed, value));
    pcty_value_free(parsed);
    pcty_value_free(value);

    CHECK_OK(pcty_value_number_from_bytes(NULL, 0, &value, NULL));
    int64_t zero = 1;
    CHECK_OK(pcty_value_as_int64(value, &zero, NULL));
    CHECK(zero == 0);
    pcty_value_free(value);

    const size_t huge = 100000;
    uint8_t *many = calloc(huge, 1);
    many[0] = 1;
    value = NULL;
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_value_integer_from_bytes(many, huge, &value, &error));
    CHECK(value == NULL);
    free(many);
}

// The three kinds of numbers are not equal; each can be read as an integer if it has that value.
static void kinds(void) {
    pcty_value *number = pcty_value_number_from_int64(1);
    pcty_value *integer = pcty_value_integer_from_int64(1);
    pcty_value *big = pcty_value_integer_from_uint64(UINT64_MAX);
    pcty_value *one = pcty_value_float(1.0);
    pcty_value *half = pcty_value_float(0.5);
    pcty_value *nan = pcty_value_float(NAN);
    CHECK(!pcty_value_equal(number, integer) && !pcty_value_equal(integer, one));
    CHECK(pcty_type_kind(pcty_value_type(number)) == PCTY_KIND_NUMBER);
    CHECK(pcty_type_kind(pcty_value_type(integer)) == PCTY_KIND_INTEGER);
    CHECK(pcty_type_kind(pcty_value_type(one)) == PCTY_KIND_FLOAT);
    int64_t i = 0;
    uint64_t u = 0;
    uint32_t precision = 0;
    CHECK_OK(pcty_value_as_int64(one, &i, NULL));
    CHECK(i == 1);
    CHECK_OK(pcty_value_as_uint64(big, &u, NULL));
    CHECK(u == UINT64_MAX);
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_as_int64(half, &i, &error));
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_value_as_int64(nan, &i, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_value_number_precision(integer, &precision, &error));
    CHECK(pcty_value_equal(nan, nan));
    pcty_string *text = NULL;
    CHECK_OK(pcty_value_number_to_text(half, &text, NULL));
    CHECK_STRING(text, "0.5");
    CHECK_OK(pcty_value_number_to_text(nan, &text, NULL));
    CHECK_STRING(text, "NaN");
    pcty_value_free(number);
    pcty_value_free(integer);
    pcty_value_free(big);
    pcty_value_free(one);
    pcty_value_free(half);
    pcty_value_free(nan);
}

// Values that can be stored without a handle, and the memory that other values keep alive.
static void small_values(void) {
    pcty_value *value = NULL, *other = NULL, *list = NULL, *sum = NULL;
    pcty_small small, moved;
    pcty_str text;
    int64_t i = 0;
    CHECK(!pcty_value_small(NULL, &small) && pcty_value_is_light(NULL, 0));

    value = pcty_value_number_from_int64(INT64_MIN);
    CHECK(pcty_value_small(value, NULL) && pcty_value_small(value, &small));
    pcty_value_free(value);
    moved = small;
    memset(&small, 0xff, sizeof small);
    const pcty_value *copy = (const pcty_value *)&moved;
    CHECK_OK(pcty_value_as_int64(copy, &i, NULL));
    CHECK(i == INT64_MIN && pcty_type_equal(pcty_value_type(copy), pcty_type_number()));
    moved.second = (uint64_t)-5;
    value = pcty_value_number_from_int64(-5);
    CHECK(pcty_value_equal(copy, value) && pcty_value_small(value, &small));
    CHECK(small.second == (uint64_t)-5);
    pcty_value_free(value);
    value = pcty_value_integer_from_int64(INT64_MAX);
    CHECK(pcty_value_small(value, &small) && small.second == INT64_MAX);
    pcty_value_free(value);
    small.second = (uint64_t)INT64_MIN;
    value = pcty_value_integer_from_int64(INT64_MIN);
    CHECK(pcty_value_equal((const pcty_value *)&small, value));
    pcty_value_free(value);
    CHECK_OK(pcty_value_number_from_text(PCTY_STR("1"), &value, NULL));
    CHECK(pcty_value_small(value, &small) && small.second == 1);
    pcty_value_free(value);
    small.second = (uint64_t)INT64_MIN;
    CHECK_OK(pcty_value_number_from_text(PCTY_STR("-9223372036854775808"), &value, NULL));
    CHECK(pcty_value_equal((const pcty_value *)&small, value));
    uint32_t precision = 0;
    CHECK_OK(pcty_value_number_precision((const pcty_value *)&small, &precision, NULL));
    CHECK(precision == 512);
    pcty_value_free(value);
    moved.second = (uint64_t)INT64_MIN;
    CHECK_OK(pcty_value_binary(copy, copy, PCTY_OPERATOR_ADD, &sum, NULL));
    CHECK(!pcty_value_small(sum, &small)); // beyond 64 bits
    pcty_value_free(sum);
    CHECK_OK(pcty_value_list(&copy, 1, &list, NULL));
    CHECK(pcty_value_equal(pcty_value_element_at(list, 0), copy));
    CHECK(!pcty_value_small(list, &small));
    CHECK(pcty_value_is_light(list, 256) && !pcty_value_is_light(list, 31));
    pcty_value_free(list);
    CHECK_OK(pcty_value_mark(copy, PCTY_STR("secret"), &value, NULL));
    CHECK(!pcty_value_small(value, &small) && pcty_value_is_light(value, 256));
    CHECK(pcty_value_small(pcty_value_unmarked(value), &small));
    pcty_value_free(value);

    CHECK_OK(pcty_value_string(PCTY_STR("fourteen bytes"), &value, NULL));
    CHECK(pcty_value_small(value, &small));
    CHECK_OK(pcty_value_as_string((const pcty_value *)&small, &text, NULL));
    CHECK_STR(text, "fourteen bytes");
    other = pcty_value_clone((const pcty_value *)&small);
    CHECK(pcty_value_equal(value, other));
    pcty_value_free(other);
    pcty_value_free(value);
    CHECK_OK(pcty_value_string(PCTY_STR("this has fifteen or more"), &value, NULL));
    CHECK(!pcty_value_small(value, &small));
    CHECK(pcty_value_is_light(value, 40) && !pcty_value_is_light(value, 39));
    const pcty_str key = PCTY_STR_INIT("a key of some length");
    CHECK_OK(pcty_value_map(&key, (const pcty_value *const *)&value, 1, &other, NULL));
    CHECK(pcty_value_is_light(other, 76) && !pcty_value_is_light(other, 75));
    pcty_value_free(other);
    pcty_value_free(value);

    pcty_value *const made[] = {pcty_value_bool(true), pcty_value_integer_from_int64(-1),
                                pcty_value_float(0.5), pcty_value_null(pcty_type_bool()),
                                pcty_value_unknown(pcty_type_bool()), pcty_value_dynamic()};
    for (size_t at = 0; at < sizeof made / sizeof *made; at++) {
        CHECK(pcty_value_small(made[at], &small) == (at < 3));
        CHECK(at >= 3 || pcty_value_equal(made[at], (const pcty_value *)&small));
        CHECK(pcty_value_is_light(made[at], 16));
        pcty_value_free(made[at]);
    }

    pcty_type *capsule = NULL;
    CHECK_OK(pcty_type_capsule(PCTY_STR("thing"), NULL, &capsule, NULL));
    CHECK_OK(pcty_value_capsule(capsule, NULL, NULL, &value, NULL));
    CHECK_OK(pcty_value_tuple((const pcty_value *const *)&value, 1, &other, NULL));
    CHECK(!pcty_value_is_light(value, 4096) && !pcty_value_is_light(other, 4096));
    pcty_value_free(other);
    pcty_value_free(value);
    pcty_type_free(capsule);
}

static void strings(void) {
    // An e with a combining accent is one character in normal form C.
    pcty_value *nfc = NULL, *verbatim = NULL, *longer = NULL;
    pcty_str text;
    CHECK_OK(pcty_value_string(PCTY_STR("e\xcc\x81"), &nfc, NULL));
    CHECK_OK(pcty_value_string_verbatim(PCTY_STR("e\xcc\x81"), &verbatim, NULL));
    CHECK_OK(pcty_value_as_string(nfc, &text, NULL));
    CHECK_STR(text, "\xc3\xa9");
    CHECK_OK(pcty_value_as_string(verbatim, &text, NULL));
    CHECK_STR(text, "e\xcc\x81");
    CHECK(!pcty_value_equal(nfc, verbatim));

    // A short text is stored in the value, a long one outside; both are borrowed and valid as long
    // as the handle.
    CHECK((const char *)verbatim <= text.data && text.data < (const char *)verbatim + 64);
    CHECK_OK(pcty_value_string(PCTY_STR("a text of more than a few bytes\0"), &longer, NULL));
    CHECK(pcty_value_footprint(longer) > pcty_value_footprint(nfc) + 20);
    pcty_value *clone = pcty_value_clone(longer);
    pcty_value_free(longer);
    CHECK_OK(pcty_value_as_string(clone, &text, NULL));
    CHECK(text.len == 32 && memcmp(text.data, "a text of more", 14) == 0);
    pcty_value_free(clone);

    int64_t number = 0;
    bool truth = false;
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_value_as_int64(nfc, &number, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_value_as_bool(nfc, &truth, &error));
    pcty_error *error = NULL;
    CHECK(pcty_value_as_bool(nfc, &truth, &error) == PCTY_ERROR_TYPE);
    CHECK(pcty_type_equal(error_info(error).expected, pcty_type_bool()));
    CHECK(pcty_type_equal(error_info(error).found, pcty_type_string()));
    pcty_error_free(error);
    pcty_value_free(nfc);
    pcty_value_free(verbatim);
}

static void states(void) {
    pcty_value *null = pcty_value_null(pcty_type_bool());
    pcty_value *unknown = pcty_value_unknown(pcty_type_bool());
    pcty_value *dynamic = pcty_value_dynamic();
    pcty_value *truth = pcty_value_bool(true);
    bool got = false;
    CHECK(pcty_value_state(NULL) == PCTY_STATE_NONE);
    CHECK(pcty_value_state(null) == PCTY_STATE_NULL);
    CHECK(pcty_value_state(unknown) == PCTY_STATE_UNKNOWN);
    CHECK(pcty_value_state(truth) == PCTY_STATE_KNOWN);
    CHECK(pcty_value_has(null, PCTY_VALUE_WHOLLY_KNOWN) && !pcty_value_has(unknown, PCTY_VALUE_WHOLLY_KNOWN));
    CHECK(pcty_value_has(unknown, PCTY_VALUE_WHOLLY_TYPED));
    CHECK(!pcty_value_has(dynamic, PCTY_VALUE_WHOLLY_TYPED));
    CHECK(pcty_type_equal(pcty_value_type(null), pcty_type_bool()));
    CHECK_OK(pcty_value_as_bool(truth, &got, NULL));
    CHECK(got);
    CHECK_FAILS(PCTY_ERROR_NULL, pcty_value_as_bool(null, &got, &error));
    CHECK_FAILS(PCTY_ERROR_UNKNOWN, pcty_value_as_bool(unknown, &got, &error));
    CHECK(pcty_value_null(NULL) == NULL && pcty_value_unknown(NULL) == NULL);

    // Known values sort before unknown values, and unknown values before nulls.
    CHECK(pcty_value_compare(truth, unknown) == -1 && pcty_value_compare(unknown, null) == -1);
    CHECK(pcty_value_compare(NULL, truth) == -1 && pcty_value_compare(NULL, NULL) == 0);
    CHECK(pcty_value_equal(NULL, NULL) && !pcty_value_equal(NULL, truth));

    pcty_refinement refinement = PCTY_REFINEMENT_INIT;
    refinement.kind = 9;
    CHECK_OK(pcty_value_refinement(unknown, &refinement, NULL));
    CHECK(refinement.kind == PCTY_REFINEMENT_NOTHING && !refinement.not_null);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_value_refinement(truth, &refinement, &error));
    refinement.struct_size = 1;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_value_refinement(unknown, &refinement, &error));
    pcty_value *bound = NULL;
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_value_refinement_bound(unknown, PCTY_LOWER, &bound, NULL, &error));
    pcty_value_free(null);
    pcty_value_free(unknown);
    pcty_value_free(dynamic);
    pcty_value_free(truth);
}

static void types_as_values(void) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_value_from_type(pcty_type_string(), &value, NULL));
    CHECK(pcty_type_equal(pcty_value_as_type(value), pcty_type_string()));
    CHECK(pcty_type_kind(pcty_value_type(value)) == PCTY_KIND_META);
    pcty_value_free(value);
    value = pcty_value_bool(true);
    CHECK(pcty_value_as_type(value) == NULL && pcty_value_as_type(NULL) == NULL);
    pcty_value_free(value);
}

int main(void) {
    numbers();
    bytes();
    kinds();
    small_values();
    strings();
    states();
    types_as_values();
    return 0;
}
