//! The graph of a project: what depends on what, over all modules.
//!
//! An output of a module and each of its variables are nodes of their own, so that two modules may
//! depend on different outputs of each other. A call has two nodes. Everything in the module
//! depends on the first, which has the number of instances; the second, the end of the module,
//! depends on everything in it.

use super::tree::ModuleNode;
use crate::module::Release;
use crate::module::address::{Address, Subject};
use crate::module::graph::Graph;
use crate::module::inventory::{Dependency, Repetition, Rule, address};
use polycty_core::calls::Budget;
use polycty_core::sort::sort;
use polycty_core::source::Result;
use polycty_hcl::body::Body;
use polycty_hcl::eval::Expr;
use polycty_hcl::syntax::{Traversal, TraversalStepKind};

/// Something in a module that is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    Variable(usize),
    Local(usize),
    Output(usize),
    Resource(usize),
    Action(usize),
    Call(usize),
    Provider(usize),
    Check(usize),
    Change(usize),
    /// The end of the module.
    Close,
}

/// Makes the item of a number.
type MakeItem = fn(usize) -> Item;

/// The nodes of all modules by number.
pub(crate) struct Nodes {
    pub(crate) list: Vec<(usize, Item)>,
    /// By module, the number of its first node and the counts before each kind.
    bases: Vec<[usize; 10]>,
}

impl Nodes {
    pub(crate) fn of(modules: &[ModuleNode], budget: &Budget) -> Result<Nodes> {
        let mut nodes = Nodes {
            list: Vec::new(),
            bases: Vec::with_capacity(modules.len()),
        };
        for (at, module) in modules.iter().enumerate() {
            let all = module.module.inventory();
            let mut base = [0; 10];
            let kinds: [(usize, MakeItem); 9] = [
                (all.variables.len(), Item::Variable),
                (all.locals.len(), Item::Local),
                (all.outputs.len(), Item::Output),
                (all.resources.len(), Item::Resource),
                (all.actions.len(), Item::Action),
                (all.calls.len(), Item::Call),
                (all.providers.len(), Item::Provider),
                (all.checks.len(), Item::Check),
                (all.changes.len(), Item::Change),
            ];
            for (kind, (count, item)) in kinds.into_iter().enumerate() {
                base[kind] = nodes.list.len();
                for number in budget.charged_holding(64, 0..count)? {
                    nodes.list.push((at, item(number)));
                }
            }
            base[9] = nodes.list.len();
            nodes.list.push((at, Item::Close));
            nodes.bases.push(base);
        }
        Ok(nodes)
    }

    pub(crate) fn number(&self, module: usize, item: Item) -> usize {
        let base = &self.bases[module];
        match item {
            Item::Variable(at) => base[0] + at,
            Item::Local(at) => base[1] + at,
            Item::Output(at) => base[2] + at,
            Item::Resource(at) => base[3] + at,
            Item::Action(at) => base[4] + at,
            Item::Call(at) => base[5] + at,
            Item::Provider(at) => base[6] + at,
            Item::Check(at) => base[7] + at,
            Item::Change(at) => base[8] + at,
            Item::Close => base[9],
        }
    }

    /// The nodes of a module without its end.
    fn of_module(&self, module: usize) -> std::ops::Range<usize> {
        self.bases[module][0]..self.bases[module][9]
    }
}

/// The name of the output that a reference to a call reads.
pub(crate) fn output_of(traversal: &Traversal) -> Option<&str> {
    let rest = traversal.steps.get(2..)?;
    let step = match rest {
        [key, step, ..] if matches!(key.kind, TraversalStepKind::Index(_)) => step,
        [step, ..] => step,
        [] => return None,
    };
    match &step.kind {
        TraversalStepKind::Attr(name) => Some(name),
        _ => None,
    }
}

/// Finds what nodes depend on.
pub(crate) struct Edges<'n> {
    pub(crate) modules: &'n [ModuleNode],
    pub(crate) nodes: &'n Nodes,
    pub(crate) release: Release,
    pub(crate) budget: &'n Budget,
    found: Vec<usize>,
}

impl<'n> Edges<'n> {
    pub(crate) fn new(
        modules: &'n [ModuleNode],
        nodes: &'n Nodes,
        release: Release,
        budget: &'n Budget,
    ) -> Edges<'n> {
        Edges {
            modules,
            nodes,
            release,
            budget,
            found: Vec::new(),
        }
    }

    /// The graph of all nodes. `configuration` returns the node of the configuration of a
    /// provider that a node depends on.
    pub(crate) fn graph(
        mut self,
        configuration: &dyn Fn(usize, Item) -> Option<usize>,
    ) -> Result<Graph> {
        let mut graph = Graph::default();
        for (number, &(module, item)) in self.nodes.list.iter().enumerate() {
            self.found.clear();
            self.item(module, item)?;
            if let Some((parent, call)) = self.modules[module].parent {
                self.found.push(self.nodes.number(parent, Item::Call(call)));
            }
            self.found.extend(configuration(module, item));
            sort(&mut self.found);
            self.found.dedup();
            // References of a node to itself are reported when it is evaluated.
            self.found.retain(|&needed| needed != number);
            graph.add(&self.found, self.budget)?;
        }
        Ok(graph)
    }

    fn item(&mut self, module: usize, item: Item) -> Result<()> {
        let node = &self.modules[module];
        let all = node.module.inventory();
        match item {
            Item::Variable(at) => {
                let variable = &all.variables[at];
                self.rules(module, &variable.validations)?;
                if let Some((parent, call)) = node.parent {
                    let call = &self.modules[parent].module.inventory().calls[call];
                    if let Some(argument) =
                        super::bodies::argument(call, &variable.name, self.budget)?
                    {
                        self.expr(parent, &argument.expr)?;
                    }
                }
            }
            Item::Local(at) => self.expr(module, &all.locals[at].value)?,
            Item::Output(at) => {
                let output = &all.outputs[at];
                if let Some(value) = &output.value {
                    self.expr(module, value)?;
                }
                self.rules(module, &output.preconditions)?;
                self.waits(module, &output.depends_on)?;
            }
            Item::Resource(at) => {
                let resource = &all.resources[at];
                self.repetition(module, &resource.repetition)?;
                let bodies = std::iter::once(&resource.arguments)
                    .chain(&resource.overridden)
                    .chain(&resource.inner);
                for body in bodies {
                    self.body(module, body)?;
                }
                self.rules(module, &resource.preconditions)?;
                self.rules(module, &resource.postconditions)?;
                self.waits(module, &resource.depends_on)?;
                for (expr, _) in &resource.replaced_by {
                    self.expr(module, expr)?;
                }
                for trigger in &resource.triggers {
                    if let Some(condition) = &trigger.condition {
                        self.expr(module, condition)?;
                    }
                }
            }
            Item::Action(at) => {
                let action = &all.actions[at];
                self.repetition(module, &action.repetition)?;
                for body in &action.config {
                    self.body(module, body)?;
                }
            }
            Item::Call(at) => {
                let call = &all.calls[at];
                self.repetition(module, &call.repetition)?;
                self.waits(module, &call.depends_on)?;
                if let (None, None) = (node.children[at], &call.overridden.first()) {
                    self.body(module, &call.arguments)?;
                }
            }
            Item::Provider(at) => {
                let provider = &all.providers[at];
                self.repetition(module, &provider.repetition)?;
                for body in std::iter::once(&provider.arguments).chain(&provider.overridden) {
                    self.body(module, body)?;
                }
            }
            Item::Check(at) => self.rules(module, &all.checks[at].asserts)?,
            Item::Change(at) => {
                for input in &all.changes[at].inputs {
                    self.expr(module, input)?;
                }
            }
            Item::Close => {
                self.found.extend(self.nodes.of_module(module));
                for child in node.children.iter().flatten() {
                    self.found.push(self.nodes.number(*child, Item::Close));
                }
            }
        }
        Ok(())
    }

    fn expr(&mut self, module: usize, expr: &Expr) -> Result<()> {
        for reference in expr.variables() {
            self.reference(module, &reference)?;
        }
        Ok(())
    }

    fn body(&mut self, module: usize, body: &Body) -> Result<()> {
        for (reference, _) in body.variables_within(self.budget)? {
            self.reference(module, &reference)?;
        }
        Ok(())
    }

    fn rules(&mut self, module: usize, rules: &[Rule]) -> Result<()> {
        for rule in rules {
            self.expr(module, &rule.condition)?;
            self.expr(module, &rule.message)?;
        }
        Ok(())
    }

    fn repetition(&mut self, module: usize, repetition: &Repetition) -> Result<()> {
        match repetition.expr() {
            Some(expr) => self.expr(module, expr),
            None => Ok(()),
        }
    }

    fn waits(&mut self, module: usize, all: &[Dependency]) -> Result<()> {
        for on in all {
            self.reference(module, &on.on)?;
        }
        Ok(())
    }

    /// Adds the node of a reference.
    fn reference(&mut self, module: usize, traversal: &Traversal) -> Result<()> {
        self.budget.charge(1)?;
        let Ok(reference) = Address::of(traversal, self.release) else {
            return Ok(());
        };
        let node = &self.modules[module];
        let places = &node.module.places;
        let found = match &reference.subject {
            Subject::Variable(name) => places.variables.get(name).map(|&at| Item::Variable(at)),
            Subject::Local(name) => places.locals.get(name).map(|&at| Item::Local(at)),
            Subject::Resource {
                mode,
                resource_type,
                name,
            } => {
                let label = address(*mode, resource_type, name);
                places.resources.get(&*label).map(|&at| Item::Resource(at))
            }
            Subject::Module(name) => {
                let Some(&call) = places.calls.get(name) else {
                    return Ok(());
                };
                let Some(child) = node.children[call] else {
                    self.found.push(self.nodes.number(module, Item::Call(call)));
                    return Ok(());
                };
                let outputs = &self.modules[child].module.places.outputs;
                let output = output_of(traversal).and_then(|wanted| outputs.get(wanted));
                let item = output.map_or(Item::Close, |&at| Item::Output(at));
                self.found.push(self.nodes.number(child, item));
                return Ok(());
            }
            _ => None,
        };
        if let Some(item) = found {
            self.found.push(self.nodes.number(module, item));
        }
        Ok(())
    }
}

/// The name of a node in the diagnostic of a cycle.
pub(crate) fn label(modules: &[ModuleNode], module: usize, item: Item) -> String {
    let node = &modules[module];
    let all = node.module.inventory();
    match item {
        Item::Variable(at) => {
            let name = &all.variables[at].name;
            match node.parent {
                Some(_) => node.within(&format!("var.{name} (expand)")),
                // Only the rules of a variable of the root module have references.
                None => format!("var.{name} (validation)"),
            }
        }
        Item::Local(at) => node.within(&format!("local.{} (expand)", all.locals[at].name)),
        Item::Output(at) => node.within(&format!("output.{} (expand)", all.outputs[at].name)),
        Item::Resource(at) => node.within(&all.resources[at].address()),
        Item::Action(at) => node.within(&format!("{} (expand)", all.actions[at].address())),
        Item::Call(at) => node.within(&format!("module.{} (expand)", all.calls[at].name)),
        Item::Provider(at) => {
            let config = &all.providers[at];
            let ty = super::providers::provider_type(all, &config.name);
            super::providers::address(node, &ty, config.alias.as_deref())
        }
        Item::Check(at) => node.within(&format!("check.{}", all.checks[at].name)),
        Item::Change(at) => all.changes[at].kind.keyword().to_owned(),
        Item::Close => format!("{} (close)", node.address()),
    }
}
