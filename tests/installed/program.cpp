// Uses the library as it is installed: the header in its place, and nothing of the source.

#include <polycty.hpp>

#include <iostream>

int main() {
    polycty::Type type = polycty::Type::parse("list(number)", polycty::Dialect::hcl);
    std::cout << "C++: " << polycty::Value::from_json("[1, 2]", type).to_json() << "\n";
}
