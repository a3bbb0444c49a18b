// Puppet in the C++ wrapper: each function, and exceptions for rejected arguments.

#include "thrown.hpp"

#include <polycty.hpp>

#include <type_traits>

using namespace polycty;

static_assert(std::is_nothrow_copy_constructible_v<puppet::Aliases>);
static_assert(std::is_nothrow_move_constructible_v<puppet::Iteration>);

static Value literal(std::string_view text) { return puppet::parse_value(text); }

static void notation() {
    puppet::Aliases ports({{"Port", "Integer[0, 65535]"}, {"Ports", "Array[Port]"}});
    puppet::Aliases more({{"Service", "Struct[{ports => Ports}]"}}, ports), copy = more;
    CHECK(ports.size() == 2 && more.size() == 3 && copy.name(2) == "Service");
    CHECK(copy.find("Port") == ports.type(0) && copy.find("PORT") && !copy.find("Porter"));
    thrown(Code::not_found, [&] { copy.name(3); });
    thrown(Code::not_found, [&] { copy.type(3); });
    CHECK(thrown(Code::syntax, [] { puppet::Aliases({{"A", "["}}); }).path_text() == ".A");
    CHECK(puppet::Aliases().size() == 0);

    Type type = puppet::parse_type("Optional[Ports]", copy);
    CHECK(puppet::format(type) == "Optional[Ports]");
    CHECK(puppet::format(type, puppet::Detail::expanded) ==
          "Optional[Ports = Array[Port = Integer[0, 65535]]]");
    CHECK(puppet::short_name(type) == "Optional");
    Type early = puppet::parse_type("Integer[5]", {}, puppet::Mode::early);
    CHECK(puppet::format(early) == "Integer[5, 5]");
    thrown(Code::syntax, [] { puppet::parse_type("Integer["); });
    CHECK(puppet::format(puppet::parse_value("[Port, 0x10]", copy)) == "[Port, 16]");
    thrown(Code::syntax, [] { literal("["); });
}

static void rules() {
    Type small = puppet::parse_type("Integer[1, 2]"), integer = puppet::parse_type("Integer");
    CHECK(puppet::make(integer, {literal("'0x10'")}).as_int64() == 16);
    thrown(Code::conversion, [&] { puppet::make(integer, {literal("'x'")}); });
    CHECK(puppet::compare(small, integer, puppet::Comparison::less));
    CHECK(!puppet::compare(small, integer, puppet::Comparison::equal));
    CHECK(puppet::is_same(small, puppet::parse_type("Integer[1, 2]")));
    Value pair = literal("[1, 'a']");
    CHECK(puppet::format(puppet::infer(pair)) == "Array[ScalarData, 2, 2]");
    CHECK(puppet::format(puppet::infer(pair, puppet::Inference::general)) == "Array[ScalarData]");
    CHECK(puppet::format(puppet::normalize(puppet::parse_type("Variant[Integer[1,2],Integer[2,3]]"))) ==
          "Integer[1, 3]");
    CHECK(puppet::generalize(small) == integer);
    CHECK(puppet::format(puppet::common_type({small, puppet::parse_type("Float")})) == "Numeric");
    CHECK(puppet::format(puppet::common_type_of_values({literal("1"), literal("7")})) ==
          "Integer[1, 7]");

    puppet::Iteration values(small), copy = values;
    CHECK(values.next()->as_int64() == 1 && values.next()->as_int64() == 2 && !values.next());
    CHECK(copy.next_back()->as_int64() == 2 && copy.next_back()->as_int64() == 1);
    CHECK(!copy.next_back());
    thrown(Code::unsupported, [&] { puppet::Iteration all(integer); });
}

static void mismatches() {
    Type wanted = puppet::parse_type("Struct[{port => Integer}]");
    Value good = literal("{'port' => 1}"), bad = literal("{'port' => 'x', 'tag' => 1}");
    CHECK(!puppet::mismatch(good, wanted, "$x") && !puppet::mismatch(wanted, wanted, "$x"));
    CHECK(puppet::mismatch(Type::string(), wanted, "$x")->message() ==
          "$x expects a Struct value, got String");
    CHECK(puppet::mismatch(bad, wanted, "$x")->diagnostics().size() == 2);
    puppet::assert_type(good, wanted);
    thrown(Code::type, [&] { puppet::assert_type(bad, wanted); });
    puppet::validate_parameters(good, wanted, "Class[A]");
    puppet::validate_parameters(literal("{}"), wanted, "Class[A]", puppet::Missing::allowed);
    Error error = thrown(Code::type, [&] { puppet::validate_parameters(bad, wanted, "Class[A]"); });
    CHECK(error.diagnostics().size() == 2);
    puppet::validate_default(literal("1"), Type::integer(), "port", "Class[A]");
    thrown(Code::type,
           [&] { puppet::validate_default(good, Type::integer(), "port", "Class[A]"); });

    Type callable = puppet::parse_type("Callable[Integer]");
    CHECK(!puppet::call_mismatch(puppet::parse_type("Tuple[Integer]"), {{callable}}, "f"));
    CHECK(puppet::call_mismatch(puppet::parse_type("Tuple[String]"), {{callable}}, "f")->code() ==
          Code::type);
}

static void values() {
    CHECK(puppet::kind(literal("default")) == puppet::ValueKind::default_);
    CHECK(puppet::text(literal("SemVer('1.2.3')")) == "1.2.3");
    thrown(Code::type, [] { puppet::text(literal("1")); });
    CHECK(puppet::time(literal("Timespan('0-00:01:00')")).seconds == 60);
    Value binary = puppet::binary({1, 2});
    CHECK(puppet::bytes(binary).size() == 2 && puppet::bytes(binary).data()[1] == 2);
    Value secret = literal("Sensitive(5)");
    CHECK(puppet::content(secret)->as_int64() == 5 && !puppet::content(binary));

    Value iterator = literal("Integer[1, 2].reverse_each");
    CHECK(puppet::parts(iterator)[0].as_int64() == 2 && puppet::part_names(iterator).size() == 0);
    CHECK(puppet::part_type(iterator)->kind() == Kind::integer);
    Type point = puppet::parse_type("Object[{name => 'Point', attributes => {'x' => Integer}}]");
    Value object = puppet::make(point, {literal("3")});
    CHECK(puppet::part_names(object)[0] == "x" && puppet::parts(object)[0].as_int64() == 3);

    Value hash = puppet::hash({literal("'a'"), literal("1")}, {literal("[]"), literal("true")});
    CHECK(puppet::kind(hash) == puppet::ValueKind::hash && hash.length() == 2u);
    CHECK(hash.entry_key(1)->as_int64() == 1 && !hash.entry_key(2));
    CHECK(puppet::get(hash, literal("1"))->as_bool() && !puppet::get(hash, literal("2")));
    CHECK(hash["a"] == puppet::array({}) && hash.entries()[0].key == "a");
    thrown(Code::invalid_argument, [] { puppet::hash({literal("1")}, {}); });
    CHECK(puppet::from_json("{\"a\": [1, null]}") == literal("{'a' => [1, undef]}"));
    thrown(Code::syntax, [] { puppet::from_json("{"); });
}

static void modes() {
    const auto now = puppet::Mode::current, early = puppet::Mode::early;
    Type integer = puppet::parse_type("Integer[5]", {}, early);
    Type undef = puppet::parse_type("Undef", {}, early);
    CHECK(puppet::assignable(undef, integer, early) && !puppet::assignable(undef, integer, now));
    CHECK(puppet::compare(undef, integer, puppet::Comparison::less, early));
    CHECK(puppet::is_instance(literal("undef"), integer, early));
    CHECK(puppet::format(puppet::infer(literal("[1, 'a']"), puppet::Inference::reduced, early),
                         early) == "Array[Literal]");
    CHECK(puppet::format(puppet::common_type({undef, integer}, early), early) == "Integer[5]");
    thrown(Code::unsupported,
           [&] { puppet::format(puppet::infer(literal("[1]"), puppet::Inference::reduced, now),
                                early); });

    CHECK(puppet::truth(literal("''")) && !puppet::truth(literal("''"), early));
    CHECK(puppet::to_numeric(literal("'0x10'")).as_int64() == 16);
    CHECK(puppet::to_string(literal("[1, Sensitive('x')]")) == "[1, Sensitive [value redacted]]");
    CHECK(puppet::text(puppet::to_regexp(literal("'\\\\Ab'"), early)) == "b");
    Value half = puppet::arithmetic(literal("'1'"), literal("2.0"), puppet::Operator::divide,
                                    early);
    CHECK(half == literal("0.5"));
    thrown(Code::conversion, [] {
        puppet::arithmetic(literal("'1'"), literal("2.0"), puppet::Operator::divide);
    });
}

int main() {
    notation();
    rules();
    modes();
    mismatches();
    values();
    return 0;
}
