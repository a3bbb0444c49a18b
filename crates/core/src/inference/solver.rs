//! The solver: which types satisfy all invariants?
//!
//! A [`Solver`] is driven by a compiler: it is given invariants, is asked to solve, and may
//! be given more afterwards. [`StandardSolver`] is the one that is here.
//!
//! A plain invariant is an equation, and goes into the graph of terms at once (`state`).
//! The rest waits: for alternatives until all but one are refuted, or one holds without
//! adding anything (`propagate`); for a signature's rule until it answers. Both are
//! *monotone*: what follows from some invariants follows from more, so the order does not
//! matter and nothing ever has to be taken back. Alternatives that are left go to a search
//! (`search`), which keeps what it finds only if it is the only solution. What it leaves
//! open is an ambiguity (`ambiguity`); what fails is a conflict (`explain`).

use super::invariant::{Expr, Invariant, InvariantId};
use super::outcome::Outcome;
use super::resolve::Resolution;
use super::scheme::Scheme;
use super::state::{Assertion, StandardSolver};
use super::terms::{MAX_NODES, Node};
use crate::calls::Budget;
use crate::source::{Code, Error, Result};
use crate::types::{Type, TypeError};

/// Finds the types of expressions from invariants.
pub trait Solver {
    /// Adds an invariant.
    ///
    /// # Errors
    /// [`Code::Limit`] when too many have been added. An invariant that cannot hold is no
    /// error here; [`Solver::solve`] reports it.
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
    /// What has been generalised is determined: nothing more can be required of it.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] where none was begun; [`Code::Limit`] for a type past the
    /// limits, and where the budget ends; [`Code::Type`] where there is a conflict, which
    /// [`Solver::solve`] explains. The definition is ended all the same.
    fn leave(&mut self, generalised: &[Expr], budget: &Budget) -> Result<Vec<Scheme>>;

    /// Finds the types of all expressions. May be called again, with or without more
    /// invariants in between. A step of the budget is an alternative that is tried.
    ///
    /// # Errors
    /// What is spent; what was found out until then stays found.
    fn solve(&mut self, budget: &Budget) -> Result<Outcome>;
}

impl Solver for StandardSolver {
    fn add(&mut self, invariant: Invariant) -> Result<InvariantId> {
        let id = InvariantId(self.invariants);
        // The nodes, of which there are more, have to be counted in 32 bits too.
        if self.terms.len() as u64 + invariant.size() > u64::from(MAX_NODES) {
            return Err(Error::new(Code::Limit, "too many invariants"));
        }
        self.invariants += 1;
        let mut assertion = Assertion::default();
        self.lower(&invariant, id, false, &mut assertion)?;
        if self.conflict.is_none()
            && let Err(fault) = self.assert(&assertion, id)
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

    fn leave(&mut self, generalised: &[Expr], budget: &Budget) -> Result<Vec<Scheme>> {
        let nodes: Vec<Node> = generalised.iter().map(|expr| self.expr(*expr)).collect();
        self.leave_level(&nodes, budget)
    }

    fn solve(&mut self, budget: &Budget) -> Result<Outcome> {
        self.find_outcome(budget)
    }
}
