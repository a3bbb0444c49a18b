//! The normal form: how does PCL bring types to it?
//!
//! There is no optional type of its own: it is the union with `none`. The members of a
//! union are no unions, stand in the order of their texts and are all different; an
//! eventual type has no eventual types inside that its own says already; the properties of
//! an object stand by name. The constructors here take parts in normal form and make
//! types in it; [`normalize`] does it for a type that was made elsewhere.

use crate::types::equal::equal;
use crate::types::format::SortKey;
use crate::types::shape::{Shape, has_none, shape};
use polycty_core::types::{Field, Flags, IdMap, Kind, Reference, Str, Type, TypeError};

/// Which eventual types are resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eventuals {
    /// Promises; outputs stay as they are.
    Promises,
    /// Promises and outputs.
    All,
}

/// An object with these properties.
///
/// # Errors
/// [`TypeError::DuplicateField`] and the limits of types.
pub fn object(properties: impl IntoIterator<Item = (Str, Type)>) -> Result<Type, TypeError> {
    let mut fields: Vec<Field> = properties
        .into_iter()
        .map(|(name, ty)| Field::new(name, ty))
        .collect();
    Field::sort_by_name(&mut fields);
    Type::object(fields)
}

/// One of several types, in normal form: unions among the members are flattened,
/// the members stand in the order of their texts, equal neighbours are one, and a
/// single member stands for itself. A union of nothing stays. What flattened unions are
/// annotated with is said of the whole.
///
/// # Errors
/// The limits of types.
pub fn union(members: impl IntoIterator<Item = Type>) -> Result<Type, TypeError> {
    union_of(&mut members.into_iter())
}

/// What is not generic of [`union`].
fn union_of(members: &mut dyn Iterator<Item = Type>) -> Result<Type, TypeError> {
    let mut flat = Vec::new();
    let mut annotations = Vec::new();
    for member in members {
        match member.kind() {
            Kind::Union(inner) => {
                flat.extend(inner.iter().cloned());
                annotations.extend_from_slice(member.annotations());
            }
            _ => flat.push(member),
        }
    }
    if flat.len() > 1 {
        let mut keys: Vec<SortKey> = flat.into_iter().map(SortKey::of).collect();
        keys.sort_by(SortKey::compare);
        keys.dedup_by(|next, kept| next.compare(kept).is_eq() && equal(next.ty(), kept.ty()));
        flat = keys.into_iter().map(SortKey::into_type).collect();
    }
    match flat.len() {
        0 => Ok(Type::union_any().clone()),
        1 => Ok(flat.swap_remove(0)),
        _ => Ok(Type::union(flat)?.annotated(annotations)),
    }
}

/// The type or null.
///
/// # Errors
/// The limits of types.
pub fn optional(ty: Type) -> Result<Type, TypeError> {
    if matches!(ty.kind(), Kind::Union(members) if has_none(members)) {
        return Ok(ty);
    }
    union([ty, Type::none().clone()])
}

/// An eventual value. Promises inside the type are resolved first: the outermost
/// says it all. Recursive types stay as they are.
///
/// # Errors
/// The limits of types.
pub fn promise(ty: Type) -> Result<Type, TypeError> {
    Type::promise(resolve_outside(&ty, Eventuals::Promises)?)
}

/// An eventual value with what belongs to it. Promises and outputs inside the type
/// are resolved first; recursive types stay as they are.
///
/// # Errors
/// The limits of types.
pub fn output(ty: Type) -> Result<Type, TypeError> {
    Type::output(resolve_outside(&ty, Eventuals::All)?)
}

/// A type that was made by other constructors in PCL's normal form: optional types
/// and optional fields become unions with `none`, fields stand by name, unions and
/// eventuals are as [`union`], [`promise`] and [`output`] make them.
///
/// # Errors
/// The limits of types.
pub fn normalize(ty: &Type) -> Result<Type, TypeError> {
    normalized(ty, &mut Shared::default())
}

fn normalized(ty: &Type, shared: &mut Shared) -> Result<Type, TypeError> {
    if let Some(known) = shared.get(ty) {
        return Ok(known);
    }
    let mapped = ty.map_parts(&mut |part| normalized(part, shared))?;
    let normal = normal_head(&mapped)?;
    let normal = match normal.is_same_node(&mapped) {
        true => mapped,
        false => normal.annotated_as(&mapped),
    };
    shared.put(ty, &normal);
    Ok(normal)
}

/// What the nodes of a type have been rewritten to: a part that stands in many places is
/// rewritten once, and shared again.
#[derive(Default)]
pub(crate) struct Shared(IdMap<usize, (Type, Type)>);

impl Shared {
    /// Smaller parts are rewritten sooner than looked up. What a reference becomes depends on
    /// the definition that it stands in.
    fn is_kept(ty: &Type) -> bool {
        ty.size() >= 32 && !ty.has(Flags::REFERENCE)
    }

    pub(crate) fn get(&self, ty: &Type) -> Option<Type> {
        if !Self::is_kept(ty) {
            return None;
        }
        self.0.get(&ty.address()).map(|(_, new)| new.clone())
    }

    pub(crate) fn put(&mut self, ty: &Type, new: &Type) {
        if Self::is_kept(ty) {
            // The type stands beside it, so that its address stays its own.
            self.0.insert(ty.address(), (ty.clone(), new.clone()));
        }
    }
}

/// The normal form of a type whose parts are in it.
fn normal_head(ty: &Type) -> Result<Type, TypeError> {
    match ty.kind() {
        Kind::Optional(inner) => optional(inner.clone()),
        Kind::Union(members) => union(members.iter().cloned()),
        Kind::Promise(inner) => promise(inner.clone()),
        Kind::Output(inner) => output(inner.clone()),
        Kind::Object(parts) if !parts.is_sorted() || ty.has(Flags::OPTIONAL_FIELD) => {
            let mut properties = Vec::with_capacity(parts.len());
            for field in parts.fields() {
                let ty = match field.is_optional() {
                    true => optional(field.ty().clone())?,
                    false => field.ty().clone(),
                };
                properties.push((field.shared_name().clone(), ty));
            }
            object(properties)
        }
        _ => Ok(ty.clone()),
    }
}

/// The type without eventual types outside of recursive ones, which stay as they are.
fn resolve_outside(ty: &Type, which: Eventuals) -> Result<Type, TypeError> {
    if !ty.has(Flags::EVENTUAL) {
        return Ok(ty.clone());
    }
    let mut keep = |recursive: &Type, _: &Reference| Ok(recursive.clone());
    resolve_with(ty, which, &mut keep, &mut Shared::default())
}

/// What a recursive type becomes, given with its reference.
pub(crate) type Recursive<'a> = dyn FnMut(&Type, &Reference) -> Result<Type, TypeError> + 'a;

/// The type with its eventual types replaced by what they will be, in normal form again;
/// `recursive` says what becomes of recursive types. A type that holds neither comes back
/// as it is.
pub(crate) fn resolve_with(
    ty: &Type,
    which: Eventuals,
    recursive: &mut Recursive<'_>,
    shared: &mut Shared,
) -> Result<Type, TypeError> {
    if !ty.has(Flags::EVENTUAL) && !ty.has(Flags::REFERENCE) {
        return Ok(ty.clone());
    }
    if let Some(known) = shared.get(ty) {
        return Ok(known);
    }
    let resolved = match shape(ty) {
        Shape::Promise(inner) => resolve_with(inner, which, recursive, shared)?,
        Shape::Output(inner) if which == Eventuals::All => {
            resolve_with(inner, which, recursive, shared)?
        }
        Shape::Union(members) => {
            let members: Result<Vec<Type>, TypeError> = members
                .iter()
                .map(|member| resolve_with(member, which, recursive, shared))
                .collect();
            annotated(union(members?)?, ty)
        }
        Shape::List(_) | Shape::Set(_) | Shape::Map(_) | Shape::Tuple(_) | Shape::Object(_) => {
            ty.map_parts(&mut |part| resolve_with(part, which, recursive, shared))?
        }
        Shape::Recursive(reference) => recursive(ty, reference)?,
        _ => ty.clone(),
    };
    shared.put(ty, &resolved);
    Ok(resolved)
}

/// What a type was rewritten to, with its annotations where it is still of that kind.
pub(crate) fn annotated(new: Type, old: &Type) -> Type {
    match std::mem::discriminant(new.kind()) == std::mem::discriminant(old.kind()) {
        true => new.annotated_as(old),
        false => new,
    }
}
