//! Invariants: what can be required of the types of expressions?

use super::callee::Callee;
use super::scheme::Scheme;
use crate::source::{Code, Error, Result};
use crate::types::Type;

/// An expression of the host: whatever number the host knows it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr(pub u64);

/// An invariant that was added: its number, from 0, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InvariantId(pub u32);

/// How deep alternatives may stand inside alternatives.
pub const MAX_ALTERNATIVE_NESTING: u32 = 32;

/// The most nodes that the types of an invariant with alternatives may have, all of them
/// written out.
pub const MAX_INVARIANT_SIZE: u64 = 1 << 20;

/// Something that has to hold.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Invariant {
    /// The expression has this type; its variables are shared with all other invariants.
    Type(Expr, Type),
    /// The two expressions have equal types.
    Equal(Expr, Expr),
    /// The first expression is the result of calling the second one with these arguments.
    Call {
        /// The result.
        result: Expr,
        /// What is called.
        function: Expr,
        /// The arguments, in order.
        arguments: Box<[Expr]>,
    },
    /// The expression is the result of calling a function of this signature.
    Apply {
        /// The result.
        result: Expr,
        /// The arguments, in order.
        arguments: Box<[Expr]>,
        /// What is called. A polymorphic one is instantiated for this call.
        callee: Callee,
    },
    /// The expression's type is an instance of the scheme.
    Instance(Expr, Scheme),
    /// At least one of several alternatives holds; made by [`Invariant::any`].
    Any(Alternatives),
}

impl Invariant {
    /// At least one of these alternatives holds: all invariants of one of the lists.
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

    /// At most how many nodes of a graph it takes.
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

/// Lists of invariants of which at least one holds.
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
