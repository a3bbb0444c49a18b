//! Assignability of string types.
//!
//! A bare String, Enum or Pattern accepts every type of strings. Lengths count
//! characters. Only what names its strings can be looked at one by one.

use crate::rules::assignable::{Check, sizes};
use crate::scalars::pattern;
use polycty_core::types::{Kind, Scalar, SizeRange, Str, StringConstraint, Type};

/// A type of strings.
enum Strings<'a> {
    Plain,
    Length(SizeRange),
    Only(&'a str),
    Enum(&'a [Str], bool),
    Pattern(&'a [Str]),
}

#[inline]
fn view(ty: &Type) -> Option<Strings<'_>> {
    Some(match ty.kind() {
        Kind::String(StringConstraint::Plain) => Strings::Plain,
        Kind::String(StringConstraint::Length(size)) => Strings::Length(*size),
        Kind::String(StringConstraint::Enumeration {
            values,
            ignore_case,
        }) => Strings::Enum(values, *ignore_case),
        Kind::String(StringConstraint::Patterns(sources)) => Strings::Pattern(sources),
        Kind::Literal {
            value: Scalar::String(text),
            ..
        } => Strings::Only(text),
        _ => return None,
    })
}

impl Check<'_> {
    pub(crate) fn strings(&mut self, source: &Type, target: &Type) -> bool {
        use Strings::{Enum, Length, Only, Pattern, Plain};
        let (Some(want), Some(have)) = (view(target), view(source)) else {
            return false;
        };
        match (want, have) {
            (Plain | Enum([], _) | Pattern([]), _) => true,
            (Length(want), have) => match have {
                Length(have) => sizes::within(have, Some(want)),
                Only(text) => want.contains(length(text)),
                Enum(values, _) if !values.is_empty() => {
                    values.iter().all(|value| want.contains(length(value)))
                }
                Plain | Enum(..) | Pattern(_) => sizes::within(SizeRange::UNLIMITED, Some(want)),
            },
            (Only(want), Only(have)) => want == have,
            // Puppet looks at the number of strings only.
            (Only(_), Enum([_], false)) => true,
            (Only(_), _) => false,
            (Enum(want, ignore_case), Only(have)) => contains(want, ignore_case, have),
            (Enum(want, ignore_case), Enum(have, other_case)) => {
                // Each string is compared with those of the other list, 16 in a step.
                let pairs = (want.len() as u64).saturating_mul(have.len() as u64);
                let steps = pairs / 16;
                if let Err(error) = self.budget.charge(steps) {
                    return self.fail(error.into());
                }
                !have.is_empty()
                    && (ignore_case || !other_case)
                    && have.iter().all(|text| contains(want, ignore_case, text))
            }
            (Enum(..), _) => false,
            (Pattern(want), Only(have)) => self.matches(want, have),
            (Pattern(want), Enum(have, _)) => {
                !have.is_empty() && have.iter().all(|text| self.matches(want, text))
            }
            (Pattern(want), Pattern(have)) => {
                want.len() == have.len() && want.iter().all(|source| have.contains(source))
            }
            (Pattern(_), _) => false,
        }
    }

    /// Whether a string matches one of these expressions.
    pub(crate) fn matches(&mut self, sources: &[Str], text: &str) -> bool {
        for source in sources {
            match pattern::is_match(source, text, &self.budget) {
                Ok(true) => return true,
                Ok(false) => {}
                Err(fault) => return self.fail(fault),
            }
        }
        false
    }
}

/// Whether an enumeration has a string.
pub(crate) fn contains(values: &[Str], ignore_case: bool, text: &str) -> bool {
    if ignore_case {
        values.iter().any(|value| value.eq_ignore_ascii_case(text))
    } else {
        values.iter().any(|value| **value == *text)
    }
}

/// The number of characters.
pub(crate) fn length(text: &str) -> u64 {
    text.chars().count() as u64
}
