//! PCL: types, values that come later, and expressions that were checked.

pub mod types;

pub mod traversal;

pub mod values;

pub mod scope;

pub mod bound;

pub mod node;
