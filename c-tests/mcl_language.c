// The mcl language: hosts, programs and their graphs, resource graphs, differences.

#include "check.h"

// Returns an edge between two resources.
static pcty_mcl_edge_spec edge_between(pcty_str from_kind, pcty_str from_name, pcty_str to_kind,
                                       pcty_str to_name) {
    pcty_mcl_edge_spec edge = PCTY_MCL_EDGE_SPEC_INIT;
    edge.from_kind = from_kind;
    edge.from_name = from_name;
    edge.to_kind = to_kind;
    edge.to_name = to_name;
    return edge;
}

// Adds an edge between two resources.
static pcty_status add_edge(pcty_mcl_builder *builder, pcty_str from_kind, pcty_str from_name,
                            pcty_str to_kind, pcty_str to_name, pcty_mcl_edge_flags flags,
                            pcty_error **failure) {
    pcty_mcl_edge_spec edge = edge_between(from_kind, from_name, to_kind, to_name);
    edge.flags = flags;
    return pcty_mcl_builder_add_edge(builder, &edge, failure);
}

// Adds an edge that sends a value of a resource to a field of another.
static pcty_status add_receive(pcty_mcl_builder *builder, pcty_str from_kind, pcty_str from_name,
                               pcty_str sent, pcty_str to_kind, pcty_str to_name, pcty_str field) {
    pcty_mcl_edge_spec edge = edge_between(from_kind, from_name, to_kind, to_name);
    edge.sent = sent;
    edge.field = field;
    return pcty_mcl_builder_add_edge(builder, &edge, NULL);
}

static const char KINDS[] =
    "[{\"kind\": \"dir\", \"traits\": [\"edgeable\"], \"fields\": [\n"
    "   {\"lang\": \"mode\", \"type\": \"str\"},\n"
    "   {\"lang\": \"owner\", \"type\": \"int\", \"name\": \"Owner\", \"storage\": \"*uint8\"}]},\n"
    " {\"kind\": \"note\", \"traits\": [\"recvable\", \"sendable\"],\n"
    "  \"fields\": [{\"lang\": \"text\", \"type\": \"str\"}],\n"
    "  \"sends\": [{\"lang\": \"said\", \"type\": \"str\"}]}]";

static int destroyed;

static void count_destroyed(void *data) {
    CHECK(data == &destroyed);
    destroyed++;
}

static pcty_mcl_host *host_of_kinds(void) {
    pcty_mcl_host *host = pcty_mcl_host_new();
    CHECK_OK(pcty_mcl_host_add_kinds(host, pcty_str_from_cstr(KINDS), NULL));
    return host;
}

static pcty_mcl_program *compiled(const char *text, const pcty_mcl_host *host) {
    pcty_mcl_program *program = NULL;
    pcty_error *error = NULL;
    pcty_status status = pcty_mcl_program_compile_text(pcty_str_from_cstr(text), PCTY_STR("main.mcl"),
                                                       host, &program, &error);
    if (status != PCTY_OK) {
        pcty_string *shown = pcty_error_format(error, PCTY_NOTATION_TEXT);
        fprintf(stderr, "%s\n%s\n", text, pcty_string_cstr(shown));
        exit(1);
    }
    return program;
}

// The error for an invalid program.
static void check_refused(const char *text, const pcty_mcl_host *host, pcty_status status,
                          const char *stage, const char *line) {
    pcty_mcl_program *program = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_mcl_program_compile_text(pcty_str_from_cstr(text), PCTY_STR("main.mcl"), host,
                                        &program, &error) == status);
    CHECK(program == NULL);
    CHECK_STR(error_info(error).stage, stage);
    CHECK_STRING(pcty_error_format(error, PCTY_NOTATION_LINE), line);
    pcty_error_free(error);
}

static pcty_value *text_value(const char *text) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_value_string_verbatim(pcty_str_from_cstr(text), &value, NULL));
    return value;
}

static pcty_str text_of(const pcty_value *value) {
    pcty_str text = {NULL, 0};
    CHECK_OK(pcty_value_as_string(value, &text, NULL));
    return text;
}

static void kinds(void) {
    pcty_mcl_host *host = host_of_kinds(), *clone = pcty_mcl_host_clone(host);
    pcty_mcl_resource_builder *resource_builder = NULL;
    pcty_error *error = NULL;
    CHECK_FAILS(PCTY_ERROR_TYPE,
                pcty_mcl_host_add_kinds(host, PCTY_STR("[{\"kind\": \"a\", \"feilds\": []}]"), &error));
    CHECK(pcty_mcl_host_add_kinds(host, PCTY_STR("[{\"kind\": \"a\", \"fields\": [{\"lang\": \"x\", "
                                                 "\"type\": \"[]nothing\"}]}]"),
                                  &error) == PCTY_ERROR_TYPE);
    pcty_string *line = pcty_error_format(error, PCTY_NOTATION_LINE);
    CHECK(strncmp(pcty_string_cstr(line), "[0].fields[0].type: ", 20) == 0);
    pcty_string_free(line);
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_mcl_host_add_kinds(host, PCTY_STR("[{"), &error));
    // The failed calls added nothing.
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_mcl_resource_builder_new(host, PCTY_STR("a"), PCTY_STR("n"), &resource_builder, &error));
    // A sequence of kinds.
    CHECK_OK(pcty_mcl_host_add_kinds(clone, PCTY_STR("{\"kind\": \"a\"}\n{\"kind\": \"b\"}\n"), NULL));
    CHECK_OK(pcty_mcl_resource_builder_new(clone, PCTY_STR("b"), PCTY_STR("n"), &resource_builder, NULL));
    pcty_mcl_resource_builder_free(resource_builder);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_mcl_resource_builder_new(host, PCTY_STR("b"), PCTY_STR("n"), &resource_builder, &error));
    pcty_mcl_host_free(clone);
    CHECK(pcty_mcl_host_clone(NULL) == NULL);

    // Kinds added by calls.
    pcty_mcl_field fields[2] = {{sizeof(pcty_mcl_field), PCTY_STR_INIT("size"), PCTY_STR_INIT("int"), {NULL, 0}, {NULL, 0}},
                                {sizeof(pcty_mcl_field), PCTY_STR_INIT("any"), PCTY_STR_INIT("variant"), {NULL, 0}, {NULL, 0}}};
    pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
    kind.name = PCTY_STR("disk");
    kind.fields = fields;
    kind.field_count = 2;
    kind.traits = PCTY_MCL_TRAIT_MERGES;
    kind.user_data = &destroyed;
    kind.destroy = count_destroyed;
    destroyed = 0;
    CHECK_OK(pcty_mcl_host_add_kind(host, &kind, NULL));
    CHECK(destroyed == 1); // not needed without callbacks
    kind.traits = 1u << 20;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_kind(host, &kind, &error));
    CHECK(destroyed == 2);
    kind.traits = 0;
    fields[1].notation = PCTY_STR("?1");
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_mcl_host_add_kind(host, &kind, &error));
    kind.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_kind(host, &kind, &error));
    CHECK(destroyed == 3);
    kind.struct_size = sizeof kind;
    kind.name = PCTY_STR("nowhere");
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_mcl_host_set_kind_callbacks(host, &kind, &error));
    pcty_mcl_host_free(host);
}


static pcty_status shout(void *user_data, const pcty_value *const *args, size_t count,
                         const pcty_type *type, pcty_value **out, pcty_error **error) {
    pcty_str text = text_of(args[0]);
    char loud[16] = {0};
    CHECK(user_data == &destroyed && count == 1 && type != NULL);
    if (text.len == 0 || text.len >= sizeof loud - 1) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("there is nothing to shout"));
        return PCTY_ERROR_CALLBACK;
    }
    memcpy(loud, text.data, text.len);
    loud[text.len] = '!';
    return pcty_value_string_verbatim(pcty_str_from_cstr(loud), out, error);
}

// first(a, b, ...) is the first of any number of values of one type.
static pcty_status infer_first(void *user_data, const pcty_type *const *types,
                               const pcty_value *const *values, size_t count,
                               const pcty_type *result, pcty_type **out, pcty_error **error) {
    CHECK(user_data == &destroyed && result != NULL);
    if (count == 0) {
        *error = pcty_error_new(PCTY_ERROR_TYPE, PCTY_STR("there is no first"));
        return PCTY_ERROR_TYPE;
    }
    CHECK(values[0] == NULL || pcty_value_state(values[0]) == PCTY_STATE_KNOWN);
    pcty_type_parameter all[8];
    pcty_function_type function = PCTY_FUNCTION_TYPE_INIT;
    CHECK(count <= 8);
    for (size_t i = 0; i < count; i++) {
        all[i].name = (pcty_str){NULL, 0};
        all[i].type = types[0];
    }
    function.parameters = PCTY_PARAMETERS_LISTED;
    function.positional = all;
    function.positional_count = count;
    function.result = types[0];
    return pcty_type_function(&function, out, error);
}

static pcty_status first(void *user_data, const pcty_value *const *args, size_t count,
                         const pcty_type *type, pcty_value **out, pcty_error **error) {
    CHECK(user_data == &destroyed && count > 0 && type != NULL && *error == NULL);
    *out = pcty_value_clone(args[0]);
    return PCTY_OK;
}

static void functions(void) {
    pcty_mcl_host *host = host_of_kinds();
    pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
    spec.name = PCTY_STR("loud.shout");
    spec.signature = PCTY_STR("func(text str) str");
    spec.flags = PCTY_MCL_FUNCTION_PURE | PCTY_MCL_FUNCTION_SPECULATIVE;
    spec.call = shout;
    spec.user_data = &destroyed;
    spec.destroy = count_destroyed;
    destroyed = 0;
    CHECK_OK(pcty_mcl_host_add_function(host, &spec, NULL));
    spec.name = PCTY_STR("first");
    spec.signature = PCTY_STR("");
    spec.infer = infer_first;
    spec.call = first;
    CHECK_OK(pcty_mcl_host_add_function(host, &spec, NULL));
    spec.signature = PCTY_STR("func() str");
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_function(host, &spec, &error));
    spec.infer = NULL;
    spec.flags = PCTY_MCL_FUNCTION_SPECULATIVE;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_function(host, &spec, &error));
    spec.flags = 8;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_host_add_function(host, &spec, &error));
    spec.flags = 0;
    spec.signature = PCTY_STR("[]str");
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_mcl_host_add_function(host, &spec, &error));
    CHECK(destroyed == 4);

    // A variable of the host, a module in the language.
    pcty_value *name = text_value("web1");
    CHECK_OK(pcty_mcl_host_set_variable(host, PCTY_STR(""), PCTY_STR("hostname"), name, NULL));
    CHECK_OK(pcty_mcl_host_add_source(host, PCTY_STR("greet"),
                                      PCTY_STR("func to($who) { \"to \" + $who }\n"),
                                      PCTY_STR("/greet.mcl"), NULL));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_mcl_host_add_source(host, PCTY_STR(""), PCTY_STR("$x = 1\n"),
                                         PCTY_STR("/x.mcl"), &error));
    pcty_value_free(name);
    pcty_mcl_program *program = compiled("import \"loud\"\n"
                                         "import \"greet\"\n"
                                         "note \"a\" {\n"
                                         "\ttext => first(greet.to(loud.shout($hostname)), \"b\"),\n"
                                         "}\n",
                                         host);
    pcty_mcl_program_free(program);
    check_refused("note \"a\" {\n\ttext => first(),\n}\n", host, PCTY_ERROR_TYPE, "errUnify",
                  "/main.mcl:2,10-17: func `first` infer error: there is no first");
    pcty_mcl_host_free(host);
    CHECK(destroyed == 6);
}

static pcty_status read_file(void *user_data, pcty_str path, pcty_string **out, pcty_error **error) {
    CHECK(*out == NULL);
    (*(int *)user_data)++;
    if (same_str(path, PCTY_STR("/lib/metadata.yaml")) ||
        same_str(path, PCTY_STR("example.com/far/metadata.yaml"))) {
        return pcty_string_new(PCTY_STR("main: main.mcl\n"), out, error);
    }
    if (same_str(path, PCTY_STR("/lib/main.mcl")) ||
        same_str(path, PCTY_STR("example.com/far/main.mcl"))) {
        return pcty_string_new(PCTY_STR("$word = \"hello\"\n"), out, error);
    }
    if (same_str(path, PCTY_STR("/broken.mcl"))) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("the disk is broken"));
        return PCTY_ERROR_CALLBACK;
    }
    if (same_str(path, PCTY_STR("/start.mcl"))) {
        return pcty_string_new(PCTY_STR("import \"lib/\"\n"
                                        "import \"git://example.com/far\"\n"
                                        "note \"a\" { text => $lib.word + $far.word, }\n"),
                               out, error);
    }
    return PCTY_OK;
}

static void files(void) {
    pcty_mcl_host *host = host_of_kinds();
    pcty_mcl_program *program = NULL;
    int asked = 0, asked_for_modules = 0;
    CHECK_OK(pcty_mcl_host_set_files(host, read_file, &asked, NULL, NULL));
    CHECK_OK(pcty_mcl_host_set_modules(host, read_file, &asked_for_modules, NULL, NULL));
    CHECK_OK(pcty_mcl_program_compile(PCTY_STR("/start.mcl"), host, &program, NULL));
    CHECK(asked >= 3 && asked_for_modules >= 2);
    CHECK(pcty_mcl_program_file_count(program) == 3);
    CHECK_STR(pcty_mcl_program_file_at(program, 0), "/start.mcl");
    pcty_mcl_program_free(program);
    program = NULL;
    CHECK_FAILS(PCTY_ERROR_CALLBACK,
                pcty_mcl_program_compile(PCTY_STR("/broken.mcl"), host, &program, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_mcl_program_compile(PCTY_STR("start.mcl"), host, &program, &error));
    CHECK(program == NULL);
    pcty_mcl_host_free(host);
}

static void programs(void) {
    pcty_mcl_host *host = host_of_kinds();
    pcty_mcl_program *program = compiled("dir \"/tmp/a\" {\n\tmode => \"u=\" + \"rwx\",\n}\n", host);
    pcty_mcl_program *clone = pcty_mcl_program_clone(program);
    pcty_mcl_graph *graph = NULL;
    pcty_mcl_vertex vertex = PCTY_MCL_VERTEX_INIT;
    pcty_mcl_edge edge = PCTY_MCL_EDGE_INIT;
    pcty_mcl_program_free(program);
    CHECK(pcty_mcl_program_clone(NULL) == NULL);
    CHECK(pcty_mcl_program_file_count(clone) == 1);
    CHECK_STR(pcty_mcl_program_file_at(clone, 0), "/main.mcl");
    CHECK(pcty_mcl_program_file_at(clone, 1).data == NULL);
    CHECK_OK(pcty_mcl_program_graph(clone, &graph, NULL));
    pcty_mcl_program_free(clone);

    size_t operators = 0;
    for (size_t i = 0; i < mcl_graph_info(graph).vertex_count; i++) {
        CHECK_OK(pcty_mcl_graph_vertex_at(graph, i, &vertex, NULL));
        if (vertex.kind == PCTY_MCL_VERTEX_FUNCTION) {
            CHECK_STR(vertex.name, "_operator");
            CHECK(vertex.value == NULL && vertex.type != NULL && vertex.line == 2);
            CHECK_STR(vertex.file, "/main.mcl");
            operators++;
        } else {
            CHECK(vertex.kind == PCTY_MCL_VERTEX_CONST && vertex.value != NULL);
        }
    }
    CHECK(operators == 1 && mcl_graph_info(graph).edge_count == 3);
    CHECK_OK(pcty_mcl_graph_edge_at(graph, 0, &edge, NULL));
    CHECK_OK(pcty_mcl_graph_vertex_at(graph, edge.to, &vertex, NULL));
    CHECK_STR(vertex.name, "_operator");
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_mcl_graph_edge_at(graph, 3, &edge, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_mcl_graph_vertex_at(graph, SIZE_MAX, &vertex, &error));
    edge.struct_size = 1;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_graph_edge_at(graph, 0, &edge, &error));
    pcty_string *text = pcty_mcl_graph_to_text(graph, PCTY_MCL_GRAPH_TEXT);
    CHECK(strstr(pcty_string_cstr(text), "Edge: const: str(\"u=\") -> _operator # a\n") != NULL);
    pcty_string_free(text);
    text = pcty_mcl_graph_to_text(graph, PCTY_MCL_GRAPH_GRAPHVIZ);
    CHECK(strncmp(pcty_string_cstr(text), "digraph {\n", 10) == 0);
    pcty_string_free(text);
    pcty_mcl_graph_free(graph);

    check_refused("dir [", host, PCTY_ERROR_SYNTAX, "errLexParse",
                  "/main.mcl:1,1-6: parser: `syntax error: unexpected $end`");
    check_refused("$x = 3\n$x = 4\n", host, PCTY_ERROR_SYNTAX, "errSetScope",
                  "/main.mcl:2,1-7: could not generate ordering: duplicate assignment to `var:x`, "
                  "have: bind(x)");
    pcty_mcl_host_free(host);
}

static pcty_mcl_resource_data data_of(const pcty_mcl_resource *resource) {
    pcty_mcl_resource_data data;
    CHECK(pcty_mcl_resource_info(resource, &data));
    return data;
}

// Results of the callbacks of kinds.
static pcty_status validate(void *user_data, const pcty_mcl_resource *resource,
                            pcty_error **error) {
    CHECK(user_data == &destroyed);
    if (pcty_mcl_resource_field_get(resource, PCTY_STR("mode")) == NULL) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("a directory needs a mode"));
        return PCTY_ERROR_CALLBACK;
    }
    return PCTY_OK;
}

static pcty_status compare(void *user_data, const pcty_mcl_resource *first,
                           const pcty_mcl_resource *second, pcty_error **error) {
    CHECK(user_data == &destroyed && *error == NULL);
    CHECK(same_str(data_of(first).name, data_of(second).name));
    return PCTY_ERROR_UNSUPPORTED; // the rule of other kinds
}

static pcty_status merge(void *user_data, const pcty_mcl_resource *first,
                         const pcty_mcl_resource *second, pcty_mcl_resource_builder *resource_builder,
                         pcty_error **error) {
    CHECK(user_data == &destroyed && first != second);
    return pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("owner"),
                                    pcty_mcl_resource_field_get(second, PCTY_STR("owner")), error);
}

static void after(void *user_data, const pcty_mcl_resource *resource, pcty_mcl_dependencies *dependencies) {
    const pcty_str kind = PCTY_STR_INIT("dir");
    pcty_str parent = data_of(resource).name;
    CHECK(user_data == &destroyed);
    for (size_t i = 1; i <= parent.len; i++) {
        if (parent.data[parent.len - i] == '/') {
            parent.len -= i;
            CHECK_OK(pcty_mcl_dependencies_add(dependencies, &kind, &parent, 1, NULL));
            return;
        }
    }
}

static pcty_mcl_resource_builder *dir(const pcty_mcl_host *host, const char *name, const char *mode) {
    pcty_mcl_resource_builder *resource_builder = NULL;
    pcty_value *value = text_value(mode);
    CHECK_OK(pcty_mcl_resource_builder_new(host, PCTY_STR("dir"), pcty_str_from_cstr(name), &resource_builder, NULL));
    CHECK_OK(pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("mode"), value, NULL));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("moed"), value, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE,
                pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("owner"), value, &error));
    pcty_value_free(value);
    return resource_builder;
}

static void own(pcty_mcl_resource_builder *resource_builder, int64_t owner) {
    pcty_value *value = pcty_value_integer_from_int64(owner);
    CHECK_OK(pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("owner"), value, NULL));
    pcty_value_free(value);
}

static void add_and_free(pcty_mcl_builder *builder, pcty_mcl_resource_builder *resource_builder) {
    CHECK_OK(pcty_mcl_builder_add(builder, resource_builder, NULL));
    pcty_mcl_resource_builder_free(resource_builder);
}

static pcty_mcl_resources *built(const pcty_mcl_builder *builder) {
    pcty_mcl_resources *resources = NULL;
    CHECK_OK(pcty_mcl_builder_build(builder, &resources, NULL));
    return resources;
}

static void graphs(void) {
    pcty_mcl_host *host = host_of_kinds();
    pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
    kind.name = PCTY_STR("dir");
    kind.validate = validate;
    kind.compare = compare;
    kind.merge = merge;
    kind.after = after;
    kind.user_data = &destroyed;
    kind.destroy = count_destroyed;
    destroyed = 0;
    CHECK_OK(pcty_mcl_host_set_kind_callbacks(host, &kind, NULL));

    pcty_mcl_builder *builder = pcty_mcl_builder_new(host);
    pcty_mcl_resource_builder *resource_builder = dir(host, "/a/b", "755");
    pcty_value *big = pcty_value_integer_from_int64(256), *yes = pcty_value_bool(true);
    CHECK_FAILS(PCTY_ERROR_VALUE,
                pcty_mcl_resource_builder_set_field(resource_builder, PCTY_STR("owner"), big, &error));
    own(resource_builder, 7);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_mcl_resource_builder_set_meta(resource_builder, PCTY_STR("noop"), big, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_mcl_resource_builder_set_meta(resource_builder, PCTY_STR("nop"), yes, &error));
    CHECK_OK(pcty_mcl_resource_builder_set_meta(resource_builder, PCTY_STR("noop"), yes, NULL));
    pcty_value_free(big);
    add_and_free(builder, resource_builder);
    add_and_free(builder, dir(host, "/a", "755"));
    add_and_free(builder, dir(host, "/a", "755")); // the same again
    resource_builder = dir(host, "/c", "755");
    CHECK_OK(pcty_mcl_resource_builder_unset_field(resource_builder, PCTY_STR("mode"), NULL));
    CHECK_FAILS(PCTY_ERROR_CALLBACK, pcty_mcl_builder_add(builder, resource_builder, &error));
    pcty_mcl_resource_builder_free(resource_builder);

    pcty_mcl_resources *before = built(builder), *clone = pcty_mcl_resources_clone(before);
    CHECK_STRING(pcty_mcl_resources_to_text(before, PCTY_MCL_GRAPH_TEXT),
                 "Vertex: dir[/a/b]\nVertex: dir[/a]\n"
                 "Edge: dir[/a] -> dir[/a/b] # dir[/a] -> dir[/a/b]\n");
    CHECK(mcl_resources_info(before).count == 2 && mcl_resources_info(before).edge_count == 1);
    const pcty_mcl_resource *resource = pcty_mcl_resources_in_order_at(before, 0);
    CHECK_STR(data_of(resource).name, "/a");
    resource = pcty_mcl_resources_at(before, 0);
    CHECK(resource == pcty_mcl_resources_in_order_at(before, 1));
    CHECK(pcty_mcl_resources_at(before, 2) == NULL);
    CHECK_STR(data_of(resource).kind, "dir");
    CHECK(data_of(resource).field_count == 2);
    pcty_mcl_field_value field;
    CHECK(pcty_mcl_resource_field_at(resource, 1, &field));
    CHECK_STR(field.name, "owner");
    CHECK(pcty_mcl_resource_field_at(resource, 0, &field));
    CHECK_STR(text_of(field.value), "755");
    CHECK(pcty_mcl_resource_field_at(resource, 1, NULL));
    CHECK(!pcty_mcl_resource_field_at(resource, 2, &field));
    CHECK(!pcty_mcl_resource_field_at(NULL, 0, &field) && !pcty_mcl_resource_info(NULL, NULL));
    CHECK(pcty_mcl_resource_info(resource, NULL));
    CHECK_STR(field.name, "mode");
    CHECK(pcty_mcl_resource_field_get(resource, PCTY_STR("nothing")) == NULL);
    pcty_value *noop = NULL;
    bool is_noop = false;
    CHECK_OK(pcty_mcl_resource_meta_get(resource, PCTY_STR("noop"), &noop, NULL));
    CHECK_OK(pcty_value_as_bool(noop, &is_noop, NULL));
    CHECK(is_noop && !data_of(resource).is_hidden);
    CHECK(data_of(resource).export_count == 0);
    pcty_value_free(noop);
    pcty_mcl_resource_edge edge = PCTY_MCL_RESOURCE_EDGE_INIT;
    CHECK_OK(pcty_mcl_resources_edge_at(before, 0, &edge, NULL));
    CHECK(edge.from == 1 && edge.to == 0 && edge.flags == PCTY_MCL_EDGE_AUTOMATIC);
    size_t at = 0;
    CHECK_OK(pcty_mcl_resources_get(before, PCTY_STR("dir"), PCTY_STR("/a"), &at, NULL));
    CHECK(at == 1);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_mcl_resources_get(before, PCTY_STR("dir"), PCTY_STR("/b"), &at, &error));

    // A second graph, and its difference from the first.
    pcty_mcl_builder *second = pcty_mcl_builder_new(host);
    add_and_free(second, dir(host, "/a", "700"));
    for (int i = 0; i < 2; i++) {
        resource_builder = NULL;
        CHECK_OK(pcty_mcl_resource_builder_new(host, PCTY_STR("note"), i ? PCTY_STR("b") : PCTY_STR("a"),
                                    &resource_builder, NULL));
        add_and_free(second, resource_builder);
    }
    CHECK_OK(add_edge(second, PCTY_STR("dir"), PCTY_STR("/a"), PCTY_STR("note"),
                                       PCTY_STR("a"), PCTY_MCL_EDGE_NOTIFY, NULL));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                add_edge(second, PCTY_STR("dir"), PCTY_STR("/a"),
                                          PCTY_STR("note"), PCTY_STR("a"), 2, &error));
    CHECK_OK(add_receive(second, PCTY_STR("note"), PCTY_STR("a"), PCTY_STR("said"),
                                          PCTY_STR("note"), PCTY_STR("b"), PCTY_STR("text")));
    pcty_mcl_edge_spec sending =
        edge_between(PCTY_STR("note"), PCTY_STR("a"), PCTY_STR("note"), PCTY_STR("b"));
    sending.sent = PCTY_STR("said");
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_builder_add_edge(second, &sending, &error));
    sending.field = PCTY_STR("text");
    sending.flags = PCTY_MCL_EDGE_NOTIFY;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_builder_add_edge(second, &sending, &error));
    sending.struct_size = 3;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_mcl_builder_add_edge(second, &sending, &error));
    pcty_mcl_resources *after = built(second);
    pcty_mcl_receive receive = PCTY_MCL_RECEIVE_INIT;
    CHECK(mcl_resources_info(after).receive_count == 1);
    CHECK_OK(pcty_mcl_resources_receive_at(after, 0, &receive, NULL));
    CHECK(receive.from == 1 && receive.to == 2);
    CHECK_STR(receive.field, "text");
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_mcl_resources_receive_at(after, 1, &receive, &error));
    pcty_string *text = pcty_mcl_resources_to_text(after, PCTY_MCL_GRAPH_GRAPHVIZ);
    CHECK(strstr(pcty_string_cstr(text), "v0 -> v1 [label=\"notify\"];") != NULL);
    pcty_string_free(text);

    pcty_mcl_difference *difference = NULL;
    pcty_mcl_change change = PCTY_MCL_CHANGE_INIT;
    pcty_mcl_edge_change edges = PCTY_MCL_EDGE_CHANGE_INIT;
    CHECK_OK(pcty_mcl_difference_new(before, after, &difference, NULL));
    pcty_mcl_resources_free(before);
    pcty_mcl_resources_free(after);
    CHECK(!mcl_difference_info(difference).is_empty && mcl_difference_info(difference).change_count == 4);
    CHECK_OK(pcty_mcl_difference_at(difference, 0, &change, NULL));
    CHECK(change.kind == PCTY_MCL_CHANGE_REMOVED && change.after == NULL);
    CHECK_STR(data_of(change.before).name, "/a/b");
    CHECK_OK(pcty_mcl_difference_at(difference, 1, &change, NULL));
    CHECK(change.kind == PCTY_MCL_CHANGE_ADDED && change.before == NULL);
    CHECK_OK(pcty_mcl_difference_at(difference, 3, &change, NULL));
    CHECK(change.kind == PCTY_MCL_CHANGE_CHANGED && change.field_count == 1);
    CHECK(change.meta_count == 0 && pcty_mcl_difference_meta_at(difference, 3, 0).data == NULL);
    CHECK_STR(pcty_mcl_difference_field_at(difference, 3, 0), "mode");
    CHECK(pcty_mcl_resource_field_at(change.after, 0, &field));
    CHECK_STR(text_of(field.value), "700");
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_mcl_difference_at(difference, 4, &change, &error));
    bool removed = false, received = false;
    for (size_t i = 0; i < mcl_difference_info(difference).edge_count; i++) {
        CHECK_OK(pcty_mcl_difference_edge_at(difference, i, &edges, NULL));
        removed |= edges.kind == PCTY_MCL_CHANGE_REMOVED &&
                   same_str(edges.to_name, PCTY_STR("/a/b"));
        received |= edges.kind == PCTY_MCL_CHANGE_ADDED && same_str(edges.sent, PCTY_STR("said"));
    }
    CHECK(removed && received);
    text = pcty_mcl_difference_to_text(difference);
    CHECK(strstr(pcty_string_cstr(text), "~ dir[/a]: mode\n") != NULL);
    pcty_string_free(text);
    pcty_mcl_difference_free(difference);

    // Two different resources of one name; a cycle; an edge to a missing resource.
    add_and_free(builder, dir(host, "/a", "700"));
    pcty_mcl_resources *none = NULL;
    CHECK_FAILS(PCTY_ERROR_VALUE, pcty_mcl_builder_build(builder, &none, &error));
    CHECK_OK(add_edge(second, PCTY_STR("note"), PCTY_STR("a"), PCTY_STR("dir"),
                                       PCTY_STR("/a"), 0, NULL));
    CHECK_FAILS(PCTY_ERROR_VALUE, pcty_mcl_builder_build(second, &none, &error));
    pcty_mcl_builder_free(second);
    pcty_mcl_builder_free(builder);
    pcty_value_free(yes);

    // Equal graphs have no difference.
    CHECK_OK(pcty_mcl_difference_new(clone, clone, &difference, NULL));
    CHECK(mcl_difference_info(difference).is_empty);
    pcty_mcl_difference_free(difference);
    pcty_mcl_resources_free(clone);
    none = pcty_mcl_resources_empty();
    CHECK(mcl_resources_info(none).count == 0 && pcty_mcl_resources_in_order_at(none, 0) == NULL);
    pcty_mcl_resources_free(none);
    pcty_mcl_host_free(host);
    CHECK(destroyed == 1);
}

static void merging(void) {
    pcty_mcl_host *host = pcty_mcl_host_new();
    pcty_mcl_field fields[2] = {{sizeof(pcty_mcl_field), PCTY_STR_INIT("mode"), PCTY_STR_INIT("str"), {NULL, 0}, {NULL, 0}},
                                {sizeof(pcty_mcl_field), PCTY_STR_INIT("owner"), PCTY_STR_INIT("int"), {NULL, 0}, {NULL, 0}}};
    pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
    kind.name = PCTY_STR("dir");
    kind.fields = fields;
    kind.field_count = 2;
    kind.traits = PCTY_MCL_TRAIT_MERGES;
    kind.merge = merge;
    kind.user_data = &destroyed;
    CHECK_OK(pcty_mcl_host_add_kind(host, &kind, NULL));
    pcty_mcl_builder *builder = pcty_mcl_builder_new(host);
    for (int64_t owner = 1; owner < 3; owner++) {
        pcty_mcl_resource_builder *resource_builder = dir(host, "/a", "755");
        own(resource_builder, owner);
        add_and_free(builder, resource_builder);
    }
    pcty_mcl_resources *resources = built(builder);
    CHECK(mcl_resources_info(resources).count == 1);
    int64_t owner = 0;
    CHECK_OK(pcty_value_as_int64(
        pcty_mcl_resource_field_get(pcty_mcl_resources_at(resources, 0), PCTY_STR("owner")), &owner,
        NULL));
    CHECK(owner == 2);
    pcty_mcl_resources_free(resources);
    pcty_mcl_builder_free(builder);
    pcty_mcl_host_free(host);
}

int main(void) {
    kinds();
    functions();
    files();
    programs();
    graphs();
    merging();
    return 0;
}
