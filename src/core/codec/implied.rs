//! Implied types: which types do the parts of a document have, and which are the same?
//!
//! Equal types of one document are one node: a document tends to have many parts
//! of few types, and whoever decodes or converts it then meets each of them once.

use super::enter;
use super::meter::Meter;
use crate::calls::Budget;
use crate::source::Result;
use crate::syntax::Nesting;
use crate::types::{Field, IdMap, MAX_DEPTH, Str, Type, keyed_hasher};
use crate::values::nfc;
use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::hash::Hasher;

/// The types of a document as they come, out of a budget; its names are `N`.
pub(super) struct ImpliedTypes<'a, N = Cow<'a, str>> {
    open: Nesting<MAX_DEPTH>,
    /// How many values were read.
    parts: usize,
    meter: Meter<'a>,
    /// The members of the open objects, one above the other.
    pub(super) members: Vec<(N, Type)>,
    /// The elements of the open sequences.
    pub(super) elements: Vec<Type>,
    /// The last object type of each hash. Two that collide are both right, they
    /// only take turns in being shared.
    objects: IdMap<u64, ImpliedObject>,
    tuples: IdMap<u64, Type>,
}

/// An object type, and its members as they came.
pub(super) struct ImpliedObject {
    members: Box<[(Str, Type)]>,
    pub(super) ty: Type,
    /// Which member each field of the type is.
    pub(super) places: Box<[u32]>,
}

impl<'a, N: AsRef<str>> ImpliedTypes<'a, N> {
    pub(super) fn new(budget: &'a Budget) -> ImpliedTypes<'a, N> {
        ImpliedTypes {
            open: Nesting::default(),
            parts: 0,
            meter: Meter::of_parts(budget),
            members: Vec::new(),
            elements: Vec::new(),
            objects: IdMap::default(),
            tuples: IdMap::default(),
        }
    }

    /// Counts a value that is read.
    ///
    /// # Errors
    /// What is spent.
    #[inline]
    pub(super) fn part(&mut self) -> Result<()> {
        self.parts += 1;
        self.meter.reached(self.parts)
    }

    /// Counts what is left at the end.
    ///
    /// # Errors
    /// What is spent.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.meter.finish(self.parts)
    }

    /// Opens an object or a sequence at a place of the document.
    ///
    /// # Errors
    /// That it nests too deep.
    #[inline]
    pub(super) fn enter(&mut self, offset: usize) -> Result<()> {
        enter(&mut self.open, offset).map(|_| ())
    }

    /// How deep the open objects and sequences nest.
    pub(super) fn nesting(&mut self) -> &mut Nesting<MAX_DEPTH> {
        &mut self.open
    }

    /// The type of the innermost object, whose members begin at `base`; it is left.
    pub(super) fn object(&mut self, base: usize) -> Result<&ImpliedObject> {
        self.open.leave();
        let members = &self.members[base..];
        let mut hasher = keyed_hasher();
        for (name, ty) in members {
            hasher.write(name.as_ref().as_bytes());
            hasher.write_usize(ty.address());
        }
        let hash = hasher.finish();
        let is_of = |known: &ImpliedObject| {
            known.members.len() == members.len()
                && (known.members.iter().zip(members))
                    .all(|(a, b)| *a.0 == *b.0.as_ref() && a.1.is_same_node(&b.1))
        };
        let implied = match self.objects.entry(hash) {
            Entry::Occupied(known) if is_of(known.get()) => known.into_mut(),
            other => {
                let members: Box<[(Str, Type)]> = members
                    .iter()
                    .map(|(name, ty)| (Str::from(name.as_ref()), ty.clone()))
                    .collect();
                other.insert_entry(object_of(members)?).into_mut()
            }
        };
        self.members.truncate(base);
        Ok(implied)
    }

    /// The type of the innermost sequence, whose elements begin at `base`; it is left.
    pub(super) fn tuple(&mut self, base: usize) -> Result<Type> {
        self.open.leave();
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
fn object_of(members: Box<[(Str, Type)]>) -> Result<ImpliedObject> {
    let mut fields: Vec<(Field, u32)> = (members.iter().enumerate().rev())
        .map(|(place, (name, ty))| {
            let field = match nfc(name) {
                Cow::Borrowed(_) => Field::new(name.clone(), ty.clone()),
                Cow::Owned(name) => Field::new(name, ty.clone()),
            };
            (field, place as u32)
        })
        .collect();
    fields.sort_by(|a, b| a.0.name().cmp(b.0.name()));
    fields.dedup_by(|later, first| later.0.name() == first.0.name());
    let (fields, places): (Vec<Field>, Vec<u32>) = fields.into_iter().unzip();
    Ok(ImpliedObject {
        members,
        ty: Type::object(fields)?,
        places: places.into(),
    })
}
