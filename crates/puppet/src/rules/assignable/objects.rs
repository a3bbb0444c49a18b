//! Assignability of object types, by inheritance.
//!
//! An object type accepts itself and its descendants; without a definition it accepts all object
//! types. One with values for its type parameters accepts types whose values match.

use crate::rules::assignable::Check;
use crate::rules::assignable::catalog::matches;
use crate::types::nominal::{self, Name};
use crate::types::same::same;
use crate::types::{object, pcore};
use polycty_core::types::{Kind, NominalParam, Type};

/// The maximum number of parents that are followed.
const MAX_PARENTS: usize = 256;

pub(crate) fn accepts(check: &mut Check<'_>, source: &Type, target: &Type) -> bool {
    let (base, have) = parts(check, source);
    match object::without_parameters(target) {
        None => inherits(check, &base, target),
        Some((target, want)) => {
            let target = check.keep(target);
            inherits(check, &base, &target)
                && want.iter().enumerate().all(|(at, want)| {
                    *want == NominalParam::Default
                        || have.get(at).is_some_and(|have| matches(check, have, want))
                })
        }
    }
}

/// Splits a type into the type without values for its type parameters, and the values.
fn parts(check: &mut Check<'_>, ty: &Type) -> (Type, Vec<NominalParam>) {
    match object::without_parameters(ty) {
        Some((base, values)) => (check.keep(base), values.to_vec()),
        None => (ty.clone(), Vec::new()),
    }
}

/// Whether a type is a given type or one of its descendants.
fn inherits(check: &mut Check<'_>, source: &Type, target: &Type) -> bool {
    let mut source = source.clone();
    for _ in 0..MAX_PARENTS {
        if let Kind::Reference(reference) = source.kind() {
            // A parent type has a name.
            let Ok(definition) = reference.unfold() else {
                return false;
            };
            source = check.keep(definition);
        }
        let Some((have, have_params)) = nominal::view(&source) else {
            return false;
        };
        if !matches!(
            have,
            Name::Object | Name::Error | Name::Deferred | Name::Pcore
        ) {
            return false;
        }
        match nominal::view(target) {
            Some((Name::Object, [])) => return true,
            Some((Name::Error, want)) if have == Name::Error => {
                return want.iter().enumerate().all(|(at, want)| match want {
                    NominalParam::Default => true,
                    want => have_params
                        .get(at)
                        .is_some_and(|have| matches(check, have, want)),
                });
            }
            _ if same(target, &source) => return true,
            _ => {}
        }
        match parent(&source) {
            Some(above) => source = check.keep(above),
            None => return false,
        }
    }
    false
}

/// Returns the parent of an object type.
pub(crate) fn parent(ty: &Type) -> Option<Type> {
    match nominal::view(ty)? {
        (Name::Object, [NominalParam::Map(entries)]) => match object::entry(entries, "parent")? {
            NominalParam::Type(parent) => Some(parent.clone()),
            _ => None,
        },
        (Name::Pcore, [name, ..]) => {
            let above = pcore::parent(name.as_text()?)?;
            nominal::with(Name::Pcore, [NominalParam::text(above)]).ok()
        }
        _ => None,
    }
}

/// Type sets: the same name, version and authority.
pub(crate) fn sets(have: &[NominalParam], want: &[NominalParam]) -> bool {
    let ([NominalParam::Map(want)], have) = (want, have) else {
        return true;
    };
    let [NominalParam::Map(have)] = have else {
        return false;
    };
    ["name_authority", "name", "version"]
        .iter()
        .all(|key| object::entry(want, key) == object::entry(have, key))
}
