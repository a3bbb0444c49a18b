//! Evaluation of a module, in the order of its dependencies.
//!
//! The references of all expressions are checked first. Then the nodes are ordered, and each node
//! is evaluated if its dependencies are valid. Errors that follow from another error are not
//! reported. The scope of an expression contains only the objects that it refers to, so the cost of
//! evaluation is proportional to the size of the source.

use super::address::{Address, Subject};
use super::given::Given;
use super::graph::Graph;
use super::inventory::{Output, Repetition, Resource, ResourceMode, Rule};
use super::options::Options;
use super::read::Module;
use super::references::{
    ContextObjects, Names, Needs, Node, each_reference, is_type_keyword, namespaced_calls,
};
use super::repetition::{check_count, check_enabled, check_for_each};
use super::rules::{RuleOf, check};
use super::sink::{DiagnosticSink, Location};
use super::variables::{Bound, IsRead, bind, marks_of};
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::calls::{Allow, Budget, Call, Parameter, Signature};
use polycty_core::source::{Diagnostic, Reporter, Result, Severity};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::Scope;
use polycty_hcl::eval::{Expr, FunctionCall};
use polycty_hcl::functions::Function;
use polycty_hcl::syntax::Traversal;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The bytes charged for a name in the scope of an expression.
const NAME: u64 = 200;

/// The values of a module for a set of variable values. Each list has the order of the list in the
/// [`Inventory`](super::Inventory). An entry is `None` if the value is wrong or depends on a wrong
/// value.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Evaluation {
    /// The values of the variables, with the marks of their declarations.
    pub variables: Vec<Option<Value>>,
    /// Whether the value of each variable has the variable's type and satisfies its rules, as far
    /// as these are known.
    pub are_valid: Vec<bool>,
    /// The local values.
    pub locals: Vec<Option<Value>>,
    /// The outputs. Outputs that are declared sensitive have the sensitive mark.
    pub outputs: Vec<Option<Value>>,
    /// The diagnostics, in the order of their positions.
    pub diagnostics: Vec<Diagnostic>,
}

impl Evaluation {
    /// Whether there are errors. If so, the values must not be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        let mut all = self.diagnostics.iter();
        all.any(|found| found.severity == Severity::Error)
    }
}

impl Module {
    /// Evaluates the module with a set of variable values.
    ///
    /// If the module was read with errors, only the values of its variables are evaluated.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded. No partial
    /// result is returned.
    pub fn evaluate(
        &self,
        given: &Given,
        options: &Options,
        budget: &Budget,
    ) -> Result<Evaluation> {
        let mut sink = DiagnosticSink::new(self.release, budget);
        let inventory = self.inventory();
        let names = Names {
            inventory,
            places: &self.places,
            label: "the root module",
            release: self.release,
        };
        let bound = bind(
            &inventory.variables,
            &names.places.variables,
            given,
            if self.is_sound() {
                IsRead::Whole
            } else {
                IsRead::InPart
            },
            options,
            &mut sink,
        )?;
        let mut walk = Walk {
            names: &names,
            options,
            failed: Vec::new(),
            bound,
            given: OnceCell::new(),
            locals: vec![None; inventory.locals.len()],
            outputs: vec![None; inventory.outputs.len()],
        };
        let mut are_valid: Vec<bool> = Vec::with_capacity(walk.bound.len());
        are_valid.extend(walk.bound.iter().map(|bound| bound.value.is_some()));
        if self.is_sound() {
            walk.all(&mut are_valid, &mut sink)?;
        }
        let mut diagnostics = sink.into_vec();
        self.hide_secrets(&mut diagnostics, budget)?;
        // Diagnostics without a position are about the whole module and come first.
        budget.sort_by(&mut diagnostics, |a, b| place_of(a).cmp(&place_of(b)))?;
        Ok(Evaluation {
            variables: walk.bound.into_iter().map(|bound| bound.value).collect(),
            are_valid,
            locals: walk.locals,
            outputs: walk.outputs,
            diagnostics,
        })
    }
}

/// The position of a diagnostic, for sorting.
fn place_of(diagnostic: &Diagnostic) -> Option<(&str, usize)> {
    let source = diagnostic.source.as_ref()?;
    Some((&source.name, diagnostic.subject?.start.byte))
}

/// The state of an evaluation.
struct Walk<'n, 'm, 'o> {
    names: &'n Names<'m>,
    options: &'o Options,
    /// For each node by number, whether it or one of its dependencies has an error.
    failed: Vec<bool>,
    bound: Vec<Bound>,
    /// The scope of functions and all variables, or `None` if these do not fit in one object.
    given: OnceCell<Option<Scope>>,
    locals: Vec<Option<Value>>,
    outputs: Vec<Option<Value>>,
}

impl<'m> Walk<'_, 'm, '_> {
    /// Checks the references of all nodes and evaluates the nodes in order. Sets `are_valid` for
    /// each variable.
    fn all(&mut self, are_valid: &mut [bool], sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let nodes: Vec<Node> = self.names.nodes().collect();
        let Some(&first) = nodes.first() else {
            return Ok(());
        };
        let mut graph = Graph::default();
        let mut needs = Needs::new(self.names, first);
        for &node in &nodes {
            let before = sink.count();
            needs.turn_to(node);
            self.check_references(node, &mut needs, sink)?;
            graph.add(&needs.found, sink.budget)?;
            self.failed.push(sink.failed_since(before));
        }
        for component in graph.components().iter() {
            sink.budget.charge(component.len() as u64)?;
            if let &[number] = component {
                let node = nodes[number];
                let needs_fail = graph.needs(number).iter().any(|&need| self.failed[need]);
                let before = sink.count();
                match (needs_fail, self.failed[number]) {
                    (false, false) => self.node(node, sink)?,
                    // Errors in the number of instances are reported, too.
                    (false, true) => self.repetition_of(node, sink)?,
                    (true, _) => self.failed[number] = true,
                }
                self.failed[number] |= sink.failed_since(before) || self.is_missing(node);
                continue;
            }
            let circle: Vec<String> = component.iter().map(|&at| self.label(nodes[at])).collect();
            for &number in component {
                self.failed[number] = true;
            }
            let summary = format!("Cycle: {}", circle.join(", "));
            sink.report(Reporter::Terraform.error(summary, ""))?;
        }
        for (node, failed) in nodes.iter().zip(&self.failed) {
            if let Node::Variable(at) = node {
                are_valid[*at] &= !failed;
            }
        }
        Ok(())
    }

    /// Whether a node has no value although no diagnostic of that node reports the reason: a
    /// variable whose value is wrong.
    fn is_missing(&self, node: Node) -> bool {
        matches!(node, Node::Variable(at) if self.bound[at].value.is_none())
    }

    /// The name of a node in the message about a cycle.
    fn label(&self, node: Node) -> String {
        let all = self.names.inventory;
        match node {
            Node::Variable(at) => format!("var.{} (validation)", all.variables[at].name),
            Node::Local(at) => format!("local.{} (expand)", all.locals[at].name),
            Node::Output(at) => format!("output.{} (expand)", all.outputs[at].name),
            Node::Resource(at) => all.resources[at].address(),
            Node::Call(at) => format!("module.{} (expand)", all.calls[at].name),
            Node::Provider(at) => format!("provider.{}", all.providers[at].name),
            Node::Check(at) => format!("check.{}", all.checks[at].name),
            Node::Change(at) => all.changes[at].kind.keyword().to_owned(),
        }
    }

    /// Checks the references of a node.
    fn check_references(
        &self,
        node: Node,
        needs: &mut Needs<'_, 'm>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let all = self.names.inventory;
        let nothing = ContextObjects::default();
        match node {
            Node::Variable(at) => check_rules(&all.variables[at].validations, nothing, needs, sink),
            Node::Local(at) => needs.expression(&all.locals[at].value, nothing, sink),
            Node::Output(at) => {
                let output = &all.outputs[at];
                if let Some(value) = &output.value {
                    needs.expression(value, nothing, sink)?;
                }
                check_rules(&output.preconditions, nothing, needs, sink)?;
                // The existence of additional dependencies is checked only by a plan.
                let mut waits = output.depends_on.iter();
                waits.try_for_each(|on| needs.dependency(&on.on, &on.source, sink))
            }
            Node::Resource(at) => {
                let resource = &all.resources[at];
                check_repetition(&resource.repetition, needs, sink)?;
                let context = ContextObjects::of(&resource.repetition);
                needs.body(&resource.arguments, context, sink)?;
                for body in &resource.overridden {
                    needs.body(body, context, sink)?;
                }
                for body in &resource.inner {
                    needs.body(body, context.with_itself(), sink)?;
                }
                check_rules(&resource.preconditions, context, needs, sink)?;
                let after = context.with_itself();
                check_rules(&resource.postconditions, after, needs, sink)?;
                check_dependencies(&resource.depends_on, needs, sink)
            }
            Node::Call(at) => {
                let call = &all.calls[at];
                check_repetition(&call.repetition, needs, sink)?;
                let context = ContextObjects::of(&call.repetition);
                needs.body(&call.arguments, context, sink)?;
                for body in &call.overridden {
                    needs.body(body, context, sink)?;
                }
                check_dependencies(&call.depends_on, needs, sink)
            }
            Node::Provider(at) => {
                let provider = &all.providers[at];
                check_repetition(&provider.repetition, needs, sink)?;
                let context = ContextObjects::of(&provider.repetition);
                needs.body(&provider.arguments, context, sink)
            }
            Node::Check(at) => check_rules(&all.checks[at].asserts, nothing, needs, sink),
            Node::Change(at) => {
                let context = ContextObjects {
                    each: true,
                    ..ContextObjects::default()
                };
                let mut inputs = all.changes[at].inputs.iter();
                inputs.try_for_each(|input| needs.expression(input, context, sink))
            }
        }
    }

    /// Evaluates a node whose dependencies are all valid.
    fn node(&mut self, node: Node, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let all = self.names.inventory;
        match node {
            Node::Variable(at) => self.validate(at, sink),
            Node::Local(at) => {
                let value = self.value_of(&all.locals[at].value, sink)?;
                self.locals[at] = value;
                Ok(())
            }
            Node::Output(at) => {
                let value = self.output(&all.outputs[at], sink)?;
                self.outputs[at] = value;
                Ok(())
            }
            Node::Resource(at) => self.resource(&all.resources[at], sink),
            Node::Call(at) => self.repetition(&all.calls[at].repetition, sink),
            Node::Check(at) => self
                .rules(&all.checks[at].asserts, &RuleOf::Check, sink)
                .map(drop),
            // Their arguments are checked by the provider or by the plan.
            Node::Provider(_) | Node::Change(_) => Ok(()),
        }
    }

    /// Checks the rules of a variable.
    fn validate(&mut self, at: usize, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let variable = &self.names.inventory.variables[at];
        if variable.validations.is_empty() || self.bound[at].value.is_none() {
            return Ok(());
        }
        let of = RuleOf::Variable {
            at: Some(self.bound[at].place.clone()),
            marks: marks_of(variable),
            skips_unknown: false,
        };
        self.rules(&variable.validations, &of, sink).map(drop)
    }

    /// Returns whether rules hold, as far as that is known. Reports the rules that fail.
    fn rules(&self, rules: &[Rule], of: &RuleOf, sink: &mut DiagnosticSink<'_>) -> Result<bool> {
        let mut hold = true;
        for rule in rules {
            hold &= check(rule, of, &mut |expr, sink| self.value_of(expr, sink), sink)?;
        }
        Ok(hold)
    }

    fn output(&self, output: &Output, sink: &mut DiagnosticSink<'_>) -> Result<Option<Value>> {
        let place = &output.declared.place;
        if output.is_ephemeral() {
            // Nothing else of the output is checked.
            sink.report(place.error(
                "Ephemeral output not allowed",
                "Ephemeral outputs are not allowed in context of a root module",
            ))?;
            return Ok(None);
        }
        if !self.rules(&output.preconditions, &RuleOf::Output, sink)? {
            return Ok(None);
        }
        let Some(expr) = &output.value else {
            return Ok(None);
        };
        let Some(value) = self.value_of(expr, sink)? else {
            return Ok(None);
        };
        if value.contains_marked() {
            let (_, marks) = value.unmark_deep();
            if marks.contains(SENSITIVE) && !output.is_sensitive() {
                sink.report(place.error(
                    "Output refers to sensitive values",
                    "To reduce the risk of accidentally exporting sensitive data that was intended to be only internal, Terraform requires that any root module output containing sensitive data be explicitly marked as sensitive, to confirm your intent.\n\nIf you do intend to export this data, annotate the output value as sensitive by adding the following argument:\n    sensitive = true",
                ))?;
            }
            if marks.contains(EPHEMERAL) && !output.is_ephemeral() {
                let at = Location::new(expr.source().unwrap_or(&place.source), expr.range());
                sink.report(at.error(
                    "Ephemeral value not allowed",
                    "This output value is not declared as returning an ephemeral value, so it cannot be set to a result derived from an ephemeral value.",
                ))?;
            }
        }
        Ok(Some(if output.is_sensitive() {
            value.mark(SENSITIVE)
        } else {
            value
        }))
    }

    fn resource(&self, resource: &Resource, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        self.repetition(&resource.repetition, sink)?;
        self.rules(&resource.preconditions, &RuleOf::Resource, sink)?;
        self.rules(&resource.postconditions, &RuleOf::Postcondition, sink)?;
        Ok(())
    }

    /// Checks the `count` or `for_each` of a node.
    fn repetition_of(&self, node: Node, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let all = self.names.inventory;
        match node {
            Node::Resource(at) => self.repetition(&all.resources[at].repetition, sink),
            Node::Call(at) => self.repetition(&all.calls[at].repetition, sink),
            _ => Ok(()),
        }
    }

    /// Checks a `count` or `for_each`.
    fn repetition(&self, repetition: &Repetition, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        match repetition {
            Repetition::Single => Ok(()),
            Repetition::Count(expr) => match self.value_of(expr, sink)? {
                Some(value) => check_count(expr, &value, sink),
                None => Ok(()),
            },
            Repetition::ForEach(expr) => match self.value_of(expr, sink)? {
                Some(value) => check_for_each(expr, &value, sink),
                None => Ok(()),
            },
            Repetition::Enabled(expr) => match self.value_of(expr, sink)? {
                Some(value) => check_enabled(expr, &value, sink).map(|_| ()),
                None => Ok(()),
            },
        }
    }

    /// Evaluates an expression whose references are valid. Returns `None` if evaluation fails,
    /// which is reported.
    fn value_of(&self, expr: &Expr, sink: &mut DiagnosticSink<'_>) -> Result<Option<Value>> {
        let mut parts = ScopeParts::default();
        let mut is_there = true;
        each_reference(expr, &mut |reference| {
            if !is_there {
                return Ok(());
            }
            sink.budget.charge(1)?;
            is_there = match self.names.declared(&reference) {
                Some(node) => {
                    sink.budget.hold(NAME)?;
                    self.add_declared(node, &mut parts)
                }
                None => self.add_object(&reference.into_traversal(), &mut parts, sink.budget)?,
            };
            Ok(())
        })?;
        if !is_there {
            return Ok(None);
        }
        let mut outer = &self.options.functions;
        let alone: Scope;
        if !parts.variables.is_empty() {
            outer = match self.given(sink.budget)? {
                Some(given) => given,
                None => {
                    alone = self.among(parts.variables.iter().copied())?;
                    &alone
                }
            };
        }
        let mut scope = parts.scope(outer)?;
        let of_provider = |call: &FunctionCall| call.name.starts_with("provider::");
        let calls = namespaced_calls(expr);
        if calls.iter().any(of_provider) {
            scope = scope.child()?;
            for call in calls.into_iter().filter(of_provider) {
                scope.set_function(call.name, of_a_provider())?;
            }
        }
        let evaluated = expr.evaluate_within(Some(&scope), sink.budget);
        Ok(sink
            .report_all(evaluated.diagnostics)?
            .then_some(evaluated.value))
    }

    /// The scope of all expressions that refer to variables. Variables are bound before anything is
    /// evaluated, and references to wrong variables are never evaluated. `None` if the variables
    /// are nested too deeply or are too many for one object.
    fn given(&self, budget: &Budget) -> Result<Option<&Scope>> {
        if let Some(scope) = self.given.get() {
            return Ok(scope.as_ref());
        }
        let count = self.bound.len();
        budget.parts(count as u64, NAME)?;
        let scope = self.among(0..count).ok();
        Ok(self.given.get_or_init(|| scope).as_ref())
    }

    /// Returns the scope of functions extended by the given variables.
    fn among(&self, variables: impl Iterator<Item = usize>) -> Result<Scope> {
        static VAR: LazyLock<Str> = LazyLock::new(|| "var".into());
        let all = &self.names.inventory.variables;
        let parts = variables.map(|at| {
            let value = self.bound[at].value.clone();
            (all[at].name.clone(), value.unwrap_or_else(Value::dynamic))
        });
        let object = Value::object(parts)?;
        let mut scope = self.options.functions.child()?;
        scope.set_variable(VAR.clone(), object)?;
        Ok(scope)
    }

    /// Adds a variable or a local value. Returns whether it has a value.
    fn add_declared(&self, node: Node, parts: &mut ScopeParts) -> bool {
        let all = self.names.inventory;
        match node {
            Node::Variable(at) => {
                parts.variables.push(at);
                self.bound[at].value.is_some()
            }
            Node::Local(at) => match &self.locals[at] {
                Some(value) => {
                    let name = all.locals[at].name.clone();
                    parts.locals.push((name, value.clone()));
                    true
                }
                None => false,
            },
            _ => false,
        }
    }

    /// Adds the object of a reference. Returns whether it has a value.
    fn add_object(
        &self,
        traversal: &Traversal,
        parts: &mut ScopeParts,
        budget: &Budget,
    ) -> Result<bool> {
        if is_type_keyword(traversal, self.names.release) {
            return Ok(true);
        }
        let Ok(address) = Address::of(traversal, self.names.release) else {
            return Ok(false);
        };
        budget.hold(NAME)?;
        let unknown = |ty: &Type| Value::unknown(ty.clone());
        match address.subject {
            Subject::Variable(_) | Subject::Local(_) => {
                let node = self.names.node(&address.subject);
                return Ok(node.is_some_and(|node| self.add_declared(node, parts)));
            }
            Subject::Resource {
                mode,
                resource_type,
                name,
            } => {
                let first = match traversal.root().map(|root| &**root) {
                    Some(word @ ("data" | "ephemeral" | "resource")) => Some(word),
                    _ => None,
                };
                let value = match mode {
                    ResourceMode::Ephemeral => Value::dynamic().mark(EPHEMERAL),
                    ResourceMode::Managed | ResourceMode::Data => Value::dynamic(),
                };
                parts.add_resource(first, resource_type, name, value);
            }
            Subject::Module(name) => parts.add("module", name, Value::dynamic()),
            Subject::Path(name) => {
                let options = self.options;
                let given = match &*name {
                    "module" => &options.module_path,
                    "root" => &options.root_path,
                    _ => &options.working_directory,
                };
                let value = match given {
                    Some(path) => Value::nfc_string(path),
                    None => unknown(Type::string()).refine_not_null()?,
                };
                parts.add("path", name, value);
            }
            Subject::Terraform(name) => {
                let value = match &*name {
                    "workspace" => Value::nfc_string(&self.options.workspace),
                    _ => unknown(Type::bool()).refine_not_null()?.mark(EPHEMERAL),
                };
                parts.add("terraform", name, value);
            }
            Subject::Each(name) => {
                let value = match &*name {
                    "key" => unknown(Type::string()).refine_not_null()?,
                    _ => Value::dynamic(),
                };
                parts.add("each", name, value);
            }
            Subject::Count(name) => {
                parts.add("count", name, unknown(Type::number()).refine_not_null()?);
            }
            Subject::Action { .. } | Subject::List { .. } | Subject::Caller => return Ok(false),
            Subject::Itself => parts.has_self = true,
        }
        Ok(true)
    }
}

fn check_rules(
    rules: &[Rule],
    context: ContextObjects,
    needs: &mut Needs<'_, '_>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    for rule in rules {
        needs.expression(&rule.condition, context, sink)?;
        needs.expression(&rule.message, context, sink)?;
    }
    Ok(())
}

fn check_repetition(
    repetition: &Repetition,
    needs: &mut Needs<'_, '_>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    match repetition.expr() {
        None => Ok(()),
        Some(expr) => needs.expression(expr, ContextObjects::default(), sink),
    }
}

fn check_dependencies(
    dependencies: &[super::Dependency],
    needs: &mut Needs<'_, '_>,
    sink: &mut DiagnosticSink<'_>,
) -> Result<()> {
    let mut all = dependencies.iter();
    all.try_for_each(|on| needs.waits(&on.on, &on.source, sink))
}

/// The objects that an expression refers to, by the root names of the references.
#[derive(Default)]
struct ScopeParts {
    /// Variables, by their index in the inventory.
    variables: Vec<usize>,
    locals: Vec<(Str, Value)>,
    objects: BTreeMap<Str, BTreeMap<Str, Value>>,
    /// Resources with a keyword for their mode: by keyword, type and name.
    by_keyword: BTreeMap<Str, BTreeMap<Str, BTreeMap<Str, Value>>>,
    /// Whether it refers to `self`.
    has_self: bool,
}

impl ScopeParts {
    fn add(&mut self, object: &str, name: Str, value: Value) {
        match self.objects.get_mut(object) {
            Some(object) => {
                object.insert(name, value);
            }
            None => {
                self.objects
                    .insert(object.into(), BTreeMap::from([(name, value)]));
            }
        }
    }

    fn add_resource(&mut self, word: Option<&str>, resource_type: Str, name: Str, value: Value) {
        match word {
            Some(word) => {
                let types = self.by_keyword.entry(word.into()).or_default();
                types.entry(resource_type).or_default().insert(name, value);
            }
            None => self.add(&resource_type, name, value),
        }
    }

    /// Returns a scope of all objects except variables, based on the scope of functions or, if
    /// needed, of variables.
    fn scope(self, outer: &Scope) -> Result<Scope> {
        static LOCAL: LazyLock<Str> = LazyLock::new(|| "local".into());
        let nothing = self.locals.is_empty() && self.objects.is_empty();
        if nothing && self.by_keyword.is_empty() && !self.has_self {
            return Ok(outer.clone());
        }
        let mut scope = outer.child()?;
        if !self.locals.is_empty() {
            scope.set_variable(LOCAL.clone(), Value::object(self.locals)?)?;
        }
        for (name, parts) in self.objects {
            scope.set_variable(name, Value::object(parts)?)?;
        }
        for (word, types) in self.by_keyword {
            let types: Result<Vec<(Str, Value)>> = types
                .into_iter()
                .map(|(resource_type, parts)| Ok((resource_type, Value::object(parts)?)))
                .collect();
            scope.set_variable(word, Value::object(types?)?)?;
        }
        if self.has_self {
            scope.set_variable("self", Value::dynamic())?;
        }
        Ok(scope)
    }
}

/// A function of a provider, which cannot be called.
fn of_a_provider() -> Function {
    let any = Parameter::new("args", Type::any().clone());
    let signature = Signature::new()
        .describe("Belongs to a provider.")
        .variadic(any.allow(Allow::ALL));
    Function::new(
        signature,
        Type::any().clone(),
        |_: &[&Value], _: &Call<'_>| Ok(Value::dynamic()),
    )
}
