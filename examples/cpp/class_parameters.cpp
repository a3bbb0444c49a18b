// Checks Hiera data against the parameters of a Puppet class: prints the value of each parameter,
// or all errors that Puppet would report.
//
//     class_parameters MODULES CLASS DATA.json
//
// MODULES is a directory of modules, each with its `manifests`, `types` and `functions`.

#include <polycty.hpp>
#include <fstream>
#include <iostream>
#include <sstream>

namespace puppet = polycty::puppet;

static std::optional<std::string> read_file(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return file ? std::optional(text.str()) : std::nullopt;
}

int main(int argc, char **argv) try {
    std::vector<std::string> arguments(argv, argv + argc);
    arguments.resize(4);
    puppet::Environment environment;
    // Loads by name: the class, the types of its parameters, the functions of its defaults.
    environment.set_loader([&](puppet::LoadKind sought, std::string_view name)
                               -> std::optional<puppet::SourceText> {
        std::string path = puppet::module_file(arguments[1], sought, name).value_or("");
        std::optional<std::string> text = read_file(path);
        return text ? std::optional(puppet::SourceText{*text, path}) : std::nullopt;
    });
    polycty::Value data = puppet::from_json(read_file(arguments[3]).value_or(""));
    polycty::Value all = puppet::class_parameters(arguments[2], data, environment);
    std::cout << puppet::to_string(all) << "\n";
    return 0;
} catch (const polycty::Error &error) {
    std::cout << error.message() << "\n";
    return 1;
}
