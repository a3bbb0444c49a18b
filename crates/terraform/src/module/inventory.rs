//! The inventory: the declarations of a module and their positions.
//!
//! Each declaration knows its place and keeps the body that it was read from, so that what has no
//! field of its own is found by [`Declared::argument`].

use super::findings::Place;
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Source};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::Defaults;
use polycty_hcl::body::{Attribute, AttributeSchema, Block, Body, Schema};
use polycty_hcl::eval::Expr;
use polycty_hcl::syntax::Traversal;
use std::sync::Arc;

/// Where something is declared, and all that is said of it.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The header of its block.
    pub place: Place,
    /// Its block.
    body: Body,
    /// Those of override files, the last of which counts.
    overrides: Vec<Body>,
}

impl Declared {
    pub(crate) fn new(block: &Block) -> Declared {
        Declared {
            place: Place::new(&block.source, block.def_range),
            body: block.body.clone(),
            overrides: Vec::new(),
        }
    }

    /// The body of its block.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The bodies by which override files change it, in their order.
    #[must_use]
    pub fn overrides(&self) -> &[Body] {
        &self.overrides
    }

    /// An argument by its name, as the last of its bodies says it.
    ///
    /// # Errors
    /// What is spent.
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

/// A variable of the module: what it is given from outside.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Str,
    /// Where it is declared.
    pub declared: Declared,
    /// What its values have to be; none where nothing is said.
    pub constraint: Option<Constraint>,
    /// What it is where nothing is given, of its type.
    pub default: Option<Value>,
    /// What it is for.
    pub description: Option<Str>,
    /// What was said of each, if anything was.
    pub(crate) sensitive: Option<bool>,
    pub(crate) ephemeral: Option<bool>,
    pub(crate) nullable: Option<bool>,
    /// Whether its value has to be known while modules are loaded (`const`).
    pub(crate) constant: Option<bool>,
    /// The message for callers that set it, if it is deprecated.
    pub deprecated: Option<Str>,
    /// What has to hold of its value.
    pub validations: Vec<Rule>,
}

impl Variable {
    /// The type of its values, optional attributes among it; any type where nothing is said.
    #[must_use]
    pub fn ty(&self) -> &Type {
        match &self.constraint {
            Some(constraint) => &constraint.ty,
            None => Type::any(),
        }
    }

    /// Whether nobody is to see its value.
    #[must_use]
    pub fn is_sensitive(&self) -> bool {
        self.sensitive.unwrap_or(false)
    }

    /// Whether its value is there for a run alone, and kept nowhere.
    #[must_use]
    pub fn is_ephemeral(&self) -> bool {
        self.ephemeral.unwrap_or(false)
    }

    /// Whether null is one of its values; where not, null stands for the default.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.nullable.unwrap_or(true)
    }

    /// Whether it has to be given.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.default.is_none()
    }
}

/// What the values of a variable have to be.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The type, with optional attributes.
    pub ty: Type,
    /// What stands in for those of them that a value leaves out.
    pub defaults: Option<Arc<Defaults>>,
    /// The type as it is written, which says what is optional and what stands in for it.
    pub text: Str,
    /// Where that is.
    pub place: Place,
}

impl Constraint {
    /// Whether a text from outside is a value itself, and not an expression.
    pub(crate) fn is_primitive(&self) -> bool {
        self.ty.is_string() || self.ty.is_number() || self.ty.is_bool()
    }
}

/// What has to hold, and what is told where it does not.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Where it stands: the header of its block.
    pub place: Place,
    /// What has to be true.
    pub condition: Expr,
    /// What is told.
    pub message: Expr,
}

/// A local value.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Str,
    /// Where it is defined: the whole argument.
    pub place: Place,
    /// Its value.
    pub value: Expr,
}

/// An output of the module.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its name.
    pub name: Str,
    /// Where it is declared.
    pub declared: Declared,
    /// Its value; there is none where that is what is wrong with it.
    pub value: Option<Expr>,
    /// What it is for.
    pub description: Option<Str>,
    pub(crate) sensitive: Option<bool>,
    pub(crate) ephemeral: Option<bool>,
    /// The type that its value is converted to.
    pub constraint: Option<Constraint>,
    /// The message for readers, if it is deprecated, and the place of the argument.
    pub deprecated: Option<(Str, Place)>,
    /// What it waits for besides what its value needs.
    pub depends_on: Vec<Dependency>,
    /// What has to hold before its value is looked at.
    pub preconditions: Vec<Rule>,
}

impl Output {
    /// Whether nobody is to see its value.
    #[must_use]
    pub fn is_sensitive(&self) -> bool {
        self.sensitive.unwrap_or(false)
    }

    /// Whether its value is there for a run alone.
    #[must_use]
    pub fn is_ephemeral(&self) -> bool {
        self.ephemeral.unwrap_or(false)
    }
}

/// What something waits for, and where that is said.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// What it waits for.
    pub on: Traversal,
    /// The text that it stands in.
    pub source: Source,
}

/// Which kind of resource it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ResourceMode {
    /// `resource`: managed by the module.
    Managed,
    /// `data`: read by it.
    Data,
    /// `ephemeral`: there for a run alone.
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

/// How many of something there are: what `count` and `for_each` say.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Repetition {
    /// One.
    Single,
    /// As many as a number.
    Count(Expr),
    /// One for each element.
    ForEach(Expr),
}

/// A resource, a data source or an ephemeral resource.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Which of them.
    pub mode: ResourceMode,
    /// The type.
    pub resource_type: Str,
    /// The name.
    pub name: Str,
    /// Where it is declared.
    pub declared: Declared,
    /// How many there are.
    pub repetition: Repetition,
    /// The configuration of a provider that is its own: a name, and an alias.
    pub provider: Option<(Str, Option<Str>)>,
    /// What it waits for.
    pub depends_on: Vec<Dependency>,
    /// What has to hold before and after.
    pub preconditions: Vec<Rule>,
    /// What has to hold when it is there.
    pub postconditions: Vec<Rule>,
    /// The types of its provisioners.
    pub provisioners: Vec<Str>,
    /// What its provider takes, and what override files say of that.
    pub(crate) arguments: Body,
    pub(crate) overridden: Vec<Body>,
    /// Bodies that may speak of `self`: those of provisioners and connections.
    pub(crate) inner: Vec<Body>,
    /// What `ignore_changes` names, none where it is the keyword `all`.
    pub(crate) ignored: Vec<(Expr, Source)>,
    /// What `replace_triggered_by` names.
    pub(crate) replaced_by: Vec<(Expr, Source)>,
    /// The place of the first label.
    pub(crate) type_place: Place,
    /// Its provisioners.
    pub(crate) provisioner_blocks: Vec<ProvisionerBlock>,
    /// The connection that its provisioners share.
    pub(crate) connection: Option<Body>,
    /// What triggers actions.
    pub(crate) triggers: Vec<ActionTrigger>,
    /// The check whose block it is in.
    pub(crate) of_check: Option<Str>,
}

impl Resource {
    /// How expressions name it.
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
    pub(crate) type_place: Place,
    /// The place of what its body lacks.
    pub(crate) missing_place: Place,
    pub(crate) provider: Option<ProviderName>,
    pub(crate) repetition: Repetition,
    pub(crate) limit: Option<Expr>,
    pub(crate) include_resource: Option<Expr>,
    pub(crate) config: Option<Body>,
}

impl ListResource {
    pub(crate) fn address(&self) -> String {
        format!("list.{}.{}", self.list_type, self.name)
    }
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
    /// Whether there is a key at all: it may be `each.key`.
    pub(crate) has_key: bool,
    pub(crate) place: Place,
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
        format!("action.{}.{}", self.action_type, self.name)
    }
}

/// How expressions name a resource.
pub(crate) fn address(mode: ResourceMode, resource_type: &str, name: &str) -> String {
    match mode {
        ResourceMode::Managed => format!("{resource_type}.{name}"),
        mode => format!("{}.{resource_type}.{name}", mode.keyword()),
    }
}

/// A call of another module.
#[derive(Clone, Debug)]
pub struct ModuleCall {
    /// Its name.
    pub name: Str,
    /// Where it stands.
    pub declared: Declared,
    /// Where the other module is.
    pub source: Option<Str>,
    /// Which versions of it will do.
    pub version: Option<Str>,
    /// How many there are.
    pub repetition: Repetition,
    /// What it waits for.
    pub depends_on: Vec<Dependency>,
    /// The argument `source`, which may be an expression since Terraform 1.15.
    pub(crate) source_argument: Option<Attribute>,
    /// The argument `version`, likewise.
    pub(crate) version_argument: Option<Attribute>,
    /// The configurations of providers that are passed.
    pub(crate) providers: Vec<PassedProvider>,
    /// Whether deprecations within the called module are not reported.
    pub(crate) ignores_nested_deprecations: bool,
    /// What is given to it, and what override files say of that.
    pub(crate) arguments: Body,
    pub(crate) overridden: Vec<Body>,
}

/// A configuration of a provider that a call passes to a module.
#[derive(Clone, Debug)]
pub(crate) struct PassedProvider {
    pub(crate) in_child: ProviderName,
    pub(crate) child_place: Place,
    pub(crate) in_parent: ProviderName,
    pub(crate) parent_place: Place,
}

/// The name of a configuration of a provider within a module.
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

/// A configuration of a provider.
#[derive(Clone, Debug)]
pub struct ProviderConfig {
    /// The provider's local name.
    pub name: Str,
    /// What tells it from others of that provider.
    pub alias: Option<Str>,
    /// Where it stands.
    pub declared: Declared,
    pub(crate) arguments: Body,
    /// Those of override files.
    pub(crate) overridden: Vec<Body>,
}

/// A provider that the module needs.
#[derive(Clone, Debug)]
pub struct ProviderRequirement {
    /// Its local name.
    pub name: Str,
    /// Where it comes from.
    pub source: Option<Str>,
    /// Which versions of it will do.
    pub version: Option<Str>,
    /// The aliases that callers have to pass.
    pub(crate) aliases: Vec<ProviderName>,
    /// Where that is said.
    pub place: Place,
}

/// What a module says of Terraform itself.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Which versions of Terraform will do.
    pub required_versions: Vec<(Str, Place)>,
    /// The places of the whole arguments.
    pub(crate) version_places: Vec<Place>,
    /// The providers that the module needs.
    pub required_providers: Vec<ProviderRequirement>,
    /// Where the block of required providers stands.
    pub(crate) providers_place: Option<Place>,
    /// Where state is kept: a `backend` block.
    pub backend: Option<Backend>,
    /// Where state is kept: a `cloud` block.
    pub cloud: Option<Declared>,
}

/// Where state is kept.
#[derive(Clone, Debug)]
pub struct Backend {
    /// The type.
    pub backend_type: Str,
    /// Where it stands.
    pub declared: Declared,
}

/// A `moved`, `import` or `removed` block: what becomes of resources that were there.
#[derive(Clone, Debug)]
pub struct Change {
    /// Which of the three.
    pub kind: ChangeKind,
    /// Where it stands.
    pub declared: Declared,
    /// What it is about, as it is written: `from`, and of an import `to`.
    pub from: Option<Str>,
    /// What that becomes, as it is written; of an import the `id`.
    pub to: Option<Str>,
    /// What is evaluated in it.
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
    /// The place of the argument `provider`.
    pub(crate) provider: Option<Place>,
}

/// What becomes of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeKind {
    /// It has another address.
    Moved,
    /// It was there before, and is managed from here on.
    Import,
    /// It is managed no more.
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

/// A check: what is to hold of the whole.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name.
    pub name: Str,
    /// Where it stands.
    pub declared: Declared,
    /// What is to hold.
    pub asserts: Vec<Rule>,
}

/// Whatever a module declares.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The local values.
    pub locals: Vec<Local>,
    /// The outputs.
    pub outputs: Vec<Output>,
    /// The resources of all modes, those that checks read among them.
    pub resources: Vec<Resource>,
    /// The calls of other modules.
    pub calls: Vec<ModuleCall>,
    /// The configurations of providers.
    pub providers: Vec<ProviderConfig>,
    /// What is said of Terraform.
    pub settings: Settings,
    /// What becomes of resources that were there.
    pub changes: Vec<Change>,
    /// The checks.
    pub checks: Vec<Check>,
    /// The actions.
    pub(crate) actions: Vec<Action>,
    /// The list resources of query files.
    pub(crate) lists: Vec<ListResource>,
}
