//! Constraints: what has to hold of types?

use crate::scope::program::{At, NodeId};
use polycty_core::types::Type;

/// Two types that have to be equal.
pub(super) struct Constraint {
    /// Whom it is told of: an expression, or a statement's place.
    pub told: Told,
    /// The expression that it is about.
    pub expr: NodeId,
    /// The type that it is to have.
    pub expect: Type,
    /// The type that it has by itself.
    pub actual: Type,
}

/// Whom a fault is told of.
#[derive(Clone, Copy)]
pub(super) enum Told {
    Node(NodeId),
    Place(At),
}
