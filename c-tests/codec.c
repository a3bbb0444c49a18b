// Values as JSON and as MessagePack.

#include "check.h"

static pcty_type *parsed(const char *notation) {
    pcty_type *ty = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(notation), PCTY_DIALECT_HCL, &ty, NULL));
    return ty;
}

static const uint8_t *bytes_of(const pcty_string *string) {
    return (const uint8_t *)pcty_string_str(string).data;
}

static void json(void) {
    const pcty_str document = PCTY_STR("{\"port\": 5432, \"tags\": [\"a<b\", null]}");
    pcty_type *ty = NULL;
    pcty_value *value = NULL;
    pcty_string *text = NULL;
    CHECK_OK(pcty_type_implied_by_json(document, &ty, NULL));
    CHECK(pcty_type_kind(ty) == PCTY_KIND_OBJECT);
    CHECK_OK(pcty_value_from_json(document, ty, &value, NULL));
    CHECK_OK(pcty_value_to_json(value, NULL, &text, NULL));
    CHECK_STRING(text, "{\"port\":5432,\"tags\":[\"a\\u003cb\",null]}");
    // Without a type, the document determines the type.
    pcty_value *implied = NULL;
    CHECK_OK(pcty_value_from_json(document, NULL, &implied, NULL));
    CHECK(pcty_value_equal(value, implied));
    pcty_value_free(implied);
    // A value that does not conform is converted first; a value for the type any is written with
    // its type.
    pcty_type *wanted = parsed("object({ port = string, more = optional(bool) })");
    CHECK_OK(pcty_value_to_json(value, wanted, &text, NULL));
    CHECK_STRING(text, "{\"more\":null,\"port\":\"5432\"}");
    pcty_value *yes = pcty_value_bool(true);
    CHECK_OK(pcty_value_to_json(yes, pcty_type_any(), &text, NULL));
    CHECK_STRING(text, "{\"value\":true,\"type\":\"bool\"}");
    pcty_value_free(yes);
    pcty_value_free(value);
    pcty_type_free(wanted);
    pcty_type_free(ty);
}

static void what_json_refuses(void) {
    pcty_value *value = NULL, *marked = NULL;
    pcty_type *ty = parsed("list(number)");
    pcty_string *text = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_value_from_json(PCTY_STR("[1, true]"), ty, &value, &error) != PCTY_OK);
    CHECK(pcty_path_step_count(pcty_error_path(error)) == 1);
    CHECK(error_info(error).has_offset && error_info(error).offset > 3);
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_value_from_json(PCTY_STR("[1,"), ty, &value, &error));
    pcty_value *unknown = pcty_value_unknown(ty);
    CHECK_FAILS(PCTY_ERROR_UNKNOWN, pcty_value_to_json(unknown, NULL, &text, &error));
    CHECK_OK(pcty_value_mark(unknown, PCTY_STR("secret"), &marked, NULL));
    CHECK_FAILS(PCTY_ERROR_MARKED, pcty_value_to_json(marked, NULL, &text, &error));
    CHECK_FAILS(PCTY_ERROR_MARKED, pcty_value_to_msgpack(marked, NULL, &text, &error));
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_value_to_json(unknown, pcty_type_bool(), &text, &error));
    CHECK(value == NULL && text == NULL);
    pcty_value_free(marked);
    pcty_value_free(unknown);
    pcty_type_free(ty);
}

static void msgpack(void) {
    pcty_type *ty = parsed("tuple([number, string])");
    pcty_value *number = pcty_value_number_from_int64(300), *pair = NULL, *again = NULL;
    pcty_value *unknown = pcty_value_unknown(pcty_type_string());
    pcty_refinement_builder *builder = pcty_refinement_builder_new(unknown);
    pcty_value *refined = NULL;
    CHECK_OK(refine_prefix_full(builder, PCTY_STR("x-"), NULL));
    CHECK_OK(pcty_refinement_builder_build(builder, &refined, NULL));
    pcty_refinement_builder_free(builder);
    const pcty_value *elements[2];
    elements[0] = number, elements[1] = refined;
    CHECK_OK(pcty_value_tuple(elements, 2, &pair, NULL));

    // Bytes, including zeros; unknown values are encoded with their refinements.
    pcty_string *bytes = NULL;
    CHECK_OK(pcty_value_to_msgpack(pair, NULL, &bytes, NULL));
    const uint8_t start[] = {0x92, 0xcd, 0x01, 0x2c};
    size_t count = pcty_string_str(bytes).len;
    CHECK(count > sizeof start && memcmp(bytes_of(bytes), start, sizeof start) == 0);
    CHECK_OK(pcty_value_from_msgpack(bytes_of(bytes), count, ty, &again, NULL));
    CHECK(pcty_value_equal(pair, again));
    pcty_value_free(again);
    again = NULL;
    CHECK(pcty_value_from_msgpack(bytes_of(bytes), 3, ty, &again, NULL) != PCTY_OK);
    CHECK(again == NULL);
    pcty_string_free(bytes);

    const uint8_t truth[] = {0x91, 0xc3};
    pcty_type *implied = NULL;
    CHECK_OK(pcty_type_implied_by_msgpack(truth, sizeof truth, &implied, NULL));
    CHECK(pcty_type_equal(pcty_type_part_at(implied, 0), pcty_type_bool()));
    CHECK_OK(pcty_value_from_msgpack(truth, sizeof truth, NULL, &again, NULL));
    CHECK(pcty_type_equal(pcty_value_type(again), implied));
    pcty_value_free(again);
    pcty_type_free(implied);
    implied = NULL;
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_type_implied_by_msgpack(NULL, 0, &implied, &error));
    CHECK(implied == NULL);
    pcty_value_free(pair);
    pcty_value_free(refined);
    pcty_value_free(unknown);
    pcty_value_free(number);
    pcty_type_free(ty);
}

int main(void) {
    json();
    what_json_refuses();
    msgpack();
    return 0;
}
