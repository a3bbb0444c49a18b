// Compiles the catalog of each node of a control repository, and compares the catalogs of two nodes:
//
//     control_repository FOLDER OLD-NODE NEW-NODE

#include <polycty.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

using namespace polycty::puppet;
namespace fs = std::filesystem;

static std::string node_of(const fs::path &facts) { return facts.stem().string(); }

static Catalog compile(const fs::path &folder, const fs::path &facts) {
    std::ostringstream text;
    text << std::ifstream(facts, std::ios::binary).rdbuf();
    CatalogOptions options;
    options.environment_folder = folder.string();
    options.hiera = (folder / "global" / "hiera.yaml").string();
    options.node = node_of(facts);
    options.facts = text.str();
    return Catalog(options);
}

int main(int argc, char **argv) try {
    if (argc != 4) {
        std::cerr << "usage: control_repository FOLDER OLD-NODE NEW-NODE\n";
        return 1;
    }
    std::map<std::string, Catalog> catalogs;
    for (const fs::directory_entry &facts : fs::directory_iterator(fs::path(argv[1]) / "facts")) {
        catalogs.emplace(node_of(facts.path()), compile(argv[1], facts.path()));
    }
    for (const auto &[node, catalog] : catalogs) {
        catalog.check_cycles();
        std::cout << node << ": " << catalog.resources().size() << " resources\n";
        for (const CatalogResource &resource : catalog.resources()) {
            for (const CatalogParameter &parameter : resource.parameters) {
                if (parameter.is_sensitive) {
                    std::cout << "    " << resource.reference() << ": secret " << parameter.name << "\n";
                }
            }
        }
    }
    CatalogDifference difference = catalogs.at(argv[2]).diff(catalogs.at(argv[3]));
    std::cout << argv[2] << " to " << argv[3] << ": " << difference.added.size() << " added, "
              << difference.removed.size() << " removed\n";
    for (const CatalogChange &change : difference.changed) {
        std::cout << "    " << change.reference << ": " << change.parameters.size()
                  << " changed\n";
    }
    return 0;
} catch (const polycty::Error &error) {
    std::cerr << error.text() << "\n";
    return 1;
}
