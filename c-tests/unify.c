// The common type of several types, and the conversions to it.

#include "check.h"

static pcty_type *parsed(const char *notation) {
    pcty_type *ty = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(notation), PCTY_DIALECT_HCL, &ty, NULL));
    return ty;
}

static void values_meet_in_the_common_type(void) {
    const pcty_type *types[] = {pcty_type_string(), pcty_type_bool(), pcty_type_string()};
    pcty_unification *unified = NULL;
    CHECK_OK(pcty_type_unify(types, 3, PCTY_DIALECT_HCL, PCTY_SAFETY_SAFE, &unified, NULL));
    CHECK(pcty_type_equal(unification_info(unified).type, pcty_type_string()));
    CHECK(unification_info(unified).count == 3);
    CHECK(pcty_unification_converter_at(unified, 0) == NULL);
    CHECK(pcty_unification_converter_at(unified, 2) == NULL);
    CHECK(pcty_unification_converter_at(unified, 3) == NULL);

    // A converter that outlives the unification is a clone.
    pcty_converter *converter = pcty_converter_clone(pcty_unification_converter_at(unified, 1));
    pcty_unification_free(unified);
    CHECK(pcty_type_equal(converter_info(converter).source, pcty_type_bool()));
    pcty_value *yes = pcty_value_bool(true), *text = NULL;
    pcty_str read;
    CHECK_OK(pcty_converter_apply(converter, yes, &text, NULL));
    CHECK_OK(pcty_value_as_string(text, &read, NULL));
    CHECK_STR(read, "true");
    pcty_value_free(text);
    pcty_value_free(yes);
    pcty_converter_free(converter);
}

static void types_unify_part_by_part(void) {
    pcty_type *a = parsed("object({ a = list(bool), b = number })");
    pcty_type *b = parsed("object({ a = list(string), b = string })");
    pcty_type *both = parsed("object({ a = list(string), b = string })");
    const pcty_type *types[2];
    types[0] = a, types[1] = b;
    pcty_unification *unified = NULL;
    CHECK_OK(pcty_type_unify(types, 2, PCTY_DIALECT_HCL, PCTY_SAFETY_SAFE, &unified, NULL));
    CHECK(pcty_type_equal(unification_info(unified).type, both));
    pcty_unification_free(unified);
    pcty_type_free(both);
    pcty_type_free(b);
    pcty_type_free(a);
}

static void no_common_type(void) {
    pcty_type *list = parsed("list(string)");
    const pcty_type *types[2];
    types[0] = pcty_type_bool(), types[1] = list;
    pcty_unification *unified = NULL;
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_type_unify(types, 2, PCTY_DIALECT_HCL,
                                                       PCTY_SAFETY_UNSAFE, &unified, &error));
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_type_unify(NULL, 0, PCTY_DIALECT_HCL,
                                                       PCTY_SAFETY_UNSAFE, &unified, &error));
    types[1] = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_unify(types, 2, PCTY_DIALECT_HCL,
                                                             PCTY_SAFETY_SAFE, &unified, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_unify(types, 1, 0, PCTY_SAFETY_SAFE,
                                                             &unified, &error));
    CHECK(unified == NULL);
    pcty_type_free(list);
}

int main(void) {
    values_meet_in_the_common_type();
    types_unify_part_by_part();
    no_common_type();
    return 0;
}
