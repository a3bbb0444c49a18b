
// Calls the C functions of docs/explanation/ownership.md.

#include "check.h"

int main(void) {
    pcty_value *one = pcty_value_number_from_int64(1), *server = NULL, *config = NULL;
    const pcty_str names[] = {PCTY_STR_INIT("port")};
    const pcty_value *values[1];
    values[0] = one;
    CHECK_OK(pcty_value_object(names, values, 1, &server, NULL));
    pcty_value *port = port_or_null(server), *none = port_or_null(one);
    pcty_value_free(server);
    CHECK(pcty_value_equal(port, one) && none == NULL);
    pcty_value *pair = pair_of(port, one);
    size_t length = 0;
    CHECK(pcty_value_length(pair, &length) && length == 2);
    pcty_value_free(pair);

    CHECK(print_as_json(PCTY_STR("list(number)"), PCTY_STR("[1, 2]")));
    CHECK(!print_as_json(PCTY_STR("list(number)"), PCTY_STR("[1,")));
    CHECK(!print_as_json(PCTY_STR("list("), PCTY_STR("[1]")));

    pcty_type *type = NULL;
    CHECK_OK(pcty_type_implied_by_json(PCTY_STR("{\"place\": {\"region\": \"eu\"}}"), &type, NULL));
    CHECK_OK(pcty_value_from_json(PCTY_STR("{\"place\": {\"region\": \"eu\"}}"), type, &config, NULL));
    CHECK(lives_in(config, PCTY_STR("eu")) && !lives_in(config, PCTY_STR("us")));
    CHECK(!lives_in(one, PCTY_STR("eu")));
    pcty_value_free(config);
    pcty_type_free(type);

    pcty_value *converted = NULL;
    CHECK_OK(convert(one, pcty_type_string(), &converted, NULL));
    CHECK(pcty_type_equal(pcty_value_type(converted), pcty_type_string()));
    pcty_value_free(converted);

    pcty_function *within_two = make_within(2), *within_none = make_within(0);
    pcty_value *same = NULL;
    values[0] = one;
    CHECK_OK(pcty_function_call(within_two, values, 1, &same, NULL));
    CHECK(pcty_value_equal(same, one));
    pcty_value_free(same);
    CHECK_FAILS(PCTY_ERROR_CALLBACK, pcty_function_call(within_none, values, 1, &same, &error));
    pcty_function_free(within_two);
    pcty_function_free(within_none);
    CHECK(library_fits());
    pcty_value_free(port);
    pcty_value_free(one);
    return 0;
}
