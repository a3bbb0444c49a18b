// HCL in the C++ wrapper: each function, and exceptions for rejected arguments.

#include "thrown.hpp"

#include <polycty.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <thread>
#include <type_traits>

using namespace polycty;

static_assert(std::is_nothrow_copy_constructible_v<hcl::Expression>);
static_assert(std::is_nothrow_move_constructible_v<hcl::Content>);
static_assert(!std::is_copy_constructible_v<hcl::Content>);

static void terraform_functions() {
    hcl::TerraformHost host;
    host.set_root("/").set_home("/h").set_plan_time(0).set_clock([] { return 60; });
    host.set_random([](std::uint8_t *bytes, std::size_t count) { std::fill_n(bytes, count, 2); });
    hcl::Scope scope;
    scope.set_terraform_functions(host);
    hcl::Expression times("[plantimestamp(), timestamp(), substr(uuid(), 0, 4)]", "f");
    CHECK(times.evaluate(scope).to_json() ==
          "[\"1970-01-01T00:00:00Z\",\"1970-01-01T00:01:00Z\",\"0202\"]");
    host.set_clock([]() -> std::int64_t { throw std::runtime_error("stopped"); });
    hcl::Scope stopped;
    stopped.set_terraform_functions(host);
    Error error = thrown(Code::diagnostics, [&] { times.evaluate(stopped); });
    CHECK(error.diagnostics()[0].detail.find("stopped") != std::string_view::npos);
    hcl::Scope bare;
    bare.set_terraform_functions();
    CHECK(hcl::Expression("core::abs(-1)", "f").evaluate(bare).as_int64() == 1);
    thrown(Code::not_found, [&] { host.set_root("/nowhere at all"); });
}

static void expressions() {
    hcl::Scope scope;
    scope.set("n", Value::number(2)).set_standard_functions();
    hcl::Scope inner = scope.child(), copy = inner;
    inner.set("n", Value::number(5));
    hcl::Expression sum("n + max(1, n)", "main.hcl");
    CHECK(sum.evaluate(inner).as_int64() == 10 && sum.evaluate(copy).as_int64() == 4);
    CHECK(sum.file() == "main.hcl" && sum.range().end.column == 14);
    CHECK(inner.variable("n")->as_int64() == 5 && !inner.variable("m"));
    Value one = Value::number(1);
    CHECK(copy.function("max")->call({one, Value::number(3)}).as_int64() == 3);
    CHECK(!copy.function("maxx"));
    copy.set("max", *scope.function("min"));
    CHECK(sum.evaluate(copy).as_int64() == 3);
    CHECK(hcl::Expression("n is ${n}", "t", hcl::Syntax::template_).evaluate(scope).as_string() ==
          "n is 2");

    Error error = thrown(Code::diagnostics, [&] { sum.evaluate(); });
    Diagnostic first = error.diagnostics()[0];
    CHECK(first.summary == "Variables not allowed" && first.file == "main.hcl");
    CHECK(first.source == "n + max(1, n)" && first.subject->end.column == 2);
    CHECK(error.text(Render::plain) == error.text());
    CHECK(error.text(Render::color).find("\x1b[4mn\x1b[0m + max") != std::string::npos);
    CHECK(sum.evaluate_diagnosed(scope).diagnostics == std::nullopt);
    CHECK(sum.evaluate_diagnosed().diagnostics->diagnostics().size() == 2);
    hcl::Scope closed;
    closed.allow_variables().allow_functions();
    error = thrown(Code::diagnostics, [&] { hcl::Expression("maxx()", "f").evaluate(closed); });
    CHECK(error.diagnostics()[0].summary == "Call to unknown function");
    CHECK(error.diagnostics()[0].context.has_value());

    thrown(Code::syntax, [] { hcl::Expression("1 +", "f"); });
    hcl::Diagnosed<hcl::Expression> found = hcl::Expression::diagnosed("1 2", "f");
    CHECK(found.diagnostics->code() == Code::syntax && found.value.evaluate().as_int64() == 1);

    // A part of a larger text.
    const pcty_position inside{3, 7, 50};
    CHECK(hcl::Expression("[n]", "f", inside).start_range().end.column == 8);
    CHECK(hcl::Expression("\"n\"", "f", inside, hcl::Syntax::json).range().start.byte == 50);
    found = hcl::Expression::diagnosed("1 2", "f", inside);
    CHECK(found.diagnostics->diagnostics()[0].subject->start.column == 9);
    CHECK(!hcl::Expression::diagnosed("1", "f", inside).diagnostics);
    hcl::Scope busy;
    CHECK(!busy.step_limit());
    busy.set_step_limit(1);
    CHECK(busy.child().step_limit() == 1);
    thrown(Code::limit, [&] { hcl::Expression("[for i in [1, 2]: i + i]", "f").evaluate(busy); });

    // Budgets bound their functions, together, until the function returns or throws.
    Limits few;
    few.steps = 1;
    Budget budget(few);
    hcl::Expression sums("[for i in [1, 2]: i + i]", "f");
    thrown(Code::limit, [&] { budget.run([&] { return sums.evaluate(); }); });
    thrown(Code::limit, [&] { budget.run([&] { Budget().run([&] { sums.evaluate(); }); }); });
    CHECK(Budget().run([&] { return sums.evaluate(); }) == sums.evaluate());
    CHECK(budget.limits().steps == 1 && budget.limits().bytes == Budget::standard().bytes);
    CHECK(Budget::standard().time == std::chrono::microseconds::max());
    few = Limits();
    few.time = std::chrono::microseconds::max();
    few.bytes = Limits::unbounded;
    CHECK(Budget(few).limits().time == few.time && Budget(few).limits().bytes == few.bytes);
    few.time = -std::chrono::seconds(1);
    CHECK(Budget(few).limits().time.count() == 1);
    Budget token, same = token;
    std::thread([same] { same.cancel(); }).join();
    CHECK(token.is_cancelled() && !budget.is_cancelled());
    thrown(Code::cancelled, [&] { token.run([&] { return sums.evaluate(); }); });

    // Marked values are not shown, unless the host permits it.
    hcl::Scope quiet;
    quiet.set("secret", Value::string("hunter2").mark("sensitive"));
    quiet.set_standard_functions();
    hcl::Expression number("tonumber(secret)", "f");
    Error hidden = thrown(Code::diagnostics, [&] { number.evaluate(quiet); });
    CHECK(hidden.text().find("hunter2") == std::string::npos);
    quiet.show_mark("sensitive");

    // A diagnostic that the caller makes has the same effect.
    Diagnostic own;
    own.summary = "odd", own.suggestion = "even", own.file = "own.hcl", own.source = "a b";
    own.subject = first.subject;
    own.context = first.subject;
    Error made(Code::callback, "made");
    made.with_diagnostic(own);
    CHECK(made.diagnostics()[0].suggestion == "even" && made.diagnostics()[0].context);
    CHECK(made.text().find("own.hcl line 1") != std::string::npos);
}

static void forms() {
    hcl::Traversals found = hcl::Expression("a.b + c[0]", "f").variables();
    CHECK(found.all().size() == 2 && found.all()[1].path.text() == ".c[0]");
    CHECK(found.all()[0].range.end.column == 4 && found.all()[0].file == "f");
    thrown(Code::not_found, [&] { found.all()[2]; });
    CHECK(hcl::Expression("a.b", "f").traversal().text() == ".a.b");
    CHECK(*hcl::Expression("create", "f").keyword() == "create");
    CHECK(!hcl::Expression("1 + 1", "f").keyword());
    hcl::Expressions list = hcl::Expression("[a, b]", "f").list();
    CHECK(list.all().size() == 2 && list.all()[1].keyword() == "b");
    auto [keys, values] = hcl::Expression("{ a = b }", "f").map();
    CHECK(keys.all()[0].keyword() == "a" && values.all()[0].keyword() == "b");
    hcl::Call call = hcl::Expression("f(a)", "f").call();
    CHECK(call.name == "f" && call.arguments.all().size() == 1);
    CHECK(call.name_range.end.column == 2 && call.arguments_range.end.column == 5);
    found = hcl::Expression("a.b", "f").traversals();
    CHECK(found.step_range(0, 1).start.column == 2);
    found = hcl::Traversals("a.b", "f", pcty_position{3, 7, 50});
    CHECK(found.all().size() == 1 && found.step_range(0, 1).start.column == 8);
    CHECK(hcl::Traversals::diagnosed("a.1", "f").diagnostics);
    thrown(Code::syntax, [] { hcl::Traversals("a.1", "f"); });
    hcl::Expression other("1", "f");
    thrown(Code::diagnostics, [&] { other.list(); });
    thrown(Code::diagnostics, [&] { other.map(); });
    thrown(Code::diagnostics, [&] { other.call(); });
    thrown(Code::diagnostics, [&] { other.traversal(); });
}

static void types() {
    auto [type, defaults] = hcl::parse_type("object({ port = optional(number, 80) })");
    CHECK(*defaults.type() == type);
    CHECK(defaults.apply(Value::object({}))["port"].as_int64() == 80);
    hcl::TypeExpression plain = hcl::Expression("string", "f").type(hcl::TypeMode::exact);
    CHECK(plain.type == Type::string() && !plain.defaults.type());
    CHECK(plain.defaults.apply(Value::number(1)).as_int64() == 1);
    thrown(Code::type, [] { hcl::parse_type("any", hcl::TypeMode::exact); });
    thrown(Code::syntax, [] { hcl::parse_type("list("); });

    // Defaults built by calls.
    hcl::Defaults port = hcl::Defaults::object(*defaults.type(), {{"port", Value::number(80)}});
    CHECK(port.value("port")->as_int64() == 80 && !port.value("x"));
    Type list = Type::list(type), pair = Type::tuple({type, list});
    hcl::Defaults all = hcl::Defaults::tuple(pair, {port, hcl::Defaults::collection(list, port)});
    CHECK(all.in_position(1).in_element().value("port") && !all.in_element().type());
    Type box = hcl::parse_type("object({ pair = tuple([any]) })").type;
    CHECK(!hcl::Defaults::object(box, {{"pair"}}).in_attribute("pair").type());
    CHECK(all.apply(Value::tuple({Value::object({}), Value::tuple({})}))[0]["port"].as_int64() ==
          80);
    thrown(Code::invalid_argument, [&] { hcl::Defaults::collection(pair, port); });

    hcl::Scope scope;
    scope.set("n", Value::number(2));
    scope.set("half", Function({{"value", hcl::closure_type()}}, Type::any(),
                               [](Arguments args, TypeRef) {
                                   auto [value,
                                         diagnostics] = hcl::evaluate_closure_diagnosed(args[0]);
                                   CHECK(!diagnostics);
                                   CHECK(hcl::expression_of_closure(args[0])->keyword() == "n");
                                   return value / Value::number(2);
                               }));
    scope.set("same", Function({{"value", hcl::closure_type()}}, Type::any(),
                               [](Arguments args, TypeRef) { return hcl::evaluate_closure(args[0]); }));
    CHECK(hcl::Expression("half(n) + same(n + 1)", "f").evaluate(scope).as_int64() == 4);
    hcl::Expression n("n", "f");
    CHECK(scope.function("same")->call({hcl::closure(n, scope)}).as_int64() == 2);
    thrown(Code::diagnostics, [&] { hcl::evaluate_closure(hcl::closure(n)); });
    thrown(Code::invalid_argument, [] { hcl::evaluate_closure(Value::number(1)); });
    CHECK(!hcl::expression_of_closure(Value::number(1)));
}

static void bodies() {
    hcl::Body main("port = 80\nserver \"a\" {\n  x = 1\n}\n", "main.hcl");
    hcl::Body more("{\"region\": \"x\"}", "more.json", hcl::Syntax::json);
    hcl::Body all = hcl::Body::merge({main, more});
    CHECK(hcl::Body::merge(std::vector<hcl::Body>{main}).file() == main.file());
    hcl::Schema schema{{{"port", Presence::required}, {"region"}}, {{"server", {"name"}}}};
    hcl::Content content = all.content(schema);
    CHECK(content.attributes().size() == 2 && content.attribute("region")->file() == "more.json");
    CHECK(content.attribute("port")->expression().evaluate().as_int64() == 80);
    CHECK(content.attributes()[0].name() == "port" && !content.attribute("x"));
    CHECK(content.attributes()[0].range().end.column == 10);
    CHECK(content.attributes()[0].name_range().end.column == 5);
    CHECK(content.missing_range().start.line == all.missing_range().start.line);
    hcl::Block server = content.blocks()[0];
    CHECK(server.type() == "server" && server.labels()[0] == "a" && server.file() == "main.hcl");
    CHECK(server.range().end.column == 11 && server.type_range().end.column == 7);
    CHECK(server.label_range(0).start.column == 8 && content.blocks().size() == 1);
    hcl::Body inner = server.body();
    hcl::Content inner_content = inner.attributes();
    CHECK(inner_content.attribute("x") && inner.file() == "main.hcl");

    auto [some, rest] = main.partial_content({{{"port"}}});
    CHECK(some.attributes().size() == 1 && rest.content_diagnosed(schema).diagnostics);
    auto [found, others] = rest.partial_content_diagnosed(schema);
    CHECK(found.diagnostics && found.value.blocks().size() == 1);
    hcl::Content none = others.attributes();
    CHECK(none.attributes().empty());
    CHECK(!main.partial_content_diagnosed(schema).first.diagnostics);
    thrown(Code::diagnostics, [&] { main.attributes(); });
    CHECK(main.attributes_diagnosed().diagnostics);
    thrown(Code::diagnostics, [&] { main.content({}); });
    thrown(Code::diagnostics, [&] { main.partial_content({{{"y", Presence::required}}}); });
    thrown(Code::syntax, [] { hcl::Body("a =", "f"); });
    CHECK(hcl::Body::diagnosed("a = 1\nb =", "f").diagnostics);
    const pcty_position inside{3, 7, 50};
    hcl::Content content_inside = hcl::Body("a = 1", "f", inside).attributes();
    CHECK(content_inside.attribute("a")->range().start.column == 7);
    CHECK(hcl::Body::diagnosed("a =", "f",
                               inside).diagnostics->diagnostics()[0].subject->start.line ==
          3);
    CHECK(!main.is_unknown() && main.marks().size() == 0);
}

static void specs() {
    using hcl::Spec;
    hcl::Body main("a = 1\nb \"x\" {\n  n = 1\n}\nb \"y\" {\n  n = 2\n}\n", "main.hcl");
    Spec a = Spec::attribute("a", Type::number(), Presence::required), seven, sum;
    seven = Spec::literal(Value::number(7));
    sum = Spec::expression(hcl::Expression("1 + 2", "f"));
    Spec missing = Spec::attribute("c", Type::number());
    std::pair<Value, hcl::Body> parts =
        Spec::tuple({a, seven, sum, missing.or_else(seven)}).partial_decode(main);
    const hcl::Body &rest = parts.second;
    CHECK(parts.first.to_json() == "[1,7,3,7]");
    Spec n = Spec::attribute("n", Type::number());
    Spec named = Spec::object({{"name", Spec::block_label(0, "name")}, {"n", n}});
    const char *both = R"([{"n":1,"name":"x"},{"n":2,"name":"y"}])";
    CHECK(Spec::block_list("b", named).decode(rest).to_json() == both);
    CHECK(Spec::block_tuple("b", named, {1, 2}).decode(rest).to_json() == both);
    CHECK(Spec::block_set("b", named).decode(rest).to_json() == both);
    CHECK(Spec::block_map("b", n, {"name"}).decode(rest).to_json() == R"({"x":1,"y":2})");
    CHECK(Spec::block_object("b", n, {"name"}).decode(rest).to_json() == R"({"x":1,"y":2})");
    CHECK(Spec::block_map("b", n, {"name"}).implied_type() == Type::map(Type::number()));
    thrown(Code::diagnostics, [&] { Spec::block("b", named, Presence::required).decode(rest); });
    thrown(Code::diagnostics, [&] { Spec::block_list("b", named, {3}).decode(rest); });
    hcl::Body one("b {\n  n = 3\n}\n", "one.hcl");
    CHECK(Spec::block_attributes("b", Type::string()).decode(one).to_json() == R"({"n":"3"})");
    thrown(Code::invalid_argument, [&] { Spec::block_map("b", n, {}); });
    CHECK(a.decode_diagnosed(main).diagnostics);
    CHECK(!a.partial_decode_diagnosed(main).first.diagnostics);
    CHECK(a.source_range(main).start.column == 5);

    // Callables.
    auto held = std::make_shared<int>(0);
    Spec checked = n.validate([held](ValueRef found) -> std::optional<Error> {
        *held += 1;
        if (found.as_int64() == 4) {
            throw Error(Code::callback, "four");
        }
        return found.as_int64() < 3 ? std::nullopt
                                    : std::optional(Error(Code::callback, "too large"));
    });
    hcl::Body two("n = 2", "two.hcl"), three("n = 3", "three.hcl"), four("n = 4", "four.hcl");
    CHECK(checked.decode(two).as_int64() == 2 && *held == 1 && held.use_count() == 2);
    Error large = thrown(Code::diagnostics, [&] { checked.decode(three); });
    CHECK(large.diagnostics()[0].detail == "Too large.");
    Error caught = thrown(Code::diagnostics, [&] { checked.decode(four); });
    CHECK(caught.diagnostics()[0].detail == "Four.");
    checked = n;
    CHECK(held.use_count() == 1);
    Spec small = n.refine([](RefinementBuilder &it) { it.number_max(Value::number(3)); });
    CHECK(small.decode(three).as_int64() == 3);
    thrown(Code::diagnostics, [&] { small.decode(four); });
    // An exception of the callable itself is reported, too.
    auto told = [&](hcl::Refine refine) {
        Spec spec = n.refine(std::move(refine));
        Error error = thrown(Code::diagnostics, [&] { spec.decode(two); });
        return std::string(error.diagnostics()[0].detail);
    };
    std::string own = told([](RefinementBuilder &) { throw Error(Code::callback, "not today"); });
    CHECK(own == "Not today.");
    std::string foreign = told([](RefinementBuilder &) { throw std::runtime_error("no luck"); });
    CHECK(foreign == "No luck.");
    std::string first = told([](RefinementBuilder &it) {
        it.fail(Error(Code::callback, "the first counts")).fail(Error(Code::callback, "later"));
    });
    CHECK(first == "The first counts.");
    hcl::Scope scope;
    scope.set("one", Value::number(1)).set_standard_functions();
    CHECK(n.transform(*scope.function("negate")).decode(two).as_int64() == -2);
    CHECK(n.transform(hcl::Expression("it + 1", "f"), "it").decode(two).as_int64() == 3);
    CHECK(n.transform(hcl::Expression("it + one", "f"), "it", scope).decode(two).as_int64() == 3);

    // Functions related to decoding.
    hcl::Body generated("dynamic \"b\" {\n  for_each = [one, 5]\n  content {\n    n = b.value\n"
                        "  }\n}\n",
                        "dynamic.hcl");
    Spec all = Spec::block_list("b", n);
    CHECK(all.decode(generated.expand_dynamic(scope), scope).to_json() == "[1,5]");
    CHECK(all.decode_diagnosed(generated.expand_dynamic(), scope).diagnostics);
    hcl::Traversals needed = all.variables(generated, hcl::Needs::expansion);
    CHECK(needed.all().size() == 1 && needed.all()[0].path.text() == ".one");
    needed = n.variables(hcl::Body("n = x.y", "f"));
    CHECK(needed.all()[0].file == "f");
    hcl::Body document("variables {\n  k = 2\n}\nattr {\n  name = \"n\"\n  type = number\n}\n",
                       "spec.hcl");
    CHECK(Spec::read(document).decode(two).as_int64() == 2);
    CHECK(Spec::read(document, scope).decode(hcl::Body("n = k", "f"), scope).as_int64() == 2);
    CHECK(!Spec::read_diagnosed(document, scope).diagnostics);
    CHECK(Spec::read_diagnosed(main, scope).diagnostics);
    thrown(Code::diagnostics, [&] { Spec::read(main); });

    hcl::Body defined("function \"up\" {\n  params = [n]\n  result = n + one\n}\nx = 1\n", "f");
    hcl::Scope inner;
    hcl::Body left = hcl::read_functions(defined, "function", inner, [&] { return scope; });
    hcl::Content arguments = left.attributes();
    CHECK(arguments.attributes().size() == 1);
    CHECK(hcl::Expression("up(1)", "f").evaluate(inner).as_int64() == 2);
    CHECK(!hcl::read_functions_diagnosed(defined, "function", inner).diagnostics);
    thrown(Code::diagnostics, [&] { hcl::Expression("up(1)", "f").evaluate(inner); });
    hcl::Body broken("function \"up\" {\n}\n", "f");
    thrown(Code::diagnostics, [&] { hcl::read_functions(broken, "function", inner); });
}

static void reading() {
    hcl::Body body("a = f(x.y, [1])\nb \"l\" {\n  c = v\n}\n", "main.hcl");
    hcl::Items items = body.items();
    CHECK(items.all().size() == 2);
    CHECK(items.all()[0].kind() == hcl::ItemKind::attribute && items.all()[0].blocks().empty());
    CHECK(!items.all()[1].attribute());
    hcl::Block block = items.all()[1].blocks()[0];
    CHECK(block.body().text() == "{\n  c = v\n}" && block.open_range().start.byte == 22);
    CHECK(block.whole_range().start.byte == 16 && block.close_range().start.line == 4);
    CHECK(block.body().range().end.byte == block.whole_range().end.byte);
    hcl::Traversals variables = body.variables();
    hcl::Calls calls = body.calls();
    CHECK(variables.all().size() == 2 && calls.all()[0].name == "f");
    hcl::Location place = body.at(1, 7, "main.hcl");
    CHECK(place.blocks().size() == 0 && place.attribute()->name() == "a");
    CHECK(place.expressions()[1].text() == "x.y");
    hcl::Location inside = body.at(27);
    CHECK(inside.blocks()[0].type() == "b");

    hcl::Expression sum("-a + f(b)", "f");
    CHECK(sum.form() == hcl::Form::operations && sum.operator_at(0) == "+");
    CHECK(!sum.operator_at(1) && sum.operator_range(0).start.byte == 3 && !sum.name());
    hcl::Expressions parts = sum.parts();
    CHECK(parts.role(0) == hcl::Role::operand && parts.all()[0].form() == hcl::Form::unary);
    calls = parts.all()[1].calls();
    CHECK(parts.all()[1].name() == "f" && calls.all().size() == 1);
    hcl::Expressions around = sum.at(1);
    std::optional<hcl::Traversals> steps = around.all()[2].steps();
    CHECK(around.all()[2].text() == "a" && steps->all().size() == 1);
    CHECK(!sum.iterators());
    hcl::Expression each("[for v in m : v]", "f");
    CHECK(!each.iterators()->first && each.iterators()->second == "v");

    Value user = hcl::Expression("{ name = \"a\", key = \"b\" }", "f").evaluate();
    Value marked = user.transform([](PathRef path, ValueRef part) {
        return path.text() == ".key" ? part.mark("sensitive") : Value(part);
    });
    CHECK(hcl::text(user, hcl::ValueStyle::expression) == "{\n  key  = \"b\"\n  name = \"a\"\n}");
    thrown(Code::marked, [&] { hcl::text(marked, hcl::ValueStyle::expression); });
    auto [bare, marks] = marked.unmark_with_paths();
    CHECK(bare == user && marks.size() == 1 && marks[0].path.text() == ".key");
    CHECK(marks[0].marks.contains("sensitive") && bare.mark_with_paths(marks) == marked);
    std::size_t visits = 0;
    marked.walk([&](PathRef, ValueRef) {
        visits++;
        return Visit::into;
    });
    CHECK(visits == 3);
    thrown(Code::null, [&] {
        user.transform([](PathRef, ValueRef) -> Value { throw Error(Code::null, "no"); });
    });
    auto [type, defaults] = hcl::parse_type("object({ name = string })");
    std::vector<Error> found = hcl::extraneous(user, type);
    CHECK(found.size() == 1 && found[0].path().text() == ".key");
}

int main() {
    expressions();
    reading();
    terraform_functions();
    forms();
    types();
    bodies();
    specs();
    return 0;
}
