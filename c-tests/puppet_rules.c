// Operations that only Puppet has: new, comparison, inference, iteration, mismatches.

#include "check.h"

static pcty_type *parsed(const char *text) {
    pcty_type *type = NULL;
    CHECK_OK(pcty_puppet_type_parse(pcty_str_from_cstr(text), NULL, &type, NULL));
    return type;
}

static pcty_value *literal(const char *text) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_puppet_value_parse(pcty_str_from_cstr(text), NULL, &value, NULL));
    return value;
}

// The type has this text; frees the type.
static void check_type(pcty_type *type, const char *want) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_type_format(type, PCTY_PUPPET_DEBUG, PCTY_PUPPET_CURRENT, &text, NULL));
    CHECK_STRING(text, want);
    pcty_type_free(type);
}

// The error has this code and message; frees the error.
static void check_error(pcty_error *error, pcty_status code, const char *message) {
    CHECK(error != NULL && pcty_error_code(error) == code);
    CHECK_STR(pcty_error_message(error), message);
    pcty_error_free(error);
}

static pcty_diagnostic diagnostic(const pcty_error *error, size_t index) {
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, index, &found, NULL));
    return found;
}

static void new_values(void) {
    pcty_type *integer = parsed("Integer"), *port = parsed("Integer[1, 10]"), *undef = parsed("Undef");
    pcty_value *args[] = {literal("'0x1f'"), literal("16")}, *bad = literal("'x'");
    pcty_value *made = NULL, *marked = NULL;
    const pcty_value *lent[2];
    pcty_string *text = NULL;
    pcty_error *error = NULL;
    lent[0] = args[0], lent[1] = args[1];
    CHECK_OK(pcty_puppet_value_new(integer, lent, 2, &made, NULL));
    CHECK_OK(pcty_puppet_value_format(made, &text, NULL));
    CHECK_STRING(text, "31");
    pcty_value_free(made);
    made = NULL;
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_puppet_value_new(integer, (const pcty_value *const *)&bad, 1, &made, &error));
    pcty_value_free(bad);
    CHECK_FAILS(PCTY_ERROR_CONVERSION, pcty_puppet_value_new(integer, NULL, 0, &made, &error));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED, pcty_puppet_value_new(undef, lent, 1, &made, &error));
    CHECK(pcty_puppet_value_new(port, lent, 2, &made, &error) == PCTY_ERROR_TYPE);
    CHECK(pcty_type_equal(error_info(error).expected, port));
    CHECK(error_info(error).found != NULL);
    pcty_error_free(error);
    error = NULL;
    CHECK_OK(pcty_value_mark(args[1], PCTY_STR("secret"), &marked, NULL));
    lent[1] = marked;
    CHECK(pcty_puppet_value_new(integer, lent, 2, &made, &error) == PCTY_ERROR_UNSUPPORTED);
    CHECK(error_info(error).has_argument && error_info(error).argument == 1 && made == NULL);
    pcty_error_free(error);
    pcty_value_free(marked);
    pcty_value_free(args[0]);
    pcty_value_free(args[1]);
    pcty_type_free(integer);
    pcty_type_free(port);
    pcty_type_free(undef);
}

// The true ones of ==, !=, <, <=, >, >=.
static void check_order(const char *left, const char *right, const char *holding) {
    static const char *const signs[] = {"==", "!=", "<", "<=", ">", ">="};
    pcty_type *a = parsed(left), *b = parsed(right);
    char found[32] = "";
    for (pcty_puppet_comparison i = PCTY_PUPPET_EQUAL; i <= PCTY_PUPPET_GREATER_OR_EQUAL; i++) {
        bool holds = false;
        CHECK_OK(pcty_puppet_type_compare(a, b, i, PCTY_PUPPET_CURRENT, &holds, NULL));
        if (holds) {
            strcat(strcat(found, " "), signs[i - 1]);
        }
    }
    CHECK(strcmp(found, holding) == 0);
    pcty_type_free(a);
    pcty_type_free(b);
}

static void comparisons(void) {
    check_order("Integer[1, 2]", "Integer", " != < <=");
    check_order("Integer", "Integer[1, 2]", " != > >=");
    check_order("Optional[Integer]", "Variant[Undef, Integer]", " == <= >=");
    check_order("Integer", "String", " !=");

    pcty_type *a = parsed("Variant[Integer, String]"), *b = parsed("Variant[String, Integer]");
    pcty_type *c = parsed("Optional[Integer]"), *d = parsed("Variant[Undef, Integer]");
    bool holds = false;
    CHECK_OK(pcty_puppet_type_compare(a, b, PCTY_PUPPET_SAME, PCTY_PUPPET_CURRENT, &holds, NULL));
    CHECK(holds && !pcty_type_equal(a, b));
    CHECK_OK(pcty_puppet_type_compare(c, d, PCTY_PUPPET_SAME, PCTY_PUPPET_CURRENT, &holds, NULL));
    CHECK(!holds);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_puppet_type_compare(a, b, 0, PCTY_PUPPET_CURRENT, &holds, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_puppet_type_compare(a, b, 8, PCTY_PUPPET_CURRENT, &holds, &error));
    pcty_type_free(a);
    pcty_type_free(b);
    pcty_type_free(c);
    pcty_type_free(d);
}

static void inference(void) {
    static const struct {
        pcty_puppet_inference which;
        const char *want;
    } cases[] = {
        {PCTY_PUPPET_REDUCED, "Array[ScalarData, 2, 2]"},
        {PCTY_PUPPET_GENERAL, "Array[ScalarData]"},
        {PCTY_PUPPET_DETAILED, "Tuple[Integer[1, 1], String['a']]"},
    };
    pcty_value *value = literal("[1, 'a']"), *marked = NULL, *array = NULL;
    pcty_type *type = NULL;
    for (size_t i = 0; i < 3; i++) {
        CHECK_OK(pcty_puppet_value_infer(value, cases[i].which, PCTY_PUPPET_CURRENT, &type, NULL));
        check_type(type, cases[i].want);
    }
    type = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_puppet_value_infer(value, 0, PCTY_PUPPET_CURRENT, &type, &error));
    CHECK_OK(pcty_value_mark(value, PCTY_STR("secret"), &marked, NULL));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_puppet_value_infer(marked, PCTY_PUPPET_REDUCED, PCTY_PUPPET_CURRENT, &type, &error));

    // The path leads to the value and into it.
    const pcty_value *values[2];
    values[0] = value, values[1] = marked;
    CHECK_OK(pcty_puppet_value_array(values, 2, &array, NULL));
    values[1] = array;
    pcty_error *error = NULL;
    CHECK(pcty_puppet_common_type_of_values(values, 2, &type, &error) == PCTY_ERROR_UNSUPPORTED);
    CHECK_STRING(pcty_path_to_text(pcty_error_path(error)), "[1][1]");
    CHECK(type == NULL);
    pcty_error_free(error);
    values[1] = value;
    CHECK_OK(pcty_puppet_common_type_of_values(values, 2, &type, NULL));
    check_type(type, "Array[ScalarData, 2, 2]");
    CHECK_OK(pcty_puppet_common_type_of_values(NULL, 0, &type, NULL));
    check_type(type, "Undef");
    pcty_value_free(array);
    pcty_value_free(marked);
    pcty_value_free(value);
}

static void forms(void) {
    pcty_type *types[] = {parsed("Variant[Integer[1, 2], Integer[2, 5], Undef]"),
                          parsed("Array[String[1], 2]")};
    pcty_type *made = NULL;
    CHECK_OK(pcty_puppet_type_normalize(types[0], &made, NULL));
    check_type(made, "Optional[Integer[1, 5]]");
    CHECK_OK(pcty_puppet_type_generalize(types[1], &made, NULL));
    check_type(made, "Array[String]");
    CHECK_OK(pcty_puppet_common_type((const pcty_type *const *)types, 2, PCTY_PUPPET_CURRENT, &made, NULL));
    check_type(made, "Data");
    CHECK_OK(pcty_puppet_common_type(NULL, 0, PCTY_PUPPET_CURRENT, &made, NULL));
    check_type(made, "Undef");
    pcty_type_free(types[0]);
    pcty_type_free(types[1]);
}

static void check_next(pcty_value *value, const char *want) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_value_format(value, &text, NULL));
    CHECK_STRING(text, want);
    pcty_value_free(value);
}

static void iterations(void) {
    pcty_type *range = parsed("Integer[1, 3]"), *words = parsed("Enum[b, a]"), *all = parsed("Integer[1]");
    pcty_puppet_iteration *values = NULL, *clone;
    CHECK_OK(pcty_puppet_iteration_new(range, &values, NULL));
    check_next(pcty_puppet_iteration_next(values, PCTY_PUPPET_FRONT), "1");
    clone = pcty_puppet_iteration_clone(values);
    check_next(pcty_puppet_iteration_next(values, PCTY_PUPPET_BACK), "3");
    check_next(pcty_puppet_iteration_next(values, PCTY_PUPPET_FRONT), "2");
    CHECK(pcty_puppet_iteration_next(values, PCTY_PUPPET_FRONT) == NULL);
    CHECK(pcty_puppet_iteration_next(values, PCTY_PUPPET_BACK) == NULL);
    check_next(pcty_puppet_iteration_next(clone, PCTY_PUPPET_BACK), "3");
    pcty_puppet_iteration_free(clone);
    pcty_puppet_iteration_free(values);
    CHECK_OK(pcty_puppet_iteration_new(words, &values, NULL));
    check_next(pcty_puppet_iteration_next(values, PCTY_PUPPET_FRONT), "'a'");
    pcty_puppet_iteration_free(values);
    values = NULL;
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED, pcty_puppet_iteration_new(all, &values, &error));
    CHECK(values == NULL && pcty_puppet_iteration_next(NULL, PCTY_PUPPET_FRONT) == NULL);
    CHECK(pcty_puppet_iteration_next(NULL, PCTY_PUPPET_BACK) == NULL && pcty_puppet_iteration_clone(NULL) == NULL);
    pcty_type_free(range);
    pcty_type_free(words);
    pcty_type_free(all);
}

static void mismatches(void) {
    pcty_type *wanted = parsed("Struct[{port => Integer, names => Array[String]}]");
    pcty_type *found = parsed("Struct[{port => String, names => Array[String]}]");
    pcty_value *good = literal("{'port' => 1, 'names' => []}");
    pcty_value *bad = literal("{'port' => 'x', 'names' => ['a', 2]}"), *marked = NULL;
    pcty_value *one = literal("{'port' => 1, 'names' => ['a', 2]}");
    pcty_error *why = NULL;
    CHECK_OK(pcty_puppet_type_mismatch(wanted, wanted, PCTY_STR("$x"), &why, NULL));
    CHECK(why == NULL);
    CHECK_OK(pcty_puppet_type_mismatch(found, wanted, PCTY_STR("$x"), &why, NULL));
    CHECK(pcty_type_equal(error_info(why).expected, wanted));
    CHECK(pcty_type_equal(error_info(why).found, found));
    CHECK_STRING(pcty_path_to_text(pcty_error_path(why)), "[\"port\"]");
    check_error(why, PCTY_ERROR_TYPE, "$x entry 'port' expects an Integer value, got String");

    why = NULL;
    CHECK_OK(pcty_puppet_value_mismatch(good, wanted, PCTY_STR("$x"), &why, NULL));
    CHECK(why == NULL);
    CHECK_OK(pcty_puppet_value_mismatch(one, wanted, PCTY_STR("$x"), &why, NULL));
    CHECK_STRING(pcty_path_to_text(pcty_error_path(why)), "[\"names\"][1]");
    CHECK(error_info(why).diagnostic_count == 1);
    pcty_error_free(why);
    CHECK_OK(pcty_puppet_value_mismatch(bad, wanted, PCTY_STR("$x"), &why, NULL));
    CHECK(pcty_path_step_count(pcty_error_path(why)) == 0 && error_info(why).diagnostic_count == 2);
    CHECK_STR(diagnostic(why, 1).summary,
              "$x entry 'names' index 1 expects a String value, got Integer");
    CHECK(diagnostic(why, 1).severity == PCTY_SEVERITY_ERROR && !diagnostic(why, 1).has_subject);
    pcty_error_free(why);

    CHECK_OK(pcty_puppet_value_assert(good, wanted, NULL));
    why = NULL;
    CHECK(pcty_puppet_value_assert(one, wanted, &why) == PCTY_ERROR_TYPE);
    CHECK(error_info(why).diagnostic_count == 1);
    check_error(why, PCTY_ERROR_TYPE,
                "Evaluation Error: Error while evaluating a Function Call, assert_type(): entry "
                "'names' index 1 expects a String value, got Integer");

    why = NULL;
    CHECK_OK(pcty_value_mark(good, PCTY_STR("secret"), &marked, NULL));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_puppet_value_mismatch(marked, wanted, PCTY_STR("$x"), &why, &error));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED, pcty_puppet_value_assert(marked, wanted, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_puppet_type_mismatch(found, wanted, PCTY_STR("\xff"), &why, &error));
    CHECK(why == NULL);
    pcty_value_free(marked);
    pcty_value_free(good);
    pcty_value_free(bad);
    pcty_value_free(one);
    pcty_type_free(wanted);
    pcty_type_free(found);
}

static void parameters(void) {
    pcty_type *params = parsed("Struct[{port => Integer, Optional[tags] => Array[String], name => String}]");
    pcty_type *port = parsed("Integer[1, 9]"), *number = parsed("Integer");
    pcty_value *good = literal("{'port' => 1, 'name' => 'x'}"), *some = literal("{'port' => 1}");
    pcty_value *bad = literal("{'port' => 'x', 'colour' => 1}"), *array = literal("[]");
    const pcty_puppet_missing refused = PCTY_PUPPET_MISSING_REFUSED;
    pcty_str subject = PCTY_STR("Class[Ntp]");
    pcty_error *why = NULL;
    CHECK_OK(pcty_puppet_validate_parameters(good, params, subject, refused, NULL));
    CHECK_OK(pcty_puppet_validate_parameters(some, params, subject, PCTY_PUPPET_MISSING_ALLOWED,
                                             NULL));
    CHECK(pcty_puppet_validate_parameters(some, params, subject, refused, &why) == PCTY_ERROR_TYPE);
    check_error(why, PCTY_ERROR_TYPE, "Class[Ntp]: expects a value for parameter 'name'");
    CHECK(pcty_puppet_validate_parameters(bad, params, subject, refused, &why) == PCTY_ERROR_TYPE);
    CHECK(error_info(why).diagnostic_count == 3);
    CHECK_STR(diagnostic(why, 0).summary, "Class[Ntp]: has no parameter named 'colour'");
    check_error(why, PCTY_ERROR_TYPE,
                "Class[Ntp]:\n  has no parameter named 'colour'\n  parameter 'port' expects an "
                "Integer value, got String\n  expects a value for parameter 'name'");
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_validate_parameters(good, port, subject, refused, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE,
                pcty_puppet_validate_parameters(array, params, subject, refused, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_validate_parameters(good, params, subject, 0, &error));

    CHECK_OK(pcty_puppet_validate_default(pcty_value_get(good, PCTY_STR("port")), number,
                                          PCTY_STR("port"), subject, NULL));
    CHECK(pcty_puppet_validate_default(array, port, PCTY_STR("port"), subject, &why) ==
          PCTY_ERROR_TYPE);
    CHECK_STRING(pcty_path_to_text(pcty_error_path(why)), "[\"port\"]");
    pcty_error_free(why);
    pcty_value_free(good);
    pcty_value_free(some);
    pcty_value_free(bad);
    pcty_value_free(array);
    pcty_type_free(params);
    pcty_type_free(port);
    pcty_type_free(number);
}

static void calls(void) {
    pcty_type *integer = parsed("Integer"), *block = parsed("Callable[String]"), *callables[2];
    pcty_type_parameter param;
    pcty_function_type func = PCTY_FUNCTION_TYPE_INIT;
    param.name = PCTY_STR("count"), param.type = integer;
    func.parameters = PCTY_PARAMETERS_LISTED;
    func.positional = &param;
    func.positional_count = 1;
    CHECK_OK(pcty_type_function(&func, &callables[0], NULL));
    func.block = block;
    CHECK_OK(pcty_type_function(&func, &callables[1], NULL));
    pcty_puppet_signature signatures[2] = {{NULL, {NULL, 0}}, {NULL, PCTY_STR_INIT("each")}};
    signatures[0].callable = callables[0];
    signatures[1].callable = callables[1];

    pcty_value *args = literal("[1]"), *bad_args = literal("['x']");
    pcty_type *good = NULL, *bad = NULL;
    pcty_error *why = NULL;
    CHECK_OK(pcty_puppet_value_infer(args, PCTY_PUPPET_DETAILED, PCTY_PUPPET_CURRENT, &good, NULL));
    CHECK_OK(pcty_puppet_value_infer(bad_args, PCTY_PUPPET_DETAILED, PCTY_PUPPET_CURRENT, &bad, NULL));
    pcty_str name = PCTY_STR("f");
    CHECK_OK(pcty_puppet_call_mismatch(good, signatures, 2, name, &why, NULL));
    CHECK(why == NULL);
    CHECK_OK(pcty_puppet_call_mismatch(bad, NULL, 0, name, &why, NULL));
    CHECK(why == NULL);
    CHECK_OK(pcty_puppet_call_mismatch(bad, signatures, 1, name, &why, NULL));
    CHECK(error_info(why).diagnostic_count == 1);
    CHECK_STR(diagnostic(why, 0).summary, "f(Integer count)");
    CHECK_STR(diagnostic(why, 0).detail,
              "rejected: parameter 'count' expects an Integer value, got String");
    check_error(why, PCTY_ERROR_TYPE, "'f' parameter 'count' expects an Integer value, got String");
    why = NULL;
    CHECK_OK(pcty_puppet_call_mismatch(good, &signatures[1], 1, name, &why, NULL));
    CHECK_STR(diagnostic(why, 0).summary, "f(Integer count, Callable[String] each)");
    check_error(why, PCTY_ERROR_TYPE, "'f' expects a block");

    why = NULL;
    signatures[1].callable = integer;
    pcty_error *failure = NULL;
    CHECK(pcty_puppet_call_mismatch(good, signatures, 2, name, &why, &failure) == PCTY_ERROR_TYPE);
    CHECK_STRING(pcty_path_to_text(pcty_error_path(failure)), "[1]");
    pcty_error_free(failure);
    signatures[1].callable = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_call_mismatch(good, signatures, 2, name, &why, &error));
    signatures[1].callable = callables[1], signatures[1].block_name = PCTY_STR("\xff");
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_puppet_call_mismatch(good, signatures, 2, name, &why, &error));
    CHECK(why == NULL);
    pcty_type_free(good);
    pcty_type_free(bad);
    pcty_value_free(args);
    pcty_value_free(bad_args);
    pcty_type_free(callables[0]);
    pcty_type_free(callables[1]);
    pcty_type_free(integer);
    pcty_type_free(block);
}

int main(void) {
    new_values();
    comparisons();
    inference();
    forms();
    iterations();
    mismatches();
    parameters();
    calls();
    return 0;
}
