// The types and values of mcl, and the unification of its types.

#include "check.h"

static pcty_type *parsed(const char *text) {
    pcty_type *type = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(text), PCTY_DIALECT_MCL, &type, NULL));
    return type;
}

static pcty_string *type_text(const pcty_type *type) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_type_format(type, PCTY_DIALECT_MCL, &text, NULL));
    return text;
}

static pcty_string *value_text(const pcty_value *value) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_mcl_value_format(value, &text, NULL));
    return text;
}

static void types(void) {
    pcty_type *type = parsed("func({str: []?3}, b ?9) struct{a ?3; b int}"), *bad = NULL;
    CHECK_STRING(type_text(type), "func(0 map{str: []?1}, b ?2) struct{a ?1; b int}");
    pcty_error *error = NULL;
    CHECK(pcty_type_parse(PCTY_STR("map{str: string}"), PCTY_DIALECT_MCL, &bad, &error) ==
          PCTY_ERROR_TYPE);
    CHECK_STR(pcty_error_message(error), "type:1,10-16: there is no type `string`");
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, 0, &found, NULL));
    CHECK(found.has_subject && found.subject.start.byte == 9 && found.subject.end.byte == 15);
    pcty_error_free(error);
    CHECK(bad == NULL);
    pcty_type_free(type);

    pcty_type *a = parsed("func(x ?1) ?1"), *b = parsed("func(y ?4) ?4"), *c = parsed("[]variant");
    bool equal = false;
    CHECK_OK(pcty_mcl_type_check_equal(a, b, NULL));
    CHECK_OK(pcty_type_equivalent(a, b, PCTY_DIALECT_MCL, &equal, NULL));
    CHECK(equal && !pcty_type_equal(a, b));
    CHECK(pcty_mcl_type_check_equal(a, c, &error) == PCTY_ERROR_TYPE);
    CHECK_STR(pcty_error_message(error), "base kind does not match (func != list)");
    pcty_error_free(error);

    pcty_type *lists = parsed("[][]str");
    pcty_mcl_match match = PCTY_MCL_MATCH_PLAIN;
    CHECK_OK(pcty_mcl_type_match(lists, c, &match, NULL));
    CHECK(match == PCTY_MCL_MATCH_VARIANT);
    CHECK_OK(pcty_mcl_type_match(lists, NULL, &match, NULL));
    CHECK(match == PCTY_MCL_MATCH_PARTIAL);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_mcl_type_match(lists, a, &match, &error));
    CHECK(!pcty_mcl_type_is_hashable(lists) && !pcty_mcl_type_is_hashable(NULL));
    pcty_type_free(lists);
    pcty_type_free(a);
    pcty_type_free(b);
    pcty_type_free(c);
}

static void unification(void) {
    pcty_variable_scope *scope = pcty_variable_scope_new();
    pcty_type *a = NULL, *b = NULL, *variable = pcty_variable_scope_get(scope, 2), *solved = NULL;
    CHECK_OK(pcty_mcl_type_parse(PCTY_STR("struct{a ?1; b []?2}"), scope, &a, NULL));
    CHECK_OK(pcty_mcl_type_parse(PCTY_STR("struct{a int; b []?1}"), scope, &b, NULL));
    CHECK_OK(pcty_mcl_type_unify(a, b, variable, &solved, NULL));
    CHECK_STRING(type_text(solved), "int");
    pcty_type_free(solved);
    solved = NULL;

    pcty_type *other = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_mcl_type_parse(PCTY_STR("struct{a str; b []int}"), scope, &other, NULL));
    CHECK(pcty_mcl_type_unify(b, other, b, &solved, &error) == PCTY_ERROR_TYPE);
    CHECK_STR(pcty_error_message(error), "type error: int != str");
    CHECK(solved == NULL);
    pcty_error_free(error);
    pcty_type_free(other);
    other = NULL;
    CHECK_OK(pcty_mcl_type_parse(PCTY_STR("[]?2"), scope, &other, NULL));
    CHECK(pcty_mcl_type_unify(variable, other, variable, &solved, &error) == PCTY_ERROR_TYPE);
    CHECK_STR(pcty_error_message(error), "directly in the same set");
    pcty_error_free(error);

    const pcty_type *both[2];
    both[0] = a, both[1] = b;
    pcty_unification *unified = NULL;
    CHECK_OK(pcty_type_unify(both, 2, PCTY_DIALECT_MCL, PCTY_SAFETY_SAFE, &unified, NULL));
    CHECK_STRING(type_text(unification_info(unified).type), "struct{a int; b []int}");
    CHECK(pcty_unification_converter_at(unified, 0) == NULL);
    pcty_unification_free(unified);

    pcty_type_free(other);
    pcty_type_free(variable);
    pcty_type_free(a);
    pcty_type_free(b);
    pcty_variable_scope_free(scope);
}

static void made(void) {
    pcty_type *ports = parsed("[]int"), *server = parsed("struct{name str; ports []int}");
    pcty_value *numbers[] = {pcty_value_integer_from_int64(443), pcty_value_integer_from_int64(80)};
    pcty_value *fields[2] = {NULL, NULL}, *value = NULL, *bad = NULL;
    CHECK_OK(pcty_mcl_value_list(ports, (const pcty_value *const *)numbers, 2, &fields[1], NULL));
    CHECK_OK(pcty_value_string_verbatim(PCTY_STR("a\tb"), &fields[0], NULL));
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_mcl_value_list(ports, (const pcty_value *const *)fields, 1, &bad, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_mcl_value_list(server, NULL, 0, &bad, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_mcl_value_struct(server, (const pcty_value *const *)fields, 1, &bad, &error));
    CHECK(bad == NULL);
    CHECK_OK(pcty_mcl_value_struct(server, (const pcty_value *const *)fields, 2, &value, NULL));
    CHECK_STRING(value_text(value), "struct{name: \"a\\tb\"; ports: [443, 80]}");
    CHECK(pcty_value_equal(pcty_value_attribute_get(value, PCTY_STR("name")), fields[0]));

    pcty_type *found = NULL;
    bool is = false;
    CHECK_OK(pcty_value_type_of(value, PCTY_DIALECT_MCL, &found, NULL));
    CHECK(pcty_type_equal(found, server));
    CHECK_OK(pcty_value_is_instance(value, server, PCTY_DIALECT_MCL, &is, NULL));
    CHECK(is);
    CHECK_OK(pcty_value_is_instance(value, ports, PCTY_DIALECT_MCL, &is, NULL));
    CHECK(!is);
    pcty_type_free(found);
    pcty_value_free(value);

    // Keys of any hashable type, in their order; the last of several equal keys counts.
    pcty_type *names = parsed("map{int: str}"), *unhashable = parsed("map{[]int: str}");
    const pcty_value *keys[] = {numbers[0], numbers[1], numbers[0]};
    const pcty_value *texts[] = {fields[0], fields[0], fields[0]};
    pcty_value *map = NULL;
    CHECK_OK(pcty_mcl_value_map(names, keys, texts, 3, &map, NULL));
    CHECK_STRING(value_text(map), "{80: \"a\\tb\", 443: \"a\\tb\"}");
    CHECK(pcty_mcl_value_compare(pcty_value_entry_key_at(map, 0), numbers[1]) == 0);
    CHECK(pcty_value_entry_key_at(map, 2) == NULL && pcty_value_entry_key_at(NULL, 0) == NULL);
    CHECK(pcty_value_equal(pcty_mcl_value_get(map, numbers[0]), fields[0]));
    CHECK(pcty_mcl_value_get(map, fields[0]) == NULL);
    CHECK(pcty_mcl_value_compare(numbers[1], numbers[0]) == -1);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_mcl_value_map(unhashable, keys, texts, 0, &bad, &error));
    pcty_value *zero = NULL;
    CHECK_OK(pcty_mcl_value_zero(server, &zero, NULL));
    CHECK_STRING(value_text(zero), "struct{name: \"\"; ports: []}");
    pcty_value_free(zero);
    zero = NULL;
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_mcl_value_zero(unhashable, &zero, &error));

    pcty_value_free(map);
    for (size_t i = 0; i < 2; i++) {
        pcty_value_free(numbers[i]);
        pcty_value_free(fields[i]);
    }
    pcty_type_free(names);
    pcty_type_free(unhashable);
    pcty_type_free(ports);
    pcty_type_free(server);
}

static void json(void) {
    pcty_type *server = parsed("struct{name str; ports []int}");
    pcty_value *value = NULL;
    pcty_error *error = NULL;
    pcty_str text = PCTY_STR("{\"ports\": [443], \"name\": \"a\"} and more");
    CHECK_OK(pcty_mcl_value_from_json(text, server, PCTY_MCL_FIELDS_EXACT, &value, NULL));
    CHECK_STRING(value_text(value), "struct{name: \"a\"; ports: [443]}");
    pcty_value_free(value);
    value = NULL;
    text = PCTY_STR("{\"ports\": [443, null], \"more\": 1}");
    CHECK_FAILS(PCTY_ERROR_TYPE,
                pcty_mcl_value_from_json(text, server, PCTY_MCL_FIELDS_FLEXIBLE, &value, &error));
    text = PCTY_STR("{\"ports\": [443], \"more\": 1}");
    CHECK(pcty_mcl_value_from_json(text, server, PCTY_MCL_FIELDS_EXACT, &value, &error) ==
          PCTY_ERROR_TYPE);
    CHECK_STR(pcty_error_message(error), "field name was not found in struct");
    pcty_error_free(error);
    CHECK_OK(pcty_mcl_value_from_json(text, server, PCTY_MCL_FIELDS_FLEXIBLE, &value, NULL));
    CHECK_STRING(value_text(value), "struct{name: \"\"; ports: [443]}");

    pcty_value *marked = NULL;
    pcty_string *shown = NULL;
    CHECK_OK(pcty_value_mark(value, PCTY_STR("secret"), &marked, NULL));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED, pcty_mcl_value_format(marked, &shown, &error));
    pcty_value_free(marked);
    pcty_value_free(value);
    pcty_type_free(server);
}

int main(void) {
    types();
    unification();
    made();
    json();
    return 0;
}
