// Terraform modules and projects in the C++ wrapper.

#include "check.h"

#include <polycty.hpp>

#include <string>

namespace terraform = polycty::terraform;

static void projects() {
    polycty::hcl::TerraformHost host;
    host.set_text("main.tf", "variable \"n\" {\n  type = number\n}\n"
                             "module \"m\" {\n  source = \"./m\"\n  count = var.n\n}\n"
                             "module \"r\" {\n  source = \"a/b/c\"\n  version = \"1.0\"\n}\n"
                             "module \"gone\" {\n  source = \"a/b/d\"\n}\n"
                             "output \"o\" {\n  value = module.m[*].o\n}\n")
        .set_text("m/main.tf", "output \"o\" {\n  value = \"x\"\n}\n")
        .set_text("cache/r/main.tf", "locals {}\n")
        .set_text("n.tf", "{");
    host.remove_text("n.tf");
    try {
        host.remove_text("n.tf");
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.code() == polycty::Code::not_found);
    }
    host.set_modules([](const polycty::hcl::ModuleRequest &call) -> std::optional<std::string> {
        if (call.source != "a/b/c") {
            CHECK(call.key == "gone" && call.version.empty());
            return std::nullopt;
        }
        CHECK(call.key == "r" && call.version == "1.0");
        return "cache/r";
    });
    terraform::Schemas schemas("{\"provider_schemas\": {\"x/y/z\": {}}}");
    CHECK(schemas.providers() == std::vector<std::string>{"x/y/z"});
    terraform::ProjectOptions options;
    options.version = "1.12";
    options.schemas = schemas;
    options.workspace = "w";
    auto read = terraform::Project::diagnosed(host, ".", options);
    CHECK(read.diagnostics && read.diagnostics->diagnostics().size() == 1);
    terraform::Project project = read.value;
    std::vector<terraform::ProjectModule> modules = project.modules();
    CHECK(modules.size() == 4 && modules[1].address == "module.m" && modules[1].is_available);
    CHECK(modules[3].address == "module.gone" && !modules[3].is_available);
    CHECK(project.files().size() == 3 && project.files()[0] == "main.tf");
    terraform::Module root = project.module(), called = project.module("module.m");
    CHECK(root.variables().size() == 1 && called.variables().empty());
    terraform::Outputs inferred = project.validate();
    CHECK(inferred.get("module.m.output.o")->to_json() == "\"x\"");
    CHECK(!project.validate_diagnosed().diagnostics);
    terraform::Inputs inputs;
    inputs.set_text("n", "2");
    terraform::Outputs planned = project.plan(inputs);
    CHECK(planned.get("o")->to_json() == "[\"x\",\"x\"]" && !planned.get("p"));
    std::vector<terraform::ProjectOutput> all = planned.all();
    CHECK(all.size() == 3 && all[0].module == "module.m[0]" && all[0].name == "o");
    CHECK(all[1].address == "module.m[1].output.o" && all[1].value.to_json() == "\"x\"");
    CHECK(planned.to_json().find("\"valid\":true") != std::string::npos);
    inputs.set_text("n", "many");
    CHECK(project.plan_diagnosed(inputs).diagnostics);
    options.version.clear();
    options.dialect = terraform::Dialect::opentofu;
    host.set_text("main.tofu", "output \"o\" {\n  value = urldecode(\"a+b\")\n}\n");
    options.strictness = terraform::Strictness::errors;
    CHECK(terraform::Project(host, ".", options).validate().get("o")->to_json() == "\"a b\"");
    options.version = "1.12";
    try {
        (void)terraform::Project(host, ".", options);
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.code() == polycty::Code::unsupported);
    }
    options.dialect = terraform::Dialect::detected;
    options.version = "0.12";
    try {
        (void)terraform::Project(host, ".", options);
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.code() == polycty::Code::unsupported);
    }
}

static void check_plan() {
    const char *const text =
        "{\"format_version\": \"1.2\", \"resource_changes\": [{\"address\": \"x.a\", \"mode\": "
        "\"managed\", \"type\": \"x\", \"name\": \"a\", \"provider_name\": \"p\", \"change\": {"
        "\"actions\": [\"delete\"], \"before\": {\"n\": 1}, \"after\": null}}]}";
    const terraform::Schemas schemas("{\"provider_schemas\": {}}");
    const terraform::Plan plan(text, &schemas);
    std::vector<terraform::PlanItem> items = plan.part(terraform::PlanPart::changes);
    CHECK(items.size() == 1 && items[0].address == "x.a" && items[0].resource_type == "x");
    CHECK(items[0].kind == terraform::DeclarationKind::resource);
    CHECK(items[0].action == terraform::Action::destroy);
    CHECK(items[0].before && !items[0].before->is_null() && items[0].after.is_null());
    CHECK(items[0].previous_address.empty() && items[0].mismatch.empty());
    std::vector<terraform::PlanItem> none = plan.part(terraform::PlanPart::variables);
    CHECK(none.empty());
}

int main() {
    check_plan();
    const terraform::Module::Files files = {
        {"main.tf", "variable \"a\" {\n  type = number\n  default = 1\n  description = \"one\"\n}\n"
                    "variable \"b\" {\n  sensitive = true\n}\n"
                    "locals {\n  l = var.a + 1\n}\n"
                    "resource \"r\" \"s\" {\n  count = var.a\n}\n"
                    "output \"o\" {\n  value = [local.l, path.module, terraform.workspace]\n}\n"},
    };
    terraform::Module module(files);
    std::vector<terraform::Variable> variables = module.variables();
    CHECK(variables.size() == 2 && variables[0].description == "one");
    CHECK(variables[0].type.format(polycty::Dialect::hcl) == "number");
    CHECK(variables[0].default_value && !variables[1].default_value && variables[1].is_required);
    CHECK(variables[1].is_sensitive && variables[1].is_nullable && !variables[1].is_ephemeral);
    auto resources = module.declarations(terraform::DeclarationKind::resource);
    CHECK(resources.size() == 1 && resources[0].label == "r" && resources[0].range.start.line == 12);
    CHECK(module.argument(terraform::DeclarationKind::resource, 0, "count").text() == "var.a");
    CHECK(module.to_json().find("\"outputs\"") != std::string::npos);

    terraform::Inputs inputs;
    inputs.set("a", polycty::Value::string("41")).set_text("b", "x").set_workspace("w");
    inputs.set_path("here", terraform::PathOf::module);
    terraform::Evaluation found = module.evaluate(inputs);
    CHECK(found.output("o")->to_json() == "[42,\"here\",\"w\"]");
    CHECK(found.outputs().size() >= 1);
    using polycty::DataFormat;
    CHECK(polycty::check_document("[1]", DataFormat::json, "list(string)").empty());
    std::vector<polycty::Error> errors =
        polycty::check_document("- 1\n- []\n", DataFormat::yaml, "list(string)");
    CHECK(errors.size() == 1);
    pcty_document_part part = polycty::locate("- 1\n- []\n", DataFormat::yaml, errors[0].path());
    CHECK(part.range.start.line == 2 && part.range.start.column == 3);
    polycty::Value list = polycty::Value::from_yaml("- 1\n- []\n");
    CHECK(list.length() == 2);
    CHECK(found.local("l") && !found.local("m") && found.variable("b")->is_marked());
    CHECK(found.to_json().find("\"valid\":true") != std::string::npos);

    inputs.add_file("{\"a\": [], \"c\": 1}", "x.tfvars.json").set_unset(terraform::Unset::error);
    auto diagnosed = module.evaluate_diagnosed(inputs);
    CHECK(diagnosed.diagnostics && diagnosed.diagnostics->diagnostics().size() == 2);
    CHECK(!diagnosed.value.variable("a"));
    try {
        (void)module.evaluate(inputs);
        CHECK(false);
    } catch (const polycty::Error &error) {
        CHECK(error.code() == polycty::Code::diagnostics);
    }

    // A module of files in memory, including a template.
    polycty::hcl::TerraformHost host;
    host.set_files(
        [](std::string_view path) -> std::optional<std::string> {
            if (path == "m/main.tf") {
                return "output \"t\" {\n  value = templatefile(\"m/t\", { a = fileset(\"m\", \"*\") })\n}\n";
            }
            return path == "m/t" ? std::optional<std::string>("${join(\",\", a)}") : std::nullopt;
        },
        [](std::string_view path) -> std::optional<std::string> {
            return path == "m" ? std::optional<std::string>("main.tf\nt\nsub/\n") : std::nullopt;
        });
    terraform::Inputs of_files;
    of_files.set_host(host);
    terraform::Module folder(host, "m");
    CHECK(folder.evaluate(of_files).output("t")->to_json() == "\"main.tf,t\"");
    CHECK(!terraform::Module::diagnosed(host, "m").diagnostics);
    auto broken = terraform::Module::diagnosed({{"main.tf", "variable {}\n"}});
    CHECK(broken.diagnostics && broken.value.variables().empty());
    projects();
    return 0;
}
