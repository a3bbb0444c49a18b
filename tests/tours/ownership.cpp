
// Calls the C++ functions of docs/explanation/ownership.md.

#include "check.h"

int main() {
    Value config = Value::object({{"place", Value::object({{"region", Value::string("eu")}})}});
    CHECK(region_of(config).as_string() == "eu");
    Function within = make_within(2);
    CHECK(within.call({Value::number(2)}).as_int64() == 2);
    auto failed = attempt([&] { return within.call({Value::number(3)}); });
    CHECK(!failed && failed.error().message() == "the number is too large");
    CHECK(failed.error().argument() == 0);
}
