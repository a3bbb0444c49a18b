//! Candidates among the members of a union for an object.
//!
//! A comparison of two unions of many objects would check each pair of members. An object does not
//! convert to a member with a required property that it lacks. Therefore a large union is indexed:
//! each object is listed under the required property that the fewest other members have, and a
//! source is compared only with the members that are listed under its own properties.

use crate::types::view::{PclType, shape};
use polycty_core::sort::sort;
use polycty_core::types::{KeyedMap, ObjectType, Str, Type};

/// The minimum number of members of a union with an index.
pub(crate) const INDEXED_FROM: usize = 16;

/// The bytes of a member in an index.
pub(crate) const MEMBER_BYTES: u64 = 48;

/// The index of the members of a union by a required property.
pub(crate) struct Members {
    /// The members without a required property that can be indexed.
    open: Vec<u32>,
    by_property: KeyedMap<Str, Vec<u32>>,
}

impl Members {
    /// Builds the index of members. Recursive members must be unfolded.
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

    /// Returns the positions of the members that an object may convert to, in order.
    pub(crate) fn candidates(&self, source: &ObjectType) -> Vec<u32> {
        let mut found = self.open.clone();
        for field in source.fields() {
            found.extend(self.by_property.get(field.name()).into_iter().flatten());
        }
        sort(&mut found);
        found
    }
}

/// Returns the properties of an object that do not accept null.
fn required(ty: &Type) -> impl Iterator<Item = &Str> {
    let fields = match shape(ty) {
        PclType::Object(object) => object.fields(),
        _ => &[],
    };
    let required = fields.iter().filter(|field| {
        matches!(
            shape(field.ty()),
            PclType::Bool
                | PclType::Int
                | PclType::Number
                | PclType::String
                | PclType::Id
                | PclType::List(_)
                | PclType::Set(_)
                | PclType::Map(_)
                | PclType::Tuple(_)
                | PclType::Object(_)
        )
    });
    required.map(|field| field.shared_name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_type;

    #[test]
    fn an_object_is_compared_with_candidate_members() {
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
            PclType::Object(object) => index.candidates(object),
            _ => panic!("an object"),
        };
        assert_eq!(candidates("object({kind = string, a = int})"), [0, 2, 3]);
        assert_eq!(candidates("object({b = int})"), [1, 2, 3]);
        assert_eq!(candidates("object({})"), [2, 3]);
    }
}
