//! Constraints: what has to hold of types?

use crate::scope::program::{At, NodeId};
use polycty_core::types::Type;

/// Two types that have to be equal.
pub(super) struct Constraint {
    /// Who is to blame where it does not hold: an expression, or a statement's place.
    pub blame: Blame,
    /// The expression that it is about.
    pub expr: NodeId,
    /// The type that it is to have.
    pub expect: Type,
    /// The type that it has by itself.
    pub actual: Type,
    /// Types that it may have instead, if it is known to have one of them when the constraint is
    /// solved.
    pub instead: Box<[Type]>,
}

/// Where a fault is reported.
#[derive(Clone, Copy)]
pub(super) enum Blame {
    Node(NodeId),
    Place(At),
}
