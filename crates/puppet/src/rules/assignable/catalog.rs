//! Assignability of resources, versions, times, URIs and runtime types.
//!
//! Resources and classes are compared by name, versions and times by range, URIs by component, and
//! runtime types by name.

use crate::rules::assignable::Check;
use crate::scalars::semver::{Range, Ranges, Version};
use crate::types::nominal;
use crate::values::param::value_of;
use polycty_core::types::{IntegerRange, Kind, NominalParam, Scalar, Type};
use std::cmp::Ordering;

/// Resources: any, those of one type (ignoring case), or one by its title.
pub(crate) fn resources(have: &[NominalParam], want: &[NominalParam]) -> bool {
    match (want, have) {
        ([], _) => true,
        ([name, title @ ..], [have_name, have_title @ ..]) => {
            let same_name = match (name.as_text(), have_name.as_text()) {
                (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
                _ => false,
            };
            same_name && (title.is_empty() || title == have_title)
        }
        _ => false,
    }
}

/// Times: the range of `want` contains that of `have`.
pub(crate) fn times(have: &[NominalParam], want: &[NominalParam]) -> bool {
    if want.is_empty() {
        return true;
    }
    let (from, to) = nominal::time_bounds(want);
    let (have_from, have_to) = nominal::time_bounds(have);
    from.is_none_or(|from| have_from.is_some_and(|have| from <= have))
        && to.is_none_or(|to| have_to.is_some_and(|have| to >= have))
}

/// Versions: each range is contained in one of the target's.
pub(crate) fn versions(have: &[NominalParam], want: &[NominalParam]) -> bool {
    if want.is_empty() {
        return true;
    }
    if have.is_empty() {
        return false;
    }
    if want == have {
        return true;
    }
    let (want, have) = (ranges(want), ranges(have));
    have.iter()
        .all(|have| want.iter().any(|want| covers(have, want)))
}

fn ranges(params: &[NominalParam]) -> Vec<Range> {
    let texts = params.iter().filter_map(NominalParam::as_text);
    let parsed = texts.filter_map(|text| Ranges::parse_merged(text).ok());
    parsed
        .flat_map(|range| range.alternatives().to_vec())
        .collect()
}

/// Compares the bounds alone, even if one excludes its lower bound.
fn covers(have: &Range, want: &Range) -> bool {
    let from = match (&want.from, &have.from) {
        (None, _) => true,
        (Some(want), have) => have
            .as_ref()
            .is_some_and(|have| want.precedence(have) != Ordering::Greater),
    };
    from && match (&want.to, &have.to) {
        (None, Some(_)) => true,
        (Some(_), None) => false,
        (None, None) => !want.to_excluded || have.to_excluded,
        (Some(want_to), Some(have_to)) => match want_to.precedence(have_to) {
            Ordering::Greater => true,
            Ordering::Equal => !want.to_excluded || have.to_excluded,
            Ordering::Less => false,
        },
    }
}

/// Whether one of the ranges contains a version.
pub(crate) fn has_version(params: &[NominalParam], version: &Version) -> bool {
    params.is_empty() || ranges(params).iter().any(|range| in_range(range, version))
}

/// Whether one of several ranges contains a version.
pub(crate) fn in_ranges(ranges: &Ranges, version: &Version) -> bool {
    let mut alternatives = ranges.alternatives().iter();
    alternatives.any(|range| in_range(range, version))
}

fn in_range(range: &Range, version: &Version) -> bool {
    let after = range
        .from
        .as_ref()
        .is_none_or(|from| match version.precedence(from) {
            Ordering::Greater => true,
            Ordering::Equal => !range.from_excluded,
            Ordering::Less => false,
        });
    let before = range
        .to
        .as_ref()
        .is_none_or(|to| match version.precedence(to) {
            Ordering::Less => true,
            Ordering::Equal => !range.to_excluded,
            Ordering::Greater => false,
        });
    // A pre-release is contained only in ranges that end at a pre-release of the same version.
    let same_release = |end: &Option<Version>| {
        end.as_ref().is_some_and(|end| {
            end.prerelease.is_some()
                && (end.major, end.minor, end.patch)
                    == (version.major, version.minor, version.patch)
        })
    };
    let is_unbounded = range.from.is_none() && range.to.is_none();
    after
        && before
        && (is_unbounded
            || version.prerelease.is_none()
            || same_release(&range.from)
            || same_release(&range.to))
}

/// URIs: each component of the target is present in the source and matches.
pub(crate) fn uris(check: &mut Check<'_>, have: &[NominalParam], want: &[NominalParam]) -> bool {
    let [NominalParam::Map(want), ..] = want else {
        return true;
    };
    let have: &[(NominalParam, NominalParam)] = match have {
        [NominalParam::Map(have), ..] => have,
        _ => &[],
    };
    want.iter().all(|(name, want)| {
        have.iter()
            .find(|(found, _)| found == name)
            .is_some_and(|(_, have)| matches(check, have, want))
    })
}

/// Whether a component matches like an option of a case, or is a type that the expected type
/// accepts.
pub(crate) fn matches(check: &mut Check<'_>, have: &NominalParam, want: &NominalParam) -> bool {
    match (want, have) {
        (NominalParam::Type(want), NominalParam::Type(have)) => {
            // The type itself is a value, and therefore not undef.
            matches!(want.kind(), Kind::NotUndef(inner) if inner.is_any())
                || check.deeper(have, want)
        }
        (NominalParam::Type(want), NominalParam::Undef) => check.accepts_undef(want),
        (NominalParam::Type(want), NominalParam::Scalar(Scalar::String(have))) => {
            check.holds_text(have, want)
        }
        (NominalParam::Type(want), NominalParam::Scalar(Scalar::Integer(have))) => {
            let range = IntegerRange {
                min: Some(have.clone()),
                max: Some(have.clone()),
            };
            Type::integer_range(range).is_ok_and(|have| {
                let have = check.keep(have);
                check.deeper(&have, want)
            })
        }
        (NominalParam::Regexp(want), NominalParam::Scalar(Scalar::String(have))) => {
            check.matches(std::slice::from_ref(want), have)
        }
        (
            NominalParam::Scalar(Scalar::String(want)),
            NominalParam::Scalar(Scalar::String(have)),
        ) => want.eq_ignore_ascii_case(have),
        (NominalParam::Type(want), have) => {
            let value = value_of(have);
            value.is_ok_and(|value| check.inside(&value, want))
        }
        (NominalParam::List(want), NominalParam::List(have)) => {
            want.len() == have.len()
                && want
                    .iter()
                    .zip(have)
                    .all(|(want, have)| matches_part(check, have, want))
        }
        (NominalParam::Map(want), NominalParam::Map(have)) => want.iter().all(|(key, want)| {
            let have = have.iter().find(|(known, _)| known == key);
            let have = have.map_or(&NominalParam::Undef, |(_, have)| have);
            matches_part(check, have, want)
        }),
        (
            NominalParam::Scalar(Scalar::Integer(integer)),
            NominalParam::Scalar(Scalar::Double(float)),
        )
        | (
            NominalParam::Scalar(Scalar::Double(float)),
            NominalParam::Scalar(Scalar::Integer(integer)),
        ) => integer.partial_cmp_f64(*float) == Some(Ordering::Equal),
        (NominalParam::Own(want), have) => own_matches(have, &want.0, &want.1),
        (want, have) => want == have && !matches!(want, NominalParam::Regexp(_)),
    }
}

/// The same within a list or a map, where `default` matches anything.
fn matches_part(check: &mut Check<'_>, have: &NominalParam, want: &NominalParam) -> bool {
    if *want == NominalParam::Default {
        return true;
    }
    if !check.enter() {
        return false;
    }
    let answer = matches(check, have, want);
    check.leave();
    answer
}

/// Whether a parameter equals a value of a kind that only Puppet has. Versions also match texts.
fn own_matches(have: &NominalParam, kind: &str, want: &NominalParam) -> bool {
    let (have_kind, have) = match have {
        NominalParam::Own(have) => (&*have.0, &have.1),
        have => ("", have),
    };
    let version = || match have_kind {
        "" | "SemVer" => Version::parse(have.as_text()?),
        _ => None,
    };
    match (kind, want.as_text()) {
        ("SemVer", Some(want)) => Version::parse(want)
            .zip(version())
            .is_some_and(|(want, have)| want.precedence(&have).is_eq()),
        ("SemVerRange", Some(range)) if have_kind != kind => Ranges::parse_merged(range)
            .ok()
            .zip(version())
            .is_some_and(|(range, have)| in_ranges(&range, &have)),
        _ => have_kind == kind && have == want,
    }
}

/// Runtime types: the same runtime, and the same name or a subclass.
pub(crate) fn runtimes(have: &[NominalParam], want: &[NominalParam]) -> bool {
    match (want, have) {
        ([], _) => true,
        ([runtime, name], [have_runtime, have_name]) => {
            runtime == have_runtime
                && (name == have_name
                    || match (runtime.as_text(), name.as_text(), have_name.as_text()) {
                        (Some(runtime), Some(name), Some(have)) => {
                            &**runtime == "ruby" && is_subclass(have, name)
                        }
                        _ => false,
                    })
        }
        _ => false,
    }
}

/// The classes and modules of every Ruby: a name, and its ancestors.
const CLASSES: [(&str, &str); 36] = [
    ("BasicObject", ""),
    ("Kernel", ""),
    ("Comparable", ""),
    ("Enumerable", ""),
    ("Object", "Kernel BasicObject"),
    ("Module", "Object"),
    ("Class", "Module"),
    ("Numeric", "Comparable Object"),
    ("Integer", "Numeric"),
    ("Float", "Numeric"),
    ("Rational", "Numeric"),
    ("Complex", "Numeric"),
    ("String", "Comparable Object"),
    ("Symbol", "Comparable Object"),
    ("Regexp", "Object"),
    ("MatchData", "Object"),
    ("Array", "Enumerable Object"),
    ("Hash", "Enumerable Object"),
    ("Range", "Enumerable Object"),
    ("Struct", "Enumerable Object"),
    ("Enumerator", "Enumerable Object"),
    ("Set", "Enumerable Object"),
    ("Dir", "Enumerable Object"),
    ("IO", "Enumerable Object"),
    ("File", "IO"),
    ("Time", "Comparable Object"),
    ("Proc", "Object"),
    ("Method", "Object"),
    ("Thread", "Object"),
    ("NilClass", "Object"),
    ("TrueClass", "Object"),
    ("FalseClass", "Object"),
    ("Exception", "Object"),
    ("StandardError", "Exception"),
    ("ArgumentError", "StandardError"),
    ("RuntimeError", "StandardError"),
];

fn is_subclass(class: &str, of: &str) -> bool {
    if class == of {
        return true;
    }
    let above = CLASSES.iter().find(|(name, _)| *name == class);
    // The table has few levels and no cycles.
    above.is_some_and(|(_, above)| above.split_whitespace().any(|above| is_subclass(above, of)))
}

/// Returns the nearest common ancestor class, which may be one of the two; modules are ignored.
pub(crate) fn common_class(a: &str, b: &str) -> Option<&'static str> {
    let row = |class: &str| CLASSES.iter().find(|(name, _)| *name == class);
    row(b)?;
    let mut class = row(a);
    while let Some((name, above)) = class {
        if is_subclass(b, name) {
            return Some(name);
        }
        // The superclass is last, after the modules.
        class = row(above.split_whitespace().last()?);
    }
    None
}
