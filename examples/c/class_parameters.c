// Checks what Hiera has for the parameters of a Puppet class against the class's signature,
// and says what Puppet would say of each that does not fit.
//
//     class_parameters SIGNATURE.types DATA.json...
//
// SIGNATURE.types has a line an alias, `type NAME = TYPE`; a line `class NAME`; and a line a
// parameter, `TYPE $name` or `TYPE $name = DEFAULT`. DATA.json has keys such as `ntp::port`,
// and `lookup_options` that say what Hiera converts a value to.

#include "polycty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64

static pcty_error *error;

// Ends the program where a call fails that has to succeed.
static void must(pcty_status status, const char *what) {
    if (status == PCTY_OK) {
        return;
    }
    pcty_string *text = pcty_error_text(error);
    fprintf(stderr, "%s: %s\n", what, pcty_string_cstr(text));
    pcty_string_free(text);
    pcty_error_free(error);
    exit(1);
}

static char *read_file(const char *name) {
    FILE *file = fopen(name, "rb");
    if (file == NULL) {
        perror(name);
        exit(1);
    }
    size_t size = 0, got;
    char *text = NULL;
    do {
        text = realloc(text, size + 4096);
        got = fread(text + size, 1, 4095, file);
        size += got;
    } while (got > 0);
    fclose(file);
    text[size] = 0;
    return text;
}

// 1. The signature ---------------------------------------------------------------------

typedef struct {
    char class_name[MOST];        // as Hiera writes it, `ntp`
    char subject[2 * MOST];       // as messages write it, `Class[Ntp]`
    pcty_puppet_aliases *aliases; // what the types of parameters may name
    pcty_puppet_options options;  // how its texts are read
    pcty_field parameters[MOST];  // optional where there is a default
    pcty_value *defaults[MOST];   // or NULL
    size_t count;
    pcty_type *params; // all of them, as a Struct
} signature;

// The next line that says something, or NULL.
static char *next_line(char **rest) {
    while (**rest != 0) {
        char *line = *rest;
        char *end = line + strcspn(line, "\n");
        *rest = *end == 0 ? end : end + 1;
        *end = 0;
        if (*line != 0 && *line != '#') {
            return line;
        }
    }
    return NULL;
}

// Cuts a text in two at a separator, or ends the program.
static char *cut(char *text, const char *separator) {
    char *at = strstr(text, separator);
    if (at == NULL) {
        fprintf(stderr, "there is no \"%s\" in: %s\n", separator, text);
        exit(1);
    }
    *at = 0;
    return at + strlen(separator);
}

// `TYPE $name` or `TYPE $name = DEFAULT`.
static void read_parameter(signature *class_, char *line) {
    if (class_->count == MOST) {
        fprintf(stderr, "more than %d parameters\n", MOST);
        exit(1);
    }
    char *name = cut(line, " $"), *text = strstr(name, " = ");
    pcty_field *parameter = &class_->parameters[class_->count];
    pcty_value **standard = &class_->defaults[class_->count];
    pcty_type *type;
    must(pcty_puppet_type_parse(pcty_str_from_cstr(line), &class_->options, &type, &error), name);
    parameter->presence = PCTY_REQUIRED;
    if (text != NULL) {
        text = cut(name, " = ");
        parameter->presence = PCTY_OPTIONAL;
        must(pcty_puppet_value_parse(pcty_str_from_cstr(text), &class_->options, standard, &error),
             name);
        must(pcty_puppet_validate_default(*standard, type, pcty_str_from_cstr(name),
                                          pcty_str_from_cstr(class_->subject), &error),
             "a default");
    }
    parameter->name = pcty_str_from_cstr(name);
    parameter->type = type;
    class_->count += 1;
}

static void read_signature(signature *class_, char *text) {
    pcty_str names[MOST], notations[MOST];
    size_t aliases = 0;
    char *line;
    while ((line = next_line(&text)) != NULL && strncmp(line, "type ", 5) == 0 && aliases < MOST) {
        notations[aliases] = pcty_str_from_cstr(cut(line, " = "));
        names[aliases++] = pcty_str_from_cstr(line + 5);
    }
    must(pcty_puppet_aliases_new(NULL, names, notations, aliases, &class_->aliases, &error),
         "the aliases");
    const pcty_puppet_options options = PCTY_PUPPET_OPTIONS_INIT;
    class_->options = options;
    class_->options.aliases = class_->aliases;
    snprintf(class_->class_name, MOST, "%s", line == NULL ? "" : cut(line, "class "));
    snprintf(class_->subject, sizeof class_->subject, "Class[%s]", class_->class_name);
    class_->subject[6] -= class_->subject[6] >= 'a' ? 'a' - 'A' : 0;
    while ((line = next_line(&text)) != NULL) {
        read_parameter(class_, line);
    }
    must(pcty_type_ordered_object(class_->parameters, class_->count, &class_->params, &error),
         "the parameters");
}

static void free_signature(signature *class_) {
    for (size_t i = 0; i < class_->count; i++) {
        pcty_type_free((pcty_type *)class_->parameters[i].type);
        pcty_value_free(class_->defaults[i]);
    }
    pcty_type_free(class_->params);
    pcty_puppet_aliases_free(class_->aliases);
}

// 2. The data --------------------------------------------------------------------------

// The value as Hiera gives it: converted if the lookup options want it.
static pcty_value *converted(const signature *class_, const pcty_value *options,
                             const pcty_value *value, const char *key) {
    const pcty_value *wanted = pcty_value_get(
        pcty_value_get(options, pcty_str_from_cstr(key)), PCTY_STR("convert_to"));
    if (wanted == NULL) {
        return pcty_value_clone(value);
    }
    pcty_str notation;
    pcty_type *type;
    pcty_value *made;
    must(pcty_value_as_string(wanted, &notation, &error), key);
    must(pcty_puppet_type_parse(notation, &class_->options, &type, &error), key);
    if (pcty_puppet_value_new(type, &value, 1, &made, &error) != PCTY_OK) {
        pcty_string *line = pcty_error_line(error);
        printf("  %s: %s\n", key, pcty_string_cstr(line));
        pcty_string_free(line);
        pcty_error_free(error);
        made = pcty_value_clone(value);
    }
    pcty_type_free(type);
    return made;
}

// What the data has for the class, without the class's name in the keys.
static pcty_value *parameters_of(const signature *class_, const pcty_value *data) {
    const pcty_value *options = pcty_value_get(data, PCTY_STR("lookup_options"));
    size_t prefix = strlen(class_->class_name), length = 0, count = 0;
    pcty_value_length(data, &length);
    pcty_value **keys = calloc(length + 1, sizeof *keys), **values = calloc(length + 1, sizeof *values);
    for (size_t i = 0; i < length; i++) {
        pcty_str key = pcty_value_key_at(data, i);
        if (key.len < prefix + 2 || strncmp(key.data, class_->class_name, prefix) != 0 ||
            strncmp(key.data + prefix, "::", 2) != 0) {
            continue;
        }
        char name[2 * MOST];
        snprintf(name, sizeof name, "%.*s", (int)key.len, key.data);
        must(pcty_value_string(pcty_str_from_cstr(name + prefix + 2), &keys[count], &error), name);
        values[count++] = converted(class_, options, pcty_value_element_at(data, i), name);
    }
    pcty_value *given;
    must(pcty_puppet_value_hash((const pcty_value *const *)keys, (const pcty_value *const *)values,
                                count, &given, &error),
         "the parameters");
    for (size_t i = 0; i < count; i++) {
        pcty_value_free(keys[i]);
        pcty_value_free(values[i]);
    }
    free(keys);
    free(values);
    return given;
}

static void print_value(const pcty_value *value) {
    if (pcty_puppet_value_kind(value) == PCTY_PUPPET_SENSITIVE) {
        printf("Sensitive [value redacted]");
        return;
    }
    pcty_string *text;
    must(pcty_puppet_value_format(value, &text, &error), "a value");
    printf("%s", pcty_string_cstr(text));
    pcty_string_free(text);
}

// Shows what the class gets, or all that is wrong. Whether it fits.
static bool check(const signature *class_, const char *file) {
    char *json = read_file(file);
    pcty_value *data;
    must(pcty_puppet_value_from_json(pcty_str_from_cstr(json), &data, &error), file);
    free(json);
    printf("%s\n", file);
    pcty_value *given = parameters_of(class_, data);
    bool fits = pcty_puppet_validate_parameters(given, class_->params,
                                                pcty_str_from_cstr(class_->subject),
                                                PCTY_PUPPET_MISSING_REFUSED,
                                                &error) == PCTY_OK;
    for (size_t i = 0; fits && i < class_->count; i++) {
        pcty_str name = class_->parameters[i].name;
        const pcty_value *value = pcty_value_get(given, name);
        printf("  %s %s = ", value == NULL ? "default" : "given  ", name.data);
        print_value(value == NULL ? class_->defaults[i] : value);
        printf("\n");
    }
    if (!fits) {
        pcty_str message = pcty_error_message(error);
        printf("%.*s\n  %zu faults\n", (int)message.len, message.data,
               pcty_error_diagnostic_count(error));
        pcty_error_free(error);
    }
    pcty_value_free(given);
    pcty_value_free(data);
    return fits;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: %s SIGNATURE.types DATA.json...\n", argv[0]);
        return 2;
    }
    static signature class_;
    char *text = read_file(argv[1]);
    int bad = 0;
    read_signature(&class_, text);
    for (int i = 2; i < argc; i++) {
        bad += !check(&class_, argv[i]);
    }
    free_signature(&class_);
    free(text);
    return bad == 0 ? 0 : 1;
}
