// The functions of the standard library: found by name, described, called; and bytes.

#include "check.h"

static const pcty_function *found(const char *name) {
    const pcty_function *function = pcty_hcl_stdlib_get(pcty_str_from_cstr(name));
    CHECK(function != NULL);
    return function;
}

static pcty_value *text(const char *content) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_value_string(pcty_str_from_cstr(content), &value, NULL));
    return value;
}

// Every function has a unique name and describes itself and its parameters.
static void described(void) {
    size_t count = pcty_hcl_stdlib_count();
    CHECK(count == 86);
    for (size_t i = 0; i < count; i++) {
        pcty_str name = pcty_hcl_stdlib_name_at(i);
        const pcty_function *function = pcty_hcl_stdlib_get(name);
        CHECK(function != NULL);
        CHECK(function_info(function).description.len > 0);
        for (size_t at = 0; at < function_info(function).parameter_count; at++) {
            pcty_parameter parameter = PCTY_PARAMETER_INIT;
            CHECK_OK(pcty_function_parameter_at(function, at, &parameter, NULL));
            CHECK(parameter.name.len > 0 && parameter.description.len > 0);
            CHECK(parameter.type != NULL);
        }
    }
    CHECK(pcty_hcl_stdlib_name_at(count).len == 0);
    CHECK(pcty_hcl_stdlib_get(PCTY_STR("Upper")) == NULL);
    CHECK(pcty_hcl_stdlib_get(pcty_str_from_cstr("\xff")) == NULL);

    const pcty_function *substr = found("substr");
    pcty_parameter offset = PCTY_PARAMETER_INIT;
    CHECK_OK(pcty_function_parameter_at(substr, 1, &offset, NULL));
    CHECK_STR(offset.name, "offset");
    CHECK(pcty_type_equal(offset.type, pcty_type_number()));
    CHECK(offset.flags == PCTY_PARAMETER_ALLOW_DYNAMIC);
    CHECK(pcty_type_equal(function_info(substr).fixed_return_type, pcty_type_string()));
}

static void called(void) {
    const pcty_function *join = found("join");
    pcty_value *comma = text(", "), *a = text("a"), *b = text("b");
    const pcty_value *both[] = {a, b};
    pcty_value *list = NULL, *joined = NULL;
    CHECK_OK(pcty_value_list(both, 2, &list, NULL));
    const pcty_value *args[] = {comma, list};
    CHECK_OK(pcty_function_call(join, args, 2, &joined, NULL));
    pcty_str content;
    CHECK_OK(pcty_value_as_string(joined, &content, NULL));
    CHECK_STR(content, "a, b");
    pcty_value_free(joined);
    joined = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_function_call(join, args, 0, &joined, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_function_call(join, both, 2, &joined, &error));
    CHECK(joined == NULL);
    pcty_value_free(list);
    pcty_value_free(comma);
    pcty_value_free(a);
    pcty_value_free(b);
}

static void bytes(void) {
    const uint8_t content[] = {0xff, 0, 'a', 'b'};
    pcty_value *value = NULL, *same = NULL, *length = NULL, *part = NULL;
    CHECK_OK(pcty_hcl_stdlib_bytes(content, sizeof content, &value, NULL));
    CHECK_OK(pcty_hcl_stdlib_bytes(content, sizeof content, &same, NULL));
    CHECK(pcty_value_equal(value, same));
    CHECK(pcty_type_equal(pcty_value_type(value), pcty_hcl_stdlib_bytes_type()));
    const pcty_value *args[3] = {value};
    CHECK_OK(pcty_function_call(found("byteslen"), args, 1, &length, NULL));
    args[1] = length;
    args[2] = length;
    CHECK_FAILS(PCTY_ERROR_VALUE,
                pcty_function_call(found("bytesslice"), args, 3, &part, &error));
    pcty_value *two = pcty_value_number_from_int64(2);
    args[1] = two;
    args[2] = two;
    CHECK_OK(pcty_function_call(found("bytesslice"), args, 3, &part, NULL));
    pcty_str lent;
    CHECK_OK(pcty_hcl_stdlib_as_bytes(part, &lent, NULL));
    CHECK_STR(lent, "ab");
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_hcl_stdlib_as_bytes(two, &lent, &error));
    pcty_value *unknown = NULL;
    unknown = pcty_value_unknown(pcty_hcl_stdlib_bytes_type());
    CHECK_FAILS(PCTY_ERROR_UNKNOWN, pcty_hcl_stdlib_as_bytes(unknown, &lent, &error));
    pcty_value_free(unknown);
    pcty_value_free(part);
    pcty_value_free(two);
    pcty_value_free(length);
    pcty_value_free(same);
    pcty_value_free(value);
}

int main(void) {
    described();
    called();
    bytes();
    return 0;
}
