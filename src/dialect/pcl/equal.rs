//! When are two types one?
//!
//! By structure; enumerations by their token alone, constants by their numeric
//! value. Recursive types are equal when no unfolding tells them apart: a pair met
//! again on the way counts as equal.

use super::shape::{Shape, shape};
use crate::types::{Flags, Type};

/// How far definitions may lead into definitions before two types count as
/// different.
const MAX_UNFOLDING: usize = 512;

/// Whether two types are one.
#[must_use]
pub fn equal(a: &Type, b: &Type) -> bool {
    a == b || may_be_equal(a, b) && deep(a, b, &mut Vec::new())
}

/// Whether two types that differ in structure may be one all the same: equal types
/// without references are of one size.
fn may_be_equal(a: &Type, b: &Type) -> bool {
    a.has(Flags::REFERENCE) || b.has(Flags::REFERENCE) || a.size() == b.size()
}

fn deep(a: &Type, b: &Type, open: &mut Vec<(Type, Type)>) -> bool {
    if a == b {
        return true;
    }
    if !may_be_equal(a, b) {
        return false;
    }
    let mut all = |a: &[Type], b: &[Type]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| deep(a, b, open))
    };
    match (shape(a), shape(b)) {
        (Shape::Recursive(_), _) | (_, Shape::Recursive(_)) => unfold_both(a, b, open),
        (Shape::List(a), Shape::List(b))
        | (Shape::Set(a), Shape::Set(b))
        | (Shape::Map(a), Shape::Map(b))
        | (Shape::Promise(a), Shape::Promise(b))
        | (Shape::Output(a), Shape::Output(b)) => deep(a, b, open),
        (Shape::Tuple(a), Shape::Tuple(b)) | (Shape::Union(a), Shape::Union(b)) => all(a, b),
        (Shape::Object(a), Shape::Object(b)) => {
            a.len() == b.len()
                && a.sorted_fields()
                    .zip(b.sorted_fields())
                    .all(|(a, b)| a.name() == b.name() && deep(a.ty(), b.ty(), open))
        }
        (Shape::Enum { token: a, .. }, Shape::Enum { token: b, .. }) => a == b,
        (Shape::Const(a, of_a), Shape::Const(b, of_b)) => a == b && same_value(of_a, of_b),
        _ => false,
    }
}

fn unfold_both(a: &Type, b: &Type, open: &mut Vec<(Type, Type)>) -> bool {
    let pair = (a.clone(), b.clone());
    if open.contains(&pair) {
        return true;
    }
    if open.len() >= MAX_UNFOLDING {
        return false;
    }
    let (Some(inner_a), Some(inner_b)) = (super::unfolded(a), super::unfolded(b)) else {
        return false;
    };
    // A pair that turned out equal stays: what was equal under it is so again.
    open.push(pair);
    let depth = open.len();
    let answer = deep(&inner_a, &inner_b, open);
    if !answer {
        open.truncate(depth - 1);
    }
    answer
}

use crate::types::Scalar;

/// Whether two scalars are one value, whatever kind of number says it.
pub(super) fn same_value(a: Option<&Scalar>, b: Option<&Scalar>) -> bool {
    match (a, b) {
        (Some(Scalar::Integer(a)), Some(Scalar::Number(b)))
        | (Some(Scalar::Number(b)), Some(Scalar::Integer(a))) => b.to_integer().as_ref() == Some(a),
        (a, b) => a == b,
    }
}
