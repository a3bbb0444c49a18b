//! Members of a union: which may an object become?
//!
//! Of two unions of many objects each member would meet each. An object becomes none that
//! requires a property that it does not have, so a large union has its objects under the
//! property by which the fewest others are known, and a source meets those that are known by
//! one of its own.

use crate::types::shape::{Shape, shape};
use polycty_core::types::{KeyedMap, ObjectType, Str, Type};

/// Of so few members each is asked.
pub(crate) const INDEXED_FROM: usize = 16;

/// The bytes of a member in an index.
pub(crate) const MEMBER_BYTES: u64 = 48;

/// The members of a union, by what they require.
pub(crate) struct Members {
    /// Those that require nothing that can be told at a glance.
    open: Vec<u32>,
    by_property: KeyedMap<Str, Vec<u32>>,
}

impl Members {
    /// The index of some members, of which recursive ones are given unfolded.
    pub(crate) fn of(members: &[Type]) -> Members {
        let mut known_by: KeyedMap<&str, u32> = KeyedMap::default();
        for member in members {
            for name in required(member) {
                *known_by.entry(name).or_default() += 1;
            }
        }
        let mut index = Members {
            open: Vec::new(),
            by_property: KeyedMap::default(),
        };
        for (at, member) in (0u32..).zip(members) {
            let rarest = required(member).min_by_key(|name| known_by[&***name]);
            match rarest {
                Some(name) => index.by_property.entry(name.clone()).or_default().push(at),
                None => index.open.push(at),
            }
        }
        index
    }

    /// The positions of the members that an object may become, in order.
    pub(crate) fn candidates(&self, source: &ObjectType) -> Vec<u32> {
        let mut found = self.open.clone();
        for field in source.fields() {
            found.extend(self.by_property.get(field.name()).into_iter().flatten());
        }
        found.sort_unstable();
        found
    }
}

/// The properties of an object that no null can stand for.
fn required(ty: &Type) -> impl Iterator<Item = &Str> {
    let fields = match shape(ty) {
        Shape::Object(object) => object.fields(),
        _ => &[],
    };
    let required = fields.iter().filter(|field| {
        matches!(
            shape(field.ty()),
            Shape::Bool
                | Shape::Int
                | Shape::Number
                | Shape::String
                | Shape::Id
                | Shape::List(_)
                | Shape::Set(_)
                | Shape::Map(_)
                | Shape::Tuple(_)
                | Shape::Object(_)
        )
    });
    required.map(|field| field.shared_name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_type;

    #[test]
    fn an_object_meets_those_that_it_may_become() {
        let ty = |text: &str| parse_type(text).unwrap();
        let members = [
            "object({kind = string, a = int})",
            "object({kind = string, b = int})",
            "object({a = union(int, none)})",
            "map(int)",
        ]
        .map(ty);
        let index = Members::of(&members);
        let candidates = |text: &str| match shape(&ty(text)) {
            Shape::Object(object) => index.candidates(object),
            _ => panic!("an object"),
        };
        assert_eq!(candidates("object({kind = string, a = int})"), [0, 2, 3]);
        assert_eq!(candidates("object({b = int})"), [1, 2, 3]);
        assert_eq!(candidates("object({})"), [2, 3]);
    }
}
