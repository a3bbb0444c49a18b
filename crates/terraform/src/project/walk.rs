//! The walk over a project: each node after its dependencies.
//!
//! Validation has one instance of each module; its variables, resources and calls are unknown.
//! A plan has an instance for each element of `count` and `for_each`, and values flow between them.
//! Nodes that depend on one with errors are left out.

use super::deprecation::Depth;
use super::nodes::{Edges, Item, Nodes, label};
use super::providers::Configurations;
use super::schemas::Schema;
use super::tree::ModuleNode;
use super::{Planned, PlannedOutput, Project};
use crate::module::Release;
use crate::module::declare::fitted;
use crate::module::inventory::{Output, Repetition, Rule};
use crate::module::repetition::{check_count, check_enabled, check_for_each};
use crate::module::rules::{RuleOf, check};
use crate::module::sink::{DiagnosticSink, Location};
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::calls::Budget;
use polycty_core::source::{Reporter, Result, Source};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::Scope;
use polycty_hcl::eval::Expr;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// The bytes of an instance of a module, and of each value in it.
const INSTANCE: u64 = 400;
const SLOT: u64 = 32;

/// The purpose of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Validate,
    Plan,
}

/// The types that outputs of called modules have in a validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputTypes {
    /// Those of their declarations, and `any` without one, as in Terraform.
    Declared,
    /// Those of their values.
    Inferred,
}

/// The values of `count.index`, `each.key` and `each.value`, as far as they are available.
#[derive(Clone, Debug, Default)]
pub(crate) struct RepetitionValues {
    pub(crate) count: Option<Value>,
    pub(crate) each_key: Option<Value>,
    pub(crate) each_value: Option<Value>,
}

impl RepetitionValues {
    /// Unknown values for the repetition of a block.
    pub(crate) fn unknown(repetition: &Repetition) -> RepetitionValues {
        match repetition {
            Repetition::Count(_) => RepetitionValues {
                count: Some(Value::unknown(Type::number().clone())),
                ..RepetitionValues::default()
            },
            Repetition::ForEach(_) => RepetitionValues {
                each_key: Some(Value::unknown(Type::string().clone())),
                each_value: Some(Value::dynamic()),
                ..RepetitionValues::default()
            },
            _ => RepetitionValues::default(),
        }
    }

    fn all_unknown() -> RepetitionValues {
        RepetitionValues {
            count: Some(Value::unknown(Type::number().clone())),
            each_key: Some(Value::unknown(Type::string().clone())),
            each_value: Some(Value::dynamic()),
        }
    }
}

/// The key of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InstanceKey {
    None,
    Number(usize),
    Text(Str),
}

impl std::fmt::Display for InstanceKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            InstanceKey::None => Ok(()),
            InstanceKey::Number(number) => write!(f, "[{number}]"),
            InstanceKey::Text(text) => write!(f, "[{}]", polycty_core::text::Quoted(text)),
        }
    }
}

/// An instance of something that repeats.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) key: InstanceKey,
    pub(crate) repetition: RepetitionValues,
}

/// An instance of a module and the values in it.
pub(crate) struct State {
    /// The instance of the calling module.
    pub(crate) parent: usize,
    pub(crate) key: InstanceKey,
    repetition: RepetitionValues,
    /// The address with keys, with a point after it; empty for the root module.
    pub(crate) prefix: String,
    pub(crate) ignores_deprecations: bool,
    pub(crate) variables: Vec<Option<Value>>,
    pub(crate) locals: Vec<Option<Value>>,
    pub(crate) outputs: Vec<Option<Value>>,
    pub(crate) resources: Vec<Option<Value>>,
}

/// Where an expression is evaluated.
pub(crate) struct Site<'s> {
    pub(crate) module: usize,
    pub(crate) instance: usize,
    pub(crate) repetition: RepetitionValues,
    pub(crate) itself: Option<Value>,
    /// The variable whose rules are checked, and its value.
    pub(crate) own_variable: Option<(usize, Value)>,
    /// Whether the expression is of an action.
    pub(crate) is_action: bool,
    /// The schema of the resource that `self` is.
    pub(crate) own_schema: Option<Arc<Schema>>,
    /// The address of the resource whose body is evaluated.
    pub(crate) own_address: Option<String>,
    /// The check that the expression is in.
    pub(crate) check: Option<&'s Str>,
    /// The text of expressions that have none of their own.
    source: &'s Source,
}

impl<'s> Site<'s> {
    pub(crate) fn new(module: usize, instance: usize, place: &'s Location) -> Site<'s> {
        Site {
            module,
            instance,
            repetition: RepetitionValues::default(),
            itself: None,
            own_variable: None,
            is_action: false,
            own_schema: None,
            own_address: None,
            check: None,
            source: &place.source,
        }
    }

    pub(crate) fn with_repetition(self, repetition: RepetitionValues) -> Site<'s> {
        Site { repetition, ..self }
    }

    pub(crate) fn source(&self) -> &Source {
        self.source
    }
}

/// A walk over the nodes of a project.
pub(crate) struct Walk<'p> {
    pub(crate) project: &'p Project,
    pub(crate) phase: Phase,
    pub(crate) output_types: OutputTypes,
    given: &'p BTreeMap<Str, Value>,
    pub(crate) configurations: Configurations,
    /// The configurations that something uses, by module and number, when they were asked for.
    pub(crate) used: OnceCell<HashSet<(usize, usize)>>,
    /// The instances of each module.
    pub(crate) states: Vec<Vec<State>>,
    outputs: Vec<PlannedOutput>,
    /// Whether errors hide no errors of other parts: nodes that depend on one with errors are
    /// evaluated.
    pub(crate) keeps_going: bool,
}

/// Walks over a project, and returns the outputs of a plan and the diagnostics.
pub(crate) fn walk(
    project: &Project,
    phase: Phase,
    output_types: OutputTypes,
    given: &BTreeMap<Str, Value>,
    budget: &Budget,
) -> Result<Planned> {
    checked(
        Walk::new(project, phase, output_types, given),
        project,
        budget,
    )
}

/// Validates a project. Errors hide no errors of other parts.
pub(crate) fn walk_all(project: &Project, budget: &Budget) -> Result<Planned> {
    let given = BTreeMap::new();
    let mut walk = Walk::new(project, Phase::Validate, OutputTypes::Declared, &given);
    walk.keeps_going = true;
    checked(walk, project, budget)
}

fn checked(mut walk: Walk<'_>, project: &Project, budget: &Budget) -> Result<Planned> {
    let mut sink = DiagnosticSink::new(project.options.release, budget);
    if walk.prepare(&mut sink)? {
        walk.run(&mut sink)?;
    }
    let outputs = walk.outputs;
    let mut diagnostics = sink.into_vec();
    super::secrets::hide(&project.modules, &mut diagnostics, &mut [], budget)?;
    Ok(Planned {
        outputs,
        diagnostics,
    })
}

impl<'p> Walk<'p> {
    pub(crate) fn new(
        project: &'p Project,
        phase: Phase,
        output_types: OutputTypes,
        given: &'p BTreeMap<Str, Value>,
    ) -> Walk<'p> {
        Walk {
            project,
            phase,
            output_types,
            given,
            configurations: Configurations::default(),
            used: OnceCell::new(),
            states: Vec::new(),
            outputs: Vec::new(),
            keeps_going: false,
        }
    }
}

impl Walk<'_> {
    pub(crate) fn modules(&self) -> &[ModuleNode] {
        &self.project.modules
    }

    pub(crate) fn release(&self) -> Release {
        self.project.options.release
    }

    /// Runs the checks before the walk. Returns whether the walk can follow.
    fn prepare(&mut self, sink: &mut DiagnosticSink<'_>) -> Result<bool> {
        if self.phase == Phase::Plan && !self.check_moves(sink)? {
            return Ok(false);
        }
        let goes_on = self.keeps_going;
        for check in [Walk::check_requirements, Walk::check_calls] {
            if !check(self, sink)? && !goes_on {
                return Ok(false);
            }
        }
        match Configurations::find(self.modules(), sink.budget)? {
            Ok(found) => self.configurations = found,
            Err(address) => {
                let missing = Reporter::Terraform.error(format!("missing provider {address}"), "");
                let missing = missing.with_name("missing-provider");
                sink.report(missing)?;
                return Ok(goes_on);
            }
        }
        Ok(self.check_consumers(sink)? || goes_on)
    }

    pub(crate) fn run(&mut self, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let modules = self.project.modules.clone();
        let nodes = Nodes::of(&modules, sink.budget)?;
        let edges = Edges::new(&modules, &nodes, self.release(), sink.budget);
        let graph = edges.graph(&|module, item| self.configuration_node(&nodes, module, item))?;
        let components = graph.components();
        let mut has_cycle = false;
        for component in components.iter().filter(|component| component.len() > 1) {
            has_cycle = true;
            let names = component.iter().map(|&number| {
                let (module, item) = nodes.list[number];
                label(&modules, module, item)
            });
            let mut names: Vec<String> = names.collect();
            sink.budget.sort(&mut names)?;
            let summary = if self.release() >= Release::V1_16 {
                format!("Cycle:\n  {}", names.join("\n  "))
            } else {
                format!("Cycle: {}", names.join(", "))
            };
            sink.report(Reporter::Terraform.error(summary, ""))?;
        }
        if has_cycle && !self.keeps_going {
            return Ok(());
        }
        self.states.resize_with(modules.len(), Vec::new);
        let root = self.state(0, 0, InstanceKey::None, RepetitionValues::default(), sink)?;
        self.states[0].push(root);
        let mut failed = vec![false; nodes.list.len()];
        for component in sink.budget.each(components.iter()) {
            let &[number] = component? else {
                continue;
            };
            if graph.needs(number).iter().any(|&needed| failed[needed]) {
                failed[number] = true;
                continue;
            }
            let before = sink.count();
            let (module, item) = nodes.list[number];
            self.item(module, item, sink)?;
            failed[number] = !self.keeps_going && sink.failed_since(before);
        }
        if self.phase == Phase::Validate {
            for list in &modules[0].module.inventory().lists {
                self.list(list, sink)?;
            }
        }
        Ok(())
    }

    /// A new instance of a module.
    fn state(
        &self,
        module: usize,
        parent: usize,
        key: InstanceKey,
        repetition: RepetitionValues,
        sink: &DiagnosticSink<'_>,
    ) -> Result<State> {
        let node = &self.modules()[module];
        let all = node.module.inventory();
        let slots =
            all.variables.len() + all.locals.len() + all.outputs.len() + all.resources.len();
        sink.budget.hold(INSTANCE + SLOT * slots as u64)?;
        let (mut prefix, mut ignores) = (String::new(), false);
        if let Some((caller, call)) = node.parent {
            let outer = &self.states[caller][parent];
            let call = &self.modules()[caller].module.inventory().calls[call];
            prefix = format!("{}module.{}{key}.", outer.prefix, call.name);
            ignores = outer.ignores_deprecations || call.ignores_nested_deprecations;
        }
        Ok(State {
            parent,
            key,
            repetition,
            prefix,
            ignores_deprecations: ignores,
            variables: vec![None; all.variables.len()],
            locals: vec![None; all.locals.len()],
            outputs: vec![None; all.outputs.len()],
            resources: vec![None; all.resources.len()],
        })
    }

    /// Evaluates a node in all instances of its module.
    fn item(&mut self, module: usize, item: Item, sink: &mut DiagnosticSink<'_>) -> Result<()> {
        let node = self.modules()[module].module.clone();
        let all = node.inventory();
        for instance in sink.budget.charged(0..self.states[module].len())? {
            match item {
                Item::Variable(at) => {
                    let value = self.bind(module, instance, at, sink)?;
                    self.states[module][instance].variables[at] = value;
                }
                Item::Local(at) => {
                    let local = &all.locals[at];
                    let site = Site::new(module, instance, &local.place);
                    if self.check_own_references(local, &site, sink)? {
                        continue;
                    }
                    if let Some(value) = self.value(&local.value, &site, sink)? {
                        let value = self.report_deprecations(
                            &value,
                            Depth::Top,
                            &local.value,
                            &site,
                            sink,
                        )?;
                        self.states[module][instance].locals[at] = Some(value);
                    }
                }
                Item::Output(at) => {
                    let output = &all.outputs[at];
                    let value = self.output(module, instance, output, sink)?;
                    if let Some(value) = &value {
                        let value = self.without_deprecations(value, sink)?;
                        let prefix = &self.states[module][instance].prefix;
                        let planned = PlannedOutput::new(output, prefix, value, sink.budget)?;
                        self.outputs.push(planned);
                    }
                    self.states[module][instance].outputs[at] = value;
                }
                Item::Resource(at) => {
                    let value = self.resource(module, instance, &all.resources[at], sink)?;
                    self.states[module][instance].resources[at] = value;
                }
                Item::Action(at) if self.phase == Phase::Validate => {
                    self.action(module, instance, &all.actions[at], sink)?;
                }
                Item::Action(_) => {}
                Item::Call(at) => self.call(module, instance, at, sink)?,
                Item::Provider(at) => self.provider(module, instance, at, sink)?,
                Item::Check(at) => {
                    let check = &all.checks[at];
                    let mut site = Site::new(module, instance, &check.declared.place);
                    site.check = Some(&check.name);
                    self.rules(&check.asserts, &RuleOf::PlannedCheck, &site, sink)?;
                }
                Item::Change(at) => self.change(module, instance, &all.changes[at], sink)?,
                Item::Close => {}
            }
        }
        Ok(())
    }

    /// The instances of a call or a resource, none if there are errors.
    pub(crate) fn instances(
        &self,
        repetition: &Repetition,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Vec<Instance>>> {
        let before = sink.count();
        let single = |repetition| {
            vec![Instance {
                key: InstanceKey::None,
                repetition,
            }]
        };
        match repetition {
            Repetition::Single => Ok(Some(single(RepetitionValues::default()))),
            Repetition::Count(expr) => {
                let Some(value) = self.value(expr, site, sink)? else {
                    return Ok(None);
                };
                let value = self.report_deprecations(&value, Depth::Top, expr, site, sink)?;
                check_count(expr, &value, sink)?;
                if sink.failed_since(before) {
                    return Ok(None);
                }
                if self.phase == Phase::Validate {
                    return Ok(Some(single(RepetitionValues::unknown(repetition))));
                }
                let number = polycty_hcl::functions::define::convert(
                    value.unmarked(),
                    Type::number(),
                    sink.budget,
                )?;
                let Some(count) = number.as_number().and_then(|number| number.to_i64()) else {
                    sink.report(super::scope::place_of(expr, site).error(
                        "Invalid count argument",
                        "The \"count\" value depends on resource attributes that cannot be determined until apply, so Terraform cannot predict how many instances will be created. To work around this, use the -target argument to first apply only the resources that the count depends on.",
                    ))?;
                    return Ok(None);
                };
                let numbers = sink.budget.charged_holding(INSTANCE, 0..count as usize)?;
                let instance = |index: usize| Instance {
                    key: InstanceKey::Number(index),
                    repetition: RepetitionValues {
                        count: Some(Value::from_u64(index as u64)),
                        ..RepetitionValues::default()
                    },
                };
                Ok(Some(numbers.map(instance).collect()))
            }
            Repetition::ForEach(expr) => {
                let Some(value) = self.value(expr, site, sink)? else {
                    return Ok(None);
                };
                let value = self.report_deprecations(&value, Depth::Top, expr, site, sink)?;
                check_for_each(expr, &value, sink)?;
                if sink.failed_since(before) {
                    return Ok(None);
                }
                if self.phase == Phase::Validate {
                    return Ok(Some(single(RepetitionValues::unknown(repetition))));
                }
                self.elements(expr, &value, site, sink)
            }
            Repetition::Enabled(expr) => {
                let Some(value) = self.value(expr, site, sink)? else {
                    return Ok(None);
                };
                let value = self.report_deprecations(&value, Depth::Top, expr, site, sink)?;
                let enabled = check_enabled(expr, &value, sink)?;
                if sink.failed_since(before) {
                    return Ok(None);
                }
                match enabled {
                    _ if self.phase == Phase::Validate => {
                        Ok(Some(single(RepetitionValues::default())))
                    }
                    Some(true) => Ok(Some(single(RepetitionValues::default()))),
                    Some(false) => Ok(Some(Vec::new())),
                    None => {
                        sink.report(super::scope::place_of(expr, site).error(
                            "Invalid enabled argument",
                            "The given \"enabled\" argument value is derived from a value that won't be known until the apply phase, so OpenTofu cannot determine whether an instance of this object is declared or not.",
                        ))?;
                        Ok(None)
                    }
                }
            }
        }
    }

    /// The instances for the elements of a value of `for_each`.
    fn elements(
        &self,
        expr: &Expr,
        value: &Value,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Vec<Instance>>> {
        let bare = value.unmarked();
        let is_set = bare.ty().is_set();
        if !bare.is_known() || (is_set && !bare.is_wholly_known()) {
            let (what, more) = if is_set {
                (
                    "set includes values",
                    "When working with unknown values in for_each, it's better to use a map value where the keys are defined statically in your configuration and where only the values contain apply-time results.",
                )
            } else {
                (
                    "map includes keys",
                    "When working with unknown values in for_each, it's better to define the map keys statically in your configuration and place apply-time results only in the map values.",
                )
            };
            sink.report(super::scope::place_of(expr, site).error(
                "Invalid for_each argument",
                format!("The \"for_each\" {what} derived from resource attributes that cannot be determined until apply, and so Terraform cannot determine the full set of keys that will identify the instances of this resource.\n\n{more}\n\nAlternatively, you could use the -target planning option to first apply only the resources that the for_each value depends on, and then apply a second time to fully converge."),
            ))?;
            return Ok(None);
        }
        sink.budget
            .hold(bare.part_count().unwrap_or(0) as u64 * INSTANCE)?;
        let mut found = Vec::new();
        let mut add = |key: Str, value: Value| {
            found.push(Instance {
                key: InstanceKey::Text(key.clone()),
                repetition: RepetitionValues {
                    count: None,
                    each_key: Some(Value::nfc_string(&key)),
                    each_value: Some(value),
                },
            });
        };
        if bare.ty().is_map() {
            for entry in bare.entries().unwrap_or_default() {
                add(entry.key_str().into(), entry.value().clone());
            }
        } else if bare.ty().is_object() {
            let parts = bare.parts().unwrap_or_default();
            for (field, part) in bare.ty().fields().iter().zip(parts) {
                add(field.shared_name().clone(), part.clone());
            }
        } else {
            for part in bare.parts().unwrap_or_default() {
                if let Some(key) = part.unmarked().as_str() {
                    add(key.into(), part.clone());
                }
            }
        }
        Ok(Some(found))
    }

    /// Makes the instances of a called module.
    fn call(
        &mut self,
        module: usize,
        instance: usize,
        at: usize,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let node = self.modules()[module].module.clone();
        let call = &node.inventory().calls[at];
        let site = Site::new(module, instance, &call.declared.place);
        let mut found = self.instances(&call.repetition, &site, sink)?;
        if self.keeps_going && found.is_none() {
            // The repetition has errors. The module is checked in any case.
            found = self.instances(&Repetition::Single, &site, sink)?;
        }
        self.check_depends_on(&call.depends_on, &site, sink)?;
        let Some(child) = self.modules()[module].children[at] else {
            return Ok(());
        };
        for one in found.unwrap_or_default() {
            let repetition = match self.phase {
                Phase::Validate => RepetitionValues::all_unknown(),
                Phase::Plan => one.repetition,
            };
            let state = self.state(child, instance, one.key, repetition, sink)?;
            self.states[child].push(state);
        }
        Ok(())
    }

    /// The value of a variable in an instance of its module, none if there are errors.
    fn bind(
        &self,
        module: usize,
        instance: usize,
        at: usize,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        let node = &self.modules()[module];
        let variable = &node.module.inventory().variables[at];
        let place = &variable.declared.place;
        let (value, told) = match node.parent {
            None => {
                let value = match self.phase {
                    Phase::Validate => {
                        Some(Value::unknown(variable.ty().without_optional_fields()?))
                    }
                    Phase::Plan => self.root_variable(variable, sink)?,
                };
                let is_given = self.given(&variable.name).is_some();
                (value, is_given.then(|| place.clone()))
            }
            Some((caller, call)) => {
                let call = &self.modules()[caller].module.inventory().calls[call];
                let argument = super::bodies::argument(call, &variable.name, sink.budget)?;
                match argument {
                    None => (variable.default.clone(), Some(place.clone())),
                    Some(argument) => {
                        let told = Location::new(&argument.source, argument.expr.range());
                        let state = &self.states[module][instance];
                        let outer = Site::new(caller, state.parent, &told)
                            .with_repetition(state.repetition.clone());
                        let value =
                            self.argument(module, instance, at, &argument.expr, &outer, sink)?;
                        (value, Some(told.clone()))
                    }
                }
            }
        };
        let Some(value) = value else {
            return Ok(None);
        };
        let marks = crate::module::variables::marks_of(variable);
        let value = value.with_marks(&marks);
        if !variable.validations.is_empty() {
            let mut site = Site::new(module, instance, place);
            site.own_variable = Some((at, value.clone()));
            let is_root = self.modules()[module].parent.is_none();
            let of = RuleOf::Variable {
                at: match self.phase {
                    Phase::Validate => {
                        Some(told.unwrap_or_else(|| variable.declared.place.clone()))
                    }
                    Phase::Plan => told,
                },
                marks,
                skips_unknown: is_root
                    && self.phase == Phase::Validate
                    && sink.release < Release::V1_12,
            };
            for rule in &variable.validations {
                let mut references = super::scope::references(&rule.condition);
                references.extend(super::scope::references(&rule.message));
                if self.scope(&references, &site, sink)?.is_none() {
                    continue;
                }
                let mut evaluate = |expr: &Expr, sink: &mut DiagnosticSink<'_>| match self
                    .value(expr, &site, sink)?
                {
                    Some(value) => Ok(Some(self.without_deprecations(&value, sink)?)),
                    None => Ok(None),
                };
                check(rule, &of, &mut evaluate, sink)?;
            }
        }
        Ok(Some(value))
    }

    /// The value of an output, none if there are errors.
    fn output(
        &self,
        module: usize,
        instance: usize,
        output: &Output,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        let place = &output.declared.place;
        let site = Site::new(module, instance, place);
        let is_root = self.modules()[module].parent.is_none();
        if is_root && output.is_ephemeral() {
            // Nothing else of the output is checked.
            sink.report(place.error(
                "Ephemeral output not allowed",
                "Ephemeral outputs are not allowed in context of a root module",
            ))?;
            return Ok(None);
        }
        let before = sink.count();
        self.rules(&output.preconditions, &RuleOf::Output, &site, sink)?;
        if sink.failed_since(before) {
            return Ok(None);
        }
        self.check_depends_on(&output.depends_on, &site, sink)?;
        if is_root && let (Some((_, at)), false) = (&output.deprecated, sink.release.is_tofu()) {
            sink.report(at.error(
                "Root module output deprecated",
                "Root module outputs cannot be deprecated, as there is no higher-level module to inform of the deprecation.",
            ))?;
        }
        let Some(expr) = &output.value else {
            return Ok(None);
        };
        let Some(mut value) = self.value(expr, &site, sink)? else {
            return Ok(None);
        };
        let at = super::scope::place_of(expr, &site);
        if let Some(constraint) = &output.constraint {
            value = match fitted(&value, constraint, sink) {
                Ok(value) => value,
                Err(error) if error.code().is_refusal() => return Err(error),
                Err(error) => {
                    let why = sink.reason(&error).into_owned();
                    sink.report(at.error(
                        "Invalid output value",
                        format!("The value expression does not match this output value's type constraint: {why}."),
                    ))?;
                    return Ok(None);
                }
            };
        }
        if value.contains_marked() {
            let (_, marks) = value.unmark_deep();
            if is_root && marks.contains(SENSITIVE) && !output.is_sensitive() {
                sink.report(place.error(
                    "Output refers to sensitive values",
                    "To reduce the risk of accidentally exporting sensitive data that was intended to be only internal, Terraform requires that any root module output containing sensitive data be explicitly marked as sensitive, to confirm your intent.\n\nIf you do intend to export this data, annotate the output value as sensitive by adding the following argument:\n    sensitive = true",
                ))?;
                return Ok(None);
            }
            if marks.contains(EPHEMERAL) && !output.is_ephemeral() {
                sink.report(at.error(
                    "Ephemeral value not allowed",
                    "This output value is not declared as returning an ephemeral value, so it cannot be set to a result derived from an ephemeral value.",
                ))?;
                return Ok(None);
            }
        }
        value = match &output.deprecated {
            _ if is_root => self.report_deprecations(&value, Depth::Deep, expr, &site, sink)?,
            Some(_) => self.without_deprecations(&value, sink)?,
            None => self.report_deprecations(&value, Depth::Top, expr, &site, sink)?,
        };
        Ok(Some(value))
    }

    /// Checks rules. Those of resources and checks are only evaluated when a project is validated.
    pub(crate) fn rules(
        &self,
        rules: &[Rule],
        of: &RuleOf,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let is_run = self.phase == Phase::Plan || matches!(of, RuleOf::Output);
        for rule in rules {
            let mut references = super::scope::references(&rule.condition);
            references.extend(super::scope::references(&rule.message));
            let before = sink.count();
            let scope = self.partial_scope(&references, site, sink)?;
            let is_sound = !sink.failed_since(before);
            if is_run && is_sound {
                self.run_rule(rule, of, &scope, site, sink)?;
                continue;
            }
            if !is_sound && matches!(of, RuleOf::PlannedCheck) {
                self.value_within(&rule.message, scope, site, sink)?;
                continue;
            }
            for (expr, ty) in [
                (&rule.condition, Type::bool()),
                (&rule.message, Type::string()),
            ] {
                let value = self.value_within(expr, scope.clone(), site, sink)?;
                if let Some(value) = value.filter(|_| is_sound) {
                    self.converted(expr, &value, ty, site, sink)?;
                }
            }
        }
        Ok(())
    }

    /// Checks a rule whose references have no errors, and reports deprecated values in it.
    fn run_rule(
        &self,
        rule: &Rule,
        of: &RuleOf,
        scope: &Scope,
        site: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let mut seen: Vec<(Expr, Value)> = Vec::new();
        let mut is_known = false;
        let before = sink.count();
        let mut evaluate = |expr: &Expr, sink: &mut DiagnosticSink<'_>| {
            let Some(value) = self.value_within(expr, scope.clone(), site, sink)? else {
                return Ok(None);
            };
            is_known |= seen.is_empty() && value.is_known();
            seen.push((expr.clone(), value.clone()));
            self.without_deprecations(&value, sink).map(Some)
        };
        check(rule, of, &mut evaluate, sink)?;
        if seen.len() == 1 && !sink.failed_since(before) {
            let message = self.value_within(&rule.message, scope.clone(), site, sink)?;
            seen.extend(message.map(|value| (rule.message.clone(), value)));
        }
        if self.phase == Phase::Validate && !is_known {
            return Ok(());
        }
        for (expr, value) in seen {
            self.report_deprecations(&value, Depth::Top, &expr, site, sink)?;
        }
        Ok(())
    }

    /// The value given for a variable of the root module.
    pub(crate) fn given(&self, name: &str) -> Option<&Value> {
        self.given.get(name)
    }
}
