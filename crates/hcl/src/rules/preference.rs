//! Preference of unification: the choice between several types that all others convert to.
//!
//! The more general type is preferred: known types before `any`, strings before bools and numbers,
//! lists before tuples before sets, maps before objects, and types with preferred parts. This is a
//! partial order (cty's `compareTypes`). A topological sort turns it into a list, in which
//! unordered types keep their original order (cty's `sortTypes`).

use crate::types::CtyType;
use polycty_core::types::Type;
use std::cmp::Ordering;

/// Returns the indexes of the types, the most general first. Types in a cycle of the relation are
/// omitted.
pub(super) fn preference(types: &[Type]) -> Vec<usize> {
    let mut less_general: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    let mut more_general_count = vec![0usize; types.len()];
    for (at, ty) in types.iter().enumerate() {
        for (later, other) in types.iter().enumerate().skip(at + 1) {
            match generality(ty, other) {
                Ordering::Greater => {
                    less_general[at].push(later);
                    more_general_count[later] += 1;
                }
                Ordering::Less => {
                    less_general[later].push(at);
                    more_general_count[at] += 1;
                }
                Ordering::Equal => {}
            }
        }
    }
    let mut order: Vec<usize> = (0..types.len())
        .filter(|at| more_general_count[*at] == 0)
        .collect();
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        next += 1;
        for &other in &less_general[at] {
            more_general_count[other] -= 1;
            if more_general_count[other] == 0 {
                order.push(other);
            }
        }
    }
    order
}

/// Returns `Greater` if `a` is the more general type, and `Equal` if neither is.
fn generality(a: &Type, b: &Type) -> Ordering {
    use CtyType::{Any, List, Map, Object, Set, String, Tuple};
    if a.is_same_node(b) {
        return Ordering::Equal;
    }
    match (CtyType::of(a), CtyType::of(b)) {
        (Any, Any) | (String, String) => Ordering::Equal,
        (Any, _) => Ordering::Less,
        (_, Any) => Ordering::Greater,
        (String, other) if other.is_primitive() => Ordering::Greater,
        (other, String) if other.is_primitive() => Ordering::Less,
        (List(a), List(b)) | (Set(a), Set(b)) | (Map(a), Map(b)) => generality(a, b),
        (List(_), Tuple(_) | Set(_)) | (Tuple(_), Set(_)) | (Map(_), Object(_)) => {
            Ordering::Greater
        }
        (Tuple(_) | Set(_), List(_)) | (Set(_), Tuple(_)) | (Object(_), Map(_)) => Ordering::Less,
        (Object(a), Object(b)) if a.fields().len() == b.fields().len() => {
            let mut pairs = Vec::with_capacity(a.fields().len());
            for field in a.fields() {
                match b.get(field.name()) {
                    Some(other) => pairs.push((field.ty(), other.ty())),
                    None => return Ordering::Equal,
                }
            }
            by_parts(pairs.into_iter())
        }
        (Tuple(a), Tuple(b)) if a.len() == b.len() => by_parts(a.iter().zip(b)),
        _ => Ordering::Equal,
    }
}

/// Compares parts: one type is more general if it is so in some part and less general in none.
fn by_parts<'a>(pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Ordering {
    let mut order = Ordering::Equal;
    for (a, b) in pairs {
        let part = generality(a, b);
        if part == Ordering::Equal {
            continue;
        }
        if order == part.reverse() {
            return Ordering::Equal;
        }
        order = part;
    }
    order
}
