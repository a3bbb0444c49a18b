//! Type tags: the outermost constructors of a type.
//!
//! The [`TypeTags`] of a type are its constructor and, if it is a union, an optional or a type without
//! undef, the tags of its members: every value of the type is undef or belongs to one of these
//! constructors. Tags are bits of one word that is stored in the node, so that rules can detect
//! types without common values with one operation.

use super::Kind;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// The tags of a type, as a bit set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeTags(u64);

/// The numbers of the tags. Constructors that wrap other types come first, so that the lowest
/// number of a set is that of the type itself.
#[allow(missing_docs, reason = "the names are those of the constructors")]
pub mod head {
    pub const UNION: u8 = 0;
    pub const OPTIONAL: u8 = 1;
    pub const NOT_UNDEF: u8 = 2;
    pub const ANY: u8 = 3;
    pub const NONE: u8 = 4;
    pub const BOOL: u8 = 5;
    pub const NUMBER: u8 = 6;
    pub const INTEGER: u8 = 7;
    pub const FLOAT: u8 = 8;
    pub const STRING: u8 = 9;
    pub const LIST: u8 = 10;
    pub const MAP: u8 = 11;
    pub const TUPLE: u8 = 12;
    pub const OBJECT: u8 = 13;
    pub const FUNC: u8 = 14;
    pub const LITERAL: u8 = 15;
    pub const META: u8 = 16;
    pub const REFERENCE: u8 = 17;
    /// A constructor that no rule tests for.
    pub(crate) const OTHER: u8 = 18;
    /// A nominal type whose name has no number.
    pub const NOMINAL: u8 = 19;
    /// The nominal type whose name has the number 0; the others follow.
    pub const NUMBERED: u8 = 20;
    /// The number of tags.
    pub const COUNT: usize = 64;
}

impl TypeTags {
    /// The empty set.
    pub const NONE: TypeTags = TypeTags(0);

    /// The set of all tags.
    pub const EVERY: TypeTags = TypeTags(!0);

    /// Creates the set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> TypeTags {
        TypeTags(bits)
    }

    /// Whether both sets have a tag in common.
    #[inline]
    pub const fn meets(self, other: TypeTags) -> bool {
        self.0 & other.0 != 0
    }

    /// The union of both sets.
    #[inline]
    #[must_use]
    pub const fn or(self, other: TypeTags) -> TypeTags {
        TypeTags(self.0 | other.0)
    }

    /// The intersection of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: TypeTags) -> TypeTags {
        TypeTags(self.0 & other.0)
    }

    /// Returns a negative number if the set is not empty.
    #[inline]
    pub const fn sign(self) -> i64 {
        (self.0 | self.0.wrapping_neg()) as i64
    }

    /// Whether the set is a subset of `other`.
    #[inline]
    pub const fn within(self, other: TypeTags) -> bool {
        self.0 & !other.0 == 0
    }

    /// The lowest tag.
    #[inline]
    pub const fn first(self) -> u8 {
        // Every type has a tag.
        (self.0.trailing_zeros() % head::COUNT as u32) as u8
    }

    #[inline]
    pub(super) fn of(kind: &Kind) -> TypeTags {
        let own = |number: u8| 1u64 << (number as usize % head::COUNT);
        TypeTags(match kind {
            // The dialect defines the members of a union without explicit members.
            Kind::Union(members) if members.is_empty() => own(head::UNION) | own(head::OTHER),
            Kind::Union(members) => members.iter().fold(own(head::UNION), |type_tags, member| {
                type_tags | member.type_tags().0
            }),
            Kind::Optional(content) => own(head::OPTIONAL) | content.type_tags().0,
            Kind::NotUndef(content) => own(head::NOT_UNDEF) | content.type_tags().0,
            Kind::Any => own(head::ANY),
            Kind::None => own(head::NONE),
            Kind::Bool(_) => own(head::BOOL),
            Kind::Number => own(head::NUMBER),
            Kind::Integer(_) => own(head::INTEGER),
            Kind::Float(_) => own(head::FLOAT),
            Kind::String(_) => own(head::STRING),
            Kind::List { .. } => own(head::LIST),
            Kind::Map { .. } => own(head::MAP),
            Kind::Tuple { .. } => own(head::TUPLE),
            Kind::Object(_) => own(head::OBJECT),
            Kind::Func(_) => own(head::FUNC),
            Kind::Literal { .. } => own(head::LITERAL),
            Kind::Meta(_) => own(head::META),
            Kind::Reference(_) => own(head::REFERENCE),
            Kind::Set(_)
            | Kind::Promise(_)
            | Kind::Output(_)
            | Kind::Enumeration { .. }
            | Kind::Capsule(_)
            | Kind::Variable { .. } => own(head::OTHER),
            Kind::Nominal(nominal) => own(match nominal.number.get() {
                Some(number) => head::NUMBERED + number,
                None => head::NOMINAL,
            }),
        })
    }
}

/// The number that a dialect assigned to the name of a nominal type, if any. A number belongs to
/// one name of one dialect. It is redundant with the name, so it does not affect equality.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameNumber {
    number: Option<u8>,
    sizes: bool,
}

impl NameNumber {
    /// The number of available numbers.
    pub const COUNT: usize = head::COUNT - head::NUMBERED as usize;

    /// Creates a number; `None` inside if it is too large.
    #[inline]
    pub const fn new(number: usize) -> NameNumber {
        NameNumber {
            number: if number < NameNumber::COUNT {
                Some(number as u8)
            } else {
                None
            },
            sizes: false,
        }
    }

    /// Creates the number of a name whose first two parameters are the minimum and the maximum size
    /// of its values. A parameter that is not an integer within `u64` is not a bound.
    #[inline]
    pub const fn of_sizes(number: usize) -> NameNumber {
        NameNumber {
            sizes: true,
            ..NameNumber::new(number)
        }
    }

    /// The number, if the name has one.
    #[inline]
    pub const fn get(self) -> Option<u8> {
        self.number
    }

    /// Whether the parameters specify sizes.
    #[inline]
    pub(super) const fn has_sizes(self) -> bool {
        self.sizes
    }
}

impl PartialEq for NameNumber {
    fn eq(&self, _: &NameNumber) -> bool {
        true
    }
}

impl Eq for NameNumber {}

impl PartialOrd for NameNumber {
    fn partial_cmp(&self, other: &NameNumber) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NameNumber {
    fn cmp(&self, _: &NameNumber) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for NameNumber {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Type;

    #[test]
    fn tags_include_members_of_unions_and_optionals() {
        let bits = |numbers: &[u8]| numbers.iter().fold(0, |bits, at| bits | 1u64 << at);
        let text = Type::string().clone();
        assert_eq!(text.type_tags(), TypeTags(bits(&[head::STRING])));
        let union = Type::union([text.clone(), Type::integer().clone()]).unwrap();
        let optional = Type::optional(union.clone()).unwrap();
        let numbers = [head::UNION, head::OPTIONAL, head::STRING, head::INTEGER];
        assert_eq!(optional.type_tags(), TypeTags(bits(&numbers)));
        assert_eq!(optional.type_tags().first(), head::UNION);
        let list = Type::list(optional).unwrap();
        assert_eq!(list.type_tags(), TypeTags(bits(&[head::LIST])));
        assert!(!list.type_tags().meets(union.type_tags()));
    }

    #[test]
    fn a_name_number_does_not_affect_equality() {
        let plain = Type::nominal("d", "N", []).unwrap();
        let number = NameNumber::new(3);
        let numbered = Type::numbered_nominal("d".into(), "N".into(), number, []).unwrap();
        assert_eq!(plain, numbered);
        assert_eq!(plain.structural_hash(), numbered.structural_hash());
        assert_eq!(plain.type_tags().first(), head::NOMINAL);
        assert_eq!(numbered.type_tags().first(), head::NUMBERED + 3);
        let inside = Type::optional(numbered).unwrap();
        let rebuilt = inside.replace(&mut |_| Ok::<_, crate::types::TypeError>(None));
        assert_eq!(rebuilt.unwrap().type_tags(), inside.type_tags());
        assert_eq!(NameNumber::new(NameNumber::COUNT).get(), None);
    }
}
