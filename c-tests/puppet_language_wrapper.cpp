// Puppet's language in the C++ wrapper: callables that throw, blocks, data, outlines.

#include "thrown.hpp"

#include <polycty.hpp>

#include <memory>
#include <stdexcept>

using namespace polycty;

static std::string worth(std::string_view program, const puppet::Environment &environment = {}) {
    return puppet::format(puppet::Manifest(program, "site.pp").evaluate(environment));
}

static void evaluating() {
    puppet::Environment environment, copy = environment;
    environment.set_variable("name", puppet::parse_value("'db'"));
    CHECK(worth("\"on ${name}\"", environment) == "'on db'");
    thrown(Code::not_found, [&] { worth("$name", copy); });
    copy.set_strictness(puppet::Strictness::off);
    copy.allow_unknown_variables();
    copy.allow_resources();
    copy.set_aliases({{"Port", "Integer[1, 9]"}});
    copy.set_time({86400, 0});
    CHECK(worth("[$name, 3 =~ Port, Timestamp.new.strftime('%F')]", copy) ==
          "[undef, true, '1970-01-02']");
    CHECK(worth("file { '/a': }", copy) == "[File['/a']]");
    Error refused = thrown(Code::syntax, [] { puppet::Manifest("$a = )", "b.pp"); });
    CHECK(refused.diagnostics().size() == 1);
    puppet::Manifest lax("$a = {x => 1, x => 2}", "w.pp", puppet::Strictness::warning);
    CHECK(lax.file() == "w.pp" && lax.warnings() && !puppet::Manifest("1").warnings());

    puppet::Manifest early("'1' + 99999999999999999999", "e.pp", puppet::Mode::early);
    CHECK(puppet::format(early.evaluate()) == "100000000000000000000");
    CHECK(puppet::module_file("m", puppet::LoadKind::type, "a::b::c") == "m/a/types/b/c.pp");
    CHECK(!puppet::module_file("m", puppet::LoadKind::template_, "a/../b"));

    puppet::Manifest page = puppet::Manifest::of_template("<%- | $x = 1 | -%>\nx<%= $x %>");
    CHECK(page.render() == "x1" && page.render(puppet::parse_value("{x => 2}")) == "x2");
    thrown(Code::invalid_argument, [&] { page.evaluate(); });
}

static void callables() {
    puppet::Environment environment;
    auto kept = std::make_shared<int>(0);
    environment.set_function("twice", {"Any value, Callable[1, 1] block?"},
                             [kept](Arguments args, puppet::Call call) {
                                 ++*kept;
                                 return call.has_block() ? call.block({args[0]}) : Value(args[0]);
                             });
    CHECK(worth("twice(3) |$x| { twice($x) + 1 }", environment) == "4" && *kept == 2);
    environment.set_function("twice", {}, [](Arguments, puppet::Call) -> Value {
        throw std::runtime_error("not today");
    });
    CHECK(kept.use_count() == 1);
    Error refused = thrown(Code::callback, [&] { worth("twice(1)", environment); });
    CHECK(std::string_view(refused.what()).find("not today") != std::string_view::npos);
    thrown(Code::syntax, [&] {
        environment.set_function("f", {"Integer["}, [kept](Arguments, puppet::Call) {
            return puppet::parse_value("1");
        });
    });
    CHECK(kept.use_count() == 1);

    std::string logged;
    environment.set_logger([&](puppet::Level level, std::string_view message) {
        CHECK(level == puppet::Level::notice);
        logged = message;
    });
    environment.set_loader(
        [](puppet::LoadKind sought, std::string_view name) -> std::optional<puppet::SourceText> {
            if (sought == puppet::LoadKind::class_ && name == "web") {
                return puppet::SourceText{"class web(Integer[1] $port, $label = \"p${port}\") { }",
                                          "init.pp"};
            }
            return std::nullopt;
        });
    environment.set_host([](puppet::Question question, Arguments args) -> std::optional<Value> {
        if (question != puppet::Question::lookup) {
            throw Error(Code::unsupported, "only lookups");
        }
        CHECK(args.size() == 4);
        return std::nullopt;
    });
    worth("notice('a')", environment);
    CHECK(logged == "a");
    CHECK(worth("lookup('x', Any, undef, 5)", environment) == "5");
    thrown(Code::unsupported, [&] { worth("file('x')", environment); });

    Value all = puppet::class_parameters("web", puppet::parse_value("{'web::port' => 80}"),
                                         environment);
    CHECK(puppet::format(all) == "{'port' => 80, 'label' => 'p80'}");
    Error errors = thrown(Code::type, [&] {
        puppet::Manifest("class a(Integer $x, String $y) { }")
            .class_parameters("a", puppet::parse_value("{x => 'a', z => 1}"));
    });
    CHECK(errors.diagnostics().size() == 3);
}

static void outlines() {
    puppet::Outline outline(puppet::Manifest("# Doc.\nclass a(Integer $p = 1) {\n"
                                             "  file { '/x': mode => '1' }\n  f($p) |$y| { }\n}\n"
                                             "node 'n' { }\nA['x'] -> B['y']\n"));
    auto definitions = outline.definitions();
    CHECK(definitions.size() == 2 && definitions[0].kind == puppet::DefinitionKind::class_);
    CHECK(definitions[0].documentation == "Doc." && definitions[0].parameters.size() == 1);
    CHECK(definitions[0].parameters[0].default_ == "1" && definitions[0].place.line == 2);
    CHECK(definitions[1].matches.size() == 1 && definitions[1].matches[0] == "'n'");
    auto resources = outline.resources();
    CHECK(resources.size() == 2 && resources[0].bodies.size() == 1);
    CHECK(resources[0].bodies[0].title == "'/x'");
    CHECK(resources[0].bodies[0].attributes[0].name == "mode");
    CHECK(resources[1].form == puppet::ResourceForm::relationship && resources[1].word == "->");
    auto calls = outline.calls();
    CHECK(calls.size() == 1 && calls[0].has_lambda && calls[0].parameters[0].name == "y");
    auto variables = outline.variables();
    CHECK(variables.size() == 1 && variables[0].place.line == 4);
    CHECK(outline.to_json().find("\"name\":\"a\"") != std::string::npos);
}

int main() {
    evaluating();
    callables();
    outlines();
}
