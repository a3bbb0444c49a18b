// mcl in the C++ wrapper: its additions to the C ABI.

#include "check.h"

#include <polycty.hpp>

#include <map>
#include <string>

namespace mcl = polycty::mcl;

static polycty::Value text(const std::string &text) { return polycty::Value::string_verbatim(text); }

static mcl::Host host_of_notes() {
    mcl::Host host;
    host.add_kinds(R"({"kind": "note", "traits": ["recvable", "sendable"],
                       "fields": [{"lang": "text", "type": "str"}],
                       "sends": [{"lang": "said", "type": "str"}]})");
    return host;
}

static void running() {
    std::map<std::string, std::string> files{{"/motd", "hello"}};
    std::optional<mcl::Sender> followed;
    int ended = 0;
    mcl::Host host = host_of_notes();
    host.set_world(
        [&](std::string_view question, polycty::Arguments args,
            polycty::TypeRef) -> std::optional<polycty::Value> {
            if (question != "os.readfile") {
                return std::nullopt;
            }
            auto found = files.find(std::string(args[0].as_string()));
            if (found == files.end()) {
                throw polycty::Error(polycty::Code::not_found, "there is no such file");
            }
            return text(found->second);
        },
        [&](std::string_view, polycty::Arguments, mcl::Sender sender) { followed = sender; },
        [&](mcl::Sender sender) { ended += sender.id() == followed->id(); });
    host.set_variable("", "hostname", text("web1"));
    mcl::FunctionSpec shout;
    shout.name = "loud.shout";
    shout.signature = "func(text str) str";
    shout.flags = PCTY_MCL_FUNCTION_PURE | PCTY_MCL_FUNCTION_SPECULATIVE;
    shout.call = [](polycty::Arguments args, polycty::TypeRef type) {
        CHECK(type.kind() == polycty::Kind::function);
        return text(std::string(args[0].as_string()) + "!");
    };
    host.add_function(std::move(shout));
    {
        mcl::Program program("import \"os\"\nimport \"loud\"\n"
                             "note $hostname {\n"
                             "\ttext => loud.shout(os.readfile(\"/motd\") <|> \"none\"),\n"
                             "}\n",
                             "main.mcl", host);
        CHECK(program.files().size() == 1 && program.files()[0] == "/main.mcl");
        mcl::Graph graph = program.graph();
        CHECK(graph.vertices().size() > 3 && !graph.edges().empty());
        CHECK(graph.text().find("Vertex: shout") != std::string::npos);
        CHECK(graph.to_graphviz().find("digraph") == 0);

        mcl::Runtime runtime(program);
        int woken = 0;
        runtime.set_wake([&] { woken++; });
        runtime.set_time(mcl::Runtime::Time(std::chrono::seconds(5)));
        CHECK(!runtime.next_time() && runtime.descriptor() >= 0);
        CHECK(runtime.step() == mcl::Progress::changed);
        mcl::Resources first = runtime.resources();
        CHECK(first.size() == 1 && first.find("note", "web1").field("text")->as_string() == "hello!");
        CHECK(runtime.step() == mcl::Progress::same);
        files.clear();
        followed->send();
        CHECK(woken == 1 && runtime.step() == mcl::Progress::changed);
        mcl::Difference difference(first, runtime.resources());
        CHECK(difference.changes().size() == 1 && difference.edges().empty());
        mcl::Change change = difference.changes()[0];
        CHECK(change.kind == mcl::ChangeKind::changed && change.fields.size() == 1);
        CHECK(change.fields[0] == "text" && change.meta.empty());
        CHECK(change.after->field("text")->as_string() == "none!");
        CHECK(difference.text() == "~ note[web1]: text\n");
        followed->fail(polycty::Error(polycty::Code::callback, "gone"));
        try {
            runtime.step();
            CHECK(false);
        } catch (const polycty::Error &error) {
            CHECK(error.stage() == "errStream" && error.code() == polycty::Code::callback);
        }
    }
    CHECK(ended == 1);
    try {
        mcl::Program program("note [", "main.mcl", host);
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.stage() == "errLexParse" && error.code() == polycty::Code::syntax);
    }
}

static void graphs() {
    mcl::Host host = host_of_notes();
    mcl::KindSpec dir;
    dir.name = "dir";
    dir.fields = {{"mode", "str", "", ""}};
    dir.traits = PCTY_MCL_TRAIT_HAS_EDGES | PCTY_MCL_TRAIT_MERGES;
    dir.validate = [](mcl::ResourceRef resource) {
        if (resource.fields().empty()) {
            throw polycty::Error(polycty::Code::callback, "it has no mode");
        }
    };
    dir.merge = [](mcl::ResourceRef, mcl::ResourceRef second, mcl::ResourceBuilderRef resource_builder) {
        resource_builder.set_field("mode", *second.field("mode"));
    };
    dir.after = [](mcl::ResourceRef resource) {
        std::string parent(resource.name().substr(0, resource.name().rfind('/')));
        return std::vector<std::vector<mcl::Reference>>{{{"dir", parent}}};
    };
    host.add_kind(std::move(dir));
    auto resource_builder = [&](std::string_view name, const char *mode) {
        mcl::ResourceBuilder made(host, "dir", name);
        made.set_field("mode", text(mode));
        return made;
    };
    mcl::Builder builder(host);
    builder.add(resource_builder("/a/b", "700"));
    builder.add(resource_builder("/a", "700"));
    builder.add(resource_builder("/a", "755"));
    mcl::ResourceBuilder empty(host, "dir", "/c");
    try {
        builder.add(empty);
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.code() == polycty::Code::callback);
    }
    mcl::ResourceBuilder from(host, "note", "from"), to(host, "note", "to");
    to.set_meta("noop", polycty::Value::boolean(true));
    builder.add(from);
    builder.add(to);
    builder.add_edge({"dir", "/a"}, {"note", "to"}, true);
    builder.add_receive({"note", "from"}, "said", {"note", "to"}, "text");
    mcl::Resources resources = builder.build();
    CHECK(resources.size() == 4 && resources.receives().size() == 1);
    CHECK(resources.in_order()[0].name() == "/a");
    CHECK(resources.find("dir", "/a").field("mode")->as_string() == "755");
    CHECK(resources.find("note", "to").meta("noop").as_bool());
    CHECK(!resources.at(0).is_hidden() && resources.at(0).exports().empty());
    bool automatic = false, notifies = false;
    for (const mcl::ResourceEdge &edge : resources.edges()) {
        automatic |= edge.is_automatic && edge.from == 1 && edge.to == 0;
        notifies |= edge.notifies;
    }
    CHECK(automatic && notifies);
    mcl::Difference all(mcl::Resources(), resources);
    CHECK(!all.is_empty() && all.changes().size() == 4 && all.edges().size() == 4);
    CHECK(mcl::Difference(resources, resources).is_empty());
    CHECK(resources.text().find("Edge: dir[/a] -> dir[/a/b]") != std::string::npos);
    CHECK(resources.to_graphviz().find("digraph") == 0);
}

// Resources that a different host has exported, and a stream that has no value yet.
static void collecting() {
    mcl::Host host = host_of_notes();
    mcl::KindSpec note;
    note.name = "note";
    note.collect = [](std::string_view data, mcl::ResourceBuilderRef resource_builder) {
        if (data == "bad") {
            throw polycty::Error(polycty::Code::callback, "the data is bad");
        }
        resource_builder.set_field("text", text(std::string(data)));
    };
    host.set_kind_callbacks(std::move(note));
    std::string data = "x";
    host.set_world([&](std::string_view question, polycty::Arguments,
                       polycty::TypeRef type) -> std::optional<polycty::Value> {
        CHECK(question == "_collect");
        return mcl::from_json("[{\"name\": \"a\", \"host\": \"h\", \"data\": \"" + data + "\"}]", type);
    });
    std::optional<mcl::Sender> followed;
    std::optional<std::string> said;
    mcl::FunctionSpec late;
    late.name = "w.late";
    late.signature = "func() str";
    late.call = [&](polycty::Arguments, polycty::TypeRef) -> std::optional<polycty::Value> {
        return said ? std::optional(text(*said)) : std::nullopt;
    };
    late.follow = [&](std::string_view, polycty::Arguments, mcl::Sender sender) {
        followed = sender;
    };
    host.add_function(std::move(late));
    mcl::Program program("import \"w\"\ncollect note \"a\" {}\nnote \"b\" { text => w.late(), }\n",
                         "main.mcl", host);
    mcl::Runtime runtime(program);
    CHECK(runtime.step() == mcl::Progress::waiting && runtime.resources().size() == 0);
    said = "now";
    followed->send();
    CHECK(runtime.step() == mcl::Progress::changed);
    mcl::Resources resources = runtime.resources();
    CHECK(resources.find("note", "a").field("text")->as_string() == "x");
    CHECK(resources.find("note", "b").field("text")->as_string() == "now");
    data = "bad";
    mcl::Runtime other(program);
    try {
        other.step();
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.stage() == "errInterpret");
    }
}

// A callback of a step cannot step.
static void inside() {
    mcl::Host host = host_of_notes();
    std::optional<mcl::Runtime> runtime;
    int refused = 0;
    mcl::FunctionSpec ask;
    ask.name = "w.ask";
    ask.signature = "func() str";
    ask.call = [&](polycty::Arguments, polycty::TypeRef) -> std::optional<polycty::Value> {
        runtime->set_time(mcl::Runtime::Time(std::chrono::seconds(5)));
        try {
            runtime->step();
        } catch (const polycty::Error &error) {
            refused += error.code() == polycty::Code::invalid_argument;
        }
        try {
            runtime->resources();
        } catch (const polycty::Error &error) {
            refused += error.code() == polycty::Code::invalid_argument;
        }
        return text("asked");
    };
    host.add_function(std::move(ask));
    runtime.emplace(mcl::Program("import \"w\"\nnote \"a\" { text => w.ask(), }\n", "main.mcl", host));
    CHECK(runtime->step() == mcl::Progress::changed && refused == 2);
    mcl::Resources resources = runtime->resources();
    CHECK(resources.find("note", "a").field("text")->as_string() == "asked");
}

int main() {
    running();
    inside();
    graphs();
    collecting();
    return 0;
}
