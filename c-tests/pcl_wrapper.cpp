// PCL in the C++ wrapper: each function, and exceptions for rejected arguments.

#include "thrown.hpp"

#include <polycty.hpp>

#include <type_traits>

using namespace polycty;

static_assert(std::is_nothrow_copy_constructible_v<pcl::TypeScope>);
static_assert(!std::is_copy_constructible_v<pcl::Checked>);

static Type parsed(std::string_view notation) { return Type::parse(notation, Dialect::pcl); }

static void types() {
    CHECK(pcl::kind(pcl::id()) == pcl::Kind::id && pcl::kind(Type::floating()) == pcl::Kind::foreign);
    CHECK(pcl::opaque("Asset").name() == "Asset");
    Type text = pcl::optional_of(Type::string());
    CHECK(pcl::union_of({Type::none(), Type::string(), text}) == text && pcl::is_optional(text));
    CHECK(pcl::normalize(Type::optional_of(Type::string())) == text);
    Type nothing = pcl::constant(Type::none(), Value::null(Type::none()));
    CHECK(pcl::kind(nothing) == pcl::Kind::constant && pcl::values(nothing).size() == 1);
    CHECK(*pcl::element(nothing) == Type::none() && !pcl::element(Type::string()));
    Value red = Value::string("red");
    Type colour = pcl::enumeration("colour", Type::string(), {red});
    CHECK(pcl::values(colour)[0] == red && pcl::display(colour) == "enum(\"red\")");
    Type eventual = pcl::output(pcl::promise(Type::list(Type::integer())));
    CHECK(eventual == parsed("output(list(int))") && pcl::deferral(eventual) == pcl::Deferral::output);
    CHECK(pcl::resolve(eventual) == Type::list(Type::integer()));
    CHECK(pcl::resolve(eventual, pcl::Resolution::promises) == eventual);
    CHECK(pcl::input(Type::boolean()) == parsed("union(bool, output(bool))"));
    CHECK(pcl::from_json(pcl::to_json(eventual)) == eventual);
    CHECK(pcl::display(parsed("object({a = int})"), 4) == "{\n  a: \n    int,\n}");
    thrown(Code::type, [] { pcl::from_json("\"strin\""); });
    CHECK(pcl::explain_unsafe(Type::string(), Type::integer())->expected() == Type::integer());
    CHECK(!pcl::explain_unsafe(Type::integer(), Type::string()));
    Type noted = pcl::annotated(Type::number(), std::string("main.pp:3"));
    CHECK(noted == Type::number() && pcl::annotations(Type::number()).empty());
    CHECK(std::any_cast<std::string>(*pcl::annotations(noted)[0]) == "main.pp:3");

    Value zero = Value::number(0), somewhere = Value::unknown(Type::number());
    Type server = parsed("output(object({disks = list(tuple(int, string))}))");
    using pcl::Step;
    CHECK(pcl::traverse(server, {Step::attribute("disks"), Step::splat(), Step::index(zero)}) ==
          eventual);
    CHECK(pcl::traverse(server,
                        {Step::attribute("disks"), Step::index(zero), Step::index(somewhere)}) ==
          parsed("output(union(int, string))"));
    auto [type, diagnostics] = pcl::traverse_diagnosed(server, {Step::attribute("disk")});
    CHECK(type == parsed("output(dynamic)") && diagnostics->diagnostics().size() == 1);
    CHECK(!pcl::traverse_diagnosed(server, {}).diagnostics);
    thrown(Code::diagnostics, [&] { pcl::traverse(server, {Step::attribute("disk")}); });
}

static void eventual_values() {
    Type promised = parsed("promise(string)");
    Value id = pcl::deferred(promised, std::string("web"));
    CHECK(std::any_cast<std::string>(pcl::data(id)) == "web");
    Value converted = id.convert(parsed("output(int)"), Dialect::pcl);
    CHECK(pcl::identity(converted) == pcl::identity(id) && *pcl::origin(converted) == promised);
    CHECK(!pcl::identity(Value::number(1)) && !pcl::origin(ValueRef(Value::number(1))));
    Value all = Value::tuple({id, Value::boolean(true)});
    Value there = pcl::resolve(all, [](ValueRef eventual) {
        return Value::string(std::any_cast<std::string>(pcl::data(eventual)) + "-1");
    });
    CHECK(there[0].as_string() == "web-1");
    Error error = thrown(Code::callback, [&] {
        pcl::resolve(all, [](ValueRef) -> Value { throw Error(Code::callback, "gone"); });
    });
    CHECK(error.path_text() == "[0]" && error.message() == "gone");
    thrown(Code::type, [] { pcl::deferred(Type::string(), 1); });
    thrown(Code::type, [] { pcl::data(ValueRef(Value::number(1))); });
    auto [member, value] = pcl::choose(Value::string("8"), parsed("union(bool, int)"));
    CHECK(member == 1 && value.as_int64() == 8);
    thrown(Code::conversion, [] { pcl::choose(Value::string("x"), parsed("union(bool, int)")); });
}

static pcl::TypeScope small_scope() {
    FunctionType port;
    port.positional = {{"n", Type::integer()}};
    port.result = Type::string();
    pcl::TypeScope scope;
    scope.set("ids", parsed("output(list(string))")).set("n", Type::integer());
    scope.set_function("port", Type::function(port));
    scope.set_function("listed", [](ArgumentTypes types, pcl::ArgumentExpressions expressions) {
        if (types.size() != 1) {
            throw Error(Code::callback, "one is needed");
        }
        FunctionType one;
        one.positional = {{"one", types[0]}};
        Type list = Type::list(types[0]);
        one.result = list;
        std::optional<Error> told;
        if (expressions[0].keyword() == "n") {
            Diagnostic odd;
            odd.severity = Severity::warning, odd.summary = "n is odd";
            told = Error(Code::callback, "told");
            told->with_diagnostic(odd);
        }
        return pcl::Answer(Type::function(one), told);
    });
    return scope;
}

static void checked_expressions() {
    pcl::TypeScope scope = small_scope(), inner = scope.child(), copy = inner;
    inner.set("n", Type::string());
    CHECK(*inner.variable("n") == Type::string() && *copy.variable("n") == Type::integer());
    CHECK(!scope.variable("m") && inner.has_function("port") && !inner.has_function("n"));
    thrown(Code::type, [&] { scope.set_function("f", Type::string()); });
    thrown(Code::invalid_argument, [&] { scope.set_function("f", pcl::Rule()); });

    pcl::Checked bound(hcl::Expression("[for id in ids : port(id)]", "t.pp"), scope);
    CHECK(bound.type() == parsed("output(list(string))") && !bound.has_errors());
    CHECK(!bound.diagnostics() && bound.conversions().size() == 1);
    CHECK(bound.conversions()[0].kind == Conversion::unsafe);
    pcl::NodeRef root = bound.root();
    CHECK(root.kind() == pcl::NodeKind::for_ && root.name() == "id" && root.key_name().empty());
    CHECK(root.role() == pcl::Role::root && root.range().end.column == 27);
    pcl::NodeRef call = root.children()[1], argument = call.children()[0];
    CHECK(call.role() == pcl::Role::value && call.text() == "port(id)" && !call.has_ellipsis());
    CHECK(argument.conversion()->to == Type::integer() && !call.conversion());
    CHECK(argument.expression()->keyword() == "id");
    CHECK(bound.accepted_as(parsed("list(string)")) == Conversion::safe);
    CHECK(!bound.refusal(parsed("list(string)")));
    CHECK(bound.refusal(Type::boolean())->diagnostics()[0].subject->end.column == 27);
    thrown(Code::diagnostics, [&] { bound.accepted_as(Type::boolean()); });

    pcl::Checked sum(hcl::Expression("1 + gone", "t.pp"), scope);
    CHECK(sum.has_errors() && sum.diagnostics()->text().find("line 1, column 5") != std::string::npos);
    pcl::NodeRef plus = sum.root().children()[1];
    CHECK(plus.operator_() == pcl::Operator::add && !plus.expression());
    CHECK(sum.root().children()[0].value()->as_int64() == 1 && !plus.value());
    pcl::Options options;
    options.missing_variables = options.iteration = Severity::warning;
    options.exact_int_literals = true;
    CHECK(!pcl::Checked(hcl::Expression("gone", "t.pp"), scope, options).has_errors());

    pcl::Checked listed(hcl::Expression("listed(n)", "t.pp"), scope);
    CHECK(listed.type() == Type::list(Type::integer()) && !listed.has_errors());
    CHECK(listed.diagnostics()->diagnostics()[0].summary == "n is odd");
    pcl::Checked none(hcl::Expression("listed()", "t.pp"), scope);
    CHECK(none.diagnostics()->diagnostics()[0].summary == "one is needed");

    pcl::Checked type(hcl::Expression("optional(int)", "t.pp"), pcl::TypeScope::of_constructors());
    CHECK(type.type() == pcl::optional_of(Type::integer()));
    thrown(Code::unsupported, [&] { pcl::Checked(hcl::Expression("1", "t", hcl::Syntax::json), scope); });
}

int main() {
    types();
    eventual_values();
    checked_expressions();
    return 0;
}
