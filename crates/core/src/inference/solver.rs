//! The solver of invariants.
//!
//! A compiler adds invariants to a [`Solver`] and solves them, and may add more afterwards.
//! [`StandardSolver`] is the provided implementation.
//!
//! A plain invariant is an equation and is added to the graph of terms immediately (`state`). Other
//! invariants wait: alternatives until all but one are refuted, or one holds without adding
//! anything (`propagate`); a signature's rule until it answers. Both are *monotone*: consequences
//! of some invariants are consequences of more, so the order does not matter and no decision is
//! ever reverted. A search (`search`) tries the remaining alternatives and keeps its result only if
//! it is the only solution. Undetermined types are an ambiguity (`ambiguity`); failures are a
//! conflict (`explain`).

use super::invariant::{Expr, Invariant, InvariantId};
use super::outcome::Solution;
use super::resolve::Resolution;
use super::scheme::Scheme;
use super::state::{Assertion, StandardSolver};
use super::terms::{MAX_NODES, Node};
use crate::calls::Budget;
use crate::source::{Code, Error, Result};
use crate::types::{Type, TypeError};

/// Computes the types of expressions from invariants.
pub trait Solver {
    /// Adds an invariant.
    ///
    /// # Errors
    /// [`Code::Limit`] if there are too many invariants. An invariant that cannot hold is not an
    /// error here; [`Solver::solve`] reports it.
    fn add(&mut self, invariant: Invariant) -> Result<InvariantId>;

    /// Returns a variable for the type of an expression, for use in types.
    fn variable(&mut self, expr: Expr) -> Type;

    /// Returns the known part of the type of an expression, with variables for unknown parts;
    /// `None` if no invariant contains the expression.
    ///
    /// # Errors
    /// [`TypeError::TooDeep`] and [`TypeError::TooLarge`] past the limits of types.
    fn known(&mut self, expr: Expr) -> Option<std::result::Result<Type, TypeError>>;

    /// Begins a definition. Expressions that are first used from now on belong to it.
    fn enter(&mut self);

    /// Ends the innermost definition and generalizes the types of some expressions over its own
    /// variables. Variables that alternatives or signatures' rules wait for are not generalized.
    ///
    /// A generalized type is determined: it cannot be constrained further.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if there is no definition; [`Code::Limit`] for a type past the
    /// limits, or if the budget is exceeded; [`Code::Type`] if there is a conflict, which
    /// [`Solver::solve`] explains. The definition is ended in any case.
    fn leave(&mut self, generalised: &[Expr], budget: &Budget) -> Result<Vec<Scheme>>;

    /// Computes the types of all expressions. May be called again, also after adding invariants. A
    /// step of the budget is an alternative that is tried.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded; the results so far are kept.
    fn solve(&mut self, budget: &Budget) -> Result<Solution>;
}

impl Solver for StandardSolver {
    fn add(&mut self, invariant: Invariant) -> Result<InvariantId> {
        let id = InvariantId(self.invariants);
        // The nodes, which are more than the invariants, must also be countable in 32 bits.
        if self.terms.len() as u64 + invariant.size() > u64::from(MAX_NODES) {
            return Err(Error::new(Code::Limit, "too many invariants"));
        }
        self.invariants += 1;
        let mut assertion = Assertion::default();
        self.lower(&invariant, id, false, &mut assertion)?;
        if self.conflict.is_none()
            && let Err(failure) = self.assert(&assertion, id)
        {
            self.fail(failure);
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

    fn solve(&mut self, budget: &Budget) -> Result<Solution> {
        self.find_outcome(budget)
    }
}
