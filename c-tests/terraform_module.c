// Terraform modules: parsing, the inventory, inputs, evaluation, files of the program.

#include "check.h"

static const pcty_str NAMES[] = {PCTY_STR_INIT("override.tf"), PCTY_STR_INIT("main.tf")};
static const pcty_str TEXTS[] = {
    PCTY_STR_INIT("variable \"name\" {\n  description = \"what it is called\"\n}\n"),
    PCTY_STR_INIT("variable \"name\" {\n  type = string\n}\n"
                  "variable \"ports\" {\n  type = list(number)\n  default = [80]\n"
                  "  validation {\n    condition = length(var.ports) > 0\n"
                  "    error_message = \"None.\"\n  }\n}\n"
                  "variable \"key\" {\n  type = string\n  sensitive = true\n  default = \"k\"\n}\n"
                  "locals {\n  first = var.ports[0]\n}\n"
                  "resource \"a\" \"b\" {\n  count = 2\n}\n"
                  "data \"d\" \"e\" {}\n"
                  "module \"m\" {\n  source = \"./m\"\n}\n"
                  "output \"url\" {\n  value = \"${var.name}:${local.first}\"\n}\n"
                  "output \"text\" {\n  value = file(\"motd\")\n}\n")};

static pcty_terraform_module *module(void) {
    pcty_terraform_module *made = NULL;
    CHECK_OK(pcty_terraform_module_parse(NAMES, TEXTS, 2, &made, NULL, NULL));
    return made;
}

static void check_inventory(void) {
    pcty_terraform_module *read = module(), *clone = pcty_terraform_module_clone(read);
    pcty_terraform_variable_info variable = PCTY_TERRAFORM_VARIABLE_INFO_INIT;
    pcty_terraform_declaration found = PCTY_TERRAFORM_DECLARATION_INIT;
    pcty_hcl_expression *expression = NULL;
    pcty_string *text = NULL;
    pcty_terraform_module_free(read);
    CHECK(pcty_terraform_module_declaration_count(clone, PCTY_TERRAFORM_VARIABLE) == 3);
    CHECK(pcty_terraform_module_declaration_count(clone, PCTY_TERRAFORM_DATA) == 1);
    CHECK(pcty_terraform_module_declaration_count(clone, 99) == 0);
    CHECK_OK(pcty_terraform_module_variable_at(clone, 0, &variable, NULL));
    CHECK(variable.is_required && variable.default_value == NULL && variable.is_nullable);
    CHECK(variable.description.len == strlen("what it is called"));
    CHECK(pcty_type_equal(variable.type, pcty_type_string()));
    CHECK_OK(pcty_terraform_module_variable_at(clone, 1, &variable, NULL));
    CHECK(!variable.is_required && variable.validation_count == 1 && variable.range.start.line == 4);
    CHECK(pcty_terraform_module_variable_at(clone, 3, &variable, NULL) == PCTY_ERROR_NOT_FOUND);
    CHECK_OK(pcty_terraform_module_declaration_at(clone, 0, PCTY_TERRAFORM_RESOURCE, &found, NULL));
    CHECK(found.name.data[0] == 'b' && found.label.data[0] == 'a' && found.target.data == NULL);
    CHECK_OK(pcty_terraform_module_declaration_at(clone, 0, PCTY_TERRAFORM_MODULE_CALL, &found,
                                                  NULL));
    CHECK(found.target.len == 3);
    CHECK_OK(pcty_terraform_module_argument_at(clone, 0, PCTY_STR("count"),
                                               PCTY_TERRAFORM_RESOURCE, &expression, NULL));
    pcty_hcl_expression_free(expression);
    CHECK_OK(pcty_terraform_module_argument_at(clone, 0, PCTY_STR("value"), PCTY_TERRAFORM_LOCAL,
                                               &expression, NULL));
    pcty_hcl_expression_free(expression);
    CHECK(pcty_terraform_module_argument_at(clone, 0, PCTY_STR("nope"), PCTY_TERRAFORM_OUTPUT,
                                            &expression, NULL) == PCTY_ERROR_NOT_FOUND);
    CHECK_OK(pcty_terraform_module_to_json(clone, &text, NULL));
    CHECK(strstr(pcty_string_cstr(text), "\"variables\":[{\"name\":\"name\"") != NULL);
    pcty_string_free(text);
    pcty_terraform_module_free(clone);
}

static pcty_status find(void *user_data, pcty_str path, pcty_string **out, pcty_error **error) {
    const char *text = user_data;
    CHECK(path.len == 4 && memcmp(path.data, "motd", 4) == 0);
    return pcty_string_new(pcty_str_from_cstr(text), out, error);
}

static int destroyed;

static void destroy(void *user_data) {
    CHECK(user_data != NULL);
    destroyed++;
}

static void check_output(const pcty_terraform_evaluation *found, pcty_str name, const char *want) {
    const pcty_value *value = pcty_terraform_evaluation_get(found, name, PCTY_TERRAFORM_OUTPUT);
    pcty_string *text = NULL;
    CHECK_OK(pcty_value_to_json(value, pcty_value_type(value), &text, NULL));
    CHECK_STRING(text, want);
}

static void check_evaluation(void) {
    static char motd[] = "hello";
    pcty_terraform_module *read = module();
    pcty_terraform_host *host = pcty_terraform_host_new();
    pcty_terraform_inputs *inputs = pcty_terraform_inputs_new();
    pcty_terraform_evaluation *found = NULL;
    pcty_string *text = NULL;
    pcty_value *name = pcty_value_bool(true);
    CHECK_OK(pcty_terraform_host_set_files(host, find, NULL, motd, destroy, NULL));
    pcty_terraform_options options = PCTY_TERRAFORM_OPTIONS_INIT;
    options.host = host;
    options.unset = PCTY_TERRAFORM_UNSET_ERROR;
    CHECK_OK(pcty_terraform_inputs_set_options(inputs, &options, NULL));
    pcty_terraform_host_free(host);
    // Members that are not set change nothing.
    options = (pcty_terraform_options)PCTY_TERRAFORM_OPTIONS_INIT;
    options.workspace = PCTY_STR("test");
    options.module_path = PCTY_STR(".");
    CHECK_OK(pcty_terraform_inputs_set_options(inputs, &options, NULL));
    options.unset = 7;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_terraform_inputs_set_options(inputs, &options, &error));
    options.unset = PCTY_TERRAFORM_UNSET_UNKNOWN;
    options.root_path = (pcty_str){"\xff", 1};
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_terraform_inputs_set_options(inputs, &options, &error));
    options.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_terraform_inputs_set_options(inputs, &options, &error));
    CHECK_OK(pcty_terraform_inputs_add_file(inputs, PCTY_STR("name = \"from a file\"\n"),
                                            PCTY_STR("a.tfvars"), NULL));
    CHECK_OK(pcty_terraform_inputs_add_json(inputs, PCTY_STR("{\"name\": \"from JSON\"}"),
                                            PCTY_STR("the request"), NULL));
    CHECK_OK(pcty_terraform_module_evaluate(read, inputs, &found, NULL, NULL));
    CHECK_OK(pcty_value_to_json(pcty_terraform_evaluation_get(found, PCTY_STR("name"), PCTY_TERRAFORM_VARIABLE), NULL,
                                &text, NULL));
    CHECK_STRING(text, "\"from JSON\"");
    pcty_terraform_evaluation_free(found);
    found = NULL;
    CHECK_OK(pcty_terraform_inputs_set_value(inputs, PCTY_STR("name"), name, NULL));
    CHECK_OK(pcty_terraform_inputs_set_text(inputs, PCTY_STR("ports"), PCTY_STR("[\"8080\"]"),
                                            PCTY_TERRAFORM_FROM_COMMAND_LINE, NULL));
    pcty_value_free(name);
    CHECK_OK(pcty_terraform_module_evaluate(read, inputs, &found, NULL, NULL));
    pcty_terraform_module_free(read);
    pcty_terraform_inputs_free(inputs);
    CHECK(pcty_terraform_evaluation_get(found, PCTY_STR("nope"), PCTY_TERRAFORM_VARIABLE) == NULL);
    CHECK(pcty_terraform_evaluation_get(found, PCTY_STR("key"), PCTY_TERRAFORM_OUTPUT) == NULL);
    CHECK(pcty_terraform_evaluation_get(found, PCTY_STR("key"), PCTY_TERRAFORM_CHECK) == NULL);
    CHECK(pcty_value_has(pcty_terraform_evaluation_get(found, PCTY_STR("key"), PCTY_TERRAFORM_VARIABLE), PCTY_VALUE_MARKED));
    CHECK(pcty_terraform_evaluation_get(found, PCTY_STR("first"), PCTY_TERRAFORM_LOCAL) != NULL);
    check_output(found, PCTY_STR("url"), "\"true:8080\"");
    check_output(found, PCTY_STR("text"), "\"hello\"");
    size_t outputs = pcty_terraform_evaluation_output_count(found);
    bool has_url = false;
    for (size_t i = 0; i < outputs; i++) {
        pcty_str each = pcty_terraform_evaluation_output_name_at(found, i);
        CHECK(each.len > 0);
        has_url = has_url || pcty_str_equal(each, PCTY_STR("url"));
    }
    CHECK(outputs >= 2 && has_url && pcty_terraform_evaluation_output_count(NULL) == 0);
    CHECK(pcty_terraform_evaluation_output_name_at(found, outputs).data == NULL);
    CHECK_OK(pcty_terraform_evaluation_to_json(found, &text, NULL));
    CHECK(strstr(pcty_string_cstr(text), "\"valid\":true") != NULL);
    CHECK(strstr(pcty_string_cstr(text), "\"key\":{\"type\":\"string\",\"sensitive\":true}") != NULL);
    pcty_string_free(text);
    pcty_terraform_evaluation_free(found);
    CHECK(destroyed == 1);
}

// All errors are reported at once, and valid parts are evaluated.
static void check_errors(void) {
    pcty_terraform_module *read = module();
    pcty_terraform_inputs *inputs = pcty_terraform_inputs_new();
    pcty_terraform_evaluation *found = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_terraform_inputs_set_text(inputs, PCTY_STR("ports"), PCTY_STR("[true]"),
                                            PCTY_TERRAFORM_FROM_ENVIRONMENT, NULL));
    CHECK(pcty_terraform_module_evaluate(read, inputs, &found, NULL, &error) ==
          PCTY_ERROR_DIAGNOSTICS);
    pcty_error_free(error);
    CHECK_OK(pcty_terraform_module_evaluate(read, inputs, &found, &error, NULL));
    // Terraform's error of the value, an error of each of its parts, and the error of `key`.
    CHECK(error_info(error).diagnostic_count == 3);
    size_t parts = 0;
    for (size_t i = 0; i < 3; i++) {
        pcty_diagnostic each = PCTY_DIAGNOSTIC_INIT;
        CHECK_OK(pcty_error_diagnostic_at(error, i, &each, NULL));
        parts += pcty_path_step_count(each.path);
    }
    CHECK(parts == 1);
    CHECK(pcty_terraform_evaluation_get(found, PCTY_STR("ports"), PCTY_TERRAFORM_VARIABLE) == NULL);
    CHECK(pcty_terraform_evaluation_get(found, PCTY_STR("url"), PCTY_TERRAFORM_OUTPUT) == NULL);
    CHECK(pcty_terraform_evaluation_get(found, PCTY_STR("key"), PCTY_TERRAFORM_VARIABLE) != NULL);
    pcty_error_free(error);
    pcty_terraform_evaluation_free(found);
    pcty_terraform_inputs_free(inputs);
    pcty_terraform_module_free(read);
}

static void check_broken(void) {
    const pcty_str name = PCTY_STR_INIT("main.tf");
    const pcty_str text = PCTY_STR_INIT("variable \"a\" {\n  type = strin\n}\nvariable \"b\" {}\n");
    pcty_terraform_module *read = NULL;
    pcty_terraform_host *host = pcty_terraform_host_new();
    pcty_error *error = NULL;
    CHECK(pcty_terraform_module_parse(&name, &text, 1, &read, NULL, &error) == PCTY_ERROR_DIAGNOSTICS);
    CHECK(read == NULL && error_info(error).diagnostic_count == 1);
    pcty_error_free(error);
    CHECK_OK(pcty_terraform_module_parse(&name, &text, 1, &read, &error, NULL));
    CHECK(error != NULL);
    CHECK(pcty_terraform_module_declaration_count(read, PCTY_TERRAFORM_VARIABLE) == 2);
    pcty_error_free(error);
    pcty_terraform_module_free(read);
    read = NULL;
    CHECK(pcty_terraform_module_open(host, PCTY_STR("."), &read, NULL, NULL) ==
          PCTY_ERROR_UNSUPPORTED);
    CHECK_OK(pcty_terraform_host_set_root(host, PCTY_STR("/"), NULL));
    CHECK(pcty_terraform_module_open(host, PCTY_STR("not/there"), &read, NULL,
                                                      NULL) == PCTY_ERROR_NOT_FOUND);
    CHECK(read == NULL);
    pcty_terraform_host_free(host);
}

int main(void) {
    check_inventory();
    check_evaluation();
    check_errors();
    check_broken();
    return 0;
}
