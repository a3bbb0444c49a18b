// Type scopes, checked expressions, and their nodes.

#include "check.h"

#include <pthread.h>

static pcty_pcl_type_data type_data(const pcty_type *type) {
    pcty_pcl_type_data data = {PCTY_PCL_KIND_MISSING, NULL, 0, false};
    pcty_pcl_type_info(type, &data);
    return data;
}

static pcty_type *parsed(const char *notation) {
    pcty_type *type = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(notation), PCTY_DIALECT_PCL, &type, NULL));
    return type;
}

static void define(pcty_pcl_type_scope *scope, const char *name, const char *notation) {
    pcty_type *type = parsed(notation);
    CHECK_OK(pcty_pcl_type_scope_set_variable(scope, pcty_str_from_cstr(name), type, NULL));
    pcty_type_free(type);
}

// A function of one parameter, or of any number.
static pcty_type *function_type(const char *parameter, bool variadic, const char *result) {
    pcty_type *made = NULL, *takes = parsed(parameter), *gives = parsed(result);
    pcty_type_parameter param;
    param.name = PCTY_STR("n"), param.type = takes;
    pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
    parts.parameters = PCTY_PARAMETERS_LISTED;
    parts.positional = &param;
    parts.positional_count = 1;
    parts.variadic = variadic ? &param : NULL;
    parts.result = gives;
    CHECK_OK(pcty_type_function(&parts, &made, NULL));
    pcty_type_free(gives);
    pcty_type_free(takes);
    return made;
}

static pcty_pcl_checked *bind(const char *text, const pcty_pcl_type_scope *scope,
                            const pcty_pcl_options *options) {
    pcty_hcl_expression *expression = NULL;
    pcty_pcl_checked *bound = NULL;
    CHECK_OK(pcty_hcl_expression_parse(pcty_str_from_cstr(text), PCTY_STR("t.pp"), NULL,
                                       PCTY_HCL_NATIVE, &expression, NULL, NULL));
    CHECK_OK(pcty_pcl_checked_new(expression, scope, options, &bound, NULL));
    pcty_hcl_expression_free(expression);
    return bound;
}

static void check_line(const pcty_type *type, const char *line) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_type_format(type, PCTY_DIALECT_PCL, &text, NULL));
    if (strcmp(pcty_string_cstr(text), line) != 0) {
        fprintf(stderr, "%s is not %s\n", pcty_string_cstr(text), line);
        exit(1);
    }
    pcty_string_free(text);
}

static pcty_pcl_checked_data data_of(const pcty_pcl_checked *bound) {
    pcty_pcl_checked_data data;
    CHECK(pcty_pcl_checked_info(bound, &data));
    return data;
}

static pcty_pcl_node_data node_of(const pcty_pcl_node *node) {
    pcty_pcl_node_data data;
    CHECK(pcty_pcl_node_info(node, &data));
    return data;
}

// The expression has a type, and no diagnostics.
static void check_type(const char *text, const pcty_pcl_type_scope *scope, const char *line) {
    pcty_pcl_checked *bound = bind(text, scope, NULL);
    pcty_str told = pcty_error_message(data_of(bound).diagnostics);
    if (told.len > 0) {
        fprintf(stderr, "%s: %.*s\n", text, (int)told.len, told.data);
    }
    check_line(data_of(bound).type, line);
    CHECK(data_of(bound).diagnostics == NULL && !data_of(bound).has_errors);
    pcty_pcl_checked_free(bound);
}

// The only diagnostic has this summary and this range.
static void check_told(const char *text, const pcty_pcl_type_scope *scope, pcty_severity severity,
                       const char *summary, size_t start, size_t end) {
    pcty_pcl_checked *bound = bind(text, scope, NULL);
    const pcty_error *told = data_of(bound).diagnostics;
    CHECK(data_of(bound).has_errors == (severity == PCTY_SEVERITY_ERROR));
    CHECK(error_info(told).diagnostic_count == 1);
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(told, 0, &found, NULL));
    CHECK(found.severity == severity && found.has_subject);
    CHECK_STR(found.summary, summary);
    CHECK(found.subject.start.byte == start && found.subject.end.byte == end);
    pcty_pcl_checked_free(bound);
}

static pcty_pcl_type_scope *small_scope(void) {
    pcty_pcl_type_scope *scope = pcty_pcl_type_scope_new();
    pcty_type *port = function_type("int", false, "string");
    pcty_type *join = function_type("string", true, "string");
    define(scope, "n", "int");
    define(scope, "ids", "output(list(string))");
    define(scope, "server", "object({port = union(int, none), tags = map(string)})");
    CHECK_OK(pcty_pcl_type_scope_set_function(scope, PCTY_STR("port"), port, NULL));
    CHECK_OK(pcty_pcl_type_scope_set_function(scope, PCTY_STR("join"), join, NULL));
    pcty_type_free(join);
    pcty_type_free(port);
    return scope;
}

static void expressions_have_types(void) {
    pcty_pcl_type_scope *scope = small_scope();
    check_type("n + 1", scope, "number");
    check_type("n + n", scope, "int");
    check_type("\"${n} of ${ids[0]}\"", scope, "output(string)");
    check_type("ids[*]", scope, "output(list(string))");
    check_type("[for id in ids : port(id)]", scope, "output(list(string))");
    check_type("{for k, v in server.tags : k => v if v != \"\"}", scope, "map(string)");
    check_type("n > 1 ? n : \"none\"", scope, "string");
    check_type("n > 1 ? n : true", scope, "union(cty.True, int)");
    check_type("join(\"a\", n, ids[0])", scope, "output(string)");
    check_type("{ a = n, (\"b\") = [n] }", scope, "object({a = int, b = tuple(int)})");
    check_type("null", NULL, "cty.NullVal(cty.DynamicPseudoType)");
    check_told("server.prt", scope, PCTY_SEVERITY_ERROR,
               "unknown property 'prt' among [port tags]", 6, 10);
    check_told("server.Port", scope, PCTY_SEVERITY_WARNING,
               "Found matching case-insensitive property", 6, 11);
    check_told("ports(n)", scope, PCTY_SEVERITY_ERROR, "unknown function 'ports'", 0, 5);
    check_told("port(n, n)", scope, PCTY_SEVERITY_ERROR,
               "too many arguments to call: expected 1, got 2", 0, 10);
    check_told("-server", scope, PCTY_SEVERITY_ERROR,
               "cannot assign expression of type { port: int?, tags: map(string) } to location "
               "of type number | output(number): ",
               1, 7);
    check_told("n", NULL, PCTY_SEVERITY_ERROR, "undefined variable n", 0, 1);

    // Rendered diagnostics have their lines.
    pcty_pcl_checked *bound = bind("n +\n  gone", scope, NULL);
    pcty_string *text = pcty_error_format(data_of(bound).diagnostics, PCTY_NOTATION_TEXT);
    CHECK(strstr(pcty_string_cstr(text), "on t.pp line 2, column 3:") != NULL);
    CHECK(strstr(pcty_string_cstr(text), "gone") != NULL);
    pcty_string_free(text);
    pcty_pcl_checked_free(bound);
    pcty_pcl_type_scope_free(scope);
}

static void scopes_nest(void) {
    pcty_pcl_type_scope *outer = small_scope(), *inner = NULL;
    CHECK_OK(pcty_pcl_type_scope_child(outer, &inner, NULL));
    define(inner, "n", "string");
    define(outer, "late", "int");
    check_type("n", inner, "string");
    check_type("n", outer, "int");
    CHECK(pcty_pcl_type_scope_variable_get(inner, PCTY_STR("ids")) != NULL);
    CHECK(pcty_pcl_type_scope_variable_get(inner, PCTY_STR("late")) == NULL);
    CHECK(pcty_pcl_type_scope_has_function(inner, PCTY_STR("port")));
    CHECK(!pcty_pcl_type_scope_has_function(inner, PCTY_STR("n")));
    pcty_pcl_type_scope *copy = pcty_pcl_type_scope_clone(inner);
    define(copy, "n", "bool");
    pcty_pcl_type_scope_free(outer);
    check_type("n", inner, "string");
    check_type("n", copy, "bool");
    pcty_pcl_type_scope_free(copy);

    // At most 256 nested scopes.
    for (int i = 1; i < 256; i++) {
        pcty_pcl_type_scope *next = NULL;
        CHECK_OK(pcty_pcl_type_scope_child(inner, &next, NULL));
        pcty_pcl_type_scope_free(inner);
        inner = next;
    }
    pcty_pcl_type_scope *none = NULL;
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_pcl_type_scope_child(inner, &none, &error));
    check_type("n", inner, "string");
    pcty_pcl_type_scope_free(inner);
}

static void only_plain_functions_are_taken(void) {
    pcty_pcl_type_scope *scope = pcty_pcl_type_scope_new();
    pcty_type *any = NULL, *sized = NULL;
    pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
    CHECK_OK(pcty_type_function(&parts, &any, NULL));
    pcty_size_range size = {0, 2};
    parts.parameters = PCTY_PARAMETERS_LISTED;
    parts.result = pcty_type_bool();
    parts.size = &size;
    CHECK_OK(pcty_type_function(&parts, &sized, NULL));
    const pcty_type *types[3];
    types[0] = any, types[1] = sized, types[2] = pcty_type_bool();
    for (int i = 0; i < 3; i++) {
        CHECK_FAILS(PCTY_ERROR_TYPE,
                    pcty_pcl_type_scope_set_function(scope, PCTY_STR("f"), types[i], &error));
    }
    CHECK(!pcty_pcl_type_scope_has_function(scope, PCTY_STR("f")));
    pcty_type_free(sized);
    pcty_type_free(any);
    pcty_pcl_type_scope_free(scope);
}

// `same(x)` returns the type of its argument; `pick("list", x)` returns a list of x. It warns of
// the name "old".
struct rule {
    int asked, destroyed;
};

static pcty_status pick(void *user_data, const pcty_type *const *arguments,
                        const pcty_hcl_expression *const *expressions, size_t count,
                        pcty_type **out, pcty_error **error) {
    ((struct rule *)user_data)->asked++;
    pcty_value *name = NULL;
    pcty_str text;
    if (count != 2) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("pick() needs a name and a value"));
        return PCTY_ERROR_CALLBACK;
    }
    if (pcty_hcl_expression_evaluate(expressions[0], NULL, &name, NULL, NULL) != PCTY_OK ||
        pcty_value_as_string(name, &text, NULL) != PCTY_OK) {
        pcty_value_free(name);
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("the name has to be a literal"));
        CHECK_OK(set_argument(*error, 0));
        return PCTY_ERROR_CALLBACK;
    }
    pcty_type *list = NULL;
    CHECK_OK(pcty_type_list(arguments[1], NULL, &list, NULL));
    pcty_type_parameter params[2];
    params[0].name = PCTY_STR("name"), params[0].type = pcty_type_string();
    params[1].name = PCTY_STR("value"), params[1].type = arguments[1];
    pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
    parts.parameters = PCTY_PARAMETERS_LISTED;
    parts.positional = params;
    parts.positional_count = 2;
    parts.result = same_str(text, PCTY_STR("list")) ? list : arguments[1];
    CHECK_OK(pcty_type_function(&parts, out, NULL));
    if (same_str(text, PCTY_STR("old"))) {
        pcty_diagnostic warning = PCTY_DIAGNOSTIC_INIT;
        warning.severity = PCTY_SEVERITY_WARNING;
        warning.summary = PCTY_STR("\"old\" will go");
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, warning.summary);
        CHECK_OK(set_argument(*error, 0));
        CHECK_OK(pcty_error_add_diagnostic(*error, &warning, NULL));
    }
    pcty_type_free(list);
    pcty_value_free(name);
    return PCTY_OK;
}

static pcty_status no_function(void *user_data, const pcty_type *const *arguments,
                               const pcty_hcl_expression *const *expressions, size_t count,
                               pcty_type **out, pcty_error **error) {
    (void)user_data, (void)arguments, (void)expressions, (void)error;
    *out = count == 0 ? NULL : pcty_type_clone(pcty_type_bool());
    return PCTY_OK;
}

static void count_destruction(void *user_data) {
    ((struct rule *)user_data)->destroyed++;
}

static void rules_say_what_a_call_gives(void) {
    struct rule rule = {0, 0};
    pcty_pcl_type_scope *scope = small_scope(), *copy;
    CHECK_OK(pcty_pcl_type_scope_set_generic_function(scope, PCTY_STR("pick"), pick, &rule,
                                                 count_destruction, NULL));
    CHECK_OK(pcty_pcl_type_scope_set_generic_function(scope, PCTY_STR("odd"), no_function, NULL,
                                                      NULL,
                                                 NULL));
    check_type("pick(\"list\", n)", scope, "list(int)");
    check_type("pick(\"\", ids)", scope, "output(list(string))");
    check_told("pick([\"list\", n]...)", scope, PCTY_SEVERITY_ERROR, "the name has to be a literal",
               5, 16);
    CHECK(rule.asked == 3);
    copy = pcty_pcl_type_scope_clone(scope);
    pcty_pcl_type_scope_free(scope);
    CHECK(rule.destroyed == 0);
    check_told("pick(\"old\", n)", copy, PCTY_SEVERITY_WARNING, "\"old\" will go", 5, 10);
    check_told("pick(n)", copy, PCTY_SEVERITY_ERROR, "pick() needs a name and a value", 0, 7);
    check_told("pick(n, n)", copy, PCTY_SEVERITY_ERROR, "the name has to be a literal", 5, 6);
    check_told("odd()", copy, PCTY_SEVERITY_ERROR, "the callback returned PCTY_OK without a result",
               0, 5);
    check_told("odd(n)", copy, PCTY_SEVERITY_ERROR, "a function type is required", 0, 6);
    pcty_pcl_type_scope_free(copy);
    CHECK(rule.destroyed == 1);
    scope = pcty_pcl_type_scope_new();
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_scope_set_generic_function(scope, PCTY_STR("f"), NULL, &rule,
                                                    count_destruction, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_pcl_type_scope_set_generic_function(scope, PCTY_STR("\xff"), pick, &rule,
                                                    count_destruction, &error));
    CHECK(rule.destroyed == 3);
    pcty_pcl_type_scope_free(scope);
}

static void options_change_what_is_told(void) {
    pcty_pcl_options options = PCTY_PCL_OPTIONS_INIT;
    options.missing_variables = PCTY_SEVERITY_WARNING;
    options.exact_int_literals = true;
    pcty_pcl_checked *bound = bind("gone", NULL, &options);
    CHECK(!data_of(bound).has_errors && data_of(bound).diagnostics != NULL);
    pcty_pcl_checked_free(bound);
    bound = bind("2147483648", NULL, &options);
    CHECK(pcty_type_equal(type_data(data_of(bound).type).element, pcty_type_integer()));
    pcty_pcl_checked_free(bound);
    bound = bind("2147483648", NULL, NULL);
    CHECK(pcty_type_equal(type_data(data_of(bound).type).element, pcty_type_number()));
    pcty_pcl_checked_free(bound);
    options.iteration = PCTY_SEVERITY_WARNING;
    bound = bind("[for x in true : x]", NULL, &options);
    CHECK(!data_of(bound).has_errors && data_of(bound).diagnostics != NULL);
    pcty_pcl_checked_free(bound);
    check_told("[for x in true : x]", NULL, PCTY_SEVERITY_ERROR,
               "cannot iterate over a value of type cty.True", 10, 14);

    pcty_hcl_expression *expression = NULL;
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("1"), PCTY_STR("f"), NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                       NULL));
    bound = NULL;
    options.iteration = 3;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_checked_new(expression, NULL, &options, &bound, &error));
    options.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_checked_new(expression, NULL, &options, &bound, &error));
    pcty_hcl_expression_free(expression);
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("1"), PCTY_STR("f"), NULL, PCTY_HCL_JSON, &expression, NULL,
                                       NULL));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED, pcty_pcl_checked_new(expression, NULL, NULL, &bound, &error));
    CHECK(bound == NULL);
    pcty_hcl_expression_free(expression);
}

static void type_expressions_denote_types(void) {
    pcty_pcl_type_scope *types = pcty_pcl_type_scope_of_constructors();
    check_type("object({ port = optional(int), tags = map(any) })", types,
               "object({port = union(int, none), tags = map(dynamic)})");
    check_told("object(string)", types, PCTY_SEVERITY_ERROR,
               "the argument to object() must be an object type", 7, 13);
    // The host may define more types.
    define(types, "asset", "Asset");
    check_type("list(asset)", types, "list(Asset)");
    pcty_pcl_type_scope_free(types);
}

static void check_refused(const char *text, const pcty_pcl_type_scope *scope, const char *wanted,
                          const char *message, const char *path, const char *innermost) {
    pcty_pcl_checked *bound = bind(text, scope, NULL);
    pcty_type *type = parsed(wanted);
    pcty_conversion kind = 77;
    pcty_error *error = NULL;
    CHECK(pcty_pcl_checked_accepted_as(bound, type, &kind, &error) == PCTY_ERROR_DIAGNOSTICS);
    CHECK(kind == 77);
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, 0, &found, NULL));
    if (!same_str(found.summary, pcty_str_from_cstr(message))) {
        fprintf(stderr, "%s: %.*s\n", text, (int)found.summary.len, found.summary.data);
        exit(1);
    }
    CHECK(found.has_subject && found.subject.end.byte == strlen(text));
    CHECK_STRING(pcty_path_to_text(pcty_error_path(error)), path);
    check_line(error_info(error).expected, innermost);
    pcty_error_free(error);
    pcty_type_free(type);
    pcty_pcl_checked_free(bound);
}

static void check_accepted(const char *text, const pcty_pcl_type_scope *scope, const char *wanted,
                           pcty_conversion kind) {
    pcty_pcl_checked *bound = bind(text, scope, NULL);
    pcty_type *type = parsed(wanted);
    pcty_conversion found = 77;
    CHECK_OK(pcty_pcl_checked_accepted_as(bound, type, &found, NULL));
    CHECK(found == kind);
    pcty_type_free(type);
    pcty_pcl_checked_free(bound);
}

static void a_place_wants_a_type(void) {
    pcty_pcl_type_scope *scope = small_scope();
    check_accepted("n", scope, "int", PCTY_CONVERSION_SAME);
    check_accepted("ids", scope, "list(string)", PCTY_CONVERSION_SAFE);
    check_accepted("ids", scope, "list(int)", PCTY_CONVERSION_UNSAFE);
    check_refused("server", scope, "list(string)",
                  "cannot assign expression of type { port: int?, tags: map(string) } to location "
                  "of type list(output(string) | string) | output(list(string)): ",
                  "", "list(string)");
    check_refused("{ a = [1, server] }", scope, "object({a = list(int)})",
                  "cannot assign expression of type { a: (1, { port: int?, tags: map(string) }) } "
                  "to location of type { a: list(int | output(int)) | output(list(int)) } | "
                  "output({ a: list(int) }): ",
                  ".a[1]", "int");
    // Traversals continue into optional types.
    check_refused("[null]", scope, "union(none, tuple(int))",
                  "cannot assign expression of type (null) to location of type "
                  "output((int)) | output((int)?) | (int)?: ",
                  "[0]", "int");
    pcty_pcl_type_scope_free(scope);
}

// A node and its content as text: kind, name or operator, type, conversion.
static size_t print(const pcty_pcl_node *node, char *out, size_t at, size_t size) {
    static const char *const names[] = {
        "?",    "literal", "template", "wrap",  "join", "variable", "traversal", "attribute",
        "key",  "call",    "if",       "index", "tuple", "object",  "item",      "for",
        "splat", "element", "unary",   "chain", "operation", "parentheses", "invalid"};
    pcty_string *type = NULL;
    pcty_pcl_node_data data = node_of(node);
    CHECK_OK(pcty_type_format(data.type, PCTY_DIALECT_PCL, &type, NULL));
    pcty_str name = data.name, key = data.key_name;
    at += (size_t)snprintf(out + at, size - at, "%s", names[data.kind]);
    if (key.len > 0) {
        at += (size_t)snprintf(out + at, size - at, " %.*s,", (int)key.len, key.data);
    }
    if (name.len > 0) {
        at += (size_t)snprintf(out + at, size - at, " %.*s", (int)name.len, name.data);
    }
    if (data.operator_ != PCTY_PCL_OPERATOR_NONE) {
        at += (size_t)snprintf(out + at, size - at, " op%d", (int)data.operator_);
    }
    at += (size_t)snprintf(out + at, size - at, "%s:%s",
                           data.has_ellipsis ? "..." : "", pcty_string_cstr(type));
    pcty_string_free(type);
    pcty_pcl_conversion conversion = PCTY_PCL_CONVERSION_INIT;
    if (pcty_pcl_node_conversion(node, &conversion)) {
        CHECK_OK(pcty_type_format(conversion.to, PCTY_DIALECT_PCL, &type, NULL));
        CHECK(pcty_type_equal(conversion.from, data.type));
        at += (size_t)snprintf(out + at, size - at, "%s%s",
                               conversion.kind == PCTY_CONVERSION_SAFE ? "=>" : "~>",
                               pcty_string_cstr(type));
        pcty_string_free(type);
    }
    size_t count = data.child_count;
    for (size_t i = 0; i < count; i++) {
        const pcty_pcl_node *child = pcty_pcl_node_child_at(node, i);
        at += (size_t)snprintf(out + at, size - at, "%s%d ", i == 0 ? " (" : ", ",
                               (int)node_of(child).role);
        at = print(child, out, at, size);
    }
    if (count > 0) {
        at += (size_t)snprintf(out + at, size - at, ")");
    }
    CHECK(at < size && pcty_pcl_node_child_at(node, count) == NULL);
    return at;
}

static void check_nodes(const char *text, const pcty_pcl_type_scope *scope, const char *wanted) {
    char out[2048];
    pcty_pcl_checked *bound = bind(text, scope, NULL);
    const pcty_pcl_node *root = pcty_pcl_checked_root(bound);
    CHECK(root == pcty_pcl_checked_root(bound));
    CHECK(pcty_type_equal(node_of(root).type, data_of(bound).type));
    print(root, out, 0, sizeof out);
    if (strcmp(out, wanted) != 0) {
        fprintf(stderr, "%s\n  is     %s\n  not as %s\n", text, out, wanted);
        exit(1);
    }
    pcty_pcl_checked_free(bound);
}

static void every_node_has_a_type(void) {
    pcty_pcl_type_scope *scope = small_scope();
    check_nodes("server.tags[\"a\"]", scope,
                "variable server:string (4 attribute tags:map(string), 4 key:string)");
    check_nodes("n * 2 - n", scope,
                "chain:number (13 chain:number (13 variable n:int=>number, 14 operation op11:number "
                "(13 literal:cty.NumberIntVal(2)=>number)), 14 operation op10:number (13 variable "
                "n:int=>number))");
    check_nodes("true && n > 1 || !(n == 2)", scope,
                "chain:bool (13 chain:bool (13 literal:cty.True, 14 operation op2:bool (13 "
                "chain:bool (13 variable n:int=>number, 14 operation op5:bool (13 "
                "literal:cty.NumberIntVal(1)=>number)))), 14 operation op1:bool (13 unary op14:bool "
                "(13 parentheses:bool (2 chain:bool (13 variable n:int, 14 operation op3:bool (13 "
                "literal:cty.NumberIntVal(2)))))))");
    check_nodes("port((\"80\"))", scope,
                "call port:string (5 parentheses:string~>int (2 literal:string))");
    check_nodes("[for k, v in ids : \"${v}!\" if k]", scope,
                "for k, v:output(list(string)) (3 variable ids:output(list(string)), 10 "
                "template:string (1 variable v:string, 1 literal:string), 6 variable "
                "k:int~>bool)");
    check_nodes("{for v in ids : v => n...}", scope,
                "for v...:output(map(list(int))) (3 variable ids:output(list(string)), 9 variable "
                "v:string, 10 variable n:int)");
    check_nodes("{ a = n, (n) = 1 }", scope,
                "object:map(int) (11 item a:int (10 variable n:int), 11 "
                "item:cty.NumberIntVal(1) (9 parentheses:int=>string (2 variable n:int), 10 "
                "literal:cty.NumberIntVal(1)))");
    check_nodes("ids.*.x", scope,
                "splat:output(list(dynamic)) (3 variable ids:output(list(string)), 12 "
                "traversal:dynamic (3 element:string, 4 attribute x:dynamic))");
    check_nodes("n == 1 ? \"${n}\" : port(n)[n]", scope,
                "if:union(dynamic, int) (6 chain:bool (13 variable n:int, 14 operation op3:bool (13 "
                "literal:cty.NumberIntVal(1))), 7 wrap:int (2 variable n:int), 8 index:dynamic (3 "
                "call port:string (5 variable n:int), 9 variable n:int))");
    check_nodes("-n", scope, "unary op15:int (13 variable n:int=>number)");

    // The elements of an expanded argument are converted, not the argument.
    pcty_pcl_checked *bound = bind("join([n, true]...)", scope, NULL);
    CHECK(data_of(bound).conversion_count == 2);
    pcty_pcl_conversion conversion = PCTY_PCL_CONVERSION_INIT;
    CHECK_OK(pcty_pcl_checked_conversion_at(bound, 1, &conversion, NULL));
    check_line(conversion.from, "cty.True");
    CHECK(pcty_type_equal(conversion.to, pcty_type_string()));
    CHECK(conversion.kind == PCTY_CONVERSION_SAFE && conversion.range.start.byte == 5);
    CHECK(conversion.struct_size == sizeof conversion);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_pcl_checked_conversion_at(bound, 2, &conversion, &error));
    conversion.struct_size = 8;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_checked_conversion_at(bound, 1, &conversion, &error));
    const pcty_pcl_node *root = pcty_pcl_checked_root(bound);
    CHECK(node_of(root).has_ellipsis);
    CHECK(!pcty_pcl_node_conversion(pcty_pcl_node_child_at(root, 0), NULL));
    pcty_pcl_checked_free(bound);
    pcty_pcl_type_scope_free(scope);
}

static void nodes_know_their_text(void) {
    pcty_pcl_type_scope *scope = small_scope();
    pcty_pcl_checked *bound = bind("1 +\n  server.port * 2", scope, NULL);
    const pcty_pcl_node *root = pcty_pcl_checked_root(bound);
    const pcty_pcl_node *plus = pcty_pcl_node_child_at(root, 1);
    const pcty_pcl_node *times = pcty_pcl_node_child_at(plus, 0);
    const pcty_pcl_node *port = pcty_pcl_node_child_at(times, 0);
    CHECK_STR(node_of(port).text, "server.port");
    CHECK_STR(node_of(pcty_pcl_node_child_at(port, 0)).text, ".port");
    CHECK_STR(node_of(plus).text, "1 +\n  server.port * 2");
    pcty_range range = pcty_pcl_node_range(port);
    CHECK(range.start.line == 2 && range.start.column == 3 && range.end.byte == 17);
    int64_t number = 0;
    CHECK_OK(pcty_value_as_int64(node_of(pcty_pcl_node_child_at(root, 0)).value, &number,
                                 NULL));
    CHECK(number == 1 && node_of(port).value == NULL);

    // A node's expression can be checked separately, and outlives the checked expression.
    pcty_hcl_expression *expression = pcty_pcl_node_expression(times);
    CHECK(pcty_pcl_node_expression(plus) == NULL);
    CHECK(pcty_pcl_node_expression(pcty_pcl_node_child_at(port, 0)) == NULL);
    pcty_pcl_checked_free(bound);
    CHECK_OK(pcty_pcl_checked_new(expression, scope, NULL, &bound, NULL));
    CHECK_STR(node_of(pcty_pcl_checked_root(bound)).text, "server.port * 2");
    CHECK(pcty_type_equal(data_of(bound).type, pcty_type_number()));
    pcty_hcl_expression_free(expression);
    pcty_pcl_checked_free(bound);
    pcty_pcl_type_scope_free(scope);
}

// As deep as the parser permits, and wide, with a typical thread stack of two megabytes.
static void *large_expressions(void *unused) {
    enum { DEPTH = 120, WIDTH = 100000 };
    pcty_pcl_type_scope *scope = small_scope();
    char *text = malloc(2 * WIDTH + 2 * DEPTH + 2);
    static const char *const open[] = {"(", "[", "-(", "{a="};
    (void)unused;
    for (int form = 0; form < 4; form++) {
        size_t at = 0, depth = form == 2 ? DEPTH / 2 : DEPTH;
        for (size_t i = 0; i < depth; i++) {
            at += (size_t)sprintf(text + at, "%s", open[form]);
        }
        text[at++] = 'n';
        for (size_t i = 0; i < depth; i++) {
            text[at++] = form == 1 ? ']' : form == 3 ? '}' : ')';
        }
        text[at] = '\0';
        pcty_pcl_checked *bound = bind(text, scope, NULL);
        const pcty_pcl_node *node = pcty_pcl_checked_root(bound);
        size_t levels = 0;
        while (node_of(node).child_count > 0) {
            node = pcty_pcl_node_child_at(node, 0);
            levels++;
        }
        CHECK(levels >= depth && node_of(node).kind == PCTY_PCL_NODE_VARIABLE);
        pcty_pcl_checked_free(bound);
    }
    text[0] = 'n';
    for (size_t i = 0; i < WIDTH; i++) {
        memcpy(text + 1 + 2 * i, "+n", 2);
    }
    text[1 + 2 * WIDTH] = '\0';
    pcty_pcl_checked *bound = bind(text, scope, NULL);
    const pcty_pcl_node *root = pcty_pcl_checked_root(bound);
    CHECK(node_of(root).child_count == WIDTH + 1);
    CHECK(pcty_type_equal(node_of(root).type, pcty_type_integer()));
    pcty_pcl_checked_free(bound);
    free(text);
    pcty_pcl_type_scope_free(scope);
    return NULL;
}

static void on_a_small_stack(void *(*work)(void *)) {
    pthread_t thread;
    pthread_attr_t small;
    CHECK(pthread_attr_init(&small) == 0);
    CHECK(pthread_attr_setstacksize(&small, 2 << 20) == 0);
    CHECK(pthread_create(&thread, &small, work, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(pthread_attr_destroy(&small) == 0);
}

static void nothing_is_an_answer_too(void) {
    pcty_pcl_checked *bound = bind("1", NULL, NULL);
    pcty_pcl_checked_data data = data_of(bound);
    pcty_pcl_node_data node = node_of(pcty_pcl_checked_root(bound));
    CHECK(data.type != NULL && data.diagnostics == NULL && data.conversion_count == 0);
    CHECK(node.value != NULL && node.name.len == 0 && node.child_count == 0);
    CHECK(pcty_pcl_checked_info(bound, NULL) && !pcty_pcl_checked_info(NULL, &data));
    CHECK(pcty_pcl_node_info(pcty_pcl_checked_root(bound), NULL));
    CHECK(!pcty_pcl_node_info(NULL, &node) && node.kind == PCTY_PCL_NODE_LITERAL);
    CHECK(data.type != NULL && pcty_pcl_checked_root(NULL) == NULL);
    pcty_pcl_checked_free(bound);
    CHECK(pcty_pcl_node_range(NULL).start.line == 1 && !pcty_pcl_node_info(NULL, NULL));
    CHECK(pcty_pcl_type_scope_clone(NULL) == NULL);
    pcty_pcl_checked_free(NULL);
    pcty_pcl_type_scope_free(NULL);
}

int main(void) {
    expressions_have_types();
    scopes_nest();
    only_plain_functions_are_taken();
    rules_say_what_a_call_gives();
    options_change_what_is_told();
    type_expressions_denote_types();
    a_place_wants_a_type();
    every_node_has_a_type();
    nodes_know_their_text();
    on_a_small_stack(large_expressions);
    nothing_is_an_answer_too();
    return 0;
}
