//! Which types must the expressions of a program have?
//!
//! - [`Unifier`]: equations between types with variables, and their most general solution
//!
//! Nothing here knows a language: no notation, no rules of assignment. The types are those
//! of the universe, and equal means equal in structure.

mod resolve;
mod shape;
mod terms;
mod unifier;

pub use shape::Rule;
pub use unifier::{Clash, Unifier};

#[cfg(test)]
mod tests;
