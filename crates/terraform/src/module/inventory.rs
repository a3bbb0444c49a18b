//! The inventory: the declarations of a module and their positions.
//!
//! Each declaration has its position and the body that it was read from. [`Declared::argument`]
//! finds arguments that have no field of their own.

use super::merge::Index;
use super::sink::Location;
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Source};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::Defaults;
use polycty_hcl::body::{Attribute, AttributeSchema, Block, Body, Schema};
use polycty_hcl::eval::Expr;
use polycty_hcl::syntax::Traversal;
use std::sync::Arc;

/// The position and the bodies of a declaration.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The header of its block.
    pub place: Location,
    /// The body of its block.
    body: Body,
    /// The bodies of override files. The last one takes precedence.
    overrides: Vec<Body>,
}

impl Declared {
    pub(crate) fn new(block: &Block) -> Declared {
        Declared {
            place: Location::new(&block.source, block.def_range),
            body: block.body.clone(),
            overrides: Vec::new(),
        }
    }

    /// The body of its block.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The bodies of override files that change it, in their order.
    #[must_use]
    pub fn overrides(&self) -> &[Body] {
        &self.overrides
    }

    /// Returns an argument by name. The last body that sets it takes precedence.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn argument(&self, name: &str, budget: &Budget) -> Result<Option<Attribute>> {
        let schema = Schema {
            attributes: vec![AttributeSchema {
                name: name.into(),
                required: false,
            }],
            blocks: Vec::new(),
        };
        let bodies = self.overrides.iter().rev();
        for body in bodies.chain([&self.body]) {
            let (mut found, _) = body.partial_content_within(&schema, budget);
            if let Some(attribute) = found.content.attributes.pop() {
                return Ok(Some(attribute));
            }
        }
        budget.finish()?;
        Ok(None)
    }

    pub(crate) fn change(&mut self, by: Declared) {
        self.overrides.push(by.body);
        self.overrides.extend(by.overrides);
    }
}

/// An input variable of the module.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The name.
    pub name: Str,
    /// Its declaration.
    pub declared: Declared,
    /// The constraint on its values, or `None` if no type is declared.
    pub constraint: Option<Constraint>,
    /// The default, converted to the type of the variable.
    pub default: Option<Value>,
    /// The description.
    pub description: Option<Str>,
    /// The arguments of these names, or `None` if they are not set.
    pub(crate) sensitive: Option<bool>,
    pub(crate) ephemeral: Option<bool>,
    pub(crate) nullable: Option<bool>,
    /// Whether the value must be known while modules are loaded (`const`).
    pub(crate) constant: Option<bool>,
    /// The message for callers that set it, if it is deprecated.
    pub deprecated: Option<Str>,
    /// The rules that its value must satisfy.
    pub validations: Vec<Rule>,
}

impl Variable {
    /// The type of its values with optional attributes, or the dynamic type if none is declared.
    #[must_use]
    pub fn ty(&self) -> &Type {
        match &self.constraint {
            Some(constraint) => &constraint.ty,
            None => Type::any(),
        }
    }

    /// Whether its value must not be shown.
    #[must_use]
    pub fn is_sensitive(&self) -> bool {
        self.sensitive.unwrap_or(false)
    }

    /// Whether its value exists only during a run and is never stored.
    #[must_use]
    pub fn is_ephemeral(&self) -> bool {
        self.ephemeral.unwrap_or(false)
    }

    /// Whether its value may be null. If not, a null is replaced by the default.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.nullable.unwrap_or(true)
    }

    /// Whether a value must be set by the caller.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.default.is_none()
    }
}

/// The type constraint of a variable or an output.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The type, with optional attributes.
    pub ty: Type,
    /// The defaults of optional attributes.
    pub defaults: Option<Arc<Defaults>>,
    /// The source text of the type, including optional attributes and their defaults.
    pub text: Str,
    /// The position of the type.
    pub place: Location,
}

impl Constraint {
    /// Whether a text from outside is the value itself, not an expression.
    pub(crate) fn is_primitive(&self) -> bool {
        self.ty.is_string() || self.ty.is_number() || self.ty.is_bool()
    }
}

/// A condition and the message for its failure.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The position of its block's header.
    pub place: Location,
    /// The condition, which must be true.
    pub condition: Expr,
    /// The error message.
    pub message: Expr,
}

/// A local value.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name.
    pub name: Str,
    /// The position of the whole argument.
    pub place: Location,
    /// The expression.
    pub value: Expr,
}

/// An output of the module.
#[derive(Clone, Debug)]
pub struct Output {
    /// The name.
    pub name: Str,
    /// Its declaration.
    pub declared: Declared,
    /// The expression, or `None` if the argument is missing, which is an error.
    pub value: Option<Expr>,
    /// The description.
    pub description: Option<Str>,
    pub(crate) sensitive: Option<bool>,
    pub(crate) ephemeral: Option<bool>,
    /// The type that its value is converted to.
    pub constraint: Option<Constraint>,
    /// The message for readers, if it is deprecated, and the position of the argument.
    pub deprecated: Option<(Str, Location)>,
    /// The dependencies that `depends_on` adds to those of the value.
    pub depends_on: Vec<Dependency>,
    /// The rules that are checked before the value is evaluated.
    pub preconditions: Vec<Rule>,
}

impl Output {
    /// Whether its value must not be shown.
    #[must_use]
    pub fn is_sensitive(&self) -> bool {
        self.sensitive.unwrap_or(false)
    }

    /// Whether its value exists only during a run.
    #[must_use]
    pub fn is_ephemeral(&self) -> bool {
        self.ephemeral.unwrap_or(false)
    }
}

/// An element of `depends_on`.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// The reference.
    pub on: Traversal,
    /// The source text that contains the reference.
    pub source: Source,
}

/// The kind of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ResourceMode {
    /// `resource`: managed by the module.
    Managed,
    /// `data`: read by the module.
    Data,
    /// `ephemeral`: exists only during a run.
    Ephemeral,
}

impl ResourceMode {
    /// The type of its blocks.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            ResourceMode::Managed => "resource",
            ResourceMode::Data => "data",
            ResourceMode::Ephemeral => "ephemeral",
        }
    }
}

/// The number of instances, from `count` or `for_each`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Repetition {
    /// One instance, without a key.
    Single,
    /// As many instances as the value of `count`.
    Count(Expr),
    /// One instance for each element of `for_each`.
    ForEach(Expr),
    /// One instance without a key if the value of `enabled` in OpenTofu is true, and none otherwise.
    Enabled(Expr),
}

impl Repetition {
    /// The expression that determines the instances.
    pub(crate) fn expr(&self) -> Option<&Expr> {
        match self {
            Repetition::Single => None,
            Repetition::Count(expr) | Repetition::ForEach(expr) | Repetition::Enabled(expr) => {
                Some(expr)
            }
        }
    }

    /// Whether instances have keys.
    pub(crate) fn has_keys(&self) -> bool {
        matches!(self, Repetition::Count(_) | Repetition::ForEach(_))
    }
}

/// A managed resource, a data source or an ephemeral resource.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The kind.
    pub mode: ResourceMode,
    /// The type.
    pub resource_type: Str,
    /// The name.
    pub name: Str,
    /// Its declaration.
    pub declared: Declared,
    /// The number of instances.
    pub repetition: Repetition,
    /// The name and alias of the provider configuration, if `provider` is set.
    pub provider: Option<(Str, Option<Str>)>,
    /// The position of that name.
    pub(crate) provider_reference: Option<ProviderReference>,
    /// The dependencies in `depends_on`.
    pub depends_on: Vec<Dependency>,
    /// The rules that are checked before the resource is created or read.
    pub preconditions: Vec<Rule>,
    /// The rules that are checked after the resource is created or read.
    pub postconditions: Vec<Rule>,
    /// The types of its provisioners.
    pub provisioners: Vec<Str>,
    /// The arguments of the provider, and their overrides.
    pub(crate) arguments: Body,
    pub(crate) overridden: Vec<Body>,
    /// The bodies of provisioners and connections, which may refer to `self`.
    pub(crate) inner: Vec<Body>,
    /// The attributes in `ignore_changes`; empty for the keyword `all`.
    pub(crate) ignored: Vec<(Expr, Source)>,
    /// The references in `replace_triggered_by`.
    pub(crate) replaced_by: Vec<(Expr, Source)>,
    /// The position of the first label.
    pub(crate) type_place: Location,
    /// Its provisioners.
    pub(crate) provisioner_blocks: Vec<ProvisionerBlock>,
    /// The connection that its provisioners share.
    pub(crate) connection: Option<Body>,
    /// Its action triggers.
    pub(crate) triggers: Vec<ActionTrigger>,
    /// The name of the check that contains its block.
    pub(crate) of_check: Option<Str>,
}

impl Resource {
    /// The address of the resource in expressions.
    #[must_use]
    pub fn address(&self) -> String {
        address(self.mode, &self.resource_type, &self.name)
    }
}

/// A list resource of a query file (Terraform 1.14).
#[derive(Clone, Debug)]
pub(crate) struct ListResource {
    pub(crate) list_type: Str,
    pub(crate) name: Str,
    pub(crate) declared: Declared,
    pub(crate) type_place: Location,
    /// The position for diagnostics about missing parts of its body.
    pub(crate) missing_place: Location,
    pub(crate) provider: Option<ProviderName>,
    pub(crate) repetition: Repetition,
    pub(crate) limit: Option<Expr>,
    pub(crate) include_resource: Option<Expr>,
    pub(crate) config: Option<Body>,
}

impl ListResource {
    pub(crate) fn address(&self) -> String {
        list_address(&self.list_type, &self.name)
    }
}

/// The address of a list resource.
pub(crate) fn list_address(list_type: &str, name: &str) -> String {
    format!("list.{list_type}.{name}")
}

/// A block `provisioner` of a resource.
#[derive(Clone, Debug)]
pub(crate) struct ProvisionerBlock {
    pub(crate) provisioner_type: Str,
    pub(crate) body: Body,
    pub(crate) connection: Option<Body>,
}

/// A block `action_trigger` of a resource.
#[derive(Clone, Debug)]
pub(crate) struct ActionTrigger {
    pub(crate) condition: Option<Expr>,
    /// Whether it runs before the resource is created.
    pub(crate) creates: bool,
    /// Whether it runs when the resource is destroyed.
    pub(crate) destroys: bool,
    pub(crate) actions: Vec<TriggeredAction>,
}

/// An action that a trigger runs.
#[derive(Clone, Debug)]
pub(crate) struct TriggeredAction {
    pub(crate) action_type: Str,
    pub(crate) name: Str,
    /// The constant key of the instance.
    pub(crate) key: Option<Value>,
    /// Whether the reference has a key, which may also be `each.key`.
    pub(crate) has_key: bool,
    pub(crate) place: Location,
}

/// An action (Terraform 1.14).
#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) action_type: Str,
    pub(crate) name: Str,
    pub(crate) declared: Declared,
    pub(crate) repetition: Repetition,
    pub(crate) provider: Option<ProviderName>,
    /// The body of the block `config`, then those of override files.
    pub(crate) config: Vec<Body>,
}

impl Action {
    pub(crate) fn address(&self) -> String {
        action_address(&self.action_type, &self.name)
    }
}

/// The address of an action.
pub(crate) fn action_address(action_type: &str, name: &str) -> String {
    format!("action.{action_type}.{name}")
}

/// The address of a resource in expressions.
pub(crate) fn address(mode: ResourceMode, resource_type: &str, name: &str) -> String {
    match mode {
        ResourceMode::Managed => format!("{resource_type}.{name}"),
        mode => format!("{}.{resource_type}.{name}", mode.keyword()),
    }
}

/// A call of a child module.
#[derive(Clone, Debug)]
pub struct ModuleCall {
    /// The name.
    pub name: Str,
    /// Its declaration.
    pub declared: Declared,
    /// The source address of the child module.
    pub source: Option<Str>,
    /// The version constraint.
    pub version: Option<Str>,
    /// The number of instances.
    pub repetition: Repetition,
    /// The dependencies in `depends_on`.
    pub depends_on: Vec<Dependency>,
    /// The argument `source`, which may be an expression since Terraform 1.15.
    pub(crate) source_argument: Option<Attribute>,
    /// The argument `version`, which may be an expression since Terraform 1.15.
    pub(crate) version_argument: Option<Attribute>,
    /// The provider configurations that are passed to the child module.
    pub(crate) providers: Vec<PassedProvider>,
    /// Whether deprecations within the called module are not reported.
    pub(crate) ignores_nested_deprecations: bool,
    /// The arguments that set the child module's variables, and their overrides.
    pub(crate) arguments: Body,
    pub(crate) overridden: Vec<Body>,
}

/// A provider configuration that a call passes to a child module.
#[derive(Clone, Debug)]
pub(crate) struct PassedProvider {
    pub(crate) in_child: ProviderName,
    pub(crate) child_place: Location,
    pub(crate) child_key: Option<Location>,
    pub(crate) in_parent: ProviderName,
    pub(crate) parent_place: Location,
    pub(crate) parent_key: Option<Location>,
}

/// The positions of a reference to a provider configuration.
#[derive(Clone, Debug)]
pub(crate) struct ProviderReference {
    /// The position of the name.
    pub(crate) place: Location,
    /// The position of the key of an instance, which OpenTofu supports.
    pub(crate) key: Option<Location>,
}

/// The name of a provider configuration within a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ProviderName {
    pub(crate) name: Str,
    pub(crate) alias: Option<Str>,
}

impl std::fmt::Display for ProviderName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.alias {
            Some(alias) => write!(f, "{}.{alias}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// A provider configuration.
#[derive(Clone, Debug)]
pub struct ProviderConfig {
    /// The provider's local name.
    pub name: Str,
    /// The alias, which distinguishes it from other configurations of the provider.
    pub alias: Option<Str>,
    /// Its declaration.
    pub declared: Declared,
    /// The instances, which OpenTofu supports.
    pub(crate) repetition: Repetition,
    pub(crate) arguments: Body,
    /// The arguments in override files.
    pub(crate) overridden: Vec<Body>,
}

/// A provider that the module requires.
#[derive(Clone, Debug)]
pub struct ProviderRequirement {
    /// The local name.
    pub name: Str,
    /// The source address.
    pub source: Option<Str>,
    /// The version constraint.
    pub version: Option<Str>,
    /// The aliases that callers must pass.
    pub(crate) aliases: Vec<ProviderName>,
    /// The position of the requirement.
    pub place: Location,
}

/// The settings of `terraform` blocks.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The constraints on the version of Terraform.
    pub required_versions: Vec<(Str, Location)>,
    /// The positions of the whole arguments.
    pub(crate) version_places: Vec<Location>,
    /// The providers that the module requires.
    pub required_providers: Vec<ProviderRequirement>,
    /// The index of the first requirement of each local name.
    pub(crate) requirements: Index<Str>,
    /// The position of the `required_providers` block.
    pub(crate) providers_place: Option<Location>,
    /// The `backend` block, which configures where state is stored.
    pub backend: Option<Backend>,
    /// The `cloud` block, which configures where state is stored.
    pub cloud: Option<Declared>,
    /// The position of the `encryption` block of OpenTofu.
    pub(crate) encryption: Option<Location>,
}

impl Settings {
    /// Adds a requirement.
    pub(crate) fn require(&mut self, requirement: ProviderRequirement) {
        let at = self.required_providers.len();
        let name = requirement.name.clone();
        self.requirements.entry(name).or_insert(at);
        self.required_providers.push(requirement);
    }

    /// The requirement of a local name.
    pub(crate) fn requirement(&self, name: &str) -> Option<&ProviderRequirement> {
        let at = self.requirements.get(name)?;
        Some(&self.required_providers[*at])
    }
}

/// A `backend` block.
#[derive(Clone, Debug)]
pub struct Backend {
    /// The type.
    pub backend_type: Str,
    /// Its declaration.
    pub declared: Declared,
}

/// A `moved`, `import` or `removed` block.
#[derive(Clone, Debug)]
pub struct Change {
    /// The kind of block.
    pub kind: ChangeKind,
    /// Its declaration.
    pub declared: Declared,
    /// The source text of `from`, or of `to` for an import.
    pub from: Option<Str>,
    /// The source text of `to`, or of `id` for an import.
    pub to: Option<Str>,
    /// The expressions that are evaluated.
    pub(crate) inputs: Vec<Expr>,
    /// The arguments of an import.
    pub(crate) import: Option<Import>,
}

/// The arguments of an `import` block.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) to: Attribute,
    pub(crate) id: Option<Expr>,
    pub(crate) identity: Option<Expr>,
    pub(crate) for_each: Option<Expr>,
    /// The position of the argument `provider`.
    pub(crate) provider: Option<Location>,
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeKind {
    /// `moved`: the object has a new address.
    Moved,
    /// `import`: the module now manages an existing object.
    Import,
    /// `removed`: the module no longer manages the object.
    Removed,
}

impl ChangeKind {
    /// The type of its blocks.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            ChangeKind::Moved => "moved",
            ChangeKind::Import => "import",
            ChangeKind::Removed => "removed",
        }
    }
}

/// A `check` block.
#[derive(Clone, Debug)]
pub struct Check {
    /// The name.
    pub name: Str,
    /// Its declaration.
    pub declared: Declared,
    /// Its assertions.
    pub asserts: Vec<Rule>,
}

/// The declarations of a module.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The local values.
    pub locals: Vec<Local>,
    /// The outputs.
    pub outputs: Vec<Output>,
    /// The resources of all modes, including the data sources of checks.
    pub resources: Vec<Resource>,
    /// The calls of child modules.
    pub calls: Vec<ModuleCall>,
    /// The provider configurations.
    pub providers: Vec<ProviderConfig>,
    /// The settings of `terraform` blocks.
    pub settings: Settings,
    /// The `moved`, `import` and `removed` blocks.
    pub changes: Vec<Change>,
    /// The checks.
    pub checks: Vec<Check>,
    /// The actions.
    pub(crate) actions: Vec<Action>,
    /// The list resources of query files.
    pub(crate) lists: Vec<ListResource>,
    /// The ranges of variables that may be sensitive in files that could not be parsed, by the names
    /// of the files.
    pub(crate) hidden: Vec<(Str, polycty_core::source::Range)>,
    /// Declarations of variables that are dropped because of an error. Their defaults may be secrets.
    pub(crate) dropped: Vec<Variable>,
}
