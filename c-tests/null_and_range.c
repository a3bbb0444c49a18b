// Cases that the calls generated in tests/abi/c_contract.rs do not cover: invalid elements of
// arrays and structs, NULL for every free, and outputs that are also inputs.

#include "check.h"

static void frees(void) {
    pcty_error_free(NULL);
    pcty_group_free(NULL);
    pcty_marks_free(NULL);
    pcty_path_free(NULL);
    pcty_path_set_free(NULL);
    pcty_pcl_checked_free(NULL);
    pcty_pcl_type_scope_free(NULL);
    pcty_variable_scope_free(NULL);
    pcty_string_free(NULL);
    pcty_type_free(NULL);
    pcty_value_free(NULL);
}

static void inside_arrays(void) {
    const pcty_type *types[] = {pcty_type_bool(), NULL};
    const pcty_str texts[] = {PCTY_STR_INIT("a"), {NULL, 1}};
    pcty_value *truth = pcty_value_bool(true), *value = NULL;
    const pcty_value *values[] = {truth, NULL};
    pcty_type *type = NULL;
    pcty_marks *marks = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_tuple(types, 2, NULL, &type, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_union(types, 2, &type, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_pcl_type_union(types, 2, &type, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_enum(texts[0], types[0], values, 2, &type, &error));
    const pcty_pcl_step steps[] = {{sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, {NULL, 1}, NULL}};
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_traverse(types[0], steps, 1, &type, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_string_patterns(texts, 2, &type, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_marks_new(texts, 2, &marks, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_value_tuple(values, 2, &value, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_value_object(texts, values, 2, &value, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_value_list_from_str(texts, 2, &value, &error));
    // More than any memory can contain.
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_value_tuple(values, SIZE_MAX / 2, &value, &error));
    CHECK(type == NULL && value == NULL && marks == NULL);
    pcty_value_free(truth);
}

// An output may be in the memory of an input: inputs are read before outputs are written.
static void in_place(void) {
    pcty_value *value = pcty_value_bool(true), *plain = value;
    CHECK_OK(pcty_value_mark(value, PCTY_STR("m"), &value, NULL));
    CHECK(pcty_value_has(value, PCTY_VALUE_MARKED) && value != plain);
    const pcty_value *parts[] = {plain};
    pcty_value *tuple = NULL;
    CHECK_OK(pcty_value_tuple(parts, 1, &tuple, NULL));
    CHECK(pcty_value_equal(pcty_value_element_at(tuple, 0), plain));
    pcty_value_free(tuple);
    pcty_value_free(value);
    pcty_value_free(plain);
}

// A failure without an error output.
static void nobody_asks(void) {
    pcty_value *value = NULL;
    CHECK(pcty_value_string(PCTY_STR("\xff"), &value, NULL) == PCTY_ERROR_INVALID_UTF8);
    CHECK(pcty_value_string(PCTY_STR("x"), NULL, NULL) == PCTY_ERROR_INVALID_ARGUMENT);
    CHECK(value == NULL);
}

int main(void) {
    frees();
    inside_arrays();
    in_place();
    nobody_asks();
    return 0;
}
