//! Implied types of the parts of a document.
//!
//! Equal types of one document share one node: a document usually has many parts of few types, and
//! decoders and converters then process each type once. During parsing types are represented by
//! numbers, since copies of types are expensive.

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

/// The number of a type of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Implied(u32);

impl Implied {
    pub(super) const ANY: Implied = Implied(0);
    pub(super) const BOOL: Implied = Implied(1);
    pub(super) const NUMBER: Implied = Implied(2);
    pub(super) const STRING: Implied = Implied(3);
}

/// The types with predefined numbers, in their order.
fn scalars() -> [&'static Type; 4] {
    [Type::any(), Type::bool(), Type::number(), Type::string()]
}

/// The types of a document that is being read. The names of members have the type `N`.
pub(super) struct ImpliedTypes<'a, N = Cow<'a, str>> {
    open: Nesting<MAX_DEPTH>,
    /// The number of values so far.
    parts: usize,
    meter: Meter<'a>,
    /// The types by number.
    types: Vec<Type>,
    /// The members of the open objects, the innermost last.
    pub(super) members: Vec<(N, Implied)>,
    /// The elements of the open sequences.
    pub(super) elements: Vec<Implied>,
    /// The last object type for each hash. Two types with colliding hashes are still correct; they
    /// are just not shared.
    objects: IdMap<u64, ImpliedObject>,
    tuples: IdMap<u64, Implied>,
    /// The numbers of external types, by their addresses.
    others: IdMap<usize, Implied>,
}

/// An object type and its members in document order.
pub(super) struct ImpliedObject {
    members: Box<[(Str, Implied)]>,
    pub(super) ty: Implied,
    /// For each field of the type, the index of its member.
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

    /// The type with a number.
    #[inline]
    pub(super) fn ty(&self, implied: Implied) -> &Type {
        &self.types[implied.0 as usize]
    }

    /// Returns the number of an external type.
    pub(super) fn of(&mut self, ty: &Type) -> Implied {
        if let Some(scalar) = scalars().iter().position(|scalar| ty.is_same_node(scalar)) {
            return Implied(scalar as u32);
        }
        let types = &mut self.types;
        *(self.others.entry(ty.address())).or_insert_with(|| numbered(types, ty.clone()))
    }

    /// Counts a value.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    #[inline]
    pub(super) fn part(&mut self) -> Result<()> {
        self.parts += 1;
        self.meter.reached(self.parts)
    }

    /// Counts the remaining values at the end.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.meter.finish(self.parts)
    }

    /// Opens an object or a sequence at an offset of the document.
    ///
    /// # Errors
    /// `Code::Limit` if it is nested too deep.
    #[inline]
    pub(super) fn enter(&mut self, offset: usize) -> Result<()> {
        enter(&mut self.open, offset).map(|_| ())
    }

    /// The nesting of the open objects and sequences.
    pub(super) fn nesting(&mut self) -> &mut Nesting<MAX_DEPTH> {
        &mut self.open
    }

    /// Closes the innermost object, whose members begin at `base`, and returns its type.
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

    /// Closes the innermost sequence, whose elements begin at `base`, and returns its type.
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

/// Adds a type and returns its number.
fn numbered(types: &mut Vec<Type>, ty: Type) -> Implied {
    types.push(ty);
    Implied(types.len() as u32 - 1)
}

/// Creates the object type of members. Names are normalized to form C and sorted; the last member
/// with the same name is used.
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
