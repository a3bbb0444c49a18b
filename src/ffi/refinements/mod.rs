//! Refinements: facts about unknown values.

pub mod refinement;

pub mod builder;
