// Checks a file of input variables against the types that a module declares for
// them, and shows every entry that does not fit.
//
//     demo VARIABLES VALUES.json
//
// VARIABLES has one line for each variable, `name = type`; VALUES.json is one JSON object.

#include "polycty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pcty_error *error;

// Ends the program if a call fails that must succeed.
static void must(pcty_status status, const char *what) {
    if (status == PCTY_OK) {
        return;
    }
    pcty_string *text = pcty_error_format(error, PCTY_NOTATION_TEXT);
    fprintf(stderr, "%s: %s\n", what, pcty_string_cstr(text));
    pcty_string_free(text);
    pcty_error_free(error);
    exit(1);
}

static char *read_file(const char *name, size_t *len) {
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
    *len = size;
    return text;
}

static void print_value(const pcty_value *value) {
    pcty_string *json;
    must(pcty_value_to_json(value, NULL, &json, &error), "value_to_json");
    printf("%s", pcty_string_cstr(json));
    pcty_string_free(json);
}

static void print_type(const pcty_type *type) {
    pcty_string *text;
    must(pcty_type_format(type, PCTY_DIALECT_HCL, &text, &error), "type_format");
    printf("%s", pcty_string_cstr(text));
    pcty_string_free(text);
}

// 1. Check one variable -----------------------------------------------------------

static void print_error(const char *name, const pcty_value *given, const pcty_error *failure) {
    pcty_string *path = pcty_path_to_text(pcty_error_path(failure));
    pcty_str message = pcty_error_message(failure);
    printf("  BAD %s%s\n      %.*s\n", name, pcty_string_cstr(path), (int)message.len,
           message.data);
    pcty_string_free(path);
    printf("      wanted ");
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    PCTY_IGNORE(pcty_error_info(failure, &data, NULL));
    print_type(data.expected);
    printf("\n      found  ");
    print_type(data.found);
    pcty_value *part;
    if (pcty_value_apply_path(given, pcty_error_path(failure), &part, NULL) == PCTY_OK) {
        printf(": ");
        print_value(part);
        pcty_value_free(part);
    }
    printf("\n");
}

// Prints the variable converted to its type, or all its errors, and returns
// whether it was valid.
static bool check(const char *name, const pcty_type *type, const pcty_value *given) {
    if (given == NULL) {
        printf("  BAD %s\n      it is not set\n", name);
        return false;
    }
    pcty_error_list *errors;
    must(pcty_value_check(given, type, PCTY_DIALECT_HCL, &errors, &error), "value_check");
    size_t count = pcty_error_list_count(errors);
    for (size_t i = 0; i < count; i++) {
        print_error(name, given, pcty_error_list_at(errors, i));
    }
    pcty_error_list_free(errors);
    if (count == 0) {
        pcty_value *value;
        must(pcty_value_convert(given, type, PCTY_DIALECT_HCL, &value, &error),
             "value_convert");
        printf("  ok  %s = ", name);
        print_value(value);
        printf("\n");
        pcty_value_free(value);
    }
    return count == 0;
}

static void check_all(char *variables, const pcty_value *given) {
    size_t good = 0, all = 0;
    for (char *line = strtok(variables, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *equals = strchr(line, '=');
        if (line[0] == '#' || equals == NULL) {
            continue;
        }
        size_t end = strcspn(line, " =");
        line[end] = 0;
        pcty_type *type;
        must(pcty_type_parse(pcty_str_from_cstr(equals + 1), PCTY_DIALECT_HCL, &type, &error),
             line);
        all += 1;
        good += check(line, type, pcty_value_attribute_get(given, pcty_str_from_cstr(line)));
        pcty_type_free(type);
    }
    printf("  %zu of %zu variables fit\n", good, all);
}

// 2. One type for a list of different elements --------------------------------------

static void unify_elements(const pcty_value *list) {
    size_t count = 0;
    pcty_value_length(list, &count);
    const pcty_type **types = malloc(count * sizeof *types);
    for (size_t i = 0; i < count; i++) {
        types[i] = pcty_value_type(pcty_value_element_at(list, i));
    }
    pcty_unification *unified;
    must(pcty_type_unify(types, count, PCTY_DIALECT_HCL, PCTY_SAFETY_SAFE, &unified, &error),
         "type_unify");
    printf("  the elements of ");
    print_value(list);
    printf(" can all be ");
    pcty_unification_data data;
    pcty_unification_info(unified, &data);
    print_type(data.type);
    printf("\n");
    for (size_t i = 0; i < count; i++) {
        const pcty_value *element = pcty_value_element_at(list, i);
        const pcty_converter *converter = pcty_unification_converter_at(unified, i);
        printf("  ");
        print_value(element);
        printf(converter != NULL ? " becomes " : " stays ");
        if (converter != NULL) {
            pcty_value *converted;
            must(pcty_converter_apply(converter, element, &converted, &error), "apply");
            print_value(converted);
            pcty_value_free(converted);
        } else {
            print_value(element);
        }
        printf("\n");
    }
    pcty_unification_free(unified);
    free(types);
}

// 3. A function written in C -----------------------------------------------------------

// The number of addresses of a network such as 10.0.0.0/24.
static pcty_status network_size(void *user_data, const pcty_value *const *args, size_t count,
                                const pcty_type *type, pcty_value **out, pcty_error **failure) {
    (void)user_data;
    (void)count;
    (void)type;
    pcty_str cidr;
    pcty_status status = pcty_value_as_string(args[0], &cidr, failure);
    if (status != PCTY_OK) {
        return status;
    }
    // A borrowed text is not terminated, so the prefix is read digit by digit.
    int prefix = -1;
    for (size_t i = 0; i < cidr.len; i++) {
        if (cidr.data[i] == '/') {
            prefix = 0;
        } else if (prefix >= 0) {
            prefix = cidr.data[i] >= '0' && cidr.data[i] <= '9' && prefix <= 32
                         ? prefix * 10 + (cidr.data[i] - '0')
                         : 99;
        }
    }
    if (prefix < 0 || prefix > 32) {
        *failure = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("a prefix from /0 to /32 is needed"));
        pcty_error_data data = PCTY_ERROR_DATA_INIT;
        data.has_argument = true; // the first
        PCTY_IGNORE(pcty_error_set(*failure, &data, NULL));
        return PCTY_ERROR_CALLBACK;
    }
    *out = pcty_value_number_from_int64((int64_t)1 << (32 - prefix));
    return PCTY_OK;
}

static pcty_function *make_function(void) {
    pcty_parameter cidr = PCTY_PARAMETER_INIT;
    cidr.name = PCTY_STR("cidr");
    cidr.type = pcty_type_string();
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    spec.description = PCTY_STR("How many addresses a network has.");
    spec.parameters = &cidr;
    spec.parameter_count = 1;
    spec.return_type = pcty_type_number();
    spec.refine = PCTY_REFINE_NOT_NULL;
    spec.implementation = network_size;
    pcty_function *function;
    must(pcty_function_new(&spec, &function, &error), "function_new");
    return function;
}

static void call(const pcty_function *function, const pcty_value *argument, const char *shown) {
    pcty_value *result;
    printf("  network_size(%s) ", shown);
    if (pcty_function_call(function, &argument, 1, &result, &error) != PCTY_OK) {
        pcty_error_data data = PCTY_ERROR_DATA_INIT;
        PCTY_IGNORE(pcty_error_info(error, &data, NULL));
        pcty_str message = pcty_error_message(error);
        printf("fails: argument %zu: %.*s\n", data.argument, (int)message.len, message.data);
        pcty_error_free(error);
        return;
    }
    const pcty_value *bare = pcty_value_unmarked(result);
    if (pcty_value_state(bare) == PCTY_STATE_UNKNOWN) {
        printf("is not known yet, but it is a ");
        print_type(pcty_value_type(bare));
        printf(" and not null");
    } else {
        printf("= ");
        print_value(bare);
    }
    const pcty_marks *marks = pcty_value_marks(result);
    for (size_t i = 0; i < pcty_marks_count(marks); i++) {
        pcty_str mark = pcty_marks_at(marks, i);
        printf(", marked %.*s", (int)mark.len, mark.data);
    }
    printf("\n");
    pcty_value_free(result);
}

static void call_all(const pcty_value *subnets) {
    pcty_function *function = make_function();
    size_t count = 0;
    pcty_value_length(subnets, &count);
    for (size_t i = 0; i < count; i++) {
        const pcty_value *cidr = pcty_value_attribute_get(pcty_value_element_at(subnets, i),
                                                          PCTY_STR("cidr"));
        pcty_str text;
        char shown[32];
        must(pcty_value_as_string(cidr, &text, &error), "as_string");
        snprintf(shown, sizeof shown, "\"%.*s\"", (int)text.len, text.data);
        call(function, cidr, shown);
    }
    pcty_value *secret, *bad, *marked;
    pcty_value *unknown = pcty_value_unknown(pcty_type_string());
    must(pcty_value_string(PCTY_STR("192.168.7.0/28"), &secret, &error), "string");
    must(pcty_value_mark(secret, PCTY_STR("sensitive"), &marked, &error), "mark");
    must(pcty_value_string(PCTY_STR("10.20.0.0"), &bad, &error), "string");
    call(function, marked, "a marked string");
    call(function, unknown, "an unknown string");
    call(function, bad, "\"10.20.0.0\"");
    pcty_value_free(unknown);
    pcty_value_free(secret);
    pcty_value_free(marked);
    pcty_value_free(bad);
    pcty_function_free(function);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s VARIABLES VALUES.json\n", argv[0]);
        return 2;
    }
    pcty_str json;
    char *document = read_file(argv[2], &json.len);
    json.data = document;

    pcty_type *implied;
    pcty_value *given;
    must(pcty_type_implied_by_json(json, &implied, &error), argv[2]);
    must(pcty_value_from_json(json, implied, &given, &error), argv[2]);
    pcty_type_free(implied);
    free(document);

    size_t len;
    char *variables = read_file(argv[1], &len);
    printf("%s against %s\n", argv[2], argv[1]);
    check_all(variables, given);
    free(variables);

    printf("\nOne type for unlike elements\n");
    unify_elements(pcty_value_attribute_get(given, PCTY_STR("allowed_ports")));

    printf("\nA function written in C\n");
    call_all(pcty_value_attribute_get(given, PCTY_STR("subnets")));

    pcty_value_free(given);
    return 0;
}
