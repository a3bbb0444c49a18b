
// Calls the C functions of docs/how-to/edit-hcl.md.

#include "check.h"

int main(void) {
    static const char text[] = "module \"vpc\" {\n  version = \"1.2.0\" # the last one\n}\n\n"
                               "resource \"a\" \"b\" {\n  subnet = \"${var.subnet}-a\"\n}\n";
    pcty_hcl_file *file = NULL;
    pcty_hcl_fragment *owner = NULL;
    pcty_string *bytes = NULL;
    CHECK_OK(pcty_hcl_file_parse(pcty_str_from_cstr(text), PCTY_STR("main.tf"), &file, NULL, NULL));
    CHECK_OK(bump(file, PCTY_STR("vpc"), PCTY_STR("\"1.3.0\""), NULL));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, bump(file, PCTY_STR("no"), PCTY_STR("1"), &error));
    CHECK_OK(pcty_hcl_fragment_parse(PCTY_STR("\"ops\""), &owner, NULL));
    CHECK_OK(tag_all(file, PCTY_STR("owner"), owner, NULL));
    CHECK_OK(rename_all(file, PCTY_STR("var.subnet"), PCTY_STR("var.subnet_name"), NULL));
    CHECK_FAILS(PCTY_ERROR_SYNTAX, rename_all(file, PCTY_STR("1"), PCTY_STR("2"), &error));
    CHECK_OK(add_backend(file, PCTY_STR("s3"), PCTY_STR("\"state\""), NULL));
    CHECK_OK(pcty_hcl_file_to_text(file, &bytes, NULL));
    CHECK_STRING(bytes, "terraform {\n  backend \"s3\" {\n    bucket = \"state\"\n  }\n}\n\n"
                        "module \"vpc\" {\n  version = \"1.3.0\" # the last one\n}\n\n"
                        "resource \"a\" \"b\" {\n  subnet = \"${var.subnet_name}-a\"\n"
                        "  tags = {\n    owner = \"ops\"\n  }\n}\n");
    pcty_hcl_fragment_free(owner);
    pcty_hcl_file_free(file);
    return 0;
}
