//! Unification: the common type of two types.
//!
//! The first applicable rule decides. Undef and Unit give way to the other type. If one type
//! accepts the other, it is the result. Two types of one kind join by the rule of the kind. The
//! remaining pairs have the lowest type of Puppet's own hierarchy that accepts both. The result may
//! depend on the order of the two, and so may a fold of many.

pub(crate) mod fold;

use crate::rules::assignable::{assignable, common_class};
use crate::types::nominal::{self, Name};
use crate::types::{data, normal_form};
use polycty_core::calls::Budget;
use polycty_core::number::Integer;
use polycty_core::source::Result;
use polycty_core::types::{
    FloatRange, IntegerRange, Kind, NominalParam, Scalar, SizeRange, Str, StringConstraint, Type,
    TypeError,
};

/// Returns the common type of two types.
///
/// # Errors
/// As [`assignable`].
pub fn common_type(a: &Type, b: &Type, budget: &Budget) -> Result<Type> {
    if matches!(a.kind(), Kind::None) {
        return Ok(b.clone());
    }
    if matches!(b.kind(), Kind::None) {
        return Ok(a.clone());
    }
    if nominal::is_unit(a) {
        return Ok(b.clone());
    }
    if nominal::is_unit(b) || a.is_same_node(b) || assignable(b, a, budget)? {
        return Ok(a.clone());
    }
    if assignable(a, b, budget)? {
        return Ok(b.clone());
    }
    join(a, b, budget)
}

/// Returns the common type of two types neither of which accepts the other.
fn join(a: &Type, b: &Type, budget: &Budget) -> Result<Type> {
    let joined = match (a.kind(), b.kind()) {
        (Kind::List { element: a, .. }, Kind::List { element: b, .. }) => {
            Type::list(common_type(a, b, budget)?)
        }
        (
            Kind::Map {
                key: a_key,
                element: a,
                ..
            },
            Kind::Map {
                key: b_key,
                element: b,
                ..
            },
        ) => Type::map_of(
            common_type(a_key, b_key, budget)?,
            common_type(a, b, budget)?,
            None,
        ),
        (Kind::Integer(a), Kind::Integer(b)) => Type::integer_range(hull_of_integers(a, b)),
        (Kind::Float(a), Kind::Float(b)) => Type::float_range(hull_of_floats(a, b)),
        (Kind::Union(a), Kind::Union(b)) => normal_form::variant([&**a, &**b].concat()),
        (Kind::Func(_), Kind::Func(_)) => Ok(normal_form::callable_any().clone()),
        _ => match (Text::of(a), Text::of(b)) {
            (Some(a), Some(b)) => match join_texts(&a, &b) {
                Some(joined) => joined,
                // String types of any kind are data.
                None => Ok(nominal::bare(Name::ScalarData).clone()),
            },
            _ => return join_others(a, b, budget),
        },
    };
    Ok(joined?)
}

/// Applies the last rules: those of the types that only Puppet has, and the hierarchy.
fn join_others(a: &Type, b: &Type, budget: &Budget) -> Result<Type> {
    match (nominal::view(a), nominal::view(b)) {
        (Some((Name::Class, _)), Some((Name::Class, _))) => {
            return Ok(nominal::bare(Name::Class).clone());
        }
        (Some((Name::Resource, [a, ..])), Some((Name::Resource, [b, ..]))) if a == b => {
            return Ok(nominal::with(Name::Resource, [a.clone()])?);
        }
        (Some((Name::Resource, _)), Some((Name::Resource, _))) => {
            return Ok(nominal::bare(Name::Resource).clone());
        }
        (Some((Name::Regexp, _)), Some((Name::Regexp, _))) => {
            return Ok(nominal::bare(Name::Regexp).clone());
        }
        _ => {}
    }
    let lower = [
        Type::number(),
        nominal::bare(Name::ScalarData),
        nominal::bare(Name::Scalar),
        data::data(),
    ];
    for above in lower {
        if assignable(a, above, budget)? && assignable(b, above, budget)? {
            return Ok(above.clone());
        }
    }
    if let (Kind::Meta(Some(a)), Kind::Meta(Some(b))) = (a.kind(), b.kind()) {
        return Ok(Type::meta(common_type(a, b, budget)?)?);
    }
    let above = data::rich_data();
    if assignable(a, above, budget)? && assignable(b, above, budget)? {
        return Ok(above.clone());
    }
    if let (Some((Name::Runtime, [runtime, a])), Some((Name::Runtime, [other, b]))) =
        (nominal::view(a), nominal::view(b))
        && runtime == other
        && let (Some(runtime), Some(a), Some(b)) = (runtime.as_text(), a.as_text(), b.as_text())
        && &**runtime == "ruby"
        && let Some(class) = common_class(a, b)
    {
        let params = [
            NominalParam::text(runtime.clone()),
            NominalParam::text(class),
        ];
        return Ok(nominal::with(Name::Runtime, params)?);
    }
    Ok(Type::any().clone())
}

/// A string type, as the rules distinguish them.
enum Text<'a> {
    /// Only this string.
    Literal(&'a Str),
    /// Strings of these lengths; of any length if absent.
    Sized(Option<SizeRange>),
    /// One of these strings; ignoring case is dropped.
    Enumeration(&'a [Str]),
    Patterns(&'a [Str]),
}

impl Text<'_> {
    fn of(ty: &Type) -> Option<Text<'_>> {
        Some(match ty.kind() {
            Kind::Literal {
                value: Scalar::String(text),
                ..
            } => Text::Literal(text),
            Kind::String(constraint) => match constraint {
                StringConstraint::Plain => Text::Sized(None),
                StringConstraint::Length(size) => Text::Sized(Some(*size)),
                StringConstraint::Enumeration { values, .. } => Text::Enumeration(values),
                StringConstraint::Patterns(sources) => Text::Patterns(sources),
            },
            _ => return None,
        })
    }
}

fn join_texts(a: &Text<'_>, b: &Text<'_>) -> Option<Result<Type, TypeError>> {
    let listed = |values: &[&[Str]]| normal_form::enumeration(values.concat(), false);
    Some(match (a, b) {
        (Text::Literal(a), Text::Literal(b)) => listed(&[&[(*a).clone()], &[(*b).clone()]]),
        (Text::Sized(Some(a)), Text::Sized(Some(b))) => {
            Type::string_constraint(StringConstraint::Length(SizeRange {
                min: a.min.min(b.min),
                max: a.max.zip(b.max).map(|(a, b)| a.max(b)),
            }))
        }
        (Text::Sized(_) | Text::Literal(_), Text::Sized(_) | Text::Literal(_)) => {
            Ok(Type::string().clone())
        }
        (Text::Enumeration(a), Text::Enumeration(b)) => listed(&[a, b]),
        (Text::Enumeration(values), Text::Literal(one))
        | (Text::Literal(one), Text::Enumeration(values)) => listed(&[values, &[(*one).clone()]]),
        (Text::Enumeration(_), Text::Sized(_)) | (Text::Sized(_), Text::Enumeration(_)) => {
            Ok(Type::string_enumeration_any().clone())
        }
        (Text::Patterns(a), Text::Patterns(b)) => normal_form::patterns([*a, *b].concat()),
        (Text::Patterns(_), _) | (_, Text::Patterns(_)) => return None,
    })
}

/// Returns the smallest range with all integers of both.
pub(crate) fn hull_of_integers(a: &IntegerRange, b: &IntegerRange) -> IntegerRange {
    let bound = |a: &Option<Integer>, b: &Option<Integer>, least: bool| match (a, b) {
        (Some(a), Some(b)) => Some(if (b < a) == least { b } else { a }.clone()),
        _ => None,
    };
    IntegerRange {
        min: bound(&a.min, &b.min, true),
        max: bound(&a.max, &b.max, false),
    }
}

/// Returns the smallest range with all doubles of both.
pub(crate) fn hull_of_floats(a: &FloatRange, b: &FloatRange) -> FloatRange {
    FloatRange {
        min: a.min.zip(b.min).map(|(a, b)| a.min(b)),
        max: a.max.zip(b.max).map(|(a, b)| a.max(b)),
    }
}
