// Reads a configuration of several HCL files and prints what it says as JSON.
//
//     hcl_config FILE...
//
// Files that end in `.json` are in HCL's JSON syntax, the others in its native one. Together
// they have `variable` blocks with a type, perhaps with defaults inside it; the values of
// the variables in `inputs`; `locals`, which may refer to variables and to one another; and
// `service` blocks with `endpoint` blocks inside. Whatever is wrong is told with the lines
// of the file that it is about.

#include "polycty.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pcty_error *error;

// Ends the program where a call fails, and says why.
static void must(pcty_status status) {
    if (status == PCTY_OK) {
        return;
    }
    pcty_string *text = pcty_error_text(error);
    fprintf(stderr, "%s\n", pcty_string_cstr(text));
    pcty_string_free(text);
    pcty_error_free(error);
    exit(1);
}

static void *grown(void *memory, size_t size) {
    memory = realloc(memory, size);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

// --- Objects while they are gathered

typedef struct {
    pcty_str *names; // lent
    pcty_value **values;
    size_t count;
} fields;

// Takes the value.
static void add(fields *object, pcty_str name, pcty_value *value) {
    size_t count = object->count + 1;
    object->names = (pcty_str *)grown(object->names, count * sizeof *object->names);
    object->values = (pcty_value **)grown(object->values, count * sizeof *object->values);
    object->names[object->count] = name;
    object->values[object->count] = value;
    object->count = count;
}

static pcty_value *object_of(const fields *object) {
    pcty_value *value = NULL;
    must(pcty_value_object(object->names, (const pcty_value *const *)object->values, object->count,
                           &value, &error));
    return value;
}

static void drop(fields *object) {
    for (size_t i = 0; i < object->count; i++) {
        pcty_value_free(object->values[i]);
    }
    free(object->names);
    free(object->values);
}

// --- The function of the host: slug("Web Front") is "web-front"

static pcty_status slug(void *user_data, const pcty_value *const *args, size_t count,
                        const pcty_type *return_type, pcty_value **out, pcty_error **failure) {
    pcty_str text;
    (void)user_data, (void)count, (void)return_type;
    pcty_status status = pcty_value_as_string(args[0], &text, failure);
    if (status != PCTY_OK) {
        return status;
    }
    char *made = (char *)grown(NULL, text.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (isalnum(c)) {
            made[len++] = (char)tolower(c);
        } else if (len > 0 && made[len - 1] != '-') {
            made[len++] = '-';
        }
    }
    pcty_str result = {made, len};
    status = pcty_value_string(result, out, failure);
    free(made);
    return status;
}

static void define_slug(pcty_hcl_scope *scope) {
    pcty_parameter text = PCTY_PARAMETER_INIT;
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    pcty_function *function = NULL;
    text.name = PCTY_STR("text");
    text.type = pcty_type_string();
    spec.parameters = &text;
    spec.parameter_count = 1;
    spec.return_type = pcty_type_string();
    spec.implementation = slug;
    must(pcty_function_new(&spec, &function, &error));
    must(pcty_hcl_scope_set_function(scope, PCTY_STR("slug"), function, &error));
    pcty_function_free(function);
}

// --- Files

static pcty_hcl_body *read_file(const char *name) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        perror(name);
        exit(1);
    }
    size_t size = 0, got;
    char *text = NULL;
    do {
        text = (char *)grown(text, size + 4096);
        got = fread(text + size, 1, 4096, file);
        size += got;
    } while (got > 0);
    fclose(file);
    size_t len = strlen(name);
    bool json = len > 5 && strcmp(name + len - 5, ".json") == 0;
    pcty_str whole = {text, size};
    pcty_hcl_body *body = NULL;
    must(pcty_hcl_body_parse(json ? PCTY_HCL_JSON : PCTY_HCL_NATIVE, pcty_str_from_cstr(name),
                             whole, &body, &error));
    free(text);
    return body;
}

static pcty_hcl_content *content_of(const pcty_hcl_body *body,
                                    const pcty_hcl_attribute_schema *attributes,
                                    size_t attribute_count, const pcty_hcl_block_schema *blocks,
                                    size_t block_count) {
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
    pcty_hcl_content *content = NULL;
    schema.attributes = attributes, schema.attribute_count = attribute_count;
    schema.blocks = blocks, schema.block_count = block_count;
    must(pcty_hcl_body_content(body, &schema, &content, &error));
    return content;
}

static bool same(pcty_str text, const char *other) {
    return text.len == strlen(other) && memcmp(text.data, other, text.len) == 0;
}

static pcty_value *evaluated(const pcty_hcl_attribute *attribute, const pcty_hcl_scope *scope) {
    pcty_value *value = NULL;
    must(pcty_hcl_expression_evaluate(pcty_hcl_attribute_expression(attribute), scope, &value,
                                      &error));
    return value;
}

// --- Variables

// Ends the program with an error that points at a place.
static void stop_at(pcty_str file, pcty_range range, pcty_str summary, pcty_str detail) {
    pcty_diagnostic diagnostic = PCTY_DIAGNOSTIC_INIT;
    diagnostic.summary = summary, diagnostic.detail = detail;
    diagnostic.has_subject = true, diagnostic.subject = range;
    diagnostic.file = file;
    error = pcty_error_new(PCTY_ERROR_DIAGNOSTICS, summary);
    pcty_error_add_diagnostic(error, &diagnostic, NULL);
    must(PCTY_ERROR_DIAGNOSTICS);
}

// What is given for a variable, or its default, with the defaults of its type.
static pcty_value *variable(const pcty_hcl_block *block, const pcty_value *inputs) {
    static const pcty_hcl_attribute_schema known[] = {{PCTY_STR_INIT("type"), true},
                                                      {PCTY_STR_INIT("default"), false},
                                                      {PCTY_STR_INIT("description"), false}};
    pcty_hcl_content *content = content_of(pcty_hcl_block_body(block), known, 3, NULL, 0);
    pcty_str name = pcty_hcl_block_label(block, 0);
    const pcty_hcl_attribute *type_of = pcty_hcl_content_attribute(content, PCTY_STR("type"));
    const pcty_hcl_attribute *default_of = pcty_hcl_content_attribute(content, PCTY_STR("default"));
    pcty_type *type = NULL;
    pcty_hcl_defaults *defaults = NULL;
    must(pcty_hcl_expression_type(pcty_hcl_attribute_expression(type_of), PCTY_HCL_TYPE_DEFAULTS,
                                  &type, &defaults, &error));
    pcty_value *given = pcty_value_clone(pcty_value_attribute(inputs, name)), *filled = NULL,
               *value = NULL;
    if (given == NULL && default_of == NULL) {
        stop_at(pcty_hcl_block_file(block), pcty_hcl_block_range(block),
                PCTY_STR("No value for a variable"), PCTY_STR("It has no default, either."));
    }
    if (given == NULL) {
        given = evaluated(default_of, NULL);
    }
    must(pcty_hcl_defaults_apply(defaults, given, &filled, &error));
    if (pcty_value_convert(filled, PCTY_DIALECT_HCL, type, &value, &error) != PCTY_OK) {
        pcty_string *why = pcty_error_line(error);
        pcty_error_free(error);
        stop_at(pcty_hcl_block_file(block), pcty_hcl_block_range(block),
                PCTY_STR("Unsuitable value for a variable"), pcty_string_str(why));
    }
    pcty_value_free(filled);
    pcty_value_free(given);
    pcty_hcl_defaults_free(defaults);
    pcty_type_free(type);
    pcty_hcl_content_free(content);
    return value;
}

// --- Locals

// Whether all that an expression takes from `local` is there.
static bool is_ready(const pcty_hcl_expression *expression, const fields *known) {
    pcty_hcl_traversals *found = pcty_hcl_expression_variables(expression);
    bool ready = true;
    for (size_t i = 0; i < pcty_hcl_traversals_count(found) && ready; i++) {
        const pcty_path *path = pcty_hcl_traversals_path(found, i);
        if (!same(pcty_path_step_name(path, 0), "local")) {
            continue;
        }
        pcty_str name = pcty_path_step_name(path, 1);
        ready = false;
        for (size_t j = 0; j < known->count; j++) {
            ready = ready || (known->names[j].len == name.len &&
                              memcmp(known->names[j].data, name.data, name.len) == 0);
        }
    }
    pcty_hcl_traversals_free(found);
    return ready;
}

// Defines `local` out of all `locals` blocks: round by round what refers only to what is
// known. Of what a round without progress leaves, the evaluator says what is wrong.
static void define_locals(const pcty_hcl_content *module, pcty_hcl_scope *scope) {
    pcty_hcl_content **blocks = NULL;
    const pcty_hcl_attribute **left = NULL;
    size_t block_count = 0, left_count = 0;
    for (size_t i = 0; i < pcty_hcl_content_block_count(module); i++) {
        const pcty_hcl_block *block = pcty_hcl_content_block_at(module, i);
        if (!same(pcty_hcl_block_type(block), "locals")) {
            continue;
        }
        pcty_hcl_content *locals = NULL;
        must(pcty_hcl_body_attributes(pcty_hcl_block_body(block), &locals, &error));
        blocks = (pcty_hcl_content **)grown(blocks, (block_count + 1) * sizeof *blocks);
        blocks[block_count++] = locals;
        size_t count = pcty_hcl_content_attribute_count(locals);
        left = (const pcty_hcl_attribute **)grown(left, (left_count + count + 1) * sizeof *left);
        for (size_t j = 0; j < count; j++) {
            left[left_count++] = pcty_hcl_content_attribute_at(locals, j);
        }
    }
    fields known = {NULL, NULL, 0};
    bool progress = true;
    while (left_count > 0) {
        size_t still = 0;
        for (size_t i = 0; i < left_count; i++) {
            const pcty_hcl_expression *expression = pcty_hcl_attribute_expression(left[i]);
            if (progress && !is_ready(expression, &known)) {
                left[still++] = left[i];
                continue;
            }
            add(&known, pcty_hcl_attribute_name(left[i]), evaluated(left[i], scope));
            pcty_value *local = object_of(&known);
            must(pcty_hcl_scope_set_variable(scope, PCTY_STR("local"), local, &error));
            pcty_value_free(local);
        }
        progress = still < left_count;
        left_count = still;
    }
    drop(&known);
    for (size_t i = 0; i < block_count; i++) {
        pcty_hcl_content_free(blocks[i]);
    }
    free(blocks);
    free(left);
}

// --- Services

static pcty_value *arguments(const pcty_hcl_body *body, const pcty_hcl_scope *scope,
                             fields *object) {
    pcty_hcl_content *content = NULL;
    must(pcty_hcl_body_attributes(body, &content, &error));
    for (size_t i = 0; i < pcty_hcl_content_attribute_count(content); i++) {
        const pcty_hcl_attribute *attribute = pcty_hcl_content_attribute_at(content, i);
        add(object, pcty_hcl_attribute_name(attribute), evaluated(attribute, scope));
    }
    pcty_value *made = object_of(object);
    pcty_hcl_content_free(content);
    drop(object);
    return made;
}

static pcty_value *service(const pcty_hcl_block *block, const pcty_hcl_scope *scope) {
    static const pcty_str label[] = {PCTY_STR_INIT("name")};
    static const pcty_hcl_block_schema endpoint[] = {{PCTY_STR_INIT("endpoint"), label, 1}};
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
    schema.blocks = endpoint;
    schema.block_count = 1;
    pcty_hcl_content *content = NULL;
    pcty_hcl_body *rest = NULL;
    must(pcty_hcl_body_split(pcty_hcl_block_body(block), &schema, &content, &rest, &error));
    fields endpoints = {NULL, NULL, 0}, object = {NULL, NULL, 0};
    for (size_t i = 0; i < pcty_hcl_content_block_count(content); i++) {
        const pcty_hcl_block *inner = pcty_hcl_content_block_at(content, i);
        fields parts = {NULL, NULL, 0};
        add(&endpoints, pcty_hcl_block_label(inner, 0),
            arguments(pcty_hcl_block_body(inner), scope, &parts));
    }
    add(&object, PCTY_STR("endpoints"), object_of(&endpoints));
    pcty_value *made = arguments(rest, scope, &object);
    drop(&endpoints);
    pcty_hcl_body_free(rest);
    pcty_hcl_content_free(content);
    return made;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fputs("usage: hcl_config FILE...\n", stderr);
        return 2;
    }
    // All files are one body.
    size_t count = (size_t)argc - 1;
    pcty_hcl_body **files = (pcty_hcl_body **)grown(NULL, count * sizeof *files), *module = NULL;
    for (size_t i = 0; i < count; i++) {
        files[i] = read_file(argv[i + 1]);
    }
    must(pcty_hcl_body_merge((const pcty_hcl_body *const *)files, count, &module, &error));

    static const pcty_str label[] = {PCTY_STR_INIT("name")};
    static const pcty_hcl_attribute_schema attributes[] = {{PCTY_STR_INIT("inputs"), true}};
    static const pcty_hcl_block_schema blocks[] = {{PCTY_STR_INIT("variable"), label, 1},
                                                   {PCTY_STR_INIT("locals"), NULL, 0},
                                                   {PCTY_STR_INIT("service"), label, 1}};
    pcty_hcl_content *content = content_of(module, attributes, 1, blocks, 3);
    size_t block_count = pcty_hcl_content_block_count(content);

    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    must(pcty_hcl_scope_set_standard_functions(scope, &error));
    define_slug(scope);
    pcty_value *inputs = evaluated(pcty_hcl_content_attribute_at(content, 0), scope);
    fields variables = {NULL, NULL, 0}, services = {NULL, NULL, 0};
    for (size_t i = 0; i < block_count; i++) {
        const pcty_hcl_block *block = pcty_hcl_content_block_at(content, i);
        if (same(pcty_hcl_block_type(block), "variable")) {
            add(&variables, pcty_hcl_block_label(block, 0), variable(block, inputs));
        }
    }
    pcty_value *var = object_of(&variables);
    must(pcty_hcl_scope_set_variable(scope, PCTY_STR("var"), var, &error));
    define_locals(content, scope);
    for (size_t i = 0; i < block_count; i++) {
        const pcty_hcl_block *block = pcty_hcl_content_block_at(content, i);
        if (same(pcty_hcl_block_type(block), "service")) {
            add(&services, pcty_hcl_block_label(block, 0), service(block, scope));
        }
    }

    // A line a service.
    for (size_t i = 0; i < services.count; i++) {
        pcty_string *json = NULL;
        must(pcty_value_to_json(services.values[i], NULL, &json, &error));
        printf("%.*s: %s\n", (int)services.names[i].len, services.names[i].data,
               pcty_string_cstr(json));
        pcty_string_free(json);
    }
    drop(&services);
    drop(&variables);
    pcty_value_free(var);
    pcty_value_free(inputs);
    pcty_hcl_scope_free(scope);
    pcty_hcl_content_free(content);
    pcty_hcl_body_free(module);
    for (size_t i = 0; i < count; i++) {
        pcty_hcl_body_free(files[i]);
    }
    free(files);
    return 0;
}
