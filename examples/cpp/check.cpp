// Checks a file of input variables against the types that a module declares for them,
// and shows every entry that does not fit.
//
//     check VARIABLES VALUES.json
//
// VARIABLES has one line for each variable, `name = type`; VALUES.json is one JSON object.

#include <polycty.hpp>

#include <fstream>
#include <iostream>
#include <sstream>

using polycty::Dialect, polycty::Error, polycty::Type, polycty::TypeRef, polycty::Value,
    polycty::ValueRef;

static std::string read_file(const char *name) {
    std::ostringstream text;
    text << std::ifstream(name, std::ios::binary).rdbuf();
    return text.str();
}

static void print_error(const std::string &name, ValueRef given, const Error &failure) {
    std::cout << "  BAD " << name << failure.path_text() << "\n      " << failure.message() << "\n";
    if (std::optional<TypeRef> wanted = failure.expected()) {
        std::cout << "      wanted " << wanted->format(Dialect::hcl) << "\n";
    }
    if (std::optional<TypeRef> found = failure.found()) {
        std::cout << "      found  " << found->format(Dialect::hcl) << ": "
                  << given.apply_path(failure.path()).to_json() << "\n";
    }
}

// Prints the variable converted to its type, or all its errors, and returns
// whether it was valid.
static bool check(const std::string &name, TypeRef type, std::optional<ValueRef> given) {
    if (!given) {
        std::cout << "  BAD " << name << "\n      it is not set\n";
        return false;
    }
    std::vector<Error> errors = given->check(type, Dialect::hcl);
    for (const Error &failure : errors) {
        print_error(name, *given, failure);
    }
    if (errors.empty()) {
        std::cout << "  ok  " << name << " = "
                  << given->convert(type, Dialect::hcl).to_json() << "\n";
    }
    return errors.empty();
}

int main(int argc, char **argv) try {
    if (argc != 3) {
        std::cerr << "usage: " << argv[0] << " VARIABLES VALUES.json\n";
        return 2;
    }
    std::string json = read_file(argv[2]);
    Value given = Value::from_json(json, Type::implied_by_json(json));
    std::istringstream variables(read_file(argv[1]));
    std::size_t good = 0, all = 0;
    for (std::string line; std::getline(variables, line);) {
        std::size_t equals = line.find('=');
        if (line[0] == '#' || equals == std::string::npos) {
            continue;
        }
        std::string name = line.substr(0, line.find_first_of(" ="));
        Type type = Type::parse(std::string_view(line).substr(equals + 1), Dialect::hcl);
        all += 1;
        good += check(name, type, given.attribute(name));
    }
    std::cout << "  " << good << " of " << all << " variables fit\n";
    return 0;
} catch (const Error &error) {
    std::cerr << error.text() << "\n";
    return 1;
}
