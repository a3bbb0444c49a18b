// Uses the installed library: only the installed header, and no part of the source.

#include <polycty.h>
#include <stdio.h>

int main(void) {
    pcty_type *type = NULL;
    pcty_value *value = NULL;
    pcty_string *text = NULL;
    int failed = 1;
    if (pcty_abi_version() == PCTY_ABI_VERSION &&
        pcty_type_parse(PCTY_STR("list(number)"), PCTY_DIALECT_HCL, &type, NULL) == PCTY_OK &&
        pcty_value_from_json(PCTY_STR("[1, 2]"), type, &value, NULL) == PCTY_OK &&
        pcty_value_to_json(value, NULL, &text, NULL) == PCTY_OK) {
        printf("C: %s\n", pcty_string_cstr(text));
        failed = 0;
    }
    pcty_string_free(text);
    pcty_value_free(value);
    pcty_type_free(type);
    return failed;
}
