//! Implied types: which types do the parts of a document have, and which are the same?
//!
//! Equal types of one document are one node: a document tends to have many parts
//! of few types, and whoever decodes or converts it then meets each of them once. While
//! it is read its types are numbers, since every copy of a type counts.

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

/// A type of a document, by number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Implied(u32);

impl Implied {
    pub(super) const ANY: Implied = Implied(0);
    pub(super) const BOOL: Implied = Implied(1);
    pub(super) const NUMBER: Implied = Implied(2);
    pub(super) const STRING: Implied = Implied(3);
}

/// The types that have numbers from the start, in the order of these.
fn scalars() -> [&'static Type; 4] {
    [Type::any(), Type::bool(), Type::number(), Type::string()]
}

/// The types of a document as they come, out of a budget; its names are `N`.
pub(super) struct ImpliedTypes<'a, N = Cow<'a, str>> {
    open: Nesting<MAX_DEPTH>,
    /// How many values were read.
    parts: usize,
    meter: Meter<'a>,
    /// The types by their numbers.
    types: Vec<Type>,
    /// The members of the open objects, one above the other.
    pub(super) members: Vec<(N, Implied)>,
    /// The elements of the open sequences.
    pub(super) elements: Vec<Implied>,
    /// The last object type of each hash. Two that collide are both right, they
    /// only take turns in being shared.
    objects: IdMap<u64, ImpliedObject>,
    tuples: IdMap<u64, Implied>,
    /// The numbers of types that come from elsewhere, by their addresses.
    others: IdMap<usize, Implied>,
}

/// An object type, and its members as they came.
pub(super) struct ImpliedObject {
    members: Box<[(Str, Implied)]>,
    pub(super) ty: Implied,
    /// Which member each field of the type is.
    pub(super) places: Box<[u32]>,
}

impl<'a, N: AsRef<str>> ImpliedTypes<'a, N> {
    pub(super) fn new(budget: &'a Budget) -> ImpliedTypes<'a, N> {
        ImpliedTypes {
            open: Nesting::default(),
            parts: 0,
            meter: Meter::of_parts(budget),
            types: scalars().map(Type::clone).into(),
            members: Vec::new(),
            elements: Vec::new(),
            objects: IdMap::default(),
            tuples: IdMap::default(),
            others: IdMap::default(),
        }
    }

    /// The type of a number.
    #[inline]
    pub(super) fn ty(&self, implied: Implied) -> &Type {
        &self.types[implied.0 as usize]
    }

    /// The number of a type that comes from elsewhere.
    pub(super) fn of(&mut self, ty: &Type) -> Implied {
        if let Some(scalar) = scalars().iter().position(|scalar| ty.is_same_node(scalar)) {
            return Implied(scalar as u32);
        }
        let types = &mut self.types;
        *(self.others.entry(ty.address())).or_insert_with(|| numbered(types, ty.clone()))
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

    /// The innermost object, whose members begin at `base`, and its type; it is left.
    pub(super) fn object(&mut self, base: usize) -> Result<(&ImpliedObject, &Type)> {
        self.open.leave();
        let members = &self.members[base..];
        let mut hasher = keyed_hasher();
        for (name, ty) in members {
            hasher.write(name.as_ref().as_bytes());
            hasher.write_u32(ty.0);
        }
        let hash = hasher.finish();
        let is_of = |known: &ImpliedObject| {
            known.members.len() == members.len()
                && (known.members.iter().zip(members))
                    .all(|(a, b)| a.1 == b.1 && *a.0 == *b.0.as_ref())
        };
        let implied = match self.objects.entry(hash) {
            Entry::Occupied(known) if is_of(known.get()) => known.into_mut(),
            other => {
                let members = (members.iter())
                    .map(|(name, ty)| (Str::from(name.as_ref()), *ty))
                    .collect();
                let object = object_of(members, &mut self.types)?;
                other.insert_entry(object).into_mut()
            }
        };
        self.members.truncate(base);
        Ok((implied, &self.types[implied.ty.0 as usize]))
    }

    /// The type of the innermost sequence, whose elements begin at `base`; it is left.
    pub(super) fn tuple(&mut self, base: usize) -> Result<Implied> {
        self.open.leave();
        let elements = &self.elements[base..];
        let mut hasher = keyed_hasher();
        for ty in elements {
            hasher.write_u32(ty.0);
        }
        let hash = hasher.finish();
        let types = &self.types;
        let each = || elements.iter().map(|ty| &types[ty.0 as usize]);
        let shared = self.tuples.get(&hash).filter(|ty| {
            types[ty.0 as usize].elements().is_some_and(|known| {
                known.len() == elements.len()
                    && known.iter().zip(each()).all(|(a, b)| a.is_same_node(b))
            })
        });
        let ty = match shared {
            Some(ty) => *ty,
            None => {
                let tuple = Type::tuple(each().cloned().collect::<Box<[Type]>>())?;
                let ty = numbered(&mut self.types, tuple);
                self.tuples.insert(hash, ty);
                ty
            }
        };
        self.elements.truncate(base);
        Ok(ty)
    }
}

/// The number of the next type.
fn numbered(types: &mut Vec<Type>, ty: Type) -> Implied {
    types.push(ty);
    Implied(types.len() as u32 - 1)
}

/// The object type of members; names in normal form C and in order, and of one
/// name the last.
fn object_of(members: Box<[(Str, Implied)]>, types: &mut Vec<Type>) -> Result<ImpliedObject> {
    let mut fields: Vec<(Field, u32)> = (members.iter().enumerate().rev())
        .map(|(place, (name, ty))| {
            let ty = &types[ty.0 as usize];
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
        ty: numbered(types, Type::object(fields)?),
        places: places.into(),
    })
}
