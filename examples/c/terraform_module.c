/* Checks the values of the variables of a Terraform module and reports all errors at once:
 *
 *     terraform_module MODULE VALUES.tfvars
 */

#include <polycty.h>
#include <stdio.h>
#include <stdlib.h>

static int told(pcty_error *error) {
    pcty_string *text = pcty_error_format(error, PCTY_NOTATION_TEXT);
    fprintf(stderr, "%s\n", pcty_string_cstr(text));
    pcty_string_free(text);
    pcty_error_free(error);
    return EXIT_FAILURE;
}

static pcty_str file(const char *name) {
    static char text[1 << 16];
    FILE *from = fopen(name, "rb");
    size_t length = from == NULL ? 0 : fread(text, 1, sizeof text, from);
    if (from != NULL) {
        fclose(from);
    }
    return (pcty_str){text, length};
}

int main(int argc, char **argv) {
    pcty_terraform_host *host = pcty_terraform_host_new();
    pcty_terraform_inputs *inputs = pcty_terraform_inputs_new();
    pcty_terraform_module *module = NULL;
    pcty_terraform_evaluation *found = NULL;
    pcty_string *json = NULL;
    pcty_error *error = NULL;
    if (argc != 3) {
        fprintf(stderr, "usage: terraform_module MODULE VALUES.tfvars\n");
        return EXIT_FAILURE;
    }
    pcty_str values = file(argv[2]), name = pcty_str_from_cstr(argv[2]);
    pcty_terraform_options options = PCTY_TERRAFORM_OPTIONS_INIT;
    options.unset = PCTY_TERRAFORM_UNSET_ERROR;
    if (pcty_terraform_inputs_set_options(inputs, &options, &error) != PCTY_OK ||
        pcty_terraform_inputs_add_file(inputs, values, name, &error) != PCTY_OK ||
        pcty_terraform_host_set_root(host, pcty_str_from_cstr(argv[1]), &error) != PCTY_OK ||
        pcty_terraform_module_open(host, PCTY_STR("."), &module, NULL, &error) != PCTY_OK ||
        pcty_terraform_module_evaluate(module, inputs, &found, NULL, &error) != PCTY_OK ||
        pcty_terraform_evaluation_to_json(found, &json, &error) != PCTY_OK) {
        return told(error);
    }
    puts(pcty_string_cstr(json));
    pcty_string_free(json);
    pcty_terraform_evaluation_free(found);
    pcty_terraform_module_free(module);
    pcty_terraform_inputs_free(inputs);
    pcty_terraform_host_free(host);
    return EXIT_SUCCESS;
}
