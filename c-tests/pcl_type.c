// PCL types: making and parsing them, their texts, derived types, conversions between them, and
// traversals.

#include "check.h"

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

static void check_line(const pcty_type *type, const char *line) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_type_format(type, PCTY_DIALECT_PCL, &text, NULL));
    if (strcmp(pcty_string_cstr(text), line) != 0) {
        fprintf(stderr, "%s is not %s\n", pcty_string_cstr(text), line);
        exit(1);
    }
    pcty_string_free(text);
}

// The type has this text; frees the type.
static void check_made(pcty_type *type, const char *line) {
    check_line(type, line);
    pcty_type_free(type);
}

static void constructors_make_normal_forms(void) {
    pcty_type *made = NULL, *texts = parsed("union(string, none)"), *number = NULL;
    const pcty_type *members[4];
    members[0] = pcty_type_string(), members[1] = texts;
    members[2] = pcty_type_integer(), members[3] = pcty_pcl_type_id();
    CHECK_OK(pcty_pcl_type_union(members, 4, &made, NULL));
    check_made(made, "union(id, int, none, string)");
    CHECK_OK(pcty_pcl_type_union(members, 1, &made, NULL));
    CHECK(pcty_type_equal(made, pcty_type_string()));
    pcty_type_free(made);
    CHECK_OK(pcty_pcl_type_union(NULL, 0, &made, NULL));
    CHECK(type_data(made).kind == PCTY_PCL_KIND_UNION && type_info(made).part_count == 0);
    check_made(made, "union()");
    CHECK_OK(pcty_pcl_type_derive(texts, PCTY_PCL_DERIVE_OPTIONAL, &made, NULL));
    CHECK(pcty_type_equal(made, texts));
    pcty_type_free(made);

    pcty_type *promises = parsed("list(promise(output(int)))");
    CHECK_OK(pcty_pcl_type_derive(promises, PCTY_PCL_DERIVE_PROMISE, &made, NULL));
    check_made(made, "promise(list(output(int)))");
    CHECK_OK(pcty_pcl_type_derive(promises, PCTY_PCL_DERIVE_OUTPUT, &made, NULL));
    check_made(made, "output(list(int))");
    pcty_type_free(promises);

    CHECK_OK(pcty_pcl_type_opaque(PCTY_STR("Asset"), &made, NULL));
    CHECK(type_data(made).kind == PCTY_PCL_KIND_OPAQUE);
    CHECK_STR(type_info(made).name, "Asset");
    pcty_type_free(made);
    CHECK_OK(pcty_pcl_type_opaque(PCTY_STR("int"), &made, NULL));
    CHECK(pcty_type_equal(made, pcty_type_integer()));
    pcty_type_free(made);

    // What other constructors made.
    CHECK_OK(pcty_type_wrapper(pcty_type_bool(), PCTY_KIND_OPTIONAL, &number, NULL));
    CHECK_OK(pcty_pcl_type_derive(number, PCTY_PCL_DERIVE_NORMAL, &made, NULL));
    check_made(made, "union(bool, none)");
    pcty_type_free(number);
    pcty_type_free(texts);
}

static void constants_and_enumerations(void) {
    pcty_type *made = NULL;
    pcty_value *five = pcty_value_number_from_int64(5), *null = pcty_value_null(pcty_type_any());
    pcty_value *red = NULL, *blue = NULL, *value = NULL;
    CHECK_OK(pcty_pcl_type_const(pcty_type_integer(), five, &made, NULL));
    CHECK(type_data(made).kind == PCTY_PCL_KIND_CONST);
    CHECK(pcty_type_equal(type_data(made).element, pcty_type_integer()));
    CHECK_OK(pcty_pcl_type_value_at(made, 0, &value, NULL));
    CHECK(pcty_type_equal(pcty_value_type(value), pcty_type_integer()));
    pcty_value_free(value);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_pcl_type_value_at(made, 1, &value, &error));
    check_made(made, "cty.NumberIntVal(5)");

    CHECK_OK(pcty_pcl_type_const(pcty_type_none(), null, &made, NULL));
    CHECK(type_data(made).kind == PCTY_PCL_KIND_CONST && type_data(made).value_count == 1);
    CHECK(pcty_type_equal(type_data(made).element, pcty_type_none()));
    CHECK_OK(pcty_pcl_type_value_at(made, 0, &value, NULL));
    CHECK(pcty_value_state(value) == PCTY_STATE_NULL);
    pcty_value_free(value);
    pcty_type_free(made);
    made = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_const(pcty_type_string(), five, &made, &error));

    CHECK_OK(pcty_value_string(PCTY_STR("red"), &red, NULL));
    CHECK_OK(pcty_value_string(PCTY_STR("blue"), &blue, NULL));
    const pcty_value *colours[2];
    colours[0] = red, colours[1] = blue;
    CHECK_OK(pcty_pcl_type_enum(PCTY_STR("colour"), pcty_type_string(), colours, 2, &made, NULL));
    CHECK(type_data(made).kind == PCTY_PCL_KIND_ENUM && type_data(made).value_count == 2);
    CHECK_STR(type_info(made).name, "colour");
    CHECK_OK(pcty_pcl_type_value_at(made, 1, &value, NULL));
    CHECK(pcty_value_equal(value, blue));
    pcty_value_free(value);
    CHECK_STRING(pcty_pcl_type_to_text(made, PCTY_PCL_COLUMNS), "enum(\"red\" | \"blue\")");
    pcty_type_free(made);
    made = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_enum(PCTY_STR("none"), pcty_type_string(), NULL, 0, &made, &error));
    colours[1] = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_enum(PCTY_STR("c"), pcty_type_string(), colours, 2, &made, &error));
    CHECK(made == NULL);
    pcty_value_free(blue);
    pcty_value_free(red);
    pcty_value_free(null);
    pcty_value_free(five);
}

static void kinds(void) {
    static const struct {
        const char *notation;
        pcty_pcl_kind kind;
    } cases[] = {
        {"dynamic", PCTY_PCL_KIND_DYNAMIC},       {"none", PCTY_PCL_KIND_NONE},
        {"bool", PCTY_PCL_KIND_BOOL},             {"int", PCTY_PCL_KIND_INT},
        {"number", PCTY_PCL_KIND_NUMBER},         {"string", PCTY_PCL_KIND_STRING},
        {"id", PCTY_PCL_KIND_ID},                 {"list(int)", PCTY_PCL_KIND_LIST},
        {"set(int)", PCTY_PCL_KIND_SET},          {"map(int)", PCTY_PCL_KIND_MAP},
        {"tuple(int)", PCTY_PCL_KIND_TUPLE},      {"object({a = int})", PCTY_PCL_KIND_OBJECT},
        {"promise(int)", PCTY_PCL_KIND_PROMISE},  {"output(int)", PCTY_PCL_KIND_OUTPUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pcty_type *type = parsed(cases[i].notation);
        CHECK(type_data(type).kind == cases[i].kind);
        const pcty_type *element = type_data(type).element;
        CHECK(element == NULL || pcty_type_equal(element, pcty_type_integer()));
        pcty_type_free(type);
    }
    CHECK(type_data(NULL).kind == PCTY_PCL_KIND_MISSING && !pcty_pcl_type_info(NULL, NULL));
    CHECK(pcty_pcl_type_info(pcty_type_string(), NULL));
    CHECK(type_data(pcty_type_float()).kind == PCTY_PCL_KIND_FOREIGN);
    CHECK(type_data(pcty_type_string()).element == NULL);
    CHECK(type_data(pcty_type_string()).value_count == 0);
    CHECK(type_data(pcty_type_none()).is_optional);
    CHECK(!type_data(pcty_type_any()).is_optional && !type_data(NULL).is_optional);
}

// Promises and outputs inside a type, and the type without them.
static void derived_types(void) {
    pcty_type *type = parsed("object({a = output(string), b = promise(int), c = bool})"), *made;
    CHECK(pcty_pcl_type_deferred(type) == PCTY_PCL_DEFERRED_OUTPUT);
    CHECK_OK(pcty_pcl_type_resolve(type, PCTY_PCL_RESOLVE_PROMISES, &made, NULL));
    CHECK(pcty_pcl_type_deferred(made) == PCTY_PCL_DEFERRED_OUTPUT);
    check_made(made, "object({a = output(string), b = int, c = bool})");
    CHECK_OK(pcty_pcl_type_resolve(type, PCTY_PCL_RESOLVE_ALL, &made, NULL));
    CHECK(pcty_pcl_type_deferred(made) == PCTY_PCL_DEFERRED_NONE);
    check_made(made, "object({a = string, b = int, c = bool})");
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_pcl_type_resolve(type, 0, &made, &error));
    pcty_type_free(type);
    type = parsed("list(promise(int))");
    CHECK(pcty_pcl_type_deferred(type) == PCTY_PCL_DEFERRED_PROMISE);
    pcty_type_free(type);
    CHECK_OK(pcty_pcl_type_derive(pcty_type_bool(), PCTY_PCL_DERIVE_INPUT, &made, NULL));
    check_made(made, "union(bool, output(bool))");
}

// { next: 'T1?, v: string }
static pcty_type *chain(void) {
    pcty_variable_scope *scope = pcty_variable_scope_new();
    pcty_type *self = pcty_variable_scope_get(scope, 0), *next = NULL, *node = NULL, *made = NULL;
    pcty_group *group = NULL;
    CHECK_OK(pcty_pcl_type_derive(self, PCTY_PCL_DERIVE_OPTIONAL, &next, NULL));
    pcty_field fields[2];
    memset(fields, 0, sizeof fields);
    fields[0].name = PCTY_STR("next"), fields[0].type = next;
    fields[1].name = PCTY_STR("v"), fields[1].type = pcty_type_string();
    CHECK_OK(pcty_type_object(fields, 2, &node, NULL));
    const pcty_str names[] = {PCTY_STR_INIT("R")};
    const pcty_type *definitions[1];
    definitions[0] = node;
    CHECK_OK(pcty_group_new(scope, names, definitions, 1, &group, NULL));
    CHECK_OK(pcty_group_reference_at(group, 0, &made, NULL));
    pcty_group_free(group);
    pcty_type_free(node);
    pcty_type_free(next);
    pcty_type_free(self);
    pcty_variable_scope_free(scope);
    return made;
}

static void recursive_objects(void) {
    pcty_type *one = chain(), *other = chain(), *read = NULL, *inside = NULL;
    CHECK(type_data(one).kind == PCTY_PCL_KIND_RECURSIVE);
    bool same = false;
    CHECK_OK(pcty_type_equivalent(one, other, PCTY_DIALECT_PCL, &same, NULL));
    CHECK(same && !pcty_type_equal(one, other));
    CHECK_STRING(pcty_pcl_type_to_text(one, PCTY_PCL_COLUMNS), "'T1 { next: 'T1?, v: string }");
    pcty_string *json = NULL;
    CHECK_OK(pcty_pcl_type_to_json(one, &json, NULL));
    CHECK_OK(pcty_pcl_type_from_json(pcty_string_str(json), &read, NULL));
    CHECK_OK(pcty_type_equivalent(one, read, PCTY_DIALECT_PCL, &same, NULL));
    CHECK(same);
    CHECK_STRING(json, "[\"rec\",\"R1\",[\"object\",{\"next\":[\"union\",[\"none\","
                       "[\"ref\",\"R1\"]]],\"v\":\"string\"}]]");
    pcty_pcl_step steps[3] = {{sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, PCTY_STR_INIT("next"), NULL},
                              {sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, PCTY_STR_INIT("next"), NULL},
                              {sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, PCTY_STR_INIT("v"), NULL}};
    CHECK_OK(pcty_pcl_type_traverse(one, steps, 3, &inside, NULL, NULL));
    check_made(inside, "union(none, string)");
    pcty_type_free(read);
    pcty_type_free(other);
    pcty_type_free(one);
}

static void texts(void) {
    pcty_type *type = parsed("object({port = union(int, none), tags = map(string)})"), *again;
    CHECK_STRING(pcty_pcl_type_to_text(type, PCTY_PCL_COLUMNS), "{ port: int?, tags: map(string) }");
    CHECK_STRING(pcty_pcl_type_to_text(type, 20), "{\n  port: int?,\n  tags: map(\n    string\n  ),\n}");
    CHECK(pcty_pcl_type_to_text(NULL, 10) == NULL);
    pcty_string *json = NULL;
    CHECK_OK(pcty_pcl_type_to_json(type, &json, NULL));
    CHECK_OK(pcty_pcl_type_from_json(pcty_string_str(json), &again, NULL));
    CHECK(pcty_type_equal(type, again));
    CHECK_STRING(json, "[\"object\",{\"port\":[\"union\",[\"int\",\"none\"]],"
                       "\"tags\":[\"map\",\"string\"]}]");
    pcty_type_free(again);
    pcty_type_free(type);
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_pcl_type_from_json(PCTY_STR("[\"list\""), &again, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_pcl_type_from_json(PCTY_STR("\"strin\""), &again, &error));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_pcl_type_to_json(pcty_type_float(), &json, &error));
}

static void check_conversion(const char *from, const char *to, pcty_conversion wanted, bool fits) {
    pcty_type *source = parsed(from), *target = parsed(to);
    pcty_conversion kind = 77;
    bool assignable = !fits;
    CHECK_OK(pcty_type_conversion(source, target, PCTY_DIALECT_PCL, &kind, NULL));
    CHECK(kind == wanted);
    CHECK_OK(pcty_type_assignable(source, target, PCTY_DIALECT_PCL, &assignable, NULL));
    CHECK(assignable == fits);
    pcty_error *why = NULL;
    CHECK_OK(pcty_type_explain(source, target, PCTY_DIALECT_PCL, &why, NULL));
    CHECK((why != NULL) == (kind == PCTY_CONVERSION_NONE));
    pcty_error_free(why);
    pcty_type_free(source);
    pcty_type_free(target);
}

static void what_stands_between_types(void) {
    check_conversion("int", "number", PCTY_CONVERSION_SAFE, false);
    check_conversion("number", "int", PCTY_CONVERSION_UNSAFE, false);
    check_conversion("int", "int", PCTY_CONVERSION_SAME, true);
    check_conversion("none", "union(int, none)", PCTY_CONVERSION_SAFE, true);
    check_conversion("none", "int", PCTY_CONVERSION_NONE, false);
    check_conversion("string", "output(string)", PCTY_CONVERSION_SAFE, true);
    check_conversion("output(string)", "string", PCTY_CONVERSION_NONE, false);
    check_conversion("output(string)", "promise(string)", PCTY_CONVERSION_NONE, false);

    // The reason, the path, and the mismatched types.
    pcty_type *source = parsed("object({a = tuple(bool, list(string))})");
    pcty_type *target = parsed("object({a = list(int)})");
    pcty_error *why = NULL;
    CHECK_OK(pcty_type_explain(source, target, PCTY_DIALECT_PCL, &why, NULL));
    CHECK_STR(pcty_error_message(why), "cannot assign value of type list(string) to type int");
    CHECK_STRING(pcty_path_to_text(pcty_error_path(why)), ".a[1]");
    CHECK(pcty_type_equal(error_info(why).expected, pcty_type_integer()));
    check_line(error_info(why).found, "list(string)");
    pcty_error_free(why);
    pcty_type_free(source);
    pcty_type_free(target);
}

static void check_doubt(const char *from, const char *to, const char *path) {
    pcty_type *source = parsed(from), *target = parsed(to);
    pcty_error *why = NULL;
    CHECK_OK(pcty_pcl_type_explain_unsafe(source, target, &why, NULL));
    CHECK((why != NULL) == (path != NULL));
    if (path != NULL) {
        CHECK(pcty_error_message(why).len > 0 && error_info(why).expected != NULL);
        CHECK_STRING(pcty_path_to_text(pcty_error_path(why)), path);
    }
    pcty_error_free(why);
    pcty_type_free(target);
    pcty_type_free(source);
}

static void what_is_not_sure(void) {
    check_doubt("object({a = tuple(int, string)})", "object({a = list(int)})", ".a[1]");
    check_doubt("int", "string", NULL);
    check_doubt("none", "string", NULL);
}

static int destroyed;

static void count_destruction(void *data) {
    CHECK(data == &destroyed);
    destroyed++;
}

static void annotations_stay_with_their_type(void) {
    static int other;
    pcty_type *noted = NULL, *twice = NULL, *optional = NULL, *input = NULL;
    const pcty_type *number = pcty_type_number();
    CHECK_OK(pcty_type_annotate(number, &destroyed, count_destruction, &noted, NULL));
    CHECK_OK(pcty_type_annotate(noted, &other, NULL, &twice, NULL));
    CHECK(pcty_type_equal(noted, number) && pcty_type_hash(noted) == pcty_type_hash(number));
    CHECK(pcty_type_annotation_count(number) == 0 && pcty_type_annotation_count(NULL) == 0);
    CHECK(pcty_type_annotation_count(noted) == 1 && pcty_type_annotation_count(twice) == 2);
    CHECK(pcty_type_annotation_at(twice, 0) == &destroyed);
    CHECK(pcty_type_annotation_at(twice, 1) == &other && pcty_type_annotation_at(twice, 2) == NULL);
    pcty_type_free(noted);
    CHECK_OK(pcty_pcl_type_derive(twice, PCTY_PCL_DERIVE_OPTIONAL, &optional, NULL));
    pcty_type_free(twice);
    CHECK(destroyed == 0 && pcty_type_annotation_count(pcty_type_part_at(optional, 1)) == 2);
    CHECK_OK(pcty_pcl_type_resolve(optional, PCTY_PCL_RESOLVE_PROMISES, &input, NULL));
    pcty_type_free(optional);
    CHECK(destroyed == 0 && pcty_type_annotation_count(pcty_type_part_at(input, 1)) == 2);
    pcty_type_free(input);
    CHECK(destroyed == 1);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_annotate(NULL, &destroyed, count_destruction, &noted, &error));
    CHECK(destroyed == 2);
}

static void check_unified(const char *a, const char *b, pcty_safety safety, const char *wanted,
                          bool first, bool second) {
    pcty_type *types[2];
    types[0] = parsed(a), types[1] = parsed(b);
    pcty_unification *unified = NULL;
    CHECK_OK(pcty_type_unify((const pcty_type *const *)types, 2, PCTY_DIALECT_PCL, safety,
                             &unified, NULL));
    check_line(unification_info(unified).type, wanted);
    CHECK((pcty_unification_converter_at(unified, 0) != NULL) == first);
    CHECK((pcty_unification_converter_at(unified, 1) != NULL) == second);
    pcty_unification_free(unified);
    pcty_type_free(types[0]);
    pcty_type_free(types[1]);
}

static void common_types(void) {
    check_unified("int", "bool", PCTY_SAFETY_SAFE, "union(bool, int)", true, true);
    check_unified("int", "bool", PCTY_SAFETY_UNSAFE, "int", false, true);
    check_unified("list(int)", "tuple(string)", PCTY_SAFETY_SAFE, "list(string)", true, true);
    check_unified("output(int)", "output(string)", PCTY_SAFETY_SAFE, "output(string)", true, false);
    check_unified("object({a = int})", "object({b = int})", PCTY_SAFETY_SAFE,
                  "object({a = union(int, none), b = union(int, none)})", true, true);
}

static pcty_type *traversed(const pcty_type *from, const pcty_pcl_step *steps, size_t count,
                            pcty_error **diagnostics) {
    pcty_type *made = NULL;
    CHECK_OK(pcty_pcl_type_traverse(from, steps, count, &made, diagnostics, NULL));
    return made;
}

static void check_told(pcty_error *told, size_t index, pcty_severity severity,
                       const char *summary) {
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(told, index, &found, NULL));
    CHECK(found.severity == severity && !found.has_subject);
    CHECK_STR(found.summary, summary);
}

static void steps_lead_somewhere(void) {
    pcty_type *from = parsed("output(object({list = list(tuple(int, string)), Name = string}))");
    pcty_value *one = pcty_value_integer_from_int64(1), *zero = pcty_value_number_from_int64(0);
    pcty_value *somewhere = pcty_value_unknown(pcty_type_number());
    pcty_error *told = NULL;
    pcty_pcl_step steps[3] = {{sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, PCTY_STR_INIT("list"), NULL},
                              {sizeof(pcty_pcl_step), PCTY_PCL_STEP_INDEX, {NULL, 0}, NULL},
                              {sizeof(pcty_pcl_step), PCTY_PCL_STEP_INDEX, {NULL, 0}, NULL}};
    steps[1].key = zero, steps[2].key = one;
    check_made(traversed(from, steps, 3, &told), "output(string)");
    CHECK(told == NULL);
    steps[2].key = somewhere;
    check_made(traversed(from, steps, 3, &told), "output(union(int, string))");
    CHECK(told == NULL);
    check_made(traversed(from, NULL, 0, &told),
               "output(object({Name = string, list = list(tuple(int, string))}))");

    // Each element, and results made of the elements, are deferred like the collection.
    steps[1].kind = PCTY_PCL_STEP_SPLAT;
    steps[2].key = zero;
    check_made(traversed(from, steps, 3, NULL), "output(list(int))");
    steps[2].kind = PCTY_PCL_STEP_SPLAT;
    check_made(traversed(from, steps, 3, NULL), "output(list(list(string)))");
    check_made(traversed(pcty_type_string(), steps + 1, 1, NULL), "list(string)");

    // A warning does not fail the call.
    pcty_type *made = NULL;
    steps[0].name = PCTY_STR("name");
    check_made(traversed(from, steps, 1, &told), "output(string)");
    check_told(told, 0, PCTY_SEVERITY_WARNING, "Found matching case-insensitive property");
    pcty_error_free(told);
    CHECK_OK(pcty_pcl_type_traverse(from, steps, 1, &made, NULL, NULL));
    check_made(made, "output(string)");
    made = NULL;
    steps[0].name = PCTY_STR("nam");
    check_made(traversed(from, steps, 1, &told), "output(dynamic)");
    CHECK(error_info(told).diagnostic_count == 1);
    check_told(told, 0, PCTY_SEVERITY_ERROR, "unknown property 'nam' among [Name list]");
    CHECK_STR(pcty_error_message(told), "unknown property 'nam' among [Name list]");
    pcty_error_free(told);
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS, pcty_pcl_type_traverse(from, steps, 1, &made, NULL, &error));

    steps[0].kind = PCTY_PCL_STEP_INDEX, steps[0].key = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_traverse(from, steps, 1, &made, NULL, &error));
    steps[0].kind = 0;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_traverse(from, steps, 1, &made, NULL, &error));
    steps[0].kind = PCTY_PCL_STEP_ATTRIBUTE, steps[0].name = PCTY_STR("\xff");
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8, pcty_pcl_type_traverse(from, steps, 1, &made, NULL, &error));

    // Struct sizes that belong to no version, and an array with different struct sizes.
    steps[0].name = PCTY_STR("list"), steps[0].struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_traverse(from, steps, 1, &made, NULL, &error));
    steps[0].struct_size = sizeof *steps, steps[1].struct_size = 0;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_pcl_type_traverse(from, steps, 2, &made, NULL, &error));
    CHECK_OK(pcty_pcl_type_traverse(from, steps, 1, &made, NULL, NULL));
    pcty_type_free(made);
    made = NULL;

    // Nested lists up to the maximum depth of a type.
    enum { MANY = 400 };
    static pcty_pcl_step splats[MANY];
    for (size_t i = 0; i < MANY; i++) {
        splats[i].struct_size = sizeof *splats;
        splats[i].kind = PCTY_PCL_STEP_SPLAT;
    }
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_pcl_type_traverse(from, splats, MANY, &made, NULL, &error));
    CHECK(made == NULL);
    pcty_value_free(somewhere);
    pcty_value_free(zero);
    pcty_value_free(one);
    pcty_type_free(from);
}

int main(void) {
    constructors_make_normal_forms();
    constants_and_enumerations();
    kinds();
    derived_types();
    recursive_objects();
    texts();
    what_stands_between_types();
    what_is_not_sure();
    common_types();
    annotations_stay_with_their_type();
    steps_lead_somewhere();
    return 0;
}
