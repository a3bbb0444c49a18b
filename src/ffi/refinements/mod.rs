//! What is known of values that are unknown.

pub mod refinement;

pub mod builder;
