// The C++ wrapper: all its classes, exceptions that stop at the boundary, and exactly one
// destruction of user data.

#include "thrown.hpp"

#include <polycty.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <unordered_set>

using namespace polycty;

template <class T> constexpr bool only_moved() {
    return !std::is_copy_constructible_v<T> && std::is_nothrow_move_constructible_v<T> &&
           std::is_nothrow_move_assignable_v<T>;
}

template <class T> constexpr bool copied() {
    return std::is_nothrow_copy_constructible_v<T> && std::is_nothrow_copy_assignable_v<T> &&
           std::is_nothrow_move_constructible_v<T>;
}

static_assert(copied<Type>() && copied<Value>() && copied<Path>() && copied<PathSet>());
static_assert(copied<Marks>() && copied<Converter>() && copied<Function>() && copied<Group>());
static_assert(copied<Error>() && std::is_base_of_v<std::exception, Error>);
static_assert(only_moved<VariableScope>() && only_moved<Unification>());
static_assert(only_moved<Translation>());
static_assert(only_moved<RefinementBuilder>());
static_assert(sizeof(Value) == sizeof(void *) && sizeof(ValueRef) == sizeof(void *));
static_assert(std::is_trivially_copyable_v<ValueRef> && std::is_trivially_copyable_v<TypeRef>);
static_assert(!std::is_convertible_v<pcty_value *, Value>, "taking a handle is said aloud");

// The elements of a temporary owner would dangle in a range-for; those of a view do not.
template <class T, class = void> struct HasElements : std::false_type {};
template <class T>
struct HasElements<T, std::void_t<decltype(std::declval<T>().elements().size())>>
    : std::true_type {};
static_assert(HasElements<Value &>::value && HasElements<const Value &>::value);
static_assert(HasElements<ValueRef>::value && !HasElements<Value>::value);

static void handles() {
    CHECK(version() == std::to_string(PCTY_VERSION_MAJOR) + "." +
                           std::to_string(PCTY_VERSION_MINOR) + "." +
                           std::to_string(PCTY_VERSION_PATCH));
    CHECK(abi_version() == PCTY_ABI_VERSION);
    CHECK(name_of(Code::not_found) == "not_found");

    Value one = Value::number(1), two = Value::number(2);
    Value copy = one;
    CHECK(copy == one && copy != two);
    copy = two;
    CHECK(copy == two && one.as_int64() == 1);
    Value &self = copy;
    copy = self;
    CHECK(copy == two);
    Value moved = std::move(copy);
    CHECK(moved == two && copy.get() == nullptr);
    Value taken = two;
    taken = std::move(moved);
    CHECK(taken == two && moved.get() == nullptr);
    Value &same = taken;
    taken = std::move(same);
    CHECK(taken == two);
    // An empty handle has the same results as NULL.
    CHECK(copy.state() == State::none && !copy.length());
    thrown(Code::invalid_argument, [&] { copy.as_int64(); });
    copy = one;
    CHECK(copy == one);
    ValueRef lent = one;
    Value owned = lent;
    CHECK(owned == lent && owned.get() != nullptr);
    pcty_value *raw = owned.release();
    CHECK(owned.get() == nullptr);
    Value again(raw);
    CHECK(again == one);
}

// `attempt` returns exceptions as results.
static void results() {
    Value server = Value::object({{"port", Value::number(80)}});
    Result<std::int64_t> port = attempt([&] { return server["port"].as_int64(); });
    CHECK(port && port.has_value() && *port == 80 && port.value_or(1) == 80);
    *port += 1;
    CHECK(port.value() == 81);
    auto missing = attempt([&] { return server["host"].as_string(); });
    CHECK(!missing && missing.value_or("here") == "here");
    CHECK(missing.error().code() == Code::not_found);
    thrown(Code::not_found, [&] { (void)missing.value(); });
    thrown(Code::not_found, [&] { (void)missing->size(); });
    // Move-only results, and functions without a result.
    auto unified = attempt([] { return Unification({Type::number()}, Dialect::hcl); });
    CHECK(unified->type() == Type::number());
    Unification moved = std::move(unified).value();
    CHECK(moved.size() == 1 && unified->size() == 0);
    Result<void> done = attempt([&] { server["port"].convert(Type::string(), Dialect::hcl); });
    CHECK(done.has_value());
    Result<void> failed = attempt([&] { (void)server["host"]; });
    Error error = std::move(failed).error();
    CHECK(error.code() == Code::not_found);
    try {
        (void)attempt([] { throw 5; });
        CHECK(false && "what is no Error goes on");
    } catch (int five) {
        CHECK(five == 5);
    }
}

static void errors() {
    Type numbers = Type::map(Type::list(Type::number()));
    std::string_view json = R"({"a": ["1", "x"]})";
    Value given = Value::from_json(json);
    CHECK(given == Value::from_json(json, Type::implied_by_json(json)));
    CHECK(given == Value::from_msgpack(given.to_msgpack()));
    Error error = thrown(Code::conversion, [&] { given.convert(numbers, Dialect::hcl); });
    CHECK(error.message() == "a number is required");
    CHECK(error.path_text() == R"(["a"][1])");
    CHECK(error.what() == error.line());
    CHECK(error.expected() == Type::number() && error.found() == Type::string());
    CHECK(!error.argument() && !error.offset());
    CHECK(error.to_json().find("a number is required") != std::string::npos);
    Error emptied = error;
    Error kept = std::move(emptied);
    CHECK(kept.what() == error.line() && emptied.what()[0] == 0);
    CHECK(error.text().find("a number is required") != std::string::npos);

    error = thrown(Code::syntax, [] { Value::from_json("{\"a\": }", Type::any()); });
    CHECK(error.offset().has_value());
    error = thrown(Code::syntax, [] { Type::parse("list(", Dialect::hcl); });
    CHECK(error.diagnostics().size() == 1);
    for (const Diagnostic &diagnostic : error.diagnostics()) {
        CHECK(diagnostic.severity == Severity::error && !diagnostic.summary.empty());
        CHECK(diagnostic.subject && diagnostic.subject->start.line == 1);
    }
    thrown(Code::not_found, [&] { error.diagnostics()[1]; });
    thrown(Code::invalid_utf8, [] { Value::string("\xff"); });

    Error built(Code::callback, "too small");
    Error before = built;
    Diagnostic diagnostic;
    diagnostic.severity = Severity::warning;
    diagnostic.summary = "Small";
    diagnostic.detail = "It is too small.";
    diagnostic.subject = pcty_range{{1, 3, 2}, {1, 5, 4}};
    built.in_index(2).in_attribute("sizes").in_key(Value::string("k")).with_argument(1);
    built.with_types(Type::string(), Type::number()).with_offset(7);
    built.with_source("x = 1\n", "a.hcl").with_diagnostic(diagnostic);
    CHECK(built.path_text() == R"(["k"].sizes[2])");
    CHECK(std::string(built.what()).find(R"(["k"].sizes[2]: too small)") == 0);
    CHECK(built.argument() == 1u && built.offset() == 7u);
    CHECK(built.expected() == Type::number() && built.found() == Type::string());
    Diagnostic got = built.diagnostics()[0];
    CHECK(got.summary == "Small" && got.severity == Severity::warning);
    CHECK(got.subject && got.subject->end.byte == 4);
    Path path;
    path.attribute("b");
    CHECK(built.with_path(path).path() == path);
    CHECK(built.with_types(Type::bool_value(true), {}).found()->only_bool() == true);
    // Changes of the original do not change a copy.
    CHECK(before.path().size() == 0 && std::string(before.what()) == "too small");
    CHECK(Error(nullptr).code() == Code::internal);
}

static void types() {
    Type server = Type::object({{"ports", Type::list(Type::number())},
                                {"name", Type::string()},
                                {"owner", Type::string(), Presence::optional}});
    CHECK(server.format(Dialect::hcl) == "object({name=string,owner=string,ports=list(number)})");
    CHECK(server == Type::parse("object({ name = string, ports = list(number), "
                                              "owner = optional(string) })", Dialect::hcl));
    CHECK(server == Type::from_json(server.to_json()) && server.friendly_name() == "object");
    CHECK(server.kind() == Kind::object && server.has(Trait::optional_field));
    CHECK(!server.has(Trait::set) && server.depth() == 3 && server.size() == 5);
    CHECK(!server.without_optional_fields().has(Trait::optional_field));
    std::string names;
    for (const Field &field : server.fields()) {
        names += std::string(field.name) + (field.presence == Presence::optional ? "? " : " ");
    }
    CHECK(names == "name owner? ports ");
    CHECK(server.field("ports")->type.element() == Type::number() && !server.field("x"));
    CHECK(server.parts().size() == 3 && server.parts()[0] == Type::string());
    CHECK(Type::string().fields().empty() && !Type::string().element() && !Type::string().key());
    std::map<std::string, Type> fields{{"b", Type::any()}, {"a", Type::boolean()}};
    Type by_map = Type::object(fields);
    CHECK(by_map.fields()[0].name == "a");
    std::vector<Field> ordered{{"b", Type::any()}, {"a", Type::boolean()}};
    Type in_order = Type::ordered_object(ordered), empty = Type::object({});
    CHECK(in_order.fields()[0].name == "b" && empty.fields().empty());

    std::vector<Type> many(20, Type::number());
    Type twenty = Type::tuple(many);
    CHECK(twenty.parts().size() == 20 && twenty.parts()[19] == Type::number());
    CHECK(Type::tuple({many.data(), 2}) == Type::tuple({Type::number(), Type::number()}));
    CHECK(Type::tuple(twenty.parts()) == twenty);
    CHECK(Type::sized_tuple({Type::number()}, {1, 4}).size_range()->max == 4);
    CHECK(Type::union_of({Type::number(), Type::string()}).kind() == Kind::union_);
    CHECK(Type::sized_list(Type::any(), {1, PCTY_SIZE_UNLIMITED}).size_range()->min == 1);
    CHECK(!Type::list(Type::any()).size_range());
    CHECK(Type::set(Type::bool_value(true)).element()->only_bool() == true);
    CHECK(Type::map(Type::number()).key() == Type::string());
    CHECK(Type::map_of(Type::integer(), Type::number()).key() == Type::integer());
    CHECK(Type::map_of(Type::integer(), Type::number(), SizeRange{2, 3}).size_range()->min == 2);
    Type small = Type::integer_range({}, Value::integer(9));
    CHECK(!small.bound(Side::lower) && small.bound(Side::upper)->as_int64() == 9);
    CHECK(Type::float_range(0.5, {}).bound(Side::lower)->as_double() == 0.5);
    CHECK(Type::string_length({1, 2}).string_constraint() == StringConstraint::length);
    Type colour = Type::string_enumeration({"red", "green"}, Case::ignored);
    CHECK(colour.texts()[1] == "green" && colour.text_case() == Case::ignored);
    CHECK(Type::string_patterns({"^a"}).string_constraint() == StringConstraint::patterns);
    for (const Type &around :
         {Type::optional_of(Type::any()), Type::not_undef(Type::any()), Type::promise(Type::any()),
          Type::output(Type::any()), Type::meta_of(Type::any())}) {
        CHECK(around.element() == Type::any());
    }
    CHECK(Type::none().kind() == Kind::none && Type::meta().kind() == Kind::meta);
    Type three = Type::literal(Type::number(), Value::number(3));
    CHECK(three.values()[0].as_int64() == 3);
    Type level = Type::enumeration("Level", Type::number(), {Value::number(1), Value::number(2)});
    CHECK(level.name() == "Level" && level.values().size() == 2);
    std::vector<Value> levels = level.values();
    CHECK(Type::enumeration("Level", Type::number(), levels) == level);
    NominalParameter by_type, by_value;
    by_type.type = Type(Type::string());
    by_value.value = Value::integer(4);
    Type nominal = Type::nominal("Timespan", {by_type, NominalParameter(), by_value}, "puppet");
    std::vector<NominalParameter> params = nominal.nominal_parameters();
    CHECK(nominal.dialect() == "puppet" && nominal.name() == "Timespan" && params.size() == 3);
    CHECK(*params[0].type == Type::string() && !params[1].type && !params[1].value);
    CHECK(params[2].value->as_int64() == 4);

    FunctionType parts;
    Type any_function = Type::function(parts);
    CHECK(!any_function.function_type().positional);
    parts.positional = {FunctionParameter{"a", Type::number()}, FunctionParameter{{}, Type::string()}};
    parts.variadic = FunctionParameter{"more", Type::any()};
    parts.size = SizeRange{1, 5};
    Type block = Type::function(FunctionType());
    parts.block = block;
    parts.block_presence = Presence::optional;
    parts.result = Type::boolean();
    Type function = Type::function(parts);
    FunctionType same = function.function_type();
    CHECK(same.positional->size() == 2 && (*same.positional)[0].name == "a");
    CHECK(!(*same.positional)[1].name && same.variadic->name == "more" && same.size->max == 5);
    CHECK(same.block == block && same.block_presence == Presence::optional);
    CHECK(same.result == Type::boolean() && Type::function(same) == function);

    CHECK(!server.nonconformity(Type::any()));
    std::optional<Error> why =
        Type::list(Type::string()).nonconformity(Type::list(Type::number()));
    CHECK(why->message() == "number required, but received string" && why->path().size() == 1);
    CHECK(Type::list(Type::string()).assignable_to(Type::list(Type::any()), Dialect::hcl));
    CHECK(Type::number().conversion_to(Type::string(), Dialect::hcl) == Conversion::safe);
    CHECK(!Type::number().explain(Type::string(), Dialect::hcl));
    CHECK(Type::list(Type::any()).explain(Type::string(), Dialect::hcl)->message().size() > 0);
    CHECK(Type::number().compare(Type::string()) == -Type::string().compare(Type::number()));
    CHECK(std::unordered_set<Type>({server, server, small}).size() == 2);
    CHECK(Type::implied_by_json("[1]").kind() == Kind::tuple);
    CHECK(Type::implied_by_msgpack({0x91, 0x01}) == Type::implied_by_json("[1]"));

    std::string seen;
    server.walk([&](std::size_t depth, const TypeStep *step, TypeRef type) {
        seen += std::to_string(depth) + (step ? std::string(step->name) : "-") + " ";
        CHECK(step == nullptr || depth == 2 || step->part == Part::field);
        return type.kind() == Kind::list ? Visit::over : Visit::into;
    });
    CHECK(seen == "0- 1name 1owner 1ports ");
    int visits = 0;
    try {
        server.walk([&](std::size_t, const TypeStep *, TypeRef) -> Visit {
            visits++;
            throw std::runtime_error("enough");
        });
        CHECK(false && "the walk throws");
    } catch (const std::runtime_error &error) {
        CHECK(std::string(error.what()) == "enough" && visits == 1);
    }
}

static void groups() {
    VariableScope scope;
    Type fresh = scope.fresh();
    CHECK(fresh.variable()->scope == scope.identity() && fresh.variable()->id == 0);
    CHECK(scope.variable(0) == fresh && !Type::any().variable());
    Type tree;
    {
        Group group(scope, {{"Tree", Type::list(scope.variable(0))}});
        Group copy = group;
        CHECK(copy.size() == 1);
        tree = copy.reference(0);
        thrown(Code::not_found, [&] { group.reference(1); });
    }
    CHECK(tree.kind() == Kind::reference && tree.reference_name() == "Tree");
    CHECK(tree.unfold().element() == tree);
    thrown(Code::type, [] { Type(Type::any()).unfold(); });
    VariableScope moved = std::move(scope);
    CHECK(moved.identity() == fresh.variable()->scope && scope.identity() == 0);
}

static void scalars() {
    CHECK(Value::boolean(true).as_bool());
    CHECK(Value::number(-3).as_int64() == -3 && Value::number(3u).as_uint64() == 3);
    CHECK(Value::number(UINT64_MAX).as_uint64() == UINT64_MAX);
    CHECK(Value::number(0.5).as_double() == 0.5 && Value::number(2.0f) == Value::number(2));
    Value tenth = Value::number_from_text("0.1");
    CHECK(!tenth.nearest_double().exact && tenth.nearest_double().value == 0.1);
    CHECK(tenth.number_text() == "0.1" && tenth.number_precision() == 512);
    thrown(Code::conversion, [&] { tenth.as_double(); });
    thrown(Code::conversion, [&] { Value::number(-1).as_uint64(); });
    thrown(Code::arithmetic, [] { Value::number(std::stod("nan")); });
    Value big = Value::number_from_text("18446744073709551616");
    std::vector<std::uint8_t> bytes = big.as_bytes();
    CHECK(bytes.size() == 9 && bytes[0] == 1 && Value::number_from_bytes(bytes) == big);
    std::uint8_t wide[10];
    big.as_bytes(wide, 10);
    CHECK(wide[0] == 0 && wide[1] == 1);
    CHECK(Value::integer(7).type() == Type::integer() && Value::integer(7u) == Value::integer(7));
    CHECK(Value::integer_from_text("-7") == Value::integer(-7));
    CHECK(Value::integer_from_bytes({0xff}) == Value::integer(-1));
    CHECK(Value::floating(0.25).type() == Type::floating());
    CHECK(Value::string(std::string_view("a\0b", 3)).as_string() == std::string_view("a\0b", 3));
    CHECK(Value::string("e\xcc\x81").as_string() == "\xc3\xa9");
    CHECK(Value::string_verbatim("e\xcc\x81").as_string() == "e\xcc\x81");
    CHECK(Value::string({}).as_string().empty());
    CHECK(Value::from_type(Type::string()).as_type() == Type::string());
    CHECK(!Value::boolean(true).as_type());
    thrown(Code::null, [] { Value::null(Type::string()).as_string(); });
    thrown(Code::unknown, [] { Value::unknown(Type::string()).as_string(); });
    thrown(Code::type, [] { Value::number(1).as_string(); });
    CHECK(Value::dynamic().is_unknown() && !Value::dynamic().has_wholly_known_type());
    CHECK(Value::null(Type::any()).is_null() && !Value::dynamic().is_wholly_known());
}

static void containers() {
    std::map<std::string, Value> tags{{"b", Value::string("2")}, {"a", Value::string("1")}};
    Value server = Value::object({{"port", Value::number(5432)},
                                  {"name", Value::string("db")},
                                  {"tags", Value::map(tags)}});
    CHECK(server["name"].as_string() == "db" && server["tags"]["b"].as_string() == "2");
    CHECK(server.attribute("port")->as_int64() == 5432 && !server.attribute("x"));
    CHECK(server["tags"].lookup("a") && !server.lookup("name") && server.length() == 3u);
    std::string order;
    for (auto [key, value] : server.entries()) {
        order += std::string(key) + (value.is_known() ? " " : "? ");
    }
    CHECK(order == "name port tags ");
    for (const Entry &entry : server["tags"].entries()) {
        CHECK(entry.value == tags.at(std::string(entry.key)));
    }
    thrown(Code::not_found, [&] { server["x"]; });
    thrown(Code::not_found, [&] { server[3]; });

    std::vector<Value> elements{Value::number(1), Value::number(2), Value::number(1)};
    Value list = Value::list(elements);
    CHECK(list == Value::list({elements[0], elements[1], elements[2]}));
    CHECK(list == Value::list({elements.data(), 3}) && list == Value::list(list.elements()));
    CHECK(list == Value::list_from_int64({1, 2, 1}));
    CHECK(list == Value::list_from_double(std::vector<double>{1, 2, 1}));
    CHECK(Value::list_from_str(std::vector<std::string>{"a"}) == Value::list({Value::string("a")}));
    CHECK(Value::list_of(Type::number(), {}).length() == 0u);
    thrown(Code::invalid_argument, [] { Value::list({}); });
    thrown(Code::type, [] { Value::list({Value::number(1), Value::boolean(true)}); });
    CHECK(Value::set(elements).length() == 2u);
    CHECK(Value::set_of(Type::number(), elements) == Value::set(elements));
    Value tuple = Value::tuple({Value::number(1), server});
    CHECK(tuple[1]["name"].as_string() == "db" && tuple.element(0) && !tuple.element(2));
    CHECK(Value::tuple({}).length() == 0u);
    CHECK(Value::map_of(Type::any(), {}).length() == 0u);
    CHECK(Value::object(server.entries()) == server);
    std::vector<Value> many(100, Value::number(7));
    std::int64_t sum = 0;
    Value hundred = Value::list(many);
    for (ValueRef element : hundred.elements()) {
        sum += element.as_int64();
    }
    CHECK(sum == 700);
    auto range = list.elements();
    CHECK(std::count_if(range.begin(), range.end(),
                        [](ValueRef element) { return element.as_int64() == 1; }) == 2);

    Value null = Value::null(list.type()), unknown = Value::dynamic(), marked = list.mark("m");
    thrown(Code::null, [&] { null.elements(); });
    thrown(Code::unknown, [&] { unknown.entries(); });
    thrown(Code::marked, [&] { marked.elements(); });
    thrown(Code::type, [] { Value::number(1)[0]; });
    thrown(Code::type, [&] { list.entries(); });

    std::set<Value, TotalOrder> sorted(elements.begin(), elements.end());
    CHECK(sorted.size() == 2 && sorted.begin()->as_int64() == 1);
    CHECK(std::unordered_set<Value>(elements.begin(), elements.end()).size() == 2);
}

static void marks_and_refinements() {
    Value secret = Value::string("x").mark("sensitive");
    CHECK(secret.is_marked() && secret.contains_marked() && secret.marks().contains("sensitive"));
    thrown(Code::marked, [&] { secret.as_string(); });
    CHECK(secret.unmarked().as_string() == "x");
    Marks both({"b", "a", "b"});
    CHECK(both.size() == 2 && both.all()[0] == "a");
    Value list = Value::list({secret.with_marks(both), Value::string("y")});
    auto [bare, marks] = list.unmark_deep();
    CHECK(!bare.contains_marked() && marks.size() == 3);
    std::string all;
    for (std::string_view mark : marks.all()) {
        all += mark;
    }
    CHECK(all == "absensitive");

    Value unknown = Value::unknown(Type::string());
    Value url = unknown.refine().not_null().prefix("https://").build();
    CHECK(url.refinement()->kind == RefinementKind::prefix && url.refinement()->not_null);
    CHECK(url.refinement()->prefix == "https://" && !Value::string("a").refinement());
    CHECK(unknown.refine().prefix_full("ab").build().refinement()->prefix == "ab");
    Value number = Value::unknown(Type::number())
                       .refine()
                       .number_min(Value::number(1))
                       .number_max(Value::number(9), Bound::exclusive)
                       .build();
    CHECK(number.refinement_bound(Side::lower)->inclusive);
    CHECK(!number.refinement_bound(Side::upper)->inclusive);
    CHECK(number.refinement_bound(Side::upper)->bound.as_int64() == 9);
    CHECK(!url.refinement_bound(Side::lower));
    Value sized =
        Value::unknown(Type::list(Type::any())).refine().length_min(1).length_max(4).build();
    CHECK(sized.refinement()->min_length == 1 && sized.refinement()->max_length == 4);
    CHECK(unknown.refine().null().build().is_null());
    RefinementBuilder builder = Value::null(Type::string()).refine();
    thrown(Code::null, [&] { builder.not_null(); });
    thrown(Code::null, [&] { builder.build(); });
}

static void operators() {
    Value a = Value::number(7), b = Value::number(2);
    CHECK((a + b).as_int64() == 9 && (a - b).as_int64() == 5 && (a * b).as_int64() == 14);
    CHECK((a / b).as_double() == 3.5 && (a % b).as_int64() == 1 && (-a).as_int64() == -7);
    CHECK((-a).absolute() == a && (a + b * b - a).as_int64() == 4);
    CHECK(b.less_than(a).as_bool() && !b.greater_than(a).as_bool());
    CHECK(b.less_than_or_equal(b).as_bool() && b.greater_than_or_equal(b).as_bool());
    Value yes = Value::boolean(true), no = yes.logical_not();
    CHECK(yes.logical_or(no).as_bool() && !yes.logical_and(no).as_bool());
    CHECK(a.equal_to(a).as_bool() && a.not_equal_to(b).as_bool());
    CHECK(a.equal_to(Value::unknown(Type::number())).is_unknown());
    CHECK((a.mark("m") + b).marks().contains("m"));
    CHECK(thrown(Code::type, [&] { a + yes; }).argument() == 1u);
    Value list = Value::list({a, b});
    CHECK(list.index(Value::number(1)) == b && list.has_index(Value::number(1)).as_bool());
    CHECK(Value::set({a}).has_element(a).as_bool() && list.length_value().as_int64() == 2);
    CHECK(Value::dynamic().unknown_as_null().is_null());
}

static void paths() {
    Value server = Value::map({{"k", Value::number(4)}});
    Value config = Value::object({{"servers", Value::list({server})}});
    Path path;
    path.attribute("servers").index(0).key(Value::string("k"));
    CHECK(config.apply_path(path).as_int64() == 4 && path.text() == R"(.servers[0]["k"])");
    std::string kinds;
    for (const Step &step : path.steps()) {
        kinds += step.kind == StepKind::attribute ? std::string(step.name) : step.key.to_json();
    }
    CHECK(kinds == R"(servers0"k")");
    Path shorter, copy = path;
    shorter.attribute("servers");
    copy.index(1);
    CHECK(path.size() == 3 && copy.size() == 4 && copy != path && path.starts_with(shorter));

    PathSet set, other;
    set.insert_with_prefixes(path);
    other.insert(shorter);
    other.insert(copy);
    CHECK(set.size() == 4 && set.contains(shorter) && !set.contains(copy));
    CHECK((set | other).size() == 5 && (set & other).size() == 1 && (set - other).size() == 3);
    PathSet same = set;
    CHECK(same == set && same.remove(path) && !same.remove(path) && same != set);
    CHECK(other.paths().size() == 2);
    int visits = 0;
    set.walk([&](PathRef) {
        visits++;
        return Visit::stop;
    });
    CHECK(visits == 1);
    try {
        set.walk([](PathRef) -> Visit { throw 5; });
        CHECK(false && "the walk throws");
    } catch (int five) {
        CHECK(five == 5);
    }
}

static void conversion() {
    Converter converter(Type::string(), Type::number(), Dialect::hcl);
    Converter copy = converter;
    CHECK(copy.apply(Value::string("12")).as_int64() == 12);
    CHECK(copy.from() == Type::string() && copy.to() == Type::number());
    thrown(Code::conversion, [&] { converter.apply(Value::string("x")); });
    thrown(Code::conversion, [] {
        Converter(Type::string(), Type::number(), Dialect::hcl, Safety::safe);
    });

    Unification unified({Type::number(), Type::string()}, Dialect::hcl, Safety::safe);
    CHECK(unified.type() == Type::string() && unified.size() == 2);
    CHECK(unified.converter(0)->apply(Value::number(1)).as_string() == "1");
    CHECK(!unified.converter(1) && unified.apply(1, Value::string("s")).as_string() == "s");
    CHECK(unified.apply(0, Value::number(1)).as_string() == "1");
    thrown(Code::not_found, [&] { unified.apply(2, Value::number(1)); });
    thrown(Code::conversion, [] { Unification({}, Dialect::hcl); });
    Unification moved = std::move(unified);
    CHECK(moved.size() == 2 && unified.size() == 0);

    Type port = Type::parse("Struct[{port => Integer}]", Dialect::puppet);
    Translation translated(port, Dialect::puppet, Dialect::hcl);
    CHECK(translated.fit() == Fit::wider && translated.notes().size() == 3);
    CHECK(translated.type().format(Dialect::hcl) == "object({port=number})");
    CHECK(translated.notes()[2].path.text() == ".port");
    CHECK(translated.notes()[2].message == "number includes fractions");
    CHECK(Value::number(1).translate(Dialect::hcl, Dialect::puppet).type() == Type::integer());
    thrown(Code::conversion, [&] {
        Value::number(1).translate(Dialect::hcl, Dialect::puppet, port);
    });

    Type wanted = Type::parse("object({ a = number, b = list(bool) })", Dialect::hcl);
    Value text = Value::string("x");
    Value given = Value::object({{"a", text}, {"b", Value::tuple({text})}});
    std::vector<Error> errors = given.check(wanted, Dialect::hcl);
    CHECK(errors.size() == 2 && errors[0].path_text() == ".a");
    CHECK(errors[1].path_text() == ".b[0]" && errors[1].expected() == Type::boolean());
    CHECK(Value::number(1).check(Type::string(), Dialect::hcl).empty());
}

static void codecs() {
    Type type = Type::list(Type::number());
    Value list = Value::from_json("[1, 2.5]", type);
    CHECK(list.to_json() == "[1,2.5]" && Value::from_msgpack(list.to_msgpack(), type) == list);
    std::string typed = list.to_json(Type::any());
    CHECK(Value::from_json(typed, Type::any()) == list && typed != list.to_json());
    Value unknown = Value::unknown(Type::number()).refine().not_null().build();
    CHECK(Value::from_msgpack(unknown.to_msgpack(Type::number()), Type::number()) == unknown);
    thrown(Code::unknown, [&] { unknown.to_json(); });
    thrown(Code::marked, [&] { list.mark("m").to_msgpack(); });
}

// Counts its living instances.
struct Counted {
    int *alive;
    explicit Counted(int *count) : alive(count) { ++*alive; }
    Counted(const Counted &other) : alive(other.alive) { ++*alive; }
    ~Counted() { --*alive; }
};

static void functions() {
    int alive = 0;
    {
        Counted counted(&alive);
        FunctionSpec spec;
        spec.description = "adds";
        spec.parameters = {{"a", Type::number()},
                           {"b", Type::number(), allow::null | allow::marked, "the second"}};
        spec.variadic = Parameter("more", Type::any());
        spec.never_null = true;
        spec.promise = Value::unknown(Type::number()).refine().number_min(Value::number(0)).build();
        spec.return_type = Type(Type::number());
        spec.implementation = [counted](Arguments args, TypeRef type) {
            CHECK(type == Type::number() && args.size() >= 2);
            Value sum = Value::number(0);
            for (ValueRef arg : args) {
                sum = sum + arg;
            }
            return sum;
        };
        Function add(std::move(spec));
        Function copy = add;
        CHECK(alive == 2);
        CHECK(copy.call({Value::number(1), Value::number(2), Value::number(3)}).as_int64() == 6);
        Value later = add.call({Value::unknown(Type::number()), Value::number(1)});
        CHECK(later.refinement()->not_null && later.refinement_bound(Side::lower));
        CHECK(add.call({Value::number(1).mark("m"), Value::number(2)}).marks().contains("m"));
        Error error = thrown(Code::null, [&] {
            add.call({Value::null(Type::number()), Value::number(1)});
        });
        CHECK(error.argument() == 0u);
        thrown(Code::invalid_argument, [&] { add.call({}); });
        CHECK(add.description() == "adds" && add.fixed_return_type() == Type::number());
        CHECK(add.parameters().size() == 2 && add.parameters()[1].description == "the second");
        CHECK(add.parameters()[1].flags == (allow::null | allow::marked));
        CHECK(add.parameters()[0].type == Type::number() && add.variadic()->name == "more");
        std::thread([moved = std::move(copy)] {
            CHECK(moved.call({Value::number(1), Value::number(1)}).as_int64() == 2);
        }).join();
        CHECK(alive == 2);
    }
    CHECK(alive == 0);

    // A move-only callable.
    auto calls = std::make_unique<std::int64_t>(0);
    std::int64_t &seen = *calls;
    Function count({}, Type::number(), [calls = std::move(calls)](Arguments, TypeRef) {
        return Value::number(++*calls);
    });
    CHECK(count.call({}).as_int64() == 1 && count.call({}).as_int64() == 2 && seen == 2);
    Callback<int(int)> none, empty_function = std::function<int(int)>(), twice = [](int n) {
        return 2 * n;
    };
    CHECK(!none && !empty_function && twice && twice(2) == 4);
    Callback<int(int)> taken = std::move(twice);
    CHECK(!twice && taken(3) == 6);
    bool refused = false;
    try {
        none(1);
    } catch (const std::runtime_error &) {
        refused = true;
    }
    CHECK(refused);

    FunctionSpec first;
    first.parameters = {{"value", Type::any()}};
    first.find_return_type = [](Arguments args) { return args[0].type(); };
    first.implementation = [](Arguments args, TypeRef) { return args[0]; };
    Function identity(std::move(first));
    CHECK(identity.call({Value::string("s")}).as_string() == "s" && !identity.variadic());
    CHECK(identity.return_type_for_values({Value::number(1)}) == Type::number());
    CHECK(identity.return_type_for_types({Type::string()}) == Type::string());
    CHECK(!identity.fixed_return_type());

    // A failed registration also destroys the callables.
    Counted counted(&alive);
    thrown(Code::invalid_argument, [&] {
        FunctionSpec spec;
        spec.implementation = [counted](Arguments, TypeRef) { return Value::number(1); };
        Function f(std::move(spec));
    });
    CHECK(alive == 1);
    thrown(Code::invalid_argument, [] { Function f{FunctionSpec()}; });
}

// Any exception of a callback becomes an error, in the C ABI and in its caller.
static void standard_functions() {
    std::optional<std::size_t> upper = stdlib::find("upper");
    CHECK(upper && stdlib::name(*upper) == "upper" && *upper < stdlib::count());
    CHECK(!stdlib::find("Upper"));
    Value small = Value::string("a"), large = Value::string("A");
    CHECK(stdlib::call(*upper, {small}) == large);
    Function function = stdlib::function(*upper);
    CHECK(function.parameters()[0].name == "str" && !function.description().empty());
    CHECK(function.call({small}) == large);
    thrown(Code::not_found, [] { stdlib::function(stdlib::count()); });
    Value bytes = stdlib::bytes({255, 0});
    CHECK(bytes.type() == stdlib::bytes_type() && stdlib::as_bytes(bytes).data()[0] == 255);
    CHECK(stdlib::call(*stdlib::find("byteslen"), {bytes}).as_int64() == 2);
}

static void exceptions_stop_at_the_boundary() {
    auto fail = [](Arguments args, TypeRef) -> Value {
        switch (args[0].as_int64()) {
        case 0:
            throw Error(Code::limit, "too much").in_index(1).with_argument(0);
        case 1:
            throw std::out_of_range("out");
        case 2:
            throw 3;
        case 3:
            throw std::runtime_error("\xff");
        case 4:
            return args[1];
        case 5:
            return Value();
        default:
            return Value::string("no number");
        }
    };
    Function failing({{"how", Type::number()}}, Type::number(), fail);
    auto call = [&](int how) { failing.call({Value::number(how)}); };
    Error error = thrown(Code::limit, [&] { call(0); });
    CHECK(error.message() == "too much" && error.path_text() == "[1]" && error.argument() == 0u);
    CHECK(thrown(Code::callback, [&] { call(1); }).message() == "out");
    CHECK(thrown(Code::callback, [&] { call(2); }).message().size() > 0);
    thrown(Code::invalid_utf8, [&] { call(3); });
    thrown(Code::not_found, [&] { call(4); });
    thrown(Code::misbehaved, [&] { call(5); });
    thrown(Code::misbehaved, [&] { call(6); });

    pcty_value *out = nullptr;
    pcty_error *raw = nullptr;
    Value one = Value::number(1);
    const pcty_value *arg = one.get();
    CHECK(pcty_function_call(failing.get(), &arg, 1, &out, &raw) == PCTY_ERROR_CALLBACK);
    CHECK(out == nullptr && Error(raw).message() == "out");

    FunctionSpec spec;
    spec.find_return_type = [](Arguments) -> Type { throw std::logic_error("no type"); };
    spec.implementation = [](Arguments, TypeRef) { return Value::number(1); };
    Function typeless(std::move(spec));
    CHECK(thrown(Code::callback, [&] { typeless.call({}); }).message() == "no type");
}

struct Connection {
    std::shared_ptr<int> socket;
    bool operator==(const Connection &other) const { return *socket == *other.socket; }
};

static void capsules() {
    auto socket = std::make_shared<int>(7);
    {
        auto type = Capsule<Connection>::by_value("connection");
        auto other = Capsule<Connection>::by_identity("connection");
        Value a = type.make({socket}), b = type.make({std::make_shared<int>(7)});
        CHECK(type.type().kind() == Kind::capsule && type.type().name() == "connection");
        CHECK(type.type() != other.type() && *type.get(a).socket == 7);
        CHECK(a.equal_to(b).as_bool() && a == b && socket.use_count() == 2);
        Value c = other.make({socket});
        CHECK(!c.equal_to(other.make({socket})).as_bool() && c.equal_to(c).as_bool());
        thrown(Code::type, [&] { type.get(c); });
        thrown(Code::unknown, [&] { type.get(ValueRef(Value::unknown(type.type()))); });
        auto numbers = Capsule<int>::by_value("number");
        CHECK(Value::set({numbers.make(1), numbers.make(1), numbers.make(2)}).length() == 2u);
    }
    CHECK(socket.use_count() == 1);
}

static void types_of_mcl() {
    VariableScope scope;
    Type a = mcl::parse("func(?1) []?2", scope), b = mcl::parse("func(int) ?1", scope);
    thrown(Code::type, [&] { mcl::unify(a, b, a); });
    b = mcl::parse("func(int) ?3", scope);
    CHECK(mcl::unify(a, b, b).format(Dialect::mcl) == "func(0 int) []?1");
    CHECK(!mcl::difference(b, mcl::parse("func(x int) ?8", scope)));
    CHECK(mcl::difference(a, b)->message() == "base kind does not match (unification != int)");
    Type variant = Type::parse("[]variant", Dialect::mcl),
    ints = Type::parse("[]int", Dialect::mcl);
    CHECK(mcl::match(variant, ints).variant && mcl::match(std::nullopt, ints).partial);

    Value one = Value::integer(1), list = mcl::list(ints, {one, one});
    Type names = Type::parse("map{int: []int}", Dialect::mcl);
    Type place = Type::parse("struct{at int}", Dialect::mcl);
    Value map = mcl::map(names, {one}, {list});
    CHECK(mcl::format(map) == "{1: [1, 1]}" && mcl::is_hashable(place));
    CHECK(*mcl::get(map, *map.entry_key(0)) == list && !mcl::get(map, list));
    CHECK(mcl::compare(mcl::zero(ints), list) < 0);
    thrown(Code::invalid_argument, [&] { mcl::map(names, {one}, {}); });
    Value read = mcl::from_json("{}", place, mcl::StructFields::flexible);
    CHECK(mcl::format(read) == "struct{at: 0}" && read == mcl::structure(place, {Value::integer(0)}));
}

static void types_are_inferred() {
    polycty::Unifier unifier;
    Type element = unifier.fresh();
    Type copy = unifier.instantiate(Type::list(element));
    CHECK(copy != Type::list(element));
    unifier.unify(Type::list(element), Type::list(Type::string()));
    CHECK(unifier.resolve(element) == Type::string());

    polycty::FunctionType parts;
    parts.positional = {{"a", Type::string()}};
    parts.result = Type::boolean();
    polycty::Signature fixed(Type::function(parts));
    CHECK(fixed.type()->kind() == polycty::Kind::function);
    polycty::Function is_text = fixed.function(
        polycty::Dialect::hcl, [](polycty::Arguments, polycty::TypeRef) { return Value::boolean(true); });
    CHECK(is_text.call({Value::string("x")}).as_bool());
    polycty::Signature same = polycty::Signature::built(
        [](polycty::ArgumentTypes arguments, polycty::TypeRef) -> std::optional<Type> {
            if (arguments.size() != 1) {
                throw polycty::Error(polycty::Code::callback, "one is needed");
            }
            if (arguments[0].kind() == polycty::Kind::variable) {
                return std::nullopt;
            }
            polycty::FunctionType of;
            of.positional = {{std::nullopt, arguments[0]}};
            of.result = arguments[0];
            return Type::function(of);
        });
    CHECK(!same.type());
    CHECK(same.check({Type::string()}).kind() == polycty::Kind::function);

    polycty::Solver solver;
    solver.set_step_limit(100);
    CHECK(solver.step_limit() == 100 && solver.size() == 0);
    polycty::Invariants one, other, all;
    one.type(1, Type::string());
    other.type(1, Type::boolean());
    all.any({&one, &other});
    all.apply(same, {1}, 2);
    all.equal(2, 3);
    CHECK(solver.add(all) == 0 && all.size() == 3);
    polycty::Solution outcome = solver.solve();
    CHECK(outcome.kind() == polycty::SolutionKind::ambiguous);
    CHECK(outcome.undetermined().size() == 3);
    CHECK(outcome.annotations().size() == 1);
    CHECK(outcome.annotations()[0].candidates.size() == 2);
    all.clear();
    all.type(3, Type::string());
    solver.add(all);
    outcome = solver.solve();
    CHECK(outcome.type(1) == Type::string() && !outcome.conflict());
    CHECK(solver.known(2) == Type::string());

    solver.enter();
    Type variable = solver.variable(10);
    parts.positional = {{std::nullopt, variable}};
    parts.result = variable;
    polycty::Invariants more;
    more.type(11, Type::function(parts));
    solver.add(more);
    std::vector<polycty::Scheme> schemes = solver.leave({11});
    CHECK(schemes.size() == 1 && schemes[0].quantified() == 1);
    CHECK(polycty::Scheme::closed(schemes[0].type()).quantified() == 1);
    more.clear();
    more.instance(12, schemes[0]);
    more.call(12, {1}, 13);
    more.type(13, Type::boolean());
    solver.add(more);
    outcome = solver.solve();
    CHECK(outcome.kind() == polycty::SolutionKind::conflict);
    CHECK(outcome.conflict()->rule() == polycty::Rule::constructor);
    CHECK(!outcome.conflict()->reason().empty() && !outcome.conflict()->chain().empty());
    CHECK(outcome.conflict()->left() != outcome.conflict()->right());
    CHECK(outcome.conflict()->steps().size() <= 1 && outcome.first() != outcome.second());
    CHECK(outcome.refutations().empty() && !outcome.reported() && outcome.remaining().empty());
}

static std::string printed(const Value &value, const Error &error) {
    std::ostringstream stream;
    stream << Type::list(Type::string()) << "; " << value << "; "
           << Path().attribute("a").index(1) << "; " << error << "; " << error.code();
    return stream.str();
}

// A value with a mark is not printed.
static void printing() {
    Value value = Value::object({{"a", Value::number(1)}, {"b", Value::string("s").mark("m")}});
    std::string text = printed(value, Error(Code::limit, "too much"));
    CHECK(text.find("list of string; ") == 0 && text.find("; .a[1]; too much; limit") != text.npos);
    CHECK(text.find("a = 1") != text.npos && text.find("\"s\"") == text.npos);
}

int main() {
    printing();
    types_are_inferred();
    handles();
    results();
    errors();
    types();
    groups();
    scalars();
    containers();
    marks_and_refinements();
    operators();
    paths();
    conversion();
    codecs();
    functions();
    standard_functions();
    exceptions_stop_at_the_boundary();
    capsules();
    types_of_mcl();
    return 0;
}
