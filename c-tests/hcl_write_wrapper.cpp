// Writing HCL through the C++ wrapper.

#include "check.h"

#include <polycty.hpp>

#include <string>

namespace hcl = polycty::hcl;

static const char MAIN[] =
    "// The network.\n"
    "module \"vpc\" {\n"
    "  source  = \"example/vpc\"\n"
    "  version = \"1.2.0\" # the last one with peering\n"
    "}\n"
    "\n"
    "resource \"aws_instance\" \"web\" {\n"
    "  subnet = \"${var.subnet}-a\"\n"
    "  tags = {\n"
    "    // Who pays.\n"
    "    team = var.team\n"
    "  }\n"
    "}\n"
    "\n"
    "resource \"aws_instance\" \"db\" {}\n";

template <class F> static polycty::Code thrown(F &&call) {
    try {
        call();
    } catch (const polycty::Error &error) {
        return error.code();
    }
    return polycty::Code::internal;
}

static void check_tour() {
    hcl::File file(MAIN, "main.tf");
    CHECK(file.bytes() == MAIN);
    hcl::Node root = file.body();
    root.block("module", {"vpc"})->set("version", polycty::Value::string("1.3.0"));
    for (hcl::Node resource : root.blocks("resource")) {
        std::optional<hcl::Node> tags = resource.attribute("tags");
        hcl::Node all = tags ? *tags : resource.set("tags", hcl::Fragment::object({}));
        all.set_in({"owner"}, hcl::Fragment::value(polycty::Value::string("ops")));
    }
    CHECK(root.replace("var.subnet", "var.zone") == 1);
    hcl::Node terraform = root.insert_block("terraform", {}, hcl::Where::first());
    hcl::Node backend = terraform.insert_block("backend", {"s3"});
    backend.set("bucket", polycty::Value::string("state"));
    backend.set("encrypt", polycty::Value::boolean(true));
    CHECK(file.bytes() ==
          "terraform {\n  backend \"s3\" {\n    bucket  = \"state\"\n    encrypt = true\n  }\n}\n\n"
          "// The network.\nmodule \"vpc\" {\n  source  = \"example/vpc\"\n"
          "  version = \"1.3.0\" # the last one with peering\n}\n\n"
          "resource \"aws_instance\" \"web\" {\n  subnet = \"${var.zone}-a\"\n  tags = {\n"
          "    // Who pays.\n    team = var.team\n    owner = \"ops\"\n  }\n}\n\n"
          "resource \"aws_instance\" \"db\" {\n  tags = {\n    owner = \"ops\"\n  }\n}\n");
}

static void check_nodes() {
    hcl::File file("# One.\na = 1 # two\n\nc \"x\" \"y\" {\n  d = a.b + f(a.b)\n}\n", "f");
    hcl::Node root = file.body(), a = *root.attribute("a"), c = *root.last();
    CHECK(a.is_attribute() && c.is_block() && a != c && *a.next() == c && *c.previous() == a);
    CHECK(a.comments_before() == std::vector<std::string>{"# One."});
    CHECK(a.comments_after() == std::vector<std::string>{"# two"});
    CHECK((c.labels() == std::vector<std::string>{"x", "y"}) && c.name() == "c" && a.value() == "1");
    hcl::Node d = *c.first();
    CHECK(*d.parent() == c && *c.parent() == root && !root.parent() && root.items().size() == 2);
    CHECK(d.text() == "  d = a.b + f(a.b)\n");
    CHECK(file.bytes().substr(d.byte_range().first, 1) == "d");
    auto place = file.at(file.byte_of(5, 7));
    CHECK(place.first == d && place.second == 0u && !file.at(1000).second);
    hcl::Expression sum = d.expression();
    hcl::Expressions operands = sum.parts();
    CHECK(operands.all()[0].range().end.byte == 3);
    d.set_part(0, 3, hcl::Fragment("x ? y : z"));
    CHECK(d.replace("a.b", "a.c") == 1 && d.value() == "(x ? y : z) + f(a.c)");
    c.rename("e");
    c.set_labels({"x"});
    c.set_comments({"Three."});
    c.set_comments_after({"/* x */", "y"});
    CHECK(c.comments_after() == std::vector<std::string>({"/* x */", "# y"}));
    c.set_comments_after({});
    a.release_comments();
    a.move_to(c, hcl::Where::before(d));
    hcl::Node list = c.insert_attribute("list", hcl::Fragment::tuple({}), hcl::Where::after(d));
    list.push(hcl::Fragment::call("f", {hcl::Fragment("x")}, hcl::Arguments::expanded));
    list.set_value(hcl::Fragment::tuple({hcl::Fragment(list.value())}));
    std::vector<hcl::Node> added = root.insert_text("g={h=1,i=2}\nj {}\n");
    CHECK(added.size() == 2 && added[0].remove_in({"h"}) && !added[0].remove_in({"h"}));
    CHECK(file.bytes() == "# One.\n\n# Three.\ne \"x\" {\n  a = 1 # two\n  d = (x ? y : z) + f(a.c)\n"
                          "  list = [[f(x...)]]\n}\n\ng = { i = 2 }\nj {}\n");
    c.remove();
    CHECK(!c.is_block() && d.name().empty() && !d.next());
    CHECK(thrown([&] { c.remove(); }) == polycty::Code::not_found);
    CHECK(thrown([&] { d.set_value(hcl::Fragment("1")); }) == polycty::Code::not_found);
    CHECK(thrown([] { hcl::Fragment("1 +"); }) == polycty::Code::syntax);
    CHECK(thrown([] { hcl::File("a =\n", "f"); }) == polycty::Code::syntax);
    auto broken = hcl::File::diagnosed("a = 1\n]\n", "f");
    CHECK(broken.diagnostics && broken.value.body().items().size() == 1);
    hcl::File moved = std::move(broken.value);
    CHECK(moved.bytes() == "a = 1\n]\n");
}

static void check_other_files() {
    hcl::File one("q = 1\n", "one"), other("y {\n}\n", "other");
    hcl::Node q = *one.body().attribute("q"), y = *other.body().first();
    CHECK(thrown([&] { q.move_to(other.body()); }) == polycty::Code::not_found);
    CHECK(thrown([&] { q.move_to(y); }) == polycty::Code::not_found);
    CHECK(thrown([&] { q.move_to(one.body(), hcl::Where::after(y)); }) == polycty::Code::not_found);
    CHECK(one.body() != other.body() && one.body() == one.body());
    CHECK(one.bytes() == "q = 1\n" && other.bytes() == "y {\n}\n");
}

static void check_texts() {
    polycty::Value lines = polycty::Value::string("a\nb\n");
    CHECK(hcl::Fragment::value(lines).text() == "<<-EOT\n  a\n  b\nEOT");
    CHECK(hcl::Fragment::value(lines, hcl::StringStyle::quoted).text() == "\"a\\nb\\n\"");
    CHECK(hcl::Fragment::object({{"a", hcl::Fragment("1")}}).text() == "{\n  a = 1\n}");
    polycty::Path path;
    path.attribute("var").attribute("a");
    CHECK(hcl::Fragment::traversal(path).text() == "var.a");
    hcl::Tokens tokens("a+1");
    std::vector<hcl::Token> given;
    for (hcl::Token token : tokens.all()) {
        if (token.kind != PCTY_HCL_TOKEN_END) {
            given.push_back(token);
        }
    }
    CHECK(given.size() == 3 && given[2].range.start.column == 3);
    CHECK(hcl::Fragment::tokens(given).text() == "a + 1");
    CHECK(hcl::format("a=1\nbc=2\n", "f") == "a  = 1\nbc = 2\n");
    CHECK(hcl::format("a=\"${b}\"\n", "f", hcl::Style::terraform) == "a = b\n");
    CHECK(hcl::format_lines("a=1\n\nb=2\n", "f", 0, 1) == "a = 1\n\nb=2\n");
    CHECK(hcl::json(polycty::Value::string("${")) == "\"$${\"");
    hcl::File made;
    made.body().set("a", hcl::Fragment("x"));
    CHECK(made.to_json() == "{\n  \"a\": \"${x}\"\n}\n");
}

int main() {
    check_tour();
    check_nodes();
    check_other_files();
    check_texts();
    return 0;
}
