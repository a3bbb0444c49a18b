//! HCL: expressions, scopes and type expressions.

pub mod scope;

pub mod expression;

pub mod traversals;

pub mod tree;

pub mod calls;

pub mod closure;

pub mod defaults;

pub mod notation;
