//! Constraints on types.

use crate::scope::program::{At, NodeId};
use polycty_core::types::Type;

/// An equation of two types.
pub(super) struct Constraint {
    /// The location that an error is reported at: an expression, or the location of a statement.
    pub location: ErrorLocation,
    /// The expression that has the types.
    pub expr: NodeId,
    /// The type that the context expects.
    pub expect: Type,
    /// The type that the expression has.
    pub actual: Type,
    /// Alternatives to the expected type. One of them applies if it is the known type of the
    /// expression when the constraint is solved.
    pub instead: Box<[Type]>,
}

/// The location of an error.
#[derive(Clone, Copy)]
pub(super) enum ErrorLocation {
    Node(NodeId),
    At(At),
}
