// Refinement builders: the allowed refinements, and the resulting value.

#include "check.h"

static pcty_refinement_builder *of_unknown(const pcty_type *ty) {
    pcty_value *unknown = pcty_value_unknown(ty);
    pcty_refinement_builder *builder = pcty_refinement_builder_new(unknown);
    CHECK(builder != NULL);
    pcty_value_free(unknown);
    return builder;
}

static pcty_value *built(pcty_refinement_builder *builder) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_refinement_builder_build(builder, &value, NULL));
    pcty_refinement_builder_free(builder);
    return value;
}

static void strings(void) {
    pcty_refinement_builder *builder = of_unknown(pcty_type_string());
    CHECK_OK(refine_not_null(builder, NULL));
    CHECK_OK(refine_prefix_full(builder, PCTY_STR("https://"), NULL));
    // Building does not end it.
    pcty_value *first = NULL;
    CHECK_OK(pcty_refinement_builder_build(builder, &first, NULL));
    CHECK_OK(refine_prefix_full(builder, PCTY_STR("https://a"), NULL));
    pcty_value *second = built(builder);
    pcty_refinement known = PCTY_REFINEMENT_INIT;
    CHECK_OK(pcty_value_refinement(first, &known, NULL));
    CHECK(known.kind == PCTY_REFINEMENT_PREFIX && known.not_null);
    CHECK_STR(known.prefix, "https://");
    CHECK_OK(pcty_value_refinement(second, &known, NULL));
    CHECK_STR(known.prefix, "https://a");

    // Characters that a combining letter could change are dropped from a prefix.
    builder = pcty_refinement_builder_new(first);
    CHECK_OK(refine_prefix(builder, PCTY_STR("https://be"), NULL));
    pcty_value *third = built(builder);
    CHECK_OK(pcty_value_refinement(third, &known, NULL));
    CHECK_STR(known.prefix, "https://b");
    pcty_value_free(third);
    pcty_value_free(second);
    pcty_value_free(first);
}

static void numbers(void) {
    pcty_value *two = pcty_value_number_from_int64(2), *five = pcty_value_number_from_int64(5);
    pcty_refinement_builder *builder = of_unknown(pcty_type_number());
    CHECK_OK(refine_number_min(builder, two, true, NULL));
    CHECK_OK(refine_number_max(builder, five, false, NULL));
    pcty_value *value = built(builder);
    pcty_value *bound = NULL;
    bool inclusive = true;
    CHECK_OK(pcty_value_refinement_bound(value, PCTY_UPPER, &bound, &inclusive, NULL));
    CHECK(!inclusive && pcty_value_equal(bound, five));
    pcty_value_free(bound);

    // Equal inclusive bounds leave one number, if the value is not null.
    builder = pcty_refinement_builder_new(value);
    CHECK_OK(refine_number_max(builder, two, true, NULL));
    CHECK_OK(refine_not_null(builder, NULL));
    pcty_value *only = built(builder);
    CHECK(pcty_value_equal(only, two));
    pcty_value_free(only);
    pcty_value_free(value);
    pcty_value_free(five);
    pcty_value_free(two);
}

static void lengths_and_nulls(void) {
    pcty_type *list = NULL;
    CHECK_OK(pcty_type_list(pcty_type_bool(), NULL, &list, NULL));
    pcty_refinement_builder *builder = of_unknown(list);
    CHECK_OK(refine_length_min(builder, 1, NULL));
    CHECK_OK(refine_length_max(builder, 2, NULL));
    pcty_value *value = built(builder);
    pcty_refinement known = PCTY_REFINEMENT_INIT;
    CHECK_OK(pcty_value_refinement(value, &known, NULL));
    CHECK(known.min_length == 1 && known.max_length == 2 && !known.not_null);
    builder = pcty_refinement_builder_new(value);
    pcty_value_free(value);
    CHECK_OK(refine_null(builder, NULL));
    value = built(builder);
    CHECK(pcty_value_state(value) == PCTY_STATE_NULL);
    CHECK(pcty_type_equal(pcty_value_type(value), list));
    pcty_value_free(value);
    pcty_type_free(list);
}

static void a_failed_step_stays(void) {
    pcty_value *marked = NULL, *text = NULL, *value = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("abc"), &text, NULL));
    CHECK_OK(pcty_value_mark(text, PCTY_STR("secret"), &marked, NULL));
    pcty_refinement_builder *builder = pcty_refinement_builder_new(marked);
    CHECK_OK(refine_prefix(builder, PCTY_STR("ab"), NULL));
    CHECK_OK(pcty_refinement_builder_build(builder, &value, NULL));
    CHECK(pcty_value_equal(value, marked));
    pcty_value_free(value);
    value = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                refine_prefix_full(builder, PCTY_STR("x"), &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, refine_not_null(builder, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_refinement_builder_build(builder, &value, &error));
    CHECK(value == NULL);
    pcty_refinement_builder_free(builder);
    builder = pcty_refinement_builder_new(text);
    CHECK_FAILS(PCTY_ERROR_TYPE, refine_length_min(builder, 1, &error));
    pcty_refinement_builder_free(builder);
    CHECK(pcty_refinement_builder_new(NULL) == NULL);

    // A failure by the host fails the build, unless there was an earlier failure.
    pcty_error *own = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("not today"));
    builder = pcty_refinement_builder_new(text);
    CHECK_OK(pcty_refinement_builder_fail(builder, own, NULL));
    CHECK_FAILS(PCTY_ERROR_CALLBACK, refine_not_null(builder, &error));
    CHECK_FAILS(PCTY_ERROR_CALLBACK, pcty_refinement_builder_build(builder, &value, &error));
    pcty_refinement_builder_free(builder);
    builder = pcty_refinement_builder_new(text);
    CHECK_FAILS(PCTY_ERROR_TYPE, refine_length_min(builder, 1, &error));
    CHECK_OK(pcty_refinement_builder_fail(builder, own, NULL));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_refinement_builder_build(builder, &value, &error));
    pcty_refinement_builder_free(builder);
    pcty_error_free(own);
    pcty_value_free(marked);
    pcty_value_free(text);
}

int main(void) {
    strings();
    numbers();
    lengths_and_nulls();
    a_failed_step_stays();
    return 0;
}
