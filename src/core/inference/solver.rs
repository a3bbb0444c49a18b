//! Which types satisfy all invariants?
//!
//! A [`Solver`] is driven by a compiler: it is told invariants, is asked to solve, and may
//! be told more afterwards. [`StandardSolver`] is the one that is here.
//!
//! What is said plainly is an equation, and goes into the graph of terms at once. The rest
//! waits: for alternatives until all but one are refuted, or one holds without saying
//! anything new (see `propagate`); for a signature's rule until it answers. Both are
//! *monotone*: what follows from some invariants follows from more, so the order does not
//! matter and nothing ever has to be taken back. Alternatives that are left go to a search
//! (see `search`), which keeps what it finds only if it is the only solution.

use super::callee::{Callee, SignatureRule, function_type};
use super::explain::Fault;
use super::invariant::{Expr, Invariant, InvariantId, Scheme};
use super::outcome::{Conflict, Outcome};
use super::resolve::Resolution;
use super::terms::{Node, Reason, Terms};
use crate::source::{Code, Error, Result};
use crate::types::{FuncParam, Type, TypeError, VariableScope};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;

/// Finds the types of expressions from what is said of them.
pub trait Solver {
    /// Adds an invariant.
    ///
    /// # Errors
    /// [`Code::Limit`] when too many have been added. An invariant that cannot hold is no
    /// error here; [`Solver::solve`] tells.
    fn add(&mut self, invariant: Invariant) -> Result<InvariantId>;

    /// A variable that stands for the type of an expression, to be used in types.
    fn variable(&mut self, expr: Expr) -> Type;

    /// What is known now of the type of an expression, with variables for what is not;
    /// none for an expression that nothing names.
    ///
    /// # Errors
    /// [`TypeError::TooDeep`] and [`TypeError::TooLarge`].
    fn known(&mut self, expr: Expr) -> Option<std::result::Result<Type, TypeError>>;

    /// Begins a definition: what is first named from here on belongs to it.
    fn enter(&mut self);

    /// Ends the definition begun last and generalises the types of some expressions over
    /// the variables that are its own. Variables that alternatives or signatures' rules
    /// still wait for are not generalised.
    ///
    /// What has been generalised is determined: nothing more can be said of it.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] where none was begun; [`Code::Limit`] for a type past the
    /// limits; [`Code::Type`] where there is a conflict, which [`Solver::solve`] explains.
    /// The definition is ended all the same.
    fn leave(&mut self, generalised: &[Expr]) -> Result<Vec<Scheme>>;

    /// Finds the types of all expressions. May be called again, with or without more
    /// invariants in between.
    fn solve(&mut self) -> Outcome;
}

/// How many alternatives the search tries in one call of [`Solver::solve`], unless told
/// otherwise.
pub const DEFAULT_BUDGET: u64 = 100_000;

/// The solver by union-find, propagation and a bounded search.
///
/// ```
/// use polycty_core::inference::{Expr, Invariant, Outcome, Solver, StandardSolver};
/// use polycty_core::types::Type;
/// let (x, y) = (Expr(1), Expr(2));
/// let mut solver = StandardSolver::new();
/// solver.add(Invariant::Equal(x, y)).unwrap();
/// assert!(matches!(solver.solve(), Outcome::Ambiguous(_)));
/// solver.add(Invariant::Type(y, Type::bool().clone())).unwrap();
/// let Outcome::Solved(types) = solver.solve() else { panic!() };
/// assert_eq!(types.get(x), Some(Ok(Type::bool())));
/// ```
pub struct StandardSolver {
    pub(super) terms: Terms,
    pub(super) exprs: Vec<(Expr, Node)>,
    /// Shared with the outcomes.
    pub(super) index: Arc<FxHashMap<Expr, u32>>,
    invariants: u32,
    pub(super) choices: Vec<Choice>,
    pub(super) calls: Vec<Call>,
    /// What has to be looked at.
    pub(super) agenda: VecDeque<Item>,
    /// Room for those whose wait has ended.
    pub(super) fired: Vec<u32>,
    /// The choices that have to be decided, and some that have been.
    pub(super) open: Vec<u32>,
    pub(super) open_calls: Vec<u32>,
    /// Where equations have merged classes since the last look for cycles.
    pub(super) dirty: Vec<Node>,
    /// What a search has to put back.
    pub(super) changes: Vec<Change>,
    pub(super) searching: bool,
    pub(super) conflict: Option<Box<Conflict>>,
    pub(super) levels: Vec<LevelStart>,
    pub(super) budget: u64,
    /// How many steps of it the search has left.
    pub(super) steps: u64,
    /// Function types of so many variables.
    templates: Vec<Type>,
}

/// Several alternatives of which one holds.
pub(super) struct Choice {
    pub from: InvariantId,
    pub alternatives: Vec<Alternative>,
    pub decided: Option<u32>,
    pub queued: bool,
}

pub(super) struct Alternative {
    pub said: Said,
    pub refuted: bool,
}

/// What an invariant says, or an alternative of one.
#[derive(Default)]
pub(super) struct Said {
    pub equations: Vec<(Node, Node)>,
    pub choices: Vec<u32>,
    pub calls: Vec<u32>,
    /// The variables of this alternative alone.
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

/// What has to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Choice(u32),
    Call(u32),
}

/// What a search has changed.
pub(super) enum Change {
    Decided(u32),
    Refuted(u32, u32),
    Answered(u32),
}

/// Where a definition began.
pub(super) struct LevelStart {
    pub node: Node,
    pub choice: u32,
    pub call: u32,
}

impl Default for StandardSolver {
    fn default() -> StandardSolver {
        StandardSolver::new()
    }
}

impl StandardSolver {
    /// A solver that has been told nothing.
    #[must_use]
    pub fn new() -> StandardSolver {
        StandardSolver {
            terms: Terms::new(),
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

    /// Allows the search to try so many alternatives in one call of [`Solver::solve`].
    pub fn set_budget(&mut self, steps: u64) {
        self.budget = steps;
    }

    /// The number that the next invariant will have.
    #[must_use]
    pub fn next_id(&self) -> InvariantId {
        InvariantId(self.invariants)
    }

    /// A variable that no one has yet.
    pub fn fresh(&mut self) -> Type {
        let node = self.terms.fresh();
        self.terms.variable(node)
    }

    fn expr(&mut self, expr: Expr) -> Node {
        if let Some(&at) = self.index.get(&expr) {
            return self.exprs[at as usize].1;
        }
        let node = self.terms.fresh();
        Arc::make_mut(&mut self.index).insert(expr, self.exprs.len() as u32);
        self.exprs.push((expr, node));
        node
    }

    /// The node of a type of functions from these nodes to that one.
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

    /// The node of an instance of a scheme.
    pub(super) fn instance(&mut self, scheme: &Scheme, mut locals: Option<&mut Vec<Node>>) -> Node {
        let mut fresh: FxHashMap<(VariableScope, u32), Node> = FxHashMap::default();
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

    /// Brings an invariant into the form in which it can be asserted.
    fn say(
        &mut self,
        invariant: &Invariant,
        from: InvariantId,
        inside: bool,
        said: &mut Said,
    ) -> Result<()> {
        match invariant {
            Invariant::Type(expr, ty) => {
                let (expr, ty) = (self.expr(*expr), self.terms.intern(ty));
                said.equations.push((expr, ty));
            }
            Invariant::Equal(one, other) => {
                let equation = (self.expr(*one), self.expr(*other));
                said.equations.push(equation);
            }
            Invariant::Instance(expr, scheme) => {
                let expr = self.expr(*expr);
                let instance = self.instance(scheme, inside.then_some(&mut said.locals));
                said.equations.push((expr, instance));
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
                said.equations.push((function, wanted));
            }
            Invariant::Apply {
                result,
                arguments,
                callee,
            } => {
                let arguments: Vec<Node> = arguments.iter().map(|e| self.expr(*e)).collect();
                let result = self.expr(*result);
                self.say_apply(result, arguments, callee, from, inside, said)?;
            }
            Invariant::Any(alternatives) => {
                let mut all = Vec::with_capacity(alternatives.lists().len());
                for list in alternatives.lists() {
                    let mut said = Said::default();
                    for invariant in list {
                        self.say(invariant, from, true, &mut said)?;
                    }
                    all.push(Alternative {
                        said,
                        refuted: false,
                    });
                }
                said.choices.push(self.choices.len() as u32);
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

    fn say_apply(
        &mut self,
        result: Node,
        arguments: Vec<Node>,
        callee: &Callee,
        from: InvariantId,
        inside: bool,
        said: &mut Said,
    ) -> Result<()> {
        if let Some(scheme) = callee.scheme() {
            let call = self.function_node(&arguments, result)?;
            let taken = self.instance(scheme, inside.then_some(&mut said.locals));
            said.equations.push((taken, call));
        } else if let Some(rule) = callee.rule() {
            said.calls.push(self.calls.len() as u32);
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

    /// Asserts what has been said: equations at once, the rest by putting it on the agenda.
    pub(super) fn assert(&mut self, said: &Said, from: InvariantId) -> Result<(), Fault> {
        for &(left, right) in &said.equations {
            self.equate(left, right, from)?;
        }
        for &choice in &said.choices {
            self.open.push(choice);
            self.enqueue(Item::Choice(choice));
        }
        for &call in &said.calls {
            self.open_calls.push(call);
            self.enqueue(Item::Call(call));
        }
        Ok(())
    }

    pub(super) fn equate(
        &mut self,
        left: Node,
        right: Node,
        from: InvariantId,
    ) -> Result<(), Fault> {
        self.dirty.push(left);
        self.terms
            .equate(left, right, Reason::Given(from.0))
            .map_err(Fault::Refused)
    }

    /// Remembers the first conflict; there is no way back from it.
    pub(super) fn fail(&mut self, fault: Fault) {
        if self.conflict.is_none() {
            self.conflict = self.explain(fault).map(Box::new);
        }
    }
}

impl Solver for StandardSolver {
    fn add(&mut self, invariant: Invariant) -> Result<InvariantId> {
        let id = InvariantId(self.invariants);
        // The nodes, of which there are more, have to be counted in 32 bits too.
        if self.terms.len() as u64 + invariant.size() > u64::from(super::terms::MAX_NODES) {
            return Err(Error::new(Code::Limit, "too many invariants"));
        }
        self.invariants += 1;
        let mut said = Said::default();
        self.say(&invariant, id, false, &mut said)?;
        if self.conflict.is_none()
            && let Err(fault) = self.assert(&said, id)
        {
            self.fail(fault);
        }
        Ok(id)
    }

    fn variable(&mut self, expr: Expr) -> Type {
        let node = self.expr(expr);
        self.terms.variable(node)
    }

    fn known(&mut self, expr: Expr) -> Option<std::result::Result<Type, TypeError>> {
        let at = *self.index.get(&expr)?;
        let node = self.exprs[at as usize].1;
        Some(Resolution::default().node(&self.terms, node))
    }

    fn enter(&mut self) {
        self.enter_level();
    }

    fn leave(&mut self, generalised: &[Expr]) -> Result<Vec<Scheme>> {
        let nodes: Vec<Node> = generalised.iter().map(|expr| self.expr(*expr)).collect();
        self.leave_level(&nodes)
    }

    fn solve(&mut self) -> Outcome {
        self.find_outcome()
    }
}
