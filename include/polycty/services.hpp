// Language services for editors.

#ifndef POLYCTY_SERVICES_HPP
#define POLYCTY_SERVICES_HPP

#include "hcl.hpp"
#include "services.h"
#include "detail/enumerations_services.hpp"

namespace polycty {

// Language services: workspaces of documents, and the requests of the language server protocol.
namespace services {

// A position of a document: a line from 0, and a column in the unit of the workspace.
struct Position {
    std::uint32_t line = 0, column = 0;
};

// A range of a document; the end is exclusive. A position is a range of no text.
struct Range {
    Position start, end;

    Range(Position at) : start(at), end(at) {} // NOLINT(google-explicit-constructor)
    Range(Position from, Position to) : start(from), end(to) {}
};

// The options of a workspace; empty texts are not set.
struct Options {
    // The folders of the workspace, as URIs or absolute paths. The files below them are read.
    std::vector<std::string> folders = {};
    Encoding encoding = Encoding::utf16;
    // Texts of completions may be snippets with tab stops.
    bool has_snippets = false;
    bool is_opentofu = false;
    // From 1.11 to 1.17.
    std::string_view terraform_version = {};
    // The output of `terraform providers schema -json`.
    std::string_view provider_schemas = {};
    // A JSON object.
    std::string_view puppet_facts = {};
    // Folders outside of those of the workspace.
    std::vector<std::string> puppet_modules = {};
    std::string_view mcl_kinds = {};
    std::string_view mcl_modules = {};
    // A JSON object: specifications of HCL files (hcldec) by the ends of paths.
    std::string_view hcl_specifications = {};
};

// Folders, files and open documents. A document is named by its URI or its absolute path.
//
// Ownership: move-only.
// Errors: Code::not_found for a document that is not open.
// Threads: one at a time.
//
// ```cpp
// std::string hover(std::string_view text, polycty::services::Position at) {
//     polycty::services::Workspace workspace;
//     workspace.open("/project/main.tf", text);
//     return workspace.request(polycty::services::Request::hover, "/project/main.tf", at);
// }
// ```
class Workspace : public polycty::detail::Owned<polycty::detail::View<pcty_workspace>,
                                                pcty_workspace, pcty_workspace_free> {
  public:
    using Owned::Owned;
    explicit Workspace(const Options &options = {}) : Owned(created(options)) {}

    // Sets the files that the program provides in place of those of the system. The lister returns
    // the names in a folder, one on each line; the name of a folder ends in `/`.
    Workspace &set_files(hcl::FindText reader, hcl::FindText lister) {
        polycty::detail::done(pcty_workspace_set_files, mutable_get(), read, list,
                              new Texts{std::move(reader), std::move(lister)}, destroy);
        return *this;
    }
    // The identifier of the language in the protocol, such as `puppet`, decides for a path that does
    // not.
    Workspace &open(std::string_view document, std::string_view text, std::int64_t version = 0,
                    std::string_view language_id = {}) {
        using polycty::detail::str;
        polycty::detail::done(pcty_workspace_open, mutable_get(), str(document), str(language_id),
                              version, str(text));
        return *this;
    }
    // Replaces a range of the text.
    Workspace &change(std::string_view document, const Range &range, std::string_view text,
                      std::int64_t version = 0) {
        const pcty_text_range replaced = borrowed(range);
        return change(document, &replaced, text, version);
    }
    // Replaces the whole text.
    Workspace &change(std::string_view document, std::string_view text, std::int64_t version = 0) {
        return change(document, nullptr, text, version);
    }
    Workspace &close(std::string_view document) {
        polycty::detail::done(pcty_workspace_close, mutable_get(), polycty::detail::str(document));
        return *this;
    }
    // Reports that a file has changed, appeared or disappeared.
    Workspace &file_changed(std::string_view path) {
        polycty::detail::done(pcty_workspace_file_changed, mutable_get(),
                              polycty::detail::str(path));
        return *this;
    }
    // Returns the text of an open document, or else of a file.
    std::string text(std::string_view document) {
        return polycty::detail::text(polycty::detail::made<pcty_string>(
            pcty_workspace_document_to_text, mutable_get(), polycty::detail::str(document)));
    }
    // Returns the diagnostics of a document or file; nullopt if there are none.
    std::optional<Error> diagnostics(std::string_view document) {
        pcty_error *found = polycty::detail::made<pcty_error>(
            pcty_workspace_diagnostics, mutable_get(), polycty::detail::str(document));
        return found == nullptr ? std::nullopt : std::optional<Error>(Error(found));
    }
    // Returns the diagnostics of all files in the folders and of all open documents.
    std::optional<Error> diagnostics() { return diagnostics(std::string_view()); }
    // Returns the result of a request in the protocol as JSON. The arguments are the other
    // parameters of the request, as a JSON object.
    std::string request(Request request, std::string_view document, const Range &range,
                        std::string_view arguments = {}) {
        const pcty_text_range asked = borrowed(range);
        return answered(request, document, &asked, arguments);
    }
    // About the whole document, or the workspace.
    std::string request(Request request, std::string_view document = {},
                        std::string_view arguments = {}) {
        return answered(request, document, nullptr, arguments);
    }

  private:
    struct Texts {
        hcl::FindText reader, lister;
    };

    static pcty_status read(void *data, pcty_str path, pcty_string **out,
                            pcty_error **error) noexcept {
        return polycty::detail::HclHost::find(static_cast<const Texts *>(data)->reader, path, out,
                                              error);
    }
    static pcty_status list(void *data, pcty_str path, pcty_string **out,
                            pcty_error **error) noexcept {
        return polycty::detail::HclHost::find(static_cast<const Texts *>(data)->lister, path, out,
                                              error);
    }
    static void destroy(void *data) noexcept { delete static_cast<Texts *>(data); }

    static pcty_text_range borrowed(const Range &range) noexcept {
        return {range.start.line, range.start.column, range.end.line, range.end.column};
    }
    static pcty_workspace *created(const Options &options) {
        using polycty::detail::str;
        std::vector<pcty_str> folders, modules;
        for (const std::string &folder : options.folders) {
            folders.push_back(str(folder));
        }
        for (const std::string &folder : options.puppet_modules) {
            modules.push_back(str(folder));
        }
        pcty_workspace_options lent = PCTY_WORKSPACE_OPTIONS_INIT;
        lent.encoding = static_cast<pcty_position_encoding>(options.encoding);
        lent.has_snippets = options.has_snippets;
        lent.is_opentofu = options.is_opentofu;
        lent.terraform_version = str(options.terraform_version);
        lent.provider_schemas = str(options.provider_schemas);
        lent.puppet_facts = str(options.puppet_facts);
        lent.puppet_modules = modules.data();
        lent.puppet_module_count = modules.size();
        lent.mcl_kinds = str(options.mcl_kinds);
        lent.mcl_modules = str(options.mcl_modules);
        lent.folders = folders.data();
        lent.folder_count = folders.size();
        lent.hcl_specifications = str(options.hcl_specifications);
        return polycty::detail::made<pcty_workspace>(pcty_workspace_new, &lent);
    }
    Workspace &change(std::string_view document, const pcty_text_range *range,
                      std::string_view text, std::int64_t version) {
        using polycty::detail::str;
        polycty::detail::done(pcty_workspace_change, mutable_get(), str(document), version, range,
                              str(text));
        return *this;
    }
    std::string answered(Request request, std::string_view document, const pcty_text_range *range,
                         std::string_view arguments) {
        using polycty::detail::str;
        return polycty::detail::text(polycty::detail::made<pcty_string>(
            pcty_workspace_request, mutable_get(), str(document), range, str(arguments),
            static_cast<pcty_request>(request)));
    }
};

} // namespace services

} // namespace polycty

#endif // POLYCTY_SERVICES_HPP
