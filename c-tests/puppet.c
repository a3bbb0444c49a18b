// Puppet types with the functions that HCL types also have.

#include "check.h"

static pcty_type *parsed(const char *text) {
    pcty_type *type = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(text), PCTY_DIALECT_PUPPET, &type, NULL));
    return type;
}

static bool assignable(const char *target, const char *source) {
    pcty_type *to = parsed(target), *from = parsed(source);
    bool fits = false;
    CHECK_OK(pcty_type_assignable(from, to, PCTY_DIALECT_PUPPET, &fits, NULL));
    pcty_type_free(to);
    pcty_type_free(from);
    return fits;
}

static void types(void) {
    pcty_type *type = parsed("Variant[Integer[0, default], Optional[Enum[b, a]]]"), *bad = NULL;
    pcty_string *text = NULL;
    CHECK_OK(pcty_type_format(type, PCTY_DIALECT_PUPPET, &text, NULL));
    CHECK_STRING(text, "Variant[Integer[0], Optional[Enum['a', 'b']]]");
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_type_parse(PCTY_STR("Integer[1,"), PCTY_DIALECT_PUPPET, &bad, &error));
    CHECK(bad == NULL);
    pcty_type_free(type);
    CHECK(assignable("Hash[String, Integer]", "Struct[{a => Integer[1, 2]}]"));
    CHECK(!assignable("Hash[String, Integer[2]]", "Struct[{a => Integer[1, 2]}]"));

    pcty_type *optional = parsed("Optional[Integer]"), *variant = parsed("Variant[Undef, Integer]");
    bool equal = false;
    CHECK(!pcty_type_equal(optional, variant));
    CHECK_OK(pcty_type_equivalent(optional, variant, PCTY_DIALECT_PUPPET, &equal, NULL));
    CHECK(equal);
    pcty_type_free(optional);
    pcty_type_free(variant);
}

static void values(void) {
    pcty_type *port = parsed("Integer[1, 65535]"), *found = NULL;
    pcty_value *number = pcty_value_integer_from_int64(443), *text = NULL, *made = NULL, *marked = NULL;
    bool is = false;
    CHECK_OK(pcty_value_is_instance(number, port, PCTY_DIALECT_PUPPET, &is, NULL));
    CHECK(is);
    CHECK_OK(pcty_value_type_of(number, PCTY_DIALECT_PUPPET, &found, NULL));
    pcty_string *shown = NULL;
    CHECK_OK(pcty_type_format(found, PCTY_DIALECT_PUPPET, &shown, NULL));
    CHECK_STRING(shown, "Integer[443, 443]");
    pcty_type_free(found);

    CHECK_OK(pcty_value_string(PCTY_STR("0x1bb"), &text, NULL));
    CHECK_OK(pcty_value_convert(text, port, PCTY_DIALECT_PUPPET, &made, NULL));
    CHECK(pcty_value_equal(made, number));
    pcty_value_free(made);
    made = NULL;
    CHECK_OK(pcty_value_mark(text, PCTY_STR("sensitive"), &marked, NULL));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_value_convert(marked, port, PCTY_DIALECT_PUPPET, &made, &error));
    CHECK(made == NULL);
    pcty_value_free(marked);
    pcty_value_free(text);
    pcty_value_free(number);
    pcty_type_free(port);
}

static void common_type(void) {
    pcty_type *types[] = {parsed("Integer[1, 2]"), parsed("Float")};
    pcty_unification *unified = NULL;
    pcty_string *text = NULL;
    CHECK_OK(pcty_type_unify((const pcty_type *const *)types, 2, PCTY_DIALECT_PUPPET,
                             PCTY_SAFETY_SAFE, &unified, NULL));
    CHECK_OK(pcty_type_format(unification_info(unified).type, PCTY_DIALECT_PUPPET, &text, NULL));
    CHECK_STRING(text, "Numeric");
    CHECK(pcty_unification_converter_at(unified, 0) == NULL);
    pcty_unification_free(unified);
    for (size_t i = 0; i < 2; i++) {
        pcty_type_free(types[i]);
    }
}

int main(void) {
    types();
    values();
    common_type();
    return 0;
}
