// Parses one type, to measure the size of a program that is linked statically.

#include <polycty.h>

int main(void) {
    pcty_type *type = NULL;
    pcty_status status =
        pcty_type_parse(PCTY_STR("list(string)"), PCTY_DIALECT_HCL, &type, NULL);
    pcty_type_free(type);
    return (int)status;
}
