//! Type inference: unification variables, and solvers of the types of a program's expressions.

pub mod unifier;

pub mod signature;

pub mod solver;

pub mod outcome;
