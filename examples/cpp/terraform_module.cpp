// Checks the values of the variables of a Terraform module and reports all errors at once:
//
//     terraform_module MODULE VALUES.tfvars

#include <polycty.hpp>

#include <fstream>
#include <iostream>
#include <sstream>

using polycty::terraform::Inputs, polycty::terraform::Module, polycty::terraform::Unset;

int main(int argc, char **argv) try {
    if (argc != 3) {
        std::cerr << "usage: terraform_module MODULE VALUES.tfvars\n";
        return 1;
    }
    std::ostringstream values;
    values << std::ifstream(argv[2], std::ios::binary).rdbuf();
    polycty::hcl::TerraformHost host;
    host.set_root(argv[1]);
    Inputs inputs;
    inputs.set_unset(Unset::error).add_file(values.str(), argv[2]);
    std::cout << Module(host).evaluate(inputs).to_json() << "\n";
    return 0;
} catch (const polycty::Error &error) {
    std::cerr << error.text() << "\n";
    return 1;
}
