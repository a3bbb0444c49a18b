//! Unification variables, and what types the expressions of a program must have.

pub mod unifier;

pub mod signature;

pub mod solver;

pub mod outcome;
