// Reads a configuration of several HCL files and prints it as JSON.
//
//     hcl_config SPEC FILE...
//
// Files that end in `.json` are in HCL's JSON syntax, the others in its native one. Together
// they are one module: `variable` blocks with a type, optionally with defaults inside it, and
// `inputs`, the values of the variables; `function` blocks; and the content that the
// specification, also an HCL document, decodes. One more argument, `maintenance`, is
// specified here, since no type describes its valid values. Errors are printed with
// the lines of the file.

#include "polycty.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pcty_error *error;

// Ends the program with the error if a call fails.
static void must(pcty_status status) {
    if (status == PCTY_OK) {
        return;
    }
    pcty_string *text = pcty_error_format(error, PCTY_NOTATION_TEXT);
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
    must(pcty_hcl_body_parse(whole, pcty_str_from_cstr(name), NULL,
                             json ? PCTY_HCL_JSON : PCTY_HCL_NATIVE, &body, NULL, &error));
    free(text);
    return body;
}

// --- Functions: slug("Web Front") is "web-front"; the module defines others itself

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

// The functions of the module are evaluated in the scope of the module.
static pcty_hcl_scope *same_scope(void *scope) {
    return pcty_hcl_scope_clone((const pcty_hcl_scope *)scope);
}

// --- Variables

static const pcty_hcl_expression *expression_of(const pcty_hcl_attribute *attribute) {
    pcty_hcl_attribute_data data;
    pcty_hcl_attribute_info(attribute, &data);
    return data.expression;
}

static pcty_str name_of(const pcty_hcl_block *block) {
    pcty_hcl_label name;
    pcty_hcl_block_label_at(block, 0, &name);
    return name.text;
}

static pcty_value *evaluated(const pcty_hcl_attribute *attribute, const pcty_hcl_scope *scope) {
    pcty_value *value = NULL;
    must(pcty_hcl_expression_evaluate(expression_of(attribute), scope, &value, NULL,
                                      &error));
    return value;
}

// The input of a variable, or its default, with the defaults of its type.
static pcty_value *variable(const pcty_hcl_block *block, const pcty_value *inputs) {
    pcty_value *given = pcty_value_clone(
        pcty_value_attribute_get(inputs, name_of(block)));
    pcty_hcl_attribute_schema known[] = {{PCTY_STR_INIT("type"), true},
                                         {PCTY_STR_INIT("default"), false},
                                         {PCTY_STR_INIT("description"), false}};
    known[1].required = given == NULL;
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
    schema.attributes = known, schema.attribute_count = 3;
    pcty_hcl_content *content = NULL;
    pcty_hcl_block_data data;
    pcty_hcl_block_info(block, &data);
    must(pcty_hcl_body_content(data.body, &schema, &content, NULL, &error));
    if (given == NULL) {
        given = evaluated(pcty_hcl_content_attribute_get(content, PCTY_STR("default")), NULL);
    }
    const pcty_hcl_attribute *type_of = pcty_hcl_content_attribute_get(content, PCTY_STR("type"));
    pcty_type *type = NULL;
    pcty_hcl_defaults *defaults = NULL;
    pcty_value *filled = NULL, *value = NULL;
    must(pcty_hcl_expression_type(expression_of(type_of), PCTY_HCL_TYPE_DEFAULTS,
                                  &type, &defaults, &error));
    must(pcty_hcl_defaults_apply(defaults, given, &filled, &error));
    must(pcty_value_convert(filled, type, PCTY_DIALECT_HCL, &value, &error));
    pcty_value_free(filled);
    pcty_value_free(given);
    pcty_hcl_defaults_free(defaults);
    pcty_type_free(type);
    pcty_hcl_content_free(content);
    return value;
}

// Defines `var`, and returns the module without the variables.
static pcty_hcl_body *define_variables(const pcty_hcl_body *module, pcty_hcl_scope *scope) {
    static const pcty_str label[] = {PCTY_STR_INIT("name")};
    static const pcty_hcl_attribute_schema attributes[] = {{PCTY_STR_INIT("inputs"), true}};
    static const pcty_hcl_block_schema blocks[] = {{PCTY_STR_INIT("variable"), label, 1}};
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
    schema.attributes = attributes, schema.attribute_count = 1;
    schema.blocks = blocks, schema.block_count = 1;
    pcty_hcl_content *content = NULL;
    pcty_hcl_body *rest = NULL;
    must(pcty_hcl_body_partial_content(module, &schema, &content, &rest, NULL, &error));
    pcty_value *inputs = evaluated(pcty_hcl_content_attribute_at(content, 0), scope), *var = NULL;
    pcty_hcl_content_data all;
    pcty_hcl_content_info(content, &all);
    size_t count = all.block_count;
    pcty_str *names = (pcty_str *)grown(NULL, (count + 1) * sizeof *names);
    pcty_value **values = (pcty_value **)grown(NULL, (count + 1) * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        const pcty_hcl_block *block = pcty_hcl_content_block_at(content, i);
        names[i] = name_of(block);
        values[i] = variable(block, inputs);
    }
    must(pcty_value_object(names, (const pcty_value *const *)values, count, &var, &error));
    must(pcty_hcl_scope_set_variable(scope, PCTY_STR("var"), var, &error));
    for (size_t i = 0; i < count; i++) {
        pcty_value_free(values[i]);
    }
    free(values);
    free(names);
    pcty_value_free(var);
    pcty_value_free(inputs);
    pcty_hcl_content_free(content);
    return rest;
}

// --- The specification

// A window such as "02:00-04:30" ends after it begins.
static pcty_error *check_window(void *user_data, const pcty_value *value) {
    pcty_str text;
    unsigned begin[2], end[2];
    char copy[12] = "", more;
    (void)user_data;
    if (pcty_value_as_string(value, &text, NULL) != PCTY_OK) {
        return NULL; // not known yet
    }
    memcpy(copy, text.data, text.len < sizeof copy ? text.len : sizeof copy - 1);
    if (sscanf(copy, "%2u:%2u-%2u:%2u%c", &begin[0], &begin[1], &end[0], &end[1], &more) != 4) {
        return pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("a window is like 02:00-04:30"));
    }
    if (begin[0] * 60 + begin[1] >= end[0] * 60 + end[1]) {
        return pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("the window ends before it begins"));
    }
    return NULL;
}

// An object of `maintenance`, which is checked here, and `services`, specified by a document.
static pcty_hcl_spec *specification(const char *name) {
    static const pcty_str names[] = {PCTY_STR_INIT("maintenance"), PCTY_STR_INIT("services")};
    pcty_hcl_body *document = read_file(name);
    pcty_hcl_spec *window = NULL, *parts[2] = {NULL, NULL}, *spec = NULL;
    must(pcty_hcl_spec_attribute(names[0], pcty_type_string(), true, &window, &error));
    must(pcty_hcl_spec_validate(window, check_window, NULL, NULL, &parts[0], &error));
    must(pcty_hcl_spec_parse(document, NULL, &parts[1], NULL, &error));
    must(pcty_hcl_spec_object(names, (const pcty_hcl_spec *const *)parts, 2, &spec, &error));
    pcty_hcl_spec_free(window);
    pcty_hcl_spec_free(parts[0]);
    pcty_hcl_spec_free(parts[1]);
    pcty_hcl_body_free(document);
    return spec;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: hcl_config SPEC FILE...\n", stderr);
        return 2;
    }
    // All files are one body.
    size_t count = (size_t)argc - 2;
    pcty_hcl_body **files = (pcty_hcl_body **)grown(NULL, count * sizeof *files), *module = NULL;
    for (size_t i = 0; i < count; i++) {
        files[i] = read_file(argv[i + 2]);
    }
    must(pcty_hcl_body_merge((const pcty_hcl_body *const *)files, count, &module, &error));

    // Blocks that the specification does not contain are removed first.
    pcty_hcl_scope *scope = pcty_hcl_scope_new();
    pcty_hcl_body *settings = NULL, *expanded = NULL;
    must(pcty_hcl_scope_set_standard_functions(scope, &error));
    define_slug(scope);
    pcty_hcl_body *rest = define_variables(module, scope);
    must(pcty_hcl_body_decode_functions(rest, PCTY_STR("function"), scope, same_scope, scope, NULL,
                                 &settings, NULL, &error));

    pcty_hcl_spec *spec = specification(argv[1]);
    pcty_value *value = NULL;
    pcty_string *json = NULL;
    must(pcty_hcl_body_expand_dynamic(settings, scope, &expanded, &error));
    must(pcty_hcl_spec_decode(spec, expanded, scope, &value, NULL, &error));
    must(pcty_value_to_json(value, NULL, &json, &error));
    puts(pcty_string_cstr(json));

    pcty_string_free(json);
    pcty_value_free(value);
    pcty_hcl_spec_free(spec);
    pcty_hcl_body_free(expanded);
    pcty_hcl_body_free(settings);
    pcty_hcl_body_free(rest);
    pcty_hcl_scope_free(scope);
    pcty_hcl_body_free(module);
    for (size_t i = 0; i < count; i++) {
        pcty_hcl_body_free(files[i]);
    }
    free(files);
    return 0;
}
