// Checks a Terraform project with the modules that it calls, and evaluates its outputs:
//
//     terraform_project FOLDER VALUES.tfvars

#include <polycty.hpp>

#include <fstream>
#include <iostream>
#include <sstream>

using polycty::terraform::Inputs, polycty::terraform::Project;

int main(int argc, char **argv) try {
    if (argc != 3) {
        std::cerr << "usage: terraform_project FOLDER VALUES.tfvars\n";
        return 1;
    }
    std::ostringstream values;
    values << std::ifstream(argv[2], std::ios::binary).rdbuf();
    polycty::hcl::TerraformHost host;
    host.set_root(argv[1]);
    Inputs inputs;
    inputs.add_file(values.str(), argv[2]);
    Project project(host);
    (void)project.validate();
    std::cout << project.plan(inputs).to_json() << "\n";
    return 0;
} catch (const polycty::Error &error) {
    std::cerr << error.text() << "\n";
    return 1;
}
