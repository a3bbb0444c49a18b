//! Coinductive equality of types.
//!
//! Types are equal by structure, enumerations by their token, constants by their numeric value.
//! Recursive types are equal if no unfolding distinguishes them: a pair that occurs again in its
//! own comparison counts as equal.

use crate::types::view::{PclType, shape, unfolded};
use polycty_core::types::{Flags, IdSet, Scalar, Type};

/// The maximum nesting of definitions; deeper types count as different.
const MAX_UNFOLDING: usize = 192;

/// Returns whether two types are equal.
#[must_use]
pub fn equal(a: &Type, b: &Type) -> bool {
    a == b || may_be_equal(a, b) && Equality::default().deep(a, b)
}

/// Returns whether two types with different structures may be equal: equal types without references
/// have the same size.
fn may_be_equal(a: &Type, b: &Type) -> bool {
    a.has(Flags::REFERENCE) || b.has(Flags::REFERENCE) || a.size() == b.size()
}

type Pair = (Type, Type);

/// The cached results of pairs with a recursive type, within one operation.
#[derive(Default)]
pub(crate) struct Equality {
    /// Pairs that are equal, or assumed to be during their comparison.
    same: IdSet<Pair>,
    /// The same pairs in order, so that they can be removed.
    trail: Vec<Pair>,
    different: IdSet<Pair>,
    depth: usize,
    /// The number of compared pairs since the last [`Equality::take_steps`].
    steps: u64,
}

impl Equality {
    /// Returns whether two types are equal.
    pub(crate) fn equal(&mut self, a: &Type, b: &Type) -> bool {
        a == b || may_be_equal(a, b) && self.deep(a, b)
    }

    /// Returns the number of compared pairs since the last call.
    pub(crate) fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.steps)
    }

    fn deep(&mut self, a: &Type, b: &Type) -> bool {
        self.steps += 1;
        let mut all = |a: &[Type], b: &[Type]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.equal(a, b))
        };
        match (shape(a), shape(b)) {
            (PclType::Recursive(_), _) | (_, PclType::Recursive(_)) => self.unfolded(a, b),
            (PclType::List(a), PclType::List(b))
            | (PclType::Set(a), PclType::Set(b))
            | (PclType::Map(a), PclType::Map(b))
            | (PclType::Promise(a), PclType::Promise(b))
            | (PclType::Output(a), PclType::Output(b)) => self.equal(a, b),
            (PclType::Tuple(a), PclType::Tuple(b)) | (PclType::Union(a), PclType::Union(b)) => {
                all(a, b)
            }
            (PclType::Object(a), PclType::Object(b)) => {
                a.len() == b.len()
                    && a.sorted_fields()
                        .zip(b.sorted_fields())
                        .all(|(a, b)| a.name() == b.name() && self.equal(a.ty(), b.ty()))
            }
            (PclType::Enum { token: a, .. }, PclType::Enum { token: b, .. }) => a == b,
            (PclType::Const(a, of_a), PclType::Const(b, of_b)) => a == b && same_value(of_a, of_b),
            _ => false,
        }
    }

    fn unfolded(&mut self, a: &Type, b: &Type) -> bool {
        let pair = (a.clone(), b.clone());
        if self.same.contains(&pair) {
            return true;
        }
        if self.depth >= MAX_UNFOLDING || self.different.contains(&pair) {
            return false;
        }
        let (Some(inner_a), Some(inner_b)) = (unfolded(a), unfolded(b)) else {
            return false;
        };
        let before = self.trail.len();
        self.same.insert(pair.clone());
        self.trail.push(pair.clone());
        self.depth += 1;
        let answer = self.equal(&inner_a, &inner_b);
        self.depth -= 1;
        if !answer {
            // Results under this assumption may be wrong.
            for forgotten in self.trail.drain(before..) {
                self.same.remove(&forgotten);
            }
            self.different.insert(pair);
        }
        answer
    }
}

/// Returns whether two scalars are equal; integers and numbers compare by value.
pub(crate) fn same_value(a: Option<&Scalar>, b: Option<&Scalar>) -> bool {
    match (a, b) {
        (Some(Scalar::Integer(a)), Some(Scalar::Number(b)))
        | (Some(Scalar::Number(b)), Some(Scalar::Integer(a))) => b.to_integer().as_ref() == Some(a),
        (a, b) => a == b,
    }
}
