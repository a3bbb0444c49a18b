//! Assignability of string types.
//!
//! A bare String, Enum or Pattern accepts every string type. Lengths count characters. Only types
//! that list their strings can be compared string by string.

use crate::rules::assignable::{Check, sizes};
use crate::scalars::pattern;
use polycty_core::calls::HeldBytes;
use polycty_core::types::{KeyedSet, Kind, Scalar, SizeRange, Str, StringConstraint, Type};
use std::borrow::Cow;

/// The strings of a list that are compared with a string per step.
const LISTED_A_STEP: u64 = 16;

/// The bytes of strings that are hashed per step.
const HASHED_BYTES: u64 = 32;

/// The bytes of an entry in a table of strings, including the allocation of the copy.
const TABLE_BYTES: u64 = 64;

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
                    if let Err(error) = self.budget.charge(values.len() as u64 / LISTED_A_STEP) {
                        return self.fail(error.into());
                    }
                    values.iter().all(|value| want.contains(length(value)))
                }
                Plain | Enum(..) | Pattern(_) => sizes::within(SizeRange::UNLIMITED, Some(want)),
            },
            (Only(want), Only(have)) => want == have,
            // Puppet compares the number of strings only.
            (Only(_), Enum([_], false)) => true,
            (Only(_), _) => false,
            (Enum(want, ignore_case), Only(have)) => self.is_listed(want, ignore_case, have),
            (Enum(want, ignore_case), Enum(have, other_case)) => {
                !have.is_empty()
                    && (ignore_case || !other_case)
                    && self.contains_all(want, ignore_case, have)
            }
            (Enum(..), _) => false,
            (Pattern(want), Only(have)) => self.matches(want, have),
            (Pattern(want), Enum(have, _)) => {
                !have.is_empty() && have.iter().all(|text| self.matches(want, text))
            }
            (Pattern(want), Pattern(have)) => {
                want.len() == have.len() && self.contains_all(have, false, want)
            }
            (Pattern(_), _) => false,
        }
    }

    /// Whether a list contains a string.
    pub(crate) fn is_listed(&mut self, values: &[Str], ignore_case: bool, text: &str) -> bool {
        match self.budget.charge(values.len() as u64 / LISTED_A_STEP) {
            Ok(()) => contains(values, ignore_case, text),
            Err(error) => self.fail(error.into()),
        }
    }

    /// Whether a list contains all wanted strings.
    fn contains_all(&mut self, values: &[Str], ignore_case: bool, wanted: &[Str]) -> bool {
        /// The maximum product of both lengths for pairwise comparison.
        const FEW: usize = 64;
        if std::ptr::eq(values, wanted) {
            return true;
        }
        if values.len().saturating_mul(wanted.len()) <= FEW {
            return wanted
                .iter()
                .all(|text| contains(values, ignore_case, text));
        }
        let strings = values.iter().chain(wanted);
        let bytes: u64 = strings.map(|text| text.len() as u64).sum();
        let count = (values.len() + wanted.len()) as u64;
        let charged = self.budget.charge(count + bytes / HASHED_BYTES);
        // An entry of the table, and a copy of the string if case is ignored.
        let mut memory = HeldBytes::new(self.budget.budget());
        let copies = if ignore_case { bytes } else { 0 };
        let table = values.len() as u64 * TABLE_BYTES + copies;
        if let Err(error) = charged.and_then(|()| memory.hold(table)) {
            return self.fail(error.into());
        }
        let key = |text: &'_ Str| -> Cow<'_, str> { Cow::Owned(text.to_ascii_lowercase()) };
        if ignore_case {
            let known: KeyedSet<Cow<'_, str>> = values.iter().map(key).collect();
            wanted.iter().all(|text| known.contains(&key(text)))
        } else {
            let known: KeyedSet<&str> = values.iter().map(|text| &**text).collect();
            wanted.iter().all(|text| known.contains(&**text))
        }
    }

    /// Whether a string matches one of these expressions.
    pub(crate) fn matches(&mut self, sources: &[Str], text: &str) -> bool {
        for source in sources {
            match pattern::is_match(source, text, &self.budget) {
                Ok(true) => return true,
                Ok(false) => {}
                Err(error) => return self.fail(error),
            }
        }
        false
    }
}

/// Whether an enumeration contains a string.
fn contains(values: &[Str], ignore_case: bool, text: &str) -> bool {
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
