//! Type inference: which types must the expressions of a program have?
//!
//! - [`Unifier`]: equations between types with variables, and their most general solution
//! - [`Solver`]: finds the types of expressions from [`Invariant`]s, or says why it cannot
//!   (an [`Outcome`]); [`StandardSolver`] is the one that is here
//! - [`Callee`]: what is known of a function: fixed, polymorphic, or what a rule builds
//!
//! Nothing here knows a language: no notation, no rules of assignment. The types are those
//! of the universe, and equal means equal in structure.

mod ambiguity;
mod callee;
mod explain;
mod invariant;
mod level;
mod outcome;
mod passes;
mod proof;
mod propagate;
mod resolve;
mod rule;
mod scheme;
mod search;
mod solver;
mod state;
mod terms;
mod unifier;

pub use callee::{Callee, PartialCall, SignatureRule};
pub use invariant::{
    Alternatives, Expr, Invariant, InvariantId, MAX_ALTERNATIVE_NESTING, MAX_INVARIANT_SIZE,
};
pub use outcome::{Ambiguity, Annotation, Conflict, Outcome, Refutation, Types, Undecided};
pub use rule::Rule;
pub use scheme::Scheme;
pub use solver::Solver;
pub use state::{DEFAULT_BUDGET, StandardSolver};
pub use unifier::{Clash, Unifier};

#[cfg(test)]
mod tests;
