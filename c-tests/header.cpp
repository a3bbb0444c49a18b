// The header in C++: the macros, and handles in smart pointers.

#include "check.h"

#include <memory>
#include <string>

struct free_value {
    void operator()(pcty_value *value) const { pcty_value_free(value); }
};
using value_ptr = std::unique_ptr<pcty_value, free_value>;

int main() {
    static const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("port")};
    pcty_value *made = nullptr;
    CHECK_OK(pcty_value_string(PCTY_STR("db"), &made, nullptr));
    value_ptr name(made);
    value_ptr port(pcty_value_number_from_int64(5432));
    const pcty_value *values[] = {name.get(), port.get()};
    CHECK_OK(pcty_value_object(names, values, 2, &made, nullptr));
    value_ptr server(made);

    pcty_str text = {nullptr, 0};
    const pcty_value *lent = pcty_value_attribute_get(server.get(), PCTY_STR("name"));
    CHECK_OK(pcty_value_as_string(lent, &text, nullptr));
    CHECK(std::string(text.data, text.len) == "db");

    pcty_function_type func = PCTY_FUNCTION_TYPE_INIT;
    pcty_type *type = nullptr;
    CHECK_OK(pcty_type_function(&func, &type, nullptr));
    pcty_type_free(type);
    pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
    pcty_diagnostic diagnostic = PCTY_DIAGNOSTIC_INIT;
    pcty_refinement refinement = PCTY_REFINEMENT_INIT;
    CHECK(ops.struct_size > 0 && diagnostic.struct_size > 0 && refinement.struct_size > 0);
    return 0;
}
