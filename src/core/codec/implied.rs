//! Implied types: which types do the parts of a document have, and which are the same?
//!
//! Equal types of one document are one node: a document tends to have many parts
//! of few types, and whoever decodes or converts it then meets each of them once.

use crate::source::Result;
use crate::types::{Field, Str, Type, keyed_hasher};
use crate::values::nfc;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::hash::Hasher;

/// The types of a document as they come.
#[derive(Default)]
pub(super) struct ImpliedTypes<'a> {
    /// The members of the open objects, one above the other.
    pub(super) members: Vec<(Cow<'a, str>, Type)>,
    /// The elements of the open sequences.
    pub(super) elements: Vec<Type>,
    /// The last object type of each hash. Two that collide are both right, they
    /// only take turns in being shared.
    objects: FxHashMap<u64, ImpliedObject>,
    tuples: FxHashMap<u64, Type>,
}

/// An object type, and its members as they came.
struct ImpliedObject {
    members: Box<[(Str, Type)]>,
    ty: Type,
}

impl ImpliedTypes<'_> {
    /// The type of the object whose members begin at `base`, which it takes.
    pub(super) fn object(&mut self, base: usize) -> Result<Type> {
        let members = &self.members[base..];
        let mut hasher = keyed_hasher();
        for (name, ty) in members {
            hasher.write(name.as_bytes());
            hasher.write_usize(ty.address());
        }
        let hash = hasher.finish();
        let shared = self.objects.get(&hash).filter(|known| {
            known.members.len() == members.len()
                && (known.members.iter().zip(members))
                    .all(|(a, b)| *a.0 == *b.0 && a.1.is_same_node(&b.1))
        });
        let ty = match shared {
            Some(known) => known.ty.clone(),
            None => {
                let members: Box<[(Str, Type)]> = members
                    .iter()
                    .map(|(name, ty)| (Str::from(&**name), ty.clone()))
                    .collect();
                let ty = object_of(&members)?;
                let implied = ImpliedObject {
                    members,
                    ty: ty.clone(),
                };
                self.objects.insert(hash, implied);
                ty
            }
        };
        self.members.truncate(base);
        Ok(ty)
    }

    /// The type of the sequence whose elements begin at `base`, which it takes.
    pub(super) fn tuple(&mut self, base: usize) -> Result<Type> {
        let elements = &self.elements[base..];
        let mut hasher = keyed_hasher();
        for ty in elements {
            hasher.write_usize(ty.address());
        }
        let hash = hasher.finish();
        let shared = self.tuples.get(&hash).filter(|ty| {
            ty.elements().is_some_and(|known| {
                known.len() == elements.len()
                    && (known.iter().zip(elements)).all(|(a, b)| a.is_same_node(b))
            })
        });
        let ty = match shared {
            Some(ty) => ty.clone(),
            None => {
                let ty = Type::tuple(elements)?;
                self.tuples.insert(hash, ty.clone());
                ty
            }
        };
        self.elements.truncate(base);
        Ok(ty)
    }
}

/// The object type of members; names in normal form C and in order, and of one
/// name the last.
fn object_of(members: &[(Str, Type)]) -> Result<Type> {
    let mut fields: Vec<Field> = members
        .iter()
        .rev()
        .map(|(name, ty)| match nfc(name) {
            Cow::Borrowed(_) => Field::new(name.clone(), ty.clone()),
            Cow::Owned(name) => Field::new(name, ty.clone()),
        })
        .collect();
    Field::sort_by_name(&mut fields);
    fields.dedup_by(|later, first| later.name() == first.name());
    Ok(Type::object(fields)?)
}
