// Times the library through its C ABI on the workloads of the cty baseline:
// B1-B10. Prints one line for each figure: its id, the size of the input, and
// nanoseconds for an operation (B10.live: bytes). `benches/run` prints the figures
// next to those of go-cty.
//
//     bench all|B1|B2.convert|... [SECONDS]

#include "timing.h"

#include <malloc.h>

// Documents and types -----------------------------------------------------------

static char *document(int n, bool swapped, size_t *len) {
    char *text = malloc((size_t)n * 128 + 16), *at = text;
    *at++ = '[';
    for (int i = 0; i < n; i++) {
        if (i > 0) {
            *at++ = ',';
        }
        int port = 1024 + i % 50000;
        at += swapped ? sprintf(at, "{\"name\":%d,\"port\":\"%d\"", i, port)
                      : sprintf(at, "{\"name\":\"node-%05d\",\"port\":%d", i, port);
        at += sprintf(at, ",\"tags\":{\"env\":\"%s\",\"idx\":\"%d\",\"team\":\"t%d\"},\"enabled\":%s}",
                      i % 3 == 0 ? "prod" : "dev", i, i % 17, i % 2 == 0 ? "true" : "false");
    }
    *at++ = ']';
    *at = 0;
    *len = (size_t)(at - text);
    return text;
}

static pcty_type *list_type(void) {
    pcty_type *type = NULL;
    MUST(pcty_type_parse(
        PCTY_STR("list(object({name=string, port=number, tags=map(string), enabled=bool}))"),
        PCTY_DIALECT_HCL,
        &type, &error));
    return type;
}

static pcty_value *decode(const char *text, size_t len, const pcty_type *type) {
    pcty_value *value = NULL;
    pcty_str json = {text, len};
    MUST(pcty_value_from_json(json, type, &value, &error));
    return value;
}

// B1: decode and encode -----------------------------------------------------------

struct coding {
    char *text;
    size_t len;
    pcty_type *type;
    pcty_value *value;
};

static void run_decode(void *data) {
    struct coding *c = data;
    pcty_value_free(decode(c->text, c->len, c->type));
}

static void run_encode(void *data) {
    struct coding *c = data;
    pcty_string *json = NULL;
    MUST(pcty_value_to_json(c->value, c->type, &json, &error));
    pcty_string_free(json);
}

static void b1(int n) {
    struct coding c;
    c.text = document(n, false, &c.len);
    expect(n != 10000 || c.len == 962365, "the document has its size");
    c.type = list_type();
    c.value = decode(c.text, c.len, c.type);
    if (selected("B1.decode")) {
        report("B1.decode", n, time_per_operation(run_decode, &c));
    }
    if (selected("B1.encode")) {
        report("B1.encode", n, time_per_operation(run_encode, &c));
    }
    pcty_value_free(c.value);
    pcty_type_free(c.type);
    free(c.text);
}

// B2: implied type, decode, convert ------------------------------------------------

static void run_implied(void *data) {
    struct coding *c = data;
    pcty_str json = {c->text, c->len};
    pcty_type *type = NULL;
    MUST(pcty_type_implied_by_json(json, &type, &error));
    pcty_value_free(decode(c->text, c->len, type));
    pcty_type_free(type);
}

static void run_convert(void *data) {
    struct coding *c = data;
    pcty_value *list = NULL;
    MUST(pcty_value_convert(c->value, c->type, PCTY_DIALECT_HCL, &list, &error));
    pcty_value_free(list);
}

static void b2(int n) {
    struct coding c;
    c.text = document(n, true, &c.len);
    c.type = list_type();
    pcty_str json = {c.text, c.len};
    pcty_type *implied = NULL;
    MUST(pcty_type_implied_by_json(json, &implied, &error));
    c.value = decode(c.text, c.len, implied);
    if (selected("B2.decode")) {
        report("B2.decode", n, time_per_operation(run_implied, &c));
    }
    if (selected("B2.convert")) {
        report("B2.convert", n, time_per_operation(run_convert, &c));
    }
    pcty_value_free(c.value);
    pcty_type_free(implied);
    pcty_type_free(c.type);
    free(c.text);
}

// B3: unify -------------------------------------------------------------------------

struct types {
    pcty_type **types;
    size_t count;
};

static pcty_type *object_of(const pcty_str *names, pcty_type *const *types, size_t count) {
    pcty_field fields[32];
    memset(fields, 0, sizeof fields);
    for (size_t i = 0; i < count; i++) {
        fields[i].name = names[i];
        fields[i].type = types[i];
        fields[i].presence = PCTY_REQUIRED;
    }
    pcty_type *object = NULL;
    MUST(pcty_type_object(fields, count, &object, &error));
    return object;
}

static void run_unify(void *data) {
    struct types *t = data;
    pcty_unification *unified = NULL;
    MUST(pcty_type_unify((const pcty_type *const *)t->types, t->count, PCTY_DIALECT_HCL,
                         PCTY_SAFETY_SAFE, &unified, &error));
    pcty_unification_data found = {NULL, 0};
    pcty_unification_info(unified, &found);
    expect(found.count == t->count, "there is an answer for every type");
    pcty_unification_free(unified);
}

static void b3(int n) {
    struct types t = {malloc((size_t)n * sizeof *t.types), (size_t)n};
    pcty_type *list = NULL;
    MUST(pcty_type_list(pcty_type_string(), NULL, &list, &error));
    for (int k = 0; k < n; k++) {
        char text[20][4];
        pcty_str names[20];
        pcty_type *types[20];
        for (int j = 0; j < 20; j++) {
            sprintf(text[j], "a%02d", j);
            names[j] = pcty_str_from_cstr(text[j]);
            const pcty_type *type = j % 4 == 1         ? pcty_type_bool()
                                    : j % 4 == 3       ? list
                                    : (k + j) % 5 == 0 ? pcty_type_number()
                                                       : pcty_type_string();
            types[j] = pcty_type_clone(type);
        }
        t.types[k] = object_of(names, types, 20);
        for (int j = 0; j < 20; j++) {
            pcty_type_free(types[j]);
        }
    }
    report("B3.unify", n, time_per_operation(run_unify, &t));
    for (int k = 0; k < n; k++) {
        pcty_type_free(t.types[k]);
    }
    pcty_type_free(list);
    free(t.types);
}

// B4: find a conversion ---------------------------------------------------------------

static pcty_type *four_attributes(pcty_type *inner) {
    const pcty_str names[] = {PCTY_STR_INIT("a0"), PCTY_STR_INIT("a1"), PCTY_STR_INIT("a2"),
                              PCTY_STR_INIT("a3")};
    pcty_type *types[] = {inner, inner, inner, inner};
    return object_of(names, types, 4);
}

static pcty_type *b4_from(int depth) {
    if (depth == 0) {
        return pcty_type_clone(pcty_type_number());
    }
    pcty_type *inner = b4_from(depth - 1), *type = NULL;
    if (depth % 3 == 0) {
        const pcty_type *four[] = {inner, inner, inner, inner};
        MUST(pcty_type_tuple(four, 4, NULL, &type, &error));
    } else {
        type = four_attributes(inner);
    }
    pcty_type_free(inner);
    return type;
}

static pcty_type *b4_to(int depth) {
    if (depth == 0) {
        return pcty_type_clone(pcty_type_string());
    }
    pcty_type *inner = b4_to(depth - 1), *type = NULL;
    switch (depth % 3) {
    case 0:
        MUST(pcty_type_list(inner, NULL, &type, &error));
        break;
    case 1:
        MUST(pcty_type_map(NULL, inner, NULL, &type, &error));
        break;
    default:
        type = four_attributes(inner);
    }
    pcty_type_free(inner);
    return type;
}

struct pair {
    pcty_type *from, *to;
};

static void run_conversion(void *data) {
    struct pair *p = data;
    pcty_converter *converter = NULL;
    MUST(pcty_converter_new(p->from, p->to, PCTY_DIALECT_HCL, PCTY_SAFETY_SAFE, &converter,
                            &error));
    pcty_converter_free(converter);
}

static void b4(int depth) {
    struct pair p = {b4_from(depth), b4_to(depth)};
    report("B4.conversion", depth, time_per_operation(run_conversion, &p));
    pcty_type_free(p.from);
    pcty_type_free(p.to);
}

// B5: call a function written in C ------------------------------------------------------

static pcty_status add(void *user_data, const pcty_value *const *args, size_t count,
                       const pcty_type *type, pcty_value **out, pcty_error **error) {
    (void)user_data;
    (void)count;
    (void)type;
    return pcty_value_binary(args[0], args[1], PCTY_OPERATOR_ADD, out, error);
}

struct call {
    pcty_function *function;
    pcty_value *args[2];
};

static void run_call(void *data) {
    struct call *c = data;
    pcty_value *sum = NULL;
    MUST(pcty_function_call(c->function, (const pcty_value *const *)c->args, 2, &sum, &error));
    pcty_value_free(sum);
}

static void b5(void) {
    pcty_parameter parameters[2] = {PCTY_PARAMETER_INIT, PCTY_PARAMETER_INIT};
    parameters[0].name = PCTY_STR("a");
    parameters[0].type = pcty_type_number();
    parameters[1].name = PCTY_STR("b");
    parameters[1].type = pcty_type_number();
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    spec.parameters = parameters;
    spec.parameter_count = 2;
    spec.return_type = pcty_type_number();
    spec.implementation = add;
    struct call c;
    MUST(pcty_function_new(&spec, &c.function, &error));
    c.args[0] = pcty_value_number_from_int64(1);
    c.args[1] = pcty_value_number_from_int64(2);
    report("B5.call", 1, time_per_operation(run_call, &c));
    pcty_value_free(c.args[0]);
    pcty_value_free(c.args[1]);
    pcty_function_free(c.function);
}

// B6: functions of the standard library -------------------------------------------------------

struct standard_call {
    const pcty_function *function;
    pcty_value *args[5];
    size_t count;
    // The number of elements of the result; 0 for a text.
    size_t length;
};

static void run_standard(void *data) {
    struct standard_call *c = data;
    pcty_value *result = NULL;
    MUST(pcty_function_call(c->function, (const pcty_value *const *)c->args, c->count, &result,
                          &error));
    size_t length = 0;
    expect(!pcty_value_length(result, &length) || length == c->length,
           "the result has every element");
    pcty_value_free(result);
}

static void time_standard(const char *id, const char *name, struct standard_call c, int size) {
    c.function = pcty_hcl_stdlib_get(pcty_str_from_cstr(name));
    report(id, size, time_per_operation(run_standard, &c));
    for (size_t i = 0; i < c.count; i++) {
        pcty_value_free(c.args[i]);
    }
}

static pcty_value *string_value(const char *text) {
    pcty_value *value = NULL;
    MUST(pcty_value_string(pcty_str_from_cstr(text), &value, &error));
    return value;
}

// A list of the values, which are freed.
static pcty_value *list_value(pcty_value **values, size_t count) {
    pcty_value *list = NULL;
    MUST(pcty_value_list((const pcty_value *const *)values, count, &list, &error));
    for (size_t i = 0; i < count; i++) {
        pcty_value_free(values[i]);
    }
    return list;
}

static void b6_format(void) {
    struct standard_call c = {.count = 5};
    c.args[0] = string_value("%s-%05d-%v %q");
    c.args[1] = string_value("node");
    c.args[2] = pcty_value_number_from_int64(42);
    c.args[3] = pcty_value_bool(true);
    c.args[4] = string_value("a\"b");
    time_standard("B6.format", "format", c, 1);
}

static pcty_value *map_of_strings(int from, int to) {
    char *text = malloc((size_t)(to - from) * 32 + 8), *at = text;
    for (int i = from; i < to; i++) {
        at += sprintf(at, "%c\"k%04d\":\"v%d\"", i == from ? '{' : ',', i, i);
    }
    at += sprintf(at, "}");
    pcty_type *type = NULL;
    MUST(pcty_type_map(NULL, pcty_type_string(), NULL, &type, &error));
    pcty_value *map = decode(text, (size_t)(at - text), type);
    pcty_type_free(type);
    free(text);
    return map;
}

static void b6_merge(void) {
    struct standard_call c = {.count = 2, .length = 1500};
    c.args[0] = map_of_strings(0, 1000);
    c.args[1] = map_of_strings(500, 1500);
    time_standard("B6.merge", "merge", c, 1000);
}

static void b6_setproduct(void) {
    struct standard_call c = {.count = 3, .length = 8000};
    for (int list = 0; list < 3; list++) {
        pcty_value *values[20];
        for (int i = 0; i < 20; i++) {
            char text[8];
            sprintf(text, "%c%02d", "abc"[list], i);
            values[i] = string_value(text);
        }
        c.args[list] = list_value(values, 20);
    }
    time_standard("B6.setproduct", "setproduct", c, 8000);
}

static void b6_sort(int n) {
    struct standard_call c = {.count = 1, .length = (size_t)n};
    pcty_value **values = malloc((size_t)n * sizeof *values);
    for (int i = 0; i < n; i++) {
        char text[16];
        sprintf(text, "s%05d", (int)((long)i * 7919 % n));
        values[i] = string_value(text);
    }
    c.args[0] = list_value(values, (size_t)n);
    free(values);
    time_standard("B6.sort", "sort", c, n);
}

static void b6_flatten(void) {
    struct standard_call c = {.count = 1, .length = 10000};
    pcty_value *lists[100];
    for (int i = 0; i < 100; i++) {
        pcty_value *values[100];
        for (int j = 0; j < 100; j++) {
            char text[16];
            sprintf(text, "e%d-%d", i, j);
            values[j] = string_value(text);
        }
        lists[i] = list_value(values, 100);
    }
    c.args[0] = list_value(lists, 100);
    time_standard("B6.flatten", "flatten", c, 10000);
}

// B7: parse and evaluate an expression of HCL ---------------------------------------------

static const char expression_text[] =
    "[for i, x in items : \"${i}:${upper(x.name)}=${x.port + 1}%{ if x.enabled } on%{ endif }\""
    " if x.port % 2 == 0]";

static pcty_hcl_expression *parse_expression(void) {
    pcty_hcl_expression *expression = NULL;
    pcty_str text = {expression_text, sizeof expression_text - 1};
    MUST(pcty_hcl_expression_parse(text, PCTY_STR("b7.hcl"), NULL, PCTY_HCL_NATIVE, &expression, NULL, &error));
    return expression;
}

static void run_parse(void *data) {
    (void)data;
    pcty_hcl_expression_free(parse_expression());
}

static void run_evaluate(void *data) {
    pcty_hcl_expression *expression = parse_expression();
    pcty_value *value = NULL;
    size_t length = 0;
    MUST(pcty_hcl_expression_evaluate(expression, data, &value, NULL, &error));
    expect(pcty_value_length(value, &length) && length == 500, "half of the elements remain");
    pcty_value_free(value);
    pcty_hcl_expression_free(expression);
}

static void b7(int n) {
    size_t len;
    char *text = document(n, false, &len);
    pcty_type *type = list_type();
    pcty_value *items = decode(text, len, type);
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    const pcty_function *upper = pcty_hcl_stdlib_get(PCTY_STR("upper"));
    MUST(pcty_hcl_scope_set_variable(scope, PCTY_STR("items"), items, &error));
    MUST(pcty_hcl_scope_set_function(scope, PCTY_STR("upper"), upper, &error));
    if (selected("B7.evaluate")) {
        report("B7.evaluate", n, time_per_operation(run_evaluate, scope));
    }
    if (selected("B7.parse")) {
        report("B7.parse", 1, time_per_operation(run_parse, NULL));
    }
    pcty_hcl_scope_free(scope);
    pcty_value_free(items);
    pcty_type_free(type);
    free(text);
}

// B8: compare ----------------------------------------------------------------------------

struct two {
    pcty_value *a, *b;
};

static void run_equals(void *data) {
    struct two *t = data;
    pcty_value *equal = NULL;
    bool holds = false;
    MUST(pcty_value_binary(t->a, t->b, PCTY_OPERATOR_EQUAL_TO, &equal, &error));
    MUST(pcty_value_as_bool(equal, &holds, &error));
    expect(holds, "the values are equal");
    pcty_value_free(equal);
}

static void b8(int n) {
    size_t len;
    char *text = document(n, false, &len);
    pcty_type *type = list_type();
    struct two t = {decode(text, len, type), decode(text, len, type)};
    report("B8.equals", n, time_per_operation(run_equals, &t));
    pcty_value_free(t.a);
    pcty_value_free(t.b);
    pcty_type_free(type);
    free(text);
}

// B9: make a set --------------------------------------------------------------------------

struct values {
    pcty_value **values;
    size_t count;
};

static void run_set(void *data) {
    struct values *v = data;
    pcty_value *set = NULL;
    MUST(pcty_value_set((const pcty_value *const *)v->values, v->count, &set, &error));
    size_t remain = 0;
    expect(pcty_value_length(set, &remain) && remain == v->count / 2,
           "half of the strings remain");
    pcty_value_free(set);
}

static void b9(int n) {
    struct values v = {malloc((size_t)n * sizeof *v.values), (size_t)n};
    for (int i = 0; i < n; i++) {
        char text[16];
        sprintf(text, "s%05d", i % (n / 2));
        MUST(pcty_value_string(pcty_str_from_cstr(text), &v.values[i], &error));
    }
    report("B9.set", n, time_per_operation(run_set, &v));
    for (int i = 0; i < n; i++) {
        pcty_value_free(v.values[i]);
    }
    free(v.values);
}

// B10: live bytes -----------------------------------------------------------------------------

static void b10(int n) {
    size_t len;
    char *text = document(n, false, &len);
    pcty_type *type = list_type();
    struct mallinfo2 before = mallinfo2();
    pcty_value *value = decode(text, len, type);
    struct mallinfo2 after = mallinfo2();
    double live = (double)(after.uordblks + after.hblkhd) - (double)(before.uordblks + before.hblkhd);
    report("B10.live", n, live);
    pcty_value_free(value);
    pcty_type_free(type);
    free(text);
}

int main(int argc, char **argv) {
    arguments(argc, argv);
    if (selected("B1.decode") || selected("B1.encode")) {
        b1(10000);
    }
    if (selected("B2.decode") || selected("B2.convert")) {
        b2(1000);
        b2(10000);
    }
    if (selected("B3.unify")) {
        b3(100);
        b3(1000);
    }
    if (selected("B4.conversion")) {
        b4(6);
    }
    if (selected("B5.call")) {
        b5();
    }
    if (selected("B6.format")) {
        b6_format();
    }
    if (selected("B6.merge")) {
        b6_merge();
    }
    if (selected("B6.setproduct")) {
        b6_setproduct();
    }
    if (selected("B6.sort")) {
        b6_sort(10000);
    }
    if (selected("B6.flatten")) {
        b6_flatten();
    }
    if (selected("B7.evaluate") || selected("B7.parse")) {
        b7(1000);
    }
    if (selected("B8.equals")) {
        b8(10000);
    }
    if (selected("B9.set")) {
        b9(1000);
        b9(10000);
    }
    if (selected("B10.live")) {
        b10(10000);
    }
    return 0;
}
