//! Puppet: notation, values, rules, and why something is not what was wanted.

pub mod aliases;

pub mod notation;

pub mod values;

pub mod rules;

pub mod iteration;

pub mod mode;

pub mod mismatch;
