// Language services through the C++ wrapper.

#include "check.h"

#include <polycty.hpp>

#include <map>
#include <string>

namespace services = polycty::services;
using services::Request;

static bool contains(const std::string &text, std::string_view part) {
    if (text.find(part) == std::string::npos) {
        std::fprintf(stderr, "%.*s is not in %s\n", (int)part.size(), part.data(), text.c_str());
        return false;
    }
    return true;
}

int main() {
    // Files of the program, and a document over one of them.
    std::map<std::string, std::string, std::less<>> files = {
        {"/w/variables.tf", "variable \"port\" {\n  type = number\n}\n"},
        {"/w/main.tf", "output \"p\" {\n  value = var.none\n}\n"},
    };
    services::Options options;
    options.folders = {"file:///w"};
    options.encoding = services::Encoding::utf8;
    services::Workspace workspace(options);
    workspace.set_files(
        [&](std::string_view path) -> std::optional<std::string> {
            auto found = files.find(path);
            return found == files.end() ? std::nullopt : std::optional<std::string>(found->second);
        },
        [](std::string_view path) -> std::optional<std::string> {
            return path == "/w" ? std::optional<std::string>("main.tf\nvariables.tf\n") : std::nullopt;
        });
    std::optional<polycty::Error> found = workspace.diagnostics();
    CHECK(found && found->diagnostics().size() == 1);
    workspace.open("/w/main.tf", "output \"p\" {\n  value = var.port\n}\n", 1);
    CHECK(!workspace.diagnostics() && !workspace.diagnostics("/w/main.tf"));
    CHECK(contains(workspace.request(Request::hover, "/w/main.tf", services::Position{1, 15}),
                   "var.port: number"));
    CHECK(contains(workspace.request(Request::rename, "/w/main.tf", services::Position{1, 15},
                                     "{\"newName\": \"q\"}"),
                   "file:///w/variables.tf"));
    CHECK(contains(workspace.request(Request::document_symbol, "/w/main.tf"), "output \\\"p\\\""));
    CHECK(contains(workspace.request(Request::workspace_symbol, "", "{\"query\": \"port\"}"),
                   "variables.tf"));

    // Edits.
    workspace.change("/w/main.tf", services::Range({1, 14}, {1, 18}), "prot", 2);
    found = workspace.diagnostics("/w/main.tf");
    CHECK(found && contains(std::string(found->message()), "prot"));
    workspace.change("/w/main.tf", "locals {}\n", 3);
    CHECK(workspace.text("/w/main.tf") == "locals {}\n");
    workspace.close("/w/main.tf");
    CHECK(contains(workspace.text("/w/main.tf"), "var.none"));
    files.erase("/w/main.tf");
    workspace.file_changed("/w/main.tf");
    try {
        (void)workspace.text("/w/main.tf");
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.code() == polycty::Code::not_found);
    }

    // The exception of a callback reaches the caller.
    workspace.set_files(
        [](std::string_view) -> std::optional<std::string> {
            throw polycty::Error(polycty::Code::callback, "no disk");
        },
        [](std::string_view) -> std::optional<std::string> { return std::nullopt; });
    try {
        (void)workspace.text("/w/main.tf");
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.message() == "no disk");
    }
    return 0;
}
