// Uses the installed library: only the installed header, and no part of the source.

#include <polycty.hpp>

#include <iostream>

int main() {
    polycty::Type type = polycty::Type::parse("list(number)", polycty::Dialect::hcl);
    std::cout << "C++: " << polycty::Value::from_json("[1, 2]", type).to_json() << "\n";
}
