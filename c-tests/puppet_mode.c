// Modes: the rules of the current language and of the early specification; coercion of values.

#include "check.h"

static pcty_type *parsed(const char *text, pcty_puppet_mode mode) {
    pcty_puppet_options options = PCTY_PUPPET_OPTIONS_INIT;
    pcty_type *type = NULL;
    options.mode = mode;
    CHECK_OK(pcty_puppet_type_parse(pcty_str_from_cstr(text), &options, &type, NULL));
    return type;
}

static pcty_value *literal(const char *text, pcty_puppet_mode mode) {
    pcty_puppet_options options = PCTY_PUPPET_OPTIONS_INIT;
    pcty_value *value = NULL;
    options.mode = mode;
    CHECK_OK(pcty_puppet_value_parse(pcty_str_from_cstr(text), &options, &value, NULL));
    return value;
}

// The type has this early text; frees the type.
static void check_early(pcty_type *type, const char *want) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_type_format(type, PCTY_PUPPET_CANONICAL, PCTY_PUPPET_EARLY, &text, NULL));
    CHECK_STRING(text, want);
    pcty_type_free(type);
}

// The value has this literal; frees the value.
static void check_value(pcty_value *value, const char *want) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_value_format(value, &text, NULL));
    CHECK_STRING(text, want);
    pcty_value_free(value);
}

static void rules(void) {
    pcty_type *integer = parsed("Integer", PCTY_PUPPET_EARLY);
    pcty_type *undef = parsed("Undef", PCTY_PUPPET_EARLY);
    pcty_value *nothing = literal("undef", PCTY_PUPPET_EARLY);
    bool now = true, early = false;
    CHECK_OK(pcty_puppet_type_assignable(undef, integer, PCTY_PUPPET_CURRENT, &now, NULL));
    CHECK_OK(pcty_puppet_type_assignable(undef, integer, PCTY_PUPPET_EARLY, &early, NULL));
    CHECK(!now && early);
    CHECK_OK(pcty_puppet_type_compare(undef, integer, PCTY_PUPPET_LESS, PCTY_PUPPET_CURRENT,
                                         &now, NULL));
    CHECK_OK(pcty_puppet_type_compare(undef, integer, PCTY_PUPPET_LESS, PCTY_PUPPET_EARLY,
                                         &early, NULL));
    CHECK(!now && early);
    CHECK_OK(
        pcty_puppet_value_is_instance(nothing, integer, PCTY_PUPPET_CURRENT, &now, NULL));
    CHECK_OK(
        pcty_puppet_value_is_instance(nothing, integer, PCTY_PUPPET_EARLY, &early, NULL));
    CHECK(!now && early);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_type_assignable(undef, integer, 3, &early, &error));
    pcty_value_free(nothing);
    pcty_type_free(undef);
    pcty_type_free(integer);
}

static void types(void) {
    pcty_value *list = literal("[1, 'a', undef]", PCTY_PUPPET_EARLY);
    pcty_type *inferred = NULL, *common = NULL, *sized = NULL;
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_value_infer(list, PCTY_PUPPET_DETAILED, PCTY_PUPPET_EARLY, &inferred,
                                        NULL));
    check_early(inferred, "Array[Literal]");
    CHECK_OK(pcty_puppet_value_infer(list, PCTY_PUPPET_REDUCED, PCTY_PUPPET_CURRENT, &sized,
                                        NULL));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_puppet_type_format(sized, PCTY_PUPPET_CANONICAL, PCTY_PUPPET_EARLY, &text, &error));
    CHECK(text == NULL);
    pcty_type_free(sized);
    pcty_value_free(list);

    pcty_type *some[] = {parsed("File['a']", PCTY_PUPPET_EARLY),
                         parsed("Class[b]", PCTY_PUPPET_EARLY)};
    CHECK_OK(pcty_puppet_common_type((const pcty_type *const *)some, 2, PCTY_PUPPET_EARLY,
                                        &common, NULL));
    check_early(common, "CatalogEntry");
    pcty_type_free(some[0]);
    pcty_type_free(some[1]);
    check_value(literal("File['a', 'b']", PCTY_PUPPET_EARLY), "[File['a'], File['b']]");
}

static void descending(void) {
    pcty_type *range = parsed("Integer[3, 1]", PCTY_PUPPET_EARLY);
    pcty_puppet_iteration *values = NULL;
    CHECK_OK(pcty_puppet_iteration_new(range, &values, NULL));
    check_value(pcty_puppet_iteration_next(values, PCTY_PUPPET_FRONT), "3");
    check_value(pcty_puppet_iteration_next(values, PCTY_PUPPET_FRONT), "2");
    check_value(pcty_puppet_iteration_next(values, PCTY_PUPPET_BACK), "1");
    CHECK(pcty_puppet_iteration_next(values, PCTY_PUPPET_FRONT) == NULL);
    pcty_puppet_iteration_free(values);
    check_early(range, "Integer[3, 1]");
}

static void coercion(void) {
    pcty_value *empty = literal("''", PCTY_PUPPET_CURRENT), *made = NULL, *marked = NULL;
    pcty_value *hidden = literal("[Sensitive('x'), 0x10]", PCTY_PUPPET_CURRENT);
    pcty_value *number = literal("' -0x1f '", PCTY_PUPPET_CURRENT);
    pcty_value *source = literal("'\\\\Ab'", PCTY_PUPPET_CURRENT);
    pcty_string *text = NULL;
    bool now = false, early = true;
    CHECK_OK(pcty_puppet_value_truth(empty, PCTY_PUPPET_CURRENT, &now, NULL));
    CHECK_OK(pcty_puppet_value_truth(empty, PCTY_PUPPET_EARLY, &early, NULL));
    CHECK(now && !early);
    CHECK_OK(pcty_puppet_value_to_string(hidden, PCTY_PUPPET_CURRENT, &text, NULL));
    CHECK_STRING(text, "[Sensitive [value redacted], 16]");
    CHECK_OK(pcty_puppet_value_to_numeric(number, &made, NULL));
    check_value(made, "-31");
    made = NULL;
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_puppet_value_to_numeric(empty, &made, &error));
    CHECK(made == NULL);
    CHECK_OK(pcty_puppet_value_to_regexp(source, PCTY_PUPPET_EARLY, &made, NULL));
    check_value(made, "/b/");
    CHECK_OK(pcty_value_mark(empty, PCTY_STR("secret"), &marked, NULL));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_puppet_value_truth(marked, PCTY_PUPPET_EARLY, &early, &error));
    pcty_value_free(marked);
    pcty_value_free(empty);
    pcty_value_free(hidden);
    pcty_value_free(number);
    pcty_value_free(source);
}

static void arithmetic(void) {
    pcty_value *most = literal("9223372036854775807", PCTY_PUPPET_CURRENT);
    pcty_value *one = literal("'1'", PCTY_PUPPET_CURRENT), *number = NULL, *made = NULL;
    CHECK_OK(
        pcty_puppet_arithmetic(most, one, PCTY_PUPPET_ADD, PCTY_PUPPET_EARLY, &made, NULL));
    check_value(made, "9223372036854775808");
    made = NULL;
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_puppet_arithmetic(most, one, PCTY_PUPPET_ADD, PCTY_PUPPET_CURRENT, &made,
                                       &error));
    CHECK_OK(pcty_puppet_value_to_numeric(one, &number, NULL));
    CHECK_FAILS(PCTY_ERROR_ARITHMETIC,
                pcty_puppet_arithmetic(most, number, PCTY_PUPPET_ADD, PCTY_PUPPET_CURRENT, &made,
                                       &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_arithmetic(most, number, 9, PCTY_PUPPET_CURRENT, &made, &error));
    CHECK(made == NULL);
    pcty_value_free(number);
    pcty_value_free(one);
    pcty_value_free(most);
}

int main(void) {
    rules();
    types();
    descending();
    coercion();
    arithmetic();
    return 0;
}
