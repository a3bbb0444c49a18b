//! PCL: types, deferred values, and checked expressions.

pub mod types;

pub mod traversal;

pub mod values;

pub mod scope;

pub mod checked;

pub mod node;
