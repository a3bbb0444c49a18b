// Checks the types of a small infrastructure program, before any of its values exist, and
// explains its errors.
//
//     check_program [--nodes] PROVIDER.hcl PROGRAM.hcl
//
// The provider defines the types of resources, with their inputs and outputs, and functions. The
// program has `config` values, `locals`, resources whose inputs refer to each other's outputs, and
// outputs. The outputs of a resource are only known after it has been created, so everything that
// depends on them is an output too. With `--nodes` each expression is shown with the types of all
// its parts.

#include "polycty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pcty_error *error;
static bool show_nodes;
static size_t errors;

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

static size_t part_count(const pcty_type *type) {
    pcty_type_data data;
    pcty_type_info(type, &data);
    return data.part_count;
}

static bool same(pcty_str text, const char *other) {
    return text.len == strlen(other) && memcmp(text.data, other, text.len) == 0;
}

static void print_str(const char *before, pcty_str text) {
    printf("%s%.*s", before, (int)text.len, text.data);
}

// --- Files

typedef struct {
    pcty_str name, text;
    pcty_hcl_body *body;
} source;

static source read_source(const char *name) {
    source read;
    size_t size = 0, got;
    char *text = NULL;
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        perror(name);
        exit(1);
    }
    do {
        text = (char *)grown(text, size + 4096);
        got = fread(text + size, 1, 4096, file);
        size += got;
    } while (got > 0);
    fclose(file);
    read.name = pcty_str_from_cstr(name);
    read.text.data = text, read.text.len = size;
    must(pcty_hcl_body_parse(read.text, read.name, NULL, PCTY_HCL_NATIVE, &read.body, NULL, &error));
    return read;
}

static void drop_source(source *read) {
    pcty_hcl_body_free(read->body);
    free((char *)read->text.data);
}

static const pcty_str label[] = {PCTY_STR_INIT("name")};
static const pcty_str labels[] = {PCTY_STR_INIT("type"), PCTY_STR_INIT("name")};

static pcty_hcl_content *content_of(const pcty_hcl_body *body,
                                    const pcty_hcl_attribute_schema *attributes,
                                    size_t attribute_count, const pcty_hcl_block_schema *blocks,
                                    size_t block_count) {
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
    pcty_hcl_content *content = NULL;
    schema.attributes = attributes, schema.attribute_count = attribute_count;
    schema.blocks = blocks, schema.block_count = block_count;
    must(pcty_hcl_body_content(body, &schema, &content, NULL, &error));
    return content;
}

// The parts of a content are never NULL here, so each of these is filled.

static pcty_hcl_content_data count_of(const pcty_hcl_content *content) {
    pcty_hcl_content_data data;
    pcty_hcl_content_info(content, &data);
    return data;
}

static pcty_hcl_attribute_data attribute_of(const pcty_hcl_attribute *attribute) {
    pcty_hcl_attribute_data data;
    pcty_hcl_attribute_info(attribute, &data);
    return data;
}

static pcty_hcl_block_data block_of(const pcty_hcl_block *block) {
    pcty_hcl_block_data data;
    pcty_hcl_block_info(block, &data);
    return data;
}

static pcty_hcl_label label_of(const pcty_hcl_block *block, size_t index) {
    pcty_hcl_label found;
    pcty_hcl_block_label_at(block, index, &found);
    return found;
}

// --- Types, as the provider writes them

// The rule of `promise(T)` and similar types: a function that maps a type to a type.
static pcty_status make_type(void *user_data, const pcty_type *const *arguments,
                             const pcty_hcl_expression *const *expressions, size_t count,
                             pcty_type **out, pcty_error **failure) {
    pcty_type *made = NULL;
    (void)expressions;
    if (count != 1) {
        *failure = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("one type is needed"));
        return PCTY_ERROR_CALLBACK;
    }
    pcty_status status = pcty_pcl_type_derive(arguments[0], *(pcty_pcl_derivation *)user_data, &made, failure);
    if (status == PCTY_OK) {
        pcty_type_parameter of;
        pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
        of.name = PCTY_STR("of"), of.type = pcty_type_any();
        parts.parameters = PCTY_PARAMETERS_LISTED;
        parts.positional = &of, parts.positional_count = 1;
        parts.result = made;
        status = pcty_type_function(&parts, out, failure);
    }
    pcty_type_free(made);
    return status;
}

// The scope of type expressions, with the types that only PCL has.
static pcty_pcl_type_scope *type_scope(void) {
    static pcty_pcl_derivation promise = PCTY_PCL_DERIVE_PROMISE, output = PCTY_PCL_DERIVE_OUTPUT;
    pcty_pcl_type_scope *scope = pcty_pcl_type_scope_of_constructors();
    must(pcty_pcl_type_scope_set_variable(scope, PCTY_STR("id"), pcty_pcl_type_id(), &error));
    must(pcty_pcl_type_scope_set_generic_function(scope, PCTY_STR("promise"), make_type, &promise,
                                             NULL, &error));
    must(pcty_pcl_type_scope_set_generic_function(scope, PCTY_STR("output"), make_type, &output,
                                                  NULL,
                                             &error));
    return scope;
}

// The type that an argument of a block denotes.
static pcty_type *denoted(const pcty_hcl_content *content, const char *name,
                          const pcty_pcl_type_scope *types) {
    const pcty_hcl_attribute *attribute =
        pcty_hcl_content_attribute_get(content, pcty_str_from_cstr(name));
    pcty_pcl_checked *bound = NULL;
    must(pcty_pcl_checked_new(attribute_of(attribute).expression, types, NULL, &bound, &error));
    pcty_pcl_checked_data data;
    pcty_pcl_checked_info(bound, &data);
    if (data.has_errors) {
        error = pcty_error_clone(data.diagnostics);
        must(PCTY_ERROR_DIAGNOSTICS);
    }
    pcty_type *type = pcty_type_clone(data.type);
    pcty_pcl_checked_free(bound);
    return type;
}

// The type of a block with nothing but a type.
static pcty_type *type_of_block(const pcty_hcl_block *block, const pcty_pcl_type_scope *types) {
    static const pcty_hcl_attribute_schema known[] = {{PCTY_STR_INIT("type"), true}};
    pcty_hcl_content *content = content_of(block_of(block).body, known, 1, NULL, 0);
    pcty_type *type = denoted(content, "type", types);
    pcty_hcl_content_free(content);
    return type;
}

static void print_type(const char *before, const pcty_type *type) {
    pcty_string *text = pcty_pcl_type_to_text(type, 1000);
    printf("%s%s", before, pcty_string_cstr(text));
    pcty_string_free(text);
}

// --- The provider

typedef struct {
    pcty_str name;
    pcty_type *takes;
    pcty_type *gives; // each property an output
} resource;

typedef struct {
    resource *resources;
    size_t count;
    pcty_pcl_type_scope *types, *functions;
} provider;

// `enum "size" { values = [...] }`, a type of this name.
static void define_enum(provider *to, const pcty_hcl_block *block) {
    static const pcty_hcl_attribute_schema known[] = {{PCTY_STR_INIT("values"), true}};
    pcty_hcl_content *content = content_of(block_of(block).body, known, 1, NULL, 0);
    const pcty_hcl_attribute *given = pcty_hcl_content_attribute_at(content, 0);
    pcty_str name = label_of(block, 0).text;
    pcty_value *list = NULL;
    pcty_type *type = NULL;
    must(pcty_hcl_expression_evaluate(attribute_of(given).expression, NULL, &list, NULL, &error));
    size_t count = part_count(pcty_value_type(list));
    const pcty_value **values = (const pcty_value **)grown(NULL, (count + 1) * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        values[i] = pcty_value_element_at(list, i);
    }
    must(pcty_pcl_type_enum(name, pcty_type_string(), values, count, &type, &error));
    must(pcty_pcl_type_scope_set_variable(to->types, name, type, &error));
    free(values);
    pcty_type_free(type);
    pcty_value_free(list);
    pcty_hcl_content_free(content);
}

// An object type with each property an output of itself.
static pcty_type *eventual(const pcty_type *object) {
    size_t count = part_count(object);
    pcty_field *fields = (pcty_field *)grown(NULL, (count + 1) * sizeof *fields);
    pcty_type **outputs = (pcty_type **)grown(NULL, (count + 1) * sizeof *outputs), *made = NULL;
    for (size_t i = 0; i < count; i++) {
        pcty_type_field_at(object, i, &fields[i]);
        must(pcty_pcl_type_derive(fields[i].type, PCTY_PCL_DERIVE_OUTPUT, &outputs[i], &error));
        fields[i].type = outputs[i];
    }
    must(pcty_type_object(fields, count, &made, &error));
    for (size_t i = 0; i < count; i++) {
        pcty_type_free(outputs[i]);
    }
    free(outputs);
    free(fields);
    return made;
}

static void define_resource(provider *to, const pcty_hcl_block *block) {
    static const pcty_hcl_attribute_schema known[] = {{PCTY_STR_INIT("takes"), true},
                                                      {PCTY_STR_INIT("gives"), true}};
    pcty_hcl_content *content = content_of(block_of(block).body, known, 2, NULL, 0);
    to->resources =
        (resource *)grown(to->resources, (to->count + 1) * sizeof *to->resources);
    resource *made = &to->resources[to->count++];
    pcty_type *gives = denoted(content, "gives", to->types);
    made->name = label_of(block, 0).text;
    made->takes = denoted(content, "takes", to->types);
    made->gives = eventual(gives);
    pcty_type_free(gives);
    pcty_hcl_content_free(content);
}

static void define_function(provider *to, const pcty_hcl_block *block) {
    static const pcty_hcl_attribute_schema known[] = {{PCTY_STR_INIT("result"), true}};
    static const pcty_hcl_block_schema inside[] = {{PCTY_STR_INIT("parameter"), label, 1},
                                                   {PCTY_STR_INIT("variadic"), label, 1}};
    pcty_hcl_content *content = content_of(block_of(block).body, known, 1, inside, 2);
    size_t count = count_of(content).block_count;
    pcty_type_parameter *params = (pcty_type_parameter *)grown(NULL, (count + 1) * sizeof *params), variadic;
    pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
    pcty_type *result = denoted(content, "result", to->types), *type = NULL;
    parts.parameters = PCTY_PARAMETERS_LISTED;
    parts.positional = params;
    parts.result = result;
    for (size_t i = 0; i < count; i++) {
        const pcty_hcl_block *parameter = pcty_hcl_content_block_at(content, i);
        bool rest = same(block_of(parameter).type, "variadic");
        pcty_type_parameter *param = rest ? &variadic : &params[parts.positional_count++];
        param->name = label_of(parameter, 0).text;
        param->type = type_of_block(parameter, to->types);
        if (rest && parts.variadic == NULL) {
            parts.variadic = &variadic;
        }
    }
    must(pcty_type_function(&parts, &type, &error));
    must(pcty_pcl_type_scope_set_function(to->functions, label_of(block, 0).text, type,
                                          &error));
    for (size_t i = 0; i < parts.positional_count; i++) {
        pcty_type_free((pcty_type *)params[i].type);
    }
    if (parts.variadic != NULL) {
        pcty_type_free((pcty_type *)variadic.type);
    }
    pcty_type_free(type);
    pcty_type_free(result);
    free(params);
    pcty_hcl_content_free(content);
}

static pcty_hcl_content *read_provider(provider *to, const source *from) {
    static const pcty_hcl_block_schema known[] = {{PCTY_STR_INIT("enum"), label, 1},
                                                  {PCTY_STR_INIT("resource"), label, 1},
                                                  {PCTY_STR_INIT("function"), label, 1}};
    pcty_hcl_content *content = content_of(from->body, NULL, 0, known, 3);
    to->resources = NULL, to->count = 0;
    to->types = type_scope();
    to->functions = pcty_pcl_type_scope_new();
    for (size_t i = 0; i < count_of(content).block_count; i++) {
        const pcty_hcl_block *block = pcty_hcl_content_block_at(content, i);
        pcty_str kind = block_of(block).type;
        if (same(kind, "enum")) {
            define_enum(to, block);
        } else if (same(kind, "resource")) {
            define_resource(to, block);
        } else {
            define_function(to, block);
        }
    }
    return content; // owns the names
}

static const resource *find_resource(const provider *in, pcty_str name) {
    for (size_t i = 0; i < in->count; i++) {
        const resource *known = &in->resources[i];
        if (known->name.len == name.len && memcmp(known->name.data, name.data, name.len) == 0) {
            return known;
        }
    }
    return NULL;
}

// --- Diagnostics

static void print_error(const pcty_error *told) {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    PCTY_IGNORE(pcty_error_info(told, &data, NULL));
    for (size_t i = 0; i < data.diagnostic_count; i++) {
        pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
        if (pcty_error_diagnostic_at(told, i, &found, NULL) == PCTY_OK &&
            found.severity == PCTY_SEVERITY_ERROR) {
            errors++;
        }
    }
    pcty_string *text = pcty_error_format(told, PCTY_NOTATION_TEXT);
    printf("%s\n", pcty_string_cstr(text));
    pcty_string_free(text);
}

// A diagnostic of this program, with the line of its position.
static void fault_at(const source *in, pcty_range range, const char *what, pcty_str name) {
    char summary[200];
    snprintf(summary, sizeof summary, what, (int)name.len, name.data);
    pcty_diagnostic diagnostic = PCTY_DIAGNOSTIC_INIT;
    diagnostic.summary = pcty_str_from_cstr(summary);
    diagnostic.has_subject = true, diagnostic.subject = range;
    diagnostic.file = in->name, diagnostic.source = in->text;
    pcty_error *told = pcty_error_new(PCTY_ERROR_DIAGNOSTICS, diagnostic.summary);
    PCTY_IGNORE(pcty_error_add_diagnostic(told, &diagnostic, NULL));
    print_error(told);
    pcty_error_free(told);
}

static const char *kind_name(pcty_pcl_syntax_kind kind) {
    switch (kind) {
    case PCTY_PCL_NODE_LITERAL: return "literal";
    case PCTY_PCL_NODE_TEMPLATE: return "template";
    case PCTY_PCL_NODE_VARIABLE: return "variable";
    case PCTY_PCL_NODE_TRAVERSAL: return "traversal";
    case PCTY_PCL_NODE_ATTRIBUTE: return "attribute";
    case PCTY_PCL_NODE_KEY: return "key";
    case PCTY_PCL_NODE_CALL: return "call";
    case PCTY_PCL_NODE_CONDITIONAL: return "conditional";
    case PCTY_PCL_NODE_TUPLE: return "tuple";
    case PCTY_PCL_NODE_OBJECT: return "object";
    case PCTY_PCL_NODE_ITEM: return "item";
    case PCTY_PCL_NODE_FOR: return "for";
    case PCTY_PCL_NODE_SPLAT: return "splat";
    case PCTY_PCL_NODE_SPLAT_ITEM: return "element";
    case PCTY_PCL_NODE_OPERATIONS: return "operations";
    case PCTY_PCL_NODE_OPERATION: return "operation";
    default: return "expression";
    }
}

static void print_nodes(const pcty_pcl_node *node, int depth) {
    static const char *const operators[] = {"",   " ||", " &&", " ==", " !=", " >", " >=", " <",
                                            " <=", " +", " -",  " *",  " /",  " %", " !",  " -"};
    pcty_pcl_conversion conversion = PCTY_PCL_CONVERSION_INIT;
    pcty_range range = pcty_pcl_node_range(node);
    pcty_pcl_node_data data;
    pcty_pcl_node_info(node, &data);
    printf("%*s%u:%u %s%s", depth, "", (unsigned)range.start.line, (unsigned)range.start.column,
           kind_name(data.kind), operators[data.operator_]);
    if (data.name.len > 0) {
        print_str(" ", data.name);
    }
    print_type(": ", data.type);
    if (pcty_pcl_node_conversion(node, &conversion)) {
        print_type(conversion.kind == PCTY_CONVERSION_SAFE ? " => " : " ~> ", conversion.to);
    }
    printf("\n");
    for (size_t i = 0; i < data.child_count; i++) {
        print_nodes(pcty_pcl_node_child_at(node, i), depth + 2);
    }
}

// --- The program

// Checks an argument; `wanted` may be NULL. The caller owns the result.
static pcty_type *check(const pcty_hcl_attribute *given, const pcty_pcl_type_scope *scope,
                        const pcty_type *wanted) {
    pcty_pcl_checked *bound = NULL;
    pcty_error *refused = NULL;
    pcty_conversion kind = PCTY_CONVERSION_SAME;
    must(pcty_pcl_checked_new(attribute_of(given).expression, scope, NULL, &bound, &error));
    pcty_pcl_checked_data data;
    pcty_pcl_checked_info(bound, &data);
    if (wanted != NULL) {
        PCTY_IGNORE(pcty_pcl_checked_accepted_as(bound, wanted, &kind, &refused));
    }
    print_str("  ", attribute_of(given).name);
    print_type(": ", data.type);
    if (refused == NULL && (kind == PCTY_CONVERSION_SAFE || kind == PCTY_CONVERSION_UNSAFE)) {
        print_type(kind == PCTY_CONVERSION_SAFE ? " => " : " ~> ", wanted);
    }
    printf("\n");
    if (show_nodes) {
        print_nodes(pcty_pcl_checked_root(bound), 4);
    }
    if (data.diagnostics != NULL) {
        print_error(data.diagnostics);
    }
    if (refused != NULL) {
        print_error(refused);
        if (pcty_path_step_count(pcty_error_path(refused)) > 0) {
            pcty_string *path = pcty_path_to_text(pcty_error_path(refused));
            printf("  At %s", pcty_string_cstr(path));
            pcty_error_data types = PCTY_ERROR_DATA_INIT;
            PCTY_IGNORE(pcty_error_info(refused, &types, NULL));
            print_type(" wanted is ", types.expected);
            print_type(", found is ", types.found);
            printf(".\n");
            pcty_string_free(path);
        }
    }
    pcty_type *type = pcty_type_clone(data.type);
    pcty_error_free(refused);
    pcty_pcl_checked_free(bound);
    return type;
}

static void check_resource(const source *in, const pcty_hcl_block *block, const provider *from,
                           const pcty_pcl_type_scope *scope) {
    const resource *known = find_resource(from, label_of(block, 0).text);
    pcty_hcl_content *inputs = NULL;
    pcty_field field;
    print_str("resource ", label_of(block, 1).text);
    printf("\n");
    if (known == NULL) {
        fault_at(in, label_of(block, 0).range,
                 "there are no resources of type '%.*s'",
                 label_of(block, 0).text);
        return;
    }
    must(pcty_hcl_body_attributes(block_of(block).body, &inputs, NULL, &error));
    for (size_t i = 0; i < count_of(inputs).attribute_count; i++) {
        const pcty_hcl_attribute *given = pcty_hcl_content_attribute_at(inputs, i);
        pcty_str name = attribute_of(given).name;
        bool there = pcty_type_field_get(known->takes, name, &field);
        pcty_type_free(check(given, scope, there ? field.type : NULL));
        if (!there) {
            fault_at(in, attribute_of(given).name_range, "there is no input '%.*s'", name);
        }
    }
    for (size_t i = 0; pcty_type_field_at(known->takes, i, &field); i++) {
        pcty_pcl_type_data data;
        if (pcty_hcl_content_attribute_get(inputs, field.name) == NULL &&
            pcty_pcl_type_info(field.type, &data) && !data.is_optional) {
            fault_at(in, pcty_hcl_block_range(block, PCTY_HCL_RANGE_HEADER), "the input '%.*s' is missing", field.name);
        }
    }
    pcty_hcl_content_free(inputs);
}

// Defines each local as one more variable, in the order of the text.
static void check_locals(const pcty_hcl_block *block, pcty_pcl_type_scope *scope) {
    pcty_hcl_content *locals = NULL;
    printf("locals\n");
    must(pcty_hcl_body_attributes(block_of(block).body, &locals, NULL, &error));
    for (size_t i = 0; i < count_of(locals).attribute_count; i++) {
        const pcty_hcl_attribute *local = pcty_hcl_content_attribute_at(locals, i);
        pcty_type *type = check(local, scope, NULL);
        must(pcty_pcl_type_scope_set_variable(scope, attribute_of(local).name, type, &error));
        pcty_type_free(type);
    }
    pcty_hcl_content_free(locals);
}

static void check_output(const pcty_hcl_block *block, const pcty_pcl_type_scope *scope) {
    static const pcty_hcl_attribute_schema known[] = {{PCTY_STR_INIT("value"), true}};
    pcty_hcl_content *content = content_of(block_of(block).body, known, 1, NULL, 0);
    print_str("output ", label_of(block, 0).text);
    printf("\n");
    pcty_type_free(check(pcty_hcl_content_attribute_at(content, 0), scope, NULL));
    pcty_hcl_content_free(content);
}

static void check_program(const source *in, const provider *from) {
    static const pcty_hcl_block_schema known[] = {{PCTY_STR_INIT("config"), label, 1},
                                                  {PCTY_STR_INIT("locals"), NULL, 0},
                                                  {PCTY_STR_INIT("resource"), labels, 2},
                                                  {PCTY_STR_INIT("output"), label, 1}};
    pcty_hcl_content *content = content_of(in->body, NULL, 0, known, 4);
    size_t count = count_of(content).block_count;
    pcty_pcl_type_scope *scope = NULL;
    must(pcty_pcl_type_scope_child(from->functions, &scope, &error));
    // The types of all resources are known before any of their inputs is checked.
    for (size_t i = 0; i < count; i++) {
        const pcty_hcl_block *block = pcty_hcl_content_block_at(content, i);
        if (same(block_of(block).type, "config")) {
            pcty_type *type = type_of_block(block, from->types);
            must(pcty_pcl_type_scope_set_variable(scope, label_of(block, 0).text, type,
                                                  &error));
            pcty_type_free(type);
        } else if (same(block_of(block).type, "resource")) {
            const resource *of = find_resource(from, label_of(block, 0).text);
            const pcty_type *gives = of == NULL ? pcty_type_any() : of->gives;
            must(pcty_pcl_type_scope_set_variable(scope, label_of(block, 1).text, gives,
                                                  &error));
        }
    }
    for (size_t i = 0; i < count; i++) {
        const pcty_hcl_block *block = pcty_hcl_content_block_at(content, i);
        pcty_str kind = block_of(block).type;
        if (same(kind, "locals")) {
            check_locals(block, scope);
        } else if (same(kind, "resource")) {
            check_resource(in, block, from, scope);
        } else if (same(kind, "output")) {
            check_output(block, scope);
        }
    }
    pcty_pcl_type_scope_free(scope);
    pcty_hcl_content_free(content);
}

int main(int argc, char **argv) {
    show_nodes = argc > 1 && strcmp(argv[1], "--nodes") == 0;
    if (argc != (show_nodes ? 4 : 3)) {
        fputs("usage: check_program [--nodes] PROVIDER.hcl PROGRAM.hcl\n", stderr);
        return 2;
    }
    source provided = read_source(argv[argc - 2]), program = read_source(argv[argc - 1]);
    provider known;
    pcty_hcl_content *content = read_provider(&known, &provided);
    check_program(&program, &known);
    if (errors > 0) {
        printf("%u errors\n", (unsigned)errors);
    }
    for (size_t i = 0; i < known.count; i++) {
        pcty_type_free(known.resources[i].takes);
        pcty_type_free(known.resources[i].gives);
    }
    free(known.resources);
    pcty_pcl_type_scope_free(known.functions);
    pcty_pcl_type_scope_free(known.types);
    pcty_hcl_content_free(content);
    drop_source(&program);
    drop_source(&provided);
    return errors > 0;
}
