//! Summaries of the parts and bounds of types.
//!
//! Most types that have the expected type tags are rejected by the next property that a rule tests:
//! the bounds of a range, the number of elements, or the tags of the first part. A node stores
//! these in two words next to its [`TypeTags`], so that a rule set can test them without reading the
//! parts and without a branch.
//!
//! Bounds have 16 bits each, on one scale for sizes and integers. Values outside of the scale are
//! clamped to its ends. So a bound that exceeds a different bound on the scale really exceeds it; a
//! bound that does not exceed it on the scale may still do so.

use super::{
    Flags, IntegerRange, Kind, NominalParam, NominalType, Scalar, SizeRange, StringConstraint,
    TypeTags,
};
use crate::number::Integer;

/// A summary of the parts and bounds of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeSummary {
    first: TypeTags,
    own: ScaleRange,
    wanted: ScaleRange,
}

/// A range on the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ScaleRange {
    least: u16,
    most: u16,
}

/// The position of 0 on the scale. The ends of the scale mean that there is no bound.
const ZERO: u16 = 1 << 15;

impl ScaleRange {
    /// The range of all values.
    const ALL: ScaleRange = ScaleRange {
        least: 0,
        most: u16::MAX,
    };

    /// The empty range.
    const NOTHING: ScaleRange = ScaleRange {
        least: u16::MAX,
        most: 0,
    };

    /// The smallest range that contains both.
    fn hull(self, other: ScaleRange) -> ScaleRange {
        ScaleRange {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    fn of_sizes(range: SizeRange) -> ScaleRange {
        let most = range.max.map_or(u16::MAX, size);
        let least = size(range.min);
        ScaleRange { least, most }
    }

    fn exactly(count: usize) -> ScaleRange {
        ScaleRange::of_sizes(SizeRange::exactly(count as u64))
    }

    fn of_integers(range: &IntegerRange) -> ScaleRange {
        ScaleRange {
            least: range.min.as_ref().map_or(0, integer),
            most: range.max.as_ref().map_or(u16::MAX, integer),
        }
    }

    /// The sizes that the parameters of a nominal type specify; the default minimum is 0.
    fn of_params(params: &[NominalParam]) -> ScaleRange {
        let bound = |at: usize| match params.get(at) {
            Some(NominalParam::Scalar(Scalar::Integer(size))) => size.to_u64(),
            _ => None,
        };
        ScaleRange::of_sizes(SizeRange {
            min: bound(0).unwrap_or(0),
            max: bound(1),
        })
    }
}

fn size(size: u64) -> u16 {
    ZERO + size.min(u64::from(ZERO) - 2) as u16
}

fn integer(integer: &Integer) -> u16 {
    let furthest = i64::from(ZERO) - 2;
    match integer.to_i64() {
        Some(small) => (i64::from(ZERO) + small.clamp(-furthest, furthest)) as u16,
        None if integer.signum() < 0 => ZERO - furthest as u16,
        None => ZERO + furthest as u16,
    }
}

impl TypeSummary {
    /// The summary without information.
    pub(super) const EMPTY: TypeSummary = TypeSummary {
        first: TypeTags::EVERY,
        own: ScaleRange::NOTHING,
        wanted: ScaleRange::ALL,
    };

    /// The type tags of the first part; all tags if there is no part.
    #[inline]
    pub fn first(self) -> TypeTags {
        self.first
    }

    /// Whether this type has values with sizes, or integers, that the other type does not have. The
    /// result may be `false` although it has, if one of the types has no summary: rules test more
    /// than the size of tuples without types and of maps that lead to recursive types.
    #[inline]
    pub fn exceeds(self, other: TypeSummary) -> bool {
        self.margin(other) < 0
    }

    /// Returns a negative number if this type [exceeds](TypeSummary::exceeds) the other. For callers
    /// that combine it with other such numbers.
    #[inline]
    pub fn margin(self, other: TypeSummary) -> i64 {
        let least = i64::from(self.own.least) - i64::from(other.wanted.least);
        let most = i64::from(other.wanted.most) - i64::from(self.own.most);
        least | most
    }

    pub(super) fn of(kind: &Kind, flags: Flags) -> TypeSummary {
        let empty = TypeSummary::EMPTY;
        let sized = |first: TypeTags, range: ScaleRange| TypeSummary {
            first,
            own: range,
            wanted: range,
        };
        let sizes =
            |size: &Option<SizeRange>| ScaleRange::of_sizes(size.unwrap_or(SizeRange::UNLIMITED));
        match kind {
            Kind::Integer(range) => sized(TypeTags::EVERY, ScaleRange::of_integers(range)),
            Kind::String(StringConstraint::Plain) => TypeSummary {
                own: ScaleRange::of_sizes(SizeRange::UNLIMITED),
                ..empty
            },
            Kind::String(StringConstraint::Length(size)) => {
                sized(TypeTags::EVERY, ScaleRange::of_sizes(*size))
            }
            Kind::List { element, size } => sized(element.type_tags(), sizes(size)),
            Kind::Map { key, size, .. } => {
                let range = sizes(size);
                TypeSummary {
                    first: key.type_tags(),
                    wanted: range,
                    own: if flags.contains(Flags::REFERENCE) {
                        ScaleRange::NOTHING
                    } else {
                        range
                    },
                }
            }
            Kind::Tuple { elements, size } => {
                let first = elements
                    .first()
                    .map_or(TypeTags::EVERY, |first| first.type_tags());
                match size {
                    Some(size) => sized(first, ScaleRange::of_sizes(*size)),
                    None if elements.is_empty() => empty,
                    None => sized(first, ScaleRange::exactly(elements.len())),
                }
            }
            Kind::Object(object) => {
                let fields = object.fields();
                let required = if flags.contains(Flags::OPTIONAL_FIELD) {
                    fields.iter().filter(|field| !field.is_optional()).count()
                } else {
                    fields.len()
                };
                TypeSummary {
                    own: ScaleRange::exactly(fields.len()),
                    wanted: ScaleRange::of_sizes(SizeRange {
                        min: required as u64,
                        max: Some(fields.len() as u64),
                    }),
                    ..empty
                }
            }
            Kind::Union(members) => {
                let first = members.first();
                let wanted = members.iter().map(|member| member.outline().wanted);
                TypeSummary {
                    first: first.map_or(TypeTags::EVERY, |first| first.type_tags()),
                    own: first.map_or(ScaleRange::NOTHING, |first| first.outline().own),
                    wanted: wanted.reduce(ScaleRange::hull).unwrap_or(ScaleRange::ALL),
                }
            }
            Kind::Optional(inner) => TypeSummary {
                first: inner.type_tags(),
                ..inner.outline()
            },
            // Rules test the values without undef only after the presence of undef.
            Kind::NotUndef(inner) => TypeSummary {
                first: inner.type_tags(),
                own: ScaleRange::NOTHING,
                wanted: inner.outline().wanted,
            },
            Kind::Meta(Some(inner)) => TypeSummary {
                first: inner.type_tags(),
                ..empty
            },
            Kind::Nominal(nominal) => TypeSummary::of_nominal(nominal),
            _ => empty,
        }
    }

    fn of_nominal(nominal: &NominalType) -> TypeSummary {
        let params = &*nominal.params;
        if nominal.number.has_sizes() {
            let range = ScaleRange::of_params(params);
            return TypeSummary {
                own: range,
                wanted: range,
                ..TypeSummary::EMPTY
            };
        }
        let first = match params.first() {
            Some(NominalParam::Type(first)) => first.type_tags(),
            _ => TypeTags::EVERY,
        };
        TypeSummary {
            first,
            ..TypeSummary::EMPTY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Field, Type, head};

    fn integers(min: Option<&str>, max: Option<&str>) -> TypeSummary {
        let bound = |text: Option<&str>| text.map(|text| Integer::parse(text).unwrap());
        let range = IntegerRange {
            min: bound(min),
            max: bound(max),
        };
        Type::integer_range(range).unwrap().outline()
    }

    #[test]
    fn bounds_are_clamped_to_the_scale() {
        let huge = "123456789012345678901234567890";
        let tiny = "-123456789012345678901234567890";
        let ranges = [
            integers(None, None),
            integers(Some(tiny), Some(huge)),
            integers(Some("-32767"), Some("32767")),
            integers(Some("-32766"), Some("32766")),
            integers(Some("-1"), Some("1")),
            integers(Some("0"), Some("0")),
        ];
        for (at, wider) in ranges.iter().enumerate() {
            for (other, narrower) in ranges.iter().enumerate() {
                let is_detected =
                    at < other && !((1..=3).contains(&at) && (1..=3).contains(&other));
                assert_eq!(wider.exceeds(*narrower), is_detected, "{at} {other}");
            }
        }
    }

    #[test]
    fn sizes_are_summarized_if_they_decide() {
        let sized = |min, max| {
            let size = SizeRange { min, max };
            Type::sized_list(Type::bool().clone(), size).unwrap()
        };
        let two = Type::tuple([Type::bool().clone(), Type::any().clone()]).unwrap();
        assert!(two.outline().exceeds(sized(3, None).outline()));
        assert!(two.outline().exceeds(sized(0, Some(1)).outline()));
        assert!(!two.outline().exceeds(sized(0, Some(2)).outline()));
        assert!(
            !Type::tuple([])
                .unwrap()
                .outline()
                .exceeds(sized(1, None).outline())
        );
        let fields = [
            Field::new("a", Type::bool().clone()),
            Field::optional("b", Type::bool().clone()),
        ];
        let object = Type::object(fields).unwrap();
        let map = |min, max| {
            let key = Type::string().clone();
            Type::map_of(key, Type::any().clone(), Some(SizeRange { min, max })).unwrap()
        };
        assert!(!map(1, Some(2)).outline().exceeds(object.outline()));
        assert!(map(0, Some(2)).outline().exceeds(object.outline()));
        assert!(object.outline().exceeds(map(0, Some(1)).outline()));
        assert!(!object.outline().exceeds(map(2, None).outline()));
        assert!(!Type::any().outline().exceeds(object.outline()));
    }

    #[test]
    fn summaries_of_unions() {
        let sized = |count| {
            let size = SizeRange::exactly(count);
            Type::sized_list(Type::bool().clone(), size).unwrap()
        };
        let union = Type::union([sized(2), sized(4)]).unwrap();
        let optional = Type::optional(union.clone()).unwrap();
        for ty in [&union, &optional] {
            assert!(sized(1).outline().exceeds(ty.outline()));
            assert!(!sized(3).outline().exceeds(ty.outline()));
            assert!(ty.outline().exceeds(sized(3).outline()));
            assert!(!ty.outline().exceeds(sized(2).outline()));
        }
        let not_undef = Type::not_undef(union).unwrap();
        assert!(!not_undef.outline().exceeds(sized(3).outline()));
    }

    #[test]
    fn the_first_part_is_summarized() {
        let list = Type::list(Type::float().clone()).unwrap();
        assert_eq!(list.outline().first().first(), head::FLOAT);
        assert_eq!(Type::any().outline().first(), TypeTags::EVERY);
        let annotated = list.annotated([std::sync::Arc::new(1) as _]);
        assert_eq!(annotated.outline(), list.outline());
    }
}
