//! Type inference.
//!
//! - [`Unifier`]: equations between types with variables, and their most general solution
//! - [`Solver`]: computes the types of expressions from [`Invariant`]s, or explains why it cannot
//!   (an [`Solution`]); [`StandardSolver`] is the provided implementation
//! - [`Callee`]: the signature of a function: fixed, polymorphic, or built by a rule
//!
//! This module does not depend on a language: it has no notation and no rules of assignment. Types
//! are equal if their structure is equal.

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
pub use outcome::{Ambiguity, Annotation, Conflict, Refutation, Solution, Types, Undecided};
pub use rule::Rule;
pub use scheme::Scheme;
pub use solver::Solver;
pub use state::{DEFAULT_BUDGET, StandardSolver};
pub use unifier::{Mismatch, Unifier};

#[cfg(test)]
mod tests;
