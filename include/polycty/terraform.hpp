// Terraform's modules and projects.

#ifndef POLYCTY_TERRAFORM_HPP
#define POLYCTY_TERRAFORM_HPP

#include "hcl_bodies.hpp"
#include "terraform.h"
#include "detail/enumerations_terraform.hpp"

namespace polycty {

// Terraform's modules: the declarations in a folder, and their values for given variables.
namespace terraform {

// A declaration; the C header documents the meaning of label and target for each kind. Borrowed
// from the module.
struct Declaration {
    std::string_view name, label, target, file;
    pcty_range range;
};

// A variable; borrowed from the module.
struct Variable {
    std::string_view name, description, file;
    TypeRef type;
    std::optional<ValueRef> default_value;
    bool is_required, is_nullable, is_sensitive, is_ephemeral;
    std::size_t validation_count;
    pcty_range range;
};

// A path that expressions may refer to.
enum class PathOf : std::uint32_t {
    module,
    root,
    cwd,
};

// The inputs of an evaluation: values, the last of which is used for each variable, the host for
// Terraform's functions, and paths.
//
// Ownership: move-only.
// Threads: one at a time.
//
// ```cpp
// polycty::terraform::Inputs inputs_of(std::string_view file, std::string_view values) {
//     polycty::terraform::Inputs inputs;
//     inputs.set_unset(polycty::terraform::Unset::error).add_file(values, file);
//     inputs.set_text("replicas", "3");
//     return inputs;
// }
// ```
class Inputs : public detail::Owned<detail::View<pcty_terraform_inputs>, pcty_terraform_inputs,
                                    pcty_terraform_inputs_free> {
  public:
    using Owned::Owned;
    Inputs() : Owned(pcty_terraform_inputs_new()) {}

    Inputs &set(std::string_view name, ValueRef value) {
        detail::done(pcty_terraform_inputs_set_value, mutable_get(), detail::str(name),
                     value.get());
        return *this;
    }
    Inputs &set_text(std::string_view name, std::string_view text,
                     TextFrom from = TextFrom::command_line) {
        detail::done(pcty_terraform_inputs_set_text, mutable_get(), detail::str(name),
                     detail::str(text), static_cast<pcty_terraform_text_from>(from));
        return *this;
    }
    // Uses native syntax, or JSON if the name ends in `.json`.
    Inputs &add_file(std::string_view text, std::string_view file) {
        detail::done(pcty_terraform_inputs_add_file, mutable_get(), detail::str(text),
                     detail::str(file));
        return *this;
    }
    // Adds values by the names of variables from a JSON object.
    Inputs &add_json(std::string_view text, std::string_view file) {
        detail::done(pcty_terraform_inputs_add_json, mutable_get(), detail::str(text),
                     detail::str(file));
        return *this;
    }
    Inputs &set_host(const hcl::TerraformHost &host) {
        pcty_terraform_options options = PCTY_TERRAFORM_OPTIONS_INIT;
        options.host = host.get();
        return set_options(options);
    }
    Inputs &set_path(std::string_view path, PathOf which) {
        pcty_terraform_options options = PCTY_TERRAFORM_OPTIONS_INIT;
        switch (which) {
        case PathOf::module:
            options.module_path = detail::str(path);
            break;
        case PathOf::root:
            options.root_path = detail::str(path);
            break;
        case PathOf::cwd:
            options.working_directory = detail::str(path);
            break;
        }
        return set_options(options);
    }
    Inputs &set_workspace(std::string_view name) {
        pcty_terraform_options options = PCTY_TERRAFORM_OPTIONS_INIT;
        options.workspace = detail::str(name);
        return set_options(options);
    }
    Inputs &set_unset(Unset unset) {
        pcty_terraform_options options = PCTY_TERRAFORM_OPTIONS_INIT;
        options.unset = static_cast<pcty_terraform_unset>(unset);
        return set_options(options);
    }

  private:
    Inputs &set_options(const pcty_terraform_options &options) {
        detail::done(pcty_terraform_inputs_set_options, mutable_get(), &options);
        return *this;
    }
};

// The values of a module for some inputs. A value is missing if it is invalid or depends on an
// invalid one; values are borrowed.
//
// Ownership: move-only.
// Threads: any number at once.
//
// ```cpp
// void print_url(const polycty::terraform::Evaluation &found) {
//     if (std::optional<polycty::ValueRef> url = found.output("url")) {
//         std::cout << url->to_json() << "\n";
//     }
// }
// ```
class Evaluation
    : public detail::Owned<detail::View<pcty_terraform_evaluation>, pcty_terraform_evaluation,
                           pcty_terraform_evaluation_free> {
  public:
    using Owned::Owned;
    std::optional<ValueRef> variable(std::string_view name) const & noexcept {
        return detail::some<ValueRef>(
            pcty_terraform_evaluation_get(get(), detail::str(name), PCTY_TERRAFORM_VARIABLE));
    }
    std::optional<Value> variable(std::string_view name) const && { return variable(name); }
    std::optional<ValueRef> local(std::string_view name) const & noexcept {
        return detail::some<ValueRef>(
            pcty_terraform_evaluation_get(get(), detail::str(name), PCTY_TERRAFORM_LOCAL));
    }
    std::optional<Value> local(std::string_view name) const && { return local(name); }
    std::optional<ValueRef> output(std::string_view name) const & noexcept {
        return detail::some<ValueRef>(
            pcty_terraform_evaluation_get(get(), detail::str(name), PCTY_TERRAFORM_OUTPUT));
    }
    std::optional<Value> output(std::string_view name) const && { return output(name); }
    // Returns the names of the outputs in the order of their declarations.
    std::vector<std::string> outputs() const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < pcty_terraform_evaluation_output_count(get()); i++) {
            names.emplace_back(
                detail::view(pcty_terraform_evaluation_output_name_at(get(), i)));
        }
        return names;
    }
    std::string to_json() const {
        return detail::text(detail::made<pcty_string>(pcty_terraform_evaluation_to_json, get()));
    }
};

// A parsed module.
//
// Ownership: a copy counts a reference; its results are borrowed.
// Errors: the constructors and `evaluate` throw Code::diagnostics with all diagnostics.
// Threads: any number at once.
//
// ```cpp
// std::string outline(std::string_view folder) {
//     polycty::hcl::TerraformHost host;
//     host.set_root(folder);
//     return polycty::terraform::Module(host).to_json();
// }
// ```
class Module : public detail::Shared<detail::View<pcty_terraform_module>, pcty_terraform_module,
                                     pcty_terraform_module_clone, pcty_terraform_module_free> {
  public:
    using Shared::Shared;
    // Parses texts by name, in any order.
    using Files = std::vector<std::pair<std::string_view, std::string_view>>;
    explicit Module(const Files &files) : Module(Lent(files)) {}
    static hcl::Diagnosed<Module> diagnosed(const Files &files) {
        Lent lent(files);
        return detail::diagnosed<hcl::Diagnosed<Module>, pcty_terraform_module>(
            pcty_terraform_module_parse, lent.names.data(), lent.texts.data(),
            files.size());
    }
    // Reads a folder of a host's files.
    explicit Module(const hcl::TerraformHost &host, std::string_view folder = ".")
        : Shared(detail::whole<pcty_terraform_module>(pcty_terraform_module_open, host.get(),
                                                     detail::str(folder))) {}
    static hcl::Diagnosed<Module> diagnosed(const hcl::TerraformHost &host,
                                            std::string_view folder = ".") {
        return detail::diagnosed<hcl::Diagnosed<Module>, pcty_terraform_module>(
            pcty_terraform_module_open, host.get(), detail::str(folder));
    }

    // Returns all declarations of one kind, in the order of the files.
    Range<Declaration, pcty_terraform_module> declarations(DeclarationKind kind) const & noexcept {
        auto named = static_cast<pcty_terraform_declaration_kind>(kind);
        return {get(), pcty_terraform_module_declaration_count(get(), named),
                [](const pcty_terraform_module *from, std::size_t i, std::size_t within) {
                    pcty_terraform_declaration borrowed = PCTY_TERRAFORM_DECLARATION_INIT;
                    detail::done(pcty_terraform_module_declaration_at, from, i,
                                 static_cast<pcty_terraform_declaration_kind>(within), &borrowed);
                    return Declaration{detail::view(borrowed.name), detail::view(borrowed.label),
                                       detail::view(borrowed.target), detail::view(borrowed.file),
                                       borrowed.range};
                },
                static_cast<std::size_t>(kind)};
    }
    void declarations(DeclarationKind kind) const && = delete;
    Range<Variable, pcty_terraform_module> variables() const & noexcept {
        return {get(), pcty_terraform_module_declaration_count(get(), PCTY_TERRAFORM_VARIABLE),
                [](const pcty_terraform_module *from, std::size_t i, std::size_t) {
                    pcty_terraform_variable_info borrowed = PCTY_TERRAFORM_VARIABLE_INFO_INIT;
                    detail::done(pcty_terraform_module_variable_at, from, i, &borrowed);
                    return Variable{detail::view(borrowed.name),
                                    detail::view(borrowed.description),
                                    detail::view(borrowed.file),
                                    TypeRef(borrowed.type),
                                    detail::some<ValueRef>(borrowed.default_value),
                                    borrowed.is_required,
                                    borrowed.is_nullable,
                                    borrowed.is_sensitive,
                                    borrowed.is_ephemeral,
                                    borrowed.validation_count,
                                    borrowed.range};
                }};
    }
    void variables() const && = delete;
    // Returns the expression of an argument; throws Code::not_found if it is missing.
    hcl::Expression argument(DeclarationKind kind, std::size_t index, std::string_view name) const {
        return hcl::Expression(detail::made<pcty_hcl_expression>(
            pcty_terraform_module_argument_at, get(), index, detail::str(name),
            static_cast<pcty_terraform_declaration_kind>(kind)));
    }
    std::string to_json() const {
        return detail::text(detail::made<pcty_string>(pcty_terraform_module_to_json, get()));
    }
    Evaluation evaluate(const Inputs &inputs) const {
        return Evaluation(detail::whole<pcty_terraform_evaluation>(pcty_terraform_module_evaluate,
                                                                  get(), inputs.get()));
    }
    hcl::Diagnosed<Evaluation> evaluate_diagnosed(const Inputs &inputs) const {
        return detail::diagnosed<hcl::Diagnosed<Evaluation>, pcty_terraform_evaluation>(
            pcty_terraform_module_evaluate, get(), inputs.get());
    }

  private:
    struct Lent {
        detail::Array<pcty_str> names, texts;
        explicit Lent(const Files &files) {
            for (const auto &file : files) {
                names.push(detail::str(file.first));
                texts.push(detail::str(file.second));
            }
        }
    };
    explicit Module(const Lent &lent)
        : Shared(detail::whole<pcty_terraform_module>(pcty_terraform_module_parse, lent.names.data(),
                                                     lent.texts.data(), lent.names.size())) {}
};

// The schemas of providers, which `terraform providers schema -json` writes.
//
// Ownership: a copy counts a reference.
// Errors: the constructor throws Code::syntax.
// Threads: any number at once.
//
// ```cpp
// void print_providers(std::string_view text) {
//     for (const std::string &source : polycty::terraform::Schemas(text).providers()) {
//         std::cout << source << "\n"; // registry.terraform.io/hashicorp/aws
//     }
// }
// ```
class Schemas : public detail::Shared<detail::View<pcty_terraform_schemas>, pcty_terraform_schemas,
                                      pcty_terraform_schemas_clone, pcty_terraform_schemas_free> {
  public:
    using Shared::Shared;
    explicit Schemas(std::string_view text)
        : Shared(detail::made<pcty_terraform_schemas>(pcty_terraform_schemas_parse,
                                                      detail::str(text))) {}

    // Returns the source addresses of the providers.
    std::vector<std::string> providers() const {
        std::vector<std::string> found;
        for (std::size_t i = 0; i < pcty_terraform_schemas_provider_count(get()); i++) {
            found.emplace_back(detail::view(pcty_terraform_schemas_provider_at(get(), i)));
        }
        return found;
    }
};

// Options of a project; members that are empty have the defaults of the C header.
struct ProjectOptions {
    std::string version;            // such as `1.13`; the newest if empty
    std::optional<Schemas> schemas; // of the providers
    const Inputs *inputs = nullptr; // for root variables with `const`
    std::string workspace;
    std::string manifest; // the text of modules.json; read from the folder if empty
    bool has_queries = false;
    Dialect dialect = Dialect::detected;
    Strictness strictness = Strictness::parts;
};

// A module of a project; borrowed from the project. The C header documents the members.
struct ProjectModule {
    std::string_view address, source, directory, file;
    pcty_range range;
    bool is_available;
};

// An output of an instance of a module; borrowed from the outputs.
struct ProjectOutput {
    std::string_view name, module, address;
    ValueRef value; // unknown if it depends on values that are not known
};

// The outputs of the modules of a project, from a validation or a plan.
//
// Ownership: move-only; values and texts are borrowed.
// Threads: any number at once.
//
// ```cpp
// void print_types(const polycty::terraform::Outputs &outputs) {
//     for (const polycty::terraform::ProjectOutput &output : outputs.all()) {
//         std::cout << output.address << ": "
//                   << output.value.type().format(polycty::Dialect::hcl) << "\n";
//     }
// }
// ```
class Outputs : public detail::Owned<detail::View<pcty_terraform_outputs>, pcty_terraform_outputs,
                                     pcty_terraform_outputs_free> {
  public:
    using Owned::Owned;
    // Returns all outputs, each after those that it depends on.
    Range<ProjectOutput, pcty_terraform_outputs> all() const & noexcept {
        return {get(), pcty_terraform_outputs_count(get()),
                [](const pcty_terraform_outputs *from, std::size_t i, std::size_t) {
                    pcty_terraform_output_info borrowed = PCTY_TERRAFORM_OUTPUT_INFO_INIT;
                    detail::done(pcty_terraform_outputs_at, from, i, &borrowed);
                    return ProjectOutput{detail::view(borrowed.name),
                                         detail::view(borrowed.module),
                                         detail::view(borrowed.address), ValueRef(borrowed.value)};
                }};
    }
    void all() const && = delete;
    // Returns the value of an output by its address: `url`, or `module.network[0].output.ids`.
    std::optional<ValueRef> get(std::string_view address) const & noexcept {
        return detail::some<ValueRef>(pcty_terraform_outputs_get(get(), detail::str(address)));
    }
    std::optional<Value> get(std::string_view address) const && { return get(address); }
    using Owned::get;
    std::string to_json() const {
        return detail::text(detail::made<pcty_string>(pcty_terraform_outputs_to_json, get()));
    }
};

// An item of a part of a plan; borrowed from the plan. The C header documents the members; texts that
// an item does not have are empty.
struct PlanItem {
    DeclarationKind kind;
    Action action;
    std::string_view address, previous_address, resource_type, name, provider, mismatch;
    std::optional<ValueRef> before; // of a change
    ValueRef after;
};

// A plan or a state in the JSON form of `terraform show -json`, as typed values.
//
// Ownership: move-only; values and texts are borrowed.
// Threads: any number at once.
//
// ```cpp
// void print_changes(std::string_view text, const polycty::terraform::Schemas &schemas) {
//     const polycty::terraform::Plan plan(text, &schemas);
//     for (const polycty::terraform::PlanItem &item :
//          plan.part(polycty::terraform::PlanPart::changes)) {
//         std::cout << item.address << ": "
//                   << item.after.type().format(polycty::Dialect::hcl) << "\n";
//     }
// }
// ```
class Plan : public detail::Owned<detail::View<pcty_terraform_plan>, pcty_terraform_plan,
                                  pcty_terraform_plan_free> {
  public:
    using Owned::Owned;
    // Without schemas, values are objects and tuples as the text has them.
    explicit Plan(std::string_view text, const Schemas *schemas = nullptr)
        : Owned(detail::made<pcty_terraform_plan>(pcty_terraform_plan_parse, detail::str(text),
                                                  schemas ? schemas->get() : nullptr)) {}

    // Returns the items of a part: resources, then outputs.
    Range<PlanItem, pcty_terraform_plan> part(PlanPart part) const & noexcept {
        switch (part) {
        case PlanPart::drift: return items<PCTY_TERRAFORM_PLAN_DRIFT>();
        case PlanPart::planned: return items<PCTY_TERRAFORM_PLAN_PLANNED>();
        case PlanPart::prior: return items<PCTY_TERRAFORM_PLAN_PRIOR>();
        case PlanPart::variables: return items<PCTY_TERRAFORM_PLAN_VARIABLES>();
        default: return items<PCTY_TERRAFORM_PLAN_CHANGES>();
        }
    }
    void part(PlanPart part) const && = delete;

  private:
    template <pcty_terraform_plan_part part>
    Range<PlanItem, pcty_terraform_plan> items() const noexcept {
        return {get(), pcty_terraform_plan_count(get(), part),
                [](const pcty_terraform_plan *from, std::size_t i, std::size_t) {
                    pcty_terraform_plan_item borrowed = PCTY_TERRAFORM_PLAN_ITEM_INIT;
                    detail::done(pcty_terraform_plan_at, from, i, part, &borrowed);
                    return PlanItem{static_cast<DeclarationKind>(borrowed.kind),
                                    static_cast<Action>(borrowed.action),
                                    detail::view(borrowed.address),
                                    detail::view(borrowed.previous_address),
                                    detail::view(borrowed.resource_type),
                                    detail::view(borrowed.name),
                                    detail::view(borrowed.provider),
                                    detail::view(borrowed.mismatch),
                                    detail::some<ValueRef>(borrowed.before),
                                    ValueRef(borrowed.after)};
                }};
    }
};

// A root module and the modules that it calls.
//
// Ownership: a copy counts a reference; its results are borrowed.
// Errors: the constructor, `validate` and `plan` throw Code::diagnostics with all diagnostics.
// Threads: any number at once.
//
// ```cpp
// void check(std::string_view folder) {
//     polycty::hcl::TerraformHost host;
//     host.set_root(folder);
//     polycty::terraform::ProjectOptions options;
//     options.version = "1.13";
//     (void)polycty::terraform::Project(host, ".", options).validate();
// }
// ```
class Project : public detail::Shared<detail::View<pcty_terraform_project>, pcty_terraform_project,
                                      pcty_terraform_project_clone, pcty_terraform_project_free> {
  public:
    using Shared::Shared;
    explicit Project(const hcl::TerraformHost &host, std::string_view folder = ".",
                     const ProjectOptions &options = {})
        : Project(host, folder, borrowed(options)) {}
    static hcl::Diagnosed<Project> diagnosed(const hcl::TerraformHost &host,
                                             std::string_view folder = ".",
                                             const ProjectOptions &options = {}) {
        const pcty_terraform_project_options lent = borrowed(options);
        return detail::diagnosed<hcl::Diagnosed<Project>, pcty_terraform_project>(
            pcty_terraform_project_open, host.get(), detail::str(folder), &lent);
    }

    // Returns the modules: the root module first, those that are not available last.
    Range<ProjectModule, pcty_terraform_project> modules() const & noexcept {
        return {get(), detail::info(pcty_terraform_project_info, get()).module_count,
                [](const pcty_terraform_project *from, std::size_t i, std::size_t) {
                    pcty_terraform_module_info found = PCTY_TERRAFORM_MODULE_INFO_INIT;
                    detail::done(pcty_terraform_project_module_at, from, i, &found);
                    return ProjectModule{detail::view(found.address), detail::view(found.source),
                                         detail::view(found.directory), detail::view(found.file),
                                         found.range, found.is_available};
                }};
    }
    void modules() const && = delete;
    // Returns the declarations of a module by its address, empty for the root module; throws
    // Code::not_found if there is no such module.
    Module module(std::string_view address = "") const {
        return Module(detail::made<pcty_terraform_module>(pcty_terraform_project_module_get, get(),
                                                          detail::str(address)));
    }
    // Returns the paths of the files of all modules.
    std::vector<std::string> files() const {
        std::vector<std::string> found;
        std::size_t count = detail::info(pcty_terraform_project_info, get()).file_count;
        for (std::size_t i = 0; i < count; i++) {
            found.emplace_back(detail::view(pcty_terraform_project_file_at(get(), i)));
        }
        return found;
    }
    // Checks the project without values for its variables, and infers the types of its outputs.
    Outputs validate() const {
        return Outputs(
            detail::whole<pcty_terraform_outputs>(pcty_terraform_project_validate, get()));
    }
    hcl::Diagnosed<Outputs> validate_diagnosed() const {
        return detail::diagnosed<hcl::Diagnosed<Outputs>, pcty_terraform_outputs>(
            pcty_terraform_project_validate, get());
    }
    // Evaluates the project with inputs, on an empty state.
    Outputs plan(const Inputs &inputs) const {
        return Outputs(detail::whole<pcty_terraform_outputs>(pcty_terraform_project_plan, get(),
                                                            inputs.get()));
    }
    hcl::Diagnosed<Outputs> plan_diagnosed(const Inputs &inputs) const {
        return detail::diagnosed<hcl::Diagnosed<Outputs>, pcty_terraform_outputs>(
            pcty_terraform_project_plan, get(), inputs.get());
    }

  private:
    static pcty_terraform_project_options borrowed(const ProjectOptions &options) noexcept {
        pcty_terraform_project_options lent = PCTY_TERRAFORM_PROJECT_OPTIONS_INIT;
        auto set = [](pcty_str &member, const std::string &text) {
            if (!text.empty()) {
                member = detail::str(text);
            }
        };
        set(lent.version, options.version);
        set(lent.workspace, options.workspace);
        set(lent.manifest, options.manifest);
        lent.schemas = options.schemas ? options.schemas->get() : nullptr;
        lent.inputs = options.inputs != nullptr ? options.inputs->get() : nullptr;
        lent.has_queries = options.has_queries;
        lent.dialect = static_cast<pcty_terraform_dialect>(options.dialect);
        lent.strictness = static_cast<pcty_terraform_strictness>(options.strictness);
        return lent;
    }
    Project(const hcl::TerraformHost &host, std::string_view folder,
            const pcty_terraform_project_options &options)
        : Shared(detail::whole<pcty_terraform_project>(pcty_terraform_project_open, host.get(),
                                                      detail::str(folder), &options)) {}
};

} // namespace terraform

} // namespace polycty

#endif // POLYCTY_TERRAFORM_HPP
