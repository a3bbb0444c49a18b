//! The state of a compilation: resources, scopes and pending work.

use super::index::{Cursor, ResourceIndex};
use super::model::{CompileOptions, NodeInput};
use super::tags::Tags;
use crate::eval::class_scope::ClassScope;
use crate::eval::running::Running;
use crate::resource_types::ResourceType;
use crate::values::special::undef;
use polycty_core::types::{KeyedMap, KeyedSet, Str};
use polycty_core::values::Value;
use std::rc::Rc;
use std::sync::Arc;

/// The index of a resource.
pub(crate) type ResourceId = usize;

/// The index of a scope.
pub(crate) type ScopeId = usize;

/// The scope of the top level.
pub(crate) const TOP: ScopeId = 0;

/// The class, defined type or node whose code sets a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    Main,
    Class(Str),
    Defined(Str),
    Node(Str),
}

/// The position of a declaration or a parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) file: Option<Str>,
    pub(crate) line: Option<u32>,
}

impl Place {
    /// Returns the position as Puppet appends it to a message, with a leading blank.
    pub(crate) fn text(&self) -> String {
        super::model::place(self.file.as_deref(), self.line, None)
    }
}

/// A parameter of a resource.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: Str,
    /// `undef` for a parameter that is explicitly not set.
    pub(crate) value: Value,
    pub(crate) origin: Origin,
    pub(crate) place: Place,
    /// Whether the parameter adds to the earlier value (`+>`).
    pub(crate) adds: bool,
}

/// The parameters of a resource in the order of their assignment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params {
    list: Vec<Param>,
    /// The positions by name, for long lists.
    index: Option<KeyedMap<Str, usize>>,
}

/// The length of a list of parameters that is searched linearly.
const SHORT: usize = 16;

impl Params {
    fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.list.iter().position(|param| *param.name == *name),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Param> {
        self.position(name).map(|at| &self.list[at])
    }

    /// Sets a parameter; one that is set again keeps its position in the order.
    pub(crate) fn set(&mut self, param: Param) {
        if let Some(at) = self.position(&param.name) {
            self.list[at] = param;
            return;
        }
        if let Some(index) = &mut self.index {
            index.insert(param.name.clone(), self.list.len());
        }
        self.list.push(param);
        if self.index.is_none() && self.list.len() > SHORT {
            let named = self.list.iter().enumerate();
            self.index = Some(named.map(|(at, param)| (param.name.clone(), at)).collect());
        }
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Param> {
        self.list.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> std::slice::IterMut<'_, Param> {
        self.list.iter_mut()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn into_list(self) -> Vec<Param> {
        self.list
    }
}

/// The definition of a resource's type.
#[derive(Clone, Debug)]
pub(crate) enum Definition {
    /// A type that the agent implements; `None` if only the host knows it.
    BuiltIn(Option<Arc<ResourceType>>),
    /// A class or a defined type: its text and the index in it.
    Code(Rc<Running>, usize),
    /// A node: its text and the index in it.
    Node(Rc<Running>, usize),
    /// The class of the top-level code or of the settings.
    Top,
}

/// The kinds of resources that the compiler distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Class,
    Node,
    Stage,
    BuiltIn,
    Defined,
}

/// Whether a resource is in the catalog of the node or of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) is_virtual: bool,
    pub(crate) exported: bool,
}

/// A resource during the compilation.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    pub(crate) kind: Kind,
    pub(crate) definition: Definition,
    /// The type with capitalized segments.
    pub(crate) type_name: Str,
    pub(crate) title: Str,
    pub(crate) params: Params,
    pub(crate) tags: Tags,
    pub(crate) place: Place,
    pub(crate) form: Form,
    pub(crate) evaluated: bool,
    /// Whether the resource has the tags of its scope, which are added once.
    pub(crate) has_scope_tags: bool,
    /// Whether the resource is declared by a resource expression.
    pub(crate) declared: bool,
    pub(crate) origin: Origin,
    /// The scope of the declaration.
    pub(crate) scope: ScopeId,
    pub(crate) sensitive: Vec<Str>,
    /// The attributes that the title sets.
    pub(crate) from_title: Vec<(Str, Value)>,
    /// The node that exported it, for a resource from the store of exported resources.
    pub(crate) exported_by: Option<Str>,
}

impl Resource {
    pub(crate) fn reference(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }

    /// Returns the value of a parameter; `undef` if it is not set.
    pub(crate) fn value(&self, name: &str) -> Value {
        self.params
            .get(name)
            .map_or_else(undef, |param| param.value.clone())
    }

    pub(crate) fn is_set(&self, name: &str) -> bool {
        (self.params.get(name)).is_some_and(|param| !param.value.is_null())
    }
}

/// The context of declarations: the top level, a class, a defined type or a node.
#[derive(Debug)]
pub(crate) struct Scope {
    /// The scope that declared the owner; for a class with a parent, the scope of the parent.
    pub(crate) parent: Option<ScopeId>,
    /// The number of scopes around it.
    pub(crate) depth: u32,
    pub(crate) origin: Origin,
    /// The resource whose body is evaluated.
    pub(crate) resource: ResourceId,
    /// The defaults by type.
    pub(crate) defaults: KeyedMap<Str, Params>,
    /// The variables; `None` at the top level.
    pub(crate) variables: Option<Rc<ClassScope>>,
    /// The module that contains the definition.
    pub(crate) module: Option<Str>,
}

/// A collector that has been evaluated.
#[derive(Debug)]
pub(crate) struct Collector {
    pub(crate) collects: Collects,
    pub(crate) scope: ScopeId,
    pub(crate) overrides: Option<Overrides>,
    /// The matched resources, in the order of the match.
    pub(crate) found: Vec<ResourceId>,
    pub(crate) known: KeyedSet<ResourceId>,
    /// The resources that the condition has been evaluated for.
    pub(crate) cursor: Cursor,
    /// Whether later resources cannot change the result.
    pub(crate) done: bool,
}

/// The resources that a collector collects.
#[derive(Clone, Debug)]
pub(crate) enum Collects {
    /// Resources of a type with a condition.
    Virtual(Str, Option<Rc<Condition>>),
    /// Also resources of other nodes.
    Exported(Str, Option<Rc<Condition>>),
    /// Named resources.
    Named(Vec<Reference>),
}

/// A condition with evaluated values.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Equal(Str, Value),
    NotEqual(Str, Value),
    Tagged(Vec<String>, Value),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// The parameters that a collector or an override sets.
#[derive(Clone, Debug)]
pub(crate) struct Overrides {
    pub(crate) params: Vec<Param>,
    pub(crate) origin: Origin,
    pub(crate) place: Place,
}

/// A reference to a resource: the capitalized type and the title.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reference {
    pub(crate) type_name: Str,
    pub(crate) title: Str,
}

impl Reference {
    pub(crate) fn text(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }
}

/// An operand of a relationship.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Resource(Reference),
    Collector(usize),
}

/// A relationship, which is applied after all declarations.
#[derive(Clone, Debug)]
pub(crate) struct Relationship {
    pub(crate) source: Operand,
    pub(crate) target: Operand,
    /// `before` or `notify`.
    pub(crate) attribute: &'static str,
}

/// The manifests, other than the first, that define names.
#[derive(Default)]
pub(crate) struct DefinedNames {
    pub(crate) classes: KeyedMap<Str, Rc<Running>>,
    pub(crate) functions: KeyedMap<Str, Rc<Running>>,
    /// By lowercase name.
    pub(crate) aliases: KeyedMap<String, Rc<Running>>,
    /// The addresses of the texts.
    pub(crate) texts: KeyedSet<usize>,
}

impl DefinedNames {
    pub(crate) fn add(&mut self, text: &Rc<Running>) {
        for class in &text.classes {
            let known = self.classes.entry(class.name.clone());
            known.or_insert_with(|| text.clone());
        }
        for function in &text.functions {
            let known = self.functions.entry(function.name.clone());
            known.or_insert_with(|| text.clone());
        }
        for alias in &text.aliases {
            let known = self.aliases.entry(alias.name.to_lowercase());
            known.or_insert_with(|| text.clone());
        }
        self.texts.insert(Rc::as_ptr(text) as usize);
    }
}

/// The state of a compilation.
pub(crate) struct Compiler {
    pub(crate) node: NodeInput,
    pub(crate) options: CompileOptions,
    /// The manifests other than the first.
    pub(crate) others: Vec<Rc<Running>>,
    /// The names that these manifests define.
    pub(crate) defined: DefinedNames,
    /// The variables of the top level that no running text has.
    pub(crate) top: KeyedMap<Str, Value>,
    /// The frame of the manifest that is being evaluated, if it is not the first.
    pub(crate) live_top: Option<u32>,
    pub(crate) resources: Vec<Resource>,
    /// The resources by reference and alias.
    pub(crate) table: KeyedMap<String, ResourceId>,
    /// The resources by type.
    pub(crate) by_type: KeyedMap<Str, Vec<ResourceId>>,
    /// The resources by what conditions compare, once a collector has been evaluated.
    pub(crate) index: Option<ResourceIndex>,
    pub(crate) edges: Vec<(ResourceId, ResourceId)>,
    pub(crate) edge_set: KeyedSet<(ResourceId, ResourceId)>,
    pub(crate) classes: Vec<Str>,
    pub(crate) tags: Tags,
    pub(crate) scopes: Vec<Scope>,
    /// The scopes of evaluated classes, by name.
    pub(crate) class_scopes: KeyedMap<Str, ScopeId>,
    /// The resource types of the environment, by name, including failed lookups.
    pub(crate) resource_types: KeyedMap<Str, Option<Arc<ResourceType>>>,
    /// The operands that replace an empty collector as the source of a relationship.
    pub(crate) before_collector: KeyedMap<usize, Vec<(Operand, Option<Str>)>>,
    /// The parents of known classes, by name.
    pub(crate) parents: KeyedMap<Str, Str>,
    /// The current scope.
    pub(crate) current: ScopeId,
    /// The scope of the node definition.
    pub(crate) node_scope: Option<ScopeId>,
    pub(crate) collectors: Vec<Collector>,
    /// The collectors that have to be evaluated in each round.
    pub(crate) active: Vec<usize>,
    /// The origins that may override any parameter.
    pub(crate) privileged: KeyedSet<Origin>,
    /// The overrides of resources that do not exist yet, by reference.
    pub(crate) overrides: KeyedMap<String, Vec<Overrides>>,
    /// The references of waiting overrides in the order of their evaluation.
    pub(crate) override_order: Vec<Reference>,
    pub(crate) relationships: Vec<Relationship>,
    /// The resources that wait for their evaluation: defined types and lazy classes.
    pub(crate) waiting: Vec<ResourceId>,
}

impl Compiler {
    pub(crate) fn new(node: NodeInput, options: CompileOptions) -> Compiler {
        Compiler {
            node,
            options,
            others: Vec::new(),
            defined: DefinedNames::default(),
            top: KeyedMap::default(),
            live_top: None,
            resources: Vec::new(),
            table: KeyedMap::default(),
            by_type: KeyedMap::default(),
            index: None,
            edges: Vec::new(),
            edge_set: KeyedSet::default(),
            classes: Vec::new(),
            tags: Tags::default(),
            scopes: Vec::new(),
            class_scopes: KeyedMap::default(),
            resource_types: KeyedMap::default(),
            before_collector: KeyedMap::default(),
            parents: KeyedMap::default(),
            current: TOP,
            node_scope: None,
            collectors: Vec::new(),
            active: Vec::new(),
            privileged: KeyedSet::default(),
            overrides: KeyedMap::default(),
            override_order: Vec::new(),
            relationships: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// The resource whose body is evaluated.
    pub(crate) fn container(&self) -> ResourceId {
        self.scopes[self.current].resource
    }

    /// The steps of a search in a scope and all scopes around it.
    pub(crate) fn search_steps(&self, scope: ScopeId) -> u64 {
        const SCOPES_A_STEP: u32 = 8;
        1 + u64::from(self.scopes[scope].depth / SCOPES_A_STEP)
    }

    pub(crate) fn origin(&self) -> Origin {
        self.scopes[self.current].origin.clone()
    }

    /// Whether an origin is a class that descends from a different one, or it or one of its parents
    /// may override anything.
    pub(crate) fn descends(&self, origin: &Origin, from: &Origin) -> bool {
        let mut at = origin.clone();
        // A cycle of parents is an error, so the chain ends.
        loop {
            if self.privileged.contains(&at) {
                return true;
            }
            let Origin::Class(name) = &at else {
                return false;
            };
            let Some(parent) = self.parents.get(name) else {
                return false;
            };
            at = Origin::Class(parent.clone());
            if at == *from {
                return true;
            }
        }
    }

    /// Adds an edge of containment. Returns whether it is new.
    pub(crate) fn add_edge(&mut self, source: ResourceId, target: ResourceId) -> bool {
        let is_new = self.edge_set.insert((source, target));
        if is_new {
            self.edges.push((source, target));
        }
        is_new
    }

    /// Whether a resource or one of its containers has one of these tags.
    pub(crate) fn tagged(&self, resource: ResourceId, tags: &[String]) -> bool {
        let mut at = resource;
        loop {
            let found = &self.resources[at];
            if tags.iter().any(|tag| found.tags.contains(tag)) {
                return true;
            }
            let container = self.scopes[found.scope].resource;
            if container == at {
                return false;
            }
            at = container;
        }
    }

    /// Returns the default of a type's parameter that is in force in a scope.
    pub(crate) fn is_default(&self, scope: ScopeId, type_name: &str, param: &Param) -> bool {
        let mut at = Some(scope);
        while let Some(scope) = at {
            let scope = &self.scopes[scope];
            let known = scope.defaults.get(type_name);
            if known
                .and_then(|params| params.get(&param.name))
                .is_some_and(|default| default.value == param.value)
            {
                return true;
            }
            at = scope.parent;
        }
        false
    }

    /// Returns the defaults of a type in a scope, the outermost first; an inner one replaces the
    /// value of an outer one.
    pub(crate) fn defaults(&self, scope: ScopeId, type_name: &str) -> Params {
        let mut chain = Vec::new();
        let mut at = Some(scope);
        while let Some(scope) = at {
            chain.extend(self.scopes[scope].defaults.get(type_name));
            at = self.scopes[scope].parent;
        }
        let mut all = Params::default();
        for params in chain.into_iter().rev() {
            for param in params.iter() {
                all.set(param.clone());
            }
        }
        all
    }
}
