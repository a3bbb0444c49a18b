// Puppet catalogs: compilation, resources, parameters, JSON, differences, lookups.

#include "check.h"
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/polycty-catalog-XXXXXX";

static const char *const folders[] = {"/manifests", "/data", "/modules", "/modules/web",
                                      "/modules/web/manifests"};

static const struct {
    const char *name, *text;
} files[] = {
    {"/hiera.yaml",
     "version: 5\nhierarchy:\n  - name: all\n    path: common.yaml\n"},
    {"/data/common.yaml",
     "web::port: 8080\nname: \"%{facts.kind}-%{trusted.certname}\"\nlist: [1, 2]\n"
     "web::key: hunter2\nlookup_options:\n  web::key:\n    convert_to: Sensitive\n"},
    {"/modules/web/manifests/init.pp",
     "class web(Integer $port, Sensitive[String] $key) {\n"
     "  file { '/etc/web':\n    content => $key,\n    mode    => '0600',\n  }\n"
     "  web::site { 'a': port => $port }\n}\n"},
    {"/modules/web/manifests/site.pp",
     "define web::site(Integer $port) {\n  warning(\"port ${port}\")\n}\n"},
    {"/manifests/site.pp",
     "include web\nnode 'old' { notify { 'old': } }\nnode default { notify { $facts['kind']: } }\n"},
};

// The path of a file in the folder of the test.
static pcty_str path_of(const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s%s", root, name);
    return pcty_str_from_cstr(path);
}

static void write_files(void) {
    CHECK(mkdtemp(root) != NULL);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        CHECK(mkdir(path_of(folders[i]).data, 0700) == 0);
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *file = fopen(path_of(files[i].name).data, "wb");
        CHECK(file != NULL && fputs(files[i].text, file) >= 0 && fclose(file) == 0);
    }
}

static void remove_files(void) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        CHECK(unlink(path_of(files[i].name).data) == 0);
    }
    for (size_t i = sizeof folders / sizeof *folders; i-- > 0;) {
        CHECK(rmdir(path_of(folders[i]).data) == 0);
    }
    CHECK(rmdir(root) == 0);
}

static pcty_puppet_catalog_options options_of(const char *node) {
    pcty_puppet_catalog_options options = PCTY_PUPPET_CATALOG_OPTIONS_INIT;
    options.environment_folder = pcty_str_from_cstr(root);
    options.environment_name = PCTY_STR("test");
    options.node = pcty_str_from_cstr(node);
    options.facts = PCTY_STR("{\"kind\": \"vm\"}");
    return options;
}

static pcty_puppet_catalog *compiled(const pcty_puppet_catalog_options *options) {
    pcty_puppet_catalog *catalog = NULL;
    CHECK_OK(pcty_puppet_catalog_compile(options, &catalog, NULL, NULL));
    return catalog;
}

// The position of the resource with this type and title.
static size_t position_of(const pcty_puppet_catalog *catalog, const char *type, const char *title) {
    size_t position = SIZE_MAX;
    pcty_error *error = NULL;
    pcty_status status = pcty_puppet_catalog_resource_get(
        catalog, pcty_str_from_cstr(type), pcty_str_from_cstr(title), &position, &error);
    CHECK(status == PCTY_OK || status == PCTY_ERROR_NOT_FOUND);
    pcty_error_free(error);
    return position;
}

// Each resource is found by its type and title.
static void check_positions(const pcty_puppet_catalog *catalog) {
    for (size_t i = 0; i < puppet_catalog_info(catalog).resource_count; i++) {
        pcty_puppet_catalog_resource found = PCTY_PUPPET_CATALOG_RESOURCE_INIT;
        size_t position = SIZE_MAX;
        CHECK_OK(pcty_puppet_catalog_resource_at(catalog, i, &found, NULL));
        CHECK_OK(pcty_puppet_catalog_resource_get(catalog, found.type_name, found.title, &position,
                                                  NULL));
        CHECK(position == i);
    }
    CHECK(position_of(catalog, "File", "/etc") == SIZE_MAX);
    CHECK(position_of(catalog, "Zone", "z") == SIZE_MAX);
}

static void check_resources(void) {
    pcty_puppet_catalog_options options = options_of("web1.example.com");
    pcty_puppet_catalog_resource found = PCTY_PUPPET_CATALOG_RESOURCE_INIT;
    pcty_puppet_catalog_parameter parameter = PCTY_PUPPET_CATALOG_PARAMETER_INIT;
    pcty_puppet_catalog_edge edge = PCTY_PUPPET_CATALOG_EDGE_INIT;
    pcty_puppet_catalog *catalog = compiled(&options);
    size_t file = position_of(catalog, "File", "/etc/web"), count = 0;
    check_positions(catalog);
    CHECK(file != SIZE_MAX && position_of(catalog, "Notify", "vm") != SIZE_MAX);
    CHECK(position_of(catalog, "Notify", "old") == SIZE_MAX);
    CHECK_OK(pcty_puppet_catalog_resource_at(catalog, file, &found, NULL));
    CHECK(found.kind == PCTY_PUPPET_CATALOG_NATIVE && !found.is_exported && !found.is_virtual);
    CHECK(found.line == 2 && found.parameter_count == 2 && found.tag_count > 0);
    CHECK(strstr(found.file.data, "/modules/web/manifests/init.pp") != NULL);
    CHECK_STR(pcty_puppet_catalog_tag_at(catalog, file, 0), "file");
    CHECK(pcty_puppet_catalog_tag_at(catalog, file, found.tag_count).data == NULL);
    CHECK_OK(pcty_puppet_catalog_resource_at(catalog, position_of(catalog, "Web::Site", "a"), &found,
                                             NULL));
    CHECK(found.kind == PCTY_PUPPET_CATALOG_DEFINED);

    CHECK_OK(pcty_puppet_catalog_parameter_at(catalog, file, 0, &parameter, NULL));
    CHECK_STR(parameter.name, "content");
    CHECK(parameter.is_sensitive);
    CHECK(pcty_puppet_value_kind(parameter.value) == PCTY_PUPPET_SENSITIVE);
    CHECK(pcty_puppet_catalog_parameter_get(catalog, file, PCTY_STR("content")) == parameter.value);
    CHECK(pcty_puppet_catalog_parameter_get(catalog, file, PCTY_STR("owner")) == NULL);
    CHECK_OK(pcty_puppet_catalog_parameter_at(catalog, file, 1, &parameter, NULL));
    CHECK_STR(parameter.name, "mode");
    CHECK(!parameter.is_sensitive);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_puppet_catalog_parameter_at(catalog, file, 2, &parameter, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_puppet_catalog_resource_at(catalog, SIZE_MAX, &found, &error));

    for (size_t i = 0; i < puppet_catalog_info(catalog).edge_count; i++) {
        CHECK_OK(pcty_puppet_catalog_edge_at(catalog, i, &edge, NULL));
        count += edge.contained == file && edge.container == position_of(catalog, "Class", "Web");
    }
    CHECK(count == 1);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_puppet_catalog_edge_at(catalog, SIZE_MAX, &edge, &error));
    count = 0;
    for (size_t i = 0; i < puppet_catalog_info(catalog).class_count; i++) {
        count += same_str(pcty_puppet_catalog_class_at(catalog, i), PCTY_STR("web"));
    }
    CHECK(count == 1 && pcty_puppet_catalog_class_at(catalog, SIZE_MAX).data == NULL);
    CHECK_OK(pcty_puppet_catalog_check_cycles(catalog, NULL));
    pcty_puppet_catalog_free(catalog);
}

static void check_diagnostics(void) {
    pcty_puppet_catalog_options options = options_of("web1");
    pcty_puppet_catalog *catalog = NULL;
    pcty_error *diagnostics = NULL, *error = NULL;
    CHECK_OK(pcty_puppet_catalog_compile(&options, &catalog, &diagnostics, NULL));
    pcty_string *text = pcty_error_format(diagnostics, PCTY_NOTATION_TEXT);
    CHECK(strstr(pcty_string_cstr(text), "port 8080") != NULL);
    pcty_string_free(text);
    pcty_error_free(diagnostics);
    pcty_puppet_catalog_free(catalog);

    // The classes of the classifier, and an error with its position.
    catalog = NULL;
    options.classifier = PCTY_STR("{\"classes\": {\"none\": {}}}");
    CHECK(pcty_puppet_catalog_compile(&options, &catalog, NULL, &error) != PCTY_OK);
    CHECK(catalog == NULL && strstr(pcty_error_message(error).data, "none") != NULL);
    pcty_error_free(error);
    options.classifier = PCTY_STR("{\"classes\": 1}");
    CHECK_FAILS(PCTY_ERROR_VALUE, pcty_puppet_catalog_compile(&options, &catalog, NULL, &error));
    options.classifier.data = NULL;
    options.classifier.len = 0;
    options.facts = PCTY_STR("[]");
    CHECK_FAILS(PCTY_ERROR_VALUE, pcty_puppet_catalog_compile(&options, &catalog, NULL, &error));
    options.facts = PCTY_STR("{");
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_puppet_catalog_compile(&options, &catalog, NULL, &error));
    options = options_of("web1");
    options.hiera = PCTY_STR("/does/not/exist/hiera.yaml");
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_puppet_catalog_compile(&options, &catalog, NULL, &error));
    options = options_of("web1");
    options.node.data = NULL;
    options.node.len = 0;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_catalog_compile(&options, &catalog, NULL, &error));
}

static void check_json(void) {
    pcty_puppet_catalog_options options = options_of("web1");
    pcty_puppet_catalog_json_options form = PCTY_PUPPET_CATALOG_JSON_OPTIONS_INIT;
    pcty_puppet_catalog *old = compiled(&options), *new = NULL;
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_catalog_to_json(old, NULL, &text, NULL));
    CHECK(strstr(pcty_string_cstr(text), "\"environment\":\"test\"") != NULL);
    CHECK(strstr(pcty_string_cstr(text), "hunter2") == NULL);
    pcty_string_free(text);
    form.has_secrets = true;
    form.version = 7;
    form.code_id = PCTY_STR("abc");
    CHECK_OK(pcty_puppet_catalog_to_json(old, &form, &text, NULL));
    CHECK(strstr(pcty_string_cstr(text), "\"version\":7,\"code_id\":\"abc\"") != NULL);
    CHECK(strstr(pcty_string_cstr(text), "hunter2") != NULL);
    CHECK_OK(pcty_puppet_catalog_parse(pcty_string_str(text), &new, NULL));
    pcty_string_free(text);
    CHECK(puppet_catalog_info(new).resource_count == puppet_catalog_info(old).resource_count);
    CHECK_OK(pcty_puppet_catalog_diff(old, new, &text, NULL));
    CHECK_STRING(text, "{\"added\":[],\"removed\":[],\"changed\":[],\"added_classes\":[],"
                       "\"removed_classes\":[]}");
    pcty_puppet_catalog_free(new);
    options.node = PCTY_STR("old");
    new = compiled(&options);
    CHECK_OK(pcty_puppet_catalog_diff(old, new, &text, NULL));
    CHECK(strstr(pcty_string_cstr(text), "\"reference\":\"Notify[old]\"") != NULL);
    CHECK(strstr(pcty_string_cstr(text), "hunter2") == NULL);
    pcty_string_free(text);
    pcty_puppet_catalog_free(new);
    pcty_puppet_catalog_free(old);
    new = NULL;
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_puppet_catalog_parse(PCTY_STR("{"), &new, &error));
    CHECK_FAILS(PCTY_ERROR_VALUE, pcty_puppet_catalog_parse(PCTY_STR("[]"), &new, &error));
    CHECK(new == NULL);
}

static void check_cycles(void) {
    static const char cyclic[] =
        "{\"resources\": [{\"type\": \"Notify\", \"title\": \"a\", \"parameters\": {\"require\": "
        "\"Notify[b]\"}}, {\"type\": \"Notify\", \"title\": \"b\", \"parameters\": {\"require\": "
        "\"Notify[a]\"}}], \"edges\": [], \"classes\": []}";
    pcty_puppet_catalog *catalog = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_puppet_catalog_parse(pcty_str_from_cstr(cyclic), &catalog, NULL));
    CHECK(pcty_puppet_catalog_check_cycles(catalog, &error) == PCTY_ERROR_DIAGNOSTICS);
    CHECK(error_info(error).diagnostic_count == 1);
    CHECK(strstr(pcty_error_message(error).data, "Notify[a]") != NULL);
    pcty_error_free(error);
#ifdef PCTY_HAS_MCL
    pcty_mcl_resources *graph = NULL;
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS, pcty_puppet_catalog_graph(catalog, &graph, &error));
    CHECK(graph == NULL);
#endif
    pcty_puppet_catalog_free(catalog);
}

#ifdef PCTY_HAS_MCL
// The functions of mcl's resources read the graph of a catalog.
static void check_graph(void) {
    pcty_puppet_catalog_options options = options_of("web1.example.com");
    pcty_puppet_catalog *catalog = compiled(&options);
    pcty_mcl_resources *graph = NULL;
    pcty_mcl_resources_data all;
    pcty_mcl_resource_data data;
    size_t file = position_of(catalog, "File", "/etc/web"), position, before = SIZE_MAX;
    CHECK_OK(pcty_puppet_catalog_graph(catalog, &graph, NULL));
    size_t count = puppet_catalog_info(catalog).resource_count;
    pcty_puppet_catalog_resource found = PCTY_PUPPET_CATALOG_RESOURCE_INIT;
    pcty_puppet_catalog_parameter parameter = PCTY_PUPPET_CATALOG_PARAMETER_INIT;
    CHECK_OK(pcty_puppet_catalog_resource_at(catalog, file, &found, NULL));
    CHECK(pcty_mcl_resources_info(graph, &all) && all.count > count && all.edge_count > 0);
    CHECK_OK(pcty_mcl_resources_get(graph, found.type_name, found.title, &position, NULL));
    CHECK(position == file);
    const pcty_mcl_resource *resource = pcty_mcl_resources_at(graph, file);
    CHECK(pcty_mcl_resource_info(resource, &data) && !data.is_hidden);
    CHECK(same_str(data.kind, found.type_name) && same_str(data.name, found.title));
    CHECK(same_str(data.file, found.file) && data.line == found.line);
    CHECK(data.field_count == found.parameter_count);
    // A secret value stays a Sensitive value.
    CHECK_OK(pcty_puppet_catalog_parameter_at(catalog, file, 0, &parameter, NULL));
    CHECK(parameter.is_sensitive);
    CHECK(pcty_puppet_value_kind(pcty_mcl_resource_field_get(resource, parameter.name)) ==
          PCTY_PUPPET_SENSITIVE);
    CHECK(pcty_mcl_resource_info(pcty_mcl_resources_at(graph, all.count - 1), &data));
    CHECK(data.is_hidden && data.file.data == NULL && data.line == 0);
    CHECK_STR(data.kind, "Whit");
    // The container comes first.
    for (size_t i = 0; i < all.count; i++) {
        CHECK(pcty_mcl_resource_info(pcty_mcl_resources_in_order_at(graph, i), &data));
        if (same_str(data.kind, PCTY_STR("Class")) && same_str(data.name, PCTY_STR("Web"))) {
            before = i;
        }
        if (same_str(data.name, found.title)) {
            CHECK(before < i);
        }
    }
    pcty_puppet_catalog_free(catalog);
    CHECK(pcty_mcl_resource_info(resource, &data));
    pcty_mcl_resources_free(graph);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_puppet_catalog_graph(NULL, &graph, &error));
}
#endif

static void check_found(pcty_value *value, const char *want) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_value_format(value, &text, NULL));
    CHECK_STRING(text, want);
    pcty_value_free(value);
}

static void check_lookups(void) {
    pcty_puppet_catalog_options options = options_of("web1");
    pcty_puppet_lookup_options form = PCTY_PUPPET_LOOKUP_OPTIONS_INIT;
    pcty_value *value = NULL, *otherwise = NULL;
    pcty_string *explanation = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_puppet_lookup(PCTY_STR("name"), &options, NULL, &value, &explanation, NULL));
    check_found(value, "'vm-web1'");
    CHECK(strstr(pcty_string_cstr(explanation), "common.yaml") != NULL);
    pcty_string_free(explanation);
    value = NULL;
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_puppet_lookup(PCTY_STR("none"), &options, &form, &value, NULL, &error));
    CHECK(value == NULL);
    explanation = NULL;
    CHECK(pcty_puppet_lookup(PCTY_STR("none"), &options, &form, &value, &explanation, &error) ==
          PCTY_ERROR_DIAGNOSTICS);
    CHECK(value == NULL && explanation == NULL);
    pcty_diagnostic diagnostic = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, 0, &diagnostic, NULL));
    CHECK(strstr(diagnostic.detail.data, "No such key: \"none\"") != NULL);
    pcty_error_free(error);
    CHECK_OK(pcty_puppet_value_parse(PCTY_STR("[0]"), NULL, &otherwise, NULL));
    form.default_value = otherwise;
    CHECK_OK(pcty_puppet_lookup(PCTY_STR("none"), &options, &form, &value, NULL, NULL));
    check_found(value, "[0]");
    form.merge = PCTY_STR("unique");
    CHECK_OK(pcty_puppet_lookup(PCTY_STR("list"), &options, &form, &value, NULL, NULL));
    check_found(value, "[1, 2]");
    form.merge = PCTY_STR("{\"strategy\": \"deep\", \"knockout_prefix\": \"--\"}");
    CHECK_OK(pcty_puppet_lookup(PCTY_STR("list"), &options, &form, &value, NULL, NULL));
    check_found(value, "[1, 2]");
    value = NULL;
    form.merge = PCTY_STR("no strategy");
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_puppet_lookup(PCTY_STR("list"), &options, &form, &value, NULL, &error));
    pcty_value_free(otherwise);
}

int main(void) {
    write_files();
    check_resources();
    check_diagnostics();
    check_json();
    check_cycles();
#ifdef PCTY_HAS_MCL
    check_graph();
#endif
    check_lookups();
    remove_files();
    return 0;
}
