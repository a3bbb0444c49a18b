//! Invariants on the types of expressions.

use super::callee::Callee;
use super::scheme::Scheme;
use crate::source::{Code, Error, Result};
use crate::types::Type;

/// An expression of the host, identified by a number of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr(pub u64);

/// The number of an invariant, from 0, in order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InvariantId(pub u32);

/// The maximum nesting of alternatives.
pub const MAX_ALTERNATIVE_NESTING: u32 = 32;

/// The maximum number of nodes in the types of an invariant with alternatives, counted as a tree.
pub const MAX_INVARIANT_SIZE: u64 = 1 << 20;

/// A requirement on the types of expressions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Invariant {
    /// The expression has this type. Variables in it are shared with all other invariants.
    Type(Expr, Type),
    /// The two expressions have equal types.
    Equal(Expr, Expr),
    /// The first expression is the result of a call of the second one with these arguments.
    Call {
        /// The result.
        result: Expr,
        /// The called expression.
        function: Expr,
        /// The arguments, in order.
        arguments: Box<[Expr]>,
    },
    /// The expression is the result of a call of a function with this signature.
    Apply {
        /// The result.
        result: Expr,
        /// The arguments, in order.
        arguments: Box<[Expr]>,
        /// The called function. A polymorphic function is instantiated for this call.
        callee: Callee,
    },
    /// The expression's type is an instance of the scheme.
    Instance(Expr, Scheme),
    /// At least one of several alternatives holds; created by [`Invariant::any`].
    Any(Alternatives),
}

impl Invariant {
    /// Requires that all invariants of at least one of the lists hold.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] for no alternatives, [`Code::Limit`] past
    /// [`MAX_ALTERNATIVE_NESTING`] and [`MAX_INVARIANT_SIZE`].
    pub fn any(alternatives: impl Into<Vec<Vec<Invariant>>>) -> Result<Invariant> {
        let lists = alternatives.into();
        if lists.is_empty() {
            let message = "an invariant needs at least one alternative";
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let inner = lists.iter().flatten().map(|invariant| match invariant {
            Invariant::Any(alternatives) => alternatives.nesting,
            _ => 0,
        });
        let nesting = 1 + inner.max().unwrap_or(0);
        if nesting > MAX_ALTERNATIVE_NESTING {
            let message =
                format!("alternatives are nested more than {MAX_ALTERNATIVE_NESTING} levels deep");
            return Err(Error::new(Code::Limit, message));
        }
        let sizes = lists.iter().flatten().map(Invariant::size);
        let size = sizes.fold(0, u64::saturating_add);
        if size > MAX_INVARIANT_SIZE {
            let message = format!("alternatives have more than {MAX_INVARIANT_SIZE} parts");
            return Err(Error::new(Code::Limit, message));
        }
        Ok(Invariant::Any(Alternatives {
            lists,
            nesting,
            size,
        }))
    }

    /// An upper bound of the number of graph nodes that it needs.
    pub(super) fn size(&self) -> u64 {
        let of = |ty: &Type| u64::from(ty.size());
        match self {
            Invariant::Type(_, ty) => 1 + of(ty),
            Invariant::Equal(..) => 2,
            Invariant::Instance(_, scheme) => 1 + of(scheme.ty()),
            Invariant::Call { arguments, .. } => 4 + arguments.len() as u64,
            Invariant::Apply {
                arguments, callee, ..
            } => {
                let taken = callee.scheme().map_or(0, |scheme| of(scheme.ty()));
                4 + arguments.len() as u64 + taken
            }
            Invariant::Any(alternatives) => 1 + alternatives.size,
        }
    }
}

/// Lists of invariants; all invariants of at least one list hold.
#[derive(Clone, Debug)]
pub struct Alternatives {
    lists: Vec<Vec<Invariant>>,
    nesting: u32,
    size: u64,
}

impl Alternatives {
    /// The lists, in order.
    #[must_use]
    pub fn lists(&self) -> &[Vec<Invariant>] {
        &self.lists
    }
}
