//! The total order of types.
//!
//! The order agrees with equality and is the same in every process, except where identities of
//! scopes, groups and capsules decide. It compares the rank of the constructor first, then the
//! parts in order.

use super::{Kind, Type};
use std::cmp::Ordering;

impl PartialOrd for Type {
    fn partial_cmp(&self, other: &Type) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Type {
    fn cmp(&self, other: &Type) -> Ordering {
        if self.is_same_node(other) {
            return Ordering::Equal;
        }
        match (self.kind(), other.kind()) {
            (Kind::Bool(a), Kind::Bool(b)) => a.cmp(b),
            (Kind::Integer(a), Kind::Integer(b)) => a.cmp(b),
            (Kind::Float(a), Kind::Float(b)) => a.bits().cmp(&b.bits()),
            (Kind::String(a), Kind::String(b)) => a.cmp(b),
            (
                Kind::List {
                    element: a,
                    size: a_size,
                },
                Kind::List {
                    element: b,
                    size: b_size,
                },
            ) => (a, a_size).cmp(&(b, b_size)),
            (Kind::Set(a), Kind::Set(b))
            | (Kind::Optional(a), Kind::Optional(b))
            | (Kind::NotUndef(a), Kind::NotUndef(b))
            | (Kind::Promise(a), Kind::Promise(b))
            | (Kind::Output(a), Kind::Output(b)) => a.cmp(b),
            (
                Kind::Map {
                    key: a_key,
                    element: a,
                    size: a_size,
                },
                Kind::Map {
                    key: b_key,
                    element: b,
                    size: b_size,
                },
            ) => (a_key, a, a_size).cmp(&(b_key, b, b_size)),
            (
                Kind::Tuple {
                    elements: a,
                    size: a_size,
                },
                Kind::Tuple {
                    elements: b,
                    size: b_size,
                },
            ) => (a, a_size).cmp(&(b, b_size)),
            (Kind::Object(a), Kind::Object(b)) => a.fields().cmp(b.fields()),
            (Kind::Func(a), Kind::Func(b)) => a.cmp(b),
            (Kind::Union(a), Kind::Union(b)) => a.cmp(b),
            (Kind::Literal { ty: a, value: av }, Kind::Literal { ty: b, value: bv }) => {
                (a, av).cmp(&(b, bv))
            }
            (
                Kind::Enumeration {
                    token: a_token,
                    ty: a,
                    values: a_values,
                },
                Kind::Enumeration {
                    token: b_token,
                    ty: b,
                    values: b_values,
                },
            ) => (a_token, a, a_values).cmp(&(b_token, b, b_values)),
            (Kind::Capsule(a), Kind::Capsule(b)) => {
                (a.name(), a.identity()).cmp(&(b.name(), b.identity()))
            }
            (Kind::Meta(a), Kind::Meta(b)) => a.cmp(b),
            (Kind::Variable { scope: a, id: ai }, Kind::Variable { scope: b, id: bi }) => {
                (a, ai).cmp(&(b, bi))
            }
            (Kind::Reference(a), Kind::Reference(b)) => a.cmp(b),
            (Kind::Nominal(a), Kind::Nominal(b)) => a.cmp(b),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }
}
