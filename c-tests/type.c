// Types: every constructor, and the properties that can be read.

#include "check.h"

static void made(pcty_status status, const pcty_type *type) {
    CHECK(status == PCTY_OK && type != NULL);
}

// A call whose last arguments are `&type, NULL` makes a type.
#define MAKE(call)                                                                      \
    do {                                                                                \
        pcty_status status_ = (call);                                                   \
        made(status_, type);                                                            \
    } while (0)

static pcty_value *integer(int64_t value) {
    return pcty_value_integer_from_int64(value);
}

static void shared_types(void) {
    CHECK(pcty_type_kind(NULL) == PCTY_KIND_MISSING);
    CHECK(pcty_type_kind(pcty_type_any()) == PCTY_KIND_ANY);
    CHECK(pcty_type_kind(pcty_type_none()) == PCTY_KIND_NONE);
    CHECK(pcty_type_kind(pcty_type_bool()) == PCTY_KIND_BOOL);
    CHECK(pcty_type_kind(pcty_type_number()) == PCTY_KIND_NUMBER);
    CHECK(pcty_type_kind(pcty_type_integer()) == PCTY_KIND_INTEGER);
    CHECK(pcty_type_kind(pcty_type_float()) == PCTY_KIND_FLOAT);
    CHECK(pcty_type_kind(pcty_type_string()) == PCTY_KIND_STRING);
    CHECK(pcty_type_kind(pcty_type_meta()) == PCTY_KIND_META);
    CHECK(pcty_type_element(pcty_type_meta()) == NULL);
    CHECK(pcty_type_number() == pcty_type_number());
}

static void scalars(void) {
    pcty_type *type = pcty_type_bool_value(true);
    CHECK(type_info(type).has_only_bool && type_info(type).only_bool);
    CHECK(!type_info(pcty_type_bool()).has_only_bool);
    CHECK(!pcty_type_equal(type, pcty_type_bool()));
    pcty_type_free(type);

    pcty_value *low = integer(-3), *high = integer(7), *bound = NULL;
    MAKE(pcty_type_integer_range(low, high, &type, NULL));
    CHECK_OK(pcty_type_bound(type, PCTY_LOWER, &bound, NULL));
    CHECK(pcty_value_equal(bound, low));
    pcty_value_free(bound);
    pcty_type_free(type);
    MAKE(pcty_type_integer_range(NULL, high, &type, NULL));
    bound = NULL;
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_type_bound(type, PCTY_LOWER, &bound, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_bound(type, 2, &bound, &error));
    CHECK_OK(pcty_type_bound(type, PCTY_UPPER, &bound, NULL));
    CHECK(pcty_value_equal(bound, high));
    pcty_value_free(bound);
    pcty_type_free(type);
    type = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_integer_range(high, low, &type, &error));
    pcty_value *number = pcty_value_number_from_int64(1);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_type_integer_range(number, NULL, &type, &error));
    CHECK(type == NULL);
    pcty_value_free(number);
    pcty_value_free(low);
    pcty_value_free(high);

    const double half = 0.5, two = 2;
    double got = 0;
    MAKE(pcty_type_float_range(&half, NULL, &type, NULL));
    CHECK_OK(pcty_type_bound(type, PCTY_LOWER, &bound, NULL));
    CHECK_OK(pcty_value_as_double(bound, &got, NULL, NULL));
    CHECK(got == 0.5);
    pcty_value_free(bound);
    pcty_type_free(type);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_float_range(&two, &half, &type, &error));

    const pcty_size_range length = {1, PCTY_SIZE_UNLIMITED}, reversed = {2, 1};
    pcty_size_range range = {9, 9};
    MAKE(pcty_type_string_length(&length, &type, NULL));
    CHECK(type_info(type).string_constraint == PCTY_STRING_LENGTH);
    CHECK(type_info(type).has_size_range);
    range = type_info(type).size_range;
    CHECK(range.min == 1 && range.max == PCTY_SIZE_UNLIMITED);
    pcty_type_free(type);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_string_length(&reversed, &type, &error));

    const pcty_str words[] = {PCTY_STR_INIT("red"), PCTY_STR_INIT("green")};
    MAKE(pcty_type_string_enumeration(words, 2, PCTY_CASE_IGNORED, &type, NULL));
    CHECK(type_info(type).string_constraint == PCTY_STRING_ENUMERATION);
    CHECK(type_info(type).text_count == 2 && type_info(type).text_case == PCTY_CASE_IGNORED);
    CHECK_STR(pcty_type_text_at(type, 1), "green");
    CHECK(pcty_type_text_at(type, 2).data == NULL);
    pcty_type_free(type);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_string_enumeration(words, 2, 2, &type, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_string_enumeration(NULL, 0, PCTY_CASE_SENSITIVE, &type, &error));
    MAKE(pcty_type_string_patterns(words, 1, &type, NULL));
    CHECK(type_info(type).string_constraint == PCTY_STRING_PATTERNS);
    CHECK_STR(pcty_type_text_at(type, 0), "red");
    pcty_type_free(type);
    CHECK(type_info(pcty_type_string()).string_constraint == PCTY_STRING_PLAIN);
    CHECK(type_info(pcty_type_bool()).string_constraint == PCTY_STRING_NONE);
}

static void collections(void) {
    const pcty_size_range few = {0, 3};
    pcty_type *type = NULL, *sized = NULL;
    MAKE(pcty_type_list(pcty_type_string(), NULL, &type, NULL));
    CHECK(pcty_type_kind(type) == PCTY_KIND_LIST);
    CHECK(pcty_type_equal(pcty_type_element(type), pcty_type_string()));
    CHECK(!type_info(type).has_size_range);
    CHECK_STRING(pcty_type_friendly_name(type), "list of string");
    CHECK_OK(pcty_type_list(pcty_type_string(), &few, &sized, NULL));
    CHECK(type_info(sized).has_size_range && type_info(sized).size_range.max == 3);
    CHECK(!pcty_type_equal(type, sized) && pcty_type_compare(type, sized) != 0);
    CHECK(pcty_type_compare(type, sized) == -pcty_type_compare(sized, type));
    pcty_type_free(sized);
    pcty_type_free(type);

    MAKE(pcty_type_set(pcty_type_any(), &type, NULL));
    CHECK(type_info(type).flags == (PCTY_TYPE_HAS_ANY | PCTY_TYPE_HAS_SET));
    pcty_type_free(type);

    MAKE(pcty_type_map(NULL, pcty_type_number(), NULL, &type, NULL));
    CHECK(pcty_type_equal(pcty_type_key(type), pcty_type_string()));
    pcty_type_free(type);
    MAKE(pcty_type_map(pcty_type_integer(), pcty_type_number(), &few, &type, NULL));
    CHECK(pcty_type_equal(pcty_type_key(type), pcty_type_integer()));
    CHECK(type_info(type).has_size_range && type_info(type).size_range.max == 3);
    pcty_type_free(type);

    const pcty_type *parts[] = {pcty_type_bool(), pcty_type_string()};
    MAKE(pcty_type_tuple(parts, 2, NULL, &type, NULL));
    CHECK(type_info(type).part_count == 2 && pcty_type_part_at(type, 2) == NULL);
    CHECK(pcty_type_equal(pcty_type_part_at(type, 1), pcty_type_string()));
    pcty_type_free(type);
    MAKE(pcty_type_tuple(NULL, 0, NULL, &type, NULL));
    CHECK(type_info(type).part_count == 0);
    pcty_type_free(type);
    MAKE(pcty_type_tuple(parts, 2, &few, &type, NULL));
    CHECK(pcty_type_info(type, NULL) && !pcty_type_info(NULL, NULL));
    pcty_type_free(type);

    MAKE(pcty_type_union(parts, 2, &type, NULL));
    CHECK(pcty_type_kind(type) == PCTY_KIND_UNION && type_info(type).part_count == 2);
    pcty_type_free(type);
    type = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_union(parts, 0, &type, &error));
    CHECK(type == NULL);
}

static void objects(void) {
    pcty_field fields[2] = {{PCTY_STR_INIT("port"), NULL, PCTY_OPTIONAL},
                            {PCTY_STR_INIT("name"), NULL, PCTY_REQUIRED}};
    fields[0].type = pcty_type_number();
    fields[1].type = pcty_type_string();
    pcty_type *type = NULL, *ordered = NULL, *required = NULL;
    pcty_field field;
    // The fields of HCL objects are in the order of their names.
    MAKE(pcty_type_object(fields, 2, &type, NULL));
    CHECK(pcty_type_field_at(type, 0, &field) && field.presence == PCTY_REQUIRED);
    CHECK_STR(field.name, "name");
    MAKE(pcty_type_ordered_object(fields, 2, &ordered, NULL));
    CHECK(pcty_type_field_at(ordered, 0, &field) && field.presence == PCTY_OPTIONAL);
    CHECK_STR(field.name, "port");
    CHECK(!pcty_type_equal(type, ordered));
    pcty_type_free(ordered);
    CHECK(pcty_type_field_get(type, PCTY_STR("name"), &field));
    CHECK(pcty_type_equal(field.type, pcty_type_string()) && field.presence == PCTY_REQUIRED);
    CHECK(!pcty_type_field_get(type, PCTY_STR("nam"), &field));
    CHECK(!pcty_type_field_get(type, PCTY_STR("\xff"), &field));
    CHECK(!pcty_type_field_at(type, 2, &field));
    CHECK(type_info(type).flags & PCTY_TYPE_HAS_OPTIONAL_FIELD);
    CHECK(type_info(type).depth == 2 && type_info(type).size == 3);
    CHECK_OK(pcty_type_without_optional_fields(type, &required, NULL));
    CHECK(!(type_info(required).flags & PCTY_TYPE_HAS_OPTIONAL_FIELD));
    CHECK(pcty_type_hash(required) != pcty_type_hash(type));
    pcty_type_free(required);
    pcty_type_free(type);

    type = NULL;
    fields[1].name = PCTY_STR("port");
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_object(fields, 2, &type, &error));
    fields[1].name = PCTY_STR("name");
    fields[1].presence = 2;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_object(fields, 2, &type, &error));
    fields[1].presence = PCTY_REQUIRED;
    fields[1].type = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_object(fields, 2, &type, &error));
    fields[0].name = PCTY_STR("\xc0");
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8, pcty_type_object(fields, 1, &type, &error));
    CHECK(type == NULL);
}

static void wrappers(void) {
    pcty_type *type = NULL;
    const pcty_type *number = pcty_type_number();
    MAKE(pcty_type_wrapper(number, PCTY_KIND_OPTIONAL, &type, NULL));
    CHECK(pcty_type_kind(type) == PCTY_KIND_OPTIONAL && pcty_type_element(type) != NULL);
    pcty_type_free(type);
    MAKE(pcty_type_wrapper(number, PCTY_KIND_NOT_UNDEF, &type, NULL));
    CHECK(pcty_type_kind(type) == PCTY_KIND_NOT_UNDEF);
    pcty_type_free(type);
    MAKE(pcty_type_wrapper(number, PCTY_KIND_PROMISE, &type, NULL));
    CHECK(pcty_type_kind(type) == PCTY_KIND_PROMISE);
    CHECK(type_info(type).flags == PCTY_TYPE_HAS_DEFERRED);
    pcty_type_free(type);
    MAKE(pcty_type_wrapper(number, PCTY_KIND_OUTPUT, &type, NULL));
    CHECK(pcty_type_kind(type) == PCTY_KIND_OUTPUT);
    pcty_type_free(type);
    MAKE(pcty_type_wrapper(number, PCTY_KIND_META, &type, NULL));
    CHECK(pcty_type_kind(type) == PCTY_KIND_META && pcty_type_element(type) != NULL);
    pcty_type_free(type);
}

static void named_values(void) {
    pcty_value *one = pcty_value_number_from_int64(1), *two = pcty_value_number_from_int64(2);
    pcty_value *got = NULL, *null = pcty_value_null(pcty_type_number());
    pcty_type *type = NULL;
    MAKE(pcty_type_literal(pcty_type_number(), one, &type, NULL));
    CHECK(type_info(type).value_count == 1);
    CHECK_OK(pcty_type_value_at(type, 0, &got, NULL));
    CHECK(pcty_value_equal(got, one));
    pcty_value_free(got);
    pcty_type_free(type);

    const pcty_value *values[] = {one, two};
    MAKE(pcty_type_enumeration(PCTY_STR("size"), pcty_type_number(), values, 2, &type, NULL));
    CHECK_STR(type_info(type).name, "size");
    CHECK_OK(pcty_type_value_at(type, 1, &got, NULL));
    CHECK(pcty_value_equal(got, two));
    pcty_value_free(got);
    got = NULL;
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_type_value_at(type, 2, &got, &error));
    pcty_type_free(type);

    type = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_literal(pcty_type_string(), one, &type, &error));
    CHECK_FAILS(PCTY_ERROR_NULL, pcty_type_literal(pcty_type_number(), null, &type, &error));
    values[1] = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_enumeration(PCTY_STR("x"), pcty_type_number(), values, 2, &type, &error));
    CHECK(type == NULL);

    pcty_nominal_parameter params[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    params[0].type = pcty_type_string();
    params[1].value = two;
    MAKE(pcty_type_nominal(PCTY_STR("Runtime"), params, 3, PCTY_STR("puppet"), &type, NULL));
    CHECK_STR(type_info(type).dialect, "puppet");
    CHECK_STR(type_info(type).name, "Runtime");
    CHECK(type_info(type).nominal_parameter_count == 3);
    const pcty_type *param = NULL;
    CHECK_OK(pcty_type_nominal_parameter_at(type, 0, &param, &got, NULL));
    CHECK(pcty_type_equal(param, pcty_type_string()) && got == NULL);
    CHECK_OK(pcty_type_nominal_parameter_at(type, 1, &param, &got, NULL));
    CHECK(param == NULL && pcty_value_equal(got, two));
    pcty_value_free(got);
    CHECK_OK(pcty_type_nominal_parameter_at(type, 2, &param, &got, NULL));
    CHECK(param == NULL && got == NULL);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_type_nominal_parameter_at(type, 3, &param, &got, &error));
    pcty_type_free(type);
    params[0].value = one;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_nominal(PCTY_STR("x"), params, 1, PCTY_STR("puppet"), &type, &error));
    pcty_value_free(null);
    pcty_value_free(one);
    pcty_value_free(two);
}

static void functions(void) {
    pcty_function_type func = PCTY_FUNCTION_TYPE_INIT;
    pcty_type *type = NULL;
    MAKE(pcty_type_function(&func, &type, NULL));
    CHECK(pcty_type_kind(type) == PCTY_KIND_FUNCTION);
    pcty_type_function_data data;
    CHECK(pcty_type_function_info(type, &data) && data.parameters == PCTY_PARAMETERS_ANY);
    CHECK(data.result == NULL && data.block == NULL && data.variadic.type == NULL);
    CHECK(data.parameter_count == 0 && !data.has_size);
    pcty_type *every = pcty_type_clone(type);
    pcty_type_free(type);

    pcty_type_parameter positional[2] = {{PCTY_STR_INIT("a"), NULL}, {{NULL, 0}, NULL}};
    positional[0].type = pcty_type_string();
    positional[1].type = pcty_type_number();
    const pcty_size_range size = {1, 4};
    func.parameters = PCTY_PARAMETERS_LISTED;
    func.positional = positional;
    func.positional_count = 2;
    func.variadic = &positional[1];
    func.size = &size;
    func.block = every;
    func.block_presence = PCTY_OPTIONAL;
    func.result = pcty_type_bool();
    MAKE(pcty_type_function(&func, &type, NULL));
    pcty_type_parameter param;
    CHECK(pcty_type_function_info(type, &data) && data.parameters == PCTY_PARAMETERS_LISTED);
    CHECK(data.parameter_count == 2);
    CHECK(pcty_type_function_parameter_at(type, 0, &param));
    CHECK_STR(param.name, "a");
    CHECK(pcty_type_function_parameter_at(type, 1, &param) && param.name.data == NULL);
    CHECK(pcty_type_equal(param.type, pcty_type_number()));
    CHECK(!pcty_type_function_parameter_at(type, 2, &param));
    CHECK(data.variadic.name.data == NULL);
    CHECK(pcty_type_equal(data.variadic.type, pcty_type_number()));
    CHECK(data.has_size && data.size.min == 1 && data.size.max == 4);
    CHECK(pcty_type_equal(data.block, every) && data.block_presence == PCTY_OPTIONAL);
    CHECK(pcty_type_equal(data.result, pcty_type_bool()));
    CHECK(pcty_type_function_info(type, NULL) && !pcty_type_function_info(NULL, &data));
    CHECK(!pcty_type_function_info(pcty_type_bool(), &data) && data.parameter_count == 2);
    pcty_type_free(type);

    // Contradictory arguments.
    type = NULL;
    func.parameters = PCTY_PARAMETERS_ANY;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_function(&func, &type, &error));
    func.parameters = 2;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_function(&func, &type, &error));
    func.parameters = PCTY_PARAMETERS_LISTED;
    func.block_presence = 2;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_function(&func, &type, &error));
    const pcty_type *block = func.block;
    func.block = NULL; // also wrong without a block
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_function(&func, &type, &error));
    func.block = block;
    func.block_presence = PCTY_OPTIONAL;
    positional[0].type = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_function(&func, &type, &error));
    func.struct_size = 0;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_type_function(&func, &type, &error));
    CHECK(type == NULL);
    pcty_type_free(every);
}

struct seen {
    int visits, stop_after;
    pcty_visit answer;
    char text[64];
};

static pcty_visit see(void *user_data, size_t depth, const pcty_type_step *step,
                      const pcty_type *type) {
    struct seen *seen = user_data;
    CHECK(type != NULL && (depth == 0) == (step == NULL));
    if (step != NULL && step->part == PCTY_PART_FIELD) {
        strncat(seen->text, step->name.data, step->name.len);
    }
    if (++seen->visits == seen->stop_after) {
        return PCTY_VISIT_STOP;
    }
    return seen->answer;
}

static void walks(void) {
    pcty_field fields[2] = {{PCTY_STR_INIT("a"), NULL, PCTY_REQUIRED},
                            {PCTY_STR_INIT("b"), NULL, PCTY_REQUIRED}};
    pcty_type *list = NULL, *type = NULL;
    CHECK_OK(pcty_type_list(pcty_type_number(), NULL, &list, NULL));
    fields[0].type = list;
    fields[1].type = pcty_type_string();
    MAKE(pcty_type_object(fields, 2, &type, NULL));
    struct seen seen = {0, 0, PCTY_VISIT_DESCEND, ""};
    CHECK_OK(pcty_type_walk(type, see, &seen, NULL));
    CHECK(seen.visits == 4 && strcmp(seen.text, "ab") == 0);
    seen.visits = 0;
    seen.stop_after = 3;
    CHECK_OK(pcty_type_walk(type, see, &seen, NULL));
    CHECK(seen.visits == 3);
    seen.visits = 0;
    seen.answer = PCTY_VISIT_SKIP;
    CHECK_OK(pcty_type_walk(type, see, &seen, NULL));
    CHECK(seen.visits == 1);
    seen.answer = 77;
    CHECK_FAILS(PCTY_ERROR_MISBEHAVED, pcty_type_walk(type, see, &seen, &error));
    pcty_type_free(type);
    pcty_type_free(list);
}

// Nesting is limited, and so is the size of a text with repeated shared parts.
static void limits(void) {
    pcty_type *type = pcty_type_clone(pcty_type_bool());
    int depth = 1;
    for (;;) {
        pcty_type *deeper = NULL;
        pcty_status status = pcty_type_list(type, NULL, &deeper, NULL);
        pcty_type_free(type);
        if (status != PCTY_OK) {
            CHECK(status == PCTY_ERROR_LIMIT);
            break;
        }
        type = deeper;
        depth++;
        CHECK(depth < 100000);
    }
    CHECK(depth > 100);
    type = pcty_type_clone(pcty_type_bool());
    for (int doublings = 0;; doublings++) {
        const pcty_type *both[2];
        both[0] = both[1] = type;
        pcty_type *larger = NULL;
        pcty_status status = pcty_type_tuple(both, 2, NULL, &larger, NULL);
        pcty_type_free(type);
        if (status != PCTY_OK) {
            CHECK(status == PCTY_ERROR_LIMIT);
            break;
        }
        type = larger;
        CHECK(doublings < 40);
    }
}

int main(void) {
    shared_types();
    scalars();
    collections();
    objects();
    wrappers();
    named_values();
    functions();
    walks();
    limits();
    return 0;
}
