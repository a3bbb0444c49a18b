//! References: checks that their objects exist and can be used there.
//!
//! Every expression of a module is checked before anything is evaluated, including the arguments of
//! providers, so that every undeclared name is reported.

use super::address::{Address, Subject};
use super::inventory::{Inventory, Repetition, Resource, list_address};
use super::merge::Places;
use super::release::Release;
use super::sink::{DiagnosticSink, Location};
use polycty_core::calls::{Budget, cost};
use polycty_core::source::{Diagnostic, Edit, Position, Range, Result, Source, did_you_mean};
use polycty_core::text::Quoted;
use polycty_hcl::body::Body;
use polycty_hcl::eval::{Expr, FunctionCall};
use polycty_hcl::syntax::{Step, StepKind, Traversal, TraversalStep, TraversalStepKind, Tree};
use polycty_hcl::{NotationPolicy, format_value};

/// The bytes charged while a reference is checked.
const REFERENCE: u64 = 400;

/// The context-dependent objects that expressions may refer to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ContextObjects {
    /// `each`, in blocks with `for_each`.
    pub(crate) each: bool,
    /// `count`, in blocks with `count`.
    pub(crate) count: bool,
    /// `caller`, in an action that a resource triggers.
    pub(crate) caller: bool,
    /// `self`, in blocks of an existing resource.
    pub(crate) itself: bool,
}

impl ContextObjects {
    /// The objects that the repetition of a block makes available.
    pub(crate) fn of(repetition: &Repetition) -> ContextObjects {
        ContextObjects {
            each: matches!(repetition, Repetition::ForEach(_)),
            count: matches!(repetition, Repetition::Count(_)),
            itself: false,
            caller: false,
        }
    }

    /// The same objects and `self`.
    pub(crate) fn with_itself(self) -> ContextObjects {
        ContextObjects {
            itself: true,
            ..self
        }
    }
}

/// A reference in an expression.
pub(crate) enum Reference<'t> {
    /// As steps of a syntax tree.
    Steps(&'t Tree, &'t [Step]),
    /// As a traversal.
    Made(Traversal),
}

impl Reference<'_> {
    /// Converts the reference to a traversal with its positions.
    pub(crate) fn into_traversal(self) -> Traversal {
        match self {
            Reference::Steps(tree, steps) => tree.traversal(steps),
            Reference::Made(traversal) => traversal,
        }
    }
}

/// Calls `visit` with each reference of an expression, in the order of the text.
pub(crate) fn each_reference(
    expr: &Expr,
    visit: &mut dyn FnMut(Reference<'_>) -> Result<()>,
) -> Result<()> {
    let Expr::Native(expression) = expr else {
        let mut all = expr.variables().into_iter().map(Reference::Made);
        return all.try_for_each(visit);
    };
    let tree: &Tree = &expression.tree;
    let mut visited = Ok(());
    tree.each_variable(expression.id, &mut |steps| {
        if visited.is_ok() {
            visited = visit(Reference::Steps(tree, steps));
        }
    });
    visited
}

/// Returns whether a text may contain a call of a function in a namespace.
fn may_have_namespaces(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair == b"::")
}

/// Returns the calls of functions in namespaces.
pub(crate) fn namespaced_calls(expr: &Expr) -> Vec<FunctionCall> {
    let may = match expr {
        Expr::Native(expression) => expression.tree.calls_in_namespaces(),
        other => other.text().is_some_and(may_have_namespaces),
    };
    if may { expr.calls() } else { Vec::new() }
}

/// A node of the graph: an object with a value, or with rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Variable(usize),
    Local(usize),
    Output(usize),
    Resource(usize),
    Call(usize),
    Provider(usize),
    Check(usize),
    Change(usize),
}

/// The names of the declarations, and the numbers of their nodes.
pub(crate) struct Names<'m> {
    pub(crate) inventory: &'m Inventory,
    pub(crate) places: &'m Places,
    /// The name of the module in messages.
    pub(crate) label: &'m str,
    pub(crate) release: Release,
}

impl<'m> Names<'m> {
    /// All nodes, in the order of their numbers.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        let all = self.inventory;
        let variables = (0..all.variables.len()).map(Node::Variable);
        variables
            .chain((0..all.locals.len()).map(Node::Local))
            .chain((0..all.outputs.len()).map(Node::Output))
            .chain((0..all.resources.len()).map(Node::Resource))
            .chain((0..all.calls.len()).map(Node::Call))
            .chain((0..all.providers.len()).map(Node::Provider))
            .chain((0..all.checks.len()).map(Node::Check))
            .chain((0..all.changes.len()).map(Node::Change))
    }

    /// The number of a node that others may depend on.
    pub(crate) fn number(&self, node: Node) -> Option<usize> {
        let all = self.inventory;
        let resources = all.variables.len() + all.locals.len() + all.outputs.len();
        Some(match node {
            Node::Variable(at) => at,
            Node::Local(at) => all.variables.len() + at,
            Node::Resource(at) => resources + at,
            _ => return None,
        })
    }

    /// Returns the variable or local value of a reference if it is declared. Most references are of
    /// this kind and need no other checks.
    pub(crate) fn declared(&self, reference: &Reference<'_>) -> Option<Node> {
        let Reference::Steps(tree, [root, step, ..]) = reference else {
            return None;
        };
        let (StepKind::Root(root), StepKind::Attr(name)) = (root.kind, step.kind) else {
            return None;
        };
        match tree.text(root) {
            "var" => (self.places.variables.get(tree.text(name))).map(|&at| Node::Variable(at)),
            "local" => (self.places.locals.get(tree.text(name))).map(|&at| Node::Local(at)),
            _ => None,
        }
    }

    /// Returns the node of a subject that others may depend on.
    pub(crate) fn node(&self, subject: &Subject) -> Option<Node> {
        match subject {
            Subject::Variable(name) => self
                .places
                .variables
                .get(name)
                .map(|&at| Node::Variable(at)),
            Subject::Local(name) => self.places.locals.get(name).map(|&at| Node::Local(at)),
            subject => {
                let address = subject.resource_address()?;
                self.places
                    .resources
                    .get(&*address)
                    .map(|&at| Node::Resource(at))
            }
        }
    }

    /// Returns the address of a reference, or a diagnostic if the reference is not valid.
    pub(crate) fn check(
        &self,
        traversal: &Traversal,
        place: impl Fn(polycty_core::source::Range) -> Location,
        context: ContextObjects,
        budget: &Budget,
    ) -> std::result::Result<Address, Box<Diagnostic>> {
        let address = Address::of(traversal, self.release)
            .map_err(|error| Box::new(place(error.range).error(error.summary, error.detail)))?;
        let at = || place(address.range);
        let wrong = match &address.subject {
            Subject::Variable(name) if !self.places.variables.contains_key(name) => {
                let known = self.places.variables.keys().map(|name| &**name);
                let meant = cost::suggest(name, known, budget);
                let hint = match meant {
                    Some(_) => did_you_mean(meant),
                    None => format!(
                        " This variable can be declared with a variable {} {{}} block.",
                        Quoted(name)
                    ),
                };
                undeclared(
                    (at(), traversal),
                    "input variable",
                    format!(
                        "An input variable with the name {} has not been declared.{hint}",
                        Quoted(name)
                    ),
                    meant,
                )
            }
            Subject::Local(name) if !self.places.locals.contains_key(name) => {
                let known = self.places.locals.keys().map(|name| &**name);
                let meant = cost::suggest(name, known, budget);
                undeclared(
                    (at(), traversal),
                    "local value",
                    format!(
                        "A local value with the name {} has not been declared.{}",
                        Quoted(name),
                        did_you_mean(meant)
                    ),
                    meant,
                )
            }
            Subject::Module(name) if !self.places.calls.contains_key(name) => {
                let known = self.places.calls.keys().map(|name| &**name);
                let meant = cost::suggest(name, known, budget);
                undeclared(
                    (at(), traversal),
                    "module",
                    format!(
                        "No module call named {} is declared in {}.{}",
                        Quoted(name),
                        self.label,
                        did_you_mean(meant)
                    ),
                    meant,
                )
            }
            Subject::Resource { .. } => match self.resource(&address) {
                Ok(()) => match address.second_key {
                    None => return Ok(address),
                    Some(range) => place(range).error(
                        "Invalid index operation",
                        "Only attribute access is allowed here, using the dot operator.",
                    ),
                },
                Err((summary, detail)) => at().error(summary, detail),
            },
            Subject::List { list_type, name }
                if self
                    .places
                    .lists
                    .contains_key(&*list_address(list_type, name)) =>
            {
                return Ok(address);
            }
            Subject::List { list_type, name } => at().error(
                "Reference to undeclared resource",
                format!(
                    "A list resource {} {} has not been declared in {}.",
                    Quoted(list_type),
                    Quoted(name),
                    self.label
                ),
            ),
            subject => match unavailable(subject, context) {
                Some((summary, detail)) => at().error(summary, detail),
                None => return Ok(address),
            },
        };
        Err(Box::new(wrong))
    }

    /// Checks that a resource exists. A single resource must not have an instance key, and access
    /// to attributes of a repeated resource requires one.
    fn resource(&self, address: &Address) -> std::result::Result<(), (&'static str, String)> {
        let Subject::Resource {
            mode,
            resource_type,
            name,
        } = &address.subject
        else {
            return Ok(());
        };
        let label = super::inventory::address(*mode, resource_type, name);
        let Some(&at) = self.places.resources.get(&*label) else {
            let kind = match mode {
                super::ResourceMode::Managed => "managed resource",
                super::ResourceMode::Data => "data resource",
                super::ResourceMode::Ephemeral => "ephemeral resource",
            };
            let data = super::inventory::address(super::ResourceMode::Data, resource_type, name);
            let is_data = self.places.resources.contains_key(&*data);
            let meant = match mode {
                super::ResourceMode::Managed if is_data && self.release >= Release::V1_12 => {
                    format!("\n\nDid you mean the data resource {data}?")
                }
                _ => String::new(),
            };
            let article = if kind.starts_with('e') { "An" } else { "A" };
            return Err((
                "Reference to undeclared resource",
                format!(
                    "{article} {kind} {} {} has not been declared in {}.{meant}",
                    Quoted(resource_type),
                    Quoted(name),
                    self.label
                ),
            ));
        };
        let resource: &Resource = &self.inventory.resources[at];
        let (word, key) = match (&resource.repetition, address.key.is_some(), address.goes_on) {
            (Repetition::Single | Repetition::Enabled(_), true, _) => {
                return Err((
                    "Unexpected resource instance key",
                    format!(
                        "Because {label} does not have \"count\" or \"for_each\" set, references to it must not include an index key. Remove the bracketed index to refer to the single instance of this resource."
                    ),
                ));
            }
            (Repetition::Count(_), false, true) => ("count", "count.index"),
            (Repetition::ForEach(_), false, true) => ("for_each", "each.key"),
            _ => return Ok(()),
        };
        Err((
            "Missing resource instance key",
            format!(
                "Because {label} has {} set, its attributes must be accessed on specific instances.\n\nFor example, to correlate with indices of a referring resource, use:\n    {label}[{key}]",
                Quoted(word)
            ),
        ))
    }
}

/// Returns the diagnostic of a reference to something that is not declared. The name is the second step
/// of the traversal; the whole reference is the subject.
fn undeclared(
    (place, traversal): (Location, &Traversal),
    what: &str,
    detail: String,
    meant: Option<&str>,
) -> Diagnostic {
    let diagnostic = place.error(format!("Reference to undeclared {what}"), detail);
    match (traversal.steps.get(1), meant) {
        (Some(step), Some(meant)) => diagnostic.with_edit(replaced_step(step, meant)),
        _ => diagnostic,
    }
}

/// The edit that replaces the name of a step `.name`, whose range includes the dot.
pub(crate) fn replaced_step(step: &TraversalStep, name: &str) -> Edit {
    let Range { end, .. } = step.range;
    match &step.kind {
        TraversalStepKind::Attr(old) if old.is_ascii() => Edit {
            range: Range {
                start: Position {
                    column: end.column.saturating_sub(old.len() as u32),
                    byte: end.byte.saturating_sub(old.len()),
                    ..end
                },
                end,
            },
            text: name.to_owned(),
        },
        _ => Edit {
            range: step.range,
            text: format!(".{name}"),
        },
    }
}

/// Returns the diagnostic of a reference to a built-in object that is not available in its context,
/// or `None` if it is available.
fn unavailable(subject: &Subject, context: ContextObjects) -> Option<(String, String)> {
    let of = |object: &str, rest: String| {
        (
            format!("Invalid {} attribute", Quoted(object)),
            format!(
                "The {} object does not have an attribute named {rest}",
                Quoted(object)
            ),
        )
    };
    Some(match subject {
        Subject::Path(name) if !matches!(&**name, "cwd" | "module" | "root") => {
            of("path", format!("{}.", Quoted(name)))
        }
        Subject::Terraform(name) if !matches!(&**name, "workspace" | "applying") => of(
            "terraform",
            format!("{}. The only supported attributes are terraform.workspace, the name of the currently-selected workspace, and terraform.applying, a boolean which is true only during apply.", Quoted(name)),
        ),
        Subject::Count(name) if &**name != "index" => of(
            "count",
            format!("{}. The only supported attribute is count.index, which is the index of each instance of a resource block that has the \"count\" argument set.", Quoted(name)),
        ),
        Subject::Each(name) if !matches!(&**name, "key" | "value") => of(
            "each",
            format!("{}. The supported attributes are each.key and each.value, the current key and value pair of the \"for_each\" attribute set.", Quoted(name)),
        ),
        Subject::Count(_) if !context.count => (
            "Reference to \"count\" in non-counted context".to_owned(),
            "The \"count\" object can only be used in \"module\", \"resource\", and \"data\" blocks, and only when the \"count\" argument is set.".to_owned(),
        ),
        Subject::Each(name) if !context.each && &**name == "key" => (
            "Reference to \"each\" in context without for_each".to_owned(),
            "The \"each\" object can be used only in \"module\" or \"resource\" blocks, and only when the \"for_each\" argument is set.".to_owned(),
        ),
        Subject::Each(_) if !context.each => (
            "each.value cannot be used in this context".to_owned(),
            "A reference to \"each.value\" has been used in a context in which it is unavailable, such as when the configuration no longer contains the value in its \"for_each\" expression. Remove this reference to each.value in your configuration to work around this error.".to_owned(),
        ),
        Subject::Caller if !context.caller => (
            "Invalid \"caller\" reference".to_owned(),
            "The \"caller\" object is not available in this context. This object can be used only in action blocks triggered from a resource instance.".to_owned(),
        ),
        Subject::Itself if !context.itself => (
            "Invalid \"self\" reference".to_owned(),
            "The \"self\" object is not available in this context. This object can be used only in resource provisioner, connection, and postcondition blocks.".to_owned(),
        ),
        _ => return None,
    })
}

/// Collects the dependencies of one node while its expressions are checked.
pub(crate) struct Needs<'n, 'm> {
    names: &'n Names<'m>,
    node: Node,
    /// The numbers of the nodes that the node depends on.
    pub(crate) found: Vec<usize>,
}

impl<'n, 'm> Needs<'n, 'm> {
    pub(crate) fn new(names: &'n Names<'m>, node: Node) -> Needs<'n, 'm> {
        Needs {
            names,
            node,
            found: Vec::new(),
        }
    }

    /// Starts with a different node.
    pub(crate) fn turn_to(&mut self, node: Node) {
        self.node = node;
        self.found.clear();
    }

    /// Checks an expression.
    pub(crate) fn expression(
        &mut self,
        expr: &Expr,
        context: ContextObjects,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        each_reference(
            expr,
            &mut |reference| match self.names.declared(&reference) {
                Some(node) if node != self.node => {
                    sink.budget.charge(1)?;
                    self.found.extend(self.names.number(node));
                    Ok(())
                }
                _ => self.reference(&reference.into_traversal(), expr.source(), context, sink),
            },
        )?;
        self.calls(namespaced_calls(expr), sink)
    }

    /// Checks all expressions in a body.
    pub(crate) fn body(
        &mut self,
        body: &Body,
        context: ContextObjects,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        for (traversal, source) in body.variables_within(sink.budget)? {
            self.reference(&traversal, source.as_ref(), context, sink)?;
        }
        if body.text().is_some_and(may_have_namespaces) {
            let calls = body.calls_within(sink.budget)?;
            self.calls(calls, sink)?;
        }
        Ok(())
    }

    /// Checks a reference.
    pub(crate) fn reference(
        &mut self,
        traversal: &Traversal,
        source: Option<&Source>,
        context: ContextObjects,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        if is_type_keyword(traversal, self.names.release) {
            return Ok(());
        }
        let Some(address) = self.resolve(traversal, source, context, sink)? else {
            return Ok(());
        };
        if self.names.node(&address.subject) != Some(self.node) {
            return Ok(());
        }
        let place = |range| Location::new(source.unwrap_or(&UNWRITTEN), range);
        match self.node {
            Node::Local(at) => {
                let name = &self.names.inventory.locals[at].name;
                sink.report(place(address.range).error(
                    "Self-referencing local value",
                    format!("Local value local.{name} cannot use its own result as part of its expression."),
                ))
            }
            Node::Resource(at) => {
                let mut label = self.names.inventory.resources[at].address();
                if let Some(key) = &address.key {
                    label.push_str(&format!(
                        "[{}]",
                        format_value(key, NotationPolicy::Withheld)?
                    ));
                }
                sink.report(place(address.range).error(
                    "Self-referential block",
                    format!("Configuration for {label} may not refer to itself."),
                ))
            }
            // A rule of a variable may refer to the variable itself.
            _ => Ok(()),
        }
    }

    /// Checks a dependency of a resource or a module call, which may be the node itself.
    pub(crate) fn waits(
        &mut self,
        traversal: &Traversal,
        source: &Source,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        self.resolve(traversal, Some(source), ContextObjects::default(), sink)
            .map(drop)
    }

    /// Checks a reference. Returns `None` after reporting an error. Adds the node of the reference
    /// to the dependencies unless it is the node itself.
    fn resolve(
        &mut self,
        traversal: &Traversal,
        source: Option<&Source>,
        context: ContextObjects,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Address>> {
        sink.budget.parts(1, REFERENCE)?;
        let place = |range| Location::new(source.unwrap_or(&UNWRITTEN), range);
        let checked = self.names.check(traversal, place, context, sink.budget);
        sink.budget.release(REFERENCE);
        match checked {
            Ok(address) => {
                let needed = self.names.node(&address.subject);
                let other = needed.filter(|needed| *needed != self.node);
                let number = other.and_then(|other| self.names.number(other));
                self.found.extend(number);
                Ok(Some(address))
            }
            Err(diagnostic) => {
                sink.report(*diagnostic)?;
                Ok(None)
            }
        }
    }

    /// Checks an element of `depends_on` whose object does not have to exist.
    pub(crate) fn dependency(
        &mut self,
        traversal: &Traversal,
        source: &Source,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        sink.budget.charge(1)?;
        match Address::of(traversal, self.names.release) {
            Ok(address) => {
                let needed = self.names.node(&address.subject);
                let number = needed.and_then(|needed| self.names.number(needed));
                self.found.extend(number);
                Ok(())
            }
            Err(error) => {
                let place = Location::new(source, error.range);
                sink.report(place.error(error.summary, error.detail))
            }
        }
    }

    /// Checks the namespaces of functions.
    fn calls(&mut self, calls: Vec<FunctionCall>, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        calls
            .iter()
            .try_for_each(|call| self.names.check_function(call, sink))
    }
}

impl Names<'_> {
    /// Checks the namespace of a function. The provider of a provider function must be required.
    pub(crate) fn check_function(
        &self,
        call: &FunctionCall,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let place = Location::new(&call.source, call.name_range);
        const UNKNOWN: &str = "Unknown provider function";
        let Some((namespace, rest)) = call.name.split_once("::") else {
            return Ok(());
        };
        match (namespace, rest.split_once("::")) {
            ("core", _) => Ok(()),
            ("provider", None) if self.release >= Release::V1_12 => sink.report(place.error(
                UNKNOWN,
                "The function call must include the provider name after the \"provider::\" prefix.",
            )),
            ("provider", Some((provider, function))) => {
                if self.inventory.settings.requirement(provider).is_some() {
                    return Ok(());
                }
                sink.report(place.error(UNKNOWN, format!("There is no function named {}. Ensure that provider name {} is declared in this module's required_providers block, and that this provider offers a function named {}.", Quoted(&call.name), Quoted(provider), Quoted(function))))
            }
            _ => sink.report(place.error(UNKNOWN, format!("The function namespace {} is not valid. Provider function calls must use the \"provider::\" namespace prefix.", Quoted(namespace)))),
        }
    }
}

/// The source of expressions without a source text.
pub(crate) fn unwritten() -> &'static Source {
    &UNWRITTEN
}

static UNWRITTEN: std::sync::LazyLock<Source> =
    std::sync::LazyLock::new(|| Source::new(Source::UNNAMED, ""));

/// Whether a reference is one of the words for types, which are never references since Terraform
/// 1.15 and in OpenTofu.
pub(crate) fn is_type_keyword(traversal: &Traversal, release: Release) -> bool {
    let root = traversal.root().map(|root| &**root);
    release.is_tofu_or_since(Release::V1_15)
        && traversal.steps.len() == 1
        && matches!(root, Some("string" | "number" | "bool" | "any"))
}
