//! Merging of the mismatches of alternatives.
//!
//! Mismatches are merged if each alternative has one of the same sort (a size, a block, a type) and
//! all have the same path, ignoring the steps that select alternatives. Sizes become the range that
//! spans them, types a Variant of the expected types. The first one determines whether the result
//! is a type or a pattern mismatch.

use crate::rules::explain::mismatch::{Complaint, Mismatch};
use crate::types::normal_form;
use crate::types::normalize::normalize;
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Kind, SizeRange, Type};

/// The maximum number of types for which each join simplifies the Variant so far, whose order
/// depends on that. Further types are joined at once, as are types that do not change the Variant.
const STEPWISE: usize = 256;

/// The size mismatches that are merged.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sizes {
    /// Those of elements and of arguments.
    All,
    /// Those of arguments only.
    Arguments,
}

/// The sorts of mismatches that are merged, in the order of the attempts.
#[derive(Clone, Copy)]
enum Sort {
    Size,
    MissingBlock,
    UnexpectedBlock,
    Type,
}

impl Sort {
    const ALL: [Sort; 4] = [
        Sort::Size,
        Sort::MissingBlock,
        Sort::UnexpectedBlock,
        Sort::Type,
    ];

    fn has(self, complaint: &Complaint, sizes: Sizes) -> bool {
        match self {
            Sort::Size => match complaint {
                Complaint::Count { .. } => true,
                Complaint::Size { .. } => sizes == Sizes::All,
                _ => false,
            },
            Sort::MissingBlock => matches!(complaint, Complaint::MissingBlock),
            Sort::UnexpectedBlock => matches!(complaint, Complaint::UnexpectedBlock),
            Sort::Type => matches!(
                complaint,
                Complaint::Type { .. } | Complaint::Pattern { .. }
            ),
        }
    }
}

/// Merges the mismatches of the alternatives, if possible. A single remaining mismatch loses the
/// step of its path at `position`, which selected the alternative.
pub(super) fn merge(
    mut described: Vec<Mismatch>,
    alternatives: usize,
    position: usize,
    sizes: Sizes,
    budget: &Budget,
) -> Result<Vec<Mismatch>> {
    for sort in Sort::ALL {
        let of_sort = || described.iter().filter(|m| sort.has(&m.complaint, sizes));
        let mut all = of_sort();
        let Some(first) = all.next() else { continue };
        if of_sort().count() != alternatives
            || !all.all(|other| other.canonical_path().eq(first.canonical_path()))
        {
            continue;
        }
        let complaint = joined(of_sort().map(|m| &m.complaint), budget)?;
        if let Some(complaint) = complaint {
            let path = first.path.clone();
            described = vec![Mismatch { path, complaint }];
            break;
        }
    }
    remove_equal_blocks(&mut described);
    if let [single] = &mut described[..]
        && position < single.path.len()
    {
        single.path.remove(position);
    }
    Ok(described)
}

/// Joins complaints of one sort.
fn joined<'m>(
    mut all: impl Iterator<Item = &'m Complaint>,
    budget: &Budget,
) -> Result<Option<Complaint>> {
    let Some(first) = all.next() else {
        return Ok(None);
    };
    let widest = |range: SizeRange, all: &mut dyn Iterator<Item = &'m Complaint>| {
        all.fold(range, |range, complaint| match complaint {
            Complaint::Size { expected, .. } | Complaint::Count { expected, .. } => SizeRange {
                min: range.min.min(expected.min),
                max: range.max.zip(expected.max).map(|(a, b)| a.max(b)),
            },
            _ => range,
        })
    };
    Ok(Some(match first {
        Complaint::Size { expected, actual } => Complaint::Size {
            expected: widest(*expected, &mut all),
            actual: *actual,
        },
        Complaint::Count { expected, actual } => Complaint::Count {
            expected: widest(*expected, &mut all),
            actual: *actual,
        },
        Complaint::Type { expected, actual } => {
            let (expected, actual) = alternatives(expected, actual, all, budget)?;
            Complaint::Type { expected, actual }
        }
        Complaint::Pattern { expected, actual } => {
            let (expected, actual) = alternatives(expected, actual, all, budget)?;
            Complaint::Pattern { expected, actual }
        }
        other => other.clone(),
    }))
}

/// Returns the Variant of all expected types, and the actual type. Each step simplifies both again,
/// which may merge ranges that were not adjacent before.
fn alternatives<'m>(
    first: &Type,
    actual: &Type,
    others: impl Iterator<Item = &'m Complaint>,
    budget: &Budget,
) -> Result<(Type, Type)> {
    let simplified = |ty: &Type| -> Result<Type> {
        budget.charge(ty.size().into())?;
        Ok(normalize(ty)?)
    };
    let (mut joined, mut actual) = (first.clone(), actual.clone());
    let (mut settled, mut simplest) = (false, false);
    let mut late = Vec::new();
    for (count, complaint) in others.enumerate() {
        let (Complaint::Type { expected, .. } | Complaint::Pattern { expected, .. }) = complaint
        else {
            continue;
        };
        if !simplest {
            let simpler = simplified(&actual)?;
            simplest = simpler == actual;
            actual = simpler;
        }
        if count >= STEPWISE || settled && stays_apart(expected) {
            late.push(expected.clone());
            continue;
        }
        let so_far = std::iter::once(joined).chain(late.drain(..));
        let both = normal_form::variant(so_far.chain([expected.clone()]).collect())?;
        joined = simplified(&both)?;
        settled = joined == both;
    }
    if !late.is_empty() {
        late.insert(0, joined);
        joined = simplified(&normal_form::variant(late)?)?;
    }
    Ok((joined, actual))
}

/// Whether a member of a Variant does not merge with others.
fn stays_apart(ty: &Type) -> bool {
    matches!(
        ty.kind(),
        Kind::List { .. }
            | Kind::Map { .. }
            | Kind::Tuple { .. }
            | Kind::Object(_)
            | Kind::Func(_)
            | Kind::Meta(_)
    )
}

/// Removes complaints about blocks after the first one with the same path.
fn remove_equal_blocks(described: &mut Vec<Mismatch>) {
    let mut kept: Vec<Mismatch> = Vec::with_capacity(described.len());
    for mismatch in described.drain(..) {
        let about_block = matches!(
            mismatch.complaint,
            Complaint::MissingBlock | Complaint::UnexpectedBlock
        );
        let covered = |other: &Mismatch| {
            other.complaint == mismatch.complaint
                && other.canonical_path().eq(mismatch.canonical_path())
        };
        if !(about_block && kept.iter().any(covered)) {
            kept.push(mismatch);
        }
    }
    *described = kept;
}
