//! Normalising: what is the simplest way to write a type?
//!
//! Applied to the bodies of aliases and in messages, never to a type as it is
//! written. Optional and NotUndef cancel out, a Variant with undef becomes an
//! Optional, and members of a Variant merge: enumerations, patterns and what is
//! NotUndef at its end, ranges that touch at its front.

use crate::scalars::semver;
use crate::types::generalize::sensitive;
use crate::types::nominal::{self, Name};
use crate::types::normal_form;
use crate::types::undef::{Pending, accepts_undef_pending};
use polycty_core::number::Integer;
use polycty_core::types::{
    Field, FloatRange, IntegerRange, Kind, NominalParam, Scalar, Str, StringConstraint, Type,
    TypeError,
};

/// The type in its simplest form.
///
/// # Errors
/// None in practice: the result is no deeper than the input.
pub fn normalize(ty: &Type) -> Result<Type, TypeError> {
    normalize_pending(ty, &[])
}

pub(crate) fn normalize_pending(ty: &Type, pending: &Pending) -> Result<Type, TypeError> {
    let again = |ty: &Type| normalize_pending(ty, pending);
    match ty.kind() {
        Kind::List { element, size } => {
            let element = again(element)?;
            // Nothing is left to say of an array of anything.
            let size = size.filter(|_| !element.is_any());
            normal_form::array(element, size)
        }
        Kind::Map { key, element, size } => normal_form::hash(again(key)?, again(element)?, *size),
        Kind::Tuple { elements, size } => {
            let elements: Vec<Type> = elements.iter().map(again).collect::<Result<_, _>>()?;
            match size {
                None => Type::tuple(elements),
                Some(size) => Type::sized_tuple(elements, *size),
            }
        }
        Kind::Object(object) => {
            let fields: Result<Vec<Field>, TypeError> = object
                .fields()
                .iter()
                .map(|field| {
                    let name = field.shared_name().clone();
                    let ty = again(field.ty())?;
                    Ok(if field.is_optional() {
                        Field::optional(name, ty)
                    } else {
                        Field::new(name, ty)
                    })
                })
                .collect();
            Type::object(fields?)
        }
        Kind::Func(func) => Type::func(func.map_types(&mut |part| again(part))?),
        Kind::Meta(Some(inner)) => Type::meta(again(inner)?),
        Kind::Optional(inner) => optional(again(inner)?, pending),
        Kind::NotUndef(inner) => not_undef(again(inner)?, pending),
        Kind::Union(members) => {
            let members = members.iter().map(again).collect::<Result<_, _>>()?;
            merged(members, pending)
        }
        Kind::Nominal(_) => match nominal::view(ty) {
            Some((Name::Collection, _)) => Ok(nominal::bare(Name::Collection).clone()),
            Some((name @ (Name::Iterable | Name::Iterator), [NominalParam::Type(inner)])) => {
                nominal::with(name, [NominalParam::Type(again(inner)?)])
            }
            // Making a Sensitive generalises what it contains once more.
            Some((Name::Sensitive, [NominalParam::Type(inner)])) => {
                let normal = again(inner)?;
                if normal == *inner {
                    Ok(ty.clone())
                } else {
                    sensitive(&normal)
                }
            }
            Some((Name::Init, [NominalParam::Type(inner), rest @ ..])) => {
                let mut params = vec![NominalParam::Type(again(inner)?)];
                params.extend_from_slice(rest);
                nominal::with(Name::Init, params)
            }
            _ => Ok(ty.clone()),
        },
        _ => Ok(ty.clone()),
    }
}

/// Optional of a type in its simplest form.
fn optional(inner: Type, pending: &Pending) -> Result<Type, TypeError> {
    if nominal::is_unit(&inner) {
        return Ok(nominal::optional_any().clone());
    }
    if let Kind::NotUndef(inner) = inner.kind() {
        // Without a type of its own, NotUndef leaves none behind.
        if inner.is_any() {
            return Ok(nominal::optional_any().clone());
        }
        return optional(inner.clone(), pending);
    }
    if accepts_undef_pending(&inner, pending) {
        return Ok(inner);
    }
    Type::optional(inner)
}

/// NotUndef of a type in its simplest form.
fn not_undef(inner: Type, pending: &Pending) -> Result<Type, TypeError> {
    if let Kind::Optional(inner) = inner.kind() {
        if nominal::is_unit(inner) {
            return Ok(nominal::not_undef_any().clone());
        }
        return not_undef(inner.clone(), pending);
    }
    if accepts_undef_pending(&inner, pending) {
        Type::not_undef(inner)
    } else {
        Ok(inner)
    }
}

/// Variant of members in their simplest form.
fn variant(members: Vec<Type>, pending: &Pending) -> Result<Type, TypeError> {
    let joined = normal_form::variant(members)?;
    match joined.kind() {
        Kind::Union(members) => merged(members.to_vec(), pending),
        _ => Ok(joined),
    }
}

/// As [`variant`], of members that may have become the same: those merge, and so
/// change their place, as different ones do.
fn merged(mut members: Vec<Type>, pending: &Pending) -> Result<Type, TypeError> {
    if members.len() < 2 {
        return normal_form::variant(members);
    }
    let undef = |ty: &Type| matches!(ty.kind(), Kind::None | Kind::Optional(_));
    if members.iter().any(undef) {
        let mut rest = Vec::with_capacity(members.len());
        for member in members {
            match member.kind() {
                Kind::None => {}
                Kind::Optional(inner) if nominal::is_unit(inner) => {}
                Kind::Optional(inner) => rest.push(inner.clone()),
                _ => rest.push(member.clone()),
            }
        }
        if rest.is_empty() {
            return Ok(nominal::optional_any().clone());
        }
        let rest = variant(rest, pending)?;
        return optional(rest, pending);
    }
    if members.iter().any(|ty| matches!(ty.kind(), Kind::Union(_))) {
        let flat = members.iter().flat_map(|ty| match ty.kind() {
            Kind::Union(inner) => inner,
            _ => std::slice::from_ref(ty),
        });
        members = flat.cloned().collect();
    }
    merge_not_undefs(&mut members, pending)?;
    merge_enumerations(&mut members)?;
    merge_patterns(&mut members)?;
    merge_versions(&mut members)?;
    merge_ranges(&mut members, integer_range, merge_integers, |range| {
        Type::integer_range(range)
    })?;
    merge_ranges(&mut members, float_range, merge_floats, Type::float_range)?;
    for name in [Name::Timespan, Name::Timestamp] {
        merge_ranges(
            &mut members,
            |ty| times(ty, name),
            merge_times,
            |(from, to)| nominal::with(name, nominal::time_params(from, to)),
        )?;
    }
    normal_form::variant(members)
}

/// Takes out what `part` finds, if it finds more than one.
fn take_several<T>(members: &mut Vec<Type>, part: impl Fn(&Type) -> Option<T>) -> Option<Vec<T>> {
    if members.iter().filter(|ty| part(ty).is_some()).count() < 2 {
        return None;
    }
    let mut found = Vec::new();
    members.retain(|ty| match part(ty) {
        Some(part) => {
            found.push(part);
            false
        }
        None => true,
    });
    Some(found)
}

fn merge_not_undefs(members: &mut Vec<Type>, pending: &Pending) -> Result<(), TypeError> {
    let part = |ty: &Type| match ty.kind() {
        Kind::NotUndef(inner) => Some(inner.clone()),
        _ => None,
    };
    if let Some(inner) = take_several(members, part) {
        let inner = variant(inner, pending)?;
        members.push(not_undef(inner, pending)?);
    }
    Ok(())
}

fn merge_enumerations(members: &mut Vec<Type>) -> Result<(), TypeError> {
    let exact = |ty: &Type| match ty.kind() {
        Kind::String(StringConstraint::Enumeration {
            values,
            ignore_case: false,
        }) if !values.is_empty() => Some(values.to_vec()),
        Kind::Literal {
            value: Scalar::String(text),
            ..
        } => Some(vec![text.clone()]),
        _ => None,
    };
    if let Some(values) = take_several(members, exact) {
        members.push(normal_form::enumeration(values.concat(), false)?);
    }
    let folded = |ty: &Type| match ty.kind() {
        Kind::String(StringConstraint::Enumeration {
            values,
            ignore_case: true,
        }) => Some(
            values
                .iter()
                .map(|value| value.to_ascii_lowercase().into())
                .collect::<Vec<Str>>(),
        ),
        _ => None,
    };
    if let Some(values) = take_several(members, folded) {
        members.push(normal_form::enumeration(values.concat(), true)?);
    }
    Ok(())
}

fn merge_patterns(members: &mut Vec<Type>) -> Result<(), TypeError> {
    let part = |ty: &Type| match ty.kind() {
        Kind::String(StringConstraint::Patterns(sources)) => Some(sources.to_vec()),
        _ => None,
    };
    if let Some(sources) = take_several(members, part) {
        members.push(normal_form::patterns(sources.concat())?);
    }
    Ok(())
}

fn merge_versions(members: &mut Vec<Type>) -> Result<(), TypeError> {
    let part = |ty: &Type| match nominal::view(ty) {
        Some((Name::SemVer, params)) => Some(params.to_vec()),
        _ => None,
    };
    if let Some(params) = take_several(members, part) {
        let ranges = params
            .iter()
            .flatten()
            .filter_map(|param| semver::Ranges::parse(param.as_text()?).ok())
            .collect();
        let params: Vec<NominalParam> = semver::merge(ranges)
            .into_iter()
            .map(|range| NominalParam::text(range.text()))
            .collect();
        members.insert(0, nominal::with(Name::SemVer, params)?);
    }
    Ok(())
}

/// More ranges than these are left apart: each is compared with each.
const MAX_MERGED: usize = 4096;

/// Merges ranges that touch and puts them to the front, if any do.
fn merge_ranges<R: Clone>(
    members: &mut Vec<Type>,
    part: impl Fn(&Type) -> Option<R>,
    merge: impl Fn(&R, &R) -> Option<R>,
    made: impl Fn(R) -> Result<Type, TypeError>,
) -> Result<(), TypeError> {
    let mut ranges: Vec<R> = members.iter().filter_map(&part).collect();
    let count = ranges.len();
    if count > MAX_MERGED {
        return Ok(());
    }
    // Each round lets the last range swallow what it meets on the way; the order
    // decides what meets, so it is Puppet's.
    let mut merged = Vec::new();
    while let Some(mut wide) = ranges.pop() {
        ranges.retain(|range| match merge(&wide, range) {
            Some(wider) => {
                wide = wider;
                false
            }
            None => true,
        });
        merged.push(wide);
    }
    if merged.len() < count {
        members.retain(|ty| part(ty).is_none());
        let merged: Vec<Type> = merged.into_iter().map(made).collect::<Result<_, _>>()?;
        members.splice(0..0, merged);
    }
    Ok(())
}

fn integer_range(ty: &Type) -> Option<IntegerRange> {
    match ty.kind() {
        Kind::Integer(range) => Some(range.clone()),
        _ => None,
    }
}

fn float_range(ty: &Type) -> Option<FloatRange> {
    match ty.kind() {
        Kind::Float(range) => Some(*range),
        _ => None,
    }
}

fn times(ty: &Type, name: Name) -> Option<(Option<i128>, Option<i128>)> {
    match nominal::view(ty) {
        Some((found, params)) if found == name => Some(nominal::time_bounds(params)),
        _ => None,
    }
}

/// Integers merge when no integer lies between them.
fn merge_integers(a: &IntegerRange, b: &IntegerRange) -> Option<IntegerRange> {
    let next = |bound: &Integer| bound.add(&Integer::from(1i64)).ok();
    let reaches = |max: &Option<Integer>, min: &Option<Integer>| match (max, min) {
        (Some(max), Some(min)) => next(max).is_some_and(|next| next >= *min),
        _ => true,
    };
    if !reaches(&a.max, &b.min) || !reaches(&b.max, &a.min) {
        return None;
    }
    let least = |a: &Option<Integer>, b: &Option<Integer>| match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b).clone()),
        _ => None,
    };
    let greatest = |a: &Option<Integer>, b: &Option<Integer>| match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b).clone()),
        _ => None,
    };
    Some(IntegerRange {
        min: least(&a.min, &b.min),
        max: greatest(&a.max, &b.max),
    })
}

fn merge_floats(a: &FloatRange, b: &FloatRange) -> Option<FloatRange> {
    let reaches = |max: Option<f64>, min: Option<f64>| match (max, min) {
        (Some(max), Some(min)) => max >= min,
        _ => true,
    };
    if !reaches(a.max, b.min) || !reaches(b.max, a.min) {
        return None;
    }
    Some(FloatRange {
        min: a.min.zip(b.min).map(|(a, b)| a.min(b)),
        max: a.max.zip(b.max).map(|(a, b)| a.max(b)),
    })
}

type Times = (Option<i128>, Option<i128>);

fn merge_times(a: &Times, b: &Times) -> Option<Times> {
    let reaches = |max: Option<i128>, min: Option<i128>| match (max, min) {
        (Some(max), Some(min)) => max >= min,
        _ => true,
    };
    if !reaches(a.1, b.0) || !reaches(b.1, a.0) {
        return None;
    }
    Some((
        a.0.zip(b.0).map(|(a, b)| a.min(b)),
        a.1.zip(b.1).map(|(a, b)| a.max(b)),
    ))
}
