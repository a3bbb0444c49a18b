//! Structural sameness of types.
//!
//! It is coarser than the library's equality of types where Puppet compares sets: the members of a
//! Variant, the expressions of a Pattern. It is narrower than the language's `==`, which is a rule
//! of assignability.

use crate::scalars::semver;
use crate::types::data;
use crate::types::nominal::{self, Name};
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::types::{FuncType, KeyedSet, Kind, NominalParam, Str, StringConstraint, Type};

/// The maximum number of compared pairs of parts. After it only the library's equality of types
/// counts.
const MAX_STEPS: u32 = 1 << 20;

/// Whether two types are the same by their structure.
#[must_use]
pub fn same(a: &Type, b: &Type) -> bool {
    Same { steps: 0 }.types(a, b)
}

/// Whether two types are the same by their structure. Charges the pairs of parts that were compared.
///
/// # Errors
/// `BudgetError` if the budget is exceeded.
pub(crate) fn same_within(a: &Type, b: &Type, budget: &Budget) -> Result<bool, BudgetError> {
    let mut same = Same { steps: 0 };
    let answer = same.types(a, b);
    budget.charge(u64::from(same.steps))?;
    Ok(answer)
}

/// Whether a list contains all the wanted strings.
fn has_all(values: &[Str], wanted: &[Str]) -> bool {
    /// The maximum number of strings that are searched linearly.
    const FEW: usize = 16;
    if values.len() <= FEW {
        return wanted.iter().all(|text| values.contains(text));
    }
    let values: KeyedSet<&str> = values.iter().map(|text| &**text).collect();
    wanted.iter().all(|text| values.contains(&**text))
}

struct Same {
    steps: u32,
}

impl Same {
    /// Whether each member of a variant is the same as one of the other.
    fn members(&mut self, a: &[Type], b: &[Type]) -> bool {
        // Equal members are found by their hashes, so that two wide variants take linear time.
        let equal: KeyedSet<&Type> = b.iter().collect();
        a.iter()
            .all(|a| equal.contains(a) || b.iter().any(|b| self.types(a, b)))
    }

    fn types(&mut self, a: &Type, b: &Type) -> bool {
        if a == b {
            return true;
        }
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        match (a.kind(), b.kind()) {
            (
                Kind::String(StringConstraint::Patterns(a)),
                Kind::String(StringConstraint::Patterns(b)),
            ) => a.len() == b.len() && has_all(b, a),
            (Kind::Float(a), Kind::Float(b)) => a.min == b.min && a.max == b.max,
            (Kind::Union(a), Kind::Union(b)) => a.len() == b.len() && self.members(a, b),
            (
                Kind::List { element: a, size },
                Kind::List {
                    element: b,
                    size: other,
                },
            ) => size == other && self.types(a, b),
            (
                Kind::Map {
                    key: a_key,
                    element: a,
                    size,
                },
                Kind::Map {
                    key: b_key,
                    element: b,
                    size: other,
                },
            ) => size == other && self.types(a_key, b_key) && self.types(a, b),
            (
                Kind::Tuple { elements: a, size },
                Kind::Tuple {
                    elements: b,
                    size: other,
                },
            ) => size == other && self.lists(a, b),
            (Kind::Object(a), Kind::Object(b)) => {
                a.len() == b.len()
                    && a.fields().iter().zip(b.fields()).all(|(a, b)| {
                        a.name() == b.name()
                            && a.is_optional() == b.is_optional()
                            && self.types(a.ty(), b.ty())
                    })
            }
            (Kind::Func(a), Kind::Func(b)) => self.functions(a, b),
            (Kind::Optional(a), Kind::Optional(b))
            | (Kind::NotUndef(a), Kind::NotUndef(b))
            | (Kind::Meta(Some(a)), Kind::Meta(Some(b))) => self.types(a, b),
            // Aliases are the same if their names are.
            (Kind::Reference(x), Kind::Reference(y)) => {
                !data::is_built_in(x.key()) && !data::is_built_in(y.key()) && x.name() == y.name()
            }
            (Kind::Nominal(_), Kind::Nominal(_)) => match (nominal::view(a), nominal::view(b)) {
                (Some((x, a)), Some((y, b))) if x == y => self.nominal(x, a, b),
                _ => false,
            },
            _ => false,
        }
    }

    fn lists(&mut self, a: &[Type], b: &[Type]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.types(a, b))
    }

    fn functions(&mut self, a: &FuncType, b: &FuncType) -> bool {
        let params = match (&a.params, &b.params) {
            (Some(a), Some(b)) => {
                a.size == b.size
                    && a.positional.len() == b.positional.len()
                    && a.positional
                        .iter()
                        .zip(&b.positional)
                        .all(|(a, b)| self.types(&a.ty, &b.ty))
            }
            (a, b) => a.is_none() && b.is_none(),
        };
        let block = match (&a.block, &b.block) {
            (Some(a), Some(b)) => a.optional == b.optional && self.types(&a.ty, &b.ty),
            (a, b) => a.is_none() && b.is_none(),
        };
        params
            && block
            && match (&a.result, &b.result) {
                (Some(a), Some(b)) => self.types(a, b),
                (a, b) => a.is_none() && b.is_none(),
            }
    }

    fn nominal(&mut self, name: Name, a: &[NominalParam], b: &[NominalParam]) -> bool {
        match (name, a, b) {
            (Name::Resource, [a, a_title @ ..], [b, b_title @ ..]) => {
                matches!((a.as_text(), b.as_text()), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b))
                    && a_title == b_title
            }
            (Name::SemVer, [_, ..], [_, ..]) => semver::same_ranges(a, b),
            _ => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.params(a, b)),
        }
    }

    fn params(&mut self, a: &NominalParam, b: &NominalParam) -> bool {
        match (a, b) {
            (NominalParam::Type(a), NominalParam::Type(b)) => self.types(a, b),
            (NominalParam::List(a), NominalParam::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.params(a, b))
            }
            // The order of entries does not matter.
            (NominalParam::Map(a), NominalParam::Map(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(key, a)| {
                        b.iter()
                            .find(|(other, _)| other == key)
                            .is_some_and(|(_, b)| self.params(a, b))
                    })
            }
            (a, b) => a == b,
        }
    }
}
