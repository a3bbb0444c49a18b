//! Normalization: the simplest form of a type.
//!
//! It applies to the bodies of aliases and in messages, never to a type as written. Optional and
//! NotUndef cancel out, and a Variant with undef becomes an Optional. Members of a Variant merge:
//! enumerations, patterns and NotUndef types at its end, adjacent ranges at its front.

use crate::scalars::semver;
use crate::types::generalize::sensitive;
use crate::types::nominal::{self, Name};
use crate::types::normal_form;
use crate::types::parts::map_parts;
use crate::types::undef::{Pending, accepts_undef_pending};
use polycty_core::number::Integer;
use polycty_core::sort::sort_by;
use polycty_core::types::{
    FloatRange, IntegerRange, Kind, NominalParam, Scalar, Str, StringConstraint, Type, TypeError,
};
use std::cmp::Ordering;

/// Returns the simplest form of a type.
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
            // The size of an array of Any is dropped.
            let size = size.filter(|_| !element.is_any());
            normal_form::array(element, size)
        }
        Kind::Map { key, element, size } => normal_form::hash(again(key)?, again(element)?, *size),
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
            // The construction of a Sensitive generalizes its content again.
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
        _ => map_parts(ty, &mut { again }).unwrap_or_else(|| Ok(ty.clone())),
    }
}

/// Optional of a type in its simplest form.
fn optional(inner: Type, pending: &Pending) -> Result<Type, TypeError> {
    if nominal::is_unit(&inner) {
        return Ok(nominal::optional_any().clone());
    }
    if let Kind::NotUndef(inner) = inner.kind() {
        // NotUndef without a type of its own is dropped.
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

/// As [`variant`], for members that may have become equal. These merge and change their position,
/// as different ones do.
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
    let integers = Ranges {
        begin: |a: &IntegerRange, b: &IntegerRange| a.min.cmp(&b.min),
        merge: merge_integers,
    };
    integers.merge_in(&mut members, integer_range, |range| {
        Type::integer_range(range)
    })?;
    let floats = Ranges {
        begin: |a: &FloatRange, b: &FloatRange| {
            a.min.partial_cmp(&b.min).unwrap_or(Ordering::Equal)
        },
        merge: merge_floats,
    };
    floats.merge_in(&mut members, float_range, Type::float_range)?;
    for name in [Name::Timespan, Name::Timestamp] {
        let ranges = Ranges {
            begin: |a: &Times, b: &Times| a.0.cmp(&b.0),
            merge: merge_times,
        };
        ranges.merge_in(
            &mut members,
            |ty| times(ty, name),
            |(from, to)| nominal::with(name, nominal::time_params(from, to)),
        )?;
    }
    normal_form::variant(members)
}

/// Removes and returns the parts that `part` finds, if there is more than one.
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
            .filter_map(|param| semver::Ranges::parse_merged(param.as_text()?).ok())
            .collect();
        let params: Vec<NominalParam> = semver::merge(ranges)
            .into_iter()
            .map(|range| NominalParam::text(range.text()))
            .collect();
        members.insert(0, nominal::with(Name::SemVer, params)?);
    }
    Ok(())
}

/// The maximum number of ranges that are merged, since each may have to be compared with each
/// other.
const MAX_MERGED: usize = 4096;

/// The operations on ranges of a kind.
struct Ranges<R> {
    /// Compares the lower bounds; a missing bound is first.
    begin: fn(&R, &R) -> Ordering,
    /// Merges two ranges if they touch.
    merge: fn(&R, &R) -> Option<R>,
}

impl<R: Clone> Ranges<R> {
    /// Merges ranges that touch and moves all ranges to the front, if any do.
    fn merge_in(
        &self,
        members: &mut Vec<Type>,
        part: impl Fn(&Type) -> Option<R>,
        made: impl Fn(R) -> Result<Type, TypeError>,
    ) -> Result<(), TypeError> {
        let ranges: Vec<R> = members.iter().filter_map(&part).collect();
        let count = ranges.len();
        if !(2..=MAX_MERGED).contains(&count) {
            return Ok(());
        }
        let merged = match self.neighbours_merged(&ranges) {
            Some(merged) => merged,
            None => self.merged(ranges),
        };
        if merged.len() < count {
            members.retain(|ty| part(ty).is_none());
            let merged: Vec<Type> = merged.into_iter().map(made).collect::<Result<_, _>>()?;
            members.splice(0..0, merged);
        }
        Ok(())
    }

    /// In each round the last range absorbs the ranges that it touches. The result depends on the
    /// order, which is Puppet's.
    fn merged(&self, mut ranges: Vec<R>) -> Vec<R> {
        let mut merged = Vec::new();
        while let Some(mut wide) = ranges.pop() {
            ranges.retain(|range| match (self.merge)(&wide, range) {
                Some(wider) => {
                    wide = wider;
                    false
                }
                None => true,
            });
            merged.push(wide);
        }
        merged
    }

    /// The same in less time for ranges that touch only their neighbors in the order of lower
    /// bounds, as disjoint ranges do; `None` for others. The next range to absorb is then the
    /// neighbor with the lower index among those after the last absorbed one.
    fn neighbours_merged(&self, ranges: &[R]) -> Option<Vec<R>> {
        let mut order: Vec<usize> = (0..ranges.len()).collect();
        sort_by(&mut order, |a, b| (self.begin)(&ranges[*a], &ranges[*b]));
        let touches = |a: usize, b: usize| (self.merge)(&ranges[a], &ranges[b]).is_some();
        if order.windows(3).any(|three| touches(three[0], three[2])) {
            return None;
        }
        // Each range is linked with its remaining neighbors.
        let mut beside: Vec<[Option<usize>; 2]> = vec![[None; 2]; ranges.len()];
        for two in order.windows(2) {
            beside[two[0]][1] = Some(two[1]);
            beside[two[1]][0] = Some(two[0]);
        }
        let mut left = vec![true; ranges.len()];
        let mut merged = Vec::new();
        for last in (0..ranges.len()).rev() {
            if !std::mem::replace(&mut left[last], false) {
                continue;
            }
            let mut wide = ranges[last].clone();
            let mut ends = beside[last];
            let mut passed = None;
            loop {
                let sides = ends.into_iter().flatten();
                let met = sides.filter(|at| passed.is_none_or(|passed| *at > passed));
                let met = met.filter_map(|at| Some((at, (self.merge)(&wide, &ranges[at])?)));
                let Some((at, wider)) = met.min_by_key(|(at, _)| *at) else {
                    break;
                };
                let side = usize::from(ends[1] == Some(at));
                ends[side] = beside[at][side];
                left[at] = false;
                passed = Some(at);
                wide = wider;
            }
            if let Some(before) = ends[0] {
                beside[before][1] = ends[1];
            }
            if let Some(behind) = ends[1] {
                beside[behind][0] = ends[0];
            }
            merged.push(wide);
        }
        Some(merged)
    }
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

/// Merges two ranges if no integer lies between them.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// All orders of a few ranges, some of which touch.
    #[test]
    fn neighbours_merge_as_ranges_do_that_are_each_compared_with_each() {
        let ranges = Ranges {
            begin: |a: &IntegerRange, b: &IntegerRange| a.min.cmp(&b.min),
            merge: merge_integers,
        };
        let range = |min: i64, max: i64| IntegerRange {
            min: (min > -9).then(|| min.into()),
            max: (max < 99).then(|| max.into()),
        };
        let sets = [
            vec![(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)],
            vec![(-9, 0), (1, 3), (3, 5), (7, 8), (9, 99)],
            vec![(0, 4), (1, 2), (6, 9), (8, 8), (12, 13)],
            vec![(1, 1), (3, 3), (5, 5), (4, 4)],
        ];
        let mut merged = 0;
        for set in sets {
            let all: Vec<IntegerRange> = set.iter().map(|(min, max)| range(*min, *max)).collect();
            let mut orders = vec![Vec::new()];
            for at in 0..all.len() {
                orders = (orders.into_iter())
                    .flat_map(|order: Vec<usize>| {
                        (0..=order.len()).map(move |index| {
                            let mut longer = order.clone();
                            longer.insert(index, at);
                            longer
                        })
                    })
                    .collect();
            }
            for order in orders {
                let order: Vec<IntegerRange> = order.iter().map(|at| all[*at].clone()).collect();
                let found = ranges.neighbours_merged(&order).expect("none overlaps two");
                merged += usize::from(found.len() < order.len());
                assert_eq!(found, ranges.merged(order.clone()), "{order:?}");
            }
        }
        assert!(merged > 500);
        let overlapping = [range(0, 9), range(1, 2), range(4, 5)];
        assert_eq!(ranges.neighbours_merged(&overlapping), None);
    }
}
