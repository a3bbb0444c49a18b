// Memory of a long run. Every round makes, fails and frees the same objects; after the first rounds
// the heap must not grow.

#include "check.h"

#include <malloc.h>
#include <stdio.h>

static pcty_status twice(void *user_data, const pcty_value *const *args, size_t count,
                         const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    (void)user_data;
    (void)count;
    (void)return_type;
    return pcty_value_binary(args[0], args[0], PCTY_OPERATOR_ADD, out, error);
}

static pcty_function *make_function(void) {
    pcty_parameter number = PCTY_PARAMETER_INIT;
    number.name = PCTY_STR("number");
    number.type = pcty_type_number();
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    spec.parameters = &number;
    spec.parameter_count = 1;
    spec.return_type = pcty_type_number();
    spec.implementation = twice;
    pcty_function *function = NULL;
    CHECK_OK(pcty_function_new(&spec, &function, NULL));
    return function;
}

static void fail_in_many_ways(const pcty_type *type, const pcty_function *function) {
    pcty_value *value = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_value_from_json(PCTY_STR("[{\"name\": 1, \"ports\": [1,"), type, &value, &error) != PCTY_OK);
    pcty_error_free(error);
    error = NULL;
    CHECK(pcty_value_from_json(PCTY_STR("[{\"name\": \"x\", \"ports\": [\"y\"]}]"), type, &value, &error) != PCTY_OK);
    pcty_string_free(pcty_error_format(error, PCTY_NOTATION_TEXT));
    pcty_string_free(pcty_error_format(error, PCTY_NOTATION_JSON));
    pcty_error_free(error);
    error = NULL;
    pcty_value *text = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("a string that is too long to stand inline"), &text, NULL));
    const pcty_value *args[] = {text};
    CHECK(pcty_function_call(function, args, 1, &value, &error) != PCTY_OK);
    pcty_error_free(error);
    pcty_value_free(text);
    CHECK(value == NULL);
}

static void one_round(void) {
    pcty_type *type = NULL, *text = NULL;
    pcty_value *list = NULL, *other = NULL, *marked = NULL, *equal = NULL, *sum = NULL;
    pcty_string *json = NULL;
    CHECK_OK(pcty_type_parse(PCTY_STR("list(object({name=string, ports=list(number)}))"),
                             PCTY_DIALECT_HCL,
                         &type, NULL));
    CHECK_OK(pcty_type_parse(PCTY_STR("list(map(any))"), PCTY_DIALECT_HCL, &text, NULL));
    CHECK_OK(pcty_value_from_json(
        PCTY_STR("[{\"name\": \"a name of some length\", \"ports\": [1, 2.5, 1e30]}]"), type, &list, NULL));
    CHECK_OK(pcty_value_mark(list, PCTY_STR("sensitive"), &marked, NULL));
    CHECK_OK(pcty_value_binary(marked, list, PCTY_OPERATOR_EQUAL_TO, &equal, NULL));
    CHECK_OK(pcty_value_to_json(list, type, &json, NULL));
    CHECK_OK(pcty_value_from_json(pcty_string_str(json), type, &other, NULL));
    CHECK(pcty_value_equal(list, other));
    pcty_function *function = make_function();
    pcty_value *number = pcty_value_number_from_int64(21);
    const pcty_value *args[] = {number};
    CHECK_OK(pcty_function_call(function, args, 1, &sum, NULL));
    fail_in_many_ways(type, function);
    pcty_value_free(number);
    pcty_value_free(sum);
    pcty_function_free(function);
    pcty_string_free(json);
    pcty_value_free(equal);
    pcty_value_free(marked);
    pcty_value_free(other);
    pcty_value_free(list);
    pcty_type_free(text);
    pcty_type_free(type);
}

static size_t heap(void) {
#if defined(__GLIBC__)
    return mallinfo2().uordblks;
#else
    return 0;
#endif
}

int main(void) {
    for (int i = 0; i < 50; i++) {
        one_round();
    }
    size_t before = heap();
    for (long i = rounds(4000); i > 0; i--) {
        one_round();
    }
    // The tolerance covers freed blocks that the allocator keeps and counts. A leak of the smallest
    // block per round would be four times the tolerance.
    CHECK(heap() <= before + 16 * 1024);
    return 0;
}
