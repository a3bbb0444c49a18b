// C++ structs as HCL bodies: decoded, encoded, written into files.

#include "thrown.hpp"

#include <polycty/mapping.hpp>

#include <random>
#include <set>
#include <thread>

namespace hcl = polycty::hcl;
using polycty::Code;
using polycty::Error;
using polycty::Value;

enum class Level { low, high };

struct Limits {
    std::uint8_t cpu = 1;
    std::optional<double> memory;
    bool operator==(const Limits &o) const { return cpu == o.cpu && memory == o.memory; }
};

struct Listener {
    std::uint16_t port = 0;
    std::string protocol = "tcp";
    bool operator==(const Listener &o) const { return port == o.port && protocol == o.protocol; }
};

struct Disk {
    std::string mount;
    std::int64_t size = 0;
    hcl::Body rest;
};

struct Server {
    std::string name;
    std::string kind;
    int port = 80;
    bool open = false;
    std::optional<std::string> zone;
    std::vector<std::int8_t> shifts;
    std::map<std::string, std::string> tags;
    Level level = Level::low;
    Limits limits;
    std::vector<Limits> steps;
    Value extra;
    std::vector<Listener> listeners;
    std::optional<Listener> control;
    std::map<std::string, std::string> others;
    bool operator==(const Server &o) const {
        return name == o.name && kind == o.kind && port == o.port && open == o.open && zone == o.zone &&
               shifts == o.shifts && tags == o.tags && level == o.level && limits == o.limits &&
               steps == o.steps && extra == o.extra && listeners == o.listeners &&
               control == o.control && others == o.others;
    }
};

struct Fleet {
    std::string region;
    std::vector<Server> servers;
    std::map<std::string, Disk> disks;
    hcl::Expression when;
    polycty::Type type;
    float share = 0.5F;
};

static auto describe(hcl::Choice<Level> level) {
    return level.value("low", Level::low).value("high", Level::high);
}
static auto describe(hcl::Record<Limits> limits) {
    return limits.attribute("cpu", &Limits::cpu).optional("memory", &Limits::memory);
}
static auto describe(hcl::Record<Listener> listener) {
    return listener
        .attribute("port", &Listener::port)
        .optional("protocol", &Listener::protocol);
}
static auto describe(hcl::Record<Disk> disk) {
    return disk
        .label("mount", &Disk::mount)
        .attribute("size", &Disk::size)
        .remain(&Disk::rest);
}
static auto describe(hcl::Record<Server> server) {
    return server
        .label("kind", &Server::kind)
        .label("name", &Server::name)
        .optional("port", &Server::port)
        .optional("open", &Server::open)
        .optional("zone", &Server::zone)
        .optional("shifts", &Server::shifts)
        .optional("tags", &Server::tags)
        .optional("level", &Server::level)
        .optional("limits", &Server::limits)
        .optional("steps", &Server::steps)
        .optional("extra", &Server::extra)
        .block("listener", &Server::listeners, {0, 3})
        .block("control", &Server::control)
        .remain(&Server::others);
}
static auto describe(hcl::Record<Fleet> fleet) {
    return fleet
        .attribute("region", &Fleet::region)
        .optional("when", &Fleet::when)
        .optional("type", &Fleet::type)
        .optional("share", &Fleet::share)
        .block("server", &Fleet::servers)
        .block("disk", &Fleet::disks);
}

struct Box {
    Value content;
};
struct Boxes {
    std::optional<Box> one;
    std::vector<Box> many;
};
static auto describe(hcl::Record<Box> box) { return box.attribute("content", &Box::content); }
static auto describe(hcl::Record<Boxes> boxes) {
    return boxes.block("one", &Boxes::one).block("many", &Boxes::many);
}

// Prints the actual text if it is not the expected one.
static void check_text(const std::string &found, const std::string &wanted) {
    if (found != wanted) {
        std::fprintf(stderr, "%s\n", found.c_str());
    }
    CHECK(found == wanted);
}

static const char FLEET[] =
    "region = var.region\n"
    "when   = a.b == 1 # later\n"
    "type   = list(string)\n"
    "\n"
    "# The web.\n"
    "server \"web\" \"one\" {\n"
    "  port   = 8000 + 80\n"
    "  shifts = [-128, \"127\"]\n"
    "  tags   = { a = \"b\" }\n"
    "  limits = { cpu = 2 }\n"
    "  steps  = [{ cpu = 1, memory = 0.1 }, { cpu = 2 }]\n"
    "  extra  = [1, \"x\"]\n"
    "  level  = \"high\"\n"
    "  owner  = \"ops\"\n"
    "\n"
    "  listener {\n"
    "    port = 1\n"
    "  }\n"
    "  # The second.\n"
    "  listener {\n"
    "    port     = 2\n"
    "    protocol = \"udp\"\n"
    "  }\n"
    "  control {\n"
    "    port = 9\n"
    "  }\n"
    "}\n"
    "\n"
    "disk \"data\" \"/mnt\" {\n"
    "  size  = 10\n"
    "  label = var.label\n"
    "\n"
    "  mount \"x\" {}\n"
    "}\n";

static hcl::Scope scope() {
    hcl::Scope scope;
    Value var = Value::object({{"region", Value::string("eu")}, {"label", Value::string("l")}});
    scope.set("var", var);
    return scope;
}

static void records() {
    hcl::Body body(FLEET, "main.hcl");
    Fleet fleet = hcl::decode<Fleet>(body, scope());
    CHECK(fleet.region == "eu" && fleet.when.text() == "a.b == 1" && fleet.share == 0.5F);
    CHECK(fleet.type == polycty::Type::list(polycty::Type::string()));
    CHECK(fleet.servers.size() == 1 && fleet.disks.size() == 1);
    const Server &web = fleet.servers[0];
    CHECK(web.kind == "web" && web.name == "one" && web.port == 8080 && !web.open && !web.zone);
    CHECK((web.shifts == std::vector<std::int8_t>{-128, 127}) && web.tags.at("a") == "b");
    CHECK(web.level == Level::high && web.limits.cpu == 2 && !web.limits.memory);
    CHECK(web.steps.size() == 2 && web.steps[0].memory == 0.1 && web.steps[1].cpu == 2);
    CHECK(web.extra.to_json() == "[1,\"x\"]" && web.others.at("owner") == "ops");
    CHECK(web.listeners.size() == 2 && web.listeners[1].protocol == "udp" && web.control->port == 9);
    const Disk &data = fleet.disks.at("data");
    CHECK(data.mount == "/mnt" && data.size == 10);
    hcl::Items items = data.rest.items();
    CHECK(items.all().size() == 2 && items.all()[0].attribute()->name() == "label");
    hcl::Traversals needed = hcl::spec_of<Fleet>().variables(body);
    CHECK(needed.all().size() == 3 && needed.all()[1].path.text() == ".a.b");

    // The same body in JSON syntax.
    Server json = hcl::decode<Fleet>(
        hcl::Body("{\"region\": \"x\", \"server\": {\"a\": {\"b\": {\"port\": 1, \"x\": \"y\"}}}}",
                  "f.json", hcl::Syntax::json)).servers[0];
    CHECK(json.kind == "a" && json.port == 1 && json.others.at("x") == "y");
}

// The error of a server: the first summary, detail and position.
static std::string failure(const std::string &inside) {
    hcl::Body body("region = \"x\"\nserver \"a\" \"b\" {\n" + inside + "\n}\n", "f");
    Error error = thrown(Code::diagnostics, [&] { hcl::decode<Fleet>(body); });
    polycty::Diagnostic first = error.diagnostics()[0];
    CHECK(error.diagnostics().size() == 1 && first.file == "f");
    return std::to_string(first.subject->start.line) + ":" +
           std::to_string(first.subject->start.column) + " " + std::string(first.summary) + ": " +
           std::string(first.detail);
}

static void check_diagnostic(const std::string &inside, const std::string &wanted) {
    check_text(failure(inside), wanted);
}

static void errors() {
    check_diagnostic("port = 3000000000",
                "3:8 Invalid value: A whole number from -2147483648 to 2147483647 is required.");
    check_diagnostic("port = 1.5",
                "3:8 Invalid value: A whole number from -2147483648 to 2147483647 is required.");
    check_diagnostic("port = \"x\"", "3:8 Incorrect attribute value type: Inappropriate value for attribute "
                                "\"port\": a number is required.");
    check_diagnostic("\nshifts = [1, 128]", "4:10 Invalid value: At [1], a whole number from -128 to 127 is required.");
    check_diagnostic("tags = { a = null }", "3:8 Invalid value: At [\"a\"], the value is null.");
    check_diagnostic("level = \"middle\"", "3:9 Invalid value: One of \"low\", \"high\" is required.");
    check_diagnostic("limits = {}", "3:10 Incorrect attribute value type: Inappropriate value for attribute "
                               "\"limits\": attribute \"cpu\" is required.");
    check_diagnostic("limits = { cpu = 256 }",
                "3:10 Invalid value: At .cpu, a whole number from 0 to 255 is required.");
    check_diagnostic("steps = [{ cpu = 1 }, null]", "3:9 Invalid value: At [1], a null value has no parts.");
    check_diagnostic("listener {}", "3:10 Missing required argument: The argument \"port\" is required, but no "
                               "definition was found.");
    check_diagnostic("listener {\n  port = 70000\n}",
                "4:10 Invalid value: A whole number from 0 to 65535 is required.");
    check_diagnostic("listener {\n  port = 1\n  x = 1\n}",
                "5:3 Unsupported argument: An argument named \"x\" is not expected here.");
    check_diagnostic("unknown {}", "3:1 Unexpected \"unknown\" block: Blocks are not allowed here.");
    check_diagnostic("control {\n port = 1\n}\ncontrol {\n port = 1\n}",
                "6:1 Duplicate control block: Only one block of type \"control\" is allowed. Previous "
                "definition was at f:3,1-8.");
    std::string listener = "listener {\nport = 1\n}\n";
    check_diagnostic(listener + listener + listener + listener,
                "12:10 Too many listener blocks: No more than 3 \"listener\" blocks are allowed");
    Error missing = thrown(Code::diagnostics, [] { hcl::decode<Fleet>(hcl::Body("\n", "f")); });
    CHECK(missing.diagnostics()[0].summary == "Missing required argument");

    // Unknown and marked values cannot be part of a record, except as a Value.
    hcl::Scope scope;
    scope.set("later", Value::unknown(polycty::Type::any()));
    scope.set("secret", Value::number(1).mark("sensitive"));
    hcl::Body body("region = \"x\"\nserver \"a\" \"b\" {\n  extra = secret\n  port = secret\n}\n"
                   "server \"a\" \"c\" {\n  port = later\n}\n",
                   "f");
    Error error = thrown(Code::diagnostics, [&] { hcl::decode<Fleet>(body, scope); });
    CHECK(error.diagnostics().size() == 2 && error.diagnostics()[0].subject->start.line == 4);
    CHECK(error.diagnostics()[1].subject->start.line == 7);
    hcl::Body kept("region = \"x\"\nserver \"a\" \"b\" {\n  extra = secret\n}\n", "f");
    CHECK(hcl::decode<Fleet>(kept, scope).servers[0].extra.is_marked());
    hcl::Body boxes("one {\n  content = secret\n}\nmany {\n  content = later\n}\n", "f");
    Boxes held = hcl::decode<Boxes>(boxes, scope);
    CHECK(held.one->content.is_marked() && held.many[0].content.is_unknown());
    hcl::Body generated("region = \"x\"\ndynamic \"disk\" {\n  for_each = later\n  labels = [\"a\", \"b\"]\n"
                        "  content {\n    size = 1\n  }\n}\n",
                        "f");
    error = thrown(Code::diagnostics, [&] { hcl::decode<Fleet>(generated.expand_dynamic(scope), scope); });
    CHECK(error.diagnostics()[0].detail == "The blocks are not known yet.");
}

static void texts() {
    Fleet fleet = hcl::decode<Fleet>(hcl::Body(FLEET, "main.hcl"), scope());
    const std::string text = hcl::to_hcl(fleet);
    check_text(text,
          "region = \"eu\"\n"
          "when   = a.b == 1\n"
          "type   = list(string)\n"
          "\n"
          "server \"web\" \"one\" {\n"
          "  port   = 8080\n"
          "  shifts = [-128, 127]\n"
          "  tags = {\n"
          "    a = \"b\"\n"
          "  }\n"
          "  level = \"high\"\n"
          "  limits = {\n"
          "    cpu = 2\n"
          "  }\n"
          "  steps = [\n"
          "    {\n"
          "      cpu    = 1\n"
          "      memory = 0.1\n"
          "    },\n"
          "    {\n"
          "      cpu = 2\n"
          "    },\n"
          "  ]\n"
          "  extra = [1, \"x\"]\n"
          "  owner = \"ops\"\n"
          "\n"
          "  listener {\n"
          "    port = 1\n"
          "  }\n"
          "\n"
          "  listener {\n"
          "    port     = 2\n"
          "    protocol = \"udp\"\n"
          "  }\n"
          "\n"
          "  control {\n"
          "    port = 9\n"
          "  }\n"
          "}\n"
          "\n"
          "disk \"data\" \"/mnt\" {\n"
          "  size  = 10\n"
          "  label = var.label\n"
          "\n"
          "  mount \"x\" {}\n"
          "}\n");
    Fleet again = hcl::decode<Fleet>(hcl::Body(text, "again.hcl"), scope());
    CHECK(again.servers == fleet.servers && again.disks.at("data").size == 10);
    Listener listener;
    CHECK(hcl::to_hcl(listener) == "port = 0\n");
    thrown(Code::invalid_argument, [] { hcl::to_hcl(Server()); });
    Server unknown;
    unknown.extra = Value::unknown(polycty::Type::string());
    fleet.servers.push_back(unknown);
    thrown(Code::unknown, [&] { hcl::to_hcl(fleet); });
}

static void edits() {
    // Unchanged values keep their source text.
    hcl::File file(FLEET, "main.hcl");
    Fleet fleet = hcl::decode<Fleet>(hcl::Body(FLEET, "main.hcl"), scope());
    hcl::encode(file.body(), fleet, scope());
    check_text(file.bytes(), FLEET);
    // One value changes.
    fleet.servers[0].port = 1;
    fleet.servers[0].listeners.erase(fleet.servers[0].listeners.begin());
    fleet.servers[0].control.reset();
    fleet.servers[0].others = {{"team", "web"}};
    fleet.servers.insert(fleet.servers.begin(), Server());
    fleet.servers[0].name = "${x}\"";
    fleet.disks.at("data").size = 11;
    hcl::encode(file.body(), fleet, scope());
    std::string wanted(FLEET);
    auto replace = [&](const std::string &from, const std::string &to) {
        CHECK(wanted.find(from) != std::string::npos);
        wanted.replace(wanted.find(from), from.size(), to);
    };
    replace("# The web.", "server \"\" \"$${x}\\\"\" {\n}\n\n# The web.");
    replace("8000 + 80", "1");
    replace("  owner  = \"ops\"\n", "  team   = \"web\"\n");
    replace("  listener {\n    port = 1\n  }\n", "");
    replace("  control {\n    port = 9\n  }\n", "");
    replace("size  = 10", "size  = 11");
    check_text(file.bytes(), wanted);
    Fleet again = hcl::decode<Fleet>(hcl::Body(file.bytes(), "main.hcl"), scope());
    check_text(hcl::to_hcl(again), hcl::to_hcl(fleet));
    // An error changes nothing.
    fleet.servers[0].extra = Value::unknown(polycty::Type::string());
    fleet.region = "other";
    thrown(Code::unknown, [&] { hcl::encode(file.body(), fleet); });
    CHECK(file.bytes() == wanted);
    // Records with labels are written into blocks and set their labels.
    hcl::File one("server \"a\" \"b\" {\n  port = 1 # one\n}\n", "f");
    Server server;
    server.kind = "c", server.name = "d", server.port = 2;
    hcl::encode(*one.body().block("server"), server);
    CHECK(one.bytes() == "server \"c\" \"d\" {\n  port = 2 # one\n}\n");
    thrown(Code::invalid_argument, [&] { hcl::encode(one.body(), server); });
}

struct Loose {
    std::optional<int> port;
    std::map<std::string, Value> others;
};
static auto describe(hcl::Record<Loose> loose) {
    return loose.optional("port", &Loose::port).remain(&Loose::others);
}
struct Texts {
    std::map<std::string, std::string> others;
};
static auto describe(hcl::Record<Texts> texts) { return texts.remain(&Texts::others); }

// A key is a text of the program, not source text.
static void others() {
    const std::string text = "zz = 1\nyy = 2\n";
    for (const char *key : {"a = 1\nb", "x {}\nb", "a = 1 #", "a b", "", "a\n", "1", "port"}) {
        Loose record;
        record.others.emplace("c", Value::number(3));
        record.others.emplace(key, Value::number(2));
        Error error = thrown(Code::invalid_argument, [&] { hcl::to_hcl(record); });
        check_text(error.path_text(), "[" + Value::string(key).to_json() + "]");
        hcl::File file(text, "f");
        thrown(Code::invalid_argument, [&] { hcl::encode(file.body(), record); });
        check_text(file.bytes(), text);
    }
    Texts named{{{"_a", "x"}, {"a-b", "y"}, {"null", "z"}}};
    check_text(hcl::to_hcl(named), "_a   = \"x\"\na-b  = \"y\"\nnull = \"z\"\n");
}

struct Accent {
    std::string a;
};
static auto describe(hcl::Record<Accent> accent) {
    return accent.attribute("e\xCC\x81", &Accent::a);
}
struct Accents {
    Accent held;
};
static auto describe(hcl::Record<Accents> accents) {
    return accents.attribute("held", &Accents::held);
}

struct Quota {
    std::int64_t cpu = 0;
    std::string memory;
};
static auto describe(hcl::Record<Quota> limits) {
    return limits.attribute("cpu", &Quota::cpu).attribute("memory", &Quota::memory);
}
struct Deployment {
    Quota limits;
    std::vector<std::int64_t> ports;
    std::vector<Quota> replicas;
    std::map<std::string, std::string> tags;
};
static auto describe(hcl::Record<Deployment> deployment) {
    return deployment.attribute("limits", &Deployment::limits)
        .attribute("ports", &Deployment::ports)
        .attribute("replicas", &Deployment::replicas)
        .attribute("tags", &Deployment::tags);
}

// Comments and layout inside values are kept, except around removed parts.
static void edits_inside_of_values() {
    const std::string text = "limits = {\n"
                             "  # half a core\n"
                             "  cpu    = 5 * 100 # in thousandths\n"
                             "  memory = \"1G\"\n"
                             "}\n"
                             "ports = [\n"
                             "  80, # plain\n"
                             "  443,\n"
                             "]\n"
                             "replicas = [{ cpu = 1, memory = \"a\" }, /* old */ { cpu = 2, "
                             "memory = \"b\" }]\n"
                             "tags = {\n"
                             "  owner = \"ops\" # who to ask\n"
                             "  gone  = \"x\"\n"
                             "}\n";
    hcl::File file(text, "f");
    Deployment deployment = hcl::decode<Deployment>(hcl::Body(text, "f"));
    hcl::encode(file.body(), deployment);
    check_text(file.bytes(), text);
    deployment.limits.memory = "2G";
    deployment.ports = {80, 8443, 9090};
    deployment.replicas[1].cpu = 3;
    deployment.tags.erase("gone");
    deployment.tags["tier"] = "db";
    hcl::encode(file.body(), deployment);
    check_text(file.bytes(), "limits = {\n"
                             "  # half a core\n"
                             "  cpu    = 5 * 100 # in thousandths\n"
                             "  memory = \"2G\"\n"
                             "}\n"
                             "ports = [\n"
                             "  80, # plain\n"
                             "  8443,\n"
                             "  9090,\n"
                             "]\n"
                             "replicas = [{ cpu = 1, memory = \"a\" }, /* old */ { cpu = 3, "
                             "memory = \"b\" }]\n"
                             "tags = {\n"
                             "  owner = \"ops\" # who to ask\n"
                             "  tier  = \"db\"\n"
                             "}\n");
    // Edits cannot remove an element of a list: the list is rewritten.
    deployment.ports = {80};
    hcl::encode(file.body(), deployment);
    CHECK(hcl::decode<Deployment>(hcl::Body(file.bytes(), "f")).ports.size() == 1);
    // A value that is computed as a whole is replaced as a whole.
    hcl::File computed("limits = merge({}, {})\nports = []\nreplicas = []\ntags = {}\n", "f");
    hcl::encode(computed.body(), deployment);
    CHECK(hcl::decode<Deployment>(hcl::Body(computed.bytes(), "f")).limits.memory == "2G");
}

// Keys of a map are in normal form; names in a file keep their source text.
static void normal_forms() {
    const std::string written = "e\xCC\x81", normal = "\xC3\xA9";
    const std::string text = written + " = \"x\" # kept\nz = \"y\"\n";
    hcl::File file(text, "f");
    Texts texts = hcl::decode<Texts>(hcl::Body(text, "f"));
    CHECK(texts.others.size() == 2 && texts.others.at(normal) == "x");
    hcl::encode(file.body(), texts);
    check_text(file.bytes(), text);
    texts.others[normal] = "v";
    hcl::encode(file.body(), texts);
    check_text(file.bytes(), written + " = \"v\" # kept\nz = \"y\"\n");
    texts.others.erase(normal);
    hcl::encode(file.body(), texts);
    check_text(file.bytes(), "z = \"y\"\n");
    // Names of an object keep their source text, too.
    hcl::File any(written + " = 1\n", "f");
    Loose loose;
    loose.others.emplace(normal, Value::number(1));
    hcl::encode(any.body(), loose);
    check_text(any.bytes(), normal + " = 1\n");
    Accents accents =
        hcl::decode<Accents>(hcl::Body("held = { " + written + " = \"x\" }\n", "f"));
    CHECK(accents.held.a == "x");
    accents = hcl::decode<Accents>(hcl::Body(hcl::to_hcl(accents), "f"));
    CHECK(accents.held.a == "x");
}

struct Empty {
    std::vector<Value> values;
    std::map<std::string, Value> named;
};
static auto describe(hcl::Record<Empty> empty) {
    return empty.attribute("values", &Empty::values).attribute("named", &Empty::named);
}
template <class T> struct Deferral {
    T content;
};
template <class T> static auto describe(hcl::Record<Deferral<T>> held) {
    return held.attribute("content", &Deferral<T>::content);
}

// An empty pointer is reported with its path.
static void nothing() {
    auto where = [](const auto &record) {
        Error error = thrown(Code::null, [&] { hcl::to_hcl(record); });
        return error.path_text();
    };
    check_text(where(Deferral<Value>()), ".content");
    check_text(where(Deferral<polycty::Type>()), ".content");
    check_text(where(Deferral<hcl::Expression>()), ".content");
    check_text(where(Deferral<Deferral<Value>>()), ".content.content");
    Empty empty;
    empty.values = {Value::number(1), Value()};
    check_text(where(empty), ".values[1]");
    empty.values.pop_back();
    empty.named.emplace("a", Value());
    check_text(where(empty), ".named[\"a\"]");
    Boxes boxes;
    boxes.many.resize(1);
    check_text(where(boxes), ".many[0].content");
}

// Records are unchanged after writing and reading, also in a file that had other records; only its
// undescribed content is kept.
static void properties() {
    std::mt19937 random(17);
    auto below = [&](unsigned many) { return static_cast<std::size_t>(random() % many); };
    auto text = [&] {
        static const char *const parts[] = {"a", "${", "\"", "\n", "%{", "\\", "é", " ", "EOT", "$"};
        std::string made;
        for (std::size_t left = below(5); left > 0; left--) {
            made += parts[below(10)];
        }
        return made;
    };
    auto server = [&] {
        Server made;
        made.kind = text(), made.name = text();
        made.port = static_cast<int>(random());
        made.open = below(2) == 0;
        if (below(2) == 0) {
            made.zone = text();
        }
        for (std::size_t left = below(4); left > 0; left--) {
            made.shifts.push_back(static_cast<std::int8_t>(random()));
            made.tags[text()] = text();
            made.others["k" + std::to_string(below(9))] = text();
            made.steps.push_back({static_cast<std::uint8_t>(random()), std::nullopt});
            made.steps.back().memory = static_cast<double>(random()) / 7;
            made.listeners.push_back({static_cast<std::uint16_t>(random()), text()});
            made.listeners.resize(std::min<std::size_t>(made.listeners.size(), 3));
        }
        made.level = below(2) == 0 ? Level::low : Level::high;
        made.limits = {static_cast<std::uint8_t>(random()), 1e-300 / static_cast<double>(random())};
        if (below(2) == 0) {
            made.control = Listener{7, text()};
        }
        made.extra = below(2) == 0 ? Value::tuple({Value::string(text()), Value::boolean(true)})
                                   : Value::null(polycty::Type::any());
        return made;
    };
    hcl::File file("region = \"x\"\n# Stays.\nextra \"x\" {}\n", "f");
    std::string kept = "# Stays.\nextra \"x\" {}\n";
    for (int round = 0; round < 60; round++) {
        Fleet fleet;
        fleet.region = text();
        for (std::size_t left = below(4); left > 0; left--) {
            fleet.servers.push_back(server());
        }
        const std::string made = hcl::to_hcl(fleet);
        CHECK(hcl::format(made, "f") == made);
        Fleet read = hcl::decode<Fleet>(hcl::Body(made, "f"));
        check_text(hcl::to_hcl(read), made);
        CHECK(read.servers == fleet.servers && read.region == fleet.region);
        hcl::encode(file.body(), fleet);
        const std::string bytes = file.bytes();
        CHECK(bytes.find(kept) != std::string::npos);
        hcl::Body rest = hcl::Body(bytes, "f").partial_content({{}, {{"extra", {"name"}}}}).second;
        read = hcl::decode<Fleet>(rest);
        CHECK(read.servers == fleet.servers && read.region == fleet.region);
        hcl::encode(file.body(), fleet);
        CHECK(file.bytes() == bytes);
    }
}

struct Numbers {
    std::int8_t i8 = 0;
    std::uint8_t u8 = 0;
    std::int16_t i16 = 0;
    std::uint16_t u16 = 0;
    std::int32_t i32 = 0;
    std::uint32_t u32 = 0;
    std::int64_t i64 = 0;
    std::uint64_t u64 = 0;
    float f = 0;
    double d = 0;
    long double ld = 0;
};
static auto describe(hcl::Record<Numbers> numbers) {
    return numbers
        .attribute("i8", &Numbers::i8)
        .attribute("u8", &Numbers::u8)
        .attribute("i16", &Numbers::i16)
        .attribute("u16", &Numbers::u16)
        .attribute("i32", &Numbers::i32)
        .attribute("u32", &Numbers::u32)
        .attribute("i64", &Numbers::i64)
        .attribute("u64", &Numbers::u64)
        .attribute("f", &Numbers::f)
        .attribute("d", &Numbers::d)
        .attribute("ld", &Numbers::ld);
}

template <class T> static void check_range(const std::string &name, T Numbers::*member) {
    Numbers numbers;
    for (T end : {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()}) {
        numbers.*member = end;
        std::string text = hcl::to_hcl(numbers);
        CHECK(hcl::decode<Numbers>(hcl::Body(text, "f")).*member == end);
        // A number beyond the limit is an error at its position.
        std::string digits = std::to_string(end), more = digits;
        if (end == 0) {
            more = "-1";
        } else {
            more.back() = static_cast<char>(more.back() + 1);
        }
        const std::size_t at = text.find("= ", text.find(name + " ")) + 2;
        text.replace(at, digits.size(), more);
        Error error = thrown(Code::diagnostics, [&] { hcl::decode<Numbers>(hcl::Body(text, "f")); });
        CHECK(error.diagnostics().size() == 1);
        CHECK(error.diagnostics()[0].subject->start.byte == at);
    }
}

// Numbers are unchanged after writing and reading, up to the limits of their type.
template <class T> static void check_ends() {
    using Ends = std::numeric_limits<T>;
    for (T each : {Ends::max(), Ends::lowest(), Ends::min(), T(1) / T(3), T(0)}) {
        Deferral<T> held{each};
        CHECK(hcl::decode<Deferral<T>>(hcl::Body(hcl::to_hcl(held), "f")).content == each);
    }
}

static void numbers() {
    check_range("i8", &Numbers::i8);
    check_range("u8", &Numbers::u8);
    check_range("i16", &Numbers::i16);
    check_range("u16", &Numbers::u16);
    check_range("i32", &Numbers::i32);
    check_range("u32", &Numbers::u32);
    check_range("i64", &Numbers::i64);
    check_range("u64", &Numbers::u64);
    Numbers numbers;
    numbers.f = 0.1F, numbers.d = 1e300;
    std::string text = hcl::to_hcl(numbers);
    CHECK(text.find("f   = 0.1\n") != std::string::npos);
    Numbers read = hcl::decode<Numbers>(hcl::Body(text, "f"));
    CHECK(read.f == 0.1F && read.d == 1e300);
    // An overflow is an error, not infinity.
    hcl::Scope scope;
    scope.set("least", Value::number_from_text("-1e5000"));
    Error error = thrown(Code::diagnostics, [&] {
        hcl::decode<Deferral<std::vector<float>>>(hcl::Body("content = [1, 1e39]\n", "f"));
    });
    check_text(std::string(error.diagnostics()[0].detail),
               "At [1], a number from -3.40282e+38 to 3.40282e+38 is required.");
    error = thrown(Code::diagnostics,
                   [&] { hcl::decode<Deferral<double>>(hcl::Body("content = 1e309\n", "f")); });
    check_text(std::string(error.diagnostics()[0].detail),
               "A number from -1.79769313486232e+308 to 1.79769313486232e+308 is required.");
    thrown(Code::diagnostics,
           [&] { hcl::decode<Deferral<long double>>(hcl::Body("content = least\n", "f"), scope); });
    check_ends<float>();
    check_ends<double>();
    // Valgrind computes long double as double, without its limits.
    volatile long double one = 1, little = std::numeric_limits<long double>::epsilon();
    if (one + little != one) {
        check_ends<long double>();
    }
    numbers.d = std::numeric_limits<double>::infinity();
    CHECK(!polycty::attempt([&] { hcl::to_hcl(numbers); }));
}

// One name in two spellings.
struct Twice {
    std::string a, b;
};
static auto describe(hcl::Record<Twice> twice) {
    return twice.attribute("e\xCC\x81", &Twice::a).attribute("\xC3\xA9", &Twice::b);
}

// Wrong descriptions, each with its own type: the error is reported on each use.
template <int Which> struct Wrong {
    std::string a, b;
    std::map<std::string, Value> rest;
    hcl::Body body;
    std::vector<Wrong> inner;
    std::optional<Disk> disk;
    Disk value;
    std::vector<Listener> listeners;
    Twice twice;
};
template <int Which> static auto describe(hcl::Record<Wrong<Which>> made) {
    using W = Wrong<Which>;
    switch (Which) {
    case 0: return made.attribute("a", &W::a).label("b", &W::b);
    case 1: return made.attribute("a", &W::a).optional("a", &W::b);
    case 2: return made.remain(&W::rest).remain(&W::body);
    case 3: return made.attribute("a b", &W::a);
    case 4: return made.block("inner", &W::inner);
    case 5: return made.label("a", &W::a).label("a", &W::b);
    case 6: return made.optional("a", &W::a).block("a", &W::disk);
    case 7: return made.attribute("value", &W::value);
    case 9: return made.block("listener", &W::listeners, {3, 1});
    case 10: return made.attribute("twice", &W::twice);
    default: return made.label("a", &W::a).attribute("a", &W::b);
    }
}
template <int Which> static void check_wrong(const char *why) {
    for (int again = 0; again < 2; again++) {
        Error error = thrown(Code::invalid_argument, [] { hcl::spec_of<Wrong<Which>>(); });
        check_text(std::string(error.message()), why);
    }
}

static void descriptions() {
    check_wrong<0>("the label \"b\" must come before the content of the body");
    check_wrong<1>("\"a\" is described twice");
    check_wrong<2>("`remain` is described twice");
    check_wrong<3>("\"a b\" is not a valid name");
    check_wrong<4>("a record contains itself");
    check_wrong<5>("\"a\" is described twice");
    check_wrong<6>("\"a\" is described twice");
    check_wrong<7>("a record with labels, blocks or `remain` cannot be the value of an argument");
    check_wrong<9>("at least 3 blocks are more than 1");
    check_wrong<10>("\"\xC3\xA9\" is described twice");
    // A label and an argument may have the same name.
    hcl::spec_of<Wrong<8>>();
    hcl::Choice<Level> level;
    thrown(Code::invalid_argument, [&] { level.value("a", Level::low).value("a", Level::high); });
    thrown(Code::invalid_argument, [&] { level.text(Level::high); });
}

// The first thread makes a description; all use the same one.
struct Late {
    int a = 0;
};
static auto describe(hcl::Record<Late> late) { return late.attribute("a", &Late::a); }

static void threads() {
    std::vector<const hcl::Spec *> found(4);
    std::vector<std::thread> threads;
    for (auto &spec : found) {
        threads.emplace_back([&spec] { spec = &hcl::spec_of<Late>(); });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    CHECK(std::set<const hcl::Spec *>(found.begin(), found.end()).size() == 1);
}

int main() {
    records();
    errors();
    texts();
    edits();
    others();
    normal_forms();
    edits_inside_of_values();
    nothing();
    properties();
    numbers();
    descriptions();
    threads();
    return 0;
}
