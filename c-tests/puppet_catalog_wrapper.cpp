// Puppet's catalogs in the C++ wrapper: the control repository of the examples.

#include "thrown.hpp"

#include <polycty.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace polycty;

static const std::filesystem::path repository = "examples/data/control-repository";

static std::string text_of(const std::filesystem::path &path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

static puppet::CatalogOptions options_of(const std::string &node) {
    puppet::CatalogOptions options;
    options.environment_folder = repository.string();
    options.environment_name = "production";
    options.hiera = (repository / "global" / "hiera.yaml").string();
    options.node = node;
    options.facts = text_of(repository / "facts" / (node + ".json"));
    return options;
}

static bool has(const std::string &text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

static void resources() {
    puppet::Catalog catalog(options_of("web1.example.com"));
    puppet::CatalogResource site = catalog.resource("Webserver::Site", "shop");
    CHECK(site.kind == puppet::CatalogKind::defined && site.line == 8);
    CHECK(site.reference() == "Webserver::Site[shop]" && has(std::string(site.file), "web.pp"));
    CHECK(!site.is_exported && !site.is_virtual && site.parameters.size() == 2);
    CHECK(puppet::format(*site.parameter("port")) == "8080" && !site.parameter("owner"));
    bool tagged = false;
    for (std::string_view tag : site.tags) {
        tagged = tagged || tag == "profile::web";
    }
    CHECK(tagged);
    thrown(Code::not_found, [&] { catalog.resource("File", "/none"); });
    thrown(Code::not_found, [&] { catalog.resource(10000); });

    std::size_t web = catalog.resource("Class", "Profile::Web").position, contained = 0;
    for (const puppet::CatalogEdge &edge : catalog.edges()) {
        contained += edge.container == web && edge.contained == site.position;
    }
    CHECK(contained == 1);
    bool included = false;
    for (std::string_view name : catalog.classes()) {
        included = included || name == "role::web";
    }
    CHECK(included && catalog.resource(web).kind == puppet::CatalogKind::included);
    catalog.check_cycles();
#ifdef PCTY_HAS_MCL
    mcl::Resources graph = catalog.graph();
    mcl::ResourceRef found = graph.find("Webserver::Site", "shop");
    CHECK(found.file() == site.file && found.line() == site.line && graph.size() > web);
    CHECK(puppet::format(*found.field("port")) == "8080");
    CHECK(graph.at(site.position).name() == "shop");
#endif
}

static void secrets_and_json() {
    puppet::Catalog catalog(options_of("db1.example.com"));
    std::optional<ValueRef> password = catalog.resource("User", "postgres").parameter("password");
    CHECK(puppet::kind(*password) == puppet::ValueKind::sensitive);
    CHECK(puppet::content(*password)->as_string() == "not-a-real-password");
    CHECK(!has(catalog.to_json(), "not-a-real-password"));
    puppet::CatalogJsonOptions options;
    options.has_secrets = true;
    options.version = 7;
    options.uuid = "one";
    options.code_id = "two";
    std::string json = catalog.to_json(options);
    CHECK(has(json, "not-a-real-password") && has(json, "\"version\":7") && has(json, "\"one\""));
    puppet::Catalog read = puppet::Catalog::parse(json);
    CHECK(read.resources().size() == catalog.resources().size());
    CHECK(read.diff(puppet::Catalog::parse(json)).empty());
    thrown(Code::syntax, [] { puppet::Catalog::parse("{"); });
    thrown(Code::value, [] { puppet::Catalog::parse("[]"); });
}

static void differences() {
    puppet::Catalog old_catalog(options_of("web1.example.com"));
    puppet::Catalog new_catalog(options_of("web2.example.com"));
    CHECK(old_catalog.diff(old_catalog).empty());
    puppet::CatalogDifference difference = old_catalog.diff(new_catalog);
    CHECK(!difference.empty() && difference.added_classes.empty());
    bool removed = false, changed = false;
    for (const puppet::CatalogEntry &entry : difference.removed) {
        if (entry.reference == "Webserver::Site[shop]") {
            removed = entry.place.line == 8 && entry.parameters.size() == 2 &&
                      entry.parameters[0].first == "port" &&
                      puppet::format(entry.parameters[0].second) == "8080";
        }
    }
    for (const puppet::CatalogChange &change : difference.changed) {
        if (change.reference == "File[/etc/nginx/sites]") {
            CHECK(change.old_place.line == change.new_place.line && change.old_containers.empty());
            const puppet::CatalogParameterChange &owner = change.parameters.at(0);
            changed = owner.name == "owner" && owner.old_value->as_string() == "www-data" &&
                      owner.new_value->as_string() == "nginx";
        }
    }
    CHECK(removed && changed);
    CHECK(has(old_catalog.diff_json(new_catalog), "\"added_classes\":[]"));

    auto catalog = [](const char *exported, const char *edges) {
        return puppet::Catalog::parse(
            std::string("{\"resources\":[{\"type\":\"Class\",\"title\":\"A\"},{\"type\":\"User\","
                        "\"title\":\"u\",\"exported\":") +
            exported + ",\"parameters\":{\"p\":\"" + exported +
            "\"},\"sensitive_parameters\":[\"p\"]}],\"edges\":[" + edges + "]}");
    };
    puppet::CatalogDifference moved =
        catalog("false", "{\"source\":\"Class[A]\",\"target\":\"User[u]\"}").diff(catalog("true", ""));
    CHECK(moved.changed.size() == 1);
    const puppet::CatalogChange &user = moved.changed[0];
    CHECK(!user.old_exported && user.new_exported && user.new_containers.empty());
    CHECK(user.old_containers.size() == 1 && user.old_containers[0] == "Class[A]");
    CHECK(puppet::format(*user.parameters.at(0).old_value) == "{'__ptype' => 'Sensitive'}");
}

static void hosts() {
    puppet::CatalogOptions options = options_of("host1.example.com");
    std::filesystem::path manifest = std::filesystem::temp_directory_path() / "polycty-catalog.pp";
    std::ofstream(manifest) << "notify { greeting($facts['role']): }\nwarning('careful')\n";
    options.manifest = manifest.string();
    options.classifier = "{\"classes\": {\"role::base\": null}, \"parameters\": {\"site\": \"x\"}}";
    Error refused = thrown(Code::not_found, [&] { puppet::Catalog catalog(options); });
    CHECK(has(refused.text(), "greeting"));
    puppet::Environment environment;
    environment.set_function("greeting", {}, [](Arguments args, puppet::Call) {
        return puppet::parse_value(args[0].is_null() ? "'hello'" : "'hello you'");
    });
    options.environment = environment;
    std::optional<Error> warnings;
    puppet::Catalog catalog(options, warnings);
    CHECK(catalog.resource("Class", "Role::Base").position > 0);
    CHECK(catalog.resources().size() > 5);
    environment.set_function("greeting", {}, [](Arguments, puppet::Call) -> Value {
        throw std::runtime_error("not today");
    });
    options.environment = environment;
    Error failed = thrown(Code::callback, [&] { puppet::Catalog again(options); });
    CHECK(has(failed.text(), "not today"));
    std::filesystem::remove(manifest);
    options.manifest = "/none";
    thrown(Code::not_found, [&] { puppet::Catalog none(options); });
}

static void lookups() {
    puppet::CatalogOptions options = options_of("web1.example.com");
    CHECK(puppet::format(puppet::lookup("profile::web::sites.shop.port", options)) == "8080");
    puppet::LookupOptions unique;
    unique.merge = "unique";
    CHECK(puppet::lookup("profile::base::packages", options, unique).length().value_or(0) > 1);
    unique.merge = "{\"strategy\": \"first\"}";
    puppet::Lookup found = puppet::lookup_explained("profile::base::packages", options, unique);
    CHECK(found.value.length().value_or(0) > 0 && has(found.explanation, "common.yaml"));
    thrown(Code::diagnostics, [&] { puppet::lookup("none", options); });
    puppet::LookupOptions otherwise;
    otherwise.default_value = puppet::parse_value("'x'");
    CHECK(puppet::lookup("none", options, otherwise).as_string() == "x");
    CHECK(puppet::kind(puppet::lookup("profile::database::password",
                                      options_of("db1.example.com"))) ==
          puppet::ValueKind::sensitive);
}

int main() {
    resources();
    secrets_and_json();
    differences();
    hosts();
    lookups();
    return 0;
}
