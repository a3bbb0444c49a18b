
// Calls the C++ functions of docs/how-to/edit-hcl.md.

#include "check.h"

int main() {
    CHECK(changed("module \"vpc\" {\n  version = \"1.2.0\" # the last one\n}\n\n"
                  "resource \"a\" \"b\" {\n  subnet = \"${var.subnet}-a\"\n}\n") ==
          "terraform {\n  backend \"s3\" {\n    bucket = \"state\"\n  }\n}\n\n"
          "module \"vpc\" {\n  version = \"1.3.0\" # the last one\n}\n\n"
          "resource \"a\" \"b\" {\n  subnet = \"${var.subnet_name}-a\"\n"
          "  tags = {\n    owner = \"ops\"\n  }\n}\n");
    CHECK(moved("debug = true\n\n# The web.\nservice \"web\" {\n  zone = \"a\" # for now\n"
                "  listener {\n    port = 40 * 2\n  }\n}\n",
                "b") ==
          "debug = true\n\n# The web.\nservice \"web\" {\n  zone = \"b\" # for now\n"
          "  listener {\n    port = 40 * 2\n  }\n}\n");
}
