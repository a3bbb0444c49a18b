// HCL specs: every kind of spec, its decoded values, and the functions related to decoding.

#include "check.h"
#include "hcl_views.h"

static pcty_hcl_body *body_named(const char *file, const char *text) {
    pcty_hcl_body *body = NULL;
    CHECK_OK(pcty_hcl_body_parse(pcty_str_from_cstr(text), pcty_str_from_cstr(file), NULL,
                                 PCTY_HCL_NATIVE, &body, NULL, NULL));
    return body;
}

static pcty_hcl_body *body_of(const char *text) {
    return body_named("main.hcl", text);
}

static pcty_hcl_expression *expression_of(const char *text) {
    pcty_hcl_expression *expression = NULL;
    CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(text), PCTY_STR("spec.hcl"), NULL,
                                       PCTY_HCL_NATIVE, &expression, NULL, NULL));
    return expression;
}

static pcty_diagnostic diagnostic(const pcty_error *error, size_t index) {
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, index, &found, NULL));
    return found;
}

static void check_json(pcty_value *value, const char *want) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_value_to_json(value, NULL, &text, NULL));
    CHECK_STRING(text, want);
    pcty_value_free(value);
}

// The value that a spec decodes from a text, without a scope; frees the spec.
static void check_decoded(pcty_hcl_spec *spec, const char *text, const char *want) {
    pcty_hcl_body *body = body_of(text);
    pcty_value *value = NULL;
    CHECK_OK(pcty_hcl_spec_decode(spec, body, NULL, &value, NULL, NULL));
    check_json(value, want);
    pcty_hcl_body_free(body);
    pcty_hcl_spec_free(spec);
}

// A spec reports one error in a text; frees the spec.
static void check_diagnostic(pcty_hcl_spec *spec, const char *text, const char *summary) {
    pcty_hcl_body *body = body_of(text);
    pcty_value *value = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_hcl_spec_decode(spec, body, NULL, &value, NULL, &error) == PCTY_ERROR_DIAGNOSTICS);
    CHECK(value == NULL && error_info(error).diagnostic_count == 1);
    CHECK_STR(diagnostic(error, 0).summary, summary);
    CHECK_STR(diagnostic(error, 0).file, "main.hcl");
    CHECK(diagnostic(error, 0).has_subject);
    pcty_error_free(error);
    pcty_hcl_body_free(body);
    pcty_hcl_spec_free(spec);
}

static pcty_hcl_spec *number(const char *name, bool required) {
    pcty_hcl_spec *spec = NULL;
    CHECK_OK(pcty_hcl_spec_attribute(pcty_str_from_cstr(name), pcty_type_number(), required, &spec,
                                     NULL));
    return spec;
}

static pcty_hcl_spec *literal(int64_t number) {
    pcty_hcl_spec *spec = NULL;
    pcty_value *value = pcty_value_number_from_int64(number);
    CHECK_OK(pcty_hcl_spec_literal(value, &spec, NULL));
    pcty_value_free(value);
    return spec;
}

static pcty_hcl_spec *label(size_t index) {
    pcty_hcl_spec *spec = NULL;
    CHECK_OK(pcty_hcl_spec_block_label(index, PCTY_STR("name"), &spec, NULL));
    return spec;
}

// An object of a label and a number; frees the spec of the label.
static pcty_hcl_spec *labelled(pcty_hcl_spec *name) {
    const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("n")};
    pcty_hcl_spec *n = number("n", false), *object = NULL;
    const pcty_hcl_spec *parts[2];
    parts[0] = name;
    parts[1] = n;
    CHECK_OK(pcty_hcl_spec_object(names, parts, 2, &object, NULL));
    pcty_hcl_spec_free(n);
    pcty_hcl_spec_free(name);
    return object;
}

static void same_body(void) {
    pcty_hcl_spec *a = number("a", true), *seven = literal(7), *tuple = NULL, *sum = NULL;
    pcty_hcl_spec *either = NULL, *empty = NULL, *b = number("b", false), *clone;
    pcty_hcl_expression *expression = expression_of("1 + 2");
    CHECK_OK(pcty_hcl_spec_expression(expression, &sum, NULL));
    CHECK_OK(pcty_hcl_spec_default(b, seven, &either, NULL));
    const pcty_hcl_spec *parts[4];
    parts[0] = a;
    parts[1] = seven;
    parts[2] = sum;
    parts[3] = either;
    CHECK_OK(pcty_hcl_spec_tuple(parts, 4, &tuple, NULL));
    pcty_hcl_expression_free(expression);
    pcty_hcl_spec_free(a);
    pcty_hcl_spec_free(b);
    pcty_hcl_spec_free(seven);
    pcty_hcl_spec_free(sum);
    pcty_hcl_spec_free(either);
    clone = pcty_hcl_spec_clone(tuple);
    CHECK(pcty_hcl_spec_implied_type(clone) == pcty_hcl_spec_implied_type(tuple));
    CHECK(pcty_hcl_spec_clone(NULL) == NULL && pcty_hcl_spec_implied_type(NULL) == NULL);
    check_decoded(pcty_hcl_spec_clone(tuple), "a = \"1\"", "[1,7,3,7]");
    check_decoded(tuple, "a = 2\nb = 5", "[2,7,3,5]");
    check_diagnostic(pcty_hcl_spec_clone(clone), "", "Missing required argument");
    check_diagnostic(pcty_hcl_spec_clone(clone), "a = []", "Incorrect attribute value type");
    check_diagnostic(clone, "a = 1\nc = 1", "Unsupported argument");
    CHECK_OK(pcty_hcl_spec_object(NULL, NULL, 0, &empty, NULL));
    check_decoded(empty, "", "{}");

    // Type expressions as arguments.
    CHECK_OK(pcty_hcl_spec_attribute(PCTY_STR("t"), pcty_type_meta(), true, &a, NULL));
    pcty_hcl_body *body = body_of("t = string");
    pcty_value *value = NULL;
    CHECK_OK(pcty_hcl_spec_decode(a, body, NULL, &value, NULL, NULL));
    CHECK(pcty_type_equal(pcty_value_as_type(value), pcty_type_string()));
    pcty_value_free(value);
    pcty_hcl_body_free(body);
    pcty_hcl_spec_free(a);
}

static const char *two = "b \"x\" {\n  n = 1\n}\nb \"y\" {\n}\n";

static void of_blocks(void) {
    const pcty_str b = PCTY_STR("b"), labels[] = {PCTY_STR_INIT("name")};
    pcty_hcl_spec *nested = labelled(label(0)), *n = number("n", false), *spec = NULL;
    pcty_hcl_block_options options = PCTY_HCL_BLOCK_OPTIONS_INIT;
    CHECK_OK(pcty_hcl_spec_block(b, nested, PCTY_HCL_BLOCK_SINGLE, NULL, &spec, NULL));
    check_decoded(pcty_hcl_spec_clone(spec), "b \"x\" {\n}", "{\"n\":null,\"name\":\"x\"}");
    check_decoded(pcty_hcl_spec_clone(spec), "", "null");
    check_diagnostic(spec, two, "Duplicate b block");
    options.required = true;
    CHECK_OK(pcty_hcl_spec_block(b, nested, PCTY_HCL_BLOCK_SINGLE, &options, &spec, NULL));
    check_diagnostic(spec, "", "Missing b block");

    const char *both = "[{\"n\":1,\"name\":\"x\"},{\"n\":null,\"name\":\"y\"}]";
    CHECK_OK(pcty_hcl_spec_block(b, nested, PCTY_HCL_BLOCK_LIST, NULL, &spec, NULL));
    check_decoded(spec, two, both);
    options = count_of(3, 0);
    CHECK_OK(pcty_hcl_spec_block(b, nested, PCTY_HCL_BLOCK_LIST, &options, &spec, NULL));
    check_diagnostic(spec, two, "Insufficient b blocks");
    options = count_of(2, 2);
    CHECK_OK(pcty_hcl_spec_block(b, nested, PCTY_HCL_BLOCK_TUPLE, &options, &spec, NULL));
    check_decoded(spec, two, both);
    options = count_of(0, 1);
    CHECK_OK(pcty_hcl_spec_block(b, nested, PCTY_HCL_BLOCK_TUPLE, &options, &spec, NULL));
    check_diagnostic(spec, two, "Too many b blocks");
    CHECK_OK(pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_SET, NULL, &spec, NULL));
    check_decoded(spec, "b {\n  n = 1\n}\nb {\n  n = 1\n}\n", "[1]");

    options = labels_of(labels, 1);
    CHECK_OK(pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_MAP, &options, &spec, NULL));
    check_decoded(spec, two, "{\"x\":1,\"y\":null}");
    CHECK_OK(pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_OBJECT, &options, &spec, NULL));
    check_decoded(pcty_hcl_spec_clone(spec), two, "{\"x\":1,\"y\":null}");
    check_diagnostic(spec, "b \"x\" {\n}\nb \"x\" {\n}\n", "Duplicate b block");
    spec = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_MAP, NULL, &spec, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_OBJECT, NULL, &spec, &error));
    // Options that the kind does not have, and kinds that there are not.
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_LIST, &options, &spec, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_SINGLE, &options, &spec, &error));
    options = count_of(0, 2);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_SINGLE, &options, &spec, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_MAP, &options, &spec, &error));
    CHECK_OK(pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_SET, &options, &spec, NULL));
    pcty_hcl_spec_free(spec);
    spec = NULL;
    options = count_of(0, 0);
    options.required = true;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_LIST, &options, &spec, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_hcl_spec_block(b, n, 0, NULL, &spec, &error));
    options.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_SINGLE, &options, &spec, &error));
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_hcl_spec_block_label(128, b, &spec, &error));
    CHECK(spec == NULL);

    CHECK_OK(pcty_hcl_spec_block_attributes(b, pcty_type_string(), false, &spec, NULL));
    check_decoded(pcty_hcl_spec_clone(spec), "b {\n  x = 1\n  y = true\n}",
                  "{\"x\":\"1\",\"y\":\"true\"}");
    check_decoded(spec, "", "null");
    CHECK_OK(pcty_hcl_spec_block_attributes(b, pcty_type_string(), true, &spec, NULL));
    check_diagnostic(spec, "", "Missing b block");
    pcty_hcl_spec_free(nested);
    pcty_hcl_spec_free(n);

    // The size of specs is limited.
    n = number("n", false);
    pcty_status status = PCTY_OK;
    for (size_t depth = 0; depth < 200 && status == PCTY_OK; depth++) {
        spec = NULL;
        status = pcty_hcl_spec_block(b, n, PCTY_HCL_BLOCK_SINGLE, NULL, &spec, NULL);
        if (status == PCTY_OK) {
            pcty_hcl_spec_free(n);
            n = spec;
        }
    }
    CHECK(status == PCTY_ERROR_LIMIT);
    pcty_hcl_spec_free(n);
}

// The number of calls of a callback and of releases of its data.
struct host {
    int calls;
    int released;
};

static void release(void *data) {
    ((struct host *)data)->released++;
}

static pcty_error *check(void *user_data, const pcty_value *value) {
    int64_t number;
    ((struct host *)user_data)->calls++;
    if (pcty_value_as_int64(value, &number, NULL) != PCTY_OK || number < 10) {
        return NULL;
    }
    pcty_error *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("too large"));
    pcty_diagnostic told = PCTY_DIAGNOSTIC_INIT;
    told.summary = PCTY_STR("Large");
    told.severity = PCTY_SEVERITY_WARNING;
    if (number < 1000) {
        CHECK_OK(pcty_error_add_diagnostic(error, &told, NULL));
    }
    if (number >= 100 && number < 1000) {
        told.severity = PCTY_SEVERITY_ERROR;
        told.summary = PCTY_STR("Too large");
        CHECK_OK(pcty_error_add_diagnostic(error, &told, NULL));
    }
    return error;
}

static void positive(void *user_data, pcty_refinement_builder *builder) {
    ((struct host *)user_data)->calls++;
    pcty_value *one = pcty_value_number_from_int64(1);
    PCTY_IGNORE(refine_number_min(builder, one, true, NULL));
    pcty_value_free(one);
}

static pcty_status doubled(void *user_data, const pcty_value *const *args, size_t count,
                           const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    int64_t number;
    (void)user_data, (void)count, (void)return_type;
    pcty_status status = pcty_value_as_int64(args[0], &number, error);
    if (status == PCTY_OK) {
        *out = pcty_value_number_from_int64(2 * number);
    }
    return status;
}

static void callbacks(void) {
    struct host host = {0, 0};
    pcty_hcl_spec *n = number("n", false), *spec = NULL;
    CHECK_OK(pcty_hcl_spec_validate(n, check, &host, release, &spec, NULL));
    check_decoded(pcty_hcl_spec_clone(spec), "n = 1", "1");
    check_decoded(pcty_hcl_spec_clone(spec), "n = 10", "10");
    CHECK(host.calls == 2);
    check_diagnostic(pcty_hcl_spec_clone(spec), "n = []", "Incorrect attribute value type");
    CHECK(host.calls == 2);
    // An error without diagnostics becomes a diagnostic.
    check_diagnostic(pcty_hcl_spec_clone(spec), "n = 1000", "Invalid value");

    pcty_hcl_body *body = body_of("n = 100");
    pcty_value *value = NULL;
    pcty_error *found = NULL;
    CHECK_OK(pcty_hcl_spec_decode(spec, body, NULL, &value, &found, NULL));
    CHECK(error_info(found).diagnostic_count == 2);
    CHECK(diagnostic(found, 0).severity == PCTY_SEVERITY_WARNING);
    CHECK_STR(diagnostic(found, 1).summary, "Too large");
    CHECK(diagnostic(found, 1).subject.start.column == 5);
    check_json(value, "100");
    pcty_error_free(found);
    pcty_hcl_body_free(body);
    CHECK(host.released == 0);
    pcty_hcl_spec_free(spec);
    CHECK(host.released == 1);

    CHECK_OK(pcty_hcl_spec_refine(n, positive, &host, release, &spec, NULL));
    check_decoded(pcty_hcl_spec_clone(spec), "n = 1", "1");
    check_diagnostic(pcty_hcl_spec_clone(spec), "n = 0", "Unsuitable value");
    body = body_of("n = x");
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    value = pcty_value_unknown(pcty_type_number());
    CHECK_OK(pcty_hcl_scope_set_variable(scope, PCTY_STR("x"), value, NULL));
    pcty_value_free(value);
    CHECK_OK(pcty_hcl_spec_decode(spec, body, scope, &value, NULL, NULL));
    pcty_value *zero = pcty_value_number_from_int64(0), *less = NULL;
    CHECK_OK(pcty_value_binary(value, zero, PCTY_OPERATOR_LESS_THAN, &less, NULL));
    bool is_less = true;
    CHECK_OK(pcty_value_as_bool(less, &is_less, NULL));
    CHECK(!is_less); // although it is unknown
    pcty_value_free(less);
    pcty_value_free(zero);
    pcty_value_free(value);
    pcty_hcl_body_free(body);
    pcty_hcl_spec_free(spec);
    CHECK(host.released == 2);

    // Rejected user data is also released.
    spec = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_validate(n, NULL, &host, release, &spec, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_refine(NULL, positive, &host, release, &spec, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_validate(n, check, &host, release, NULL, &error));
    CHECK(host.released == 5);

    // Transformations.
    pcty_parameter parameter = PCTY_PARAMETER_INIT;
    parameter.type = pcty_type_number();
    pcty_function_spec of = PCTY_FUNCTION_SPEC_INIT;
    of.parameters = &parameter;
    of.parameter_count = 1;
    of.return_type = pcty_type_number();
    of.implementation = doubled;
    pcty_function *function = NULL;
    CHECK_OK(pcty_function_new(&of, &function, NULL));
    CHECK_OK(pcty_hcl_spec_transform(n, function, &spec, NULL));
    check_decoded(pcty_hcl_spec_clone(spec), "n = 4", "8");
    check_diagnostic(spec, "n = 0.5", "Transform function failed");
    CHECK_OK(pcty_hcl_scope_set_function(scope, PCTY_STR("double"), function, NULL));
    pcty_hcl_expression *expression = expression_of("\"${double(it)}!\"");
    CHECK_OK(
        pcty_hcl_spec_transform_expression(n, expression, PCTY_STR("it"), scope, &spec, NULL));
    CHECK(pcty_type_equal(pcty_hcl_spec_implied_type(spec), pcty_type_string()));
    check_decoded(spec, "n = 4", "\"8!\"");
    pcty_hcl_expression_free(expression);
    expression = expression_of("it + 1");
    CHECK_OK(pcty_hcl_spec_transform_expression(n, expression, PCTY_STR("it"), NULL, &spec, NULL));
    check_decoded(spec, "n = 4", "5");
    pcty_hcl_expression_free(expression);
    pcty_function_free(function);
    pcty_hcl_scope_free(scope);
    pcty_hcl_spec_free(n);
}

static void decoding(void) {
    pcty_hcl_spec *n = number("n", true), *m = number("m", true);
    pcty_hcl_body *body = body_of("m = 2\nn = 1"), *rest = NULL, *none = NULL;
    pcty_value *value = NULL;
    pcty_error *found = NULL;
    CHECK_OK(pcty_hcl_spec_partial_decode(n, body, NULL, &value, &rest, NULL, NULL));
    check_json(value, "1");
    CHECK_OK(pcty_hcl_spec_decode(m, rest, NULL, &value, NULL, NULL));
    check_json(value, "2");
    CHECK_OK(pcty_hcl_spec_decode(m, rest, NULL, &value, &found, NULL));
    CHECK(found == NULL);
    pcty_value_free(value);
    value = NULL;

    // The rest does not contain the argument.
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_hcl_spec_partial_decode(n, rest, NULL, &value, &none, NULL, &error));
    CHECK(value == NULL && none == NULL);
    CHECK_OK(pcty_hcl_spec_partial_decode(n, rest, NULL, &value, &none, &found, NULL));
    CHECK(pcty_error_code(found) == PCTY_ERROR_DIAGNOSTICS && none != NULL);
    CHECK(error_info(found).diagnostic_count == 1);
    pcty_error_free(found);
    pcty_value_free(value);
    pcty_hcl_body_free(none);
    pcty_hcl_body_free(rest);

    pcty_range range = pcty_hcl_spec_source_range(n, body);
    CHECK(range.start.line == 2 && range.start.column == 5 && range.end.column == 6);
    CHECK(pcty_hcl_spec_source_range(NULL, body).start.line == 1);
    CHECK(pcty_hcl_spec_source_range(n, NULL).start.byte == 0);
    pcty_hcl_body_free(body);
    pcty_hcl_spec_free(n);
    pcty_hcl_spec_free(m);
}

static void dynamic_blocks(void) {
    pcty_hcl_spec *n = number("n", false), *spec = NULL;
    CHECK_OK(pcty_hcl_spec_block(PCTY_STR("b"), n, PCTY_HCL_BLOCK_LIST, NULL, &spec, NULL));
    pcty_hcl_body *parts[2];
    parts[0] = body_named("first.hcl", "b {\n  n = first\n}\n");
    parts[1] = body_named("second.hcl",
                          "dynamic \"b\" {\n  for_each = each\n  content {\n"
                          "    n = b.value + more.x\n  }\n}\n");
    pcty_hcl_body *body = NULL, *expanded = NULL;
    pcty_hcl_traversals *found = NULL;
    CHECK_OK(pcty_hcl_body_merge((const pcty_hcl_body *const *)parts, 2, &body, NULL));

    // The required variables, and the text that contains each.
    CHECK_OK(pcty_hcl_spec_variables(spec, body, PCTY_HCL_NEEDS_ALL, &found, NULL));
    CHECK(pcty_hcl_traversals_count(found) == 3);
    bool seen = false;
    for (size_t i = 0; i < 3; i++) {
        const pcty_path *path = traversal_at(found, i).path;
        bool is_first = same_str(pcty_path_step_name_at(path, 0), PCTY_STR("first"));
        CHECK_STR(traversal_at(found, i).file, is_first ? "first.hcl" : "second.hcl");
        seen = seen || is_first;
    }
    CHECK(seen);
    pcty_hcl_traversals_free(found);
    CHECK_OK(pcty_hcl_spec_variables(spec, body, PCTY_HCL_NEEDS_EXPANSION, &found, NULL));
    CHECK(pcty_hcl_traversals_count(found) == 1);
    CHECK_STR(pcty_path_step_name_at(traversal_at(found, 0).path, 0), "each");
    pcty_hcl_traversals_free(found);
    CHECK_OK(pcty_hcl_spec_variables(spec, parts[0], PCTY_HCL_NEEDS_BODY, &found, NULL));
    CHECK(pcty_hcl_traversals_count(found) == 1);
    CHECK(traversal_at(found, 0).range.start.column == 7);
    pcty_hcl_traversals_free(found);
    found = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_spec_variables(spec, body, 0, &found, &error));
    CHECK(found == NULL);

    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    pcty_hcl_expression *given = expression_of("{ first = 1, each = [2, 3], more = { x = 10 } }");
    pcty_value *values = NULL, *value = NULL;
    CHECK_OK(pcty_hcl_expression_evaluate(given, NULL, &values, NULL, NULL));
    const char *names[] = {"first", "each", "more"};
    for (size_t i = 0; i < 3; i++) {
        pcty_str name = pcty_str_from_cstr(names[i]);
        const pcty_value *given_value = pcty_value_attribute_get(values, name);
        CHECK_OK(pcty_hcl_scope_set_variable(scope, name, given_value, NULL));
    }
    CHECK_OK(pcty_hcl_body_expand_dynamic(body, scope, &expanded, NULL));
    CHECK_OK(pcty_hcl_spec_decode(spec, expanded, scope, &value, NULL, NULL));
    check_json(value, "[1,12,13]");
    pcty_hcl_body_free(expanded);

    // Reading by a schema reports whether blocks are known, and the marks that their results must
    // get.
    static const pcty_hcl_block_schema blocks[] = {{PCTY_STR_INIT("b"), NULL, 0}};
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
    schema.blocks = blocks;
    schema.block_count = 1;
    for (int is_known = 0; is_known < 2; is_known++) {
        const pcty_value *each = pcty_value_attribute_get(values, PCTY_STR("each"));
        pcty_value *collection = is_known ? pcty_value_clone(each)
                                          : pcty_value_unknown(pcty_type_any());
        CHECK_OK(pcty_value_mark(collection, PCTY_STR("secret"), &value, NULL));
        CHECK_OK(pcty_hcl_scope_set_variable(scope, PCTY_STR("each"), value, NULL));
        pcty_value_free(value);
        pcty_value_free(collection);
        pcty_hcl_content *content = NULL;
        CHECK_OK(pcty_hcl_body_expand_dynamic(body, scope, &expanded, NULL));
        CHECK_OK(pcty_hcl_body_content(expanded, &schema, &content, NULL, NULL));
        size_t last = content_data(content).block_count - 1;
        CHECK(last == (is_known ? 2 : 1));
        for (size_t i = 0; i <= last; i += last) {
            const pcty_hcl_body *inner = block_data(pcty_hcl_content_block_at(content, i)).body;
            pcty_marks *marks = pcty_hcl_body_marks(inner);
            CHECK(pcty_marks_contains(marks, PCTY_STR("secret")) == (i > 0));
            CHECK(body_data(inner).is_unknown == (i > 0 && !is_known));
            pcty_marks_free(marks);
        }
        pcty_hcl_content_free(content);
        pcty_hcl_body_free(expanded);
    }

    // Without a scope, blocks are not expanded.
    CHECK_OK(pcty_hcl_body_expand_dynamic(parts[1], NULL, &expanded, NULL));
    value = NULL;
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_hcl_spec_decode(spec, expanded, NULL, &value, NULL, &error));
    pcty_hcl_body_free(expanded);
    pcty_value_free(values);
    pcty_hcl_expression_free(given);
    pcty_hcl_scope_free(scope);
    pcty_hcl_body_free(body);
    pcty_hcl_body_free(parts[0]);
    pcty_hcl_body_free(parts[1]);
    pcty_hcl_spec_free(spec);
    pcty_hcl_spec_free(n);
}

static void spec_documents(void) {
    pcty_hcl_body *document =
        body_of("variables {\n  base = 8000\n}\n"
                "function \"shift\" {\n  params = [n]\n  result = n + 1\n}\n"
                "object {\n  attr \"port\" {\n    type     = number\n    required = true\n  }\n}\n");
    pcty_hcl_body *body = body_of("port = shift(base)"), *wrong = body_of("objekt {\n}\n");
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    pcty_hcl_spec *spec = NULL;
    pcty_value *value = NULL;
    pcty_error *found = NULL;
    CHECK_OK(pcty_hcl_spec_parse(document, scope, &spec, NULL, NULL));
    CHECK(pcty_hcl_scope_variable_get(scope, PCTY_STR("base")) != NULL);
    CHECK(pcty_hcl_scope_function_get(scope, PCTY_STR("shift")) != NULL);
    CHECK_OK(pcty_hcl_spec_decode(spec, body, scope, &value, NULL, NULL));
    check_json(value, "{\"port\":8001}");
    pcty_hcl_spec_free(spec);
    CHECK_OK(pcty_hcl_spec_parse(document, NULL, &spec, &found, NULL));
    CHECK(found == NULL && pcty_hcl_spec_implied_type(spec) != NULL);
    pcty_hcl_spec_free(spec);
    spec = NULL;

    pcty_hcl_scope *untouched = pcty_hcl_scope_new();
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS, pcty_hcl_spec_parse(wrong, untouched, &spec, NULL, &error));
    CHECK(spec == NULL);
    CHECK_OK(pcty_hcl_spec_parse(wrong, untouched, &spec, &found, NULL));
    CHECK(error_info(found).diagnostic_count > 0);
    CHECK_STR(diagnostic(found, 0).file, "main.hcl");
    pcty_error_free(found);
    pcty_hcl_spec_free(spec);
    pcty_hcl_scope_free(untouched);
    pcty_hcl_scope_free(scope);
    pcty_hcl_body_free(document);
    pcty_hcl_body_free(body);
    pcty_hcl_body_free(wrong);
}

static pcty_hcl_scope *same(void *user_data) {
    return pcty_hcl_scope_clone(*(pcty_hcl_scope **)user_data);
}

static void check_call(const char *text, const pcty_hcl_scope *scope, const char *want) {
    pcty_hcl_expression *expression = expression_of(text);
    pcty_value *value = NULL;
    CHECK_OK(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, NULL));
    check_json(value, want);
    pcty_hcl_expression_free(expression);
}

static void user_functions(void) {
    pcty_hcl_body *body = body_of("function \"twice\" {\n  params = [n]\n  result = n * 2\n}\n"
                                  "function \"four\" {\n  params = [n]\n"
                                  "  result = twice(twice(n))\n}\n"
                                  "function \"all\" {\n  params = []\n  variadic_param = r\n"
                                  "  result = r\n}\n"
                                  "n = 1\n");
    pcty_hcl_body *wrong = body_of("function \"good\" {\n  params = []\n  result = 1\n}\n"
                                   "function \"bad\" {\n  params = []\n}\n");
    pcty_hcl_body *rest = NULL;
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    pcty_hcl_content *content = NULL;
    pcty_error *found = NULL;
    struct host host = {0, 0};
    CHECK_OK(pcty_hcl_body_decode_functions(body, PCTY_STR("function"), scope, same, &scope, NULL, &rest, NULL,
                                     NULL));
    CHECK_OK(pcty_hcl_body_attributes(rest, &content, NULL, NULL));
    CHECK(content_data(content).attribute_count == 1);
    pcty_hcl_content_free(content);
    check_call("twice(4)", scope, "8");
    check_call("four(4)", scope, "16");
    check_call("all(1, 2)", scope, "[1,2]");
    pcty_hcl_scope_free(scope);
    pcty_hcl_body_free(rest);
    rest = NULL;

    // Without a scope from the host they cannot call each other; their data lives as long as they
    // do.
    scope = pcty_hcl_scope_new();
    CHECK_OK(pcty_hcl_body_decode_functions(body, PCTY_STR("function"), scope, NULL, &host, release, NULL, NULL,
                                     NULL));
    check_call("twice(4)", scope, "8");
    pcty_hcl_expression *call = expression_of("four(4)");
    pcty_value *value = NULL;
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS, pcty_hcl_expression_evaluate(call, scope, &value, NULL, &error));
    pcty_hcl_expression_free(call);
    CHECK(host.released == 0);
    pcty_hcl_scope_free(scope);
    CHECK(host.released == 1);

    scope = pcty_hcl_scope_new();
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_hcl_body_decode_functions(wrong, PCTY_STR("function"), scope, NULL, &host, release,
                                        &rest, NULL, &error));
    CHECK(rest == NULL && pcty_hcl_scope_function_get(scope, PCTY_STR("good")) == NULL);
    CHECK(host.released == 2);
    CHECK_OK(pcty_hcl_body_decode_functions(wrong, PCTY_STR("function"), scope, NULL, NULL, NULL,
                                             &rest, &found, NULL));
    CHECK_STR(diagnostic(found, 0).summary, "Missing required argument");
    CHECK(rest != NULL && pcty_hcl_scope_function_get(scope, PCTY_STR("good")) != NULL);
    CHECK(pcty_hcl_scope_function_get(scope, PCTY_STR("bad")) == NULL);
    pcty_error_free(found);
    pcty_hcl_body_free(rest);
    CHECK_OK(pcty_hcl_body_decode_functions(body, PCTY_STR("function"), scope, NULL, NULL, NULL,
                                             NULL, &found, NULL));
    CHECK(found == NULL);
    pcty_hcl_scope_free(scope);
    pcty_hcl_body_free(body);
    pcty_hcl_body_free(wrong);
}

// Content without a spec is returned at every level, as bodies or as arguments.
static void what_is_left(void) {
    const pcty_str names[] = {PCTY_STR_INIT("n"), PCTY_STR_INIT("rest")};
    pcty_hcl_spec *n = number("n", true), *rest = NULL, *inner = NULL, *blocks = NULL, *texts = NULL;
    pcty_hcl_spec *any = NULL, *tuple = NULL;
    CHECK_OK(pcty_hcl_spec_rest(NULL, &rest, NULL));
    const pcty_hcl_spec *parts[2];
    parts[0] = n;
    parts[1] = rest;
    CHECK_OK(pcty_hcl_spec_object(names, parts, 2, &inner, NULL));
    CHECK_OK(pcty_hcl_spec_block(PCTY_STR("b"), inner, PCTY_HCL_BLOCK_TUPLE, NULL, &blocks, NULL));
    CHECK_OK(pcty_hcl_spec_rest(pcty_type_string(), &texts, NULL));
    CHECK_OK(pcty_hcl_spec_rest(pcty_type_any(), &any, NULL));
    parts[0] = blocks;
    parts[1] = texts;
    CHECK_OK(pcty_hcl_spec_tuple(parts, 2, &tuple, NULL));
    pcty_hcl_body *body = body_of("b {\n  n = 1\n  m = x\n  c {}\n}\nd = 1\n");
    pcty_value *value = NULL;
    CHECK_OK(pcty_hcl_spec_decode(tuple, body, NULL, &value, NULL, NULL));
    const pcty_value *first = pcty_value_element_at(pcty_value_element_at(value, 0), 0);
    pcty_hcl_body *left = pcty_hcl_value_body(pcty_value_attribute_get(first, names[1]));
    pcty_hcl_items *items = NULL;
    CHECK_OK(pcty_hcl_body_items(left, &items, NULL));
    CHECK(pcty_hcl_items_count(items) == 2);
    CHECK_STR(attribute_data(item_at(items, 0).attribute).name, "m");
    CHECK(pcty_hcl_value_body(first) == NULL && pcty_hcl_value_body(NULL) == NULL);
    check_json(pcty_value_clone(pcty_value_element_at(value, 1)), "{\"d\":\"1\"}");
    pcty_value_free(value);
    pcty_hcl_items_free(items);
    pcty_hcl_body_free(left);
    pcty_hcl_body_free(body);
    pcty_hcl_spec_free(n);
    pcty_hcl_spec_free(rest);
    pcty_hcl_spec_free(inner);
    pcty_hcl_spec_free(blocks);
    pcty_hcl_spec_free(tuple);
    check_diagnostic(texts, "d = []", "Incorrect attribute value type");
    check_diagnostic(pcty_hcl_spec_clone(any), "c {}", "Unexpected \"c\" block");
    check_decoded(any, "d = []\ne = 1", "{\"d\":[],\"e\":1}");
}

int main(void) {
    same_body();
    what_is_left();
    of_blocks();
    callbacks();
    decoding();
    dynamic_blocks();
    spec_documents();
    user_functions();
    return 0;
}
