//! mcl: rules of its types and values.

pub mod rules;
