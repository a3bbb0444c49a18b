/* Checks a Terraform project with the modules that it calls, and evaluates its outputs:
 *
 *     terraform_project FOLDER VALUES.tfvars
 */

#include <polycty.h>
#include <stdio.h>
#include <stdlib.h>

static int failed(pcty_error *error) {
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
    pcty_terraform_project *project = NULL;
    pcty_terraform_outputs *checked = NULL, *planned = NULL;
    pcty_string *json = NULL;
    pcty_error *error = NULL;
    if (argc != 3) {
        fprintf(stderr, "usage: terraform_project FOLDER VALUES.tfvars\n");
        return EXIT_FAILURE;
    }
    pcty_str values = file(argv[2]), name = pcty_str_from_cstr(argv[2]);
    if (pcty_terraform_host_set_root(host, pcty_str_from_cstr(argv[1]), &error) != PCTY_OK ||
        pcty_terraform_inputs_add_file(inputs, values, name, &error) != PCTY_OK ||
        pcty_terraform_project_open(host, PCTY_STR("."), NULL, &project, NULL, &error) != PCTY_OK ||
        pcty_terraform_project_validate(project, &checked, NULL, &error) != PCTY_OK ||
        pcty_terraform_project_plan(project, inputs, &planned, NULL, &error) != PCTY_OK ||
        pcty_terraform_outputs_to_json(planned, &json, &error) != PCTY_OK) {
        return failed(error);
    }
    puts(pcty_string_cstr(json));
    pcty_string_free(json);
    pcty_terraform_outputs_free(planned);
    pcty_terraform_outputs_free(checked);
    pcty_terraform_project_free(project);
    pcty_terraform_inputs_free(inputs);
    pcty_terraform_host_free(host);
    return EXIT_SUCCESS;
}
