//! Does a type accept undef?
//!
//! The one question of assignability that making a type asks: the key of a
//! struct is optional when the type of its value accepts undef.

use crate::types::nominal::{self, Name};
use polycty_core::types::{Kind, NominalParam, StringConstraint, Type};

/// What is known of aliases that are being defined: the key of the reference,
/// and whether the alias accepts undef.
pub(crate) type Pending = [((u64, u32), bool)];

/// Whether undef is an instance of the type.
#[must_use]
pub fn accepts_undef(ty: &Type) -> bool {
    accepts_undef_pending(ty, &[])
}

pub(crate) fn accepts_undef_pending(ty: &Type, pending: &Pending) -> bool {
    accepts(ty, pending, &mut Vec::new())
}

fn accepts(ty: &Type, pending: &Pending, seen: &mut Vec<(u64, u32)>) -> bool {
    match ty.kind() {
        Kind::Any | Kind::None | Kind::Optional(_) => true,
        Kind::Union(members) => members.iter().any(|member| accepts(member, pending, seen)),
        Kind::Reference(reference) => {
            let key = reference.key();
            if let Some((_, known)) = pending.iter().find(|(known, _)| *known == key) {
                return *known;
            }
            // A pair that is already being compared decides nothing.
            if seen.contains(&key) {
                return false;
            }
            seen.push(key);
            reference
                .unfold()
                .is_ok_and(|definition| accepts(&definition, pending, seen))
        }
        Kind::Nominal(_) => match nominal::view(ty) {
            Some((Name::Unit, _)) | Some((Name::Init, [])) => true,
            Some((Name::Init, [NominalParam::Type(inner), ..])) => {
                converts(inner) || accepts(inner, pending, seen)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether the constructor of a type takes undef as its only argument.
fn converts(ty: &Type) -> bool {
    match ty.kind() {
        Kind::String(StringConstraint::Plain | StringConstraint::Length(_))
        | Kind::Map { .. }
        | Kind::Object(_) => true,
        _ => nominal::is(ty, Name::Sensitive),
    }
}
