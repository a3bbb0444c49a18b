//! The inventory: what does a module declare, and where?
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
    pub(super) fn new(block: &Block) -> Declared {
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

    pub(super) fn change(&mut self, by: Declared) {
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
    pub(super) sensitive: Option<bool>,
    pub(super) ephemeral: Option<bool>,
    pub(super) nullable: Option<bool>,
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
    pub(super) fn is_primitive(&self) -> bool {
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
    pub(super) sensitive: Option<bool>,
    pub(super) ephemeral: Option<bool>,
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
    pub(super) arguments: Body,
    pub(super) overridden: Vec<Body>,
    /// Bodies that may speak of `self`: those of provisioners and connections.
    pub(super) inner: Vec<Body>,
}

impl Resource {
    /// How expressions name it.
    #[must_use]
    pub fn address(&self) -> String {
        address(self.mode, &self.resource_type, &self.name)
    }
}

/// How expressions name a resource.
pub(super) fn address(mode: ResourceMode, resource_type: &str, name: &str) -> String {
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
    /// What is given to it, and what override files say of that.
    pub(super) arguments: Body,
    pub(super) overridden: Vec<Body>,
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
    pub(super) arguments: Body,
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
    /// Where that is said.
    pub place: Place,
}

/// What a module says of Terraform itself.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Which versions of Terraform will do.
    pub required_versions: Vec<(Str, Place)>,
    /// The providers that the module needs.
    pub required_providers: Vec<ProviderRequirement>,
    /// Where the block of required providers stands.
    pub(super) providers_place: Option<Place>,
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
    pub(super) inputs: Vec<Expr>,
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
}
