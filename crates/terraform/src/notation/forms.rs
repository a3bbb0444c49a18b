//! The forms of arguments in JSON syntax, and the blocks of bodies.

use crate::refactor::FILE;
use polycty_hcl::write::{JsonForm, JsonForms};

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terraform {
    /// Declarations.
    Configuration,
    /// Values of variables.
    Values,
}

impl Terraform {
    /// The kind of a file by its name.
    pub(super) fn of(name: &str) -> Terraform {
        let name = name.strip_suffix(".json").unwrap_or(name);
        if name.ends_with(".tfvars") {
            Terraform::Values
        } else {
            Terraform::Configuration
        }
    }
}

impl JsonForms for Terraform {
    fn form(&self, block_types: &[&str], argument: &str) -> JsonForm {
        match self {
            Terraform::Configuration => form(block_types, argument),
            Terraform::Values => JsonForm::Literal,
        }
    }

    fn is_keyed(&self, block_types: &[&str], block_type: &str) -> bool {
        let of_file = || FILE.iter().find(|(known, _)| *known == block_type);
        block_types.is_empty() && of_file().is_some_and(|(_, labels)| *labels > 0)
    }
}

/// The form of an argument in a body.
fn form(block_types: &[&str], argument: &str) -> JsonForm {
    use JsonForm::{Expression, Literal, Static};
    const RESOURCE: [&str; 5] = ["resource", "data", "ephemeral", "action", "list"];
    let (block_types, inside_check) = match block_types {
        ["check", inner @ ..] => (inner, true),
        all => (all, false),
    };
    match (block_types, argument) {
        (["variable" | "output"], "type") | (["output"], "depends_on") => Static,
        (["variable"], _) => Literal,
        (["output"], "description" | "deprecated" | "sensitive" | "ephemeral") => Literal,
        (["module"], "providers" | "depends_on") => Static,
        // A source may have sequences since Terraform 1.15.
        (["module"], "version" | "ignore_nested_deprecations") => Literal,
        (["provider"], "alias" | "version") => Literal,
        (["terraform"], "experiments" | "language") => Static,
        (["terraform", "required_providers"], _) => Static,
        (["terraform", "provider_meta", ..], _) => Expression,
        (["terraform", ..], _) => Literal,
        (["moved"], _) | (["removed"], "from") | (["import"], "to" | "provider") => Static,
        ([kind], "provider" | "depends_on") if RESOURCE.contains(kind) => Static,
        ([kind, "lifecycle"], "ignore_changes" | "replace_triggered_by")
            if RESOURCE.contains(kind) =>
        {
            Static
        }
        ([_, "lifecycle", "action_trigger"], "events" | "actions") => Static,
        ([kind, "provisioner"], "when" | "on_failure")
            if RESOURCE.contains(kind) || *kind == "removed" =>
        {
            Static
        }
        ([.., "dynamic"], "iterator") if !inside_check || block_types.len() > 1 => Static,
        _ => Expression,
    }
}

/// The blocks of a body that Terraform itself defines, with the number of their labels.
pub(super) fn blocks(block_types: &[&str]) -> &'static [(&'static str, usize)] {
    match block_types {
        [] => FILE,
        ["variable"] => &[("validation", 0)],
        ["output"] => &[("precondition", 0)],
        ["terraform"] => &[
            ("required_providers", 0),
            ("backend", 1),
            ("cloud", 0),
            ("provider_meta", 1),
        ],
        ["terraform", "backend" | "cloud"] => &[("workspaces", 0)],
        ["module"] => &[("_", 0)],
        ["check"] => &[("data", 2), ("assert", 0)],
        ["removed"] => &[("lifecycle", 0), ("connection", 0), ("provisioner", 1)],
        ["action" | "list"] => &[("lifecycle", 0), ("config", 0), ("dynamic", 1)],
        ["resource"] => &[
            ("lifecycle", 0),
            ("connection", 0),
            ("provisioner", 1),
            ("timeouts", 0),
            ("dynamic", 1),
            ("_", 0),
        ],
        ["data" | "ephemeral"] | ["check", "data"] => {
            &[("lifecycle", 0), ("timeouts", 0), ("dynamic", 1), ("_", 0)]
        }
        [_, "lifecycle"] | ["check", _, "lifecycle"] => &[
            ("precondition", 0),
            ("postcondition", 0),
            ("action_trigger", 0),
        ],
        [_, "provisioner"] => &[("connection", 0)],
        [.., "dynamic"] => &[("content", 0)],
        _ => &[("dynamic", 1)],
    }
}
