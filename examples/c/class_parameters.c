// Checks Hiera data against the parameters of a Puppet class: prints the value of each parameter,
// or all errors that Puppet would report.
//
//     class_parameters MODULES CLASS DATA.json
//
// MODULES is a directory of modules, each with its `manifests`, `types` and `functions`.

#include "polycty.h"
#include <stdio.h>

// The text of a file of less than a megabyte, or NULL.
static pcty_string *read_file(const char *path) {
    static char bytes[1 << 20];
    pcty_string *text = NULL;
    FILE *file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    if (file != NULL && fclose(file) == 0 && size < sizeof bytes) {
        PCTY_IGNORE(pcty_string_new((pcty_str){bytes, size}, &text, NULL));
    }
    return text;
}

int main(int argc, char **argv) {
    pcty_puppet_environment *environment = pcty_puppet_environment_new();
    pcty_str modules = pcty_str_from_cstr(argc == 4 ? argv[1] : "");
    pcty_str class_name = pcty_str_from_cstr(argc == 4 ? argv[2] : "");
    pcty_string *json = argc == 4 ? read_file(argv[3]) : NULL, *text = NULL;
    pcty_value *data = NULL, *all = NULL;
    pcty_error *error = NULL;
    bool fits = pcty_puppet_environment_add_modules(environment, modules, &error) == PCTY_OK &&
                pcty_puppet_value_from_json(pcty_string_str(json), &data, &error) == PCTY_OK &&
                pcty_puppet_manifest_class_parameters(NULL, class_name, data, environment, &all,
                                                      &error) == PCTY_OK &&
                pcty_puppet_value_to_string(all, PCTY_PUPPET_CURRENT, &text, &error) == PCTY_OK;
    pcty_str said = fits ? pcty_string_str(text) : pcty_error_message(error);
    printf(PCTY_FMT "\n", PCTY_ARG(said));
    pcty_string_free(json);
    pcty_string_free(text);
    pcty_value_free(data);
    pcty_value_free(all);
    pcty_error_free(error);
    pcty_puppet_environment_free(environment);
    return fits ? 0 : 1;
}
