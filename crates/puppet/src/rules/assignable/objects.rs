//! Assignability of object types, by inheritance.
//!
//! An object type accepts itself and what inherits from it; without a definition
//! it accepts them all. One with parameters of the type accepts what has them
//! with values that match.

use crate::rules::assignable::Check;
use crate::rules::assignable::catalog::matches;
use crate::types::nominal::{self, Name};
use crate::types::same::same;
use crate::types::{object, pcore};
use polycty_core::types::{Kind, NominalParam, Type};

/// The most steps that a chain of parents is followed.
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

/// A type without the values of its parameters, and they.
fn parts(check: &mut Check<'_>, ty: &Type) -> (Type, Vec<NominalParam>) {
    match object::without_parameters(ty) {
        Some((base, values)) => (check.keep(base), values.to_vec()),
        None => (ty.clone(), Vec::new()),
    }
}

/// Whether a type is another one or inherits from it.
fn inherits(check: &mut Check<'_>, source: &Type, target: &Type) -> bool {
    let mut source = source.clone();
    for _ in 0..MAX_PARENTS {
        if let Kind::Reference(reference) = source.kind() {
            // What is inherited from has a name.
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

/// The type from which an object type inherits.
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

/// Sets of types: the same name, version and authority.
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
