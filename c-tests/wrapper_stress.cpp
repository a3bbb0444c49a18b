// Memory of a long run in C++. Every round makes, copies, moves and drops the same objects, and
// throws exceptions; after the first rounds the heap must not grow.

#include "check.h"

#include <polycty.hpp>

#include <malloc.h>
#include <memory>
#include <stdexcept>

using namespace polycty;

static void one_round() {
    Type type = Type::list(Type::object({{"name", Type::string()}, {"port", Type::number()}}));
    Value value = Value::from_json(R"([{"name": "a name of some length", "port": 80}])", type);
    Value copy = value, moved = std::move(copy);
    copy = moved.elements()[0]["name"];
    CHECK(copy.as_string().size() == 21 && moved == value);

    auto shared = std::make_shared<int>(2);
    Function times({{"number", Type::number()}}, Type::number(),
                   [shared](Arguments args, TypeRef) -> Value {
                       if (args[0].as_int64() < 0) {
                           throw std::runtime_error("a number below zero");
                       }
                       return args[0] * Value::number(*shared);
                   });
    CHECK(times.call({value.elements()[0]["port"]}).as_int64() == 160);
    auto failed = attempt([&] { return times.call({Value::number(-1)}); });
    CHECK(failed.error().code() == Code::callback);
    try {
        (void)moved.elements()[0]["missing"];
        CHECK(false && "it is missing");
    } catch (const Error &error) {
        CHECK(error.text().size() > 0);
    }
    Capsule<std::string> capsules = Capsule<std::string>::by_value("text");
    Value text = capsules.make("a text that is too long to stand inline");
    CHECK(capsules.get(text).size() == 39);
}

static std::size_t heap() {
#if defined(__GLIBC__)
    return mallinfo2().uordblks;
#else
    return 0;
#endif
}

int main() {
    for (int i = 0; i < 50; i++) {
        one_round();
    }
    std::size_t before = heap();
    for (long i = rounds(4000); i > 0; i--) {
        one_round();
    }
    // As in stress.c.
    CHECK(heap() <= before + 16 * 1024);
}
