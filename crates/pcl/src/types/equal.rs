//! Equality of types, coinductive.
//!
//! By structure; enumerations by their token alone, constants by their numeric
//! value. Recursive types are equal when no unfolding tells them apart: a pair met
//! again on the way counts as equal.

use crate::types::shape::{Shape, shape, unfolded};
use polycty_core::types::{Flags, IdSet, Scalar, Type};

/// How far definitions may lead into definitions before two types count as
/// different.
const MAX_UNFOLDING: usize = 192;

/// Whether two types are one.
#[must_use]
pub fn equal(a: &Type, b: &Type) -> bool {
    a == b || may_be_equal(a, b) && Equality::default().deep(a, b)
}

/// Whether two types that differ in structure may be one all the same: equal types
/// without references are of one size.
fn may_be_equal(a: &Type, b: &Type) -> bool {
    a.has(Flags::REFERENCE) || b.has(Flags::REFERENCE) || a.size() == b.size()
}

type Pair = (Type, Type);

/// What is known of pairs with a recursive type, for as long as one operation lasts.
#[derive(Default)]
pub(crate) struct Equality {
    /// Equal, or taken to be while they are looked at.
    same: IdSet<Pair>,
    /// The same in order, so that some can be forgotten.
    trail: Vec<Pair>,
    different: IdSet<Pair>,
    depth: usize,
    /// The pairs that have been looked into since somebody asked.
    steps: u64,
}

impl Equality {
    /// Whether two types are one.
    pub(crate) fn equal(&mut self, a: &Type, b: &Type) -> bool {
        a == b || may_be_equal(a, b) && self.deep(a, b)
    }

    /// How many pairs have been looked into since this was asked.
    pub(crate) fn take_steps(&mut self) -> u64 {
        std::mem::take(&mut self.steps)
    }

    fn deep(&mut self, a: &Type, b: &Type) -> bool {
        self.steps += 1;
        let mut all = |a: &[Type], b: &[Type]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.equal(a, b))
        };
        match (shape(a), shape(b)) {
            (Shape::Recursive(_), _) | (_, Shape::Recursive(_)) => self.unfolded(a, b),
            (Shape::List(a), Shape::List(b))
            | (Shape::Set(a), Shape::Set(b))
            | (Shape::Map(a), Shape::Map(b))
            | (Shape::Promise(a), Shape::Promise(b))
            | (Shape::Output(a), Shape::Output(b)) => self.equal(a, b),
            (Shape::Tuple(a), Shape::Tuple(b)) | (Shape::Union(a), Shape::Union(b)) => all(a, b),
            (Shape::Object(a), Shape::Object(b)) => {
                a.len() == b.len()
                    && a.sorted_fields()
                        .zip(b.sorted_fields())
                        .all(|(a, b)| a.name() == b.name() && self.equal(a.ty(), b.ty()))
            }
            (Shape::Enum { token: a, .. }, Shape::Enum { token: b, .. }) => a == b,
            (Shape::Const(a, of_a), Shape::Const(b, of_b)) => a == b && same_value(of_a, of_b),
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
            // What was equal under this pair may not be.
            for forgotten in self.trail.drain(before..) {
                self.same.remove(&forgotten);
            }
            self.different.insert(pair);
        }
        answer
    }
}

/// Whether two scalars are one value, whatever kind of number says it.
pub(crate) fn same_value(a: Option<&Scalar>, b: Option<&Scalar>) -> bool {
    match (a, b) {
        (Some(Scalar::Integer(a)), Some(Scalar::Number(b)))
        | (Some(Scalar::Number(b)), Some(Scalar::Integer(a))) => b.to_integer().as_ref() == Some(a),
        (a, b) => a == b,
    }
}
