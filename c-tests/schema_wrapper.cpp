// JSON Schema through the C++ wrapper.

#include "check.h"

#include <polycty.hpp>

#include <string>

namespace schema = polycty::schema;
using polycty::Dialect;

int main() {
    // A type as a schema, for both questions.
    polycty::Type type = polycty::Type::parse("object({a = number})", Dialect::hcl);
    auto made = schema::Pair::of_type(type, Dialect::hcl);
    CHECK(made.schema().text(schema::Layout::compact, schema::Extent::part) ==
          "{\"type\":[\"object\",\"null\"],\"properties\":{\"a\":{\"type\":[\"number\",\"null\"]}},"
          "\"additionalProperties\":false,\"required\":[\"a\"]}");
    CHECK(made.relate().inclusion == schema::Inclusion::exact && made.notes().empty());
    auto converting = schema::Pair::of_type(type, Dialect::hcl, schema::Question::converting);
    schema::Documents taken(converting.schema());
    CHECK(taken.take("{\"a\": \"1\", \"b\": 2}") == schema::Validity::valid);
    CHECK(taken.take("{\"a\": \"x\"}") == schema::Validity::invalid);
    auto [parsed, defaults] = polycty::hcl::parse_type("object({a = optional(number, 8)})");
    auto told = schema::Pair::of_type(parsed, defaults, Dialect::hcl);
    CHECK(told.schema().text().find("\"default\":8") != std::string::npos);

    // A schema as a type, with the document that it refers to.
    int asked = 0;
    schema::Reading reading;
    reading.pointer = "/schemas/Server";
    reading.address = "https://example.org/api.json";
    reading.retrieve = [&](std::string_view address) -> std::optional<std::string> {
        asked += 1;
        CHECK(address == "https://example.org/port.json");
        return "{\"type\": \"integer\", \"minimum\": 1}";
    };
    const std::string_view text = "{\"schemas\": {\"Server\": {\"type\": \"object\", \"required\": "
                                  "[\"port\"], \"properties\": {\"port\": {\"$ref\": "
                                  "\"port.json\"}}, \"additionalProperties\": false}}}";
    schema::Schema read(text, reading);
    CHECK(asked == 1);
    auto imported = schema::Pair::of_schema(read, Dialect::hcl);
    CHECK(polycty::hcl::type_text(imported.type()) == "object({port=number})");
    bool found = false;
    for (schema::Note note : imported.notes()) {
        found |= note.path.text() == ".port" && note.mismatch == schema::Mismatch::wider &&
                 note.place == "/schemas/Server/properties/port" && !note.message.empty();
    }
    CHECK(found);
    schema::Relation lost = imported.relate();
    CHECK(lost.inclusion == schema::Inclusion::wider && lost.more && !lost.less);
    CHECK(schema::Documents(read).take(*lost.more) == schema::Validity::invalid);
    reading.retrieve = [](std::string_view) -> std::optional<std::string> {
        throw polycty::Error(polycty::Code::callback, "no network here");
    };
    try {
        schema::Schema refused(text, reading);
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.code() == polycty::Code::callback);
    }
    try {
        schema::Schema refused(text, schema::Reading{"/schemas/Server"});
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.code() == polycty::Code::not_found);
    }

    // A class, and two versions of a module.
    polycty::puppet::Manifest manifest("class web(Integer[1, 9] $port, $label = 'a') { }", "web.pp");
    auto parameters = schema::Pair::of_class(manifest, "web");
    CHECK(parameters.schema().text().find("\"required\":[\"port\"]") != std::string::npos);
    CHECK(parameters.relate().inclusion == schema::Inclusion::exact);
    auto module_of = [](std::string_view content) {
        return polycty::terraform::Module(polycty::terraform::Module::Files{{"main.tf", content}});
    };
    polycty::terraform::Module before = module_of("variable \"a\" {\n  type = string\n}\n");
    polycty::terraform::Module after =
        module_of("variable \"a\" {\n  type = string\n}\nvariable \"b\" {\n  type = bool\n}\n");
    auto variables = schema::Pair::of_module(after);
    CHECK(variables.type().format(Dialect::hcl) == "object({a=string,b=bool})");
    schema::Relation change = schema::Documents(before).relate(schema::Documents(after));
    CHECK(change.inclusion == schema::Inclusion::narrower && change.less && !change.more);

    // Witnesses of other questions.
    polycty::Type one = polycty::Type::parse("Array[Integer]", Dialect::puppet);
    polycty::Type other = polycty::Type::parse("Array[Integer, 1]", Dialect::puppet);
    CHECK(schema::witness(one, other, Dialect::puppet) == "[]");
    CHECK(!schema::witness(other, one, Dialect::puppet));
    CHECK(schema::witness(polycty::Translation(one, Dialect::puppet, Dialect::hcl)) == "null");
    return 0;
}
