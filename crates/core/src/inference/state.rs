//! The state of a solver: the graph of terms, choices, calls, and their wait lists.
//!
//! An invariant is *lowered* to an [`Assertion`]: equations of nodes, choices between further
//! assertions, and calls whose signature a rule builds. Asserting it adds its equations to the
//! graph immediately and the rest to the agenda, which [`propagate`] processes. During a search,
//! changes are recorded so that they can be reverted.
//!
//! [`propagate`]: StandardSolver::propagate

use super::callee::{Callee, SignatureRule, function_type};
use super::invariant::{Expr, Invariant, InvariantId};
use super::outcome::Conflict;
use super::scheme::Scheme;
use super::terms::{Node, Reason, Refusal, Ring, TermGraph};
use crate::calls::Budget;
use crate::source::{Error, Result};
use crate::types::{FuncParam, KeyedMap, Type, VariableScope};
use std::collections::VecDeque;
use std::sync::Arc;

/// The default number of alternatives that the search tries in one call of
/// [`Solver::solve`](super::Solver::solve).
pub const DEFAULT_BUDGET: u64 = 100_000;

/// A solver with union-find, propagation and a bounded search.
///
/// ```
/// use polycty_core::calls::Budget;
/// use polycty_core::inference::{Expr, Invariant, Solution, Solver, StandardSolver};
/// use polycty_core::types::Type;
/// let (x, y, budget) = (Expr(1), Expr(2), Budget::standard());
/// let mut solver = StandardSolver::new();
/// solver.add(Invariant::Equal(x, y)).unwrap();
/// assert!(matches!(solver.solve(&budget), Ok(Solution::Ambiguous(_))));
/// solver.add(Invariant::Type(y, Type::bool().clone())).unwrap();
/// let Ok(Solution::Solved(types)) = solver.solve(&budget) else { panic!() };
/// assert_eq!(types.get(x), Some(Ok(Type::bool())));
/// ```
pub struct StandardSolver {
    pub(super) terms: TermGraph,
    pub(super) exprs: Vec<(Expr, Node)>,
    /// Shared with the solutions.
    pub(super) index: Arc<KeyedMap<Expr, u32>>,
    pub(super) invariants: u32,
    pub(super) choices: Vec<Choice>,
    pub(super) calls: Vec<Call>,
    /// The items to process.
    pub(super) agenda: VecDeque<Item>,
    /// A reusable buffer for items that no longer wait.
    pub(super) fired: Vec<u32>,
    /// The undecided choices, and some decided ones.
    pub(super) open: Vec<u32>,
    pub(super) open_calls: Vec<u32>,
    /// Classes that equations have merged since the last check for cycles.
    pub(super) dirty: Vec<Node>,
    /// The changes that a search must revert.
    pub(super) changes: Vec<Change>,
    pub(super) searching: bool,
    pub(super) conflict: Option<Box<Conflict>>,
    pub(super) levels: Vec<LevelStart>,
    pub(super) budget: u64,
    /// The number of steps that are left for the search.
    pub(super) steps: u64,
    /// Function types by number of parameters, with variables as parts.
    templates: Vec<Type>,
}

/// A choice between alternatives.
pub(super) struct Choice {
    pub from: InvariantId,
    pub alternatives: Vec<Alternative>,
    pub decided: Option<u32>,
    pub queued: bool,
}

pub(super) struct Alternative {
    pub assertion: Assertion,
    pub refuted: bool,
}

/// An invariant, or an alternative of one, over nodes of the graph.
#[derive(Default)]
pub(super) struct Assertion {
    pub equations: Vec<(Node, Node)>,
    pub choices: Vec<u32>,
    pub calls: Vec<u32>,
    /// The variables that only this alternative uses.
    pub locals: Vec<Node>,
}

/// A call whose signature a rule builds.
pub(super) struct Call {
    pub from: InvariantId,
    pub rule: Arc<SignatureRule>,
    pub arguments: Vec<Node>,
    pub result: Node,
    pub answered: bool,
    pub queued: bool,
}

/// An item to process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Choice(u32),
    Call(u32),
}

/// A change that a search has made.
pub(super) enum Change {
    Decided(u32),
    Refuted(u32, u32),
    Answered(u32),
}

/// The state at the start of a definition.
pub(super) struct LevelStart {
    pub node: Node,
    pub choice: u32,
    pub call: u32,
}

/// The reason why the invariants cannot hold, before it is explained.
pub(super) enum SolveError {
    /// Two terms cannot be equal.
    Refused(Refusal),
    /// A type would contain itself.
    Cyclic(Ring),
    /// All alternatives of a choice are refuted.
    Exhausted(u32),
    /// A signature's rule, or a limit, rejected a call.
    Reported(u32, Error),
    /// The budget is exceeded. This is not a conflict.
    Budget,
}

/// Charges a step for trying an alternative.
pub(super) fn step(budget: &Budget) -> Result<(), SolveError> {
    budget.charge(1).map_err(|_| SolveError::Budget)
}

impl Default for StandardSolver {
    fn default() -> StandardSolver {
        StandardSolver::new()
    }
}

impl StandardSolver {
    /// Creates a solver without invariants.
    #[must_use]
    pub fn new() -> StandardSolver {
        StandardSolver {
            terms: TermGraph::new(),
            exprs: Vec::new(),
            index: Arc::default(),
            invariants: 0,
            choices: Vec::new(),
            calls: Vec::new(),
            agenda: VecDeque::new(),
            fired: Vec::new(),
            open: Vec::new(),
            open_calls: Vec::new(),
            dirty: Vec::new(),
            changes: Vec::new(),
            searching: false,
            conflict: None,
            levels: Vec::new(),
            budget: DEFAULT_BUDGET,
            steps: 0,
            templates: Vec::new(),
        }
    }

    /// Sets the number of alternatives that the search may try in one call of
    /// [`Solver::solve`](super::Solver::solve).
    pub fn limit_steps(&mut self, steps: u64) {
        self.budget = steps;
    }

    /// The number of alternatives that the search may try in one call.
    #[must_use]
    pub fn step_limit(&self) -> u64 {
        self.budget
    }

    /// The number of the next invariant.
    #[must_use]
    pub fn next_id(&self) -> InvariantId {
        InvariantId(self.invariants)
    }

    /// Returns a new variable.
    pub fn fresh(&mut self) -> Type {
        let node = self.terms.fresh();
        self.terms.variable(node)
    }

    pub(super) fn expr(&mut self, expr: Expr) -> Node {
        if let Some(&at) = self.index.get(&expr) {
            return self.exprs[at as usize].1;
        }
        let node = self.terms.fresh();
        Arc::make_mut(&mut self.index).insert(expr, self.exprs.len() as u32);
        self.exprs.push((expr, node));
        node
    }

    /// Returns the node of a function type with these parameters and result.
    pub(super) fn function_node(&mut self, arguments: &[Node], result: Node) -> Result<Node> {
        while self.templates.len() <= arguments.len() {
            let any = Type::variable(VariableScope::new(), 0);
            let parameter = FuncParam {
                name: None,
                ty: any.clone(),
            };
            let parameters = vec![parameter; self.templates.len()];
            self.templates.push(function_type(parameters.into(), any)?);
        }
        let head = self.templates[arguments.len()].clone();
        let mut parts = arguments.to_vec();
        parts.push(result);
        Ok(self.terms.constructor_over(head, &parts))
    }

    /// Returns the node of an instance of a scheme.
    pub(super) fn instance(&mut self, scheme: &Scheme, mut locals: Option<&mut Vec<Node>>) -> Node {
        let mut fresh: KeyedMap<(VariableScope, u32), Node> = KeyedMap::default();
        self.terms
            .intern_with(scheme.ty(), &mut |terms, scope, id| {
                if !scheme.quantifies(scope, id) {
                    return terms.variable_node(scope, id);
                }
                *fresh
                    .entry((scope, id))
                    .or_insert_with(|| match &mut locals {
                        None => terms.fresh(),
                        Some(locals) => {
                            let node = terms.fresh_local();
                            locals.push(node);
                            node
                        }
                    })
            })
    }

    /// Lowers an invariant to an assertion.
    pub(super) fn lower(
        &mut self,
        invariant: &Invariant,
        from: InvariantId,
        inside: bool,
        assertion: &mut Assertion,
    ) -> Result<()> {
        match invariant {
            Invariant::Type(expr, ty) => {
                let (expr, ty) = (self.expr(*expr), self.terms.intern(ty));
                assertion.equations.push((expr, ty));
            }
            Invariant::Equal(one, other) => {
                let equation = (self.expr(*one), self.expr(*other));
                assertion.equations.push(equation);
            }
            Invariant::Instance(expr, scheme) => {
                let expr = self.expr(*expr);
                let instance = self.instance(scheme, inside.then_some(&mut assertion.locals));
                assertion.equations.push((expr, instance));
            }
            Invariant::Call {
                result,
                function,
                arguments,
            } => {
                let function = self.expr(*function);
                let arguments: Vec<Node> = arguments.iter().map(|e| self.expr(*e)).collect();
                let result = self.expr(*result);
                let wanted = self.function_node(&arguments, result)?;
                assertion.equations.push((function, wanted));
            }
            Invariant::Apply {
                result,
                arguments,
                callee,
            } => {
                let arguments: Vec<Node> = arguments.iter().map(|e| self.expr(*e)).collect();
                let result = self.expr(*result);
                self.lower_apply(result, arguments, callee, from, inside, assertion)?;
            }
            Invariant::Any(alternatives) => {
                let mut all = Vec::with_capacity(alternatives.lists().len());
                for list in alternatives.lists() {
                    let mut assertion = Assertion::default();
                    for invariant in list {
                        self.lower(invariant, from, true, &mut assertion)?;
                    }
                    all.push(Alternative {
                        assertion,
                        refuted: false,
                    });
                }
                assertion.choices.push(self.choices.len() as u32);
                self.choices.push(Choice {
                    from,
                    alternatives: all,
                    decided: None,
                    queued: false,
                });
            }
        }
        Ok(())
    }

    fn lower_apply(
        &mut self,
        result: Node,
        arguments: Vec<Node>,
        callee: &Callee,
        from: InvariantId,
        inside: bool,
        assertion: &mut Assertion,
    ) -> Result<()> {
        if let Some(scheme) = callee.scheme() {
            let call = self.function_node(&arguments, result)?;
            let taken = self.instance(scheme, inside.then_some(&mut assertion.locals));
            assertion.equations.push((taken, call));
        } else if let Some(rule) = callee.rule() {
            assertion.calls.push(self.calls.len() as u32);
            self.calls.push(Call {
                from,
                rule: rule.clone(),
                arguments,
                result,
                answered: false,
                queued: false,
            });
        }
        Ok(())
    }

    /// Asserts the equations immediately and adds the rest to the agenda.
    pub(super) fn assert(
        &mut self,
        assertion: &Assertion,
        from: InvariantId,
    ) -> Result<(), SolveError> {
        for &(left, right) in &assertion.equations {
            self.equate(left, right, from)?;
        }
        for &choice in &assertion.choices {
            self.open.push(choice);
            self.enqueue(Item::Choice(choice));
        }
        for &call in &assertion.calls {
            self.open_calls.push(call);
            self.enqueue(Item::Call(call));
        }
        Ok(())
    }

    pub(super) fn enqueue(&mut self, item: Item) {
        let queued = match item {
            Item::Choice(at) => &mut self.choices[at as usize].queued,
            Item::Call(at) => &mut self.calls[at as usize].queued,
        };
        if !std::mem::replace(queued, true) {
            self.agenda.push_back(item);
        }
    }

    pub(super) fn equate(
        &mut self,
        left: Node,
        right: Node,
        from: InvariantId,
    ) -> Result<(), SolveError> {
        self.dirty.push(left);
        self.terms
            .equate(left, right, Reason::Given(from.0))
            .map_err(SolveError::Refused)
    }
}
