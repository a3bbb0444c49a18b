// Terraform projects: schemas, modules, validation, plans, texts of the program, callbacks.

#include "check.h"

#define MAIN                                                                            \
    "variable \"names\" {\n  type = set(string)\n}\n"                                   \
    "variable \"key\" {\n  type = string\n  sensitive = true\n}\n"                      \
    "module \"m\" {\n  source = \"./m\"\n  for_each = var.names\n  name = each.key\n}\n" \
    "output \"id\" {\n  value = module.m[\"a\"].id\n}\n"                                \
    "output \"key\" {\n  value = var.key\n  sensitive = true\n}\n"

#define CALLED                                                                          \
    "variable \"name\" {\n  type = string\n}\noutput \"id\" {\n  value = upper(var.name)\n}\n"

#define SCHEMAS                                                                         \
    "{\"format_version\": \"1.0\", \"provider_schemas\": {"                             \
    "\"registry.terraform.io/hashicorp/test\": {\"resource_schemas\": {\"test_a\": {"   \
    "\"version\": 0, \"block\": {\"attributes\": {"                                     \
    "\"id\": {\"type\": \"string\", \"computed\": true},"                               \
    "\"size\": {\"type\": \"number\", \"required\": true}}}}}}}}"

#define PLAN_SCHEMAS \
    "{\"provider_schemas\": {\"p\": {\"resource_schemas\": {\"x\": {\"bloc" \
    "k\": {\"attributes\": {\"id\": {\"type\": \"string\", \"computed\": tru" \
    "e}, \"tags\": {\"type\": [\"set\", \"string\"], \"optional\": true}, \"" \
    "key\": {\"type\": \"string\", \"optional\": true, \"sensitive\": true" \
    "}}}}}}}}"

#define PLAN \
    "{\"format_version\": \"1.2\", \"variables\": {\"v\": {\"value\": 1}}, " \
    "\"resource_changes\": [{\"address\": \"x.a\", \"previous_address\": " \
    "\"x.b\", \"mode\": \"managed\", \"type\": \"x\", \"name\": \"a\", \"provide" \
    "r_name\": \"p\", \"change\": {\"actions\": [\"create\"], \"before\": nu" \
    "ll, \"after\": {\"tags\": [\"t\"], \"key\": \"hunter2\"}, \"after_unkno" \
    "wn\": {\"id\": true}}}], \"output_changes\": {\"o\": {\"actions\": [\"" \
    "update\"], \"before\": 1, \"after\": 2}}, \"prior_state\": {\"values" \
    "\": {\"outputs\": {\"o\": {\"type\": \"number\", \"value\": 1}}, \"root_" \
    "module\": {}}}}"

// A host with texts in memory: a project of two modules.
static pcty_terraform_host *host_of(const char *main) {
    pcty_terraform_host *host = pcty_terraform_host_new();
    CHECK_OK(pcty_terraform_host_set_text(host, PCTY_STR("main.tf"), pcty_str_from_cstr(main), NULL));
    CHECK_OK(pcty_terraform_host_set_text(host, PCTY_STR("m/main.tf"), PCTY_STR(CALLED), NULL));
    return host;
}

static pcty_terraform_project *opened(const char *main,
                                      const pcty_terraform_project_options *options) {
    pcty_terraform_host *host = host_of(main);
    pcty_terraform_project *project = NULL;
    CHECK_OK(pcty_terraform_project_open(host, PCTY_STR("."), options, &project, NULL, NULL));
    pcty_terraform_host_free(host);
    return project;
}

static void check_modules(void) {
    pcty_terraform_project *project = opened(MAIN, NULL), *clone = pcty_terraform_project_clone(project);
    pcty_terraform_module_info found = PCTY_TERRAFORM_MODULE_INFO_INIT;
    pcty_terraform_module *module = NULL;
    pcty_terraform_project_free(project);
    CHECK(terraform_project_info(clone).module_count == 2);
    CHECK_OK(pcty_terraform_project_module_at(clone, 0, &found, NULL));
    CHECK(found.address.data != NULL && found.address.len == 0 && found.file.data == NULL);
    CHECK_OK(pcty_terraform_project_module_at(clone, 1, &found, NULL));
    CHECK_STR(found.address, "module.m");
    CHECK_STR(found.directory, "m");
    CHECK_STR(found.source, "./m");
    CHECK_STR(found.file, "main.tf");
    CHECK(found.is_available && found.range.start.line == 8);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_terraform_project_module_at(clone, 2, &found, &error));
    found.struct_size = 3;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_terraform_project_module_at(clone, 0, &found, &error));
    CHECK_OK(pcty_terraform_project_module_get(clone, PCTY_STR("module.m"), &module, NULL));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_terraform_project_module_get(clone, PCTY_STR("module.n"), &module, &error));
    CHECK(terraform_project_info(clone).file_count == 2);
    CHECK_STR(pcty_terraform_project_file_at(clone, 1), "m/main.tf");
    CHECK(pcty_terraform_project_file_at(clone, 2).data == NULL);
    pcty_terraform_project_free(clone);
    CHECK(pcty_terraform_module_declaration_count(module, PCTY_TERRAFORM_VARIABLE) == 1);
    pcty_terraform_module_free(module);
}

static void check_type(const pcty_terraform_outputs *outputs, pcty_str address, const char *want) {
    pcty_string *text = NULL;
    const pcty_value *value = pcty_terraform_outputs_get(outputs, address);
    CHECK(value != NULL);
    CHECK_OK(pcty_type_format(pcty_value_type(value), PCTY_DIALECT_HCL, &text, NULL));
    CHECK_STRING(text, want);
}

static void check_validation(void) {
    pcty_terraform_project *project = opened(MAIN, NULL);
    pcty_terraform_outputs *outputs = NULL;
    pcty_terraform_output_info found = PCTY_TERRAFORM_OUTPUT_INFO_INIT;
    CHECK_OK(pcty_terraform_project_validate(project, &outputs, NULL, NULL));
    pcty_terraform_project_free(project);
    CHECK(pcty_terraform_outputs_count(outputs) == 3);
    check_type(outputs, PCTY_STR("module.m.output.id"), "string");
    CHECK(!pcty_value_has(
        pcty_terraform_outputs_get(outputs, PCTY_STR("module.m.output.id")), PCTY_VALUE_WHOLLY_KNOWN));
    check_type(outputs, PCTY_STR("id"), "string");
    CHECK(pcty_value_has(pcty_terraform_outputs_get(outputs, PCTY_STR("key")), PCTY_VALUE_MARKED));
    CHECK(pcty_terraform_outputs_get(outputs, PCTY_STR("nope")) == NULL);
    CHECK_OK(pcty_terraform_outputs_at(outputs, 0, &found, NULL));
    CHECK(found.value != NULL && found.name.len > 0);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, pcty_terraform_outputs_at(outputs, 3, &found, &error));
    pcty_terraform_outputs_free(outputs);
}

static void check_plan(void) {
    pcty_terraform_project *project = opened(MAIN, NULL);
    pcty_terraform_inputs *inputs = pcty_terraform_inputs_new();
    pcty_terraform_outputs *outputs = NULL;
    pcty_string *text = NULL;
    pcty_error *diagnostics = NULL;
    pcty_terraform_options options = PCTY_TERRAFORM_OPTIONS_INIT;
    options.unset = PCTY_TERRAFORM_UNSET_ERROR;
    CHECK_OK(pcty_terraform_inputs_set_options(inputs, &options, NULL));
    CHECK_OK(pcty_terraform_inputs_add_file(
        inputs, PCTY_STR("names = [\"a\", \"b\"]\nkey = [\"hunter2\"]\n"), PCTY_STR("a.tfvars"), NULL));
    CHECK_OK(pcty_terraform_project_plan(project, inputs, &outputs, &diagnostics, NULL));
    CHECK(error_info(diagnostics).diagnostic_count == 1);
    text = pcty_error_format(diagnostics, PCTY_NOTATION_TEXT);
    CHECK(strstr(pcty_string_cstr(text), "a.tfvars") != NULL);
    CHECK(strstr(pcty_string_cstr(text), "hunter2") == NULL);
    pcty_string_free(text);
    pcty_error_free(diagnostics);
    CHECK(pcty_terraform_outputs_count(outputs) == 0);
    pcty_terraform_outputs_free(outputs);
    outputs = NULL;
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_terraform_project_plan(project, inputs, &outputs, NULL, &error));
    CHECK(outputs == NULL);
    CHECK_OK(pcty_terraform_inputs_set_text(inputs, PCTY_STR("key"), PCTY_STR("hunter2"),
                                            PCTY_TERRAFORM_FROM_COMMAND_LINE, NULL));
    CHECK_OK(pcty_terraform_project_plan(project, inputs, &outputs, NULL, NULL));
    pcty_terraform_inputs_free(inputs);
    CHECK(pcty_terraform_outputs_count(outputs) == 4);
    CHECK_OK(pcty_value_to_json(pcty_terraform_outputs_get(outputs, PCTY_STR("module.m[\"b\"].output.id")),
                                NULL, &text, NULL));
    CHECK_STRING(text, "\"B\"");
    CHECK_OK(pcty_terraform_outputs_to_json(outputs, &text, NULL));
    CHECK(strstr(pcty_string_cstr(text), "\"valid\":true") != NULL);
    CHECK(strstr(pcty_string_cstr(text), "\"type\":\"string\",\"value\":\"A\"") != NULL);
    CHECK(strstr(pcty_string_cstr(text), "hunter2") == NULL);
    pcty_string_free(text);
    pcty_terraform_outputs_free(outputs);
    // Without inputs, variables are unknown, so the number of instances is not known.
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_terraform_project_plan(project, NULL, &outputs, NULL, &error));
    pcty_terraform_project_free(project);
}

// The schema of a resource is applied, and errors do not prevent a partial result.
static void check_schemas(void) {
    static const char main[] = "terraform {\n  required_providers {\n    test = {\n"
                               "      source = \"hashicorp/test\"\n    }\n  }\n}\n"
                               "resource \"test_a\" \"x\" {\n  size = \"big\"\n}\n"
                               "resource \"test_a\" \"y\" {\n  size = 1\n}\n"
                               "output \"id\" {\n  value = test_a.y.id\n}\n";
    pcty_terraform_schemas *schemas = NULL;
    pcty_terraform_outputs *outputs = NULL;
    pcty_error *diagnostics = NULL;
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_terraform_schemas_parse(PCTY_STR("{"), &schemas, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_terraform_schemas_parse((pcty_str){"\xff", 1}, &schemas, &error));
    CHECK_OK(pcty_terraform_schemas_parse(PCTY_STR(SCHEMAS), &schemas, NULL));
    CHECK(pcty_terraform_schemas_provider_count(schemas) == 1);
    CHECK_STR(pcty_terraform_schemas_provider_at(schemas, 0), "registry.terraform.io/hashicorp/test");
    CHECK(pcty_terraform_schemas_provider_at(schemas, 1).data == NULL);
    pcty_terraform_schemas *clone = pcty_terraform_schemas_clone(schemas);
    pcty_terraform_schemas_free(schemas);
    pcty_terraform_project_options options = PCTY_TERRAFORM_PROJECT_OPTIONS_INIT;
    options.schemas = clone;
    pcty_terraform_project *project = opened(main, &options);
    pcty_terraform_schemas_free(clone);
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_terraform_project_validate(project, &outputs, NULL, &error));
    CHECK_OK(pcty_terraform_project_validate(project, &outputs, &diagnostics, NULL));
    CHECK(error_info(diagnostics).diagnostic_count == 1);
    check_type(outputs, PCTY_STR("id"), "string");
    pcty_error_free(diagnostics);
    pcty_terraform_outputs_free(outputs);
    pcty_terraform_project_free(project);
}

static void check_options(void) {
    pcty_terraform_host *host = host_of("variable \"a\" {\n  const = true\n}\n"), *bare = pcty_terraform_host_new();
    pcty_terraform_project *project = NULL;
    pcty_terraform_outputs *outputs = NULL;
    pcty_error *diagnostics = NULL;
    pcty_terraform_project_options options = PCTY_TERRAFORM_PROJECT_OPTIONS_INIT;
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_terraform_project_open(bare, PCTY_STR("."), NULL, &project, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_terraform_project_open(host, PCTY_STR("n"), NULL, &project, NULL, &error));
    // `const` is newer than 1.14: an error of the project, of which a part is read.
    options.version = PCTY_STR("1.14");
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_terraform_project_open(host, PCTY_STR("."), &options, &project, NULL, &error));
    CHECK_OK(pcty_terraform_project_open(host, PCTY_STR("."), &options, &project, &diagnostics, NULL));
    CHECK(diagnostics != NULL && terraform_project_info(project).module_count == 1);
    pcty_error_free(diagnostics);
    CHECK_OK(pcty_terraform_project_validate(project, &outputs, &diagnostics, NULL));
    CHECK(diagnostics == NULL && pcty_terraform_outputs_count(outputs) == 0);
    pcty_terraform_outputs_free(outputs);
    pcty_terraform_project_free(project);
    options.version = PCTY_STR("1.10");
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_terraform_project_open(host, PCTY_STR("."), &options, &project, NULL, &error));
    options.version = PCTY_STR("1.15");
    options.manifest = PCTY_STR("[");
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_terraform_project_open(host, PCTY_STR("."), &options, &project, NULL, &error));
    options.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_terraform_project_open(host, PCTY_STR("."), &options, &project, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_terraform_host_remove_text(host, PCTY_STR("n.tf"), &error));
    CHECK_OK(pcty_terraform_host_remove_text(host, PCTY_STR("./m/main.tf"), NULL));
    pcty_terraform_host_free(bare);
    pcty_terraform_host_free(host);
}

static int called, destroyed;

static pcty_status find(void *user_data, pcty_str key, pcty_str source, pcty_str version,
                        pcty_string **out, pcty_error **error) {
    pcty_terraform_host *host = user_data;
    called++;
    CHECK_STR(source, "a/b/c");
    CHECK(version.data == NULL);
    if (pcty_str_equal(key, PCTY_STR("gone"))) {
        return PCTY_OK;
    }
    if (pcty_str_equal(key, PCTY_STR("broken"))) {
        return pcty_string_new((pcty_str){"\xff", 1}, out, error);
    }
    // The project that is being opened does not change.
    CHECK_OK(pcty_terraform_host_set_text(host, PCTY_STR("v/main.tf"), PCTY_STR("{"), NULL));
    return pcty_string_new(PCTY_STR("v"), out, error);
}

static void destroy(void *user_data) {
    CHECK(user_data != NULL);
    destroyed++;
}

// Modules of a registry are found by the callback; the others are a warning.
static void check_callback(void) {
    pcty_terraform_host *host = host_of("module \"there\" {\n  source = \"a/b/c\"\n}\n"
                                        "module \"gone\" {\n  source = \"a/b/c\"\n}\n");
    pcty_terraform_project *project = NULL;
    pcty_error *diagnostics = NULL;
    pcty_terraform_module_info found = PCTY_TERRAFORM_MODULE_INFO_INIT;
    CHECK_OK(pcty_terraform_host_set_text(host, PCTY_STR("v/main.tf"), PCTY_STR("locals {}\n"), NULL));
    CHECK_OK(pcty_terraform_host_set_modules(host, find, host, destroy, NULL));
    CHECK_OK(pcty_terraform_project_open(host, PCTY_STR("."), NULL, &project, &diagnostics, NULL));
    CHECK(called == 2 && error_info(diagnostics).diagnostic_count == 1);
    pcty_error_free(diagnostics);
    CHECK(terraform_project_info(project).module_count == 3);
    CHECK_OK(pcty_terraform_project_module_at(project, 2, &found, NULL));
    CHECK_STR(found.address, "module.gone");
    CHECK(!found.is_available && found.directory.data == NULL && found.range.start.line == 4);
    pcty_terraform_project_free(project);
    project = NULL;
    CHECK_OK(pcty_terraform_host_set_text(host, PCTY_STR("main.tf"),
                                          PCTY_STR("module \"broken\" {\n  source = \"a/b/c\"\n}\n"), NULL));
    CHECK(pcty_terraform_project_open(host, PCTY_STR("."), NULL, &project, NULL, NULL) ==
              PCTY_ERROR_INVALID_UTF8 &&
          project == NULL);
    CHECK(pcty_terraform_host_set_modules(host, NULL, host, destroy, NULL) ==
              PCTY_ERROR_INVALID_ARGUMENT &&
          destroyed == 1);
    pcty_terraform_host_free(host);
    CHECK(destroyed == 2);
}

// Changes, outputs and variables of a plan have the types of the schemas.
static void check_plan_document(void) {
    pcty_terraform_schemas *schemas = NULL;
    pcty_terraform_plan *plan = NULL;
    pcty_terraform_plan_item found = PCTY_TERRAFORM_PLAN_ITEM_INIT;
    pcty_string *text = NULL;
    CHECK_OK(pcty_terraform_schemas_parse(PCTY_STR(PLAN_SCHEMAS), &schemas, NULL));
    CHECK_OK(pcty_terraform_plan_parse(PCTY_STR(PLAN), schemas, &plan, NULL));
    pcty_terraform_schemas_free(schemas);
    CHECK(pcty_terraform_plan_count(plan, PCTY_TERRAFORM_PLAN_CHANGES) == 2);
    CHECK(pcty_terraform_plan_count(plan, PCTY_TERRAFORM_PLAN_DRIFT) == 0);
    CHECK(pcty_terraform_plan_count(plan, PCTY_TERRAFORM_PLAN_PRIOR) == 1);
    CHECK(pcty_terraform_plan_count(plan, 99) == 0);
    CHECK_OK(pcty_terraform_plan_at(plan, 0, PCTY_TERRAFORM_PLAN_CHANGES, &found, NULL));
    CHECK_STR(found.address, "x.a");
    CHECK_STR(found.previous_address, "x.b");
    CHECK_STR(found.resource_type, "x");
    CHECK_STR(found.provider, "p");
    CHECK(found.kind == PCTY_TERRAFORM_RESOURCE && found.action == PCTY_TERRAFORM_ACTION_CREATE);
    CHECK(found.mismatch.data == NULL && pcty_value_state(found.before) == PCTY_STATE_NULL);
    CHECK_OK(pcty_type_format(pcty_value_type(found.after), PCTY_DIALECT_HCL, &text, NULL));
    CHECK(strstr(pcty_string_cstr(text), "set(string)") != NULL);
    pcty_string_free(text);
    CHECK(!pcty_value_has(found.after, PCTY_VALUE_WHOLLY_KNOWN) &&
          pcty_value_state(found.after) == PCTY_STATE_KNOWN);
    CHECK_OK(pcty_terraform_plan_at(plan, 1, PCTY_TERRAFORM_PLAN_CHANGES, &found, NULL));
    CHECK_STR(found.name, "o");
    CHECK(found.kind == PCTY_TERRAFORM_OUTPUT && found.action == PCTY_TERRAFORM_ACTION_UPDATE &&
          found.provider.data == NULL && found.before != NULL);
    CHECK_OK(pcty_terraform_plan_at(plan, 0, PCTY_TERRAFORM_PLAN_VARIABLES, &found, NULL));
    CHECK(found.kind == PCTY_TERRAFORM_VARIABLE && found.action == PCTY_TERRAFORM_ACTION_NONE &&
          found.before == NULL);
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_terraform_plan_at(plan, 0, PCTY_TERRAFORM_PLAN_DRIFT, &found, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_terraform_plan_at(plan, 0, 99, &found, &error));
    pcty_terraform_plan_free(plan);
    plan = NULL;
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_terraform_plan_parse(PCTY_STR("{}"), NULL, &plan, &error));
    CHECK(plan == NULL);
}

int main(void) {
    check_plan_document();
    check_modules();
    check_validation();
    check_plan();
    check_schemas();
    check_options();
    check_callback();
    return 0;
}
