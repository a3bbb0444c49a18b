//! Puppet: notation, values, rules, and explanations of type mismatches.

pub mod aliases;

pub mod notation;

pub mod values;

pub mod rules;

pub mod iteration;

pub mod mode;

pub mod mismatch;
