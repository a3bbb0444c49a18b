// The enumerations of terraform.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_TERRAFORM_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_TERRAFORM_HPP

#include "../terraform.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace terraform {

// The kind of a declaration of a module.
enum class DeclarationKind : std::uint32_t {
    // A variable. The functions for variables return more data of it.
    variable = PCTY_TERRAFORM_VARIABLE,
    // A local value. Its argument is `value`.
    local = PCTY_TERRAFORM_LOCAL,
    // An output.
    output = PCTY_TERRAFORM_OUTPUT,
    // A resource that the module manages. The label is its type.
    resource = PCTY_TERRAFORM_RESOURCE,
    // A data source that the module reads. The label is its type.
    data = PCTY_TERRAFORM_DATA,
    // An ephemeral resource. The label is its type.
    ephemeral = PCTY_TERRAFORM_EPHEMERAL,
    // A call of another module. The target is its source.
    module_call = PCTY_TERRAFORM_MODULE_CALL,
    // A configuration of a provider. The label is its alias.
    provider = PCTY_TERRAFORM_PROVIDER,
    // A provider that the module requires. The label is its source address, the target its version
    // constraint. It has no arguments.
    required_provider = PCTY_TERRAFORM_REQUIRED_PROVIDER,
    // A version constraint for Terraform, which is the name. It has no arguments.
    required_version = PCTY_TERRAFORM_REQUIRED_VERSION,
    // The storage of the state. The name is the type of the backend, or `cloud`.
    backend = PCTY_TERRAFORM_BACKEND,
    // A `moved` block. The name is `from` as it is written, the target `to`.
    moved = PCTY_TERRAFORM_MOVED,
    // An `import` block. The name is `to` as it is written, the target `id`.
    import = PCTY_TERRAFORM_IMPORT,
    // A `removed` block. The name is `from` as it is written.
    removed = PCTY_TERRAFORM_REMOVED,
    // A `check` block.
    check = PCTY_TERRAFORM_CHECK,
};

inline detail::Names<DeclarationKind> names_of(DeclarationKind) noexcept {
    static constexpr detail::Named<DeclarationKind> all[] = {
        {DeclarationKind::variable, "variable"},
        {DeclarationKind::local, "local"},
        {DeclarationKind::output, "output"},
        {DeclarationKind::resource, "resource"},
        {DeclarationKind::data, "data"},
        {DeclarationKind::ephemeral, "ephemeral"},
        {DeclarationKind::module_call, "module_call"},
        {DeclarationKind::provider, "provider"},
        {DeclarationKind::required_provider, "required_provider"},
        {DeclarationKind::required_version, "required_version"},
        {DeclarationKind::backend, "backend"},
        {DeclarationKind::moved, "moved"},
        {DeclarationKind::import, "import"},
        {DeclarationKind::removed, "removed"},
        {DeclarationKind::check, "check"},
    };
    return all;
}

// The action of a change in a plan.
enum class Action : std::uint32_t {
    // The item is not a change.
    none = PCTY_TERRAFORM_ACTION_NONE,
    // Nothing changes.
    no_op = PCTY_TERRAFORM_ACTION_NO_OP,
    // A new object.
    create = PCTY_TERRAFORM_ACTION_CREATE,
    // A data source that is read.
    read = PCTY_TERRAFORM_ACTION_READ,
    // An object that is changed in place.
    update = PCTY_TERRAFORM_ACTION_UPDATE,
    // An object that is destroyed.
    destroy = PCTY_TERRAFORM_ACTION_DESTROY,
    // An object that is destroyed and then created again.
    destroy_then_create = PCTY_TERRAFORM_ACTION_DESTROY_THEN_CREATE,
    // A new object, and then the old one is destroyed.
    create_then_destroy = PCTY_TERRAFORM_ACTION_CREATE_THEN_DESTROY,
    // An object that is removed from the state and not destroyed.
    forget = PCTY_TERRAFORM_ACTION_FORGET,
    // A new object, and the old one is removed from the state and not destroyed.
    create_then_forget = PCTY_TERRAFORM_ACTION_CREATE_THEN_FORGET,
};

inline detail::Names<Action> names_of(Action) noexcept {
    static constexpr detail::Named<Action> all[] = {
        {Action::none, "none"},
        {Action::no_op, "no_op"},
        {Action::create, "create"},
        {Action::read, "read"},
        {Action::update, "update"},
        {Action::destroy, "destroy"},
        {Action::destroy_then_create, "destroy_then_create"},
        {Action::create_then_destroy, "create_then_destroy"},
        {Action::forget, "forget"},
        {Action::create_then_forget, "create_then_forget"},
    };
    return all;
}

// The program whose language applies to a project.
enum class Dialect : std::uint32_t {
    // OpenTofu if no version of Terraform is set and the folder of the root module has a file that
    // only OpenTofu reads, such as `main.tofu`; otherwise Terraform.
    detected = PCTY_TERRAFORM_DIALECT_DETECTED,
    // Terraform.
    terraform = PCTY_TERRAFORM_DIALECT_TERRAFORM,
    // OpenTofu 1.13.
    opentofu = PCTY_TERRAFORM_DIALECT_OPENTOFU,
};

inline detail::Names<Dialect> names_of(Dialect) noexcept {
    static constexpr detail::Named<Dialect> all[] = {
        {Dialect::detected, "detected"},
        {Dialect::terraform, "terraform"},
        {Dialect::opentofu, "opentofu"},
    };
    return all;
}

// A part of a plan or of a state.
enum class PlanPart : std::uint32_t {
    // The changes of resources and outputs; none in a state.
    changes = PCTY_TERRAFORM_PLAN_CHANGES,
    // The changes of resources outside of Terraform that the plan found.
    drift = PCTY_TERRAFORM_PLAN_DRIFT,
    // The resources and outputs after the plan, where an attribute that only the apply determines
    // is null; none in a state.
    planned = PCTY_TERRAFORM_PLAN_PLANNED,
    // The resources and outputs before the plan, or of the state.
    prior = PCTY_TERRAFORM_PLAN_PRIOR,
    // The variables of the root module; none in a state.
    variables = PCTY_TERRAFORM_PLAN_VARIABLES,
};

inline detail::Names<PlanPart> names_of(PlanPart) noexcept {
    static constexpr detail::Named<PlanPart> all[] = {
        {PlanPart::changes, "changes"},
        {PlanPart::drift, "drift"},
        {PlanPart::planned, "planned"},
        {PlanPart::prior, "prior"},
        {PlanPart::variables, "variables"},
    };
    return all;
}

// The diagnostics about the values of variables and the arguments of module calls that are reported
// in addition to those of Terraform.
enum class Strictness : std::uint32_t {
    // Each part of a value that does not convert is an error with its path.
    parts = PCTY_TERRAFORM_STRICTNESS_PARTS,
    // Attributes that an object type does not declare are warnings, too.
    warnings = PCTY_TERRAFORM_STRICTNESS_WARNINGS,
    // Both are errors.
    errors = PCTY_TERRAFORM_STRICTNESS_ERRORS,
    // None.
    none = PCTY_TERRAFORM_STRICTNESS_NONE,
};

inline detail::Names<Strictness> names_of(Strictness) noexcept {
    static constexpr detail::Named<Strictness> all[] = {
        {Strictness::parts, "parts"},
        {Strictness::warnings, "warnings"},
        {Strictness::errors, "errors"},
        {Strictness::none, "none"},
    };
    return all;
}

// The source of a text that is the value of a variable.
enum class TextFrom : std::uint32_t {
    // A command line. A value for an undeclared variable is an error.
    command_line = PCTY_TERRAFORM_FROM_COMMAND_LINE,
    // An environment, which is shared with other programs. A value for an undeclared variable is
    // ignored.
    environment = PCTY_TERRAFORM_FROM_ENVIRONMENT,
};

inline detail::Names<TextFrom> names_of(TextFrom) noexcept {
    static constexpr detail::Named<TextFrom> all[] = {
        {TextFrom::command_line, "command_line"},
        {TextFrom::environment, "environment"},
    };
    return all;
}

// The value of a variable that has no default and no input.
enum class Unset : std::uint32_t {
    // In options: the current setting is kept.
    kept = PCTY_TERRAFORM_UNSET_KEPT,
    // An unknown value of the variable's type. This is the initial setting, for modules that other
    // modules call.
    unknown = PCTY_TERRAFORM_UNSET_UNKNOWN,
    // An error, as in a plan of Terraform.
    error = PCTY_TERRAFORM_UNSET_ERROR,
};

inline detail::Names<Unset> names_of(Unset) noexcept {
    static constexpr detail::Named<Unset> all[] = {
        {Unset::kept, "kept"},
        {Unset::unknown, "unknown"},
        {Unset::error, "error"},
    };
    return all;
}

} // namespace terraform

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_TERRAFORM_HPP
