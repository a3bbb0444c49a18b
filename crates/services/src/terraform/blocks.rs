//! The blocks and arguments of the language itself.

use Form::{Any, Bool, Choice, Labeled, Nested, Number, References, Text, TypeExpression};

/// The form of an argument or a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Any,
    Bool,
    Number,
    Text,
    TypeExpression,
    References,
    /// One of some names or texts.
    Choice(&'static [&'static str]),
    /// A block without labels.
    Nested,
    /// A block with labels.
    Labeled(&'static [&'static str]),
}

impl Form {
    /// The form as a short description.
    pub(super) fn shown(self) -> String {
        match self {
            Any => "any".to_owned(),
            Bool => "bool".to_owned(),
            Number => "number".to_owned(),
            Text => "string".to_owned(),
            TypeExpression => "type".to_owned(),
            References => "list of references".to_owned(),
            Choice(words) => words.join(" | "),
            Nested | Labeled(_) => "block".to_owned(),
        }
    }
}

/// An argument or a kind of block.
pub(super) struct Item {
    pub(super) name: &'static str,
    pub(super) form: Form,
    pub(super) required: bool,
    pub(super) documentation: &'static str,
}

const fn item(name: &'static str, form: Form, documentation: &'static str) -> Item {
    Item {
        name,
        form,
        required: false,
        documentation,
    }
}

const fn required(name: &'static str, form: Form, documentation: &'static str) -> Item {
    Item {
        name,
        form,
        required: true,
        documentation,
    }
}

/// The blocks of a file.
static FILE: [Item; 13] = [
    item(
        "resource",
        Labeled(&["type", "name"]),
        "An object that the module manages.",
    ),
    item(
        "data",
        Labeled(&["type", "name"]),
        "An object that the module reads.",
    ),
    item(
        "ephemeral",
        Labeled(&["type", "name"]),
        "An object that exists only during a run.",
    ),
    item("variable", Labeled(&["name"]), "An input of the module."),
    item("output", Labeled(&["name"]), "A result of the module."),
    item("locals", Nested, "Names for expressions within the module."),
    item("module", Labeled(&["name"]), "A call of another module."),
    item(
        "provider",
        Labeled(&["name"]),
        "The configuration of a provider.",
    ),
    item("terraform", Nested, "Settings of the module."),
    item("moved", Nested, "A new address of an object."),
    item(
        "import",
        Nested,
        "An existing object that the module manages from now on.",
    ),
    item(
        "removed",
        Nested,
        "An object that the module no longer manages.",
    ),
    item(
        "check",
        Labeled(&["name"]),
        "Assertions about the infrastructure.",
    ),
];

const SENSITIVE: Item = item(
    "sensitive",
    Bool,
    "Whether the value is hidden in the output of commands.",
);
const EPHEMERAL: Item = item(
    "ephemeral",
    Bool,
    "Whether the value is left out of the state and of plans.",
);
const DESCRIPTION: Item = item("description", Text, "The purpose, for readers.");
const DEPENDS_ON: Item = item(
    "depends_on",
    References,
    "Objects that must be complete first.",
);
const COUNT: Item = item("count", Number, "The number of instances.");
const FOR_EACH: Item = item(
    "for_each",
    Any,
    "A map or a set of strings: an instance for each element.",
);
const CONDITION: [Item; 2] = [
    required("condition", Bool, "The expression that must be true."),
    required(
        "error_message",
        Text,
        "The message if the condition is false.",
    ),
];

static VARIABLE: [Item; 8] = [
    item("type", TypeExpression, "The type of the values."),
    DESCRIPTION,
    item("default", Any, "The value if the caller sets none."),
    SENSITIVE,
    item("nullable", Bool, "Whether the value may be null."),
    EPHEMERAL,
    item("validation", Nested, "A rule that the value must satisfy."),
    item(
        "deprecated",
        Text,
        "The message for callers that set the variable.",
    ),
];
static OUTPUT: [Item; 6] = [
    required("value", Any, "The value."),
    DESCRIPTION,
    SENSITIVE,
    EPHEMERAL,
    DEPENDS_ON,
    item(
        "precondition",
        Nested,
        "A rule that is checked before the value is stored.",
    ),
];
static MODULE: [Item; 6] = [
    required("source", Text, "The address of the module."),
    item(
        "version",
        Text,
        "The constraint on the version of the module.",
    ),
    COUNT,
    FOR_EACH,
    item(
        "providers",
        Any,
        "The provider configurations that the module gets.",
    ),
    DEPENDS_ON,
];
static RESOURCE: [Item; 7] = [
    COUNT,
    FOR_EACH,
    item(
        "provider",
        Any,
        "The provider configuration that manages the object.",
    ),
    DEPENDS_ON,
    item(
        "lifecycle",
        Nested,
        "The treatment of the object when it changes.",
    ),
    item(
        "connection",
        Nested,
        "The access of provisioners to the object.",
    ),
    item(
        "provisioner",
        Labeled(&["type"]),
        "An action after the object is created.",
    ),
];
static LIFECYCLE: [Item; 6] = [
    item(
        "create_before_destroy",
        Bool,
        "Whether a new object is created before the old one is destroyed.",
    ),
    item(
        "prevent_destroy",
        Bool,
        "Whether a plan that destroys the object is an error.",
    ),
    item(
        "ignore_changes",
        References,
        "Attributes whose changes are ignored, or `all`.",
    ),
    item(
        "replace_triggered_by",
        References,
        "Objects whose changes replace this one.",
    ),
    item(
        "precondition",
        Nested,
        "A rule that is checked before the object is evaluated.",
    ),
    item(
        "postcondition",
        Nested,
        "A rule that is checked after the object is evaluated.",
    ),
];
static PROVIDER: [Item; 2] = [
    item(
        "alias",
        Text,
        "The name that distinguishes this configuration.",
    ),
    item("version", Text, "Use `required_providers` instead."),
];
static TERRAFORM: [Item; 6] = [
    item(
        "required_version",
        Text,
        "The constraint on the version of Terraform.",
    ),
    item(
        "required_providers",
        Nested,
        "The providers that the module requires.",
    ),
    item("backend", Labeled(&["type"]), "The place of the state."),
    item("cloud", Nested, "The workspace in HCP Terraform."),
    item(
        "experiments",
        References,
        "The experiments that the module uses.",
    ),
    item(
        "provider_meta",
        Labeled(&["name"]),
        "Data of the module for a provider.",
    ),
];
static MOVED: [Item; 2] = [
    required("from", References, "The old address."),
    required("to", References, "The new address."),
];
static IMPORT: [Item; 5] = [
    required("to", References, "The address of the object in the module."),
    item("id", Text, "The identifier of the existing object."),
    item("identity", Any, "The identity of the existing object."),
    FOR_EACH,
    item(
        "provider",
        Any,
        "The provider configuration that reads the object.",
    ),
];
static REMOVED: [Item; 3] = [
    required("from", References, "The address of the object."),
    item("lifecycle", Nested, "Whether the object is destroyed."),
    item(
        "connection",
        Nested,
        "The access of provisioners to the object.",
    ),
];
static REMOVED_LIFECYCLE: [Item; 1] = [required(
    "destroy",
    Bool,
    "Whether the object is destroyed.",
)];
static CHECK: [Item; 2] = [
    item("assert", Nested, "A condition that must be true."),
    item(
        "data",
        Labeled(&["type", "name"]),
        "An object that the check reads.",
    ),
];
static PROVISIONER: [Item; 3] = [
    item(
        "when",
        Choice(&["create", "destroy"]),
        "The time of the action.",
    ),
    item(
        "on_failure",
        Choice(&["continue", "fail"]),
        "The effect of a failure.",
    ),
    item("connection", Nested, "The access to the object."),
];
static DYNAMIC: [Item; 4] = [
    required(
        "for_each",
        Any,
        "The elements, each of which becomes a block.",
    ),
    item("iterator", Any, "The name of the current element."),
    item("labels", Any, "The labels of the blocks."),
    required("content", Nested, "The body of the blocks."),
];

/// The arguments and blocks of the language in the innermost of some blocks.
pub(super) fn items(types: &[&str]) -> &'static [Item] {
    match types {
        [] => &FILE,
        [.., "dynamic"] => &DYNAMIC,
        ["variable"] => &VARIABLE,
        ["output"] => &OUTPUT,
        ["module"] => &MODULE,
        ["resource" | "data" | "ephemeral"] | ["check", "data"] => &RESOURCE,
        ["resource" | "data" | "ephemeral", "lifecycle"] => &LIFECYCLE,
        ["provider"] => &PROVIDER,
        ["terraform"] => &TERRAFORM,
        ["moved"] => &MOVED,
        ["import"] => &IMPORT,
        ["removed"] => &REMOVED,
        ["removed", "lifecycle"] => &REMOVED_LIFECYCLE,
        ["check"] => &CHECK,
        ["resource", "provisioner"] => &PROVISIONER,
        [
            ..,
            "validation" | "precondition" | "postcondition" | "assert",
        ] => &CONDITION_ITEMS,
        _ => &[],
    }
}

static CONDITION_ITEMS: [Item; 2] = CONDITION;

/// The names at the start of references, with the text after them and their documentation.
pub(super) const ROOTS: [(&str, &str); 9] = [
    ("var", "The variables of the module."),
    ("local", "The local values of the module."),
    ("module", "The outputs of called modules."),
    ("data", "The data sources of the module."),
    ("ephemeral", "The ephemeral resources of the module."),
    (
        "each",
        "The current element of `for_each`: `each.key` and `each.value`.",
    ),
    ("count", "The index of the instance: `count.index`."),
    ("path", "Paths: `path.module`, `path.root` and `path.cwd`."),
    (
        "terraform",
        "The name of the workspace: `terraform.workspace`.",
    ),
];

/// The attributes of a root of references that is not a declaration, with their types.
pub(super) fn attributes_of(root: &str) -> &'static [(&'static str, &'static str)] {
    match root {
        "each" => &[("key", "string"), ("value", "any")],
        "count" => &[("index", "number")],
        "path" => &[("module", "string"), ("root", "string"), ("cwd", "string")],
        "terraform" => &[("workspace", "string"), ("applying", "bool")],
        _ => &[],
    }
}

/// The words of type expressions, with the text of their snippets.
pub(super) const TYPES: [(&str, &str); 10] = [
    ("string", "string"),
    ("number", "number"),
    ("bool", "bool"),
    ("any", "any"),
    ("list", "list(${1:string})"),
    ("set", "set(${1:string})"),
    ("map", "map(${1:string})"),
    ("object", "object({\n  ${1:name} = ${2:string}\n})"),
    ("tuple", "tuple([${1:string}])"),
    ("optional", "optional(${1:string})"),
];
